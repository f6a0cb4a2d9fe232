/* What happens where the guard of two regions is 0. */
#include "semantics/memory/try.h"
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>
#include <string.h>

#define DEFINED UINT32_MAX /* all obligations, of both sides */

static const fmpz_mpoly_struct *guard_of(const Survey *survey, uint32_t step) {
  return &symbolic_at(survey->tools->symbolic, survey->side[0].path.step[step].guard)->num;
}

static bool is_apart(const PathStep *step) { return (step->signs & SIGNS_APART) == SIGNS_APART; }

/* What is asked of a boundary: the guard is 0, and every other guard of either
 * side that has one sign there is not; the first obligations hold.  What only must not be 0 beside it, as x in
 * x /= 0 where x < 0 is asked next, may be 0 on it. */
static void open_facet(Survey *survey, uint32_t step, uint32_t obligations, SmtQuery *query) {
  smt_query_open(query, survey->tools->symbolic);
  smt_query_assert(query, survey->side[0].path.step[step].guard, SMT_ZERO);
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      bool asked = i != step && !is_apart(&path->step[i]) && survey->kin[side][i] == KIN_NONE;
      if (asked) smt_query_path(query, path, i, i + 1, true);
    }
  }
  smt_query_obligations(query, obligations, true);
}

/* ------------------------------------------------------------ witnesses -- */

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
    if (i == without || is_apart(&path->step[i]) || survey->kin[side][i] != KIN_NONE) continue;
    int sign = survey_sign_at(survey, path->step[i].guard, point);
    if (sign == 2 || sign == 0 || (path->step[i].signs & (sign < 0 ? SIGNS_MINUS : SIGNS_PLUS)) == 0) return false;
  }
  return true;
}

/* Whether the model is a point of the boundary, checked by substitution. */
static bool is_on_boundary(Survey *survey, uint32_t step, const Scalar *point) {
  return survey_sign_at(survey, survey->side[0].path.step[step].guard, point) == 0 &&
         has_signs(survey, 0, step, point) && has_signs(survey, 1, step, point);
}

static void drop_point(const Survey *survey, Boundary *boundary) {
  for (uint32_t i = 0; boundary->point != NULL && i < survey->inputs; i++) {
    mpq_clears(boundary->point[i].low, boundary->point[i].high, NULL);
  }
  free(boundary->point);
  boundary->point = NULL;
}

/* In the place of another. */
static bool keep_point(const Survey *survey, Boundary *boundary) {
  drop_point(survey, boundary);
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
  bool good = point != NULL ? is_on_boundary(survey, step, point) : !atoms;
  if (good && point != NULL && difference != NULL) good = abs(survey_sign_at(survey, *difference, point)) == 1;
  ring_release(survey->numbers, mark);
  return good && keep_point(survey, boundary);
}

/* What a scalar is at the witness, in words. */
static void describe(Survey *survey, Scalar a, char *out, size_t size) {
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

/* --------------------------------------------------------- differences -- */

/* 0 on the boundary by its form: the guard divides it, or it is 0 where the guard is solved. */
static bool vanishes(const Survey *survey, uint32_t step, Scalar difference) {
  Ring *ring = survey->tools->symbolic;
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, difference);
  PathReplaced input;
  return fmpz_mpoly_q_is_zero(item, self->context) || atlas_divides(self, guard_of(survey, step), &item->num) ||
         (path_solve(ring, guard_of(survey, step), &input) && atlas_solved(ring, &input, difference) == SOLVED_ZERO);
}

typedef enum Agreement { AGREE, DIFFER, UNSURE } Agreement;

/* Asks for a point of the boundary where the difference (may be NULL) is not 0, and
 * takes it for a witness.  A suggestion that is no point is not the last word:
 * where inputs are 0 or 1, values of atoms are known. */
