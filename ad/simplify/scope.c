/* Types of the identifiers in scope, found only when a rule asks: few do. */
#include "ad/simplify/rewriter.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/memory/growing.h"

#include <stdlib.h>

#define FIRST_ENTRIES 64u

static const TypeId no_type = {0};

static bool grow(ScopeEntry **entries, uint32_t *capacity) {
  ScopeEntry *moved = heap_room(*entries, *capacity, capacity, FIRST_ENTRIES, sizeof *moved);
  if (moved != NULL) *entries = moved;
  return moved != NULL;
}

static void fail(Simplifier *s) { s->status = STATUS_LIMIT; }

static void push(Simplifier *s, ScopeOrigin origin, TypeId type, TermId from, ScopeMark here) {
  SimplifyScope *scope = &s->scope;
  if (scope->count == scope->capacity) {
    if (!grow(&scope->entries, &scope->capacity)) {
      fail(s);
      return;
    }
    TypeId *types = realloc(scope->types, scope->capacity * sizeof *types);
    if (types == NULL) {
      scope->capacity = scope->count;
      fail(s);
      return;
    }
    scope->types = types;
  }
  bool known = origin == ORIGIN_KNOWN;
  scope->entries[scope->count] = (ScopeEntry){origin, type, known, from, here.count, here.domain_count};
  scope->types[scope->count++] = type;
}

static void push_domain(Simplifier *s, ScopeOrigin origin, TypeId type, TermId from, ScopeMark here) {
  SimplifyScope *scope = &s->scope;
  if (scope->domain_count == scope->domain_capacity && !grow(&scope->domains, &scope->domain_capacity)) {
    fail(s);
    return;
  }
  bool known = origin == ORIGIN_KNOWN;
  scope->domains[scope->domain_count] = (ScopeEntry){origin, type, known, from, here.count, here.domain_count};
  scope->domain_count++;
}

bool scope_start(Simplifier *s, const Program *program) {
  s->scope = (SimplifyScope){0};
  for (uint32_t i = 0; i < program->length && s->status == STATUS_OK; i++) {
    push(s, ORIGIN_KNOWN, program->context[i], TERM_NONE_ID, (ScopeMark){i, 0});
  }
  return s->status == STATUS_OK;
}

void scope_end(Simplifier *s) {
  free(s->scope.entries);
  free(s->scope.types);
  free(s->scope.domains);
  s->scope = (SimplifyScope){0};
}

static void enter_binders(Simplifier *s, const Term *t, int kid, ScopeMark here) {
  TypeTable *types = &s->store->types;
  if (t->kind == TERM_LET && kid == 1) push(s, ORIGIN_TERM, no_type, t->kid[0], here);
  if (t->kind == TERM_LAM) push(s, ORIGIN_KNOWN, term_type_payload(t), TERM_NONE_ID, here);
  if (t->kind == TERM_MAP && kid == 1) push(s, ORIGIN_ELEMENT, no_type, t->kid[0], here);
  if (t->kind == TERM_ZIPWITH && kid == 2) {
    push(s, ORIGIN_ELEMENT, no_type, t->kid[0], here);
    push(s, ORIGIN_ELEMENT, no_type, t->kid[1], here);
  }
  if (t->kind == TERM_MATCH && kid > 0) push(s, kid == 1 ? ORIGIN_LEFT : ORIGIN_RIGHT, no_type, t->kid[0], here);
  if (t->kind == TERM_ITERATE && kid == 2) push(s, ORIGIN_TERM, no_type, t->kid[1], here);
  if (t->kind == TERM_WHILE && kid > 0) push(s, ORIGIN_TERM, no_type, t->kid[0], here);
  if ((t->kind == TERM_FOLD || t->kind == TERM_SCAN) && kid == 2) {
    push(s, ORIGIN_TERM, no_type, t->kid[0], here);
    push(s, ORIGIN_ELEMENT, no_type, t->kid[1], here);
  }
  if (t->kind == TERM_LETREC) push(s, ORIGIN_KNOWN, term_type_payload(t), TERM_NONE_ID, here);
  if (t->kind == TERM_LETREC && kid == 0) {
    push(s, ORIGIN_KNOWN, type_node(types, term_type_payload(t))->a, TERM_NONE_ID, here);
  }
  if ((t->kind == TERM_BIGSUM && kid == 1) || (t->kind == TERM_LITER && kid == 2)) {
    push(s, ORIGIN_KNOWN, type_int(types), TERM_NONE_ID, here);
  }
  if (t->kind == TERM_BUILD) push(s, ORIGIN_KNOWN, type_int(types), TERM_NONE_ID, here);
  if (t->kind == TERM_CASE && kid == 1) push(s, ORIGIN_KEY, no_type, t->kid[0], here);
  if ((t->kind == TERM_DMAP || t->kind == TERM_DMAPT) && kid == 1) {
    push(s, ORIGIN_KNOWN, type_real(types, 1), TERM_NONE_ID, here);
  }
}

