/* A program at a point: its places, the point and what is true there, and the seeds and runs of its derivatives. */
#include "ad/engine.h"
#include "semantics/rings/rings.h"
#include "tests/unit/fixture.h"
#include "verify/battery/straight.h"

#include <math.h>
#include <stdio.h>

#include <cmocka.h>

static Fixture *fixture_new(const char *text) {
  Fixture *f = fixture_make(text, (BatteryOptions){.laws = law_set_all(), .seed = 1});
  return f;
}

/* Not located. */
static Subject subject_new(Fixture *f) {
  return (Subject){.battery = f->battery,
                   .options = &f->options,
                   .program = fixture_program(f, 0),
                   .seed = 3,
                   .tally = &f->tally,
                   .witnesses = f->witnesses};
}

/* Places of reals among those of Ints, in products and arrays, of what is given and of what comes out. */
static void reals_have_places(void **state) {
  (void)state;
  static const uint32_t inputs[] = {1, 2, 5, 6, 8, 9, 11, 12}, outputs[] = {0, 2, 3};
  Fixture *f =
      fixture_new("def f (n : Int) (v : real^2 * Int) (u : 1 * Int) (a : (real^2 * Int)^2) (x : real) (y : real)"
                  " : real * (Int * real^2) = (x, (n, fst v))");
  Subject subject = subject_new(f);
  for (int times = 0; times < 2; times++) assert_int_equal(subject_measure(&subject), STATUS_OK);
  assert_int_equal(subject.inputs, 13);
  assert_int_equal(subject.outputs, 4);
  assert_int_equal(subject.tangents, sizeof inputs / sizeof *inputs);
  assert_int_equal(subject.cotangents, sizeof outputs / sizeof *outputs);
  assert_memory_equal(subject.input_slot, inputs, sizeof inputs);
  assert_memory_equal(subject.output_slot, outputs, sizeof outputs);
  fixture_free(f);
}

/* Whether a program is of numbers and arrays alone, in what it takes and gives. */
static void flat_programs(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool flat;
  } table[] = {{"def f (x : real * Int) (a : (1 * real)^3) = x", true},
               {"def f (x : real) (g : real -> real) = x", false},
               {"def f (g : real + real) (x : real) = x", false},
               {"def f (x : real) = \\(y : real). x", false},
               {"def f = 3", true}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = fixture_new(table[k].text);
    assert_int_equal(program_is_flat(f->store, fixture_program(f, 0)), table[k].flat);
    fixture_free(f);
  }
  assert_false(type_is_flat(NULL, (TypeId){0}));
}

/* Over F_p: f = (x y, n x, y) has along (v, w) the derivative (v y + w x, n v, w). */
static void truth_over_a_field(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (n : Int) (x : real) (y : real) = (x * y, (toReal n * x, (n, y)))");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  Ring *ring = f->battery->field;
  assert_true(subject.ring == ring && subject.passed == NULL);
  assert_false(battery_verdict(f->battery)->unfinished);
  Scalar n = ring_integer(ring, scalar_to_int(subject.point[0])), x = subject.point[1], y = subject.point[2];
  const Scalar *v = subject.direction, *t = subject.truth;
  assert_in_range(scalar_to_int(subject.point[0]), 0, 2);
  assert_true(ring_equal(ring, subject.value[0], ring_mul(ring, x, y)));
  assert_true(ring_equal(ring, subject.value[1], ring_mul(ring, n, x)));
  assert_int_equal(scalar_to_int(subject.value[2]), scalar_to_int(subject.point[0]));
  assert_true(ring_equal(ring, subject.value[3], y));
  assert_true(ring_equal(ring, t[0], ring_add(ring, ring_mul(ring, v[0], y), ring_mul(ring, v[1], x))));
  assert_true(ring_equal(ring, t[1], ring_mul(ring, n, v[0])) && ring_equal(ring, t[2], v[1]));
  /* and at another point, along the same */
  Scalar other[] = {scalar_from_int(2), ring_integer(ring, 5), ring_integer(ring, 7)};
  assert_int_equal(subject_move(&subject, other), STATUS_OK);
  assert_true(ring_equal(ring, subject.value[0], ring_integer(ring, 35)));
  assert_true(ring_equal(ring, subject.truth[1], ring_add(ring, v[0], v[0])));
  /* what is taken from a mark on is given back */
  Workspace mark = subject_mark(&subject);
  (void)ring_add(ring, ring_integer(ring, 1), ring_integer(ring, 2));
  subject_release(&subject, mark);
  assert_int_equal(ring_mark(ring), mark.scalars);
  /* and what there is no memory for leaves the program unfinished */
  assert_null(subject_room(&subject, SIZE_MAX / 16, 16));
  assert_true(battery_verdict(f->battery)->unfinished);
  fixture_free(f);
}

