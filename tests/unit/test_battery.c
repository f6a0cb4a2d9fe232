/* What the battery says of whole programs: why nothing was decided for all inputs, and under which size and verdict
 * each is counted. */
#include "ad/engine.h"
#include "tests/unit/fixture.h"

#include <stdio.h>

#include <cmocka.h>

static Fixture *checked(const char *text, bool thorough, Rank index) {
  Fixture *f = fixture_make(text, (BatteryOptions){.laws = law_set_all(), .thorough = thorough, .seed = 1});
  battery_check(f->battery, fixture_program(f, 0), index, &f->options, &f->tally, f->witnesses);
  return f;
}

static const char functions[] = "it takes or gives functions, and is checked on related arguments";
static const char sums[] = "it takes or gives a sum, and is checked on related arguments";
static const char vectors[] = "it takes or gives a Vec, and is checked on related arguments";
static const char data[] = "it takes or gives data (lists, trees), and is checked on related arguments";

static void reasons(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
  } table[] = {
      {"def f (x : real) = x * x", NULL},
      {"def f (n : Int) (x : real) = x * sin (x * toReal n)", "it has Ints"},
      {"def f (x : real) : real * Int = (sin (x * toReal 2), 3)", "it has Ints"},
      {"def f (x : real) : 1 = ()", "it has no real inputs, or no real results"},
      {"def f : real = sin 1", "it has no real inputs, or no real results"},
      {"def f (x : real) = log (neg (x * x))", "no point was found at which it is defined and has a derivative"},
      {"def f (x : real) = if sin x * sin x + cos x * cos x < 1 then x else 0",
       "no truth tier has its operations, or decides its tests at the points tried"},
      {"def f (x : real) (g : real -> real) = x", functions},
      {"def f (x : real) = \\(y : real). x", functions},
      {"def f (p : real * (real -> real)) = fst p", functions},
      {"def f (p : (real -> real) * real) = snd p", functions},
      {"def f (a : (real -> real)^2) = 1", functions},
      {"def f (p : (real * Int) * (real + real)) = 1", sums},
      {"def f (x : real) : real + real = inl x", sums},
      {"def f (v : Vec real) = 1", vectors},
      {"def f (a : (1 * Vec real)^2) = 1", vectors},
      {"def f (v : Vec real) (g : real -> real) = 1", vectors}, /* the first of them */
      {"def f (g : real -> real) (v : Vec real) = 1", functions},
      {"data list a = nil | cons a (list a)  def f (l : list real) = 1", data},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = checked(table[k].text, false, 0);
    const char *reason = battery_verdict(f->battery)->reason;
    if (strcmp(reason == NULL ? "" : reason, table[k].reason == NULL ? "" : table[k].reason) != 0)
      fail_msg("%s: %s", table[k].text, reason);
    assert_int_equal(f->tally.programs, 1);
    assert_int_equal(f->tally.certified, battery_verdict(f->battery)->certified);
    bool higher = reason != NULL && strstr(reason, "related arguments") != NULL;
    uint64_t others = outcomes_passed(f->tally.instances) - fixture_count(f, LAW_TYP_PRES, OUTCOME_HOLDS);
    if (higher && others == 0) fail_msg("%s: nothing besides its type", table[k].text);
    assert_false(battery_lost(f->battery) || battery_verdict(f->battery)->unfinished);
    fixture_free(f);
  }
}

