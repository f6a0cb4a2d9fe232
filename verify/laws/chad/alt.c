/* ALT-*: CHAD's derivatives over other commutative semirings, against counted runs of the
 * source, dual numbers through it, and each other's homomorphic images.
 *
 * Matrices over K have an entry for each real input (column) and output (row), column
 * after column. */
#include "semantics/chad/monoid/analysis.h"
#include "verify/battery/subject.h"
#include "verify/truth/ring_counted.h"
#include "verify/truth/varied.h"

#include <math.h>

/* Not thorough: programs of at most ALT_SMALL nodes, and one of ALT_ROTATION others. */
#define ALT_SMALL 4u
#define ALT_ROTATION 64u
#define ALT_TURN 7u
/* Entries of the largest Jacobian that is looked at. */
#define ALT_ENTRIES 4096u

typedef struct Alt {
  Subject *subject;
  uint32_t rows, columns, entries;
  Ring *bits, *natural, *tropical, *parity, *polynomial;
  Scalar *paths, *depths, *jacobian; /* by the source: over N, max-plus, the subject's ring */
  Status paths_status, depths_status, jacobian_status;
} Alt;

/* -------------------------------------------------------- by the source -- */

/* The source at `point`, one real input after the other made to vary: `make` pairs a value
 * with what it varies by, `take` reads that of an output. */
static Status by_source(const Alt *alt, Ring *ring, Ring *variation, const Scalar *point,
                        Scalar (*make)(Ring *ring, Scalar value, Scalar variation),
                        Scalar (*take)(const Ring *ring, Scalar output), Scalar *matrix) {
  Subject *subject = alt->subject;
  Varied varied = {
      ring,         variation, make, take, subject->input_slot, subject->output_slot, subject->inputs, subject->outputs,
      alt->columns, alt->rows};
  Scalar *room = subject_scalars(subject, subject->inputs + subject->outputs);
  Status status = room == NULL ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t column = 0; column < alt->columns && status == STATUS_OK; column++) {
    ArenaMark values = arena_mark(&subject->battery->values);
    Machine machine = machine_make(subject->battery->store, ring, &subject->battery->values);
    status =
        varied_column(&machine, subject->program, &varied, point, column, room, matrix + (size_t)column * alt->rows);
    arena_release(&subject->battery->values, values);
  }
  return status;
}

static Status counted_source(const Alt *alt, Ring *counts, Scalar weight, Scalar *matrix) {
  Ring *counted = ring_counted_new(alt->subject->ring, counts, weight);
  if (counted == NULL) return STATUS_LIMIT;
  Status status = by_source(alt, counted, counts, alt->subject->point, counted_make, counted_count, matrix);
  ring_destroy(counted);
  return status;
}

static Status dual_source(const Alt *alt, Ring *base, const Scalar *point, Scalar *matrix) {
  Ring *duals = ring_dual_new(base);
  if (duals == NULL) return STATUS_LIMIT;
  Status status = by_source(alt, duals, base, point, dual_make, dual_epsilon, matrix);
  ring_destroy(duals);
  return status;
}

/* ---------------------------------------------------------------- by CHAD -- */

static Status by_chad(const Alt *alt, const Derived *derived, Ring *primals, const Scalar *point,
                      const Analysis *analysis, Scalar *matrix) {
  Subject *subject = alt->subject;
  uint32_t n = derived->domain, m = derived->codomain;
  Scalar *seed = subject_scalars(subject, n * n), *image = subject_scalars(subject, n * m);
  Scalar *primal = subject_scalars(subject, subject->outputs);
  if (n * m != alt->entries) return STATUS_ILL_TYPED;
  if (seed == NULL || image == NULL || primal == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n * n; i++) seed[i] = ring_integer(analysis->ring, i / n == i % n ? 1 : 0);
  ArenaMark values = arena_mark(&subject->battery->values);
  Machine machine = machine_make(subject->battery->store, primals, &subject->battery->values);
  machine.analysis = analysis;
  Status status = monoid_evaluator.eval_linear(&machine, &derived->program, point, n, seed, primal, image);
  arena_release(&subject->battery->values, values);
  for (uint32_t i = 0; i < n * m && status == STATUS_OK; i++)
    matrix[derived->engine->reverse ? (size_t)(i % m) * n + i / m : i] = image[i];
  return status;
}

