/* Thin sets of zeros: roots eliminated, the others written in independent atoms. */
#include "verify/truth/thin.h"

#include "semantics/rings/rings.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>

#define THIN_LENGTH 400  /* terms of what is looked at */
#define THIN_DIVISOR 64u /* the largest common denominator of exponents */

static bool is_root(AtomKind kind) { return kind == ATOM_SQRT || kind == ATOM_POWER; }

static bool occurs(const SymbolicRing *self, const fmpz_mpoly_struct *p, uint32_t atom) {
  return fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, atom), self->context) > 0;
}

/* --------------------------------------------------------------- roots -- */

/* r^d b^n - a^n of r = (a/b)^(n/d). */
static void root_relation(const Ring *ring, uint32_t k, fmpz_mpoly_struct *relation) {
  const SymbolicRing *self = symbolic_self(ring);
  const Atom *atom = &self->atoms[k];
  bool square = atom->kind == ATOM_SQRT;
  ulong d = square ? 2 : (ulong)atom->denominator, n = square ? 1 : (ulong)atom->numerator;
  const fmpz_mpoly_q_struct *argument = symbolic_at(ring, atom->argument);
  fmpz_mpoly_t power;
  fmpz_mpoly_init(power, self->context);
  fmpz_mpoly_gen(relation, symbolic_atom_generator(self, k), self->context);
  (void)fmpz_mpoly_pow_ui(relation, relation, d, self->context);
  (void)fmpz_mpoly_pow_ui(power, &argument->den, n, self->context);
  fmpz_mpoly_mul(relation, relation, power, self->context);
  (void)fmpz_mpoly_pow_ui(power, &argument->num, n, self->context);
  fmpz_mpoly_sub(relation, relation, power, self->context);
  fmpz_mpoly_clear(power, self->context);
}

/* p without roots, 0 where p is; *eliminated: there were some.  False at a limit. */
static bool eliminate_roots(const Ring *ring, fmpz_mpoly_struct *p, bool *eliminated) {
  const SymbolicRing *self = symbolic_self(ring);
  bool good = true;
  fmpz_mpoly_t relation;
  fmpz_mpoly_init(relation, self->context);
  *eliminated = false;
  for (uint32_t k = self->atom_count; k-- > 0 && good;) {
    if (!is_root(self->atoms[k].kind) || !occurs(self, p, k)) continue;
    *eliminated = true;
    root_relation(ring, k, relation);
    good = relation->length <= THIN_LENGTH && self->atoms[k].denominator <= 8 &&
           bounded_resultant(p, p, relation, symbolic_atom_generator(self, k), self->context) &&
           p->length <= THIN_LENGTH;
  }
  fmpz_mpoly_clear(relation, self->context);
  return good;
}

/* --------------------------------------------------- independent atoms -- */

/* A term c m of an argument. */
typedef struct Part {
  Scalar monomial, coefficient;
  bool constant;
} Part;

static Part part_of(Ring *ring, Scalar argument, slong t) {
  const SymbolicRing *self = symbolic_self(ring);
  Part part = {RING_POOL_ONE, RING_POOL_ZERO, true};
  fmpz_mpoly_q_struct *coefficient = symbolic_fresh(ring, &part.coefficient);
  fmpz_mpoly_q_struct *monomial = coefficient == NULL ? NULL : symbolic_fresh(ring, &part.monomial);
  if (monomial == NULL) return part;
  coefficient = symbolic_making(ring, part.coefficient); /* the pool moves */
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, argument);
  fmpz_t c;
  fmpz_init(c);
  fmpz_mpoly_get_term_coeff_fmpz(c, &item->num, t, self->context);
  fmpz_mpoly_set_fmpz(&coefficient->num, c, self->context);
  fmpz_mpoly_set(&coefficient->den, &item->den, self->context);
  fmpz_mpoly_q_canonicalise(coefficient, self->context);
  fmpz_mpoly_get_term_monomial(&monomial->num, &item->num, t, self->context);
  fmpz_mpoly_one(&monomial->den, self->context);
  fmpz_clear(c);
  part.constant = fmpz_mpoly_is_one(&monomial->num, self->context) != 0;
  return part;
}

