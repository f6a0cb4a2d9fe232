/* Substitution and renaming.  Binders have different names, so nothing is captured. */
#include "ad/linmap/optimise.h"

static bool repeats(const LmTerm *t, uint32_t k) {
  return t->kind != LM_LET && (linmap_binds_x(t, k) || linmap_binds_y(t, k));
}

static bool binds(const LmTerm *t, uint32_t k, LmSymbol x) {
  return (linmap_binds_x(t, k) && t->x == x) || (linmap_binds_y(t, k) && t->y == x);
}

uint32_t linmap_uses(const LmTerm *t, LmSymbol x) {
  uint32_t uses = 0;
  if (t->kind == LM_VAR) return t->x == x ? 1 : 0;
  for (uint32_t k = 0; k < t->count && uses < 2; k++)
    if (!binds(t, k, x)) uses += linmap_uses(t->kid[k], x) * (repeats(t, k) ? 2 : 1);
  return uses;
}

bool linmap_has_maps(const LmTerm *t) {
  if (t->type->kind == LM_TYPE_MAP) return true;
  for (uint32_t k = 0; k < t->count; k++)
    if (linmap_has_maps(t->kid[k])) return true;
  return false;
}

static const LmTerm **room(LmBuilder *b, const LmTerm *t) {
  const LmTerm **kids = arena_array(b->arena, (size_t)t->count + 1, sizeof *kids);
  if (kids == NULL) b->status = STATUS_LIMIT;
  return kids;
}

const LmTerm *linmap_substitute(LmBuilder *b, const LmTerm *e, LmSymbol x, const LmTerm *m) {
  if (e == NULL || b->status != STATUS_OK) return NULL;
  if (e->kind == LM_VAR) return e->x == x ? m : e;
  if (!linmap_occurs(e, x)) return e;
  const LmTerm **kids = room(b, e);
  if (kids == NULL) return NULL;
  for (uint32_t k = 0; k < e->count; k++) kids[k] = binds(e, k, x) ? e->kid[k] : linmap_substitute(b, e->kid[k], x, m);
  return lm_make(b, e, kids, e->count, e->type);
}

typedef struct Renaming {
  const struct Renaming *outer;
  LmSymbol from, to;
} Renaming;

static const LmTerm *rename_all(LmBuilder *b, const Renaming *names, const LmTerm *t) {
  if (b->status != STATUS_OK) return NULL;
  if (t->kind == LM_VAR) {
    while (names != NULL && names->from != t->x) names = names->outer;
    return names == NULL ? t : lm_var(b, names->to, t->type);
  }
  const LmTerm **kids = room(b, t);
  LmTerm shape = *t;
  bool has_x = false, has_y = false;
  for (uint32_t k = 0; k < t->count; k++) {
    has_x = has_x || linmap_binds_x(t, k);
    has_y = has_y || linmap_binds_y(t, k);
  }
  if (kids == NULL) return NULL;
  uint32_t number = t->x / 4;
  if (has_x) shape.x = lm_fresh_named(b, number < b->named ? b->names[number] : NAME_NONE) + t->x % 4;
  if (has_y) shape.y = lm_fresh(b);
  for (uint32_t k = 0; k < t->count; k++) {
    Renaming x = {names, t->x, shape.x}, y = {names, t->y, shape.y};
    const Renaming *inner = linmap_binds_x(t, k) ? &x : linmap_binds_y(t, k) ? &y : names;
    kids[k] = rename_all(b, inner, t->kid[k]);
  }
  return lm_make(b, &shape, kids, t->count, t->type);
}

const LmTerm *linmap_freshen(LmBuilder *b, const LmTerm *t) { return rename_all(b, NULL, t); }
