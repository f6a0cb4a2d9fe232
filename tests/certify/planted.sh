#!/bin/bash
# Errors planted in emitted C that is proved, one for each kind of statement (planted.list): the goal that says it must be
# open. Without errors all are proved.
#
# usage: tests/certify/planted.sh [NUMBER]...    those lines of the list, from 1; all without (10 minutes)
set -u
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
verdict() { if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$2"; cat "$scratch/out"; fi; }

"${BUILD:-build}/adjudge" certify tests/certify/functions.adj --def every --emit "$scratch/every" || exit 2
[ $# -gt 0 ] || { sh "$scratch/every/prove.sh" every every_gradient > "$scratch/out" 2>&1; verdict $? 'without errors:'; }

# A sed of the header or of increments.h is one of what the file includes.
planted() { # file, sed
  local file
  rm -rf "$scratch/planted" && cp -r "$scratch/every" "$scratch/planted"
  for file in "$1" every.h increments.h; do
    sed -i "$2" "$scratch/planted/$file"
    cmp -s "$scratch/every/$file" "$scratch/planted/$file" || return 0
  done
  echo "nothing is planted by $2" > "$scratch/out"
  return 1
}

grep -v '^#' tests/certify/planted.list > "$scratch/list"
line=0
while IFS='|' read -r kind file change goal; do
  line=$((line + 1))
  [ $# = 0 ] || [[ " $* " == *" $line "* ]] || continue
  read -r kind <<< "$kind"; read -r file <<< "$file"; read -r goal <<< "$goal"
  change=$(sed 's/^ //; s/ $//' <<< "$change")
  planted "$file" "$change" || { verdict 1 "$kind:"; continue; }
  tests/limited.sh 200 sh "$scratch/planted/prove.sh" every every_gradient "${file/%.h/.c}" > "$scratch/out" 2>&1 < /dev/null
  [ $? = 1 ] && grep -qE "open, .*: (every_(gradient|increment)_)?$goal" "$scratch/out"
  verdict $? "$kind: $goal is not open:"
done < "$scratch/list"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
