#include "verify/primitive/rule_germs.h"

#include "verify/truth/ring_germ.h"
#include "verify/truth/ring_symbolic.h"

#include <stdlib.h>

#define WORK ((uint64_t)300000) /* of exact numbers */
#define TERMS 4u
#define FORM_ATOMS 24u
#define FORM_LENGTH 200u
#define FORM_WORK 200000u
#define BITS 160

/* The rule at x (dimension 0), or on x + side r u, r > 0. */
typedef struct Run {
  const Primitive *p;
  Arena *values;
  bool reverse;
  const mpq_t *x, *u;
  const double *seed;
  Exact *exact;
  Ring *ring, *forms;
  int side;
  Scalar *input, *from, *primal, *image;
} Run;

static uint32_t seeds_of(const Run *run) { return run->reverse ? run->p->cotangents : run->p->tangents; }
static uint32_t answers_of(const Run *run) { return run->reverse ? run->p->tangents : run->p->cotangents; }

static Scalar make_germ(const Run *run, const mpq_t at, const mpq_t along, int side) {
  mpq_t slope[2];
  mpq_init(slope[0]), mpq_init(slope[1]);
  if (side != 0) mpq_set(slope[0], along);
  if (side < 0) mpq_neg(slope[0], slope[0]);
  Scalar germ = germ_make(run->ring, at, side == 0 ? 0 : 2, (const mpq_t *)slope);
  mpq_clear(slope[0]), mpq_clear(slope[1]);
  return germ;
}

static void make_input(Run *run) {
  const Primitive *p = run->p;
  mpq_t number, zero;
  mpq_init(number), mpq_init(zero);
  for (uint32_t i = 0; i < p->inputs; i++)
    run->input[i] = p->is_real[i] ? make_germ(run, run->x[i], run->u[i], run->side)
                                  : scalar_from_int((int64_t)mpz_get_si(mpq_numref(run->x[i])));
  for (uint32_t i = 0; i < seeds_of(run); i++) {
    mpq_set_d(number, run->seed[i]);
    run->from[i] = make_germ(run, number, zero, run->side);
  }
  mpq_clear(number), mpq_clear(zero);
}

static Status open_run(Run *run) {
  const Primitive *p = run->p;
  GermShape shape = {0};
  if (run->side != 0) shape = (GermShape){1, TERMS, 1};
  run->forms = run->side == 0 ? NULL : ring_symbolic_new(1, FORM_ATOMS, FORM_LENGTH);
  if (run->forms != NULL) symbolic_set_work(run->forms, FORM_WORK);
  run->ring = ring_germ_new(run->exact, run->forms, shape);
  run->input = calloc((size_t)p->inputs + p->outputs + 2 * ((size_t)p->tangents + p->cotangents) + 1, sizeof(Scalar));
  if (run->ring == NULL || run->input == NULL) return STATUS_LIMIT;
  run->primal = run->input + p->inputs;
  run->from = run->primal + p->outputs;
  run->image = run->from + seeds_of(run);
  make_input(run);
  Machine machine = machine_make(p->store, run->ring, run->values);
  ArenaMark mark = arena_mark(run->values);
  Status status = operational_evaluator.eval_linear(&machine, primitive_rule(p, run->reverse), run->input, 1, run->from,
                                                    run->primal, run->image);
  arena_release(run->values, mark);
  Status left = ring_take_status(run->ring);
  return status != STATUS_OK ? status : left;
}

static void close_run(Run *run) {
  if (run->ring != NULL) ring_destroy(run->ring);
  if (run->forms != NULL) ring_destroy(run->forms);
  free(run->input);
}

/* The coefficient of r^k; false when it is not known, or others stand below r^0. */
static bool coefficient(const Run *run, Scalar a, int32_t k, ca_t out) {
  int32_t index = k - germ_shift(run->ring, a);
  if (germ_error(run->ring, a) <= GERM_UNIT * k || germ_lowest(run->ring, a) < 0) return false;
  ca_zero(out, run->exact->context);
  if (index >= 0 && (uint32_t)index < germ_terms(run->ring))
    ca_set(out, germ_coefficients(run->ring, a) + index, run->exact->context);
  return true;
}

static bool is_zero(const Run *run, const ca_t a) {
  return exact_fits(run->exact, a) && exact_sign(run->exact, a) == 0;
}

/* Both sides begin with the value and one slope, which goes to `out`. */
static bool judge_sides(const Run *at, const Run *right, const Run *left, uint32_t i, arb_t out) {
  ca_ctx_struct *context = at->exact->context;
  ca_t value, one, other;
  ca_init(value, context), ca_init(one, context), ca_init(other, context);
  ca_set(value, germ_coefficients(at->ring, at->image[i]), context);
  bool good = coefficient(right, right->image[i], 0, one) && coefficient(left, left->image[i], 0, other);
  if (good) {
    ca_sub(one, one, value, context), ca_sub(other, other, value, context);
    good = is_zero(at, one) && is_zero(at, other);
  }
  good = good && coefficient(right, right->image[i], 1, one) && coefficient(left, left->image[i], 1, other);
  if (good) {
    ca_add(other, other, one, context);
    good = is_zero(at, other);
  }
  if (good) exact_enclose(at->exact, out, one, BITS);
  ca_clear(value, context), ca_clear(one, context), ca_clear(other, context);
  return good;
}

bool rule_germs(const Primitive *p, Arena *values, bool reverse, const mpq_t *x, const mpq_t *u, const double *seed,
                arb_ptr out) {
  Exact exact;
  exact_init(&exact, WORK);
  Run run[3];
  bool good = true;
  for (int k = 0; k < 3; k++) {
    run[k] = (Run){.p = p, .values = values, .reverse = reverse, .x = x, .u = u, .seed = seed, .exact = &exact};
    run[k].side = k == 0 ? 0 : 3 - 2 * k;
    good = good && open_run(&run[k]) == STATUS_OK;
  }
  for (uint32_t i = 0; good && i < answers_of(&run[0]); i++) good = judge_sides(&run[0], &run[1], &run[2], i, out + i);
  for (int k = 0; k < 3; k++) close_run(&run[k]);
  exact_clear(&exact);
  return good;
}

Status rule_exactly(const Primitive *p, Arena *values, bool reverse, const mpq_t *x, const double *seed, arb_ptr out) {
  Exact exact;
  exact_init(&exact, WORK);
  Run run = {.p = p, .values = values, .reverse = reverse, .x = x, .u = x, .seed = seed, .exact = &exact, .side = 0};
  Status status = open_run(&run);
  for (uint32_t i = 0; status == STATUS_OK && i < answers_of(&run); i++)
    exact_enclose(&exact, out + i, germ_coefficients(run.ring, run.image[i]), BITS);
  close_run(&run);
  exact_clear(&exact);
  return status;
}
