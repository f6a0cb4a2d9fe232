#include "semantics/text/hints.h"

#include <string.h>

/* Whether `wanted` stands in the text from `at` on. */
static int stands(const char *text, uint32_t length, uint32_t at, const char *wanted) {
  size_t size = strlen(wanted);
  return at <= length && size <= length - at && memcmp(text + at, wanted, size) == 0;
}

/* The same from so many letters before. */
static int stands_before(const char *text, uint32_t length, uint32_t at, uint32_t back, const char *wanted) {
  return at >= back && stands(text, length, at - back, wanted);
}

static const char *word_hint(const char *text, uint32_t length, uint32_t start, uint32_t end) {
#define HINT_WORD(word, hint)                                                                                          \
  if (end - start == sizeof(word) - 1 && stands(text, length, start, word)) return hint;
#define HINT_SIGN(sign, back, hint)
#include "semantics/text/hints.def"
#undef HINT_WORD
#undef HINT_SIGN
  return "";
}

static const char *sign_hint(const char *text, uint32_t length, uint32_t start) {
#define HINT_WORD(word, hint)
#define HINT_SIGN(sign, back, hint)                                                                                    \
  if (stands_before(text, length, start, back, sign)) return hint;
#include "semantics/text/hints.def"
#undef HINT_WORD
#undef HINT_SIGN
  return "";
}

static int begins(const char *message, const char *with) { return strncmp(message, with, strlen(with)) == 0; }

/* f(x, y) for f x y: a pair right after a letter. */
static int is_call(const char *text, uint32_t start) {
  return start > 0 && text[start] == '(' && text[start - 1] != ' ' && text[start - 1] != '(';
}

const char *hint_for(const char *text, uint32_t length, uint32_t start, uint32_t end, const char *message) {
  if (start >= length || strchr(message, ';') != NULL) return "";
  if (text[start] == '=' && text[start == 0 ? 0 : start - 1] != '!' && strstr(message, "'then'") == NULL) return "";
  if (begins(message, "there is no ")) {
    const char *hint = word_hint(text, length, start, end);
    if (hint[0] != '\0' || strstr(message, "' here") == NULL) return hint;
    return "names are arguments, bound by let, defined above, or in semantics/functions.md; what calls itself is "
           "letrec";
  }
  if (begins(message, "expected ") || begins(message, "the character ")) return sign_hint(text, length, start);
  if (strstr(message, "but it is applied") != NULL) return "an element of an array is a ! 0, a product x * y";
  if (begins(message, "this is a pair") && is_call(text, start)) return "arguments stand apart by spaces: f x y";
  return "";
}
