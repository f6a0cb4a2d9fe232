#!/usr/bin/perl
# Plants one error, or sees that every error still has its place.
#
# usage: tests/mutants/plant.pl MUTANT            the file that MUTANT names, changed, on the standard output
#        tests/mutants/plant.pl --check MUTANT... nothing planted; says which cannot be, and counts
#
# run.sh has the form of a mutant. Each text to change must stand in its file exactly once, after the
# changes before it; its replacement must differ from it.
use strict;
use warnings;

sub slurp {
  my ($path) = @_;
  open(my $in, '<', $path) or die "$path: $!\n";
  local $/;
  return scalar <$in>;
}

sub planted { # mutant: the changed text
  my ($mutant) = @_;
  my (%text, %value);
  for (split /\n/, slurp($mutant)) {
    if (/^(from|to): (.*)$/) { my ($key, $text) = ($1, $2); $text =~ s/\\n/\n/g; push @{$text{$key}}, $text; }
    elsif (/^(\w+): (.*)$/) { $value{$1} //= $2; }
  }
  my @from = @{$text{from} || []};
  my @to = @{$text{to} || []};
  die "names no file\n" unless defined $value{file};
  die "from and to do not pair\n" unless @from && @from == @to;
  die "names neither a law to refute it nor a test to fail\n" unless $value{test} || $value{maps} || $value{equation} || $value{counts} || $value{gate} || ($value{run} && $value{law} && $value{nodes});
  for my $path (split(' ', $value{compile} // ''), grep { defined } $value{test}) { die "$path: no such file\n" unless -f $path; }
  die "$value{test} has no case $value{case}\n" if defined $value{case} && slurp($value{test}) !~ /unit_test\w*\(\Q$value{case}\E[,)]/;
  my $source = slurp($value{file});
  for my $i (0 .. $#from) {
    my $places = () = $source =~ /\Q$from[$i]\E/g;
    die "$value{file}: the text to change stands in $places places: $from[$i]\n" unless $places == 1;
    die "the text to change is replaced by itself: $from[$i]\n" if $from[$i] eq $to[$i];
    $source =~ s/\Q$from[$i]\E/$to[$i]/;
  }
  return $source;
}

if (@ARGV && $ARGV[0] eq '--check') {
  shift @ARGV;
  die "usage: $0 --check MUTANT...\n" unless @ARGV;
  my $bad = 0;
  for my $mutant (@ARGV) {
    next if defined eval { planted($mutant) };
    print "$mutant: $@";
    $bad++;
  }
  printf "mutants: %d planted errors, %d without a place\n", scalar @ARGV, $bad;
  exit($bad ? 1 : 0);
}
die "usage: $0 MUTANT\n" unless @ARGV == 1;
print planted($ARGV[0]);
