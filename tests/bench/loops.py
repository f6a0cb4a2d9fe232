#!/usr/bin/env python3
"""C with loops beside gradients by hand (hand/hand.c): both compiled by gcc -O3, timed in one run, and the same to 12 digits.

loops.py ADJUDGE [PROGRAM...]     the rows of a table: of each program the lines of C, seconds of gcc, microseconds of the
value and the gradient, and gradient/value, which is to be at most 2.  ADBENCH: ADBench's src/cpp, for Tapenade's mixture.
Exit code 1 where gradients differ.
"""
import os, re, subprocess, sys, tempfile, time

MIXTURE = [('alphas', 'K'), ('means', 'K*D'), ('icf', 'K*D*(D+1)/2'), ('x', 'N*D'), ('gamma', '1')]
CELL = [('wx', '4*H*N'), ('wh', '4*H*H'), ('b', '4*H'), ('x', 'N'), ('hidden', 'H'), ('cell', 'H'), ('target', 'H')]
# what, file, definition, arguments, those that the gradient is by (-: it is not, and NULL by hand), sizes
PROGRAMS = [
    ('mixture', 'tests/corpus/gmm.adj', 'gmm', MIXTURE, 'alphas means icf', {'d': 10, 'k': 25, 'n': 1000}),
    ('mixture', 'tests/corpus/gmm.adj', 'gmm', MIXTURE, 'alphas means icf', {'d': 10, 'k': 25, 'n': 10000}),
    ('adjustment', 'tests/corpus/bundle.adj', 'adjustment',
     [('cameras', '11*N'), ('points', '3*N'), ('weights', 'N'), ('features', '2*N')], '', {'n': 1000}),
    ('cell', 'tests/corpus/lstm.adj', 'lstm_loss', CELL, '', {'h': 128, 'n': 128}),
    ('squares', 'tests/corpus/leastsquares.adj', 'leastsquares', [('a', 'M*N'), ('w', 'N'), ('y', 'M')], 'w',
     {'m': 1000, 'n': 100}),
    ('solver', 'tests/corpus/rungekutta.adj', 'prey', [('rates', '4'), ('h', '1'), ('s', '2')], '', {'n': 1000}),
    ('chain', 'tests/code/chains.adj', 'chain', [('a', 'P*Q'), ('b', 'Q*R'), ('c', 'R*S'), ('v', 'S')], '',
     {'p': 100, 'q': 90, 'r': 80, 's': 70}),
    ('factor', 'tests/code/chains.adj', 'chain', [('a', 'P*Q'), ('b', 'Q*R'), ('c', 'R*S'), ('v', 'S')], 'a -b -c -v',
     {'p': 100, 'q': 90, 'r': 80, 's': 70}),
]
# where arguments are; of an adjustment no point is a camera's centre, where it is not defined
BOXES = {'gmm': (-0.4, 0.4), ('gmm', 'gamma'): (0.02, 1), ('adjustment', 'points'): (2, 3), 'lstm_loss': (-0.1, 0.1),
         ('prey', 'h'): (0.001, 0.0011), 'chain': (-0.4, 0.4)}
adjudge, chosen = sys.argv[1], sys.argv[2:]
here = os.path.dirname(os.path.abspath(__file__))
gcc = ['gcc', '-std=c99', '-O3', '-I']

DRIVER = '''
static double work[WORK], other_work[WORK], result[4];
static double seconds(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static const double weight[1] = {1};
/* NaN where there is one: a gradient of zeros agrees with nothing */
static double larger(double worst, double x) { return isnan(worst) || x <= worst ? worst : x; }
static double point(int k, double low, double high) { return low + (high - low) * ((k * 37 + 11) % 101) / 101; }
static double best[6] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
static int repeats[6];
static double timed(int what) {
  double start = seconds();
  for (int k = 0; k < repeats[what]; k++) run(what);
  return (seconds() - start) / repeats[what];
}
int main(void) {
  fill();
  for (int what = 0; what < RUNS; what++) {
    repeats[what] = 1;
    while (timed(what) * repeats[what] < 0.02) repeats[what] *= 2;
  }
  for (int round = 0; round < 15; round++)
    for (int what = 0; what < RUNS; what++) {
      double t = timed(what);
      if (t < best[what]) best[what] = t;
    }
  for (int what = 0; what < RUNS; what++) run(what);
  double worst = compare();
  for (int what = 0; what < RUNS; what++) printf("%.17g ", best[what] * 1e6);
  printf("%.3g\\n", worst);
}
'''


