/* |if e0 then e1 else e2|d: comparisons, and the branches of a sum. */
#include "semantics/combinatory/translate.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status int_test(PfTranslation *to, const PfScope *scope, const Term *t, OpCode code, PfMeaning *out) {
  int64_t a, b;
  TRY(pf_translate_int(to, scope, t->kid[0], &a));
  TRY(pf_translate_int(to, scope, t->kid[1], &b));
  bool holds = code == OP_ILESS ? a < b : code == OP_ILESSEQ ? a <= b : a == b;
  *out = (PfMeaning){.kind = PF_BOUND_INJECTION, .side = holds ? 1 : 2};
  return STATUS_OK;
}

/* x < y where x - y is negative; x <= y where y - x is not. */
Status pf_translate_test(PfTranslation *to, const PfScope *scope, const Term *t, const OpNode *op, PfMeaning *out) {
  RULE(PFX_TEST);
  PfTable *table = to->table;
  if (op->code == OP_ILESS || op->code == OP_ILESSEQ || op->code == OP_IEQUAL) {
    return int_test(to, scope, t, op->code, out);
  }
  if (op->code != OP_LESS && op->code != OP_LESSEQ) return pf_missing(to, "a test for equality");
  PfId x, y;
  TRY(pf_translate_value(to, scope, t->kid[0], &x));
  TRY(pf_translate_value(to, scope, t->kid[1], &y));
  bool less = op->code == OP_LESS;
  PfId difference = pf_sub(table, type_real(&table->store->types, 1));
  out->p = pf_comp(table, difference, less ? pf_tuple(table, x, y) : pf_tuple(table, y, x));
  out->kind = PF_BOUND_TEST;
  out->turned = !less;
  return table->status;
}

/* One branch, under its identifier. */
static Status translate_branch(PfTranslation *to, const PfScope *scope, const PfMeaning *bound, TermId branch,
                               PfId *p) {
  PfMeaning meaning;
  TRY(pf_translate_bound(to, scope, scope->bindings, bound, branch, &meaning));
  if (meaning.kind == PF_BOUND_UNIT) {
    *p = pf_const_unit(to->table, pf_input(scope));
    return to->table->status;
  }
  if (meaning.kind != PF_BOUND_VALUE) return pf_missing(to, "an Int, a function or a condition that a condition gives");
  *p = meaning.p;
  return STATUS_OK;
}

/*   |if e0 then e1 else e2|d = if |e0|d then |e1|d else |e2|d */
static Status translate_if(PfTranslation *to, const PfScope *scope, const Term *t, const PfMeaning *test, PfId *p) {
  RULE(PFX_IF);
  const PfMeaning unit = {.kind = PF_BOUND_UNIT};
  PfId then, otherwise;
  TRY(translate_branch(to, scope, &unit, t->kid[1], &then));
  TRY(translate_branch(to, scope, &unit, t->kid[2], &otherwise));
  *p = pf_if(to->table, test->p, test->turned ? otherwise : then, test->turned ? then : otherwise);
  return to->table->status;
}

/* What is injected, as a term of its own. */
static Status translate_injected(PfTranslation *to, const PfScope *scope, const PfMeaning *sum, PfMeaning *out) {
  *out = (PfMeaning){.kind = PF_BOUND_UNIT};
  if (sum->function.id == 0) return STATUS_OK; /* of a static comparison */
  PfScope alone = {sum->environment, scope->level, NULL};
  return pf_translate_term(to, &alone, sum->function, out);
}

/*   |case inl e of {inl x -> e1; inr y -> e2}|d = |let x = e in e1|d, and so for inr */
Status pf_translate_match(PfTranslation *to, const PfScope *scope, const Term *t, PfMeaning *out) {
  PfScope alone = {scope->bindings, scope->level, NULL};
  PfMeaning sum, bound;
  TRY(pf_translate_term(to, &alone, t->kid[0], &sum));
  if (sum.kind == PF_BOUND_TEST) {
    out->kind = PF_BOUND_VALUE;
    return translate_if(to, scope, t, &sum, &out->p);
  }
  if (sum.kind != PF_BOUND_INJECTION) return pf_missing(to, "a sum whose side is not a comparison");
  RULE(PFX_MATCH);
  TRY(translate_injected(to, scope, &sum, &bound));
  return pf_translate_bound(to, scope, scope->bindings, &bound, t->kid[sum.side], out);
}
