/**
 * The programs between Mayday and a worker.
 *
 * W1 A wrapper outlives Mayday: it is a session of its own and needs nothing from it.
 * W2 Signals to the group do not end it, and the worker gets back their default effects: handled, never ignored.
 * W3 `pid` is written before the worker starts, `exit` after it has ended; both by rename.
 * W4 Nothing of its own goes to the log, and a folder that is gone stops nothing.
 * W5 It ends with the worker's exit code, or 128 and the signal, for a Mayday that finds the folder gone.
 * W6 Perl on Linux adopts what the worker leaves behind (a child subreaper), whatever session it is in and whatever
 *    its environment says, and stays until the last of it has ended: so all of it can be found below the wrapper.
 *    `exit` says `reaper` then.
 * W7 The room for `exit` is taken before the worker starts, so that a full disk does not cost its status.
 *
 * W8 What the kernel refuses to execute is an `error` in `exit`. Bash cannot tell where a program is made for another
 *    machine: it ends a subshell whose exec fails, without its trap.
 *
 * Arguments: folder, prefix, a cgroup's procs file for the worker or '', a cgroup's events file or '' or 'own',
 * then the command. They are text, because Mayday is one bundled file.
 */

/** Signals that a worker might send to its whole group. */
const SIGNALS = 'TERM INT HUP QUIT USR1 USR2 PIPE ALRM'

/** Perl without a single module, each of which would cost memory 200 times; `$?` is the raw wait status. */
export const PERL_SCRIPT: string = String.raw`
($folder, $prefix, $procs, $events) = splice @ARGV, 0, 4;
@signals = qw(${SIGNALS});
%number = (HUP => 1, INT => 2, TERM => 15);
$SIG{$_} = sub { $told = $number{$_[0]} || $told } for @signals;
$SIG{CHLD} = 'DEFAULT';
delete $ENV{PERL_BADLANG};
for (keys %ENV) { $ENV{$1} = delete $ENV{$_} if /^MAYDAY_KEEP_(.+)/s }
open LOG, '>&', 2;
open STDERR, '>', '/dev/null';

sub put {
  my ($name, $text) = @_;
  my $old = umask 077;
  my $done = 0;
  if (open(FILE, '+<', "$folder/$prefix$name.part") || open FILE, '>', "$folder/$prefix$name.part") {
    print FILE $text;
    $done = close(FILE) && rename "$folder/$prefix$name.part", "$folder/$prefix$name";
  }
  umask $old;
  $done;
}
sub ooms {
  my $count = 0;
  if (open FILE, '<', $events) { while (<FILE>) { $count = $1 if /^oom_kill (\d+)/ } close FILE }
  $count;
}

sub head {
  my $text = '';
  if (open FILE, '<', $_[0]) { sysread FILE, $text, 128; close FILE }
  $text;
}
sub machine { substr($_[0], 0, 6) . substr $_[0], 18, 2 }

# prctl has a number of its own on each architecture; 36 makes a subreaper, 37 asks for it.
eval {
  require Config;
  my $arch = $Config::Config{archname};
  my $prctl = $arch =~ /x32/ ? 0 : $arch =~ /^x86_64-linux/ ? 157 : $arch =~ /^(?:aarch64|riscv64)-linux/ ? 167 : 0;
  %execve = (157 => 59, 167 => 221);
  $execve = $execve{$prctl} || 0;
  my $is = pack 'i', 0;
  $reaps = $prctl && !syscall($prctl, 36, 1, 0, 0, 0) && !syscall($prctl, 37, $is, 0, 0, 0) && unpack 'i', $is;
};

if ($events eq 'own' && open FILE, '<', '/proc/self/cgroup') {
  while (<FILE>) { $events = "/sys/fs/cgroup$1/memory.events" if /^0::(.*)/ }
  close FILE;
}
$start = '';
if (open FILE, '<', "/proc/$$/stat") { $start = "start $1\n" if <FILE> =~ /.*\) (?:\S+ ){19}(\d+)/s; close FILE }
put('pid', "pid $$\n$start");
$old = umask 077;
if (open FILE, '>', "$folder/$prefix" . 'exit.part') { print FILE "\n" x 1024; close FILE }
umask $old;
$before = ooms() if $events ne '';
$error = '';
if ($told) { $status = $told }
else {
  pipe FROM, TO;
  $child = fork;
  if (!defined $child) { $error = "cannot fork: $!"; $status = 126 << 8 }
  elsif (!$child) {
    $SIG{$_} = 'DEFAULT' for @signals;
    kill $told, $$ if $told;
    if ($procs ne '' && !((open FILE, '>', $procs) && (syswrite FILE, '0') && close FILE)) {
      syswrite TO, "cannot enter the memory limit: $!"; exit 126;
    }
    open STDERR, '>&', LOG;
    # The C library gives what the kernel refuses to a shell, which would read another machine's program as a script.
    $head = head($ARGV[0]);
    if ($execve && $head =~ /^[^\n]*\0/ && length $head > 20 && machine($head) ne machine(head('/proc/self/exe'))) {
      syscall $execve, $ARGV[0], pack('p*', @ARGV, undef), pack('p*', map({ "$_=$ENV{$_}" } keys %ENV), undef);
    }
    else { exec { $ARGV[0] } @ARGV }
    $code = $! == 2 ? 127 : 126;
    $why = $code == 127 && -e $ARGV[0] ? 'its interpreter or loader is missing' : "$!";
    syswrite TO, "cannot run $ARGV[0]: $why";
    exit $code;
  }
  else {
    close TO;
    $error = join '', <FROM>;
    while (($ended = waitpid -1, 0) != $child) { exit 125 if $ended < 0 }
    $status = $?;
  }
}
$text = "wait $status\n";
if (open FILE, '<', '/proc/self/io') {
  $io = join '', <FILE>;
  $text .= "io $1 $2\n" if $io =~ /^rchar: (\d+)\nwchar: (\d+)/;
  close FILE;
}
$text .= 'oom ' . (ooms() - $before) . "\n" if $events ne '';
$error =~ tr/\n\r/  /;
$text .= "error $error\n" if $error ne '';
$text .= "reaper\n" if $reaps;
$SIG{CHLD} = sub { };
if (put('exit', $text) && $reaps) {
  while (($ended = waitpid -1, 1) >= 0) {
    next if $ended;
    # Whoever finds no status waits for the end of this process (W5).
    last unless -e "$folder/$prefix" . 'exit';
    select undef, undef, undef, 0.5;
  }
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
`

