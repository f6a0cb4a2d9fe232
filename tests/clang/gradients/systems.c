/* The rest of MINPACK's collection: systems of equations f and f^T by the Jacobian, and least squares, by hand. */
#include <math.h>

/* linear, of full rank: m = n */
void full_rank(int n, const double *x, double *f) {
  double s = 0;
  for (int j = 0; j < n; j++) s += x[j];
  for (int i = 0; i < n; i++) f[i] = x[i] - 2 * s / n - 1;
}
void full_rank_b(int n, const double *x, double *xb, const double *fb) {
  double s = 0;
  for (int i = 0; i < n; i++) s += fb[i];
  for (int j = 0; j < n; j++) xb[j] = fb[j] - 2 * s / n; // sign
}

void rank_one(int n, const double *x, double *f) {
  double s = 0;
  for (int j = 0; j < n; j++) s += (j + 1) * x[j];
  for (int i = 0; i < n; i++) f[i] = (i + 1) * s - 1;
}
void rank_one_b(int n, const double *x, double *xb, const double *fb) {
  double s = 0;
  for (int i = 0; i < n; i++) s += (i + 1) * fb[i];
  for (int j = 0; j < n; j++) xb[j] = (j + 1) * s; // sign
}

/* rank one, with columns and rows of zeros */
void rank_one_zero(const double x[5], double f[5]) {
  double s = 0;
  for (int j = 1; j < 4; j++) s += (j + 1) * x[j];
  for (int i = 0; i < 5; i++) f[i] = i > 0 && i < 4 ? i * s - 1 : -1;
}
void rank_one_zero_b(const double x[5], double xb[5], const double fb[5]) {
  double s = 0;
  for (int i = 1; i < 4; i++) s += i * fb[i];
  xb[0] = xb[4] = 0;
  for (int j = 1; j < 4; j++) xb[j] = (j + 1) * s; // sign
}

static const double kowalik_v[11] = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};
static const double kowalik_y[11] = {0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246};

double kowalik_osborne(const double x[4]) {
  double s = 0;
  for (int i = 0; i < 11; i++) {
    double v = kowalik_v[i], r = kowalik_y[i] - x[0] * v * (v + x[1]) / (v * (v + x[2]) + x[3]);
    s += r * r;
  }
  return s;
}
void kowalik_osborne_g(const double x[4], double g[4]) {
  g[0] = g[1] = g[2] = g[3] = 0;
  for (int i = 0; i < 11; i++) {
    double v = kowalik_v[i], over = v * (v + x[1]), under = v * (v + x[2]) + x[3];
    double r = kowalik_y[i] - x[0] * over / under;
    g[0] -= 2 * r * over / under;
    g[1] -= 2 * r * x[0] * v / under;
    g[2] += 2 * r * x[0] * over * v / (under * under); // sign
    g[3] += 2 * r * x[0] * over / (under * under);
  }
}

static const double meyer_y[16] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744,
                                   8261,  7030,  6005,  5147,  4427,  3820,  3307,  2872};

double meyer(const double x[3]) {
  double s = 0;
  for (int i = 0; i < 16; i++) {
    double r = x[0] * exp(x[1] / (45 + 5 * (i + 1) + x[2])) - meyer_y[i];
    s += r * r;
  }
  return s;
}
void meyer_g(const double x[3], double g[3]) {
  for (int k = 0; k < 3; k++) g[k] = 0;
  for (int i = 0; i < 16; i++) {
    double d = 45 + 5 * (i + 1) + x[2], e = exp(x[1] / d), r = x[0] * e - meyer_y[i];
    g[0] += 2 * r * e;
    g[1] += 2 * r * x[0] * e / d;
    g[2] -= 2 * r * x[0] * e * x[1] / (d * d); // sign
  }
}

double jennrich_sampson(const double x[2]) {
  double s = 0;
  for (int i = 1; i <= 10; i++) {
    double r = 2 + 2 * i - (exp(i * x[0]) + exp(i * x[1]));
    s += r * r;
  }
  return s;
}
void jennrich_sampson_b(const double x[2], double xb[2], double fb) {
  xb[0] = xb[1] = 0;
  for (int i = 1; i <= 10; i++) {
    double a = exp(i * x[0]), b = exp(i * x[1]), r = 2 + 2 * i - (a + b);
    xb[0] -= 2 * r * i * a * fb;
    xb[1] -= 2 * r * i * b * fb; // sign
  }
}

