/* How to write for a person: width and colour of a terminal. */
#ifndef ADJUDGE_VERIFY_TERMINAL_H
#define ADJUDGE_VERIFY_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

typedef enum Paint { PAINT_PLAIN, PAINT_STRONG, PAINT_GOOD, PAINT_BAD, PAINT_APART, PAINT_OPEN, PAINT_FAINT } Paint;

typedef struct Terminal {
  FILE *out;
  bool colour; /* a terminal, TERM not dumb, NO_COLOR not set */
  int width;   /* of the terminal, else $COLUMNS, else 80; from 40 to 160 */
} Terminal;

Terminal terminal_of(FILE *out);
/* Text in a colour, where there is colour. */
void terminal_paint(const Terminal *terminal, Paint paint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Text broken at spaces to the width, each line after `indent` spaces. */
void terminal_wrap(const Terminal *terminal, int indent, const char *text);

#endif
