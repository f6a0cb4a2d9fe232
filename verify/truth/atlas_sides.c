/* What two sides are on the boundary between them, and what the program itself is there. */
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>

/* 0 on the boundary by its form: the guard divides it, or it is 0 where the guard is solved. */
static bool vanishes(const Survey *survey, uint32_t step, Scalar difference) {
  Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, difference);
  PathReplaced input;
  return fmpz_mpoly_q_is_zero(item, self->context) ||
         atlas_divides(self, atlas_polynomial(survey, survey_guard(survey, step)), &item->num) ||
         (path_solve(ring, atlas_polynomial(survey, survey_guard(survey, step)), &input) &&
          atlas_solved(ring, &input, difference) == SOLVED_ZERO);
}

/* Whether two scalars are one on the boundary; where they are not, a witness. */
static Agreement compare(Survey *survey, uint32_t step, Scalar a, Scalar b, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  Scalar difference = ring_sub(ring, a, b);
  if (ring_take_status(ring) != STATUS_OK) return UNSURE;
  if (vanishes(survey, step, difference)) return AGREE;
  SmtAnswer answer = survey_find_witness(survey, step, SURVEY_DEFINED, &difference, boundary);
  if (answer == SMT_UNSAT) return AGREE;
  if (answer != SMT_SAT) return UNSURE;
  survey_describe(survey, a, boundary->side[0], sizeof boundary->side[0]);
  survey_describe(survey, b, boundary->side[1], sizeof boundary->side[1]);
  return DIFFER;
}

static Agreement compare_all(Survey *survey, uint32_t step, uint32_t count, const Scalar *a, const Scalar *b,
                             Boundary *boundary, uint32_t *place) {
  Agreement found = AGREE;
  for (uint32_t i = 0; i < count; i++) {
    Agreement here = compare(survey, step, a[i], b[i], boundary);
    *place = i;
    if (here == DIFFER) return DIFFER;
    if (here == UNSURE) found = UNSURE;
  }
  return found;
}

BoundaryKind survey_judge(Survey *survey, uint32_t step, Boundary *boundary) {
  const Side *a = &survey->side[0], *b = &survey->side[1];
  uint32_t place = 0;
  Agreement values = compare_all(survey, step, survey->outputs, a->value, b->value, boundary, &place);
  if (values == DIFFER) {
    boundary->output = place;
    return BOUNDARY_JUMP;
  }
  if (survey->thin) return values == AGREE ? BOUNDARY_SMOOTH : BOUNDARY_UNDECIDED;
  Agreement slopes =
      compare_all(survey, step, survey->inputs * survey->outputs, a->columns, b->columns, boundary, &place);
  if (values == UNSURE || slopes == UNSURE) return BOUNDARY_UNDECIDED;
  boundary->output = place % survey->outputs;
  boundary->input = place / survey->outputs;
  return slopes == DIFFER ? BOUNDARY_KINK : BOUNDARY_SMOOTH;
}

bool survey_has_values(Survey *survey, const Boundary *boundary) {
  size_t mark = ring_mark(survey->numbers);
  const Scalar *point = boundary->rational ? survey_point(survey, boundary->point) : NULL;
  bool good = true;
  for (int side = 0; side < 2 && point != NULL; side++) {
    for (uint32_t k = 0; k < (survey->inputs + 1) * survey->outputs && good; k++) {
      Scalar a = k < survey->outputs ? survey->side[side].value[k] : survey->side[side].columns[k - survey->outputs];
      (void)symbolic_evaluate(survey->tools->symbolic, a, survey->numbers, survey->inputs, point);
      good = ring_take_status(survey->numbers) != STATUS_DOMAIN;
    }
  }
  ring_release(survey->numbers, mark);
  return good;
}

/* Whether a number is 0: unsure where its sign is not known. */
static Agreement is_nothing(const Ring *numbers, Scalar a) {
  int sign = symbolic_constant_sign(numbers, a);
  if (sign == 2 && !symbolic_number_decides(numbers, a, &sign)) return UNSURE;
  return sign == 0 ? AGREE : DIFFER;
}

/* Where both sides agree the program itself may differ from them: sign (x x) at 0.  Runs it at the witness, a point of
 * exact numbers; unsure where it has no value there, or none that is found.  At another point what the program tests
 * for by itself is asked of its edges. */
