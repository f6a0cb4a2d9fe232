/* SIMP-*: one use of each rule keeps the meaning and the counted cost. */
#include "verify/battery/subject.h"

#include <stdio.h>

#define ROTATION 5u

/* One use of the rule: it means the same, at no more scalar operations. */
static void check_rule(Subject *subject, Derived *derived, SimplifyRule rule, const Program *simplified, int k) {
  LawId law = law_of_simplification(rule);
  const char *evaluator = target_evaluators[k]->name;
  What about = what(simplify_formula(rule));
  const Run *first = &derived->run[k];
  Run second = subject_run_recorded(subject, k, simplified, derived, derived->seeds), whole;
  if (second.recorded != first->recorded) { /* the cost of one seed is not that of all */
    whole = subject_run(subject, target_evaluators[k], &derived->program, derived, derived->seeds);
    second = subject_run(subject, target_evaluators[k], simplified, derived, derived->seeds);
    first = &whole;
  }
  if (second.status != STATUS_OK || first->status != STATUS_OK) {
    judge_status(subject, law, derived->slot, evaluator, about, second.status);
    return;
  }
  Side sides[2] = {{target_evaluators[k], &derived->program}, {target_evaluators[k], simplified}};
  subject->for_all = same_for_all(subject, sides[0], sides[1], derived);
  if (judge_outputs(subject, law, derived->slot, evaluator, about, first->primal, second.primal) &&
      judge_equal(subject, law, derived->slot, evaluator, about, derived->seeds * derived->codomain, first->image,
                  second.image) &&
      second.operations > first->operations) {
    char expected[64], found[64];
    (void)snprintf(expected, sizeof expected, "at most %llu scalar operations", (unsigned long long)first->operations);
    (void)snprintf(found, sizeof found, "%llu", (unsigned long long)second.operations);
    judge_refute(subject, law, derived->slot, evaluator, about, expected, found);
  }
  subject->for_all = false;
}

static void check_rules(Subject *subject, Derived *derived, int e) {
  Store *store = subject->battery->store;
  bool thorough = subject->options->thorough;
  SimplifySet rules = 0;
  TermId results[SIMPLIFY_COUNT];
  for (uint32_t r = 0; r < SIMPLIFY_COUNT; r++) {
    uint64_t turn = (uint64_t)subject->index + (uint64_t)e + r;
    bool chosen = law_on(subject, law_of_simplification((SimplifyRule)r)) && (thorough || turn % ROTATION == 0);
    if (chosen) rules |= (SimplifySet)1 << r;
  }
  Workspace mark = subject_mark(subject);
  Status status = simplify_each(store, &derived->program, rules, results);
  for (uint32_t r = 0; r < SIMPLIFY_COUNT; r++) {
    SimplifyRule rule = (SimplifyRule)r;
    uint64_t turn = (uint64_t)subject->index + (uint64_t)e + r;
    if ((rules >> r & 1) == 0) continue;
    judge_status(subject, law_of_simplification(rule), derived->slot, "", what(simplify_formula(rule)), status);
    if (results[r].id == 0) continue;
    Program simplified = derived->program;
    simplified.term = results[r];
    for (int k = 0; k < TARGET_EVALUATORS; k++) {
      bool chosen = thorough || (int)(turn / ROTATION % TARGET_EVALUATORS) == k;
      if (chosen) check_rule(subject, derived, rule, &simplified, k);
    }
  }
  subject_release(subject, mark);
}

void laws_simplification(Subject *subject) {
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    Derived *derived = &subject->derived[e];
    if (derived->typed && derived->status == STATUS_OK) check_rules(subject, derived, e);
  }
}
