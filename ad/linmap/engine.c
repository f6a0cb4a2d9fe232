/* The forms of differentiation as engines: fwd$f(x,dx) and rev$f(x,dr). */
#include "ad/linmap/linmap.h"
#include "ad/linmap/split_code.h"
#include "ad/linmap/stages.h"

#include <string.h>

/* The map applications and evaluation steps of one run where the forms may take
 * exponential time: beyond, LIMIT. */
#define EXPONENTIAL_FUEL ((uint64_t)1 << 20)

static Status transform(LmBuilder *b, LinmapForm form, const LmProgram *program, const LmType *from, LmProgram *out) {
  switch (form) {
  case LINMAP_THREADED: return linmap_threaded(b, program, out);
  case LINMAP_MIXED: return linmap_mixed(b, program, out);
  case LINMAP_CANONICAL: return linmap_canonical(b, program, out);
  case LINMAP_TUPLED: return linmap_tupled(b, program, out);
  case LINMAP_POLYMORPHIC: return linmap_polymorphic(b, program, from, out);
  }
  return STATUS_STUCK;
}

/* Of programs in A-normal form: f and df, each a definition, whose runs are never exponential. */
static bool is_threaded(LinmapForm form) { return form == LINMAP_THREADED || form == LINMAP_MIXED; }

Status linmap_differentiate(LinmapDerivative *d, const LmProgram *given) {
  LmBuilder *b = &d->builder;
  LmProgram program = *given;
  Status status = linmap_check(b, given);
  if (status == STATUS_OK && is_threaded(d->form)) status = linmap_anf(b, given, &program);
  if (status != STATUS_OK) return status;
  const LmDefinition *last = &program.definitions[program.count - 1];
  d->function = program.count - 1;
  d->from = last->from;
  d->to = last->body->type;
  status = transform(b, d->form, &program, d->from, &d->program);
  return status == STATUS_OK ? linmap_check(b, &d->program) : status;
}

static Status derive(Store *store, Arena *arena, const Program *source, LinmapForm form, const LmRep *rep, bool reverse,
                     const void **derivative, const char **missing) {
  LinmapDerivative *d = arena_alloc(arena, sizeof *d);
  LmProgram translated;
  if (d == NULL) return STATUS_LIMIT;
  *d = (LinmapDerivative){.form = form, .rep = rep, .reverse = reverse, .builder = {.store = store, .arena = arena}};
  Status status = linmap_from_source(&d->builder, source, &translated, missing);
  *derivative = d;
  return status == STATUS_OK ? linmap_differentiate(d, &translated) : status;
}

/* Both modes derive alike: f(x) and df(x). */
static Status turn(Arena *arena, const void *other, const void **derivative) {
  LinmapDerivative *d = arena_alloc(arena, sizeof *d);
  if (d == NULL) return STATUS_LIMIT;
  *d = *(const LinmapDerivative *)other;
  d->reverse = !d->reverse;
  *derivative = d;
  return STATUS_OK;
}

/* ---------------------------------------------------------------------- run -- */

/* f(x) and df(x) at the argument. */
static Status value_and_map(LmEval *eval, const LinmapDerivative *d, const LmValue *argument, LmValue *value,
                            LmValue *map) {
  uint32_t last = d->program.count - 1;
  LmValue both, one = {.kind = LM_VALUE_MAP}, given = *argument;
  if (is_threaded(d->form) || d->form == LINMAP_CANONICAL) {
    Status status = linmap_run(eval, d->function, argument, value);
    return status == STATUS_OK ? linmap_run(eval, last, argument, map) : status;
  }
  Status status = STATUS_OK;
  if (d->form == LINMAP_POLYMORPHIC) {
    LmSpec spec = {.kind = LM_ONE, .from = d->from, .to = d->from};
    status = eval->rep->make(eval, &spec, &one.map);
    if (status == STATUS_OK) status = lm_value_pair(eval, argument, &one, &given);
  }
  if (status == STATUS_OK) status = linmap_run(eval, last, &given, &both);
  if (status != STATUS_OK) return status;
  *value = both.part[0];
  *map = both.part[1];
  return STATUS_OK;
}

static Status run_seed(LmEval *eval, const LinmapDerivative *d, const LmValue *map, const Scalar *seed, Scalar *image) {
  LmValue dx, result;
  Status status = lm_tangent_read(eval, d->reverse ? d->to : d->from, &seed, &dx);
  if (status == STATUS_OK)
    status =
        d->reverse ? eval->rep->reverse(eval, &dx, map->map, &result) : eval->rep->apply(eval, map->map, &dx, &result);
  if (status == STATUS_OK) lm_value_write(&result, &image);
  return status;
}

