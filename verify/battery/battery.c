/* The battery: making it, and running every law that applies to a program. */
#include "verify/battery/battery.h"

#include "semantics/source/typing.h"
#include "semantics/straight/ring_straight.h"
#include "verify/battery/recordings.h"
#include "verify/battery/subject.h"
#include "verify/certificates/emit.h"

#include <stdlib.h>
#include <string.h>

#define VALUES_LIMIT ((size_t)96 << 20)
#define SCRATCH_LIMIT ((size_t)1 << 30)
#define RATIONAL_BITS ((size_t)1 << 16)
/* One program in so many is run over exact rationals too, unless thorough. */
#define RATIONAL_ROTATION 64u
/* One polynomial program in so many is decided by T2 as well as T2k. */
#define SYMBOLIC_ROTATION 16u
/* Products of terms that proofs of equal meaning may take on one program. */
#define SAME_WORK 1000000u
/* One program in so many is asked of all tiers. */
#define TIERS_ROTATION 16u
/* Sizes of the symbolic rings: most programs need few variables and atoms. */
#define SYMBOLIC_SMALL 8u
#define SYMBOLIC_LARGE 40u
#define SYMBOLIC_LENGTH 60u
#define BALL_BITS 106
/* Points at which the AD and HOM laws are checked when thorough. */
#define THOROUGH_POINTS 8u
#define STRAIGHT_NODES ((uint32_t)1 << 14)

Battery *battery_new(Store *store) {
  Battery *battery = calloc(1, sizeof *battery);
  if (battery == NULL) return NULL;
  battery->store = store;
  arena_init(&battery->values, VALUES_LIMIT);
  arena_init(&battery->scratch, SCRATCH_LIMIT);
  battery->truth = truth_new(store);
  battery->rewriter = rewriter_new();
  battery->kronecker = kronecker_new(store);
  battery->symbolic = ring_symbolic_new(SYMBOLIC_SMALL, SYMBOLIC_SMALL, SYMBOLIC_LENGTH);
  battery->symbolic_large = ring_symbolic_new(SYMBOLIC_LARGE, SYMBOLIC_LARGE, SYMBOLIC_LENGTH);
  battery->smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, SMT_MEGABYTES);
  battery->field = ring_field_new();
  battery->enclosure = ring_enclosure_new();
  battery->rational = ring_rational_new(RATIONAL_BITS);
  battery->field_dual = battery->field == NULL ? NULL : ring_dual_new(battery->field);
  battery->enclosure_dual = battery->enclosure == NULL ? NULL : ring_dual_new(battery->enclosure);
  battery->straight = ring_straight_new(STRAIGHT_NODES);
  battery->recordings = recordings_new();
  battery->balls = ring_ball_new(BALL_BITS);
  bool spoiled = spoiled_open(battery);
  battery->certified = battery->truth == NULL ? NULL : certified_new(battery->truth);
  if (battery->truth == NULL || battery->kronecker == NULL || battery->rewriter == NULL || battery->smt == NULL ||
      battery->field == NULL || battery->enclosure == NULL || battery->rational == NULL || battery->symbolic == NULL ||
      battery->symbolic_large == NULL || battery->field_dual == NULL || battery->enclosure_dual == NULL ||
      battery->certified == NULL || battery->balls == NULL || battery->straight == NULL ||
      battery->recordings == NULL || !spoiled) {
    battery_free(battery);
    return NULL;
  }
  return battery;
}

void battery_stop_when(Battery *battery, bool (*stopped)(void)) {
  smt_stop_when(battery->smt, stopped);
  certified_stop_when(battery->certified, stopped);
}

void battery_free(Battery *battery) {
  if (battery == NULL) return;
  if (battery->field_dual != NULL) ring_destroy(battery->field_dual);
  if (battery->enclosure_dual != NULL) ring_destroy(battery->enclosure_dual);
  if (battery->balls != NULL) ring_destroy(battery->balls);
  if (battery->straight != NULL) ring_destroy(battery->straight);
  if (battery->emitter != NULL) emitter_free(battery->emitter);
  free(battery->emitter);
  recordings_free(battery->recordings);
  certified_free(battery->certified);
  spoiled_close(battery);
  if (battery->truth != NULL) truth_free(battery->truth);
  kronecker_free(battery->kronecker);
  rewriter_free(battery->rewriter);
  positions_free(&battery->positions);
  smt_free(battery->smt);
  if (battery->symbolic != NULL) ring_destroy(battery->symbolic);
  if (battery->symbolic_large != NULL) ring_destroy(battery->symbolic_large);
  if (battery->frechet != NULL) ring_destroy(battery->frechet);
  if (battery->field != NULL) ring_destroy(battery->field);
  if (battery->enclosure != NULL) ring_destroy(battery->enclosure);
  if (battery->rational != NULL) ring_destroy(battery->rational);
  arena_free(&battery->values);
  arena_free(&battery->scratch);
  free(battery);
}

