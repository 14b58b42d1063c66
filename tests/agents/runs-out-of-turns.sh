#!/bin/sh
# Claude Code that runs out of turns; only its own session, resumed, finishes the work. To be copied as `claude`.
session=7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f
say() { echo "{\"session_id\":\"$session\",$1}"; }
echo "$* " | grep -o -e '--resume [^ ]*' >> calls.txt || echo fresh >> calls.txt
say '"type":"system","subtype":"init","model":"claude-sonnet-4-5","tools":[],"apiKeySource":"none"'
case "$*" in
  *"--resume $session"*) echo more >> done.txt ;;
  *) say '"type":"result","subtype":"error_max_turns","is_error":false,"num_turns":30,"total_cost_usd":0.1'; exit 1 ;;
esac
say '"type":"result","subtype":"success","is_error":false,"num_turns":3,"total_cost_usd":0.1,"result":"Done."'
