#include "verify/primitive/oracle.h"

#include <math.h>
#include <stdlib.h>

#define CONDITION_BITS 256
#define VALUES_LIMIT ((size_t)64 << 20)
/* Below the smallest subnormal by far: what is enclosed so is 0 to any rule. */
#define NEGLIGIBLE_EXPONENT (-1200)

struct Oracle {
  const Primitive *primitive;
  Truth *truth; /* its own; NULL where `certified` is somebody else's */
  Certified *certified;
  Ring *balls;
  Arena values;
  Scalar *input, *left, *right; /* of conditions */
  size_t room;                  /* of left and right */
  mpq_t *x, *v, *seeded;
  Enclosures line;
  Germ germ;
};

mpq_t *rationals_new(uint32_t count) {
  mpq_t *all = calloc((size_t)count + 1, sizeof *all);
  for (uint32_t i = 0; all != NULL && i < count; i++) mpq_init(all[i]);
  return all;
}

void rationals_free(mpq_t *all, uint32_t count) {
  for (uint32_t i = 0; all != NULL && i < count; i++) mpq_clear(all[i]);
  free(all);
}

Oracle *oracle_new(const Primitive *primitive, Certified *shared) {
  Oracle *oracle = calloc(1, sizeof *oracle);
  if (oracle == NULL) return NULL;
  oracle->primitive = primitive;
  arena_init(&oracle->values, VALUES_LIMIT);
  enclosures_init(&oracle->line);
  germ_init(&oracle->germ);
  oracle->truth = shared != NULL ? NULL : truth_new(primitive->store);
  oracle->certified = oracle->truth == NULL ? shared : certified_new(oracle->truth);
  oracle->balls = ring_ball_new(CONDITION_BITS);
  oracle->x = rationals_new(primitive->inputs);
  oracle->v = rationals_new(primitive->inputs);
  oracle->seeded = rationals_new(primitive->inputs);
  oracle->input = calloc((size_t)primitive->inputs + 1, sizeof *oracle->input);
  if (oracle->certified != NULL && oracle->balls != NULL && oracle->x != NULL && oracle->v != NULL &&
      oracle->seeded != NULL && oracle->input != NULL)
    return oracle;
  oracle_free(oracle);
  return NULL;
}

void oracle_free(Oracle *oracle) {
  if (oracle == NULL) return;
  enclosures_clear(&oracle->line);
  germ_clear(&oracle->germ);
  rationals_free(oracle->x, oracle->primitive->inputs);
  rationals_free(oracle->v, oracle->primitive->inputs);
  rationals_free(oracle->seeded, oracle->primitive->inputs);
  free(oracle->input);
  free(oracle->left);
  free(oracle->right);
  if (oracle->balls != NULL) ring_destroy(oracle->balls);
  if (oracle->truth != NULL) certified_free(oracle->certified);
  truth_free(oracle->truth);
  arena_free(&oracle->values);
  free(oracle);
}

/* ----------------------------------------------------------- the library -- */

static bool is_accurate(const Enclosures *e) {
  for (uint32_t k = 0; k <= e->order; k++) {
    arb_srcptr ball = enclosure_of(e, 0, k);
    bool tiny = mag_cmp_2exp_si(arb_radref(ball), NEGLIGIBLE_EXPONENT) < 0 && arb_contains_zero(ball);
    if (!tiny && arb_rel_accuracy_bits(ball) < ORACLE_DIGITS * 10 / 3) return false;
  }
  return true;
}

static bool is_finite(const Enclosures *e) {
  for (uint32_t k = 0; k <= e->order; k++) {
    if (!arb_is_finite(enclosure_of(e, 0, k))) return false;
  }
  return true;
}