/** Where one shell is not like another. */
type ShellWays = {
  /** Gives the worker back what was kept from the wrapper. */
  readonly restore: string
  /** dash would take `--` for the program, bash needs it. */
  readonly run: string
  /** Statuses whose signals the shell does not tell of. */
  readonly silentAbout: string
}

/** A shell sees 137 both for exit 137 and for SIGKILL, but says on its standard error that a signal ended a command. */
const shellScript = ({ restore, run, silentAbout }: ShellWays): string => `
_mayday_told=
for _mayday_signal in ${SIGNALS}; do trap : "$_mayday_signal"; done
trap _mayday_told=15 TERM; trap _mayday_told=2 INT; trap _mayday_told=1 HUP
exec 3>&2 2>/dev/null
_mayday_folder=$1 _mayday_prefix=$2 _mayday_procs=$3 _mayday_events=$4
shift 4
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
  set -f; IFS=' \t'
  set -- \${_mayday_line#??}
  [ -z "$1" ] || [ -x "$1" ] || return 125
}
_mayday_program() {
  case $1 in
    */*) [ -e "$1" ] || return 127; [ -x "$1" ] && [ ! -d "$1" ] || return 126; _mayday_interpreter "$1"; return ;;
  esac
  set -f; IFS=:
  for _mayday_place in $PATH; do
    [ -f "\${_mayday_place:-.}/$1" ] && [ -x "\${_mayday_place:-.}/$1" ] && return 0
  done
  return 127
}

if [ "$_mayday_events" = own ] && [ -r /proc/self/cgroup ]; then
  while IFS= read -r _mayday_line; do
    case $_mayday_line in 0::*) _mayday_events=/sys/fs/cgroup\${_mayday_line#0::}/memory.events ;; esac
  done < /proc/self/cgroup
fi
_mayday_text="pid $$"
if [ -r "/proc/$$/stat" ] && read -r _mayday_line < "/proc/$$/stat"; then
  _mayday_start \${_mayday_line##*) }
fi
_mayday_put pid "$_mayday_text
"
umask 077
printf '%1024s' '' > "$_mayday_folder/\${_mayday_prefix}exit.part"
umask "$_mayday_umask"
_mayday_before=0
if [ -n "$_mayday_events" ]; then _mayday_value oom_kill "$_mayday_events"; _mayday_before=\${_mayday_found:-0}; fi
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
elif [ -n "$_mayday_told" ]; then
  _mayday_status=told
else
  _mayday_note="$_mayday_folder/\${_mayday_prefix}note"
  if command exec 2> "$_mayday_note" && command exec 4< "$_mayday_note"; then rm -f "$_mayday_note"
  else exec 4< /dev/null; fi
  (
    if [ -n "$_mayday_procs" ]; then echo 0 > "$_mayday_procs" || exit 126; fi
    ${restore}
    # Runs only where exec fails: a program that is executed replaces this shell.
    trap ': > "$_mayday_note.failed"' EXIT
    ${run} "$@" 2>&3 3>&- 4<&-
    exit "$?"
  )
  _mayday_status=$?
  exec 2> /dev/null
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
else
  case $_mayday_status in
    ${silentAbout}) _mayday_text="status $_mayday_status unsure" ;;
    *) _mayday_text="wait $((_mayday_status * 256))" ;;
  esac
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
oom $((\${_mayday_found:-0} - _mayday_before))"
fi
if [ -n "$_mayday_error" ]; then _mayday_text="$_mayday_text
error $_mayday_error"; fi
_mayday_put exit "$_mayday_text
"
exit "$_mayday_status"
`

export const BASH_SCRIPT: string = shellScript({
  restore: `{
      for _mayday_name in \${!MAYDAY_KEEP_@}; do
        export "\${_mayday_name#MAYDAY_KEEP_}=\${!_mayday_name}"
        unset "$_mayday_name"
      done
    } 2> /dev/null`,
  run: 'exec --',
  silentAbout: '130|141|143',
})

/** Of a shell that may be any, silence proves nothing. */
export const SH_SCRIPT: string = shellScript({ restore: '', run: 'exec', silentAbout: '*' })
