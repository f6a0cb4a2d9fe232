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
#   test      a unit test that must fail, tests/unit/test_x.c
#
# Of a refutation three things are asked besides: the command that it names
# ("again:") refutes too, the program that it prints is refuted when read from a
# file, and the sound binary finds nothing against that program.
#
# usage: tests/mutants/run.sh [MUTANT...]     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build}
sound=$BUILD/adjudge
limit="timeout 60"
libraries=$(make -s libraries)

value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

plant() { # mutant, overlay folder
  local file
  file=$(value "$1" file)
  mkdir -p "$2/$(dirname "$file")"
  tests/mutants/plant.pl "$1" > "$2/$file"
}

objects() { # mutant, overlay folder: builds what changes into the array `objects`
  local source sources object=0
  sources=$(value "$1" compile)
  objects=()
  for source in ${sources:-$(value "$1" file)}; do
    [ -f "$2/$source" ] && source=$2/$source
    gcc -std=c11 -D_DEFAULT_SOURCE -I"$2" -I. -O1 -w -c -o "$2/$((++object)).o" "$source" || return 1
    objects+=("$2/$object.o")
  done
}

fails_test() { # mutant, overlay folder
  local test code
  test=$(value "$1" test)
  gcc -std=c11 -D_DEFAULT_SOURCE -I"$2" -I. -O1 -w -o "$2/test" "$test" "${objects[@]}" "$BUILD/libadjudge.a" \
    -lcmocka $libraries || { echo "$test does not build"; return 1; }
  $limit "$2/test" > "$2/output" 2>&1
  code=$?
  [ "$code" != 0 ] || { echo "$test passes"; return 1; }
  [ "$code" -lt 124 ] || { echo "$test ends with code $code"; return 1; }
  echo "$(basename "$test" .c), $code failing"
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

judge() { # mutant, overlay folder: prints what refutes, or why it survives
  local law nodes output found again program
  law=$(value "$1" law) nodes=$(value "$1" nodes)
  gcc -o "$2/adjudge" "$BUILD/obj/verify/cli/main.o" "${objects[@]}" "$BUILD/libadjudge.a" $libraries || return 1
  eval "output=\$(refutes '$law' '$2/adjudge' $(value "$1" run))" || { echo "$output"; return 1; }
  printf '%s\n' "$output" > "$2/report"
  if grep -q '^certified: ' "$1" && ! grep -qF -- "$(value "$1" certified)" "$2/report"; then
    echo "the certified truth is not shown"
    return 1
  fi
  output=$(section "$law" <<< "$output")
  found=$(sed -n 's/.*smallest program found, \([0-9]*\) nodes.*/\1/p' <<< "$output" | head -n 1)
  [ -n "$found" ] && [ "$found" -le "$nodes" ] || { echo "witness of ${found:-no} nodes, at most $nodes wanted"; return 1; }
  again=$(sed -n 's/^    again: adjudge //p' <<< "$output" | head -n 1)
  eval "output2=\$(refutes '$law' '$2/adjudge' $again)" || { echo "again: $output2"; return 1; }
  awk '/smallest program found/ {on = 1; next} on && /^    [a-z]/ {exit} on' <<< "$output" > "$2/smallest.adj"
  output2=$(refutes "$law" "$2/adjudge" verify "$2/smallest.adj" --law "$law" --thorough) ||
    { echo "printed program: $output2"; return 1; }
  $limit "$sound" verify "$2/smallest.adj" --law "$law" --thorough --quiet --jobs 1 > "$2/sound" 2>&1 ||
    { echo "the sound program refutes it too"; return 1; }
  echo "$law, $found nodes"
}

if [ "${1-}" = --one ]; then
  mutant=$2 name=$(basename "$2" .mutant) why="could not be built"
  overlay=$BUILD/mutants/$name
  rm -rf "$overlay"
  if plant "$mutant" "$overlay" && objects "$mutant" "$overlay"; then
    if grep -q '^test: ' "$mutant"; then check=fails_test; else check=judge; fi
    if why=$($check "$mutant" "$overlay"); then
      printf '  %-36s refuted by %s\n' "$name" "$why"
      rm -f "$overlay/adjudge" "$overlay/test"
      exit 0
    fi
  fi
  printf '  %-36s SURVIVED: %s\n' "$name" "$why"
  exit 1
fi

[ -x "$sound" ] && [ -f "$BUILD/libadjudge.a" ] || { echo "$0: $BUILD/adjudge is not built" >&2; exit 2; }
every=no
[ $# -gt 0 ] || { every=yes; set -- tests/mutants/*.mutant; }
results=$(mktemp) || exit 2
trap 'rm -f "$results"' EXIT
printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-2}" "$0" --one | tee "$results"
passed=$(grep -cE '^  [^ ]+ +refuted by' "$results")
failed=$(($# - passed))
if [ $every = yes ]; then # and the table of primitives, rule by rule
  tests/mutants/systematic.sh | tee "$results"
  counts=$(tail -n 1 "$results")
  passed=$((passed + ${counts%% passed*})) counts=${counts##*passed, } failed=$((failed + ${counts%% failed*}))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
