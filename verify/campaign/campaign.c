#include "verify/campaign/campaign.h"
#include "verify/campaign/clock.h"

#include "verify/campaign/journal.h"
#include "verify/campaign/merging.h"
#include "verify/campaign/workers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_TERMINAL 0.2 /* seconds between updates */
#define PROGRESS_PLAIN 10.0

static volatile sig_atomic_t interrupted;

static struct timespec asked; /* when the first signal came */

/* Asked once more a second later, it ends at once; some send one signal twice. */
static void on_signal(int signal_number) {
  struct timespec time = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  if (interrupted != 0 && time.tv_sec > asked.tv_sec + 1) {
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
  }
  if (interrupted == 0) asked = time;
  interrupted = 1;
}

void campaign_handle_signals(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction before;
    bool nohup = signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!nohup) (void)sigaction(signals[i], &action, NULL);
  }
}

bool campaign_interrupted(void) { return interrupted != 0; }

/* A scope being run. */
typedef struct Run {
  const Scope *scope;
  ScopeResult *result;
  bool *settled; /* blocks */
  Journal *journal;
  uint32_t number;
  bool progress, terminal, told; /* `told`: of a journal that cannot be written */
  double start, shown;
} Run;

/* ------------------------------------------------------------ progress -- */

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

static void tick(void *state, uint64_t checked) {
  Run *run = state;
  double time = clock_seconds();
  if (!run->progress || time - run->shown < (run->terminal ? PROGRESS_TERMINAL : PROGRESS_PLAIN)) return;
  run->shown = time;
  show_progress(run->scope, checked, time - run->start, run->terminal);
}

/* ------------------------------------------------------------- results -- */

/* Adds what was established on a block. */
static void take(Run *run, const BlockResult *block) {
  ScopeResult *result = run->result;
  tally_add(&result->tally, &block->tally);
  result->done += block->done;
  result->lost += block->lost;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (witness_before(&block->witness[law], &result->witness[law])) result->witness[law] = block->witness[law];
  }
  for (int rule = 0; rule < RULE_COUNT; rule++) rule_hits[rule] += block->hits[rule];
  if (run->scope->label == NULL) return;
  result->programs[block->block] = block->program;
}

static void take_old(void *state, const BlockResult *block) {
  Run *run = state;
  if (block->block >= block_count(run->scope) || run->settled[block->block]) return;
  run->settled[block->block] = true;
  take(run, block);
}

static void take_new(void *state, const BlockResult *block) {
  Run *run = state;
  take(run, block);
  if (run->journal == NULL || block->whole == 0) return;
  journal_write(run->journal, run->number, block);
  if (journal_error(run->journal)[0] == '\0' || run->told) return;
  run->told = true;
  (void)fprintf(stderr, "adjudge: no journal is kept from here on: %s\n", journal_error(run->journal));
}

static double children_seconds(void) {
  struct rusage usage;
  (void)getrusage(RUSAGE_CHILDREN, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 + (double)usage.ru_stime.tv_sec +
         (double)usage.ru_stime.tv_usec * 1e-6;
}

/* Goes through the scope; false when workers could not be started. */
static bool run_once(Store *store, Run *run, uint32_t jobs, const Merging *merging) {
  const Scope *scope = run->scope;
  ScopeResult *result = run->result;
  WorkersEnd end = {0};
  ProgramVerdict *programs = result->programs;
  *result = (ScopeResult){.programs = programs};
  memset(run->settled, 0, block_count(scope) * sizeof *run->settled);
  if (run->journal != NULL) journal_replay(run->journal, run->number, take_old, run);
  WorkerTask task = {store, scope, merging, jobs, run->settled, take_new, tick, run};
  bool good = workers_run(&task, &end);
  if (run->progress && run->terminal) (void)fprintf(stderr, "\r%79s\r", "");
  result->deaths = end.deaths;
  return good;
}

/* With what can be merged; where an audit finds that it could not be, anew without. */
static bool run_merged(Store *store, Run *run, uint32_t jobs) {
  const Scope *scope = run->scope;
  bool merges = scope->options.merging > 0 && scope->walked != NULL && scope->total >= scope->options.merging;
  Merging *merging = merges ? merging_new(store, scope->walked, scope->options.seed, jobs) : NULL;
  bool good = run_once(store, run, jobs, merging);
  merging_free(merging);
  uint64_t apart = run->result->tally.apart;
  if (!good || apart == 0 || campaign_interrupted()) return good;
  run->journal = NULL; /* its blocks are of what is given up */
  good = run_once(store, run, jobs, NULL);
  run->result->tally.apart = apart;
  return good;
}

bool campaign_run(Store *store, const Scope *scope, uint32_t jobs, bool progress, CampaignJournal journal,
                  ScopeResult *result) {
  /* programs of files are few: what became of each is kept */
  size_t listed = scope->label == NULL ? 0 : (size_t)scope->count;
  double before = children_seconds();
  Run run = {
      .scope = scope, .result = result, .journal = journal.journal, .number = journal.scope, .start = clock_seconds()};
  memset(result, 0, sizeof *result);
  result->programs = calloc(listed + 1, sizeof *result->programs);
  run.settled = calloc(block_count(scope) + 1, sizeof *run.settled);
  run.progress = progress;
  run.terminal = isatty(STDERR_FILENO) != 0;
  run.shown = run.start;
  bool good = result->programs != NULL && run.settled != NULL && run_merged(store, &run, jobs);
  result->interrupted = interrupted != 0 && result->done < scope->count;
  result->seconds = clock_seconds() - run.start;
  result->cpu_seconds = children_seconds() - before;
  free(run.settled);
  return good;
}
