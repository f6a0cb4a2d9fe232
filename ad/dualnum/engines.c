/* The registry entries: one engine a stage. */
#include "ad/dualnum/dualnum.h"

static Status run(Machine *machine, const Program *source, const void *derivative, const Scalar *input, uint32_t seeds,
                  const Scalar *seed, Scalar *primal, Scalar *image) {
  CostMeter meter = {.steps = 0};
  return dualnum_run(machine, source, derivative, input, seeds, seed, primal, image, &meter);
}

/* D[t] alone: the wrapper depends on the types, not on the program. */
static uint64_t size(const Store *store, const void *derivative) {
  const DualProgram *program = derivative;
  (void)store;
  return dual_size(&program->table, program->body);
}

static void print(const Store *store, const void *derivative, FILE *out) {
  const DualProgram *program = derivative;
  (void)store;
  if (program->stage == DUAL_TAPE)
    (void)fputs("the program itself, run by the taping interpreter\n", out);
  else
    dual_print_lines(&program->table, program->wrap, program->stage == DUAL_FORWARD ? 2 : 1, out);
}

#define DUAL_ENGINE(identifier, stage_id, engine_name, what, is_reverse, size_function)                                \
  static Status derive_##identifier(Store *store, Arena *arena, const Program *source, const void **derivative,        \
                                    const char **missing) {                                                            \
    const DualProgram *program = NULL;                                                                                 \
    Status status = dualnum_derive(store, arena, stage_id, source, &program, missing);                                 \
    *derivative = program;                                                                                             \
    return status;                                                                                                     \
  }                                                                                                                    \
  const Engine identifier = {.name = engine_name,                                                                      \
                             .system = what,                                                                           \
                             .reverse = is_reverse,                                                                    \
                             .derive = derive_##identifier,                                                            \
                             .run = run,                                                                               \
                             .size = size_function,                                                                    \
                             .print = print};

DUAL_ENGINE(dual_forward, DUAL_FORWARD, "dual-forward", "dual numbers, forward", false, size)
DUAL_ENGINE(dual_naive_reverse, DUAL_NAIVE, "dual-naive-reverse", "dual-numbers reverse, Figs. 6 and 7", true, size)
DUAL_ENGINE(dual_staged_reverse, DUAL_STAGED, "dual-staged-reverse", "dual-numbers reverse, calls staged, Fig. 8", true,
            size)
DUAL_ENGINE(dual_cayley_reverse, DUAL_CAYLEY, "dual-cayley-reverse", "dual-numbers reverse, Cayley, Fig. 9", true, size)
DUAL_ENGINE(dual_map_reverse, DUAL_MAP, "dual-map-reverse", "dual-numbers reverse, map collector, section 6", true,
            size)
DUAL_ENGINE(dual_arrays_reverse, DUAL_ARRAYS, "dual-arrays-reverse", "dual-numbers reverse, arrays, Fig. 12", true,
            size)
DUAL_ENGINE(dual_defunctionalised_reverse, DUAL_DEFUNCTIONALISED, "dual-contrib-reverse",
            "dual-numbers reverse, defunctionalised, section 8.2", true, size)
DUAL_ENGINE(dual_tape_reverse, DUAL_TAPE, "dual-tape-reverse", "dual-numbers reverse, taping, section 8.3", true, NULL)
DUAL_ENGINE(dual_resource_reverse, DUAL_RESOURCE, "dual-resource-reverse",
            "dual-numbers reverse, arrays by resource-linear functions, App. A", true, size)
DUAL_ENGINE(dual_vectorised_reverse, DUAL_VECTORISED, "dual-vectorised-reverse",
            "dual numbers along all directions at once, section 12.2", true, size)

bool dual_is_engine(const Engine *engine) { return engine->print == print; }

const Engine *const dual_engines[DUAL_STAGE_COUNT] = {
    [DUAL_FORWARD] = &dual_forward,
    [DUAL_NAIVE] = &dual_naive_reverse,
    [DUAL_STAGED] = &dual_staged_reverse,
    [DUAL_CAYLEY] = &dual_cayley_reverse,
    [DUAL_MAP] = &dual_map_reverse,
    [DUAL_ARRAYS] = &dual_arrays_reverse,
    [DUAL_DEFUNCTIONALISED] = &dual_defunctionalised_reverse,
    [DUAL_TAPE] = &dual_tape_reverse,
    [DUAL_RESOURCE] = &dual_resource_reverse,
    [DUAL_VECTORISED] = &dual_vectorised_reverse,
};
