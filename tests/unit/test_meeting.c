/* Where two regions meet, by their guards alone: which are 0 on all of a boundary, which on a thin part of it, whether
 * the closures meet, and whether a guard changes its sign at a point. */
#include "semantics/source/interpreter.h"
#include "tests/unit/programs.h"
#include "tests/unit/symbolic_words.h"
#include "verify/truth/atlas_internal.h"
#include "verify/truth/path_internal.h"

#include <stdio.h>
#include <stdlib.h>

#define INPUTS 2u
#define GUARDS 4

static Store *store;
static Arena arena;
static AtlasTools tools;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 16);
  arena_init(&arena, (size_t)1 << 24);
  R = ring_symbolic_new(8, 12, 60);
  tools = (AtlasTools){
      .store = store, .smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, SMT_MEGABYTES), .symbolic = R, .arena = &arena};
  return store == NULL || R == NULL || tools.smt == NULL;
}

static int tear_down(void **state) {
  (void)state;
  smt_free(tools.smt);
  ring_destroy(R);
  arena_free(&arena);
  store_free(store);
  flint_cleanup();
  return 0;
}

/* Of x and y. */
static Scalar read(const char *text) {
  char definition[200];
  (void)snprintf(definition, sizeof definition, "def f (x : real) (y : real) : real = %s", text);
  Module module = module_read(store, definition);
  const Scalar x[] = {var(0), var(1)};
  Scalar value;
  Machine machine = machine_make(store, R, &arena);
  if (source_evaluator.eval(&machine, &text_find(store, &module, "f")->program, x, &value) != STATUS_OK)
    fail_msg("%s", text);
  text_free_module(&module);
  return value;
}

static const fmpz_mpoly_struct *polynomial(const char *text) { return &symbolic_at(R, read(text))->num; }

static void divisors(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    bool divides, atoms; /* atoms: in b */
  } table[] = {{"x", "x * y", true, false},
               {"x * y", "x", false, false},
               {"x - 1", "x * x - 1", true, false},
               {"x + y", "x * x + y * y", false, false},
               {"x", "y", false, false},
               {"2", "x", false, false},
               {"x - y", "(x - y) * exp x", true, true},
               {"exp x", "y * exp x", true, true},
               {"exp y", "exp x", false, true},
               {"x", "sin y * x + x", true, true},
               {"x", "0", true, false}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    const fmpz_mpoly_struct *a = polynomial(table[k].a), *b = polynomial(table[k].b);
    if (atlas_divides(symbolic_self(R), a, b) != table[k].divides) fail_msg("%s | %s", table[k].a, table[k].b);
    if (atlas_has_atoms(symbolic_self(R), b) != table[k].atoms) fail_msg("%s", table[k].b);
    ring_release(R, mark);
  }
}

/* What a scalar is where the guard is solved for an input. */
static void solved(void **state) {
  (void)state;
  static const struct {
    const char *guard, *other;
    Solved found;
  } table[] = {{"x - y", "x * x - y * y", SOLVED_ZERO},
               {"x - y", "exp x - exp y", SOLVED_ZERO},
               {"x - y", "x - 2 * y", SOLVED_THIN},
               {"x - y", "x - y + 1", SOLVED_THIN},
               {"x", "exp x - 1", SOLVED_ZERO},
               {"x", "exp x - 2", SOLVED_THIN},
               {"x - 1", "sin x", SOLVED_THIN},
               {"x - 1", "exp (x - 1) - x", SOLVED_ZERO},
               {"x", "exp y - 1", SOLVED_THIN},
               {"x", "sin y", SOLVED_THIN},
               {"x - 4", "log x - 2 * log 2", SOLVED_ZERO},
               {"x - 4", "log x - 2 * log 3", SOLVED_THIN},
               {"x - 1", "atan x * 4 - acos (-x)", SOLVED_ZERO},
               {"x + y", "log (x + y)", SOLVED_UNKNOWN}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    uint32_t obligations = symbolic_obligation_count(R);
    PathReplaced input;
    assert_true(path_solve(R, polynomial(table[k].guard), &input));
    Scalar other = read(table[k].other);
    uint32_t asked = symbolic_obligation_count(R);
    Solved found = atlas_solved(R, &input, other);
    if (found != table[k].found) fail_msg("%s where %s = 0: %d", table[k].other, table[k].guard, found);
    assert_int_equal(symbolic_obligation_count(R), asked);
    assert_int_equal(ring_take_status(R), STATUS_OK);
    symbolic_forget_obligations(R, obligations);
    ring_release(R, mark);
  }
}

