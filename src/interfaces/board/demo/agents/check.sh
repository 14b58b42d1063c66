# The final test of the sample: check.sh ID
# Prints what the tests say about the last attempt of this task.
here=$(dirname "$0")
log=$(cat "$here/$1.log")
[ -e "$here/$log.check" ] || exit 0
sleep 2
cat "$here/$log.check"
exit "$(cat "$here/$log.check-code")"
