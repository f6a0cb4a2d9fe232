/* The verifier's own ways to go wrong: comparisons that see a part, failures
 * counted as passes, laws that find nothing to compare, wrong witnesses. */
#include "tests/unit/fixture.h"
#include "tests/unit/loop_forms.h"
#include "verify/campaign/report.h"
#include "verify/laws/chad/redexes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Over a ring, with nothing in it but what comparing needs. */
static Subject subject;

static Fixture *fixture_new(void) {
  Fixture *f = fixture_make(NULL, (BatteryOptions){.laws = law_set_all(), .thorough = true, .seed = 1});
  subject = (Subject){.battery = f->battery,
                      .options = &f->options,
                      .index = 7,
                      .seed = 1,
                      .tally = &f->tally,
                      .witnesses = f->witnesses,
                      .ring = f->battery->field};
  return f;
}

static uint64_t counted(const Fixture *f, LawId law, Outcome outcome) { return f->tally.count[law][0][outcome]; }

/* ------------------------------------------------------------ comparing -- */

/* A difference at any one place refutes, and the witness shows both sides whole. */
static void test_every_component_is_compared(void **state) {
  (void)state;
  for (uint32_t place = 0; place < 5; place++) {
    Fixture *f = fixture_new();
    Scalar expected[5], found[5];
    for (uint32_t i = 0; i < 5; i++) expected[i] = found[i] = ring_integer(subject.ring, (int64_t)i + 1);
    assert_true(judge_equal(&subject, LAW_AD_FWD, 0, "e", what("w"), 5, expected, found));
    assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_HOLDS), 1);
    found[place] = ring_integer(subject.ring, 9);
    assert_false(judge_equal(&subject, LAW_AD_FWD, 0, "e", what("w"), 5, expected, found));
    assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_REFUTED), 1);
    assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_HOLDS), 1);
    char sides[32] = "1, 2, 3, 4, 5";
    assert_string_equal(f->witnesses[LAW_AD_FWD].expected, sides);
    sides[3 * place] = '9';
    assert_string_equal(f->witnesses[LAW_AD_FWD].found, sides);
    fixture_free(f);
  }
}

/* Enclosures: apart is refuted, narrow and overlapping holds, wide is neither,
 * and one wide component spoils a vector of narrow ones. */
static void test_wide_enclosures_decide_nothing(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Ring *ring = subject.ring = f->battery->enclosure;
  Scalar exact = enclosure_make(ring, 1.0, 0), close = enclosure_make(ring, 1.0 + 0x1p-40, 0x1p-39);
  Scalar wide = enclosure_make(ring, 1.5, 1.0), apart = enclosure_make(ring, 2.0, 0x1p-39);
  Scalar left[2] = {exact, exact}, narrow[2] = {exact, close}, mixed[2] = {wide, close}, other[2] = {wide, apart};
  assert_true(judge_equal(&subject, LAW_AD_FWD, 0, "e", what("w"), 2, left, narrow));
  assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_HOLDS), 1);
  assert_false(judge_equal(&subject, LAW_AD_FWD, 0, "e", what("w"), 2, left, mixed));
  assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_UNDECIDED), 1);
  assert_false(judge_equal(&subject, LAW_AD_FWD, 0, "e", what("w"), 2, left, other));
  assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_REFUTED), 1);
  assert_int_equal(counted(f, LAW_AD_FWD, OUTCOME_HOLDS), 1);
  fixture_free(f);
}

/* No failure to run is a pass, and being stuck is a refutation. */
static void test_failures_are_not_passes(void **state) {
  (void)state;
  static const struct {
    Status status;
    Outcome exact, rounded;
  } cases[] = {{STATUS_UNABLE, OUTCOME_UNABLE, OUTCOME_UNABLE},
               {STATUS_LIMIT, OUTCOME_LIMIT, OUTCOME_LIMIT},
               {STATUS_DOMAIN, OUTCOME_REFUTED, OUTCOME_DOMAIN},
               {STATUS_STUCK, OUTCOME_REFUTED, OUTCOME_REFUTED},
               {STATUS_ILL_TYPED, OUTCOME_REFUTED, OUTCOME_REFUTED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int rounded = 0; rounded < 2; rounded++) {
      Fixture *f = fixture_new();
      subject.ring = rounded == 1 ? f->battery->enclosure : f->battery->field;
      judge_status(&subject, LAW_AD_REV, 0, "e", what("w"), cases[i].status);
      assert_int_equal(counted(f, LAW_AD_REV, rounded == 1 ? cases[i].rounded : cases[i].exact), 1);
      assert_int_equal(counted(f, LAW_AD_REV, OUTCOME_HOLDS) + counted(f, LAW_AD_REV, OUTCOME_DECIDED), 0);
      judge_status(&subject, LAW_AD_REV, 0, "e", what("w"), STATUS_OK);
      assert_int_equal(tally_total(&f->tally, OUTCOME_HOLDS), 0);
      fixture_free(f);
    }
  }
}

