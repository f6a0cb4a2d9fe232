/* The signs that a path tells, against signs computed in plain arithmetic at points: every point has its answers on a
 * leaf in which it lies, no leaf gives answers that no point has, and beside a leaf there is what lies there. */
#include "semantics/rings/rings.h"
#include "tests/unit/symbolic_words.h"
#include "verify/truth/path_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VARIABLES 3u
#define QUESTIONS 5u
#define PROBES 5u
#define TUPLES 243u /* 3^QUESTIONS */
#define POINTS 4913u
#define PI 3.14159265358979323846

static Ring *E;

static int set_up(void **state) {
  (void)state;
  R = ring_symbolic_new(VARIABLES, 12, 60);
  E = ring_enclosure_new();
  return R == NULL || E == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(R);
  ring_destroy(E);
  flint_cleanup();
  return 0;
}

/* ---------------------------------------------------------- expressions -- */

/* Square roots have no derivative at 0, and no normal form. */
static double inner_root(double x) { return x > 0 ? sqrt(x) : NAN; }

/* Operands before operators: x y z, digits, + - * /, and functions by a letter. */
static const struct {
  char letter;
  RingFunction function;
  double (*plain)(double);
} functions[] = {{'s', RING_SIN, sin}, {'c', RING_COS, cos},   {'e', RING_EXP, exp},
                 {'l', RING_LOG, log}, {'t', RING_TANH, tanh}, {'r', RING_SQRT, inner_root}};

static Scalar scalar_of(const char *text) {
  Scalar stack[8];
  uint32_t top = 0;
  for (; *text != '\0'; text++) {
    if (*text >= 'x' && *text <= 'z')
      stack[top++] = var((uint32_t)(*text - 'x'));
    else if (*text >= '0' && *text <= '9')
      stack[top++] = num(*text - '0');
    else if (strchr("+-*/", *text) != NULL) {
      Scalar b = stack[--top], a = stack[--top];
      stack[top++] = *text == '+' ? add(a, b) : *text == '-' ? sub(a, b) : *text == '*' ? mul(a, b) : over(a, b);
    }
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
      if (functions[f].letter == *text) stack[top - 1] = fun(functions[f].function, stack[top - 1]);
    }
  }
  assert_int_equal(top, 1);
  return stack[0];
}

static double value_of(const char *text, const double *point) {
  double stack[8];
  uint32_t top = 0;
  for (; *text != '\0'; text++) {
    if (*text >= 'x' && *text <= 'z')
      stack[top++] = point[*text - 'x'];
    else if (*text >= '0' && *text <= '9')
      stack[top++] = *text - '0';
    else if (strchr("+-*/", *text) != NULL) {
      double b = stack[--top], a = stack[--top];
      stack[top++] = *text == '+' ? a + b : *text == '-' ? a - b : *text == '*' ? a * b : a / b;
    }
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
      if (functions[f].letter == *text) stack[top - 1] = functions[f].plain(stack[top - 1]);
    }
  }
  return stack[0];
}

/* Of polynomials the value is exact; what is computed as less than this, of the others, is 0. */
static int sign_of(const char *text, const double *point) {
  double value = value_of(text, point);
  if (!isfinite(value)) return 2;
  return value > 1e-12 ? 1 : value < -1e-12 ? -1 : 0;
}

/* ------------------------------------------------------------ questions -- */

/* A question is "?" with an expression for which of -1, 1, 0 its sign is, "<" for whether it is negative, "=" for
 * whether it is 0, "!" for whether it is not. */
static uint32_t asked(const char *question) {
  static const Signs equal[] = {SIGNS_APART, SIGNS_ZERO}, other[] = {SIGNS_ZERO, SIGNS_APART};
  Scalar a = scalar_of(question + 1);
  if (question[0] == '<') return symbolic_is_negative(R, a) ? 0 : 1;
  if (question[0] == '=') return symbolic_ask(R, a, 2, equal);
  if (question[0] == '!') return symbolic_ask(R, a, 2, other);
  int sign = symbolic_sign(R, a);
  return sign == 0 ? 2 : sign > 0;
}

static uint32_t answer_of(char kind, int sign) {
  if (kind == '<') return sign < 0 ? 0 : 1;
  if (kind == '=') return sign == 0;
  if (kind == '!') return sign != 0;
  return sign == 0 ? 2 : sign > 0;
}

