#!/bin/bash
# The C that `adjudge certify` writes: it compiles as C99 without a warning, its values and gradients are the certified
# ones (adjudge truth), what it has no rule for is refused by name, and a planted error in a statement is seen.
# Of somebody else's gradient (theirs.c) the component that is wrong is named, by the test and by the proof, and whether it
# sets the gradient or adds to it is found, and is in the contract.
# With --loop C of any size beside certified Jacobians at several.
# Where Frama-C is, one contract is proved; with PROVE=1 others, and planted errors are not: minutes;
# PLANTED=1: of one in each kind of statement.
set -u
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/certify/run.sh: $build/adjudge is not built" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
check() { # what, then a command
  if "${@:2}" > "$scratch/out" 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$1:"; cat "$scratch/out"; fi
}

# Value and gradient of a program of scalars, at NAME=VALUE..., beside what is certified.
agrees() { # file, definition, NAME=VALUE...
  local file=$1 name=$2 folder=$scratch/$2 values=() at=() i=0
  shift 2
  for given; do values+=("${given#*=}"); at+=(--at "$given"); done
  "$build/adjudge" certify "$file" --def "$name" --emit "$folder" || return 1
  [ -z "${PLANT-}" ] || sed -i "$PLANT" "$folder/$name.c"
  printf '#include <stdio.h>\n#include "%s.h"\nint main(void) {\n  const double x[] = {%s}, w[] = {1};\n  double y[1], g[%d];\n' \
    "$name" "$(IFS=,; echo "${values[*]}")" $# > "$folder/main.c"
  printf '  %s_gradient(x, w, y, g);\n  printf("%%.17g\\n", y[0]);\n  for (int i = 0; i < %d; i++) printf("%%.17g\\n", g[i]);\n}\n' \
    "$name" $# >> "$folder/main.c"
  gcc -std=c99 -Wall -Wextra -Wconversion -Werror -O2 -o "$folder/main" "$folder/main.c" "$folder/$name.c" -lm || return 1
  "$folder/main" > "$folder/computed" || return 1
  for given; do
    "$build/adjudge" truth "$file" --def "$name" "${at[@]}" --tangent "${given%%=*}=1" --format json || return 1
  done > "$folder/certified"
  python3 - "$folder" << 'END'
import json, re, sys
computed = [float(x) for x in open(sys.argv[1] + '/computed')]
lines = [json.loads(x) for x in open(sys.argv[1] + '/certified')]
middle = lambda x: float(re.search(r'-?\d[\d.]*(e[-+]?\d+)?', str(x)).group())
wanted = [middle(lines[0]['value'])] + [middle(x['derivatives'][0]) for x in lines]
assert len(computed) == len(wanted)
for a, b in zip(computed, wanted):
    assert abs(a - b) <= 1e-12 * max(1, abs(b)), (computed, wanted)
END
}
refuses() { # word, file, definition
  "$build/adjudge" certify "$2" --def "$3" --emit "$scratch/refused" 2>&1 | grep -q "no rule for $1" && [ ! -e "$scratch/refused" ]
}
fails() { ! "$@" > /dev/null 2>&1; }
check_in_turn() { ! is_turn 4 || check "$@"; }