static void library_run(const LibraryFunction *f, const mpq_t *x, const mpq_t *v, slong precision, Enclosures *out) {
  arb_poly_struct argument[LIBRARY_ARGUMENTS];
  arb_poly_t result;
  arb_t part;
  slong length = (slong)out->order + 1;
  arb_init(part), arb_poly_init(result);
  for (uint32_t i = 0; i < LIBRARY_ARGUMENTS; i++) {
    arb_poly_init(&argument[i]);
    if (i >= f->arguments) continue;
    ball_set_rational(part, x[i], precision);
    arb_poly_set_coeff_arb(&argument[i], 0, part);
    ball_set_rational(part, v[i], precision);
    if (length > 1) arb_poly_set_coeff_arb(&argument[i], 1, part);
  }
  f->series(result, argument, length, precision);
  for (slong k = 0; k < length; k++) {
    arb_poly_get_coeff_arb(part, result, k);
    arb_t factorial;
    arb_init(factorial), arb_fac_ui(factorial, (ulong)k, precision);
    arb_mul(out->balls + k, part, factorial, precision);
    arb_clear(factorial);
  }
  for (uint32_t i = 0; i < LIBRARY_ARGUMENTS; i++) arb_poly_clear(&argument[i]);
  arb_clear(part), arb_poly_clear(result);
}

/* Whether f has no value there however precise: not finite at an exact point. */
static Status library_line(const LibraryFunction *f, const mpq_t *x, const mpq_t *v, uint32_t order, Enclosures *out) {
  if (out->balls == NULL || out->outputs != 1 || out->order != order) {
    enclosures_clear(out);
    out->balls = _arb_vec_init((slong)order + 1);
    out->is_int = calloc(1, sizeof(bool));
    out->outputs = 1;
    out->order = order;
  }
  out->precision = 0;
  if (out->is_int == NULL) return STATUS_LIMIT;
  for (slong precision = 128; precision <= ORACLE_BITS; precision *= 2) {
    library_run(f, x, v, precision, out);
    if (!is_finite(out)) continue;
    out->precision = precision;
    if (is_accurate(out)) return STATUS_OK;
  }
  return out->precision > 0 ? STATUS_LIMIT : STATUS_DOMAIN;
}

bool oracle_is_removable(Oracle *oracle, const double *x) {
  bool found = false;
  for (uint32_t k = 0; k < oracle->primitive->removable_count && !found; k++)
    found = oracle_touches(oracle, &oracle->primitive->removable[k], x) == 1;
  return found;
}

static void take_germ(Oracle *oracle, Enclosures *out) {
  Enclosures path = *out;
  *out = oracle->germ.numbers;
  oracle->germ.numbers = path;
}

/* Whether x is where the value is declared to be a limit. */
static bool is_removable(Oracle *oracle, const mpq_t *x) {
  const Primitive *p = oracle->primitive;
  if (p->removable_count == 0) return false;
  double *at = calloc((size_t)p->inputs + 1, sizeof *at);
  for (uint32_t i = 0; at != NULL && i < p->inputs; i++) at[i] = mpq_get_d(x[i]);
  bool found = at != NULL && oracle_is_removable(oracle, at);
  free(at);
  return found;
}

static Status limit_line(Oracle *oracle, const mpq_t *x, const mpq_t *v, const CertifiedOptions *options,
                         Enclosures *out) {
  Germ *germ = &oracle->germ;
  Status status = truth_germ_limit(oracle->certified, &oracle->primitive->definition->program, x, v, options, germ);
  out->precision = 0;
  if (status != STATUS_OK) return status;
  if (germ->verdict != GERM_CERTIFIED) return germ->verdict == GERM_UNDECIDED ? STATUS_LIMIT : STATUS_DOMAIN;
  take_germ(oracle, out);
  return STATUS_OK;
}

/* At a tie of a test: what the function's derivative is, and not that of the path. */
static Status tied_line(Oracle *oracle, const mpq_t *x, const mpq_t *v, const CertifiedOptions *options,
                        Enclosures *out) {
  Germ *germ = &oracle->germ;
  Status status = truth_germ(oracle->certified, &oracle->primitive->definition->program, x, v, options, germ);
  out->precision = 0;
  if (status != STATUS_OK && status != STATUS_LIMIT) return status;
  switch (germ->verdict) {
  case GERM_CERTIFIED: take_germ(oracle, out); return status;
  case GERM_NOT_DIFFERENTIABLE:
  case GERM_EDGE:
  case GERM_UNDEFINED: return STATUS_DOMAIN;
  case GERM_UNDECIDED: break;
  }
  return STATUS_LIMIT;
}

