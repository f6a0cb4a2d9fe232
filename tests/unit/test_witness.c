/* The judge of the battery: what is counted of a comparison, and what the witness of a refutation says. */
#include "tests/unit/fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SLOT = 3 };
#define LAW LAW_AD_REV

/* Of f (i : Int) (x : real) (y : real) -> (i, x y), at no point yet, over rationals. */
static Subject subject_new(Fixture *f) {
  Subject subject = {.battery = f->battery,
                     .options = &f->options,
                     .program = fixture_program(f, 0),
                     .index = 7,
                     .ring = f->battery->rational,
                     .tally = &f->tally,
                     .witnesses = f->witnesses};
  assert_int_equal(subject_measure(&subject), STATUS_OK);
  f->battery->checked = 1;
  return subject;
}

static Fixture *fixture_new(void) {
  return fixture_make("def f (i : Int) (x : real) (y : real) = (i, x * y)",
                      (BatteryOptions){.laws = law_set_all(), .seed = 11});
}

static Scalar number(Ring *ring, const char *text) {
  mpq_t value;
  mpq_init(value);
  assert_int_equal(mpq_set_str(value, text, 10), 0);
  Scalar scalar = rational_make(ring, value);
  mpq_clear(value);
  return scalar;
}

static const Witness *refuted(Subject *subject, What about) {
  Witness *witness = &subject->witnesses[LAW];
  *witness = (Witness){0};
  judge_refute(subject, LAW, SLOT, "somebody", about, "one", "two");
  assert_true(witness->present);
  return witness;
}

/* Everything by which another can look at it again. */
static void all_is_said(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  Scalar x[] = {scalar_from_int(-4), number(subject.ring, "1/3"), number(subject.ring, "5")};
  Scalar v[] = {number(subject.ring, "2"), number(subject.ring, "-2/7")}, w[] = {number(subject.ring, "9")};
  subject.point = x, subject.direction = v;
  const Witness *witness = refuted(&subject, (What){"a place", {", component", NULL}, {8, 9}});
  assert_true(witness->outcome == OUTCOME_REFUTED && witness->index == 7 && witness->law == LAW);
  assert_true(witness->engine == SLOT && witness->seed == 11);
  assert_string_equal(witness->evaluator, "somebody");
  assert_string_equal(witness->what, "a place, component 8");
  assert_string_equal(witness->expected, "one");
  assert_string_equal(witness->found, "two");
  assert_string_equal(witness->input, "-4, 1/3, 5");
  assert_string_equal(witness->exact_input, "-4, 1/3, 5");
  assert_string_equal(witness->tangent, "2, -2/7");
  assert_string_equal(witness->exact_tangent, "2, -2/7");
  assert_string_equal(witness->cotangent, "");
  subject.shown_tangent = v + 1, subject.tangents = 1;
  subject.shown_cotangent = w;
  witness = refuted(&subject, (What){"it", {" a", " b"}, {1, 2}});
  assert_string_equal(witness->what, "it a 1 b 2");
  assert_string_equal(witness->tangent, "-2/7");
  assert_string_equal(witness->cotangent, "9");
  assert_string_equal(witness->exact_cotangent, "9");
  subject.ring = NULL; /* no point was found */
  witness = refuted(&subject, what("nowhere"));
  assert_string_equal(witness->what, "nowhere");
  assert_string_equal(witness->input, "");
  assert_string_equal(witness->tangent, "");
  assert_int_equal(f->tally.count[LAW][SLOT][OUTCOME_REFUTED], 3);
  f->options.laws.on[LAW] = false;
  judge_refute(&subject, LAW, SLOT, "", what(""), "", "");
  judge_differs(&subject, LAW, SLOT, "", what(""), "", "", "");
  assert_int_equal(f->tally.instances[OUTCOME_REFUTED], 3);
  assert_int_equal(f->tally.instances[OUTCOME_DIFFERS], 0);
  fixture_free(f);
}

