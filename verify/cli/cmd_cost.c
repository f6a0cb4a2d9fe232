/* adjudge cost: what the program and its derivatives cost, counted, by engine. */
#include "ad/chad/chad.h"
#include "ad/dualnum/dualnum.h"
#include "verify/battery/battery.h"
#include "verify/cli/derivative.h"

#include <math.h>
#include <string.h>

#define COST_SIZES 32u
#define COST_ROWS 64u

/* One way to run the program or a derivative, at each size. */
typedef struct CostRow {
  const char *engine, *evaluator;
  uint64_t cost[COST_SIZES], operations[COST_SIZES]; /* 0: not run, for the reason in `why` */
  CostMeter last;
  Status why;
  const char *missing; /* the construct for which the engine has no rule; "" where that is not why */
} CostRow;

typedef struct CostTable {
  const Arguments *arguments;
  const Engine *only; /* the one that is asked for; NULL for all */
  const char *grow;   /* the size parameter; NULL for one size */
  uint32_t sizes, size[COST_SIZES], rows;
  uint32_t runs, limits; /* those that met a limit of steps, memory or depth */
  uint32_t undefined;    /* sizes at which the program has no value */
  uint32_t derivatives;  /* runs that gave one */
  CostRow row[COST_ROWS];
} CostTable;

static CostRow *row_of(CostTable *table, const char *engine, const char *evaluator) {
  for (uint32_t i = 0; i < table->rows; i++) {
    CostRow *row = &table->row[i];
    if (strcmp(row->engine, engine) == 0 && strcmp(row->evaluator, evaluator) == 0) return row;
  }
  if (table->rows == COST_ROWS) return NULL;
  table->row[table->rows] = (CostRow){.engine = engine, .evaluator = evaluator};
  return &table->row[table->rows++];
}

/* A program at one size, with what the runs need. */
typedef struct CostRun {
  CostTable *table;
  Session *session;
  uint32_t at; /* which size */
  Scalar *input, *seed, *primal, *image;
} CostRun;

static CostRow *put(CostRun *run, const char *engine, const char *evaluator, Status status, const CostMeter *meter) {
  static CostRow nowhere;
  CostRow *row = row_of(run->table, engine, evaluator);
  if (row == NULL) return &nowhere;
  run->table->runs++;
  run->table->limits += status == STATUS_LIMIT;
  run->table->derivatives += status == STATUS_OK && row != &run->table->row[0];
  row->why = status;
  row->last = *meter;
  row->cost[run->at] = status == STATUS_OK ? cost_total(meter) : 0;
  row->operations[run->at] = status == STATUS_OK ? meter->operations : 0;
  row->missing = "";
  return row;
}

/* The budget of one run: CHAD as published, and naive dual numbers, may be exponential. */
static Machine open_machine(const CostRun *run) {
  Machine machine = session_machine(run->session);
  machine.fuel = options_count(run->table->arguments, "fuel", 50000000);
  return machine;
}

static void cost_of_program(CostRun *run) {
  CostMeter meter = {.steps = 0};
  Machine machine = open_machine(run);
  ArenaMark mark = arena_mark(&run->session->arena);
  MeterStart start = meter_start(&machine);
  Status status = source_evaluator.eval(&machine, &run->session->definition->program, run->input, run->primal);
  meter_stop(&machine, start, &meter);
  arena_release(&run->session->arena, mark);
  (void)put(run, "(program)", source_evaluator.name, status, &meter);
  run->table->undefined += status == STATUS_DOMAIN;
}

/* Forward: one tangent; reverse: one cotangent. */
static void cost_of_transformed(CostRun *run, const Engine *engine) {
  const Program *source = &run->session->definition->program;
  Program derivative;
  TypeId *context = session_alloc(run->session, source->length, sizeof *context);
  if (context == NULL) return;
  Status status = engine->transform(run->session->store, source, context, &derivative);
  const char *missing = status == STATUS_UNABLE ? chad_missing(run->session->store, source->term) : "";
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    CostMeter meter = {.steps = 0};
    ArenaMark mark = arena_mark(&run->session->arena);
    Machine machine = open_machine(run);
    MeterStart start = meter_start(&machine);
    Status ran = status;
    if (ran == STATUS_OK) {
      ran = target_evaluators[k]->eval_linear(&machine, &derivative, run->input, 1, run->seed, run->primal, run->image);
    }
    meter_stop(&machine, start, &meter);
    arena_release(&run->session->arena, mark);
    put(run, engine->name, target_evaluators[k]->name, ran, &meter)->missing = missing;
  }
}

