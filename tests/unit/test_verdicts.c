/* Verdicts on single programs: by which tier, why not, what cancelling lost; and
 * certified enclosures where no tier decides for all inputs. */
#include "tests/unit/fixture.h"
#include "verify/laws/for_all/regions.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Fixture *fixture_new(const char *text) {
  Fixture *f = fixture_make(text, (BatteryOptions){.thorough = true, .seed = 1});
  f->options.laws.on[LAW_AD_FWD] = f->options.laws.on[LAW_AD_REV] = f->options.laws.on[LAW_AD_PRIMAL] = true;
  return f;
}

static ProgramVerdict verdict_of(const char *text) {
  Fixture *f = fixture_new(text);
  fixture_check(f);
  ProgramVerdict verdict = *battery_verdict(f->battery);
  fixture_free(f);
  return verdict;
}

/* ------------------------------------------------------- lost conditions -- */

static void assert_lost(const char *text, const char *lost) {
  ProgramVerdict verdict = verdict_of(text);
  assert_true(verdict.tried);
  assert_int_equal(verdict.found, FOR_ALL_SYMBOLIC);
  assert_string_equal(verdict.lost, lost);
}

/* x/x has the normal form 1, which is defined at 0: the program is not. */
static void cancelling_is_reported(void **state) {
  (void)state;
  assert_lost("def f (x : real) = x / x", "x0 /= 0");
  assert_lost("def f (x : real) (y : real) = (x * x - y * y) / (x - y)", "x1-x0 /= 0");
  assert_lost("def f (x : real) = log x - log x", "x0 > 0");
  assert_lost("def f (x : real) = (1 / x) * x + 1 / (x - 1)", "x0 /= 0");
  assert_lost("def f (x : real) = tan x * cos x", "cos[x0] /= 0");
}

/* x0 /= 0 is no part of x1-x0 /= 0, nor x0 = 1 of x0 = 1/2. */
static void every_condition_is_named(void **state) {
  (void)state;
  assert_lost("def f (x : real) (y : real) = (y - x) / (y - x) * (x / x)", "x1-x0 /= 0, x0 /= 0");
  ProgramVerdict thin = verdict_of("def f (x : real) = (if 2 * x == 1 then 1 else 2 * x) + (if x == 1 then 1 else x)");
  assert_int_equal(thin.found, FOR_ALL_ALMOST);
  assert_string_equal(thin.outside, "x0 = 1, x0 = 1/2");
  ProgramVerdict parts =
      verdict_of("def f (x : real) (y : real) = if x < 0 then log (-1) else if y < 0 then log (-2) else x * y");
  assert_int_equal(parts.found, FOR_ALL_PATHS);
  assert_string_equal(parts.undefined, "x0 < 0; x0 >= 0, x1 < 0");
}

/* Of a region, and not where its guards say it: elsewhere the program is defined. */
static void conditions_are_of_regions(void **state) {
  (void)state;
  assert_string_equal(verdict_of("def f (x : real) = if x < 0 then sqrt (-x) * sqrt (-x) else x").lost, "");
  assert_string_equal(verdict_of("def f (x : real) = if x < 0 then x else x + 0 * log x").lost, "x0 > 0 if x0 >= 0");
  assert_string_equal(verdict_of("def f (x : real) = if x < 0 then x else x + 0 / (x - 1) + 0 / (x - 2)").lost,
                      "x0-1 /= 0 if x0 >= 0; x0-2 /= 0 if x0 >= 0");
}

/* A program that is looked at thoroughly has work for more regions than one of a space. */
static void five_absolute_values_are_decided(void **state) {
  (void)state;
  ProgramVerdict verdict =
      verdict_of("def f (x : real) = abs x + abs (x - 1) + abs (x - 2) + abs (x - 3) + abs (x - 4)");
  assert_int_equal(verdict.found, FOR_ALL_PATHS);
  assert_int_equal(verdict.regions, 6);
}

