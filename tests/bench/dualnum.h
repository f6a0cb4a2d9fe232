/* The tape of dual-numbers AD: time of a gradient, memory, growth. */
#ifndef ADJUDGE_BENCH_DUALNUM_H
#define ADJUDGE_BENCH_DUALNUM_H

void bench_dualnum(void);

#endif
