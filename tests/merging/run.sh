#!/bin/bash
# Merging: the verdicts of a run that looks at every program; parts, workers and runs that go on; and what its audit must
# catch, engines whose answer for a term is not a matter of the meanings of the term's parts (planted.c).
# MERGING_SPACES: what is compared, law by law; e.g. poly,size=7 for 169,020 programs, some minutes.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
adjudge=$build/adjudge
[ -f "$build/libadjudge.a" ] || { echo "tests/merging/run.sh: $build/libadjudge.a is not built" >&2; exit 2; }
. tests/expect.sh

bmc() { "$adjudge" bmc --quiet --allow-undecided "$@"; }
counted() { sed -n "s/^   \"$2\": \([0-9]*\),\$/\1/p" "$1"; } # report, key of its scope

for space in ${MERGING_SPACES:-poly,size=5 division,size=5 control,size=5}; do
  bmc --space "$space" --report "$scratch/alone" > "$scratch/out" 2>&1
  expect "$space is judged" test "$?" = 0
  bmc --space "$space" --merging 1 --report "$scratch/merged" > "$scratch/out" 2>&1
  expect "$space is judged with merging" test "$?" = 0
  expect "$space: programs are merged, and some of them audited" \
    test "$(counted "$scratch/merged" by_merging)" -gt 300 -a "$(counted "$scratch/merged" audited)" -gt 0
  expect "$space: the verdicts with merging are those without, law by law" \
    python3 tests/merging/laws.py "$scratch/alone" "$scratch/merged"
done

# One seed, one report, whatever the workers and the parts; another seed, another audit.
bmc --space poly,size=5 --merging 1 --jobs 1 --report "$scratch/one" > /dev/null
bmc --space poly,size=5 --merging 1 --jobs 3 --report "$scratch/three" > /dev/null
expect "1 and 3 workers write the same report" cmp "$scratch/one" "$scratch/three"
for k in 1 2 3; do bmc --space poly,size=5 --merging 1 --shard $k/3 --report "$scratch/part$k" > /dev/null; done
"$adjudge" merge "$scratch"/part[123] --report "$scratch/whole" > "$scratch/out" 2>&1
expect "three parts merge into the whole" cmp "$scratch/one" "$scratch/whole"
bmc --space poly,size=5 --shard 3/3 --report "$scratch/other" > /dev/null
"$adjudge" merge "$scratch"/part[12] "$scratch/other" > "$scratch/out" 2>&1
expect "a part without merging is refused" test "$?" = 2
python3 - "$scratch/part1" > "$scratch/forged" << 'END'
import json, sys
report = json.load(open(sys.argv[1]))
report["scopes"][0]["by_merging"] += 1
print(json.dumps(report))
END
"$adjudge" merge "$scratch/forged" "$scratch"/part[23] > "$scratch/out" 2>&1
expect "so is one whose programs by merging do not add up" grep -q 'programs by merging do not add up' "$scratch/out"
bmc --space poly,size=5 --merging 1 --seed 2 --report "$scratch/seed2" > /dev/null
expect "another seed audits others" test "$(counted "$scratch/seed2" audited)" != "$(counted "$scratch/one" audited)"
"$adjudge" bmc --quiet --space poly,size=4 --merging 1 --engines chad > "$scratch/out" 2>&1
expect "merging is of all engines" test "$?" = 2
"$adjudge" bmc --quiet --space poly,size=4 --merging 1 --full > "$scratch/full"
expect "a law says n of N, and how many by merging" \
  grep -qE '^  AD-FWD +chad-forward .* [0-9]+ of 463, by merging [0-9]+$' "$scratch/full"
expect "the law of types says n of N, and follows for none" grep -qE '^  TYP-PRES +chad-forward .* [0-9]+ of 463$' "$scratch/full"

bmc --space poly,size=4 --merging 464 --report "$scratch/few" > /dev/null
expect "a space of fewer programs than it says is not merged" test "$(counted "$scratch/few" by_merging)" = 0

# Engines that are not compositional.
flags=-O1
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-O1 -fsanitize=address,undefined'; fi
# shellcheck disable=SC2046,SC2086 # words
compile() { ${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. $flags -w "$@" || exit 2; }
compile -Dlinmap_canonical_forward=planted -c -o "$scratch/engines.o" ad/engines.c
compile -o "$scratch/planted" "$build/obj/verify/cli/main.o" tests/merging/planted.c "$scratch/engines.o" "$build/libadjudge.a" \
  $(make -s libraries)
planted() { PLANTED=$1 "$scratch/planted" bmc --quiet --allow-undecided --jobs 1 --space poly,size=5 --merging 1 --report "$scratch/$1" > "$scratch/$1.out" 2>&1; }
"$scratch/planted" bmc --quiet --space poly,size=5 --merging 1 --report "$scratch/sound" > /dev/null
expect "the same engine that is not planted is borne out" \
  test "$(counted "$scratch/sound" audited_apart) $(counted "$scratch/sound" by_merging)" = "0 $(counted "$scratch/one" by_merging)"
for error in ${MERGING_ERRORS:-names order counter}; do
  planted "$error"
  expect "$error: exit code 1" test "$?" = 1
  expect "$error: it is refuted" grep -q 'REFUTED AD-FWD' "$scratch/$error.out"
  expect "$error: the audit finds it" test "$(counted "$scratch/$error" audited_apart)" -gt 0
  expect "$error: and nothing is merged" test "$(counted "$scratch/$error" by_merging)" = 0
  expect "$error: which is said" grep -qE '^incomplete: .*nothing was merged: [0-9]+ audited programs are not' "$scratch/$error.out"
done
finish
