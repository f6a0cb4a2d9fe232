/* Frechet's language as text: what is written is read again, of every construct, drawn at random, and of programs of
 * spaces; and the source program that is written for a function means the same. */
#include "ad/frechet/frechet.h"
#include "semantics/frechet/text.h"
#include "semantics/memory/text_stream.h"
#include "semantics/rings/rings.h"
#include "tests/unit/build.h"
#include "tests/unit/spaces.h"
#include "verify/laws/frechet/generate.h"
#include "verify/laws/print/frechet_same.h"
#include "verify/truth/ring_symbolic.h"

#include <stdio.h>
#include <stdlib.h>

#define ARENA_LIMIT ((size_t)1 << 30)
#define DRAWS 60u
#define SYMBOLS (DRAW_VARIABLES + 64u)

static Ring *symbols, *residues;
static Arena arena;

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  symbols = ring_symbolic_new(SYMBOLS, 64, 60000);
  residues = ring_field_new();
  arena_init(&arena, ARENA_LIMIT);
  return S == NULL || symbols == NULL || residues == NULL;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(symbols);
  ring_destroy(residues);
  store_free(S);
  return 0;
}

/* ------------------------------------------------------------- what was drawn -- */

/* Numbers of a ring as literals, none of them 0 or 1; multiples go. */
static int64_t literals;
static const HilVector *with_literals(const HilVector *v) {
  HilVector *out = arena_array(&arena, 1, sizeof *out);
  assert_non_null(out);
  *out = *v;
  if (v->kind == HIL_SCALE) return with_literals(v->a);
  if (v->kind == HIL_SCALAR) *out = (HilVector){.kind = HIL_INTEGER, .n = 2 + literals++ % 7};
  if (v->kind == HIL_INJECT || v->kind == HIL_TENSOR) out->a = with_literals(v->a);
  if (v->kind == HIL_TENSOR) out->b = with_literals(v->b);
  if (v->kind == HIL_TUPLE || v->kind == HIL_SUM || v->kind == HIL_REALS) {
    HilVector *parts = arena_array(&arena, (size_t)v->n + 1, sizeof *parts);
    assert_non_null(parts);
    for (int64_t i = 0; i < v->n; i++) {
      HilVector scalar = v->kind == HIL_REALS ? hil_scalar(v->scalars[i]) : v->parts[i];
      parts[i] = *with_literals(&scalar);
    }
    out->kind = v->kind == HIL_SUM ? HIL_SUM : HIL_TUPLE;
    out->parts = parts;
  }
  return out;
}

static void make_literal(HilTerms *terms) {
  for (uint32_t i = 1; i < terms->map_count; i++)
    if (terms->maps[i].w != NULL) terms->maps[i].w = with_literals(terms->maps[i].w);
  for (uint32_t i = 1; i < terms->function_count; i++)
    if (terms->functions[i].w != NULL) terms->functions[i].w = with_literals(terms->functions[i].w);
}

static char *written(const HilTerms *terms, HilFunId f) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  Frechet function = {.terms = *terms, .f = f};
  assert_non_null(out);
  frechet_write(&function, S, "f", out);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* Writes the function, reads it, and compares. */
static void check_again(const HilTerms *terms, HilFunId f) {
  HilTerms read;
  HilFunId g;
  TextError error;
  char *text = written(terms, f);
  if (hil_text_read(S, text, strlen(text), &arena, &read, &g, &error) != STATUS_OK)
    fail_msg("%s\n%s", text, error.message);
  const FrechetPair pair = {S, terms, &read};
  char *again = written(&read, g);
  if (!hil_fun_same(&pair, f, g)) fail_msg("%s is read as\n%s", text, again);
  assert_string_equal(text, again);
  free(text);
  free(again);
}

