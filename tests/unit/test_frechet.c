/* Frechet derivatives: the adjoint calculus over F_p, every relation between index
 * sets of up to 4 elements, unitary operators, contraction, the paper's examples,
 * and what tensors cost. */
#include "ad/frechet/frechet.h"
#include "ad/frechet/optimiser.h"
#include "semantics/rings/rings.h"
#include "tests/unit/build.h"
#include "tests/unit/given.h"
#include "tests/unit/programs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ARENA_LIMIT ((size_t)1 << 30)
#define MOST 64u

static Ring *doubles, *residues;
static Arena arena;
static HilTerms terms;
static Machine machine; /* over F_p */
static uint64_t random_state = 88172645463325252u;

static int setup(void **state) {
  (void)state;
  S = store_new(1u << 22);
  doubles = ring_double_new();
  residues = ring_field_new();
  arena_init(&arena, ARENA_LIMIT);
  if (S == NULL || doubles == NULL || residues == NULL) return 1;
  machine = machine_make(S, residues, &arena);
  return hil_terms_init(&terms, &arena) != STATUS_OK;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(doubles);
  ring_destroy(residues);
  store_free(S);
  return 0;
}

/* ------------------------------------------------------ spaces and vectors -- */

static HilSpace real(void) { return hil_space_real(&terms.spaces); }
static HilIndex upto(uint32_t n) { return hil_index_number(&terms.spaces, n); }
static HilSpace copies(HilSpace v, uint32_t n) { return hil_space_power(&terms.spaces, upto(n), v); }
static HilSpace reals(uint32_t n) { return copies(real(), n); }
static HilSpace tensor(HilSpace v, HilSpace w) { return hil_space_tensor(&terms.spaces, v, w); }

static Scalar random_scalar(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return ring_integer(residues, (int64_t)(random_state >> 8));
}

/* A vector of the space; of a tensor space, a sum of two simple tensors. */
static HilVector random_vector(HilSpace space) {
  HilSpaceNode node = *hil_space(&terms.spaces, space);
  HilVector out = hil_zero;
  if (node.kind == HIL_SPACE_REAL) return hil_scalar(random_scalar());
  if (node.kind == HIL_SPACE_DIRECT) {
    uint32_t n = hil_width(&terms.spaces, space);
    HilVector *parts = arena_array(&arena, n, sizeof *parts);
    for (uint32_t x = 0; x < n; x++) parts[x] = random_vector(hil_part(&terms.spaces, space, x));
    assert_int_equal(hil_tuple(&machine, &terms.spaces, space, parts, &out), STATUS_OK);
  }
  if (node.kind == HIL_SPACE_TENSOR) {
    HilVector simple[2];
    for (uint32_t i = 0; i < 2; i++) {
      HilVector a = random_vector(node.a), b = random_vector(node.b);
      assert_int_equal(hil_tensor(&machine, &a, &b, &simple[i]), STATUS_OK);
    }
    assert_int_equal(hil_sum(&machine, &terms.spaces, space, 2, simple, &out), STATUS_OK);
  }
  return out;
}

static HilVector apply(HilMapId m, const HilVector *v) {
  HilVector out;
  assert_int_equal(hil_apply(&machine, &terms, m, v, &out), STATUS_OK);
  return out;
}

static uint64_t inner(HilSpace space, const HilVector *v, const HilVector *w) {
  HilFactor k;
  assert_int_equal(hil_inner(&machine, &terms.spaces, space, v, w, &k), STATUS_OK);
  return k.kind == HIL_FACTOR_SCALAR ? k.scalar.word : k.kind == HIL_FACTOR_ONE ? 1 : 0;
}

