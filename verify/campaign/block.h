/* Blocks: the unit of work of a campaign, of its journal, and of what is done again.
 *
 * A scope is cut into blocks of one length, which depends on its count alone.  What
 * was established on a block is handed over whole, so that a worker that dies takes
 * nothing with it that anybody has counted. */
#ifndef ADJUDGE_VERIFY_BLOCK_H
#define ADJUDGE_VERIFY_BLOCK_H

#include "semantics/tables/rules.h"
#include "verify/campaign/campaign.h"

#define BLOCK_LEAST 16u
#define BLOCKS_MOST 4096u /* about as many lines has a journal */

/* What was established on a block.  Plain data. */
typedef struct BlockResult {
  uint64_t block;
  uint64_t done;  /* programs checked */
  uint64_t lost;  /* programs that could not be made, or that end every worker */
  uint64_t whole; /* 1: it was gone through to its end, nothing lost */
  uint64_t hits[RULE_COUNT];
  Tally tally;
  Witness witness[LAW_COUNT];
  ProgramVerdict program; /* of a file */
} BlockResult;

/* Clears a result, or copies it.  Witnesses are nearly all of it, and few are there: one that is not present is 0
 * throughout, as in memory that is 0 at first, and is left as it is. */
void block_clear(BlockResult *result);
void block_copy(BlockResult *to, const BlockResult *from);

/* Whether all that it names is there, laws, engines and outcomes, and its texts end: a result from a file. */
bool block_is_sound(const BlockResult *result);

static inline uint32_t block_length(const Scope *scope) {
  if (scope->label != NULL) return 1; /* a program of a file may take a minute */
  Rank least = (scope->count + BLOCKS_MOST - 1) / BLOCKS_MOST;
  return least < BLOCK_LEAST ? BLOCK_LEAST : least > UINT32_MAX ? UINT32_MAX : (uint32_t)least;
}

static inline uint64_t block_count(const Scope *scope) {
  return (uint64_t)((scope->count + block_length(scope) - 1) / block_length(scope));
}

/* How many programs the block has. */
static inline uint32_t block_programs(const Scope *scope, uint64_t block) {
  Rank left = scope->count - (Rank)block * block_length(scope);
  return left < block_length(scope) ? (uint32_t)left : block_length(scope);
}

#endif
