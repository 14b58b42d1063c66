# Works until it is told how to end: `waits-for-orders.pl FOLDER`, where a file named by its run's id says one of
# `exit N`, `crash` and `hang`. Until then it says now and then that it gets on.
use strict;
use warnings;
$| = 1;
my $orders = "$ARGV[0]/$ENV{MAYDAY_RUN_ID}";
for ( my $looks = 0 ; ; $looks++ ) {
    print "step $looks\n" if $looks % 5 == 0;
    if ( open( my $file, '<', $orders ) ) {
        my $order = <$file> // '';
        work($1) if $order =~ /^exit (\d+)/;
        kill 'KILL', $$ if $order =~ /^crash/;
        sleep 1000 if $order =~ /^hang/;
    }
    select undef, undef, undef, 0.03;
}

# Work that nobody can see is none.
sub work {
    my ($code) = @_;
    open( my $file, '>', "work-$ENV{MAYDAY_RUN_ID}.txt" ) or die $!;
    close $file;
    exit $code;
}
