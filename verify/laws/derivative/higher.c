/* AD-HIGH: programs with functions in their context or type, on related
 * arguments; FUN-* at function inputs unrelated to their derivative.
 *
 * Related arguments are ([[s]], [[D s]]) for source terms s over a first-order
 * context.  Composition with D(t) is written out here, by the logical relation
 * and not by CHAD's rules for let and application; truth is the truth tier on
 * the composed source. */
#include "semantics/chad/linear/typing.h"
#include "verify/battery/subject.h"
#include "verify/rewrite/observe.h"

#include <string.h>

#define HIGHER_MOST 16u /* identifiers of a context */
/* Choices of arguments at which a program is checked when thorough. */
#define THOROUGH_CHOICES 6u

/* The composition being built.  Levels count identifiers from the outermost. */
typedef struct Composition {
  Store *store;
  ChadMode mode;
  const Program *program;
  TypeId base[HIGHER_MOST]; /* the first-order context: a real, then the program's */
  uint32_t base_length;
  uint32_t origin[HIGHER_MOST]; /* of each identifier: its place in base, if first-order */
  bool function[HIGHER_MOST];   /* it is a function */
  TermId argument[HIGHER_MOST]; /* the source term for a function, in context base */
  uint64_t seed;
} Composition;

static TermId level_var(Store *store, uint32_t depth, uint32_t level) { return term_var(store, depth - 1 - level); }

/* ------------------------------------------------- random source terms -- */

/* A random source term of type real under `depth` identifiers: base's reals,
 * and identifier 0 too when it is `bound_real`. */
static TermId random_real(Composition *c, uint32_t depth, bool bound_real, uint64_t stream, uint32_t fuel) {
  static const OpCode codes[] = {OP_MUL, OP_ADD, OP_SUB, OP_MUL};
  Store *store = c->store;
  uint64_t word = random_word(c->seed, stream, fuel);
  if (fuel == 0 || word % 5 == 0) {
    if (bound_real && word / 5 % 2 == 0) return term_var(store, 0);
    uint32_t level = (uint32_t)(word / 10 % c->base_length);
    bool real = type_equal(c->base[level], c->base[0]);
    return level_var(store, depth, real ? level : 0); /* base[0] is a real */
  }
  if (word % 5 == 1) {
    ConstantId constant = constant_from_ratio(&store->constants, (int64_t)(word / 5 % 5) - 2, 1);
    return term_op(store, op_make_constant(&store->ops, &store->types, 1, constant), TERM_NONE_ID, TERM_NONE_ID);
  }
  OpId op = op_make(&store->ops, &store->types, codes[word / 5 % 4], 1, 0);
  TermId left = random_real(c, depth, bound_real, stream * 2 + 1, fuel - 1);
  return term_op(store, op, left, random_real(c, depth, bound_real, stream * 2 + 2, fuel - 1));
}

static bool is_real(const Store *store, TypeId type) {
  const TypeNode *node = type_node(&store->types, type);
  return node->kind == TYPE_REAL && node->n == 1;
}

static TermId random_function(Composition *c, TypeId argument, TypeId result, uint32_t depth, uint64_t stream,
                              uint32_t fuel);

/* A random source term of a type under `depth` identifiers; id 0 for types that
 * hold neither reals, products, 1 nor functions of these. */
static TermId random_term(Composition *c, TypeId type, uint32_t depth, uint64_t stream, uint32_t fuel) {
  Store *store = c->store;
  const TypeNode node = *type_node(&store->types, type);
  if (is_real(store, type)) return random_real(c, depth, false, stream, fuel);
  if (node.kind == TYPE_REAL) {
    OpId replicate = op_make(&store->ops, &store->types, OP_REPLICATE, node.n, 0);
    return term_op(store, replicate, random_real(c, depth, false, stream, fuel), TERM_NONE_ID);
  }
  if (node.kind == TYPE_UNIT) return term_unit(store);
  if (node.kind == TYPE_PROD) {
    TermId first = random_term(c, node.a, depth, stream * 2 + 1, fuel);
    return term_pair(store, first, random_term(c, node.b, depth, stream * 2 + 2, fuel));
  }
  return node.kind == TYPE_FUN ? random_function(c, node.a, node.b, depth, stream, fuel) : TERM_NONE_ID;
}

