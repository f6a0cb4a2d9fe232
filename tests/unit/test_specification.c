/* Reading a .prim file: what each line makes of the primitive, and every limit from both sides. */
#include "tests/unit/specification.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REAL "primitive f (x : real) : real\nvalue = x\n"

/* A specification that was read, or not. */
typedef struct Read {
  Store *store;
  Primitive primitive;
  TextError error;
  Status status;
} Read;

static Read *read_bytes(const char *text, size_t length, const SizeOverride *overrides, uint32_t count) {
  Read *r = calloc(1, sizeof *r);
  assert_non_null(r);
  r->store = store_new(1u << 16);
  r->status = primitive_read(r->store, "case.prim", text, length, overrides, count, &r->primitive, &r->error);
  return r;
}
static Read *read_text(const char *text) { return read_bytes(text, strlen(text), NULL, 0); }

static void forget(Read *r) {
  primitive_free(&r->primitive);
  store_free(r->store);
  free(r);
}

/* It is read, or refused with a message that has `refused` in it. */
static void expect(const char *text, size_t length, const char *refused) {
  Read *r = read_bytes(text, length, NULL, 0);
  if (refused == NULL && r->status != STATUS_OK) fail_msg("%.200s\n%s", text, r->error.message);
  if (refused != NULL && r->status == STATUS_OK) fail_msg("%.200s\nis read", text);
  if (refused != NULL && strstr(r->error.message, refused) == NULL) fail_msg("%.200s\n%s", text, r->error.message);
  forget(r);
}

/* ------------------------------------------------------------------ errors -- */

/* The line of the file as it stands there, cut where it is long, and none for the file as a whole. */
static void errors_in_their_place(void **state) {
  (void)state;
  Read *r = read_text(REAL "ulps = 0 -- none\n  more\n");
  assert_string_equal(r->error.message,
                      "case.prim:3:1: error: ulps is a number from 1 to 2^40\n  ulps = 0 -- none\n  ^");
  assert_int_equal(r->error.line, 3);
  assert_int_equal(r->error.column, 1);
  forget(r);
  char text[512] = REAL "ulps = ";
  memset(text + strlen(text), 'x', 300);
  r = read_text(text);
  assert_int_equal(strlen(strchr(r->error.message, '\n')), strlen("\n  ") + 200 + strlen("\n  ^"));
  forget(r);
  r = read_bytes("", 0, NULL, 0);
  assert_int_equal(r->error.line, 1);
  forget(r);
}

