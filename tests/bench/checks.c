#include "tests/bench/checks.h"

#include "verify/battery/battery.h"
#include "verify/enumerate/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define OPERATIONS 15u
#define INPUTS 4u
#define MOST_DEGREE 5u

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------- programs -- */

typedef enum Family { POLYNOMIAL, RATIONAL, TRANSCENDENTAL } Family;

/* A straight line under construction. */
typedef struct Line {
  Store *store;
  uint64_t seed, drawn;
  uint32_t degree[INPUTS + OPERATIONS]; /* of each identifier, the inputs first */
  uint32_t count;                       /* of identifiers */
  uint32_t quotients, functions;        /* there are few of these */
} Line;

static uint32_t draw(Line *line, uint32_t below) {
  return (uint32_t)(random_word(line->seed, 1, line->drawn++) % below);
}

static TermId operation(Line *line, OpCode code, uint32_t a, uint32_t b) {
  Store *s = line->store;
  TermId x = term_var(s, line->count - 1 - a), y = b == UINT32_MAX ? TERM_NONE_ID : term_var(s, line->count - 1 - b);
  return term_op(s, op_make(&s->ops, &s->types, code, 1, 0), x, y);
}

/* One operation, mostly on what was computed last. */
static TermId next_operation(Line *line, Family family) {
  static const OpCode functions[] = {OP_SIN, OP_EXP, OP_TANH, OP_COS};
  uint32_t a = line->count > INPUTS && draw(line, 3) != 0 ? line->count - 1 : draw(line, line->count);
  uint32_t b = draw(line, line->count), *degree = &line->degree[line->count];
  if (family == TRANSCENDENTAL && line->functions < 3 && draw(line, 4) == 0) {
    line->functions++;
    *degree = 1;
    return operation(line, functions[draw(line, 4)], b, UINT32_MAX);
  }
  if (family != POLYNOMIAL && line->quotients < 2 && b < INPUTS && draw(line, 3) == 0) {
    line->quotients++;
    *degree = line->degree[a] + 1;
    return operation(line, OP_DIV, a, b);
  }
  uint32_t choice = draw(line, 3), product = line->degree[a] + line->degree[b];
  if (choice == 2 && product <= MOST_DEGREE) {
    *degree = product;
    return operation(line, OP_MUL, a, b);
  }
  *degree = line->degree[a] > line->degree[b] ? line->degree[a] : line->degree[b];
  return operation(line, choice == 0 ? OP_SUB : OP_ADD, a, b);
}

/* let x5 = ... in ... let x19 = ... in x19 */
static TermId straight_line(Store *store, Family family, uint64_t seed) {
  Line line = {.store = store, .seed = seed, .count = INPUTS};
  TermId bound[OPERATIONS];
  for (uint32_t i = 0; i < INPUTS; i++) line.degree[i] = 1;
  for (uint32_t k = 0; k < OPERATIONS; k++) {
    bound[k] = next_operation(&line, family);
    line.count++;
  }
  TermId t = term_var(store, 0);
  for (uint32_t k = OPERATIONS; k-- > 0;) t = term_let(store, NAME_NONE, bound[k], t);
  return t;
}

/* --------------------------------------------------------------- checks -- */

typedef struct Workshop {
  Store *store;
  Battery *battery;
  Tally *tally;
  Witness *witnesses;
} Workshop;

static Workshop workshop_open(void) {
  Workshop shop = {.store = store_new(TERM_LIMIT)};
  shop.battery = battery_new(shop.store);
  shop.tally = calloc(1, sizeof *shop.tally);
  shop.witnesses = calloc(LAW_COUNT, sizeof *shop.witnesses);
  if (shop.battery == NULL || shop.tally == NULL || shop.witnesses == NULL) exit(1);
  return shop;
}

static void workshop_close(Workshop *shop) {
  battery_free(shop->battery);
  store_free(shop->store);
  free(shop->tally);
  free(shop->witnesses);
}

typedef struct Times {
  double sum, most;
} Times;

static void add_time(Times *times, double seconds) {
  times->sum += seconds;
  if (seconds > times->most) times->most = seconds;
}

static BatteryOptions derivative_laws(void) {
  BatteryOptions options = {.engines = ENGINES_CHAD, .seed = 1};
  options.laws.on[LAW_AD_FWD] = options.laws.on[LAW_AD_REV] = true;
  options.laws.on[LAW_AD_DOT] = options.laws.on[LAW_AD_PRIMAL] = true;
  return options;
}

static void bench_family(Family family, const char *name, uint32_t programs) {
  Workshop shop = workshop_open();
  TypeId real = type_real(&shop.store->types, 1), context[INPUTS] = {real, real, real, real};
  BatteryOptions quick = derivative_laws(), proof = quick;
  Times quick_times = {0, 0}, proof_times = {0, 0};
  uint32_t proved = 0;
  quick.quick = true;
  proof.proofs = true;
  for (uint32_t i = 0; i < programs; i++) {
    uint32_t mark = store_mark(shop.store);
    Program program = {straight_line(shop.store, family, i + 1), context, INPUTS, real};
    double start = now();
    battery_check(shop.battery, &program, (Rank)i, &quick, shop.tally, shop.witnesses);
    double middle = now();
    battery_check(shop.battery, &program, (Rank)i, &proof, shop.tally, shop.witnesses);
    add_time(&quick_times, middle - start);
    add_time(&proof_times, now() - middle);
    const ProgramVerdict *verdict = battery_verdict(shop.battery);
    proved += verdict->tried && (verdict->found == FOR_ALL_DECIDED || verdict->found == FOR_ALL_SYMBOLIC);
    store_release(shop.store, mark);
  }
  (void)printf("  %-14s %7.0f/s at a point (slowest %.2f ms), %7.0f/s for all inputs (slowest %.2f ms, %u of %u "
               "proved), %llu refuted\n",
               name, programs / quick_times.sum, quick_times.most * 1e3, programs / proof_times.sum,
               proof_times.most * 1e3, proved, programs, (unsigned long long)tally_total(shop.tally, OUTCOME_REFUTED));
  workshop_close(&shop);
}

void bench_checks(void) {
  bench_family(POLYNOMIAL, "polynomial", 10000);
  bench_family(RATIONAL, "rational", 5000);
  bench_family(TRANSCENDENTAL, "transcendental", 5000);
}

void bench_slowest(const char *name) {
  char error[512];
  Workshop shop = workshop_open();
  Space *space = space_open(shop.store, name, error, sizeof error);
  BatteryOptions options = {.laws = law_set_all(), .seed = 1};
  Times times = {0, 0};
  uint32_t programs = 2000;
  for (uint32_t k = 0; space != NULL && k < programs; k++) {
    SpaceCase c;
    Rank index = (Rank)random_word(1, 2, k) % space_count(space);
    uint32_t mark = store_mark(shop.store);
    if (space_unrank(space, index, &c) == STATUS_OK) {
      double start = now();
      battery_check(shop.battery, &c.program, index, &options, shop.tally, shop.witnesses);
      add_time(&times, now() - start);
    }
    store_release(shop.store, mark);
  }
  (void)printf("  %-18s mean %6.3f ms, slowest %6.2f ms of %u programs\n", name, times.sum / programs * 1e3,
               times.most * 1e3, programs);
  if (space != NULL) space_close(space);
  workshop_close(&shop);
}
