/* adjudge plot: a function of one input and its derivative, as a picture. */
#include "verify/campaign/destination.h"
#include "verify/cli/certified_point.h"
#include "verify/cli/files.h"
#include "verify/cli/gnuplot.h"
#include "verify/truth/curve.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CELLS 240u

typedef struct Plot {
  const Arguments *arguments;
  Arguments with;  /* the same, with a value of the argument that is followed, as --at asks for */
  char given[136]; /* that value */
  char over[128];  /* the argument */
  CertifiedPoint point;
  mpq_t low, high;
  Curve curve;
} Plot;

static bool is_given(const Arguments *arguments, const json_t *file, const char *name) {
  for (uint32_t k = 0; options_nth(arguments, "at", k) != NULL; k++) {
    const char *text = options_nth(arguments, "at", k)->value;
    if (strncmp(text, name, strlen(name)) == 0 && text[strlen(name)] == '=') return true;
  }
  return json_object_get(file, name) != NULL;
}

static const char *first_not_given(const Plot *plot, const Session *session) {
  const char *over = NULL, *path = options_text(plot->arguments, "input", NULL);
  json_t *file = path == NULL ? NULL : session_values(plot->arguments, path);
  if (path != NULL && file == NULL) return NULL;
  for (uint32_t k = 0; over == NULL && k < session->definition->program.length; k++)
    if (!is_given(plot->arguments, file, session_argument(session, k))) over = session_argument(session, k);
  json_decref(file);
  if (over == NULL) cli_error(plot->arguments, "every argument is given: leave one out, or name it by --over");
  return over;
}

/* Whether the argument, if there is one of that name, and the result are a real each; else the error is written. */
static bool are_real(const Plot *plot, const Session *session, const char *over) {
  const Program *program = &session->definition->program;
  const TypeTable *types = &session->store->types;
  const TypeNode *result = type_node(types, program->type);
  bool good = result->kind == TYPE_REAL && result->dim == 1;
  for (uint32_t k = 0; k < program->length; k++) {
    const TypeNode *node = type_node(types, program->context[k]);
    if (strcmp(session_argument(session, k), over) == 0) good = good && node->kind == TYPE_REAL && node->dim == 1;
  }
  if (!good) cli_error(plot->arguments, "a plot is of one real over one real: %s or the result is more", over);
  return good;
}

/* The argument to follow: that of --over, else the first that is not given. */
static bool choose_argument(Plot *plot) {
  Session session;
  const char *over = options_text(plot->arguments, "over", NULL);
  bool good = session_open_over(&session, plot->arguments, RING_CHOICE_RATIONAL) && session_first_order(&session);
  if (good && over == NULL) over = first_not_given(plot, &session);
  good = good && over != NULL && are_real(plot, &session, over);
  if (good) (void)snprintf(plot->over, sizeof plot->over, "%s", over);
  session_close(&session);
  return good;
}

/* "-3..3" */
static bool read_range(Plot *plot) {
  const char *text = options_text(plot->arguments, "x", "-3..3"), *dots = strstr(text, "..");
  Session *session = &plot->point.session;
  Scalar low, high;
  if (dots == NULL) {
    cli_error(plot->arguments, "--x takes FROM..TO, such as -3..3, not '%.60s'", text);
    return false;
  }
  TypeId real = type_real(&session->store->types, 1);
  if (!session_read_value(session, "--x", real, text, (size_t)(dots - text), &low) ||
      !session_read_value(session, "--x", real, dots + 2, strlen(dots + 2), &high))
    return false;
  rational_get(session->ring, low, plot->low);
  rational_get(session->ring, high, plot->high);
  double from = mpq_get_d(plot->low), to = mpq_get_d(plot->high);
  if (mpq_cmp(plot->low, plot->high) >= 0)
    cli_error(plot->arguments, "--x: '%.60s' is no interval: the first number must be the lower one", text);
  else if (!isfinite(from) || !isfinite(to) || !(from < to))
    cli_error(plot->arguments, "limit: --x: a picture is between two different doubles, not '%.60s'", text);
  else
    return true;
  return false;
}

/* Opens the point with 0 in the place that is followed. */
static bool open_point(Plot *plot) {
  static const Option at = {.name = "at", .kind = OPTION_TEXT, .repeated = true};
  uint32_t count = plot->arguments->given_count;
  plot->with = *plot->arguments;
  plot->with.given = calloc((size_t)count + 1, sizeof *plot->with.given);
  if (plot->with.given == NULL) return false;
  memcpy(plot->with.given, plot->arguments->given, count * sizeof *plot->with.given);
  (void)snprintf(plot->given, sizeof plot->given, "%s=0", plot->over);
  plot->with.given[count] = (Given){&at, plot->given, 0};
  plot->with.given_count = count + 1;
  return certified_point_open(&plot->point, &plot->with, 1);
}

