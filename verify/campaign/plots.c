#include "verify/campaign/plots.h"

#include "ad/engine.h"
#include "semantics/dualnum/meter.h"
#include "semantics/rings/rings.h"
#include "verify/campaign/apart.h"
#include "verify/campaign/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAMS_MOST 400u /* of a scope */
#define INPUTS_MOST 256u
#define MEMORY ((size_t)64 << 20)
#define FUEL ((uint64_t)2000000)
#define SIZES 64u /* the last: that many nodes and more */
#define KINDS ((uint32_t)TERM_LVAR)

/* Costs of gradients over those of their programs, of one size. */
typedef struct Ratios {
  uint32_t count;
  double least, most, sum;
} Ratios;

typedef struct Plots {
  Store *store;
  Arena arena;
  Ring *ring;
  Ratios ratios[SIZES + 1];
  uint32_t pair[TERM_KIND_COUNT][TERM_KIND_COUNT]; /* programs with the second below the first */
  uint32_t programs, measured;
} Plots;

/* ---------------------------------------------------------------- costs -- */

/* 1/2, 5/8, ... as reals, 1 as Ints; false for other types. */
static bool fill(const Plots *plots, TypeId type, Scalar *out, uint32_t *count) {
  const TypeNode *node = type_node(&plots->store->types, type);
  if (node->dim == TYPE_NOT_FLAT || *count + node->dim > INPUTS_MOST) return false;
  if (node->kind == TYPE_INT) out[(*count)++] = scalar_from_int(1);
  for (uint32_t i = 0; node->kind == TYPE_REAL && i < node->n; i++, (*count)++) {
    double x = 0.5 + (double)(*count % 8) / 8;
    memcpy(&out[*count].word, &x, sizeof x);
  }
  if (node->kind == TYPE_PROD) return fill(plots, node->a, out, count) && fill(plots, node->b, out, count);
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) {
    if (!fill(plots, node->a, out, count)) return false;
  }
  return true;
}

static Machine machine_of(Plots *plots) {
  Machine machine = machine_make(plots->store, plots->ring, &plots->arena);
  machine.fuel = FUEL;
  return machine;
}

/* Of one gradient by CHAD in reverse, in the evaluator of section 9, and of the program; false where one does not run.
 */
static bool measure(Plots *plots, const Program *program, TypeId *context, uint64_t cost[2]) {
  Scalar input[INPUTS_MOST], seed[INPUTS_MOST], primal[INPUTS_MOST], image[INPUTS_MOST];
  uint32_t inputs = 0, outputs = 0;
  Program derivative;
  CostMeter meter[2] = {{.steps = 0}, {.steps = 0}};
  for (uint32_t k = 0; k < program->length; k++) {
    if (!fill(plots, program->context[k], input, &inputs)) return false;
  }
  if (!fill(plots, program->type, seed, &outputs)) return false;
  Machine machine = machine_of(plots);
  MeterStart start = meter_start(&machine);
  Status status = source_evaluator.eval(&machine, program, input, primal);
  meter_stop(&machine, start, &meter[0]);
  if (status == STATUS_OK) status = chad_reverse.transform(plots->store, program, context, &derivative);
  machine = machine_of(plots);
  start = meter_start(&machine);
  if (status == STATUS_OK) status = applied_evaluator.eval_linear(&machine, &derivative, input, 1, seed, primal, image);
  meter_stop(&machine, start, &meter[1]);
  cost[0] = cost_total(&meter[0]);
  cost[1] = cost_total(&meter[1]);
  return status == STATUS_OK && cost[0] > 0;
}

static void add_cost(Plots *plots, const Program *program) {
  uint64_t cost[2], size = term_size(plots->store, program->term);
  TypeId *context = calloc((size_t)program->length + 1, sizeof *context);
  ArenaMark mark = arena_mark(&plots->arena);
  size_t scalars = ring_mark(plots->ring);
  if (context != NULL && measure(plots, program, context, cost)) {
    Ratios *r = &plots->ratios[size < SIZES ? size : SIZES];
    double ratio = (double)cost[1] / (double)cost[0];
    r->least = r->count == 0 ? ratio : fmin(r->least, ratio);
    r->most = r->count == 0 ? ratio : fmax(r->most, ratio);
    r->sum += ratio;
    r->count++;
    plots->measured++;
  }
  if (ring_take_status(plots->ring) != STATUS_OK) plots->ring->status = STATUS_OK;
  ring_release(plots->ring, scalars);
  arena_release(&plots->arena, mark);
  free(context);
}

