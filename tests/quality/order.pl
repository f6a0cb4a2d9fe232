#!/usr/bin/perl
# Operands of one call that both draw from a counter: C leaves open which is first, and compilers differ, so that one
# seed would give two reports, or one derivative two names.  A function draws if it moves a field named here, or calls
# one that does; the operands of a call are looked at with all that stands in them.
#
#   tests/quality/order.pl [FILE...]      prints such places; exit code 1 if there are any
use strict;
use warnings;

my $field = qr/(?:->|\.)(?:seed|fresh|drawn|names|stamp|next|taken|at|position|token|serial|counter|state)\b/;
my $moves = qr/$field(?:\[[^\]]*\])?\s*(?:\+\+|--|[-+]=)|(?:\+\+|--)\w+$field|\brandom_next\s*\(/;
my $word  = qr/(?<![\w>.])([a-z]\w*)\s*\(/;
my @files = @ARGV ? @ARGV : sort(grep { !m{^semantics/(memory|rings|tables|straight)/} } glob('semantics/*/*.[ch] semantics/*/*/*.[ch] ad/*.c ad/*/*.[ch] verify/*/*.[ch] verify/*/*/*.[ch]'));

sub plain { # no comments, texts or lines of the preprocessor; what is left stands where it stood
  my ($code) = @_;
  $code =~ s{/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*}
            {my $piece = $&; $piece =~ s/[^\n]/ /g; $piece}gsme;
  return $code;
}

# Functions by where they stand: {file, name, static, code, place, calls, draws}.
my (@functions, %own, %known, %text);
for my $file (@files) {
  open(my $in, '<', $file) or die "$file: $!\n";
  local $/;
  $text{$file} = plain(<$in>);
  while ($text{$file} =~ /^([a-z][^;{}()=\n]*?\b)(\w+)\s*\([^;{}]*\)\s*(\{(?:[^{}]++|(?3))*\})/gim) {
    my ($before, $name, $code, $place) = ($1, $2, $3, $-[3]);
    my %f = (file => $file, name => $name, static => scalar($before =~ /\bstatic\b/), code => $code, place => $place);
    $f{calls} = [$f{code} =~ /$word/g];
    $f{draws} = $f{code} =~ $moves;
    push @functions, \%f;
    $own{"$file:$f{name}"} = \%f;
    $known{$f{name}} = \%f unless $f{static} && $file =~ /\.c$/;
  }
}

sub draws { # a name as called in a file
  my ($name, $file) = @_;
  my $f = $own{"$file:$name"} || $known{$name};
  return $f && $f->{draws};
}

my $more = 1;
while ($more) {
  $more = 0;
  for my $f (grep { !$_->{draws} } @functions) {
    $more = $f->{draws} = 1 if grep { draws($_, $f->{file}) } @{$f->{calls}};
  }
}

sub operands { # of a list, split at its commas
  my @operands = ('');
  my $depth = 0;
  for my $piece ($_[0] =~ /[(\[{)\]},]|[^()\[\]{},]+/g) {
    $depth++ if $piece =~ /[(\[{]/;
    $depth-- if $piece =~ /[)\]}]/;
    if ($piece eq ',' && $depth == 0) { push @operands, '' } else { $operands[-1] .= $piece }
  }
  return @operands;
}

my $bad = 0;
for my $f (@functions) {
  my ($code, $file) = @$f{qw(code file)};
  while ($code =~ /$word/g) {
    my ($name, $at, $open) = ($1, $-[0], $+[0] - 1);
    next if $name =~ /^(?:if|while|for|switch|return|sizeof)$/;
    my ($inside) = substr($code, $open) =~ /^(\((?:[^()]++|(?1))*\))/ or next;
    my $count = 0;
    for my $operand (operands(substr($inside, 1, -1))) {
      my @called = $operand =~ /$word/g;
      $count++ if $operand =~ $moves || grep { draws($_, $file) } @called;
    }
    next if $count < 2;
    $inside =~ s/\s+/ /g;
    printf "%s:%d: %s%s\n", $file, 1 + (substr($text{$file}, 0, $f->{place} + $at) =~ tr/\n//), $name, $inside;
    $bad++;
  }
}
print "$bad calls have two operands that draw from a counter: which is first?\n" if $bad;
exit($bad ? 1 : 0);
