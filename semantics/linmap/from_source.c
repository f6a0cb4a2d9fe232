/* From the shared source language: names for indices, and what the notes' language
 * lacks spelled out in what it has. */
#include "semantics/linmap/from_source.h"
#include "semantics/tables/cases.h"

const void *linmap_from_refuse(FromSource *tr, const char *what) {
  if (tr->b->status == STATUS_OK) {
    tr->b->status = STATUS_UNABLE;
    tr->missing = what;
  }
  return NULL;
}

static const LmType *linmap_from_type(FromSource *tr, TypeId id) {
  LmBuilder *b = tr->b;
  const TypeNode node = *type_node(&b->store->types, id);
  if (tr->nesting == 0) b->status = STATUS_LIMIT;
  if (b->status != STATUS_OK) return NULL;
  const LmType *result = NULL;
  tr->nesting--;
  switch (node.kind) {
  case TYPE_REAL: result = node.n == 1 ? lm_real(b) : lm_vec_type(b, lm_real(b), node.n); break;
  case TYPE_UNIT: result = lm_tuple_type(b, NULL, 0); break;
  case TYPE_PROD: result = lm_pair_type(b, linmap_from_type(tr, node.a), linmap_from_type(tr, node.b)); break;
  case TYPE_INT: result = lm_nat(b); break;
  case TYPE_ARRAY: result = lm_vec_type(b, linmap_from_type(tr, node.a), node.n); break;
  case TYPE_VEC: result = linmap_from_refuse(tr, "dynamic arrays"); break;
  case TYPE_SUM:
    result =
        id.id == type_bool(&b->store->types).id ? lm_bool(b) : linmap_from_refuse(tr, "sums other than truth values");
    break;
  case TYPE_MU:
  case TYPE_SELF: result = linmap_from_refuse(tr, "recursive data"); break;
  case TYPE_FUN: result = linmap_from_refuse(tr, "functions as values"); break;
  case TYPE_ANY_LINEAR:
  case TYPE_LFUN:
  case TYPE_NONE: result = linmap_from_refuse(tr, "linear types"); break;
  }
  tr->nesting++;
  return result;
}

/* ------------------------------------------------------------------- names -- */

static const FromScope *scope_at(const FromScope *scope, uint32_t index) {
  for (; scope != NULL && index > 0; index--) scope = scope->outer;
  return scope;
}

LmSymbol linmap_from_binder(FromSource *tr, const FromScope *scope, NameId hint, TermId body, uint32_t next) {
  bool shadow = scope != NULL && term_occurrences(tr->b->store, body, next) == 0;
  return shadow ? scope->x : lm_fresh_named(tr->b, hint);
}

/* ------------------------------------------------------------------- rules -- */

/* (\x. t) s: a call of f(z) = let y1 = pi1 z in ... let x = pik z in t, where y1...
 * are the variables that t needs. */
static const LmTerm *translate_call(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const Term *lambda = term(b->store, t->kid[0]);
  if (lambda->kind != TERM_LAM) return linmap_from_refuse(tr, "functions as values");
  const TermId body_id = lambda->kid[0];
  const LmType *type = linmap_from_type(tr, term_type_payload(lambda));
  FromScope inner = {scope, linmap_from_binder(tr, scope, lambda->name, body_id, 1), type};
  const LmTerm *body = type == NULL ? NULL : linmap_from(tr, &inner, body_id);
  const LmTerm *argument = linmap_from(tr, scope, t->kid[1]);
  uint32_t depth = 0, free = 0;
  for (const FromScope *s = scope; s != NULL; s = s->outer) depth++;
  const LmTerm **parts = arena_array(b->arena, (size_t)depth + 1, sizeof(const LmTerm *));
  if (body == NULL || argument == NULL || parts == NULL) return NULL;
  uint32_t index = 0;
  for (const FromScope *s = scope; s != NULL; s = s->outer, index++)
    if (term_occurrences(b->store, body_id, index + 1) != 0) parts[free++] = lm_var(b, s->x, s->type);
  parts[free] = argument;
  const LmTerm *tuple = lm_tuple(b, parts, free + 1);
  LmSymbol z = lm_fresh(b);
  const LmTerm *all = tuple == NULL ? NULL : lm_var(b, z, tuple->type);
  body = lm_let(b, inner.x, lm_pi(b, free, all), body);
  while (free-- > 0) body = lm_let(b, parts[free]->x, lm_pi(b, free, all), body);
  uint32_t f = lm_define(b, tr->program, NAME_NONE, z, all == NULL ? NULL : all->type, body);
  return body == NULL ? NULL : lm_call(b, f, body->type, tuple);
}

