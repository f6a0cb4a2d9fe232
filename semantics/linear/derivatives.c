#include "semantics/linear/derivatives.h"

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

static const char *body_text(const Store *store, const LopNode *lop, const OpNode *op) {
  if (is_power_zero(store, op)) return "0_";
  const OpInfo *info = op_info(op->code);
  return lop->code == LOP_DERIVATIVE ? info->derivative : info->transpose;
}

static TermId read_body(Store *store, const LopNode *lop, const OpNode *op) {
  const NameId names[OP_MAX_ARITY] = {name_make(store, "x", 1), name_make(store, "y", 1)};
  const SizeOverride sizes[] = {{"n", op->n}, {"m", op->m}};
  const char *text = body_text(store, lop, op);
  const TermText source = {.text = text,
                           .length = strlen(text),
                           .origin = "ops.def",
                           .context = lop->operand,
                           .names = names,
                           .context_length = lop->arity,
                           .target = true,
                           .domain = lop->ldom,
                           .expected = lop->cdom,
                           .sizes = sizes,
                           .size_count = 2,
                           .parameter = op->code == OP_POW ? constant_get(&store->constants, op->constant) : NULL};
  TermId body = TERM_NONE_ID;
  TypeId type;
  TextError error;
  bool defining = store->terms.defining;
  store_begin_definition(store);
  Status status = text_read_term(store, &source, &body, &type, &error);
  if (!defining) store_end_definition(store);
  return status == STATUS_OK ? body : TERM_NONE_ID;
}

TermId lop_body(Store *store, LopId lop) {
  /* copies: reading makes operations and constants, which moves the tables */
  const LopNode node = *lop_node(&store->ops, lop);
  if (lop.id == 0 || (node.code != LOP_DERIVATIVE && node.code != LOP_TRANSPOSE)) return TERM_NONE_ID;
  TermId *slot = body_slot(store, lop);
  if (slot == NULL || slot->id != 0) return slot == NULL ? TERM_NONE_ID : *slot;
  const OpNode op = *op_node(&store->ops, node.op);
  if (op.code == OP_GIVEN) {
    const OpGiven *given = op_given(&store->ops, &op);
    return *slot = (TermId){node.code == LOP_DERIVATIVE ? given->derivative : given->transpose};
  }
  TermId body = read_body(store, &node, &op);
  slot = body_slot(store, lop);
  if (slot != NULL) *slot = body;
  return body;
}
