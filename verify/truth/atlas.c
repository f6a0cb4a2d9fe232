/* Exploring: every path of the source, then every pair of regions that meet. */
#include "verify/truth/atlas.h"

#include "semantics/memory/try.h"
#include "verify/truth/atlas_internal.h"
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_ATOMS 24u
#define NUMBER_LENGTH 60u

/* ---------------------------------------------------------------- sides -- */

/* Runs the source along the path and differentiates it. */
Status survey_run(Survey *survey, Side *side) {
  Ring *ring = survey->tools->symbolic;
  uint32_t inputs = survey->inputs, outputs = survey->outputs;
  Scalar *unit = arena_array(survey->tools->arena, inputs, sizeof *unit);
  Scalar *point = arena_array(survey->tools->arena, inputs, sizeof *point);
  if (unit == NULL || point == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) {
    unit[i] = ring_integer(ring, i == 0);
    point[i] = symbolic_variable(ring, i);
  }
  path_rewind(&side->path);
  symbolic_set_path(ring, &side->path);
  symbolic_set_work(ring, SURVEY_WORK);
  side->first = symbolic_obligation_count(ring);
  Status status = truth_symbolic(survey->tools->truth, ring, survey->program, point, unit, side->value, side->columns);
  for (uint32_t i = 1; i < inputs && status == STATUS_OK; i++) {
    unit[i - 1] = ring_integer(ring, 0);
    unit[i] = ring_integer(ring, 1);
    symbolic_derivatives(ring, outputs, side->value, inputs, unit, side->columns + (size_t)i * outputs);
    status = ring_take_status(ring);
  }
  symbolic_set_path(ring, NULL);
  side->last = symbolic_obligation_count(ring);
  return status;
}

static bool open_side(Survey *survey, Side *side) {
  path_open(&side->path);
  side->path.open = true;
  side->value = arena_array(survey->tools->arena, survey->outputs, sizeof(Scalar));
  side->columns = arena_array(survey->tools->arena, (size_t)survey->inputs * survey->outputs, sizeof(Scalar));
  return side->value != NULL && side->columns != NULL;
}

/* -------------------------------------------------------------- regions -- */

static bool is_empty(Survey *survey, const Path *path) {
  SmtQuery query;
  if (path->length == 0) return false;
  smt_query_open(&query, survey->tools->symbolic);
  smt_query_path(&query, path, 0, UINT32_MAX, true);
  SmtAnswer answer = smt_query_check(&query, survey->tools->smt, survey->values);
  smt_query_close(&query);
  return answer == SMT_UNSAT;
}

static Status keep_bare(Survey *survey, Atlas *atlas) {
  const Path *path = &survey->side[0].path;
  if (path->length == 0) return STATUS_OK;
  if (survey->lacking < SURVEY_REGIONS)
    survey->bare[survey->lacking++] = *path;
  else
    atlas->limit = true;
  return STATUS_OK;
}

static void keep_hollow(Survey *survey, Atlas *atlas) {
  atlas->empty++;
  if (survey->hollows < SURVEY_REGIONS)
    survey->hollow[survey->hollows++] = survey->side[0].path;
  else
    atlas->limit = true;
}

static Status explore_regions(Survey *survey, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  Side *side = &survey->side[0];
  Status status = STATUS_OK;
  bool more = true;
  path_open(&side->path);
  side->path.open = true;
  while (more && status == STATUS_OK) {
    size_t mark = ring_mark(ring);
    if (atlas->regions == SURVEY_REGIONS) {
      atlas->limit = true;
      return STATUS_OK;
    }
    status = survey_run(survey, side);
    if (status == STATUS_DOMAIN) { /* nothing there */
      status = keep_bare(survey, atlas);
    } else if (status == STATUS_OK) {
      if (is_empty(survey, &side->path))
        keep_hollow(survey, atlas);
      else
        survey->leaf[atlas->regions++] = side->path;
    }
    ring_release(ring, mark);
    more = path_next(&side->path);
  }
  return status;
}

/* The path, once for each of its equalities. */
static bool keep_edges(Survey *survey, const Path *path) {
  const SymbolicRing *self = symbolic_self(survey->tools->symbolic);
  for (uint32_t i = 0; i < path->length; i++) {
    if (path->step[i].signs != SIGNS_ZERO) continue;
    if (survey->edges == SURVEY_EDGES) return false;
    Edge *edge = &survey->edge[survey->edges++];
    edge->path = *path;
    fmpz_mpoly_init(edge->guard, self->context);
    fmpz_mpoly_set(edge->guard, &symbolic_at(&self->ring, path->step[i].guard)->num, self->context);
  }
  return true;
}

