/* BE-* and SIMP-* on terms made to have a place for each: see redexes.h. */
#include "verify/battery/subject.h"
#include "verify/laws/chad/redexes.h"

#include <stdio.h>

/* All laws on one term take as long as ten programs: unless thorough, one program
 * in 8 of the first of a space has its term, and one in 64 of the others. */
#define REDEX_FIRST 4096u
#define REDEX_ROTATION_FIRST 8u
#define REDEX_ROTATION 64u
/* The laws do not depend on how many scalars a type has: larger types are left out. */
#define REDEX_DIM 32u
#define REDEX_PLACES 4u /* of one equation in one term, when thorough */

/* The term under examination: (), \v. t with its run in one evaluator. */
typedef struct Bench {
  Subject *subject;
  const Evaluator *evaluator;
  RedexForm form;
  uint32_t variant;
  Program program;
  Derived derived;
  Run run;
} Bench;

static What what_of(const Bench *bench, const char *formula) {
  return (What){formula, {redex_name(bench->form)}, {bench->variant}};
}

/* The rewritten term against the term itself; `cost` says that the count of
 * scalar operations must not rise. */
static void compare(Bench *bench, LawId law, const Program *rewritten, What about, bool cost) {
  Subject *subject = bench->subject;
  const char *evaluator = bench->evaluator->name;
  Run run = subject_run(subject, bench->evaluator, rewritten, &bench->derived, bench->derived.seeds);
  if (run.status != STATUS_OK) {
    judge_status(subject, law, 0, evaluator, about, run.status);
    return;
  }
  bool equal = judge_equal(subject, law, 0, evaluator, about, bench->derived.seeds * bench->derived.codomain,
                           bench->run.image, run.image);
  if (!equal || !cost || run.operations <= bench->run.operations) return;
  char expected[64], found[64];
  (void)snprintf(expected, sizeof expected, "at most %llu scalar operations",
                 (unsigned long long)bench->run.operations);
  (void)snprintf(found, sizeof found, "%llu", (unsigned long long)run.operations);
  judge_refute(subject, law, 0, evaluator, about, expected, found);
}

/* The program is open in the rewriter. */
static void check_equation(Bench *bench, EquationId equation) {
  Battery *battery = bench->subject->battery;
  LawId law = law_of_equation(equation);
  What about = what_of(bench, equation_info(equation)->formula);
  PlaceRange range = places_to_check(bench->subject, equation);
  for (uint32_t place = range.first; place < range.end && place < range.first + REDEX_PLACES; place++) {
    uint32_t mark = store_mark(battery->store);
    Program rewritten = bench->program;
    Status status = rewriter_at(battery->rewriter, equation, place, &rewritten.term);
    if (status != STATUS_OK)
      judge_status(bench->subject, law, 0, "", about, status);
    else
      compare(bench, law, &rewritten, about, false);
    store_release(battery->store, mark);
  }
}

static void check_rules(Bench *bench) {
  Store *store = bench->subject->battery->store;
  SimplifySet rules = 0;
  TermId results[SIMPLIFY_COUNT];
  for (int r = 0; r < SIMPLIFY_COUNT; r++) {
    if (law_on(bench->subject, law_of_simplification((SimplifyRule)r))) rules |= (SimplifySet)1 << r;
  }
  Workspace mark = subject_mark(bench->subject);
  Status status = simplify_each(store, &bench->program, rules, results);
  for (int r = 0; r < SIMPLIFY_COUNT; r++) {
    LawId law = law_of_simplification((SimplifyRule)r);
    What about = what_of(bench, simplify_formula((SimplifyRule)r));
    if ((rules >> r & 1) == 0) continue;
    judge_status(bench->subject, law, 0, "", about, status);
    if (results[r].id == 0) continue;
    Program simplified = bench->program;
    simplified.term = results[r];
    compare(bench, law, &simplified, about, true);
  }
  subject_release(bench->subject, mark);
}

static void check_laws(Bench *bench) {
  Subject *subject = bench->subject;
  Battery *battery = subject->battery;
  Status status = rewriter_open(battery->rewriter, battery->store, &bench->program, true);
  for (int i = 0; i < EQUATION_COUNT; i++) {
    LawId law = law_of_equation((EquationId)i);
    judge_status(subject, law, 0, "", what_of(bench, "survey of places"), status);
    if (status == STATUS_OK && law_on(subject, law)) check_equation(bench, (EquationId)i);
  }
  check_rules(bench);
}

