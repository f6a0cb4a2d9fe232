#!/bin/bash
# Memory and stack that run out.  Of the commands in the file `commands` one allocation fails (fail.c), the program's
# own or a library's, or all from one on; and each is run with little stack.  Allowed is the same answer to the byte,
# or a message and an exit code that says so: never a refutation, another number or row, a crash or a hang.
#
#   FAILURES=5000 SEED=2 tests/memory/run.sh [NAME...]   so many points, others, of these commands only; PART=3: a fourth, of every second
#   tests/memory/run.sh --one NAME at|from N           one point, with what is wrong     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} JOBS=${JOBS:-$(nproc)} LC_ALL=C
source tests/part.sh
[ -z "${PART-}" ] || SEED=$(part_of 4)
FAILURES=${FAILURES:-$(share_of 4 500)} SEED=${SEED:-1}
adjudge=$BUILD/adjudge
folder=tests/memory
one=${POINT_OF:+${one-}}
if [ "${1-}" = --one ]; then one="$2 $3 $4"; shift 4; fi
if grep -q __asan_init "$adjudge"; then echo "the sanitizers allocate by themselves" >&2; exit 2; fi

words_of() { sed -n "s/^$1 [0-9]*: //p" $folder/commands; }

# Runs a command with its files in the folder $1; what it answered into $1/all, without times, the folder's name, and
# that a worker died whose work another did again.
run() { # folder, words, variables...
  export out=$1
  local words=$2
  shift 2
  mkdir -p "$out"
  tests/limited.sh 900 bash -c "${limit-} exec env $* '$adjudge' $words" > "$out/stdout" 2> "$out/stderr" < /dev/null
  echo "$?" > "$out/code"
  for file in stdout code report.json junit.xml report.html whole.json whole.html spy.svg; do
    [ ! -e "$out/$file" ] || { echo "== $file" && cat "$out/$file"; }
  done | sed -E "s/[0-9.]+ s\$//; /workers died .*did their work again/d; s#$out##g" > "$out/all"
}

point() { # name, at or from, number: prints what is wrong
  local here=$scratch/$1-$2-$3 sound=$scratch/sound/$1 variable=FAIL_AT code wrong=
  [ "$2" = at ] || variable=FAIL_FROM
  run "$here" "$(words_of "$1")" LD_PRELOAD="$scratch/fail.so" $variable="$3"
  if ! cmp -s "$here/all" "$sound/all"; then
    code=$(cat "$here/code")
    case $code in
      2 | 3 | 4) ;;
      1) wrong='another answer, and exit code 1' ;;
      0) wrong='another answer, and exit code 0' ;;
      124) wrong='it hangs' ;;
      *) wrong="exit code $code" ;;
    esac
    grep -qE '^adjudge: |: error: ' "$here/stderr" || grep -qE '^(undecided|incomplete): |"severity": "error"' "$here/stdout" ||
      wrong="$wrong; no message"
    if [ "$(cat "$here"/{stdout,report.json,junit.xml} 2> /dev/null | grep -c REFUTED)" -gt \
      "$(cat "$sound"/{stdout,report.json,junit.xml} 2> /dev/null | grep -c REFUTED)" ]; then
      wrong="$wrong; refuted"
    fi
  fi
  if [ -n "$wrong" ]; then
    echo "FAILED $1 $2 $3: $wrong"
    [ -z "$one" ] || diff "$sound/all" "$here/all" | head -n 30
  fi
  rm -rf "$here"
}

if [ -n "${POINT_OF-}" ]; then # called by itself, for some points
  while [ $# -ge 3 ]; do
    point "$1" "$2" "$3"
    shift 3
  done
  exit
fi

export scratch given
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
given=$scratch/given
gcc -shared -fPIC -O1 -o "$scratch/fail.so" $folder/fail.c -ldl || exit 2
$folder/given.sh "$given" || exit 2

names=${*:-$(sed -n 's/^\([a-z-]*\) [0-9]*: .*/\1/p' $folder/commands | turn 2)}
if [ -n "$one" ]; then names=${one%% *}; fi
: > "$scratch/points"
for name in $names; do
  sound=$scratch/sound/$name
  run "$sound" "$(words_of "$name")" LD_PRELOAD="$scratch/fail.so" FAIL_COUNT="$scratch/count"
  most=$(sort -n "$scratch/count" | tail -n 1)
  rm -f "$scratch/count"
  share=$(sed -n "s/^$name \([0-9]*\): .*/\1/p" $folder/commands)
  awk -v name="$name" -v seed="$SEED" -v n=$(((share * FAILURES + 99) / 100)) -v most="$most" 'BEGIN {
    srand(seed + most)
    for (i = 0; i < n; i++) print name, (rand() < 0.5 ? "at" : "from"), (n >= 2 * most ? i % most + 1 : int(rand() * most) + 1)
  }' | sort -u >> "$scratch/points"
done
if [ -n "$one" ]; then echo "$one" > "$scratch/points"; fi

passed=0 failed=0
expect() { # what, condition...
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}

# The stack that commands run on does not follow the limit of who starts them: 200 KB are as good as 8 MB.
for name in $names; do
  limit='ulimit -s 200;' run "$scratch/stack" "$(words_of "$name")"
  expect "$name with a stack of 200 KB" cmp -s "$scratch/stack/all" "$scratch/sound/$name/all"
  rm -rf "$scratch/stack"
done
{
  echo 'def f (x0 : real) : real ='
  for k in $(seq 1 3000); do echo "let x$k = x$((k - 1)) * x0 + 1 in"; done
  echo x3000
} > "$given/deep.adj"
for words in check 'eval --at x0=0.5' 'grad --at x0=0.5' derive 'jvp --at x0=0.5 --tangent x0=1 --engine dual-forward'; do
  for kilobytes in 200 2048 8192; do
    limit="ulimit -s $kilobytes;" run "$scratch/stack$kilobytes" "${words%% *} $given/deep.adj ${words#"${words%% *}"}"
  done
  expect "${words%% *} of 3000 lets, 2 MB" cmp -s "$scratch/stack200/all" "$scratch/stack2048/all"
  expect "${words%% *} of 3000 lets, 8 MB" cmp -s "$scratch/stack200/all" "$scratch/stack8192/all"
  rm -rf "$scratch"/stack[0-9]*
done
export one POINT_OF=1
xargs -P "$JOBS" -n 60 "$0" < "$scratch/points" > "$scratch/failures"
unset POINT_OF
cat "$scratch/failures"
# Operands of one call that draw from one counter are seen (tests/quality/order.pl, of make rules).
printf '%s\n' 'static int draw(S *s) { return s->seed++; }' 'static int twice(S *s) {' '  return both(draw(s), draw(s));' '}' > "$given/order.c"
order() { tests/quality/order.pl "$given/order.c" > /dev/null; test $? = 1; }
expect 'an order that C leaves open' order

# Reading is linear in the definitions: these took half a minute of the processor when it was not.
for k in $(seq 1 20000); do echo "def f$k (x : real) : real = x * $k.5 + sin x"; done > "$given/many.adj"
expect 'twenty thousand definitions in ten seconds of the processor' \
  test "$(ulimit -t 10 && "$adjudge" check "$given/many.adj" | wc -l)" = 20000

points=$(wc -l < "$scratch/points") wrong=$(grep -c '^FAILED' "$scratch/failures")
echo "$points points of failing allocations"
echo "$((passed + points - wrong)) passed, $((failed += wrong)) failed"
[ "$failed" = 0 ]
