/* Bounds of polynomials by the ranges of inputs and atoms: what is told of each form, and that it is so at points. */
#include "semantics/rings/rings.h"
#include "semantics/source/interpreter.h"
#include "tests/unit/programs.h"
#include "tests/unit/symbolic_words.h"

#include <stdio.h>

static Store *store;
static Arena arena;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 16);
  arena_init(&arena, (size_t)1 << 24);
  R = ring_symbolic_new(8, 12, 60);
  return store == NULL || R == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(R);
  arena_free(&arena);
  store_free(store);
  flint_cleanup();
  return 0;
}

/* Of x and y, which have these signs; SIGNS_ALL where nothing is known. */
typedef struct Case {
  Signs x, y;
  const char *text;
  Bounds bounds;
} Case;

#define ALL SIGNS_ALL
#define ABOVE SIGNS_PLUS
#define BELOW SIGNS_MINUS
#define FROM_ZERO (SIGNS_PLUS | SIGNS_ZERO)

static const Case cases[] = {
    /* powers */
    {ALL, ALL, "x", BOUNDS_NONE},
    {ALL, ALL, "x * x", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "x * x + 1", BOUNDS_POSITIVE},
    {ALL, ALL, "-(x * x)", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "-(x * x) - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "x * x - 1", BOUNDS_NONE},
    {ALL, ALL, "x * x * x + 1", BOUNDS_NONE},
    {ALL, ALL, "x * x + y", BOUNDS_NONE},
    {ALL, ALL, "x * y", BOUNDS_NONE},
    {ALL, ALL, "x * x * y * y", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "x * x * y + 1", BOUNDS_NONE},
    {ALL, ALL, "x * x * x * x + y * y + 2", BOUNDS_POSITIVE},
    {ABOVE, ALL, "x", BOUNDS_POSITIVE},
    {ABOVE, ALL, "-x", BOUNDS_NEGATIVE},
    {ABOVE, ALL, "x * x", BOUNDS_POSITIVE},
    {ABOVE, ALL, "x * x * x", BOUNDS_POSITIVE},
    {ABOVE, ALL, "x - 1", BOUNDS_NONE},
    {ABOVE, ALL, "x + y", BOUNDS_NONE},
    {BELOW, ALL, "x", BOUNDS_NEGATIVE},
    {BELOW, ALL, "x * x", BOUNDS_POSITIVE},
    {BELOW, ALL, "x * x * x - 1", BOUNDS_NEGATIVE},
    {FROM_ZERO, ALL, "x", BOUNDS_NOT_NEGATIVE},
    {FROM_ZERO, ALL, "x * x", BOUNDS_NOT_NEGATIVE},
    {FROM_ZERO, ALL, "x * x * x + 1", BOUNDS_POSITIVE},
    {SIGNS_APART, ALL, "x", BOUNDS_NONE},
    {SIGNS_APART, ALL, "x * x", BOUNDS_NOT_NEGATIVE},
    {BELOW | SIGNS_ZERO, ALL, "x", BOUNDS_NONE},
    /* products */
    {ABOVE, ABOVE, "x * y", BOUNDS_POSITIVE},
    {ABOVE, BELOW, "x * y", BOUNDS_NEGATIVE},
    {BELOW, ABOVE, "x * y", BOUNDS_NEGATIVE},
    {BELOW, BELOW, "x * y", BOUNDS_POSITIVE},
    {FROM_ZERO, ABOVE, "x * y", BOUNDS_NOT_NEGATIVE},
    {ABOVE, FROM_ZERO, "x * y", BOUNDS_NOT_NEGATIVE},
    {FROM_ZERO, BELOW, "x * y", BOUNDS_NOT_POSITIVE},
    {BELOW, FROM_ZERO, "x * y", BOUNDS_NOT_POSITIVE},
    {ABOVE, ALL, "x * y", BOUNDS_NONE},
    {ALL, ABOVE, "x * y", BOUNDS_NONE},
    {ALL, ABOVE, "x * x * y", BOUNDS_NOT_NEGATIVE},
    {BELOW, ABOVE, "x * y - y * y", BOUNDS_NEGATIVE},
    {ABOVE, ABOVE, "x * y - y * y", BOUNDS_NONE},
    {ABOVE, ABOVE, "x * y - 1", BOUNDS_NONE},
    {BELOW, BELOW, "x * y - 1", BOUNDS_NONE},
    {BELOW, ABOVE, "x * y + 1", BOUNDS_NONE},
    {ABOVE, BELOW, "x * y + 1", BOUNDS_NONE},
    /* atoms */
    {ALL, ALL, "sin x", BOUNDS_NONE},
    {ALL, ALL, "sin x + 1", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "sin x + 2", BOUNDS_POSITIVE},
    {ALL, ALL, "cos x - 1", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "cos x - 2", BOUNDS_NEGATIVE},
    {ALL, ALL, "sin x * cos y + 1", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "3 * sin x - 2 * cos y + 5", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "3 * sin x - 2 * cos y + 6", BOUNDS_POSITIVE},
    {ALL, ALL, "3 * sin x - 2 * cos y + 4", BOUNDS_NONE},
    {ALL, ALL, "3 * sin x - 2 * cos y - 5", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "cos x * cos x - 1", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "x * sin y", BOUNDS_NONE},
    {ABOVE, ALL, "x * sin y", BOUNDS_NONE},
    {BELOW, ALL, "x * sin y", BOUNDS_NONE},
    {ABOVE, ALL, "x * sin y + 1", BOUNDS_NONE},
    {BELOW, ALL, "x * sin y + 1", BOUNDS_NONE},
    {ABOVE, ALL, "x * sigmoid y - 1", BOUNDS_NONE},
    {BELOW, ALL, "x * sigmoid y + 1", BOUNDS_NONE},
    {ALL, ALL, "exp x * sin y + 1", BOUNDS_NONE},
    {ALL, ALL, "exp x * sin y - 1", BOUNDS_NONE},
    {ALL, ALL, "exp x * tanh y + 1", BOUNDS_NONE},
    {ALL, ALL, "exp x * sigmoid y - 1", BOUNDS_NONE},
    {ALL, ALL, "sigmoid x * sin y", BOUNDS_NONE},
    {ALL, ALL, "tanh (-(x * x) - 1) * sin y", BOUNDS_NONE},
    {ALL, ALL, "tanh (-(x * x) - 1) * sin y + 1", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "sin y * tanh (-(x * x) - 1)", BOUNDS_NONE},
    {ALL, ALL, "sin y * tanh (x * x + 1)", BOUNDS_NONE},
    {ALL, ALL, "sin y * exp x + 1", BOUNDS_NONE},
    {ALL, ALL, "sigmoid y * exp x - 1", BOUNDS_NONE},
    {ALL, ALL, "exp x", BOUNDS_POSITIVE},
    {ALL, ALL, "-(exp x)", BOUNDS_NEGATIVE},
    {ALL, ALL, "exp x - 1", BOUNDS_NONE},
    {ALL, ALL, "exp x * y * y", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "exp x * y", BOUNDS_NONE},
    {ALL, ALL, "exp x + sin y + 1", BOUNDS_POSITIVE},
    {ALL, ALL, "exp x * (sin y + 1)", BOUNDS_NONE},
    {ALL, BELOW, "exp x * y", BOUNDS_NEGATIVE},
    {ALL, ALL, "sqrt (x * x + 1)", BOUNDS_POSITIVE},
    {ALL, ALL, "log (x * x + 1)", BOUNDS_NONE},
    {ALL, ALL, "sigmoid x", BOUNDS_POSITIVE},
    {ALL, ALL, "sigmoid x - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "sigmoid x * sigmoid y", BOUNDS_POSITIVE},
    {ALL, ALL, "sigmoid x * sigmoid y - 1", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "sigmoid x * sin y + 1", BOUNDS_NOT_NEGATIVE},
    {BELOW, ALL, "sigmoid y * x", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh x + 1", BOUNDS_POSITIVE},
    {ALL, ALL, "tanh x - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh x", BOUNDS_NONE},
    {ALL, ALL, "tanh x * tanh x", BOUNDS_NOT_NEGATIVE},
    {ALL, ALL, "tanh x * tanh x - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh (x * x + 1)", BOUNDS_POSITIVE},
    {ALL, ALL, "tanh (x * x + 1) - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh (x * x + 1) * tanh (x * x + 1) - 1", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh (-(x * x) - 1)", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh (-(x * x) - 1) + 1", BOUNDS_POSITIVE},
    {ALL, ALL, "tanh (-(x * x) - 1) * sigmoid y", BOUNDS_NEGATIVE},
    {ALL, ALL, "tanh (x * x)", BOUNDS_NONE},
    {ALL, ALL, "tanh (x * x) + 1", BOUNDS_POSITIVE},
    {ABOVE, ALL, "tanh x", BOUNDS_POSITIVE},
    {BELOW, ALL, "tanh x", BOUNDS_NEGATIVE},
    {BELOW, ALL, "tanh x * tanh x", BOUNDS_POSITIVE},
    {BELOW, ALL, "tanh x * tanh x - 1", BOUNDS_NEGATIVE},
    {FROM_ZERO, ALL, "tanh x", BOUNDS_NONE},
    {ABOVE, ALL, "tanh (x / (y * y + 1))", BOUNDS_POSITIVE},
    {ABOVE, ABOVE, "tanh (x / y)", BOUNDS_POSITIVE},
    {ABOVE, BELOW, "tanh (x / y)", BOUNDS_NONE},
    {ABOVE, ALL, "tanh (tanh (tanh (tanh (tanh x))))", BOUNDS_POSITIVE},
    {ABOVE, ALL, "tanh (tanh (tanh (tanh (tanh (tanh x)))))", BOUNDS_NONE}, /* deeper than is looked */
    /* atoms at numbers */
    {ALL, ALL, "sin 1", BOUNDS_POSITIVE},
    {ALL, ALL, "sin 4", BOUNDS_NEGATIVE},
    {ALL, ALL, "sin 1 - 1", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "x * x + sin 1", BOUNDS_POSITIVE},
    {ALL, ALL, "x * x * sin 4", BOUNDS_NOT_POSITIVE},
    {ALL, ALL, "log 2", BOUNDS_POSITIVE},
    {ALL, ALL, "log 2 * x * x", BOUNDS_NOT_NEGATIVE},
};

static Scalar value_of(const Program *program, Ring *ring, const Scalar *x) {
  Scalar value;
  Machine machine = machine_make(store, ring, &arena);
  assert_int_equal(source_evaluator.eval(&machine, program, x, &value), STATUS_OK);
  return value;
}

/* Whether a number of this sign keeps to the bounds. */
static bool keeps_to(Bounds bounds, double v) {
  switch (bounds) {
  case BOUNDS_POSITIVE: return v > 0;
  case BOUNDS_NOT_NEGATIVE: return v >= 0;
  case BOUNDS_NEGATIVE: return v < 0;
  case BOUNDS_NOT_POSITIVE: return v <= 0;
  case BOUNDS_NONE: return true;
  }
  return false;
}

static bool has_sign(Signs signs, double v) {
  return (signs & (v > 0 ? SIGNS_PLUS : v < 0 ? SIGNS_MINUS : SIGNS_ZERO)) != 0;
}

static void check_points(const Case *c, const Program *program) {
  static const double at[] = {-3, -1, -0.25, 0, 0.5, 1, 2};
  Ring *ring = ring_double_new();
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    for (size_t j = 0; j < sizeof at / sizeof *at; j++) {
      if (!has_sign(c->x, at[i]) || !has_sign(c->y, at[j])) continue;
      const Scalar x[] = {scalar_from_double(at[i]), scalar_from_double(at[j])};
      double v = scalar_to_double(value_of(program, ring, x));
      if (!keeps_to(c->bounds, v)) fail_msg("%s is %g at %g, %g", c->text, v, at[i], at[j]);
    }
  }
  ring_destroy(ring);
}

static void check_case(const Case *c) {
  char text[200];
  (void)snprintf(text, sizeof text, "def f (x : real) (y : real) : real = %s", c->text);
  Module module = module_read(store, text);
  const Program *program = &text_find(store, &module, "f")->program;
  size_t mark = ring_mark(R);
  Path path;
  path_open(&path);
  const Scalar x[] = {var(0), var(1)};
  if (c->x != SIGNS_ALL) path.step[path.length++] = (PathStep){.guard = x[0], .signs = c->x};
  path.step[path.length++] = (PathStep){.guard = add(x[0], x[1]), .signs = SIGNS_PLUS}; /* says nothing of one */
  if (c->y != SIGNS_ALL) path.step[path.length++] = (PathStep){.guard = x[1], .signs = c->y};
  path.step[path.length] = (PathStep){.guard = x[0], .signs = SIGNS_PLUS}; /* of another run */
  Scalar value = value_of(program, R, x);
  symbolic_set_path(R, &path);
  Bounds found = symbolic_bounds(R, &symbolic_at(R, value)->num);
  symbolic_set_path(R, NULL);
  if (found != c->bounds) fail_msg("%s: %d, not %d", c->text, found, c->bounds);
  ring_release(R, mark);
  check_points(c, program);
  text_free_module(&module);
}

static void forms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forms)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
