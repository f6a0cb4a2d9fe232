#include "verify/cli/imports.h"

#include "verify/cli/files.h"

#include <stdlib.h>
#include <string.h>

bool import_applies(const char *path) {
  static const char suffix[] = ".fpcore";
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && strcmp(path + length - end, suffix) == 0;
}

static void say(const Arguments *arguments, char *message) {
  for (size_t end = strlen(message); end > 0 && message[end - 1] == '\n'; end--) message[end - 1] = '\0';
  cli_error(arguments, "%s", message);
}

char *import_read(const Arguments *arguments, Store *store, const char *path, FpcoreLayout layout, size_t *length,
                  uint32_t *refused) {
  size_t size = 0;
  FpcoreImport import;
  TextError error = {.line = 0};
  char *text = file_read(arguments, path, &size), *out = NULL;
  if (text == NULL) return NULL;
  Status status = fpcore_import(store, path, text, size, layout, &import, &error);
  free(text);
  for (uint32_t i = 0; i < import.refused; i++) say(arguments, import.refusal[i]);
  *refused = import.refused;
  if (status == STATUS_OK) {
    out = import.text;
    import.text = NULL;
    *length = strlen(out);
  } else if (error.message[0] != '\0')
    say(arguments, error.message);
  else
    cli_error(arguments, "%s: %s", path, status_name(status));
  fpcore_free(&import);
  return out;
}
