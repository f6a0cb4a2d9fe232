/* Edits of the shrinker at one site, and on the context. */
#include "semantics/tables/cases.h"
#include "verify/enumerate/shrinker.h"

/* ------------------------------------------------------------- contexts -- */

/* Drops the identifier at position `entry` (0 is the outermost), not used by t. */
static TermId drop_entry(Shrinker *s, TermId t, TypeId *context, uint32_t *length, uint32_t entry) {
  t = term_shift(s->store, t, *length - 1 - entry, -1);
  shrink_copy(context + entry, context + entry + 1, *length - 1 - entry);
  (*length)--;
  return t;
}

/* Drops unused identifiers, outermost first, until there is room. */
static TermId make_room(Shrinker *s, TermId t, TypeId *context, uint32_t *length) {
  for (uint32_t entry = 0; entry<*length && * length> s->room && t.id != 0;) {
    if (term_occurrences(s->store, t, *length - 1 - entry) == 0)
      t = drop_entry(s, t, context, length, entry);
    else
      entry++;
  }
  return t;
}

/* The subterm at the site, alone; the identifiers bound around it become
 * identifiers of the context. */
bool shrink_hoist(Shrinker *s, uint32_t i) {
  const Site *site = &s->sites[i];
  uint32_t mark = store_mark(s->store), length = s->length + site->bound;
  shrink_copy(s->scope, s->context, s->length);
  shrink_copy(s->scope + s->length, s->bound + site->first, site->bound);
  TermId t = make_room(s, site->t, s->scope, &length);
  return shrink_attempt(s, mark, t, s->scope, length);
}

/* ---------------------------------------------------------- replacement -- */

static bool attempt_at(Shrinker *s, uint32_t mark, uint32_t i, TermId t) {
  return shrink_attempt(s, mark, t.id == 0 ? t : shrink_replace(s, i, t), s->context, s->length);
}

/* A closed term of the type in which every number is k; id 0 at depth 0. */
static TermId constant_term(Store *store, TypeId type, int64_t k, uint32_t depth) {
  const TypeNode node = *type_node(&store->types, type);
  if (depth == 0) return TERM_NONE_ID;
  switch (node.kind) {
  case TYPE_REAL: {
    OpId op = op_make_constant(&store->ops, &store->types, node.n, constant_from_ratio(&store->constants, k, 1));
    return op.id == 0 ? TERM_NONE_ID : term_op(store, op, TERM_NONE_ID, TERM_NONE_ID);
  }
  case TYPE_INT: {
    OpId op = op_make_int(&store->ops, &store->types, k);
    return op.id == 0 ? TERM_NONE_ID : term_op(store, op, TERM_NONE_ID, TERM_NONE_ID);
  }
  case TYPE_UNIT: return term_unit(store);
  case TYPE_PROD: {
    TermId a = constant_term(store, node.a, k, depth - 1), b = constant_term(store, node.b, k, depth - 1);
    return a.id == 0 || b.id == 0 ? TERM_NONE_ID : term_pair(store, a, b);
  }
  case TYPE_SUM: {
    TermId component = constant_term(store, node.a, k, depth - 1);
    return component.id == 0 ? TERM_NONE_ID : term_inl(store, type, component);
  }
  case TYPE_FUN: {
    TermId body = constant_term(store, node.b, k, depth - 1);
    return body.id == 0 ? TERM_NONE_ID : term_lam(store, NAME_NONE, node.a, body);
  }
  case TYPE_ARRAY: {
    TermId body = constant_term(store, node.a, k, depth - 1);
    return body.id == 0 ? TERM_NONE_ID : term_build(store, NAME_NONE, node.n, body);
  }
  case TYPE_VEC: { /* one element: none would be no smaller, and hide the rest */
    TermId body = constant_term(store, node.a, k, depth - 1), one = constant_term(store, type_int(&store->types), 1, 1);
    return body.id == 0 || one.id == 0 ? TERM_NONE_ID : term_vbuild(store, NAME_NONE, one, body);
  }
  case TYPE_MU: {
    TermId body = constant_term(store, type_unroll(&store->types, type), k, depth - 1);
    return body.id == 0 ? TERM_NONE_ID : term_roll(store, type, body);
  }
  case TYPE_ANY_LINEAR:
  case TYPE_SELF:
  case TYPE_NONE:
  case TYPE_LFUN: break;
  }
  return TERM_NONE_ID;
}

#define CONSTANT_DEPTH 8u

/* A variable in scope of the site's type, innermost first, or a constant. */
static bool replace_by_leaf(Shrinker *s, uint32_t i) {
  for (uint32_t v = 0; v < s->sites[i].bound + s->length; v++) {
    const Site *site = &s->sites[i];
    TypeId type =
        v < site->bound ? s->bound[site->first + site->bound - 1 - v] : s->context[s->length - 1 - (v - site->bound)];
    if (!type_equal(type, site->type)) continue;
    uint32_t mark = store_mark(s->store);
    if (attempt_at(s, mark, i, term_var(s->store, v))) return true;
  }
  for (int64_t k = 0; k <= 2; k++) {
    uint32_t mark = store_mark(s->store);
    if (attempt_at(s, mark, i, constant_term(s->store, s->sites[i].type, k, CONSTANT_DEPTH))) return true;
  }
  return false;
}