/* By jets: of the path. */
static Status path_line(Oracle *oracle, const mpq_t *x, const mpq_t *v, const CertifiedOptions *options,
                        Enclosures *out) {
  return truth_certified(oracle->certified, &oracle->primitive->definition->program, x, v, options, out);
}

Status oracle_line(Oracle *oracle, const mpq_t *x, const mpq_t *v, uint32_t order, Enclosures *out) {
  const Primitive *p = oracle->primitive;
  if (p->library != NULL) return library_line(p->library, x, v, order, out);
  CertifiedOptions options = {.order = order, .digits = ORACLE_DIGITS, .limit = ORACLE_BITS};
  Status status = path_line(oracle, x, v, &options, out);
  if (status == STATUS_DOMAIN && is_removable(oracle, x)) return limit_line(oracle, x, v, &options, out);
  bool parts = out->tied || out->straddles || status == STATUS_DOMAIN; /* the path from the function, perhaps */
  return order > 0 && parts ? tied_line(oracle, x, v, &options, out) : status;
}

static bool encloses(Status status, const Enclosures *line) {
  return status == STATUS_OK || (status == STATUS_LIMIT && line->precision > 0);
}

const Enclosures *oracle_second(Oracle *oracle, const double *x, uint32_t i, uint32_t j, bool smooth) {
  const CertifiedOptions options = {.order = 2, .digits = ORACLE_DIGITS, .limit = ORACLE_BITS};
  Enclosures *line = &oracle->line;
  uint32_t n = oracle->primitive->inputs;
  if (!exact_numbers(n, x, oracle->x)) return NULL;
  for (uint32_t k = 0; k < n; k++) mpq_set_ui(oracle->v[k], k == i || k == j ? 1 : 0, 1);
  const mpq_t *at = (const mpq_t *)oracle->x, *v = (const mpq_t *)oracle->v;
  Status status = smooth ? path_line(oracle, at, v, &options, line) : oracle_line(oracle, at, v, 2, line);
  return encloses(status, line) && !(smooth && (line->tied || line->straddles)) ? line : NULL;
}

/* ------------------------------------------------------ value, Jacobian -- */

bool certain_init(Certain *certain, const Primitive *primitive) {
  *certain = (Certain){.outputs = primitive->outputs,
                       .cotangents = primitive->cotangents,
                       .tangents = primitive->tangents,
                       .state = ORACLE_UNDECIDED};
  certain->value = _arb_vec_init((slong)primitive->outputs + 1);
  certain->jacobian = _arb_vec_init((slong)primitive->cotangents * primitive->tangents + 1);
  return certain->value != NULL && certain->jacobian != NULL;
}

void certain_clear(Certain *certain) {
  if (certain->value != NULL) _arb_vec_clear(certain->value, (slong)certain->outputs + 1);
  if (certain->jacobian != NULL) _arb_vec_clear(certain->jacobian, (slong)certain->cotangents * certain->tangents + 1);
  certain->value = certain->jacobian = NULL;
}

static Status take_column(Oracle *oracle, const mpq_t *x, uint32_t column, Certain *certain) {
  const Primitive *p = oracle->primitive;
  for (uint32_t i = 0; i < p->inputs; i++) mpq_set_ui(oracle->v[i], 0, 1);
  if (p->tangents > 0) mpq_set_ui(oracle->v[p->input_place[column]], 1, 1);
  Status status = oracle_line(oracle, x, (const mpq_t *)oracle->v, 1, &oracle->line);
  if (!encloses(status, &oracle->line)) return status;
  for (uint32_t o = 0; o < p->outputs; o++) arb_set(certain->value + o, enclosure_of(&oracle->line, o, 0));
  for (uint32_t o = 0; o < p->cotangents && p->tangents > 0; o++)
    arb_set(certain->jacobian + (size_t)o * p->tangents + column, enclosure_of(&oracle->line, p->output_place[o], 1));
  return STATUS_OK;
}

