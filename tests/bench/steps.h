/* Folds and iterations of many steps: time and memory a step, by engine. */
#ifndef ADJUDGE_BENCH_STEPS_H
#define ADJUDGE_BENCH_STEPS_H

void bench_steps(void);

#endif