static void cost_of_own(CostRun *run, const Engine *engine) {
  const Program *source = &run->session->definition->program;
  const void *derivative = NULL;
  const char *missing = "";
  CostMeter meter = {.steps = 0};
  ArenaMark mark = arena_mark(&run->session->arena);
  Status status = engine->derive(run->session->store, &run->session->arena, source, &derivative, &missing);
  if (status != STATUS_UNABLE) missing = "";
  if (status == STATUS_OK) {
    Machine machine = open_machine(run);
    MeterStart start = meter_start(&machine);
    if (dual_is_engine(engine)) { /* counts calls, and the tape's memory, as well */
      status = dualnum_run(&machine, source, derivative, run->input, 1, run->seed, run->primal, run->image, &meter);
    } else {
      status = engine->run(&machine, source, derivative, run->input, 1, run->seed, run->primal, run->image);
      meter_stop(&machine, start, &meter);
    }
  }
  arena_release(&run->session->arena, mark);
  put(run, engine->name, "own", status, &meter)->missing = missing;
}

/* Inputs when none are given: 1/2, 3/4, ... in [1/2, 3/2); Ints are 0. */
static void fill_inputs(Session *session, TypeId type, Scalar **out, uint32_t *count) {
  const TypeNode *node = type_node(&session->store->types, type);
  if (node->kind == TYPE_INT) *(*out)++ = scalar_from_int(0);
  for (uint32_t i = 0; node->kind == TYPE_REAL && i < node->n; i++) {
    Scalar k = ring_integer(session->ring, 4 + (*count)++ % 8);
    *(*out)++ = ring_div(session->ring, k, ring_integer(session->ring, 8));
  }
  if (node->kind == TYPE_PROD) fill_inputs(session, node->a, out, count);
  if (node->kind == TYPE_PROD) fill_inputs(session, node->b, out, count);
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) fill_inputs(session, node->a, out, count);
}

static Scalar *cost_inputs(Session *session, uint32_t dimension) {
  const Program *program = &session->definition->program;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  if (options_nth(session->arguments, "at", 0) != NULL || options_text(session->arguments, "input", NULL) != NULL)
    return session_inputs(session, &source);
  Scalar *input = session_alloc(session, dimension, sizeof *input), *next = input;
  uint32_t count = 0;
  for (uint32_t k = 0; input != NULL && k < program->length; k++) {
    fill_inputs(session, program->context[k], &next, &count);
  }
  return input;
}

static bool open_run(CostRun *run) {
  Session *session = run->session;
  uint64_t inputs = 0;
  if (!session_first_order(session)) return false;
  const Program *program = &session->definition->program;
  for (uint32_t k = 0; k < program->length; k++) inputs += type_node(&session->store->types, program->context[k])->dim;
  uint32_t outputs = type_node(&session->store->types, program->type)->dim;
  if (inputs > TYPE_MAX_LENGTH) {
    cli_error(session->arguments, "limit: more than %u scalars of input", TYPE_MAX_LENGTH);
    return false;
  }
  uint32_t most = (uint32_t)inputs > outputs ? (uint32_t)inputs : outputs;
  run->input = cost_inputs(session, (uint32_t)inputs);
  run->seed = session_alloc(session, most, sizeof(Scalar));
  run->primal = session_alloc(session, outputs, sizeof(Scalar));
  run->image = session_alloc(session, most, sizeof(Scalar));
  if (run->input == NULL || run->seed == NULL || run->primal == NULL || run->image == NULL) return false;
  for (uint32_t k = 0; k < most; k++) run->seed[k] = ring_integer(session->ring, 1);
  return true;
}

static void cost_of_engine(CostRun *run, const Engine *engine) {
  if (engine->transform != NULL)
    cost_of_transformed(run, engine);
  else
    cost_of_own(run, engine);
}

