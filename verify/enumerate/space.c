/* Spaces: opening, counting, random indices, and indices as text. */
#include "verify/enumerate/grammar.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------- opening -- */

static bool add_block(Space *space, Block block, Rank count) {
  if (count == 0) return true;
  uint32_t length = space->block_count;
  if ((length & (length - 1)) == 0) { /* full at powers of two */
    Block *blocks = realloc(space->blocks, (length == 0 ? 1 : 2 * (size_t)length) * sizeof *blocks);
    if (blocks == NULL) return false;
    space->blocks = blocks;
  }
  block.first = space->count;
  space->blocks[space->block_count++] = block;
  if (__builtin_add_overflow(space->count, count, &space->count)) space->counts.overflow = true;
  space->by_size[block.size] += count;
  return true;
}

static bool count_blocks(Space *space) {
  const SpaceSpec *spec = &space->spec;
  for (uint32_t size = 1; size <= spec->size; size++) {
    for (uint32_t start = 0; start < spec->start_count; start++) {
      for (uint32_t result = 0; result < spec->result_count; result++) {
        uint32_t type = grammar_type(&space->grammar, spec->results[result]);
        Rank count = count_row(&space->counts, space->start_context[start], type, size)[0];
        Block block = {.size = size, .start = start, .type = type};
        if (!add_block(space, block, count)) space->counts.memory = true;
        if (space->counts.overflow || space->counts.memory) return false;
      }
    }
  }
  return true;
}

static bool make_starts(Space *space) {
  for (uint32_t i = 0; i < space->spec.start_count; i++) {
    uint32_t types[SPACE_MAX_CONTEXT], length = space->spec.starts[i].length;
    for (uint32_t k = 0; k < length; k++) types[k] = grammar_type(&space->grammar, space->spec.starts[i].types[k]);
    space->start_context[i] = count_start(&space->counts, types, length);
    if (space->start_context[i] == 0) return false;
  }
  return true;
}

Space *space_open(Store *store, const char *description, char *error, size_t error_size) {
  Space *space = calloc(1, sizeof *space);
  if (space == NULL) {
    (void)snprintf(error, error_size, "no memory");
    return NULL;
  }
  space->store = store;
  if (!spec_read(store, description, &space->spec, error, error_size)) {
    free(space);
    return NULL;
  }
  bool made = grammar_make(store, &space->spec, &space->grammar) &&
              count_table_init(&space->counts, &space->grammar, space->spec.size, space->spec.binders) &&
              make_starts(space) && count_blocks(space);
  const char *fault = NULL;
  if (!made) {
    fault = space->counts.overflow ? "it has 2^128 programs or more" : "its tables of counts are too large";
  } else if (space->count == 0) {
    fault = "it has no programs";
  }
  if (fault == NULL) return space;
  (void)snprintf(error, error_size, "space '%s': %s", space->spec.id, fault);
  space_close(space);
  return NULL;
}

void space_close(Space *space) {
  if (space == NULL) return;
  count_table_free(&space->counts);
  grammar_free(&space->grammar);
  spec_free(&space->spec);
  free(space->blocks);
  free(space);
}

const char *space_description(const Space *space) { return space->spec.id; }
Rank space_count(const Space *space) { return space->count; }

int space_describe(const Space *space, char *buffer, size_t size) {
  int length = spec_describe(space->store, &space->spec, buffer, size);
  for (uint32_t n = 1; n <= space->spec.size; n++) {
    char count[48];
    (void)rank_print(space->by_size[n], count, sizeof count);
    size_t used = (size_t)length < size ? (size_t)length : size;
    length += snprintf(buffer + used, size - used, "%s%" PRIu32 ": %s", n == 1 ? "programs by size: " : ", ", n, count);
  }
  size_t used = (size_t)length < size ? (size_t)length : size;
  return length + snprintf(buffer + used, size - used, "\n");
}

/* ------------------------------------------------------------- indices -- */

/* Words are drawn until one is below the count: each index is equally likely. */
Rank space_random(const Space *space, uint64_t seed, uint64_t k) {
  Rank mask = space->count - 1;
  for (unsigned shift = 1; shift < 128; shift *= 2) mask |= mask >> shift;
  for (uint64_t draw = 0;; draw += 2) {
    Rank word = (Rank)random_word(seed, k, draw) << 64 | random_word(seed, k, draw + 1);
    if ((word & mask) < space->count) return word & mask;
  }
}

int rank_print(Rank rank, char *buffer, size_t size) {
  char digits[40];
  int length = 0;
  do {
    digits[length++] = (char)('0' + (int)(rank % 10));
    rank /= 10;
  } while (rank != 0);
  for (int i = 0; size > 0 && i < length && (size_t)i + 1 < size; i++) buffer[i] = digits[length - 1 - i];
  if (size > 0) buffer[(size_t)length < size ? (size_t)length : size - 1] = '\0';
  return length;
}

bool rank_parse(const char *text, Rank *rank) {
  if (*text == '\0') return false;
  *rank = 0;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') return false;
    Rank digit = (Rank)(*text - '0');
    if (__builtin_mul_overflow(*rank, (Rank)10, rank) || __builtin_add_overflow(*rank, digit, rank)) return false;
  }
  return true;
}
