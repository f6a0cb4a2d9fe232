/* The derivatives of a subject: made, typed, and run at seeds. */
#include "semantics/chad/linear/typing.h"
#include "verify/battery/code_size.h"
#include "verify/battery/cost_size.h"
#include "verify/battery/replay.h"
#include "verify/battery/subject.h"

#include <string.h>

#define BASIS_FEW 4u
#define BASIS_MANY 64u
#define STREAM_SEED 128 /* of random words; subject.c has those below */

int engine_slot(const Engine *engine) {
  int slot = 0;
  while (engines[slot] != NULL && engines[slot] != engine) slot++;
  return slot + 1;
}

/* zero, a, b, a + b, 7a, ones, then basis vectors.  For forward engines a is the
 * direction of the truth. */
Status subject_seed(Subject *subject, Derived *derived) {
  Ring *ring = subject->ring;
  uint32_t m = derived->domain, most = subject->options->thorough ? BASIS_MANY : BASIS_FEW;
  uint32_t basis = m < most ? m : most;
  derived->seeds = SEED_BASIS + basis;
  derived->seed = subject_room(subject, (size_t)derived->seeds * m, sizeof(Scalar));
  if (derived->seed == NULL) return STATUS_LIMIT;
  Scalar zero = ring_integer(ring, 0), one = ring_integer(ring, 1), scale = ring_integer(ring, SEED_SCALE);
  for (uint32_t i = 0; i < m; i++) {
    Scalar a = derived->engine->reverse ? subject_random(subject, STREAM_SEED, i) : subject->direction[i];
    Scalar b = subject_random(subject, STREAM_SEED + 1, i);
    derived->seed[SEED_ZERO * m + i] = zero;
    derived->seed[SEED_A * m + i] = a;
    derived->seed[SEED_B * m + i] = b;
    derived->seed[SEED_SUM * m + i] = ring_add(ring, a, b);
    derived->seed[SEED_SCALED * m + i] = ring_mul(ring, scale, a);
    derived->seed[SEED_ONES * m + i] = one;
    for (uint32_t k = 0; k < basis; k++) derived->seed[(SEED_BASIS + k) * m + i] = i == k ? one : zero;
  }
  return ring_take_status(ring);
}

const char *derived_evaluator(const Derived *derived, int k) {
  return derived->own == NULL ? target_evaluators[k]->name : "";
}

Status derived_eval(const Derived *derived, int k, Machine *machine, const Scalar *input, uint32_t seeds,
                    const Scalar *seed, Scalar *primal, Scalar *image) {
  Status status =
      derived->own != NULL
          ? derived->engine->run(machine, derived->source, derived->own, input, seeds, seed, primal, image)
          : target_evaluators[k]->eval_linear(machine, &derived->program, input, seeds, seed, primal, image);
  if (status == STATUS_OK && derived->spoil != SPOIL_NONE)
    status = spoil(machine->ring, derived, ring_integer(machine->ring, 1), 0, seeds, seed, primal, image);
  return status;
}

static Run open_run(Subject *subject, const Derived *derived, uint32_t seeds) {
  Run run = {.status = STATUS_LIMIT, .primal = subject_scalars(subject, subject->outputs)};
  run.image = subject_room(subject, (size_t)seeds * derived->codomain, sizeof(Scalar));
  if (run.primal == NULL) run.image = NULL;
  return run;
}

Run subject_run(Subject *subject, const Evaluator *evaluator, const Program *program, const Derived *derived,
                uint32_t seeds) {
  Run run = open_run(subject, derived, seeds);
  if (run.image == NULL) return run;
  ArenaMark mark = arena_mark(&subject->battery->values);
  Machine machine = machine_make(subject->battery->store, subject->ring, &subject->battery->values);
  subject->ring->operations = 0;
  run.status = evaluator->eval_linear(&machine, program, subject->point, seeds, derived->seed, run.primal, run.image);
  run.operations = subject->ring->operations;
  arena_release(&subject->battery->values, mark);
  return run;
}

