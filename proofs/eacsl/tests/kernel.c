/* The matrices, straight-line programs and sweeps of the product with their contracts compiled in, for the unit
 * tests to run: each call over F_p is made on copies of exactly the length that the contract asks for, with
 * ghost parameters drawn at random.  Calls over other rings, whose words are no residues, and calls too large
 * for the definitions of the logic run as in the product, and are counted apart. */
#define dense_apply checked_dense_apply
#define dense_apply_transposed checked_dense_apply_transposed
#define products_transpose checked_products_transpose
#define products_multiply checked_products_multiply
#define products_sum checked_products_sum
#define straight_values checked_straight_values
#define straight_duals checked_straight_duals
#define straight_gradient checked_straight_gradient
#define sweep_forward checked_sweep_forward
#define sweep_backward checked_sweep_backward
#define verdict_holds checked_verdict_holds
#define verdict_decided checked_verdict_decided
// clang-format off
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/power.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/tape.acsl"
#include "proofs/logic/dense.acsl"
#include "proofs/logic/cells.acsl"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/gradient.acsl"
#include "proofs/logic/choices.acsl"
#include "ad/simplify/choices.h"
#include "semantics/rings/field_power.h"
#include "semantics/rings/dense.c"
#include "semantics/rings/products.c"
#include "semantics/straight/straight.c"
#include "semantics/dualnum/gradient.c"
#include "semantics/dualnum/sweep.c"
#include "verify/battery/verdict.c"
#include "proofs/eacsl/campaign.h"
// clang-format on
#undef dense_apply
#undef dense_apply_transposed
#undef products_transpose
#undef products_multiply
#undef products_sum
#undef straight_values
#undef straight_duals
#undef straight_gradient
#undef sweep_forward
#undef sweep_backward
#undef verdict_holds
#undef verdict_decided

#define MOST_SCALARS 4096
/* What a node denotes takes time exponential in its height. */
#define MOST_NODES 12

static unsigned long unchecked;

static bool checked(const Ring *ring, uint64_t scalars, uint32_t nodes) {
  if (ring->is_field_p && scalars <= MOST_SCALARS && nodes <= MOST_NODES) return true;
  unchecked++;
  return false;
}

static void *copy(const void *from, size_t size) {
  void *to = malloc(size == 0 ? 1 : size);
  if (to == NULL) abort();
  if (from != NULL) memcpy(to, from, size);
  return to;
}

static Scalar *copy_scalars(const Scalar *from, size_t count) { return copy(from, count * sizeof *from); }

static Scalar *draw(size_t count) {
  static uint64_t state = 1;
  Scalar *out = copy_scalars(NULL, count);
  for (size_t i = 0; i < count; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    out[i].word = (state >> 3) % FIELD_P;
  }
  return out;
}

/* Moves the result out of its copy. */
static void result(Scalar *to, Scalar *from, size_t count) {
  memcpy(to, from, count * sizeof *to);
  free(from);
}

extern void plain_dense_apply(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, Scalar *y);
void dense_apply(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, Scalar *y) {
  if (!checked(ring, (uint64_t)m * n, 0)) {
    plain_dense_apply(ring, m, n, a, x, y);
    return;
  }
  Scalar *matrix = copy_scalars(a, (size_t)m * n), *vector = copy_scalars(x, n), *image = draw(m), *along = draw(m);
  checked_dense_apply(ring, m, n, matrix, vector, image, along);
  result(y, image, m);
  free(matrix), free(vector), free(along);
}

extern void plain_dense_apply_transposed(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *w,
                                         Scalar *z);
void dense_apply_transposed(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *w, Scalar *z) {
  if (!checked(ring, (uint64_t)m * n, 0)) {
    plain_dense_apply_transposed(ring, m, n, a, w, z);
    return;
  }
  Scalar *matrix = copy_scalars(a, (size_t)m * n), *vector = copy_scalars(w, m), *image = draw(n), *along = draw(n);
  checked_dense_apply_transposed(ring, m, n, matrix, vector, image, along);
  result(z, image, n);
  free(matrix), free(vector), free(along);
}

extern void plain_products_multiply(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, const Scalar *b,
                                    Scalar *p);
void products_multiply(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, const Scalar *b, Scalar *p) {
  if (!checked(ring, ((uint64_t)m * n + c) * ((uint64_t)n * c + m), 0)) {
    plain_products_multiply(ring, m, n, c, a, b, p);
    return;
  }
  Scalar *left = copy_scalars(a, (size_t)m * n), *right = copy_scalars(b, (size_t)n * c), *image = draw((size_t)m * c);
  checked_products_multiply(ring, m, n, c, left, right, image);
  result(p, image, (size_t)m * c);
  free(left), free(right);
}

