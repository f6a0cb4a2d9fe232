/* |op(t1,...,tk)|d: operations of the source language in point-free form. */
#include "semantics/combinatory/translate.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

/* An Int without a value. Whether the place is ever come to is not known here: a branch may not be taken. */
static Status no_int(PfTranslation *to) { return pf_missing(to, "an Int that has no value"); }

/* a - b floor(a / b), which has the sign of b. */
static Status remainder_of(PfTranslation *to, int64_t a, int64_t b, int64_t *out) {
  if (b == 0) return no_int(to);
  int64_t rest = b == -1 ? 0 : a % b; /* C rounds toward 0 */
  *out = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  return STATUS_OK;
}

/* Int arithmetic on what is static; overflow and division by 0 as in ops.def. */
static Status static_int(PfTranslation *to, const PfScope *scope, const OpNode *op, const Term *t, int64_t *out) {
  int64_t a = op->integer, b = 0;
  bool overflow = false;
  Status status = op->arity > 0 ? pf_translate_int(to, scope, t->kid[0], &a) : STATUS_OK;
  if (status == STATUS_OK && op->arity > 1) status = pf_translate_int(to, scope, t->kid[1], &b);
  if (status != STATUS_OK) return status;
  *out = a;
  if (op->code == OP_IADD) overflow = __builtin_add_overflow(a, b, out);
  if (op->code == OP_ISUB) overflow = __builtin_sub_overflow(a, b, out);
  if (op->code == OP_IMUL) overflow = __builtin_mul_overflow(a, b, out);
  if (op->code == OP_IMIN) *out = a < b ? a : b;
  if (op->code == OP_IMAX) *out = a > b ? a : b;
  if (op->code == OP_IDIV) {
    if (b == 0 || (a == INT64_MIN && b == -1)) return no_int(to);
    *out = a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); /* towards minus infinity */
  }
  if (op->code == OP_IMOD) return remainder_of(to, a, b, out);
  return overflow ? no_int(to) : STATUS_OK;
}

static Status two(PfTranslation *to, const PfScope *scope, const Term *t, PfId *first, PfId *second) {
  TRY(pf_translate_value(to, scope, t->kid[0], first));
  return pf_translate_value(to, scope, t->kid[1], second);
}

/*   rho o |e|d */
static Status translate_unary(PfTranslation *to, const PfScope *scope, const Term *t, PfId rho, PfId *p) {
  RULE(PFX_UNARY);
  PfId e;
  TRY(pf_translate_value(to, scope, t->kid[0], &e));
  *p = pf_comp(to->table, rho, e);
  return to->table->status;
}

/*   <> o (|e1|d x |e2|d) o Delta */
static Status translate_binary(PfTranslation *to, const PfScope *scope, const Term *t, PfId diamond, PfId *p) {
  RULE(PFX_BINARY);
  PfId first, second;
  TRY(two(to, scope, t, &first, &second));
  *p = pf_comp(to->table, diamond, pf_tuple(to->table, first, second));
  return to->table->status;
}

/*   (*) o (|e1|d x (pow(~1) o |e2|d)) o Delta */
static Status translate_div(PfTranslation *to, const PfScope *scope, const Term *t, uint32_t n, PfId *p) {
  RULE(PFX_DIV);
  PfTable *table = to->table;
  PfId first, second;
  TRY(two(to, scope, t, &first, &second));
  ConstantId minus_one = constant_from_ratio(&table->store->constants, -1, 1);
  PfId inverse = pf_comp(table, pf_unary(table, OP_POW, n, minus_one), second);
  *p = pf_comp(table, pf_binary(table, BILINEAR_TIMES, n, 0), pf_tuple(table, first, inverse));
  return minus_one.id == 0 ? STATUS_LIMIT : table->status;
}

/* At a tie abs' is 0, which leaves half of each: the convention of ops.def.
 *   (*) o (K 1/2 x ((+) o ((+) x (abs o (-))) o Delta)) o Delta o (|e1|d x |e2|d) o Delta */
static Status translate_extremum(PfTranslation *to, const PfScope *scope, const Term *t, const OpNode *op, PfId *p) {
  RULE(PFX_EXTREMUM);
  PfTable *table = to->table;
  PfId first, second;
  TRY(two(to, scope, t, &first, &second));
  TypeId real = type_real(&table->store->types, op->n), pair = type_prod(&table->store->types, real, real);
  ConstantId half = constant_from_ratio(&table->store->constants, 1, 2);
  PfId distance = pf_comp(table, pf_unary(table, OP_ABS, op->n, (ConstantId){0}), pf_sub(table, real));
  PfId outer = op->code == OP_MAX ? pf_add(table, real) : pf_sub(table, real);
  PfId twice = pf_comp(table, outer, pf_tuple(table, pf_add(table, real), distance));
  PfId halved = pf_comp(table, pf_binary(table, BILINEAR_TIMES, op->n, 0),
                        pf_tuple(table, pf_const(table, pair, op->n, half), twice));
  *p = pf_comp(table, halved, pf_tuple(table, first, second));
  return table->status;
}

