#!/bin/bash
# Transcripts of the command line: every tests/cli/*.session holds commands and
# what they answered, and each command is run again and compared.
#
#   # a comment
#   $ adjudge eval tests/cli/square.adj --at x=3       a command, for bash
#   9                                                  its standard output (~ for an empty line)
#   ! adjudge: ...                                     its standard error
#   [2]                                                its exit code, if not 0
#
# usage: tests/cli/run.sh [--update] [SESSION...]
#   BUILD=build/asan tests/cli/run.sh    for another build
#   --update                             writes the answers of today instead
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/cli/run.sh: $build/adjudge is not built" >&2; exit 2; }
PATH=$(cd "$build" && pwd):$PATH
export PATH LC_ALL=C

update=no
if [ "${1-}" = --update ]; then update=yes; shift; fi
[ $# -gt 0 ] || set -- tests/cli/*.session

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export scratch
passed=0 failed=0

# Runs $1 and leaves what it answered in $scratch/actual.
transcribe() {
  bash -c "$1" </dev/null >"$scratch/out" 2>"$scratch/err"
  local code=$?
  {
    awk '{ print ($0 == "" ? "~" : $0) }' "$scratch/out"
    awk '{ print ($0 == "" ? "!" : "! " $0) }' "$scratch/err"
    [ $code -eq 0 ] || echo "[$code]"
  } >"$scratch/actual"
}

# Compares the command just read with what was expected of it.
finish() {
  [ -n "$command" ] || return 0
  transcribe "$command"
  { printf '$ %s\n' "$command"; cat "$scratch/actual"; } >>"$scratch/session"
  if cmp -s "$scratch/expected" "$scratch/actual"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    if [ $update = no ]; then
      printf '%s:%d: $ %s\n' "$session" "$place" "$command"
      diff "$scratch/expected" "$scratch/actual" | sed 's/^/    /'
    fi
  fi
  command=
}

for session in "$@"; do
  command='' number=0
  : >"$scratch/session"
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    case $line in
    '$ '*)
      finish
      command=${line#'$ '} place=$number
      : >"$scratch/expected"
      ;;
    '#'* | '')
      finish
      printf '%s\n' "$line" >>"$scratch/session"
      ;;
    *) printf '%s\n' "$line" >>"$scratch/expected" ;;
    esac
  done <"$session"
  finish
  [ $update = no ] || cp "$scratch/session" "$session"
done
if [ $update = yes ]; then
  echo "$failed transcripts rewritten; read the difference before committing it"
  exit 0
fi
echo "tests/cli: $passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
