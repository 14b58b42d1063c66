# Arguments: bubblewrap, its options as shell words, then with newlines between them: hidden folders, what of them is
# readable, files to cover; a folder for devices; then the command.
#
# Bubblewrap tells its own failures by 1, like the command inside: a trial of nothing tells them apart. Files and sockets
# that are gone meanwhile cannot be covered, so it is looked for them now.
#
# The devices in bubblewrap's /dev are those of the machine. Whoever owns them (root) could change their modes for
# everybody, without any capability, so root gets devices of its own. Where these cannot be made or opened (no right to
# make them, a file system without devices), it stays with those of the machine.
bwrap=$1 options=$2 hidden=$3 readable=$4 private=$5 devices=$6
shift 6
refuse() { printf 'sandbox: %s\n' "$1" >&2; exit 125; }
_mayday_left_open() { refuse "descriptor $1 of the program that started Mayday would be open in the sandbox, and this sh cannot close it. Install perl or bash."; }
_mayday_close_descriptors
case $bwrap in /*) ;; *) refuse 'bwrap: command not found. Install bubblewrap.' ;; esac
newline='
'
is_below() {
  for folder in $2; do
    case $1 in "$folder"/*) return 0 ;; esac
  done
  return 1
}
is_there() { ! is_below "$1" "$hidden" || is_below "$1" "$readable"; }
quoted() { printf '%s' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"; }
cover() { options="$options --ro-bind /dev/null $(quoted "$1")"; }
own_device() {
  [ -c "$devices/$1" ] || mknod -m 666 "$devices/$1" c "$2" "$3" 2>/dev/null || return 0
  # An earlier stage may have changed it.
  chmod 666 "$devices/$1"
  # /dev/tty has nothing behind it in a new session.
  [ "$1" = tty ] || ( : <"$devices/$1" ) 2>/dev/null || return 0
  options="$options --dev-bind $(quoted "$devices/$1") /dev/$1"
}
own_devices() {
  [ "$(uname)" = Linux ] && mkdir -p "$devices" || return 0
  own_device null 1 3; own_device zero 1 5; own_device full 1 7
  own_device random 1 8; own_device urandom 1 9; own_device tty 5 0
}
set -f
IFS=$newline
for path in $private; do [ ! -f "$path" ] || cover "$path"; done
unset IFS
[ ! -O /dev/null ] || own_devices
[ ! -r /proc/net/unix ] || cover_sockets </proc/net/unix
said=$(eval '"$bwrap"' "$options" '-- true' 2>&1) || {
  said=$(printf '%s' "$said" | tail -n 1)
  case $said in
    *'nknown option'*) refuse "this bubblewrap is too old; 0.8 or newer is needed. It said: $said" ;;
    *namespace* | *'uid map'* | *'gid map'* | *setgroups* | *'not permitted'*)
      refuse "bubblewrap may not make its namespaces here. Allow user namespaces (see the settings user.max_user_namespaces, kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns; in a container, its seccomp profile). It said: $said" ;;
    *) refuse "bubblewrap could not make the sandbox. It said: $said" ;;
  esac
}
eval 'exec "$bwrap"' "$options" '-- "$@"'
