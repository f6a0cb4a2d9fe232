#!/bin/bash
# Builds one planted error as a shared object, BUILD/mutants/ID/mutant.so: the sources that it changes, compiled with
# the change, and object.o, which sees that they replace the library's.  The Makefile beside says when.
#
# usage: tests/mutants/build.sh MUTANT      (run.sh has the form of a mutant)
#        tests/mutants/build.sh --hook      the table of primitives through a hook (hook.pl), ID systematic
set -eu
BUILD=${BUILD:-build} COMPILER=${COMPILER:-gcc}
value() { sed -n "s/^$1: //p" "$mutant" | head -n 1; }

if [ "$1" = --hook ]; then
  id=systematic file=semantics/tables/ops.c sources=$file planted="tests/mutants/hook.pl $file"
else
  mutant=$1 id=$(basename "$1" .mutant)
  file=$(value file) sources=$(value compile) planted="tests/mutants/plant.pl $mutant"
fi
folder=$BUILD/mutants/$id
overlay=$folder/overlay
rm -rf "$folder"
mkdir -p "$overlay/$(dirname "$file")"
$planted > "$overlay/$file"

target=$folder/mutant.so objects=()
for source in ${sources:-$file}; do
  original=$source
  [ -f "$overlay/$source" ] && source=$overlay/$source
  object=$folder/${#objects[@]}.o
  $COMPILER -std=c11 -D_DEFAULT_SOURCE -I"$overlay" -I. "${OPTIMISED:--O0}" -w -fPIC -fsemantic-interposition -fvisibility=default \
    -MMD -MP -MF "$object.d" -MT "$target" -c -o "$object" "$source"
  echo "$target: $original" >> "$object.d"
  objects+=("$object")
done
echo "$target: $file" >> "$folder/0.o.d"
nm -g --defined-only -f posix "${objects[@]}" | sed -nE 's/^([A-Za-z_][A-Za-z_0-9]*) [A-Z] .*/\1/p' > "$folder/symbols"
$COMPILER -shared -Wl,--wrap=kill -o "$target" "$BUILD/mutants/obj/tests/mutants/object.o" "${objects[@]}" -ldl
