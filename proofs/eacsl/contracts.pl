# From the contracts of the proofs to contracts that E-ACSL compiles: the same text, by these rules.
#
#  - A logic function becomes a C function with the text of its own definition (proofs/logic, DEFINED); E-ACSL
#    sees a declaration only, and its call is joined to the C function after E-ACSL has run.
#  - A predicate is written out where it stands: E-ACSL has none that read memory.
#  - What stands at the label Pre under a quantifier, or is a logic function of memory at Pre, is read from
#    copies of the blocks that the pointers of the contract name (proofs/eacsl/logic/memory.c), made on entry.
#  - `assigns` becomes the demand that of those blocks all else is as it was.
#  - Ghost parameters become parameters.  Loop invariants, assertions and other ghost code are steps of proofs,
#    not promises, and are left out.
#  - A quantifier over ring elements, or over the keys of maps, runs over the small ones; one over the paths into a
#    value over those of two steps.
#  - A predicate that recurs, or that C in proofs/eacsl/logic calls, and what its definition names, becomes C as logic
#    functions do.  What a logic function gives that is a pointer is compared in C.
#  - A predicate at Pre is the one of that name with _then, by hand, if there is one; else it is left to E-ACSL as a
#    whole, if it is about no memory under a quantifier.  What the memory behind a parameter of type T *
#    points to is kept too by the predicate keep_T, by hand, where a unit has them (proofs/eacsl/UNIT.acsl).
#  - A logic function that gives (uint64_t) of something is a word, not a number with a sign.
#  - A Value is passed as its fields, and Values are equal whose fields are; what a machine counts, ghost variables in
#    the proofs, is read in the machine.
#  - A field at Pre is read with its own size and sign, and a pointer among them is compared as a number; a pointer at
#    Pre that depends on no variable is left to E-ACSL, and so is a predicate at Pre that is about no memory under a
#    quantifier.
use strict;
use warnings;

# name -> what is known of it; every clause, and every function under contract, in order
our (%logic, %predicate, @clauses, @functions);
my %truths; # fields that are truth values
my %bytes; # parameters, of the function at hand, that point to characters
my %field; # struct -> field -> its type, and of what kind it is: pointer, signed or unsigned (of 64 bits), or none

my $small = 4; # elements and keys 0, 1, ...
my $paths = 112; # those of two steps
my @fields = qw(kind n scalar.word parts); # of a Value
my %of_parameter; # the types that the parameters of the function at hand have or point to
my %counted = (machine_fuel => 'machine->fuel', machine_depth => 'machine->depth');
my $words = qr/[A-Za-z_]\w*/;

sub balanced { # text, place of an opening bracket: the place after its closing one
  my ($text, $at) = @_;
  my $depth = 0;
  for (my $i = $at; $i < length $text; $i++) {
    my $c = substr($text, $i, 1);
    $depth++ if $c =~ /[(\[{]/;
    $depth-- if $c =~ /[)\]}]/;
    return $i + 1 if $depth == 0;
  }
  die "a bracket is not closed: " . substr($text, $at, 60) . "\n";
}

