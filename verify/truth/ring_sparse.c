#include "verify/truth/ring_sparse.h"

#include "semantics/rings/ring_pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
  uint32_t used, divided;
  bool inverses; /* there are some */
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

static Scalar monomial_make(Ring *ring, SparseTerm term) {
  if (term.coefficient == 0 || !reserve(ring, 1)) return RING_POOL_ZERO;
  self(ring)->terms[self(ring)->count] = term;
  return keep(ring, 1);
}

static Monomial power_of(uint32_t place, unsigned exponent) { return (Monomial)exponent << (BYTE * place); }
static unsigned exponent_in(Monomial monomial, uint32_t place) { return (unsigned)(monomial >> (BYTE * place) & 0xff); }
static uint32_t inverse_of(uint32_t k) { return SPARSE_VARIABLES - 1 - k; }

Scalar sparse_variable(Ring *ring, uint32_t k) { return monomial_make(ring, (SparseTerm){power_of(k, 1), 1, 1}); }

void sparse_begin(Ring *ring, uint32_t count) {
  self(ring)->used = count;
  self(ring)->divided = 0;
  self(ring)->inverses = false;
}

uint32_t sparse_take_divided(Ring *ring) {
  uint32_t divided = self(ring)->divided;
  self(ring)->divided = 0;
  return divided;
}

static Scalar integer(Ring *ring, int64_t n) {
  return n == 0 ? RING_POOL_ZERO : n == 1 ? RING_POOL_ONE : monomial_make(ring, (SparseTerm){0, n, 1});
}

static Scalar constant(Ring *ring, const Constant *c, uint32_t index) {
  mpq_srcptr value = c->exact[index];
  if (mpz_fits_slong_p(mpq_numref(value)) && mpz_fits_slong_p(mpq_denref(value))) {
    int64_t above = mpz_get_si(mpq_numref(value)), below = mpz_get_si(mpq_denref(value));
    return below == 1 ? integer(ring, above) : monomial_make(ring, (SparseTerm){0, above, below});
  }
  ring_fail(ring, STATUS_LIMIT);
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

static int64_t common(int64_t a, int64_t b) {
  if (a == INT64_MIN || b == INT64_MIN) return 1; /* then what follows is a limit at worst */
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a == 0 ? 1 : a;
}

/* In lowest terms. */
static void set_number(SparseTerm *term, int64_t above, int64_t below) {
  int64_t divisor = below == 1 ? 1 : common(above, below);
  term->coefficient = above / divisor;
  term->below = below / divisor;
}

/* *a gets the coefficient of a + factor b. */
static void add_number(Ring *ring, SparseTerm *a, const SparseTerm *b, int64_t factor) {
  int64_t x = times(ring, a->coefficient, b->below), y = times(ring, times(ring, factor, b->coefficient), a->below);
  set_number(a, plus(ring, x, y), times(ring, a->below, b->below));
}

/* Each exponent is below 2^7, so that no sum of two reaches the next byte: beyond the degree a guard is set.  Of a
 * variable and its inverse one is left. */
static Monomial monomial_times(Ring *ring, Monomial a, Monomial b) {
  Monomial product = a + b;
  if ((product & GUARDS) != 0) ring_fail(ring, STATUS_LIMIT);
  for (uint32_t k = 0; self(ring)->inverses && k < inverse_of(k); k++) {
    if (inverse_of(k) < self(ring)->used) continue;
    unsigned x = exponent_in(product, k), y = exponent_in(product, inverse_of(k)), both = x < y ? x : y;
    product -= power_of(k, both) + power_of(inverse_of(k), both);
  }
  return product;
}

static SparseTerm term_times(Ring *ring, SparseTerm a, SparseTerm b) {
  SparseTerm product = {.monomial = monomial_times(ring, a.monomial, b.monomial)};
  set_number(&product, times(ring, a.coefficient, b.coefficient), times(ring, a.below, b.below));
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
    SparseTerm sum = left ? x[i] : (SparseTerm){y[k].monomial, 0, 1};
    if (right) add_number(ring, &sum, &y[k], factor);
    if (sum.coefficient != 0) out[count++] = sum;
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
    while (i + 1 < count && out[i + 1].monomial == sum.monomial) add_number(ring, &sum, &out[++i], 1);
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
    for (uint32_t k = 0; k < q.count; k++) *out++ = term_times(ring, x[i], y[k]);
  }
  return collect(ring, (uint32_t)products);
}

