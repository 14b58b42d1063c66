# Notes when it began and when it ends, in seconds: `stamps-its-time.pl FILE`. One line, appended at once.
use strict;
use warnings;
use Time::HiRes qw(time);
my $began = time;
open( my $file, '>>', $ARGV[0] ) or die $!;
syswrite $file, sprintf( "%.6f %.6f\n", $began, time );