sub arguments { # text between brackets: its parts at the commas that no bracket is around
  my ($text) = @_;
  my ($depth, $part, @parts) = (0, '');
  for my $c (split //, $text) {
    $depth++ if $c =~ /[(\[{]/;
    $depth-- if $c =~ /[)\]}]/;
    if ($c eq ',' && $depth == 0) { push @parts, $part; $part = ''; } else { $part .= $c; }
  }
  return map { s/^\s+|\s+$//gr } @parts, $part;
}

sub parameters { # "Scalar *x, *y, integer n": a list of [type, name]
  my ($text) = @_;
  my ($type, @list) = ('');
  for my $part (arguments($text)) {
    next if $part eq '';
    $part =~ /^(?:(.*?\w)\s+)?(\**)($words)$/ or $part =~ /^(.*?\w)\s*(\*+)\s*($words)$/ or die "a parameter: $part\n";
    $type = $1 if defined $1;
    push @list, [$type . ($2 ? " $2" : ''), $3];
  }
  return \@list;
}

sub without_comments { my ($text) = @_; $text =~ s{//[^\n]*}{}g; return $text; }

# The logic functions and predicates of one file of proofs/logic.
sub read_logic {
  my ($file, $text) = @_;
  while ($text =~ m{/\*@(.*?)\*/}sg) {
    my $part = without_comments($1);
    while ($part =~ /\b(logic|predicate)\s+((?:$words\s+)?\**)($words)\s*(?:\{[^}]*\})?\s*(\()?/g) {
      my ($sort, $type, $name, $bracket) = ($1, $2, $3, $4);
      my $at = pos($part);
      my ($params, $labels) = ([], 1);
      my $head = substr($part, $-[0], $+[0] - $-[0]);
      my @labels = $head =~ /\{([^}]*)\}/ ? arguments($1) : ();
      if ($bracket) {
        my $end = balanced($part, $at - 1);
        $params = parameters(substr($part, $at, $end - 1 - $at));
        $at = $end;
      }
      my $rest = substr($part, $at);
      my $entry = {name => $name, params => $params, labels => \@labels, file => $file, sort => $sort, type => $type =~ s/\s+$//r};
      if ($rest =~ /^\s*DEFINED\(/) {
        my $open = $at + $+[0] - 1;
        my $inside = substr($part, $open + 1, balanced($part, $open) - $open - 2);
        (undef, my @body) = arguments($inside);
        $entry->{body} = join(', ', @body);
      } elsif ($rest =~ /^\s*=\s*(.*?);/s) {
        my ($start, $depth) = ($at + $-[1], 0);
        # a quantifier has a semicolon of its own
        my $i = $start;
        for (my $quantifiers = 0; $i < length $part; $i++) {
          $quantifiers++ if substr($part, $i) =~ /^\\(forall|exists|let)\b/;
          last if substr($part, $i, 1) eq ';' && $quantifiers-- == 0;
        }
        $entry->{body} = substr($part, $start, $i - $start);
      }
      ($sort eq 'logic' ? \%logic : \%predicate)->{$name} = $entry;
    }
  }
}

# Predicates that recur or that C by hand names, and those that their definitions name, are marked.
sub mark_in_c {
  my ($by_hand) = @_;
  my @marked = grep { defined $predicate{$_}{body} && ("$predicate{$_}{body}" =~ /\b$_\(/ || $by_hand =~ /\blogic_$_\(/) } sort keys %predicate;
  for my $name (@marked) {
    next if $predicate{$name}{in_c}++;
    push @marked, grep { $predicate{$_} && defined $predicate{$_}{body} } $predicate{$name}{body} =~ /\b($words)\(/g;
  }
}

# ---- clauses

my $fresh = 0;

sub substitute { # text, name -> text; names after . and -> are fields and stay
  my ($text, $by) = @_;
  $text =~ s/(?<![\w.\\])(?<!->)($words)/exists $by->{$1} ? $by->{$1} : $1/ge;
  return $text;
}

sub renamed { # bound variables get names of their own
  my ($text) = @_;
  my %by;
  while ($text =~ /\\(?:forall|exists)\s+($words)\s+([^;]*);/g) {
    $by{$_} = $_ . '_' . ++$fresh for arguments($2);
  }
  return substitute($text, \%by);
}

sub spread { # predicates are written out; $label: where the text stands
  my ($text, $depth) = @_;
  die "predicates nest too deep\n" if $depth > 8;
  $text =~ s/(?<![\w.\\>])($words)\b(?![({])/$predicate{$1} && !@{$predicate{$1}{params}} ? "($predicate{$1}{body})" : $1/ge;
  while ($text =~ /(?<![\w.\\])(?<!->)($words)(\{[^}]*\})?\(/g) {
    my ($name, $label) = ($1, $2);
    my $entry = $predicate{$name};
    next unless $entry && defined $entry->{body} && !$entry->{in_c};
    my ($start, $open) = ($-[0], $+[0] - 1);
    my $end = balanced($text, $open);
    my @values = arguments(substr($text, $open + 1, $end - $open - 2));
    my $body = renamed($entry->{body});
    my %by = map { $entry->{params}[$_][1] => ($values[$_] =~ /^\w+$/ ? $values[$_] : "($values[$_])") } 0 .. $#values;
    my @at = $label ? arguments($label =~ s/^\{|\}$//gr) : ();
    if (@at == 1 && $at[0] !~ /^(Here|Post)$/) {
      die "the predicate $name stands at $at[0]\n" unless $at[0] =~ /^(Pre|Old)$/;
      my $then = $predicate{"${name}_then"} ? spread("${name}_then(" . join(', ', @values) . ')', $depth + 1) : then($name, $body, \%by, $depth);
      return substr($text, 0, $start) . $then . spread(substr($text, $end), $depth);
    }
    if (@at) {
      my @labels = @{$entry->{labels}};
      $by{$labels[$_]} = $at[$_] for 0 .. $#at;
    }
    $body = substitute($body, \%by);
    return substr($text, 0, $start) . '(' . spread($body, $depth + 1) . ')' . spread(substr($text, $end), $depth);
  }
  return $text;
}

# Logic functions at Pre, and memory at Pre under a quantifier.
sub at_entry {
  my ($text, $pointers) = @_;
  $text =~ s/\{(?:Here|Post)\}//g;
  while ($text =~ /(?<![\w.])($words)\{(?:Pre|Old)\}\(/g) {
    my ($name, $open) = ($1, $+[0] - 1);
    my $entry = $logic{$name} or die "no logic function $name\n";
    my @values = arguments(substr($text, $open + 1, balanced($text, $open) - $open - 2));
    $pointers->{now($values[$_])} = 1 for grep { $entry->{params}[$_][0] =~ /\*/ } 0 .. $#values;
  }
  $text =~ s/(?<![\w.])($words)\{(?:Pre|Old)\}\(/$1_then(/g;
  return $text unless $text =~ /\\(forall|exists)\b/;
  my $names = join '|', map { arguments($_) } $text =~ /\\(?:forall|exists)\s+$words\s+([^;]*);/g;
  my $bound = qr/(?<![\w.\\])(?<!->)(?:$names)\b/;
  while ($text =~ /\\(at|old)\(/) {
    my ($start, $open) = ($-[0], $+[0] - 1);
    my $end = balanced($text, $open);
    my ($what, $label) = arguments(substr($text, $open + 1, $end - $open - 2));
    $label //= 'Pre';
    die "memory at $label\n" unless $label =~ /^(Here|Pre)$/;
    my $as = kind_of($what);
    my $new;
    if ($as eq 'pointer' && $what !~ $bound) {
      $new = $label eq 'Here' ? "($what)" : "\\then($what, Pre)"; # E-ACSL has that itself
    } elsif ($label eq 'Here') {
      $new = $as eq 'pointer' ? "(unsigned long)($what)" : "($what)";
    } else {
      $new = memory_then($what, $pointers);
    }
    substr($text, $start, $end - $start, $new);
  }
  $text =~ s/\\then\(/\\at(/g;
  return $text;
}

# What a term that ends in a field is: a pointer, of 64 bits and signed or unsigned, or nothing of these.
sub kind_of {
  my ($what) = @_;
  my ($last) = $what =~ /(?:\.|->)(\w+)\)*$/ or return '';
  my $path = now($what);
  1 while $path =~ s/\[[^\[\]]*\]//g;
  $path =~ s/[()&]|^\*| \+ \w+//g;
  if ($path =~ /^(\w+)((?:(?:\.|->)\w+)+)$/ && $of_parameter{$1}) {
    my ($type, $kind) = ($of_parameter{$1}, '');
    for my $name ($2 =~ /(\w+)/g) { ($type, $kind) = @{$field{$type // ''}{$name} // []}; }
    return $kind if defined $kind;
  }
  my %kinds = map { $_->{$last}[1] => 1 } grep { $_->{$last} } values %field;
  die "it is not known what $what is\n" if keys %kinds > 1;
  return (keys %kinds)[0] // '';
}

# A pointer at entry, for the block that it points into then.
sub now { my ($text) = @_; $text =~ s/\\(?:old|at|then)\(((?:[^(),]|\((?1)\))*)(?:, Pre)?\)/$1/g; return $text; }

# A predicate's definition at Pre as a whole, if it is about no memory under a quantifier.
sub then {
  my ($name, $body, $by, $depth) = @_;
  my $whole = spread($body, $depth + 1);
  die "the predicate $name stands at Pre\n" if $whole =~ /\\(forall|exists|result)\b/;
  return "\\at(" . substitute($whole, $by) . ', Pre)';
}

sub memory_then {
  my ($what, $pointers) = @_;
  return $what if $what =~ /^\w+$/; # a parameter keeps its value
  $pointers->{$1} = 1 if $what =~ /^\(?([\w>.-]+?)\)?(?:\[|->\w+$)/;
  $pointers->{now($1)} = 1 if $what =~ /^\(\(*(\\(?:at|then)\([^()]*, Pre\))\)* \+ \w+\)->/;
  my $as = kind_of($what);
  my $byte = $what =~ /^\*\(char \*\)/ || $what =~ /^(\w+)\[\w+\]$/ && $bytes{$1};
  my $size = $byte ? 8 : $as eq 'signed' ? 'signed' : $as || $what =~ /\.(word|value)$/ ? 64 : 32;
  return "memory_then_$size((void *)&($what))";
}

# A quantifier over elements, or over keys, is written out for the small ones: E-ACSL 25 does not end on one around
# a field of a parameter.
sub small_quantifiers {
  my ($text) = @_;
  while ($text =~ /\\forall\s+((?:integer\s+\w+\s*,\s*)*)((?:ELEMENT|MEMBER|real)\s+[^;]*);/g) {
    my ($start, $end, $integers, $list) = ($-[0], $+[0], $1, $2);
    my @names = arguments($list =~ s/^\w+//r);
    my $stop = $end + end_of(substr($text, $end));
    my ($head, $tail, @bodies) = (substr($text, 0, $start), substr($text, $stop), substr($text, $end, $stop - $end));
    for my $name (@names) {
      my @more;
      for my $body (@bodies) { push @more, substitute($body, {$name => $_}) for 0 .. $small - 1; }
      @bodies = @more;
    }
    @bodies = map { renamed("\\forall $integers; $_" =~ s/\s*,\s*;/;/r) } @bodies if $integers ne '';
    $text = $head . '(' . join(' && ', map { "($_)" } @bodies) . ')' . $tail;
  }
  return $text;
}

# Of what is supposed under a quantifier, the bounds of the variables stand first and alone.
sub bounds_first {
  my ($text) = @_;
  my $out = '';
  while ($text =~ /\\forall\s+integer\s+[^;]*;/) {
    my $at = $+[0];
    my ($depth, $arrow) = (0);
    for (my $i = $at; $i < length $text && !defined $arrow && $depth >= 0; $i++) {
      my $c = substr($text, $i, 1);
      $depth++ if $c =~ /[(\[{]/;
      $depth-- if $c =~ /[)\]}]/;
      $arrow = $i if $depth == 0 && substr($text, $i, 3) eq '==>';
    }
    my @supposed = defined $arrow ? parts_of_and(substr($text, $at, $arrow - $at)) : ();
    my @bounds = grep { bound($_) } @supposed;
    my @others = grep { !bound($_) } @supposed;
    if (@others) {
      my $end = end_of(substr($text, $arrow)) + $arrow;
      my $goal = substr($text, $arrow + 3, $end - $arrow - 3);
      substr($text, $at, $end - $at, ' ' . join(' && ', @bounds) . ' ==> ((' . join(' && ', @others) . ") ==> $goal)");
    }
    $out .= substr($text, 0, $at);
    $text = substr($text, $at);
  }
  return $out . $text;
}

sub bound { # 0 <= i < n
  my ($text) = @_;
  1 while $text =~ s/\([^()]*\)|\[[^\[\]]*\]/_/g;
  return $text =~ /^[^<>=!]*<=?[^<>=!]*<=?/;
}

sub parts_of_and {
  my ($text) = @_;
  my ($depth, $part, @parts) = (0, '');
  for my $token (split /(&&|[()\[\]{}])/, $text) {
    $depth++ if $token =~ /^[(\[{]$/;
    $depth-- if $token =~ /^[)\]}]$/;
    if ($token eq '&&' && $depth == 0) { push @parts, $part; $part = ''; } else { $part .= $token; }
  }
  return map { s/^\s+|\s+$//gr } @parts, $part;
}

sub end_of { # the place of the bracket that closes around the text's start, or the end
  my ($text) = @_;
  my $depth = 0;
  for (my $i = 0; $i < length $text; $i++) {
    my $c = substr($text, $i, 1);
    $depth++ if $c =~ /[(\[{]/;
    return $i if $c =~ /[)\]}]/ && --$depth < 0;
  }
  return length $text;
}

# A truth value in memory is read as the byte that it is: E-ACSL 25 does not end on one.
sub truth_values {
  my ($text, $params) = @_;
  for my $field (keys %truths) { $text =~ s/\b(\w+(?:\[\w+\])?(?:\.|->)$field)\b/*(char *)&$1/g; }
  for my $param (@$params) { $text =~ s/\*$param->[1]\b/*(char *)$param->[1]/g if $param->[0] =~ /^bool \*/; }
  return $text;
}

# The address of a parameter's field is what it was, and what is at that is the field.
sub addresses {
  my ($text) = @_;
  1 while $text =~ s/\\at\((\(?&$words(?:(?:->|\.)$words)*\)?), \w+\)/($1)/ || $text =~ s/\(\((&[\w.>-]+)\)\)/($1)/
    || $text =~ s/\(&($words(?:->|\.)[\w.>-]+)\)->/$1./;
  return $text;
}

sub forget_fields { %truths = %field = (); }

# Reads the fields of structs.
sub read_fields {
  my ($text) = @_;
  while ($text =~ /typedef struct (\w+) \{(.*?)\n\}/sg) {
    my ($struct, $fields) = ($1, $2);
    for (split /;/, $fields =~ s{/\*.*?\*/|//[^\n]*}{}sgr) {
      my ($type, $names) = /^\s*(?:const )?(\w+)\s+(.*?)\s*$/s or next;
      for my $name (split /,\s*/, $names) {
        my $as = $name =~ s/^\*+// ? 'pointer' : $type eq 'int64_t' ? 'signed' : $type =~ /^(uint64_t|size_t)$/ ? 'unsigned' : '';
        $field{$struct}{$1} = [$type, $as] if $name =~ /^(\w+)/;
        $truths{$1} = 1 if $type eq 'bool' && $as eq '' && $name =~ /^(\w+)/;
      }
    }
  }
}

sub pointing { my ($name) = @_; return $logic{$name} && index($logic{$name}{type}, '*') >= 0; }

# Values as their fields, at calls of logic functions and in equations with a parameter; pointers that logic gives.
sub values_as_fields {
  my ($text, $params) = @_;
  for my $param (grep { $_->[0] eq 'Value' } @$params) {
    $text =~ s/([\\\w.\[\]>-]+) == $param->[1]\b(?![.\[])/my $v = $1; '(' . join(' && ', map { "$v.$_ == $param->[1].$_" } @fields) . ')'/ge;
  }
  $text =~ s/(\\result|\b$words) == ($words)\(/pointing($2) ? "${2}_is($1, " : "$1 == $2("/ge;
  my ($out, $rest) = ('', $text);
  while ($rest =~ /\b($words)\(/) {
    my ($name, $open) = ($1, $+[0] - 1);
    my $entry = $logic{$name};
    $out .= substr($rest, 0, $open + 1);
    $rest = substr($rest, $open + 1);
    next unless $entry && grep { $_->[0] eq 'Value' } @{$entry->{params}};
    my $end = balanced("($rest", 0) - 2;
    my @given = arguments(substr($rest, 0, $end));
    $out .= join(', ', map { my $k = $_; $entry->{params}[$k][0] eq 'Value' ? map { "$given[$k].$_" } @fields : $given[$k] } 0 .. $#given);
    $rest = substr($rest, $end);
  }
  return $out . $rest;
}

sub clause {
  my ($text, $pointers, $params) = @_;
  $text = truth_values(addresses(spread(without_comments($text), 0)), $params);
  $text = values_as_fields(substitute($text, \%counted), $params);
  $text =~ s/(\\forall\s+integer\s+(\w+);\s*0 <= \2) ==>/$1 < $paths ==>/g;
  $text = small_quantifiers($text);
  $text = at_entry(bounds_first($text), $pointers);
  $text =~ s/\s+/ /g;
  return $text;
}

# assigns a[lo .. hi], *p, t->f: the calls that allow it
sub assigned {
  my ($text, $pointers) = @_;
  my @calls;
  for my $place (arguments($text)) {
    next if $place =~ /^(\\nothing|(ring|monoid|values|rule)_state)$/;
    $place = $counted{$place} // $place;
    $place =~ s/\]\[0\]$/]/; # arrays of one, as rationals are
    if ($place =~ /^(.*)\[(.*?)\s*\.\.\s*(.*)\]$/s) {
      $pointers->{$1} = 1;
      push @calls, "assigns_range((void *)($1 + ($2)), (void *)($1 + ($3) + 1))";
    } elsif ($place =~ /^\*(\w+)$/) {
      $pointers->{$1} = 1;
      push @calls, "assigns_range((void *)$1, (void *)($1 + 1))";
    } else {
      $pointers->{$1} = 1 if $place =~ /^(.*?)(?:\[[^\[]*\]|->\w+)$/;
      push @calls, "assigns_range((void *)&($place), (void *)(&($place) + 1))";
    }
  }
  return @calls;
}

sub split_clauses {
  my ($text) = @_;
  my @list;
  push @list, [$1, $2] while $text =~ /\b(requires|assigns|ensures)\s+(.*?);\s*(?=(?:requires|assigns|ensures)\b|\z)/sg;
  my $all = () = $text =~ /\b(?:requires|assigns|ensures|behavior|terminates|decreases|complete|disjoint)\b/g;
  die "a contract with clauses that are not understood: $text\n" unless @list == $all;
  return @list;
}

# One contract of a function with these parameters.
sub contract {
  my ($file, $function, $text, $params) = @_;
  my (%pointers, @before, @after, @allowed, $assigns);
  push @functions, $function;
  %bytes = map { $_->[1] => 1 } grep { $_->[0] =~ /^(const )?char \*$/ } @$params;
  %of_parameter = map { $_->[1] => $_->[0] =~ /(\w+)(?: \*+)?$/ } @$params;
  for my $param (@$params) {
    $pointers{$param->[1]} = 1 if $param->[0] =~ /\*/ && $param->[0] !~ /\b(Ring|Machine|Subject)\b/;
  }
  for (split_clauses($text)) {
    my ($kind, $body) = @$_;
    my $name = $kind eq 'assigns' ? 'assigns' : $body =~ s/^\s*(\w+)\s*:(?!:)\s*// ? $1 : '';
    my $known = {file => $file, function => $function, clause => $kind eq 'assigns' ? 'assigns' : "$kind $name"};
    push @clauses, $known;
    my $tag = '// clause ' . $#clauses;
    if ($kind eq 'assigns') {
      @allowed = assigned($body, \%pointers);
      $assigns = $tag;
      next;
    }
    my $said = eval { clause($body, \%pointers, $params) };
    if (!defined $said) { ($known->{left_out} = $@) =~ s/\n//; next; }
    $pointers{$1} = 1 while $said =~ /\\valid(?:_read)?\(\(?([\w.>-]+)\)?(?: \+|\))/g;
    push @{$kind eq 'requires' ? \@before : \@after}, "$kind $name: $said; $tag";
  }
  my @deep = map { $_->[0] =~ /^(?:const )?(\w+) \*$/ && $predicate{"keep_$1"} ? "keep_$1($_->[1])" : () } @$params;
  my $keep = join(' && ', 'call_begins(' . $#functions . ')', (map { "keep_block((void *)($_))" } sort keys %pointers), @deep, @allowed);
  push @after, 'ensures assigns: call_ends(' . (defined $assigns ? 1 : 0) . '); ' . ($assigns // '');
  return "/*@ requires entry: $keep;\n" . join("\n", @before, 'ensures return: call_returns(0);', @after) . "\n*/";
}

# ---- files

sub a_word { # whether a logic function gives 64 bits
  my ($name) = @_;
  my $body = $logic{$name} && $logic{$name}{type} eq 'integer' ? $logic{$name}{body} // '' : '';
  return 1 if $body =~ /(?:^|[?:])\s*\(uint64_t\)/;
  return scalar grep { $_ ne $name && a_word($_) } $body =~ /(?:^|[?:])\s*($words)\(/g;
}

sub acsl_parameters {
  my ($params) = @_;
  return join(', ', map {
    my ($type, $name) = @$_;
    $type eq 'Value' ? "integer ${name}_kind, integer ${name}_n, integer ${name}_word, Value *${name}_parts"
                     : ($type =~ /\*/ ? $type : 'integer') . " $name"
  } @$params);
}

sub translate_logic {
  my ($file, $text) = @_;
  my $out = '';
  for my $entry (sort { $a->{name} cmp $b->{name} } values %logic) {
    next unless $entry->{file} eq $file;
    my ($name, $params) = ($entry->{name}, $entry->{params});
    if (!@$params) { $out .= "#define $name $entry->{body}\n" =~ s/\.0$//mr; next; }
    my $list = acsl_parameters($params);
    if ($entry->{type} =~ /\*/) {
      $out .= "/*@ predicate ${name}_is(void *p_is, $list) = p_is == p_is; */\n";
      $predicate{"${name}_is"} = {name => "${name}_is", sort => 'pointer', params => [['void *', 'p_is'], @$params], file => '', of => $name};
      next;
    }
    if ($file =~ /executable/) { $out .= "/*\@ logic integer $name($list) = $entry->{body}; */\n"; next; }
    my $any = $entry->{type} eq 'integer' || $entry->{type} eq 'real'
      ? "($params->[-1][1]) == 0 ? -1125899906842624 : 1125899906842624" : '18446744073709551615';
    $any = '1125899906842624' if $params->[-1][0] =~ /\*/ && $entry->{type} =~ /integer|real/;
    $any = '18446744073709551615' if a_word($name);
    my $pointers = grep { $_->[0] =~ /\*/ } @$params;
    $out .= "/*@ logic integer $name($list) = $any;" . ($pointers ? "\n    logic integer ${name}_then($list) = $any;" : '') . " */\n";
  }
  for my $entry (sort { $a->{name} cmp $b->{name} } values %predicate) {
    next if defined $entry->{body} && !$entry->{in_c} || $entry->{file} ne $file;
    my $list = acsl_parameters($entry->{params});
    $out .= "/*@ predicate $entry->{name}($list) = $entry->{params}[0][1] == $entry->{params}[0][1]; */\n";
  }
  return $out;
}

sub translate_code {
  my ($file, $text) = @_;
  my $steps = $text =~ /\bghost\b/ ? 0 : 1;
  # ghost parameters and arguments
  $text =~ s{\)\s*/\*@\s*ghost\s*\(((?:(?!\*/).)*)\)\s*\*/}{, $1)}sg;
  # assertions of files without ghost code need no more than they say
  $text =~ s{(^|\n)([^\n]*)/\*@\s*(assert)\s+((?:(?!\*/).)*)\*/}{
    my ($start, $indent, $body) = ($1, $2, $4);
    if ($steps && $body !~ /\b(ELEMENT|Pre|Here)\b/ && $body =~ /^(\w+)\s*:/) { "$start$indent/*\@\@ assert $body*/" } else { "$start$indent" }
  }sgex if $steps;
  my ($out, $rest) = ('', $text);
  while ($rest =~ m{/\*@(?!@)\s*(.*?)\*/}s) {
    my ($before, $body, $after) = (substr($rest, 0, $-[0]), $1, substr($rest, $+[0]));
    $out .= $before;
    die "$file: an annotation that is not understood: $body\n" unless $body =~ /^(requires|assigns|ensures|loop|assert|ghost)\b/;
    if ($body =~ /^(requires|assigns|ensures)\b/ && $after =~ /^\s*[^;{()]*?($words)\(/) {
      my ($function, $open) = ($1, $+[0] - 1);
      my $end = balanced($after, $open);
      my $params = parameters(substr($after, $open + 1, $end - $open - 2) =~ s/\bvoid\b$//r);
      $out .= contract($file, $function, $body, $params);
    }
    $rest = $after;
  }
  $out .= $rest;
  $out =~ s{//@[^\n]*}{}g;
  $out =~ s{/\*@@\s+assert\s+(\w+)\s*:\s*((?:(?!\*/).)*)\*/}{
    my ($name, $said) = ($1, $2);
    push @clauses, {file => $file, function => '', clause => "assert $name"};
    $said = bounds_first(small_quantifiers(spread($said =~ s/;\s*$//r, 0))) =~ s/\s+/ /gr;
    "/*@ assert $name: $said; // clause $#clauses\n*/"
  }sgex;
  return $out;
}

# ---- logic functions in C

my %c_type = (ELEMENT => 'uint64_t', MEMBER => 'uint64_t', real => 'int64_t', integer => 'integer');

sub c_parameters {
  my ($entry) = @_;
  return join(', ', map { ($c_type{$_->[0]} // "$_->[0]" =~ s/^(\w+) /const $1 /r =~ s/\*\*/*const */r) . " $_->[1]" } @{$entry->{params}});
}

sub implications { # A ==> B in C, in all brackets
  my ($text) = @_;
  my ($depth, $inside, @parts) = (0, '', '');
  for my $token (split /(==>|[()])/, $text) {
    if ($token eq ')' && --$depth == 0) { $parts[-1] .= implications($inside); $inside = ''; }
    if ($depth > 0) { $inside .= $token; }
    elsif ($token eq '==>') { push @parts, ''; }
    else { $parts[-1] .= $token; }
    $depth++ if $token eq '(';
  }
  my $out = pop @parts;
  $out = "!($_) || ($out)" for reverse @parts;
  return $out;
}

sub c_body {
  my ($text) = @_;
  $text =~ s/\{\w+\}\(/(/g;
  $text =~ s/0 <= (\S+) < (\w+)\)/0 <= $1 && $1 < $2)/g;
  $text =~ s/\b0 (<=?) (\w+(?: - \w+)?) (<=?) ([\w.]+(?:->[\w.]+)*)/0 $1 $2 && $2 $3 $4/g;
  $text = implications($text) if $text =~ /==>/;
  $text =~ s/\\null\b/0/g;
  $text =~ s/\b($words)\(/$logic{$1} || $predicate{$1} && $predicate{$1}{in_c} ? "logic_$1(" : "$1("/ge;
  $text =~ s/\b(rzero|mzero)\b/0/g;
  $text =~ s/\b(rone)\b/1/g;
  $text =~ s/\\null\b/0/g;
  return $text;
}

sub c_functions {
  my ($make, @files) = @_;
  my %files = map { $_ => 1 } @files;
  my $text = '';
  for my $entry (sort { $a->{name} cmp $b->{name} } values %logic, grep { $_->{in_c} } values %predicate) {
    next unless $files{$entry->{file}} && @{$entry->{params}};
    my $type = $entry->{in_c} ? 'int' : $entry->{type} =~ /\*/ ? "const $entry->{type}" : $c_type{$entry->{type}} // die "no type $entry->{type}\n";
    $text .= $make->("static $type logic_$entry->{name}(" . c_parameters($entry) . ')', $entry);
  }
  return $text;
}

# The C functions of the logic files; those that the unit or proofs/eacsl/logic/memory.c gives by hand are declared.
sub c_declarations { return c_functions(sub { "$_[0];\n" }, @_); }
sub c_logic {
  return c_functions(sub {
    my ($head, $entry) = @_;
    return '' if !defined $entry->{body} || $entry->{by_hand};
    return "$head { return " . c_body($entry->{body}) . "; }\n";
  }, @_);
}

# A function that E-ACSL made for a logic function, made anew to call that in C; nothing for any other.
sub joined {
  my ($type, $full, $params) = @_;
  my $name = $full;
  $name =~ s/_\d+$// unless $full =~ /^memory_then_\d+$/;
  my $then = !$logic{$name} && $name =~ s/_then$//;
  my $entry = $logic{$name} || $predicate{$name};
  my $support = $name =~ /^(call_begins|call_returns|keep_block|call_ends|assigns_range|memory_then_\w+)$/;
  return unless $support || $entry && !($entry->{sort} eq 'predicate' && defined $entry->{body} && !$entry->{in_c}) && $entry->{file} !~ /executable/;
  my @values;
  for my $param (arguments($params)) {
    my ($value) = $param =~ /($words)$/ or die "a parameter: $param\n";
    push @values, $param =~ /mpz/ ? "__gmpz_get_si($value)" : $param !~ /\*/ ? $value : $then ? "copy_of($value)" : "(void *)$value";
  }
  if (!$support && grep { $_->[0] eq 'Value' } @{$entry->{params}}) {
    @values = map {
      my @of = $_->[0] eq 'Value' ? splice(@values, 0, 4) : ();
      @of ? "(Value){$of[0], $of[1], {$of[2]}, $of[3]}" : shift @values
    } @{$entry->{params}};
  }
  my $call = "logic_$name(" . join(', ', @values) . ')';
  if ($entry && $entry->{sort} eq 'pointer') { my $p = shift @values; $call = "$p == (void *)logic_$entry->{of}(" . join(', ', @values) . ')'; }
  return "${type}__gen_e_acsl_$full($params)\n{\n  return $call;\n}\n";
}

# What E-ACSL made, without those functions, and those functions.
sub join_logic {
  my ($text) = @_;
  my ($out, $joined) = ('', '');
  # what E-ACSL writes after the last break of a switch is not reached, and names variables of its cases
  $text =~ s/(\n *break;\n)(?: *__e_acsl_delete_block\(\(void \*\)\(& __constr_expr_\d+\)\);\n)+/$1/g;
  for my $part (split /(?<=\n\}\n)/, $text) {
    # what it keeps of an array in a parameter is an array, to which C does not assign
    my %arrays = map { $_ => 1 } $part =~ /^ *\w+ (__gen_e_acsl_(?:at|tmp)(?:_\d+)?)\[\d+\];$/mg;
    $part =~ s/^( *)(\w+) = ([\w.]+);$/$arrays{$2} ? "$1__builtin_memcpy($2, $3, sizeof $2);" : "$1$2 = $3;"/mge if %arrays;
    if ($part =~ /^([\w ]+?[ *])__gen_e_acsl_($words)\(([^;{)]*)\)\n\{/m) {
      my ($start, $new) = ($-[0], joined($1, $2, $3));
      if (defined $new) {
        $joined .= $new;
        $part = substr($part, 0, $start);
      }
    }
    $out .= $part;
  }
  return ($out, $joined);
}

1;
