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
#
# usage: tests/campaigns/run.sh          everything; "N passed, N failed"
#        tests/campaigns/run.sh --wrong  the wrong versions alone, a line each     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
export adjudge=${BUILD:-build}/adjudge JOBS=${JOBS:-$(nproc)}
folder=tests/campaigns
export PYTHONPATH=verify/primitive PYTHONDONTWRITEBYTECODE=1
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "$folder: $1"; sed 's/^/    /' "$scratch/out" | head -n 40; }
value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

# specification [program]
campaign() {
  if [ $# = 2 ]; then timeout 60 "$adjudge" campaign "$1" --exec "python3 $2"; else timeout 60 "$adjudge" campaign "$1"; fi \
    > "$scratch/out" 2>&1
}

one_wrong() { # mutant: prints what refutes it, or why it survives
  local name of property source changed code
  name=$(basename "$1" .wrong) of=$(value "$1" of) property=$(value "$1" property)
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
  if [ $code = 1 ] && grep -qE "^  $property +REFUTED" "$scratch/out"; then
    printf '  %-36s refuted by %s\n' "wrong/$name" "$property"
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
wrong() { printf '%s\0' "$folder"/wrong/*.wrong | xargs -0 -n 1 -P "$JOBS" "$0" --one; }
if [ "${1-}" = --wrong ]; then
  wrong
  exit
fi

for file in "$folder"/right/*.prim; do
  if campaign "$file" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "$file is right and was not found so"; fi
done
for file in "$folder"/rules/*.py; do
  if campaign "${file%.py}.prim" "$file" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "$file is right and was not found so"; fi
done

wrong > "$scratch/wrong"
while read -r name verdict rest; do
  case $verdict in
    refuted) ok ;;
    *) failed=$((failed + 1)); echo "$folder: $name $verdict $rest" ;;
  esac
done < "$scratch/wrong"

# What is installed is enough to build and check rules in C, and a crash is a finding.
installed=$scratch/installed
(cd "$scratch" && mkdir c) && make -s install PREFIX="$installed" BUILD="${BUILD:-build}" > "$scratch/out" 2>&1 || bad "make install fails"
build_rules() { # output, flags
  cc -shared -fPIC -I"$installed/include" ${2-} -o "$1" "$scratch/softplus.c" -lm > "$scratch/out" 2>&1
}
in_c() { timeout 30 "$installed/bin/adjudge" campaign "$installed/share/adjudge/example/softplus.prim" --library "$1" > "$scratch/out" 2>&1; }
cp "$installed/share/adjudge/example/softplus.c" "$scratch/softplus.c"
grep -q "^Cflags: -I$installed/include" "$installed/lib/pkgconfig/adjudge.pc" || bad "adjudge.pc does not name the header's folder"
if build_rules "$scratch/right.so" && in_c "$scratch/right.so" && ! grep -q REFUTED "$scratch/out"; then ok; else bad "the example in C is right and was not found so"; fi
sed -i 's/v\[0\] = logistic(x\[0\]) \* w\[0\];/if (x[0] == 3) __builtin_trap(); &/' "$scratch/softplus.c"
build_rules "$scratch/crash.so"; in_c "$scratch/crash.so"
if [ $? = 1 ] && grep -q 'killed by signal' "$scratch/out"; then ok; else bad "a crash of rules in C is not reported"; fi

echo "$folder: $passed passed, $failed failed"
[ $failed = 0 ]
