/* The journal of a run: what was established on each finished block, so that a run
 * that was killed at any moment goes on where it was, and writes the same report.
 *
 * The first line names the run.  Each other line is one block of one scope: its
 * numbers, the length and the hash of what follows, and the words of the block's result
 * that are not zero.  A line that is torn or was changed is left out, and its block is
 * done again. */
#ifndef ADJUDGE_VERIFY_JOURNAL_H
#define ADJUDGE_VERIFY_JOURNAL_H

#include "verify/campaign/block.h"

#include <stdio.h>

#define JOURNAL_ERROR 512

typedef struct Journal Journal;

/* Opens a journal for the run that `name` names (one line).  With `resume` the blocks
 * of a journal of the same run are kept, and one of another run is an error; else it
 * begins anew.  NULL with a message of one line. */
Journal *journal_open(const char *path, const char *name, bool resume, char *error);
/* Gives each block of the scope that is kept to `take`; the reasons of its programs live
 * as long as the journal. */
void journal_replay(Journal *journal, uint32_t scope, void (*take)(void *state, const BlockResult *result),
                    void *state);
/* Writes a whole block.  After a failure nothing more is written: journal_error says
 * why; "" without one. */
void journal_write(Journal *journal, uint32_t scope, const BlockResult *result);
const char *journal_error(const Journal *journal);
/* How many lines were torn or changed. */
uint64_t journal_torn(const Journal *journal);
/* Closes it, and removes it when the run is finished; NULL is nothing. */
void journal_close(Journal *journal, bool finished);

/* 64-bit FNV-1a of some bytes, going on from `hash`. */
#define HASH_START 0xcbf29ce484222325u
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length);

#endif
