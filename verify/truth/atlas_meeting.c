/* Where two regions meet: which guards are 0 on all of a boundary, whether others are on parts of it, and whether a
 * guard changes its sign at a point.
 *
 * A boundary is looked at where one guard is 0 and all others are not.  That is nearly all of it where the zeros of
 * every other guard have no inner points in it: two regions that meet in no more than those do not part what is between
 * them, since what is left of a ball without a set of codimension 2 is connected, and on the way from one region to the
 * other every boundary that is crossed has been looked at. */
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>

#define CROSSING_BITS 256

bool atlas_divides(const SymbolicRing *self, const fmpz_mpoly_struct *a, const fmpz_mpoly_struct *b) {
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  bool good = bounded_divides(rest, b, a, self->context) != 0;
  fmpz_mpoly_clear(rest, self->context);
  return good;
}

/* ------------------------------------------------------ other guards -- */

Solved atlas_solved(Ring *ring, const PathReplaced *input, Scalar a) {
  uint32_t obligations = symbolic_obligation_count(ring);
  Scalar there = symbolic_replace(ring, a, 1, input);
  Solved found = SOLVED_UNKNOWN;
  if (ring_take_status(ring) == STATUS_OK) {
    int sign = symbolic_constant_sign(ring, there);
    bool number = sign == 2 && symbolic_is_number(ring, there);
    if (number && !symbolic_number_decides(ring, there, &sign)) sign = 2;
    if (sign != 2)
      found = sign == 0 ? SOLVED_ZERO : SOLVED_THIN;
    else if (!number && thin_zeros(ring, there) == THIN_YES)
      found = SOLVED_THIN;
  }
  (void)ring_take_status(ring);
  symbolic_forget_obligations(ring, obligations);
  return found;
}

static bool is_same(const Survey *survey, int side, uint32_t i, uint32_t step) {
  return fmpz_mpoly_equal(atlas_polynomial(survey, survey->side[side].path.step[i].guard),
                          atlas_polynomial(survey, survey_guard(survey, step)),
                          symbolic_self(survey->tools->symbolic)->context);
}

bool survey_has_one_side(const Survey *survey, uint32_t step) {
  const Path *path = &survey->side[0].path;
  for (uint32_t i = 0; i < path->length; i++) {
    if (i != step && !atlas_is_apart(&path->step[i]) && is_same(survey, 0, i, step)) return true;
  }
  return false;
}

void survey_find_kin(Survey *survey, uint32_t step) {
  Ring *ring = survey->tools->symbolic;
  PathReplaced input;
  Scalar guard = survey_guard(survey, step);
  bool solvable = path_solve(ring, atlas_polynomial(survey, guard), &input);
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      Kin *kin = &survey->kin[side][i];
      *kin = KIN_NONE;
      if (i == step || atlas_is_apart(&path->step[i])) continue;
      if (is_same(survey, side, i, step))
        *kin = KIN_SAME;
      else if (atlas_divides(symbolic_self(ring), atlas_polynomial(survey, guard),
                             atlas_polynomial(survey, path->step[i].guard)) ||
               (solvable && atlas_solved(ring, &input, path->step[i].guard) == SOLVED_ZERO))
        *kin = KIN_MULTIPLE;
    }
  }
}

bool survey_has_multiple(const Survey *survey) {
  for (int side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < survey->side[side].path.length; i++) {
      if (survey->kin[side][i] == KIN_MULTIPLE) return true;
    }
  }
  return false;
}

/* ------------------------------------------------------ parts of it -- */

/* Which inputs occur, in arguments of atoms too, as bits; all of them where there are too many. */
static uint64_t inputs_of(const Survey *survey, const fmpz_mpoly_struct *p) {
  const Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  uint64_t found = 0;
  if (survey->inputs > 64) return UINT64_MAX;
  for (uint32_t i = 0; i < survey->inputs; i++) {
    bool occurs = fmpz_mpoly_degree_si(p, symbolic_variable_generator(self, i), self->context) > 0;
    for (uint32_t k = 0; k < self->atom_count && !occurs; k++)
      occurs = fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, k), self->context) > 0 &&
               symbolic_argument_has(ring, k, i);
    if (occurs) found |= (uint64_t)1 << i;
  }
  return found;
}

