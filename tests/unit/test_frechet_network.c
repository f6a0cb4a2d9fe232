/* The network of k layers of example 7.1, k = 1 to 4, with l(v,y) = (v-y) (.) (v-y): as a
 * point-free function and as a source program; its optimised derivative and adjoint are
 * map, contraction and tupling, of a size that does not depend on the layers'. */
#include "ad/chad/chad.h"
#include "ad/frechet/frechet.h"
#include "ad/frechet/optimise.h"
#include "semantics/rings/rings.h"
#include "tests/unit/build.h"
#include "tests/unit/programs.h"
#include "verify/truth/ring_symbolic.h"
#include "verify/truth/truth_symbolic.h"

#include <stdio.h>
#include <stdlib.h>

#define ARENA_LIMIT ((size_t)1 << 30)
#define VARIABLES 64u
#define LAYERS 4u
#define PARTS (2 * LAYERS + 2)

static Ring *symbols, *residues;
static Arena arena;
static HilTerms terms;

static int setup(void **state) {
  (void)state;
  S = store_new(1u << 22);
  symbols = ring_symbolic_new(VARIABLES, 24, 4000);
  residues = ring_field_new();
  arena_init(&arena, ARENA_LIMIT);
  return S == NULL || symbols == NULL || residues == NULL || hil_terms_init(&terms, &arena) != STATUS_OK;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(symbols);
  ring_destroy(residues);
  store_free(S);
  return 0;
}

/* ------------------------------------------------ the network, point-free -- */

/* Layers i = 1..k from R^(m_(i-1)) to R^(m_i). */
typedef struct Sizes {
  uint32_t k, m[LAYERS + 1];
} Sizes;

static HilIndex upto(uint32_t n) { return hil_index_number(&terms.spaces, n); }
static HilSpace reals(uint32_t n) { return hil_space_power(&terms.spaces, upto(n), hil_space_real(&terms.spaces)); }
static HilFunId linear(HilMapId h) { return hilfun_linear(&terms, h); }
static HilFunId after(HilFunId g, HilFunId f) { return hilfun_comp(&terms, g, f); }
static HilFunId pi(HilSpace state, uint32_t x) { return linear(hilmap_proj(&terms, state, x - 1)); }

/* (x_i, W_i, b_i, ..., W_k, b_k, y), of n_i = 2 (k + 2 - i) parts */
static HilSpace state_before(const Sizes *s, uint32_t i) {
  HilSpace parts[PARTS];
  uint32_t n = 0;
  parts[n++] = reals(s->m[i - 1]);
  for (uint32_t j = i; j <= s->k; j++) {
    parts[n++] = reals(s->m[j] * s->m[j - 1]);
    parts[n++] = reals(s->m[j]);
  }
  parts[n++] = reals(s->m[s->k]);
  return hil_space_direct(&terms.spaces, upto(n), parts);
}

/* <f_1, ..., f_n> = Pi f_y o rep_n */
static HilFunId tupling(HilSpace from, uint32_t n, const HilFunId *f) {
  return after(hilfun_par(&terms, upto(n), n, f), linear(hilmap_rep(&terms, upto(n), from)));
}

/* f + g = Sigma_2 o <f, g> */
static HilFunId sum(HilSpace from, HilSpace to, HilFunId f, HilFunId g) {
  const HilFunId both[2] = {f, g};
  return after(linear(hilmap_sum(&terms, upto(2), to)), tupling(from, 2, both));
}

/* g_i = <h^m o ((*) o <pi_2, pi_1> + pi_3), pi_4, ..., pi_n> */
static HilFunId layer(const Sizes *s, uint32_t i, HilFunId h) {
  HilSpace from = state_before(s, i);
  uint32_t n = 2 * (s->k + 2 - i);
  const HilFunId operands[2] = {pi(from, 2), pi(from, 1)};
  HilFunId product = hilfun_bilinear(&terms, hil_bilinear_matrix(&terms, s->m[i], s->m[i - 1]));
  HilFunId affine = sum(from, reals(s->m[i]), after(product, tupling(from, 2, operands)), pi(from, 3));
  HilFunId members[PARTS];
  members[0] = after(hilfun_map(&terms, upto(s->m[i]), h), affine);
  for (uint32_t x = 4; x <= n; x++) members[x - 3] = pi(from, x);
  return tupling(from, n - 2, members);
}

