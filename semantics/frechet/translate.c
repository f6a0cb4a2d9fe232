/* Point-free terms as functions on Hilbert spaces, construct by construct. */
#include "semantics/frechet/translate.h"

#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

typedef struct Translating {
  HilTerms *terms;
  const PfTable *from;
  uint32_t depth;
} Translating;

static HilFunId translate(Translating *to, PfId p);

static HilFunId fail(Translating *to, Status status) {
  hil_terms_fail(to->terms, status);
  return (HilFunId){0};
}

static const TypeTable *types_of(const Translating *to) { return &to->from->store->types; }

static HilSpace space_of(HilTerms *terms, const TypeTable *types, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(types, type);
  HilSpaces *spaces = &terms->spaces;
  if (depth == 0) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilSpace){0};
  }
  switch (node->kind) {
  case TYPE_UNIT: return hil_space_zero(spaces);
  case TYPE_REAL:
    if (node->n == 1) return hil_space_real(spaces);
    return hil_space_power(spaces, hil_index_number(spaces, node->n), hil_space_real(spaces));
  case TYPE_PROD: {
    HilSpace a = space_of(terms, types, node->a, depth - 1), b = space_of(terms, types, node->b, depth - 1);
    return hil_space_pair(spaces, a, b);
  }
  case TYPE_ARRAY:
    return hil_space_power(spaces, hil_index_number(spaces, node->n), space_of(terms, types, node->a, depth - 1));
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR:
  case TYPE_INT: break;
  }
  hil_terms_fail(terms, STATUS_ILL_TYPED);
  return (HilSpace){0};
}

HilSpace hil_space_of(HilTerms *terms, const TypeTable *types, TypeId type) {
  return space_of(terms, types, type, HIL_NESTING);
}

static HilSpace space(Translating *to, TypeId type) { return hil_space_of(to->terms, types_of(to), type); }
static HilIndex number(Translating *to, uint32_t n) { return hil_index_number(&to->terms->spaces, n); }
static HilFunId linear(Translating *to, HilMapId h) { return hilfun_linear(to->terms, h); }
static HilFunId after(Translating *to, HilFunId g, HilFunId f) { return hilfun_comp(to->terms, g, f); }

/* ----------------------------------------------------------------- arrays -- */

/* real^1 is real: an array of one real is no direct sum, and stands as one by iota
 * and pi. */
static bool collapsed(Translating *to, TypeId type) {
  const TypeNode *node = type_node(types_of(to), type);
  return node->kind == TYPE_REAL && node->n == 1;
}

static HilSpace one_real(Translating *to) {
  return hil_space_power(&to->terms->spaces, number(to, 1), hil_space_real(&to->terms->spaces));
}

/* f : V^n -> W^n, or one end of another type, between the spaces of types. */
static HilFunId between(Translating *to, TypeId dom, bool dom_array, HilFunId f, TypeId cod, bool cod_array) {
  if (dom_array && collapsed(to, dom)) f = after(to, f, linear(to, hilmap_inj(to->terms, one_real(to), 0)));
  if (cod_array && collapsed(to, cod)) f = after(to, linear(to, hilmap_proj(to->terms, one_real(to), 0)), f);
  return f;
}

/* The element space of an array type of length n > 0. */
static HilSpace element(Translating *to, TypeId array) {
  const TypeNode *node = type_node(types_of(to), array);
  return node->kind == TYPE_REAL ? hil_space_real(&to->terms->spaces) : space(to, node->a);
}

static HilFunId translate_family(Translating *to, const PfTerm *t) {
  HilFunId *members = arena_array(to->terms->arena, t->n, sizeof *members);
  if (members == NULL) return fail(to, STATUS_LIMIT);
  for (uint32_t i = 0; i < t->n; i++) members[i] = translate(to, pf_member(to->from, t, i));
  HilFunId f = hilfun_par(to->terms, number(to, t->n), t->n, members);
  return between(to, t->dom, true, f, t->cod, true);
}

static HilFunId translate_zip(Translating *to, const PfTerm *t) {
  const TypeNode *pair = type_node(types_of(to), t->dom);
  TypeId a = pair->a, b = pair->b;
  HilTerms *terms = to->terms;
  HilSpace v = element(to, a), w = element(to, b);
  HilIndex n = number(to, t->n), two = number(to, 2);
  HilSpace dom =
      hil_space_pair(&terms->spaces, hil_space_power(&terms->spaces, n, v), hil_space_power(&terms->spaces, n, w));
  HilFunId zip = linear(to, hilmap_unitary(terms, HILMAP_ZIP, dom));
  if (!collapsed(to, a) && !collapsed(to, b)) return zip;
  HilMapId sides[2] = {collapsed(to, a) ? hilmap_inj(terms, one_real(to), 0) : hilmap_id(terms, space(to, a)),
                       collapsed(to, b) ? hilmap_inj(terms, one_real(to), 0) : hilmap_id(terms, space(to, b))};
  return after(to, zip, linear(to, hilmap_par(terms, HILMAP_PAR, two, sides)));
}

