/* Derivatives by combinators for tests: made from a text, run at points, and taken
 * by numbers; and programs that between them have every construct. */
#ifndef ADJUDGE_TESTS_COMBINATORY_RUN_H
#define ADJUDGE_TESTS_COMBINATORY_RUN_H

#include "ad/combinatory/combinatory.h"
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"
#include "tests/unit/build.h"

#include <math.h>
#include <stdlib.h>

#define ARENA_LIMIT ((size_t)256 << 20)
#define MOST 128u

static UNUSED_OK Ring *doubles;
static UNUSED_OK Arena arena;

static UNUSED_OK int setup(void **state) {
  (void)state;
  S = store_new(1u << 22);
  doubles = ring_double_new();
  arena_init(&arena, ARENA_LIMIT);
  return S == NULL || doubles == NULL;
}

static UNUSED_OK int teardown(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(doubles);
  store_free(S);
  return 0;
}

static UNUSED_OK Module read_module(const char *text) {
  Module module;
  TextError error;
  if (text_read_module(S, "test", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK) {
    fail_msg("%s", error.message);
  }
  return module;
}

static UNUSED_OK CombinatoryDerivative make(const char *text, bool reverse, CombinatoryBinding binding) {
  Module module = read_module(text);
  CombinatoryDerivative derivative;
  const char *missing = "";
  Status status = combinatory_make(S, &arena, &module.definitions[module.count - 1].program, reverse, binding,
                                   &derivative, &missing);
  if (status != STATUS_OK) fail_msg("%s %s: %s", status_name(status), missing, text);
  text_free_module(&module);
  return derivative;
}

/* ------------------------------------------------------------- at points -- */

static UNUSED_OK void run_program(const char *text, const Engine *engine, const double *x, const double *seed,
                                  double *value, double *image) {
  Module module = read_module(text);
  const Program *program = &module.definitions[module.count - 1].program;
  const void *derivative;
  const char *missing = "";
  Status status = engine->derive(S, &arena, program, &derivative, &missing);
  if (status != STATUS_OK) fail_msg("%s %s: %s", status_name(status), missing, text);
  const CombinatoryDerivative *d = derivative;
  Scalar input[MOST], seeds[MOST], primal[MOST], images[MOST];
  for (uint32_t i = 0; i < d->inputs; i++) input[i] = scalar_from_double(x[i]);
  for (uint32_t i = 0; i < (d->reverse ? d->outputs : d->inputs); i++) seeds[i] = scalar_from_double(seed[i]);
  Machine machine = machine_make(S, doubles, &arena);
  assert_int_equal(engine->run(&machine, program, derivative, input, 1, seeds, primal, images), STATUS_OK);
  for (uint32_t i = 0; i < d->outputs; i++) value[i] = scalar_to_double(primal[i]);
  for (uint32_t i = 0; i < (d->reverse ? d->inputs : d->outputs); i++) image[i] = scalar_to_double(images[i]);
  text_free_module(&module);
}

static UNUSED_OK void assert_near(double found, double expected, double relative) {
  if (!(fabs(found - expected) <= relative * fabs(expected))) fail_msg("%.15g, not %.15g", found, expected);
}

static UNUSED_OK void check_point(const char *text, const Engine *engine, const double *x, const double *seed,
                                  double value, uint32_t images, const double *expected) {
  double found_value[MOST], image[MOST];
  run_program(text, engine, x, seed, found_value, image);
  assert_near(found_value[0], value, 1e-11);
  for (uint32_t i = 0; i < images; i++) assert_near(image[i], expected[i], 1e-11);
}

/* D p at x by numbers: y = p x, z = m v, and the adjoint of m at w. */
static UNUSED_OK void derive_numbers(PfTable *terms, PfId p, const double *x, const double *v, double *y, double *z,
                                     const double *w, double *back) {
  PfMapTable maps;
  PfMapId m, adjoint;
  PfNumbers numbers = pf_numbers(S, doubles, NULL);
  TypeId dom, cod, from, to;
  Scalar in[MOST], out[MOST], *end = out;
  PfValue value, result, evaluated;
  assert_int_equal(pf_check(terms, p, &dom, &cod), STATUS_OK);
  uint32_t n = type_node(&S->types, dom)->dim, outputs = type_node(&S->types, cod)->dim;
  assert_int_equal(pfmap_table_init(&maps, S, &arena), STATUS_OK);
  Combinatory d = {&numbers.domain, &arena, terms, &maps, COMBINATORY_FULL, PF_DEPTH};
  for (uint32_t i = 0; i < n; i++) in[i] = scalar_from_double(x[i]);
  const Scalar *flat = in;
  assert_int_equal(pf_read_flat(&arena, &S->types, dom, &flat, &value), STATUS_OK);
  Machine machine = machine_make(S, doubles, &arena);
  assert_int_equal(pf_eval(&machine, terms, p, &value, &evaluated), STATUS_OK);
  assert_int_equal(combinatory_derive(&d, p, &value, &result, &m), STATUS_OK);
  assert_int_equal(pfmap_check(&maps, m, &from, &to), STATUS_OK);
  assert_true(type_equal(from, dom) && type_equal(to, cod));
  assert_int_equal(combinatory_adjoint(&maps, m, &adjoint), STATUS_OK);
  assert_int_equal(pfmap_check(&maps, adjoint, &from, &to), STATUS_OK);
  assert_true(type_equal(from, cod) && type_equal(to, dom));
  assert_int_equal(pf_write_flat(&S->types, cod, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) y[i] = scalar_to_double(out[i]);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, cod, &evaluated, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) assert_true(y[i] == scalar_to_double(out[i]));
  Scalar direction[MOST], cotangent[MOST];
  for (uint32_t i = 0; i < n; i++) direction[i] = scalar_from_double(v[i]);
  for (uint32_t i = 0; i < outputs; i++) cotangent[i] = scalar_from_double(w[i]);
  flat = direction;
  assert_int_equal(pf_read_flat(&arena, &S->types, dom, &flat, &value), STATUS_OK);
  assert_int_equal(pfmap_apply(&numbers.domain, &arena, &maps, m, &value, PF_DEPTH, &result), STATUS_OK);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, cod, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) z[i] = scalar_to_double(out[i]);
  flat = cotangent;
  assert_int_equal(pf_read_flat(&arena, &S->types, cod, &flat, &value), STATUS_OK);
  assert_int_equal(pfmap_apply(&numbers.domain, &arena, &maps, adjoint, &value, PF_DEPTH, &result), STATUS_OK);
  end = out;
  assert_int_equal(pf_write_flat(&S->types, dom, &result, &end), STATUS_OK);
  for (uint32_t i = 0; i < n; i++) back[i] = scalar_to_double(out[i]);
}

