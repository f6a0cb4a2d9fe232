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
kernel=$(cat semantics/core/*.[ch] semantics/source/*.[ch] verify/truth/*.[ch] verify/laws/judge.c 2> /dev/null |
  grep -vE '^\s*(/?\*|//|$)' | wc -l)
echo "trusted kernel: $kernel lines of code (core, source typing and interpreter, truth tiers, comparator)"
checker=$(cat verify/kernel/*.[ch] | wc -l)
echo "checker of certificates: $checker lines, with contracts"
[ "$checker" -le 1500 ] || { echo "verify/kernel is to be read by a person: 1,500 lines at most"; bad=1; }
exit "$bad"
