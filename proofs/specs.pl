#!/usr/bin/perl
# The reviewer's page: every function of the product with a contract, the contract,
# the theorem, its goals, who proved them and how long it took; the census of
# equations; what is not proved, and why.
#
# Reads build/proofs/*.result.json (make prove, or make prove-replay) and writes
# build/proofs/specs.html and build/proofs/specs.md.
use strict;
use warnings;
use JSON::PP;

my $build = ($ENV{BUILD} // 'build') . '/proofs';

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub settings {
  my ($file) = @_;
  my %s;
  for (split /\n/, slurp($file)) { push @{$s{$1}}, $2 if /^(\w+): (.*)$/; }
  return \%s;
}
sub one { my ($s, $key) = @_; return $s->{$key} ? $s->{$key}[0] : ''; }

# ---- contracts of the product: function -> file, text
my (%file, %contract);
for my $file (split ' ', `git ls-files 'semantics/*.[ch]' 'ad/*.[ch]' 'verify/*.[ch]'`) {
  my $text = slurp($file);
  while ($text =~ m~/\*\@\s*((?:requires|assigns|ensures|behavior)\b(?:(?!\*/).)*)\*/\s*[^;{()]*?(\w+)\(~sg) {
    ($file{$2}, $contract{$2}) = ($file, $1) unless $file{$2};
  }
}

# ---- units
my (@units, %total);
for my $path (glob 'proofs/units/*.unit') {
  my $unit = settings($path);
  ($unit->{name} = $path) =~ s{^.*/|\.unit$}{}g;
  die "$unit->{name}: no result; run make prove or make prove-replay first\n" unless -f "$build/$unit->{name}.result.json";
  $unit->{result} = decode_json(slurp("$build/$unit->{name}.result.json"));
  push @units, $unit;
}
my @plants = map { my $s = settings($_); ($s->{name} = $_) =~ s{^.*/|\.plant$}{}g; $s } glob 'proofs/must_fail/*.plant';

# The goals of one function.
sub goals_of {
  my ($unit, $function) = @_;
  my $goals = $unit->{result}{functions}{goals};
  my @functions = sort { length $b <=> length $a } split /,/, one($unit, 'functions');
  my (@mine, %provers);
  my $ms = 0;
  for my $goal (keys %$goals) {
    my ($owner) = grep { $goal =~ /^\Q$_\E_/ } @functions;
    next unless defined $owner && $owner eq $function;
    push @mine, $goal;
    $provers{$goals->{$goal}{prover}}++ if $goals->{$goal}{valid};
    $ms += $goals->{$goal}{ms};
  }
  return (scalar(@mine), scalar(grep { $goals->{$_}{valid} } @mine), \%provers, $ms, [grep { !$goals->{$_}{valid} } sort @mine]);
}

# ---- the page, as blocks: [kind, text...]
my @page;
sub block { push @page, [@_]; }

my ($goals, $valid, $equations, $seconds, $gaps) = (0, 0, 0, 0, 0);
my (%reproved, %theorem);
for my $unit (@units) {
  $goals += $unit->{result}{functions}{total};
  $valid += $unit->{result}{functions}{valid};
  $seconds += $unit->{result}{seconds};
  $gaps += keys %{$unit->{result}{gaps}};
  $theorem{one($unit, 'theorem')} = 1 if $unit->{theorem};
  for (keys %{$unit->{result}{logic}{goals}}) {
    (my $lemma = $_) =~ s/^lemma_//;
    push @{$reproved{$lemma}}, $unit->{name} if $unit->{result}{logic}{goals}{$_}{valid};
  }
}
block('h1', 'Adjudge: what the C promises, and what is proved of it');
block('p', sprintf('%d theorems, whole or in part, %d of %d goals proved, %d open goals, %d functions of the product, %d planted errors that must not '
  . 'prove, %.0f s. What the proofs rest on is in proofs/SOUNDNESS.md; the theorems and parts that are not proved are listed below.', scalar(keys %theorem), $valid, $goals, $gaps,
  scalar(grep { $contract{$_} } map { split /,/, one($_, 'functions') } @units), scalar(@plants), $seconds));
for my $unit (@units) {
  block('h2', $unit->{theorem} ? one($unit, 'theorem') . ' (' . $unit->{name} . ')' : $unit->{name});
  block('p', one($unit, 'says') . '.');
  block('p', $unit->{functions} ? 'Implements: ' . one($unit, 'paper') . '. Laws: ' . one($unit, 'source') . '.'
    : sprintf('%d of %d equations, of %s.', @{$unit->{result}{logic}}{qw(valid total)}, one($unit, 'source')));
  for my $function (split /,/, one($unit, 'functions')) {
    my ($n, $good, $provers, $ms, $open) = goals_of($unit, $function);
    block('h3', $function . (defined $file{$function} ? " — $file{$function}" : ' — a lemma, ghost code'));
    block('pre', $contract{$function}) if defined $contract{$function};
    block('p', sprintf('%d of %d goals, %.1f s: %s', $good, $n, $ms / 1000,
      join(', ', map { "$_ $provers->{$_}" } sort keys %$provers)));
    block('p', "Not proved: $_" . (defined $unit->{result}{gaps}{$_} ? ", because $unit->{result}{gaps}{$_}" : '')) for @$open;
  }
  for my $plant (grep { one($_, 'unit') eq $unit->{name} } @plants) {
    block('p', 'Planted error that must not prove: ' . one($plant, 'what') . ' (' . $plant->{name} . ').');
  }
}
block('h2', 'Contracts without a proof, and why');
for (split /\n/, slurp('proofs/unproved')) { block('p', "$1: $2.") if /^(\w+)\s+(\S.*)$/; }
block('h2', 'Theorems and parts that are not proved');
for (split /\n/, slurp('proofs/open')) { block('p', "$1: $2") if /^(\S+)\s+(\S.*)$/; }
block('h2', 'Census of equations');
block('p', 'No axiom is assumed: each equation below is proved again, as a lemma, from an explicit definition of its functions '
  . '(-DREALIZE). The laws of a commutative ring are realized by the real numbers, which shows them consistent; what is proved '
  . 'from them holds in every commutative ring.');
for my $logic (glob 'proofs/logic/*.acsl') {
  my $text = slurp($logic);
  while ($text =~ /\b(EQUATION|lemma)\s+(\w+)[^:]*:\s*([^;]*);/g) {
    my ($name, $says) = ($2, $3);
    $says =~ s/\s+/ /g;
    my $where = $reproved{$name} ? join(', ', @{$reproved{$name}}) : 'NOT RE-PROVED';
    block('item', "$name ($logic; re-proved in $where)", $says);
  }
}

sub escape { my ($text) = @_; $text =~ s/&/&amp;/g; $text =~ s/</&lt;/g; $text =~ s/>/&gt;/g; return $text; }

open(my $md, '>', "$build/specs.md") or die;
open(my $html, '>', "$build/specs.html") or die;
print $html '<!doctype html><html lang="en"><meta charset="utf-8"><title>Adjudge: contracts and proofs</title>',
  '<style>body{max-width:60em;margin:2em auto;padding:0 1em;font:16px/1.5 serif}pre{background:#f4f4f4;padding:.5em;',
  "overflow:auto}code,pre{font-size:14px}</style>\n";
my %hash = (h1 => '#', h2 => '##', h3 => '###');
for (@page) {
  my ($kind, $text, $more) = @$_;
  if ($hash{$kind}) { print $md "$hash{$kind} $text\n\n"; print $html "<$kind>", escape($text), "</$kind>\n"; }
  elsif ($kind eq 'pre') { print $md "```\n$text\n```\n\n"; print $html '<pre>', escape($text), "</pre>\n"; }
  elsif ($kind eq 'item') { print $md "- $text: `$more`\n"; print $html '<p>', escape($text), ': <code>', escape($more), "</code></p>\n"; }
  else { print $md "$text\n\n"; print $html '<p>', escape($text), "</p>\n"; }
}
print "$build/specs.html and $build/specs.md\n";
