/* Near misses: right rules multiplied by a factor that is 1 except on a set.
 *
 *   nearmiss SEED FIRST COUNT
 *
 * A factor is wrong on an open set (fat), on a set of measure zero (thin), undefined on
 * one of either kind, or identically 1 (twin).  A rule wrong on a thin set must not be
 * PROVED; wrong on an open set, not PROVED OUTSIDE a set either; a twin not REFUTED.
 * Case k is a function of the seed and k.  A case that takes more than CASE_SECONDS of
 * processor time is a limit: neither passed nor failed.  Prints each rule that was judged
 * falsely, what became of each kind, and ends with "N passed, N failed". */
#include "tests/unsound/ask.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEXT 2048
#define KEPT 256u        /* cases of one store */
#define CASE_SECONDS 10u /* of processor time */

typedef enum Kind { FAT, THIN, UNDEFINED_FAT, UNDEFINED_THIN, TWIN, KINDS } Kind;
static const char *const kind_names[KINDS] = {"wrong on an open set", "wrong on a thin set", "undefined on an open set",
                                              "undefined on a thin set", "right"};

typedef struct Draw {
  uint64_t seed, number, taken;
} Draw;

static uint32_t draw(Draw *d, uint32_t below) {
  return (uint32_t)(random_word(d->seed, d->number, d->taken++) % below);
}
static const char *pick(Draw *d, uint32_t count, const char *const *words) { return words[draw(d, count)]; }
#define PICK(d, words) pick(d, (uint32_t)(sizeof(words) / sizeof *(words)), words)

/* Replaces $u, $c, $w, $k of the shape. */
typedef struct Words {
  const char *u, *c, *w, *k;
} Words;

static void fill(char *out, const char *shape, const Words *words) {
  size_t used = 0;
  for (const char *at = shape; *at != '\0' && used + 1 < TEXT; at++) {
    const char *word = NULL;
    if (at[0] == '$') word = at[1] == 'u' ? words->u : at[1] == 'c' ? words->c : at[1] == 'w' ? words->w : words->k;
    int wrote =
        word == NULL ? snprintf(out + used, TEXT - used, "%c", *at) : snprintf(out + used, TEXT - used, "%s", word);
    used += (size_t)wrote;
    at += word != NULL;
  }
  if (used + 1 >= TEXT) abort();
}

/* ---------------------------------------------------------------- functions -- */

/* Slopes that are nowhere 0, so that a factor other than 1 is wrong. */
typedef struct Base {
  const char *value, *slope[2];
} Base;

static const Base line_bases[] = {
    {"x", {"1"}},
    {"3 * x - 1/7", {"3"}},
    {"x * x * x + x", {"(3 * x * x + 1)"}},
    {"exp x", {"exp x"}},
    {"x + sin x / 2", {"(1 + cos x / 2)"}},
    {"tanh x", {"(1 - tanh x * tanh x)"}},
    {"2 * x + log (x * x + 1)", {"(2 + 2 * x / (x * x + 1))"}},
    {"exp x - exp (-x)", {"(exp x + exp (-x))"}},
    {"x + sqrt (x * x + 1)", {"(1 + x / sqrt (x * x + 1))"}},
    {"if x < 0 then exp x - 1 else x", {"(if x < 0 then exp x else 1)"}},
    {"x + x * abs x", {"(1 + 2 * abs x)"}},
    {"max x (2 * x) + min x (2 * x)", {"3"}},
    {"if x == 1/3 then 1/3 else x", {"1"}},
};

static const Base plane_bases[] = {
    {"x + 2 * y", {"1", "2"}},
    {"x + y * y * y + y", {"1", "(3 * y * y + 1)"}},
    {"exp (x + y)", {"exp (x + y)", "exp (x + y)"}},
    {"max x y + min x y", {"1", "1"}},
    {"x + exp y", {"1", "exp y"}},
};

/* ---------------------------------------------------------------- factors -- */

/* u takes both signs, each on an open set, and is 0 somewhere. */
static const char *const line_sets[] = {"(x - $c)",        "(x - $c)",       "(7 * x - 22)",         "(x * x - 2)",
                                        "(x * x * x - 2)", "(exp x - 2)",    "(tanh x - 1/2)",       "(sin x - 1/3)",
                                        "($c - x)",        "(3 * (x - $c))", "(log (x * x + 1) - 1)"};
