/* Rings: the scalars over which every evaluator runs.
 *
 * A scalar is one 64-bit word whose meaning belongs to its ring: a residue, the
 * bits of a double, or an index into storage that the ring owns.  An operation
 * that fails sets the ring's status (sticky, like an IEEE flag) and returns
 * some scalar; evaluators look at the status after each primitive operation.
 * Storage is reclaimed with mark and release. */
#ifndef ADJUDGE_RINGS_RING_H
#define ADJUDGE_RINGS_RING_H

#include "semantics/memory/status.h"
#include "semantics/rings/constants.h"
#include "semantics/rings/field.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Scalar {
  uint64_t word;
} Scalar;

/* Functions of one argument that a ring may or may not have. */
typedef enum RingFunction {
  RING_SIN,
  RING_COS,
  RING_TAN,
  RING_EXP,
  RING_LOG,
  RING_SQRT,
  RING_TANH,
  RING_SIGMOID,
  RING_ABS,
  RING_SIGN
} RingFunction;

/* A function of the library (functions.def, a FunctionCode) with its constant parameters.
 * No proved function calls the library, and the proofs leave it out: SOUNDNESS.md. */
#ifndef __FRAMAC__
typedef struct RingCall {
  uint32_t function;
  const mpq_t *parameter;
} RingCall;
#endif

/* What a program can ask of two scalars: the guards of its conditionals. */
typedef enum RingTest {
  RING_LESS,       /* a < b */
  RING_LESS_EQUAL, /* a <= b */
  RING_EQUAL       /* a = b */
} RingTest;

typedef enum RingTrait {
  RING_EXACT = 1,   /* the ring laws hold without rounding */
  RING_ORDERED = 2, /* abs, sign, max, min and tests mean something */
  RING_FIELD = 4,   /* division by non-zero scalars */
  RING_ANALYTIC = 8 /* sin, exp, log and the like */
} RingTrait;

typedef struct Ring Ring;

typedef struct RingOps {
  const char *name;
  unsigned traits; /* RingTrait bits */
  Scalar (*integer)(Ring *ring, int64_t n);
  Scalar (*constant)(Ring *ring, const Constant *constant, uint32_t index);
  Scalar (*add)(Ring *ring, Scalar a, Scalar b);
  Scalar (*sub)(Ring *ring, Scalar a, Scalar b);
  Scalar (*mul)(Ring *ring, Scalar a, Scalar b);
  Scalar (*neg)(Ring *ring, Scalar a);
  Scalar (*div)(Ring *ring, Scalar a, Scalar b);                   /* DOMAIN when b = 0 */
  Scalar (*function)(Ring *ring, RingFunction function, Scalar a); /* UNABLE or DOMAIN */
  Scalar (*power)(Ring *ring, Scalar a, const Constant *exponent); /* a^c, c = exponent[0] */
  Scalar (*max)(Ring *ring, Scalar a, Scalar b);
  Scalar (*min)(Ring *ring, Scalar a, Scalar b);
  /* Whether the test holds.  UNABLE in a ring without an order, and where the
   * scalars (balls that overlap) do not decide it; DOMAIN for NaN, and in rings of
   * derivatives at a tie that a step along the line may break: a guard's boundary.
   * The one place where a run asks for its path: a ring that follows or records
   * one answers here. */
  bool (*test)(Ring *ring, RingTest test, Scalar a, Scalar b);
  /* A total order of representatives with 0 exactly for equal scalars: for
   * sorting finite maps; it need not be the order of the ring. */
  int (*compare)(Ring *ring, Scalar a, Scalar b);
  size_t (*mark)(const Ring *ring);
  void (*release)(Ring *ring, size_t mark);
  /* Writes the scalar, always terminated, like snprintf. */
  int (*print)(Ring *ring, Scalar a, char *buffer, size_t size);
  void (*destroy)(Ring *ring);
#ifndef __FRAMAC__ /* last, so that what is compiled from the contracts reads the other fields where they are */
  /* f(a, b), of one operand f(a); UNABLE or DOMAIN.  NULL in a ring that has none of them. */
  Scalar (*call)(Ring *ring, const RingCall *f, Scalar a, Scalar b);
#endif
} RingOps;

/* All that a ring keeps for itself, as the contracts see it. */
/*@ ghost int ring_state; */

struct Ring {
  const RingOps *ops;
  Status status;       /* the first failure since it was last cleared */
  uint64_t operations; /* scalar operations performed: the unit of cost laws */
  bool is_field_p;     /* residues modulo 2^61 - 1: inlined below */
};

static inline void ring_fail(Ring *ring, Status status) {
  if (ring->status == STATUS_OK) ring->status = status;
}
static inline Status ring_take_status(Ring *ring) {
  Status status = ring->status;
  ring->status = STATUS_OK;
  return status;
}

/* The operations of F_p: what the theorems ask of a ring (proofs/laws/field_ring.c). */
/*@ assigns \nothing;
    ensures word: member(\result.word);
    ensures zero: n == 0 ==> value(\result.word) == rzero;
    ensures one: n == 1 ==> value(\result.word) == rone; */
