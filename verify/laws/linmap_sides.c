/* The two sides of each equation of linear maps, one function an equation; the
 * formulas stand in linmap_equations.def. */
#include "verify/laws/linmap_sides.h"

typedef const LmTerm *T;

static T comp(Sides *s, T m, T n) { return lm_compose(s->b, m, n); }
static T plus(Sides *s, T m, T n) { return lm_plus(s->b, m, n); }
static T vcat(Sides *s, T m, T n) { return lm_vcat2(s->b, m, n); }
static T hcat(Sides *s, T m, T n) { return lm_hcat2(s->b, m, n); }
static T tr(Sides *s, T m) { return lm_transpose(s->b, m); }
static T at(Sides *s, T m, T x) { return lm_apply(s->b, m, x); }
static T back(Sides *s, T r, T m) { return lm_rapply(s->b, r, m); }
static T add(Sides *s, T x, T y) { return lm_prim2(s->b, LM_PRIM_ADD, x, y); }
static T mul(Sides *s, T x, T y) { return lm_prim2(s->b, LM_PRIM_MUL, x, y); }
static T times(Sides *s, T k, T x) { return lm_prim2(s->b, LM_PRIM_TIMES, k, x); }
static T pair(Sides *s, T x, T y) { return lm_pair(s->b, x, y); }
static T null(Sides *s, const LmType *a) { return lm_null(s->b, a); }
static T zero(Sides *s, const LmType *from, const LmType *to) { return lm_zero(s->b, from, to); }
static T one(Sides *s, const LmType *a) { return lm_one(s->b, a); }
static T scale(Sides *s, const LmType *a, T k) { return lm_scale(s->b, a, k); }
static T map(Sides *s, uint32_t which, const LmType *from, const LmType *to) {
  return linmap_sides_map(s, which, from, to);
}
static T vec(Sides *s, const LmType *a) { return linmap_sides_variable(s, lm_tangent(s->b, a)); }
static T num(Sides *s) { return linmap_sides_variable(s, lm_real(s->b)); }
#define REALS lm_real(s->b)
#define PAIR lm_pair_type(s->b, REALS, REALS)

/* Two things, and \\i. if i = 0 then the first else the second. */
typedef struct Two {
  LmSymbol i;
  T first, second, entry;
} Two;
static Two two(Sides *s, T first, T second) {
  LmBuilder *b = s->b;
  LmSymbol i = lm_fresh(b);
  T test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, 0));
  return (Two){i, first, second, lm_if(b, test, first, second)};
}
static T vector(Sides *s, T first, T second) {
  Two v = two(s, first, second);
  return lm_build(s->b, v.i, lm_natural(s->b, 2), 2, v.entry);
}
static T lambda(Sides *s, const Two *v) { return lm_lambda(s->b, v->i, 2, v->entry); }
static T tlambda(Sides *s, const Two *v) { return lm_tlambda(s->b, v->i, 2, v->entry); }

/* build(2, \\i. if i = e then x else 0) */
static T one_hot(Sides *s, int64_t e, T x) {
  LmBuilder *b = s->b;
  LmSymbol i = lm_fresh(b);
  T test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, e));
  return lm_build(b, i, lm_natural(b, 2), 2, lm_if(b, test, x, lm_null(b, x == NULL ? NULL : x->type)));
}

/* The dot product of da, as a sum of products. */
static T dot(Sides *s, const LmType *a, T x, T y) {
  LmBuilder *b = s->b;
  T sum = lm_number(b, 0);
  if (a->kind == LM_TYPE_REAL) return mul(s, x, y);
  if (a->kind == LM_TYPE_VEC) {
    LmSymbol i = lm_fresh(b);
    T index = lm_var(b, i, lm_nat(b));
    T entry = dot(s, a->part[0], lm_prim2(b, LM_PRIM_IX, index, x), lm_prim2(b, LM_PRIM_IX, index, y));
    return lm_prim(b, LM_PRIM_SUM, lm_build(b, i, lm_natural(b, a->n), a->n, entry));
  }
  for (uint32_t k = 0; a->kind == LM_TYPE_TUPLE && k < a->n; k++)
    sum = add(s, sum, dot(s, a->part[k], lm_pi(b, k, x), lm_pi(b, k, y)));
  return sum;
}

/* S of (m . e_j) * e_i, for m : (R,R) -o (R,R). */
static T bilinear(Sides *s, T m, int i, int j) {
  LmBuilder *b = s->b;
  T nought = lm_number(b, 0), unit = lm_number(b, 1);
  T column = at(s, m, pair(s, j == 0 ? unit : nought, j == 1 ? unit : nought));
  return scale(s, REALS, dot(s, PAIR, column, pair(s, i == 0 ? unit : nought, i == 1 ? unit : nought)));
}

