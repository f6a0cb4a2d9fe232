/* caddie's bundle adjustment against the outputs that its repository records (src/tests/ba.out.ok, which are those of
 * its continuous integration): the values are right, and so are the derivatives of the parts; those of the projection
 * and of the residual are not, since its squared norm of a pair is differentiated as if it were bilinear. */
#include "tests/unit/combinatory_run.h"

/* Its functions, with the distortion of k in place of that of the point, as the repository has it. */
#define PARTS                                                                                                          \
  "def cross (a : real^3) (b : real^3) : real^3 = [(a ! 1) * (b ! 2) - (a ! 2) * (b ! 1), (a ! 2) * (b ! 0) - "        \
  "(a ! 0) * (b ! 2), (a ! 0) * (b ! 1) - (a ! 1) * (b ! 0)]\n"                                                        \
  "def norm (x : real^3) : real = (dot x x) ^ (1 / 2)\n"                                                               \
  "def nrm (x : real^3) : real^3 = (norm x) ^ (-1) .* x\n"                                                             \
  "def rodriguez (r : real^3) (x : real^3) : real^3 = (cos (norm r) .* x + sin (norm r) .* cross (nrm r) x) + "        \
  "((1 - cos (norm r)) * dot (nrm r) (nrm r)) .* x\n"                                                                  \
  "def p2e (p : real^3) : real^2 = (p ! 2) ^ (-1) .* [p ! 0, p ! 1]\n"                                                 \
  "def distort (k : real^2) (x : real^2) : real^2 = let n = (x ! 0) * (x ! 0) + (x ! 1) * (x ! 1) in "                 \
  "((1 + n) * (k ! 0) + n ^ 2 * (k ! 1)) .* k\n"                                                                       \
  "def image (r : real^3) (c : real^3) (x : real^3) : real^2 = p2e (rodriguez r (x - c))\n"                            \
  "def project (r : real^3) (c : real^3) (f : real) (o : real^2) (k : real^2) (x : real^3) : real^2 = "                \
  "f .* distort k (image r c x) + o\n"                                                                                 \
  "def residual (w : real) (m : real^2) (r : real^3) (c : real^3) (f : real) (o : real^2) (k : real^2) (x : real^3) "  \
  ": real^2 * real = (w .* (m - project r c f o k x), 1 - w ^ 2)\n"

static void check(const char *call, const double *x, const double *v, uint32_t outputs, const double *value,
                  const double *image) {
  double found[MOST], along[MOST];
  char text[4096];
  (void)snprintf(text, sizeof text, "%s%s", PARTS, call);
  run_program(text, &combinatory_forward, x, v, found, along);
  for (uint32_t k = 0; k < outputs; k++) {
    assert_near(found[k], value[k], 1e-11);
    assert_near(along[k], image[k], 1e-11);
  }
}

static void test_parts_are_right(void **state) {
  (void)state;
  check("def f (x : real^3) = nrm x", (double[]){2, 3, 5}, (double[]){1, 0, 0}, 3,
        (double[]){0.324442842262, 0.486664263392, 0.811107105654},
        (double[]){0.145145482064, -0.0256139085996, -0.042689847666});
  const double turned[] = {1, 2.6, 3, 10, 20.6, 30};
  check("def f (r : real^3) (x : real^3) = rodriguez r x", turned, turned, 3,
        (double[]){6.77592861229, 20.6, 31.0746904626}, (double[]){-2.61693545536, 20.6, 34.2056451518});
  check("def f (x : real^3) = p2e x", (double[]){6, 12, 3}, (double[]){1, 0, 0}, 2, (double[]){2, 4},
        (double[]){1. / 3, 0});
  /* right, because the direction is the point itself */
  const double distorted[] = {2, 3, 8, 9};
  check("def f (k : real^2) (x : real^2) = distort k x", distorted, distorted, 2, (double[]){126734, 190101},
        (double[]){759228, 1138842});
}

