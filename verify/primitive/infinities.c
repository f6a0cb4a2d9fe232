#include "verify/primitive/infinities.h"

#include "semantics/rings/rings.h"
#include "verify/truth/ring_limit.h"

#include <stdlib.h>

#define LIMIT_BITS 192
#define VALUES_LIMIT ((size_t)64 << 20)

struct Limits {
  const Primitive *primitive;
  Ring *ring, *duals;
  Arena values;
  Scalar *input, *output, *result; /* the results are of the ring */
};

Limits *limits_new(const Primitive *p) {
  Limits *l = calloc(1, sizeof *l);
  if (l == NULL) return NULL;
  l->primitive = p;
  arena_init(&l->values, VALUES_LIMIT);
  l->ring = ring_limit_new(LIMIT_BITS);
  l->duals = l->ring == NULL ? NULL : ring_dual_new(l->ring);
  l->input = calloc((size_t)p->inputs + 2 * (size_t)p->outputs + 1, sizeof *l->input);
  if (l->duals == NULL || l->input == NULL) {
    limits_free(l);
    return NULL;
  }
  l->output = l->input + p->inputs;
  l->result = l->output + p->outputs;
  return l;
}

void limits_free(Limits *l) {
  if (l == NULL) return;
  if (l->duals != NULL) ring_destroy(l->duals);
  if (l->ring != NULL) ring_destroy(l->ring);
  arena_free(&l->values);
  free(l->input);
  free(l);
}

static bool run(Limits *l, Ring *ring, const Program *program, Scalar *out) {
  Machine machine = machine_make(l->primitive->store, ring, &l->values);
  ArenaMark mark = arena_mark(&l->values);
  Status status = source_evaluator.eval(&machine, program, l->input, out);
  arena_release(&l->values, mark);
  Status left[2] = {ring_take_status(l->duals), ring_take_status(l->ring)};
  return status == STATUS_OK && left[0] == STATUS_OK && left[1] == STATUS_OK;
}

static void begin(Limits *l) {
  ring_release(l->duals, 2);
  ring_release(l->ring, 2);
}

static void place(Limits *l, const double *x) {
  const Primitive *p = l->primitive;
  for (uint32_t i = 0; i < p->inputs; i++)
    l->input[i] = p->is_real[i] ? limit_make(l->ring, x[i]) : scalar_from_int((int64_t)x[i]);
}

/* -------------------------------------------------------------- claims -- */

/* Whether left R right all around: 1, 0, or -1 where that is not decided. */
static int compare(Limits *l, Relation relation, Scalar left, Scalar right) {
  RingTest test = relation == RELATION_LESS         ? RING_LESS
                  : relation == RELATION_LESS_EQUAL ? RING_LESS_EQUAL
                                                    : RING_EQUAL;
  bool holds = ring_test(l->ring, test, left, right);
  if (ring_take_status(l->ring) != STATUS_OK) return -1;
  return relation == RELATION_NOT_EQUAL ? !holds : holds;
}

/* Whether that is the answer at every index. */
static bool all_answer(Limits *l, const Condition *condition, const double *x, int wanted) {
  uint32_t dim = type_node(&l->primitive->store->types, condition->left.type)->dim;
  Scalar *side = calloc(2 * (size_t)dim + 1, sizeof *side);
  bool good = side != NULL;
  begin(l), place(l, x);
  good = good && run(l, l->ring, &condition->left, side) && run(l, l->ring, &condition->right, side + dim);
  for (uint32_t i = 0; i < dim && good; i++) good = compare(l, condition->relation, side[i], side[dim + i]) == wanted;
  free(side);
  return good;
}

bool limits_claimed(Limits *l, const double *x) {
  const Primitive *p = l->primitive;
  bool claimed = true;
  for (uint32_t k = 0; k < p->domain_count && claimed; k++) claimed = all_answer(l, &p->domain[k], x, 1);
  for (uint32_t k = 0; k < p->kink_count && claimed; k++) claimed = all_answer(l, &p->kink[k].where, x, 0);
  return claimed;
}

/* ----------------------------------------------------- value and slopes -- */

bool limits_value(Limits *l, const double *x) {
  const Primitive *p = l->primitive;
  if (p->library != NULL) return false;
  begin(l), place(l, x);
  return run(l, l->ring, &p->definition->program, l->result);
}

bool limits_slope(Limits *l, const double *x, uint32_t along) {
  const Primitive *p = l->primitive;
  if (p->library != NULL) return false;
  begin(l), place(l, x);
  for (uint32_t i = 0; i < p->inputs; i++) {
    Scalar moves = ring_integer(l->ring, p->input_place[along] == i);
    if (p->is_real[i]) l->input[i] = dual_make(l->duals, l->input[i], moves);
  }
  if (!run(l, l->duals, &p->definition->program, l->output)) return false;
  for (uint32_t o = 0; o < p->cotangents; o++) l->result[o] = dual_epsilon(l->duals, l->output[p->output_place[o]]);
  return true;
}

int limits_infinite(const Limits *l, uint32_t result) { return limit_infinite(l->ring, l->result[result]); }
arb_srcptr limits_number(const Limits *l, uint32_t result) { return limit_ball(l->ring, l->result[result]); }
