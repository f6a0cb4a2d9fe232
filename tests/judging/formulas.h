/* The formulas of formulas.def for one type of number: REAL, with constants K(c), under names
 * that end in SUFFIX.  Included once for each type. */
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define OF(name) PASTE(name, SUFFIX)

static REAL OF(mean3)(const REAL *x) { return (x[0] + x[1] + x[2]) / 3; }
static REAL OF(norm3)(const REAL *x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }
static REAL OF(variance3)(const REAL *x) {
  REAL m = OF(mean3)(x), a = x[0] - m, b = x[1] - m, c = x[2] - m;
  return (a * a + b * b + c * c) / 3;
}
static REAL OF(logsumexp)(const REAL *x, int n) {
  REAL m = x[0], s = 0;
  for (int i = 1; i < n; i++) m = fmax(m, x[i]);
  for (int i = 0; i < n; i++) s += exp(x[i] - m);
  return m + log(s);
}
static void OF(softmax3)(const REAL *x, REAL *y) {
  REAL m = fmax(x[0], fmax(x[1], x[2])), s = 0;
  for (int i = 0; i < 3; i++) s += y[i] = exp(x[i] - m);
  for (int i = 0; i < 3; i++) y[i] /= s;
}
static void OF(softmax_jacobian3)(const REAL *x, REAL *J) {
  REAL y[3];
  OF(softmax3)(x, y);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) J[3 * i + j] = i == j ? y[i] * (1 - y[i]) : -y[i] * y[j];
  }
}
/* (1 - n n^t) / |x| */
static void OF(normalize_jacobian2)(const REAL *x, REAL *J) {
  REAL r = hypot(x[0], x[1]), a = x[0] / r, b = x[1] / r;
  J[0] = (1 - a * a) / r, J[1] = J[2] = -a * b / r, J[3] = (1 - b * b) / r;
}
static REAL OF(cosine2)(const REAL *x) {
  return (x[0] * x[2] + x[1] * x[3]) / (sqrt(x[0] * x[0] + x[1] * x[1]) * sqrt(x[2] * x[2] + x[3] * x[3]));
}
static void OF(cosine_gradient2)(const REAL *x, REAL *J) {
  REAL a = sqrt(x[0] * x[0] + x[1] * x[1]), b = sqrt(x[2] * x[2] + x[3] * x[3]), c = OF(cosine2)(x);
  for (int i = 0; i < 2; i++) {
    J[i] = x[2 + i] / (a * b) - c * x[i] / (a * a);
    J[2 + i] = x[i] / (a * b) - c * x[2 + i] / (b * b);
  }
}
static void OF(inverse2)(const REAL *x, REAL *y) {
  REAL d = x[0] * x[3] - x[1] * x[2];
  y[0] = x[3] / d, y[1] = -x[1] / d, y[2] = -x[2] / d, y[3] = x[0] / d;
}
/* -Y E Y for each entry E */
static void OF(inverse_jacobian2)(const REAL *x, REAL *J) {
  REAL y[4];
  OF(inverse2)(x, y);
  for (int o = 0; o < 4; o++) {
    for (int i = 0; i < 4; i++) J[4 * o + i] = -y[2 * (o / 2) + i / 2] * y[2 * (i % 2) + o % 2];
  }
}
static void OF(solve2)(const REAL *x, REAL *y) {
  REAL d = x[0] * x[3] - x[1] * x[2];
  y[0] = (x[3] * x[4] - x[1] * x[5]) / d, y[1] = (x[0] * x[5] - x[2] * x[4]) / d;
}
/* A^-1 (db - dA y) */
static void OF(solve_jacobian2)(const REAL *x, REAL *J) {
  REAL a[4], y[2];
  OF(inverse2)(x, a), OF(solve2)(x, y);
  for (int o = 0; o < 2; o++) {
    for (int i = 0; i < 4; i++) J[6 * o + i] = -a[2 * o + i / 2] * y[i % 2];
    for (int i = 0; i < 2; i++) J[6 * o + 4 + i] = a[2 * o + i];
  }
}
static void OF(cross_jacobian)(const REAL *x, REAL *J) {
  for (int k = 0; k < 18; k++) J[k] = 0;
  for (int o = 0; o < 3; o++) {
    int a = (o + 1) % 3, b = (o + 2) % 3;
    J[6 * o + a] = x[3 + b], J[6 * o + b] = -x[3 + a], J[6 * o + 3 + b] = x[a], J[6 * o + 3 + a] = -x[b];
  }
}
static REAL OF(heron)(const REAL *x) {
  REAL s = (x[0] + x[1] + x[2]) / 2;
  return sqrt(s * (s - x[0]) * (s - x[1]) * (s - x[2]));
}
static void OF(heron_gradient)(const REAL *x, REAL *J) {
  for (int i = 0; i < 3; i++) {
    REAL a = x[i] * x[i], b = x[(i + 1) % 3] * x[(i + 1) % 3], c = x[(i + 2) % 3] * x[(i + 2) % 3];
    J[i] = x[i] * (b + c - a) / (8 * OF(heron)(x));
  }
}

