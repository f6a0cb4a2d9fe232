/* Atoms: the transcendental functions and roots of the symbolic ring. */
#include "verify/truth/symbolic_internal.h"

#include <inttypes.h>
#include <stdio.h>

/* ---------------------------------------------------- squares replaced -- */

static bool multiply(Ring *ring, fmpz_mpoly_struct *into, const fmpz_mpoly_struct *by) {
  const SymbolicRing *self = symbolic_self(ring);
  if (!symbolic_product_fits(ring, into->length, by->length)) {
    ring_fail(ring, STATUS_LIMIT);
    return false;
  }
  fmpz_mpoly_mul(into, into, by, self->context);
  return true;
}

/* The two terms of degrees 2k and 2k + 1 in g, divided by g^(2k), taken out of
 * `parts` from place *next on. */
static void take_slice(const SymbolicRing *self, fmpz_mpoly_univar_struct *parts, slong *next, slong k, slong g,
                       fmpz_mpoly_struct *slice, fmpz_mpoly_struct *scratch) {
  fmpz_mpoly_zero(slice, self->context);
  slong length = fmpz_mpoly_univar_length(parts, self->context);
  while (*next < length && fmpz_mpoly_univar_get_term_exp_si(parts, *next, self->context) >= 2 * k) {
    bool odd = fmpz_mpoly_univar_get_term_exp_si(parts, *next, self->context) % 2 == 1;
    fmpz_mpoly_t coefficient;
    fmpz_mpoly_init(coefficient, self->context);
    fmpz_mpoly_univar_get_term_coeff(coefficient, parts, *next, self->context);
    if (odd) {
      fmpz_mpoly_gen(scratch, g, self->context);
      fmpz_mpoly_mul(coefficient, coefficient, scratch, self->context);
    }
    fmpz_mpoly_add(slice, slice, coefficient, self->context);
    fmpz_mpoly_clear(coefficient, self->context);
    (*next)++;
  }
}

/* p becomes d^*m p reduced to degree 1 in g, where g^2 = n/d and 2 *m or 2 *m + 1
 * was the degree: with p = sum_k s_k g^(2k) it is sum_k s_k n^k d^(m-k), by
 * Horner's scheme. */
static bool fold_squares(Ring *ring, fmpz_mpoly_struct *p, slong g, const fmpz_mpoly_q_struct *square, slong *m) {
  const SymbolicRing *self = symbolic_self(ring);
  *m = fmpz_mpoly_degree_si(p, g, self->context) / 2;
  if (*m <= 0) {
    *m = 0;
    return true;
  }
  fmpz_mpoly_univar_t parts;
  fmpz_mpoly_t sum, slice, power;
  fmpz_mpoly_univar_init(parts, self->context);
  fmpz_mpoly_init(sum, self->context);
  fmpz_mpoly_init(slice, self->context);
  fmpz_mpoly_init(power, self->context);
  fmpz_mpoly_to_univar(parts, p, g, self->context);
  fmpz_mpoly_one(power, self->context);
  slong next = 0;
  bool fits = true;
  for (slong k = *m; k >= 0 && fits; k--) {
    fits = multiply(ring, sum, &square->num);
    take_slice(self, parts, &next, k, g, slice, p);
    fits = fits && multiply(ring, slice, power) && (k == 0 || multiply(ring, power, &square->den));
    fmpz_mpoly_add(sum, sum, slice, self->context);
  }
  fmpz_mpoly_swap(p, sum, self->context);
  fmpz_mpoly_univar_clear(parts, self->context);
  fmpz_mpoly_clear(sum, self->context);
  fmpz_mpoly_clear(slice, self->context);
  fmpz_mpoly_clear(power, self->context);
  return fits;
}

static bool multiply_power(Ring *ring, fmpz_mpoly_struct *p, const fmpz_mpoly_struct *by, slong times) {
  if (fmpz_mpoly_is_one(by, symbolic_self(ring)->context)) return true;
  for (slong i = 0; i < times; i++) {
    if (!multiply(ring, p, by)) return false;
  }
  return true;
}

