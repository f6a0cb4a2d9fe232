/* DN-STAGE, DN-ONCE, COST-REV, COST-FWD: the stages of dual-numbers AD against
 * one another, and what they cost against the program. */
#include "ad/dualnum/dualnum.h"
#include "verify/battery/subject.h"

#include <stdio.h>

#define STREAM_COTANGENT 448 /* of random words */

/* One gradient (one tangent, forward) by one stage. */
typedef struct StageRun {
  Status status;
  Scalar *primal, *image;
  CostMeter meter;
} StageRun;

/* Random seeds for the linear part, and one run of each stage looked at. */
typedef struct Stages {
  Subject *subject;
  Scalar *cotangent;
  StageRun run[DUAL_STAGE_COUNT];
} Stages;

/* The derivative by the stage's engine, if the subject has it; else it is made. */
static Status derive_stage(Subject *subject, DualStage stage, const DualProgram **derivative) {
  Battery *battery = subject->battery;
  const char *missing;
  for (int e = SUBJECT_ENGINES; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    if (derived->engine != dual_engines[stage] || derived->source != subject->program) continue;
    *derivative = derived->own;
    return derived->status;
  }
  return dualnum_derive(battery->store, &battery->scratch, stage, subject->program, derivative, &missing);
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* What the machine saw of a run from outside, whatever the run says of itself: it may know of more, not of less. */
static CostMeter at_least(CostMeter said, CostMeter seen) {
  said.steps = larger(said.steps, seen.steps);
  said.operations = larger(said.operations, seen.operations);
  said.words = larger(said.words, seen.words);
  return said;
}

static CostMeter meter_from(const Machine *machine, MeterStart start) {
  CostMeter seen = {.steps = 0};
  meter_stop(machine, start, &seen);
  return seen;
}

static StageRun run_stage(Stages *stages, DualStage stage) {
  Subject *subject = stages->subject;
  Battery *battery = subject->battery;
  bool forward = stage == DUAL_FORWARD;
  const DualProgram *derivative = NULL;
  StageRun run = {.status = STATUS_LIMIT};
  run.primal = subject_scalars(subject, subject->outputs);
  run.image = subject_scalars(subject, forward ? subject->cotangents : subject->tangents);
  if (run.primal == NULL || run.image == NULL) return run;
  run.status = derive_stage(subject, stage, &derivative);
  if (run.status != STATUS_OK) return run;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  MeterStart start = meter_start(&machine);
  run.status = dualnum_run(&machine, subject->program, derivative, subject->point, 1,
                           forward ? subject->direction : stages->cotangent, run.primal, run.image, &run.meter);
  run.meter = at_least(run.meter, meter_from(&machine, start));
  arena_release(&battery->values, mark);
  return run;
}

/* What the program itself costs in the source interpreter, and the scalars it
 * takes and gives: the measure of the cost laws. */
static Status program_cost(Subject *subject, uint64_t *cost) {
  Battery *battery = subject->battery;
  Scalar *output = subject_scalars(subject, subject->outputs);
  if (output == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  MeterStart start = meter_start(&machine);
  Status status = source_evaluator.eval(&machine, subject->program, subject->point, output);
  const CostMeter meter = meter_from(&machine, start);
  arena_release(&battery->values, mark);
  *cost = cost_total(&meter) + subject->inputs + subject->outputs;
  return status;
}

static int slot_of(DualStage stage) { return engine_slot(dual_engines[stage]); }

/* DN-STAGE: the image of one random cotangent, this stage against the tape. */
static void law_stage(Stages *stages, DualStage stage) {
  Subject *subject = stages->subject;
  const StageRun *run = &stages->run[stage], *tape = &stages->run[DUAL_TAPE];
  if (!law_on(subject, LAW_DN_STAGE)) return;
  subject->shown_cotangent = stages->cotangent;
  if (run->status != STATUS_OK || tape->status != STATUS_OK) {
    Status status = run->status != STATUS_OK ? run->status : tape->status;
    judge_status(subject, LAW_DN_STAGE, slot_of(stage), "", what("one gradient"), status);
  } else if (judge_outputs(subject, LAW_DN_STAGE, slot_of(stage), "", what("the value, and that of the tape"),
                           tape->primal, run->primal)) {
    (void)judge_equal(subject, LAW_DN_STAGE, slot_of(stage), "", what("the gradient, and that of the tape"),
                      subject->tangents, tape->image, run->image);
  }
  subject->shown_cotangent = NULL;
}

/* DN-ONCE: no backpropagator was called twice. */
static void law_once(Stages *stages, DualStage stage) {
  Subject *subject = stages->subject;
  const StageRun *run = &stages->run[stage];
  char found[64];
  if (!law_on(subject, LAW_DN_ONCE) || run->status != STATUS_OK) return;
  if (run->meter.most_calls <= 1) {
    judge_count(subject, LAW_DN_ONCE, slot_of(stage), OUTCOME_HOLDS);
    return;
  }
  (void)snprintf(found, sizeof found, "%llu calls", (unsigned long long)run->meter.most_calls);
  subject->shown_cotangent = stages->cotangent;
  judge_refute(subject, LAW_DN_ONCE, slot_of(stage), "", what("calls of one backpropagator in one gradient"),
               "at most 1 call", found);
  subject->shown_cotangent = NULL;
}

/* Largest ratios measured over the spaces of `make verify`, its corpus and the
 * families of tests/unit/test_dualnum_laws.c, rounded up; stages for which
 * no constant is claimed have none. */
const uint64_t dualnum_cost_constants[DUAL_STAGE_COUNT] = {
    [DUAL_FORWARD] = 50, [DUAL_ARRAYS] = 110, [DUAL_DEFUNCTIONALISED] = 100, [DUAL_TAPE] = 8, [DUAL_RESOURCE] = 110};

/* COST-REV, COST-FWD: the cost of the gradient is at most k times the program's. */
static void law_cost(Stages *stages, LawId law, DualStage stage, uint64_t program) {
  Subject *subject = stages->subject;
  const StageRun *run = &stages->run[stage];
  char expected[96], found[96];
  if (!law_on(subject, law) || run->status != STATUS_OK) return;
  uint64_t k = dualnum_cost_constants[stage], cost = cost_total(&run->meter);
  double ratio = (double)cost / (double)program;
  if (ratio > subject->tally->worst_cost[slot_of(stage)]) subject->tally->worst_cost[slot_of(stage)] = ratio;
  if (cost <= k * program) {
    judge_count(subject, law, slot_of(stage), OUTCOME_HOLDS);
    return;
  }
  (void)snprintf(expected, sizeof expected, "at most %llu (%llu times %llu)", (unsigned long long)(k * program),
                 (unsigned long long)k, (unsigned long long)program);
  (void)snprintf(found, sizeof found, "%llu steps, operations and words", (unsigned long long)cost);
  judge_refute(subject, law, slot_of(stage), "", what("cost of one gradient"), expected, found);
}

static void laws_of_stage(Stages *stages, DualStage stage, uint64_t program) {
  LawId law = stage == DUAL_FORWARD ? LAW_COST_FWD : LAW_DN_STAGE;
  stages->run[stage] = run_stage(stages, stage);
  if (stages->run[stage].status == STATUS_UNABLE) { /* no rule for a construct of the program, or none in the ring */
    if (law_on(stages->subject, law)) judge_count(stages->subject, law, slot_of(stage), OUTCOME_REFUSED);
    return;
  }
  if (stage == DUAL_FORWARD) {
    law_cost(stages, LAW_COST_FWD, stage, program);
    return;
  }
  if (stage != DUAL_TAPE) law_stage(stages, stage);
  if (stage >= DUAL_STAGED && stage <= DUAL_ARRAYS) law_once(stages, stage);
  if (stage >= DUAL_ARRAYS) law_cost(stages, LAW_COST_REV, stage, program);
}

void laws_dualnum(Subject *subject) {
  Stages stages = {.subject = subject};
  bool wanted = law_on(subject, LAW_DN_STAGE) || law_on(subject, LAW_DN_ONCE) || law_on(subject, LAW_COST_REV) ||
                law_on(subject, LAW_COST_FWD);
  uint64_t program;
  if (!wanted || subject->options->engines == ENGINES_CHAD) return;
  stages.cotangent = subject_scalars(subject, subject->cotangents);
  if (stages.cotangent == NULL || program_cost(subject, &program) != STATUS_OK) return;
  for (uint32_t k = 0; k < subject->cotangents; k++) {
    stages.cotangent[k] = subject_random(subject, STREAM_COTANGENT, k);
  }
  laws_of_stage(&stages, DUAL_TAPE, program);
  laws_of_stage(&stages, DUAL_FORWARD, program);
  for (int stage = DUAL_NAIVE; stage < DUAL_TAPE; stage++) laws_of_stage(&stages, (DualStage)stage, program);
}