/* What has no room is not left out unseen. */
static void dots_stand_for_more(void **state) {
  (void)state;
  char text[VERDICT_TEXT] = "", whole[VERDICT_TEXT] = "", line[16];
  for (int k = 0; k < 40; k++) {
    (void)snprintf(line, sizeof line, "x%d = 1", 100 + k);
    verdict_add(text, ", ", line);
    verdict_add(text, ", ", line);
  }
  assert_memory_equal(text, "x100 = 1, x101 = 1, ", 20);
  assert_string_equal(text + strlen(text) - 9, " = 1, ...");
  verdict_add(whole, "; ", text);
  assert_string_equal(whole, text);
  memset(text, 'y', sizeof text - 1);
  verdict_add(whole, "; ", text);
  assert_string_equal(whole + strlen(whole) - 3, "...");
}

/* What the normal form still asks for is not lost. */
static void what_is_kept_is_not_reported(void **state) {
  (void)state;
  assert_lost("def f (x : real) = 1 / x", "");
  assert_lost("def f (x : real) (y : real) = log x + y / x", "");
  assert_lost("def f (x : real) = log (1 / x)", "");
  assert_lost("def f (x : real) = sqrt (x + 1) / (x * x)", "");
  assert_lost("def f (x : real) = sin x", "");
}

/* --------------------------------------------------------------- verdicts -- */

static void each_tier_is_named(void **state) {
  (void)state;
  ProgramVerdict polynomial = verdict_of("def f (x : real) = x * x + x");
  assert_true(polynomial.tried && !polynomial.certified);
  assert_int_equal(polynomial.found, FOR_ALL_DECIDED);
  ProgramVerdict kinked = verdict_of("def f (x : real) = abs x");
  assert_int_equal(kinked.found, FOR_ALL_PATHS);
  ProgramVerdict indexed = verdict_of("def f (i : Int) (x : real) = x * sin (x * toReal i)");
  assert_true(indexed.tried && indexed.certified);
  assert_int_equal(indexed.found, FOR_ALL_OUTSIDE);
  assert_string_equal(indexed.reason, "it has Ints");
  ProgramVerdict nowhere = verdict_of("def f (x : real) = log (neg (x * x))");
  assert_true(nowhere.tried && !nowhere.certified);
  assert_int_equal(nowhere.found, FOR_ALL_NOWHERE);
  assert_string_equal(nowhere.reason, "no point was found at which it is defined and has a derivative");
  ProgramVerdict function = verdict_of("def f (g : real -> real) (x : real) = g (g x)");
  assert_false(function.tried || function.certified);
  assert_non_null(function.reason);
}

/* -------------------------------------------------------------- certified -- */

/* The derivatives of `impostor` taken for those of `source`, at one point. */
static Fixture *certify(const char *source, const char *impostor, bool *held) {
  char text[512];
  (void)snprintf(text, sizeof text, "%s %s", source, impostor);
  Fixture *f = fixture_new(text);
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  Subject stranger = subject;
  stranger.program = fixture_program(f, 1);
  subject_derive(&stranger);
  subject.derivations = SUBJECT_ENGINES;
  for (int e = 0; e < SUBJECT_ENGINES; e++) subject.derived[e] = stranger.derived[e];
  *held = laws_certified(&subject);
  return f;
}

static uint64_t all(const Fixture *f, Outcome outcome) {
  return fixture_count(f, LAW_AD_FWD, outcome) + fixture_count(f, LAW_AD_REV, outcome) +
         fixture_count(f, LAW_AD_PRIMAL, outcome);
}