/* Each program once, under its nodes and what was found of it: by all laws, or by those of first derivatives alone. */
static void sizes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t nodes;
    SizeVerdict by_all, by_few;
  } table[] = {
      {"def f (x : real) = x * x", 3, SIZE_PROVED, SIZE_PROVED},
      {"def f (x : real) = let y = x in y", 3, SIZE_PROVED, SIZE_PROVED},
      {"def f (x : real) = abs x", 2, SIZE_PROVED, SIZE_PROVED},
      {"def f (x : real) = if x == 1 then 1 else x", 6, SIZE_DIFFERS, SIZE_OUTSIDE}, /* AD says 0 at 1 */
      {"def f (n : Int) (x : real) = sin (x * toReal n)", 5, SIZE_HOLDS, SIZE_HOLDS},
      {"def f (x : real) = log (neg (x * x))", 5, SIZE_HOLDS, SIZE_UNDECIDED}, /* it has a type, and no value */
  };
  for (size_t k = 0; k < 2 * sizeof table / sizeof *table; k++) {
    bool all = k % 2 == 0;
    Fixture *f = fixture_make(table[k / 2].text, (BatteryOptions){.seed = 1});
    if (all) f->options.laws = law_set_all();
    f->options.laws.on[LAW_AD_FWD] = f->options.laws.on[LAW_AD_REV] = f->options.laws.on[LAW_AD_PRIMAL] = true;
    fixture_check(f);
    for (uint32_t row = 0; row < TALLY_SIZES; row++) {
      for (int verdict = 0; verdict < SIZE_VERDICTS; verdict++) {
        bool here = row == tally_size_row(table[k / 2].nodes) &&
                    verdict == (int)(all ? table[k / 2].by_all : table[k / 2].by_few);
        if (f->tally.by_size[row][verdict] != here) fail_msg("%s: row %u, %d", table[k / 2].text, row, verdict);
      }
    }
    fixture_free(f);
  }
}

/* The type that a program is said to have is asked about first, and nothing else if it is another. */
static void premises(void **state) {
  (void)state;
  Fixture *f = fixture_make("def f (x : real) = (x, x)", (BatteryOptions){.laws = law_set_all(), .seed = 1});
  Program wrong = *fixture_program(f, 0);
  wrong.type = type_real(&f->store->types, 2);
  battery_check(f->battery, &wrong, 5, &f->options, &f->tally, f->witnesses);
  assert_int_equal(f->tally.count[LAW_TYP_PRES][0][OUTCOME_REFUTED], 1);
  assert_string_equal(f->witnesses[LAW_TYP_PRES].expected, "real^2");
  assert_string_equal(f->witnesses[LAW_TYP_PRES].found, "real * real");
  assert_true(f->witnesses[LAW_TYP_PRES].index == 5);
  uint64_t all = 0;
  for (int outcome = 0; outcome < OUTCOME_COUNT; outcome++) all += f->tally.instances[outcome];
  assert_int_equal(all, 1);
  wrong.context = NULL, wrong.length = 0;
  battery_check(f->battery, &wrong, 4, &f->options, &f->tally, f->witnesses);
  assert_string_equal(f->witnesses[LAW_TYP_PRES].found, "no type");
  f->options.laws.on[LAW_TYP_PRES] = false;
  battery_check(f->battery, &wrong, 3, &f->options, &f->tally, f->witnesses);
  assert_int_equal(f->tally.count[LAW_TYP_PRES][0][OUTCOME_REFUTED], 2);
  battery_check(f->battery, fixture_program(f, 0), 3, &f->options, &f->tally, f->witnesses);
  assert_int_equal(fixture_count(f, LAW_TYP_PRES, OUTCOME_HOLDS), 0);
  assert_true(f->tally.programs == 4 && fixture_count(f, LAW_AD_FWD, OUTCOME_PROVED) > 0);
  fixture_free(f);
}

