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
# The pages for people (README.md and those in its folders) are transcripts too: each
# block between ```console and ```, as a terminal shows it, both streams as they come,
# and "[exit code 2]".
#
# usage: tests/cli/run.sh [--update] [SESSION...]
#   BUILD=build/clang tests/cli/run.sh    for another build
#   BUT='long truth' tests/cli/run.sh    all sessions but these
#   PART=2 tests/cli/run.sh              every second of them, and the pages
#   JOBS=2 tests/cli/run.sh              how many at a time
#   --update                             writes the answers of today instead
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/cli/run.sh: $build/adjudge is not built" >&2; exit 2; }
PATH=$(cd "$build" && pwd):$PATH
export PATH LC_ALL=C
unset COLUMNS NO_COLOR

update=no
if [ "${1-}" = --update ]; then update=yes; shift; fi
if [ $# = 0 ]; then
  # shellcheck disable=SC2046 # their names have no spaces; the longest begins first
  set -- $(ls -S tests/cli/*.session | turn 2) README.md ./*/README.md ./verify/system/README.md ./semantics/clang/README.md ./ad/code/README.md
fi
for left_out in ${BUT-}; do
  before=$#
  for session; do shift; [ "$session" = "tests/cli/$left_out.session" ] || set -- "$@" "$session"; done
  [ $# -lt "$before" ] || { echo "tests/cli/run.sh: there is no $left_out.session to leave out" >&2; exit 2; }
done
[ $# -gt 0 ] || { echo "tests/cli/run.sh: no session is left" >&2; exit 2; }
for session; do [ -r "$session" ] || { echo "tests/cli/run.sh: $session cannot be read" >&2; exit 2; }; done

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export scratch
passed=0 failed=0

# Runs $1 and leaves what it answered in $scratch/actual.
transcribe() {
  local code
  if [ $page = yes ]; then
    bash -c "$1" </dev/null >"$scratch/actual" 2>&1
    code=$?
    [ $code -eq 0 ] || echo "[exit code $code]" >>"$scratch/actual"
    return
  fi
  bash -c "$1" </dev/null >"$scratch/out" 2>"$scratch/err"
  code=$?
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

# One line of a transcript.
take() {
  case $1 in
  '$ '*)
    finish
    command=${1#'$ '} place=$number
    : >"$scratch/expected"
    ;;
  *) printf '%s\n' "$1" >>"$scratch/expected" ;;
  esac
}

# What is no transcript is kept as it is.
keep() {
  finish
  printf '%s\n' "$1" >>"$scratch/session"
}

run_session() {
  command='' number=0 inside=no page=no
  case $session in *.md) page=yes ;; esac
  : >"$scratch/session"
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    case $page$inside$line in
    'yesno```console') keep "$line"; inside=yes ;;
    'yesyes```') keep "$line"; inside=no ;;
    'yesno<!-- cluster-test -->') keep "$line"; inside=cluster ;; # run, and compared, by tests/cluster
    'yescluster<!-- end -->') keep "$line"; inside=no ;;
    yescluster*) keep "$line" ;;
    'yesno$ '*)
      failed=$((failed + 1))
      echo "$session:$number: a transcript that is not run: its block begins with other than \`\`\`console"
      keep "$line"
      ;;
    yesno* | 'nono#'* | nono) keep "$line" ;;
    *) take "$line" ;;
    esac
  done <"$session"
  finish
  [ $update = no ] || cmp -s "$scratch/session" "$session" || cp "$scratch/session" "$session"
}

# Several sessions are several runs of this script.
run_each() { # update, sessions
  local option= said
  [ "$1" = no ] || option=--update
  shift
  # shellcheck disable=SC2016 # for that shell
  printf '%s\0' "$@" | BUT='' xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c '"$0" $1 "$2" >"$(mktemp "$scratch/said.XXXXXX")" 2>&1' tests/cli/run.sh "$option"
  read -r said passed failed < <(cat "$scratch"/said.* | awk '/^tests\/cli: / { n++; kept += $2; other += $4 } END { print n + 0, kept + 0, other + 0 }')
  grep -hv '^tests/cli: ' "$scratch"/said.*
  [ "$said" = $# ] || { echo "tests/cli: $(($# - said)) sessions did not run to their end"; exit 2; }
}

if [ $# = 1 ]; then
  session=$1
  run_session
else
  run_each $update "$@"
fi
if [ $update = yes ]; then
  echo "tests/cli: $passed kept, $failed rewritten; read the difference before committing it"
  exit 0
fi
echo "tests/cli: $passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
