#!/bin/bash
# Near misses: right rules multiplied by a factor that is 1 except on a set (nearmiss.c).
#   COUNT=100000 SEED=1 FIRST=0 tests/nearmiss/run.sh     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build} count=${COUNT:-200} jobs=${JOBS:-$(nproc)} share=16 # cases of one process
ulimit -t "${PROCESSOR_SECONDS:-300}" # of one process: what it has not judged then has failed
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
flags=
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-fsanitize=address,undefined'; fi
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -w $flags -o "$scratch/nearmiss" tests/nearmiss/nearmiss.c tests/unsound/ask.c \
  "$build/libadjudge.a" $(make -s libraries) || exit 2
for ((k = ${FIRST:-0}; k < ${FIRST:-0} + count; k += share)); do
  echo "$k $((count + ${FIRST:-0} - k < share ? count + ${FIRST:-0} - k : share))"
done | xargs -n 2 -P "$jobs" "$scratch/nearmiss" "${SEED:-1}" > "$scratch/out" 2>&1
grep -vE '(undecided, [0-9]+ REFUTED|passed, [0-9]+ failed)$' "$scratch/out" # what was judged falsely
awk -v all="$count" '
  / undecided, [0-9]+ REFUTED$/ { kind = $0; sub(/:.*/, "", kind); if (!(kind in seen)) order[++kinds] = kind; seen[kind] = 1
    sub(/.*: /, ""); for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/) sum[kind, ++at[kind]] += $i; at[kind] = 0 }
  /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3 }
  END { for (k = 1; k <= kinds; k++) printf "%s: %d PROVED, %d PROVED OUTSIDE a set, %d undecided, %d REFUTED\n", order[k],
      sum[order[k], 1], sum[order[k], 2], sum[order[k], 3], sum[order[k], 4]
    failed = all - passed # with those of a judge that died
    print "tests/nearmiss: " passed + 0 " passed, " failed " failed"; exit failed > 0 }' "$scratch/out"