/* Equality of formal vectors is equality of their dense images. */
static bool equal(HilSpace space, const HilVector *v, const HilVector *w) {
  Scalar a[256], b[256];
  uint64_t dim = hil_space(&terms.spaces, space)->dim;
  assert_true(dim <= 256);
  assert_int_equal(hil_write(&machine, &terms.spaces, space, v, a), STATUS_OK);
  assert_int_equal(hil_write(&machine, &terms.spaces, space, w, b), STATUS_OK);
  for (uint64_t i = 0; i < dim; i++) {
    if (a[i].word != b[i].word) return false;
  }
  return true;
}

/* ------------------------------------------------------- adjoint calculus -- */

/* f(v) (.) w = v (.) f*(w), f** = f, and both are typed. */
static void check_adjoint(HilMapId f) {
  HilMapId adjoint, twice;
  assert_int_equal(hil_map_check(&terms, f), STATUS_OK);
  assert_int_equal(frechet_adjoint(&terms, f, &adjoint), STATUS_OK);
  assert_int_equal(frechet_adjoint(&terms, adjoint, &twice), STATUS_OK);
  assert_int_equal(hil_map_check(&terms, twice), STATUS_OK);
  HilSpace dom = hil_map(&terms, f)->dom, cod = hil_map(&terms, f)->cod;
  assert_int_equal(hil_map(&terms, adjoint)->dom.id, cod.id);
  assert_int_equal(hil_map(&terms, adjoint)->cod.id, dom.id);
  for (int round = 0; round < 3; round++) {
    HilVector v = random_vector(dom), w = random_vector(cod);
    HilVector fv = apply(f, &v), fw = apply(adjoint, &w), again = apply(twice, &v);
    assert_int_equal(inner(cod, &fv, &w), inner(dom, &v, &fw));
    assert_true(equal(cod, &fv, &again));
  }
}

static HilMapId left_section(HilSpace w, HilSpace v, HilSpace u) {
  HilSpace space = tensor(w, v);
  return hilmap_left(&terms, space, hil_keep(&machine, random_vector(space)), u);
}

static HilMapId right_section(HilSpace w, HilSpace v, HilSpace u) {
  HilSpace space = tensor(v, u);
  return hilmap_right(&terms, space, hil_keep(&machine, random_vector(space)), w);
}

static void test_adjoints(void **state) {
  (void)state;
  HilSpace a = reals(2), b = reals(3), t = tensor(a, b);
  HilMapId f = left_section(b, a, a), g = right_section(b, b, a), r = hilmap_rep(&terms, upto(4), t);
  check_adjoint(hilmap_id(&terms, t));
  check_adjoint(hilmap_zero(&terms, t, b));
  check_adjoint(f);
  check_adjoint(g);
  check_adjoint(r);
  check_adjoint(hilmap_sum(&terms, upto(3), b));
  check_adjoint(hilmap_comp(&terms, hilmap_unitary(&terms, HILMAP_TRANSPOSE, tensor(b, a)), f));
  HilMapId two[2] = {f, r};
  HilMapId par = hilmap_par(&terms, HILMAP_PAR, upto(2), two);
  check_adjoint(par);
  check_adjoint(hilmap_par(&terms, HILMAP_DELTA, upto(2), two));
  check_adjoint(hilmap_map(&terms, upto(3), f));
  for (uint32_t x = 0; x < 2; x++) {
    check_adjoint(hilmap_inj(&terms, hil_map(&terms, par)->dom, x));
    check_adjoint(hilmap_proj(&terms, hil_map(&terms, par)->dom, x));
  }
  HilMapId from_a[2] = {hilmap_unitary(&terms, HILMAP_UNIT_L, a), hilmap_multiple(&terms, &hil_minus_one, a)};
  HilMapId to_a[2] = {hilmap_unitary(&terms, HILMAP_UNIT_R_INV, tensor(a, real())), hilmap_id(&terms, a)};
  check_adjoint(hilmap_tuple(&terms, a, upto(2), from_a));
  check_adjoint(hilmap_cotuple(&terms, a, upto(2), to_a));
  check_adjoint(hilmap_plus(&terms, from_a[1], to_a[1]));
}

