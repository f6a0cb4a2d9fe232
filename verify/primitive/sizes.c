#include "verify/primitive/sizes.h"

#include "semantics/rings/rings.h"
#include "verify/enumerate/space.h"
#include "verify/primitive/ring_tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_LIMIT ((size_t)64 << 20)
#define DRAWS 4u
#define STEPS 5u
#define MOVES (DRAWS + STEPS)
#define GENERIC_SEEDS 2u
#define LIBRARY_BITS 96

/* Rows for the components, filled when one of them is first asked for. */
typedef struct Table {
  bool filled, known;
  Sizes *row;
} Table;

/* The value and the Jacobian near x, or on its path to ordinary inputs. */
typedef struct Around {
  bool filled[2], known[2]; /* of the value, of the Jacobian */
  long double *value, *jacobian;
} Around;

struct Sizer {
  const Primitive *primitive;
  Oracle *oracle;
  long double nearest, tie; /* the nearest tie of a test, relatively: of runs, and at the call's own point */
  Ring *tape, *duals, *seconds, *thirds; /* duals over the tape, over duals, and over these */
  Arena values;
  Scalar *input, *output;
  RuleCall call;
  const double *x, *seed;
  double *moved_x, *moved_seed, *last_x;
  uint32_t *argument; /* of each input its argument */
  bool visited;       /* last_x and last_call are of the call before */
  RuleCall last_call;
  Around around[MOVES];
  Table here, generic, beside;
  Sizes *draw; /* of one run */
  long double exponent;
};

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void note_arguments(Sizer *s) {
  const Program *program = &s->primitive->definition->program;
  uint32_t i = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    uint32_t dim = type_node(&s->primitive->store->types, program->context[k])->dim;
    for (uint32_t e = 0; e < dim; e++) s->argument[i++] = k;
  }
}

Sizer *sizer_new(const Primitive *p, Oracle *oracle) {
  Sizer *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  size_t rows = (size_t)most(p->outputs, most(p->tangents, p->cotangents)) + 1;
  size_t seeds = 3 * (size_t)most(p->tangents, p->cotangents) + 1;
  s->primitive = p;
  s->oracle = oracle;
  arena_init(&s->values, VALUES_LIMIT);
  s->tape = ring_tape_new();
  s->duals = s->tape == NULL ? NULL : ring_dual_path_new(s->tape);
  s->seconds = s->duals == NULL ? NULL : ring_dual_path_new(s->duals);
  s->thirds = s->seconds == NULL ? NULL : ring_dual_path_new(s->seconds);
  s->input = calloc((size_t)p->inputs + p->outputs + 1, sizeof *s->input);
  s->moved_x = calloc(2 * (size_t)p->inputs + seeds + 1, sizeof(double));
  s->draw = calloc(4 * rows, sizeof *s->draw);
  s->argument = calloc((size_t)p->inputs + 1, sizeof *s->argument);
  bool good = s->thirds != NULL && s->input != NULL && s->moved_x != NULL && s->draw != NULL && s->argument != NULL;
  for (uint32_t i = 0; good && i < MOVES; i++) {
    s->around[i].value = calloc((size_t)p->outputs + (size_t)p->cotangents * p->tangents + 1, sizeof(long double));
    good = s->around[i].value != NULL;
    if (good) s->around[i].jacobian = s->around[i].value + p->outputs;
  }
  if (!good) {
    sizer_free(s);
    return NULL;
  }
  note_arguments(s);
  s->output = s->input + p->inputs;
  s->last_x = s->moved_x + p->inputs;
  s->moved_seed = s->last_x + p->inputs;
  s->here.row = s->draw + rows, s->generic.row = s->here.row + rows, s->beside.row = s->generic.row + rows;
  return s;
}

void sizer_free(Sizer *s) {
  if (s == NULL) return;
  if (s->thirds != NULL) ring_destroy(s->thirds);
  if (s->seconds != NULL) ring_destroy(s->seconds);
  if (s->duals != NULL) ring_destroy(s->duals);
  if (s->tape != NULL) ring_destroy(s->tape);
  arena_free(&s->values);
  free(s->input);
  free(s->moved_x);
  free(s->draw);
  free(s->argument);
  for (uint32_t i = 0; i < MOVES; i++) free(s->around[i].value);
  free(s);
}

