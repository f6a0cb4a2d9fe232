/* What the shrinker tries: each candidate of small programs, as text, when none of them fails. */
#include "tests/unit/programs.h"
#include "verify/enumerate/shrink.h"

#include <stdio.h>
#include <stdlib.h>

#define BUDGET ((uint64_t)100000)
#define CANDIDATES_MOST 100
#define CONTEXT_MOST 4

/* The candidates, each once. */
typedef struct Told {
  Store *store;
  uint32_t count;
  char *text[CANDIDATES_MOST];
} Told;

static bool has(const Told *told, const char *text) {
  for (uint32_t i = 0; i < told->count; i++)
    if (strcmp(told->text[i], text) == 0) return true;
  return false;
}

/* "f (x1 : real) : real = x1" */
static bool tell(void *state, const Program *candidate) {
  Told *told = state;
  NameId names[CONTEXT_MOST];
  assert_true(candidate->length <= CONTEXT_MOST);
  for (uint32_t i = 0; i < candidate->length; i++) names[i] = text_context_name(told->store, i);
  const Definition shown = {.name = name_make(told->store, "f", 1), .program = *candidate, .arguments = names};
  char *text = text_print_definition(told->store, &shown, (PrintStyle){.width = 0});
  assert_non_null(text);
  if (has(told, text)) {
    free(text);
  } else {
    assert_true(told->count < CANDIDATES_MOST);
    told->text[told->count++] = text;
  }
  return false;
}

static void try_all(Store *store, const char *program, ShrinkTest test, void *state) {
  Module module = module_read(store, program);
  TypeId context[CONTEXT_MOST];
  ShrinkResult result;
  assert_int_equal(
      shrink_program(store, &text_find(store, &module, NULL)->program, test, state, BUDGET, context, &result),
      STATUS_OK);
  text_free_module(&module);
}

