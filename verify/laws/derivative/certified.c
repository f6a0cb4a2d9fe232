/* The AD laws at a point by certified enclosures (tier T3), where no tier decided a
 * program for all inputs.
 *
 * Truth comes from jets of balls, the derivatives are run over balls, both at an
 * exact rational point and at rising precision.  Disjoint balls refute for certain;
 * balls that have digits in common, or are narrow beside the numbers of the run,
 * hold. */
#include "verify/battery/subject.h"
#include "verify/truth/ring_ball.h"

#include <string.h>

#define FIRST_BITS 106
#define MOST_BITS 848
#define DIGITS 25
#define STREAM_COTANGENT 320 /* of random words */
#define NARROW_BITS 64       /* of a difference, beside the largest number of the run */

typedef struct Certificate {
  Subject *subject; /* over enclosures: its point is exact */
  Ring *balls;
  slong bits;
  mpq_t *x, *v, *w; /* flat input, direction, and cotangent of real outputs */
  Enclosures truth;
  arb_t largest; /* of the numbers of the run */
  bool undecided;
} Certificate;

/* ---------------------------------------------------------- the numbers -- */

static void real_numbers(const Certificate *c, mpq_t *out, const Scalar *from, uint32_t count, const uint32_t *slot) {
  for (uint32_t i = 0; i < count; i++) {
    mpq_set_d(out[slot == NULL ? i : slot[i]], enclosure_value(c->subject->ring, from[i]));
  }
}

static mpq_t *rationals(Subject *subject, uint32_t count) {
  mpq_t *out = subject_room(subject, (size_t)count + 1, sizeof *out);
  for (uint32_t i = 0; i < count && out != NULL; i++) mpq_init(out[i]);
  return out;
}

static void clear(mpq_t *numbers, uint32_t count) {
  for (uint32_t i = 0; i < count && numbers != NULL; i++) mpq_clear(numbers[i]);
}

static bool read_point(Certificate *c) {
  Subject *subject = c->subject;
  c->x = rationals(subject, subject->inputs);
  c->v = rationals(subject, subject->inputs);
  c->w = rationals(subject, subject->cotangents);
  if (c->x == NULL || c->v == NULL || c->w == NULL) return false;
  subject_exact_point(subject, c->x);
  real_numbers(c, c->v, subject->direction, subject->tangents, subject->input_slot);
  for (uint32_t i = 0; i < subject->cotangents; i++) {
    mpq_set_d(c->w[i], enclosure_value(subject->ring, subject_random(subject, STREAM_COTANGENT, i)));
  }
  return true;
}

/* ---------------------------------------------------------- comparisons -- */

/* Whether the difference is small beside the largest number: what cancels to 0 has
 * no digits of its own. */
static bool is_narrow(const arb_t truth, const arb_t found, const arb_t largest) {
  arb_t difference, scale;
  arb_init(difference), arb_init(scale);
  arb_sub(difference, truth, found, MOST_BITS);
  arb_abs(difference, difference);
  arb_mul_2exp_si(scale, largest, -NARROW_BITS);
  bool narrow = arb_lt(difference, scale);
  arb_clear(difference), arb_clear(scale);
  return narrow;
}

Agreement balls_agree(const arb_t truth, const arb_t found, const arb_t largest) {
  switch (certified_compare(truth, found, DIGITS).verdict) {
  case CERTIFIED_AGREES: return AGREE;
  case CERTIFIED_DISJOINT: return DISAGREE;
  case CERTIFIED_UNDECIDED: break;
  }
  if (arb_is_zero(truth) && arb_is_zero(found)) return AGREE;
  return is_narrow(truth, found, largest) ? AGREE : UNCLEAR;
}

void ball_widen(arb_t largest, const arb_t ball) {
  arb_t size;
  arb_init(size);
  arb_abs(size, ball);
  arb_get_ubound_arf(arb_midref(size), size, MOST_BITS);
  mag_zero(arb_radref(size));
  if (arb_gt(size, largest)) arb_set(largest, size);
  arb_clear(size);
}

static void print_side(const arb_t ball, char *out) { (void)ball_print(ball, 20, out, WITNESS_TEXT); }

/* Vectors of balls; counts but for UNCLEAR, which the caller tries again. */
static Agreement judge_balls(Certificate *c, LawId law, const Derived *derived, int k, What about, uint32_t length,
                             arb_srcptr truth, arb_srcptr found) {
  Agreement worst = AGREE;
  char expected[WITNESS_TEXT], other[WITNESS_TEXT];
  for (uint32_t i = 0; i < length; i++) {
    Agreement one = balls_agree(truth + i, found + i, c->largest);
    if (one == UNCLEAR && worst == AGREE) worst = UNCLEAR;
    if (one != DISAGREE) continue;
    print_side(truth + i, expected);
    print_side(found + i, other);
    judge_refute(c->subject, law, derived->slot, derived_evaluator(derived, k), about, expected, other);
    return DISAGREE;
  }
  if (worst == AGREE && law_on(c->subject, law)) judge_count(c->subject, law, derived->slot, OUTCOME_HOLDS);
  return worst;
}

/* ------------------------------------------------------------------ runs -- */

static Scalar ball_of(const Certificate *c, const mpq_t number) { return ball_make_rational(c->balls, number); }

