#!/bin/bash
# Any bytes as input: programs, values, descriptions and command lines that are
# right, almost right and wrong (fuzz.c); and for every reader its seeds, what was found
# before, and seeded changes of these (readers.c, which `make fuzz` takes further).
#   SEED=2 CASES=1000000 FIRST=1000 tests/fuzz/run.sh    a longer run, from case 1000 on; PART=3: a fourth of that
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
build=${BUILD:-build}
FIRST=${FIRST:-$(before_of 4 3000)}
[ -z "${PART-}" ] || SEED=$(part_of 4)
[ -f "$build/libadjudge.a" ] || { echo "tests/fuzz/run.sh: $build/libadjudge.a is not built" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap '[ "${KEEP:-no}" = yes ] || rm -rf "$scratch"' EXIT

# the sanitizers, when the library was made with them; what they keep of freed memory would end workers, which are forked
# after thousands of cases in one process
export ASAN_OPTIONS="quarantine_size_mb=8${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
flags=
if nm "$build/libadjudge.a" 2> /dev/null | grep -q __asan_init; then flags='-fsanitize=address,undefined'; fi
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -w $flags -o "$scratch/fuzz" tests/fuzz/fuzz.c tests/fuzz/generate.c \
  "$build/libadjudge.a" $(make -s libraries) || exit 2
"$scratch/fuzz" "${SEED:-1}" "$scratch" "${CASES:-$((FIRST + $(share_of 4 3000)))}" "$FIRST" tests/corpus/*.adj | tee "$scratch/out"

${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -I. -O1 -g -Werror=incompatible-pointer-types $flags -o "$scratch/replay" tests/fuzz/replay.c tests/fuzz/generate.c \
  tests/fuzz/read*.c "$build/libadjudge.a" $(make -s libraries) || exit 2
tests/fuzz/seeds.sh "$scratch/seeds" || exit 2
"$scratch/replay" "${SEED:-1}" "${CHANGES:-$(share_of 4 10000)}" "$scratch"/seeds/* > "$scratch/readers" 2>&1 ||
  { tail -n 40 "$scratch/readers" && echo '0 passed, 1 failed' >> "$scratch/readers"; }
tail -n 1 "$scratch/readers" >> "$scratch/out"
awk '/ passed, [0-9]+ failed$/ { passed += $1; failed += $3 + ($1 == 0) } # what looked at nothing failed
  END { print passed " passed, " failed " failed"; exit (failed > 0) }' "$scratch/out"
