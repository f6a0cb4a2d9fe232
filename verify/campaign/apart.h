/* Work in a process of its own: an engine under test that crashes or loops takes no report with it. */
#ifndef ADJUDGE_VERIFY_APART_H
#define ADJUDGE_VERIFY_APART_H

#include <stddef.h>

typedef enum ApartEnd {
  APART_DONE,
  APART_DIED,    /* by a signal, or without memory */
  APART_LIMIT,   /* of processor time */
  APART_STOPPED, /* the campaign was interrupted */
  APART_NONE     /* no process could be started */
} ApartEnd;

/* Runs work(state) in a child, for at most so many seconds of processor time, or two seconds
 * more once the campaign is interrupted.  Nothing comes back but what it writes to memory
 * from apart_memory, which counts even when it does not end well. */
ApartEnd apart_run(void (*work)(void *state), void *state, unsigned seconds);

/* Zeroed memory that is shared with the children started later; NULL if there is none. */
void *apart_memory(size_t size);
void apart_memory_free(void *memory, size_t size);

#endif