/* Narrow balls that overlap hold, in each of three evaluators and both modes. */
static void overlapping_balls_hold(void **state) {
  (void)state;
  bool held = false;
  Fixture *f = certify("def f (x : real) = exp (x + 1) * abs x", "def g (x : real) = exp x * exp 1 * abs x", &held);
  assert_true(held);
  assert_int_equal(all(f, OUTCOME_HOLDS), 12);
  assert_int_equal(all(f, OUTCOME_REFUTED), 0);
  fixture_free(f);
  /* what is 0 by cancelling has no digits of its own */
  f = certify("def f (x : real) = sin x * sin x + cos x * cos x", "def g (x : real) = x / x", &held);
  assert_true(held);
  assert_int_equal(all(f, OUTCOME_HOLDS), 12);
  fixture_free(f);
}

/* Disjoint balls refute, also far behind the digits of doubles. */
static void disjoint_balls_refute(void **state) {
  (void)state;
  bool held = true;
  Fixture *f = certify("def f (x : real) = exp x", "def g (x : real) = exp x * (1 + 0.00000000000000000001)", &held);
  assert_false(held);
  assert_int_equal(all(f, OUTCOME_REFUTED), 12);
  assert_int_equal(all(f, OUTCOME_HOLDS), 0);
  assert_non_null(strstr(f->witnesses[LAW_AD_FWD].what, "certified"));
  assert_true(f->witnesses[LAW_AD_FWD].exact_input[0] != '\0');
  fixture_free(f);
  f = certify("def f (x : real) = sin x", "def g (x : real) = sin x + 2 * 3", &held); /* the primal alone */
  assert_false(held);
  assert_int_equal(fixture_count(f, LAW_AD_PRIMAL, OUTCOME_REFUTED), 6);
  assert_int_equal(fixture_count(f, LAW_AD_FWD, OUTCOME_HOLDS), 3);
  fixture_free(f);
}

/* A derivative that does not exist at the point is no pass. */
static void no_value_is_no_pass(void **state) {
  (void)state;
  bool held = true;
  Fixture *f = certify("def f (x : real) = x * x", "def g (x : real) = log (neg (exp x)) * x", &held);
  assert_false(held);
  assert_int_equal(all(f, OUTCOME_HOLDS), 0);
  fixture_free(f);
}

/* Numbers that C rounds, by themselves or in what rules make of them: the code is that of another program. */
static void code_that_rounds_is_not_judged(void **state) {
  (void)state;
  static const char *const rounded[] = {
      "def f (x : real) = x * 1e999",   "def f (x : real) = x * 1e-300",
      "def f (x : real) = x * 0.1",     "def f (x : real) = x * 10000000000000000000001",
      "def f (x : real) = x ^ (1 / 3)", "def f (x : real) = x ^ 9007199254740994"};
  for (size_t k = 0; k < sizeof rounded / sizeof rounded[0]; k++) {
    Fixture *f = fixture_make(rounded[k], (BatteryOptions){.thorough = true, .seed = 1});
    f->options.laws.on[LAW_PRINT] = true;
    fixture_check(f);
    assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
    assert_true(fixture_count(f, LAW_PRINT, OUTCOME_UNABLE) > 0);
    fixture_free(f);
  }
}

/* ------------------------------------------------------- quick and proofs -- */

/* One instance of each law at a point; or of each decided for all inputs, and nothing at points. */
static void narrower_checks_count_what_they_do(void **state) {
  (void)state;
  const char *text = "def f (x : real) (y : real^2) = (sin (x * (y ! 0)), x / (y ! 1))";
  for (int proofs = 0; proofs < 2; proofs++) {
    Fixture *f = fixture_new(text);
    f->options = (BatteryOptions){
        .laws = law_set_all(), .engines = ENGINES_CHAD, .quick = proofs == 0, .proofs = proofs == 1, .seed = 1};
    fixture_check(f);
    Outcome outcome = proofs ? OUTCOME_PROVED : OUTCOME_HOLDS, other = proofs ? OUTCOME_HOLDS : OUTCOME_PROVED;
    assert_int_equal(fixture_count(f, LAW_AD_PRIMAL, outcome), 2);
    assert_int_equal(fixture_count(f, LAW_AD_FWD, outcome), 1);
    assert_int_equal(fixture_count(f, LAW_AD_REV, outcome), 1);
    assert_int_equal(fixture_count(f, LAW_AD_DOT, outcome), 1);
    assert_int_equal(all(f, other) + fixture_count(f, LAW_AD_DOT, other), 0);
    assert_int_equal(fixture_count(f, LAW_SEM_ADEQ, OUTCOME_HOLDS) + tally_total(&f->tally, OUTCOME_REFUTED), 0);
    fixture_free(f);
  }
}

