/* The signs of normal forms on a path: asked, answered and noted. */
#include "verify/truth/path.h"

#include "semantics/core/rings.h"
#include "verify/truth/symbolic_internal.h"

#include <math.h>

void path_open(Path *path) {
  path->choices = 0;
  path_rewind(path);
}

void path_rewind(Path *path) { path->length = path->taken = 0; }

bool path_next(Path *path) {
  while (path->choices > 0 && path->choice[path->choices - 1] > 0) path->choices--;
  if (path->choices == 0) return false;
  path->choice[path->choices - 1] = 1;
  return true;
}

void symbolic_set_path(Ring *ring, Path *path) { symbolic_self(ring)->path = path; }

/* --------------------------------------------------------------- asking -- */

static void note(Ring *ring, Path *path, const fmpz_mpoly_struct *guard, int sign, bool chosen) {
  const SymbolicRing *self = symbolic_self(ring);
  PathStep step = {.sign = sign, .chosen = chosen};
  if (path->length == PATH_MAX_STEPS) {
    ring_fail(ring, STATUS_LIMIT);
    return;
  }
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &step.guard);
  if (item == NULL) return;
  fmpz_mpoly_set(&item->num, guard, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  path->step[path->length++] = step;
}

static int choose(Ring *ring, Path *path, const fmpz_mpoly_struct *guard) {
  if (path->taken == path->choices) {
    if (path->choices == PATH_MAX_STEPS) {
      ring_fail(ring, STATUS_LIMIT);
      return 1;
    }
    path->choice[path->choices++] = -1;
  }
  int sign = path->choice[path->taken++];
  note(ring, path, guard, sign, true);
  return sign;
}

/* Divides p by the guards of the path; the sign of what was divided out.  Guards
 * known not to be 0 and no more divide when `nonzero`. */
static int divide_guards(Ring *ring, const Path *path, fmpz_mpoly_struct *p, bool nonzero) {
  const SymbolicRing *self = symbolic_self(ring);
  int sign = 1;
  fmpz_mpoly_t quotient;
  fmpz_mpoly_init(quotient, self->context);
  for (uint32_t i = 0; i < path->length && !fmpz_mpoly_is_fmpz(p, self->context); i++) {
    const PathStep *step = &path->step[i];
    if (step->sign == 0 && !nonzero) continue;
    while (fmpz_mpoly_divides(quotient, p, &symbolic_at(ring, step->guard)->num, self->context)) {
      fmpz_mpoly_swap(p, quotient, self->context);
      sign *= step->sign;
    }
  }
  fmpz_mpoly_clear(quotient, self->context);
  return sign;
}

/* The sign of p where a guard is p q and the sign of q is known; 0 if there is none. */
static int sign_as_factor(Ring *ring, const Path *path, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  int sign = 0;
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  for (uint32_t i = 0; i < path->length && sign == 0; i++) {
    const PathStep *step = &path->step[i];
    if (step->sign == 0 || !fmpz_mpoly_divides(rest, &symbolic_at(ring, step->guard)->num, p, self->context)) continue;
    sign = step->sign * divide_guards(ring, path, rest, false);
    if (!fmpz_mpoly_is_one(rest, self->context)) sign = 0;
  }
  fmpz_mpoly_clear(rest, self->context);
  return sign;
}

/* The sign of a polynomial without squares, not constant, leading coefficient positive. */
static int sign_of_odd(Ring *ring, Path *path, fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  int sign = divide_guards(ring, path, p, false);
  if (fmpz_mpoly_is_fmpz(p, self->context)) return sign;
  switch (symbolic_bounds(ring, p)) {
  case BOUNDS_POSITIVE: return sign;
  case BOUNDS_NEGATIVE: return -sign;
  case BOUNDS_NOT_NEGATIVE: note(ring, path, p, 1, false); return sign;
  case BOUNDS_NOT_POSITIVE: note(ring, path, p, -1, false); return -sign;
  case BOUNDS_NONE: break;
  }
  int implied = sign_as_factor(ring, path, p);
  return sign * (implied != 0 ? implied : choose(ring, path, p));
}

