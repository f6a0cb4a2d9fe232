#!/bin/bash
# adjudge fmt: the layout is canonical. Of every file, whatever blanks stand between its words, it is one and the same; laid
# out again it stays; what it is read as stays; and every comment is there (laws.py). Over the files of the tests and
# over programs of spaces, one file each.
#   tests/fmt/run.sh              COUNT=40: programs of each space; SEED=1
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge
source ../expect.sh

for space in poly loops sums control vectors recursion data mixed everything; do
  "$adjudge" list "$space" --count "${COUNT:-40}" | sed 's/^[0-9]*: //; s/^def program /def '"$space"'_@ /' |
    awk '{ sub("_@", "_" NR); print }' > "$scratch/$space.adj"
done
python3 laws.py "$adjudge" "${SEED:-1}" ../corpus/*.adj layouts/*.adj "$scratch"/*.adj > "$scratch/laws" 2>&1
expect "the laws hold of every file" test $? = 0
grep '^FAILED' "$scratch/laws" | head -n 5
expect "of each" grep -qx "$(ls ../corpus/*.adj layouts/*.adj "$scratch"/*.adj | wc -l) passed, 0 failed" "$scratch/laws"
for file in layouts/*.adj; do
  "$adjudge" fmt "$file" > "$scratch/out" 2>&1
  [ "${UPDATE:-no}" = no ] || cp "$scratch/out" "${file%.adj}.expected"
  expect "$file is laid out as before" diff "${file%.adj}.expected" "$scratch/out"
  "$adjudge" fmt --check "$file" > "$scratch/out"
  expect "which it was not" test $? = 1
  "$adjudge" fmt --check "${file%.adj}.expected" > "$scratch/out"
  expect "and then is" test $? = 0
done
printf 'def f (x : real) = x +\n' > "$scratch/bad.adj"
"$adjudge" fmt "$scratch/bad.adj" > "$scratch/out" 2>&1
expect "what is no program is not laid out" test $? = 2
expect "but refused at its place" grep -q 'bad.adj:[0-9]*:[0-9]*: error: ' "$scratch/out"
for file in ../corpus/coordinates.cad ../fpcore/refused.fpcore; do
  "$adjudge" fmt --check "$file" > "$scratch/out" 2>&1
  expect "$file is of another language" test $? = 2
  expect "which is told" grep -q "import" "$scratch/out"
done
finish