/* Where a program is defined is asked of each evaluator, at a point at which the source has no value too. */
static void definedness_is_asked_of_all(void **state) {
  (void)state;
  const struct {
    const char *text;
    uint64_t asked;
  } programs[] = {{"def f (x : real) : real = x * x", 3},
                  {"def f (x : real) : real = (build 2 (i. x)) ! 2", 3},
                  {"def f (x : real) : real = log (log (log x))", 6}};
  for (size_t k = 0; k < sizeof programs / sizeof programs[0]; k++) {
    Fixture *f = fixture_new(programs[k].text);
    f->options = (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 1};
    fixture_check(f);
    assert_int_equal(fixture_count(f, LAW_DOM_ADEQ, OUTCOME_HOLDS), programs[k].asked);
    assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
    fixture_free(f);
  }
}

/* One that differs refutes over F_p; over enclosures exact numbers are asked. */
static void definedness_that_differs_refutes(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) : real = x * x");
  f->options.laws = law_set_all();
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  judge_defined(&subject, &monoid_evaluator, STATUS_OK, STATUS_DOMAIN);
  judge_defined(&subject, &monoid_evaluator, STATUS_DOMAIN, STATUS_OK);
  judge_defined(&subject, &monoid_evaluator, STATUS_OK, STATUS_STUCK);
  assert_int_equal(fixture_count(f, LAW_DOM_ADEQ, OUTCOME_REFUTED), 3);
  judge_defined(&subject, &monoid_evaluator, STATUS_UNABLE, STATUS_DOMAIN);
  judge_defined(&subject, &monoid_evaluator, STATUS_OK, STATUS_LIMIT);
  assert_int_equal(fixture_count(f, LAW_DOM_ADEQ, OUTCOME_UNABLE) + fixture_count(f, LAW_DOM_ADEQ, OUTCOME_LIMIT), 2);
  subject.ring = f->battery->enclosure;
  assert_int_equal(subject_locate(&subject), STATUS_OK);
  judge_defined(&subject, &monoid_evaluator, STATUS_OK, STATUS_DOMAIN); /* rationals give both a value */
  assert_int_equal(fixture_count(f, LAW_DOM_ADEQ, OUTCOME_HOLDS), 1);
  fixture_free(f);
}

/* Enclosures hold where they overlap and are narrow beside the value, or beside the largest number of the run; how wide
 * the widest was is told, as a part of the value. */
