/* Appendix A and section 12.2 of dual numbers: arrays by resource-linear functions, each
 * state used exactly once; all directions at once, and the distributive law on tangents. */
#include "tests/unit/dualnum_cases.h"
#include "tests/unit/spaces.h"

#include "ad/dualnum/transform.h"

#define NONE ((DualTermId){0})

/* ------------------------------------------------------------------- typing -- */

/* SAlloc 2 i (\_R s. freeze (SResolve i r)) under \_z, for x0 : Int and x1 : Int * (real -o Staged ->R Staged). */
static Status status_of(Dualnum *d, DualTermId r) {
  DualTypeId real = dual_type_real(d->table), integer = dual_type_int(d->table), type;
  DualTypeId second = dual_type_lfun(d->table, real, dual_type_update(d->table));
  const DualTypeId context[2] = {integer, dual_type_prod(d->table, integer, second)};
  DualTermId frozen = t_typed(d, DUAL_TERM_SFREEZE, 2, (DualTypeId){0}, t_var(d, 0), r);
  DualTermId whole = t_typed(d, DUAL_TERM_SALLOC, 2, (DualTypeId){0}, t_var(d, 0), t_rlam(d, frozen));
  return dual_infer(d->table, context, 2, t_llam(d, real, whole), &type);
}

static void test_used_once(void **state) {
  (void)state;
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  Dualnum d = {.store = store, .table = &table, .stage = DUAL_RESOURCE, .depth = 2, .nesting = DUAL_DEPTH};
  DualTypeId update = dual_type_update(&table);
  DualTermId s = t_s(&d), call = t_typed(&d, DUAL_TERM_SCALL, 0, update, t_var(&d, 1), t_z(&d));
  DualTermId twice = t_rlam(&d, t_rapp(&d, t_rlam(&d, t_rapp(&d, call, s)), t_rapp(&d, call, s)));
  assert_int_equal(status_of(&d, s), STATUS_OK);
  assert_int_equal(status_of(&d, t_rapp(&d, call, s)), STATUS_OK);
  assert_int_equal(status_of(&d, t_rapp(&d, call, t_rapp(&d, call, s))), STATUS_OK);
  assert_int_equal(status_of(&d, t_rapp(&d, twice, s)), STATUS_OK); /* each s is one of its own function */
  DualTermId iterated = dual_term(&table, DUAL_TERM_RITERATE, 3, (DualTypeId){0}, call, s, NONE);
  assert_int_equal(status_of(&d, iterated), STATUS_OK);
  DualTypeId staged = dual_type(&table, DUAL_COLLECT, (DualTypeId){0}, (DualTypeId){0}, 0);
  DualTermId dropped = t_rlam(&d, call); /* of Staged ->R Staged ->R Staged, were it typed */
  DualTermId frozen = t_typed(&d, DUAL_TERM_SFREEZE, 2, (DualTypeId){0}, t_var(&d, 0), s);
  const DualTermId wrong[] = {
      dropped,
      t_rapp(&d, dropped, s),                /* s not used in a function */
      t_rapp(&d, t_rapp(&d, dropped, s), s), /* and twice here */
      t_rapp(&d, s, s),                      /* s is no function */
      t_rapp(&d, call, call),                /* nor is a function s */
      t_rapp(&d, call, t_var(&d, 0)),        /* an Int is not */
      t_rapp(&d, call, t_zero(&d, staged)),  /* nor is there a Staged but s */
      dual_term(&table, DUAL_TERM_RITERATE, 3, (DualTypeId){0}, t_rapp(&d, dropped, s), s, NONE),
      frozen,                                 /* frozen twice */
      t_make(&d, DUAL_TERM_PLUS, call, call), /* + has no state to pass on */
      t_fst(&d, t_pair(&d, s, t_z(&d))),      /* put into a pair */
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    if (status_of(&d, wrong[k]) != STATUS_ILL_TYPED) fail_msg("%zu is typed", k);
  }
}

/* The count alone refuses: with g : real -o Staged ->R Staged ->R real^2 at hand, s is used
 * in both arguments, in one, or in none, and all else is right. */
