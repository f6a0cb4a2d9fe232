/* Rates where programs of one meaning are merged. */
#ifndef ADJUDGE_BENCH_MERGING_H
#define ADJUDGE_BENCH_MERGING_H

void bench_merging(const char *description);

#endif