static inline Scalar residue_integer(int64_t n) { return (Scalar){field_from_int(n)}; }
/*@ requires words: member(a.word) && member(b.word);
    assigns \nothing;
    ensures word: member(\result.word);
    ensures sum: value(\result.word) == radd(value(a.word), value(b.word)); */
static inline Scalar residue_add(Scalar a, Scalar b) { return (Scalar){field_add(a.word, b.word)}; }
/*@ requires words: member(a.word) && member(b.word);
    assigns \nothing;
    ensures word: member(\result.word);
    ensures difference: value(\result.word) == radd(value(a.word), rneg(value(b.word))); */
static inline Scalar residue_sub(Scalar a, Scalar b) { return (Scalar){field_sub(a.word, b.word)}; }
/*@ requires words: member(a.word) && member(b.word);
    assigns \nothing;
    ensures word: member(\result.word);
    ensures product: value(\result.word) == rmul(value(a.word), value(b.word)); */
static inline Scalar residue_mul(Scalar a, Scalar b) { return (Scalar){field_mul(a.word, b.word)}; }
/*@ requires words: member(a.word);
    assigns \nothing;
    ensures word: member(\result.word);
    ensures negative: value(\result.word) == rneg(value(a.word)); */
static inline Scalar residue_neg(Scalar a) { return (Scalar){field_neg(a.word)}; }

/*@ assigns ring_state;
    ensures word: member(\result.word);
    ensures zero: n == 0 ==> value(\result.word) == rzero;
    ensures one: n == 1 ==> value(\result.word) == rone; */
static inline Scalar ring_integer(Ring *ring, int64_t n) {
  if (ring->is_field_p) return residue_integer(n);
  return ring->ops->integer(ring, n);
}
static inline Scalar ring_constant(Ring *ring, const Constant *c, uint32_t i) {
  return ring->ops->constant(ring, c, i);
}
/* The four ring operations count themselves and take a shortcut in F_p, where
 * nearly all the work of exhaustive runs is done. */
/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures sum: value(\result.word) == radd(value(a.word), value(b.word)); */
static inline Scalar ring_add(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  if (ring->is_field_p) return residue_add(a, b);
  return ring->ops->add(ring, a, b);
}
/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures difference: value(\result.word) == radd(value(a.word), rneg(value(b.word))); */
static inline Scalar ring_sub(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  if (ring->is_field_p) return residue_sub(a, b);
  return ring->ops->sub(ring, a, b);
}
/*@ requires words: member(a.word) && member(b.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures product: value(\result.word) == rmul(value(a.word), value(b.word)); */
static inline Scalar ring_mul(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  if (ring->is_field_p) return residue_mul(a, b);
  return ring->ops->mul(ring, a, b);
}
/*@ requires words: member(a.word);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures negative: value(\result.word) == rneg(value(a.word)); */
static inline Scalar ring_neg(Ring *ring, Scalar a) {
  ring->operations++;
  if (ring->is_field_p) return residue_neg(a);
  return ring->ops->neg(ring, a);
}
static inline Scalar ring_div(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  return ring->ops->div(ring, a, b);
}
static inline Scalar ring_function(Ring *ring, RingFunction function, Scalar a) {
  ring->operations++;
  return ring->ops->function(ring, function, a);
}
static inline Scalar ring_power(Ring *ring, Scalar a, const Constant *exponent) {
  ring->operations++;
  return ring->ops->power(ring, a, exponent);
}
#ifndef __FRAMAC__
static inline Scalar ring_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  ring->operations++;
  if (ring->ops->call != NULL) return ring->ops->call(ring, f, a, b);
  ring_fail(ring, STATUS_UNABLE);
  return a;
}
#endif
static inline Scalar ring_max(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  return ring->ops->max(ring, a, b);
}
static inline Scalar ring_min(Ring *ring, Scalar a, Scalar b) {
  ring->operations++;
  return ring->ops->min(ring, a, b);
}
static inline bool ring_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  ring->operations++;
  return ring->ops->test(ring, test, a, b);
}
/* The test's answer when a is below (-1), equal to (0) or above (1) b. */
static inline bool ring_test_order(RingTest test, int order) {
  return test == RING_LESS ? order < 0 : test == RING_LESS_EQUAL ? order <= 0 : order == 0;
}
/*@ assigns ring_state;
    ensures form: \result <==> same_form(a.word, b.word); */
static inline bool ring_equal(Ring *ring, Scalar a, Scalar b) { return ring->ops->compare(ring, a, b) == 0; }
static inline int ring_compare(Ring *ring, Scalar a, Scalar b) { return ring->ops->compare(ring, a, b); }
static inline size_t ring_mark(const Ring *ring) { return ring->ops->mark(ring); }
static inline void ring_release(Ring *ring, size_t mark) { ring->ops->release(ring, mark); }
/* As snprintf; what is cut ends in "...". */
int ring_print(Ring *ring, Scalar a, char *buffer, size_t size);
static inline void ring_destroy(Ring *ring) { ring->ops->destroy(ring); }

#endif
