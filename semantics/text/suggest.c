#include "semantics/text/suggest.h"

#include <stdio.h>
#include <string.h>

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t least = a < b ? a : b;
  return least < c ? least : c;
}

#define SPELLING 24u

/* Levenshtein's distance of short words; SPELLING for long ones. */
static uint32_t distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  uint32_t row[SPELLING + 1];
  if (n > SPELLING || m > SPELLING) return SPELLING;
  for (uint32_t j = 0; j <= m; j++) row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    uint32_t diagonal = row[0];
    row[0] = (uint32_t)i;
    for (size_t j = 1; j <= m; j++) {
      uint32_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = min3(row[j] + 1, row[j - 1] + 1, replaced);
    }
  }
  return row[m];
}

Suggestion suggestion_of(const char *wanted) { return (Suggestion){wanted, NULL, 3}; }

void suggest(Suggestion *suggestion, const char *candidate) {
  uint32_t d = distance(suggestion->wanted, candidate);
  if (d >= suggestion->distance || 2 * d > strlen(suggestion->wanted)) return;
  suggestion->best = candidate;
  suggestion->distance = d;
}

const char *suggestion_text(const Suggestion *suggestion, const char *otherwise, char *buffer, uint32_t size) {
  if (suggestion->best != NULL)
    (void)snprintf(buffer, size, "; did you mean '%.40s'?", suggestion->best);
  else
    (void)snprintf(buffer, size, "%s", otherwise);
  return buffer;
}