/* Two regions: the guards of both, which meet where the guard of that step is 0.  "x+": where x > 0, "x-", "x0", and
 * "x/": where it is not 0. */
typedef struct Meeting {
  uint32_t step;
  const char *side[2][GUARDS];
  const char *kin[2]; /* of each guard: = the same, m a multiple, . neither */
  bool one_side, generic, elsewhere;
} Meeting;

static void read_path(Path *path, const char *const *guards) {
  path_open(path);
  for (int i = 0; i < GUARDS && guards[i] != NULL; i++) {
    char text[80];
    (void)snprintf(text, sizeof text, "%s", guards[i]);
    char *end = text + strlen(text) - 1, sign = *end;
    *end = '\0';
    Signs signs = sign == '+' ? SIGNS_PLUS : sign == '-' ? SIGNS_MINUS : sign == '0' ? SIGNS_ZERO : SIGNS_APART;
    path->step[path->length++] = (PathStep){.guard = read(text), .signs = signs};
  }
}

static Survey *survey_new(const Meeting *meeting) {
  Survey *survey = calloc(1, sizeof *survey);
  assert_non_null(survey);
  survey->tools = &tools;
  survey->inputs = INPUTS;
  survey->values = calloc(8, sizeof *survey->values);
  survey->numbers = ring_symbolic_new(1, 12, 60);
  assert_true(survey->values != NULL && survey->numbers != NULL);
  for (int i = 0; i < 8; i++) mpq_init(survey->values[i].low), mpq_init(survey->values[i].high);
  for (int side = 0; side < 2; side++) read_path(&survey->side[side].path, meeting->side[side]);
  return survey;
}

static void survey_drop(Survey *survey) {
  for (int i = 0; i < 8; i++) mpq_clear(survey->values[i].low), mpq_clear(survey->values[i].high);
  free(survey->values);
  ring_destroy(survey->numbers);
  free(survey);
}

