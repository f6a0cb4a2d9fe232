/* Values and gradients by hand, with the arguments of what `adjudge derive --emit loops` writes of the same programs.
 */
#include "sizes.h"

#include <math.h>
#include <stddef.h>

#define LOG_PI 1.1447298858494002
#define LOG_2 0.69314718055994531

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* ------------------------------------------------------------------ mixture -- */

/* Q (x - mu), with the triangle below the diagonal column by column. */
static double centred(const double *diagonal, const double *below, const double *mu, const double *x, double *c,
                      double *y) {
  for (int i = 0; i < D; i++) c[i] = x[i] - mu[i];
  for (int i = 0; i < D; i++) y[i] = diagonal[i] * c[i];
  for (int j = 0, at = 0; j < D; j++)
    for (int i = j + 1; i < D; i++) y[i] += below[at++] * c[j];
  return dot(D, y, y);
}

#define ICF (D * (D + 1) / 2)

static double lgamma_multi(int p) {
  double sum = 0.25 * D * (D - 1) * LOG_PI;
  for (int j = 1; j <= D; j++) sum += lgamma(0.5 * (p + 1 - j));
  return sum;
}

static double prior(const double *icf, const double *traces, const double *diagonals, double gamma) {
  double sum = 0;
  for (int k = 0; k < K; k++) {
    const double *below = icf + k * ICF + D, *diagonal = diagonals + k * D;
    sum += 0.5 * gamma * gamma * (dot(D, diagonal, diagonal) + dot(ICF - D, below, below));
  }
  (void)traces; /* times m, which is 0 */
  return sum - K * (D * (D + 1) * (log(gamma) - 0.5 * LOG_2) - lgamma_multi(D + 1));
}

static void prepare(const double *icf, double *traces, double *diagonals) {
  for (int k = 0; k < K; k++) {
    traces[k] = 0;
    for (int i = 0; i < D; i++) {
      traces[k] += icf[k * ICF + i];
      diagonals[k * D + i] = exp(icf[k * ICF + i]);
    }
  }
}

static double weights(const double *alphas, double *e) {
  double sum = 0;
  for (int k = 0; k < K; k++) sum += e[k] = exp(alphas[k]);
  return sum;
}

void hand_gmm_value(const double *restrict alphas, const double *restrict means, const double *restrict icf,
                    const double *restrict x, const double *restrict gamma, double *restrict result,
                    double *restrict work) {
  double traces[K], diagonals[K * D], e[K], c[D], y[D], total = 0;
  (void)work;
  prepare(icf, traces, diagonals);
  double normal = log(weights(alphas, e)) + 0.5 * D * (LOG_2 + LOG_PI);
  for (int n = 0; n < N; n++) {
    double sum = 0;
    for (int k = 0; k < K; k++) {
      double square = centred(diagonals + k * D, icf + k * ICF + D, means + k * D, x + n * D, c, y);
      sum += exp(alphas[k] + traces[k] - 0.5 * square);
    }
    total += log(sum) - normal;
  }
  result[0] = total + prior(icf, traces, diagonals, gamma[0]);
}

/* a, the cotangent of the exponent, to those of the mean, the diagonal's logarithms and the triangle. */
static void centred_back(const double *diagonal, const double *below, const double *c, const double *y, double a,
                         double *d_mu, double *d_icf) {
  double d_c[D];
  for (int i = 0; i < D; i++) {
    d_c[i] = -a * y[i] * diagonal[i];
    d_icf[i] += -a * y[i] * c[i] * diagonal[i];
  }
  for (int j = 0, at = 0; j < D; j++) {
    for (int i = j + 1; i < D; i++, at++) {
      d_c[j] -= a * y[i] * below[at];
      d_icf[D + at] -= a * y[i] * c[j];
    }
  }
  for (int i = 0; i < D; i++) d_mu[i] -= d_c[i];
}

