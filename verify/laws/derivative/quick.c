/* The quick check: value, Jacobian by both modes of CHAD, and truth, at one random
 * point in one evaluator.  For very large samples, where the other laws have had
 * their turn on smaller ones. */
#include "verify/battery/subject.h"

#include <string.h>

#define QUICK_SEEDS 8u /* basis vectors of the input, at most; then the direction alone */
#define STREAM_COTANGENT 130

/* A derivative in the operational evaluator; false when it failed, counted. */
static bool run(Subject *subject, const Engine *engine, LawId law, uint32_t seeds, const Scalar *seed, Scalar *primal,
                Scalar *image) {
  Battery *battery = subject->battery;
  Program derivative;
  TypeId *context = subject_room(subject, subject->program->length, sizeof *context);
  int slot = engine_slot(engine);
  Status status =
      context == NULL ? STATUS_LIMIT : engine->transform(battery->store, subject->program, context, &derivative);
  if (status == STATUS_OK) {
    ArenaMark mark = arena_mark(&battery->values);
    Machine machine = machine_make(battery->store, subject->ring, &battery->values);
    status = operational_evaluator.eval_linear(&machine, &derivative, subject->point, seeds, seed, primal, image);
    arena_release(&battery->values, mark);
  }
  if (status != STATUS_OK) judge_status(subject, law, slot, operational_evaluator.name, what("evaluation"), status);
  return status == STATUS_OK;
}

/* J v, and columns of J: those must give what the reverse derivative gives. */
static bool check_forward(Subject *subject, uint32_t columns, Scalar *image) {
  uint32_t n = subject->tangents, m = subject->cotangents;
  int slot = engine_slot(&chad_forward);
  Scalar *seed = subject_scalars(subject, (columns + 1) * n), *primal = subject_scalars(subject, subject->outputs);
  if (seed == NULL || primal == NULL) return false;
  memcpy(seed, subject->direction, n * sizeof *seed);
  for (uint32_t i = 0; i < columns * n; i++) seed[n + i] = ring_integer(subject->ring, i / n == i % n);
  if (!run(subject, &chad_forward, LAW_AD_FWD, columns + 1, seed, primal, image)) return false;
  (void)judge_outputs(subject, LAW_AD_PRIMAL, slot, operational_evaluator.name, what("primal"), subject->value, primal);
  return judge_equal(subject, LAW_AD_FWD, slot, operational_evaluator.name, what("J v"), m, subject->truth, image);
}

/* <J v, w> = <v, J^t w> on the truth, and on each column. */
static void check_reverse(Subject *subject, uint32_t columns, const Scalar *forward) {
  uint32_t n = subject->tangents, m = subject->cotangents;
  const char *evaluator = operational_evaluator.name;
  int slot = engine_slot(&chad_reverse);
  Scalar *w = subject_scalars(subject, m), *image = subject_scalars(subject, n), *sides = subject_scalars(subject, n);
  Scalar *primal = subject_scalars(subject, subject->outputs);
  if (w == NULL || image == NULL || sides == NULL || primal == NULL) return;
  for (uint32_t i = 0; i < m; i++) w[i] = subject_random(subject, STREAM_COTANGENT, i);
  if (!run(subject, &chad_reverse, LAW_AD_REV, 1, w, primal, image)) return;
  subject->shown_cotangent = w;
  (void)judge_outputs(subject, LAW_AD_PRIMAL, slot, evaluator, what("primal"), subject->value, primal);
  (void)judge_scalar(subject, LAW_AD_REV, slot, evaluator, what("<J v, w>"),
                     inner_product(subject->ring, m, subject->truth, w),
                     inner_product(subject->ring, n, subject->direction, image));
  for (uint32_t i = 0; i < columns; i++) sides[i] = inner_product(subject->ring, m, forward + (size_t)(i + 1) * m, w);
  if (columns > 0)
    (void)judge_equal(subject, LAW_AD_DOT, slot, evaluator, what("<J e_i, w> = (J^t w)_i"), columns, sides, image);
  subject->shown_cotangent = NULL;
}

void laws_quick(Subject *subject) {
  uint32_t columns = subject->tangents < QUICK_SEEDS ? subject->tangents : 0;
  Scalar *forward = subject_scalars(subject, (columns + 1) * subject->cotangents);
  if (forward != NULL && check_forward(subject, columns, forward)) check_reverse(subject, columns, forward);
}
