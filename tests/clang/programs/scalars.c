/* Scalars: operators, functions of math.h, numbers, tests. */
#include <math.h>

double polynomial(double x, double y) { return 3 * x * x - x * y / 2 + 0.1 - -y; }

double functions(double x, double y) {
  double a = exp(-x * x) + log(1 + y * y), b = sqrt(x * x + y * y + 1);
  return a * sin(b) + atan2(x, b) - fmax(x, y) * tanh(x) + fabs(y) + pow(x, 3) + cbrt(b) * hypot(x, y);
}

double constants(double x) { return M_PI * x + M_E + 1.5e-3 + 0x1.8p1 + .5 + 2.f + 1e2 + (double)7 / 2 + 7 / 2; }

double assigned(double x) {
  double y = x, z = 2;
  y += z;
  z = y *= x;
  y -= z / 3, z++;
  y *= z;
  return y - --z;
}

double absolute(double x) { return x < 0 ? -x : x; }

double pieces(double x) {
  double y;
  if (x <= -1) {
    y = -x - 1;
  } else if (x < 1 && !(x == 0)) {
    y = x * x;
  } else {
    y = x > 3 || x == 0 ? 9 : 2 * x;
  }
  return y + 1;
}

double early(double x) {
  if (x > 2) return log(x);
  if (x < -2) return log(-x);
  x = x + 1;
  return x * x;
}

double guarded(double x) {
  double y = 0;
  if (x > 0) y = log(x);
  return y;
}

static double square(double t) { return t * t; }
static double clamp(double t, double low, double high) {
  if (t < low) return low;
  return t > high ? high : t;
}
double called(double x, double y) { return square(x + 1) * square(clamp(y, 0, square(2))); }

double power(double x, int n) { return n == 0 ? 1 : n % 2 == 0 ? square(power(x, n / 2)) : x * power(x, n - 1); }

double single(float x, float y) {
  const float z = x * y;
  return tanhf(z) + (float)0.25;
}

#define HALF 0.5
#define TWICE(x) (2 * (x))
double macros(double x) { return x * HALF - (HALF) / 4 + -M_PI; }
double powers(double x) { return pow(x, 2) + pow(x, -2) * pow(x, 3.0) + powf(x, 0); }
double parts(double x, double y) { return floor(x) + ceil(y) - trunc(x) + round(y) + fmod(x, 3) + copysign(x, y); }
double exponents(double x) { return exp2(x / 9) + expm1(x / 9) + log1p(x * x) + log2(1 + x * x) + log10(2 + x * x) + erf(x) - erfc(x); }
double angles(double x) { return asin(tanh(x)) + acos(tanh(x)) + atan(x) + asinh(x) + acosh(2 + x * x) + atanh(tanh(x) / 2) + sinh(x / 9) + cosh(x / 9) + tan(x / 9); }
double gammas(double x) { return tgamma(1 + x * x / 9) + lgamma(2 + x * x); }

/* whole numbers that tests of reals choose */
double sign_of(double x) { return (x > 0) - (x < 0); }
double chosen(double x, double y) {
  int s = x > y ? 1 : -1;
  s++;
  s += x > 1 ? (y > 1 ? 3 : 2) : 0;
  return -s * x + (s > 1 ? y : !(x > 2));
}

/* sequence points, and what C converts to which type before it computes */
double in_order(double y) {
  int i = 0, j = (i++, i++, i);
  double z = (y = 2 * y, y + 1);
  y = (y = 3, z);
  return y * j + (i++ && i > 2 ? i : 0);
}
static double replace(double *p, double t) {
  double old = *p;
  *p = t;
  return old;
}
double through_calls(double x) {
  double y = 1, z = replace(&x, x * 2);
  y = replace(&y, x);
  return replace(&z, 5) > 0 && z > 4 ? x * z : -z * y;
}
double computed_unsigned(double x) {
  int i = -7, k = -7;
  unsigned u = 2;
  unsigned char c = 200;
  i /= u, k %= 4u, c += 100;
  c <<= 3;
  k += c--;
  return x * i + k + c;
}
enum shade { LIGHT, DARK };
double wrapped_around(double x, int n) {
  enum shade s = -1;
  unsigned short h = 65535;
  return x * (n << 2) * (~n) * (n >> 1) + ++h + (s > 0) + (1u << 31) + (-1 < 1u);
}
static const double rows[2][2] = {{.5, -0.25}, {M_PI / 2, 1}};
double half_table(double x) {
  double y = x > 0 ? rows[1][0] : x;
  const double *end = &rows[1][2];
  return y + (x > 0 ? rows[0][1] : x) + rows[0][1] + rows[1][0] * end[-1] + (x > 0 && rows[1][0] > x ? 1 : 2);
}

