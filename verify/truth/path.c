/* Paths explored: answers chosen, noted and turned round; and equalities. */
#include "verify/truth/path_internal.h"

#include "semantics/rings/rings.h"

#include <math.h>

void path_open(Path *path) {
  *path = (Path){.open = false};
  path_rewind(path);
}

void path_rewind(Path *path) {
  path->length = path->taken = path->replacements = 0;
  path->source = path->domain = UINT32_MAX;
  path->empty = path->lost = false;
}

bool path_next(Path *path) {
  const uint32_t *outcomes = path->open ? path->sides : path->outcomes;
  for (uint32_t k = 0; k < path->choices && path->open; k++) {
    if (path->choice[k] >= path->sides[k]) path->choices = k + 1; /* nothing more within an equality */
  }
  while (path->choices > 0 && path->choice[path->choices - 1] + 1 >= outcomes[path->choices - 1]) path->choices--;
  if (path->choices == 0) return false;
  path->choice[path->choices - 1]++;
  return true;
}

void path_open_beside(Path *path, const Path *leaf) {
  path_open(path);
  path->beside = leaf;
}

bool path_has_equality(const Path *path) {
  for (uint32_t i = 0; i < path->length; i++) {
    if (path->step[i].signs == SIGNS_ZERO) return true;
  }
  return false;
}

void symbolic_set_path(Ring *ring, Path *path) { symbolic_self(ring)->path = path; }

/* ------------------------------------------------------------- choosing -- */

uint32_t path_choose(Ring *ring, Path *path, uint32_t sides, uint32_t equalities) {
  uint32_t outcomes = sides + equalities;
  if (outcomes <= 1) return 0;
  if (path->taken == path->choices) {
    if (path->choices == PATH_MAX_STEPS) {
      ring_fail(ring, STATUS_LIMIT);
      return 0;
    }
    path->choice[path->choices++] = 0;
  }
  path->sides[path->taken] = sides;
  path->outcomes[path->taken] = outcomes;
  return path->choice[path->taken++];
}

PathStep *path_note(Ring *ring, Path *path, const fmpz_mpoly_struct *guard, Signs signs, bool chosen) {
  const SymbolicRing *self = symbolic_self(ring);
  PathStep step = {.signs = signs, .chosen = chosen};
  if (path->length == PATH_MAX_STEPS) {
    ring_fail(ring, STATUS_LIMIT);
    return NULL;
  }
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &step.guard);
  if (item == NULL) return NULL;
  fmpz_mpoly_set(&item->num, guard, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  path->step[path->length] = step;
  return &path->step[path->length++];
}

/* ----------------------------------------------------------- equalities -- */

/* The input x of p = c x + q with a number c and no x in q, in atoms neither; -1 if there is none. */
static int64_t affine_variable(Ring *ring, const fmpz_mpoly_struct *p) {
  const SymbolicRing *self = symbolic_self(ring);
  for (slong t = 0; t < p->length; t++) {
    uint32_t found = self->variables, degree = 0;
    for (uint32_t g = 0; g < self->generators; g++)
      degree += (uint32_t)fmpz_mpoly_get_term_var_exp_ui(p, t, (slong)g, self->context);
    for (uint32_t i = 0; i < self->variables && degree == 1; i++) {
      if (fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_variable_generator(self, i), self->context) == 1) found = i;
    }
    if (found < self->variables &&
        fmpz_mpoly_degree_si(p, symbolic_variable_generator(self, found), self->context) == 1 &&
        symbolic_occurs_once(ring, p, found))
      return found;
  }
  return -1;
}

/* -q/c of p = c x + q. */
static Scalar solve(Ring *ring, const fmpz_mpoly_struct *p, uint32_t variable) {
  const SymbolicRing *self = symbolic_self(ring);
  slong g = symbolic_variable_generator(self, variable);
  fmpz_mpoly_t slope, rest, x;
  fmpz_mpoly_init(slope, self->context);
  fmpz_mpoly_init(rest, self->context);
  fmpz_mpoly_init(x, self->context);
  fmpz_mpoly_derivative(slope, p, g, self->context);
  fmpz_mpoly_gen(x, g, self->context);
  fmpz_mpoly_mul(x, x, slope, self->context);
  fmpz_mpoly_sub(rest, x, p, self->context);
  Scalar by = RING_POOL_ZERO;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &by);
  if (item != NULL) {
    fmpz_mpoly_set(&item->num, rest, self->context);
    fmpz_mpoly_set(&item->den, slope, self->context);
    fmpz_mpoly_q_canonicalise(item, self->context);
  }
  fmpz_mpoly_clear(slope, self->context);
  fmpz_mpoly_clear(rest, self->context);
  fmpz_mpoly_clear(x, self->context);
  return by;
}

bool path_solve(Ring *ring, const fmpz_mpoly_struct *p, PathReplaced *input) {
  int64_t found = affine_variable(ring, p);
  if (found < 0 || ring->status != STATUS_OK) return false;
  *input = (PathReplaced){(uint32_t)found, solve(ring, p, (uint32_t)found)};
  return true;
}

