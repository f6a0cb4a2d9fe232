#!/usr/bin/perl
# How often a part of the main job calls each function that is proved: proofs/calls, which the page for reviewers
# (specs.pl) quotes. The product is built with gcov's counters; a worker writes its own before it ends (calls_exit.c).
#
# usage: proofs/calls.pl     writes proofs/calls; BUILD is the folder of builds
use strict;
use warnings;
use JSON::PP;
use File::Path qw(remove_tree);

my $build = ($ENV{BUILD} // 'build') . '/called';
my @command = split ' ', 'verify --space poly,size=3 --space division,size=3 --space control,size=3 --space array,size=3
  --space analytic,size=2 --space higher,size=4 --space everything,size=3 --seed 1 --jobs 1 --quiet --allow-undecided';

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub run { my @words = @_; system(@words) == 0 or die "failed: @words\n"; }

my %proved;
for my $unit (glob 'proofs/units/*.unit') {
  my ($functions) = slurp($unit) =~ /^functions: (.*)$/m;
  $proved{$_} = 1 for defined $functions ? split(/,/, $functions) : ();
}
my %file = map { $_ => 1 } split /\n/, slurp('proofs/kernel');

remove_tree($build);
run("mkdir -p $build && gcc -c -o $build/exit.o proofs/calls_exit.c");
my $jobs = $ENV{JOBS} // 2;
run('make', '--no-print-directory', '-s', "-j$jobs", "BUILD=$build", 'CC=gcc', 'FLAGS_release=-O0 --coverage -Wno-error',
  "WRAP=-Wl,--wrap=_exit $build/exit.o", "$build/adjudge");
system("$build/adjudge @command > $build/run.out 2>&1");
die "the run ended with code " . ($? >> 8) . ", see $build/run.out\n" if $?;

my %count;
for my $data (split /\n/, `find $build/obj -name '*.gcda'`) {
  my $json = `gcov --json-format --stdout '$data' 2> /dev/null`;
  for my $part (map { decode_json($_) } grep { /\S/ } split /\n/, $json) {
    for my $source (@{$part->{files}}) {
      (my $name = $source->{file}) =~ s{^\./}{};
      next unless $file{$name};
      $count{"$_->{name} $name"} += $_->{execution_count} for grep { $proved{$_->{name}} } @{$source->{functions}};
    }
  }
}
open(my $out, '>', 'proofs/calls') or die "proofs/calls: $!\n";
print $out "# Calls of proved functions in one run, of `adjudge @command`; written by make calls\n";
print $out "$_ $count{$_}\n" for sort keys %count;
close $out or die "proofs/calls: $!\n";
printf "proofs/calls: %d functions, %d of them called\n", scalar(keys %count), scalar(grep { $_ } values %count);
