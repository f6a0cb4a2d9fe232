/* Tier T2k: bounds are bounds, one evaluation decides, digits are derivatives.
 *
 * The other side is a ring of dense polynomials in three variables, written
 * here, with its own formal derivative. */
#include "semantics/rings/rings.h"
#include "verify/enumerate/space.h"
#include "verify/truth/kronecker.h"
#include "verify/truth/truth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---------------------------------------------------- dense polynomials -- */

#define EACH 9 /* degrees 0..8 in each variable */
#define POOL 4096

typedef struct Dense {
  int64_t c[EACH][EACH][EACH];
} Dense;

static Dense pool[POOL];
static size_t pooled;
static bool overflow; /* a degree left the table */

static Scalar dense_new(void) {
  assert_true(pooled < POOL);
  memset(&pool[pooled], 0, sizeof pool[0]);
  return (Scalar){pooled++};
}

static Scalar dense_integer(Ring *ring, int64_t n) {
  (void)ring;
  Scalar a = dense_new();
  pool[a.word].c[0][0][0] = n;
  return a;
}

static Scalar dense_constant(Ring *ring, const Constant *constant, uint32_t index) {
  if (mpz_cmp_ui(mpq_denref(constant->exact[index]), 1) != 0) ring_fail(ring, STATUS_UNABLE);
  return dense_integer(ring, mpz_get_si(mpq_numref(constant->exact[index])));
}

#define FOR_EACH                                                                                                       \
  for (int i = 0; i < EACH; i++)                                                                                       \
    for (int j = 0; j < EACH; j++)                                                                                     \
      for (int k = 0; k < EACH; k++)

static Scalar dense_linear(Scalar a, int64_t factor, Scalar b) {
  Scalar r = dense_new();
  FOR_EACH pool[r.word].c[i][j][k] = pool[a.word].c[i][j][k] + factor * pool[b.word].c[i][j][k];
  return r;
}

static Scalar dense_add(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return dense_linear(a, 1, b);
}

static Scalar dense_sub(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return dense_linear(a, -1, b);
}

static Scalar dense_neg(Ring *ring, Scalar a) { return dense_linear(dense_integer(ring, 0), -1, a); }

static void dense_accumulate(Dense *r, const Dense *b, int i0, int j0, int k0, int64_t c) {
  FOR_EACH {
    if (b->c[i][j][k] == 0) continue;
    if (i + i0 >= EACH || j + j0 >= EACH || k + k0 >= EACH)
      overflow = true;
    else
      r->c[i + i0][j + j0][k + k0] += c * b->c[i][j][k];
  }
}

static Scalar dense_mul(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  Scalar r = dense_new();
  FOR_EACH {
    int64_t c = pool[a.word].c[i][j][k];
    if (c != 0) dense_accumulate(&pool[r.word], &pool[b.word], i, j, k, c);
  }
  return r;
}

static Scalar dense_unable(Ring *ring, Scalar a, Scalar b) {
  (void)b;
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

static const RingOps dense_ops = {.name = "dense",
                                  .integer = dense_integer,
                                  .constant = dense_constant,
                                  .add = dense_add,
                                  .sub = dense_sub,
                                  .mul = dense_mul,
                                  .neg = dense_neg,
                                  .div = dense_unable};

/* d/dx_v */
static Scalar dense_derivative(Scalar a, int v) {
  Scalar r = dense_new();
  FOR_EACH {
    int64_t c = pool[a.word].c[i][j][k];
    if (v == 0 && i > 0) pool[r.word].c[i - 1][j][k] = c * i;
    if (v == 1 && j > 0) pool[r.word].c[i][j - 1][k] = c * j;
    if (v == 2 && k > 0) pool[r.word].c[i][j][k - 1] = c * k;
  }
  return r;
}

/* The polynomial's value at the point, over exact rationals. */
static Scalar dense_at(Ring *rational, const KroneckerPoint *point, Scalar a) {
  Scalar sum = ring_integer(rational, 0);
  FOR_EACH {
    int64_t c = pool[a.word].c[i][j][k];
    int degree[3] = {i, j, k};
    if (c == 0) continue;
    Scalar monomial = ring_integer(rational, c);
    for (uint32_t v = 0; v < 3; v++) {
      for (int e = 0; e < degree[v]; e++) {
        monomial = ring_mul(rational, monomial, kronecker_input(point, rational, v));
      }
    }
    sum = ring_add(rational, sum, monomial);
  }
  return sum;
}

static void assert_within(Scalar a, Scalar bound) {
  int64_t norm = 0;
  uint32_t degree = 0;
  FOR_EACH {
    int64_t c = pool[a.word].c[i][j][k];
    norm += llabs(c);
    if (c != 0 && (uint32_t)(i + j + k) > degree) degree = (uint32_t)(i + j + k);
  }
  assert_true(degree <= bound_get(bound).degree);
  assert_true(bound_get(bound).bits < 62 && norm <= (int64_t)1 << bound_get(bound).bits);
}

/* --------------------------------------------------------------- tests -- */

typedef struct Fixture {
  Store *store;
  Kronecker *kronecker;
  Space *space;
  Arena arena;
} Fixture;

static void open_fixture(Fixture *f, const char *description) {
  char error[256];
  f->store = store_new((uint32_t)1 << 20);
  f->kronecker = kronecker_new(f->store);
  f->space = space_open(f->store, description, error, sizeof error);
  assert_non_null(f->space);
  arena_init(&f->arena, (size_t)64 << 20);
}

static void close_fixture(Fixture *f) {
  space_close(f->space);
  kronecker_free(f->kronecker);
  store_free(f->store);
  arena_free(&f->arena);
}

static uint32_t input_count(const Fixture *f, const Program *program) {
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < program->length; i++) inputs += type_node(&f->store->types, program->context[i])->dim;
  return inputs;
}

