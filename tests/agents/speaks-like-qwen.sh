#!/bin/bash
# Tries a rate-limited request again without a message, as Qwen Code does: only its session file shows it. When it is
# stopped it writes half a sentence into that file. FAKE=got-over: it is answered in the end.
id=00000000-0000-4000-8000-000000000002
folder="$HOME/.qwen/projects/-somewhere/chats"
mkdir -p "$folder"
record() { # when, more
  echo '{"uuid":"u","parentUuid":"p","sessionId":"'$id'","timestamp":"'"$1"'",'"$2"'}' >>"$folder/$id.jsonl"
}
now() { perl -MTime::HiRes=time -MPOSIX=strftime -e 'my $t = time; printf "%s.%03dZ", strftime("%Y-%m-%dT%H:%M:%S", gmtime $t), ($t - int $t) * 1000'; }
event() { record "$1" '"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.'"$2"'"}}'; }
failed='api_error","error_message":"429 Rate limit reached","error_type":"RateLimitError","status_code":429,"x":"'
said() { echo '"type":"assistant","model":"m","message":{"role":"model","parts":[{"text":"'"$1"'"}]}'; }

trap 'record "$(now)" "$(said "Half a sent")"; exit 143' TERM
echo '{"type":"system","subtype":"init","session_id":"'$id'","model":"m","qwen_code_version":"0.24.4"}'
event 2001-01-01T00:00:00.000Z 'api_error","error_message":"401 Incorrect API key","status_code":401,"x":"'
if [[ $FAKE == got-over ]]; then
  event "$(now)" "$failed"
  while [[ ! -e $FAKE_SEEN.go ]]; do sleep 0.05; done
  record "$(now)" "$(said Done.)"
  echo '{"type":"assistant","uuid":"a","message":{"id":"a","role":"assistant","content":[{"type":"text","text":"Done."}]},"session_id":"'$id'"}'
  echo '{"type":"result","subtype":"success","is_error":false,"result":"Done.","duration_api_ms":1,"permission_denials":[],"session_id":"'$id'"}'
  exit 0
fi
while :; do
  event "$(now)" "$failed"
  sleep 0.5 &
  wait $!
done
