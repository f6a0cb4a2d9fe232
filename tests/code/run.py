"""Emits C with loops, compiles it strictly, runs it under sanitizers and compares it.

run.py ADJUDGE FOLDER FILE DEFINITION ARGUMENT:DIMENSION,... SIZE=N by=NAME input=FILE published=FILE numbers=float
A dimension is a number, a size by its name, or a product of sizes of one letter.  PLANT: a change of the C, for sed.
"""
import json, math, os, random, re, shutil, subprocess, sys

adjudge, scratch, file, name, *words = sys.argv[1:]
options = {k: [w.split('=')[1] for w in words if w.startswith(k + '=')] for k in ('by', 'input', 'published', 'numbers')}
arguments = [w.split(':') for w in words if ':' in w]
sizes = {w.split('=')[0]: int(w.split('=')[1]) for w in words if '=' in w and w.split('=')[0] not in options}


def length(s):
    return sizes[s] if s in sizes else int(s) if s.isdigit() else math.prod(sizes[c] for c in s)


shapes = {a: [length(s) for s in d.split(',') if s] for a, d in arguments}
text = open(file).read()
parameters = re.search(r'^def ' + name + r' \{([^}]*)\}', text, re.M)
named = [p.split('=')[0].strip() for p in parameters.group(1).split(',')] if parameters else []
size_words = [x for s in named if s in sizes for x in ('--size', f'{s}={sizes[s]}')]
single = options['numbers'] == ['float']
real, tolerance = ('float', 2e-4) if single else ('double', 1e-12)


def flat(v):
    return [x for e in v for x in flat(e)] if isinstance(v, list) else [float(v)]


def filled(shape):
    return [filled(shape[1:]) for _ in range(shape[0])] if shape else round(draw.uniform(0.2, 1.2) * 64) / 64


draw = random.Random(7)
folder = f'{scratch}/{name}'
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
point = json.load(open(options['input'][0])) if options['input'] else {a: filled(s) for a, s in shapes.items()}
point = {a: point[a] for a, _ in arguments}
json.dump(point, open(f'{folder}/in.json', 'w'))
emit = [adjudge, 'derive', file, '--def', name, '--emit', 'loops', *size_words, '--numbers', real]
emit += [x for b in options['by'] for x in ('--by', b)]
codes = {}
for source, words in ('f.c', []), ('d.c', ['--forward']):
    codes[source] = code = subprocess.run(emit + words, check=True, capture_output=True, text=True).stdout
    assert not re.search(r'\b0\.0f? \*|\* 0\.0f?\b|\bpow|alloc', code), 'a product with 0, pow, or an allocation'
    open(f'{folder}/{source}', 'w').write(code)
if os.environ.get('PLANT'):
    for source, code in codes.items():
        change = '/_gradient(\\|_derivative(/,$ { ' + os.environ['PLANT'] + ' }'
        subprocess.run(['sed', '-i', change, f'{folder}/{source}'], check=True)
    assert any(open(f'{folder}/{source}').read() != code for source, code in codes.items()), 'nothing was planted'

by = [a for a, _ in arguments if not options['by'] or a in options['by']]
count = {a: len(flat(point[a])) for a in point}
work = max(int(n) for code in codes.values() for n in re.findall(r'work_: (\d+)', code))
direction = {a: [((3 * k + 5) % 7 - 3) / 4 for k in range(count[a])] for a in by}
open(f'{folder}/e.c', 'w').write(f'#define {name}_value {name}_again\n#include "d.c"\n')
c = '#include <math.h>\n#include <stdio.h>\n#include "f.c"\n'
for a in point:
    c += f'static const {real} x_{a}[] = {{{", ".join(f"({real}){x!r}" for x in flat(point[a]))}}};\n'
for a in by:
    c += f'static const {real} t_{a}[] = {{{", ".join(f"({real}){x!r}" for x in direction[a])}}};\n'
c += f'static {real} v[1], y[1], u[1], d[1], work[{work + 1}];\nstatic const {real} w[1] = {{1}};\n'
c += f'void {name}_derivative({f"const {real} *, " * (len(point) + len(by))}{real} *, {real} *, {real} *);\n'
c += ''.join(f'static {real} g_{a}[{count[a]}];\n' for a in by)
c += 'int main(void) {\n' + f'  for (int k = 0; k < {work}; k++) work[k] = ({real})NAN;\n'
c += ''.join(f'  for (int k = 0; k < {count[a]}; k++) g_{a}[k] = ({real})NAN;\n' for a in by)
given = ', '.join('x_' + a for a in point)
c += f'  {name}_value({given}, v, work);\n  {name}_gradient({given}, w, y, {", ".join("g_" + a for a in by)}, work);\n'
c += f'  {name}_derivative({given}, {", ".join("t_" + a for a in by)}, u, d, work);\n'
c += '  printf("%.17g\\n%.17g\\n%.17g\\n%.17g\\n", (double)v[0], (double)y[0], (double)u[0], (double)d[0]);\n'
c += ''.join(f'  for (int k = 0; k < {count[a]}; k++) printf("%.17g\\n", (double)g_{a}[k]);\n' for a in by) + '}\n'
open(f'{folder}/main.c', 'w').write(c)
warnings = ['-std=c99', '-Wall', '-Wextra', '-Wconversion', '-Wpedantic', '-Werror']
if shutil.which('clang') and not os.environ.get('PLANT'):
    subprocess.run(['clang', *warnings, '-fsyntax-only', f'{folder}/f.c', f'{folder}/d.c'], check=True)
subprocess.run(['gcc', *warnings, '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-o', f'{folder}/main',
                f'{folder}/main.c', f'{folder}/e.c', '-lm'], check=True)
run = subprocess.run([f'{folder}/main'], capture_output=True, text=True)
assert run.returncode == 0, run.stderr
found = list(map(float, run.stdout.split()))

if options['published']:
    answer = json.load(open(options['published'][0]))
else:
    asked = [adjudge, 'grad', file, '--def', name, *size_words, '--input', f'{folder}/in.json', '--format', 'json']
    answer = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
along = sum(x * t for a in by for x, t in zip(flat(answer['gradient'][a]), direction[a]))
wanted = [float(answer['value'])] * 3 + [along] + [x for a in by for x in flat(answer['gradient'][a])]
largest = max(map(abs, wanted))
assert len(found) == len(wanted)
for x, y in zip(found, wanted):
    assert abs(x - y) <= tolerance * max(abs(y), largest * 1e-3), (x, y)
