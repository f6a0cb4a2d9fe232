#include "semantics/core/constants.h"

#include "semantics/core/field_power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 64u
#define MAX_CONSTANTS ((uint32_t)1 << 24)

bool constant_table_init(ConstantTable *table) {
  table->capacity = FIRST_SLOTS / 2;
  table->entries = calloc(table->capacity, sizeof *table->entries);
  table->slot_count = FIRST_SLOTS;
  table->slots = calloc(table->slot_count, sizeof *table->slots);
  table->count = 1;
  return table->entries != NULL && table->slots != NULL;
}

static void constant_clear(Constant *constant) {
  for (uint32_t i = 0; i < constant->length; i++) mpq_clear(constant->exact[i]);
  free(constant->exact);
  free(constant->nearest);
  free(constant->residue);
}

void constant_table_free(ConstantTable *table) {
  for (uint32_t i = 1; i < table->count; i++) constant_clear(&table->entries[i]);
  free(table->entries);
  free(table->slots);
  table->entries = NULL;
  table->slots = NULL;
}

double rational_to_double(const mpq_t value) {
  if (mpq_sgn(value) == 0) return 0.0;
  mpz_t numerator, denominator, quotient, remainder;
  mpz_inits(numerator, denominator, quotient, remainder, NULL);
  mpz_abs(numerator, mpq_numref(value));
  mpz_set(denominator, mpq_denref(value));
  /* A quotient of 55 or 56 bits holds two bits beyond the 53 of a double; its
   * lowest bit is made sticky.  Below 2^-1074 fewer bits are taken, so that
   * ldexp rounds once and the conversion to double is exact. */
  long shift = 55 - ((long)mpz_sizeinbase(numerator, 2) - (long)mpz_sizeinbase(denominator, 2));
  if (shift > 1076) shift = 1076;
  if (shift >= 0)
    mpz_mul_2exp(numerator, numerator, (mp_bitcnt_t)shift);
  else
    mpz_mul_2exp(denominator, denominator, (mp_bitcnt_t)-shift);
  mpz_tdiv_qr(quotient, remainder, numerator, denominator);
  uint64_t bits = mpz_get_ui(quotient);
  if (mpz_sgn(remainder) != 0) bits |= 1;
  double result = shift < -4096 ? INFINITY : ldexp((double)bits, (int)-shift);
  mpz_clears(numerator, denominator, quotient, remainder, NULL);
  return mpq_sgn(value) < 0 ? -result : result;
}

/* value mod 2^61 - 1; false when the denominator is 0 there. */
static bool rational_residue(const mpq_t value, uint64_t *residue) {
  uint64_t numerator = mpz_fdiv_ui(mpq_numref(value), FIELD_P);
  uint64_t denominator = mpz_fdiv_ui(mpq_denref(value), FIELD_P);
  *residue = denominator == 0 ? 0 : field_mul(numerator, field_inverse(denominator));
  return denominator != 0;
}

static uint32_t constant_hash(const mpq_t *values, uint32_t length) {
  uint64_t h = length;
  for (uint32_t i = 0; i < length; i++) {
    h = h * 0x9E3779B97F4A7C15u ^ mpz_fdiv_ui(mpq_numref(values[i]), FIELD_P);
    h = h * 0xC2B2AE3D27D4EB4Fu ^ mpz_fdiv_ui(mpq_denref(values[i]), FIELD_P);
  }
  return (uint32_t)(h ^ (h >> 32));
}

static bool constant_is(const Constant *constant, const mpq_t *values, uint32_t length) {
  if (constant->length != length) return false;
  for (uint32_t i = 0; i < length; i++) {
    if (!mpq_equal(constant->exact[i], values[i])) return false;
  }
  return true;
}

/* Puts every entry into an index of all zeros. */
static void index_entries(const ConstantTable *table, uint32_t *slots, uint32_t slot_count) {
  for (uint32_t i = 1; i < table->count; i++) {
    const Constant *entry = &table->entries[i];
    uint32_t s = constant_hash((const mpq_t *)entry->exact, entry->length) & (slot_count - 1);
    while (slots[s] != 0) s = (s + 1) & (slot_count - 1);
    slots[s] = i;
  }
}

static bool constant_table_grow(ConstantTable *table) {
  uint32_t slot_count = table->slot_count * 2;
  if (slot_count / 2 > MAX_CONSTANTS) return false;
  Constant *entries = realloc(table->entries, (slot_count / 2) * sizeof *entries);
  if (entries == NULL) return false;
  table->entries = entries;
  uint32_t *slots = calloc(slot_count, sizeof *slots);
  if (slots == NULL) return false;
  index_entries(table, slots, slot_count);
  free(table->slots);
  table->slots = slots;
  table->slot_count = slot_count;
  table->capacity = slot_count / 2;
  return true;
}

void constant_table_release(ConstantTable *table, uint32_t count) {
  if (count >= table->count) return;
  while (table->count > count) constant_clear(&table->entries[--table->count]);
  memset(table->slots, 0, table->slot_count * sizeof *table->slots);
  index_entries(table, table->slots, table->slot_count);
}

static bool constant_fill(Constant *constant, const mpq_t *values, uint32_t length) {
  constant->exact = calloc(length, sizeof *constant->exact);
  constant->nearest = calloc(length, sizeof *constant->nearest);
  constant->residue = calloc(length, sizeof *constant->residue);
  constant->length = 0;
  constant->has_residue = true;
  if (constant->exact == NULL || constant->nearest == NULL || constant->residue == NULL) {
    constant_clear(constant);
    return false;
  }
  for (uint32_t i = 0; i < length; i++) {
    mpq_init(constant->exact[i]);
    mpq_set(constant->exact[i], values[i]);
    constant->length = i + 1;
    constant->nearest[i] = rational_to_double(values[i]);
    if (!rational_residue(values[i], &constant->residue[i])) constant->has_residue = false;
  }
  return true;
}

ConstantId constant_intern(ConstantTable *table, const mpq_t *values, uint32_t length) {
  const ConstantId none = {0};
  if (length == 0) return none;
  uint32_t hash = constant_hash(values, length);
  uint32_t s = hash & (table->slot_count - 1);
  while (table->slots[s] != 0) {
    if (constant_is(&table->entries[table->slots[s]], values, length)) return (ConstantId){table->slots[s]};
    s = (s + 1) & (table->slot_count - 1);
  }
  if (table->count == table->capacity) {
    if (!constant_table_grow(table)) return none;
    return constant_intern(table, values, length);
  }
  if (!constant_fill(&table->entries[table->count], values, length)) return none;
  table->slots[s] = table->count;
  return (ConstantId){table->count++};
}

ConstantId constant_from_ratio(ConstantTable *table, int64_t numerator, uint64_t denominator) {
  if (denominator == 0) return (ConstantId){0};
  mpq_t value[1];
  mpq_init(value[0]);
  mpq_set_si(value[0], numerator, denominator);
  mpq_canonicalize(value[0]);
  ConstantId id = constant_intern(table, (const mpq_t *)value, 1);
  mpq_clear(value[0]);
  return id;
}