bool atlas_has_atoms(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  for (uint32_t k = 0; k < self->atom_count; k++) {
    if (fmpz_mpoly_degree_si(p, symbolic_atom_generator(self, k), self->context) > 0) return true;
  }
  return false;
}

static bool is_coprime(const SymbolicRing *self, const fmpz_mpoly_struct *p, const fmpz_mpoly_struct *q) {
  fmpz_mpoly_t common;
  fmpz_mpoly_init(common, self->context);
  bool good = fmpz_mpoly_gcd(common, p, q, self->context) && fmpz_mpoly_is_fmpz(common, self->context);
  fmpz_mpoly_clear(common, self->context);
  return good;
}

static bool is_thin_where(Survey *survey, Scalar guard, Scalar other) {
  Ring *ring = survey->tools->symbolic;
  PathReplaced input;
  return path_solve(ring, atlas_polynomial(survey, guard), &input) && atlas_solved(ring, &input, other) == SOLVED_THIN;
}

bool atlas_has_edges(const SmtQuery *query) {
  const SymbolicRing *self = symbolic_self(query->ring);
  for (uint32_t k = 0; query->atoms != NULL && k < self->atom_count; k++) {
    if (!query->atoms[k]) continue;
    const fmpz_mpoly_q_struct *argument = symbolic_at(query->ring, self->atoms[k].argument);
    if (self->atoms[k].kind == ATOM_LOG || !fmpz_mpoly_is_fmpz(&argument->den, self->context)) return true;
  }
  return false;
}

static SmtRelation closure_of(Signs signs) {
  return signs == SIGNS_ZERO ? SMT_ZERO : signs & SIGNS_PLUS ? SMT_NOT_NEGATIVE : SMT_NOT_POSITIVE;
}

/* False if there is no point of the closures of both regions at which the guard, and the other (may be NULL), is 0. */
static bool may_meet(Survey *survey, uint32_t step, const Scalar *other) {
  SmtQuery query;
  smt_query_open(&query, survey->tools->symbolic);
  smt_query_assert(&query, survey_guard(survey, step), SMT_ZERO);
  if (other != NULL) smt_query_assert(&query, *other, SMT_ZERO);
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      if (i != step && !atlas_is_apart(&path->step[i]))
        smt_query_assert(&query, path->step[i].guard, closure_of(path->step[i].signs));
    }
  }
  bool may = atlas_has_edges(&query) || smt_query_check(&query, survey->tools->smt, survey->values) != SMT_UNSAT;
  smt_query_close(&query);
  return may;
}

/* Whether the zeros of both have codimension 2: of two polynomials without a common factor, of one that is thin where
 * the other is solved, of two in other inputs. */
static bool is_crossed_thinly(Survey *survey, Scalar guard, Scalar other) {
  Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_struct *p = atlas_polynomial(survey, guard), *q = atlas_polynomial(survey, other);
  if (!atlas_has_atoms(self, p) && !atlas_has_atoms(self, q)) return is_coprime(self, p, q);
  return is_thin_where(survey, guard, other) || is_thin_where(survey, other, guard) ||
         ((inputs_of(survey, p) & inputs_of(survey, q)) == 0 && thin_zeros(ring, guard) == THIN_YES &&
          thin_zeros(ring, other) == THIN_YES);
}

bool survey_crossing(Survey *survey, uint32_t step, int *side, uint32_t *i) {
  Scalar guard = survey_guard(survey, step);
  for (; *side < 2; (*side)++, *i = 0) {
    const Path *path = &survey->side[*side].path;
    for (; *i < path->length; (*i)++) {
      if (*i == step || atlas_is_apart(&path->step[*i]) || survey->kin[*side][*i] != KIN_NONE) continue;
      if (*side == 1 && *i < step) continue; /* the guards before are of both */
      if (!is_crossed_thinly(survey, guard, path->step[*i].guard) && may_meet(survey, step, &path->step[*i].guard))
        return true;
    }
  }
  return false;
}

