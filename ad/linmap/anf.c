/* A-normal form: operands of calls and built-in functions are variables, literals
 * and tuples of them, and every binder has a name of its own. */
#include "ad/linmap/linmap.h"
#include "semantics/linmap/cases.h"
#include "semantics/memory/growing.h"

#include <string.h>

typedef struct Renaming {
  const struct Renaming *outer;
  LmSymbol from, to;
} Renaming;

typedef struct Binding {
  LmSymbol x;
  const LmTerm *bound;
} Binding;

/* The bindings of the block at hand, to be wrapped around its result. */
typedef struct Anf {
  LmBuilder *b;
  Binding *bindings;
  uint32_t count, capacity;
} Anf;

static const LmTerm *simple(Anf *anf, const Renaming *names, const LmTerm *t);

static void push(Anf *anf, LmSymbol x, const LmTerm *bound) {
  Binding *grown = arena_room(anf->b->arena, anf->bindings, anf->count, &anf->capacity, 16, sizeof *grown);
  if (grown == NULL) {
    anf->b->status = STATUS_LIMIT;
    return;
  }
  anf->bindings = grown;
  anf->bindings[anf->count++] = (Binding){x, bound};
}

static LmSymbol renamed(Anf *anf, LmSymbol x) {
  uint32_t number = x / 4;
  return lm_fresh_named(anf->b, number < anf->b->named ? anf->b->names[number] : NAME_NONE);
}

/* t in a block of its own, under x (renamed) when `under`. */
static const LmTerm *block(Anf *anf, const Renaming *names, const LmTerm *t) {
  uint32_t start = anf->count;
  const LmTerm *result = simple(anf, names, t);
  while (anf->count > start) {
    anf->count--;
    result = lm_let(anf->b, anf->bindings[anf->count].x, anf->bindings[anf->count].bound, result);
  }
  return result;
}

static bool is_atom(const LmTerm *t) {
  return t->kind == LM_VAR || t->kind == LM_REAL || t->kind == LM_NAT || t->kind == LM_NULL ||
         (t->kind == LM_TUPLE && t->count == 0);
}
static const LmTerm *atom(Anf *anf, const Renaming *names, const LmTerm *t) {
  const LmTerm *result = simple(anf, names, t);
  if (result == NULL || is_atom(result)) return result;
  LmSymbol x = lm_fresh(anf->b);
  push(anf, x, result);
  return lm_var(anf->b, x, result->type);
}
/* A tuple of atoms may stand as an operand. */
static const LmTerm *operand(Anf *anf, const Renaming *names, const LmTerm *t) {
  return t->kind == LM_TUPLE ? simple(anf, names, t) : atom(anf, names, t);
}

/* With the children given, all else the same. */
static const LmTerm *with(Anf *anf, const LmTerm *t, const LmTerm *const *kids) {
  return lm_make(anf->b, t, kids, t->count, t->type);
}

static const LmTerm *anf_tuple(Anf *anf, const Renaming *names, const LmTerm *t) {
  const LmTerm **kids = arena_array(anf->b->arena, (size_t)t->count + 1, sizeof *kids);
  if (kids == NULL) anf->b->status = STATUS_LIMIT;
  for (uint32_t k = 0; kids != NULL && k < t->count; k++) kids[k] = atom(anf, names, t->kid[k]);
  return kids == NULL ? NULL : with(anf, t, kids);
}

static const LmTerm *anf_let(Anf *anf, const Renaming *names, const LmTerm *t) {
  const LmTerm *bound = simple(anf, names, t->kid[0]);
  Renaming inner = {names, t->x, renamed(anf, t->x)};
  push(anf, inner.to, bound);
  return simple(anf, &inner, t->kid[1]);
}

static const LmTerm *anf_under(Anf *anf, const Renaming *names, const LmTerm *t, uint32_t body, uint32_t operands) {
  LmTerm shape = *t;
  const LmTerm *kids[3] = {NULL, NULL, NULL};
  Renaming inner = {names, t->x, renamed(anf, t->x)};
  for (uint32_t k = 0; k <= operands; k++)
    if (k != body) kids[k] = atom(anf, names, t->kid[k]);
  kids[body] = block(anf, &inner, t->kid[body]);
  shape.x = inner.to;
  return with(anf, &shape, kids);
}

/* Only the language of the notes' input comes here: what optimisation and
 * differentiation make is left to others. */
static const LmTerm *simple(Anf *anf, const Renaming *names, const LmTerm *t) {
  const LmTerm *kids[3] = {NULL, NULL, NULL};
  if (anf->b->status != STATUS_OK) return NULL;
  switch (t->kind) {
  case LM_VAR:
    while (names != NULL && names->from != t->x) names = names->outer;
    return names == NULL ? t : lm_var(anf->b, names->to, t->type);
  case LM_REAL:
  case LM_NAT:
  case LM_NULL: return t;
  case LM_CALL:
  case LM_PRIM: kids[0] = operand(anf, names, t->kid[0]); return with(anf, t, kids);
  case LM_TUPLE: return anf_tuple(anf, names, t);
  case LM_LET: return anf_let(anf, names, t);
  case LM_IF:
    kids[0] = atom(anf, names, t->kid[0]);
    kids[1] = block(anf, names, t->kid[1]);
    kids[2] = block(anf, names, t->kid[2]);
    return with(anf, t, kids);
  case LM_BUILD: return anf_under(anf, names, t, 1, 1);
  case LM_FOLD: return anf_under(anf, names, t, 0, 2);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED: break;
  }
  anf->b->status = STATUS_UNABLE;
  return NULL;
}

Status linmap_anf(LmBuilder *b, const LmProgram *program, LmProgram *out) {
  *out = (LmProgram){0};
  for (uint32_t k = 0; k < program->count && b->status == STATUS_OK; k++) {
    const LmDefinition *f = &program->definitions[k];
    Anf anf = {.b = b};
    (void)lm_define(b, out, f->name, f->x, f->from, block(&anf, NULL, f->body));
  }
  return b->status;
}
