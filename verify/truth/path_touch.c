/* Whether a region touches the points of a leaf with a cone: what is differentiable at
 * such a point has the derivative that the region's formula has there. */
#include "verify/truth/path_internal.h"
#include "verify/truth/thin.h"

#include <string.h>

#define TOUCH_VARIABLES 40u
#define TOUCH_PLACES (TOUCH_VARIABLES + 1) /* of the variables, and the constant */
#define TOUCH_ROUNDS 400u

/* A guard that may be 0 on the leaf, and its sign in the region. */
typedef struct Facet {
  Scalar guard;
  int sign;
  bool linear;
  int64_t slope[TOUCH_PLACES]; /* the sign times the coefficients of the variables, and the constant */
} Facet;

/* Small coefficients of an affine guard; false when it is not one. */
static bool read_linear(const Ring *ring, Facet *facet) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_struct *p = &symbolic_at(ring, facet->guard)->num;
  memset(facet->slope, 0, sizeof facet->slope);
  if (self->variables > TOUCH_VARIABLES || symbolic_has_atoms(ring, facet->guard)) return false;
  for (slong t = 0; t < p->length; t++) {
    uint32_t at = self->variables;
    ulong degree = 0;
    for (uint32_t i = 0; i < self->variables; i++) {
      ulong e = fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_variable_generator(self, i), self->context);
      degree += e;
      if (e > 0) at = i;
    }
    fmpz_t c;
    fmpz_init(c);
    fmpz_mpoly_get_term_coeff_fmpz(c, p, t, self->context);
    bool small = degree <= 1 && fmpz_bits(c) <= 40;
    if (small) facet->slope[at] = facet->sign * fmpz_get_si(c);
    fmpz_clear(c);
    if (!small) return false;
  }
  return true;
}

/* ---------------------------------------------------------------- affine -- */

static bool positive_on(const Facet *facet, uint32_t length, const int64_t *w) {
  __int128 sum = 0;
  for (uint32_t i = 0; i < length; i++) sum += (__int128)facet->slope[i] * w[i];
  return sum > 0;
}

/* A vector on which all are positive, by the perceptron's rule: it is a proof when it is found.  With `length`
 * beyond the variables the last place is that of constants, and positive. */
static bool find_direction(uint32_t count, const Facet *facet, uint32_t variables, bool point) {
  int64_t w[TOUCH_PLACES] = {0};
  uint32_t length = variables + point;
  w[variables] = point;
  for (uint32_t round = 0; round < TOUCH_ROUNDS; round++) {
    uint32_t worst = count;
    for (uint32_t k = 0; k < count && worst == count; k++) {
      if (!positive_on(&facet[k], length, w)) worst = k;
    }
    if (worst == count && (!point || w[variables] > 0)) return true;
    for (uint32_t i = 0; i < length && worst < count; i++) {
      if (__builtin_add_overflow(w[i], facet[worst].slope[i], &w[i])) return false;
    }
    if (worst == count || w[variables] <= 0) w[variables] += point;
  }
  return false;
}

/* The region is a polyhedron where its guards on the leaf are affine: with a point inside it is a cone at every
 * point of its closure; and so it is with a direction that enters all half-spaces. */
static bool touches_linear(const SymbolicRing *self, uint32_t count, const Facet *facet) {
  return find_direction(count, facet, self->variables, false) || find_direction(count, facet, self->variables, true);
}

/* ----------------------------------------------------------------- curved -- */

/* The derivative of a guard along u, +-1 times one variable or two. */
static Scalar along(Ring *ring, Scalar a, uint32_t i, int64_t first, uint32_t j, int64_t second) {
  Scalar v[TOUCH_VARIABLES], out;
  for (uint32_t k = 0; k < symbolic_self(ring)->variables; k++) v[k] = RING_POOL_ZERO;
  v[j] = ring_integer(ring, second);
  v[i] = ring_integer(ring, first);
  symbolic_derivatives(ring, 1, &a, symbolic_self(ring)->variables, v, &out);
  return out;
}

/* A direction. */
typedef struct Along {
  uint32_t i, j;
  int64_t first, second;
} Along;

static Scalar derivative_along(Ring *ring, Scalar a, Along u) { return along(ring, a, u.i, u.first, u.j, u.second); }

static bool is_stationary(Ring *ring, const Path *leaf, const Facet *facet) {
  for (uint32_t i = 0; i < symbolic_self(ring)->variables; i++) {
    if (!path_vanishes(ring, leaf, along(ring, facet->guard, i, 1, i, 1))) return false;
  }
  return true;
}

/* Whether a guard rises into the region along u wherever it is 0 on the leaf: by its first derivative, or by the
 * second where its gradient is 0, on all of the leaf or, `alone`, where no other guard matters. */
static bool enters(Ring *ring, const Path *leaf, const Facet *facet, Along u, bool alone) {
  Signs rises = signs_of(facet->sign);
  Scalar once = derivative_along(ring, facet->guard, u);
  if (path_signs(ring, leaf, once) == rises) return ring->status == STATUS_OK;
  if (path_signs(ring, leaf, derivative_along(ring, once, u)) != rises) return false;
  return (alone || is_stationary(ring, leaf, facet)) && ring->status == STATUS_OK;
}

static bool all_enter(Ring *ring, const Path *leaf, uint32_t count, const Facet *facet, Along u) {
  for (uint32_t k = 0; k < count; k++) {
    if (!enters(ring, leaf, &facet[k], u, count == 1)) return false;
  }
  return true;
}

/* Whether the gradient of a guard vanishes nowhere on the leaf. */
static bool is_regular(Ring *ring, const Path *leaf, const Facet *facet) {
  for (uint32_t i = 0; i < symbolic_self(ring)->variables; i++) {
    Signs signs = path_signs(ring, leaf, along(ring, facet->guard, i, 1, i, 1));
    if (ring->status == STATUS_OK && (signs & SIGNS_ZERO) == 0) return true;
  }
  return false;
}

