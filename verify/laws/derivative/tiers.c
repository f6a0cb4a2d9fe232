/* TIERS: the tiers of truth against one another, on the source program alone.
 *
 * At one dyadic point x and direction v: enclosures by dual numbers over doubles and
 * certified balls (T3) must overlap; exact dual numbers over the rationals lie in the
 * balls; interpolation over F_p (T1) is their residue; the formal derivative (T2) read
 * at (x, v) is what each of them says.  At a Kronecker point T2 read there is T2k.
 * Where a tier cannot speak (DOMAIN, UNABLE, LIMIT) it is left out; but that the
 * program has no value for certain, where another tier has found one, contradicts. */
#include "verify/battery/straight.h"
#include "verify/truth/path.h"

#include <string.h>

#define TIERS_WORK 100000u /* of the symbolic ring */
#define TIERS_BITS 212
#define MOST_INPUTS 16u
#define MOST_REGIONS 64u

/* What one tier says: `outputs` values, then as many derivatives along v. */
typedef struct Answer {
  bool known;
  Scalar *scalar;
} Answer;

typedef struct Tiers {
  Subject *located; /* as the battery found it */
  Subject real;     /* over enclosures, at the dyadic point */
  uint32_t n, m;    /* flat inputs and outputs, all of them real */
  mpq_t *x, *v;
  Enclosures balls;
  bool certified;
  Scalar *point, *direction; /* x and v over the rationals */
  Answer exact, field, formal;
  Path path;              /* of the tests on signs that T2 is asked */
  PathPlace formal_place; /* of the point in its region */
} Tiers;

/* --------------------------------------------------------------- verdicts -- */

static void contradict(Tiers *t, const char *tiers, const char *about, const char *one, const char *other) {
  judge_refute(&t->real, LAW_TIERS, 0, tiers, what(about), one, other);
}

static void agree(Tiers *t) {
  if (law_on(t->located, LAW_TIERS)) judge_count(t->located, LAW_TIERS, 0, OUTCOME_HOLDS);
}

static const char *about_place(const Tiers *t, uint32_t i) { return i < t->m ? "value" : "D[[t]](x) . v"; }

/* 0..m-1 are values, m..2m-1 derivatives. */
static arb_srcptr ball_of(const Tiers *t, uint32_t i) {
  return i < t->m ? enclosure_of(&t->balls, i, 0) : enclosure_of(&t->balls, i - t->m, 1);
}

static void compare_exactly(Tiers *t, const char *tiers, Ring *ring, const Scalar *one, const Scalar *other) {
  for (uint32_t i = 0; i < 2 * t->m; i++) {
    if (ring_equal(ring, one[i], other[i])) continue;
    char first[WITNESS_TEXT], second[WITNESS_TEXT];
    (void)ring_print(ring, one[i], first, sizeof first);
    (void)ring_print(ring, other[i], second, sizeof second);
    contradict(t, tiers, about_place(t, i), first, second);
    return;
  }
  agree(t);
}

/* A ball of a tier against T3's: they enclose one number. */
static bool overlaps(Tiers *t, const char *tiers, uint32_t i, const arb_t ball) {
  if (arb_overlaps(ball, ball_of(t, i))) return true;
  char first[WITNESS_TEXT], second[WITNESS_TEXT];
  (void)ball_print(ball_of(t, i), 20, first, sizeof first);
  (void)ball_print(ball, 20, second, sizeof second);
  contradict(t, tiers, about_place(t, i), first, second);
  return false;
}

/* ------------------------------------------------------------------- T3 -- */

static bool read_point(Tiers *t) {
  const Subject *real = &t->real;
  t->x = subject_room(real, 2 * (size_t)t->n, sizeof *t->x);
  if (t->x == NULL) return false;
  t->v = t->x + t->n;
  for (uint32_t i = 0; i < t->n; i++) {
    mpq_init(t->x[i]), mpq_init(t->v[i]);
    mpq_set_d(t->x[i], enclosure_value(real->ring, real->point[i]));
    mpq_set_d(t->v[i], enclosure_value(real->ring, real->direction[i]));
  }
  return true;
}

static void ask_balls(Tiers *t) {
  CertifiedOptions options = {.order = 1, .digits = CERTIFIED_DIGITS, .limit = TIERS_BITS};
  Status status = truth_certified(t->real.battery->certified, t->real.program, (const mpq_t *)t->x, (const mpq_t *)t->v,
                                  &options, &t->balls);
  t->certified = status == STATUS_OK || (status == STATUS_LIMIT && t->balls.precision > 0);
  if (status == STATUS_DOMAIN && !t->balls.straddles)
    contradict(t, "T3", "a point that dual numbers over doubles have found", "a value", "none, for certain");
}