/* l = (.) o dup o (pi_1 - pi_2) */
static HilFunId loss(const Sizes *s) {
  HilSpace v = reals(s->m[s->k]), from = hil_space_pair(&terms.spaces, v, v);
  HilFunId minus = after(linear(hilmap_multiple(&terms, &hil_minus_one, v)), pi(from, 2));
  HilFunId difference = sum(from, v, pi(from, 1), minus);
  HilFunId inner = hilfun_bilinear(&terms, hil_bilinear_inner(&terms, v));
  return after(inner, after(linear(hilmap_rep(&terms, upto(2), v)), difference));
}

/* N_k = l o g_k o ... o g_1 */
static HilFunId network(const Sizes *s, HilFunId h) {
  HilFunId f = layer(s, 1, h);
  for (uint32_t i = 2; i <= s->k; i++) f = after(layer(s, i, h), f);
  f = after(loss(s), f);
  assert_int_equal(hil_fun_check(&terms, f), STATUS_OK);
  return f;
}

static Sizes sizes(uint32_t k, uint32_t m) {
  Sizes s = {.k = k};
  for (uint32_t i = 0; i <= k; i++) s.m[i] = m;
  return s;
}

/* ------------------------------------------------------------- derivatives -- */

static uint32_t inputs_of(HilFunId f) { return (uint32_t)hil_space(&terms.spaces, hil_fun(&terms, f)->dom)->dim; }

/* The optimised derivative of f, or its adjoint, at x; both it and the plain one. */
static HilMapId derivative(Ring *ring, HilFunId f, bool reverse, const Scalar *x, HilMapId *plain) {
  Machine machine = machine_make(S, ring, &arena);
  HilVector point, fx;
  HilMapId optimised;
  uint64_t applied[FRECHET_RULE_COUNT], again = 0;
  assert_int_equal(hil_read(&machine, &terms.spaces, hil_fun(&terms, f)->dom, &x, &point), STATUS_OK);
  assert_int_equal(reverse ? frechet_affine_adjoint(&machine, &terms, f, &point, &fx, plain)
                           : frechet_affine(&machine, &terms, f, &point, &fx, plain),
                   STATUS_OK);
  assert_int_equal(frechet_optimise(&machine, &terms, FRECHET_RULES_ALL, *plain, &optimised, NULL), STATUS_OK);
  assert_int_equal(hil_map_check(&terms, optimised), STATUS_OK);
  HilMapId twice;
  assert_int_equal(frechet_optimise(&machine, &terms, FRECHET_RULES_ALL, optimised, &twice, applied), STATUS_OK);
  for (int rule = 0; rule < FRECHET_RULE_COUNT; rule++) again += applied[rule];
  assert_int_equal(again, 0);
  return optimised;
}

static void apply(Ring *ring, HilMapId m, const Scalar *v, Scalar *image) {
  Machine machine = machine_make(S, ring, &arena);
  HilVector vector, out;
  assert_int_equal(hil_read(&machine, &terms.spaces, hil_map(&terms, m)->dom, &v, &vector), STATUS_OK);
  assert_int_equal(hil_apply(&machine, &terms, m, &vector, &out), STATUS_OK);
  assert_int_equal(hil_write(&machine, &terms.spaces, hil_map(&terms, m)->cod, &out, image), STATUS_OK);
}

static Scalar *scalars(uint32_t n) {
  Scalar *room = arena_array(&arena, n + 1, sizeof *room);
  assert_non_null(room);
  return room;
}

/* --------------------------------------------------- map, contraction, tupling -- */

/* What may stand in it: compositions, sums, projections, injections, units and currying
 * and 0 around map, contraction, tupling and relational reduction. */
