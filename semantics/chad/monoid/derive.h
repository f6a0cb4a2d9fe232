/* Making derivations: what the rules of both judgements share. */
#ifndef ADJUDGE_MONOID_DERIVE_H
#define ADJUDGE_MONOID_DERIVE_H

#include "semantics/chad/monoid/derivation.h"
#include "semantics/memory/growing.h"
#include "semantics/memory/try.h"

#define FIRST_CONTEXT 32u
/* A level here takes as much stack as two of the machine's are meant to. */
#define DERIVE_LEVEL 2u

/* The bodies of Dop and Dop^t, derived once for each. */
typedef struct KnownBody {
  LopId lop;
  const Derivation *body;
  struct KnownBody *next;
} KnownBody;

typedef struct Deriver {
  Machine *machine;
  Store *store;
  TypeId *context; /* context[length-1] is index 0 */
  uint32_t length, capacity;
  KnownBody *known;
} Deriver;

static const TypeId no_type = {0};

/* derivation.c: the Cartesian judgement when `domain` is none, else the linear one. */
MUST_CHECK Status derive_judgement(Deriver *dv, TypeId domain, TermId t, const Derivation **out);

static inline Status bind(Deriver *dv, TypeId type) {
  if (dv->length == dv->capacity) {
    TypeId *context =
        arena_doubled(dv->machine->arena, dv->context, &dv->capacity, UINT32_MAX / 2 + 1, sizeof *context);
    if (context == NULL) return STATUS_LIMIT;
    dv->context = context;
  }
  dv->context[dv->length++] = type;
  return type.id == 0 ? STATUS_ILL_TYPED : STATUS_OK;
}

/* Child i of d in the Cartesian judgement, or (v : domain) in the linear one. */
static inline Status child(Deriver *dv, Derivation *d, int i, TypeId domain, TermId t) {
  return derive_judgement(dv, domain, t, &d->kid[i]);
}

/* A child under one more identifier. */
static inline Status child_under(Deriver *dv, Derivation *d, int i, TypeId bound, TypeId domain, TermId t) {
  Status status = bind(dv, bound);
  if (status == STATUS_OK) status = child(dv, d, i, domain, t);
  dv->length--;
  return status;
}

static inline Status conclude(Derivation *d, TypeId type) {
  d->type = type;
  return type.id == 0 ? STATUS_ILL_TYPED : STATUS_OK;
}

static inline const TypeNode *node_of(const Deriver *dv, TypeId type) { return type_node(&dv->store->types, type); }
static inline Status require(bool condition) { return condition ? STATUS_OK : STATUS_ILL_TYPED; }

/* derive_control.c: sums, iteration and array combinators. */
MUST_CHECK Status derive_control(Deriver *dv, Derivation *d, const Term *t);
MUST_CHECK Status derive_linear_control(Deriver *dv, Derivation *d, const Term *t);

#endif