/* Questions asked one after another, and the signs of probes that are only looked up then. */
typedef struct Case {
  const char *question[QUESTIONS + 1], *probe[PROBES + 1];
  uint32_t unknown; /* signs of probes that no point has, on all leaves together */
  uint32_t missed;  /* paths beside leaves that touch all of one, which is not known */
} Case;

/* All answers at the point as one number; TUPLES where one of the questions or probes has no value. */
static uint32_t true_answers(const Case *one, const double *point, bool *tied) {
  uint32_t tuple = 0;
  *tied = false;
  for (uint32_t q = 0; one->question[q] != NULL; q++) {
    int sign = sign_of(one->question[q] + 1, point);
    if (sign == 2) return TUPLES;
    *tied = *tied || sign == 0;
    tuple = 3 * tuple + answer_of(one->question[q][0], sign);
  }
  for (uint32_t k = 0; one->probe[k] != NULL; k++) {
    if (sign_of(one->probe[k], point) == 2) return TUPLES;
  }
  return tuple;
}

static uint32_t found_answers(const Case *one) {
  uint32_t tuple = 0;
  for (uint32_t q = 0; one->question[q] != NULL; q++) tuple = 3 * tuple + asked(one->question[q]);
  return tuple;
}

static bool mentions(const Case *one, char letter) {
  bool found = false;
  for (uint32_t q = 0; one->question[q] != NULL; q++) found = found || strchr(one->question[q], letter) != NULL;
  for (uint32_t k = 0; one->probe[k] != NULL; k++) found = found || strchr(one->probe[k], letter) != NULL;
  return found;
}

static double point[POINTS][VARIABLES];

/* A grid of the inputs that occur. */
static uint32_t make_points(const Case *one) {
  static const double place[] = {0, -4, -PI, -2, -PI / 2, -1.5, -1, -0.5, 0.5, 0.75, 1, 1.25, 1.5, PI / 2, 2, 3, PI};
  uint32_t length[VARIABLES], count = 0;
  for (uint32_t i = 0; i < VARIABLES; i++)
    length[i] = mentions(one, (char)('x' + i)) ? sizeof place / sizeof *place : 1;
  for (uint32_t i = 0; i < length[0]; i++) {
    for (uint32_t j = 0; j < length[1]; j++) {
      for (uint32_t k = 0; k < length[2]; k++, count++) {
        point[count][0] = place[i];
        point[count][1] = place[j];
        point[count][2] = place[k];
      }
    }
  }
  return count;
}

static void enclose(const double *at, Scalar *scalar) {
  for (uint32_t i = 0; i < VARIABLES; i++) {
    bool rounded = fabs(at[i]) == PI || fabs(at[i]) == PI / 2;
    scalar[i] = enclosure_make(E, at[i], rounded ? 1e-15 : 0);
  }
}

static PathPlace place_of(const Path *path, const double *at) {
  Scalar scalar[VARIABLES];
  size_t mark = ring_mark(E);
  enclose(at, scalar);
  PathPlace place = path_locate(R, path, E, VARIABLES, scalar);
  ring_release(E, mark);
  return place;
}

/* Whether its guards have their signs at the point, what may be 0 being it. */
static bool is_in(const Path *leaf, const double *at) {
  Scalar scalar[VARIABLES];
  size_t mark = ring_mark(E);
  bool in = true;
  enclose(at, scalar);
  for (uint32_t i = 0; i < leaf->length; i++)
    in = in && (leaf->step[i].signs & signs_of(path_sign_at(R, leaf->step[i].guard, E, VARIABLES, scalar))) != 0;
  ring_release(E, mark);
  return in;
}

static Path path;

/* What was found of a case on all its leaves. */
typedef struct Found {
  bool answered[TUPLES];
  Signs probe[TUPLES][PROBES];
  uint32_t inside[POINTS]; /* in so many leaves the point lies */
  bool reached[POINTS];    /* it may lie in one with its answers */
} Found;

