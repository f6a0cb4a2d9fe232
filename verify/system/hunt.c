#include "verify/system/hunt.h"

#include "verify/campaign/programs.h"
#include "verify/enumerate/shrink.h"
#include "verify/system/reproduction.h"

#include <stdlib.h>
#include <string.h>

#define ARENA_LIMIT ((size_t)1 << 26)
#define SHRINK_BUDGET 600u
#define SHRINK_BUDGET_ENDED 12u /* candidates, each of which may be waited for */
#define SHRINK_SECONDS 2.0      /* for one of these */
#define SHRINK_CONTEXT 64u
#define BATCH_MOST 256u

/* A program of a batch, whose context is kept here. */
typedef struct Case {
  SpaceCase program;
  Rank k;
  Trial trial;
  char loaded[SYSTEM_TEXT];
  char ended[CHILD_MESSAGE]; /* how the system ended on it alone */
} Case;

typedef struct Hunt {
  System *system;
  Store *store;
  const Scope *scope;
  const HuntOptions *options;
  HuntReport *report;
  Arena arena;
  bool only[MODE_COUNT]; /* modes that are asked now */
  uint64_t shrunk[MODE_COUNT];
  bool used; /* the system was asked before, since it was started */
  bool no_memory;
} Hunt;

/* -------------------------------------------------------------- questions -- */

/* All questions of one mode about the cases; false when the system ended. */
static bool ask_mode(Hunt *h, Mode mode, Case *const *cases, uint32_t count) {
  uint32_t all = 0, numbers = 0;
  for (uint32_t c = 0; c < count; c++) all += trial_queries(&cases[c]->trial, mode, c, NULL);
  Query *queries = calloc((size_t)all + 1, sizeof *queries);
  if (queries == NULL) return h->no_memory = true;
  all = 0;
  for (uint32_t c = 0; c < count; c++) {
    if (cases[c]->loaded[0] == '\0') all += trial_queries(&cases[c]->trial, mode, c, queries + all);
  }
  for (uint32_t q = 0; q < all; q++) numbers += queries[q].size;
  double *out = calloc((size_t)numbers + 1, sizeof *out);
  for (uint32_t q = 0, at = 0; out != NULL && q < all; at += queries[q++].size) queries[q].out = out + at;
  h->no_memory = h->no_memory || out == NULL;
  bool good = out == NULL || system_ask(h->system, mode, all, queries);
  for (uint32_t q = 0; good && out != NULL && q < all;) {
    uint32_t c = queries[q].program, first = q;
    while (q < all && queries[q].program == c) q++;
    trial_judge(&cases[c]->trial, mode, q - first, queries + first);
  }
  free(out);
  free(queries);
  return good;
}

/* A program that was not loaded is a failure of the value. */
static void fail_to_load(Case *c) {
  Failure *failure = &c->trial.failure[MODE_VALUE];
  *failure = (Failure){.present = true, .fate = FATE_FAILS, .component = -1};
  (void)snprintf(failure->error, sizeof failure->error, "not loaded: %.150s", c->loaded);
}

static bool ask_all(Hunt *h, Case *const *cases, uint32_t count) {
  const Residual *programs[BATCH_MOST] = {NULL};
  char(*loaded)[SYSTEM_TEXT] = calloc(count, sizeof *loaded);
  if (loaded == NULL) return h->no_memory = true;
  for (uint32_t c = 0; c < count; c++) programs[c] = &cases[c]->trial.residual;
  bool good = system_load(h->system, count, programs, loaded);
  for (uint32_t c = 0; good && c < count; c++) {
    memcpy(cases[c]->loaded, loaded[c], SYSTEM_TEXT);
    if (loaded[c][0] != '\0') fail_to_load(cases[c]);
  }
  free(loaded);
  for (int m = 0; good && m < MODE_COUNT; m++) {
    if (h->only[m] && h->system->offers[m]) good = ask_mode(h, (Mode)m, cases, count);
  }
  return good;
}

static void forget_answers(Case *c) {
  memset(c->trial.count, 0, sizeof c->trial.count);
  memset(c->trial.failure, 0, sizeof c->trial.failure);
  memset(c->trial.differs, 0, sizeof c->trial.differs);
  memset(c->trial.bad_value, 0, sizeof c->trial.bad_value);
}

