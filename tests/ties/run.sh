#!/bin/bash
# A thousand random programs asked at their ties, against one-sided difference quotients in 250 digits (ties.py):
# no certified number is wrong, none is certified not to be there that is; the share not certified is printed.
#   tests/ties/run.sh [SEED [COUNT]]
# Two processes share the work; each half has a seed of its own.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
seed=${1:-1} count=${2:-1000}
make --no-print-directory "$build/ties" >/dev/null || { echo "0 passed, 1 failed"; exit 1; }
other=$(mktemp) || exit 2
trap 'rm -f "$other"' EXIT
tests/ties/ties.py "$build/ties" "${seed}1" $((count - count / 2)) >"$other" 2>&1 &
tests/ties/ties.py "$build/ties" "${seed}0" $((count / 2)) | tee /dev/stderr | tail -n 1 >"$other.sum"
wait
cat "$other"
tail -n 1 "$other" >>"$other.sum"
awk '{ passed += $1; failed += $3 } END { if (NR != 2) failed++; print passed + 0 " passed, " failed + 0 " failed"; exit failed != 0 }' "$other.sum"
code=$?
rm -f "$other.sum"
exit $code
