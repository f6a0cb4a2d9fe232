/* |e|d: from the source language to point-free form (caddie). */
#include "semantics/combinatory/translate.h"

#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

#define TRANSLATE_DEPTH 4000u
#define TRANSLATE_STEPS (1u << 20)

/* The binding of an identifier; NULL if there is none. */
static const PfBinding *pf_lookup(const PfScope *scope, uint32_t index) {
  const PfBinding *binding = scope->bindings;
  for (; binding != NULL && index > 0; index--) binding = binding->outer;
  return binding;
}

PfLevel pf_below(PfTranslation *to, const PfScope *scope, TypeId head) {
  TypeId rest = pf_input(scope);
  return (PfLevel){scope->level, head, rest, type_prod(&to->table->store->types, head, rest), scope->level->depth + 1};
}

static PfId then(PfTable *table, PfId first, PfId second) {
  return first.id == 0 ? second : pf_comp(table, second, first);
}

/* pi2 for each level between the scope's and `depth`; none (id 0) if there is none. */
static PfId pf_path_to(PfTranslation *to, const PfScope *scope, uint32_t depth) {
  PfId path = {0};
  for (const PfLevel *level = scope->level; level->depth > depth; level = level->outer) {
    path = then(to->table, path, pf_snd(to->table, level->head, level->rest));
  }
  return path;
}

/* Argument `place` of n after the path: pi1 o pi2^place, the last one pi2^place. */
static Status context_path(PfTranslation *to, uint32_t place, PfId *path) {
  PfTable *table = to->table;
  const Program *source = to->source;
  TypeId input = source->context[source->length - 1];
  TypeId *rests = arena_array(table->arena, source->length, sizeof *rests);
  if (rests == NULL) return STATUS_LIMIT;
  for (uint32_t i = source->length - 1; i-- > 0;) {
    rests[i] = input;
    input = type_prod(&table->store->types, source->context[i], input);
  }
  for (uint32_t i = 0; i < place; i++) *path = then(table, *path, pf_snd(table, source->context[i], rests[i]));
  if (place + 1 != source->length) *path = then(table, *path, pf_fst(table, source->context[place], rests[place]));
  return STATUS_OK;
}

/*   d(x) */
static Status translate_var(PfTranslation *to, const PfScope *scope, uint32_t index, PfId *p) {
  RULE(PFX_VAR);
  PfTable *table = to->table;
  const PfBinding *x = pf_lookup(scope, index);
  if (x == NULL) return STATUS_ILL_TYPED;
  uint32_t depth = x->kind == PF_BOUND_CONTEXT ? 0 : x->depth;
  PfId path = pf_path_to(to, scope, depth);
  const PfLevel *level = scope->level;
  while (level->depth > depth) level = level->outer;
  if (x->kind == PF_BOUND_CONTEXT) {
    TRY(context_path(to, x->place, &path));
  } else {
    path = then(table, path, pf_fst(table, level->head, level->rest));
    TypeNode pair = *type_node(&table->store->types, level->head);
    if (x->side == 1) path = pf_comp(table, pf_fst(table, pair.a, pair.b), path);
    if (x->side == 2) path = pf_comp(table, pf_snd(table, pair.a, pair.b), path);
  }
  *p = path.id == 0 && table->status == STATUS_OK ? pf_identity(table, pf_input(scope)) : path;
  return table->status;
}

/* x = e1 in the rest, for e1 with this meaning: a value comes before the input,
 * p o (|e1| x Id) o Delta; what is static goes into d. */
Status pf_translate_bound(PfTranslation *to, const PfScope *scope, const PfBinding *outer, const PfMeaning *bound,
                          TermId body, PfMeaning *out) {
  PfTable *table = to->table;
  PfBinding x = {.outer = outer,
                 .kind = bound->kind,
                 .integer = bound->integer,
                 .function = bound->function,
                 .environment = bound->environment,
                 .test = bound->p,
                 .turned = bound->turned,
                 .side = bound->kind == PF_BOUND_INJECTION ? bound->side : 0,
                 .depth = scope->level->depth};
  PfBinding *kept = arena_alloc(table->arena, sizeof *kept);
  PfLevel *level = arena_alloc(table->arena, sizeof *level);
  if (kept == NULL || level == NULL) return STATUS_LIMIT;
  PfScope inner = *scope;
  if (bound->kind == PF_BOUND_VALUE) {
    *level = pf_below(to, scope, pf_result(to, bound->p));
    inner.level = level;
    x.depth = level->depth;
  }
  *kept = x;
  inner.bindings = kept;
  Status status = pf_translate_term(to, &inner, body, out);
  if (status != STATUS_OK || bound->kind != PF_BOUND_VALUE) return status;
  if (out->kind == PF_BOUND_INT || out->kind == PF_BOUND_UNIT) return STATUS_OK;
  if (out->kind != PF_BOUND_VALUE) return pf_missing(to, "a function or a condition that a let gives");
  out->p = pf_comp(table, out->p, pf_tuple(table, bound->p, pf_identity(table, pf_input(scope))));
  return table->status;
}