/* Where these end the system it is started again and the halves are asked, until one is left that ends it alone: when
 * it is the first that the system is asked, lest it be blamed for what others used up. */
static bool run_cases(Hunt *h, Case *const *cases, uint32_t count) {
  bool used = h->used;
  h->used = true;
  if (count == 0 || h->no_memory || campaign_interrupted()) return true;
  if (ask_all(h, cases, count)) return true;
  if (campaign_interrupted()) return true;
  char message[CHILD_MESSAGE];
  memcpy(message, h->system->child.message, sizeof message);
  for (uint32_t c = 0; c < count; c++) forget_answers(cases[c]);
  h->report->restarts++;
  if (!system_start(h->system)) {
    h->report->lost = !campaign_interrupted();
    return false;
  }
  h->used = false;
  if (count == 1 && used) return run_cases(h, cases, count);
  if (count == 1) {
    memcpy(cases[0]->ended, message, sizeof message);
    return true;
  }
  return run_cases(h, cases, count / 2) && run_cases(h, cases + count / 2, count - count / 2);
}

/* ------------------------------------------------------------- one program -- */

typedef enum Opened { OPENED, OPENED_REFUSED, OPENED_NONE } Opened;

/* Whether it is one for the system; counted if `counted`. */
static Opened open_case(Hunt *h, Case *c, bool counted) {
  Residual residual = {0};
  HuntReport *report = h->report;
  Status status = residual_make(h->store, &h->arena, &c->program.program, &residual);
  const char *lacking = status == STATUS_OK ? system_refuses(h->system, &residual) : NULL;
  bool wide = residual.inputs > TRIAL_SHOWN || residual.outputs > TRIAL_SHOWN;
  if (status != STATUS_OK || lacking != NULL || wide) {
    for (uint32_t k = 0; counted && lacking != NULL && k < CONSTRUCT_ALL; k++) {
      if (k != CONSTRUCT_COUNT && construct_name((Construct)k) == lacking) report->refused[k]++;
    }
    report->not_real += counted && status == STATUS_UNABLE;
    report->too_long += counted && lacking == NULL && status != STATUS_UNABLE;
    residual_free(&residual);
    return OPENED_REFUSED;
  }
  c->loaded[0] = c->ended[0] = '\0';
  if (trial_open(&c->trial, h->store, &c->program.program, &residual, h->options->seed)) {
    c->trial.format = system_format(h->system);
    return OPENED;
  }
  trial_close(&c->trial);
  h->no_memory = true;
  return OPENED_NONE;
}

/* Of a program that ended the system: how, and the first of the points that it was asked at. */
static Failure failure_of_end(const Case *c) {
  uint32_t inputs = c->trial.residual.inputs;
  Failure failure = {.present = true, .fate = FATE_FAILS, .component = -1, .inputs = inputs};
  memcpy(failure.x, c->trial.x, inputs * sizeof *failure.x);
  (void)snprintf(failure.error, sizeof failure.error, "%s", c->ended);
  return failure;
}

/* What a finding is of: kept while the program is made small. */
typedef struct Chase {
  Hunt *hunt;
  Mode mode;
  Fate fate;
  bool ended;
  Failure failure; /* of the last candidate that failed */
} Chase;

static bool still_fails(void *state, const Program *candidate) {
  Chase *chase = state;
  Hunt *h = chase->hunt;
  Case *c = calloc(1, sizeof *c), *const cases[] = {c};
  if (c == NULL || campaign_interrupted() || h->report->lost) {
    free(c);
    return false;
  }
  c->program.program = *candidate;
  bool fails = false;
  if (open_case(h, c, false) == OPENED) {
    bool alive = run_cases(h, cases, 1);
    const Failure *failure = &c->trial.failure[chase->mode];
    fails = alive && (chase->ended ? c->ended[0] != '\0' : failure->present && failure->fate == chase->fate);
    if (fails) chase->failure = chase->ended ? failure_of_end(c) : *failure;
    trial_close(&c->trial);
  }
  free(c);
  return fails;
}

static void note_constructs(Hunt *h, const Program *program, Find *find) {
  Residual residual = {0};
  if (residual_make(h->store, &h->arena, program, &residual) == STATUS_OK) {
    for (uint32_t i = 0; i < residual.count; i++) find->has[residual.statement[i].construct] = true;
    if (find->failure.inputs == residual.inputs)
      find->code = reproduction_write(h->system, &residual, find->program, find->mode, &find->failure);
  }
  residual_free(&residual);
}

