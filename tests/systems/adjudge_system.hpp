/* Adapters of systems in C++ for `adjudge system`: the protocol of verify/system/system.h, and an interpreter of its
 * programs over any type of numbers.  A system says in macros which functions it has, found by argument, and then how
 * it differentiates:
 *
 *   #define UNARY(F) F(sin) F(exp) ...
 *   #define BINARY(F) F(atan2) ...
 *   #include "adjudge_system.hpp"
 *   struct host {
 *     static vec value(const Program &f, const vec &x);
 *     static vec jvp(const Program &f, const vec &x, const vec &v);
 *     static vec vjp(const Program &f, const vec &x, const vec &w);   // has_vjp
 *     static vec hessian(const Program &f, const vec &x, int output); // has_hessian: n rows of n
 *     static texts reproduction(); // head, value, jvp, ...: verify/system/reproduction.h
 *   };
 *   int main() { return serve<host>("name and version"); }
 *
 * Programs run by f.run(in, out).  std::domain_error says that something is undefined; any other exception is an error.
 *
 * VARIANT=assigned in the environment: each operation is `T t = a; t op= b;`, where an operand that is twice the same
 * is t itself.  VARIANT=conditional, of systems that define CONDITIONAL: tests are answered by the system's CondExpLt,
 * CondExpLe and CondExpEq (left, right, then, otherwise), of which both sides are computed.  NO_TESTS: it has none. */
#include <jansson.h>
#ifdef COMPILED
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#ifndef VERSION
#define VERSION "of no known version"
#endif

using vec = std::vector<double>;
using texts = std::map<std::string, std::string>;

inline bool is_variant(const char *name) {
  const char *wanted = std::getenv("VARIANT");
  return wanted != nullptr && std::strcmp(wanted, name) == 0;
}
static const bool assigned = is_variant("assigned"), conditional = is_variant("conditional");

/* Of reproductions: text with `what` in place of `mark`, and the loop that prints `count` numbers, each by `one`. */
inline std::string with(std::string text, const std::string &mark, const std::string &what) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += what.size()) text.replace(at, mark.size(), what);
  return text;
}
inline std::string shows(const std::string &mode, const std::string &count, const std::string &one) {
  return "  printf(\"" + mode + "\");\n  for (int i = 0; i < " + count + "; i++) printf(\" %.17g\", " + one + ");\n  puts(\"\");\n}\n";
}

enum Word {
  NUMBER, ADD, SUB, MUL, DIV, NEG, POWER, SIGMOID, LESS, LESS_EQUAL, EQUAL, RETURN,
#define WORD(name) WORD_##name,
  UNARY(WORD) BINARY(WORD)
#undef WORD
};

static const std::map<std::string, Word> words = {
    {"number", NUMBER}, {"+", ADD}, {"-", SUB}, {"*", MUL}, {"/", DIV}, {"neg", NEG}, {"^", POWER},
    {"sigmoid", SIGMOID}, {"return", RETURN},
#ifndef NO_TESTS
    {"<", LESS}, {"<=", LESS_EQUAL}, {"==", EQUAL},
#endif
#define WORD(name) {#name, WORD_##name},
    UNARY(WORD) BINARY(WORD)
#undef WORD
};

#ifdef COMPILED /* a file with the functions f0, f1, ... of a batch, and call<T>(k, x, y) of the k-th */
#include COMPILED
#endif

struct Statement {
  Word word;
  std::size_t a = 0, b = 0, otherwise = 0;
  double number = 0;
  std::vector<std::size_t> results;
};

struct Program {
  std::size_t inputs, outputs;
  std::vector<Statement> code;

  explicit Program(const json_t *said)
      : inputs(static_cast<std::size_t>(json_number_value(json_object_get(said, "inputs")))),
        outputs(static_cast<std::size_t>(json_number_value(json_object_get(said, "outputs")))) {
    add(json_object_get(said, "code"));
  }