/* What the truth tier could not give is a skip of the laws that rest on it. */
static void count_unlocated(Subject *subject, Status status) {
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    LawId law = derived->engine->reverse ? LAW_AD_REV : LAW_AD_FWD;
    if (!law_on(subject, law) || !derived->typed) continue;
    Outcome outcome = status == STATUS_DOMAIN   ? OUTCOME_DOMAIN
                      : status == STATUS_UNABLE ? OUTCOME_UNABLE
                                                : OUTCOME_LIMIT;
    judge_count(subject, law, derived->slot, outcome);
  }
}

/* The premise of every law: the program has the type that its space or file
 * says, by the judgement of Fig. 3. */
static bool check_premise(Subject *subject) {
  Store *store = subject->battery->store;
  const Program *program = subject->program;
  TypeId inferred = {0};
  char stated[WITNESS_TEXT], found[WITNESS_TEXT] = "no type";
  Status status = source_infer(store, program->context, program->length, program->term, &inferred);
  bool typed = status == STATUS_OK && type_equal(inferred, program->type);
  if (!law_on(subject, LAW_TYP_PRES)) return typed;
  if (typed)
    judge_count(subject, LAW_TYP_PRES, 0, OUTCOME_HOLDS);
  else if (status == STATUS_LIMIT)
    judge_count(subject, LAW_TYP_PRES, 0, OUTCOME_LIMIT);
  else {
    (void)type_print(&store->types, program->type, stated, sizeof stated);
    if (status == STATUS_OK) (void)type_print(&store->types, inferred, found, sizeof found);
    judge_refute(subject, LAW_TYP_PRES, 0, "", what("type of the source program"), stated, found);
  }
  return typed;
}

/* The AD and HOM laws once more: over exact rationals, or at another point. */
static void check_again(Subject *subject, Ring *ring) {
  Subject again = *subject;
  again.ring = ring;
  /* what is too large for rationals, or outside the domain, was decided at the
   * first point */
  Workspace mark = subject_mark(&again);
  if (subject_locate(&again) == STATUS_OK) {
    subject_run_again(&again);
    laws_derivative(&again);
  }
  subject_release(&again, mark);
}

/* Why a program is outside what is decided for all inputs. */
static const char *outside_reason(const Subject *subject) {
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return "it has Ints";
  if (subject->inputs == 0 || subject->outputs == 0) return "it has no real inputs, or no real results";
  return "it does what no tier follows for all inputs";
}

/* Which part of a type that is not flat makes it so. */
static TypeKind unflat_kind(const Store *store, TypeId type) {
  const TypeNode *node = type_node(&store->types, type);
  while (node->kind == TYPE_PROD || node->kind == TYPE_ARRAY)
    node = type_node(&store->types, node->kind == TYPE_PROD && type_is_flat(store, node->a) ? node->b : node->a);
  return node->kind;
}

/* Why a program is checked on related arguments, by the first such type. */
static const char *higher_reason(const Store *store, const Program *program) {
  TypeId type = program->type;
  for (uint32_t i = program->length; i-- > 0;) {
    if (!type_is_flat(store, program->context[i])) type = program->context[i];
  }
  TypeKind kind = unflat_kind(store, type);
  if (kind == TYPE_VEC) return "it takes or gives a Vec, and is checked on related arguments";
  if (kind == TYPE_SUM) return "it takes or gives a sum, and is checked on related arguments";
  if (kind == TYPE_MU) return "it takes or gives data (lists, trees), and is checked on related arguments";
  return "it takes or gives functions, and is checked on related arguments";
}

static const char *unlocated_reason(Status status) {
  if (status == STATUS_DOMAIN) return "no point was found at which it is defined and has a derivative";
  return status == STATUS_UNABLE ? "no truth tier has its operations, or decides its tests at the points tried"
                                 : "memory, depth or degree ran out";
}

/* T2k decides polynomials, T2 what is left, and of the polynomials one in so many
 * again, as a check of both; T3 looks at a point of what they leave. */
