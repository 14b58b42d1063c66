# Claude Code on an account whose limit resets some seconds after its first run: `hits-a-limit.sh SECONDS`.
# One look at the clock: a run is limited if and only if its start is before the reset.
at=$(date +%s%N)
now=$((at / 1000000000))
[ -e reset ] || echo $((now + ${1:-2})) > reset
reset=$(cat reset)
echo "$$ $at" >> starts
echo '{"type":"system","subtype":"init","session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
if [ "$now" -lt "$reset" ]; then
  echo "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"num_turns\":1,\"session_id\":\"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90\",\"total_cost_usd\":0,\"result\":\"Claude AI usage limit reached|$reset\"}"
  exit 1
fi
date +%s%N > "done-$$.txt"
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","total_cost_usd":0.01,"result":"Done."}'
