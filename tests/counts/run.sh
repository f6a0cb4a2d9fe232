#!/bin/bash
# The gate of counts (gate.py) on a small run whose counts are committed: it passes as it is, and each law that is
# switched off, each outcome that becomes another, a scope that is missing or new is seen.
#   tests/counts/run.sh            UPDATE=yes tests/counts/run.sh writes tests/counts/small anew
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/expect.sh
adjudge=${BUILD:-build}/adjudge small=tests/counts/small

run() { # report, words of verify
  local report=$1
  shift
  "$adjudge" verify --space poly,size=2 --space analytic,size=1 --space control,size=2 --seed 1 --quiet --allow-undecided \
    --report "$report" "$@" > "$report.out" 2>&1
}
gate() { tests/counts/gate.py --check $small "$1" > "$1.gate" 2>&1; }
refused() { ! gate "$1" && grep -q '^counts: [0-9]* differ' "$1.gate"; }

run "$scratch/all" || cat "$scratch/all.out"
[ "${UPDATE-}" != yes ] || tests/counts/gate.py --write $small "$scratch/all"
expect 'the counts are those that are committed' gate "$scratch/all"
tail -n 45 "$scratch/all.gate"

laws=$(cut -d ' ' -f 1 $small/*.counts | grep -v scope | sort -u)
for law in $laws; do
  # shellcheck disable=SC2046 # a word a law
  run "$scratch/without" $(for other in $laws; do [ "$other" = "$law" ] || echo "--law $other"; done)
  expect "$law switched off is seen" refused "$scratch/without"
done

change() { # name, python that changes the report r
  python3 - "$scratch/all" "$scratch/$1" "$2" <<'END'
import json, sys
with open(sys.argv[1]) as file: r = json.load(file)
row = next(row for row in r["scopes"][0]["laws"] if row["proved"] > 1)
exec(sys.argv[3])
with open(sys.argv[2], "w") as file: json.dump(r, file)
END
  expect "$1 is seen" "${3:-refused}" "$scratch/$1"
}
change one-less 'row["proved"] -= 1'
change decided-not-proved 'row["proved"] -= 1; row["decided"] += 1'
change certificate-less 'r["scopes"][0]["certificates"]["checked"] -= 1'
change held-not-proved 'row["proved"] -= 1; row["holds"] += 1'
change one-more 'row["holds"] += 1'
change scope-missing 'del r["scopes"][2]'
change scope-new 'r["scopes"].append(dict(r["scopes"][1], scope="poly,size=1"))'
change decided-less 'r["scopes"][0]["decided_for_all_inputs"] -= 1'
fails() { ! gate "$1"; }
change scope-twice 'r["scopes"].append(r["scopes"][1])' fails
change incomplete 'r["complete"] = False' fails
finish
