#!/bin/bash
# Runs tests in the order given, JOBS at a time (one more than processors: some of them wait), and adds up what they
# counted.
#   tests/run.sh BINARY-OR-SCRIPT...
# A cmocka binary counts its tests; a script ends with "N passed, N failed".
# A test that hangs, not through after SUITE_LIMIT seconds (six hours), is ended, which is told, and has failed.
# The last line is "N passed, N failed"; exit code 1 if anything failed.
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
# where python3 is a wrapper that looks for an interpreter at each start, it is asked once
python=$(python3 -c 'import sys; print(sys.executable)') && PATH=$(dirname "$python"):$PATH && export PATH

run_one() { # number, test: its output, exit code, seconds, and seconds of processor time, to files
  local start=$SECONDS code TIMEFORMAT='%U %S'
  { time timeout --kill-after=10 "${SUITE_LIMIT:-21600}" "$2" > "$SCRATCH/$1.output" 2>&1; } 2> "$SCRATCH/$1.time"
  code=$?
  echo "$code $((SECONDS - start)) $(awk '{ printf "%.0f", $1 + $2 }' "$SCRATCH/$1.time")" > "$SCRATCH/$1.ended"
}
export -f run_one
export SCRATCH=$scratch

tell() { # number, test: a line of what it counted, and its end if it failed
  local ok bad code seconds worked counts output=$scratch/$1.output
  read -r code seconds worked < "$scratch/$1.ended"
  ok=$(grep -aoE '\[  PASSED  \] [0-9]+' "$output" | grep -oE '[0-9]+$' | tail -n 1)
  bad=$(grep -aoE '\[  FAILED  \] [0-9]+' "$output" | grep -oE '[0-9]+$' | tail -n 1)
  if [ -z "$ok" ]; then
    counts=$(grep -aoE '[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1)
    ok=${counts%% passed*} bad=${counts##*passed, } bad=${bad%% failed*}
  fi
  # a run that counted nothing, or that ended badly without counting it, failed
  if [ -z "$ok" ] || { [ "$code" != 0 ] && [ "${bad:-0}" = 0 ]; } || [ $((${ok:-0} + ${bad:-0})) = 0 ]; then
    bad=$((${bad:-0} + 1))
  fi
  printf '  %-34s %6d passed %4d failed %5d s, %5d of a core\n' "${2#build/}" "${ok:-0}" "${bad:-0}" "$seconds" "$worked"
  if [ "$code" = 124 ] || [ "$code" = 137 ]; then echo "    ended: it was not through after ${SUITE_LIMIT:-21600} s"; fi
  if [ "${bad:-0}" != 0 ]; then tail -n 60 "$output"; fi
  passed=$((passed + ${ok:-0})) failed=$((failed + ${bad:-0}))
}

tests=("$@")
for i in "${!tests[@]}"; do printf '%s\0%s\0' "$i" "${tests[$i]}"; done |
  xargs -0 -n 2 -P "${JOBS:-$(($(nproc) + 1))}" bash -c 'run_one "$@"' run &
# each as soon as it is through
left=("${!tests[@]}")
while [ ${#left[@]} -gt 0 ]; do
  still=()
  for i in "${left[@]}"; do
    if [ -s "$scratch/$i.ended" ]; then tell "$i" "${tests[$i]}"; else still+=("$i"); fi
  done
  left=("${still[@]}")
  sleep 0.5
done
wait
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
