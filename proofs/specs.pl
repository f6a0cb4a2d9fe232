#!/usr/bin/perl
# The reviewers' page: on one screen what a PROVED rests on; then each theorem in words and in ACSL, the predicates
# that it names unfolded, the functions that it is about and how often the main job calls them, and what it does not
# cover; then every function with a contract, its goals and who proved them; the census of equations; what is not
# proved, and why.
#
# Reads build/proofs/*.result.json (make prove, or make prove-replay) and proofs/calls (make calls), and writes
# build/proofs/specs.html and build/proofs/specs.md.
use strict;
use warnings;
use JSON::PP;

my $build = ($ENV{BUILD} // 'build') . '/proofs';

sub slurp { my ($file) = @_; open(my $in, '<', $file) or die "$file: $!\n"; local $/; return scalar <$in>; }
sub settings {
  my ($file) = @_;
  my %s = (name => [$file =~ m{([^/]*)\.\w+$}]);
  for (split /\n/, slurp($file)) { push @{$s{$1}}, $2 if /^(\w+): (.*)$/; }
  return \%s;
}
sub one { my ($s, $key) = @_; return $s->{$key} ? $s->{$key}[0] : ''; }
sub listed { return split /,/, one(@_); }

# ---- what a unit reads: its source and all that it includes
sub closure {
  my @files = @_;
  my %known = map { $_ => 1 } @files;
  for my $file (@files) {
    for (slurp($file) =~ /^\s*#\s*include\s*"([^"]+)"/mg) { push @files, $_ if -f && !$known{$_}++; }
  }
  return @files;
}

# ---- contracts of a unit's functions: name -> [file, signature, contract, whether it is ghost code]
my $clause = qr/(?:requires|assigns|ensures|behavior|terminates|decreases)\b/;
my $signature = qr/((?:[\w *]|\n)*?\b(\w+)\([^;{}]*?\))\s*(?:\/\*\@\s*ghost\s*(\([^)]*\))[^*]*\*\/\s*)?[;{]/;
sub tidy { my ($text) = @_; $text =~ s/^\s+|\s+$//g; $text =~ s/\n    /\n/g; return $text; }
sub contracts {
  my %of;
  for my $file (@_) {
    my $text = slurp($file);
    for (['/*@', '*/', 0], ['/@', '@/', 1]) {
      my ($open, $close, $ghost) = @$_;
      while ($text =~ m{\Q$open\E\s*($clause(?:(?!\Q$close\E).)*)\Q$close\E\s*$signature}sg) {
        my ($said, $head, $name, $with) = ($1, $2, $3, $4);
        $head =~ s/\s+/ /g;
        $head .= " with ghost $with" if defined $with;
        $of{$name} //= [$file, $head, tidy($said), $ghost];
      }
    }
  }
  return \%of;
}

# ---- logic of a unit: name -> text of the predicate or function
# A definition ends at the semicolon that is no quantifier's.
sub up_to_end {
  my ($text) = @_;
  my ($binders, $end) = (0, 0);
  while ($text =~ /(\\(?:forall|exists|let)\b)|;/g) {
    if (defined $1) { $binders++; } elsif ($binders) { $binders--; } else { $end = pos $text; last; }
  }
  return substr $text, 0, $end;
}
# DEFINED(what is read, definition) is the definition; see proofs/logic/realize.h.
sub defined_as {
  my ($text) = @_;
  return $text unless $text =~ /^(.*?)\s*\bDEFINED\(\s*(?:NO_MEMORY|reads\s(?:[^,(]|\([^()]*\))*),\s*(.*)\);$/s;
  my ($head, $body) = ($1, $2);
  return "$head =\n  $body;";
}
sub logic_of {
  my %of;
  for my $file (@_) {
    my $text = slurp($file);
    while ($text =~ /\b(?=(?:predicate|logic)\s)((?:predicate|logic\s+\w+[ *]+)\s*(\w+)\s*[{(=DR;].*)/gs) {
      my ($rest, $name) = ($1, $2);
      pos($text) = $-[1] + length $name;
      $of{$name} //= tidy(defined_as(up_to_end($rest)) =~ s/ COMMA/,/gr) if $file =~ /acsl$|^verify/;
    }
  }
  return \%of;
}
# The logic that a text names, and that which it names in turn, but for what was shown.
sub unfolded {
  my ($logic, $shown, $text) = @_;
  my (@names, %seen);
  my @texts = ($text);
  while (defined(my $next = shift @texts)) {
    for ($next =~ /\b([a-z]\w*)(?=[({])/g, $next =~ /\b(rzero|rone)\b/g) {
      next if !$logic->{$_} || $seen{$_}++ || $shown->{$_}++;
      push @names, $_;
      push @texts, $logic->{$_};
    }
  }
  return @names;
}

# ---- units, theorems, calls
my (@units, %theorem, %calls, $command);
for my $path (glob 'proofs/units/*.unit') {
  my $unit = settings($path);
  my $result = "$build/" . one($unit, 'name') . '.result.json';
  die one($unit, 'name') . ": no result; run make prove or make prove-replay first\n" unless -f $result;
  $unit->{result} = decode_json(slurp($result));
  $unit->{files} = [closure(one($unit, 'source'))];
  $unit->{contracts} = contracts(@{$unit->{files}});
  $unit->{logic} = logic_of(@{$unit->{files}});
  for (listed($unit, 'functions')) { $unit->{contracts}{$_} or die one($unit, 'name') . ": no contract of $_\n"; }
  push @units, $unit;
  my ($id) = one($unit, 'theorem') =~ /^(T-\w+)/;
  push @{$theorem{$id}}, $unit if defined $id;
}
for (split /\n/, slurp('proofs/calls')) {
  if (/^# .*`(.*)`/) { $command = $1; } elsif (/^(\S+) (\S+) (\d+)$/) { $calls{"$1 $2"} = $3; }
}
my %not_proved; # by theorem
for (split /\n/, slurp('proofs/open')) { $not_proved{$1} = $2 if /^(\S+)\s+(\S.*)$/; }
my @plants = map { settings($_) } glob 'proofs/must_fail/*.plant';

# The goals of one function.
sub goals_of {
  my ($unit, $function) = @_;
  my $goals = $unit->{result}{functions}{goals};
  my @functions = sort { length $b <=> length $a } listed($unit, 'functions');
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
sub runs { # how often the product calls the function of the unit, whose contract may stand in a header
  my ($unit, $name) = @_;
  my ($n) = grep { defined } map { $calls{"$name $_"} } @{$unit->{files}};
  return 'not compiled into the product on its own' unless defined $n;
  return $n == 0 ? 'not called by that run' : sprintf('called %s times', scalar reverse(join ',', unpack '(A3)*', reverse $n));
}

# ---- the page, as blocks: [kind, text...]
my @page;
sub block { push @page, [@_]; }

my ($goals, $valid, $equations, $seconds, $gaps) = (0, 0, 0, 0, 0);
my (%reproved, %functions);
for my $unit (@units) {
  $goals += $unit->{result}{functions}{total};
  $valid += $unit->{result}{functions}{valid};
  $seconds += $unit->{result}{seconds};
  $gaps += keys %{$unit->{result}{gaps}};
  for (listed($unit, 'functions')) { $functions{"$_ $unit->{contracts}{$_}[0]"} = 1 unless $unit->{contracts}{$_}[3] || $unit->{contracts}{$_}[0] =~ /^proofs/; }
  for (keys %{$unit->{result}{logic}{goals}}) {
    (my $lemma = $_) =~ s/^lemma_//;
    push @{$reproved{$lemma}}, one($unit, 'name') if $unit->{result}{logic}{goals}{$_}{valid};
  }
}
my @order = ((grep { $theorem{$_} } qw(T-CERT T-EVAL T-DUAL T-GRAD T-ADJOINT T-TRANSPOSE T-CHECK T-FIELD T-SPARSE T-MATRIX T-SIMP T-ARENA)));
my %placed = map { $_ => 1 } @order;
push @order, grep { !$placed{$_} } sort keys %theorem;

block('h1', 'Adjudge: what the C promises, and what is proved of it');
block('h2', 'What a PROVED rests on', 'rests');
block('p', 'A verdict PROVED is made in one place, by `gate_outcome` from a token; a token is made only by `gate_check`, of '
  . 'certificates that `certificate_holds` accepts (or of paths that `gate_leaves` finds to be all). By T-CERT each claim '
  . 'of an accepted certificate is so in every commutative ring, at every point, along every direction that satisfy the hypotheses it lists. '
  . 'All of that code is proved, and asks nothing of who wrote the certificate:');
block('link', "T-CERT", "T-CERT: an accepted certificate's claims hold, whoever wrote it");
block('link', 'T-EVAL', 'T-EVAL: the source interpreter gives what a first-order term denotes, and a straight-line program its values');
block('link', 'T-DUAL', 'T-DUAL: what the certificate calls the derivative is the derivative, f(x + h dx) = f(x) + h dv + O(h^2)');
block('p', 'Believed beyond the proofs, and tested: that the certificate\'s programs are recordings of the program\'s text and '
  . 'of the engine\'s derivative (parser, recording ring, interpreters of the target languages); that an input that stands for '
  . 'a quotient or for a function has the derivative that its hypothesis says; that a leaf\'s certificate is of its path. '
  . 'Believed besides: WP and its model of memory, the provers, the compiler. Each line of this is in proofs/SOUNDNESS.md.');
block('p', sprintf('%d theorems, whole or in part; %d of %d goals proved, %d open; %d functions of the product; %d planted errors that '
  . 'must not prove; %.0f s of provers.', scalar(@order), $valid, $goals, $gaps, scalar(keys %functions), scalar(@plants), $seconds));
block('h2', 'Contents', 'contents');
block('link', $_, "$_: " . join('; ', map { my ($what) = one($_, 'theorem') =~ /^T-\w+, (?!in part)(.*)/; $what // one($_, 'name') } @{$theorem{$_}})) for @order;
block('link', @$_) for ['functions', 'Functions, with goals and provers'], ['unproved', 'Contracts without a proof, and why'],
  ['census', 'Census of equations'];

for my $id (@order) {
  block('h2', $id, $id);
  my %shown;
  for my $unit (@{$theorem{$id}}) {
    block('p', ucfirst(one($unit, 'says')) . '. (' . one($unit, 'paper') . '; unit ' . one($unit, 'name') . ', laws in '
      . one($unit, 'source') . ')');
    for my $name (listed($unit, 'statement')) {
      my ($file, $head, $said, $ghost) = @{$unit->{contracts}{$name}};
      block('p', $ghost || $file =~ /^proofs/ ? "The law `$name` ($file):"
        : "The function `$name` ($file), " . runs($unit, $name) . ':');
      block('pre', "$said\n$head");
    }
    my @names = unfolded($unit->{logic}, \%shown, join "\n", map { $unit->{contracts}{$_}[2] } listed($unit, 'statement'));
    next unless @names;
    block('p', 'Where');
    block('pre', join "\n", map { $unit->{logic}{$_} } @names);
  }
  block('p', 'Not covered: ' . ($not_proved{$id} // 'nothing that the sentences above say.'));
  block('p', 'Errors planted, each of which must lose a goal: ' . join('; ', map { one($_, 'what') . ' (' . one($_, 'name') . ')' } @$_) . '.')
    for grep { @$_ } [grep { my $u = one($_, 'unit'); grep { one($_, 'name') eq $u } @{$theorem{$id}} } @plants];
}
block('p', 'The operations of the ring are shown as the real numbers realize them; in the proofs they are known by the laws of '
  . 'commutative rings alone.');
block('p', "Calls were counted in one run, of `$command` (proofs/calls; make calls).");

block('h2', 'Functions, with goals and provers', 'functions');
for my $unit (@units) {
  block('h3', one($unit, 'theorem') ? one($unit, 'theorem') . ' (' . one($unit, 'name') . ')' : one($unit, 'name'));
  block('p', sprintf('%d of %d equations, of %s.', @{$unit->{result}{logic}}{qw(valid total)}, one($unit, 'source')))
    unless $unit->{functions};
  for my $name (listed($unit, 'functions')) {
    my ($n, $good, $provers, $ms, $open) = goals_of($unit, $name);
    my ($file, $head, $said, $ghost) = @{$unit->{contracts}{$name}};
    block('h4', "$name, $file" . ($ghost ? ', ghost code' : $file =~ /^proofs/ ? ', a law' : ', ' . runs($unit, $name)));
    block('pre', "$said\n$head");
    block('p', sprintf('%d of %d goals, %.1f s: %s', $good, $n, $ms / 1000,
      join(', ', map { "$_ $provers->{$_}" } sort keys %$provers)));
    block('p', "Not proved: $_" . (defined $unit->{result}{gaps}{$_} ? ", because $unit->{result}{gaps}{$_}" : '')) for @$open;
  }
}
block('h2', 'Contracts without a proof, and why', 'unproved');
for (split /\n/, slurp('proofs/unproved')) { block('p', "$1: $2.") if /^(\w+)\s+(\S.*)$/; }
for (grep { !$theorem{$_} } sort keys %not_proved) { block('p', "$_: $not_proved{$_}"); }
block('h2', 'Census of equations', 'census');
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
sub marked { my ($text) = @_; $text = escape($text); $text =~ s{`([^`]*)`}{<code>$1</code>}g; return $text; }

open(my $md, '>', "$build/specs.md") or die;
open(my $html, '>', "$build/specs.html") or die;
print $html '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>Adjudge: contracts and proofs</title><style>body{max-width:60em;margin:2em auto;padding:0 1em;font:16px/1.5 serif}',
  "pre{background:#f4f4f4;padding:.5em;overflow:auto}code,pre{font-size:14px}</style>\n";
my %hash = (h1 => '#', h2 => '##', h3 => '###', h4 => '####');
for (@page) {
  my ($kind, $text, $more) = @$_;
  if ($hash{$kind}) {
    print $md "$hash{$kind} ", defined $more ? "<a id=\"$more\"></a>" : '', "$text\n\n";
    print $html "<$kind", defined $more ? " id=\"$more\"" : '', '>', escape($text), "</$kind>\n";
  }
  elsif ($kind eq 'pre') { print $md "```\n$text\n```\n\n"; print $html '<pre>', escape($text), "</pre>\n"; }
  elsif ($kind eq 'link') { print $md "- [$more](#$text)\n"; print $html "<p><a href=\"#$text\">", escape($more), "</a></p>\n"; }
  elsif ($kind eq 'item') { print $md "- $text: `$more`\n"; print $html '<p>', escape($text), ': <code>', escape($more), "</code></p>\n"; }
  else { print $md "\n$text\n\n"; print $html '<p>', marked($text), "</p>\n"; }
}
print "$build/specs.html and $build/specs.md\n";
