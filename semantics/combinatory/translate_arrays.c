/* |map|, |zipWith|, |build| and |index|. */
#include "semantics/combinatory/translate.h"
#include "semantics/memory/try.h"
#include "semantics/tables/printed.h"

static TypeId element_of(PfTranslation *to, PfId array, uint32_t *n) {
  TypeTable *types = &to->table->store->types;
  TypeId type = pf_result(to, array);
  *n = type_node(types, type)->n;
  return type_element(types, type);
}

/*   map |t| o zip o (array x repl n) o Delta, at a scope whose level has V on top */
static Status translate_each(PfTranslation *to, const PfScope *scope, const PfScope *inner, TermId t, PfId array,
                             PfId *p) {
  PfTable *table = to->table;
  PfId body;
  uint32_t n;
  TRY(pf_translate_value(to, inner, t, &body));
  TypeId v = element_of(to, array, &n), input = pf_input(scope);
  if (as_printed(RULE_PFX_MAP)) {
    *p = pf_comp(table, pf_map(table, n, body), pf_tuple(table, array, pf_identity(table, input)));
    return table->status;
  }
  PfId inputs = pf_comp(table, pf_zip(table, n, v, input), pf_tuple(table, array, pf_repl(table, n, input)));
  *p = pf_comp(table, pf_map(table, n, body), inputs);
  return table->status;
}

/*   |map (\x. e1) e2|d = map (|e1|(d o pi2, x:pi1)) o zip o (|e2|d x repl n) o Delta
 * The printed rule pairs e2 with the environment once, which does not type. */
Status pf_translate_map(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_MAP);
  PfId array;
  uint32_t n;
  TRY(pf_translate_value(to, scope, t->kid[0], &array));
  PfLevel level = pf_below(to, scope, element_of(to, array, &n));
  PfBinding x = {.outer = scope->bindings, .kind = PF_BOUND_VALUE, .depth = level.depth};
  PfScope inner = {&x, &level, NULL};
  return translate_each(to, scope, &inner, t->kid[1], array, p);
}

/*   the same at zip o (|a|d x |b|d) o Delta, x and y its halves */
Status pf_translate_zipwith(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_ZIPWITH);
  PfTable *table = to->table;
  PfId a, b;
  uint32_t n;
  TRY(pf_translate_value(to, scope, t->kid[0], &a));
  TRY(pf_translate_value(to, scope, t->kid[1], &b));
  TypeId v = element_of(to, a, &n), w = element_of(to, b, &n);
  PfId array = pf_comp(table, pf_zip(table, n, v, w), pf_tuple(table, a, b));
  if (table->status != STATUS_OK) return table->status;
  PfLevel level = pf_below(to, scope, element_of(to, array, &n));
  PfBinding x = {.outer = scope->bindings, .kind = PF_BOUND_VALUE, .depth = level.depth, .side = 1};
  PfBinding y = {.outer = &x, .kind = PF_BOUND_VALUE, .depth = level.depth, .side = 2};
  PfScope inner = {&y, &level, NULL};
  return translate_each(to, scope, &inner, t->kid[2], array, p);
}

/*   |build n (i. t)|d = <|t[0/i]|d,...,|t[n-1/i]|d> o repl n */
Status pf_translate_build(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_BUILD);
  PfTable *table = to->table;
  uint32_t n = t->payload, written = n == 0 ? 1 : n; /* one for its type */
  PfId *members = arena_array(table->arena, written, sizeof *members);
  if (members == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < written; k++) {
    PfBinding i = {.outer = scope->bindings, .kind = PF_BOUND_INT, .integer = k};
    PfScope inner = {&i, scope->level, NULL};
    to->idle += n == 0;
    Status status = pf_translate_value(to, &inner, t->kid[0], &members[k]);
    to->idle -= n == 0;
    if (status != STATUS_OK) return status;
  }
  TypeId input = pf_input(scope);
  PfId family = pf_family(table, input, pf_result(to, members[0]), n, members);
  *p = pf_comp(table, family, pf_repl(table, n, input));
  return table->status;
}

/*   |index k t|d = at k o |t|d */
Status pf_translate_index(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_INDEX);
  PfTable *table = to->table;
  int64_t k;
  uint32_t n;
  PfId array;
  TRY(pf_translate_int(to, scope, t->kid[0], &k));
  TRY(pf_translate_value(to, scope, t->kid[1], &array));
  TypeId v = element_of(to, array, &n);
  bool outside = k < 0 || k >= n;
  /* whether the place is ever come to is not known here: a branch may not be taken */
  if (outside && to->idle == 0) return pf_missing(to, "an index outside of its array");
  *p = pf_comp(table, pf_at(table, n, outside ? n : (uint32_t)k, v), array);
  return table->status;
}

/*   |total t|d = sum n o |t|d */
Status pf_translate_total(PfTranslation *to, const PfScope *scope, const Term *t, PfId *p) {
  RULE(PFX_TOTAL);
  PfId array;
  uint32_t n;
  TRY(pf_translate_value(to, scope, t->kid[0], &array));
  TypeId v = element_of(to, array, &n);
  *p = pf_comp(to->table, pf_sum(to->table, n, v), array);
  return to->table->status;
}
