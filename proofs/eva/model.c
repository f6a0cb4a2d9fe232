/* Formatting, whose texts no judgement depends on: an empty text. */
#include <stdarg.h>
#include <stddef.h>

int vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
  (void)format;
  (void)arguments;
  if (size > 0) text[0] = '\0';
  return 0;
}

int snprintf(char *text, size_t size, const char *format, ...) {
  (void)format;
  if (size > 0) text[0] = '\0';
  return 0;
}
