#!/bin/sh
# Tells of a tool only when that has ended, as OpenCode does; its tools are in process groups of their own. FAKE: what it
# does while it says nothing.
say() { printf '{"type":"%s","timestamp":1794782657990,"sessionID":"ses_1","part":%s}\n' "$1" "$2"; }
say step_start '{"id":"prt_1","messageID":"msg_1","sessionID":"ses_1","type":"step-start"}'
case $FAKE in
  at-a-tool) perl -e 'setpgrp(0, 0); exec @ARGV' sleep 4 ;;
  with-a-stray)
    (perl -e 'setpgrp(0, 0); exec @ARGV' sleep 60 &)
    exec sleep 60
    ;;
esac
say text '{"id":"prt_2","messageID":"msg_1","sessionID":"ses_1","type":"text","text":"It is done."}'
say step_finish '{"id":"prt_3","messageID":"msg_1","sessionID":"ses_1","type":"step-finish","reason":"stop","cost":0}'
