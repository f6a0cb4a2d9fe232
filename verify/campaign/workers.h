/* Workers: processes that take blocks of a scope.
 *
 * A worker that dies is replaced, and its block done again; a program at which two
 * workers died is left out and counted as lost.  SIGINT and SIGHUP are the parent's to
 * answer; a worker dies with its parent. */
#ifndef ADJUDGE_VERIFY_WORKERS_H
#define ADJUDGE_VERIFY_WORKERS_H

#include "verify/campaign/block.h"
#include "verify/campaign/merging.h"

typedef struct WorkerTask {
  Store *store;
  const Scope *scope;
  const Merging *merging; /* NULL: each program is looked at */
  uint32_t jobs;
  const bool *settled; /* blocks that need no work, of block_count */
  /* Takes what a worker hands over, in any order. */
  void (*take)(void *state, const BlockResult *result);
  /* Called every few milliseconds with the programs checked by the workers. */
  void (*tick)(void *state, uint64_t checked);
  void *state;
} WorkerTask;

typedef struct WorkersEnd {
  uint32_t deaths;   /* of workers, their blocks being done again */
  uint64_t given_up; /* blocks that nobody finished, though the run was not interrupted */
} WorkersEnd;

/* Runs until all blocks are handed over, or the campaign is interrupted.  False when
 * no worker could be started. */
bool workers_run(const WorkerTask *task, WorkersEnd *end);

#endif