/* All rows at one size. */
static bool measure(CostTable *table, uint32_t at) {
  Session session;
  const SizeOverride grown[] = {{table->grow, table->size[at]}, {NULL, 0}};
  CostRun run = {.table = table, .session = &session, .at = at};
  bool good = session_open_grown(&session, table->arguments, grown) && open_run(&run);
  if (good) cost_of_program(&run);
  if (good && table->only != NULL) cost_of_engine(&run, table->only);
  for (int e = 0; good && table->only == NULL && engines[e] != NULL; e++) cost_of_engine(&run, engines[e]);
  session_close(&session);
  return good;
}

/* ------------------------------------------------------------------ output -- */

static void print_one(const CostTable *table) {
  FILE *out = table->arguments->out;
  const CostRow *program = &table->row[0];
  (void)fprintf(out, "%-26s %-12s %10s %10s %10s %8s %10s %8s\n", "engine", "evaluator", "steps", "operations", "words",
                "calls", "cost", "ratio");
  for (uint32_t i = 0; i < table->rows; i++) {
    const CostRow *row = &table->row[i];
    (void)fprintf(out, "%-26s %-12s ", row->engine, row->evaluator);
    if (*row->missing != '\0')
      (void)fprintf(out, "no rule for %s\n", row->missing);
    else if (row->why != STATUS_OK)
      (void)fprintf(out, "%s\n", status_name(row->why));
    if (row->why != STATUS_OK) continue;
    (void)fprintf(out, "%10llu %10llu %10llu %8llu %10llu", (unsigned long long)row->last.steps,
                  (unsigned long long)row->last.operations, (unsigned long long)row->last.words,
                  (unsigned long long)row->last.calls, (unsigned long long)row->cost[0]);
    if (program->cost[0] == 0)
      (void)fprintf(out, " %8s\n", "-");
    else
      (void)fprintf(out, " %8.2f\n", (double)row->cost[0] / (double)program->cost[0]);
  }
}

/* The exponent p of cost ~ size^p, by least squares of logarithms over the larger
 * half of the sizes; NaN when fewer than two were run. */
static double exponent(const CostTable *table, const uint64_t *cost) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (uint32_t i = table->sizes / 2; i < table->sizes; i++) {
    if (cost[i] == 0) continue;
    double x = log((double)table->size[i]), y = log((double)cost[i]);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return n < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void print_growth(const CostTable *table) {
  FILE *out = table->arguments->out;
  (void)fprintf(out, "%-26s %-12s", "engine", "evaluator");
  for (uint32_t i = 0; i < table->sizes; i++) {
    char name[48];
    (void)snprintf(name, sizeof name, "%.20s=%u", table->grow, table->size[i]);
    (void)fprintf(out, " %11s", name);
  }
  (void)fprintf(out, " %8s %8s\n", "ratio", "growth");
  for (uint32_t i = 0; i < table->rows; i++) {
    const CostRow *row = &table->row[i];
    uint32_t last = table->sizes - 1;
    (void)fprintf(out, "%-26s %-12s", row->engine, row->evaluator);
    for (uint32_t k = 0; k < table->sizes; k++) {
      if (row->cost[k] == 0)
        (void)fprintf(out, " %11s", "-");
      else
        (void)fprintf(out, " %11llu", (unsigned long long)row->cost[k]);
    }
    if (row->cost[last] == 0 || table->row[0].cost[last] == 0)
      (void)fprintf(out, " %8s", status_name(row->why));
    else
      (void)fprintf(out, " %8.2f", (double)row->cost[last] / (double)table->row[0].cost[last]);
    double p = exponent(table, row->cost);
    if (isnan(p))
      (void)fprintf(out, " %8s\n", "-");
    else
      (void)fprintf(out, "  ^%6.2f\n", p);
  }
}

/* Whether --size fixes the size that grows. */
static bool fixes_grown(const CostTable *table) {
  size_t length = strlen(table->grow);
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(table->arguments, "size", k)) != NULL; k++) {
    if (strncmp(given->value, table->grow, length) != 0 || given->value[length] != '=') continue;
    cli_error(table->arguments, "option --size fixes %s, which --grow doubles", table->grow);
    return true;
  }
  return false;
}

