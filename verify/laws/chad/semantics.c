/* SEM-*: the operational meaning, and agreement of the interpreters. */
#include "semantics/chad/linear/operational.h"
#include "verify/battery/subject.h"

/* SEM-ADEQ on the source term: its Cartesian fragment in each target evaluator. */
static void law_adequacy_source(Subject *subject) {
  Battery *battery = subject->battery;
  if (!law_on(subject, LAW_SEM_ADEQ) && !law_on(subject, LAW_DOM_ADEQ)) return;
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    Scalar *value = subject_scalars(subject, subject->outputs);
    if (value == NULL) return;
    ArenaMark mark = arena_mark(&battery->values);
    Machine machine = machine_make(battery->store, subject->ring, &battery->values);
    Status status = target_evaluators[k]->eval(&machine, subject->program, subject->point, value);
    arena_release(&battery->values, mark);
    judge_defined(subject, target_evaluators[k], STATUS_OK, status);
    if (status != STATUS_OK) {
      judge_status(subject, LAW_SEM_ADEQ, 0, target_evaluators[k]->name, what("source term"), status);
    } else {
      Side sides[2] = {{&source_evaluator, subject->program}, {target_evaluators[k], subject->program}};
      subject->for_all = law_on(subject, LAW_SEM_ADEQ) && same_for_all(subject, sides[0], sides[1], NULL);
      (void)judge_outputs(subject, LAW_SEM_ADEQ, 0, target_evaluators[k]->name, what("source term"), subject->value,
                          value);
      subject->for_all = false;
    }
  }
}

/* SEM-ADEQ on a derivative: primal and all images, each pair of interpreters. */
static void law_adequacy(Subject *subject, const Derived *derived) {
  for (int k = 1; k < TARGET_EVALUATORS; k++) {
    const Run *first = &derived->run[k - 1], *second = &derived->run[k];
    if (first->status != STATUS_OK || second->status != STATUS_OK) continue;
    const char *evaluator = target_evaluators[k]->name;
    Side sides[2] = {{target_evaluators[k - 1], &derived->program}, {target_evaluators[k], &derived->program}};
    subject->for_all = law_on(subject, LAW_SEM_ADEQ) && same_for_all(subject, sides[0], sides[1], derived);
    (void)judge_outputs(subject, LAW_SEM_ADEQ, derived->slot, evaluator, what("primal of the derivative"),
                        first->primal, second->primal);
    (void)judge_equal(subject, LAW_SEM_ADEQ, derived->slot, evaluator, what("images of all seeds"),
                      derived->seeds * derived->codomain, first->image, second->image);
    subject->for_all = false;
  }
}

/* SEM-TERM: the operational run ended, and was not stuck. */
static void law_termination(Subject *subject, const Derived *derived) {
  if (!law_on(subject, LAW_SEM_TERM)) return;
  Status status = derived->run[0].status;
  if (status == STATUS_OK)
    judge_count(subject, LAW_SEM_TERM, derived->slot, OUTCOME_HOLDS);
  else
    judge_status(subject, LAW_SEM_TERM, derived->slot, operational_evaluator.name, what("evaluation"), status);
}

static void law_subject(Subject *subject, const Derived *derived) {
  Battery *battery = subject->battery;
  if (!law_on(subject, LAW_SEM_SUBJ)) return;
  bool canonical = false;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = operational_check_subject(&machine, &derived->program, subject->point, &canonical);
  arena_release(&battery->values, mark);
  if (status != STATUS_OK)
    judge_status(subject, LAW_SEM_SUBJ, derived->slot, "operational", what("evaluation"), status);
  else if (canonical)
    judge_count(subject, LAW_SEM_SUBJ, derived->slot, OUTCOME_HOLDS);
  else
    judge_refute(subject, LAW_SEM_SUBJ, derived->slot, "operational", what("value"), "canonical at its type", "not");
}

static void law_determinism(Subject *subject, const Derived *derived) {
  if (!law_on(subject, LAW_SEM_DET)) return;
  bool deterministic = false;
  Status status = operational_check_determinism(subject->battery->store, &derived->program, &deterministic);
  if (status != STATUS_OK)
    judge_status(subject, LAW_SEM_DET, derived->slot, "operational", what("matching"), status);
  else if (deterministic)
    judge_count(subject, LAW_SEM_DET, derived->slot, OUTCOME_HOLDS);
  else
    judge_refute(subject, LAW_SEM_DET, derived->slot, "operational", what("rules at a node"), "at most one", "more");
}

/* SEM-SOUND: the monoid denotation of the term, and of its value read back. */
static void law_soundness(Subject *subject, const Derived *derived) {
  Battery *battery = subject->battery;
  const Run *direct = &derived->run[TARGET_EVALUATORS - 1];
  if (!law_on(subject, LAW_SEM_SOUND) || direct->status != STATUS_OK || subject->ring == battery->enclosure) return;
  TermId value = TERM_NONE_ID;
  uint32_t terms = store_mark(battery->store);
  StoreTables tables = store_mark_tables(battery->store); /* the value holds constants of its own */
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = operational_readback(&machine, &derived->program, subject->point, &value);
  arena_release(&battery->values, mark);
  if (status == STATUS_OK) {
    Program closed = {value, NULL, 0, derived->program.type};
    Run run = subject_run(subject, &monoid_evaluator, &closed, derived, derived->seeds);
    status = run.status;
    if (status == STATUS_OK) {
      (void)judge_outputs(subject, LAW_SEM_SOUND, derived->slot, "monoid", what("primal of the value"), direct->primal,
                          run.primal);
      (void)judge_equal(subject, LAW_SEM_SOUND, derived->slot, "monoid", what("images by the value"),
                        derived->seeds * derived->codomain, direct->image, run.image);
    }
  }
  judge_status(subject, LAW_SEM_SOUND, derived->slot, "monoid", what("value read back"), status);
  store_release(battery->store, terms);
  store_release_tables(battery->store, tables);
}

void laws_semantics(Subject *subject) {
  law_adequacy_source(subject);
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    if (!derived->typed || derived->status != STATUS_OK) continue;
    law_adequacy(subject, derived);
    law_termination(subject, derived);
    /* these look at one derivative a program, in turn, unless thorough */
    if (!subject->options->thorough && (uint64_t)subject->index % 2 != (uint64_t)e) continue;
    law_subject(subject, derived);
    law_determinism(subject, derived);
    law_soundness(subject, derived);
  }
}