/* Over a field numbers are residues, which is said, whatever else had to be cut, and nothing is exact. */
static void residues_are_called_so(void **state) {
  (void)state;
  static const char modulus[] = ", modulo 2^61 - 1";
  enum { ROOM = sizeof((Witness *)NULL)->what - 1, LEFT = ROOM - sizeof modulus };
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  Ring *rational = subject.ring;
  Scalar x[] = {scalar_from_int(-4), ring_integer(f->battery->field, 3), ring_integer(f->battery->field, 0)};
  subject.ring = f->battery->field;
  subject.point = x;
  const Witness *witness = refuted(&subject, what("a place"));
  assert_string_equal(witness->what, "a place, modulo 2^61 - 1");
  assert_string_equal(witness->input, "-4, 3, 0");
  assert_string_equal(witness->exact_input, "");
  subject.point = NULL;
  for (int longer = 0; longer < 3; longer++) {
    char text[ROOM + 8];
    for (int residues = 0; residues < 2; residues++) {
      /* as long as there is room for " 1", and one more each time */
      size_t length = (size_t)((residues ? LEFT : ROOM) - 2 + longer);
      memset(text, 'a', length), text[length] = '\0';
      subject.ring = residues ? f->battery->field : rational;
      witness = refuted(&subject, (What){text, {"", NULL}, {1, 0}});
      assert_int_equal(strlen(witness->what), residues ? ROOM - 1 : ROOM);
      assert_int_equal(strcmp(witness->what + LEFT, modulus) == 0, residues);
      assert_int_equal(witness->what[(residues ? LEFT : ROOM) - 1], longer == 0 ? '1' : longer == 1 ? ' ' : 'a');
    }
  }
  fixture_free(f);
}

/* Vectors that are too long end in dots, and are then told exactly nowhere: of three numbers of so many digits. */
static void long_vectors_are_cut(void **state) {
  (void)state;
  static const struct {
    size_t digits[4];
    size_t shown;
    bool exact;
  } table[] = {{{200, 200, 102}, 3, true},    {{200, 200, 103}, 2, true},  {{200, 200, 107}, 2, true},
               {{200, 200, 108}, 2, false},   {{250, 247, 1, 1}, 4, true}, {{250, 249, 1, 1}, 3, true},
               {{200, 200, 102, 1}, 3, true}, {{1, 1, 1, 1}, 4, true},     {{200, 200, 200, 200}, 2, false}};
  enum { ROOM = 4 * 256 };
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Scalar v[4];
    char text[256], all[ROOM] = "", cut[ROOM] = "";
    subject.tangents = 0;
    for (uint32_t i = 0; i < 4 && table[k].digits[i] > 0; i++, subject.tangents++) {
      memset(text, '1' + (int)i, table[k].digits[i]), text[table[k].digits[i]] = '\0';
      v[i] = number(subject.ring, text);
      if (i > 0) strcat(all, ", ");
      strcat(all, text);
      if (i + 1 == table[k].shown) strcpy(cut, all);
    }
    if (table[k].shown < subject.tangents) strcat(cut, ", ...");
    subject.shown_tangent = v;
    const Witness *witness = refuted(&subject, what(""));
    assert_string_equal(witness->tangent, cut);
    assert_string_equal(witness->exact_tangent, table[k].exact ? all : "");
  }
  fixture_free(f);
}

/* A refutation before a difference, and then the first program. */
static void which_is_kept(void **state) {
  (void)state;
  const Witness none = {0}, differs = {.present = true, .outcome = OUTCOME_DIFFERS, .index = 1},
                refuted_first = {.present = true, .outcome = OUTCOME_REFUTED, .index = 4},
                refuted_then = {.present = true, .outcome = OUTCOME_REFUTED, .index = 5};
  const Witness *order[] = {&refuted_first, &refuted_then, &differs, &none};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) assert_int_equal(witness_before(order[i], order[j]), i < j);
  }
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  Witness *witness = &f->witnesses[LAW];
  Scalar x[] = {scalar_from_int(-4), number(subject.ring, "1/3"), number(subject.ring, "5")};
  subject.point = x;
  judge_differs(&subject, LAW, SLOT, "somebody", what("it"), "x = 2", "0", "1");
  assert_int_equal(witness->outcome, OUTCOME_DIFFERS);
  assert_string_equal(witness->input, "x = 2");
  assert_string_equal(witness->exact_input, "");
  assert_string_equal(witness->expected, "0");
  assert_string_equal(witness->found, "1");
  subject.index = 8;
  judge_differs(&subject, LAW, SLOT, "", what("later"), NULL, "", "");
  assert_string_equal(witness->what, "it");
  subject.index = 5;
  judge_refute(&subject, LAW, SLOT, "", what("refuted"), "", "");
  subject.index = 6;
  judge_refute(&subject, LAW, SLOT, "", what("later"), "", "");
  assert_string_equal(witness->what, "refuted");
  subject.index = 0;
  judge_differs(&subject, LAW, SLOT, "", what("differs"), NULL, "", "");
  assert_string_equal(witness->what, "refuted");
  *witness = (Witness){0};
  judge_differs(&subject, LAW, SLOT, "", what("differs"), NULL, "", "");
  assert_string_equal(witness->exact_input, "-4, 1/3, 5");
  assert_int_equal(f->tally.count[LAW][SLOT][OUTCOME_DIFFERS], 4);
  assert_int_equal(f->tally.instances[OUTCOME_REFUTED], 2);
  fixture_free(f);
}

