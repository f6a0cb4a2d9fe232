/* The applied target language: every construct through the translation, its
 * typing by Fig. 8, and what is refused. */
#include "tests/unit/target_tests.h"

#include "semantics/chad/applied/applied.h"

#include <cmocka.h>

/* TYP-PRES: each translation has the translated type. */
static void translation_is_typed(void **state) {
  (void)state;
  const CaseTable tables[] = {basic_cases, copower_cases, array_cases, derivative_cases};
  Ring *ring = ring_field_new();
  Machine machine = machine_make(s, ring, &arena);
  for (uint32_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    TargetCase cases[32];
    uint32_t count = tables[t](cases);
    for (uint32_t k = 0; k < count; k++) {
      TypeId context[4];
      Program program = case_program(&cases[k], context);
      Status status = applied_check(&machine, &program);
      if (status != STATUS_OK) fail_msg("%s: %s", cases[k].name, status_name(status));
      program.type = type_prod(&s->types, program.type, real_n(1));
      assert_int_equal(applied_check(&machine, &program), STATUS_ILL_TYPED);
    }
  }
  ring_destroy(ring);
}

/* The typing of Fig. 8 refuses what the translation would never write. */
static void typing_refuses(void **state) {
  (void)state;
  Ring *ring = ring_field_new();
  Machine machine = machine_make(s, ring, &arena);
  AppliedTables tables;
  assert_int_equal(applied_tables_init(&tables, &arena), STATUS_OK);
  AppliedTypeId r = applied_translate_type(&tables, s, lreal_n(1)), r2 = applied_translate_type(&tables, s, lreal_n(2));
  AppliedTypeId product = applied_translate_type(&tables, s, lpair(lreal_n(1), lreal_n(2)));
  AppliedTypeId copowers = applied_translate_type(&tables, s, copower(real_n(1), lreal_n(1))), type;
  AppliedTermId id = applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_LID, .type = r});
  AppliedTermId id2 = applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_LID, .type = r2});
  AppliedTermId unit = applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_UNIT});
  AppliedTermId x = applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_VAR});
  const AppliedTerm wrong[] = {
      {.kind = APPLIED_LSEQ, .kid = {id, id2}},
      {.kind = APPLIED_LPAIR, .kid = {id, id2}},
      {.kind = APPLIED_PLUS, .kid = {id, id2}, .type = applied_type_lfun(&tables, r, r)},
      {.kind = APPLIED_LFST, .type = r},
      {.kind = APPLIED_LSWAP, .kid = {id}},
      {.kind = APPLIED_LFOLD, .kid = {id}, .type = r},
      {.kind = APPLIED_LSINGLE, .kid = {unit}, .type = copowers},
      {.kind = APPLIED_LEVAL, .kid = {unit}, .type = product},
      {.kind = APPLIED_LINDEX, .kid = {unit}, .type = r2},
      {.kind = APPLIED_LSUM, .type = product},
      {.kind = APPLIED_LFUN, .kid = {unit}},
      {.kind = APPLIED_APP, .kid = {id, unit}},
      {.kind = APPLIED_VAR, .payload = 1},
  };
  for (uint32_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    AppliedTermId t = applied_term_make(&tables, wrong[k]);
    assert_int_equal(applied_infer(&machine, &tables, &r, 1, t, &type), STATUS_ILL_TYPED);
  }
  AppliedTermId pair_of = applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_LPAIR, .kid = {id, id}});
  assert_int_equal(applied_infer(&machine, &tables, &r, 1, pair_of, &type), STATUS_OK);
  AppliedTermId single =
      applied_term_make(&tables, (AppliedTerm){.kind = APPLIED_LSINGLE, .kid = {x}, .type = copowers});
  assert_int_equal(applied_infer(&machine, &tables, &r, 1, single, &type), STATUS_OK);
  assert_true(applied_type_equal(type, applied_type_lfun(&tables, r, copowers)));
  ring_destroy(ring);
}

static void control_is_typed(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONTROL_PROGRAMS; k++) {
    Module module;
    Program program = read_control_program(s, k, &module);
    Machine machine = machine_make(s, NULL, &arena);
    assert_int_equal(applied_check(&machine, &program), STATUS_OK);
    text_free_module(&module);
  }
}

static void every_rule(void **state) {
  (void)state;
  rules_exercised("APPT_");
  rules_exercised("APPI_");
  rules_exercised("APPE_");
}

int main(void) {
  judged = &applied_evaluator;
  const struct CMUnitTest tests[] = {
      TARGET_TESTS,
      cmocka_unit_test(translation_is_typed),
      cmocka_unit_test(typing_refuses),
      cmocka_unit_test(control_is_typed),
      cmocka_unit_test(every_rule),
  };
  return cmocka_run_group_tests_name("applied", tests, cases_setup, cases_teardown);
}
