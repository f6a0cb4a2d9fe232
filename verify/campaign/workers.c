#include "verify/campaign/workers.h"
#include "verify/campaign/clock.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Deaths that are borne: on one block, and since a block was last handed over. */
#define BLOCK_DEATHS 8u
#define DEATHS_IN_ROW 32u
#define PATIENCE 5.0 /* seconds that workers have for what they are at, after an interruption */

/* Whose a block is, 1 + the worker's number, or one of these: in one word, so that nobody takes what was settled
 * meanwhile. */
#define NOBODY 0u
#define SETTLED UINT32_MAX

/* A block's place in shared memory. */
typedef struct BlockState {
  _Atomic uint32_t owner;
  uint32_t deaths, culprit, skip; /* programs are counted from 1; the parent's to write */
} BlockState;

/* What a worker shares with its parent. */
typedef struct WorkerPage {
  _Atomic uint64_t checked;
  _Atomic uint32_t at; /* the program of its block that it is at, counted from 1 */
  _Atomic bool full;   /* `result` is there to be taken */
  BlockResult result;
} WorkerPage;

typedef struct Shared {
  _Atomic uint64_t next; /* block to look at first */
  _Atomic bool stop;
  WorkerPage worker[];
} Shared;

typedef struct Workers {
  const WorkerTask *task;
  Shared *shared;
  BlockState *block;
  pid_t *pids; /* 0 for none */
  uint64_t blocks;
  uint32_t in_row; /* deaths since a block was handed over */
  WorkersEnd *end;
} Workers;

static void pause_briefly(long milliseconds) {
  struct timespec pause = {0, milliseconds * 1000000};
  (void)nanosleep(&pause, NULL);
}

/* ------------------------------------------------------------- the worker -- */

static bool claim(BlockState *block, uint32_t owner) {
  uint32_t nobody = NOBODY;
  return atomic_compare_exchange_strong(&block->owner, &nobody, owner);
}

/* The next block of nobody; `blocks` when there is none: those that others left are
 * looked for in the end. */
static uint64_t take_next(const Workers *w, uint32_t owner) {
  while (!atomic_load(&w->shared->stop)) {
    uint64_t block = atomic_fetch_add(&w->shared->next, 1);
    if (block >= w->blocks) break;
    if (claim(&w->block[block], owner)) return block;
  }
  for (uint64_t block = 0; block < w->blocks && !atomic_load(&w->shared->stop); block++) {
    if (claim(&w->block[block], owner)) return block;
  }
  return w->blocks;
}

/* On the program last checked; `refuted` is how many refutations there were before. */
static void keep_verdict(const Battery *battery, const Tally *tally, uint64_t refuted, ProgramVerdict *out) {
  *out = *battery_verdict(battery);
  out->refuted = tally->instances[OUTCOME_REFUTED] > refuted;
}

/* What a worker looks at programs with. */
typedef struct Judges {
  Battery *battery;
  Meanings *auditor; /* NULL where nothing is merged */
} Judges;

/* A program that was looked at though it follows from another: whether it bears that out. */
static void audit(const WorkerTask *task, const Judges *judges, Rank index, const Program *program, uint64_t refuted,
                  Tally *tally) {
  tally->audited++;
  bool sound = merging_bears_out(task->merging, judges->auditor, index, program);
  if (!sound || tally->instances[OUTCOME_REFUTED] > refuted) tally->apart++;
}

/* The k-th program of the scope; false when it could not be made, or a question about it was lost. */
static bool check_program(const WorkerTask *task, const Judges *judges, Rank k, BlockResult *out) {
  const Scope *scope = task->scope;
  Battery *battery = judges->battery;
  SpaceCase program;
  Rank index = scope->index == NULL ? scope->first + k : scope->index(scope->state, scope->first + k);
  bool follows = merging_follows(task->merging, index);
  if (follows && !merging_audits(task->merging, index)) {
    merging_count(task->merging, index, &scope->options.laws, &out->tally);
    return true;
  }
  uint32_t mark = store_mark(task->store);
  bool made = scope->make(scope->state, index, &program) == STATUS_OK;
  if (made) {
    uint64_t refuted = out->tally.instances[OUTCOME_REFUTED];
    battery_check(battery, &program.program, index, &scope->options, &out->tally, out->witness);
    made = !battery_verdict(battery)->unfinished;
    if (follows) audit(task, judges, index, &program.program, refuted, &out->tally);
    if (scope->label != NULL) keep_verdict(battery, &out->tally, refuted, &out->program);
  }
  made = store_take_status(task->store) == STATUS_OK && made;
  store_release(task->store, mark);
  return made;
}

static void check_block(const Workers *w, WorkerPage *page, const Judges *judges, uint64_t block, BlockResult *out) {
  const WorkerTask *task = w->task;
  uint32_t count = block_programs(task->scope, block), i = 0;
  block_clear(out);
  memset(rule_hits, 0, sizeof rule_hits);
  out->block = block;
  for (; i < count && !atomic_load(&w->shared->stop); i++) {
    atomic_store(&page->at, i + 1);
    bool checked =
        w->block[block].skip != i + 1 && check_program(task, judges, (Rank)block * block_length(task->scope) + i, out);
    *(checked ? &out->done : &out->lost) += 1;
    atomic_fetch_add(&page->checked, 1);
  }
  atomic_store(&page->at, 0);
  out->whole = i == count && out->lost == 0;
  memcpy(out->hits, rule_hits, sizeof rule_hits);
}