/* A new identifier of the context; unused ones make room for it. */
static bool replace_by_fresh(Shrinker *s, uint32_t i) {
  uint32_t mark = store_mark(s->store), length = s->length + 1;
  shrink_copy(s->scope, s->context, s->length);
  s->scope[s->length] = s->sites[i].type;
  /* The new identifier is innermost in the context: marked by a free index
   * above all others, the rest of the program moves up, and it takes index 0. */
  TermId t = shrink_replace(s, i, term_var(s->store, s->sites[i].bound + s->length));
  if (t.id == 0) return shrink_attempt(s, mark, t, s->scope, length);
  t = term_shift(s->store, t, 0, 1);
  if (t.id != 0) t = term_subst(s->store, t, s->length + 1, term_var(s->store, 0));
  t = make_room(s, t, s->scope, &length);
  return shrink_attempt(s, mark, t, s->scope, length);
}

/* s[t/x], unless it is certain not to be smaller than the redex. */
static TermId contractum(Store *store, TermId s, TermId t) {
  uint64_t uses = term_occurrences(store, s, 0), size = term_size(store, t);
  return uses * (size - 1) < size + 2 ? term_subst(store, s, 0, t) : TERM_NONE_ID;
}

/* let x = t in s, (\x. s) t and index t (build n (x. s)), vbuild alike, to s[t/x]; a redex
 * also to a let. */
static bool contract(Shrinker *s, uint32_t i) {
  Store *store = s->store;
  const Term node = *term(store, s->sites[i].t);
  uint32_t mark = store_mark(store);
  if (node.kind == TERM_LET) return attempt_at(s, mark, i, contractum(store, node.kid[1], node.kid[0]));
  if (node.kind == TERM_APP && term(store, node.kid[0])->kind == TERM_LAM) {
    TermId body = term(store, node.kid[0])->kid[0];
    if (attempt_at(s, mark, i, contractum(store, body, node.kid[1]))) return true;
    return attempt_at(s, mark, i, term_let(store, NAME_NONE, node.kid[1], body));
  }
  if (node.kind == TERM_INDEX && term(store, node.kid[1])->kind == TERM_BUILD) {
    TermId body = term(store, node.kid[1])->kid[0];
    return attempt_at(s, mark, i, contractum(store, body, node.kid[0]));
  }
  if (node.kind == TERM_INDEX && term(store, node.kid[1])->kind == TERM_VBUILD) {
    TermId body = term(store, node.kid[1])->kid[1];
    return attempt_at(s, mark, i, contractum(store, body, node.kid[0]));
  }
  return false;
}

/* A term below the site, of its type, that uses none of the identifiers bound
 * between them.  A kid of another type will do where the type is free: at the
 * end of lets, in lambdas, in pairs. */
static bool replace_by_descendant(Shrinker *s, uint32_t i) {
  for (uint32_t k = i + 1; k < s->sites[i].end; k++) {
    const Site *site = &s->sites[i], *below = &s->sites[k];
    if (!type_equal(site->type, below->type) && below->parent != i) continue;
    uint32_t between = below->bound - site->bound, used = 0;
    for (uint32_t v = 0; v < between; v++) used |= term_occurrences(s->store, below->t, v);
    uint32_t mark = store_mark(s->store);
    if (used == 0 && attempt_at(s, mark, i, term_shift(s->store, below->t, 0, -(int32_t)between))) return true;
  }
  return false;
}

bool shrink_at_site(Shrinker *s, uint32_t i) {
  if (s->sites[i].end - i < 2) return false;
  return replace_by_leaf(s, i) || replace_by_fresh(s, i) || contract(s, i) || replace_by_descendant(s, i);
}

/* -------------------------------------------------------------- context -- */

/* One identifier of the context less: unused, the same as another, or a constant. */
bool shrink_context(Shrinker *s) {
  for (uint32_t entry = 0; entry < s->length; entry++) {
    uint32_t variable = s->length - 1 - entry, mark = store_mark(s->store);
    TypeId type = s->context[entry];
    shrink_copy(s->scope, s->context, s->length);
    uint32_t length = s->length;
    shrink_copy(s->scope + entry, s->scope + entry + 1, length - 1 - entry);
    length--;
    if (term_occurrences(s->store, s->term, variable) == 0) {
      TermId t = term_shift(s->store, s->term, variable, -1);
      if (shrink_attempt(s, mark, t, s->scope, length)) return true;
      continue;
    }
    for (uint32_t other = 0; other < length; other++) { /* positions in the shorter context */
      if (!type_equal(s->scope[other], type)) continue;
      TermId t = term_subst(s->store, s->term, variable, term_var(s->store, length - 1 - other));
      if (shrink_attempt(s, mark, t, s->scope, length)) return true;
    }
    for (int64_t k = 0; k <= 2; k++) {
      TermId c = constant_term(s->store, type, k, CONSTANT_DEPTH);
      TermId t = c.id == 0 ? c : term_subst(s->store, s->term, variable, c);
      if (shrink_attempt(s, mark, t, s->scope, length)) return true;
    }
  }
  return false;
}