static void bad_specifications(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } table[] = {
      {"", "case.prim:1:1: error: the file is empty"},
      {"value = 1\n", "expected `primitive NAME"},
      {"primitive f (x : real) : real\n", "no line `value"},
      {"primitive f (x : real) : real\nvalue = x\nvalue = x\n", "case.prim:3:1: error: there are two values"},
      {"primitive f (x : real) : real\nvalue = y\n", "case.prim:2:9: error: there is no 'y' here"},
      {"primitive f (x : real) : real\nvalue = x\njvp = x\n", "case.prim:3:7: error"},
      {"primitive f (x : real) : real\nvalue = x\nwhat = x\n", "case.prim:3:1: error: unknown word"},
      {"primitive f (x : real) : real\nvalue = x\nulps = lots\n", "case.prim:3:1: error: ulps"},
      {"primitive f (x : real) : real\nvalue = x\nprecision = half\n", "case.prim:3:1: error: precision is single"},
      {"primitive f (x : real) : real\nvalue = x\nrange = 1\n", "case.prim:3:1: error: range is two numbers"},
      {"primitive f (x : real) : real\nvalue = x\naccuracy = 99\n", "case.prim:3:1: error: accuracy is a number"},
      {"primitive f (x : real) : real\nvalue = x\ninactive y\n", "case.prim:3:1: error"},
      {"primitive f (x : real) : real\nvalue = x\ninactive = y\n", "`inactive` names arguments"},
      {"primitive 1 (x : real) : real\nvalue = x\n", "a primitive's name is a letter"},
      {"primitive f (x : real) : real\nvalue = x\nsizes = n = 1\n", "case.prim:3:1: error: expected `sizes"},
      {"primitive f {n = 3} (x : real^n) : real\nvalue = x ! 0\nsizes = n = 1 x 4\n",
       "case.prim:3:1: error: sizes are whole numbers"},
      {"primitive f {n = 3} (x : real^n) : real\nvalue = x ! 0\nsizes = n = 1, m = 2\n",
       "case.prim:3:1: error: sizes are whole numbers"},
      {"primitive f (x : real) (y : real) : real\nvalue = x * y / x\nremovable = x = 0\n", "of one real input"},
      {"primitive f (x : real) : real\nvalue = library erf (2 * x)\n",
       "case.prim:2:1: error: a certified function stands alone"},
      {"primitive f (x : real) (y : real) : real\nvalue = x\ninactive = x, y\n", "with blanks between them"},
      {"primitive f (x : real) : real\nvalue = x\nlinear = no\n", "a claim has no text: linear"},
      {"primitive f (x : real) : real\nvalue = x\nulps = 4\nulps = 9\n",
       "case.prim:4:1: error: there are two lines of ulps"},
      {"primitive f (x : real) : real\nvalue = x\nulps = 4 -- of them\n  9\n", "case.prim:3:1: error: ulps"},
      {"primitive f (x : real) : real\nvalue = x\nulps = 4 x\n", "case.prim:3:1: error: ulps"},
      {"primitive f (x : real) : real\nvalue = x\nulps = "
       "1."
       "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "00000"
       "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "00000000"
       "0000000000000000000000000000000000000000000e3\n",
       "case.prim:3:1: error: ulps"},
      {"primitive f (x : real) : real\nvalue = x\nkink = x = 0 : (0, 0)\n", "one real for each real"},
      {"primitive f (g : real -> real) : real\nvalue = g 1\n", "first-order"},
      {"primitive f (x : real^2) : real\nvalue = library erf\n", "reals"},
      {"primitive f (x : real) : real\nvalue = library nosuch\n", "there are: erf"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Store *store = store_new(1u << 16);
    Primitive primitive;
    TextError error;
    Status status =
        primitive_read(store, "case.prim", table[i].text, strlen(table[i].text), NULL, 0, &primitive, &error);
    if (status == STATUS_OK) fail_msg("row %zu is read", i);
    if (strstr(error.message, table[i].message) == NULL) fail_msg("row %zu: %s", i, error.message);
    primitive_free(&primitive);
    store_free(store);
  }
}

/* Any bytes: an error, never a crash. */
static void any_bytes(void **state) {
  (void)state;
  static const char seed[] =
      "primitive f {n = 2} (x : real^n) : real\nvalue = sum x\njvp = sum v\nvjp = build n (i. v)\n"
      "domain = x > 0\nkink = x ! 0 = 1 : [1, 1]\nsizes = n = 1 2\nulps = 4\n";
  uint64_t word = 1;
  for (int k = 0; k < 3000; k++) {
    char text[sizeof seed];
    memcpy(text, seed, sizeof seed);
    for (int edits = 1 + k % 4; edits > 0; edits--) {
      word = word * 6364136223846793005u + 1442695040888963407u;
      text[(word >> 33) % (sizeof seed - 1)] = k % 3 == 0 ? (char)(word >> 56) : "(){}:=.x0 \n-v/<"[(word >> 50) % 15];
    }
    Store *store = store_new(1u << 16);
    Primitive primitive;
    TextError error;
    Status status = primitive_read(store, "any.prim", text, sizeof seed - 1, NULL, 0, &primitive, &error);
    if (status != STATUS_OK && status != STATUS_LIMIT) assert_true(error.message[0] != '\0');
    primitive_free(&primitive);
    store_free(store);
  }
}

/* ----------------------------------------------------------------- numbers -- */

