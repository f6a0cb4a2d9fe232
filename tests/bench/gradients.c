/* Gradients of functions of many inputs: their time by that of the value, and their memory by the
 * size; neither is to grow with the size. */
#include "tests/bench/gradients.h"

#include "ad/engine.h"
#include "ad/simplify/simplify.h"
#include "semantics/chad/applied/applied.h"
#include "tests/bench/setting.h"

#include <stdio.h>
#include <stdlib.h>

/* A function, and its sizes: n last. */
typedef struct Subject {
  const char *file, *name;
  SizeOverride sizes[3];
  uint32_t size_count, from, to; /* n = from, 10 from, ..., to */
} Subject;

static const Subject subjects[] = {
    {"tests/cli/long.adj", "squares", {{"n", 0}}, 1, 10000, 1000000},
    {"tests/corpus/gmm.adj", "gmm", {{"d", 10}, {"k", 25}, {"n", 0}}, 3, 100, 10000},
};
/* An engine, and whether its derivative is simplified by CHAD's Table 1 before it runs. */
typedef struct Way {
  const char *engine, *name;
  bool simplified;
} Way;

static const Way ways[] = {
    {"chad-reverse", "CHAD", false}, {"chad-reverse", "CHAD simplified", true}, {"dual-tape-reverse", "tape", false}};

#define SIMPLIFY_STEPS ((uint64_t)10000000)

/* The value by an evaluator, or value and gradient by an engine, of which CHAD's are terms for the applied evaluator;
 * the derivative is made before. */
typedef struct Run {
  Setting *s;
  const Evaluator *value;
  const Engine *engine;
  bool simplified;
  const void *own;
  Program program;
  TypeId contexts[8];
} Run;

static Status prepare(Run *run) {
  Setting *s = run->s;
  const char *missing;
  if (run->value != NULL) return STATUS_OK;
  if (run->engine->transform == NULL) return run->engine->derive(s->store, &s->arena, s->program, &run->own, &missing);
  Status status = run->engine->transform(s->store, s->program, run->contexts, &run->program);
  if (status != STATUS_OK || !run->simplified) return status;
  return simplify(s->store, &run->program, SIMPLIFY_ALL, SIMPLIFY_STEPS, &run->program.term, NULL);
}

static Status run_once(const Run *run) {
  Setting *s = run->s;
  Machine machine = machine_make(s->store, s->ring, &s->arena);
  if (run->value != NULL) return run->value->eval(&machine, s->program, s->input, s->primal);
  if (run->engine->transform != NULL)
    return applied_evaluator.eval_linear(&machine, &run->program, s->input, 1, s->seed, s->primal, s->image);
  return run->engine->run(&machine, s->program, run->own, s->input, 1, s->seed, s->primal, s->image);
}

/* The least seconds of a few runs; < 0, and the status is printed, if one did not end. */
static double measure(Run run, size_t *bytes) {
  Setting *s = run.s;
  double best = -1;
  Status status = prepare(&run);
  ArenaMark mark = arena_mark(&s->arena);
  for (int k = 0; k < 3 && status == STATUS_OK; k++) {
    double start = bench_now();
    status = run_once(&run);
    double seconds = bench_now() - start;
    if (best < 0 || seconds < best) best = seconds;
    arena_release(&s->arena, mark);
  }
  *bytes = s->arena.held;
  if (status == STATUS_OK) return best;
  (void)printf("  %s", status_name(status));
  return -1;
}

/* Each way has memory of its own. */
static double measure_size(const Subject *subject, const char *text, uint32_t n, Run run, size_t *bytes) {
  Setting s;
  SizeOverride sizes[3];
  for (uint32_t k = 0; k < subject->size_count; k++) sizes[k] = subject->sizes[k];
  sizes[subject->size_count - 1].value = n;
  setting_open(&s, text, subject->name, sizes, subject->size_count);
  run.s = &s;
  double seconds = measure(run, bytes);
  setting_close(&s);
  return seconds;
}

static void bench_size(const Subject *subject, const char *text, uint32_t n) {
  size_t bytes;
  double source = measure_size(subject, text, n, (Run){.value = &source_evaluator}, &bytes);
  double applied = measure_size(subject, text, n, (Run){.value = &applied_evaluator}, &bytes);
  (void)printf("  %-8s n = %-8u value %6.0f ns an n (applied %6.0f)", subject->name, n, source / n * 1e9,
               applied / n * 1e9);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    const Engine *engine = engine_find(ways[k].engine);
    Run run = {.engine = engine, .simplified = ways[k].simplified};
    double gradient = measure_size(subject, text, n, run, &bytes);
    (void)printf(", %s %.1f", ways[k].name, gradient / source);
    if (engine->transform != NULL) (void)printf(" (%.1f)", gradient / applied);
    (void)printf(" %zu B", bytes / n);
  }
  (void)printf("\n");
}

void bench_gradients(void) {
  (void)printf(
      "gradients: time by that of the value (of CHAD, by that of the evaluator that runs it, too), and memory by n\n");
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    char *text = bench_read(subjects[i].file);
    for (uint32_t n = subjects[i].from; n <= subjects[i].to; n *= 10) bench_size(&subjects[i], text, n);
    free(text);
  }
}