c=tests/corpus
check 'fig1b' agrees $c/fig1b.adj fig1b x1=0.5 x2=-1.25 x3=2 x4=0.75
check 'lncos' agrees $c/caddie.adj lncos x1=1.5 x2=0.5
check 'lnsin' agrees $c/frechet.adj lnsin x=1.25
check 'mixed' agrees $c/frechet.adj mixed x1=1.5 x2=0.75
check 'network4' agrees $c/frechet.adj network4 x=0.5 w1=1 b1=0.25 w2=-0.5 b2=0.5 w3=2 b3=-1 w4=0.75 b4=0.125 y=0.5
check 'f2' agrees $c/linearmaps.adj f2 x=1.5
check 'newton' agrees tests/certify/functions.adj quotients x=0.75 y=1.5
check 'a root, a power' agrees tests/certify/functions.adj roots x=0.75 y=1.5
check 'sigmoid, tan' agrees tests/certify/functions.adj squashed x=0.75 y=0.5
PLANT='s/a3 = a4 \* s4/a3 = -a4 * s4/' check 'a planted sign is seen' fails agrees $c/caddie.adj lncos x1=1.5 x2=0.5
PLANT='s/a1 += a2/a1 -= a2/' check 'a planted difference is seen' fails agrees $c/linearmaps.adj f2 x=1.5
PLANT='s/v2 = x0 + v1/v2 = x0 - v1/' check 'a planted value is seen' fails agrees $c/linearmaps.adj f2 x=1.5
check 'abs is refused' refuses abs $c/kinks.adj absolute
check 'tests are refused' refuses 'a test of reals' $c/kinks.adj bend
check 'max is refused' refuses 'max and min' $c/kinks.adj relu
check 'an Int is refused' refuses 'an Int' $c/integers.adj scaled

