# Arguments: how many variables, their names, then the command. Gives the variables of a sandbox their own names, inside.
_mayday_count=$1
shift
while [ "$_mayday_count" -gt 0 ]; do
  eval "export $1=\"\$MAYDAY_INSIDE_$1\""
  unset "MAYDAY_INSIDE_$1"
  shift
  _mayday_count=$((_mayday_count - 1))
done
unset _mayday_count
exec "$@"
