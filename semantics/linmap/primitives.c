/* The built-in functions, over any ring. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/meaning.h"
#include "semantics/tables/rules.h"

/* ------------------------------------------------------------- elementwise -- */

static Scalar scalar1(LmEval *eval, const LmTerm *t, Scalar x) {
  Ring *ring = eval->machine->ring;
  switch (t->prim) {
  case LM_PRIM_NEG: return ring_neg(ring, x);
  case LM_PRIM_SIN: return ring_function(ring, RING_SIN, x);
  case LM_PRIM_COS: return ring_function(ring, RING_COS, x);
  case LM_PRIM_TAN: return ring_function(ring, RING_TAN, x);
  case LM_PRIM_EXP: return ring_function(ring, RING_EXP, x);
  case LM_PRIM_LOG: return ring_function(ring, RING_LOG, x);
  case LM_PRIM_SQRT: return ring_function(ring, RING_SQRT, x);
  case LM_PRIM_POW: return ring_power(ring, x, constant_get(&eval->machine->store->constants, t->constant));
  case LM_PRIM_TANH: return ring_function(ring, RING_TANH, x);
  case LM_PRIM_SIGMOID: return ring_function(ring, RING_SIGMOID, x);
  case LM_PRIM_SIGN: return ring_function(ring, RING_SIGN, x);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_OF_TWO:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_ANY_SHAPED: break;
  }
  ring_fail(ring, STATUS_STUCK);
  return x;
}

static Scalar scalar2(Ring *ring, LmPrim prim, Scalar x, Scalar y) {
  if (prim == LM_PRIM_ADD) return ring_add(ring, x, y);
  if (prim == LM_PRIM_SUB) return ring_sub(ring, x, y);
  if (prim == LM_PRIM_MUL) return ring_mul(ring, x, y);
  if (prim == LM_PRIM_DIV) return ring_div(ring, x, y);
  return prim == LM_PRIM_MAX ? ring_max(ring, x, y) : ring_min(ring, x, y);
}

static Status each1(LmEval *eval, const LmTerm *t, const LmValue *x, LmValue *out) {
  if (x->kind == LM_VALUE_REAL) {
    *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = scalar1(eval, t, x->scalar)};
    return ring_take_status(eval->machine->ring);
  }
  if (x->kind != LM_VALUE_TUPLE && x->kind != LM_VALUE_VEC) return STATUS_STUCK;
  LmValue image;
  Status status = lm_value_parts(eval, x->kind, x->n, &image);
  for (uint32_t k = 0; k < x->n && status == STATUS_OK; k++) status = each1(eval, t, &x->part[k], &image.part[k]);
  *out = image;
  return status;
}

static Status each2(LmEval *eval, const LmTerm *t, const LmValue *x, const LmValue *y, LmValue *out) {
  if (x->kind != y->kind || x->n != y->n) return STATUS_STUCK;
  if (x->kind == LM_VALUE_REAL) {
    *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = scalar2(eval->machine->ring, t->prim, x->scalar, y->scalar)};
    return ring_take_status(eval->machine->ring);
  }
  if (x->kind != LM_VALUE_TUPLE && x->kind != LM_VALUE_VEC) return STATUS_STUCK;
  LmValue image;
  Status status = lm_value_parts(eval, x->kind, x->n, &image);
  for (uint32_t k = 0; k < x->n && status == STATUS_OK; k++)
    status = each2(eval, t, &x->part[k], &y->part[k], &image.part[k]);
  *out = image;
  return status;
}

/* ----------------------------------------------------------------- vectors -- */

static Status index_value(const LmValue *i, const LmValue *v, LmValue *out) {
  int64_t k = scalar_to_int(i->scalar);
  if (i->kind != LM_VALUE_NAT || v->kind != LM_VALUE_VEC) return STATUS_STUCK;
  if (k < 0 || k >= v->n) return STATUS_DOMAIN;
  *out = v->part[k];
  return STATUS_OK;
}

static Status sum_value(LmEval *eval, const LmType *type, const LmValue *v, LmValue *out) {
  if (v->kind != LM_VALUE_VEC) return STATUS_STUCK;
  if (v->n == 0) return lm_value_zero(eval, type, out);
  LmValue sum = v->part[0];
  if (sum.kind == LM_VALUE_REAL) {
    for (uint32_t k = 1; k < v->n; k++) sum.scalar = ring_add(eval->machine->ring, sum.scalar, v->part[k].scalar);
    *out = sum;
    return ring_take_status(eval->machine->ring);
  }
  Status status = lm_value_zero(eval, type, &sum);
  for (uint32_t k = 0; k < v->n && status == STATUS_OK; k++) status = lm_value_accumulate(eval, &sum, &v->part[k]);
  *out = sum;
  return status;
}

/* e at index i of n and 0 elsewhere; with i out of range, all are 0. */
static Status delta_value(LmEval *eval, const LmType *type, const LmValue *i, const LmValue *e, LmValue *out) {
  int64_t k = scalar_to_int(i->scalar);
  Status status = lm_value_zero(eval, type, out);
  if (status == STATUS_OK && k >= 0 && k < out->n) out->part[k] = *e;
  return status;
}

/* ------------------------------------------------------- N and comparisons -- */