/* x * r for a real r of the context, so that a function depends on both. */
static TermId argument_product(const Composition *c, uint32_t depth, uint64_t stream) {
  Store *store = c->store;
  uint32_t level = (uint32_t)(random_word(c->seed, stream, 99) % c->base_length);
  TermId r = level_var(store, depth, type_equal(c->base[level], c->base[0]) ? level : 0);
  return term_op(store, op_make(&store->ops, &store->types, OP_MUL, 1, 0), term_var(store, 0), r);
}

/* \x. a polynomial in x; \f. f (f r) * r' or f r; else constant in its argument. */
static TermId random_function(Composition *c, TypeId argument, TypeId result, uint32_t depth, uint64_t stream,
                              uint32_t fuel) {
  Store *store = c->store;
  const TypeNode node = *type_node(&store->types, argument);
  TermId body = TERM_NONE_ID;
  if (is_real(store, argument) && is_real(store, result)) {
    body = random_real(c, depth + 1, true, stream + 3, fuel);
    body =
        term_op(store, op_make(&store->ops, &store->types, OP_ADD, 1, 0), body, argument_product(c, depth + 1, stream));
  } else if (node.kind == TYPE_FUN && type_equal(node.b, result)) {
    body = term_app(store, term_var(store, 0), random_term(c, node.a, depth + 1, stream + 7, fuel));
    if (type_equal(node.a, node.b)) body = term_app(store, term_var(store, 0), body);
    OpId times = op_make(&store->ops, &store->types, OP_MUL, 1, 0);
    if (is_real(store, result)) {
      body = term_op(store, times, body, random_real(c, depth + 1, false, stream + 9, 1));
    }
  } else {
    body = random_term(c, result, depth + 1, stream + 5, fuel);
  }
  return term_lam(store, NAME_NONE, argument, body);
}

/* ---------------------------------------------------------- composing -- */

static bool compose_begin(Composition *c, Store *store, const Program *program, uint64_t seed) {
  memset(c, 0, sizeof *c);
  c->store = store;
  c->program = program;
  c->seed = seed;
  if (program->length + 1 > HIGHER_MOST) return false;
  c->base[c->base_length++] = type_real(&store->types, 1);
  for (uint32_t i = 0; i < program->length; i++) {
    c->function[i] = !type_is_flat(store, program->context[i]);
    if (c->function[i]) continue;
    c->origin[i] = c->base_length;
    c->base[c->base_length++] = program->context[i];
  }
  for (uint32_t i = 0; i < program->length; i++) {
    if (!c->function[i]) continue;
    c->argument[i] = random_term(c, program->context[i], c->base_length, 1000 * (i + 1), 2);
    if (c->argument[i].id == 0) return false;
  }
  return true;
}

/* let g1 = e1 in ... let gn = en in t: the program with its functions given. */
static TermId compose_source(const Composition *c) {
  Store *store = c->store;
  TermId composed = c->program->term;
  for (uint32_t i = c->program->length; i-- > 0;) {
    uint32_t depth = c->base_length + i;
    TermId given =
        c->function[i] ? term_shift(store, c->argument[i], 0, (int32_t)i) : level_var(store, depth, c->origin[i]);
    composed = term_let(store, NAME_NONE, given, composed);
  }
  return composed;
}

/* D of a term in context base, weakened by `depth - base_length`. */
static TermId derived_argument(const Composition *c, const Engine *engine, TermId argument, TypeId type,
                               uint32_t depth) {
  TypeId context[HIGHER_MOST];
  Program source = {argument, c->base, c->base_length, type}, derivative;
  if (engine->transform(c->store, &source, context, &derivative) != STATUS_OK) return TERM_NONE_ID;
  return term_shift(c->store, derivative.term, 0, (int32_t)(depth - c->base_length));
}

