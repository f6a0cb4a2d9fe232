/* "did you mean ...?": the nearest of the names that there are. */
#ifndef ADJUDGE_SEMANTICS_SUGGEST_H
#define ADJUDGE_SEMANTICS_SUGGEST_H

#include <stdint.h>

/* The best candidate so far; NULL as long as none is near. */
typedef struct Suggestion {
  const char *wanted, *best;
  uint32_t distance; /* of the best, in changed letters */
} Suggestion;

Suggestion suggestion_of(const char *wanted);
/* Offers a name, which must live as long as the suggestion. */
void suggest(Suggestion *suggestion, const char *candidate);
/* "; did you mean 'exp'?" into the buffer, or `otherwise` when no name is near; the buffer. */
const char *suggestion_text(const Suggestion *suggestion, const char *otherwise, char *buffer, uint32_t size);

#endif
