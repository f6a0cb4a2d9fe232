/* Words of the concrete syntax. */
#ifndef ADJUDGE_SOURCE_LEXER_H
#define ADJUDGE_SOURCE_LEXER_H

#include "semantics/text/reader.h"

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_NUMBER,
  TOKEN_LINEAR_ZERO, /* 0_ */
  TOKEN_LINEAR_ONE,  /* 1_ */
  TOKEN_LAMBDA,
  TOKEN_ARROW,
  TOKEN_LOLLI, /* the UTF-8 form; -o is a minus and a name, told apart in types */
  TOKEN_AT,
  TOKEN_TENSOR,
  TOKEN_LPAREN,
  TOKEN_RPAREN,
  TOKEN_LANGLE,
  TOKEN_RANGLE,
  TOKEN_LBRACE,
  TOKEN_RBRACE,
  TOKEN_LBRACKET,
  TOKEN_RBRACKET,
  TOKEN_COMMA,
  TOKEN_SEMICOLON,
  TOKEN_COLON,
  TOKEN_DOT,
  TOKEN_BANG,
  TOKEN_EQUALS,
  TOKEN_PLUS,
  TOKEN_MINUS,
  TOKEN_TIMES,
  TOKEN_DIVIDE,
  TOKEN_SCALE, /* .* */
  TOKEN_CARET,
  TOKEN_LESS,
  TOKEN_LESS_EQUAL,
  TOKEN_SAME, /* == */
  TOKEN_GREATER,
  TOKEN_GREATER_EQUAL,
  TOKEN_DIFFERENT, /* /= */
  TOKEN_BAR,
  /* reserved words */
  TOKEN_LET,
  TOKEN_IN,
  TOKEN_DEF,
  TOKEN_FST,
  TOKEN_SND,
  TOKEN_MAP,
  TOKEN_ZIPWITH,
  TOKEN_BUILD,
  TOKEN_INL,
  TOKEN_INR,
  TOKEN_CASE,
  TOKEN_OF,
  TOKEN_IF,
  TOKEN_THEN,
  TOKEN_ELSE,
  TOKEN_TRUE,
  TOKEN_FALSE,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT,
  TOKEN_ITERATE,
  TOKEN_WHILE,
  TOKEN_FOLD,
  TOKEN_SCAN,
  TOKEN_GATHER,
  TOKEN_SCATTER,
  TOKEN_TOTAL,
  TOKEN_LETREC,
  TOKEN_VBUILD,
  TOKEN_LENGTH,
  TOKEN_FILTER,
  TOKEN_APPEND,
  TOKEN_VSCATTER,
  TOKEN_DATA,
  TOKEN_MATCH,
  TOKEN_WITH,
  TOKEN_ROLL,
  TOKEN_UNROLL,
  /* reserved in target terms */
  TOKEN_LINEAR, /* v */
  TOKEN_ONEHOT,
  TOKEN_BIGSUM,
  TOKEN_LITER,
  TOKEN_DMAP
} TokenKind;

struct Token {
  TokenKind kind;
  Span span;
  bool semicolon; /* of a bracket: a ';' stands directly within it */
};

/* Splits the text into reader->tokens; false on an error. */
bool reader_split(Reader *reader);
/* What stands there begins no word. */
void lexer_fail_character(Reader *reader, uint32_t at);
/* Whether a name is a word of the syntax, in target terms or in all. */
bool lexer_reserved(const char *name, size_t length, bool target);
/* Whether the bytes are a name: a letter or _, letters, digits and _, primes. */
bool lexer_is_name(const char *text, size_t length);

#endif
