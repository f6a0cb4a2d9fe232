/* Constants: interned vectors of exact rationals.
 *
 * A literal is kept exactly; each ring takes the form it can use.  The double
 * is the rational rounded to nearest, ties to even.  The table (constant_table.c)
 * is proved to keep each constant once (T-ARENA, proofs/laws/constants.c). */
#ifndef ADJUDGE_RINGS_CONSTANTS_H
#define ADJUDGE_RINGS_CONSTANTS_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* The most constants that a table keeps. */
#define CONSTANT_TABLE_LIMIT ((uint32_t)1 << 24)

typedef struct ConstantId {
  uint32_t id; /* 0 is no constant */
} ConstantId;

typedef struct Constant {
  uint32_t length;   /* 1: the same number at every index of a real^n */
  uint32_t hash;     /* of the length and the rationals */
  mpq_t *exact;      /* canonical rationals */
  double *nearest;   /* each rounded to nearest */
  uint64_t *residue; /* each modulo 2^61 - 1 */
  bool has_residue;  /* false if a denominator is divisible by 2^61 - 1 */
} Constant;

typedef struct ConstantTable {
  Constant *entries; /* entries[0] is no constant */
  uint32_t count, capacity;
  uint32_t *slots;
  uint32_t slot_count;
} ConstantTable;

bool constant_table_init(ConstantTable *table);
void constant_table_free(ConstantTable *table);
/* The constant with these `length` >= 1 canonical rationals (copied); id 0
 * when memory is exhausted. */
ConstantId constant_intern(ConstantTable *table, const mpq_t *values, uint32_t length);
ConstantId constant_from_ratio(ConstantTable *table, int64_t numerator, uint64_t denominator);
/* Forgets all constants but the first `count`. */
void constant_table_release(ConstantTable *table, uint32_t count);
static inline const Constant *constant_get(const ConstantTable *table, ConstantId id) { return &table->entries[id.id]; }

/* The rational nearest-rounded to double (ties to even, subnormals, overflow
 * to infinity). */
/*@ assigns \nothing; */
double rational_to_double(const mpq_t value);

#endif