static void enclosures_are_compared(void **state) {
  (void)state;
  const struct {
    double a, b, bound, run; /* of each; the largest number of the run */
    Outcome outcome;
    double widest; /* 2 bound, divided */
  } cases[] = {
      {4, 4, 0x1p-30, 4, OUTCOME_HOLDS, 0x1p-31},
      {4, 4 + 0x1p-30, 0x1p-31, 4, OUTCOME_HOLDS, 0x1p-30 / (4 + 0x1p-30)},
      {4, 4 + 0x1p-30, 0x1p-32, 4, OUTCOME_REFUTED, 0},
      {-4, 4, 0, 4, OUTCOME_REFUTED, 0},
      {4, 4, 0x1p-19, 4, OUTCOME_HOLDS, 0x1p-20},
      {4, 4, 0x1p-18, 4, OUTCOME_UNDECIDED, 0},
      {0x1p-30, 0x1p-30, 0x1p-41, 1, OUTCOME_HOLDS, 0x1p-20}, /* of the run: 2^-20 of it in place of the value */
      {0x1p-30, 0x1p-30, 0x1p-40, 1, OUTCOME_UNDECIDED, 0},
      {0, 0, 0, 1, OUTCOME_HOLDS, 0},
      {0.5, 0.5, 0x1p-30, 0.5, OUTCOME_HOLDS, 0x1p-28},
      {INFINITY, INFINITY, 0, 1, OUTCOME_UNDECIDED, 0},
      {INFINITY, 1, 0, 1, OUTCOME_UNDECIDED, 0},
      {1, INFINITY, 0, 1, OUTCOME_UNDECIDED, 0},
      {1, 1, INFINITY, 1, OUTCOME_UNDECIDED, 0},
  };
  Fixture *f = fixture_new("def f (x : real) : real = sin x");
  Ring *ring = f->battery->enclosure;
  Subject subject = {.battery = f->battery, .ring = ring, .tally = &f->tally};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    size_t mark = ring_mark(ring);
    Scalar a = enclosure_make(ring, cases[k].a, cases[k].bound), b = enclosure_make(ring, cases[k].b, cases[k].bound);
    enclosure_reset_magnitude(ring);
    (void)ring_add(ring, ring_integer(ring, 0), enclosure_make(ring, cases[k].run, 0));
    f->tally.widest = f->battery->widest = 0;
    assert_int_equal(verdict_scalars(&subject, a, b), cases[k].outcome);
    assert_true(f->tally.widest == cases[k].widest);
    assert_true(f->battery->widest == (cases[k].outcome == OUTCOME_HOLDS ? 2 * cases[k].bound / cases[k].run : 0));
    ring_release(ring, mark);
  }
  fixture_free(f);
}

/* A reverse derivative is compared with the forward one of its own system. */
static void partners_are_of_one_system(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"chad-reverse", "chad-forward"},
                                         {"combinatory-reverse", "combinatory-forward"},
                                         {"frechet-reverse", "frechet-forward"},
                                         {"linmap-split-reverse", "linmap-forward"},
                                         {"dual-tape-reverse", "dual-forward"}};
  Fixture *f = fixture_new("def f (x : real) (y : real) : real = x * y");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  subject_derive(&subject);
  size_t found = 0;
  for (int e = 0; e < subject.derivations; e++) {
    const Derived *derived = &subject.derived[e];
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
      if (strcmp(derived->engine->name, pairs[k][0]) != 0) continue;
      assert_string_equal(derived_partner(&subject, derived)->engine->name, pairs[k][1]);
      found++;
    }
  }
  assert_int_equal(found, sizeof pairs / sizeof *pairs);
  fixture_free(f);
}

/* What a program was at its points is told by degree: of polynomials, of the greater part of quotients, and no others.
 */
static void degrees_are_counted(void **state) {
  (void)state;
  enum { MANY = 15, NONE };
  static const struct {
    const char *text;
    uint32_t degree;
  } cases[] = {{"def f (x : real) = x * x * x", 3},
               {"def f (x : real) (y : real) = x * x * y * y + y", 4},
               {"def f (x : real) : real = 5", 0},
               {"def f (x : real) = x / (1 + x * x)", 2},
               {"def f (x : real) = x * x * x / (1 + x)", 3},
               {"def f (x : real) = x ^ 40", MANY},
               {"def f (x : real) = sin x", NONE}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Fixture *f = fixture_new(cases[k].text);
    (void)fixture_subject(f, fixture_program(f, 0));
    for (uint32_t d = 0; d < NONE; d++) assert_int_equal(f->tally.degree[d], d == cases[k].degree);
    fixture_free(f);
  }
}