/* Two functions are the same where their texts are. */
static uint32_t check_two(const HilTerms *terms, HilFunId f, HilFunId g) {
  const FrechetPair pair = {S, terms, terms};
  char *one = written(terms, f), *other = written(terms, g);
  bool same = strcmp(one, other) == 0;
  if (hil_fun_same(&pair, f, g) != same) fail_msg("%s and\n%s", one, other);
  free(one);
  free(other);
  return !same;
}

static bool open_draw(Draw *draw, uint64_t seed) {
  *draw = (Draw){.machine = machine_make(S, symbols, &arena), .seed = seed};
  return hil_terms_init(&draw->terms, &arena) == STATUS_OK;
}

static void test_maps(void **state) {
  (void)state;
  for (int kind = 0; kind < HILMAP_KIND_COUNT; kind++) {
    uint32_t drawn = 0;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
      Draw draw;
      ArenaMark mark = arena_mark(&arena);
      assert_true(open_draw(&draw, seed));
      HilMapId m = draw_map(&draw, (HilMapKind)kind, 2);
      if (m.id != 0 && hil_map_check(&draw.terms, m) == STATUS_OK) {
        make_literal(&draw.terms);
        HilFunId f = hilfun_linear(&draw.terms, m);
        check_again(&draw.terms, f);
        drawn++;
      }
      arena_release(&arena, mark);
    }
    assert_true(drawn > DRAWS / 4);
  }
}

static void test_functions(void **state) {
  (void)state;
  for (int kind = 0; kind < HILFUN_KIND_COUNT; kind++) {
    uint32_t drawn = 0, different = 0;
    if (kind == HILFUN_IF || kind == HILFUN_GIVEN) continue; /* in programs, below */
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
      Draw draw;
      ArenaMark mark = arena_mark(&arena);
      assert_true(open_draw(&draw, seed));
      HilFunId f = draw_function(&draw, (HilFunKind)kind, 2), g = draw_function(&draw, (HilFunKind)kind, 2);
      if (f.id != 0 && hil_fun_check(&draw.terms, f) == STATUS_OK) {
        make_literal(&draw.terms);
        check_again(&draw.terms, f);
        if (g.id != 0 && hil_fun_check(&draw.terms, g) == STATUS_OK) different += check_two(&draw.terms, f, g);
        drawn++;
      }
      arena_release(&arena, mark);
    }
    assert_true(drawn > DRAWS / 4 && different > 0);
  }
}

/* -------------------------------------------------------- programs of spaces -- */

/* Both as the function that the engines of Frechet derivatives make of it, and as the point-free form of caddie's. */
static bool has_texts(const Program *program) {
  const void *derivative;
  const char *missing = "";
  char *texts[2] = {NULL, NULL};
  const Engine *both[2] = {&frechet_forward, &combinatory_reverse};
  for (int e = 0; e < 2; e++) {
    size_t size = 0;
    HilTerms terms;
    HilFunId f;
    TextError error;
    if (both[e]->derive(S, &arena, program, &derivative, &missing) != STATUS_OK) return false;
    FILE *out = text_stream_open(&texts[e], &size);
    assert_non_null(out);
    assert_int_equal(both[e]->emit(derivative, "frechet", "f", out), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    if (e == 0) check_again(&((const Frechet *)derivative)->terms, ((const Frechet *)derivative)->f);
    if (hil_text_read(S, texts[e], size, &arena, &terms, &f, &error) != STATUS_OK)
      fail_msg("%s\n%s", texts[e], error.message);
  }
  assert_string_equal(texts[0], texts[1]);
  free(texts[0]);
  free(texts[1]);
  return true;
}

static bool check_program(const Program *program) {
  ArenaMark mark = arena_mark(&arena);
  bool has = has_texts(program);
  arena_release(&arena, mark);
  return has;
}

static void test_spaces(void **state) {
  (void)state;
  space_check(S, "poly,size=4", check_program, 200);
  space_check(S, "array,size=4", check_program, 100);
  space_check(S, "control,size=4", check_program, 50);
}

/* Functions of the library of two numbers are given by their names. */
static void test_library(void **state) {
  (void)state;
  HilFunId before = {0};
  Draw draw;
  assert_true(open_draw(&draw, 1));
  HilSpace real = hil_space_real(&draw.terms.spaces), two = hil_space_pair(&draw.terms.spaces, real, real);
  for (int code = 0; code < FUNCTION_COUNT; code++) {
    const FunctionInfo *info = function_info((FunctionCode)code);
    char text[100];
    if (info->operands != 2 || info->parameters != 0) continue;
    (void)snprintf(text, sizeof text, "def f (x : real) (y : real) = %s x y", info->name);
    Module module = module_read(S, text);
    assert_true(check_program(&module.definitions[0].program));
    OpId op = term_op_payload(term(S, module.definitions[0].program.term));
    HilFunId f = hilfun_given(&draw.terms, two, real, op);
    if (before.id != 0) assert_int_equal(check_two(&draw.terms, before, f), 1);
    before = f;
    text_free_module(&module);
  }
  assert_true(before.id != 0);
}

/* ---------------------------------------------------- the source program of a text -- */

static char *slurp(const char *path) {
  FILE *in = fopen(path, "r");
  char *text = calloc(1, 1 << 16);
  assert_non_null(in);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, in) < (1 << 16) - 1);
  assert_int_equal(fclose(in), 0);
  return text;
}

