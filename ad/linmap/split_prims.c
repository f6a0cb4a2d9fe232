/* Splitting of built-in functions: a record of what the derivative needs, and the
 * reverse derivative itself, by the ring's operations. */
#include "ad/linmap/split.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/linmap/cases.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* How much of its operand a function records. */
typedef enum Need { NEED_NOTHING, NEED_ALL, NEED_INDEX } Need;

static Need need(LmPrim prim) {
  switch (prim) {
  case LM_PRIM_ANY_FUNCTION:
  case LM_PRIM_MUL:
  case LM_PRIM_DIV:
  case LM_PRIM_MAX:
  case LM_PRIM_MIN:
  case LM_PRIM_GIVEN: return NEED_ALL;
  case LM_PRIM_IX: return NEED_INDEX;
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_ADD:
  case LM_PRIM_SUB:
  case LM_PRIM_NEG:
  case LM_PRIM_SIGN:
  case LM_PRIM_PI:
  case LM_PRIM_SUM:
  case LM_PRIM_SZ:
  case LM_PRIM_TOREAL:
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: return NEED_NOTHING;
  }
  return NEED_NOTHING;
}

const SplitType *split_prim_type(LmBuilder *b, const LmTerm *p) {
  SplitType *type = arena_alloc(b->arena, sizeof *type);
  if (type == NULL) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  *type = (SplitType){.kind = need(p->prim) == NEED_NOTHING ? SPLIT_NOTHING : SPLIT_VALUE};
  if (need(p->prim) == NEED_ALL) type->type = p->kid[0]->type;
  if (need(p->prim) == NEED_INDEX) type->type = p->kid[0]->type->part[0];
  return type;
}

Status split_prim_record(LmEval *eval, const LmTerm *p, const LmValue *e, SplitRecord *record) {
  (void)eval;
  *record = (SplitRecord){.kind = need(p->prim) == NEED_NOTHING ? SPLIT_NOTHING : SPLIT_VALUE};
  if (need(p->prim) == NEED_ALL) record->value = *e;
  if (need(p->prim) == NEED_INDEX) record->value = e->part[0];
  return STATUS_OK;
}

/* ------------------------------------------------------------------ slopes -- */

/* f'(x) */
static Scalar slope(LmEval *eval, const LmTerm *p, Scalar x) {
  Ring *ring = eval->machine->ring;
  Scalar one = ring_integer(ring, 1), y;
  switch (p->prim) {
  case LM_PRIM_SIN: return ring_function(ring, RING_COS, x);
  case LM_PRIM_COS: return ring_neg(ring, ring_function(ring, RING_SIN, x));
  case LM_PRIM_TAN: y = ring_function(ring, RING_TAN, x); return ring_add(ring, one, ring_mul(ring, y, y));
  case LM_PRIM_EXP: return ring_function(ring, RING_EXP, x);
  case LM_PRIM_LOG: return ring_div(ring, one, x);
  case LM_PRIM_SQRT: y = ring_function(ring, RING_SQRT, x); return ring_div(ring, one, ring_add(ring, y, y));
  case LM_PRIM_TANH: y = ring_function(ring, RING_TANH, x); return ring_sub(ring, one, ring_mul(ring, y, y));
  case LM_PRIM_SIGMOID: y = ring_function(ring, RING_SIGMOID, x); return ring_mul(ring, y, ring_sub(ring, one, y));
  case LM_PRIM_POW: {
    ConstantTable *constants = &eval->machine->store->constants;
    mpq_t less, unit;
    mpq_init(less);
    mpq_init(unit);
    mpq_set_ui(unit, 1, 1);
    mpq_sub(less, constant_get(constants, p->constant)->exact[0], unit);
    ConstantId exponent = constant_intern(constants, &less, 1);
    bool constant = mpq_cmp_si(less, -1, 1) == 0; /* x^0 */
    mpq_clear(less);
    mpq_clear(unit);
    if (constant) return ring_integer(ring, 0);
    if (exponent.id == 0) break;
    y = ring_power(ring, x, constant_get(constants, exponent));
    return ring_mul(ring, ring_constant(ring, constant_get(constants, p->constant), 0), y);
  }
  case LM_PRIM_ANY_NO_FUNCTION: break;
  }
  ring_fail(ring, STATUS_STUCK);
  return one;
}