void sizer_at(Sizer *s, RuleCall call, const double *x, const double *seed) {
  size_t size = s->primitive->inputs * sizeof *x;
  bool same = s->visited && (size == 0 || memcmp(s->last_x, x, size) == 0);
  for (uint32_t i = 0; !same && i < MOVES; i++) s->around[i].filled[0] = s->around[i].filled[1] = false;
  bool seeds_count = call != RULE_VALUE && call != RULE_VJP; /* by which arguments they move */
  if (!same || s->last_call != call || seeds_count) s->generic.filled = false;
  if (size > 0) memcpy(s->last_x, x, size);
  s->visited = true;
  s->last_call = s->call = call;
  s->x = x;
  s->seed = seed;
  s->here.filled = s->beside.filled = false;
}

/* ------------------------------------------------------------ the code -- */

/* The i-th input on the tape, with the size of its array. */
static Scalar input_entry(Sizer *s, const double *x, uint32_t i) {
  double largest = 0;
  for (uint32_t k = 0; k < s->primitive->inputs; k++) {
    if (s->argument[k] == s->argument[i] && s->primitive->is_real[k]) largest = fmax(largest, fabs(x[k]));
  }
  return tape_entry(s->tape, (long double)x[i], (long double)largest);
}

/* The same of a tangent. */
static Scalar tangent_entry(Sizer *s, const double *v, uint32_t i) {
  const uint32_t *place = s->primitive->input_place;
  double largest = 0;
  for (uint32_t k = 0; k < s->primitive->tangents; k++) {
    if (s->argument[place[k]] == s->argument[place[i]]) largest = fmax(largest, fabs(v[k]));
  }
  // cppcheck-suppress ctunullpointer ; a call without tangents asks for no entry of them
  return tape_entry(s->tape, (long double)v[i], (long double)largest);
}

static double largest_of(uint32_t count, const double *x) {
  double largest = 0;
  for (uint32_t i = 0; i < count; i++) largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* An input that has tangent i, or TANGENT_NONE; `column` is the one that moves in a vjp. */
#define TANGENT_NONE UINT32_MAX
static Scalar real_input(Sizer *s, RuleCall call, uint32_t i, Scalar value, const double *seed, uint32_t column) {
  Scalar zero = ring_integer(s->tape, 0);
  bool moves = i != TANGENT_NONE;
  if (call == RULE_VALUE || call == RULE_PRIMAL) return value;
  if (call == RULE_VJP) return dual_make(s->duals, value, ring_integer(s->tape, moves && i == column));
  Scalar line = dual_make(s->duals, value, moves ? tangent_entry(s, seed, i) : zero);
  if (call != RULE_JVP2 && call != RULE_JVP3) return line;
  Scalar along = moves ? tangent_entry(s, seed + s->primitive->tangents, i) : zero;
  Scalar second = dual_make(s->seconds, line, dual_make(s->duals, along, zero));
  if (call == RULE_JVP2) return second;
  Scalar beyond = moves ? tangent_entry(s, seed + 2 * (size_t)s->primitive->tangents, i) : zero,
         still = ring_integer(s->duals, 0);
  return dual_make(s->thirds, second, dual_make(s->seconds, dual_make(s->duals, beyond, zero), still));
}

static Ring *ring_of(const Sizer *s, RuleCall call) {
  if (call == RULE_VALUE || call == RULE_PRIMAL) return s->tape;
  return call == RULE_JVP3 ? s->thirds : call == RULE_JVP2 ? s->seconds : s->duals;
}

/* Runs the value over the ring of the call: what it leaves on the tape for each result. */
static bool run_term(Sizer *s, RuleCall call, const double *x, const double *seed, uint32_t column) {
  const Primitive *p = s->primitive;
  Ring *ring = ring_of(s, call);
  uint32_t next = 0;
  for (uint32_t i = 0; i < p->inputs; i++) {
    bool moves = next < p->tangents && p->input_place[next] == i;
    s->input[i] = p->is_real[i] ? real_input(s, call, moves ? next : TANGENT_NONE, input_entry(s, x, i), seed, column)
                                : scalar_from_int((int64_t)x[i]);
    next += moves;
  }
  Machine machine = machine_make(p->store, ring, &s->values);
  ArenaMark mark = arena_mark(&s->values);
  Status status = source_evaluator.eval(&machine, &p->definition->program, s->input, s->output);
  arena_release(&s->values, mark);
  Ring *const rings[] = {s->thirds, s->seconds, s->duals, s->tape};
  bool good = status == STATUS_OK;
  for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) good = ring_take_status(rings[i]) == STATUS_OK && good;
  return good;
}