/* Notes that p is not 0, which parts nothing: a square is positive there. */
static void note_square(Ring *ring, Path *path, fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  (void)divide_guards(ring, path, p, true);
  if (fmpz_mpoly_is_fmpz(p, self->context)) return;
  switch (symbolic_bounds(ring, p)) {
  case BOUNDS_POSITIVE:
  case BOUNDS_NEGATIVE: return;
  case BOUNDS_NOT_NEGATIVE: note(ring, path, p, 1, false); return;
  case BOUNDS_NOT_POSITIVE: note(ring, path, p, -1, false); return;
  case BOUNDS_NONE: break;
  }
  note(ring, path, p, 0, false);
}

/* Makes the leading coefficient positive; the sign taken out.  What is positive or
 * negative everywhere becomes 1; guards do not count, since what they imply of a
 * product is lost with a factor. */
static int normalise(Ring *ring, fmpz_mpoly_struct *p) {
  SymbolicRing *self = symbolic_self(ring);
  Path *path = self->path;
  int sign = fmpz_sgn(fmpz_mpoly_leadcoeff(p));
  if (sign < 0) fmpz_mpoly_neg(p, p, self->context);
  self->path = NULL;
  Bounds bounds = symbolic_bounds(ring, p);
  self->path = path;
  if (bounds != BOUNDS_POSITIVE && bounds != BOUNDS_NEGATIVE) return sign;
  fmpz_mpoly_one(p, self->context);
  return bounds == BOUNDS_POSITIVE ? sign : -sign;
}

/* The factors of a scalar: those of odd and of even multiplicity, multiplied. */
typedef struct Parts {
  fmpz_mpoly_t odd, even;
  int sign; /* taken out; 0 at a limit */
} Parts;

static void open_parts(const SymbolicRing *self, Parts *parts) {
  fmpz_mpoly_init(parts->odd, self->context);
  fmpz_mpoly_init(parts->even, self->context);
  fmpz_mpoly_one(parts->odd, self->context);
  fmpz_mpoly_one(parts->even, self->context);
}

static void close_parts(const SymbolicRing *self, Parts *parts) {
  fmpz_mpoly_clear(parts->odd, self->context);
  fmpz_mpoly_clear(parts->even, self->context);
}

/* base^e, base without squares. */
static void add_factor(Ring *ring, Parts *parts, fmpz_mpoly_struct *base, ulong e) {
  bool is_odd = e % 2 == 1;
  fmpz_mpoly_struct *into = is_odd ? parts->odd : parts->even;
  int taken = normalise(ring, base);
  if (is_odd) parts->sign *= taken;
  if (!symbolic_product_fits(ring, into->length, base->length))
    parts->sign = 0;
  else
    fmpz_mpoly_mul(into, into, base, symbolic_self(ring)->context);
}

/* A square in p has degree 2 in some generator. */
static bool is_multilinear(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  for (uint32_t g = 0; g < self->generators; g++) {
    if (fmpz_mpoly_degree_si(p, (slong)g, self->context) > 1) return false;
  }
  return true;
}

static void add_squarefree(Ring *ring, Parts *parts, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, self->context);
  if (!fmpz_mpoly_factor_squarefree(factors, p, self->context)) parts->sign = 0;
  for (slong i = 0; i < factors->num && parts->sign != 0; i++) {
    add_factor(ring, parts, &factors->poly[i], fmpz_get_ui(&factors->exp[i]));
  }
  fmpz_mpoly_factor_clear(factors, self->context);
}

/* p = c m q with a number c, a monomial m and a polynomial q. */
static void add_parts(Ring *ring, Parts *parts, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_t rest, monomial, generator;
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_init(monomial, self->context);
  fmpz_mpoly_init(generator, self->context);
  fmpz_mpoly_term_content(monomial, p, self->context); /* positive */
  (void)fmpz_mpoly_divides(rest, p, monomial, self->context);
  for (uint32_t g = 0; g < self->generators && parts->sign != 0; g++) {
    slong e = fmpz_mpoly_degree_si(monomial, (slong)g, self->context);
    if (e <= 0) continue;
    fmpz_mpoly_gen(generator, (slong)g, self->context);
    add_factor(ring, parts, generator, (ulong)e);
  }
  parts->sign *= symbolic_make_primitive(ring, rest);
  if (!fmpz_mpoly_is_one(rest, self->context) && parts->sign != 0) {
    if (is_multilinear(self, rest))
      add_factor(ring, parts, rest, 1);
    else
      add_squarefree(ring, parts, rest);
  }
  fmpz_mpoly_clear(rest, self->context);
  fmpz_mpoly_clear(monomial, self->context);
  fmpz_mpoly_clear(generator, self->context);
}