static bool is_allowed(HilMapKind kind) {
  static const HilMapKind allowed[] = {HILMAP_ZERO,  HILMAP_ID,      HILMAP_COMP,   HILMAP_PLUS,      HILMAP_INJ,
                                       HILMAP_PROJ,  HILMAP_MAP,     HILMAP_DELTA,  HILMAP_TUPLE,     HILMAP_COTUPLE,
                                       HILMAP_RED,   HILMAP_LEFT,    HILMAP_RIGHT,  HILMAP_UNIT_L,    HILMAP_UNIT_L_INV,
                                       HILMAP_CURRY, HILMAP_UNCURRY, HILMAP_UNIT_R, HILMAP_UNIT_R_INV};
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    if (allowed[i] == kind) return true;
  }
  return false;
}

/* Nodes; Delta of functions of one shape, an array of them, counts one. */
static uint32_t nodes(HilMapId id) {
  const HilMap m = *hil_map(&terms, id);
  uint32_t count = 1;
  if (!is_allowed(m.kind)) fail_msg("construct %d", (int)m.kind);
  if (m.kind == HILMAP_COMP || m.kind == HILMAP_PLUS) return 1 + nodes(m.a) + nodes(m.b);
  if (m.kind == HILMAP_MAP) return 1 + nodes(m.a);
  if (m.kind == HILMAP_DELTA) {
    uint32_t first = nodes(hil_map_member(&terms, &m, 0));
    for (uint32_t x = 1; x < m.n; x++) assert_int_equal(nodes(hil_map_member(&terms, &m, x)), first);
    return 1 + first;
  }
  for (uint32_t x = 0; (m.kind == HILMAP_TUPLE || m.kind == HILMAP_COTUPLE) && x < m.n; x++)
    count += nodes(hil_map_member(&terms, &m, x));
  return count;
}

/* How many of a kind. */
static uint32_t how_many(HilMapId id, HilMapKind kind) {
  const HilMap m = *hil_map(&terms, id);
  uint32_t count = m.kind == kind;
  if (m.kind == HILMAP_COMP || m.kind == HILMAP_PLUS) return count + how_many(m.a, kind) + how_many(m.b, kind);
  if (m.kind == HILMAP_MAP) return count + how_many(m.a, kind);
  for (uint32_t x = 0; (m.kind == HILMAP_TUPLE || m.kind == HILMAP_COTUPLE) && x < m.n; x++)
    count += how_many(hil_map_member(&terms, &m, x), kind);
  return count;
}

static HilFunId hidden(OpCode op, int64_t exponent) {
  mpq_t value;
  mpq_init(value);
  mpq_set_si(value, exponent, 1);
  ConstantId constant = constant_intern(&S->constants, &value, 1);
  mpq_clear(value);
  return hilfun_prim(&terms, op, op == OP_POW ? constant : (ConstantId){0});
}

static uint64_t random_state = 88172645463325252u;
static Scalar random_residue(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return ring_integer(residues, (int64_t)(random_state >> 8));
}

static HilMapId at_random(uint32_t k, uint32_t m, bool reverse, HilMapId *plain) {
  Sizes s = sizes(k, m);
  HilFunId f = network(&s, hidden(OP_POW, 3));
  Scalar *x = scalars(inputs_of(f));
  for (uint32_t i = 0; i < inputs_of(f); i++) x[i] = random_residue();
  return derivative(residues, f, reverse, x, plain);
}

/* One Delta and two contractions a layer, one of the loss and its (-1·); as many nodes
 * whatever the sizes. */
static void test_shape(void **state) {
  (void)state;
  for (uint32_t k = 1; k <= LAYERS; k++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      HilMapId plain, small = at_random(k, 2, reverse, &plain), large = at_random(k, 9, reverse, &plain);
      assert_int_equal(nodes(small), nodes(large));
      assert_int_equal(nodes(at_random(k, 20, reverse, &plain)), nodes(large));
      assert_int_equal(how_many(large, HILMAP_DELTA), k);
      assert_int_equal(how_many(large, HILMAP_LEFT) + how_many(large, HILMAP_RIGHT), 2 * k + 2);
    }
  }
}

