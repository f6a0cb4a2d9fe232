#include "semantics/text/lexer.h"

#include "semantics/text/characters.h"

#include <string.h>

#define MAX_TOKENS ((uint32_t)1 << 22)

typedef struct Spelling {
  const char *text;
  TokenKind kind;
} Spelling;

static const Spelling words[] = {{"let", TOKEN_LET},         {"in", TOKEN_IN},           {"def", TOKEN_DEF},
                                 {"fst", TOKEN_FST},         {"snd", TOKEN_SND},         {"map", TOKEN_MAP},
                                 {"zipWith", TOKEN_ZIPWITH}, {"build", TOKEN_BUILD},     {"inl", TOKEN_INL},
                                 {"inr", TOKEN_INR},         {"case", TOKEN_CASE},       {"of", TOKEN_OF},
                                 {"if", TOKEN_IF},           {"then", TOKEN_THEN},       {"else", TOKEN_ELSE},
                                 {"true", TOKEN_TRUE},       {"false", TOKEN_FALSE},     {"iterate", TOKEN_ITERATE},
                                 {"while", TOKEN_WHILE},     {"fold", TOKEN_FOLD},       {"scan", TOKEN_SCAN},
                                 {"gather", TOKEN_GATHER},   {"scatter", TOKEN_SCATTER}, {"total", TOKEN_TOTAL},
                                 {"letrec", TOKEN_LETREC},   {"vbuild", TOKEN_VBUILD},   {"length", TOKEN_LENGTH},
                                 {"filter", TOKEN_FILTER},   {"append", TOKEN_APPEND},   {"vscatter", TOKEN_VSCATTER},
                                 {"roll", TOKEN_ROLL},       {"unroll", TOKEN_UNROLL},   {"data", TOKEN_DATA},
                                 {"match", TOKEN_MATCH},     {"with", TOKEN_WITH},       {"and", TOKEN_AND},
                                 {"or", TOKEN_OR},           {"not", TOKEN_NOT}};
static const Spelling target_words[] = {{"v", TOKEN_LINEAR},
                                        {"onehot", TOKEN_ONEHOT},
                                        {"bigsum", TOKEN_BIGSUM},
                                        {"liter", TOKEN_LITER},
                                        {"Dmap", TOKEN_DMAP}};

/* Longer spellings before their prefixes. */
static const Spelling marks[] = {{"->", TOKEN_ARROW},
                                 {"\xE2\x86\x92", TOKEN_ARROW},
                                 {"><", TOKEN_TENSOR},
                                 {".*", TOKEN_SCALE},
                                 {"\xE2\x8A\x97", TOKEN_TENSOR},
                                 {"\xE2\x8A\xB8", TOKEN_LOLLI},
                                 {"\\", TOKEN_LAMBDA},
                                 {"\xCE\xBB", TOKEN_LAMBDA},
                                 {"@", TOKEN_AT},
                                 {"(", TOKEN_LPAREN},
                                 {"\xE2\x80\xA2", TOKEN_AT},
                                 {")", TOKEN_RPAREN},
                                 {"{", TOKEN_LBRACE},
                                 {"\xE2\x9F\xA8", TOKEN_LANGLE},
                                 {"}", TOKEN_RBRACE},
                                 {"[", TOKEN_LBRACKET},
                                 {"\xE2\x9F\xA9", TOKEN_RANGLE},
                                 {"]", TOKEN_RBRACKET},
                                 {",", TOKEN_COMMA},
                                 {";", TOKEN_SEMICOLON},
                                 {":", TOKEN_COLON},
                                 {".", TOKEN_DOT},
                                 {"!", TOKEN_BANG},
                                 {"<=", TOKEN_LESS_EQUAL},
                                 {"<", TOKEN_LESS},
                                 {">=", TOKEN_GREATER_EQUAL},
                                 {">", TOKEN_GREATER},
                                 {"/=", TOKEN_DIFFERENT},
                                 {"==", TOKEN_SAME},
                                 {"|", TOKEN_BAR},
                                 {"=", TOKEN_EQUALS},
                                 {"+", TOKEN_PLUS},
                                 {"-", TOKEN_MINUS},
                                 {"*", TOKEN_TIMES},
                                 {"/", TOKEN_DIVIDE},
                                 {"^", TOKEN_CARET}};

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool in_name(char c) { return starts_name(c) || is_digit(c); }

static uint32_t skip_name(const char *text, uint32_t length, uint32_t at) {
  while (at < length && in_name(text[at])) at++;
  while (at < length && text[at] == '\'') at++;
  return at;
}

bool lexer_is_name(const char *text, size_t length) {
  return length > 0 && length < READER_MAX_LENGTH && starts_name(text[0]) &&
         skip_name(text, (uint32_t)length, 0) == length;
}

static TokenKind word_in(const Spelling *list, size_t count, const char *name, size_t length) {
  for (size_t i = 0; i < count; i++) {
    if (list[i].text[0] == name[0] && strlen(list[i].text) == length && memcmp(list[i].text, name, length) == 0)
      return list[i].kind;
  }
  return TOKEN_NAME;
}

static TokenKind word_kind(const char *name, size_t length, bool target) {
  TokenKind kind = word_in(words, LENGTH_OF(words), name, length);
  if (kind == TOKEN_NAME && target) kind = word_in(target_words, LENGTH_OF(target_words), name, length);
  return kind;
}