/* Of several refutations the witness is of the program with the lowest index. */
static void test_lowest_index_is_kept(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  static const uint64_t order[] = {7, 9, 3, 5};
  for (size_t i = 0; i < 4; i++) {
    subject.index = order[i];
    judge_refute(&subject, LAW_AD_REV, 0, "e", what("w"), "a", "b");
  }
  assert_true(f->witnesses[LAW_AD_REV].index == 3);
  assert_int_equal(counted(f, LAW_AD_REV, OUTCOME_REFUTED), 4);
  fixture_free(f);
}

/* ------------------------------------------------------------ witnesses -- */

/* A reverse derivative that is wrong in its second component: the witness holds
 * <truth, w> and <direction, image of w>, and the w at which they differ. */
static void test_witness_of_a_wrong_transpose(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Ring *ring = subject.ring;
  Scalar number[12];
  for (int64_t i = 0; i < 12; i++) number[i] = ring_integer(ring, i);
  Scalar truth[1] = {number[11]}; /* J v = 2 * 4 + 1 * 3 at v = (4, 3), J = (2, 1) */
  Scalar direction[2] = {number[4], number[3]};
  Scalar seeds[2] = {number[0], number[5]};                         /* w = 0, then w = 5 */
  Scalar images[4] = {number[0], number[0], number[10], number[6]}; /* J^t w = (10, 5), not (10, 6) */
  Derived derived = {.engine = &chad_reverse, .domain = 1, .codomain = 2, .seeds = 2, .seed = seeds};
  Run run = {.status = STATUS_OK, .image = images};
  subject.tangents = 2;
  subject.cotangents = 1;
  subject.truth = truth;
  subject.direction = direction;
  judge_against_truth(&subject, LAW_AD_REV, &derived, &run, "e");
  const Witness *witness = &f->witnesses[LAW_AD_REV];
  assert_int_equal(counted(f, LAW_AD_REV, OUTCOME_HOLDS), 1);
  assert_int_equal(counted(f, LAW_AD_REV, OUTCOME_REFUTED), 1);
  assert_string_equal(witness->expected, "55");
  assert_string_equal(witness->found, "58");
  assert_string_equal(witness->tangent, "4, 3");
  assert_string_equal(witness->cotangent, "5");
  fixture_free(f);
}

/* ------------------------------------------------------------ campaigns -- */

static int exit_code(uint64_t holds, Outcome outcome, uint64_t count, uint32_t missing, bool allow_undecided) {
  ReportScope *scope = calloc(1, sizeof *scope);
  assert_non_null(scope);
  Report report = {.scopes = scope, .count = 1};
  scope->scope = (Scope){.name = "a space", .count = 10};
  scope->result.tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] = holds;
  scope->result.tally.count[LAW_AD_FWD][1][outcome] += count;
  scope->result.done = 10 - missing;
  Account account = report_account(&report, (ReportGate){.allow_undecided = allow_undecided});
  int code = account_exit(&account, false);
  /* a code that is not 0 says why */
  assert_int_equal(code == 3, account.undecided > 0 && account.missing == 0 && !account.refuted);
  if (code == 3) assert_string_not_equal(account.undecided_text, "");
  if (code == 4) assert_string_not_equal(account.missing_text, "");
  free(scope);
  return code;
}

