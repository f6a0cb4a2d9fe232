#include "ad/chad/chad.h"
#include "ad/chad/transform.h"
#include "semantics/tables/printed.h"

#include <stdio.h>

/* The type D(T)1 * (D(G)2 -o D(T)2), in reverse D(T)1 * (D(T)2 -o D(G)2). */
static TypeId derivative_type(Chad *chad, TypeId context_tangent, TypeId type) {
  TypeTable *types = &chad->store->types;
  TypeId tangent = chad_type2(chad, type);
  TypeId map = chad->mode == CHAD_FORWARD ? type_lfun(types, context_tangent, tangent)
                                          : type_lfun(types, tangent, context_tangent);
  return type_prod(types, chad_type1(chad, type), map);
}

Status schemes_transform(const Schemes *schemes, Store *store, const Program *source, TypeId *contexts,
                         Program *derivative) {
  uint32_t mark = store_mark(store);
  Chad chad = {.store = store,
               .mode = schemes->mode,
               .source = source,
               .schemes = schemes,
               .depth = source->length,
               .nesting = CHAD_DEPTH};
  store->types.exhausted = false;
  chad.v = term_lvar(store);
  Gamma gamma = {NULL, chad_context_tangent(store, chad.mode, source->context, source->length)};
  Dual dual = chad_term(&chad, &gamma, source->term);
  for (uint32_t i = 0; i < source->length; i++) contexts[i] = chad_type1(&chad, source->context[i]);
  *derivative = (Program){dual.term, contexts, source->length, derivative_type(&chad, gamma.tangent, dual.type)};
  Status judged = store_judged(store, STATUS_ILL_TYPED), building = store_take_status(store);
  Status status = chad.status != STATUS_OK ? chad.status : building;
  if (status == STATUS_OK && (type_is_none(derivative->type) || !type_equal(dual.type, source->type))) {
    status = STATUS_ILL_TYPED;
  }
  if (status == STATUS_ILL_TYPED) status = judged; /* the derivative's types are larger than the source's */
  if (status != STATUS_OK) {
    store_release(store, mark);
    derivative->term = TERM_NONE_ID;
  }
  return status;
}

static Status transform(Store *store, ChadMode mode, const Program *source, TypeId *contexts, Program *derivative) {
  const Schemes *schemes = schemes_of(mode);
  derivative->term = TERM_NONE_ID;
  if (schemes == NULL) return STATUS_LIMIT;
  if (schemes->fault[0] != '\0') { /* no derivative of anything can be believed */
    if (rule_printed == RULE_COUNT) fprintf(stderr, "adjudge: %s\n", schemes->fault);
    return STATUS_STUCK;
  }
  return schemes_transform(schemes, store, source, contexts, derivative);
}

const char *chad_rules_fault(void) {
  for (int mode = 0; mode < 2; mode++) {
    const Schemes *schemes = schemes_of(mode == 0 ? CHAD_FORWARD : CHAD_REVERSE);
    if (schemes != NULL && schemes->fault[0] != '\0') return schemes->fault;
  }
  return NULL;
}

static Status transform_forward(Store *store, const Program *source, TypeId *contexts, Program *derivative) {
  return transform(store, CHAD_FORWARD, source, contexts, derivative);
}

static Status transform_reverse(Store *store, const Program *source, TypeId *contexts, Program *derivative) {
  return transform(store, CHAD_REVERSE, source, contexts, derivative);
}

const Engine chad_forward = {.name = "chad-forward",
                             .system = "CHAD, Figs. 8 and 9, into the linear target language",
                             .transform = transform_forward};
const Engine chad_reverse = {.name = "chad-reverse",
                             .system = "CHAD, Figs. 8 and 9, into the linear target language",
                             .reverse = true,
                             .transform = transform_reverse};

static const char *missing_in(const Store *store, TermId t, uint32_t depth) {
  if (t.id == 0 || depth == 0) return NULL;
  const Term *node = term(store, t);
  if (node->kind == TERM_ROLL || node->kind == TERM_UNROLL)
    return "recursive data under functions, arrays or other data (mu a. T has no tangent type here)";
  const char *missing = NULL;
  for (int i = 0; i < TERM_KIDS && missing == NULL; i++) missing = missing_in(store, node->kid[i], depth - 1);
  return missing;
}

const char *chad_missing(const Store *store, TermId t) {
  const char *missing = missing_in(store, t, CHAD_DEPTH);
  return missing != NULL ? missing : "a construct";
}
