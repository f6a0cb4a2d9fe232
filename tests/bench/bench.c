/* Benchmarks: rates on one core, memory, and the size of transformed code.
 *
 * Rates are of this machine and this moment; ratios within one run mean more. */
#include "ad/chad/chad.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/rings/rings.h"
#include "tests/bench/campaigns.h"
#include "tests/bench/checks.h"
#include "tests/bench/dualnum.h"
#include "tests/bench/frechet.h"
#include "tests/bench/gradients.h"
#include "tests/bench/merging.h"
#include "tests/bench/steps.h"
#include "verify/battery/battery.h"
#include "verify/battery/code_size.h"
#include "verify/truth/ring_jet.h"
#include "verify/truth/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define PROGRAMS 4000u
#define STRIDE 241u /* through the space, so that all sizes and contexts are met */

/* Processor time: other work on the machine counts as little as it can. */
static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
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

/* A space with all that checking its programs takes. */
typedef struct Bench {
  Store *store;
  Space *space;
  Battery *battery;
  Tally *tally;
  Witness *witnesses;
} Bench;

static Bench bench_open(const char *preset) {
  char error[512] = "no memory";
  Bench bench = {.store = store_new(TERM_LIMIT)};
  bench.space = space_open(bench.store, preset, error, sizeof error);
  bench.battery = battery_new(bench.store);
  bench.tally = calloc(1, sizeof *bench.tally);
  bench.witnesses = calloc(LAW_COUNT, sizeof *bench.witnesses);
  if (bench.space == NULL || bench.battery == NULL || bench.tally == NULL || bench.witnesses == NULL) {
    (void)fprintf(stderr, "%s: %s\n", preset, error);
    exit(1);
  }
  return bench;
}

static void bench_close(Bench *bench) {
  battery_free(bench->battery);
  space_close(bench->space);
  store_free(bench->store);
  free(bench->tally);
  free(bench->witnesses);
}

/* The k-th program met. */
static bool bench_program(Bench *bench, uint32_t k, Rank *index, SpaceCase *c) {
  *index = (Rank)k * STRIDE % space_count(bench->space);
  return space_unrank(bench->space, *index, c) == STATUS_OK;
}

/* ------------------------------------------------- the whole battery -- */

/* Checks programs first..end-1 by CHAD and these engines; answers the seconds it took. */
static double check_by(Bench *bench, const LawSet *laws, EngineChoice engines_chosen, uint32_t first, uint32_t end) {
  BatteryOptions options = {.laws = *laws, .engines = engines_chosen, .seed = 1};
  double start = now();
  for (uint32_t k = first; k < end; k++) {
    Rank index;
    SpaceCase c;
    uint32_t mark = store_mark(bench->store);
    if (bench_program(bench, k, &index, &c)) {
      battery_check(bench->battery, &c.program, index, &options, bench->tally, bench->witnesses);
    }
    store_release(bench->store, mark);
  }
  return now() - start;
}

static double check_programs(Bench *bench, const LawSet *laws, uint32_t first, uint32_t end) {
  return check_by(bench, laws, ENGINES_ALL, first, end);
}

/* Programs a second with CHAD alone, and with every engine. */
static void bench_engines(const char *preset, uint32_t programs) {
  LawSet laws = law_set_all();
  Bench chad = bench_open(preset), all = bench_open(preset);
  double by_chad = check_by(&chad, &laws, ENGINES_CHAD, 0, programs);
  double by_all = check_by(&all, &laws, ENGINES_ALL, 0, programs);
  (void)printf("  %-16s %7.0f programs/s by CHAD alone, %7.0f by every engine: %.1f times the time\n", preset,
               programs / by_chad, programs / by_all, by_all / by_chad);
  bench_close(&chad);
  bench_close(&all);
}

static void bench_battery(const char *preset, uint32_t programs) {
  Bench bench = bench_open(preset);
  LawSet laws = law_set_all();
  double seconds = check_programs(&bench, &laws, 0, programs / 2);
  long half = resident_kilobytes();
  seconds += check_programs(&bench, &laws, programs / 2, programs);
  double count = (double)instances(bench.tally);
  (void)printf("  %-10s %8.0f programs/s %10.0f law instances/s  (%.0f instances a program, %llu refuted)\n", preset,
               programs / seconds, count / seconds, count / programs,
               (unsigned long long)tally_total(bench.tally, OUTCOME_REFUTED));
  (void)printf("  %-10s resident %ld MB half-way, %ld MB at the end\n", "", half / 1024, resident_kilobytes() / 1024);
  bench_close(&bench);
}

/* --------------------------------------------- what each family adds -- */

/* The best of a few. */
static double best_time(Bench *bench, const LawSet *laws, uint32_t programs) {
  double best = check_programs(bench, laws, 0, programs);
  for (int i = 1; i < 5; i++) {
    double seconds = check_programs(bench, laws, 0, programs);
    if (seconds < best) best = seconds;
  }
  return best;
}

