#include "semantics/source/formed.h"

#include "semantics/source/operations.h"

/*@ requires store: readable(store);
    requires term: is_term(store, t);
    assigns \nothing;
    ensures kid: \result <==> is_kid(store, t, s); */
static bool kid_is_below(const Store *store, uint32_t t, uint32_t s) {
  uint32_t place = s >= TERM_DEFINITION_BIT ? s - TERM_DEFINITION_BIT : s;
  uint32_t count = s >= TERM_DEFINITION_BIT ? store->terms.definitions.count : store->terms.working.count;
  uint32_t rank = t >= TERM_DEFINITION_BIT ? t - TERM_DEFINITION_BIT : t + TERM_DEFINITION_BIT;
  uint32_t rank_of_kid = s >= TERM_DEFINITION_BIT ? s - TERM_DEFINITION_BIT : s + TERM_DEFINITION_BIT;
  return 0 < place && place < count && rank_of_kid < rank;
}

/*@ requires store: readable(store);
    requires term: is_term(store, id) && t == term_at(store, id) && \valid_read(t) && t->kind == TERM_OP;
    assigns \nothing;
    ensures formed: \result <==> formed_op(store, id); */
static bool operation_formed(const Store *store, const Term *t, uint32_t id) {
  if (t->payload >= store->ops.op_count) return false;
  const OpNode *op = &store->ops.ops[t->payload];
  if (op->n != 1) return true;
  OpCode code = op->code;
  if ((code == OP_CONST || code == OP_POW) && op->constant.id >= store->constants.count) return false;
  bool one = is_unary(code), two = is_binary(code);
  if (!one && !two) return true;
  bool first = kid_is_below(store, id, t->kid[0].id), second = kid_is_below(store, id, t->kid[1].id);
  return first && (one || second);
}

/*@ requires store: readable(store);
    requires term: is_term(store, id) && t == term_at(store, id) && \valid_read(t);
    assigns \nothing;
    ensures formed: \result <==> formed(store, id); */
static bool term_is_formed(const Store *store, const Term *t, uint32_t id) {
  TermKind kind = t->kind;
  if (kind == TERM_OP) {
    bool operation = operation_formed(store, t, id);
    return operation;
  }
  bool two = kind == TERM_LET || kind == TERM_PAIR, one = kind == TERM_FST || kind == TERM_SND;
  if (!one && !two) return true;
  bool first = kid_is_below(store, id, t->kid[0].id), second = kid_is_below(store, id, t->kid[1].id);
  return first && (one || second);
}

bool store_formed_beyond(const Store *store, uint32_t working, uint32_t definitions) {
  /*@ loop invariant range: definitions <= k;
      loop invariant formed: \forall integer t; TERM_DEFINITION_BIT < t < TERM_DEFINITION_BIT + k && is_term(store, t)
     ==> formed(store, t); loop assigns k; loop variant store->terms.definitions.count - k; */
  for (uint32_t k = definitions; k < store->terms.definitions.count; k++) {
    bool good = term_is_formed(store, &store->terms.definitions.terms[k], TERM_DEFINITION_BIT + k);
    if (!good) return false;
  }
  /*@ loop invariant range: working <= k;
      loop invariant formed: \forall integer t; 0 < t < k && is_term(store, t) && t < TERM_DEFINITION_BIT ==>
        formed(store, t);
      loop assigns k;
      loop variant store->terms.working.count - k; */
  for (uint32_t k = working; k < store->terms.working.count; k++) {
    bool good = term_is_formed(store, &store->terms.working.terms[k], k);
    if (!good) return false;
  }
  return true;
}
