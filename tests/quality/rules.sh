#!/bin/bash
# The rules stated (RULE_DEF) and the rules cited where they are implemented
# (RULE) are one set, and each stands in one place; those that are text that is run
# (RULE_TEXT, in *.rules) are both in one.  And how large the kernel is that a PROVED
# or HOLDS rests on.
cd "$(dirname "$0")/../.." || exit 1
texts=$(grep -rhoE '^RULE_TEXT\([A-Z0-9_]+' semantics ad --include='*.rules' | sed 's/RULE_TEXT(//')
stated=$({ echo "$texts"; grep -rhoE '^RULE_DEF\([A-Z0-9_]+' semantics ad --include=rules.def | sed 's/RULE_DEF(//'; } | sort)
cited=$({ echo "$texts"; grep -rhoE '\bRULE\([A-Z0-9_]+\)' semantics ad --include='*.c' | sed -E 's/RULE\((.*)\)/\1/'; } | sort -u)
bad=0
twice=$(uniq -d <<< "$stated")
[ -z "$twice" ] || { echo "stated twice: $twice"; bad=1; }
missing=$(comm -23 <(sort -u <<< "$stated") <(echo "$cited"))
[ -z "$missing" ] || { echo "stated, but implemented nowhere:"; echo "$missing"; bad=1; }
unstated=$(comm -13 <(sort -u <<< "$stated") <(echo "$cited"))
[ -z "$unstated" ] || { echo "cited, but not stated:"; echo "$unstated"; bad=1; }
echo "rules: $(wc -l <<< "$stated") stated, $(wc -l <<< "$cited") cited in the code, $(wc -l <<< "$texts") of them text that is run"
kernel=$(cat semantics/{memory,rings,tables,straight}/*.[ch] semantics/source/*.[ch] verify/truth/*.[ch] verify/battery/judge.c 2> /dev/null |
  grep -vE '^\s*(/?\*|//|$)' | wc -l)
echo "trusted kernel: $kernel lines of code (memory, rings, tables, straight-line code, source typing and interpreter, truth tiers, comparator)"
checker=$(cat verify/kernel/*.[ch] | wc -l)
echo "checker of certificates: $checker lines, with contracts"
[ "$checker" -le 1500 ] || { echo "verify/kernel is to be read by a person: 1,500 lines at most"; bad=1; }
# A rule as its paper prints it (RULE_PRINTED) is text that is run, or has its place in the code, and is shown by
# `adjudge errata`, which alone switches it on; ad/ERRATA.md is what that writes.
prints=$(grep -rhoE '^RULE_PRINTED\([A-Z0-9_]+' semantics ad --include='*.def' --include='*.rules' | sed 's/RULE_PRINTED(//' | grep -vx id | sort)
run=$({ echo "$texts"; grep -rhoE 'as_printed\(RULE_[A-Z0-9_]+' semantics ad --include='*.c' | sed 's/.*RULE_//'; } | sort -u)
idle=$(comm -23 <(echo "$prints") <(echo "$run"))
[ -z "$idle" ] || { echo "printed, but run nowhere as printed:"; echo "$idle"; bad=1; }
shown=$(grep -oE '^ERRATUM_RULE\([A-Z0-9_]+' verify/cli/errata.def | sed 's/ERRATUM_RULE(//' | sort)
[ "$prints" = "$shown" ] || { echo "printed and shown as errata are not the same rules:"; diff <(echo "$prints") <(echo "$shown"); bad=1; }
switches=$(grep -rlE '\brule_printed = ' semantics ad verify --include='*.[ch]' | grep -vxE 'semantics/tables/rules.c|verify/cli/cmd_errata.c')
[ -z "$switches" ] || { echo "only adjudge errata may run a rule as printed: $switches"; bad=1; }
if ! build/adjudge errata 2>&1 | cmp -s - ad/ERRATA.md; then
  echo "ad/ERRATA.md is not what adjudge errata writes"; build/adjudge errata 2>&1 | diff - ad/ERRATA.md | head -20; bad=1
fi
echo "errata: $(grep -c '^## ' ad/ERRATA.md) misprints, of which $(wc -l <<< "$prints") are rules that are run"
# What is stated is what is run: CHAD's rules are text that is run; those of the other systems, where they are C, are
# printed on a generic instance and compared.
if content=$(python3 tests/rules/generic.py build/adjudge); then
  echo "content: $(tail -n 2 <<< "$content" | head -n 1), each printed as it is stated"
else
  echo "$content"; bad=1
fi
exit "$bad"