/* Both at variables, in normal form. */
static void check_source(const Program *program) {
  const HilTerms *terms;
  HilFunId f = hil_text_of(S, program, &terms);
  Machine machine = machine_make(S, symbols, &arena);
  uint32_t inputs = 0, outputs = type_node(&S->types, program->type)->dim;
  HilVector x, fx;
  assert_true(f.id != 0);
  for (uint32_t k = 0; k < program->length; k++) inputs += type_node(&S->types, program->context[k])->dim;
  assert_true(inputs <= SYMBOLS);
  Scalar *point = arena_array(&arena, inputs + 1, sizeof *point), *a = arena_array(&arena, outputs, sizeof *a);
  Scalar *b = arena_array(&arena, outputs, sizeof *b);
  assert_true(point != NULL && a != NULL && b != NULL);
  for (uint32_t i = 0; i < inputs; i++) point[i] = symbolic_variable(symbols, i);
  const Scalar *flat = point;
  Status status = source_evaluator.eval(&machine, program, point, a);
  if (status == STATUS_OK) status = hil_read(&machine, &terms->spaces, hil_fun(terms, f)->dom, &flat, &x);
  if (status == STATUS_OK) status = hil_eval(&machine, terms, f, &x, &fx);
  if (status == STATUS_UNABLE) return; /* a test on signs, which the laws look at at points */
  assert_int_equal(status, STATUS_OK);
  assert_int_equal(hil_write(&machine, &terms->spaces, hil_fun(terms, f)->cod, &fx, b), STATUS_OK);
  for (uint32_t i = 0; i < outputs; i++) assert_int_equal(symbolic_equal(symbols, a[i], b[i]), SYMBOLIC_EQUAL);
}

/* How many functions were compared. */
static uint32_t check_text(const char *text) {
  Import import;
  Module module;
  TextError error;
  if (hil_import(S, "text", text, strlen(text), IMPORT_IN_PLACE, &import, &error) != STATUS_OK)
    fail_msg("%s", error.message);
  if (import.refused.count != 0) fail_msg("%s", import.refusal[0]);
  Status status = text_read_module(S, "text", import.text, strlen(import.text), NULL, 0, &module, &error);
  if (status != STATUS_OK) fail_msg("%s\n%s", import.text, error.message);
  assert_int_equal(hil_texts_keep(S, "text", text, strlen(text), &module), STATUS_OK);
  for (uint32_t i = 0; i < module.count; i++) check_source(&module.definitions[i].program);
  uint32_t count = module.count;
  text_free_module(&module);
  import_free(&import);
  return count; /* the store has the programs */
}