/* The laws on one form at one linear type, in one evaluator. */
static void check_form(Subject *subject, RedexForm form, uint32_t variant, TypeId type, int k) {
  Store *store = subject->battery->store;
  TypeTable *types = &store->types;
  Workspace mark = subject_mark(subject);
  Bench bench = {.subject = subject, .evaluator = target_evaluators[k], .form = form, .variant = variant};
  TypeId real = type_linear_real(types, 1), unit = type_unit(types);
  TermId t = redex_make(store, form, variant, type, subject->seed);
  TermId pair = term_pair(store, term_unit(store), term_llam(store, real, t));
  bench.program = (Program){pair, NULL, 0, type_prod(types, unit, type_lfun(types, real, real))};
  bench.derived = (Derived){.engine = &chad_reverse, .domain = 1, .codomain = 1};
  Status status = store_take_status(store);
  if (status == STATUS_OK) status = subject_seed(subject, &bench.derived);
  if (status == STATUS_OK) {
    bench.run = subject_run(subject, bench.evaluator, &bench.program, &bench.derived, bench.derived.seeds);
    status = bench.run.status;
  }
  /* a term without a run is the concern of SEM-TERM, but no law holds on it */
  if (status == STATUS_OK)
    check_laws(&bench);
  else
    judge_status(subject, LAW_SEM_TERM, 0, bench.evaluator->name, what_of(&bench, "evaluation"), status);
  subject_release(subject, mark);
}

static bool any_law_on(const Subject *subject) {
  bool any = false;
  for (int i = 0; i < EQUATION_COUNT; i++) any = any || law_on(subject, law_of_equation((EquationId)i));
  for (int r = 0; r < SIMPLIFY_COUNT; r++) any = any || law_on(subject, law_of_simplification((SimplifyRule)r));
  return any;
}

/* All forms in all evaluators at one type; or one of each, in turn. */
static void check_type(Subject *subject, TypeId type, uint64_t turn) {
  if (!subject->options->thorough) {
    RedexForm form = (RedexForm)(turn % REDEX_COUNT);
    uint64_t round = turn / REDEX_COUNT;
    uint32_t variant = (uint32_t)(random_word(subject->seed, 6, 0) % redex_variants(form));
    check_form(subject, form, variant, type, (int)(round % TARGET_EVALUATORS));
    return;
  }
  for (int form = 0; form < REDEX_COUNT; form++) {
    for (uint32_t variant = 0; variant < redex_variants((RedexForm)form); variant++) {
      for (int k = 0; k < TARGET_EVALUATORS; k++) check_form(subject, (RedexForm)form, variant, type, k);
    }
  }
}

/* At D(T)2 and D(G)2 of the program, forward and reverse. */
void laws_redexes(Subject *subject) {
  Store *store = subject->battery->store;
  const Program *program = subject->program;
  uint64_t turn = (uint64_t)subject->index;
  bool thorough = subject->options->thorough;
  uint64_t rotation = turn < REDEX_FIRST ? REDEX_ROTATION_FIRST : REDEX_ROTATION;
  if ((!thorough && turn % rotation != 0) || !any_law_on(subject)) return;
  turn /= rotation;
  TypeId types[4];
  uint32_t count = 0;
  for (int i = 0; i < 4; i++) {
    ChadMode mode = i < 2 ? CHAD_FORWARD : CHAD_REVERSE;
    TypeId type = i % 2 == 0 ? chad_tangent(store, mode, program->type)
                             : chad_context_tangent(store, mode, program->context, program->length);
    uint32_t dim = type_node(&store->types, type)->dim;
    bool seen = type_is_none(type) || (dim > REDEX_DIM && dim != TYPE_NOT_FLAT);
    for (uint32_t j = 0; j < count; j++) seen = seen || type_equal(type, types[j]);
    if (!seen) types[count++] = type;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (thorough || turn / (REDEX_COUNT * TARGET_EVALUATORS) % count == i) check_type(subject, types[i], turn);
  }
}
