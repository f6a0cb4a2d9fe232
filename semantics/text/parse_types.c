/* Types, sizes and constants. */
#include "semantics/text/syntax.h"

#include <stdlib.h>
#include <string.h>

/* The most decimal digits of a number, its exponent written out. */
#define MAX_DIGITS 5000u

/* --------------------------------------------------------------- numbers -- */

/* The exponent of the digits; false when it is beyond MAX_DIGITS either way. */
static bool read_exponent(const char *text, uint32_t length, int32_t *exponent) {
  uint32_t at = text[0] == '-' || text[0] == '+';
  int32_t value = 0;
  for (; at < length; at++) {
    value = value * 10 + (text[at] - '0');
    if (value > (int32_t)MAX_DIGITS) return false;
  }
  *exponent = text[0] == '-' ? -value : value;
  return true;
}

/* mantissa * 10^exponent into `out`. */
static void scale_by_ten(mpq_t out, int32_t exponent) {
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, 10, (unsigned long)labs((long)exponent));
  if (exponent >= 0)
    mpz_mul(mpq_numref(out), mpq_numref(out), power);
  else
    mpz_mul(mpq_denref(out), mpq_denref(out), power);
  mpz_clear(power);
  mpq_canonicalize(out);
}

ConstantId parse_number(Reader *reader, Span span) {
  const char *text = reader->text + span.start;
  uint32_t length = span.end - span.start, count = 0, at = 0;
  char *digits = length > 2 * MAX_DIGITS ? NULL : reader_alloc(reader, length + 1);
  int32_t exponent = 0, after_point = 0;
  bool point = false, fits = digits != NULL;
  for (; fits && at < length && text[at] != 'e' && text[at] != 'E'; at++) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    digits[count++] = text[at];
    after_point += point;
  }
  if (fits && at < length) fits = read_exponent(text + at + 1, length - at - 1, &exponent);
  if (!fits || count > MAX_DIGITS) {
    reader_fail(reader, STATUS_LIMIT, span, "a number of more than %u digits", MAX_DIGITS);
    return (ConstantId){0};
  }
  mpq_t value;
  mpq_init(value);
  (void)mpz_set_str(mpq_numref(value), digits, 10);
  scale_by_ten(value, exponent - after_point);
  ConstantId id = constant_intern(&reader->store->constants, &value, 1);
  mpq_clear(value);
  if (id.id == 0) reader_exhausted(reader);
  return id;
}

/* ----------------------------------------------------- constant expressions -- */

static bool constant_value(Reader *reader, const Syntax *s, mpq_t out);

static bool constant_binary(Reader *reader, const Syntax *s, mpq_t out) {
  mpq_t right;
  mpq_init(right);
  bool ok = constant_value(reader, s->kid[0], out) && constant_value(reader, s->kid[1], right);
  if (ok && s->op == OP_DIV && mpq_sgn(right) == 0) {
    reader_fail(reader, STATUS_ILL_TYPED, s->kid[1]->span, "division by zero in a constant");
    ok = false;
  }
  if (ok && s->op == OP_ADD) mpq_add(out, out, right);
  if (ok && s->op == OP_SUB) mpq_sub(out, out, right);
  if (ok && s->op == OP_MUL) mpq_mul(out, out, right);
  if (ok && s->op == OP_DIV) mpq_div(out, out, right);
  mpq_clear(right);
  return ok;
}

static bool constant_value(Reader *reader, const Syntax *s, mpq_t out) {
  if (!parser_enter(reader)) return false;
  bool ok = true, binary = s->kind == SYNTAX_BINARY && s->op != OP_SCALE;
  const char *name = s->kind == SYNTAX_NAME ? name_text(reader->store, s->name) : "";
  if (s->kind == SYNTAX_NUMBER) {
    mpq_set(out, constant_get(&reader->store->constants, s->constant)->exact[0]);
  } else if (s->kind == SYNTAX_NEGATE) {
    ok = constant_value(reader, s->kid[0], out);
    mpq_neg(out, out);
  } else if (binary) {
    ok = constant_binary(reader, s, out);
  } else if (reader->has_parameter && strcmp(name, "c") == 0) {
    mpq_set(out, reader->parameter.exact[0]);
  } else {
    reader_fail(reader, STATUS_ILL_TYPED, s->span, "a constant is needed here: numbers, + - * /");
    ok = false;
  }
  parser_leave(reader);
  return ok;
}

static size_t digits_of(const mpq_t value) {
  return mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10);
}