/* The optimised term is the plain one, and no dearer, at vectors of F_p. */
static void test_meaning(void **state) {
  (void)state;
  for (uint32_t k = 1; k <= LAYERS; k++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      HilMapId plain, optimised = at_random(k, 3, reverse, &plain);
      uint32_t from = (uint32_t)hil_space(&terms.spaces, hil_map(&terms, plain)->dom)->dim;
      uint32_t to = (uint32_t)hil_space(&terms.spaces, hil_map(&terms, plain)->cod)->dim;
      Scalar *v = scalars(from), *a = scalars(to), *b = scalars(to);
      for (uint32_t i = 0; i < from; i++) v[i] = random_residue();
      uint64_t start = residues->operations;
      apply(residues, plain, v, a);
      uint64_t middle = residues->operations;
      apply(residues, optimised, v, b);
      for (uint32_t i = 0; i < to; i++) assert_int_equal(a[i].word, b[i].word);
      assert_true(residues->operations - middle <= middle - start);
    }
  }
}

/* The structure, scalars left out. */
static void check_printed(uint32_t k, bool reverse, const char *expected) {
  HilMapId plain, m = at_random(k, 2, reverse, &plain);
  char *printed;
  size_t size;
  FILE *out = open_memstream(&printed, &size);
  assert_non_null(out);
  hil_map_print(&terms, NULL, S, m, out);
  fclose(out);
  assert_string_equal(printed, expected);
  free(printed);
}

#define W_FORWARD "(|_| • (((ι1 1⊗ι1 ?) + (ι1 1⊗ι2 ?) + (ι2 1⊗ι1 ?) + (ι2 1⊗ι2 ?))∗) • (⊗1))"
#define W_TURNED "(|_| • (((ι1 ?⊗ι1 1) + (ι2 ?⊗ι1 1) + (ι1 ?⊗ι2 1) + (ι2 ?⊗ι2 1))∗) • (⊗1))"
#define X_FORWARD "(|_| • (∗((?, ?)⊗1)) • uncurry • (1⊗)^4 • red_{(1,1),(2,2),(3,3),(4,4)})"
#define X_TURNED "(red_{(1,1),(2,2),(3,3),(4,4)} • |_|^4 • curry • (∗(1⊗(?, ?))) • (⊗1))"
#define E_FORWARD "(|_| • ((1⊗(?, ?))∗) • (⊗1))"
#define E_TURNED "|_| • (((?, ?)⊗1)∗) • (⊗1)"
#define H "Δ((?·), (?·))"

/* (2 (v-y) (.)) • (h' • [W*, *x, id, 0] + (-1·) • pi_4), and layer by layer; its adjoint */
static void test_printed(void **state) {
  (void)state;
  check_printed(1, false, "(" E_FORWARD " • ((" H " • [" W_FORWARD ", " X_FORWARD ", id, 0]) + ((-1·) • π4)))");
  check_printed(1, true, "(((⟨" W_TURNED ", " X_TURNED ", id, 0⟩ • " H ") + (ι4 • (?·))) • " E_TURNED ")");
  check_printed(2, false,
                "(" E_FORWARD " • ((" H " • ((" W_FORWARD " • " H " • [" W_FORWARD ", " X_FORWARD
                ", id, 0, 0, 0]) + [0, 0, 0, " X_FORWARD ", id, 0])) + ((-1·) • π6)))");
  check_printed(2, true,
                "([(⟨" W_TURNED ", " X_TURNED ", id, 0, 0, 0⟩ • " H "), ι4, ι5, ι6] • ((⟨" W_TURNED ", " X_TURNED
                ", id, 0⟩ • " H ") + (ι4 • (?·))) • " E_TURNED ")");
}

/* --------------------------------------------- the network, as a source program -- */