/* Dual numbers over doubles: value +/- bound. */
static void check_enclosures(Tiers *t) {
  Ring *ring = t->real.ring;
  arb_t ball, bound;
  arb_init(ball), arb_init(bound);
  bool good = t->certified;
  for (uint32_t i = 0; i < 2 * t->m && good; i++) {
    Scalar found = i < t->m ? t->real.value[i] : t->real.truth[i - t->m];
    arb_set_d(ball, enclosure_value(ring, found));
    arb_set_d(bound, enclosure_bound(ring, found));
    arb_add_error(ball, bound);
    good = overlaps(t, "T3, doubles", i, ball);
  }
  if (good) agree(t);
  arb_clear(ball), arb_clear(bound);
}

/* ---------------------------------------------------------- rationals, T1 -- */

static Scalar *answer_room(Tiers *t, Answer *answer) {
  answer->scalar = subject_scalars(&t->real, 2 * t->m);
  return answer->scalar;
}

static void ask_rationals(Tiers *t) {
  Battery *battery = t->real.battery;
  Ring *ring = battery->rational;
  t->point = subject_scalars(&t->real, t->n);
  t->direction = subject_scalars(&t->real, t->n);
  if (t->point == NULL || t->direction == NULL || answer_room(t, &t->exact) == NULL) return;
  for (uint32_t i = 0; i < t->n; i++) {
    t->point[i] = rational_make(ring, t->x[i]);
    t->direction[i] = rational_make(ring, t->v[i]);
  }
  Status status = truth_rational_dual(battery->truth, ring, t->real.program, t->point, t->direction, t->exact.scalar,
                                      t->exact.scalar + t->m);
  t->exact.known = status == STATUS_OK;
  if (status == STATUS_DOMAIN && t->certified)
    contradict(t, "rationals", "a point that balls have found", "a value", "none, for certain");
}

/* Exact numbers lie in the balls. */
static void check_rationals(Tiers *t) {
  mpq_t number;
  fmpq_t exact;
  bool good = t->exact.known && t->certified;
  if (!good) return;
  mpq_init(number);
  fmpq_init(exact);
  for (uint32_t i = 0; i < 2 * t->m && good; i++) {
    rational_get(t->real.battery->rational, t->exact.scalar[i], number);
    fmpq_set_mpq(exact, number);
    good = arb_contains_fmpq(ball_of(t, i), exact) != 0;
    if (good) continue;
    char first[WITNESS_TEXT], second[WITNESS_TEXT];
    (void)ball_print(ball_of(t, i), 20, first, sizeof first);
    (void)ring_print(t->real.battery->rational, t->exact.scalar[i], second, sizeof second);
    contradict(t, "T3, rationals", about_place(t, i), first, second);
  }
  if (good) agree(t);
  fmpq_clear(exact);
  mpq_clear(number);
}

/* n/d modulo p; false when d is 0 there. */
static bool residue(const mpq_t number, Scalar *out) {
  uint64_t top = mpz_fdiv_ui(mpq_numref(number), FIELD_P), bottom = mpz_fdiv_ui(mpq_denref(number), FIELD_P);
  *out = (Scalar){field_mul(top, field_inverse(bottom))};
  return bottom != 0;
}

/* Interpolation over F_p at the residues of x and v gives the residues. */
static void check_field(Tiers *t) {
  Scalar *x = subject_scalars(&t->real, t->n), *v = subject_scalars(&t->real, t->n);
  Scalar *expected = subject_scalars(&t->real, 2 * t->m);
  bool good = t->exact.known && x != NULL && v != NULL && expected != NULL && answer_room(t, &t->field) != NULL;
  for (uint32_t i = 0; i < t->n && good; i++) good = residue(t->x[i], &x[i]) && residue(t->v[i], &v[i]);
  mpq_t number;
  mpq_init(number);
  for (uint32_t i = 0; i < 2 * t->m && good; i++) {
    rational_get(t->real.battery->rational, t->exact.scalar[i], number);
    good = residue(number, &expected[i]);
  }
  mpq_clear(number);
  if (!good) return;
  Status status =
      truth_field_line(t->real.battery->truth, t->real.program, x, v, t->field.scalar, t->field.scalar + t->m, NULL);
  if (status != STATUS_OK) return;
  compare_exactly(t, "T1, rationals", t->real.battery->field, expected, t->field.scalar);
  for (int reverse = 0; reverse < 2; reverse++) {
    status = straight_derivative(&t->real, x, v, reverse != 0, expected);
    if (status == STATUS_OK)
      compare_exactly(t, reverse ? "T1, the proved gradient" : "T1, the proved dual numbers", t->real.battery->field,
                      t->field.scalar, expected);
  }
}

