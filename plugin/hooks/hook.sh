#!/bin/sh
# Passes an event of the agent to `mayday hook`. It never fails the agent: it always exits with 0.
# `mayday connect` writes the file `mayday` beside this script: the Node program, then Mayday's launcher, one per line.
# The first argument is `start` or `end`: whether the agent waits for an answer.
here=${0%/*}
node='' launcher=''
if [ -f "$here/mayday" ]; then
  { IFS= read -r node; IFS= read -r launcher; } <"$here/mayday"
fi
if [ ! -x "$node" ] || [ ! -f "$launcher" ]; then
  node='' launcher=$(command -v mayday 2>/dev/null)
fi

# Nothing was heard that is not told yet: Mayday is not started. Its state folder is that of src/record/state-home.ts.
has_news() {
  state=${MAYDAY_STATE:-}
  [ -n "$state" ] || case ${XDG_STATE_HOME:-} in
    /*) state=$XDG_STATE_HOME/mayday ;;
    *) state=${HOME:-/nonexistent}/.local/state/mayday ;;
  esac
  set -- "$state"/heard/*/*.json
  [ -e "$1" ]
}

# The agent must be able to write the whole event. It may never close its end, so nobody waits for that.
take_all() {
  exec 3<&0
  cat <&3 >/dev/null 2>&1 &
}

if [ -z "$launcher" ]; then
  take_all
elif [ "${1:-}" = end ] && command -v setsid >/dev/null 2>&1; then
  # In a session of its own: some agents kill their hooks a moment after they have started them.
  exec 3<&0
  cd /
  setsid ${node:+"$node"} "$launcher" hook --record <&3 >/dev/null 2>&1 &
elif [ "${1:-}" = start ] && ! has_news; then
  take_all
else
  ${node:+"$node"} "$launcher" hook 2>/dev/null
fi
exit 0
