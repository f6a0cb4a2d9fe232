/* The pipeline of the notes' section 9 on f2 and others; the derivative that the notes
 * print, refuted; folds, conditionals and calls through every engine of linear maps,
 * proved for all inputs; counted cost of rev$; each rule of the optimiser off. */
#include "ad/linmap/stages.h"
#include "tests/unit/build.h"
#include "tests/unit/given.h"
#include "tests/unit/programs.h"
#include "verify/battery/battery.h"
#include "verify/laws/linmap/equations.h"
#include "verify/truth/truth_symbolic.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static Arena arena;

static int open_case(void **state) {
  (void)state;
  S = store_new(1u << 20);
  arena_init(&arena, (size_t)512 << 20);
  return S == NULL;
}
static int close_case(void **state) {
  (void)state;
  arena_free(&arena);
  store_free(S);
  return 0;
}

static Module read_text(const char *text) {
  Module module = module_read(S, text);
  return module;
}

static Status stages_of(const Program *program, LinmapRules rules, LinmapStages *stages) {
  const char *missing;
  LmProgram translated;
  *stages = (LinmapStages){.builder = {.store = S, .arena = &arena}};
  Status status = linmap_from_source(&stages->builder, program, &translated, &missing);
  if (status != STATUS_OK) return status;
  translated.definitions[translated.count - 1].name = name_make(S, "f2", 2);
  return linmap_stages(stages, &translated, rules);
}

static const char f2[] = "def f2 (x : real) : real = let y = x * x in let z = x + y in y * z\n";

/* ---------------------------------------------------------------- section 9 -- */

/* The last definition of a stage, as printed. */
static void assert_prints(const LinmapStages *stages, LinmapStage stage, const char *expected) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  linmap_print_from(&stages->builder, &stages->program[stage], stages->program[stage].count - 1, out);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, expected);
  free(text);
}

static void test_f2_end_to_end(void **state) {
  (void)state;
  Module module = read_text(f2);
  LinmapStages stages;
  assert_int_equal(stages_of(&module.definitions[0].program, LINMAP_ALL, &stages), STATUS_OK);
  assert_prints(&stages, LINMAP_STAGE_JACOBIAN,
                "fun Df2(x0 : R)\n  = let { Dx0 = lmOne() }\n"
                "    let { Dy = lmCompose(lmHCat(lmScale(x0), lmScale(x0)), lmVCat(Dx0, Dx0)) }\n"
                "    let { y = x0 * x0 }\n"
                "    let { Dz = lmCompose(lmHCat(lmOne(), lmOne()), lmVCat(Dx0, Dy)) }\n"
                "    let { z = x0 + y }\n"
                "    lmCompose(lmHCat(lmScale(z), lmScale(y)), lmVCat(Dy, Dz))\n");
  assert_prints(&stages, LINMAP_STAGE_JACOBIAN_OPTIMISED,
                "fun Df2(x0 : R)\n  = let { y = x0 * x0 }\n"
                "    lmScale(((x0 + y) * (x0 + x0)) + (y * (1 + (x0 + x0))))\n");
  static const char shared[] = "fun f2'(x0 : R, x0' : R)\n  = let { t1 = x0 * x0 }\n    let { t2 = x0 + x0 }\n"
                               "    (((x0 + t1) * t2) + (t1 * (1 + t2))) * x0'\n";
  assert_prints(&stages, LINMAP_STAGE_FORWARD_CSE, shared);
  assert_prints(&stages, LINMAP_STAGE_REVERSE_CSE, shared);
  text_free_module(&module);
}

/* Value and derivative of the program at x = 1 over exact rationals. */
static void at_one(const Program *program, int64_t *value, int64_t *slope) {
  Ring *ring = ring_rational_new(1u << 12);
  Truth *truth = truth_new(S);
  Scalar x = ring_integer(ring, 1), v = ring_integer(ring, 1), out[2];
  assert_int_equal(truth_rational_dual(truth, ring, program, &x, &v, &out[0], &out[1]), STATUS_OK);
  *value = *slope = INT64_MIN;
  for (int64_t k = 0; k < 100; k++) {
    if (ring_equal(ring, out[0], ring_integer(ring, k))) *value = k;
    if (ring_equal(ring, out[1], ring_integer(ring, k))) *slope = k;
  }
  truth_free(truth);
  ring_destroy(ring);
}