/* The leaves with an equality, of the source's tests alone. */
static void explore_edges(Survey *survey) {
  Ring *ring = survey->tools->symbolic;
  Side *side = &survey->on;
  bool more = true;
  path_open(&side->path);
  for (uint32_t runs = 0; more && !survey->unread; runs++) {
    size_t mark = ring_mark(ring);
    Status status = survey_run(survey, side);
    if (runs == SURVEY_RUNS || (status != STATUS_OK && status != STATUS_DOMAIN)) survey->unread = true;
    if (!side->path.empty && !survey->unread) survey->unread = !keep_edges(survey, &side->path);
    ring_release(ring, mark);
    more = path_next(&side->path);
  }
}

/* The place among the steps of the first choice in which two paths differ. */
static uint32_t parting(const Path *a, const Path *b) {
  uint32_t differ = 0, chosen = 0;
  while (differ < a->choices && differ < b->choices && a->choice[differ] == b->choice[differ]) differ++;
  for (uint32_t i = 0; i < a->length; i++) {
    if (a->step[i].chosen && chosen++ == differ) return i;
  }
  return a->length;
}

static Status run_pair(Survey *survey, const Path *a, const Path *b) {
  survey->side[0].path = *a;
  survey->side[1].path = *b;
  TRY(survey_run(survey, &survey->side[0]));
  return survey_run(survey, &survey->side[1]);
}

/* `bare`: b is a path on which the program is defined nowhere. */
static Status explore_pair(Survey *survey, const Path *a, const Path *b, bool bare, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  size_t mark = ring_mark(ring);
  Status status = run_pair(survey, a, b);
  if (bare && status == STATUS_DOMAIN) status = STATUS_OK;
  uint32_t place = parting(&survey->side[0].path, &survey->side[1].path);
  if (status == STATUS_OK && place < survey->side[0].path.length)
    status = bare ? survey_edge(survey, place, atlas) : survey_boundary(survey, place, atlas);
  ring_release(ring, mark);
  return status;
}

static bool is_listed(const Atlas *atlas, const char *guard) {
  for (uint32_t k = 0; k < atlas->count; k++) {
    const Boundary *boundary = &atlas->boundaries[k];
    bool whole = strstr(guard, "...") == NULL && boundary->kind != BOUNDARY_SMOOTH;
    if (whole && strcmp(boundary->guard, guard) == 0) return true;
  }
  return false;
}

/* The pairs of the region a with those from `first` on. */
static Status explore_pairs(Survey *survey, uint32_t a, uint32_t first, bool bare, uint32_t *pairs, Atlas *atlas) {
  Status status = STATUS_OK;
  for (uint32_t b = first; b < (bare ? survey->lacking : atlas->regions) && status == STATUS_OK; b++) {
    if ((*pairs)++ < SURVEY_PAIRS)
      status = explore_pair(survey, &survey->leaf[a], bare ? &survey->bare[b] : &survey->leaf[b], bare, atlas);
    else
      atlas->skipped++;
  }
  return status;
}

/* The region beside those that differ from it at that step and hold where the guard is 0 alone; *run: there are some.
 */
static Status explore_hollows(Survey *survey, const Path *a, uint32_t step, bool *run, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  Status status = STATUS_OK;
  *run = false;
  for (uint32_t h = 0; h < survey->hollows && status == STATUS_OK; h++) {
    if (parting(a, &survey->hollow[h]) != step) continue;
    size_t mark = ring_mark(ring);
    *run = survey->thin = true;
    status = run_pair(survey, a, &survey->hollow[h]);
    if (status == STATUS_OK) status = survey_boundary(survey, step, atlas);
    if (status == STATUS_DOMAIN) status = STATUS_OK; /* defined nowhere, there neither */
    survey->thin = false;
    ring_release(ring, mark);
  }
  return status;
}

/* A region by itself: guards that have one sign on both sides, and then those whose
 * other side holds no point. */
static Status explore_alone(Survey *survey, const Path *a, bool chosen, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  size_t mark = ring_mark(ring);
  Side *side = &survey->side[0], second = survey->side[1];
  side->path = *a;
  Status status = survey_run(survey, side);
  survey->side[1] = *side;
  for (uint32_t i = 0; i < side->path.length && status == STATUS_OK; i++) {
    char guard[ATLAS_TEXT];
    if (side->path.step[i].chosen != chosen || survey_has_one_side(survey, i)) continue;
    guard_text(ring, side->path.step[i].guard, "=", guard, sizeof guard);
    if (chosen && is_listed(atlas, guard)) continue;
    if (chosen) {
      bool run;
      survey->side[1] = second;
      status = explore_hollows(survey, a, i, &run, atlas);
      side->path = run ? *a : side->path;
      if (status == STATUS_OK && run) status = survey_run(survey, side);
      survey->side[1] = *side;
    }
    if (status == STATUS_OK && !(chosen && is_listed(atlas, guard))) status = survey_boundary(survey, i, atlas);
  }
  survey->side[1] = second;
  ring_release(ring, mark);
  return status;
}

