#include "verify/cli/files.h"
#include "semantics/memory/growing.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Everything up to the limit and one byte more, which tells that it was passed. */
static char *read_stream(FILE *stream, size_t *length) {
  size_t room = 1 << 16, used = 0;
  char *bytes = malloc(room);
  while (bytes != NULL) {
    used += fread(bytes + used, 1, room - used - 1, stream);
    if (used < room - 1 || used > FILE_MAX_BYTES) break;
    char *more = realloc(bytes, room *= 2);
    if (more == NULL) free(bytes);
    bytes = more;
  }
  if (bytes != NULL) bytes[used] = '\0';
  *length = used;
  return bytes;
}

/* Some editors begin texts with U+FEFF, which is none of them. */
static void drop_mark(char *bytes, size_t *length) {
  static const char mark[] = "\xEF\xBB\xBF";
  if (strncmp(bytes, mark, sizeof mark - 1) != 0) return;
  *length -= sizeof mark - 1;
  memmove(bytes, bytes + sizeof mark - 1, *length + 1);
}

static char *read_whole(const Arguments *arguments, const char *path, FILE *stream, size_t *length) {
  char *bytes = read_stream(stream, length);
  bool failed = ferror(stream) != 0;
  if (bytes == NULL)
    cli_error(arguments, "%s: limit: out of memory", path);
  else if (failed)
    cli_error(arguments, "%s: cannot be read: %s", path, strerror(errno));
  else if (*length > FILE_MAX_BYTES)
    cli_error(arguments, "%s: limit: the file is larger than %zu MB", path, FILE_MAX_BYTES >> 20);
  if (bytes != NULL && (failed || *length > FILE_MAX_BYTES)) free(bytes), bytes = NULL;
  if (bytes != NULL) drop_mark(bytes, length);
  return bytes;
}

/* It can be read once, and is asked for as often as a file. */
static char *standard_input(const Arguments *arguments, size_t *length) {
  static char *kept;
  static size_t kept_length;
  if (kept == NULL) kept = read_whole(arguments, "-", stdin, &kept_length);
  char *bytes = kept == NULL ? NULL : malloc(kept_length + 1);
  if (bytes != NULL) memcpy(bytes, kept, kept_length + 1);
  if (kept != NULL && bytes == NULL) cli_error(arguments, "-: limit: out of memory");
  *length = kept_length;
  return bytes;
}

char *file_read(const Arguments *arguments, const char *path, size_t *length) {
  if (path[0] == '=') {
    *length = strlen(path + 1);
    char *text = strdup(path + 1);
    if (text == NULL) cli_error(arguments, "limit: out of memory");
    return text;
  }
  if (strcmp(path, "-") == 0) return standard_input(arguments, length);
  errno = 0;
  FILE *stream = fopen(path, "rb");
  if (stream == NULL) {
    cli_error(arguments, "%s: cannot be opened: %s", path, strerror(errno));
    return NULL;
  }
  char *bytes = read_whole(arguments, path, stream, length);
  fclose(stream);
  return bytes;
}

static bool add_path(Paths *paths, const char *folder, const char *name) {
  char **grown = heap_room(paths->path, paths->count, &paths->capacity, 16, sizeof *grown);
  if (grown == NULL) return false;
  paths->path = grown;
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (path == NULL) return false;
  (void)snprintf(path, size, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", name);
  paths->path[paths->count++] = path;
  return true;
}

void cli_text_error(const Arguments *arguments, const char *path, const TextError *error, Status status) {
  if (error->message[0] != '\0')
    cli_error(arguments, "%s", error->message);
  else
    cli_error(arguments, "%s: %s", path, status_name(status));
}

bool path_is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool path_ends(const char *path, const char *suffixes) {
  size_t length = strlen(path);
  for (const char *at = suffixes; *at != '\0';) {
    size_t end = strcspn(at, "|");
    if (length > end && strncmp(path + length - end, at, end) == 0) return true;
    at += at[end] == '|' ? end + 1 : end;
  }
  return false;
}

static bool add_operand(const Arguments *arguments, const char *suffixes, const char *path, Paths *paths) {
  if (!path_is_folder(path)) return add_path(paths, "", path);
  struct dirent **entries = NULL;
  int count = scandir(path, &entries, NULL, alphasort), found = 0;
  bool good = count >= 0;
  for (int i = 0; i < count; i++) {
    if (path_ends(entries[i]->d_name, suffixes)) {
      good = good && add_path(paths, path, entries[i]->d_name);
      found++;
    }
    free(entries[i]);
  }
  free(entries);
  if (found == 0) cli_error(arguments, "%s: no *%s files", path, suffixes);
  return good && found > 0;
}

/* What a path names: a file and its last name, for links of other names are files of their own; or a text. */
typedef struct Named {
  dev_t device;
  ino_t number;
  const char *name;
  uint32_t place;
} Named;

static Named named_at(const Paths *paths, uint32_t place) {
  const char *path = paths->path[place], *slash = strrchr(path, '/');
  struct stat info;
  if (stat(path, &info) != 0) return (Named){.name = path, .place = place};
  return (Named){info.st_dev, info.st_ino, slash == NULL ? path : slash + 1, place};
}

static int compare_named(const Named *a, const Named *b) {
  if (a->device != b->device) return a->device < b->device ? -1 : 1;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return strcmp(a->name, b->name);
}

static int by_name_and_place(const void *a, const void *b) {
  const Named *s = a, *t = b;
  int order = compare_named(s, t);
  return order != 0 ? order : s->place < t->place ? -1 : 1;
}

/* Of those that name one thing the first stays. */
static bool drop_doubles(Paths *paths) {
  Named *named = malloc((paths->count + 1) * sizeof *named);
  if (named == NULL) return false;
  for (uint32_t i = 0; i < paths->count; i++) named[i] = named_at(paths, i);
  qsort(named, paths->count, sizeof *named, by_name_and_place);
  for (uint32_t i = paths->count; i-- > 1;) {
    if (compare_named(&named[i - 1], &named[i]) != 0) continue;
    free(paths->path[named[i].place]);
    paths->path[named[i].place] = NULL;
  }
  free(named);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < paths->count; i++) {
    if (paths->path[i] != NULL) paths->path[kept++] = paths->path[i];
  }
  paths->count = kept;
  return true;
}

bool paths_collect(const Arguments *arguments, const char *suffixes, Paths *paths) {
  *paths = (Paths){0};
  for (uint32_t i = 0; i < arguments->operand_count; i++) {
    if (!add_operand(arguments, suffixes, arguments->operands[i], paths)) return false;
  }
  return drop_doubles(paths);
}

void paths_free(Paths *paths) {
  for (uint32_t i = 0; i < paths->count; i++) free(paths->path[i]);
  free(paths->path);
  *paths = (Paths){0};
}
