#include "verify/primitive/ring_tape.h"

#include "semantics/rings/function_values.h"
#include "semantics/rings/ring_pool.h"
#include "verify/truth/function_series.h"
#include "verify/truth/ring_jet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION_BITS 80
#define EXPONENT_MOST 20000 /* beyond those of extended doubles */
#define INFINITE_EXPONENT 1000000

typedef struct Record {
  long double value, slope[2];
  uint32_t operand[2]; /* 0: none moves it */
  long double counted; /* the size at which its rounding counts, where that is above |value| */
  long double largest; /* of the array that the input stands in */
  bool input, logistic;
} Record;

typedef struct TapeRing {
  Ring ring;
  RingPool pool; /* of Record */
  Ring *jets;    /* of order 1, for functions: value and slope */
  int exponent;
  long double nearest;  /* of comparisons of what was computed, how near a tie they came, relatively */
  long double *adjoint; /* of each record */
  size_t adjoints;
} TapeRing;

static TapeRing *self(const Ring *ring) { return (TapeRing *)ring; }
static const Record *at(const Ring *ring, Scalar a) { return ring_pool_item(&self(ring)->pool, a); }
long double tape_value(const Ring *ring, Scalar a) { return at(ring, a)->value; }
long double tape_exponent(const Ring *ring) { return self(ring)->exponent; }

/* |log2| to within 1, without its cost. */
static void note_exponent(TapeRing *tape, long double value) {
  int exponent = 0;
  if (value == 0 || value == 1) return;
  (void)frexpl(value, &exponent);
  int size = isfinite(value) ? abs(exponent) : INFINITE_EXPONENT;
  if (size > tape->exponent) tape->exponent = size;
}

static Scalar push(Ring *ring, Record record) {
  Scalar scalar = RING_POOL_ZERO;
  TapeRing *tape = self(ring);
  Record *made = tape->pool.count < TAPE_MOST ? ring_pool_push(&tape->pool, ring, &scalar) : NULL;
  if (made == NULL) {
    ring_fail(ring, STATUS_LIMIT);
    return scalar;
  }
  *made = record;
  if (isnan(record.value)) ring_fail(ring, STATUS_DOMAIN);
  note_exponent(tape, record.value);
  return scalar;
}

Scalar tape_entry(Ring *ring, long double value, long double largest) {
  return push(ring, (Record){.value = value, .largest = largest, .input = true});
}
Scalar tape_input(Ring *ring, long double value) { return tape_entry(ring, value, fabsl(value)); }

Scalar tape_result(Ring *ring, long double value, Scalar a, long double slope_a, Scalar b, long double slope_b) {
  return push(ring,
              (Record){.value = value, .slope = {slope_a, slope_b}, .operand = {(uint32_t)a.word, (uint32_t)b.word}});
}

static Scalar known(Ring *ring, long double value) { return push(ring, (Record){.value = value}); }

static Scalar moved(Ring *ring, long double value, Scalar a, long double slope) {
  return tape_result(ring, value, a, slope, RING_POOL_ZERO, 0);
}

void tape_reset(Ring *ring) {
  ring_pool_release(&self(ring)->pool, 2);
  self(ring)->exponent = 0;
  self(ring)->nearest = INFINITY;
}

long double tape_nearest_tie(const Ring *ring) { return self(ring)->nearest; }

/* -------------------------------------------------- numbers of Arb -- */

long double extended_of_arf(const arf_t number) {
  arf_t mantissa, rest;
  fmpz_t exponent;
  if (arf_is_special(number)) return arf_get_d(number, ARF_RND_NEAR);
  arf_init(mantissa), arf_init(rest), fmpz_init(exponent);
  arf_frexp(mantissa, exponent, number);
  double head = arf_get_d(mantissa, ARF_RND_DOWN);
  arf_set_d(rest, head);
  arf_sub(rest, mantissa, rest, ARF_PREC_EXACT, ARF_RND_NEAR);
  long double value = (long double)head + (long double)arf_get_d(rest, ARF_RND_NEAR);
  bool near = fmpz_cmp_si(exponent, EXPONENT_MOST) < 0 && fmpz_cmp_si(exponent, -EXPONENT_MOST) > 0;
  int shift = near ? (int)fmpz_get_si(exponent) : fmpz_sgn(exponent) * EXPONENT_MOST;
  arf_clear(mantissa), arf_clear(rest), fmpz_clear(exponent);
  return ldexpl(value, shift);
}