ConstantId parse_constant(Reader *reader, const Syntax *expression) {
  ConstantId id = {0};
  mpq_t value;
  mpq_init(value);
  bool ok = constant_value(reader, expression, value);
  if (ok && digits_of(value) > 4 * MAX_DIGITS)
    reader_fail(reader, STATUS_LIMIT, expression->span, "a number of more than %u digits", MAX_DIGITS);
  else if (ok && (id = constant_intern(&reader->store->constants, &value, 1)).id == 0)
    reader_exhausted(reader);
  mpq_clear(value);
  return id;
}

bool parse_is_constant(Reader *reader, const Syntax *s) {
  if (!parser_enter(reader)) return false;
  bool constant = s->kind == SYNTAX_NUMBER;
  if (s->kind == SYNTAX_NEGATE) constant = parse_is_constant(reader, s->kid[0]);
  if (s->kind == SYNTAX_NAME) constant = reader->has_parameter && strcmp(name_text(reader->store, s->name), "c") == 0;
  if (s->kind == SYNTAX_BINARY && s->op != OP_SCALE)
    constant = parse_is_constant(reader, s->kid[0]) && parse_is_constant(reader, s->kid[1]);
  parser_leave(reader);
  return constant;
}

/* The constant of a list of SYNTAX_ELEMENT. */
static ConstantId intern_vector(Reader *reader, const Syntax *element, uint32_t count) {
  ConstantId id = {0};
  mpq_t *values = malloc(count * sizeof *values);
  if (values == NULL) return reader_exhausted(reader), id;
  bool ok = true;
  for (uint32_t i = 0; i < count; i++) {
    mpq_init(values[i]);
    ok = ok && (id = parse_constant(reader, element->kid[0])).id != 0;
    if (ok) mpq_set(values[i], constant_get(&reader->store->constants, id)->exact[0]);
    element = element->kid[1];
  }
  id = ok ? constant_intern(&reader->store->constants, (const mpq_t *)values, count) : (ConstantId){0};
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
  free(values);
  if (ok && id.id == 0) reader_exhausted(reader);
  return id;
}

Syntax *parse_vector(Reader *reader) {
  Syntax *vector = syntax_make(reader, SYNTAX_VECTOR, parser_take(reader), NULL, NULL);
  if (vector == NULL) return NULL;
  Syntax **last = &vector->kid[0];
  bool constant = true;
  do {
    Syntax *t = parse_term(reader);
    *last = t == NULL ? NULL : syntax_make(reader, SYNTAX_ELEMENT, t->span, t, NULL);
    if (*last == NULL) return NULL;
    last = &(*last)->kid[1];
    constant = constant && parse_is_constant(reader, t);
    vector->code++;
  } while (parser_accept(reader, TOKEN_COMMA));
  if (!parser_expect(reader, TOKEN_RBRACKET, "']'")) return NULL;
  vector->span.end = parser_last_end(reader);
  if (constant) vector->constant = intern_vector(reader, vector->kid[0], vector->code);
  return reader_ok(reader) ? vector : NULL;
}

/* ----------------------------------------------------------------- sizes -- */

static Syntax *parse_size(Reader *reader);

static Syntax *parse_size_number(Reader *reader) {
  Span span = parser_take(reader);
  uint64_t value = 0;
  for (uint32_t i = span.start; i < span.end; i++) {
    char c = reader->text[i];
    if (c < '0' || c > '9') {
      reader_fail(reader, STATUS_ILL_TYPED, span, "a size is a whole number");
      return NULL;
    }
    value = value * 10 + (uint64_t)(c - '0');
    if (value > TYPE_MAX_LENGTH) {
      reader_fail(reader, STATUS_LIMIT, span, "sizes are at most %u", TYPE_MAX_LENGTH);
      return NULL;
    }
  }
  Syntax *size = syntax_make(reader, SYNTAX_SIZE, span, NULL, NULL);
  if (size != NULL) size->code = (uint32_t)value;
  return size;
}

Syntax *parse_size_atom(Reader *reader) {
  if (parser_kind(reader) == TOKEN_NUMBER) return parse_size_number(reader);
  if (parser_kind(reader) == TOKEN_NAME) {
    Span span = parser_take(reader);
    Syntax *size = syntax_make(reader, SYNTAX_SIZE_NAME, span, NULL, NULL);
    if (size != NULL) size->name = name_make(reader->store, reader->text + span.start, span.end - span.start);
    return size;
  }
  if (!parser_expect(reader, TOKEN_LPAREN, "a size") || !parser_enter(reader)) return NULL;
  Syntax *size = parse_size(reader);
  parser_leave(reader);
  return size == NULL || !parser_expect(reader, TOKEN_RPAREN, "')'") ? NULL : size;
}

static Syntax *size_binary(Reader *reader, OpCode op, Syntax *left, Syntax *right) {
  if (left == NULL || right == NULL) return NULL;
  Syntax *node = syntax_make(reader, SYNTAX_SIZE_BINARY, (Span){left->span.start, right->span.end}, left, right);
  if (node != NULL) node->code = (uint32_t)op;
  return node;
}