static Status take_columns(Oracle *oracle, const mpq_t *x, Certain *certain) {
  const Primitive *p = oracle->primitive;
  Status status = STATUS_OK;
  uint32_t columns = p->tangents == 0 ? 1 : p->tangents;
  for (uint32_t c = 0; c < columns && status == STATUS_OK; c++) status = take_column(oracle, x, c, certain);
  return status;
}

/* The point with other seeds where one is 0: s f(x) has a derivative there though f has none. */
static bool seed_again(Oracle *oracle, const mpq_t *x) {
  const Primitive *p = oracle->primitive;
  bool again = false;
  for (uint32_t i = 0; i < p->inputs && p->scales != NULL; i++) {
    bool none = p->scales[i] && mpq_sgn(x[i]) == 0;
    again = again || none;
    mpq_set(oracle->seeded[i], x[i]);
    if (none) mpq_set_ui(oracle->seeded[i], 2 * i + 3, 1);
  }
  return again;
}

bool oracle_seeds_hide(Oracle *oracle, const mpq_t *x) {
  Certain certain;
  if (!seed_again(oracle, x)) return false;
  bool hide = !certain_init(&certain, oracle->primitive) ||
              take_columns(oracle, (const mpq_t *)oracle->seeded, &certain) != STATUS_OK;
  certain_clear(&certain);
  return hide;
}

void oracle_at_exact(Oracle *oracle, const mpq_t *x, Certain *certain) {
  const Primitive *p = oracle->primitive;
  Status status = seed_again(oracle, x) ? take_columns(oracle, (const mpq_t *)oracle->seeded, certain) : STATUS_OK;
  if (status == STATUS_OK) status = take_columns(oracle, x, certain);
  certain->state = status == STATUS_OK ? ORACLE_DEFINED : status == STATUS_DOMAIN ? ORACLE_UNDEFINED : ORACLE_UNDECIDED;
  if (status == STATUS_OK) return;
  /* no derivative: but perhaps a value, as sqrt has at 0 */
  status = oracle_line(oracle, x, x, 0, &oracle->line);
  if (!encloses(status, &oracle->line)) return;
  for (uint32_t o = 0; o < p->outputs; o++) arb_set(certain->value + o, enclosure_of(&oracle->line, o, 0));
  certain->state = certain->state == ORACLE_UNDEFINED ? ORACLE_VALUE : ORACLE_OPEN;
}

bool exact_numbers(uint32_t count, const double *x, mpq_t *out) {
  for (uint32_t i = 0; i < count; i++) {
    if (!isfinite(x[i])) return false;
    mpq_set_d(out[i], x[i]);
  }
  return true;
}

void oracle_at(Oracle *oracle, const double *x, Certain *certain) {
  certain->state = ORACLE_UNDEFINED;
  if (exact_numbers(oracle->primitive->inputs, x, oracle->x))
    oracle_at_exact(oracle, (const mpq_t *)oracle->x, certain);
}

/* ------------------------------------------------------------- conditions -- */

/* A term in the context of the arguments over balls; the balls stay until the mark
 * is released. */
static bool eval_balls(Oracle *oracle, const Program *program, const double *x, Scalar *value) {
  const Primitive *p = oracle->primitive;
  for (uint32_t i = 0; i < p->inputs; i++)
    oracle->input[i] = p->is_real[i] ? ball_make_double(oracle->balls, x[i]) : scalar_from_int((int64_t)x[i]);

  Machine machine = machine_make(p->store, oracle->balls, &oracle->values);
  ArenaMark mark = arena_mark(&oracle->values);
  Status status = source_evaluator.eval(&machine, program, oracle->input, value);
  arena_release(&oracle->values, mark);
  Status left = ring_take_status(oracle->balls);
  return status == STATUS_OK && left == STATUS_OK;
}

