/* NF-SOUND and NF-UNIQUE on source terms and on derivatives; FUN-FWD and FUN-REV
 * by normal forms. */
#include "semantics/memory/try.h"
#include "semantics/text/text.h"
#include "verify/battery/subject.h"
#include "verify/normal/normal.h"

#include <stdlib.h>

/* Unless thorough, one program in so many. */
#define NORMAL_ROTATION 8u
#define NORMAL_STEPS_EACH ((uint64_t)1 << 14)
#define NORMAL_STEPS_THOROUGH ((uint64_t)1 << 19)
#define WALK_STEPS 3u
#define WALK_TRIES 32u /* of equations, for one that has a place */
#define FEW_SEEDS 3u   /* zero, a, b */
#define STREAM_WALK 11u
#define WALKS_THOROUGH 16u

static Status form_of(Subject *subject, const Program *program, TermId *form) {
  Battery *battery = subject->battery;
  uint64_t steps = subject->options->thorough ? NORMAL_STEPS_THOROUGH : NORMAL_STEPS_EACH;
  return normal_form(battery->store, &battery->values, steps, program, form);
}

/* A normal form that takes too long decides nothing; programs outside the fragment
 * are refused. */
static void count_status(Subject *subject, LawId law, int slot, What about, Status status) {
  if (!law_on(subject, law)) return;
  if (status == STATUS_LIMIT)
    judge_count(subject, law, slot, OUTCOME_UNDECIDED);
  else if (status == STATUS_UNABLE)
    judge_count(subject, law, slot, OUTCOME_REFUSED);
  else
    judge_status(subject, law, slot, "normal form", about, status);
}

/* The program rewritten at random places; its own term when there is none. */
static Status walk(Subject *subject, Program *program, bool target, uint64_t stream) {
  Rewriter *rewriter = subject->battery->rewriter;
  for (uint64_t step = 0; step < WALK_STEPS; step++) {
    TRY(rewriter_open(rewriter, subject->battery->store, program, target));
    for (uint64_t k = 0; k < WALK_TRIES; k++) {
      uint64_t word = random_word(subject->seed, stream, step * WALK_TRIES + k);
      EquationId equation = (EquationId)(word % EQUATION_COUNT);
      bool looked_at = equation_info(equation)->theory && (target || !equation_info(equation)->target);
      uint32_t places = looked_at ? rewriter_places(rewriter, equation) : 0;
      if (places == 0) continue;
      TRY(rewriter_at(rewriter, equation, (uint32_t)((word >> 32) % places), &program->term));
      break;
    }
  }
  return STATUS_OK;
}

static void refute_forms(Subject *subject, LawId law, int slot, What about, const Program *expected, TermId found) {
  Store *store = subject->battery->store;
  Program other = *expected;
  other.term = found;
  char *texts[2] = {text_print_term(store, expected, NULL, (TypeId){0}, (PrintStyle){.width = 0}),
                    text_print_term(store, &other, NULL, (TypeId){0}, (PrintStyle){.width = 0})};
  judge_refute(subject, law, slot, "normal form", about, texts[0] != NULL ? texts[0] : "",
               texts[1] != NULL ? texts[1] : "");
  free(texts[0]);
  free(texts[1]);
}

/* Whether `other`, of one type and context with `form`, has this normal form. */
static void compare_forms(Subject *subject, LawId law, int slot, What about, Outcome pass, const Program *form,
                          const Program *other) {
  TermId found = {0};
  if (!law_on(subject, law)) return;
  Status status = form_of(subject, other, &found);
  if (status != STATUS_OK)
    count_status(subject, law, slot, about, status);
  else if (normal_compare(subject->battery->store, form->term, found) == 0)
    judge_count(subject, law, slot, pass);
  else
    refute_forms(subject, law, slot, about, form, found);
}

/* NF-SOUND: the normal form of the source means what the source does. */
static void check_source_meaning(Subject *subject, const Program *form) {
  Battery *battery = subject->battery;
  if (!law_on(subject, LAW_NF_SOUND)) return;
  Scalar *value = subject_scalars(subject, subject->outputs);
  if (value == NULL) return;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = source_evaluator.eval(&machine, form, subject->point, value);
  arena_release(&battery->values, mark);
  if (status != STATUS_OK)
    judge_status(subject, LAW_NF_SOUND, 0, source_evaluator.name, what("the normal form"), status);
  else
    (void)judge_outputs(subject, LAW_NF_SOUND, 0, source_evaluator.name, what("the normal form"), subject->value,
                        value);
}