long double extended_of_ball(const arb_t ball) { return extended_of_arf(arb_midref(ball)); }

void ball_of_extended(arb_t ball, long double value) {
  int exponent = 0;
  long double mantissa = frexpl(value, &exponent);
  double head = (double)mantissa;
  arf_t tail;
  arf_init(tail);
  arf_set_d(tail, (double)(mantissa - (long double)head));
  arb_set_d(ball, head);
  arf_add(arb_midref(ball), arb_midref(ball), tail, ARF_PREC_EXACT, ARF_RND_NEAR);
  arb_mul_2exp_si(ball, ball, exponent);
  arf_clear(tail);
}

/* ---------------------------------------------------------- arithmetic -- */

static Scalar integer(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  return known(ring, (long double)n);
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  arb_t ball;
  arb_init(ball);
  ball_set_rational(ball, c->exact[index], FUNCTION_BITS);
  long double value = extended_of_ball(ball);
  arb_clear(ball);
  return known(ring, value);
}

static Scalar add(Ring *ring, Scalar a, Scalar b) {
  return tape_result(ring, tape_value(ring, a) + tape_value(ring, b), a, 1, b, 1);
}
static Scalar sub(Ring *ring, Scalar a, Scalar b) {
  return tape_result(ring, tape_value(ring, a) - tape_value(ring, b), a, 1, b, -1);
}
/* Of sigmoid u and sigmoid -u the product is (sigmoid u)', which a program may have as t (1 - t), off by a unit of t;
 * tanh' is made of it too. */
static bool is_logistic_slope(const Ring *ring, const Record *a, const Record *b) {
  if (!a->logistic || !b->logistic) return false;
  return at(ring, (Scalar){a->operand[0]})->value == -at(ring, (Scalar){b->operand[0]})->value;
}

static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  long double x = tape_value(ring, a), y = tape_value(ring, b);
  long double counted = is_logistic_slope(ring, at(ring, a), at(ring, b)) ? fmaxl(x, y) : 0;
  return push(
      ring,
      (Record){.value = x * y, .slope = {y, x}, .operand = {(uint32_t)a.word, (uint32_t)b.word}, .counted = counted});
}
static Scalar neg(Ring *ring, Scalar a) { return moved(ring, -tape_value(ring, a), a, -1); }

static Scalar divide(Ring *ring, Scalar a, Scalar b) {
  long double y = tape_value(ring, b), quotient = tape_value(ring, a) / y;
  if (y == 0) ring_fail(ring, STATUS_DOMAIN);
  return tape_result(ring, quotient, a, 1 / y, b, -quotient / y);
}

/* ----------------------------------------------------------- functions -- */

/* More bits for large numbers, whose last ones still matter to exp and sin. */
static int bits_above_one(long double x) {
  int exponent = 0;
  (void)frexpl(x, &exponent);
  return exponent > 0 ? exponent : 0;
}

static Scalar jet_of(TapeRing *tape, long double x) {
  arb_struct line[2];
  jet_set_precision(tape->jets, FUNCTION_BITS + bits_above_one(x));
  arb_init(&line[0]), arb_init(&line[1]);
  ball_of_extended(&line[0], x);
  arb_one(&line[1]);
  Scalar jet = jet_make(tape->jets, line);
  arb_clear(&line[0]), arb_clear(&line[1]);
  return jet;
}