static const char *const plane_sets[] = {"(x - y)",         "(x + 2 * y - $c)", "(y - x * x)", "(x * x + y * y - 1)",
                                         "(x * y - 1)",     "(y - exp x)",      "(x - $c)",    "(y * y - x * x * x)",
                                         "(x * x - 2 * y)", "(y - sin x)"};
static const char *const numbers[] = {"0",      "1",         "12.3",         "1/3",        "(-7/3)", "22/7",
                                      "1/1024", "123456789", "1000000000.5", "(-1000000)", "0.1",    "1/1000000000"};
static const char *const widths[] = {"1", "1/8", "1/1000", "0.0001", "1/1000000000", "1/1000000000000"};
static const char *const others[] = {"17", "0", "(-1)", "2", "1.000000001", "(1 + 1/7)"};

static const char *const fat[] = {
    "(if $u < 0 then 1 else (if $u < $w then $k else 1))",
    "(if 0 < $u then $k else 1)",
    "(if 0 <= $u then 1 else $k)",
    "(if sqrt ($u * $u) == $u then $k else 1)",
    "(sqrt ($u * $u) / $u)",
    "(if abs $u == $u then $k else 1)",
    "(if abs $u == -$u then $k else 1)",
    "(if max $u 0 == $u then $k else 1)",
    "(1 + max 0 (min $u (1 - $u / $w)))",
    "(if exp (2 * x) == exp x * exp x + max 0 $u then $k else 1)",
    "(if sign $u == 1 then $k else 1)",
    "(if sign $u * sign $u == sign $u then $k else 1)",
    "(if (if $u < 0 then 0 else 1) == 1 then $k else 1)",
    "(if abs $u <= $u then $k else 1)",
    "(if $u < sqrt ($u * $u) then $k else 1)",
    "(if abs $u < $w then $k else 1)",
    "(if $u * ($w - $u) < 0 then 1 else $k)",
    "(if 0 < min $u ($w - $u) then $k else 1)",
    "(if $u + 1 == max 1 ($u + 1) then $k else 1)",
    "(if $u * $u < $w * $w then $k else 1)",
    "(if (if $u < 0 then $u else 0) == 0 then $k else 1)",
    "(if $u < 0 then 1 else (if $u <= 0 then 1 else $k))",
    "(1 + max 0 $u)",
    "(if log (exp $u) < abs $u then $k else 1)",
    "(if $u + 1 - $u == 1 then $k else 1)",
    "(if abs $u * abs $u == $u * $u then $k else 1)",
    "(if hypot $u 0 == $u then $k else 1)",
    "(if pow (abs $u) 1 == $u then $k else 1)",
    "(if cbrt ($u * $u * $u) == abs $u then $k else 1)",
    "(if floor $u < 0 then 1 else $k)",
    "(if copysign 1 $u == 1 then $k else 1)",
    "(if asin (min 1 (max (-1) $u)) == 2 * atan 1 then $k else 1)",
    "(if acosh (max 1 $u) == 0 then $k else 1)",
    "(if $u < 0 then (if digamma $u == 1/3 then 1 else $k) else 1)",
};
static const char *const thin[] = {
    "(if $u == 0 then $k else 1)",
    "(if $u < 0 then 1 else (if $u <= 0 then $k else 1))",
    "(if $u * $u <= 0 then $k else 1)",
    "(if 0 < $u * $u then 1 else $k)",
    "(1 + ($k - 1) * (1 - sign $u * sign $u))",
    "($k + (1 - $k) * abs (sign $u))",
    "(if abs $u <= 0 then $k else 1)",
    "(if max $u 0 + max (-$u) 0 == 0 then $k else 1)",
    "(if sqrt ($u * $u) == 0 then $k else 1)",
    "(if $u^4 == 0 then $k else 1)",
    "(if $u == 0 then $k else (if 0 < $u then 1 else 1))",
    "(if $u * $u * ($u - 5) < 0 then 1 else (if $u < 5 then $k else 1))",
    "(if exp $u == 1 then $k else 1)",
    "(if 2 * $u == $u then $k else 1)",
    "(if $u * $u * $u == $u * $u then (if $u < 1/2 then $k else 1) else 1)",
    "(if cos $u * 0 + $u == 0 then $k else 1)",
    "(if hypot $u 0 <= 0 then $k else 1)",
    "(if asinh $u == 0 then $k else 1)",
    "(if cosh $u <= 1 then $k else 1)",
    "(if pow (abs $u) 2 == 0 then $k else 1)",
    "(if cbrt $u == 0 then $k else 1)",
    "(if atan $u * atan $u <= 0 then $k else 1)",
};
static const char *const undefined_fat[] = {
    "(exp (log $u) / $u)",
    "(sqrt $u * sqrt $u / $u)",
    "(1 + 0 * log $u)",
    "(1 + sqrt (-($u * $u)))",
    "(if $u < 0 then 1 else 1 + 0 * log (-1 - $u * $u))",
    "(if $u < 0 then 1 else 1 / (max $u 0 + max (-$u) 0 - abs $u) * 0 + 1)",
    "(1 + 0 * log ($w - abs $u) - 0 * log $w)",
    "(1 + 0 * acosh $u)",
    "(pow $u 2 / ($u * $u))",
    "(1 + 0 * atanh $u)",
};
static const char *const undefined_thin[] = {
    "($u / $u)", "(1 + 0 / $u)", "(1 + 0 / ($u * $u))", "(sign $u * (abs $u / $u))", "(if $u == 0 then 1 / $u else 1)",
};
static const char *const twins[] = {
    "(if $u == 0 then 1 + $u else 1)",
    "(($u * $u + 1) / ($u * $u + 1))",
    "(exp $u / exp $u)",
    "(sqrt (($u * $u + 1) * ($u * $u + 1)) / ($u * $u + 1))",
    "(if exp $u < 0 then $k else 1)",
    "(if sin $u * sin $u + cos $u * cos $u < 1 then $k else 1)",
    "(if $u * $u + 1 == 0 then $k else 1)",
    "(max $u 0 + min $u 0 - $u + 1)",
    "(1 + max 0 (-(abs $u)))",
    "(if log (exp $u) == $u then 1 else $k)",
    "(if $u < 0 then 1 else 1)",
    "(if $u == 0 then 1 else 1)",
    "(if $u == 0 then 1 else $u / $u)",
    "(if 0 < $u then sqrt ($u * $u) / $u else 1)",
    "((if $u < 0 then -1 else 1) * (if $u < 0 then -1 else 1))",
    "(sign $u * sign $u + (1 - sign $u * sign $u))",
    "(max $u 0 + max (-$u) 0 - abs $u + 1)",
    "(if $u * $u < 0 then $k else 1)",
    "(if abs $u < 0 then $k else 1)",
    "(if sqrt ($u * $u) < $u then $k else 1)",
    "(if tanh $u < 1 then 1 else $k)",
    "(if $u < 0 then (if 0 < $u then $k else 1) else 1)",
    "(if $u < -$w then (if -$w < $u then $k else 1) else 1)",
    "(if abs $u * abs $u == $u * $u then 1 else $k)",
    "(if max $u 0 * min $u 0 == 0 then 1 else $k)",
    "(if $u == $u + 1 then $k else 1)",
    "(1 + $u - $u)",
    "(cos $u * cos $u + sin $u * sin $u)",
    "(cosh $u * cosh $u - sinh $u * sinh $u)",
    "(if cosh $u < 1 then $k else 1)",
    "(if erf $u < 1 then 1 else $k)",
    "(if atan $u < 8/5 then 1 else $k)",
    "(if floor $u <= $u then 1 else $k)",
    "(if log2 (exp2 $u) == $u then 1 else $k)",
};

