#include "verify/laws/kinks.h"

#include "verify/laws/subject.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------- conventions -- */

/* The witness over the exact rationals, or over enclosures when the program has
 * functions that those lack; false when it is no double then. */
static bool place(Subject *at, const Boundary *boundary, Ring *ring) {
  at->ring = ring;
  at->point = subject_scalars(at, at->inputs);
  for (uint32_t i = 0; at->point != NULL && i < at->inputs; i++) {
    if (ring == at->battery->rational) {
      at->point[i] = rational_make(ring, boundary->point[i].low);
      continue;
    }
    double nearest = mpq_get_d(boundary->point[i].low);
    mpq_t back;
    mpq_init(back);
    mpq_set_d(back, nearest);
    bool exact = mpq_equal(back, boundary->point[i].low) != 0;
    mpq_clear(back);
    if (!exact) return false;
    at->point[i] = enclosure_make(ring, nearest, 0);
  }
  return at->point != NULL;
}

static Status dual_column(Subject *at, uint32_t input, Scalar *value, Scalar *column) {
  uint32_t inputs = at->inputs;
  if (at->ring == at->battery->rational) {
    Scalar *v = subject_scalars(at, inputs);
    if (v == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < inputs; i++) v[i] = ring_integer(at->ring, i == input);
    return truth_rational_dual(at->battery->truth, at->ring, at->program, at->point, v, value, column);
  }
  double *x = arena_array(&at->battery->scratch, inputs, sizeof *x);
  double *v = arena_array(&at->battery->scratch, inputs, sizeof *v);
  if (x == NULL || v == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) {
    x[i] = enclosure_value(at->ring, at->point[i]);
    v[i] = i == input;
  }
  return truth_enclosure_dual(at->battery->truth, at->ring, at->program, x, v, value, column);
}

/* The convention at the witness: columns[i * outputs + o], by dual numbers. */
static Scalar *dual_columns(Subject *at, const Boundary *boundary) {
  Ring *rings[2] = {at->battery->rational, at->battery->enclosure};
  Scalar *value = subject_scalars(at, at->outputs), *columns = subject_scalars(at, at->inputs * at->outputs);
  for (int r = 0; r < 2 && value != NULL && columns != NULL; r++) {
    if (!place(at, boundary, rings[r])) continue;
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < at->inputs && status == STATUS_OK; i++) {
      status = dual_column(at, i, value, columns + (size_t)i * at->outputs);
    }
    if (status == STATUS_OK) return columns;
  }
  return NULL;
}

/* The Jacobian by one derivative in one evaluator, in the order of its images. */
static bool run_at(Subject *at, const Derived *derived, int k, Scalar *image) {
  Battery *battery = at->battery;
  uint32_t m = derived->domain;
  Scalar *seed = subject_scalars(at, m * m), *primal = subject_scalars(at, at->outputs);
  if (seed == NULL || primal == NULL) return false;
  for (uint32_t s = 0; s < m; s++) {
    for (uint32_t i = 0; i < m; i++) seed[s * m + i] = ring_integer(at->ring, i == s);
  }
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, at->ring, &battery->values);
  Status status = derived_eval(derived, k, &machine, at->point, m, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(at->ring);
  return status == STATUS_OK && left == STATUS_OK;
}

/* Where dual numbers have no derivative, as on the guard of a conditional, the
 * convention is what CHAD's forward derivative gives: the slope of the branch that
 * is taken. */
static Scalar *engine_columns(Subject *at, const Boundary *boundary) {
  Ring *rings[2] = {at->battery->rational, at->battery->enclosure};
  Scalar *columns = subject_scalars(at, at->inputs * at->outputs);
  for (int r = 0; r < 2 && columns != NULL && at->derivations > 0; r++) {
    if (!derived_usable(&at->derived[0]) || !place(at, boundary, rings[r])) continue;
    if (run_at(at, &at->derived[0], 0, columns)) return columns;
  }
  return NULL;
}

static void check_engine(Subject *at, const Derived *derived, int k, const Scalar *columns, Convention *convention) {
  uint32_t size = at->inputs * at->outputs;
  Scalar *image = subject_scalars(at, size), *expected = subject_scalars(at, size);
  if (image == NULL || expected == NULL || !run_at(at, derived, k, image)) return;
  for (uint32_t i = 0; i < at->inputs; i++) {
    for (uint32_t o = 0; o < at->outputs; o++) {
      uint32_t slot = derived->engine->reverse ? o * at->inputs + i : i * at->outputs + o;
      expected[slot] = columns[i * at->outputs + o];
    }
  }
  convention->engines++;
  convention->agreeing += judge_equal(at, LAW_KINK, derived->slot, derived_evaluator(derived, k),
                                      what("the Jacobian by convention"), size, expected, image);
}

/* Every engine at the witness of one boundary. */
static void check_boundary(const Subject *subject, const Boundary *boundary, Convention *convention) {
  Subject at = *subject;
  *convention = (Convention){0};
  if (boundary->point == NULL || !boundary->rational) return;
  if (boundary->kind != BOUNDARY_KINK && boundary->kind != BOUNDARY_JUMP) return;
  at.direction = NULL;
  const Scalar *columns = dual_columns(&at, boundary);
  convention->declared = columns != NULL;
  if (columns == NULL) columns = engine_columns(&at, boundary);
  if (columns == NULL) return;
  (void)ring_print(at.ring, columns[boundary->input * at.outputs + boundary->output], convention->text,
                   sizeof convention->text);
  for (int e = 0; e < at.derivations; e++) {
    const Derived *derived = &at.derived[e];
    for (int k = 0; derived_usable(derived) && k < derived->runs; k++) {
      bool itself = !convention->declared && e == 0 && k == 0;
      if (!itself) check_engine(&at, derived, k, columns, convention);
    }
  }
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

void laws_kinks(Subject *subject) {
  Atlas atlas = {0};
  Convention convention;
  if (!law_on(subject, LAW_KINK) || !has_only_reals(subject)) return;
  (void)explore(subject, &atlas); /* what was found before a limit stands */
  for (uint32_t k = 0; k < atlas.count; k++) {
    BoundaryKind kind = atlas.boundaries[k].kind;
    check_boundary(subject, &atlas.boundaries[k], &convention);
    subject->tally->boundaries[kind]++;
    subject->battery->verdict.kinks += kind == BOUNDARY_KINK;
    subject->battery->verdict.jumps += kind == BOUNDARY_JUMP;
  }
  atlas_free(&atlas, subject->inputs);
}

static Status look(Subject *subject, const char *const *names, Kinks *kinks) {
  Battery *battery = subject->battery;
  Status status = subject_locate(subject);
  if (status != STATUS_OK) return status;
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
