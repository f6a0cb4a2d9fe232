/* KINK: the convention that engines follow where there is no derivative; and the points
 * at which the laws of boundaries are asked. */
#include "semantics/memory/try.h"
#include "verify/laws/boundary/boundary.h"

#include <stdlib.h>

/* --------------------------------------------------------- conventions -- */

/* The point over the exact rationals, or over enclosures when the program has
 * functions that those lack; false when it is no double then. */
static bool place(Subject *at, const mpq_t *x, Ring *ring) {
  mpq_t back;
  if (ring == at->battery->rational) return site_place(at, x, ring);
  at->ring = ring;
  at->point = subject_scalars(at, at->inputs);
  bool exact = at->point != NULL;
  mpq_init(back);
  for (uint32_t i = 0; exact && i < at->inputs; i++) {
    double nearest = mpq_get_d(x[i]);
    mpq_set_d(back, nearest);
    exact = mpq_equal(back, x[i]) != 0;
    at->point[i] = enclosure_make(ring, nearest, 0);
  }
  mpq_clear(back);
  return exact;
}

static Status dual_column(Subject *at, uint32_t input, Scalar *value, Scalar *column) {
  uint32_t inputs = at->inputs;
  if (at->ring == at->battery->rational) {
    Scalar *v = subject_scalars(at, inputs);
    if (v == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < inputs; i++) v[i] = ring_integer(at->ring, i == input);
    return truth_rational_dual(at->battery->truth, at->ring, at->program, at->point, v, value, column);
  }
  double *x = subject_room(at, inputs, sizeof *x);
  double *v = subject_room(at, inputs, sizeof *v);
  if (x == NULL || v == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) {
    x[i] = enclosure_value(at->ring, at->point[i]);
    v[i] = i == input;
  }
  return truth_enclosure_dual(at->battery->truth, at->ring, at->program, x, v, value, column);
}

/* The convention at the witness: columns[i * outputs + o], by dual numbers. */
static Scalar *dual_columns(Subject *at, const mpq_t *x) {
  Ring *rings[2] = {at->battery->rational, at->battery->enclosure};
  Scalar *value = subject_scalars(at, at->outputs), *columns = subject_scalars(at, at->inputs * at->outputs);
  for (int r = 0; r < 2 && value != NULL && columns != NULL; r++) {
    if (!place(at, x, rings[r])) continue;
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < at->inputs && status == STATUS_OK; i++) {
      status = dual_column(at, i, value, columns + (size_t)i * at->outputs);
    }
    if (status == STATUS_OK) return columns;
  }
  return NULL;
}

/* Where dual numbers have no derivative, as on the guard of a conditional, the
 * convention is what CHAD's forward derivative gives: the slope of the branch that
 * is taken. */
static Scalar *engine_columns(Subject *at, const mpq_t *x) {
  Ring *rings[2] = {at->battery->rational, at->battery->enclosure};
  Scalar *columns = subject_scalars(at, at->inputs * at->outputs);
  for (int r = 0; r < 2 && columns != NULL && at->derivations > 0; r++) {
    if (!derived_usable(&at->derived[0]) || !place(at, x, rings[r])) continue;
    if (site_run(at, &at->derived[0], 0, columns) == STATUS_OK) return columns;
  }
  return NULL;
}

static void check_engine(Subject *at, const Derived *derived, int k, const Scalar *columns, Convention *told) {
  uint32_t size = at->inputs * at->outputs;
  Scalar *image = subject_scalars(at, size), *expected = subject_scalars(at, size);
  if (image == NULL || expected == NULL) return;
  Status status = site_run(at, derived, k, image);
  told->engines += status != STATUS_UNABLE && status != STATUS_LIMIT;
  if (status != STATUS_OK) { /* the convention has a value here */
    judge_status(at, LAW_KINK, derived->slot, derived_evaluator(derived, k), what("the Jacobian by convention"),
                 status);
    return;
  }
  for (uint32_t i = 0; i < at->inputs; i++) {
    for (uint32_t o = 0; o < at->outputs; o++) {
      uint32_t slot = derived->engine->reverse ? o * at->inputs + i : i * at->outputs + o;
      expected[slot] = columns[i * at->outputs + o];
    }
  }
  told->agreeing += judge_equal(at, LAW_KINK, derived->slot, derived_evaluator(derived, k),
                                what("the Jacobian by convention"), size, expected, image);
}

