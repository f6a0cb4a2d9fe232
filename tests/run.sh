#!/bin/bash
# Runs tests one after the other and adds up what they counted.
#   tests/run.sh BINARY-OR-SCRIPT...
# A cmocka binary counts its tests; a script ends with "N passed, N failed".
# The last line is "N passed, N failed"; exit code 1 if anything failed.
passed=0 failed=0
for test in "$@"; do
  output=$("$test" 2>&1)
  code=$?
  ok=$(grep -oE '\[  PASSED  \] [0-9]+' <<< "$output" | grep -oE '[0-9]+$' | tail -n 1)
  bad=$(grep -oE '\[  FAILED  \] [0-9]+' <<< "$output" | grep -oE '[0-9]+$' | tail -n 1)
  if [ -z "$ok" ]; then
    counts=$(grep -oE '[0-9]+ passed, [0-9]+ failed$' <<< "$output" | tail -n 1)
    ok=${counts%% passed*} bad=${counts##*passed, } bad=${bad%% failed*}
  fi
  # a run that counted nothing, or that ended badly without counting it, failed
  if [ -z "$ok" ] || { [ "$code" != 0 ] && [ "${bad:-0}" = 0 ]; } || [ $((${ok:-0} + ${bad:-0})) = 0 ]; then
    bad=$((${bad:-0} + 1))
  fi
  printf '  %-34s %6d passed %4d failed\n' "${test#build/}" "${ok:-0}" "${bad:-0}"
  if [ "${bad:-0}" != 0 ]; then printf '%s\n' "$output" | tail -n 60; fi
  passed=$((passed + ${ok:-0})) failed=$((failed + ${bad:-0}))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