static void look_at_leaf(const Case *one, uint32_t points, uint32_t tuple, Found *found) {
  found->answered[tuple] = true;
  for (uint32_t i = 0; i < path.length && path.apart; i++)
    assert_true(path.step[i].signs == SIGNS_ZERO || (path.step[i].signs & SIGNS_ZERO) == 0);
  for (uint32_t k = 0; one->probe[k] != NULL; k++)
    found->probe[tuple][k] |= path_signs(R, &path, scalar_of(one->probe[k]));
  for (uint32_t p = 0; p < points; p++) {
    bool tied;
    uint32_t right = true_answers(one, point[p], &tied);
    PathPlace place = right == TUPLES ? PATH_OUTSIDE : place_of(&path, point[p]);
    if (place == PATH_INSIDE && right != tuple)
      fail_msg("%g %g %g lies in a leaf of other answers: %s", point[p][0], point[p][1], point[p][2], one->question[0]);
    found->inside[p] += place == PATH_INSIDE;
    found->reached[p] = found->reached[p] || (place != PATH_OUTSIDE && right == tuple);
  }
}

/* Of all points the answers, and of all answers the points. */
static void compare(const Case *one, uint32_t points, const Found *found) {
  bool possible[TUPLES] = {false};
  Signs probe[TUPLES][PROBES] = {{0}};
  uint32_t unknown = 0;
  for (uint32_t p = 0; p < points; p++) {
    bool tied;
    uint32_t tuple = true_answers(one, point[p], &tied);
    if (tuple == TUPLES) continue;
    possible[tuple] = true;
    if (path.open && tied) continue;
    if (!found->reached[p] || found->inside[p] > 1)
      fail_msg("%g %g %g lies in %u leaves: %s", point[p][0], point[p][1], point[p][2], found->inside[p],
               one->question[0]);
    for (uint32_t k = 0; one->probe[k] != NULL; k++) {
      int sign = sign_of(one->probe[k], point[p]);
      probe[tuple][k] |= sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO;
    }
  }
  for (uint32_t t = 0; t < TUPLES; t++) {
    if (found->answered[t] && !possible[t]) fail_msg("answers %u of no point: %s", t, one->question[0]);
    for (uint32_t k = 0; one->probe[k] != NULL; k++) {
      Signs more = found->probe[t][k] & ~probe[t][k];
      if ((probe[t][k] & ~found->probe[t][k]) != 0) fail_msg("answers %u: %s has other signs", t, one->probe[k]);
      unknown += (more & 1) + (more >> 1 & 1) + (more >> 2);
    }
  }
  if (unknown != one->unknown && !path.open)
    fail_msg("%u signs of probes are not known: %s", unknown, one->question[0]);
}

/* Near the leaf, so far from it. */
#define NEAR (1.0 / 4096)

/* Which questions are 0 at the point, as bits. */
static uint32_t zeros_at(const Case *one, const double *at) {
  uint32_t zeros = 0;
  for (uint32_t q = 0; one->question[q] != NULL; q++) zeros |= (uint32_t)(sign_of(one->question[q] + 1, at) == 0) << q;
  return zeros;
}

/* The answers that lie beside the points of the leaf; not beside those at which more is 0 than on all of it. */
static void look_near(const Case *one, uint32_t points, uint32_t tuple, const Path *leaf, bool *near) {
  static const double step[][VARIABLES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 3}, {2, -1, 1}, {1, 3, -2}};
  static bool in[POINTS];
  uint32_t zeros = UINT32_MAX;
  bool tied;
  for (uint32_t p = 0; p < points; p++) {
    in[p] = true_answers(one, point[p], &tied) == tuple && is_in(leaf, point[p]);
    if (in[p]) zeros &= zeros_at(one, point[p]);
  }
  for (uint32_t p = 0; p < points; p++) {
    for (int k = 0; k < 12 && in[p] && zeros_at(one, point[p]) == zeros; k++) {
      double at[VARIABLES];
      for (uint32_t i = 0; i < VARIABLES; i++) at[i] = point[p][i] + step[k / 2][i] * (k % 2 == 0 ? NEAR : -NEAR);
      uint32_t there = true_answers(one, at, &tied);
      if (there != TUPLES && !tied) near[there] = true;
    }
  }
}

