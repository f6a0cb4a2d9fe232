/* A definition ready to run over doubles, for the benchmarks. */
#ifndef ADJUDGE_BENCH_SETTING_H
#define ADJUDGE_BENCH_SETTING_H

#include "semantics/memory/arena.h"
#include "semantics/text/text.h"

typedef struct Setting {
  Store *store;
  Ring *ring;
  Arena arena;
  Module module;
  const Program *program;
  Scalar *input, *seed, *primal, *image;
} Setting;

/* The definition of that name, of text, at inputs from 1/2 to 1 with cotangents 1; Ints are 0. */
void setting_open(Setting *s, const char *text, const char *name, const SizeOverride *sizes, uint32_t count);
void setting_close(Setting *s);

double bench_now(void); /* seconds of this process */
_Noreturn void bench_fail(const char *what);
char *bench_read(const char *path); /* a file; to be freed */

#endif
