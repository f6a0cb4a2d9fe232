#!/bin/bash
# The unit tests under clang's sanitizers of addresses, of undefined behaviour and of leaks: nothing is read or written
# beyond its end or after it was given back, and nothing that was asked for is lost.
#   tests/sanitized/run.sh [TEST...]     PART=3: which of eight, another with each commit
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
build=${BUILD:-build}
ulimit -s 1000000 2> /dev/null # frames are larger
if [ $# -gt 0 ]; then tests=("$@"); else mapfile -t tests < <(ls tests/unit/test_*.c | turn 8); fi
tests=("${tests[@]##*/}")
tests=("${tests[@]/%.c/}")
env -u MAKEFLAGS -u MFLAGS make -s -j"${JOBS:-2}" BUILD="$build" clang WHAT="${tests[*]/#/tests/}" > "$build/sanitized.log" 2>&1 ||
  { cat "$build/sanitized.log"; exit 2; }
JOBS=${JOBS:-2} tests/run.sh "${tests[@]/#/$build/clang/tests/}"