static REAL OF(norm_cubed3)(const REAL *x) {
  REAL a = fabs(x[0]), b = fabs(x[1]), c = fabs(x[2]);
  return cbrt(a * a * a + b * b * b + c * c * c);
}
static void OF(norm_cubed_gradient3)(const REAL *x, REAL *J) {
  REAL n = OF(norm_cubed3)(x);
  for (int i = 0; i < 3; i++) J[i] = x[i] * fabs(x[i]) / (n * n);
}
/* The determinant by Gaussian elimination with partial pivoting, as LAPACK has it. */
static REAL OF(eliminated3)(const REAL *x) {
  REAL a[9], d = 1;
  for (int i = 0; i < 9; i++) a[i] = x[i];
  for (int k = 0; k < 3; k++) {
    int pivot = k;
    for (int i = k + 1; i < 3; i++) pivot = fabs(a[3 * i + k]) > fabs(a[3 * pivot + k]) ? i : pivot;
    for (int j = 0; pivot != k && j < 3; j++) {
      REAL kept = a[3 * k + j];
      a[3 * k + j] = a[3 * pivot + j], a[3 * pivot + j] = kept;
    }
    d *= pivot == k ? a[3 * k + k] : -a[3 * k + k];
    for (int i = k + 1; i < 3 && a[3 * k + k] != 0; i++) {
      REAL factor = a[3 * i + k] / a[3 * k + k];
      for (int j = k; j < 3; j++) a[3 * i + j] -= factor * a[3 * k + j];
    }
  }
  return d;
}
static void OF(cofactors3)(const REAL *x, REAL *J) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      J[3 * i + j] = x[3 * a + c] * x[3 * b + d] - x[3 * a + d] * x[3 * b + c];
    }
  }
}
static REAL OF(covariance3)(const REAL *x) {
  REAL m = OF(mean3)(x), n = OF(mean3)(x + 3);
  return ((x[0] - m) * (x[3] - n) + (x[1] - m) * (x[4] - n) + (x[2] - m) * (x[5] - n)) / 3;
}
static void OF(first_largest3)(const REAL *x, REAL *J) {
  int at = x[1] > x[0] ? 1 : 0;
  if (x[2] > x[at]) at = 2;
  for (int i = 0; i < 3; i++) J[i] = i == at;
}
static void OF(neuron_gradient)(const REAL *x, REAL *J) {
  REAL c = cosh(x[0] * x[2] + x[1] * x[3]), slope = 1 / (c * c);
  J[0] = slope * x[2], J[1] = slope * x[3], J[2] = slope * x[0], J[3] = slope * x[1];
}
#define mean3 OF(mean3)
#define norm3 OF(norm3)
#define variance3 OF(variance3)
#define logsumexp2(x) OF(logsumexp)(x, 2)
#define logsumexp3(x) OF(logsumexp)(x, 3)
#define softmax3 OF(softmax3)
#define softmax_jacobian3 OF(softmax_jacobian3)
#define normalize_jacobian2 OF(normalize_jacobian2)
#define cosine2 OF(cosine2)
#define cosine_gradient2 OF(cosine_gradient2)
#define inverse2 OF(inverse2)
#define inverse_jacobian2 OF(inverse_jacobian2)
#define solve2 OF(solve2)
#define solve_jacobian2 OF(solve_jacobian2)
#define cross_jacobian OF(cross_jacobian)
#define heron OF(heron)
#define heron_gradient OF(heron_gradient)

#define norm_cubed3 OF(norm_cubed3)
#define norm_cubed_gradient3 OF(norm_cubed_gradient3)
#define eliminated3 OF(eliminated3)
#define cofactors3 OF(cofactors3)
#define covariance3 OF(covariance3)
#define first_largest3 OF(first_largest3)
#define neuron_gradient OF(neuron_gradient)
#define UNARY(name, term, lines, value, slope)                                                                         \
  static void OF(name##_value)(const REAL *in, REAL *out) {                                                            \
    const REAL x = in[0];                                                                                              \
    (void)x, out[0] = (value);                                                                                         \
  }                                                                                                                    \
  static void OF(name##_jacobian)(const REAL *in, REAL *out) {                                                         \
    const REAL x = in[0];                                                                                              \
    (void)x, out[0] = (slope);                                                                                         \
  }
#define BINARY(name, term, lines, value, dx, dy)                                                                       \
  static void OF(name##_value)(const REAL *in, REAL *out) {                                                            \
    const REAL x = in[0], y = in[1];                                                                                   \
    (void)x, (void)y, out[0] = (value);                                                                                \
  }                                                                                                                    \
  static void OF(name##_jacobian)(const REAL *in, REAL *out) {                                                         \
    const REAL x = in[0], y = in[1];                                                                                   \
    (void)x, (void)y, out[0] = (dx), out[1] = (dy);                                                                    \
  }
#define ARRAY(name, n, m, term, type, lines, value, ...)                                                               \
  static void OF(name##_value)(const REAL *x, REAL *y) {                                                               \
    (void)x;                                                                                                           \
    value;                                                                                                             \
  }                                                                                                                    \
  static void OF(name##_jacobian)(const REAL *x, REAL *J) {                                                            \
    (void)x;                                                                                                           \
    __VA_ARGS__;                                                                                                       \
  }
#include "tests/judging/formulas.def"
#ifdef WITH_WRONG
#include "tests/judging/wrong.def"
#endif
#undef UNARY
#undef BINARY
#undef ARRAY
#undef mean3
#undef norm3
#undef variance3
#undef logsumexp2
#undef logsumexp3
#undef softmax3
#undef softmax_jacobian3
#undef normalize_jacobian2
#undef cosine2
#undef cosine_gradient2
#undef inverse2
#undef inverse_jacobian2
#undef solve2
#undef solve_jacobian2
#undef cross_jacobian
#undef heron
#undef heron_gradient
#undef norm_cubed3
#undef norm_cubed_gradient3
#undef eliminated3
#undef cofactors3
#undef covariance3
#undef first_largest3
#undef neuron_gradient
#undef PASTE_
#undef PASTE
#undef OF
