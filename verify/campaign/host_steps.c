/* The statements of straight-line code, which Python and C write nearly alike. */
#include "semantics/core/functions.h"
#include "verify/campaign/host_writer.h"

#include <inttypes.h>
#include <string.h>

/* $ stands for the operand. */
static const char *function_form(RingFunction f, HostLanguage language) {
  static const char *const python[] = {
      [RING_SIN] = "math.sin($)",       [RING_COS] = "math.cos($)", [RING_TAN] = "math.tan($)",
      [RING_EXP] = "math.exp($)",       [RING_LOG] = "math.log($)", [RING_SQRT] = "math.sqrt($)",
      [RING_TANH] = "math.tanh($)",     [RING_ABS] = "abs($)",      [RING_SIGMOID] = "1 / (1 + math.exp(-$))",
      [RING_SIGN] = "($ > 0) - ($ < 0)"};
  static const char *const c[] = {[RING_SIN] = "sin($)",
                                  [RING_COS] = "cos($)",
                                  [RING_TAN] = "tan($)",
                                  [RING_EXP] = "exp($)",
                                  [RING_LOG] = "log($)",
                                  [RING_SQRT] = "sqrt($)",
                                  [RING_TANH] = "tanh($)",
                                  [RING_ABS] = "fabs($)",
                                  [RING_SIGMOID] = "1 / (1 + exp(-$))",
                                  [RING_SIGN] = "($ > 0) - ($ < 0)"};
  return (language == HOST_PYTHON ? python : c)[f];
}

static void write_function(const HostWriter *w, const Step *s, const char *operand) {
  for (const char *form = function_form((RingFunction)s->what, w->language); *form != '\0'; form++) {
    if (*form == '$')
      (void)fputs(operand, w->out);
    else
      (void)fputc(*form, w->out);
  }
}

typedef struct CallForm {
  FunctionCode code;
  const char *python, *c;
} CallForm;

static const CallForm calls[] = {{FUNCTION_ASIN, "math.asin", "asin"},
                                 {FUNCTION_ACOS, "math.acos", "acos"},
                                 {FUNCTION_ATAN, "math.atan", "atan"},
                                 {FUNCTION_ATAN2, "math.atan2", "atan2"},
                                 {FUNCTION_SINH, "math.sinh", "sinh"},
                                 {FUNCTION_COSH, "math.cosh", "cosh"},
                                 {FUNCTION_ASINH, "math.asinh", "asinh"},
                                 {FUNCTION_ACOSH, "math.acosh", "acosh"},
                                 {FUNCTION_ATANH, "math.atanh", "atanh"},
                                 {FUNCTION_EXP2, "math.exp2", "exp2"},
                                 {FUNCTION_EXPM1, "math.expm1", "expm1"},
                                 {FUNCTION_LOG1P, "math.log1p", "log1p"},
                                 {FUNCTION_LOG2, "math.log2", "log2"},
                                 {FUNCTION_LOG10, "math.log10", "log10"},
                                 {FUNCTION_CBRT, "math.cbrt", "cbrt"},
                                 {FUNCTION_HYPOT, "math.hypot", "hypot"},
                                 {FUNCTION_POW, "math.pow", "pow"},
                                 {FUNCTION_FMOD, "math.fmod", "fmod"},
                                 {FUNCTION_REMAINDER, "math.remainder", "remainder"},
                                 {FUNCTION_COPYSIGN, "math.copysign", "copysign"},
                                 {FUNCTION_ERF, "math.erf", "erf"},
                                 {FUNCTION_ERFC, "math.erfc", "erfc"},
                                 {FUNCTION_LGAMMA, "math.lgamma", "lgamma"}};

static const char *call_name(const HostWriter *w, uint32_t function) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (calls[i].code == (FunctionCode)function) return w->language == HOST_PYTHON ? calls[i].python : calls[i].c;
  }
  return NULL;
}

/* ----------------------------------------------------------------- steps -- */

void host_name(const HostWriter *w, uint32_t step, char out[24]) {
  (void)snprintf(out, 24, w->step[step].code == STEP_INPUT && w->language == HOST_C ? "x[%u]" : "t%u", step);
}

/* Residues are pairs, of a value and its derivative. */
static void write_modular(const HostWriter *w, const Step *s, const char *a, const char *b) {
  static const char *const words[] = {
      [STEP_ADD] = "add", [STEP_SUB] = "sub", [STEP_MUL] = "mul", [STEP_DIV] = "div", [STEP_NEG] = "neg"};
  if (s->code == STEP_NUMBER)
    (void)fprintf(w->out, w->language == HOST_C ? "{%" PRIu64 ", 0}" : "(%" PRIu64 ", 0)", s->base.word);
  else if (s->code == STEP_NEG)
    (void)fprintf(w->out, "neg(%s)", a);
  else
    (void)fprintf(w->out, "%s(%s, %s)", words[s->code], a, b);
}

