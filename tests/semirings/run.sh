#!/bin/bash
# Semirings of files (adjudge analyse --semiring): refused where a law fails, with the law, the elements and the line;
# and a Boolean circuit that learns by its reverse derivative, which over another semiring it must not.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjudge=${BUILD:-build}/adjudge
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
here=tests/semirings

learns() { # table, expected
  if [ "$("$here/learn.py" "$adjudge" $here/xor.sr "$1" | tail -n 1)" = "$2" ]; then
    passed=$((passed + 1))
  else
    echo "the table $1 is not learned"
    failed=$((failed + 1))
  fi
}
learns 01101001 "epoch 2: 0 of 8 wrong, p = 01101001" # the sum of adder
learns 00010111 "epoch 2: 0 of 8 wrong, p = 00010111" # its carry
learns 00000000 "epoch 1: 0 of 8 wrong, p = 00000000"

# The same numbers with or for exclusive or: what is learned for one row is wrong for another.
sed 's/^1: 1 0$/1: 1 1/' $here/xor.sr > "$scratch/or.sr"
if "$here/learn.py" "$adjudge" "$scratch/or.sr" 01101001 > "$scratch/learned"; then
  echo "it learns over truth values with or"
  failed=$((failed + 1))
elif grep -q '^epoch 4: [1-8] of 8 wrong' "$scratch/learned"; then
  passed=$((passed + 1))
else
  tail -n 1 "$scratch/learned"
  failed=$((failed + 1))
fi

"$here/laws.py" "$adjudge" "$scratch" > "$scratch/laws"
tail -n 1 "$scratch/laws" | grep -qE '^[0-9]+ passed, [0-9]+ failed$' || { cat "$scratch/laws"; exit 1; }
sed '$d' "$scratch/laws"
read -r more _ less _ < <(tail -n 1 "$scratch/laws")
passed=$((passed + more)) failed=$((failed + less))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
