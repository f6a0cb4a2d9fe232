#!/bin/bash
# Errors planted in the code, one at a time: each must be refuted by the law that
# should see it, with a shrunk witness that is small.
#
# A mutant is a file of lines "key: value":
#   what      a sentence
#   file      what is changed
#   from, to  a text that stands in it exactly once, and what it becomes; the
#             pair may be repeated, and \n in either stands for a line's end
#   compile   the sources to build again (by default the file)
# and either
#   run       arguments of adjudge; the campaign must refute
#   law       the law expected to refute
#   nodes     the most that the shrunk witness may have
#   certified (may be left out) what is shown of the certified truth at the witness
# or
#   maps      the law that `adjudge maps` must refute
# or
#   equation  the law LM-* that its instances must refute, which are about no program: those asked for beside small ones
# or
#   test      a unit test that must fail, tests/unit/test_x.c
#   case      the function of it that must: it alone is run
# or
#   gate      a scope of the main job, as words of adjudge verify, whose counts must differ (tests/counts): what
#             refutes nothing, or makes a law look at less, is seen by the main job all the same
#   law       (may be left out) a law whose own counts must be among those that differ: of laws that tell, as SMOOTH
# or, of those that sample.py draws,
#   counts    what fixed commands count must differ
#
# One build holds them all (Makefile): ADJUDGE_MUTANT=ID switches one on, when a
# program is run.  BUILD/mutants/bin/adjudge bmc ... so runs without any, and
# ADJUDGE_MUTANT=cos-sign BUILD/mutants/bin/adjudge bmc ... with that one; a mutant
# that would not be active ends the program (program.c, object.c).
#
# Of a refutation three things are asked besides: the command that it names
# ("again:") refutes too, the program that it prints is refuted when read from a
# file, and the sound binary finds nothing against that program.
#
# Without arguments also the table of primitives rule by rule (systematic.sh) and, unless
# it is a part, the wrong primitives of tests/campaigns; at the end, which laws have none.
#
# usage: tests/mutants/run.sh [MUTANT...]     JOBS: how many at a time
#        PART=2/3 tests/mutants/run.sh     of all mutants, and of the table's rules, every third, from the second on
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
export BUILD=${BUILD:-build} JOBS=${JOBS:-$(nproc)}
programs=$BUILD/mutants/bin
limit="tests/limited.sh 120"

value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

fails_test() { # mutant, its folder
  local test case code
  test=$(basename "$(value "$1" test)" .c) case=$(value "$1" case)
  [ -n "$case" ] || { echo "no case of $test is named"; return 1; }
  ADJUDGE_CASE=$case $limit "$programs/$test" > "$2/output" 2>&1
  code=$?
  [ "$code" != 0 ] || { echo "$test, $case passes"; return 1; }
  [ "$code" -lt 124 ] || { echo "$test, $case ends with code $code"; tail -n 1 "$2/output"; return 1; }
  grep -qF "[  FAILED  ] $case" "$2/output" || { echo "$test has no $case that fails"; return 1; }
  echo "$test, $case"
}

refutes_instance() { # mutant, its folder, law, adjudge's arguments: of laws that are about no program
  local output code
  output=$($limit "$programs/adjudge" "${@:4}" --law "$3" 2>&1)
  code=$?
  [ "$code" = 1 ] || { echo "exit code $code, not 1"; printf '%s\n' "$output" | tail -n 1; return 1; }
  grep -qF "REFUTED $3:" <<< "$output" || { echo "not refuted by $3"; return 1; }
  ADJUDGE_MUTANT= $limit "$programs/adjudge" "${@:4}" --law "$3" > "$2/sound" 2>&1 ||
    { echo "the sound program refutes it too"; return 1; }
  echo "$3"
}

refutes_map() { refutes_instance "$1" "$2" "$(value "$1" maps)" maps; }
refutes_equation() {
  refutes_instance "$1" "$2" "$(value "$1" equation)" bmc --space poly,size=3 --thorough --quiet --jobs 1
}

counted() { # report, words of verify: what a scope of the main job counts
  # shellcheck disable=SC2086 # words
  $limit "$programs/adjudge" verify $2 --seed 1 --quiet --jobs 1 --allow-undecided --report "$1" > "$1.out" 2>&1
}

changes_counts() { # mutant, its folder: nothing is refuted, or something is; the gate of counts sees it in any case
  local words code law
  words=$(value "$1" gate)
  ADJUDGE_MUTANT= counted "$2/sound" "$words" || { echo "without it the scope fails"; tail -n 1 "$2/sound.out"; return 1; }
  tests/counts/gate.py --write "$2/counts" "$2/sound" || return 1
  counted "$2/changed" "$words"
  code=$?
  [ "$code" -lt 2 ] || { echo "exit code $code"; tail -n 1 "$2/changed.out"; return 1; }
  tests/counts/gate.py --check "$2/counts" "$2/changed" > "$2/gate" 2>&1 && { echo "it counts the same"; return 1; }
  grep -q '^counts: [0-9]* differ' "$2/gate" || { tail -n 1 "$2/gate"; return 1; }
  law=$(value "$1" law)
  [ -z "$law" ] || grep -qE "(: |now )$law " "$2/gate" || { echo "what $law counts is the same"; return 1; }
  echo "${law:-the counts}, $(sed -n 's/^counts: \([0-9]*\) differ.*/\1/p' "$2/gate") lines"
}

