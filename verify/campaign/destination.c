#include "verify/campaign/destination.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* What a rename may replace, malloc'ed: the file that the path leads to, or that is not
 * there yet.  NULL for devices, pipes, and names of open files such as /dev/stdout. */
static char *regular_path(const char *path) {
  struct stat info;
  if (begins(path, "/dev/") || begins(path, "/proc/")) return NULL;
  if (lstat(path, &info) != 0) return strdup(path);
  char *real = S_ISLNK(info.st_mode) ? realpath(path, NULL) : strdup(path);
  if (real != NULL && stat(real, &info) == 0 && S_ISREG(info.st_mode) && !begins(real, "/proc/")) return real;
  free(real);
  return NULL;
}

bool destination_open(Destination *destination, const char *path) {
  *destination = (Destination){.path = regular_path(path)};
  if (destination->path == NULL) {
    destination->file = fopen(path, "a");
  } else if (access(destination->path, F_OK) == 0 && access(destination->path, W_OK) != 0) {
    destination->file = NULL; /* a rename would not ask */
  } else {
    size_t room = strlen(destination->path) + 5;
    destination->temporary = malloc(room);
    if (destination->temporary == NULL) return false;
    (void)snprintf(destination->temporary, room, "%s.tmp", destination->path);
    destination->file = fopen(destination->temporary, "w");
  }
  if (destination->file != NULL) return true;
  int why = errno;
  free(destination->temporary);
  destination->temporary = NULL;
  destination_abandon(destination);
  errno = why;
  return false;
}

bool destination_commit(Destination *destination) {
  bool good = ferror(destination->file) == 0 && fflush(destination->file) == 0;
  good = good && (destination->temporary == NULL || fsync(fileno(destination->file)) == 0);
  int why = errno;
  good = fclose(destination->file) == 0 && good;
  destination->file = NULL;
  if (good && destination->temporary != NULL) {
    good = rename(destination->temporary, destination->path) == 0;
    why = errno;
    if (good) free(destination->temporary), destination->temporary = NULL;
  }
  destination_abandon(destination);
  errno = why;
  return good;
}

void destination_abandon(Destination *destination) {
  if (destination->file != NULL) (void)fclose(destination->file);
  if (destination->temporary != NULL) (void)unlink(destination->temporary);
  free(destination->temporary);
  free(destination->path);
  *destination = (Destination){0};
}
