#!/bin/sh
# An agent of a project's own: plain text, a session of its own, its words in $FAKE_SEEN.
printf '%s\n' "$@" >>"$FAKE_SEEN"
echo "EXTRA=$EXTRA" >>"$FAKE_SEEN"
echo "Session: mine-7"
echo "I have looked at it."