/* Waits until what was handed over before is taken. */
static void hand_over(WorkerPage *page, const BlockResult *result) {
  while (atomic_load(&page->full)) pause_briefly(1);
  block_copy(&page->result, result);
  atomic_store(&page->full, true);
}

static void work(const Workers *w, uint32_t j, pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGHUP, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  WorkerPage *page = &w->shared->worker[j];
  Judges judges = {.battery = battery_new(w->task->store)};
  BlockResult *result = calloc(1, sizeof *result);
  if (judges.battery == NULL || result == NULL) _exit(3);
  if (w->task->merging != NULL) judges.auditor = merging_auditor(w->task->merging, judges.battery);
  if (w->task->merging != NULL && judges.auditor == NULL) _exit(3);
  for (uint64_t block = take_next(w, j + 1); block < w->blocks; block = take_next(w, j + 1)) {
    check_block(w, page, &judges, block, result);
    hand_over(page, result);
  }
  _exit(0);
}

/* ------------------------------------------------------------- the parent -- */

static bool start(Workers *w, uint32_t j) {
  pid_t parent = getpid();
  (void)fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) work(w, j, parent);
  w->pids[j] = pid > 0 ? pid : 0;
  return pid > 0;
}

/* Takes what worker j has handed over, if anything. */
static void take(Workers *w, uint32_t j) {
  WorkerPage *page = &w->shared->worker[j];
  if (!atomic_load(&page->full)) return;
  BlockState *block = &w->block[page->result.block];
  w->task->take(w->task->state, &page->result);
  w->in_row = 0;
  atomic_store(&block->owner, SETTLED);
  atomic_store(&page->full, false);
}

/* The block of a worker that died is free again, or given up. */
static void release_block(Workers *w, uint32_t j) {
  uint32_t at = atomic_load(&w->shared->worker[j].at);
  for (uint64_t b = 0; b < w->blocks; b++) {
    BlockState *block = &w->block[b];
    if (atomic_load(&block->owner) != j + 1) continue;
    if (at != 0 && block->culprit == at) block->skip = at;
    block->culprit = at;
    bool given_up = ++block->deaths >= BLOCK_DEATHS;
    w->end->given_up += given_up;
    atomic_store(&block->owner, given_up ? SETTLED : NOBODY);
  }
  atomic_store(&w->shared->worker[j].at, 0);
}

static uint64_t unsettled(const Workers *w) {
  uint64_t count = 0;
  for (uint64_t b = 0; b < w->blocks; b++) count += atomic_load(&w->block[b].owner) != SETTLED;
  return count;
}

/* Worker j has ended: what it left is done by another. */
static void ended(Workers *w, uint32_t j, int status) {
  /* what interrupts the parent may be sent to all */
  bool died = (!WIFEXITED(status) || WEXITSTATUS(status) != 0) && !campaign_interrupted();
  w->pids[j] = 0;
  take(w, j);
  release_block(w, j);
  if (died) w->end->deaths++, w->in_row++;
  if (died && w->in_row < DEATHS_IN_ROW && unsettled(w) > 0) (void)start(w, j);
}

/* What workers are at is left: one program may take minutes. */
static void leave(Workers *w) {
  for (uint32_t j = 0; j < w->task->jobs; j++) {
    if (w->pids[j] == 0) continue;
    (void)kill(w->pids[j], SIGKILL);
    (void)waitpid(w->pids[j], NULL, 0);
    w->pids[j] = 0;
    take(w, j);
  }
}

static void await(Workers *w) {
  uint32_t left = 1;
  double interrupted = HUGE_VAL;
  while (left > 0) {
    uint64_t checked = 0;
    left = 0;
    if (campaign_interrupted() && interrupted == HUGE_VAL) {
      interrupted = clock_seconds();
      atomic_store(&w->shared->stop, true);
    }
    if (clock_seconds() > interrupted + PATIENCE) leave(w);
    for (uint32_t j = 0; j < w->task->jobs; j++) {
      int status = 0;
      take(w, j);
      if (w->pids[j] > 0 && waitpid(w->pids[j], &status, WNOHANG) == w->pids[j]) ended(w, j, status);
      left += w->pids[j] > 0;
      checked += atomic_load(&w->shared->worker[j].checked);
    }
    w->task->tick(w->task->state, checked);
    if (left > 0) pause_briefly(3);
  }
}

bool workers_run(const WorkerTask *task, WorkersEnd *end) {
  Workers w = {.task = task, .blocks = block_count(task->scope), .end = end};
  size_t pages = sizeof(Shared) + task->jobs * sizeof(WorkerPage), blocks = (size_t)w.blocks * sizeof(BlockState);
  unsigned char *room = mmap(NULL, pages + blocks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  uint32_t started = 0;
  *end = (WorkersEnd){0};
  w.pids = calloc(task->jobs, sizeof *w.pids);
  if (room == MAP_FAILED || w.pids == NULL) {
    if (room != MAP_FAILED) (void)munmap(room, pages + blocks);
    free(w.pids);
    return false;
  }
  w.shared = (Shared *)(void *)room;
  w.block = (BlockState *)(void *)(room + pages);
  for (uint64_t b = 0; b < w.blocks; b++) atomic_store(&w.block[b].owner, task->settled[b] ? SETTLED : NOBODY);
  for (uint32_t j = 0; j < task->jobs && !campaign_interrupted() && unsettled(&w) > 0; j++) started += start(&w, j);
  bool needed = unsettled(&w) > 0 && !campaign_interrupted();
  await(&w);
  if (!campaign_interrupted()) end->given_up += unsettled(&w);
  (void)munmap(room, pages + blocks);
  free(w.pids);
  return started > 0 || !needed;
}