static Status run_all(Machine *machine, const LinmapDerivative *d, const Scalar *input, uint32_t seeds,
                      const Scalar *seed, Scalar *primal, Scalar *image) {
  LmEval eval = {machine, d->rep, &d->program};
  LmValue argument, value, map;
  Status status = lm_value_read(&eval, d->from, &input, &argument);
  if (status == STATUS_OK) status = value_and_map(&eval, d, &argument, &value, &map);
  if (status != STATUS_OK) return status;
  lm_value_write(&value, &primal);
  uint32_t from = d->reverse ? d->to->dim : d->from->dim, to = d->reverse ? d->from->dim : d->to->dim;
  for (uint32_t k = 0; k < seeds && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    status = run_seed(&eval, d, &map, seed + (size_t)k * from, image + (size_t)k * to);
    arena_release(machine->arena, mark);
  }
  return status;
}

/* Forms that may be exponential have less fuel; what they leave is given back, since
 * steps are counted by the fuel spent. */
Status linmap_derivative_run(Machine *machine, const LinmapDerivative *d, const Scalar *input, uint32_t seeds,
                             const Scalar *seed, Scalar *primal, Scalar *image) {
  uint64_t given = machine->fuel, most = is_threaded(d->form) || given < EXPONENTIAL_FUEL ? given : EXPONENTIAL_FUEL;
  machine->fuel = most;
  Status status = run_all(machine, d, input, seeds, seed, primal, image);
  machine->fuel += given - most;
  return status;
}

static Status run(Machine *machine, const Program *source, const void *derivative, const Scalar *input, uint32_t seeds,
                  const Scalar *seed, Scalar *primal, Scalar *image) {
  (void)source;
  return linmap_derivative_run(machine, derivative, input, seeds, seed, primal, image);
}

static uint64_t size(const Store *store, const void *derivative) {
  const LinmapDerivative *d = derivative;
  uint64_t sum = 0;
  (void)store;
  for (uint32_t k = 0; k < d->program.count; k++) sum += d->program.definitions[k].body->size;
  return sum;
}

static LinmapShown shown(const void *derivative) {
  const LinmapDerivative *d = derivative;
  return (LinmapShown){&d->builder, &d->program, 0, NULL};
}

static void print_shown(const LinmapShown *shown, FILE *out) {
  linmap_print_from(shown->builder, shown->program, shown->first, out);
  for (uint32_t k = 0; shown->split != NULL && k < shown->program->count; k++) {
    fprintf(out, "revf$f%u records X = ", k + 1);
    split_print_type(shown->split->record[k], out);
    fputc('\n', out);
  }
}

static void print(const Store *store, const void *derivative, FILE *out) {
  const LinmapShown all = shown(derivative);
  (void)store;
  print_shown(&all, out);
}

/* ------------------------------------------------------------------- split -- */

typedef struct SplitDerivative {
  LmBuilder builder;
  LmProgram program; /* as translated */
  Split split;
  uint64_t size;
} SplitDerivative;

static uint64_t cl_size(const ClTerm *c) {
  uint64_t size = 1;
  for (uint32_t k = 0; k < c->count; k++) size += cl_size(c->kid[k]);
  return size;
}

static Status derive_split(Store *store, Arena *arena, const Program *source, const void **derivative,
                           const char **missing) {
  SplitDerivative *d = arena_alloc(arena, sizeof *d);
  if (d == NULL) return STATUS_LIMIT;
  *d = (SplitDerivative){.builder = {.store = store, .arena = arena}};
  Status status = linmap_from_source(&d->builder, source, &d->program, missing);
  if (status == STATUS_OK) status = linmap_check(&d->builder, &d->program);
  if (status == STATUS_OK) status = split_make(&d->builder, &d->program, CL_PRUNE_LETS, &d->split);
  for (uint32_t k = 0; status == STATUS_OK && k < d->program.count; k++) d->size += cl_size(d->split.program.body[k]);
  *derivative = d;
  return status;
}

