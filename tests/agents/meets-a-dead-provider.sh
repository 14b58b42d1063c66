# Claude Code whose provider answers every request with a server error.
echo "started" >> starts
echo '{"type":"system","subtype":"init","session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
echo '{"type":"result","subtype":"success","is_error":true,"num_turns":1,"session_id":"0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90","total_cost_usd":0,"result":"API Error: 500 {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Internal server error\"}}"}'
exit 1
