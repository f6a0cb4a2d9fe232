#!/bin/bash
# C: what each function is read as, what it means by gcc (meaning.py), what is refused and where, and that derivatives
# of what was read are right.
#   tests/clang/run.sh              UPDATE=yes: writes the expected texts; FUZZ=200 SEED=1: files with bytes changed; RANDOM_C=500: random functions;
#                                  LARGE=yes: gradients of minutes too; PART=3: a fourth of what is random, a third of the planted signs
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd) adjudge=$build/adjudge suffix=c
source ../expect.sh
source ../importing.sh

read_as_before
python3 meaning.py "$build" programs/*.c > "$scratch/out" || cat "$scratch/out"
tail -n 1 "$scratch/out" > "$scratch/meaning"
expect "every function means what gcc makes of it" grep -qx "$(cat programs/*.c | grep -c '^double\|^void') passed, 0 failed" "$scratch/meaning"
python3 sizes.py "$build" programs/sizes.c > "$scratch/out" || cat "$scratch/out"
expect "loops mean what gcc makes of them at several sizes" grep -qx "$(grep -c '^double\|^void' programs/sizes.c) passed, 0 failed" "$scratch/out"
python3 sizes.py "$build" --random "${RANDOM_C:-$(share_of 4 40)}" "${SEED:-1}" > "$scratch/out"
expect "and so do random ones" test $? = 0
grep -A 1 '^FAILED' "$scratch/out" | head -n 4

../limited.sh 120 "$adjudge" verify programs --law 'AD-*' --quiet --allow-undecided --jobs 1 > "$scratch/out" 2>&1
expect "derivatives of what is read are not refuted" test $? = 0
"$adjudge" check refused.c > "$scratch/out" 2>&1
expect "check ends with 4 where functions are refused" test "$?" = 4
"$adjudge" check --json refused.c > "$scratch/json" 2>&1
expect "and has a diagnostic for each" test "$(grep -c '"severity"' "$scratch/json")" = "$(grep -c '^adjudge: refused.c' "$scratch/out")"
refused_is_counted --function
while read -r name; do
  "$adjudge" eval refused.c --function "$name" --at x=1 > "$scratch/out" 2>&1
  expect "$name, asked for, is bad input" test $? = 2
  expect "$name is refused at its place" grep -q "^adjudge: refused.c:$(grep -n "[ *]$name(" refused.c | head -n 1 | cut -d: -f1):[0-9]*: error: " "$scratch/out"
done < <(sed -n 's/^\(double\|int\|void\) \**\([a-z_]*\)(.*/\2/p' refused.c | grep -vx fine)
stands_at programs/scalars.c:4:\ polynomial
"$adjudge" eval programs/arrays.c --function sum --size n=5 --at 'x=[1,2,3,4,5]' > "$scratch/out" 2>&1
expect "a size is fixed" grep -qx 15 "$scratch/out"

bad "an empty file" 'the file has no function with a body' < <(printf '')
bad "a declaration" 'the file has no function with a body' < <(printf 'double f(double x);')
bad "what is no C" "bad.c:1:1: error: unknown type name 'def'" < <(printf 'def f (x : real) = x')
bad "an open bracket" "bad.c:1:24: error: expected '}'" < <(printf 'double f(double x) { x;')
bad "a header that is not there" "'nowhere.h' file not found" < <(printf '#include "nowhere.h"\n')
bad "bytes that are no text" 'error: ' < <(printf 'double f(double x) { return \377\376\001; }')
bad "deep brackets" 'error: ' < <(printf 'double f(double x) { return ' && head -c 100000 /dev/zero | tr '\0' '(')
bad "a long sum" 'limit: nested deeper than' < <(printf 'double f(double x) { return x' && for k in {1..5000}; do printf '+x'; done; printf '; }')
bad "an array beyond limits" 'limit: an array of more than' < <(printf 'double f(double x) { double y[1000000]; y[0] = x; return y[0]; }')
arrays_of_a_size() { # so many of them, added up
  local k
  k=$(seq "$1")
  # shellcheck disable=SC2086 # words
  echo "double f(int n$(printf ', const double *x%d' $k)) {
  double s = 0; for (int i = 0; i < n; i++) s += 0$(printf ' + x%d[i]' $k); return s; }"
}
arrays_of_a_size 16 > "$scratch/arrays.c" && "$adjudge" import "$scratch/arrays.c" > "$scratch/out" 2>&1
expect "16 arrays are read for any size" grep -q '^def f {n = 3} ' "$scratch/out"
arrays_of_a_size 17 > "$scratch/arrays.c" && "$adjudge" import "$scratch/arrays.c" > "$scratch/out" 2>&1
expect "17 for one" grep -q 'for these sizes alone: .*: error: this subscript depends on a size$' "$scratch/out"