static const struct {
  const char *program, *tried[30];
  bool all; /* and nothing else is */
} table[] = {
    {"def f (x : real) (p : real * real) = let a = p in x * fst a",
     {"f (x1 : real) (x2 : real * real) : real * real = x2",
      "f (x1 : real) (x2 : real * real) : real = x1 * fst x2",
      "f (x1 : real) (x2 : real * real) : real = x1",
      "f (x1 : real * real) (x2 : real * real) : real = fst x2",
      "f (x1 : real * real) (x2 : real * real) : real * real = x2",
      "f (x1 : real) (x2 : real * real) : real = 0",
      "f (x1 : real) (x2 : real * real) : real = 1",
      "f (x1 : real) (x2 : real * real) : real = 2",
      "f (x1 : real * real) (x2 : real) : real = x2",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in 0",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in 1",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in 2",
      "f (x1 : real * real) (x2 : real) : real = let a = x1 in x2",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in fst a",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1 * x1",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1 * 0",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1 * 1",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1 * 2",
      "f (x1 : real * real) : real = let a = x1 in 0 * fst a",
      "f (x1 : real * real) : real = let a = x1 in 1 * fst a",
      "f (x1 : real * real) : real = let a = x1 in 2 * fst a",
      "f (x1 : real) (x2 : real * real) : real = let a = x2 in x1 + fst a"},
     true},
    {"def f (v : real^9) = dot v v",
     {"f (x1 : real^9) : real^9 = x1", "f (x1 : real^9) : real = 0", "f (x1 : real^9) : real = 1",
      "f (x1 : real^9) : real = 2", "f (x1 : real) : real = x1", "f : real = dot (0 : real^9) 0",
      "f : real = dot (1 : real^9) 1", "f : real = dot (2 : real^9) 2", "f (x1 : real) : real = dot x1 x1",
      "f (x1 : real^2) : real = dot x1 x1", "f (x1 : real^4) : real = dot x1 x1", "f (x1 : real^8) : real = dot x1 x1"},
     true},
    {"def f (a : (real * Int)^5) = a ! 0",
     {"f (x1 : (real * Int)^5) : Int = 0", "f (x1 : (real * Int)^5) : (real * Int)^5 = x1",
      "f (x1 : real * Int) : real * Int = x1", "f (x1 : (real * Int)^1) : real * Int = x1!0",
      "f (x1 : (real * Int)^2) : real * Int = x1!0", "f (x1 : (real * Int)^4) : real * Int = x1!0"},
     true},
    {"def f (x : real) = x ^ (7/2)",
     {"f (x1 : real) : real = x1", "f (x1 : real) : real = 0", "f (x1 : real) : real = 1", "f (x1 : real) : real = 2",
      "f : real = 0^(7/2)", "f : real = 1^(7/2)", "f : real = 2^(7/2)", "f (x1 : real) : real = x1^0",
      "f (x1 : real) : real = x1^1", "f (x1 : real) : real = x1^2", "f (x1 : real) : real = x1^3"},
     true},
    {"def f (x : real) = let a = sin x in a * a",
     {"f (x1 : real) : real = sin x1",
      "f (x1 : real) : real = x1",
      "f (x1 : real) : real = x1 * x1",
      "f (x1 : real) : real = 0",
      "f (x1 : real) : real = 1",
      "f (x1 : real) : real = 2",
      "f (x1 : real) : real = sin x1 * sin x1",
      "f (x1 : real) : real = let a = x1 in a * a",
      "f (x1 : real) : real = let a = 0 in a * a",
      "f (x1 : real) : real = let a = 1 in a * a",
      "f (x1 : real) : real = let a = 2 in a * a",
      "f (x1 : real) : real = let a = sin x1 in a",
      "f (x1 : real) : real = let a = sin x1 in x1",
      "f (x1 : real) : real = let a = sin x1 in 0",
      "f (x1 : real) : real = let a = sin x1 in 1",
      "f (x1 : real) : real = let a = sin x1 in 2",
      "f : real = let a = sin 0 in a * a",
      "f : real = let a = sin 1 in a * a",
      "f : real = let a = sin 2 in a * a",
      "f (x1 : real) : real = let a = -x1 in a * a",
      "f (x1 : real) : real = let a = sin x1 in a + a"},
     true},
    {"def f (x : real) = (\\(y : real). y * y) (sin x)",
     {"f (x1 : real) : real -> real = \\(y : real). y * y",
      "f (x1 : real) : real = x1 * x1",
      "f (x1 : real) : real = x1",
      "f (x1 : real) : real = sin x1",
      "f (x1 : real) : real = 0",
      "f (x1 : real) : real = 1",
      "f (x1 : real) : real = 2",
      "f (x1 : real) : real = sin x1 * sin x1",
      "f (x1 : real) : real = let x = sin x1 in x * x",
      "f (x1 : real) : real = (\\(x : real). 0) (sin x1)",
      "f (x1 : real) : real = (\\(x : real). 1) (sin x1)",
      "f (x1 : real) : real = (\\(x : real). 2) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). y) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). x1) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). 0) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). 1) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). 2) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). y * y) x1",
      "f (x1 : real) : real = (\\(y : real). y * y) 0",
      "f (x1 : real) : real = (\\(y : real). y * y) 1",
      "f (x1 : real) : real = (\\(y : real). y * y) 2",
      "f : real = (\\(y : real). y * y) (sin 0)",
      "f : real = (\\(y : real). y * y) (sin 1)",
      "f : real = (\\(y : real). y * y) (sin 2)",
      "f (x1 : real) : real = (\\(y : real). y + y) (sin x1)",
      "f (x1 : real) : real = (\\(y : real). y * y) (-x1)"},
     true},
    {"def f (n : Int) = toReal (n * 40)",
     {"f (x1 : Int) : Int = x1 * 40", "f (x1 : Int) : Int = x1", "f (x1 : Int) : Int = 40", "f (x1 : Int) : real = 0",
      "f (x1 : Int) : real = 1", "f (x1 : Int) : real = 2", "f (x1 : real) : real = x1",
      "f (x1 : Int) : real = toReal x1", "f (x1 : Int) : real = toReal 0", "f (x1 : Int) : real = toReal 1",
      "f (x1 : Int) : real = toReal 2", "f (x1 : Int) : real = toReal 40", "f : real = toReal (0 * 40)",
      "f : real = toReal (1 * 40)", "f : real = toReal (2 * 40)", "f (x1 : Int) : real = toReal (x1 + 40)",
      "f (x1 : Int) : real = toReal (x1 * 0)", "f (x1 : Int) : real = toReal (x1 * 1)",
      "f (x1 : Int) : real = toReal (x1 * 2)"},
     true},
    /* a new identifier in the place of an unused one; an unbound variable, and the innermost bound one of its type */
    {"def f (n : Int) (x : real) = let a = x in let i = n in sin (a * x)",
     {"f (x1 : real) (x2 : real) : real = sin (x2 * x1)", "f (x1 : real) (x2 : Int) : real = x1",
      "f (x1 : Int) (x2 : real) : real = let a = x2 in let i = x1 in a",
      "f (x1 : Int) (x2 : real) : real = let a = x2 in let i = x1 in x2",
      "f (x1 : Int) (x2 : real) : real = let a = x2 in a * x2",
      "f (x1 : Int) (x2 : real) : real = let i = x1 in sin (x2 * x2)"},
     false},
    {"def f (n : Int) (p : real * real) = let a = p in let b = fst p in let i = n in sin (snd p)",
     {"f (x1 : Int) (x2 : real * real) : real = let a = x2 in let b = fst x2 in let i = x1 in b"},
     false},
    /* what stands in a branch, which binds an identifier of another type than what is tested */
    {"def f (s : real + Int) (g : real -> Int) = let a = case s of {inl y -> y; inr n -> toReal (n + g 1)} in s",
     {"f (x1 : real -> Int) (x2 : Int) : real = toReal (x2 + x1 1)", "f (x1 : real -> Int) (x2 : real) : real = x2",
      "f (x1 : real + Int) (x2 : real -> Int) : real + Int = inl 2",
      "f (x1 : real + Int) (x2 : real) : real + Int = let a = x2 in x1"},
     false},
    /* an element of what is built, its index in the place of the variable */
    {"def f (x : real) (n : Int) = (build 3 (i. x * toReal i)) ! n",
     {"f (x1 : real) (x2 : Int) : real = x1 * toReal x2", "f (x1 : Int) (x2 : real^3) : real = x2!x1"},
     false},
    {"def f (x : real) (n : Int) = (vbuild 3 (i. x * toReal i)) ! n",
     {"f (x1 : real) (x2 : Int) : real = x1 * toReal x2", "f (x1 : real) (x2 : Int) : real = (vbuild 1 (x. 2))!x2"},
     false},
    /* what is bound stands once, however often others do */
    {"def f (x : real) = let a = sin (cos (sin x)) in a * (x * x)",
     {"f (x1 : real) : real = sin (cos (sin x1)) * (x1 * x1)"},
     false},
    /* two identifiers of a type become one, either of them, or a number, past one of another type */
    {"def f (b : real) (n : Int) (c : real) = b * c * toReal n",
     {"f (x1 : Int) (x2 : real) : real = x2 * x2 * toReal x1", "f (x1 : real) (x2 : Int) : real = x1 * x1 * toReal x2",
      "f (x1 : Int) (x2 : real) : real = 2 * x2 * toReal x1", "f (x1 : real) (x2 : Int) : real = x1 * 0 * toReal x2",
      "f (x1 : real) (x2 : real) : real = x1 * x2 * toReal 1"},
     false},
    {"def f (m : Int) (n : Int) = if n <= m - n then m else n",
     {"f (x1 : Int) (x2 : Int) : Int = if x2 < x1 - x2 then x1 else x2",
      "f (x1 : Int) (x2 : Int) : Int = if x2 <= x1 + x2 then x1 else x2"},
     false},
    /* a fraction's whole part, while doubles have all whole numbers */
    {"def f (x : real) = x + 4503599627370496.5", {"f (x1 : real) : real = x1 + 4503599627370496"}, false},
    {"def f (x : real) = x + 9007199254740991.5",
     {"f (x1 : real) : real = x1", "f (x1 : real) : real = 9007199254740991.5", "f (x1 : real) : real = 0",
      "f (x1 : real) : real = 1", "f (x1 : real) : real = 2", "f (x1 : real) : real = x1 + 0",
      "f (x1 : real) : real = x1 + 1", "f (x1 : real) : real = x1 + 2", "f : real = 0 + 9007199254740991.5",
      "f : real = 1 + 9007199254740991.5", "f : real = 2 + 9007199254740991.5"},
     true},
    /* lengths: numbers that are written out become fewer, as they stand; and what is beside them is of any type */
    {"def f (v : real^4) (u : 1) (n : Int) = sin (dot v [1, 2, 3, 4])",
     {"f (x1 : real) (x2 : 1) (x3 : Int) : real = sin (dot x1 1)",
      "f (x1 : real^2) (x2 : 1) (x3 : Int) : real = sin (dot x1 [1, 2])",
      "f (x1 : real^3) (x2 : 1) (x3 : Int) : real = sin (dot x1 [1, 2, 3])"},
     false},
    {"def f (v : real^2) = dot v [3, 4]", {"f (x1 : real) : real = dot x1 3"}, false},
    {"def f (s : 1 * (real + real^8)) (g : Int -> real * real^6) = fst s",
     {"f (x1 : 1 * (real + real)) (x2 : Int -> real * real^6) : 1 = fst x1",
      "f (x1 : 1 * (real + real^2)) (x2 : Int -> real * real^6) : 1 = fst x1",
      "f (x1 : 1 * (real + real^4)) (x2 : Int -> real * real^6) : 1 = fst x1",
      "f (x1 : 1 * (real + real^7)) (x2 : Int -> real * real^6) : 1 = fst x1",
      "f (x1 : 1 * (real + real^8)) (x2 : Int -> real * real) : 1 = fst x1",
      "f (x1 : 1 * (real + real^8)) (x2 : Int -> real * real^2) : 1 = fst x1",
      "f (x1 : 1 * (real + real^8)) (x2 : Int -> real * real^3) : 1 = fst x1",
      "f (x1 : 1 * (real + real^8)) (x2 : Int -> real * real^5) : 1 = fst x1"},
     false},
};