/* Over doubles, where a point in the domain is looked for; the first beside it is kept. */
static void truth_over_enclosures(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double low, high; /* of x in the domain */
  } table[] = {{"def f (x : real) (n : Int) = log x", 0, 1e9},
               {"def f (x : real) (n : Int) = sqrt (x - 5)", 5, 1e9},
               {"def f (x : real) (n : Int) = log (0.2 - x) + log (x + 0.2)", -0.2, 0.2},
               {"def f (x : real) (n : Int) = sin x", -1e9, 1e9}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    uint32_t passed = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
      Fixture *f = fixture_new(table[k].text);
      Subject subject = subject_new(f);
      subject.seed = seed;
      assert_int_equal(subject_locate(&subject), STATUS_OK);
      Ring *ring = f->battery->enclosure;
      assert_true(subject.ring == ring);
      double x = enclosure_value(ring, subject.point[0]), v = enclosure_value(ring, subject.direction[0]);
      assert_true(x > table[k].low && x < table[k].high && fabs(x) <= 32 && fabs(v) < 2);
      assert_in_range(scalar_to_int(subject.point[1]), 0, 2);
      if (k == 0) assert_true(fabs(enclosure_value(ring, subject.truth[0]) - v / x) < 1e-9 * fabs(v / x));
      if (k == 3) assert_true(fabs(enclosure_value(ring, subject.truth[0]) - v * cos(x)) < 1e-9);
      mpq_t exact[2];
      mpq_init(exact[0]), mpq_init(exact[1]);
      subject_exact_point(&subject, exact);
      assert_true(mpq_get_d(exact[0]) == x);
      assert_int_equal(mpq_cmp_si(exact[1], scalar_to_int(subject.point[1]), 1), 0);
      mpq_clear(exact[0]), mpq_clear(exact[1]);
      if (subject.passed != NULL) {
        double outside = enclosure_value(ring, subject.passed[0]);
        assert_true(outside <= table[k].low || outside >= table[k].high);
        assert_true(subject.passed_over == ring);
        passed++;
      }
      fixture_free(f);
    }
    assert_int_equal(passed > 0, k < 3);
  }
}

/* By the program's recording: f = (x y, 3 x - y, x x y) at (5, 7) along (2, -1) is (35, 8, 175), and its derivative
 * (9, 7, 115); of what is no polynomial there is none, and room for an inverse makes none of it. */
static void derivatives_of_recordings(void **state) {
  (void)state;
  static const int64_t expected[] = {35, 8, 175, 9, 7, 115};
  Fixture *f = fixture_new("def f (x : real) (y : real) = (x * y, (3 * x - y, x * x * y))"
                           "def g (x : real) (y : real) = (x / y, (x, y))");
  Ring *ring = f->battery->field;
  const Scalar x[] = {ring_integer(ring, 5), ring_integer(ring, 7)},
               v[] = {ring_integer(ring, 2), ring_integer(ring, -1)};
  for (int reverse = 0; reverse < 2; reverse++) {
    Scalar answer[6];
    Subject subject = fixture_subject(f, fixture_program(f, 0));
    size_t used = arena_mark(&f->battery->values).used;
    assert_int_equal(straight_derivative(&subject, x, v, reverse, answer), STATUS_OK);
    for (int i = 0; i < 6; i++) assert_true(ring_equal(ring, answer[i], ring_integer(ring, expected[i])));
    assert_int_equal(arena_mark(&f->battery->values).used, used);
    subject.program = fixture_program(f, 1);
    assert_int_equal(straight_derivative(&subject, x, v, reverse, answer), STATUS_UNABLE);
  }
  fixture_free(f);
}

