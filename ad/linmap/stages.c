/* The pipeline of section 9: original, ANF, Jacobian, forward and reverse derivative,
 * each before and after optimisation. */
#include "ad/linmap/stages.h"
#include "semantics/memory/try.h"

const char *linmap_stage_title(LinmapStage stage) {
  static const char *const titles[LINMAP_STAGE_COUNT] = {
      "Original definition",
      "Anf-ised original definition",
      "The full Jacobian (unoptimised)",
      "The full Jacobian (optimised)",
      "Forward derivative (unoptimised)",
      "Forward-mode derivative (optimised)",
      "Forward-mode derivative (CSE'd)",
      "Transposed Jacobian",
      "Optimised transposed Jacobian",
      "Reverse-mode derivative (unoptimised)",
      "Reverse-mode derivative (optimised)",
      "Reverse-mode derivative (CSE'd)",
  };
  return titles[stage];
}

/* Df, f' or Rf, for the f that has a name. */
static NameId stage_name(LinmapStages *s, LinmapStage stage) {
  const LmProgram *original = &s->program[LINMAP_STAGE_ORIGINAL];
  NameId f = original->definitions[original->count - 1].name;
  bool jacobian = stage == LINMAP_STAGE_JACOBIAN || stage == LINMAP_STAGE_JACOBIAN_OPTIMISED;
  bool transposed = stage == LINMAP_STAGE_TRANSPOSED || stage == LINMAP_STAGE_TRANSPOSED_OPTIMISED;
  char text[128];
  if (f.id == 0) return f;
  int length = snprintf(text, sizeof text, "%s%.100s%s",
                        jacobian     ? "D"
                        : transposed ? "R"
                                     : "",
                        name_text(s->builder.store, f), jacobian || transposed ? "" : "'");
  return name_make(s->builder.store, text, (size_t)length);
}

/* The functions of `base` and their derivatives, and last a new one. */
static void with_last(LinmapStages *s, const LmProgram *base, uint32_t count, LinmapStage stage, LmSymbol x,
                      const LmType *from, const LmTerm *body) {
  LmBuilder *b = &s->builder;
  s->program[stage] = (LmProgram){0};
  for (uint32_t k = 0; k < count; k++) {
    const LmDefinition *f = &base->definitions[k];
    (void)lm_define(b, &s->program[stage], f->name, f->x, f->from, f->body);
  }
  (void)lm_define(b, &s->program[stage], stage_name(s, stage), x, from, body);
}

static const LmDefinition *last(const LmProgram *program) { return &program->definitions[program->count - 1]; }

/* g(z) = let x = pi1 z in let d = pi2 z in (m . d), m in x. */
static const LmTerm *applied(LinmapStages *s, const LmDefinition *jacobian, const LmType *seed, LmSymbol z) {
  LmBuilder *b = &s->builder;
  const LmType *tangent = lm_tangent(b, seed);
  const LmTerm *both = lm_var(b, z, lm_pair_type(b, jacobian->from, tangent));
  LmSymbol d = linmap_derived(jacobian->x, LM_AUXILIARY);
  const LmTerm *image = lm_apply(b, jacobian->body, lm_var(b, d, tangent));
  return lm_let(b, jacobian->x, lm_pi(b, 0, both), lm_let(b, d, lm_pi(b, 1, both), image));
}

/* let x = pi1 z in let d = pi2 z stay as they are; what is inside is rewritten. */
typedef const LmTerm *(*Rewrite)(Optimiser *o, const LmTerm *t);
static const LmTerm *inside(Optimiser *o, const LmTerm *t, Rewrite rewrite) {
  if (t == NULL || t->kid[1] == NULL) return NULL;
  const LmTerm *outer = t, *inner = t->kid[1];
  const LmTerm *body = rewrite(o, inner->kid[1]);
  return lm_let(o->b, outer->x, outer->kid[0], lm_let(o->b, inner->x, inner->kid[0], body));
}
static const LmTerm *cse(Optimiser *o, const LmTerm *t) { return linmap_cse(o->b, t); }

/* Again and again until nothing gets smaller: eliminating gives new values to see
 * through. */
static const LmTerm *optimise(Optimiser *o, const LmTerm *t) {
  const LmTerm *once = linmap_optimise(o, t);
  for (int k = 0; once != NULL && k < 4; k++) {
    const LmTerm *again = linmap_optimise(o, once);
    if (again == NULL || again->size >= once->size) break;
    once = again;
  }
  return once;
}

/* Application, optimised and with common subexpressions shared, of the map that is
 * the last definition of the stage before. */
