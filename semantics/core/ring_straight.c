#include "semantics/core/ring_pool.h"
#include "semantics/core/rings.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct StraightRing {
  Ring ring;
  RingPool nodes, constants;
  uint32_t limit;
} StraightRing;

static StraightRing *self(const Ring *ring) { return (StraightRing *)ring; }

/* A node on top of those there are. */
static Scalar push(Ring *ring, StraightCode code, uint64_t a, uint64_t b) {
  Scalar scalar;
  if (self(ring)->nodes.count >= self(ring)->limit) {
    ring_fail(ring, STATUS_LIMIT);
    return RING_POOL_ZERO;
  }
  StraightNode *node = ring_pool_push(&self(ring)->nodes, ring, &scalar);
  if (node != NULL) *node = (StraightNode){code, (uint32_t)a, (uint32_t)b};
  return scalar;
}

static Scalar push_constant(Ring *ring, StraightConstant constant) {
  Scalar place;
  StraightConstant *item = ring_pool_push(&self(ring)->constants, ring, &place);
  if (item != NULL) *item = constant;
  return push(ring, STRAIGHT_CONSTANT, place.word, 0);
}

static Scalar straight_integer(Ring *ring, int64_t n) { return push_constant(ring, (StraightConstant){NULL, 0, n}); }

static Scalar straight_constant(Ring *ring, const Constant *constant, uint32_t index) {
  return push_constant(ring, (StraightConstant){constant, index, 0});
}

static Scalar straight_add(Ring *ring, Scalar a, Scalar b) { return push(ring, STRAIGHT_ADD, a.word, b.word); }
static Scalar straight_sub(Ring *ring, Scalar a, Scalar b) { return push(ring, STRAIGHT_SUB, a.word, b.word); }
static Scalar straight_mul(Ring *ring, Scalar a, Scalar b) { return push(ring, STRAIGHT_MUL, a.word, b.word); }
static Scalar straight_neg(Ring *ring, Scalar a) { return push(ring, STRAIGHT_NEG, a.word, 0); }

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
  ring_pool_free(&self(ring)->nodes);
  ring_pool_free(&self(ring)->constants);
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
      .div = ring_order_unable,
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
  straight->limit = limit;
  bool room = ring_pool_init(&straight->nodes, sizeof(StraightNode));
  if (!ring_pool_init(&straight->constants, sizeof(StraightConstant)) || !room) {
    straight_destroy(&straight->ring);
    return NULL;
  }
  return &straight->ring;
}

void straight_begin(Ring *ring, uint32_t inputs) {
  self(ring)->nodes.count = self(ring)->constants.count = 0;
  (void)ring_take_status(ring);
  for (uint32_t i = 0; i < inputs; i++) (void)push(ring, STRAIGHT_INPUT, i, 0);
}

StraightProgram straight_recorded(const Ring *ring) {
  const RingPool *nodes = &self(ring)->nodes, *constants = &self(ring)->constants;
  return (StraightProgram){(const StraightNode *)(const void *)nodes->items, (uint32_t)nodes->count,
                           (const StraightConstant *)(const void *)constants->items, (uint32_t)constants->count};
}

Status straight_constants(Ring *ring, const StraightProgram *program, Scalar *out) {
  for (uint32_t i = 0; i < program->constants; i++) {
    const StraightConstant *c = &program->constant[i];
    out[i] = c->constant == NULL ? ring_integer(ring, c->integer) : ring_constant(ring, c->constant, c->index);
  }
  return ring_take_status(ring);
}
