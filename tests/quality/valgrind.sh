#!/bin/bash
# Every command of tests/memory/commands once under valgrind, with the processes that it forks: no use of memory that
# is not there, or not written, and none lost.
#   tests/quality/valgrind.sh [NAME...]     JOBS: how many at a time
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} JOBS=${JOBS:-$(nproc)} LC_ALL=C
folder=tests/memory

one() {
  local words out=$scratch/$1
  export out
  words=$(sed -n "s/^$1 [0-9]*: //p" $folder/commands)
  mkdir -p "$out"
  bash -c "exec valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
    --child-silent-after-fork=no --log-file='$out/log.%p' '$BUILD/adjudge' $words" > "$out/stdout" 2> "$out/stderr" < /dev/null
  local code=$?
  if [ $code = 99 ] || [ $code -gt 100 ] || cat "$out"/log.* | grep -q '^==[0-9]*== [A-Z]'; then
    echo "FAILED: $1 (exit code $code)"
    cat "$out"/log.* | head -n 30
  else
    echo "clean: $1 (exit code $code)"
  fi
}

export scratch=${scratch:-} given=${given:-}
if [ "${1-}" = --one ]; then
  one "$2"
  exit
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
given=$scratch/given
$folder/given.sh "$given" || exit 2
printf '%s\n' ${*:-$(sed -n 's/^\([a-z-]*\) [0-9]*: .*/\1/p' $folder/commands)} |
  xargs -P "$JOBS" -n 1 "$0" --one | tee "$scratch/all"
passed=$(grep -c '^clean: ' "$scratch/all") failed=$(grep -c '^FAILED: ' "$scratch/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