/* product := atom (('*' | '/') atom)*, where the quotient is exact */
static Syntax *parse_size_product(Reader *reader) {
  Syntax *left = parse_size_atom(reader);
  while (left != NULL && (parser_kind(reader) == TOKEN_TIMES || parser_kind(reader) == TOKEN_DIVIDE)) {
    OpCode op = parser_kind(reader) == TOKEN_TIMES ? OP_IMUL : OP_IDIV;
    (void)parser_take(reader);
    left = size_binary(reader, op, left, parse_size_atom(reader));
  }
  return left;
}

/* size := product ((+ | -) product)* */
static Syntax *parse_size(Reader *reader) {
  Syntax *left = parse_size_product(reader);
  while (left != NULL && (parser_kind(reader) == TOKEN_PLUS || parser_kind(reader) == TOKEN_MINUS)) {
    OpCode op = parser_kind(reader) == TOKEN_PLUS ? OP_IADD : OP_ISUB;
    (void)parser_take(reader);
    left = size_binary(reader, op, left, parse_size_product(reader));
  }
  return left;
}

Syntax *parse_size_arguments(Reader *reader) {
  Syntax *first = NULL, **last = &first;
  (void)parser_take(reader);
  do {
    Syntax *argument = syntax_make(reader, SYNTAX_SIZE_ARGUMENT, parser_peek(reader, 0)->span, NULL, NULL);
    if (argument == NULL) return NULL;
    if (parser_kind(reader) == TOKEN_NAME && parser_peek(reader, 1)->kind == TOKEN_EQUALS) {
      if (!parser_binder(reader, &argument->name, &argument->name_span)) return NULL;
      (void)parser_take(reader);
    }
    argument->kid[0] = parse_size(reader);
    if (argument->kid[0] == NULL) return NULL;
    *last = argument;
    last = &argument->kid[1];
  } while (parser_accept(reader, TOKEN_COMMA));
  return parser_expect(reader, TOKEN_RBRACE, "'}'") ? first : NULL;
}

/* ----------------------------------------------------------------- types -- */

static Syntax *parse_product_type(Reader *reader);

static Syntax *type_word(Reader *reader, SyntaxKind kind, uint32_t code) {
  Syntax *type = syntax_make(reader, kind, parser_take(reader), NULL, NULL);
  if (type != NULL) type->code = code;
  return type;
}

static Syntax *type_name(Reader *reader) {
  Span span = parser_take(reader);
  NameId name = name_make(reader->store, reader->text + span.start, span.end - span.start);
  if (name.id == 0) return reader_exhausted(reader), NULL;
  Syntax *type = syntax_make(reader, SYNTAX_TYPE_NAME, span, NULL, NULL);
  if (type != NULL) type->name = name;
  return type;
}

Syntax *parse_type_atom(Reader *reader) {
  const Token *token = parser_peek(reader, 0);
  if (parser_word_is(reader, token, "real")) return type_word(reader, SYNTAX_REAL, 0);
  if (parser_word_is(reader, token, "real_")) return type_word(reader, SYNTAX_REAL, 1);
  if (parser_word_is(reader, token, "Int")) return type_word(reader, SYNTAX_INT, 0);
  if (parser_word_is(reader, token, "bool")) return type_word(reader, SYNTAX_BOOL, 0);
  if (token->kind == TOKEN_LINEAR_ONE) return type_word(reader, SYNTAX_ONE, 1);
  bool one = token->kind == TOKEN_NUMBER && token->span.end == token->span.start + 1;
  if (one && reader->text[token->span.start] == '1') return type_word(reader, SYNTAX_ONE, 0);
  if (token->kind == TOKEN_NAME) return type_name(reader);
  if (!parser_expect(reader, TOKEN_LPAREN, "a type")) return NULL;
  Syntax *type = parse_type(reader);
  return type == NULL || !parser_expect(reader, TOKEN_RPAREN, "')'") ? NULL : type;
}

static Syntax *parse_power_type(Reader *reader);

static Syntax *parse_vec_type(Reader *reader) {
  Span span = parser_take(reader);
  if (!parser_enter(reader)) return NULL;
  Syntax *element = parse_power_type(reader);
  parser_leave(reader);
  span.end = parser_last_end(reader);
  return element == NULL ? NULL : syntax_make(reader, SYNTAX_VEC, span, element, NULL);
}

bool parse_at_type_atom(const Reader *reader) {
  const Token *token = parser_peek(reader, 0);
  return token->kind == TOKEN_NAME || token->kind == TOKEN_LPAREN || token->kind == TOKEN_NUMBER;
}

