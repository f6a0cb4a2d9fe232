#include "semantics/sexpr/sexpr.h"

#include "semantics/text/characters.h"

#include <string.h>

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_delimiter(char c) { return is_space(c) || strchr("()[]\";", c) != NULL; /* NUL too */ }

static bool stands(const Reader *reader, uint32_t at, const char *pair) {
  return reader->length - at >= 2 && memcmp(reader->text + at, pair, 2) == 0;
}

/* Behind a comment between #| and |#; a failure where it has no end. */
static uint32_t skip_block(Reader *reader, uint32_t start) {
  uint32_t at = start, depth = 0;
  while (at < reader->length) {
    bool opens = stands(reader, at, "#|"), closes = stands(reader, at, "|#");
    if (opens) depth++;
    if (closes && --depth == 0) return at + 2;
    at += opens || closes ? 2 : 1;
  }
  reader_fail(reader, STATUS_ILL_TYPED, (Span){start, start + 2}, "this comment has no end");
  return at;
}

static uint32_t skip_space(Reader *reader, uint32_t at) {
  while (at < reader->length) {
    if (stands(reader, at, "#|"))
      at = skip_block(reader, at);
    else if (reader->text[at] == ';') {
      while (at < reader->length && reader->text[at] != '\n') at++;
    } else if (is_space(reader->text[at]))
      at++;
    else
      break;
  }
  return at;
}

/* Whether a word begins as numbers do: digits after a sign and a point, if any. */
static bool is_number(const char *text, uint32_t length) {
  uint32_t at = length > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  at += at < length && text[at] == '.';
  return at < length && is_digit(text[at]);
}

Sexpr *sexpr_new(Reader *reader, SexprKind kind, uint32_t start, uint32_t end) {
  Sexpr *s = reader_alloc(reader, sizeof *s);
  if (s == NULL) return NULL;
  s->kind = kind;
  s->span = (Span){start, end};
  s->text = reader->text + start;
  s->length = end - start;
  return s;
}

static Sexpr *read_string(Reader *reader, uint32_t *at) {
  uint32_t start = *at, end = start + 1;
  while (end < reader->length && reader->text[end] != '"') end += reader->text[end] == '\\' ? 2 : 1;
  if (end >= reader->length)
    return reader_fail(reader, STATUS_ILL_TYPED, (Span){start, start + 1}, "this string has no end"), NULL;
  *at = end + 1;
  Sexpr *s = sexpr_new(reader, SEXPR_STRING, start, end + 1);
  if (s == NULL) return NULL;
  s->text++;
  s->length -= 2;
  return s;
}

static Sexpr *read_word(Reader *reader, uint32_t *at) {
  uint32_t start = *at, point;
  while (*at < reader->length && !is_delimiter(reader->text[*at])) {
    uint32_t bytes = character_read(reader->text, *at, reader->length, &point);
    if (bytes == 0 || point < 0x20)
      return reader_fail(reader, STATUS_ILL_TYPED, (Span){*at, *at + 1}, "the byte 0x%02x is not text",
                         (unsigned)(unsigned char)reader->text[*at]),
             NULL;
    *at += bytes;
  }
  if (*at == start)
    return reader_fail(reader, STATUS_ILL_TYPED, (Span){start, start + 1}, "the byte 0x%02x is not text",
                       (unsigned)(unsigned char)reader->text[start]),
           NULL;
  bool number = is_number(reader->text + start, *at - start);
  return sexpr_new(reader, number ? SEXPR_NUMBER : SEXPR_WORD, start, *at);
}

static Sexpr *read_list(Reader *reader, uint32_t *at) {
  uint32_t start = *at;
  char close = reader->text[start] == '(' ? ')' : ']';
  Sexpr *list = sexpr_new(reader, SEXPR_LIST, start, start + 1);
  Sexpr **next = list == NULL ? NULL : &list->first;
  if (reader->depth++ == READER_NESTING)
    return reader_fail(reader, STATUS_LIMIT, (Span){start, start + 1}, "limit: brackets nest deeper than %u",
                       READER_NESTING),
           NULL;
  for (++*at; next != NULL; next = &(*next)->next) {
    *at = skip_space(reader, *at);
    if (*at == reader->length)
      return reader_fail(reader, STATUS_ILL_TYPED, (Span){start, start + 1}, "this bracket is not closed"), NULL;
    if (reader->text[*at] == close) break;
    *next = sexpr_read(reader, at);
    if (*next == NULL) return NULL;
  }
  if (next == NULL) return NULL;
  reader->depth--;
  list->span.end = ++*at;
  return list;
}

Sexpr *sexpr_read(Reader *reader, uint32_t *at) {
  *at = skip_space(reader, *at);
  if (*at == reader->length || !reader_ok(reader)) return NULL;
  char c = reader->text[*at];
  if (c == '(' || c == '[') return read_list(reader, at);
  if (c == ')' || c == ']')
    return reader_fail(reader, STATUS_ILL_TYPED, (Span){*at, *at + 1}, "no bracket is open that '%c' closes", c), NULL;
  return c == '"' ? read_string(reader, at) : read_word(reader, at);
}

Sexpr *sexpr_definition(Reader *reader, uint32_t *at, const SexprWords *words) {
  Sexpr *list = NULL, **next = NULL;
  for (;;) {
    *at = words->skip(reader, *at);
    if (*at == reader->length || !reader_ok(reader)) break;
    uint32_t start = *at;
    Sexpr *word = words->word(reader, at);
    if (word == NULL) return NULL;
    if (list == NULL) {
      list = sexpr_new(reader, SEXPR_LIST, start, *at);
      if (list == NULL) return NULL;
      next = &list->first;
    } else if (words->begins(word)) {
      *at = start;
      break;
    }
    *next = word;
    next = &word->next;
    list->span.end = *at;
  }
  return reader_ok(reader) ? list : NULL;
}

bool sexpr_is(const Sexpr *s, const char *word) {
  return s != NULL && s->kind == SEXPR_WORD && s->length == strlen(word) && memcmp(s->text, word, s->length) == 0;
}

bool sexpr_same(const Sexpr *a, const Sexpr *b) {
  return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

bool sexpr_heads(const Sexpr *s, const char *word) {
  return s != NULL && s->kind == SEXPR_LIST && sexpr_is(s->first, word);
}

uint32_t sexpr_count(const Sexpr *list) {
  uint32_t count = 0;
  for (const Sexpr *s = list->first; s != NULL; s = s->next) count++;
  return count;
}

Sexpr *sexpr_at(const Sexpr *list, uint32_t k) {
  Sexpr *s = list->first;
  while (s != NULL && k-- > 0) s = s->next;
  return s;
}