Run subject_run_recorded(Subject *subject, int k, const Program *program, Derived *derived, uint32_t seeds) {
  Run run = open_run(subject, derived, seeds);
  if (run.image == NULL || subject_replayed(subject, derived, k, program, seeds, &run)) return run;
  return subject_run(subject, target_evaluators[k], program, derived, seeds);
}

/* At all its seeds. */
static Run run_derived(Subject *subject, Derived *derived, int k) {
  Run run = open_run(subject, derived, derived->seeds);
  if (run.image == NULL || subject_replayed(subject, derived, k, NULL, derived->seeds, &run)) return run;
  if (derived->own == NULL)
    return subject_run(subject, target_evaluators[k], &derived->program, derived, derived->seeds);
  ArenaMark mark = arena_mark(&subject->battery->values);
  Machine machine = machine_make(subject->battery->store, subject->ring, &subject->battery->values);
  subject->ring->operations = 0;
  run.status = derived_eval(derived, k, &machine, subject->point, derived->seeds, derived->seed, run.primal, run.image);
  run.operations = subject->ring->operations;
  arena_release(&subject->battery->values, mark);
  return run;
}

TypeId derivative_type(Store *store, const Engine *engine, const Program *source) {
  ChadMode mode = engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
  TypeId context = chad_context_tangent(store, mode, source->context, source->length);
  TypeId tangent = chad_tangent(store, mode, source->type);
  TypeId linear =
      engine->reverse ? type_lfun(&store->types, tangent, context) : type_lfun(&store->types, context, tangent);
  return type_prod(&store->types, chad_primal(store, mode, source->type), linear);
}

static void check_typing(Subject *subject, Derived *derived) {
  Store *store = subject->battery->store;
  TypeId stated = derivative_type(store, derived->engine, subject->program), inferred = {0};
  Status status = linear_infer_cartesian(store, derived->program.context, derived->program.length,
                                         derived->program.term, &inferred);
  derived->typed = status == STATUS_OK && type_equal(stated, inferred) && type_equal(stated, derived->program.type);
  if (!law_on(subject, LAW_TYP_PRES)) return;
  if (derived->typed)
    judge_count(subject, LAW_TYP_PRES, derived->slot, OUTCOME_HOLDS);
  else if (status == STATUS_LIMIT)
    judge_count(subject, LAW_TYP_PRES, derived->slot, OUTCOME_LIMIT);
  else {
    char expected[WITNESS_TEXT], found[WITNESS_TEXT] = "no type";
    (void)type_print(&store->types, stated, expected, sizeof expected);
    if (status == STATUS_OK) (void)type_print(&store->types, inferred, found, sizeof found);
    judge_refute(subject, LAW_TYP_PRES, derived->slot, "", what("type of the derivative"), expected, found);
  }
}

/* -------------------------------------------------------------- engines -- */

/* A term of the linear target language, whose type is stated by CHAD 7.2. */
static void make_transformed(Subject *subject, Derived *derived) {
  Store *store = subject->battery->store;
  const Program *given = subject->given[derived->engine->reverse ? 1 : 0];
  derived->runs = TARGET_EVALUATORS;
  if (given != NULL) { /* typed by whoever gives it */
    derived->program = *given;
    derived->typed = true;
    return;
  }
  TypeId *context = subject_room(subject, subject->program->length, sizeof *context);
  derived->status =
      context == NULL ? STATUS_LIMIT : derived->engine->transform(store, derived->source, context, &derived->program);
  if (derived->status != STATUS_OK) {
    judge_status(subject, LAW_TYP_PRES, derived->slot, "", what("transformation"), derived->status);
    return;
  }
  check_typing(subject, derived);
  if (law_on(subject, LAW_COST_SIZE)) cost_size_nodes(subject, derived, code_nodes(store, derived->program.term));
}