/* A witness has numbers exactly where they are: of an enclosure that is a point, and a word. */
static void witnesses_are_exact(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (i : Int) (x : real) (y : real) : real = sin (x * y)");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  subject.ring = f->battery->enclosure;
  const What about = {.text = "f x"};
  for (int point = 1; point >= 0; point--) {
    Scalar x[] = {scalar_from_int(-7), enclosure_make(subject.ring, 0.75, 0),
                  enclosure_make(subject.ring, -0.5, point ? 0 : 0x1p-60)};
    subject.point = x, subject.direction = x + 1, subject.shown_cotangent = x + 1;
    f->witnesses[LAW_AD_REV].present = false;
    judge_refute(&subject, LAW_AD_REV, 2, "", about, "1", "2");
    const Witness *witness = &f->witnesses[LAW_AD_REV];
    assert_string_equal(witness->exact_input, point ? "-7, 3/4, -1/2" : "");
    assert_string_equal(witness->exact_tangent, point ? "3/4, -1/2" : "");
    assert_string_equal(witness->exact_cotangent, "3/4");
  }
  fixture_free(f);
}

/* ------------------------------------------------------ equal for all inputs -- */

static bool same(const char *text, bool derivatives) {
  Fixture *f = fixture_new(text);
  const Program *one = fixture_program(f, 0), *other = fixture_program(f, 1);
  Subject subjects[2];
  for (int i = 0; i < 2; i++) {
    subjects[i] = fixture_subject(f, i == 0 ? one : other);
    subject_derive(&subjects[i]);
  }
  f->battery->same_work = UINT64_MAX;
  bool answer = true;
  for (int e = 0; derivatives && e < 2; e++) {
    Side sides[2] = {{&operational_evaluator, &subjects[0].derived[e].program},
                     {&monoid_evaluator, &subjects[1].derived[e].program}};
    answer = same_for_all(&subjects[0], sides[0], sides[1], &subjects[0].derived[e]) && answer;
  }
  Side sides[2] = {{&source_evaluator, one}, {&applied_evaluator, other}};
  if (!derivatives) answer = same_for_all(&subjects[0], sides[0], sides[1], NULL);
  f->battery->same_work = 0;
  if (!derivatives) assert_false(same_for_all(&subjects[0], sides[0], sides[1], NULL));
  fixture_free(f);
  return answer;
}

/* Of its work a pair takes what it needs, and less than there is for one; where there is none left nothing is looked
 * at. What is looked at, unless thorough, is one program in sixteen; and nothing is left behind. */
static void equal_within_work(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) (y : real) = x * y + x  def g (x : real) (y : real) = x * (y + 1)");
  Battery *battery = f->battery;
  f->options.thorough = true;
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  const Side one = {&source_evaluator, fixture_program(f, 0)}, other = {&source_evaluator, fixture_program(f, 1)};
  size_t scalars = ring_mark(battery->symbolic);
  ArenaMark scratch = arena_mark(&battery->scratch), values = arena_mark(&battery->values);
  battery->same_work = 50000;
  assert_true(same_for_all(&subject, one, other, NULL));
  assert_in_range(battery->same_work, 30000, 49999);
  assert_int_equal(ring_mark(battery->symbolic), scalars);
  assert_int_equal(arena_mark(&battery->scratch).left, scratch.left);
  assert_int_equal(arena_mark(&battery->values).left, values.left);
  battery->same_work = 1;
  assert_true(same_for_all(&subject, one, other, NULL));
  assert_int_equal(battery->same_work, 0);
  assert_false(same_for_all(&subject, one, other, NULL));
  f->options.thorough = false;
  uint32_t looked = 0;
  for (subject.index = 0; subject.index < 1600; subject.index++) looked += same_for_all(&subject, one, other, NULL);
  assert_in_range(looked, 60, 140);
  fixture_free(f);
}

/* Equal programs are the same in two evaluators, and so are their derivatives; what
 * differs in one term is not, nor is what has Ints. */