/* The i-th component of a snoc list of `length`, from the term `tuple`. */
static TermId snoc_projection(Store *store, TermId tuple, uint32_t length, uint32_t i) {
  for (uint32_t k = length - 1; k > i; k--) tuple = term_fst(store, tuple);
  return term_snd(store, tuple);
}

/* The list with t at i and zeros elsewhere. */
static TermId snoc_injection(const Composition *c, uint32_t i, TermId t) {
  Store *store = c->store;
  TermId list = term_zero(store, chad_context_tangent(store, c->mode, c->base, i));
  list = term_pair(store, list, t);
  for (uint32_t k = i + 1; k < c->base_length; k++) {
    list = term_pair(store, list, term_zero(store, chad_tangent(store, c->mode, c->base[k])));
  }
  return list;
}

/* Forward: v -> y' . (..., c_i, ...), with c_i a component of v or s_i' . v. */
static TermId linear_forward(const Composition *c, uint32_t depth, const uint32_t *pair_level, uint32_t y_level) {
  Store *store = c->store;
  TermId tuple = term_unit(store);
  for (uint32_t i = 0; i < c->program->length; i++) {
    TermId component = c->function[i]
                           ? term_lapp(store, term_snd(store, level_var(store, depth, pair_level[i])), term_lvar(store))
                           : snoc_projection(store, term_lvar(store), c->base_length, c->origin[i]);
    tuple = term_pair(store, tuple, component);
  }
  return term_lapp(store, term_snd(store, level_var(store, depth, y_level)), tuple);
}

/* Reverse: v -> let v = y' . v in sum over i of v_i in its place, or s_i' . v_i. */
static TermId linear_reverse(const Composition *c, uint32_t depth, const uint32_t *pair_level, uint32_t y_level) {
  Store *store = c->store;
  TermId sum = term_zero(store, chad_context_tangent(store, c->mode, c->base, c->base_length));
  for (uint32_t i = 0; i < c->program->length; i++) {
    TermId component = snoc_projection(store, term_lvar(store), c->program->length, i);
    TermId summand = c->function[i]
                         ? term_lapp(store, term_snd(store, level_var(store, depth, pair_level[i])), component)
                         : snoc_injection(c, c->origin[i], component);
    sum = term_plus(store, sum, summand);
  }
  return term_letv(store, term_lapp(store, term_snd(store, level_var(store, depth, y_level)), term_lvar(store)), sum);
}

/* (g, h) of the composed program from D(t) and the D(s_i). */
static TermId compose_target(const Composition *c, const Engine *engine, TermId derivative) {
  Store *store = c->store;
  uint32_t n = c->program->length, depth = c->base_length, functions = 0, pair_level[HIGHER_MOST];
  TermId bound[2 * HIGHER_MOST + 1];
  for (uint32_t i = 0; i < n; i++) {
    if (!c->function[i]) continue;
    pair_level[i] = depth;
    bound[functions++] = derived_argument(c, engine, c->argument[i], c->program->context[i], depth++);
  }
  uint32_t lets = functions;
  for (uint32_t i = 0; i < n; i++) {
    TermId primal = c->function[i] ? term_fst(store, level_var(store, depth, pair_level[i]))
                                   : level_var(store, depth, c->origin[i]);
    bound[lets++] = primal;
    depth++;
  }
  uint32_t y_level = depth;
  bound[lets++] = derivative; /* its context is exactly the last n identifiers */
  depth++;
  TypeId context = chad_context_tangent(store, c->mode, c->base, c->base_length);
  TypeId domain = engine->reverse ? chad_tangent(store, c->mode, c->program->type) : context;
  TermId linear =
      engine->reverse ? linear_reverse(c, depth, pair_level, y_level) : linear_forward(c, depth, pair_level, y_level);
  TermId composed =
      term_pair(store, term_fst(store, level_var(store, depth, y_level)), term_llam(store, domain, linear));
  while (lets-- > 0) composed = term_let(store, NAME_NONE, bound[lets], composed);
  return composed;
}

