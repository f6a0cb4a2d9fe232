#include "verify/truth/kronecker.h"

#include "semantics/rings/rings.h"

#include <stdlib.h>

#define VALUES_LIMIT ((size_t)256 << 20)
#define RATIONAL_LIMIT (4 * (size_t)KRONECKER_MAX_BITS)

struct Kronecker {
  Store *store;
  Ring *bounds, *rationals;
  Arena arena;
};

Kronecker *kronecker_new(Store *store) {
  Kronecker *kronecker = calloc(1, sizeof *kronecker);
  if (kronecker == NULL) return NULL;
  kronecker->store = store;
  arena_init(&kronecker->arena, VALUES_LIMIT);
  kronecker->bounds = ring_bound_new();
  kronecker->rationals = ring_rational_new(RATIONAL_LIMIT);
  if (kronecker->bounds != NULL && kronecker->rationals != NULL) return kronecker;
  kronecker_free(kronecker);
  return NULL;
}

void kronecker_free(Kronecker *kronecker) {
  if (kronecker == NULL) return;
  if (kronecker->bounds != NULL) ring_destroy(kronecker->bounds);
  if (kronecker->rationals != NULL) ring_destroy(kronecker->rationals);
  arena_free(&kronecker->arena);
  free(kronecker);
}

Ring *kronecker_bounds(Kronecker *kronecker) { return kronecker->bounds; }
Ring *kronecker_rationals(Kronecker *kronecker) { return kronecker->rationals; }

/* -------------------------------------------------------------- points -- */

KroneckerPoint kronecker_point(uint32_t inputs) { return (KroneckerPoint){.inputs = inputs, .digit = 3}; }

void kronecker_widen(KroneckerPoint *point, Scalar scalar) {
  Bound bound = bound_get(scalar);
  if (bound.degree > point->degree) point->degree = bound.degree;
  if (bound.seeds > point->seeds) point->seeds = bound.seeds;
  /* coefficients up to 2^bits, of a difference up to 2^(bits+1), are balanced
   * digits, below 2^(digit-1), when the digit has bits + 3 bits */
  if (bound.bits + 3 > point->digit) point->digit = bound.bits + 3;
}

/* digit (degree+1)^inputs (seeds+1)^j, or UINT64_MAX beyond the limit. */
static uint64_t exponent(const KroneckerPoint *point, uint32_t inputs, uint32_t j) {
  uint64_t bits = point->digit;
  for (uint32_t i = 0; i < inputs + j; i++) {
    if (bits > KRONECKER_MAX_BITS) return UINT64_MAX;
    bits *= (uint64_t)(i < inputs ? point->degree : point->seeds) + 1;
  }
  return bits;
}

bool kronecker_fits(const KroneckerPoint *point, uint32_t displaced, uint32_t seeds) {
  return exponent(point, point->inputs + displaced, 0) <= KRONECKER_MAX_BITS &&
         exponent(point, point->inputs, seeds) <= KRONECKER_MAX_BITS;
}

static Scalar power_of_two(Ring *rational, uint64_t bits) {
  mpq_t value;
  mpq_init(value);
  mpz_ui_pow_ui(mpq_numref(value), 2, bits);
  Scalar scalar = rational_make(rational, value);
  mpq_clear(value);
  return scalar;
}

Scalar kronecker_input(const KroneckerPoint *point, Ring *rational, uint32_t i) {
  return power_of_two(rational, exponent(point, i, 0));
}

Scalar kronecker_seed(const KroneckerPoint *point, Ring *rational, uint32_t j) {
  return power_of_two(rational, exponent(point, point->inputs, j));
}

/* --------------------------------------------------------------- truth -- */

/* Runs the source at flat inputs. */
static Status run(Kronecker *kronecker, Ring *ring, const Program *program, const Scalar *input, Scalar *output) {
  ArenaMark mark = arena_mark(&kronecker->arena);
  Machine machine = machine_make(kronecker->store, ring, &kronecker->arena);
  Status status = source_evaluator.eval(&machine, program, input, output);
  arena_release(&kronecker->arena, mark);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

Status kronecker_source_bounds(Kronecker *kronecker, const Program *program, uint32_t inputs, Scalar *bounds) {
  ArenaMark mark = arena_mark(&kronecker->arena);
  Scalar *input = arena_array(&kronecker->arena, inputs, sizeof *input);
  if (input == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) input[i] = bound_make((Bound){1, 0, 1}); /* x_i + s */
  Status status = run(kronecker, kronecker->bounds, program, input, bounds);
  arena_release(&kronecker->arena, mark);
  return status;
}

/* The balanced residue of n modulo 2^bits, in [-2^(bits-1), 2^(bits-1)). */
static void balanced(mpz_t residue, const mpz_t n, mp_bitcnt_t bits) {
  mpz_fdiv_r_2exp(residue, n, bits);
  if (mpz_tstbit(residue, bits - 1) != 0) {
    mpz_t base;
    mpz_init(base);
    mpz_setbit(base, bits);
    mpz_sub(residue, residue, base);
    mpz_clear(base);
  }
}

/* Splits the value of c0 + c1 s + ... at s = 2^bits into its first two digits:
 * *output becomes c0, and c1 is answered. */
static Scalar split(Ring *rational, mp_bitcnt_t bits, Scalar *output) {
  mpq_t value, digit;
  mpq_inits(value, digit, NULL);
  rational_get(rational, *output, value);
  balanced(mpq_numref(digit), mpq_numref(value), bits);
  mpz_sub(mpq_numref(value), mpq_numref(value), mpq_numref(digit));
  mpz_fdiv_q_2exp(mpq_numref(value), mpq_numref(value), bits);
  *output = rational_make(rational, digit);
  balanced(mpq_numref(digit), mpq_numref(value), bits);
  Scalar derivative = rational_make(rational, digit);
  mpq_clears(value, digit, NULL);
  return derivative;
}

Status kronecker_truth(Kronecker *kronecker, const Program *program, const KroneckerPoint *point, uint32_t k,
                       Scalar *value, Scalar *derivative) {
  Ring *rational = kronecker->rationals;
  ArenaMark mark = arena_mark(&kronecker->arena);
  Scalar *input = arena_array(&kronecker->arena, point->inputs, sizeof *input);
  if (input == NULL) return STATUS_LIMIT;
  uint64_t bits = exponent(point, point->inputs, 0); /* of s, the highest variable */
  for (uint32_t i = 0; i < point->inputs; i++) {
    input[i] = kronecker_input(point, rational, i);
    if (i == k) input[i] = ring_add(rational, input[i], power_of_two(rational, bits));
  }
  uint32_t outputs = type_node(&kronecker->store->types, program->type)->dim;
  Status status = run(kronecker, rational, program, input, value);
  for (uint32_t j = 0; j < outputs && status == STATUS_OK; j++) {
    derivative[j] = split(rational, (mp_bitcnt_t)bits, &value[j]);
  }
  arena_release(&kronecker->arena, mark);
  Status left = ring_take_status(rational);
  return status != STATUS_OK ? status : left;
}
