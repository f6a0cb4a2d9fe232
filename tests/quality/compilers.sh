#!/bin/bash
# What gcc's build answers clang's answers too, to the byte, under the address and undefined-behaviour sanitizers and with
# nothing lost: reports of spaces and samples in which every law has instances, and derivatives as they are printed; then of
# all commands of tests/printed a part.  `make compilers` builds both.
#   tests/quality/compilers.sh [BUILD OTHER]     PART=3: which of forty; by itself another with each commit
set -u
cd "$(dirname "$0")/../.." || exit 2
one=${1:-${BUILD:-build}} other=${2:-${BUILD:-build}/clang}
PART=${PART:-$(git rev-list --count HEAD 2> /dev/null || echo 0)}
source tests/part.sh
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/said"
# What the sanitizers say goes to files, and what is printed stays comparable.
export ASAN_OPTIONS=log_path=$scratch/said/of:exitcode=99 UBSAN_OPTIONS=log_path=$scratch/said/of:exitcode=99:print_stacktrace=1
ulimit -s 1000000 2> /dev/null # frames are larger
passed=0 failed=0

asked() { # build's number, its adjudge, words of adjudge; $report is where it writes
  report=$scratch/report$1 bash -c "'$2' $3" 2>&1 | sed -E "s/[0-9.]+ s\$//; s|$scratch/report$1|REPORT|" > "$scratch/out$1"
}

same() { # words of adjudge
  asked 0 "$one/adjudge" "$1" &
  asked 1 "$other/adjudge" "$1"
  wait
  touch "$scratch/report0" "$scratch/report1"
  if cmp -s "$scratch/out0" "$scratch/out1" && cmp -s "$scratch/report0" "$scratch/report1"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: adjudge $1"
    diff "$scratch/out0" "$scratch/out1" | head -n 10
    diff "$scratch/report0" "$scratch/report1" | head -n 10
  fi
  rm -f "$scratch"/out? "$scratch"/report?
}

for space in poly,size=4 division,size=3 array,size=4 higher,size=4 control,size=3 loops,size=3 vectors,size=4 data,size=4; do
  same "bmc --space $space --jobs 1 --seed 3 --quiet --report \$report"
done
same 'sample --space mixed --count 60 --jobs 1 --seed 4 --quiet --report $report'
same 'verify tests/corpus/fig1a.adj tests/corpus/kinks.adj --engines chad --allow-undecided --jobs 1 --quiet --report $report'
same 'maps --size 2 --instances 40'
same 'campaign tests/campaigns/right/softplus.prim --report $report'
for engine in $("$one/adjudge" engines | awk '{ print $1 }'); do
  same "derive tests/corpus/fig1b.adj --engine $engine"
done
same 'derive tests/corpus/linearmaps.adj --engine linmap-reverse --stages'
same 'derive tests/corpus/fig1b.adj --engine combinatory-reverse --emit c'

# Of a rule clang says the last line and gcc the first; numbers of nodes in certificates are those of arguments as they are
# evaluated, from the left by clang.
part=$(part_of 40)/$(parts_of 40)
echo "part $part of tests/printed"
BUILD=$other tests/printed/run.sh --part "$part" --without rules --without certificates > "$scratch/printed"
read -r held _ others _ < <(tail -n 1 "$scratch/printed")
[ "$others" = 0 ] || sed '$d' "$scratch/printed"
passed=$((passed + ${held:-0})) failed=$((failed + ${others:-1}))

if grep -qE 'ERROR|runtime error' -r "$scratch/said"; then
  echo 'FAILED: the sanitizers say'
  grep -hE -A 12 'ERROR|runtime error' -r "$scratch/said" | head -n 60
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