/* Applies both sides to a related argument a, once: at T -> S the relation asks
 * of (g, h) that (g a)1 and v -> h(v)(a) + (g a)2 . a'(v) be related again. */
static TermId apply_target(const Composition *c, const Engine *engine, TermId composed, TermId argument,
                           const TypeNode *function) {
  Store *store = c->store;
  uint32_t base = c->base_length, depth = base + 3;
  TermId a = derived_argument(c, engine, argument, function->a, base + 1);
  TermId call = term_app(store, term_fst(store, term_var(store, 1)), term_fst(store, term_var(store, 0)));
  TermId h = term_snd(store, level_var(store, depth, base)), value = term_fst(store, level_var(store, depth, base + 1));
  TermId a2 = term_snd(store, level_var(store, depth, base + 1)),
         z2 = term_snd(store, level_var(store, depth, base + 2));
  TermId v = term_lvar(store), linear = TERM_NONE_ID;
  TypeId domain = chad_context_tangent(store, c->mode, c->base, base);
  if (engine->reverse) {
    domain = chad_tangent(store, c->mode, function->b);
    linear = term_plus(store, term_lapp(store, h, term_copower(store, value, v)),
                       term_lapp(store, a2, term_lapp(store, z2, v)));
  } else {
    linear =
        term_plus(store, term_app(store, term_lapp(store, h, v), value), term_lapp(store, z2, term_lapp(store, a2, v)));
  }
  TermId pair = term_pair(store, term_fst(store, level_var(store, depth, base + 2)), term_llam(store, domain, linear));
  return term_let(store, NAME_NONE, composed, term_let(store, NAME_NONE, a, term_let(store, NAME_NONE, call, pair)));
}

/* ------------------------------------------------------------ the laws -- */

/* Compares a composed derivative with the truth of the composed source. */
static void check_composed(Subject *inner, const Engine *engine, TermId composed) {
  Store *store = inner->battery->store;
  Derived *derived = &inner->derived[engine->reverse ? 1 : 0];
  derived->engine = engine;
  derived->slot = engine_slot(engine);
  derived->program = (Program){composed, inner->program->context, inner->program->length,
                               derivative_type(store, engine, inner->program)};
  TypeId type = {0};
  Status status = composed.id == 0
                      ? STATUS_LIMIT
                      : linear_infer_cartesian(store, inner->program->context, inner->program->length, composed, &type);
  if (status == STATUS_OK && !type_equal(type, derived->program.type)) status = STATUS_ILL_TYPED;
  derived->domain = engine->reverse ? inner->cotangents : inner->tangents;
  derived->codomain = engine->reverse ? inner->tangents : inner->cotangents;
  if (status == STATUS_OK) status = subject_seed(inner, derived);
  if (status != STATUS_OK) {
    judge_status(inner, LAW_AD_HIGH, derived->slot, "", what("composition"), status);
    return;
  }
  for (int k = 0; k < TARGET_EVALUATORS; k++) {
    Run run = subject_run(inner, target_evaluators[k], &derived->program, derived, derived->seeds);
    const char *evaluator = target_evaluators[k]->name;
    if (run.status != STATUS_OK) {
      judge_status(inner, LAW_AD_HIGH, derived->slot, evaluator, what("evaluation"), run.status);
      continue;
    }
    (void)judge_outputs(inner, LAW_AD_HIGH, derived->slot, evaluator, what("primal"), inner->value, run.primal);
    judge_against_truth(inner, LAW_AD_HIGH, derived, &run, evaluator);
  }
}