static Status run(const Certificate *c, const Derived *derived, int k, Scalar *primal, Scalar *image) {
  Subject *subject = c->subject;
  Battery *battery = subject->battery;
  Scalar *input = subject_scalars(subject, subject->inputs), *seed = subject_scalars(subject, derived->domain);
  if (input == NULL || seed == NULL) return STATUS_LIMIT;
  memcpy(input, subject->point, subject->inputs * sizeof *input); /* Ints */
  for (uint32_t i = 0; i < subject->tangents; i++) {
    uint32_t slot = subject->input_slot[i];
    input[slot] = ball_of(c, c->x[slot]);
    if (!derived->engine->reverse) seed[i] = ball_of(c, c->v[slot]);
  }
  for (uint32_t i = 0; i < subject->cotangents && derived->engine->reverse; i++) seed[i] = ball_of(c, c->w[i]);
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, c->balls, &battery->values);
  Status status = derived_eval(derived, k, &machine, input, 1, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(c->balls);
  return status != STATUS_OK ? status : left;
}

/* sum_i a_i b_i, b being numbers. */
static void contract(const Certificate *c, arb_t sum, uint32_t length, arb_srcptr a, const mpq_t *b,
                     const uint32_t *slot) {
  arb_t factor;
  arb_init(factor);
  arb_zero(sum);
  for (uint32_t i = 0; i < length; i++) {
    ball_set_rational(factor, b[slot == NULL ? i : slot[i]], c->bits);
    arb_addmul(sum, a + i, factor, c->bits);
  }
  arb_clear(factor);
}

/* AD-PRIMAL, and AD-FWD on J v or AD-REV on <J v, w> = <v, J^t w>. */
static Agreement judge_image(Certificate *c, const Derived *derived, int k, const Scalar *primal, const Scalar *image) {
  Subject *subject = c->subject;
  uint32_t m = subject->cotangents, n = derived->codomain, room = 2 * m + m + n + 2;
  arb_ptr balls = _arb_vec_init(room), value = balls, slope = balls + m, found = slope + m, moved = found + m;
  arb_ptr sides = moved + n;
  for (uint32_t o = 0; o < m; o++) {
    uint32_t slot = subject->output_slot[o];
    arb_set(value + o, enclosure_of(&c->truth, slot, 0));
    arb_set(slope + o, enclosure_of(&c->truth, slot, 1));
    arb_set(found + o, ball_get(c->balls, primal[slot]));
  }
  for (uint32_t i = 0; i < n; i++) arb_set(moved + i, ball_get(c->balls, image[i]));
  for (uint32_t i = 0; i < room; i++) ball_widen(c->largest, balls + i);
  Agreement result = judge_balls(c, LAW_AD_PRIMAL, derived, k, what("primal, certified"), m, value, found), next;
  if (derived->engine->reverse) {
    contract(c, sides, m, slope, (const mpq_t *)c->w, NULL);
    contract(c, sides + 1, n, moved, (const mpq_t *)c->v, subject->input_slot);
    next = judge_balls(c, LAW_AD_REV, derived, k, what("<J v, w>, certified"), 1, sides, sides + 1);
  } else {
    next = judge_balls(c, LAW_AD_FWD, derived, k, what("J v, certified"), n, slope, moved);
  }
  _arb_vec_clear(balls, room);
  return result == DISAGREE || next == DISAGREE ? DISAGREE : result == UNCLEAR || next == UNCLEAR ? UNCLEAR : AGREE;
}

static Status truth_at(Certificate *c) {
  CertifiedOptions options = {.order = 1, .digits = DIGITS, .limit = c->bits};
  Status status = truth_certified(c->subject->battery->certified, c->subject->program, (const mpq_t *)c->x,
                                  (const mpq_t *)c->v, &options, &c->truth);
  return status == STATUS_LIMIT && c->truth.precision > 0 ? STATUS_OK : status;
}

/* One derivative in one evaluator, at rising precision. */
static void certify(Certificate *c, const Derived *derived, int k) {
  Subject *subject = c->subject;
  Scalar *primal = subject_scalars(subject, subject->outputs), *image = subject_scalars(subject, derived->codomain);
  Agreement found = UNCLEAR;
  bool retry = primal != NULL && image != NULL;
  for (c->bits = FIRST_BITS; retry && found == UNCLEAR && c->bits <= MOST_BITS; c->bits *= 2) {
    size_t mark = ring_mark(c->balls);
    ball_set_precision(c->balls, c->bits);
    (void)ball_take_imprecise(c->balls);
    Status status = truth_at(c);
    bool imprecise = c->truth.straddles;
    if (status == STATUS_OK) {
      status = run(c, derived, k, primal, image);
      imprecise = ball_take_imprecise(c->balls);
    }
    if (status == STATUS_OK) found = judge_image(c, derived, k, primal, image);
    retry = status == STATUS_OK || imprecise;
    ring_release(c->balls, mark);
  }
  if (found != AGREE) c->undecided = true;
}

static void certify_all(Certificate *c) {
  Subject *subject = c->subject;
  bool thorough = subject->options->thorough;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    if (!derived_usable(derived)) continue;
    for (int k = 0; k < derived->runs; k++) {
      if (!thorough && (uint64_t)subject->index % (uint64_t)derived->runs != (uint64_t)k) continue;
      certify(c, derived, k);
    }
  }
}

bool laws_certified(Subject *located) {
  Battery *battery = located->battery;
  Subject subject = *located;
  ArenaMark scratch = arena_mark(&battery->scratch);
  size_t mark = ring_mark(battery->enclosure);
  Certificate c = {.subject = &subject, .balls = battery->balls};
  bool held = false;
  subject.ring = battery->enclosure;
  if (located->ring == battery->enclosure || subject_locate(&subject) == STATUS_OK) {
    enclosures_init(&c.truth);
    arb_init(c.largest);
    if (read_point(&c)) {
      certify_all(&c);
      held = !c.undecided;
    }
    arb_clear(c.largest);
    enclosures_clear(&c.truth);
    clear(c.x, subject.inputs);
    clear(c.v, subject.inputs);
    clear(c.w, subject.cotangents);
  }
  ring_release(battery->enclosure, mark);
  arena_release(&battery->scratch, scratch);
  return held;
}