void hand_gmm_gradient(const double *restrict alphas, const double *restrict means, const double *restrict icf,
                       const double *restrict x, const double *restrict gamma, const double *restrict weight,
                       double *restrict result, double *restrict d_alphas, double *restrict d_means,
                       double *restrict d_icf, double *restrict work) {
  double traces[K], diagonals[K * D], e[K], c[K * D], y[K * D], p[K], total = 0, w = weight[0];
  (void)work;
  prepare(icf, traces, diagonals);
  double all = weights(alphas, e), normal = log(all) + 0.5 * D * (LOG_2 + LOG_PI);
  for (int k = 0; k < K; k++) d_alphas[k] = 0;
  for (int k = 0; k < K * D; k++) d_means[k] = 0;
  for (int k = 0; k < K * ICF; k++) d_icf[k] = 0;
  for (int n = 0; n < N; n++) {
    double sum = 0;
    for (int k = 0; k < K; k++) {
      double square = centred(diagonals + k * D, icf + k * ICF + D, means + k * D, x + n * D, c + k * D, y + k * D);
      sum += p[k] = exp(alphas[k] + traces[k] - 0.5 * square);
    }
    total += log(sum) - normal;
    for (int k = 0; k < K; k++) {
      double a = w * p[k] / sum;
      d_alphas[k] += a;
      centred_back(diagonals + k * D, icf + k * ICF + D, c + k * D, y + k * D, a, d_means + k * D, d_icf + k * ICF);
    }
  }
  double square = w * gamma[0] * gamma[0];
  for (int k = 0; k < K; k++) {
    for (int i = 0; i < D; i++)
      d_icf[k * ICF + i] += d_alphas[k] + square * diagonals[k * D + i] * diagonals[k * D + i];
    for (int i = D; i < ICF; i++) d_icf[k * ICF + i] += square * icf[k * ICF + i];
  }
  for (int k = 0; k < K; k++) d_alphas[k] -= w * N * e[k] / all;
  result[0] = total + prior(icf, traces, diagonals, gamma[0]);
}

/* --------------------------------------------------------------- adjustment -- */

static void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

typedef struct Sight {
  double x[3], theta, c, s, axis[3], cross[3], along, p[3], u, v, r2, scale, miss[2], error[2];
} Sight;

static void look(const double *camera, const double *point, double weight, const double *feature, Sight *t) {
  for (int i = 0; i < 3; i++) t->x[i] = point[i] - camera[3 + i];
  t->theta = sqrt(dot(3, camera, camera));
  t->c = cos(t->theta);
  t->s = sin(t->theta);
  for (int i = 0; i < 3; i++) t->axis[i] = camera[i] / t->theta;
  cross(t->axis, t->x, t->cross);
  t->along = dot(3, t->axis, t->x);
  for (int i = 0; i < 3; i++) t->p[i] = t->c * t->x[i] + t->s * t->cross[i] + t->along * (1 - t->c) * t->axis[i];
  t->u = t->p[0] / t->p[2];
  t->v = t->p[1] / t->p[2];
  t->r2 = t->u * t->u + t->v * t->v;
  t->scale = 1 + camera[9] * t->r2 + camera[10] * t->r2 * t->r2;
  t->miss[0] = camera[7] + camera[6] * t->scale * t->u - feature[0];
  t->miss[1] = camera[8] + camera[6] * t->scale * t->v - feature[1];
  for (int i = 0; i < 2; i++) t->error[i] = weight * t->miss[i];
}

void hand_adjustment_value(const double *restrict cameras, const double *restrict points, const double *restrict ws,
                           const double *restrict features, double *restrict result, double *restrict work) {
  double sum = 0;
  (void)work;
  for (int n = 0; n < N; n++) {
    Sight t;
    look(cameras + 11 * n, points + 3 * n, ws[n], features + 2 * n, &t);
    double one = 1 - ws[n] * ws[n];
    sum += dot(2, t.error, t.error) + one * one;
  }
  result[0] = sum;
}

/* The cotangent of the rotated point to the camera and the point. */
static void turn_back(const double *camera, const Sight *t, const double *d_p, double *d_camera, double *d_point) {
  double d_cross[3], d_axis[3], d_x[3], one[3], other[3], d_along = dot(3, d_p, t->axis) * (1 - t->c);
  double d_c = dot(3, d_p, t->x) - dot(3, d_p, t->axis) * t->along, d_s = dot(3, d_p, t->cross);
  for (int i = 0; i < 3; i++) d_cross[i] = t->s * d_p[i];
  cross(t->x, d_cross, one);
  cross(d_cross, t->axis, other);
  for (int i = 0; i < 3; i++) {
    d_x[i] = t->c * d_p[i] + d_along * t->axis[i] + other[i];
    d_axis[i] = t->along * (1 - t->c) * d_p[i] + d_along * t->x[i] + one[i];
  }
  double d_theta = -t->s * d_c + t->c * d_s - dot(3, d_axis, t->axis) / t->theta;
  for (int i = 0; i < 3; i++) {
    d_camera[i] = d_axis[i] / t->theta + d_theta * camera[i] / t->theta;
    d_camera[3 + i] = -d_x[i];
    d_point[i] = d_x[i];
  }
}

