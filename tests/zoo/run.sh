#!/bin/bash
# The defects of shipped libraries are refuted on the answers that were kept; every function of an adapter has a
# specification; the answers of a library without the defect hold.
#
# usage: tests/zoo/run.sh; the last line is "N passed, N failed"
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build} folder=tests/zoo passed=0 failed=0
export PYTHONDONTWRITEBYTECODE=1 ZOO_BUILD
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
ZOO_BUILD=$scratch

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "$folder: $1"; head -n 20 "$scratch/out" | sed 's/^/    /'; }

"$build/adjudge" zoo --replay > "$scratch/out" 2>&1
code=$?
defects=$(grep -h '^name: ' $folder/*/defects | wc -l)
missed=$(grep -c 'is not refuted' "$scratch/out")
passed=$((passed + defects - missed)) failed=$((failed + missed))
cat "$scratch/out"
if [ "$code" = 0 ] || [ "$missed" -gt 0 ]; then ok; else bad "adjudge zoo --replay ends with $code"; fi
if [ "$defects" -ge 25 ]; then ok; else bad "$defects defects, fewer than 25"; fi

# The page is that of the defects, and each has its script and its answers.
for name in $(sed -n 's/^name: //p' $folder/*/defects | sort -u); do
  if grep -q "\[$name\]" $folder/README.md; then ok; else bad "README.md has no row for $name: adjudge zoo --page"; fi
done

# Answers without the defect are not refuted: the right slope in the place of the wrong one.
mkdir -p "$scratch/mathjs"
{ printf -- '-- calls: jvp vjp\n-- at: [[2.0], [-3.0]]\n'; awk -v RS= '/primitive acoth /' $folder/functions.prims; } > "$scratch/acoth.prim"
python3 - "$folder/mathjs/answers/acoth-sign.jsonl" > "$scratch/right.jsonl" << 'END'
import json, sys
for line in open(sys.argv[1]):
    m = json.loads(line)
    if "answer" in m:
        (x,), seed = m["query"]["args"], m["query"]["seed"]
        seed = seed if m["call"] == "vjp" else seed[0]
        right = (1 / (1 - x * x) * seed).hex()
        m["answer"] = [right] if m["call"] == "vjp" else right
    print(json.dumps(m))
END
"$build/adjudge" campaign "$scratch/acoth.prim" --exec "python3 $folder/recorded.py $scratch/right.jsonl" > "$scratch/out" 2>&1
if [ $? = 0 ] && grep -qE 'PRIM-JVP +HOLDS' "$scratch/out"; then ok; else bad "right answers that were kept are refuted"; fi

echo "$folder: $passed passed, $failed failed"
[ $failed = 0 ]
