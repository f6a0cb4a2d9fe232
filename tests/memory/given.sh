#!/bin/bash
# Writes to a folder the inputs that the file `commands` names.
#   BUILD=build tests/memory/given.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
given=$1 adjudge=${BUILD:-build}/adjudge
mkdir -p "$given"
gcc -shared -fPIC -O1 -Iverify/primitive -o "$given/softplus.so" tests/campaigns/c/softplus.c -lm
for k in 1 2; do
  "$adjudge" bmc --space poly,size=3 --shard $k/2 --jobs 1 --quiet --report "$given/part$k.json" > /dev/null
done
echo 'def cube (x : real) : real = x ^ 3 + 2 * x' > "$given/cube.adj"
printf '%s\n' 'primitive double (x : real) : real' 'value = 2 * x' 'jvp = scale(2; v)' 'vjp = scale(3; v)' > "$given/wrong.prim"
cp tests/golden/gmm-input.json "$given/gmm.json"
printf '%s\n' '{"id": 1, "call": "describe", "name": "softplus", "sizes": {"value": 1, "jvp": 1, "vjp": 1}}' \
  '{"id": 2, "call": "value", "batch": [{"args": [0.5]}]}' '{"id": 3, "call": "vjp", "batch": [{"args": [0.5], "seed": 1}]}' > "$given/asked"
