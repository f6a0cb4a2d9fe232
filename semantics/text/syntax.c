#include "semantics/text/syntax.h"

#include <string.h>

Syntax *syntax_make(Reader *reader, SyntaxKind kind, Span span, Syntax *a, Syntax *b) {
  Syntax *node = reader_alloc(reader, sizeof *node);
  if (node == NULL) return NULL;
  node->kind = kind;
  node->span = span;
  node->kid[0] = a;
  node->kid[1] = b;
  return node;
}

Syntax *syntax_name(Reader *reader, NameId name, Span span) {
  Syntax *node = syntax_make(reader, SYNTAX_NAME, span, NULL, NULL);
  if (node != NULL) node->name = name;
  return node;
}

NameId syntax_hidden(Reader *reader) { return (NameId){NAME_HIDDEN | reader->hidden++}; }

const Token *parser_peek(const Reader *reader, uint32_t ahead) {
  const Token *token = &reader->tokens[reader->at];
  for (; ahead > 0 && token->kind != TOKEN_END; ahead--) token++;
  return token;
}

Span parser_take(Reader *reader) {
  Span span = parser_peek(reader, 0)->span;
  if (parser_kind(reader) != TOKEN_END) reader->at++;
  return span;
}

uint32_t parser_last_end(const Reader *reader) { return reader->at == 0 ? 0 : reader->tokens[reader->at - 1].span.end; }

bool parser_accept(Reader *reader, TokenKind kind) {
  if (parser_kind(reader) != kind) return false;
  (void)parser_take(reader);
  return true;
}

void parser_fail_here(Reader *reader, const char *expected) {
  const Token *token = parser_peek(reader, 0);
  int length = (int)(token->span.end - token->span.start);
  if (token->kind == TOKEN_END)
    reader_fail(reader, STATUS_ILL_TYPED, (Span){parser_last_end(reader), parser_last_end(reader)},
                "expected %s, but the text ends here", expected);
  else
    reader_fail(reader, STATUS_ILL_TYPED, token->span, "expected %s before '%.*s'", expected, length < 40 ? length : 40,
                reader->text + token->span.start);
}

bool parser_expect(Reader *reader, TokenKind kind, const char *what) {
  if (!reader_ok(reader)) return false;
  if (parser_accept(reader, kind)) return true;
  parser_fail_here(reader, what);
  return false;
}

bool parser_word_is(const Reader *reader, const Token *token, const char *word) {
  size_t length = token->span.end - token->span.start;
  return token->kind == TOKEN_NAME && strlen(word) == length &&
         memcmp(reader->text + token->span.start, word, length) == 0;
}

OpCode syntax_operation(const char *name, size_t length) {
  if (!lexer_is_name(name, length)) return OP_CODE_COUNT;
  for (OpCode code = 0; code < OP_CODE_COUNT; code++) {
    if (code == OP_CONST || code == OP_INT) continue;
    const char *other = op_info(code)->name;
    if (other[0] == name[0] && strlen(other) == length && memcmp(other, name, length) == 0) return code;
  }
  FunctionCode function = function_find(name, length);
  return function == FUNCTION_COUNT ? OP_CODE_COUNT : op_of_function(function);
}

bool parser_binder(Reader *reader, NameId *name, Span *span) {
  const Token *token = parser_peek(reader, 0);
  const char *text = reader->text + token->span.start;
  uint32_t length = token->span.end - token->span.start;
  if (token->kind != TOKEN_NAME) {
    if (lexer_reserved(text, length, reader->target))
      reader_fail(reader, STATUS_ILL_TYPED, token->span,
                  "'%.*s' is a reserved word and cannot be a name; choose another", (int)length, text);
    else
      parser_fail_here(reader, "a name");
    return false;
  }
  if (syntax_operation(text, length) < OP_CODE_COUNT) {
    reader_fail(reader, STATUS_ILL_TYPED, token->span, "'%.*s' is an operation and cannot be a name; choose another",
                (int)length, text);
    return false;
  }
  *span = parser_take(reader);
  *name = name_make(reader->store, text, length);
  if (name->id == 0) reader_exhausted(reader);
  return name->id != 0;
}

bool parser_enter(Reader *reader) {
  if (reader->depth >= READER_NESTING) {
    reader_fail(reader, STATUS_LIMIT, parser_peek(reader, 0)->span, "this is nested more than %u deep", READER_NESTING);
    return false;
  }
  reader->depth++;
  return reader_ok(reader);
}
