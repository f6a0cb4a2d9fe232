/* What happens where the guard of two regions is 0. */
#include "semantics/memory/growing.h"
#include "semantics/memory/try.h"
#include "verify/truth/atlas_internal.h"
#include "verify/truth/bounded.h"

#include <stdlib.h>
#include <string.h>

/* What is written to its end. */
static bool is_known(const Atlas *atlas, const Boundary *boundary) {
  if (strstr(boundary->guard, "...") != NULL) return false;
  for (uint32_t k = 0; k < atlas->count; k++) {
    const Boundary *other = &atlas->boundaries[k];
    if (other->kind == boundary->kind && strcmp(other->guard, boundary->guard) == 0) return true;
  }
  return false;
}

/* Of what is said of one point what says the most, which no more can be said beside; but what is not known is not
 * smooth. */
static int rank_of(BoundaryKind kind) {
  static const int rank[BOUNDARY_KINDS] = {
      [BOUNDARY_SMOOTH] = 0, [BOUNDARY_EDGE] = 1, [BOUNDARY_UNDECIDED] = 2, [BOUNDARY_KINK] = 3, [BOUNDARY_JUMP] = 4};
  return rank[kind];
}

/* Whether the atlas has the point already, as it was or as the boundary says now. */
static bool joins_point(const Survey *survey, const Atlas *atlas, Boundary *boundary) {
  for (uint32_t k = 0; k < atlas->count && boundary->single; k++) {
    Boundary *other = &atlas->boundaries[k];
    if (!other->single || strcmp(other->guard, boundary->guard) != 0) continue;
    if (rank_of(boundary->kind) > rank_of(other->kind)) {
      Boundary before = *other;
      *other = *boundary;
      *boundary = before;
    }
    survey_drop_point(survey, boundary);
    return true;
  }
  return false;
}

static Status add_boundary(const Survey *survey, Atlas *atlas, Boundary *boundary) {
  if (joins_point(survey, atlas, boundary)) return STATUS_OK;
  bool known = is_known(atlas, boundary);
  Boundary *room = known ? NULL : heap_room(atlas->boundaries, atlas->count, &atlas->capacity, 8, sizeof *room);
  if (room != NULL) {
    atlas->boundaries = room;
    atlas->boundaries[atlas->count++] = *boundary;
    return STATUS_OK;
  }
  survey_drop_point(survey, boundary);
  return known ? STATUS_OK : STATUS_LIMIT;
}

/* A kink stays one where a part of it is a jump, which is another boundary; what is smooth but for a part is not. */
static Status survey_edges(Survey *survey, uint32_t step, Boundary *boundary, Atlas *atlas) {
  Boundary part = *boundary;
  part.point = NULL;
  Agreement there = survey_agrees_on_edges(survey, step, &part);
  if (there == AGREE) return STATUS_OK;
  part.kind = there == DIFFER ? BOUNDARY_JUMP : BOUNDARY_UNDECIDED;
  part.crosses = survey_crosses(survey, step, &part);
  if (boundary->kind == BOUNDARY_KINK && there == DIFFER) return add_boundary(survey, atlas, &part);
  if (part.point == NULL) part.point = boundary->point;
  if (part.point != boundary->point) survey_drop_point(survey, boundary);
  *boundary = part;
  return STATUS_OK;
}

/* Whether there may be a point of the boundary. */
static SmtAnswer meet(Survey *survey, uint32_t step, uint32_t obligations) {
  SmtQuery query;
  survey_open_facet(survey, step, obligations, &query);
  SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
  smt_query_close(&query);
  return answer;
}

static Boundary begin_at(const Survey *survey, Scalar guard) {
  Boundary boundary = {.kind = BOUNDARY_UNDECIDED};
  guard_text(survey->tools->symbolic, guard, "=", boundary.guard, sizeof boundary.guard);
  return boundary;
}

static Boundary begin(const Survey *survey, uint32_t step) { return begin_at(survey, survey_guard(survey, step)); }

/* The points where other guards are 0 too, of one input; false unless they are all known. */
static bool add_crossings(Survey *survey, uint32_t step, Atlas *atlas) {
  int side = 0;
  bool known = survey->inputs == 1;
  for (uint32_t i = 0; known && survey_crossing(survey, step, &side, &i); i++) {
    Scalar guard = survey->side[side].path.step[i].guard;
    Boundary point = begin_at(survey, guard);
    known = survey_take_only_point(survey, guard, &point) && add_boundary(survey, atlas, &point) == STATUS_OK;
  }
  return known;
}

/* Where the regions do not meet as regions do: it is not known how. */
static Status add_meeting(Survey *survey, uint32_t step, Boundary *boundary, Atlas *atlas) {
  if (!survey_meets_elsewhere(survey, step)) return STATUS_OK;
  bool point = survey_take_only_point(survey, survey_guard(survey, step), boundary);
  return !point && add_crossings(survey, step, atlas) ? STATUS_OK : add_boundary(survey, atlas, boundary);
}

Status survey_edge(Survey *survey, uint32_t step, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  survey_find_kin(survey, step);
  SmtAnswer answer = survey_find_witness(survey, step, survey->side[0].last, NULL, &boundary);
  if (answer == SMT_UNSAT) return add_meeting(survey, step, &boundary, atlas);
  if (answer == SMT_SAT) boundary.kind = BOUNDARY_EDGE;
  return add_boundary(survey, atlas, &boundary);
}