/* A polynomial without atoms. */
static bool is_polynomial(const Ring *ring, Scalar a) {
  return !symbolic_has_atoms(ring, a) && fmpz_mpoly_is_fmpz(&symbolic_at(ring, a)->den, symbolic_self(ring)->context);
}

/* m/D with the common denominator D of the coefficients of m in all arguments of exp, or of sin and cos. */
static Scalar base_of(Ring *ring, const Part *part, uint64_t divisor) {
  return symbolic_quotient(ring, part->monomial, ring_integer(ring, (int64_t)divisor));
}

/* The common denominator D of all coefficients in the arguments; 0 above THIN_DIVISOR. */
static uint64_t common_divisor(const Ring *ring, uint32_t atoms, const bool *needed) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_t divisor;
  fmpz_init(divisor);
  fmpz_one(divisor);
  for (uint32_t k = 0; k < atoms; k++) {
    if (needed[k] && self->atoms[k].kind != ATOM_LOG && is_polynomial(ring, self->atoms[k].argument))
      fmpz_lcm(divisor, divisor, fmpz_mpoly_leadcoeff(&symbolic_at(ring, self->atoms[k].argument)->den));
  }
  uint64_t found = fmpz_cmp_ui(divisor, THIN_DIVISOR) <= 0 ? fmpz_get_ui(divisor) : 0;
  fmpz_clear(divisor);
  return found;
}

/* coefficient D, an integer, of m/D in the argument; LIMIT when it is too large. */
static int64_t times_base(Ring *ring, const Part *part, uint64_t divisor) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar times = ring_mul(ring, part->coefficient, ring_integer(ring, (int64_t)divisor));
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, times);
  bool fits = ring->status == STATUS_OK && item->num.length > 0 && fmpz_mpoly_is_one(&item->den, self->context) &&
              fmpz_cmpabs(fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)&item->num), (fmpz[]){SYMBOLIC_MAX_DEGREE}) <= 0;
  if (!fits) ring_fail(ring, STATUS_LIMIT);
  return fits ? fmpz_get_si(fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)&item->num)) : 0;
}

/* exp (sum_i c_i m_i + c) = e^c prod_i exp (m_i/D)^(c_i D) */
static Scalar write_exponential(Ring *ring, Scalar argument, uint64_t divisor) {
  Scalar product = RING_POOL_ONE;
  slong terms = symbolic_at(ring, argument)->num.length;
  for (slong t = 0; t < terms && ring->status == STATUS_OK; t++) {
    Part part = part_of(ring, argument, t);
    Scalar factor = part.constant
                        ? symbolic_function(ring, RING_EXP, part.coefficient)
                        : ring_integer_power(ring, symbolic_function(ring, RING_EXP, base_of(ring, &part, divisor)),
                                             times_base(ring, &part, divisor));
    product = ring_mul(ring, product, factor);
  }
  return product;
}

typedef struct Angle {
  Scalar cosine, sine;
} Angle;

static Angle add_angles(Ring *ring, Angle a, Angle b) {
  return (Angle){ring_sub(ring, ring_mul(ring, a.cosine, b.cosine), ring_mul(ring, a.sine, b.sine)),
                 ring_add(ring, ring_mul(ring, a.sine, b.cosine), ring_mul(ring, a.cosine, b.sine))};
}

/* The same of cos and sin, by the formulas for sums. */
static Angle write_angle(Ring *ring, Scalar argument, uint64_t divisor) {
  Angle sum = {RING_POOL_ONE, RING_POOL_ZERO};
  slong terms = symbolic_at(ring, argument)->num.length;
  for (slong t = 0; t < terms && ring->status == STATUS_OK; t++) {
    Part part = part_of(ring, argument, t);
    Scalar base = part.constant ? part.coefficient : base_of(ring, &part, divisor);
    int64_t times = part.constant ? 1 : times_base(ring, &part, divisor);
    Angle angle = {symbolic_function(ring, RING_COS, base), symbolic_function(ring, RING_SIN, base)};
    if (times < 0) angle.sine = ring_neg(ring, angle.sine);
    for (int64_t i = 0; i < llabs(times) && ring->status == STATUS_OK; i++) sum = add_angles(ring, sum, angle);
  }
  return sum;
}