/* A term that is not applied itself. */
static Status translate_alone(PfTranslation *to, const PfScope *scope, const PfBinding *bindings, TermId t,
                              PfMeaning *out) {
  PfScope alone = {bindings, scope->level, NULL};
  return pf_translate_term(to, &alone, t, out);
}

static Status translate_lambda(PfTranslation *to, const PfScope *scope, TermId t, PfMeaning *out) {
  const PfArguments *argument = scope->arguments;
  *out = (PfMeaning){.kind = PF_BOUND_FUNCTION, .function = t, .environment = scope->bindings};
  if (argument == NULL) return STATUS_OK;
  PfMeaning bound;
  TRY(translate_alone(to, scope, argument->environment, argument->term, &bound));
  PfScope inner = {scope->bindings, scope->level, argument->rest};
  return pf_translate_bound(to, &inner, scope->bindings, &bound, term(to->table->store, t)->kid[0], out);
}

static Status translate_application(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out) {
  PfArguments *argument = arena_alloc(to->table->arena, sizeof *argument);
  if (argument == NULL) return STATUS_LIMIT;
  *argument = (PfArguments){scope->arguments, t->kid[1], scope->bindings};
  PfScope inner = {scope->bindings, scope->level, argument};
  return pf_translate_term(to, &inner, t->kid[0], out);
}

static Status translate_identifier(PfTranslation *to, const PfScope *scope, uint32_t index, PfMeaning *out) {
  const PfBinding *x = pf_lookup(scope, index);
  if (x == NULL) return STATUS_ILL_TYPED;
  *out = (PfMeaning){.kind = x->kind,
                     .integer = x->integer,
                     .function = x->function,
                     .environment = x->environment,
                     .side = x->side,
                     .turned = x->turned};
  if (x->kind == PF_BOUND_INT || x->kind == PF_BOUND_UNIT || x->kind == PF_BOUND_INJECTION) return STATUS_OK;
  if (x->kind == PF_BOUND_TEST) {
    PfId path = pf_path_to(to, scope, x->depth);
    out->p = path.id == 0 ? x->test : pf_comp(to->table, x->test, path);
    return to->table->status;
  }
  if (x->kind == PF_BOUND_FUNCTION) {
    PfScope inner = {x->environment, scope->level, scope->arguments};
    return translate_lambda(to, &inner, x->function, out);
  }
  out->kind = PF_BOUND_VALUE;
  return translate_var(to, scope, index, &out->p);
}

/*   pi_i o |e|d */
static Status translate_projection(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_PROJ);
  PfTable *table = to->table;
  PfId pair;
  TRY(pf_translate_value(to, scope, t->kid[0], &pair));
  TypeNode type = *type_node(&table->store->types, pf_result(to, pair));
  if (type.kind != TYPE_PROD) return STATUS_ILL_TYPED;
  PfId projection = t->kind == TERM_FST ? pf_fst(table, type.a, type.b) : pf_snd(table, type.a, type.b);
  *p = pf_comp(table, projection, pair);
  return table->status;
}

static Status translate_pair(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  PfId first, second;
  TRY(pf_translate_value(to, scope, t->kid[0], &first));
  TRY(pf_translate_value(to, scope, t->kid[1], &second));
  *p = pf_tuple(to->table, first, second);
  return to->table->status;
}

static Status translate_let(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out) {
  PfMeaning bound;
  TRY(translate_alone(to, scope, scope->bindings, t->kid[0], &bound));
  return pf_translate_bound(to, scope, scope->bindings, &bound, t->kid[1], out);
}

