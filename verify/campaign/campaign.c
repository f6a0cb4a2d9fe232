#include "verify/campaign/campaign.h"

#include "semantics/core/rules.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 64u
#define PROGRESS_TERMINAL 0.2 /* seconds between updates */
#define PROGRESS_PLAIN 10.0

static volatile sig_atomic_t interrupted;

static void on_signal(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

static void handle_signals(void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
}

void campaign_handle_signals(void) { handle_signals(on_signal); }

bool campaign_interrupted(void) { return interrupted != 0; }

/* What a worker shares with its parent. */
typedef struct WorkerPage {
  Tally tally;
  Witness witness[LAW_COUNT];
  uint64_t hits[RULE_COUNT];
  uint64_t lost;
  _Atomic uint64_t done;
} WorkerPage;

typedef struct Shared {
  _Atomic uint64_t next; /* block to take */
  WorkerPage worker[];
} Shared;

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------- workers -- */

/* On the program last checked; `refuted` is how many refutations there were before. */
static void keep_verdict(const Battery *battery, const WorkerPage *page, uint64_t refuted, ProgramVerdict *out) {
  *out = *battery_verdict(battery);
  out->refuted = tally_total(&page->tally, OUTCOME_REFUTED) > refuted;
}

/* `parent`: a worker whose parent is gone works for nobody.  `verdicts` is NULL where
 * they are not asked for. */
static void work(Store *store, const Scope *scope, Shared *shared, WorkerPage *page, ProgramVerdict *verdicts,
                 pid_t parent) {
  Battery *battery = battery_new(store);
  if (battery == NULL) _exit(3);
  memset(rule_hits, 0, sizeof rule_hits);
  uint64_t blocks = (uint64_t)((scope->count + BLOCK - 1) / BLOCK);
  while (interrupted == 0 && getppid() == parent) {
    uint64_t block = atomic_fetch_add(&shared->next, 1);
    if (block >= blocks) break;
    Rank first = (Rank)block * BLOCK, last = first + BLOCK < scope->count ? first + BLOCK : scope->count;
    for (Rank k = first; k < last && interrupted == 0; k++) {
      SpaceCase program;
      Rank index = scope->index == NULL ? scope->first + k : scope->index(scope->state, scope->first + k);
      uint32_t mark = store_mark(store);
      if (scope->make(scope->state, index, &program) == STATUS_OK) {
        uint64_t refuted = verdicts == NULL ? 0 : tally_total(&page->tally, OUTCOME_REFUTED);
        battery_check(battery, &program.program, index, &scope->options, &page->tally, page->witness);
        if (verdicts != NULL) keep_verdict(battery, page, refuted, &verdicts[k]);
      } else {
        page->lost++;
      }
      if (store_take_status(store) != STATUS_OK) page->lost++;
      store_release(store, mark);
      atomic_fetch_add(&page->done, 1);
    }
  }
  memcpy(page->hits, rule_hits, sizeof rule_hits);
  battery_free(battery);
}

/* ------------------------------------------------------------ progress -- */

static uint64_t total_done(const Shared *shared, uint32_t jobs) {
  uint64_t done = 0;
  for (uint32_t j = 0; j < jobs; j++) done += atomic_load(&shared->worker[j].done);
  return done;
}

static void show_progress(const Scope *scope, uint64_t done, double seconds, bool terminal) {
  double total = (double)scope->count, rate = seconds > 0 ? (double)done / seconds : 0;
  double left = rate > 0 ? (total - (double)done) / rate : 0;
  if (!terminal) {
    (void)fprintf(stderr, "%s: %llu of %.0f programs, %.0f/s, %.0f s left\n", scope->name, (unsigned long long)done,
                  total, rate, left);
    return;
  }
  char bar[31];
  int filled = total > 0 ? (int)(30 * (double)done / total) : 30;
  for (int i = 0; i < 30; i++) bar[i] = i < filled ? '#' : '.';
  bar[30] = '\0';
  (void)fprintf(stderr, "\r%-28.28s [%s] %3.0f%% %7.0f/s %5.0f s left ", scope->name, bar,
                total > 0 ? 100 * (double)done / total : 100, rate, left);
}

/* Waits for all workers, showing progress; counts those that died. */
static uint32_t await(const Scope *scope, const Shared *shared, uint32_t jobs, const pid_t *pids, bool progress) {
  bool terminal = isatty(STDERR_FILENO) != 0;
  double start = now(), shown = start, period = terminal ? PROGRESS_TERMINAL : PROGRESS_PLAIN;
  uint32_t left = jobs, crashed = 0;
  bool told = false;
  while (left > 0) {
    int status = 0;
    pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid > 0) {
      for (uint32_t j = 0; j < jobs; j++) {
        if (pids[j] != pid) continue;
        left--;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) crashed++;
      }
      continue;
    }
    if (pid < 0 && errno != EINTR) break;
    if (interrupted != 0 && !told) {
      told = true;
      for (uint32_t j = 0; j < jobs; j++) (void)kill(pids[j], SIGTERM);
    }
    double time = now();
    if (progress && time - shown >= period) {
      shown = time;
      show_progress(scope, total_done(shared, jobs), time - start, terminal);
    }
    struct timespec pause = {0, 5000000};
    (void)nanosleep(&pause, NULL);
  }
  if (progress && terminal) (void)fprintf(stderr, "\r%79s\r", "");
  return crashed;
}

