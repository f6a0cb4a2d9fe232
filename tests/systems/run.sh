#!/bin/bash
# `adjudge system` on a system in Python: right, with twelve planted errors, as compiled text, and with bad manners.
#
# usage: tests/systems/run.sh; the last line is "N passed, N failed"
# shellcheck disable=SC2034
set -u
cd "$(dirname "$0")/../.." || exit 2
export PYTHONDONTWRITEBYTECODE=1
build=${BUILD:-build}
. tests/expect.sh
export TMPDIR=$scratch # of adapters, which are killed
space='size=8;contexts=real|real,real;types=real,1,1+1;results=real;terms=let,case;ops=+,-,*,/,neg,2,<'

judge() { # exit code, words: the command ends with that, its report in $scratch/report.json
  local wanted=$1 code
  shift
  rm -f "$scratch/report.json"
  "$build/adjudge" system "$@" --quiet --report "$scratch/report.json" > "$scratch/said" 2> "$scratch/errors"
  code=$?
  [ $code = "$wanted" ] || { echo "exit code $code, not $wanted"; cat "$scratch/said" "$scratch/errors"; return 1; }
}
report() { # a condition in Python on the report r
  python3 -c "import json, sys; r = json.load(open('$scratch/report.json')); sys.exit(not ($1))" ||
    { echo "not so: $1"; cat "$scratch/said"; return 1; }
}

# -- right: nothing is found, and nearly everything is decided
for what in "$space" analytic,size=4 control,size=6 everything,size=7; do
  expect "the stand-in on $what" judge 0 'python3 tests/systems/dual.py' --space "$what" --sample 400
  expect "what holds on $what" report 'r["judged"] > 300 and all(r["answers"][m]["holds"] > 1000 for m in ("value", "jvp", "vjp", "hessian")) and not r["findings"]'
  expect "what is undecided on $what" report 'all(a["undecided"] * 100 <= a["holds"] for a in r["answers"].values())'
done
cp "$scratch/report.json" "$scratch/before.json"
expect "again" judge 0 'python3 tests/systems/dual.py' --space everything,size=7 --sample 400 --batch 7
expect "the same report, whatever the batch" cmp "$scratch/before.json" "$scratch/report.json"

# -- workers: the same report, whatever their number, findings and their order among it
for jobs in 1 3; do
  expect "jobs: $jobs" judge 1 'PLANT=dead python3 tests/systems/dual.py' --space "$space" --sample 500 --batch 16 --jobs $jobs --findings 4
  cp "$scratch/report.json" "$scratch/jobs-$jobs.json"
done
expect "jobs: the same report" cmp "$scratch/jobs-1.json" "$scratch/jobs-3.json"
expect "jobs: it has findings and programs beyond them" report 'r["programs"] == r["judged"] == 500 and r["findings"] and r["not made small"] > 10'

# -- many points at once: the same report, and what mistakes one point for another is found, though not at one alone
expect "columns: right" judge 0 'COLUMNS=right python3 tests/systems/dual.py' --space everything,size=7 --sample 400
expect "columns: the same report" cmp "$scratch/before.json" "$scratch/report.json"
expect "columns: turned" judge 1 'COLUMNS=turned python3 tests/systems/dual.py' --space everything,size=7 --sample 400 --findings 0
expect "columns: turned, in each derivative" report 'all(r["answers"][m]["failing programs"] > 5 for m in ("jvp", "vjp", "hessian"))'

# -- planted: each is found within 1,000 programs, its smallest program has at most 8 nodes
for plant in sharing overwritten aliasing dead branches frozen confusion zero tape quotient input constant; do
  expect "planted: $plant" judge 1 "PLANT=$plant python3 tests/systems/dual.py" --space "$space" --sample 1000 --findings 2
  expect "planted: $plant is small" report 'r["complete"] and any(f["size"] <= 8 for f in r["findings"])'
done

# -- the errors are those: forward mode is right where the tape is wrong, first derivatives where the second are
expect "aliasing in vjp alone" judge 1 "PLANT=aliasing python3 tests/systems/dual.py" --space "$space" --sample 200 --findings 1
expect "aliasing in vjp alone" report '{f["mode"] for f in r["findings"]} == {"vjp"} and not r["answers"]["jvp"]["wrong"]'
expect "confusion in hessian alone" judge 1 "PLANT=confusion python3 tests/systems/dual.py" --space "$space" --sample 200 --findings 1
expect "confusion in hessian alone" report '{f["mode"] for f in r["findings"]} == {"hessian"}'
expect "modes that are not asked" judge 0 "PLANT=confusion python3 tests/systems/dual.py" --space "$space" --sample 200 --mode vjp
expect "modes that are not asked" report 'not r["answers"]["hessian"]["holds"] and r["answers"]["vjp"]["holds"] > 100'

expect "a mode that the system has not" judge 2 "HOW=none python3 tests/systems/bad.py" --space "$space" --sample 3 --mode vjp
expect "a mode that the system has not is told" grep -q -- '--mode vjp: the system has no such mode' "$scratch/errors"

