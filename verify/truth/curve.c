#include "verify/truth/curve.h"

#include "verify/truth/ring_jet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BITS 80
#define ASKS_QUICK 12
#define DEEPEST 14    /* halvings of a cell that does not decide */
#define HIGHEST 1e307 /* that a picture shows */
#define WIDTH 1e-6    /* of an enclosure that is drawn as a point */
#define ASKS 64 /* for a cell, of all: a kink takes 28; what decides nowhere, such as a loop without end, no more */

typedef struct Follower {
  const CurveOf *of;
  Ring *jets;
  Scalar *input, output[1];
  mpq_t *v; /* the direction */
  Curve *curve;
  Germ germ;
  uint32_t asks;  /* how many more cells are asked in halves */
  uint32_t germs; /* and spots by germs */
  mpq_t from, to; /* of the spot that is open */
  bool open, narrow;
} Follower;

/* ------------------------------------------------------------- on a cell -- */

static Scalar jet_of_interval(Ring *jets, const mpq_t from, const mpq_t to) {
  arb_ptr c = _arb_vec_init(2);
  arb_t end;
  arb_init(end);
  ball_set_rational(c, from, BITS);
  ball_set_rational(end, to, BITS);
  arb_union(c, c, end, BITS);
  arb_one(c + 1);
  Scalar jet = jet_make(jets, c);
  arb_clear(end);
  _arb_vec_clear(c, 2);
  return jet;
}

static void bounds(arb_srcptr ball, double *low, double *high) {
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, ball, BITS);
  *low = arf_get_d(end, ARF_RND_FLOOR);
  arb_get_ubound_arf(end, ball, BITS);
  *high = arf_get_d(end, ARF_RND_CEIL);
  arf_clear(end);
}

typedef enum Found { FOUND_BOUNDS, FOUND_UNDEFINED, FOUND_NOTHING } Found;

/* The program over the interval: enclosures of value and derivative. */
static Found ask_cell(Follower *f, const mpq_t from, const mpq_t to, CurveCell *cell) {
  const CurveOf *of = f->of;
  size_t mark = ring_mark(f->jets);
  ArenaMark memory = arena_mark(of->machine.arena);
  mpq_t zero;
  mpq_init(zero);
  for (uint32_t i = 0; i < of->inputs; i++) {
    if (of->is_int[i])
      f->input[i] = scalar_from_int(mpz_get_si(mpq_numref(of->x[i])));
    else
      f->input[i] = i == of->slot ? jet_of_interval(f->jets, from, to) : jet_make_line(f->jets, of->x[i], zero);
  }
  mpq_clear(zero);
  Machine machine = of->machine;
  machine.ring = f->jets;
  (void)jet_take_tied(f->jets);
  (void)jet_take_imprecise(f->jets);
  Status status = ring_take_status(f->jets);
  if (status == STATUS_OK) status = source_evaluator.eval(&machine, of->program, f->input, f->output);
  bool imprecise = jet_take_imprecise(f->jets), tied = jet_take_tied(f->jets);
  cell->value = cell->slope = false;
  if (status == STATUS_OK) {
    bounds(jet_coefficient(f->jets, f->output[0], 0), &cell->low, &cell->high);
    bounds(jet_coefficient(f->jets, f->output[0], 1), &cell->slope_low, &cell->slope_high);
    cell->value = true;
    cell->slope = !tied;
  }
  if (status == STATUS_LIMIT && of->germs > 0) f->asks = 0; /* so it would be on other cells */
  (void)ring_take_status(f->jets);
  arena_release(of->machine.arena, memory);
  ring_release(f->jets, mark);
  return status == STATUS_OK ? FOUND_BOUNDS : status == STATUS_DOMAIN && !imprecise ? FOUND_UNDEFINED : FOUND_NOTHING;
}

/* ------------------------------------------------------------ at a point -- */

static double midpoint(arb_srcptr ball) { return arf_get_d(arb_midref(ball), ARF_RND_NEAR); }

/* What no double holds is not drawn. */
static void drop_infinite(CurvePoint *point) {
  point->has_value = point->has_value && isfinite(point->value);
  point->has_slope = point->has_slope && isfinite(point->slope);
}