static bool touches_curved(Ring *ring, const Path *leaf, uint32_t count, const Facet *facet) {
  uint32_t n = symbolic_self(ring)->variables;
  if (n > TOUCH_VARIABLES) return false;
  if (count == 1 && is_regular(ring, leaf, facet)) return true;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j <= i; j++) {
      for (int64_t turn = 0; turn < 4; turn++) {
        Along u = {i, j, turn < 2 ? 1 : -1, turn % 2 == 0 ? 1 : -1};
        if ((i != j || u.first == u.second) && all_enter(ring, leaf, count, facet, u)) return true;
      }
    }
  }
  return false;
}

bool path_touches(Ring *ring, const Path *leaf, const Path *side) {
  Facet facet[PATH_MAX_STEPS];
  uint32_t count = 0, end = side == leaf && leaf->source < leaf->length ? leaf->source : side->length;
  bool linear = true;
  for (uint32_t i = 0; i < end; i++) {
    const PathStep *step = &side->step[i];
    bool active = side == leaf ? (step->signs & SIGNS_ZERO) != 0 && step->signs != SIGNS_ZERO : step->active;
    Signs signs = step->signs & SIGNS_APART;
    if (!active || step->signs == SIGNS_ALL) continue;
    if (signs == SIGNS_APART) { /* all around its zeros */
      if (thin_zeros(ring, step->guard) != THIN_YES) return false;
      continue;
    }
    Facet *next = &facet[count++];
    *next = (Facet){.guard = step->guard, .sign = signs == SIGNS_PLUS ? 1 : -1};
    next->linear = read_linear(ring, next);
    linear = linear && next->linear;
  }
  if (count == 0) return true;
  if (linear && touches_linear(symbolic_self(ring), count, facet)) return true;
  Status before = ring_take_status(ring);
  bool touches = touches_curved(ring, leaf, count, facet);
  (void)ring_take_status(ring);
  ring->status = before;
  return touches;
}

/* ----------------------------------------------------------------- roots -- */

/* A polynomial of the argument's sign, and 0 where it is, as a guard of the path; false at a limit. */
static bool note_argument(Ring *ring, Scalar argument, Signs signs, Path *path) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar guard;
  fmpz_mpoly_q_struct *item = path->length == PATH_MAX_STEPS ? NULL : symbolic_fresh(ring, &guard);
  if (item == NULL) return false;
  const fmpz_mpoly_q_struct *from = symbolic_at(ring, argument);
  if (!symbolic_product_fits(ring, from->num.length, from->den.length)) return false;
  fmpz_mpoly_mul(&item->num, &from->num, &from->den, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  signs = signs_times(signs, symbolic_make_primitive(ring, &item->num)); /* as guards are */
  path->step[path->length++] = (PathStep){.guard = guard, .signs = signs, .active = true};
  return true;
}

/* Whether the argument of a root is negative beside each of its zeros on the leaf, where all that was asked before the
 * root has the leaf's answers: the program is defined around none of them.  What was asked later keeps it from no root.
 * After an equality, beside means on it. */
static bool is_negative_beside(Ring *ring, const Path *leaf, SymbolicObligation root) {
  Path edge = *leaf, side = {.length = 0};
  uint32_t equalities = 0, before = 0;
  for (uint32_t i = 0; i < leaf->length; i++) {
    equalities += leaf->step[i].signs == SIGNS_ZERO;
    before += leaf->step[i].signs == SIGNS_ZERO && i < root.asked;
  }
  if (before > 0) root.argument = path_restrict(ring, leaf, root.argument);
  if (ring->status != STATUS_OK || !note_argument(ring, root.argument, SIGNS_ZERO, &edge)) return false;
  for (uint32_t i = 0; i < leaf->length && i < root.asked; i++) {
    PathStep step = leaf->step[i];
    if (step.signs == SIGNS_ZERO || (step.signs & SIGNS_ZERO) == 0) continue;
    if (before > 0) step.guard = path_restrict(ring, leaf, step.guard);
    if (!fmpz_mpoly_is_fmpz(&symbolic_at(ring, step.guard)->den, symbolic_self(ring)->context)) return false;
    step.active = (path_signs(ring, &edge, step.guard) & SIGNS_ZERO) != 0;
    side.step[side.length++] = step;
  }
  return (before == 0 || equalities == leaf->replacements) && note_argument(ring, root.argument, SIGNS_MINUS, &side) &&
         ring->status == STATUS_OK && path_touches(ring, &edge, &side);
}

bool path_next_root(Ring *ring, const Path *leaf, uint32_t *next, Scalar *argument) {
  uint32_t obligations = symbolic_obligation_count(ring);
  for (uint32_t k = *next; k < obligations; k++) {
    SymbolicObligation what = symbolic_obligation(ring, k);
    *argument = what.argument;
    *next = k + 1;
    if (what.condition != SYMBOLIC_ROOT && what.condition != SYMBOLIC_CUBIC) continue;
    Signs signs = path_signs(ring, leaf, *argument);
    if ((signs & SIGNS_ZERO) == 0) continue;
    if (signs == SIGNS_ZERO || what.condition == SYMBOLIC_CUBIC) return true; /* defined on both sides */
    Status before = ring_take_status(ring);
    uint64_t work = symbolic_work_left(ring); /* that of the derivatives */
    bool negative = is_negative_beside(ring, leaf, what);
    (void)ring_take_status(ring);
    ring->status = before;
    symbolic_set_work(ring, work);
    symbolic_forget_obligations(ring, obligations);
    if (!negative) return true;
  }
  return false;
}
