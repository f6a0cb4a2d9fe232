/* The tape against the program in the same interpreter, without recording; and
 * the stages on Table 1's functions. */
#include "tests/bench/dualnum.h"

#include "ad/dualnum/dualnum.h"
#include "semantics/dualnum/tape_run.h"
#include "tests/bench/setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static double time_primal(Setting *s) {
  ArenaMark mark = arena_mark(&s->arena);
  Machine machine = machine_make(s->store, s->ring, &s->arena);
  double start = bench_now();
  if (tape_eval(&machine, s->program, s->input, NULL, s->primal, NULL) != STATUS_OK)
    bench_fail("the program has no value");
  double seconds = bench_now() - start;
  arena_release(&s->arena, mark);
  return seconds;
}

static double time_gradient(Setting *s, CostMeter *meter) {
  ArenaMark mark = arena_mark(&s->arena);
  Machine machine = machine_make(s->store, s->ring, &s->arena);
  *meter = (CostMeter){.steps = 0};
  double start = bench_now();
  Status status = tape_gradient(&machine, s->program, s->input, 1, s->seed, s->primal, s->image, meter);
  double seconds = bench_now() - start;
  if (status != STATUS_OK) bench_fail(status_name(status));
  arena_release(&s->arena, mark);
  return seconds;
}

/* The best of some, gradient over primal. */
static void bench_ratio(const char *path, const char *name, const SizeOverride *sizes, uint32_t count) {
  Setting s;
  CostMeter meter;
  char *text = bench_read(path);
  setting_open(&s, text, name, sizes, count);
  double primal = time_primal(&s), gradient = time_gradient(&s, &meter);
  for (int i = 0; i < 9; i++) {
    double again = time_primal(&s), more = time_gradient(&s, &meter);
    if (again < primal) primal = again;
    if (more < gradient) gradient = more;
  }
  (void)printf("  %-14s %8llu nodes, primal %8.3f ms, gradient %8.3f ms, ratio %.2f\n", name,
               (unsigned long long)meter.calls, primal * 1e3, gradient * 1e3, gradient / primal);
  setting_close(&s);
  free(text);
}

/* 2^k operations by functions that apply one another twice. */
static void bench_growth(uint32_t k) {
  static char text[8192];
  size_t used = (size_t)snprintf(text, sizeof text, "def f (x : real) : real = let f0 = \\(u : real). u * x in ");
  for (uint32_t i = 0; i < k; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "let f%u = \\(u : real). f%u (f%u u) in ", i + 1, i, i);
  }
  (void)snprintf(text + used, sizeof text - used, "f%u x", k);
  Setting s;
  CostMeter meter;
  setting_open(&s, text, "f", NULL, 0);
  double primal = time_primal(&s), gradient = time_gradient(&s, &meter);
  struct rusage usage;
  (void)getrusage(RUSAGE_SELF, &usage);
  (void)printf("  %9llu nodes: primal %6.1f ns, gradient %6.1f ns a node, ratio %.2f, resident %ld MB\n",
               (unsigned long long)meter.calls, primal / (double)meter.calls * 1e9,
               gradient / (double)meter.calls * 1e9, gradient / primal, usage.ru_maxrss / 1024);
  setting_close(&s);
}

/* Gradient cost over primal cost, counted, by stage. */
static void bench_stages(const char *path, const char *name, const SizeOverride *sizes, uint32_t count) {
  Setting s;
  CostMeter own = {.steps = 0};
  char *text = bench_read(path);
  setting_open(&s, text, name, sizes, count);
  Machine machine = machine_make(s.store, s.ring, &s.arena);
  MeterStart start = meter_start(&machine);
  if (source_evaluator.eval(&machine, s.program, s.input, s.primal) != STATUS_OK) bench_fail(name);
  meter_stop(&machine, start, &own);
  (void)printf("  %-14s", name);
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    const DualProgram *derivative = NULL;
    const char *missing;
    CostMeter meter = {.steps = 0};
    ArenaMark mark = arena_mark(&s.arena);
    Status status = dualnum_derive(s.store, &s.arena, (DualStage)stage, s.program, &derivative, &missing);
    machine = machine_make(s.store, s.ring, &s.arena);
    machine.fuel = 20000000;
    if (status == STATUS_OK)
      status = dualnum_run(&machine, s.program, derivative, s.input, 1, s.seed, s.primal, s.image, &meter);
    if (status == STATUS_OK)
      (void)printf(" %8.1f", (double)cost_total(&meter) / (double)cost_total(&own));
    else
      (void)printf(" %8s", status_name(status));
    arena_release(&s.arena, mark);
  }
  (void)printf("\n");
  setting_close(&s);
  free(text);
}

void bench_dualnum(void) {
  const SizeOverride gmm[] = {{"d", 8}, {"k", 10}, {"n", 50}}, lstm[] = {{"h", 40}, {"n", 40}};
  const SizeOverride squares[] = {{"m", 300}, {"n", 300}}, product[] = {{"m", 10}, {"n", 10}};
  (void)printf("dual-numbers reverse on the tape: gradient time over primal time, same interpreter, one core\n");
  bench_ratio("tests/corpus/gmm.adj", "gmm", gmm, 3);
  bench_ratio("tests/corpus/lstm.adj", "lstm_loss2", lstm, 2);
  bench_ratio("tests/corpus/leastsquares.adj", "leastsquares", squares, 2);
  (void)printf("  growth\n");
  for (uint32_t k = 16; k <= 23; k++) bench_growth(k);
  bench_growth(24);
  (void)printf("  gradient cost over primal cost, counted, of Table 1's functions and of a chain of doublings:\n");
  (void)printf("  %-14s %8s %8s %8s %8s %8s %8s %8s %8s\n", "", "forward", "naive", "staged", "cayley", "map", "arrays",
               "contrib", "tape");
  bench_stages("tests/corpus/dualnumbers.adj", "scalars", NULL, 0);
  bench_stages("tests/corpus/dualnumbers.adj", "dots", product, 2);
  bench_stages("tests/corpus/dualnumbers.adj", "summatvec", product, 2);
  bench_stages("tests/corpus/quaternion.adj", "quaternion", NULL, 0);
  bench_stages("tests/corpus/dualnumbers.adj", "doubling", NULL, 0);
}