/* acc += r * f'(x), entry by entry. */
static Status back1(LmEval *eval, const LmTerm *p, const LmValue *x, const LmValue *r, LmValue *acc) {
  Ring *ring = eval->machine->ring;
  if (x->n != r->n || x->n != acc->n) return STATUS_STUCK;
  if (x->kind == LM_VALUE_REAL) {
    acc->scalar = ring_add(ring, acc->scalar, ring_mul(ring, slope(eval, p, x->scalar), r->scalar));
    return ring_take_status(ring);
  }
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < x->n && status == STATUS_OK; k++)
    status = back1(eval, p, &x->part[k], &r->part[k], &acc->part[k]);
  return status;
}

/* The slopes of a function of two in each. */
static void slopes(Ring *ring, LmPrim prim, Scalar x, Scalar y, Scalar *dx, Scalar *dy) {
  Scalar one = ring_integer(ring, 1);
  if (prim == LM_PRIM_MUL) {
    *dx = y;
    *dy = x;
  } else if (prim == LM_PRIM_DIV) {
    *dx = ring_div(ring, one, y);
    *dy = ring_neg(ring, ring_mul(ring, ring_div(ring, x, y), *dx));
  } else {
    Scalar side = prim == LM_PRIM_MAX ? ring_sub(ring, x, y) : ring_sub(ring, y, x);
    Scalar sign = ring_function(ring, RING_SIGN, side);
    *dx = ring_div(ring, ring_add(ring, one, sign), ring_integer(ring, 2));
    *dy = ring_sub(ring, one, *dx);
  }
}

static Status back2(LmEval *eval, LmPrim prim, const LmValue *x, const LmValue *y, const LmValue *r, LmValue *dx,
                    LmValue *dy) {
  Ring *ring = eval->machine->ring;
  if (x->n != r->n || y->n != r->n || dx->n != r->n || dy->n != r->n) return STATUS_STUCK;
  if (r->kind == LM_VALUE_REAL) {
    Scalar by_x, by_y;
    slopes(ring, prim, x->scalar, y->scalar, &by_x, &by_y);
    dx->scalar = ring_add(ring, dx->scalar, ring_mul(ring, by_x, r->scalar));
    dy->scalar = ring_add(ring, dy->scalar, ring_mul(ring, by_y, r->scalar));
    return ring_take_status(ring);
  }
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < r->n && status == STATUS_OK; k++)
    status = back2(eval, prim, &x->part[k], &y->part[k], &r->part[k], &dx->part[k], &dy->part[k]);
  return status;
}

static Status subtract(LmEval *eval, const LmValue *r, LmValue *acc) {
  LmValue minus;
  TRY(lm_value_times(eval, ring_integer(eval->machine->ring, -1), r, &minus));
  return lm_value_accumulate(eval, acc, &minus);
}

static Status back_sum(LmEval *eval, const LmValue *dt, LmValue *acc) {
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < acc->n && status == STATUS_OK; k++) status = lm_value_accumulate(eval, &acc->part[k], dt);
  return status;
}

/* acc += dt p'(x), row by row. */
static Status back_matrix(LmEval *eval, const LmValue *dt, const Scalar *matrix, LmValue *acc) {
  Ring *ring = eval->machine->ring;
  uint32_t rows = dt->kind == LM_VALUE_REAL ? 1 : dt->n, columns = acc->kind == LM_VALUE_REAL ? 1 : acc->n;
  for (uint32_t i = 0; i < rows; i++) {
    Scalar r = dt->kind == LM_VALUE_REAL ? dt->scalar : dt->part[i].scalar;
    for (uint32_t j = 0; j < columns; j++) {
      Scalar *into = acc->kind == LM_VALUE_REAL ? &acc->scalar : &acc->part[j].scalar;
      *into = ring_add(ring, *into, ring_mul(ring, r, matrix[(size_t)i * columns + j]));
    }
  }
  return ring_take_status(ring);
}