static void look_back(const double *camera, double weight, const Sight *t, double w, double *d_camera, double *d_point,
                      double *d_weight, double *d_feature) {
  double d_miss[2], d_p[3];
  *d_weight = 2 * w * dot(2, t->error, t->miss);
  for (int i = 0; i < 2; i++) {
    d_miss[i] = 2 * w * t->error[i] * weight;
    d_feature[i] = -d_miss[i];
    d_camera[7 + i] = d_miss[i];
  }
  double along = d_miss[0] * t->u + d_miss[1] * t->v, d_scale = along * camera[6];
  double d_r2 = d_scale * (camera[9] + 2 * camera[10] * t->r2);
  d_camera[6] = along * t->scale;
  d_camera[9] = d_scale * t->r2;
  d_camera[10] = d_scale * t->r2 * t->r2;
  d_p[0] = (d_miss[0] * camera[6] * t->scale + 2 * t->u * d_r2) / t->p[2];
  d_p[1] = (d_miss[1] * camera[6] * t->scale + 2 * t->v * d_r2) / t->p[2];
  d_p[2] = -(d_p[0] * t->u + d_p[1] * t->v);
  turn_back(camera, t, d_p, d_camera, d_point);
}

void hand_adjustment_gradient(const double *restrict cameras, const double *restrict points, const double *restrict ws,
                              const double *restrict features, const double *restrict weight, double *restrict result,
                              double *restrict d_cameras, double *restrict d_points, double *restrict d_ws,
                              double *restrict d_features, double *restrict work) {
  double sum = 0;
  (void)work;
  for (int n = 0; n < N; n++) {
    Sight t;
    look(cameras + 11 * n, points + 3 * n, ws[n], features + 2 * n, &t);
    double one = 1 - ws[n] * ws[n];
    sum += dot(2, t.error, t.error) + one * one;
    look_back(cameras + 11 * n, ws[n], &t, weight[0], d_cameras + 11 * n, d_points + 3 * n, d_ws + n,
              d_features + 2 * n);
    d_ws[n] -= 4 * weight[0] * one * ws[n];
  }
  result[0] = sum;
}

/* --------------------------------------------------------------------- cell -- */

static double gate(int g, int i, const double *wx, const double *wh, const double *b, const double *x,
                   const double *hidden) {
  return dot(N, wx + (g * H + i) * N, x) + dot(H, wh + (g * H + i) * H, hidden) + b[g * H + i];
}

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

void hand_lstm_loss_value(const double *restrict wx, const double *restrict wh, const double *restrict b,
                          const double *restrict x, const double *restrict hidden, const double *restrict cell,
                          const double *restrict target, double *restrict result, double *restrict work) {
  double sum = 0;
  (void)work;
  for (int i = 0; i < H; i++) {
    double forget = sigmoid(gate(0, i, wx, wh, b, x, hidden)), input = sigmoid(gate(1, i, wx, wh, b, x, hidden));
    double output = sigmoid(gate(2, i, wx, wh, b, x, hidden)), candidate = tanh(gate(3, i, wx, wh, b, x, hidden));
    double e = output * tanh(forget * cell[i] + input * candidate) - target[i];
    sum += e * e;
  }
  result[0] = sum / 2;
}

static void gate_back(int g, int i, double a, const double *wx, const double *wh, const double *x, const double *hidden,
                      double *restrict d_wx, double *restrict d_wh, double *restrict d_b, double *restrict d_x,
                      double *restrict d_hidden) {
  d_b[g * H + i] = a;
  for (int j = 0; j < N; j++) {
    d_wx[(g * H + i) * N + j] = a * x[j];
    d_x[j] += a * wx[(g * H + i) * N + j];
  }
  for (int j = 0; j < H; j++) {
    d_wh[(g * H + i) * H + j] = a * hidden[j];
    d_hidden[j] += a * wh[(g * H + i) * H + j];
  }
}

