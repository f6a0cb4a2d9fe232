/* Functions of C files, as adjudge-c reads them (semantics/clang). */
#ifndef ADJUDGE_CLI_C_READER_H
#define ADJUDGE_CLI_C_READER_H

#include "semantics/sexpr/import.h"
#include "verify/cli/options.h"

#include <jansson.h>

#define C_FUNCTIONS_MOST 16u

/* What adjudge-c answers for the file: the object that its head comment describes, of these functions, or of all if
 * `count` is 0, with the sizes of --size.  NULL, having written the error, where nothing can be read, or a function
 * that is asked for is not there. */
json_t *c_read(const Arguments *arguments, const char *path, const char *const *functions, uint32_t count);

/* The functions of the file, or those of --function, as definitions, to be freed, which of them could not be read, and
 * *sized as below. NULL, having written the error, if none can, or one of --function. */
char *c_import(const Arguments *arguments, const char *path, ImportLayout layout, size_t *length, NotRead *not_read,
               uint64_t *sized);
/* Which of the --size options are of one of the functions that were asked for: a bit for each. */
uint64_t c_sized(const Arguments *arguments, const json_t *answer);

/* A string of an object; "" if it has none. */
const char *c_text(const json_t *object, const char *key);
/* Of an argument or output: -1 for a real. */
int c_length(const json_t *object);

#endif