static void check_related(Subject *subject, const Engine *engine, Composition *c) {
  Store *store = c->store;
  TypeId context[HIGHER_MOST], type = c->program->type;
  Program derivative;
  c->mode = engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
  Status status = engine->transform(store, c->program, context, &derivative);
  if (status != STATUS_OK) {
    judge_status(subject, LAW_AD_HIGH, engine_slot(engine), "", what("transformation"), status);
    return;
  }
  TermId source = compose_source(c), target = compose_target(c, engine, derivative.term);
  for (uint64_t stream = 1; type_kind(&store->types, type) == TYPE_FUN; stream++) {
    const TypeNode function = *type_node(&store->types, type);
    TermId argument = random_term(c, function.a, c->base_length, 77 * stream, 2);
    if (argument.id == 0) break;
    target = apply_target(c, engine, target, argument, &function);
    source = term_app(store, source, argument);
    type = function.b;
  }
  if (!type_is_flat(store, type) || store_take_status(store) != STATUS_OK) {
    judge_count(subject, LAW_AD_HIGH, engine_slot(engine), OUTCOME_UNABLE);
    return;
  }
  Program composed = {source, c->base, c->base_length, type};
  Subject inner = *subject;
  inner.program = &composed;
  inner.ring = NULL;
  status = subject_locate(&inner);
  if (status == STATUS_OK)
    check_composed(&inner, engine, target);
  else
    judge_status(&inner, LAW_AD_HIGH, engine_slot(engine), "", what("truth"), status);
}

/* D(t) closed over function inputs whose derivative is unrelated to their value,
 * with its linear part composed with a map from or to the first-order context. */
static TermId close_unrelated(const Composition *c, const Engine *engine, TermId derivative) {
  Store *store = c->store;
  const Program *program = c->program;
  uint32_t depth = c->base_length + program->length + 1;
  TypeId inner = chad_context_tangent(store, c->mode, program->context, program->length);
  TypeId outer = chad_context_tangent(store, c->mode, c->base, c->base_length);
  TermId dual = term_snd(store, term_var(store, 0)), linear = TERM_NONE_ID;
  TypeId domain = outer;
  if (engine->reverse) {
    domain = chad_tangent(store, c->mode, program->type);
    linear = term_letv(store, term_lapp(store, dual, term_lvar(store)),
                       observe_linear_inhabitant(store, inner, outer, c->seed));
  } else {
    linear = term_lapp(store, dual, observe_linear_inhabitant(store, outer, inner, c->seed));
  }
  TermId closed =
      term_pair(store, term_fst(store, level_var(store, depth, depth - 1)), term_llam(store, domain, linear));
  closed = term_let(store, NAME_NONE, derivative, closed);
  for (uint32_t i = program->length; i-- > 0;) {
    TypeId primal = chad_primal(store, c->mode, program->context[i]);
    TermId given = c->function[i] ? observe_inhabitant(store, primal, c->seed + i)
                                  : level_var(store, c->base_length + i, c->origin[i]);
    closed = term_let(store, NAME_NONE, given, closed);
  }
  return closed;
}

/* Runs the closed derivative of a term of the program's context and type. */
static Run run_unrelated(Subject *inner, const Composition *c, const Engine *engine, TermId term, Derived *derived,
                         const Evaluator *evaluator) {
  TypeId context[HIGHER_MOST];
  Program source = *c->program, derivative;
  Run failed = {.status = STATUS_LIMIT};
  source.term = term;
  failed.status = engine->transform(c->store, &source, context, &derivative);
  if (failed.status != STATUS_OK) return failed;
  TermId closed = close_unrelated(c, engine, derivative.term);
  failed.status = store_take_status(c->store);
  if (failed.status != STATUS_OK) return failed;
  Program program = {closed, c->base, c->base_length, derived->program.type};
  return subject_run(inner, evaluator, &program, derived, derived->seeds);
}

/* FUN-*: D(t) and D(s) mean the same there, s being t rewritten. */
static void check_functorial_at(Subject *inner, const Composition *c, const Engine *engine, Derived *derived,
                                const Run *left, What about, TermId rewritten) {
  LawId law = engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
  const Evaluator *evaluator = target_evaluators[(uint64_t)inner->index % TARGET_EVALUATORS];
  Run right = run_unrelated(inner, c, engine, rewritten, derived, evaluator);
  Status status = left->status != STATUS_OK ? left->status : right.status;
  if (status == STATUS_OK &&
      judge_outputs(inner, law, derived->slot, evaluator->name, about, left->primal, right.primal)) {
    (void)judge_equal(inner, law, derived->slot, evaluator->name, about, derived->seeds * derived->codomain,
                      left->image, right.image);
  }
  judge_status(inner, law, derived->slot, evaluator->name, about, status);
}

