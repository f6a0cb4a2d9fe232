#include "verify/cli/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

char *file_read(const Arguments *arguments, const char *path, size_t *length) {
  bool standard = strcmp(path, "-") == 0;
  errno = 0;
  FILE *stream = standard ? stdin : fopen(path, "rb");
  if (stream == NULL) {
    cli_error(arguments, "%s: cannot be opened: %s", path, strerror(errno));
    return NULL;
  }
  char *bytes = read_stream(stream, length);
  if (bytes == NULL) {
    cli_error(arguments, "%s: limit: out of memory", path);
  } else if (ferror(stream) != 0) {
    cli_error(arguments, "%s: cannot be read: %s", path, strerror(errno));
    free(bytes);
    bytes = NULL;
  } else if (*length > FILE_MAX_BYTES) {
    cli_error(arguments, "%s: limit: the file is larger than %zu MB", path, FILE_MAX_BYTES >> 20);
    free(bytes);
    bytes = NULL;
  }
  if (!standard) fclose(stream);
  return bytes;
}
