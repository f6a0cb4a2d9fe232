#!/bin/bash
# Campaigns on primitives: the right ones hold, and each wrong version is refuted in
# the property that should see it.
#
#   right/NAME.prim    a specification whose rules are right
#   rules/NAME.py      rules of a program, for rules/NAME.prim
#   wrong/NAME.wrong   what is changed, lines "key: value":
#     what      a sentence
#     of        the file of right/, or of rules/, that is changed
#     from, to  a text that stands in it once, and what it becomes (\n: a line's end)
#     property  that must be refuted
#     verdict   what it must be instead, with exit code 3
#
# usage: tests/campaigns/run.sh          everything; "N passed, N failed"
#        PART=2 tests/campaigns/run.sh   of the wrong versions every fourth, from the second on, and of the right ones every second
#        tests/campaigns/run.sh --wrong  the wrong versions alone, a line each with the counterexample     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
export adjudge=${BUILD:-build}/adjudge JOBS=${JOBS:-$(nproc)}
folder=tests/campaigns
export PYTHONDONTWRITEBYTECODE=1
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "$folder: $1"; sed 's/^/    /' "$scratch/out" | head -n 40; }
value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

# specification [program]
campaign() {
  if [ $# = 2 ]; then tests/limited.sh 120 "$adjudge" campaign "$1" --exec "python3 $2"; else tests/limited.sh 120 "$adjudge" campaign "$1"; fi \
    > "$scratch/out" 2>&1
}

witness() { # property: its counterexample in a line
  awk -v property="$1" '
    $1 ~ /^PRIM-/ { own = $1 == property; next }
    own && / differs, such as at / { sub(/.*such as at /, ""); differs = $0; next }
    own && /^      [a-z(]/ { key = $1; sub(/^ *[a-z()]+ */, ""); if (!(key in of)) of[key] = $0 }
    END {
      if ("input" in of) printf " at %s%s: certified %s, found %s", of["input"],
        "(co)tangent" in of ? " along " of["(co)tangent"] : "", of["certified"], of["found"]
      else if (differs != "") printf " at %s", differs }' "$scratch/out"
}

one_wrong() { # mutant: prints what refutes it, or why it survives
  local name of property verdict source changed code expected=1
  name=$(basename "$1" .wrong) of=$(value "$1" of) property=$(value "$1" property) verdict=$(value "$1" verdict)
  case $verdict in
    UNDECIDED) expected=3 ;;
    DIFFERS) expected=0 ;; # a fact about AD of the rule's text, and no error of the rule
  esac
  source=$folder/right/$of
  [ -e "$source" ] || source=$folder/rules/$of
  changed=$scratch/$of
  if ! perl -e '
    my ($mutant, $source) = @ARGV;
    my ($from, $to);
    open(my $in, "<", $mutant) or die; while (<$in>) { chomp; $from = $1 if /^from: (.*)/; $to = $1 if /^to: ?(.*)/; }
    s/\\n/\n/g for $from, $to;
    open($in, "<", $source) or die; local $/; my $text = <$in>;
    my $count = () = $text =~ /\Q$from\E/g;
    die "the text to change stands in $count places\n" if $count != 1;
    $text =~ s/\Q$from\E/$to/; print $text' "$1" "$source" > "$changed" 2> "$scratch/out"; then
    printf '  %-36s SURVIVED: cannot be made: %s\n' "wrong/$name" "$(cat "$scratch/out")"
    return 1
  fi
  case $of in
    *.py) campaign "${source%.py}.prim" "$changed" ;;
    *) campaign "$changed" ;;
  esac
  code=$?
  if [ $code = $expected ] && grep -qE "^  $property +${verdict:-REFUTED}" "$scratch/out"; then
    printf '  %-36s refuted by %s%s\n' "wrong/$name" "$property" "$(witness "$property")"
  else
    printf '  %-36s SURVIVED: %s is not refuted (exit code %s)\n' "wrong/$name" "$property" "$code"
  fi
}

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
if [ "${1-}" = --one ]; then
  one_wrong "$2"
  exit