/* The flat place of the argument; false, having written the error, without one. */
static bool find_slot(Plot *plot, size_t *slot) {
  const Session *session = &plot->point.session;
  const Program *program = &session->definition->program;
  *slot = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    if (strcmp(session_argument(session, k), plot->over) == 0) return true;
    *slot += type_node(&session->store->types, program->context[k])->dim;
  }
  cli_error(plot->arguments, "%s has no argument '%s'", name_text(session->store, session->definition->name),
            plot->over);
  return false;
}

/* --------------------------------------------------------------- picture -- */

static double shown(bool there, double number) { return there ? number : (double)NAN; }

static void write_point(FILE *out, const CurvePoint *p, bool joined) {
  (void)fprintf(out, "%.17g %.17g %.17g\n", p->x, shown(joined && p->has_value, p->value),
                shown(p->has_slope, p->slope));
}

/* Lines break where a derivative is missing, and that of the function where it jumps. */
static void write_spot(FILE *out, const CurveSpot *spot) {
  bool joined = spot->certified && !spot->differentiable && strcmp(spot->says, "jumps") != 0;
  write_point(out, &(CurvePoint){.x = spot->point.x, .value = spot->point.value, .has_value = spot->point.has_value},
              joined);
}

/* Both break where nothing is known, as beside a spot of which one number is, and where nothing is defined. */
static void write_points(FILE *out, const Curve *curve) {
  uint32_t spot = 0, cell = 0;
  for (uint32_t i = 0; i < curve->point_count; i++) {
    double x = curve->points[i].x;
    for (;;) {
      while (cell < curve->cell_count && !curve->cells[cell].undefined) cell++;
      bool gap = cell < curve->cell_count && curve->cells[cell].to <= x;
      bool place = spot < curve->spot_count && curve->spots[spot].point.x <= x;
      if (!gap && !place) break;
      if (gap && (!place || curve->cells[cell].to <= curve->spots[spot].point.x))
        write_point(out, &(CurvePoint){.x = curve->cells[cell++].to}, false);
      else
        write_spot(out, &curve->spots[spot++]);
    }
    write_point(out, &curve->points[i], true);
  }
}

static void write_data(FILE *out, const Curve *curve) {
  (void)fputs("$points << E\n", out);
  write_points(out, curve);
  (void)fputs("E\n$cells << E\n", out);
  for (uint32_t i = 0; i < curve->cell_count; i++) {
    const CurveCell *c = &curve->cells[i];
    if (!c->value) continue;
    for (int end = 0; end < 2; end++) {
      (void)fprintf(out, "%.17g %.17g %.17g %.17g %.17g\n", end == 0 ? c->from : c->to, c->low, c->high,
                    shown(c->slope, c->slope_low), shown(c->slope, c->slope_high));
    }
    (void)fputc('\n', out);
  }
  (void)fputs("E\n$spots << E\nNaN NaN\n", out);
  for (uint32_t i = 0; i < curve->spot_count; i++) {
    const CurveSpot *s = &curve->spots[i];
    if (s->point.has_value && !s->differentiable) (void)fprintf(out, "%.17g %.17g\n", s->point.x, s->point.value);
  }
  (void)fputs("E\n", out);
}

static void write_marks(FILE *out, const Curve *curve) {
  for (uint32_t i = 0; i < curve->cell_count; i++) {
    const CurveCell *c = &curve->cells[i];
    if (c->undefined)
      (void)fprintf(
          out,
          "set object rectangle from %.17g, graph 0 to %.17g, graph 1 fc rgb '#bbbbbb' fs solid 0.35 noborder behind\n",
          c->from, c->to);
  }
  for (uint32_t i = 0; i < curve->spot_count; i++) {
    const CurveSpot *s = &curve->spots[i];
    (void)fprintf(out, "set arrow from %.17g, graph 0 to %.17g, graph 1 nohead dt 3 lc rgb '%s'\n", s->point.x,
                  s->point.x, s->differentiable ? "#999999" : "#c0392b");
  }
}

/* A text in gnuplot's single quotes, in which two of them are one. */
static void write_quoted(FILE *out, const char *text, const char *behind) {
  (void)fputc('\'', out);
  for (const char *c = text; *c != '\0'; c++) (void)fputs(*c == '\'' ? "''" : (char[]){*c, '\0'}, out);
  (void)fprintf(out, "%s'", behind);
}