/* About a point that is given, at distances of 1/2 and less. */
static void points_about_another(void **state) {
  (void)state;
  static const double near[] = {100, -3};
  Fixture *f = fixture_new("def f (x : real) (y : real) = sin x * y");
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Subject subject = subject_new(f);
    subject.seed = seed, subject.near = near;
    assert_int_equal(subject_locate(&subject), STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
      double apart = fabs(enclosure_value(subject.ring, subject.point[i]) - near[i]);
      assert_true(apart > 0 && apart <= 1.0 / 8); /* the first distance is 1/16 of numbers below 2 */
    }
  }
  fixture_free(f);
}

/* Nowhere defined; and a ring that was asked for, which has not the operations. */
static void no_point(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = log (neg (x * x)) def g (x : real) = sin x");
  Subject subject = subject_new(f);
  assert_int_equal(subject_locate(&subject), STATUS_DOMAIN);
  assert_non_null(subject.passed);
  subject = subject_new(f);
  subject.program = fixture_program(f, 1), subject.ring = f->battery->rational;
  assert_int_equal(subject_locate(&subject), STATUS_UNABLE);
  assert_true(subject.ring == f->battery->rational);
  fixture_free(f);
}

/* Numbers that are drawn: over rationals whole and below 32, over doubles below 2 with 20 digits behind the point. */
static void random_numbers(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x");
  Subject subject = subject_new(f);
  int64_t low = 0, high = 0;
  double least = 0, most = 0;
  for (uint64_t i = 0; i < 2000; i++) {
    subject.ring = f->battery->rational;
    mpq_t q;
    mpq_init(q);
    size_t mark = ring_mark(subject.ring);
    rational_get(subject.ring, subject_random(&subject, 9, i), q);
    ring_release(subject.ring, mark);
    assert_int_equal(mpz_get_si(mpq_denref(q)), 1);
    int64_t n = mpz_get_si(mpq_numref(q));
    low = n < low ? n : low, high = n > high ? n : high;
    mpq_clear(q);
    subject.ring = f->battery->enclosure;
    mark = ring_mark(subject.ring);
    double x = enclosure_value(subject.ring, subject_random(&subject, 9, i));
    ring_release(subject.ring, mark);
    assert_true(ldexp(x, 19) == floor(ldexp(x, 19)));
    least = fmin(least, x), most = fmax(most, x);
  }
  assert_true(low == -31 && high == 31);
  assert_true(least < -1.9 && least >= -2 && most > 1.9 && most < 2);
  fixture_free(f);
}

/* ---------------------------------------------------------- derivatives -- */

/* 0, a, b, a + b, 7 a, ones, and unit vectors, few of them but where all is looked at. */
static void seeds_of_derivatives(void **state) {
  (void)state;
  for (int thorough = 0; thorough < 2; thorough++) {
    Fixture *f = fixture_new("def f (x : real^6) = (x ! 0 * x ! 1, x)");
    f->options.thorough = thorough == 1;
    Subject subject = fixture_subject(f, fixture_program(f, 0));
    Ring *ring = subject.ring;
    for (int reverse = 0; reverse < 2; reverse++) {
      uint32_t m = reverse ? 7 : 6, basis = thorough ? m : 4;
      Derived derived = {.engine = reverse ? &chad_reverse : &chad_forward, .domain = m};
      assert_int_equal(subject_seed(&subject, &derived), STATUS_OK);
      assert_int_equal(derived.seeds, SEED_BASIS + basis);
      const Scalar *seed = derived.seed;
      bool apart = false;
      for (uint32_t i = 0; i < m; i++) {
        Scalar a = seed[SEED_A * m + i], b = seed[SEED_B * m + i];
        assert_true(ring_equal(ring, seed[SEED_ZERO * m + i], ring_integer(ring, 0)));
        assert_true(ring_equal(ring, seed[SEED_SUM * m + i], ring_add(ring, a, b)));
        assert_true(ring_equal(ring, seed[SEED_SCALED * m + i], ring_mul(ring, ring_integer(ring, 7), a)));
        assert_true(ring_equal(ring, seed[SEED_ONES * m + i], ring_integer(ring, 1)));
        if (!reverse) assert_true(ring_equal(ring, a, subject.direction[i]));
        apart = apart || !ring_equal(ring, a, b);
        for (uint32_t k = 0; k < basis; k++)
          assert_true(ring_equal(ring, seed[(SEED_BASIS + k) * m + i], ring_integer(ring, k == i)));
      }
      assert_true(apart);
    }
    fixture_free(f);
  }
}

