/* Any bytes: random strings, random words, and damaged programs never crash the
 * reader; it answers with a term that types and prints, or with a message. */
#include "semantics/chad/linear/typing.h"
#include "semantics/source/typing.h"
#include "semantics/text/text.h"
#include "tests/unit/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))
#define MAX_TEXT 600u

static uint32_t below(uint32_t bound) { return (uint32_t)(random_next() % bound); }

typedef struct Text {
  char bytes[MAX_TEXT];
  size_t length;
} Text;

static void add(Text *text, const char *piece) {
  size_t length = strlen(piece);
  if (text->length + length >= MAX_TEXT) return;
  memcpy(text->bytes + text->length, piece, length);
  text->length += length;
}

/* How often each outcome came, to see that the runs reach all of them. */
static uint32_t accepted, refused, limited;

static void count(Status status, const TextError *error) {
  assert_true(status == STATUS_OK || status == STATUS_ILL_TYPED || status == STATUS_LIMIT);
  if (status == STATUS_OK) {
    accepted++;
    return;
  }
  *(status == STATUS_LIMIT ? &limited : &refused) += 1;
  size_t length = strlen(error->message);
  assert_true(length > 0 && length < TEXT_MESSAGE_SIZE);
  for (size_t i = 0; i < length; i++) assert_true((unsigned char)error->message[i] >= ' ' || error->message[i] == '\n');
}

/* What was accepted has the type that is claimed. */
static void check_definition(Store *store, const Definition *d) {
  TypeId type;
  assert_int_equal(source_infer(store, d->program.context, d->program.length, d->program.term, &type), STATUS_OK);
  assert_true(type_equal(type, d->program.type));
  char *printed = text_print_definition(store, d, (PrintStyle){.unicode = below(2) == 0, .width = below(80)});
  assert_non_null(printed);
  Module again;
  TextError error;
  Status status = text_read_module(store, "printed", printed, strlen(printed), NULL, 0, &again, &error);
  if (status != STATUS_OK) print_error("%s\n%s", printed, error.message);
  assert_int_equal(status, STATUS_OK);
  if (!term_equal(store, again.definitions[0].program.term, d->program.term)) print_error("%s\n", printed);
  assert_true(term_equal(store, again.definitions[0].program.term, d->program.term));
  assert_true(type_equal(again.definitions[0].program.type, d->program.type));
  text_free_module(&again);
  free(printed);
}

static void read_module(Store *store, const Text *text) {
  Module module;
  TextError error;
  uint32_t mark = store_mark(store);
  Status status = text_read_module(store, "fuzz", text->bytes, text->length, NULL, 0, &module, &error);
  count(status, &error);
  for (uint32_t i = 0; i < module.count; i++) check_definition(store, &module.definitions[i]);
  text_free_module(&module);
  store_release(store, mark);
}

/* As a linear term of the target language. */
static void read_linear(Store *store, const Text *text) {
  TypeTable *types = &store->types;
  TypeId vector = type_linear_real(types, 3), type, found;
  const TypeId context[] = {type_real(types, 3), type_lfun(types, vector, vector), type_int(types)};
  const NameId names[] = {name_make(store, "x", 1), name_make(store, "f", 1), name_make(store, "i", 1)};
  const TermText source = {.text = text->bytes,
                           .length = text->length,
                           .origin = "fuzz",
                           .context = context,
                           .names = names,
                           .context_length = 3,
                           .target = true,
                           .domain = vector};
  TermId t;
  TextError error;
  uint32_t mark = store_mark(store);
  Status status = text_read_term(store, &source, &t, &type, &error);
  count(status, &error);
  if (status == STATUS_OK) {
    assert_int_equal(linear_infer_linear(store, context, 3, vector, t, &found), STATUS_OK);
    assert_true(type_equal(type, found));
  }
  store_release(store, mark);
}

/* A store that does not fill up with the names of many texts. */
static Store *renew(Store *store, uint32_t run) {
  if (store != NULL && run % 256 != 0) return store;
  store_free(store);
  return store_new(1u << 16);
}

typedef void (*Make)(Text *text);

static void run(Make make, void (*read)(Store *, const Text *), uint32_t runs, uint64_t seed) {
  Store *store = NULL;
  random_state = seed;
  for (uint32_t i = 0; i < runs; i++) {
    Text text = {.length = 0};
    store = renew(store, i);
    make(&text);
    read(store, &text);
  }
  store_free(store);
}

/* ------------------------------------------------------------------- texts -- */

static void random_bytes(Text *text) {
  text->length = below(40);
  for (size_t i = 0; i < text->length; i++) text->bytes[i] = (char)below(256);
  if (below(2) == 0) memcpy(text->bytes, "def f = ", text->length < 8 ? text->length : 8);
}