/* Where there is no point each engine's laws about derivatives are skipped, once each, if they are asked. */
static void no_points(void **state) {
  (void)state;
  static const struct {
    const char *text;
    Outcome outcome;
  } table[] = {{"def f (x : real) = log (neg (x * x))", OUTCOME_DOMAIN},
               {"def f (x : real) = if sin x * sin x + cos x * cos x < 1 then x else 0", OUTCOME_UNABLE}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Outcome outcome = table[k].outcome;
    Fixture *f = checked(table[k].text, false, 0);
    uint64_t engine = 0, usable = 0;
    for (; engines[engine] != NULL; engine++) {
      LawId law = engines[engine]->reverse ? LAW_AD_REV : LAW_AD_FWD;
      bool typed = f->tally.count[LAW_TYP_PRES][engine + 1][OUTCOME_HOLDS] == 1;
      assert_int_equal(f->tally.count[law][engine + 1][outcome], typed);
      usable += typed;
    }
    assert_true(usable > SUBJECT_ENGINES && (k > 0 || usable == engine));
    assert_int_equal(fixture_count(f, LAW_AD_FWD, outcome) + fixture_count(f, LAW_AD_REV, outcome), usable);
    assert_int_equal(f->tally.count[LAW_TYP_PRES][0][OUTCOME_HOLDS], 1);
    assert_int_equal(f->tally.for_all[FOR_ALL_NOWHERE], outcome == OUTCOME_DOMAIN);
    fixture_free(f);
    f = fixture_make(table[k].text, (BatteryOptions){.seed = 1});
    f->options.laws.on[LAW_AD_REV] = true;
    fixture_check(f);
    assert_int_equal(fixture_count(f, LAW_AD_FWD, outcome), 0);
    assert_true(fixture_count(f, LAW_AD_REV, outcome) > 0);
    fixture_free(f);
  }
}

/* All tiers are asked of one program in sixteen, and of each where nothing else is asked; on another one in sixteen
 * normal forms too, of a value and a derivative that Kronecker substitution has decided. */
static void tiers_in_turn(void **state) {
  (void)state;
  enum { ALL = 8, TWO = 2 };
  static const struct {
    int besides; /* a law, or -1 */
    Rank index;
    uint64_t agree;
  } table[] = {{-1, 0, ALL},       {-1, 1, ALL},          {LAW_AD_FWD, 0, TWO},    {LAW_AD_FWD, 1, ALL},
               {LAW_AD_FWD, 2, 0}, {LAW_AD_FWD, 17, ALL}, {LAW_COUNT - 1, 0, TWO}, {0, 16, TWO}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = fixture_make("def f (x : real) = x * x", (BatteryOptions){.seed = 1});
    f->options.laws.on[LAW_TIERS] = true;
    if (table[k].besides >= 0) f->options.laws.on[table[k].besides] = true;
    battery_check(f->battery, fixture_program(f, 0), table[k].index, &f->options, &f->tally, f->witnesses);
    assert_int_equal(fixture_count(f, LAW_TIERS, OUTCOME_HOLDS), table[k].agree);
    fixture_free(f);
  }
}

/* Looked at again, programs take no more room, and the solver's answers are counted once each. */
static void again(void **state) {
  (void)state;
  static const char *const texts[] = {"def f (x : real) (y : real) = x * y", "def f (x : real) = sin x",
                                      "def f (x : real) (y : real) = abs (x * x + y * y - 1)",
                                      "def f (g : real -> real) = g 1"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Fixture *f = checked(texts[k], true, 0);
    const Battery *b = f->battery;
    uint32_t terms = store_mark(f->store);
    size_t field = ring_mark(b->field), enclosure = ring_mark(b->enclosure), rational = ring_mark(b->rational);
    ArenaMark scratch = arena_mark(&b->scratch);
    fixture_check(f);
    assert_true(store_mark(f->store) == terms && ring_mark(b->field) == field);
    assert_true(ring_mark(b->enclosure) == enclosure && ring_mark(b->rational) == rational);
    ArenaMark after = arena_mark(&b->scratch);
    assert_true(after.used == scratch.used && after.left == scratch.left);
    for (int i = 0; i < SMT_LOST; i++) assert_int_equal(f->tally.solver[i], smt_count(b->smt, (SmtAnswer)i));
    assert_int_equal(f->tally.programs, 2);
    if (k == 0) assert_true(f->tally.inside[TERM_OP] == (uint64_t)1 << TERM_VAR); /* variables in an operation */
    fixture_free(f);
  }
}

