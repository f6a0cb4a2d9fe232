#include "verify/truth/ring_sparse.h"

#include "semantics/rings/ring_pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A polynomial's terms lie together in one array, those of later scalars behind. */
typedef struct Polynomial {
  size_t first;
  uint32_t count;
} Polynomial;

typedef struct PolynomialRing {
  Ring ring;
  RingPool pool;
  SparseTerm *terms;
  size_t count, capacity;
} PolynomialRing;

#define BYTE 8u
#define GUARDS (((Monomial)0x8080808080808080u << 64) | 0x8080808080808080u)

static PolynomialRing *self(const Ring *ring) { return (PolynomialRing *)ring; }
static Polynomial at(const Ring *ring, Scalar a) { return *(const Polynomial *)ring_pool_item(&self(ring)->pool, a); }

const SparseTerm *sparse_terms(const Ring *ring, Scalar a, uint32_t *count) {
  Polynomial polynomial = at(ring, a);
  *count = polynomial.count;
  return self(ring)->terms + polynomial.first;
}

/* ---------------------------------------------------------------- making -- */

static bool reserve(Ring *ring, size_t more) {
  PolynomialRing *polynomials = self(ring);
  if (polynomials->count + more <= polynomials->capacity) return true;
  size_t capacity = 2 * (polynomials->count + more);
  SparseTerm *terms = capacity > RING_POOL_LIMIT ? NULL : realloc(polynomials->terms, capacity * sizeof *terms);
  if (terms == NULL) {
    ring_fail(ring, STATUS_LIMIT);
    return false;
  }
  polynomials->terms = terms;
  polynomials->capacity = capacity;
  return true;
}

/* The terms from the array's end on, `count` of them, as a new scalar. */
static Scalar keep(Ring *ring, uint32_t count) {
  PolynomialRing *polynomials = self(ring);
  Scalar scalar = RING_POOL_ZERO;
  if (count == 0) return scalar;
  if (count > SPARSE_TERMS) {
    ring_fail(ring, STATUS_LIMIT);
    return scalar;
  }
  Polynomial *made = ring_pool_push(&polynomials->pool, ring, &scalar);
  if (made == NULL) return scalar;
  *made = (Polynomial){polynomials->count, count};
  polynomials->count += count;
  return scalar;
}

static Scalar monomial_make(Ring *ring, Monomial monomial, int64_t coefficient) {
  if (coefficient == 0 || !reserve(ring, 1)) return RING_POOL_ZERO;
  self(ring)->terms[self(ring)->count] = (SparseTerm){monomial, coefficient};
  return keep(ring, 1);
}

Scalar sparse_variable(Ring *ring, uint32_t k) { return monomial_make(ring, (Monomial)1 << (BYTE * k), 1); }

static Scalar integer(Ring *ring, int64_t n) {
  return n == 0 ? RING_POOL_ZERO : n == 1 ? RING_POOL_ONE : monomial_make(ring, 0, n);
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  mpq_srcptr value = c->exact[index];
  if (mpz_cmp_ui(mpq_denref(value), 1) != 0)
    ring_fail(ring, STATUS_UNABLE);
  else if (!mpz_fits_slong_p(mpq_numref(value)))
    ring_fail(ring, STATUS_LIMIT);
  else
    return integer(ring, mpz_get_si(mpq_numref(value)));
  return RING_POOL_ZERO;
}

/* ------------------------------------------------------------- operations -- */

static int64_t times(Ring *ring, int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) ring_fail(ring, STATUS_LIMIT);
  return product;
}

static int64_t plus(Ring *ring, int64_t a, int64_t b) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) ring_fail(ring, STATUS_LIMIT);
  return sum;
}

/* Each exponent is below 2^7, so that no sum of two reaches the next byte: beyond the degree a guard is set. */
static Monomial monomial_times(Ring *ring, Monomial a, Monomial b) {
  Monomial product = a + b;
  if ((product & GUARDS) != 0) ring_fail(ring, STATUS_LIMIT);
  return product;
}

/* a + factor b */
static Scalar combine(Ring *ring, Scalar a, Scalar b, int64_t factor) {
  Polynomial p = at(ring, a), q = at(ring, b);
  if (!reserve(ring, (size_t)p.count + q.count)) return RING_POOL_ZERO;
  const SparseTerm *x = self(ring)->terms + p.first, *y = self(ring)->terms + q.first;
  SparseTerm *out = self(ring)->terms + self(ring)->count;
  uint32_t i = 0, k = 0, count = 0;
  while (i < p.count || k < q.count) {
    bool left = i < p.count && (k == q.count || x[i].monomial >= y[k].monomial);
    bool right = k < q.count && (i == p.count || y[k].monomial >= x[i].monomial);
    Monomial monomial = left ? x[i].monomial : y[k].monomial;
    int64_t sum = plus(ring, left ? x[i].coefficient : 0, right ? times(ring, factor, y[k].coefficient) : 0);
    if (sum != 0) out[count++] = (SparseTerm){monomial, sum};
    i += left;
    k += right;
  }
  return keep(ring, count);
}

static Scalar add(Ring *ring, Scalar a, Scalar b) { return combine(ring, a, b, 1); }
static Scalar sub(Ring *ring, Scalar a, Scalar b) { return combine(ring, a, b, -1); }
static Scalar neg(Ring *ring, Scalar a) { return combine(ring, RING_POOL_ZERO, a, -1); }

static int falling(const void *a, const void *b) {
  Monomial x = ((const SparseTerm *)a)->monomial, y = ((const SparseTerm *)b)->monomial;
  return (x < y) - (x > y);
}

