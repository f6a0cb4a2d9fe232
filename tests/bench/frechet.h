#ifndef ADJUDGE_BENCH_FRECHET_H
#define ADJUDGE_BENCH_FRECHET_H

/* The derivative of b sin(a.x) as a formal tensor, beside its dense Jacobian. */
void bench_frechet(void);

#endif
