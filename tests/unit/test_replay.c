/* Derivatives that are recorded once and done again: at every seed and point what was worked out by hand, over any
 * exact ring, and which programs are run by their evaluators all the same. */
#include "semantics/rings/rings.h"
#include "tests/unit/fixture.h"
#include "verify/battery/replay.h"

#include <cmocka.h>

static Fixture *fixture_new(const char *text) {
  return fixture_make(text, (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 1});
}

static Scalar ratio(Ring *ring, int64_t above, int64_t below) {
  return ring_div(ring, ring_integer(ring, above), ring_integer(ring, below));
}

/* f = x / (y y) + x y has at (5, 2) along (a, b) the derivative 9/4 a + 15/4 b, and so has g, that is f recorded with
 * an inverse of an inverse; w times that in reverse. */
static void done_again_at_each_seed(void **state) {
  (void)state;
  static const char *const texts[] = {"def f (x : real) (y : real) = x / (y * y) + x * y",
                                      "def g (x : real) (y : real) = x * (1 / (1 / (1 / (y * y)))) + x * y"};
  static const int64_t seeds[] = {1, 0, 0, 1, 2, -1}, slopes[] = {9, 15, 3}, pulls[] = {9, 15, -18, -30};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Fixture *f = fixture_new(texts[k]);
    Subject subject = fixture_subject(f, fixture_program(f, 0));
    subject_derive(&subject);
    Ring *const rings[] = {f->battery->rational, f->battery->field};
    for (int r = 0; r < 2; r++) {
      Ring *ring = rings[r];
      const Scalar point[] = {ring_integer(ring, 5), ring_integer(ring, 2)};
      const Scalar edge[] = {ring_integer(ring, 5), ring_integer(ring, 0)};
      Scalar seed[6], primal, image[4];
      for (int i = 0; i < 6; i++) seed[i] = ring_integer(ring, seeds[i]);
      Recording recording;
      ArenaMark scratch = arena_mark(&f->battery->scratch), values = arena_mark(&f->battery->values);
      assert_int_equal(derivative_recording(&subject, &subject.derived[0], 0, &recording), STATUS_OK);
      ArenaMark before = arena_mark(&f->battery->scratch);
      assert_int_equal(replay(&subject, ring, &recording, point, 3, seed, &primal, image), STATUS_OK);
      assert_int_equal(arena_mark(&f->battery->scratch).left, before.left);
      assert_true(ring_equal(ring, primal, ratio(ring, 45, 4)));
      for (int i = 0; i < 3; i++) assert_true(ring_equal(ring, image[i], ratio(ring, slopes[i], 4)));
      assert_int_equal(replay(&subject, ring, &recording, edge, 1, seed, &primal, image), STATUS_DOMAIN);
      const Scalar cotangents[] = {ring_integer(ring, 1), ring_integer(ring, -2)};
      assert_int_equal(derivative_recording(&subject, &subject.derived[1], 0, &recording), STATUS_OK);
      assert_int_equal(replay(&subject, ring, &recording, point, 2, cotangents, &primal, image), STATUS_OK);
      assert_true(ring_equal(ring, primal, ratio(ring, 45, 4)));
      for (int i = 0; i < 4; i++) assert_true(ring_equal(ring, image[i], ratio(ring, pulls[i], 4)));
      assert_int_equal(arena_mark(&f->battery->values).left, values.left);
      arena_release(&f->battery->scratch, scratch);
    }
    fixture_free(f);
  }
}

/* Exact rings have no functions. */
static void functions_are_not_done(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = exp x + x");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  Recording recording;
  subject_derive(&subject);
  Ring *ring = f->battery->rational;
  const Scalar one = ring_integer(ring, 1);
  Scalar primal, image;
  assert_int_equal(derivative_recording(&subject, &subject.derived[0], 0, &recording), STATUS_OK);
  assert_int_equal(replay(&subject, ring, &recording, &one, 1, &one, &primal, &image), STATUS_UNABLE);
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  fixture_free(f);
}

