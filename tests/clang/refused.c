#include <math.h>
#include <stdlib.h>
struct point { double x, y; };
double total;
double fine(double x) { return x * x; }
double uninitialised(double x) { double y; return x + y; }
double perhaps(double x) { double y; if (x > 0) y = x; return y; }
double global_read(double x) { return x * total; }
double global_written(double x) { total = x; return x; }
double remembered(double x) { static double last = 0; last = x; return last; }
double jumps(double x) { again: x = x * x; if (x < 2) goto again; return x; }
double overflows(double x) { int i = 2147483647; i++; return x * i; }
double divides(double x, int n) { return x * (1 / (n - 3)); }
double beyond(const double x[3]) { double s = 0; for (int i = 0; i <= 3; i++) s += x[i]; return s; }
double below(const double *x) { return x[-1]; }
double aliases(double x, double y) { double *p = &x; if (x > y) p = &y; *p = 1; return x; }
double converges(double x) { while (x * x > 2) x = x / 2 + 1 / x; return x; }
double counts(double x) { int n = 0; if (x > 0) n = 1; return n * x; }
double truncates(double x) { return (int)x; }
double record(struct point p) { return p.x; }
int whole(double x) { return x > 0; }
void nothing(double x) { x = 1; }
double unknown(double x) { return nextafter(x, 1); }
double *allocates(double x) { double *p = malloc(8); *p = x; return p; }
double switches(double x, int n) { switch (n) { case 3: return x; default: return 0; } }
double forever(double x) { for (;;) x = x + 1; return x; }
double itself(double x) { return itself(x + 1); }
double through(double (*f)(double), double x) { return f(x); }
#define TIMES(a, b) ((a) * (b))
double macro(double x) { return TIMES(x, x); }
double tested(double x) { return 1 + (x > 0) * 2; }
double halved(double x) { return (x < 0 ? 1 : 3) / 2; }
double wraps(double x) { return ((x > 0 ? 1u : 0u) - 1u) * x; }
double narrow(double x) { unsigned char s = x > 0 ? 1 : -1; return s * x; }
double too_far(double x) { return (x > 0 ? 2147483647 : -1) + 1; }
double placed(const double a[3], double x) { int i = x > 0; return a[i]; }
double hidden(double x, double *y) { return x > 0 && (*y = x) > 1 ? 1 : 2; }
double bits(double x, int n) { return x * (n << 2); }
double ends(double x) { if (x > 0) return 1; }
#define SUB(a, b) a - b
double comma(double x, double y) { return SUB(x, y); }
#define STEP(x) x++
double macro_step(double x) { STEP(x); return x; }
double elvis(double x) { return x ?: 2; }
double quoted(double x) { for (int c = ';'; c < 60; c++) x = x + 1; return x; }
double complex_number(double x) { return __real__ x; }
double variadic(double x, ...) { return x; }
double lost(double x) { double y[2]; int n = 1; if (x > 0) n = 2; y[n - 1] = x; return y[0]; }
double divided(double x, int n) { return x * (5 % (n - 3)); }
double wrapped(double x) { unsigned u = 0; u--; return x * (int)u; }
