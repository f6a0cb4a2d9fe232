#!/bin/bash
# Certificates as a whole: what `adjudge verify` writes of polynomial programs, re-checked by a second program
# that has the proved checker and nothing else; changed files refused; nothing said to be done that was not.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
adjudge=$build/adjudge check=$build/adjudge-check
. tests/expect.sh

exits() { # code, command...
  local wanted=$1 code
  shift
  "$@" > "$scratch/out" 2> "$scratch/err"
  code=$?
  [ "$code" = "$wanted" ] || { echo "exit code $code, not $wanted: $*"; cat "$scratch/out" "$scratch/err"; return 1; }
}
says() { grep -qF -- "$2" "$1" || { echo "'$2' is not in:"; cat "$1"; return 1; }; }
verify() { # folder, what...
  local folder=$1
  shift
  tests/limited.sh 60 "$adjudge" verify "$@" --proofs --quiet --allow-undecided --certificates "$folder" > "$scratch/page" 2>&1
}
# "certificates: of A derivatives; without one, decided by a tier alone: B"
count() { sed -nE "s/^certificates: of ([0-9]+) derivatives.*: ([0-9]+)$/\\$1/p" "$scratch/page"; }
files() { find "$1" -name '*.cert' | wc -l; }

# Every polynomial program up to a size, by CHAD and one other system in turn.
expect "a space of polynomial programs verifies" verify "$scratch/poly" --space poly,size="${SIZE:-4}"
with=$(count 1) without=$(count 2)
expect "95 % of its derivatives have a certificate: $with, and not $without" \
  [ "$with" -gt 1000 -a $((20 * without)) -le $((with + without)) ]
expect "all of them check" exits 0 "$check" "$scratch/poly"
for jobs in 1 3; do
  expect "with $jobs workers" verify "$scratch/poly$jobs" --space poly,size=3 --jobs $jobs
done
expect "the files are the same, whoever writes them last" diff -r "$scratch/poly1" "$scratch/poly3"
rm -rf "$scratch"/poly[13]
expect "none is refused" says "$scratch/out" "$(files "$scratch/poly") certificates checked"
expect "and that is said" says "$scratch/out" ", 0 refused"

# The same with quotients and rational constants, under the hypothesis that no denominator is 0.
expect "a space of rational programs verifies" verify "$scratch/division" --space division,size="${SIZE:-4}"
with=$(count 1) without=$(count 2)
expect "95 % of its derivatives have a certificate: $with, and not $without" \
  [ "$with" -gt 1000 -a $((20 * without)) -le $((with + without)) ]
expect "all of them check" exits 0 "$check" "$scratch/division"
# And with functions, of which the derivative is a hypothesis, and tests.
expect "a space of functions verifies" verify "$scratch/analytic" --space analytic,size="${SIZE:-3}"
with=$(count 1) without=$(count 2)
expect "three quarters of its derivatives have a certificate: $with, and not $without" \
  [ "$with" -gt 1000 -a $((3 * without)) -le "$with" ]
expect "all of them check" exits 0 "$check" "$scratch/analytic"
cat > "$scratch/quotient.adj" <<'PROGRAM'
def quotient (x : real) (y : real) : real = (x + 1/2) / y
PROGRAM
expect "a quotient" verify "$scratch/quotient" "$scratch/quotient.adj" --law 'AD-*' --engines chad
expect "its certificate is shown" exits 0 "$check" --show "$(find "$scratch/quotient" -name 'chad-forward-*.cert' | sort | head -n 1)"
expect "with its hypotheses" says "$scratch/out" "  provided that n"

