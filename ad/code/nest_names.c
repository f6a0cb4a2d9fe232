/* Names of arguments in C: those that mean something else there, or in the text that is written, get an ending. */
#include "ad/code/c_words.h"
#include "ad/code/nest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *name, size_t length, const char *const *words) {
  for (; *words != NULL; words++)
    if (strlen(*words) == length && strncmp(*words, name, length) == 0) return true;
  return false;
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

static bool is_taken(const char *name) { return c_reserves(name) || is_function(name) || is_written(name); }

/* No two get the same: one that ends in _ gets another.  The gradient by x is d_x, so that none begins as this does. */
const char *nest_argument_name(Arena *arena, const char *name) {
  bool gradient = strncmp(name, "d_", 2) == 0;
  const char *first = gradient ? "a_" : "", *last = gradient ? "_a_" : is_taken(name) ? "_" : "";
  size_t length = strlen(name) + strlen(first) + strlen(last) + 1;
  char *made = arena_array(arena, (uint32_t)length, 1);
  if (made != NULL) (void)snprintf(made, length, "%s%s%s", first, name, last);
  return made;
}
