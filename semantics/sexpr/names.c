#include "semantics/sexpr/importer.h"
#include "semantics/text/lexer.h"
#include "semantics/text/syntax.h"

#include <string.h>

#define NAME_LENGTH 60u

static bool is_taken(const Importer *importer, const char *name) {
  uint32_t length = (uint32_t)strlen(name);
  if (lexer_reserved(name, length, false) || syntax_operation(name, length) != OP_CODE_COUNT) return true;
  for (uint32_t i = 0; i < importer->name_count; i++) {
    if (strcmp(importer->names[i], name) == 0) return true;
  }
  return false;
}

static bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Letters, digits and _ stay; what is between them is one _. */
static void spell(const char *text, uint32_t length, char *out) {
  uint32_t used = 0;
  if (length == 0 || !is_latin(text[0])) out[used++] = 'x';
  for (uint32_t i = 0; i < length && used < NAME_LENGTH; i++) {
    bool plain = is_latin(text[i]) || (text[i] >= '0' && text[i] <= '9');
    if (plain)
      out[used++] = text[i];
    else if (used > 0 && out[used - 1] != '_' && i + 1 < length)
      out[used++] = '_';
  }
  out[used] = '\0';
}

const char *name_invent(Importer *importer, const char *text, uint32_t length) {
  char stem[NAME_LENGTH + 2], name[NAME_LENGTH + 16];
  if (importer->name_count == NAMES_MOST) {
    reader_fail(&importer->reader, STATUS_LIMIT, (Span){0, 0}, "limit: more than %u names", NAMES_MOST);
    return NULL;
  }
  spell(text, length, stem);
  (void)snprintf(name, sizeof name, "%s", stem);
  for (uint32_t k = 2; is_taken(importer, name); k++) (void)snprintf(name, sizeof name, "%s_%u", stem, k);
  char *kept = reader_alloc(&importer->reader, strlen(name) + 1);
  if (kept == NULL) return NULL;
  memcpy(kept, name, strlen(name) + 1);
  importer->names[importer->name_count++] = kept;
  return kept;
}
