# Closes what it could print to, and goes on working.
echo before
exec >&- 2>&-
sleep 0.2
echo after > "$1"
exit 4
