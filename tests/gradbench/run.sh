#!/bin/bash
# adjudge gradbench: GradBench's messages answered by every engine, and what check.py, which has the functions once more,
# says of the answers; answers that are changed, and messages that are none.
#   GRADBENCH_SIZE=4 tests/gradbench/run.sh     larger inputs
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=${BUILD:-build}/adjudge
. tests/expect.sh

python3 tests/gradbench/check.py messages "${GRADBENCH_SIZE:-1}" > "$scratch/messages"
right() { python3 tests/gradbench/check.py answers "$scratch/messages" "$1" > "$1.wrong" 2>&1; }
wrong() { ! right "$1"; }

"$adjudge" gradbench < "$scratch/messages" > "$scratch/answers" 2> "$scratch/errors"
expect "all that is asked is answered" test "$?" = 0
expect "the answers are right" right "$scratch/answers"
expect "and no errors are written" test ! -s "$scratch/errors"

# What an engine has not in its language is no success, and what it answers is right.
for engine in $("$adjudge" engines | awk '{ print $1 }'); do
  "$adjudge" gradbench --engine "$engine" < "$scratch/messages" > "$scratch/$engine" 2> "$scratch/errors"
  code=$?
  right "$scratch/$engine"
  if grep -v '"success":false' "$scratch/$engine.wrong" | grep -q . || { [ "$code" != 0 ] && [ "$code" != 4 ]; }; then
    cat "$scratch/$engine.wrong"
    expect "$engine: right, or no success" false
  else
    expect "$engine: right, or no success" true
  fi
  expect "$engine: exit code 4 says that something was not done" \
    test "$code" = "$(grep -q '"success":false' "$scratch/$engine" && echo 4 || echo 0)"
done

# The check can fail.
sed 's/"output":\([0-9]\)/"output":-\1/' "$scratch/answers" > "$scratch/signs"
expect "a changed sign of a value is seen" wrong "$scratch/signs"
python3 - "$scratch/answers" > "$scratch/entries" << 'END'
import json, sys
for line in open(sys.argv[1]):
    answer = json.loads(line)
    output = answer.get("output")
    while isinstance(output, list) and isinstance(output[-1], list):
        output = output[-1]
    if isinstance(output, list):
        output[-1] *= 1 + 1e-6
    print(json.dumps(answer))
END
expect "and so is a changed entry of each gradient" wrong "$scratch/entries"
expect "which is many answers" test "$(wc -l < "$scratch/entries.wrong")" -ge 7

# What is no message, and what cannot be answered.
said() { printf '%s\n' "$1" | "$adjudge" gradbench 2>&1; }
expect "an unknown module" grep -q '"success":false' <(said '{"id": 1, "kind": "define", "module": "ht"}')
expect "an unknown function" grep -q 'no function' <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "x", "input": 1}')
expect "a field that is missing" grep -q 'has no size n' <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "primal", "input": {}}')
expect "a word where a number is asked" grep -q 'no list of numbers' \
  <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [1, "two"]}}')
expect "numbers that are too few" grep -q 'has 3 numbers, not 4' \
  <(said '{"id": 1, "kind": "evaluate", "module": "kmeans", "function": "cost", "input": {"points": [[1, 2]], "centroids": [[3, 4], [5]]}}')
expect "an outcome outside of the domain" grep -q 'DOMAIN' \
  <(said '{"id": 1, "kind": "evaluate", "module": "llsq", "function": "primal", "input": {"x": [1, 2], "n": 1}}')
expect "an outcome that no double holds" grep -q '"success":false.*not finite' \
  <(said '{"id": 1, "kind": "evaluate", "module": "hello", "function": "square", "input": 1e200}')
expect "no observations" grep -q 'no number from 1' \
  <(said '{"id": 1, "kind": "evaluate", "module": "ba", "function": "objective", "input": {"n": 1, "m": 1, "p": 0, "cam": [], "x": [], "w": 1, "feat": []}}')
expect "numbers that are no argument's" grep -q 'the input is no list' \
  <(said '{"id": 1, "kind": "evaluate", "module": "hello", "function": "square", "input": "two"}')
expect "runs that are no number" grep -q 'min_runs is no whole number' \
  <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [1], "min_runs": 2.5}}')
expect "time that is no number" grep -q 'min_seconds is no number' \
  <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [1], "min_seconds": "1"}}')
expect "more runs than an answer has lines for" grep -q '"success":false.*LIMIT: 1048576 runs' \
  <(said '{"id": 1, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [1], "min_runs": 1048577}}')
expect "a size of one function is no limit of another" grep -q '"output":0.0' \
  <(said "{\"id\": 1, \"kind\": \"evaluate\", \"module\": \"kmeans\", \"function\": \"cost\", \"input\": {\"points\": [[$(seq -s, 9000)]], \"centroids\": [[$(seq -s, 9000)]]}}")
expect "a field given twice" grep -q 'line 1 is no message' <(said '{"id": 1, "kind": "start", "id": 2}')

# A call that memory ends is no success, and the next message is answered.
if ! grep -q __asan_init "$adjudge"; then
  {
    echo '{"id": 1, "kind": "evaluate", "module": "ode", "function": "gradient", "input": {"x": ['"$(seq -s, 400)"'], "s": 400}}'
    echo '{"id": 2, "kind": "evaluate", "module": "hello", "function": "square", "input": 3}'
  } | (ulimit -v 700000; exec "$adjudge" gradbench) > "$scratch/out" 2> "$scratch/errors"
  expect "a call that memory ends is exit code 4" test "${PIPESTATUS[1]}" = 4
  expect "it is told" grep -q '"success":false,"error":"limit: memory or the stack was exhausted","id":1}' "$scratch/out"
  expect "and the next one answered" grep -q '"output":9.0.*"id":2}' "$scratch/out"
fi

said 'no JSON' > "$scratch/out"
expect "a line that is no message" grep -q 'line 1 is no message' "$scratch/out"
printf '{"id": 1}\n[]\n' | "$adjudge" gradbench > "$scratch/out" 2>&1
expect "which is exit code 2, and the others are answered" test "$? $(head -n 1 "$scratch/out")" = '2 {"id":1}'
"$adjudge" gradbench --engine nobody < /dev/null > "$scratch/out" 2>&1
expect "an engine that there is not" test "$?" = 2
finish
