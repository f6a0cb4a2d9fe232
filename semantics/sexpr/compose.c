/* Texts of definitions, put together in memory of the reader. */
#include "semantics/sexpr/importer.h"

#include <stdarg.h>

const char *compose(Importer *importer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length > TEXT_MOST) {
    definition_too_long(importer);
    return "";
  }
  char *text = reader_ok(&importer->reader) ? reader_alloc(&importer->reader, (size_t)length + 1) : NULL;
  if (text == NULL) return "";
  va_start(arguments, format);
  (void)vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

const char *pair_text(Importer *importer, const char *const *text, uint32_t count) {
  const char *out = "()";
  for (uint32_t k = count; k-- > 0;) out = k + 1 == count ? text[k] : compose(importer, "(%s, %s)", text[k], out);
  return out;
}

const char *part_text(Importer *importer, const char *tuple, uint32_t part, uint32_t of) {
  for (uint32_t k = 1; k < part; k++) tuple = compose(importer, "(snd %s)", tuple);
  return part < of ? compose(importer, "(fst %s)", tuple) : tuple;
}
