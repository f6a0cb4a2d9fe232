/* Points where value and gradient are certified. */
#include "verify/certify/contract.h"

#include "verify/truth/germ.h"

#include <math.h>
#include <stdlib.h>

#define TRIES_A_ROW 16u
#define ROW_BITS 512
#define ROW_LARGEST 1e6
#define ROW_DIGITS 45 /* in bits */
#define ROW_NOTHING (-300)
#define ROW_WITHIN 1e-12
#define ROW_LOSS 1e-6   /* of a number, or */
#define ROW_LOST 1e-9   /* of the largest in its row: where rounding may lose more, nothing is said */
#define ROW_ROUNDING 64 /* another order of operations rounds so much more, at most */

typedef struct Search {
  const Program *program;
  Certified *certified;
  Truth *truth;
  Ring *enclosure;
  Scalar *value, *slope; /* enclosed */
  double *along;
  uint32_t inputs, outputs;
  bool seeds;
  mpq_t *x, *v;
  Germ germ;
  arb_t term, sum;
  uint64_t state;
  size_t mark; /* of the enclosures */
  CertifiedRows *rows;
} Search;

static uint32_t draw(Search *s, uint32_t below) {
  s->state = s->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(s->state >> 33) % below;
}

/* Sixteenths: above 0 first, where more is defined. */
static void draw_point(Search *s, bool positive) {
  for (uint32_t i = 0; i < s->inputs; i++) {
    long n = positive ? 1 + (long)draw(s, 32) : (long)draw(s, 65) - 32;
    mpq_set_si(s->x[i], n, 16);
    mpq_canonicalize(s->x[i]);
    s->rows->x[(size_t)s->rows->count * s->inputs + i] = (double)n / 16;
  }
  for (uint32_t j = 0; j < s->outputs; j++)
    s->rows->w[(size_t)s->rows->count * s->outputs + j] = s->seeds ? (double)(1 + draw(s, 8)) / 2 : 1;
}

/* A ball that is a double for all purposes here. */
static bool take(const arb_t ball, double *out) {
  *out = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
  bool small = arb_rel_accuracy_bits(ball) >= ROW_DIGITS || mag_cmp_2exp_si(arb_radref(ball), ROW_NOTHING) < 0;
  return small && *out >= -ROW_LARGEST && *out <= ROW_LARGEST;
}

/* The derivative of w y along one input. */
static bool column(Search *s, uint32_t i) {
  const CertifiedOptions options = {.order = 1, .digits = 15, .limit = ROW_BITS};
  const size_t row = s->rows->count;
  mpq_set_ui(s->v[i], 1, 1);
  Status status = truth_germ(s->certified, s->program, (const mpq_t *)s->x, (const mpq_t *)s->v, &options, &s->germ);
  mpq_set_ui(s->v[i], 0, 1);
  if ((status != STATUS_OK && status != STATUS_LIMIT) || s->germ.verdict != GERM_CERTIFIED) return false;
  arb_zero(s->sum);
  for (uint32_t j = 0; j < s->outputs; j++) {
    arb_set_d(s->term, s->rows->w[row * s->outputs + j]);
    arb_addmul(s->sum, s->term, enclosure_of(&s->germ.numbers, j, 1), ROW_BITS);
    if (!take(enclosure_of(&s->germ.numbers, j, 0), &s->rows->y[row * s->outputs + j])) return false;
  }
  return take(s->sum, &s->rows->g[row * s->inputs + i]);
}

static double largest(uint32_t n, const double *numbers) {
  double most = 0;
  for (uint32_t i = 0; i < n; i++) most = fmax(most, fabs(numbers[i]));
  return most;
}

static bool keeps(uint32_t n, const double *numbers, const double *off, double most) {
  bool good = true;
  for (uint32_t i = 0; i < n; i++) good = good && off[i] <= fmax(ROW_LOSS * fabs(numbers[i]), ROW_LOST * most);
  return good;
}

/* How far doubles may be off in a row: what rounding loses is bounded on the way through the program.  False where that
 * is not small. */
