#!/bin/bash
# C with loops (adjudge derive --emit loops) of the programs that people run: C99 without a warning of gcc or clang, run
# under sanitizers; values and gradients beside the evaluators (adjudge grad), published figures and, in float, the double's;
# as long for 10,000 data points as for 1,000; a planted error in a statement is seen; what has no rule is refused by name.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/code/run.sh: $build/adjudge is not built" >&2; exit 2; }
. tests/expect.sh
c=tests/corpus

# run.py compares: file, definition, --size..., and how to get numbers
agrees() { tests/limited.sh 100 python3 tests/code/run.py "$build/adjudge" "$scratch" "$@"; }
fails() { ! "$@"; }
gmm="alphas:k means:k,d icf:k,t x:n,d gamma:"
lstm="wx:4,hn wh:4,hh b:4,h x:n hidden:h cell:h target:h"

expect 'least squares' agrees $c/leastsquares.adj leastsquares a:mn w:n y:m m=7 n=5
expect 'least squares of few columns' agrees $c/leastsquares.adj leastsquares a:mn w:n y:m m=9 n=2
expect 'least squares of many columns' agrees $c/leastsquares.adj leastsquares a:mn w:n y:m m=5 n=19
expect 'a mixture' agrees $c/gmm.adj gmm $gmm d=5 k=6 n=7 t=15
expect 'a mixture, without the points' agrees $c/gmm.adj gmm $gmm d=6 k=5 n=8 t=21 by=alphas by=means by=icf
expect 'a mixture of few components' agrees $c/gmm.adj gmm $gmm d=5 k=3 n=6 t=15
expect 'bundle adjustment' agrees $c/bundle.adj adjustment cameras:n,C points:n,P weights:n features:n,F n=6 C=11 P=3 F=2
expect 'a memory cell' agrees $c/lstm.adj lstm_loss $lstm h=5 n=6
expect 'a cell whose rows are pages apart' agrees $c/lstm.adj lstm_loss $lstm h=64 n=16
expect 'two steps of it' agrees $c/lstm.adj lstm_loss2 wx:4,hn wh:4,hh b:4,h xs:2,n targets:2,h h=6 n=5
expect 'Runge and Kutta' agrees $c/rungekutta.adj prey rates:R h: s:S n=20 R=4 S=2
expect 'a chain of matrices' agrees tests/code/chains.adj chain a:p,q b:q,r c:rs v:s p=5 q=6 r=7 s=8
expect 'a chain of larger ones' agrees tests/code/chains.adj chain a:p,q b:q,r c:rs v:s p=3 q=4 r=20 s=17
expect 'lanes' agrees tests/code/chains.adj lanes k:n p3:n n=16
expect 'in float' agrees $c/gmm.adj gmm $gmm d=5 k=6 n=7 t=15 numbers=float
expect 'published figures of a mixture' agrees $c/gmm.adj gmm $gmm d=2 k=3 n=1 t=3 by=alphas by=means by=icf \
  input=tests/golden/gmm-input.json published=tests/golden/gmm.json
expect 'Horner' agrees tests/code/chains.adj horner cs:n x: n=9
expect 'names that C has' agrees tests/code/chains.adj taken int:n d_y:n d_d_y:n y:n v1:n y_:n j:n n=6