static void meetings(void **state) {
  (void)state;
  static const Meeting table[] = {
      {0, {{"x-"}, {"x+"}}, {".", "."}, false, true, false},
      /* other guards: coprime, multiples, the same again, and such as are asked only to be no 0 */
      {0, {{"x-", "y+"}, {"x+", "y+"}}, {"..", ".."}, false, true, false},
      {0, {{"x-", "x * y+"}, {"x+", "y+"}}, {".m", ".."}, false, true, false},
      {0, {{"x-", "x * y/"}, {"x+", "x * y+"}}, {"..", ".m"}, false, true, false},
      {0, {{"x-", "exp x - 1-", "y - 1+"}, {"x+"}}, {".m.", "."}, false, true, false},
      {0, {{"x-", "exp x - 2-"}, {"x+", "exp x - y+"}}, {"..", ".."}, false, true, false},
      {0, {{"x/", "x-"}, {"x/", "x+"}}, {".=", ".="}, true, true, false},
      {0, {{"x/", "y+"}, {"x/", "x+"}}, {"..", ".="}, false, true, false},
      {0, {{"x/", "x/"}, {"x/"}}, {"..", "."}, false, true, false},
      {1, {{"x * y+", "x-"}, {"x * y+", "x+"}}, {"m.", "m."}, false, true, false},
      /* atoms: where the one is solved the other is thin; of other inputs; or the solver is asked */
      {0, {{"exp x - y-", "x - 1+"}, {"exp x - y+"}}, {"..", "."}, false, true, false},
      {0, {{"x - 1+", "exp x - y-"}, {"x - 1-"}}, {"..", "."}, false, true, false},
      {0, {{"sin x-", "sin y+"}, {"sin x+", "sin y+"}}, {"..", ".."}, false, true, false},
      {0, {{"sin x-", "sin x + exp y - 1+"}, {"sin x+"}}, {"..", "."}, false, false, true},
      {0, {{"x * x + y * y - 1-", "exp x + y * y+"}, {"x * x + y * y - 1+"}}, {"..", "."}, false, true, false},
      {0, {{"x * x + y * y - 1-", "exp x - y * y+"}, {"x * x + y * y - 1+"}}, {"..", "."}, false, false, true},
      {0, {{"x * x + y * y - 1-"}, {"x * x + y * y - 1+", "exp x - y * y+"}}, {".", ".."}, false, false, true},
      {1,
       {{"exp x - y * y+", "x * x + y * y - 1-"}, {"exp x - y * y+", "x * x + y * y - 1+"}},
       {"..", ".."},
       false,
       false,
       true},
      {0, {{"sin y-", "sin x + exp y - 1+"}, {"sin y+"}}, {"..", "."}, false, false, true},
      /* a factor in common */
      {0, {{"x * y-", "x * y - x+"}, {"x * y+"}}, {"..", "."}, false, false, true},
      /* closures that have no point in common */
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+", "x - 3+"}, {"x * x + y * y - 1+"}},
       {"...", "."},
       false,
       true,
       false},
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+", "x - 1+"}, {"x * x + y * y - 1+"}},
       {"...", "."},
       false,
       true,
       false},
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+", "x + 1-"}, {"x * x + y * y - 1+"}},
       {"...", "."},
       false,
       true,
       false},
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+", "x - 3-"}, {"x * x + y * y - 1+"}},
       {"...", "."},
       false,
       false,
       true},
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+", "x - 3/"}, {"x * x + y * y - 1+"}},
       {"...", "."},
       false,
       false,
       true},
      {0,
       {{"x * x + y * y - 1-", "exp x - y * y+"}, {"x * x + y * y - 1+", "y + 30"}},
       {"..", ".."},
       false,
       true,
       false},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    Survey *survey = survey_new(&table[k]);
    uint32_t step = table[k].step;
    survey_find_kin(survey, step);
    char kin[2][GUARDS + 1] = {"", ""};
    bool multiple = false;
    for (int side = 0; side < 2; side++) {
      for (uint32_t i = 0; i < survey->side[side].path.length; i++) {
        kin[side][i] = ".=m"[survey->kin[side][i]];
        multiple = multiple || survey->kin[side][i] == KIN_MULTIPLE;
      }
    }
    bool one_side = survey_has_one_side(survey, step), generic = survey_is_generic(survey, step),
         elsewhere = survey_meets_elsewhere(survey, step);
    if (strcmp(kin[0], table[k].kin[0]) != 0 || strcmp(kin[1], table[k].kin[1]) != 0 || one_side != table[k].one_side ||
        generic != table[k].generic || elsewhere != table[k].elsewhere)
      fail_msg("%zu, %s: \"%s\", \"%s\", %d %d %d", k, table[k].side[0][0], kin[0], kin[1], one_side, generic,
               elsewhere);
    assert_int_equal(survey_has_multiple(survey), multiple);
    survey_drop(survey);
    ring_release(R, mark);
  }
}

/* The crossings that are not thin, one after the other. */
static void crossings(void **state) {
  (void)state;
  static const Meeting meeting = {
      0,
      {{"x * x + y * y - 1-", "exp x - y * y+", "x + 3+", "exp y - x * x+"}, {"x * x + y * y - 1+", "sin x - y * y-"}},
      {NULL},
      false,
      false,
      false};
  static const uint32_t found[][2] = {{0, 1}, {0, 3}, {1, 1}};
  Survey *survey = survey_new(&meeting);
  survey_find_kin(survey, 0);
  int side = 0;
  uint32_t at = 0, count = 0;
  for (; count < 3 && survey_crossing(survey, 0, &side, &at); at++, count++) {
    assert_int_equal(side, found[count][0]);
    assert_int_equal(at, found[count][1]);
  }
  assert_int_equal(count, 3);
  assert_false(survey_crossing(survey, 0, &side, &at));
  survey_drop(survey);
}

