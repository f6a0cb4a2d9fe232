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

finish() { # the line that tests/run.sh reads, and the exit code
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
