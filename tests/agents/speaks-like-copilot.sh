#!/bin/sh
# Answers and ends well, as Copilot CLI does. How the answer ended stands in its session's file alone: FAKE.
id=
before=
for word; do
  [ "$before" = --session-id ] && id=$word
  before=$word
done
event() { printf '{"type":"%s","data":%s,"id":"e","timestamp":"%s","parentId":null}\n' "$1" "$2" "$(date -u +%Y-%m-%dT%H:%M:%S.999Z)"; }
answer='{"messageId":"m1","model":"m","content":"I cannot help","toolRequests":[]}'
folder="$HOME/.copilot/session-state/$id"
mkdir -p "$folder"
{
  event session.usage_record '{"usage":{"inputTokens":120,"outputTokens":20,"finishReason":"'"$FAKE"'"}}'
  event assistant.message "$answer"
  event assistant.turn_end '{"turnId":"0"}'
} >"$folder/events.jsonl"
event assistant.turn_start '{"turnId":"0"}'
event assistant.message "$answer"
event assistant.turn_end '{"turnId":"0"}'
echo '{"type":"result","timestamp":"2026-11-15T18:12:03.314Z","sessionId":"'"$id"'","exitCode":0,"usage":{}}'