/* The derivative of result o, on the tape. */
static Scalar slope_of(const Sizer *s, RuleCall call, uint32_t o) {
  Scalar result = s->output[s->primitive->output_place[o]];
  if (call == RULE_JVP3) result = dual_epsilon(s->thirds, result);
  if (call == RULE_JVP2 || call == RULE_JVP3) result = dual_epsilon(s->seconds, result);
  return dual_epsilon(s->duals, result);
}

static void take(Sizer *s, Scalar result, bool backwards, Sizes *row) {
  TapeSizes sizes = {0};
  long double value = tape_value(s->tape, result);
  *row = (Sizes){.value = value, .size = fabsl(value)};
  if (!backwards || !tape_sizes(s->tape, result, &sizes)) return;
  row->conditioning = sizes.conditioning;
  row->running = sizes.running;
  row->normwise = sizes.normwise;
}

static void begin(Sizer *s) {
  ring_release(s->thirds, 2);
  ring_release(s->seconds, 2);
  ring_release(s->duals, 2);
  tape_reset(s->tape);
}

static void note_exponent(Sizer *s) {
  s->exponent = fmaxl(s->exponent, tape_exponent(s->tape));
  s->nearest = fminl(s->nearest, tape_nearest_tie(s->tape)); /* since fill_here set it */
}

/* <w, D f(x) e_i> for each i. */
static bool run_vjp(Sizer *s, const double *x, const double *w, bool backwards, Sizes *row) {
  const Primitive *p = s->primitive;
  bool good = true;
  for (uint32_t i = 0; i < p->tangents && good; i++) {
    begin(s);
    good = run_term(s, RULE_VJP, x, NULL, i);
    Scalar sum = ring_integer(s->tape, 0);
    for (uint32_t o = 0; good && o < p->cotangents; o++) {
      Scalar weight = tape_entry(s->tape, (long double)w[o], (long double)largest_of(p->cotangents, w));
      sum = ring_add(s->tape, sum, ring_mul(s->tape, weight, slope_of(s, RULE_VJP, o)));
    }
    good = ring_take_status(s->tape) == STATUS_OK && good;
    note_exponent(s);
    if (good) take(s, sum, backwards, &row[i]);
  }
  return good;
}

/* ----------------------------------------------------------- a library -- */

typedef struct Taylor {
  long double value, slope[LIBRARY_ARGUMENTS], second[LIBRARY_ARGUMENTS][LIBRARY_ARGUMENTS];
} Taylor;

/* f, its derivative and half its second derivative along v; false where it has none. */
static bool along(const LibraryFunction *f, const double *x, const int *v, long double out[3]) {
  arb_poly_struct argument[LIBRARY_ARGUMENTS];
  slong precision = LIBRARY_BITS; /* more for large numbers, whose last bits still matter */
  arb_poly_t result;
  arb_t part;
  for (uint32_t i = 0; i < f->arguments; i++) {
    if (!isfinite(x[i])) return false; /* a number that was moved beyond the largest */
  }
  arb_init(part), arb_poly_init(result);
  for (uint32_t i = 0; i < LIBRARY_ARGUMENTS; i++) {
    arb_poly_init(&argument[i]);
    if (i >= f->arguments) continue;
    if (fabs(x[i]) > 1) precision += ilogb(x[i]);
    arb_set_d(part, x[i]);
    arb_poly_set_coeff_arb(&argument[i], 0, part);
    arb_poly_set_coeff_si(&argument[i], 1, v[i]);
  }
  f->series(result, argument, 3, precision);
  bool finite = true;
  for (int k = 0; k < 3; k++) {
    arb_poly_get_coeff_arb(part, result, k);
    finite = finite && arb_is_finite(part);
    out[k] = extended_of_ball(part);
  }
  for (uint32_t i = 0; i < LIBRARY_ARGUMENTS; i++) arb_poly_clear(&argument[i]);
  arb_poly_clear(result), arb_clear(part);
  return finite;
}