/* ------------------------------------------------------------------- T2 -- */

/* Whether the point lies in the region of the tests that the program asked (T4). */
static PathPlace symbolic_place(const Tiers *t, Ring *symbolic) {
  return t->path.length == 0 ? PATH_INSIDE : path_locate(symbolic, &t->path, t->real.ring, t->n, t->real.point);
}

/* Normal forms of value and derivative: x are variables 0..n-1, v the next. */
static void ask_formal(Tiers *t, Ring *symbolic) {
  Scalar *x = subject_scalars(&t->real, 2 * t->n);
  if (x == NULL || answer_room(t, &t->formal) == NULL) return;
  for (uint32_t i = 0; i < 2 * t->n; i++) x[i] = symbolic_variable(symbolic, i);
  Status status = truth_symbolic(t->real.battery->truth, symbolic, t->real.program, x, x + t->n, t->formal.scalar,
                                 t->formal.scalar + t->m);
  t->formal.known = status == STATUS_OK;
  t->formal_place = symbolic_place(t, symbolic);
  if (status == STATUS_DOMAIN && t->certified && t->formal_place == PATH_INSIDE)
    contradict(t, "T2", "a point that balls have found", "a value", "none anywhere");
}

/* The normal forms read at a point (x, v) of another ring; false when they have no
 * value there. */
static bool read_formal(Tiers *t, const Ring *symbolic, Ring *into, const Scalar *point, Scalar *out) {
  for (uint32_t i = 0; i < 2 * t->m; i++) {
    out[i] = symbolic_evaluate(symbolic, t->formal.scalar[i], into, 2 * t->n, point);
  }
  return ring_take_status(into) == STATUS_OK;
}

static void check_formal_rationals(Tiers *t, const Ring *symbolic) {
  Scalar *point = subject_scalars(&t->real, 2 * t->n), *read = subject_scalars(&t->real, 2 * t->m);
  if (!t->exact.known || point == NULL || read == NULL) return;
  memcpy(point, t->point, t->n * sizeof *point);
  memcpy(point + t->n, t->direction, t->n * sizeof *point);
  if (read_formal(t, symbolic, t->real.battery->rational, point, read))
    compare_exactly(t, "T2, rationals", t->real.battery->rational, t->exact.scalar, read);
}

static void check_formal_balls(Tiers *t, const Ring *symbolic) {
  Ring *balls = t->real.battery->balls;
  Scalar *point = subject_scalars(&t->real, 2 * t->n), *read = subject_scalars(&t->real, 2 * t->m);
  if (!t->certified || point == NULL || read == NULL) return;
  size_t mark = ring_mark(balls);
  ball_set_precision(balls, TIERS_BITS);
  for (uint32_t i = 0; i < 2 * t->n; i++) point[i] = ball_make_rational(balls, t->x[i]); /* v follows x */
  bool good = read_formal(t, symbolic, balls, point, read);
  bool holds = good;
  for (uint32_t i = 0; i < 2 * t->m && holds; i++) holds = overlaps(t, "T3, T2", i, ball_get(balls, read[i]));
  if (holds) agree(t);
  ring_release(balls, mark);
}

/* ------------------------------------------------------------------ T2k -- */

/* Value and derivative by input k at the Kronecker point against the normal forms
 * read there with v = e_k. */