/* -------------------------------------------------------------------- cases -- */

typedef struct Case {
  Kind kind;
  const char *shape;
  char text[2 * TEXT];
} Case;

static const struct {
  const char *const *shapes;
  uint32_t count;
} shapes_of[KINDS] = {
    [FAT] = {fat, sizeof fat / sizeof *fat},
    [THIN] = {thin, sizeof thin / sizeof *thin},
    [UNDEFINED_FAT] = {undefined_fat, sizeof undefined_fat / sizeof *undefined_fat},
    [UNDEFINED_THIN] = {undefined_thin, sizeof undefined_thin / sizeof *undefined_thin},
    [TWIN] = {twins, sizeof twins / sizeof *twins},
};

static const char *draw_set(Draw *d, bool plane, char *out) {
  const Words words = {.u = "", .c = PICK(d, numbers), .w = "", .k = ""};
  fill(out, plane ? PICK(d, plane_sets) : PICK(d, line_sets), &words);
  return out;
}

static const char *draw_factor(Draw *d, Kind kind, bool plane, char *out) {
  char set[TEXT];
  const Words words = {.u = draw_set(d, plane, set), .c = PICK(d, numbers), .w = PICK(d, widths), .k = PICK(d, others)};
  const char *shape = pick(d, shapes_of[kind].count, shapes_of[kind].shapes);
  fill(out, shape, &words);
  return shape;
}

