# Arguments: the person's home, where the engine keeps its own settings and logins; the engine and its command line.
# Docker and podman tell their own failures by 125 already.
export HOME="$1"
shift
case $1 in /*) ;; *) printf 'sandbox: %s: command not found\n' "$1" >&2; exit 125 ;; esac
exec "$@"
