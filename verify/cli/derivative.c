#include "verify/cli/derivative.h"

#include "ad/chad/chad.h"
#include "ad/dualnum/dualnum.h"
#include "ad/simplify/simplify.h"

#include <string.h>

#define SIMPLIFY_STEPS ((uint64_t)10000000)

/* The rules that "rule,rule" names; all for NULL.  False for an unknown one. */
static bool parse_rules(const Arguments *arguments, const char *text, SimplifySet *rules) {
  *rules = text == NULL ? SIMPLIFY_ALL : 0;
  while (text != NULL && *text != '\0') {
    char name[64];
    size_t length = strcspn(text, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    SimplifyRule rule = simplify_find(name);
    if (rule == SIMPLIFY_COUNT) {
      cli_error(arguments, "option --simplify: no rule is called '%s'; there are:", name);
      for (unsigned i = 0; i < SIMPLIFY_COUNT; i++)
        fprintf(arguments->err, "  %-16s %s\n", simplify_name((SimplifyRule)i), simplify_formula((SimplifyRule)i));
      return false;
    }
    *rules |= (SimplifySet)1 << rule;
    text += length + (text[length] == ',' ? 1 : 0);
  }
  return true;
}

static bool simplify_derivative(Session *session, Derivative *derivative) {
  const Given *given = options_nth(session->arguments, "simplify", 0);
  SimplifySet rules;
  if (given == NULL) return true;
  if (!parse_rules(session->arguments, given->value, &rules)) return false;
  TermId result;
  Status status = simplify(session->store, &derivative->program, rules, SIMPLIFY_STEPS, &result, NULL);
  if (status != STATUS_OK && status != STATUS_LIMIT) {
    session_failed(session, "simplify", status);
    return false;
  }
  if (status == STATUS_LIMIT) cli_error(session->arguments, "limit: simplifying stopped before a normal form");
  if (result.id != 0) derivative->program.term = result;
  return true;
}

bool derivative_tangents(Session *session, Derivative *derivative) {
  const Program *program = &session->definition->program;
  ChadMode mode = derivative->engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
  uint64_t inputs = 0;
  derivative->tangents = session_alloc(session, program->length, sizeof *derivative->tangents);
  if (derivative->tangents == NULL) return false;
  for (uint32_t k = 0; k < program->length; k++) {
    derivative->tangents[k] = chad_tangent(session->store, mode, program->context[k]);
    inputs += type_node(&session->store->types, derivative->tangents[k])->dim;
  }
  derivative->tangent = chad_tangent(session->store, mode, program->type);
  derivative->inputs = (uint32_t)inputs;
  derivative->outputs = type_node(&session->store->types, derivative->tangent)->dim;
  if (inputs <= TYPE_MAX_LENGTH && !type_is_none(derivative->tangent)) return true;
  cli_error(session->arguments, "limit: more than %u scalars of input", TYPE_MAX_LENGTH);
  return false;
}

const Engine *derivative_engine(const Arguments *arguments, const Engine *otherwise) {
  const char *name = options_text(arguments, "engine", NULL);
  const Engine *engine = name == NULL ? otherwise : engine_find(name);
  if (engine != NULL) return engine;
  cli_error(arguments, "option --engine: no engine is called '%s'; choose one of:", name);
  for (int i = 0; engines[i] != NULL; i++) fprintf(arguments->err, "  %s\n", engines[i]->name);
  for (int i = 0; variants[i] != NULL; i++) fprintf(arguments->err, "  %s\n", variants[i]->name);
  return NULL;
}

const Engine *derivative_other(Session *session, const Engine *engine, const void **own) {
  const Engine *other = engine->reverse ? &dual_tape_reverse : &dual_forward;
  const char *missing;
  if (other == engine) return NULL;
  Status status = other->derive(session->store, &session->arena, &session->definition->program, own, &missing);
  return status == STATUS_OK ? other : NULL;
}

/* Writes the error of an engine that does not derive. */
static void derive_failed(Session *session, const Engine *engine, Status status) {
  const void *own;
  const Engine *other = status == STATUS_LIMIT ? derivative_other(session, engine, &own) : NULL;
  if (other == NULL) {
    (void)session_failed(session, engine->name, status);
    return;
  }
  cli_error(session->arguments,
            "%s: LIMIT: memory, depth, steps or the size of a type were exhausted (%s); --engine %s derives it",
            name_text(session->store, session->definition->name), engine->name, other->name);
}

/* A derivative in the engine's own language. */
static bool derive_own(Session *session, Derivative *derivative) {
  const Engine *engine = derivative->engine;
  const char *missing = "this construct";
  if (options_nth(session->arguments, "simplify", 0) != NULL) {
    cli_error(session->arguments, "--simplify rewrites the derivatives of chad-forward and chad-reverse, not of %s",
              engine->name);
    return false;
  }
  if (!session_first_order(session)) return false;
  Status status =
      engine->derive(session->store, &session->arena, &session->definition->program, &derivative->own, &missing);
  if (status == STATUS_OK) return true;
  if (status == STATUS_UNABLE)
    cli_error(session->arguments, "%s has no rule for %s, which %s uses", engine->name, missing,
              name_text(session->store, session->definition->name));
  else
    derive_failed(session, engine, status);
  return false;
}

bool derivative_make(Session *session, const Engine *otherwise, Derivative *derivative) {
  const Program *program = &session->definition->program;
  *derivative = (Derivative){.engine = derivative_engine(session->arguments, otherwise)};
  if (derivative->engine == NULL) return false;
  if (derivative->engine->derive != NULL) return derive_own(session, derivative);
  TypeId *contexts = session_alloc(session, program->length, sizeof *contexts);
  if (contexts == NULL) return false;
  Status status = derivative->engine->transform(session->store, program, contexts, &derivative->program);
  if (status == STATUS_UNABLE) {
    cli_error(session->arguments, "%s has no rule for %s, which %s uses", derivative->engine->name,
              chad_missing(session->store, program->term), name_text(session->store, session->definition->name));
    return false;
  }
  if (status != STATUS_OK) {
    session_failed(session, derivative->engine->name, status);
    return false;
  }
  return simplify_derivative(session, derivative);
}

/* Value and image of each seed, by the engine's own meaning or by the evaluator. */
static Status run_seeds(Session *session, const Derivative *derivative, const Evaluator *evaluator, const Scalar *input,
                        uint32_t count, const Scalar *seeds, Scalar *primal, Scalar *images) {
  Machine machine = session_machine(session);
  if (derivative->own == NULL)
    return evaluator->eval_linear(&machine, &derivative->program, input, count, seeds, primal, images);
  return derivative->engine->run(&machine, &session->definition->program, derivative->own, input, count, seeds, primal,
                                 images);
}

/* The unit vectors of `dim` scalars, as seeds. */
static void unit_seeds(Ring *ring, uint32_t dim, Scalar *seeds) {
  for (uint32_t i = 0; i < dim; i++)
    for (uint32_t j = 0; j < dim; j++) seeds[(size_t)i * dim + j] = ring_integer(ring, i == j ? 1 : 0);
}

/* product[j] = sum over i of seed[i] rows[i][j]: a product against the
 * direction of the engine, from its images of the unit vectors; each of the
 * `from` images gives one component of the product. */
static void contract(Ring *ring, uint32_t from, uint32_t to, const Scalar *images, const Scalar *seed,
                     Scalar *product) {
  for (uint32_t i = 0; i < from; i++) {
    product[i] = ring_integer(ring, 0);
    for (uint32_t j = 0; j < to; j++)
      product[i] = ring_add(ring, product[i], ring_mul(ring, images[(size_t)i * to + j], seed[j]));
  }
}

Status derivative_products(Session *session, const Derivative *derivative, const Evaluator *evaluator,
                           const Scalar *input, bool reverse, uint32_t count, const Scalar *seeds, Scalar *primal,
                           Scalar *products) {
  if (derivative->engine->reverse == reverse)
    return run_seeds(session, derivative, evaluator, input, count, seeds, primal, products);
  /* The engine maps `from` scalars to `to`; its transpose is wanted. */
  uint32_t from = reverse ? derivative->inputs : derivative->outputs;
  uint32_t to = reverse ? derivative->outputs : derivative->inputs;
  Scalar *units = session_alloc(session, (size_t)from * from, sizeof *units);
  Scalar *images = session_alloc(session, (size_t)from * to, sizeof *images);
  if (units == NULL || images == NULL) return STATUS_LIMIT;
  unit_seeds(session->ring, from, units);
  Status status = run_seeds(session, derivative, evaluator, input, from, units, primal, images);
  for (uint32_t k = 0; k < count && status == STATUS_OK; k++) {
    contract(session->ring, from, to, images, seeds + (size_t)k * to, products + (size_t)k * from);
    status = ring_take_status(session->ring);
  }
  return status;
}
