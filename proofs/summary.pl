#!/usr/bin/perl
# What all units together prove, and three censuses that must be complete:
#   every contract in the product has a unit that proves it, or a line in
#   proofs/unproved with the reason;
#   every equation of proofs/logic is re-proved from a definition by some unit;
#   no logic is assumed in another way (the word `axiom` stands in no file).
# Reads build/proofs/*.result.json; exit code 1 if something is missing.
#
# usage: proofs/summary.pl [START]    START, in seconds, is when the replay began that this ends
use strict;
use warnings;
use JSON::PP;

my $build = ($ENV{BUILD} // 'build') . '/proofs';
my $failed = 0;
my ($start) = @ARGV;

sub complain { print "  $_[0]\n"; $failed++; }
sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }

# ---- units and their results
my (%theorem, %proved_in, %reproved);
my ($units, $goals, $valid, $lemmas, $gaps, $smoke, $processor) = (0, 0, 0, 0, 0, 0, 0);
for my $unit (glob 'proofs/units/*.unit') {
  my $text = slurp($unit);
  (my $name = $unit) =~ s{^.*/|\.unit$}{}g;
  my ($theorem) = $text =~ /^theorem: (.*)$/m;
  my ($functions) = $text =~ /^functions: (.*)$/m;
  $proved_in{$_} = $name for split /,/, $functions // '';
  push @{$theorem{$theorem}}, $name if defined $theorem;
  if (!-f "$build/$name.result.json") { complain("$name: no result"); next; }
  my $result = decode_json(slurp("$build/$name.result.json"));
  $goals += $result->{functions}{total};
  $valid += $result->{functions}{valid};
  $gaps += keys %{$result->{gaps}};
  $lemmas += $result->{logic}{valid};
  $processor += $result->{processor} // 0;
  $units++;
  $smoke += keys %{$result->{smoke}};
  for my $goal (keys %{$result->{logic}{goals}}) {
    (my $lemma = $goal) =~ s/^lemma_//;
    $reproved{$lemma} = 1 if $result->{logic}{goals}{$goal}{valid};
  }
}

# ---- contracts
my %excused;
for (split /\n/, slurp('proofs/unproved')) { $excused{$1} = $2 if /^(\w+)\s+(\S.*)$/; }
my %contract;
for my $file (split ' ', `git ls-files 'semantics/*.[ch]' 'ad/*.[ch]' 'verify/*.[ch]'`) {
  (my $text = slurp($file)) =~ s/"(?:[^"\\\n]|\\.)*"/""/g; # contracts of C that is written are in strings
  $contract{$1} = $file while $text =~ m~/\*\@\s*(?:requires|assigns|ensures|behavior)\b(?:(?!\*/).)*\*/\s*[^;{()]*?(\w+)\(~sg;
}
for my $function (sort keys %contract) {
  next if $proved_in{$function};
  if (!$excused{$function}) { complain("$contract{$function}: $function has a contract and no proof, nor a reason in proofs/unproved"); }
}
for my $function (sort keys %excused) {
  complain("proofs/unproved: $function has no contract") unless $contract{$function};
  complain("proofs/unproved: $function is proved") if $proved_in{$function};
}

# ---- the checker of certificates: every function of it
for my $file (glob 'verify/kernel/*.[ch]') {
  my $text = slurp($file);
  while ($text =~ /^(?:static )?(?:inline )?(?:bool|void|u?int\d+_t) (\w+)\(/mg) {
    complain("$file: $1 is not proved") unless $proved_in{$1};
  }
}

# ---- equations
my ($equations, %seen) = (0);
for my $file (glob 'proofs/logic/*') {
  my $text = slurp($file);
  complain("$file: an axiom that no definition re-proves") if $file !~ /realize\.h$/ && $text =~ /\baxiom\b/;
  while ($text =~ /\b(?:EQUATION|lemma)\s+(\w+)/g) {
    next if $file =~ /realize\.h$/;
    $equations++;
    complain("$file: $1 stands twice") if $seen{$1}++;
    complain("$file: $1 is not re-proved by any unit") unless $reproved{$1};
  }
}

my $functions = grep { $contract{$_} } keys %proved_in;
printf "%d theorems, whole or in part, in %d units: %d of %d goals proved, %d open goals, %s;\n", scalar(keys %theorem),
  scalar(map { @$_ } values %theorem), $valid, $goals, $gaps,
  $smoke ? "$smoke smoke tests" : 'from committed answers, without smoke tests and planted errors';
printf "%d functions of the product proved, %d contracts taken with a reason; %d equations, all definitional\n", $functions,
  scalar(keys %excused), $equations;
my $open = grep { /^\S/ && !/^#/ } split /\n/, slurp('proofs/open');
print "not proved: $open theorems or parts of theorems, listed in proofs/open\n";
printf "replayed: %d units, %d goals and %d equations made anew and answered as committed, in %d s (processor: %.0f s)\n", $units,
  $valid, $lemmas, time - $start, $processor if defined $start;
exit($failed ? 1 : 0);
