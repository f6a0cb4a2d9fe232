#include "semantics/rings/ratios.h"
#include "semantics/memory/growing.h"

#include <math.h>
#include <stdlib.h>

#define LIMIT ((int64_t)1 << 62) /* of magnitudes: two of them can be added */

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static bool is_short(int64_t a) { return a < LIMIT && a > -LIMIT; }

static bool product(int64_t a, int64_t b, int64_t *out) { return !__builtin_mul_overflow(a, b, out) && is_short(*out); }

static Ratio lowest(int64_t over, int64_t under) {
  int64_t divisor = common_divisor(over, under);
  return under < 0 ? (Ratio){-over / divisor, -under / divisor} : (Ratio){over / divisor, under / divisor};
}

bool ratio_of_double(double x, Ratio *ratio) {
  int exponent = 0;
  if (!(fabs(x) < 0x1p62)) return false;
  int64_t over = (int64_t)ldexp(frexp(x, &exponent), 53); /* x = over 2^(exponent - 53) */
  for (exponent -= 53; exponent < 0 && over % 2 == 0 && over != 0; exponent++) over /= 2;
  if (exponent < -61) return false;
  *ratio = exponent >= 0 ? (Ratio){(int64_t)x, 1} : (Ratio){over, over == 0 ? 1 : (int64_t)1 << -exponent};
  return true;
}

bool ratio_of_rational(const mpq_t x, Ratio *ratio) {
  if (mpz_sizeinbase(mpq_numref(x), 2) > 62 || mpz_sizeinbase(mpq_denref(x), 2) > 62) return false;
  *ratio = (Ratio){mpz_get_si(mpq_numref(x)), mpz_get_si(mpq_denref(x))};
  return true;
}

bool ratio_add(Ratio a, Ratio b, Ratio *sum) {
  int64_t left, right, under;
  if (!product(a.over, b.under, &left) || !product(b.over, a.under, &right) || !product(a.under, b.under, &under) ||
      !is_short(left + right))
    return false;
  *sum = lowest(left + right, under);
  return true;
}

bool ratio_mul(Ratio a, Ratio b, Ratio *out) {
  int64_t over, under;
  if (!product(a.over, b.over, &over) || !product(a.under, b.under, &under)) return false;
  *out = lowest(over, under);
  return true;
}

bool ratio_div(Ratio a, Ratio b, Ratio *quotient) {
  return b.over != 0 && ratio_mul(a, (Ratio){b.under, b.over}, quotient);
}

Ratio ratio_neg(Ratio a) { return (Ratio){-a.over, a.under}; }

bool ratio_is_double(Ratio a, double *x) {
  bool power_of_two = (a.under & (a.under - 1)) == 0;
  *x = (double)a.over / (double)a.under;
  return power_of_two && a.over >= -((int64_t)1 << 53) && a.over <= (int64_t)1 << 53;
}

bool ratio_order(Ratio a, Ratio b, int *order) {
  int64_t left, right;
  if (!product(a.over, b.under, &left) || !product(b.over, a.under, &right)) return false;
  *order = (left > right) - (left < right);
  return true;
}

/* --------------------------------------------------------------- tables -- */

void ratios_push(RatioTable *table, Ring *ring, Scalar item, Ratio ratio) {
  KnownRatio *known = heap_room(table->known, table->count, &table->capacity, 64, sizeof *known);
  if (known == NULL) {
    ring_fail(ring, STATUS_LIMIT);
    return;
  }
  table->known = known;
  table->known[table->count++] = (KnownRatio){item.word, ratio};
}

/* How many of the items known are below it. */
static size_t below(const RatioTable *table, uint64_t word) {
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (table->known[middle].word < word)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool ratios_find(const RatioTable *table, Scalar item, Ratio *ratio) {
  if (table->count == 0 || table->known[table->count - 1].word < item.word) return false; /* most often */
  size_t place = below(table, item.word);
  *ratio = table->known[place].ratio;
  return table->known[place].word == item.word;
}

void ratios_release(RatioTable *table, size_t mark) {
  if (table->count > 0 && table->known[table->count - 1].word >= mark) table->count = below(table, mark);
}

void ratios_free(RatioTable *table) {
  free(table->known);
  *table = (RatioTable){NULL, 0, 0};
}
