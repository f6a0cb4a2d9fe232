#!/bin/bash
# ksc's language: what each definition is read as, what it means by a second evaluator (meaning.py), what is refused and
# where, and that derivatives of what was read are right.
#   tests/ks/run.sh              UPDATE=yes: writes the expected texts
#   KSC=FOLDER tests/ks/run.sh      the files of that folder too, https://github.com/microsoft/knossos-ksc
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=ks
source ../expect.sh
source ../importing.sh
example='(def q Float (x : Float) (mul x x))' # a program called q

read_as_before
for file in programs/*.ks; do
  "$adjudge" import "$file" > "$scratch/one.adj" 2> /dev/null
  expect "what is read of $file is a file of programs" "$adjudge" check "$scratch/one.adj"
done

means_the_same 49 programs/scalars.ks
derivatives_hold 49 30
refused_is_counted
"$adjudge" grad programs/arrays.ks --def dot_2 --size n_a=2 --size n_b=2 --at a=[1,2] --at b=[3,4] > "$scratch/out" 2>&1
expect "a gradient, with sizes" grep -q '3.*4' "$scratch/out"
"$adjudge" eval programs/arrays.ks --def scaled --size n_v=2 --at v=[1,2] --at w=[1,2,3] > "$scratch/out" 2>&1
expect "arrays of other lengths are not added" grep -q 'undefined' "$scratch/out"
stands_at programs/control.ks:5:\ prefix

bad "an empty file" 'the file has no program: (def f Float (x : Float) (mul x x))' < <(printf '')
bad "an open bracket" '1:1: error: this bracket is not closed' < <(printf '(def f Float (x : Float) x')
bad "an open comment" '1:4: error: this comment has no end' < <(printf '(a #| b #| c |# d)')
bad "bytes that are no text" '1:26: error: the byte 0xff is not text' < <(printf '(def f Float (x : Float) \377)')
bad "deep nesting" 'limit: brackets nest deeper than' < <(printf '(def f Float (x : Float) ' && head -c 100000 /dev/zero | tr '\0' '(')
beyond "a program with types that double" 'limit: a type of more than' < <(printf '(def f Float (x : Float) (let (' && printf '(x (tuple x x))%.0s' {1..60} && printf ') 1.0))')

changed_is_read_or_refused

if [ -n "${KSC:-}" ]; then
  for file in "$KSC"/*.ks; do
    "$adjudge" import "$file" > "$scratch/one.adj" 2> "$scratch/out"
    echo "$file: $(grep -c ^def "$scratch/one.adj") read, $(grep -c ': error:' "$scratch/out") not"
    [ -s "$scratch/one.adj" ] && expect "what is read of $file is a file of programs" "$adjudge" check "$scratch/one.adj"
    python3 meaning.py "$adjudge" "$file" | tail -n 1
  done
fi
finish
