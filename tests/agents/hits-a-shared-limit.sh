#!/bin/sh
# Claude Code on an account that all nodes share; its limit resets some seconds after the first run of all:
# hits-a-shared-limit.sh FOLDER SECONDS
now=$(date +%s)
[ -e "$1/reset" ] || echo $((now + $2)) > "$1/reset"
reset=$(cat "$1/reset")
echo '{"type":"system","subtype":"init","session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
if [ "$now" -lt "$reset" ]; then
  echo "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"num_turns\":1,\"session_id\":\"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90\",\"total_cost_usd\":0,\"result\":\"Claude AI usage limit reached|$reset\"}"
  exit 1
fi
echo "$MAYDAY_RUN_ID" >> done.txt
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","total_cost_usd":0.01,"result":"Done."}'
