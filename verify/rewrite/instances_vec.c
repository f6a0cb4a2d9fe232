/* Instances of the equations of dynamic arrays, and of map, zipWith, build and index on
 * arrays of both kinds.  The operands of a site are let into scope first where the right
 * side uses them more than once. */
#include "verify/rewrite/instances.h"

static TermId int_op(const Site *site, OpCode code, TermId a, TermId b) {
  Store *s = site->store;
  return term_op(s, op_make(&s->ops, &s->types, code, 0, 0), a, b);
}

static TermId var(const Site *site, uint32_t index) { return term_var(site->store, index); }
static TermId vbuild(const Site *site, TermId k, TermId t) { return term_vbuild(site->store, NAME_NONE, k, t); }
static TermId at(const Site *site, uint32_t i, uint32_t array) {
  return term_index(site->store, var(site, i), var(site, array));
}

/* vbuild k (i. t) = map (i. t) (vbuild k (i. i)) */
static TermId built(const Site *site) {
  return term_map(site->store, NAME_NONE, site->node.kid[1], vbuild(site, site->node.kid[0], var(site, 0)));
}

/* length as = fold (n x. n + 1) 0 as */
static TermId counted(const Site *site) {
  TermId next = int_op(site, OP_IADD, var(site, 1), integer(site, 1));
  return term_fold(site->store, NAME_NONE, NAME_NONE, next, integer(site, 0), site->node.kid[0]);
}

/* let y = as in fold (z x. if b then append z (vbuild 1 (i. x)) else z) (vbuild 0 (i. y_i)) y */
static TermId filtered(const Site *site) {
  Store *s = site->store;
  TermId test = term_shift(s, site->node.kid[1], 1, 2); /* under y and z besides */
  TermId kept = term_append(s, var(site, 1), vbuild(site, integer(site, 1), var(site, 1)));
  TermId none = vbuild(site, integer(site, 0), at(site, 0, 1));
  TermId fold = term_fold(s, NAME_NONE, NAME_NONE, term_if(s, test, kept, var(site, 1)), none, var(site, 0));
  return let_in(site, site->node.kid[0], fold);
}

/* let a = t in let b = s in vbuild (length a + length b) (j. if j < length a then a_j else b_(j - length a)) */
static TermId joined(const Site *site) {
  Store *s = site->store;
  TermId length = term_length(s, var(site, 1)), under = term_length(s, var(site, 2));
  TermId second = term_index(s, int_op(site, OP_ISUB, var(site, 0), under), var(site, 1));
  TermId entry = term_if(s, int_op(site, OP_ILESS, var(site, 0), under), at(site, 0, 2), second);
  TermId all = vbuild(site, int_op(site, OP_IADD, length, term_length(s, var(site, 0))), entry);
  return let_in(site, site->node.kid[0], let_in(site, term_shift(s, site->node.kid[1], 0, 1), all));
}

/* let n = k in let ks = is in let z = as in
 *   vbuild n (i. total (vbuild (length z) (j. if ks_j == i then z_j else 0))) */
static TermId scattered(const Site *site) {
  Store *s = site->store;
  TypeId element = term_type_payload(&site->node);
  TermId here = int_op(site, OP_IEQUAL, at(site, 0, 3), var(site, 1));
  TermId entry = term_if(s, here, at(site, 0, 2), instance_zero(site, type_node(&s->types, element)->n));
  TermId sum = term_total(s, element, vbuild(site, term_length(s, var(site, 1)), entry));
  TermId all = let_in(site, term_shift(s, site->node.kid[2], 0, 2), vbuild(site, var(site, 2), sum));
  return let_in(site, site->node.kid[0], let_in(site, term_shift(s, site->node.kid[1], 0, 1), all));
}

/* build n (i. t), or vbuild (length z) (i. t) with z : Vec at that index. */
static TermId each(const Site *site, uint32_t n, uint32_t z, TermId t) {
  if (n == TYPE_DYNAMIC) return vbuild(site, term_length(site->store, var(site, z)), t);
  return term_build(site->store, NAME_NONE, n, t);
}