static bool expand(const LibraryFunction *f, const double *x, Taylor *t) {
  static const int directions[3][LIBRARY_ARGUMENTS] = {{1, 0}, {0, 1}, {1, 1}};
  long double line[3][3] = {{0}};
  *t = (Taylor){0};
  for (uint32_t d = 0; d < (f->arguments == 2 ? 3 : 1); d++) {
    if (!along(f, x, directions[d], line[d])) return false;
  }
  t->value = line[0][0];
  for (int i = 0; i < 2; i++) t->slope[i] = line[i][1], t->second[i][i] = 2 * line[i][2];
  t->second[0][1] = t->second[1][0] = line[2][2] - line[0][2] - line[1][2];
  return true;
}

static bool run_library(Sizer *s, RuleCall call, const double *x, const double *seed, bool backwards, Sizes *row) {
  const LibraryFunction *f = s->primitive->library;
  Taylor t;
  Scalar input[LIBRARY_ARGUMENTS] = {{0}}, sum = ring_integer(s->tape, 0);
  begin(s);
  if (call == RULE_JVP2 || call == RULE_JVP3) return false;
  if (!expand(f, x, &t)) { /* where the truth is there: beyond Arb's numbers */
    s->exponent = INFINITY;
    return false;
  }
  for (uint32_t i = 0; i < f->arguments; i++) input[i] = tape_input(s->tape, (long double)x[i]);
  if (call == RULE_VALUE) sum = tape_result(s->tape, t.value, input[0], t.slope[0], input[1], t.slope[1]);
  for (uint32_t i = 0; i < f->arguments && call != RULE_VALUE; i++) {
    Scalar slope = tape_result(s->tape, t.slope[i], input[0], t.second[i][0], input[1], t.second[i][1]);
    Scalar part = ring_mul(s->tape, slope, tape_input(s->tape, (long double)seed[call == RULE_VJP ? 0 : i]));
    if (call == RULE_VJP) take(s, part, backwards, &row[i]);
    sum = ring_add(s->tape, sum, part);
  }
  if (call != RULE_VJP) take(s, sum, backwards, &row[0]);
  note_exponent(s);
  return ring_take_status(s->tape) == STATUS_OK;
}

/* ------------------------------------------------------------- one run -- */

/* The sizes of every component at (x, seed): conditioning and running errors `backwards` alone. */
static bool run(Sizer *s, RuleCall call, const double *x, const double *seed, bool backwards, Sizes *row) {
  const Primitive *p = s->primitive;
  uint32_t next = 0;
  if (p->library != NULL) return run_library(s, call, x, seed, backwards, row);
  if (call == RULE_VJP) return run_vjp(s, x, seed, backwards, row);
  begin(s);
  bool good = run_term(s, call, x, seed, 0);
  note_exponent(s);
  for (uint32_t o = 0; good && call == RULE_VALUE && o < p->outputs; o++) {
    bool real = next < p->cotangents && p->output_place[next] == o;
    row[o] = (Sizes){0};
    if (real) next++, take(s, s->output[o], backwards, &row[o]);
  }
  for (uint32_t o = 0; good && call != RULE_VALUE && o < p->cotangents; o++)
    take(s, slope_of(s, call, o), backwards, &row[o]);
  return good;
}

static void keep_largest(Sizer *s, Table *table) {
  uint32_t count = rule_answer_size(s->primitive, s->call);
  for (uint32_t i = 0; i < count; i++) {
    if (!table->known) table->row[i] = (Sizes){0};
    table->row[i].size = fmaxl(table->row[i].size, s->draw[i].size);
    table->row[i].conditioning = fmaxl(table->row[i].conditioning, s->draw[i].conditioning);
  }
  table->known = true;
}

static void add_run(Sizer *s, Table *table, const double *x, const double *seed, bool backwards) {
  long double kept = s->exponent; /* X is of the point itself */
  if (run(s, s->call, x, seed, backwards, s->draw)) keep_largest(s, table);
  s->exponent = kept;
}

static bool open_table(Table *table) {
  if (table->filled) return false;
  table->filled = true;
  table->known = false;
  return true;
}