/* Each number at both ends of what it may be, and beyond them. */
static void numbers_at_their_ends(void **state) {
  (void)state;
  static const struct {
    const char *line;
    bool good;
  } table[] = {
      {"ulps = 1", true},           {"ulps = 0.999", false},      {"ulps = 1099511627776", true},
      {"ulps = 0x1p41", false},     {"ulps = 4 4", false},        {"ulps =", false},
      {"ulps = nan", false},        {"range = 0 1", true},        {"range = 1 1", true},
      {"range = 1 0.5", false},     {"range = 0 0", false},       {"range = -1 1", false},
      {"range = 1 2 3", false},     {"accuracy = 16", true},      {"accuracy = 16.5", false},
      {"accuracy = 1", true},       {"accuracy = 0.5", false},    {"accuracy = -1", false},
      {"precision = single", true}, {"precision = double", true}, {"precision = singles", false},
      {"precision =", false},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[128];
    int length = snprintf(text, sizeof text, REAL "%s\n", table[i].line);
    expect(text, (size_t)length, table[i].good ? NULL : "case.prim:3:1: error: ");
  }
}

/* What numbers and words without a text are, and what is where nothing is said. */
static void lines_of_one_kind(void **state) {
  (void)state;
  Read *r = read_text(REAL "ulps = 5\nrange = 0.25 8\naccuracy = 7\nprecision = single\nlinear\nbilinear\nlimits\n");
  const Primitive *p = &r->primitive;
  assert_int_equal(r->status, STATUS_OK);
  assert_true(p->ulps == 5 && p->range[0] == 0.25 && p->range[1] == 8 && p->accuracy == 7);
  assert_ptr_equal(p->format, &format_single);
  assert_true(p->linear && p->bilinear && p->limits);
  forget(r);
  r = read_text(REAL "precision = double\nbilinear\n");
  assert_int_equal(r->status, STATUS_OK);
  assert_true(r->primitive.ulps == PRIMITIVE_ULPS && r->primitive.range[1] == 0);
  assert_ptr_equal(r->primitive.format, &format_double);
  assert_true(!r->primitive.linear && r->primitive.bilinear && !r->primitive.limits);
  assert_true(!r->primitive.has_jvp && !r->primitive.has_vjp);
  forget(r);
}

/* ------------------------------------------------------------------ limits -- */

/* `head`, a part so many times, and `tail`. */
static char *repeated(const char *head, uint32_t times, const char *part, const char *tail) {
  size_t size = strlen(head) + times * strlen(part) + strlen(tail) + 1;
  char *text = calloc(size, 1), *end = text + strlen(head);
  assert_non_null(text);
  memcpy(text, head, strlen(head));
  for (uint32_t k = 0; k < times; k++, end += strlen(part)) memcpy(end, part, strlen(part));
  memcpy(end, tail, strlen(tail));
  return text;
}