/* switches, and whole numbers that tests choose */
double switched(double x, int n) {
  double y = x;
  for (int i = -1; i < 6; i++) {
    switch (i) {
    default: y += 0.5;
    case 0: y *= 0.5; break;
    case 1:
    case 2: {
      double z = y;
      if (i == 1) continue;
      y = z - 1;
      break;
    }
    case 3 + 1: y = -y;
    }
    switch (n) { case 4: y = 0; }
    y += i;
  }
  return y;
}
double branches(double x, double y) {
  int n = 0;
  unsigned char c;
  if (x > 0) n = 1; else if (y > 0) n = 2;
  c = x > y ? 200 : 100;
  c += 100;
  if (n == 2 || n * n == 1) y = y + 1;
  if (!n) return c * x - (n - 1) / 2;
  if (y > 1) n += 3;
  if (y > 2) n = n << 1 | (x > 1);
  return n < 4 ? x * n : c % (n + 1) - y * ((x > 0) * 2 + (_Bool)n);
}
#include "level.h"
double brought_out(double x, double y) {
  int a = 0, b = 5;
  if (x > 0) {
    double z = x * y;
    if (z > 1) a = level(z); else b = z > 0 ? 7 : level(z + x);
  } else
    a = x > -1 ? level(y) : 3;
  if (a == 2) return x - b;
  return a < b - 4 ? y + a : y * b - a;
}
double counts(double x) { int n = 0; if (x > 0) n = 1; return n * x; }
double switches(double x, int n) { switch (n) { case 3: return x; default: return 0; } }
double tested(double x) { return 1 + (x > 0) * 2; }
double halved(double x) { return (x < 0 ? 1 : 3) / 2; }
double wraps(double x) { return ((x > 0 ? 1u : 0u) - 1u) * x; }
double narrow(double x) { unsigned char s = x > 0 ? 1 : -1; return s * x; }
double halves(double x, double y) { int s = x > 0 ? 1 : 2; if (y > 0) s = x > 2 ? 3 : 4; return s / 2; }


/* a macro of the file's own, of a name that math.h has */
#undef M_LN2
#define M_LN2 0.693147
double own_constant(double x) { return x * M_LN2; }

double powers_of_constants(double x) {
  double n = 1, minus = -1;
  const double three = 4 - 1.0;
  n += 1;
  for (int i = 1; i < 3; i++) n += i;
  return pow(x, 4.0 / 2) + pow(x, three) + pow(x, n) + pow(x, 6 * 0.5) + pow(x, minus * 2 + 5);
}

double powers_of_quotients(double x) {
  const double half = 1.0 / 2;
  return pow(x, 4.0 / 3) + pow(x, half) + pow(x, -1 / 2.0) + pow(x, 1 / (half - 1)) + pow(2, x);
}

double power_of_thirds(double x) { return pow(x, 3 * (2.0 / 3)); }
double power_of_functions(double x) { return pow(x, fabs(-2)) + pow(x, sqrt(9) - floor(1.5) + round(-0.5)); }
double power_of_a_choice(double x, double y) {
  int k = y > 0 ? 2 : 3;
  double real = k, opposite = -real;
  return pow(x, k) + pow(1 + x, 3 - (x > 0)) + pow(x * y, y > x ? 1 : -1) + pow(2 * x, real) + pow(y * y, opposite);
}