/* ------------------------------------------------------- what is asked -- */

static void fill_here(Sizer *s) {
  if (!open_table(&s->here)) return;
  s->exponent = 0;
  s->nearest = INFINITY;
  s->here.known = run(s, s->call, s->x, s->seed, true, s->here.row);
  s->tie = s->nearest;
  if (s->here.known || !oracle_is_removable(s->oracle, s->x)) return;
  s->here.known = true; /* a limit: no number of the formula has a say in its digits */
  s->exponent = 0;
  for (uint32_t i = 0; i < rule_answer_size(s->primitive, s->call); i++) s->here.row[i] = (Sizes){0};
}

const Sizes *sizer_here(Sizer *s, uint32_t component) {
  fill_here(s);
  return s->here.known ? &s->here.row[component] : NULL;
}

long double sizer_exponent(Sizer *s) {
  fill_here(s);
  return s->exponent;
}

long double sizer_nearest_tie(Sizer *s) {
  fill_here(s);
  return s->tie;
}

/* Whether two components of the answer are of one array: of a gradient, of one argument. */
static bool same_array(const Sizer *s, uint32_t i, uint32_t k) {
  const uint32_t *place = s->primitive->input_place;
  return s->call != RULE_VJP || s->argument[place[i]] == s->argument[place[k]];
}

long double sizer_norm(Sizer *s, uint32_t component) {
  long double norm = 0;
  fill_here(s);
  for (uint32_t i = 0; s->here.known && i < rule_answer_size(s->primitive, s->call); i++)
    if (same_array(s, i, component)) norm = fmaxl(norm, s->here.row[i].size);
  return norm;
}

static double unit(uint64_t stream, uint64_t index) {
  return (double)(int64_t)(random_word(1, stream, index) >> 11) * 0x1p-53;
}

/* Moves begin at x; the size of what is 0 there: that of its largest coordinate. */
static double begin_move(Sizer *s) {
  const Primitive *p = s->primitive;
  double largest = 0;
  for (uint32_t k = 0; k < p->tangents; k++) largest = fmax(largest, fabs(s->x[p->input_place[k]]));
  for (uint32_t k = 0; k < p->inputs; k++) s->moved_x[k] = s->x[k];
  return largest == 0 ? 1 : largest;
}

/* Where the i-th of the numbers around x is: near it, or on the path to where all |x_i| are 1. */
static void move(Sizer *s, uint32_t i) {
  const Primitive *p = s->primitive;
  double largest = begin_move(s), rest = i < DRAWS ? 0 : 1 - (i - DRAWS + 1) / (double)STEPS;
  for (uint32_t k = 0; k < p->tangents; k++) {
    double *x = &s->moved_x[p->input_place[k]], away = 2 * unit(411 + i, k) - 1;
    if (i < DRAWS)
      *x = *x == 0 ? largest * away : *x * exp2(away);
    else if (*x != 0)
      *x = copysign(pow(fabs(*x), rest), *x);
  }
}

const Sizes *sizer_beside(Sizer *s, uint32_t component, double reach) {
  const Primitive *p = s->primitive;
  for (uint32_t draw = 0, fill = open_table(&s->beside); fill && draw < DRAWS; draw++) {
    double largest = begin_move(s);
    for (uint32_t k = 0; k < p->tangents; k++) {
      double *x = &s->moved_x[p->input_place[k]];
      *x += (*x == 0 ? largest : *x) * reach * (2 * unit(461 + draw, k) - 1);
    }
    add_run(s, &s->beside, s->moved_x, s->seed, true);
  }
  return s->beside.known ? &s->beside.row[component] : NULL;
}