/* The same of a derivative. */
static void check_target_meaning(Subject *subject, Derived *derived, const Program *form) {
  if (!law_on(subject, LAW_NF_SOUND)) return;
  int chosen = (int)((uint64_t)subject->index / NORMAL_ROTATION % TARGET_EVALUATORS);
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    if (!subject->options->thorough && k != chosen) continue;
    const char *evaluator = target_evaluators[k]->name;
    const Run *first = &derived->run[k];
    if (first->status != STATUS_OK) continue; /* counted by the AD laws */
    Run run = subject_run_recorded(subject, k, form, derived, FEW_SEEDS);
    if (run.status != STATUS_OK)
      judge_status(subject, LAW_NF_SOUND, derived->slot, evaluator, what("the normal form"), run.status);
    else if (judge_outputs(subject, LAW_NF_SOUND, derived->slot, evaluator, what("primal of the normal form"),
                           first->primal, run.primal))
      (void)judge_equal(subject, LAW_NF_SOUND, derived->slot, evaluator, what("image under the normal form"),
                        FEW_SEEDS * derived->codomain, first->image, run.image);
  }
}

/* Whether CHAD's functoriality shows in normal forms: the rules of array constructs
 * depend on their context as a whole, by equations of Dmap that are not in Fig. 6. */
static bool without_arrays(const Store *store, TermId t) {
  const Term *node = term(store, t);
  if (node->kind == TERM_MAP || node->kind == TERM_ZIPWITH || node->kind == TERM_BUILD || node->kind == TERM_INDEX)
    return false;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node->kid[i].id != 0 && !without_arrays(store, node->kid[i])) return false;
  }
  return true;
}

/* FUN-*: D of the rewritten source has the normal form of D of the source. */
static void check_functorial(Subject *subject, const Derived *derived, const Program *form, const Program *rewritten) {
  LawId law = derived->engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
  if (!law_on(subject, law)) return;
  TypeId *context = subject_room(subject, rewritten->length, sizeof *context);
  Program derivative;
  What about = what("normal forms of derivatives");
  Status status = context == NULL
                      ? STATUS_LIMIT
                      : derived->engine->transform(subject->battery->store, rewritten, context, &derivative);
  if (status != STATUS_OK)
    judge_status(subject, law, derived->slot, "", about, status);
  else
    compare_forms(subject, law, derived->slot, about, OUTCOME_DECIDED, form, &derivative);
}

/* NF-UNIQUE: the program rewritten at random, some times when thorough.  The last
 * such program in *rewritten. */
static Status check_unique(Subject *subject, int slot, const Program *form, Program *rewritten, bool target) {
  const TermId term = rewritten->term;
  uint64_t walks = subject->options->thorough ? WALKS_THOROUGH : 1;
  Status status = STATUS_OK;
  for (uint64_t k = 0; k < walks && status == STATUS_OK; k++) {
    rewritten->term = term;
    status = walk(subject, rewritten, target, STREAM_WALK + (uint64_t)slot * WALKS_THOROUGH + k);
    if (status == STATUS_OK)
      compare_forms(subject, LAW_NF_UNIQUE, slot, what("rewriting"), OUTCOME_HOLDS, form, rewritten);
    else
      count_status(subject, LAW_NF_UNIQUE, slot, what("rewriting"), status);
  }
  return status;
}

/* `rewritten`: the source, rewritten; NULL where D of it is not looked at. */
static void check_derivative(Subject *subject, int e, const Program *rewritten) {
  Derived *derived = &subject->derived[e];
  if (!derived_usable(derived)) return;
  Workspace mark = subject_mark(subject);
  Program form = derived->program, other = derived->program;
  Status status = form_of(subject, &derived->program, &form.term);
  if (status == STATUS_OK) {
    if (program_is_flat(subject->battery->store, subject->program)) check_target_meaning(subject, derived, &form);
    (void)check_unique(subject, derived->slot, &form, &other, true);
    if (rewritten != NULL) check_functorial(subject, derived, &form, rewritten);
  } else {
    count_status(subject, LAW_NF_SOUND, derived->slot, what("the normal form"), status);
    count_status(subject, LAW_NF_UNIQUE, derived->slot, what("the normal form"), status);
  }
  subject_release(subject, mark);
}

static void check_program(Subject *subject) {
  const Program *source = subject->program;
  Program form = *source, rewritten = *source;
  Status status = form_of(subject, source, &form.term);
  if (status != STATUS_OK) {
    count_status(subject, LAW_NF_SOUND, 0, what("the normal form"), status);
    count_status(subject, LAW_NF_UNIQUE, 0, what("the normal form"), status);
    return;
  }
  /* values of functions cannot be compared; NF-UNIQUE and FUN-* look at terms */
  if (program_is_flat(subject->battery->store, source)) check_source_meaning(subject, &form);
  status = check_unique(subject, 0, &form, &rewritten, false);
  bool functorial = status == STATUS_OK && without_arrays(subject->battery->store, source->term);
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    bool given = subject->given[e] != NULL; /* D of another program is not known */
    check_derivative(subject, e, functorial && !given ? &rewritten : NULL);
  }
}

void laws_normal_forms(Subject *subject) {
  static const LawId laws[] = {LAW_NF_SOUND, LAW_NF_UNIQUE, LAW_FUN_FWD, LAW_FUN_REV};
  bool any = false;
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) any = any || law_on(subject, laws[i]);
  if (!any || (!subject->options->thorough && (uint64_t)subject->index % NORMAL_ROTATION != 0)) return;
  Workspace mark = subject_mark(subject);
  check_program(subject);
  subject_release(subject, mark);
}
