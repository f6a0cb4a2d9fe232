#!/bin/bash
# Writes why3.conf into the folder given: where the provers of this machine are,
# each twice, once with its nonlinear arithmetic switched off (z3n, cvc4n, cvc5n).
# The versions are named as the provers give them.  why3 1.5 does not know cvc5 1.0,
# so the driver beside this file serves it.  Compiles idle.ml there as well, with the
# OCaml compiler on which Frama-C's package depends.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1
mkdir -p "$out"
cp "$here/cvc5.drv" "$out/cvc5.drv.$$" && mv "$out/cvc5.drv.$$" "$out/cvc5.drv"
out=$(cd "$out" && pwd)
path() { command -v "$1" || { echo "$0: $1 is not installed: make deps" >&2; exit 2; }; }
version() { "$1" --version | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1; }

prover() { # name, version, shortcut, alternative, driver, command, command with steps
  printf '[prover]\ncommand = "%s"\ncommand_steps = "%s"\ndriver = "%s"\neditor = ""\n' "$6" "$7" "$5"
  printf 'in_place = false\ninteractive = false\nname = "%s"\nshortcut = "%s"\nversion = "%s"\n' "$1" "$3" "$2"
  [ -z "$4" ] || printf 'alternative = "%s"\n' "$4"
  echo
}

z3=$(path z3) cvc4=$(path cvc4) cvc5=$(path cvc5)
zseed="sat.random_seed=42 nlsat.randomize=false smt.random_seed=42 -st"
{
  printf '[main]\ndatadir = "%s"\nlibdir = "%s"\nmagic = 14\nmemlimit = 3000\nrunning_provers_max = 2\ntimelimit = 10\n\n' \
    "$(why3 --print-datadir)" "$(why3 --print-libdir)"
  for alternative in "" nonl; do
    z= c4= c5= n=
    if [ -n "$alternative" ]; then z="smt.arith.nl=false " c4="--no-nl-ext " c5="--nl-ext=none " n=n; fi
    prover Z3 "$(version "$z3")" "z3$n" "$alternative" z3_471 \
      "$z3 -smt2 -T:%t $zseed $z%f" "$z3 -smt2 $zseed rlimit=%S $z%f"
    prover CVC4 "$(version "$cvc4")" "cvc4$n" "$alternative" cvc4_17 \
      "$cvc4 --stats --tlimit=%t000 --lang=smt2 $c4%f" "$cvc4 --stats --rlimit=%S --lang=smt2 $c4%f"
    prover CVC5 "$(version "$cvc5")" "cvc5$n" "$alternative" "$out/cvc5.drv" \
      "$cvc5 --stats-internal --tlimit=%t000 --lang=smt2 $c5%f" "$cvc5 --stats-internal --rlimit=%S --lang=smt2 $c5%f"
  done
} > "$out/why3.conf.$$"
mv "$out/why3.conf.$$" "$out/why3.conf"

idle=$out/idle.cmxs frama_c=$(path frama-c) ocamlopt=$(path ocamlopt)
if [ ! "$idle" -nt "$here/idle.ml" ] || [ ! "$idle" -nt "$frama_c" ]; then
  new=$(mktemp -d "$out/idle.XXXXXX")
  cp "$here/idle.ml" "$new"
  (cd "$new" && "$ocamlopt" -I "$(frama-c -print-lib-path)" -shared -o idle.cmxs idle.ml)
  mv "$new/idle.cmxs" "$idle"
  rm -r "$new"
fi
