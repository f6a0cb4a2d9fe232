#!/bin/bash
# FPCore: what each program is read as, what it means by a second evaluator (meaning.py), what is refused and where,
# and that derivatives of what was read are right.
#   tests/fpcore/run.sh              UPDATE=yes: writes the expected texts
#   FPBENCH=FOLDER tests/fpcore/run.sh      the programs of that folder too, https://fpbench.org
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=fpcore
source ../expect.sh
source ../importing.sh
example='(FPCore q (x) (* x x))' # a program called q

read_as_before
"$adjudge" import programs/*.fpcore > "$scratch/all.adj" 2> /dev/null
expect "what is read is a file of programs" "$adjudge" check "$scratch/all.adj"

means_the_same 31 programs/scalars.fpcore
derivatives_hold 31 21
refused_is_counted
"$adjudge" verify refused.fpcore --law AD-FWD --quiet --junit "$scratch/junit" --report "$scratch/report" > "$scratch/out" 2>&1
expect "they are counted in JUnit too" grep -q '<error message="programs of files: 28 programs could not be read' "$scratch/junit"
expect "and in JSON" grep -q '"complete": false' "$scratch/report"
"$adjudge" eval programs/scalars.fpcore --def distance --at x=2 --at y=2 > "$scratch/out" 2>&1
expect "a program of a file is run" grep -qx 3 "$scratch/out"
stands_at programs/control.fpcore:6:\ in_parallel

bad "an empty file" 'the file has no program' < <(printf '')
bad "a comment" 'the file has no program' < <(printf '; nothing')
bad "an open bracket" '1:1: error: this bracket is not closed' < <(printf '(FPCore (x) (* x x)')
bad "the wrong bracket" "no bracket is open that ']' closes" < <(printf '(FPCore (x) x]')
bad "an open string" '1:19: error: this string has no end' < <(printf '(FPCore (x) :name "a x)')
bad "a NUL" '1:13: error: the byte 0x00 is not text' < <(printf '(FPCore (x) \000)')
bad "bytes that are no text" '1:13: error: the byte 0xff is not text' < <(printf '(FPCore (x) \377)')
bad "deep nesting" 'limit: brackets nest deeper than' < <(printf '(FPCore (x) ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "many names" 'limit: more than 10000 names' < <(printf '(FPCore (x) (let* (' && seq -f '[a%.0f x]' 20000 && printf ') x))')
beyond "a program that doubles" 'limit: this program as a definition has more than' < <(printf '(FPCore d (x) ' && printf '(if (< 0 %.0s' {1..40} && printf x && printf ' 1 2) 1 x)%.0s' {1..40} && printf ')')
beyond "a program that is deeper as a definition" 'nested more than 2000 deep' < <(printf '(FPCore d (x) ' && printf '(if (< x 1) %.0s' {1..900} && printf x && printf ' 1)%.0s' {1..900} && printf ')')
beyond "a long number" 'is no number that can be read' < <(printf '(FPCore d (x) (* x 1e9999999))')
beyond "a longer one" 'is no number that can be read' < <(printf '(FPCore d (x) (* x 1e-99999999999999999999))')
changed_is_read_or_refused

if [ -n "${FPBENCH:-}" ]; then
  "$adjudge" import "$FPBENCH"/*.fpcore > /dev/null 2> "$scratch/out"
  expect "every program of $FPBENCH is read" test $? = 0
  python3 meaning.py "$adjudge" "$FPBENCH"/*.fpcore | tee "$scratch/out"
fi
finish
