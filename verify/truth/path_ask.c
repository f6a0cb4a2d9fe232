/* The signs of normal forms on a path: asked, answered from what is known, and chosen. */
#include "verify/truth/path_internal.h"
#include "verify/truth/thin.h"

/* ---------------------------------------------------------------- known -- */

/* The signs of products of numbers that have these. */
static Signs signs_product(Signs a, Signs b) {
  Signs product = (a | b) & SIGNS_ZERO;
  if (a & SIGNS_PLUS) product |= b;
  if (a & SIGNS_MINUS) product |= signs_negated(b);
  return product;
}

static Signs bounds_signs(Bounds bounds) {
  switch (bounds) {
  case BOUNDS_POSITIVE: return SIGNS_PLUS;
  case BOUNDS_NEGATIVE: return SIGNS_MINUS;
  case BOUNDS_NOT_NEGATIVE: return SIGNS_PLUS | SIGNS_ZERO;
  case BOUNDS_NOT_POSITIVE: return SIGNS_MINUS | SIGNS_ZERO;
  case BOUNDS_NONE: break;
  }
  return SIGNS_ALL;
}

/* Divides p by the guards of the path, as often as it goes; the signs of what was divided out, 0 for
 * an equality.  Guards of one strict sign alone when `strict`. */
static Signs divide_guards(Ring *ring, const Path *path, fmpz_mpoly_struct *p, bool strict) {
  const SymbolicRing *self = symbolic_self(ring);
  Signs signs = SIGNS_PLUS;
  fmpz_mpoly_t quotient;
  fmpz_mpoly_init(quotient, self->context);
  for (uint32_t i = 0; i < path->length && !fmpz_mpoly_is_fmpz(p, self->context); i++) {
    Signs step = path->step[i].signs;
    if (strict && step != SIGNS_PLUS && step != SIGNS_MINUS) continue;
    while (bounded_divides(quotient, p, &symbolic_at(ring, path->step[i].guard)->num, self->context)) {
      fmpz_mpoly_swap(p, quotient, self->context);
      signs = signs_product(signs, step);
    }
  }
  fmpz_mpoly_clear(quotient, self->context);
  return signs;
}

/* The signs of p where a guard is p q and those of q are known, and are not 0. */
static Signs signs_as_factor(Ring *ring, const Path *path, const PathStep *step, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  Signs signs = step->signs;
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  if (bounded_divides(rest, &symbolic_at(ring, step->guard)->num, p, self->context)) {
    signs = signs_product(signs, divide_guards(ring, path, rest, true));
    if (!fmpz_mpoly_is_one(rest, self->context)) signs = signs & SIGNS_ZERO ? SIGNS_ALL : SIGNS_APART;
  } else
    signs = SIGNS_ALL;
  fmpz_mpoly_clear(rest, self->context);
  return signs;
}

/* The signs of p = a g + b, with numbers a > 0 and b other than 0, where those of the guard g are known. */
static Signs signs_as_shifted(Ring *ring, const PathStep *step, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_struct *guard = &symbolic_at(ring, step->guard)->num;
  Signs signs = SIGNS_ALL;
  if (p->length > guard->length + 1 || guard->length > p->length + 1) return signs;
  fmpz_mpoly_t shift, scaled;
  fmpz_mpoly_init(shift, self->context);
  fmpz_mpoly_init(scaled, self->context);
  fmpz_mpoly_scalar_mul_fmpz(shift, p, fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)guard), self->context);
  fmpz_mpoly_scalar_mul_fmpz(scaled, guard, fmpz_mpoly_leadcoeff((fmpz_mpoly_struct *)p), self->context);
  fmpz_mpoly_sub(shift, shift, scaled, self->context);
  if (fmpz_mpoly_is_fmpz(shift, self->context)) {
    int up = symbolic_lead_sign(shift);
    if (up > 0 && (step->signs & SIGNS_MINUS) == 0) signs = SIGNS_PLUS;
    if (up < 0 && (step->signs & SIGNS_PLUS) == 0) signs = SIGNS_MINUS;
  }
  fmpz_mpoly_clear(shift, self->context);
  fmpz_mpoly_clear(scaled, self->context);
  return signs;
}