static CurvePoint ask_point(Follower *f, const mpq_t x) {
  CurvePoint out = {.x = mpq_get_d(x)};
  const CurveOf *of = f->of;
  mpq_set(of->x[of->slot], x);
  Status status =
      truth_germ(of->certified, of->program, (const mpq_t *)of->x, (const mpq_t *)f->v, &of->options, &f->germ);
  if (status != STATUS_OK && status != STATUS_LIMIT) return out;
  out.has_value = f->germ.certified >= 0;
  out.has_slope = f->germ.verdict == GERM_CERTIFIED;
  if (out.has_value) out.value = midpoint(enclosure_of(&f->germ.numbers, 0, 0));
  if (out.has_slope) out.slope = midpoint(enclosure_of(&f->germ.numbers, 0, 1));
  drop_infinite(&out);
  return out;
}

/* By an enclosure, which says nothing at ties: without the cost of a germ. */
static CurvePoint enclose_point(Follower *f, const mpq_t x) {
  CurvePoint out = {.x = mpq_get_d(x)};
  CurveCell cell;
  if (ask_cell(f, x, x, &cell) != FOUND_BOUNDS) return out;
  out.value = cell.low / 2 + cell.high / 2;
  out.slope = cell.slope_low / 2 + cell.slope_high / 2;
  out.has_value = cell.value && cell.high - cell.low <= WIDTH * fmax(1, fabs(out.value));
  out.has_slope = cell.slope && cell.slope_high - cell.slope_low <= WIDTH * fmax(1, fabs(out.slope));
  drop_infinite(&out);
  return out;
}

/* The number with the least denominator in [from, to], from < to: the least whole number; where there is none,
 * n + 1 / y with n below all of it and y simplest, as continued fractions have it. */
static void simplest(mpq_t out, const mpq_t from, const mpq_t to) {
  mpq_t whole, low, high;
  mpq_inits(whole, low, high, NULL);
  mpz_cdiv_q(mpq_numref(whole), mpq_numref(from), mpq_denref(from));
  if (mpq_cmp(whole, to) <= 0)
    mpq_set(out, whole);
  else {
    mpz_sub_ui(mpq_numref(whole), mpq_numref(whole), 1);
    mpq_sub(low, to, whole);
    mpq_sub(high, from, whole);
    mpq_inv(low, low);
    mpq_inv(high, high);
    simplest(out, low, high);
    mpq_inv(out, out);
    mpq_add(out, out, whole);
  }
  mpq_clears(whole, low, high, NULL);
}

/* The spot that ends here, asked at the simplest number in it. */
static void close_spot(Follower *f) {
  if (!f->open) return;
  f->open = false;
  CurveSpot *spot = &f->curve->spots[f->curve->spot_count++];
  mpq_t x;
  mpq_init(x);
  simplest(x, f->from, f->to);
  *spot = (CurveSpot){.from = mpq_get_d(f->from), .to = mpq_get_d(f->to), .narrow = f->narrow};
  bool asked = f->of->germs == 0 || f->germs++ < f->of->germs;
  spot->point = asked ? ask_point(f, x) : enclose_point(f, x);
  spot->certified = asked && f->germ.verdict != GERM_UNDECIDED;
  spot->differentiable = asked && f->germ.verdict == GERM_CERTIFIED;
  spot->says = !asked                 ? "not asked"
               : spot->differentiable ? "differentiable; beside it nothing is known"
                                      : germ_verdict_name(&f->germ);
  (void)rational_text(x, spot->at, sizeof spot->at);
  mpq_clear(x);
}

/* What is next to the last one is the same place, seen from its other side. */
static void add_spot(Follower *f, const mpq_t from, const mpq_t to, bool narrow) {
  if (f->open && !mpq_equal(f->to, from)) close_spot(f);
  if (!f->open) mpq_set(f->from, from);
  mpq_set(f->to, to);
  f->narrow = narrow && (f->narrow || !f->open);
  f->open = true;
  f->curve->open_count++;
}

/* ----------------------------------------------------------------- along -- */

