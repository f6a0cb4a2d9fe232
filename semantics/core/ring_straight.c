#include "semantics/core/recorder.h"
#include "semantics/core/ring_pool.h"
#include "semantics/core/rings.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct StraightRing {
  Ring ring;
  StraightRecorder recorder;
  uint32_t first, room, inverses, of[STRAIGHT_INVERSES]; /* inputs that stand for inverses of nodes */
} StraightRing;

static StraightRing *self(const Ring *ring) { return (StraightRing *)ring; }

/* The scalar of a node that the recorder made. */
static Scalar recorded(Ring *ring, uint32_t node) {
  if (node != RECORDER_NONE) return (Scalar){node};
  ring_fail(ring, STATUS_LIMIT);
  return RING_POOL_ZERO;
}

static Scalar operation(Ring *ring, StraightCode code, Scalar a, Scalar b) {
  return recorded(ring, recorder_operation(&self(ring)->recorder, code, a.word, b.word));
}

static Scalar push_constant(Ring *ring, StraightConstant constant) {
  return recorded(ring, recorder_constant(&self(ring)->recorder, constant));
}

static Scalar straight_integer(Ring *ring, int64_t n) { return push_constant(ring, (StraightConstant){NULL, 0, n}); }

static bool same_number(const StraightRecorder *recorder, uint32_t a, uint32_t b) {
  StraightNode x = recorder->code[a], y = recorder->code[b];
  if (x.code != STRAIGHT_CONSTANT || y.code != STRAIGHT_CONSTANT) return false;
  StraightConstant c = recorder->constant[x.a], d = recorder->constant[y.a];
  return c.constant == d.constant && c.index == d.index && c.integer == d.integer;
}

/* a / b as a times the input that stands for 1 / b. */
static Scalar straight_div(Ring *ring, Scalar a, Scalar b) {
  StraightRing *straight = self(ring);
  uint32_t i = 0, node = (uint32_t)b.word;
  if (straight->room == 0) return ring_order_unable(ring, a, b);
  while (i < straight->inverses && straight->of[i] != node && !same_number(&straight->recorder, straight->of[i], node))
    i++;
  if (i == straight->room) return recorded(ring, RECORDER_NONE);
  if (i == straight->inverses) straight->of[straight->inverses++] = node;
  return operation(ring, STRAIGHT_MUL, a, (Scalar){straight->first + i});
}

/* Of a number that is no integer the quotient of two, where there are quotients. */
static Scalar straight_constant(Ring *ring, const Constant *constant, uint32_t index) {
  const mpq_t *exact = &constant->exact[constant->length == 1 ? 0 : index];
  bool whole = mpz_cmp_ui(mpq_denref(*exact), 1) == 0;
  bool fits = mpz_fits_slong_p(mpq_numref(*exact)) && mpz_fits_slong_p(mpq_denref(*exact));
  if (self(ring)->room == 0 || whole || !fits) return push_constant(ring, (StraightConstant){constant, index, 0});
  Scalar above = straight_integer(ring, mpz_get_si(mpq_numref(*exact)));
  return straight_div(ring, above, straight_integer(ring, mpz_get_si(mpq_denref(*exact))));
}

static Scalar straight_add(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_ADD, a, b); }
static Scalar straight_sub(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_SUB, a, b); }
static Scalar straight_mul(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_MUL, a, b); }
static Scalar straight_neg(Ring *ring, Scalar a) { return operation(ring, STRAIGHT_NEG, a, (Scalar){0}); }

/* By the order of creation: nothing is known of values. */
static int straight_compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}

static int straight_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "node %u", (uint32_t)a.word);
}

static void straight_destroy(Ring *ring) {
  recorder_free(&self(ring)->recorder);
  free(self(ring));
}

Ring *ring_straight_new(uint32_t limit) {
  static const RingOps ops = {
      .name = "straight-line programs",
      .traits = 0,
      .integer = straight_integer,
      .constant = straight_constant,
      .add = straight_add,
      .sub = straight_sub,
      .mul = straight_mul,
      .neg = straight_neg,
      .div = straight_div,
      .function = ring_function_unable,
      .power = ring_power_or_unable,
      .max = ring_order_unable,
      .min = ring_order_unable,
      .test = ring_test_unable,
      .compare = straight_compare,
      .mark = ring_mark_nothing,
      .release = ring_release_nothing,
      .print = straight_print,
      .destroy = straight_destroy,
  };
  StraightRing *straight = calloc(1, sizeof *straight);
  if (straight == NULL) return NULL;
  straight->ring.ops = &ops;
  if (limit == RECORDER_NONE || !recorder_init(&straight->recorder, limit)) {
    free(straight);
    return NULL;
  }
  return &straight->ring;
}

void straight_begin_quotients(Ring *ring, uint32_t inputs, uint32_t room) {
  StraightRing *straight = self(ring);
  straight_begin(ring, inputs + room);
  straight->first = inputs;
  straight->room = room <= STRAIGHT_INVERSES ? room : STRAIGHT_INVERSES;
}

uint32_t straight_inverses(const Ring *ring, const uint32_t **of) {
  *of = self(ring)->of;
  return self(ring)->inverses;
}

void straight_begin(Ring *ring, uint32_t inputs) {
  self(ring)->room = self(ring)->inverses = 0;
  recorder_begin(&self(ring)->recorder);
  (void)ring_take_status(ring);
  for (uint32_t i = 0; i < inputs; i++) (void)recorded(ring, recorder_input(&self(ring)->recorder));
}

StraightProgram straight_recorded(const Ring *ring) {
  const StraightRecorder *recorder = &self(ring)->recorder;
  return (StraightProgram){recorder->code, recorder->nodes, recorder->constant, recorder->constants};
}

Status straight_constants(Ring *ring, const StraightProgram *program, Scalar *out) {
  for (uint32_t i = 0; i < program->constants; i++) {
    const StraightConstant *c = &program->constant[i];
    out[i] = c->constant == NULL ? ring_integer(ring, c->integer) : ring_constant(ring, c->constant, c->index);
  }
  return ring_take_status(ring);
}
