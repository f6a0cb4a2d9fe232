/* Folds and iterations of many steps: time and memory a step do not grow with their number. */
#include "tests/bench/steps.h"

#include "ad/engine.h"
#include "semantics/chad/applied/applied.h"
#include "tests/bench/setting.h"

#include <stdio.h>
#include <stdlib.h>

/* Nothing when there was no room for all steps. */
static Status derive_and_run(Setting *s, const Engine *engine) {
  const void *derivative;
  const char *missing;
  TypeId contexts[4];
  Program program;
  Machine machine = machine_make(s->store, s->ring, &s->arena);
  if (engine->transform == NULL) {
    Status status = engine->derive(s->store, &s->arena, s->program, &derivative, &missing);
    if (status != STATUS_OK) return status;
    return engine->run(&machine, s->program, derivative, s->input, 1, s->seed, s->primal, s->image);
  }
  Status status = engine->transform(s->store, s->program, contexts, &program);
  if (status != STATUS_OK) return status;
  return applied_evaluator.eval_linear(&machine, &program, s->input, 1, s->seed, s->primal, s->image);
}

static void bench_engine(const Engine *engine, const char *text, const char *name, uint32_t steps) {
  Setting s;
  SizeOverride size = {"n", steps};
  setting_open(&s, text, name, &size, 1);
  double start = bench_now();
  Status status = derive_and_run(&s, engine);
  double seconds = bench_now() - start;
  if (status == STATUS_OK) {
    (void)printf(" %6.0f ns %5zu B", seconds / steps * 1e9, s.arena.held / steps);
  } else {
    (void)printf(" %17s", status_name(status));
  }
  setting_close(&s);
}

void bench_steps(void) {
  static const Engine *const chosen[] = {&chad_forward, &chad_reverse, &linmap_forward, &linmap_reverse, NULL};
  static const char *const names[] = {"dual-forward", "dual-tape-reverse"};
  char *text = bench_read("tests/cli/long.adj");
  (void)printf("a fold and an iteration: time and memory a step, for 10^4, 10^5 and 10^6 steps\n");
  for (size_t k = 0; k < 6; k++) {
    const Engine *engine = k < 4 ? chosen[k] : engine_find(names[k - 4]);
    for (int definition = 0; definition < 2; definition++) {
      const char *name = definition == 0 ? "powers" : "growth";
      (void)printf("  %-18s %-8s", engine->name, definition == 0 ? "fold" : "iterate");
      for (uint32_t steps = 10000; steps <= 1000000; steps *= 10) bench_engine(engine, text, name, steps);
      (void)printf("\n");
    }
  }
  free(text);
}
