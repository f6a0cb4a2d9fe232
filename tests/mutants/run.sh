#!/bin/bash
# Errors planted in the code, one at a time: each must be refuted by the law that
# should see it, with a shrunk witness that is small.
#
# A mutant is a file of lines "key: value": what (a sentence), file (what is
# changed), from and to (one line of it, exactly), compile (the sources to build
# again), run (arguments of adjudge), law (the one expected to refute), nodes (the
# most that the witness may have).
#
# usage: tests/mutants/run.sh [MUTANT...]
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -f "$build/libadjudge.a" ] || { echo "$0: $build/libadjudge.a is not built" >&2; exit 2; }
[ $# -gt 0 ] || set -- tests/mutants/*.mutant
passed=0 failed=0

value() { sed -n "s/^$2: //p" "$1" | head -n 1; }

plant() { # mutant, overlay folder
  local file from to
  file=$(value "$1" file) from=$(value "$1" from) to=$(value "$1" to)
  mkdir -p "$2/$(dirname "$file")"
  FROM=$from TO=$to perl -0pe '
    my ($from, $to) = ($ENV{FROM}, $ENV{TO});
    my $places = () = /\Q$from\E/g;
    die "the line to change stands in $places places\n" unless $places == 1;
    s/\Q$from\E/$to/;' "$file" > "$2/$file"
}

compile() { # mutant, overlay folder
  local object=0 source objects=()
  for source in $(value "$1" compile); do
    [ -f "$2/$source" ] && source=$2/$source
    gcc -std=c11 -D_DEFAULT_SOURCE -I"$2" -I. -O1 -w -c -o "$2/$((++object)).o" "$source" || return 1
    objects+=("$2/$object.o")
  done
  gcc -o "$2/adjudge" "$build/obj/verify/cli/main.o" "${objects[@]}" "$build/libadjudge.a" -ljansson -lgmp -lm
}

judge() { # mutant, overlay folder: prints why it survived
  local law nodes output found code
  law=$(value "$1" law) nodes=$(value "$1" nodes)
  eval "output=\$(\"\$2/adjudge\" $(value "$1" run) --quiet 2>&1)"
  code=$?
  [ "$code" = 1 ] || { echo "exit code $code, not 1"; printf '%s\n' "$output" | tail -n 5; return 1; }
  grep -qF "REFUTED $law:" <<< "$output" || { echo "not refuted by $law"; grep -F REFUTED <<< "$output"; return 1; }
  found=$(awk -v law="REFUTED $law:" 'index($0, law) {on = 1} on && /smallest program found/ {
    sub(/.*found, /, ""); sub(/ nodes.*/, ""); print; exit}' <<< "$output")
  [ -n "$found" ] && [ "$found" -le "$nodes" ] || { echo "witness of ${found:-no} nodes, at most $nodes wanted"; return 1; }
  echo "$law, $found nodes"
}

for mutant in "$@"; do
  name=$(basename "$mutant" .mutant) overlay=$build/mutants/$(basename "$mutant" .mutant)
  rm -rf "$overlay"
  if plant "$mutant" "$overlay" && compile "$mutant" "$overlay" && why=$(judge "$mutant" "$overlay"); then
    passed=$((passed + 1))
    printf '  %-34s refuted by %s\n' "$name" "$why"
  else
    failed=$((failed + 1))
    printf '  %-34s SURVIVED: %s\n' "$name" "${why-could not be built}"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