/* The newest atom first: its square brings in older ones alone. */
bool symbolic_reduce(Ring *ring, fmpz_mpoly_q_struct *item) {
  const SymbolicRing *self = symbolic_self(ring);
  bool changed = false;
  for (uint32_t k = self->atom_count; k-- > 0;) {
    const Atom *atom = &self->atoms[k];
    if (atom->kind != ATOM_SIN && atom->kind != ATOM_SQRT) continue;
    slong g = symbolic_atom_generator(self, k), above = 0, below = 0;
    if (!fold_squares(ring, &item->num, g, &atom->square, &above)) return false;
    if (!fold_squares(ring, &item->den, g, &atom->square, &below)) return false;
    if (!multiply_power(ring, &item->num, &atom->square.den, below)) return false;
    if (!multiply_power(ring, &item->den, &atom->square.den, above)) return false;
    changed = changed || above > 0 || below > 0;
  }
  if (!changed) return true;
  if (fmpz_mpoly_is_zero(&item->den, self->context)) {
    ring_fail(ring, STATUS_DOMAIN);
    return false;
  }
  fmpz_mpoly_q_canonicalise(item, self->context);
  return true;
}

/* --------------------------------------------------------------- atoms -- */

static const char *atom_word(AtomKind kind) {
  switch (kind) {
  case ATOM_COS: return "cos";
  case ATOM_SIN: return "sin";
  case ATOM_EXP: return "exp";
  case ATOM_LOG: return "log";
  case ATOM_SQRT: return "sqrt";
  case ATOM_TANH: return "tanh";
  case ATOM_SIGMOID: return "sigmoid";
  case ATOM_POWER: return "pow";
  case ATOM_CALL: break;
  }
  return "";
}

/* By its argument, and its exponent or order; of one that is too long for that, by its number. */
static void name_atom(Ring *ring, uint32_t k) {
  Atom *atom = &symbolic_self(ring)->atoms[k];
  const char *word = atom->kind == ATOM_CALL ? function_info(atom->function)->name : atom_word(atom->kind);
  bool order = atom->kind == ATOM_CALL && function_info(atom->function)->parameters > 0;
  char argument[ATOM_NAME_SIZE];
  int needed = ring_print(ring, atom->argument, argument, sizeof argument), length;
  if (atom->kind == ATOM_POWER)
    length = snprintf(atom->name, sizeof atom->name, "%s[%.50s, %" PRId64 "/%" PRIu64 "]", word, argument,
                      atom->numerator, atom->denominator);
  else if (order)
    length = snprintf(atom->name, sizeof atom->name, "%s[%" PRId64 ", %.50s]", word, atom->numerator, argument);
  else
    length = snprintf(atom->name, sizeof atom->name, "%s[%.50s]", word, argument);
  bool whole = needed >= 0 && needed <= 50 && length >= 0 && (size_t)length < sizeof atom->name;
  if (!whole) (void)snprintf(atom->name, sizeof atom->name, "%s#%u", word, k);
}

/* A new atom in the next place; false with LIMIT when there is none. */
static bool push_atom(Ring *ring, Atom like) {
  SymbolicRing *self = symbolic_self(ring);
  if (self->atom_count == self->atom_capacity) {
    ring_fail(ring, STATUS_LIMIT);
    return false;
  }
  Atom *atom = &self->atoms[self->atom_count];
  atom->kind = like.kind;
  atom->argument = like.argument;
  atom->numerator = like.numerator;
  atom->denominator = like.denominator;
  atom->function = like.function;
  atom->created = like.created;
  if (atom->kind == ATOM_SIN) { /* 1 - c^2 */
    fmpz_mpoly_t one;
    fmpz_mpoly_init(one, self->context);
    fmpz_mpoly_one(one, self->context);
    fmpz_mpoly_q_gen(&atom->square, symbolic_atom_generator(self, self->atom_count - 1), self->context);
    fmpz_mpoly_q_mul(&atom->square, &atom->square, &atom->square, self->context);
    fmpz_mpoly_sub(&atom->square.num, one, &atom->square.num, self->context);
    fmpz_mpoly_clear(one, self->context);
  } else if (atom->kind == ATOM_SQRT) {
    fmpz_mpoly_q_set(&atom->square, symbolic_at(ring, atom->argument), self->context);
  }
  name_atom(ring, self->atom_count);
  self->atom_count++;
  return true;
}

