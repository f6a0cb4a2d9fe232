/* Layout by words: a definition on one line if it fits, else a line for each `let`, and others where they are full.
 *
 * What stands between two words has no meaning but comments, so whatever is laid out has the words that were read:
 * that is looked at before the text is given. */
#include "semantics/text/format.h"

#include "semantics/memory/text_stream.h"
#include "semantics/text/lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 100u
#define STEP 2u

typedef struct Layout {
  Reader *reader;
  FILE *out;
  uint32_t column;
  bool empty; /* nothing was written yet */
} Layout;

static const Token *token(const Layout *l, uint32_t i) { return &l->reader->tokens[i]; }
static TokenKind kind_of(const Layout *l, uint32_t i) { return token(l, i)->kind; }

/* ----------------------------------------------------------------- comments -- */

typedef struct Comment {
  uint32_t start, end; /* without blanks at its end */
  bool own_line, blank_before;
} Comment;

/* The next comment from a byte on, before the next word. */
static bool next_comment(const Layout *l, uint32_t *at, uint32_t stop, Comment *comment) {
  const char *text = l->reader->text;
  uint32_t lines = *at == 0 ? 1 : 0, from = *at;
  for (; from < stop && text[from] != '-'; from++) lines += text[from] == '\n';
  if (from >= stop) return false;
  uint32_t end = from;
  while (end < stop && text[end] != '\n') end++;
  *at = end;
  while (end > from && (text[end - 1] == ' ' || (text[end - 1] >= '\t' && text[end - 1] <= '\r'))) end--;
  *comment = (Comment){from, end, lines > 0, lines > 1};
  return true;
}

static uint32_t gap_start(const Layout *l, uint32_t i) { return i == 0 ? 0 : token(l, i - 1)->span.end; }

static bool has_comment(const Layout *l, uint32_t i) {
  uint32_t at = gap_start(l, i);
  Comment comment;
  return next_comment(l, &at, token(l, i)->span.start, &comment);
}

/* Whether an empty line stands between the two places. */
static bool has_blank(const Layout *l, uint32_t from, uint32_t to) {
  uint32_t lines = 0;
  for (uint32_t at = from; at < to; at++) lines += l->reader->text[at] == '\n';
  return lines > 1;
}

/* ------------------------------------------------------------------ writing -- */

static void new_line(Layout *l, uint32_t indent) {
  (void)fprintf(l->out, "\n%*s", (int)indent, "");
  l->column = indent;
}

static uint32_t width_of(const Layout *l, uint32_t i) {
  uint32_t width = 0;
  for (uint32_t at = token(l, i)->span.start; at < token(l, i)->span.end; at++)
    width += ((unsigned char)l->reader->text[at] & 0xC0) != 0x80;
  return width;
}

static void write_bytes(Layout *l, uint32_t start, uint32_t end) {
  (void)fwrite(l->reader->text + start, 1, end - start, l->out);
  l->empty = false;
}

static bool opens(TokenKind kind) {
  return kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET || kind == TOKEN_LANGLE;
}
static bool closes(TokenKind kind) {
  return kind == TOKEN_RPAREN || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET || kind == TOKEN_RANGLE;
}

/* Whether an operand may end with it, so that '-' or '!' behind it has two of them. */
static bool ends_operand(TokenKind kind) {
  return kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == TOKEN_LINEAR_ZERO || kind == TOKEN_LINEAR_ONE ||
         kind == TOKEN_TRUE || kind == TOKEN_FALSE || kind == TOKEN_LINEAR || closes(kind);
}

/* Whether it begins an operand as far as a sign before it can tell: no other sign may join that one. */
static bool begins_operand(const Layout *l, uint32_t i) {
  unsigned char c = (unsigned char)l->reader->text[token(l, i)->span.start];
  return isalnum(c) || c == '_' || c >= 0x80 || opens(kind_of(l, i)) || kind_of(l, i) == TOKEN_LAMBDA;
}

/* Whether a blank stands before word i, which is not the first. */
static bool is_apart(const Layout *l, uint32_t i) {
  TokenKind a = kind_of(l, i - 1), b = kind_of(l, i);
  bool touched = token(l, i - 1)->span.end == token(l, i)->span.start;
  if (opens(a) || closes(b) || b == TOKEN_COMMA || b == TOKEN_SEMICOLON || b == TOKEN_DOT) return false;
  if (a == TOKEN_CARET || b == TOKEN_CARET || a == TOKEN_LAMBDA) return false;
  if (a == TOKEN_MINUS && b == TOKEN_NAME && touched && width_of(l, i) == 1 &&
      l->reader->text[token(l, i)->span.start] == 'o')
    return false; /* -o */
  if ((a == TOKEN_MINUS || a == TOKEN_BANG) && begins_operand(l, i)) return i > 1 && ends_operand(kind_of(l, i - 2));
  return true;
}

