/* One input: f on the right and on the left of x, and at x.  Both sides are Puiseux series, which are
 * differentiated term by term: the k-th derivative at x is there exactly when both begin with one
 * polynomial of degree k, and go on above s^k. */
#include "verify/truth/germ_question.h"

/* Whether two numbers are one; 1, 0, or EXACT_SIGN_UNKNOWN. */
static int equal(Exact *exact, const ca_t a, const ca_t b) {
  ca_t difference;
  ca_init(difference, exact->context);
  ca_sub(difference, a, b, exact->context);
  int sign = exact_fits(exact, difference) ? exact_sign(exact, difference) : EXACT_SIGN_UNKNOWN;
  ca_clear(difference, exact->context);
  return sign == EXACT_SIGN_UNKNOWN ? sign : sign == 0;
}

static bool output_between(const GermQuestion *question, const Curve *side, uint32_t output, uint32_t k) {
  return curve_between(question, &side[0], output, k) || curve_between(question, &side[1], output, k);
}

/* Whether f has a k-th derivative at x, those below being there, which *c becomes over k!. */
static int judge_order(GermQuestion *question, const Curve *side, uint32_t output, uint32_t k, ca_t c) {
  Exact *exact = &question->exact;
  ca_t left;
  if (output_between(question, side, output, k)) return 0;
  ca_init(left, exact->context);
  int found = EXACT_SIGN_UNKNOWN;
  if (curve_coefficient(question, &side[0], output, k, c) && curve_coefficient(question, &side[1], output, k, left)) {
    if (k % 2 == 1) ca_neg(left, left, exact->context);
    found = equal(exact, c, left);
    if (k == 0 && found == 1 && question->limit) ca_set(question->value + output, c, exact->context);
    if (k == 0 && found == 1) found = equal(exact, c, question->value + output);
  }
  ca_clear(left, exact->context);
  return found;
}

/* An Int is a jump, or constant. */
static int judge_word(const GermQuestion *question, const Curve *side, uint32_t output) {
  if (question->limit) question->word[output] = side[0].output[output];
  uint64_t word = question->word[output].word;
  return side[0].output[output].word == word && side[1].output[output].word == word;
}

/* Of all outputs; germ->output is one that has none. */
static int judge_all(GermQuestion *question, const Curve *side, uint32_t k, Germ *germ, ca_ptr taylor) {
  int all = 1;
  for (uint32_t i = 0; i < question->layout.outputs; i++) {
    ca_ptr c = taylor + (size_t)i * (question->order + 1) + k;
    int here = question->layout.output_is_int[i] ? (k > 0 || judge_word(question, side, i))
                                                 : judge_order(question, side, i, k, c);
    if (here == 0) germ->output = i;
    if (here == 0) return 0;
    if (here != 1) all = here;
  }
  return all;
}

static void judge_sides(GermQuestion *question, const Curve *side, Germ *germ, ca_ptr taylor) {
  for (uint32_t k = 0; k <= question->order; k++) {
    int found = judge_all(question, side, k, germ, taylor);
    if (found == 1) {
      if (k > 0) germ->certified = (int)k;
      continue;
    }
    germ->verdict = found == 0 ? GERM_NOT_DIFFERENTIABLE : GERM_UNDECIDED;
    germ->jump = found == 0 && k == 0;
    germ->missing = k == 0 ? 1 : k;
    germ->why = found != 0 ? "whether the sides agree is not decided"
                : k == 0   ? "the value jumps"
                : k == 1   ? "the sides have no slope in common"
                           : "the sides have no derivative in common";
    return;
  }
  germ->verdict = GERM_CERTIFIED;
}

void germ_sides(GermQuestion *question, Germ *germ, ca_ptr taylor) {
  mpq_t d[1];
  Curve side[2];
  mpq_init(d[0]);
  for (int k = 0; k < 2; k++) {
    mpq_set_si(d[0], 1 - 2 * k, 1);
    curve_open(question, (const mpq_t *)d, NULL, &side[k]);
  }
  mpq_clear(d[0]);
  if (side[0].status == STATUS_DOMAIN || side[1].status == STATUS_DOMAIN) {
    germ->verdict = GERM_EDGE;
    germ->why = side[0].status == STATUS_DOMAIN ? "undefined on the right" : "undefined on the left";
  } else if (side[0].status == STATUS_OK && side[1].status == STATUS_OK)
    judge_sides(question, side, germ, taylor);
  else
    germ->why = "a side has no power series that is found";
  curve_close(&side[0]);
  curve_close(&side[1]);
}
