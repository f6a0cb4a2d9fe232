#!/bin/bash
# FPCore: what each program is read as, what it means by a second evaluator (meaning.py), what is refused and where,
# and that derivatives of what was read are right.
#   tests/fpcore/run.sh              UPDATE=yes: writes the expected texts
#   FPBENCH=FOLDER tests/fpcore/run.sh      the programs of that folder too, https://fpbench.org
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge
source ../expect.sh

for file in programs/*.fpcore refused.fpcore; do
  "$adjudge" import "$file" > "$scratch/out" 2>&1
  code=$?
  [ "${UPDATE:-no}" = no ] || cp "$scratch/out" "${file%.fpcore}.expected"
  expect "$file is read as before" diff "${file%.fpcore}.expected" "$scratch/out"
  expect "$file ends with its exit code" test "$code" = "$([ "$file" = refused.fpcore ] && echo 4 || echo 0)"
done
"$adjudge" import programs/*.fpcore > "$scratch/all.adj" 2> /dev/null
expect "what is read is a file of programs" "$adjudge" check "$scratch/all.adj"

python3 meaning.py "$adjudge" programs/*.fpcore > "$scratch/out" || cat "$scratch/out"
tail -n 1 "$scratch/out" > "$scratch/meaning"
expect "every program means what a second evaluator says" grep -qx '30 passed, 0 failed' "$scratch/meaning"

../limited.sh 120 "$adjudge" verify programs --law 'AD-*' --quiet --allow-undecided > "$scratch/out" 2>&1
expect "derivatives of what is read are not refuted" test $? = 0
expect "most are decided for all inputs" awk '/programs of files/ { exit !($4 == 30 && $5 + $6 >= 20) }' "$scratch/out"
"$adjudge" verify refused.fpcore --law AD-FWD --quiet --junit "$scratch/junit" --report "$scratch/report" > "$scratch/out" 2>&1
expect "programs that were not read are not passed" test $? = 4
expect "and are counted" grep -qx 'incomplete: programs of files: 28 programs could not be read' "$scratch/out"
expect "in JUnit too" grep -q '<error message="programs of files: 28 programs could not be read' "$scratch/junit"
expect "and in JSON" grep -q '"complete": false' "$scratch/report"
"$adjudge" verify refused.fpcore --def fine --law AD-FWD --quiet > "$scratch/out" 2>&1
expect "but not asked for by the name of another" test $? = 0
"$adjudge" eval programs/scalars.fpcore --def distance --at x=2 --at y=2 > "$scratch/out" 2>&1
expect "a program of a file is run" grep -qx 3 "$scratch/out"
"$adjudge" check programs/control.fpcore > "$scratch/out" 2>&1
expect "definitions stand where their programs do" grep -q '^programs/control.fpcore:6: in_parallel' "$scratch/out"

bad() { # what it is called, what is said; the text is read from standard input
  cat > "$scratch/bad.fpcore"
  "$adjudge" check "$scratch/bad.fpcore" > "$scratch/out" 2>&1
  expect "$1 is an error" test $? = 2
  expect "$1 is said to be: $2" grep -qF -e "$2" "$scratch/out"
}
bad "an empty file" 'the file has no program' < <(printf '')
bad "a comment" 'the file has no program' < <(printf '; nothing')
bad "an open bracket" '1:1: error: this bracket is not closed' < <(printf '(FPCore (x) (* x x)')
bad "the wrong bracket" "no bracket is open that ']' closes" < <(printf '(FPCore (x) x]')
bad "an open string" '1:19: error: this string has no end' < <(printf '(FPCore (x) :name "a x)')
bad "a NUL" '1:13: error: the byte 0x00 is not text' < <(printf '(FPCore (x) \000)')
bad "bytes that are no text" '1:13: error: the byte 0xff is not text' < <(printf '(FPCore (x) \377)')
bad "deep nesting" 'limit: brackets nest deeper than' < <(printf '(FPCore (x) ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "many names" 'limit: more than 10000 names' < <(printf '(FPCore (x) (let* (' && seq -f '[a%.0f x]' 20000 && printf ') x))')

if [ -n "${FPBENCH:-}" ]; then
  "$adjudge" import "$FPBENCH"/*.fpcore > /dev/null 2> "$scratch/out"
  expect "every program of $FPBENCH is read" test $? = 0
  python3 meaning.py "$adjudge" "$FPBENCH"/*.fpcore | tee "$scratch/out"
fi
finish
