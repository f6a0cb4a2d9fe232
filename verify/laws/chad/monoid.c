/* MON-*: each linear type is a commutative monoid, in every interpreter.
 *
 * The elements are linear terms from real_ into the type; both sides are
 * observed at first-order types (copowers folded, powers applied). */
#include "verify/battery/subject.h"
#include "verify/rewrite/observe.h"

/* The laws are about the types of a program alone, so that they are not repeated
 * for all: they are checked on every program of at most MONOID_SMALL nodes (with
 * these the presets' contexts and results are all met), and on one of
 * MONOID_ROTATION others; in each evaluator in turn. */
#define MONOID_SMALL 3u
#define MONOID_ROTATION 64u

/* Observes (1, \v. t) and runs it on a few seeds. */
static Status run_element(Subject *subject, const Evaluator *evaluator, TypeId domain, TypeId type, TermId t,
                          Derived *derived, Run *run) {
  Store *store = subject->battery->store;
  TypeId unit = type_unit(&store->types);
  Program program = {term_pair(store, term_unit(store), term_llam(store, domain, t)), NULL, 0,
                     type_prod(&store->types, unit, type_lfun(&store->types, domain, type))};
  Program observation;
  bool linear = false;
  Status status = observe_program(store, &program, subject->seed, &observation, &linear);
  if (status == STATUS_OK && !linear) status = STATUS_UNABLE;
  if (status != STATUS_OK) return status;
  const TypeNode *map = type_node(&store->types, type_node(&store->types, observation.type)->b);
  derived->domain = type_node(&store->types, map->a)->dim;
  derived->codomain = type_node(&store->types, map->b)->dim;
  status = subject_seed(subject, derived);
  if (status != STATUS_OK) return status;
  *run = subject_run(subject, evaluator, &observation, derived, derived->seeds);
  return run->status;
}

static void check_equal(Subject *subject, LawId law, int slot, int k, TypeId type, TermId left, TermId right) {
  Store *store = subject->battery->store;
  TypeId domain = type_linear_real(&store->types, 1);
  const char *evaluator = target_evaluators[k]->name;
  char name[128];
  Derived derived = {.engine = &chad_reverse};
  Run first, second;
  (void)type_print(&store->types, type, name, sizeof name);
  if (!law_on(subject, law)) return;
  Status status = run_element(subject, target_evaluators[k], domain, type, left, &derived, &first);
  if (status == STATUS_OK) status = run_element(subject, target_evaluators[k], domain, type, right, &derived, &second);
  if (status != STATUS_OK)
    judge_status(subject, law, slot, evaluator, what(name), status);
  else {
    (void)judge_equal(subject, law, slot, evaluator, what(name), derived.seeds * derived.codomain, first.image,
                      second.image);
  }
}

/* The laws at one linear type, in one evaluator. */
static void check_type(Subject *subject, int slot, int k, TypeId type) {
  Store *store = subject->battery->store;
  TypeId domain = type_linear_real(&store->types, 1);
  TermId a = observe_linear_inhabitant(store, domain, type, subject->seed);
  TermId b = observe_linear_inhabitant(store, domain, type, subject->seed + 1);
  TermId c = observe_linear_inhabitant(store, domain, type, subject->seed + 2);
  if (store_take_status(store) != STATUS_OK) {
    judge_status(subject, LAW_MON_UNIT, slot, "", what("elements"), STATUS_UNABLE);
    return;
  }
  TermId zero = term_zero(store, type);
  check_equal(subject, LAW_MON_UNIT, slot, k, type, a, term_plus(store, zero, a));
  check_equal(subject, LAW_MON_UNIT, slot, k, type, a, term_plus(store, a, zero));
  check_equal(subject, LAW_MON_ASSOC, slot, k, type, term_plus(store, term_plus(store, a, b), c),
              term_plus(store, a, term_plus(store, b, c)));
  check_equal(subject, LAW_MON_COMM, slot, k, type, term_plus(store, a, b), term_plus(store, b, a));
}

/* At D(T)2 and D(G)2 of the program, forward and reverse. */
void laws_monoid(Subject *subject) {
  Store *store = subject->battery->store;
  uint64_t turn = (uint64_t)subject->index;
  if (!law_on(subject, LAW_MON_UNIT) && !law_on(subject, LAW_MON_ASSOC) && !law_on(subject, LAW_MON_COMM)) return;
  bool thorough = subject->options->thorough, small = term_size(store, subject->program->term) <= MONOID_SMALL;
  if (!thorough && !small && turn % MONOID_ROTATION != 0) return;
  int chosen = (int)((small ? turn : turn / MONOID_ROTATION) % TARGET_EVALUATORS);
  uint32_t mark = store_mark(store);
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    const Derived *derived = &subject->derived[e];
    ChadMode mode = derived->engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
    for (int k = 0; k < TARGET_EVALUATORS; k++) {
      if (!thorough && k != chosen) continue;
      check_type(subject, derived->slot, k, chad_tangent(store, mode, subject->program->type));
      check_type(subject, derived->slot, k,
                 chad_context_tangent(store, mode, subject->program->context, subject->program->length));
    }
  }
  store_release(store, mark);
}
