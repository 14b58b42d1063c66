# Arguments: bubblewrap, its options as shell words, then three lists separated by newlines: hidden folders,
# readable paths in them, files to cover; then a folder for devices; then the command.
#
# Bubblewrap reports its failures by exit code 1, like the command inside. A trial run of `true` separates
# the two. Files and sockets that no longer exist cannot be covered, so they are searched now.
#
# The devices in bubblewrap's /dev are those of the machine. Their owner (root) could change their modes for
# all users, without any capability. So root gets separate devices. If these cannot be created or opened (no
# permission, or a file system without devices), the devices of the machine are used.
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
  # An earlier stage may have changed the mode.
  chmod 666 "$devices/$1"
  # /dev/tty cannot be opened in a new session.
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