/* The same over Booleans in one walk: each seed in a lane of its own, as `adjudge sparsity` does. */
static Status by_lanes(const Alt *alt, const Derived *derived, AnalysisTable table, Scalar *matrix) {
  Subject *subject = alt->subject;
  uint32_t n = derived->domain, m = derived->codomain;
  Scalar *seed = subject_scalars(subject, n), *image = subject_scalars(subject, m);
  Scalar *primal = subject_scalars(subject, subject->outputs);
  if (n * m != alt->entries) return STATUS_ILL_TYPED;
  Ring *lanes = ring_bits_new(n);
  if (seed == NULL || image == NULL || primal == NULL || lanes == NULL) {
    if (lanes != NULL) ring_destroy(lanes);
    return STATUS_LIMIT;
  }
  for (uint32_t i = 0; i < n; i++) seed[i] = bits_lane(lanes, i);
  Analysis analysis = analysis_static(lanes);
  analysis.table = table;
  ArenaMark values = arena_mark(&subject->battery->values);
  Machine machine = machine_make(subject->battery->store, subject->ring, &subject->battery->values);
  machine.analysis = &analysis;
  Status status = monoid_evaluator.eval_linear(&machine, &derived->program, subject->point, 1, seed, primal, image);
  arena_release(&subject->battery->values, values);
  for (uint32_t i = 0; i < n * m && status == STATUS_OK; i++) {
    uint64_t set = bits_word(lanes, image[i % m], i / m / 64) >> i / m % 64;
    matrix[derived->engine->reverse ? (size_t)(i % m) * n + i / m : i] = ring_integer(alt->bits, (int64_t)(set & 1));
  }
  ring_destroy(lanes);
  return status;
}

/* --------------------------------------------------------------- verdicts -- */

static void refute(const Alt *alt, LawId law, const Derived *derived, const char *text, uint32_t entry,
                   const char *expected, const char *found) {
  What about = {text, {"row", "column"}, {entry % alt->rows, entry / alt->rows}};
  judge_refute(alt->subject, law, derived->slot, monoid_evaluator.name, about, expected, found);
}

/* Whether two matrices over K are one. */
static void judge_matrix(const Alt *alt, LawId law, const Derived *derived, const char *text, Ring *ring,
                         const Scalar *expected, const Scalar *found) {
  char left[WITNESS_TEXT], right[WITNESS_TEXT];
  for (uint32_t i = 0; i < alt->entries; i++) {
    if (ring_equal(ring, expected[i], found[i])) continue;
    (void)ring_print(ring, expected[i], left, sizeof left);
    (void)ring_print(ring, found[i], right, sizeof right);
    refute(alt, law, derived, text, i, left, right);
    return;
  }
  judge_count(alt->subject, law, derived->slot, OUTCOME_HOLDS);
}

/* Whether each entry that is not 0 in `inner` is not 0 in `outer`. */
static void judge_within(const Alt *alt, const Derived *derived, const char *text, Ring *inner_ring,
                         const Scalar *inner, Ring *outer_ring, const Scalar *outer) {
  Scalar inner_zero = ring_integer(inner_ring, 0), outer_zero = ring_integer(outer_ring, 0);
  for (uint32_t i = 0; i < alt->entries; i++) {
    bool is_zero = ring_equal(inner_ring, inner[i], inner_zero);
    if (inner_ring == alt->subject->battery->enclosure)
      is_zero = fabs(enclosure_value(inner_ring, inner[i])) <= enclosure_bound(inner_ring, inner[i]);
    if (is_zero || !ring_equal(outer_ring, outer[i], outer_zero)) continue;
    refute(alt, LAW_ALT_SPARSE, derived, text, i, "an entry of the pattern", "0");
    return;
  }
  judge_count(alt->subject, LAW_ALT_SPARSE, derived->slot, OUTCOME_HOLDS);
}

static bool ran(const Alt *alt, LawId law, const Derived *derived, const char *text, Status status) {
  if (status != STATUS_OK) judge_status(alt->subject, law, derived->slot, monoid_evaluator.name, what(text), status);
  return status == STATUS_OK;
}

/* --------------------------------------------------------------- the laws -- */

