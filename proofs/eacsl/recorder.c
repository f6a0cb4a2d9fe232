/* T-GRAD, recording, run: recorders of little room, filled with nodes and constants until there is none, and asked for
 * operations on nodes that there are not. */
// clang-format off
#include <stdio.h>
#include <string.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/recorder.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 7 /* the room */

static const int64_t integers[3] = {-1, 0, (int64_t)1 << 40};
static const Scalar values[MOST] = {{3}, {0}, {1}, {2305843009213693950u}, {5}, {1}, {2}};

static uint32_t draw(uint32_t *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16;
}

/* One node more, by the functions or by the laws of what it denotes. */
static void record(StraightRecorder *r, uint32_t *seed) {
  uint32_t digits = draw(seed), kind = digits % 8;
  StraightCode code = kind < 3 ? STRAIGHT_ADD : kind == 3 ? STRAIGHT_SUB : kind == 4 ? STRAIGHT_NEG : STRAIGHT_MUL;
  /* the operands are nodes, and often the next one, which is none, or nothing of 32 bits */
  uint64_t a = digits / 8 % (r->nodes + 1), b = code == STRAIGHT_NEG ? 0 : digits / 64 % (r->nodes + 1);
  if (digits / 512 % 16 == 0) a += (uint64_t)1 << 32;
  StraightConstant constant = {NULL, digits / 8 % 3, integers[digits / 32 % 3]};
  switch (draw(seed) % 8) {
  case 0: (void)recorder_input(r); break;
  case 1: (void)law_input(r, values, values); break;
  case 2: (void)recorder_constant(r, constant); break;
  case 3: (void)law_constant(r, constant, values, values); break;
  case 4:
  case 5: (void)recorder_operation(r, code, a, b); break;
  default: (void)law_operation(r, code, a, b, values, values); break;
  }
}

static void fill(uint32_t limit, uint32_t seed) {
  StraightRecorder r;
  memset(&r, 0, sizeof r);
  if (!recorder_init(&r, limit)) return;
  for (uint32_t round = 0; round < 2; round++) {
    /* inputs come first, and later ones are refused */
    for (uint32_t k = draw(&seed) % 3; k > 0; k--) (void)recorder_input(&r);
    for (uint32_t k = 0; k < limit + 3; k++) record(&r, &seed);
    recorder_begin(&r);
  }
  recorder_free(&r);
}

static void forbidden(void) {
  StraightRecorder r;
  memset(&r, 0, sizeof r);
  if (!recorder_init(&r, 2)) return;
  (void)recorder_input(&r);
  (void)recorder_operation(&r, STRAIGHT_CONSTANT, 0, 0); /* a constant that there is not */
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  for (uint32_t limit = 0; limit <= MOST; limit++) {
    for (uint32_t seed = 0; seed < 60; seed++) fill(limit, seed + 1000 * limit);
  }
  campaign_report();
  return 0;
}
