/* Obligations: where what was computed over the symbolic ring is defined. */
#include "semantics/memory/growing.h"
#include "verify/truth/path.h"
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>

#define FIRST_OBLIGATIONS 16u

uint32_t symbolic_obligation_count(const Ring *ring) { return symbolic_self(ring)->obligation_count; }

SymbolicObligation symbolic_obligation(const Ring *ring, uint32_t k) {
  return symbolic_self(ring)->obligations[k].what;
}

static bool reserve(SymbolicRing *self) {
  Obligation *obligations = heap_room(self->obligations, self->obligation_count, &self->obligation_capacity,
                                      FIRST_OBLIGATIONS, sizeof *obligations);
  if (obligations != NULL) self->obligations = obligations;
  return obligations != NULL;
}

int symbolic_make_primitive(const Ring *ring, fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_t content;
  fmpz_init(content);
  _fmpz_vec_content(content, p->coeffs, p->length);
  int sign = symbolic_lead_sign(p);
  if (sign < 0) fmpz_neg(content, content);
  fmpz_mpoly_scalar_divexact_fmpz(p, p, content, self->context);
  fmpz_clear(content);
  return sign;
}

static bool is_listed(Ring *ring, SymbolicCondition condition, Scalar argument, uint32_t count) {
  const SymbolicRing *self = symbolic_self(ring);
  for (uint32_t k = 0; k < count; k++) {
    SymbolicObligation what = self->obligations[k].what;
    if (what.condition == condition && symbolic_same(ring, what.argument, argument)) return true;
  }
  return false;
}

/* The sign of a number that functions of the library are in, as of sqrt (4 atan 1); 2 of others, and where it is not
 * known. */
static int library_number_sign(const Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  bool atoms[SYMBOLIC_MAX_ATOMS], library = false;
  if (self->atom_count == 0 || symbolic_mark_atoms(ring, a, atoms)) return 2;
  for (uint32_t k = 0; k < self->atom_count && !library; k++) library = atoms[k] && self->atoms[k].kind == ATOM_CALL;
  int sign = library ? symbolic_number_sign(ring, a) : 0;
  return sign == 0 ? 2 : sign;
}

/* Of a number that is not positive. */
static Status gamma_at(const Ring *ring, Scalar argument, int sign) {
  const fmpz_mpoly_ctx_struct *context = symbolic_self(ring)->context;
  if (sign == 0) return STATUS_DOMAIN;
  if (!symbolic_is_rational(ring, argument)) return STATUS_UNABLE;
  return fmpz_mpoly_is_one(&symbolic_at(ring, argument)->den, context) ? STATUS_DOMAIN : STATUS_OK;
}

Status symbolic_condition_at(const Ring *ring, SymbolicObligation what, int sign) {
  if (sign == 2 || sign == 1) return STATUS_OK;
  switch (what.condition) {
  case SYMBOLIC_NONZERO: return sign == 0 ? STATUS_DOMAIN : STATUS_OK;
  case SYMBOLIC_POSITIVE: return STATUS_DOMAIN;
  case SYMBOLIC_ROOT: return sign == 0 ? STATUS_UNABLE : STATUS_DOMAIN;
  case SYMBOLIC_CUBIC: return sign == 0 ? STATUS_UNABLE : STATUS_OK;
  case SYMBOLIC_GAMMA: return gamma_at(ring, what.argument, sign);
  }
  return STATUS_UNABLE;
}

bool symbolic_obligation_fails(const Ring *ring, uint32_t k) {
  SymbolicObligation what = symbolic_obligation(ring, k);
  int sign = symbolic_is_number(ring, what.argument) ? symbolic_number_sign(ring, what.argument) : 0;
  return sign != 0 && symbolic_condition_at(ring, what, sign) == STATUS_DOMAIN;
}

/* Whether the ring's path leaves of the argument nothing but its zeros: there is the value of the edge, which no
 * atom is. */
