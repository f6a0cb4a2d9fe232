/* From a witness to a refutation: how to see it again, the smallest program that shows it, and what is said of it. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "tests/unit/fixture.h"
#include "verify/campaign/report.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Fixture *fixture;
static const char *file;

static Status make(void *state, Rank index, SpaceCase *out) {
  (void)state;
  if (index >= fixture->module.count) return STATUS_LIMIT;
  *out = (SpaceCase){.program = *fixture_program(fixture, (uint32_t)index)};
  return STATUS_OK;
}

static const char *label(void *state, Rank index) {
  (void)state;
  (void)index;
  return file;
}

static ReportScope scope_of(const char *text) {
  fixture = fixture_make(text, (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 7});
  return (ReportScope){.scope = {.name = "programs",
                                 .space = "",
                                 .count = fixture->module.count,
                                 .make = make,
                                 .label = label,
                                 .options = fixture->options}};
}

static void close_scope(ReportScope *scope) {
  fixture_free(fixture);
  Report report = {.scopes = calloc(1, sizeof *scope), .count = 1};
  *report.scopes = *scope;
  report_free(&report);
}

static Witness witness_of(LawId law, int engine, Rank index) {
  return (Witness){.present = true,
                   .outcome = OUTCOME_REFUTED,
                   .index = index,
                   .law = law,
                   .engine = engine,
                   .seed = 5,
                   .input = "3",
                   .tangent = "2",
                   .exact_input = "3",
                   .exact_tangent = "2",
                   .expected = "12",
                   .found = "6"};
}

/* What differs still does where it is smallest: y * y stands for nothing, and no part of the condition can go. */
static void smallest(void **state) {
  (void)state;
  file = "programs.adj";
  ReportScope scope = scope_of("def f (x : real) (y : real) = y * y + (if x == 1 then 1 else x)");
  fixture_check(fixture);
  memcpy(scope.result.witness, fixture->witnesses, sizeof fixture->witnesses);
  uint32_t terms = store_mark(fixture->store);
  assert_true(report_refutations(fixture->store, &scope));
  assert_int_equal(store_mark(fixture->store), terms);
  assert_int_equal(scope.refutation_count, 1);
  assert_int_equal(scope.as_found, 0);
  const Refutation *r = &scope.refutations[0];
  assert_true(r->witness.law == LAW_SMOOTH && r->witness.outcome == OUTCOME_DIFFERS);
  assert_string_equal(r->program, "def program (x : real) (y : real) : real = y * y + (if x == 1 then 1 else x)");
  assert_string_equal(r->shrunk_program, "def program (x : real) : real = if x == 1 then 1 else x");
  assert_int_equal(r->shrunk_size, 6);
  assert_true(r->shrunk.present && r->shrunk.law == LAW_SMOOTH && r->shrunk.outcome == OUTCOME_DIFFERS);
  assert_string_equal(r->shrunk.input, "1");
  assert_string_equal(r->replay, "verify programs.adj --law SMOOTH --seed 7");
  assert_non_null(strstr(r->rules, "FWD_MATCH (extension)"));
  const char *picture = r->again.text[REPRODUCED_PICTURE];
  assert_non_null(picture);
  assert_non_null(strstr(picture, "</svg>")); /* to the end */
  close_scope(&scope);
}

/* One that the law does not find again is shown as it was found: with the truth, 2 x v, the rules of its engine, and
 * code; and the next of another law with it. */