/* As many as there may be of each thing are read, and with one more it is a limit, which is told. */
static void as_many_as_there_may_be(void **state) {
  (void)state;
  static const struct {
    const char *head, *part, *tail;
    uint32_t most;
    const char *refused;
  } table[] = {
      {REAL, "domain = x > 0\n", "", PRIMITIVE_CONDITIONS, "case.prim:35:1: error: limit: too many conditions"},
      {REAL, "branch = x = 0\n", "", PRIMITIVE_CONDITIONS, "case.prim:35:1: error: limit: too many conditions"},
      {REAL, "removable = x = 0\n", "", PRIMITIVE_CONDITIONS, "case.prim:35:1: error: limit: too many conditions"},
      {REAL, "kink = x = 0 : 1\n", "", PRIMITIVE_CONDITIONS, "case.prim:35:1: error: limit: too many conditions"},
      {REAL "kink = x = 0 : 1", "; 2", "\n", KINK_VALUES - 1, "case.prim:3:1: error: limit: too many gradients"},
      {"primitive f {n = 2} (x : real^n) : real\nvalue = sum x\nsizes = n =", " 3", "\n", PRIMITIVE_SIZE_VALUES,
       "case.prim:3:1: error: limit: too many"},
      {"primitive f (x : real) : real\nvalue = x\n", "limits\n", "", 254, "limit: too many lines"},
      {"primitive f {n = 2} (x : real^n) : real\nvalue = sum x\nsizes = n =", " ", "3\n", 250,
       "case.prim:3:1: error: limit: the line is too long"},
      {REAL "ulps = ", "0", "4\n", 253, "case.prim:3:1: error: ulps is a number from 1 to 2^40"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    for (uint32_t more = 0; more < 2; more++) {
      char *text = repeated(table[i].head, table[i].most + more, table[i].part, table[i].tail);
      expect(text, strlen(text), more == 1 ? table[i].refused : NULL);
      free(text);
    }
  }
}

/* Sizes have different names. */
static void as_many_sizes_as_there_may_be(void **state) {
  (void)state;
  static const char eight[] = "primitive f {a = 1, b = 1, c = 1, d = 1, e = 1, g = 1, h = 1, i = 1} (x : real) : real\n"
                              "value = x\n";
  static const char nine[] = "primitive f {a = 1, b = 1, c = 1, d = 1, e = 1, g = 1, h = 1, i = 1, j = 1} (x : real) : "
                             "real\nvalue = x\n";
  expect(eight, sizeof eight - 1, NULL);
  expect(nine, sizeof nine - 1, "case.prim:1:1: error: limit: too many sizes");
}

/* A file of a megabyte is read, one of a byte more is not. */
static void as_long_as_it_may_be(void **state) {
  (void)state;
  size_t most = (size_t)1 << 20;
  char *text = malloc(most + 1);
  assert_non_null(text);
  memset(text, '\n', most + 1);
  memcpy(text, REAL, strlen(REAL));
  expect(text, most, NULL);
  expect(text, most + 1, "case.prim: error: limit: the file is too large");
  free(text);
}

/* Arguments have 2^26 scalars at the most together. */
static void as_many_scalars_as_there_may_be(void **state) {
  (void)state;
  static const char good[] = "primitive f (x : real^67108863) (y : real) : real\nvalue = y\n";
  expect(good, sizeof good - 1, NULL);
  static const char more[] = "primitive f (x : real^67108863) (y : real) (z : real) : real\nvalue = z\n";
  expect(more, sizeof more - 1, "case.prim:1:1: error: limit: too many scalars");
}

/* ------------------------------------------------------------------- sizes -- */

/* Sizes of the header, those that replace them, and others of the name. */
static void sizes_by_name(void **state) {
  (void)state;
  static const char text[] = "primitive f {n = 2 , m = 3} (x : real^n) (y : real^m) : real\nvalue = sum x + sum y\n"
                             "sizes = m = 1 4 5\nsizes = n = 7\n";
  const SizeOverride overrides[] = {{"k", 9}, {"m", 6}};
  Read *r = read_bytes(text, sizeof text - 1, overrides, 2);
  const Primitive *p = &r->primitive;
  assert_int_equal(r->status, STATUS_OK);
  assert_int_equal(p->size_count, 2);
  assert_string_equal(p->size[0].name, "n");
  assert_string_equal(p->size[1].name, "m");
  assert_true(p->size[0].value == 2 && p->size[1].value == 6 && p->inputs == 8);
  assert_true(p->size[0].other_count == 1 && p->size[0].others[0] == 7);
  assert_true(p->size[1].other_count == 3 && p->size[1].others[0] == 1 && p->size[1].others[2] == 5);
  forget(r);
}

static void sizes_that_are_none(void **state) {
  (void)state;
  static const struct {
    const char *sizes, *refused;
  } header[] = {{"{n = 3}", NULL},
                {"{n=3,m=4}", NULL},
                {"{n}", "sizes are written {n = 3, m = 4}"},
                {"{n = }", "sizes are written {n = 3, m = 4}"},
                {"{n = 3; m = 4}", "sizes are written {n = 3, m = 4}"},
                {"{n = 3", "sizes are written {n = 3, m = 4}"}};
  for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
    char text[128];
    int length = snprintf(text, sizeof text, "primitive f %s (x : real^n) : real\nvalue = sum x\n", header[i].sizes);
    expect(text, (size_t)length, header[i].refused);
  }
  static const struct {
    const char *line, *refused;
  } line[] = {{"n = 67108864", NULL},
              {"n = 67108865", "limit: too many"},
              {"n =", "no size is given"},
              {"n", "expected `sizes = n = 0 1 4`"},
              {"m = 1", "expected `sizes = n = 0 1 4`"},
              {"n = -1", "sizes are whole numbers"},
              {"n = -0", "sizes are whole numbers"},
              {"n = +1", "sizes are whole numbers"},
              {"n = 0", NULL},
              {"n = 1234567890", "limit: too many"},
              {"n = 1 2.5", "sizes are whole numbers"}};
  for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
    char text[128];
    int length = snprintf(text, sizeof text, "primitive f {n = 3} (x : real^n) : real\nvalue = sum x\nsizes = %s\n",
                          line[i].line);
    expect(text, (size_t)length, line[i].refused);
  }
}

