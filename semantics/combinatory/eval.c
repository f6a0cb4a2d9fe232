/* [[p]]: what a point-free term computes, over any ring. */
#include "semantics/combinatory/domain.h"
#include "semantics/combinatory/pointfree.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status eval(Machine *machine, const PfTable *table, PfId p, const PfValue *x, PfValue *out);

static bool is_pair(const PfValue *x) { return x->parts != NULL && x->n == 2; }

static bool is_real(const PfTable *table, TypeId type) {
  const TypeNode *node = type_node(&table->store->types, type);
  return node->kind == TYPE_REAL && node->n == 1;
}

/* Whether the elements of an array type are reals, kept as a vector. */
static bool is_vector(const PfTable *table, TypeId array) {
  return type_kind(&table->store->types, array) == TYPE_REAL;
}

static Status eval_par(Machine *machine, const PfTable *table, const PfTerm *t, const PfValue *x, PfValue *out) {
  PfValue first, second;
  if (!is_pair(x)) return STATUS_STUCK;
  TRY(eval(machine, table, t->a, &x->parts[0], &first));
  TRY(eval(machine, table, t->b, &x->parts[1], &second));
  return pf_pair(machine->arena, &first, &second, out);
}

/* An operation of core/ops.def at one or two vectors. */
static Status eval_op(Machine *machine, OpId op, const PfValue *x, const PfValue *y, PfValue *out) {
  Store *store = machine->store;
  if (op.id == 0) return STATUS_LIMIT;
  uint32_t n = type_node(&store->types, op_node(&store->ops, op)->result)->n;
  Scalar *scalars = arena_array(machine->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  *out = pf_vector(n, scalars);
  return op_value(&store->ops, &store->constants, machine->ring, op, x->scalars, y == NULL ? NULL : y->scalars,
                  scalars);
}

static Status eval_const(Machine *machine, const PfTable *table, const PfTerm *t, PfValue *out) {
  *out = (PfValue){0, NULL, NULL};
  if (t->constant.id == 0) return STATUS_OK;
  uint32_t n = type_node(&table->store->types, t->cod)->n;
  return eval_op(machine, op_make_constant(&machine->store->ops, &machine->store->types, n, t->constant), out, NULL,
                 out);
}

static Status eval_unary(Machine *machine, const PfTerm *t, const PfValue *x, PfValue *out) {
  OpTable *ops = &machine->store->ops;
  TypeTable *types = &machine->store->types;
  OpId op =
      t->kind == PF_NEG ? op_make(ops, types, OP_NEG, t->n, 0) : op_make_each(ops, types, t->op, t->n, t->constant);
  return eval_op(machine, op, x, NULL, out);
}

/* x + y or x - y, at every scalar of the type. */
static Status eval_plus(Machine *machine, OpCode code, const PfValue *x, const PfValue *y, PfValue *out) {
  if (x->n != y->n) return STATUS_STUCK;
  if (x->parts == NULL) {
    return eval_op(machine, op_make(&machine->store->ops, &machine->store->types, code, x->n, 0), x, y, out);
  }
  PfValue *parts = arena_array(machine->arena, x->n, sizeof *parts);
  if (parts == NULL || machine->depth == 0) return STATUS_LIMIT;
  *out = (PfValue){x->n, NULL, parts};
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < x->n && status == STATUS_OK; k++) {
    status = eval_plus(machine, code, &x->parts[k], &y->parts[k], &parts[k]);
  }
  machine->depth++;
  return status;
}

/* (a1 b2 ...): x × y over the reals has no entry in core/ops.def. */
static Status eval_cross(Machine *machine, const PfValue *x, const PfValue *y, PfValue *out) {
  Ring *ring = machine->ring;
  Scalar *scalars = arena_array(machine->arena, 3, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    scalars[i] =
        ring_sub(ring, ring_mul(ring, x->scalars[j], y->scalars[k]), ring_mul(ring, x->scalars[k], y->scalars[j]));
  }
  *out = pf_vector(3, scalars);
  return ring_take_status(ring);
}

