/* Whether two runs mean the same for all inputs: normal forms (tier T2) of both.
 *
 * Laws that compare two programs, or one in two evaluators, do so at a point; where
 * both sides have one normal form over variables, what holds there is proved wherever
 * both are defined.  Nothing is refuted here: the point does that. */
#include "verify/battery/subject.h"

#define SAME_WORK 20000u /* of one pair of runs: products of terms */

/* One program in so many unless thorough, and then as long as there is work left. */
#define SAME_ROTATION 16u
#define STREAM_TURN 195

static bool in_turn(const Subject *subject) {
  if (subject->options->thorough) return subject->battery->same_work > 0;
  return random_word(0, STREAM_TURN, (uint64_t)subject->index) % SAME_ROTATION == 0;
}

typedef struct Normal {
  Scalar *primal, *image;
} Normal;

/* At inputs, and a seed, of variables; false when there is no normal form. */
static bool run(Subject *all, Side side, const Derived *derived, Normal *out) {
  uint32_t n = all->inputs, m = derived == NULL ? 0 : derived->domain;
  Scalar *x = subject_scalars(all, n + m);
  out->primal = subject_scalars(all, all->outputs);
  out->image = derived == NULL ? NULL : subject_scalars(all, derived->codomain);
  if (x == NULL || out->primal == NULL || (derived != NULL && out->image == NULL)) return false;
  for (uint32_t i = 0; i < n + m; i++) x[i] = symbolic_variable(all->ring, i);
  ArenaMark mark = arena_mark(&all->battery->values);
  Machine machine = machine_make(all->battery->store, all->ring, &all->battery->values);
  Status status = derived == NULL
                      ? side.evaluator->eval(&machine, side.program, x, out->primal)
                      : side.evaluator->eval_linear(&machine, side.program, x, 1, x + n, out->primal, out->image);
  arena_release(&all->battery->values, mark);
  Status left = ring_take_status(all->ring);
  return status == STATUS_OK && left == STATUS_OK;
}

static bool equal(Ring *ring, uint32_t length, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < length; i++) {
    if (symbolic_equal(ring, a[i], b[i]) != SYMBOLIC_EQUAL) return false;
  }
  return true;
}

bool same_for_all(Subject *subject, Side one, Side other, const Derived *derived) {
  Battery *battery = subject->battery;
  uint32_t needed = subject->inputs + (derived == NULL ? 0 : derived->domain);
  Ring *ring = needed <= symbolic_variable_count(battery->symbolic) ? battery->symbolic : battery->symbolic_large;
  /* Ints are words: what holds for these says nothing of others */
  if (!in_turn(subject) || subject->inputs != subject->tangents || subject->outputs != subject->cotangents ||
      subject->inputs == 0 || needed > symbolic_variable_count(ring))
    return false;
  Subject all = *subject;
  Normal first, second;
  ArenaMark scratch = arena_mark(&battery->scratch);
  size_t mark = ring_mark(ring);
  all.ring = ring;
  symbolic_set_work(ring, SAME_WORK);
  bool same = run(&all, one, derived, &first) && run(&all, other, derived, &second) &&
              equal(ring, subject->outputs, first.primal, second.primal) &&
              (derived == NULL || equal(ring, derived->codomain, first.image, second.image));
  uint64_t used = SAME_WORK - symbolic_work_left(ring);
  battery->same_work -= used < battery->same_work ? used : battery->same_work;
  (void)ring_take_status(ring);
  ring_release(ring, mark);
  arena_release(&battery->scratch, scratch);
  return same;
}