static void enter_domain(Simplifier *s, const Term *t, int kid, ScopeMark here) {
  TypeTable *types = &s->store->types;
  if (t->kind == TERM_LLAM) push_domain(s, ORIGIN_KNOWN, term_type_payload(t), TERM_NONE_ID, here);
  if (t->kind == TERM_LETV && kid == 1) push_domain(s, ORIGIN_LINEAR, no_type, t->kid[0], here);
  if (t->kind == TERM_CASE && kid == 1) push_domain(s, ORIGIN_VALUE, no_type, t->kid[0], here);
  if (t->kind == TERM_DMAP && kid == 1) push_domain(s, ORIGIN_PAIRED, no_type, t->kid[3], here);
  if (t->kind == TERM_DMAPT && kid == 1) push_domain(s, ORIGIN_KNOWN, type_linear_real(types, 1), TERM_NONE_ID, here);
  if (t->kind == TERM_LITER && kid == 2) push_domain(s, ORIGIN_LINEAR, no_type, t->kid[1], here);
  if ((t->kind == TERM_DMAP || t->kind == TERM_DMAPT) && kid == 2)
    push_domain(s, ORIGIN_LINEAR, no_type, t->kid[3], here);
}

ScopeMark scope_enter(Simplifier *s, const Term *t, int kid) {
  ScopeMark mark = {s->scope.count, s->scope.domain_count};
  const TermInfo *info = term_info(t->kind);
  if (info->binders[kid] == '0' && info->modes[kid] != 'r') return mark;
  enter_domain(s, t, kid, mark);
  enter_binders(s, t, kid, mark);
  return mark;
}

void scope_leave(Simplifier *s, ScopeMark mark) {
  s->scope.count = mark.count;
  s->scope.domain_count = mark.domain_count;
}

/* ------------------------------------------------------------- resolving -- */

/* The type of a linear term in a scope whose entries below are resolved. */
static TypeId linear_type_in(Simplifier *s, TermId t, uint32_t length, uint32_t domains) {
  SimplifyScope *scope = &s->scope;
  TypeId domain = domains > 0 ? scope->domains[domains - 1].type : type_linear_unit(&s->store->types), type;
  if (type_is_none(domain)) domain = type_linear_unit(&s->store->types);
  if (linear_infer_linear(s->store, scope->types, length, domain, t, &type) != STATUS_OK) return no_type;
  return type;
}

static TypeId found_type(Simplifier *s, const ScopeEntry *entry) {
  TypeTable *types = &s->store->types;
  TypeId type = no_type;
  if (entry->origin == ORIGIN_KNOWN) return entry->type;
  if (entry->origin >= ORIGIN_TERM && entry->origin <= ORIGIN_RIGHT) {
    if (linear_infer_cartesian(s->store, s->scope.types, entry->length, entry->from, &type) != STATUS_OK) {
      return no_type;
    }
    if (entry->origin == ORIGIN_LEFT) return type_node(types, type)->a;
    if (entry->origin == ORIGIN_RIGHT) return type_node(types, type)->b;
    return entry->origin == ORIGIN_TERM ? type : type_element(types, type);
  }
  type = linear_type_in(s, entry->from, entry->length, entry->domains);
  if (entry->origin == ORIGIN_LINEAR) return type;
  if (entry->origin == ORIGIN_PAIRED) return type_linear_prod(types, type, type_linear_real(types, 1));
  const TypeNode *node = type_node(types, type);
  return entry->origin == ORIGIN_KEY ? node->a : node->b;
}

/* An entry's type rests on those outside it: both stacks are resolved from the
 * outside in, each domain before the identifiers under it. */
static void resolve(Simplifier *s) {
  SimplifyScope *scope = &s->scope;
  uint32_t domain = 0;
  for (uint32_t i = 0; i <= scope->count; i++) {
    for (; domain < scope->domain_count && scope->domains[domain].length <= i; domain++) {
      ScopeEntry *entry = &scope->domains[domain];
      if (entry->tried) continue;
      entry->tried = true;
      entry->type = found_type(s, entry);
    }
    if (i == scope->count || scope->entries[i].tried) continue;
    ScopeEntry *entry = &scope->entries[i];
    entry->tried = true;
    entry->type = found_type(s, entry);
    scope->types[i] = entry->type;
  }
}

TypeId scope_linear_type(Simplifier *s, TermId t) {
  resolve(s);
  return linear_type_in(s, t, s->scope.count, s->scope.domain_count);
}