/* Whether there is nothing to draw, of which no heights can be chosen. */
static bool is_blank(const Curve *curve) {
  for (uint32_t i = 0; i < curve->point_count; i++) {
    if (curve->points[i].has_value || curve->points[i].has_slope) return false;
  }
  for (uint32_t i = 0; i < curve->cell_count; i++) {
    if (curve->cells[i].value) return false;
  }
  return true;
}

static const char styles[] =
    "set encoding utf8\nset border 3 lc rgb '#666666'\nset tics nomirror tc rgb '#333333'\nset grid lc rgb '#dddddd'\n"
    "set key outside top center horizontal noenhanced\n";

static void write_script(FILE *out, const Plot *plot, const char *path) {
  const Curve *curve = &plot->curve;
  bool png = path_ends(path, ".png");
  const Session *session = &plot->point.session;
  const char *name = name_text(session->store, session->definition->name);
  (void)fprintf(out, "set terminal %s size 900,600 enhanced font 'sans-serif,12' background rgb '#ffffff'\n",
                png ? "pngcairo" : "svg dynamic");
  (void)fputs(styles, out);
  write_data(out, curve);
  write_marks(out, curve);
  double least, most;
  if (curve_heights(curve, &least, &most)) (void)fprintf(out, "set yrange [%.17g:%.17g]\n", least, most);
  if (is_blank(curve)) (void)fputs("set yrange [-1:1]\n", out);
  (void)fputs("set title ", out);
  write_quoted(out, name, "");
  (void)fputs(" noenhanced\nset xlabel ", out);
  write_quoted(out, plot->over, "");
  (void)fprintf(out, " noenhanced\nset xrange [%.17g:%.17g]\n", mpq_get_d(plot->low), mpq_get_d(plot->high));
  (void)fputs("plot $cells using 1:2:3 with filledcurves fc rgb '#1f4e8c' fs transparent solid 0.25 title ", out);
  write_quoted(out, name, ", enclosed");
  (void)fputs(", $points using 1:2 with lines lw 1.5 lc rgb '#1f4e8c' title ", out);
  write_quoted(out, name, "");
  (void)fputs(
      ", $cells using 1:4:5 with filledcurves fc rgb '#d4822a' fs transparent solid 0.25 title 'derivative, enclosed', "
      "$points using 1:3 with lines lw 1.5 lc rgb '#d4822a' title 'derivative', "
      "$spots using 1:2 with points pt 7 ps 0.8 lc rgb '#c0392b' title 'not differentiable'\n",
      out);
}

/* Six digits of the end of an interval, rounded outward: -1 the lower one, or 1.  Ends are known as doubles are. */
static const char *rounded(double d, int side, char out[32]) {
  double step = side * fabs(d) * 1e-6, near = 2 * DBL_EPSILON * fabs(d), at = d;
  (void)snprintf(out, 32, "%.6g", at);
  while (side * (strtod(out, NULL) - d) < -near && step != 0) {
    at += step;
    (void)snprintf(out, 32, "%.6g", at);
  }
  return out;
}

static void print_summary(const Plot *plot, const char *path) {
  FILE *out = plot->arguments->out;
  const Curve *curve = &plot->curve;
  uint32_t values = 0, slopes = 0, undefined = 0;
  for (uint32_t i = 0; i < curve->cell_count; i++) {
    values += curve->cells[i].value;
    slopes += curve->cells[i].slope;
    undefined += curve->cells[i].undefined;
  }
  (void)fprintf(out, "%s over %s: value enclosed on %u of %u cells, derivative on %u; undefined on %u\n",
                name_text(plot->point.session.store, plot->point.session.definition->name), plot->over, values,
                curve->cell_count + curve->open_count, slopes, undefined);
  for (uint32_t i = 0; i < curve->spot_count; i++) {
    const CurveSpot *s = &curve->spots[i];
    char from[32], to[32];
    (void)fprintf(out, "in [%s, %s]: at %s = %s %s%s\n", rounded(s->from, -1, from), rounded(s->to, 1, to), plot->over,
                  s->at, s->says, s->narrow ? "" : "; other numbers in it were not looked at");
  }
  (void)fprintf(out, "%s\n", path);
}

/* Whether all numbers were looked at, and it is known what spots are. */
static bool is_whole(const Curve *curve) {
  bool whole = true;
  for (uint32_t i = 0; i < curve->spot_count; i++) whole = whole && curve->spots[i].narrow && curve->spots[i].certified;
  return whole;
}

