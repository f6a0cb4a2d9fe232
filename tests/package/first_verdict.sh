#!/bin/bash
# A stranger's first verdict: from `git clone` to a verdict on a rule of their own that is wrong, and then on one that is
# right, on a machine that has the packages (make deps).  Prints what each step took, by the clock and of the processors; with
# LIMIT=300 it fails when the clock says more: on a machine that does nothing else, since others' work counts in it.
#
# usage: [LIMIT=SECONDS] tests/package/first_verdict.sh [REPOSITORY]     default: this one
set -eu
from=${1:-$(cd "$(dirname "$0")/../.." && pwd)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
begun=$(date +%s)
# `times` counts for the children of the shell that runs it: not in $(...)
step() {
  times > times
  printf '%4d s  (processors: %s s)  %s\n' $(($(date +%s) - begun)) \
    "$(awk -F '[ms ]+' 'END { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' times)" "$1"
}

git clone -q --depth 1 "file://$(cd "$from" && git rev-parse --show-toplevel)" adjudge
step "git clone"
make -s -C adjudge -j"$(nproc)" all > make.out 2>&1 || { tail make.out; exit 1; }
step "make"
PATH=$scratch/adjudge/build:$PATH
adjudge init mine > /dev/null
step "adjudge init mine"
# their own rule: half of the sum of squares of two numbers; the reverse rule forgets one of them
printf '%s\n' 'primitive energy (x : real) (y : real) : real' 'value = (x * x + y * y) / 2' \
  'jvp   = scale(x; fst v) + scale(y; snd v)' 'vjp   = (scale(x; v), scale(x; v))' > mine/energy.prim
if adjudge campaign mine/energy.prim --quiet > verdict; then echo "the wrong rule is not refuted"; exit 1; fi
grep -q 'PRIM-VJP      REFUTED' verdict || { cat verdict; exit 1; }
step "the wrong rule is refuted"
sed -i 's/^vjp.*/vjp   = (scale(x; v), scale(y; v))/' mine/energy.prim
adjudge campaign mine/energy.prim --quiet > verdict || { cat verdict; exit 1; }
grep -qE 'PRIM-VJP      (PROVED|DECIDED)' verdict || { cat verdict; exit 1; }
step "the right one is decided for all inputs"
[ $(($(date +%s) - begun)) -le "${LIMIT:-100000}" ] || { echo "more than $LIMIT s"; exit 1; }