def asked(by):
    return [b for b in by if not b.startswith('-')]


def driver(name, arguments, by, work, tapenade):
    c = '#define _POSIX_C_SOURCE 200809L\n#include <math.h>\n#include <stdio.h>\n#include <time.h>\n#include "sizes.h"\n'
    c += f'#define WORK {work}\n#define RUNS {6 if tapenade else 4}\n'
    inputs = ', '.join('x_' + a for a, _ in arguments)
    const = ', '.join('const double *' for _ in arguments)
    for a, size in arguments:
        c += f'static double x_{a}[{size}];\n'
        c += ''.join(f'static double {who}_{a}[{size}];\n' for who in ('g', 'o', 't') if a in by)
    for who in ('', 'hand_'):
        c += f'void {who}{name}_value({const}, double *, double *);\n'
        given = by if who else asked(by)
        c += f'void {who}{name}_gradient({const}, const double *, double *, {", ".join("double *" for _ in given)}, double *);\n'
    c += 'static void run(int what);\nstatic void fill(void);\nstatic double compare(void);\n' + DRIVER
    c += 'static void fill(void) {\n'
    for k, (a, size) in enumerate(arguments):
        low, high = BOXES.get((name, a)) or BOXES.get(name, (0.02, 1))
        c += f'  for (int k = 0; k < {size}; k++) x_{a}[k] = point(k + {k}, {low}, {high});\n'
    c += '}\nstatic void run(int what) {\n'
    by_hand = ', '.join('NULL' if b.startswith('-') else f'o_{b}' for b in by)
    by = asked(by)
    ours = ', '.join(f'g_{a}' for a in by)
    c += f'  if (what == 0) {name}_value({inputs}, &result[0], work);\n'
    c += f'  if (what == 1) {name}_gradient({inputs}, weight, &result[1], {ours}, work);\n'
    c += f'  if (what == 2) hand_{name}_value({inputs}, &result[2], other_work);\n'
    c += f'  if (what == 3) hand_{name}_gradient({inputs}, weight, &result[3], {by_hand}, other_work);\n'
    if tapenade:
        c += '  if (what == 4) tapenade_value(x_alphas, x_means, x_icf, x_x, x_gamma[0]);\n'
        c += '  if (what == 5) tapenade_gradient(x_alphas, t_alphas, x_means, t_means, x_icf, t_icf, x_x, x_gamma[0]);\n'
    c += '}\nstatic double compare(void) {\n  double worst = 0, size = fabs(result[0]);\n'
    c += '  for (int k = 1; k < 4; k++) worst = larger(worst, fabs(result[k] - result[0]) / size);\n'
    for who in ['o', 't'] if tapenade else ['o']:
        for a in by:
            length = f'(int)(sizeof g_{a} / sizeof *g_{a})'
            c += f'  size = 0;\n  for (int k = 0; k < {length}; k++) size = fmax(size, fabs(g_{a}[k]));\n'
            c += f'  for (int k = 0; k < {length}; k++) worst = larger(worst, fabs(g_{a}[k] - {who}_{a}[k]) / size);\n'
    return c.replace('static double work', 'TAPENADE\nstatic double work').replace(
        'TAPENADE\n', '''void tapenade_value(const double *, const double *, const double *, const double *, double);
void tapenade_gradient(const double *, double *, const double *, double *, const double *, double *, const double *, double);
''' if tapenade else '') + '  return worst;\n}\n'