static void test_count(void **state) {
  (void)state;
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  Dualnum d = {.store = store, .table = &table, .stage = DUAL_RESOURCE, .depth = 2, .nesting = DUAL_DEPTH};
  DualTypeId real = dual_type_real(&table), two = dual_type_array(&table, real, 2), type;
  DualTypeId staged = dual_type(&table, DUAL_COLLECT, (DualTypeId){0}, (DualTypeId){0}, 0);
  DualTypeId once = dual_type(&table, DUAL_RFUN, staged, two, 0);
  DualTypeId curried = dual_type(&table, DUAL_RFUN, staged, once, 0);
  DualTypeId handed = dual_type(&table, DUAL_RFUN, staged, dual_type(&table, DUAL_RFUN, two, two, 0), 0);
  const DualTypeId context[3] = {dual_type_lfun(&table, real, curried), dual_type_lfun(&table, real, once),
                                 dual_type_lfun(&table, real, handed)};
  DualTermId function[3];
  for (uint32_t k = 0; k < 3; k++) function[k] = t_make(&d, DUAL_TERM_LAPP, t_var(&d, k), t_z(&d));
  DualTermId g = function[0], f = function[1], three = t_int(&d, 3);
  DualTermId both = t_rlam(&d, t_rapp(&d, t_rapp(&d, g, t_s(&d)), t_s(&d)));
  DualTermId one = t_rlam(&d, t_rapp(&d, f, t_s(&d))), none = t_rlam(&d, t_zero(&d, two));
  DualTermId inner = t_typed(&d, DUAL_TERM_SALLOC, 2, (DualTypeId){0}, three, one); /* has an s of its own */
  DualTermId after = t_rlam(&d, t_rapp(&d, t_rapp(&d, function[2], t_s(&d)), inner));
  const DualTermId given[] = {both, one, none, after};
  const Status expected[] = {STATUS_ILL_TYPED, STATUS_OK, STATUS_ILL_TYPED, STATUS_OK};
  for (int k = 0; k < 4; k++) {
    DualTermId whole = t_typed(&d, DUAL_TERM_SALLOC, 2, (DualTypeId){0}, three, given[k]);
    assert_int_equal(dual_infer(&table, context, 3, t_llam(&d, real, whole), &type), expected[k]);
  }
}

/* What stands where there is no s, and what lets Staged out. */
static void test_outside(void **state) {
  (void)state;
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  Dualnum d = {.store = store, .table = &table, .stage = DUAL_RESOURCE, .depth = 1, .nesting = DUAL_DEPTH};
  DualTypeId real = dual_type_real(&table), integer = dual_type_int(&table), type;
  DualTermId s = t_s(&d), id = t_rlam(&d, s), i = t_var(&d, 0);
  const DualTermId wrong[] = {
      s,
      id,                                                                         /* no linear identifier */
      t_llam(&d, real, s),                                                        /* in no resource-linear function */
      t_llam(&d, real, t_zero(&d, dual_type_update(&table))),                     /* 0 is to be written out */
      t_llam(&d, real, t_typed(&d, DUAL_TERM_SALLOC, 2, (DualTypeId){0}, i, id)), /* Staged comes out */
      t_llam(&d, real, t_typed(&d, DUAL_TERM_SONEHOT, 0, real, i, t_z(&d))),
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    if (dual_infer(&table, &integer, 1, wrong[k], &type) != STATUS_ILL_TYPED) fail_msg("%zu is typed", k);
  }
  assert_int_equal(dual_infer(&table, &integer, 1, t_llam(&d, real, id), &type), STATUS_OK);
  assert_int_equal(type.id, dual_type_lfun(&table, real, dual_type_update(&table)).id);
}

/* ------------------------------------------------------------------- printed -- */

static void text_of(DualStage stage, const char *source, char *text, size_t size) {
  const DualProgram *derivative;
  const char *missing;
  ArenaMark mark = arena_mark(&arena);
  assert_int_equal(dualnum_derive(store, &arena, stage, read_program(source), &derivative, &missing), STATUS_OK);
  FILE *out = fmemopen(text, size, "w");
  assert_non_null(out);
  dual_print_at(&derivative->table, derivative->body, 1, out);
  (void)fclose(out);
  arena_release(&arena, mark);
}

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

static void test_texts(void **state) {
  (void)state;
  char text[4096];
  text_of(DUAL_RESOURCE, "def f (x : real) (y : real) : real = x * y", text, sizeof text);
  assert_true(has(text, "\\_R s : Collect. rapp(SCall("));
  assert_true(has(text, ", rapp(SCall(")); /* the second call is made on what the first one leaves: */
  assert_true(has(text, ", s))"));         /* s stands once */
  assert_false(has(text, "plus("));
  text_of(DUAL_RESOURCE, "def f (x : real^3) : real = sum x", text, sizeof text);
  assert_true(has(text, "\\_R s : Collect. riterate (3) ("));
  text_of(DUAL_VECTORISED, "def f (x : real) (y : real) : real = x * y", text, sizeof text);
  assert_true(has(text, "plus(build 2 ("));
}

