#!/bin/bash
# Systematic errors in the rules that are text: refused as schemes, or refuted by a small
# program.  See mutants.py, which makes them, and mutants.c, which judges them.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -f "$build/libadjudge.a" ] || { echo "tests/rules/run.sh: $build/libadjudge.a is not built" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
flags=
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-fsanitize=address,undefined'; fi
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -Wall -Wextra $flags -o "$scratch/mutants" tests/rules/mutants.c \
  "$build/libadjudge.a" $(make -s libraries) || exit 2
python3 tests/rules/mutants.py > "$scratch/errors" || exit 2
[ "$(wc -l < "$scratch/errors")" -ge 2000 ] || { echo "fewer than 2000 errors were made"; exit 1; }
# The misprints of the papers: each is refused or gives what is certainly no derivative, and the page is what was run.
if ! "$build/adjudge" errata > "$scratch/errata" || ! diff "$scratch/errata" ad/ERRATA.md; then
  echo "ad/ERRATA.md is not what adjudge errata writes, or a misprint is not shown"
  echo "0 passed, 1 failed"
  exit 1
fi
# Where a rule is C: on its generic instance it prints what its statement says.
python3 tests/rules/generic.py "$build/adjudge" > "$scratch/generic"
generic=$?
cat "$scratch/generic"
"$scratch/mutants" tests/rules/equivalent tests/rules/programs.adj poly,size=5 array,size=4 sums,size=5 control,size=4 \
  loops,size=5 vectors,size=6 < "$scratch/errors" > "$scratch/systematic"
systematic=$?
cat "$scratch/systematic"
tail -qn 1 "$scratch/generic" "$scratch/systematic" |
  awk '{ passed += $1; failed += $3 } END { print passed " passed, " failed " failed"; }'
[ $generic = 0 ] && [ $systematic = 0 ]
