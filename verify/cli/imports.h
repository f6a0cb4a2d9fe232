/* Programs of other languages, read as definitions of this one. */
#ifndef ADJUDGE_CLI_IMPORTS_H
#define ADJUDGE_CLI_IMPORTS_H

#include "semantics/sexpr/import.h"
#include "verify/cli/commands.h"

/* Whether the file is one of another language, by its name: *.fpcore, *.ks, *.cad, *.frechet, *.c. */
bool import_applies(const char *path);
/* The file as definitions, to be freed, and their length; programs that the language cannot say are counted, and
 * said with their places; *sized: which of the --size options the reader took.  NULL, having written the error, when
 * nothing can be read. */
char *import_read(const Arguments *arguments, Store *store, const char *path, ImportLayout layout, size_t *length,
                  NotRead *not_read, uint64_t *sized);

#endif
