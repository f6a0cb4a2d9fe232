/* Reading whole files, and finding those that operands name. */
#ifndef ADJUDGE_CLI_FILES_H
#define ADJUDGE_CLI_FILES_H

#include "semantics/text/text.h"
#include "verify/cli/options.h"

#include <stddef.h>

#define FILE_MAX_BYTES ((size_t)16 << 20)

/* The bytes of a file, or of the standard input for "-", with a NUL after them and without a mark of the order of bytes
 * (U+FEFF) before them; NULL, having written the error, when it cannot be read or is larger than FILE_MAX_BYTES. */
char *file_read(const Arguments *arguments, const char *path, size_t *length);

/* Whether it is that of a folder that is there. */
bool path_is_folder(const char *path);

/* Whether a path has a name before one of these suffixes, ".a|.b". */
bool path_ends(const char *path, const char *suffixes);

/* Says why a text was not read: the error, or the path and the status where it is empty. */
void cli_text_error(const Arguments *arguments, const char *path, const TextError *error, Status status);

typedef struct Paths {
  char **path;
  uint32_t count, capacity;
} Paths;

/* Of files that commands read programs from. */
#define FRECHET_SUFFIX ".frechet"
#define IMPORT_SUFFIXES ".fpcore|.ks|.cad|.notes|.c|" FRECHET_SUFFIX /* of other languages */
#define PROGRAM_SUFFIXES ".adj|" IMPORT_SUFFIXES

/* The operands in order, each once, those that are folders replaced by their files of these
 * suffixes, ".a|.b", by name.  False, having written the error, for a folder without any; to be
 * freed in either case. */
bool paths_collect(const Arguments *arguments, const char *suffixes, Paths *paths);
void paths_free(Paths *paths);

#endif