/* p without the sine of each pair, 0 where p is: the resultant with s^2 + c^2 - 1. */
static bool eliminate_sines(const SymbolicRing *self, fmpz_mpoly_struct *p) {
  bool good = true;
  fmpz_mpoly_t circle, cosine;
  fmpz_mpoly_init(circle, self->context);
  fmpz_mpoly_init(cosine, self->context);
  for (uint32_t k = 1; k < self->atom_count && good; k++) {
    slong g = symbolic_atom_generator(self, k);
    if (self->atoms[k].kind != ATOM_SIN || fmpz_mpoly_degree_si(p, g, self->context) <= 0) continue;
    fmpz_mpoly_gen(circle, g, self->context);
    fmpz_mpoly_mul(circle, circle, circle, self->context);
    fmpz_mpoly_gen(cosine, symbolic_atom_generator(self, k - 1), self->context);
    fmpz_mpoly_mul(cosine, cosine, cosine, self->context);
    fmpz_mpoly_add(circle, circle, cosine, self->context);
    fmpz_mpoly_sub_si(circle, circle, 1, self->context);
    good = bounded_resultant(p, p, circle, g, self->context);
  }
  fmpz_mpoly_clear(circle, self->context);
  fmpz_mpoly_clear(cosine, self->context);
  return good;
}

/* Whether p is 0 nowhere where the guard is: their resultant is a number. */
static bool is_apart(Ring *ring, const PathStep *step, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  bool apart = false;
  fmpz_mpoly_t one, other, resultant;
  fmpz_mpoly_init(one, self->context);
  fmpz_mpoly_init(other, self->context);
  fmpz_mpoly_init(resultant, self->context);
  fmpz_mpoly_set(one, p, self->context);
  fmpz_mpoly_set(other, &symbolic_at(ring, step->guard)->num, self->context);
  bool good = eliminate_sines(self, one) && eliminate_sines(self, other);
  for (uint32_t g = 0; g < self->generators && good && !apart; g++) {
    if (fmpz_mpoly_degree_si(one, (slong)g, self->context) <= 0) continue;
    if (fmpz_mpoly_degree_si(other, (slong)g, self->context) <= 0) continue;
    good = bounded_resultant(resultant, one, other, (slong)g, self->context);
    apart = good && fmpz_mpoly_is_fmpz(resultant, self->context) && !fmpz_mpoly_is_zero(resultant, self->context);
  }
  fmpz_mpoly_clear(one, self->context);
  fmpz_mpoly_clear(other, self->context);
  fmpz_mpoly_clear(resultant, self->context);
  return apart;
}

/* The signs that p, whose leading coefficient is positive, may have on the path. */
static Signs known_signs(Ring *ring, const Path *path, const fmpz_mpoly_struct *p) {
  SymbolicRing *self = symbolic_self(ring);
  Path *asked = self->path;
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_set(rest, p, self->context);
  Signs divided = divide_guards(ring, path, rest, true), signs = SIGNS_ALL; /* a guard may stand with wider signs too */
  divided = signs_product(divided, divide_guards(ring, path, rest, false));
  if (divided == SIGNS_ZERO)
    signs = SIGNS_ZERO;
  else if (fmpz_mpoly_is_fmpz(rest, self->context))
    signs = signs_of(symbolic_lead_sign(rest));
  else {
    self->path = (Path *)path; /* what its guards say of generators */
    signs = bounds_signs(symbolic_bounds(ring, rest));
    self->path = asked;
    for (uint32_t i = 0; i < path->length; i++) {
      signs &= signs_as_shifted(ring, &path->step[i], rest);
      signs &= signs_as_factor(ring, path, &path->step[i], rest);
    }
  }
  for (uint32_t i = 0; i < path->length && (signs & SIGNS_ZERO) != 0 && signs != SIGNS_ZERO; i++) {
    if (path->step[i].signs == SIGNS_ZERO && is_apart(ring, &path->step[i], rest)) signs &= SIGNS_APART;
  }
  fmpz_mpoly_clear(rest, self->context);
  return signs_product(divided, signs);
}

/* ---------------------------------------------------------------- parts -- */

/* Makes the leading coefficient positive; the sign taken out.  What is positive or
 * negative everywhere becomes 1; guards do not count, since what they imply of a
 * product is lost with a factor. */
