# An agent of the sample: agent.sh PROMPT ID SECONDS AGENT LOG…
# Prints the log of this attempt, a line every few seconds. Attempts after the last log repeat it.
here=$(dirname "$0")
id=$2 seconds=$3 agent=$4
shift 4
attempt=$(cat "$here/$id.attempts" 2>/dev/null || echo 0)
echo $((attempt + 1)) >"$here/$id.attempts"
while [ "$attempt" -gt 0 ] && [ $# -gt 1 ]; do
  shift
  attempt=$((attempt - 1))
done
echo "$1" >"$here/$id.log"
printed="$here/$agent-$1"
lines=$(grep -c '' "$printed")
while IFS= read -r line; do
  printf '%s\n' "$line" | sed "s/@now@/$(date -u +%Y-%m-%dT%H:%M:%S.000Z)/"
  sleep $((seconds / lines + 1))
done <"$printed"
exit "$(cat "$here/$1.code")"
