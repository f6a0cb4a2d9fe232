/* Descriptions of spaces; what it takes of the grammar has names that commands have too. */
#include "tests/fuzz/readers.h"

#include "verify/enumerate/grammar.h"
#include "verify/enumerate/space.h"

#include <stdlib.h>
#include <string.h>

#define OPENED_SIZE 4u

/* A space of larger programs is not opened: to count "mixed" takes a second. */
void read_description(Store *store, const char *text, size_t length) {
  char error[256], *copy = strndup(text, length);
  SpaceSpec spec;
  SpaceCase program;
  if (copy == NULL) abort();
  bool good = spec_read(store, copy, &spec, error, sizeof error), small = good && spec.size <= OPENED_SIZE;
  if (good) spec_free(&spec);
  Space *space = small ? space_open(store, copy, error, sizeof error) : NULL;
  if (space != NULL && space_count(space) > 0) (void)!space_unrank(space, space_random(space, 1, 0), &program);
  space_close(space);
  free(copy);
}
