/* Recursive types among monotypes: mu a. T, its variables as de Bruijn indices. */
#include "semantics/text/unify.h"

Mono *mono_self(Unifier *unifier, uint32_t index) {
  Mono *type = mono_make(unifier, TYPE_SELF, NULL, NULL, NULL);
  type->index = index;
  return type;
}

Mono *mono_rigid(Unifier *unifier, const char *name) {
  Mono *type = mono_make(unifier, TYPE_SELF, NULL, NULL, NULL);
  type->rigid = name;
  return type;
}

/* Whether a variable of the mus around the type occurs in it, `inner` mus being looked through. */
static bool is_open(Unifier *unifier, Mono *type, uint32_t inner) {
  type = mono_find(type);
  if (type->kind == TYPE_SELF) return type->rigid == NULL && type->index >= inner;
  if (unifier->depth == 0) unifier->exhausted = true;
  if (unifier->depth == 0 || type->a == NULL) return false;
  unifier->depth--;
  bool open = is_open(unifier, type->a, inner + (type->kind == TYPE_MU ? 1 : 0)) ||
              (type->b != NULL && is_open(unifier, type->b, inner));
  unifier->depth++;
  return open;
}

/* The type with each of its free variables replaced: by `with`, if that is a type, else by one moved up by `by`. */
static Mono *replaced(Unifier *unifier, Mono *type, uint32_t inner, Mono *with, uint32_t by) {
  type = mono_find(type);
  if (!is_open(unifier, type, inner) || unifier->exhausted) return type;
  if (type->kind == TYPE_SELF) return with != NULL ? with : mono_self(unifier, type->index + by);
  Mono *a = replaced(unifier, type->a, inner + (type->kind == TYPE_MU ? 1 : 0), with, by);
  Mono *b = type->b == NULL ? NULL : replaced(unifier, type->b, inner, with, by);
  return mono_make(unifier, type->kind, a, b, type->n);
}

bool mono_is_open(Unifier *unifier, Mono *type) { return is_open(unifier, type, 0); }

Mono *mono_unroll(Unifier *unifier, Mono *mu) {
  mu = mono_find(mu);
  return replaced(unifier, mu->a, 0, mu, 0);
}

Mono *mono_shift(Unifier *unifier, Mono *type, uint32_t by) {
  return by == 0 ? type : replaced(unifier, type, 0, NULL, by);
}