/* What the notes print after CSE, claimed to be f2': it differs as a normal form, and
 * the witness is x = 1: 7, not 8. */
static void test_the_printed_derivative_is_refuted(void **state) {
  (void)state;
  Module module = read_text(f2);
  Module claim = read_text("def claim (x : real) : real = let t1 = x + x * x in let t2 = x + x in t1 * t2 + t1 * t2\n"
                           "def right (x : real) : real = let t1 = x * x in let t2 = x + x in\n"
                           "  (x + t1) * t2 + t1 * (1 + t2)\n");
  Ring *ring = ring_symbolic_new(2, 1, 60);
  Truth *truth = truth_new(S);
  Scalar x = symbolic_variable(ring, 0), one = ring_integer(ring, 1), value, slope, claimed[2], unused;
  assert_int_equal(truth_symbolic(truth, ring, &module.definitions[0].program, &x, &one, &value, &slope), STATUS_OK);
  for (uint32_t k = 0; k < 2; k++) {
    const Program *program = &claim.definitions[k].program;
    assert_int_equal(truth_symbolic(truth, ring, program, &x, &one, &claimed[k], &unused), STATUS_OK);
  }
  assert_int_equal(symbolic_equal(ring, slope, claimed[0]), SYMBOLIC_DIFFERENT);
  assert_int_equal(symbolic_equal(ring, slope, claimed[1]), SYMBOLIC_EQUAL);
  truth_free(truth);
  ring_destroy(ring);
  int64_t f_value, f_slope, claim_value, claim_slope;
  at_one(&module.definitions[0].program, &f_value, &f_slope);
  at_one(&claim.definitions[0].program, &claim_value, &claim_slope);
  assert_int_equal(f_slope, 7);
  assert_int_equal(claim_value, 8);
  text_free_module(&module);
  text_free_module(&claim);
}

/* -------------------------------------------------------------- every engine -- */

static const char programs[] =
    "def product (v : real^5) : real = fold (a x. a * x) 1 v\n"
    "def running (x : real) (v : real^4) : real = fold (a c. a * x + c) 0 v\n"
    "def fibonacci (x : real) : real * real = fold (p i. (snd p, fst p * x + snd p)) (0, x) (build 5 (i. ()))\n"
    "def lifted (x : real) (y : real) : real = (\\(z : real). x * z * z) ((\\(z : real). z + y) (x * y))\n"
    "def nested (v : real^3) : real^2 = build 2 (i. sum (build 3 (j. v ! j * (v ! i + toReal (i * j)))))\n"
    "def powers (x : real) : real = iterate 4 (y. y * y + x) x\n"
    "def divided (x : real) (y : real) : real = let z = x / y in z * z - y / (x * x + 1)\n"
    "def shadow (x : real) : real = let x = x * x in let x = x + x * x in x * x\n"
    "def alike (v : real^3) : real = sum (build 3 (i. v ! i * v ! 0)) * sum (build 3 (i. v ! i * v ! 1))\n"
    "def folds (v : real^3) : real = fold (a x. a * x) 1 v + fold (a x. a + x) 1 v * fold (a x. a * x) 1 v\n";

/* Of one condition, whose ways are not the same. */
static const char branches[] =
    "def f (x : real) (y : real) : real = (if x < y then x * y else y) * (if x < y then y else x * x)\n"
    "def g (x : real) (y : real) : real = (if x < y then x * y else y) * (if x < y then x * y else x * x)\n";

/* Through all engines: nothing is refuted. */
static void judge(const Module *module, Tally *tally) {
  Battery *battery = battery_new(S);
  BatteryOptions options = {.laws = law_set_all(), .engines = ENGINES_ALL, .seed = 7};
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  assert_true(battery != NULL && tally != NULL && witnesses != NULL);
  for (uint32_t k = 0; k < module->count; k++)
    battery_check(battery, &module->definitions[k].program, 4 * k, &options, tally, witnesses);
  for (int law = 0; law < LAW_COUNT; law++)
    if (witnesses[law].present) fail_msg("%s is refuted: %s", law_info((LawId)law)->name, witnesses[law].what);
  free(witnesses);
  battery_free(battery);
}

