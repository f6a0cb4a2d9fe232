#include "verify/laws/print/printed.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 400u
#define DIGITS_EXACT 16

typedef struct Reader {
  const char *at;
  Ring *ring;
  const Printed *numbers;
  Scalar *v; /* by name */
  bool *known;
  uint32_t names, depth;
  bool live; /* not in a branch that is not taken */
  Status status;
} Reader;

static Scalar expression(Reader *r);
static void block(Reader *r);

static Scalar zero(const Reader *r) { return ring_integer(r->ring, 0); }

static Scalar fail(Reader *r, Status status) {
  if (r->status == STATUS_OK) r->status = status;
  return zero(r);
}

static void skip_space(Reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

/* Whether the word comes next; then it is passed. */
static bool accept(Reader *r, const char *word) {
  size_t length = strlen(word);
  skip_space(r);
  if (r->status != STATUS_OK || strncmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

static void expect(Reader *r, const char *word) {
  if (!accept(r, word)) (void)fail(r, STATUS_ILL_TYPED);
}

static uint32_t number(Reader *r, uint32_t below) {
  char *end = NULL;
  unsigned long n = isdigit((unsigned char)*r->at) ? strtoul(r->at, &end, 10) : below;
  if (n >= below) {
    (void)fail(r, STATUS_ILL_TYPED);
    return 0;
  }
  r->at = end;
  return (uint32_t)n;
}

/* ------------------------------------------------------------- literals -- */

/* m 2^e */
static Scalar dyadic(Ring *ring, double value) {
  int e = 0;
  double m = frexp(value, &e);
  Scalar a = ring_integer(ring, (int64_t)ldexp(m, 53)), two = ring_integer(ring, 2);
  for (e -= 53; e < 0; e++) a = ring_div(ring, a, two);
  for (; e > 0; e--) a = ring_mul(ring, a, two);
  return a;
}

static double read_double(Reader *r, bool *rounded) {
  char *end = NULL;
  int digits = 0;
  double value = strtod(r->at, &end);
  for (const char *c = r->at; c < end && *c != 'e'; c++) digits += isdigit((unsigned char)*c) != 0;
  *rounded = digits > DIGITS_EXACT;
  if (end == r->at || !isfinite(value)) (void)fail(r, STATUS_ILL_TYPED);
  if (r->status == STATUS_OK) r->at = end;
  return value;
}

/* 17 digits are those of a number that was rounded to a double. */
static Scalar literal(Reader *r) {
  bool rounded = false;
  double value = read_double(r, &rounded);
  if (r->status != STATUS_OK) return zero(r);
  return rounded ? fail(r, STATUS_UNABLE) : dyadic(r->ring, value);
}

/* ---------------------------------------------------------- expressions -- */

static Scalar named(Reader *r) {
  uint32_t k = number(r, r->names);
  if (r->status == STATUS_OK && r->live && !r->known[k]) return fail(r, STATUS_ILL_TYPED);
  return r->v[k];
}

static Scalar element(Reader *r, const Scalar *from, uint32_t length) {
  uint32_t k = number(r, length);
  expect(r, "]");
  return r->status == STATUS_OK ? from[k] : zero(r);
}

Scalar printed_power(Ring *ring, Scalar base, int exponent) {
  Scalar result = ring_integer(ring, 1);
  for (int k = 0; k < abs(exponent); k++) result = ring_mul(ring, result, base);
  return exponent < 0 ? ring_div(ring, ring_integer(ring, 1), result) : result;
}

/* By a number; by anything else it is the library's. */
static Scalar power(Reader *r) {
  bool rounded = false;
  Scalar base = expression(r);
  expect(r, ",");
  bool negative = accept(r, "(-");
  skip_space(r);
  if (r->status == STATUS_OK && !isdigit((unsigned char)*r->at)) return fail(r, STATUS_UNABLE);
  double exponent = read_double(r, &rounded);
  if (negative) expect(r, ")");
  expect(r, ")");
  if (rounded || exponent != floor(exponent) || exponent > PRINTED_POWER_MOST) return fail(r, STATUS_UNABLE);
  return r->live && r->status == STATUS_OK ? printed_power(r->ring, base, negative ? -(int)exponent : (int)exponent)
                                           : base;
}

bool printed_function(const char *name, RingFunction *function) {
  static const struct {
    const char *name;
    RingFunction function;
  } functions[] = {{"sin", RING_SIN},  {"cos", RING_COS},   {"tan", RING_TAN},   {"exp", RING_EXP},
                   {"log", RING_LOG},  {"sqrt", RING_SQRT}, {"tanh", RING_TANH}, {"sigmoid", RING_SIGMOID},
                   {"fabs", RING_ABS}, {"sign", RING_SIGN}};
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    if (strcmp(name, functions[k].name) != 0) continue;
    *function = functions[k].function;
    return true;
  }
  return false;
}

static Scalar call(Reader *r) {
  RingFunction function;
  char name[32];
  size_t length = 0;
  while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_') length++;
  if (length == 0 || length >= sizeof name || r->at[length] != '(') return fail(r, STATUS_ILL_TYPED);
  memcpy(name, r->at, length);
  name[length] = '\0';
  r->at += length + 1;
  if (strcmp(name, "pow") == 0) return power(r);
  if (!printed_function(name, &function)) return fail(r, STATUS_UNABLE); /* of the library, or somebody's */
  Scalar a = expression(r);
  expect(r, ")");
  return r->live && r->status == STATUS_OK ? ring_function(r->ring, function, a) : a;
}

static Scalar bracketed(Reader *r) {
  bool negative = accept(r, "-");
  Scalar a = expression(r), result = negative ? ring_neg(r->ring, a) : a;
  skip_space(r);
  char op = negative ? ')' : *r->at;
  if (!negative && op != '\0') r->at++;
  Scalar b = negative ? a : expression(r);
  expect(r, ")");
  if (r->status != STATUS_OK || !r->live) return a;
  switch (op) {
  case '+': return ring_add(r->ring, a, b);
  case '-': return ring_sub(r->ring, a, b);
  case '*': return ring_mul(r->ring, a, b);
  case '/': return ring_div(r->ring, a, b);
  case ')': return result;
  default: return fail(r, STATUS_ILL_TYPED);
  }
}

static Scalar expression(Reader *r) {
  Scalar a;
  if (r->status != STATUS_OK || r->depth == 0) return fail(r, STATUS_LIMIT);
  r->depth--;
  if (accept(r, "..."))
    a = fail(r, STATUS_LIMIT); /* too deep to be printed */
  else if (accept(r, "("))
    a = bracketed(r);
  else if (accept(r, "x["))
    a = element(r, r->numbers->x, r->numbers->inputs);
  else if (accept(r, "w["))
    a = element(r, r->numbers->w, r->numbers->seeds);
  else if (isdigit((unsigned char)*r->at))
    a = literal(r);
  else if (*r->at == 'v' && isdigit((unsigned char)r->at[1]))
    r->at++, a = named(r);
  else
    a = call(r);
  r->depth++;
  return a;
}

/* ----------------------------------------------------------- statements -- */

static void store(Reader *r, Scalar *into, bool *known) {
  expect(r, "=");
  Scalar a = expression(r);
  expect(r, ";");
  if (r->status != STATUS_OK || !r->live) return;
  *into = a;
  if (known != NULL) *known = true;
}

static void define(Reader *r) {
  uint32_t k = number(r, r->names);
  store(r, &r->v[k], &r->known[k]);
}

static void result(Reader *r, Scalar *into, uint32_t length) {
  uint32_t k = number(r, length);
  expect(r, "]");
  if (r->status == STATUS_OK) store(r, &into[k], NULL);
}

static void declare(Reader *r) {
  do {
    expect(r, "v");
    (void)number(r, r->names);
  } while (accept(r, ","));
  expect(r, ";");
}

static void branch(Reader *r) {
  Scalar test = expression(r);
  bool live = r->live;
  expect(r, "< 0) {");
  bool taken = r->status == STATUS_OK && live && ring_test(r->ring, RING_LESS, test, zero(r));
  r->live = live && taken;
  block(r);
  expect(r, "else {");
  r->live = live && !taken;
  block(r);
  r->live = live;
}

/* To the bracket that ends it. */
static void block(Reader *r) {
  while (r->status == STATUS_OK && !accept(r, "}")) {
    if (accept(r, "const double v") || accept(r, "v"))
      define(r);
    else if (accept(r, "double "))
      declare(r);
    else if (accept(r, "if ("))
      branch(r);
    else if (accept(r, "y["))
      result(r, r->numbers->y, r->numbers->outputs);
    else if (accept(r, "z["))
      result(r, r->numbers->z, r->numbers->images);
    else
      (void)fail(r, STATUS_ILL_TYPED);
  }
}

Status printed_run(const char *text, Ring *ring, Arena *arena, const Printed *numbers) {
  static const char head[] = "(const double *x, const double *w, double *y, double *z) {";
  uint32_t names = (uint32_t)strlen(text);
  const char *begin = strstr(text, head);
  Reader r = {.ring = ring, .numbers = numbers, .names = names, .depth = DEPTH, .live = true};
  r.v = arena_array(arena, names, sizeof *r.v);
  r.known = arena_array(arena, names, sizeof *r.known);
  if (r.v == NULL || r.known == NULL) return STATUS_LIMIT;
  if (begin == NULL) return STATUS_ILL_TYPED;
  for (uint32_t k = 0; k < names; k++) r.v[k] = zero(&r), r.known[k] = false;
  r.at = begin + strlen(head);
  expect(&r, "(void)x, (void)w, (void)y, (void)z;");
  block(&r);
  Status status = ring_take_status(ring);
  return r.status != STATUS_OK ? r.status : status;
}
