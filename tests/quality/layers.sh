#!/bin/bash
# What stands at the root is named here, and nothing is empty.  Includes go one way: semantics <- ad <- verify; within
# semantics, memory <- rings <- tables, and rings <- straight, include none of the languages, and the evaluators do not
# include each other; within verify, the battery includes no room of laws, and no system's laws another's.  Tables (.def)
# and rules (.rules) are read too; semantics/tables/rules.def and verify/battery/laws.def, which are one list each of what
# every folder states, are the ones that include others.
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
    grep -vE '^(semantics/tables/rules|verify/battery/laws).def:') || [ -n "$found" ] || return 0
  printf '%s: %s\n%s\n' "$1" "$3" "$found"
  bad=1
}
forbid semantics '(ad|verify|tests|proofs)/' 'semantics includes nothing above it' 
forbid ad '(verify|tests|proofs)/' 'ad includes semantics only'
forbid verify '(tests|proofs)/' 'verify does not include tests or proofs'
languages='semantics/(source|chad|combinatory|linmap|frechet|dualnum|text|cad|clang|fpcore|ks|notes|sexpr)/'
forbid semantics/memory 'semantics/[^m]' 'memory includes itself alone'
forbid semantics/rings 'semantics/[^mr]' 'rings include memory and themselves'
forbid semantics/tables "semantics/(straight|evaluator)|$languages" 'tables include memory, rings and themselves'
forbid semantics/straight "semantics/(tables|evaluator)|$languages" 'straight-line code includes memory, rings and itself'
forbid verify/battery 'verify/laws/' 'the battery includes no laws'
for room in verify/laws/*/; do
  system=$(basename "$room")
  for other in combinatory linmap frechet dualnum chad; do
    [ "$other" = "$system" ] || forbid "$room" "verify/laws/$other/" 'laws of a system include no other system'"'"'s'
  done
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
  grep -vE '^(semantics/tables/rules|verify/battery/laws).def:' | sed -E 's/ *# *include "(.*)"/\1/')
for evaluator in source/eval chad/linear chad/applied chad/monoid linmap combinatory frechet dualnum; do
  others='semantics/chad/(linear/(eval|operational|values|matrix)|applied|monoid)'
  case $evaluator in
    chad/linear) others='semantics/chad/(applied|monoid)/' ;;
    chad/applied) others='semantics/chad/(linear/(operational|values|matrix)|monoid)' ;;
    chad/monoid) others='semantics/chad/(linear/(operational|values|matrix)|applied)' ;;
    linmap) others='semantics/(source|chad|combinatory|frechet|dualnum)/' ;;
    combinatory) others='semantics/(source|chad|linmap|frechet|dualnum)/' ;;
    frechet) others='semantics/(source|chad|linmap|dualnum)/' ;; # it translates from point-free form
    dualnum) others='semantics/(source|chad/(linear/(eval|operational|values|matrix)|applied|monoid)|linmap|combinatory|frechet)/' ;;
  esac
  for file in semantics/"$evaluator"*.c semantics/"$evaluator"/*.[ch]; do
    [ -f "$file" ] && forbid "$file" "$others" 'evaluators share the core and what operations are by the tables, and no evaluator has the code of another'
  done
done
forbid verify/truth 'ad/|semantics/(chad|linmap|combinatory|frechet|dualnum)/' 'truth comes from outside AD'
forbid verify/kernel 'ad/|verify/([^k]|k[^e])|semantics/([^s]|s[^t]|straight/([^s]|straight_(path|residues)|straight\.))' 'the checker of certificates includes itself and the nodes'
# The folder of adjudge.h is where compilers of rules look first: no header in it may hide one of the system's.
for header in verify/primitive/*.h; do
  printf '#include <%s>\n' "${header##*/}" | gcc -E -x c - > /dev/null 2>&1 || continue
  echo "$header hides a header of the system from rules in C and C++"
  bad=1
done
[ "$bad" = 0 ] && echo "layers: includes go one way"
exit "$bad"
