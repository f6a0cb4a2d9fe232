/* A definition ready to run over doubles, for the benchmarks. */
#include "tests/bench/setting.h"

#include "semantics/rings/rings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TERMS ((uint32_t)1 << 22)

double bench_now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t dimension(const Setting *s) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->program->length; k++) n += type_node(&s->store->types, s->program->context[k])->dim;
  return n;
}

_Noreturn void bench_fail(const char *what) {
  (void)fprintf(stderr, "bench: %s\n", what);
  exit(1);
}

void setting_open(Setting *s, const char *text, const char *name, const SizeOverride *sizes, uint32_t count) {
  TextError error;
  *s = (Setting){.store = store_new(TERMS), .ring = ring_double_new()};
  arena_init(&s->arena, (size_t)4 << 30);
  if (s->store == NULL || s->ring == NULL) bench_fail("no memory");
  if (text_read_module(s->store, name, text, strlen(text), sizes, count, &s->module, &error) != STATUS_OK) {
    bench_fail(error.message);
  }
  s->program = &text_find(s->store, &s->module, name)->program;
  uint32_t n = dimension(s), m = type_node(&s->store->types, s->program->type)->dim;
  s->input = calloc((size_t)n + 1, sizeof(Scalar));
  s->image = calloc((size_t)n + 1, sizeof(Scalar));
  s->seed = calloc((size_t)m + n + 1, sizeof(Scalar));
  s->primal = calloc((size_t)m + 1, sizeof(Scalar));
  if (s->input == NULL || s->image == NULL || s->seed == NULL || s->primal == NULL) bench_fail("no memory");
  for (uint32_t k = 0; k < n; k++) s->input[k] = scalar_from_double(0.5 + (double)(k % 7) / 14);
  for (uint32_t k = 0; k < m + n; k++) s->seed[k] = scalar_from_double(1);
}

void setting_close(Setting *s) {
  free(s->input);
  free(s->image);
  free(s->seed);
  free(s->primal);
  text_free_module(&s->module);
  arena_free(&s->arena);
  ring_destroy(s->ring);
  store_free(s->store);
}

char *bench_read(const char *path) {
  FILE *in = fopen(path, "r");
  if (in == NULL) bench_fail(path);
  char *text = calloc(1, 1 << 16);
  if (text == NULL || fread(text, 1, (1 << 16) - 1, in) == 0) bench_fail(path);
  (void)fclose(in);
  return text;
}
