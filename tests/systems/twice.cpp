/* Dual numbers in C++, to try compiled text on: of a product with a literal the slope is planted wrong with -DPLANTED,
 * which an interpreter over the numbers never multiplies with; with -DENDS such a product ends the process. */
struct Dual {
  double v, d;
  Dual(double v = 0, double d = 0) : v(v), d(d) {}
  Dual &operator+=(const Dual &b) { return v += b.v, d += b.d, *this; }
  Dual &operator-=(const Dual &b) { return v -= b.v, d -= b.d, *this; }
  Dual &operator*=(const Dual &b) { return d = d * b.v + v * b.d, v *= b.v, *this; }
  Dual &operator/=(const Dual &b) { return v /= b.v, d = (d - v * b.d) / b.v, *this; }
};
inline Dual operator+(Dual a, const Dual &b) { return a += b; }
inline Dual operator-(Dual a, const Dual &b) { return a -= b; }
inline Dual operator*(Dual a, const Dual &b) { return a *= b; }
inline Dual operator/(Dual a, const Dual &b) { return a /= b; }
inline Dual operator-(const Dual &a) { return {-a.v, -a.d}; }
#ifdef ENDS
#include <cstdlib>
inline Dual operator*(const Dual &, double) { std::abort(); }
#endif
#ifdef PLANTED
inline Dual operator*(const Dual &a, double b) { return {a.v * b, a.d}; }
#endif
#define UNARY(F)
#define BINARY(F)
inline bool operator<(const Dual &a, const Dual &b) { return a.v < b.v; }
inline bool operator<=(const Dual &a, const Dual &b) { return a.v <= b.v; }
inline bool operator==(const Dual &a, const Dual &b) { return a.v == b.v; }
#include <cmath>
inline Dual exp(const Dual &a) { return {std::exp(a.v), std::exp(a.v) * a.d}; }
inline Dual pow(const Dual &a, double c) { return {std::pow(a.v, c), c == 0 ? 0 : c * std::pow(a.v, c - 1) * a.d}; }
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = false, has_hessian = false;
  static vec value(const Program &f, const vec &x) {
    std::vector<Dual> in(x.begin(), x.end()), out;
    vec y;
    f.run(in, out);
    for (const Dual &one : out) y.push_back(one.v);
    return y;
  }
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    std::vector<Dual> in, out;
    vec w;
    for (std::size_t i = 0; i < x.size(); i++) in.emplace_back(x[i], v[i]);
    f.run(in, out);
    for (const Dual &one : out) w.push_back(one.d);
    return w;
  }
  static texts reproduction() { return {}; }
};

int main() { return serve<host>("dual numbers in C++"); }