static Status back_given(LmEval *eval, const LmTerm *p, const LmValue *e, const LmValue *dt, LmValue *acc) {
  Machine *machine = eval->machine;
  Store *store = machine->store;
  const OpNode op = *op_node(&store->ops, (OpId){(uint32_t)p->integer}); /* making moves the table */
  bool function = op_is_function(op.code);
  if (op.code != OP_GIVEN && !function) return STATUS_OK;
  Scalar *x = arena_array(machine->arena, linmap_slots(p->kid[0]->type), sizeof *x), *end = x;
  if (x == NULL) return STATUS_LIMIT;
  lm_value_write(e, &end);
  const Scalar *y = x + type_node(&store->types, op.operand[0])->n;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < op.arity && status == STATUS_OK && function; k++) {
    Scalar slope;
    status = op_slope_value(store, machine->ring, (OpId){(uint32_t)p->integer}, k, x[0], x[op.arity - 1], &slope);
    if (status == STATUS_OK) status = back_matrix(eval, dt, &slope, op.arity == 1 ? acc : &acc->part[k]);
  }
  for (uint32_t k = 0; k < op.arity && status == STATUS_OK && !function; k++) {
    OpId slope = op_make_slope(&store->ops, &store->types, (OpId){(uint32_t)p->integer}, k);
    if (slope.id == 0) return STATUS_LIMIT;
    uint32_t size = type_node(&store->types, op_node(&store->ops, slope)->result)->n;
    Scalar *matrix = arena_array(machine->arena, size, sizeof *matrix);
    if (matrix == NULL) return STATUS_LIMIT;
    status = op_value(&store->ops, &store->constants, machine->ring, slope, x, y, matrix);
    if (status == STATUS_OK) status = back_matrix(eval, dt, matrix, op.arity == 1 ? acc : &acc->part[k]);
  }
  return status;
}

Status split_prim_back(LmEval *eval, const LmTerm *p, const SplitRecord *record, const LmValue *dt, LmValue *acc) {
  const LmValue *e = &record->value;
  switch (p->prim) {
  /* (dt, dt) */
  case LM_PRIM_ADD:
    TRY(lm_value_accumulate(eval, &acc->part[0], dt));
    return lm_value_accumulate(eval, &acc->part[1], dt);
  case LM_PRIM_SUB: TRY(lm_value_accumulate(eval, &acc->part[0], dt)); return subtract(eval, dt, &acc->part[1]);
  case LM_PRIM_NEG: return subtract(eval, dt, acc);
  /* (dt * dp/dx, dt * dp/dy), (x, y) recorded */
  case LM_PRIM_MUL:
  case LM_PRIM_DIV:
  case LM_PRIM_MAX:
  case LM_PRIM_MIN: return back2(eval, p->prim, &e->part[0], &e->part[1], dt, &acc->part[0], &acc->part[1]);
  /* dt * p'(x), x recorded */
  case LM_PRIM_ANY_FUNCTION: return back1(eval, p, e, dt, acc);
  case LM_PRIM_PI: return lm_value_accumulate(eval, &acc->part[p->n], dt);
  /* dt at index i, i recorded */
  case LM_PRIM_IX: return lm_value_accumulate(eval, &acc->part[1].part[scalar_to_int(e->scalar)], dt);
  case LM_PRIM_SUM: return back_sum(eval, dt, acc);
  /* dt times the matrices that are claimed, (x, y) recorded */
  case LM_PRIM_GIVEN: return back_given(eval, p, e, dt, acc);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_SIGN:
  case LM_PRIM_SZ:
  case LM_PRIM_TOREAL: return STATUS_OK;
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: return STATUS_UNABLE;
  }
  return STATUS_UNABLE;
}
