#!/bin/bash
# What ad/ADDING.md says of a primitive and of a rule, done on a copy: its lines are put where it says, the copy is
# built with all warnings, and every engine is asked.  A wrong primitive beside it is refuted.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/expect.sh
copy=$scratch/copy
mkdir "$copy" && cp -r Makefile semantics ad verify "$copy" || exit 2
expect "the lines of ad/ADDING.md have their places" python3 tests/adding/apply.py "$copy"
primitive=$(grep -c '^FUNCTION\|^MEANING' ad/ADDING.md)
expect "a primitive is two lines" test "$primitive" = 2
sed -i 's|^#undef MEANING|FUNCTION(WRONG, "wrongnorm", 0, 2, "x / wrongnorm x y", "x / wrongnorm x y", "", "")\nMEANING(WRONG, "sqrt(1 + x * x + y * y)")\n&|' \
  "$copy/semantics/rings/functions.def"
expect "the copy is built" make -s -C "$copy" BUILD=build FLAGS_release='-O0 -Wno-format-truncation' all
adjudge=$copy/build/adjudge
program='=def f (x : real) (y : real) = softnorm (x * y) y'

same() { # the engine's Jacobian lies in the certified one
  "$adjudge" jacobian "$program" --engine "$1" --at x=0.5 --at y=2 --format json > "$scratch/found" || return 1
  python3 - "$scratch/found" "$scratch/certified" << 'END'
import json, sys
found, certified = (json.load(open(path))["jacobian"][0] for path in sys.argv[1:])
for number, ball in zip(found, certified):
    middle, radius = ball.strip("[]").split(" +/- ")
    assert abs(number - float(middle)) <= 1e-12, (number, ball)
END
}
expect "truth has the primitive" sh -c "'$adjudge' jacobian '$program' --at x=0.5 --at y=2 --certified --format json > '$scratch/certified'"
engines=$("$adjudge" engines | awk '{ print $1 }')
for engine in $engines; do expect "$engine has the primitive" same "$engine"; done
expect "all 25 engines, and variants, were asked" test "$("$adjudge" engines | grep -vc 'verify does not run it')" = 25
expect "the primitive is right for all inputs" sh -c "'$adjudge' verify '$program' --law 'AD-*' | grep -E '(PROVED|DECIDED) .*f  '"
refuted() { "$adjudge" verify '=def f (x : real) (y : real) = wrongnorm x y' --law 'AD-*' --quiet; [ $? = 1 ]; }
expect "a wrong slope is refuted" refuted

# The rule: run where its types fit, and right.
first='=def f (p : real * 1) = fst p'
shown() { "$adjudge" rules "$1" | grep -q "statement .*$2"; }
expect "adjudge rules has the forward rule" shown FWD_FST_UNIT 'let v = x'
expect "adjudge rules has the reverse rule" shown REV_FST_UNIT '⟨v, ()⟩'
runs() { "$adjudge" derive "$first" --engine "$1" | grep -qF "$2"; }
expect "the forward rule is run" runs chad-forward 'let v = '
expect "the reverse rule is run" runs chad-reverse '(v, ())'
expect "nothing is refuted with it" "$adjudge" verify "$first" --quiet --allow-undecided
finish
