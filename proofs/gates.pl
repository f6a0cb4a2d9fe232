#!/usr/bin/perl
# What a proof could be walked round by, refused without asking a prover:
#   admit          a step that is believed (in proved code, laws, logic)
#   axiom, lemma   outside of proofs/logic, where proofs/summary.pl asks of each equation that it is proved again; and files
#                  from elsewhere
#   ghost lemmas   that no unit proves, and functions with a contract in proofs/laws
#   statements     contracts, logic and units that are not those of proofs/statements: a theorem must not become weaker unseen
#   answers        of provers (proofs/session) that are not those that proofs/prove.pl wrote
# The last two are bound by digests, which whoever changes a file can change too: they make a change seen, in a line of its
# own.  That an answer is a prover's is found by asking again: `make prove-sample`, and all by `make prove CACHE=--cold`.
#
# usage: proofs/gates.pl             exit code 1 if something is refused
#        proofs/gates.pl --accept    writes proofs/statements anew, and says what has changed
#        proofs/gates.pl --answers FOLDER    writes the digest of the answers in proofs/session/FOLDER
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use File::Find;

my $bad = 0;
sub refuse { print "proofs: $_[0]\n"; $bad = 1; }
sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub spill { my ($file, $text) = @_; open(my $out, '>', $file) or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n"; }

# ---- answers: the digest of all files beside it
sub answers_digest {
  my ($folder) = @_;
  my @files;
  find({wanted => sub { push @files, $File::Find::name if -f && !/^digest$/ }, no_chdir => 0}, $folder);
  return sha256_hex(join '', map { my $name = $_; $name =~ s{^\Q$folder\E/}{}; "$name\n" . sha256_hex(slurp($_)) . "\n" } sort @files);
}

if (@ARGV == 2 && $ARGV[0] eq '--answers') {
  spill("$ARGV[1]/digest", answers_digest($ARGV[1]) . "\n");
  exit 0;
}
for my $folder (grep { -d && !m{/must_fail$} } glob('proofs/session/* proofs/session/must_fail/*')) {
  my $told = -f "$folder/digest" ? slurp("$folder/digest") : "none\n";
  refuse("$folder: its answers are not those that a proof wrote; make prove asks again") if $told ne answers_digest($folder) . "\n";
}

# ---- what no proof may hold
my @proved = split ' ', slurp('proofs/kernel');
my @laws = glob('proofs/laws/*.[ch]');
my @logic = glob('proofs/logic/*');
my %listed;
for my $unit (glob 'proofs/units/*.unit') { $listed{$_} = 1 for map { split /,/ } slurp($unit) =~ /^functions: (.*)$/mg; }

my @product = glob('semantics/*.h semantics/*/*.[ch] semantics/*/*/*.[ch] ad/*.[ch] ad/*/*.[ch] verify/*/*.[ch] verify/*/*/*.[ch]');
my %known = map { $_ => 1 } @product, @laws, @logic;

# Its annotations, one after another.
sub annotations { my ($text) = @_; return join "\n", $text =~ m~/\*\@.*?\*/|//\@[^\n]*~sg; }
for my $file (@product, @laws, @logic) {
  my $text = slurp($file);
  my $said = annotations($text);
  my $macros = join "\n", $text =~ /^\s*#(?:[^\n]*\\\n)*[^\n]*/mg;
  refuse("$file: admit: what is admitted is proved by nobody") if "$said$macros" =~ /\badmit\b/;
  if ($file !~ m{^proofs/logic/} && "$said$macros" =~ ($file =~ m{^proofs/} ? qr/\b(axiom|axiomatic|lemma|EQUATION)\b/ : qr/\b(axiom|axiomatic|lemma)\b/)) {
    refuse("$file: $1: what is assumed outside of proofs/logic is proved again by nobody");
  }
  for ($file =~ m{^proofs/} ? $text =~ /^\s*#\s*include\s*"([^"]+)"/mg : ()) {
    refuse("$file includes $_, which is neither logic, nor a law, nor the product's") unless $known{$_};
  }
  while ($said =~ m~(?:\@/|^\s*(?:/\*\@ ghost|//\@ ghost))\s*((?:static |inline |const )*\w+)[ *]+(\w+)\([^;{}]*\)\s*\{~mg) {
    refuse("$file: the ghost lemma $2 is in no unit: nobody proves it") unless $listed{$2};
  }
}

# ---- statements
my $contract = qr~(?:requires|assigns|ensures|behavior|terminates|decreases)\b~;
sub statements { # file: what it states, by name
  my ($file) = @_;
  my ($text, %of) = (slurp($file));
  if ($file =~ m{^proofs/(?:logic|include|units)/}) {
    $of{'*'} = $text;
  } else {
    push @{$of{$2}}, $1 while $text =~ m~/\*\@\s*($contract(?:(?!\*/).)*)\*/\s*[^;{()]*?(\w+)\(~sg;
    push @{$of{$2}}, $1 while $text =~ m~/\@\s*($contract(?:(?!\@/).)*)\@/\s*[^;{()]*?(\w+)\(~sg;
    $_ = join "\n", @$_ for values %of;
  }
  for (values %of) { s/\s+/ /g; s/^ | $//g; }
  return %of;
}

my %now;
for my $file (@proved, @laws, @logic, glob('proofs/include/* proofs/units/*')) {
  my %of = statements($file);
  $now{"$file $_"} = substr(sha256_hex($of{$_}), 0, 16) for keys %of;
  for my $name (keys %of) {
    refuse("$file: $name has a contract and is in no unit: nobody proves it") if $file =~ m{^proofs/laws/} && !$listed{$name};
  }
}
my %pinned = -f 'proofs/statements' ? map { /^(\S+) (.*)$/ ? ($2 => $1) : () } split /\n/, slurp('proofs/statements') : ();
my @changed = grep { ($pinned{$_} // '') ne ($now{$_} // '') } sort keys %{{%pinned, %now}};
for (@changed) {
  my $what = !$pinned{$_} ? 'is new' : !$now{$_} ? 'is gone' : 'has changed';
  print "proofs: the statement of $_ $what\n";
}
if (@ARGV && $ARGV[0] eq '--accept') {
  spill('proofs/statements', join '', map { "$now{$_} $_\n" } sort keys %now);
} elsif (@changed) {
  my %files = map { (split / /)[0] => 1 } @changed;
  my ($revision) = split /\n/, `git log -1 --format=%H -- proofs/statements 2> /dev/null`;
  print `git diff $revision -- @{[join ' ', sort keys %files]}` if $revision;
  refuse('statements are not those of proofs/statements: read the difference, then proofs/gates.pl --accept');
}
printf "proofs: %d statements are as pinned, no admit, no axiom outside of the logic, every ghost lemma in a unit, answers as written\n",
  scalar(keys %now) unless $bad || @changed;
exit $bad;