static Find *find_like(HuntReport *report, const Find *find) {
  for (uint32_t i = 0; i < report->finds; i++) {
    Find *other = &report->find[i];
    if (other->mode == find->mode && other->fate == find->fate && other->ended == find->ended &&
        strcmp(other->program, find->program) == 0)
      return other;
  }
  return NULL;
}

/* The small program as a finding, or counted with the one that it is. */
static void add_find(Hunt *h, const Chase *chase, const Program *program, const char *name) {
  HuntReport *report = h->report;
  Find find = {
      .mode = chase->mode, .fate = chase->fate, .ended = chase->ended, .failure = chase->failure, .programs = 1};
  find.program = program_print(h->store, program);
  find.size = term_size(h->store, program->term);
  if (find.program == NULL) return;
  Find *same = find_like(report, &find), *grown = NULL;
  if (same != NULL) same->programs++;
  if (same == NULL) grown = realloc(report->find, (report->finds + 1) * sizeof *grown);
  if (grown == NULL) {
    free(find.program);
    return;
  }
  report->find = grown;
  note_constructs(h, program, &find);
  find.first = strdup(name);
  report->find[report->finds++] = find;
}

static void name_case(const Hunt *h, const Case *c, char *out, size_t size) {
  char index[48];
  Rank at = h->scope->first + c->k;
  if (h->scope->index != NULL) at = h->scope->index(h->scope->state, at);
  (void)rank_print(at, index, sizeof index);
  if (h->scope->space[0] == '\0')
    (void)snprintf(out, size, "%s", h->scope->title(h->scope->state, at));
  else
    (void)snprintf(out, size, "%s:%s", h->scope->space, index);
}

/* Makes it small on the system, by this mode alone. */
static void chase_down(Hunt *h, const Case *c, Mode mode) {
  Chase chase = {.hunt = h, .mode = mode, .ended = c->ended[0] != '\0', .failure = c->trial.failure[mode]};
  char name[SPACE_ID_SIZE + 64];
  TypeId context[SHRINK_CONTEXT];
  double timeout = h->system->timeout;
  ShrinkResult small = {.program = c->program.program};
  chase.fate = chase.ended ? FATE_FAILS : chase.failure.fate;
  if (chase.ended) chase.failure = failure_of_end(c);
  if (h->shrunk[mode]++ >= h->options->shrinks || c->program.program.length > SHRINK_CONTEXT) {
    h->report->unshrunk++;
    return;
  }
  for (int m = 0; m < MODE_COUNT; m++)
    h->only[m] = (chase.ended && h->options->wanted[m]) || m == MODE_VALUE || m == (int)mode;
  if (chase.ended && timeout > SHRINK_SECONDS) h->system->timeout = SHRINK_SECONDS;
  Failure before = chase.failure;
  Status status = shrink_program(h->store, &c->program.program, still_fails, &chase,
                                 chase.ended ? SHRINK_BUDGET_ENDED : SHRINK_BUDGET, context, &small);
  h->system->timeout = timeout;
  memcpy(h->only, h->options->wanted, sizeof h->only);
  if (status != STATUS_OK) {
    chase.failure = before;
    small.program = c->program.program;
  }
  name_case(h, c, name, sizeof name);
  add_find(h, &chase, &small.program, name);
}

/* ----------------------------------------------------------------- counts -- */

static void count_constructs(Hunt *h, const Case *c) {
  bool has[CONSTRUCT_ALL] = {false};
  const Trial *t = &c->trial;
  for (uint32_t i = 0; i < t->residual.count; i++) has[t->residual.statement[i].construct] = true;
  for (int m = 0; m < MODE_COUNT; m++) {
    bool held = t->count[m][FATE_HOLDS] > 0 && !t->failure[m].present;
    for (uint32_t k = 0; k < CONSTRUCT_ALL; k++) {
      h->report->held[k][m] += has[k] && held;
      h->report->undecided[k][m] += has[k] && !held && t->count[m][FATE_UNDECIDED] > 0;
    }
  }
}