static Status run_split(Machine *machine, const Program *source, const void *derivative, const Scalar *input,
                        uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image) {
  const SplitDerivative *d = derivative;
  const LmDefinition *f = &d->program.definitions[d->program.count - 1];
  LmEval eval = {machine, &linmap_trees, &d->program};
  LmValue argument, value, dt, ds;
  SplitRecord record;
  (void)source;
  Status status = lm_value_read(&eval, f->from, &input, &argument);
  if (status == STATUS_OK) status = split_forward(&eval, &d->split, &argument, &value, &record);
  if (status != STATUS_OK) return status;
  lm_value_write(&value, &primal);
  for (uint32_t k = 0; k < seeds && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    status = lm_tangent_read(&eval, f->body->type, &seed, &dt);
    if (status == STATUS_OK) status = split_back(&eval, &d->split, &record, &dt, &ds);
    if (status == STATUS_OK) lm_value_write(&ds, &image);
    arena_release(machine->arena, mark);
  }
  return status;
}

static uint64_t size_split(const Store *store, const void *derivative) {
  (void)store;
  return ((const SplitDerivative *)derivative)->size;
}

static LinmapShown shown_split(const void *derivative) {
  const SplitDerivative *d = derivative;
  return (LinmapShown){&d->builder, &d->program, 0, &d->split};
}

static void print_split(const Store *store, const void *derivative, FILE *out) {
  const LinmapShown all = shown_split(derivative);
  (void)store;
  print_shown(&all, out);
}

static Status emit_split(const void *derivative, const char *form, const char *name, FILE *out) {
  const SplitDerivative *d = derivative;
  if (strcmp(form, "adj") != 0) return STATUS_UNABLE;
  return split_write(d->builder.arena, d->builder.store, &d->split, name, out);
}

/* ------------------------------------------------------------------ stages -- */

typedef struct StagedDerivative {
  LinmapStages stages;
  LinmapStage stage; /* the last forward or reverse one */
} StagedDerivative;

/* After optimisation no linear map is left. */
static Status without_maps(const StagedDerivative *d) {
  const LmProgram *program = &d->stages.program[d->stage];
  return linmap_has_maps(program->definitions[program->count - 1].body) ? STATUS_ILL_TYPED : STATUS_OK;
}

static Status derive_stages(Store *store, Arena *arena, const Program *source, LinmapStage stage,
                            const void **derivative, const char **missing) {
  StagedDerivative *d = arena_alloc(arena, sizeof *d);
  LmProgram translated;
  if (d == NULL) return STATUS_LIMIT;
  *d = (StagedDerivative){.stages = {.builder = {.store = store, .arena = arena}}, .stage = stage};
  Status status = linmap_from_source(&d->stages.builder, source, &translated, missing);
  if (status == STATUS_OK) status = linmap_stages(&d->stages, &translated, LINMAP_ALL);
  *derivative = d;
  return status == STATUS_OK ? without_maps(d) : status;
}
/* Both modes go through all stages. */
static Status turn_stages(Arena *arena, const void *other, const void **derivative) {
  StagedDerivative *d = arena_alloc(arena, sizeof *d);
  if (d == NULL) return STATUS_LIMIT;
  *d = *(const StagedDerivative *)other;
  d->stage = LINMAP_STAGE_REVERSE_CSE;
  *derivative = d;
  return without_maps(d);
}
static Status derive_stages_forward(Store *store, Arena *arena, const Program *source, const void **derivative,
                                    const char **missing) {
  return derive_stages(store, arena, source, LINMAP_STAGE_FORWARD_CSE, derivative, missing);
}
static Status derive_stages_reverse(Store *store, Arena *arena, const Program *source, const void **derivative,
                                    const char **missing) {
  return derive_stages(store, arena, source, LINMAP_STAGE_REVERSE_CSE, derivative, missing);
}

static Status run_stages(Machine *machine, const Program *source, const void *derivative, const Scalar *input,
                         uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image) {
  const StagedDerivative *d = derivative;
  const LmProgram *original = &d->stages.program[LINMAP_STAGE_ORIGINAL];
  const LmType *space = d->stage == LINMAP_STAGE_FORWARD_CSE ? d->stages.from : d->stages.to;
  LmEval eval = {machine, &linmap_trees, original};
  LmValue argument, value, dx, result;
  (void)source;
  Status status = lm_value_read(&eval, d->stages.from, &input, &argument);
  if (status == STATUS_OK) status = linmap_run(&eval, original->count - 1, &argument, &value);
  if (status != STATUS_OK) return status;
  lm_value_write(&value, &primal);
  for (uint32_t k = 0; k < seeds && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    status = lm_tangent_read(&eval, space, &seed, &dx);
    if (status == STATUS_OK) status = linmap_stage_image(&eval, &d->stages, d->stage, &argument, &dx, &result);
    if (status == STATUS_OK) lm_value_write(&result, &image);
    arena_release(machine->arena, mark);
  }
  return status;
}