# PROVED is said of what a checked certificate says, and of nothing else, in whole runs too.
counted() { # report: instances of AD-FWD and AD-REV that are proved are the certificates; of other laws only what follows
  python3 - "$1" <<'END'
import json, sys
follows = {"AD-FWD", "AD-REV", "AD-PRIMAL", "AD-DOT", "HOM-ZERO", "HOM-ADD", "HOM-SCALE"}
for scope in json.load(open(sys.argv[1]))["scopes"]:
    proved = {row["law"]: 0 for row in scope["laws"]}
    for row in scope["laws"]: proved[row["law"]] += row["proved"]
    checked = scope["certificates"]["checked"]
    made = proved["AD-FWD"] + proved["AD-REV"]
    others = [law for law in proved if proved[law] > 0 and law not in follows]
    print(f"{scope['scope']}: {made} derivatives proved, {checked} certificates, proved besides: {others}")
    if made == 0 or made != checked or others or any(proved[law] > checked for law in proved): sys.exit(1)
END
}
whole() { # report, spaces...
  local report=$1
  shift
  tests/limited.sh 60 "$adjudge" verify "$@" --quiet --allow-undecided --report "$report" > "$scratch/page" 2>&1
}
expect "a whole run" whole "$scratch/whole.json" --space poly,size=3 --space division,size=2 --space analytic,size=2
expect "counts as many PROVED as certificates" counted "$scratch/whole.json"
sed -i 's/"checked": \([1-9]\)/"checked": 1\1/' "$scratch/whole.json"
miscounted() { ! counted "$1"; }
expect "and sees another count" miscounted "$scratch/whole.json"

# Programs of files, every system in every evaluator.
for program in determinant fig2a fig2b dualnumbers integers linearmaps; do
  expect "$program verifies" verify "$scratch/corpus" "tests/corpus/$program.adj" --law 'AD-*'
  expect "$program has certificates" [ "$(count 1)" -gt 0 ]
done
expect "those of the corpus check" exits 0 "$check" "$scratch/corpus"
expect "without a library" sh -c "! ldd '$check' | grep -E 'flint|gmp|z3|jansson|arb|antic|libm'"

# A program with tests has one on each path, and each says which.
echo 'def wedge (x : real) : real = abs (x - 1) * max x 0' > "$scratch/wedge.adj"
expect "a program with tests" verify "$scratch/wedge" "$scratch/wedge.adj" --law 'AD-*' --engines chad
expect "its certificates check" exits 0 "$check" "$scratch/wedge"
for path in -- -+ +- ++; do
  expect "one is of the path $path" grep -qxF -- "path: $path" "$scratch"/wedge/chad-reverse-*.txt
done

# What a certificate says can be read.
cat > "$scratch/cube.adj" <<'PROGRAM'
def cube (x : real) : real = x * x * x
PROGRAM
expect "a program of one's own" verify "$scratch/cube" "$scratch/cube.adj" --law 'AD-*' --engines chad
forward=$(find "$scratch/cube" -name 'chad-forward-*.cert' | sort | head -n 1)
expect "its certificate is shown" exits 0 "$check" --show "$forward"
expect "with the program" says "$scratch/out" "s2 = s0 * s1"
expect "and the claim" says "$scratch/out" "is the derivative along the direction of s2"
expect "beside it stands the program" says "${forward%.cert}.txt" "x1 * x1 * x1"
expect "and whose derivative it is" says "${forward%.cert}.txt" "derivative: chad-forward"

# A program with a test on a function is decided, and no certificate is made up.
echo 'def bent (x : real) : real = if exp x < 2 then x else x * x' > "$scratch/bent.adj"
expect "what has no certificate verifies" verify "$scratch/bent" "$scratch/bent.adj" --law 'AD-*'
expect "and is counted as decided by a tier" [ "$(count 1)" = 0 -a "$(count 2)" -gt 0 ]
expect "a folder without certificates is no pass" exits 2 "$check" "$scratch/bent"
expect "nor is it beside one that has some" exits 2 "$check" "$scratch/cube" "$scratch/bent"
expect "which is said" says "$scratch/err" "no *.cert in $scratch/bent"

# Any byte of a file changed: refused.
mkdir "$scratch/changed"
smallest=$(find "$scratch/poly" -name '*.cert' -size -2k | sort | head -n 1)
bytes=$(stat -c %s "$smallest")
expect "a certificate is changed at each byte" tests/certificates/change.pl "$smallest" "$scratch/changed"
expect "all of the $bytes changed files are refused" exits 1 "$check" "$scratch/changed"
expect "each" says "$scratch/out" "0 certificates checked (0 claims, 0 steps, 0 hypotheses), $bytes refused"