/* From the same system's other mode, where it derives alike and has just been made. */
static Status derive_own(Subject *subject, Derived *derived) {
  Battery *battery = subject->battery;
  const char *missing = "";
  const Derived *before = derived > subject->derived ? derived - 1 : derived;
  bool other = before->slot + 1 == derived->slot && before->source == derived->source && derived_usable(before);
  if (derived->engine->turn != NULL && other)
    return derived->engine->turn(&battery->scratch, before->own, &derived->own);
  return derived->engine->derive(battery->store, &battery->scratch, derived->source, &derived->own, &missing);
}

/* A derivative in the engine's own language, which its own judgement has typed. */
static void make_own(Subject *subject, Derived *derived) {
  derived->runs = 1;
  derived->status = derive_own(subject, derived);
  derived->typed = derived->status == STATUS_OK;
  if (derived->status == STATUS_UNABLE) {
    if (law_on(subject, LAW_TYP_PRES)) judge_count(subject, LAW_TYP_PRES, derived->slot, OUTCOME_REFUSED);
    return;
  }
  if (derived->status == STATUS_DOMAIN && subject->ring == NULL) {
    /* it saw that the program is defined nowhere, and no point of the domain was found */
    if (law_on(subject, LAW_TYP_PRES)) judge_count(subject, LAW_TYP_PRES, derived->slot, OUTCOME_DOMAIN);
    return;
  }
  if (!derived->typed) {
    judge_status(subject, LAW_TYP_PRES, derived->slot, "", what("transformation"), derived->status);
    return;
  }
  if (law_on(subject, LAW_TYP_PRES)) judge_count(subject, LAW_TYP_PRES, derived->slot, OUTCOME_HOLDS);
  if (derived->engine->size == NULL || !law_on(subject, LAW_COST_SIZE)) return;
  cost_size_nodes(subject, derived, derived->engine->size(subject->battery->store, derived->own));
}

/* At the subject's point, in each way. */
static void run_ways(Subject *subject, Derived *derived) {
  bool reverse = derived->engine->reverse;
  derived->domain = reverse ? subject->cotangents : subject->tangents;
  derived->codomain = reverse ? subject->tangents : subject->cotangents;
  derived->status = subject_seed(subject, derived);
  for (int k = 0; k < derived->runs && derived->status == STATUS_OK && !subject->options->proofs; k++) {
    derived->run[k] = run_derived(subject, derived, k);
  }
}

static void make_and_run(Subject *subject, const Engine *engine) {
  if (subject->derivations == SUBJECT_DERIVED) return;
  const Program *source = subject->with[engine->reverse ? 1 : 0];
  if (source == NULL && subject->rules && engine->transform == NULL) return;
  Derived *derived = &subject->derived[subject->derivations++];
  *derived = (Derived){.engine = engine, .slot = engine_slot(engine)};
  derived->source = source == NULL ? subject->program : source;
  if (engine->transform != NULL)
    make_transformed(subject, derived);
  else
    make_own(subject, derived);
  if (derived_usable(derived) && subject->ring != NULL) run_ways(subject, derived);
}

void subject_derive(Subject *subject) {
  subject->derivations = 0;
  make_and_run(subject, &chad_forward);
  make_and_run(subject, &chad_reverse);
  if (subject->options->engines == ENGINES_CHAD) return;
  for (int i = SUBJECT_ENGINES; engines[i] != NULL; i++) make_and_run(subject, engines[i]);
}

void subject_run_again(Subject *subject) {
  for (int e = 0; e < subject->derivations; e++) {
    Derived *derived = &subject->derived[e];
    memset(derived->proof, 0, sizeof derived->proof);
    if (derived->typed) run_ways(subject, derived);
  }
}

const Derived *derived_partner(const Subject *subject, const Derived *derived) {
  const char *name = derived->engine->name;
  size_t system = strcspn(name, "-");
  for (int i = SUBJECT_ENGINES; i < subject->derivations; i++) {
    const Derived *other = &subject->derived[i];
    bool same = strncmp(other->engine->name, name, system + 1) == 0;
    if (same && other->engine->reverse != derived->engine->reverse && derived_usable(other)) return other;
  }
  return &subject->derived[derived->engine->reverse ? 0 : 1];
}
