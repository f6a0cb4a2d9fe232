#!/bin/bash
# What is refuted stays refuted, in every form in which a run is told: with one planted error (tests/mutants) programs are
# refuted by several laws and engines; then in parts that are merged in each order, in runs that are killed and go on,
# with other numbers of workers; in JSON, JUnit, SARIF, the page, the table and the exit code.
#   tests/refuted/run.sh [MUTANT]     another error (cos-sign)
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build}
. tests/expect.sh
mutant=${1-cos-sign} programs=$BUILD/mutants/bin
mkdir -p "$BUILD/mutants"
# tests/mutants/run.sh builds them too
flock "$BUILD/mutants/.lock" make -s -j2 -f tests/mutants/Makefile BUILD="$BUILD" "$programs/adjudge" \
  "$BUILD/mutants/$mutant/mutant.so" || { echo "0 passed, 1 failed"; exit 1; }

wrong() { ADJUDGE_MUTANT=$mutant tests/limited.sh 120 "$programs/adjudge" "$@" --quiet; }
sound() { ADJUDGE_MUTANT='' tests/limited.sh 120 "$programs/adjudge" "$@" --quiet; }
merge() { tests/limited.sh 120 "$programs/adjudge" merge "$@"; }
laws=(--law 'AD-*' --law XENG --law 'TYP-*')
size=2
space=(--space analytic "${laws[@]}" --seed 3)
in_files() { echo --report "$1.json" --junit "$1.xml" --html "$1.html" --sarif "$1.sarif"; }
ends_with() { # exit code, command...
  local code=$1
  shift
  "$@" > "$scratch/printed" 2>&1
  local found=$?
  [ $found = "$code" ] || { echo "exit code $found"; tail -n 5 "$scratch/printed"; return 1; }
}

# ------------------------------------------------------------- the whole --
# shellcheck disable=SC2046 # the names of the files have no spaces
expect 'exit code 1' ends_with 1 wrong bmc --size $size "${space[@]}" --jobs 2 $(in_files "$scratch/whole") --full
cp "$scratch/printed" "$scratch/table"
for words in --allow-undecided --strict '--jobs 1' --thorough --quick --proofs; do
  # shellcheck disable=SC2086
  expect "exit code 1 with $words" ends_with 1 wrong bmc --size $size "${space[@]}" $words
done
expect 'exit code 1 of a sample' ends_with 1 wrong sample --space analytic --size 3 --count 200 --law 'AD-*'
expect 'exit code 1 with other programs that hold' ends_with 1 wrong verify --space poly,size=2 --space analytic,size=2 --law AD-FWD
expect 'exit code 1 of a file' ends_with 1 wrong verify tests/corpus/fig1a.adj tests/corpus/rungekutta.adj tests/corpus/quaternion.adj --space analytic,size=1 --law AD-FWD
# shellcheck disable=SC2046
expect 'exit code 0 of the sound program' ends_with 0 sound bmc --size $size "${space[@]}" $(in_files "$scratch/sound") --full
cp "$scratch/printed" "$scratch/sound.table"
expect 'the reports agree in what is refuted, and by whom' python3 tests/refuted/forms.py "$scratch/whole" "$scratch/table" refuted
expect 'and in that nothing is' python3 tests/refuted/forms.py "$scratch/sound" "$scratch/sound.table" sound
expect 'their form is the published one' python3 tests/reports/schema.py verify/campaign/report.schema.json \
  "$scratch/whole.json" "$scratch/sound.json"

# ------------------------------------------------------------- in parts --
for k in 1 2 3; do
  wrong bmc --size $size "${space[@]}" --shard $k/3 --jobs 1 --report "$scratch/part$k.json" > /dev/null
done
same_forms() { # two reports' names: byte by byte, but for the page, which lacks the pictures
  local form
  for form in json xml sarif; do cmp "$1.$form" "$2.$form" || return 1; done
  python3 tests/refuted/forms.py "$1" "$scratch/table" refuted
}
for order in '1 2 3' '3 2 1' '2 3 1' '2 1 3'; do
  parts=()
  for k in $order; do parts+=("$scratch/part$k.json"); done
  # shellcheck disable=SC2046
  expect "merged as $order: exit code 1" ends_with 1 merge "${parts[@]}" $(in_files "$scratch/merged")
  expect "and the reports of the whole" same_forms "$scratch/merged" "$scratch/whole"
done
refuting=$(grep -lE '"refuted": *[1-9]' "$scratch"/part[123].json | wc -l)
expect 'more than one part refutes' test "$refuting" -gt 1
sound bmc --size $size "${space[@]}" --shard 1/3 --jobs 1 --report "$scratch/part1.json" > /dev/null
for order in '1 2 3' '3 1 2'; do
  parts=()
  for k in $order; do parts+=("$scratch/part$k.json"); done
  expect "a part that holds takes no refutation of the others away, $order" ends_with 1 merge "${parts[@]}"
done
expect 'nor does a part that is missing' ends_with 1 merge "$scratch"/part[23].json

# --------------------------------------------------- killed, and going on --
run() { wrong bmc --size 3 "${space[@]}" --jobs "$1" --journal "$scratch/j" --report "$scratch/r.json" "${@:2}"; }
run 2 > /dev/null
cp "$scratch/r.json" "$scratch/good.json"
lines=$(wc -l < "$scratch/j")
expect 'a journal has lines' test "$lines" -gt 4
cp "$scratch/j" "$scratch/j.good"
for kept in 2 $((lines / 3)) $((2 * lines / 3)) "$lines"; do
  head -n "$kept" "$scratch/j.good" > "$scratch/j"
  rm -f "$scratch/r.json"
  expect "$kept lines of a journal and --resume: exit code 1" ends_with 1 run 1 --resume
  expect 'and the same report' cmp "$scratch/r.json" "$scratch/good.json"
done
rm -f "$scratch/j"
expect 'three workers: exit code 1' ends_with 1 run 3
expect 'and the same report' cmp "$scratch/r.json" "$scratch/good.json"
finish