# Claims that follow from what is taken for granted, or that are none.
mkdir "$scratch/forged" "$scratch/good"
count=$(tests/certificates/forge.py "$scratch/forged" "$scratch/good")
expect "all of the $count forged certificates are refused" exits 1 "$check" "$scratch/forged"
expect "each of them" says "$scratch/out" "0 certificates checked (0 claims, 0 steps, 0 hypotheses), $count refused"
for file in claim from-the-right of-a-node of-itself of-each-other twice half square other-slope free-slope \
  free-in-part of-zero of-what-vanishes beyond; do
  expect "$file for its hypotheses" grep -q "refused: .*/$file.cert: a hypothesis" "$scratch/out"
done
expect "one without a claim" says "$scratch/out" "nothing.cert: it claims nothing"
expect "one of a number is shown" exits 0 "$check" --show "$scratch/good/number.cert"
expect "as one without inputs" says "$scratch/out" "  of no input:"
expect "those of a quotient and a function are as good" exits 0 "$check" "$scratch/good"

# A certificate under another's name, or beside another program's text.
mixed() { # how it is mixed; of $other and $forward, which are certificates of two programs
  rm -rf "$scratch/mixed" && cp -r "$scratch/cube" "$scratch/mixed"
  cp "$other" "${other%.cert}.txt" "$scratch/mixed"
  case $1 in
    name) cp "$other" "$scratch/mixed/$(basename "$forward")" ;;
    text) cp "${other%.cert}.txt" "$scratch/mixed/$(basename "$forward" .cert).txt" ;;
    word) sed -i 's/x1 \* x1 \* x1/x1 * x1 + x1/' "$scratch/mixed/$(basename "$forward" .cert).txt" ;;
    gone) rm "$scratch/mixed/$(basename "$forward" .cert).txt" ;;
  esac
}
other=$(find "$scratch/quotient" -name 'chad-forward-*.cert' | sort | head -n 1)
mixed not
expect "two programs in one folder" exits 0 "$check" "$scratch/mixed"
for how in name text word gone; do
  mixed $how
  expect "mixed: $how" exits 1 "$check" "$scratch/mixed"
  expect "one is refused: $how" says "$scratch/out" ", 1 refused"
done

# Other files.
: > "$scratch/empty"
head -c 100 "$smallest" > "$scratch/cut"
head -c 5000 /dev/urandom > "$scratch/noise"
for file in empty cut noise; do
  expect "refused: $file" exits 1 "$check" "$scratch/$file"
  expect "with a sentence: $file" says "$scratch/out" "refused: $scratch/$file: "
done
expect "one refused among others fails" exits 1 "$check" "$scratch/poly" "$scratch/cut"
expect "a file that is not there" exits 2 "$check" "$scratch/nowhere"
expect "no operand" exits 2 "$check"
cp "$scratch/good/number.cert" "$scratch/-n.cert"
program=$(realpath "$check")
beginning_with() { (cd "$scratch" && "$program" "$@" -n.cert); }
expect "a name that begins with -, after --" exits 0 beginning_with --
expect "after --show too" exits 0 beginning_with --show --
expect "and not without" exits 2 beginning_with
on_a_full_disk() { "$check" "$@" > /dev/full; }
for words in "--show $scratch/good/number.cert" --version --help; do
  # shellcheck disable=SC2086
  expect "an answer that cannot be written is none: $words" exits 2 on_a_full_disk $words
done
expect "a folder that cannot be made" exits 2 "$adjudge" verify "$scratch/cube.adj" --certificates "$scratch/no/where"

# A file that cannot be put in its place: not all was done.
mkdir "$scratch/taken"
for file in "$scratch/cube"/*.cert; do mkdir "$scratch/taken/$(basename "$file")"; done
expect "a certificate that cannot be written" exits 4 "$adjudge" verify "$scratch/cube.adj" --law 'AD-*' --engines chad \
  --proofs --certificates "$scratch/taken"

finish
