#include "verify/system/hunt.h"

#include "semantics/text/characters.h"
#include "verify/campaign/programs.h"
#include "verify/enumerate/shrink.h"
#include "verify/system/crew.h"
#include "verify/system/reproduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHRINK_BUDGET 600u
#define SHRINK_BUDGET_ENDED 12u /* candidates, each of which may be waited for */
#define SHRINK_SECONDS 2.0      /* for one of these, or STARTS times what the system takes to start */
#define STARTS 8.0
#define SHRINK_CONTEXT 64u

typedef struct Hunt {
  Inquiry inquiry;
  const Scope *scope;
  const HuntOptions *options;
  HuntReport *report;
  uint64_t shrunk[MODE_COUNT];
} Hunt;

/* --------------------------------------------------------------- findings -- */

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
  Inquiry *inquiry = &chase->hunt->inquiry;
  const char *lacking;
  Case *c = calloc(1, sizeof *c), *const cases[] = {c};
  if (c == NULL || inquiry_is_over(inquiry)) {
    free(c);
    return false;
  }
  c->program.program = *candidate;
  bool fails = false;
  if (case_open(inquiry, c, &lacking) == OPENED) {
    bool alive = inquiry_ask(inquiry, cases, 1);
    const Failure *failure = &c->trial.failure[chase->mode];
    fails = alive && (chase->ended ? c->ended[0] != '\0' : failure->present && failure->fate == chase->fate);
    if (fails) chase->failure = chase->ended ? case_end(c) : *failure;
    case_close(c);
  }
  free(c);
  return fails;
}

