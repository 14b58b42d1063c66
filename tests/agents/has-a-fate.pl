# A short run that ends in one of many ways, always the same for a seed, a card and an attempt: `has-a-fate.pl SEED CARD`.
use strict;
use warnings;
my ( $seed, $card ) = @ARGV;
srand( $seed + 7919 * $card + 104729 * $ENV{MAYDAY_ATTEMPT} );
my $fate = rand;
print "begins\n";
select undef, undef, undef, rand 0.05;
kill 'KILL', $$ if $fate < 0.1;
sleep 1000 if $fate < 0.12;
exit 1 if $fate < 0.3;
exit 3 if $fate < 0.35;
open( my $file, '>', "work-$ENV{MAYDAY_RUN_ID}.txt" ) or die $!;
close $file;
