/* Forward inside reverse (working notes, section 3.1): which sub-terms are chosen, whole spaces against the tape, and
 * what it costs beside pure reverse. */
#include "ad/dualnum/dualnum.h"
#include "ad/linmap/linmap.h"
#include "semantics/dualnum/tape_run.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/rules.h"
#include "semantics/text/text.h"
#include "tests/unit/build.h"
#include "tests/unit/spaces.h"

#include <stdio.h>

#define SCALARS 64u

static Ring *field;
static Arena arena, values;

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  field = ring_field_new();
  arena_init(&arena, (size_t)1 << 28);
  arena_init(&values, (size_t)1 << 28);
  return S == NULL || field == NULL;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  arena_free(&values);
  ring_destroy(field);
  store_free(S);
  return 0;
}

static Module read_text(const char *text) {
  Module module;
  TextError error;
  Status status = text_read_module(S, "test", text, strlen(text), NULL, 0, &module, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  return module;
}

/* ------------------------------------------------------------------- chosen -- */

/* Columns, D(m . 1), in a term. */
static uint32_t columns_of(const LmTerm *t) {
  uint32_t count = t->kind == LM_DIAG && t->kid[0]->kind == LM_APPLY;
  for (uint32_t k = 0; k < t->count; k++) count += columns_of(t->kid[k]);
  return count;
}

static uint32_t columns(const void *derivative) {
  LinmapShown shown;
  uint32_t count = 0;
  assert_true(linmap_shown(&linmap_mixed_reverse, derivative, &shown));
  for (uint32_t k = 0; k < shown.program->count; k++) count += columns_of(shown.program->definitions[k].body);
  return count;
}

static void test_chosen(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t columns;
  } cases[] = {
      {"def f (x : real) (y : real) : real^4 = let t = x * y in build 4 (i. sin t * toReal i)", 1},
      {"def f (x : real) (y : real) : real^4 = build 4 (i. sin x * toReal i + y)", 0}, /* two vary */
      {"def f (v : real^2) : real^4 = build 4 (i. v ! 0 * v ! 1)", 0},                 /* by a vector */
      {"def f (x : real) : real = sin x", 0},                                          /* one step */
      {"def f (x : real) : real = let y = x * x in y * x", 1},                         /* all of it */
      {"def f (x : real) (n : Int) : Int * real = let y = x * x in (n, y)", 0},        /* an Int in the result */
      {"def f (x : real) (y : real) : real = (if 0 < x then x * x else x) * y", 1},
      {"def f (x : real) (y : real) : real = iterate 3 (a. a * a) x + y", 1},
      {"def f (x : real) (n : Int) : real = let y = x * x in y * toReal n", 1}, /* an Int has no tangent */
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Module module = read_text(cases[k].text);
    const void *derivative;
    const char *missing;
    ArenaMark mark = arena_mark(&arena);
    const Program *program = &module.definitions[0].program;
    assert_int_equal(linmap_mixed_reverse.derive(S, &arena, program, &derivative, &missing), STATUS_OK);
    uint32_t found = columns(derivative);
    if (found != cases[k].columns) fail_msg("%s: %u columns, not %u", cases[k].text, found, cases[k].columns);
    arena_release(&arena, mark);
    text_free_module(&module);
  }
}

/* ------------------------------------------------------------------- spaces -- */

static uint32_t reals_of_context(const Program *program) {
  uint32_t reals = 0;
  for (uint32_t k = 0; k < program->length; k++) reals += real_dimension(&S->types, program->context[k]);
  return reals;
}

/* Ints are 1. */
static void fill(const Program *program, Scalar *input) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    bool integer = type_node(&S->types, program->context[k])->kind == TYPE_INT;
    for (uint32_t i = 0; i < type_node(&S->types, program->context[k])->dim; i++, n++) {
      assert_true(n < SCALARS);
      input[n] = integer ? scalar_from_int(1) : ring_integer(field, (int64_t)n + 3);
    }
  }
}

/* The value and the whole Jacobian, a row a cotangent. */
typedef struct Rows {
  Status status;
  uint32_t columns; /* the mixed engine's */
  Scalar primal[SCALARS], row[SCALARS * SCALARS];
} Rows;