static const LmTerm *translate_let(FromSource *tr, const FromScope *scope, const Term *t) {
  const LmTerm *bound = linmap_from(tr, scope, t->kid[0]);
  if (bound == NULL) return NULL;
  FromScope inner = {scope, linmap_from_binder(tr, scope, t->name, t->kid[1], 1), bound->type};
  return lm_let(tr->b, inner.x, bound, linmap_from(tr, &inner, t->kid[1]));
}

static const LmTerm *translate_rule(FromSource *tr, const FromScope *scope, TermId id) {
  LmBuilder *b = tr->b;
  const Term t = *term(b->store, id);
  const FromScope *found;
  switch (t.kind) {
  case TERM_VAR:
    found = scope_at(scope, t.payload);
    if (found == NULL) b->status = STATUS_ILL_TYPED;
    return found == NULL ? NULL : lm_var(b, found->x, found->type);
  case TERM_LET: return translate_let(tr, scope, &t);
  case TERM_OP: return linmap_from_op(tr, scope, &t);
  case TERM_UNIT: return lm_tuple(b, NULL, 0);
  case TERM_PAIR: {
    const LmTerm *first = linmap_from(tr, scope, t.kid[0]);
    return lm_pair(b, first, linmap_from(tr, scope, t.kid[1]));
  }
  case TERM_FST: return lm_pi(b, 0, linmap_from(tr, scope, t.kid[0]));
  case TERM_SND: return lm_pi(b, 1, linmap_from(tr, scope, t.kid[0]));
  case TERM_LAM: return linmap_from_refuse(tr, "functions as values");
  case TERM_APP: return translate_call(tr, scope, &t);
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_BUILD:
  case TERM_INDEX:
  case TERM_INL:
  case TERM_INR:
  case TERM_MATCH:
  case TERM_FOLD:
  case TERM_TOTAL:
  case TERM_GATHER:
  case TERM_ITERATE: return linmap_from_array(tr, scope, &t);
  case TERM_WHILE: return linmap_from_refuse(tr, "while");
  case TERM_SCAN: return linmap_from_refuse(tr, "scan");
  case TERM_SCATTER: return linmap_from_refuse(tr, "scatter");
  case TERM_ANY_VEC: return linmap_from_refuse(tr, "dynamic arrays");
  case TERM_LETREC: return linmap_from_refuse(tr, "recursion");
  case TERM_ROLL:
  case TERM_UNROLL: return linmap_from_refuse(tr, "recursive data");
  case TERM_ANY_LINEAR:
  case TERM_LLAM: return linmap_from_refuse(tr, "terms of the linear target language");
  }
  return NULL;
}

const LmTerm *linmap_from(FromSource *tr, const FromScope *scope, TermId id) {
  if (tr->nesting == 0 && tr->b->status == STATUS_OK) tr->b->status = STATUS_LIMIT;
  if (tr->b->status != STATUS_OK) return NULL;
  tr->nesting--;
  const LmTerm *result = translate_rule(tr, scope, id);
  tr->nesting++;
  return result;
}

/* The context, outermost first, is the argument: itself, or its parts by let. */
static void translate_program(FromSource *tr, const Program *source) {
  LmBuilder *b = tr->b;
  uint32_t n = source->length;
  FromScope *scopes = arena_array(b->arena, (size_t)n + 1, sizeof *scopes);
  const LmType **types = arena_array(b->arena, (size_t)n + 1, sizeof *types);
  if (scopes == NULL || types == NULL) {
    b->status = STATUS_LIMIT;
    return;
  }
  for (uint32_t k = 0; k < n; k++) {
    types[k] = linmap_from_type(tr, source->context[k]);
    scopes[k] = (FromScope){k == 0 ? NULL : &scopes[k - 1], lm_fresh_named(b, NAME_NONE), types[k]};
  }
  const LmTerm *body = linmap_from(tr, n == 0 ? NULL : &scopes[n - 1], source->term);
  LmSymbol x = n == 1 ? scopes[0].x : lm_fresh(b);
  const LmType *from = n == 1 ? types[0] : lm_tuple_type(b, types, n);
  const LmTerm *all = from == NULL ? NULL : lm_var(b, x, from);
  for (uint32_t k = n; n > 1 && k-- > 0;) body = lm_let(b, scopes[k].x, lm_pi(b, k, all), body);
  (void)lm_define(b, tr->program, NAME_NONE, x, from, body);
}

Status linmap_from_source(LmBuilder *b, const Program *source, LmProgram *out, const char **missing) {
  FromSource tr = {.b = b, .program = out, .missing = "", .nesting = LM_DEPTH};
  *out = (LmProgram){0};
  translate_program(&tr, source);
  *missing = tr.missing;
  return b->status;
}