/* Which construct stands directly in which, in each place. */
static void what_stands_in_what(void **state) {
  (void)state;
  Fixture *f = fixture_make("def f (p : real * real) = (sin (fst p), p)", (BatteryOptions){.seed = 1});
  Tally tally = {0};
  tally_inside(&tally, f->store, fixture_program(f, 0)->term);
  for (int kind = 0; kind < TERM_KIND_COUNT; kind++) {
    uint64_t expected = kind == TERM_PAIR  ? (uint64_t)1 << TERM_OP | (uint64_t)1 << TERM_VAR
                        : kind == TERM_OP  ? (uint64_t)1 << TERM_FST
                        : kind == TERM_FST ? (uint64_t)1 << TERM_VAR
                                           : 0;
    assert_true(tally.inside[kind] == expected);
  }
  fixture_free(f);
}

/* Rules of somebody: right ones, those of another function, and where there is no point at which to look. */
static void given_rules(void **state) {
  (void)state;
  static const struct {
    uint32_t source, rules;
    Outcome outcome;
  } table[] = {{0, 0, OUTCOME_PROVED}, {0, 1, OUTCOME_REFUTED}, {2, 2, OUTCOME_DOMAIN}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = fixture_make("def f (x : real) = x * x def g (x : real) = x * x * x "
                              "def h (x : real) = log (neg (x * x))",
                              (BatteryOptions){.engines = ENGINES_CHAD, .seed = 1});
    Subject subject = {.battery = f->battery,
                       .options = &f->options,
                       .program = fixture_program(f, table[k].rules),
                       .tally = &f->tally,
                       .witnesses = f->witnesses};
    subject_derive(&subject);
    const GivenRules rules = {.forward = &subject.derived[0].program, .reverse = &subject.derived[1].program};
    battery_check_rules(f->battery, fixture_program(f, table[k].source), &rules, 1, &f->tally, f->witnesses);
    assert_true(f->tally.count[LAW_AD_FWD][1][table[k].outcome] > 0);
    assert_true(f->tally.count[LAW_AD_REV][2][table[k].outcome] > 0);
    assert_int_equal(fixture_count(f, LAW_AD_FWD, OUTCOME_REFUTED) > 0, table[k].outcome == OUTCOME_REFUTED);
    assert_int_equal(f->tally.programs, 1);
    fixture_free(f);
  }
}

static bool always(void) { return true; }

/* The solver knows who stops it. */
static void stopped(void **state) {
  (void)state;
  Fixture *f = fixture_make(NULL, (BatteryOptions){.seed = 1});
  battery_stop_when(f->battery, always);
  assert_int_equal(smt_check(f->battery->smt, "(assert (< 2.0 1.0))", 0, NULL), SMT_UNKNOWN);
  assert_false(battery_lost(f->battery));
  fixture_free(f);
  battery_free(NULL);
}

/* A polynomial is looked at by each evaluator at a point, and for all inputs; one in 64 over rationals too; thoroughly
 * at eight points and over rationals, and for all inputs by each evaluator. */
static void points_of_a_program(void **state) {
  (void)state;
  static const struct {
    bool thorough;
    Rank index;
    uint64_t points, for_all;
  } table[] = {{false, 1, 1, 1}, {false, 63, 1, 1}, {false, 64, 2, 1}, {false, 128, 2, 1}, {true, 1, 9, 3}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = checked("def f (x : real) (y : real) = x * y + y", table[k].thorough, table[k].index);
    assert_int_equal(outcomes_passed(f->tally.count[LAW_AD_FWD][1]),
                     table[k].points * TARGET_EVALUATORS + table[k].for_all);
    fixture_free(f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reasons),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(premises),
                                     cmocka_unit_test(no_points),
                                     cmocka_unit_test(tiers_in_turn),
                                     cmocka_unit_test(again),
                                     cmocka_unit_test(given_rules),
                                     cmocka_unit_test(stopped),
                                     cmocka_unit_test(points_of_a_program),
                                     cmocka_unit_test(what_stands_in_what)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
