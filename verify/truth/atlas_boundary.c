/* What happens where the guard of two regions is 0. */
#include "semantics/memory/try.h"
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdlib.h>
#include <string.h>

#define DEFINED UINT32_MAX /* all obligations, of both sides */

/* Whether the first divides the second. */
static bool divides(const SymbolicRing *self, const fmpz_mpoly_struct *a, const fmpz_mpoly_struct *b) {
  fmpz_mpoly_t rest;
  fmpz_mpoly_init(rest, self->context);
  bool good = bounded_divides(rest, b, a, self->context) != 0;
  fmpz_mpoly_clear(rest, self->context);
  return good;
}

static const fmpz_mpoly_struct *guard_of(const Survey *survey, uint32_t step) {
  return &symbolic_at(survey->tools->symbolic, survey->side[0].path.step[step].guard)->num;
}

static bool is_apart(const PathStep *step) { return (step->signs & SIGNS_APART) == SIGNS_APART; }

/* How a guard that has one sign beside the boundary is to that of the boundary: where that is 0 it is too, as x y where
 * x is. */
typedef enum Kin { KIN_NONE, KIN_SAME, KIN_MULTIPLE } Kin;
static Kin kin_of(const Survey *survey, const Path *path, uint32_t i, uint32_t step) {
  const SymbolicRing *self = symbolic_self(survey->tools->symbolic);
  const fmpz_mpoly_struct *guard = &symbolic_at(&self->ring, path->step[i].guard)->num;
  if (i == step || is_apart(&path->step[i])) return KIN_NONE;
  if (fmpz_mpoly_equal(guard, guard_of(survey, step), self->context)) return KIN_SAME;
  return divides(self, guard_of(survey, step), guard) ? KIN_MULTIPLE : KIN_NONE;
}

/* Whether a guard of either side is a multiple of the boundary's: on which part of it the sides lie beside each other
 * is not known then. */
static bool has_multiple(const Survey *survey, uint32_t step) {
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      if (kin_of(survey, path, i, step) == KIN_MULTIPLE) return true;
    }
  }
  return false;
}

bool survey_has_one_side(const Survey *survey, uint32_t step) {
  const Path *path = &survey->side[0].path;
  for (uint32_t i = 0; i < path->length; i++) {
    if (kin_of(survey, path, i, step) == KIN_SAME) return true;
  }
  return false;
}

/* What is asked of a boundary: the guard is 0, and every other guard of either
 * side that has one sign there is not; the first obligations hold.  What only must not be 0 beside it, as x in
 * x /= 0 where x < 0 is asked next, may be 0 on it. */
static void open_facet(Survey *survey, uint32_t step, uint32_t obligations, SmtQuery *query) {
  smt_query_open(query, survey->tools->symbolic);
  smt_query_assert(query, survey->side[0].path.step[step].guard, SMT_ZERO);
  for (int side = 0; side < 2; side++) {
    const Path *path = &survey->side[side].path;
    for (uint32_t i = 0; i < path->length; i++) {
      bool asked = i != step && !is_apart(&path->step[i]) && kin_of(survey, path, i, step) == KIN_NONE;
      if (asked) smt_query_path(query, path, i, i + 1, true);
    }
  }
  smt_query_obligations(query, obligations, true);
}

/* ------------------------------------------------------------ witnesses -- */

