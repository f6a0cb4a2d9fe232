#include "verify/cli/imports.h"

#include "semantics/cad/cad.h"
#include "semantics/fpcore/fpcore.h"
#include "semantics/frechet/text.h"
#include "semantics/ks/ks.h"
#include "semantics/notes/notes.h"
#include "verify/cli/c_reader.h"
#include "verify/cli/files.h"

#include <stdlib.h>
#include <string.h>

static Importing importing_of(const char *path) {
  if (path_ends(path, ".cad")) return cad_import;
  if (path_ends(path, FRECHET_SUFFIX)) return hil_import;
  if (path_ends(path, ".notes")) return notes_import;
  return path_ends(path, ".ks") ? ks_import : fpcore_import;
}

bool import_applies(const char *path) { return path_ends(path, IMPORT_SUFFIXES); }

char *import_read(const Arguments *arguments, Store *store, const char *path, ImportLayout layout, size_t *length,
                  NotRead *not_read, uint64_t *sized) {
  *sized = 0;
  if (path_ends(path, ".c")) return c_import(arguments, path, layout, length, not_read, sized);
  size_t size = 0;
  Import import;
  TextError error = {.line = 0};
  char *text = file_read(arguments, path, &size), *out = NULL;
  if (text == NULL) return NULL;
  Status status = importing_of(path)(store, path, text, size, layout, &import, &error);
  free(text);
  for (uint32_t i = 0; i < import.refused.count; i++) cli_error(arguments, "%s", import.refusal[i]);
  *not_read = import.refused;
  if (status == STATUS_OK) {
    out = import.text;
    import.text = NULL;
    *length = strlen(out);
  } else {
    cli_text_error(arguments, path, &error, status);
  }
  import_free(&import);
  return out;
}
