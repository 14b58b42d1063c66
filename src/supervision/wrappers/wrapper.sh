# The wrapper if there is no perl. wrapper-kinds.ts specifies it. A shell sees 137 both for exit 137 and for SIGKILL,
# but it prints a line on standard error if a signal ended a command.
_mayday_told=
for _mayday_signal in TERM INT HUP QUIT USR1 USR2 PIPE ALRM; do trap : "$_mayday_signal"; done
trap _mayday_told=15 TERM; trap _mayday_told=2 INT; trap _mayday_told=1 HUP
_mayday_left_open() { :; }
_mayday_close_descriptors
exec 3>&2 2>/dev/null
_mayday_folder=$1 _mayday_prefix=$2 _mayday_procs=$3 _mayday_events=$4 _mayday_piped=$5 _mayday_mark=$6
shift 6
_mayday_umask=$(umask)

_mayday_put() {
  umask 077
  printf '%s' "$2" 1<> "$_mayday_folder/$_mayday_prefix$1.part" &&
    mv -f "$_mayday_folder/$_mayday_prefix$1.part" "$_mayday_folder/$_mayday_prefix$1"
  umask "$_mayday_umask"
}
_mayday_value() {
  _mayday_found=
  if [ -r "$2" ]; then
    while read -r _mayday_key _mayday_rest; do
      if [ "$_mayday_key" = "$1" ]; then _mayday_found=$_mayday_rest; fi
    done < "$2"
  fi
}
_mayday_start() { shift 19; _mayday_text="$_mayday_text
start $1"; }
_mayday_interpreter() {
  IFS= read -r _mayday_line < "$1"
  case $_mayday_line in '#!'*) ;; *) return 0 ;; esac
  set -f; IFS=' 	'
  set -- ${_mayday_line#??}
  [ -z "$1" ] || [ -x "$1" ] || return 125
}
_mayday_program() {
  case $1 in
    */*) [ -e "$1" ] || return 127; [ -x "$1" ] && [ ! -d "$1" ] || return 126; _mayday_interpreter "$1"; return ;;
  esac
  set -f; IFS=:
  for _mayday_place in $PATH; do
    [ -f "${_mayday_place:-.}/$1" ] && [ -x "${_mayday_place:-.}/$1" ] && return 0
  done
  return 127
}
_mayday_pipe() {
  _mayday_fifo="$_mayday_folder/${_mayday_prefix}pipe"
  mkfifo -m 600 "$_mayday_fifo" || return 1
  ( for _mayday_signal in TERM INT HUP QUIT USR1 USR2 PIPE ALRM; do trap '' "$_mayday_signal"; done; exec cat < "$_mayday_fifo" ) &
  _mayday_copier=$!
  exec 5> "$_mayday_fifo"
  rm -f "$_mayday_fifo"
}
_mayday_copied() {
  exec 5>&-
  while kill -0 "$_mayday_copier"; do wait "$_mayday_copier"; done
}

_mayday_marked=
if [ -n "$_mayday_mark" ] && [ -r /proc/self/limits ]; then
  # W11: bash calls the limit x, dash and ash w. A subshell tries it first: an unknown option may end a shell.
  for _mayday_option in x w; do
    if [ "$(ulimit -H "-$_mayday_option")" = unlimited ]; then _mayday_kind=; else _mayday_kind=-S; fi
    if ( ulimit $_mayday_kind "-$_mayday_option" "$_mayday_mark" ); then
      ulimit $_mayday_kind "-$_mayday_option" "$_mayday_mark"
      _mayday_marked=1
      break
    fi
  done
fi
if [ "$_mayday_events" = own ] && [ -r /proc/self/cgroup ]; then
  while IFS= read -r _mayday_line; do
    case $_mayday_line in 0::*) _mayday_events=/sys/fs/cgroup${_mayday_line#0::}/memory.events ;; esac
  done < /proc/self/cgroup
fi
_mayday_text="pid $$"
if [ -r "/proc/$$/stat" ] && read -r _mayday_line < "/proc/$$/stat"; then
  _mayday_start ${_mayday_line##*) }
fi
_mayday_put pid "$_mayday_text
"
umask 077
printf '%1024s' '' > "$_mayday_folder/${_mayday_prefix}exit.part"
umask "$_mayday_umask"
_mayday_before=0
if [ -n "$_mayday_events" ]; then _mayday_value oom_kill "$_mayday_events"; _mayday_before=${_mayday_found:-0}; fi
_mayday_error=
( _mayday_program "$1" )
_mayday_status=$?
if [ "$_mayday_status" -ne 0 ]; then
  _mayday_error="cannot run $1: not found"
  if [ "$_mayday_status" -eq 126 ]; then _mayday_error="cannot run $1: not an executable file"; fi
  if [ "$_mayday_status" -eq 125 ]; then
    _mayday_status=126 _mayday_error="cannot run $1: its interpreter is missing or cannot be executed"
  fi
elif [ -n "$_mayday_procs" ] && [ ! -w "$_mayday_procs" ]; then
  _mayday_status=126 _mayday_error='cannot enter the memory limit'
elif [ -n "$_mayday_piped" ] && ! _mayday_pipe; then
  _mayday_status=126 _mayday_error='cannot make a pipe for the output'
elif [ -n "$_mayday_told" ]; then
  _mayday_status=told
else
  _mayday_note="$_mayday_folder/${_mayday_prefix}note"
  if command exec 2> "$_mayday_note" && command exec 4< "$_mayday_note"; then rm -f "$_mayday_note"
  else exec 4< /dev/null; fi
  (
    if [ -n "$_mayday_procs" ]; then echo 0 > "$_mayday_procs" || exit 126; fi
    _mayday_restore
    if [ -n "$_mayday_piped" ]; then exec 1>&5 3>&5 5>&-; fi
    # Runs only if exec fails: a program that is executed replaces this shell.
    trap ': > "$_mayday_note.failed"' EXIT
    # dash would take -- as the program; bash needs it.
    if [ -n "$_mayday_is_bash" ]; then exec -- "$@" 2>&3 3>&- 4<&-; else exec "$@" 2>&3 3>&- 4<&-; fi
    exit "$?"
  )
  _mayday_status=$?
  exec 2> /dev/null
  if [ -n "$_mayday_piped" ]; then _mayday_copied; fi
  if [ -e "$_mayday_note.failed" ]; then
    rm -f "$_mayday_note.failed"
    _mayday_error="cannot run $1: the system refuses to execute it, or its interpreter"
  fi
fi
if [ "$_mayday_status" = told ]; then
  _mayday_text="wait $_mayday_told" _mayday_status=$((_mayday_told + 128))
elif [ "$_mayday_status" -le 128 ]; then
  _mayday_text="wait $((_mayday_status * 256))"
elif IFS= read -r _mayday_line <&4; then
  _mayday_text="wait $((_mayday_status - 128))"
elif _mayday_is_unsure "$_mayday_status"; then
  _mayday_text="status $_mayday_status unsure"
else
  _mayday_text="wait $((_mayday_status * 256))"
fi
_mayday_value rchar: "/proc/$$/io"
if [ -n "$_mayday_found" ]; then
  _mayday_read=$_mayday_found
  _mayday_value wchar: "/proc/$$/io"
  _mayday_text="$_mayday_text
io $_mayday_read $_mayday_found"
fi
if [ -n "$_mayday_events" ]; then
  _mayday_value oom_kill "$_mayday_events"
  _mayday_text="$_mayday_text
oom $((${_mayday_found:-0} - _mayday_before))"
fi
if [ -n "$_mayday_error" ]; then _mayday_text="$_mayday_text
error $_mayday_error"; fi
if [ -n "$_mayday_marked" ]; then _mayday_text="$_mayday_text
marked"; fi
_mayday_put exit "$_mayday_text
"
exit "$_mayday_status"