static SmtAnswer find_witness(Survey *survey, uint32_t step, uint32_t obligations, const Scalar *difference,
                              Boundary *boundary) {
  SmtAnswer first = SMT_UNKNOWN;
  for (int pinned = 0; pinned < 2; pinned++) {
    SmtQuery query;
    open_facet(survey, step, obligations, &query);
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

/* Whether two scalars are one on the boundary; where they are not, a witness. */
static Agreement compare(Survey *survey, uint32_t step, Scalar a, Scalar b, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  Scalar difference = ring_sub(ring, a, b);
  if (ring_take_status(ring) != STATUS_OK) return UNSURE;
  if (vanishes(survey, step, difference)) return AGREE;
  SmtAnswer answer = find_witness(survey, step, DEFINED, &difference, boundary);
  if (answer == SMT_UNSAT) return AGREE;
  if (answer != SMT_SAT) return UNSURE;
  describe(survey, a, boundary->side[0], sizeof boundary->side[0]);
  describe(survey, b, boundary->side[1], sizeof boundary->side[1]);
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

/* -------------------------------------------------------------- kinds -- */

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
    drop_point(survey, boundary);
    return true;
  }
  return false;
}

static Status add_boundary(const Survey *survey, Atlas *atlas, Boundary *boundary) {
  if (joins_point(survey, atlas, boundary)) return STATUS_OK;
  bool known = is_known(atlas, boundary);
  if (!known && atlas->count == atlas->capacity) {
    uint32_t capacity = atlas->capacity == 0 ? 8 : 2 * atlas->capacity;
    Boundary *boundaries = realloc(atlas->boundaries, capacity * sizeof *boundaries);
    if (boundaries != NULL) {
      atlas->boundaries = boundaries;
      atlas->capacity = capacity;
    }
  }
  if (!known && atlas->count < atlas->capacity) {
    atlas->boundaries[atlas->count++] = *boundary;
    return STATUS_OK;
  }
  drop_point(survey, boundary);
  return known ? STATUS_OK : STATUS_LIMIT;
}

/* Values first, then first derivatives. */
static BoundaryKind judge(Survey *survey, uint32_t step, Boundary *boundary) {
  const Side *a = &survey->side[0], *b = &survey->side[1];
  uint32_t place = 0;
  Agreement values = compare_all(survey, step, survey->outputs, a->value, b->value, boundary, &place);
  if (values == DIFFER) {
    boundary->output = place;
    return BOUNDARY_JUMP;
  }
  Agreement slopes =
      compare_all(survey, step, survey->inputs * survey->outputs, a->columns, b->columns, boundary, &place);
  if (values == UNSURE || slopes == UNSURE) return BOUNDARY_UNDECIDED;
  boundary->output = place % survey->outputs;
  boundary->input = place / survey->outputs;
  return slopes == DIFFER ? BOUNDARY_KINK : BOUNDARY_SMOOTH;
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
static Agreement agrees_there(Survey *survey, Boundary *boundary) {
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

/* ------------------------------------------- parts of a boundary -- */

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
  bool good = point != NULL && is_on_boundary(survey, step, point) && is_on_edge(survey, point) &&
              abs(survey_sign_at(survey, difference, point)) == 1;
  ring_release(survey->numbers, mark);
  if (!good || !keep_point(survey, boundary)) return false;
  boundary->rational = true;
  boundary->output = output, boundary->input = 0;
  describe(survey, survey->side[0].value[output], boundary->side[0], sizeof boundary->side[0]);
  describe(survey, survey->on.value[output], boundary->side[1], sizeof boundary->side[1]);
  return true;
}

static Agreement compare_on_edge(Survey *survey, uint32_t step, uint32_t output, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  SmtQuery query;
  Scalar difference = ring_sub(ring, survey->on.value[output], survey->side[0].value[output]);
  if (ring_take_status(ring) != STATUS_OK) return UNSURE;
  if (vanishes(survey, step, difference)) return AGREE;
  open_facet(survey, step, DEFINED, &query);
  smt_query_path(&query, &survey->on.path, 0, UINT32_MAX, false);
  smt_query_assert(&query, difference, SMT_NONZERO);
  SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
  smt_query_close(&query);
  if (answer == SMT_UNSAT) return AGREE;
  return answer == SMT_SAT && take_edge_witness(survey, step, output, difference, boundary) ? DIFFER : UNSURE;
}

/* What the program is on each part of the boundary that it tests for, beside what both sides are: one witness is of
 * one part alone. */
static Agreement agrees_on_edges(Survey *survey, uint32_t step, Boundary *boundary) {
  Ring *ring = survey->tools->symbolic;
  Agreement found = survey->unread ? UNSURE : AGREE;
  for (uint32_t k = 0; k < survey->edges && found != DIFFER; k++) {
    if (!atlas_divides(symbolic_self(ring), survey->edge[k].guard, guard_of(survey, step))) continue;
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

/* A kink stays one where a part of it is a jump, which is another boundary; what is smooth but for a part is not. */
static Status survey_edges(Survey *survey, uint32_t step, Boundary *boundary, Atlas *atlas) {
  Boundary part = *boundary;
  part.point = NULL;
  Agreement there = agrees_on_edges(survey, step, &part);
  if (there == AGREE) return STATUS_OK;
  part.kind = there == DIFFER ? BOUNDARY_JUMP : BOUNDARY_UNDECIDED;
  part.crosses = survey_crosses(survey, step, &part);
  if (boundary->kind == BOUNDARY_KINK && there == DIFFER) return add_boundary(survey, atlas, &part);
  if (part.point == NULL) part.point = boundary->point;
  if (part.point != boundary->point) drop_point(survey, boundary);
  *boundary = part;
  return STATUS_OK;
}

/* Whether there may be a point of the boundary. */
static SmtAnswer meet(Survey *survey, uint32_t step, uint32_t obligations) {
  SmtQuery query;
  open_facet(survey, step, obligations, &query);
  SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
  smt_query_close(&query);
  return answer;
}

static Boundary begin_at(const Survey *survey, Scalar guard) {
  Boundary boundary = {.kind = BOUNDARY_UNDECIDED};
  guard_text(survey->tools->symbolic, guard, "=", boundary.guard, sizeof boundary.guard);
  return boundary;
}

static Boundary begin(const Survey *survey, uint32_t step) {
  return begin_at(survey, survey->side[0].path.step[step].guard);
}

/* Whether both sides have values and derivatives at the witness; true where it is no point of exact numbers, at which
 * the solver has seen to that. */
static bool has_values(Survey *survey, const Boundary *boundary) {
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

/* Of one input: the point where the guard is 0, if it is solved for that. */
static bool take_only_point(Survey *survey, Scalar guard, Boundary *boundary) {
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
  boundary->rational = boundary->single = boundary->point != NULL || keep_point(survey, boundary);
  return boundary->single;
}

/* The points where other guards are 0 too, of one input; false unless they are all known. */
static bool add_crossings(Survey *survey, uint32_t step, Atlas *atlas) {
  int side = 0;
  bool known = survey->inputs == 1;
  for (uint32_t i = 0; known && survey_crossing(survey, step, &side, &i); i++) {
    Scalar guard = survey->side[side].path.step[i].guard;
    Boundary point = begin_at(survey, guard);
    known = take_only_point(survey, guard, &point) && add_boundary(survey, atlas, &point) == STATUS_OK;
  }
  return known;
}

/* Where the regions do not meet as regions do: it is not known how. */
static Status add_meeting(Survey *survey, uint32_t step, Boundary *boundary, Atlas *atlas) {
  if (!survey_meets_elsewhere(survey, step)) return STATUS_OK;
  bool point = take_only_point(survey, survey->side[0].path.step[step].guard, boundary);
  return !point && add_crossings(survey, step, atlas) ? STATUS_OK : add_boundary(survey, atlas, boundary);
}

Status survey_edge(Survey *survey, uint32_t step, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  survey_find_kin(survey, step);
  SmtAnswer answer = find_witness(survey, step, survey->side[0].last, NULL, &boundary);
  if (answer == SMT_UNSAT) return add_meeting(survey, step, &boundary, atlas);
  if (answer == SMT_SAT) boundary.kind = BOUNDARY_EDGE;
  return add_boundary(survey, atlas, &boundary);
}

/* Whether the boundary may be in the closure of where one of the sides is defined: else there is nothing beside it. */
static bool is_beside(Survey *survey, uint32_t step) {
  bool beside = false;
  for (int side = 0; side < 2 && !beside; side++) {
    SmtQuery query;
    open_facet(survey, step, 0, &query);
    smt_query_closure(&query, survey->side[side].first, survey->side[side].last);
    beside = atlas_has_edges(&query) || smt_query_check(&query, survey->tools->smt, survey->values) != SMT_UNSAT;
    smt_query_close(&query);
  }
  return beside;
}

/* What both sides say, and a witness. */
static void judge_sides(Survey *survey, uint32_t step, bool inside, Boundary *boundary) {
  boundary->kind = inside ? judge(survey, step, boundary) : BOUNDARY_EDGE;
  if (boundary->point == NULL && boundary->kind != BOUNDARY_UNDECIDED &&
      find_witness(survey, step, inside ? DEFINED : 0, NULL, boundary) != SMT_SAT) {
    boundary->kind = BOUNDARY_UNDECIDED; /* where atoms occur, a suggestion is no point */
  }
  if (boundary->point != NULL && boundary->kind != BOUNDARY_UNDECIDED && !has_values(survey, boundary))
    boundary->kind = BOUNDARY_EDGE;
}

static bool agrees(const Boundary *boundary) {
  return boundary->point != NULL && (boundary->kind == BOUNDARY_SMOOTH || boundary->kind == BOUNDARY_KINK);
}

Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  survey_find_kin(survey, step);
  SmtAnswer inside = meet(survey, step, DEFINED);
  SmtAnswer meets = inside == SMT_UNSAT ? meet(survey, step, 0) : inside;
  if (meets == SMT_UNSAT) return add_meeting(survey, step, &boundary, atlas);
  if (inside == SMT_UNSAT && !is_beside(survey, step)) return STATUS_OK;
  if (meets == SMT_SAT) judge_sides(survey, step, inside == SMT_SAT, &boundary);
  if (agrees(&boundary)) {
    Agreement there = agrees_there(survey, &boundary);
    if (there != AGREE) boundary.kind = there == DIFFER ? BOUNDARY_JUMP : BOUNDARY_UNDECIDED;
  }
  if (agrees(&boundary)) TRY(survey_edges(survey, step, &boundary, atlas));
  bool known = !survey_has_multiple(survey) && (boundary.kind != BOUNDARY_SMOOTH || survey_is_generic(survey, step));
  if (!known) boundary.kind = BOUNDARY_UNDECIDED;
  boundary.crosses = survey_crosses(survey, step, &boundary);
  (void)take_only_point(survey, survey->side[0].path.step[step].guard, &boundary);
  return add_boundary(survey, atlas, &boundary);
}
