#include <stdio.h> /* first: GMP declares its functions on files only then */

#include "semantics/chad/linear/derivatives.h"

#include "semantics/memory/text_stream.h"
#include "semantics/memory/try.h"
#include "semantics/text/text.h"

#include <stdlib.h>
#include <string.h>

static TermId *body_slot(Store *store, LopId lop) {
  if (lop.id >= store->body_capacity) {
    uint32_t capacity = store->ops.capacity > lop.id ? store->ops.capacity : lop.id + 1;
    TermId *bodies = realloc(store->bodies, capacity * sizeof *bodies);
    if (bodies == NULL) return NULL;
    for (uint32_t i = store->body_capacity; i < capacity; i++) bodies[i] = TERM_NONE_ID;
    store->bodies = bodies;
    store->body_capacity = capacity;
  }
  return &store->bodies[lop.id];
}

/* x^0 is the constant 1 (rules/conventions.md): its derivative is 0 also where
 * x^(0 - 1) is not defined. */
static bool is_power_zero(const Store *store, const OpNode *op) {
  return op->code == OP_POW && mpq_sgn(constant_get(&store->constants, op->constant)->exact[0]) == 0;
}

/* The slope of a function of the library, its parameters written for $1 and $2. */
static void write_slope(FILE *out, const Store *store, const OpNode *op, uint32_t k) {
  const Constant *parameters = constant_get(&store->constants, op->constant);
  for (const char *at = function_info(op_function(op->code))->slope[k]; *at != '\0'; at++) {
    if (*at != '$')
      fputc(*at, out);
    else
      gmp_fprintf(out, "(%Qd)", parameters->exact[*++at - '1']);
  }
}

/* scale(S; v) for f with slope S, and so its transpose; of two operands
 * scale(S; fst v) + scale(T; snd v) and (scale(S; v), scale(T; v)). */
static void write_function(FILE *out, const Store *store, const LopNode *lop, const OpNode *op) {
  bool two = op->arity == 2, reverse = lop->code == LOP_TRANSPOSE;
  if (two && reverse) fputc('(', out);
  for (uint32_t k = 0; k < op->arity; k++) {
    fputs(k == 0 ? "" : reverse ? ", " : " + ", out);
    fputs("scale(", out);
    write_slope(out, store, op, k);
    fprintf(out, "; %s)", !two || reverse ? "v" : k == 0 ? "fst v" : "snd v");
  }
  if (two && reverse) fputc(')', out);
}

/* The body's text, to be freed; NULL without memory. */
static char *body_text(const Store *store, const LopNode *lop, const OpNode *op) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  const OpInfo *info = op_info(op->code);
  if (is_power_zero(store, op))
    fputs("0_", out);
  else if (op_is_function(op->code))
    write_function(out, store, lop, op);
  else
    fputs(lop->code == LOP_DERIVATIVE ? info->derivative : info->transpose, out);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

static Status read_body(Store *store, const LopNode *lop, const OpNode *op, TermId *body) {
  const NameId names[OP_MAX_ARITY] = {name_make(store, "x", 1), name_make(store, "y", 1)};
  const SizeOverride sizes[] = {{"n", op->n}, {"m", op->m}};
  char *text = body_text(store, lop, op);
  if (text == NULL) return STATUS_LIMIT;
  const TermText source = {.text = text,
                           .length = strlen(text),
                           .origin = op_is_function(op->code) ? "functions.def" : "ops.def",
                           .context = lop->operand,
                           .names = names,
                           .context_length = lop->arity,
                           .target = true,
                           .domain = lop->ldom,
                           .expected = lop->cdom,
                           .sizes = sizes,
                           .size_count = 2,
                           .parameter = op->code == OP_POW ? constant_get(&store->constants, op->constant) : NULL};
  TypeId type;
  TextError error;
  bool defining = store->terms.defining;
  store_begin_definition(store);
  Status status = text_read_term(store, &source, body, &type, &error);
  if (!defining) store_end_definition(store);
  free(text);
  return status == STATUS_ILL_TYPED ? STATUS_STUCK : status;
}

static Status keep(Store *store, LopId lop, TermId body) {
  TermId *slot = body_slot(store, lop);
  if (slot == NULL) return STATUS_LIMIT;
  *slot = body;
  return body.id == 0 ? STATUS_STUCK : STATUS_OK;
}

Status lop_body(Store *store, LopId lop, TermId *body) {
  /* copies: reading makes operations and constants, which moves the tables */
  const LopNode node = *lop_node(&store->ops, lop);
  *body = TERM_NONE_ID;
  if (lop.id == 0 || (node.code != LOP_DERIVATIVE && node.code != LOP_TRANSPOSE)) return STATUS_STUCK;
  TermId *slot = body_slot(store, lop);
  if (slot == NULL) return STATUS_LIMIT;
  *body = *slot;
  if (body->id != 0) return STATUS_OK;
  const OpNode op = *op_node(&store->ops, node.op);
  if (op.code == OP_GIVEN) {
    const OpGiven *given = op_given(&store->ops, &op);
    *body = (TermId){node.code == LOP_DERIVATIVE ? given->derivative : given->transpose};
    return keep(store, lop, *body);
  }
  TRY(read_body(store, &node, &op, body));
  return keep(store, lop, *body);
}

/* ------------------------------------------------------------------ slopes -- */

TermId op_slope(Store *store, OpId op, uint32_t k) {
  const OpNode node = *op_node(&store->ops, op);
  TermId body;
  Status status = lop_body(store, lop_derivative(&store->ops, &store->types, op), &body);
  if (status != STATUS_OK || !op_is_function(node.code)) return TERM_NONE_ID;
  const Term *side = term(store, body);
  if (node.arity == 2) side = term(store, side->kid[k]);
  return side->kid[0];
}

/* The value of a slope's term, which is made of operations and the operands x and y alone. */
static Status slope_value(Store *store, Ring *ring, TermId id, uint32_t arity, const Scalar *operand, Scalar *out) {
  const Term t = *term(store, id);
  Scalar kid[OP_MAX_ARITY];
  if (t.kind == TERM_VAR) {
    *out = operand[arity - 1 - t.payload];
    return STATUS_OK;
  }
  if (t.kind != TERM_OP) return STATUS_STUCK;
  for (uint32_t k = 0; k < OP_MAX_ARITY && t.kid[k].id != 0; k++) {
    TRY(slope_value(store, ring, t.kid[k], arity, operand, &kid[k]));
  }
  return op_value(&store->ops, &store->constants, ring, term_op_payload(&t), &kid[0], &kid[1], out);
}

Status op_slope_value(Store *store, Ring *ring, OpId op, uint32_t k, Scalar x, Scalar y, Scalar *out) {
  const Scalar operand[OP_MAX_ARITY] = {x, y};
  TermId slope = op_slope(store, op, k);
  if (slope.id == 0) return STATUS_LIMIT;
  return slope_value(store, ring, slope, op_node(&store->ops, op)->arity, operand, out);
}
