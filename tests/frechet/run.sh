#!/bin/bash
# The language of Frechet derivatives: the examples of the paper and each construct, read, and written as programs of the
# source language; what these mean and what their derivatives are, by every engine, those of the language taking the
# functions as they were read; what they are printed as is read again; what is refused and where.
#   tests/frechet/run.sh              UPDATE=yes: writes the expected texts
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=frechet
source ../expect.sh
source ../importing.sh

read_as_before
derivatives_hold 44 36
refused_is_counted
stands_at programs/paper.frechet:14:\ jacobi

# Every law about derivatives, and those of the language, on the functions as they were read.
../limited.sh 300 "$adjudge" verify programs --law FR-AFFINE,FR-AFFINE-ADJ,FR-FORWARD-ADJ,PRINT,AD-FWD,AD-REV,AD-DOT \
  --thorough --quiet > "$scratch/out" 2>&1
expect "and of the language's own laws none is refuted" test $? = 0

# A text is the function that it writes: at points, and by the derivative as it is printed.
at_points() { # file, definition, point...: gradient by the text's engine and by CHAD
  local file=$1 name=$2
  shift 2
  "$adjudge" grad "$file" --def "$name" "$@" --engine frechet-reverse > "$scratch/one" 2>&1
  "$adjudge" grad "$file" --def "$name" "$@" --engine chad-reverse > "$scratch/two" 2>&1
  expect "$name has one gradient" cmp "$scratch/one" "$scratch/two"
}
at_points programs/paper.frechet b2 --at x1=2 --at x2=3
at_points programs/network.frechet network1 --at x='[1,2]' --at w1='[1,0,0,1,1,1]' --at b1='[0,0,1]' --at y='[1,1,1]'

# print . read = id, by file: what is emitted is read, and emits itself.
for file in programs/*.frechet; do
  while read -r name; do
    "$adjudge" derive "$file" --def "$name" --engine frechet-forward --emit frechet > "$scratch/one.frechet" 2>&1 &&
      "$adjudge" derive "$scratch/one.frechet" --engine frechet-reverse --emit frechet > "$scratch/two.frechet" 2>&1
    expect "$file: $name is printed so that it is read" cmp "$scratch/one.frechet" "$scratch/two.frechet"
  done < <("$adjudge" check "$file" | sed 's/.*: \([a-z0-9_]*\) (.*/\1/')
done

# Point-free forms of caddie's programs, and of others, are read.
while read -r name; do
  "$adjudge" derive ../corpus/caddie.adj --def "$name" --engine combinatory-reverse --emit frechet > "$scratch/pf.frechet" 2>&1 &&
    "$adjudge" check "$scratch/pf.frechet" > "$scratch/why" 2>&1 &&
    "$adjudge" derive "$scratch/pf.frechet" --engine frechet-forward --emit frechet > "$scratch/again.frechet" 2>&1
  expect "the point-free form of $name is read" cmp "$scratch/pf.frechet" "$scratch/again.frechet"
done < <("$adjudge" check ../corpus/caddie.adj | sed 's/.*: \([A-Za-z0-9_]*\) (.*/\1/')

bad "an empty file" 'the file has no program: def f (x : R) : R = ln o sin' < <(printf '')
bad "bytes that are no text" "1:24: error: the byte 0xff is not UTF-8" < <(printf 'def f (x : R) : R = sin\377')
bad "an open bracket" "1:24: error: ')' is expected behind this" < <(printf 'def f (x : R) : R = (sin o cos')
bad "deep brackets" 'limit: nested deeper than' < <(printf 'def f (x : R) : R = ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "a long composition" 'limit: nested deeper than' < <(printf 'def f (x : R) : R = sin' && for k in {1..5000}; do printf ' o sin'; done)
bad "a large space" 'limit' < <(printf 'def f (x : R^{67108864 * 67108864}) : R = pi1')
bad "a large index" 'is beyond the limit of' < <(printf 'def f (x : R^99999999999) : R = pi1')
changed_is_read_or_refused

finish