/* Of a = c f(u) with f increasing and f(z) = 0: *a becomes u - z, and the sign of c
 * is taken out; 0 when it has no such form. */
static int peel(Ring *ring, Scalar *a) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, *a);
  if (item->num.length != 1 || !fmpz_mpoly_is_fmpz(&item->den, self->context)) return 0;
  int sign = fmpz_sgn(fmpz_mpoly_leadcoeff(&item->num));
  const Atom *atom = NULL;
  for (uint32_t g = 0; g < self->generators; g++) {
    slong degree = fmpz_mpoly_degree_si(&item->num, (slong)g, self->context);
    slong k = symbolic_atom_generator(self, 0) - (slong)g;
    if (degree == 0) continue;
    if (degree > 1 || atom != NULL || k < 0) return 0;
    atom = &self->atoms[k];
  }
  if (atom == NULL || (atom->kind != ATOM_TANH && atom->kind != ATOM_LOG)) return 0;
  *a = atom->kind == ATOM_LOG ? ring_sub(ring, atom->argument, RING_POOL_ONE) : atom->argument;
  return sign;
}

static int sign_on_path(Ring *ring, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  int sign = symbolic_constant_sign(ring, a);
  if (sign != 2) return sign;
  sign = symbolic_is_number(ring, a) ? symbolic_number_sign(ring, a) : 0;
  if (sign != 0) return sign;
  if (self->path == NULL) {
    ring_fail(ring, STATUS_UNABLE);
    return 0;
  }
  Parts parts = {.sign = 1};
  open_parts(self, &parts);
  /* the quotient is in lowest terms, and its denominator is not 0 */
  add_parts(ring, &parts, &symbolic_at(ring, a)->den);
  fmpz_mpoly_one(parts.even, self->context);
  add_parts(ring, &parts, &symbolic_at(ring, a)->num);
  if (parts.sign == 0 || parts.odd->length > self->max_length)
    ring_fail(ring, STATUS_LIMIT);
  else {
    note_square(ring, self->path, parts.even);
    if (!fmpz_mpoly_is_fmpz(parts.odd, self->context)) parts.sign *= sign_of_odd(ring, self->path, parts.odd);
  }
  close_parts(self, &parts);
  return parts.sign;
}

int symbolic_sign(Ring *ring, Scalar a) {
  int sign = 1;
  for (int peeled = peel(ring, &a); peeled != 0; peeled = peel(ring, &a)) sign *= peeled;
  return sign * sign_on_path(ring, a);
}

bool symbolic_is_zero(Ring *ring, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  if (symbolic_constant_sign(ring, a) != 2) return symbolic_constant_sign(ring, a) == 0;
  if (symbolic_is_number(ring, a) && symbolic_number_sign(ring, a) != 0) return false;
  if (self->path == NULL) {
    ring_fail(ring, STATUS_UNABLE);
    return false;
  }
  Parts parts = {.sign = 1};
  open_parts(self, &parts);
  add_parts(ring, &parts, &symbolic_at(ring, a)->num);
  if (parts.sign == 0)
    ring_fail(ring, STATUS_LIMIT);
  else {
    note_square(ring, self->path, parts.even);
    note_square(ring, self->path, parts.odd);
  }
  close_parts(self, &parts);
  return false;
}

/* -------------------------------------------------------------- points -- */

/* The sign of an enclosure; 0 when it holds 0. */
static int enclosure_sign(const Ring *enclosure, Scalar a) {
  double value = enclosure_value(enclosure, a);
  if (!isfinite(value) || !(fabs(value) > enclosure_bound(enclosure, a))) return 0;
  return value < 0 ? -1 : 1;
}

/* The sign of a guard at the point; 0 when it is not known. */
static int guard_sign(Ring *ring, Scalar guard, Ring *enclosure, uint32_t count, const Scalar *point) {
  size_t mark = ring_mark(enclosure);
  Status before = ring_take_status(enclosure);
  Scalar value = symbolic_evaluate(ring, guard, enclosure, count, point);
  int sign = ring_take_status(enclosure) == STATUS_OK ? enclosure_sign(enclosure, value) : 0;
  ring_release(enclosure, mark);
  enclosure->status = before;
  return sign;
}