/* And each engine's derivatives are proved. */
static void test_programs_are_proved_in_every_engine(void **state) {
  (void)state;
  Module module = read_text(programs);
  Tally *tally = calloc(1, sizeof *tally);
  judge(&module, tally);
  for (int e = 0; engines[e] != NULL; e++) {
    if (strncmp(engines[e]->name, "linmap", 6) != 0) continue;
    const uint64_t *count = tally->count[engines[e]->reverse ? LAW_AD_REV : LAW_AD_FWD][e + 1];
    if (outcomes_for_all(count) + count[OUTCOME_REFUSED] < module.count)
      fail_msg("%s: %llu decided", engines[e]->name, (unsigned long long)outcomes_for_all(count));
  }
  static const LawId laws[] = {LAW_CP_FWD, LAW_CP_REV, LAW_SPLIT, LAW_CL_SEM, LAW_STAGES};
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) assert_true(tally->count[laws[l]][0][OUTCOME_DECIDED] > 0);
  free(tally);
  text_free_module(&module);
}

static void test_branches_of_one_condition(void **state) {
  (void)state;
  Module module = read_text(branches);
  Tally *tally = calloc(1, sizeof *tally);
  judge(&module, tally);
  free(tally);
  text_free_module(&module);
}

/* -------------------------------------------------------------- the optimiser -- */

static double image_at(const LinmapStages *stages, LinmapStage stage) {
  Ring *ring = ring_double_new();
  Machine machine = machine_make(S, ring, &arena);
  LmEval eval = {&machine, &linmap_closures, NULL};
  LmValue input, seed, image;
  bool reverse = stage >= LINMAP_STAGE_TRANSPOSED;
  Scalar flat[64], *end = flat;
  const Scalar *read = flat;
  for (int k = 0; k < 64; k++) flat[k] = scalar_from_double(0.5 + 0.25 * k);
  assert_int_equal(lm_value_read(&eval, stages->from, &read, &input), STATUS_OK);
  assert_int_equal(lm_tangent_read(&eval, reverse ? stages->to : stages->from, &read, &seed), STATUS_OK);
  assert_int_equal(linmap_stage_image(&eval, stages, stage, &input, &seed, &image), STATUS_OK);
  lm_value_write(&image, &end);
  double sum = 0;
  for (Scalar *s = flat; s < end; s++) sum = 3 * sum + scalar_to_double(*s);
  ring_destroy(ring);
  return sum;
}

/* Without any one rule, and without any, the stages mean the same; without `apply` or
 * `reverse` maps are left, with all rules none is. */
static void test_each_rule_can_be_switched_off(void **state) {
  (void)state;
  Module module = read_text(programs);
  for (uint32_t k = 0; k < module.count; k++) {
    const Program *program = &module.definitions[k].program;
    LinmapStages all;
    assert_int_equal(stages_of(program, LINMAP_ALL, &all), STATUS_OK);
    double forward = image_at(&all, LINMAP_STAGE_FORWARD_CSE), back = image_at(&all, LINMAP_STAGE_REVERSE_CSE);
    const LmProgram *last = &all.program[LINMAP_STAGE_REVERSE_CSE];
    assert_false(linmap_has_maps(last->definitions[last->count - 1].body));
    for (int rule = 0; rule <= LINMAP_RULE_COUNT; rule++) {
      LinmapStages less;
      LinmapRules rules = rule == LINMAP_RULE_COUNT ? 0 : LINMAP_ALL & ~((LinmapRules)1 << rule);
      if (stages_of(program, rules, &less) != STATUS_OK) fail_msg("program %u without rule %d: no stages", k, rule);
      double one = image_at(&less, LINMAP_STAGE_FORWARD_CSE), other = image_at(&less, LINMAP_STAGE_REVERSE_CSE);
      double close = 1e-12 * (1 + (forward < 0 ? -forward : forward) + (back < 0 ? -back : back));
      bool same = one - forward < close && forward - one < close && other - back < close && back - other < close;
      if (!same) fail_msg("program %u without rule %d", k, rule);
    }
  }
  text_free_module(&module);
}

