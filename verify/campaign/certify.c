#include "verify/campaign/certify.h"

#include "verify/truth/germ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 20
#define MOST_BITS 1024

/* An exact point of a witness, its numbers in their flat places. */
typedef struct Point {
  mpq_t *number;
  uint32_t count;
} Point;

static void point_free(Point *point) {
  for (uint32_t i = 0; i < point->count; i++) mpq_clear(point->number[i]);
  free(point->number);
}

/* "1/2, 3" into the places that `skip` (may be NULL) does not name; false when these
 * are not as many. */
static bool point_read(Point *point, uint32_t count, const char *text, const bool *skip) {
  char number[WITNESS_TEXT];
  point->number = calloc(count == 0 ? 1 : count, sizeof *point->number);
  point->count = point->number == NULL ? 0 : count;
  if (point->number == NULL) return false;
  for (uint32_t i = 0; i < count; i++) mpq_init(point->number[i]);
  for (uint32_t i = 0; i < count; i++) {
    if (skip != NULL && skip[i]) continue;
    size_t length = strcspn(text, ",");
    if (length == 0 || length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (mpq_set_str(point->number[i], number, 10) != 0) return false;
    text += length + strspn(text + length, ", ");
  }
  return *text == '\0';
}

typedef struct Answer {
  char *out;
  size_t size, used;
} Answer;

static void say(Answer *answer, const char *text) {
  int wrote = snprintf(answer->out + answer->used, answer->size - answer->used, "%s", text);
  if (wrote > 0)
    answer->used += (size_t)wrote < answer->size - answer->used ? (size_t)wrote : answer->size - answer->used - 1;
}

static void say_ball(Answer *answer, const arb_t ball) {
  char text[128];
  (void)ball_print(ball, DIGITS, text, sizeof text);
  say(answer, text);
}

/* (D^k of each output) */
static void say_outputs(Answer *answer, const Enclosures *e, uint32_t k) {
  if (e->outputs != 1) say(answer, "(");
  for (uint32_t i = 0; i < e->outputs; i++) {
    if (i > 0) say(answer, ", ");
    say_ball(answer, enclosure_of(e, i, k));
  }
  if (e->outputs != 1) say(answer, ")");
}

/* <D f(x) v, w>, w having a number for each output that is no Int. */
static void say_product(Answer *answer, const Enclosures *e, const char *cotangent) {
  Point w = {NULL, 0};
  arb_t sum, factor;
  arb_init(sum), arb_init(factor);
  if (point_read(&w, e->outputs, cotangent, e->is_int)) {
    for (uint32_t i = 0; i < e->outputs; i++) {
      ball_set_rational(factor, w.number[i], MOST_BITS);
      arb_addmul(sum, factor, enclosure_of(e, i, 1), MOST_BITS);
    }
    say(answer, ", <D f(x) v, w> = ");
    say_ball(answer, sum);
  }
  point_free(&w);
  arb_clear(sum), arb_clear(factor);
}

/* What is certified at the point: the value, and the derivative or why there is none. */
static void say_germ(Answer *answer, const Germ *germ, const char *cotangent) {
  if (germ->certified < 0) return;
  say(answer, "f(x) = ");
  say_outputs(answer, &germ->numbers, 0);
  if (germ->certified < 1) {
    say(answer, ", D f(x): ");
    say(answer, germ_verdict_name(germ));
    say(answer, ": ");
    say(answer, germ->why);
    return;
  }
  say(answer, ", D f(x) v = ");
  say_outputs(answer, &germ->numbers, 1);
  if (cotangent[0] != '\0') say_product(answer, &germ->numbers, cotangent);
}

static void certify(Certified *certified, const Program *program, const Witness *witness, uint32_t inputs, bool *is_int,
                    Answer *answer) {
  Point x = {NULL, 0}, v = {NULL, 0};
  Germ germ;
  germ_init(&germ);
  CertifiedOptions options = {.order = 1, .digits = DIGITS, .limit = MOST_BITS};
  Status status = certified_input_ints(certified, program, is_int);
  if (status == STATUS_OK && point_read(&x, inputs, witness->exact_input, NULL) &&
      point_read(&v, inputs, witness->exact_tangent, is_int)) {
    status = truth_germ(certified, program, (const mpq_t *)x.number, (const mpq_t *)v.number, &options, &germ);
    /* at the limit, fewer digits: those that are printed are certain all the same */
    if (status == STATUS_OK || status == STATUS_LIMIT) say_germ(answer, &germ, witness->exact_cotangent);
  }
  germ_clear(&germ);
  point_free(&x);
  point_free(&v);
}

void certify_witness(Store *store, const Program *program, const Witness *witness, char *out, size_t size) {
  bool about_truth = witness->law == LAW_AD_FWD || witness->law == LAW_AD_REV || witness->law == LAW_AD_DOT ||
                     witness->law == LAW_AD_PRIMAL;
  Answer answer = {out, size, 0};
  uint32_t inputs = 0;
  out[0] = '\0';
  if (!about_truth || witness->exact_input[0] == '\0') return;
  for (uint32_t i = 0; i < program->length; i++) inputs += type_node(&store->types, program->context[i])->dim;
  bool *is_int = calloc(inputs == 0 ? 1 : inputs, sizeof *is_int);
  Truth *truth = truth_new(store);
  Certified *certified = truth == NULL ? NULL : certified_new(truth);
  if (is_int != NULL && certified != NULL) certify(certified, program, witness, inputs, is_int, &answer);
  certified_free(certified);
  truth_free(truth);
  free(is_int);
}
