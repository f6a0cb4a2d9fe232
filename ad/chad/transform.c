#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

#include <stdio.h>
#include <string.h>

#define NAME_ROOM 64

Dual chad_fail(Chad *chad, Status status) {
  if (chad->status == STATUS_OK) chad->status = status;
  return (Dual){TERM_NONE_ID, {0}};
}

static bool holds_data(const TypeTable *types, TypeId type, uint32_t depth) {
  const TypeNode *node = type_node(types, type);
  if (node->kind == TYPE_NONE || node->kind == TYPE_MU || depth == 0) return node->kind == TYPE_MU;
  return holds_data(types, node->a, depth - 1) || holds_data(types, node->b, depth - 1);
}

static TypeId dual_type(Chad *chad, TypeId source, TypeId dual) {
  if (type_is_none(dual) && holds_data(&chad->store->types, source, CHAD_DEPTH)) (void)chad_fail(chad, STATUS_UNABLE);
  return dual;
}

TypeId chad_type1(Chad *chad, TypeId type) { return dual_type(chad, type, chad_primal(chad->store, chad->mode, type)); }

TypeId chad_type2(Chad *chad, TypeId type) {
  return dual_type(chad, type, chad_tangent(chad->store, chad->mode, type));
}

NameId chad_prime(Chad *chad, NameId x, NameId otherwise) {
  char buffer[NAME_ROOM];
  const char *text = name_text(chad->store, x);
  size_t length = strlen(text);
  if (length == 0 || length + 2 > sizeof buffer) return otherwise;
  (void)snprintf(buffer, sizeof buffer, "%s'", text);
  return name_make(chad->store, buffer, length + 1);
}

DualLet chad_let_dual(Chad *chad, Dual dual, NameId x, NameId dx) {
  uint32_t z = chad->depth;
  chad->depth += 3;
  return (DualLet){.bound = dual, .primal = z + 1, .linear = z + 2, .x = x, .dx = dx};
}

DualLet chad_let_primal(Chad *chad, Dual dual, NameId x) {
  return (DualLet){.bound = dual, .primal = chad->depth++, .linear = 0, .x = x, .primal_only = true};
}

/* let ⟨x,x'⟩ = t in s  is  let z = t in let x = fst z in let x' = snd z in s. */
TermId chad_in_dual(Chad *chad, const DualLet *x, TermId body) {
  Store *store = chad->store;
  if (x->primal_only) {
    chad->depth -= 1;
    return term_let(store, x->x, term_fst(store, x->bound.term), body);
  }
  chad->depth -= 3;
  TermId second = term_let(store, x->dx, term_snd(store, term_var(store, 1)), body);
  TermId first = term_let(store, x->x, term_fst(store, term_var(store, 0)), second);
  return term_let(store, chad->names.pair, x->bound.term, first);
}

Let chad_let(Chad *chad, NameId x, TermId bound) { return (Let){bound, chad->depth++, x}; }

TermId chad_in(Chad *chad, const Let *x, TermId body) {
  chad->depth--;
  return term_let(chad->store, x->x, x->bound, body);
}

/*   D(G, x:T)2 = D(G)2 * D(T)2 */
Gamma chad_extend(Chad *chad, const Gamma *gamma, Scope *scope, TypeId type, uint32_t level) {
  *scope = (Scope){.outer = gamma->scope, .type = type, .level = level};
  return (Gamma){scope, type_linear_prod(&chad->store->types, gamma->tangent, chad_type2(chad, type))};
}

bool chad_lookup(Chad *chad, const Gamma *gamma, uint32_t index, Scope *found) {
  const Scope *scope = gamma->scope;
  for (; scope != NULL && index > 0; index--) scope = scope->outer;
  if (scope != NULL) {
    *found = *scope;
    return true;
  }
  if (index >= chad->source->length) return false;
  uint32_t level = chad->source->length - 1 - index;
  *found = (Scope){.type = chad->source->context[level], .level = level};
  return true;
}

/*   proj_{G,x}(t) = snd t     proj_{G,y}(t) = proj_G(fst t) */
TermId chad_proj(Chad *chad, uint32_t index, TermId t) {
  RULE(CHAD_PROJ);
  for (uint32_t i = 0; i < index; i++) t = term_fst(chad->store, t);
  return term_snd(chad->store, t);
}

