/* Short names for the operators in instances of the equations, for the two files of
 * sides.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_LINMAP_OPERATORS_H
#define ADJUDGE_VERIFY_LINMAP_OPERATORS_H

#include "verify/laws/linmap/sides.h"

typedef const LmTerm *T;

static inline T comp(Sides *s, T m, T n) { return lm_compose(s->b, m, n); }
static inline T plus(Sides *s, T m, T n) { return lm_plus(s->b, m, n); }
static inline T vcat(Sides *s, T m, T n) { return lm_vcat2(s->b, m, n); }
static inline T hcat(Sides *s, T m, T n) { return lm_hcat2(s->b, m, n); }
static inline T tr(Sides *s, T m) { return lm_transpose(s->b, m); }
static inline T at(Sides *s, T m, T x) { return lm_apply(s->b, m, x); }
static inline T back(Sides *s, T r, T m) { return lm_rapply(s->b, r, m); }
static inline T add(Sides *s, T x, T y) { return lm_prim2(s->b, LM_PRIM_ADD, x, y); }
static inline T mul(Sides *s, T x, T y) { return lm_prim2(s->b, LM_PRIM_MUL, x, y); }
static inline T times(Sides *s, T k, T x) { return lm_prim2(s->b, LM_PRIM_TIMES, k, x); }
static inline T pair(Sides *s, T x, T y) { return lm_pair(s->b, x, y); }
static inline T null(Sides *s, const LmType *a) { return lm_null(s->b, a); }
static inline T zero(Sides *s, const LmType *from, const LmType *to) { return lm_zero(s->b, from, to); }
static inline T one(Sides *s, const LmType *a) { return lm_one(s->b, a); }
static inline T scale(Sides *s, const LmType *a, T k) { return lm_scale(s->b, a, k); }
static inline T map(Sides *s, uint32_t which, const LmType *from, const LmType *to) {
  return linmap_sides_map(s, which, from, to);
}
static inline T vec(Sides *s, const LmType *a) { return linmap_sides_variable(s, lm_tangent(s->b, a)); }
static inline T num(Sides *s) { return linmap_sides_variable(s, lm_real(s->b)); }
#define REALS lm_real(s->b)
#define PAIR lm_pair_type(s->b, REALS, REALS)

/* Two things, and \\i. if i = 0 then the first else the second. */
typedef struct Two {
  LmSymbol i;
  T first, second, entry;
} Two;
static inline Two two(Sides *s, T first, T second) {
  LmBuilder *b = s->b;
  LmSymbol i = lm_fresh(b);
  T test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, 0));
  return (Two){i, first, second, lm_if(b, test, first, second)};
}
static inline Two two_maps(Sides *s) {
  T m = map(s, 0, s->a, s->c), n = map(s, 1, s->a, s->c);
  return two(s, m, n);
}
static inline T vector(Sides *s, T first, T second) {
  Two v = two(s, first, second);
  return lm_build(s->b, v.i, lm_natural(s->b, 2), 2, v.entry);
}
static inline T lambda(Sides *s, const Two *v) { return lm_lambda(s->b, v->i, 2, v->entry); }
static inline T tlambda(Sides *s, const Two *v) { return lm_tlambda(s->b, v->i, 2, v->entry); }

/* build(2, \\i. if i = e then x else 0) */
static inline T one_hot(Sides *s, int64_t e, T x) {
  LmBuilder *b = s->b;
  LmSymbol i = lm_fresh(b);
  T test = lm_prim2(b, LM_PRIM_EQ, lm_var(b, i, lm_nat(b)), lm_natural(b, e));
  return lm_build(b, i, lm_natural(b, 2), 2, lm_if(b, test, x, lm_null(b, x == NULL ? NULL : x->type)));
}

/* The dot product of da, as a sum of products. */
static inline T dot(Sides *s, const LmType *a, T x, T y) {
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
static inline T bilinear(Sides *s, T m, int i, int j) {
  LmBuilder *b = s->b;
  T nought = lm_number(b, 0), unit = lm_number(b, 1);
  T column = at(s, m, pair(s, j == 0 ? unit : nought, j == 1 ? unit : nought));
  return scale(s, REALS, dot(s, PAIR, column, pair(s, i == 0 ? unit : nought, i == 1 ? unit : nought)));
}

/* The two sides, the left one made first: each draws symbols. */
#define BOTH(s, l, r)                                                                                                  \
  do {                                                                                                                 \
    (s)->out->left = (l);                                                                                              \
    (s)->out->right = (r);                                                                                             \
  } while (0)

#endif
