/* Benchmarks: rates on one core, memory, and the size of transformed code.
 *
 * Rates are of this machine and this moment; ratios within one run mean more. */
#include "ad/chad/chad.h"
#include "semantics/core/rings.h"
#include "semantics/linear/typing.h"
#include "verify/laws/battery.h"
#include "verify/truth/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define PROGRAMS 4000u
#define STRIDE 241u /* through the space, so that all sizes and contexts are met */

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static long resident_kilobytes(void) {
  struct rusage usage;
  (void)getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static uint64_t instances(const Tally *tally) {
  uint64_t sum = 0;
  for (int o = 0; o < OUTCOME_COUNT; o++) sum += tally_total(tally, (Outcome)o);
  return sum;
}

/* ------------------------------------------------- the whole battery -- */

static void bench_battery(const char *preset, uint32_t programs) {
  char error[512];
  Store *store = store_new(TERM_LIMIT);
  Space *space = space_open(store, preset, error, sizeof error);
  Battery *battery = battery_new(store);
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  BatteryOptions options = {law_set_all(), false, 1};
  if (space == NULL || battery == NULL || tally == NULL || witnesses == NULL) {
    (void)printf("  %s: cannot be opened\n", preset);
    exit(1);
  }
  double start = now();
  long half = 0;
  for (uint32_t k = 0; k < programs; k++) {
    SpaceCase program;
    uint32_t mark = store_mark(store);
    Rank index = (Rank)k * STRIDE % space_count(space);
    if (space_unrank(space, index, &program) == STATUS_OK) {
      battery_check(battery, &program.program, index, &options, tally, witnesses);
    }
    store_release(store, mark);
    if (k == programs / 2) half = resident_kilobytes();
  }
  double seconds = now() - start;
  (void)printf("  %-10s %8.0f programs/s %10.0f law instances/s  (%.0f instances a program, %llu refuted)\n", preset,
               programs / seconds, (double)instances(tally) / seconds, (double)instances(tally) / programs,
               (unsigned long long)tally_total(tally, OUTCOME_REFUTED));
  (void)printf("  %-10s resident %ld MB half-way, %ld MB at the end\n", "", half / 1024, resident_kilobytes() / 1024);
  battery_free(battery);
  space_close(space);
  store_free(store);
  free(tally);
  free(witnesses);
}

/* ------------------------------------------------------ the parts of it -- */

typedef enum Part { PART_UNRANK, PART_DERIVE, PART_TYPE, PART_TRUTH, PART_SOURCE, PART_EVALUATORS, PART_COUNT = PART_EVALUATORS + 3 } Part;

static void run_part(int part, Store *store, Truth *truth, Ring *field, Arena *arena, const SpaceCase *c) {
  static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};
  TypeId context[SPACE_MAX_CONTEXT], type;
  Program derivative;
  Scalar x[64], v[64], value[64], image[64];
  TruthReport report;
  for (uint32_t i = 0; i < 64; i++) x[i] = v[i] = ring_integer(field, 3 + (int64_t)i);
  ArenaMark mark = arena_mark(arena);
  Machine machine = machine_make(store, field, arena);
  Status status = STATUS_OK;
  if (part == PART_UNRANK) return;
  if (part == PART_TRUTH) status = truth_field_line(truth, &c->program, x, v, value, image, &report);
  else if (part == PART_SOURCE) status = source_evaluator.eval(&machine, &c->program, x, value);
  else {
    status = chad_reverse.transform(store, &c->program, context, &derivative);
    if (status == STATUS_OK && part == PART_TYPE) {
      status = linear_infer_cartesian(store, context, derivative.length, derivative.term, &type);
    } else if (status == STATUS_OK && part >= PART_EVALUATORS) {
      status = evaluators[part - PART_EVALUATORS]->eval_linear(&machine, &derivative, x, 1, v, value, image);
    }
  }
  if (status != STATUS_OK) (void)printf("  part %d: %s\n", part, status_name(status));
  arena_release(arena, mark);
}

static void bench_parts(const char *preset) {
  static const char *const names[] = {"unranking",           "D reverse",         "D reverse, typed", "truth on a line",
                                      "source evaluation",   "D and operational", "D and applied",    "D and monoid"};
  char error[512];
  Store *store = store_new(TERM_LIMIT);
  Space *space = space_open(store, preset, error, sizeof error);
  Truth *truth = truth_new(store);
  Ring *field = ring_field_new();
  Arena arena;
  arena_init(&arena, (size_t)64 << 20);
  for (int part = 0; part < PART_COUNT; part++) {
    double start = now();
    uint32_t programs = 20000;
    for (uint32_t k = 0; k < programs; k++) {
      SpaceCase program;
      uint32_t mark = store_mark(store);
      if (space_unrank(space, (Rank)k * STRIDE % space_count(space), &program) == STATUS_OK) {
        run_part(part, store, truth, field, &arena, &program);
      }
      store_release(store, mark);
    }
    (void)printf("  %-20s %10.0f programs/s  (unranking included)\n", names[part], programs / (now() - start));
  }
  arena_free(&arena);
  ring_destroy(field);
  truth_free(truth);
  space_close(space);
  store_free(store);
}

/* ------------------------------------------------ size of derived code -- */

/* let x1 = x0 * x0 in let x2 = x1 * x1 in ... xn */
static TermId chain(Store *store, uint32_t lets) {
  OpId times = op_make(&store->ops, &store->types, OP_MUL, 1, 0);
  TermId t = term_var(store, 0);
  for (uint32_t i = 0; i < lets; i++) {
    t = term_let(store, NAME_NONE, term_op(store, times, term_var(store, 0), term_var(store, 0)), t);
  }
  return t;
}

static void bench_size(const Engine *engine) {
  Store *store = store_new(TERM_LIMIT);
  TypeId real = type_real(&store->types, 1), context[1];
  double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;
  (void)printf("  %s: lets, source nodes, code nodes, unfolded nodes\n", engine->name);
  for (uint32_t lets = 10; lets <= 160; lets *= 2) {
    Program source = {chain(store, lets), &real, 1, real}, derivative;
    if (engine->transform(store, &source, context, &derivative) != STATUS_OK) continue;
    double x = (double)term_size(store, source.term), y = (double)chad_code_size(store, derivative.term);
    (void)printf("    %4u %6.0f %8.0f %10llu\n", lets, x, y, (unsigned long long)term_size(store, derivative.term));
    sx += x, sy += y, sxx += x * x, sxy += x * y, n += 1;
  }
  (void)printf("    fitted slope %.2f code nodes a source node, proj, coproj and 0_ counted as one node\n",
               (n * sxy - sx * sy) / (n * sxx - sx * sx));
  store_free(store);
}

int main(void) {
  (void)printf("whole battery, one core\n");
  bench_battery("poly", PROGRAMS * 4);
  bench_battery("division", PROGRAMS);
  bench_battery("array", PROGRAMS);
  bench_battery("higher", PROGRAMS);
  bench_battery("analytic", PROGRAMS);
  (void)printf("parts, space poly, one core\n");
  bench_parts("poly");
  (void)printf("size of transformed code\n");
  bench_size(&chad_forward);
  bench_size(&chad_reverse);
  return 0;
}