# -- compiled text: what is planted in products with literals is seen there alone
text='size=4;contexts=real;types=real;results=real;terms=;ops=+,*,2' compiled="python3 tests/systems/compiled.py $PWD/tests/systems/twice.cpp"
expect "compiled: right" judge 0 "$compiled" --space "$text" --batch 128 --timeout 600
expect "compiled: what holds" report 'r["judged"] >= 10 and r["answers"]["jvp"]["holds"] >= 120 and "compiled" in r["system"]'
expect "compiled: planted" judge 1 "$compiled -DPLANTED" --space "$text" --batch 128 --timeout 600 --findings 1
expect "compiled: planted is small" report 'len(r["findings"]) == 1 and r["findings"][0]["size"] == 3 and "*" in r["findings"][0]["constructs"]'
expect "compiled: what ends the process" judge 1 "$compiled -DENDS" --space "$text" --batch 128 --timeout 600 --findings 1
expect "compiled: what ends the process costs one answer, not the batch" \
  report 'r["complete"] and not r["restarts"] and r["answers"]["value"]["holds"] >= 20 and "exit code 134" in r["findings"][0]["found"] and r["findings"][0]["size"] == 3'
expect "compiled: planted, without literals" judge 0 "VARIANT=nested $compiled -DPLANTED" --space "$text" --batch 128 --timeout 600
expect "compiled: assigned" judge 0 "VARIANT=assigned $compiled" --space "$text" --batch 128 --timeout 600

. tests/systems/standin.sh

# -- bad manners: a finding on the one program, the others judged, no process left
few='size=3;contexts=real;types=real;results=real;terms=let;ops=+,neg,/'
for how in crash exit babble silent memory shape raise lie bomb short other flood hang trickle; do
  case $how in hang | trickle) timeout=10 ;; *) timeout=600 ;; esac # of what answers in a tenth of a second
  expect "$how" judge 1 "HOW=$how python3 tests/systems/bad.py" --space "$few" --findings 1 --timeout $timeout
  expect "$how: what was found, and what held" report 'r["complete"] and r["judged"] == r["programs"] > 5 and len(r["findings"]) == 1 and r["findings"][0]["size"] <= 3 and r["answers"]["value"]["holds"] > 20'
done
expect "a crash is told as one" judge 1 "HOW=crash python3 tests/systems/bad.py" --space "$few" --findings 1
expect "a crash is told as one" report '"exit code 134" in r["findings"][0]["found"] and r["findings"][0]["verdict"] == "ENDED"'
many='size=5;contexts=real;types=real;results=real;terms=let;ops=+,neg,/'
expect "a crash names its program" judge 1 "HOW=crash python3 tests/systems/bad.py" --space "$many" --sample 100 --findings 0
expect "a crash names its program: it is asked again alone, and nothing is looked for" \
  report 'r["restarts"] == 2 * r["not made small"] > 20 and r["answers"]["value"]["holds"] > 300 and r["judged"] == 100'
expect "a crash of what starts slowly" judge 1 "SLOW=2.5 HOW=crash python3 tests/systems/bad.py" --space 'size=3;contexts=real;types=real;results=real;terms=;ops=neg,/' --findings 1
expect "a crash of what starts slowly: the program is made small, and the run goes on" report 'r["complete"] and r["judged"] == r["programs"] and len(r["findings"]) == 1'
expect "processor time" judge 1 "HOW=burn python3 tests/systems/bad.py" --space "$few" --findings 1 --cpu 2 --timeout 600
expect "processor time: the one program" report 'len(r["findings"]) == 1 and r["findings"][0]["size"] <= 3 and r["findings"][0]["verdict"] == "ENDED" and r["answers"]["value"]["holds"] > 20'
expect "processor time used up by many is no finding" judge 0 "HOW=tire python3 tests/systems/bad.py" --space "$few" --cpu 1 --batch 1 --jobs 1
expect "processor time used up by many is no finding" report 'r["restarts"] > 0 and r["complete"] and not r["findings"] and r["judged"] == r["programs"]'
expect "no process of theirs is left" bash -c '! pgrep -f "tests/systems/[b]ad.py"'
expect "an adapter that is not there" bash -c "! $build/adjudge system 'no-such-adapter' poly,size=2 --quiet"

# -- interrupted: what was established stands
"$build/adjudge" system 'python3 tests/systems/dual.py' --space poly,size=7 --quiet --report "$scratch/report.json" > "$scratch/said" 2>&1 &
pid=$!
eventually pgrep -P $pid
sleep 2
kill -INT $pid
wait $pid
expect "interrupted: exit code 4" [ $? = 4 ]
expect "interrupted: the report" report 'not r["complete"] and r["judged"] <= r["programs"]'
rm -f "$scratch/report.json"
"$build/adjudge" system 'sleep 60' --space poly,size=3 --quiet --report "$scratch/report.json" > "$scratch/said" 2>&1 &
pid=$!
eventually pgrep -P $pid
kill -INT $pid
wait $pid
expect "interrupted before the system has said what it offers: exit code 4" [ $? = 4 ]
expect "interrupted before the system has said what it offers: the report" report 'not r["complete"] and r["programs"] == 0'

finish