/* The image of a unitary operator keeps inner products, and its adjoint undoes it. */
static void check_unitary(HilMapKind kind, HilSpace dom) {
  HilMapId u = hilmap_unitary(&terms, kind, dom), back;
  check_adjoint(u);
  assert_int_equal(frechet_adjoint(&terms, u, &back), STATUS_OK);
  HilSpace cod = hil_map(&terms, u)->cod;
  for (int round = 0; round < 3; round++) {
    HilVector v = random_vector(dom), w = random_vector(dom), z = random_vector(cod);
    HilVector uv = apply(u, &v), uw = apply(u, &w), v_again = apply(back, &uv), bz = apply(back, &z);
    HilVector z_again = apply(u, &bz);
    assert_int_equal(inner(cod, &uv, &uw), inner(dom, &v, &w));
    assert_true(equal(dom, &v, &v_again));
    assert_true(equal(cod, &z, &z_again));
  }
}

static void test_unitary(void **state) {
  (void)state;
  HilSpace a = reals(2), b = reals(3), pair = hil_space_pair(&terms.spaces, a, tensor(b, a));
  HilSpace spaces[] = {real(), a, pair, tensor(a, b)};
  for (uint32_t i = 0; i < 4; i++) {
    check_unitary(HILMAP_UNIT_L, spaces[i]);
    check_unitary(HILMAP_UNIT_L_INV, tensor(real(), spaces[i]));
    check_unitary(HILMAP_UNIT_R, spaces[i]);
    check_unitary(HILMAP_UNIT_R_INV, tensor(spaces[i], real()));
    check_unitary(HILMAP_TRANSPOSE, tensor(spaces[i], b));
    check_unitary(HILMAP_ASSOC, tensor(tensor(a, spaces[i]), b));
    check_unitary(HILMAP_ASSOC_INV, tensor(a, tensor(spaces[i], b)));
    HilSpace sum = hil_space_pair(&terms.spaces, spaces[i], b), other = hil_space_pair(&terms.spaces, a, spaces[i]);
    check_unitary(HILMAP_DISTRIB, tensor(sum, a));
    check_unitary(HILMAP_DISTRIB_INV, hil_map(&terms, hilmap_unitary(&terms, HILMAP_DISTRIB, tensor(sum, a)))->cod);
    check_unitary(HILMAP_ZIP, hil_space_pair(&terms.spaces, sum, other));
    check_unitary(HILMAP_UNZIP, copies(sum, 3));
    HilSpace powers = tensor(copies(spaces[i], 2), copies(a, 3));
    check_unitary(HILMAP_CURRY, powers);
    check_unitary(HILMAP_UNCURRY, hil_map(&terms, hilmap_unitary(&terms, HILMAP_CURRY, powers))->cod);
  }
}

/* red_R v by its definition, read off the bits of a relation. */
static bool reduces(uint32_t relation, uint32_t nx, uint32_t ny, const HilVector *v, const HilVector *image) {
  for (uint32_t y = 0; y < ny; y++) {
    Scalar sum = ring_integer(residues, 0);
    for (uint32_t x = 0; x < nx; x++) {
      if ((relation >> (x * ny + y) & 1) != 0) sum = ring_add(residues, sum, v->scalars[x]);
    }
    if (image->scalars[y].word != sum.word) return false;
  }
  return true;
}