/* Each law has been looked at on as many programs as it had an instance on, whatever SPOILED counts. */
static void programs_are_counted_once(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  judge_count(&subject, LAW, SLOT, OUTCOME_HOLDS);
  judge_count(&subject, LAW, SLOT, OUTCOME_LIMIT);
  judge_count(&subject, LAW, 0, OUTCOME_HOLDS);
  assert_true(f->tally.looked[LAW][SLOT] == 1 && f->tally.looked[LAW][0] == 1);
  f->battery->checked++;
  subject.tally = f->battery->spoiled;
  judge_count(&subject, LAW, SLOT, OUTCOME_HOLDS);
  assert_int_equal(f->battery->spoiled->looked[LAW][SLOT], 0);
  subject.tally = &f->tally;
  judge_count(&subject, LAW, SLOT, OUTCOME_HOLDS);
  assert_true(f->tally.looked[LAW][SLOT] == 2 && f->tally.looked[LAW][0] == 1);
  assert_int_equal(f->tally.count[LAW][SLOT][OUTCOME_HOLDS], 2);
  assert_true(f->tally.instances[OUTCOME_HOLDS] == 3 && f->tally.instances[OUTCOME_LIMIT] == 1);
  fixture_free(f);
}

/* Of a law that is not asked everything holds, and nothing is counted. */
static void vectors_are_compared(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  const Tally *tally = &f->tally;
  Witness *witness = &f->witnesses[LAW];
  Scalar a[] = {scalar_from_int(1), number(subject.ring, "1/2")}, b[] = {a[0], number(subject.ring, "1/2")};
  const Scalar other_word[] = {scalar_from_int(2), b[1]}, other_real[] = {a[0], number(subject.ring, "1/3")};
  assert_true(judge_outputs(&subject, LAW, SLOT, "e", what("it"), a, b)); /* one number at two places of the ring */
  assert_true(judge_equal(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, b + 1));
  assert_true(judge_scalar(&subject, LAW, SLOT, "e", what("it"), a[1], b[1]));
  assert_int_equal(tally->count[LAW][SLOT][OUTCOME_HOLDS], 3);
  assert_true(judge_decided(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, b + 1, (ProofToken){0}));
  subject.for_all = true;
  assert_true(judge_equal(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, b + 1));
  subject.for_all = false;
  assert_int_equal(tally->count[LAW][SLOT][OUTCOME_DECIDED], 2);
  assert_false(judge_outputs(&subject, LAW, SLOT, "e", what("it"), a, other_word));
  assert_string_equal(witness->expected, "1, 1/2");
  assert_string_equal(witness->found, "2, 1/2");
  *witness = (Witness){0};
  assert_false(judge_outputs(&subject, LAW, SLOT, "e", what("it"), a, other_real));
  assert_string_equal(witness->found, "1, 1/3");
  *witness = (Witness){0};
  subject.index = 3;
  assert_false(judge_decided(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, other_real + 1, (ProofToken){0}));
  assert_int_equal(fixture_count(f, LAW_TIERS, OUTCOME_REFUTED), 0);
  subject.index = 4; /* not kept */
  assert_false(judge_decided(&subject, LAW, SLOT, "e", what("it"), 1, b + 1, other_real + 1, (ProofToken){true}));
  assert_int_equal(fixture_count(f, LAW_TIERS, OUTCOME_REFUTED), 1); /* a certificate says so, a tier does not */
  assert_true(witness->index == 3);
  assert_string_equal(witness->expected, "1/2");
  assert_string_equal(witness->found, "1/3");
  assert_int_equal(tally->count[LAW][SLOT][OUTCOME_REFUTED], 4);
  ring_fail(subject.ring, STATUS_LIMIT);
  assert_false(judge_equal(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, b + 1));
  assert_int_equal(tally->count[LAW][SLOT][OUTCOME_LIMIT], 1);
  assert_int_equal(ring_take_status(subject.ring), STATUS_OK);
  f->options.laws.on[LAW] = false;
  assert_true(judge_equal(&subject, LAW, SLOT, "e", what("it"), 1, a + 1, other_real + 1));
  assert_int_equal(tally->count[LAW][SLOT][OUTCOME_REFUTED], 4);
  fixture_free(f);
}