/* Whether in some direction from each point of the leaf, as close to it, lies a point of the side. */
static bool touches_all(const Case *one, uint32_t points, uint32_t tuple, const Path *leaf, const Path *side) {
  bool touches = true, tied;
  for (uint32_t p = 0; p < points && touches; p++) {
    if (true_answers(one, point[p], &tied) != tuple || !is_in(leaf, point[p])) continue;
    touches = false;
    for (int k = 0; k < 343 && !touches; k++) {
      const int step[] = {k % 7 - 3, k / 7 % 7 - 3, k / 49 - 3};
      double at[VARIABLES];
      for (uint32_t i = 0; i < VARIABLES; i++) at[i] = point[p][i] + step[i] * NEAR;
      touches = place_of(side, at) == PATH_INSIDE;
    }
  }
  return touches;
}

/* Paths beside the leaf give these answers, if `exact` no others, and touch it where that is said; whether one of them
 * is lost.
 */
static bool look_beside(const Case *one, uint32_t points, uint32_t tuple, const Path *leaf, bool exact,
                        uint32_t *missed) {
  static Path side;
  bool near[TUPLES] = {false}, answered[TUPLES] = {false}, lost = false;
  look_near(one, points, tuple, leaf, near);
  path_open_beside(&side, leaf);
  symbolic_set_path(R, &side);
  do {
    path_rewind(&side);
    uint32_t there = found_answers(one);
    Status status = ring_take_status(R);
    assert_int_equal(status, side.lost ? STATUS_UNABLE : STATUS_OK);
    lost = lost || side.lost;
    if (status != STATUS_OK) continue;
    answered[there] = true;
    bool said = path_touches(R, leaf, &side), so = touches_all(one, points, tuple, leaf, &side);
    if (said && !so) fail_msg("answers %u do not touch all of %u: %s", there, tuple, one->question[0]);
    *missed += so && !said;
  } while (path_next(&side));
  for (uint32_t t = 0; t < TUPLES; t++) {
    if (!lost && (near[t] ? !answered[t] : answered[t] && exact))
      fail_msg("answers %u beside those of %u, %s: %s", t, tuple, near[t] ? "not found" : "of no point",
               one->question[0]);
  }
  return lost;
}

static void check_beside(const Case *one, bool exact) {
  uint32_t points = make_points(one), lost = 0, missed = 0;
  path_open(&path);
  do {
    size_t mark = ring_mark(R);
    path_rewind(&path);
    symbolic_set_path(R, &path);
    uint32_t tuple = found_answers(one);
    if (ring_take_status(R) == STATUS_OK && path_has_equality(&path))
      lost += look_beside(one, points, tuple, &path, exact, &missed);
    ring_release(R, mark);
  } while (path_next(&path));
  symbolic_set_path(R, NULL);
  if (lost != one->unknown) fail_msg("beside %u leaves it is not known: %s", lost, one->question[0]);
  if (missed != one->missed) fail_msg("%u touch a leaf, which is not known: %s", missed, one->question[0]);
}

static void check(const Case *one, bool apart, bool open) {
  Found *found = calloc(1, sizeof *found);
  uint32_t points = make_points(one), leaves = 0;
  assert_non_null(found);
  path_open(&path);
  path.apart = apart;
  path.open = open;
  symbolic_set_path(R, &path);
  do {
    size_t mark = ring_mark(R);
    path_rewind(&path);
    uint32_t tuple = found_answers(one);
    Status status = ring_take_status(R);
    if (status != STATUS_OK && status != STATUS_DOMAIN) fail_msg("%s: %s", status_name(status), one->question[0]);
    if (status == STATUS_OK) look_at_leaf(one, points, tuple, found);
    ring_release(R, mark);
    assert_true(++leaves < 200);
  } while (path_next(&path));
  symbolic_set_path(R, NULL);
  compare(one, points, found);
  free(found);
}

/* ---------------------------------------------------------------- cases -- */

