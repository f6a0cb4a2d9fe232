/* Words: marks, numbers with a sign that stands at them, and names, with which pi2, iota1, rep_3 begin too. */
#include "semantics/frechet/reading.h"
#include "semantics/text/lexer.h"

#include <string.h>

typedef struct Spelling {
  const char *text;
  HilMark mark;
} Spelling;

/* Longer spellings before their prefixes. */
static const Spelling marks[] = {
    {"->2", MARK_BILINEAR}, {"→₂", MARK_BILINEAR}, {"->", MARK_TO},      {"→", MARK_TO},        {"-o", MARK_LINEAR},
    {"⊸", MARK_LINEAR},     {"><", MARK_TENSOR},   {"⊗", MARK_TENSOR},   {"**", MARK_CONTRACT}, {"∗", MARK_CONTRACT},
    {".*", MARK_TIMES},     {"·", MARK_TIMES},     {"⊙", MARK_INNER},    {"⋆", MARK_MATRIX},    {"∘", MARK_COMP},
    {"•", MARK_AFTER},      {".", MARK_AFTER},     {"×", MARK_CROSS},    {"*", MARK_CROSS},     {"⊕", MARK_SUM},
    {"⟨", MARK_LANGLE},     {"<", MARK_LANGLE},    {"⟩", MARK_RANGLE},   {">", MARK_RANGLE},    {"(", MARK_LPAREN},
    {")", MARK_RPAREN},     {"[", MARK_LBRACKET},  {"]", MARK_RBRACKET}, {"{", MARK_LBRACE},    {"}", MARK_RBRACE},
    {",", MARK_COMMA},      {":", MARK_COLON},     {"=", MARK_EQUALS},   {"^", MARK_CARET},     {"+", MARK_PLUS},
    {"-", MARK_MINUS},      {"−", MARK_MINUS},     {"ℝ", MARK_REAL},     {"Π", MARK_PARALLEL},  {"Δ", MARK_DELTA},
    {"Σ", MARK_SIGMA}};
static const Spelling names[] = {
    {"def", MARK_DEF},       {"R", MARK_REAL},      {"o", MARK_COMP},      {"dot", MARK_INNER}, {"matvec", MARK_MATRIX},
    {"cross", MARK_VECTORS}, {"Pi", MARK_PARALLEL}, {"Delta", MARK_DELTA}, {"sum", MARK_SIGMA}, {"K", MARK_CONST},
    {"if", MARK_IF},         {"then", MARK_THEN},   {"else", MARK_ELSE},   {"_", MARK_UNDER}};
/* Names that are one word, with a bar or a unit in them. */
static const char *const whole[] = {"|_|", "|1⊗_|", "|_⊗1|"};

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

static bool digit_at(const Reader *reader, uint32_t at) { return at < reader->length && is_digit(reader->text[at]); }

/* 2, 2.5, 1/3, -2 */
static uint32_t number_end(const Reader *reader, uint32_t at) {
  if (!digit_at(reader, at)) at++; /* a sign */
  while (digit_at(reader, at)) at++;
  if (at < reader->length && (reader->text[at] == '.' || reader->text[at] == '/') && digit_at(reader, at + 1)) {
    at++;
    while (digit_at(reader, at)) at++;
  }
  return at;
}

static uint32_t name_end(const Reader *reader, uint32_t at) {
  while (at < reader->length && (is_letter(reader->text[at]) || is_digit(reader->text[at]))) at++;
  while (at < reader->length && reader->text[at] == '\'') at++;
  return reader_stands(reader, at, "⁻¹") ? at + (uint32_t)strlen("⁻¹") : at;
}

/* π2, ι1 and ℕ_3. */
static uint32_t part_end(const Reader *reader, uint32_t at) {
  bool naturals = reader_stands(reader, at, "ℕ_");
  if (!naturals && !reader_stands(reader, at, "π") && !reader_stands(reader, at, "ι")) return at;
  at += (uint32_t)strlen(naturals ? "ℕ_" : "π");
  while (digit_at(reader, at)) at++;
  return at;
}

static uint32_t mark_end(const Reader *reader, uint32_t at) {
  for (size_t i = 0; i < LENGTH_OF(whole); i++)
    if (reader_stands(reader, at, whole[i])) return at + (uint32_t)strlen(whole[i]);
  for (size_t i = 0; i < LENGTH_OF(marks); i++)
    if (reader_stands(reader, at, marks[i].text)) return at + (uint32_t)strlen(marks[i].text);
  return at;
}

static Sexpr *read_word(Reader *reader, uint32_t *at) {
  uint32_t start = *at;
  char c = reader->text[start];
  bool sign = c == '-' && digit_at(reader, start + 1);
  if (is_digit(c) || sign) {
    *at = number_end(reader, start);
    return sexpr_new(reader, SEXPR_NUMBER, start, *at);
  }
  *at = is_letter(c) ? name_end(reader, start) : part_end(reader, start);
  if (*at == start) *at = mark_end(reader, start);
  if (*at != start) return sexpr_new(reader, SEXPR_WORD, start, *at);
  lexer_fail_character(reader, start);
  return NULL;
}

static uint32_t skip_space(Reader *reader, uint32_t at) {
  for (; at < reader->length; at++) {
    char c = reader->text[at];
    if (reader_stands(reader, at, "--"))
      while (at + 1 < reader->length && reader->text[at + 1] != '\n') at++;
    else if (c != ' ' && (c < '\t' || c > '\r'))
      break;
  }
  return at;
}

HilMark hil_mark(const Sexpr *word) {
  if (word == NULL || word->kind != SEXPR_WORD) return MARK_NONE;
  bool name = is_letter(word->text[0]);
  const Spelling *table = name ? names : marks;
  size_t count = name ? LENGTH_OF(names) : LENGTH_OF(marks);
  for (size_t i = 0; i < count; i++)
    if (sexpr_is(word, table[i].text)) return table[i].mark;
  return MARK_NONE;
}

static bool begins(const Sexpr *word) { return hil_mark(word) == MARK_DEF; }

Sexpr *hil_words(Reader *reader, uint32_t *at) {
  return sexpr_definition(reader, at, &(SexprWords){skip_space, read_word, begins});
}
