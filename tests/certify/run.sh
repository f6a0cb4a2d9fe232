#!/bin/bash
# The C that `adjudge certify` writes: it compiles as C99 without a warning, its values and gradients are the certified
# ones (adjudge truth), what it has no rule for is refused by name, and a planted error in a statement is seen.
# With PROVE=1 the contract of a small program is proved too, and of a planted error it is not: minutes.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/certify/run.sh: $build/adjudge is not built" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
check() { # what, then a command
  if "${@:2}" > "$scratch/out" 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$1:"; cat "$scratch/out"; fi
}

# Value and gradient of a program of scalars, at NAME=VALUE..., beside what is certified.
agrees() { # file, definition, NAME=VALUE...
  local file=$1 name=$2 folder=$scratch/$2 values=() at=() i=0
  shift 2
  for given; do values+=("${given#*=}"); at+=(--at "$given"); done
  "$build/adjudge" certify "$file" --def "$name" --emit "$folder" || return 1
  [ -z "${PLANT-}" ] || sed -i "$PLANT" "$folder/$name.c"
  printf '#include <stdio.h>\n#include "%s.h"\nint main(void) {\n  const double x[] = {%s}, w[] = {1};\n  double y[1], g[%d];\n' \
    "$name" "$(IFS=,; echo "${values[*]}")" $# > "$folder/main.c"
  printf '  %s_gradient(x, w, y, g);\n  printf("%%.17g\\n", y[0]);\n  for (int i = 0; i < %d; i++) printf("%%.17g\\n", g[i]);\n}\n' \
    "$name" $# >> "$folder/main.c"
  gcc -std=c99 -Wall -Wextra -Wconversion -Werror -O2 -o "$folder/main" "$folder/main.c" "$folder/$name.c" -lm || return 1
  "$folder/main" > "$folder/computed" || return 1
  for given; do
    "$build/adjudge" truth "$file" --def "$name" "${at[@]}" --tangent "${given%%=*}=1" --format json || return 1
  done > "$folder/certified"
  python3 - "$folder" << 'END'
import json, re, sys
computed = [float(x) for x in open(sys.argv[1] + '/computed')]
lines = [json.loads(x) for x in open(sys.argv[1] + '/certified')]
middle = lambda x: float(re.search(r'-?\d[\d.]*(e[-+]?\d+)?', str(x)).group())
wanted = [middle(lines[0]['value'])] + [middle(x['derivatives'][0]) for x in lines]
assert len(computed) == len(wanted)
for a, b in zip(computed, wanted):
    assert abs(a - b) <= 1e-12 * max(1, abs(b)), (computed, wanted)
END
}
refuses() { # word, file, definition
  "$build/adjudge" certify "$2" --def "$3" --emit "$scratch/refused" 2>&1 | grep -q "no rule for $1" && [ ! -e "$scratch/refused" ]
}
fails() { ! "$@" > /dev/null 2>&1; }

c=tests/corpus
check 'fig1b' agrees $c/fig1b.adj fig1b x1=0.5 x2=-1.25 x3=2 x4=0.75
check 'lncos' agrees $c/caddie.adj lncos x1=1.5 x2=0.5
check 'lnsin' agrees $c/frechet.adj lnsin x=1.25
check 'mixed' agrees $c/frechet.adj mixed x1=1.5 x2=0.75
check 'network4' agrees $c/frechet.adj network4 x=0.5 w1=1 b1=0.25 w2=-0.5 b2=0.5 w3=2 b3=-1 w4=0.75 b4=0.125 y=0.5
check 'f2' agrees $c/linearmaps.adj f2 x=1.5
check 'newton' agrees tests/certify/functions.adj quotients x=0.75 y=1.5
check 'a root, a power' agrees tests/certify/functions.adj roots x=0.75 y=1.5
check 'sigmoid, tan' agrees tests/certify/functions.adj squashed x=0.75 y=0.5
PLANT='s/a3 = a4 \* s4/a3 = -a4 * s4/' check 'a planted sign is seen' fails agrees $c/caddie.adj lncos x1=1.5 x2=0.5
PLANT='s/a1 += a2/a1 -= a2/' check 'a planted difference is seen' fails agrees $c/linearmaps.adj f2 x=1.5
PLANT='s/v2 = x0 + v1/v2 = x0 - v1/' check 'a planted value is seen' fails agrees $c/linearmaps.adj f2 x=1.5
check 'abs is refused' refuses abs $c/kinks.adj absolute
check 'tests are refused' refuses 'a test of reals' $c/kinks.adj bend
check 'max is refused' refuses 'max and min' $c/kinks.adj relu
check 'an Int is refused' refuses 'an Int' $c/integers.adj scaled

if [ "${PROVE:-0}" = 1 ]; then
  check 'f2 is proved' "$build/adjudge" certify $c/linearmaps.adj --emit "$scratch/proved" --prove
  sed -i 's/a1 += a2;/a1 -= a2;/' "$scratch/proved/f2.c"
  check 'a planted error is not' fails sh "$scratch/proved/prove.sh" f2
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