static void equal_programs_are_proved_equal(void **state) {
  (void)state;
  const char *equals = "def f (x : real) (y : real) = sin (x * y) / x  def g (x : real) (y : real) = "
                       "let z = y * x in sin z * (1 / x)";
  const char *differs = "def f (x : real) (y : real) = sin (x * y) / x  def g (x : real) (y : real) = "
                        "let z = y * x in sin z * (1 / x) + x - x * 1.000001";
  for (int derivatives = 0; derivatives < 2; derivatives++) {
    assert_true(same(equals, derivatives == 1));
    assert_false(same(differs, derivatives == 1));
  }
  assert_false(same("def f (i : Int) (x : real) = x  def g (i : Int) (x : real) = x", false));
  assert_false(same("def f : real = 1 + 1  def g : real = 2", false)); /* without inputs the point is all there is */
}

/* Programs of as many inputs as the larger ring has variables are proved equal; derivatives of half as many, whose
 * seeds are variables too. */
static void proved_up_to_the_variables(void **state) {
  (void)state;
  const char *pair = "def f (x : real^%u) = x ! 0 * x ! 1  def g (x : real^%u) = x ! 1 * x ! 0";
  const struct {
    uint32_t inputs;
    bool derivatives, proved;
  } cases[] = {{40, false, true}, {41, false, false}, {20, true, true}, {21, true, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[120];
    (void)snprintf(text, sizeof text, pair, cases[k].inputs, cases[k].inputs);
    assert_int_equal(same(text, cases[k].derivatives), cases[k].proved);
  }
}

/* Laws on two programs, or two evaluators, count what is proved so. */
static void laws_count_what_is_proved(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) (y : real) = let z = x * y in (z / x, exp z)");
  f->options = (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .thorough = true, .seed = 1};
  fixture_check(f);
  assert_int_equal(fixture_count(f, LAW_SEM_ADEQ, OUTCOME_DECIDED), 3 + 2 * 2 * 2);
  assert_int_equal(fixture_count(f, LAW_SEM_ADEQ, OUTCOME_HOLDS), 0);
  assert_true(fixture_count(f, LAW_BE_LET_BETA, OUTCOME_DECIDED) > 0);
  assert_true(fixture_count(f, law_of_simplification((SimplifyRule)0), OUTCOME_REFUTED) == 0);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

/* Programs that a law looked at are counted, however often it did. */
static void programs_are_counted_by_law(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) : real = x * x");
  f->options = (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 1};
  for (uint32_t k = 0; k < 3; k++) {
    battery_check(f->battery, fixture_program(f, 0), k, &f->options, &f->tally, f->witnesses);
    assert_int_equal(f->tally.looked[LAW_AD_FWD][1], k + 1);
    assert_int_equal(f->tally.looked[LAW_AD_FWD][2], 0);
    assert_true(f->tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] >= 3 * (k + 1));
  }
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cancelling_is_reported),
      cmocka_unit_test(every_condition_is_named),
      cmocka_unit_test(conditions_are_of_regions),
      cmocka_unit_test(five_absolute_values_are_decided),
      cmocka_unit_test(dots_stand_for_more),
      cmocka_unit_test(what_is_kept_is_not_reported),
      cmocka_unit_test(each_tier_is_named),
      cmocka_unit_test(overlapping_balls_hold),
      cmocka_unit_test(disjoint_balls_refute),
      cmocka_unit_test(no_value_is_no_pass),
      cmocka_unit_test(code_that_rounds_is_not_judged),
      cmocka_unit_test(narrower_checks_count_what_they_do),
      cmocka_unit_test(definedness_is_asked_of_all),
      cmocka_unit_test(definedness_that_differs_refutes),
      cmocka_unit_test(enclosures_are_compared),
      cmocka_unit_test(partners_are_of_one_system),
      cmocka_unit_test(degrees_are_counted),
      cmocka_unit_test(witnesses_are_exact),
      cmocka_unit_test(equal_programs_are_proved_equal),
      cmocka_unit_test(equal_within_work),
      cmocka_unit_test(proved_up_to_the_variables),
      cmocka_unit_test(laws_count_what_is_proved),
      cmocka_unit_test(programs_are_counted_by_law),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