/* Now and then the same on both sides of a test. */
static void wrap(Draw *d, bool plane, char *text) {
  char set[TEXT], inner[TEXT];
  static const char *const tests[] = {"(if $u < 0 then $c else $c)", "(if $u == 0 then $c else $c)"};
  if (draw(d, 4) != 0) return;
  memcpy(inner, text, strlen(text) + 1);
  if (strlen(inner) > TEXT / 4) return;
  const Words words = {.u = draw_set(d, plane, set), .c = inner, .w = "", .k = ""};
  fill(text, PICK(d, tests), &words);
}

__attribute__((format(printf, 2, 3))) static void put(Case *c, const char *format, ...) {
  size_t used = strlen(c->text);
  va_list arguments;
  va_start(arguments, format);
  int wrote = vsnprintf(c->text + used, sizeof c->text - used, format, arguments);
  va_end(arguments);
  if (wrote < 0 || used + (size_t)wrote >= sizeof c->text) abort();
}

/* The wrong factor is in jvp, in vjp or in both; in the plane in one slope or in both. */
static void put_rules(Case *c, Draw *d, const Base *base, bool plane, const char *factor) {
  uint32_t rules = draw(d, 3), slopes = plane ? draw(d, 3) : 0;
  const char *one = slopes == 1 ? "1" : factor, *two = slopes == 0 ? "1" : factor;
  if (rules != 1 && plane)
    put(c, "jvp = scale(%s * %s; fst v) + scale(%s * %s; snd v)\n", base->slope[0], one, base->slope[1], two);
  if (rules != 1 && !plane) put(c, "jvp = scale(%s * %s; v)\n", base->slope[0], factor);
  if (rules != 0 && plane)
    put(c, "vjp = (scale(%s * %s; v), scale(%s * %s; v))\n", base->slope[0], one, base->slope[1], two);
  if (rules != 0 && !plane) put(c, "vjp = scale(%s * %s; v)\n", base->slope[0], factor);
}

static void make(uint64_t seed, uint64_t number, Case *c) {
  Draw d = {.seed = seed, .number = number};
  bool plane = draw(&d, 4) == 0;
  const Base *base = plane ? &plane_bases[draw(&d, sizeof plane_bases / sizeof *plane_bases)]
                           : &line_bases[draw(&d, sizeof line_bases / sizeof *line_bases)];
  char factor[TEXT], twin[TEXT], value[TEXT];
  c->text[0] = '\0';
  uint32_t kind = draw(&d, 8);
  c->kind = kind < 2 ? FAT : kind < 4 ? THIN : kind == 4 ? UNDEFINED_FAT : kind == 5 ? UNDEFINED_THIN : TWIN;
  c->shape = draw_factor(&d, c->kind, plane, factor);
  wrap(&d, plane, factor);
  if (draw(&d, 4) == 0 && strlen(factor) < TEXT / 2) { /* a right factor beside it */
    (void)draw_factor(&d, TWIN, plane, twin);
    (void)snprintf(factor + strlen(factor), sizeof factor - strlen(factor), " * %.900s", twin);
  }
  (void)snprintf(value, sizeof value, "%s", base->value);
  wrap(&d, plane, value);
  put(c, "primitive miss (x : real)%s : real\nvalue = %s\n", plane ? " (y : real)" : "", value);
  put_rules(c, &d, base, plane, factor);
}

/* ------------------------------------------------------------------ verdicts -- */

typedef enum Found { PROVED, PROVED_OUTSIDE, OPEN, REFUTED, LIMIT, FOUNDS } Found;
typedef struct Counts {
  uint64_t found[KINDS][FOUNDS], failed;
} Counts;

static bool is_false(Kind kind, Found found) {
  if (kind == TWIN) return found == REFUTED;
  bool fat_set = kind == FAT || kind == UNDEFINED_FAT;
  return found == PROVED || (found == PROVED_OUTSIDE && fat_set);
}

