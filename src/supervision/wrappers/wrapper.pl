# The wrapper. wrapper-kinds.ts specifies it. It uses no modules: 200 wrappers would pay the memory for each.
($folder, $prefix, $procs, $events, $piped, $mark) = splice @ARGV, 0, 6;
@signals = qw(TERM INT HUP QUIT USR1 USR2 PIPE ALRM);
%number = (HUP => 1, INT => 2, TERM => 15);
$SIG{$_} = sub { $told = $number{$_[0]} || $told } for @signals;
$SIG{CHLD} = 'DEFAULT';
$alone = "alone\n";
delete $ENV{PERL_BADLANG};
$limit = delete $ENV{MAYDAY_DEADLINE};
for (keys %ENV) { $ENV{$1} = delete $ENV{$_} if /^MAYDAY_KEEP_(.+)/s }
for (qw(/proc/self/fd /dev/fd)) {
  if (opendir FOLDER, $_) { @inherited = grep { /^\d+$/ && $_ > 2 } readdir FOLDER; closedir FOLDER; last }
}
for (@inherited) { close FILE if open FILE, "<&=$_" }
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
sub copy {
  my ($bytes, $got, $put);
  close INTO;
  # 4 is EINTR: a signal to the group.
  while (1) {
    $got = sysread OUTPUT, $bytes, 65536;
    if (!defined $got) { next if $! == 4; last }
    last if !$got;
    $copied += $got;
    while ($bytes ne '') {
      $put = syswrite STDOUT, $bytes;
      if (defined $put) { substr $bytes, 0, $put, '' }
      # Output that a full disk rejects is lost, as it would be without a pipe.
      elsif ($! != 4) { last }
    }
  }
}

sub head {
  my $text = '';
  if (open FILE, '<', $_[0]) { sysread FILE, $text, 128; close FILE }
  $text;
}
sub machine { substr($_[0], 0, 6) . substr $_[0], 18, 2 }

# W12. Handles of their own: a signal may come while another file is written.
sub line { my $text; if (open my $file, '<', $_[0]) { $text = <$file> } defined $text ? $text : '' }
sub late {
  my ($end) = line($limit) =~ /^(\d+(?:\.\d+)?)$/ or return 1;
  (split ' ', line('/proc/uptime'))[0] - $end;
}
sub below {
  my (%under, @found);
  opendir my $all, '/proc' or return;
  for (grep { /^\d+$/ } readdir $all) { push @{$under{$1}}, $_ if line("/proc/$_/stat") =~ /.*\) [^ZX] (\d+)/s }
  my @look = $$;
  while (@look) { my @next = @{$under{shift @look} || []}; push @found, @next; push @look, @next }
  @found;
}
sub look {
  my $over = late();
  # An alarm counts whole seconds.
  if ($over <= 0 && $over > -1) { select undef, undef, undef, 0.02 - $over; $over = late() }
  if ($over > 0) {
    $stopped = 1;
    kill 15, below();
    for (1 .. 10) { last unless below(); select undef, undef, undef, 0.1 }
    for (1 .. 50) { my @left = below() or last; kill 9, @left; select undef, undef, undef, 0.02 }
  }
  alarm 1;
}

# prctl has a number of its own on each architecture; 36 makes a subreaper, 37 asks for it.
eval {
  require Config;
  my $arch = $Config::Config{archname};
  my $prctl = $arch =~ /x32/ ? 0 : $arch =~ /^x86_64-linux/ ? 157 : $arch =~ /^(?:aarch64|riscv64)-linux/ ? 167 : 0;
  %execve = (157 => 59, 167 => 221);
  $execve = $execve{$prctl} || 0;
  my $is = pack 'i', 0;
  $reaps = $prctl && !syscall($prctl, 36, 1, 0, 0, 0) && !syscall($prctl, 37, $is, 0, 0, 0) && unpack 'i', $is;
  # prlimit64 of this process; 10 is RLIMIT_LOCKS.
  my $prlimit = { 157 => 302, 167 => 261 }->{$prctl} || 0;
  my $limits = pack 'QQ', 0, 0;
  if ($prlimit && $mark && !syscall $prlimit, 0, 10, 0, $limits) {
    my ($soft, $hard) = unpack 'QQ', $limits;
    $hard = $mark + 0 if $hard == ~0;
    $marked = $mark <= $hard && !syscall $prlimit, 0, 10, pack('QQ', $mark, $hard), 0;
  }
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
  pipe OUTPUT, INTO if $piped;
  $child = fork;
  if (!defined $child) { $error = "cannot fork: $!"; $status = 126 << 8 }
  elsif (!$child) {
    $SIG{$_} = 'DEFAULT' for @signals;
    kill $told, $$ if $told;
    if ($procs ne '' && !((open FILE, '>', $procs) && (syswrite FILE, '0') && close FILE)) {
      syswrite TO, "cannot enter the memory limit: $!"; exit 126;
    }
    open STDOUT, '>&', INTO if $piped;
    open STDERR, '>&', $piped ? INTO : LOG;
    # The C library passes files that the kernel rejects to a shell, which would read a program for another machine as
    # a script.
    $head = head($ARGV[0]);
    if ($execve && $head =~ /^[^\n]*\0/ && length $head > 20 && machine($head) ne machine(head('/proc/self/exe'))) {
      syscall $execve, $ARGV[0], pack('p*', @ARGV, undef), pack('p*', map({ "$_=$ENV{$_}" } keys %ENV), undef);
    }
    else { exec { $ARGV[0] } @ARGV }
    # If the user cannot enter a folder of PATH, the system reports a missing program as forbidden.
    $errno = $! + 0;
    $errno = 2 if $errno == 13 && $ARGV[0] !~ m{/} && !grep { -e "$_/$ARGV[0]" } split /:/, $ENV{PATH};
    $! = $errno;
    $code = $! == 2 ? 127 : 126;
    $why = $code == 127 && -e $ARGV[0] ? 'its interpreter or loader is missing' : "$!";
    syswrite TO, "cannot run $ARGV[0]: $why";
    exit $code;
  }
  else {
    close TO;
    if ($limit) { $SIG{ALRM} = \&look; alarm 1 }
    $error = join '', <FROM>;
    copy() if $piped;
    while (($ended = waitpid -1, 0) != $child) { exit 125 if $ended < 0 }
    $status = $stopped ? 9 : $?;
  }
}
$text = "wait $status\n";
if (open FILE, '<', '/proc/self/io') {
  $io = join '', <FILE>;
  $text .= 'io ' . ($1 - $copied) . ' ' . ($2 - $copied) . "\n" if $io =~ /^rchar: (\d+)\nwchar: (\d+)/;
  close FILE;
}
$text .= 'oom ' . (ooms() - $before) . "\n" if $events ne '';
$error =~ tr/\n\r/  /;
$text .= "error $error\n" if $error ne '';
$text .= "reaper\n" if $reaps;
$text .= "marked\n" if $marked;
$SIG{CHLD} = sub { };
while (($ended = waitpid -1, 1) > 0) { }
if (put('exit', $ended < 0 && $reaps ? "$text$alone" : $text) && $reaps && !$ended) {
  while (($ended = waitpid -1, 1) >= 0) {
    next if $ended;
    # If no status is found, Mayday waits for the end of this process (W5).
    last unless -e "$folder/$prefix" . 'exit';
    select undef, undef, undef, 0.5;
  }
  put('exit', "$text$alone") if $ended < 0;
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