static void test_sources(void **state) {
  (void)state;
  static const char *const files[] = {"paper", "language", "support"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[100];
    (void)snprintf(path, sizeof path, "tests/frechet/programs/%s.frechet", files[i]);
    char *text = slurp(path);
    assert_true(check_text(text) >= 9);
    free(text);
  }
}

/* Of functions that were drawn, those whose argument and result are numbers. */
static void test_sources_drawn(void **state) {
  (void)state;
  uint32_t compared = 0;
  for (uint64_t seed = 1; seed <= 600; seed++) {
    Draw draw;
    ArenaMark mark = arena_mark(&arena);
    assert_true(open_draw(&draw, seed));
    HilMapId m = draw_map(&draw, (HilMapKind)(seed % HILMAP_KIND_COUNT), 2);
    bool good = m.id != 0 && hil_map_check(&draw.terms, m) == STATUS_OK;
    const HilSpaceNode *from = hil_space(&draw.terms.spaces, hil_map(&draw.terms, m)->dom);
    if (good && from->dense && hil_space(&draw.terms.spaces, hil_map(&draw.terms, m)->cod)->dense) {
      make_literal(&draw.terms);
      char *text = written(&draw.terms, hilfun_linear(&draw.terms, m));
      assert_int_equal(check_text(text), 1);
      free(text);
      compared++;
    }
    arena_release(&arena, mark);
  }
  assert_true(compared > 100);
}

/* ---------------------------------------------------------------- what is read -- */

/* What a text means at whole numbers, by hand. */
static void check_value(const char *text, const int64_t *x, const int64_t *expected) {
  HilTerms terms;
  HilFunId f;
  TextError error;
  HilVector at, value;
  Scalar input[16], output[16];
  const Scalar *flat = input;
  Machine machine = machine_make(S, residues, &arena);
  if (hil_text_read(S, text, strlen(text), &arena, &terms, &f, &error) != STATUS_OK) fail_msg("%s", error.message);
  HilSpace dom = hil_fun(&terms, f)->dom, cod = hil_fun(&terms, f)->cod;
  uint64_t n = hil_space(&terms.spaces, dom)->dim, m = hil_space(&terms.spaces, cod)->dim;
  assert_true(n <= 16 && m <= 16);
  for (uint64_t i = 0; i < n; i++) input[i] = ring_integer(residues, x[i]);
  assert_int_equal(hil_read(&machine, &terms.spaces, dom, &flat, &at), STATUS_OK);
  assert_int_equal(hil_eval(&machine, &terms, f, &at, &value), STATUS_OK);
  assert_int_equal(hil_write(&machine, &terms.spaces, cod, &value, output), STATUS_OK);
  for (uint64_t i = 0; i < m; i++)
    if (output[i].word != ring_integer(residues, expected[i]).word) fail_msg("%s, component %u", text, (unsigned)i);
}

#define LIST(...) ((const int64_t[]){__VA_ARGS__})

