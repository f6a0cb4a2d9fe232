/* Reading whole files. */
#ifndef ADJUDGE_CLI_FILES_H
#define ADJUDGE_CLI_FILES_H

#include "verify/cli/options.h"

#include <stddef.h>

#define FILE_MAX_BYTES ((size_t)16 << 20)

/* The bytes of a file, or of the standard input for "-", with a NUL after them;
 * NULL, having written the error, when it cannot be read or is larger than
 * FILE_MAX_BYTES. */
char *file_read(const Arguments *arguments, const char *path, size_t *length);

#endif