refutes() { # law, adjudge and its arguments: prints why not
  local law=$1 output code
  output=$($limit "${@:2}" --quiet --jobs 1 2>&1)
  code=$?
  [ "$code" = 1 ] || { echo "exit code $code, not 1"; printf '%s\n' "$output" | tail -n 3; return 1; }
  grep -qF "REFUTED $law:" <<< "$output" || { echo "not refuted by $law"; grep -F REFUTED <<< "$output"; return 1; }
  printf '%s\n' "$output"
}

# The part of a report on the refutation of one law.
section() { awk -v law="REFUTED $1:" '/^  REFUTED /{on = index($0, law)} on' ; }

judge() { # mutant, its folder: prints what refutes, or why it survives
  local law nodes output found again program
  law=$(value "$1" law) nodes=$(value "$1" nodes)
  eval "output=\$(refutes '$law' '$programs/adjudge' $(value "$1" run))" || { echo "$output"; return 1; }
  printf '%s\n' "$output" > "$2/report"
  if grep -q '^certified: ' "$1" && ! grep -qF -- "$(value "$1" certified)" "$2/report"; then
    echo "the certified truth is not shown"
    return 1
  fi
  output=$(section "$law" <<< "$output")
  found=$(sed -n 's/.*smallest program found, \([0-9]*\) nodes.*/\1/p' <<< "$output" | head -n 1)
  [ -n "$found" ] && [ "$found" -le "$nodes" ] || { echo "witness of ${found:-no} nodes, at most $nodes wanted"; return 1; }
  again=$(sed -n 's/^    again: adjudge //p' <<< "$output" | head -n 1)
  eval "output2=\$(refutes '$law' '$programs/adjudge' $again)" || { echo "again: $output2"; return 1; }
  awk '/smallest program found/ {on = 1; next} on && /^    [a-z]/ {exit} on' <<< "$output" > "$2/smallest.adj"
  output2=$(refutes "$law" "$programs/adjudge" verify "$2/smallest.adj" --law "$law" --thorough) ||
    { echo "printed program: $output2"; return 1; }
  ADJUDGE_MUTANT= $limit "$programs/adjudge" verify "$2/smallest.adj" --law "$law" --thorough --quiet --jobs 1 > "$2/sound" 2>&1 ||
    { [ $? = 3 ] && grep -qE '^total: .* [1-9][0-9,]* hold, 0 refuted' "$2/sound"; } || # beside what it cannot read
    { echo "the sound program refutes it too"; return 1; }
  echo "$law, $found nodes"
}

if [ "${1-}" = --one ]; then
  export ADJUDGE_MUTANT
  ADJUDGE_MUTANT=$(basename "$2" .mutant) why="could not be built"
  folder=$BUILD/mutants/$ADJUDGE_MUTANT
  if [ -f "$folder/mutant.so" ]; then
    check=judge
    grep -q '^test: ' "$2" && check=fails_test
    grep -q '^maps: ' "$2" && check=refutes_map
    grep -q '^equation: ' "$2" && check=refutes_equation
    grep -q '^gate: ' "$2" && check=changes_counts
    if why=$($check "$2" "$folder"); then
      printf '  %-36s refuted by %s\n' "$ADJUDGE_MUTANT" "$why"
      exit 0
    fi
  fi
  printf '  %-36s SURVIVED: %s\n' "$ADJUDGE_MUTANT" "$why"
  exit 1
fi

every=no
[ $# -gt 0 ] || { every=yes; set -- tests/mutants/*.mutant; }
if [ $every = yes ] && [ -n "${PART-}" ]; then
  all=$#
  # shellcheck disable=SC2046 # their names have no spaces
  set -- $(printf '%s\n' "$@" | turn 40)
  echo "part $(part_of 40) of $(parts_of 40): $# of $all mutants"
fi
objects=()
for mutant in "$@"; do objects+=("$BUILD/mutants/$(basename "$mutant" .mutant)/mutant.so"); done
tests=$(sed -n 's/^test: //p' "$@" | sort -u | sed "s|.*/\(.*\)\.c|$programs/\1.sound|")
[ $every = no ] || objects+=("$BUILD/mutants/systematic/mutant.so")
mkdir -p "$BUILD/mutants" # tests/refuted/run.sh builds some of them too
build() { flock "$BUILD/mutants/.lock" make -s -j"$JOBS" -f tests/mutants/Makefile BUILD="$BUILD" "$@"; }
build "$programs/adjudge" $tests || { echo "$0: the build with mutants fails" >&2; exit 2; }
build -k "${objects[@]}" # what cannot be built is a survivor
results=$(mktemp) || exit 2
trap 'rm -f "$results"' EXIT
printf '%s\0' "$@" | xargs -0 -n 1 -P "$JOBS" "$0" --one | tee "$results"
if [ $every = yes ]; then
  suites=(tests/mutants/systematic.sh)
  [ -n "${PART-}" ] || suites+=('tests/campaigns/run.sh --wrong') # of make test a suite of its own
  # a suite that says nothing is one that was not run
  for suite in "${suites[@]}"; do
    before=$(wc -l < "$results")
    $suite | tee -a "$results" | grep -v '^killed'
    [ "${PIPESTATUS[0]}" -le 1 ] && [ "$(wc -l < "$results")" -gt $((before + 10)) ] ||
      echo "  ${suite%% *} SURVIVED: it was not run to its end" | tee -a "$results"
  done
  tests/mutants/summary.pl "$BUILD" "$results"
  exit
fi
passed=$(grep -cE '^  [^ ]+ +refuted by' "$results")
echo "$passed passed, $(($# - passed)) failed"
[ "$passed" = $# ]
