/* Inside the ring of germs; for verify/truth alone. */
#ifndef ADJUDGE_VERIFY_GERM_INTERNAL_H
#define ADJUDGE_VERIFY_GERM_INTERNAL_H

#include "semantics/rings/ring_pool.h"
#include "verify/truth/bounded.h"
#include "verify/truth/ring_germ.h"

typedef struct GermHead {
  int32_t shift, error;
  Scalar form;
} GermHead;

typedef struct GermRing {
  Ring ring;
  RingPool pool;      /* of GermHead with `terms` numbers after it */
  size_t initialised; /* items below this index are initialised, and reused */
  Exact *exact;
  Ring *forms;
  GermShape shape;
  uint32_t terms, limit; /* exponents from `limit` on, relative to the shift, are not kept */
  uint8_t *exponents;    /* `dimension` of each monomial; d > 1 */
  uint8_t *degrees;      /* of each monomial */
  uint16_t *products;    /* d > 1 */
  GermAsk ask;
  void *state;
  GermWant want;
  bool plain;      /* no forms are made at present */
  Scalar variable; /* d = 1: what the forms' variable stands for, if not for r: germ_make_variable; else 0 */
} GermRing;

static inline GermRing *germ_self(const Ring *ring) { return (GermRing *)ring; }
static inline GermHead *germ_head(const Ring *ring, Scalar a) { return ring_pool_item(&germ_self(ring)->pool, a); }
static inline ca_ptr germ_at(const Ring *ring, Scalar a) { return (ca_ptr)(germ_head(ring, a) + 1); }
static inline bool germ_is_zero(Scalar a) { return a.word == 0; }

static inline bool germ_number_is_zero(const Ring *ring, ca_srcptr a) {
  return ca_is_qq_elem_zero(a, germ_self(ring)->exact->context) != 0;
}
/* What lies at or above this exponent, in units, is not kept. */
static inline int32_t germ_cut(const GermRing *self, int32_t shift) {
  return GERM_UNIT * (shift + (int32_t)self->limit);
}

/* germ_series.c */
/* A germ 0 without a form to write to; NULL at the limit.  It moves the pool. */
ca_ptr germ_fresh(Ring *ring, Scalar *scalar);
/* Monomials that the error hides are dropped, zeros made so, and the first exponent made the lowest. */
Scalar germ_settle(Ring *ring, Scalar scalar);
Scalar germ_unable(Ring *ring);
Scalar germ_undefined(Ring *ring);
int32_t germ_add_errors(int32_t a, int32_t b);

/* Without forms. */
Scalar germ_sum(Ring *ring, Scalar a, Scalar b, bool subtract);
Scalar germ_times(Ring *ring, Scalar a, Scalar b);
Scalar germ_quotient(Ring *ring, Scalar a, Scalar b);
Scalar germ_number(Ring *ring, const ca_t value);

/* The form of the last operation, kept with it; none when that failed.  What is 0 by its form is 0. */
Scalar germ_keep_form(Ring *ring, Scalar a, Scalar form);
/* Whether forms are to be made of what has these. */
bool germ_has_forms(const Ring *ring, Scalar a, Scalar b);

/* A rational in a ring of forms. */
Scalar germ_rational_form(Ring *forms, const mpq_t value);

/* germ_call.c */
Scalar germ_call(Ring *ring, const RingCall *f, Scalar a, Scalar b);
/* germ_functions.c */
Scalar germ_function(Ring *ring, RingFunction f, Scalar a);
Scalar germ_power(Ring *ring, Scalar a, const Constant *exponent);
/* f(a) by the Taylor series of f at the value of a, without a form. */
typedef bool (*GermSeries)(Exact *exact, const void *f, const ca_t c, ca_ptr out, uint32_t length);
Scalar germ_analytic(Ring *ring, GermSeries of, const void *f, Scalar a);
/* a^p for a fraction p, without a form. */
Scalar germ_fraction_power(Ring *ring, Scalar a, const mpq_t p);
/* The same where the value of a is not 0. */
Scalar germ_unit_power(Ring *ring, Scalar a, const mpq_t p);
/* sum_k c_k h^k, where h is 0 at the point; the series goes on as O(h^length). */
Scalar germ_compose(Ring *ring, ca_srcptr c, uint32_t length, Scalar h);
/* germ_quotients.c: a / b, where b is 0 at the point and not everywhere. */
Scalar germ_removable(Ring *ring, Scalar a, Scalar b);
/* A linear form u = sum_j a_j z_j with a_i = 1 of which the form q is a function: its partial derivatives are in
 * proportion.  Gives i; a has `count` places, initialised.  False when there is none, and for a constant. */
bool germ_find_linear_form(Ring *forms, Scalar q, uint32_t count, mpq_t *a, uint32_t *place);

#endif