# Somebody else's gradient: exit code, a pattern that the answer has, function, words.
theirs() {
  local code pattern=$2 function=$3 said
  said=$(tests/limited.sh 100 "$build/adjudge" certify "${PROGRAM:-tests/certify/functions.adj}" --def "${DEF:-wave}" \
    --c "${FILE:-tests/certify/theirs.c}" --function "$function" --emit "$scratch/$function" "${@:4}" 2>&1)
  code=$?
  tee "$scratch/said" <<< "$said"
  [ $code = "$1" ] && grep -q -- "$pattern" <<< "$said"
}
spares() { # a gradient that has the name of a file which would be written, in the folder
  mkdir -p "$scratch/own"
  cp tests/certify/theirs.c "$scratch/own/wave.c"
  "$build/adjudge" certify tests/certify/functions.adj --def wave --c "$scratch/own/wave.c" --function wave_b \
    --emit "$scratch/own" 2>&1 | grep -q 'own/wave.c is there, and is not written over' || return 1
  cmp tests/certify/theirs.c "$scratch/own/wave.c" && [ "$(ls "$scratch/own")" = wave.c ]
}
check 'what is read is not written over' spares
counts() { [ "$(grep -c -- "$2" "$scratch/said")" = "$1" ]; } # of lines in the last answer
check 'a gradient by hand agrees' theirs 0 'wave_b: 0 wrong, at 8 certified points; sets the gradient$' wave_b
check 'and nothing is missing' counts 0 'no parameter is the gradient'
MAKEFLAGS='-j2 --jobserver-auth=98,99' check 'whatever make runs it' theirs 0 'wave_b: 0 wrong' wave_b
check 'nothing is said of its jobs' counts 0 jobserver
check 'what it does not give is said, and is not done' theirs 4 'wave_half: no parameter is the gradient by y, of which nothing is said$' wave_half
check 'and is tested' counts 1 'wave_half: 0 wrong, at 8 certified points'
check 'one function at a time' theirs 2 'which one function' wave_b --function wave_sign
PROGRAM=tests/certify/loops.adj DEF=added check 'no loops of any size' theirs 2 'of sizes that are numbers' wave_b --loop n
check 'a wrong sign is named' theirs 1 'wrong: gradient_y' wave_sign
check 'and nothing else is' counts 0 'wrong: gradient_x\|wrong: value'
contract() { grep -q -- "$2" "$scratch/$1/wave.h"; } # of the function: a pattern that it has
check 'its contract is of what it sets' contract wave_b 'ensures gradient_y: dy\[0\] ==$'
DEF=small check 'a wrong sign of what is small is named' theirs 1 'wrong: gradient_x' small_sign
DEF=small check 'nothing is not a small gradient' theirs 1 'wrong: gradient_y' small_none
DEF=steps check 'many small steps lose no digits' theirs 0 'steps_adds: 0 wrong, at 8 certified points; adds to the gradient$' steps_adds
DEF=lossy check 'what loses all digits is no point, and macros change no comparison' theirs 1 'wrong: gradient_x = 17, certified .* at x = 0$' lossy_line
DEF=small check 'a function may be called g' theirs 0 'g: 0 wrong, at 8 certified points; sets the gradient$' g
DEF=small check 'or adds' theirs 0 'adds: 0 wrong, at 8 certified points; adds to the gradient$' adds
check 'a gradient that is added agrees' theirs 0 'wave_adds: 0 wrong, at 8 certified points; adds to the gradient$' wave_adds
check 'its contract is of what it adds' contract wave_adds 'ensures gradient_y: yb\[0\] == \\old(yb\[0\]) +$'
check 'a wrong sign of what is added is named' theirs 1 'wrong: gradient_y' wave_adds_sign
check 'and nothing else is' counts 0 'wrong: gradient_x\|wrong: value'
check 'its contract too is of what it adds' contract wave_adds_sign 'ensures gradient_x: xb\[0\] == \\old(xb\[0\]) +$'
check 'one that sets and adds is wrong' theirs 1 'wrong: gradient_y = .* whatever was there, here 3.5' wave_mixed
check 'in that one component' counts 8 'wrong: '
check 'what is right from 0 alone is wrong' theirs 1 'wrong: gradient_x' wave_doubles
check_in_turn 'what does not return is not held' theirs 4 'does not return in the time' wave_never
check 'what ends the program is not held' theirs 4 'ends the program, with code 0' wave_exit
check 'what is aborted is not held' theirs 4 'ends the program: Aborted' wave_abort
check 'a parameter that is nothing is named' theirs 2 "what is 'elsewhere'" wave_more
check 'a function that is not there' theirs 2 "no function 'wave_none'" wave_none
sed 's|^double wave_b|/\\\n*@ axiomatic none { axiom none: \\false; } */\n&|' tests/certify/theirs.c > "$scratch/annotated.c"
FILE=$scratch/annotated.c check 'an axiom in it is refused' theirs 2 'is not taken' wave_b
sed '1i #ifdef __FC_MATH\n#endif' tests/certify/theirs.c > "$scratch/conditional.c"
FILE=$scratch/conditional.c check 'what is compiled on a condition is refused' theirs 2 'is not taken' wave_b
# What a compiler, the reader of C and Frama-C may see differently; each gave exit code 0 once.
unlike() { # what, lines before theirs.c, words
  { printf "$2\n"; cat tests/certify/theirs.c; } > "$scratch/unlike.c"
  FILE=$scratch/unlike.c check "$1" theirs 2 'is not taken' wave_b "${@:3}"
}
unlike 'a file behind a macro is refused' '#define OTHER "/dev/null"\n#include OTHER'
unlike 'a file behind a tab is refused' '#include\t"/dev/null"'
unlike 'a file behind a comment is refused' '#include/**/"/dev/null"'
unlike 'a file of the system is refused' '#include </dev/null>'
unlike 'names that are pasted are refused' '#define PASTE(a, b) a##b'
unlike 'what a compiler defines is refused' 'enum { old = __STDC_VERSION__ < 201112L };'
unlike 'a pragma is refused' '#pragma weak wave_b'
unlike 'a line that says where it stands is refused' '#line 1 "elsewhere.c"'
unlike 'numbers of other headers are not proved' '#include <stdlib.h>' --prove
export PROGRAM=tests/corpus/frechet.adj DEF=product
not_double='a proof says nothing of what is no double'
check 'a float is not proved' theirs 3 "$not_double" product_float --prove
{ cat tests/certify/theirs.c; echo 'double sin(double u) { return u; }'; } > "$scratch/redefined.c"
FILE=$scratch/redefined.c check 'with a sine of its own it is not proved' theirs 3 'sin is a function of math.h' product_b --prove
cat > "$scratch/decoy.c" << 'END'
#define NOTHING(a, b, c, d)
NOTHING(void product_b(double x2, double x1, double *x2b, double *x1b) {
}, , , )
void product_b(double(x1), double(x2), double *x1b, double *x2b) {
  *x1b = x2;
  *x2b = x1;
}
END
FILE=$scratch/decoy.c check 'another text of the name is not its own' theirs 3 'its parameters are others' product_b --prove
for undefined in product_unset product_union product_exit; do
  check "$undefined is not proved" theirs 3 'not proved: what it computes is not known' $undefined --prove