extern void plain_products_transpose(uint32_t m, uint32_t n, const Scalar *a, Scalar *t);
void products_transpose(uint32_t m, uint32_t n, const Scalar *a, Scalar *t) {
  if ((uint64_t)m * n > MOST_SCALARS) {
    unchecked++;
    plain_products_transpose(m, n, a, t);
    return;
  }
  Scalar *matrix = copy_scalars(a, (size_t)m * n), *image = draw((size_t)m * n);
  checked_products_transpose(m, n, matrix, image);
  result(t, image, (size_t)m * n);
  free(matrix);
}

extern void plain_products_sum(Ring *ring, size_t size, const Scalar *a, const Scalar *b, Scalar *s);
void products_sum(Ring *ring, size_t size, const Scalar *a, const Scalar *b, Scalar *s) {
  if (!checked(ring, size, 0)) {
    plain_products_sum(ring, size, a, b, s);
    return;
  }
  Scalar *left = copy_scalars(a, size), *right = copy_scalars(b, size), *image = draw(size);
  checked_products_sum(ring, size, left, right, image);
  result(s, image, size);
  free(left), free(right);
}

/* How many inputs, and constants, a program has. */
static uint32_t inputs_of(const StraightNode *code, uint32_t nodes) {
  uint32_t inputs = 0;
  while (inputs < nodes && code[inputs].code == STRAIGHT_INPUT) inputs++;
  return inputs;
}
static uint32_t constants_of(const StraightNode *code, uint32_t nodes) {
  uint32_t constants = 0;
  for (uint32_t k = 0; k < nodes; k++) {
    if (code[k].code == STRAIGHT_CONSTANT && code[k].a >= constants) constants = code[k].a + 1;
  }
  return constants;
}

extern void plain_straight_values(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant,
                                  const Scalar *x, Scalar *w);
void straight_values(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                     Scalar *w) {
  if (!checked(ring, 0, nodes)) {
    plain_straight_values(ring, code, nodes, constant, x, w);
    return;
  }
  uint32_t inputs = inputs_of(code, nodes), constants = constants_of(code, nodes);
  StraightNode *program = copy(code, nodes * sizeof *code);
  Scalar *c = copy_scalars(constant, constants), *at = copy_scalars(x, inputs), *value = draw(nodes);
  checked_straight_values(ring, program, nodes, c, at, value, inputs, constants);
  result(w, value, nodes);
  free(program), free(c), free(at);
}

extern void plain_straight_duals(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant,
                                 const Scalar *x, const Scalar *dx, Dual *w);
void straight_duals(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                    const Scalar *dx, Dual *w) {
  if (!checked(ring, 0, nodes)) {
    plain_straight_duals(ring, code, nodes, constant, x, dx, w);
    return;
  }
  uint32_t inputs = inputs_of(code, nodes), constants = constants_of(code, nodes);
  StraightNode *program = copy(code, nodes * sizeof *code);
  Scalar *c = copy_scalars(constant, constants), *at = copy_scalars(x, inputs), *along = copy_scalars(dx, inputs);
  Dual *value = copy(w, nodes * sizeof *w);
  checked_straight_duals(ring, program, nodes, c, at, along, value, inputs, constants);
  memcpy(w, value, nodes * sizeof *w);
  free(program), free(c), free(at), free(along), free(value);
}

/* The derivatives of the nodes along a direction drawn at random. */
static Scalar *tangents(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *w) {
  Scalar *t = draw(nodes);
  for (uint32_t k = 0; k < nodes; k++) {
    uint32_t a = code[k].a, b = code[k].b;
    switch (code[k].code) {
    case STRAIGHT_INPUT: break;
    case STRAIGHT_CONSTANT: t[k] = ring_integer(ring, 0); break;
    case STRAIGHT_ADD: t[k] = ring_add(ring, t[a], t[b]); break;
    case STRAIGHT_SUB: t[k] = ring_sub(ring, t[a], t[b]); break;
    case STRAIGHT_MUL: t[k] = ring_add(ring, ring_mul(ring, t[a], w[b]), ring_mul(ring, w[a], t[b])); break;
    case STRAIGHT_NEG: t[k] = ring_neg(ring, t[a]); break;
    }
  }
  return t;
}