/* The result of one operation on jets as a record. */
static Scalar take_jet(Ring *ring, Scalar a, size_t mark, Scalar jet) {
  TapeRing *tape = self(ring);
  Status status = ring_take_status(tape->jets);
  long double value = 0, slope = 0;
  if (status == STATUS_OK) {
    value = extended_of_ball(jet_coefficient(tape->jets, jet, 0));
    if (value == 0 && !arf_is_zero(arb_midref(jet_coefficient(tape->jets, jet, 0)))) note_exponent(tape, INFINITY);
    slope = extended_of_ball(jet_coefficient(tape->jets, jet, 1));
  } else {
    ring_fail(ring, status);
    if (status == STATUS_LIMIT) note_exponent(tape, INFINITY); /* beyond Arb's */
  }
  ring_release(tape->jets, mark);
  return moved(ring, value, a, slope);
}

static Scalar mark_logistic(Ring *ring, Scalar made) {
  if (made.word > RING_POOL_ONE.word) ((Record *)ring_pool_item(&self(ring)->pool, made))->logistic = true;
  return made;
}

static bool is_number(Ring *ring, Scalar a) {
  if (isfinite(tape_value(ring, a))) return true;
  ring_fail(ring, STATUS_LIMIT);
  return false;
}

static Scalar function(Ring *ring, RingFunction f, Scalar a) {
  long double x = tape_value(ring, a);
  TapeRing *tape = self(ring);
  size_t mark = ring_mark(tape->jets);
  if (!is_number(ring, a)) return a;
  if (f == RING_ABS) return x < 0 ? neg(ring, a) : a;
  if (f == RING_SIGN) return integer(ring, (x > 0) - (x < 0));
  Scalar made = take_jet(ring, a, mark, ring_function(tape->jets, f, jet_of(tape, x)));
  return f == RING_SIGMOID ? mark_logistic(ring, made) : made;
}

static Scalar power(Ring *ring, Scalar a, const Constant *exponent) {
  TapeRing *tape = self(ring);
  size_t mark = ring_mark(tape->jets);
  if (!is_number(ring, a)) return a;
  return take_jet(ring, a, mark, ring_power(tape->jets, jet_of(tape, tape_value(ring, a)), exponent));
}

/* x + s, or x, as a series. */
static void set_series(arb_poly_t series, long double x, bool moves) {
  arb_t ball;
  arb_init(ball);
  ball_of_extended(ball, x);
  arb_poly_set_coeff_arb(series, 0, ball);
  arb_poly_set_coeff_si(series, 1, moves);
  arb_clear(ball);
}

/* The value of a library function, and its slope by operand k. */
static void expand_call(const RingCall *f, long double x, long double y, int k, slong precision, long double out[2]) {
  arb_poly_t first, second, result;
  arb_t coefficient;
  arb_poly_init(first), arb_poly_init(second), arb_poly_init(result), arb_init(coefficient);
  set_series(first, x, k == 0), set_series(second, y, k == 1);
  function_series(f, result, first, second, 2, precision);
  for (int i = 0; i < 2; i++) {
    arb_poly_get_coeff_arb(coefficient, result, i);
    out[i] = arb_is_finite(coefficient) ? extended_of_ball(coefficient) : INFINITY;
  }
  arb_poly_clear(first), arb_poly_clear(second), arb_poly_clear(result), arb_clear(coefficient);
}

/* At an edge the value alone, which moves with nothing. */
static long double value_at_edge(const RingCall *f, arb_srcptr x, arb_srcptr y) {
  arb_t value;
  arb_init(value);
  function_enclose(f, value, x, y, FUNCTION_BITS);
  long double found = extended_of_ball(value);
  arb_clear(value);
  return found;
}

static Scalar call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  long double x = tape_value(ring, a), y = tape_value(ring, b), by_x[2] = {0}, by_y[2] = {0};
  bool two = function_info(f->function)->operands == 2;
  if (!is_number(ring, a) || (two && !is_number(ring, b))) return a;
  slong precision = FUNCTION_BITS + bits_above_one(x) + (two ? bits_above_one(y) : 0);
  arb_t first, second;
  arb_init(first), arb_init(second);
  ball_of_extended(first, x), ball_of_extended(second, two ? y : 0);
  FunctionPlace place = function_place(f, first, second, precision);
  if (place == PLACE_EDGE) by_x[0] = value_at_edge(f, first, second);
  arb_clear(first), arb_clear(second);
  if (place == PLACE_OUTSIDE || place == PLACE_UNKNOWN) ring_fail(ring, STATUS_DOMAIN);
  if (place == PLACE_INSIDE) expand_call(f, x, y, 0, precision, by_x);
  if (place == PLACE_INSIDE && two) expand_call(f, x, y, 1, precision, by_y);
  if (!isfinite(by_x[0]) || !isfinite(by_x[1]) || !isfinite(by_y[1])) ring_fail(ring, STATUS_LIMIT);
  return tape_result(ring, by_x[0], a, by_x[1], two ? b : RING_POOL_ZERO, by_y[1]);
}

