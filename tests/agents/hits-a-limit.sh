# Claude Code on an account whose limit resets some seconds after its first run: `hits-a-limit.sh SECONDS`.
now=$(date +%s)
[ -e reset ] || echo $((now + ${1:-2})) > reset
reset=$(cat reset)
echo "$$ $(date +%s%N)" >> starts
echo '{"type":"system","subtype":"init","session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
if [ "$now" -lt "$reset" ]; then
  echo "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"num_turns\":1,\"session_id\":\"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90\",\"total_cost_usd\":0,\"result\":\"Claude AI usage limit reached|$reset\"}"
  exit 1
fi
date +%s%N > "done-$$.txt"
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","total_cost_usd":0.01,"result":"Done."}'
