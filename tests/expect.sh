# Sourced by suites: a folder $scratch that goes when they end, and the counts of what held.
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

expect() { # what, condition...: its last lines where it fails
  local what=$1
  shift
  if "$@" > "$scratch/why" 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: $what"
    tail -n 12 "$scratch/why" | sed 's/^/    /'
  fi
}

eventually() { # condition...: it holds at some time, however busy the machine; not when it has not after an hour
  local k
  for ((k = 0; k < 36000; k++)); do
    "$@" > /dev/null 2>&1 && return
    sleep 0.1
  done
  echo "never: $*"
  return 1
}

finish() { # the line that tests/run.sh reads, and the exit code
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