/* The point as constants of the ring of numbers; NULL unless it is rational. */
static Scalar *exact_point(Survey *survey, const SmtValue *values) {
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

/* The sign of a guard at the point: 2 when it is not known. */
static int sign_at(Survey *survey, Scalar guard, const Scalar *point) {
  Scalar value = symbolic_evaluate(survey->tools->symbolic, guard, survey->numbers, survey->inputs, point);
  if (ring_take_status(survey->numbers) != STATUS_OK) return 2;
  int sign = symbolic_constant_sign(survey->numbers, value);
  if (sign != 2) return sign;
  sign = symbolic_number_sign(survey->numbers, value);
  return sign == 0 ? 2 : sign;
}

static bool has_signs(Survey *survey, const Path *path, uint32_t without, const Scalar *point) {
  for (uint32_t i = 0; i < path->length; i++) {
    if (i == without || is_apart(&path->step[i]) || kin_of(survey, path, i, without) != KIN_NONE) continue;
    int sign = sign_at(survey, path->step[i].guard, point);
    if (sign == 2 || sign == 0 || (path->step[i].signs & (sign < 0 ? SIGNS_MINUS : SIGNS_PLUS)) == 0) return false;
  }
  return true;
}

/* Whether the model is a point of the boundary, checked by substitution. */
static bool is_on_boundary(Survey *survey, uint32_t step, const Scalar *point) {
  return sign_at(survey, survey->side[0].path.step[step].guard, point) == 0 &&
         has_signs(survey, &survey->side[0].path, step, point) && has_signs(survey, &survey->side[1].path, step, point);
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
  Scalar *point = exact_point(survey, survey->values);
  boundary->rational = point != NULL;
  bool good = point != NULL ? is_on_boundary(survey, step, point) : !atoms;
  if (good && point != NULL && difference != NULL) good = abs(sign_at(survey, *difference, point)) == 1;
  ring_release(survey->numbers, mark);
  return good && keep_point(survey, boundary);
}

/* What a scalar is at the witness, in words. */
static void describe(Survey *survey, Scalar a, char *out, size_t size) {
  size_t mark = ring_mark(survey->numbers);
  const Scalar *point = exact_point(survey, survey->values);
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

/* With the boundary's equation solved for an input: sin x - sin y where x = y, atan x - x where x = 0. */
static bool vanishes_solved(const Survey *survey, uint32_t step, Scalar difference) {
  Ring *ring = survey->tools->symbolic;
  uint32_t obligations = symbolic_obligation_count(ring);
  PathReplaced input;
  if (!path_solve(ring, guard_of(survey, step), &input)) return false;
  Scalar there = symbolic_replace(ring, difference, 1, &input);
  bool good = ring_take_status(ring) == STATUS_OK && symbolic_constant_sign(ring, there) == 0;
  symbolic_forget_obligations(ring, obligations);
  return good;
}

/* 0 on the boundary by its form: the guard divides it, or it is 0 where the guard is solved. */
static bool vanishes(const Survey *survey, uint32_t step, Scalar difference) {
  const SymbolicRing *self = symbolic_self(survey->tools->symbolic);
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, difference);
  return fmpz_mpoly_q_is_zero(item, self->context) || divides(self, guard_of(survey, step), &item->num) ||
         vanishes_solved(survey, step, difference);
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

static Status add_boundary(const Survey *survey, Atlas *atlas, Boundary *boundary) {
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

/* Where both sides agree the program itself may differ from them: sign (x x) at 0.  Runs it at the witness, a point of
 * exact numbers; unsure where it has no value there, or a side has none, as a half angle at the cut: limits are not
 * known. */
static Agreement agrees_there(Survey *survey, Boundary *boundary) {
  Ring *numbers = survey->numbers;
  size_t mark = ring_mark(numbers);
  ArenaMark arena = arena_mark(survey->tools->arena);
  const Scalar *point = exact_point(survey, boundary->point);
  Scalar *value = arena_array(survey->tools->arena, survey->outputs, sizeof *value);
  Machine machine = machine_make(survey->tools->store, numbers, survey->tools->arena);
  Agreement found = AGREE;
  Status status =
      point == NULL || value == NULL ? STATUS_LIMIT : source_evaluator.eval(&machine, survey->program, point, value);
  if (status == STATUS_DOMAIN) found = UNSURE;
  if (status == STATUS_OK && numbers->status == STATUS_OK) {
    for (uint32_t o = 0; o < survey->outputs && found == AGREE; o++) {
      Scalar beside =
          symbolic_evaluate(survey->tools->symbolic, survey->side[0].value[o], numbers, survey->inputs, point);
      if (numbers->status == STATUS_DOMAIN) found = UNSURE;
      if (numbers->status != STATUS_OK || symbolic_number_sign(numbers, ring_sub(numbers, value[o], beside)) == 0)
        continue;
      found = DIFFER;
      boundary->output = o, boundary->input = 0;
      (void)ring_print(numbers, beside, boundary->side[0], sizeof boundary->side[0]);
      (void)ring_print(numbers, value[o], boundary->side[1], sizeof boundary->side[1]);
    }
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
    int sign = sign_at(survey, path->step[i].guard, point);
    Signs signs = sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO;
    if (sign == 2 || (path->step[i].signs & signs) == 0) return false;
  }
  return true;
}

/* The last model as a witness that the program on the edge differs from the sides. */
static bool take_edge_witness(Survey *survey, uint32_t step, uint32_t output, Scalar difference, Boundary *boundary) {
  size_t mark = ring_mark(survey->numbers);
  const Scalar *point = exact_point(survey, survey->values);
  bool good = point != NULL && is_on_boundary(survey, step, point) && is_on_edge(survey, point) &&
              abs(sign_at(survey, difference, point)) == 1;
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
    if (!divides(symbolic_self(ring), survey->edge[k].guard, guard_of(survey, step))) continue;
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

static Boundary begin(const Survey *survey, uint32_t step) {
  Boundary boundary = {.kind = BOUNDARY_UNDECIDED};
  guard_text(survey->tools->symbolic, survey->side[0].path.step[step].guard, "=", boundary.guard,
             sizeof boundary.guard);
  return boundary;
}

Status survey_edge(Survey *survey, uint32_t step, uint32_t obligations, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  SmtAnswer answer = find_witness(survey, step, obligations, NULL, &boundary);
  if (answer == SMT_UNSAT) return STATUS_OK; /* they do not meet there */
  if (answer == SMT_SAT) boundary.kind = BOUNDARY_EDGE;
  return add_boundary(survey, atlas, &boundary);
}

Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas) {
  Boundary boundary = begin(survey, step);
  SmtAnswer inside = meet(survey, step, DEFINED);
  SmtAnswer meets = inside == SMT_UNSAT ? meet(survey, step, 0) : inside;
  if (meets == SMT_UNSAT) return STATUS_OK; /* the regions do not meet there */
  if (inside == SMT_SAT) boundary.kind = judge(survey, step, &boundary);
  if (inside == SMT_UNSAT && meets == SMT_SAT) boundary.kind = BOUNDARY_EDGE;
  if (boundary.point == NULL && boundary.kind != BOUNDARY_UNDECIDED &&
      find_witness(survey, step, boundary.kind != BOUNDARY_EDGE ? DEFINED : 0, NULL, &boundary) != SMT_SAT) {
    boundary.kind = BOUNDARY_UNDECIDED; /* where atoms occur, a suggestion is no point */
  }
  if (boundary.point != NULL && (boundary.kind == BOUNDARY_SMOOTH || boundary.kind == BOUNDARY_KINK)) {
    Agreement there = agrees_there(survey, &boundary);
    if (there != AGREE) boundary.kind = there == DIFFER ? BOUNDARY_JUMP : BOUNDARY_UNDECIDED;
  }
  if (boundary.point != NULL && (boundary.kind == BOUNDARY_SMOOTH || boundary.kind == BOUNDARY_KINK))
    TRY(survey_edges(survey, step, &boundary, atlas));
  if (has_multiple(survey, step)) boundary.kind = BOUNDARY_UNDECIDED;
  return add_boundary(survey, atlas, &boundary);
}