/* application := name atom* | atom */
static Syntax *parse_applied_type(Reader *reader) {
  Syntax *type = parse_type_atom(reader);
  if (type == NULL || type->kind != SYNTAX_TYPE_NAME) return type;
  for (Syntax **last = &type->kid[0]; parse_at_type_atom(reader); last = &(*last)->kid[1]) {
    Syntax *argument = parse_type_atom(reader);
    *last = argument == NULL ? NULL : syntax_make(reader, SYNTAX_ELEMENT, argument->span, argument, NULL);
    if (*last == NULL) return NULL;
    type->span.end = parser_last_end(reader);
  }
  return type;
}

/* mu name. type: it reaches as far as it can. */
static Syntax *parse_mu_type(Reader *reader) {
  Syntax *mu = syntax_make(reader, SYNTAX_MU, parser_take(reader), NULL, NULL);
  if (mu == NULL || !parser_binder(reader, &mu->name, &mu->name_span)) return NULL;
  if (!parser_expect(reader, TOKEN_DOT, "'.'")) return NULL;
  mu->kid[0] = parse_type(reader);
  mu->span.end = parser_last_end(reader);
  return mu->kid[0] == NULL ? NULL : mu;
}

/* power := Vec power | application ('^' size)* | mu name. type */
static Syntax *parse_power_type(Reader *reader) {
  if (parser_word_is(reader, parser_peek(reader, 0), "Vec")) return parse_vec_type(reader);
  if (parser_word_is(reader, parser_peek(reader, 0), "mu") && parser_peek(reader, 1)->kind == TOKEN_NAME)
    return parse_mu_type(reader);
  Syntax *type = parse_applied_type(reader);
  while (type != NULL && parser_accept(reader, TOKEN_CARET)) {
    Syntax *size = parse_size_atom(reader);
    if (size == NULL) return NULL;
    type = syntax_make(reader, SYNTAX_ARRAY, (Span){type->span.start, parser_last_end(reader)}, type, size);
  }
  return type;
}

/* factor := '!' power '><' power | power */
static Syntax *parse_factor_type(Reader *reader) {
  uint32_t start = parser_peek(reader, 0)->span.start;
  if (!parser_accept(reader, TOKEN_BANG)) return parse_power_type(reader);
  Syntax *key = parse_power_type(reader);
  if (key == NULL || !parser_expect(reader, TOKEN_TENSOR, "'><'")) return NULL;
  Syntax *value = parse_power_type(reader);
  if (value == NULL) return NULL;
  return syntax_make(reader, SYNTAX_TENSOR, (Span){start, value->span.end}, key, value);
}

static Syntax *parse_product_type(Reader *reader) {
  Syntax *left = parse_factor_type(reader);
  while (left != NULL && parser_accept(reader, TOKEN_TIMES)) {
    Syntax *right = parse_factor_type(reader);
    if (right == NULL) return NULL;
    left = syntax_make(reader, SYNTAX_TIMES, (Span){left->span.start, right->span.end}, left, right);
  }
  return left;
}

/* sum := product ('+' product)* */
static Syntax *parse_sum_type(Reader *reader) {
  Syntax *left = parse_product_type(reader);
  while (left != NULL && parser_accept(reader, TOKEN_PLUS)) {
    Syntax *right = parse_product_type(reader);
    if (right == NULL) return NULL;
    left = syntax_make(reader, SYNTAX_PLUS, (Span){left->span.start, right->span.end}, left, right);
  }
  return left;
}

/* -o, in one word or as the minus and the name that the lexer saw. */
static bool accept_lolli(Reader *reader) {
  if (parser_accept(reader, TOKEN_LOLLI)) return true;
  const Token *minus = parser_peek(reader, 0), *o = parser_peek(reader, 1);
  if (minus->kind != TOKEN_MINUS || !parser_word_is(reader, o, "o") || o->span.start != minus->span.end) return false;
  reader->at += 2;
  return true;
}

/* type := sum (('->' | '-o') type)? */
Syntax *parse_type(Reader *reader) {
  if (!parser_enter(reader)) return NULL;
  Syntax *left = parse_sum_type(reader);
  bool arrow = left != NULL && parser_accept(reader, TOKEN_ARROW);
  bool lolli = left != NULL && !arrow && accept_lolli(reader);
  if (arrow || lolli) {
    Syntax *right = parse_type(reader);
    Span span = {left->span.start, parser_last_end(reader)};
    left = right == NULL ? NULL : syntax_make(reader, arrow ? SYNTAX_ARROW : SYNTAX_LOLLI, span, left, right);
  }
  parser_leave(reader);
  return left;
}

Syntax *parse_whole_type(Reader *reader) {
  Syntax *type = parse_type(reader);
  return type == NULL || !parser_expect(reader, TOKEN_END, "the end of the type") ? NULL : type;
}