  /* A list, and behind it those of what is done where its test does not hold. */
  void add(const json_t *list) {
    for (std::size_t i = 0; i < json_array_size(list); i++) {
      const json_t *one = json_array_get(list, i);
      std::string name = json_string_value(json_array_get(one, 0));
      std::size_t at = name == "if" ? 1 : 0;
      Statement s;
      auto number = [&](std::size_t k) { return json_number_value(json_array_get(one, at + k)); };
      s.word = words.at(json_string_value(json_array_get(one, at)));
      if (s.word == NUMBER) s.number = number(1);
      if (s.word == RETURN)
        for (std::size_t k = 1; k < json_array_size(one); k++) s.results.push_back(static_cast<std::size_t>(number(k)));
      else if (s.word != NUMBER)
        s.a = static_cast<std::size_t>(number(1));
      if (s.word == POWER) s.number = number(2);
      else if (json_array_size(one) > at + 2 && s.word != RETURN) s.b = static_cast<std::size_t>(number(2));
      code.push_back(s);
      if (name != "if") continue;
      std::size_t test = code.size() - 1;
      add(json_array_get(one, 4));
      code[test].otherwise = code.size();
      add(json_array_get(one, 5));
    }
  }

  template <class T> T assign(const Statement &s, const std::vector<T> &r) const {
    T t = r[s.a];
    const T &b = s.a == s.b ? t : r[s.b];
    switch (s.word) {
    case ADD: t += b; break;
    case SUB: t -= b; break;
    case MUL: t *= b; break;
    default: t /= b;
    }
    return t;
  }

  template <class T> T compute(const Statement &s, const std::vector<T> &r) const {
    using std::pow;
    if (assigned && s.word >= ADD && s.word <= DIV) return assign(s, r);
    switch (s.word) {
    case ADD: return T(r[s.a] + r[s.b]);
    case SUB: return T(r[s.a] - r[s.b]);
    case MUL: return T(r[s.a] * r[s.b]);
    case DIV: return T(r[s.a] / r[s.b]);
    case NEG: return T(-r[s.a]);
    case POWER: return T(pow(r[s.a], s.number));
    case SIGMOID: return T(1.0 / (1.0 + exp(-r[s.a])));
#define WORD(name) case WORD_##name: return T(name(r[s.a]));
    UNARY(WORD)
#undef WORD
#define WORD(name) case WORD_##name: return T(name(r[s.a], r[s.b]));
    BINARY(WORD)
#undef WORD
    default: return T(s.number);
    }
  }

#ifdef COMPILED
  std::size_t number = 0;
  template <class T> void run(const std::vector<T> &in, std::vector<T> &out) const {
    out.resize(outputs);
    call<T>(number, in.data(), out.data());
  }
#else
  template <class T> void run(const std::vector<T> &in, std::vector<T> &out) const {
    std::vector<T> r(in);
    r.reserve(in.size() + code.size());
    run_from(0, r, out);
  }

  template <class T> static bool holds(Word word, const T &a, const T &b) {
#ifdef NO_TESTS
    (void)word, (void)a, (void)b;
    throw std::logic_error("it has no tests");
#else
    return word == LESS ? a < b : word == LESS_EQUAL ? a <= b : a == b;
#endif
  }

  template <class T> void run_from(std::size_t at, std::vector<T> &r, std::vector<T> &out) const {
    for (;;) {
      const Statement &s = code[at++];
      if (s.word == RETURN) {
        for (std::size_t result : s.results) out.push_back(r[result]);
        return;
      }
      if (s.word != LESS && s.word != LESS_EQUAL && s.word != EQUAL) {
        r.push_back(compute(s, r));
        continue;
      }
#ifdef CONDITIONAL
      if (conditional) return choose(at, r, out);
#endif
      if (!holds(s.word, r[s.a], r[s.b])) at = s.otherwise;
    }
  }

#ifdef CONDITIONAL
  template <class T> void choose(std::size_t at, const std::vector<T> &r, std::vector<T> &out) const {
    const Statement &s = code[at - 1];
    std::vector<T> registers(r), then, otherwise;
    run_from(at, registers, then);
    registers = r;
    run_from(s.otherwise, registers, otherwise);
    for (std::size_t o = 0; o < then.size(); o++)
      out.push_back(s.word == LESS         ? CondExpLt(r[s.a], r[s.b], then[o], otherwise[o])
                    : s.word == LESS_EQUAL ? CondExpLe(r[s.a], r[s.b], then[o], otherwise[o])
                                           : CondExpEq(r[s.a], r[s.b], then[o], otherwise[o]));
  }
#endif
#endif
};

