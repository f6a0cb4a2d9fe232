#!/usr/bin/perl
# The rules of the sheets as a table: rule -> figure -> function -> tests -> proof.
#   rules_table.pl --write TESTS...   runs the unit tests to see which rules each exercises
#                                     and writes semantics/rules.md
#   rules_table.pl --check            whether rules, figures, functions and proofs in it are
#                                     those of the code; which tests exercise a rule is as it
#                                     was when the table was written
use strict;
use warnings;
use File::Basename qw(basename dirname);

chdir(dirname($0) . "/../..") or die "$!\n";
my $table = "semantics/rules.md";

sub to { my ($what, $file) = @_; return "[$what](../$file)"; } # a link, from semantics/
sub slurp { my $file = shift; local (@ARGV, $/) = ($file); return scalar <>; }

# Rules in the order in which they are stated, by module.
my (@modules, %rules, %figure, %statement);
# A rule that is text that is run, RULE_TEXT with its judgement, is its own implementation.
my %places;
my $string = qr/(?:"(?:[^"\\]|\\.)*"\s*)+/;
for my $file (sort glob("semantics/*/rules.def semantics/*/*/rules.def ad/*/rules.def ad/*/*.rules verify/*/rules.def")) {
  my $text = slurp($file);
  $text =~ s{/\*.*?\*/}{}gs;
  my $module = dirname($file);
  while ($text =~ /^RULE_(DEF|TEXT)\(\s*(\w+)\s*,\s*($string),\s*(?:$string,\s*)?($string)\)/gm) {
    my ($kind, $id, $where, $what) = ($1, $2, $3, $4);
    for ($where, $what) { $_ = join("", /"((?:[^"\\]|\\.)*)"/g); s/\\(.)/$1/g; }
    push @modules, $module unless $rules{$module};
    push @{ $rules{$module} }, $id;
    ($figure{$id}, $statement{$id}) = ($where, $what);
    $places{$id} = [to("`" . basename($file) . "`", $file)] if $kind eq "TEXT";
  }
}

# Where each is cited: the function around RULE(id).
for my $file (sort glob("semantics/*/*.c semantics/*/*/*.c ad/*/*.c verify/*/*.c verify/*/*/*.c")) {
  my $function = "";
  for (split /\n/, slurp($file)) {
    $function = $1 if /^[A-Za-z_][\w \*]*?\b(\w+)\([^;]*$/ && !/^\s*(?:typedef|#)/;
    while (/\bRULE\((\w+)\)/g) {
      my $place = to("`$function`", $file);
      push @{ $places{$1} }, $place unless grep { $_ eq $place } @{ $places{$1} || [] };
    }
  }
}

# Functions proved, by theorem. Other files may have functions of the same name.
my %theorem;
my %proved_file = map { $_ => 1 } split /\n/, slurp("proofs/kernel");
for my $unit (sort glob("proofs/units/*.unit")) {
  my $text = slurp($unit);
  my ($name) = $text =~ /^theorem: (\S+)/m;
  my ($functions) = $text =~ /^functions: (.*)/m;
  $theorem{$_} = $name for defined $functions ? split(/\s*,\s*/, $functions) : ();
}

sub proof { # of the functions that implement a rule
  my %names;
  for (@{ $places{ $_[0] } || [] }) {
    $names{ $theorem{$1} } = 1 if m{^\[`(\w+)`\]\(\.\./(\S+)\)$} && $theorem{$1} && $proved_file{$2};
  }
  return join(", ", sort keys %names) || "-";
}

# Which unit tests exercise each: up to three by name, and how many more.
my %exercised;
if (@ARGV && $ARGV[0] eq "--write") {
  my $hits = "build/rule-hits.$$";
  for my $test (sort @ARGV[1 .. $#ARGV]) {
    unlink $hits;
    local $ENV{ADJUDGE_RULE_HITS} = $hits;
    system("$test > /dev/null 2>&1") == 0 or die "$test fails\n";
    next unless -e $hits;
    my %seen;
    push @{ $exercised{$_} }, basename($test) for grep { !$seen{$_}++ } split /\n/, slurp($hits);
  }
  unlink $hits;
}

# The tests that exercise the fewest rules come first: they are about the rule.
my %breadth;
for my $id (keys %exercised) { $breadth{$_}++ for @{ $exercised{$id} }; }

sub tests {
  my @tests = map { to($_, "tests/unit/$_.c") } sort { $breadth{$a} <=> $breadth{$b} || $a cmp $b } @{ $exercised{ $_[0] } || [] };
  my $more = @tests - 3;
  return "none" unless @tests;
  return join(", ", $more > 0 ? (@tests[0 .. 2], "$more more") : @tests);
}

sub cell { my $text = shift; $text =~ s/\|/\\|/g; return $text; }

my @lines = (
  "# Rules",
  "",
  "Written by `make table`; `make rules` checks it. A rule stands above the code that implements it; the table says where",
  "it comes from, which function implements it, which unit tests apply it (those that apply the fewest rules first), and",
  "which theorem of [proofs](../proofs/README.md) is about that function. Campaigns (`make verify`) and planted errors",
  "([tests](../tests/README.md)) come on top. The papers are in [ad](../ad/README.md).",
  "",
  join(" · ", map { "[$_](#" . ($_ =~ s{/}{}gr) . ")" } @modules),
);
for my $module (@modules) {
  push @lines, "", "## $module", "", "| rule | statement | figure | function | tests | proof |", "|---|---|---|---|---|---|";
  for my $id (@{ $rules{$module} }) {
    my @cells = ($id, "`` $statement{$id} ``", $figure{$id}, join(", ", @{ $places{$id} || [] }), tests($id), proof($id));
    push @lines, "| " . join(" | ", map { cell($_) } @cells) . " |";
  }
}

if (@ARGV && $ARGV[0] eq "--write") {
  open(my $out, ">", $table) or die "$table: $!\n";
  print $out map { "$_\n" } @lines;
  close $out or die "$table: $!\n";
  exit 0;
}
die "usage: $0 --write TESTS... | --check\n" unless @ARGV && $ARGV[0] eq "--check";

# Without the column of tests.
sub without_tests { return map { s/ \| [^|]* \| ([^|]*) \|$/ | $1 |/r } @_; }
my @there = -e $table ? split(/\n/, slurp($table)) : ();
my ($want, $have) = (join("\n", without_tests(@lines)), join("\n", without_tests(@there)));
if ($want ne $have) { print "$table is not current: make table\n"; exit 1; }
my $untested = grep { / \| none \| [^|]* \|$/ } @there;
print "table: $table is current; $untested rules were exercised by no unit test when it was written\n";
