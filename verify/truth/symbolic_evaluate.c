/* A normal form read over another ring, at a point; and its shape. */
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>

#define DIGIT_BITS 30

/* An integer by its digits, so that every ring can hold it. */
static Scalar integer_into(Ring *into, const fmpz_t n) {
  Scalar sum = ring_integer(into, 0), base = ring_integer(into, (int64_t)1 << DIGIT_BITS);
  fmpz_t digit;
  fmpz_init(digit);
  for (slong shift = (slong)fmpz_bits(n) / DIGIT_BITS * DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
    fmpz_tdiv_q_2exp(digit, n, (ulong)shift);
    fmpz_tdiv_r_2exp(digit, digit, DIGIT_BITS);
    sum = ring_add(into, ring_mul(into, sum, base), ring_integer(into, fmpz_get_si(digit)));
  }
  fmpz_clear(digit);
  return sum;
}

static Scalar polynomial_into(const SymbolicRing *self, const fmpz_mpoly_struct *p, Ring *into, const Scalar *values,
                              slong *exponents) {
  Scalar sum = ring_integer(into, 0);
  fmpz_t coefficient;
  fmpz_init(coefficient);
  for (slong i = 0; i < p->length; i++) {
    fmpz_mpoly_get_term_coeff_fmpz(coefficient, p, i, self->context);
    fmpz_mpoly_get_term_exp_si(exponents, p, i, self->context);
    Scalar product = integer_into(into, coefficient);
    for (uint32_t g = 0; g < self->generators; g++) {
      if (exponents[g] == 0) continue;
      product = ring_mul(into, product, ring_integer_power(into, values[g], exponents[g]));
    }
    sum = ring_add(into, sum, product);
  }
  fmpz_clear(coefficient);
  return sum;
}

static Scalar item_into(const SymbolicRing *self, Scalar a, Ring *into, const Scalar *values, slong *exponents) {
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, a);
  Scalar numerator = polynomial_into(self, &item->num, into, values, exponents);
  if (fmpz_mpoly_is_one(&item->den, self->context)) return numerator;
  return ring_div(into, numerator, polynomial_into(self, &item->den, into, values, exponents));
}

static Scalar root_into(const Atom *atom, Ring *into, Scalar argument) {
  mpq_t exact;
  mpq_init(exact);
  mpq_set_si(exact, atom->numerator, atom->denominator);
  double nearest = rational_to_double(exact);
  uint64_t residue = 0;
  Constant exponent = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
  Scalar root = ring_power(into, argument, &exponent);
  mpq_clear(exact);
  return root;
}

static Scalar atom_into(const Atom *atom, Ring *into, Scalar argument) {
  switch (atom->kind) {
  case ATOM_COS: return ring_function(into, RING_COS, argument);
  case ATOM_SIN: return ring_function(into, RING_SIN, argument);
  case ATOM_EXP: return ring_function(into, RING_EXP, argument);
  case ATOM_LOG: return ring_function(into, RING_LOG, argument);
  case ATOM_SQRT: return ring_function(into, RING_SQRT, argument);
  case ATOM_TANH: return ring_function(into, RING_TANH, argument);
  case ATOM_SIGMOID: return ring_function(into, RING_SIGMOID, argument);
  case ATOM_POWER: return root_into(atom, into, argument);
  case ATOM_CALL: return symbolic_call_atom_into(atom, into, argument);
  }
  return argument;
}

Scalar symbolic_evaluate(const Ring *ring, Scalar a, Ring *into, uint32_t count, const Scalar *point) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar *values = malloc(self->generators * sizeof *values);
  slong *exponents = malloc(self->generators * sizeof *exponents);
  Scalar result = ring_integer(into, 0);
  if (values == NULL || exponents == NULL)
    ring_fail(into, STATUS_LIMIT);
  else {
    for (uint32_t g = 0; g < self->generators; g++) values[g] = result;
    for (uint32_t i = 0; i < self->variables && i < count; i++) values[symbolic_variable_generator(self, i)] = point[i];
    bool needed[SYMBOLIC_MAX_ATOMS]; /* another atom may have no value at this point */
    (void)symbolic_mark_atoms(ring, a, needed);
    for (uint32_t k = 0; k < self->atom_count; k++) { /* the arguments hold older atoms */
      if (!needed[k]) continue;
      Scalar argument = item_into(self, self->atoms[k].argument, into, values, exponents);
      values[symbolic_atom_generator(self, k)] = atom_into(&self->atoms[k], into, argument);
    }
    result = item_into(self, a, into, values, exponents);
  }
  free(values);
  free(exponents);
  return result;
}

Scalar symbolic_evaluate_atom(const Ring *ring, uint32_t k, Ring *into, uint32_t count, const Scalar *point) {
  const Atom *atom = &symbolic_self(ring)->atoms[k];
  return atom_into(atom, into, symbolic_evaluate(ring, atom->argument, into, count, point));
}

/* ----------------------------------------------------------- replacement -- */

static bool has_replaced(const SymbolicRing *self, const fmpz_mpoly_q_struct *item, const bool *moved) {
  for (uint32_t g = 0; g < self->generators; g++) {
    if (!moved[g]) continue;
    if (fmpz_mpoly_degree_si(&item->num, (slong)g, self->context) > 0) return true;
    if (fmpz_mpoly_degree_si(&item->den, (slong)g, self->context) > 0) return true;
  }
  return false;
}

