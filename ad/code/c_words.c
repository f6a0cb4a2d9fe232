#include "ad/code/c_words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char words[] =
    "alignas alignof asm auto bool break case char const constexpr continue default do double else enum "
    "extern false float for goto if inline int long nullptr register restrict return short signed sizeof "
    "static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned void "
    "volatile while NULL NAN INFINITY MAXFLOAT fpclassify iscanonical iseqsig isfinite isgreater "
    "isgreaterequal isinf isless islessequal islessgreater isnan isnormal issignaling issubnormal isunordered "
    "iszero signbit offsetof math_errhandling linux unix i386 float_t double_t size_t ssize_t ptrdiff_t "
    "wchar_t div_t ldiv_t lldiv_t";
static const char *const prefixes[] = {"FP_", "M_", "MATH_", "HUGE_VAL", "SNAN"};

bool text_has_word(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = text; at != NULL && (at = strstr(at, name)) != NULL; at++)
    if ((at == text || (!is_of_name(at[-1]) && at[-1] != '$')) && !is_of_name(at[length])) return true;
  return false;
}

/* int8_t, uint_fast16_t */
static bool is_integer_type(const char *name) {
  size_t length = strlen(name);
  return strncmp(name + (name[0] == 'u'), "int", 3) == 0 && strcmp(name + length - 2, "_t") == 0;
}

/* _B, and __b but for __b_, which may stand for it. */
static bool is_kept(const char *name) {
  size_t length = strlen(name), end = length;
  while (end > 0 && name[end - 1] == '_') end--;
  bool ended = length - end == 1 || length - end > 2;
  return name[0] == '_' && !ended && (name[1] == '_' || isupper((unsigned char)name[1]));
}

bool c_reserves(const char *name) {
  bool reserved = is_kept(name) || is_integer_type(name) || text_has_word(words, name);
  bool ended = name[0] != '\0' && name[strlen(name) - 1] == '_';
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    reserved = reserved || (!ended && strncmp(name, prefixes[i], strlen(prefixes[i])) == 0);
  return reserved;
}