void hand_lstm_loss_gradient(const double *restrict wx, const double *restrict wh, const double *restrict b,
                             const double *restrict x, const double *restrict hidden, const double *restrict cell,
                             const double *restrict target, const double *restrict weight, double *restrict result,
                             double *restrict d_wx, double *restrict d_wh, double *restrict d_b, double *restrict d_x,
                             double *restrict d_hidden, double *restrict d_cell, double *restrict d_target,
                             double *restrict work) {
  double sum = 0;
  (void)work;
  for (int j = 0; j < N; j++) d_x[j] = 0;
  for (int j = 0; j < H; j++) d_hidden[j] = 0;
  for (int i = 0; i < H; i++) {
    double forget = sigmoid(gate(0, i, wx, wh, b, x, hidden)), input = sigmoid(gate(1, i, wx, wh, b, x, hidden));
    double output = sigmoid(gate(2, i, wx, wh, b, x, hidden)), candidate = tanh(gate(3, i, wx, wh, b, x, hidden));
    double t = tanh(forget * cell[i] + input * candidate), e = output * t - target[i], a = weight[0] * e;
    double d_next = a * output * (1 - t * t);
    sum += e * e;
    d_target[i] = -a;
    d_cell[i] = d_next * forget;
    gate_back(0, i, d_next * cell[i] * forget * (1 - forget), wx, wh, x, hidden, d_wx, d_wh, d_b, d_x, d_hidden);
    gate_back(1, i, d_next * candidate * input * (1 - input), wx, wh, x, hidden, d_wx, d_wh, d_b, d_x, d_hidden);
    gate_back(2, i, a * t * output * (1 - output), wx, wh, x, hidden, d_wx, d_wh, d_b, d_x, d_hidden);
    gate_back(3, i, d_next * input * (1 - candidate * candidate), wx, wh, x, hidden, d_wx, d_wh, d_b, d_x, d_hidden);
  }
  result[0] = sum / 2;
}

/* ------------------------------------------------------------ least squares -- */

void hand_leastsquares_value(const double *restrict a, const double *restrict w, const double *restrict y,
                             double *restrict result, double *restrict work) {
  double sum = 0;
  (void)work;
  for (int i = 0; i < M; i++) {
    double r = dot(N, a + i * N, w) - y[i];
    sum += r * r;
  }
  result[0] = sum / 2;
}

void hand_leastsquares_gradient(const double *restrict a, const double *restrict w, const double *restrict y,
                                const double *restrict weight, double *restrict result, double *restrict d_w,
                                double *restrict work) {
  double sum = 0;
  (void)work;
  for (int j = 0; j < N; j++) d_w[j] = 0;
  for (int i = 0; i < M; i++) {
    double r = dot(N, a + i * N, w) - y[i];
    sum += r * r;
    for (int j = 0; j < N; j++) d_w[j] += weight[0] * r * a[i * N + j];
  }
  result[0] = sum / 2;
}

/* ----------------------------------------------------------- Runge and Kutta -- */

static void slope(const double *q, const double *s, double *out) {
  out[0] = q[0] * s[0] - q[1] * s[0] * s[1];
  out[1] = q[2] * s[0] * s[1] - q[3] * s[1];
}

/* a, the cotangent of the slope at s, to those of s and the rates. */
static void slope_back(const double *q, const double *s, const double *a, double *d_s, double *d_q) {
  d_q[0] += a[0] * s[0];
  d_q[1] -= a[0] * s[0] * s[1];
  d_q[2] += a[1] * s[0] * s[1];
  d_q[3] -= a[1] * s[1];
  d_s[0] = a[0] * (q[0] - q[1] * s[1]) + a[1] * q[2] * s[1];
  d_s[1] = -a[0] * q[1] * s[0] + a[1] * (q[2] * s[0] - q[3]);
}

