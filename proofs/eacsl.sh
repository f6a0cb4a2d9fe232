#!/bin/bash
# Compiles the contracts into the code (E-ACSL) and runs it: proofs/eacsl/*.c.  Each
# must end well, and must be stopped when it makes a call that a contract forbids.
# usage: proofs/eacsl.sh [FILE.c...]
set -u
cd "$(dirname "$0")/.." || exit 2
share=$(frama-c -print-share-path) || exit 2
library=$(find "$(frama-c -print-lib-path)" "$share" /usr/lib -name libeacsl-dlmalloc.a 2> /dev/null | head -n 1)
out=${BUILD:-build}/proofs/eacsl
mkdir -p "$out"
[ $# -gt 0 ] || set -- proofs/eacsl/*.c
bad=0
for file in "$@"; do
  name=$(basename "$file" .c)
  frama-c -machdep gcc_x86_64 -no-frama-c-stdlib -variadic-no-translation \
    -cpp-extra-args="-std=c99 -D_DEFAULT_SOURCE -D__NO_CTYPE -D__FC_MACHDEP_X86_64 -m64 -I." \
    "$file" -e-acsl -e-acsl-share="$share/e-acsl" -then-last -print -ocode "$out/$name.c" > "$out/$name.log" 2>&1 &&
    gcc -w -no-pie -fno-builtin -fno-merge-constants -DE_ACSL_SEGMENT_MMODEL -DE_ACSL_STACK_SIZE=32 \
      -DE_ACSL_HEAP_SIZE=128 -I"$share/e-acsl" "$out/$name.c" "$share/e-acsl/e_acsl_rtl.c" "$library" \
      -lgmp -lm -lpthread -o "$out/$name" || { echo "$name: does not build, see $out/$name.log"; bad=1; continue; }
  "$out/$name" || { echo "$name: a contract does not hold"; bad=1; continue; }
  if "$out/$name" forbidden > "$out/$name.forbidden" 2>&1 || ! grep -q 'failing predicate' "$out/$name.forbidden"; then
    echo "$name: a forbidden call is not stopped"
    bad=1
  fi
done
exit $bad