static void keep_differing(Hunt *h, const Case *c, Mode mode) {
  HuntReport *report = h->report;
  if (!c->trial.differs[mode].present || report->differs[mode].present) return;
  report->differs[mode] = c->trial.differs[mode];
  report->differs_in[mode] = program_print(h->store, &c->program.program);
}

static void finish_case(Hunt *h, Case *c) {
  HuntReport *report = h->report;
  bool ended = c->ended[0] != '\0';
  report->judged++;
  if (!ended) count_constructs(h, c);
  for (int m = 0; m < MODE_COUNT; m++) {
    for (int f = 0; f < FATES; f++) report->count[m][f] += c->trial.count[m][f];
    keep_differing(h, c, (Mode)m);
    bool fails = ended ? m == MODE_VALUE : c->trial.failure[m].present;
    report->failing[m] += fails;
    if (fails && !report->lost) chase_down(h, c, (Mode)m);
  }
}

/* ------------------------------------------------------------------- loop -- */

/* The next programs that are for the system; *k moves on. */
static uint32_t fill_batch(Hunt *h, Case *batch, Rank *k) {
  uint32_t count = 0, most = h->options->batch < BATCH_MOST ? h->options->batch : BATCH_MOST;
  for (; *k < h->scope->count && count < most && !h->no_memory; ++*k) {
    Case *c = &batch[count];
    Rank at = h->scope->first + *k;
    memset(c, 0, sizeof *c);
    c->k = *k;
    h->report->programs++;
    if (h->scope->index != NULL) at = h->scope->index(h->scope->state, at);
    if (h->scope->make(h->scope->state, at, &c->program) != STATUS_OK)
      h->report->too_long++;
    else
      count += open_case(h, c, true) == OPENED;
  }
  return count;
}

static void run_batch(Hunt *h, Case *batch, uint32_t count) {
  Case *cases[BATCH_MOST] = {NULL};
  for (uint32_t c = 0; c < count; c++) cases[c] = &batch[c];
  bool alive = run_cases(h, cases, count);
  if (alive && campaign_interrupted()) h->report->programs -= count; /* what was asked last is not known */
  for (uint32_t c = 0; c < count; c++) {
    if (alive && !campaign_interrupted()) finish_case(h, &batch[c]);
    trial_close(&batch[c].trial);
  }
}

bool hunt(System *system, Store *store, const Scope *scope, const HuntOptions *options, HuntReport *report) {
  Hunt h = {.system = system, .store = store, .scope = scope, .options = options, .report = report};
  Case *batch = calloc(BATCH_MOST, sizeof *batch);
  *report = (HuntReport){0};
  arena_init(&h.arena, ARENA_LIMIT);
  memcpy(h.only, options->wanted, sizeof h.only);
  Rank k = 0;
  while (batch != NULL && k < scope->count && !campaign_interrupted() && !report->lost && !h.no_memory) {
    uint32_t mark = store_mark(store);
    uint32_t count = fill_batch(&h, batch, &k);
    run_batch(&h, batch, count);
    store_release(store, mark);
    if (options->progress != NULL)
      options->progress(options->state, (uint64_t)k, (uint64_t)scope->count, report->finds);
  }
  report->interrupted = k < scope->count || campaign_interrupted();
  free(batch);
  arena_free(&h.arena);
  return batch != NULL && !h.no_memory;
}

void hunt_free(HuntReport *report) {
  for (uint32_t i = 0; i < report->finds; i++) {
    free(report->find[i].program);
    free(report->find[i].first);
    free(report->find[i].code);
  }
  free(report->find);
  for (int m = 0; m < MODE_COUNT; m++) free(report->differs_in[m]);
  *report = (HuntReport){0};
}

Account hunt_account(const HuntReport *r) {
  Account account = {0};
  uint64_t decided = 0;
  for (int m = 0; m < MODE_COUNT; m++) {
    account.refuted = account.refuted || r->failing[m] > 0;
    account.differs = account.differs || r->count[m][FATE_DIFFERS] > 0;
    decided += r->count[m][FATE_HOLDS];
  }
  if (r->lost)
    account_missing(&account, "the system could not be started again: %llu programs were given",
                    (unsigned long long)r->programs);
  else if (r->interrupted)
    account_missing(&account, "interrupted: %llu programs were given", (unsigned long long)r->programs);
  if (decided == 0 && !account.refuted) account_undecided(&account, "no answer of the system was decided");
  return account;
}