static bool relation_holds(uint32_t relation, uint32_t nx, uint32_t ny) {
  HilPair pairs[16];
  uint32_t count = 0;
  HilMapId adjoint;
  for (uint32_t i = 0; i < nx * ny; i++) {
    if ((relation >> i & 1) != 0) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  HilMapId red = hilmap_red(&terms, real(), upto(nx), upto(ny), count, pairs);
  if (frechet_adjoint(&terms, red, &adjoint) != STATUS_OK) return false;
  HilVector v = random_vector(reals(nx)), w = random_vector(reals(ny));
  HilVector rv = apply(red, &v), rw = apply(adjoint, &w);
  if (!reduces(relation, nx, ny, &v, &rv)) return false;
  return inner(reals(ny), &rv, &w) == inner(reals(nx), &v, &rw);
}

/* red_R* = red_(R^t) for every relation between index sets of up to 4 elements. */
static void test_relations(void **state) {
  (void)state;
  uint32_t count = 0;
  for (uint32_t nx = 0; nx <= 4; nx++) {
    for (uint32_t ny = 0; ny <= 4; ny++) {
      for (uint32_t relation = 0; relation < 1u << (nx * ny); relation++) {
        HilTerms before = terms;
        ArenaMark mark = arena_mark(&arena);
        if (!relation_holds(relation, nx, ny)) fail_msg("relation %u of %u and %u", relation, nx, ny);
        arena_release(&arena, mark);
        if (relation > 0)
          terms = before; /* the first of each size makes the spaces */
        else
          assert_int_equal(hil_terms_init(&terms, &arena), STATUS_OK);
        count++;
      }
    }
  }
  assert_int_equal(count,
                   5 + 4 * 1 + 2 + 4 + 8 + 16 + 4 + 16 + 64 + 256 + 8 + 64 + 512 + 4096 + 16 + 256 + 4096 + 65536);
}

static HilMapId optimised(HilMapId map) {
  HilMapId out;
  assert_int_equal(frechet_optimise(&machine, &terms, FRECHET_RULES_ALL, map, &out, NULL), STATUS_OK);
  return out;
}

/* red_R . red_S becomes red_(S;R) where that does not add more often: not if a sum is taken once for two places. */
static void test_joined_relations(void **state) {
  (void)state;
  const HilPair sum[] = {{0, 0}, {1, 0}}, copy[] = {{0, 0}, {0, 2}}, turn[] = {{0, 2}, {1, 1}, {2, 0}};
  HilMapId once = hilmap_red(&terms, real(), upto(3), upto(3), 2, sum);
  HilMapId twice = hilmap_red(&terms, real(), upto(3), upto(3), 2, copy);
  HilMapId turned = hilmap_red(&terms, real(), upto(3), upto(3), 3, turn);
  HilMapId shared = optimised(hilmap_comp(&terms, twice, once));
  assert_int_equal(hil_map(&terms, shared)->kind, HILMAP_COMP);
  HilMapId joined = optimised(hilmap_comp(&terms, once, turned));
  assert_int_equal(hil_map(&terms, joined)->kind, HILMAP_RED);
  HilVector v = random_vector(reals(3)), w = apply(shared, &v), u = apply(joined, &v);
  Scalar first = ring_add(residues, v.scalars[0], v.scalars[1]), last = ring_add(residues, v.scalars[2], v.scalars[1]);
  assert_true(w.scalars[0].word == first.word && w.scalars[1].word == 0 && w.scalars[2].word == first.word);
  assert_true(u.scalars[0].word == last.word && u.scalars[1].word == 0 && u.scalars[2].word == 0);
}

/* (w(x)v) * (v'(x)u) = (v (.) v') · (w(x)u);  scan is inclusive prefix sums. */
static void test_contraction(void **state) {
  (void)state;
  HilSpace a = reals(2), b = reals(3), wv = tensor(a, b), vu = tensor(b, a), wu = tensor(a, a);
  HilVector w = random_vector(a), v = random_vector(b), v2 = random_vector(b), u = random_vector(a);
  HilVector left, right, product, simple, scaled;
  assert_int_equal(hil_tensor(&machine, &w, &v, &left), STATUS_OK);
  assert_int_equal(hil_tensor(&machine, &v2, &u, &right), STATUS_OK);
  assert_int_equal(hil_tensor(&machine, &w, &u, &simple), STATUS_OK);
  assert_int_equal(hil_contract(&machine, &terms.spaces, wv, vu, &left, &right, &product), STATUS_OK);
  Scalar k = {inner(b, &v, &v2)};
  assert_int_equal(hil_scale(&machine, hil_factor(k), &simple, &scaled), STATUS_OK);
  assert_true(equal(wu, &product, &scaled));
  HilPair prefix[6] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  HilVector sums = apply(hilmap_red(&terms, real(), upto(3), upto(3), 6, prefix), &v);
  Scalar first = ring_add(residues, v.scalars[0], v.scalars[1]);
  assert_int_equal(sums.scalars[1].word, first.word);
  assert_int_equal(sums.scalars[2].word, ring_add(residues, first, v.scalars[2]).word);
}

static void test_ill_typed(void **state) {
  (void)state;
  HilTerms saved = terms;
  HilMapId bad = hilmap_comp(&terms, hilmap_id(&terms, reals(2)), hilmap_id(&terms, reals(3)));
  assert_int_equal(hil_map_check(&terms, bad), STATUS_ILL_TYPED);
  terms = saved;
  const HilMapId both[2] = {hilmap_id(&terms, reals(2)), hilmap_id(&terms, reals(2))};
  HilMapId tuple = hilmap_tuple(&terms, reals(2), upto(2), both),
           cotuple = hilmap_cotuple(&terms, reals(2), upto(2), both);
  assert_int_equal(hil_map_check(&terms, tuple), STATUS_OK);
  assert_int_equal(hil_map_check(&terms, cotuple), STATUS_OK);
  terms.maps[tuple.id].n = terms.maps[cotuple.id].n = 1; /* fewer members than places */
  assert_int_equal(hil_map_check(&terms, tuple), STATUS_ILL_TYPED);
  assert_int_equal(hil_map_check(&terms, cotuple), STATUS_ILL_TYPED);
  terms = saved;
  HilPair outside = {2, 0};
  assert_int_equal(hil_map_check(&terms, hilmap_red(&terms, real(), upto(2), upto(2), 1, &outside)), STATUS_ILL_TYPED);
  terms = saved;
  assert_int_equal(hilmap_proj(&terms, reals(2), 2).id, 0);
  terms = saved;
  assert_int_equal(hilmap_unitary(&terms, HILMAP_TRANSPOSE, reals(2)).id, 0);
  terms = saved;
}

/* p : R -> R, and of no other space, though it is one on both sides. */
static void test_ill_typed_primitive(void **state) {
  (void)state;
  HilTerms saved = terms;
  HilFunId sine = hilfun_prim(&terms, OP_SIN, (ConstantId){0});
  assert_int_equal(hil_fun_check(&terms, sine), STATUS_OK);
  terms.functions[sine.id].dom = terms.functions[sine.id].cod = reals(2);
  assert_int_equal(hil_fun_check(&terms, sine), STATUS_ILL_TYPED);
  terms = saved;
}

/* -------------------------------------------------------------- examples -- */

static void check_point(const char *text, const Engine *engine, const double *x, const double *seed, uint32_t images,
                        const double *expected) {
  const void *derivative;
  const char *missing = "";
  Scalar input[MOST], seeds[MOST], primal[MOST], image[MOST];
  Module module = module_read(S, text);
  const Program *program = &module.definitions[module.count - 1].program;
  assert_int_equal(engine->derive(S, &arena, program, &derivative, &missing), STATUS_OK);
  const Frechet *d = derivative;
  for (uint32_t i = 0; i < d->inputs; i++) input[i] = scalar_from_double(x[i]);
  for (uint32_t i = 0; i < (d->reverse ? d->outputs : d->inputs); i++) seeds[i] = scalar_from_double(seed[i]);
  Machine at = machine_make(S, doubles, &arena);
  assert_int_equal(engine->run(&at, program, derivative, input, 1, seeds, primal, image), STATUS_OK);
  for (uint32_t i = 0; i < images; i++) {
    double found = scalar_to_double(image[i]);
    if (!(fabs(found - expected[i]) <= 1e-12 * (1 + fabs(expected[i])))) fail_msg("%s: %.15g", text, found);
  }
  text_free_module(&module);
}

/* B.1 and B.2 of the paper, and b sin(a.x) of section 8. */
static void test_examples(void **state) {
  (void)state;
  const double one[] = {1, 0};
  const char *b2 = "def f (x : real) (y : real) = log x + x * y - sin y";
  check_point("def f (x : real) = log (sin x)", &frechet_forward, (double[]){2}, one, 1, (double[]){cos(2) / sin(2)});
  check_point("def f (x : real) = log (sin x)", &frechet_reverse, (double[]){2}, one, 1, (double[]){cos(2) / sin(2)});
  check_point(b2, &frechet_forward, (double[]){2, 3}, one, 1, (double[]){1.0 / 2 + 3});
  check_point(b2, &frechet_reverse, (double[]){2, 3}, one, 2, (double[]){1.0 / 2 + 3, 2 - cos(3)});
  double c = cos(2 * 5 + 3 * 7);
  check_point("def f (x : real^2) = sin (dot [2.0, 3.0] x) .* [11.0, 13.0, 17.0]", &frechet_reverse, (double[]){5, 7},
              (double[]){1, 2, 3}, 2, (double[]){c * 2 * 88, c * 3 * 88});
}

/* The adjoint of what Fig. 1 gives is what Fig. 2 gives, at random points of F_p. */
static void check_interpretations(const char *text) {
  const void *derivative;
  const char *missing = "";
  HilVector fx, gx;
  HilMapId forward, turned, reverse;
  HilTerms saved = terms;
  Module module = module_read(S, text);
  const Program *program = &module.definitions[module.count - 1].program;
  assert_int_equal(frechet_forward.derive(S, &arena, program, &derivative, &missing), STATUS_OK);
  const Frechet *d = derivative;
  assert_int_equal(hil_terms_copy(&d->terms, &arena, &terms), STATUS_OK);
  HilSpace dom = hil_fun(&terms, d->f)->dom, cod = hil_fun(&terms, d->f)->cod;
  HilVector x = random_vector(dom), w = random_vector(cod);
  assert_int_equal(frechet_affine(&machine, &terms, d->f, &x, &fx, &forward), STATUS_OK);
  assert_int_equal(frechet_affine_adjoint(&machine, &terms, d->f, &x, &gx, &reverse), STATUS_OK);
  assert_int_equal(frechet_adjoint(&terms, forward, &turned), STATUS_OK);
  assert_true(equal(cod, &fx, &gx));
  HilVector a = apply(turned, &w), b = apply(reverse, &w);
  assert_true(equal(dom, &a, &b));
  check_adjoint(forward);
  check_adjoint(reverse);
  terms = saved;
  text_free_module(&module);
}

static void test_interpretations(void **state) {
  (void)state;
  check_interpretations("def f (x : real) (y : real) = x * y - y / x + 3");
  check_interpretations("def f (a : real^3) (x : real^3) = dot a x .* (a * x)");
  check_interpretations("def f (M : real^6) (x : real^3) = matvec M x");
  check_interpretations("def f (x : real^3) = (map (y. y ^ 3) x, sum x)");
}

/* ---------------------------------------------------------- COST-TENSOR -- */

static uint64_t multiplications;
static Scalar counted_mul(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  multiplications++;
  return scalar_from_double(scalar_to_double(a) * scalar_to_double(b));
}

static HilVector ones(uint32_t n) {
  Scalar *scalars = arena_array(&arena, n, sizeof *scalars);
  assert_non_null(scalars);
  for (uint32_t i = 0; i < n; i++) scalars[i] = scalar_from_double(1 + i % 7);
  return hil_reals(n, scalars);
}

/* |_| . ((c·(b(x)a))*) . (_(x)1) at x, and its adjoint: n+1, n+1+m, m+1+n. */
static void check_cost(uint32_t m, uint32_t n) {
  RingOps counting_ops = *doubles->ops;
  Ring counting = {.ops = &counting_ops};
  counting_ops.mul = counted_mul;
  Machine at = machine_make(S, &counting, &arena);
  HilVector a = ones(n), b = ones(m), ba, cba, image;
  assert_int_equal(hil_tensor(&at, &b, &a, &ba), STATUS_OK);
  assert_int_equal(hil_scale(&at, hil_factor(scalar_from_double(0.5)), &ba, &cba), STATUS_OK);
  HilMapId section = hilmap_left(&terms, tensor(reals(m), reals(n)), hil_keep(&at, cba), real()), adjoint;
  HilMapId unit = hilmap_unitary(&terms, HILMAP_UNIT_R, reals(n));
  HilMapId back = hilmap_unitary(&terms, HILMAP_UNIT_R_INV, tensor(reals(m), real()));
  HilMapId f = hilmap_comp(&terms, back, hilmap_comp(&terms, section, unit));
  assert_int_equal(frechet_adjoint(&terms, f, &adjoint), STATUS_OK);
  Scalar *dense = arena_array(&arena, m > n ? m : n, sizeof *dense);
  assert_non_null(dense);
  multiplications = 0;
  assert_int_equal(hil_apply(&at, &terms, f, &a, &image), STATUS_OK);
  assert_int_equal(multiplications, n + 1);
  assert_int_equal(hil_write(&at, &terms.spaces, reals(m), &image, dense), STATUS_OK);
  assert_int_equal(multiplications, n + 1 + m);
  multiplications = 0;
  assert_int_equal(hil_apply(&at, &terms, adjoint, &b, &image), STATUS_OK);
  assert_int_equal(hil_write(&at, &terms.spaces, reals(n), &image, dense), STATUS_OK);
  assert_int_equal(multiplications, m + 1 + n);
}

/* ------------------------------------------------------------- optimiser -- */

/* n maps over the reals after the first component, and f + 0, n times. */
static HilMapId after_first(uint32_t n) {
  HilMapId f = hilmap_proj(&terms, reals(2), 0);
  for (uint32_t i = 0; i < n; i++) f = hilmap_comp(&terms, hilmap_multiple(&terms, &hil_minus_one, real()), f);
  return f;
}

static HilMapId plus_zeros(HilMapId f, uint32_t n) {
  HilMapId zero = hilmap_zero(&terms, reals(2), real());
  for (uint32_t i = 0; i < n; i++) f = hilmap_plus(&terms, f, zero);
  return f;
}

/* Pi of n times -1, the first of them in so many tuples of one. */
static HilMapId negated(uint32_t n, uint32_t tuples) {
  HilMapId members[80];
  for (uint32_t i = 0; i < n; i++) members[i] = hilmap_multiple(&terms, &hil_minus_one, real());
  for (uint32_t i = 0; i < tuples; i++) members[0] = hilmap_tuple(&terms, real(), upto(1), members);
  return hilmap_par(&terms, HILMAP_PAR, upto(n), members);
}

/* Parts may be put into f where each is used once, which is not known beyond the limits. */
static void test_uses(void **state) {
  (void)state;
  Optimising o = {.machine = machine, .terms = &terms};
  HilMapId two = negated(2, 0), first = after_first(1), second = hilmap_proj(&terms, reals(2), 1);
  HilMapId free =
      hilmap_par(&terms, HILMAP_PAR, upto(2), (HilMapId[]){hilmap_id(&terms, real()), hilmap_id(&terms, real())});
  assert_true(frechet_once(&o, first, two) && frechet_once(&o, hilmap_plus(&terms, first, second), two));
  assert_false(frechet_once(&o, hilmap_plus(&terms, first, first), two));
  assert_true(frechet_once(&o, hilmap_plus(&terms, first, first), free));
  assert_true(frechet_once(&o, after_first(31), two)); /* with the projection 32 factors */
  assert_false(frechet_once(&o, after_first(32), two));
  assert_true(frechet_once(&o, plus_zeros(first, 38), two));
  assert_false(frechet_once(&o, plus_zeros(first, 40), two));
  assert_true(frechet_once(&o, hilmap_id(&terms, reals(64)), negated(64, 0)));
  assert_false(frechet_once(&o, hilmap_id(&terms, reals(65)), negated(65, 0)));
  HilMapId deep = negated(2, 38), deeper = negated(2, 40);
  assert_true(frechet_once(&o, hilmap_id(&terms, hil_map(&terms, deep)->cod), deep));
  assert_false(frechet_once(&o, hilmap_id(&terms, hil_map(&terms, deeper)->cod), deeper));
  assert_int_equal(hil_terms_status(&terms), STATUS_OK);
}

/* The least nesting down to which two terms that are one are to be compared. */
static uint32_t least_nesting(HilMapId f, HilMapId g) {
  const Optimising o = {.machine = machine, .terms = &terms};
  uint32_t depth = 0;
  while (depth < 100 && !frechet_same(&o, f, g, depth)) depth++;
  assert_true(frechet_same(&o, f, g, depth + 1));
  return depth;
}

/* Terms built twice are one term, compared a level for each constructor, whichever way they are nested: five of a kind
 * above a projection. */
static void test_same(void **state) {
  (void)state;
  HilMapId sums[2], compositions[2], tuples[2];
  for (int k = 0; k < 2; k++) {
    sums[k] = plus_zeros(hilmap_proj(&terms, reals(2), 0), 5);
    compositions[k] = tuples[k] = hilmap_proj(&terms, reals(2), 0);
    for (int i = 0; i < 5; i++) {
      compositions[k] = hilmap_comp(&terms, hilmap_id(&terms, real()), compositions[k]);
      tuples[k] = hilmap_tuple(&terms, reals(2), upto(1), &tuples[k]);
    }
  }
  assert_int_equal(least_nesting(sums[0], sums[1]), 5 + 1);
  assert_int_equal(least_nesting(compositions[0], compositions[1]), 5 + 1);
  assert_int_equal(least_nesting(tuples[0], tuples[1]), 5 + 1);
  assert_int_equal(hil_terms_status(&terms), STATUS_OK);
}

static void test_declared_primitives(void **state) {
  (void)state;
  check_given(S, &arena, &frechet_forward);
  check_given(S, &arena, &frechet_reverse);
}

/* Nodes of what a function becomes, written out: 3 and twice the map of a linear function, 4 of a constant, 6 of a
 * primitive, 2 of a composition. */
static void test_sizes(void **state) {
  (void)state;
  static const struct {
    const char *body;
    uint64_t size;
  } cases[] = {{"x", 5},          {"2", 4},       {"x + y", 38},       {"x * y", 54},
               {"sin x", 13},     {"(x, y)", 27}, {"sin (x * y)", 62}, {"if x < y then x else y", 37},
               {"x * x * y", 103}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[120];
    const void *derivative;
    const char *missing = "";
    (void)snprintf(text, sizeof text, "def f (x : real) (y : real) = %s", cases[k].body);
    Module module = module_read(S, text);
    assert_int_equal(frechet_forward.derive(S, &arena, &module.definitions[0].program, &derivative, &missing),
                     STATUS_OK);
    assert_int_equal(frechet_forward.size(S, derivative), cases[k].size);
    text_free_module(&module);
  }
}

static void test_cost(void **state) {
  (void)state;
  check_cost(3, 2);
  check_cost(1000, 10);
  check_cost(10, 1000);
  check_cost(1000000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_adjoints),
      cmocka_unit_test(test_unitary),
      cmocka_unit_test(test_contraction),
      cmocka_unit_test(test_ill_typed),
      cmocka_unit_test(test_ill_typed_primitive),
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_interpretations),
      cmocka_unit_test(test_uses),
      cmocka_unit_test(test_same),
      cmocka_unit_test(test_declared_primitives),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_cost),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_joined_relations),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
