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

void hint_prefer(const char *text, uint32_t length, uint32_t start, uint32_t end, char *message) {
  char *meant = strstr(message, "; did you mean");
  if (meant != NULL && begins(message, "there is no ") && word_hint(text, length, start, end)[0] != '\0') *meant = '\0';
}

/* Of what is not there at all. */
static const char *end_hint(const char *message) {
  if (strstr(message, "'else'") != NULL) return "an if has both: if b then t else s";
  if (strstr(message, "')'") != NULL) return "a ( is not closed";
  return strstr(message, "a term") != NULL ? "a definition ends with its value" : "";
}

/* Of types that do not fit. */
static const char *type_hint(const char *text, uint32_t start, const char *message) {
  if (begins(message, "this is a pair") && is_call(text, start)) return "arguments stand apart by spaces: f x y";
  if (begins(message, "this is real_ * ")) return "of several arguments v is a pair: fst v, snd v";
  if (strstr(message, "but real_ * ") != NULL) return "each argument has its cotangent: (t, s)";
  if (begins(message, "this is real^") && strstr(message, " * ") != NULL)
    return "a pair is (t, s), an element of an array a ! 0";
  if (begins(message, "this is real^") && strstr(message, "but real^") != NULL) return "the lengths differ";
  return begins(message, "this is ") && strstr(message, "but a pair is") != NULL ? "a pair is (t, s)" : "";
}

const char *hint_for(const char *text, uint32_t length, uint32_t start, uint32_t end, const char *message) {
  if (strstr(message, "; ") != NULL) return "";
  if (strstr(message, "but the text ends here") != NULL) return end_hint(message);
  if (start >= length) return "";
  if (begins(message, "expected 'def' before '='")) return "a local name stands before its use: let y = t in s";
  if (text[start] == '=' && text[start == 0 ? 0 : start - 1] != '!' && strstr(message, "'then'") == NULL) return "";
  if (begins(message, "there is no ")) {
    const char *hint = word_hint(text, length, start, end);
    if (hint[0] != '\0' || strstr(message, "' here") == NULL) return hint;
    return "names are arguments, bound by let, defined above, or in semantics/functions.md; what calls itself is "
           "letrec";
  }
  if (begins(message, "expected ") || begins(message, "the character ")) {
    const char *hint = sign_hint(text, length, start);
    return hint[0] == '\0' && begins(message, "expected 'def'") ? "a definition is def f (x : real) = t" : hint;
  }
  if (strstr(message, "but it is applied") != NULL) return "an element of an array is a ! 0, a product x * y";
  return type_hint(text, start, message);
}