static Status nat_value(LmPrim prim, int64_t x, int64_t y, LmValue *out) {
  int64_t z = 0;
  bool overflow = false;
  if (prim == LM_PRIM_NADD) overflow = __builtin_add_overflow(x, y, &z);
  if (prim == LM_PRIM_NSUB) overflow = __builtin_sub_overflow(x, y, &z);
  if (prim == LM_PRIM_NMUL) overflow = __builtin_mul_overflow(x, y, &z);
  if (prim == LM_PRIM_NMIN) z = x < y ? x : y;
  if (prim == LM_PRIM_NMAX) z = x < y ? y : x;
  if (prim == LM_PRIM_NMOD) {
    if (y == 0) return STATUS_DOMAIN;
    z = y == -1 ? 0 : x % y;
    z = z != 0 && (z < 0) != (y < 0) ? z + y : z;
  }
  if (prim == LM_PRIM_NDIV) {
    if (y == 0 || (x == INT64_MIN && y == -1)) return STATUS_DOMAIN;
    z = x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
  }
  *out = (LmValue){.kind = LM_VALUE_NAT, .scalar = scalar_from_int(z)};
  return overflow ? STATUS_DOMAIN : STATUS_OK;
}

static Status compare_value(LmEval *eval, LmPrim prim, const LmValue *x, const LmValue *y, LmValue *out) {
  Ring *ring = eval->machine->ring;
  RingTest test = prim == LM_PRIM_LT ? RING_LESS : prim == LM_PRIM_LE ? RING_LESS_EQUAL : RING_EQUAL;
  bool holds;
  if (x->kind == LM_VALUE_NAT) {
    int64_t a = scalar_to_int(x->scalar), b = scalar_to_int(y->scalar);
    holds = ring_test_order(test, (a > b) - (a < b));
  } else {
    holds = ring_test(ring, test, x->scalar, y->scalar);
  }
  *out = (LmValue){.kind = LM_VALUE_BOOL, .scalar = {holds}};
  return ring_take_status(ring);
}

/* ------------------------------------------------------------------- rules -- */

static Status prim2_value(LmEval *eval, const LmTerm *t, const LmValue *e, LmValue *out) {
  if (e->kind != LM_VALUE_TUPLE || e->n != 2) return STATUS_STUCK;
  const LmValue *x = &e->part[0], *y = &e->part[1];
  switch (t->prim) {
  /* p(x, y) entry by entry */
  case LM_PRIM_ANY_OF_TWO: RULE(LMP_EACH2); return each2(eval, t, x, y, out);
  /* ixR(i, v) = v[i], 0 <= i < sz v; else outside the domain                */
  case LM_PRIM_IX: RULE(LMP_IX); return index_value(x, y, out);
  case LM_PRIM_ANY_NAT:
    RULE(LMP_NAT);
    return nat_value(t->prim, scalar_to_int(x->scalar), scalar_to_int(y->scalar), out);
  case LM_PRIM_ANY_TEST: RULE(LMP_COMPARE); return compare_value(eval, t->prim, x, y, out);
  /* k * v                                                                   */
  case LM_PRIM_TIMES: RULE(LMP_TIMES); return lm_value_times(eval, x->scalar, y, out);
  /* deltaVec n i e                                                          */
  case LM_PRIM_DELTA: RULE(LMP_DELTA); return delta_value(eval, t->type, x, y, out);
  case LM_PRIM_ANY_OF_ONE: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status given_value(LmEval *eval, const LmTerm *t, const LmValue *e, LmValue *out) {
  Machine *machine = eval->machine;
  const Store *store = machine->store;
  uint64_t from = linmap_slots(t->kid[0]->type), to = linmap_slots(t->type);
  Scalar *flat = arena_array(machine->arena, from + to, sizeof *flat), *end = flat;
  if (flat == NULL) return STATUS_LIMIT;
  lm_value_write(e, &end);
  const OpId op = {(uint32_t)t->integer};
  uint32_t first = type_node(&store->types, op_node(&store->ops, op)->operand[0])->n;
  Status status = op_value(&store->ops, &store->constants, machine->ring, op, flat, flat + first, flat + from);
  const Scalar *result = flat + from;
  return status == STATUS_OK ? lm_value_read(eval, t->type, &result, out) : status;
}

Status linmap_prim_value(LmEval *eval, const LmTerm *t, const LmValue *e, LmValue *out) {
  Ring *ring = eval->machine->ring;
  switch (t->prim) {
  /* p(x) entry by entry                                                     */
  case LM_PRIM_ANY_FUNCTION:
  case LM_PRIM_NEG:
  case LM_PRIM_SIGN: RULE(LMP_EACH1); return each1(eval, t, e, out);
  /* pi_k (x1,...,xn) = xk                                                   */
  case LM_PRIM_PI:
    RULE(LMP_PI);
    if (e->kind != LM_VALUE_TUPLE || t->n >= e->n) return STATUS_STUCK;
    *out = e->part[t->n];
    return STATUS_OK;
  /* sum v = v[0] + ... ; of no entries, 0                                   */
  case LM_PRIM_SUM: RULE(LMP_SUM); return sum_value(eval, t->type, e, out);
  /* sz v                                                                    */
  case LM_PRIM_SZ:
    RULE(LMP_SZ);
    *out = (LmValue){.kind = LM_VALUE_NAT, .scalar = scalar_from_int(e->n)};
    return STATUS_OK;
  case LM_PRIM_TOREAL:
    RULE(LMP_TOREAL);
    *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = ring_integer(ring, scalar_to_int(e->scalar))};
    return ring_take_status(ring);
  /* a function of the table of operations, at real vectors                  */
  case LM_PRIM_GIVEN: RULE(LMP_GIVEN); return given_value(eval, t, e, out);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_OF_TWO:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_IX:
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: return prim2_value(eval, t, e, out);
  }
  return STATUS_STUCK;
}
