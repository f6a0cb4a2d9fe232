#include "verify/campaign/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

#define LINKS_MOST 40 /* as the system follows */

/* Where a link leads, to be freed: a path from where the link's own is from. */
static char *link_target(const char *path) {
  char target[PATH_MAX];
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0) return NULL;
  target[length] = '\0';
  const char *slash = strrchr(path, '/');
  size_t folder = target[0] == '/' || slash == NULL ? 0 : (size_t)(slash + 1 - path),
         room = folder + strlen(target) + 1;
  char *joined = malloc(room);
  if (joined != NULL) (void)snprintf(joined, room, "%.*s%s", (int)folder, path, target);
  return joined;
}

/* Of a path with nothing behind it, which may be that of a link: where a file would be made. */
static char *path_to_make(const char *path) {
  struct stat info;
  char *end = strdup(path);
  for (int links = 0; end != NULL && lstat(end, &info) == 0; links++) {
    char *next = links < LINKS_MOST && S_ISLNK(info.st_mode) ? link_target(end) : NULL;
    free(end);
    end = next;
  }
  if (end == NULL || (!begins(end, "/dev/") && !begins(end, "/proc/"))) return end;
  free(end);
  return NULL;
}

char *regular_path(const char *path) {
  struct stat info;
  if (begins(path, "/dev/") || begins(path, "/proc/")) return NULL;
  if (stat(path, &info) != 0) return path_to_make(path);
  if (lstat(path, &info) != 0) return NULL;
  char *real = S_ISLNK(info.st_mode) ? realpath(path, NULL) : strdup(path);
  if (real != NULL && stat(real, &info) == 0 && S_ISREG(info.st_mode) && !begins(real, "/proc/")) return real;
  free(real);
  return NULL;
}

/* Of the process, not of its children: what a run that was killed has left is free. */
static struct flock whole(void) { return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET}; }

/* Some file systems have no locks. */
static bool has(int descriptor) {
  struct flock lock = whole();
  if (fcntl(descriptor, F_SETLK, &lock) == 0 || errno == ENOLCK || errno == EOPNOTSUPP) return true;
  if (errno == EACCES || errno == EAGAIN) errno = EBUSY;
  return false;
}

int open_alone(const char *path, int flags) {
  struct stat own, there;
  int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  bool good = descriptor >= 0 && has(descriptor) && fstat(descriptor, &own) == 0;
  /* whoever had it may have put it in its place by now */
  if (good && (stat(path, &there) != 0 || there.st_ino != own.st_ino)) {
    errno = EBUSY;
    good = false;
  }
  if (good && ftruncate(descriptor, 0) == 0) return descriptor;
  int why = errno;
  if (descriptor >= 0) (void)close(descriptor);
  errno = why;
  return -1;
}

bool is_taken(const char *path) {
  struct flock lock = whole();
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  bool taken = descriptor >= 0 && fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (descriptor >= 0) (void)close(descriptor);
  return taken;
}

const char *destination_error(void) { return errno == EBUSY ? "another run writes it" : strerror(errno); }

char *destination_temporary(const char *path) {
  size_t room = strlen(path) + sizeof ".tmp";
  char *fresh = malloc(room);
  if (fresh != NULL) (void)snprintf(fresh, room, "%s.tmp", path);
  return fresh;
}

bool destination_open(Destination *destination, const char *path) {
  *destination = (Destination){NULL, NULL, NULL};
  if (*path == '\0') return errno = ENOENT, false;
  destination->path = regular_path(path);
  if (destination->path == NULL) {
    destination->file = fopen(path, "a");
  } else if (access(destination->path, F_OK) == 0 && access(destination->path, W_OK) != 0) {
    destination->file = NULL; /* a rename would not ask */
  } else {
    destination->temporary = destination_temporary(destination->path);
    if (destination->temporary == NULL) return false;
    int descriptor = open_alone(destination->temporary, 0);
    destination->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  }
  if (destination->file != NULL) return true;
  int why = errno;
  free(destination->temporary);
  destination->temporary = NULL;
  destination_abandon(destination);
  errno = why;
  return false;
}

/* Whether the file at the path is the one that is written before it has its place. */
static bool is_temporary(const Destination *one, const char *path) {
  struct stat a, b;
  return one->temporary != NULL && one->file != NULL && fstat(fileno(one->file), &a) == 0 && stat(path, &b) == 0 &&
         a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

bool destinations_part(const Destination *all, int count) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < count; k++) {
      if (i == k || all[k].temporary == NULL) continue;
      if (is_temporary(&all[i], all[k].path) || is_temporary(&all[i], all[k].temporary)) return false;
    }
  }
  return true;
}

bool destinations_leave(const Destination *all, int count, const char *path) {
  char *real = regular_path(path), *fresh = real == NULL ? NULL : destination_temporary(real);
  bool apart = true;
  for (int i = 0; fresh != NULL && i < count; i++)
    apart = apart && !is_temporary(&all[i], real) && !is_temporary(&all[i], fresh);
  free(fresh);
  free(real);
  return apart;
}

bool destination_commit(Destination *destination) {
  bool failed = ferror(destination->file) != 0; /* before: errno says why, if nothing changed it */
  int why = errno == 0 ? EIO : errno;
  bool good = fflush(destination->file) == 0 && !failed;
  good = good && (destination->temporary == NULL || fsync(fileno(destination->file)) == 0);
  if (!failed) why = errno;
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