/* DOMAIN where the replacements leave nowhere where what was computed is defined, UNABLE where its value is that of
 * an edge, which its normal form is not. */
static Status check_condition(Ring *ring, const Path *path, uint32_t obligation) {
  SymbolicObligation what = symbolic_obligation(ring, obligation);
  what.argument = symbolic_replace(ring, what.argument, path->replacements, path->replaced);
  if (ring->status != STATUS_OK) return STATUS_OK; /* not decided here */
  return symbolic_condition_at(ring, what, symbolic_constant_sign(ring, what.argument));
}

/* An earlier guard that the new replacement makes a number must keep its signs. */
static bool contradicts(Ring *ring, const Path *path) {
  for (uint32_t i = 0; i < path->length; i++) {
    Scalar guard = symbolic_replace(ring, path->step[i].guard, path->replacements, path->replaced);
    int sign = ring->status == STATUS_OK ? symbolic_constant_sign(ring, guard) : 2;
    if (ring->status == STATUS_OK && sign == 2 && symbolic_is_number(ring, guard) &&
        !symbolic_number_decides(ring, guard, &sign))
      sign = 2;
    if (sign != 2 && (path->step[i].signs & signs_of(sign)) == 0) return true;
  }
  return false;
}

/* Writes the earlier guards with the new replacement, which says the same on the leaf. */
static void rewrite_guards(Ring *ring, Path *path) {
  const SymbolicRing *self = symbolic_self(ring);
  for (uint32_t i = 0; i < path->length && ring->status == STATUS_OK; i++) {
    PathStep *step = &path->step[i];
    Scalar guard = symbolic_replace(ring, step->guard, path->replacements, path->replaced);
    if (step->signs == SIGNS_ZERO || guard.word == step->guard.word || ring->status != STATUS_OK) continue;
    if (symbolic_constant_sign(ring, guard) != 2 || !fmpz_mpoly_is_fmpz(&symbolic_at(ring, guard)->den, self->context))
      continue;
    Scalar primitive; /* not in its place: it may be what replaces a variable */
    fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &primitive);
    if (item == NULL) return;
    fmpz_mpoly_set(&item->num, &symbolic_at(ring, guard)->num, self->context);
    fmpz_mpoly_one(&item->den, self->context);
    if (symbolic_make_primitive(ring, &item->num) < 0) step->signs = signs_negated(step->signs);
    step->guard = primitive;
  }
}

void path_equate(Ring *ring, Path *path, const fmpz_mpoly_struct *p) {
  PathReplaced replaced;
  uint32_t obligations = symbolic_obligation_count(ring);
  bool solved = path_solve(ring, p, &replaced);
  if (solved) {
    for (uint32_t k = 0; k < path->replacements; k++)
      path->replaced[k].by = symbolic_replace(ring, path->replaced[k].by, 1, &replaced);
    path->replaced[path->replacements++] = replaced;
  }
  if (ring->status == STATUS_OK && contradicts(ring, path)) path->empty = true;
  if (solved && !path->empty && ring->status == STATUS_OK) rewrite_guards(ring, path);
  Status status = path->empty ? STATUS_DOMAIN : STATUS_OK;
  for (uint32_t k = 0; k < obligations && status != STATUS_DOMAIN && solved; k++) {
    Status one = check_condition(ring, path, k);
    if (one != STATUS_OK) status = one;
  }
  if (status != STATUS_OK) ring_fail(ring, status);
}

Scalar path_restrict(Ring *ring, const Path *leaf, Scalar a) {
  return leaf->replacements == 0 ? a : symbolic_replace(ring, a, leaf->replacements, leaf->replaced);
}

bool path_vanishes(Ring *ring, const Path *leaf, Scalar a) {
  SymbolicRing *self = symbolic_self(ring);
  uint32_t obligations = self->obligation_count;
  a = path_restrict(ring, leaf, a);
  self->obligation_count = obligations;
  if (ring->status != STATUS_OK) return false;
  bool zero = symbolic_constant_sign(ring, a) == 0;
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  for (uint32_t i = 0; i < leaf->length && !zero; i++) {
    if (leaf->step[i].signs != SIGNS_ZERO) continue;
    zero = bounded_divides(rest, &symbolic_at(ring, a)->num, &symbolic_at(ring, leaf->step[i].guard)->num,
                           self->context) != 0;
  }
  fmpz_mpoly_clear(rest, self->context);
  return zero;
}

/* -------------------------------------------------------------- points -- */

/* The sign of an enclosure; 0 when it holds 0. */
static int enclosure_sign(const Ring *enclosure, Scalar a) {
  double value = enclosure_value(enclosure, a);
  if (!isfinite(value) || !(fabs(value) > enclosure_bound(enclosure, a))) return 0;
  return value < 0 ? -1 : 1;
}

int path_sign_at(Ring *ring, Scalar guard, Ring *enclosure, uint32_t count, const Scalar *point) {
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
    int sign = path_sign_at(ring, path->step[i].guard, enclosure, count, point);
    if (sign == 0) return PATH_UNKNOWN;
    if ((path->step[i].signs & signs_of(sign)) == 0) return PATH_OUTSIDE;
  }
  return PATH_INSIDE;
}