static void both(Sides *s, T left, T right) {
  s->out->left = left;
  s->out->right = right;
}

static void at_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c), x = vec(s, a);
  both(s, at(s, comp(s, m, n), x), at(s, m, at(s, n, x)));
}
static void at_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d), x = vec(s, a);
  both(s, at(s, vcat(s, m, n), x), pair(s, at(s, m, x), at(s, n, x)));
}
static void at_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d), x = vec(s, a), y = vec(s, c);
  both(s, at(s, hcat(s, m, n), pair(s, x, y)), add(s, at(s, m, x), at(s, n, y)));
}
static void at_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a);
  both(s, at(s, plus(s, m, n), x), add(s, at(s, m, x), at(s, n, x)));
}
static void at_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T x = vec(s, a);
  both(s, at(s, zero(s, a, c), x), null(s, c));
}
static void at_one(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, at(s, one(s, a), x), x);
}
static void at_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), x = vec(s, a);
  both(s, at(s, scale(s, a, k), x), times(s, k, x));
}
static void at_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a);
  both(s, at(s, lm_vcatv(s->b, vector(s, m, n)), x), vector(s, at(s, m, x), at(s, n, x)));
}
static void at_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), x = vec(s, a), y = vec(s, a);
  both(s, at(s, lm_hcatv(s->b, vector(s, m, n)), vector(s, x, y)), add(s, at(s, m, x), at(s, n, y)));
}
static void at_lambda(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  Two v = two(s, map(s, 0, a, c), map(s, 1, a, c));
  T x = vec(s, a);
  both(s, at(s, lambda(s, &v), x), vector(s, at(s, v.first, x), at(s, v.second, x)));
}
static void at_tlambda(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  Two v = two(s, map(s, 0, a, c), map(s, 1, a, c));
  T x = vec(s, a), y = vec(s, a);
  both(s, at(s, tlambda(s, &v), vector(s, x, y)), add(s, at(s, v.first, x), at(s, v.second, y)));
}
static void at_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), x = vec(s, a);
  both(s, at(s, lm_diag(s->b, k), x), mul(s, k, x));
}
static void linear_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), y = vec(s, a);
  both(s, at(s, m, add(s, x, y)), add(s, at(s, m, x), at(s, m, y)));
}
static void linear_times(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), k = num(s), x = vec(s, a);
  both(s, times(s, k, at(s, m, x)), at(s, m, times(s, k, x)));
}
static void zero_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c);
  both(s, comp(s, zero(s, c, d), m), zero(s, a, d));
}
static void compose_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c);
  both(s, comp(s, m, zero(s, d, a)), zero(s, d, c));
}
static void one_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  both(s, comp(s, one(s, c), m), m);
}
static void compose_one(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  both(s, comp(s, m, one(s, a)), m);
}
static void plus_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  both(s, plus(s, m, zero(s, a, c)), m);
}
static void zero_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  both(s, plus(s, zero(s, a, c), m), m);
}
static void compose_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, d, REALS), n1 = map(s, 1, a, d), n2 = map(s, 2, c, d);
  both(s, comp(s, m, hcat(s, n1, n2)), hcat(s, comp(s, m, n1), comp(s, m, n2)));
}
static void vcat_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, d, a), m2 = map(s, 1, d, c), n = map(s, 2, REALS, d);
  both(s, comp(s, vcat(s, m1, m2), n), vcat(s, comp(s, m1, n), comp(s, m2, n)));
}
static void hcat_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, a, d), m2 = map(s, 1, c, d), n1 = map(s, 2, REALS, a), n2 = map(s, 0, REALS, c);
  both(s, comp(s, hcat(s, m1, m2), vcat(s, n1, n2)), plus(s, comp(s, m1, n1), comp(s, m2, n2)));
}
static void scale_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), l = num(s);
  both(s, comp(s, scale(s, a, k), scale(s, a, l)), scale(s, a, mul(s, k, l)));
}
static void scale_plus(Sides *s) {
  const LmType *a = s->a;
  T k = num(s), l = num(s);
  both(s, plus(s, scale(s, a, k), scale(s, a, l)), scale(s, a, add(s, k, l)));
}
static void compose_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n1 = map(s, 1, a, c), n2 = map(s, 2, a, c);
  both(s, comp(s, m, plus(s, n1, n2)), plus(s, comp(s, m, n1), comp(s, m, n2)));
}
static void plus_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n = map(s, 2, a, c);
  both(s, comp(s, plus(s, m1, m2), n), plus(s, comp(s, m1, n), comp(s, m2, n)));
}
static void one_scale(Sides *s) {
  const LmType *a = s->a;
  both(s, one(s, a), scale(s, a, lm_number(s->b, 1)));
}
static void zero_scale(Sides *s) {
  const LmType *a = s->a;
  both(s, zero(s, a, a), scale(s, a, lm_number(s->b, 0)));
}
static void scale_past(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), k = num(s);
  both(s, comp(s, scale(s, c, k), m), comp(s, m, scale(s, a, k)));
}
static void vcatv_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n = map(s, 2, a, c);
  both(s, comp(s, lm_vcatv(s->b, vector(s, m1, m2)), n), lm_vcatv(s->b, vector(s, comp(s, m1, n), comp(s, m2, n))));
}
static void compose_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n1 = map(s, 1, a, c), n2 = map(s, 2, a, c);
  both(s, comp(s, m, lm_hcatv(s->b, vector(s, n1, n2))), lm_hcatv(s->b, vector(s, comp(s, m, n1), comp(s, m, n2))));
}
static void hcatv_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m1 = map(s, 0, c, d), m2 = map(s, 1, c, d), n1 = map(s, 2, a, c), n2 = map(s, 0, a, c);
  both(s, comp(s, lm_hcatv(s->b, vector(s, m1, m2)), lm_vcatv(s->b, vector(s, n1, n2))),
       plus(s, comp(s, m1, n1), comp(s, m2, n2)));
}
static void diag_scale(Sides *s) {
  T k = num(s);
  both(s, lm_diag(s->b, k), scale(s, k->type, k));
}
static void diag_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), l = vec(s, a);
  both(s, comp(s, lm_diag(s->b, k), lm_diag(s->b, l)), lm_diag(s->b, mul(s, k, l)));
}
static void diag_plus(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a), l = vec(s, a);
  both(s, plus(s, lm_diag(s->b, k), lm_diag(s->b, l)), lm_diag(s->b, add(s, k, l)));
}
static void pick(Sides *s) {
  const LmType *a = s->a;
  const LmType *v = lm_vec_type(s->b, a, 2);
  T i = lm_natural(s->b, s->index);
  both(s, lm_pick(s->b, i, v),
       lm_hcatv(s->b, vector(s, s->index == 0 ? one(s, a) : zero(s, a, a), s->index == 1 ? one(s, a) : zero(s, a, a))));
}
static void outer(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  const LmType *p = lm_pair_type(s->b, a, c), *q = lm_pair_type(s->b, p, d);
  both(s, lm_outer(s->b, 2, q), comp(s, hcat(s, one(s, a), zero(s, c, a)), hcat(s, one(s, p), zero(s, d, p))));
}
static void delta_sum(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, lm_prim(s->b, LM_PRIM_SUM, one_hot(s, s->index - 1, x)), s->index >= 1 && s->index <= 2 ? x : null(s, a));
}
static void delta(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, lm_delta(s->b, 2, lm_natural(s->b, s->index - 1), x), one_hot(s, s->index - 1, x));
}
static void t_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c);
  both(s, tr(s, comp(s, m, n)), comp(s, tr(s, n), tr(s, m)));
}
static void t_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d);
  both(s, tr(s, vcat(s, m, n)), hcat(s, tr(s, m), tr(s, n)));
}
static void t_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d);
  both(s, tr(s, hcat(s, m, n)), vcat(s, tr(s, m), tr(s, n)));
}
static void t_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  both(s, tr(s, plus(s, m, n)), plus(s, tr(s, m), tr(s, n)));
}
static void t_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  both(s, tr(s, zero(s, a, c)), zero(s, c, a));
}
static void t_one(Sides *s) {
  const LmType *a = s->a;
  both(s, tr(s, one(s, a)), one(s, a));
}
static void t_scale(Sides *s) {
  const LmType *a = s->a;
  T k = num(s);
  both(s, tr(s, scale(s, a, k)), scale(s, a, k));
}
static void t_diag(Sides *s) {
  const LmType *a = s->a;
  T k = vec(s, a);
  both(s, tr(s, lm_diag(s->b, k)), lm_diag(s->b, k));
}
static void t_t(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c);
  both(s, tr(s, tr(s, m)), m);
}
static void t_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  both(s, tr(s, lm_vcatv(s->b, vector(s, m, n))), lm_hcatv(s->b, vector(s, tr(s, m), tr(s, n))));
}
static void t_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c);
  both(s, tr(s, lm_hcatv(s->b, vector(s, m, n))), lm_vcatv(s->b, vector(s, tr(s, m), tr(s, n))));
}
static void t_lambda(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  Two v = two(s, map(s, 0, a, c), map(s, 1, a, c)), w = two(s, tr(s, v.first), tr(s, v.second));
  both(s, tr(s, lambda(s, &v)), tlambda(s, &w));
}
static void t_tlambda(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  Two v = two(s, map(s, 0, a, c), map(s, 1, a, c)), w = two(s, tr(s, v.first), tr(s, v.second));
  both(s, tr(s, tlambda(s, &v)), lambda(s, &w));
}
static void r_is_t(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), r = vec(s, c);
  both(s, back(s, r, m), at(s, tr(s, m), r));
}
static void r_compose(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, c, d), n = map(s, 1, a, c), r = vec(s, d);
  both(s, back(s, r, comp(s, m, n)), back(s, back(s, r, m), n));
}
static void r_vcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, c), n = map(s, 1, a, d), r = vec(s, c), q = vec(s, d);
  both(s, back(s, pair(s, r, q), vcat(s, m, n)), add(s, back(s, r, m), back(s, q, n)));
}
static void r_hcat(Sides *s) {
  const LmType *a = s->a, *c = s->c, *d = s->d;
  T m = map(s, 0, a, d), n = map(s, 1, c, d), r = vec(s, d);
  both(s, back(s, r, hcat(s, m, n)), pair(s, back(s, r, m), back(s, r, n)));
}
static void r_plus(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c);
  both(s, back(s, r, plus(s, m, n)), add(s, back(s, r, m), back(s, r, n)));
}
static void r_zero(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T r = vec(s, c);
  both(s, back(s, r, zero(s, a, c)), null(s, a));
}
static void r_one(Sides *s) {
  const LmType *a = s->a;
  T r = vec(s, a);
  both(s, back(s, r, one(s, a)), r);
}
static void r_scale(Sides *s) {
  const LmType *a = s->a;
  T r = vec(s, a), k = num(s);
  both(s, back(s, r, scale(s, a, k)), times(s, k, r));
}
static void r_transpose(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), r = vec(s, a);
  both(s, back(s, r, tr(s, m)), at(s, m, r));
}
static void r_vcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c), q = vec(s, c);
  both(s, back(s, vector(s, r, q), lm_vcatv(s->b, vector(s, m, n))), add(s, back(s, r, m), back(s, q, n)));
}
static void r_hcatv(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), n = map(s, 1, a, c), r = vec(s, c);
  both(s, back(s, r, lm_hcatv(s->b, vector(s, m, n))), vector(s, back(s, r, m), back(s, r, n)));
}
static void tp(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), r = vec(s, c);
  both(s, dot(s, a, at(s, tr(s, m), r), x), dot(s, c, r, at(s, m, x)));
}
static void rp(Sides *s) {
  const LmType *a = s->a, *c = s->c;
  T m = map(s, 0, a, c), x = vec(s, a), r = vec(s, c);
  both(s, dot(s, a, back(s, r, m), x), dot(s, c, r, at(s, m, x)));
}
static void unique(Sides *s) {
  T m = map(s, 0, PAIR, PAIR);
  both(
      s,
      vcat(s, hcat(s, bilinear(s, m, 0, 0), bilinear(s, m, 0, 1)), hcat(s, bilinear(s, m, 1, 0), bilinear(s, m, 1, 1))),
      m);
}
static void vs_assoc(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a), r = vec(s, a);
  both(s, add(s, x, add(s, y, r)), add(s, add(s, x, y), r));
}
static void vs_comm(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a);
  both(s, add(s, x, y), add(s, y, x));
}
static void vs_zero(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, add(s, x, null(s, a)), x);
}
static void vs_zero_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, times(s, lm_number(s->b, 0), x), null(s, a));
}
static void vs_one_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a);
  both(s, times(s, lm_number(s->b, 1), x), x);
}
static void vs_times_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), k = num(s), l = num(s);
  both(s, times(s, k, times(s, l, x)), times(s, mul(s, k, l), x));
}
static void vs_times_plus(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), y = vec(s, a), k = num(s);
  both(s, times(s, k, add(s, x, y)), add(s, times(s, k, x), times(s, k, y)));
}
static void vs_plus_times(Sides *s) {
  const LmType *a = s->a;
  T x = vec(s, a), k = num(s), l = num(s);
  both(s, times(s, add(s, k, l), x), add(s, times(s, k, x), times(s, l, x)));
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
  fill[equation](s);
}