static const Case cases[] = {
    /* products and quotients of guards */
    {{"?xy-"}, {"yx-", "xy-xy-*", "xy-3*", "xy-xy-*xy-*"}, 0, 0},
    {{"?x", "?y"}, {"xy*", "0xy*-", "xx*y*"}, 0, 0},
    {{"?x", "?xy*"}, {"y", "xyy**"}, 0, 0},
    {{"?xy*", "?x"}, {"y", "0y-"}, 0, 0},
    {{"<xy*", "?x"}, {"y"}, 0, 0},
    {{"!xy*"}, {"x", "y"}, 0, 0},
    {{"!xx*y*", "?x"}, {"x", "y"}, 0, 0},
    {{"=xy*"}, {"x", "y", "xx*y*"}, 0, 0},
    {{"?xy-z*", "?z"}, {"xy-", "yx-"}, 0, 0},
    {{"?xy*z*", "?xz*"}, {"y"}, 0, 0},
    {{"?xy*z*", "?x"}, {"yz*", "z"}, 0, 0},
    {{"<x", "?x"}, {"xy*"}, 0, 0},
    {{"<x", "?xy*"}, {"y"}, 0, 0},
    {{"<x", "=x"}, {"x"}, 0, 0},
    {{"<0x-", "?xy*", "?y"}, {"x"}, 0, 0},
    /* a guard and a number more */
    {{"?x"}, {"x1+", "x1-", "x2*3+", "1x-"}, 0, 0},
    {{"?x1-"}, {"x", "x2-", "2x*1-", "32x*-"}, 0, 0},
    {{"?2x*3-"}, {"x1-", "x2-", "4x*6-", "4x*3-"}, 0, 0},
    {{"?32x*-"}, {"x1-", "x2-", "x", "3x-"}, 0, 0},
    {{"<xy-"}, {"xy-1+", "xy-1-", "yx-2+", "xy-"}, 0, 0},
    {{"<0x-"}, {"x1+", "x1-", "x"}, 0, 0},
    {{"=xy-"}, {"xy-1+", "xy-1-"}, 0, 0},
    {{"?xy*1+"}, {"xy*", "xy*2+", "xy*xy*+1-", "2xy*-"}, 0, 0},
    /* by factors: those of even powers say only where it is 0 */
    {{"?xx*y*"}, {"x", "y"}, 0, 0},
    {{"?xx*x*y*"}, {"x", "y"}, 0, 0},
    {{"?xx*2x*-1+"}, {"x1-", "x"}, 0, 0},
    {{"?xx*2x*-1+y*"}, {"x1-", "y"}, 0, 0},
    {{"=xx*yy*-"}, {"xy-", "xy+"}, 0, 0},
    {{"?yxx*/"}, {"y"}, 0, 0},
    {{"<0xx*-"}, {"x"}, 0, 0},
    {{"<0xx*y*-"}, {"x", "y"}, 0, 0},
    {{"?x1-x1-*x*y/"}, {"x"}, 0, 0},
    {{"=xx*yy*+"}, {"x", "y"}, 4, 0} /* that a sum of squares is 0 says nothing of them */,
    {{"?x", "=xy*"}, {"y"}, 0, 0},
    {{"?x", "=xx*xy*+"}, {"xy+"}, 0, 0},
    {{"?x", "=xx*yy*+1-xy*-"}, {"xx*yy*+1-xy*-"}, 0, 0},
    /* where something is 0 other things are not */
    {{"=xy*1-"}, {"x", "y", "xy*"}, 0, 0},
    {{"=xx*yy*+1-"}, {"xx*yy*+2-", "xx*yy*+"}, 0, 0},
    {{"=xs"}, {"xc", "xs", "xc1+"}, 1, 0}, /* that a sine is not 0 says nothing of the cosine */
    {{"=xsxc+1-"}, {"xc"}, 1, 0},          /* which is 0 or 1 there */
    {{"=xeye*1-"}, {"xeye-"}, 0, 0},
    {{"=xc"}, {"xs", "xc1+"}, 0, 0},
    {{"=xy-", "=xy+"}, {"x", "y"}, 0, 0},
    {{"=xy-", "?x"}, {"y", "xy+"}, 0, 0},
    {{"=x1-", "=xy*2-"}, {"y", "x"}, 0, 0},
    /* functions */
    {{"?xl"}, {"x1-"}, 0, 0},
    {{"?x1-", "?0xl2*-"}, {"x1-"}, 0, 0},
    {{"?xt"}, {"x", "0xt3*-", "x1+"}, 0, 0},
    {{"?0xt-"}, {"x"}, 0, 0},
    {{"?xltt"}, {"x1-"}, 0, 0},
    {{"?xtyt*"}, {"xt", "yt"}, 0, 0},
    {{"?xtxt*"}, {"xt"}, 0, 0},
    {{"?xty*"}, {"xt", "y"}, 0, 0},
    {{"?xlxl*"}, {"xl"}, 0, 0},
    {{"?xlxl*xl*"}, {"xl"}, 0, 0},
    {{"?xe1-"}, {"xe", "xe2+"}, 0, 0},
    {{"?xy+exeye*-"}, {"x"}, 0, 0},
    {{"?xr1-"}, {"xr", "xr2+"}, 0, 0},
    {{"?1s2*1-"}, {"1s", "1c", "2l1-", "4s"}, 0, 0},
};