/* The value there, or the Jacobian; false where it has none. */
static bool fill_around(Sizer *s, uint32_t i, bool slopes) {
  const Primitive *p = s->primitive;
  Around *around = &s->around[i];
  if (around->filled[slopes]) return around->known[slopes];
  bool good = true;
  long double kept = s->exponent; /* X is of the point itself */
  double one = 1;
  around->filled[slopes] = true;
  move(s, i);
  if (!slopes) good = run(s, RULE_VALUE, s->moved_x, NULL, false, s->draw);
  for (uint32_t o = 0; good && !slopes && o < p->outputs; o++) around->value[o] = s->draw[o].size;
  if (slopes && p->library != NULL) {
    good = run(s, RULE_VJP, s->moved_x, &one, false, s->draw);
    for (uint32_t k = 0; good && k < p->tangents; k++) around->jacobian[k] = s->draw[k].value;
  }
  for (uint32_t k = 0; slopes && p->library == NULL && good && k < p->tangents; k++) {
    begin(s);
    good = run_term(s, RULE_VJP, s->moved_x, NULL, k);
    for (uint32_t o = 0; good && o < p->cotangents; o++)
      around->jacobian[(size_t)o * p->tangents + k] = tape_value(s->tape, slope_of(s, RULE_VJP, o));
  }
  s->exponent = kept;
  return around->known[slopes] = good;
}

/* |T| of a second or third derivative there; on the path, where it is 0, along other directions of this length: along
 * these it may be 0 everywhere. */
static long double higher_around(Sizer *s, uint32_t i, uint32_t component) {
  uint32_t n = s->primitive->tangents;
  long double kept = s->exponent, size = 0;
  move(s, i);
  if (run(s, s->call, s->moved_x, s->seed, false, s->draw)) size = s->draw[component].size;
  for (uint32_t k = 0; k < rule_seed_size(s->primitive, s->call); k++)
    s->moved_seed[k] = largest_of(n, s->seed + k / n * n) * (0.5 + unit(451, k)) * (k % 3 == 0 ? -1 : 1);
  if (size == 0 && i >= DRAWS && run(s, s->call, s->moved_x, s->moved_seed, false, s->draw))
    size = s->draw[component].size;
  s->exponent = kept;
  return size;
}

static long double size_around(Sizer *s, uint32_t i, uint32_t component) {
  const Primitive *p = s->primitive;
  if (s->call == RULE_JVP2 || s->call == RULE_JVP3) return higher_around(s, i, component);
  if (!fill_around(s, i, s->call != RULE_VALUE)) return 0;
  const Around *around = &s->around[i];
  if (s->call == RULE_VALUE) return around->value[component];
  bool transposed = s->call == RULE_VJP;
  long double sum = 0;
  for (uint32_t k = 0; k < rule_seed_size(p, s->call); k++) {
    size_t at = transposed ? (size_t)k * p->tangents + component : (size_t)component * p->tangents + k;
    double factor = i < DRAWS ? exp2(2 * unit(421 + i, k) - 1) : 1;
    long double term = around->jacobian[at] * (long double)(s->seed[k] * factor);
    if (s->seed[k] != 0) sum += i < DRAWS ? term : fabsl(term); /* on the path the size of the terms */
  }
  return fabsl(sum);
}

long double sizer_near(Sizer *s, uint32_t component) {
  long double largest = 0;
  for (uint32_t i = 0; i < DRAWS; i++) largest = fmaxl(largest, size_around(s, i, component));
  return largest;
}

/* Of a second derivative along v and u: |Df v| |u_i|, and with u and v exchanged, what a program takes from
 * exponentials and cancels; or of `quotients`, |Df v| |u_i / x_i|. */
static long double slopes_of_first(Sizer *s, bool quotients) {
  const Primitive *p = s->primitive;
  long double kept = s->exponent, largest = 0;
  for (uint32_t half = 0; half < 2; half++) {
    const double *v = s->seed + half * p->tangents, *u = s->seed + (1 - half) * p->tangents;
    long double ratio = 0, slope = 0;
    bool good = run(s, RULE_JVP, s->x, v, false, s->draw);
    for (uint32_t i = 0; i < p->tangents; i++) {
      double x = fabs(s->x[p->input_place[i]]);
      ratio = fmaxl(ratio, quotients && x > 0 && x < 1 ? fabs(u[i]) / (long double)x : fabs(u[i]));
    }
    for (uint32_t o = 0; good && o < p->cotangents; o++) slope = fmaxl(slope, s->draw[o].size);
    largest = fmaxl(largest, slope * ratio);
  }
  s->exponent = kept;
  return largest;
}

/* The sizes of Df v and Df u, cancelled or not, by |f|, of one component: what a program takes from its logarithm, as
 * of products and determinants. */
