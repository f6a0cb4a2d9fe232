/* SIMP-*: one use of each rule keeps the meaning and the counted cost. */
#include "verify/laws/subject.h"

#include <stdio.h>

#define ROTATION 5u

/* Runs a program with the ring's operations counted. */
static Run counted_run(Subject *subject, int k, const Program *program, const Derived *derived, uint64_t *operations) {
  subject->ring->operations = 0;
  Run run = subject_run(subject, target_evaluators[k], program, derived, derived->seeds);
  *operations = subject->ring->operations;
  return run;
}

static void check_rule(Subject *subject, const Derived *derived, SimplifyRule rule, int k) {
  Store *store = subject->battery->store;
  LawId law = law_of_simplification(rule);
  const char *evaluator = target_evaluators[k]->name, *what = simplify_formula(rule);
  uint32_t mark = store_mark(store);
  Program simplified = derived->program;
  Status status = simplify_once(store, &derived->program, rule, &simplified.term);
  if (status != STATUS_OK) judge_status(subject, law, derived->slot, evaluator, what, status);
  if (status == STATUS_OK && simplified.term.id != 0) {
    uint64_t before = 0, after = 0;
    Run first = counted_run(subject, k, &derived->program, derived, &before);
    Run second = counted_run(subject, k, &simplified, derived, &after);
    if (second.status != STATUS_OK || first.status != STATUS_OK) {
      judge_status(subject, law, derived->slot, evaluator, what, second.status);
    } else if (judge_equal(subject, law, derived->slot, evaluator, what, subject->outputs, first.primal,
                           second.primal) &&
               judge_equal(subject, law, derived->slot, evaluator, what, derived->seeds * derived->codomain,
                           first.image, second.image) &&
               after > before) {
      char expected[64], found[64];
      (void)snprintf(expected, sizeof expected, "at most %llu scalar operations", (unsigned long long)before);
      (void)snprintf(found, sizeof found, "%llu", (unsigned long long)after);
      judge_refute(subject, law, derived->slot, evaluator, what, expected, found);
    }
  }
  store_release(store, mark);
}

void laws_simplification(Subject *subject) {
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    if (!derived->typed || derived->status != STATUS_OK) continue;
    for (int r = 0; r < SIMPLIFY_COUNT; r++) {
      uint64_t turn = (uint64_t)subject->index + (uint64_t)e + (uint64_t)r;
      if (!law_on(subject, law_of_simplification((SimplifyRule)r))) continue;
      if (!subject->options->thorough && turn % ROTATION != 0) continue;
      for (int k = 0; k < TARGET_EVALUATORS; k++) {
        bool chosen = (int)(turn / ROTATION % TARGET_EVALUATORS) == k;
        if (subject->options->thorough || chosen) check_rule(subject, derived, (SimplifyRule)r, k);
      }
    }
  }
}
