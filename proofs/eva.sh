#!/bin/bash
# Eva, an abstract interpreter of C, on the product's parser, typing and interpreter:
# all texts of LENGTH symbols, and longer ones with each construct (proofs/eva/parse.c), give
# no alarm, and a text said to be longer than it is gives one.
# usage: proofs/eva.sh [LENGTH]
set -u
cd "$(dirname "$0")/.." || exit 2
length=${1:-2}
out=$PWD/${BUILD:-build}/proofs/eva
files=(semantics/source/*.c)
for file in semantics/{memory,rings,tables,straight}/*.c; do
  case $file in */ring_field.c | */ring_pool.c) files+=("$file") ;; */ring_* | */function_values.c) ;; *) files+=("$file") ;; esac
done
for file in semantics/text/*.c; do case $file in */print*) ;; *) files+=("$file") ;; esac; done

# The contracts are for WP: they speak of ghost variables, which Eva finds unchanged and stops at.  It reads a copy of
# the product in which they are plain comments; the contracts of its model and of the C library stay.
copy() {
  rm -rf "$out/plain"
  mkdir -p "$out/plain/proofs"
  cp -r proofs/eva "$out/plain/proofs"
  cp -r semantics ad verify "$out/plain"
  find "$out/plain/semantics" -name '*.[ch]' -exec sed -i 's|/\*@|/* @|g; s|//@|// @|g' {} +
}

analyse() { # name, definitions
  cd "$out/plain" || return 1
  frama-c -machdep gcc_x86_64 -variadic-no-translation -kernel-warn-key annot-error=inactive \
    -cpp-extra-args="-std=c11 -U__FRAMAC__ -D_DEFAULT_SOURCE -Iproofs/eva/include -I. -include proofs/eva/include/model.h $2" \
    proofs/eva/parse.c "${files[@]}" proofs/eva/model.c "$(frama-c -print-share-path)/libc/string.c" \
    -eva -eva-slevel 1000000 -eva-unroll-recursive-calls 200 -eva-alloc-builtin fresh -eva-no-alloc-returns-null \
    -eva-no-show-progress -eva-no-print -eva-warn-key=locals-escaping=inactive > "$out/$1.log" 2>&1
}

# A property found invalid is not counted among the alarms, and what comes after it is not analysed.
invalid() { grep -E 'got (final )?status invalid' "$out/texts.log"; }

copy || exit 2
analyse texts "-DLENGTH=$length -DPATTERNS" || { echo "eva: does not run, see $out/texts.log"; exit 1; }
grep -E 'functions analyzed|statements reached|alarms? generated' "$out/texts.log"
grep -q ' 0 alarms generated' "$out/texts.log" && grep -q 'Eva analyzer: *0 errors' "$out/texts.log" ||
  { echo "eva: alarms, see $out/texts.log"; exit 1; }
! invalid || { echo "eva: not everything is analysed, see $out/texts.log"; exit 1; }
analyse planted "-DLENGTH=0 -DBEYOND=2" || { echo "eva: does not run, see $out/planted.log"; exit 1; }
if grep -q ' 0 alarms generated' "$out/planted.log"; then
  echo "eva: a text read beyond its end gives no alarm"
  exit 1
fi
echo "eva: all texts of $length symbols and the longer ones, no alarm; a text read beyond its end gives one"