static void test_candidates(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Told told = {.store = store_new((uint32_t)1 << 20)};
    assert_non_null(told.store);
    try_all(told.store, table[k].program, tell, &told);
    uint32_t count = 0;
    for (; table[k].tried[count] != NULL; count++) {
      char text[200];
      (void)snprintf(text, sizeof text, "def %s", table[k].tried[count]);
      if (!has(&told, text)) fail_msg("%s: not tried: %s", table[k].program, table[k].tried[count]);
    }
    if (table[k].all && told.count != count) {
      for (uint32_t i = 0; i < told.count; i++) print_error("%s\n", told.text[i]);
      fail_msg("%s: %u are tried", table[k].program, told.count);
    }
    for (uint32_t i = 0; i < told.count; i++) free(told.text[i]);
    store_free(told.store);
  }
}

/* ---------------------------------------------------------- how deep -- */

/* A type that stands n times in another, each time in the place of %s. */
static void nest(const char *wrapped, const char *inner, uint32_t n, char *out, size_t room) {
  (void)snprintf(out, room, "%s", inner);
  for (uint32_t i = 0; i < n; i++) {
    char *before = strdup(out);
    assert_non_null(before);
    const char *hole = strstr(wrapped, "%s");
    int length = snprintf(out, room, "%.*s%s%s", (int)(hole - wrapped), wrapped, before, hole + 2);
    assert_true(length > 0 && (size_t)length < room);
    free(before);
  }
}

