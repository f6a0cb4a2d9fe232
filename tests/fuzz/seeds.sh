#!/bin/bash
# Writes the seeds of the readers (readers.c) to a folder: those of seeds/ and findings/, the corpus, specifications
# of campaigns, and a report; or of one reader only.
#   BUILD=build tests/fuzz/seeds.sh FOLDER [READER]
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
cp tests/fuzz/seeds/* "$1"
for file in tests/fuzz/findings/*; do [ ! -e "$file" ] || cp "$file" "$1/finding-${file##*/}"; done
for file in tests/corpus/*.adj; do { printf p && cat "$file"; } > "$1/program-$(basename "$file" .adj)"; done
for file in tests/campaigns/right/*.prim; do { printf q && cat "$file"; } > "$1/specification-$(basename "$file" .prim)"; done
for language in fpcore:f ks:k cad:a frechet:h notes:n; do
  suffix=${language%:*}
  for file in tests/"$suffix"/programs/*."$suffix" tests/"$suffix"/refused."$suffix"; do
    { printf %s "${language#*:}" && cat "$file"; } > "$1/$suffix-$(basename "$file" ."$suffix")"
  done
done
"${BUILD:-build}/adjudge" bmc --space poly,size=1 --law AD-DOT --shard 1/2 --jobs 1 --quiet --report "$1/json" > /dev/null
{ printf r && cat "$1/json"; } > "$1/report"
rm "$1/json"
[ -z "${2:-}" ] || for file in "$1"/*; do [ "$(head -c 1 "$file")" = "$2" ] || rm "$file"; done