/* ------------------------------------------------------------------ places -- */

/* Reals of arguments and results, Ints and inactive ones between them. */
static void places_of_reals(void **state) {
  (void)state;
  Read *r = read_text("primitive f (a : real^2) (k : Int) (b : real) (c : real * Int * (real * Int)^2) : "
                      "Int * real^2\nvalue = (k, a)\ninactive = b\n");
  const Primitive *p = &r->primitive;
  static const uint32_t places[] = {0, 1, 4, 6, 8};
  static const bool real[] = {true, true, false, true, true, false, true, false, true, false};
  if (r->status != STATUS_OK) fail_msg("%s", r->error.message);
  assert_true(p->inputs == 10 && p->tangents == 5 && p->outputs == 3 && p->cotangents == 2);
  for (uint32_t i = 0; i < 5; i++) assert_int_equal(p->input_place[i], places[i]);
  for (uint32_t i = 0; i < 10; i++) assert_int_equal(p->is_real[i], real[i]);
  assert_true(p->output_place[0] == 1 && p->output_place[1] == 2);
  assert_true(!p->inactive[0] && !p->inactive[1] && p->inactive[2] && !p->inactive[3]);
  forget(r);
}

/* Ints are whole numbers that a double is without rounding; reals are any. */
static void numbers_that_are_taken(void **state) {
  (void)state;
  static const struct {
    double x[2];
    bool taken;
  } table[] = {{{0.5, 3}, true},     {{0.5, 0.5}, false},  {{3, -2}, true},       {{0, 0x1p53}, true},
               {{0, 0x1p54}, false}, {{0, -0x1p53}, true}, {{0, -0x1p54}, false}, {{1e300, 0}, true}};
  Read *r = read_text("primitive spline' (x : real) (k : Int) : real\nvalue = x\n");
  assert_int_equal(r->status, STATUS_OK);
  assert_string_equal(r->primitive.name, "spline'");
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    assert_int_equal(primitive_takes(&r->primitive, table[i].x), table[i].taken);
  forget(r);
}

/* Where texts begin: in a line after that of their word, of the first of several, and of a claim its word. */
static void places_of_texts(void **state) {
  (void)state;
  Read *r = read_text("-- nothing\nprimitive f (x : real) : real\nvalue =\n   abs x -- of x\njvp = scale(1; v)\n"
                      "\nkink = x = 0 : 1\nkink = x = 1 : 1\ndomain =x > -1\nbilinear\nlinear\n");
  static const PrimitivePlace wanted[PRIMITIVE_TEXTS] = {
      [PRIMITIVE_HEADER] = {2, 1}, [PRIMITIVE_VALUE] = {4, 4},  [PRIMITIVE_JVP] = {5, 7},
      [PRIMITIVE_KINK] = {7, 8},   [PRIMITIVE_DOMAIN] = {9, 9}, [PRIMITIVE_CLAIM] = {11, 1}};
  if (r->status != STATUS_OK) fail_msg("%s", r->error.message);
  for (int k = 0; k < PRIMITIVE_TEXTS; k++) {
    assert_int_equal(r->primitive.place[k].line, wanted[k].line);
    assert_int_equal(r->primitive.place[k].column, wanted[k].column);
  }
  assert_true(r->primitive.has_jvp && !r->primitive.has_vjp);
  forget(r);
}

/* -------------------------------------------------------------- conditions -- */