/* ---------------------------------------------------------------- pairs -- */

static void find_pairs(const Plots *plots, TermId t, bool seen[TERM_KIND_COUNT][TERM_KIND_COUNT], uint32_t depth) {
  const Term *term = term_get(&plots->store->terms, t);
  for (int k = 0; k < TERM_KIDS && depth > 0; k++) {
    if (term->kid[k].id == 0) continue;
    seen[term->kind][term_get(&plots->store->terms, term->kid[k])->kind] = true;
    find_pairs(plots, term->kid[k], seen, depth - 1);
  }
}

static void add_pairs(Plots *plots, const Program *program) {
  bool seen[TERM_KIND_COUNT][TERM_KIND_COUNT];
  memset(seen, 0, sizeof seen);
  if (term_size(plots->store, program->term) > 10000) return; /* terms may share: a walk is as long as the tree */
  find_pairs(plots, program->term, seen, 500);
  for (uint32_t a = 0; a < TERM_KIND_COUNT; a++) {
    for (uint32_t b = 0; b < TERM_KIND_COUNT; b++) plots->pair[a][b] += seen[a][b];
  }
}

static void add_scope(Plots *plots, const Scope *scope) {
  Rank step = scope->count / PROGRAMS_MOST + 1;
  for (Rank k = 0; k < scope->count && !campaign_interrupted(); k += step) {
    SpaceCase made;
    Rank index = scope->index == NULL ? scope->first + k : scope->index(scope->state, scope->first + k);
    uint32_t mark = store_mark(plots->store);
    if (scope->make(scope->state, index, &made) == STATUS_OK) {
      plots->programs++;
      add_pairs(plots, &made.program);
      add_cost(plots, &made.program);
    }
    Status status = store_take_status(plots->store);
    store_release(plots->store, mark);
    if (status == STATUS_LIMIT) continue;
  }
}

/* ------------------------------------------------------------- pictures -- */

#define WIDTH 560
#define HEIGHT 150
#define CELL 9
#define MARGIN 78

/* Powers of ten up to the largest ratio, on a logarithmic scale. */
static double height_of(double ratio, double top) { return HEIGHT * (1 - log10(fmax(ratio, 1)) / top); }

static void write_costs(const Plots *plots, FILE *out) {
  double most = 10, slot = (double)WIDTH / (SIZES + 1);
  for (uint32_t i = 0; i <= SIZES; i++) most = fmax(most, plots->ratios[i].most);
  double top = ceil(log10(most));
  (void)fprintf(out,
                "<svg class=\"fn\" width=\"%d\" viewBox=\"-30 -8 %d %d\" role=\"img\"><title>cost of a gradient over "
                "that of its program, by size</title>",
                WIDTH + 34, WIDTH + 34, HEIGHT + 38);
  for (int power = 0; power <= (int)top; power++) {
    double ratio = pow(10, power), y = height_of(ratio, top);
    (void)fprintf(out, "<path class=\"a\" d=\"M0 %.0fH%d\"/><text x=\"-4\" y=\"%.0f\" text-anchor=\"end\">%.0f</text>",
                  y, WIDTH, y + 4, ratio);
  }
  for (uint32_t i = 0; i <= SIZES; i++) {
    const Ratios *r = &plots->ratios[i];
    double x = slot * (i + 0.5);
    if (i % 8 == 0)
      (void)fprintf(out, "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%u%s</text>", x, HEIGHT + 14, i,
                    i == SIZES ? "+" : "");
    if (r->count == 0) continue;
    (void)fprintf(out,
                  "<path class=\"v\" d=\"M%.1f %.1fV%.1f\"><title>%u nodes: %u programs, %.3g to %.3g</title></path>",
                  x, height_of(r->least, top), height_of(r->most, top) - 0.5, i, r->count, r->least, r->most);
    (void)fprintf(out, "<rect class=\"proved\" x=\"%.1f\" y=\"%.1f\" width=\"4\" height=\"4\"/>", x - 2,
                  height_of(r->sum / r->count, top) - 2);
  }
  (void)fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">nodes of the program</text></svg>", WIDTH / 2,
                HEIGHT + 28);
}