/* ------------------------------------------------------- vector operations -- */

/* p at each index of a real^n */
static HilFunId each(Translating *to, uint32_t n, HilFunId p) {
  return n == 1 ? p : hilfun_map(to->terms, number(to, n), p);
}

static HilMapId negation(Translating *to, HilSpace v) { return hilmap_multiple(to->terms, &hil_minus_one, v); }

/*   - is Sigma_2 . Pi (id, (-1·)) */
static HilFunId difference(Translating *to, HilSpace v) {
  HilMapId sides[2] = {hilmap_id(to->terms, v), negation(to, v)};
  HilMapId par = hilmap_par(to->terms, HILMAP_PAR, number(to, 2), sides);
  return linear(to, hilmap_comp(to->terms, hilmap_sum(to->terms, number(to, 2), v), par));
}

/* The product at each index: ·^n o zip. */
static HilFunId product(Translating *to, uint32_t n) {
  HilTerms *terms = to->terms;
  HilSpace real = hil_space_real(&terms->spaces);
  HilFunId times = hilfun_bilinear(terms, hil_bilinear_multiple(terms, real));
  if (n == 1) return times;
  HilSpace v = hil_space_power(&terms->spaces, number(to, n), real);
  HilMapId zip = hilmap_unitary(terms, HILMAP_ZIP, hil_space_pair(&terms->spaces, v, v));
  return after(to, hilfun_map(terms, number(to, n), times), linear(to, zip));
}

static HilSpace reals(Translating *to, uint32_t n) {
  HilSpaces *spaces = &to->terms->spaces;
  return n == 1 ? hil_space_real(spaces) : hil_space_power(spaces, number(to, n), hil_space_real(spaces));
}

/* M * x where m, n or m n is 1: real^1 stands as R^1. */
static HilFunId matrix(Translating *to, const PfTerm *t) {
  HilTerms *terms = to->terms;
  if (t->m == 0 || t->n == 0) return linear(to, hilmap_zero(terms, space(to, t->dom), space(to, t->cod)));
  HilFunId f = hilfun_bilinear(terms, hil_bilinear_matrix(terms, t->m, t->n));
  HilMapId sides[2] = {(uint64_t)t->m * t->n == 1 ? hilmap_inj(terms, one_real(to), 0)
                                                  : hilmap_id(terms, reals(to, t->m * t->n)),
                       t->n == 1 ? hilmap_inj(terms, one_real(to), 0) : hilmap_id(terms, reals(to, t->n))};
  if (t->n == 1) f = after(to, f, linear(to, hilmap_par(terms, HILMAP_PAR, number(to, 2), sides)));
  if (t->m == 1) f = after(to, linear(to, hilmap_proj(terms, one_real(to), 0)), f);
  return f;
}

static HilFunId translate_bilinear(Translating *to, const PfTerm *t) {
  HilTerms *terms = to->terms;
  switch (t->bilinear) {
  case BILINEAR_TIMES: return product(to, t->n);
  case BILINEAR_DOT: return hilfun_bilinear(terms, hil_bilinear_inner(terms, reals(to, t->n)));
  case BILINEAR_SCALE: return hilfun_bilinear(terms, hil_bilinear_multiple(terms, reals(to, t->n)));
  case BILINEAR_CROSS: return hilfun_bilinear(terms, hil_bilinear_cross(terms));
  case BILINEAR_MATVEC: return matrix(to, t);
  case BILINEAR_OUTER:
  case BILINEAR_COUNT: break;
  }
  return fail(to, STATUS_ILL_TYPED);
}

static HilFunId translate_const(Translating *to, const PfTerm *t) {
  HilTerms *terms = to->terms;
  HilSpace dom = space(to, t->dom), cod = space(to, t->cod);
  if (t->constant.id == 0) return hilfun_const(terms, dom, cod, &hil_zero);
  uint32_t n = type_node(types_of(to), t->cod)->n;
  HilVector *parts = arena_array(terms->arena, (size_t)n + 1, sizeof *parts);
  if (parts == NULL) return fail(to, STATUS_LIMIT);
  for (uint32_t i = 0; i < n; i++) parts[i] = (HilVector){.kind = HIL_CONSTANT, .n = i, .constant = t->constant};
  parts[n] = (HilVector){.kind = HIL_TUPLE, .n = n, .parts = parts};
  return hilfun_const(terms, dom, cod, n == 1 ? &parts[0] : &parts[n]);
}