void laws_decided(Subject *subject) {
  ProgramVerdict *verdict = &subject->battery->verdict;
  bool polynomial = subject->ring == subject->battery->field;
  laws_certificates(subject);
  bool decided = polynomial && laws_for_all(subject);
  bool again = subject->options->thorough || (uint64_t)subject->index % SYMBOLIC_ROTATION == 0;
  ForAll found = decided ? FOR_ALL_DECIDED : laws_symbolic(subject, false);
  if (decided && again) (void)laws_symbolic(subject, true);
  if (for_all_decided(found)) verdict->proved = count_certificates(subject);
  subject->tally->for_all[found]++;
  verdict->tried = true;
  verdict->found = found;
  if (found == FOR_ALL_OUTSIDE) verdict->reason = outside_reason(subject);
  bool derivatives = law_on(subject, LAW_AD_FWD) || law_on(subject, LAW_AD_REV) || law_on(subject, LAW_AD_PRIMAL);
  if (derivatives && (found == FOR_ALL_OPEN || found == FOR_ALL_GUARD || found == FOR_ALL_OUTSIDE)) {
    verdict->certified = laws_certified(subject);
    subject->tally->certified += verdict->certified ? 1 : 0;
  }
}

/* Whether nothing is asked but whether the tiers agree, which needs no derivative. */
static bool only_tiers(const Subject *subject) {
  if (!law_on(subject, LAW_TIERS) || subject->options->thorough) return false;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (law != LAW_TIERS && law_on(subject, (LawId)law)) return false;
  }
  return true;
}

/* What rooms of laws need: nothing; their turn, unless all is looked at; tests, which are run over doubles. */
static bool anything(const Subject *subject) {
  (void)subject;
  return true;
}

static bool a_turn(const Subject *subject) {
  return subject->options->thorough || (uint64_t)subject->index % TIERS_ROTATION == 1;
}

static bool tests(const Subject *subject) { return subject->ring == subject->battery->enclosure; }

static const struct {
  void (*run)(Subject *subject);
  bool (*needs)(const Subject *subject);
} runs[] = {
#define RUN(name, needs) {laws_##name, needs},
#include "verify/battery/runs.def"
#undef RUN
};

/* All laws of a first-order program, over the ring that suits it. */
static void check_flat(Subject *subject) {
  bool nowhere = false;
  Status status = laws_locate(subject, &nowhere);
  if (!subject->options->quick && !subject->options->proofs) laws_defined(subject);
  if (status == STATUS_OK && only_tiers(subject)) {
    laws_tiers(subject);
    return;
  }
  if (status == STATUS_OK && subject->options->quick) {
    laws_quick(subject);
    return;
  }
  if (status == STATUS_STUCK || status == STATUS_ILL_TYPED) {
    judge_refute(subject, LAW_SEM_TERM, 0, source_evaluator.name, what("source evaluation"), "a value",
                 status_name(status));
    return;
  }
  if (status != STATUS_OK) {
    ProgramVerdict *verdict = &subject->battery->verdict;
    verdict->reason = unlocated_reason(status);
    verdict->tried = nowhere;
    if (nowhere) subject->tally->for_all[verdict->found = FOR_ALL_NOWHERE]++;
    subject->ring = NULL;
    subject_derive(subject);
    count_unlocated(subject, status);
    return;
  }
  subject_derive(subject);
  if (subject->options->proofs) {
    laws_decided(subject);
    return;
  }
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    if (runs[i].needs(subject)) runs[i].run(subject);
  }
  bool thorough = subject->options->thorough;
  if (subject->ring == subject->battery->field && (thorough || (uint64_t)subject->index % RATIONAL_ROTATION == 0)) {
    check_again(subject, subject->battery->rational);
  }
  uint64_t seed = subject->seed;
  for (uint64_t k = 1; thorough && k < THOROUGH_POINTS; k++) {
    subject->seed = random_word(seed, k, 0);
    check_again(subject, subject->ring);
  }
}

/* What the rings, the arena and the store hold before a program is looked at. */
typedef struct BatteryMark {
  uint32_t terms;
  size_t field, enclosure, rational;
  ArenaMark scratch;
} BatteryMark;

static BatteryMark battery_mark(const Battery *battery) {
  return (BatteryMark){store_mark(battery->store), ring_mark(battery->field), ring_mark(battery->enclosure),
                       ring_mark(battery->rational), arena_mark(&battery->scratch)};
}