/* A run over numbers that carry one slope, each made of a value and its slope; and a part of each number. */
template <class T, class Make> std::vector<T> run_along(const Program &f, const vec &x, const vec &v, Make make) {
  std::vector<T> in, out;
  for (std::size_t i = 0; i < x.size(); i++) in.push_back(make(x[i], v[i]));
  f.run(in, out);
  return out;
}
template <class T, class Part> vec parts(const std::vector<T> &numbers, Part part) {
  vec y;
  for (const T &one : numbers) y.push_back(part(one));
  return y;
}

/* The reproductions of a system that has all modes: what makes x and y along `seed`, the value and the slope of y[i], and
 * the whole of the other two. */
inline texts shown_both_ways(const std::string &head, const std::string &forward, const std::string &value, const std::string &slope,
                             const std::string &reverse, const std::string &second) {
  const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  double at[n + 1] = {$X}, seed[n + m] = {$SEED};\n";
  return {{"head", head}, {"value", open + forward + shows("value", "m", value)}, {"jvp", open + forward + shows("jvp", "m", slope)},
          {"vjp", open + reverse}, {"hessian", open + second}};
}

inline json_t *number_json(double x) {
  return std::isfinite(x) ? json_real(x) : json_string(std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

inline vec numbers_of(const json_t *list) {
  vec x;
  for (std::size_t i = 0; i < json_array_size(list); i++) x.push_back(json_number_value(json_array_get(list, i)));
  return x;
}

template <class host> json_t *answer(const std::string &call, const std::vector<Program> &programs, const json_t *query) {
  const Program &f = programs.at(static_cast<std::size_t>(json_integer_value(json_object_get(query, "program"))));
  vec x = numbers_of(json_object_get(query, "at")), seed = numbers_of(json_object_get(query, "seed")), y;
  try {
    if (call == "value") y = host::value(f, x);
    if (call == "jvp") y = host::jvp(f, x, seed);
    if constexpr (host::has_vjp) if (call == "vjp") y = host::vjp(f, x, seed);
    if constexpr (host::has_hessian)
      if (call == "hessian") y = host::hessian(f, x, static_cast<int>(json_integer_value(json_object_get(query, "output"))));
  } catch (const std::domain_error &) {
    return json_null();
  } catch (const std::exception &error) {
    return json_pack("{s:s}", "error", error.what());
  }
  json_t *list = json_array();
  for (double number : y) json_array_append_new(list, number_json(number));
  return list;
}

/* Says which program is begun with: if it ends the process, that is known. */
inline void mark(json_int_t id, const json_t *batch, std::size_t k) {
  json_int_t program = json_integer_value(json_object_get(json_array_get(batch, k), "program"));
  if (k > 0 && program == json_integer_value(json_object_get(json_array_get(batch, k - 1), "program"))) return;
  std::printf("{\"id\": %lld, \"at\": %lld}\n", static_cast<long long>(id), static_cast<long long>(program));
  std::fflush(stdout);
}

#ifdef COMPILED
/* Answers from the k-th on, a line each. */
template <class host> void answer_from(const std::string &call, const std::vector<Program> &programs, const json_t *batch, std::size_t k, int to) {
  FILE *out = fdopen(to, "w");
  for (; k < json_array_size(batch); k++) {
    char *said = json_dumps(answer<host>(call, programs, json_array_get(batch, k)), JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
    std::fprintf(out, "%s\n", said);
    std::fflush(out);
    free(said);
  }
  _exit(0);
}

/* The answers of a process of its own up to one that ends it, and then of another one: what ends it costs an answer, not
 * the batch, which takes long to compile. */
template <class host> void answer_all(const std::string &call, const std::vector<Program> &programs, json_int_t id, const json_t *batch, json_t *list) {
  for (std::size_t k = 0, size = json_array_size(batch); k < size;) {
    int ends[2], status = 0;
    std::fflush(stdout);
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    pid_t child = fork();
    if (child == 0) answer_from<host>(call, programs, batch, k, ends[1]);
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    char *line = nullptr;
    std::size_t room = 0;
    for (; k < size; k++) {
      mark(id, batch, k);
      json_t *said = getline(&line, &room, in) > 0 ? json_loads(line, JSON_DECODE_ANY, nullptr) : nullptr;
      if (said == nullptr) break;
      json_array_append_new(list, said);
    }
    free(line);
    std::fclose(in);
    if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("no process");
    if (k == size) return;
    std::string how = "the program ended before it answered: exit code " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    json_array_append_new(list, json_pack("{s:s}", "error", how.c_str()));
    k++;
  }
}
#else
template <class host> void answer_all(const std::string &call, const std::vector<Program> &programs, json_int_t id, const json_t *batch, json_t *list) {
  for (std::size_t k = 0; k < json_array_size(batch); k++) {
    mark(id, batch, k);
    json_array_append_new(list, answer<host>(call, programs, json_array_get(batch, k)));
  }
}
#endif

template <class host> json_t *describe(const char *name) {
  json_t *modes = json_pack("[s, s]", "value", "jvp"), *constructs = json_array();
  if (host::has_vjp) json_array_append_new(modes, json_string("vjp"));
  if (host::has_hessian) json_array_append_new(modes, json_string("hessian"));
  for (const auto &word : words) json_array_append_new(constructs, json_string(word.first.c_str()));
  json_t *drivers = json_pack("{s:s, s:s}", "language", "c++", "suffix", "cpp");
  for (const auto &text : host::reproduction()) json_object_set_new(drivers, text.first.c_str(), json_string(text.second.c_str()));
  std::string title = std::string(name) + (assigned ? ", op=" : conditional ? ", its conditional" : "");
  return json_pack("{s:s, s:o, s:o, s:o, s:{s:b, s:b}}", "system", title.c_str(), "modes", modes, "constructs", constructs,
                   "reproduction", drivers, "variant", "assigned", assigned, "conditional", conditional);
}

template <class host> int serve(const char *name) {
  std::vector<Program> programs;
  for (std::string line; std::getline(std::cin, line);) {
    json_t *asked = json_loads(line.c_str(), 0, nullptr), *said = json_object(), *list = json_array();
    std::string call = json_string_value(json_object_get(asked, "call"));
    if (call == "describe") {
      json_decref(said);
      said = describe<host>(name);
    } else if (call == "load") {
      const json_t *given = json_object_get(asked, "programs");
      programs.clear();
      for (std::size_t k = 0; k < json_array_size(given); k++) {
        programs.emplace_back(json_array_get(given, k));
#ifdef COMPILED
        programs.back().number = k;
#endif
        json_array_append_new(list, json_true());
      }
      json_object_set(said, "loaded", list);
    } else {
      json_int_t id = static_cast<json_int_t>(json_number_value(json_object_get(asked, "id")));
      answer_all<host>(call, programs, id, json_object_get(asked, "batch"), list);
      json_object_set(said, "answers", list);
    }
    json_object_set(said, "id", json_object_get(asked, "id"));
    char *text = json_dumps(said, JSON_COMPACT | JSON_REAL_PRECISION(17));
    std::puts(text);
    std::fflush(stdout);
    free(text);
    json_decref(asked), json_decref(said), json_decref(list);
  }
  return 0;
}
