#!/bin/bash
# Errors planted in the reader of C, which is a program of its own: one at a time. What is refused of refused.c must then
# differ, or a function of programs/*.c, or a random one, not mean what gcc makes of it, or a gradient be judged
# otherwise. The form is that of tests/mutants/run.sh; `sees` says which of these: refused, meaning, random, sizes, gradients.
#   tests/clang/planted.sh [planted/ID.mutant...]
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${BUILD:-build}" && pwd)
source ../expect.sh
value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

holds() { # which, the folder of adjudge
  case $1 in
  refused) "$2/adjudge" import refused.c 2>&1 | cmp -s refused.expected - ;;
  meaning) python3 meaning.py "$2" programs/*.c > /dev/null 2>&1 ;;
  random) python3 random_c.py "$2" "${RANDOM_C:-150}" 1 > /dev/null 2>&1 ;;
  sizes) python3 sizes.py "$2" programs/sizes.c > /dev/null 2>&1 && python3 sizes.py "$2" --random 60 1 > /dev/null 2>&1 ;;
  gradients) ./gradients.sh "$2/adjudge" right gradients/tapenade*.c 2>&1 | grep -v '^exit code 0' | cmp -s "$scratch/judged" - ;;
  *) echo "no such test: $1" && return 2 ;;
  esac
}

plant() { # mutant: the reader with it, in $scratch/bin
  local file object=$scratch/changed
  file=$(value "$1" file)
  mkdir -p "$scratch/bin" && cp "$build/adjudge" "$scratch/bin/" &&
    (cd ../.. && tests/mutants/plant.pl "tests/clang/$1" > "$object.c" &&
      gcc -std=c11 -D_DEFAULT_SOURCE -I. -I/usr/lib/llvm-14/include -O1 -w -c -o "$object.o" "$object.c" &&
      gcc -o "$scratch/bin/adjudge-c" "$object.o" \
        $(find "$build/obj/semantics/clang" -name '*.o' ! -name "$(basename "$file" .c).o") \
        "$build/libadjudge.a" -lclang-14 -ljansson -lgmp -lm)
}

is_seen() { plant "$1" && ! holds "$(value "$1" sees)" "$scratch/bin"; }

./gradients.sh "$build/adjudge" right gradients/tapenade*.c 2>&1 | grep -v '^exit code 0' > "$scratch/judged"
for test in refused meaning random sizes gradients; do
  expect "nothing planted, $test holds" holds "$test" "$build"
done
[ $# -gt 0 ] || set -- planted/*.mutant
for mutant in "$@"; do
  expect "$mutant is seen" is_seen "$mutant"
done
finish
