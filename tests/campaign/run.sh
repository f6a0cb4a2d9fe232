#!/bin/bash
# Campaigns as a whole: the same report whatever the number of workers, shards
# that add up, interruption that keeps what is established, exit codes.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=${BUILD:-build}/adjudge
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

expect() { # what, condition...
  local what=$1
  shift
  if "$@" > "$scratch/why" 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: $what"
    head -n 5 "$scratch/why"
  fi
}

bmc() { "$adjudge" bmc --quiet "$@"; }
holds() { # the law instances that a JSON report says hold
  grep -oE '"holds": [0-9]+' "$1" | awk '{sum += $2} END {print sum + 0}'
}

# One seed, one report, to the byte.
for jobs in 1 2 5; do
  bmc --space poly --size 6 --seed 11 --jobs $jobs --report "$scratch/jobs$jobs" > /dev/null
done
expect "1 and 2 workers write the same report" cmp "$scratch/jobs1" "$scratch/jobs2"
expect "1 and 5 workers write the same report" cmp "$scratch/jobs1" "$scratch/jobs5"
for jobs in 1 3; do
  "$adjudge" sample --quiet --space mixed --size 14 --count 300 --seed 5 --jobs $jobs --report "$scratch/sample$jobs" > /dev/null
done
expect "samples too" cmp "$scratch/sample1" "$scratch/sample3"
"$adjudge" sample --quiet --space mixed --size 14 --count 300 --seed 6 --report "$scratch/other" > /dev/null
expect "another seed, another report" test "$(cat "$scratch/other")" != "$(cat "$scratch/sample1")"

# Shards are parts of one range.
for k in 1 2 3; do bmc --space poly --size 6 --seed 11 --shard $k/3 --report "$scratch/shard$k" > /dev/null; done
expect "three shards hold as many instances as the whole" test \
  $(($(holds "$scratch/shard1") + $(holds "$scratch/shard2") + $(holds "$scratch/shard3"))) = "$(holds "$scratch/jobs1")"

# Interruption: what was established is printed, and the answer is "undecided".
timeout --signal=INT 3 "$adjudge" bmc --quiet --space poly > "$scratch/cut" 2>&1
code=$?
expect "an interrupted run prints its table" grep -q 'interrupted: the counts are what was established' "$scratch/cut"
expect "and says how far it came" grep -qE '^poly: [1-9][0-9]* of [0-9]+ programs' "$scratch/cut"
expect "and nothing was lost or died" bash -c "! grep -qE 'died|could not be made' '$scratch/cut'"
"$adjudge" bmc --quiet --space poly > /dev/null 2>&1 &
pid=$!
sleep 1
kill -INT $pid
wait $pid
expect "exit code 3 when interrupted" test "$?" = 3

# One program again.
expect "replay of one program" "$adjudge" replay --quiet poly,size=6:1000
expect "no such program" test "$("$adjudge" replay --quiet poly,size=3:99999999999 2>&1; echo $?)" = \
  "adjudge: the space has no program 99999999999
2"
expect "no such law" test "$(bmc --law AD-NONE 2>&1; echo $?)" = "adjudge: no law 'AD-NONE'; see 'adjudge laws'
2"
expect "a bad shard" test "$(bmc --shard 4/3 2> /dev/null; echo $?)" = 2
expect "a report that cannot be written" test "$(bmc --size 2 --report /nonexistent/r.json > /dev/null 2>&1; echo $?)" = 2

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