static uint32_t width_between(const Layout *l, uint32_t from, uint32_t to) {
  uint32_t width = 0;
  for (uint32_t i = from; i < to && width <= WIDTH; i++) width += width_of(l, i) + (i > from && is_apart(l, i));
  return width;
}

/* The comments before word i; whether the line has ended with one of them. */
static bool write_comments(Layout *l, uint32_t i, uint32_t indent) {
  uint32_t at = gap_start(l, i);
  bool ended = false;
  Comment c;
  while (next_comment(l, &at, token(l, i)->span.start, &c)) {
    if (c.blank_before && !l->empty) (void)fputc('\n', l->out);
    if (c.own_line && !l->empty)
      new_line(l, indent);
    else if (!l->empty)
      (void)fputs("  ", l->out);
    write_bytes(l, c.start, c.end);
    ended = true;
  }
  return ended;
}

/* How wide it is up to the next blank that is in no bracket of its own. */
static uint32_t width_of_unit(const Layout *l, uint32_t from, uint32_t to) {
  uint32_t width = 0, depth = 0;
  for (uint32_t i = from; i < to && width <= WIDTH; i++) {
    bool apart = i > from && is_apart(l, i);
    if (apart && depth == 0) break;
    width += width_of(l, i) + apart;
    depth += opens(kind_of(l, i));
    depth -= closes(kind_of(l, i)) && depth > 0;
  }
  return width;
}

/* How wide it is up to the next blank. */
static uint32_t width_of_words(const Layout *l, uint32_t from, uint32_t to) {
  uint32_t width = width_of(l, from);
  for (uint32_t i = from + 1; i < to && !is_apart(l, i); i++) width += width_of(l, i);
  return width;
}

/* Whether the line ends before word i: it does not fit, or what it begins fits on the next line and not on this. */
static bool breaks(const Layout *l, uint32_t i, uint32_t to, uint32_t indent) {
  uint32_t unit = width_of_unit(l, i, to), left = l->column + 1 > WIDTH ? 0 : WIDTH - l->column - 1;
  return width_of_words(l, i, to) > left || (unit > left && indent + unit <= WIDTH);
}

/* Words from one to another on lines that are not too long; the first begins where the line is. */
static void write_words(Layout *l, uint32_t from, uint32_t to, uint32_t indent) {
  for (uint32_t i = from; i < to; i++) {
    bool apart = i > from && is_apart(l, i);
    if (i > from && has_comment(l, i)) {
      (void)write_comments(l, i, indent);
      new_line(l, indent);
      apart = false;
    } else if (apart && breaks(l, i, to, indent + 2 * STEP)) {
      new_line(l, indent + 2 * STEP);
      apart = false;
    }
    if (apart) (void)fputc(' ', l->out);
    write_bytes(l, token(l, i)->span.start, token(l, i)->span.end);
    l->column += width_of(l, i) + apart;
  }
}

/* ------------------------------------------------------------------- layout -- */

static bool any_comment(const Layout *l, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    if (has_comment(l, i)) return true;
  }
  return false;
}

/* A let, or what is behind the last: on one line, or then and else on their own. */
static void write_piece(Layout *l, uint32_t from, uint32_t to, uint32_t indent) {
  bool fits = indent + width_between(l, from, to) <= WIDTH && !any_comment(l, from + 1, to);
  uint32_t begin = from;
  (void)write_comments(l, from, indent);
  new_line(l, indent);
  for (uint32_t i = from + 1; i < to && !fits; i++) {
    if ((kind_of(l, i) != TOKEN_THEN && kind_of(l, i) != TOKEN_ELSE) || has_comment(l, i)) continue;
    write_words(l, begin, i, begin == from ? indent : indent + STEP);
    new_line(l, indent + STEP);
    begin = i;
  }
  write_words(l, begin, to, begin == from ? indent : indent + STEP);
}

/* What is behind the '=': a piece to each `in`, constructor or branch, by how deep it stands. */
static void write_body(Layout *l, uint32_t from, uint32_t to, bool data) {
  uint32_t depth = 0, begin = from, indent = STEP;
  for (uint32_t i = from; i < to; i++) {
    if (i > begin && kind_of(l, i) == TOKEN_BAR && depth == 0) {
      write_piece(l, begin, i, indent);
      begin = i;
      indent = data ? STEP : 2 * STEP;
    }
    depth += opens(kind_of(l, i));
    depth -= closes(kind_of(l, i)) && depth > 0;
    if (kind_of(l, i) != TOKEN_IN || i + 1 == to) continue;
    write_piece(l, begin, i + 1, indent);
    begin = i + 1;
    indent = STEP + STEP * depth;
  }
  write_piece(l, begin, to, indent);
}

