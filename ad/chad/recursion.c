/* ->D and <-D of recursive functions.
 *
 * A recursive function that captures nothing but recursive functions like it has
 * a derivative with respect to its argument alone, so D(f) is again a recursive
 * function, from an argument to D of the result, and the (co)tangent of f is 0_:
 * the linear half that a call returns holds those of the calls it made, which
 * unfolds the recursion on the calls that the primal makes.
 *
 * What a function does capture is handed on as an argument first (lambda
 * lifting).  The rule of λ would do without: it sends what a call contributes to
 * the context beside what it contributes to the argument, each by running the
 * call's derivative, and so runs 2^n of them for n nested calls. */
#include "ad/chad/transform.h"
#include "semantics/tables/rules.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- captures -- */

/* Whether D(T)2 has but one element: nothing of T is real. */
static bool is_discrete(const Chad *chad, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(&chad->store->types, type);
  if (depth == 0) return false;
  if (node->kind == TYPE_INT || node->kind == TYPE_UNIT) return true;
  if (node->kind == TYPE_ARRAY) return is_discrete(chad, node->a, depth - 1);
  if (node->kind == TYPE_FUN) return is_discrete(chad, node->b, depth - 1);
  if (node->kind != TYPE_PROD && node->kind != TYPE_SUM) return false;
  return is_discrete(chad, node->a, depth - 1) && is_discrete(chad, node->b, depth - 1);
}

/* The identifiers of G that the function captures and whose (co)tangents are not
 * all 0, by index in G, and the type of their tuple. */
typedef struct Captured {
  uint32_t *index, count;
  TypeId type;
  TypeId argument; /* of the function */
} Captured;

/* Index i of G, if it is captured in s, which is under f and x. */
static bool is_captured(Chad *chad, const Gamma *gamma, TermId s, uint32_t i, Scope *found) {
  return chad_lookup(chad, gamma, i, found) && !found->closed && term_occurrences(chad->store, s, i + 2) > 0 &&
         !is_discrete(chad, found->type, CHAD_DEPTH);
}

static bool captured_open(Chad *chad, const Gamma *gamma, const Term *t, Captured *captured) {
  Scope found;
  uint32_t length = 0;
  while (chad_lookup(chad, gamma, length, &found)) length++;
  *captured = (Captured){.index = calloc((size_t)length + 1, sizeof *captured->index)};
  if (captured->index == NULL) return false;
  captured->argument = type_node(&chad->store->types, term_type_payload(t))->a;
  for (uint32_t i = length; i-- > 0;) {
    if (!is_captured(chad, gamma, t->kid[0], i, &found)) continue;
    captured->type = captured->count == 0 ? found.type : type_prod(&chad->store->types, captured->type, found.type);
    captured->index[captured->count++] = i;
  }
  return true;
}

/* ----------------------------------------------------------------- lifting -- */

/* A rewriting of s (inside: under f' and p) or of t (under f'). */
typedef struct Lifting {
  Chad *chad;
  const Captured *captured;
  bool inside;
} Lifting;

/* The captured identifiers as one tuple, under `binders` more. */
static TermId tuple_of(const Lifting *lifting, uint32_t binders) {
  Store *s = lifting->chad->store;
  const Captured *captured = lifting->captured;
  if (lifting->inside) return term_fst(s, term_var(s, binders));
  TermId tuple = term_var(s, captured->index[0] + 1 + binders);
  for (uint32_t k = 1; k < captured->count; k++)
    tuple = term_pair(s, tuple, term_var(s, captured->index[k] + 1 + binders));
  return tuple;
}

/* Component k of the tuple that p starts with. */
static TermId component(const Lifting *lifting, uint32_t k, uint32_t binders) {
  Store *s = lifting->chad->store;
  TermId tuple = tuple_of(lifting, binders);
  for (uint32_t last = lifting->captured->count - 1; last > k; last--) tuple = term_fst(s, tuple);
  return k == 0 ? tuple : term_snd(s, tuple);
}

/* f' (c, argument) */
static TermId call(const Lifting *lifting, TermId argument, uint32_t binders) {
  Store *s = lifting->chad->store;
  TermId f = term_var(s, binders + (lifting->inside ? 1 : 0));
  return term_app(s, f, term_pair(s, tuple_of(lifting, binders), argument));
}

static bool is_function(const Lifting *lifting, const Term *t, uint32_t binders) {
  return t->kind == TERM_VAR && t->payload == binders + (lifting->inside ? 1 : 0);
}

static TermId lift_identifier(const Lifting *lifting, TermId id, const Term *t, uint32_t binders) {
  Store *s = lifting->chad->store;
  const Captured *captured = lifting->captured;
  if (is_function(lifting, t, binders)) {
    TermId body = call(lifting, term_var(s, 0), binders + 1);
    return term_lam(s, name_make(s, "x", 1), captured->argument, body);
  }
  if (!lifting->inside || t->payload < binders) return id;
  if (t->payload == binders) return term_snd(s, term_var(s, binders));
  for (uint32_t k = 0; k < captured->count; k++)
    if (captured->index[k] + 2 + binders == t->payload) return component(lifting, k, binders);
  return id;
}

