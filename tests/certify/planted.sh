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

# What the list names, without errors.
grep -v '^#' tests/certify/planted.list > "$scratch/list"
for name in $(cut -d '|' -f 2 "$scratch/list" | sed -E 's/[._].*//' | sort -u); do
  case $name in
    every) given=(tests/certify/functions.adj) ;;
    apply | leastsquares) given=(tests/certify/loops.adj --loop m,n) ;;
    *) given=(tests/certify/loops.adj --loop n) ;;
  esac
  "${BUILD:-build}/adjudge" certify "${given[@]}" --def "$name" --emit "$scratch/$name" || exit 2
  [ $# -gt 0 ] || { sh "$scratch/$name/prove.sh" "$name" "${name}_gradient" > "$scratch/out" 2>&1; verdict $? "$name, without errors:"; }
done

# A sed may be one of what the file includes.
planted() { # file, sed, program
  local file
  rm -rf "$scratch/planted" && cp -r "$scratch/$3" "$scratch/planted"
  for file in "$1" "$3.h" increments.h matrices.h; do
    [ -f "$scratch/$3/$file" ] || continue
    sed -i "$2" "$scratch/planted/$file"
    cmp -s "$scratch/$3/$file" "$scratch/planted/$file" || return 0
  done
  echo "nothing is planted by $2" > "$scratch/out"
  return 1
}

# What WP calls the property that a goal is of.
property() { sed -E 's/^(change_)?(assert|ensures|loop_invariant|lemma)_//; s/_(established|preserved)$//; s/^(adjoints)_2$/\1/' <<< "$1"; }

line=0
while IFS='|' read -r kind file change goal; do
  line=$((line + 1))
  [ $# = 0 ] || [[ " $* " == *" $line "* ]] || continue
  read -r kind <<< "$kind"; read -r file <<< "$file"; read -r goal <<< "$goal"
  change=$(sed 's/^ //; s/ $//' <<< "$change")
  name=${file%%[._]*}
  planted "$file" "$change" "$name" || { verdict 1 "$kind:"; continue; }
  tests/limited.sh 400 sh "$scratch/planted/prove.sh" --only "$(property "$goal")" "$name" "${name}_gradient" "${file/%.h/.c}" > "$scratch/out" 2>&1 < /dev/null
  [ $? = 1 ] && grep -qE "open, .*: (${name}_(gradient|increment)_)?$goal" "$scratch/out"
  verdict $? "$kind: $goal is not open:"
done < "$scratch/list"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
