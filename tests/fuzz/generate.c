#include "tests/fuzz/generate.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define PICK(random, array) ((array)[random_below(random, COUNT(array))])

void text_clear(Text *text) {
  text->length = 0;
  text->bytes[0] = '\0';
}

void text_add(Text *text, const void *bytes, size_t length) {
  size_t room = TEXT_ROOM - text->length;
  if (length > room) length = room;
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_put(Text *text, const char *string) { text_add(text, string, strlen(string)); }

void text_repeat(Text *text, const char *string, size_t times) {
  while (times-- > 0) text_put(text, string);
}

/* splitmix64 */
uint64_t random_next(Random *random) {
  uint64_t z = random->state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static const char *const tokens[] = {"def",
                                     "let",
                                     "in",
                                     "fst",
                                     "snd",
                                     "map",
                                     "zipWith",
                                     "build",
                                     "index",
                                     "sum",
                                     "dot",
                                     "sin",
                                     "exp",
                                     "log",
                                     "sqrt",
                                     "max",
                                     "toReal",
                                     "matvec",
                                     "real",
                                     "Int",
                                     "1",
                                     "0_",
                                     "1_",
                                     "real_",
                                     "->",
                                     "-o",
                                     "=",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     ",",
                                     ";",
                                     ":",
                                     ".",
                                     "!",
                                     "+",
                                     "-",
                                     "*",
                                     "/",
                                     ".*",
                                     "^",
                                     "\\",
                                     "\xce\xbb",
                                     "v",
                                     "case",
                                     "of",
                                     "onehot",
                                     "Dmap",
                                     "Dmap^t",
                                     "@",
                                     "><",
                                     "replicate",
                                     "x",
                                     "y",
                                     "f",
                                     "n",
                                     "0",
                                     "2",
                                     "0.5",
                                     "1e9",
                                     "1e999999",
                                     "-1",
                                     "1/0",
                                     "\n",
                                     "#",
                                     "--",
                                     "'",
                                     "\"",
                                     "^4294967295",
                                     "^0",
                                     "\xe2\x8a\xb8",
                                     "\xe2\x8a\x97",
                                     "<",
                                     ">",
                                     "p"};

void generate_bytes(Random *random, Text *out) {
  uint32_t length = random_below(random, 400);
  while (length-- > 0) {
    uint64_t word = random_next(random);
    char byte = (char)(random_below(random, 3) == 0 ? word >> 32 : 32 + (word >> 32) % 95);
    text_add(out, &byte, 1);
  }
}

void generate_tokens(Random *random, Text *out) {
  uint32_t length = 1 + random_below(random, 60);
  if (random_below(random, 2) == 0) text_put(out, "def f (x : real) (y : real^3) = ");
  while (length-- > 0) {
    text_put(out, PICK(random, tokens));
    if (random_below(random, 8) != 0) text_put(out, " ");
  }
}

/* ------------------------------------------------------------- mutation -- */

static void copy_twice(Random *random, Text *out) {
  size_t from = random_below(random, (uint32_t)out->length), length = random_below(random, 200);
  char piece[200];
  if (length > out->length - from) length = out->length - from;
  memcpy(piece, out->bytes + from, length);
  text_add(out, piece, length);
}

/* Puts `length` bytes in the place of `gone` bytes at `at`. */
static void splice(Text *out, size_t at, size_t gone, const char *bytes, size_t length) {
  if (at + gone > out->length) gone = out->length - at;
  if (out->length + length - gone > TEXT_ROOM) return;
  memmove(out->bytes + at + length, out->bytes + at + gone, out->length - at - gone + 1);
  memcpy(out->bytes + at, bytes, length);
  out->length = out->length + length - gone;
}

static void mutate(Random *random, Text *out) {
  static const char *const pieces[] = {"\xef\xbb\xbf",
                                       "\r\n",
                                       "\xe2\x8a",
                                       "\xff",
                                       "\xed\xa0\x80",
                                       "1e99999",
                                       "99999999999999999999",
                                       "^4294967295",
                                       "^0",
                                       "((((",
                                       "))))",
                                       "1/0",
                                       "\t",
                                       "\f",
                                       "0.000000000000000000000000000000001",
                                       "let x = x in ",
                                       "(",
                                       ")",
                                       "-"};
  size_t at = random_below(random, (uint32_t)out->length);
  const char *piece;
  char byte = (char)random_below(random, 256);
  switch (random_below(random, 7)) {
  case 0: out->bytes[at] = byte; break;
  case 1: splice(out, at, 1 + random_below(random, 30), "", 0); break;
  case 2: copy_twice(random, out); break;
  case 3: splice(out, at, 0, "\0", 1); break;
  case 4: splice(out, at, out->length, "", 0); break;
  case 5:
    piece = PICK(random, tokens);
    splice(out, at, random_below(random, 3), piece, strlen(piece));
    break;
  default: piece = PICK(random, pieces); splice(out, at, random_below(random, 2), piece, strlen(piece));
  }
}

void generate_mutant(Random *random, const Seeds *seeds, Text *out) {
  uint32_t which = random_below(random, seeds->count), times = 1 + random_below(random, 4);
  text_add(out, seeds->bytes[which], seeds->lengths[which]);
  while (times-- > 0 && out->length > 0) mutate(random, out);
}

/* ------------------------------------------------------------- programs -- */

static void put_real(Random *random, Text *out, uint32_t depth);

static void put_vector(Random *random, Text *out, uint32_t depth) {
  text_put(out, "(");
  switch (depth == 0 ? 0 : random_below(random, 6)) {
  case 0: text_put(out, "y"); break;
  case 1:
    text_put(out, "map (x. ");
    put_real(random, out, depth - 1);
    text_put(out, ") ");
    put_vector(random, out, depth - 1);
    break;
  case 2:
    text_put(out, "build 3 (i. toReal i * ");
    put_real(random, out, depth - 1);
    text_put(out, ")");
    break;
  case 3:
    put_vector(random, out, depth - 1);
    text_put(out, random_below(random, 2) == 0 ? " + " : " * ");
    put_vector(random, out, depth - 1);
    break;
  case 4:
    text_put(out, "sin (");
    put_vector(random, out, depth - 1);
    text_put(out, ")");
    break;
  default:
    put_real(random, out, depth - 1);
    text_put(out, " .* ");
    put_vector(random, out, depth - 1);
  }
  text_put(out, ")");
}

static void put_number(Random *random, Text *out) {
  static const char *const numbers[] = {"0", "1", "2", "0.5", "1e-300", "1e300", "1e999", "-3", "1/3", "0.1", "4097"};
  text_put(out, PICK(random, numbers));
}

static void put_binary(Random *random, Text *out, uint32_t depth) {
  static const char *const signs[] = {" + ", " - ", " * ", " / "};
  put_real(random, out, depth - 1);
  text_put(out, PICK(random, signs));
  put_real(random, out, depth - 1);
}

static void put_bound(Random *random, Text *out, uint32_t depth) {
  switch (random_below(random, 4)) {
  case 0:
    text_put(out, "let x = ");
    put_real(random, out, depth - 1);
    text_put(out, " in ");
    put_real(random, out, depth - 1);
    break;
  case 1:
    text_put(out, "let p = (");
    put_real(random, out, depth - 1);
    text_put(out, ", x) in ");
    put_real(random, out, depth - 1);
    break;
  case 2:
    text_put(out, "(\\(x : real). ");
    put_real(random, out, depth - 1);
    text_put(out, ") ");
    put_number(random, out);
    break;
  default:
    text_put(out, "let y = ");
    put_vector(random, out, depth - 1);
    text_put(out, " in ");
    put_real(random, out, depth - 1);
  }
}

static void put_real(Random *random, Text *out, uint32_t depth) {
  static const char *const leaves[] = {"x", "x", "fst p", "snd p", "y ! 0", "y ! 2", "y ! 7"};
  static const char *const functions[] = {"sin", "cos", "exp", "log", "sqrt", "tanh", "abs", "sigmoid", "tan", "sign"};
  text_put(out, "(");
  switch (depth == 0 ? random_below(random, 2) : random_below(random, 8)) {
  case 0: text_put(out, PICK(random, leaves)); break;
  case 1: put_number(random, out); break;
  case 2:
  case 3: put_binary(random, out, depth); break;
  case 4:
    text_put(out, PICK(random, functions));
    text_put(out, " ");
    put_real(random, out, depth - 1);
    break;
  case 5:
    text_put(out, "sum ");
    put_vector(random, out, depth - 1);
    break;
  case 6:
    put_real(random, out, depth - 1);
    text_put(out, random_below(random, 2) == 0 ? " ^ 3" : " ^ (-1)");
    break;
  default: put_bound(random, out, depth);
  }
  text_put(out, ")");
}

void generate_program(Random *random, Text *out) {
  text_put(out, "def f (x : real) (y : real^3) (p : real * real) = ");
  put_real(random, out, 1 + random_below(random, 6));
  text_put(out, "\n");
}

/* --------------------------------------------------------------- values -- */

static void put_json(Random *random, Text *out, uint32_t depth) {
  static const char *const leaves[] = {"0",           "1",
                                       "-1.5",        "1e309",
                                       "1e999999999", "-1e-400",
                                       "\"1/3\"",     "\"1/0\"",
                                       "NaN",         "Infinity",
                                       "null",        "true",
                                       "\"\"",        "\"x\"",
                                       "0x10",        "1.",
                                       ".5",          "--1",
                                       "1e",          "99999999999999999999",
                                       "\"\\u0000\"", "\"\\ud800\"",
                                       "\"\xff\"",    "'",
                                       "\"",          "\\",
                                       "1 2",         "1/3",
                                       "-0",          "inf",
                                       "nan",         "1e-999999999",
                                       "{",           "]"};
  uint32_t n = random_below(random, 4);
  switch (depth == 0 ? 0 : random_below(random, 6)) {
  case 1:
  case 2:
    text_put(out, "[");
    for (uint32_t i = 0; i < n; i++) {
      if (i > 0) text_put(out, random_below(random, 20) == 0 ? ",," : ", ");
      put_json(random, out, depth - 1);
    }
    text_put(out, random_below(random, 20) == 0 ? "" : "]");
    break;
  case 3:
    text_put(out, "{\"x\": ");
    put_json(random, out, depth - 1);
    text_put(out, random_below(random, 2) == 0 ? "}" : ", \"x\": 1}");
    break;
  case 4: text_put(out, "[1, 2, 3]"); break;
  case 5: text_put(out, "2.5"); break;
  default: text_put(out, PICK(random, leaves));
  }
}

void generate_value(Random *random, Text *out) {
  if (random_below(random, 50) == 0) text_repeat(out, "[", 1 + random_below(random, 5000));
  put_json(random, out, random_below(random, 4));
}

void generate_object(Random *random, Text *out) {
  static const char *const names[] = {"x", "y", "p", "x", "y", "p", "q", "", "\\u0078"};
  bool right = random_below(random, 2) == 0;
  if (right) {
    text_put(out, "{\"x\": 0.5, \"y\": [1, 2, ");
    generate_value(random, out);
    text_put(out, "], \"p\": [1, 0.25]}");
    return;
  }
  text_put(out, "{");
  for (uint32_t i = random_below(random, 5); i > 0; i--) {
    text_put(out, "\"");
    text_put(out, PICK(random, names));
    text_put(out, "\": ");
    generate_value(random, out);
    text_put(out, i > 1 ? ", " : "");
  }
  text_put(out, random_below(random, 10) == 0 ? "" : "}");
}

/* --------------------------------------------------------------- spaces -- */

void generate_space(Random *random, Text *out) {
  static const char *const presets[] = {"poly", "array", "higher", "division", "analytic", "mixed", "", "none"};
  static const char *const fields[] = {"size=",  "contexts=", "types=",   "results=", "terms=", "ops=",
                                       "size=2", "binders=1", "binders=", ";",        "=",      "size=4294967297"};
  static const char *const words[] = {"real",      "real^2",     "1",          "Int",
                                      "real*real", "real->real", "real^0",     "(1)^3",
                                      "let",       "lam",        "app",        "pair",
                                      "+",         "*",          "matvec@2x3", "sum",
                                      "#0",        "1e999999",   "^1/0",       "1/0",
                                      "^-1",       "2@1",        "+@0",        "dot@4294967295",
                                      "3",         "100",        "-1",         "real^4294967295",
                                      "((",        "|",          "fst",        "snd"};
  text_put(out, PICK(random, presets));
  text_put(out, random_below(random, 4) == 0 ? "" : ",size=2");
  for (uint32_t i = random_below(random, 4); i > 0; i--) {
    text_put(out, random_below(random, 5) == 0 ? "," : ";");
    text_put(out, PICK(random, fields));
    for (uint32_t k = random_below(random, 4); k > 0; k--) {
      text_put(out, PICK(random, words));
      if (k > 1) text_put(out, random_below(random, 6) == 0 ? "|" : ",");
    }
  }
  if (random_below(random, 3) == 0) text_put(out, PICK(random, tokens));
}

/* ------------------------------------------------------------- extremes -- */

/* `repeat` many times, around `middle`, and `close` as often. */
typedef struct Nest {
  const char *before, *repeat, *middle, *close, *after;
  size_t times;
} Nest;

#define DEEP 100000u

static const Nest nests[] = {
    {"def f (x : real) = ", "(", "x", ")", "", DEEP},
    {"def f (x : real) = ", "(", "x", ")", "", 1500},
    {"def f (x : real) = ", "(", "", "", "", DEEP},
    {"def f (x : real) = ", "let x = x * x in ", "x", "", "", DEEP},
    {"def f (x : real) = ", "let x = x + 1 in ", "x", "", "", 1000},
    {"def f (x : real) = ", "let x = (", "x", ") in x", "", DEEP},
    {"def f (x : real) = ", "\\(z : real). ", "x", "", "", DEEP},
    {"def f (x : real) = (", "\\(z : real). ", "x", "", ") 1", 1000},
    {"def f (x : ", "(", "real", ")", ") = x", DEEP},
    {"def f (x : ", "real -> ", "real", "", ") = 1", DEEP},
    {"def f (x : ", "real * ", "real", "", ") = 1", DEEP},
    {"def f (x : ", "(real * ", "real", ")", ") = 1", 1500},
    {"def f (x : real", "^2", "", "", ") = 1", DEEP},
    {"def f (x : real) = x", " + x", "", "", "", DEEP},
    {"def f (x : real) = x", " * x", "", "", "", 3000},
    {"def f (x : real) = ", "-", "x", "", "", DEEP},
    {"def f (x : real) = x", " ^ 2", "", "", "", DEEP},
    {"def f (x : real) = ", "sin (", "x", ")", "", DEEP},
    {"def f (x : real) = ", "sin (", "x", ")", "", 1900},
    {"def f (x : real) = ", "fst ", "x", "", "", DEEP},
    {"def f (x : real) = ", "(x, ", "x", ")", "", DEEP},
    {"def f (x : real) = (x", ", x", "", "", ")", DEEP},
    {"def f (x : real) = [1", ", 1", "", "", "]", DEEP},
    {"def f (x : real) = x", " x", "", "", "", DEEP},
    {"def f (x : real^2) = ", "map (x. x) (", "x", ")", "", DEEP},
    {"def f (x : real^2) = ", "map (x. x) (", "x", ")", "", 1000},
    {"def f (x : real) = let y = () in ", "let y = (y, y) in ", "x", "", "", 200},
    {"def f (x : real) = let y = \\(z : real). z in ", "let y = (y, y) in ", "x", "", "", 200},
    {"def f (x : real) = let y = x in ", "let y = (y, y) in ", "x", "", "", 200},
    {"def f (x : real) = let y = () in ", "let y = (y, y) in ", "y", "", "", 24},
    {"def f (x : real) = ", "build 67108864 (i. ", "()", ")", "", 3},
    {"def f (x : real) = let x = x in ", "let x = x * x in ", "x", "", "", 60},
    {"def f (x : real) = (\\(g : real -> real). ", "g (", "x", ")", ") (\\(z : real). z * z)", 1000},
    {"def ", "abcdefghij", "", "", " (x : real) = x", DEEP},
    {"def f (x : real) = ", "abcdefghij", "", "", "", DEEP},
    {"def f (x : real) = x -- ", "abcdefghij", "", "", "\n", DEEP},
    {"def f (x : real) = x +", "  \t\n", " x", "", "\n", DEEP},
    {"def f (x : real) = x * ", "9", "", "", "", DEEP},
    {"def f (x : real) = x * ", "9", "", "", "", 4000},
    {"def f (x : real) = x * 0.", "9", "", "", "", 4000},
    {"def f (x : real) = x * 1e", "9", "", "", "", 20},
    {"def f (x : real) = x * 1e4999", " * 1e4999", "", "", "", 1000},
    {"def f (x : real) = 2", " ^ 9", "", "", "", 20},
    {"def f", " (x : real)", "", "", " = x", DEEP},
    {"def f", " (x : real)", "", "", " = x", 1000},
    {"", "def f (x : real) = x\n", "", "", "", DEEP},
    {"def f (x : real^4294967295) = x", "", "", "", "", 1},
    {"def f (x : real^67108864) = sum (sin x)", "", "", "", "", 1},
    {"def f (x : real^0) = sum x", "", "", "", "", 1},
    {"def f {n} (x : real^n) = x", "", "", "", "", 1},
    {"def f (x : real) = sum (build 0 (i. x))", "", "", "", "", 1},
    {"def f (x : real) = sum (build 67108864 (i. x * toReal i))", "", "", "", "", 1},
    {"def f (x : real) = sum (sum (build 8192 (i. build 8192 (j. x))))", "", "", "", "", 1},
    {"def f (x : real) = build 3 (i. build 3 (j. x)) ! 9223372036854775807", "", "", "", "", 1},
    {"def f (x : real) = toReal (9223372036854775807 + 1) * x", "", "", "", "", 1},
    {"def f (x : real) = toReal (99999999999999999999999) * x", "", "", "", "", 1},
    {"def f (x : real) = x ^ (1/", "3", ")", "", "", 300},
    {"def f (x : real) = x ^ 99999999999999", "", "", "", "", 1},
    {"def f (x : real) = x ^ (-99999999999999)", "", "", "", "", 1},
};

/* f0 x = x; f(k+1) x = fk x + fk x: 2^n nodes when written out. */
static void put_doubling(Text *out, uint32_t n) {
  char line[160];
  text_put(out, "def f0 (x : real) = x * x\n");
  for (uint32_t k = 0; k < n; k++) {
    (void)snprintf(line, sizeof line, "def f%u (x : real) = f%u (x + 1) + f%u (x * x)\n", k + 1, k, k);
    text_put(out, line);
  }
}

/* let x0 = x in let x1 = x0 * x + 1 in ...: each name is used once, far out. */
static void put_chain(Text *out, uint32_t n) {
  char line[160];
  text_put(out, "def f (x0 : real) = ");
  for (uint32_t k = 0; k < n; k++) {
    (void)snprintf(line, sizeof line, "let x%u = x%u * x0 + 1 in\n", k + 1, k);
    text_put(out, line);
  }
  (void)snprintf(line, sizeof line, "x%u\n", n);
  text_put(out, line);
}

int generate_extreme(uint32_t which, Text *out) {
  if (which < COUNT(nests)) {
    const Nest *nest = &nests[which];
    text_put(out, nest->before);
    text_repeat(out, nest->repeat, nest->times);
    text_put(out, nest->middle);
    text_repeat(out, nest->close, nest->times);
    text_put(out, nest->after);
    return 1;
  }
  switch (which - COUNT(nests)) {
  case 0: put_doubling(out, 12); return 1;
  case 1: put_doubling(out, 19); return 1;
  case 2: put_doubling(out, 64); return 1;
  case 3: put_chain(out, 500); return 1;
  case 4: put_chain(out, 7000); return 1;
  case 5: put_chain(out, 30000); return 1;
  default: return 0;
  }
}
