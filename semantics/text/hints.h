/* What to write instead, where somebody writes as in another language. */
#ifndef ADJUDGE_SOURCE_HINTS_H
#define ADJUDGE_SOURCE_HINTS_H

#include <stdint.h>

/* For an error at `start`..`end` of the text that says `message`; "" when there is none, or when the message says it
 * already. */
const char *hint_for(const char *text, uint32_t length, uint32_t start, uint32_t end, const char *message);

/* Takes "did you mean ...?" off the message where there is a hint of the word itself. */
void hint_prefer(const char *text, uint32_t length, uint32_t start, uint32_t end, char *message);

#endif
