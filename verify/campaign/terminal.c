#include "verify/campaign/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int width_of(FILE *out) {
  struct winsize size = {0};
  const char *columns = getenv("COLUMNS");
  long width = 80;
  if (fileno(out) >= 0 && isatty(fileno(out)) != 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    width = size.ws_col;
  else if (columns != NULL)
    width = strtol(columns, NULL, 10);
  return width < 40 ? 40 : width > 160 ? 160 : (int)width;
}

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] != '\0';
}

Terminal terminal_of(FILE *out) {
  const char *kind = getenv("TERM");
  bool able = kind != NULL && strcmp(kind, "dumb") != 0 && !is_set("NO_COLOR");
  return (Terminal){.out = out, .colour = able && fileno(out) >= 0 && isatty(fileno(out)) != 0, .width = width_of(out)};
}

void terminal_paint(const Terminal *terminal, Paint paint, const char *format, ...) {
  static const char *const codes[] = {"", "\033[1m", "\033[32m", "\033[1;31m", "\033[35m", "\033[33m", "\033[2m"};
  bool colour = terminal->colour && paint != PAINT_PLAIN;
  va_list values;
  va_start(values, format);
  if (colour) (void)fputs(codes[paint], terminal->out);
  (void)vfprintf(terminal->out, format, values);
  if (colour) (void)fputs("\033[0m", terminal->out);
  va_end(values);
}

void terminal_wrap(const Terminal *terminal, int indent, const char *text) {
  int column = 0;
  while (*text != '\0') {
    int length = (int)strcspn(text, " ");
    if (column > 0 && column + 1 + length > terminal->width) {
      (void)fputc('\n', terminal->out);
      column = 0;
    }
    if (column == 0)
      column = fprintf(terminal->out, "%*s%.*s", indent, "", length, text);
    else
      column += fprintf(terminal->out, " %.*s", length, text);
    text += length + (int)strspn(text + length, " ");
  }
  (void)fputc('\n', terminal->out);
}
