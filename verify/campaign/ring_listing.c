#include "verify/campaign/ring_listing.h"

#include "semantics/rings/functions.h"
#include "semantics/rings/ring_pool.h"

#include <stdlib.h>

typedef struct ListingRing {
  Ring ring;
  RingOps ops; /* its own: the traits are the base's */
  Ring *base;
  uint32_t count;
  Step step[LISTING_MOST];
} ListingRing;

static ListingRing *self(const Ring *ring) { return (ListingRing *)ring; }
static Scalar base_of(const Ring *ring, Scalar a) { return self(ring)->step[a.word].base; }

const Step *listing_steps(const Ring *ring, uint32_t *count) {
  *count = self(ring)->count;
  return self(ring)->step;
}

static Scalar push(Ring *ring, Step step) {
  ListingRing *listing = self(ring);
  Status status = ring_take_status(listing->base);
  if (status != STATUS_OK) ring_fail(ring, status);
  if (listing->count == LISTING_MOST) {
    ring_fail(ring, STATUS_LIMIT);
    return (Scalar){0};
  }
  listing->step[listing->count] = step;
  return (Scalar){listing->count++};
}

Scalar listing_input(Ring *ring, Scalar base) { return push(ring, (Step){.code = STEP_INPUT, .base = base}); }

static Scalar two(Ring *ring, StepCode code, Scalar a, Scalar b, Scalar base) {
  return push(ring, (Step){.code = code, .a = (uint32_t)a.word, .b = (uint32_t)b.word, .base = base});
}

static Scalar integer(Ring *ring, int64_t n) {
  return push(ring, (Step){.code = STEP_NUMBER, .number = (double)n, .base = ring_integer(self(ring)->base, n)});
}
static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  Scalar base = ring_constant(self(ring)->base, c, index);
  return push(ring, (Step){.code = STEP_NUMBER, .number = c->nearest[c->length == 1 ? 0 : index], .base = base});
}
static Scalar add(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_ADD, a, b, ring_add(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}
static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_SUB, a, b, ring_sub(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}
static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_MUL, a, b, ring_mul(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}
static Scalar neg(Ring *ring, Scalar a) {
  return two(ring, STEP_NEG, a, a, ring_neg(self(ring)->base, base_of(ring, a)));
}
static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_DIV, a, b, ring_div(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}
static Scalar larger(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_MAX, a, b, ring_max(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}
static Scalar smaller(Ring *ring, Scalar a, Scalar b) {
  return two(ring, STEP_MIN, a, b, ring_min(self(ring)->base, base_of(ring, a), base_of(ring, b)));
}

static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  Scalar base = ring_function(self(ring)->base, f, base_of(ring, a));
  return push(ring, (Step){STEP_FUNCTION, f, (uint32_t)a.word, (uint32_t)a.word, false, 0, base});
}

/* Small whole powers as products, which every language has. */
static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n;
  if (ring_exponent(exponent, &n) == EXPONENT_INTEGER && n > 0 && n <= 16) return ring_integer_power(ring, a, n);
  Scalar base = ring_power(self(ring)->base, base_of(ring, a), exponent);
  return push(ring, (Step){STEP_POWER, 0, (uint32_t)a.word, (uint32_t)a.word, false, exponent->nearest[0], base});
}

/* Those with parameters have no name in other languages. */
static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  const FunctionInfo *info = function_info((FunctionCode)f->function);
  if (info->parameters > 0) ring_fail(ring, STATUS_UNABLE);
  if (info->operands == 1) b = a;
  Scalar base = ring_call(self(ring)->base, f, base_of(ring, a), base_of(ring, b));
  return push(
      ring, (Step){.code = STEP_CALL, .what = f->function, .a = (uint32_t)a.word, .b = (uint32_t)b.word, .base = base});
}

static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  bool answer = ring_test(self(ring)->base, question, base_of(ring, a), base_of(ring, b));
  (void)push(
      ring,
      (Step){.code = STEP_TEST, .what = question, .a = (uint32_t)a.word, .b = (uint32_t)b.word, .answer = answer});
  return answer;
}

static int compare(Ring *ring, Scalar a, Scalar b) {
  return ring_compare(self(ring)->base, base_of(ring, a), base_of(ring, b));
}

/* A listing keeps all of its steps. */
static size_t mark_of(const Ring *ring) { return self(ring)->count; }
static void release(Ring *ring, size_t mark) { (void)ring, (void)mark; }

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  return ring_print(self(ring)->base, base_of(ring, a), buffer, size);
}

static void destroy(Ring *ring) { free(self(ring)); }

Ring *ring_listing_new(Ring *base) {
  static const RingOps ops = {.name = "listing", RING_OPERATIONS_HERE};
  ListingRing *listing = base == NULL ? NULL : calloc(1, sizeof *listing);
  if (listing == NULL) return NULL;
  listing->ops = ops;
  listing->ops.traits = base->ops->traits;
  listing->ring.ops = &listing->ops;
  listing->base = base;
  return &listing->ring;
}
