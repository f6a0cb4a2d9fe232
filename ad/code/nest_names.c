/* Names of arguments in C: those that mean something else there, or in the text that is written, get an ending. */
#include "ad/code/nest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *name, size_t length, const char *const *words) {
  for (; *words != NULL; words++)
    if (strlen(*words) == length && strncmp(*words, name, length) == 0) return true;
  return false;
}

static bool is_keyword(const char *name) {
  static const char *const words[] = {
      "auto",     "break",    "case",       "char",    "const",    "continue", "default", "do",       "double",
      "else",     "enum",     "extern",     "float",   "for",      "goto",     "if",      "inline",   "int",
      "long",     "register", "return",     "short",   "restrict", "signed",   "sizeof",  "static",   "struct",
      "switch",   "typedef",  "union",      "void",    "while",    "unsigned", "_Bool",   "_Complex", "volatile",
      "_Generic", "_Alignas", "_Alignof",   "_Atomic", "asm",      "typeof",   "bool",    "true",     "false",
      "NAN",      "INFINITY", "_Imaginary", NULL};
  return is_one_of(name, strlen(name), words);
}

/* Of a function that is called, in double or float. */
static bool is_function(const char *name) {
  static const char *const words[] = {
      "sin",   "cos",   "exp",   "log",   "sqrt", "tanh",  "fabs",      "asin",     "acos",  "atan",   "atan2",  "sinh",
      "cosh",  "asinh", "acosh", "atanh", "exp2", "expm1", "log1p",     "log2",     "log10", "cbrt",   "hypot",  "pow",
      "floor", "ceil",  "trunc", "round", "fmod", "erf",   "remainder", "copysign", "erfc",  "lgamma", "tgamma", NULL};
  static const char *const helpers[] = {"least", "most", "floor_div", NULL};
  size_t length = strlen(name);
  return is_one_of(name, length, words) || is_one_of(name, length, helpers) ||
         (name[length - 1] == 'f' && is_one_of(name, length - 1, words));
}

/* v1, s1, p1, t1, a1, i1, j and k are names of the text; so are those that end as weight_ does. */
static bool is_written(const char *name) {
  bool counted = strchr("vsptai", name[0]) != NULL && name[1] != '\0';
  for (const char *c = name + 1; *c != '\0'; c++) counted = counted && isdigit((unsigned char)*c) != 0;
  return counted || strcmp(name, "j") == 0 || strcmp(name, "k") == 0 || name[strlen(name) - 1] == '_';
}

static bool has_prefix(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

/* <math.h> has macros. */
static bool is_taken(const char *name) {
  bool macro =
      has_prefix(name, "FP_") || has_prefix(name, "M_") || has_prefix(name, "MATH_") || has_prefix(name, "HUGE_VAL");
  return macro || is_keyword(name) || is_function(name) || is_written(name);
}

/* No two get the same: one that ends in _ gets another.  The gradient by x is d_x, so that none begins as this does. */
const char *nest_argument_name(Arena *arena, const char *name) {
  bool gradient = has_prefix(name, "d_");
  const char *first = gradient ? "a_" : "", *last = gradient ? "_a_" : is_taken(name) ? "_" : "";
  size_t length = strlen(name) + strlen(first) + strlen(last) + 1;
  char *made = arena_array(arena, (uint32_t)length, 1);
  if (made != NULL) (void)snprintf(made, length, "%s%s%s", first, name, last);
  return made;
}