done
check 'because the reader of C says why' counts 1 "theirs.c:.*'exit' has no body"
unset PROGRAM DEF

# What prove.sh concludes from what frama-c writes, by stand-ins: exit code 0 if every goal was tried and is proved.
mkdir -p "$scratch/bin" "$scratch/data/drivers" "$scratch/data/wp/why3/frama_c_wp" && : > "$scratch/data/wp/wp.driver"
: > "$scratch/data/drivers/cvc4_17.drv" && : > "$scratch/data/drivers/z3_471.drv" && : > "$scratch/data/wp/why3/frama_c_wp/qed.mlw"
for tool in frama-c why3 z3 cvc5; do
  printf '#!/bin/sh\ncase "$1" in --version) echo 1.0 ;; *print*) echo "%s" ;; *) printf "$SAYS"; exit $ENDS ;; esac\n' "$scratch/data" > "$scratch/bin/$tool"
  chmod +x "$scratch/bin/$tool"
done
concludes() { # exit code, pattern, what frama-c writes, its exit code, program, definition
  local said code
  said=$(SAYS=$3 ENDS=$4 PATH=$scratch/bin:$PATH "$build/adjudge" certify "${5:-tests/corpus/frechet.adj}" --def "${6:-product}" --emit "$scratch/concluded" --prove "${@:7}" 2>&1)
  code=$?
  echo "$code: $said"
  [ $code = "$1" ] && grep -q -- "$2" <<< "$said"
}
check 'all goals are proved' concludes 0 ': 28 of 28 goals proved' '[wp] Proved goals:    7 / 7\n' 0
check 'one is open' concludes 3 'open, timeout: assert_kept$' '[wp] [Timeout] Goal typed_real_assert_kept\n[wp] Proved goals:    6 / 7\n' 0
check 'there is none' concludes 3 ': 0 of 0 goals proved' '[wp] Proved goals:    0 / 0\n' 0
check 'a part without goals has none' concludes 3 ': 0 of 0 goals proved' '[wp] Warning: No goal generated\n' 0
check 'goals are not counted' concludes 4 'gave no goals' '[wp] 7 goals scheduled\n' 0
check 'frama-c fails after that' concludes 4 'with code 125' '[wp] Proved goals:    7 / 7\n' 125
echo 'def nowhere (x : real) : real = log (-1 - x * x)' > "$scratch/nowhere.adj"
check 'a program that is defined nowhere is not proved' concludes 3 'may be of nothing' '[wp] Proved goals:    7 / 7\n' 0 "$scratch/nowhere.adj" nowhere
echo 'def nowhere {n = 3} (x : real^n) : real = log (0 - dot x x)' > "$scratch/nowhere.adj"
check 'nor one of any size' concludes 3 'may be of nothing' '[wp] Proved goals:    7 / 7\n' 0 "$scratch/nowhere.adj" nowhere --loop n
check 'what has a point of some size is proved' concludes 0 'goals proved' '[wp] Proved goals:    7 / 7\n' 0 tests/certify/loops.adj squares --loop n
check 'also of two sizes' concludes 0 'goals proved' '[wp] Proved goals:    7 / 7\n' 0 tests/certify/loops.adj apply --loop m,n
concludes_beside() { # where CDPATH has a folder of that name too
  mkdir -p "$scratch/elsewhere/shadow" "$scratch/here"
  echo 'echo "another folder"' > "$scratch/elsewhere/shadow/prove.sh"
  (ln -sfn "$(realpath "$build")" "$scratch/here/build" && cp tests/corpus/frechet.adj "$scratch/here" && cd "$scratch/here" &&
    SAYS='[wp] Proved goals:    7 / 7\n' ENDS=0 PATH=$scratch/bin:$PATH CDPATH=$scratch/elsewhere \
      build/adjudge certify frechet.adj --def product --emit shadow --prove) 2>&1 | tee /dev/stderr | grep -qx 'product: 28 of 28 goals proved, .*'
}
check 'what is proved is the folder that was written' concludes_beside
concludes_in() { # a folder
  SAYS='[wp] Proved goals:    7 / 7\n' ENDS=0 PATH=$scratch/bin:$PATH \
    "$build/adjudge" certify tests/corpus/frechet.adj --def product --emit "$1" --prove 2>&1 | tee /dev/stderr | grep -qx 'product: 28 of 28 goals proved, .*'
}
check 'whatever it is called' concludes_in "$scratch/what's \"this"
absent() { # a tool
  local said
  mkdir -p "$scratch/without" && ln -sf /bin/* /usr/bin/* "$scratch/bin"/* "$scratch/without" && rm "$scratch/without/$1"
  said=$(PATH=$scratch/without "$build/adjudge" certify tests/corpus/frechet.adj --def product --emit "$scratch/concluded" --prove 2>&1)
  [ $? = 4 ] && [ "$said" = "prove: $1 is not installed" ]
}
for tool in frama-c why3 z3; do check "without $tool nothing is proved" absent $tool; done

# A run that is ended ends what it has started; here frama-c sleeps.
cat > "$scratch/bin/frama-c" << END
#!/bin/sh
[ "\$1" != -print-share-path ] || { echo "$scratch/data"; exit; }
sleep 86400 &
echo \$! > "$scratch/sleeper"
wait
END
has_ended() { case $(ps -o stat= -p "$1") in '' | Z*) true ;; *) false ;; esac; }
within() { # seconds, a command that succeeds by then
  local tenth
  for tenth in $(seq $((10 * $1))); do "${@:2}" && return; sleep 0.1; done
  return 1
}
ended_by() { # a signal
  local pid sleeper
  rm -f "$scratch/sleeper"
  PATH=$scratch/bin:$PATH env --default-signal=HUP,INT "$build/adjudge" certify tests/corpus/frechet.adj --def product \
    --emit "$scratch/concluded" --prove > "$scratch/said" 2>&1 &
  pid=$!
  within 60 test -s "$scratch/sleeper" || return 1
  sleeper=$(cat "$scratch/sleeper")
  kill -"$1" $pid
  { wait $pid; } 2> /dev/null
  within 20 has_ended "$sleeper" && return
  kill -9 "$sleeper"
  return 1
}
for signal in TERM INT HUP KILL; do check "$signal ends the proof too" ended_by $signal; done

# So does one of prove.sh by itself, of both parts that run.
printf '#!/bin/sh\n[ "$1" != -print-share-path ] || { echo "%s"; exit; }\necho $$ >> "%s"\nexec sleep 86400\n' "$scratch/data" "$scratch/sleepers" > "$scratch/bin/frama-c"
sleep_both() { [ "$(wc -l 2> /dev/null < "$scratch/sleepers")" = 2 ]; }
parts_ended_by() { # a signal
  local pid sleeper all=0
  : > "$scratch/sleepers"
  PATH=$scratch/bin:$PATH env --default-signal=HUP,INT sh "$scratch/concluded/prove.sh" product product_gradient > "$scratch/said" 2>&1 &
  pid=$!
  within 60 sleep_both || return 1
  kill -"$1" $pid
  wait $pid && return 1
  while read -r sleeper; do within 20 has_ended "$sleeper" || { kill -9 "$sleeper"; all=1; }; done < "$scratch/sleepers"
  return $all
}
for signal in TERM INT HUP; do check "$signal ends both parts of the proof" parts_ended_by $signal; done

check 'the emitted test agrees' make -s -C "$scratch/roots" test
sed -i 's/^  y\[0\] = /&-/' "$scratch/roots/roots.c"
check 'and sees a planted error' fails make -s -C "$scratch/roots" test

# C with loops beside certified Jacobians, at sizes that the C has never been told of.
loops() { # definition, size, arguments as NAME:CELLS..., e.g. x:n c:1; of a matrix ROWS,COLUMNS, and A:nm x:m
  tests/limited.sh 60 python3 - "$build/adjudge" "$scratch/$1.loop" "$@" << 'END'
import json, os, re, shutil, subprocess, sys
adjudge, folder, name, arguments = *sys.argv[1:4], [a.split(':') for a in sys.argv[5:]]
given = [int(k) for k in sys.argv[4].split(',')]
n, m = (given + [1])[:2]
names = ['n'] if len(given) == 1 else ['m', 'n']
file = 'tests/certify/loops.adj'
subprocess.run([adjudge, 'certify', file, '--def', name, '--loop', ','.join(names), '--emit', folder], check=True)
sizes = {'n': n, 'm': m, 'nm': n * m, '1': 1}
if os.environ.get('PLANT'):
    subprocess.run(['sed', '-i', os.environ['PLANT'], f'{folder}/{name}.c'], check=True)
elif shutil.which('frama-c'): # it reads every annotation: one that it cannot ends it
    subprocess.run(['frama-c', '-no-autoload-plugins', f'{folder}/{name}.c', f'{folder}/{name}_increment.c'], check=True)
point = {a: [(k * 5 + 3 * j) % 7 / 4 - 0.5 for k in range(sizes[of])] if of != '1' else 0.75 + j / 2
         for j, (a, of) in enumerate(arguments)}
asked = [adjudge, 'jacobian', file, '--def', name, '--certified', '--format', 'json']
for size, value in zip(names, given): asked += ['--size', f'{size}={value}']
for a, v in point.items(): asked += ['--at', f'{a}={json.dumps(v).replace(" ", "")}']
answer = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
middle = lambda x: float(re.search(r'-?\d[\d.]*(e[-+]?\d+)?', str(x)).group())
jacobian = [[middle(x) for x in row] for row in answer['jacobian']]
each = len(jacobian) == n and isinstance(answer['value'], list)
weights = [1 + k / 2 for k in range(len(jacobian))]
row = lambda v: '{' + ', '.join(map(repr, v)) + '}'
c = f'#include <stdio.h>\n#include "{name}.h"\nint main(void) {{\n  double w[] = {row(weights)}, y[{n}];\n'
call, out = [str(k) for k in given], f'  for (int i = 0; i < {len(jacobian)}; i++) printf("%.17g\\n", y[i]);\n'
for j, (a, of) in enumerate(arguments):
    size = sizes[of]
    c += f'  double p{j}[] = {row(point[a] if of != "1" else [point[a]])}, g{j}[{size}];\n'
    call.append(f'p{j}' if of != '1' else f'p{j}[0]')
    out += f'  for (int i = 0; i < {size}; i++) printf("%.17g\\n", g{j}[i]);\n'
call += ['w' if each else 'w[0]', 'y'] + [f'g{j}' for j in range(len(arguments))]
open(f'{folder}/main.c', 'w').write(c + f'  {name}_gradient({", ".join(call)});\n{out}}}\n')
subprocess.run(['gcc', '-std=c99', '-Wall', '-Wextra', '-Wconversion', '-Werror', '-O2', '-o', f'{folder}/main', f'{folder}/main.c',
                f'{folder}/{name}.c', '-lm'], check=True)
found = [float(x) for x in subprocess.run([f'{folder}/main'], check=True, capture_output=True, text=True).stdout.split()]
wanted = [middle(x) for x in (answer['value'] if each else [answer['value']])]
wanted += [sum(w * r[k] for w, r in zip(weights, jacobian)) for k in range(len(jacobian[0]))]
assert len(found) == len(wanted) and all(abs(a - b) <= 1e-12 * max(1, abs(b)) for a, b in zip(found, wanted)), (found, wanted)
END
}
check_in_turn 'a sum over n' loops added 5 x:n
check_in_turn 'a dot over n' loops product 4 x:n y:n
check_in_turn 'a sum in a root, with a number' loops squares 6 x:n c:1
check_in_turn 'a map over n' loops waves 4 x:n c:1
check_in_turn 'a map by what a number is before it' loops phased 4 x:n c:1
check_in_turn 'a build over n' loops line 2 x:n y:n c:1
check_in_turn 'Horner over n' loops horner 5 cs:n x:1
check_in_turn 'a number that nothing uses' loops idle 3 x:n c:1
check_in_turn 'a matrix times a vector' loops apply 3,4 a:nm x:m
check_in_turn 'least squares' loops leastsquares 4,3 a:nm w:m y:n
check_in_turn 'a layer' loops layer 2,5 w:nm b:n x:m
check_in_turn 'a sum of rows, with numbers' loops rows 5,2 a:nm x:m c:1
check_in_turn 'a fold over two arrays, in exp' loops steps 4 u:n v:n s:1
check_in_turn 'a mean, by the size as a number' loops mean 5 x:n
check_in_turn 'a map of what it divides' loops deviations 4 x:n c:1
check_in_turn 'a fold that begins with it' loops discounted 3 x:n c:1
check_in_turn 'both sizes as numbers' loops residual 4,3 a:nm w:m
said_as() { "$build/adjudge" certify tests/certify/loops.adj --def "$1" --loop "$2" --emit "$scratch/sized" && grep -qF "$3" "$scratch/sized/$1.h"; }
check 'which the text of the program says' said_as residual m,n 'dot r r / (2 * toReal n + toReal m)'
check 'and what the divisor must be' said_as mean n 'n != 0'
PLANT='s/(double)n/(double)(n + 1)/' check_in_turn 'a planted size is seen' fails loops mean 5 x:n
PLANT='s/(double)m/(double)n/' check_in_turn 'and another' fails loops residual 4,3 a:nm w:m
PLANT='s/q6 = a3/q6 = t6/' check_in_turn 'a planted adjoint of a fold is seen' fails loops horner 5 cs:n x:1
PLANT='s/g0\[i\] = r6/g0[i] = v5/' check_in_turn 'a planted value that waits is seen' fails loops horner 5 cs:n x:1
PLANT='s/b1 += c1/b1 -= c1/' check_in_turn 'a planted contribution is seen' fails loops squares 6 x:n c:1
PLANT='s/g0\[i\] = /&-/' check_in_turn 'a planted store is seen' fails loops product 4 x:n y:n
PLANT='s/ti = w/ti = y/' check_in_turn 'a planted weight is seen' fails loops waves 4 x:n c:1
PLANT='s/k = i \* m + j/k = j * n + i/' check_in_turn 'a planted place in a matrix is seen' fails loops leastsquares 4,3 a:nm w:m y:n
PLANT='s/= u1 + a1/= a1/' check_in_turn 'a planted cell that is set is seen' fails loops apply 3,4 a:nm x:m
PLANT='s/g2\[j\] = 0.0/g2[j] = 1.0/' check_in_turn 'a planted beginning is seen' fails loops layer 2,5 w:nm b:n x:m
unlooped() { # word, definition, sizes
  "$build/adjudge" certify tests/certify/loops.adj --def "$2" --loop "${3:-n}" --emit "$scratch/refused" 2>&1 | grep -q "$1" && [ ! -e "$scratch/refused" ]
}
check 'two loops are refused' unlooped 'more than one loop' twice
check 'two folds are refused' unlooped 'more than one loop' folds
check 'a fold of no accumulator is refused' unlooped 'does not use what it has so far' forgets
check 'loops in loops are refused' unlooped 'loops in loops' outer
check 'arrays of another size are refused' unlooped 'another size' fixed
check 'the index as a number is refused' unlooped 'the index as a number' numbered
check 'arithmetic of sizes is refused' unlooped 'arithmetic of whole numbers' unbiased
check 'a number that is like a size is refused' unlooped 'not the same whatever the size' thousand
check 'the number of columns of no matrix is refused' unlooped 'columns of no matrix' counted m,n
check 'a number that no double is is refused' unlooped 'more than 53 bits' long
check 'a matrix by a number that moves is refused' unlooped 'by what is no entry of it' scaled m,n
check 'or after it' unlooped 'by what is no entry of it' scaledafter m,n
check 'a matrix and a number that moves is refused' unlooped 'by what is no entry of it' raised m,n
check 'or without it' unlooped 'by what is no entry of it' lowered m,n
check 'two matrices are refused' unlooped 'more than one loop in a loop' two m,n
check 'a sum over columns alone is refused' unlooped 'not of a row' columns m,n
check 'a fold over rows is refused' unlooped 'loops in a fold' folded m,n
check 'three sizes are refused' unlooped 'is not the name of a size' apply m,n,k

check 'the page says what is written' tests/cli/run.sh verify/certify/README.md
if type frama-c why3 z3 > /dev/null; then
  check 'a gradient by hand is proved' theirs 0 ': \([0-9]*\) of \1 goals proved' wave_b --prove
  export PROGRAM=tests/corpus/frechet.adj DEF=product
  check 'one that adds is proved' theirs 0 ': \([0-9]*\) of \1 goals proved' product_b --prove
  goals() { grep -ohE 'Goal [a-z_0-9]+' "$@" | sort; }
  in_parts() ( # a folder, a file in it, a function
    cd "$1" && frama-c -wp -wp-rte -wp-fct "$3" -wp-model Typed+real -wp-prover none "$2" > all.goals && diff <(goals all.goals) <(goals "$2".*.log)
  )
  check 'each goal is in one part' in_parts "$scratch/product_b" product.c product_b
  TIME=2 check 'one that divides by 0 somewhere is not' theirs 3 'open, .*: lemma_theirs_defined$' product_undefined --prove
  unset PROGRAM DEF
  sed -i 's/\\old(x2b\[0\]) +//' "$scratch/product_b/product.h"
  proof_is_open() { sh "$scratch/product_b/prove.sh" product product_b product.c | grep 'open, .*: product_b_ensures_gradient_x2$'; }
  check 'and not as one that sets' proof_is_open
fi
[ "${PLANTED:-0}" = 0 ] || check 'of planted errors the goals are open' tests/certify/planted.sh
if [ "${PROVE:-0}" = 1 ]; then
  check 'a sum over n is proved for every n' "$build/adjudge" certify tests/certify/loops.adj --def added --loop n --emit "$scratch/for-all" --prove
  check 'Horner is proved for every n' "$build/adjudge" certify tests/certify/loops.adj --def horner --loop n --emit "$scratch/fold" --prove
  sed -i 's/q6 = a3/q6 = t6/' "$scratch/fold/horner.c"
  fold_is_open() { sh "$scratch/fold/prove.sh" horner horner_gradient horner.c | grep 'open, .*assert_after$'; }
  check 'a planted adjoint of it is not' fold_is_open
  check 'a planted statement is not' tests/certify/planted.sh 3 17
  check 'the component of a wrong sign is the goal that is open' theirs 1 'open, .*: wave_sign_ensures_gradient_y$' wave_sign --prove
  check 'and no other is' counts 1 '  open, '
  check 'f2 is proved' "$build/adjudge" certify $c/linearmaps.adj --emit "$scratch/proved" --prove
  sed -i 's/a1 += a2;/a1 -= a2;/' "$scratch/proved/f2.c"
  check 'a planted error is not' fails sh "$scratch/proved/prove.sh" f2 f2_gradient
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