static void derivative(LinmapStages *s, Optimiser *o, LinmapStage map, LinmapStage first, const LmType *seed) {
  const LmProgram *functions = &s->program[LINMAP_STAGE_JACOBIAN];
  const LmDefinition *jacobian = last(&s->program[map]);
  LmBuilder *b = &s->builder;
  LmSymbol z = lm_fresh(b);
  const LmType *from = lm_pair_type(b, jacobian->from, lm_tangent(b, seed));
  with_last(s, functions, functions->count, first, z, from, applied(s, jacobian, seed, z));
  if (b->status != STATUS_OK) return;
  const LmTerm *optimised = inside(o, last(&s->program[first])->body, optimise);
  with_last(s, functions, functions->count, (LinmapStage)(first + 1), z, from, optimised);
  if (b->status != STATUS_OK) return;
  const LmTerm *shared = inside(o, optimised, cse);
  with_last(s, functions, functions->count, (LinmapStage)(first + 2), z, from, shared);
}

static void jacobians(LinmapStages *s, Optimiser *o) {
  LmBuilder *b = &s->builder;
  const LmProgram *functions = &s->program[LINMAP_STAGE_JACOBIAN];
  const LmDefinition *df = last(functions);
  const LmTerm *body = optimise(o, linmap_freshen(b, df->body));
  with_last(s, functions, functions->count, LINMAP_STAGE_JACOBIAN_OPTIMISED, df->x, df->from, body);
  if (b->status != STATUS_OK) return;
  const LmTerm *transposed = lm_transpose(b, body);
  with_last(s, functions, functions->count, LINMAP_STAGE_TRANSPOSED, df->x, df->from, transposed);
  const LmTerm *better = optimise(o, transposed);
  with_last(s, functions, functions->count, LINMAP_STAGE_TRANSPOSED_OPTIMISED, df->x, df->from, better);
}

Status linmap_stages(LinmapStages *s, const LmProgram *program, LinmapRules rules) {
  LmBuilder *b = &s->builder;
  Status status = linmap_check(b, program);
  s->program[LINMAP_STAGE_ORIGINAL] = *program;
  if (status == STATUS_OK) status = linmap_anf(b, program, &s->program[LINMAP_STAGE_ANF]);
  if (status == STATUS_OK)
    status = linmap_canonical(b, &s->program[LINMAP_STAGE_ANF], &s->program[LINMAP_STAGE_JACOBIAN]);
  if (status != STATUS_OK) return status;
  LmProgram *jacobian = &s->program[LINMAP_STAGE_JACOBIAN];
  jacobian->definitions[jacobian->count - 1].name = stage_name(s, LINMAP_STAGE_JACOBIAN);
  s->from = last(program)->from;
  s->to = last(program)->body->type;
  Optimiser o = {b, &s->program[LINMAP_STAGE_JACOBIAN], rules, LINMAP_OPTIMISER_FUEL};
  jacobians(s, &o);
  if (b->status == STATUS_OK) derivative(s, &o, LINMAP_STAGE_JACOBIAN_OPTIMISED, LINMAP_STAGE_FORWARD, s->from);
  if (b->status == STATUS_OK) derivative(s, &o, LINMAP_STAGE_TRANSPOSED_OPTIMISED, LINMAP_STAGE_REVERSE, s->to);
  for (int k = 0; k < LINMAP_STAGE_COUNT && b->status == STATUS_OK; k++) {
    TRY(linmap_check(b, &s->program[k]));
  }
  return b->status;
}

Status linmap_stage_image(LmEval *eval, const LinmapStages *s, LinmapStage stage, const LmValue *input,
                          const LmValue *seed, LmValue *image) {
  const LmProgram *program = &s->program[stage];
  LmEval here = {eval->machine, eval->rep, program};
  LmValue both, map;
  bool is_map = stage == LINMAP_STAGE_JACOBIAN || stage == LINMAP_STAGE_JACOBIAN_OPTIMISED ||
                stage == LINMAP_STAGE_TRANSPOSED || stage == LINMAP_STAGE_TRANSPOSED_OPTIMISED;
  if (is_map) {
    TRY(linmap_run(&here, program->count - 1, input, &map));
    return eval->rep->apply(&here, map.map, seed, image);
  }
  TRY(lm_value_pair(&here, input, seed, &both));
  return linmap_run(&here, program->count - 1, &both, image);
}

void linmap_stages_print(const LinmapStages *s, FILE *out) {
  for (int k = 0; k < LINMAP_STAGE_COUNT; k++) {
    LmProgram shown = s->program[k];
    fprintf(out, "----------------------------\n%s\n----------------------------\n",
            linmap_stage_title((LinmapStage)k));
    uint32_t skip = k <= LINMAP_STAGE_ANF        ? 0
                    : k == LINMAP_STAGE_JACOBIAN ? s->program[LINMAP_STAGE_ANF].count
                                                 : shown.count - 1;
    linmap_print_from(&s->builder, &shown, skip, out);
  }
}
