#!/bin/bash
# Rules in Python, JavaScript, C and C++: each command that new-primitive prints works as printed, in this tree and where
# it is installed; a rule that dies, or that throws, loses one answer.
#
# usage: tests/adapters/run.sh; the last line is "N passed, N failed"
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build} folder=tests/adapters passed=0 failed=0
export PYTHONDONTWRITEBYTECODE=1
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
installed=$scratch/installed

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "$folder: $1"; sed 's/^/    /' "$scratch/out" | head -n 40; }

make -s -o all install PREFIX="$installed" BUILD="$build" > "$scratch/out" 2>&1 || bad "make install fails"

dies() { # language: its template, changed so that the slope ends the process at x = 3
  case $1 in
    python) sed -i 's/    return math.sin(x) + x/    import os; x == 3 and os.abort()\n&/' dies.py ;;
    javascript) sed -i 's/(x) => Math.sin(x) + x/(x) => { if (x === 3) throw "three"; return Math.sin(x) + x/; s/Math.cos(x)$/& }/' dies.js ;;
    c | cpp) sed -i 's/{ return \(.*\)sin(x) +/{ if (x == 3) __builtin_trap(); &/; s/trap(); { /trap(); /' dies.$1 ;;
  esac
}
for program in "$(cd "$build" && pwd)/adjudge" "$installed/bin/adjudge"; do
  for language in python javascript c cpp; do
    if [ $language = javascript ] && ! command -v node > /dev/null; then
      echo "$folder: node is not installed: rules in JavaScript are not tried"
      continue
    fi
    for name in wave dies; do
      (
        mkdir -p "$scratch/new" && cd "$scratch/new" && rm -f $name.* && "$program" new-primitive $name --$language > said || exit 2
        [ $name = wave ] || dies $language
        PATH=$(dirname "$program"):$PATH bash -c "$(sed -n 's/^     //p' said)"
      ) > "$scratch/out" 2>&1
      code=$?
      case $name in
        wave) if [ $code = 0 ] && ! grep -q REFUTED "$scratch/out"; then ok; else bad "new-primitive --$language: its command does not pass"; fi ;;
        dies) if [ $code = 1 ] && grep -qE 'killed by signal|three' "$scratch/out" && grep -qE 'PRIM-VALUE +HOLDS' "$scratch/out"; then ok; else bad "$language: a rule that dies at one input is not reported"; fi ;;
      esac
    done
  done
done

echo "$folder: $passed passed, $failed failed"
[ $failed = 0 ]
