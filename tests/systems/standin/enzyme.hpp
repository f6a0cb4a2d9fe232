/* What tests/systems/enzyme.cpp uses of Enzyme, by differences over five points, which are exact of polynomials of degree 4;
 * no Enzyme.  A function here is one of buffers: what they are after it, of what they were before it.
 * PLANT=reverse: reverse mode takes a difference of two points; PLANT=second: so does forward mode of reverse mode.
 * -DWITHOUT: it cannot compile cos, and does not say where that is. */
#ifndef STANDIN_ENZYME_HPP
#define STANDIN_ENZYME_HPP
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

int enzyme_const, enzyme_dup;

/* What is allocated says before it how long it is. */
void *operator new(std::size_t size) {
  auto *at = static_cast<std::size_t *>(std::malloc(size + 2 * sizeof(std::size_t)));
  if (at == nullptr) throw std::bad_alloc();
  *at = size;
  return at + 2;
}
void operator delete(void *at) noexcept {
  if (at != nullptr) std::free(static_cast<std::size_t *>(at) - 2);
}
void operator delete(void *at, std::size_t) noexcept { operator delete(at); }

namespace standin {
using numbers = std::vector<double>;

inline bool planted(const std::string &name) {
  const char *plant = std::getenv("PLANT");
  return plant != nullptr && plant == name;
}

/* A buffer and its shadow. */
struct Pair {
  double *at, *shadow;
  std::size_t size() const { return at == nullptr ? 0 : reinterpret_cast<std::size_t *>(at)[-2] / sizeof *at; }
};

template <class Function> numbers difference(Function f, bool poor) {
  const double h = 0.125;
  numbers a = f(poor ? 0 : -2 * h), b = f(-h), c = f(h), d = f(poor ? h : 2 * h);
  for (std::size_t i = 0; i < a.size(); i++) a[i] = poor ? (c[i] - a[i]) / h : (a[i] - 8 * b[i] + 8 * c[i] - d[i]) / (12 * h);
  return a;
}

struct Call {
  void *function;
  std::size_t k = 0;
  bool numbered = false;
  std::vector<Pair> pairs;

  void take() {}
  template <class... Rest> void take(int, std::size_t number, Rest... rest) { k = number, numbered = true, take(rest...); }
  template <class... Rest> void take(int, const double *at, const double *shadow, Rest... rest) {
    pairs.push_back({const_cast<double *>(at), const_cast<double *>(shadow)}), take(rest...);
  }
  template <class... Buffer> void run(Buffer... at) const {
    if (numbered) reinterpret_cast<void (*)(std::size_t, Buffer...)>(function)(k, at...);
    else reinterpret_cast<void (*)(Buffer...)>(function)(at...);
  }
  numbers flat(bool shadows) const {
    numbers all;
    for (const Pair &p : pairs) all.insert(all.end(), shadows ? p.shadow : p.at, (shadows ? p.shadow : p.at) + p.size());
    return all;
  }
  void set(const numbers &all, bool shadows) const {
    std::size_t next = 0;
    for (const Pair &p : pairs)
      for (std::size_t i = 0; i < p.size(); i++) (shadows ? p.shadow : p.at)[i] = all[next++];
  }
  /* What the buffers are afterwards, where they are `from` plus t times `along`. */
  numbers after(const numbers &from, const numbers &along, double t) const {
    numbers moved = from;
    for (std::size_t i = 0; i < moved.size(); i++) moved[i] += t * along[i];
    set(moved, false);
    if (pairs.size() == 2) run(pairs[0].at, pairs[1].at);
    else run(pairs[0].at, pairs[1].at, pairs[2].at, pairs[3].at);
    return flat(false);
  }
};
} // namespace standin

template <class Result, class... Rest> Result __enzyme_fwddiff(void *function, Rest... rest) {
  standin::Call call{function};
  call.take(rest...);
  const standin::numbers from = call.flat(false), along = call.flat(true);
  call.set(standin::difference([&](double t) { return call.after(from, along, t); }, call.pairs.size() == 4 && standin::planted("second")), true);
  call.after(from, along, 0);
}

/* The shadows before it are those after it by the transposed slopes. */
template <class Result, class... Rest> Result __enzyme_autodiff(void *function, Rest... rest) {
  standin::Call call{function};
  call.take(rest...);
  const standin::numbers from = call.flat(false), seed = call.flat(true);
  standin::numbers found(seed.size());
  for (std::size_t i = 0; i < from.size(); i++) {
    standin::numbers unit(from.size());
    unit[i] = 1;
    const standin::numbers slope = standin::difference([&](double t) { return call.after(from, unit, t); }, standin::planted("reverse"));
    for (std::size_t o = 0; o < seed.size(); o++) found[i] += slope[o] * seed[o];
  }
  call.after(from, from, 0);
  call.set(found, true);
}

#ifdef WITHOUT
double without_derivative(double);
#define cos without_derivative
#endif
#endif
