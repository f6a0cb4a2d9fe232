/* Gaussian mixture: the log-likelihood of one point under K Gaussians in D dimensions with diagonal precision. */
#include <math.h>
#define D 2
#define K 2

double gmm(const double alpha[K], const double mean[K * D], const double q[K * D], const double x[D]) {
  double sum = 0, norm = 0;
  for (int k = 0; k < K; k++) {
    double e = alpha[k];
    for (int d = 0; d < D; d++) {
      double t = exp(q[k * D + d]) * (x[d] - mean[k * D + d]);
      e += q[k * D + d] - 0.5 * t * t;
    }
    sum += exp(e);
    norm += exp(alpha[k]);
  }
  return log(sum) - log(norm);
}

void gmm_b(const double alpha[K], double alphab[K], const double mean[K * D], double meanb[K * D], const double q[K * D],
           double qb[K * D], const double x[D], double fb) {
  double e[K], sum = 0, norm = 0;
  for (int k = 0; k < K; k++) {
    e[k] = alpha[k];
    for (int d = 0; d < D; d++) {
      double t = exp(q[k * D + d]) * (x[d] - mean[k * D + d]);
      e[k] += q[k * D + d] - 0.5 * t * t;
    }
    sum += exp(e[k]);
    norm += exp(alpha[k]);
  }
  for (int k = 0; k < K; k++) {
    double eb = fb / sum * exp(e[k]);
    alphab[k] = eb - fb / norm * exp(alpha[k]);
    for (int d = 0; d < D; d++) {
      double s = exp(q[k * D + d]), t = s * (x[d] - mean[k * D + d]), tb = -t * eb;
      meanb[k * D + d] = -tb * s; // sign
      qb[k * D + d] = eb + tb * t;
    }
  }
}
