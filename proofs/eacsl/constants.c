/* T-ARENA, run: tables of constants, new or with few slots, filled with arrays of up to three of two rationals, many of
 * which come again, and released to a mark.  A rational is its value, as in proofs/include/gmp.h. */
// also the unit slots
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gmp.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
// clang-format on

extern void mpq_init(mpq_t q);
extern void mpq_set(mpq_t q, const mpq_t a);
extern int mpq_equal(const mpq_t a, const mpq_t b);
extern void mpq_clear(mpq_t q);

// clang-format off
#include "semantics/rings/constants.h"
#include "proofs/eacsl/constants.acsl"
#include "proofs/laws/constants.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define MOST 3   /* the capacity to begin with */
#define LENGTH 3 /* of an array, at most */

void mpq_init(mpq_t q) { q->value = 0; }
void mpq_set(mpq_t q, const mpq_t a) { q->value = a->value; }
int mpq_equal(const mpq_t a, const mpq_t b) { return a->value == b->value; }
void mpq_clear(mpq_t q) { q->value = -1; }

/* A hash of few values, so that searches pass others. */
int64_t campaign_mixed(uint64_t h, long value) { return (int64_t)((h * 5 + (uint64_t)value + 1) % 11); }
uint64_t rational_mix(uint64_t h, const mpq_t value) { return (uint64_t)campaign_mixed(h, value->value); }
bool rational_residue(const mpq_t value, uint64_t *residue) {
  *residue = (uint64_t)value->value;
  return value->value != 1;
}
double rational_to_double(const mpq_t value) { return (double)value->value; }

static uint32_t draw(mpq_t *values, uint32_t seed) {
  for (uint32_t k = 0; k < LENGTH; k++) values[k]->value = 1 + (seed >> (8 + k)) % 2;
  return 1 + seed % LENGTH;
}

/* A table of which the memory is its own, to grow from less than a new one has. */
static ConstantTable new_table(uint32_t capacity) {
  const Constant none = {.length = 0};
  ConstantTable table = {NULL, 0, 0, NULL, 0};
  ConstantRoom room = table_room(capacity, &table);
  if (room.entries == NULL) abort();
  entry_write(room.entries, 0, none);
  table_place(&table, room, capacity, 1, room.entries, 1);
  index_entries(table.entries, 1, table.slots, 2 * capacity);
  return table;
}

/* Asks for a constant, and asks again: the answer is the same. */
static void ask(ConstantTable *table, uint32_t seed) {
  mpq_t values[LENGTH];
  uint32_t length = draw(values, seed);
  ConstantId id = constant_intern(table, (const mpq_t *)values, length);
  uint32_t hash = rationals_hash((const mpq_t *)values, length);
  if (id.id == 0 || id.id != constant_find(table, hash, (const mpq_t *)values, length)) {
    (void)printf("a constant is not found again\n");
    abort();
  }
  if (constant_intern(table, (const mpq_t *)values, 0).id != 0) abort();
}

static void fill(uint32_t capacity, uint32_t constants, uint32_t seed) {
  ConstantTable table = new_table(capacity);
  for (uint32_t i = 0; i < constants; i++) {
    seed = seed * 1103515245u + 12345u;
    ask(&table, seed >> 8);
    if (i % 4 == 3) constant_table_release(&table, 1 + (seed >> 28) % (table.count + 1));
  }
  constant_table_free(&table);
}

/* A new table. */
static void begin(void) {
  ConstantTable table;
  memset(&table, 0, sizeof table);
  constant_table_free(&table);
  if (!constant_table_init(&table)) abort();
  for (uint32_t seed = 1; seed < 6; seed++) ask(&table, seed * 2654435761u >> 8);
  constant_table_free(&table);
}

static void forbidden(void) {
  ConstantTable table = new_table(3);
  mpq_t values[LENGTH];
  uint32_t length = draw(values, 5), hash = rationals_hash((const mpq_t *)values, length);
  (void)constant_make(&table, hash, (const mpq_t *)values, length);
  (void)constant_make(&table, hash, (const mpq_t *)values, length); /* it is there */
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) forbidden();
  begin();
  for (uint32_t capacity = 1; capacity <= MOST; capacity++) {
    for (uint32_t seed = 0; seed < 6; seed++) fill(capacity, 10, seed);
  }
  campaign_report();
  return 0;
}