/* 1, 2, 4, ... up to --to; one size without --grow. */
static bool choose_sizes(CostTable *table) {
  uint64_t to = options_count(table->arguments, "to", 16), from = options_count(table->arguments, "from", 1);
  table->grow = options_text(table->arguments, "grow", NULL);
  table->sizes = 1;
  if (table->grow == NULL) return !options_idle(table->arguments, "from|to", "it is of --grow");
  if (fixes_grown(table)) return false;
  if (from == 0 || to < from || to > TYPE_MAX_LENGTH) {
    cli_error(table->arguments, "--from is at least 1, --to at least --from and at most %u", TYPE_MAX_LENGTH);
    return false;
  }
  table->sizes = 0;
  for (uint64_t size = from; size <= to && table->sizes < COST_SIZES; size *= 2) {
    table->size[table->sizes++] = (uint32_t)size;
  }
  return true;
}

/* A table in which nothing that was asked for stands is no answer. */
static ExitCode conclude(const CostTable *table) {
  const Arguments *arguments = table->arguments;
  if (table->undefined > 0) {
    cli_error(arguments, "the program is undefined at these inputs%s", table->grow == NULL ? "" : ", at some sizes");
    return EXIT_USAGE;
  }
  if (table->limits > 0) {
    cli_error(arguments, "limit: %u of %u runs met a limit of steps (--fuel), memory or depth", table->limits,
              table->runs);
    return EXIT_INCOMPLETE;
  }
  if (table->only != NULL && table->derivatives == 0) {
    cli_error(arguments, "%s gives no derivative of the program here", table->only->name);
    return EXIT_INCOMPLETE;
  }
  return EXIT_HELD;
}

static ExitCode run_cost(const Arguments *arguments) {
  static CostTable table;
  memset(&table, 0, sizeof table);
  table.arguments = arguments;
  bool named = options_flag(arguments, "engine");
  if (named) table.only = derivative_engine(arguments, NULL);
  if (named && table.only == NULL) return EXIT_USAGE;
  if (!choose_sizes(&table)) return EXIT_USAGE;
  for (uint32_t i = 0; i < table.sizes; i++) {
    if (!measure(&table, i)) return EXIT_USAGE;
  }
  if (table.grow == NULL)
    print_one(&table);
  else
    print_growth(&table);
  return conclude(&table);
}

static const Option cost_options[] = {
    OPTIONS_DEFINITION,
    OPTIONS_POINT,
    {.name = "ring", .kind = OPTION_CHOICE, .value = RING_CHOICES, .help = "the scalars (default: double)"},
    {.name = "engine", .kind = OPTION_TEXT, .value = "NAME", .help = "this engine alone; see 'adjudge engines'"},
    {.name = "grow", .kind = OPTION_TEXT, .value = "n", .help = "a size parameter to double, and growth to fit"},
    {.name = "from", .kind = OPTION_COUNT, .value = "N", .help = "the first size of --grow (default: 1)"},
    {.name = "to", .kind = OPTION_COUNT, .value = "N", .help = "the largest size of --grow (default: 16)"},
    {.name = "fuel", .kind = OPTION_COUNT, .value = "N", .help = "steps that one run may take (default: 50000000)"},
    {.name = NULL},
};
static const char *const cost_examples[] = {"cost tests/corpus/quaternion.adj --at q=[1,0,0,0] --at x=[1,2,3]",
                                            "cost tests/corpus/leastsquares.adj --grow n --to 64",
                                            "cost tests/corpus/lstm.adj --engine dual-tape-reverse --grow h", NULL};
const Command command_cost = {
    .name = "cost",
    .summary = "what a program and its derivatives cost, counted, by engine and stage",
    .operands = "FILE",
    .options = cost_options,
    .examples = cost_examples,
    .details =
        "One value and one tangent (forward) or one gradient (reverse).  steps: rules applied; operations: of\n"
        "scalars; words: of 16 bytes allocated; calls: of backpropagators; cost: steps, operations and words;\n"
        "ratio: to the program's own.  The numbers are the same on every machine.  growth: the exponent p of\n"
        "cost ~ size^p over the larger half of the sizes.\nWithout any given, inputs are from 1/2 to 3/2, Ints 0.",
    .run = run_cost,
};