/* -------------------------------------------------------------------- spaces -- */

#define SCALARS 64
#define SEEDS 4 /* of each output: x, y, x + y, 1 */

/* The images of SEEDS cotangents at each of `outputs` outputs. */
static Status images_of(DualStage stage, const Program *program, const Scalar *input, uint32_t outputs, Scalar *primal,
                        Scalar *image) {
  static Scalar seed[SCALARS * SEEDS * SCALARS];
  const DualProgram *derivative;
  const char *missing;
  CostMeter meter = {.steps = 0};
  const Scalar x = in_field(12345), y = in_field(-777);
  const Scalar of[SEEDS] = {x, y, ring_add(field, x, y), in_field(1)};
  for (uint32_t k = 0; k < outputs * SEEDS * outputs; k++) seed[k] = in_field(0);
  for (uint32_t k = 0; k < outputs; k++) {
    for (uint32_t i = 0; i < SEEDS; i++) seed[(k * SEEDS + i) * outputs + k] = of[i];
  }
  ArenaMark mark = arena_mark(&arena), value_mark = arena_mark(&values);
  Status status = dualnum_derive(store, &arena, stage, program, &derivative, &missing);
  assert_int_equal(status, STATUS_OK);
  Machine machine = machine_make(store, field, &values);
  status = dualnum_run(&machine, program, derivative, input, outputs * SEEDS, seed, primal, image, &meter);
  arena_release(&values, value_mark);
  arena_release(&arena, mark);
  return status;
}

static bool same(const Scalar *a, const Scalar *b, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    if (a[k].word != b[k].word) return false;
  }
  return true;
}

/* v . x + v . y = v . (x + y), v . x is x times v, and so for a backpropagator f = (v .). */
static bool distributes(const Scalar *image, uint32_t inputs, uint32_t outputs) {
  for (uint32_t k = 0; k < outputs; k++) {
    const Scalar *of = image + (size_t)k * SEEDS * inputs;
    for (uint32_t j = 0; j < inputs; j++) {
      Scalar x = of[j], y = of[inputs + j], sum = of[2 * inputs + j], v = of[3 * inputs + j];
      if (ring_add(field, x, y).word != sum.word) return false;
      if (ring_mul(field, v, in_field(12345)).word != x.word) return false;
    }
  }
  return true;
}

static uint32_t reals_of_context(const Program *program) {
  uint32_t reals = 0;
  for (uint32_t k = 0; k < program->length; k++) reals += real_dimension(&store->types, program->context[k]);
  return reals;
}

/* At one point: the tape's, those of the two stages, and those of the naive stage, which calls each backpropagator. */
static bool check(const Program *program) {
  static Scalar image[4][SCALARS * SEEDS * SCALARS], primal[4][SCALARS], input[SCALARS];
  static const DualStage stages[4] = {DUAL_TAPE, DUAL_RESOURCE, DUAL_VECTORISED, DUAL_NAIVE};
  uint32_t n = context_dimension(program), m = type_node(&store->types, program->type)->dim;
  uint32_t inputs = reals_of_context(program), outputs = real_dimension(&store->types, program->type);
  assert_true(n <= SCALARS && m <= SCALARS);
  for (uint32_t k = 0; k < n; k++) input[k] = in_field(k + 2);
  Status expected = images_of(DUAL_TAPE, program, input, outputs, primal[0], image[0]);
  for (int k = 1; k < 4; k++) {
    assert_int_equal(images_of(stages[k], program, input, outputs, primal[k], image[k]), expected);
    if (expected != STATUS_OK) continue;
    assert_true(same(primal[0], primal[k], m));
    if (!same(image[0], image[k], outputs * SEEDS * inputs)) fail_msg("%s differs", dual_engines[stages[k]]->name);
    if (!distributes(image[k], inputs, outputs)) fail_msg("%s: no distributive law", dual_engines[stages[k]]->name);
  }
  return expected == STATUS_OK && inputs > 0 && outputs > 0;
}

static void test_spaces(void **state) {
  (void)state;
  space_check(store, "poly,size=5", check, 3000);
  space_check(store, "array,size=5", check, 3000);
  space_check(store, "control,size=4", check, 300);
  space_check(store, "loops,size=4", check, 900);
  space_check(store, "mixed,size=4", check, 7000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_used_once), cmocka_unit_test(test_count),  cmocka_unit_test(test_outside),
      cmocka_unit_test(test_texts),     cmocka_unit_test(test_spaces),
  };
  return cmocka_run_group_tests(tests, dualnum_setup, dualnum_teardown);
}