judge() { ../limited.sh 180 ./gradients.sh "$adjudge" "$@"; }
gradients_are_judged() { # in what folder, how many are proved at least
  judge right "$1"/*.c > "$scratch/out" 2>&1
  [ "${UPDATE:-no}" = no ] || cp "$scratch/out" "$1.expected"
  expect "gradients of $1 are judged as before" diff "$1.expected" "$scratch/out"
  local count
  count=$(cat "$1"/*.c | grep -c '// sign')
  expect "each is right" test "$(grep -cx 'exit code 0' "$scratch/out")" = "$count"
  expect "most are proved for all inputs" test "$(grep -c ': PROVED, for all inputs.*: certificates checked$' "$scratch/out")" -ge "$2"
  local file planted=()
  for file in "$1"/*.c; do ! is_turn 3 || planted+=("$file"); done
  judge wrong "${planted[@]}" > "$scratch/out" 2>&1
  count=$(cat "${planted[@]}" | grep -c '// sign')
  expect "a wrong sign in each is refuted at its line" test "$(grep -cx 'seen at its line' "$scratch/out")" = "$count"
  expect "and in no other way" test "$(grep -c ': REFUTED$' "$scratch/out")" = "$count"
}
gradients_are_judged gradients 31
[ "${LARGE:-no}" = no ] || gradients_are_judged gradients/large 0
pair() { # what it is called, what is said, exit code; the file is read from standard input: f and f_b
  cat > "$scratch/pair.c"
  (cd "$scratch" && "$adjudge" verify pair.c --function f --gradient f_b) > "$scratch/out" 2>&1
  local code=$?
  expect "$1 has its exit code" test "$code" = "$3"
  expect "$1 is said to be: $2" grep -qF -e "$2" "$scratch/out"
}
pair "a gradient that leaves out a branch" 'assigned at pair.c:2:' 1 << 'END'
double f(double x) { return x > 1 ? x * x : x; }
void f_b(double x, double *xb, double fb) { *xb = 2 * x * fb; }
END
pair "a gradient of one of the cells that a pointer walks" "no output of 'f_b' has the length of an argument" 2 << 'END'
double f(const double *x) { return *x * *(x + 1); }
void f_b(const double *x, double *xb) { *xb = 2 * *x; }
END
pair "a gradient that takes each cell for the first" 'component    xb[1], assigned at pair.c:2:' 1 << 'END'
double f(const double *x) { double s = 0; for (int i = 0; i < 3; i++, x++) s += *x * *x; return s; }
void f_b(const double *x, double *xb) { for (int i = 0; i < 3; i++) *xb++ = 2 * *x; }
END
pair "a gradient that is wrong at x < 0 of a power whose exponent is computed" 'input        x = -1' 1 << 'END'
#include <math.h>
double f(double x) { return pow(x, 4.0 / 2); }
void f_b(double x, double *xb) { *xb = 2 * fabs(x); }
END
pair "a power whose exponent is no constant" 'is read where its base is above 0 alone, at pair.c:2:29' 0 << 'END'
#include <math.h>
double f(double x) { return pow(x, exp(-2)); }
void f_b(double x, double *xb) { *xb = exp(-2) * pow(x, exp(-2) - 1); }
END
wrong_on() { # a condition on x, y and z, and a point of whole numbers at which it is so
  pair "a gradient that is wrong where $1" "input        $2" 1 << END
#include <math.h>
double f(double x, double y, double z) { return x * x * y + z * y; }
void f_b(double x, double y, double z, double *xb, double *yb, double *zb) { *xb = $1 ? 77 : 2 * x * y; *yb = x * x + z; *zb = y; }
END
}
wrong_on 'x * x + y * y == 25' '-5, 0'
wrong_on 'x * x + y * y + z * z == 14' '-3, -2, -1'
wrong_on 'x * x == 2 * y * y + 1 && x > 1' '3, -2'
wrong_on 'x * x * x == y * y && y > 1' '4, 8'
wrong_on 'sin(x) + y * y == 9' '0, -3'
# A size that no function has, and one that is none, are not passed over.
printf 'double f(int n, const double *x) { return x[n - 1]; }\nvoid f_b(int n, const double *x, double *xb) { xb[n - 1] = 1; }\n' > "$scratch/sizes.c"
while IFS='|' read -r options said; do
  for command in import "eval --at x=[1,2,3]" "verify --function f --gradient f_b" "verify --quiet"; do
    # shellcheck disable=SC2086
    "$adjudge" $command $options "$scratch/sizes.c" > "$scratch/out" 2>&1
    expect "$command $options ends with 2" test $? = 2
    expect "$command $options is answered" grep -qF -e "option --size: $said" "$scratch/out"
  done
done << 'END'
--size N=3|no definition has the size 'N'
--size n=3 --size n=4|'n' is given twice
--size n=three|'n=three' is not of the form n=3
END
pair "a derivative that is never written" "'cb' is called as a derivative, and is never written" 2 << 'END'
double f(double a, double b, double c) { return a * b + c; }
void f_b(double a, double b, double c, double *ab, double *bb, double *cb) { *ab = b; *bb = a; }
END
pair "a value that is longer than the result" "'y' is called as a result, and is longer than that" 2 << 'END'
void f(const double *x, double *y) { y[0] = x[0]; y[1] = x[1] * x[0]; }
void f_b(const double *x, double *xb, const double *y, const double *yb) { xb[0] = yb[0] + x[1] * yb[1] + y[2]; xb[1] = x[0] * yb[1]; }
END
pair "a value that is no seed of another result" "the gradient has no seed for the result 's'" 2 << 'END'
void f(const double *x, double *y, double *s) { y[0] = x[0]; y[1] = x[1] * x[0]; *s = x[0]; }
void f_b(const double *x, double *xb, const double *y, const double *yb) { xb[0] = yb[0] + x[1] * yb[1]; xb[1] = *y * yb[1]; }
END
pair "a gradient in place that adds to its seed" 'input        x = 2, xb = 1' 1 << 'END'
void f(double *x) { *x = *x * *x; }
void f_b(double *x, double *xb) { *xb = 2 * *x + *xb; }
END
pair "a gradient in place that has overwritten its seed" 'component    xb[1], assigned at pair.c:2:' 1 << 'END'
void f(double x[2]) { x[0] = x[0] * x[1]; }
void f_b(double x[2], double xb[2]) { xb[0] *= x[1]; xb[1] += x[0] * xb[0]; }
END
pair "an argument too many" "what is the argument 'c'? it is none of the primal, and no seed of a result" 2 << 'END'
double f(double x) { return x * x; }
void f_b(double x, double *xb, double fb, double c) { *xb = 2 * x * fb * c; }
END
pair "a gradient of another length" "no output of 'f_b' has the length of an argument" 2 << 'END'
double f(double x) { return x * x; }
void f_b(double x, double xb[2], double fb) { xb[0] = 2 * x * fb; xb[1] = 0; }
END
pair "a result without seed" "the gradient has no seed for the result 'b'" 2 << 'END'
void f(double x, double *a, double *b) { *a = x; *b = x * x; }
void f_b(double x, double *xb, double ab) { *xb = ab; }
END
pair "a gradient that is not there" "pair.c: no function is called 'f_b'" 2 < <(echo 'double f(double x) { return x; }')
pair "a gradient that cannot be read" "pair.c:2:34: error: GotoStmt is not read" 2 << 'END'
double f(double x) { return x; }
void f_b(double x, double *xb) { goto end; end: *xb = 1; }
END
pair "a kink" 'not differentiable at x = 0' 0 << 'END'
double f(double x) { return x > 0 ? x : 0; }
void f_b(double x, double *xb, double fb) { *xb = x > 0 ? fb : 0; }
END
pair "a gradient without a value at the kink, which seed 0 does not mend" 'not differentiable at x = 0' 0 << 'END'
#include <math.h>
double f(double x) { return fabs(x); }
void f_b(double x, double *xb, double fb) { *xb = fb * x / fabs(x); }
END
pair "a gradient that is wrong for seed 0" 'input        x = 1, fb = 0' 1 << 'END'
double f(double x) { return x * x; }
void f_b(double x, double *xb, double fb) { *xb = fb == 0 ? 1 : 2 * x * fb; }
END
pair "a gradient of a size" 'PROVED, for all inputs with n = 3: certificates checked' 0 << 'END'
double f(int n, const double *x) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }
void f_b(int n, const double *x, double *xb, double fb) { for (int i = 0; i < 3; i++) xb[i] = 2 * x[i] * fb; }
END
pair "a gradient of a size of another name" 'PROVED, for all inputs with n = 3, m = 3: certificates checked' 0 << 'END'
double f(int n, const double *x) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }
void f_b(int m, const double *x, double *xb, double fb) { for (int i = 0; i < m; i++) xb[i] = 2 * x[i] * fb; }
END
pair "a gradient alone of a size" 'PROVED, for all inputs with n = 3: certificates checked' 0 << 'END'
double f(const double x[3]) { return x[0] * x[1] + x[2] * x[2]; }
void f_b(int n, const double *x, double *xb, double fb) { for (int i = 0; i < n; i++) xb[i] = (i == 0 ? x[1] : i == 1 ? x[0] : 2 * x[2]) * fb; }
END
pair "an argument by which nothing is claimed" 'no derivative is claimed by y' 0 << 'END'
double f(double x, double y) { return x * y; }
void f_b(double x, double *xb, double y, double fb) { *xb = y * fb; }
END
pair "a gradient that divides by 0" 'says that it is undefined' 1 << 'END'
double f(double x) { return x * x; }
void f_b(double x, double *xb, double fb) { *xb = 2 * x * x * fb / x; }
END
pair "a gradient that is wrong on a curve of its own test" 'input        x = -0.75, y = -1.671875, fb = 1' 1 << 'END'
double f(double x, double y) { return x * x * y; }
void f_b(double x, double *xb, double y, double *yb, double fb) { *xb = 2 * x * y * fb; *yb = (x * x * x == y + 1.25 ? 1 : x * x) * fb; }
END
pair "a number by doubles that is wrong where the reals have none" 'input        x = 0, fb = 1' 1 << 'END'
#include <math.h>
double f(double x) { return x * x; }
void f_b(double x, double *xb, double fb) { *xb = 2 * x * fb; if (x == 0) *xb = copysign(1, x); }
END
"$adjudge" verify gradients/minpack.c --gradient beale_g > "$scratch/out" 2>&1
expect "a gradient without its primal is bad usage" test $? = 2

python3 random_c.py "$build" "${RANDOM_C:-$(share_of 4 80)}" "${SEED:-1}" > "$scratch/out" 2>&1
expect "random functions mean what gcc makes of them" test $? = 0
grep -A 1 '^FAILED' "$scratch/out" | head -n 4
python3 fuzz.py "$adjudge" "${FUZZ:-$(share_of 4 60)}" "${SEED:-1}" programs/*.c gradients/*.c > "$scratch/out" 2>&1
expect "C with bytes changed is read or refused" test $? = 0
grep '^FAILED' "$scratch/out" | head -n 3
cp programs/scalars.c "$scratch/far.c" && mkdir "$scratch/alone" && cp "$adjudge" "$scratch/alone/"
"$scratch/alone/adjudge" check "$scratch/far.c" > "$scratch/out" 2>&1
expect "without its reader C is an error" test $? = 2
expect "which says what is not there" grep -q 'the reader of C, adjudge-c, is not beside adjudge' "$scratch/out"
printf '#!/bin/sh\nkill -SEGV $$\n' > "$scratch/alone/adjudge-c" && chmod +x "$scratch/alone/adjudge-c"
"$scratch/alone/adjudge" check "$scratch/far.c" > "$scratch/out" 2>&1
expect "a reader that crashes is an error" test $? = 2
expect "which is said to be one" grep -q 'LIMIT: the reader of C: the program ended before it answered: killed by signal 11' "$scratch/out"
finish