extern void plain_straight_gradient(Ring *ring, const StraightNode *code, uint32_t inputs, uint32_t nodes,
                                    const Scalar *w, uint32_t output, Scalar *adjoint);
void straight_gradient(Ring *ring, const StraightNode *code, uint32_t inputs, uint32_t nodes, const Scalar *w,
                       uint32_t output, Scalar *adjoint) {
  if (!checked(ring, 0, nodes)) {
    plain_straight_gradient(ring, code, inputs, nodes, w, output, adjoint);
    return;
  }
  uint32_t constants = constants_of(code, nodes);
  StraightNode *program = copy(code, nodes * sizeof *code);
  Scalar *value = copy_scalars(w, nodes), *c = draw(constants), *at = copy_scalars(w, inputs), *image = draw(nodes);
  for (uint32_t k = 0; k < nodes; k++) {
    if (code[k].code == STRAIGHT_CONSTANT) c[code[k].a] = w[k];
  }
  Scalar *along = tangents(ring, program, nodes, value);
  checked_straight_gradient(ring, program, inputs, nodes, value, output, image, constants, c, at, along);
  result(adjoint, image, nodes);
  free(program), free(value), free(c), free(at), free(along);
}

extern void plain_sweep_backward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *adjoint);
void sweep_backward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *adjoint) {
  if (!checked(ring, nodes, 0) || edges.end[nodes - 1] > MOST_SCALARS) {
    plain_sweep_backward(ring, edges, inputs, nodes, adjoint);
    return;
  }
  uint32_t count = edges.end[nodes - 1];
  uint32_t *end = copy(edges.end, nodes * sizeof *end), *source = copy(edges.source, count * sizeof *source);
  Scalar *partial = copy_scalars(edges.partial, count), *image = copy_scalars(adjoint, nodes), *along = draw(nodes);
  Edges tape = {end, source, partial};
  checked_sweep_forward(ring, tape, inputs, nodes, along);
  checked_sweep_backward(ring, tape, inputs, nodes, image, along);
  result(adjoint, image, nodes);
  free(end), free(source), free(partial), free(along);
}

/* Whose scalars are compared: proofs/eacsl/logic/kernel.c says that they agree if verdict_scalars says so. */
Subject *compared;

Outcome verdict_holds(Subject *subject, uint32_t length, Places places, const Scalar *expected, const Scalar *found) {
  Scalar *left = copy_scalars(expected, length), *right = copy_scalars(found, length);
  Places own = {places.real == NULL ? NULL : copy(places.real, places.reals * sizeof *places.real), places.reals};
  compared = subject;
  Outcome outcome = checked_verdict_holds(subject, length, own, left, right);
  free(left), free(right), free((void *)own.real);
  return outcome;
}

extern Outcome plain_verdict_decided(Ring *ring, uint32_t length, const Scalar *expected, const Scalar *found);
Outcome verdict_decided(Ring *ring, uint32_t length, const Scalar *expected, const Scalar *found) {
  if (!checked(ring, length, 0)) return plain_verdict_decided(ring, length, expected, found);
  Scalar *left = copy_scalars(expected, length), *right = copy_scalars(found, length);
  Outcome outcome = checked_verdict_decided(ring, length, left, right);
  free(left), free(right);
  return outcome;
}

/* Those of headers: proofs/eacsl/tests/headers.h. */
uint64_t checked_field_reduce(uint64_t a) { return field_reduce(a); }
uint64_t checked_field_add(uint64_t a, uint64_t b) { return field_add(a, b); }
uint64_t checked_field_sub(uint64_t a, uint64_t b) { return field_sub(a, b); }
uint64_t checked_field_neg(uint64_t a) { return field_neg(a); }
uint64_t checked_field_mul(uint64_t a, uint64_t b) { return field_mul(a, b); }
uint64_t checked_field_from_int(int64_t n) { return field_from_int(n); }
uint64_t checked_field_power(uint64_t a, uint64_t exponent) { return field_power(a, exponent); }
uint64_t checked_field_inverse(uint64_t a) { return field_inverse(a); }
Choice checked_choice_sum(Known x, Known y) { return choice_sum(x, y); }
Choice checked_choice_difference(Known x, Known y) { return choice_difference(x, y); }
Choice checked_choice_product(Known x, Known y) { return choice_product(x, y); }

/* Printed when the tests have run. */
void tests_report(void) {
  campaign_report();
  (void)printf("%lu unchecked\n", unchecked);
}

int main(void) { return 0; } /* E-ACSL makes of it what sets its memory up: run before the tests */