static TermId lift(const Lifting *lifting, TermId id, uint32_t binders) {
  Chad *chad = lifting->chad;
  if (id.id == 0) return id;
  if (chad->nesting == 0) return chad_fail(chad, STATUS_LIMIT).term;
  Term node = *term(chad->store, id); /* a copy: terms are made below */
  if (node.kind == TERM_VAR) return lift_identifier(lifting, id, &node, binders);
  chad->nesting--;
  TermId made;
  if (node.kind == TERM_APP && is_function(lifting, term(chad->store, node.kid[0]), binders)) {
    made = call(lifting, lift(lifting, node.kid[1], binders), binders);
  } else {
    const char *under = term_info(node.kind)->binders;
    for (int i = 0; i < TERM_KIDS; i++) node.kid[i] = lift(lifting, node.kid[i], binders + (uint32_t)(under[i] - '0'));
    made =
        term_make(chad->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
  }
  chad->nesting++;
  return made;
}

/*   letrec f = λx. s in t = letrec f' = λp. s[snd p/x, c/its component of fst p, λx. f' ⟨fst p, x⟩/f] in t[λx. f' ⟨c,
 * x⟩/f] where c is the tuple of what s captures, and f t is f' ⟨c, t⟩ */
static TermId lifted(Chad *chad, const Term *t, const Captured *captured) {
  RULE(CHAD_LIFT);
  Store *s = chad->store;
  TypeId result = type_node(&s->types, term_type_payload(t))->b;
  Lifting inside = {chad, captured, true}, outside = {chad, captured, false};
  TypeId type = type_fun(&s->types, type_prod(&s->types, captured->type, captured->argument), result);
  TermId body = lift(&inside, t->kid[0], 0);
  return term_letrec(s, t->name, type, body, lift(&outside, t->kid[1], 0));
}

/* ------------------------------------------------------------------- rules -- */

/*   f = λx. let ⟨u,u'⟩ = D_{G,f,x}(s) in ⟨u, λ_v. u' • ⟨0_, v⟩⟩, in reverse ⟨u, λ_v. snd (u' • v)⟩, under f and x */
static TermId function_body(Chad *chad, const Gamma *gamma_f, TypeId argument, TermId s) {
  Store *store = chad->store;
  Scope scope;
  Gamma gamma_x = chad_extend(chad, gamma_f, &scope, argument, chad->depth++);
  Dual u = chad_term(chad, &gamma_x, s);
  chad->depth--;
  TermId linear;
  if (chad->mode == CHAD_FORWARD) {
    TermId seed = term_pair(store, term_zero(store, gamma_f->tangent), chad->v);
    linear = term_llam(store, chad_type2(chad, argument), chad_linear_of(chad, seed));
  } else {
    linear = term_llam(store, chad_type2(chad, u.type), term_snd(store, chad_linear_of(chad, chad->v)));
  }
  return chad_let_dual(chad, u, term_pair(store, chad_primal_of(chad), linear));
}

/*   let ⟨u,u'⟩ = D_{G,f}(t) in ⟨u, λ_v. u' • ⟨v, 0_⟩⟩, in reverse ⟨u, λ_v. fst (u' • v)⟩, under f */
static Dual function_scope(Chad *chad, const Gamma *gamma, const Gamma *gamma_f, TypeId function, TermId t) {
  Store *store = chad->store;
  Dual u = chad_term(chad, gamma_f, t);
  TermId linear;
  if (chad->mode == CHAD_FORWARD) {
    RULE(FWD_LETREC);
    linear = chad_linear_of(chad, term_pair(store, chad->v, term_zero(store, chad_type2(chad, function))));
  } else {
    RULE(REV_LETREC);
    linear = term_fst(store, chad_linear_of(chad, chad->v));
  }
  return chad_conclude(chad, gamma, u, chad_primal_of(chad), linear, u.type);
}

/* The rule where s captures nothing that is real. */
static Dual letrec_closed(Chad *chad, const Gamma *gamma, const Term *t) {
  TypeId function = term_type_payload(t), argument = type_node(&chad->store->types, function)->a;
  Scope scope;
  Gamma gamma_f = chad_extend(chad, gamma, &scope, function, chad->depth++);
  scope.closed = true;
  TermId body = function_body(chad, &gamma_f, argument, t->kid[0]);
  Dual rest = function_scope(chad, gamma, &gamma_f, function, t->kid[1]);
  chad->depth--;
  return (Dual){term_letrec(chad->store, t->name, chad_type1(chad, function), body, rest.term), rest.type};
}

Dual chad_letrec(Chad *chad, const Gamma *gamma, const Term *t) {
  Captured captured;
  if (type_kind(&chad->store->types, term_type_payload(t)) != TYPE_FUN) return chad_fail(chad, STATUS_ILL_TYPED);
  if (!captured_open(chad, gamma, t, &captured)) return chad_fail(chad, STATUS_LIMIT);
  Term whole = *t;
  if (captured.count > 0) {
    TermId id = lifted(chad, t, &captured);
    if (id.id != 0) whole = *term(chad->store, id);
    if (id.id == 0) (void)chad_fail(chad, STATUS_LIMIT);
  }
  free(captured.index);
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  return letrec_closed(chad, gamma, &whole);
}