/* The same with k layers of tanh in the source language. */
static void write_source(const Sizes *s, FILE *out) {
  fputs("def f (x : real^", out);
  fprintf(out, "%u)", s->m[0]);
  for (uint32_t i = 1; i <= s->k; i++)
    fprintf(out, " (w%u : real^%u) (b%u : real^%u)", i, s->m[i] * s->m[i - 1], i, s->m[i]);
  fprintf(out, " (y : real^%u) = let v0 = x in ", s->m[s->k]);
  for (uint32_t i = 1; i <= s->k; i++) fprintf(out, "let v%u = tanh (matvec w%u v%u + b%u) in ", i, i, i - 1, i);
  fprintf(out, "dot (v%u - y) (v%u - y)", s->k, s->k);
}

static void gradient_by_chad(const Program *program, const Scalar *x, const Scalar *one, Scalar *primal,
                             Scalar *gradient) {
  Machine machine = machine_make(S, symbols, &arena);
  TypeId *contexts = arena_array(&arena, program->length, sizeof *contexts);
  Program derivative;
  assert_non_null(contexts);
  assert_int_equal(chad_reverse.transform(S, program, contexts, &derivative), STATUS_OK);
  assert_int_equal(monoid_evaluator.eval_linear(&machine, &derivative, x, 1, one, primal, gradient), STATUS_OK);
}

static void assert_proved(uint32_t n, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < n; i++) assert_int_equal(symbolic_equal(symbols, a[i], b[i]), SYMBOLIC_EQUAL);
}

/* For all inputs: CHAD's gradient, the engine's on the source program, the optimised adjoint
 * of the point-free network and of its derivative are one, and the formal derivative. */
static void check_proved(Sizes s, Truth *truth) {
  Module module;
  char *text;
  size_t size;
  const void *opaque;
  const char *missing = "";
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  write_source(&s, out);
  fclose(out);
  module = module_read(S, text);
  const Program *program = &module.definitions[0].program;
  HilFunId f = network(&s, hidden(OP_TANH, 0));
  HilMapId plain;
  uint32_t n = inputs_of(f);
  Scalar *x = scalars(n), *chad = scalars(n), *source = scalars(n), *adjoint = scalars(n), *unit = scalars(n);
  Scalar one = ring_integer(symbols, 1), value, other, slope, forward;
  assert_true(n <= VARIABLES);
  for (uint32_t i = 0; i < n; i++) x[i] = symbolic_variable(symbols, i);
  gradient_by_chad(program, x, &one, &value, chad);
  Machine machine = machine_make(S, symbols, &arena);
  assert_int_equal(frechet_reverse.derive(S, &arena, program, &opaque, &missing), STATUS_OK);
  assert_int_equal(frechet_reverse.run(&machine, program, opaque, x, 1, &one, &other, source), STATUS_OK);
  assert_proved(1, &value, &other);
  assert_proved(n, chad, source);
  apply(symbols, derivative(symbols, f, true, x, &plain), &one, adjoint);
  assert_proved(n, chad, adjoint);
  HilMapId jacobian = derivative(symbols, f, false, x, &plain);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) unit[j] = ring_integer(symbols, i == j);
    apply(symbols, jacobian, unit, &forward);
    assert_int_equal(truth_symbolic(truth, symbols, program, x, unit, &other, &slope), STATUS_OK);
    assert_proved(1, &chad[i], &forward);
    assert_proved(1, &chad[i], &slope);
  }
  assert_int_equal(ring_take_status(symbols), STATUS_OK);
  text_free_module(&module);
  free(text);
}

static void test_proved(void **state) {
  (void)state;
  Truth *truth = truth_new(S);
  assert_non_null(truth);
  for (uint32_t k = 1; k <= LAYERS; k++) check_proved(sizes(k, 1), truth);
  for (uint32_t k = 1; k <= LAYERS; k++) check_proved(sizes(k, 2), truth);
  truth_free(truth);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shape),
      cmocka_unit_test(test_meaning),
      cmocka_unit_test(test_printed),
      cmocka_unit_test(test_proved),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