/* A law asked by name, or tried, must decide something in some scope. */
static void test_laws_asked(void **state) {
  (void)state;
  static const char *const asked[] = {"AD-*", "KINK"};
  ReportScope *scope = calloc(1, sizeof *scope);
  assert_non_null(scope);
  scope->scope = (Scope){.name = "a space"};
  scope->result.tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] = 1;
  Report report = {.scopes = scope, .count = 1, .asked = asked, .asked_count = 1};
  ReportGate gate = {.allow_undecided = true};
  assert_int_equal(report_account(&report, gate).undecided, 0);
  report.asked_count = 2;
  assert_string_equal(report_account(&report, gate).undecided_text, "law KINK: no instance was decided");
  report.asked_count = 0;
  scope->result.tally.count[LAW_KINK][1][OUTCOME_REFUSED] = 1;
  assert_int_equal(report_account(&report, gate).undecided, 0);
  scope->result.tally.count[LAW_KINK][2][OUTCOME_DOMAIN] = 1;
  assert_int_equal(report_account(&report, gate).undecided, 1);
  scope->result.tally.count[LAW_KINK][3][OUTCOME_DIFFERS] = 1;
  assert_int_equal(report_account(&report, gate).undecided, 0);
  free(scope);
}

/* A space in which everything was skipped was not judged, whatever another one decided. */
static void test_scopes_decide(void **state) {
  (void)state;
  ReportScope *scope = calloc(2, sizeof *scope);
  assert_non_null(scope);
  Report report = {.scopes = scope, .count = 2};
  for (int i = 0; i < 2; i++) scope[i].scope = (Scope){.name = i == 0 ? "judged" : "skipped"};
  scope[0].result.tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] = 1;
  scope[1].result.tally.count[LAW_AD_FWD][1][OUTCOME_DOMAIN] = 1;
  Account account = report_account(&report, (ReportGate){.allow_undecided = true});
  assert_int_equal(account.undecided, 1);
  assert_string_equal(account.undecided_text, "skipped: nothing was decided");
  free(scope);
}

/* Exit codes: a campaign that decided nothing did not hold. */
static void test_exit_codes(void **state) {
  (void)state;
  assert_int_equal(exit_code(5, OUTCOME_HOLDS, 0, 0, false), 0);
  assert_int_equal(exit_code(5, OUTCOME_REFUTED, 1, 0, false), 1);
  assert_int_equal(exit_code(5, OUTCOME_REFUTED, 1, 0, true), 1);
  assert_int_equal(exit_code(5, OUTCOME_HOLDS, 0, 1, true), 4);
  assert_int_equal(exit_code(0, OUTCOME_HOLDS, 0, 10, true), 4);
  assert_int_equal(exit_code(5, OUTCOME_REFUTED, 1, 1, true), 1);
  assert_int_equal(exit_code(5, OUTCOME_UNDECIDED, 1, 1, false), 4);
  assert_int_equal(exit_code(5, OUTCOME_UNDECIDED, 1, 0, false), 3);
  assert_int_equal(exit_code(5, OUTCOME_LIMIT, 1, 0, false), 3);
  static const Outcome nothing[] = {OUTCOME_DOMAIN, OUTCOME_UNABLE, OUTCOME_LIMIT, OUTCOME_UNDECIDED};
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(exit_code(0, nothing[i], 3, 0, false), 3);
    assert_int_equal(exit_code(0, nothing[i], 3, 0, true), 3);
  }
}

static void check_text(Fixture *f, const char *text, Rank index) {
  Module module = module_read(f->store, text);
  for (uint32_t i = 0; i < module.count; i++) {
    battery_check(f->battery, &module.definitions[i].program, index + i, &f->options, &f->tally, f->witnesses);
  }
  text_free_module(&module);
}

/* Outside its domain everywhere: AD is skipped, visibly, and does not hold. */
static void test_no_point_is_a_skip(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  check_text(f, "def nowhere (x : real) : real = log (neg (x * x))\n", 0);
  for (int e = 0; e < 2; e++) {
    LawId law = e == 0 ? LAW_AD_FWD : LAW_AD_REV;
    assert_int_equal(fixture_count(f, law, OUTCOME_HOLDS), 0);
    assert_int_equal(fixture_count(f, law, OUTCOME_REFUTED), 0);
    assert_true(fixture_count(f, law, OUTCOME_DOMAIN) > 0);
  }
  fixture_free(f);
}

/* Laws on a program's meaning at a point, which one with functions does not have. */
static bool is_of_points(LawId law) {
  return (law >= LAW_SEM_SUBJ && law <= LAW_DOM_ADEQ) || (law >= LAW_HOM_ZERO && law <= LAW_HOM_SCALE) ||
         (law >= LAW_CP_FWD && law <= LAW_LM_VS_PLUS_TIMES) || (law >= LAW_COMB_PF && law <= LAW_COMB_INV) ||
         (law >= LAW_AD_FWD && law <= LAW_AD_PRIMAL) || law == LAW_AD_TWICE ||
         (law >= LAW_ALT_COUNT && law <= LAW_ALT_FORMAL) || law == LAW_SUM_FIBRE || law == LAW_TIERS ||
         law == LAW_PRINT || law == LAW_SPOILED || law == LAW_KINK || law == LAW_SMOOTH || law == LAW_AD_DEFINED ||
         law == LAW_NF_SOUND || (law >= LAW_FR_AFFINE && law <= LAW_FR_GATEAUX) ||
         (law >= LAW_DN_STAGE && law <= LAW_COST_TENSOR);
}

