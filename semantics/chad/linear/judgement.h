/* The two typing judgements of the linear target language: what their rules share. */
#ifndef ADJUDGE_LINEAR_JUDGEMENT_H
#define ADJUDGE_LINEAR_JUDGEMENT_H

#include "semantics/chad/linear/typing.h"
#include "semantics/tables/context.h"
#include "semantics/tables/rules.h"

#define MAX_NESTING ((uint32_t)20000)
#define MAX_CONTEXT ((uint32_t)20000)

typedef struct Judgement {
  Store *store;
  Context context; /* G */
  uint32_t depth;
} Judgement;

/* typing_cartesian.c: G |- t : *type */
MUST_CHECK Status judge_cartesian(Judgement *j, TermId t, TypeId *type);
/* typing.c: G; v:domain |- t : *type */
MUST_CHECK Status judge_linear(Judgement *j, TypeId domain, TermId t, TypeId *type);

/* ------------------------------------------------------ parts of the rules -- */

/* A type constructor's answer: none only beyond the limits on types, its
 * arguments being of the right sort. */
static inline Status made(TypeId candidate, TypeId *type) {
  *type = candidate;
  return type_is_none(candidate) ? STATUS_LIMIT : STATUS_OK;
}

static inline bool is_sort(const Store *store, TypeId type, bool is_linear) {
  if (type_is_none(type) || type.id >= store->types.count) return false;
  const TypeNode *node = type_node(&store->types, type);
  return node->linear == is_linear && node->free == 0; /* no variable of a mu that is not there */
}

static inline Status bind(Judgement *j, TypeId x) {
  return j->context.length < MAX_CONTEXT && context_push(&j->context, x) ? STATUS_OK : STATUS_LIMIT;
}

/* G, x:domain |- t : *type */
static inline Status cartesian_under(Judgement *j, TypeId x, TermId t, TypeId *type) {
  Status status = bind(j, x);
  if (status != STATUS_OK) return status;
  status = judge_cartesian(j, t, type);
  context_pop(&j->context);
  return status;
}

/* G, x:T; v:domain |- t : *type */
static inline Status linear_under(Judgement *j, TypeId x, TypeId domain, TermId t, TypeId *type) {
  Status status = bind(j, x);
  if (status != STATUS_OK) return status;
  status = judge_linear(j, domain, t, type);
  context_pop(&j->context);
  return status;
}

static inline Status expect(Status status, TypeId type, TypeId expected) {
  return status == STATUS_OK && !type_equal(type, expected) ? STATUS_ILL_TYPED : status;
}

/* G |- t : expected */
static inline Status check_cartesian(Judgement *j, TermId t, TypeId expected) {
  TypeId type = {0};
  return expect(judge_cartesian(j, t, &type), type, expected);
}

/* G; v:domain |- t : expected */
static inline Status check_linear(Judgement *j, TypeId domain, TermId t, TypeId expected) {
  TypeId type = {0};
  return expect(judge_linear(j, domain, t, &type), type, expected);
}

/* The components a and b of a type that must be of the form asked for. */
static inline Status split(const Judgement *j, TypeId type, TypeKind kind, TypeId *a, TypeId *b) {
  const TypeNode *node = type_node(&j->store->types, type);
  *a = node->a;
  *b = node->b;
  return node->kind == kind ? STATUS_OK : STATUS_ILL_TYPED;
}

static inline Status cartesian_form(Judgement *j, TermId t, TypeKind kind, TypeId *a, TypeId *b) {
  TypeId type;
  Status status = judge_cartesian(j, t, &type);
  return status == STATUS_OK ? split(j, type, kind, a, b) : status;
}

static inline Status linear_form(Judgement *j, TypeId domain, TermId t, TypeKind kind, TypeId *a, TypeId *b) {
  TypeId type;
  Status status = judge_linear(j, domain, t, &type);
  return status == STATUS_OK ? split(j, type, kind, a, b) : status;
}

/* Array types: the element and the length. */
static inline Status split_array(Judgement *j, TypeId array, TypeId *element, uint32_t *n) {
  *element = type_element(&j->store->types, array);
  *n = type_node(&j->store->types, array)->n;
  return type_is_none(*element) ? STATUS_ILL_TYPED : STATUS_OK;
}

static inline Status cartesian_array(Judgement *j, TermId t, TypeId *element, uint32_t *n) {
  TypeId array;
  Status status = judge_cartesian(j, t, &array);
  return status == STATUS_OK ? split_array(j, array, element, n) : status;
}

/* G, x:T |- t : expected */
static inline Status check_under(Judgement *j, TypeId x, TermId t, TypeId expected) {
  TypeId type = {0};
  return expect(cartesian_under(j, x, t, &type), type, expected);
}

#endif