/* The terms from the array's end on, in any order, monomials repeated: sorted, and added up. */
static Scalar collect(Ring *ring, uint32_t count) {
  SparseTerm *out = self(ring)->terms + self(ring)->count;
  uint32_t kept = 0;
  if (count > 1) qsort(out, count, sizeof *out, falling);
  for (uint32_t i = 0; i < count; i++) {
    SparseTerm sum = out[i];
    while (i + 1 < count && out[i + 1].monomial == sum.monomial)
      sum.coefficient = plus(ring, sum.coefficient, out[++i].coefficient);
    if (sum.coefficient != 0) out[kept++] = sum;
  }
  return keep(ring, kept);
}

static Scalar mul(Ring *ring, Scalar a, Scalar b) {
  Polynomial p = at(ring, a), q = at(ring, b);
  size_t products = (size_t)p.count * q.count;
  if (products > (size_t)SPARSE_TERMS * 4) ring_fail(ring, STATUS_LIMIT);
  if (ring->status != STATUS_OK || !reserve(ring, products)) return RING_POOL_ZERO;
  const SparseTerm *x = self(ring)->terms + p.first, *y = self(ring)->terms + q.first;
  SparseTerm *out = self(ring)->terms + self(ring)->count;
  for (uint32_t i = 0; i < p.count; i++) {
    for (uint32_t k = 0; k < q.count; k++)
      *out++ = (SparseTerm){monomial_times(ring, x[i].monomial, y[k].monomial),
                            times(ring, x[i].coefficient, y[k].coefficient)};
  }
  return collect(ring, (uint32_t)products);
}

static Scalar div_unable(Ring *ring, Scalar a, Scalar b) {
  (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

Scalar sparse_derivative(Ring *ring, Scalar a, uint32_t k) {
  Polynomial p = at(ring, a);
  if (!reserve(ring, p.count)) return RING_POOL_ZERO;
  const SparseTerm *x = self(ring)->terms + p.first;
  SparseTerm *out = self(ring)->terms + self(ring)->count;
  uint32_t count = 0;
  for (uint32_t i = 0; i < p.count; i++) {
    int64_t exponent = (int64_t)(x[i].monomial >> (BYTE * k) & 0xff);
    if (exponent == 0) continue;
    out[count++] = (SparseTerm){x[i].monomial - ((Monomial)1 << (BYTE * k)), times(ring, x[i].coefficient, exponent)};
  }
  return keep(ring, count); /* what was falling still is */
}

/* ------------------------------------------------------------------- ring -- */

static int compare(Ring *ring, Scalar a, Scalar b) {
  Polynomial p = at(ring, a), q = at(ring, b);
  const SparseTerm *x = self(ring)->terms + p.first, *y = self(ring)->terms + q.first;
  if (p.count != q.count) return p.count < q.count ? -1 : 1;
  for (uint32_t i = 0; i < p.count; i++) {
    if (x[i].monomial != y[i].monomial) return x[i].monomial < y[i].monomial ? -1 : 1;
    if (x[i].coefficient != y[i].coefficient) return x[i].coefficient < y[i].coefficient ? -1 : 1;
  }
  return 0;
}

static int print(Ring *ring, Scalar a, char *buffer, size_t size) {
  uint32_t count = 0;
  const SparseTerm *terms = sparse_terms(ring, a, &count);
  int length = snprintf(buffer, size, count == 0 ? "0" : "");
  for (uint32_t i = 0; i < count; i++) {
    size_t used = (size_t)length < size ? (size_t)length : size;
    length += snprintf(buffer + used, size - used, "%s%" PRId64, i == 0 ? "" : " + ", terms[i].coefficient);
    for (uint32_t k = 0; k < SPARSE_VARIABLES; k++) {
      unsigned exponent = (unsigned)(terms[i].monomial >> (BYTE * k) & 0xff);
      used = (size_t)length < size ? (size_t)length : size;
      if (exponent != 0) length += snprintf(buffer + used, size - used, " x%u^%u", k, exponent);
    }
  }
  return length;
}

static size_t mark(const Ring *ring) { return self(ring)->pool.count; }

static void release(Ring *ring, size_t mark_before) {
  PolynomialRing *polynomials = self(ring);
  ring_pool_release(&polynomials->pool, mark_before);
  Polynomial last = at(ring, (Scalar){polynomials->pool.count - 1});
  polynomials->count = last.first + last.count;
}

static void destroy(Ring *ring) {
  ring_pool_free(&self(ring)->pool);
  free(self(ring)->terms);
  free(ring);
}

static const RingOps ops = {.name = "sparse polynomials",
                            .traits = RING_EXACT,
                            .integer = integer,
                            .constant = constant,
                            .add = add,
                            .sub = sub,
                            .mul = mul,
                            .neg = neg,
                            .div = div_unable,
                            .compare = compare,
                            .mark = mark,
                            .release = release,
                            .print = print,
                            .destroy = destroy,
                            RING_NO_FUNCTIONS};

Ring *ring_sparse_new(void) {
  PolynomialRing *polynomials = calloc(1, sizeof *polynomials);
  if (polynomials == NULL) return NULL;
  Ring *ring = &polynomials->ring;
  ring->ops = &ops;
  if (!ring_pool_init(&polynomials->pool, sizeof(Polynomial)) || !reserve(ring, 64)) {
    destroy(ring);
    return NULL;
  }
  Scalar zero, one; /* the pool's first two */
  *(Polynomial *)ring_pool_push(&polynomials->pool, ring, &zero) = (Polynomial){0, 0};
  *(Polynomial *)ring_pool_push(&polynomials->pool, ring, &one) = (Polynomial){0, 1};
  polynomials->terms[polynomials->count++] = (SparseTerm){0, 1};
  return ring;
}