static HilFunId translate_par(Translating *to, const PfTerm *t) {
  HilFunId both[2];
  both[0] = translate(to, t->a);
  both[1] = translate(to, t->b);
  return hilfun_par(to->terms, number(to, 2), 2, both);
}

static HilFunId translate_if(Translating *to, const PfTerm *t) {
  HilFunId c = translate(to, t->a), f = translate(to, t->b), g = translate(to, t->c);
  return hilfun_if(to->terms, c, f, g);
}

static HilFunId translate_rule(Translating *to, const PfTerm *t) {
  HilTerms *terms = to->terms;
  HilFunId f, g;
  switch (t->kind) {
  /* o to o;  x to Pi_2;  Id to id                                        */
  case PF_COMP:
    RULE(HIL_X_COMP);
    g = translate(to, t->a);
    f = translate(to, t->b);
    return after(to, g, f);
  case PF_PAR: return translate_par(to, t);
  case PF_ID: return linear(to, hilmap_id(terms, space(to, t->dom)));
  /* pi i to pi_i                                                         */
  case PF_FST: RULE(HIL_X_PROJ); return linear(to, hilmap_proj(terms, space(to, t->dom), 0));
  case PF_SND: return linear(to, hilmap_proj(terms, space(to, t->dom), 1));
  /* K e to K_e                                                           */
  case PF_CONST: RULE(HIL_X_CONST); return translate_const(to, t);
  /* Delta to rep_2                                                       */
  case PF_DUP: RULE(HIL_X_DUP); return linear(to, hilmap_rep(terms, number(to, 2), space(to, t->dom)));
  /* rho to a primitive at each index                                     */
  case PF_UNARY: RULE(HIL_X_PRIM); return each(to, t->n, hilfun_prim(terms, t->op, t->constant));
  /* a declared primitive to itself                                       */
  case PF_GIVEN: RULE(HIL_X_GIVEN); return hilfun_given(terms, space(to, t->dom), space(to, t->cod), (OpId){t->k});
  /* ~ to ((-1)·);  + to Sigma_2;  - to Sigma_2 . Pi (id, (-1·))          */
  case PF_NEG: RULE(HIL_X_PLUS); return linear(to, negation(to, space(to, t->dom)));
  case PF_ADD: return linear(to, hilmap_sum(terms, number(to, 2), space(to, t->cod)));
  case PF_SUB: return difference(to, space(to, t->cod));
  /* product, scaling to ·;  dot to (.);  cross, matrix by their definition */
  case PF_BINARY: RULE(HIL_X_BILINEAR); return translate_bilinear(to, t);
  /* a conditional is resolved at the point                               */
  case PF_IF: RULE(HIL_X_IF); return translate_if(to, t);
  /* map p to p^n;  <pi> to Pi pi                                         */
  case PF_MAP:
    RULE(HIL_X_MAP);
    return between(to, t->dom, true, hilfun_map(terms, number(to, t->n), translate(to, t->a)), t->cod, true);
  case PF_FAMILY: return translate_family(to, t);
  /* repl n to rep_n;  sum n to Sigma_n;  zip to zip;  at k to pi_k        */
  case PF_REPL:
    RULE(HIL_X_ARRAY);
    return between(to, t->dom, false, linear(to, hilmap_rep(terms, number(to, t->n), space(to, t->dom))), t->cod, true);
  case PF_SUM:
    return between(to, t->dom, true, linear(to, hilmap_sum(terms, number(to, t->n), space(to, t->cod))), t->cod, false);
  case PF_ZIP: return translate_zip(to, t);
  case PF_AT:
    if (t->k >= t->n) return fail(to, STATUS_DOMAIN);
    if (collapsed(to, t->dom)) return linear(to, hilmap_id(terms, space(to, t->dom)));
    return linear(to, hilmap_proj(terms, space(to, t->dom), t->k));
  case PF_KIND_COUNT: break;
  }
  return fail(to, STATUS_STUCK);
}

static HilFunId translate(Translating *to, PfId p) {
  if (to->depth == 0) return fail(to, STATUS_LIMIT);
  if (to->terms->status != STATUS_OK) return (HilFunId){0};
  to->depth--;
  PfTerm t = *pf_term(to->from, p);
  HilFunId f = translate_rule(to, &t);
  to->depth++;
  return f;
}

Status hil_translate(HilTerms *terms, const PfTable *from, PfId p, HilFunId *out) {
  Translating to = {terms, from, HIL_DEPTH};
  *out = translate(&to, p);
  return hil_terms_status(terms);
}
