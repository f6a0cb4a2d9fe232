/* The two sides of each equation of Fig. 4 and of those added, one function an
 * equation; the formulas stand in linmap_equations.def. */
#include "verify/laws/linmap_operators.h"

static void at_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c), x = vec(s, a);
  BOTH(s, at(s, comp(s, m, n), x), at(s, m, at(s, n, x)));
}
static void at_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d), x = vec(s, a);
  BOTH(s, at(s, vcat(s, m, n), x), pair(s, at(s, m, x), at(s, n, x)));
}
static void at_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d), x = vec(s, a), y = vec(s, c);
  BOTH(s, at(s, hcat(s, m, n), pair(s, x, y)), add(s, at(s, m, x), at(s, n, y)));
}
static void at_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a);
  BOTH(s, at(s, plus(s, m, n), x), add(s, at(s, m, x), at(s, n, x)));
}
static void at_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T x = vec(s, a);
  BOTH(s, at(s, zero(s, a, c), x), null(s, c));
}
static void at_one(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, at(s, one(s, a), x), x);
}
static void at_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), x = vec(s, a);
  BOTH(s, at(s, scale(s, a, k), x), times(s, k, x));
}
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
static void at_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), x = vec(s, a);
  BOTH(s, at(s, lm_diag(s->b, k), x), mul(s, k, x));
}
static void linear_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), y = vec(s, a);
  BOTH(s, at(s, m, add(s, x, y)), add(s, at(s, m, x), at(s, m, y)));
}
static void linear_times(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), k = num(s), x = vec(s, a);
  BOTH(s, times(s, k, at(s, m, x)), at(s, m, times(s, k, x)));
}
static void zero_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c);
  BOTH(s, comp(s, zero(s, c, d), m), zero(s, a, d));
}
static void compose_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c);
  BOTH(s, comp(s, m, zero(s, d, a)), zero(s, d, c));
}
static void one_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  BOTH(s, comp(s, one(s, c), m), m);
}
static void compose_one(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  BOTH(s, comp(s, m, one(s, a)), m);
}
static void plus_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  BOTH(s, plus(s, m, zero(s, a, c)), m);
}
static void zero_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  BOTH(s, plus(s, zero(s, a, c), m), m);
}
static void compose_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, d, REALS), n1 = map(s, 1, a, d), n2 = map(s, 2, c, d);
  BOTH(s, comp(s, m, hcat(s, n1, n2)), hcat(s, comp(s, m, n1), comp(s, m, n2)));
}
static void vcat_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, d, a), m2 = map(s, 1, d, c), n = map(s, 2, REALS, d);
  BOTH(s, comp(s, vcat(s, m1, m2), n), vcat(s, comp(s, m1, n), comp(s, m2, n)));
}
static void hcat_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, a, d), m2 = map(s, 1, c, d), n1 = map(s, 2, REALS, a), n2 = map(s, 0, REALS, c);
  BOTH(s, comp(s, hcat(s, m1, m2), vcat(s, n1, n2)), plus(s, comp(s, m1, n1), comp(s, m2, n2)));
}
static void scale_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), l = num(s);
  BOTH(s, comp(s, scale(s, a, k), scale(s, a, l)), scale(s, a, mul(s, k, l)));
}
static void scale_plus(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), l = num(s);
  BOTH(s, plus(s, scale(s, a, k), scale(s, a, l)), scale(s, a, add(s, k, l)));
}
static void compose_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n1 = map(s, 1, a, c), n2 = map(s, 2, a, c);
  BOTH(s, comp(s, m, plus(s, n1, n2)), plus(s, comp(s, m, n1), comp(s, m, n2)));
}
static void plus_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n = map(s, 2, a, c);
  BOTH(s, comp(s, plus(s, m1, m2), n), plus(s, comp(s, m1, n), comp(s, m2, n)));
}
static void one_scale(Sides *s) {
  const LmType *a = s->a;
  BOTH(s, one(s, a), scale(s, a, lm_number(s->b, 1)));
}
static void zero_scale(Sides *s) {
  const LmType *a = s->a;
  BOTH(s, zero(s, a, a), scale(s, a, lm_number(s->b, 0)));
}
static void scale_past(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), k = num(s);
  BOTH(s, comp(s, scale(s, c, k), m), comp(s, m, scale(s, a, k)));
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
static void diag_scale(Sides *s) {
  T k = num(s);
  BOTH(s, lm_diag(s->b, k), scale(s, k->type, k));
}
static void diag_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), l = vec(s, a);
  BOTH(s, comp(s, lm_diag(s->b, k), lm_diag(s->b, l)), lm_diag(s->b, mul(s, k, l)));
}
static void diag_plus(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), l = vec(s, a);
  BOTH(s, plus(s, lm_diag(s->b, k), lm_diag(s->b, l)), lm_diag(s->b, add(s, k, l)));
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

