#!/bin/bash
# Specifications on which PROVED, REFUTED or a certified number would be false, and right
# ones beside them: what is expected of each stands at its head (unsound.c).
#   tests/unsound/run.sh [FILE...]     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
flags=
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-fsanitize=address,undefined'; fi
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -w $flags -o "$scratch/unsound" tests/unsound/unsound.c tests/unsound/ask.c \
  "$build/libadjudge.a" $(make -s libraries) || exit 2
[ $# -gt 0 ] || set -- tests/unsound/*.prim tests/unsound/*.adj
printf '%s\0' "$@" | xargs -0 -n 8 -P "${JOBS:-$(nproc)}" "$scratch/unsound" > "$scratch/out" 2>&1
grep -vE '^[0-9]+ passed, [0-9]+ failed$' "$scratch/out" | sort > "$scratch/said"
sed 's/:.*//' "$scratch/said" | uniq > "$scratch/failed"
known=tests/unsound/failing # what is known to fail; what does not any longer is to be struck out
if [ -f $known ]; then
  printf '%s\n' "${@##*/}" | sort | comm -12 - $known | comm -23 - "$scratch/failed" | sed 's/$/: fails no longer: strike it out of failing/' > "$scratch/better"
  grep -vFf <(sed 's/$/:/' $known) "$scratch/said" > "$scratch/worse"
  cat "$scratch/better" "$scratch/worse" > "$scratch/said"
fi
cat "$scratch/said"
failed=$(sed 's/:.*//' "$scratch/said" | uniq | wc -l)
judged=$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { n += $1 + $3 } END { print n + 0 }' "$scratch/out")
failed=$((failed + $# - judged)) # a judge that died has left cases without a verdict
echo "tests/unsound: $(($# - failed)) passed, $failed failed"
[ "$failed" = 0 ]