/* "" for rules on lets and calls. */
static const char *rule_law(LinmapRule rule) {
  static const char *const laws[LINMAP_RULE_COUNT] = {
#define LINMAP_RULE(id, name, law, formula) [LINMAP_RULE_##id] = law,
#include "ad/linmap/optimise.def"
#undef LINMAP_RULE
  };
  return laws[rule];
}

/* A rule that is an equation names a law that there is. */
static void test_rules_name_their_laws(void **state) {
  (void)state;
  for (int rule = 0; rule < LINMAP_RULE_COUNT; rule++) {
    const char *name = rule_law((LinmapRule)rule);
    size_t length = strcspn(name, "*");
    bool found = length == 0;
    for (int law = 0; law < LAW_COUNT; law++) {
      const char *other = law_info((LawId)law)->name;
      found = found || (name[length] == '*' ? strncmp(other, name, length) == 0 : strcmp(other, name) == 0);
    }
    if (!found) fail_msg("%s: there is no law %s", linmap_rule_name((LinmapRule)rule), name);
  }
}

/* A product of 100,000 entries, forward without linear maps by FFold, in reverse by
 * RFold, and by splitting: the time is that of a loop, the C stack that of one step. */
static void test_long_folds_without_linear_maps(void **state) {
  (void)state;
  enum { LENGTH = 100000 };
  Module module = read_text("def product {n = 100000} (v : real^n) : real = fold (a x. a * x) 1 v\n");
  const Program *program = &module.definitions[0].program;
  static const Engine *const all[] = {&linmap_stages_forward, &linmap_stages_reverse, &linmap_split_reverse};
  Ring *ring = ring_field_new();
  Scalar *ones = calloc(3 * LENGTH, sizeof *ones), *image = ones + LENGTH, primal;
  for (int k = 0; k < LENGTH; k++) ones[k] = ring_integer(ring, 1);
  for (size_t e = 0; e < sizeof all / sizeof *all; e++) {
    const void *derivative;
    const char *missing;
    ArenaMark mark = arena_mark(&arena);
    assert_int_equal(all[e]->derive(S, &arena, program, &derivative, &missing), STATUS_OK);
    Machine machine = machine_make(S, ring, &arena);
    machine.depth = 200;
    assert_int_equal(all[e]->run(&machine, program, derivative, ones, 1, ones, &primal, image), STATUS_OK);
    assert_true(primal.word == 1);
    if (!all[e]->reverse) assert_true(image[0].word == LENGTH);
    for (int k = 0; all[e]->reverse && k < LENGTH; k++) assert_true(image[k].word == 1);
    arena_release(&arena, mark);
  }
  free(ones);
  ring_destroy(ring);
  text_free_module(&module);
}

/* sum(build(3, \i. if i = e then x else 0)) is x only for 0 <= e < 3 (defect 47). */
static void test_delta_sum_minds_the_range(void **state) {
  (void)state;
  LmBuilder b = {.store = S, .arena = &arena};
  for (int64_t e = -1; e <= 3; e++) {
    LmSymbol x = lm_fresh(&b), i = lm_fresh(&b);
    const LmTerm *vx = lm_var(&b, x, lm_real(&b)), *vi = lm_var(&b, i, lm_nat(&b));
    const LmTerm *test = lm_prim2(&b, LM_PRIM_EQ, vi, lm_natural(&b, e));
    const LmTerm *entry = lm_if(&b, test, vx, lm_null(&b, lm_real(&b)));
    const LmTerm *sum = lm_prim(&b, LM_PRIM_SUM, lm_build(&b, i, lm_natural(&b, 3), 3, entry));
    LmProgram program = {0};
    Optimiser o = {&b, &program, LINMAP_ALL, LINMAP_OPTIMISER_FUEL};
    const LmTerm *found = linmap_optimise(&o, sum);
    assert_non_null(found);
    assert_int_not_equal(found->kind, LM_PRIM);
    (void)lm_define(&b, &program, NAME_NONE, x, lm_real(&b), found);
    assert_int_equal(linmap_check(&b, &program), STATUS_OK);
    Ring *ring = ring_double_new();
    Machine machine = machine_make(S, ring, &arena);
    LmEval eval = {&machine, &linmap_trees, &program};
    LmValue input = {.kind = LM_VALUE_REAL, .scalar = scalar_from_double(5)}, value;
    assert_int_equal(linmap_run(&eval, 0, &input, &value), STATUS_OK);
    assert_true(scalar_to_double(value.scalar) == (e >= 0 && e < 3 ? 5 : 0));
    ring_destroy(ring);
  }
}