static void battery_release(Battery *battery, BatteryMark mark) {
  arena_release(&battery->scratch, mark.scratch);
  ring_release(battery->field, mark.field);
  ring_release(battery->enclosure, mark.enclosure);
  ring_release(battery->rational, mark.rational);
  store_release(battery->store, mark.terms);
}

/* Counts the program under its size: `before` are the instances counted then. */
static void count_size(const Battery *battery, const Program *program, const uint64_t *before, Tally *tally) {
  const ProgramVerdict *found = &battery->verdict;
  const uint64_t *now = tally->instances;
  bool held = outcomes_passed(now) > outcomes_passed(before);
  SizeVerdict verdict = now[OUTCOME_REFUTED] > before[OUTCOME_REFUTED]   ? SIZE_REFUTED
                        : now[OUTCOME_DIFFERS] > before[OUTCOME_DIFFERS] ? SIZE_DIFFERS
                        : found->proved                                  ? SIZE_PROVED
                        : found->tried && for_all_decided(found->found)  ? SIZE_DECIDED
                        : found->tried && found->found == FOR_ALL_ALMOST ? SIZE_OUTSIDE
                        : held                                           ? SIZE_HOLDS
                                                                         : SIZE_UNDECIDED;
  tally->by_size[tally_size_row(term_size(battery->store, program->term))][verdict]++;
}

/* Of the solver so far; what the certified tier asks besides counts where it is lost. */
static uint64_t answers(const Battery *battery, SmtAnswer answer) {
  return smt_count(battery->smt, answer) + (answer == SMT_LOST ? certified_lost(battery->certified) : 0);
}

void battery_check(Battery *battery, const Program *program, Rank index, const BatteryOptions *options, Tally *tally,
                   Witness *witnesses) {
  Subject subject = {.battery = battery,
                     .options = options,
                     .program = program,
                     .index = index,
                     .seed = random_word(options->seed, (uint64_t)(index >> 64), (uint64_t)index),
                     .tally = tally,
                     .witnesses = witnesses};
  BatteryMark mark = battery_mark(battery);
  uint64_t asked[SMT_LOST + 1];
  for (int i = 0; i <= SMT_LOST; i++) asked[i] = answers(battery, (SmtAnswer)i);
  uint64_t before[OUTCOME_COUNT];
  memcpy(before, tally->instances, sizeof before);
  tally->programs++;
  battery->checked++;
  tally_inside(tally, battery->store, program->term);
  smt_renew(battery->smt);
  battery->verdict = (ProgramVerdict){0};
  battery->same_work = SAME_WORK;
  recordings_trim(battery->recordings);
  if (check_premise(&subject)) {
    if (program_is_flat(battery->store, program))
      check_flat(&subject);
    else {
      battery->verdict.reason = higher_reason(battery->store, program);
      laws_higher(&subject);
    }
  }
  for (int i = 0; i <= SMT_LOST; i++) tally->solver[i] += answers(battery, (SmtAnswer)i) - asked[i];
  if (answers(battery, SMT_LOST) > asked[SMT_LOST]) battery->verdict.unfinished = true;
  count_size(battery, program, before, tally);
  battery_release(battery, mark);
}

void battery_check_rules(Battery *battery, const Program *source, const GivenRules *rules, uint64_t seed, Tally *tally,
                         Witness *witnesses) {
  BatteryOptions options = {.thorough = true, .engines = ENGINES_ALL, .seed = seed};
  options.laws = law_set_all();
  Subject subject = {.battery = battery,
                     .options = &options,
                     .program = source,
                     .given = {rules->forward, rules->reverse},
                     .with = {rules->with_forward, rules->with_reverse},
                     .rules = rules,
                     .seed = random_word(seed, 0, 0),
                     .tally = tally,
                     .witnesses = witnesses};
  BatteryMark mark = battery_mark(battery);
  tally->programs++;
  battery->checked++;
  smt_renew(battery->smt);
  bool nowhere = false;
  Status status = laws_locate(&subject, &nowhere);
  if (status == STATUS_OK) {
    subject_derive(&subject);
    laws_derivative(&subject);
    laws_decided(&subject);
    if (rules->forward != NULL || rules->reverse != NULL) laws_boundaries(&subject);
  } else {
    subject.ring = NULL;
    subject_derive(&subject);
    count_unlocated(&subject, status);
  }
  battery_release(battery, mark);
}

const ProgramVerdict *battery_verdict(const Battery *battery) { return &battery->verdict; }

bool battery_lost(const Battery *battery) { return answers(battery, SMT_LOST) > 0; }