/* What did not run: left out by what it is, or refuted; an enclosure may lie across the edge of a domain. */
static void failures_are_classed(void **state) {
  (void)state;
  static const struct {
    Status status;
    Outcome exact, enclosed; /* OUTCOME_COUNT: nothing is counted */
    const char *found;
  } table[] = {{STATUS_OK, OUTCOME_COUNT, OUTCOME_COUNT, NULL},
               {STATUS_UNABLE, OUTCOME_UNABLE, OUTCOME_UNABLE, NULL},
               {STATUS_LIMIT, OUTCOME_LIMIT, OUTCOME_LIMIT, NULL},
               {STATUS_DOMAIN, OUTCOME_REFUTED, OUTCOME_DOMAIN, "outside the domain"},
               {STATUS_STUCK, OUTCOME_REFUTED, OUTCOME_REFUTED, "stuck"},
               {STATUS_ILL_TYPED, OUTCOME_REFUTED, OUTCOME_REFUTED, "ill-typed"}};
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    for (int enclosed = 0; enclosed < 2; enclosed++) {
      Outcome expected = enclosed ? table[k].enclosed : table[k].exact;
      memset(&f->tally, 0, sizeof f->tally);
      f->witnesses[LAW] = (Witness){0};
      subject.ring = enclosed ? f->battery->enclosure : f->battery->rational;
      judge_status(&subject, LAW, SLOT, "e", what("it"), table[k].status);
      for (int i = 0; i < OUTCOME_COUNT; i++) assert_int_equal(f->tally.count[LAW][SLOT][i], i == (int)expected);
      if (expected != OUTCOME_REFUTED) continue;
      assert_string_equal(f->witnesses[LAW].expected, "a value");
      assert_string_equal(f->witnesses[LAW].found, status_name(table[k].status));
    }
  }
  f->options.laws.on[LAW] = false;
  memset(&f->tally, 0, sizeof f->tally);
  judge_status(&subject, LAW, SLOT, "e", what("it"), STATUS_UNABLE);
  assert_int_equal(f->tally.instances[OUTCOME_UNABLE], 0);
  fixture_free(f);
}

/* A real and a word beside it: the real decides nothing for the word, nor the other way; what is undecided stays so. */
static void enclosures_and_words(void **state) {
  (void)state;
  Fixture *f = fixture_new();
  Subject subject = subject_new(f);
  Ring *ring = subject.ring = f->battery->enclosure;
  const Scalar narrow = enclosure_make(ring, 4, 0), near = enclosure_make(ring, 4, 0),
               wide = enclosure_make(ring, 4, 1);
  const struct {
    Scalar a[2], b[2];
    Outcome outcome;
  } table[] = {{{scalar_from_int(1), narrow}, {scalar_from_int(1), near}, OUTCOME_HOLDS},
               {{scalar_from_int(1), narrow}, {scalar_from_int(2), near}, OUTCOME_REFUTED},
               {{scalar_from_int(1), narrow}, {scalar_from_int(1), wide}, OUTCOME_UNDECIDED},
               {{scalar_from_int(1), narrow}, {scalar_from_int(2), wide}, OUTCOME_REFUTED}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    memset(&f->tally, 0, sizeof f->tally);
    bool passed = judge_outputs(&subject, LAW, SLOT, "e", what("it"), table[k].a, table[k].b);
    assert_int_equal(passed, table[k].outcome == OUTCOME_HOLDS);
    assert_int_equal(f->tally.count[LAW][SLOT][table[k].outcome], 1);
  }
  const Scalar reals[][2] = {{wide, narrow}, {narrow, near}}; /* the second, which holds, makes up for nothing */
  assert_false(judge_equal(&subject, LAW, SLOT, "e", what("it"), 2, reals[0], reals[1]));
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_is_said),          cmocka_unit_test(residues_are_called_so),
      cmocka_unit_test(long_vectors_are_cut), cmocka_unit_test(which_is_kept),
      cmocka_unit_test(vectors_are_compared), cmocka_unit_test(programs_are_counted_once),
      cmocka_unit_test(failures_are_classed), cmocka_unit_test(enclosures_and_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
