#include "verify/system/language.h"

#include <stdlib.h>
#include <string.h>

#define WORD(construct, text) .word[CONSTRUCT_##construct] = text,
#define CALL(function, text) .word[CONSTRUCT_CALL(FUNCTION_##function)] = text,
#define PHRASE(what, text) .phrase[PHRASE_##what] = text,
const Language languages[LANGUAGE_COUNT] = {
    [LANGUAGE_PYTHON] =
        {
            .name = "python",
#include "verify/system/python.def"
        },
    [LANGUAGE_TORCH] =
        {
            .name = "torch",
#include "verify/system/torch.def"
        },
    [LANGUAGE_TFJS] =
        {
            .name = "tfjs",
#include "verify/system/tfjs.def"
        },
    [LANGUAGE_NUMPY] =
        {
            .name = "numpy",
#include "verify/system/numpy.def"
        },
    [LANGUAGE_SYMPY] =
        {
            .name = "sympy",
#include "verify/system/sympy.def"
        },
    [LANGUAGE_CPP] =
        {
            .name = "c++",
#include "verify/system/cpp.def"
        },
    [LANGUAGE_C] =
        {
            .name = "c",
#include "verify/system/c.def"
        },
    [LANGUAGE_JAVASCRIPT] =
        {
            .name = "javascript",
#include "verify/system/javascript.def"
        },
    [LANGUAGE_INFIX] =
        {
            .name = "infix",
#include "verify/system/infix.def"
        },
};

const Language *language_find(const char *name) {
  for (int i = 0; i < LANGUAGE_COUNT; i++) {
    if (strcmp(languages[i].name, name) == 0) return &languages[i];
  }
  return NULL;
}

const char *language_lacks(const Language *language, const Residual *residual) {
  for (uint32_t i = 0; i < residual->count; i++) {
    Construct c = residual->statement[i].construct;
    if (c != CONSTRUCT_RETURN && language->word[c] == NULL) return construct_name(c);
  }
  return NULL;
}

void language_number(double number, char out[40]) {
  int digits = 1;
  do (void)snprintf(out, 38, "%.*g", digits, number);
  while (digits++ < 17 && strtod(out, NULL) != number);
  if (strpbrk(out, ".en") == NULL) (void)strcat(out, ".0");
}

void language_say(FILE *out, const char *word, const char *a, const char *b, double number) {
  char digits[40], whole[40];
  language_number(number, digits);
  size_t length = strlen(digits);
  bool integer = length > 2 && strcmp(digits + length - 2, ".0") == 0;
  (void)snprintf(whole, sizeof whole, "%.*s", (int)(integer ? length - 2 : length), digits);
  for (; *word != '\0'; word++) {
    const char *put = *word != '$'     ? NULL
                      : word[1] == 'a' ? a
                      : word[1] == 'b' ? b
                      : word[1] == 'n' ? digits
                      : word[1] == 'z' ? whole
                                       : NULL;
    if (put == NULL) {
      (void)fputc(*word, out);
    } else {
      (void)fputs(put, out);
      word++;
    }
  }
}
