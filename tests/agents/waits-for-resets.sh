# Claude Code on an account with several limits, by the clock in the file `clock`: `waits-for-resets.sh PROMPT EPOCH…`.
shift
now=$(cat clock)
echo "$now" >> starts
echo '{"type":"system","subtype":"init","session_id":"7d0c1f5e-2b3a-4e19-9c52-8f6b4a1d3e77","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
for reset in "$@"; do
  if [ "$now" -lt "$reset" ]; then
    echo "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"num_turns\":1,\"session_id\":\"7d0c1f5e-2b3a-4e19-9c52-8f6b4a1d3e77\",\"total_cost_usd\":0,\"result\":\"Claude AI usage limit reached|$reset\"}"
    exit 1
  fi
done
echo done > done.txt
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"session_id":"7d0c1f5e-2b3a-4e19-9c52-8f6b4a1d3e77","total_cost_usd":0.01,"result":"Done."}'
