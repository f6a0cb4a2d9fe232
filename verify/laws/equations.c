/* BE-* on source terms and on derivatives; FUN-FWD and FUN-REV. */
#include "verify/laws/subject.h"

#include <stdio.h>

#define PLACES_MOST 64u
#define FEW_SEEDS 3u /* zero, a, b */

/* Which place of an equation to look at when one in rotation is wanted. */
static uint32_t rotating_place(const Subject *subject, EquationId equation) {
  return (uint32_t)(random_word(0, (uint64_t)equation, (uint64_t)subject->index) % 4);
}

static const Evaluator *rotating_evaluator(const Subject *subject, EquationId equation, int *k) {
  *k = (int)(((uint64_t)subject->index + (uint64_t)equation) % TARGET_EVALUATORS);
  return target_evaluators[*k];
}

static void describe(char *what, size_t size, EquationId equation, uint32_t place) {
  (void)snprintf(what, size, "%s at place %u", equation_info(equation)->formula, place);
}

/* BE-* on the source term: the source evaluator on both sides. */
static void check_source(Subject *subject, const Program *rewritten, EquationId equation, const char *what) {
  Battery *battery = subject->battery;
  LawId law = law_of_equation(equation);
  Scalar *value = subject_scalars(subject, subject->outputs);
  if (value == NULL || !law_on(subject, law)) return;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = source_evaluator.eval(&machine, rewritten, subject->point, value);
  arena_release(&battery->values, mark);
  if (status != STATUS_OK)
    judge_status(subject, law, 0, source_evaluator.name, what, status);
  else
    (void)judge_equal(subject, law, 0, source_evaluator.name, what, subject->outputs, subject->value, value);
}

/* Compares a run on few seeds with the run of the derivative itself. */
static void compare_runs(Subject *subject, LawId law, const Derived *derived, int k, const char *what, const Run *run) {
  const Run *first = &derived->run[k];
  const char *evaluator = target_evaluators[k]->name;
  if (first->status != STATUS_OK) return; /* counted by the AD laws */
  if (run->status != STATUS_OK) {
    judge_status(subject, law, derived->slot, evaluator, what, run->status);
    return;
  }
  if (judge_equal(subject, law, derived->slot, evaluator, what, subject->outputs, first->primal, run->primal)) {
    (void)judge_equal(subject, law, derived->slot, evaluator, what, FEW_SEEDS * derived->codomain, first->image,
                      run->image);
  }
}

/* FUN-*: D of the rewritten source means what D of the source does. */
static void check_functorial(Subject *subject, const Program *rewritten, EquationId equation, const char *what) {
  Store *store = subject->battery->store;
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    LawId law = derived->engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
    if (!law_on(subject, law) || !derived->typed || derived->status != STATUS_OK) continue;
    TypeId *context = arena_array(&subject->battery->scratch, rewritten->length, sizeof *context);
    Program derivative;
    Status status = context == NULL ? STATUS_LIMIT : derived->engine->transform(store, rewritten, context, &derivative);
    if (status != STATUS_OK) {
      judge_status(subject, law, derived->slot, "", what, status);
      continue;
    }
    int chosen = 0;
    (void)rotating_evaluator(subject, equation, &chosen);
    for (int k = 0; k < TARGET_EVALUATORS; k++) {
      if (!subject->options->thorough && k != chosen) continue;
      Run run = subject_run(subject, target_evaluators[k], &derivative, derived, FEW_SEEDS);
      compare_runs(subject, law, derived, k, what, &run);
    }
  }
}

/* One rewriting of the source; false when the equation has no such place. */
static bool source_place(Subject *subject, EquationId equation, uint32_t place, bool functorial) {
  Store *store = subject->battery->store;
  uint32_t mark = store_mark(store);
  char what[96];
  Program rewritten = *subject->program;
  Status status = rewrite_at(store, subject->program, false, equation, place, &rewritten.term);
  bool found = status == STATUS_OK && rewritten.term.id != 0;
  describe(what, sizeof what, equation, place);
  if (status != STATUS_OK) judge_status(subject, law_of_equation(equation), 0, "", what, status);
  if (found) {
    check_source(subject, &rewritten, equation, what);
    if (functorial) check_functorial(subject, &rewritten, equation, what);
  }
  store_release(store, mark);
  return found;
}

/* One rewriting of a derivative. */
static bool target_place(Subject *subject, const Derived *derived, EquationId equation, uint32_t place) {
  Store *store = subject->battery->store;
  LawId law = law_of_equation(equation);
  uint32_t mark = store_mark(store);
  char what[96];
  Program rewritten = derived->program;
  Status status = rewrite_at(store, &derived->program, true, equation, place, &rewritten.term);
  bool found = status == STATUS_OK && rewritten.term.id != 0;
  describe(what, sizeof what, equation, place);
  if (status != STATUS_OK) judge_status(subject, law, derived->slot, "", what, status);
  int chosen = 0;
  (void)rotating_evaluator(subject, equation, &chosen);
  for (int k = 0; found && k < TARGET_EVALUATORS; k++) {
    if (!subject->options->thorough && k != chosen) continue;
    Run run = subject_run(subject, target_evaluators[k], &rewritten, derived, FEW_SEEDS);
    compare_runs(subject, law, derived, k, what, &run);
  }
  store_release(store, mark);
  return found;
}

void laws_equations(Subject *subject) {
  bool thorough = subject->options->thorough;
  /* unless thorough, functoriality is looked at for one equation in turn */
  EquationId functorial = (EquationId)((uint64_t)subject->index % (EQUATION_FUN_ETA + 1));
  for (int i = 0; i < EQUATION_COUNT; i++) {
    EquationId equation = (EquationId)i;
    uint32_t place = thorough ? 0 : rotating_place(subject, equation);
    if (!equation_info(equation)->target) {
      bool found = source_place(subject, equation, place, thorough || equation == functorial);
      if (!found && place != 0) (void)source_place(subject, equation, 0, thorough || equation == functorial);
      for (uint32_t p = 1; thorough && found && p < PLACES_MOST; p++) found = source_place(subject, equation, p, true);
    }
    for (int e = 0; e < SUBJECT_ENGINES; e++) {
      const Derived *derived = &subject->derived[e];
      if (!derived->typed || derived->status != STATUS_OK || !law_on(subject, law_of_equation(equation))) continue;
      if (!thorough && ((uint64_t)subject->index + (uint64_t)i) % 2 != (uint64_t)e) continue;
      bool found = target_place(subject, derived, equation, place);
      if (!found && place != 0) (void)target_place(subject, derived, equation, 0);
      for (uint32_t p = 1; thorough && found && p < PLACES_MOST; p++)
        found = target_place(subject, derived, equation, p);
    }
  }
}
