#include "verify/campaign/markup.h"

void markup_text(FILE *out, const char *text) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case '&': (void)fputs("&amp;", out); break;
    case '<': (void)fputs("&lt;", out); break;
    case '>': (void)fputs("&gt;", out); break;
    case '"': (void)fputs("&quot;", out); break;
    case '\n':
    case '\t': (void)fputc(*text, out); break;
    default: (void)fputc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, out);
    }
  }
}
