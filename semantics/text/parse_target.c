/* Forms of the linear target language. */
#include "semantics/text/syntax.h"

#include <string.h>

static bool adjacent(const Token *a, const Token *b) { return a->span.end == b->span.start; }

static bool text_is(const Reader *reader, Span span, const char *word) {
  size_t length = span.end - span.start;
  return strlen(word) == length && memcmp(reader->text + span.start, word, length) == 0;
}

/* The elementary linear operation of that name, or LOP_CODE_COUNT. */
static LopCode elementary(const Reader *reader, Span span) {
  for (LopCode code = 0; code < LOP_DERIVATIVE; code++) {
    if (text_is(reader, span, lop_info(code)->name)) return code;
  }
  return LOP_CODE_COUNT;
}

/* The mark that follows a D: D+, D-, D*, D/, D.*, D^. */
static OpCode marked_operation(const Reader *reader) {
  const Token *d = parser_peek(reader, 0), *mark = parser_peek(reader, 1);
  if (!parser_word_is(reader, d, "D") || !adjacent(d, mark)) return OP_CODE_COUNT;
  if (mark->kind == TOKEN_PLUS) return OP_ADD;
  if (mark->kind == TOKEN_MINUS) return OP_SUB;
  if (mark->kind == TOKEN_TIMES) return OP_MUL;
  if (mark->kind == TOKEN_DIVIDE) return OP_DIV;
  if (mark->kind == TOKEN_SCALE) return OP_SCALE;
  return mark->kind == TOKEN_CARET && parser_peek(reader, 2)->kind == TOKEN_LBRACKET ? OP_POW : OP_CODE_COUNT;
}

static bool at_transpose(const Reader *reader, uint32_t ahead) {
  return parser_peek(reader, ahead)->kind == TOKEN_CARET && parser_word_is(reader, parser_peek(reader, ahead + 1), "t");
}

/* The operation f of a word Df, or OP_CODE_COUNT. */
static OpCode derived_operation(const Reader *reader, Span name) {
  if (name.end - name.start < 2 || reader->text[name.start] != 'D') return OP_CODE_COUNT;
  return syntax_operation(reader->text + name.start + 1, name.end - name.start - 1);
}

/* How many tokens Df and its parameters [..] are. */
static uint32_t skip_parameters(const Reader *reader) {
  OpCode code = derived_operation(reader, parser_peek(reader, 0)->span);
  uint32_t ahead = 1;
  if (op_parameters(code) == 0 || parser_peek(reader, 1)->kind != TOKEN_LBRACKET) return 1;
  while (parser_peek(reader, ahead)->kind != TOKEN_RBRACKET && parser_peek(reader, ahead)->kind != TOKEN_END) ahead++;
  return ahead + 1;
}

/* [2], [3/2, 1]: as many constants as the function has parameters. */
static bool parse_parameters(Reader *reader, Syntax *node) {
  uint32_t count = op_parameters(node->op);
  if (count == 0) return true;
  if (parser_kind(reader) != TOKEN_LBRACKET) return parser_fail_here(reader, "the function's parameters, in []"), false;
  Syntax *vector = parse_vector(reader);
  if (vector == NULL) return false;
  node->constant = vector->constant;
  bool fits = vector->constant.id != 0 && vector->code == count;
  const mpq_t *values = fits ? (const mpq_t *)constant_get(&reader->store->constants, node->constant)->exact : NULL;
  const char *wanted = fits ? function_parameters_refused(op_function(node->op), values) : "a constant for each";
  if (wanted != NULL)
    reader_fail(reader, STATUS_ILL_TYPED, vector->span, "the parameter of '%s' is %s", op_info(node->op)->name, wanted);
  return wanted == NULL;
}

bool parse_at_lop(const Reader *reader) {
  if (!reader->target || parser_kind(reader) != TOKEN_NAME) return false;
  if (marked_operation(reader) != OP_CODE_COUNT) return true;
  uint32_t after = skip_parameters(reader);
  if (at_transpose(reader, after)) after += 2;
  const Token *next = parser_peek(reader, after);
  if (next->kind == TOKEN_LBRACE) {
    while (next->kind != TOKEN_RBRACE && next->kind != TOKEN_END) next = parser_peek(reader, ++after);
    next = parser_peek(reader, after + 1);
  }
  return next->kind == TOKEN_LPAREN && next->semicolon;
}

