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

/* Opens FILE.tmp beside the file, or what is there if it is a device or a pipe; false
 * with errno set. */
bool destination_open(Destination *destination, const char *path);
/* All is written: puts it in its place.  False with errno set, the old report kept. */
bool destination_commit(Destination *destination);
/* Leaves what was there; nothing when it is not open, or committed. */
void destination_abandon(Destination *destination);

#endif