static void write_real(const HostWriter *w, const Step *s, const char *a, const char *b) {
  FILE *out = w->out;
  bool python = w->language == HOST_PYTHON;
  switch (s->code) {
  case STEP_NUMBER: (void)fprintf(out, "%.17g", s->number); break;
  case STEP_ADD: (void)fprintf(out, "%s + %s", a, b); break;
  case STEP_SUB: (void)fprintf(out, "%s - %s", a, b); break;
  case STEP_MUL: (void)fprintf(out, "%s * %s", a, b); break;
  case STEP_DIV: (void)fprintf(out, "%s / %s", a, b); break;
  case STEP_NEG: (void)fprintf(out, "-%s", a); break;
  case STEP_FUNCTION: write_function(w, s, a); break;
  case STEP_POWER: (void)fprintf(out, python ? "%s ** %.17g" : "pow(%s, %.17g)", a, s->number); break;
  case STEP_CALL: {
    bool both = function_info((FunctionCode)s->what)->operands == 2;
    (void)fprintf(out, "%s(%s%s%s)", call_name(w, s->what), a, both ? ", " : "", both ? b : "");
    break;
  }
  case STEP_MAX: (void)fprintf(out, python ? "max(%s, %s)" : "fmax(%s, %s)", a, b); break;
  case STEP_MIN: (void)fprintf(out, python ? "min(%s, %s)" : "fmin(%s, %s)", a, b); break;
  case STEP_INPUT:
  case STEP_TEST: break;
  }
}

/* The branch of a test that was taken at the point, which what is computed nearby must take too. */
static void write_test(const HostWriter *w, const Step *s, const char *a, const char *b) {
  static const char *const signs[] = {[RING_LESS] = "<", [RING_LESS_EQUAL] = "<=", [RING_EQUAL] = "=="};
  const char *no = w->language == HOST_C ? "!" : "not ";
  if (w->language == HOST_C)
    (void)fprintf(w->out, "  assert(%s(%s %s %s));\n", s->answer ? "" : no, a, signs[s->what], b);
  else
    (void)fprintf(w->out, "    assert %s%s %s %s\n", s->answer ? "" : no, a, signs[s->what], b);
}

/* What the results and the tests rest on. */
static void find_needed(const HostWriter *w, bool needed[LISTING_MOST]) {
  memset(needed, 0, LISTING_MOST * sizeof *needed);
  for (uint32_t i = 0; i < w->outputs; i++) needed[w->result[i].word] = true;
  for (uint32_t i = w->count; i-- > 0;) {
    const Step *s = &w->step[i];
    needed[i] = needed[i] || s->code == STEP_TEST;
    if (!needed[i] || s->code == STEP_INPUT || s->code == STEP_NUMBER) continue;
    needed[s->a] = needed[s->b] = true;
  }
}

void host_steps(const HostWriter *w) {
  bool needed[LISTING_MOST];
  find_needed(w, needed);
  for (uint32_t i = 0; i < w->count; i++) {
    const Step *s = &w->step[i];
    char to[24], a[24], b[24];
    host_name(w, i, to), host_name(w, s->a, a), host_name(w, s->b, b);
    if (s->code == STEP_INPUT || !needed[i]) continue;
    if (s->code == STEP_TEST) {
      write_test(w, s, a, b);
      continue;
    }
    (void)fprintf(w->out, w->language == HOST_C ? (w->modular ? "  D %s = " : "  double %s = ") : "    %s = ", to);
    (w->modular ? write_modular : write_real)(w, s, a, b);
    (void)fputs(w->language == HOST_C ? ";\n" : "\n", w->out);
  }
}

/* Whether the language can say all of it: modulo p the four operations alone. */
bool host_can_say(const HostWriter *w) {
  for (uint32_t i = 0; i < w->count; i++) {
    const Step *s = &w->step[i];
    if (w->modular && s->code > STEP_NEG) return false;
    if (s->code == STEP_CALL && call_name(w, s->what) == NULL) return false;
  }
  return true;
}

void host_numbers(const HostWriter *w, const mpq_t *numbers, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    (void)fputs(i > 0 ? ", " : "", w->out);
    if (w->modular)
      (void)fprintf(w->out, "%lu", mpz_get_ui(mpq_numref(numbers[i])));
    else
      (void)fprintf(w->out, "%.17g", mpq_get_d(numbers[i]));
  }
}
