/* NAME_test.c: the function at points where value and gradient are certified. */
#include "verify/certify/contract.h"

#include <math.h>

static void numbers(const Contract *to, const char *name, const double *values, uint32_t columns) {
  fprintf(to->out, "static const double %s[%u][%u] = {\n", name, to->rows->count, columns);
  for (uint32_t k = 0; k < to->rows->count; k++) {
    for (uint32_t i = 0; i < columns; i++)
      fprintf(to->out, "%s%.17g", i > 0 ? ", " : "  {", values[(size_t)k * columns + i]);
    fputs("},\n", to->out);
  }
  fputs("};\n", to->out);
}

/* A power of two near the largest entry of each gradient, so that what stood there before costs no digits. */
static void units(const Contract *to) {
  fprintf(to->out, "static const double certified_unit[%u] = {", to->rows->count);
  for (uint32_t k = 0; k < to->rows->count; k++) {
    double most = 0;
    int exponent = 0;
    for (uint32_t i = 0; i < to->tape->inputs; i++)
      most = fmax(most, fabs(to->rows->g[(size_t)k * to->tape->inputs + i]));
    (void)frexp(most, &exponent);
    fprintf(to->out, "%s%.17g", k > 0 ? ", " : "", ldexp(1, exponent));
  }
  fputs("};\n", to->out);
}

#define CALL_HEAD                                                                                                      \
  "static void certified_call(const double *certified_at, const double *certified_seed, double *certified_value,\n"    \
  "                           double *certified_gradient)"

/* In a function of its own, in which nothing is called as the function may be; all else stands above it, where its
 * macros are not known. */
static void call(const Contract *to) {
  const Signature *signature = to->signature;
  static const char *const array[] = {[ROLE_INPUTS] = "certified_at",
                                      [ROLE_SEEDS] = "certified_seed",
                                      [ROLE_VALUES] = "certified_value",
                                      [ROLE_GRADIENT] = "certified_gradient"};
  fprintf(to->out, "\n#include \"%s.c\"\n\n%s {\n", to->name, CALL_HEAD);
  fprintf(to->out, "  (void)certified_at, (void)certified_seed, (void)certified_value;\n  %s%s(",
          signature->returns_value ? "certified_value[0] = " : "", signature->function);
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    fprintf(to->out, p->pointer ? "%s%s + %u" : "%s%s[%u]", k > 0 ? ", " : "", array[p->role], p->first);
  }
  fputs(");\n}\n", to->out);
}

static void compare(const Contract *to, const char *what, const char *name, uint32_t i) {
  bool gradient = what[0] == 'g';
  const char letter = gradient ? 'g' : 'y';
  fprintf(to->out,
          "      here += certified_differs(k, \"%s\", \"%s\", %c[%u], certified_%c[k][%u], certified_off_%c[k][%u], ",
          what, name, letter, i, letter, i, letter, i);
  if (gradient)
    fprintf(to->out, "before[%u], adds, tell);\n", i);
  else
    fputs("0.0, 0, tell);\n", to->out);
}

static void comparisons(const Contract *to) {
  const Signature *signature = to->signature;
  if (signature->returns_value) compare(to, "value", "0", 0);
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
      char number[16];
      (void)snprintf(number, sizeof number, "%u", i);
      if (p->role == ROLE_VALUES) compare(to, "value", number, i);
      if (p->role == ROLE_GRADIENT) compare(to, "gradient", to->component[i], i);
    }
  }
}

static void differs(const Contract *to) {
  fputs("static double certified_size(double x) { return x < 0.0 ? -x : x; }\n\n"
        "static int certified_differs(int k, const char *what, const char *name, double found, double certified, "
        "double off,\n"
        "                             double before, int adds, int tell) {\n"
        "  const double wanted = adds ? before + certified : certified;\n"
        "  if (certified_size(found - wanted) <= off + 1e-12 * certified_size(before)) return 0;\n"
        "  if (!tell) return 1;\n"
        "  printf(\"  wrong: %s_%s = %.17g, certified %.17g\", what, name, found, certified);\n"
        "  if (before != 0.0) printf(adds ? \" to add to %g\" : \" whatever was there, here %g\", before);\n"
        "  printf(\", at\");\n",
        to->out);
  for (uint32_t i = 0; i < to->tape->inputs; i++)
    fprintf(to->out, "  printf(\"%s %s = %%.17g\", certified_x[k][%u]);\n", i > 0 ? "," : "", to->component[i], i);
  fputs("  printf(\"\\n\");\n  return 1;\n}\n\n", to->out);
}

