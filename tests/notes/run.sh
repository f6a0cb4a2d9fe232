#!/bin/bash
# The working notes' language: what each definition is read as and what it means by a second evaluator (meaning.py), what is
# refused and where, that derivatives of what was read are right, and that programs are read as adjudge prints them
# (printed.py).
#   tests/notes/run.sh              UPDATE=yes: writes the expected texts; COUNT=8: programs of each space that are printed
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=notes
source ../expect.sh
source ../importing.sh
example='q(x) = x * x' # a program called q

read_as_before
means_the_same 36 programs/vectors.notes
derivatives_hold 37 29
refused_is_counted
stands_at programs/scalars.notes:3:\ f2_printed
"$adjudge" grad programs/vectors.notes --def sum_of_squares --size n_v=2 --at v=[3,4] > "$scratch/out" 2>&1
expect "a gradient, with a size" grep -qx 'gradient v = \[6, 8\]' "$scratch/out"

bad "an empty file" 'the file has no program: f(x) = x * x' < <(printf '')
bad "a comment" 'the file has no program' < <(printf -- '-- nothing')
bad "bytes that are no text" '1:8: error: the byte 0xff is not UTF-8' < <(printf 'f(x) = \377')
bad "a NUL" "1:8: error: the character U+0000 has no meaning here" < <(printf 'f(x) = \000')
bad "a letter behind a number" '1:8: error: a blank is expected behind this number' < <(printf 'f(x) = 2x')
bad "deep brackets" 'limit: nested deeper than' < <(printf 'f(x) = ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "a long sum" 'limit: nested deeper than' < <(printf 'f(x) = x' && for k in {1..20000}; do printf ' + x'; done)
bad "long products" 'limit: nested deeper than' < <(printf 'f(x) = x' && for k in {1..20000}; do printf ' * x'; done)
bad "deep types" 'limit: nested deeper than' < <(printf 'f(x : ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "deep vectors" 'limit: nested deeper than' < <(printf 'f(x : ' && for k in {1..5000}; do printf 'Vec 1 '; done)
bad "deep lets" 'limit: nested deeper than' < <(printf 'f(x) = ' && for k in {1..5000}; do printf 'let x = x in '; done)
beyond "a program with types that double" 'limit: a type of more than' < <(printf 'f(x) = ' && printf 'let x = (x, x) in %.0s' {1..60} && printf '0')
changed_is_read_or_refused

# What is printed: programs of the corpus, and of spaces.
for space in poly analytic loops control data mixed; do
  "$adjudge" list "$space" --first 20000 --count "${COUNT:-8}" | sed 's/^[0-9]*: //; s/^def program /def '"$space"'_@ /' |
    awk '{ sub("_@", "_" NR); print }' > "$scratch/$space.adj"
done
python3 printed.py "$adjudge" "$scratch" ../corpus/{control,gmm,linearmaps,vectors}.adj "$scratch"/*.adj > "$scratch/printed"
expect "programs are read as they are printed" test $? = 0
expect "most of them are printed" awk '/passed/ { exit !($1 >= 55) }' "$scratch/printed"
grep -A 12 FAILED "$scratch/printed"
# An error planted in what is printed is seen.
{ printf '#!/bin/bash\n[ "$1" != derive ] || { %q "$@" | sed "s/ \\* / + /"; exit 0; }\nexec %q "$@"\n' "$adjudge" "$adjudge"; } > "$scratch/wrong"
chmod +x "$scratch/wrong"
python3 printed.py "$scratch/wrong" "$scratch" ../corpus/linearmaps.adj > "$scratch/printed"
expect "a sign that is printed wrong is seen" grep -q '^FAILED' "$scratch/printed"
finish
