#include "semantics/memory/text_stream.h"
#include "semantics/rings/rings.h"
#include "verify/campaign/host_writer.h"
#include "verify/system/residual.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS ((uint64_t)100000)

/* --------------------------------------------------------------- numbers -- */

/* "1/2", "0.5", "0x1p-1" */
static bool read_number(const char *text, mpq_t number) {
  if (strpbrk(text, ".xp") != NULL) {
    char *end;
    double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value)) return false;
    mpq_set_d(number, value);
    return true;
  }
  if (mpq_set_str(number, text, 10) != 0 || mpz_sgn(mpq_denref(number)) == 0) return false;
  mpq_canonicalize(number);
  return true;
}

/* "1/2, 3", brackets aside, into `numbers`; how many, 0 for what is none. */
static uint32_t read_numbers(const char *text, mpq_t *numbers) {
  static const char between[] = " ,[]()";
  uint32_t count = 0;
  for (text = text == NULL ? "" : text; *(text += strspn(text, between)) != '\0' && count < NUMBERS_MOST;) {
    char number[160];
    size_t length = strcspn(text, between);
    if (length >= sizeof number) return 0;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!read_number(number, numbers[count++])) return 0;
    text += length;
  }
  return count;
}

/* ------------------------------------------------------------------- all -- */

static bool measure(HostWriter *w, const Store *store, const Program *program) {
  return program_is_real(&store->types, program, &w->inputs, &w->outputs) && w->inputs > 0 &&
         w->inputs <= NUMBERS_MOST && w->outputs > 0 && w->outputs <= NUMBERS_MOST;
}

/* Runs the program over the listing; the first steps are its inputs. */
static bool list(HostWriter *w, Store *store, Arena *arena, const Program *program, Ring *listing) {
  Scalar input[NUMBERS_MOST];
  for (uint32_t i = 0; i < w->inputs; i++) {
    double nearest = mpq_get_d(w->x[i]);
    uint64_t word = mpz_get_ui(mpq_numref(w->x[i]));
    if (!w->modular) memcpy(&word, &nearest, sizeof word);
    input[i] = listing_input(listing, (Scalar){word});
  }
  Machine machine = machine_make(store, listing, arena);
  machine.fuel = STEPS;
  ArenaMark mark = arena_mark(arena);
  Status status = source_evaluator.eval(&machine, program, input, w->result);
  arena_release(arena, mark);
  w->step = listing_steps(listing, &w->count);
  return status == STATUS_OK && host_can_say(w);
}

static void write_comment(const HostWriter *w, const char *comment) {
  const char *before = w->language == HOST_C ? "// " : "# ";
  for (const char *line = comment; line != NULL && *line != '\0';) {
    size_t length = strcspn(line, "\n");
    (void)fprintf(w->out, "%s%.*s\n", before, (int)length, line);
    line += length + (line[length] == '\n');
  }
}

static char *write_all(HostWriter *w, const char *comment) {
  char *text = NULL;
  size_t size;
  w->out = text_stream_open(&text, &size);
  if (w->out == NULL) return NULL;
  write_comment(w, comment);
  (w->language == HOST_PYTHON ? host_python : host_c)(w);
  if (fclose(w->out) == 0) return text;
  free(text);
  return NULL;
}

char *host_code(Store *store, Arena *arena, const Program *program, const HostPoint *point, HostLanguage language) {
  HostWriter w = {.language = language, .modular = point->modular};
  char *text = NULL;
  if (!measure(&w, store, program)) return NULL;
  for (uint32_t i = 0; i < NUMBERS_MOST; i++) mpq_inits(w.x[i], w.v[i], w.w[i], NULL);
  Ring *base = point->modular ? ring_field_new() : ring_double_new();
  Ring *listing = ring_listing_new(base);
  w.directions = read_numbers(point->v, w.v);
  w.weights = read_numbers(point->w, w.w);
  if (listing != NULL && read_numbers(point->x, w.x) == w.inputs && list(&w, store, arena, program, listing))
    text = write_all(&w, point->comment);
  if (listing != NULL) ring_destroy(listing);
  if (base != NULL) ring_destroy(base);
  for (uint32_t i = 0; i < NUMBERS_MOST; i++) mpq_clears(w.x[i], w.v[i], w.w[i], NULL);
  return text;
}