bool survey_is_generic(Survey *survey, uint32_t step) {
  int side = 0;
  uint32_t i = 0;
  return !survey_crossing(survey, step, &side, &i);
}

bool survey_is_defined(Survey *survey, uint32_t step, uint32_t first, uint32_t last) {
  Ring *ring = survey->tools->symbolic;
  for (uint32_t k = first; k < symbolic_obligation_count(ring) && k < last; k++) {
    Scalar argument = symbolic_obligation(ring, k).argument;
    if (!symbolic_is_number(ring, argument) && !is_crossed_thinly(survey, survey_guard(survey, step), argument) &&
        may_meet(survey, step, &argument))
      return false;
  }
  return true;
}

bool survey_meets_elsewhere(Survey *survey, uint32_t step) {
  return !survey_is_generic(survey, step) && may_meet(survey, step, NULL);
}

/* ------------------------------------------------------- crossing -- */

/* A polynomial in the inputs alone, at each point of the box. */
static bool is_apart_in(const Survey *survey, const fmpz_mpoly_struct *p, const SmtValue *point) {
  const SymbolicRing *self = symbolic_self(survey->tools->symbolic);
  arb_t sum, term, factor;
  fmpz_t number;
  fmpq_t end;
  arb_init(sum), arb_init(term), arb_init(factor), fmpz_init(number), fmpq_init(end);
  for (slong t = 0; t < p->length; t++) {
    fmpz_mpoly_get_term_coeff_fmpz(number, p, t, self->context);
    arb_set_fmpz(term, number);
    for (uint32_t i = 0; i < survey->inputs; i++) {
      ulong power = fmpz_mpoly_get_term_var_exp_ui(p, t, symbolic_variable_generator(self, i), self->context);
      arb_t other;
      arb_init(other);
      fmpq_set_mpq(end, point[i].low);
      arb_set_fmpq(factor, end, CROSSING_BITS);
      fmpq_set_mpq(end, point[i].high);
      arb_set_fmpq(other, end, CROSSING_BITS);
      arb_union(factor, factor, other, CROSSING_BITS);
      arb_pow_ui(factor, factor, power, CROSSING_BITS);
      arb_mul(term, term, factor, CROSSING_BITS);
      arb_clear(other);
    }
    arb_add(sum, sum, term, CROSSING_BITS);
  }
  bool apart = !arb_contains_zero(sum);
  arb_clear(sum), arb_clear(term), arb_clear(factor), fmpz_clear(number), fmpq_clear(end);
  return apart;
}

bool survey_crosses(Survey *survey, uint32_t step, const Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  Scalar guard = survey_guard(survey, step);
  bool found = false;
  if (boundary->point == NULL || (!boundary->rational && atlas_has_atoms(self, atlas_polynomial(survey, guard))))
    return false;
  size_t mark = ring_mark(survey->numbers);
  Scalar *unit = arena_array(survey->tools->arena, survey->inputs, sizeof *unit);
  const Scalar *point = boundary->rational ? survey_point(survey, boundary->point) : NULL;
  for (uint32_t i = 0; unit != NULL && i < survey->inputs; i++) unit[i] = ring_integer(ring, 0);
  for (uint32_t i = 0; unit != NULL && i < survey->inputs && !found; i++) {
    Scalar slope;
    unit[i] = ring_integer(ring, 1);
    symbolic_derivatives(ring, 1, &guard, survey->inputs, unit, &slope);
    unit[i] = ring_integer(ring, 0);
    if (ring_take_status(ring) != STATUS_OK) continue;
    found = point != NULL
                ? abs(survey_sign_at(survey, slope, point)) == 1
                : !boundary->rational && is_apart_in(survey, atlas_polynomial(survey, slope), boundary->point);
  }
  ring_release(survey->numbers, mark);
  return found;
}