static void as_found(void **state) {
  (void)state;
  static const char rules[] =
      "CHAD_TYPE_REAL (CHAD 7.1), CHAD_CONTEXT (CHAD 7.1; corrected), CHAD_PROJ (CHAD 7.4), FWD_VAR (CHAD 7.4), FWD_OP "
      "(CHAD 7.4)";
  uint64_t hits[RULE_COUNT];
  int frechet = 0;
  while (engines[frechet]->transform != NULL) frechet++;
  file = "programs.adj";
  ReportScope scope = scope_of("def f (x : real) = x * x def g (x : real) = x");
  scope.result.witness[LAW_AD_FWD] = witness_of(LAW_AD_FWD, 1, 0);
  scope.result.witness[LAW_AD_PRIMAL] = witness_of(LAW_AD_PRIMAL, 0, 1); /* of no engine */
  scope.result.witness[LAW_SEM_ADEQ] = witness_of(LAW_SEM_ADEQ, 1, 2);   /* of a program that cannot be made */
  scope.result.witness[LAW_COUNT - 1] = witness_of((LawId)(LAW_COUNT - 1), frechet + 1, 1); /* of another language */
  memcpy(hits, rule_hits, sizeof hits);
  assert_true(report_refutations(fixture->store, &scope));
  assert_memory_equal(hits, rule_hits, sizeof hits);
  assert_int_equal(scope.refutation_count, 4);
  assert_int_equal(scope.as_found, 0);
  for (uint32_t i = 0; i < scope.refutation_count; i++) {
    const Refutation *r = &scope.refutations[i];
    LawId law = r->witness.law;
    assert_false(r->shrunk.present);
    assert_null(r->shrunk_program);
    if (law == LAW_AD_FWD) {
      assert_string_equal(r->program, "def program (x : real) : real = x * x");
      assert_string_equal(r->certified, "f(x) = 9.0000000000000000000, D f(x) v = 12.000000000000000000");
      assert_string_equal(r->rules, rules);
      for (int k = 0; k < REPRODUCTIONS; k++) assert_non_null(r->again.text[k]);
    } else if (law != LAW_SEM_ADEQ) {
      assert_string_equal(r->program, "def program (x : real) : real = x");
      assert_string_equal(r->rules, "");
      assert_string_equal(r->certified,
                          law == LAW_AD_PRIMAL ? "f(x) = 3.0000000000000000000, D f(x) v = 2.0000000000000000000" : "");
    } else {
      assert_null(r->program);
      assert_string_equal(r->replay, "verify programs.adj --law SEM-ADEQ --seed 5");
    }
  }
  close_scope(&scope);
}

/* Of a program of a space by its place in it, of a file by the words that a shell reads; one that is too long is not
 * told. */
static void seen_again(void **state) {
  (void)state;
  enum { LONG = REPLAY_TEXT + 8 };
  static const char rest[] = "verify  --law AD-FWD --seed 5";
  static char longest[LONG], longer[LONG];
  size_t room = REPLAY_TEXT - sizeof rest;
  memset(longest, 'a', room), memset(longer, 'a', room + 1);
  const struct {
    const char *space, *file, *replay;
  } table[] = {{"poly,size=2", "", "replay 'poly,size=2:0' --law AD-FWD --seed 5"},
               {"", "a.adj", "verify a.adj --law AD-FWD --seed 5"},
               {"", "two words.adj", "verify 'two words.adj' --law AD-FWD --seed 5"},
               {"", longest, NULL},
               {"", longer, ""}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    file = table[k].file;
    ReportScope scope = scope_of("");
    scope.scope.space = table[k].space;
    scope.result.witness[LAW_AD_FWD] = witness_of(LAW_AD_FWD, 1, 0);
    assert_true(report_refutations(fixture->store, &scope));
    if (table[k].replay != NULL)
      assert_string_equal(scope.refutations[0].replay, table[k].replay);
    else
      assert_int_equal(strlen(scope.refutations[0].replay), REPLAY_TEXT - 1);
    close_scope(&scope);
  }
  ReportScope scope = scope_of("");
  scope.scope.label = NULL;
  scope.result.witness[LAW_AD_FWD] = witness_of(LAW_AD_FWD, 1, 0);
  assert_true(report_refutations(fixture->store, &scope));
  assert_string_equal(scope.refutations[0].replay, "verify '' --law AD-FWD --seed 5");
  close_scope(&scope);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smallest), cmocka_unit_test(as_found),
                                     cmocka_unit_test(seen_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