void linmap_sides_fill(Sides *s, LmEquation equation) {
  static void (*const fill[LM_EQUATION_COUNT])(Sides *) = {
      [LM_EQUATION_AT_COMPOSE] = at_compose,
      [LM_EQUATION_AT_VCAT] = at_vcat,
      [LM_EQUATION_AT_HCAT] = at_hcat,
      [LM_EQUATION_AT_PLUS] = at_plus,
      [LM_EQUATION_AT_ZERO] = at_zero,
      [LM_EQUATION_AT_ONE] = at_one,
      [LM_EQUATION_AT_SCALE] = at_scale,
      [LM_EQUATION_AT_VCATV] = at_vcatv,
      [LM_EQUATION_AT_HCATV] = at_hcatv,
      [LM_EQUATION_AT_LAMBDA] = at_lambda,
      [LM_EQUATION_AT_TLAMBDA] = at_tlambda,
      [LM_EQUATION_AT_DIAG] = at_diag,
      [LM_EQUATION_LINEAR_PLUS] = linear_plus,
      [LM_EQUATION_LINEAR_TIMES] = linear_times,
      [LM_EQUATION_ZERO_COMPOSE] = zero_compose,
      [LM_EQUATION_COMPOSE_ZERO] = compose_zero,
      [LM_EQUATION_ONE_COMPOSE] = one_compose,
      [LM_EQUATION_COMPOSE_ONE] = compose_one,
      [LM_EQUATION_PLUS_ZERO] = plus_zero,
      [LM_EQUATION_ZERO_PLUS] = zero_plus,
      [LM_EQUATION_COMPOSE_HCAT] = compose_hcat,
      [LM_EQUATION_VCAT_COMPOSE] = vcat_compose,
      [LM_EQUATION_HCAT_VCAT] = hcat_vcat,
      [LM_EQUATION_SCALE_SCALE] = scale_scale,
      [LM_EQUATION_SCALE_PLUS] = scale_plus,
      [LM_EQUATION_COMPOSE_PLUS] = compose_plus,
      [LM_EQUATION_PLUS_COMPOSE] = plus_compose,
      [LM_EQUATION_ONE_SCALE] = one_scale,
      [LM_EQUATION_ZERO_SCALE] = zero_scale,
      [LM_EQUATION_SCALE_PAST] = scale_past,
      [LM_EQUATION_VCATV_COMPOSE] = vcatv_compose,
      [LM_EQUATION_COMPOSE_HCATV] = compose_hcatv,
      [LM_EQUATION_HCATV_VCATV] = hcatv_vcatv,
      [LM_EQUATION_DIAG_SCALE] = diag_scale,
      [LM_EQUATION_DIAG_DIAG] = diag_diag,
      [LM_EQUATION_DIAG_PLUS] = diag_plus,
      [LM_EQUATION_PICK] = pick,
      [LM_EQUATION_OUTER] = outer,
      [LM_EQUATION_DELTA_SUM] = delta_sum,
      [LM_EQUATION_DELTA] = delta,
  };
  if (fill[equation] != NULL)
    fill[equation](s);
  else
    linmap_sides_fill_transposed(s, equation);
}