static void test_values(void **state) {
  (void)state;
  check_value("def f : R^4 -o R^4 = scan", LIST(1, 2, 3, 5), LIST(1, 3, 6, 11));
  check_value("def f : R^3 -o R^2 = red_{(1,1),(2,1),(2,2),(3,2)}", LIST(1, 10, 100), LIST(11, 110));
  check_value("def f : R^2 -> (R^2)^2 = rep_2", LIST(3, 4), LIST(3, 4, 3, 4));
  check_value("def f : R^3 -> R = sum", LIST(3, 4, 5), LIST(12));
  check_value("def f (a : R) (b : R^2) : R^2 = pi1 .* pi2", LIST(3, 4, 5), LIST(12, 15));
  check_value("def f (a : R) (b : R) : R = pi1 - pi2 + K 100", LIST(3, 5), LIST(98));
  check_value("def f (a : R) (b : R) : R = _^2 o pi1 - _^3 o pi2 o id", LIST(3, 5), LIST(9 - 125));
  check_value("def f (m : R^{2 * 3}) (x : R^3) : R^2 = (matvec)", LIST(1, 2, 3, 4, 5, 6, 1, 10, 100), LIST(321, 654));
  check_value("def f (m : R^6) (x : R^3) : R^2 = pi1 matvec pi2", LIST(1, 2, 3, 4, 5, 6, 1, 10, 100), LIST(321, 654));
  check_value("def f (x : R^3) : R^2 = ((1, 2, 3, 4, 5, 6) matvec)", LIST(1, 10, 100), LIST(321, 654));
  check_value("def f (x : R^2) : R^2 = |_| . (((1, 2) >< (3, 5)) **) . (><1)", LIST(10, 100), LIST(530, 1060));
  check_value("def f (x : R^2) : R^2 = |_| . ((** ((1, 2) >< (3, 5))) : R >< R^2 -o R >< R^2) . (1><)", LIST(10, 100),
              LIST(630, 1050));
  check_value("def f (u : R^2) (v : R^2) : R^{2 * 2} = |_|^{2 * 2} o curry o (pi1 >< pi2)", LIST(2, 3, 5, 7),
              LIST(10, 14, 15, 21));
  check_value("def f (u : R^3) : R^3 = ((1, 0, 0) cross)", LIST(0, 1, 10), LIST(0, -10, 1));
  check_value("def f (u : R^3) : R^3 = (cross (1, 0, 0))", LIST(0, 1, 10), LIST(0, 10, -1));
  check_value("def f : R^2 * R^2 ->2 R = |_| . ** . ((1><) * ((><1) . Pi(id, (-1.*))))", LIST(2, 3, 5, 7),
              LIST(10 - 21));
  check_value("def f : R * R^2 -> R^2 * R = <pi2, _^2 o pi1>", LIST(3, 4, 5), LIST(4, 5, 9));
  check_value("def f : R^2 * R -o R^2 = [id, (iota2 : R -o R^2)]", LIST(3, 4, 5), LIST(3, 9));
  check_value("def f : R -> R^2 = K (2 .* (1, 3) - iota1 1)", LIST(0), LIST(1, 6));
  check_value("def f : R^N_3 -o R^N_4 = red_{(i, i + 1)}", LIST(1, 10, 100), LIST(0, 1, 10, 100));
  check_value("def f : R^N_3 -o R^N_5 = red_{(i, 2 .* i - 1)}", LIST(1, 10, 100), LIST(1, 0, 10, 0, 100));
  check_value("def f : R^N_3 -o R^N_2 = red_{(i, i -1)}", LIST(1, 10, 100), LIST(10, 100));
  check_value("def f : R^3 -o R^2 = red_{(i, i), (3, 1)}", LIST(1, 10, 100), LIST(101, 10));
  check_value("def f : R^{N_2 * N_2} -o R^N_3 = red_{((i, j), i + j - 1)}", LIST(1, 10, 100, 1000), LIST(1, 110, 1000));
  check_value("def f : R^{N_2 * 3} -o R^{3 * N_2} = red_{((i, j), (j, i))}", LIST(1, 2, 3, 4, 5, 6),
              LIST(1, 4, 2, 5, 3, 6));
}

static void check_refused(const char *text, const char *what) {
  HilTerms terms;
  HilFunId f;
  TextError error;
  assert_int_equal(hil_text_read(S, text, strlen(text), &arena, &terms, &f, &error), STATUS_ILL_TYPED);
  if (strstr(error.message, what) == NULL) fail_msg("%s: %s, not %s", text, error.message, what);
}