static bool vanishes_on_path(Ring *ring, SymbolicCondition condition, Scalar argument) {
  const Path *path = symbolic_self(ring)->path;
  bool edge = condition == SYMBOLIC_ROOT || condition == SYMBOLIC_CUBIC;
  return edge && path != NULL && path_has_equality(path) && path_signs(ring, path, argument) == SIGNS_ZERO;
}

void symbolic_require(Ring *ring, SymbolicCondition condition, Scalar argument) {
  SymbolicRing *self = symbolic_self(ring);
  int sign = symbolic_constant_sign(ring, argument);
  if (sign == 2) sign = library_number_sign(ring, argument);
  if (sign == 2 && vanishes_on_path(ring, condition, argument)) sign = 0;
  Status status = symbolic_condition_at(ring, (SymbolicObligation){.condition = condition, .argument = argument}, sign);
  if (status != STATUS_OK) ring_fail(ring, status);
  if (sign != 2) return;
  uint32_t asked = self->path == NULL ? 0 : self->path->length;
  Obligation obligation = {.what = {.condition = condition, .asked = asked}, .created = self->pool.count};
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &obligation.what.argument);
  if (item == NULL) return;
  fmpz_mpoly_q_set(item, symbolic_at(ring, argument), self->context);
  if (condition == SYMBOLIC_NONZERO ||
      condition == SYMBOLIC_CUBIC) { /* the numerator is zero just where the quotient is */
    (void)symbolic_make_primitive(ring, &item->num);
    fmpz_mpoly_one(&item->den, self->context);
  }
  if (is_listed(ring, condition, obligation.what.argument, self->obligation_count)) {
    ring_pool_release(&self->pool, obligation.created);
    return;
  }
  if (!reserve(self)) {
    ring_fail(ring, STATUS_LIMIT);
    return;
  }
  self->obligations[self->obligation_count++] = obligation;
}

/* Removes from p all factors that it shares with q. */
static void remove_factors(const SymbolicRing *self, fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q) {
  fmpz_mpoly_t common;
  fmpz_mpoly_init(common, self->context);
  while (fmpz_mpoly_gcd(common, p, q, self->context) && !fmpz_mpoly_is_fmpz(common, self->context)) {
    if (!fmpz_mpoly_divides(p, p, common, self->context)) break;
  }
  fmpz_mpoly_clear(common, self->context);
}

/* Removes the factors that p shares with b, or with the square of b, where those
 * of atoms are replaced: sin u /= 0 makes 1 - (cos u)^2 /= 0. */
static void remove_obligation(Ring *ring, fmpz_mpoly_struct *p, Scalar b) {
  const SymbolicRing *self = symbolic_self(ring);
  Status before = ring_take_status(ring);
  size_t count = self->pool.count;
  Scalar square = ring_mul(ring, b, b);
  remove_factors(self, p, &symbolic_at(ring, b)->num);
  if (ring->status == STATUS_OK) remove_factors(self, p, &symbolic_at(ring, square)->num);
  ring_pool_release(&symbolic_self(ring)->pool, count);
  ring->status = before;
}

/* A number, as log 2; or a cube root, of what is not 0 by its own obligation. */
static bool never_zero(const Ring *ring, uint32_t k) {
  const Atom *atom = &symbolic_self(ring)->atoms[k];
  if (atom->kind == ATOM_CALL && atom->function == FUNCTION_CBRT) return true;
  return symbolic_is_number(ring, atom->argument) && symbolic_atom_sign(ring, k) != 0;
}

/* Whether p /= 0 follows from the first `count` obligations: each of its factors
 * is one of a polynomial that is not 0, or is an atom that is always positive. */