/* What the program asks for may end on more than a thin part of the boundary. */
static void definedness(void **state) {
  (void)state;
  static const struct {
    const char *guard, *asks;
    bool defined;
  } table[] = {{"x-", "1 / (y - 3)", true},
               {"x-", "log (y - 3)", true},
               {"x-", "log (exp x + y * y)", true},
               {"x * x + y * y - 1-", "log (exp x - y * y)", false},
               {"x * x + y * y - 1-", "1 / (exp x - y * y)", false},
               {"x * x + y * y - 1-", "log (exp x - y * y + 4)", true}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    uint32_t first = symbolic_obligation_count(R);
    const Meeting meeting = {0, {{table[k].guard}, {table[k].guard}}, {NULL}, false, false, false};
    Survey *survey = survey_new(&meeting);
    (void)read(table[k].asks);
    uint32_t last = symbolic_obligation_count(R);
    if (survey_is_defined(survey, 0, first, last) != table[k].defined) fail_msg("%s", table[k].asks);
    assert_true(survey_is_defined(survey, 0, first, first) && survey_is_defined(survey, 0, last, last + 9));
    survey_drop(survey);
    symbolic_forget_obligations(R, first);
    ring_release(R, mark);
  }
}

/* An atom that ends where nothing that is asserted says so. */
static void edges(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool edges;
  } table[] = {{"x * y - 1", false},      {"exp x - y", false},      {"log x - y", true},
               {"exp (1 / x) - y", true}, {"sin (log x) - y", true}, {"exp (x / 2) - y", false}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    SmtQuery query;
    smt_query_open(&query, R);
    smt_query_assert(&query, read(table[k].text), SMT_ZERO);
    if (atlas_has_edges(&query) != table[k].edges) fail_msg("%s", table[k].text);
    smt_query_close(&query);
    ring_release(R, mark);
  }
}

/* A guard changes its sign where it is 0 and one of its slopes is not, at a point or all over a box. */
static void crossing_signs(void **state) {
  (void)state;
  static const struct {
    const char *guard;
    int low[2], high[2], scale; /* the box, in parts of `scale`; a point where both ends are the same */
    bool crosses;
  } table[] = {{"x+", {0, 5}, {0, 5}, 1, true},
               {"x * x - y+", {0, 0}, {0, 0}, 1, true},
               {"x * x - y * y+", {0, 0}, {0, 0}, 1, false},
               {"x * x - y * y * y+", {1, 1}, {1, 1}, 1, true},
               {"exp x - y+", {0, 1}, {0, 1}, 1, true},
               {"exp x - 1 - x+", {0, 0}, {0, 0}, 1, false},
               {"x * x - 2+", {141, 0}, {142, 0}, 100, true},
               {"x * x - 2+", {-142, 0}, {142, 0}, 100, false},
               {"y * y * y - 2+", {0, 125}, {0, 126}, 100, true},
               {"x * x * y * y * y - 2 * y * y+", {-1, -1}, {1, 1}, 100, false},
               {"exp x - 2+", {69, 0}, {70, 0}, 100, false}}; /* in a box of no polynomial nothing is known */
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t mark = ring_mark(R);
    const Meeting meeting = {0, {{table[k].guard}, {table[k].guard}}, {NULL}, false, false, false};
    Survey *survey = survey_new(&meeting);
    SmtValue point[INPUTS];
    bool rational = true;
    for (uint32_t i = 0; i < INPUTS; i++) {
      mpq_init(point[i].low), mpq_init(point[i].high);
      mpq_set_si(point[i].low, table[k].low[i], (unsigned long)table[k].scale), mpq_canonicalize(point[i].low);
      mpq_set_si(point[i].high, table[k].high[i], (unsigned long)table[k].scale), mpq_canonicalize(point[i].high);
      rational = rational && mpq_equal(point[i].low, point[i].high) != 0;
    }
    Boundary boundary = {.point = point, .rational = rational};
    if (survey_crosses(survey, 0, &boundary) != table[k].crosses) fail_msg("%zu: %s", k, table[k].guard);
    boundary.point = NULL;
    assert_false(survey_crosses(survey, 0, &boundary));
    for (uint32_t i = 0; i < INPUTS; i++) mpq_clear(point[i].low), mpq_clear(point[i].high);
    survey_drop(survey);
    ring_release(R, mark);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(divisors),      cmocka_unit_test(solved),
                                     cmocka_unit_test(meetings),      cmocka_unit_test(crossings),
                                     cmocka_unit_test(definedness),   cmocka_unit_test(edges),
                                     cmocka_unit_test(crossing_signs)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