/*   repl n o |e|d;  sum n o |e|d */
static Status translate_array_op(PfTranslation *to, const PfScope *scope, const Term *t, PfId combinator, PfId *p) {
  PfId e;
  TRY(pf_translate_value(to, scope, t->kid[0], &e));
  *p = pf_comp(to->table, combinator, e);
  return to->table->status;
}

static Status translate_number(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  int64_t value;
  TRY(pf_translate_int(to, scope, t->kid[0], &value));
  ConstantId constant = constant_from_ratio(&to->table->store->constants, value, 1);
  *p = pf_const(to->table, pf_input(scope), 1, constant);
  return to->table->status;
}

static Status translate_real(PfTranslation *to, const PfScope *scope, const Term *t, const OpNode *op, PfId *p) {
  PfTable *table = to->table;
  TypeTable *types = &table->store->types;
  TypeId real = type_real(types, 1);
  ConstantId none = {0};
  /* a function of one operand is a primitive; one of two is as if it were declared */
  bool function = op_is_function(op->code);
  if (function && op->arity == 1)
    return translate_unary(to, scope, t, pf_unary(table, op->code, op->n, op->constant), p);
  switch (function ? OP_GIVEN : op->code) {
  /* |r|d = K r                                                           */
  case OP_CONST:
    RULE(PFX_CONST);
    *p = pf_const(table, pf_input(scope), op->n, op->constant);
    return table->status;
  case OP_TOREAL: return translate_number(to, scope, t, p);
  case OP_ADD: return translate_binary(to, scope, t, pf_add(table, type_real(types, op->n)), p);
  case OP_SUB: return translate_binary(to, scope, t, pf_sub(table, type_real(types, op->n)), p);
  case OP_MUL: return translate_binary(to, scope, t, pf_binary(table, BILINEAR_TIMES, op->n, 0), p);
  case OP_DOT: return translate_binary(to, scope, t, pf_binary(table, BILINEAR_DOT, op->n, 0), p);
  case OP_SCALE: return translate_binary(to, scope, t, pf_binary(table, BILINEAR_SCALE, op->n, 0), p);
  case OP_MATVEC: return translate_binary(to, scope, t, pf_binary(table, BILINEAR_MATVEC, op->n, op->m), p);
  case OP_DIV: return translate_div(to, scope, t, op->n, p);
  case OP_MAX:
  case OP_MIN: return translate_extremum(to, scope, t, op, p);
  case OP_NEG: return translate_unary(to, scope, t, pf_neg(table, op->n), p);
  case OP_SQRT:
    none = constant_from_ratio(&table->store->constants, 1, 2);
    return none.id == 0 ? STATUS_LIMIT : translate_unary(to, scope, t, pf_unary(table, OP_POW, op->n, none), p);
  case OP_POW: return translate_unary(to, scope, t, pf_unary(table, OP_POW, op->n, op->constant), p);
  case OP_ANY_FUNCTION: return translate_unary(to, scope, t, pf_unary(table, op->code, op->n, none), p);
  /* |sum e|d = sum n o |e|d                                              */
  case OP_SUM: RULE(PFX_SUM); return translate_array_op(to, scope, t, pf_sum(table, op->n, real), p);
  /* |repl n e|d = repl n o |e|d                                          */
  case OP_REPLICATE: RULE(PFX_REPL); return translate_array_op(to, scope, t, pf_repl(table, op->n, real), p);
  /* a declared primitive of one or two vectors                           */
  case OP_GIVEN:
    RULE(PFX_GIVEN);
    if (op->arity == 2) return translate_binary(to, scope, t, pf_given(table, term_op_payload(t)), p);
    return translate_unary(to, scope, t, pf_given(table, term_op_payload(t)), p);
  case OP_SLOPE:
  case OP_ANY_TEST: return STATUS_ILL_TYPED; /* in translate_tests.c */
  case OP_INT:
  case OP_ANY_OF_INTS:
  case OP_CODE_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status pf_translate_op(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out) {
  Store *store = to->table->store;
  const OpNode op = *op_node(&store->ops, term_op_payload(t));
  if (type_kind(&store->types, op.result) == TYPE_SUM) return pf_translate_test(to, scope, t, &op, out);
  if (type_kind(&store->types, op.result) != TYPE_INT) return translate_real(to, scope, t, &op, &out->p);
  out->kind = PF_BOUND_INT;
  return static_int(to, scope, &op, t, &out->integer);
}