void brown_almost_linear(int n, const double *x, double *f) {
  double s = 0, product = 1;
  for (int j = 0; j < n; j++) {
    s += x[j];
    product *= x[j];
  }
  for (int i = 0; i < n - 1; i++) f[i] = x[i] + s - (n + 1);
  f[n - 1] = product - 1;
}
void brown_almost_linear_b(int n, const double *x, double *xb, const double *fb) {
  double s = 0;
  for (int i = 0; i < n - 1; i++) s += fb[i];
  for (int j = 0; j < n; j++) {
    double others = 1;
    for (int k = 0; k < n; k++)
      if (k != j) others *= x[k];
    xb[j] = s + fb[n - 1] * others;
    if (j < n - 1) xb[j] += fb[j]; // sign
  }
}

static const double osborne_1_y[33] = {0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.85,  0.818, 0.784, 0.751,
                                       0.718, 0.685, 0.658, 0.628, 0.603, 0.58,  0.558, 0.538, 0.522, 0.506, 0.49,
                                       0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.42,  0.414, 0.411, 0.406};

double osborne_1(const double x[5]) {
  double s = 0;
  for (int i = 0; i < 33; i++) {
    double t = 10 * i, r = osborne_1_y[i] - (x[0] + x[1] * exp(-x[3] * t) + x[2] * exp(-x[4] * t));
    s += r * r;
  }
  return s;
}
void osborne_1_g(const double x[5], double g[5]) {
  for (int k = 0; k < 5; k++) g[k] = 0;
  for (int i = 0; i < 33; i++) {
    double t = 10 * i, a = exp(-x[3] * t), b = exp(-x[4] * t), r = osborne_1_y[i] - (x[0] + x[1] * a + x[2] * b);
    g[0] -= 2 * r;
    g[1] -= 2 * r * a;
    g[2] -= 2 * r * b;
    g[3] += 2 * r * x[1] * t * a; // sign
    g[4] += 2 * r * x[2] * t * b;
  }
}

/* the discrete integral equation */
void integral_equation(int n, const double *x, double *f) {
  double h = 1.0 / (n + 1);
  for (int i = 0; i < n; i++) {
    double t = (i + 1) * h, before = 0, behind = 0;
    for (int j = 0; j <= i; j++) before += (j + 1) * h * pow(x[j] + (j + 1) * h + 1, 3);
    for (int j = i + 1; j < n; j++) behind += (1 - (j + 1) * h) * pow(x[j] + (j + 1) * h + 1, 3);
    f[i] = x[i] + h * ((1 - t) * before + t * behind) / 2;
  }
}
void integral_equation_b(int n, const double *x, double *xb, const double *fb) {
  double h = 1.0 / (n + 1);
  for (int j = 0; j < n; j++) {
    double u = (j + 1) * h, slope = 3 * (x[j] + u + 1) * (x[j] + u + 1), s = 0;
    for (int i = 0; i < n; i++) {
      double t = (i + 1) * h;
      s += fb[i] * (j <= i ? (1 - t) * u : t * (1 - u));
    }
    xb[j] = fb[j] + h * slope * s / 2; // sign
  }
}

void broyden_tridiagonal(int n, const double *x, double *f) {
  for (int i = 0; i < n; i++) {
    f[i] = (3 - 2 * x[i]) * x[i] + 1;
    if (i > 0) f[i] -= x[i - 1];
    if (i < n - 1) f[i] -= 2 * x[i + 1];
  }
}
void broyden_tridiagonal_b(int n, const double *x, double *xb, const double *fb) {
  for (int j = 0; j < n; j++) {
    xb[j] = (3 - 4 * x[j]) * fb[j];
    if (j < n - 1) xb[j] -= fb[j + 1];
    if (j > 0) xb[j] -= 2 * fb[j - 1]; // sign
  }
}

void broyden_banded(int n, const double *x, double *f) {
  for (int i = 0; i < n; i++) {
    f[i] = x[i] * (2 + 5 * x[i] * x[i]) + 1;
    for (int j = 0; j < n; j++)
      if (j != i && j >= i - 5 && j <= i + 1) f[i] -= x[j] * (1 + x[j]);
  }
}
void broyden_banded_b(int n, const double *x, double *xb, const double *fb) {
  for (int j = 0; j < n; j++) {
    xb[j] = (2 + 15 * x[j] * x[j]) * fb[j];
    for (int i = 0; i < n; i++)
      if (i != j && i <= j + 5 && i >= j - 1) xb[j] -= (1 + 2 * x[j]) * fb[i]; // sign
  }
}
