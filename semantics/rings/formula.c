#include "semantics/rings/formula.h"

#include "semantics/rings/function_slopes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FORMULA_DEPTH 100u

typedef struct Reader {
  Ring *ring;
  const char *at;
  Scalar x, y;
  uint32_t depth;
} Reader;

static Scalar sum(Reader *reader);

static Scalar fail(Reader *reader) {
  ring_fail(reader->ring, STATUS_STUCK);
  reader->at += strlen(reader->at);
  return reader->x;
}

static char peek(Reader *reader) {
  while (*reader->at == ' ') reader->at++;
  return *reader->at;
}

static bool take(Reader *reader, char c) {
  if (peek(reader) != c) return false;
  reader->at++;
  return true;
}

static Scalar number(Reader *reader) {
  char *end;
  long long n = strtoll(reader->at, &end, 10);
  reader->at = end;
  return ring_integer(reader->ring, n);
}

/* A ring's function has the name of its operation in programs. */
static bool ring_function_find(const char *name, size_t length, RingFunction *function) {
  static const char *const names[] = {"sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sigmoid", "abs", "sign"};
  for (RingFunction f = RING_SIN; f <= RING_SIGN; f++) {
    *function = f;
    if (strlen(names[f]) == length && memcmp(names[f], name, length) == 0) return true;
  }
  return false;
}

/* A function within a formula; its own formula is read a level deeper. */
static Scalar inner_value(Reader *reader, FunctionCode f, Scalar a, Scalar b) {
  const char *meaning = function_meaning(f);
  if (function_info(f)->parameters != 0 || reader->depth == 0) return fail(reader);
  if (meaning == NULL) return function_at(reader->ring, f, a, b);
  Reader inner = {reader->ring, meaning, a, b, reader->depth - 1};
  return sum(&inner);
}

/* name(a) or name(a, b) */
static Scalar application(Reader *reader, const char *name, size_t length) {
  RingFunction function;
  FunctionCode f = function_find(name, length);
  if (!take(reader, '(')) return fail(reader);
  Scalar a = sum(reader), b = take(reader, ',') ? sum(reader) : a;
  if (!take(reader, ')')) return fail(reader);
  if (ring_function_find(name, length, &function)) return ring_function(reader->ring, function, a);
  return f == FUNCTION_COUNT ? fail(reader) : inner_value(reader, f, a, b);
}

static Scalar named(Reader *reader) {
  const char *name = reader->at;
  while (isalnum((unsigned char)*reader->at)) reader->at++;
  size_t length = (size_t)(reader->at - name);
  if (length == 1 && (name[0] == 'x' || name[0] == 'y')) return name[0] == 'x' ? reader->x : reader->y;
  return application(reader, name, length);
}

static Scalar factor(Reader *reader) {
  char c = peek(reader);
  if (reader->depth == 0) return fail(reader);
  if (isdigit((unsigned char)c)) return number(reader);
  if (isalpha((unsigned char)c)) return named(reader);
  reader->depth--;
  bool negative = take(reader, '-'), open = !negative && take(reader, '(');
  Scalar value = negative ? ring_neg(reader->ring, factor(reader)) : open ? sum(reader) : fail(reader);
  reader->depth++;
  return open && !take(reader, ')') ? fail(reader) : value;
}

static Scalar product(Reader *reader) {
  Scalar value = factor(reader);
  for (;;) {
    if (take(reader, '*'))
      value = ring_mul(reader->ring, value, factor(reader));
    else if (take(reader, '/'))
      value = ring_div(reader->ring, value, factor(reader));
    else
      return value;
  }
}

static Scalar sum(Reader *reader) {
  Scalar value = product(reader);
  for (;;) {
    if (take(reader, '+'))
      value = ring_add(reader->ring, value, product(reader));
    else if (take(reader, '-'))
      value = ring_sub(reader->ring, value, product(reader));
    else
      return value;
  }
}

/* The formula's value at x and y; failures are the ring's, STUCK where the text is no formula. */
static Scalar formula_at(Ring *ring, const char *text, Scalar x, Scalar y) {
  Reader reader = {ring, text, x, y, FORMULA_DEPTH};
  Scalar value = sum(&reader);
  return peek(&reader) == '\0' ? value : fail(&reader);
}

Scalar function_value(Ring *ring, const RingCall *call, Scalar x, Scalar y) {
  const char *meaning = function_meaning((FunctionCode)call->function);
  bool whole = meaning == NULL || (ring->ops->traits & RING_WHOLE_FUNCTIONS) != 0;
  return whole ? ring_call(ring, call, x, y) : formula_at(ring, meaning, x, y);
}
