/* The picture of a pattern: a spy plot with axes. */
#include "verify/cli/sparsity.h"

#define SIDE 760.0 /* of the longer side, in pixels */
#define LEFT 64
#define TOP 56
#define MARGIN 24

/* How many pixels a row and a column have: square, unless one side were too thin to see. */
static void choose_units(const Pattern *pattern, double *column, double *row) {
  uint32_t longest = pattern->rows > pattern->columns ? pattern->rows : pattern->columns;
  *column = *row = longest == 0 ? 1 : SIDE / longest;
  if (*column * pattern->columns < 160 && pattern->columns > 0) *column = 160.0 / pattern->columns;
  if (*row * pattern->rows < 80 && pattern->rows > 0) *row = 80.0 / pattern->rows;
}

static void write_text(FILE *out, double x, double y, const char *anchor, const char *text) {
  (void)fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void write_number(FILE *out, double x, double y, const char *anchor, uint32_t number) {
  char text[16];
  (void)snprintf(text, sizeof text, "%u", number);
  write_text(out, x, y, anchor, text);
}

/* Names of arguments are letters, digits and _. */
static void write_groups(FILE *out, const Session *session, const Pattern *pattern, double unit, double height) {
  PatternGroup group;
  for (uint32_t k = 0; pattern_group(session, pattern, &k, &group);) {
    double from = LEFT + unit * group.first, to = LEFT + unit * group.end;
    write_text(out, (from + to) / 2, TOP - 22, "middle", group.name);
    write_number(out, from + 2, TOP - 6, "start", group.first);
    if (to - from > 60) write_number(out, to - 4, TOP - 6, "end", group.end - 1);
    (void)fprintf(out, "<path d=\"M%.1f %dV%.1f\" stroke=\"#999\"/>\n", from, TOP - 4, TOP + height);
  }
}

/* Rows at about every eighth of the height. */
static void write_rows(FILE *out, const Pattern *pattern, double unit) {
  static const uint32_t steps[] = {1, 2, 5};
  uint32_t ten = 1, step = 1;
  for (uint32_t i = 0; step < pattern->rows / 8; i++) {
    if (i % 3 == 2) ten = ten > 100000000 ? ten : 10 * ten;
    step = steps[(i + 1) % 3] * ten;
  }
  for (uint64_t row = 0; row < pattern->rows; row += step) {
    double y = TOP + unit * ((double)row + 0.5);
    write_number(out, LEFT - 8, y + 4, "end", (uint32_t)row);
    (void)fprintf(out, "<path d=\"M%d %.1fh5\" stroke=\"#999\"/>\n", LEFT - 6, y);
  }
}

/* One path of rectangles, a run of entries each; y grows downwards, as rows do. */
static void write_entries(FILE *out, const Pattern *pattern, double column_unit, double row_unit) {
  (void)fprintf(out, "<path transform=\"translate(%d %d) scale(%.6f %.6f)\" fill=\"#1f4e8c\" d=\"", LEFT, TOP,
                column_unit, row_unit);
  for (uint32_t row = 0; row < pattern->rows; row++) {
    for (uint32_t from = pattern_next(pattern, row, 0, true); from < pattern->columns;) {
      uint32_t end = pattern_next(pattern, row, from, false);
      (void)fprintf(out, "M%u %uh%uv1h-%uz", from, row, end - from, end - from);
      from = pattern_next(pattern, row, end, true);
    }
    (void)fputc('\n', out);
  }
  (void)fputs("\"/>\n", out);
}

void pattern_svg(const Session *session, const Pattern *pattern, FILE *out) {
  double column_unit, row_unit;
  choose_units(pattern, &column_unit, &row_unit);
  double width = column_unit * pattern->columns, height = row_unit * pattern->rows;
  uint64_t count = pattern_entries(pattern), all = (uint64_t)pattern->rows * pattern->columns;
  char title[160];
  (void)snprintf(title, sizeof title, "%u rows, %u columns, %llu entries (%.4g %%)", pattern->rows, pattern->columns,
                 (unsigned long long)count, all == 0 ? 0.0 : 100.0 * (double)count / (double)all);
  double room = width < 320 ? 320 : width;
  (void)fprintf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
                "font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n<title>%s</title>\n<rect width=\"100%%\" "
                "height=\"100%%\" fill=\"white\"/>\n",
                LEFT + room + MARGIN, TOP + height + 2 * MARGIN, LEFT + room + MARGIN, TOP + height + 2 * MARGIN,
                title);
  write_entries(out, pattern, column_unit, row_unit);
  (void)fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#999\"/>\n", LEFT,
                TOP, width, height);
  write_groups(out, session, pattern, column_unit, height);
  write_rows(out, pattern, row_unit);
  write_text(out, LEFT, TOP + height + MARGIN, "start", title);
  (void)fputs("</svg>\n", out);
}
