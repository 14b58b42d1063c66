#!/bin/sh
# Prints what Claude Code prints. FAKE says what happens to it; its words and settings go to $FAKE_SEEN.
if [ "$1" = --version ]; then
  echo "2.1.325 (Claude Code)"
  [ -n "$FAKE_SEEN" ] && echo "asked with $FAKE_SEEN" # nothing of the environment reaches a version
  touch "$HOME/traces"
  exit 0
fi
id=00000000-0000-4000-8000-000000000001
before=
for word; do
  case "$before" in --session-id | --resume) id=$word ;; esac
  before=$word
done
printf '%s\n' "$@" >>"$FAKE_SEEN"
env | grep -E '^(CLAUDE_CODE_MAX_RETRIES|API_TIMEOUT_MS|EXTRA)=' >>"$FAKE_SEEN"

line() { printf '%s\n' "$1"; }
say() { line '{"type":"assistant","message":{"id":"m1","model":"claude-sonnet-4-5","content":[{"type":"text","text":"'"$1"'"}]},"session_id":"'$id'"}'; }
finish() { line '{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":1,"session_id":"'$id'","total_cost_usd":0.01,"permission_denials":[]}'; }
retry() { line '{"type":"system","subtype":"api_retry","attempt":'"$1"',"max_retries":10,"retry_delay_ms":'"$2"',"error_status":429,"error":"rate_limit","session_id":"'$id'"}'; }

[ "$FAKE" = mute ] ||
  line '{"type":"system","subtype":"init","session_id":"'$id'","model":"claude-sonnet-4-5","apiKeySource":"ANTHROPIC_API_KEY"}'
case "$FAKE" in
got-over)
  retry 1 500.5
  while [ ! -e "$FAKE_SEEN.go" ]; do sleep 0.05; done
  say "Here." && finish
  ;;
retries) retry 1 500 && retry 2 3600000 && exec sleep 600 ;;
stays) say "Done." && finish && exec sleep 600 ;;
stays-failed)
  say "Hm."
  line '{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":5,"session_id":"'$id'","total_cost_usd":0.01,"errors":["Reached maximum number of turns (5)"]}'
  exec sleep 600
  ;;
full)
  line '{"type":"assistant","message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"Prompt is too long"}]},"error":"invalid_request","session_id":"'$id'"}'
  line '{"type":"result","subtype":"success","is_error":true,"result":"Prompt is too long","terminal_reason":"prompt_too_long","session_id":"'$id'","total_cost_usd":0}'
  exit 1
  ;;
mute)
  folder="$HOME/.claude/projects/-somewhere"
  mkdir -p "$folder"
  now=$(date -u +%Y-%m-%dT%H:%M:%S.999Z)
  error='"type":"system","subtype":"api_error","retryAttempt":10,"maxRetries":10,"isSidechain":false,"sessionId":"'$id'","uuid":"u"'
  line '{"timestamp":"2001-01-01T00:00:00.000Z",'"$error"',"error":{"status":401,"formatted":"401 invalid x-api-key"}}' >"$folder/$id.jsonl"
  line '{"timestamp":"'"$now"'",'"$error"',"error":{"status":429,"formatted":"429 This request would exceed your rate limit"}}' >>"$folder/$id.jsonl"
  echo "Something went wrong."
  exit 1
  ;;
*) say "Done." && finish ;;
esac
