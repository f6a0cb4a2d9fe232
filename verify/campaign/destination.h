/* Where a report goes: opened before the run, so that a folder that is not there is
 * found out at once, and put in its place whole, so that a full disk leaves the report
 * that was there. */
#ifndef ADJUDGE_VERIFY_DESTINATION_H
#define ADJUDGE_VERIFY_DESTINATION_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Destination {
  FILE *file;      /* to write to */
  char *path;      /* of the report; NULL where it is no regular file */
  char *temporary; /* of `file`, renamed in the end; NULL with `path` */
} Destination;

/* The descriptor of an empty file that this process alone writes, until it is closed; -1 with errno set, EBUSY where
 * another run has it.  Flags are those of open besides. */
int open_alone(const char *path, int flags);
/* Whether another run writes it. */
bool is_taken(const char *path);
/* Opens FILE.tmp beside the file, which no other run may have open, or what is there if it is a device or a pipe;
 * false with errno set. */
bool destination_open(Destination *destination, const char *path);
/* PATH.tmp, where a file is written before it has its place; to be freed, NULL without memory. */
char *destination_temporary(const char *path);
/* What errno says of a file that could not be opened. */
const char *destination_error(void);
/* Whether those that are open are of different files, of which none is where another one is written at first. */
bool destinations_part(const Destination *all, int count);
/* Whether a file at the path, written to PATH.tmp at first, is none of theirs. */
bool destinations_leave(const Destination *all, int count, const char *path);
/* All is written: puts it in its place.  False with errno set, the old report kept. */
bool destination_commit(Destination *destination);
/* Leaves what was there; nothing when it is not open, or committed. */
void destination_abandon(Destination *destination);

/* What a rename may replace, malloc'ed: the file that the path leads to, or that is not
 * there yet.  NULL for devices, pipes, and names of open files such as /dev/stdout. */
char *regular_path(const char *path);

#endif
