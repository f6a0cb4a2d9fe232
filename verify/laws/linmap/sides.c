/* The two sides of the equations that are no formulas yet: of vectors of maps, binders, indices, and dot products.
 * The others are read from linmap_equations.def (linmap_formula.c). */
#include "verify/laws/linmap/operators.h"

static void at_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a);
  BOTH(s, at(s, lm_vcatv(s->b, vector(s, m, n)), x), vector(s, at(s, m, x), at(s, n, x)));
}
static void at_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a), y = vec(s, a);
  T row = lm_hcatv(s->b, vector(s, m, n));
  BOTH(s, at(s, row, vector(s, x, y)), add(s, at(s, m, x), at(s, n, y)));
}
static void at_lambda(Sides *s) {
  const LmType *a = s->a;
  Two v = two_maps(s);
  T x = vec(s, a);
  BOTH(s, at(s, lambda(s, &v), x), vector(s, at(s, v.first, x), at(s, v.second, x)));
}
static void at_tlambda(Sides *s) {
  const LmType *a = s->a;
  Two v = two_maps(s);
  T x = vec(s, a), y = vec(s, a);
  BOTH(s, at(s, tlambda(s, &v), vector(s, x, y)), add(s, at(s, v.first, x), at(s, v.second, y)));
}
static void vcatv_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n = map(s, 2, a, c);
  BOTH(s, comp(s, lm_vcatv(s->b, vector(s, m1, m2)), n), lm_vcatv(s->b, vector(s, comp(s, m1, n), comp(s, m2, n))));
}
static void compose_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n1 = map(s, 1, a, c), n2 = map(s, 2, a, c);
  BOTH(s, comp(s, m, lm_hcatv(s->b, vector(s, n1, n2))), lm_hcatv(s->b, vector(s, comp(s, m, n1), comp(s, m, n2))));
}
static void hcatv_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n1 = map(s, 2, a, c), n2 = map(s, 0, a, c);
  T row = lm_hcatv(s->b, vector(s, m1, m2)), column = lm_vcatv(s->b, vector(s, n1, n2));
  BOTH(s, comp(s, row, column), plus(s, comp(s, m1, n1), comp(s, m2, n2)));
}
static void pick(Sides *s) {
  const LmType *a = s->a;
  const LmType *v = lm_vec_type(s->b, a, 2);
  T i = lm_natural(s->b, s->index);
  BOTH(s, lm_pick(s->b, i, v),
       lm_hcatv(s->b, vector(s, s->index == 0 ? one(s, a) : zero(s, a, a), s->index == 1 ? one(s, a) : zero(s, a, a))));
}
static void outer(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  const LmType *p = lm_pair_type(s->b, a, c), *q = lm_pair_type(s->b, p, d);
  BOTH(s, lm_outer(s->b, 2, q), comp(s, hcat(s, one(s, a), zero(s, c, a)), hcat(s, one(s, p), zero(s, d, p))));
}
static void delta_sum(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, lm_prim(s->b, LM_PRIM_SUM, one_hot(s, s->index - 1, x)), s->index >= 1 && s->index <= 2 ? x : null(s, a));
}
static void delta(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, lm_delta(s->b, 2, lm_natural(s->b, s->index - 1), x), one_hot(s, s->index - 1, x));
}
static void t_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  BOTH(s, tr(s, lm_vcatv(s->b, vector(s, m, n))), lm_hcatv(s->b, vector(s, tr(s, m), tr(s, n))));
}
static void t_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  BOTH(s, tr(s, lm_hcatv(s->b, vector(s, m, n))), lm_vcatv(s->b, vector(s, tr(s, m), tr(s, n))));
}
static void t_lambda(Sides *s) {
  Two v = two_maps(s), w = two(s, tr(s, v.first), tr(s, v.second));
  BOTH(s, tr(s, lambda(s, &v)), tlambda(s, &w));
}
static void t_tlambda(Sides *s) {
  Two v = two_maps(s), w = two(s, tr(s, v.first), tr(s, v.second));
  BOTH(s, tr(s, tlambda(s, &v)), lambda(s, &w));
}
static void r_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c), q = vec(s, c);
  T cotangent = vector(s, r, q);
  BOTH(s, back(s, cotangent, lm_vcatv(s->b, vector(s, m, n))), add(s, back(s, r, m), back(s, q, n)));
}
static void r_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c);
  BOTH(s, back(s, r, lm_hcatv(s->b, vector(s, m, n))), vector(s, back(s, r, m), back(s, r, n)));
}
static void tp(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), r = vec(s, c);
  BOTH(s, dot(s, a, at(s, tr(s, m), r), x), dot(s, c, r, at(s, m, x)));
}
static void rp(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), r = vec(s, c);
  BOTH(s, dot(s, a, back(s, r, m), x), dot(s, c, r, at(s, m, x)));
}
static void unique(Sides *s) {
  T m = map(s, 0, PAIR, PAIR);
  T entry[4];
  for (int k = 0; k < 4; k++) entry[k] = bilinear(s, m, k / 2, k % 2);
  BOTH(s, vcat(s, hcat(s, entry[0], entry[1]), hcat(s, entry[2], entry[3])), m);
}

void linmap_sides_fill(Sides *s, LmEquation equation) {
  static void (*const fill[LM_EQUATION_COUNT])(Sides *) = {
      [LM_EQUATION_AT_VCATV] = at_vcatv,
      [LM_EQUATION_AT_HCATV] = at_hcatv,
      [LM_EQUATION_AT_LAMBDA] = at_lambda,
      [LM_EQUATION_AT_TLAMBDA] = at_tlambda,
      [LM_EQUATION_VCATV_COMPOSE] = vcatv_compose,
      [LM_EQUATION_COMPOSE_HCATV] = compose_hcatv,
      [LM_EQUATION_HCATV_VCATV] = hcatv_vcatv,
      [LM_EQUATION_PICK] = pick,
      [LM_EQUATION_OUTER] = outer,
      [LM_EQUATION_DELTA_SUM] = delta_sum,
      [LM_EQUATION_DELTA] = delta,
      [LM_EQUATION_T_VCATV] = t_vcatv,
      [LM_EQUATION_T_HCATV] = t_hcatv,
      [LM_EQUATION_T_LAMBDA] = t_lambda,
      [LM_EQUATION_T_TLAMBDA] = t_tlambda,
      [LM_EQUATION_R_VCATV] = r_vcatv,
      [LM_EQUATION_R_HCATV] = r_hcatv,
      [LM_EQUATION_TP] = tp,
      [LM_EQUATION_RP] = rp,
      [LM_EQUATION_UNIQUE] = unique,
  };
  if (!linmap_formula_sides(s, equation)) fill[equation](s);
}