/* r, c, f, o, k, x, and the direction is the same */
static const double camera[] = {2, 3, 8, 1, 2, 6, 3, 1, 2, 2, 3, 6, 9, 2};
#define CAMERA (sizeof camera / sizeof *camera)
static const double recorded[2] = {66497.7862738, 99747.1794107};

/* The derivative along the direction as the repository would have it: dn is that of the squared norm of q. */
static void by_hand(const double *q, double dn, double *out) {
  const double f = 3, n = q[0] * q[0] + q[1] * q[1], k[2] = {2, 3}, o[2] = {1, 2};
  double s = (1 + n) * k[0] + n * n * k[1], ds = dn * k[0] + (1 + n) * k[0] + 2 * n * dn * k[1] + n * n * k[1];
  for (int i = 0; i < 2; i++) out[i] = f * s * k[i] + f * ds * k[i] + f * s * k[i] + o[i];
}

static void test_projection_is_refuted(void **state) {
  (void)state;
  const char *text = PARTS "def g (r : real^3) (c : real^3) (f : real) (o : real^2) (k : real^2) (x : real^3) = "
                           "project r c f o k x";
  const char *image = PARTS "def g (r : real^3) (c : real^3) (x : real^3) = image r c x";
  const double place[] = {2, 3, 8, 1, 2, 6, 6, 9, 2};
  double value[MOST], along[MOST], q[MOST], dq[MOST], right[2], wrong[2];
  run_program(text, &combinatory_forward, camera, camera, value, along);
  assert_near(value[0], 833.308119989, 1e-11);
  assert_near(value[1], 1250.46217998, 1e-11);
  /* by difference quotients of values alone: the engine's, and not what is recorded */
  const double h = 1e-5;
  double moved[CAMERA], up[MOST], down[MOST], unused[MOST];
  for (size_t k = 0; k < CAMERA; k++) moved[k] = camera[k] * (1 + h);
  run_program(text, &combinatory_forward, moved, camera, up, unused);
  for (size_t k = 0; k < CAMERA; k++) moved[k] = camera[k] * (1 - h);
  run_program(text, &combinatory_forward, moved, camera, down, unused);
  run_program(image, &combinatory_forward, place, place, q, dq);
  by_hand(q, 2 * (q[0] * dq[0] + q[1] * dq[1]), right);
  by_hand(q, (dq[0] * dq[0] + q[1] * q[1]) + (q[0] * q[0] + dq[1] * dq[1]), wrong);
  for (int i = 0; i < 2; i++) {
    assert_near(along[i], (up[i] - down[i]) / (2 * h), 1e-6);
    assert_near(along[i], right[i], 1e-11);
    assert_near(wrong[i], recorded[i], 1e-11);
    assert_true(fabs(recorded[i] - along[i]) > 8 * fabs(along[i]));
  }
}

/* w (m - projection): wrong by what the projection is. */
static void test_residual_is_refuted(void **state) {
  (void)state;
  const double w = 1.2, dw = 0.2, m[2] = {1, 2}, dm[2] = {0.3, 1}, noted[2] = {-79963.4451526, -119945.107729};
  double x[CAMERA + 3] = {w, m[0], m[1]}, v[CAMERA + 3] = {dw, dm[0], dm[1]}, value[MOST], along[MOST];
  memcpy(x + 3, camera, sizeof camera);
  memcpy(v + 3, camera, sizeof camera);
  run_program(PARTS, &combinatory_forward, x, v, value, along);
  assert_near(value[0], -998.769743986, 1e-11);
  assert_near(value[1], -1498.15461598, 1e-11);
  assert_near(value[2], -0.44, 1e-11);
  assert_near(along[2], -0.48, 1e-11);
  for (int i = 0; i < 2; i++) {
    double projection = m[i] - value[i] / w;
    assert_near(noted[i], dw * (m[i] - projection) + w * (dm[i] - recorded[i]), 1e-11);
    assert_true(fabs(noted[i] - along[i]) > 8 * fabs(along[i]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts_are_right),
      cmocka_unit_test(test_projection_is_refuted),
      cmocka_unit_test(test_residual_is_refuted),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