static void points_have_their_answers(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check(&cases[k], false, false);
}

/* Parted in all three signs the answers are the same. */
static void apart(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check(&cases[k], true, false);
}

/* Where equalities are not chosen the open leaves hold all points at which nothing is 0. */
static void open_leaves(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check(&cases[k], false, true);
}

/* What is left of a question: nothing, where it is 0 nowhere; and whether that is known to be thin. */
static void check_left(const char *question, bool left, bool thick) {
  const Case one = {{question}, {NULL}, 0, 0};
  size_t mark = ring_mark(R);
  path_open(&path);
  path.open = true;
  symbolic_set_path(R, &path);
  do {
    path_rewind(&path);
    (void)found_answers(&one);
    assert_int_equal(ring_take_status(R), STATUS_OK);
  } while (path_next(&path));
  if (path.left != left || path.thick != thick) fail_msg("%d %d: %s", path.left, path.thick, question);
  symbolic_set_path(R, NULL);
  ring_release(R, mark);
}

static void what_is_left(void **state) {
  (void)state;
  check_left("?xx*1+", false, false);
  check_left("?xy-", true, false);
  check_left("=xy*", true, false);
  check_left("<x", false, false); /* 0 is in a leaf with others */
  check_left("?xe2-", true, false);
  check_left("?xx*rx-", true, true); /* 0 on half of the line */
}

/* The first generator is that of the last atom that there is room for. */
static void no_more_atoms(void **state) {
  (void)state;
  static const struct {
    uint32_t atoms;
    Case one;
  } full[] = {
      {2, {{"?xsy*"}, {"xs", "y"}, 0, 0}},
      {1, {{"=xe1-"}, {"xexe*2-"}, 2, 0}}, /* whose sign on x /= 0, and that on x = 0 but for 0, are not known */
  };
  Ring *large = R;
  for (size_t k = 0; k < sizeof full / sizeof *full; k++) {
    R = ring_symbolic_new(VARIABLES, full[k].atoms, 60);
    assert_non_null(R);
    check(&full[k].one, false, false);
    ring_destroy(R);
  }
  R = large;
}

static const Case with_leaves[] = {
    {{"?x"}, {NULL}, 0, 0},
    {{"?x", "?y"}, {NULL}, 0, 0},
    {{"?xy-"}, {NULL}, 0, 0},
    {{"<xy-", "?x"}, {NULL}, 0, 0},
    {{"=xy-", "?x"}, {NULL}, 0, 0},
    {{"!xy-", "!x"}, {NULL}, 0, 0},
    {{"=xy-", "?xy-"}, {NULL}, 0, 0},
    {{"?xy-", "?xy+"}, {NULL}, 0, 0},
    {{"?xy*"}, {NULL}, 0, 0},
    {{"?xy*", "?x"}, {NULL}, 0, 0},
    {{"?xx*y*"}, {NULL}, 0, 0},
    {{"=xx*yy*+1-", "?x"}, {NULL}, 0, 0},
    {{"=xx*yy*+1-", "<x"}, {NULL}, 0, 0},
    {{"=xx*yy*+1-", "=x"}, {NULL}, 0, 0},
    {{"?xs"}, {NULL}, 0, 0},
    {{"=xs", "?xc"}, {NULL}, 0, 0},
    {{"?xe1-"}, {NULL}, 0, 0},
    {{"?xyz-*"}, {NULL}, 0, 0},
};

