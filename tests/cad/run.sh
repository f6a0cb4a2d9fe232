#!/bin/bash
# caddie's language: what each definition is read as, its type and what it means by a second evaluator (meaning.py), what
# is refused and where, and that derivatives of what was read are right.
#   tests/cad/run.sh              UPDATE=yes: writes the expected texts
#   CADDIE=FOLDER tests/cad/run.sh      the files of that folder too, https://github.com/diku-dk/caddie, src/examples
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=cad
source ../expect.sh
source ../importing.sh
example='fun q x = x * x' # a program called q

read_as_before
means_the_same 52 programs/scalars.cad
derivatives_hold 52 40
refused_is_counted
stands_at programs/structures.cad:12:\ parts
"$adjudge" grad programs/arrays.cad --def norm --size n_xs=2 --at xs=[3,4] > "$scratch/out" 2>&1
expect "a gradient, with a size" grep -qx 'gradient xs = \[0.6[0-9]*, 0.8\]' "$scratch/out"

bad "an empty file" 'the file has no program: fun f x = x * x' < <(printf '')
bad "a comment" 'the file has no program' < <(printf '(* nothing *)')
bad "an open comment" '1:15: error: this comment has no end' < <(printf 'fun f x = x + (* f')
bad "a star that ends no comment" '1:1: error: this comment has no end' < <(printf '(* nothing **) fun f x = x')
bad "bytes that are no text" '1:11: error: the byte 0xff is not UTF-8' < <(printf 'fun f x = \377')
bad "a NUL" "1:11: error: the character U+0000 has no meaning here" < <(printf 'fun f x = \000')
bad "a number in a name" '1:11: error: a blank is expected behind this number' < <(printf 'fun f x = 2x')
bad "a point in a name" '1:11: error: a blank is expected behind this name' < <(printf 'fun f x = x.1')
bad "deep brackets" 'limit: nested deeper than' < <(printf 'fun f x = ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "a long sum" 'limit: nested deeper than' < <(printf 'fun f x = x' && for k in {1..5000}; do printf ' + x'; done)
bad "deep products" 'limit: nested deeper than' < <(printf 'fun f x = x' && for k in {1..5000}; do printf ' *> x'; done)
bad "types that double" 'limit: types of more than' < <(printf 'fun f x = let y = x in ' && printf 'let x = (x, x) in let y = (y, y) in %.0s' {1..60} && printf 'x - y end' && printf ' end%.0s' {1..120})
beyond "a result that doubles" 'the type of the result is too large' < <(printf 'fun f x = ' && printf 'let x = (x, x) in %.0s' {1..60} && printf 'x' && printf ' end%.0s' {1..60})
changed_is_read_or_refused

if [ -n "${CADDIE:-}" ]; then
  python3 meaning.py "$adjudge" "$CADDIE"/*.cad > "$scratch/out"
  expect "what caddie records of its own files" test $? = 0
  cat "$scratch/out"
fi
finish