TAPENADE = '''#include <string.h>
#include "modules/tapenade/gmm/gmm.h"
#include "modules/tapenade/gmm/gmm_b.h"
#include "sizes.h"
void tapenade_value(const double *alphas, const double *means, const double *icf, const double *x, double gamma) {
  double err;
  Wishart wishart = {gamma, 0};
  gmm_objective(D, K, N, alphas, means, icf, x, wishart, &err);
}
void tapenade_gradient(const double *alphas, double *d_alphas, const double *means, double *d_means, const double *icf,
                       double *d_icf, const double *x, double gamma) {
  double err, errb = 1;
  Wishart wishart = {gamma, 0};
  memset(d_alphas, 0, K * sizeof *d_alphas);
  memset(d_means, 0, K * D * sizeof *d_means);
  memset(d_icf, 0, K * D * (D + 1) / 2 * sizeof *d_icf);
  gmm_objective_b(D, K, N, alphas, d_alphas, means, d_means, icf, d_icf, x, wishart, &err, &errb);
}
'''


def build_tapenade(folder):
    root = os.environ['ADBENCH']
    open(f'{folder}/tapenade.c', 'w').write(TAPENADE)
    files = [f'{root}/modules/tapenade/{f}' for f in ('gmm/gmm.c', 'gmm/gmm_b.c', 'utils/adBuffer.c', 'utils/adStack.c')]
    objects = []
    for k, f in enumerate([f'{folder}/tapenade.c', *files]):
        subprocess.run(['gcc', '-std=gnu99', '-O3', '-w', '-I', folder, '-I', root, '-c', f, '-o', f'{folder}/t{k}.o'], check=True)
        objects.append(f'{folder}/t{k}.o')
    return objects


def measure(folder, file, name, arguments, by, sizes):
    words = [x for s, n in sizes.items() for x in ('--size', f'{s}={n}')]
    words += [x for b in asked(by) for x in ('--by', b)]
    code = subprocess.run([adjudge, 'derive', file, '--def', name, '--emit', 'loops', *words],
                          check=True, capture_output=True, text=True).stdout
    by = by or [a for a, _ in arguments]
    with open(f'{folder}/sizes.h', 'w') as out:
        for letter in 'DHKMNPQRS': out.write(f'#define {letter} {sizes.get(letter.lower(), 5)}\n')
    tapenade = name == 'gmm' and 'ADBENCH' in os.environ
    work = max([2 * sizes.get('n', 0) + 2, 20000] + [int(x) + 1 for x in re.findall(r'work_: (\d+)', code)])
    open(f'{folder}/code.c', 'w').write(code)
    open(f'{folder}/main.c', 'w').write(driver(name, arguments, by, work, tapenade))
    start = time.monotonic()
    subprocess.run([*gcc, folder, '-c', f'{folder}/code.c', '-o', f'{folder}/code.o'], check=True)
    seconds = time.monotonic() - start
    subprocess.run([*gcc, folder, '-o', f'{folder}/main', f'{folder}/main.c', f'{here}/hand/hand.c', f'{folder}/code.o',
                    *(build_tapenade(folder) if tapenade else []), '-lm'], check=True)
    *times, worst = map(float, subprocess.run([f'{folder}/main'], check=True, capture_output=True, text=True).stdout.split())
    return code.count('\n'), seconds, times, worst


def main():
    failed = False
    print('| program | lines | gcc s | value us | gradient us | gradient/value | by hand | gradient/value | gradient/value by hand |')
    print('|---|---|---|---|---|---|---|---|---|')
    for what, file, name, arguments, by, sizes in PROGRAMS:
        if chosen and what not in chosen: continue
        with tempfile.TemporaryDirectory() as folder:
            lines, seconds, t, worst = measure(folder, file, name, arguments, by.split(), sizes)
        alone = [f'by {b} alone' for b in asked(by.split()) if '-' in by]
        title = ', '.join([f'`{name}`', *alone, *[f'{s} = {n}' for s, n in sizes.items()]])
        print(f'| {title} | {lines} | {seconds:.1f} | {t[0]:.4g} | {t[1]:.4g} | {t[1] / t[0]:.2f} | {t[2]:.4g}, {t[3]:.4g} '
              f'| {t[3] / t[2]:.2f} | {t[1] / t[2]:.2f} |', flush=True)
        if len(t) > 4: print(f'| Tapenade\'s | | | {t[4]:.4g} | {t[5]:.4g} | {t[5] / t[4]:.2f} | | | {t[5] / t[2]:.2f} |')
        if not worst <= 1e-12:
            failed = True
            print(f'{name}: gradients differ, by {worst:.3g} of the largest component', file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