/* Every sign of comparison: which side is left, and where the sign stands. */
static void signs_of_comparison(void **state) {
  (void)state;
  static const struct {
    const char *condition;
    Relation relation;
    const char *left, *right;
  } table[] = {{"x < 2", RELATION_LESS, "x", "2"},
               {"x <= 2", RELATION_LESS_EQUAL, "x", "2"},
               {"x > 2", RELATION_LESS, "2", "x"},
               {"x >= 2", RELATION_LESS_EQUAL, "2", "x"},
               {"x /= 2", RELATION_NOT_EQUAL, "x", "2"},
               {"x<2", RELATION_LESS, "x", "2"},
               {"x / 2 < 3", RELATION_LESS, "x / 2", "3"},
               {"(if 1 < x then x else 3) > 0", RELATION_LESS, "0", "if 1 < x then x else 3"},
               {"sum [if x < 2 then 1 else 0] < x", RELATION_LESS, "sum (if x < 2 then 1 else 0)", "x"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, REAL "domain = %s\n", table[i].condition);
    Read *r = read_text(text);
    if (r->status != STATUS_OK) fail_msg("%s", r->error.message);
    const Condition *c = &r->primitive.domain[0];
    const Program *sides[] = {&c->left, &c->right};
    assert_int_equal(r->primitive.domain_count, 1);
    assert_int_equal(c->relation, table[i].relation);
    assert_int_equal(c->line, 3);
    for (int k = 0; k < 2; k++) {
      const NameId *names = r->primitive.definition->arguments;
      char *found = text_print_term(r->store, sides[k], names, (TypeId){0}, (PrintStyle){.width = 0});
      assert_string_equal(found, k == 0 ? table[i].left : table[i].right);
      free(found);
    }
    forget(r);
  }
}

