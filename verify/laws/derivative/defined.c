/* DOM-ADEQ: all evaluators agree on where a program is defined.
 *
 * The laws are looked at where the source has a value, by the source evaluator alone: a program that only this one
 * finds undefined would be passed over.  So each is run, too, at the first point that was passed over; at the one where
 * the laws are looked at, they are run for SEM-ADEQ. */
#include "verify/battery/subject.h"

static Status run_value(Subject *subject, const Evaluator *evaluator, Ring *ring, const Scalar *point) {
  Battery *battery = subject->battery;
  Scalar *value = subject_scalars(subject, subject->outputs);
  if (value == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, ring, &battery->values);
  Status status = evaluator->eval(&machine, subject->program, point, value);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

static bool says_nothing(Status status) { return status == STATUS_UNABLE || status == STATUS_LIMIT; }

/* Both at the same numbers over exact rationals; false when these cannot tell. */
static bool run_exactly(Subject *subject, const Evaluator *evaluator, Status *source, Status *found) {
  Ring *ring = subject->battery->rational;
  mpq_t *x = subject_room(subject, subject->inputs, sizeof *x);
  Scalar *point = subject_scalars(subject, subject->inputs);
  if (x == NULL || point == NULL) return false;
  size_t mark = ring_mark(ring);
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_init(x[i]);
  subject_exact_point(subject, x);
  for (uint32_t i = 0; i < subject->inputs; i++) point[i] = subject->point[i]; /* Ints */
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    point[slot] = rational_make(ring, x[slot]);
  }
  *source = run_value(subject, &source_evaluator, ring, point);
  *found = run_value(subject, evaluator, ring, point);
  for (uint32_t i = 0; i < subject->inputs; i++) mpq_clear(x[i]);
  ring_release(ring, mark);
  return !says_nothing(*source) && !says_nothing(*found);
}

void judge_defined(Subject *subject, const Evaluator *evaluator, Status source, Status found) {
  if (!law_on(subject, LAW_DOM_ADEQ)) return;
  if (says_nothing(source) || says_nothing(found)) {
    judge_status(subject, LAW_DOM_ADEQ, 0, evaluator->name, what("source term"), says_nothing(found) ? found : source);
    return;
  }
  /* an enclosure of an argument may reach beyond the edge of a domain in one and not in another */
  bool exact = subject->ring != subject->battery->enclosure;
  if (source != found && !exact && !run_exactly(subject, evaluator, &source, &found))
    judge_count(subject, LAW_DOM_ADEQ, 0, OUTCOME_UNDECIDED);
  else if (source == found)
    judge_count(subject, LAW_DOM_ADEQ, 0, OUTCOME_HOLDS);
  else
    judge_refute(subject, LAW_DOM_ADEQ, 0, evaluator->name, what("source term"),
                 source == STATUS_OK ? "a value" : status_name(source),
                 found == STATUS_OK ? "a value" : status_name(found));
}

void laws_defined(Subject *subject) {
  if (subject->passed == NULL || !law_on(subject, LAW_DOM_ADEQ)) return;
  Subject there = *subject;
  there.point = subject->passed;
  there.ring = subject->passed_over;
  there.direction = NULL;
  Workspace mark = subject_mark(&there);
  Status source = run_value(&there, &source_evaluator, there.ring, there.point);
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    Status found = run_value(&there, target_evaluators[k], there.ring, there.point);
    judge_defined(&there, target_evaluators[k], source, found);
  }
  subject_release(&there, mark);
}