static void note_constructs(Hunt *h, const Program *program, Find *find) {
  Residual residual = {0};
  if (residual_make(h->inquiry.store, &h->inquiry.arena, program, &residual) == STATUS_OK) {
    for (uint32_t i = 0; i < residual.count; i++) find->has[residual.statement[i].construct] = true;
    if (find->failure.inputs == residual.inputs)
      find->code = reproduction_write(h->inquiry.system, &residual, find->program, find->mode, &find->failure);
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
  find.program = program_print(h->inquiry.store, program);
  find.size = term_size(h->inquiry.store, program->term);
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

static void name_program(const Hunt *h, Rank k, char *out, size_t size) {
  char index[48];
  Rank at = h->scope->first + k;
  if (h->scope->index != NULL) at = h->scope->index(h->scope->state, at);
  (void)rank_print(at, index, sizeof index);
  if (h->scope->space[0] == '\0')
    (void)snprintf(out, size, "%s", h->scope->title(h->scope->state, at));
  else
    (void)snprintf(out, size, "%s:%s", h->scope->space, index);
  characters_show(out);
}

/* Makes it small on the system, by this mode alone. */
static void chase_down(Hunt *h, const Program *program, const Noted *noted) {
  Inquiry *inquiry = &h->inquiry;
  System *system = inquiry->system;
  Chase chase = {.hunt = h, .mode = noted->mode, .ended = noted->ended, .failure = noted->failure};
  char name[SPACE_ID_SIZE + 64];
  TypeId context[SHRINK_CONTEXT];
  double timeout = system->timeout, patience = fmax(SHRINK_SECONDS, STARTS * system->start);
  ShrinkResult small = {.program = *program};
  chase.fate = noted->failure.fate;
  for (int m = 0; m < MODE_COUNT; m++)
    inquiry->only[m] = (chase.ended && h->options->wanted[m]) || m == MODE_VALUE || m == (int)noted->mode;
  if (chase.ended && timeout > patience) system->timeout = patience;
  Status status = shrink_program(inquiry->store, program, still_fails, &chase,
                                 chase.ended ? SHRINK_BUDGET_ENDED : SHRINK_BUDGET, context, &small);
  system->timeout = timeout;
  if (status != STATUS_OK) {
    chase.failure = noted->failure;
    small.program = *program;
  }
  name_program(h, noted->k, name, sizeof name);
  add_find(h, &chase, &small.program, name);
}

static void take_failure(Hunt *h, const Noted *noted) {
  Store *store = h->inquiry.store;
  SpaceCase made;
  uint32_t mark = store_mark(store);
  bool wanted = h->shrunk[noted->mode]++ < h->options->shrinks;
  if (wanted && part_program(h->scope, noted->k, &made) == STATUS_OK && made.program.length <= SHRINK_CONTEXT)
    chase_down(h, &made.program, noted);
  else
    h->report->unshrunk++;
  store_release(store, mark);
}

static void keep_differing(Hunt *h, const Noted *noted) {
  HuntReport *report = h->report;
  Store *store = h->inquiry.store;
  SpaceCase made;
  if (!noted->failure.present || report->differs[noted->mode].present) return;
  uint32_t mark = store_mark(store);
  report->differs[noted->mode] = noted->failure;
  if (part_program(h->scope, noted->k, &made) == STATUS_OK)
    report->differs_in[noted->mode] = program_print(store, &made.program);
  store_release(store, mark);
}

/* ------------------------------------------------------------------- loop -- */

/* False where nothing is to come after it. */
static bool take_part(Hunt *h, const Part *part) {
  HuntReport *report = h->report;
  report->lost = report->lost || part->lost;
  h->inquiry.no_memory = h->inquiry.no_memory || part->no_memory;
  if (!part->whole) return false;
  h->inquiry.restarts = 0;
  counts_add(&report->counts, &part->counts);
  for (int m = 0; m < MODE_COUNT; m++) keep_differing(h, &part->differs[m]);
  for (uint32_t i = 0; i < part->failing && !inquiry_is_over(&h->inquiry); i++) take_failure(h, &part->fail[i]);
  report->counts.restarts += h->inquiry.restarts;
  report->lost = report->lost || h->inquiry.lost;
  if (h->options->progress != NULL)
    h->options->progress(h->options->state, report->counts.programs, (uint64_t)h->scope->count, report->finds);
  return !inquiry_is_over(&h->inquiry);
}

static void hunt_alone(Hunt *h, uint32_t each) {
  Case *cases = calloc(each, sizeof *cases);
  Part *part = calloc(1, sizeof *part);
  h->inquiry.no_memory = cases == NULL || part == NULL;
  bool more = !inquiry_is_over(&h->inquiry);
  for (Rank k = 0; more && k < h->scope->count; k += each) {
    Rank left = h->scope->count - k;
    memcpy(h->inquiry.only, h->options->wanted, sizeof h->inquiry.only);
    part_judge(&h->inquiry, h->scope, k, left < each ? (uint32_t)left : each, cases, part);
    more = part != NULL && take_part(h, part);
  }
  free(cases);
  free(part);
}

static void hunt_by_workers(Hunt *h, uint32_t jobs, uint32_t each) {
  const CrewTask task = {.system = h->inquiry.system,
                         .store = h->inquiry.store,
                         .scope = h->scope,
                         .seed = h->options->seed,
                         .wanted = h->options->wanted,
                         .jobs = jobs,
                         .each = each};
  Crew *crew = crew_start(&task);
  const Part *part = NULL;
  bool more = crew != NULL;
  for (Rank k = 0; more && k < h->scope->count; k += each) {
    part = crew_next(crew);
    more = part != NULL && take_part(h, part);
    if (part != NULL) crew_take(crew);
  }
  if (part == NULL && !campaign_interrupted()) h->report->lost = true;
  crew_end(crew);
}

bool hunt(System *system, Store *store, const Scope *scope, const HuntOptions *options, HuntReport *report) {
  Hunt h = {.scope = scope, .options = options, .report = report};
  uint32_t each = options->batch < INQUIRY_MOST ? options->batch : INQUIRY_MOST;
  Rank parts = (scope->count + each - 1) / each;
  *report = (HuntReport){0};
  bool good = inquiry_open(&h.inquiry, system, store, options->seed, options->wanted);
  if (good && options->jobs > 1 && parts > 1)
    hunt_by_workers(&h, parts < options->jobs ? (uint32_t)parts : options->jobs, each);
  else if (good)
    hunt_alone(&h, each);
  report->interrupted = report->counts.programs < scope->count || campaign_interrupted();
  good = good && !h.inquiry.no_memory;
  inquiry_close(&h.inquiry);
  return good;
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
    const uint64_t *answers = r->counts.answers[m];
    uint64_t all = 0;
    for (int f = 0; f < FATES; f++) all += answers[f];
    if (all > 0 && answers[FATE_HOLDS] + answers[FATE_DIFFERS] == 0 && r->counts.failing[m] == 0)
      account_undecided(&account, "no %s of the system was decided", mode_name((Mode)m));
    account.refuted = account.refuted || r->counts.failing[m] > 0;
    account.differs = account.differs || r->counts.answers[m][FATE_DIFFERS] > 0;
    decided += r->counts.answers[m][FATE_HOLDS];
  }
  if (r->lost)
    account_missing(&account, "the system could not be started again, or a worker died: %llu programs were given",
                    (unsigned long long)r->counts.programs);
  else if (r->interrupted)
    account_missing(&account, "interrupted: %llu programs were given", (unsigned long long)r->counts.programs);
  if (decided == 0 && account.undecided == 0 && !account.refuted)
    account_undecided(&account, "no answer of the system was decided");
  return account;
}