static void switch_family(LawSet *laws, const char *prefix, bool on) {
  for (int law = 0; law < LAW_COUNT; law++) {
    if (strncmp(law_info((LawId)law)->name, prefix, strlen(prefix)) == 0) laws->on[law] = on;
  }
}

/* The time of a program with all laws, and the time that is saved without each
 * family: what is left is unranking, truth, derivatives and their runs. */
static void bench_families(const char *preset, uint32_t programs) {
  static const char *const families[][2] = {{"BE-", "FUN-"}, {"SIMP-", "SIMP-"}, {"SEM-", "SEM-"},
                                            {"AD-", "HOM-"}, {"MON-", "MON-"},   {"TYP-", "COST-"}};
  Bench bench = bench_open(preset);
  LawSet all = law_set_all();
  double whole = best_time(&bench, &all, programs), rest = whole;
  (void)printf("  %-10s %6.1f us a program; of it", preset, whole / programs * 1e6);
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    LawSet laws = all;
    for (int k = 0; k < 2; k++) switch_family(&laws, families[i][k], false);
    double saved = whole - best_time(&bench, &laws, programs);
    (void)printf(" %s*%s%s %.0f %%,", families[i][0], families[i][1] == families[i][0] ? "" : " ",
                 families[i][1] == families[i][0] ? "" : families[i][1], 100 * saved / whole);
    rest -= saved;
  }
  (void)printf(" truth, derivatives and their runs %.0f %%\n", 100 * rest / whole);
  bench_close(&bench);
}

/* ------------------------------------------------------ the parts of it -- */

typedef enum Part {
  PART_UNRANK,
  PART_TRUTH,
  PART_SOURCE,
  PART_DERIVE,
  PART_TYPE,
  PART_EVALUATORS,
  PART_COUNT = PART_EVALUATORS + 3
} Part;

typedef struct Workshop {
  Truth *truth;
  Ring *field;
  Arena arena;
} Workshop;

static Status run_part(int part, Store *store, Workshop *shop, const SpaceCase *c) {
  static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};
  TypeId context[SPACE_MAX_CONTEXT], type;
  Program derivative;
  Scalar x[64], v[64], value[64], image[64];
  TruthReport report;
  if (part == PART_UNRANK) return STATUS_OK;
  for (uint32_t i = 0; i < 64; i++) x[i] = v[i] = ring_integer(shop->field, 3 + (int64_t)i);
  Machine machine = machine_make(store, shop->field, &shop->arena);
  if (part == PART_TRUTH) return truth_field_line(shop->truth, &c->program, x, v, value, image, &report);
  if (part == PART_SOURCE) return source_evaluator.eval(&machine, &c->program, x, value);
  Status status = chad_reverse.transform(store, &c->program, context, &derivative);
  if (status != STATUS_OK || part == PART_DERIVE) return status;
  if (part == PART_TYPE) {
    return linear_infer_cartesian(store, context, derivative.length, derivative.term, &type);
  }
  return evaluators[part - PART_EVALUATORS]->eval_linear(&machine, &derivative, x, 1, v, value, image);
}

/* Seconds that one part takes on `programs` programs, unranking included. */
static double time_part(Bench *bench, Workshop *shop, int part, uint32_t programs, uint64_t *nodes) {
  double start = now();
  *nodes = 0;
  for (uint32_t k = 0; k < programs; k++) {
    Rank index;
    SpaceCase c;
    uint32_t mark = store_mark(bench->store);
    ArenaMark values = arena_mark(&shop->arena);
    if (bench_program(bench, k, &index, &c)) {
      Status status = run_part(part, bench->store, shop, &c);
      if (status != STATUS_OK) (void)printf("  part %d: %s\n", part, status_name(status));
      *nodes += term_size(bench->store, c.program.term);
    }
    arena_release(&shop->arena, values);
    store_release(bench->store, mark);
  }
  return now() - start;
}

/* Each part beyond what it rests on: D on unranking, the others on D. */
static void bench_parts(const char *preset, uint32_t programs) {
  static const char *const names[] = {"unranking",         "truth on a line",     "source evaluator",
                                      "D reverse",         "typing of D reverse", "operational evaluator",
                                      "applied evaluator", "monoid evaluator"};
  Bench bench = bench_open(preset);
  Workshop shop = {.truth = truth_new(bench.store), .field = ring_field_new()};
  arena_init(&shop.arena, (size_t)64 << 20);
  double seconds[PART_COUNT];
  uint64_t nodes = 0;
  for (int part = 0; part < PART_COUNT; part++) {
    seconds[part] = time_part(&bench, &shop, part, programs, &nodes);
    for (int i = 1; i < 3; i++) {
      double again = time_part(&bench, &shop, part, programs, &nodes);
      if (again < seconds[part]) seconds[part] = again;
    }
  }
  for (int part = 0; part < PART_COUNT; part++) {
    double own = seconds[part];
    if (part > PART_UNRANK) own -= seconds[part > PART_DERIVE ? PART_DERIVE : PART_UNRANK];
    (void)printf("  %-24s %7.0f ns a source node\n", names[part], own / (double)nodes * 1e9);
  }
  arena_free(&shop.arena);
  ring_destroy(shop.field);
  truth_free(shop.truth);
  bench_close(&bench);
}

