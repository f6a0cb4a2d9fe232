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
change region-less 'r["scopes"][2]["regions"]["decided"] -= 1'
change question-more 'r["scopes"][2]["solver"]["lost"] += 1'
change held-not-proved 'row["proved"] -= 1; row["holds"] += 1'
change one-more 'row["holds"] += 1'
change scope-missing 'del r["scopes"][2]'
change scope-new 'r["scopes"].append(dict(r["scopes"][1], scope="poly,size=1"))'
change decided-less 'r["scopes"][0]["decided_for_all_inputs"] -= 1'
fails() { ! gate "$1"; }
change scope-twice 'r["scopes"].append(r["scopes"][1])' fails
change incomplete 'r["complete"] = False' fails

# Which construct stood in which: what a run notes of one program, and the gate on all pairs.
printf 'def f (x : real) : real = fold (a z. a * z) 1 (build 2 (i. if i == 0 then x else sin x))\n' > "$scratch/one.adj"
"$adjudge" verify "$scratch/one.adj" --law TYP-PRES --engines chad --quiet --report "$scratch/one" > "$scratch/one.out" 2>&1
notes() { [ "$(python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["scopes"][0]["inside"], sep=", ")' "$1")" = "$2" ]; }
expect 'the constructs of a program in one another' notes "$scratch/one" \
  'op var, op op, build match, match var, match op, fold op, fold build'
inside() { # name, python that changes the pairs: those that type
  python3 - "$scratch/one" "$scratch/$1" "$2" <<'END'
import json, sys
sys.path.insert(0, "tests/counts")
import inside
with open(sys.argv[1]) as file: r = json.load(file)
pairs = inside.typed()
exec(sys.argv[3])
r["scopes"][0]["inside"] = sorted(pairs)
with open(sys.argv[2], "w") as file: json.dump(r, file)
END
  tests/counts/inside.py "$scratch/$1" > "$scratch/$1.inside" 2>&1
}
unseen() { ! inside "$1" "$2" && grep -q "$3" "$scratch/$1.inside"; }
expect 'all pairs that type pass' inside every 'pass'
expect 'a pair that is not there is seen' unseen pair 'pairs.remove("fold match")' '^never seen: match directly in fold$'
expect 'a pair that does not type is seen' unseen strange 'pairs.add("fst lam")' 'does not type: lam directly in fst$'

# Rules that no program exercised, of the small run: those of a list, each with its reason, and no others.
unexercised() { # name, python that changes the rules of the list
  python3 - "$scratch/all" "$scratch/$1" "$2" <<'END'
import json, sys
with open(sys.argv[1]) as file: rules = json.load(file)["rules_not_exercised"]
with open(sys.argv[2], "w") as file:
    exec(sys.argv[3])
    for rule in rules: file.write(f"{rule}: of larger programs\n")
END
  tests/counts/rules.py "$scratch/$1" "$scratch/all" > "$scratch/$1.rules" 2>&1
}
unlisted() { ! unexercised "$1" "$2" && grep -q "$3" "$scratch/$1.rules"; }
expect 'rules that are listed pass' unexercised listed 'assert rules'
expect 'a rule that no program exercised is seen' unlisted idle 'rules.remove("ADJ_CROSS")' '^no program exercised ADJ_CROSS$'
expect 'a rule that is listed, yet exercised, is seen' unlisted stale 'rules.append("CHAD_TYPE_REAL")' '^exercised, or no rule, .*: CHAD_TYPE_REAL$'
expect 'a rule without a reason is seen' unlisted reasonless 'file.write("ADJ_CROSS\n")' 'not a rule with its reason'
finish
