/* The left-hand sides of the rules of =>, as a table: SEM-DET.  Nothing here is
 * shared with the evaluator. */
#include "semantics/chad/linear/operational.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

#define MAX_NESTING ((uint32_t)20000)

#define FORM(form) (1u << FORM_##form)
#define ANY (FORM(COUNT) - 1u)

typedef struct Pattern {
  RuleId rule;
  TermKind kind;
  bool linear;
  uint32_t forms; /* of what the rule looks at; ANY if it looks at nothing */
} Pattern;

/* What a rule looks at: the value of t in fst t, t s, t @ s, case t, t + s and
 * sum t, of i in index and onehot, of s in map and its kin, of r in case of a sum,
 * of t in unroll t, of k in iterate, bigsum, liter, vbuild and vscatter, of the array
 * in fold and its kin, of the first Vec in length and its kin and of the indices in
 * gather and scatter; the type of 0_; the operation of a lop.  A type is looked at as
 * the form of its values. */
static const Pattern patterns[] = {
    {RULE_OPER_VAR, TERM_VAR, false, ANY},
    {RULE_OPER_LET, TERM_LET, false, ANY},
    {RULE_OPER_OP, TERM_OP, false, ANY},
    {RULE_OPER_UNIT, TERM_UNIT, false, ANY},
    {RULE_OPER_PAIR, TERM_PAIR, false, ANY},
    {RULE_OPER_FST, TERM_FST, false, FORM(PAIR)},
    {RULE_OPER_SND, TERM_SND, false, FORM(PAIR)},
    {RULE_OPER_LAM, TERM_LAM, false, ANY},
    {RULE_OPER_APP, TERM_APP, false, FORM(FUNCTION)},
    {RULE_OPER_LLAM, TERM_LLAM, false, ANY},
    {RULE_OPER_MAP, TERM_MAP, false, FORM(REALS) | FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_ZIPWITH, TERM_ZIPWITH, false, FORM(REALS) | FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_BUILD, TERM_BUILD, false, ANY},
    {RULE_OPER_INDEX, TERM_INDEX, false, FORM(INT)},
    {RULE_OPER_INL, TERM_INL, false, ANY},
    {RULE_OPER_INR, TERM_INR, false, ANY},
    {RULE_OPER_MATCH_LEFT, TERM_MATCH, false, FORM(INL)},
    {RULE_OPER_MATCH_RIGHT, TERM_MATCH, false, FORM(INR)},
    {RULE_OPER_ITERATE, TERM_ITERATE, false, FORM(INT)},
    {RULE_OPER_WHILE, TERM_WHILE, false, ANY},
    {RULE_OPER_FOLD, TERM_FOLD, false, FORM(REALS) | FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_SCAN, TERM_SCAN, false, FORM(REALS) | FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_TOTAL, TERM_TOTAL, false, FORM(REALS) | FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_GATHER, TERM_GATHER, false, FORM(ARRAY) | FORM(VEC)},
    {RULE_OPER_SCATTER, TERM_SCATTER, false, FORM(ARRAY)},
    {RULE_OPER_VBUILD, TERM_VBUILD, false, FORM(INT)},
    {RULE_OPER_LENGTH, TERM_LENGTH, false, FORM(VEC)},
    {RULE_OPER_FILTER, TERM_FILTER, false, FORM(VEC)},
    {RULE_OPER_APPEND, TERM_APPEND, false, FORM(VEC)},
    {RULE_OPER_VSCATTER, TERM_VSCATTER, false, FORM(INT)},
    {RULE_OPER_LETREC, TERM_LETREC, false, ANY},
    {RULE_OPER_ROLL, TERM_ROLL, false, ANY},
    {RULE_OPER_UNROLL, TERM_UNROLL, false, FORM(ROLL)},
    {RULE_OPER_LINEAR_MATCH_LEFT, TERM_MATCH, true, FORM(INL)},
    {RULE_OPER_LINEAR_MATCH_RIGHT, TERM_MATCH, true, FORM(INR)},
    {RULE_OPER_BIGSUM, TERM_BIGSUM, true, FORM(INT)},
    {RULE_OPER_LITER, TERM_LITER, true, FORM(INT)},
    {RULE_OPER_V, TERM_LVAR, true, ANY},
    {RULE_OPER_LINEAR_LET, TERM_LET, true, ANY},
    {RULE_OPER_LETV, TERM_LETV, true, ANY},
    {RULE_OPER_LOP, TERM_LOP, true, FORM(ELEMENTARY_LOP)},
    {RULE_OPER_LOP_DERIVED, TERM_LOP, true, FORM(DERIVED_LOP)},
    {RULE_OPER_LINEAR_UNIT, TERM_UNIT, true, ANY},
    {RULE_OPER_LINEAR_PAIR, TERM_PAIR, true, ANY},
    {RULE_OPER_LINEAR_FST, TERM_FST, true, FORM(LINEAR_PAIR)},
    {RULE_OPER_LINEAR_SND, TERM_SND, true, FORM(LINEAR_PAIR)},
    {RULE_OPER_LINEAR_LAM, TERM_LAM, true, ANY},
    {RULE_OPER_LINEAR_APP, TERM_APP, true, FORM(POWER)},
    {RULE_OPER_COPOWER, TERM_COPOWER, true, ANY},
    {RULE_OPER_CASE_NONE, TERM_CASE, true, FORM(COPOWER_NONE)},
    {RULE_OPER_CASE_ONE, TERM_CASE, true, FORM(COPOWER_ONE)},
    {RULE_OPER_CASE_MORE, TERM_CASE, true, FORM(COPOWER_MORE)},
    {RULE_OPER_LAPP, TERM_LAPP, true, FORM(LINEAR_FUNCTION)},
    {RULE_OPER_ZERO_REAL, TERM_ZERO, true, FORM(MATRIX)},
    {RULE_OPER_ZERO_UNIT, TERM_ZERO, true, FORM(LINEAR_UNIT)},
    {RULE_OPER_ZERO_PROD, TERM_ZERO, true, FORM(LINEAR_PAIR)},
    {RULE_OPER_ZERO_POWER, TERM_ZERO, true, FORM(POWER)},
    {RULE_OPER_ZERO_COPOWER, TERM_ZERO, true, FORM(COPOWER_NONE)},
    {RULE_OPER_ZERO_ARRAY, TERM_ZERO, true, FORM(LINEAR_ARRAY)},
    {RULE_OPER_PLUS_REAL, TERM_PLUS, true, FORM(MATRIX)},
    {RULE_OPER_PLUS_UNIT, TERM_PLUS, true, FORM(LINEAR_UNIT)},
    {RULE_OPER_PLUS_PROD, TERM_PLUS, true, FORM(LINEAR_PAIR)},
    {RULE_OPER_PLUS_POWER, TERM_PLUS, true, FORM(POWER)},
    {RULE_OPER_PLUS_COPOWER, TERM_PLUS, true, FORM(COPOWER_NONE) | FORM(COPOWER_ONE) | FORM(COPOWER_MORE)},
    {RULE_OPER_PLUS_ARRAY, TERM_PLUS, true, FORM(LINEAR_ARRAY)},
    {RULE_OPER_LINEAR_BUILD, TERM_BUILD, true, ANY},
    {RULE_OPER_LINEAR_INDEX, TERM_INDEX, true, FORM(INT)},
    {RULE_OPER_LSUM, TERM_LSUM, true, FORM(MATRIX) | FORM(LINEAR_ARRAY)},
    {RULE_OPER_ONEHOT, TERM_ONEHOT, true, FORM(INT)},
    {RULE_OPER_DMAP, TERM_DMAP, true, FORM(REALS)},
    {RULE_OPER_DMAPT, TERM_DMAPT, true, FORM(REALS)},
};

