/* What a process of its own writes, a line of JSON each: what ends it loses no more than it had still to write. */
#ifndef ADJUDGE_CLI_FORKED_H
#define ADJUDGE_CLI_FORKED_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct Forked {
  pid_t pid;
  FILE *lines;
  char *line;
  size_t room;
} Forked;

/* Runs work(state, out) in a fork, which ends with us.  Its standard input is empty and its standard output is our
 * standard error: what is asked and answered there is ours alone.  False with errno: there is no process. */
bool forked_start(Forked *forked, void (*work)(const void *state, FILE *out), const void *state);

/* The next line; NULL when it ends without one, or one that is no JSON. */
json_t *forked_next(Forked *forked);

/* Waits for its end, whose status it gives as waitpid does. */
int forked_end(Forked *forked);

#endif
