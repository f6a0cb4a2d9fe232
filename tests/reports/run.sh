#!/bin/bash
# Nothing is lost and nothing silently skipped: parts that merge must refuse, reports of the published form, runs that
# are killed at any moment and go on to the same report, and reports that a full disk does not harm.
#
#   KILLS=200 tests/reports/run.sh    as many kills (20)     SEED=7: at other moments
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=$PWD/${BUILD:-build}/adjudge
. tests/expect.sh
RANDOM=${SEED:-1}

ends_with() { # exit code, a text that is printed, command...
  local code=$1 text=$2
  shift 2
  "$@" > "$scratch/printed" 2>&1
  local found=$?
  [ $found = "$code" ] && grep -qF -- "$text" "$scratch/printed" || { echo "exit code $found:"; cat "$scratch/printed"; return 1; }
}
size=3
bmc() { "$adjudge" bmc --quiet --space poly --size $size --law 'AD-*' --law 'HOM-*' --seed 11 --jobs 2 "$@"; }
few() { "$adjudge" verify --quiet --seed 11 --law 'AD-*' "$@"; }

# ---------------------------------------------------------------- the form --
bmc --report "$scratch/whole.json" > /dev/null
few tests/corpus/kinks.adj --sample mixed:40 --allow-undecided --report "$scratch/files.json" > /dev/null
for k in 1 2 3; do bmc --shard $k/3 --report "$scratch/part$k.json" > /dev/null; done
form() { python3 tests/reports/schema.py verify/campaign/report.schema.json "$@"; }
expect "reports have the published form" form "$scratch"/whole.json "$scratch"/files.json "$scratch"/part[123].json
"$adjudge" merge "$scratch"/part[123].json --report "$scratch/merged.json" > /dev/null
expect "parts add up to the whole" cmp "$scratch/whole.json" "$scratch/merged.json"
expect "a part is missing: exit code 4" ends_with 4 "incomplete: poly,size=3: " "$adjudge" merge "$scratch"/part[13].json

expect "and is named as it is run again" ends_with 4 "; missing: --shard 2/3" "$adjudge" merge "$scratch"/part[13].json
both() { "$adjudge" verify --quiet --seed 11 --law AD-PRIMAL --space poly,size=2 --sample mixed,size=5:40 "$@" > /dev/null; }
both --report "$scratch/both.json"
for k in 1 2 3; do both --shard $k/3 --report "$scratch/both$k.json"; done
"$adjudge" merge "$scratch"/both[123].json --report "$scratch/merged.json" > /dev/null
expect "parts of samples add up to the whole" cmp "$scratch/both.json" "$scratch/merged.json"
for k in 1 2 3 4 5 6 7 8; do "$adjudge" bmc --quiet --space poly,size=1 --law AD-FWD --shard $k/8 --report "$scratch/few$k.json" > /dev/null; done
"$adjudge" bmc --quiet --space poly,size=1 --law AD-FWD --report "$scratch/few.json" > /dev/null
expect "more parts than programs: none has two" bash -c "! grep -h '\"done\"' '$scratch'/few[1-8].json | grep -v '\"[01]\"'"
expect "and some none" grep -q '"done": "0"' "$scratch"/few[1-8].json
"$adjudge" merge "$scratch"/few[1-8].json --report "$scratch/merged.json" > /dev/null
expect "they add up to the whole" cmp "$scratch/few.json" "$scratch/merged.json"
expect "files have no parts" ends_with 2 "--shard takes parts of spaces and samples" few tests/corpus/kinks.adj --shard 1/2
rm -f "$scratch"/both*.json