/* sum_i e_i log f_i over the irreducible factors of p, and the logarithm of what is left. */
static Scalar write_factors(Ring *ring, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar sum = RING_POOL_ZERO;
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, self->context);
  if (!bounded_factor(factors, p, self->context)) ring_fail(ring, STATUS_LIMIT);
  for (slong i = -1; i < factors->num && ring->status == STATUS_OK; i++) {
    Scalar factor;
    fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &factor);
    if (item == NULL) break;
    fmpz_mpoly_one(&item->den, self->context);
    if (i >= 0) {
      fmpz_mpoly_set(&item->num, &factors->poly[i], self->context);
      (void)symbolic_make_primitive(ring, &item->num);
    } else {
      fmpz_t size;
      fmpz_init(size);
      fmpz_abs(size, factors->constant);
      fmpz_mpoly_set_fmpz(&item->num, size, self->context);
      fmpz_clear(size);
    }
    Scalar logarithm = symbolic_function(ring, RING_LOG, factor);
    Scalar times = ring_integer(ring, i < 0 ? 1 : fmpz_get_si(&factors->exp[i]));
    sum = ring_add(ring, sum, ring_mul(ring, times, logarithm));
  }
  fmpz_mpoly_factor_clear(factors, self->context);
  return sum;
}

static Scalar write_logarithm(Ring *ring, Scalar argument) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_q_t copy; /* the pool moves */
  fmpz_mpoly_q_init(copy, self->context);
  fmpz_mpoly_q_set(copy, symbolic_at(ring, argument), self->context);
  Scalar above = write_factors(ring, &copy->num), below = write_factors(ring, &copy->den);
  fmpz_mpoly_q_clear(copy, self->context);
  return ring_sub(ring, above, below);
}

/* Atom k in independent atoms; false when it has none of the forms. */
static bool write_atom(Ring *ring, uint32_t k, uint64_t divisor, Scalar *out) {
  AtomKind kind = symbolic_self(ring)->atoms[k].kind;
  Scalar u = symbolic_self(ring)->atoms[k].argument, one = RING_POOL_ONE;
  if (symbolic_is_number(ring, u)) {
    *out = symbolic_generator(ring, symbolic_atom_generator(symbolic_self(ring), k));
    return true;
  }
  if (symbolic_has_atoms(ring, u) || (kind != ATOM_LOG && !is_polynomial(ring, u))) return false;
  Scalar e;
  switch (kind) {
  case ATOM_COS: *out = write_angle(ring, u, divisor).cosine; return true;
  case ATOM_SIN: *out = write_angle(ring, u, divisor).sine; return true;
  case ATOM_EXP: *out = write_exponential(ring, u, divisor); return true;
  case ATOM_LOG: *out = write_logarithm(ring, u); return true;
  case ATOM_TANH:
    e = write_exponential(ring, u, divisor);
    e = ring_mul(ring, e, e);
    *out = symbolic_quotient(ring, ring_sub(ring, e, one), ring_add(ring, e, one));
    return true;
  case ATOM_SIGMOID:
    e = write_exponential(ring, u, divisor);
    *out = symbolic_quotient(ring, e, ring_add(ring, e, one));
    return true;
  case ATOM_CALL: /* nothing is said of their independence */
  case ATOM_SQRT:
  case ATOM_POWER: break;
  }
  return false;
}