static int normalise(Ring *ring, fmpz_mpoly_struct *p) {
  SymbolicRing *self = symbolic_self(ring);
  Path *path = self->path;
  int sign = symbolic_lead_sign(p);
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
  const fmpz_mpoly_factor_struct *factors = symbolic_squarefree(ring, p);
  fmpz_mpoly_t base;
  if (factors == NULL) parts->sign = 0;
  fmpz_mpoly_init(base, self->context);
  for (slong i = 0; factors != NULL && i < factors->num && parts->sign != 0; i++) {
    fmpz_mpoly_set(base, &factors->poly[i], self->context);
    add_factor(ring, parts, base, fmpz_get_ui(&factors->exp[i]));
  }
  fmpz_mpoly_clear(base, self->context);
}

/* p = c m q with a number c, a monomial m and a polynomial q. */
static void add_parts(Ring *ring, Parts *parts, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_t rest, monomial, generator;
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_init(monomial, self->context);
  fmpz_mpoly_init(generator, self->context);
  fmpz_mpoly_term_content(monomial, p, self->context); /* positive */
  (void)bounded_divides(rest, p, monomial, self->context);
  bool any = !fmpz_mpoly_is_fmpz(monomial, self->context);
  for (uint32_t g = 0; any && g < self->generators && parts->sign != 0; g++) {
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
  int sign = symbolic_lead_sign(&item->num);
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

/* ------------------------------------------------------------- choosing -- */

/* Notes the k-th irreducible factor of p that may be 0, as an equality; their number when k is that or more. */
static uint32_t equate_factor(Ring *ring, Path *path, const fmpz_mpoly_struct *p, uint32_t k) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_factor_t factors;
  uint32_t count = 0;
  fmpz_mpoly_factor_init(factors, self->context);
  if (!bounded_factor(factors, p, self->context)) ring_fail(ring, STATUS_LIMIT);
  for (slong i = 0; i < factors->num && ring->status == STATUS_OK; i++) {
    fmpz_mpoly_struct *factor = &factors->poly[i];
    (void)symbolic_make_primitive(ring, factor);
    if ((known_signs(ring, path, factor) & SIGNS_ZERO) == 0) continue;
    if (count++ != k) continue;
    (void)path_note(ring, path, factor, SIGNS_ZERO, true);
    if (ring->status == STATUS_OK) path_equate(ring, path, factor);
    break;
  }
  fmpz_mpoly_factor_clear(factors, self->context);
  return count;
}

/* Chooses one of the classes of signs for p, which are `known`: equalities last, and factor by factor. */
static Signs choose_class(Ring *ring, Path *path, const fmpz_mpoly_struct *p, Signs known, uint32_t count,
                          const Signs *classes) {
  Signs outcome[3];
  uint32_t outcomes = 0;
  bool equality = false;
  for (uint32_t c = 0; c < count; c++) {
    Signs signs = classes[c] & known;
    if (path->apart && signs != SIGNS_ZERO && (signs & SIGNS_ZERO) != 0) {
      equality = true;
      signs &= SIGNS_APART;
    }
    equality = equality || signs == SIGNS_ZERO;
    if (signs != SIGNS_ZERO && signs != SIGNS_NONE) outcome[outcomes++] = signs;
  }
  uint32_t equalities = equality && !path->open ? equate_factor(ring, path, p, UINT32_MAX) : 0;
  if (equality && path->open && !path->thick) {
    path->left = true;
    path->thick = thin_polynomial(ring, p) != THIN_YES;
  }
  uint32_t taken = path_choose(ring, path, outcomes, equalities);
  if (ring->status != STATUS_OK) return SIGNS_ZERO;
  if (taken < outcomes) {
    (void)path_note(ring, path, p, outcome[taken], outcomes + equalities > 1);
    return outcome[taken];
  }
  (void)equate_factor(ring, path, p, taken - outcomes);
  return SIGNS_ZERO;
}

/* A guard that may be 0 and divides what is asked: first whether it is. */
static bool refine_guard(Ring *ring, Path *path, const fmpz_mpoly_struct *p) {
  static const Signs classes[] = {SIGNS_APART, SIGNS_ZERO};
  const SymbolicRing *self = symbolic_self(ring);
  bool refined = false;
  fmpz_mpoly_t rest, guard;
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_init(guard, self->context);
  for (uint32_t i = 0; i < path->length && !refined; i++) {
    Signs signs = path->step[i].signs;
    if ((signs & SIGNS_ZERO) == 0 || signs == SIGNS_ZERO) continue;
    fmpz_mpoly_set(guard, &symbolic_at(ring, path->step[i].guard)->num, self->context);
    if (!bounded_divides(rest, p, guard, self->context)) continue;
    uint32_t length = path->length;
    (void)choose_class(ring, path, guard, signs, 2, classes);
    refined = path->length > length;
    if (!refined) continue;
    path->step[i].signs = path->step[length].signs;
    if (fmpz_mpoly_equal(guard, &symbolic_at(ring, path->step[length].guard)->num, self->context))
      path->length = length; /* in its place: a guard stands once */
  }
  fmpz_mpoly_clear(rest, self->context);
  fmpz_mpoly_clear(guard, self->context);
  return refined;
}

/* Beside a leaf p has the sign that it has there; where that is 0 both sides are beside it. */
static Signs take_side(Ring *ring, Path *path, const fmpz_mpoly_struct *p, uint32_t count, const Signs *classes) {
  static const Signs both[] = {SIGNS_MINUS, SIGNS_PLUS};
  Scalar item;
  fmpz_mpoly_q_struct *fresh = symbolic_fresh(ring, &item);
  if (fresh == NULL) return SIGNS_ZERO;
  fmpz_mpoly_set(&fresh->num, p, symbolic_self(ring)->context);
  fmpz_mpoly_one(&fresh->den, symbolic_self(ring)->context);
  Signs there = path_signs(ring, path->beside, item), side = there & SIGNS_APART;
  bool apart = false; /* both signs give one answer */
  for (uint32_t c = 0; c < count; c++) apart = apart || (classes[c] & SIGNS_APART) == SIGNS_APART;
  if (there == SIGNS_ZERO) side = apart ? SIGNS_APART : both[path_choose(ring, path, 2, 0)];
  if (side == SIGNS_NONE || (side == SIGNS_APART && !apart)) {
    path->lost = true;
    ring_fail(ring, STATUS_UNABLE);
    return SIGNS_ZERO;
  }
  PathStep *step = path_note(ring, path, p, side, false);
  if (step != NULL) step->active = (there & SIGNS_ZERO) != 0;
  return side;
}

/* The signs of p, whose leading coefficient is positive, within one of the classes. */
static Signs ask_polynomial(Ring *ring, Path *path, fmpz_mpoly_struct *p, uint32_t count, const Signs *classes) {
  while (ring->status == STATUS_OK) {
    Signs known = known_signs(ring, path, p);
    if (known == SIGNS_ALL && thin_vanishes(ring, p)) known = SIGNS_ZERO;
    for (uint32_t c = 0; c < count; c++) {
      if ((known & ~classes[c]) == 0) return known;
    }
    if (path->beside != NULL) return take_side(ring, path, p, count, classes);
    if (refine_guard(ring, path, p)) continue;
    int sign = divide_guards(ring, path, p, true) == SIGNS_MINUS ? -1 : 1;
    Signs turned[3];
    for (uint32_t c = 0; c < count; c++) turned[c] = signs_times(classes[c], sign);
    return signs_times(choose_class(ring, path, p, signs_times(known, sign), count, turned), sign);
  }
  return SIGNS_ZERO;
}

/* --------------------------------------------------------------- asking -- */

static uint32_t class_of(Signs signs, uint32_t count, const Signs *classes) {
  for (uint32_t c = 0; c < count; c++) {
    if ((classes[c] & signs) != 0) return c;
  }
  return 0;
}

/* The parts of a quotient in lowest terms; its denominator is not 0, so that squares in it do not matter. */
static bool take_parts(Ring *ring, Scalar a, Parts *parts) {
  const SymbolicRing *self = symbolic_self(ring);
  add_parts(ring, parts, &symbolic_at(ring, a)->den);
  fmpz_mpoly_one(parts->even, self->context);
  add_parts(ring, parts, &symbolic_at(ring, a)->num);
  return parts->sign != 0 && parts->odd->length <= self->max_length && parts->even->length <= self->max_length;
}

static uint32_t ask_parts(Ring *ring, Parts *parts, uint32_t count, const Signs *classes) {
  static const Signs apart[] = {SIGNS_APART, SIGNS_ZERO};
  SymbolicRing *self = symbolic_self(ring);
  Signs turned[3], signs = SIGNS_PLUS;
  uint32_t zero = class_of(SIGNS_ZERO, count, classes);
  for (uint32_t c = 0; c < count; c++) turned[c] = signs_times(classes[c], parts->sign);
  if (!fmpz_mpoly_is_fmpz(parts->odd, self->context))
    signs = ask_polynomial(ring, self->path, parts->odd, count, turned);
  uint32_t found = class_of(signs_times(signs, parts->sign), count, classes);
  if (found == zero || fmpz_mpoly_is_fmpz(parts->even, self->context)) return found;
  return ask_polynomial(ring, self->path, parts->even, 2, apart) == SIGNS_ZERO ? zero : found;
}

static uint32_t ask_on_path(Ring *ring, Scalar a, uint32_t count, const Signs *classes) {
  SymbolicRing *self = symbolic_self(ring);
  uint32_t found = 0;
  int sign = symbolic_constant_sign(ring, a);
  if (sign == 2 && symbolic_is_number(ring, a)) {
    if (!symbolic_number_decides(ring, a, &sign)) ring_fail(ring, STATUS_UNABLE);
  }
  if (sign != 2) return class_of(signs_of(sign), count, classes);
  if (self->path == NULL) ring_fail(ring, STATUS_UNABLE);
  if (ring->status != STATUS_OK) return 0;
  Parts parts = {.sign = 1};
  open_parts(self, &parts);
  if (take_parts(ring, a, &parts))
    found = ask_parts(ring, &parts, count, classes);
  else
    ring_fail(ring, STATUS_LIMIT);
  close_parts(self, &parts);
  return found;
}

/* What the path's equalities make of a; that asks nothing of the domain. */
static Scalar restrict_quietly(Ring *ring, const Path *path, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  uint32_t obligations = self->obligation_count;
  a = path_restrict(ring, path, a);
  self->obligation_count = obligations;
  return a;
}

uint32_t symbolic_ask(Ring *ring, Scalar a, uint32_t count, const Signs *classes) {
  const SymbolicRing *self = symbolic_self(ring);
  uint32_t obligations = self->obligation_count;
  Signs turned[3];
  int sign = 1;
  if (ring->status != STATUS_OK) return 0;
  if (self->path != NULL) a = restrict_quietly(ring, self->path, a);
  for (int peeled = peel(ring, &a); peeled != 0; peeled = peel(ring, &a)) sign *= peeled;
  for (uint32_t c = 0; c < count; c++) turned[c] = signs_times(classes[c], sign);
  if (ring->status != STATUS_OK) return 0;
  uint32_t found = ask_on_path(ring, a, count, turned);
  symbolic_self(ring)->obligation_count = obligations;
  return found;
}

int symbolic_sign(Ring *ring, Scalar a) {
  static const Signs classes[] = {SIGNS_MINUS, SIGNS_PLUS, SIGNS_ZERO};
  static const int signs[] = {-1, 1, 0};
  int sign = signs[symbolic_ask(ring, a, 3, classes)];
  return ring->status == STATUS_OK ? sign : 0;
}

bool symbolic_is_negative(Ring *ring, Scalar a) {
  static const Signs classes[] = {SIGNS_MINUS, SIGNS_PLUS | SIGNS_ZERO};
  return symbolic_ask(ring, a, 2, classes) == 0 && ring->status == STATUS_OK;
}

Signs path_signs(Ring *ring, const Path *leaf, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  Status before = ring_take_status(ring);
  Signs signs = SIGNS_ALL;
  int sign = 2;
  a = restrict_quietly(ring, leaf, a);
  if (ring->status == STATUS_OK) sign = symbolic_constant_sign(ring, a);
  if (sign == 2 && ring->status == STATUS_OK && symbolic_is_number(ring, a) && !symbolic_number_decides(ring, a, &sign))
    sign = 2;
  if (sign != 2)
    signs = signs_of(sign);
  else if (ring->status == STATUS_OK) {
    Parts parts = {.sign = 1};
    open_parts(self, &parts);
    if (take_parts(ring, a, &parts)) {
      Signs even = known_signs(ring, leaf, parts.even);
      signs = signs_times(known_signs(ring, leaf, parts.odd), parts.sign);
      if (even & SIGNS_ZERO) signs = even == SIGNS_ZERO ? SIGNS_ZERO : signs | SIGNS_ZERO;
    }
    close_parts(self, &parts);
  }
  ring->status = before;
  return signs;
}