static void test_refused(void **state) {
  (void)state;
  check_refused("def f (x : R) : R = sin o pi1", "text:1:27: error: ℝ has no part 1");
  check_refused("def f (x : R) : R^2 = dup + id", "this is of the space ℝ, where ℝ^2 is expected");
  check_refused("def f (x : R^2) : R = (iota1) o sin", "this is of the space ℝ^2, where ℝ is expected");
  check_refused("def f (x : R) : R = pi1 o iota2 o sin", "an injection does not say where it leads");
  check_refused("def f (x : R) : R = <sin, cos>", "text:1:21: error: this is of the space ℝ^2, where ℝ is expected");
  check_refused("def f (x : R) : R^3 = <sin, cos>",
                "text:1:23: error: this is of the space ℝ^2, where ℝ^3 is expected");
  check_refused("def f (x : R) : R^N_3 = <sin, cos>", "this is of the space ℝ^2, where ℝ^ℕ_3 is expected");
  check_refused("def f (x : R) : R >< R^2 = <sin, cos>", "this is of the space ℝ^2, where ℝ ⊗ ℝ^2 is expected");
  check_refused("def f : R -o R = sin", "no definition before is called so");
  check_refused("def f : R^2 -o R = (.*)", "this operator is not linear");
  check_refused("def f (x : R^2) : R = ((1, 2, 3) dot)", "this is no vector of ℝ^2");
  check_refused("def f (x : R^3) : R^2 = red_{(4,1)}", "outside of its index sets");
  check_refused("def f (x : R) : R = g", "no definition before is called so");
  check_refused("def f (x : R) (x : R) : R = pi1", "there twice");
  check_refused("def f (x : R) : R = (1/0 .*)", "this is no number");
  check_refused("def f : R^2 ->2 R = (.*) o id", "a bilinear function is h • ∗ • (g1 × g2)");
  check_refused("def f (x : R) : R = K (1, 2)", "this is no vector of ℝ");
  check_refused("def f (x : R^2) : R^2 = sin^3", "over that index set");
}

/* What is no function between functions with finite support, or has no adjoint there. */
static void test_supports(void **state) {
  static const char *const endless = "over infinitely many indices this or its adjoint has no finite support";
  static const char *const related = "this relates an index with endlessly many";
  static const char *const moved = "at infinitely many indices this must be 0 at 0";
  (void)state;
  check_refused("def f : R^N_3 -o R = sum", endless);
  check_refused("def f : R^{2 * N_3} -o R = sum", endless);
  check_refused("def f : R^N_3 -o R^N_3 = scan", endless);
  check_refused("def f : R -o R^N_3 = rep_{N_3}", endless);
  check_refused("def f : R^N_3 -o R^1 = red_{(i, 1)}", related);
  check_refused("def f : R^1 -o R^N_3 = red_{(1, i)}", related);
  check_refused("def f : R^N_3 -o R^N_3 = red_{(0 .* i + 1, 1)}", related);
  check_refused("def f (x : R^N_3) : R^N_3 = cos^N_3", moved);
  check_refused("def f (x : R^N_3) : R^N_3 = (_^-1)^N_3", moved);
  check_refused("def f (x : R^N_3) : R^N_3 = (sin + K 1)^N_3", moved);
  check_refused("def f (x : R^N_3) : R^N_3 = (if id < 0 then sin else exp)^N_3", moved);
  check_refused("def f (x : R^N_3) : R^3 = id", "where ℝ^3 is expected");
  check_refused("def f : R^N_3 -o R^N_3 = red_{(i, 3 - i)}", "added, not subtracted");
  check_refused("def f : R^N_3 -o R^N_3 = red_{(i, (i, i))}", "the places of this relation are not those of");
  check_refused("def f : R^{N_3 + 2} -o R^N_3 = red_{(i, i)}", "the places of this relation are not those of");
  check_refused("def f : R^N_ -o R^N_3 = red_{(i, i)}", "a whole number is expected here");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_maps),    cmocka_unit_test(test_functions), cmocka_unit_test(test_spaces),
      cmocka_unit_test(test_library), cmocka_unit_test(test_sources),   cmocka_unit_test(test_sources_drawn),
      cmocka_unit_test(test_values),  cmocka_unit_test(test_refused),   cmocka_unit_test(test_supports),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
