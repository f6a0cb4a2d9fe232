/* Regions, boundaries and kinks of a program, a line each, for people. */
#ifndef ADJUDGE_VERIFY_REGION_LINES_H
#define ADJUDGE_VERIFY_REGION_LINES_H

#include "semantics/text/text.h"
#include "verify/laws/boundary/kinks.h"

#include <stdio.h>

/* Names of the flat inputs: of an argument of one scalar its name, of several x[0], x[1], ... */
typedef struct InputNames {
  char (*text)[SYMBOLIC_NAME];
  const char **names;
  uint32_t count;
} InputNames;

/* False without memory, and for inputs that are functions or too many; to be freed in either case. */
bool input_names(const Store *store, const Definition *definition, InputNames *names);
void input_names_free(InputNames *names);

void region_lines(FILE *out, const InputNames *names, const Kinks *kinks);

#endif