Agreement survey_agrees_there(Survey *survey, Boundary *boundary) {
  Ring *numbers = survey->numbers;
  size_t mark = ring_mark(numbers);
  ArenaMark arena = arena_mark(survey->tools->arena);
  const Scalar *point = survey_point(survey, boundary->point);
  Scalar *value = arena_array(survey->tools->arena, survey->outputs, sizeof *value);
  Machine machine = machine_make(survey->tools->store, numbers, survey->tools->arena);
  Status status =
      point == NULL || value == NULL ? STATUS_LIMIT : source_evaluator.eval(&machine, survey->program, point, value);
  Agreement found = point == NULL || (status == STATUS_OK && numbers->status == STATUS_OK) ? AGREE : UNSURE;
  for (uint32_t o = 0; point != NULL && o < survey->outputs && found == AGREE; o++) {
    Scalar beside =
        symbolic_evaluate(survey->tools->symbolic, survey->side[0].value[o], numbers, survey->inputs, point);
    Scalar difference = ring_sub(numbers, value[o], beside);
    found = ring_take_status(numbers) == STATUS_OK ? is_nothing(numbers, difference) : UNSURE;
    if (found != DIFFER) continue;
    boundary->output = o, boundary->input = 0;
    (void)ring_print(numbers, beside, boundary->side[0], sizeof boundary->side[0]);
    (void)ring_print(numbers, value[o], boundary->side[1], sizeof boundary->side[1]);
  }
  (void)ring_take_status(numbers);
  ring_release(numbers, mark);
  arena_release(survey->tools->arena, arena);
  return found;
}

/* Whether the point is on the edge: the guards have their signs, and its equality is the boundary's. */
static bool is_on_edge(Survey *survey, const Scalar *point) {
  const Path *path = &survey->on.path;
  for (uint32_t i = 0; i < path->length; i++) {
    int sign = survey_sign_at(survey, path->step[i].guard, point);
    Signs signs = sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO;
    if (sign == 2 || (path->step[i].signs & signs) == 0) return false;
  }
  return true;
}

/* The last model as a witness that the program on the edge differs from the sides. */
static bool take_edge_witness(Survey *survey, uint32_t step, uint32_t output, Scalar difference, Boundary *boundary) {
  size_t mark = ring_mark(survey->numbers);
  const Scalar *point = survey_point(survey, survey->values);
  bool good = point != NULL && survey_is_on_boundary(survey, step, point) && is_on_edge(survey, point) &&
              abs(survey_sign_at(survey, difference, point)) == 1;
  ring_release(survey->numbers, mark);
  if (!good || !survey_keep_point(survey, boundary)) return false;
  boundary->rational = true;
  boundary->output = output, boundary->input = 0;
  survey_describe(survey, survey->side[0].value[output], boundary->side[0], sizeof boundary->side[0]);
  survey_describe(survey, survey->on.value[output], boundary->side[1], sizeof boundary->side[1]);
  return true;
}

static Agreement compare_on_edge(Survey *survey, uint32_t step, uint32_t output, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  SmtQuery query;
  Scalar difference = ring_sub(ring, survey->on.value[output], survey->side[0].value[output]);
  if (ring_take_status(ring) != STATUS_OK) return UNSURE;
  if (vanishes(survey, step, difference)) return AGREE;
  survey_open_facet(survey, step, SURVEY_DEFINED, &query);
  smt_query_path(&query, &survey->on.path, 0, UINT32_MAX, false);
  smt_query_assert(&query, difference, SMT_NONZERO);
  SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
  smt_query_close(&query);
  if (answer == SMT_UNSAT) return survey_is_defined(survey, step, survey->on.first, survey->on.last) ? AGREE : UNSURE;
  return answer == SMT_SAT && take_edge_witness(survey, step, output, difference, boundary) ? DIFFER : UNSURE;
}

/* What the program is on each part of the boundary that it tests for, beside what both sides are: one witness is of
 * one part alone. */
Agreement survey_agrees_on_edges(Survey *survey, uint32_t step, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  Agreement found = survey->unread ? UNSURE : AGREE;
  for (uint32_t k = 0; k < survey->edges && found != DIFFER; k++) {
    if (!atlas_divides(symbolic_self(ring), survey->edge[k].guard,
                       atlas_polynomial(survey, survey_guard(survey, step))))
      continue;
    size_t mark = ring_mark(ring);
    survey->on.path = survey->edge[k].path;
    Status status = survey_run(survey, &survey->on);
    if (status != STATUS_OK) found = UNSURE;
    for (uint32_t o = 0; o < survey->outputs && status == STATUS_OK && found != DIFFER; o++) {
      Agreement here = compare_on_edge(survey, step, o, boundary);
      if (here != AGREE) found = here;
    }
    ring_release(ring, mark);
  }
  return found;
}