static void follow_cell(Follower *f, const mpq_t from, const mpq_t to, int depth) {
  Curve *curve = f->curve;
  CurveCell cell = {.from = mpq_get_d(from), .to = mpq_get_d(to)};
  Found found = ask_cell(f, from, to, &cell);
  if (found == FOUND_NOTHING && (depth == DEEPEST || f->asks < 2)) {
    add_spot(f, from, to, depth == DEEPEST);
    return;
  }
  if (found == FOUND_NOTHING) {
    f->asks -= 2;
    mpq_t middle;
    mpq_init(middle);
    mpq_add(middle, from, to);
    mpq_div_2exp(middle, middle, 1);
    follow_cell(f, from, middle, depth + 1);
    follow_cell(f, middle, to, depth + 1);
    mpq_clear(middle);
    return;
  }
  cell.undefined = found == FOUND_UNDEFINED;
  curve->cells[curve->cell_count++] = cell;
}

static void follow(Follower *f, const mpq_t low, const mpq_t high, uint32_t cells) {
  mpq_t from, to, step;
  mpq_inits(from, to, step, NULL);
  mpq_sub(step, high, low);
  mpq_set_ui(to, cells, 1);
  mpq_div(step, step, to);
  mpq_set(from, low);
  for (uint32_t i = 0; i <= cells; i++) {
    f->curve->points[f->curve->point_count++] = f->of->germs == 0 ? ask_point(f, from) : enclose_point(f, from);
    mpq_add(to, from, step);
    if (i < cells) follow_cell(f, from, to, 0);
    mpq_set(from, to);
  }
  close_spot(f);
  mpq_clears(from, to, step, NULL);
}

bool curve_follow(const CurveOf *of, const mpq_t low, const mpq_t high, uint32_t cells, Curve *curve) {
  Follower f = {.of = of, .curve = curve, .asks = (of->germs == 0 ? ASKS : ASKS_QUICK) * cells};
  size_t room = cells + f.asks / 2; /* two halves are one cell more */
  memset(curve, 0, sizeof *curve);
  curve->cells = calloc(room + 1, sizeof *curve->cells);
  curve->spots = calloc(room + 1, sizeof *curve->spots);
  curve->points = calloc((size_t)cells + 1, sizeof *curve->points);
  f.input = calloc((size_t)of->inputs + 1, sizeof *f.input);
  f.v = calloc((size_t)of->inputs + 1, sizeof *f.v);
  f.jets = ring_jet_new(1, BITS);
  bool good = curve->cells != NULL && curve->spots != NULL && curve->points != NULL && f.input != NULL && f.v != NULL &&
              f.jets != NULL;
  if (good) {
    germ_init(&f.germ);
    mpq_inits(f.from, f.to, NULL);
    for (uint32_t i = 0; i < of->inputs; i++) {
      mpq_init(f.v[i]);
      mpq_set_ui(f.v[i], i == of->slot, 1);
    }
    follow(&f, low, high, cells);
    for (uint32_t i = 0; i < of->inputs; i++) mpq_clear(f.v[i]);
    mpq_clears(f.from, f.to, NULL);
    germ_clear(&f.germ);
  }
  if (f.jets != NULL) ring_destroy(f.jets);
  free(f.input);
  free(f.v);
  return good;
}

void curve_free(Curve *curve) {
  free(curve->cells);
  free(curve->spots);
  free(curve->points);
  memset(curve, 0, sizeof *curve);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void cut_heights(double *numbers, size_t count, double *least, double *most) {
  qsort(numbers, count, sizeof *numbers, by_size);
  double low = numbers[count / 20], high = numbers[count - 1 - count / 20], spread = fmin(high - low, HIGHEST);
  *least = numbers[0] < low - 3 * spread ? low - spread : numbers[0];
  *most = numbers[count - 1] > high + 3 * spread ? high + spread : numbers[count - 1];
  double room = *most > *least ? *most / 20 - *least / 20 : 1;
  *least = fmax(*least - room, -HIGHEST);
  *most = fmin(*most + room, HIGHEST);
}

bool curve_heights(const Curve *curve, double *least, double *most) {
  double *numbers = calloc(2 * (size_t)curve->point_count + 1, sizeof *numbers);
  size_t count = 0;
  for (uint32_t i = 0; i < curve->point_count && numbers != NULL; i++) {
    if (curve->points[i].has_value) numbers[count++] = curve->points[i].value;
    if (curve->points[i].has_slope) numbers[count++] = curve->points[i].slope;
  }
  bool enough = count > 20;
  if (enough) cut_heights(numbers, count, least, most);
  free(numbers);
  return enough;
}