/* --------------------------------------------------------------------- cost -- */

static char *read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  if (file == NULL || text == NULL) return text;
  text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
  (void)fclose(file);
  return text;
}

#define COST_MOST 25.0 /* scalar operations of rev$ for each of the primal and its inputs */

/* Scalar operations of one reverse run beside those of the source; 0 when the engine
 * lacks a construct. */
static double cost_of(const Engine *engine, const Program *program) {
  const void *derivative;
  const char *missing;
  Ring *ring = ring_double_new();
  Machine machine = machine_make(S, ring, &arena);
  Scalar input[256], seed[64], primal[64], image[256];
  double ratio = 0;
  uint32_t inputs = 0;
  for (uint32_t k = 0; k < program->length; k++) inputs += type_node(&S->types, program->context[k])->dim;
  for (int k = 0; k < 256; k++) input[k] = scalar_from_double(0.25 + 0.01 * k);
  for (int k = 0; k < 64; k++) seed[k] = scalar_from_double(1);
  if (inputs <= 256 && type_node(&S->types, program->type)->dim <= 64 &&
      engine->derive(S, &arena, program, &derivative, &missing) == STATUS_OK &&
      source_evaluator.eval(&machine, program, input, primal) == STATUS_OK) {
    uint64_t source = ring->operations;
    ring->operations = 0;
    if (engine->run(&machine, program, derivative, input, 1, seed, primal, image) == STATUS_OK)
      ratio = (double)ring->operations / (double)(source + inputs + 1);
  }
  (void)ring_take_status(ring);
  ring_destroy(ring);
  return ratio;
}

static void test_counted_cost_of_rev_on_the_corpus(void **state) {
  (void)state;
  DIR *folder = opendir("tests/corpus");
  double worst[2] = {0, 0};
  int counted = 0;
  static const Engine *const reverse[2] = {&linmap_reverse, &linmap_split_reverse};
  assert_non_null(folder);
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    char path[512];
    bool computes = strcmp(entry->d_name, "nested.adj") != 0; /* which moves values of large types, and no more */
    if (strstr(entry->d_name, ".adj") == NULL || !computes) continue;
    (void)snprintf(path, sizeof path, "tests/corpus/%s", entry->d_name);
    char *text = read_whole(path);
    Module module = read_text(text);
    for (uint32_t k = 0; k < module.count; k++) {
      const Program *program = &module.definitions[k].program;
      bool flat = type_node(&S->types, program->type)->dim != TYPE_NOT_FLAT;
      for (uint32_t i = 0; i < program->length; i++)
        flat = flat && type_node(&S->types, program->context[i])->dim != TYPE_NOT_FLAT;
      for (int e = 0; e < 2 && flat; e++) {
        double ratio = cost_of(reverse[e], program);
        counted += ratio > 0;
        if (ratio > worst[e]) worst[e] = ratio;
      }
    }
    text_free_module(&module);
    free(text);
  }
  (void)closedir(folder);
  print_message("%d derivatives: at most %.2f (threaded) and %.2f (split) operations for each of the primal\n", counted,
                worst[0], worst[1]);
  assert_true(counted > 40);
  assert_true(worst[0] < COST_MOST && worst[1] < COST_MOST);
}