/* Each engine once, in its place, with the directions' numbers of the program, and each run gives what is true. */
static void each_engine_is_run(void **state) {
  (void)state;
  for (int choice = 0; choice < ENGINE_CHOICES; choice++) {
    Fixture *f = fixture_new("def f (x : real) (y : real) = (x * y, x)");
    f->options.engines = (EngineChoice)choice;
    f->options.thorough = choice == ENGINES_ALL;
    Subject subject = fixture_subject(f, fixture_program(f, 0));
    subject.index = 1;
    subject_derive(&subject);
    uint32_t all = 0;
    while (engines[all] != NULL) all++;
    assert_int_equal(subject.derivations, choice == ENGINES_ALL ? all : SUBJECT_ENGINES);
    for (int e = 0; e < subject.derivations; e++) {
      const Derived *derived = &subject.derived[e];
      bool reverse = derived->engine->reverse;
      assert_true(derived->engine == engines[e] && derived->slot == e + 1 && engine_slot(derived->engine) == e + 1);
      assert_true(derived_usable(derived) && derived->typed);
      assert_true(derived->domain == 2 && derived->codomain == 2);
      assert_int_equal(derived->runs, derived->engine->transform != NULL ? TARGET_EVALUATORS : 1);
      for (int k = 0; k < derived->runs; k++) {
        const Run *run = &derived->run[k];
        assert_int_equal(run->status, STATUS_OK);
        assert_int_equal(run->recorded, choice != ENGINES_ALL); /* and done again at each seed, but thoroughly */
        assert_string_equal(derived_evaluator(derived, k),
                            derived->engine->transform != NULL ? target_evaluators[k]->name : "");
        assert_true(ring_equal(subject.ring, run->primal[0], subject.value[0]));
        const Scalar *image = run->image + (size_t)(SEED_BASIS + 1) * 2;
        /* the derivative by y, (x, 0), or the gradient of the second component, (1, 0) */
        Scalar first = reverse ? ring_integer(subject.ring, 1) : subject.point[0];
        assert_true(ring_equal(subject.ring, image[0], first));
        assert_true(ring_equal(subject.ring, image[1], ring_integer(subject.ring, 0)));
        if (!reverse) assert_memory_equal(run->image + (size_t)SEED_A * 2, subject.truth, 2 * sizeof(Scalar));
      }
    }
    assert_int_equal(fixture_count(f, LAW_TYP_PRES, OUTCOME_HOLDS), subject.derivations);
    fixture_free(f);
  }
}

/* Derivatives of a program that an engine has not in its language are counted as refused, the others typed; and where
 * there is no point none is run. */
static void engines_that_refuse(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (n : Int) (x : real) = (x * toReal n, n) def g (x : real) = log (neg (x * x))");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  subject_derive(&subject);
  int refused = 0;
  for (int e = 0; e < subject.derivations; e++) {
    const Derived *derived = &subject.derived[e];
    refused += derived->status == STATUS_UNABLE;
    assert_int_equal(derived->typed, derived->status == STATUS_OK);
    assert_int_equal(derived->run[0].image != NULL, derived->typed);
    assert_int_equal(f->tally.count[LAW_TYP_PRES][derived->slot][derived->typed ? OUTCOME_HOLDS : OUTCOME_REFUSED], 1);
  }
  assert_true(refused > 0 && refused < subject.derivations);
  assert_int_equal(fixture_count(f, LAW_TYP_PRES, OUTCOME_REFUSED), refused);
  subject = subject_new(f);
  subject.program = fixture_program(f, 1);
  subject_derive(&subject);
  for (int e = 0; e < subject.derivations; e++) {
    assert_true(derived_usable(&subject.derived[e]));
    assert_null(subject.derived[e].run[0].image);
  }
  assert_int_equal(fixture_count(f, LAW_TYP_PRES, OUTCOME_HOLDS), 2 * subject.derivations - refused);
  assert_int_equal(fixture_count(f, LAW_TYP_PRES, OUTCOME_LIMIT), 0);
  fixture_free(f);
}

