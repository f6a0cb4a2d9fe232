#include "verify/system/crew.h"

#include "verify/campaign/apart.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 4u /* parts a worker that wait to be taken */

typedef struct Slot {
  _Atomic bool full;
  Part part;
} Slot;

typedef struct Shared {
  _Atomic bool stop;
  _Atomic uint64_t next, taken; /* parts that workers began, and that were taken */
  Slot slot[];
} Shared;

struct Crew {
  const CrewTask *task;
  Shared *shared;
  size_t size;
  uint32_t slots, started;
  bool died;   /* a worker did, before its time */
  pid_t *pids; /* 0: it has ended */
};

static const Shared *page; /* of a worker: what tells it to stop */
static bool stopped(void) { return atomic_load(&page->stop); }

static void pause_briefly(void) {
  struct timespec pause = {0, 1000000};
  (void)nanosleep(&pause, NULL);
}

/* ------------------------------------------------------------- the worker -- */

static void judge_parts(const Crew *crew, Inquiry *inquiry, Case *cases) {
  const CrewTask *task = crew->task;
  Shared *shared = crew->shared;
  for (;;) {
    uint64_t part = atomic_fetch_add(&shared->next, 1);
    Rank first = (Rank)part * task->each, left = task->scope->count - first;
    if (first >= task->scope->count) return;
    while (part >= atomic_load(&shared->taken) + crew->slots && !stopped()) pause_briefly();
    if (stopped()) return;
    Slot *slot = &shared->slot[part % crew->slots];
    part_judge(inquiry, task->scope, first, left < task->each ? (uint32_t)left : task->each, cases, &slot->part);
    atomic_store(&slot->full, true);
    if (!slot->part.whole) return;
  }
}

static _Noreturn void work(const Crew *crew, pid_t parent) {
  const CrewTask *task = crew->task;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  (void)signal(SIGINT, SIG_IGN); /* the parent's to answer */
  (void)signal(SIGHUP, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  page = crew->shared;
  System system = system_like(task->system, stopped);
  Inquiry inquiry;
  Case *cases = calloc(task->each, sizeof *cases);
  bool good = inquiry_open(&inquiry, &system, task->store, task->seed, task->wanted) && cases != NULL;
  good = good && system_start(&system);
  if (good) judge_parts(crew, &inquiry, cases);
  system_stop(&system);
  inquiry_close(&inquiry);
  _exit(good ? 0 : 3);
}

/* ------------------------------------------------------------- the parent -- */

Crew *crew_start(const CrewTask *task) {
  Crew *crew = calloc(1, sizeof *crew);
  if (crew == NULL) return NULL;
  crew->task = task;
  crew->slots = SLOTS * task->jobs;
  crew->size = sizeof *crew->shared + crew->slots * sizeof(Slot);
  crew->shared = apart_memory(crew->size);
  crew->pids = calloc(task->jobs, sizeof *crew->pids);
  pid_t parent = getpid();
  (void)fflush(NULL);
  for (uint32_t j = 0; crew->shared != NULL && crew->pids != NULL && j < task->jobs; j++) {
    pid_t pid = fork();
    if (pid == 0) work(crew, parent);
    if (pid > 0) crew->pids[crew->started++] = pid;
  }
  if (crew->started > 0) return crew;
  crew_end(crew);
  return NULL;
}

static void look_for_deaths(Crew *crew) {
  for (uint32_t j = 0; j < crew->started; j++) {
    int status = 0;
    if (crew->pids[j] == 0 || waitpid(crew->pids[j], &status, WNOHANG) != crew->pids[j]) continue;
    crew->pids[j] = 0;
    crew->died = crew->died || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
}

const Part *crew_next(Crew *crew) {
  Shared *shared = crew->shared;
  Slot *slot = &shared->slot[atomic_load(&shared->taken) % crew->slots];
  while (!atomic_load(&slot->full)) {
    if (campaign_interrupted() || crew->died) return NULL;
    look_for_deaths(crew);
    pause_briefly();
  }
  return &slot->part;
}

void crew_take(Crew *crew) {
  uint64_t taken = atomic_load(&crew->shared->taken);
  atomic_store(&crew->shared->slot[taken % crew->slots].full, false);
  atomic_store(&crew->shared->taken, taken + 1);
}

void crew_end(Crew *crew) {
  if (crew == NULL) return;
  if (crew->shared != NULL) atomic_store(&crew->shared->stop, true);
  for (uint32_t j = 0; j < crew->started; j++) {
    while (crew->pids[j] > 0 && waitpid(crew->pids[j], NULL, 0) < 0 && errno == EINTR) continue;
  }
  apart_memory_free(crew->shared, crew->size);
  free(crew->pids);
  free(crew);
}