static long double by_logarithm(Sizer *s, uint32_t component) {
  const Primitive *p = s->primitive;
  long double kept = s->exponent, product = 1;
  for (uint32_t half = 0; half < 2; half++)
    product *=
        run(s, RULE_JVP, s->x, s->seed + half * p->tangents, true, s->draw) ? s->draw[component].conditioning : 0;
  bool good = run(s, RULE_VALUE, s->x, NULL, false, s->draw);
  long double value = good ? s->draw[p->output_place[component]].size : 0;
  s->exponent = kept;
  return value > 0 ? product / value : 0;
}

long double sizer_quotients(Sizer *s, uint32_t component) {
  return s->call == RULE_JVP2 ? fmaxl(slopes_of_first(s, true), by_logarithm(s, component)) : 0;
}

long double sizer_of_value(Sizer *s) {
  const Primitive *p = s->primitive;
  long double kept = s->exponent, largest = 0;
  bool good = s->call != RULE_VALUE && run(s, RULE_VALUE, s->x, NULL, true, s->draw);
  for (uint32_t o = 0; good && o < p->outputs; o++)
    if (s->draw[o].size > 0) largest = fmaxl(largest, s->draw[o].running / s->draw[o].size);
  s->exponent = kept;
  return largest;
}

long double sizer_path(Sizer *s, uint32_t component) {
  long double largest =
      s->call == RULE_JVP2 ? slopes_of_first(s, s->here.known && s->here.row[component].size == 0) : 0;
  for (uint32_t i = DRAWS; i < MOVES; i++) largest = fmaxl(largest, size_around(s, i, component));
  return largest;
}

/* Whether the call's seed moves the argument that its i-th scalar is of; one that is 0 asks for all that there is. */
static bool moves_argument(const Sizer *s, uint32_t i) {
  const uint32_t *place = s->primitive->input_place, n = s->primitive->tangents, part = i / n * n;
  bool moves = false, still = true;
  for (uint32_t k = 0; k < n; k++) {
    bool zero = s->seed[part + k] == 0;
    still = still && zero;
    moves = moves || (!zero && s->argument[place[k]] == s->argument[place[i - part]]);
  }
  return moves || still;
}

Sizes sizer_generic(Sizer *s, uint32_t component) {
  uint32_t seeds = rule_seed_size(s->primitive, s->call);
  bool of_result = s->call == RULE_VALUE || s->call == RULE_VJP;
  for (uint32_t draw = 0, fill = open_table(&s->generic); fill && draw < GENERIC_SEEDS; draw++) {
    for (uint32_t i = 0; i < seeds; i++) {
      double size = of_result || moves_argument(s, i) ? 0.5 + unit(431 + draw, i) : 0;
      s->moved_seed[i] = random_word(1, 441 + draw, i) % 2 == 0 ? size : -size;
    }
    add_run(s, &s->generic, s->x, s->moved_seed, true);
  }
  Sizes largest = {0};
  for (uint32_t i = 0; s->generic.known && i < rule_answer_size(s->primitive, s->call); i++) {
    if (!same_array(s, i, component)) continue;
    largest.size = fmaxl(largest.size, s->generic.row[i].size);
    largest.conditioning = fmaxl(largest.conditioning, s->generic.row[i].conditioning);
  }
  return largest;
}

/* Whether the numbers of the code stay within the exponent where all |x_i| are `size`. */
static bool stays(Sizer *s, RuleCall call, double size, long double exponent) {
  const Primitive *p = s->primitive;
  for (uint32_t i = 0; i < p->inputs; i++) s->moved_x[i] = 1;
  for (uint32_t i = 0; i < p->tangents; i++) s->moved_x[p->input_place[i]] = size * (1 + 0.125 * (i % 8));
  for (uint32_t i = 0; i < rule_seed_size(p, call); i++) s->moved_seed[i] = 1;
  s->exponent = 0;
  (void)run(s, call, s->moved_x, s->moved_seed, false, s->draw);
  return s->exponent < exponent;
}

int sizer_box(Sizer *s, RuleCall call, long double exponent) {
  int k = -1;
  while (k < 1000 && stays(s, call, ldexp(1, k + 1), exponent) && stays(s, call, ldexp(1, -k - 1), exponent)) k++;
  return k;
}
