#!/usr/bin/perl
# That PROVED is made in one place (verify/kernel/gate.c), and the token for it too: everywhere else they are
# only read.
#
# usage: tests/quality/gate.pl [FOLDER]    of a checkout; exit code 1, and each place that is refused
use strict;
use warnings;

chdir($ARGV[0] // '.') or die "$ARGV[0]: $!\n";
my $gate = 'verify/kernel/gate.c';
my ($bad, $read, $made) = (0, 0, 0);
sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub refuse { my ($file, $line, $what) = @_; print "$file:$line: $what\n"; $bad = 1; }

# Ways to read: an entry of counts that is not written to, a comparison, a case, what is summed, a place in a table.
my $reading = qr/\[OUTCOME_PROVED\](?!\s*(?:[-+|&^*]?=[^=]|\+\+|--))|[!=]=\s*OUTCOME_PROVED\b|case\ OUTCOME_PROVED:
  |tally_total\(\w+,\s*OUTCOME_PROVED\)|\{OUTCOME_PROVED,\s*"[^"]*"\}/x;
# Outcomes by number: in a loop over all of them that reads.
my $casts = qr/outcome_name\(\(Outcome\)\w+\)/;

for my $file (sort glob('semantics/*.h semantics/*/*.[ch] semantics/*/*/*.[ch] ad/*.[ch] ad/*/*.[ch] verify/*/*.[ch] verify/*/*/*.[ch]')) {
  my $text = slurp($file);
  $text =~ s{(/\*.*?\*/|//[^\n]*)}{$1 =~ s/[^\n]//gr}ges;
  $text =~ s{(\+\+|--)\s*([\w.>()-]+(?:\[[^\]]*\])*\[OUTCOME_PROVED\])}{$2$1}g;
  my $number = 0;
  for my $line (split /\n/, $text) {
    $number++;
    next if $line =~ /^typedef struct ProofToken \{$/;
    if ($file eq $gate) { $made++ while $line =~ /OUTCOME_PROVED/g; next; }
    next if $file eq 'verify/kernel/outcome.h';
    $read++ while $line =~ /$reading/g;
    (my $rest = $line) =~ s/$reading//g;
    refuse($file, $number, 'PROVED is made outside of the gate') if $rest =~ /\bOUTCOME_PROVED\b/;
    ($rest = $line) =~ s/$casts//g;
    refuse($file, $number, 'a number is made an Outcome') if $rest =~ /\(\s*(?:enum\s+)?Outcome\s*\)/;
    refuse($file, $number, 'a token is made outside of the gate')
      if $line =~ /\bby_certificate\s*(?:[-+|&^*]?=[^=]|\+\+)/ || $line =~ /\bProofToken\)?\s*(?:\w+\s*=\s*)?\{(?!0?\})/ || $line =~ /\(\s*ProofToken\s*\*/;
    refuse($file, $number, 'a word becomes an Outcome') if $line =~ /\bOutcome\s+\w+\s*=\s*(?:\(|\d)/ && $line !~ /\?/;
  }
}
refuse($gate, 0, 'PROVED is made there more than once, or not') if $made != 1;
print "gate: PROVED is made in one place, and read in $read\n" unless $bad;
exit $bad;
