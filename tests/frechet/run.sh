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
derivatives_hold 58 51
refused_is_counted
stands_at programs/paper.frechet:14:\ jacobi

# Every law about derivatives, and those of the language, on the functions as they were read.
own=(FR-AFFINE FR-AFFINE-ADJ FR-FORWARD-ADJ PRINT AD-FWD AD-REV AD-DOT)
../limited.sh 300 "$adjudge" verify programs "${own[@]/#/--law=}" --thorough --quiet --allow-undecided > "$scratch/out" 2>&1
expect "and of the language's own laws none is refuted" test $? = 0
expect "which hold" grep -qE '^ *Frechet derivatives +d$' "$scratch/out"

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

# A section of ⋆ with zeros in it: of which space it is, where it leads tells.
cat > "$scratch/sections.frechet" << 'END'
def rows (x : ℝ^2) : ℝ^3 = (((1, 0, 0, 2, 0, 3) ⋆) : ℝ^2 ⊸ ℝ^3)
def grid (x : ℝ^{1 + 1}) : ℝ^{1 + 2} = (((1, 0, 0, 2, 0, 3) ⋆) : ℝ^{1 + 1} ⊸ ℝ^{1 + 2})
def vector (m : ℝ^6) : ℝ^2 = ((⋆ (0, 1, 0)) : ℝ^6 ⊸ ℝ^2)
def places (m : ℝ^{2 × 3}) : ℝ^2 = ((⋆ ι2 1) : ℝ^{2 × 3} ⊸ ℝ^2)
END
for name in rows grid; do
  "$adjudge" jvp "$scratch/sections.frechet" --def $name --at x='[5,6]' --tangent x='[1,2]' --engine frechet-forward > "$scratch/out" 2>&1
  expect "$name is a matrix with zeros" grep -qxF 'tangent = [1, 4, 6]' "$scratch/out"
done
for name in vector places; do
  "$adjudge" vjp "$scratch/sections.frechet" --def $name --at m='[1,2,3,4,5,6]' --cotangent '[7,8]' --engine frechet-reverse > "$scratch/out" 2>&1
  expect "$name is a vector with zeros" grep -qE '\[0, 7, 0, 0, 8, 0\]' "$scratch/out"
done

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
bad "deep brackets" 'limit: nested deeper than' < <(printf 'def f (x : R) : R = ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "a long composition" 'limit: nested deeper than' < <(printf 'def f (x : R) : R = sin' && for k in {1..5000}; do printf ' o sin'; done)
bad "a large space" 'limit' < <(printf 'def f (x : R^{67108864 * 67108864}) : R = pi1')
bad "a space that doubles" 'limit: its spaces or terms are too large' < <(printf 'def f (x : R) : R = sin' && for k in {1..40}; do printf ' o (id >< id)'; done)
bad "a large index" 'limit: an index beyond 67108864' < <(printf 'def f (x : R^99999999999) : R = pi1')
bad "a support beyond its bound" 'limit: this relation leads from ℝ^ℕ_3 beyond the bound of ℝ^ℕ_3' < <(echo 'def f : R^N_3 -o R^N_3 = red_{(i, i + 1)}')
bad "a pair beyond a bound" 'limit: a pair of this relation is beyond the bound of ℝ^ℕ_3' < <(echo 'def f : R^N_3 -o R^2 = red_{(4, 1)}')
bad "a relation of many pairs" 'limit: this relation has too many pairs' < <(echo 'def f : R^N_9999999 -o R^N_9999999 = red_{(i, i)}')
bad "many variables" 'limit: more variables of a pair than 4' < <(echo 'def f : R^N_3 -o R^N_3 = red_{(a + b + c + d + e, a)}')
bad "many places" 'limit: more places of a product than 4' < <(echo 'def f : R^N_3 -o R^N_3 = red_{((1, 1, 1, 1, 1), 1)}')
bad "a large literal" 'limit: a space of more than' < <(echo 'def f (x : R) : R = pi1 o (K (iota2 3) : R -> R^67108864)')
bad "a large literal times none" 'limit: a space of more than' < <(echo 'def f (x : R) : R = (0 : 0 >< R -o R) o (((0 >< iota2 3) **) : R^67108864 >< R -o 0 >< R) o (><1) o (0 : R -o R^67108864)')
bad "a large product" 'limit: a space of more than' < <(echo 'def f (x : R^2048) : R^2048 = |_| o ((id >< id) ** (><1))')
bad "definitions that double" 'def f19 ' < <(echo 'def f0 : R -o R = id . id' && for k in {1..60}; do echo "def f$k : R -o R = f$((k - 1)) . f$((k - 1))"; done)
bad "definitions that nest" 'limit: its spaces or terms are too large' < <(echo 'def f0 : R -o R = id' && for k in {1..5000}; do echo "def f$k : R -o R = id . f$((k - 1))"; done)

# What is written has a name that is read.
printf 'def %s (x : real) : real = x * x\n' o id pi1 _a R K\' > "$scratch/names.adj"
for name in o id pi1 _a R "K'"; do
  "$adjudge" derive "$scratch/names.adj" --def "$name" --engine frechet-forward --emit frechet > "$scratch/name.frechet" 2>&1
  expect "$name is written so that it is read" "$adjudge" check "$scratch/name.frechet"
done
{ printf 'def f (x : real) : real = '; for k in {1..900}; do printf 'sin ('; done; printf x; printf '%900s\n' | tr ' ' ')'; } > "$scratch/deep.adj"
"$adjudge" derive "$scratch/deep.adj" --engine frechet-forward --emit frechet > "$scratch/out" 2>&1
expect "what would be nested too deeply to be read is not written" grep -q 'LIMIT' "$scratch/out"

changed_is_read_or_refused

finish