static void step(const double *q, double h, const double *s, double k[4][2], double at[4][2], double *out) {
  for (int i = 0; i < 2; i++) at[0][i] = s[i];
  slope(q, at[0], k[0]);
  for (int j = 1; j < 4; j++) {
    double part = j == 3 ? h : h / 2;
    for (int i = 0; i < 2; i++) at[j][i] = s[i] + part * k[j - 1][i];
    slope(q, at[j], k[j]);
  }
  for (int i = 0; i < 2; i++) out[i] = s[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

void hand_prey_value(const double *restrict q, const double *restrict h, const double *restrict s,
                     double *restrict result, double *restrict work) {
  double now[2] = {s[0], s[1]}, k[4][2], at[4][2];
  (void)work;
  for (int n = 0; n < N; n++) step(q, h[0], now, k, at, now);
  result[0] = now[0];
}

void hand_prey_gradient(const double *restrict q, const double *restrict h, const double *restrict s,
                        const double *restrict weight, double *restrict result, double *restrict d_q,
                        double *restrict d_h, double *restrict d_s, double *restrict work) {
  double k[4][2], at[4][2], next[2], a[2] = {weight[0], 0};
  work[0] = s[0];
  work[1] = s[1];
  for (int n = 0; n < N; n++) step(q, h[0], work + 2 * n, k, at, work + 2 * n + 2);
  result[0] = work[2 * N];
  for (int i = 0; i < 4; i++) d_q[i] = 0;
  d_h[0] = 0;
  for (int n = N; n-- > 0;) {
    double d_k[2], d_at[2], before[2] = {a[0], a[1]};
    step(q, h[0], work + 2 * n, k, at, next);
    for (int i = 0; i < 2; i++) d_h[0] += a[i] / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    for (int i = 0; i < 2; i++) d_k[i] = h[0] / 6 * a[i];
    for (int j = 3; j >= 0; j--) {
      slope_back(q, at[j], d_k, d_at, d_q);
      double part = j == 3 ? h[0] : h[0] / 2, share = j == 1 ? h[0] / 6 : h[0] / 3;
      for (int i = 0; i < 2; i++) {
        before[i] += d_at[i];
        if (j > 0) d_h[0] += d_at[i] * k[j - 1][i] * (j == 3 ? 1 : 0.5);
        d_k[i] = share * a[i] + part * d_at[i];
      }
    }
    a[0] = before[0];
    a[1] = before[1];
  }
  d_s[0] = a[0];
  d_s[1] = a[1];
}

/* -------------------------------------------------------------------- chain -- */

static void product(int m, int n, int l, const double *restrict a, const double *restrict b, double *restrict out) {
  for (int i = 0; i < m * l; i++) out[i] = 0;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < l; j++) out[i * l + j] += a[i * n + k] * b[k * l + j];
}

void hand_chain_value(const double *restrict a, const double *restrict b, const double *restrict c,
                      const double *restrict v, double *restrict result, double *restrict work) {
  double *t = work, *u = work + P * R, sum = 0;
  product(P, Q, R, a, b, t);
  for (int i = 0; i < R; i++) u[i] = dot(S, c + i * S, v);
  for (int i = 0; i < P; i++) {
    double y = 0;
    for (int j = 0; j < R; j++) y += tanh(t[i * R + j]) * u[j];
    sum += y * y;
  }
  result[0] = sum / 2;
}

/* d_b, d_c and d_v are NULL where the gradient is by a alone. */
void hand_chain_gradient(const double *restrict a, const double *restrict b, const double *restrict c,
                         const double *restrict v, const double *restrict weight, double *restrict result,
                         double *restrict d_a, double *restrict d_b, double *restrict d_c, double *restrict d_v,
                         double *restrict work) {
  double *t = work, *u = work + P * R, *d_u = work + P * R + R, sum = 0;
  product(P, Q, R, a, b, t);
  for (int i = 0; i < R; i++) {
    u[i] = dot(S, c + i * S, v);
    d_u[i] = 0;
  }
  for (int j = 0; d_b != NULL && j < Q * R; j++) d_b[j] = 0;
  for (int j = 0; d_b != NULL && j < S; j++) d_v[j] = 0;
  for (int i = 0; i < P; i++) {
    double *row = t + i * R, y = 0;
    for (int j = 0; j < R; j++) row[j] = tanh(row[j]);
    for (int j = 0; j < R; j++) y += row[j] * u[j];
    sum += y * y;
    for (int j = 0; j < R; j++) {
      d_u[j] += weight[0] * y * row[j];
      row[j] = weight[0] * y * u[j] * (1 - row[j] * row[j]);
    }
    for (int k = 0; k < Q; k++) {
      d_a[i * Q + k] = dot(R, row, b + k * R);
      for (int j = 0; d_b != NULL && j < R; j++) d_b[k * R + j] += a[i * Q + k] * row[j];
    }
  }
  for (int i = 0; d_b != NULL && i < R; i++) {
    for (int j = 0; j < S; j++) {
      d_c[i * S + j] = d_u[i] * v[j];
      d_v[j] += d_u[i] * c[i * S + j];
    }
  }
  result[0] = sum / 2;
}