/* p in independent atoms; false when it has others, or at a limit. */
static bool write_independent(Ring *ring, const fmpz_mpoly_struct *p, Scalar *out) {
  const SymbolicRing *self = symbolic_self(ring);
  uint32_t atoms = self->atom_count;
  Scalar *values = calloc(self->generators, sizeof *values);
  bool *needed = calloc((size_t)atoms + 1, sizeof *needed), good = values != NULL && needed != NULL;
  for (uint32_t k = 0; k < atoms && good; k++) needed[k] = occurs(self, p, k);
  uint64_t divisor = good ? common_divisor(ring, atoms, needed) : 0;
  for (uint32_t i = 0; i < self->variables && good; i++)
    values[symbolic_variable_generator(self, i)] = symbolic_variable(ring, i);
  good = good && divisor > 0;
  for (uint32_t k = 0; k < atoms && good; k++)
    good = !needed[k] || write_atom(ring, k, divisor, &values[symbolic_atom_generator(self, k)]);
  if (good) *out = symbolic_polynomial_at(ring, p, values);
  free(values);
  free(needed);
  return good && ring->status == STATUS_OK;
}

/* ---------------------------------------------------------- coefficients -- */

/* Whether terms s and t have one monomial but for atoms that are numbers. */
static bool same_monomial(const SymbolicRing *self, const fmpz_mpoly_struct *p, slong s, slong t, const bool *number) {
  for (uint32_t g = 0; g < self->generators; g++) {
    if (!number[g] && fmpz_mpoly_get_term_var_exp_ui(p, s, (slong)g, self->context) !=
                          fmpz_mpoly_get_term_var_exp_ui(p, t, (slong)g, self->context))
      return false;
  }
  return true;
}

/* The coefficient of term t's monomial: a polynomial in numbers, whose terms differ as those of p do. */
static Scalar coefficient_of(Ring *ring, const fmpz_mpoly_struct *p, slong t, const bool *number) {
  const SymbolicRing *self = symbolic_self(ring);
  ulong *exponents = malloc(self->generators * sizeof *exponents);
  Scalar sum = RING_POOL_ZERO;
  fmpz_mpoly_q_struct *item = exponents == NULL ? NULL : symbolic_fresh(ring, &sum);
  fmpz_t c;
  fmpz_init(c);
  if (item != NULL) fmpz_mpoly_q_zero(item, self->context);
  for (slong s = 0; s < p->length && item != NULL; s++) {
    if (!same_monomial(self, p, s, t, number)) continue;
    fmpz_mpoly_get_term_exp_ui(exponents, p, s, self->context);
    for (uint32_t g = 0; g < self->generators; g++) exponents[g] = number[g] ? exponents[g] : 0;
    fmpz_mpoly_get_term_coeff_fmpz(c, p, s, self->context);
    fmpz_mpoly_push_term_fmpz_ui(&item->num, c, exponents, self->context);
  }
  if (item != NULL) fmpz_mpoly_sort_terms(&item->num, self->context);
  fmpz_clear(c);
  free(exponents);
  return sum;
}

/* Whether some coefficient, by the atoms that are no numbers, is certainly not 0. */
static bool has_coefficient(Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  bool *number = calloc(self->generators, sizeof *number), found = false;
  fmpz_mpoly_t p; /* the pool moves */
  fmpz_mpoly_init(p, self->context);
  fmpz_mpoly_set(p, &symbolic_at(ring, a)->num, self->context);
  for (uint32_t k = 0; k < self->atom_count && number != NULL; k++)
    number[symbolic_atom_generator(self, k)] = symbolic_is_number(ring, self->atoms[k].argument);
  for (slong t = 0; t < p->length && number != NULL && !found; t++) {
    int sign = 0;
    Scalar c = coefficient_of(ring, p, t, number);
    found = symbolic_number_decides(ring, c, &sign) && sign != 0;
  }
  fmpz_mpoly_clear(p, self->context);
  free(number);
  return found;
}

/* ---------------------------------------------------------------- entire -- */

static bool is_strict(const Ring *ring, const fmpz_mpoly_struct *p) {
  Bounds bounds = symbolic_bounds(ring, p);
  return bounds == BOUNDS_POSITIVE || bounds == BOUNDS_NEGATIVE;
}

