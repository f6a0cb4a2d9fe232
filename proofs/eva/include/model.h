/* What the analyser has no model of, included before every file of the product. */
#ifndef ADJUDGE_PROOFS_EVA_MODEL_H
#define ADJUDGE_PROOFS_EVA_MODEL_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool model_add(int64_t a, int64_t b, int64_t *sum) {
  bool over = b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b;
  *sum = over ? 0 : a + b;
  return over;
}
static inline bool model_sub(int64_t a, int64_t b, int64_t *difference) {
  bool over = b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b;
  *difference = over ? 0 : a - b;
  return over;
}
/* Products of short programs are small; others count as overflow. */
static inline bool model_mul(int64_t a, int64_t b, int64_t *product) {
  bool over = a > INT32_MAX || a < INT32_MIN || b > INT32_MAX || b < INT32_MIN;
  *product = over ? 0 : a * b;
  return over;
}
#define __builtin_add_overflow(a, b, r) model_add(a, b, r)
#define __builtin_sub_overflow(a, b, r) model_sub(a, b, r)
#define __builtin_mul_overflow(a, b, r) model_mul(a, b, r)
#endif