/* Where the body of a definition begins: behind its first '=' outside of brackets, but not at its end. */
static uint32_t body_of(const Layout *l, uint32_t from, uint32_t to) {
  uint32_t depth = 0;
  for (uint32_t i = from; i + 1 < to; i++) {
    depth += opens(kind_of(l, i));
    depth -= closes(kind_of(l, i)) && depth > 0;
    if (depth == 0 && kind_of(l, i) == TOKEN_EQUALS) return i + 1;
  }
  return to;
}

/* Up to the next definition, or the end. */
static void write_definition(Layout *l, uint32_t from, uint32_t to) {
  uint32_t at = gap_start(l, from), before = at, start = token(l, from)->span.start;
  for (Comment c; next_comment(l, &at, start, &c);) before = c.end;
  (void)write_comments(l, from, 0);
  if (!l->empty && has_blank(l, before, start)) (void)fputc('\n', l->out);
  if (!l->empty) new_line(l, 0);
  l->column = 0;
  uint32_t body = body_of(l, from, to);
  bool fits = width_between(l, from, to) <= WIDTH && !any_comment(l, from + 1, to);
  write_words(l, from, fits ? to : body, 2 * STEP);
  if (!fits && body < to) write_body(l, body, to, kind_of(l, from) == TOKEN_DATA);
}

static bool begins_definition(const Layout *l, uint32_t i) {
  return kind_of(l, i) == TOKEN_DEF || kind_of(l, i) == TOKEN_DATA;
}

static void write_all(Layout *l) {
  uint32_t from = 0;
  while (kind_of(l, from) != TOKEN_END) {
    uint32_t to = from + 1;
    while (kind_of(l, to) != TOKEN_END && !begins_definition(l, to)) to++;
    write_definition(l, from, to);
    from = to;
  }
  (void)write_comments(l, from, 0);
  if (!l->empty) (void)fputc('\n', l->out);
}

/* -------------------------------------------------------------------- words -- */

static bool is_same_word(const Reader *a, const Reader *b, uint32_t i) {
  const Span s = a->tokens[i].span, t = b->tokens[i].span;
  return a->tokens[i].kind == b->tokens[i].kind && s.end - s.start == t.end - t.start &&
         memcmp(a->text + s.start, b->text + t.start, s.end - s.start) == 0;
}

/* Whether the next comment of both is the same, or neither has one. */
static bool are_same_comments(Reader *a, Reader *b, uint32_t i) {
  const Layout one = {.reader = a}, two = {.reader = b};
  uint32_t at = gap_start(&one, i), other = gap_start(&two, i);
  for (;;) {
    Comment c, d;
    bool more = next_comment(&one, &at, a->tokens[i].span.start, &c);
    if (more != next_comment(&two, &other, b->tokens[i].span.start, &d)) return false;
    if (!more) return true;
    if (c.end - c.start != d.end - d.start || memcmp(a->text + c.start, b->text + d.start, c.end - c.start) != 0)
      return false;
  }
}

static bool has_same_words(Reader *a, Store *store, const char *origin, const char *text, size_t length,
                           TextError *error) {
  Reader b;
  bool same = reader_open(&b, store, origin, text, length, false, error) && reader_split(&b);
  for (uint32_t i = 0; same; i++) {
    same = is_same_word(a, &b, i) && are_same_comments(a, &b, i);
    if (a->tokens[i].kind == TOKEN_END) break;
  }
  reader_close(&b);
  return same;
}

/* A comment may hold any byte, but a text ends with the first 0. */
static bool has_no_zero(Reader *reader) {
  const char *zero = memchr(reader->text, '\0', reader->length);
  if (zero == NULL) return true;
  uint32_t at = (uint32_t)(zero - reader->text);
  reader_fail(reader, STATUS_ILL_TYPED, (Span){at, at + 1}, "the byte 0x00 cannot be laid out");
  return false;
}

char *text_format(Store *store, const char *origin, const char *text, size_t length, TextError *error) {
  Reader reader;
  char *bytes = NULL;
  size_t size = 0;
  bool read =
      reader_open(&reader, store, origin, text, length, false, error) && reader_split(&reader) && has_no_zero(&reader);
  FILE *out = read ? text_stream_open(&bytes, &size) : NULL;
  if (out != NULL) {
    Layout layout = {.reader = &reader, .out = out, .empty = true};
    write_all(&layout);
    if (fclose(out) != 0 || !has_same_words(&reader, store, origin, bytes, size, error)) {
      free(bytes);
      bytes = NULL;
    }
  }
  reader_close(&reader);
  return bytes;
}