/* A derivative is recorded once; what reads a sign has no recording. */
static void recorded_once(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x * x def g (x : real) = if x < 0 then x else 2 * x");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  subject_derive(&subject);
  subject.derived[0].recorded[0].tried = false;
  ArenaMark scratch = arena_mark(&f->battery->scratch);
  uint32_t number = derived_record(&subject, &subject.derived[0], 0);
  assert_int_equal(arena_mark(&f->battery->scratch).left, scratch.left);
  assert_int_not_equal(number, RECORDING_NONE);
  assert_true(subject.derived[0].recorded[0].tried && subject.derived[0].recorded[0].operations > 0);
  subject.derived[0].recorded[0].operations = 0;
  assert_int_equal(derived_record(&subject, &subject.derived[0], 0), number);
  assert_int_equal(subject.derived[0].recorded[0].operations, 0);
  assert_int_equal(recordings_get(f->battery->recordings, number).outputs, 1);
  subject = fixture_subject(f, fixture_program(f, 1));
  subject_derive(&subject);
  subject.derived[0].recorded[0].tried = false;
  assert_int_equal(derived_record(&subject, &subject.derived[0], 0), RECORDING_NONE);
  fixture_free(f);
}

/* At each of its seeds 2 x dx, with the operations of the recording; nothing where it is not to be, or cannot be. */
static void runs_by_recordings(void **state) {
  (void)state;
  Fixture *f = fixture_new("def f (x : real) = x * x def g (x : real) = if x < 0 then x else 2 * x");
  Subject subject = fixture_subject(f, fixture_program(f, 0));
  Ring *ring = f->battery->field;
  subject.index = 1;
  subject_derive(&subject);
  Derived *derived = &subject.derived[0];
  Run run = derived->run[0];
  run.recorded = false, run.operations = 0, run.status = STATUS_STUCK;
  for (uint32_t i = 0; i < derived->seeds; i++) run.image[i] = ring_integer(ring, 0);
  assert_true(subject_replayed(&subject, derived, 0, NULL, derived->seeds, &run));
  assert_true(run.recorded && run.status == STATUS_OK);
  assert_true(run.operations > 0 && run.operations == derived->recorded[0].operations);
  const Scalar twice = ring_add(ring, subject.point[0], subject.point[0]);
  for (uint32_t i = 0; i < derived->seeds; i++)
    assert_true(ring_equal(ring, run.image[i], ring_mul(ring, twice, derived->seed[i])));
  run.recorded = false;
  assert_true(subject_replayed(&subject, derived, 0, &derived->program, 1, &run)); /* a program in its place */
  assert_true(run.recorded && run.operations == derived->recorded[0].operations);
  f->options.thorough = true;
  assert_false(subject_replayed(&subject, derived, 0, NULL, 1, &run));
  f->options.thorough = false;
  const Program *without = fixture_program(f, 1);
  Subject other = fixture_subject(f, without);
  subject_derive(&other);
  other.ring = ring; /* as if it were no matter that it reads a sign */
  other.index = 1;
  run.recorded = false;
  assert_false(subject_replayed(&other, &other.derived[0], 0, NULL, 1, &run));
  assert_false(run.recorded);
  fixture_free(f);
}

/* Polynomials and quotients of reals alone are run by their evaluators on one program in sixteen. */
static void run_all_the_same(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool records;
  } table[] = {{"def f (x : real) = x * x", true},
               {"def f (x : real) = sin x", false},
               {"def f (x : real) (n : Int) = x * x", false},
               {"def f (x : real) = (x * x, 3 + 4)", true},
               {"def f (x : real) : real * Int = (x * x, 3)", false}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Fixture *f = fixture_new(table[k].text);
    Subject subject = fixture_subject(f, fixture_program(f, 0));
    uint32_t evaluated = 0;
    for (subject.index = 0; subject.index < 64; subject.index++) evaluated += subject_evaluates(&subject);
    assert_int_equal(evaluated, table[k].records ? 4 : 64);
    f->options.thorough = true;
    for (subject.index = 0; subject.index < 16; subject.index++) assert_true(subject_evaluates(&subject));
    fixture_free(f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(done_again_at_each_seed),
                                     cmocka_unit_test(functions_are_not_done), cmocka_unit_test(recorded_once),
                                     cmocka_unit_test(runs_by_recordings), cmocka_unit_test(run_all_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
