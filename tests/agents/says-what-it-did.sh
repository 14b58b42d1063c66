#!/bin/sh
# Claude Code that says what it did and runs out of turns; the second one finishes. To be copied as `claude`.
# Prompts and sessions go to the folder of the work, so that the next attempt has them too.
session=7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f
say() { echo "{\"session_id\":\"$session\",$1}"; }
printf '%s\n' "$*" > "prompt-$MAYDAY_ATTEMPT.txt"
say '"type":"system","subtype":"init","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"'
say '"type":"assistant","message":{"id":"m1","model":"claude-sonnet-4-5","content":[{"type":"text","text":"The parser is half rewritten; the tokenizer is next."}]}'
if [ "$MAYDAY_ATTEMPT" = 1 ]; then
  say '"type":"result","subtype":"error_max_turns","is_error":false,"num_turns":30,"total_cost_usd":0.1'
  exit 1
fi
say '"type":"result","subtype":"success","is_error":false,"num_turns":3,"total_cost_usd":0.1,"result":"Done."'
