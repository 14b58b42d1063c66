# Arguments: a command, and a line to print between its two runs. A baseline that fails runs a second time,
# to see whether it fails in the same way. The first run decides. A command that did not start (125 to 127)
# or was ended by a signal is not repeated.
/bin/sh -c "$1"
code=$?
[ "$code" -eq 0 ] || [ "$code" -ge 125 ] || {
  printf '\n%s\n' "$2"
  /bin/sh -c "$1"
  printf '\n%s %d\n' "$2" "$?"
}
exit "$code"