static bool nonzero_follows(Ring *ring, const fmpz_mpoly_struct *p, uint32_t count) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_t rest, generator;
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_init(generator, self->context);
  fmpz_mpoly_set(rest, p, self->context);
  for (uint32_t k = 0; k < count; k++) {
    remove_obligation(ring, rest, self->obligations[k].what.argument);
  }
  for (uint32_t k = 0; k < self->atom_count; k++) {
    switch (never_zero(ring, k) ? ATOM_EXP : self->atoms[k].kind) {
    case ATOM_EXP:
    case ATOM_SIGMOID:
    case ATOM_SQRT: /* its argument is positive by its own obligation */
    case ATOM_POWER:
      fmpz_mpoly_gen(generator, symbolic_atom_generator(self, k), self->context);
      remove_factors(self, rest, generator);
      break;
    case ATOM_COS:
    case ATOM_SIN:
    case ATOM_LOG:
    case ATOM_CALL:
    case ATOM_TANH: break;
    }
  }
  Bounds bounds = symbolic_bounds(ring, rest);
  bool follows = fmpz_mpoly_is_fmpz(rest, self->context) && !fmpz_mpoly_is_zero(rest, self->context);
  follows = follows || bounds == BOUNDS_POSITIVE || bounds == BOUNDS_NEGATIVE;
  fmpz_mpoly_clear(rest, self->context);
  fmpz_mpoly_clear(generator, self->context);
  return follows;
}

/* Whether the guards of the ring's path say it: the source's, and those without atoms, which are defined everywhere. */
static bool guards_say(Ring *ring, SymbolicObligation what) {
  const Path *path = symbolic_self(ring)->path;
  if (path == NULL || path->length == 0) return false;
  Path leaf = *path;
  leaf.length = 0;
  for (uint32_t i = 0; i < path->length; i++) {
    const PathStep *step = &path->step[i];
    if (i < path->source || !symbolic_has_atoms(ring, step->guard))
      leaf.step[leaf.length++] = *step;
    else if (step->signs == SIGNS_ZERO)
      leaf.replacements = 0;
  }
  Signs signs = path_signs(ring, &leaf, what.argument);
  bool apart = what.condition == SYMBOLIC_NONZERO || what.condition == SYMBOLIC_CUBIC;
  return apart ? (signs & SIGNS_ZERO) == 0 : signs == SIGNS_PLUS;
}

void symbolic_forget_obligations(Ring *ring, uint32_t count) {
  SymbolicRing *self = symbolic_self(ring);
  if (count < self->obligation_count) self->obligation_count = count;
}

bool symbolic_obligations_follow(Ring *ring, uint32_t first) {
  const SymbolicRing *self = symbolic_self(ring);
  for (uint32_t k = first; k < self->obligation_count; k++) {
    SymbolicObligation what = self->obligations[k].what;
    bool follows = false;
    switch (what.condition) {
    case SYMBOLIC_NONZERO:
    case SYMBOLIC_CUBIC: follows = nonzero_follows(ring, &symbolic_at(ring, what.argument)->num, first); break;
    case SYMBOLIC_POSITIVE:
    case SYMBOLIC_ROOT: /* where it is 0 the root is told: path_next_root */
      follows = is_listed(ring, SYMBOLIC_POSITIVE, what.argument, first) ||
                is_listed(ring, SYMBOLIC_ROOT, what.argument, first);
      break;
    case SYMBOLIC_GAMMA:
      follows = is_listed(ring, SYMBOLIC_GAMMA, what.argument, first) ||
                is_listed(ring, SYMBOLIC_POSITIVE, what.argument, first);
      break;
    }
    if (!follows && !guards_say(ring, what)) return false;
  }
  return true;
}

/* ------------------------------------------------------ lost by cancelling -- */

static void mark_atoms(const SymbolicRing *self, const fmpz_mpoly_q_struct *item, bool *needed) {
  for (uint32_t k = 0; k < self->atom_count; k++) {
    slong g = symbolic_atom_generator(self, k);
    if (fmpz_mpoly_degree_si(&item->num, g, self->context) > 0 ||
        fmpz_mpoly_degree_si(&item->den, g, self->context) > 0)
      needed[k] = true;
  }
}

/* Whether the atom is defined only where its argument is positive. */
static bool atom_needs_positive(const Atom *atom) {
  switch (atom->kind) {
  case ATOM_LOG:
  case ATOM_SQRT:
  case ATOM_POWER: return true;
  case ATOM_CALL: return symbolic_call_needs_positive(atom);
  case ATOM_COS:
  case ATOM_SIN:
  case ATOM_EXP:
  case ATOM_TANH:
  case ATOM_SIGMOID: break;
  }
  return false;
}

