/* What is kept by recordings: two that differ in a node, a constant or a result are two, and what was found of a
 * program and a derivative is found of no other pair. */
#include "verify/battery/recordings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 5 };

/* x, y, a constant, an operation on x and y, its product with the constant. */
typedef struct Made {
  StraightNode code[NODES];
  StraightConstant constant[1];
  Scalar output[1];
} Made;

static Made make(StraightCode operation, int64_t number, uint64_t output) {
  return (Made){.code = {{STRAIGHT_INPUT, 0, 0},
                         {STRAIGHT_INPUT, 1, 0},
                         {STRAIGHT_CONSTANT, 0, 0},
                         {operation, 0, 1},
                         {STRAIGHT_MUL, 2, 3}},
                .constant = {{NULL, 0, number}},
                .output = {{output}}};
}

static Recording recording_of(const Made *made) {
  return (Recording){
      .program = {made->code, NODES, made->constant, 1}, .inputs = 2, .primal = made->output, .outputs = 1};
}

static uint32_t keep(Recordings *recordings, Made made) {
  Recording recording = recording_of(&made);
  return recordings_keep(recordings, &recording);
}

static void differing_ones_are_apart(void **state) {
  (void)state;
  Recordings *r = recordings_new();
  assert_non_null(r);
  uint32_t first = keep(r, make(STRAIGHT_ADD, 3, 4));
  assert_int_not_equal(first, RECORDING_NONE);
  assert_int_equal(keep(r, make(STRAIGHT_ADD, 3, 4)), first);
  assert_int_not_equal(keep(r, make(STRAIGHT_SUB, 3, 4)), first);
  assert_int_not_equal(keep(r, make(STRAIGHT_ADD, -3, 4)), first);
  assert_int_not_equal(keep(r, make(STRAIGHT_ADD, 3, 3)), first);
  Recording kept = recordings_get(r, first);
  Made made = make(STRAIGHT_ADD, 3, 4);
  Recording again = recording_of(&made);
  assert_true(recorded_same(&kept, &again));
  recordings_free(r);
}

/* Two inputs, one that stands for exp of the first along a path on which the second is positive, and two results. */
typedef struct Whole {
  StraightNode code[NODES];
  StraightConstant constant[2];
  StraightSymbol symbol[1];
  uint32_t slope[1];
  StraightSign sign[2];
  Scalar primal[2], image[2];
  Recording recording;
} Whole;

static void make_whole(Whole *w) {
  static const StraightNode code[NODES] = {{STRAIGHT_INPUT, 0, 0},
                                           {STRAIGHT_INPUT, 1, 0},
                                           {STRAIGHT_INPUT, 2, 0},
                                           {STRAIGHT_CONSTANT, 1, 0},
                                           {STRAIGHT_MUL, 2, 3}};
  *w = (Whole){.constant = {{NULL, 0, 1}, {NULL, 0, 3}},
               .symbol = {{STRAIGHT_FUNCTION(RING_EXP), 0, 1}},
               .slope = {2},
               .sign = {{.node = 1}, {.node = 4}},
               .primal = {{3}, {4}},
               .image = {{2}, {3}}};
  memcpy(w->code, code, sizeof code);
  w->recording = (Recording){.program = {w->code, NODES, w->constant, 2},
                             .inputs = 3,
                             .primal = w->primal,
                             .image = w->image,
                             .outputs = 2,
                             .images = 2,
                             .symbol = w->symbol,
                             .slope = w->slope,
                             .room = 1,
                             .symbols = 1,
                             .sign = w->sign,
                             .signs = 2};
}

/* Each number of a recording parts it from others; what it has memory for and does not use does not. */
static void each_number_parts(void **state) {
  (void)state;
  static Whole a, b;
  uint32_t *const numbers[] = {&b.recording.program.nodes,
                               &b.recording.inputs,
                               &b.recording.outputs,
                               &b.recording.images,
                               &b.recording.room,
                               &b.recording.symbols,
                               &b.recording.signs,
                               &b.code[0].a,
                               &b.code[4].a,
                               &b.code[4].b,
                               &b.constant[1].index,
                               &b.symbol[0].what,
                               &b.symbol[0].of,
                               &b.slope[0],
                               &b.sign[0].node,
                               &b.sign[1].node};
  make_whole(&a);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    make_whole(&b);
    assert_true(recorded_same(&a.recording, &b.recording) && recorded_same(&b.recording, &a.recording));
    --*numbers[k];
    if (recorded_same(&a.recording, &b.recording) || recorded_same(&b.recording, &a.recording)) fail_msg("%zu", k);
  }
  Scalar *const results[] = {&b.primal[0], &b.primal[1], &b.image[0], &b.image[1]};
  for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
    make_whole(&b);
    results[k]->word++;
    assert_false(recorded_same(&a.recording, &b.recording));
  }
  make_whole(&b);
  b.code[4].code = STRAIGHT_ADD;
  assert_false(recorded_same(&a.recording, &b.recording));
  make_whole(&b);
  b.constant[1].integer = 4;
  assert_false(recorded_same(&a.recording, &b.recording));
  make_whole(&b);
  b.sign[0].negative = true;
  assert_false(recorded_same(&a.recording, &b.recording));
  make_whole(&b);
  b.constant[0].integer = 7; /* no node is it */
  b.recording.slope = NULL;  /* of a derivative nothing is said */
  assert_true(recorded_same(&a.recording, &b.recording) && recorded_same(&b.recording, &a.recording));
}