PathPlace path_locate(Ring *ring, const Path *path, Ring *enclosure, uint32_t count, const Scalar *point) {
  for (uint32_t i = 0; i < path->length; i++) {
    if (path->step[i].sign == 0) continue;
    int sign = guard_sign(ring, path->step[i].guard, enclosure, count, point);
    if (sign == 0) return PATH_UNKNOWN;
    if (sign != path->step[i].sign) return PATH_OUTSIDE;
  }
  return PATH_INSIDE;
}

/* Affine in the variables, with numbers for coefficients: positive on a half-space. */
static bool is_affine(Ring *ring, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  for (slong t = 0; t < p->length; t++) {
    ulong degree = 0;
    for (uint32_t i = 0; i < self->variables; i++) {
      degree += fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_variable_generator(self, i), self->context);
    }
    for (uint32_t k = 0; k < self->atom_count; k++) {
      ulong e = fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_atom_generator(self, k), self->context);
      if (e > 0 && !symbolic_is_number(ring, self->atoms[k].argument)) return false;
    }
    if (degree > 1) return false;
  }
  return true;
}

/* Whether a > 0 on a convex set for certain: everywhere, or a half-space.  Factors
 * of one sign do not matter, nor what increasing functions are around it. */
static bool is_positive_on_convex(Ring *ring, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  size_t mark = ring_mark(ring);
  if (symbolic_is_number(ring, a)) return true;
  while (peel(ring, &a) != 0) {
  }
  Parts parts = {.sign = 1};
  open_parts(self, &parts);
  add_parts(ring, &parts, &symbolic_at(ring, a)->num);
  add_parts(ring, &parts, &symbolic_at(ring, a)->den);
  bool convex = parts.sign != 0 && fmpz_mpoly_is_one(parts.even, self->context) && is_affine(ring, parts.odd);
  close_parts(self, &parts);
  ring_pool_release(&self->pool, mark);
  return convex;
}

/* Whether the guard is analytic on one connected set: logs
 * and roots have several branches, and are taken of what is positive on a convex
 * set alone.  The other atoms are single-valued, and their poles part nothing:
 * they are of one complex dimension less. */
static bool is_connected(Ring *ring, Scalar guard) {
  const SymbolicRing *self = symbolic_self(ring);
  bool atoms[SYMBOLIC_MAX_ATOMS];
  (void)symbolic_mark_atoms(ring, guard, atoms);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (!atoms[k]) continue;
    switch (self->atoms[k].kind) {
    case ATOM_COS:
    case ATOM_SIN:
    case ATOM_EXP:
    case ATOM_TANH:
    case ATOM_SIGMOID: break;
    case ATOM_LOG:
    case ATOM_SQRT:
    case ATOM_POWER:
      if (!is_positive_on_convex(ring, self->atoms[k].argument)) return false;
      break;
    }
  }
  return true;
}

/* Points tried besides the one given: these numbers of eighths, in turn, and the
 * same begun at another place. */
#define POINTS_MORE 4u
#define POINTS_MOST 64u /* variables */

static bool is_not_zero(Ring *ring, Scalar guard, Ring *enclosure, uint32_t count, const Scalar *point) {
  static const int eighths[] = {7, -5, 3, 19, -1, -30, 11};
  if (guard_sign(ring, guard, enclosure, count, point) != 0) return true;
  for (uint32_t k = 0; k < POINTS_MORE && count <= POINTS_MOST; k++) {
    Scalar other[POINTS_MOST];
    size_t mark = ring_mark(enclosure);
    for (uint32_t i = 0; i < count; i++) other[i] = enclosure_make(enclosure, eighths[(i + 2 * k) % 7] / 8.0, 0);
    bool found = guard_sign(ring, guard, enclosure, count, other) != 0;
    ring_release(enclosure, mark);
    if (found) return true;
  }
  return false;
}

bool path_boundaries_thin(Ring *ring, const Path *path, Ring *enclosure, uint32_t count, const Scalar *point) {
  Path *asked = symbolic_self(ring)->path;
  bool thin = true;
  symbolic_self(ring)->path = NULL; /* what the guards say holds in the region alone */
  for (uint32_t i = 0; i < path->length && thin; i++) {
    Scalar guard = path->step[i].guard;
    if (!symbolic_has_atoms(ring, guard)) continue;
    thin = enclosure != NULL && is_connected(ring, guard) && is_not_zero(ring, guard, enclosure, count, point);
  }
  symbolic_self(ring)->path = asked;
  return thin;
}
