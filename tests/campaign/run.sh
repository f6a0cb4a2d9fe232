#!/bin/bash
# Campaigns as a whole: the same report whatever the number of workers, shards
# that add up, interruption that keeps what is established, exit codes.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=${BUILD:-build}/adjudge
. tests/expect.sh

bmc() { "$adjudge" bmc --quiet "$@"; }
holds() { # the law instances that a JSON report says hold
  grep -oE '"holds": [0-9]+' "$1" | awk '{sum += $2} END {print sum + 0}'
}

# One seed, one report, to the byte.
for jobs in 1 2 5; do
  bmc --space poly --size 5 --seed 11 --jobs $jobs --report "$scratch/jobs$jobs" > /dev/null
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
for k in 1 2 3; do bmc --space poly --size 5 --seed 11 --shard $k/3 --report "$scratch/shard$k" > /dev/null; done
expect "three shards hold as many instances as the whole" test \
  $(($(holds "$scratch/shard1") + $(holds "$scratch/shard2") + $(holds "$scratch/shard3"))) = "$(holds "$scratch/jobs1")"

"$adjudge" merge "$scratch"/shard[123] --report "$scratch/merged" > /dev/null
expect "and their reports merge into that of the whole" cmp "$scratch/merged" "$scratch/jobs1"
"$adjudge" merge "$scratch"/shard[13] > "$scratch/gap"
expect "a missing part leaves it incomplete" test "$?" = 4
expect "and is counted" grep -qE '^incomplete: poly.*: [0-9]+ of [0-9]+ programs were checked' "$scratch/gap"
"$adjudge" merge "$scratch"/shard[12] "$scratch/shard2" > "$scratch/twice" 2>&1
expect "a part given twice is refused" grep -q 'that another report covers' "$scratch/twice"
"$adjudge" merge "$scratch/sample1" --report "$scratch/merged" > /dev/null
expect "a whole sample merges into itself" cmp "$scratch/merged" "$scratch/sample1"
"$adjudge" merge "$scratch/sample1" "$scratch/sample1" > "$scratch/twice" 2>&1
expect "a sample given twice is refused" grep -q 'that another report covers' "$scratch/twice"

# Interruption: what was established is printed, and the answer is "undecided".
journal_has() { test "$(wc -l < "$1")" -ge "$2"; }
interrupted() { # its name, lines of its journal, a command: when the journal has so many
  local pid
  "${@:3}" --journal "$scratch/$1.journal" > "$scratch/$1" 2>&1 &
  pid=$!
  eventually journal_has "$scratch/$1.journal" "$2"
  kill -INT $pid
  wait $pid
  expect "exit code 4 when interrupted" test "$?" = 4
}
interrupted cut 3 "$adjudge" bmc --quiet --space poly
expect "an interrupted run prints its table" grep -q 'interrupted: the counts are what was established' "$scratch/cut"
expect "and says how far it came" grep -qE '^  poly +[1-9][0-9,]* of [0-9,]+ ' "$scratch/cut"
expect "and nothing was lost or died" bash -c "! grep -qE 'died|could not be made' '$scratch/cut'"

# A program that takes minutes does not hold an interrupted run up: it is left.
cat > "$scratch/slow.adj" << END
def quick (x : real) : real = x * x
def slow (x : real) (y : real) : real = iterate 400 (s. s * x + sin (s * y) / (1 + s * s)) x
END
interrupted slow 2 "$adjudge" verify "$scratch/slow.adj" --quiet --jobs 1
expect "what was established is told" grep -q '^incomplete: programs of files: 1 of 2 programs were checked, then the run was interrupted$' "$scratch/slow"

# What a worker leaves is done by another, whatever ended it: the same report.
bmc --space poly --size 6 --seed 11 --jobs 2 --report "$scratch/quiet" > /dev/null
"$adjudge" bmc --quiet --space poly --size 6 --seed 11 --jobs 2 --report "$scratch/replaced" > "$scratch/killed" 2>&1 &
pid=$!
has_worker_or_ended() { pgrep -P $pid || ! kill -0 $pid; }
for signal in KILL TERM INT HUP; do
  eventually has_worker_or_ended
  sleep 0.5
  kill -$signal "$(pgrep -P $pid | head -n 1)" 2> /dev/null
done
wait $pid
expect "workers that were killed are replaced" grep -qE '[1-4] workers died .*: others did their work again' "$scratch/killed"
expect "and the report is that of a quiet run" cmp "$scratch/replaced" "$scratch/quiet"