/* -------------------------------------------- the certified truth tier -- */

/* Jets of length 2 at 128 bits: value and one directional derivative, certified. */
static void bench_jets(const char *preset) {
  char error[512];
  Store *store = store_new(TERM_LIMIT);
  Space *space = space_open(store, preset, error, sizeof error);
  Ring *jets = ring_jet_new(1, 128);
  Arena arena;
  Scalar x[SPACE_MAX_CONTEXT * 4], value[64];
  mpq_t point, along;
  uint32_t programs = 40000, decided = 0;
  double seconds = 0;
  arena_init(&arena, (size_t)64 << 20);
  mpq_init(point), mpq_init(along);
  mpq_set_ui(point, 5, 8), mpq_set_ui(along, 1, 1);
  for (uint32_t i = 0; i < SPACE_MAX_CONTEXT * 4; i++) x[i] = jet_make_line(jets, point, along);
  for (uint32_t k = 0; k < programs; k++) {
    SpaceCase c;
    uint32_t mark = store_mark(store);
    if (space_unrank(space, (Rank)k * STRIDE % space_count(space), &c) == STATUS_OK) {
      ArenaMark arena_at = arena_mark(&arena);
      size_t ring_at = ring_mark(jets);
      Machine machine = machine_make(store, jets, &arena);
      double start = now();
      decided += source_evaluator.eval(&machine, &c.program, x, value) == STATUS_OK;
      seconds += now() - start;
      (void)ring_take_status(jets);
      ring_release(jets, ring_at);
      arena_release(&arena, arena_at);
    }
    store_release(store, mark);
  }
  (void)printf("  %-10s %10.0f evaluations/s  (%.1f ring operations each, %u of %u in their domain)\n", preset,
               programs / seconds, (double)jets->operations / programs, decided, programs);
  mpq_clear(point), mpq_clear(along);
  arena_free(&arena);
  ring_destroy(jets);
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
    double x = (double)term_size(store, source.term), y = (double)code_nodes(store, derivative.term);
    (void)printf("    %4u %6.0f %8.0f %10llu\n", lets, x, y, (unsigned long long)term_size(store, derivative.term));
    sx += x, sy += y, sxx += x * x, sxy += x * y, n += 1;
  }
  (void)printf("    fitted slope %.2f code nodes a source node, proj, coproj and 0_ counted as one node\n",
               (n * sxy - sx * sy) / (n * sxx - sx * sx));
  store_free(store);
}

int main(void) {
  bench_campaigns();
  bench_frechet();
  bench_dualnum();
  bench_gradients();
  bench_steps();
  (void)printf("whole battery, one core\n");
  bench_battery("poly", PROGRAMS * 4);
  bench_battery("poly,size=6", PROGRAMS * 4);
  bench_battery("division", PROGRAMS);
  bench_battery("array", PROGRAMS);
  bench_battery("higher", PROGRAMS);
  bench_battery("analytic", PROGRAMS);
  (void)printf("every engine on every program, one core\n");
  bench_engines("poly,size=8", PROGRAMS);
  bench_engines("division,size=7", PROGRAMS);
  bench_engines("array,size=7", PROGRAMS);
  bench_engines("higher,size=8", PROGRAMS);
  bench_engines("control,size=6", PROGRAMS);
  bench_engines("analytic,size=4", PROGRAMS / 4);
  (void)printf("programs of one meaning merged, all engines, one core\n");
  bench_merging("poly,size=5");
  bench_merging("poly,size=6");
  bench_merging("poly,size=7");
  bench_merging("array,size=6");
  bench_merging("division,size=5");
  (void)printf("where the time goes: what leaving out a family of laws saves\n");
  bench_families("poly", PROGRAMS / 4);
  bench_families("higher", PROGRAMS / 4);
  (void)printf("parts, space poly, one seed; typing and evaluators of the target on the reverse derivative\n");
  bench_parts("poly", PROGRAMS * 4);
  (void)printf("certified truth, jets of length 2 at 128 bits, one core\n");
  bench_jets("division");
  bench_jets("analytic");
  bench_jets("mixed,size=16");
  (void)printf("one check of a program of 15 operations and 4 inputs, one core\n");
  bench_checks();
  (void)printf("the slowest check of all laws\n");
  bench_slowest("poly");
  bench_slowest("division,size=7");
  bench_slowest("analytic,size=4");
  bench_slowest("mixed");
  (void)printf("size of transformed code\n");
  bench_size(&chad_forward);
  bench_size(&chad_reverse);
  return 0;
}
