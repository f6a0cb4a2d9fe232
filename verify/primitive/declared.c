#include "verify/primitive/declared.h"

#include "semantics/rings/rings.h"
#include "verify/truth/ring_ball.h"

#include <stdlib.h>

#define BITS 424
#define VALUES_LIMIT ((size_t)16 << 20)
#define RATIONAL_BITS ((size_t)1 << 14)
#define CONDITIONS_MOST 64u /* in a term, one for each index */

struct Declared {
  const Primitive *primitive;
  Ring *rings[2]; /* the rationals, then balls */
  Arena values;
};

Declared *declared_new(const Primitive *primitive) {
  Declared *declared = calloc(1, sizeof *declared);
  if (declared == NULL) return NULL;
  declared->primitive = primitive;
  arena_init(&declared->values, VALUES_LIMIT);
  declared->rings[0] = ring_rational_new(RATIONAL_BITS);
  declared->rings[1] = ring_ball_new(BITS);
  if (declared->rings[0] != NULL && declared->rings[1] != NULL) return declared;
  declared_free(declared);
  return NULL;
}

void declared_free(Declared *declared) {
  if (declared == NULL) return;
  for (int r = 0; r < 2; r++) {
    if (declared->rings[r] != NULL) ring_destroy(declared->rings[r]);
  }
  arena_free(&declared->values);
  free(declared);
}

static bool eval(Declared *declared, Ring *ring, const Program *program, const Scalar *x, Scalar *value) {
  Machine machine = machine_make(declared->primitive->store, ring, &declared->values);
  Status status = source_evaluator.eval(&machine, program, x, value);
  return ring_take_status(ring) == STATUS_OK && status == STATUS_OK;
}

/* 1, 0, or -1 where the ring does not decide, of one index. */
static int holds(bool balls, Ring *ring, Relation relation, Scalar a, Scalar b) {
  int order = balls ? ball_order(ball_get(ring, a), ball_get(ring, b)) : ring_compare(ring, a, b);
  if (balls && order == BALL_SIGN_UNKNOWN) return -1;
  switch (relation) {
  case RELATION_LESS: return order < 0;
  case RELATION_LESS_EQUAL: return order <= 0;
  case RELATION_EQUAL: return order == 0;
  case RELATION_NOT_EQUAL: return order != 0;
  }
  return -1;
}

static int holds_over(Declared *declared, bool balls, const Condition *condition, const mpq_t *x) {
  Ring *ring = declared->rings[balls];
  uint32_t inputs = declared->primitive->inputs;
  uint32_t dim = type_node(&declared->primitive->store->types, condition->left.type)->dim;
  size_t mark = ring_mark(ring);
  ArenaMark room = arena_mark(&declared->values);
  Scalar *at = arena_array(&declared->values, inputs, sizeof *at);
  Scalar *left = arena_array(&declared->values, 2 * (size_t)dim + 1, sizeof *left), *right = left + dim;
  int all = at == NULL || left == NULL ? -1 : 1;
  for (uint32_t i = 0; i < inputs && all == 1; i++)
    at[i] = balls ? ball_make_rational(ring, x[i]) : rational_make(ring, x[i]);
  if (all == 1 &&
      !(eval(declared, ring, &condition->left, at, left) && eval(declared, ring, &condition->right, at, right)))
    all = -1;
  for (uint32_t i = 0; i < dim && all == 1; i++) all = holds(balls, ring, condition->relation, left[i], right[i]);
  arena_release(&declared->values, room);
  ring_release(ring, mark);
  return all;
}

static int condition_holds(Declared *declared, const Condition *condition, const mpq_t *x) {
  int exact = holds_over(declared, false, condition, x);
  return exact >= 0 ? exact : holds_over(declared, true, condition, x);
}

bool declared_at(void *state, const mpq_t *x) {
  Declared *declared = state;
  const Primitive *p = declared->primitive;
  for (uint32_t k = 0; k < p->domain_count; k++) {
    if (condition_holds(declared, &p->domain[k], x) != 1) return true;
  }
  for (uint32_t k = 0; k < p->kink_count; k++) {
    if (condition_holds(declared, &p->kink[k].where, x) != 0) return true;
  }
  return false;
}

/* ---------------------------------------------------------------- as a term -- */

static TermId int_literal(Store *store, int64_t k) {
  return term_op(store, op_make_int(&store->ops, &store->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

/* 1 / 1 where the condition holds of two reals, and 1 / 0, which is undefined, elsewhere. */
static TermId one_where(Store *store, Relation relation, TermId left, TermId right) {
  static const OpCode tests[] = {[RELATION_LESS] = OP_LESS,
                                 [RELATION_LESS_EQUAL] = OP_LESSEQ,
                                 [RELATION_EQUAL] = OP_EQUAL,
                                 [RELATION_NOT_EQUAL] = OP_EQUAL};
  bool negated = relation == RELATION_NOT_EQUAL;
  TermId test = term_op(store, op_make(&store->ops, &store->types, tests[relation], 0, 0), left, right);
  TermId divisor =
      term_match(store, NAME_NONE, NAME_NONE, test, int_literal(store, !negated), int_literal(store, negated));
  return term_op(store, op_make(&store->ops, &store->types, OP_IDIV, 0, 0), int_literal(store, 1), divisor);
}

/* The value, undefined too where the condition does not hold at every index. */
static TermId value_where(Store *store, TermId value, const Condition *condition) {
  uint32_t n = type_node(&store->types, condition->left.type)->dim;
  for (uint32_t i = 0; i < n; i++) {
    TermId left = condition->left.term, right = condition->right.term;
    if (n > 1) {
      left = term_index(store, int_literal(store, i), left);
      right = term_index(store, int_literal(store, i), right);
    }
    value = term_fst(store, term_pair(store, value, one_where(store, condition->relation, left, right)));
  }
  return value;
}

TermId declared_value(const Primitive *primitive) {
  TermId value = primitive->definition->program.term;
  uint64_t conditions = 0;
  for (uint32_t k = 0; k < primitive->domain_count; k++)
    conditions += type_node(&primitive->store->types, primitive->domain[k].left.type)->dim;
  if (conditions == 0 || conditions > CONDITIONS_MOST || primitive->library != NULL) return TERM_NONE_ID;
  for (uint32_t k = 0; k < primitive->domain_count; k++)
    value = value_where(primitive->store, value, &primitive->domain[k]);
  return value;
}