/* The place of the atom, found by zero-testing or made; atom_capacity when
 * there is no room. */
static uint32_t atom_of(Ring *ring, Atom like) {
  SymbolicRing *self = symbolic_self(ring);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    const Atom *atom = &self->atoms[k];
    if (atom->kind == like.kind && atom->numerator == like.numerator && atom->denominator == like.denominator &&
        atom->function == like.function && symbolic_same(ring, atom->argument, like.argument)) {
      return k;
    }
  }
  /* the argument is copied above the mark, so that both are released together */
  like.created = self->pool.count;
  Scalar copy;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &copy);
  if (item == NULL) return self->atom_capacity;
  fmpz_mpoly_q_set(item, symbolic_at(ring, like.argument), self->context);
  like.argument = copy;
  uint32_t place = self->atom_count;
  if (!push_atom(ring, like)) return self->atom_capacity;
  if (like.kind == ATOM_COS) {
    like.kind = ATOM_SIN;
    if (!push_atom(ring, like)) {
      self->atom_count = place;
      return self->atom_capacity;
    }
  }
  return place;
}

static Scalar atom_scalar(Ring *ring, Atom like, uint32_t offset) {
  SymbolicRing *self = symbolic_self(ring);
  uint32_t place = atom_of(ring, like);
  Scalar atom;
  if (place == self->atom_capacity) return RING_POOL_ZERO;
  uint64_t stamp = self->stamp[self->atoms[place].argument.word]; /* no other atom has it */
  if (symbolic_find(ring, ONCE_ATOM, stamp, offset, &atom)) return atom;
  atom = symbolic_generator(ring, symbolic_atom_generator(self, place + offset));
  return symbolic_keep(ring, ONCE_ATOM, stamp, offset, self->work, atom);
}

static Scalar plain_atom(Ring *ring, AtomKind kind, Scalar argument) {
  return atom_scalar(ring, (Atom){.kind = kind, .argument = argument}, 0);
}

Scalar symbolic_call_atom(Ring *ring, FunctionCode function, int64_t order, Scalar a) {
  return atom_scalar(ring, (Atom){.kind = ATOM_CALL, .argument = a, .numerator = order, .function = function}, 0);
}

static Scalar cosine(Ring *ring, Scalar a) { return plain_atom(ring, ATOM_COS, a); }
static Scalar sine(Ring *ring, Scalar a) { return atom_scalar(ring, (Atom){.kind = ATOM_COS, .argument = a}, 1); }

/* ----------------------------------------------------------- functions -- */

/* Values at 0 are known, so that constants stay constants. */
static Scalar function_at_zero(Ring *ring, RingFunction function) {
  switch (function) {
  case RING_SIN:
  case RING_TAN:
  case RING_TANH: return RING_POOL_ZERO;
  case RING_COS:
  case RING_EXP: return RING_POOL_ONE;
  case RING_SIGMOID: return symbolic_quotient(ring, RING_POOL_ONE, ring_integer(ring, 2));
  case RING_LOG: ring_fail(ring, STATUS_DOMAIN); return RING_POOL_ZERO;
  case RING_SQRT:
  case RING_ABS:
  case RING_SIGN: return RING_POOL_ZERO;
  }
  return RING_POOL_ZERO;
}

/* The square of a rational number. */
static bool is_square(const Ring *ring, Scalar a) {
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  return symbolic_constant_sign(ring, a) == 1 &&
         fmpz_is_square(fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)&item->num)) &&
         fmpz_is_square(fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)&item->den));
}