/* Twice at each point, with other numbers where the gradient goes: what sets it gives the same, what adds to it gives
 * the same more than there was.  Values that are never written stay no numbers, and differ. */
static void run_rows(const Contract *to) {
  const Tape *tape = to->tape;
  fprintf(to->out,
          "static int certified_wrongs(int adds, int tell) {\n  const double none = 0.0;\n  int wrong = 0;\n  for (int "
          "k = 0; k < %u; k++) {\n"
          "    int here = 0;\n    for (int again = 0; again < 2 && !(tell && here > 0); again++) {\n"
          "      double x[%u], w[%u], y[%u], g[%u], before[%u];\n"
          "      for (int i = 0; i < %u; i++) x[i] = certified_x[k][i], g[i] = before[i] = again * (2.5 + i %% 8) * "
          "certified_unit[k];\n"
          "      for (int j = 0; j < %u; j++) w[j] = certified_w[k][j], y[j] = none / none;\n",
          to->rows->count, tape->inputs, tape->outputs, tape->outputs, tape->inputs, tape->inputs, tape->inputs,
          tape->outputs);
  fputs("      (void)w, (void)y;\n", to->out);
  fputs("      certified_call(x, w, y, g);\n", to->out);
  comparisons(to);
  fputs("    }\n    wrong += here;\n  }\n  return wrong;\n}\n\n", to->out);
}

/* Ours sets the gradient; of theirs, what is less wrong is said. */
static void conclusion(const Contract *to) {
  bool theirs = to->signature->theirs != NULL;
  fprintf(to->out, "int main(void) {\n  const int adds = %s, wrong = certified_wrongs(adds, 1);\n",
          theirs ? "certified_wrongs(1, 0) < certified_wrongs(0, 0)" : "0");
  fprintf(to->out, "  printf(\"%s: %%d wrong, at %u certified point%s\", wrong);\n", to->signature->function,
          to->rows->count, to->rows->count == 1 ? "" : "s");
  if (theirs)
    fputs("  printf(wrong > 0 ? \"; nearest to what %s\" : \"; %s\", adds ? \"" CERTIFIED_ADDS
          "\" : \"sets the gradient\");\n",
          to->out);
  fputs("  printf(\"\\n\");\n  return wrong > 0;\n}\n", to->out);
}

void contract_test(const Contract *to) {
  fprintf(to->out, "/* %s beside certified values and gradients: exit code 0 if all agree. */\n",
          to->signature->function);
  fputs("int printf(const char *format, ...);\n\n", to->out);
  if (to->rows->count == 0) {
    fputs("int main(void) {\n  printf(\"no point was found at which the gradient is certified\\n\");\n  return 2;\n}\n",
          to->out);
    return;
  }
  numbers(to, "certified_x", to->rows->x, to->tape->inputs);
  numbers(to, "certified_w", to->rows->w, to->tape->outputs);
  numbers(to, "certified_y", to->rows->y, to->tape->outputs);
  numbers(to, "certified_g", to->rows->g, to->tape->inputs);
  fputs("/* how far doubles may be off: twelve digits, or what rounding loses */\n", to->out);
  numbers(to, "certified_off_y", to->rows->off_y, to->tape->outputs);
  numbers(to, "certified_off_g", to->rows->off_g, to->tape->inputs);
  fputs("/* of the size of the gradient: what is added to */\n", to->out);
  units(to);
  fprintf(to->out, "\n%s;\n\n", CALL_HEAD);
  differs(to);
  run_rows(to);
  conclusion(to);
  call(to);
}
