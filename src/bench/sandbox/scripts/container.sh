# Arguments: the home folder of the user, where the engine keeps its settings and logins; the engine and its
# command line. Docker and podman already report their failures by exit code 125.
export HOME="$1"
shift
case $1 in /*) ;; *) printf 'sandbox: %s: command not found\n' "$1" >&2; exit 125 ;; esac
exec "$@"