/* The name of the operation: lop, lop^t, D op, D op^t. */
static bool parse_lop_name(Reader *reader, Syntax *node) {
  OpCode marked = marked_operation(reader);
  Span name = parser_take(reader);
  const char *text = reader->text + name.start;
  node->span = name;
  node->op = marked;
  if (marked == OP_POW) {
    (void)parser_take(reader);
    Syntax *exponent = parse_vector(reader);
    if (exponent == NULL) return false;
    node->constant = exponent->constant;
    if (exponent->code != 1 || exponent->constant.id == 0) {
      reader_fail(reader, STATUS_ILL_TYPED, exponent->span, "an exponent is one constant");
      return false;
    }
  } else if (marked != OP_CODE_COUNT) {
    (void)parser_take(reader);
  } else {
    node->op = derived_operation(reader, name);
    if (!parse_parameters(reader, node)) return false;
  }
  bool transpose = at_transpose(reader, 0);
  if (transpose) reader->at += 2;
  if (node->op != OP_CODE_COUNT) {
    node->code = transpose ? LOP_TRANSPOSE : LOP_DERIVATIVE;
    return true;
  }
  LopCode code = elementary(reader, transpose ? (Span){name.start, parser_last_end(reader)} : name);
  node->code = (uint32_t)code;
  if (code == LOP_CODE_COUNT)
    reader_fail(reader, STATUS_ILL_TYPED, name, "there is no linear operation '%.*s'",
                name.end - name.start < 40 ? (int)(name.end - name.start) : 40, text);
  return code != LOP_CODE_COUNT;
}

/* lop{n}(t1, ..., tk; s) */
Syntax *parse_lop(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_LOP, (Span){0, 0}, NULL, NULL);
  if (node == NULL || !parse_lop_name(reader, node)) return NULL;
  if (parser_kind(reader) == TOKEN_LBRACE && (node->kid[3] = parse_size_arguments(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_LPAREN, "'('")) return NULL;
  for (uint32_t i = 0; parser_kind(reader) != TOKEN_SEMICOLON; i++) {
    if (i > 0 && !parser_expect(reader, TOKEN_COMMA, i < OP_MAX_ARITY ? "',' or ';'" : "';'")) return NULL;
    if (i == OP_MAX_ARITY) return parser_fail_here(reader, "';'"), NULL;
    if ((node->kid[i] = parse_term(reader)) == NULL) return NULL;
  }
  (void)parser_take(reader);
  if ((node->kid[2] = parse_term(reader)) == NULL || !parser_expect(reader, TOKEN_RPAREN, "')'")) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

/* Dmap(x. t, s, v. r; u), Dmap^t(x. t, s, v. r; u) */
Syntax *parse_dmap(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_DMAP, parser_take(reader), NULL, NULL);
  if (node == NULL) return NULL;
  if (at_transpose(reader, 0)) {
    reader->at += 2;
    node->code = 1;
  }
  if (!parser_expect(reader, TOKEN_LPAREN, "'('") || !parser_binder(reader, &node->name, &node->name_span) ||
      !parser_expect(reader, TOKEN_DOT, "'.'") || (node->kid[1] = parse_term(reader)) == NULL)
    return NULL;
  if (!parser_expect(reader, TOKEN_COMMA, "','") || (node->kid[0] = parse_term(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_COMMA, "','") || !parser_expect(reader, TOKEN_LINEAR, "'v'") ||
      !parser_expect(reader, TOKEN_DOT, "'.'") || (node->kid[2] = parse_term(reader)) == NULL)
    return NULL;
  if (!parser_expect(reader, TOKEN_SEMICOLON, "';'") || (node->kid[3] = parse_term(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_RPAREN, "')'")) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

/* bigsum k (i. t) */
Syntax *parse_bigsum(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_BIGSUM, parser_take(reader), NULL, NULL);
  if (node == NULL || (node->kid[0] = parse_postfix(reader)) == NULL || !parse_function(reader, node, 1)) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

/* liter k (i. t) s */
Syntax *parse_liter(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_LITER, parser_take(reader), NULL, NULL);
  if (node == NULL || (node->kid[0] = parse_postfix(reader)) == NULL || !parse_function(reader, node, 1)) return NULL;
  if ((node->kid[2] = parse_postfix(reader)) == NULL) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}

/* onehot n i t */
Syntax *parse_onehot(Reader *reader) {
  Syntax *node = syntax_make(reader, SYNTAX_ONEHOT, parser_take(reader), NULL, NULL);
  if (node == NULL || (node->kid[3] = parse_size_atom(reader)) == NULL) return NULL;
  if ((node->kid[0] = parse_postfix(reader)) == NULL || (node->kid[1] = parse_postfix(reader)) == NULL) return NULL;
  node->span.end = parser_last_end(reader);
  return node;
}