/* Of each region the places where an argument of a root is 0. */
static Status explore_roots(Survey *survey, Atlas *atlas) {
  Ring *ring = survey->tools->symbolic;
  Side *side = &survey->side[0];
  Status status = STATUS_OK;
  for (uint32_t a = 0; a < atlas->regions && status == STATUS_OK; a++) {
    size_t mark = ring_mark(ring);
    Scalar argument;
    side->path = survey->leaf[a];
    status = survey_run(survey, side);
    for (uint32_t next = 0; status == STATUS_OK && path_next_root(ring, &side->path, &next, &argument);)
      status = survey_root(survey, symbolic_obligation(ring, next - 1), atlas);
    ring_release(ring, mark);
  }
  return status;
}

static Status explore_boundaries(Survey *survey, Atlas *atlas) {
  Status status = STATUS_OK;
  uint32_t pairs = 0;
  for (uint32_t a = 0; a < atlas->regions && status == STATUS_OK; a++) {
    status = explore_alone(survey, &survey->leaf[a], false, atlas);
    if (status == STATUS_OK) status = explore_pairs(survey, a, a + 1, false, &pairs, atlas);
  }
  for (uint32_t a = 0; a < atlas->regions && status == STATUS_OK; a++)
    status = explore_pairs(survey, a, 0, true, &pairs, atlas);
  for (uint32_t a = 0; a < atlas->regions && status == STATUS_OK && atlas->skipped == 0; a++) {
    status = explore_alone(survey, &survey->leaf[a], true, atlas);
  }
  return status == STATUS_OK ? explore_roots(survey, atlas) : status;
}

Status atlas_explore(const AtlasTools *tools, const Program *program, uint32_t inputs, uint32_t outputs, Atlas *atlas) {
  ArenaMark mark = arena_mark(tools->arena);
  uint32_t variables = symbolic_variable_count(tools->symbolic);
  *atlas = (Atlas){0};
  Survey survey = {.tools = tools, .program = program, .inputs = inputs, .outputs = outputs};
  survey.leaf = arena_array(tools->arena, SURVEY_REGIONS, sizeof *survey.leaf);
  survey.bare = arena_array(tools->arena, SURVEY_REGIONS, sizeof *survey.bare);
  survey.hollow = arena_array(tools->arena, SURVEY_REGIONS, sizeof *survey.hollow);
  survey.edge = arena_array(tools->arena, SURVEY_EDGES, sizeof *survey.edge);
  survey.values = arena_array(tools->arena, variables, sizeof *survey.values);
  survey.numbers = ring_symbolic_new(1, NUMBER_ATOMS, NUMBER_LENGTH);
  for (uint32_t i = 0; survey.values != NULL && i < variables; i++) {
    mpq_inits(survey.values[i].low, survey.values[i].high, NULL);
  }
  bool good = survey.leaf != NULL && survey.bare != NULL && survey.hollow != NULL && survey.edge != NULL &&
              survey.values != NULL && survey.numbers != NULL && inputs > 0 && inputs <= variables &&
              open_side(&survey, &survey.side[0]) && open_side(&survey, &survey.side[1]) &&
              open_side(&survey, &survey.on);
  Status status = good ? explore_regions(&survey, atlas) : STATUS_LIMIT;
  if (status == STATUS_OK) explore_edges(&survey);
  if (status == STATUS_OK) status = explore_boundaries(&survey, atlas);
  for (uint32_t k = 0; k < survey.edges; k++)
    fmpz_mpoly_clear(survey.edge[k].guard, symbolic_self(tools->symbolic)->context);
  for (uint32_t i = 0; survey.values != NULL && i < variables; i++) {
    mpq_clears(survey.values[i].low, survey.values[i].high, NULL);
  }
  if (survey.numbers != NULL) ring_destroy(survey.numbers);
  arena_release(tools->arena, mark);
  return status;
}

void atlas_free(Atlas *atlas, uint32_t inputs) {
  for (uint32_t k = 0; k < atlas->count; k++) {
    SmtValue *point = atlas->boundaries[k].point;
    for (uint32_t i = 0; point != NULL && i < inputs; i++) mpq_clears(point[i].low, point[i].high, NULL);
    free(point);
  }
  free(atlas->boundaries);
  *atlas = (Atlas){0};
}