/* Constants are what they are worth, wherever they come from; and they are kept when others come after them. */
static void constants_by_value(void **state) {
  (void)state;
  static const char *const texts[] = {"3", "-9223372036854775808", "3/2", "9223372036854775808"};
  Recordings *r = recordings_new();
  mpq_t exact[2];
  mpq_init(exact[0]), mpq_init(exact[1]);
  mpq_set_si(exact[0], 1, 2);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    assert_int_equal(mpq_set_str(exact[1], texts[k], 10), 0);
    Constant constant = {.length = 2, .exact = exact};
    Made made = make(STRAIGHT_ADD, 0, 4);
    int64_t number = 0;
    made.constant[0] = (StraightConstant){&constant, 1, 0};
    uint32_t kept = keep(r, made);
    assert_int_equal(recorded_integer(&made.constant[0], &number), k < 2);
    assert_int_equal(kept != RECORDING_NONE, k < 2);
    if (k >= 2) continue;
    assert_true(number == (k == 0 ? 3 : INT64_MIN));
    assert_int_equal(keep(r, make(STRAIGHT_ADD, number, 4)), kept);
    (void)keep(r, make(STRAIGHT_ADD, 5, 4));
    assert_true(recordings_get(r, kept).program.constant[0].integer == number);
  }
  mpq_clear(exact[0]), mpq_clear(exact[1]);
  recordings_free(r);
}

static void facts_are_of_the_pair(void **state) {
  (void)state;
  Recordings *r = recordings_new();
  assert_non_null(r);
  uint32_t one = keep(r, make(STRAIGHT_ADD, 1, 4)), other = keep(r, make(STRAIGHT_ADD, 2, 4));
  recordings_facts(r, one, other, false)->asked = true;
  assert_true(recordings_facts(r, one, other, false)->asked);
  assert_false(recordings_facts(r, one, other, true)->asked);
  assert_false(recordings_facts(r, other, one, false)->asked);
  assert_false(recordings_facts(r, other, other, false)->asked);
  assert_false(recordings_facts(r, one, one, false)->asked);
  recordings_free(r);
}

/* Inputs that stand for others are others, and so are slopes. */
static void symbols_are_apart(void **state) {
  (void)state;
  Recordings *r = recordings_new();
  assert_non_null(r);
  Made made = make(STRAIGHT_ADD, 3, 4);
  static const StraightSymbol symbols[] = {
      {STRAIGHT_FUNCTION(RING_EXP), 0, 1}, {STRAIGHT_FUNCTION(RING_SIN), 0, 1}, {STRAIGHT_FUNCTION(RING_EXP), 3, 1}};
  static const uint32_t slopes[] = {1, 4};
  uint32_t number[6];
  for (uint32_t k = 0; k < 6; k++) {
    Recording recording = recording_of(&made);
    recording.room = recording.symbols = 1;
    recording.symbol = &symbols[k / 2];
    recording.slope = &slopes[k % 2];
    number[k] = recordings_keep(r, &recording);
    for (uint32_t other = 0; other < k; other++) assert_int_not_equal(number[other], number[k]);
    assert_int_equal(recordings_keep(r, &recording), number[k]);
  }
  recordings_free(r);
}

/* As many as make the tables grow some times. */
static void many_are_found_again(void **state) {
  (void)state;
  enum { MANY = 5000 };
  Recordings *r = recordings_new();
  assert_non_null(r);
  for (int64_t k = 1; k <= MANY; k++) {
    assert_int_equal(keep(r, make(STRAIGHT_MUL, k, 4)), k);
    recordings_facts(r, (uint32_t)k, 1, true)->asked = k % 3 == 0;
  }
  for (int64_t k = 1; k <= MANY; k++) {
    assert_int_equal(keep(r, make(STRAIGHT_MUL, k, 4)), k);
    assert_int_equal(recordings_facts(r, (uint32_t)k, 1, true)->asked, k % 3 == 0);
  }
  recordings_free(r);
}

/* When there is much all is forgotten: the numbers begin again, and nothing is known of their pairs. */
static void much_is_forgotten(void **state) {
  (void)state;
  enum { LONG = 1 << 22 };
  Recordings *r = recordings_new();
  StraightNode *code = calloc(LONG, sizeof *code);
  assert_true(r != NULL && code != NULL);
  Made made = make(STRAIGHT_ADD, 3, 4);
  memcpy(code, made.code, sizeof made.code);
  for (uint32_t i = NODES; i < LONG; i++) code[i] = (StraightNode){STRAIGHT_ADD, 0, 1};
  Recording few = recording_of(&made), many = few;
  many.program.code = code, many.program.nodes = LONG;
  assert_int_equal(recordings_keep(r, &few), 1);
  recordings_facts(r, 1, 2, false)->asked = true;
  recordings_trim(r);
  assert_true(recordings_facts(r, 1, 2, false)->asked);
  assert_int_equal(recordings_keep(r, &many), 2);
  recordings_trim(r);
  for (uint32_t k = 1; k < 5; k++) assert_false(recordings_facts(r, 1, k, k % 2 == 0)->asked);
  assert_int_equal(recordings_keep(r, &few), 1);
  free(code);
  recordings_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(differing_ones_are_apart), cmocka_unit_test(each_number_parts),
      cmocka_unit_test(constants_by_value),       cmocka_unit_test(facts_are_of_the_pair),
      cmocka_unit_test(symbols_are_apart),        cmocka_unit_test(many_are_found_again),
      cmocka_unit_test(much_is_forgotten)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