/* Over N every weight 1, over max-plus 1 for what is not linear: the counted runs. */
static void check_counts(const Alt *alt, const Derived *derived, Scalar *matrix) {
  Subject *subject = alt->subject;
  Analysis paths = analysis_static(alt->natural), depths = analysis_static(alt->tropical);
  depths.other = tropical_make(1);
  if (law_on(subject, LAW_ALT_COUNT)) {
    Status status = alt->paths_status;
    if (status == STATUS_OK) status = by_chad(alt, derived, subject->ring, subject->point, &paths, matrix);
    if (ran(alt, LAW_ALT_COUNT, derived, "paths", status))
      judge_matrix(alt, LAW_ALT_COUNT, derived, "paths", alt->natural, alt->paths, matrix);
  }
  if (law_on(subject, LAW_ALT_DEPTH)) {
    Status status = alt->depths_status;
    if (status == STATUS_OK) status = by_chad(alt, derived, subject->ring, subject->point, &depths, matrix);
    if (ran(alt, LAW_ALT_DEPTH, derived, "the longest path", status))
      judge_matrix(alt, LAW_ALT_DEPTH, derived, "the longest path", alt->tropical, alt->depths, matrix);
  }
}

/* J is not 0 only where the pointwise pattern is, that only where the static one is, and
 * that only where there is a path. */
static void check_sparsity(const Alt *alt, const Derived *derived, Scalar *fixed, Scalar *pointwise) {
  Subject *subject = alt->subject;
  if (!law_on(subject, LAW_ALT_SPARSE)) return;
  Status status = by_lanes(alt, derived, ANALYSIS_WEIGHTS, fixed);
  if (status == STATUS_OK) status = by_lanes(alt, derived, ANALYSIS_POINTWISE, pointwise);
  if (status == STATUS_OK) status = alt->jacobian_status;
  if (status == STATUS_OK) status = alt->paths_status;
  if (!ran(alt, LAW_ALT_SPARSE, derived, "sparsity", status)) return;
  judge_within(alt, derived, "the Jacobian in the pattern at the point", subject->ring, alt->jacobian, alt->bits,
               pointwise);
  judge_within(alt, derived, "the pattern at the point in the static one", alt->bits, pointwise, alt->bits, fixed);
  judge_within(alt, derived, "the static pattern where there are paths", alt->bits, fixed, alt->natural, alt->paths);
  judge_within(alt, derived, "paths in the static pattern", alt->natural, alt->paths, alt->bits, fixed);
}

/* The image of provenance under X_k |-> values[k]. */
static Status image_of(const Alt *alt, const Scalar *provenance, Ring *to, const Scalar *values, uint32_t labels,
                       Scalar *matrix) {
  for (uint32_t i = 0; i < alt->entries; i++)
    matrix[i] = polynomial_image(alt->polynomial, provenance[i], to, values, labels);
  return ring_take_status(to);
}

/* N[X]: X := 1 counts paths, X := the weights gives the longest, X := the derivatives is
 * the Jacobian. */
static void check_provenance(const Alt *alt, const Derived *derived, Scalar *provenance, Scalar *matrix) {
  Subject *subject = alt->subject;
  AnalysisLabels labels = {.arena = &subject->battery->scratch};
  Analysis analysis = {.ring = alt->polynomial, .table = ANALYSIS_LABELS, .labels = &labels};
  if (!law_on(subject, LAW_ALT_PROV)) return;
  Status status = by_chad(alt, derived, subject->ring, subject->point, &analysis, provenance);
  if (!ran(alt, LAW_ALT_PROV, derived, "provenance", status)) return;
  Scalar *one = subject_scalars(subject, labels.count), *weight = subject_scalars(subject, labels.count);
  Scalar *derivative = subject_scalars(subject, labels.count);
  status = one == NULL || weight == NULL || derivative == NULL ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t k = 0; k < labels.count && status == STATUS_OK; k++) {
    bool linear = false;
    if (!analysis_label(&labels, k, &derivative[k], &linear)) status = STATUS_STUCK;
    one[k] = ring_integer(alt->natural, 1);
    weight[k] = tropical_make(linear ? 0 : 1);
  }
  if (status == STATUS_OK) status = image_of(alt, provenance, alt->natural, one, labels.count, matrix);
  if (status == STATUS_OK) status = alt->paths_status;
  if (ran(alt, LAW_ALT_PROV, derived, "X := 1", status))
    judge_matrix(alt, LAW_ALT_PROV, derived, "X := 1", alt->natural, alt->paths, matrix);
  if (status == STATUS_OK) status = image_of(alt, provenance, alt->tropical, weight, labels.count, matrix);
  if (status == STATUS_OK) status = alt->depths_status;
  if (ran(alt, LAW_ALT_PROV, derived, "X := weights", status))
    judge_matrix(alt, LAW_ALT_PROV, derived, "X := weights", alt->tropical, alt->depths, matrix);
  if (status == STATUS_OK) status = image_of(alt, provenance, subject->ring, derivative, labels.count, matrix);
  if (status == STATUS_OK) status = alt->jacobian_status;
  if (ran(alt, LAW_ALT_PROV, derived, "X := derivatives", status))
    (void)judge_equal(subject, LAW_ALT_PROV, derived->slot, monoid_evaluator.name, what("X := derivatives"),
                      alt->entries, alt->jacobian, matrix);
}

