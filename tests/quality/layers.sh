#!/bin/bash
# Includes go one way: semantics <- ad <- verify; and within semantics, core
# includes none of the languages and the evaluators do not include each other.
cd "$(dirname "$0")/../.." || exit 1
bad=0
forbid() { # folder, pattern of includes that it must not have, why
  local found
  found=$(grep -rnE "^#include \"($2)" "$1" --include='*.[ch]') || return 0
  printf '%s: %s\n%s\n' "$1" "$3" "$found"
  bad=1
}
forbid semantics '(ad|verify|tests|proofs)/' 'semantics includes nothing above it' 
forbid ad '(verify|tests|proofs)/' 'ad includes semantics only'
forbid verify '(tests|proofs)/' 'verify does not include tests or proofs'
for file in semantics/core/*.[ch]; do
  forbid "$file" 'semantics/(source|linear|applied|monoid|linmap)/' 'core includes no language'
done
for evaluator in source/eval linear applied monoid linmap; do
  others='semantics/(linear/(eval|operational|values|matrix)|applied|monoid)'
  case $evaluator in
    linear) others='semantics/(applied|monoid)/' ;;
    applied) others='semantics/(linear/(operational|values|matrix)|monoid)' ;;
    monoid) others='semantics/(linear/(operational|values|matrix)|applied)' ;;
    linmap) others='semantics/(source|linear|applied|monoid|pointfree)/' ;;
  esac
  for file in semantics/"$evaluator"*.c semantics/"$evaluator"/*.[ch]; do
    [ -f "$file" ] && forbid "$file" "$others" 'evaluators share core and nothing else'
  done
done
forbid verify/truth 'ad/|semantics/(linear|applied|monoid|linmap)/' 'truth comes from outside AD'
forbid verify/kernel 'ad/|verify/([^k]|k[^e])|semantics/([^c]|core/([^s]|s[^t]|straight\.))' 'the checker of certificates includes itself and the nodes'
[ "$bad" = 0 ] && echo "layers: includes go one way"
exit "$bad"
