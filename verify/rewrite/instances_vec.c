/* Instances of the equations of dynamic arrays.  The operands of a site are let into
 * scope first where the right side uses them more than once. */
#include "verify/rewrite/instances.h"

static TermId integer(const Site *site, int64_t k) {
  Store *s = site->store;
  return term_op(s, op_make_int(&s->ops, &s->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

static TermId int_op(const Site *site, OpCode code, TermId a, TermId b) {
  Store *s = site->store;
  return term_op(s, op_make(&s->ops, &s->types, code, 0, 0), a, b);
}

static TermId var(const Site *site, uint32_t index) { return term_var(site->store, index); }
static TermId let_in(const Site *site, TermId t, TermId body) { return term_let(site->store, NAME_NONE, t, body); }
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

TermId instance_vec(Site *site, EquationId equation) {
  static const TermKind kinds[EQUATION_COUNT] = {[EQUATION_VBUILD] = TERM_VBUILD,
                                                 [EQUATION_LENGTH] = TERM_LENGTH,
                                                 [EQUATION_FILTER] = TERM_FILTER,
                                                 [EQUATION_APPEND] = TERM_APPEND,
                                                 [EQUATION_VSCATTER] = TERM_VSCATTER};
  TermKind kind = site->node.kind;
  if (kind != kinds[equation]) return TERM_NONE_ID;
  if (kind == TERM_VSCATTER && type_kind(&site->store->types, term_type_payload(&site->node)) != TYPE_REAL)
    return TERM_NONE_ID;
  if (!instance_here(site)) return TERM_NONE_ID;
  if (kind == TERM_VBUILD) return built(site);
  if (kind == TERM_LENGTH) return counted(site);
  if (kind == TERM_FILTER) return filtered(site);
  return kind == TERM_APPEND ? joined(site) : scattered(site);
}