static const char *const words[] = {"x",
                                    "y",
                                    "f",
                                    "i",
                                    "def ",
                                    "let ",
                                    "in ",
                                    "fst ",
                                    "snd ",
                                    "map ",
                                    "zipWith ",
                                    "build ",
                                    "sin ",
                                    "matvec",
                                    "sum ",
                                    "real",
                                    "real_",
                                    "Int",
                                    "1",
                                    "0",
                                    "2.5",
                                    "1e3",
                                    "0_",
                                    "1_",
                                    "\\",
                                    "(",
                                    ")",
                                    "(",
                                    ")",
                                    "[",
                                    "]",
                                    "{n = 2}",
                                    "{",
                                    "}",
                                    ",",
                                    ";",
                                    ":",
                                    ".",
                                    "!",
                                    "=",
                                    "+",
                                    "-",
                                    "*",
                                    "/",
                                    ".*",
                                    "^",
                                    "->",
                                    "-o",
                                    "@",
                                    "><",
                                    "v",
                                    "case ",
                                    "of ",
                                    "onehot ",
                                    "Dmap",
                                    "^t",
                                    "Dsin",
                                    "D*",
                                    "D^[2]",
                                    "neg(; v)",
                                    "n",
                                    "x'",
                                    " ",
                                    "\n",
                                    "-- ",
                                    "(x. x)",
                                    "(; v)",
                                    "let v =",
                                    "scale(x;",
                                    "let y = x in ",
                                    "\xCE\xBB",
                                    "\xE2\x9F\xA8",
                                    "\xE2\x9F\xA9",
                                    "\xE2\x8A\x97",
                                    "\xE2\x80\xA2",
                                    "\xE2\x8A\xB8",
                                    "1e999999999",
                                    "^(-1/2)",
                                    "99999999999999999999",
                                    "replicate {3} ",
                                    "case v of !y >< v ->"};

static void random_words(Text *text) {
  if (below(2) == 0) add(text, "def f (x : real^3) (i : Int) = ");
  for (uint32_t i = below(16); i > 0; i--) add(text, words[below(LENGTH_OF(words))]);
}

static const char *const programs[] = {
    "def f (x : real) = let y = 2*x in let z = x*y in let w = cos z in (y, z, w)",
    "def f {n = 3} (x : real) = let f = \\z. x*z + 1 in let zs = (replicate x : real^n) in map f zs",
    "def g {n = 2} (a : real^(n * n)) (x : real^n) = matvec a x / 2 .* x!0\ndef h (b : real^9) (y : real^3) = g b y",
    "def f = \\(x, y). -x + 2 * y^(-1/2) - [1, 2]!0",
    "def f (x : (real * Int)^3) = zipWith (p q. fst p * toReal q) x (build 3 (i. i + 1))",
    "def f (k : (real -> real) -> real * 1) (x : real) : real = fst (k (\\y. max x (exp y)))"};

static const char *const linear_terms[] = {
    "let v = (v, f @ v) in scale(x; fst v) + neg(; snd v)", "case !x >< v of !y >< v -> Dsin(y; v) + D*(x, y; (v, 0_))",
    "sum (build 2 (j. onehot 2 j (v + Dmap(y. fst v + scale(y; snd v), x, v. v; v))))",
    "fst (Dmatvec^t(x, (2 : real^1); v), (\\y. v) i)", "let g = \\v. along(x; v ! i) in g @ matvec(x; v)"};

static void damage(Text *text, const char *const *list, uint32_t length) {
  add(text, list[below(length)]);
  for (uint32_t edits = below(4); edits > 0 && text->length > 2; edits--) {
    size_t at = below((uint32_t)text->length), other = below((uint32_t)text->length);
    uint32_t choice = below(5);
    if (choice == 0) text->bytes[at] = (char)below(256);
    if (choice == 1) text->bytes[at] = text->bytes[other];
    if (choice == 2) memmove(text->bytes + at, text->bytes + at + 1, text->length - at - 1), text->length--;
    if (choice == 3) text->length = at;
    if (choice == 4) { /* a word in the middle */
      Text tail = {.length = text->length - at};
      memcpy(tail.bytes, text->bytes + at, tail.length);
      tail.bytes[tail.length] = '\0';
      text->length = at;
      add(text, words[below(LENGTH_OF(words))]);
      add(text, tail.bytes);
    }
  }
}

static void damaged_program(Text *text) { damage(text, programs, LENGTH_OF(programs)); }
static void damaged_term(Text *text) { damage(text, linear_terms, LENGTH_OF(linear_terms)); }

static void bytes_never_crash(void **state) {
  (void)state;
  run(random_bytes, read_module, 40000, 1);
  run(random_bytes, read_linear, 20000, 2);
  assert_true(refused > 1000);
}

static void words_never_crash(void **state) {
  (void)state;
  accepted = refused = limited = 0;
  run(random_words, read_module, 50000, 3);
  run(random_words, read_linear, 30000, 4);
  assert_true(accepted > 100 && refused > 1000 && limited > 10);
}

static void damaged_programs_never_crash(void **state) {
  (void)state;
  accepted = refused = limited = 0;
  run(damaged_program, read_module, 35000, 5);
  assert_true(accepted > 1000 && refused > 1000);
  accepted = refused = 0;
  run(damaged_term, read_linear, 25000, 6);
  assert_true(accepted > 1000 && refused > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_never_crash), cmocka_unit_test(words_never_crash),
                                     cmocka_unit_test(damaged_programs_never_crash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
