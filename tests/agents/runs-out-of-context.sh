# Claude Code whose first session fills up half way; a new session that is told so finishes the work.
echo '{"type":"system","subtype":"init","session_id":"3c1e6d2a-9b4f-4f0e-8a61-5d7c2b1f0e44","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"}'
if [ ! -e half.txt ]; then
  echo half > half.txt
  echo '{"type":"assistant","message":{"id":"msg_1","model":"claude-sonnet-4-5","role":"assistant","content":[{"type":"text","text":"I wrote half.txt and will write the other half next."}],"usage":{"input_tokens":10,"output_tokens":10}},"session_id":"3c1e6d2a-9b4f-4f0e-8a61-5d7c2b1f0e44","parent_tool_use_id":null}'
  echo '{"type":"result","subtype":"success","is_error":true,"num_turns":9,"session_id":"3c1e6d2a-9b4f-4f0e-8a61-5d7c2b1f0e44","total_cost_usd":0.1,"result":"Prompt is too long"}'
  exit 1
fi
case $1 in *"other half"*) echo whole > whole.txt ;; esac
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"session_id":"3c1e6d2a-9b4f-4f0e-8a61-5d7c2b1f0e44","total_cost_usd":0.1,"result":"Done."}'