/* Whether atom k is analytic everywhere where those in its argument are. */
static bool is_entire(const Ring *ring, uint32_t k) {
  const Atom *atom = &symbolic_self(ring)->atoms[k];
  const fmpz_mpoly_q_struct *argument = symbolic_at(ring, atom->argument);
  if (!is_strict(ring, &argument->den)) return false;
  if (atom->kind == ATOM_CALL) return symbolic_call_is_analytic(atom->function);
  if (atom->kind != ATOM_LOG && !is_root(atom->kind)) return true;
  return symbolic_bounds(ring, &argument->num) == symbolic_bounds(ring, &argument->den) &&
         is_strict(ring, &argument->num);
}

#define POINTS_TRIED 8u
#define POINTS_MOST 64u /* variables */

/* A value that is not 0, for certain, at one of some points. */
static bool has_value(Ring *ring, Scalar a) {
  static const int eighths[] = {7, -5, 3, 19, -1, -30, 11};
  SymbolicRing *self = symbolic_self(ring);
  for (uint32_t k = 0; k < POINTS_TRIED && self->variables <= POINTS_MOST; k++) {
    Scalar point[POINTS_MOST];
    size_t mark = ring_mark(self->numbers);
    uint32_t scale = 1 + k / 4;
    for (uint32_t i = 0; i < self->variables; i++)
      point[i] = enclosure_make(self->numbers, eighths[(i + 2 * k) % 7] / 8.0 * scale, 0);
    int sign = path_sign_at(ring, a, self->numbers, self->variables, point);
    ring_release(self->numbers, mark);
    if (sign != 0) return true;
  }
  return false;
}

static bool is_entire_and_not_zero(Ring *ring, const fmpz_mpoly_struct *p) {
  SymbolicRing *self = symbolic_self(ring);
  Scalar a;
  bool needed[SYMBOLIC_MAX_ATOMS];
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &a);
  if (item == NULL) return false;
  fmpz_mpoly_set(&item->num, p, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  (void)symbolic_mark_atoms(ring, a, needed);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (needed[k] && !is_entire(ring, k)) return false;
  }
  return has_value(ring, a);
}

/* -------------------------------------------------------------- together -- */

static Thinness look(Ring *ring, fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  bool eliminated = false;
  Scalar written;
  fmpz_mpoly_t norm;
  fmpz_mpoly_init(norm, self->context);
  fmpz_mpoly_set(norm, p, self->context);
  Thinness found = THIN_UNKNOWN;
  if (eliminate_roots(ring, norm, &eliminated) && write_independent(ring, norm, &written)) {
    bool zero = symbolic_constant_sign(ring, written) == 0;
    if (!zero && has_coefficient(ring, written)) found = THIN_YES;
    if (zero && !eliminated) found = THIN_VANISHES;
  }
  (void)ring_take_status(ring);
  if (found == THIN_UNKNOWN && is_entire_and_not_zero(ring, p)) found = THIN_YES;
  fmpz_mpoly_clear(norm, self->context);
  return found;
}

static bool has_atoms(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (occurs(self, p, k)) return true;
  }
  return false;
}

Thinness thin_polynomial(Ring *ring, const fmpz_mpoly_struct *original) {
  SymbolicRing *self = symbolic_self(ring);
  if (fmpz_mpoly_is_zero(original, self->context)) return THIN_VANISHES;
  if (!has_atoms(self, original)) return THIN_YES;
  Path *path = self->path;
  Status before = ring_take_status(ring);
  size_t mark = ring_mark(ring);
  fmpz_mpoly_t p; /* the pool moves */
  fmpz_mpoly_init(p, self->context);
  fmpz_mpoly_set(p, original, self->context);
  self->path = NULL; /* what guards say holds in one leaf alone */
  Thinness found = look(ring, p);
  self->path = path;
  (void)ring_take_status(ring);
  ring_release(ring, mark);
  ring->status = before;
  fmpz_mpoly_clear(p, self->context);
  return found;
}

Thinness thin_zeros(Ring *ring, Scalar a) { return thin_polynomial(ring, &symbolic_at(ring, a)->num); }

bool thin_vanishes(Ring *ring, const fmpz_mpoly_struct *p) {
  return has_atoms(symbolic_self(ring), p) && thin_polynomial(ring, p) == THIN_VANISHES;
}