static TermId coproj(Chad *chad, TypeId context_tangent, uint32_t index, TermId t, uint32_t nesting) {
  Store *store = chad->store;
  const TypeNode node = *type_node(&store->types, context_tangent);
  if (nesting == 0) return chad_fail(chad, STATUS_LIMIT).term;
  if (index == 0) return term_pair(store, term_zero(store, node.a), t);
  return term_pair(store, coproj(chad, node.a, index - 1, t, nesting - 1), term_zero(store, node.b));
}

/*   coproj_{G,x}(t) = ⟨0_, t⟩     coproj_{G,y}(t) = ⟨coproj_G(t), 0_⟩ */
TermId chad_coproj(Chad *chad, TypeId context_tangent, uint32_t index, TermId t) {
  RULE(CHAD_COPROJ);
  return coproj(chad, context_tangent, index, t, CHAD_DEPTH);
}

TermId chad_primals(Chad *chad, uint32_t ys, uint32_t n) {
  if (n == TYPE_DYNAMIC) {
    TermId first = term_fst(chad->store, term_var(chad->store, 0));
    return term_map(chad->store, chad->names.pair, first, chad_var(chad, ys));
  }
  uint32_t i = chad_bind(chad);
  TermId body = term_fst(chad->store, chad_entry(chad, ys, i));
  chad_unbind(chad, 1);
  return term_build(chad->store, chad->names.i, n, body);
}

TermId chad_unzip(Chad *chad, uint32_t n, const TermKind *path, uint32_t length) {
  uint32_t i = chad_bind(chad);
  TermId body = term_index(chad->store, chad_var(chad, i), chad->v);
  for (uint32_t k = 0; k < length; k++) {
    body = path[k] == TERM_FST ? term_fst(chad->store, body) : term_snd(chad->store, body);
  }
  chad_unbind(chad, 1);
  return term_build(chad->store, chad->names.i, n, body);
}

uint32_t chad_length(const Chad *chad, TypeId array) {
  const TypeNode *node = type_node(&chad->store->types, array);
  return node->kind == TYPE_REAL || node->kind == TYPE_ARRAY || node->kind == TYPE_VEC ? node->n : 0;
}

static bool is_real(const Chad *chad, TypeId type) {
  const TypeNode *node = type_node(&chad->store->types, type);
  return node->kind == TYPE_REAL && node->n == 1;
}

MapParts chad_map_parts(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  TypeTable *types = &chad->store->types;
  MapParts parts = {.x = chad_name(t->name, chad->names.x)};
  Scope scope;
  (void)chad_bind(chad);
  parts.array = transform(chad, gamma, t->kid[0]);
  chad_unbind(chad, 1);
  TypeId element = type_element(types, parts.array.type);
  uint32_t x = chad_bind(chad);
  Gamma gamma_x = chad_extend(chad, gamma, &scope, element, x);
  parts.body = transform(chad, &gamma_x, t->kid[1]);
  chad_unbind(chad, 1);
  parts.real =
      chad_length(chad, parts.array.type) != TYPE_DYNAMIC && is_real(chad, element) && is_real(chad, parts.body.type);
  return parts;
}

void chad_map_move(Chad *chad, MapParts *parts) {
  parts->array.term = term_shift(chad->store, parts->array.term, 0, -1);
  parts->body.term = term_shift(chad->store, parts->body.term, 1, 3);
}

ZipBody chad_zip_body(Chad *chad, const Gamma *gamma, const Term *t, TypeId a, TypeId b, ChadTransform transform) {
  TypeTable *types = &chad->store->types;
  Scope scope_x, scope_y;
  ZipBody zip = {.x = chad_name(t->name, chad->names.x), .y = chad_name((NameId){t->payload}, chad->names.y)};
  uint32_t x = chad_bind(chad), y = chad_bind(chad);
  Gamma gamma_x = chad_extend(chad, gamma, &scope_x, type_element(types, a), x);
  Gamma gamma_xy = chad_extend(chad, &gamma_x, &scope_y, type_element(types, b), y);
  zip.body = transform(chad, &gamma_xy, t->kid[2]);
  chad_unbind(chad, 2);
  // cppcheck-suppress returnDanglingLifetime ; a Dual holds ids, no Gamma
  return zip;
}

Dual chad_build_body(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  Scope scope;
  uint32_t i = chad_bind(chad);
  Gamma gamma_i = chad_extend(chad, gamma, &scope, type_int(&chad->store->types), i);
  Dual body = transform(chad, &gamma_i, t->kid[0]);
  chad_unbind(chad, 1);
  // cppcheck-suppress returnDanglingLifetime ; a Dual holds ids, no Gamma
  return body;
}
