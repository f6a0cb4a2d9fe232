/* f along a curve from the point: one run over germs of one variable, on a grid and with as many
 * terms as it asks for. */
#include "verify/truth/germ_question.h"

#include "verify/truth/ring_symbolic.h"

#include <string.h>

#define FORM_ATOMS 24u
#define FORM_LENGTH 200u
#define FORM_WORK 200000u
#define MOST_TRIES 6u

Status germ_run(GermQuestion *question, Ring *ring, const mpq_t *d, const mpq_t *e) {
  const Layout *layout = &question->layout;
  mpq_t slope[GERM_MOST_VARIABLES > 2 ? GERM_MOST_VARIABLES : 2];
  uint32_t n = question->dimension, count = d == NULL ? n : 2, place = 0;
  for (uint32_t k = 0; k < count; k++) mpq_init(slope[k]);
  for (size_t i = 0; i < layout->inputs; i++) {
    if (layout->input_is_int[i]) {
      layout->input[i] = scalar_from_int(mpz_get_si(mpq_numref(question->x[i])));
      continue;
    }
    for (uint32_t k = 0; k < count && d == NULL; k++) mpq_set_ui(slope[k], k == place, 1);
    if (d != NULL) mpq_set(slope[0], d[place]);
    if (e != NULL) mpq_set(slope[1], e[place]);
    layout->input[i] = n == 1 && d != NULL ? germ_make_variable(ring, question->x[i], d[0])
                                           : germ_make(ring, question->x[i], count, (const mpq_t *)slope);
    place++;
  }
  for (uint32_t k = 0; k < count; k++) mpq_clear(slope[k]);
  return truth_run(question->truth, ring, question->program, layout);
}

Status germ_value(GermQuestion *question) {
  Ring *numbers = ring_germ_new(&question->exact, NULL, (GermShape){0});
  if (numbers == NULL) return STATUS_LIMIT;
  Status status = germ_run(question, numbers, NULL, NULL);
  for (size_t i = 0; i < question->layout.outputs && status == STATUS_OK; i++) {
    Scalar output = question->layout.output[i];
    if (question->layout.output_is_int[i])
      question->word[i] = output;
    else
      ca_set(question->value + i, germ_coefficients(numbers, output), question->exact.context);
  }
  ring_destroy(numbers);
  return status;
}

/* -------------------------------------------------------------- curves -- */

static void drop_rings(Curve *curve) {
  if (curve->ring != NULL) ring_destroy(curve->ring);
  if (curve->forms != NULL) ring_destroy(curve->forms);
  curve->ring = curve->forms = NULL;
}

void curve_close(Curve *curve) { drop_rings(curve); }

static bool knows_enough(const GermQuestion *question, const Curve *curve) {
  for (size_t i = 0; i < question->layout.outputs; i++) {
    if (question->layout.output_is_int[i]) continue;
    int64_t last = (int64_t)GERM_UNIT * question->order * curve->grid;
    if (germ_error(curve->ring, curve->output[i]) <= last) return false;
  }
  return true;
}

static void run_once(GermQuestion *question, const mpq_t *d, const mpq_t *e, uint32_t terms, Curve *curve) {
  drop_rings(curve);
  curve->forms = ring_symbolic_new(1, FORM_ATOMS, FORM_LENGTH);
  if (curve->forms != NULL) symbolic_set_work(curve->forms, FORM_WORK);
  curve->ring =
      curve->forms == NULL ? NULL : ring_germ_new(&question->exact, curve->forms, (GermShape){1, terms, curve->grid});
  curve->status = STATUS_LIMIT;
  if (curve->ring == NULL) return;
  curve->status = germ_run(question, curve->ring, d, e);
  memcpy(curve->output, question->layout.output, question->layout.outputs * sizeof *curve->output);
}

void curve_open(GermQuestion *question, const mpq_t *d, const mpq_t *e, Curve *curve) {
  uint32_t terms = question->order + 2;
  *curve = (Curve){.status = STATUS_LIMIT, .grid = 1};
  curve->output = arena_array(&question->truth->arena, question->layout.outputs, sizeof *curve->output);
  if (curve->output == NULL) return;
  for (uint32_t k = 0; k < MOST_TRIES; k++) {
    run_once(question, d, e, terms * curve->grid, curve);
    if (curve->ring == NULL) return;
    GermWant want = germ_take_want(curve->ring);
    bool failed = curve->status == STATUS_UNABLE;
    if (failed && want.grid != 0)
      curve->grid = want.grid;
    else if (failed ? want.terms : curve->status == STATUS_OK && !knows_enough(question, curve))
      terms = 2 * terms;
    else
      return;
  }
}

bool curve_coefficient(const GermQuestion *question, const Curve *curve, uint32_t output, uint32_t k, ca_t out) {
  Scalar a = curve->output[output];
  int64_t place = (int64_t)k * curve->grid, index = place - germ_shift(curve->ring, a);
  if (germ_error(curve->ring, a) <= GERM_UNIT * place) return false;
  ca_zero(out, ((GermQuestion *)question)->exact.context);
  if (index >= 0 && index < germ_terms(curve->ring))
    ca_set(out, germ_coefficients(curve->ring, a) + index, ((GermQuestion *)question)->exact.context);
  return true;
}

bool curve_between(const GermQuestion *question, const Curve *curve, uint32_t output, uint32_t k) {
  Scalar a = curve->output[output];
  int64_t shift = germ_shift(curve->ring, a), high = (int64_t)k * curve->grid, low = high - curve->grid;
  ca_srcptr c = germ_coefficients(curve->ring, a);
  for (int64_t i = 0; i < germ_terms(curve->ring); i++) {
    bool inside = shift + i < high && (k == 0 || shift + i > low);
    if (inside && !ca_is_qq_elem_zero(c + i, ((GermQuestion *)question)->exact.context)) return true;
  }
  return false;
}