/* Wedges and cusps, where several guards are 0; some answers beside are those of no region. */
static const Case with_corners[] = {
    {{"=xy-", "?x1-"}, {NULL}, 0, 0},
    {{"=xx*yy*+1-", "?xx*yy*+1-"}, {NULL}, 0, 1},
    {{"=xx*y-", "?xx*y-"}, {NULL}, 0, 0},
    {{"=xx*y-", "?xx*y-", "?y"}, {NULL}, 0, 0},
    {{"=x", "?xx*y-"}, {NULL}, 0, 0},
    {{"=x", "?xx*y-", "?y"}, {NULL}, 0, 0},
    {{"=x", "=y", "?xx*y-", "?y"}, {NULL}, 0, 0},
    {{"=x", "=y", "?xy-", "?x2y*-"}, {NULL}, 0, 0},
    {{"=x", "=y", "?xy-", "?xy+"}, {NULL}, 0, 0},
    {{"=x", "=y", "?xy-", "?xy+", "?y"}, {NULL}, 0, 0},
    {{"=x", "=z", "?xz-", "?xz+", "?z"}, {NULL}, 0, 0},
    {{"=x", "=y", "?x2y*-", "?xy-", "?y"}, {NULL}, 0, 0},
    {{"=x", "=z", "?xz-", "?x2z*-", "?z"}, {NULL}, 0, 0},
    {{"=x", "<y1-", "<3y-", "?x"}, {NULL}, 0, 0},
    {{"=x", "<z1-", "<3z-", "?x"}, {NULL}, 0, 0},
    {{"=x", "<y1-", "<3y-", "<yz-", "?x"}, {NULL}, 0, 0},
    {{"=x1-", "=y2-", "?xy-1+", "?xy+3-", "?y2-"}, {NULL}, 0, 0},
    {{"=xy-", "?x1-", "?xy-x1-+"}, {NULL}, 0, 0},
    {{"=x", "=y", "?x", "?y", "?xy+"}, {NULL}, 0, 0},
    {{"=x", "=y", "?x", "?y", "?xy-1+"}, {NULL}, 0, 0},
    {{"=xx*yy*+", "?x"}, {NULL}, 0, 2},
    {{"=x", "=y", "?xx*yy*-"}, {NULL}, 0, 0},
    {{"=x", "=y", "?xx*x*y-"}, {NULL}, 0, 0},
    {{"=xy*1-", "?xy*1-", "?xy-"}, {NULL}, 1, 0},
    {{"=xe1-", "?xe1-", "?xs"}, {NULL}, 0, 2},
    {{"=x", "=y", "=z", "?xy-z+", "?xy+z-"}, {NULL}, 0, 0},
};

static void beside_leaves(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof with_leaves / sizeof *with_leaves; k++) check_beside(&with_leaves[k], true);
  for (size_t k = 0; k < sizeof with_corners / sizeof *with_corners; k++) check_beside(&with_corners[k], false);
}

/* On x = y nothing is known of x, so that on paths beside it nothing is either. */
static void lost_beside(void **state) {
  (void)state;
  static Path side;
  size_t mark = ring_mark(R);
  path_open(&path);
  path.choices = 1;
  path.choice[0] = 1;
  symbolic_set_path(R, &path);
  assert_int_equal(asked("=xy-"), 1);
  path_open_beside(&side, &path);
  symbolic_set_path(R, &side);
  assert_int_equal(asked("?yx-"), 0);
  assert_int_equal(asked("?yx-1+"), 1); /* as on x = y */
  assert_int_equal(side.length, 2);
  assert_true(side.step[0].active);
  assert_false(side.step[1].active);
  assert_int_equal(asked("=x"), 0);
  assert_true(side.step[2].active);
  assert_false(side.lost);
  assert_int_equal(ring_take_status(R), STATUS_OK);
  (void)asked("?x1-");
  assert_true(side.lost);
  assert_int_equal(ring_take_status(R), STATUS_UNABLE);
  symbolic_set_path(R, NULL);
  ring_release(R, mark);
}

/* A guard was chosen where there was another answer. */
static void chosen_or_not(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  path_open(&path);
  symbolic_set_path(R, &path);
  assert_int_equal(asked("?xs1+"), 1); /* not negative */
  assert_true(path.step[0].chosen);
  path_open(&path);
  path.open = true;
  assert_int_equal(asked("?xs1+"), 1);
  assert_int_equal(path.length, 1);
  assert_false(path.step[0].chosen);
  symbolic_set_path(R, NULL);
  ring_release(R, mark);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_have_their_answers),
      cmocka_unit_test(apart),
      cmocka_unit_test(open_leaves),
      cmocka_unit_test(what_is_left),
      cmocka_unit_test(no_more_atoms),
      cmocka_unit_test(beside_leaves),
      cmocka_unit_test(lost_beside),
      cmocka_unit_test(chosen_or_not),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
