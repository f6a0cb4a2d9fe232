#!/bin/bash
# Near misses: right rules multiplied by a factor that is 1 except on a set (nearmiss.c).
# No wrong one may be PROVED, no right one REFUTED; a case at its limit of processor time is
# counted apart, and more than one in a thousand of them fail.
#   COUNT=100000 SEED=1 FIRST=0 tests/nearmiss/run.sh     JOBS: how many at a time; PART=3: a fourth of what is looked at else
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
build=${BUILD:-build} count=${COUNT:-$(share_of 4 2000)} first=${FIRST:-$(before_of 4 2000)} jobs=${JOBS:-$(nproc)} share=250 # cases of one process
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
flags=
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-fsanitize=address,undefined'; fi
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -w $flags -o "$scratch/nearmiss" tests/nearmiss/nearmiss.c tests/unsound/ask.c \
  "$build/libadjudge.a" $(make -s libraries) || exit 2
for ((k = first; k < first + count; k += share)); do
  echo "$k $((count + first - k < share ? count + first - k : share))"
done | xargs -n 2 -P "$jobs" "$scratch/nearmiss" "${SEED:-1}" > "$scratch/out" 2>&1
grep -vE '(REFUTED, [0-9]+ limits|passed, [0-9]+ failed)$' "$scratch/out" # what was judged falsely, or not
awk -v all="$count" '
  / REFUTED, [0-9]+ limits$/ { kind = $0; sub(/:.*/, "", kind); if (!(kind in seen)) order[++kinds] = kind; seen[kind] = 1
    sub(/.*: /, ""); for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/) sum[kind, ++at[kind]] += $i; at[kind] = 0 }
  /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3 }
  END { for (k = 1; k <= kinds; k++) { kind = order[k]
      printf "%s: %d PROVED, %d PROVED OUTSIDE a set, %d undecided, %d REFUTED, %d limits\n", kind,
        sum[kind, 1], sum[kind, 2], sum[kind, 3], sum[kind, 4], sum[kind, 5]
      if (kind != "right") wrong += sum[kind, 1] + (kind ~ /open set/ ? sum[kind, 2] : 0)
      undecided += sum[kind, 3]; limits += sum[kind, 5] }
    printf "wrong rules PROVED %d, right rules REFUTED %d, undecided %d, limits %d\n", wrong, sum["right", 4], undecided, limits
    failed = all - passed - limits # with those of a judge that died
    if (1000 * limits > all) failed += limits
    print "tests/nearmiss: " passed + 0 " passed, " failed " failed"; exit failed > 0 }' "$scratch/out"
