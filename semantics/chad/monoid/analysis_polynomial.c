/* N[X]: polynomials with natural coefficients in as many generators as are asked for.
 *
 * A polynomial is its terms in strictly ascending degree-lexicographic order, each a
 * monomial (its generators in ascending order, repeated) with a coefficient that is not
 * 0.  The order is that of a monomial order: a product by one monomial keeps it. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/rings/ring_pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define POLYNOMIAL_MEMORY ((size_t)64 << 20)

typedef struct Monomial {
  uint64_t coefficient;
  uint32_t degree;
  const uint32_t *generators;
} Monomial;

typedef struct Polynomial {
  uint32_t count;
  const Monomial *terms;
} Polynomial;

typedef struct PolynomialRing {
  Ring ring;
  RingPool pool;
  Arena arena; /* of terms; given back when the ring is destroyed */
} PolynomialRing;

static PolynomialRing *self(Ring *ring) { return (PolynomialRing *)ring; }
static Polynomial at(const Ring *ring, Scalar a) {
  return *(const Polynomial *)ring_pool_item(&((const PolynomialRing *)ring)->pool, a);
}

static Scalar failed(Ring *ring, Status status) {
  ring_fail(ring, status);
  return RING_POOL_ZERO;
}

static Scalar push(Ring *ring, Polynomial polynomial) {
  Scalar scalar;
  Polynomial *made = ring_pool_push(&self(ring)->pool, ring, &scalar);
  if (made != NULL) *made = polynomial;
  return scalar;
}

/* coefficient * X_generator, or the constant for degree 0. */
static Scalar single(Ring *ring, uint64_t coefficient, uint32_t degree, uint32_t generator) {
  Monomial *term = arena_alloc(&self(ring)->arena, sizeof *term);
  uint32_t *generators = arena_alloc(&self(ring)->arena, sizeof *generators);
  if (term == NULL || generators == NULL) return failed(ring, STATUS_LIMIT);
  *generators = generator;
  *term = (Monomial){coefficient, degree, generators};
  return push(ring, (Polynomial){coefficient == 0 ? 0 : 1, term});
}

Scalar polynomial_generator(Ring *ring, uint32_t generator) { return single(ring, 1, 1, generator); }

static Scalar poly_integer(Ring *ring, int64_t n) {
  if (n == 0) return RING_POOL_ZERO;
  if (n == 1 && self(ring)->pool.count > 1) return RING_POOL_ONE;
  return n < 0 ? failed(ring, STATUS_UNABLE) : single(ring, (uint64_t)n, 0, 0);
}

static int compare_monomials(const Monomial *a, const Monomial *b) {
  if (a->degree != b->degree) return a->degree < b->degree ? -1 : 1;
  for (uint32_t i = 0; i < a->degree; i++) {
    if (a->generators[i] != b->generators[i]) return a->generators[i] < b->generators[i] ? -1 : 1;
  }
  return 0;
}

static Scalar poly_add(Ring *ring, Scalar left, Scalar right) {
  Polynomial a = at(ring, left), b = at(ring, right), sum = {0, NULL};
  if (a.count == 0) return right;
  if (b.count == 0) return left;
  Monomial *terms = arena_array(&self(ring)->arena, (size_t)a.count + b.count, sizeof *terms);
  if (terms == NULL) return failed(ring, STATUS_LIMIT);
  for (uint32_t i = 0, j = 0; i < a.count || j < b.count;) {
    int order = i == a.count ? 1 : j == b.count ? -1 : compare_monomials(&a.terms[i], &b.terms[j]);
    Monomial term = order <= 0 ? a.terms[i] : b.terms[j];
    if (order == 0 && __builtin_add_overflow(term.coefficient, b.terms[j].coefficient, &term.coefficient))
      return failed(ring, STATUS_LIMIT);
    i += order <= 0;
    j += order >= 0;
    terms[sum.count++] = term;
  }
  if (sum.count > POLYNOMIAL_TERMS) return failed(ring, STATUS_LIMIT);
  sum.terms = terms;
  return push(ring, sum);
}

/* The product of two monomials: the merge of their generators. */
static bool multiply(Ring *ring, const Monomial *a, const Monomial *b, Monomial *out) {
  uint32_t degree = a->degree + b->degree;
  uint32_t *generators = arena_array(&self(ring)->arena, degree, sizeof *generators);
  if (generators == NULL || degree > POLYNOMIAL_DEGREE) return false;
  for (uint32_t i = 0, j = 0, k = 0; k < degree; k++) {
    bool first = j == b->degree || (i < a->degree && a->generators[i] <= b->generators[j]);
    generators[k] = first ? a->generators[i++] : b->generators[j++];
  }
  *out = (Monomial){0, degree, generators};
  return !__builtin_mul_overflow(a->coefficient, b->coefficient, &out->coefficient);
}