void laws_kink(Subject *at, const mpq_t *x, uint32_t entry, Convention *told) {
  Scalar *columns = dual_columns(at, x);
  told->declared = columns != NULL;
  if (columns == NULL) columns = engine_columns(at, x);
  if (columns == NULL) return;
  if (entry < at->inputs * at->outputs) (void)ring_print(at->ring, columns[entry], told->text, sizeof told->text);
  for (int e = 0; e < at->derivations; e++) {
    const Derived *derived = &at->derived[e];
    for (int k = 0; derived_usable(derived) && k < derived->runs; k++) {
      bool itself = !told->declared && e == 0 && k == 0;
      bool chosen = (uint64_t)at->index % (uint64_t)derived->runs == (uint64_t)k;
      if (!itself && (at->options->thorough || chosen)) check_engine(at, derived, k, columns, told);
    }
  }
}

/* -------------------------------------------------------------- points -- */

static void set_kind(Boundary *boundary, BoundaryKind kind) {
  boundary->kind = kind;
  boundary->side[0][0] = boundary->side[1][0] = '\0';
}

/* What is certified at the witness stands above what regions say; a kink or jump of two regions of which one may not
 * lie beside the witness is none that is known. */
static void settle(Boundary *boundary, GermVerdict verdict, bool jump) {
  bool single = boundary->single;
  bool parted = boundary->kind == BOUNDARY_KINK || boundary->kind == BOUNDARY_JUMP;
  bool smooth = boundary->kind == BOUNDARY_SMOOTH, open = boundary->kind == BOUNDARY_UNDECIDED;
  switch (verdict) {
  case GERM_NOT_DIFFERENTIABLE:
    if (jump && boundary->kind != BOUNDARY_JUMP)
      set_kind(boundary, BOUNDARY_JUMP);
    else if (!jump && single && boundary->kind != BOUNDARY_KINK && boundary->kind != BOUNDARY_EDGE)
      set_kind(boundary, BOUNDARY_KINK);
    else if (!jump && smooth)
      boundary->kind = BOUNDARY_UNDECIDED;
    return;
  case GERM_CERTIFIED:
    if (parted) boundary->kind = BOUNDARY_UNDECIDED;
    if ((parted || open) && single) boundary->kind = BOUNDARY_SMOOTH;
    return;
  case GERM_EDGE:
    if (parted || smooth) boundary->kind = single ? BOUNDARY_EDGE : BOUNDARY_UNDECIDED;
    return;
  case GERM_UNDEFINED:
  case GERM_UNDECIDED:
    if (parted && !boundary->crosses) boundary->kind = BOUNDARY_UNDECIDED;
    return;
  }
}

/* The laws at a witness that is a point of rationals, and what it says of the boundary. */
static void check_boundary(Subject *subject, Boundary *boundary, Convention *told) {
  GermVerdict verdict = GERM_UNDECIDED;
  *told = (Convention){0};
  mpq_t *x = boundary->point == NULL || !boundary->rational
                 ? NULL
                 : arena_array(&subject->battery->scratch, subject->inputs, sizeof *x);
  for (uint32_t i = 0; x != NULL && i < subject->inputs; i++) mpq_init(x[i]), mpq_set(x[i], boundary->point[i].low);
  uint32_t entry = boundary->input * subject->outputs + boundary->output;
  if (x != NULL) verdict = laws_at(subject, (const mpq_t *)x, entry, told);
  settle(boundary, verdict, told->jump);
  bool found = boundary->kind == BOUNDARY_KINK || boundary->kind == BOUNDARY_JUMP; /* by the atlas */
  Subject at = *subject;
  if (x != NULL && verdict == GERM_UNDECIDED && found && subject->rules == NULL)
    laws_kink(&at, (const mpq_t *)x, entry, told);
  for (uint32_t i = 0; x != NULL && i < subject->inputs; i++) mpq_clear(x[i]);
}

/* Small points, where the tests of small programs tie and roots and logarithms end:
 * the same number for each input, or two that alternate. */
static const int small[][2] = {{0, 0}, {-1, -1}, {1, 1}, {-1, 1}, {1, 0}, {0, 1}, {1, -1}};

static size_t small_points(uint32_t inputs) { return inputs == 1 ? 3 : sizeof small / sizeof *small; }

bool laws_is_small_point(uint32_t inputs, const mpq_t *x) {
  for (size_t k = 0; k < small_points(inputs); k++) {
    bool same = true;
    for (uint32_t i = 0; i < inputs && same; i++) same = mpq_cmp_si(x[i], small[k][i % 2], 1) == 0;
    if (same) return true;
  }
  return false;
}

static void check_small_points(Subject *subject) {
  mpq_t *x = arena_array(&subject->battery->scratch, subject->inputs, sizeof *x);
  Convention told;
  if (x == NULL) return;
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_init(x[i]);
  for (size_t k = 0; k < small_points(subject->inputs); k++) {
    for (uint32_t i = 0; i < subject->inputs; i++) mpq_set_si(x[i], small[k][i % 2], 1);
    (void)laws_at(subject, (const mpq_t *)x, UINT32_MAX, &told);
  }
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_clear(x[i]);
}

