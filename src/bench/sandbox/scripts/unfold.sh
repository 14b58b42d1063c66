# Arguments: the number of variables, their names, then the command. Renames the passed variables inside the
# sandbox to their original names.
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
