#!/usr/bin/perl
# semantics/functions.md: the library of functions as a page, made of functions.def.
# usage: functions_table.pl --write | --check
use strict;
use warnings;
use FindBin;
chdir "$FindBin::Bin/../.." or die;
my $page = 'semantics/functions.md';
my ($mode) = @ARGV;
die "usage: functions_table.pl --write | --check\n" unless ($mode // '') =~ /^--(write|check)$/;

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }

my $text = <<'END';
# The library of functions

Operations of the source language, elementwise on real^n (made of `semantics/rings/functions.def` by `make table`).
The parameters p and q are constants. Each engine makes its rules of the slopes here; truth has tables of its own
(`semantics/rings/function_slopes.c`) or none (series by Arb, Cauchy's integral), and a test compares them. A function
with a formula has that for its meaning, also for truth.
At an edge there is a value and no derivative. Where no domain is given there is a value everywhere, and where no
edge is given the function is analytic on its domain. pi is 4 * atan 1, and e is exp 1.

x ^ y with an exponent that is no constant is pow x y: for x > 0, and 0 ^ y = 0 for y > 0. 0 ^ 0, 0 ^ y for y < 0 and
x ^ y for x < 0 are outside the domain, also where y is a whole number: for these, write a constant exponent.

| function | slope by x | slope by y | domain | edges |
|---|---|---|---|---|
END
my $def = slurp('semantics/rings/functions.def');
my $string = qr/"((?:[^"\\]|\\.)*)"/;
my %meaning = $def =~ /^MEANING\((\w+),\s*$string\)$/mg;
while ($def =~ /^FUNCTION\((\w+),\s*$string,\s*(\d), (\d),\s*$string,\s*$string,\s*$string,\s*$string\)$/mg) {
  my ($code, $name, $parameters, $operands, @columns) = ($1, $2, $3, $4, $5, $6, $7, $8);
  my $head = join(' ', $name, ('p', 'q')[0 .. $parameters - 1], ('x', 'y')[0 .. $operands - 1]);
  $head .= " = $meaning{$code}" if exists $meaning{$code};
  for (@columns) { s/\$1/p/g; s/\$2/q/g; }
  $text .= '| `' . join(' | ', "$head`", map { length $_ ? $_ : '' } map { $_ eq '' ? '' : "`$_`" } @columns[0, 1]) .
    " | $columns[2] | $columns[3] |\n";
}
my $rows = () = $text =~ /^\| `/mg;
my $lines = () = $def =~ /^FUNCTION\(/mg;
die "$rows of $lines lines of functions.def are read\n" if $rows != $lines;
if ($mode eq '--write') {
  open(my $out, '>', $page) or die "$page: $!\n";
  print $out $text;
  exit 0;
}
if (!-e $page || slurp($page) ne $text) { print "$page is not what functions.def says: make table\n"; exit 1; }
print "functions: $lines in $page\n";