/* Derivatives that somebody gives stand in the places of CHAD's; what is asked for proofs alone is not run; and all are
 * run again where the point is another. */
static void derivatives_that_are_given(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x * x def g (x : real) = x * x * x");
  Subject other = fixture_subject(f, fixture_program(f, 1));
  f->options.proofs = true;
  subject_derive(&other);
  assert_null(other.derived[0].run[0].image);
  f->options.proofs = false, f->options.engines = ENGINES_CHAD;
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  for (int e = 0; e < SUBJECT_ENGINES; e++) subject.given[e] = &other.derived[e].program;
  subject_derive(&subject);
  for (int64_t x = 2; x <= 3; x++) {
    Scalar point = ring_integer(subject.ring, x);
    assert_int_equal(subject_move(&subject, &point), STATUS_OK);
    subject_run_again(&subject);
    for (int e = 0; e < SUBJECT_ENGINES; e++) {
      const Derived *derived = &subject.derived[e];
      assert_true(derived->typed && derived->program.term.id == other.derived[e].program.term.id);
      for (int k = 0; k < TARGET_EVALUATORS; k++) {
        assert_true(ring_equal(subject.ring, derived->run[k].primal[0], ring_integer(subject.ring, x * x * x)));
        assert_true(ring_equal(subject.ring, derived->run[k].image[SEED_ONES], ring_integer(subject.ring, 3 * x * x)));
        assert_true(derived->run[k].operations > 0);
        Run again = subject_run_recorded(&subject, k, &derived->program, &subject.derived[e], derived->seeds);
        assert_int_equal(again.status, STATUS_OK);
        assert_true(ring_equal(subject.ring, again.image[SEED_SCALED], derived->run[k].image[SEED_SCALED]));
      }
    }
  }
  fixture_free(f);
}

/* Where rules are looked at, only engines that take them make a derivative; and each of CHAD's two has the other. */
static void engines_that_are_asked(void **state) {
  (void)state;
  static const GivenRules rules = {.forward = NULL};
  Fixture *f = fixture_new("def f (x : real) = x * x");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  for (int times = 0; times < 2; times++) {
    subject.rules = times == 0 ? NULL : &rules;
    subject_derive(&subject);
    assert_int_equal(subject.derivations > SUBJECT_ENGINES, times == 0);
  }
  assert_true(derived_partner(&subject, &subject.derived[0]) == &subject.derived[1]);
  assert_true(derived_partner(&subject, &subject.derived[1]) == &subject.derived[0]);
  subject.with[0] = subject.with[1] = fixture_program(f, 0);
  subject_derive(&subject);
  assert_true(subject.derivations > SUBJECT_ENGINES);
  fixture_free(f);
}

/* D(T)1 * (D(G)2 -o D(T)2), and back. */
static void types_of_derivatives(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) (y : real^2) = (x, x)");
  char text[200];
  const Program *program = fixture_program(f, 0);
  (void)type_print(&f->store->types, derivative_type(f->store, &chad_forward, program), text, sizeof text);
  assert_string_equal(text, "real * real * (1_ * real_ * real_^2 -o real_ * real_)");
  (void)type_print(&f->store->types, derivative_type(f->store, &chad_reverse, program), text, sizeof text);
  assert_string_equal(text, "real * real * (real_ * real_ -o 1_ * real_ * real_^2)");
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reals_have_places),
      cmocka_unit_test(flat_programs),
      cmocka_unit_test(truth_over_a_field),
      cmocka_unit_test(truth_over_enclosures),
      cmocka_unit_test(derivatives_of_recordings),
      cmocka_unit_test(points_about_another),
      cmocka_unit_test(no_point),
      cmocka_unit_test(random_numbers),
      cmocka_unit_test(seeds_of_derivatives),
      cmocka_unit_test(each_engine_is_run),
      cmocka_unit_test(engines_that_refuse),
      cmocka_unit_test(derivatives_that_are_given),
      cmocka_unit_test(types_of_derivatives),
      cmocka_unit_test(engines_that_are_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