static bool measure(Search *s) {
  const size_t row = s->rows->count;
  const double *w = s->rows->w + row * s->outputs, *y = s->rows->y + row * s->outputs,
               *g = s->rows->g + row * s->inputs;
  double *off_y = s->rows->off_y + row * s->outputs, *off_g = s->rows->off_g + row * s->inputs;
  bool good = true;
  for (uint32_t i = 0; i < s->inputs && good; i++) {
    s->along[i] = 1;
    good = truth_enclosure_dual(s->truth, s->enclosure, s->program, s->rows->x + row * s->inputs, s->along, s->value,
                                s->slope) == STATUS_OK;
    s->along[i] = 0;
    off_g[i] = ROW_WITHIN * fabs(g[i]);
    for (uint32_t j = 0; j < s->outputs && good; j++) {
      off_y[j] = ROW_WITHIN * fabs(y[j]) + ROW_ROUNDING * enclosure_bound(s->enclosure, s->value[j]);
      off_g[i] += ROW_ROUNDING * fabs(w[j]) * enclosure_bound(s->enclosure, s->slope[j]);
    }
    (void)ring_take_status(s->enclosure);
    ring_release(s->enclosure, s->mark);
  }
  double most = fmax(largest(s->outputs, y), largest(s->inputs, g));
  return good && keeps(s->outputs, y, off_y, most) && keeps(s->inputs, g, off_g, most);
}

static void search(Search *s, uint32_t wanted) {
  for (uint32_t try = 0; try < TRIES_A_ROW * wanted && s->rows->count < wanted; try++) {
    bool good = true;
    draw_point(s, try % 2 == 0);
    for (uint32_t i = 0; good && i < s->inputs; i++) good = column(s, i);
    if (good && measure(s)) s->rows->count++;
  }
}

static bool make_rows(Arena *arena, uint32_t inputs, uint32_t outputs, uint32_t wanted, CertifiedRows *rows) {
  *rows = (CertifiedRows){.x = arena_array(arena, (size_t)wanted * inputs, sizeof(double)),
                          .g = arena_array(arena, (size_t)wanted * inputs, sizeof(double)),
                          .w = arena_array(arena, (size_t)wanted * outputs, sizeof(double)),
                          .y = arena_array(arena, (size_t)wanted * outputs, sizeof(double)),
                          .off_g = arena_array(arena, (size_t)wanted * inputs, sizeof(double)),
                          .off_y = arena_array(arena, (size_t)wanted * outputs, sizeof(double))};
  return rows->x != NULL && rows->g != NULL && rows->w != NULL && rows->y != NULL && rows->off_g != NULL &&
         rows->off_y != NULL;
}

Status rows_certified(Store *store, Arena *arena, const Program *program, const Tape *tape, bool seeds, uint32_t wanted,
                      CertifiedRows *rows) {
  Search s = {.program = program, .inputs = tape->inputs, .outputs = tape->outputs, .seeds = seeds, .rows = rows};
  bool room = make_rows(arena, tape->inputs, tape->outputs, wanted, rows);
  s.truth = truth_new(store);
  s.certified = s.truth == NULL ? NULL : certified_new(s.truth);
  s.enclosure = ring_enclosure_new();
  s.x = calloc(tape->inputs + 1, sizeof *s.x), s.v = calloc(tape->inputs + 1, sizeof *s.v);
  s.along = calloc(tape->inputs + 1, sizeof *s.along);
  s.value = calloc(2 * ((size_t)tape->outputs + 1), sizeof *s.value);
  bool good = room && s.certified != NULL && s.enclosure != NULL && s.x != NULL && s.v != NULL && s.along != NULL &&
              s.value != NULL;
  if (good) {
    s.slope = s.value + tape->outputs;
    s.mark = ring_mark(s.enclosure);
    for (uint32_t i = 0; i < tape->inputs; i++) mpq_init(s.x[i]), mpq_init(s.v[i]);
    germ_init(&s.germ), arb_init(s.term), arb_init(s.sum);
    search(&s, wanted);
    germ_clear(&s.germ), arb_clear(s.term), arb_clear(s.sum);
    for (uint32_t i = 0; i < tape->inputs; i++) mpq_clear(s.x[i]), mpq_clear(s.v[i]);
  }
  free(s.x), free(s.v), free(s.along), free(s.value);
  if (s.enclosure != NULL) ring_destroy(s.enclosure);
  certified_free(s.certified);
  truth_free(s.truth);
  return good ? STATUS_OK : STATUS_LIMIT;
}