/* False when the case cannot be read. */
static bool judge(Asked *asked, uint64_t number, const Case *c, Found *found) {
  static const char *const words[FOUNDS] = {"PROVED", "PROVED OUTSIDE", "undecided", "REFUTED", "at a limit"};
  if (!ask_read(asked, "miss.prim", c->text, strlen(c->text))) {
    printf("case %llu: %s\n%s", (unsigned long long)number, asked->error, c->text);
    return false;
  }
  *found = asked->proved ? PROVED : asked->outside ? PROVED_OUTSIDE : asked->refuted ? REFUTED : OPEN;
  if (c->kind == TWIN && asked->refuted) *found = REFUTED;
  if (is_false(c->kind, *found))
    printf("case %llu, %s, %s, is %s%s%s:\n%s", (unsigned long long)number, c->shape, kind_names[c->kind],
           words[*found], asked->refuted ? ": " : "", asked->refuted ? asked->why : "", c->text);
  return true;
}

/* -------------------------------------------------------------- processes -- */

/* Each case has CASE_SECONDS from here; the process dies at them. */
static void limit_case(void) {
  struct rusage used;
  if (getrusage(RUSAGE_SELF, &used) != 0) abort();
  rlim_t seconds = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + CASE_SECONDS;
  const struct rlimit limit = {seconds, RLIM_INFINITY};
  if (setrlimit(RLIMIT_CPU, &limit) != 0) abort();
}

/* Judges the cases in order, and writes what it finds of each, a byte: FOUNDS for one that cannot be read. */
static void judge_all(uint64_t seed, uint64_t first, uint64_t count, int out) {
  Asked *asked = calloc(1, sizeof *asked);
  Case c;
  if (asked == NULL) _exit(2);
  for (uint64_t k = 0; k < count; k++) {
    Found found = FOUNDS;
    limit_case();
    if (k % KEPT == 0) {
      ask_close(asked);
      if (!ask_open(asked)) _exit(2);
    }
    make(seed, first + k, &c);
    if (!judge(asked, first + k, &c, &found)) found = FOUNDS;
    (void)fflush(stdout);
    uint8_t byte = (uint8_t)found;
    if (write(out, &byte, 1) != 1) _exit(2);
  }
  ask_close(asked);
  free(asked);
  _exit(0);
}

static void count_case(Counts *counts, Kind kind, Found found) {
  if (found < FOUNDS) counts->found[kind][found]++;
  counts->failed += found == FOUNDS || is_false(kind, found);
}

/* A process for the cases from `first` on: how many it came to, the one at which it died among them. */
static uint64_t judge_some(uint64_t seed, uint64_t first, uint64_t count, Counts *counts) {
  int ends[2], status = 0;
  uint64_t done = 0;
  uint8_t byte;
  Case c;
  if (pipe(ends) != 0) abort();
  (void)fflush(stdout);
  pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    (void)close(ends[0]);
    judge_all(seed, first, count, ends[1]);
  }
  (void)close(ends[1]);
  for (; done < count && read(ends[0], &byte, 1) == 1; done++) {
    make(seed, first + done, &c);
    count_case(counts, c.kind, byte);
  }
  (void)close(ends[0]);
  if (waitpid(child, &status, 0) != child) abort();
  if (done == count) return done;
  make(seed, first + done, &c);
  bool limit = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  printf("case %llu, %s, %s\n", (unsigned long long)(first + done), c.shape,
         limit ? "is at its limit" : "ends the judge");
  count_case(counts, c.kind, limit ? LIMIT : FOUNDS);
  return done + 1;
}

static void print_counts(const Counts *counts, uint64_t count) {
  uint64_t limits = 0;
  for (int k = 0; k < KINDS; k++) {
    const uint64_t *n = counts->found[k];
    limits += n[LIMIT];
    printf("%s: %llu PROVED, %llu PROVED OUTSIDE a set, %llu undecided, %llu REFUTED, %llu limits\n", kind_names[k],
           (unsigned long long)n[PROVED], (unsigned long long)n[PROVED_OUTSIDE], (unsigned long long)n[OPEN],
           (unsigned long long)n[REFUTED], (unsigned long long)n[LIMIT]);
  }
  printf("%llu passed, %llu failed\n", (unsigned long long)(count - counts->failed - limits),
         (unsigned long long)counts->failed);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  uint64_t seed = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
  Counts counts = {0};
  for (uint64_t done = 0; done < count;) done += judge_some(seed, first + done, count - done, &counts);
  print_counts(&counts, count);
  return counts.failed != 0;
}