/* n lets, each of which uses the one before twice. */
static double cost_of_chain(const Engine *engine, int n) {
  char *text = calloc(1, 1 << 16);
  size_t at = (size_t)sprintf(text, "def chain (x0 : real) : real =\n");
  for (int k = 1; k <= n; k++) at += (size_t)sprintf(text + at, "  let x%d = x%d * x%d - x0 in\n", k, k - 1, k - 1);
  (void)sprintf(text + at, "  x%d\n", n);
  Module module = read_text(text);
  double ratio = cost_of(engine, &module.definitions[0].program);
  text_free_module(&module);
  free(text);
  assert_true(ratio > 0);
  return ratio;
}

/* Where applying the canonical form takes exponential time: 3 operations a let. */
static void test_cost_does_not_grow_along_chains_of_lets(void **state) {
  (void)state;
  static const Engine *const reverse[2] = {&linmap_reverse, &linmap_split_reverse};
  for (int e = 0; e < 2; e++) {
    double ten = cost_of_chain(reverse[e], 10), many = cost_of_chain(reverse[e], 300);
    assert_true(many < 1.2 * ten && many < COST_MOST);
  }
}

static void test_declared_primitives(void **state) {
  (void)state;
  static const Engine *const all[] = {
      &linmap_forward,        &linmap_reverse,        &linmap_canonical_forward,   &linmap_canonical_reverse,
      &linmap_tupled_forward, &linmap_tupled_reverse, &linmap_polymorphic_forward, &linmap_polymorphic_reverse,
      &linmap_split_reverse,  &linmap_stages_forward, &linmap_stages_reverse};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) check_given(S, &arena, all[k]);
}

/* Every rule of the language, its transforms, CL and splitting was used above. */
static void test_every_rule_is_used(void **state) {
  (void)state;
  Module module = read_text("def f (x : real) : real = tan x + sin x * cos x - exp (neg x) / log (x * x + 2)\n"
                            "def g (x : real) : real = sqrt (x * x + 1) + x^3 + tanh x * sigmoid x\n"
                            "def h (x : real) (y : real) : real = max x y * min x (y + 1) + sign x * abs y\n"
                            "def i (v : real^3) : real = v ! (imin 2 (imax 1 0) - 0 * div 7 2) + toReal 2 * sum v\n");
  Battery *battery = battery_new(S);
  BatteryOptions options = {.laws = law_set_all(), .engines = ENGINES_ALL, .seed = 9};
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  for (uint32_t k = 0; k < module.count; k++)
    battery_check(battery, &module.definitions[k].program, 4 * k, &options, tally, witnesses);
  assert_int_equal(tally_total(tally, OUTCOME_REFUTED), 0);
  free(tally);
  free(witnesses);
  battery_free(battery);
  text_free_module(&module);
  Ring *ring = ring_symbolic_new(48, 1, 60);
  for (int e = 0; e < 2 * LM_EQUATION_COUNT; e++) {
    LmBuilder b = {.store = S, .arena = &arena};
    Machine machine = machine_make(S, ring, &arena);
    LmSides sides;
    LmOutcome outcome = LM_UNKNOWN;
    assert_int_equal(linmap_equation_sides(&b, (LmEquation)(e / 2), (uint64_t)(e % 2), &sides), STATUS_OK);
    assert_int_equal(linmap_equation_decide(&b, &machine, &linmap_trees, &sides, &outcome), STATUS_OK);
    assert_int_equal(outcome, LM_EQUAL);
  }
  ring_destroy(ring);
  static const char *const prefixes[] = {"LMD_", "LMC_", "LMH_", "LMU_", "CLC_", "CLS_",
                                         "SPL_", "LME_", "LMP_", "LMM_", "LMR_", "LMT_"};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) assert_rules_used(prefixes[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_f2_end_to_end, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_the_printed_derivative_is_refuted, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_programs_are_proved_in_every_engine, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_branches_of_one_condition, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_each_rule_can_be_switched_off, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_rules_name_their_laws, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_long_folds_without_linear_maps, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_delta_sum_minds_the_range, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_counted_cost_of_rev_on_the_corpus, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_cost_does_not_grow_along_chains_of_lets, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_declared_primitives, open_case, close_case),
      cmocka_unit_test_setup_teardown(test_every_rule_is_used, open_case, close_case),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
