/* Whole numbers that tests of reals choose between: trees of tests, whose leaves are known. */
#include "semantics/clang/runner.h"

#include <string.h>

uint32_t choice_leaves(const Value *v) { return v->kind == VALUE_CHOICE ? v->choice->leaves : 1; }

bool choice_is_same(const Value *a, const Value *b) {
  if (a->kind != b->kind) return false;
  if (a->kind != VALUE_CHOICE) return a->number == b->number;
  if (a->choice == b->choice) return true;
  return strcmp(a->choice->test, b->choice->test) == 0 && choice_is_same(&a->choice->yes, &b->choice->yes) &&
         choice_is_same(&a->choice->no, &b->choice->no);
}

Value choice_new(Runner *m, const char *test, Value yes, Value no) {
  if (choice_is_same(&yes, &no)) return yes;
  Choice *choice = runner_alloc(m, 1, sizeof *choice);
  *choice = (Choice){test, yes, no, choice_leaves(&yes) + choice_leaves(&no)};
  return (Value){.kind = VALUE_CHOICE, .choice = choice};
}

bool choice_is_small(const Value *a, const Value *b) { return choice_leaves(a) * choice_leaves(b) <= LEAVES_MOST; }

bool value_is_whole(const Value *v) { return v->kind == VALUE_WHOLE || v->kind == VALUE_CHOICE; }

int test_assumed(const Runner *m, const char *test) {
  for (const Assumption *a = m->assumed; a != NULL; a = a->outer) {
    if (strcmp(a->test, test) == 0) return a->holds ? 1 : -1;
  }
  return 0;
}

Value choice_resolve(Runner *m, Value v) {
  if (v.kind != VALUE_CHOICE) return v;
  int known = test_assumed(m, v.choice->test);
  if (known != 0) return choice_resolve(m, known > 0 ? v.choice->yes : v.choice->no);
  Value yes = choice_resolve(m, v.choice->yes), no = choice_resolve(m, v.choice->no);
  if (choice_is_same(&yes, &v.choice->yes) && choice_is_same(&no, &v.choice->no)) return v;
  return choice_new(m, v.choice->test, yes, no);
}

const char *choice_term(Runner *m, const Value *v) {
  if (v->kind == VALUE_WHOLE) return runner_text(m, v->number < 0 ? "(%lld)" : "%lld", v->number);
  return runner_text(m, "(if %s then %s else %s)", v->choice->test, choice_term(m, &v->choice->yes),
                     choice_term(m, &v->choice->no));
}

long long choice_most(const Value *v) {
  if (v->kind == VALUE_CHOICE) {
    long long yes = choice_most(&v->choice->yes), no = choice_most(&v->choice->no);
    return yes > no ? yes : no;
  }
  return v->number >= 0 ? v->number : v->number == INT64_MIN ? INT64_MAX : -v->number;
}

/* -------------------------------------------------------------------- tests -- */

/* Its leaves as 0 and 1. */
static Value truths(Runner *m, Value v) {
  if (v.kind != VALUE_CHOICE) return value_whole(v.number != 0);
  return choice_new(m, v.choice->test, truths(m, v.choice->yes), truths(m, v.choice->no));
}

/* The test as one term; its leaves are 0 and 1. */
static const char *test_term(Runner *m, const Value *v) {
  const char *test = v->choice->test;
  const Value *yes = &v->choice->yes, *no = &v->choice->no;
  bool yes_known = yes->kind == VALUE_WHOLE, no_known = no->kind == VALUE_WHOLE;
  if (yes_known && no_known) return yes->number != 0 ? test : runner_text(m, "(not %s)", test);
  if (yes_known && yes->number != 0) return runner_text(m, "(%s or %s)", test, test_term(m, no));
  if (yes_known) return runner_text(m, "((not %s) and %s)", test, test_term(m, no));
  if (no_known && no->number == 0) return runner_text(m, "(%s and %s)", test, test_term(m, yes));
  if (no_known) return runner_text(m, "((not %s) or %s)", test, test_term(m, yes));
  return runner_text(m, "((%s and %s) or ((not %s) and %s))", test, test_term(m, yes), test, test_term(m, no));
}

Test test_known(bool holds) { return (Test){.known = true, .holds = holds, .tree = value_whole(holds)}; }

Test test_open(Runner *m, const char *term) {
  return (Test){.term = term, .tree = choice_new(m, term, value_whole(1), value_whole(0))};
}

Test test_whole(Runner *m, Value value) {
  Value tree = truths(m, choice_resolve(m, value));
  if (tree.kind == VALUE_WHOLE) return test_known(tree.number != 0);
  return (Test){.term = test_term(m, &tree), .tree = tree};
}

Value choice_by(Runner *m, const Value *tree, Value yes, Value no) {
  if (tree->kind == VALUE_WHOLE) return tree->number != 0 ? yes : no;
  return choice_new(m, tree->choice->test, choice_by(m, &tree->choice->yes, yes, no),
                    choice_by(m, &tree->choice->no, yes, no));
}

Test test_not(Runner *m, Test t) {
  if (t.known) return test_known(!t.holds);
  return test_whole(m, choice_by(m, &t.tree, value_whole(0), value_whole(1)));
}