/* let z = as in build n (i. let x = z_i in t) */
static TermId mapped(const Site *site) {
  TermId body = term_shift(site->store, site->node.kid[1], 1, 2); /* under z and i besides */
  TermId all = each(site, length_of(site, 0), 0, let_in(site, at(site, 0, 1), body));
  return let_in(site, site->node.kid[0], all);
}

/* let z = as in let w = bs in build n (i. let x = z_i in let y = w_i in t) */
static TermId zipped(const Site *site) {
  Store *s = site->store;
  TermId entry = let_in(site, at(site, 1, 2), term_shift(s, site->node.kid[2], 2, 3)); /* under z, w and i besides */
  TermId all = each(site, length_of(site, 0), 1, let_in(site, at(site, 0, 2), entry));
  return let_in(site, site->node.kid[0], let_in(site, term_shift(s, site->node.kid[1], 0, 1), all));
}

/* let y_0 = (let i = 0 in t) in ... build n (i. if i == 0 then y_0 else ... y_(n-1)) */
static TermId written_out(const Site *site) {
  Store *s = site->store;
  uint32_t n = type_node(&s->types, site->type)->n;
  TermId entry = var(site, 1);
  for (uint32_t k = n - 1; k-- > 0;)
    entry = instance_if_index(site, var(site, 0), integer(site, k), var(site, n - k), entry);
  TermId all = term_build(s, NAME_NONE, n, entry);
  for (uint32_t k = n; k-- > 0;)
    all = let_in(site, let_in(site, integer(site, k), term_shift(s, site->node.kid[0], 1, (int32_t)k)), all);
  return all;
}

/* let j = k in let z = as in if j == 0 then z_0 else ... if j == n-1 then z_(n-1) else z_j: the last
 * is for a j that is out of range, as k is then. */
static TermId picked(const Site *site) {
  Store *s = site->store;
  TermId chosen = at(site, 1, 0);
  for (uint32_t k = length_of(site, 1); k-- > 0;) {
    TermId entry = term_index(s, integer(site, k), var(site, 0));
    chosen = instance_if_index(site, var(site, 1), integer(site, k), entry, chosen);
  }
  return let_in(site, site->node.kid[0], let_in(site, term_shift(s, site->node.kid[1], 0, 1), chosen));
}

/* Whether the array is one that is written out. */
static bool is_short(uint32_t n) { return n >= 1 && n <= UNROLL_MAX; }

/* Whether the equation of that constructor is one of this site. */
static bool applies(const Site *site, TermKind kind) {
  const TypeTable *types = &site->store->types;
  if (site->node.kind != kind || !type_is_none(site->domain)) return false;
  if (kind == TERM_VSCATTER) return type_kind(types, term_type_payload(&site->node)) == TYPE_REAL;
  if (kind == TERM_BUILD) return is_short(type_node(types, site->type)->n);
  return kind != TERM_INDEX || is_short(length_of(site, 1));
}

TermId instance_array(Site *site, EquationId equation) {
  static const struct {
    TermKind kind;
    TermId (*right)(const Site *site);
  } sides[EQUATION_COUNT] = {
      [EQUATION_VBUILD] = {TERM_VBUILD, built},         [EQUATION_LENGTH] = {TERM_LENGTH, counted},
      [EQUATION_FILTER] = {TERM_FILTER, filtered},      [EQUATION_APPEND] = {TERM_APPEND, joined},
      [EQUATION_VSCATTER] = {TERM_VSCATTER, scattered}, [EQUATION_MAP] = {TERM_MAP, mapped},
      [EQUATION_ZIPWITH] = {TERM_ZIPWITH, zipped},      [EQUATION_BUILD] = {TERM_BUILD, written_out},
      [EQUATION_INDEX] = {TERM_INDEX, picked},
  };
  if (sides[equation].right == NULL || !applies(site, sides[equation].kind) || !instance_here(site))
    return TERM_NONE_ID;
  return sides[equation].right(site);
}