/* How many candidates there are, and how many have no variables. */
typedef struct Counted {
  Store *store;
  uint32_t all, closed;
} Counted;

static bool count(void *state, const Program *candidate) {
  Counted *counted = state;
  bool closed = true;
  for (uint32_t i = 0; i < candidate->length; i++)
    closed = closed && term_occurrences(counted->store, candidate->term, i) == 0;
  counted->all++;
  counted->closed += closed;
  return false;
}

static Counted count_all(const char *program) {
  Counted counted = {.store = store_new((uint32_t)1 << 20)};
  assert_non_null(counted.store);
  try_all(counted.store, program, count, &counted);
  store_free(counted.store);
  return counted;
}

/* A constant takes the place of a larger term, of all numbers 0, 1 and 2, where its type is a number's under 7
 * constructors at most; of a deeper one none does, and so of one without end. */
static void test_deep_constants(void **state) {
  (void)state;
  static const struct {
    const char *wrapped, *endless;
    uint32_t levels;
  } types[] = {{"(%s) * real", "mu a. a * real", 1},   {"real * (%s)", "mu a. real * a", 1},
               {"(%s) + 1", "mu a. a + 1", 1},         {"Int -> (%s)", "mu a. Int -> a", 1},
               {"((%s) * 1)^2", "mu a. (a * 1)^2", 2}, {"Vec (%s)", "mu a. Vec a", 1},
               {"mu a. (%s) + a", "mu a. a * a", 2}};
  static const char program[] = "def f (l : %s) (r : real) = let q = r + r + r + r + r + r + r + r + r + r + r + r + r "
                                "+ r + r + r + r + r + r + r + r + r + r in l";
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    char type[400], text[600];
    for (uint32_t n = 1; n <= 8; n++) {
      nest(types[k].wrapped, "real", n, type, sizeof type);
      (void)snprintf(text, sizeof text, program, type);
      if (count_all(text).closed != (n * types[k].levels <= 7 ? 3 : 0)) fail_msg("%s", text);
    }
    (void)snprintf(text, sizeof text, program, types[k].endless);
    assert_int_equal(count_all(text).closed, 0);
  }
}

/* Lengths become 1, 2, the half and one less, under 63 constructors at most. */
static void test_deep_lengths(void **state) {
  (void)state;
  static const char *const wrapped[] = {"(%s) * 1",  "Int * (%s)", "(%s) + real", "real + (%s)",
                                        "(%s) -> 1", "1 -> (%s)",  "Vec (%s)"};
  for (size_t k = 0; k < sizeof wrapped / sizeof *wrapped; k++) {
    for (uint32_t n = 62; n <= 65; n++) {
      char type[1000], text[1100];
      nest(wrapped[k], "real^8", n, type, sizeof type);
      (void)snprintf(text, sizeof text, "def f (l : %s) = l", type);
      if (count_all(text).all != (n <= 63 ? 4 : 0)) fail_msg("%u: %s", n, wrapped[k]);
      /* nor beside such a type, where one of both is left out, v for 0, 1 or 2 */
      (void)snprintf(text, sizeof text, "def f (v : real^8) (l : %s) = v", type);
      if (count_all(text).all != (n <= 63 ? 8 : 4)) fail_msg("%u, beside: %s", n, wrapped[k]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_candidates), cmocka_unit_test(test_deep_constants),
                                     cmocka_unit_test(test_deep_lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
