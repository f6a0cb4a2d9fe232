/* The elementary linear operations as operations of the source language. */
#include "ad/twice/form.h"
#include "semantics/chad/linear/derivatives.h"

static TermId entry(const Form *form, TermId index, uint32_t array) {
  return term_index(form->store, index, form_var(form, array));
}

/* w_i = sum_j x_ji v_j:  build n (i. sum (build m (j. x!(j n + i) * v!j))) */
static TermId transposed_product(Form *form, uint32_t n, uint32_t m, uint32_t x, uint32_t v) {
  Store *s = form->store;
  uint32_t i = form_open(form), j = form_open(form);
  TermId row = form_op(form, OP_IMUL, 0, 0, form_var(form, j), form_int(form, n));
  TermId at = form_op(form, OP_IADD, 0, 0, row, form_var(form, i));
  TermId product = form_op(form, OP_MUL, 1, 0, entry(form, at, x), entry(form, form_var(form, j), v));
  form_close(form, 1);
  TermId sum = form_op(form, OP_SUM, m, 0, term_build(s, NAME_NONE, m, product), TERM_NONE_ID);
  form_close(form, 1);
  return term_build(s, NAME_NONE, n, sum);
}

/* w_ji = v_j x_i:  build (m n) (k. v!(k div n) * x!(k - n (k div n))) */
static TermId outer_product(Form *form, uint32_t n, uint32_t m, uint32_t x, uint32_t v) {
  uint32_t k = form_open(form);
  TermId row = n == 0 ? form_int(form, 0) : form_op(form, OP_IDIV, 0, 0, form_var(form, k), form_int(form, n));
  TermId before = form_op(form, OP_IMUL, 0, 0, row, form_int(form, n));
  TermId column = form_op(form, OP_ISUB, 0, 0, form_var(form, k), before);
  TermId product = form_op(form, OP_MUL, 1, 0, entry(form, row, v), entry(form, column, x));
  form_close(form, 1);
  return term_build(form->store, NAME_NONE, m * n, product);
}

/* The table's body b of Dop or Dop^t, its operands being identifiers already:
 *   operands(op); v : LDom |- b : CDom */
static Status inline_body(Form *form, LopId lop, const uint32_t *operand, uint32_t argument, TermId *out) {
  TermId body;
  Status read = lop_body(form->store, lop, &body);
  const LopNode node = *lop_node(&form->store->ops, lop);
  Scope scopes[OP_MAX_ARITY], v = {NULL, node.ldom, argument};
  const Scope *scope = NULL;
  Formed formed;
  if (read != STATUS_OK) return read;
  for (uint32_t i = 0; i < node.arity; i++) {
    scopes[i] = (Scope){scope, node.operand[i], operand[i]};
    scope = &scopes[i];
  }
  TRY(form_linear(form, scope, &v, body, &formed));
  *out = formed.term;
  return STATUS_OK;
}

Status form_lop(Form *form, LopId lop, const uint32_t *operand, uint32_t argument, TermId *out) {
  const LopNode node = *lop_node(&form->store->ops, lop);
  TermId v = form_var(form, argument);
  TermId x = node.arity > 0 ? form_var(form, operand[0]) : TERM_NONE_ID;
  switch (node.code) {
  /* neg(; s)' = -s' */
  case LOP_NEG:
    RULE(SF_NEG);
    *out = form_op(form, OP_NEG, node.n, 0, v, TERM_NONE_ID);
    break;
  /* scale(x; s)' = x * s' */
  case LOP_SCALE:
    RULE(SF_SCALE);
    *out = form_op(form, OP_MUL, node.n, 0, x, v);
    break;
  /* scalar(x; s)' = x .* s' */
  case LOP_SCALAR:
    RULE(SF_SCALAR);
    *out = form_op(form, OP_SCALE, node.n, 0, x, v);
    break;
  /* along(x; s)' = s' .* x */
  case LOP_ALONG:
    RULE(SF_ALONG);
    *out = form_op(form, OP_SCALE, node.n, 0, v, x);
    break;
  /* dot(x; s)' = dot(x, s') */
  case LOP_DOT:
    RULE(SF_DOT);
    *out = form_op(form, OP_DOT, node.n, 0, x, v);
    break;
  /* matvec(x; s)' = matvec(x, s') */
  case LOP_MATVEC:
    RULE(SF_MATVEC);
    *out = form_op(form, OP_MATVEC, node.n, node.m, x, v);
    break;
  /* matvec^t(x; s)' = build n (i. sum (build m (j. x!(j n + i) * s'!j))) */
  case LOP_MATVEC_T:
    RULE(SF_MATVEC_T);
    *out = transposed_product(form, node.n, node.m, operand[0], argument);
    break;
  /* apply(x; s)' = matvec(s', x) */
  case LOP_APPLY:
    RULE(SF_APPLY);
    *out = form_op(form, OP_MATVEC, node.n, node.m, v, x);
    break;
  /* outer(x; s)' = build (m n) (k. s'!(k div n) * x!(k - n (k div n))) */
  case LOP_OUTER:
    RULE(SF_OUTER);
    *out = outer_product(form, node.n, node.m, operand[0], argument);
    break;
  /* Dop(x, y; s)' = let v = s' in b', b the body that the table of primitives states */
  case LOP_DERIVATIVE: RULE(SF_DERIVATIVE); return inline_body(form, lop, operand, argument, out);
  /* Dop^t likewise */
  case LOP_TRANSPOSE: RULE(SF_TRANSPOSE); return inline_body(form, lop, operand, argument, out);
  case LOP_CODE_COUNT: return STATUS_STUCK;
  }
  return STATUS_OK;
}