static void check_kronecker(Tiers *t, const Ring *symbolic) {
  Kronecker *kronecker = t->real.battery->kronecker;
  Ring *ring = kronecker_rationals(kronecker);
  uint32_t k = (uint32_t)((uint64_t)t->real.index % t->n);
  Scalar *bounds = subject_scalars(&t->real, t->m), *found = subject_scalars(&t->real, 2 * t->m);
  Scalar *at = subject_scalars(&t->real, 2 * t->n), *read = subject_scalars(&t->real, 2 * t->m);
  if (bounds == NULL || found == NULL || at == NULL || read == NULL) return;
  KroneckerPoint point = kronecker_point(t->n);
  if (kronecker_source_bounds(kronecker, t->real.program, t->n, bounds) != STATUS_OK) return;
  for (uint32_t i = 0; i < t->m; i++) kronecker_widen(&point, bounds[i]);
  if (!kronecker_fits(&point, 1, 0)) return;
  size_t mark = ring_mark(ring);
  for (uint32_t i = 0; i < t->n; i++) {
    at[i] = kronecker_input(&point, ring, i);
    at[t->n + i] = ring_integer(ring, i == k);
  }
  if (kronecker_truth(kronecker, t->real.program, &point, k, found, found + t->m) == STATUS_OK &&
      read_formal(t, symbolic, ring, at, read))
    compare_exactly(t, "T2k, T2", ring, found, read);
  ring_release(ring, mark);
}

/* ---------------------------------------------------------------- programs -- */

/* T2 along one path: normal forms are read at the point where it is in the region. */
/* One normal form is not another: with a variable added it differs. */
static void check_distinct(Tiers *t, Ring *symbolic) {
  if (t->n == 0 || t->m == 0) return;
  Scalar other = ring_add(symbolic, t->formal.scalar[0], symbolic_variable(symbolic, 0));
  if (ring_take_status(symbolic) == STATUS_OK && symbolic_equal(symbolic, t->formal.scalar[0], other) == SYMBOLIC_EQUAL)
    contradict(t, "T2", "a variable added", "another normal form", "the same");
}

static void check_path(Tiers *t, Ring *symbolic) {
  size_t mark = ring_mark(symbolic);
  path_rewind(&t->path);
  symbolic_set_work(symbolic, TIERS_WORK);
  ask_formal(t, symbolic);
  (void)ring_take_status(symbolic);
  if (t->formal.known && t->formal_place == PATH_INSIDE) {
    check_distinct(t, symbolic);
    check_formal_rationals(t, symbolic);
    check_formal_balls(t, symbolic);
    if (t->path.length == 0) check_kronecker(t, symbolic);
  }
  ring_release(symbolic, mark);
}

/* Along every path: the regions must part the inputs. */
static void check_formal(Tiers *t) {
  Battery *battery = t->real.battery;
  Ring *symbolic = 2 * t->n <= symbolic_variable_count(battery->symbolic) ? battery->symbolic : battery->symbolic_large;
  uint32_t regions = 0, inside = 0;
  bool sure = true, more = true;
  if (2 * t->n > symbolic_variable_count(symbolic)) return;
  path_open(&t->path);
  symbolic_set_path(symbolic, &t->path);
  for (; more && regions < MOST_REGIONS; regions++) {
    ArenaMark scratch = arena_mark(&battery->scratch);
    check_path(t, symbolic);
    arena_release(&battery->scratch, scratch);
    sure = sure && t->formal.known && t->formal_place != PATH_UNKNOWN;
    inside += t->formal_place == PATH_INSIDE;
    more = path_next(&t->path);
  }
  symbolic_set_path(symbolic, NULL);
  if (sure && !more && inside != 1)
    contradict(t, "T4", "the regions part the inputs", "the point in one region", inside == 0 ? "in none" : "in more");
}

static void check_all(Tiers *t) {
  enclosures_init(&t->balls);
  if (read_point(t)) {
    ask_balls(t);
    check_enclosures(t);
    ask_rationals(t);
    check_rationals(t);
    check_field(t);
    check_formal(t);
    for (uint32_t i = 0; i < 2 * t->n; i++) mpq_clear(t->x[i]);
  }
  enclosures_clear(&t->balls);
}

void laws_tiers(Subject *located) {
  Battery *battery = located->battery;
  /* Ints have no tangent */
  if (!law_on(located, LAW_TIERS) || located->inputs != located->tangents || located->outputs != located->cotangents ||
      located->inputs == 0 || located->outputs == 0 || located->inputs > MOST_INPUTS)
    return;
  ArenaMark scratch = arena_mark(&battery->scratch);
  size_t marks[2] = {ring_mark(battery->enclosure), ring_mark(battery->rational)};
  Tiers t = {.located = located, .real = *located, .n = located->inputs, .m = located->outputs};
  t.real.ring = battery->enclosure;
  if (located->ring == battery->enclosure || subject_locate(&t.real) == STATUS_OK) check_all(&t);
  ring_release(battery->enclosure, marks[0]);
  ring_release(battery->rational, marks[1]);
  arena_release(&battery->scratch, scratch);
}
