/* Another program, spoken to by lines over its standard input and output.  A child that hangs, dies or babbles is
 * reported and killed, not waited for. */
#ifndef ADJUDGE_VERIFY_CHILD_H
#define ADJUDGE_VERIFY_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CHILD_MESSAGE 160

typedef struct Child {
  pid_t pid;    /* 0: none runs */
  pid_t guard;  /* leads its process group, and ends that when we are gone */
  int to, from; /* -1: closed */
  char *buffer; /* read and not yet taken */
  size_t used, room;
  int64_t at;                  /* of the last request, what the child said last that it was at; -1: nothing */
  char message[CHILD_MESSAGE]; /* of the last failure */
  bool late;                   /* it was that there was no answer in time */
} Child;

/* Starts words[0] with the words, NULL the last.  It finds Adjudge's own packages of Python and of Node.  The buffer
 * that the child has is kept.  False with errno. */
bool child_start(Child *child, const char *const *words);

/* Kills what runs. */
void child_stop(Child *child);

/* Sends a line, or with `length` 0 nothing, and waits for one, `timeout` seconds; it stands in the buffer up to
 * *answer.  `stopped` (or NULL) says when to wait no longer.  False with a message. */
bool child_exchange(Child *child, const char *line, size_t length, double timeout, bool (*stopped)(void),
                    size_t *answer);

#define CHILD_NOT_RUN 1000 /* of child_run, with errno: it could not be started, or waited for */
#define CHILD_LATE 1001

/* The message of one that is waited for no longer; false. */
bool child_complain_late(Child *child);

/* Runs words[0] to its end, `seconds` at most; what it writes is handed to `take` as it comes.  Whatever it has started
 * ends with it, and with us, but what leaves its process group.  Its exit code, minus its signal, or one of those
 * above. */
int child_run(const char *const *words, double seconds, void (*take)(void *state, const char *text, size_t length),
              void *state);

/* The folder of a file that comes with Adjudge: beside this program, where it is installed, or in the tree that it was
 * built in. */
bool package_find(const char *file, char *folder, size_t room);

/* Takes the line of that length from the buffer. */
void child_take_line(Child *child, size_t length);

#endif
