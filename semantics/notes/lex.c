/* Words as the notes write and print them. */
#include "semantics/notes/translation.h"
#include "semantics/text/lexer.h"

#include <string.h>

static bool is_part(char c) { return is_letter(c) || is_digit(c) || c == '\'' || c == '$'; }

/* Blanks, and -- to the end of the line. */
static uint32_t skip_space(Reader *reader, uint32_t at) {
  while (at < reader->length) {
    char c = reader->text[at];
    if (reader_stands(reader, at, "--")) {
      while (at < reader->length && reader->text[at] != '\n') at++;
    } else if (c == ' ' || (c >= '\t' && c <= '\r'))
      at++;
    else
      break;
  }
  return at;
}

/* 2, 2.5, 1e-3 and, unless it is divided by, 7/2. */
static uint32_t number_end(const Reader *reader, uint32_t start) {
  uint32_t at = start;
  while (is_digit(reader_at(reader, at))) at++;
  bool divides = start > 0 && reader->text[start - 1] == '/';
  if (!divides && reader_at(reader, at) == '/' && is_digit(reader_at(reader, at + 1))) {
    for (at++; is_digit(reader_at(reader, at));) at++;
    return at;
  }
  if (reader_at(reader, at) == '.' && is_digit(reader_at(reader, at + 1)))
    for (at++; is_digit(reader_at(reader, at));) at++;
  uint32_t e = at + 1 + (reader_at(reader, at + 1) == '-' || reader_at(reader, at + 1) == '+');
  if (reader_at(reader, at) != 'e' || !is_digit(reader_at(reader, e))) return at;
  for (at = e; is_digit(reader_at(reader, at));) at++;
  return at;
}

#define PI_LETTER "π"

/* π2, π_2 and π_{2,3} behind the letter. */
static uint32_t projection_end(const Reader *reader, uint32_t at) {
  if (reader_at(reader, at) == '_') at++;
  if (reader_at(reader, at) != '{') {
    while (is_digit(reader_at(reader, at))) at++;
    return at;
  }
  while (is_digit(reader_at(reader, at + 1)) || reader_at(reader, at + 1) == ',') at++;
  return reader_at(reader, at + 1) == '}' ? at + 2 : at;
}

/* The mark at that place: longer ones before their prefixes.  0: there is none. */
static uint32_t mark_length(const Reader *reader, uint32_t at) {
  static const char *const marks[] = {"-o", "->", "==", "/=", "<=", ">=", "+", "-",  "*", "/", "<", ">", "=", "(", ")",
                                      "[",  "]",  "{",  "}",  ",",  ".",  ":", "\\", "λ", "ℝ", "ℕ", "𝔹", "⊸", "→", "≤",
                                      "≥",  "≠",  "•",  "⊙",  "⋈",  "⊕",  "×", "∘",  "⟨", "⟩", "∂", "∇", "·"};
  for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
    if (reader_stands(reader, at, marks[k])) return (uint32_t)strlen(marks[k]);
  }
  return 0;
}

static Sexpr *read_word(Reader *reader, uint32_t *at) {
  uint32_t start = *at;
  SexprKind kind = is_digit(reader->text[start]) ? SEXPR_NUMBER : SEXPR_WORD;
  if (kind == SEXPR_NUMBER)
    *at = number_end(reader, start);
  else if (is_letter(reader->text[start]))
    while (is_part(reader_at(reader, *at))) ++*at;
  else if (reader_stands(reader, start, PI_LETTER))
    *at = projection_end(reader, start + (uint32_t)strlen(PI_LETTER));
  else
    *at += mark_length(reader, start);
  if (*at == start) {
    lexer_fail_character(reader, start);
    return NULL;
  }
  if (kind == SEXPR_WORD || !is_part(reader_at(reader, *at))) return sexpr_new(reader, kind, start, *at);
  reader_fail(reader, STATUS_ILL_TYPED, (Span){start, *at + 1}, "a blank is expected behind this number");
  return NULL;
}

static bool is_keyword(const Sexpr *word) {
  static const char *const keywords[] = {"let", "in", "if", "then", "else", "fun", "mod", "div", "imin", "imax"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (sexpr_is(word, keywords[i])) return true;
  }
  return false;
}

bool notes_is_name(const Sexpr *word) {
  return word != NULL && word->kind == SEXPR_WORD && is_letter(word->text[0]) && !is_keyword(word);
}

bool notes_is_projection(const Sexpr *word, uint32_t *part) {
  static const char *const letters[] = {PI_LETTER "_{", PI_LETTER "_", PI_LETTER, "pi"};
  *part = 0;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    size_t length = strlen(letters[i]);
    if (word == NULL || word->kind != SEXPR_WORD || word->length <= length) continue;
    if (memcmp(word->text, letters[i], length) != 0 || !is_digit(word->text[length])) continue;
    for (uint32_t k = (uint32_t)length; k < word->length && is_digit(word->text[k]) && *part < 1000; k++)
      *part = 10 * *part + (uint32_t)(word->text[k] - '0');
    uint32_t end = (uint32_t)length;
    while (end < word->length && is_digit(word->text[end])) end++;
    return end == word->length || i == 0;
  }
  return false;
}

bool notes_is_whole(const Sexpr *word) {
  bool whole = word != NULL && word->kind == SEXPR_NUMBER;
  for (uint32_t k = 0; whole && k < word->length; k++) whole = is_digit(word->text[k]);
  return whole;
}

/* fun, or a name in the first column. */
static bool begins(const Sexpr *word) {
  if (sexpr_is(word, "fun")) return true;
  return notes_is_name(word) && word->span.start > 0 && word->text[-1] == '\n';
}

Sexpr *notes_read(Reader *reader, uint32_t *at) {
  return sexpr_definition(reader, at, &(SexprWords){skip_space, read_word, begins});
}