# Workers do not outlive a parent that was killed.
"$adjudge" bmc --quiet --space poly --jobs 2 > /dev/null 2>&1 &
pid=$!
two_workers() { test "$(pgrep -P $pid | wc -l)" = 2; }
expect "two workers there are" eventually two_workers
workers=$(pgrep -P $pid | tr '\n' ' ')
{ kill -KILL $pid; wait $pid; } 2> /dev/null
all_ended() { # one that ended and that nobody waited for is no worker
  local worker state
  for worker in $workers; do
    state=$(ps -o stat= -p "$worker") && [ "${state:0:1}" != Z ] && return 1
  done
  return 0
}
expect "and none is left without its parent" eventually all_ended

# Answers that cannot be written were not given.
unwritten() { test "$("$@" 2>&1 > /dev/full; echo $?)" = "adjudge: the output could not be written
2"; }
expect "a full disk, laws" unwritten "$adjudge" laws
expect "a full disk, bmc" unwritten "$adjudge" bmc --quiet --size 2
expect "a full disk, derive" unwritten "$adjudge" derive tests/corpus/fig1a.adj
expect "a full disk, help" unwritten "$adjudge" --help
expect "a closed output" test "$("$adjudge" laws 2>&1 >&-; echo $?)" = "adjudge: the output could not be written
2"
expect "a reader that went away" test \
  "$( (sleep 0.2; exec "$adjudge" rules 2> /dev/null) | true; echo "${PIPESTATUS[0]}")" = 141
expect "a report on a full disk" test "$(bmc --size 2 --report /dev/full 2> /dev/null > /dev/null; echo $?)" = 2

# Memory and stack that run out are limits, not crashes.
limited() { # kilobytes of address space, then the command
  local memory=$1
  shift
  (ulimit -v "$memory"; "$@" > /dev/null 2> "$scratch/limit"; test $? = 2) && grep -qi 'limit' "$scratch/limit" &&
    test "$(tr -d ' -~' < "$scratch/limit" | od -An -c | tr -d ' ')" = '\n' # one line, and nothing behind it
}
{
  echo 'def f (x0 : real) : real ='
  for k in $(seq 1 3000); do echo "let x$k = x$((k - 1)) * x0 + 1 in"; done
  echo x3000
} > "$scratch/deep.adj"
echo 'def f (x : real) : real = sum (build 60000000 (i. x * toReal i))' > "$scratch/wide.adj"
echo 'def f (x : real) : real = sum (build 1000000 (i. x ^ 1000 + toReal i))' > "$scratch/long.adj"
if ! grep -q __asan_init "$adjudge"; then # the sanitizers need all the address space
  expect "memory, grad" limited 500000 "$adjudge" grad "$scratch/deep.adj" --at x0=0.5
  expect "memory, eval" limited 500000 "$adjudge" eval "$scratch/wide.adj" --at x=0.5
  expect "memory, arithmetic" limited 100000 "$adjudge" eval "$scratch/long.adj" --at x=3 --ring rational
fi
expect "3000 nested lets" test "$("$adjudge" eval "$scratch/deep.adj" --at x0=0.5)" = 2

# The other forms of the report.
bmc --space poly --size 3 --junit "$scratch/junit.xml" --html "$scratch/report.html" > /dev/null
expect "JUnit XML has its cases" test "$(grep -c '<testcase' "$scratch/junit.xml")" -gt 20
expect "and ends" test "$(tail -n 1 "$scratch/junit.xml")" = '</testsuites>'
expect "so is the page" grep -q '</body></html>' "$scratch/report.html"
expect "and both can fail to be written" test \
  "$(bmc --size 2 --html "$scratch/nowhere/r.html" > /dev/null 2>&1; echo $?)" = 2

# One program again.
expect "replay of one program" "$adjudge" replay --quiet poly,size=6:1000
expect "no such program" test "$("$adjudge" replay --quiet poly,size=3:99999999999 2>&1; echo $?)" = \
  "adjudge: the space has no program 99999999999: it has 110, from 0 on
2"
expect "no such law" test "$(bmc --law AD-NONE 2>&1; echo $?)" = "adjudge: no law 'AD-NONE'; see 'adjudge laws'
2"
expect "a bad shard" test "$(bmc --shard 4/3 2> /dev/null; echo $?)" = 2
expect "a report that cannot be written" test "$(bmc --size 2 --report "$scratch/nowhere/r.json" > /dev/null 2>&1; echo $?)" = 2

finish