# An error in a statement of the gradient, of each kind.
seen() { PLANT=$1 fails agrees "${@:2}"; } # a change, then as above
expect 'a planted contribution is seen' seen 's/^\( *d_w\[.*\]\) += /\1 -= /' $c/leastsquares.adj leastsquares a:mn w:n y:m m=7 n=5
expect 'a planted size is seen' seen 's/i3 < 7/i3 < 6/' $c/gmm.adj gmm $gmm d=5 k=6 n=7 t=15
expect 'a planted function is seen' seen 's/= cos(/= sin(/' $c/bundle.adj adjustment cameras:n,C points:n,P weights:n features:n,F n=6 C=11 P=3 F=2
expect 'a planted way back is seen' seen 's/ = 19; i\([0-9]*\) >= 0/ = 18; i\1 >= 0/' $c/rungekutta.adj prey rates:R h: s:S n=20 R=4 S=2
expect 'a planted value that is stored is seen' seen 's/^\( *t[0-9]*\[i0\]\) = /\1 = -/' $c/rungekutta.adj prey rates:R h: s:S n=20 R=4 S=2
expect 'a planted derivative along a direction is seen' seen 's/^\( *d_result_.*\) = /\1 = -/' tests/code/chains.adj chain a:p,q b:q,r c:rs v:s p=5 q=6 r=7 s=8
expect 'a planted lane is seen' seen 's/= j + k/= j + 1/' tests/code/chains.adj chain a:p,q b:q,r c:rs v:s p=3 q=4 r=20 s=17
expect 'a lane that is forgotten is seen' seen 's/\(p[0-9]*\)\[3\])/\1[1])/' $c/leastsquares.adj leastsquares a:mn w:n y:m m=5 n=19
expect 'a planted rest of lanes is seen' seen 's/ = 16; i\([0-9]*\) < 19/ = 16; i\1 < 18/' $c/leastsquares.adj leastsquares a:mn w:n y:m m=5 n=19

expect 'a part of a loop that is forgotten is seen' seen 's/^\( *d_x\[i1\] +=\) v[0-9]*;$/\1 0.0;/' $c/lstm.adj lstm_loss $lstm h=64 n=16

# Rows that are pages apart would throw each other out of the cache: few of them are gone through at once.
loops() { "$build/adjudge" derive $c/lstm.adj --def lstm_loss --emit loops --size "h=$1" --size "n=$1" | grep -c 'for (int i1'; }
in_parts() { [ "$(loops 60)" = 3 ] && [ "$(loops 64)" = 4 ]; }
expect 'pages apart are gone through in parts' in_parts

# The text but for numbers is the same.
text() { "$build/adjudge" derive "$1" --def "$2" --emit loops "${@:3}" | sed 's/[0-9][0-9]*/N/g'; }
same() { # file, definition, one size, another, words
  text "$1" "$2" --size "$3" "${@:5}" > "$scratch/one" && text "$1" "$2" --size "$4" "${@:5}" > "$scratch/other" &&
    [ -s "$scratch/one" ] && cmp "$scratch/one" "$scratch/other"
}
expect 'a mixture is as long whatever n' same $c/gmm.adj gmm n=1000 n=10000 --size d=10 --size k=25
expect 'an adjustment is as long whatever n' same $c/bundle.adj adjustment n=1000 n=10000
expect 'a solver is as long whatever n' same $c/rungekutta.adj prey n=2000 n=20000
expect 'a cell is as long whatever h' same $c/lstm.adj lstm_loss h=64 h=128 --size n=50

# The memory that is asked for is linear in the data.
work() { "$build/adjudge" derive "$1" --def "$2" --emit loops "${@:3}" | grep -o 'work_: [0-9]*' | tail -n 1 | grep -o '[0-9]*'; }
linear() { # file, definition, a size of one letter, words: of ten times the data at most ten times as much
  [ "$(work "$1" "$2" --size "$3=20000" "${@:4}")" -le $((10 * $(work "$1" "$2" --size "$3=2000" "${@:4}"))) ]
}
expect 'memory of a mixture' linear $c/gmm.adj gmm n --size d=10 --size k=25
expect 'memory of an adjustment' linear $c/bundle.adj adjustment n
expect 'memory of a solver' linear $c/rungekutta.adj prey n

refuses() { # a pattern, words of derive
  "$build/adjudge" derive "${@:2}" --emit loops > "$scratch/refused" 2>&1
  [ $? = 2 ] && grep -q -- "$1" "$scratch/refused"
}
expect 'abs is refused' refuses 'no rule for abs' $c/kinks.adj --def absolute
expect 'an Int is refused' refuses 'none of reals' $c/integers.adj --def scaled
without_loops() { "$build/adjudge" derive $c/linearmaps.adj --forward 2>&1 | grep -q 'are of --emit loops'; }
expect 'a direction without loops is refused' without_loops
expect 'no argument of that name' refuses "no argument is called 'z'" $c/linearmaps.adj --by z
expect 'an engine is refused' refuses 'by no engine' $c/linearmaps.adj --engine chad-reverse
finish
