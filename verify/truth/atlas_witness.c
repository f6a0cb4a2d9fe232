/* Points of boundaries: asked of the solver, and checked by substitution. */
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>

void survey_open_facet(Survey *survey, uint32_t step, uint32_t obligations, SmtQuery *query) {
  smt_query_open(query, survey->tools->symbolic);
  smt_query_assert(query, survey_guard(survey, step), SMT_ZERO);
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      bool asked = i != step && !atlas_is_apart(&path->step[i]) && survey->kin[side][i] == KIN_NONE;
      if (asked) smt_query_path(query, path, i, i + 1, true);
    }
  }
  smt_query_obligations(query, obligations, true);
}

Scalar *survey_point(Survey *survey, const SmtValue *values) {
  Scalar *point = arena_array(survey->tools->arena, survey->inputs, sizeof *point);
  for (uint32_t i = 0; point != NULL && i < survey->inputs; i++) {
    double nearest = 0;
    uint64_t residue = 0;
    if (!mpq_equal(values[i].low, values[i].high)) return NULL;
    mpq_t exact;
    mpq_init(exact);
    mpq_set(exact, values[i].low);
    Constant constant = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
    point[i] = ring_constant(survey->numbers, &constant, 0);
    mpq_clear(exact);
  }
  return point;
}

int survey_sign_at(Survey *survey, Scalar guard, const Scalar *point) {
  Scalar value = symbolic_evaluate(survey->tools->symbolic, guard, survey->numbers, survey->inputs, point);
  if (ring_take_status(survey->numbers) != STATUS_OK) return 2;
  int sign = symbolic_constant_sign(survey->numbers, value);
  if (sign != 2) return sign;
  sign = symbolic_number_sign(survey->numbers, value);
  return sign == 0 ? 2 : sign;
}

static bool has_signs(Survey *survey, int side, uint32_t without, const Scalar *point) {
  const Path *path = &survey->side[side].path;
  for (uint32_t i = 0; i < path->length; i++) {
    if (i == without || atlas_is_apart(&path->step[i]) || survey->kin[side][i] != KIN_NONE) continue;
    int sign = survey_sign_at(survey, path->step[i].guard, point);
    if (sign == 2 || sign == 0 || (path->step[i].signs & (sign < 0 ? SIGNS_MINUS : SIGNS_PLUS)) == 0) return false;
  }
  return true;
}

bool survey_is_on_boundary(Survey *survey, uint32_t step, const Scalar *point) {
  return survey_sign_at(survey, survey_guard(survey, step), point) == 0 && has_signs(survey, 0, step, point) &&
         has_signs(survey, 1, step, point);
}

void survey_drop_point(const Survey *survey, Boundary *boundary) {
  for (uint32_t i = 0; boundary->point != NULL && i < survey->inputs; i++) {
    mpq_clears(boundary->point[i].low, boundary->point[i].high, NULL);
  }
  free(boundary->point);
  boundary->point = NULL;
}

bool survey_keep_point(const Survey *survey, Boundary *boundary) {
  survey_drop_point(survey, boundary);
  boundary->point = calloc(survey->inputs, sizeof *boundary->point);
  for (uint32_t i = 0; boundary->point != NULL && i < survey->inputs; i++) {
    mpq_inits(boundary->point[i].low, boundary->point[i].high, NULL);
    mpq_set(boundary->point[i].low, survey->values[i].low);
    mpq_set(boundary->point[i].high, survey->values[i].high);
  }
  return boundary->point != NULL;
}

/* The last model as the boundary's witness, at which the difference (may be NULL) is not 0: values of atoms are the
 * model's.  With atoms a model that is no point is none; an algebraic point is shown without having been checked. */
static bool take_witness(Survey *survey, uint32_t step, const Scalar *difference, bool atoms, Boundary *boundary) {
  size_t mark = ring_mark(survey->numbers);
  Scalar *point = survey_point(survey, survey->values);
  boundary->rational = point != NULL;
  bool good = point != NULL ? survey_is_on_boundary(survey, step, point) : !atoms;
  if (good && point != NULL && difference != NULL) good = abs(survey_sign_at(survey, *difference, point)) == 1;
  ring_release(survey->numbers, mark);
  return good && survey_keep_point(survey, boundary);
}

/* What a scalar is at the witness, in words. */
void survey_describe(Survey *survey, Scalar a, char *out, size_t size) {
  size_t mark = ring_mark(survey->numbers);
  const Scalar *point = survey_point(survey, survey->values);
  out[0] = '\0';
  if (point != NULL) {
    Scalar value = symbolic_evaluate(survey->tools->symbolic, a, survey->numbers, survey->inputs, point);
    if (ring_take_status(survey->numbers) == STATUS_OK) (void)ring_print(survey->numbers, value, out, size);
  } else {
    (void)ring_print(survey->tools->symbolic, a, out, size);
  }
  ring_release(survey->numbers, mark);
}

/* Asks for a point of the boundary where the difference (may be NULL) is not 0, and
 * takes it for a witness.  A suggestion that is no point is not the last word:
 * where inputs are 0 or 1, values of atoms are known. */
SmtAnswer survey_find_witness(Survey *survey, uint32_t step, uint32_t obligations, const Scalar *difference,
                              Boundary *boundary) {
  SmtAnswer first = SMT_UNKNOWN;
  for (int pinned = 0; pinned < 2; pinned++) {
    SmtQuery query;
    survey_open_facet(survey, step, obligations, &query);
    if (difference != NULL) smt_query_assert(&query, *difference, SMT_NONZERO);
    if (pinned == 1) smt_query_pin(&query, survey->inputs);
    SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
    bool atoms = smt_query_has_atoms(&query);
    smt_query_close(&query);
    if (answer == SMT_SAT && take_witness(survey, step, difference, atoms, boundary)) return SMT_SAT;
    if (pinned == 0) first = answer == SMT_SAT ? SMT_UNKNOWN : answer;
    if (!atoms || answer == SMT_UNSAT) break;
  }
  return first;
}

bool survey_take_only_point(Survey *survey, Scalar guard, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  PathReplaced input;
  if (survey->inputs != 1 || !path_solve(ring, &symbolic_at(ring, guard)->num, &input)) return false;
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, input.by);
  const SymbolicRing *self = symbolic_self(ring);
  if (!fmpz_mpoly_is_fmpz(&item->num, self->context) || !fmpz_mpoly_is_fmpz(&item->den, self->context)) return false;
  fmpq_t number;
  fmpq_init(number);
  fmpz_mpoly_get_fmpz(fmpq_numref(number), &item->num, self->context);
  fmpz_mpoly_get_fmpz(fmpq_denref(number), &item->den, self->context);
  fmpq_canonicalise(number);
  fmpq_get_mpq(survey->values[0].low, number);
  mpq_set(survey->values[0].high, survey->values[0].low);
  fmpq_clear(number);
  boundary->rational = boundary->single = boundary->point != NULL || survey_keep_point(survey, boundary);
  return boundary->single;
}
