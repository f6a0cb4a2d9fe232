/* The statements of straight-line code, which Python and C write nearly alike, in the words of verify/system. */
#include "verify/campaign/host_writer.h"
#include "verify/system/language.h"

#include <inttypes.h>
#include <string.h>

static const Language *language_of(const HostWriter *w) {
  return &languages[w->language == HOST_PYTHON ? LANGUAGE_PYTHON : LANGUAGE_C];
}

/* RETURN: it has no word. */
static Construct construct_of(const Step *s) {
  switch (s->code) {
  case STEP_NUMBER: return CONSTRUCT_NUMBER;
  case STEP_ADD: return CONSTRUCT_ADD;
  case STEP_SUB: return CONSTRUCT_SUB;
  case STEP_MUL: return CONSTRUCT_MUL;
  case STEP_DIV: return CONSTRUCT_DIV;
  case STEP_NEG: return CONSTRUCT_NEG;
  case STEP_FUNCTION: return construct_of_function((RingFunction)s->what);
  case STEP_POWER: return CONSTRUCT_POWER;
  case STEP_CALL: return CONSTRUCT_CALL(s->what);
  case STEP_MAX: return CONSTRUCT_MAX;
  case STEP_MIN: return CONSTRUCT_MIN;
  case STEP_TEST: return construct_of_test((RingTest)s->what);
  case STEP_INPUT: break;
  }
  return CONSTRUCT_RETURN;
}

static const char *word_of(const HostWriter *w, const Step *s) { return language_of(w)->word[construct_of(s)]; }

/* ----------------------------------------------------------------- steps -- */

void host_name(const HostWriter *w, uint32_t step, char out[24]) {
  (void)snprintf(out, 24, w->step[step].code == STEP_INPUT && w->language == HOST_C ? "x[%u]" : "t%u", step);
}

/* Residues are pairs, of a value and its derivative. */
static void write_modular(const HostWriter *w, const Step *s, const char *a, const char *b) {
  static const char *const words[STEP_TEST + 1] = {
      [STEP_ADD] = "add", [STEP_SUB] = "sub", [STEP_MUL] = "mul", [STEP_DIV] = "div", [STEP_NEG] = "neg"};
  if (s->code == STEP_NUMBER)
    (void)fprintf(w->out, w->language == HOST_C ? "{%" PRIu64 ", 0}" : "(%" PRIu64 ", 0)", s->base.word);
  else if (s->code == STEP_NEG)
    (void)fprintf(w->out, "neg(%s)", a);
  else
    (void)fprintf(w->out, "%s(%s, %s)", words[s->code] == NULL ? "none" : words[s->code], a, b);
}

static void write_real(const HostWriter *w, const Step *s, const char *a, const char *b) {
  if (s->code == STEP_NUMBER)
    (void)fprintf(w->out, "%.17g", s->number);
  else
    language_say(w->out, word_of(w, s), a, b, s->number);
}

/* The branch of a test that was taken at the point, which what is computed nearby must take too. */
static void write_test(const HostWriter *w, const Step *s, const char *a, const char *b) {
  bool c = w->language == HOST_C;
  (void)fprintf(w->out, c ? "  assert(%s(" : "    assert %s", s->answer ? "" : c ? "!" : "not ");
  language_say(w->out, word_of(w, s), a, b, 0);
  (void)fputs(c ? "));\n" : "\n", w->out);
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
    if (s->code == STEP_CALL && word_of(w, s) == NULL) return false;
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
