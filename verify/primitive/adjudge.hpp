/* Rules in C++ for `adjudge campaign spec.prim --library ./rules.so`: adjudge.h with vectors and lambdas.
 *
 *   #include <adjudge.hpp>
 *   using adjudge::vec;
 *   ADJUDGE_RULES(adjudge::rule("square", 1, 1,
 *                               [](vec x) -> vec { return {x[0] * x[0]}; },             // value
 *                               [](vec x, vec v) -> vec { return {2 * x[0] * v[0]}; },  // jvp
 *                               [](vec x, vec w) -> vec { return {2 * x[0] * w[0]}; })) // vjp
 *
 * One `rule` each primitive: its name in the specification, the scalars of its arguments and of its result, and what
 * there is of value, jvp, vjp (nullptr for what there is not), all flat as in adjudge.h.  std::domain_error says that
 * the function is undefined; any other exception is a failure of the rule. */
#ifndef ADJUDGE_HPP
#define ADJUDGE_HPP

#include "adjudge.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace adjudge {

using vec = std::vector<double>;
constexpr int failed = 2;

enum class role { value, jvp, vjp };

/* adjudge.h has functions without a state: that of a lambda is its type's, in each of its roles. */
template <class F, role> struct call {
  static inline const F *f;
  static inline std::size_t inputs, seeds;

  template <class... Vecs> static int answer(double *out, const Vecs &...given) {
    try {
      const vec y = (*f)(given...);
      std::copy(y.begin(), y.end(), out);
      return ADJUDGE_OK;
    } catch (const std::domain_error &) {
      return ADJUDGE_UNDEFINED;
    } catch (...) {
      return failed;
    }
  }
  static int value(const double *x, double *out) { return answer(out, vec(x, x + inputs)); }
  static int along(const double *x, const double *seed, double *out) {
    return answer(out, vec(x, x + inputs), vec(seed, seed + seeds));
  }
  /* Of two rows with functions of one type (pointers, std::function, a lambda twice) one would answer for both. */
  static void keep(const F &function, std::size_t in, std::size_t seed) {
    if (f != nullptr && !(std::is_empty_v<F> && in == inputs && seed == seeds))
      throw std::logic_error("adjudge::rule: two rules have functions of one type; give each a lambda of its own");
    f = new F(function);
    inputs = in, seeds = seed;
  }
};

template <class Value, class Jvp, class Vjp>
adjudge_rule rule(const char *name, std::size_t inputs, std::size_t outputs, Value value, Jvp jvp, Vjp vjp) {
  adjudge_rule row = {};
  row.name = name;
  if constexpr (!std::is_null_pointer_v<Value>) {
    using F = call<Value, role::value>;
    F::keep(value, inputs, 0), row.value = F::value;
  }
  if constexpr (!std::is_null_pointer_v<Jvp>) {
    using F = call<Jvp, role::jvp>;
    F::keep(jvp, inputs, inputs), row.jvp = F::along;
  }
  if constexpr (!std::is_null_pointer_v<Vjp>) {
    using F = call<Vjp, role::vjp>;
    F::keep(vjp, inputs, outputs), row.vjp = F::along;
  }
  return row;
}

} // namespace adjudge

#define ADJUDGE_RULES(...)                                                                                             \
  extern "C" const adjudge_rule *adjudge_rules(int version) {                                                          \
    static const adjudge_rule all[] = {__VA_ARGS__, {}};                                                               \
    return version == ADJUDGE_VERSION_RULES ? all : nullptr;                                                           \
  }

#endif
