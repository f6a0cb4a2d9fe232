/* A tape is swept only if it is one: what the check before the sweep takes, and each way in which it is none. */
#include "semantics/dualnum/tape.h"
#include "semantics/rings/rings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* y = a x + b x' at node 2, its square at node 3, and at node 4 the inner product (x, y) . (a, b) as a row. */
static const uint32_t ids[2] = {0, 2};

static void record(Tape *tape, const Scalar *partial) {
  uint32_t first, id;
  tape_init(tape);
  assert_true(tape_inputs(tape, 2, &first));
  assert_true(tape_reserve(tape, 2, 4));
  tape_edge(tape, 0, partial[0]);
  tape_edge(tape, 1, partial[1]);
  assert_int_equal(tape_node(tape), 2);
  tape_edge(tape, 2, partial[0]);
  tape_edge(tape, 2, partial[0]);
  assert_int_equal(tape_node(tape), 3);
  const TapeRow row = {.n = 2, .x = ids, .b = partial};
  assert_true(tape_row(tape, &row, &id));
  assert_int_equal(id, 4);
}

typedef struct Bench {
  Tape tape;
  Scalar partial[2];
} Bench;

static void begin(Bench *at) {
  Ring *ring = ring_field_new();
  at->partial[0] = ring_integer(ring, 3);
  at->partial[1] = ring_integer(ring, 5);
  ring_destroy(ring);
  record(&at->tape, at->partial);
  assert_true(tape_formed(&at->tape));
}

static void refused(Bench *at) {
  assert_false(tape_formed(&at->tape));
  tape_free(&at->tape);
  begin(at);
}

static void test_edges(void **state) {
  (void)state;
  Bench at;
  begin(&at);
  at.tape.source[1] = 2; /* of itself */
  refused(&at);
  at.tape.source[2] = 3;
  refused(&at);
  at.tape.source[3] = 4; /* of a node above it */
  refused(&at);
  at.tape.end[2] = 5; /* backwards afterwards, and beyond the edges */
  refused(&at);
  at.tape.end[4] = 5;
  refused(&at);
  at.tape.edges = 3;
  refused(&at);
  at.tape.inputs = 6; /* more than nodes */
  refused(&at);
  tape_free(&at.tape);
}

static void test_rows(void **state) {
  (void)state;
  static const uint32_t itself[2] = {0, 4}, constant[2] = {TAPE_CONSTANT, 3};
  Bench at;
  begin(&at);
  at.tape.row[0].x = itself;
  refused(&at);
  at.tape.row[0].y = itself;
  refused(&at);
  at.tape.row[0].node = 5; /* none */
  refused(&at);
  at.tape.row[0].node = 1; /* an input */
  refused(&at);
  at.tape.row[0].node = 3; /* a node with edges */
  refused(&at);
  at.tape.row[0].y = constant; /* is one all the same */
  at.tape.row[0].a = at.partial;
  assert_true(tape_formed(&at.tape));
  TapeRow twice[2] = {at.tape.row[0], at.tape.row[0]}, *held = at.tape.row;
  at.tape.row = twice; /* two rows of one node */
  at.tape.rows = 2;
  assert_false(tape_formed(&at.tape));
  at.tape.row = held;
  tape_free(&at.tape);
}

static void test_nothing_to_sweep(void **state) {
  (void)state;
  Tape tape;
  tape_init(&tape);
  assert_true(tape_formed(&tape));
  tape_free(&tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_edges), cmocka_unit_test(test_rows),
                                     cmocka_unit_test(test_nothing_to_sweep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
