#include "ad/chad/transform.h"
#include "semantics/tables/printed.h"

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

TermId chad_let_dual(Chad *chad, Dual bound, TermId body) {
  Store *s = chad->store;
  TermId second = term_let(s, name_make(s, "u'", 2), term_snd(s, term_var(s, 1)), body);
  TermId first = term_let(s, name_make(s, "u", 1), term_fst(s, term_var(s, 0)), second);
  return term_let(s, name_make(s, "d", 1), bound.term, first);
}

Dual chad_conclude(Chad *chad, const Gamma *gamma, Dual bound, TermId primal, TermId linear, TypeId type) {
  Store *s = chad->store;
  TypeId v = chad->mode == CHAD_FORWARD ? gamma->tangent : chad_type2(chad, type);
  return (Dual){chad_let_dual(chad, bound, term_pair(s, primal, term_llam(s, v, linear))), type};
}

NameId chad_hint(Chad *chad, uint32_t hint) {
  const char *text = chad->schemes->hint[hint];
  if (chad->hint[hint].id == 0) chad->hint[hint] = name_make(chad->store, text, strlen(text));
  return chad->hint[hint];
}

NameId chad_prime(Chad *chad, NameId x, NameId otherwise) {
  char buffer[NAME_ROOM];
  const char *text = name_text(chad->store, x);
  size_t length = strlen(text);
  if (length == 0 || length + 2 > sizeof buffer) return otherwise;
  (void)snprintf(buffer, sizeof buffer, "%s'", text);
  return name_make(chad->store, buffer, length + 1);
}

/*   D(G, x:T)2 = D(G)2 * D(T)2; as printed, D(x:T)2 = D(T)2 */
Gamma chad_extend(Chad *chad, const Gamma *gamma, Scope *scope, TypeId type, uint32_t level) {
  TypeTable *types = &chad->store->types;
  TypeId tangent = chad_type2(chad, type);
  bool alone = as_printed(RULE_CHAD_CONTEXT) && type_kind(types, gamma->tangent) == TYPE_LUNIT;
  *scope = (Scope){.outer = gamma->scope, .type = type, .level = level};
  return (Gamma){scope, alone ? tangent : type_linear_prod(types, gamma->tangent, tangent)};
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
  if (as_printed(RULE_CHAD_CONTEXT) && node.kind != TYPE_LPROD) return t;
  if (index == 0) return term_pair(store, term_zero(store, node.a), t);
  return term_pair(store, coproj(chad, node.a, index - 1, t, nesting - 1), term_zero(store, node.b));
}

/*   coproj_{G,x}(t) = ⟨0_, t⟩     coproj_{G,y}(t) = ⟨coproj_G(t), 0_⟩ */
TermId chad_coproj(Chad *chad, TypeId context_tangent, uint32_t index, TermId t) {
  RULE(CHAD_COPROJ);
  return coproj(chad, context_tangent, index, t, CHAD_DEPTH);
}