static uint64_t size_stages(const Store *store, const void *derivative) {
  const StagedDerivative *d = derivative;
  const LmProgram *program = &d->stages.program[d->stage];
  (void)store;
  return program->definitions[program->count - 1].body->size;
}

/* The last definition alone. */
static LinmapShown shown_stages(const void *derivative) {
  const StagedDerivative *d = derivative;
  const LmProgram *program = &d->stages.program[d->stage];
  return (LinmapShown){&d->stages.builder, program, program->count - 1, NULL};
}

static void print_stages(const Store *store, const void *derivative, FILE *out) {
  const LinmapShown all = shown_stages(derivative);
  (void)store;
  print_shown(&all, out);
}

bool linmap_shown(const Engine *engine, const void *derivative, LinmapShown *out) {
  if (engine->print == print)
    *out = shown(derivative);
  else if (engine->print == print_split)
    *out = shown_split(derivative);
  else if (engine->print == print_stages)
    *out = shown_stages(derivative);
  else
    return false;
  return true;
}

/* -------------------------------------------------------------- the engines -- */

#define LINMAP_ENGINE(id, label, about, mode, form, rep)                                                               \
  static Status derive_##id(Store *store, Arena *arena, const Program *source, const void **derivative,                \
                            const char **missing) {                                                                    \
    return derive(store, arena, source, form, rep, mode, derivative, missing);                                         \
  }                                                                                                                    \
  const Engine linmap_##id = {.name = label,                                                                           \
                              .system = about,                                                                         \
                              .reverse = mode,                                                                         \
                              .derive = derive_##id,                                                                   \
                              .turn = mode ? turn : NULL,                                                              \
                              .run = run,                                                                              \
                              .size = size,                                                                            \
                              .print = print};

#define NOTES "linear maps, working notes 2020: "
LINMAP_ENGINE(forward, "linmap-forward", NOTES "threaded, maps as syntax trees", false, LINMAP_THREADED, &linmap_trees)
LINMAP_ENGINE(reverse, "linmap-reverse", NOTES "threaded, maps as syntax trees", true, LINMAP_THREADED, &linmap_trees)
LINMAP_ENGINE(mixed_reverse, "linmap-mixed-reverse", NOTES "threaded, forward inside reverse (3.1)", true, LINMAP_MIXED,
              &linmap_trees)
LINMAP_ENGINE(canonical_forward, "linmap-canonical-forward", NOTES "Fig. 6, maps as matrices", false, LINMAP_CANONICAL,
              &linmap_matrices)
LINMAP_ENGINE(canonical_reverse, "linmap-canonical-reverse", NOTES "Fig. 6, maps as matrices", true, LINMAP_CANONICAL,
              &linmap_matrices)
LINMAP_ENGINE(tupled_forward, "linmap-tupled-forward", NOTES "Fig. 7, maps as functions", false, LINMAP_TUPLED,
              &linmap_closures)
LINMAP_ENGINE(tupled_reverse, "linmap-tupled-reverse", NOTES "Fig. 7, maps as functions", true, LINMAP_TUPLED,
              &linmap_closures)
LINMAP_ENGINE(polymorphic_forward, "linmap-polymorphic-forward", NOTES "Fig. 8, maps as syntax trees", false,
              LINMAP_POLYMORPHIC, &linmap_trees)
LINMAP_ENGINE(polymorphic_reverse, "linmap-polymorphic-reverse", NOTES "Fig. 8, maps as syntax trees", true,
              LINMAP_POLYMORPHIC, &linmap_trees)

const Engine linmap_split_reverse = {.name = "linmap-split-reverse",
                                     .system = NOTES "CL, revf and revr (6.1)",
                                     .reverse = true,
                                     .derive = derive_split,
                                     .run = run_split,
                                     .size = size_split,
                                     .print = print_split,
                                     .emit = emit_split};

#define STAGES_ENGINE(id, label, mode)                                                                                 \
  const Engine linmap_stages_##id = {.name = label,                                                                    \
                                     .system = NOTES "section 9, no map is left",                                      \
                                     .reverse = mode,                                                                  \
                                     .derive = derive_stages_##id,                                                     \
                                     .turn = mode ? turn_stages : NULL,                                                \
                                     .run = run_stages,                                                                \
                                     .size = size_stages,                                                              \
                                     .print = print_stages};
STAGES_ENGINE(forward, "linmap-stages-forward", false)
STAGES_ENGINE(reverse, "linmap-stages-reverse", true)