static void rows_of(const Engine *engine, const Program *program, Rows *rows) {
  static Scalar input[SCALARS], seed[SCALARS * SCALARS];
  uint32_t outputs = real_dimension(&S->types, program->type);
  const void *derivative;
  const char *missing;
  ArenaMark mark = arena_mark(&arena), value_mark = arena_mark(&values);
  assert_true(outputs <= SCALARS);
  fill(program, input);
  for (uint32_t k = 0; k < outputs * outputs; k++) seed[k] = ring_integer(field, k % (outputs + 1) == 0);
  rows->status = engine->derive(S, &arena, program, &derivative, &missing);
  if (rows->status == STATUS_OK) {
    rows->columns = engine == &linmap_mixed_reverse ? columns(derivative) : 0;
    Machine machine = machine_make(S, field, &values);
    rows->status = engine->run(&machine, program, derivative, input, outputs, seed, rows->primal, rows->row);
  }
  arena_release(&values, value_mark);
  arena_release(&arena, mark);
}

static bool same(const Scalar *a, const Scalar *b, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    if (a[k].word != b[k].word) return false;
  }
  return true;
}

/* Whether the program is in the engine's language, has a column, and both have a value; they are equal. */
static bool check(const Program *program) {
  static Rows tape, mixed;
  rows_of(&linmap_mixed_reverse, program, &mixed);
  if (mixed.status == STATUS_UNABLE) return false;
  rows_of(&dual_tape_reverse, program, &tape);
  if (mixed.status != tape.status) fail_msg("%s, not %s", status_name(mixed.status), status_name(tape.status));
  if (tape.status != STATUS_OK) return false;
  uint32_t outputs = real_dimension(&S->types, program->type);
  assert_true(same(mixed.primal, tape.primal, type_node(&S->types, program->type)->dim));
  assert_true(same(mixed.row, tape.row, outputs * reals_of_context(program)));
  return mixed.columns > 0;
}

/* All programs; as many at least have a sub-term in forward mode. */
static void test_spaces(void **state) {
  (void)state;
  space_check(S, "poly,size=5", check, 1900);
  space_check(S, "array,size=5", check, 1200);
  space_check(S, "control,size=4", check, 130);
  space_check(S, "loops,size=4", check, 230);
  space_check(S, "mixed,size=4", check, 2500);
  assert_rules_used("LMX_");
}

/* --------------------------------------------------------------------- cost -- */

/* Operations of a run with `rows` cotangents. */
static uint64_t operations(const Engine *engine, const Program *program, uint32_t rows) {
  static Scalar input[SCALARS], seed[SCALARS * SCALARS], primal[SCALARS], image[SCALARS * SCALARS];
  Ring *ring = ring_double_new();
  Machine machine = machine_make(S, ring, &values);
  const void *derivative;
  const char *missing;
  ArenaMark mark = arena_mark(&arena), value_mark = arena_mark(&values);
  uint32_t outputs = real_dimension(&S->types, program->type);
  for (uint32_t k = 0; k < SCALARS; k++) input[k] = scalar_from_double(0.25 + 0.01 * k);
  for (uint32_t k = 0; k < rows * outputs; k++) seed[k] = scalar_from_double(k % (outputs + 1) == 0);
  assert_int_equal(engine->derive(S, &arena, program, &derivative, &missing), STATUS_OK);
  ring->operations = 0;
  assert_int_equal(engine->run(&machine, program, derivative, input, rows, seed, primal, image), STATUS_OK);
  uint64_t count = ring->operations;
  arena_release(&values, value_mark);
  arena_release(&arena, mark);
  ring_destroy(ring);
  return count;
}

/* What ad/README.md states. */
static void test_cost(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t rows;
    uint64_t reverse, mixed;
  } cases[] = {
      {"def wide (x : real) (y : real) : real^32 =\n"
       "  let t = x * y in build 32 (i. iterate 8 (a. sin a * t + toReal i) t)",
       32, 175234, 7074},
      {"def wide (x : real) (y : real) : real^32 =\n"
       "  let t = x * y in build 32 (i. iterate 8 (a. sin a * t + toReal i) t)",
       1, 6222, 3695},
      {"def narrow (v : real^32) (t : real) : real = sum (build 32 (i. v ! i * sin t))", 1, 1730, 1730},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Module module = read_text(cases[k].text);
    const Program *program = &module.definitions[0].program;
    uint64_t reverse = operations(&linmap_reverse, program, cases[k].rows);
    uint64_t mixed = operations(&linmap_mixed_reverse, program, cases[k].rows);
    print_message("%s, %u cotangents: %llu operations, mixed %llu\n", k < 2 ? "wide" : "narrow", cases[k].rows,
                  (unsigned long long)reverse, (unsigned long long)mixed);
    assert_int_equal(reverse, cases[k].reverse);
    assert_int_equal(mixed, cases[k].mixed);
    text_free_module(&module);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chosen),
      cmocka_unit_test(test_spaces),
      cmocka_unit_test(test_cost),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