/* Bounds hold, and value and derivative at the point are the dense polynomial's. */
static void check_program(Fixture *f, const Program *program) {
  Ring dense = {.ops = &dense_ops}, *rational = kronecker_rationals(f->kronecker);
  uint32_t inputs = input_count(f, program), outputs = type_node(&f->store->types, program->type)->dim;
  Scalar input[3], polynomial[8], bounds[8], value[8], derivative[8];
  pooled = 0;
  overflow = false;
  for (uint32_t i = 0; i < inputs; i++) {
    input[i] = dense_new();
    pool[input[i].word].c[i == 0][i == 1][i == 2] = 1;
  }
  Machine machine = machine_make(f->store, &dense, &f->arena);
  assert_int_equal(source_evaluator.eval(&machine, program, input, polynomial), STATUS_OK);
  assert_false(overflow);
  assert_int_equal(kronecker_source_bounds(f->kronecker, program, inputs, bounds), STATUS_OK);
  KroneckerPoint point = kronecker_point(inputs);
  for (uint32_t j = 0; j < outputs; j++) {
    assert_within(polynomial[j], bounds[j]);
    kronecker_widen(&point, bounds[j]);
  }
  for (uint32_t k = 0; k < inputs; k++) {
    assert_int_equal(kronecker_truth(f->kronecker, program, &point, k, value, derivative), STATUS_OK);
    for (uint32_t j = 0; j < outputs; j++) {
      assert_true(ring_equal(rational, value[j], dense_at(rational, &point, polynomial[j])));
      Scalar expected = dense_at(rational, &point, dense_derivative(polynomial[j], (int)k));
      assert_true(ring_equal(rational, derivative[j], expected));
    }
  }
}

/* Every program of a space, against dense polynomials. */
static void truth_is_the_formal_derivative(void **state) {
  (void)state;
  Fixture f;
  open_fixture(&f, "poly,size=5");
  for (Rank index = 0; index < space_count(f.space); index++) {
    SpaceCase program;
    uint32_t terms = store_mark(f.store);
    size_t scalars = ring_mark(kronecker_rationals(f.kronecker));
    ArenaMark mark = arena_mark(&f.arena);
    assert_int_equal(space_unrank(f.space, index, &program), STATUS_OK);
    check_program(&f, &program.program);
    arena_release(&f.arena, mark);
    ring_release(kronecker_rationals(f.kronecker), scalars);
    store_release(f.store, terms);
  }
  close_fixture(&f);
}

/* Different polynomials within the bounds have different values at the point:
 * random pairs that differ in one coefficient, as little and as high as can be. */
static void different_polynomials_differ_at_the_point(void **state) {
  (void)state;
  Ring *rational = ring_rational_new((size_t)1 << 20);
  for (uint64_t trial = 0; trial < 2000; trial++) {
    KroneckerPoint point = kronecker_point(3);
    uint32_t bits = 1 + (uint32_t)(random_word(5, trial, 0) % 6), degree = 1 + (uint32_t)(random_word(5, trial, 1) % 3);
    kronecker_widen(&point, bound_make((Bound){degree, 0, bits}));
    size_t mark = ring_mark(rational);
    pooled = 0;
    Scalar a = dense_new(), b = dense_new();
    int64_t most = (int64_t)1 << bits;
    FOR_EACH {
      if (i > (int)degree || j > (int)degree || k > (int)degree) continue;
      uint64_t word = random_word(7, trial, (uint64_t)((i * EACH + j) * EACH + k));
      pool[a.word].c[i][j][k] = word % 3 == 0 ? most : word % 3 == 1 ? -most : 0;
      pool[b.word].c[i][j][k] = pool[a.word].c[i][j][k];
    }
    assert_true(ring_equal(rational, dense_at(rational, &point, a), dense_at(rational, &point, b)));
    int at = (int)(random_word(9, trial, 0) % (degree + 1)), of = (int)(random_word(9, trial, 1) % (degree + 1));
    int64_t *c = &pool[b.word].c[at][of][degree];
    *c = *c > 0 ? -*c : *c == 0 ? 1 : -*c;
    assert_false(ring_equal(rational, dense_at(rational, &point, a), dense_at(rational, &point, b)));
    ring_release(rational, mark);
  }
  ring_destroy(rational);
}