/* ------------------------------------------------------------ programs -- */

_Static_assert(sizeof(((Tally *)NULL)->boundaries) / sizeof(uint64_t) == BOUNDARY_KINDS, "one count a kind");

static bool has_only_reals(const Subject *subject) {
  return subject->inputs == subject->tangents && subject->outputs == subject->cotangents && subject->inputs > 0 &&
         subject->outputs > 0;
}

static Status explore(Subject *subject, Atlas *atlas) {
  Battery *battery = subject->battery;
  Ring *rings[2] = {battery->symbolic, battery->symbolic_large};
  Status status = STATUS_LIMIT;
  for (int r = 0; r < 2 && status == STATUS_LIMIT; r++) {
    if (subject->inputs > symbolic_variable_count(rings[r])) continue;
    AtlasTools tools = {battery->store, battery->truth, battery->smt, rings[r], &battery->scratch};
    if (r > 0) atlas_free(atlas, subject->inputs);
    status = atlas_explore(&tools, subject->program, subject->inputs, subject->outputs, atlas);
  }
  return status;
}

void laws_boundaries(Subject *subject) {
  Atlas atlas = {0};
  Convention convention;
  bool asked = law_on(subject, LAW_SMOOTH) || law_on(subject, LAW_AD_DEFINED) || law_on(subject, LAW_KINK);
  if (!asked || !has_only_reals(subject)) return;
  check_small_points(subject);
  if (!subject->options->thorough) return;
  ProgramVerdict *verdict = &subject->battery->verdict;
  Status status = explore(subject, &atlas); /* what was found before a limit stands */
  verdict->unread = status != STATUS_OK || atlas.limit || atlas.skipped > 0;
  for (uint32_t k = 0; k < atlas.count; k++) {
    check_boundary(subject, &atlas.boundaries[k], &convention);
    BoundaryKind kind = atlas.boundaries[k].kind;
    subject->tally->boundaries[kind]++;
    verdict->kinks += kind == BOUNDARY_KINK;
    verdict->jumps += kind == BOUNDARY_JUMP;
    verdict->edges += kind == BOUNDARY_EDGE;
    verdict->unknown += kind == BOUNDARY_UNDECIDED;
  }
  atlas_free(&atlas, subject->inputs);
}

static Status look(Subject *subject, const char *const *names, Kinks *kinks) {
  Battery *battery = subject->battery;
  TRY(subject_locate(subject));
  if (!has_only_reals(subject)) return STATUS_UNABLE;
  subject_derive(subject);
  for (uint32_t i = 0; i < subject->inputs; i++) {
    symbolic_name_variable(battery->symbolic, i, names[i]);
    symbolic_name_variable(battery->symbolic_large, i, names[i]);
  }
  kinks->inputs = subject->inputs;
  kinks->found = laws_symbolic(subject, false);
  kinks->atlas_status = explore(subject, &kinks->atlas);
  kinks->conventions = calloc((size_t)kinks->atlas.count + 1, sizeof *kinks->conventions);
  if (kinks->conventions == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < kinks->atlas.count; k++) {
    check_boundary(subject, &kinks->atlas.boundaries[k], &kinks->conventions[k]);
  }
  return STATUS_OK;
}

Status battery_kinks(Battery *battery, const Program *program, const char *const *names, Kinks *kinks) {
  *kinks = (Kinks){.found = FOR_ALL_OUTSIDE};
  if (!program_is_flat(battery->store, program)) return STATUS_UNABLE;
  BatteryOptions options = {.laws = law_set_all(), .thorough = true, .seed = 1};
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  Subject *subject = calloc(1, sizeof *subject);
  Status status = STATUS_LIMIT;
  if (tally != NULL && witnesses != NULL && subject != NULL) {
    *subject = (Subject){.battery = battery,
                         .options = &options,
                         .program = program,
                         .seed = 1,
                         .tally = tally,
                         .witnesses = witnesses,
                         .sink = &kinks->sink};
    status = look(subject, names, kinks);
    kinks->refuted = tally_total(tally, OUTCOME_REFUTED);
  }
  free(tally);
  free(witnesses);
  free(subject);
  return status;
}

void kinks_free(Kinks *kinks) {
  atlas_free(&kinks->atlas, kinks->inputs);
  free(kinks->sink.lines);
  free(kinks->conventions);
  *kinks = (Kinks){.found = FOR_ALL_OUTSIDE};
}