static Status eval_binary(Machine *machine, const PfTerm *t, const PfValue *x, const PfValue *y, PfValue *out) {
  OpTable *ops = &machine->store->ops;
  TypeTable *types = &machine->store->types;
  switch (t->bilinear) {
  case BILINEAR_TIMES: return eval_op(machine, op_make(ops, types, OP_MUL, t->n, 0), x, y, out);
  case BILINEAR_DOT: return eval_op(machine, op_make(ops, types, OP_DOT, t->n, 0), x, y, out);
  case BILINEAR_SCALE: return eval_op(machine, op_make(ops, types, OP_SCALE, t->n, 0), x, y, out);
  case BILINEAR_CROSS: return eval_cross(machine, x, y, out);
  case BILINEAR_MATVEC: return eval_op(machine, op_make(ops, types, OP_MATVEC, t->n, t->m), x, y, out);
  case BILINEAR_OUTER:
  case BILINEAR_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status eval_if(Machine *machine, const PfTable *table, const PfTerm *t, const PfValue *x, PfValue *out) {
  PfValue condition;
  bool negative;
  Status status = eval(machine, table, t->a, x, &condition);
  if (status == STATUS_OK && condition.n != 1) status = STATUS_STUCK;
  if (status == STATUS_OK) status = pf_negative(machine->ring, condition.scalars[0], &negative);
  return status == STATUS_OK ? eval(machine, table, negative ? t->b : t->c, x, out) : status;
}

/* A member of the family, or the one p of a map, at each element. */
static Status eval_each(Machine *machine, const PfTable *table, const PfTerm *t, const PfValue *x, PfValue *out) {
  PfValue *elements = arena_array(machine->arena, t->n, sizeof *elements);
  if (elements == NULL) return STATUS_LIMIT;
  if (x->n != t->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    PfValue element = pf_element(x, i);
    TRY(eval(machine, table, t->kind == PF_MAP ? t->a : pf_member(table, t, i), &element, &elements[i]));
  }
  return pf_array(machine->arena, is_vector(table, t->cod), t->n, elements, out);
}

static Status eval_repl(Machine *machine, const PfTable *table, const PfTerm *t, const PfValue *x, PfValue *out) {
  PfValue *elements = arena_array(machine->arena, t->n, sizeof *elements);
  if (elements == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < t->n; i++) elements[i] = *x;
  return pf_array(machine->arena, is_real(table, t->dom), t->n, elements, out);
}

/* x1 + ... + xn from the left; the zero of the type for n = 0. */
static Status eval_sum(Machine *machine, const PfTable *table, const PfTerm *t, const PfValue *x, PfValue *out) {
  if (x->n != t->n) return STATUS_STUCK;
  if (t->n == 0) {
    uint32_t dim = type_node(&table->store->types, t->cod)->dim;
    Scalar *zeros = arena_array(machine->arena, dim, sizeof *zeros);
    if (zeros == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < dim; i++) zeros[i] = ring_integer(machine->ring, 0);
    const Scalar *flat = zeros;
    return pf_read_flat(machine->arena, &table->store->types, t->cod, &flat, out);
  }
  *out = pf_element(x, 0);
  for (uint32_t i = 1; i < t->n; i++) {
    PfValue element = pf_element(x, i), sum;
    TRY(eval_plus(machine, OP_ADD, out, &element, &sum));
    *out = sum;
  }
  return STATUS_OK;
}

static Status eval_zip(Machine *machine, const PfTerm *t, const PfValue *x, PfValue *out) {
  PfValue *elements = arena_array(machine->arena, t->n, sizeof *elements);
  if (elements == NULL) return STATUS_LIMIT;
  if (!is_pair(x) || x->parts[0].n != t->n || x->parts[1].n != t->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    PfValue first = pf_element(&x->parts[0], i), second = pf_element(&x->parts[1], i);
    if (pf_pair(machine->arena, &first, &second, &elements[i]) != STATUS_OK) return STATUS_LIMIT;
  }
  *out = (PfValue){t->n, NULL, elements};
  return STATUS_OK;
}

static Status eval_rule(Machine *machine, const PfTable *table, PfId p, const PfValue *x, PfValue *out) {
  const PfTerm *t = pf_term(table, p);
  PfValue y;
  switch (t->kind) {
  /* (p o q) x = p (q x)                                                  */
  case PF_COMP:
    RULE(PFE_COMP);
    TRY(eval(machine, table, t->b, x, &y));
    return eval(machine, table, t->a, &y, out);
  /* (p x q) (x, y) = (p x, q y)                                          */
  case PF_PAR: RULE(PFE_PAR); return eval_par(machine, table, t, x, out);
  /* pi1 (x, y) = x                                                       */
  case PF_FST:
    RULE(PFE_FST);
    if (x->parts == NULL || x->n != 2) return STATUS_STUCK;
    *out = x->parts[0];
    return STATUS_OK;
  /* pi2 (x, y) = y                                                       */
  case PF_SND:
    RULE(PFE_SND);
    if (x->parts == NULL || x->n != 2) return STATUS_STUCK;
    *out = x->parts[1];
    return STATUS_OK;
  /* K e x = e                                                            */
  case PF_CONST: RULE(PFE_CONST); return eval_const(machine, table, t, out);
  /* Delta x = (x, x)                                                     */
  case PF_DUP: RULE(PFE_DUP); return pf_pair(machine->arena, x, x, out);
  /* Id x = x                                                             */
  case PF_ID:
    RULE(PFE_ID);
    *out = *x;
    return STATUS_OK;
  /* rho [xi] = [rho xi]; ~ [xi] = [-xi]                                  */
  case PF_UNARY:
  case PF_NEG: RULE(PFE_UNARY); return x->n == t->n ? eval_unary(machine, t, x, out) : STATUS_STUCK;
  /* p x, p (x, y) of the table of operations                             */
  case PF_GIVEN:
    RULE(PFE_GIVEN);
    if (op_node(&machine->store->ops, (OpId){t->k})->arity == 1) return eval_op(machine, (OpId){t->k}, x, NULL, out);
    return is_pair(x) ? eval_op(machine, (OpId){t->k}, &x->parts[0], &x->parts[1], out) : STATUS_STUCK;
  /* (+) (x, y) = x + y;  (-) (x, y) = x - y                              */
  case PF_ADD:
  case PF_SUB:
    RULE(PFE_ADD);
    if (!is_pair(x)) return STATUS_STUCK;
    return eval_plus(machine, t->kind == PF_ADD ? OP_ADD : OP_SUB, &x->parts[0], &x->parts[1], out);
  /* <> (x, y) = x <> y                                                   */
  case PF_BINARY:
    RULE(PFE_BINARY);
    return is_pair(x) ? eval_binary(machine, t, &x->parts[0], &x->parts[1], out) : STATUS_STUCK;
  /* (if p0 then p else q) x = p x if p0 x < 0, else q x                  */
  case PF_IF: RULE(PFE_IF); return eval_if(machine, table, t, x, out);
  /* map p [xi] = [p xi];  <p1,...,pn> [xi] = [pi xi]                     */
  case PF_MAP:
  case PF_FAMILY: RULE(PFE_MAP); return eval_each(machine, table, t, x, out);
  /* repl n x = [x,...,x]                                                 */
  case PF_REPL: RULE(PFE_REPL); return eval_repl(machine, table, t, x, out);
  /* sum n [xi] = x1 + ... + xn                                           */
  case PF_SUM: RULE(PFE_SUM); return eval_sum(machine, table, t, x, out);
  /* zip ([xi], [yi]) = [(xi, yi)]                                        */
  case PF_ZIP: RULE(PFE_ZIP); return eval_zip(machine, t, x, out);
  /* at k [xi] = xk, k < n                                                */
  case PF_AT:
    RULE(PFE_AT);
    if (t->k >= t->n) return STATUS_DOMAIN;
    *out = pf_element(x, t->k);
    return STATUS_OK;
  case PF_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status eval(Machine *machine, const PfTable *table, PfId p, const PfValue *x, PfValue *out) {
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = eval_rule(machine, table, p, x, out);
  machine->depth++;
  return status;
}

Status pf_eval(Machine *machine, const PfTable *table, PfId p, const PfValue *x, PfValue *out) {
  return eval(machine, table, p, x, out);
}
