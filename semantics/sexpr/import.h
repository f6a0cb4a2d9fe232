/* What programs of another language are read as. */
#ifndef ADJUDGE_SEXPR_IMPORT_H
#define ADJUDGE_SEXPR_IMPORT_H

#include "semantics/text/text.h"

typedef enum ImportLayout {
  IMPORT_FOR_READING, /* with comments of what the source says */
  IMPORT_IN_PLACE     /* each definition on the line where its program begins */
} ImportLayout;

/* Programs that the language cannot say: how many, and whether the last of the file is one. */
typedef struct NotRead {
  uint32_t count;
  bool last;
} NotRead;

typedef struct Import {
  char *text;     /* definitions; to be freed */
  char **refusal; /* "file:line:column: error: ...", the line, a caret: of each program that was refused */
  uint32_t read;
  NotRead refused;
} Import;

/* Reads a file of any bytes.  Not OK, with the error filled in, where it is no list of programs, or at a limit;
 * programs that are refused are in *out.  To be freed in either case. */
typedef Status (*Importing)(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                            Import *out, TextError *error);

void import_free(Import *import);

#endif
