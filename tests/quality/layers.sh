#!/bin/bash
# What stands at the root is named here, and nothing is empty.  Includes go one way: semantics <- ad <- verify; and within semantics, core
# includes none of the languages and the evaluators do not include each other.  Tables
# (.def) and rules (.rules) are read too; semantics/core/rules.def, which is one list of
# what every folder states, is the one that includes others.
cd "$(dirname "$0")/../.." || exit 1
bad=0
for name in *; do
  case $name in
    semantics | ad | verify | proofs | tests | Makefile | README.md | LICENSE | CHANGELOG.md | build) ;;
    *) echo "$name: nothing of this name belongs at the root"; bad=1 ;;
  esac
done
empty=$(find Makefile ad proofs semantics tests verify -name __pycache__ -prune -o -type f -empty -print)
[ -z "$empty" ] || { echo "empty files: $empty"; bad=1; }
forbid() { # folder, pattern of includes that it must not have, why
  local found
  found=$(grep -rnE "^ *# *include \"($2)" "$1" --include='*.[ch]' --include='*.def' --include='*.rules' |
    grep -v '^semantics/core/rules.def:') || [ -n "$found" ] || return 0
  printf '%s: %s\n%s\n' "$1" "$3" "$found"
  bad=1
}
forbid semantics '(ad|verify|tests|proofs)/' 'semantics includes nothing above it' 
forbid ad '(verify|tests|proofs)/' 'ad includes semantics only'
forbid verify '(tests|proofs)/' 'verify does not include tests or proofs'
for file in semantics/core/*.[ch]; do
  forbid "$file" 'semantics/(source|linear|applied|monoid|linmap)/' 'core includes no language'
done
# What a rule or a table is made of is no other folder's: a *.rules or *.def is included by its own folder, by one
# above, or by the one list.
while IFS=: read -r file line table; do
  of=${table%/*} from=${file%/*}
  case "$of" in
    "$from") continue ;;
    verify/*) case "$from" in verify/*) continue ;; esac ;;
    ad/*) case "$from" in ad/* | verify/*) continue ;; esac ;;
    semantics/*) case "$from" in semantics/* | ad/* | verify/*) continue ;; esac ;;
  esac
  echo "$file:$line: $table is included from below it"
  bad=1
done < <(grep -rnoE '^ *# *include "[^"]+\.(def|rules)"' semantics ad verify --include='*.[ch]' --include='*.def' --include='*.rules' |
  grep -v '^semantics/core/rules.def:' | sed -E 's/ *# *include "(.*)"/\1/')
for evaluator in source/eval linear applied monoid linmap pointfree hilbert dual; do
  others='semantics/(linear/(eval|operational|values|matrix)|applied|monoid)'
  case $evaluator in
    linear) others='semantics/(applied|monoid)/' ;;
    applied) others='semantics/(linear/(operational|values|matrix)|monoid)' ;;
    monoid) others='semantics/(linear/(operational|values|matrix)|applied)' ;;
    linmap) others='semantics/(source|linear|applied|monoid|pointfree|hilbert|dual)/' ;;
    pointfree) others='semantics/(source|linear|applied|monoid|linmap|hilbert|dual)/' ;;
    hilbert) others='semantics/(source|linear|applied|monoid|linmap|dual)/' ;; # it translates from point-free form
    dual) others='semantics/(source|linear/(eval|operational|values|matrix)|applied|monoid|linmap|pointfree|hilbert)/' ;;
  esac
  for file in semantics/"$evaluator"*.c semantics/"$evaluator"/*.[ch]; do
    [ -f "$file" ] && forbid "$file" "$others" 'evaluators share core and nothing else'
  done
done
forbid verify/truth 'ad/|semantics/(linear|applied|monoid|linmap)/' 'truth comes from outside AD'
forbid verify/kernel 'ad/|verify/([^k]|k[^e])|semantics/([^c]|core/([^s]|s[^t]|straight\.))' 'the checker of certificates includes itself and the nodes'
# The folder of adjudge.h is where compilers of rules look first: no header in it may hide one of the system's.
for header in verify/primitive/*.h; do
  printf '#include <%s>\n' "${header##*/}" | gcc -E -x c - > /dev/null 2>&1 || continue
  echo "$header hides a header of the system from rules in C and C++"
  bad=1
done
[ "$bad" = 0 ] && echo "layers: includes go one way"
exit "$bad"
