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
double truncates(double x) { return (int)x; }
double record(struct point p) { return p.x; }
int whole(double x) { return x > 0; }
void nothing(double x) { x = 1; }
double unknown(double x) { return nextafter(x, 1); }
double *allocates(double x) { double *p = malloc(8); *p = x; return p; }
double forever(double x) { for (;;) x = x + 1; return x; }
double itself(double x) { return itself(x + 1); }
double through(double (*f)(double), double x) { return f(x); }
#define TIMES(a, b) ((a) * (b))
double macro(double x) { return TIMES(x, x); }
double too_far(double x) { return (x > 0 ? 2147483647 : -1) + 1; }
double placed(const double a[3], double x) { int i = x > 0; return a[i]; }
double hidden(double x, double *y) { return x > 0 && (*y = x) > 1 ? 1 : 2; }
double bits(double x, int n) { return x * (n << 32); }
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
/* what C leaves the order of open */
static double set(double *p) { *p = 3; return 1; }
static double add(double *p) { *p += 1; return *p; }
static double minus(double a, double b) { return a - b; }
double old_or_new(double y) { y += y * (y = 2); return y; }
double two_writes(double y) { int i = 1; i = i++; return y * i; }
double write_and_read(double y) { return (y = 2) + y; }
double own_subscript(double y) { int i = 0; double a[3] = {1, 2, 3}; a[i] = i++; return y * a[0]; }
double by_call(double y) { return set(&y) + y; }
double by_call_later(double y) { y += set(&y); return y; }
double two_calls(double x) { return add(&x) + add(&x); }
double in_arguments(double y) { int i = 0; return y * minus(i++, i); }
double in_elements(double y) { int i = 0; double a[2] = {i++, i++}; return a[0] + a[1] + y; }
double assigned_twice(double y) { y = (y = 2); return y; }
double math_arguments(double y) { return __builtin_fmax(y, y++); }
/* what C leaves undefined, or to the machine */
double bytes(const double *x) { return ((char *)x)[8]; }
double as_single(double x) { return *(float *)&x; }
double next_row(double x) { double a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return x * a[0][4]; }
static double *its_own(double t) { double *p = &t; return p; }
double gone(double x) { double *p = its_own(x); return *p; }
double changes(double x) { volatile double y = x; return y; }
double doubled(double x) { int s = x > 0; for (int i = 0; i < 40; i++) s = s + s; return s; }
double shifted_down(double x) { return x * (-5 >> 1); }
double shifted_out(double x) { return x * (1 << 31); }
double shifted_back(double x, int n) { return x * (8 >> (n - 4)); }
double remainder_of_least(double x) { return x * ((-2147483647 - 1) % -1); }
double address_as_number(double x) { return x * ((long)&x != 0); }
double halved_sum(double x, double y) { int s = (x > 0) + (y > 0); if (x > y) s = s + (x > 1); return s / 2; }
double block_gone(double x) { double *p = &x; { double y = x; p = &y; } return *p; }
double round_gone(double x) { double *p = &x; for (int i = 0; i < 3; i++) { double y = x + i; p = &y; if (i == 2) continue; x = x + y; } return *p; }
/* switches */
double switched_by(double x) { switch (x > 0) { case 1: return x; default: return 0; } }
double inside_loop(double x, int n) { switch (n) { case 0: while (x < 0) { case 3: x = 1; } } return x; }
double jumped_over(double x, int n) { switch (n) { double y; case 3: y = x; return y; } return x; }
/* the stack */
void pushReal8(double); void popReal8(double *); void pushControl1b(int); void popControl1b(int *); void popReal8Array(double *, int);
double nothing_left(double x) { pushReal8(x); popReal8(&x); popReal8(&x); return x; }
double another_kind(double x) { int k; pushReal8(x); popControl1b(&k); return k; }
double one_way_only(double x) { if (x > 0) pushReal8(x); popReal8(&x); return x; }
double many_bits(double x, int n) { pushControl1b(n); popControl1b(&n); return n * x; }
double too_many(double x) { double a[3]; pushReal8(x); popReal8Array(a, 2); return a[0]; }
double beyond_double(double x) { return x * 1e400; }
double below_double(double x) { return x * 0x0.ep-2000; }
double first_or_behind(double *x, int n) { double *p = x; if (x[0] > 0) p = x + n; return *p; }
