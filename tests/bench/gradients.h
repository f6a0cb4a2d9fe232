#ifndef ADJUDGE_BENCH_GRADIENTS_H
#define ADJUDGE_BENCH_GRADIENTS_H

void bench_gradients(void);

#endif
