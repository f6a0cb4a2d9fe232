#include "verify/truth/truth_certified.h"

#include "verify/truth/truth_internal.h"

#include <stdlib.h>
#include <string.h>

#define BITS_PER_DIGIT 3.3219280948873624 /* log2 10, rounded up */

#define ORDERS_KEPT 3u /* of jets of these orders, from 0, rings are kept; of others of the last */

struct Certified {
  Truth *truth;
  Ring *jets[ORDERS_KEPT + 1];
  Smt *smt; /* when it is asked for */
  bool (*stopped)(void);
};

Certified *certified_new(Truth *truth) {
  Certified *certified = calloc(1, sizeof *certified);
  if (certified != NULL) certified->truth = truth;
  return certified;
}

void certified_free(Certified *certified) {
  if (certified == NULL) return;
  for (uint32_t k = 0; k <= ORDERS_KEPT; k++) {
    if (certified->jets[k] != NULL) ring_destroy(certified->jets[k]);
  }
  if (certified->smt != NULL) smt_free(certified->smt);
  free(certified);
}

Truth *certified_truth(const Certified *certified) { return certified->truth; }

Smt *certified_solver(Certified *certified) {
  if (certified->smt == NULL) certified->smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, SMT_MEGABYTES);
  if (certified->smt != NULL) smt_stop_when(certified->smt, certified->stopped);
  return certified->smt;
}

void certified_stop_when(Certified *certified, bool (*stopped)(void)) { certified->stopped = stopped; }

void certified_renew(Certified *certified) {
  if (certified->smt != NULL) smt_renew(certified->smt);
}

uint64_t certified_lost(const Certified *certified) {
  return certified->smt == NULL ? 0 : smt_count(certified->smt, SMT_LOST);
}

static Ring *jets_of_order(Certified *certified, uint32_t order) {
  Ring **jets = &certified->jets[order < ORDERS_KEPT ? order : ORDERS_KEPT];
  if (*jets != NULL && jet_order(*jets) == order) return *jets;
  if (*jets != NULL) ring_destroy(*jets);
  *jets = ring_jet_new(order, CERTIFIED_FIRST_PRECISION);
  return *jets;
}

/* ---------------------------------------------------------- enclosures -- */

void enclosures_init(Enclosures *enclosures) { *enclosures = (Enclosures){0}; }

void enclosures_clear(Enclosures *enclosures) {
  free(enclosures->is_int);
  if (enclosures->balls != NULL)
    _arb_vec_clear(enclosures->balls, (slong)enclosures->outputs * (enclosures->order + 1));
  enclosures_init(enclosures);
}

Status enclosures_shape(Enclosures *enclosures, const Layout *layout, uint32_t order) {
  uint32_t outputs = (uint32_t)layout->outputs;
  if (enclosures->balls == NULL || enclosures->outputs != outputs || enclosures->order != order) {
    enclosures_clear(enclosures);
    enclosures->balls = _arb_vec_init((slong)outputs * (order + 1));
    enclosures->is_int = calloc(outputs == 0 ? 1 : outputs, sizeof(bool));
    enclosures->outputs = outputs;
    enclosures->order = order;
  }
  enclosures->precision = 0;
  if (enclosures->is_int == NULL) return STATUS_LIMIT;
  memcpy(enclosures->is_int, layout->output_is_int, outputs * sizeof(bool));
  return STATUS_OK;
}

static slong bits_of_digits(slong digits) { return (slong)((double)digits * BITS_PER_DIGIT) + 1; }

bool certified_has_digits(const arb_t ball, slong digits) {
  return arb_is_exact(ball) || arb_rel_accuracy_bits(ball) >= bits_of_digits(digits);
}

static bool accurate(const Enclosures *enclosures, slong digits) {
  slong count = (slong)enclosures->outputs * (enclosures->order + 1);
  for (slong i = 0; i < count && digits > 0; i++) {
    if (!certified_has_digits(enclosures->balls + i, digits)) return false;
  }
  return true;
}

/* ----------------------------------------------------------------- runs -- */

static Status int_input(const mpq_t x, Scalar *word) {
  bool fits = mpz_cmp_ui(mpq_denref(x), 1) == 0 && mpz_fits_slong_p(mpq_numref(x));
  *word = scalar_from_int(fits ? mpz_get_si(mpq_numref(x)) : 0);
  return fits ? STATUS_OK : STATUS_DOMAIN;
}

