#!/bin/bash
# Every rule of the table of primitives, made wrong in each of the usual ways: one
# build holds all of them, and each is a run.
#
# Of each Dop and Dop^t of ops.def: the sign changed, everything dropped, everything
# counted twice, a factor 1.001, each summand or component of a pair dropped, the two
# operands' parts swapped, + for - and - for +, 1 + for 1 -.  A wrong derivative must be
# refuted by AD-FWD, a wrong transpose by AD-REV, on a program that is the operation
# alone.  A mutant that is proved or decided for all inputs is the same rule written in
# another way: it is counted as equivalent.  The derivative of a table that is shipped
# cannot be changed from outside: the hook (hook.pl) is a mutant of its own, and ADJUDGE_RULE
# says what it changes.
#
# usage: tests/mutants/systematic.sh        JOBS: how many at a time; run.sh builds what it needs
#        PART=2 tests/mutants/systematic.sh     every eighth of them, from the second on
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
BUILD=${BUILD:-build}
export ADJUDGE_MUTANT=systematic
folder=$BUILD/mutants/systematic adjudge=$BUILD/mutants/bin/adjudge
[ -x "$adjudge" ] && [ -f "$folder/mutant.so" ] || { echo "$0: not built: see run.sh" >&2; exit 2; }

# op, which, the wrong rule: one a line, with a program of the operation alone beside.
perl -e '
  my ($folder) = @ARGV;
  my %program = (
    EACH => "(x : real) : real = %s x", EACH2 => "(x : real) (y : real) : real = %s x y", SUM => "(x : real^3) : real = sum x",
    DOT => "(x : real^3) (y : real^3) : real = dot x y", SCALE => "(x : real) (y : real^3) : real^3 = x .* y",
    MATVEC => "(x : real^6) (y : real^3) : real^2 = matvec x y", REPLICATE => "(x : real) : real^3 = (replicate x : real^3)");
  my %infix = (ADD => "x + y", SUB => "x - y", MUL => "x * y", DIV => "x / y", POW => "x ^ 3");
  open(my $in, "<", "semantics/tables/ops.def") or die;
  my $text = do { local $/; <$in> };
  $text =~ s{/\*.*?\*/}{}gs;
  while ($text =~ /OP\((\w+),\s*"([^"]*)",\s*(\w+),\s*"([^"]*)",\s*"([^"]*)"/g) {
    my ($code, $name, $shape, @rule) = ($1, $2, $3, $4, $5);
    next if $rule[0] eq "" || !$program{$shape};
    my $body = $infix{$code} ? $program{$shape} =~ s/= .*/= $infix{$code}/r : sprintf($program{$shape}, $name);
    open(my $out, ">", "$folder/$code.adj") or die;
    print $out "def f $body\n";
    for my $which (0, 1) {
      my $r = $rule[$which];
      my ($let, $e) = $r =~ /^(let .*? in )(.*)$/ ? ($1, $2) : ("", $r);
      my @wrong = ("neg(; $e)", "0_", "$e + ($e)", "scale(1001 / 1000; $e)");
      if ($shape eq "SCALE" || $shape eq "MATVEC" || $shape eq "DOT" || $shape eq "REPLICATE" || $shape eq "SUM") { pop @wrong }
      my $pair = $e =~ /^\(.*\)$/;
      if ($pair) { # (a, b)
        my ($depth, $cut) = (0, 0);
        for my $i (0 .. length($e) - 1) {
          my $c = substr($e, $i, 1);
          $depth++ if $c eq "("; $depth-- if $c eq ")";
          $cut = $i if $c eq "," && $depth == 1 && !$cut;
        }
        my ($a, $b) = (substr($e, 1, $cut - 1), substr($e, $cut + 2, -1));
        @wrong = ("(0_, $b)", "($a, 0_)", "(neg(; $a), $b)", "($a, neg(; $b))", "($a + ($a), $b)", "($a, $b + ($b))");
        push @wrong, "($b, $a)" if $shape eq "EACH2";
      } elsif ($e =~ /^((?:[^()]|(\((?:[^()]|(?2))*\)))*?) \+ (.*)$/ && $which == 0 && $shape !~ /^EACH$/) { # a + b
        my ($a, $b) = ($1, $3);
        push @wrong, $a, $b, "$a + neg(; $b)", "neg(; $a) + $b";
        (my $swapped = $e) =~ s/\b(fst|snd) v/$1 eq "fst" ? "snd v" : "fst v"/ge;
        push @wrong, $swapped if $shape eq "EACH2";
      }
      push @wrong, $e =~ s/1 - /1 + /r if $e =~ /1 - /;
      push @wrong, $e =~ s/1 \+ /1 - /r if $e =~ /1 \+ /;
      push @wrong, $e =~ s/-\((.*?)\)/($1)/r if $e =~ /-\(/;
      push @wrong, $e =~ s/\bcos x/sin x/r if $e =~ /\bcos x/;
      push @wrong, $e =~ s/\bsin x/cos x/r if $e =~ /\bsin x/;
      print "$code\t", $which ? "t" : "d", "\t$let$_\n" for grep { $_ ne $e } @wrong;
    }
  }' "$folder" > "$folder/every" || exit 2
turn 8 < "$folder/every" > "$folder/list"

export folder adjudge
one() { # op, which, rule
  local law=AD-FWD output code
  [ "$2" = t ] && law=AD-REV
  # a row of --full: proved, decided, holds, refuted, differs, undecided, skipped
  output=$(ADJUDGE_RULE="$1:$2:$3" tests/limited.sh 120 "$adjudge" verify "$folder/$1.adj" --engines chad --law "$law" --quiet --full --jobs 1 2>&1)
  code=$?
  if [ $code = 1 ] && grep -qF "REFUTED $law:" <<< "$output"; then
    printf 'killed      %-10s %s  %s\n' "$1" "$law" "$3"
  elif [ $code = 0 ] && grep -qE "^  $law +[^ ]+ +([1-9][0-9]* +[0-9]+|0 +[1-9][0-9]*) +[0-9]+ +0 +0 +0 +0 " <<< "$output"; then
    printf 'equivalent  %-10s %s  %s: proved, or decided, for all inputs\n' "$1" "$law" "$3"
  else
    printf 'SURVIVED    %-10s %s  %s (exit code %s)\n' "$1" "$law" "$3" "$code"
  fi
}
export -f one
tr '\t' '\n' < "$folder/list" | xargs -d '\n' -n 3 -P "${JOBS:-2}" bash -c 'one "$1" "$2" "$3"' one | sort > "$folder/results"
cat "$folder/results"
killed=$(grep -c '^killed' "$folder/results") equivalent=$(grep -c '^equivalent' "$folder/results")
survived=$(($(wc -l < "$folder/list") - killed - equivalent))
echo "$killed killed, $equivalent equivalent, $survived survived"
echo "$((killed + equivalent)) passed, $survived failed"
[ "$survived" = 0 ]
