#!/usr/bin/perl
# What became of every planted error, law by law.
#
# usage: tests/mutants/summary.pl BUILD RESULTS
#
# RESULTS has the lines of run.sh ("  NAME refuted by LAW, ...", "  NAME SURVIVED: ..."), of systematic.sh
# ("killed OP LAW RULE", "equivalent ...", "SURVIVED ...") and of tests/campaigns/run.sh --wrong (as run.sh).  A law
# counts a mutant that names it; "also" counts those of other laws that it refuted besides, by BUILD/mutants/ID/report.
# Laws without a mutant are named.  The exit code is 1 if there is a survivor, or a run counted nothing.
use strict;
use warnings;

my ($build, $results) = @ARGV;
my (%killed, %equivalent, %survived, %also, @survivors);
open(my $in, '<', $results) or die "$results: $!\n";
while (<$in>) {
  if (/^  (\S+) +refuted by ([^,\s]+)/) {
    my ($name, $law) = ($1, $2);
    $killed{$law}++;
    open(my $report, '<', "$build/mutants/$name/report") or next;
    my %seen = map { /^  REFUTED ([^:\s]+):/ ? ($1 => 1) : () } <$report>;
    delete $seen{$law};
    $also{$_}++ for keys %seen;
  } elsif (/^killed +\S+ +(\S+)/) { $killed{$1}++ }
  elsif (/^equivalent +\S+ +(\S+)/) { $equivalent{$1}++ }
  elsif (/^SURVIVED +\S+ +(\S+)/) { $survived{$1}++; push @survivors, $_ }
  elsif (/^  (\S+) +SURVIVED/) { $survived{'(not refuted)'}++; push @survivors, $_ }
}
my @laws = map { /^([A-Z]\S+)/ ? $1 : () } `$build/adjudge laws`;
push @laws, map { /"(PRIM-[A-Z]+)"/ ? $1 : () } do { open(my $p, '<', 'verify/primitive/properties.def') or die $!; <$p> };
my %is_law = map { $_ => 1 } @laws;
my @others = sort grep { !$is_law{$_} } keys %{{%killed, %equivalent, %survived}};

sub sum { my $n = 0; $n += $_ for @_; return $n }
printf "\n  %-22s %7s %11s %9s %5s\n", 'law', 'killed', 'equivalent', 'survived', 'also';
for my $law (@laws, @others) {
  next unless $killed{$law} || $equivalent{$law} || $survived{$law} || $also{$law};
  printf "  %-22s %7d %11d %9d %5d\n", $law, map { $_->{$law} // 0 } \%killed, \%equivalent, \%survived, \%also;
}
my @without = grep { !$killed{$_} && !$also{$_} } @laws;
printf "\n  %d of %d laws and properties refuted a planted error%s\n", @laws - @without, scalar @laws,
  $ENV{MUTANTS_PART} ? ", in part $ENV{MUTANTS_PART}" : '; none was planted for:';
print '    ', join(' ', @without), "\n" if @without && !$ENV{MUTANTS_PART};
print "\n", @survivors if @survivors;
my ($k, $e, $s) = (sum(values %killed), sum(values %equivalent), sum(values %survived));
print "\n$k killed, $e equivalent (each shown so for all inputs), $s survived\n";
printf "%d passed, %d failed\n", $k + $e, $s;
exit($s > 0 || $k == 0 ? 1 : 0);