fi
wrong() { printf '%s\n' "$folder"/wrong/*.wrong | turn 4 | xargs -n 1 -P "$JOBS" "$0" --one; }
if [ "${1-}" = --wrong ]; then
  wrong
  exit
fi

for file in $(printf '%s\n' "$folder"/right/*.prim | turn 2); do
  if campaign "$file" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "$file is right and was not found so"; fi
done
for file in $(printf '%s\n' "$folder"/rules/*.py | turn 2); do
  if campaign "${file%.py}.prim" "$file" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "$file is right and was not found so"; fi
done

wrong > "$scratch/wrong"
while read -r name verdict rest; do
  case $verdict in
    refuted) ok ;;
    *) failed=$((failed + 1)); echo "$folder: $name $verdict $rest" ;;
  esac
done < "$scratch/wrong"

# The page of bugs that shipped says what was found just now.
if tests/mutants/bugs.py "$([ -n "${PART-}" ] && echo --part || echo --check)" < "$scratch/wrong" > "$scratch/out" 2>&1; then ok; else bad "tests/mutants/BUGS.md is not what is found"; fi

# What is installed is enough to build and check rules in C, and a crash is a finding.
installed=$scratch/installed
make -s -o all install PREFIX="$installed" BUILD="${BUILD:-build}" > "$scratch/out" 2>&1 || bad "make install fails"
flags=-I$installed/include
if command -v pkg-config > /dev/null; then # alone: nothing else says where the header is
  flags=$(PKG_CONFIG_PATH=$installed/lib/pkgconfig pkg-config --cflags adjudge) || bad "pkg-config does not find adjudge"
fi
build_rules() { # output
  (cd "$scratch" && cc -shared -fPIC $flags -o "$1" softplus.c -lm) > "$scratch/out" 2>&1
}
in_c() { tests/limited.sh 60 "$installed/bin/adjudge" campaign "$installed/share/adjudge/example/softplus.prim" --library "$1" > "$scratch/out" 2>&1; }
cp "$installed/share/adjudge/example/softplus.c" "$scratch/softplus.c"
grep -q "^Cflags: -I$installed/include" "$installed/lib/pkgconfig/adjudge.pc" || bad "adjudge.pc does not name the header's folder"
if build_rules "$scratch/right.so" && in_c "$scratch/right.so" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "the example in C is right and was not found so"; fi
# wrong versions of the example: a text, what it becomes, the property that must be refuted
wrong_in_c() {
  cp "$installed/share/adjudge/example/softplus.c" "$scratch/softplus.c"
  WRONG_FROM=$1 WRONG_TO=$2 perl -0pi -e 's/\Q$ENV{WRONG_FROM}\E/$ENV{WRONG_TO}/ or die "not there\n"' "$scratch/softplus.c" || bad "$1 is not in the example"
  build_rules "$scratch/wrong.so"; in_c "$scratch/wrong.so"
  if [ $? = 1 ] && grep -qE "^  $3 +REFUTED" "$scratch/out"; then ok; else bad "in C, $2: $3 is not refuted"; fi
}
wrong_in_c 'logistic(x[0]) * logistic(-x[0]) * v[0]' 'logistic(x[0]) * logistic(x[0]) * v[0]' PRIM-TWICE
wrong_in_c 'v[0] * u[0];' 'v[0] * v[0];' PRIM-TWICE
wrong_in_c 'high_y[0] += 4e-16' 'high_y[0] -= 4e-12' PRIM-VALUE
wrong_in_c '(void)value(low, low_y);' '(void)value(high, low_y);' PRIM-VALUE
wrong_in_c 'low_y[0] -= 4e-16 * low_y[0] + 1e-320;' 'low_y[0] = HUGE_VAL;' PRIM-VALUE
wrong_in_c 'high_y[0] += 4e-16 * high_y[0] + 1e-320;' 'high_y[0] = HUGE_VAL, low_y[0] += 1;' PRIM-VALUE
wrong_in_c 'w[0] = logistic(x[0]) * v[0];' 'w[0] = logistic(x[0]);' PRIM-LINEAR
cp "$installed/share/adjudge/example/softplus.c" "$scratch/softplus.c"
sed -i 's/v\[0\] = logistic(x\[0\]) \* w\[0\];/if (x[0] == 3) __builtin_trap(); &/' "$scratch/softplus.c"
build_rules "$scratch/crash.so"; in_c "$scratch/crash.so"
if [ $? = 1 ] && grep -q 'killed by signal' "$scratch/out"; then ok; else bad "a crash of rules in C is not reported"; fi

# Frama-C reads the contracts, proves the example, and does not prove one that writes beyond its result.
proved() { # prints PROVED of ALL goals
  (cd "$scratch" && WHY3CONFIG=$scratch/why3/why3.conf frama-c -wp -wp-rte -warn-special-float none -wp-prover z3,cvc5 \
    -wp-timeout 10 -wp-par 2 -cpp-extra-args="$flags" softplus.c) > "$scratch/out" 2>&1
  sed -n 's|.*Proved goals: *\([0-9]*\) / *\([0-9]*\).*|\1 \2|p' "$scratch/out"
}
if command -v frama-c > /dev/null && proofs/provers/configure.sh "$scratch/why3" > "$scratch/out" 2>&1; then
  if frama-c "$installed/include/adjudge.h" > "$scratch/out" 2>&1 && ! grep -q 'annot-error\|rror' "$scratch/out"; then ok; else bad "Frama-C does not read adjudge.h"; fi
  cp "$installed/share/adjudge/example/softplus.c" "$scratch/softplus.c"
  read -r good all <<< "$(proved)"
  if [ "${all:-0}" -gt 0 ] && [ "$good" = "$all" ]; then ok; else bad "the example is not proved"; fi
  sed -i 's/  w\[0\] = logistic(x\[0\]) \* v\[0\];/  w[1] = logistic(x[0]) * v[0];/' "$scratch/softplus.c"
  read -r good all <<< "$(proved)"
  if [ "${all:-0}" -gt 0 ] && [ "$good" != "$all" ]; then ok; else bad "a rule that writes beyond its result is proved"; fi
else
  echo "$folder: frama-c is not installed: the contracts are not tried"
fi

echo "$folder: $passed passed, $failed failed"
[ $failed = 0 ]