# ------------------------------------------------------------- bad parts --
mkdir "$scratch/forged"
python3 tests/reports/forge.py "$scratch/part1.json" "$scratch/forged"
for file in "$scratch"/forged/*.json; do
  name=$(basename "$file" .json)
  expect "merge refuses $name after a good part" ends_with 2 "forged/$name.json: " \
    "$adjudge" merge "$scratch/part2.json" "$file" --report "$scratch/never.json"
  expect "and leaves no report of it" test ! -e "$scratch/never.json"
done
expect "at least 60 forgeries were tried" test "$(find "$scratch/forged" -name '*.json' | wc -l)" -ge 60
refuses() { ends_with 2 "$1" "$adjudge" merge "$scratch/part1.json" "$scratch/other.json"; }
bmc --shard 2/3 --quick --report "$scratch/other.json" > /dev/null
expect "merge refuses a part made with --quick" refuses "differs from that of those before: depth"
"$adjudge" bmc --quiet --space poly --size 3 --law 'AD-*' --seed 11 --shard 2/3 --report "$scratch/other.json" > /dev/null
expect "merge refuses a part with other laws" refuses "differs from that of those before: laws"
bmc --shard 2/3 --engines chad --report "$scratch/other.json" > /dev/null
expect "merge refuses a part with other engines" refuses "differs from that of those before: engines"
bmc --shard 1/2 --report "$scratch/other.json" > /dev/null
expect "merge refuses a part that overlaps" refuses "that another report covers"
cp "$scratch/part1.json" "$scratch/other.json"
expect "merge refuses the same part twice" refuses "that another report covers"
cp "$scratch/files.json" "$scratch/other.json"
expect "merge refuses files" refuses "header differs"

# ------------------------------------------------------------ exit codes --
expect "a law that decides nothing is told" ends_with 3 "undecided: law KINK: no instance was decided" \
  "$adjudge" bmc --quiet --space poly --size 2 --law KINK --law AD-FWD
expect "no programs at all" ends_with 3 "undecided: " "$adjudge" sample --quiet --space poly --count 0
for option in "bmc --jobs 0" "bmc --jobs 257" "campaign x.prim --samples 4294967296" "campaign x.prim --timeout 0" \
  "maps --instances 0" "derive x.adj --width 4294967296"; do
  # shellcheck disable=SC2086
  expect "$option is out of range" ends_with 2 "is not from" "$adjudge" $option
done
expect "a number beyond 64 bits" ends_with 2 "2^64 - 1" "$adjudge" bmc --seed 18446744073709551616
expect "a sample of as many" ends_with 2 "SPACE:COUNT" "$adjudge" verify --sample poly:18446744073709551616
expect "a sample of fewer than none" ends_with 2 "SPACE:COUNT" "$adjudge" verify --sample poly:-5

# ------------------------------------------------------------ destinations --
expect "a folder that is not there is found before the run" ends_with 2 "No such file" \
  "$adjudge" bmc --space recursion --size 20 --report "$scratch/nowhere/r.json"
expect "so is a folder in place of a file" ends_with 2 "Is a directory" \
  "$adjudge" bmc --space recursion --size 20 --junit "$scratch"
echo "the old report" > "$scratch/old.json"
full() { (ulimit -f 8; trap '' XFSZ; bmc --report "$scratch/old.json" > /dev/null 2> "$scratch/limit"; test $? = 2); }
expect "a disk that is full" full
expect "leaves the report that was there" grep -q "the old report" "$scratch/old.json"
expect "and nothing beside it" test ! -e "$scratch/old.json.tmp"
# where nothing at all can be written
without_room() { # exit code, why, command...
  local code=$1 why=$2
  shift 2
  (ulimit -f 0; trap '' XFSZ; exec "$adjudge" "$@" 2>&1) | cat > "$scratch/out"
  test "${PIPESTATUS[0]}" = "$code" && grep -q "$why" "$scratch/out" && ! grep -q '^report: ' "$scratch/out" || { tail -n 3 "$scratch/out"; return 1; }
}
for form in report junit html sarif; do
  expect "no room for --$form" without_room 2 'File too large' bmc --space poly,size=2 --quiet --jobs 1 --$form "$scratch/small.$form"
  expect "nor for that of a merged report" without_room 2 'File too large' merge "$scratch"/part[123].json --$form "$scratch/small.$form"
done
default_size() { # the same where the signal of files that may not grow is not ignored
  (ulimit -f 0; exec env --default-signal=XFSZ "$adjudge" "$@" 2>&1) | cat > "$scratch/out"
  test "${PIPESTATUS[0]}" = 2 && grep -q 'File too large' "$scratch/out" || { tail -n 3 "$scratch/out"; return 1; }
}
expect "nor does the signal of files that may not grow end a run" default_size bmc --space poly,size=2 --quiet --jobs 1 --report "$scratch/small.report"
expect "and nothing of it stays" test ! -e "$scratch/small.report.tmp"
expect "no room for certificates" without_room 4 "certificates are missing in '.*': File too large" \
  verify --space poly,size=3 --quiet --jobs 1 --certificates "$scratch/small"
expect "no room for the data of a picture" without_room 2 'File too large' \
  plot tests/corpus/kinks.adj --def huber --cells 9 --data "$scratch/small.data" --output "$scratch/small.svg"
expect "no room for a pattern" without_room 2 'File too large' sparsity tests/corpus/quaternion.adj --svg "$scratch/small.svg"
ln -s /dev/full "$scratch/full.svg"
expect "no room for a picture" ends_with 2 'full.svg: No space left on device' \
  "$adjudge" plot tests/corpus/kinks.adj --def huber --cells 9 --output "$scratch/full.svg"
echo "an old picture" > "$scratch/old.svg"
cp "$scratch/old.svg" "$scratch/old.data"
expect "nor for one over another" without_room 2 'File too large' sparsity tests/corpus/quaternion.adj --svg "$scratch/old.svg"
expect "nor for its data" without_room 2 'File too large' \
  plot tests/corpus/kinks.adj --def huber --cells 9 --data "$scratch/old.data" --output "$scratch/old.svg"
expect "which stay" cmp "$scratch/old.svg" "$scratch/old.data"
mkdir "$scratch/begun"
in_begun() { (cd "$scratch/begun" && "$@"); }
expect "no room for a folder to begin with" without_room 2 'File too large' init "$scratch/begun"
expect "nor for a template" in_begun without_room 2 'File too large' new-primitive soft
expect "and of neither a part stays that would not be written over" ends_with 0 first.adj "$adjudge" init "$scratch/begun"
expect "of neither" in_begun ends_with 0 soft.prim "$adjudge" new-primitive soft
expect "without gnuplot there is no picture" ends_with 2 'gnuplot is not installed' \
  env PATH=/nonexistent "$(realpath "$adjudge")" plot tests/corpus/kinks.adj --def huber --cells 9 --output "$scratch/old.svg"
expect "nor without room for what gnuplot is to read" without_room 2 'no room for a temporary file' plot tests/corpus/kinks.adj --def huber --cells 9 --output "$scratch/old.svg"
expect "and the one that was there stays" grep -q "an old picture" "$scratch/old.svg"
expect "with nothing beside it" test ! -e "$scratch/old.svg.tmp"
bmc --report "$scratch/old.json" > /dev/null
expect "a run that ends puts its report in its place" cmp "$scratch/old.json" "$scratch/whole.json"
expect "and leaves no journal" test ! -e "$scratch/old.json.journal"

closed() { # exit code, report, redirection: what is closed leaves its number to no report
  eval '"$adjudge" verify tests/readme/f.adj --law "AD-*" --jobs 1 --full --report "$scratch/$2" > "$scratch/full.out"' "$3"
  test $? = "$1" && cmp "$scratch/closed.json" "$scratch/$2"
}
"$adjudge" verify tests/readme/f.adj --law 'AD-*' --jobs 1 --quiet --report "$scratch/closed.json" > /dev/null
expect "standard output that is closed: exit code 2, and the words go into no report" closed 2 closed.out '>&-'
expect "nor do those for standard error" closed 0 closed.err '2>&-'
expect "nor where all are closed" closed 2 closed.all '<&- >&- 2>&-'

expect "two forms for one file are found before the run" ends_with 2 "two reports would be written to one file" \
  bmc --report "$scratch/one" --junit "$scratch/../$(basename "$scratch")/one"
expect "of a campaign too" ends_with 2 "two reports would be written to one file" \
  "$adjudge" campaign tests/campaigns/right/square.prim --report "$scratch/one" --html "$scratch/./one"
expect "and nothing is written" test ! -e "$scratch/one"
expect "a report is not written where another is begun" ends_with 2 "two reports would be written to one file" \
  bmc --report "$scratch/one.tmp" --junit "$scratch/one"
ln -s one "$scratch/towards"
expect "nor where a link leads to it that leads to nothing yet" ends_with 2 "two reports would be written to one file" \
  bmc --report "$scratch/towards" --junit "$scratch/one"
expect "nor certificates where a program is" ends_with 2 "': Not a directory" \
  "$adjudge" verify tests/readme/f.adj --quick --certificates "$(realpath "$adjudge")"
for journal in one one.tmp; do
  expect "nor is the journal $journal" ends_with 2 "$journal: a report is written there, and no journal" \
    bmc --report "$scratch/one" --journal "$scratch/$journal"
done
expect "nor the one that has no name of its own" ends_with 2 "one.journal: a report is written there, and no journal" \
  bmc --report "$scratch/one" --junit "$scratch/one.journal"
expect "and of these nothing is written either" bash -c "! ls '$scratch'/one*"
expect "a report of no name is found before the run" ends_with 2 ": No such file" \
  "$adjudge" bmc --space recursion --size 20 --report ''
mkdir "$scratch/own"
cp tests/readme/f.adj tests/readme/softplus.prim "$scratch/own"
for form in report junit html sarif journal; do
  expect "--$form is not written over the program that is read" ends_with 2 "it would be written over" \
    "$adjudge" verify "$scratch/own/f.adj" --quick --$form "$scratch/./own/f.adj"
done
expect "nor over one of the folder" ends_with 2 "it would be written over" \
  "$adjudge" campaign "$scratch/own" --report "$scratch/own/softplus.prim"
expect "nor a merged report over a part" ends_with 2 "it would be written over" \
  "$adjudge" merge "$scratch/whole.json" --report "$scratch/whole.json"
for words in 'sparsity --svg' 'plot --output' 'plot --data'; do
  expect "nor by $words" ends_with 2 "it would be written over" "$adjudge" ${words% *} "$scratch/own/f.adj" ${words#* } "$scratch/own/f.adj"
done
cp tests/readme/f.adj "$scratch/own/theirs.notes"
for data in both.svg both.svg.tmp; do
  expect "nor a picture over its data, $data" ends_with 2 "$data: the picture would be written there too" \
    "$adjudge" plot tests/corpus/kinks.adj --def huber --cells 9 --output "$scratch/./both.svg" --data "$scratch/$data"
done
expect "nor over a program in another language" ends_with 2 "a program that is there" \
  "$adjudge" plot "$scratch/own/f.adj" --data "$scratch/own/theirs.notes"
echo "the rule" > "$scratch/own/rule"
expect "nor over what the rules' command names" ends_with 2 "it would be written over" \
  "$adjudge" campaign tests/readme/softplus.prim --exec "cat '$scratch/own/rule'" --html "$scratch/own/rule"
expect "nor over what a system's names" ends_with 2 "it would be written over" \
  "$adjudge" system "cat $scratch/own/rule" poly,size=2 --report "$scratch/own/rule"
expect "which stays" grep -q "the rule" "$scratch/own/rule"
expect "they are what they were" cmp tests/readme/f.adj "$scratch/own/f.adj"
expect "all of them" cmp tests/readme/softplus.prim "$scratch/own/softplus.prim"
cp tests/readme/f.adj "$scratch/notes.journal"
expect "nor is a journal written over what is none" ends_with 2 "it is no journal" bmc --report "$scratch/notes"
expect "which stays" cmp tests/readme/f.adj "$scratch/notes.journal"
mkfifo "$scratch/pipe"
expect "nor over what is no file" ends_with 2 "it is no journal" tests/limited.sh 20 "$adjudge" bmc --quiet --size 2 --journal "$scratch/pipe"
: > "$scratch/linked"
ln -s "$scratch/linked" "$scratch/link"
"$adjudge" bmc --quiet --size 2 --journal "$scratch/link" > /dev/null
expect "a journal is kept in the file that a link leads to" test -L "$scratch/link" -a -s "$scratch/linked"
: > "$scratch/opened"
expect "nor is the name of an open file put away for one" ends_with 2 "it is no journal" "$adjudge" bmc --quiet --size 2 --journal /proc/self/fd/7 7>> "$scratch/opened"
"$adjudge" bmc --quiet --space recursion --size 20 --report "$scratch/held.json" --journal "$scratch/held" > /dev/null 2>&1 &
holder=$!
while kill -0 $holder 2> /dev/null && [ ! -s "$scratch/held" ]; do sleep 0.1; done
expect "a file that another run writes is found before the run" ends_with 2 "another run writes it" \
  bmc --report "$scratch/held.json"
expect "so is its journal" ends_with 2 "another run keeps its progress there" bmc --journal "$scratch/held"
kill -9 $holder && wait $holder 2> /dev/null
expect "what a run that was killed has left is free" ends_with 0 "" bmc --report "$scratch/held.json" --journal "$scratch/held"
expect "and its report is whole" cmp "$scratch/held.json" "$scratch/whole.json"

# --------------------------------------------------------------- journals --
cp "$scratch/whole.json" "$scratch/r.json"
# as words: a function in the background is another shell's child
run=("$adjudge" bmc --quiet --space poly --size 4 --law 'AD-*' --seed 11 --jobs 2
  --journal "$scratch/j" --report "$scratch/r.json")
run() { "${run[@]}" "$@"; }
rm -f "$scratch/j"; run > /dev/null
cp "$scratch/r.json" "$scratch/good.json"
again() { rm -f "$scratch/r.json"; run --resume > "$scratch/out" 2>&1; cmp "$scratch/r.json" "$scratch/good.json"; }
expect "a whole journal gives the same report" again
cp "$scratch/j" "$scratch/j.good"
lines=$(wc -l < "$scratch/j")
for change in '2s/:1/:2/' '3s/ 1:/ 2:/' '2d' '3p' "\$s/....\$//" '2s/^0 /1 /' "1,\$s/:2\$/:3/"; do
  sed -e "$change" "$scratch/j.good" > "$scratch/j"
  expect "a journal changed by $change gives the same report" again
done
truncate -s $(($(stat -c %s "$scratch/j.good") * 2 / 3)) "$scratch/j"
expect "so does one that was torn" again
expect "which says so" grep -q 'lines of the journal are torn' "$scratch/out"
: > "$scratch/j"
expect "and an empty one" again
cp "$scratch/j.good" "$scratch/j"
expect "a journal has lines" test "$lines" -gt 4
expect "a journal of another run is refused" ends_with 2 "no journal of this run" run --quick --resume
expect "there must be a journal" ends_with 2 "needs --journal" bmc --resume

wrote() { "$adjudge" verify --quiet --space poly,size=3 --seed 11 --journal "$scratch/c" "$@"; }
wrote > /dev/null
expect "so is one of a run that wrote no certificates" ends_with 2 "no journal of this run" wrote --certificates "$scratch/certified" --resume

rm -rf "$scratch/c" "$scratch/certified"
wrote --certificates "$scratch/certified" > /dev/null
expect "with its folder it is" wrote --certificates "$scratch/certified" --resume
mv "$scratch/certified" "$scratch/moved"
expect "nor is it of a folder of that name that was made anew" ends_with 2 "no journal of this run" wrote --certificates "$scratch/certified" --resume

narrow() { (set -o pipefail; (trap '' XFSZ; ulimit -f 4; exec "$adjudge" bmc --quiet --space poly --size 4 --law 'AD-*' "$@") 2>&1 | cat); } # files of 4 KiB
expect "where a journal that was asked for ends early the run is incomplete" ends_with 4 "incomplete: the journal could not be written to its end" narrow --journal "$scratch/narrow"
expect "without one it is not" ends_with 0 "" narrow

# ------------------------------------------------------------------ kills --
# 1 in 3 kills the parent, so that the run is resumed; the others a worker, or all of them
has_come_to() { # lines of the journal, or the run has ended
  ! kill -0 "$2" || test "$(wc -l < "$scratch/j")" -ge "$1"
}
kill_run() { # when it has come to some line
  local pid target signal signals=(TERM INT HUP KILL)
  "${run[@]}" --resume > /dev/null 2>&1 &
  pid=$!
  eventually has_come_to $((RANDOM % whole_lines + 1)) $pid
  signal=${signals[$((RANDOM % 4))]}
  target=$pid
  if [ $((RANDOM % 3)) != 0 ]; then target=$(pgrep -P $pid | shuf -n 1 --random-source=<(yes $RANDOM)); fi
  kill -"$signal" ${target:-$pid} 2> /dev/null
  { wait $pid; } 2> /dev/null
}
run[6]=5 # a second or two
rm -f "$scratch/j"; run > /dev/null
whole_lines=$(wc -l < "$scratch/j")
cp "$scratch/r.json" "$scratch/good.json"
killed=0 # lines of journals that runs which were killed left
for k in $(seq "${KILLS:-20}"); do
  rm -f "$scratch/j" "$scratch/r.json"
  kill_run
  [ $((k % 4)) = 0 ] && kill_run
  killed=$((killed + $(cat "$scratch/j" 2> /dev/null | grep -c .))) # none when it was killed before it began
  run --resume > /dev/null 2>&1
  expect "kill $k and --resume: the same report" cmp "$scratch/r.json" "$scratch/good.json"
done
expect "the runs that were killed had done something" test "$killed" -gt "${KILLS:-20}"
rm -f "$scratch/j"
env --ignore-signal=HUP "${run[@]}" > "$scratch/out" 2>&1 &
pid=$!
eventually test -s "$scratch/j" # it has begun
kill -HUP $pid
wait $pid
expect "a run that nohup began goes on" cmp "$scratch/r.json" "$scratch/good.json"
rm -f "$scratch/j"
env --default-signal=HUP "${run[@]}" > "$scratch/out" 2>&1 & # the tests may be run by nohup
pid=$!
eventually test -s "$scratch/j"
kill -HUP $pid
wait $pid
code=$?
expect "SIGHUP keeps what is established: exit code 4, unless all was done ($code)" test $code = 4 -o $code = 0 -o $code = 3
expect "and the report has the form" form "$scratch/r.json"

# ----------------------------------------------------------- campaigns --
mkdir "$scratch/prims"
cp tests/campaigns/right/softplus.prim "$scratch/prims/b.prim"
echo 'primitive a (x : real) : real' > "$scratch/prims/a.prim"
expect "one broken file in a folder does not stop the others" ends_with 4 "softplus (" \
  "$adjudge" campaign "$scratch/prims" --samples 10 --junit "$scratch/c.xml" --report "$scratch/c.json"
expect "and JUnit has an error" grep -q '<error message=.*a.prim' "$scratch/c.xml"
expect "and JSON says that it is incomplete" grep -q '"complete": false' "$scratch/c.json"
has_ended() { # one that nobody waited for too
  local state
  state=$(ps -o stat= -p "$1")
  [ -z "$state" ] || [ "${state:0:1}" = Z ]
}
silent() { # Ctrl-C while a program is silent, from the first call on
  env --default-signal=HUP "$adjudge" campaign "$scratch/prims/b.prim" --exec 'sleep 86400 & echo $! > '"$scratch"'/sleeper; cat > /dev/null' --timeout 86400 \
    > "$scratch/out" 2>&1 &
  local pid=$!
  eventually test -s "$scratch/sleeper"
  kill -"$1" $pid
  { wait $pid; } 2> /dev/null
  echo $? > "$scratch/code"
  eventually has_ended "$(cat "$scratch/sleeper")"
}
for signal in INT TERM HUP KILL; do
  rm -f "$scratch/sleeper"
  expect "$signal ends a campaign whose program is silent, and all that it started" silent $signal
  [ $signal = KILL ] || expect "with exit code 4" test "$(cat "$scratch/code")" = 4
done
nothing='import sys, json
for line in sys.stdin:
  r = json.loads(line)
  print(json.dumps({"id": r["id"], "offers": ["jvp", "vjp"]} if r["call"] == "describe" else {"id": r["id"], "answers": [None] * len(r["batch"])}), flush=True)'
echo "$nothing" > "$scratch/nothing.py"
for points in '[]' '[[0.5, 1]]' '[["a"]]'; do
  expect "a program with the points $points is refused" ends_with 2 'describe: `points` ' \
    "$adjudge" campaign "$scratch/prims/b.prim" --exec "sed -u 's/.*/{\"id\": 1, \"offers\": [\"jvp\"], \"points\": $points}/'"
done
expect "a large report on a full disk says why it is not there" ends_with 2 'dev/full: No space left on device' \
  "$adjudge" campaign "$scratch/prims/b.prim" --samples 0 --quiet --report /dev/full
"$adjudge" campaign "$scratch/prims/b.prim" --samples 10 --exec "python3 $scratch/nothing.py" > "$scratch/out" 2>&1
expect "without an answer PRIM-TYPE does not hold" grep -qE 'PRIM-TYPE +UNDECIDED' "$scratch/out"
expect "nor does PRIM-SPECIAL" grep -qE 'PRIM-SPECIAL +-' "$scratch/out"

# what it does at its start N and its call C, `1 3 exit`; otherwise right, of x^2
cat > "$scratch/odd.py" << 'END'
import json, os, sys
starts, call, what, told = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
start = 1 + (os.path.getsize(told) if os.path.exists(told) else 0)
open(told, "a").write("s")
calls = described = 0
for line in sys.stdin:
    r = json.loads(line)
    described += r["call"] == "describe"
    if described == 2 and what == "idle": sys.exit(6)
    answer = {"id": r["id"], "offers": ["value", "jvp"], "again": True, "points": [[1], [3]]}
    if r["call"] != "describe":
        calls += 1
        numbers = [(float(q["args"][0]), float(q["seed"][0]) if "seed" in q else 0) for q in r["batch"]]
        answer = {"id": r["id"], "answers": [str(x * x if r["call"] == "value" else 2 * x * v) for x, v in numbers]}
    elif start > 1 and what == "stay":
        sys.exit(4)
    if start == starts and calls == call and what in ("exit", "stay"): sys.exit(5)
    print(json.dumps(answer), flush=True)
END
printf '%s\n' 'primitive square (x : real) : real' 'value = x * x' > "$scratch/odd.prim"
odd() { # start, call, what, options...
  rm -f "$scratch/told"
  "$adjudge" campaign "$scratch/odd.prim" --samples 1 --quiet --exec "python3 $scratch/odd.py $1 $2 $3 $scratch/told" "${@:4}"
}
expect "a program that ends once, and not when it is asked again, refutes nothing" ends_with 3 \
  "undecided: square: the rule ended, and not when the same calls were asked again: the program ended before it answered: exit code 5" odd 1 3 exit
expect "and is asked to the end" grep -qE 'PRIM-JVP +HOLDS' "$scratch/printed"
expect "one that cannot be started again leaves the campaign incomplete" ends_with 4 \
  "incomplete: square: the rule could not be started again: the program ended before it answered: exit code 4" odd 1 3 stay
expect "which refutes nothing either" bash -c "! grep -q REFUTED '$scratch/printed'"
mkdir "$scratch/odds"
sed 's/square/first/' "$scratch/odd.prim" > "$scratch/odds/a.prim"
sed 's/square/second/' "$scratch/odd.prim" > "$scratch/odds/b.prim"
both() { # what
  rm -f "$scratch/told"
  ends_with 0 "second (" "$adjudge" campaign "$scratch/odds" --samples 1 --quiet --exec "python3 $scratch/odd.py 1 0 $1 $scratch/told"
}
expect "a program is kept for the next primitive" both none
expect "and was started once" test "$(cat "$scratch/told")" = s
expect "one that has ended when it is asked for the next one is started anew" both idle
name=$(printf 'b\351')
echo 'primitive b (x : real) : real' > "$scratch/$name.prim"
expect "a report names what is no UTF-8" ends_with 4 "incomplete: " "$adjudge" campaign "$scratch/odd.prim" "$scratch/$name.prim" \
  --exec "python3 $scratch/odd.py 1 0 none $scratch/told" --samples 1 --quiet --report "$scratch/utf.json" --sarif "$scratch/utf.sarif" --junit "$scratch/utf.xml"
expect "and is there, with what is missing" grep -q '"missing": ".*b?.prim: there was no campaign' "$scratch/utf.json"
expect "so is the SARIF" grep -q 'b?.prim' "$scratch/utf.sarif"
cat > "$scratch/unstable.py" << 'END'
import json, math, sys
for line in sys.stdin:
    r = json.loads(line)
    answer = {"id": r["id"], "offers": ["value", "jvp"], "points": [[1e-8], [1.0]]}
    if r["call"] != "describe":
        answers = []
        for q in r["batch"]:
            x = q["args"][0]
            e = math.exp(x)
            answers.append((e - 1) / x if r["call"] == "value" else q["seed"][0] * (x * e - (e - 1)) / (x * x))
        answer = {"id": r["id"], "answers": answers}
    print(json.dumps(answer), flush=True)
END
printf '%s\n' 'primitive slow (x : real) : real' 'value = (exp x - 1) / x' 'domain = x /= 0' > "$scratch/unstable.prim"
expect "what is unstable ends with exit code 1" ends_with 1 "UNSTABLE" \
  "$adjudge" campaign "$scratch/unstable.prim" --exec "python3 $scratch/unstable.py" --quiet --sarif "$scratch/unstable.sarif"
expect "and stands in SARIF" grep -q '"text": "slow UNSTABLE: ' "$scratch/unstable.sarif"

# ------------------------------------------------------- a solver lost --
# no process for the solver once as many were made as the run takes without the page
cat > "$scratch/few.c" << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int socketpair(int domain, int type, int protocol, int *ends) {
  struct stat made;
  int file = open(getenv("MADE"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  int (*real)(int, int, int, int *) = (int (*)(int, int, int, int *))dlsym(RTLD_NEXT, "socketpair");
  if (file < 0 || write(file, ".", 1) != 1 || fstat(file, &made) != 0 || close(file) != 0) abort();
  if (made.st_size <= atol(getenv("MOST"))) return real(domain, type, protocol, ends);
  errno = EMFILE;
  return -1;
}
END
gcc -shared -fPIC -o "$scratch/few.so" "$scratch/few.c" -ldl
echo 'def k (x : real) : real = if x == 0 then 0 else abs x' > "$scratch/kink.adj"
with_solvers() { # how many, options
  : > "$scratch/made"
  env MADE="$scratch/made" MOST="$1" LD_PRELOAD="$scratch/few.so" "$adjudge" verify "$scratch/kink.adj" --law AD-FWD --jobs 1 --quiet "${@:2}"
}
expect "a run takes as many solvers as it takes" with_solvers 1000
most=$(stat -c %s "$scratch/made")
expect "and is whole with as many as it takes" with_solvers "$most"
expect "where the solver is lost to the page alone it is not whole" ends_with 4 "incomplete: parts of the page were not made" \
  with_solvers "$most" --html "$scratch/kink.html"
expect "and with more it is" with_solvers 1000 --html "$scratch/kink.html"

# -------------------------------------------------------------- the rest --
steps() { "$adjudge" cost tests/corpus/kinks.adj --def huber --ring double 2>&1 | grep linmap; }
expect "steps are counted where fuel is short" bash -c "! grep -qE ' [0-9]{7,}( |\$)'" <<< "$(steps)"

finish
