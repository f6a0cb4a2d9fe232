#include "verify/campaign/picture.h"

#include "verify/campaign/markup.h"

#include <math.h>
#include <string.h>

#define WIDTH 300
#define HEIGHT 130
#define FOOT 16

typedef struct Frame {
  double left, right, low, high;
} Frame;

static double across(const Frame *frame, double x) { return WIDTH * (x - frame->left) / (frame->right - frame->left); }

/* Kept near the picture, so that poles leave it in few digits. */
static double down(const Frame *frame, double y) {
  double at = HEIGHT * (frame->high - y) / (frame->high - frame->low);
  return at < -HEIGHT ? -HEIGHT : at > 2 * HEIGHT ? 2 * HEIGHT : at;
}

/* Where there is no derivative, for certain. */
static bool is_marked(const CurveSpot *spot) { return spot->certified && !spot->differentiable; }

/* One curve: the line breaks where a number is missing, and at what is no point of it. */
static void write_line(FILE *out, const Frame *frame, const Curve *curve, bool slope) {
  uint32_t spot = 0;
  char pen = 'M';
  (void)fprintf(out, "<path class=\"%s\" d=\"", slope ? "s" : "v");
  for (uint32_t i = 0; i < curve->point_count; i++) {
    const CurvePoint *p = &curve->points[i];
    for (; spot < curve->spot_count && curve->spots[spot].point.x <= p->x; spot++) {
      if (is_marked(&curve->spots[spot]) && (slope || strcmp(curve->spots[spot].says, "jumps") == 0)) pen = 'M';
    }
    if (!(slope ? p->has_slope : p->has_value)) {
      pen = 'M';
      continue;
    }
    (void)fprintf(out, "%c%.0f %.1f", pen, across(frame, p->x), down(frame, slope ? p->slope : p->value));
    pen = 'L';
  }
  (void)fputs("\"/>", out);
}

static void write_undefined(FILE *out, const Frame *frame, const Curve *curve) {
  for (uint32_t i = 0; i < curve->cell_count; i++) {
    const CurveCell *cell = &curve->cells[i];
    if (!cell->undefined) continue;
    double to = cell->to; /* neighbours as one */
    for (; i + 1 < curve->cell_count && curve->cells[i + 1].undefined && curve->cells[i + 1].from <= to; i++)
      to = curve->cells[i + 1].to;
    double x = across(frame, cell->from);
    (void)fprintf(out,
                  "<rect class=\"u\" x=\"%.0f\" width=\"%.0f\" height=\"%d\"><title>nowhere defined</title></rect>", x,
                  across(frame, to) - x, HEIGHT);
  }
}

static void write_spots(FILE *out, const Frame *frame, const Curve *curve, const char *variable) {
  for (uint32_t i = 0; i < curve->spot_count; i++) {
    const CurveSpot *spot = &curve->spots[i];
    if (!is_marked(spot)) continue;
    double x = across(frame, spot->point.x);
    (void)fprintf(out, "<path class=\"k\" d=\"M%.0f 0V%d\"><title>", x, HEIGHT);
    markup_text(out, variable);
    (void)fprintf(out, " = %s: %s</title></path>", spot->at, spot->says);
  }
}

static void write_labels(FILE *out, const Frame *frame, const char *variable, const Curve *curve) {
  uint32_t kinks = 0;
  for (uint32_t i = 0; i < curve->spot_count; i++) kinks += is_marked(&curve->spots[i]);
  (void)fprintf(out, "<text y=\"10\">%.3g</text><text y=\"%d\">%.3g</text>", frame->high, HEIGHT - 3, frame->low);
  (void)fprintf(out, "<text y=\"%d\">%.3g</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.3g</text>", HEIGHT + 12,
                frame->left, WIDTH, HEIGHT + 12, frame->right);
  (void)fprintf(out,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\"><tspan class=\"vt\">f</tspan>, <tspan class=\"st\">f'"
                "</tspan> over ",
                WIDTH / 2, HEIGHT + 12);
  markup_text(out, variable);
  if (kinks > 0) (void)fprintf(out, "; no f' at %u", kinks);
  (void)fputs("</text>", out);
}

bool picture_write(FILE *out, const Curve *curve, const char *variable, PictureMark mark) {
  Frame frame;
  if (curve->point_count < 2 || !curve_heights(curve, &frame.low, &frame.high)) return false;
  frame.left = curve->points[0].x;
  frame.right = curve->points[curve->point_count - 1].x;
  if (!isfinite(frame.low) || !isfinite(frame.high)) return false;
  (void)fprintf(
      out, "<svg class=\"fn\" width=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"><title>function and derivative</title>",
      WIDTH, WIDTH, HEIGHT + FOOT);
  write_undefined(out, &frame, curve);
  if (frame.low < 0 && frame.high > 0)
    (void)fprintf(out, "<path class=\"a\" d=\"M0 %.0fH%d\"/>", down(&frame, 0), WIDTH);
  write_spots(out, &frame, curve, variable);
  write_line(out, &frame, curve, false);
  write_line(out, &frame, curve, true);
  if (mark.there)
    (void)fprintf(out, "<path class=\"w\" d=\"M%.1f 0V%d\"><title>the input of the witness</title></path>",
                  across(&frame, mark.x), HEIGHT);
  write_labels(out, &frame, variable, curve);
  (void)fputs("</svg>", out);
  return true;
}