static Scalar poly_mul(Ring *ring, Scalar left, Scalar right) {
  Polynomial a = at(ring, left), b = at(ring, right);
  Scalar sum = RING_POOL_ZERO;
  if (left.word == RING_POOL_ONE.word) return right;
  if (right.word == RING_POOL_ONE.word) return left;
  for (uint32_t i = 0; i < a.count; i++) {
    Monomial *terms = arena_array(&self(ring)->arena, b.count, sizeof *terms);
    if (terms == NULL) return failed(ring, STATUS_LIMIT);
    for (uint32_t j = 0; j < b.count; j++) {
      if (!multiply(ring, &a.terms[i], &b.terms[j], &terms[j])) return failed(ring, STATUS_LIMIT);
    }
    sum = poly_add(ring, sum, push(ring, (Polynomial){b.count, terms}));
    if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  }
  return sum;
}

/* value^1 * ... and coefficient as 1 + ... + 1. */
Scalar polynomial_image(const Ring *ring, Scalar a, Ring *to, const Scalar *values, uint32_t count) {
  Polynomial polynomial = at(ring, a);
  Scalar sum = ring_integer(to, 0);
  for (uint32_t i = 0; i < polynomial.count; i++) {
    const Monomial *term = &polynomial.terms[i];
    if (term->coefficient > INT64_MAX) ring_fail(to, STATUS_LIMIT);
    Scalar product = ring_integer(to, (int64_t)(term->coefficient & INT64_MAX));
    for (uint32_t k = 0; k < term->degree; k++) {
      if (term->generators[k] >= count) ring_fail(to, STATUS_STUCK);
      product = ring_mul(to, product, term->generators[k] < count ? values[term->generators[k]] : product);
    }
    sum = ring_add(to, sum, product);
  }
  return sum;
}

static int poly_compare(Ring *ring, Scalar left, Scalar right) {
  Polynomial a = at(ring, left), b = at(ring, right);
  if (a.count != b.count) return a.count < b.count ? -1 : 1;
  for (uint32_t i = 0; i < a.count; i++) {
    int order = compare_monomials(&a.terms[i], &b.terms[i]);
    uint64_t c = a.terms[i].coefficient, d = b.terms[i].coefficient;
    if (order != 0 || c != d) return order != 0 ? order : c < d ? -1 : 1;
  }
  return 0;
}

static int poly_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  Polynomial polynomial = at(ring, a);
  size_t length = 0;
  if (polynomial.count == 0) return snprintf(buffer, size, "0");
  for (uint32_t i = 0; i < polynomial.count; i++) {
    const Monomial *term = &polynomial.terms[i];
    bool bare = term->coefficient == 1 && term->degree > 0;
    char text[32] = "";
    for (uint32_t k = 0; k <= term->degree; k++) {
      if (k == 0 && bare) continue;
      if (k == 0)
        (void)snprintf(text, sizeof text, "%s%" PRIu64, i > 0 ? " + " : "", term->coefficient);
      else
        (void)snprintf(text, sizeof text, "%sX%" PRIu32,
                       k > 1 || !bare ? " "
                       : i > 0        ? " + "
                                      : "",
                       term->generators[k - 1]);
      size_t room = length < size ? size - length : 0;
      length += (size_t)snprintf(room == 0 ? NULL : buffer + length, room, "%s", text);
    }
  }
  return (int)length;
}

static Scalar no_two(Ring *ring, Scalar a, Scalar b) { return (void)a, (void)b, failed(ring, STATUS_UNABLE); }
static Scalar no_one(Ring *ring, Scalar a) { return (void)a, failed(ring, STATUS_UNABLE); }
static Scalar no_constant(Ring *ring, const Constant *constant, uint32_t index) {
  return (void)constant, (void)index, failed(ring, STATUS_UNABLE);
}
static Scalar no_power(Ring *ring, Scalar a, const Constant *c) {
  return (void)a, (void)c, failed(ring, STATUS_UNABLE);
}

static size_t poly_mark(const Ring *ring) { return ((const PolynomialRing *)ring)->pool.count; }
static void poly_release(Ring *ring, size_t mark) { ring_pool_release(&self(ring)->pool, mark); }
static void poly_destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  arena_free(&self(ring)->arena);
  free(ring);
}

Ring *ring_polynomial_new(void) {
  static const RingOps ops = {.name = "N[X]",
                              .traits = RING_EXACT,
                              .integer = poly_integer,
                              .constant = no_constant,
                              .add = poly_add,
                              .sub = no_two,
                              .mul = poly_mul,
                              .neg = no_one,
                              .div = no_two,
                              .function = ring_function_unable,
                              .power = no_power,
                              .max = ring_order_unable,
                              .min = ring_order_unable,
                              .test = ring_test_unable,
                              .compare = poly_compare,
                              .print = poly_print,
                              .destroy = poly_destroy,
                              RING_STACK(poly_)};
  PolynomialRing *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->ring.ops = &ops;
  arena_init(&made->arena, POLYNOMIAL_MEMORY);
  if (!ring_pool_init(&made->pool, sizeof(Polynomial))) {
    free(made);
    return NULL;
  }
  (void)push(&made->ring, (Polynomial){0, NULL});
  (void)single(&made->ring, 1, 0, 0);
  return &made->ring;
}
