/* A whole space, merged as a campaign does it: what the table of classes takes, and what is judged besides. */
#include "tests/bench/merging.h"

#include "tests/bench/setting.h"
#include "verify/campaign/merging.h"

#include <stdio.h>
#include <stdlib.h>

#define TERM_LIMIT ((uint32_t)1 << 22)

typedef struct Judging {
  Store *store;
  Space *space;
  Battery *battery;
  BatteryOptions options;
  Tally *tally;
  Witness *witnesses;
} Judging;

static void judge(Judging *judging, Rank index) {
  SpaceCase made;
  uint32_t mark = store_mark(judging->store);
  if (space_unrank(judging->space, index, &made) != STATUS_OK) bench_fail("a program that is not made");
  battery_check(judging->battery, &made.program, index, &judging->options, judging->tally, judging->witnesses);
  store_release(judging->store, mark);
}

/* Programs judged: those that stand for themselves, and those audited. */
static uint32_t judge_all(Judging *judging, const Merging *merging, Rank count) {
  uint32_t judged = 0;
  for (Rank i = 0; i < count; i++) {
    if (merging_follows(merging, i) && !merging_audits(merging, i)) {
      merging_count(merging, i, &judging->options.laws, judging->tally);
      continue;
    }
    judge(judging, i);
    judged++;
  }
  return judged;
}

void bench_merging(const char *description) {
  char error[512];
  Judging judging = {.store = store_new(TERM_LIMIT), .options = {.engines = ENGINES_ALL, .seed = 1}};
  judging.options.laws = law_set_all();
  judging.space = space_open(judging.store, description, error, sizeof error);
  judging.battery = battery_new(judging.store);
  judging.tally = calloc(1, sizeof *judging.tally);
  judging.witnesses = calloc(LAW_COUNT, sizeof *judging.witnesses);
  if (judging.space == NULL || judging.battery == NULL || judging.tally == NULL || judging.witnesses == NULL)
    bench_fail(description);
  Rank count = space_count(judging.space);
  double start = bench_now();
  Merging *merging = merging_new(judging.store, judging.space, 1, 1);
  if (merging == NULL) bench_fail(description);
  double table = bench_now() - start;
  uint32_t judged = judge_all(&judging, merging, count);
  double all = bench_now() - start;
  (void)printf("  %-16s %7.0f programs/s, of %.0f programs %u judged, the table's %.2f s included; the table alone "
               "%.0f programs/s\n",
               description, (double)count / all, (double)count, judged, table, (double)count / table);
  merging_free(merging);
  battery_free(judging.battery);
  space_close(judging.space);
  free(judging.tally);
  free(judging.witnesses);
  store_free(judging.store);
}