static Status translate_rule(PfTranslation *to, const PfScope *scope, TermId id, PfMeaning *out) {
  const Term node = *term(to->table->store, id), *t = &node;
  *out = (PfMeaning){.kind = PF_BOUND_VALUE};
  switch (t->kind) {
  /* |x|d = d(x)                                                          */
  case TERM_VAR: return translate_identifier(to, scope, t->payload, out);
  /* |let x = e1 in e2|d = |e2|(d o pi2, x:pi1) o (|e1|d x Id) o Delta    */
  case TERM_LET: RULE(PFX_LET); return translate_let(to, scope, t, out);
  case TERM_OP: return pf_translate_op(to, scope, t, out);
  /* |()|d = K ()                                                         */
  case TERM_UNIT:
    RULE(PFX_UNIT);
    out->p = pf_const_unit(to->table, pf_input(scope));
    return to->table->status;
  /* |(e1, e2)|d = (|e1|d x |e2|d) o Delta                                */
  case TERM_PAIR: RULE(PFX_PAIR); return translate_pair(to, scope, t, &out->p);
  case TERM_FST:
  case TERM_SND: return translate_projection(to, scope, t, &out->p);
  /* |(\x. e2) e1|d = |let x = e1 in e2|d                                 */
  case TERM_LAM: return translate_lambda(to, scope, id, out);
  case TERM_APP: RULE(PFX_APP); return translate_application(to, scope, t, out);
  case TERM_MAP: return pf_translate_map(to, scope, t, &out->p);
  case TERM_ZIPWITH: return pf_translate_zipwith(to, scope, t, &out->p);
  case TERM_BUILD: return pf_translate_build(to, scope, t, &out->p);
  case TERM_INDEX: return pf_translate_index(to, scope, t, &out->p);
  case TERM_INL:
  case TERM_INR:
    *out = (PfMeaning){.kind = PF_BOUND_INJECTION,
                       .side = t->kind == TERM_INL ? 1 : 2,
                       .function = t->kid[0],
                       .environment = scope->bindings};
    return STATUS_OK;
  case TERM_MATCH: return pf_translate_match(to, scope, t, out);
  case TERM_ITERATE:
  case TERM_WHILE: return pf_missing(to, "an iteration");
  case TERM_ANY_VEC: return pf_missing(to, "a dynamic array");
  case TERM_LETREC: return pf_missing(to, "a recursive function");
  case TERM_ROLL:
  case TERM_UNROLL: return pf_missing(to, "recursive data");
  case TERM_TOTAL: return pf_translate_total(to, scope, t, &out->p);
  case TERM_FOLD:
  case TERM_SCAN:
  case TERM_GATHER:
  case TERM_SCATTER: return pf_missing(to, "an array combinator");
  case TERM_ANY_LINEAR:
  case TERM_LLAM: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

/* Of the constructors, those that are functions or may pass arguments on. */
static bool takes_arguments(TermKind kind) {
  return kind == TERM_VAR || kind == TERM_LET || kind == TERM_LAM || kind == TERM_APP || kind == TERM_MATCH;
}

Status pf_translate_term(PfTranslation *to, const PfScope *scope, TermId t, PfMeaning *out) {
  if (to->depth == 0 || to->steps == 0) return STATUS_LIMIT;
  if (scope->arguments != NULL && !takes_arguments(term(to->table->store, t)->kind)) {
    return pf_missing(to, "a function out of a pair or an array");
  }
  to->depth--;
  to->steps--;
  Status status = translate_rule(to, scope, t, out);
  to->depth++;
  return status;
}

Status pf_translate_value(PfTranslation *to, const PfScope *scope, TermId t, PfId *p) {
  PfScope alone = {scope->bindings, scope->level, NULL};
  PfMeaning meaning;
  TRY(pf_translate_term(to, &alone, t, &meaning));
  if (meaning.kind == PF_BOUND_INT) return pf_missing(to, "Int as a part of a value");
  if (meaning.kind == PF_BOUND_FUNCTION) return pf_missing(to, "a function as a part of a value");
  if (meaning.kind == PF_BOUND_TEST || meaning.kind == PF_BOUND_INJECTION) {
    return pf_missing(to, "a sum as a part of a value");
  }
  *p = meaning.kind == PF_BOUND_UNIT ? pf_const_unit(to->table, pf_input(scope)) : meaning.p;
  return STATUS_OK;
}

Status pf_translate_int(PfTranslation *to, const PfScope *scope, TermId t, int64_t *value) {
  PfScope alone = {scope->bindings, scope->level, NULL};
  PfMeaning meaning;
  TRY(pf_translate_term(to, &alone, t, &meaning));
  if (meaning.kind != PF_BOUND_INT) return pf_missing(to, "an Int that is not static");
  *value = meaning.integer;
  return STATUS_OK;
}

/* Whether a type is made of reals alone. */
static bool is_real_type(const TypeTable *types, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(types, type);
  if (depth == 0 || node->dim == TYPE_NOT_FLAT || node->kind == TYPE_INT || node->kind == TYPE_SUM) return false;
  if (node->kind == TYPE_ARRAY) return is_real_type(types, node->a, depth - 1);
  return node->kind != TYPE_PROD ||
         (is_real_type(types, node->a, depth - 1) && is_real_type(types, node->b, depth - 1));
}

Status pf_translate(PfTable *table, const Program *source, PfId *p, const char **missing) {
  PfTranslation to = {
      .table = table, .source = source, .missing = "", .depth = TRANSLATE_DEPTH, .steps = TRANSLATE_STEPS};
  TypeTable *types = &table->store->types;
  PfBinding *bindings = arena_array(table->arena, source->length, sizeof *bindings);
  PfLevel level = {.whole = type_unit(types)};
  *missing = "an Int, a sum or a function in the context or the result";
  if (bindings == NULL) return STATUS_LIMIT;
  if (!is_real_type(types, source->type, TRANSLATE_DEPTH)) return STATUS_UNABLE;
  for (uint32_t i = source->length; i-- > 0;) {
    TypeId type = source->context[i];
    if (!is_real_type(types, type, TRANSLATE_DEPTH)) return STATUS_UNABLE;
    level.whole = i + 1 == source->length ? type : type_prod(types, type, level.whole);
    bindings[i] = (PfBinding){.outer = i == 0 ? NULL : &bindings[i - 1], .kind = PF_BOUND_CONTEXT, .place = i};
  }
  PfScope scope = {source->length == 0 ? NULL : &bindings[source->length - 1], &level, NULL};
  Status status = pf_translate_value(&to, &scope, source->term, p);
  *missing = to.missing;
  return status == STATUS_OK ? table->status : status;
}