/* --------------------------------------------------------------- order -- */

/* What was read, and not computed, is compared as it is. */
static bool is_computed(const Ring *ring, Scalar a) { return at(ring, a)->operand[0] != 0; }

static int compare(Ring *ring, Scalar a, Scalar b) {
  long double x = tape_value(ring, a), y = tape_value(ring, b);
  if (x != y && (is_computed(ring, a) || is_computed(ring, b)))
    self(ring)->nearest = fminl(self(ring)->nearest, fabsl(x - y) / fmaxl(fabsl(x), fabsl(y)));
  return (x > y) - (x < y);
}
static Scalar larger(Ring *ring, Scalar a, Scalar b) { return compare(ring, a, b) >= 0 ? a : b; }
static Scalar smaller(Ring *ring, Scalar a, Scalar b) { return compare(ring, a, b) <= 0 ? a : b; }
static bool test(Ring *ring, RingTest question, Scalar a, Scalar b) {
  return ring_test_order(question, compare(ring, a, b));
}

/* ------------------------------------------------------------ backwards -- */

static bool make_adjoints(TapeRing *tape, size_t count) {
  if (count > tape->adjoints) {
    long double *grown = realloc(tape->adjoint, tape->pool.capacity * sizeof *grown);
    if (grown == NULL) return false;
    tape->adjoint = grown;
    tape->adjoints = tape->pool.capacity;
  }
  for (size_t i = 0; i < count; i++) tape->adjoint[i] = 0;
  return true;
}

bool tape_sizes(Ring *ring, Scalar result, TapeSizes *sizes) {
  TapeRing *tape = self(ring);
  *sizes = (TapeSizes){0};
  if (!make_adjoints(tape, result.word + 1)) return false;
  tape->adjoint[result.word] = 1;
  for (size_t i = result.word; i > 0; i--) {
    const Record *record = at(ring, (Scalar){i});
    long double adjoint = tape->adjoint[i];
    if (adjoint == 0) continue;
    for (int k = 0; k < 2; k++) {
      if (record->operand[k] != 0) tape->adjoint[record->operand[k]] += adjoint * record->slope[k];
    }
    long double part = record->value == 0 ? 0 : fabsl(adjoint * record->value);
    sizes->running += fmaxl(part, record->counted == 0 ? 0 : fabsl(adjoint) * record->counted);
    if (!record->input) continue;
    sizes->conditioning += part;
    sizes->normwise += fabsl(adjoint) * record->largest;
  }
  return true;
}

/* -------------------------------------------------------------- upkeep -- */

static size_t mark_of(const Ring *ring) { return self(ring)->pool.count; }
static void release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  return snprintf(buffer, size, "%.21Lg", tape_value(ring, a));
}

static void destroy(Ring *ring) {
  TapeRing *tape = self(ring);
  if (tape->jets != NULL) ring_destroy(tape->jets);
  ring_pool_free(&tape->pool);
  free(tape->adjoint);
  free(tape);
}

Ring *ring_tape_new(void) {
  static const RingOps ops = {
      .name = "tape", .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC, RING_OPERATIONS_HERE};
  TapeRing *tape = calloc(1, sizeof *tape);
  if (tape == NULL) return NULL;
  tape->ring.ops = &ops;
  tape->jets = ring_jet_new(1, FUNCTION_BITS);
  if (tape->jets == NULL || !ring_pool_init(&tape->pool, sizeof(Record))) {
    destroy(&tape->ring);
    return NULL;
  }
  (void)known(&tape->ring, 0);
  (void)known(&tape->ring, 1);
  return &tape->ring;
}
