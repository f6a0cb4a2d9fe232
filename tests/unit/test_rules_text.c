/* Rules as text: what is refused as a scheme, with its line; the systematic errors in
 * the rules that are run are in tests/rules. */
#include "ad/chad/scheme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static const ChadMode modes[] = {CHAD_FORWARD, CHAD_REVERSE};

static void the_rules_are_schemes(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    size_t count;
    (void)rule_texts(modes[i], &count);
    const Schemes *schemes = schemes_of(modes[i]);
    assert_string_equal(schemes->fault, "");
    assert_int_equal(schemes->count, count);
    assert_ptr_equal(schemes, schemes_of(modes[i]));
  }
}

/* The fault of one rule, that of pairing by default. */
static void refused(const char *judgement, const char *statement, const char *why) {
  RuleText text = {.rule = RULE_FWD_PAIR, .line = 7, .judgement = judgement, .statement = statement};
  Schemes *schemes = schemes_read(CHAD_FORWARD, &text, 1);
  assert_non_null(schemes);
  if (strstr(schemes->fault, why) == NULL) print_error("%s\n", schemes->fault);
  assert_non_null(strstr(schemes->fault, why));
  assert_int_equal(strncmp(schemes->fault, "ad/chad/forward.rules:7: FWD_PAIR: ", 35), 0);
  assert_int_equal(schemes->count, 0);
  schemes_free(schemes);
}

#define PAIR "t : T ; s : S / T*S"
#define OPEN "D(⟨t, s⟩) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D(s) in "

static void wrong_rules_are_refused(void **state) {
  (void)state;
  refused(PAIR, OPEN "⟨⟨x, y⟩, λ_v. ⟨y' • v, x' • v⟩⟩", "but real_^523 -o real_^503 is expected here");
  refused(PAIR, OPEN "⟨⟨x, y⟩, λ_v. ⟨x' • v, z' • v⟩⟩", "there is no 'z''");
  refused(PAIR, "D(⟨t, s⟩) = let ⟨x,x'⟩ = D(t) in ⟨⟨x, fst D(s)⟩, λ_v. ⟨x' • v, snd D(s) • v⟩⟩",
          "D(s) stands there twice");
  refused(PAIR, "D(⟨t, s⟩) = let ⟨x,x'⟩ = D(t) in ⟨⟨x, x⟩, λ_v. ⟨x' • v, x' • v⟩⟩", "expected");
  refused("t : T ; s : T / T*T", "D(⟨t, s⟩) = let ⟨x,x'⟩ = D(t) in ⟨⟨x, x⟩, λ_v. ⟨x' • v, x' • v⟩⟩", "D(s) is missing");
  refused("t : T ; s : S", OPEN "0", "the judgement has no conclusion");
  refused("t : T ; s / T*S", OPEN "0", "the judgement lacks a type");
  refused("t : T ; s : Q / T*S", OPEN "0", "Q");
  refused("t : T / T*T", "D(⟨t, t2⟩) = 0", "there is no 't2'");
  refused("t : T ; s : S / T*S", "D(⟨t, fst (s, s)⟩) = 0", "a part of the left side is no premise");
  refused("x:T |- t : S ; s : S / S", "D(⟨t, s⟩) = 0", "expected");
  refused(PAIR, "⟨t, s⟩ = 0", "the statement is not D(...) = ...");
}

/* What is right for vectors alone, and for functions alone, is right for neither. */
static void one_instance_is_not_enough(void **state) {
  (void)state;
  RuleText good = {.rule = RULE_FWD_VAR, .judgement = "x : T / T", .statement = "D(x) = ⟨x, λ_v. proj_x(v) + 0_⟩"};
  Schemes *schemes = schemes_read(CHAD_FORWARD, &good, 1);
  assert_string_equal(schemes->fault, "");
  assert_int_equal(schemes->scheme[0]->kind, TERM_VAR);
  schemes_free(schemes);
  RuleText vectors = {.rule = RULE_FWD_VAR,
                      .line = 3,
                      .judgement = "x : T / T",
                      .statement = "D(x) = ⟨x, λ_v. proj_x(v) + (0_ : real_^503)⟩"};
  schemes = schemes_read(CHAD_FORWARD, &vectors, 1);
  assert_non_null(strstr(schemes->fault, "FWD_VAR"));
  schemes_free(schemes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_rules_are_schemes),
      cmocka_unit_test(wrong_rules_are_refused),
      cmocka_unit_test(one_instance_is_not_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
