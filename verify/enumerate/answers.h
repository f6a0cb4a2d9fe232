/* Questions that several processes answer, each its share, and that are answered in order.
 *
 * A process has the asker's memory as it was when the answers were opened. */
#ifndef ADJUDGE_VERIFY_ANSWERS_H
#define ADJUDGE_VERIFY_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `key` is valid until the next answer. */
typedef struct Answer {
  bool decided;
  uint32_t mark;
  size_t length;
  const void *key;
} Answer;

/* Question i; the same whoever is asked it. */
typedef Answer Ask(void *state, uint32_t i);

typedef struct Answers Answers;

/* By `jobs` processes; by this one where there are fewer than two, or few questions.  NULL without memory. */
Answers *answers_open(uint32_t jobs, uint32_t count, Ask *ask, void *state);
/* Of question i, asked from 0 on; what no process answers is asked here. */
Answer answers_get(Answers *answers, uint32_t i);
/* Ends the processes. */
void answers_close(Answers *answers);

#endif