/* Cells of one class as one path: 1, 2 to 9, 10 and more programs. */
static void write_cells(const Plots *plots, FILE *out, const char *class, uint32_t least, uint32_t most) {
  (void)fprintf(out, "<path class=\"%s\" d=\"", class);
  for (uint32_t a = 1; a < KINDS; a++) {
    for (uint32_t b = 1; b < KINDS; b++) {
      if (plots->pair[a][b] < least || plots->pair[a][b] > most) continue;
      (void)fprintf(out, "M%u %uh%dv%dh-%dz", MARGIN + CELL * (b - 1), MARGIN + CELL * (a - 1), CELL - 1, CELL - 1,
                    CELL - 1);
    }
  }
  (void)fputs("\"/>", out);
}

static uint32_t pairs_seen(const Plots *plots) {
  uint32_t seen = 0;
  for (uint32_t a = 1; a < KINDS; a++) {
    for (uint32_t b = 1; b < KINDS; b++) seen += plots->pair[a][b] > 0;
  }
  return seen;
}

static void write_pairs(const Plots *plots, FILE *out) {
  int size = MARGIN + CELL * (int)(KINDS - 1);
  (void)fprintf(
      out,
      "<svg class=\"pairs\" width=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"><title>which construct stands below "
      "which</title>",
      size, size, size);
  (void)fprintf(out, "<rect class=\"none\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", MARGIN, MARGIN,
                size - MARGIN, size - MARGIN);
  write_cells(plots, out, "holds", 1, 1);
  write_cells(plots, out, "mixed", 2, 9);
  write_cells(plots, out, "proved", 10, UINT32_MAX);
  for (uint32_t a = 1; a < KINDS; a++) {
    uint32_t at = MARGIN + CELL * a - 2;
    const char *name = term_info((TermKind)a)->name;
    (void)fprintf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%s</text>", MARGIN - 3, at, name);
    (void)fprintf(out, "<text transform=\"translate(%u %d) rotate(-90)\">%s</text>", at, MARGIN - 3, name);
  }
  (void)fputs("</svg>", out);
}

static void write_all(const Plots *plots, FILE *out) {
  char programs[FIGURE_SIZE], measured[FIGURE_SIZE];
  (void)figure(plots->programs, programs), (void)figure(plots->measured, measured);
  (void)fprintf(out,
                "<h2 id=\"plots\">Costs and constructs</h2><p><small>of %s programs drawn evenly, at most %u of a "
                "scope</small></p>\n",
                programs, PROGRAMS_MOST);
  if (plots->measured > 0) {
    (void)fprintf(out,
                  "<h3>What a gradient costs, times its program</h3><p><small>CHAD in reverse, steps, operations and "
                  "words counted at one point: least, mean and most of each size; %s programs ran there</small></p>\n",
                  measured);
    write_costs(plots, out);
  }
  (void)fprintf(out,
                "<h3>Constructs inside constructs</h3><p><small>rows hold columns: %u pairs of constructs came up; "
                "darker: in 1, 2 to 9, 10 and more programs</small></p><div class=\"wide\">\n",
                pairs_seen(plots));
  write_pairs(plots, out);
  (void)fputs("</div>\n", out);
}

/* -------------------------------------------------- in a process of its own -- */

#define SECONDS 600u /* of processor time */

typedef struct Job {
  Store *store;
  const ReportScope *scopes;
  uint32_t count;
  FILE *file;
} Job;

static void make(void *state) {
  const Job *job = state;
  Plots *plots = calloc(1, sizeof *plots);
  if (plots == NULL) _exit(1);
  plots->store = job->store;
  plots->ring = ring_double_new();
  if (plots->ring == NULL) _exit(1);
  arena_init(&plots->arena, MEMORY);
  for (uint32_t i = 0; i < job->count; i++) add_scope(plots, &job->scopes[i].scope);
  if (campaign_interrupted()) _exit(1);
  write_all(plots, job->file);
  if (fflush(job->file) != 0 || ferror(job->file) != 0) _exit(1);
}

/* All of the file. */
static char *read_all(FILE *file) {
  if (fseek(file, 0, SEEK_END) != 0) return NULL;
  long size = ftell(file);
  char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);
  rewind(file);
  if (text != NULL && fread(text, 1, (size_t)size, file) == (size_t)size) return text;
  free(text);
  return NULL;
}

char *plots_make(Store *store, const ReportScope *scopes, uint32_t count) {
  Job job = {store, scopes, count, tmpfile()};
  if (job.file == NULL) return NULL;
  char *text = apart_run(make, &job, SECONDS) == APART_DONE ? read_all(job.file) : NULL;
  (void)fclose(job.file);
  return text;
}
