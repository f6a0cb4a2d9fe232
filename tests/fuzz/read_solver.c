/* An answer of the solver's process, which is another program's text by then. */
#include "verify/truth/smt.c"

#include "tests/fuzz/readers.h"

#define REALS 3u

void read_solver(const char *text, size_t length) {
  char *answer = length == 0 ? NULL : malloc(length + 1);
  SmtValue value[REALS];
  if (answer == NULL) return;
  memcpy(answer, text, length);
  answer[length] = '\0';
  for (uint32_t i = 0; i < REALS; i++) mpq_inits(value[i].low, value[i].high, NULL);
  (void)answer_of(answer, REALS, value);
  for (uint32_t i = 0; i < REALS; i++) mpq_clears(value[i].low, value[i].high, NULL);
  free(answer);
}