/* D^k = k! a_k. */
static void take_outputs(const Ring *jets, const Layout *layout, Enclosures *out) {
  slong precision = out->precision;
  arb_t factorial;
  arb_init(factorial);
  for (size_t i = 0; i < layout->outputs; i++) {
    arb_ptr row = out->balls + i * (out->order + 1);
    _arb_vec_zero(row, (slong)out->order + 1);
    if (layout->output_is_int[i]) arb_set_si(row, scalar_to_int(layout->output[i]));
    for (uint32_t k = 0; k <= out->order && !layout->output_is_int[i]; k++) {
      arb_fac_ui(factorial, k, precision);
      arb_mul(row + k, jet_coefficient(jets, layout->output[i], k), factorial, precision);
    }
  }
  arb_clear(factorial);
}

/* One run at one precision. */
static Status run_at(Certified *certified, Ring *jets, const Program *program, const Layout *layout, const mpq_t *x,
                     const mpq_t *v, slong precision, Enclosures *out) {
  size_t mark = ring_mark(jets);
  Status status = STATUS_OK;
  jet_set_precision(jets, precision);
  (void)jet_take_imprecise(jets);
  (void)jet_take_tied(jets);
  for (size_t i = 0; i < layout->inputs && status == STATUS_OK; i++) {
    if (layout->input_is_int[i])
      status = int_input(x[i], &layout->input[i]);
    else
      layout->input[i] = jet_make_line(jets, x[i], v[i]);
  }
  if (status == STATUS_OK) status = truth_run(certified->truth, jets, program, layout);
  out->straddles = jet_take_imprecise(jets);
  out->tied = jet_take_tied(jets);
  if (status == STATUS_OK) {
    out->precision = precision;
    take_outputs(jets, layout, out);
  }
  ring_release(jets, mark);
  return status;
}

/* The first of the precisions, each twice the one before, that has as many bits: with fewer only exact numbers do, and
 * they are the same with more. */
static slong first_precision(slong digits, slong limit) {
  slong precision = CERTIFIED_FIRST_PRECISION;
  while (digits > 0 && precision < bits_of_digits(digits) && precision < limit) precision *= 2;
  return precision < limit ? precision : limit;
}

static Status escalate(Certified *certified, Ring *jets, const Program *program, const mpq_t *x, const mpq_t *v,
                       const CertifiedOptions *options, Enclosures *out) {
  slong limit = options->limit > 0 ? options->limit : CERTIFIED_LIMIT;
  slong precision = first_precision(options->digits, limit);
  Layout layout;
  Status status = truth_layout(certified->truth, program, &layout);
  if (status == STATUS_OK) status = enclosures_shape(out, &layout, options->order);
  if (status != STATUS_OK) return status;
  for (;;) {
    status = run_at(certified, jets, program, &layout, x, v, precision, out);
    if (status == STATUS_OK && accurate(out, options->digits)) return STATUS_OK;
    if (status != STATUS_OK && !out->straddles) return status;
    if (precision >= limit) return STATUS_LIMIT;
    precision = 2 * precision < limit ? 2 * precision : limit;
  }
}

Status truth_certified(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                       const CertifiedOptions *options, Enclosures *out) {
  Ring *jets = jets_of_order(certified, options->order);
  out->precision = 0;
  out->straddles = out->tied = false;
  if (jets == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&certified->truth->arena);
  Status status = escalate(certified, jets, program, x, v, options, out);
  arena_release(&certified->truth->arena, mark);
  return status;
}

Status certified_input_ints(Certified *certified, const Program *program, bool *is_int) {
  ArenaMark mark = arena_mark(&certified->truth->arena);
  Layout layout;
  Status status = truth_layout(certified->truth, program, &layout);
  if (status == STATUS_OK) memcpy(is_int, layout.input_is_int, layout.inputs * sizeof(bool));
  arena_release(&certified->truth->arena, mark);
  return status;
}

/* ------------------------------------------------------------ verdicts -- */

/* Digits in common of all numbers of a ball: those of its accuracy. */
static slong common_digits(const arb_t both) {
  if (arb_is_exact(both)) return CERTIFIED_EXACT;
  slong bits = arb_rel_accuracy_bits(both);
  return bits <= 0 ? 0 : (slong)((double)bits / BITS_PER_DIGIT);
}

CertifiedComparison certified_compare(const arb_t truth, const arb_t candidate, slong digits) {
  CertifiedComparison comparison = {CERTIFIED_UNDECIDED, 0};
  if (!arb_is_finite(truth) || !arb_is_finite(candidate)) return comparison;
  if (!arb_overlaps(truth, candidate)) {
    comparison.verdict = CERTIFIED_DISJOINT;
    return comparison;
  }
  arb_t both;
  arb_init(both);
  if (arb_equal(truth, candidate))
    arb_set(both, truth);
  else
    arb_union(both, truth, candidate, CERTIFIED_LIMIT);
  comparison.digits = common_digits(both);
  if (comparison.digits > 0 && comparison.digits >= digits) comparison.verdict = CERTIFIED_AGREES;
  arb_clear(both);
  return comparison;
}
