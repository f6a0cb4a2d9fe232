/* BE-* on source terms and on derivatives; FUN-FWD and FUN-REV. */
#include "verify/battery/subject.h"

#define FEW_SEEDS 3u /* zero, a, b */

/* One use of an equation; put in words only for a witness. */
typedef struct Instance {
  EquationId equation;
  uint32_t place;
} Instance;

static What what_of(Instance instance) {
  return (What){equation_info(instance.equation)->formula, {" at place"}, {instance.place}};
}

static const Evaluator *rotating_evaluator(const Subject *subject, EquationId equation, int *k) {
  *k = (int)(((uint64_t)subject->index + (uint64_t)equation) % TARGET_EVALUATORS);
  return target_evaluators[*k];
}

/* BE-* on the source term: the source evaluator on both sides. */
static void check_source(Subject *subject, const Program *rewritten, Instance instance) {
  Battery *battery = subject->battery;
  LawId law = law_of_equation(instance.equation);
  Scalar *value = subject_scalars(subject, subject->outputs);
  if (value == NULL || !law_on(subject, law)) return;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = source_evaluator.eval(&machine, rewritten, subject->point, value);
  arena_release(&battery->values, mark);
  if (status != STATUS_OK)
    judge_status(subject, law, 0, source_evaluator.name, what_of(instance), status);
  else {
    Side sides[2] = {{&source_evaluator, subject->program}, {&source_evaluator, rewritten}};
    subject->for_all = same_for_all(subject, sides[0], sides[1], NULL);
    (void)judge_outputs(subject, law, 0, source_evaluator.name, what_of(instance), subject->value, value);
    subject->for_all = false;
  }
}

/* Compares a run of `program` on few seeds with the run of the derivative itself. */
static void compare_runs(Subject *subject, LawId law, const Derived *derived, int k, What what, const Program *program,
                         const Run *run) {
  const Run *first = &derived->run[k];
  const char *evaluator = target_evaluators[k]->name;
  if (first->status != STATUS_OK) return; /* counted by the AD laws */
  if (run->status != STATUS_OK) {
    judge_status(subject, law, derived->slot, evaluator, what, run->status);
    return;
  }
  Side sides[2] = {{target_evaluators[k], &derived->program}, {target_evaluators[k], program}};
  subject->for_all = law_on(subject, law) && same_for_all(subject, sides[0], sides[1], derived);
  if (judge_outputs(subject, law, derived->slot, evaluator, what, first->primal, run->primal)) {
    (void)judge_equal(subject, law, derived->slot, evaluator, what, FEW_SEEDS * derived->codomain, first->image,
                      run->image);
  }
  subject->for_all = false;
}

/* FUN-*: D of the rewritten source means what D of the source does. */
static void check_functorial(Subject *subject, const Program *rewritten, Instance instance) {
  Store *store = subject->battery->store;
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    Derived *derived = &subject->derived[e];
    LawId law = derived->engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
    if (!law_on(subject, law) || !derived->typed || derived->status != STATUS_OK) continue;
    TypeId *context = subject_room(subject, rewritten->length, sizeof *context);
    Program derivative;
    Status status = context == NULL ? STATUS_LIMIT : derived->engine->transform(store, rewritten, context, &derivative);
    if (status != STATUS_OK) {
      judge_status(subject, law, derived->slot, "", what_of(instance), status);
      continue;
    }
    int chosen = 0;
    (void)rotating_evaluator(subject, instance.equation, &chosen);
    for (int k = 0; k < TARGET_EVALUATORS; k++) {
      if (!subject->options->thorough && k != chosen) continue;
      Run run = subject_run_recorded(subject, k, &derivative, derived, FEW_SEEDS);
      compare_runs(subject, law, derived, k, what_of(instance), &derivative, &run);
    }
  }
}

