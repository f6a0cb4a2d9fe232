/* MINPACK problem 19, the second of Osborne: J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization
 * software, 1981. */
#include <math.h>

static const double osborne_2_y[65] = {
    1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608, 0.655, 0.616, 0.606, 0.602,
    0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661, 0.612, 0.558, 0.533, 0.495, 0.5,   0.423, 0.395, 0.375,
    0.372, 0.391, 0.396, 0.405, 0.428, 0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591,
    0.559, 0.597, 0.625, 0.739, 0.71,  0.729, 0.72,  0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054};

double osborne_2(const double x[11]) {
  double s = 0;
  for (int i = 0; i < 65; i++) {
    double t = i / 10.0, r = osborne_2_y[i] - x[0] * exp(-t * x[4]);
    for (int k = 1; k < 4; k++) r -= x[k] * exp(-(t - x[7 + k]) * (t - x[7 + k]) * x[4 + k]);
    s += r * r;
  }
  return s;
}
void osborne_2_g(const double x[11], double g[11]) {
  for (int k = 0; k < 11; k++) g[k] = 0;
  for (int i = 0; i < 65; i++) {
    double t = i / 10.0, a = exp(-t * x[4]), r = osborne_2_y[i] - x[0] * a;
    double d[4], e[4];
    for (int k = 1; k < 4; k++) {
      d[k] = t - x[7 + k];
      e[k] = exp(-d[k] * d[k] * x[4 + k]);
      r -= x[k] * e[k];
    }
    g[0] -= 2 * r * a;
    g[4] += 2 * r * x[0] * t * a; // sign
    for (int k = 1; k < 4; k++) {
      g[k] -= 2 * r * e[k];
      g[4 + k] += 2 * r * x[k] * d[k] * d[k] * e[k];
      g[7 + k] -= 4 * r * x[k] * d[k] * x[4 + k] * e[k];
    }
  }
}