static UNUSED_OK PfTable new_table(void) {
  PfTable table;
  assert_int_equal(pf_table_init(&table, S, &arena), STATUS_OK);
  return table;
}

#define README "def f (x1 : real) (x2 : real) = log (x1 * cos x2)"

static UNUSED_OK const char *const programs[] = {
    README,
    "def f (x : real) (y : real) = let z = x * y in let w = sin z + z in (w * w, exp (neg w) / y)",
    "def f (x : real) (v : real^3) = sum (map (y. y * x + sin y) v)",
    "def f (m : real^6) (v : real^2) = matvec m v",
    "def f (x : real) (v : real^3) (w : real^3) = (x .* v - w, dot v w, zipWith (a b. a * b ^ 3 + x) v w)",
    "def f (v : real^4) = build 3 (i. v ! i * v ! (i + 1) + toReal i)",
    "def f (x : real) = tan x + tanh x + sigmoid x + abs x + sqrt (x * x + 1) + max x 0.25 + min x (x * x)",
    "def f (x : real) = (x ^ 3 + x ^ 0 + sign x, replicate {3} (x ^ -2))",
    "def f (p : (real * real)^2) = sum (map (q. fst q * snd q) p)",
    "def f (x : real) (y : real) = let z = x * y in if x < y then z * z else if y <= 0.5 then sin z else (z ^ 3)",
    "def f (x : real) (y : real) = let b = x <= y in let w = x * y in (if b then w else 2 * w, if b then sin w else y)",
    "def f (x : real) = sum (build 3 (i. if i < 1 then x else if x < toReal i then x * x else exp x))",
    "def f (x : real) = let s = (inl x : real + 1) in case s of {inl y -> y * y; inr u -> 3}",
    "def f (v : (real^2)^3) = total v",
    "def f (v : real^3) (w : real^3) = zipWith (a b. let c = b in let d = a in c * c * d) v w",
    "def f (x : real) = (build 0 (i. x), ((), 2 * x))",
};

static UNUSED_OK double point_of(uint32_t i) { return 0.375 + 0.25 * (double)(i % 7); }

#endif
