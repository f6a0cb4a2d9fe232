#!/bin/bash
# ksc's language: what each definition is read as, what it means by a second evaluator (meaning.py), what is refused and
# where, and that derivatives of what was read are right.
#   tests/ks/run.sh              UPDATE=yes: writes the expected texts
#   KSC=FOLDER tests/ks/run.sh      the files of that folder too, https://github.com/microsoft/knossos-ksc
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge
source ../expect.sh

for file in programs/*.ks refused.ks; do
  "$adjudge" import "$file" > "$scratch/out" 2>&1
  code=$?
  [ "${UPDATE:-no}" = no ] || cp "$scratch/out" "${file%.ks}.expected"
  expect "$file is read as before" diff "${file%.ks}.expected" "$scratch/out"
  expect "$file ends with its exit code" test "$code" = "$([ "$file" = refused.ks ] && echo 4 || echo 0)"
done
for file in programs/*.ks; do
  "$adjudge" import "$file" > "$scratch/one.adj" 2> /dev/null
  expect "what is read of $file is a file of programs" "$adjudge" check "$scratch/one.adj"
done

python3 meaning.py "$adjudge" programs/*.ks > "$scratch/out" || cat "$scratch/out"
tail -n 1 "$scratch/out" > "$scratch/meaning"
expect "every definition means what a second evaluator says" grep -qx '49 passed, 0 failed' "$scratch/meaning"
{ printf '#!/bin/bash\n[ "$1" != eval ] || exec echo 0.125\nexec %q "$@"\n' "$adjudge"; } > "$scratch/wrong"
chmod +x "$scratch/wrong"
python3 meaning.py "$scratch/wrong" programs/scalars.ks > "$scratch/out"
expect "which sees values that are wrong" grep -qx '0 passed, [0-9]* failed' "$scratch/out"

../limited.sh 120 "$adjudge" verify programs --law 'AD-*' --quiet --allow-undecided > "$scratch/out" 2>&1
expect "derivatives of what is read are not refuted" test $? = 0
expect "most are decided for all inputs" awk '/programs of files/ { exit !($4 == 49 && $5 + $6 >= 30) }' "$scratch/out"
"$adjudge" verify refused.ks --law AD-FWD --quiet > "$scratch/out" 2>&1
expect "definitions that were not read are not passed" test $? = 4
expect "and are counted" grep -q '^incomplete: programs of files: [0-9]* programs could not be read' "$scratch/out"
"$adjudge" verify refused.ks --def fine --law AD-FWD --quiet > "$scratch/out" 2>&1
expect "but not asked for by the name of another" test $? = 0
"$adjudge" grad programs/arrays.ks --def dot_2 --size n_a=2 --size n_b=2 --at a=[1,2] --at b=[3,4] > "$scratch/out" 2>&1
expect "a gradient, with sizes" grep -q '3.*4' "$scratch/out"
"$adjudge" eval programs/arrays.ks --def scaled --size n_v=2 --at v=[1,2] --at w=[1,2,3] > "$scratch/out" 2>&1
expect "arrays of other lengths are not added" grep -q 'undefined' "$scratch/out"
"$adjudge" check programs/control.ks > "$scratch/out" 2>&1
expect "definitions stand where they do" grep -q '^programs/control.ks:5: prefix' "$scratch/out"

bad() { # what it is called, what is said; the text is read from standard input
  cat > "$scratch/bad.ks"
  "$adjudge" check "$scratch/bad.ks" > "$scratch/out" 2>&1
  expect "$1 is an error" test $? = 2
  expect "$1 is said to be: $2" grep -qF -e "$2" "$scratch/out"
}
bad "an empty file" 'the file has no program: (def f Float (x : Float) (mul x x))' < <(printf '')
bad "an open bracket" '1:1: error: this bracket is not closed' < <(printf '(def f Float (x : Float) x')
bad "an open comment" '1:4: error: this comment has no end' < <(printf '(a #| b #| c |# d)')
bad "bytes that are no text" '1:26: error: the byte 0xff is not text' < <(printf '(def f Float (x : Float) \377)')
bad "deep nesting" 'limit: brackets nest deeper than' < <(printf '(def f Float (x : Float) ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "types that double" 'limit: a type of more than' < <(printf '(def f Float (x : Float) (let (' && printf '(x (tuple x x))%.0s' {1..60} && printf ') 1.0))')

# Bytes changed at random: an answer or an error, and what is read is read again.
cat > "$scratch/change.py" << 'END'
import random, sys
text, seed = bytearray(open(sys.argv[1], "rb").read()), int(sys.argv[2])
random.seed(seed)
for _ in range(random.choice([1, 2, 5, 20])):
    at = random.randrange(len(text))
    kind = random.randrange(3)
    if kind == 0: text[at] = random.choice(b"()[]:;#|\"0123456789.- \n\0\xffaeiouxyz$")
    elif kind == 1: del text[at:at + random.randrange(1, 12)]
    else: text[at:at] = text[random.randrange(len(text)):][:random.randrange(1, 24)]
sys.stdout.buffer.write(text)
END
wild=0
for seed in $(seq "${CHANGED:-25}"); do
  for file in programs/scalars.ks programs/arrays.ks programs/control.ks; do
    python3 "$scratch/change.py" "$file" "$seed" > "$scratch/changed.ks"
    "$adjudge" import "$scratch/changed.ks" > "$scratch/changed.adj" 2> "$scratch/why"
    case $? in
      0 | 4) [ ! -s "$scratch/changed.adj" ] || "$adjudge" check "$scratch/changed.adj" > "$scratch/why" 2>&1 ;;
      2) grep -q 'changed.ks:[0-9]*:[0-9]*: error: ' "$scratch/why" ;;
      *) false ;;
    esac || { wild=$((wild + 1)) && echo "$file, seed $seed:" && tail -n 3 "$scratch/why"; }
  done
done
expect "changed bytes are read or refused with their place" test "$wild" = 0

if [ -n "${KSC:-}" ]; then
  for file in "$KSC"/*.ks; do
    "$adjudge" import "$file" > "$scratch/one.adj" 2> "$scratch/out"
    echo "$file: $(grep -c ^def "$scratch/one.adj") read, $(grep -c ': error:' "$scratch/out") not"
    [ -s "$scratch/one.adj" ] && expect "what is read of $file is a file of programs" "$adjudge" check "$scratch/one.adj"
    python3 meaning.py "$adjudge" "$file" | tail -n 1
  done
fi
finish