/* Removes from p what the results, and the atoms in them, divide by or take to be
 * positive. */
static void remove_needed(Ring *ring, fmpz_mpoly_struct *p, uint32_t count, const Scalar *results, const bool *needed) {
  const SymbolicRing *self = symbolic_self(ring);
  for (uint32_t i = 0; i < count; i++) remove_factors(self, p, &symbolic_at(ring, results[i])->den);
  for (uint32_t a = 0; a < self->atom_count; a++) {
    if (!needed[a]) continue;
    const fmpz_mpoly_q_struct *argument = symbolic_at(ring, self->atoms[a].argument);
    remove_factors(self, p, &argument->den);
    if (atom_needs_positive(&self->atoms[a])) remove_factors(self, p, &argument->num);
  }
}

static void require_denominator(Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar denominator;
  if (fmpz_mpoly_is_fmpz(&symbolic_at(ring, a)->den, self->context)) return;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &denominator);
  if (item == NULL) return;
  fmpz_mpoly_set(&item->num, &symbolic_at(ring, a)->den, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  symbolic_require(ring, SYMBOLIC_NONZERO, denominator);
}

void symbolic_require_normal(Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  bool needed[SYMBOLIC_MAX_ATOMS];
  (void)symbolic_mark_atoms(ring, a, needed);
  require_denominator(ring, a);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (!needed[k]) continue;
    require_denominator(ring, self->atoms[k].argument);
    if (self->atoms[k].kind == ATOM_CALL)
      symbolic_call_require(ring, self->atoms[k].function, self->atoms[k].argument);
    else if (atom_needs_positive(&self->atoms[k]))
      symbolic_require(ring, self->atoms[k].kind == ATOM_LOG ? SYMBOLIC_POSITIVE : SYMBOLIC_ROOT,
                       self->atoms[k].argument);
  }
}

/* Whether it holds on all of the leaf by its guards. */
static bool holds_on_leaf(Ring *ring, SymbolicObligation what) {
  const Path *path = symbolic_self(ring)->path;
  bool root = what.condition == SYMBOLIC_ROOT && path != NULL && path->length > 0;
  return root ? (path_signs(ring, path, what.argument) & SIGNS_MINUS) == 0 : guards_say(ring, what);
}

bool symbolic_obligation_lost(Ring *ring, uint32_t k, uint32_t count, const Scalar *results) {
  const SymbolicRing *self = symbolic_self(ring);
  SymbolicObligation what = self->obligations[k].what;
  if (holds_on_leaf(ring, what)) return false;
  bool *needed = calloc((size_t)self->atom_count + 1, sizeof *needed), lost = true;
  if (needed == NULL) return false;
  for (uint32_t i = 0; i < count; i++) mark_atoms(self, symbolic_at(ring, results[i]), needed);
  for (uint32_t a = self->atom_count; a-- > 0;) {
    if (needed[a]) mark_atoms(self, symbolic_at(ring, self->atoms[a].argument), needed);
  }
  switch (what.condition) {
  case SYMBOLIC_NONZERO: {
    fmpz_mpoly_t rest;
    fmpz_mpoly_init(rest, self->context);
    fmpz_mpoly_set(rest, &symbolic_at(ring, what.argument)->num, self->context);
    remove_needed(ring, rest, count, results, needed);
    lost = !fmpz_mpoly_is_fmpz(rest, self->context);
    fmpz_mpoly_clear(rest, self->context);
    break;
  }
  case SYMBOLIC_CUBIC: lost = false; break; /* it has a value everywhere */
  case SYMBOLIC_POSITIVE:
  case SYMBOLIC_ROOT:
  case SYMBOLIC_GAMMA:
    for (uint32_t a = 0; a < self->atom_count && lost; a++) {
      lost = !needed[a] || !atom_needs_positive(&self->atoms[a]) ||
             !symbolic_same(ring, self->atoms[a].argument, what.argument);
    }
    break;
  }
  free(needed);
  return lost;
}