static bool make_room(Oracle *oracle, size_t count) {
  if (count <= oracle->room) return true;
  Scalar *left = realloc(oracle->left, count * sizeof *left);
  if (left != NULL) oracle->left = left;
  Scalar *right = realloc(oracle->right, count * sizeof *right);
  if (right != NULL) oracle->right = right;
  if (left == NULL || right == NULL) return false;
  oracle->room = count;
  return true;
}

/* 1, 0 or -1 for two balls. */
static int holds(Relation relation, const arb_t a, const arb_t b) {
  switch (relation) {
  case RELATION_LESS: return arb_lt(a, b) ? 1 : arb_ge(a, b) ? 0 : -1;
  case RELATION_LESS_EQUAL: return arb_le(a, b) ? 1 : arb_gt(a, b) ? 0 : -1;
  case RELATION_EQUAL: return arb_eq(a, b) ? 1 : arb_ne(a, b) ? 0 : -1;
  case RELATION_NOT_EQUAL: return arb_ne(a, b) ? 1 : arb_eq(a, b) ? 0 : -1;
  }
  return -1;
}

static int satisfies(Oracle *oracle, const Condition *condition, const double *x) {
  uint32_t dim = type_node(&oracle->primitive->store->types, condition->left.type)->dim;
  if (!make_room(oracle, dim)) return -1;
  if (!eval_balls(oracle, &condition->left, x, oracle->left) ||
      !eval_balls(oracle, &condition->right, x, oracle->right))
    return -1;
  int all = 1;
  for (uint32_t i = 0; i < dim && all != 0; i++) {
    int one =
        holds(condition->relation, ball_get(oracle->balls, oracle->left[i]), ball_get(oracle->balls, oracle->right[i]));
    if (one != 1) all = one;
  }
  return all;
}

int oracle_touches(Oracle *oracle, const Condition *condition, const double *x) {
  uint32_t dim = type_node(&oracle->primitive->store->types, condition->left.type)->dim;
  size_t mark = ring_mark(oracle->balls);
  int some = make_room(oracle, dim) && eval_balls(oracle, &condition->left, x, oracle->left) &&
                     eval_balls(oracle, &condition->right, x, oracle->right)
                 ? 0
                 : -1;
  for (uint32_t i = 0; i < dim && some == 0; i++)
    some = holds(RELATION_EQUAL, ball_get(oracle->balls, oracle->left[i]), ball_get(oracle->balls, oracle->right[i]));
  ring_release(oracle->balls, mark);
  return some;
}

int oracle_satisfies(Oracle *oracle, const Condition *conditions, uint32_t count, const double *x) {
  size_t mark = ring_mark(oracle->balls);
  int all = 1;
  for (uint32_t k = 0; k < count && all != 0; k++) {
    int one = satisfies(oracle, &conditions[k], x);
    if (one != 1) all = one;
  }
  ring_release(oracle->balls, mark);
  return all;
}

double oracle_difference(Oracle *oracle, const Condition *condition, const double *x) {
  uint32_t dim = type_node(&oracle->primitive->store->types, condition->left.type)->dim;
  size_t mark = ring_mark(oracle->balls);
  double difference = NAN;
  if (dim > 0 && make_room(oracle, dim) && eval_balls(oracle, &condition->left, x, oracle->left) &&
      eval_balls(oracle, &condition->right, x, oracle->right)) {
    difference = ball_midpoint(oracle->balls, ring_sub(oracle->balls, oracle->left[0], oracle->right[0]));
    (void)ring_take_status(oracle->balls);
  }
  ring_release(oracle->balls, mark);
  return difference;
}

bool oracle_term(Oracle *oracle, const Program *program, const double *x, double *value) {
  uint32_t dim = type_node(&oracle->primitive->store->types, program->type)->dim;
  size_t mark = ring_mark(oracle->balls);
  bool defined = make_room(oracle, dim) && eval_balls(oracle, program, x, oracle->left);
  for (uint32_t i = 0; i < dim && defined; i++) value[i] = ball_midpoint(oracle->balls, oracle->left[i]);
  ring_release(oracle->balls, mark);
  return defined;
}
