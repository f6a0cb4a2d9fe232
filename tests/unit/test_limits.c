/* Where memory for values ends, at many limits: engines derive what they derive with room, or nothing; what could not
 * be evaluated is counted as such, by each law that evaluates, and refutes nothing. */
#include "tests/unit/fixture.h"
#include "tests/unit/loop_forms.h"

#define LEAST ((size_t)1 << 8)
#define MOST ((size_t)1 << 16)
#define PART 16u

/* ---------------------------------------------------------------- engines -- */

#define UNIT ((size_t)16)
#define INPUTS 2u

/* What the engine makes of the program in so many bytes, at (3, 5) along (7, 11), or of 7 in reverse; `used`: of them.
 */
static Status derive(const Engine *engine, Fixture *f, size_t bytes, Scalar image[INPUTS], size_t *used) {
  Arena arena;
  const void *derivative;
  const char *missing;
  const Program *program = fixture_program(f, 0);
  uint32_t mark = store_mark(f->store);
  Scalar input[INPUTS], seed[INPUTS], primal[1];
  for (uint32_t i = 0; i < INPUTS; i++) {
    input[i] = ring_integer(f->battery->field, 3 + 2 * i);
    seed[i] = ring_integer(f->battery->field, 7 + 4 * i);
  }
  arena_init(&arena, bytes);
  Status status = engine->derive(f->store, &arena, program, &derivative, &missing);
  *used = arena.allocated * UNIT;
  Machine machine = machine_make(f->store, f->battery->field, &f->battery->values);
  if (status == STATUS_OK) status = engine->run(&machine, program, derivative, input, 1, seed, primal, image);
  arena_free(&arena);
  store_release(f->store, mark);
  return status;
}

/* Each limit is a part of the one before, or a unit less. */
static void derive_without_room(const char *text, size_t part) {
  Fixture *f = fixture_make(text, (BatteryOptions){.seed = 1});
  for (size_t e = 0; engines[e] != NULL; e++) {
    Scalar whole[INPUTS], found[INPUTS];
    size_t room, used;
    if (engines[e]->derive == NULL) continue;
    assert_int_equal(derive(engines[e], f, (size_t)1 << 24, whole, &room), STATUS_OK);
    for (size_t bytes = room - UNIT; bytes > UNIT; bytes -= bytes / part + UNIT) {
      Status status = derive(engines[e], f, bytes, found, &used);
      if (status != STATUS_OK && status != STATUS_LIMIT)
        fail_msg("%s in %zu bytes: %s", engines[e]->name, bytes, status_name(status));
      for (uint32_t i = 0; i < (engines[e]->reverse ? INPUTS : 1) && status == STATUS_OK; i++)
        assert_true(ring_equal(f->battery->field, whole[i], found[i]));
    }
  }
  fixture_free(f);
}

/* At each byte that matters, and where tables have grown. */
static void test_engines_without_room(void **state) {
  (void)state;
#define PRODUCT "(x * y + y) * (x - y * y)"
#define PRODUCTS PRODUCT " + " PRODUCT " * (" PRODUCT " + x * (" PRODUCT "))"
  derive_without_room("def f (x : real) (y : real) = " PRODUCT, SIZE_MAX);
  derive_without_room("def f (x : real) (y : real) = (" PRODUCTS ") * (" PRODUCTS ")", 20);
}

/* ------------------------------------------------------------------- laws -- */

static const char *const texts[] = {
    "def twice (x : real) (y : real) : real = let f = \\(z : real). x * z in f (f y)",
    "def products (x : real) (y : real) : real = fst (x * y, snd (x, y))",
    "def branch (x : real) (y : real) = case (inl x : real + real) of {inl z -> z * y; inr z -> z}",
    ("def loops (x : real) : real = " LOOP_FORMS),
    ("def arrays (x : real) : real = " ARRAY_FORMS),
    ("def trees (x : real) : real = " DATA_FORMS),
};

static bool told[LAW_COUNT][LAW_ENGINES];

static void tell(const Fixture *f, const char *text, size_t limit) {
  for (int i = 0; i < LAW_COUNT; i++) {
    LawId law = (LawId)i;
    const Witness *w = &f->witnesses[law];
    if (fixture_count(f, law, OUTCOME_REFUTED) > 0)
      fail_msg("%s with %zu bytes: %s: %s, %s", text, limit, law_info(law)->name, w->what, w->found);
    for (int slot = 0; slot < LAW_ENGINES; slot++)
      told[law][slot] = told[law][slot] || f->tally.count[law][slot][OUTCOME_LIMIT] > 0;
  }
}

/* Each of the first programs at limits of which each is a part of the one before, as one of many that take turns. */
static void sweep(size_t programs, BatteryOptions options) {
  uint64_t turn = 0;
  for (size_t i = 0; i < programs; i++) {
    for (size_t limit = MOST; limit > LEAST; limit -= limit / PART + 1) {
      Fixture *f = fixture_make(texts[i], options);
      f->battery->values.limit = limit;
      battery_check(f->battery, fixture_program(f, 0), turn++, &f->options, &f->tally, f->witnesses);
      tell(f, texts[i], limit);
      fixture_free(f);
    }
  }
}

/* Each place where a law asks an evaluator: of the program itself (0), of CHAD's derivatives (1, 2). */
static void test_limits_are_told_and_refute_nothing(void **state) {
  (void)state;
  enum { SELF = 1, FORWARD = 2, REVERSE = 4, BOTH = 6, ALL = 7 };
  static const struct {
    LawId law;
    uint32_t slots;
  } asks[] = {
      {LAW_SEM_SUBJ, BOTH},   {LAW_SEM_TERM, ALL},    {LAW_SEM_ADEQ, SELF},   {LAW_DOM_ADEQ, SELF},
      {LAW_CONTEXT, ALL},     {LAW_MON_UNIT, BOTH},   {LAW_MON_ASSOC, BOTH},  {LAW_MON_COMM, BOTH},
      {LAW_BE_LET_BETA, ALL}, {LAW_BE_FUN_ETA, SELF}, {LAW_FUN_FWD, FORWARD}, {LAW_FUN_REV, REVERSE},
      {LAW_AD_FWD, FORWARD},  {LAW_AD_REV, REVERSE},  {LAW_COMB_PF, SELF},    {LAW_COMB_FWD, SELF},
      {LAW_AD_TWICE, BOTH},   {LAW_ALT_COUNT, BOTH},  {LAW_ALT_DEPTH, BOTH},  {LAW_ALT_SPARSE, BOTH},
      {LAW_ALT_PROV, BOTH},   {LAW_ALT_FORMAL, BOTH}, {LAW_CP_FWD, SELF},     {LAW_CP_REV, SELF},
      {LAW_SPLIT, SELF},      {LAW_STAGES, SELF},     {LAW_CL_SEM, SELF},     {LAW_FR_AFFINE, SELF},
  };
  LawSet rewriting = {
      .on = {[LAW_BE_LET_BETA] = true, [LAW_BE_FUN_ETA] = true, [LAW_FUN_FWD] = true, [LAW_FUN_REV] = true}};
  sweep(sizeof texts / sizeof *texts, (BatteryOptions){.laws = law_set_all(), .seed = 1});
  sweep(1, (BatteryOptions){.laws = rewriting, .thorough = true, .seed = 1});
  for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
    for (uint32_t slot = 0; slot < 3; slot++) {
      if ((asks[i].slots >> slot & 1) != 0 && !told[asks[i].law][slot])
        fail_msg("%s: no limit of %u was told", law_info(asks[i].law)->name, slot);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_engines_without_room),
      cmocka_unit_test(test_limits_are_told_and_refute_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
