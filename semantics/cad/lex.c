/* Words as caddie's lexer has them: a sign before a digit is part of the number unless other marks stand before it, and
 * a number or name ends at a blank or mark. */
#include "semantics/cad/translation.h"
#include "semantics/text/lexer.h"

#include <string.h>

static bool is_in(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_name(char c) { return is_letter(c) || is_digit(c); }
static bool is_mark(char c) { return is_in(c, "#&|+-~^?*:!%/='<>@"); }
static bool is_bracket(char c) { return is_in(c, "(){}[],;"); }

/* Behind a comment: a star that follows a star in it begins no end of it. */
static uint32_t skip_comment(Reader *reader, uint32_t start) {
  for (uint32_t at = start + 2; at < reader->length; at++) {
    if (reader->text[at] != '*') continue;
    if (reader_at(reader, at + 1) == ')') return at + 2;
    at++;
  }
  reader_fail(reader, STATUS_ILL_TYPED, (Span){start, start + 2}, "this comment has no end");
  return reader->length;
}

static uint32_t skip_space(Reader *reader, uint32_t at) {
  while (at < reader->length) {
    if (reader->text[at] == '(' && reader_at(reader, at + 1) == '*')
      at = skip_comment(reader, at);
    else if (is_space(reader->text[at]))
      at++;
    else
      break;
  }
  return at;
}

/* Digits, with a point among or behind them if any. */
static uint32_t number_end(const Reader *reader, uint32_t at) {
  while (is_digit(reader_at(reader, at))) at++;
  if (reader_at(reader, at) != '.') return at;
  for (at++; is_digit(reader_at(reader, at));) at++;
  return at;
}

static uint32_t word_end(const Reader *reader, uint32_t start, SexprKind *kind) {
  char c = reader->text[start];
  uint32_t at = start + 1;
  *kind = SEXPR_WORD;
  if (is_bracket(c)) return at;
  if (is_mark(c)) {
    while (is_mark(reader_at(reader, at))) at++;
    if (at > start + 1 || !is_in(c, "+-") || !is_digit(reader_at(reader, at))) return at;
    *kind = SEXPR_NUMBER;
    return number_end(reader, at);
  }
  if (is_digit(c)) {
    *kind = SEXPR_NUMBER;
    return number_end(reader, start);
  }
  while (is_name(reader_at(reader, at))) at++;
  return at;
}

static Sexpr *read_word(Reader *reader, uint32_t *at) {
  SexprKind kind;
  uint32_t start = *at;
  char c = reader->text[start];
  if (!is_bracket(c) && !is_mark(c) && !is_name(c)) {
    lexer_fail_character(reader, start);
    return NULL;
  }
  *at = word_end(reader, start, &kind);
  char behind = reader_at(reader, *at);
  bool ends = *at == reader->length || is_bracket(c) || is_space(behind) || is_bracket(behind) || is_mark(behind);
  if (ends || (is_mark(c) && kind == SEXPR_WORD)) return sexpr_new(reader, kind, start, *at);
  reader_fail(reader, STATUS_ILL_TYPED, (Span){start, *at + 1}, "a blank is expected behind this %s",
              kind == SEXPR_NUMBER ? "number" : "name");
  return NULL;
}

static bool begins(const Sexpr *word) { return sexpr_is(word, "fun"); }

Sexpr *cad_read(Reader *reader, uint32_t *at) {
  return sexpr_definition(reader, at, &(SexprWords){skip_space, read_word, begins});
}

bool cad_is_keyword(const Sexpr *word) {
  static const char *const keywords[] = {"let", "in", "end", "fun", "map", "iota", "fn", "pow", "red"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (sexpr_is(word, keywords[i])) return true;
  }
  return false;
}