/* The monomial's inverse; false where that of a variable has no place. */
static bool invert(Ring *ring, Monomial monomial, Monomial *inverse) {
  *inverse = 0;
  for (uint32_t k = 0; k < SPARSE_VARIABLES; k++) {
    unsigned exponent = exponent_in(monomial, k);
    if (exponent == 0) continue;
    bool itself = k < self(ring)->used;
    if (itself && inverse_of(k) < self(ring)->used) return false;
    self(ring)->divided |= (uint32_t)1 << (itself ? k : inverse_of(k));
    *inverse += power_of(inverse_of(k), exponent);
  }
  self(ring)->inverses = true;
  return true;
}

/* By one term that is not 0. */
static Scalar div_by_term(Ring *ring, Scalar a, Scalar b) {
  Polynomial q = at(ring, b);
  SparseTerm by = q.count == 1 ? self(ring)->terms[q.first] : (SparseTerm){0};
  Monomial inverse;
  if (q.count == 0) {
    ring_fail(ring, STATUS_DOMAIN);
  } else if (q.count > 1 || self(ring)->used == 0 || by.coefficient == INT64_MIN ||
             !invert(ring, by.monomial, &inverse)) {
    ring_fail(ring, STATUS_UNABLE);
  } else {
    bool negative = by.coefficient < 0;
    SparseTerm over = {inverse, negative ? -by.below : by.below, negative ? -by.coefficient : by.coefficient};
    return mul(ring, a, monomial_make(ring, over));
  }
  return a;
}

/* Of x^e, with the inverse of x for a negative e, it is e x^(e - 1). */
static SparseTerm term_derivative(Ring *ring, SparseTerm term, uint32_t k) {
  bool inverted = self(ring)->inverses && inverse_of(k) >= self(ring)->used;
  unsigned up = exponent_in(term.monomial, k), down = inverted ? exponent_in(term.monomial, inverse_of(k)) : 0;
  SparseTerm slope = {.monomial = term.monomial};
  if (up > 0) slope.monomial -= power_of(k, 1);
  if (down > 0) slope.monomial += power_of(inverse_of(k), 1);
  if ((slope.monomial & GUARDS) != 0) ring_fail(ring, STATUS_LIMIT);
  set_number(&slope, times(ring, term.coefficient, (int64_t)up - (int64_t)down), term.below);
  return slope;
}

Scalar sparse_derivative(Ring *ring, Scalar a, uint32_t k) {
  Polynomial p = at(ring, a);
  if (!reserve(ring, p.count)) return RING_POOL_ZERO;
  const SparseTerm *x = self(ring)->terms + p.first;
  SparseTerm *out = self(ring)->terms + self(ring)->count;
  uint32_t count = 0;
  for (uint32_t i = 0; i < p.count; i++) {
    SparseTerm slope = term_derivative(ring, x[i], k);
    if (slope.coefficient != 0) out[count++] = slope;
  }
  return collect(ring, count);
}

/* ------------------------------------------------------------------- ring -- */

static int compare(Ring *ring, Scalar a, Scalar b) {
  Polynomial p = at(ring, a), q = at(ring, b);
  const SparseTerm *x = self(ring)->terms + p.first, *y = self(ring)->terms + q.first;
  if (p.count != q.count) return p.count < q.count ? -1 : 1;
  for (uint32_t i = 0; i < p.count; i++) {
    if (x[i].monomial != y[i].monomial) return x[i].monomial < y[i].monomial ? -1 : 1;
    if (x[i].coefficient != y[i].coefficient) return x[i].coefficient < y[i].coefficient ? -1 : 1;
    if (x[i].below != y[i].below) return x[i].below < y[i].below ? -1 : 1;
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
    used = (size_t)length < size ? (size_t)length : size;
    if (terms[i].below != 1) length += snprintf(buffer + used, size - used, "/%" PRId64, terms[i].below);
    for (uint32_t k = 0; k < SPARSE_VARIABLES; k++) {
      unsigned exponent = exponent_in(terms[i].monomial, k);
      bool inverted = k >= self(ring)->used && self(ring)->inverses;
      used = (size_t)length < size ? (size_t)length : size;
      if (exponent != 0)
        length += snprintf(buffer + used, size - used, " x%u^%s%u", inverted ? inverse_of(k) : k, inverted ? "-" : "",
                           exponent);
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

static const RingOps ops = {.name = "sparse polynomials and inverses of variables",
                            .traits = RING_EXACT,
                            .integer = integer,
                            .constant = constant,
                            .add = add,
                            .sub = sub,
                            .mul = mul,
                            .neg = neg,
                            .div = div_by_term,
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
  polynomials->terms[polynomials->count++] = (SparseTerm){0, 1, 1};
  return ring;
}