bool lexer_reserved(const char *name, size_t length, bool target) {
  return word_kind(name, length, target) != TOKEN_NAME;
}

void lexer_fail_character(Reader *reader, uint32_t at) {
  uint32_t point = 0, length = character_read(reader->text, at, reader->length, &point);
  unsigned byte = (unsigned char)reader->text[at];
  if (length == 0)
    reader_fail(reader, STATUS_ILL_TYPED, (Span){at, at + 1}, "the byte 0x%02x is not UTF-8", byte);
  else if (point > 0x20 && point < 0x7F)
    reader_fail(reader, STATUS_ILL_TYPED, (Span){at, at + 1}, "the character '%c' has no meaning here", (int)point);
  else
    reader_fail(reader, STATUS_ILL_TYPED, (Span){at, at + length}, "the character U+%04X has no meaning here",
                (unsigned)point);
}

static uint32_t skip_space(const Reader *reader, uint32_t at) {
  const char *text = reader->text;
  for (;;) {
    while (at < reader->length && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))) at++;
    if (at + 1 >= reader->length || text[at] != '-' || text[at + 1] != '-') return at;
    while (at < reader->length && text[at] != '\n') at++;
  }
}

static uint32_t skip_digits(const Reader *reader, uint32_t at) {
  while (at < reader->length && is_digit(reader->text[at])) at++;
  return at;
}

/* digits [. digits] [e [sign] digits], and the words 0_ and 1_. */
static bool split_number(Reader *reader, uint32_t at, Token *token) {
  const char *text = reader->text;
  uint32_t length = reader->length, end = skip_digits(reader, at);
  token->kind = TOKEN_NUMBER;
  if (end + 1 < length && text[end] == '.' && is_digit(text[end + 1])) end = skip_digits(reader, end + 1);
  if (end < length && (text[end] == 'e' || text[end] == 'E')) {
    uint32_t digits = end + 1;
    if (digits < length && (text[digits] == '+' || text[digits] == '-')) digits++;
    if (digits < length && is_digit(text[digits])) end = skip_digits(reader, digits);
  }
  if (end == at + 1 && end < length && text[end] == '_' && (text[at] == '0' || text[at] == '1')) {
    token->kind = text[at] == '0' ? TOKEN_LINEAR_ZERO : TOKEN_LINEAR_ONE;
    end++;
  }
  token->span = (Span){at, end};
  if (end < length && in_name(text[end])) {
    reader_fail(reader, STATUS_ILL_TYPED, (Span){at, skip_name(text, length, end)},
                "a number runs into a name; a product is 2 * x");
    return false;
  }
  return true;
}

static bool split_one(Reader *reader, uint32_t at, Token *token) {
  const char *text = reader->text + at;
  uint32_t left = reader->length - at;
  if (is_digit(text[0])) return split_number(reader, at, token);
  if (starts_name(text[0])) {
    token->span = (Span){at, skip_name(reader->text, reader->length, at)};
    token->kind = word_kind(text, token->span.end - at, reader->target);
    return true;
  }
  for (size_t i = 0; i < LENGTH_OF(marks); i++) {
    if (marks[i].text[0] != text[0]) continue;
    uint32_t length = (uint32_t)strlen(marks[i].text);
    if (length > left || memcmp(marks[i].text, text, length) != 0) continue;
    token->kind = marks[i].kind;
    token->span = (Span){at, at + length};
    return true;
  }
  lexer_fail_character(reader, at);
  return false;
}

/* Marks each opening bracket that has a ';' directly within it; `stack` has
 * room for every token. */
static void mark_semicolons(Token *tokens, uint32_t count, uint32_t *stack) {
  uint32_t open = 0;
  for (uint32_t i = 0; i < count; i++) {
    TokenKind kind = tokens[i].kind;
    bool opens = kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET || kind == TOKEN_LANGLE;
    bool closes = kind == TOKEN_RPAREN || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET || kind == TOKEN_RANGLE;
    if (opens) stack[open++] = i;
    if (closes && open > 0) open--;
    if (kind == TOKEN_SEMICOLON && open > 0) tokens[stack[open - 1]].semicolon = true;
  }
}

static uint32_t count_tokens(Reader *reader) {
  uint32_t count = 0;
  for (uint32_t at = skip_space(reader, 0); at < reader->length; count++) {
    Token token = {0};
    if (!split_one(reader, at, &token)) return 0;
    at = skip_space(reader, token.span.end);
  }
  return count + 1;
}

bool reader_split(Reader *reader) {
  uint32_t count = count_tokens(reader);
  if (count == 0) return false;
  if (count > MAX_TOKENS) {
    reader_fail(reader, STATUS_LIMIT, (Span){0, 0}, "the text is too long");
    return false;
  }
  reader->tokens = reader_alloc(reader, count * sizeof *reader->tokens);
  uint32_t *stack = reader_alloc(reader, count * sizeof *stack);
  if (reader->tokens == NULL || stack == NULL) return false;
  uint32_t at = skip_space(reader, 0);
  for (uint32_t i = 0; i + 1 < count; i++) {
    if (!split_one(reader, at, &reader->tokens[i])) return false;
    at = skip_space(reader, reader->tokens[i].span.end);
  }
  reader->tokens[count - 1] = (Token){TOKEN_END, {reader->length, reader->length}, false};
  mark_semicolons(reader->tokens, count, stack);
  return true;
}