static void assert_instances(const char *text, bool higher) {
  Fixture *f = fixture_new();
  check_text(f, text, 0);
  for (int i = 0; i < LAW_COUNT; i++) {
    LawId law = (LawId)i;
    bool applies = higher ? !is_of_points(law) : law != LAW_AD_HIGH;
    if (higher && law >= LAW_BE_ROLL_BETA && law < LAW_BE_FUN_ETA) applies = false;       /* looked for in values */
    if (law == LAW_XENG && (higher || engines[SUBJECT_ENGINES] == NULL)) applies = false; /* nothing to compare with */
    uint64_t passes = fixture_count(f, law, OUTCOME_HOLDS) + fixture_count(f, law, OUTCOME_DECIDED) +
                      fixture_count(f, law, OUTCOME_DIFFERS);
    if (applies && passes == 0) fail_msg("%s has no instance", law_info(law)->name);
    if (fixture_count(f, law, OUTCOME_REFUTED) > 0) fail_msg("%s is refuted", law_info(law)->name);
  }
  fixture_free(f);
}

/* No law is idle: on a few programs each that applies has instances. */
static void test_every_law_has_instances(void **state) {
  (void)state;
  assert_instances("def products (x : real) (y : real) : real = fst (x * y, snd (x, y))\n"
                   "def twice (x : real) (y : real) : real = let f = \\(z : real). x * z in f (f y)\n"
                   "def distance (x : real) (y : real) : real = abs (x - y)\n"
                   "def branch (x : real) (y : real) = case (inl x : real + real) of {inl z -> z * y; inr z -> z}\n"
                   "def smooth_tie (x : real) : real = max x 0 * max x 0\n"
                   "def flat (x : real) : real = sqrt (max x 0)\n"
                   "def loops (x : real) : real = " LOOP_FORMS "\n"
                   "def arrays (x : real) : real = " ARRAY_FORMS "\n"
                   "def trees (x : real) : real = " DATA_FORMS "\n",
                   false);
  assert_instances(
      "def higher (f : real -> real) (x : real) : real = let y = f x in (\\(z : real). f z) y\n"
      "def among (x : real) (f : real -> real) (y : real) (g : real -> real -> real) (z : real * real) : real =\n"
      "  g x (f y) * x + f (fst z) * y + snd z\n"
      "def given (x : real) (y : real) (f : real -> real) : real -> real = \\(z : real). f (x * z) * y\n",
      true);
}

/* Of what is not asked for nothing is counted. */
static void test_a_law_alone(void **state) {
  (void)state;
  Fixture *f = fixture_make(NULL, (BatteryOptions){.seed = 1});
  for (LawId asked = 0; asked < LAW_COUNT; asked++) {
    f->options.laws = (LawSet){{false}};
    f->options.laws.on[asked] = true;
    f->tally = (Tally){.count = {{{0}}}};
    check_text(f, "def f (x : real) : real = x * max x 0", 7);
    for (LawId law = 0; law < LAW_COUNT; law++) {
      for (int outcome = 0; outcome < OUTCOME_COUNT && law != asked; outcome++)
        if (fixture_count(f, law, (Outcome)outcome) > 0)
          fail_msg("%s counts where %s is asked for", law_info(law)->name, law_info(asked)->name);
    }
  }
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_component_is_compared),
      cmocka_unit_test(test_wide_enclosures_decide_nothing),
      cmocka_unit_test(test_failures_are_not_passes),
      cmocka_unit_test(test_lowest_index_is_kept),
      cmocka_unit_test(test_witness_of_a_wrong_transpose),
      cmocka_unit_test(test_exit_codes),
      cmocka_unit_test(test_scopes_decide),
      cmocka_unit_test(test_laws_asked),
      cmocka_unit_test(test_no_point_is_a_skip),
      cmocka_unit_test(test_every_law_has_instances),
      cmocka_unit_test(test_a_law_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
