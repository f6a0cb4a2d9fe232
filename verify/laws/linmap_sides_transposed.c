/* The two sides of each equation of Fig. 5, of (TP), (RP) and Thm. 2.2, and of section
 * 2.2, one function an equation. */
#include "verify/laws/linmap_operators.h"

static void t_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c);
  BOTH(s, tr(s, comp(s, m, n)), comp(s, tr(s, n), tr(s, m)));
}
static void t_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d);
  BOTH(s, tr(s, vcat(s, m, n)), hcat(s, tr(s, m), tr(s, n)));
}
static void t_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d);
  BOTH(s, tr(s, hcat(s, m, n)), vcat(s, tr(s, m), tr(s, n)));
}
static void t_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  BOTH(s, tr(s, plus(s, m, n)), plus(s, tr(s, m), tr(s, n)));
}
static void t_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  BOTH(s, tr(s, zero(s, a, c)), zero(s, c, a));
}
static void t_one(Sides *s) {
  const LmType *a = s->a;
  BOTH(s, tr(s, one(s, a)), one(s, a));
}
static void t_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s);
  BOTH(s, tr(s, scale(s, a, k)), scale(s, a, k));
}
static void t_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a);
  BOTH(s, tr(s, lm_diag(s->b, k)), lm_diag(s->b, k));
}
static void t_t(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  BOTH(s, tr(s, tr(s, m)), m);
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
static void r_is_t(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), r = vec(s, c);
  BOTH(s, back(s, r, m), at(s, tr(s, m), r));
}
static void r_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c), r = vec(s, d);
  BOTH(s, back(s, r, comp(s, m, n)), back(s, back(s, r, m), n));
}
static void r_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d), r = vec(s, c), q = vec(s, d);
  BOTH(s, back(s, pair(s, r, q), vcat(s, m, n)), add(s, back(s, r, m), back(s, q, n)));
}
static void r_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d), r = vec(s, d);
  BOTH(s, back(s, r, hcat(s, m, n)), pair(s, back(s, r, m), back(s, r, n)));
}
static void r_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c);
  BOTH(s, back(s, r, plus(s, m, n)), add(s, back(s, r, m), back(s, r, n)));
}
static void r_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T r = vec(s, c);
  BOTH(s, back(s, r, zero(s, a, c)), null(s, a));
}
static void r_one(Sides *s) {
  const LmType *a = s->a;
  T r = vec(s, a);
  BOTH(s, back(s, r, one(s, a)), r);
}
static void r_scale(Sides *s) {
  const LmType *a = s->a;
  T r = vec(s, a), k = num(s);
  BOTH(s, back(s, r, scale(s, a, k)), times(s, k, r));
}
static void r_transpose(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), r = vec(s, a);
  BOTH(s, back(s, r, tr(s, m)), at(s, m, r));
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
static void vs_assoc(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a), r = vec(s, a);
  BOTH(s, add(s, x, add(s, y, r)), add(s, add(s, x, y), r));
}
static void vs_comm(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a);
  BOTH(s, add(s, x, y), add(s, y, x));
}
static void vs_zero(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, add(s, x, null(s, a)), x);
}
static void vs_zero_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, times(s, lm_number(s->b, 0), x), null(s, a));
}
static void vs_one_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  BOTH(s, times(s, lm_number(s->b, 1), x), x);
}
static void vs_times_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), k = num(s), l = num(s);
  BOTH(s, times(s, k, times(s, l, x)), times(s, mul(s, k, l), x));
}
static void vs_times_plus(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a), k = num(s);
  BOTH(s, times(s, k, add(s, x, y)), add(s, times(s, k, x), times(s, k, y)));
}
static void vs_plus_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), k = num(s), l = num(s);
  BOTH(s, times(s, add(s, k, l), x), add(s, times(s, k, x), times(s, l, x)));
}

void linmap_sides_fill_transposed(Sides *s, LmEquation equation) {
  static void (*const fill[LM_EQUATION_COUNT])(Sides *) = {
      [LM_EQUATION_T_COMPOSE] = t_compose,
      [LM_EQUATION_T_VCAT] = t_vcat,
      [LM_EQUATION_T_HCAT] = t_hcat,
      [LM_EQUATION_T_PLUS] = t_plus,
      [LM_EQUATION_T_ZERO] = t_zero,
      [LM_EQUATION_T_ONE] = t_one,
      [LM_EQUATION_T_SCALE] = t_scale,
      [LM_EQUATION_T_DIAG] = t_diag,
      [LM_EQUATION_T_T] = t_t,
      [LM_EQUATION_T_VCATV] = t_vcatv,
      [LM_EQUATION_T_HCATV] = t_hcatv,
      [LM_EQUATION_T_LAMBDA] = t_lambda,
      [LM_EQUATION_T_TLAMBDA] = t_tlambda,
      [LM_EQUATION_R_IS_T] = r_is_t,
      [LM_EQUATION_R_COMPOSE] = r_compose,
      [LM_EQUATION_R_VCAT] = r_vcat,
      [LM_EQUATION_R_HCAT] = r_hcat,
      [LM_EQUATION_R_PLUS] = r_plus,
      [LM_EQUATION_R_ZERO] = r_zero,
      [LM_EQUATION_R_ONE] = r_one,
      [LM_EQUATION_R_SCALE] = r_scale,
      [LM_EQUATION_R_TRANSPOSE] = r_transpose,
      [LM_EQUATION_R_VCATV] = r_vcatv,
      [LM_EQUATION_R_HCATV] = r_hcatv,
      [LM_EQUATION_TP] = tp,
      [LM_EQUATION_RP] = rp,
      [LM_EQUATION_UNIQUE] = unique,
      [LM_EQUATION_VS_ASSOC] = vs_assoc,
      [LM_EQUATION_VS_COMM] = vs_comm,
      [LM_EQUATION_VS_ZERO] = vs_zero,
      [LM_EQUATION_VS_ZERO_TIMES] = vs_zero_times,
      [LM_EQUATION_VS_ONE_TIMES] = vs_one_times,
      [LM_EQUATION_VS_TIMES_TIMES] = vs_times_times,
      [LM_EQUATION_VS_TIMES_PLUS] = vs_times_plus,
      [LM_EQUATION_VS_PLUS_TIMES] = vs_plus_times,
  };
  if (fill[equation] != NULL) fill[equation](s);
}
