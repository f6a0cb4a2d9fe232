#include "verify/system/part.h"

#include <string.h>

void counts_add(Counts *to, const Counts *more) {
  uint64_t *sum = (uint64_t *)(void *)to;
  const uint64_t *each = (const uint64_t *)(const void *)more;
  _Static_assert(sizeof(Counts) % sizeof(uint64_t) == 0, "counts are numbers of one size, and nothing else");
  for (size_t i = 0; i < sizeof *to / sizeof *sum; i++) sum[i] += each[i];
}

Status part_program(const Scope *scope, Rank k, SpaceCase *out) {
  Rank at = scope->first + k;
  if (scope->index != NULL) at = scope->index(scope->state, at);
  return scope->make(scope->state, at, out);
}

static void count_refused(Counts *counts, Opened opened, const char *lacking) {
  counts->not_real += opened == OPENED_UNREAL;
  counts->too_long += opened == OPENED_LONG;
  for (uint32_t k = 0; opened == OPENED_LACKING && k < CONSTRUCT_ALL; k++)
    counts->refused[k] += k != CONSTRUCT_COUNT && construct_name((Construct)k) == lacking;
}

/* Those of the programs that are for the system. */
static uint32_t open_cases(Inquiry *inquiry, const Scope *scope, Rank k, uint32_t count, Case *cases, Counts *counts) {
  uint32_t opened = 0;
  for (uint32_t i = 0; i < count && !inquiry->no_memory; i++) {
    Case *c = &cases[opened];
    const char *lacking = NULL;
    memset(c, 0, sizeof *c);
    c->k = k + i;
    counts->programs++;
    if (part_program(scope, c->k, &c->program) != STATUS_OK) {
      counts->too_long++;
      continue;
    }
    Opened how = case_open(inquiry, c, &lacking);
    count_refused(counts, how, lacking);
    opened += how == OPENED;
  }
  return opened;
}

static void count_constructs(const Case *c, Counts *counts) {
  bool has[CONSTRUCT_ALL] = {false};
  const Trial *t = &c->trial;
  for (uint32_t i = 0; i < t->residual.count; i++) has[t->residual.statement[i].construct] = true;
  for (int m = 0; m < MODE_COUNT; m++) {
    bool held = t->count[m][FATE_HOLDS] > 0 && !t->failure[m].present;
    for (uint32_t k = 0; k < CONSTRUCT_ALL; k++) {
      counts->held[k][m] += has[k] && held;
      counts->undecided[k][m] += has[k] && !held && t->count[m][FATE_UNDECIDED] > 0;
    }
  }
}

static void take_case(const Case *c, Part *part) {
  Counts *counts = &part->counts;
  bool ended = c->ended[0] != '\0';
  counts->judged++;
  if (!ended) count_constructs(c, counts);
  for (int m = 0; m < MODE_COUNT; m++) {
    const Trial *t = &c->trial;
    for (int f = 0; f < FATES; f++) counts->answers[m][f] += t->count[m][f];
    if (t->differs[m].present && !part->differs[m].failure.present)
      part->differs[m] = (Noted){.k = c->k, .mode = (Mode)m, .failure = t->differs[m]};
    if (ended ? m != MODE_VALUE : !t->failure[m].present) continue;
    counts->failing[m]++;
    part->fail[part->failing++] =
        (Noted){.k = c->k, .mode = (Mode)m, .ended = ended, .failure = ended ? case_end(c) : t->failure[m]};
  }
}

void part_judge(Inquiry *inquiry, const Scope *scope, Rank k, uint32_t count, Case *cases, Part *part) {
  Case *all[INQUIRY_MOST] = {NULL};
  uint32_t mark = store_mark(inquiry->store);
  part->counts = (Counts){0};
  part->failing = 0;
  memset(part->differs, 0, sizeof part->differs);
  inquiry->restarts = 0;
  uint32_t opened = open_cases(inquiry, scope, k, count, cases, &part->counts);
  for (uint32_t c = 0; c < opened; c++) all[c] = &cases[c];
  part->whole = inquiry_ask(inquiry, all, opened) && !inquiry_is_over(inquiry);
  for (uint32_t c = 0; c < opened; c++) {
    if (part->whole) take_case(&cases[c], part);
    case_close(&cases[c]);
  }
  store_release(inquiry->store, mark);
  part->counts.restarts = inquiry->restarts;
  part->lost = inquiry->lost;
  part->no_memory = inquiry->no_memory;
}