/* T1 and T2k: the derivative of T2k, reduced modulo p, is that of T1 at the
 * residues of the point. */
static void agrees_with_the_finite_field(void **state) {
  (void)state;
  Fixture f;
  open_fixture(&f, "poly,size=7");
  Truth *truth = truth_new(f.store);
  Ring *rational = kronecker_rationals(f.kronecker);
  uint32_t decided = 0;
  for (uint64_t sample = 0; sample < 1500; sample++) {
    SpaceCase c;
    uint32_t terms = store_mark(f.store);
    size_t scalars = ring_mark(rational);
    assert_int_equal(space_unrank(f.space, space_random(f.space, 3, sample), &c), STATUS_OK);
    uint32_t inputs = input_count(&f, &c.program), outputs = type_node(&f.store->types, c.program.type)->dim;
    Scalar bounds[8], value[8], derivative[8], x[3], v[3], field_value[8], field_derivative[8];
    KroneckerPoint point = kronecker_point(inputs);
    assert_int_equal(kronecker_source_bounds(f.kronecker, &c.program, inputs, bounds), STATUS_OK);
    for (uint32_t j = 0; j < outputs; j++) kronecker_widen(&point, bounds[j]);
    if (kronecker_fits(&point, 1, 0)) {
      mpq_t q;
      mpq_init(q);
      decided++;
      for (uint32_t k = 0; k < inputs; k++) {
        assert_int_equal(kronecker_truth(f.kronecker, &c.program, &point, k, value, derivative), STATUS_OK);
        for (uint32_t i = 0; i < inputs; i++) {
          rational_get(rational, kronecker_input(&point, rational, i), q);
          x[i] = (Scalar){mpz_fdiv_ui(mpq_numref(q), FIELD_P)};
          v[i] = (Scalar){i == k};
        }
        assert_int_equal(truth_field_line(truth, &c.program, x, v, field_value, field_derivative, NULL), STATUS_OK);
        for (uint32_t j = 0; j < outputs; j++) {
          rational_get(rational, derivative[j], q);
          assert_int_equal(mpz_fdiv_ui(mpq_numref(q), FIELD_P), field_derivative[j].word);
        }
      }
      mpq_clear(q);
    }
    ring_release(rational, scalars);
    store_release(f.store, terms);
  }
  assert_true(decided > 1400);
  truth_free(truth);
  close_fixture(&f);
}

/* What is not an integer polynomial is refused, not decided. */
static void refuses_what_is_outside(void **state) {
  (void)state;
  Fixture f;
  open_fixture(&f, "division,size=3");
  TypeId real = type_real(&f.store->types, 1);
  TermId x = term_var(f.store, 0);
  OpId div = op_make(&f.store->ops, &f.store->types, OP_DIV, 1, 0),
       sin = op_make(&f.store->ops, &f.store->types, OP_SIN, 1, 0);
  OpId half = op_make_constant(&f.store->ops, &f.store->types, 1, constant_from_ratio(&f.store->constants, 1, 2));
  TermId terms[] = {term_op(f.store, div, x, x), term_op(f.store, sin, x, TERM_NONE_ID),
                    term_op(f.store, half, TERM_NONE_ID, TERM_NONE_ID)};
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
    Program program = {terms[i], &real, 1, real};
    Scalar bound;
    assert_int_equal(kronecker_source_bounds(f.kronecker, &program, 1, &bound), STATUS_UNABLE);
  }
  KroneckerPoint point = kronecker_point(3);
  kronecker_widen(&point, bound_make((Bound){100, 0, 10}));
  assert_false(kronecker_fits(&point, 1, 0)); /* 13 * 101^4 bits */
  kronecker_widen(&point, bound_make((Bound){16000, 16000, 1 << 27}));
  assert_false(kronecker_fits(&point, 0, 8));
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(truth_is_the_formal_derivative),
      cmocka_unit_test(different_polynomials_differ_at_the_point),
      cmocka_unit_test(agrees_with_the_finite_field),
      cmocka_unit_test(refuses_what_is_outside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