/* One rewriting of the source. */
static void check_source_place(Subject *subject, Instance instance, bool functorial) {
  Workspace mark = subject_mark(subject);
  Program rewritten = *subject->program;
  Status status = rewriter_at(subject->battery->rewriter, instance.equation, instance.place, &rewritten.term);
  if (status != STATUS_OK) {
    judge_status(subject, law_of_equation(instance.equation), 0, "", what_of(instance), status);
  } else {
    check_source(subject, &rewritten, instance);
    if (functorial) check_functorial(subject, &rewritten, instance);
  }
  subject_release(subject, mark);
}

/* One rewriting of a derivative. */
static void check_target_place(Subject *subject, Derived *derived, Instance instance) {
  LawId law = law_of_equation(instance.equation);
  Workspace mark = subject_mark(subject);
  Program rewritten = derived->program;
  Status status = rewriter_at(subject->battery->rewriter, instance.equation, instance.place, &rewritten.term);
  if (status != STATUS_OK) judge_status(subject, law, derived->slot, "", what_of(instance), status);
  int chosen = 0;
  (void)rotating_evaluator(subject, instance.equation, &chosen);
  for (int k = 0; status == STATUS_OK && k < TARGET_EVALUATORS; k++) {
    if (!subject->options->thorough && k != chosen) continue;
    Run run = subject_run_recorded(subject, k, &rewritten, derived, FEW_SEEDS);
    compare_runs(subject, law, derived, k, what_of(instance), &rewritten, &run);
  }
  subject_release(subject, mark);
}

/* All places of the equation in the program that is open, or one, in turn. */
PlaceRange places_to_check(const Subject *subject, EquationId equation) {
  uint32_t count = rewriter_places(subject->battery->rewriter, equation);
  if (subject->options->thorough) return (PlaceRange){0, count < PLACES_MOST ? count : PLACES_MOST};
  if (count == 0) return (PlaceRange){0, 0};
  uint32_t place = (uint32_t)(random_word(0, (uint64_t)equation, (uint64_t)subject->index) % count);
  return (PlaceRange){place, place + 1};
}

static void check_source_equations(Subject *subject) {
  bool thorough = subject->options->thorough;
  /* unless thorough, functoriality is looked at for one equation in turn */
  EquationId functorial = (EquationId)((uint64_t)subject->index % (EQUATION_FUN_ETA + 1));
  Status status = rewriter_open(subject->battery->rewriter, subject->battery->store, subject->program, false);
  for (int i = 0; i < EQUATION_COUNT; i++) {
    EquationId equation = (EquationId)i;
    if (equation_info(equation)->target) continue;
    judge_status(subject, law_of_equation(equation), 0, "", what_of((Instance){equation, 0}), status);
    PlaceRange range = places_to_check(subject, equation);
    for (uint32_t place = range.first; place < range.end; place++) {
      check_source_place(subject, (Instance){equation, place}, thorough || equation == functorial);
    }
  }
}

static void check_target_equations(Subject *subject, int e) {
  Derived *derived = &subject->derived[e];
  Status status = rewriter_open(subject->battery->rewriter, subject->battery->store, &derived->program, true);
  for (int i = 0; i < EQUATION_COUNT; i++) {
    EquationId equation = (EquationId)i;
    LawId law = law_of_equation(equation);
    if (!law_on(subject, law)) continue;
    if (!subject->options->thorough && ((uint64_t)subject->index + (uint64_t)i) % 2 != (uint64_t)e) continue;
    judge_status(subject, law, derived->slot, "", what_of((Instance){equation, 0}), status);
    PlaceRange range = places_to_check(subject, equation);
    for (uint32_t place = range.first; place < range.end; place++) {
      check_target_place(subject, derived, (Instance){equation, place});
    }
  }
}

/* Whether any of the laws checked here is asked for. */
static bool any_law(const Subject *subject) {
  bool any = law_on(subject, LAW_FUN_FWD) || law_on(subject, LAW_FUN_REV);
  for (int i = 0; i < EQUATION_COUNT; i++) any = any || law_on(subject, law_of_equation((EquationId)i));
  return any;
}

void laws_equations(Subject *subject) {
  if (!any_law(subject)) return;
  check_source_equations(subject);
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    if (derived->typed && derived->status == STATUS_OK) check_target_equations(subject, e);
  }
}
