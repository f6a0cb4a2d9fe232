#!/bin/bash
# Proves the contracts of programs one after another, and writes which were proved, with goals and seconds, to
# verify/certify/README.md: hours for all.
#
# usage: tests/certify/proved.sh --list             the definitions that have certified C, those of few lines first
#        tests/certify/proved.sh --prove FILE NAME...   "FILE NAME goals proved seconds" for each, at most LIMIT=120 seconds
#                                                   of processor time; FILE NAME in turn
#        tests/certify/proved.sh --write RESULTS    such lines to the page
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=${ADJUDGE:-${BUILD:-build}/adjudge}
page=verify/certify/README.md
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

list() {
  local file name
  for file in tests/corpus/*.adj tests/certify/functions.adj; do
    for name in $("$adjudge" check "$file" | sed -nE 's/^[^ ]+:[0-9]+: ([A-Za-z_0-9]+) .*/\1/p' | sort -u); do
      "$adjudge" certify "$file" --def "$name" --emit "$scratch/$name" 2> /dev/null > /dev/null &&
        echo "$(wc -l < "$scratch/$name/$name.c") $file $name"
      rm -rf "${scratch:?}/$name"
    done
  done | sort -n | cut -d ' ' -f 2-
}

prove() { # file, name
  local begin said
  begin=$(date +%s)
  said=$(tests/limited.sh "${LIMIT:-120}" "$adjudge" certify "$1" --def "$2" --emit "$scratch/$2" --prove 2>&1)
  said=$(sed -nE 's/^.*: ([0-9]+) of ([0-9]+) goals proved.*/\2 \1/p' <<< "$said")
  echo "$1 $2 ${said:-0 0} $(($(date +%s) - begin))"
  rm -rf "${scratch:?}/$2"
}

write() { # results
  {
    sed '/<!-- proved -->/q' "$page"
    echo "$(awk '$3 > 0 && $3 == $4' "$1" | wc -l) programs without loops of $(wc -l < "$1") that were tried are proved whole (\`tests/certify/proved.sh\`; seconds of a machine of two cores that did other work besides):"
    printf '\n| program | goals | proved | s |\n|---|---|---|---|\n'
    sort -k 1,2 "$1" | awk '{ sub(".*/", "", $1); print "| `" $2 "` (" $1 ") | " $3 " | " $4 " | " $5 " |" }'
    echo
    sed -n '/<!-- end of proved -->/,$p' "$page"
  } > "$scratch/page" && cp "$scratch/page" "$page"
}

case ${1-} in
  --list) list ;;
  --prove) shift; while [ $# -ge 2 ]; do prove "$1" "$2"; shift 2; done ;;
  --write) write "$2" ;;
  *) sed -n '5,9p' "$0"; exit 2 ;;
esac