static void check_functorial(Subject *inner, const Composition *c, const Engine *engine, Derived *derived) {
  LawId law = engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
  const Evaluator *evaluator = target_evaluators[(uint64_t)inner->index % TARGET_EVALUATORS];
  Rewriter *rewriter = inner->battery->rewriter;
  Run left = {.status = STATUS_OK};
  Status status = rewriter_open(rewriter, c->store, c->program, false);
  judge_status(inner, law, derived->slot, "", what("places"), status);
  for (int i = 0; i <= EQUATION_FUN_ETA; i++) {
    if (!inner->options->thorough && (uint64_t)inner->index % (EQUATION_FUN_ETA + 1) != (uint64_t)i) continue;
    PlaceRange range = places_to_check(inner, (EquationId)i);
    for (uint32_t place = range.first; place < range.end; place++) {
      What about = {equation_info((EquationId)i)->formula, {" at place"}, {place}};
      TermId rewritten = TERM_NONE_ID;
      status = rewriter_at(rewriter, (EquationId)i, place, &rewritten);
      judge_status(inner, law, derived->slot, "", about, status);
      if (status != STATUS_OK) continue;
      if (left.image == NULL) left = run_unrelated(inner, c, engine, c->program->term, derived, evaluator);
      check_functorial_at(inner, c, engine, derived, &left, about, rewritten);
    }
  }
}

static void check_unrelated(Subject *subject, const Engine *engine, Composition *c) {
  Store *store = c->store;
  LawId law = engine->reverse ? LAW_FUN_REV : LAW_FUN_FWD;
  if (!law_on(subject, law) || !type_is_flat(store, c->program->type)) return;
  c->mode = engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
  Program composed = {compose_source(c), c->base, c->base_length, c->program->type};
  Subject inner = *subject;
  inner.program = &composed;
  inner.ring = NULL;
  if (subject_locate(&inner) != STATUS_OK) return; /* counted under AD-HIGH */
  Derived *derived = &inner.derived[engine->reverse ? 1 : 0];
  derived->engine = engine;
  derived->slot = engine_slot(engine);
  derived->domain = engine->reverse ? inner.cotangents : inner.tangents;
  derived->codomain = engine->reverse ? inner.tangents : inner.cotangents;
  derived->program.type = derivative_type(store, engine, &composed);
  if (subject_seed(&inner, derived) != STATUS_OK) return;
  check_functorial(&inner, c, engine, derived);
}

/* The laws on one choice of arguments; false if none can be made. */
static bool check_choice(Subject *subject) {
  static const Engine *const pair[SUBJECT_ENGINES] = {&chad_forward, &chad_reverse};
  Composition composition;
  if (!compose_begin(&composition, subject->battery->store, subject->program, subject->seed)) {
    judge_count(subject, LAW_AD_HIGH, 0, OUTCOME_UNABLE);
    return false;
  }
  for (int e = 0; e < SUBJECT_ENGINES; e++) {
    if (!subject->derived[e].typed) continue;
    if (law_on(subject, LAW_AD_HIGH)) check_related(subject, pair[e], &composition);
    check_unrelated(subject, pair[e], &composition);
  }
  return true;
}

void laws_higher(Subject *subject) {
  uint64_t seed = subject->seed, choices = subject->options->thorough ? THOROUGH_CHOICES : 1;
  subject_derive(subject);
  bool going = true;
  for (uint64_t k = 0; k < choices && going; k++) {
    subject->seed = k == 0 ? seed : random_word(seed, k, 0);
    going = check_choice(subject);
  }
  subject->seed = seed;
  if (!going || !subject_ring(subject, subject->battery->field)) return;
  laws_normal_forms(subject);
  laws_contexts(subject);
  laws_monoid(subject);
  laws_redexes(subject);
}