/* Primals and tangents in Z/2: the coefficient of eps of the source over Z/2[eps]. */
static void check_formal(const Alt *alt, const Derived *derived, Scalar *expected, Scalar *matrix) {
  Subject *subject = alt->subject;
  Analysis analysis = {.ring = alt->parity, .table = ANALYSIS_DERIVATIVE};
  if (!law_on(subject, LAW_ALT_FORMAL)) return;
  Scalar *point = subject_scalars(subject, subject->inputs);
  Status status = point == NULL ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t slot = 0, real = 0; status == STATUS_OK && slot < subject->inputs; slot++) {
    bool is_real = real < alt->columns && subject->input_slot[real] == slot;
    point[slot] = subject->point[slot];
    if (is_real) point[slot].word = subject_random(subject, ALT_TURN, slot).word & 1;
    real += is_real;
  }
  if (status == STATUS_OK) status = dual_source(alt, alt->parity, point, expected);
  if (status == STATUS_DOMAIN) { /* 1/2, say: Z/2 has other zeros than the subject's ring */
    judge_count(subject, LAW_ALT_FORMAL, derived->slot, OUTCOME_DOMAIN);
    return;
  }
  if (status == STATUS_OK) status = by_chad(alt, derived, alt->parity, point, &analysis, matrix);
  if (ran(alt, LAW_ALT_FORMAL, derived, "over Z/2", status))
    judge_matrix(alt, LAW_ALT_FORMAL, derived, "over Z/2", alt->parity, expected, matrix);
}

static void check_engines(Alt *alt) {
  Subject *subject = alt->subject;
  Scalar *first = subject_scalars(subject, alt->entries), *second = subject_scalars(subject, alt->entries);
  alt->paths = subject_scalars(subject, alt->entries);
  alt->depths = subject_scalars(subject, alt->entries);
  alt->jacobian = subject_scalars(subject, alt->entries);
  if (first == NULL || second == NULL || alt->paths == NULL || alt->depths == NULL || alt->jacobian == NULL) return;
  alt->paths_status = counted_source(alt, alt->natural, ring_integer(alt->natural, 1), alt->paths);
  alt->depths_status = counted_source(alt, alt->tropical, tropical_make(1), alt->depths);
  alt->jacobian_status = dual_source(alt, subject->ring, subject->point, alt->jacobian);
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    if (!derived_usable(derived)) continue;
    check_counts(alt, derived, first);
    check_sparsity(alt, derived, first, second);
    check_provenance(alt, derived, first, second);
    if (subject->ring == subject->battery->field) check_formal(alt, derived, first, second);
  }
}

void laws_alt(Subject *subject) {
  bool wanted = false, small = term_size(subject->battery->store, subject->program->term) <= ALT_SMALL;
  for (int law = LAW_ALT_COUNT; law <= LAW_ALT_FORMAL; law++) wanted = wanted || law_on(subject, (LawId)law);
  if (!wanted) return;
  if (!subject->options->thorough && !small && (uint64_t)subject->index % ALT_ROTATION != ALT_TURN) return;
  uint64_t entries = (uint64_t)subject->tangents * subject->cotangents;
  if (entries == 0) return;
  Alt alt = {.subject = subject, .rows = subject->cotangents, .columns = subject->tangents};
  if (entries > ALT_ENTRIES) {
    for (int law = LAW_ALT_COUNT; law <= LAW_ALT_FORMAL; law++)
      if (law_on(subject, (LawId)law)) judge_count(subject, (LawId)law, 0, OUTCOME_LIMIT);
    return;
  }
  alt.entries = (uint32_t)entries;
  Workspace mark = subject_mark(subject);
  alt.bits = ring_bits_new(1);
  alt.natural = ring_natural_new();
  alt.tropical = ring_tropical_new();
  alt.parity = ring_parity_new();
  alt.polynomial = ring_polynomial_new();
  Ring *all[] = {alt.bits, alt.natural, alt.tropical, alt.parity, alt.polynomial};
  bool made = true;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) made = made && all[i] != NULL;
  if (made)
    check_engines(&alt);
  else
    judge_count(subject, LAW_ALT_COUNT, 0, OUTCOME_LIMIT);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (all[i] != NULL) ring_destroy(all[i]);
  subject_release(subject, mark);
}
