/* What a campaign on a primitive costs. */
#ifndef ADJUDGE_BENCH_CAMPAIGNS_H
#define ADJUDGE_BENCH_CAMPAIGNS_H

void bench_campaigns(void);

#endif