/* The form that the term itself shows, for 0_ and lop; else the one asked about. */
static CanonicalForm shown_form(const Store *store, const Term *t, CanonicalForm asked) {
  if (t->kind == TERM_LOP) {
    LopCode code = lop_node(&store->ops, term_lop_payload(t))->code;
    return code == LOP_DERIVATIVE || code == LOP_TRANSPOSE ? FORM_DERIVED_LOP : FORM_ELEMENTARY_LOP;
  }
  if (t->kind != TERM_ZERO) return asked;
  switch (type_kind(&store->types, term_type_payload(t))) {
  case TYPE_LREAL: return FORM_MATRIX;
  case TYPE_LUNIT: return FORM_LINEAR_UNIT;
  case TYPE_LPROD: return FORM_LINEAR_PAIR;
  case TYPE_POWER: return FORM_POWER;
  case TYPE_COPOWER: return FORM_COPOWER_NONE;
  case TYPE_LARRAY: return FORM_LINEAR_ARRAY;
  case TYPE_ANY_CARTESIAN: return asked;
  }
  return asked;
}

uint32_t operational_rules_matching(const Store *store, TermId t, bool linear, CanonicalForm form, RuleId *rule) {
  const Term *node = term(store, t);
  uint32_t matching = 0, shown = 1u << shown_form(store, node, form);
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    if (patterns[i].kind != node->kind || patterns[i].linear != linear || (patterns[i].forms & shown) == 0) continue;
    if (rule != NULL) *rule = patterns[i].rule;
    matching++;
  }
  return matching;
}

/* Whether one rule matches the node for some form of what the rules look at, and
 * two for none.  No rule at all, for any form, is no determinism but a construct
 * forgotten. */
static bool is_deterministic(const Store *store, const Term *node, bool linear) {
  bool shows = node->kind == TERM_ZERO || node->kind == TERM_LOP;
  uint32_t forms = shows ? 1u << shown_form(store, node, FORM_COUNT) : ANY, once = 0, twice = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    if (patterns[i].kind != node->kind || patterns[i].linear != linear) continue;
    twice |= once & patterns[i].forms;
    once |= patterns[i].forms;
  }
  return (once & forms) != 0 && (twice & forms) == 0;
}

static Status visit(const Store *store, TermId t, bool linear, uint32_t depth, bool *deterministic) {
  if (depth == 0) return STATUS_LIMIT;
  const Term *node = term(store, t);
  if (!is_deterministic(store, node, linear)) *deterministic = false;
  const char *modes = term_info(node->kind)->modes;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node->kid[i].id == 0) continue;
    bool kid_linear = modes[i] == 's' ? linear : modes[i] != 'c';
    TRY(visit(store, node->kid[i], kid_linear, depth - 1, deterministic));
  }
  return STATUS_OK;
}

Status operational_check_determinism(Store *store, const Program *program, bool *deterministic) {
  *deterministic = true;
  return visit(store, program->term, false, MAX_NESTING, deterministic);
}