/* --data: the blocks of the script alone. */
static bool keep_data(const Plot *plot, const char *picture) {
  const char *path = options_text(plot->arguments, "data", NULL);
  Destination to[2] = {{.file = NULL}, {.file = NULL}}; /* the data's, and the picture's */
  if (path == NULL) return true;
  bool good = destination_open(&to[0], path), apart = true;
  if (good && destination_open(&to[1], picture)) apart = destinations_part(to, 2), destination_abandon(&to[1]);
  if (good && apart) write_data(to[0].file, &plot->curve), good = destination_commit(&to[0]);
  if (!good) cli_error(plot->arguments, "%s: %s", path, destination_error());
  if (!apart) cli_error(plot->arguments, "%s: the picture would be written there too", path);
  destination_abandon(&to[0]);
  return good && apart;
}

static ExitCode draw(Plot *plot) {
  size_t slot;
  uint32_t cells = (uint32_t)options_count(plot->arguments, "cells", CELLS);
  const char *path = options_text(plot->arguments, "output", "plot.svg");
  if (!path_ends(path, ".svg|.png")) {
    cli_error(plot->arguments, "--output: '%s' is no picture: name it .svg or .png", path);
    return EXIT_USAGE;
  }
  if (!find_slot(plot, &slot) || !read_range(plot)) return EXIT_USAGE;
  CertifiedPoint *point = &plot->point;
  CurveOf of = {session_machine(&point->session),
                point->certified,
                point->options,
                &point->session.definition->program,
                point->x,
                point->is_int,
                (uint32_t)point->inputs,
                (uint32_t)slot,
                0};
  if (!curve_follow(&of, plot->low, plot->high, cells, &plot->curve)) {
    cli_error(plot->arguments, "limit: out of memory");
    return EXIT_USAGE;
  }
  if (!keep_data(plot, path)) return EXIT_USAGE;
  FILE *script = tmpfile();
  if (script == NULL) {
    cli_error(plot->arguments, "%s: %s", path, plot_status_text(PLOT_NO_ROOM));
    return EXIT_USAGE;
  }
  write_script(script, plot, path);
  PlotStatus status = gnuplot_run(script, path);
  if (status != PLOT_DRAWN) cli_error(plot->arguments, "%s: %s", path, plot_status_text(status));
  (void)fclose(script);
  if (status != PLOT_DRAWN) return EXIT_USAGE;
  print_summary(plot, path);
  return is_whole(&plot->curve) ? EXIT_HELD : EXIT_UNDECIDED;
}

static ExitCode run_plot(const Arguments *arguments) {
  Plot *plot = calloc(1, sizeof *plot);
  if (plot == NULL) return EXIT_USAGE;
  plot->arguments = arguments;
  mpq_inits(plot->low, plot->high, NULL);
  ExitCode code = EXIT_USAGE;
  if (choose_argument(plot)) {
    code = open_point(plot) ? draw(plot) : EXIT_USAGE;
    certified_point_close(&plot->point);
  }
  mpq_clears(plot->low, plot->high, NULL);
  curve_free(&plot->curve);
  free(plot->with.given);
  free(plot);
  return code;
}

static const Option plot_options[] = {
    OPTIONS_DEFINITION,
    {.name = "x", .kind = OPTION_TEXT, .value = "FROM..TO", .help = "the interval (default: -3..3)"},
    {.name = "over", .kind = OPTION_TEXT, .value = "NAME", .help = "the argument (default: the first not given)"},
    OPTIONS_POINT,
    {.name = "output", .kind = OPTION_OUTPUT, .value = "FILE.svg|FILE.png", .help = "the picture (default: plot.svg)"},
    {.name = "data", .kind = OPTION_OUTPUT, .value = "FILE", .help = "write what is drawn, for gnuplot and others"},
    {.name = "cells",
     .kind = OPTION_COUNT,
     .value = "N",
     .help = "cells on which it is enclosed (default: 240)",
     .least = 1,
     .most = CURVE_CELLS_MOST},
    OPTIONS_CERTIFIED,
    {.name = NULL},
};
static const char *const plot_examples[] = {"plot tests/corpus/kinks.adj --def huber --x -3..3",
                                            "plot f.adj --at y=2 --x 0..1/3 --output f.png", NULL};
const Command command_plot = {
    .name = "plot",
    .summary = "a function of one input and its derivative, certified, as a picture",
    .operands = "FILE",
    .options = plot_options,
    .examples = plot_examples,
    .details =
        "Bands enclose function and derivative on each cell for certain; lines join certified values. What no\n"
        "cell decides (a kink, a jump, an edge, a pole) is halved until it is a spot, where germs say what it is\n"
        "at the simplest number in it; dotted lines mark it, red where there is no derivative. Grey: nowhere defined.\n"
        "Exit code 3 where some numbers were not looked at, or it is not known what a spot is.",
    .run = run_plot,
};