static void conditions_that_are_none(void **state) {
  (void)state;
  static const struct {
    const char *line, *refused;
  } table[] = {
      {"domain = x = 0", "expected a comparison"},
      {"domain = x", "expected a comparison"},
      {"domain = (x < 1)", "expected a comparison"},
      {"branch = x < 0", "expected `t = s`"},
      {"branch = x /= 0", "expected `t = s`"},
      {"branch = x", "expected `t = s`"},
      {"kink = x < 0 : any", "expected `t = s`"},
      {"kink = x = 0", "expected `t = s : gradient by convention`"},
      {"domain = 1 < (x, x)", "case.prim:3:"},
      {"domain = (x, x) < (1, 1)", "the two sides are real, or real^n"},
      {"domain = [x, x] < [1, 1]", NULL},
      {"kink = x = 0 : any", NULL},
      {"kink = x = 0 :\n  any", NULL},
      {"kink = x = 0 : anything", "there is no 'anything' here"},
      {"kink = (let y = x in y) = 0 : 1; 2", NULL},
      {"kink = x = 0 : 1;", "case.prim:3:1: error: expected a gradient"},
      {"kink = x = 0 : ", "case.prim:3:1: error: expected a gradient"},
      {"kink = = 0 : 1", "case.prim:3:1: error: a side of the condition is missing"},
      {"domain = x >", "case.prim:3:1: error: a side of the condition is missing"},
      {"domain = < x", "case.prim:3:1: error: a side of the condition is missing"},
      {"jvp =", "case.prim:3:1: error: expected a linear term"},
      {"vjp = -- v", "case.prim:3:1: error: expected a linear term"},
      {"kink = x = 0 : [1, 1]", "one real for each real of the arguments"},
      {"kink = x = 0 : ()", "one real for each real of the arguments"},
      {"kink = x = 0 : \\(y : real). y", "one real for each real of the arguments"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[256];
    int length = snprintf(text, sizeof text, REAL "%s\n", table[i].line);
    expect(text, (size_t)length, table[i].refused);
  }
}

/* Gradients in their order, or any. */
static void gradients_of_kinks(void **state) {
  (void)state;
  Read *r = read_text("primitive f (x : real) : real\nvalue = abs x\nkink = x = 0 : 1; (if x < 1 then 2 else 3)\n"
                      "kink = x = 1 : any\n");
  const Kink *kink = r->primitive.kink;
  assert_int_equal(r->status, STATUS_OK);
  assert_int_equal(r->primitive.kink_count, 2);
  assert_true(!kink[0].any && kink[0].gradients == 2 && kink[1].any && kink[1].gradients == 0);
  assert_int_equal(kink[1].where.line, 4);
  assert_int_equal(kink[0].where.relation, RELATION_EQUAL);
  forget(r);
}

/* ------------------------------------------------------- names and comments -- */

static void lines_that_are_read(void **state) {
  (void)state;
  static const struct {
    const char *text, *refused;
  } table[] = {
      {"primitive f' (x : real) : real\nvalue = x\n", NULL},
      {"primitive f_1 (x : real) : real\nvalue = x\n", NULL},
      {"primitive sin (x : real) : real\nvalue = x\n", NULL},
      {"primitive _f (x : real) : real\nvalue = x\n", "a primitive's name is a letter"},
      {"primitive (x : real) : real\nvalue = x\n", "a primitive's name is a letter"},
      {"primitives f (x : real) : real\nvalue = x\n", "expected `primitive NAME"},
      {"primitive\n f (x : real)\n\t: real\nvalue\n = x\n", NULL},
      {"primitive f (x : real) : real\nvalue = x\n--", NULL},
      {"primitive f (x : real) : real\nvalue = x -- y", NULL},
      {"primitive f (x : real) : real\nvalue = x - y", "case.prim:2:13: error: there is no 'y' here"},
      {"primitive f (x : real) : real\nvalue = x\n= x\n", "case.prim:3:1: error: expected a word at the beginning"},
      {"  primitive f (x : real) : real\nvalue = x\n", "case.prim:1:1: error: expected"},
      {"primitive f (x : real) : real\nvalue = x\njvp = v\njvp = v\n", "case.prim:4:1: error: there are two jvp"},
      {"primitive f (x : real) : real\nvalue = x\nvjp = v\nvjp = v\n", "case.prim:4:1: error: there are two vjp"},
      {"primitive f (x : real) : real\nvalue = x\ninactive = x\ninactive = x\n", "name all inactive arguments"},
      {"primitive f (x : real) (y' : real) : real\nvalue = x\ninactive = x y'\n", NULL},
      {"primitive f (x : real) (y' : real) : real\nvalue = x\ninactive = x y\n", "`inactive` names arguments: this is"},
      {"primitive f (x : real) (xy : real) : real\nvalue = x\ninactive = xy\n", NULL},
      {"primitive f (k : Int) : real\nvalue = toReal k\nremovable = 1 = 0\n", "of one real input"},
      {"primitive f (x : real^2) : real\nvalue = sum x\nremovable = sum x = 0\n", "of one real input"},
      {"primitive f (x : real) : real\nvalue =  library   erf\n", NULL},
      {"primitive f (x : real) : real\nvalue = library erf -- of x\n", NULL},
      {"primitive f (x : real) : real\nvalue = library er\n", "no certified function has this name"},
      {"primitive f (x : real) : real\nvalue = library erff\n", "no certified function has this name"},
      {"primitive f (x : real) (y : real) : real\nvalue = library erf\n", "this library function are reals"},
      {"primitive f (x : real) (y : real) : real\nvalue = library atan2\n", NULL},
      {"primitive f (x : real) : real\nvalue = library atan2\n", "this library function are reals"},
      {"primitive f (x : real) : real^1\nvalue = library erf\n", NULL},
      {"primitive f (x : real) : real^2\nvalue = library erf\n", "this library function are reals"},
      {"primitive f (x : Int) : real\nvalue = library erf\n", "this library function are reals"},
      {"primitive f (x : real) : Int\nvalue = library erf\n", "this library function are reals"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    expect(table[i].text, strlen(table[i].text), table[i].refused);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_in_their_place),
      cmocka_unit_test(bad_specifications),
      cmocka_unit_test(any_bytes),
      cmocka_unit_test(numbers_at_their_ends),
      cmocka_unit_test(lines_of_one_kind),
      cmocka_unit_test(as_many_as_there_may_be),
      cmocka_unit_test(as_many_sizes_as_there_may_be),
      cmocka_unit_test(as_long_as_it_may_be),
      cmocka_unit_test(as_many_scalars_as_there_may_be),
      cmocka_unit_test(sizes_by_name),
      cmocka_unit_test(sizes_that_are_none),
      cmocka_unit_test(places_of_reals),
      cmocka_unit_test(places_of_texts),
      cmocka_unit_test(numbers_that_are_taken),
      cmocka_unit_test(signs_of_comparison),
      cmocka_unit_test(conditions_that_are_none),
      cmocka_unit_test(gradients_of_kinks),
      cmocka_unit_test(lines_that_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