/* ------------------------------------------------------------- results -- */

static void merge(ScopeResult *result, const WorkerPage *page) {
  tally_add(&result->tally, &page->tally);
  result->lost += page->lost;
  for (int law = 0; law < LAW_COUNT; law++) {
    const Witness *found = &page->witness[law];
    Witness *kept = &result->witness[law];
    if (found->present && (!kept->present || found->index < kept->index)) *kept = *found;
  }
  for (int rule = 0; rule < RULE_COUNT; rule++) rule_hits[rule] += page->hits[rule];
}

static double children_seconds(void) {
  struct rusage usage;
  (void)getrusage(RUSAGE_CHILDREN, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 + (double)usage.ru_stime.tv_sec +
         (double)usage.ru_stime.tv_usec * 1e-6;
}

bool campaign_run(Store *store, const Scope *scope, uint32_t jobs, bool progress, ScopeResult *result) {
  /* programs of files are few: what became of each is kept */
  size_t listed = scope->label == NULL ? 0 : (size_t)scope->count;
  size_t pages = sizeof(Shared) + jobs * sizeof(WorkerPage), bytes = pages + listed * sizeof(ProgramVerdict);
  memset(result, 0, sizeof *result);
  Shared *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t *pids = calloc(jobs, sizeof *pids);
  if (shared == MAP_FAILED || pids == NULL) {
    free(pids);
    return false;
  }
  ProgramVerdict *verdicts = listed == 0 ? NULL : (ProgramVerdict *)((unsigned char *)shared + pages);
  double start = now(), before = children_seconds();
  uint32_t started = 0;
  pid_t parent = getpid();
  (void)fflush(NULL);
  for (; started < jobs; started++) {
    pids[started] = fork();
    if (pids[started] < 0) break;
    if (pids[started] == 0) {
      work(store, scope, shared, &shared->worker[started], verdicts, parent);
      _exit(0);
    }
  }
  result->crashed = await(scope, shared, started, pids, progress);
  for (uint32_t j = 0; j < started; j++) merge(result, &shared->worker[j]);
  result->done = total_done(shared, started);
  result->interrupted = interrupted != 0 && result->done < scope->count;
  if (interrupted != 0) handle_signals(SIG_DFL); /* asked once more, end at once */
  result->seconds = now() - start;
  result->cpu_seconds = children_seconds() - before;
  result->programs = calloc(listed == 0 ? 1 : listed, sizeof *result->programs);
  if (result->programs != NULL && verdicts != NULL) memcpy(result->programs, verdicts, listed * sizeof *verdicts);
  (void)munmap(shared, bytes);
  free(pids);
  return started > 0;
}