/* Whether the boundary may be in the closure of where one of the sides is defined: else there is nothing beside it. */
static bool is_beside(Survey *survey, uint32_t step) {
  bool beside = false;
  for (int side = 0; side < 2 && !beside; side++) {
    SmtQuery query;
    survey_open_facet(survey, step, 0, &query);
    smt_query_closure(&query, survey->side[side].first, survey->side[side].last);
    beside = atlas_has_edges(&query) || smt_query_check(&query, survey->tools->smt, survey->values) != SMT_UNSAT;
    smt_query_close(&query);
  }
  return beside;
}

/* What both sides say, and a witness. */
static void judge_sides(Survey *survey, uint32_t step, bool inside, Boundary *boundary) {
  boundary->kind = inside ? survey_judge(survey, step, boundary) : BOUNDARY_EDGE;
  if (boundary->point == NULL && boundary->kind != BOUNDARY_UNDECIDED &&
      survey_find_witness(survey, step, inside ? SURVEY_DEFINED : 0, NULL, boundary) != SMT_SAT) {
    boundary->kind = BOUNDARY_UNDECIDED; /* where atoms occur, a suggestion is no point */
  }
  if (boundary->point != NULL && boundary->kind != BOUNDARY_UNDECIDED && !survey_has_values(survey, boundary))
    boundary->kind = BOUNDARY_EDGE;
}

static bool agrees(const Boundary *boundary) {
  return boundary->point != NULL && (boundary->kind == BOUNDARY_SMOOTH || boundary->kind == BOUNDARY_KINK);
}

Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  survey_find_kin(survey, step);
  SmtAnswer inside = meet(survey, step, SURVEY_DEFINED);
  SmtAnswer meets = inside == SMT_UNSAT ? meet(survey, step, 0) : inside;
  if (meets == SMT_UNSAT) return add_meeting(survey, step, &boundary, atlas);
  if (inside == SMT_UNSAT && !is_beside(survey, step)) return STATUS_OK;
  if (meets == SMT_SAT) judge_sides(survey, step, inside == SMT_SAT, &boundary);
  if (agrees(&boundary)) {
    Agreement there = survey_agrees_there(survey, &boundary);
    if (there != AGREE) boundary.kind = there == DIFFER ? BOUNDARY_JUMP : BOUNDARY_UNDECIDED;
  }
  if (agrees(&boundary)) TRY(survey_edges(survey, step, &boundary, atlas));
  (void)survey_take_only_point(survey, survey_guard(survey, step), &boundary);
  bool open = boundary.kind == BOUNDARY_UNDECIDED || boundary.kind == BOUNDARY_EDGE;
  bool whole = open || boundary.single || survey_is_defined(survey, step, 0, UINT32_MAX);
  bool known =
      !survey_has_multiple(survey) && (boundary.kind != BOUNDARY_SMOOTH || (whole && survey_is_generic(survey, step)));
  if (!known) boundary.kind = BOUNDARY_UNDECIDED;
  boundary.crosses = survey_crosses(survey, step, &boundary);
  Boundary rest = begin(survey, step); /* where a side has no derivative by its form */
  if (known && !whole) TRY(add_boundary(survey, atlas, &rest));
  return add_boundary(survey, atlas, &boundary);
}

/* Of one input the germ says what happens there. */
static Status add_zeros(Survey *survey, const fmpz_mpoly_struct *p, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  Scalar guard;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &guard);
  if (item == NULL) return STATUS_LIMIT;
  fmpz_mpoly_set(&item->num, p, self->context);
  fmpz_mpoly_one(&item->den, self->context);
  (void)symbolic_make_primitive(ring, &item->num);
  if ((path_signs(ring, &survey->side[0].path, guard) & SIGNS_ZERO) == 0) return STATUS_OK;
  Boundary boundary = begin_at(survey, guard);
  if (survey_take_only_point(survey, guard, &boundary)) boundary.kind = BOUNDARY_EDGE;
  return add_boundary(survey, atlas, &boundary);
}

/* An irreducible factor that divides a polynomial an odd number of times changes its sign where the factor does: there
 * is no value beside it then.  Where that is 0 and does not change its sign its slopes are 0 too, in codimension 2. */
Status survey_root(Survey *survey, SymbolicObligation what, Atlas *atlas) {
  const SymbolicRing *self = symbolic_self(survey->tools->symbolic);
  Scalar argument = what.argument;
  bool even = what.condition == SYMBOLIC_ROOT && !atlas_has_atoms(self, atlas_polynomial(survey, argument)) &&
              fmpz_mpoly_is_fmpz(&symbolic_at(survey->tools->symbolic, argument)->den, self->context);
  Status status = STATUS_OK;
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, self->context);
  bool known = bounded_factor(factors, atlas_polynomial(survey, argument), self->context);
  for (slong k = 0; known && k < factors->num && status == STATUS_OK; k++) {
    if (!even || fmpz_is_even(factors->exp + k)) status = add_zeros(survey, factors->poly + k, atlas);
  }
  if (!known) status = add_zeros(survey, atlas_polynomial(survey, argument), atlas);
  fmpz_mpoly_factor_clear(factors, self->context);
  return status;
}