/* a with the values of the generators that have moved. */
static Scalar moved_into(Ring *ring, Scalar a, const bool *moved, Scalar *values, slong *exponents) {
  const SymbolicRing *self = symbolic_self(ring);
  if (!has_replaced(self, symbolic_at(ring, a), moved)) return a;
  fmpz_mpoly_q_t copy; /* the pool moves */
  fmpz_mpoly_q_init(copy, self->context);
  fmpz_mpoly_q_set(copy, symbolic_at(ring, a), self->context);
  Scalar result = polynomial_into(self, &copy->num, ring, values, exponents);
  if (!fmpz_mpoly_is_one(&copy->den, self->context))
    result = ring_div(ring, result, polynomial_into(self, &copy->den, ring, values, exponents));
  fmpz_mpoly_q_clear(copy, self->context);
  return result;
}

Scalar symbolic_polynomial_at(Ring *ring, const fmpz_mpoly_struct *p, const Scalar *values) {
  const SymbolicRing *self = symbolic_self(ring);
  slong *exponents = malloc(self->generators * sizeof *exponents);
  if (exponents == NULL) ring_fail(ring, STATUS_LIMIT);
  Scalar result = exponents == NULL ? RING_POOL_ZERO : polynomial_into(self, p, ring, values, exponents);
  free(exponents);
  return result;
}

/* Marks the generators of the variables that are replaced, and of the atoms of a that have one; whether a has any. */
static bool mark_moved(const Ring *ring, Scalar a, uint32_t count, const PathReplaced *replaced, bool *moved) {
  const SymbolicRing *self = symbolic_self(ring);
  bool needed[SYMBOLIC_MAX_ATOMS];
  (void)symbolic_mark_atoms(ring, a, needed);
  for (uint32_t k = 0; k < count; k++) moved[symbolic_variable_generator(self, replaced[k].variable)] = true;
  for (uint32_t k = 0; k < self->atom_count; k++) /* the arguments hold older atoms */
    moved[symbolic_atom_generator(self, k)] =
        needed[k] && has_replaced(self, symbolic_at(ring, self->atoms[k].argument), moved);
  return has_replaced(self, symbolic_at(ring, a), moved);
}

Scalar symbolic_replace(Ring *ring, Scalar a, uint32_t count, const PathReplaced *replaced) {
  const SymbolicRing *self = symbolic_self(ring);
  uint32_t atoms = self->atom_count;
  bool *moved = calloc(self->generators, sizeof *moved);
  Scalar *values = malloc(self->generators * sizeof *values);
  slong *exponents = malloc(self->generators * sizeof *exponents);
  if (moved == NULL || values == NULL || exponents == NULL)
    ring_fail(ring, STATUS_LIMIT);
  else if (mark_moved(ring, a, count, replaced, moved)) {
    for (uint32_t g = 0; g < self->generators; g++)
      values[g] = moved[g] ? RING_POOL_ZERO : symbolic_generator(ring, (slong)g);
    for (uint32_t k = 0; k < count; k++)
      values[symbolic_variable_generator(self, replaced[k].variable)] = replaced[k].by;
    for (uint32_t k = 0; k < atoms && ring->status == STATUS_OK; k++) {
      slong g = symbolic_atom_generator(self, k);
      if (!moved[g]) continue;
      Scalar argument = moved_into(ring, self->atoms[k].argument, moved, values, exponents);
      values[g] = atom_into(&self->atoms[k], ring, argument);
    }
    a = moved_into(ring, a, moved, values, exponents);
  }
  free(moved);
  free(values);
  free(exponents);
  return a;
}

bool symbolic_occurs_once(const Ring *ring, const fmpz_mpoly_struct *p, uint32_t variable) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_t slope;
  fmpz_mpoly_init(slope, self->context);
  fmpz_mpoly_derivative(slope, p, symbolic_variable_generator(self, variable), self->context);
  bool once = fmpz_mpoly_is_fmpz(slope, self->context) && !fmpz_mpoly_is_zero(slope, self->context);
  fmpz_mpoly_clear(slope, self->context);
  for (uint32_t k = 0; k < self->atom_count && once; k++) {
    if (fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, k), self->context) <= 0) continue;
    once = !symbolic_argument_has(ring, k, variable);
  }
  return once;
}

bool symbolic_argument_has(const Ring *ring, uint32_t k, uint32_t variable) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, self->atoms[k].argument);
  slong g = symbolic_variable_generator(self, variable);
  if (fmpz_mpoly_degree_si(&item->num, g, self->context) > 0 || fmpz_mpoly_degree_si(&item->den, g, self->context) > 0)
    return true;
  for (uint32_t j = 0; j < k; j++) {
    slong atom = symbolic_atom_generator(self, j);
    bool occurs = fmpz_mpoly_degree_si(&item->num, atom, self->context) > 0 ||
                  fmpz_mpoly_degree_si(&item->den, atom, self->context) > 0;
    if (occurs && symbolic_argument_has(ring, j, variable)) return true;
  }
  return false;
}

/* ------------------------------------------------------------- linearity -- */

static bool is_free_of(const SymbolicRing *self, const fmpz_mpoly_struct *p, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    if (fmpz_mpoly_degree_si(p, symbolic_variable_generator(self, i), self->context) > 0) return false;
  }
  return true;
}

bool symbolic_is_linear(const Ring *ring, Scalar a, uint32_t first, uint32_t count) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  if (!is_free_of(self, &item->den, first, count)) return false;
  for (uint32_t k = 0; k < self->atom_count; k++) {
    const fmpz_mpoly_q_struct *argument = symbolic_at(ring, self->atoms[k].argument);
    if (!is_free_of(self, &argument->num, first, count) || !is_free_of(self, &argument->den, first, count))
      return false;
  }
  for (slong t = 0; t < item->num.length; t++) {
    ulong degree = 0;
    for (uint32_t i = first; i < first + count; i++) {
      degree += fmpz_mpoly_get_term_var_exp_ui(&item->num, t, symbolic_variable_generator(self, i), self->context);
    }
    if (degree != 1) return false;
  }
  return true;
}