static Scalar square_root(Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar root;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &root);
  if (item == NULL) return root;
  fmpz_mpoly_q_set(item, symbolic_at(ring, a), self->context);
  fmpz_sqrt(item->num.coeffs, item->num.coeffs);
  fmpz_sqrt(item->den.coeffs, item->den.coeffs);
  return root;
}

Scalar symbolic_root(Ring *ring, Scalar a) {
  return is_square(ring, a) ? square_root(ring, a) : plain_atom(ring, ATOM_SQRT, a);
}

Scalar symbolic_function(Ring *ring, RingFunction function, Scalar a) {
  if (symbolic_constant_sign(ring, a) == 0) return function_at_zero(ring, function);
  bool is_one = fmpz_mpoly_q_is_one(symbolic_at(ring, a), symbolic_self(ring)->context);
  if (is_one && function == RING_LOG) return RING_POOL_ZERO;
  if (function == RING_SQRT && is_square(ring, a)) return symbolic_root(ring, a);
  switch (function) {
  case RING_SIN: return sine(ring, a);
  case RING_COS: return cosine(ring, a);
  case RING_TAN: return ring->ops->div(ring, sine(ring, a), cosine(ring, a));
  case RING_EXP: return plain_atom(ring, ATOM_EXP, a);
  case RING_LOG: symbolic_require(ring, SYMBOLIC_POSITIVE, a); return plain_atom(ring, ATOM_LOG, a);
  case RING_SQRT: symbolic_require(ring, SYMBOLIC_ROOT, a); return symbolic_root(ring, a);
  case RING_TANH: return plain_atom(ring, ATOM_TANH, a);
  case RING_SIGMOID: return plain_atom(ring, ATOM_SIGMOID, a);
  case RING_ABS: return symbolic_is_negative(ring, a) ? ring_neg(ring, a) : a;
  case RING_SIGN: return ring_integer(ring, symbolic_sign(ring, a));
  }
  return RING_POOL_ZERO;
}

Scalar symbolic_logarithm(Ring *ring, Scalar a) {
  bool is_one = fmpz_mpoly_q_is_one(symbolic_at(ring, a), symbolic_self(ring)->context);
  return is_one ? RING_POOL_ZERO : plain_atom(ring, ATOM_LOG, a);
}

/* a^c = a^n a^f with n the integer below c and 0 < f < 1, where a > 0. */
static Scalar fractional_power(Ring *ring, Scalar a, const Constant *exponent) {
  if (symbolic_constant_sign(ring, a) == 0 && mpq_sgn(exponent->exact[0]) > 0) return RING_POOL_ZERO;
  mpz_t whole, rest;
  mpz_inits(whole, rest, NULL);
  mpz_fdiv_qr(whole, rest, mpq_numref(exponent->exact[0]), mpq_denref(exponent->exact[0]));
  bool fits = mpz_fits_slong_p(whole) && mpz_fits_slong_p(mpq_denref(exponent->exact[0]));
  int64_t n = mpz_get_si(whole), numerator = mpz_get_si(rest);
  uint64_t denominator = mpz_get_ui(mpq_denref(exponent->exact[0]));
  mpz_clears(whole, rest, NULL);
  if (!fits) {
    ring_fail(ring, STATUS_LIMIT);
    return RING_POOL_ZERO;
  }
  symbolic_require(ring, SYMBOLIC_ROOT, a);
  Scalar root;
  if (denominator == 2)
    root = plain_atom(ring, ATOM_SQRT, a);
  else {
    Atom like = {.kind = ATOM_POWER, .argument = a, .numerator = numerator, .denominator = denominator};
    root = atom_scalar(ring, like, 0);
  }
  return n == 0 ? root : ring->ops->mul(ring, ring_integer_power(ring, a, n), root);
}

Scalar symbolic_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_FRACTION: return fractional_power(ring, a, exponent);
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); break;
  }
  return RING_POOL_ZERO;
}
