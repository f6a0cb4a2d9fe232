#!/bin/bash
# The table of right and wrong rules, judged in process: no right one is refuted, and each wrong one is.
#   tests/judging/run.sh            "N passed, N failed"    JOBS: how many parts at a time; PART=2: every second row
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
JOBS=${JOBS:-$(nproc)} parts=8
asked=$(seq $parts | turn 2)
judging=${BUILD:-build}/judging
make -s "$judging" || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
xargs -P "$JOBS" -I NUMBER sh -c "$judging \$((NUMBER - 1)) $parts > $scratch/NUMBER 2>&1" <<< "$asked"
cat "$scratch"/* | grep -v ' passed, \| right rules '
right=$(sed -n 's/^\([0-9]*\) right rules.*/\1/p' "$scratch"/* | paste -sd+ | bc)
passed=$(sed -n 's/^\([0-9]*\) passed.*/\1/p' "$scratch"/* | paste -sd+ | bc)
failed=$(sed -n 's/.* \([0-9]*\) failed$/\1/p' "$scratch"/* | paste -sd+ | bc)
share=$(wc -l <<< "$asked")
[ "$(grep -l ' passed, ' "$scratch"/* | wc -l)" = "$share" ] || failed=$((${failed:-0} + 1))
wrong=$((passed + failed - right))
[ $((right * parts / share)) -ge 300 ] && [ $((wrong * parts / share)) -ge 150 ] || failed=$((failed + 1)) # the table is whole
echo "tests/judging: $right right rules, $wrong wrong ones: $passed passed, $failed failed"
[ "$failed" = 0 ]
