#include "verify/system/inquiry.h"

#include "semantics/text/characters.h"

#include <stdlib.h>
#include <string.h>

#define ARENA_LIMIT ((size_t)1 << 26)

bool inquiry_open(Inquiry *h, System *system, Store *store, uint64_t seed, const bool only[MODE_COUNT]) {
  *h = (Inquiry){.system = system, .store = store, .seed = seed};
  arena_init(&h->arena, ARENA_LIMIT);
  memcpy(h->only, only, sizeof h->only);
  h->truth = truth_new(store);
  h->certified = h->truth == NULL ? NULL : certified_new(h->truth);
  return h->certified != NULL;
}

void inquiry_close(Inquiry *h) {
  certified_free(h->certified);
  truth_free(h->truth);
  arena_free(&h->arena);
}

bool inquiry_is_over(const Inquiry *h) { return h->lost || h->no_memory || h->system->stopped(); }

/* -------------------------------------------------------------- questions -- */

/* All questions of one mode about the cases; false when the system ended. */
static bool ask_mode(Inquiry *h, Mode mode, Case *const *cases, uint32_t count) {
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
  characters_show(failure->error);
}

static bool ask_all(Inquiry *h, Case *const *cases, uint32_t count) {
  const Residual *programs[INQUIRY_MOST] = {NULL};
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

static bool ask_apart(Inquiry *h, Case *const *cases, uint32_t count, uint32_t at) {
  Case *others[INQUIRY_MOST] = {NULL};
  uint32_t rest = 0;
  for (uint32_t c = 0; c < count; c++) {
    if (c != at) others[rest++] = cases[c];
  }
  return inquiry_ask(h, cases + at, 1) && inquiry_ask(h, others, rest);
}

bool inquiry_ask(Inquiry *h, Case *const *cases, uint32_t count) {
  bool used = h->used;
  h->used = true;
  if (count == 0 || inquiry_is_over(h)) return !h->lost;
  if (ask_all(h, cases, count) || inquiry_is_over(h)) return true;
  char message[CHILD_MESSAGE];
  memcpy(message, h->system->child.message, sizeof message);
  int64_t at = h->system->child.at;
  for (uint32_t c = 0; c < count; c++) forget_answers(cases[c]);
  h->restarts++;
  if (!system_start(h->system)) {
    h->lost = !h->system->stopped();
    return false;
  }
  h->used = false;
  if (count == 1 && used) return inquiry_ask(h, cases, count);
  if (count == 1) {
    memcpy(cases[0]->ended, message, sizeof message);
    return true;
  }
  if (at >= 0 && at < count) return ask_apart(h, cases, count, (uint32_t)at);
  return inquiry_ask(h, cases, count / 2) && inquiry_ask(h, cases + count / 2, count - count / 2);
}

/* ------------------------------------------------------------- one program -- */

Opened case_open(Inquiry *h, Case *c, const char **lacking) {
  Residual residual = {0};
  Status status = residual_make(h->store, &h->arena, &c->program.program, &residual);
  bool wide = residual.inputs > TRIAL_SHOWN || residual.outputs > TRIAL_SHOWN;
  *lacking = status == STATUS_OK ? system_refuses(h->system, &residual) : NULL;
  if (status != STATUS_OK || *lacking != NULL || wide) {
    residual_free(&residual);
    return *lacking != NULL ? OPENED_LACKING : status == STATUS_UNABLE ? OPENED_UNREAL : OPENED_LONG;
  }
  c->loaded[0] = c->ended[0] = '\0';
  if (trial_open(&c->trial, h->store, h->certified, &c->program.program, &residual, h->seed)) {
    c->trial.format = system_format(h->system);
    trial_expect(&c->trial, h->only[MODE_HESSIAN] && h->system->offers[MODE_HESSIAN]);
    return OPENED;
  }
  trial_close(&c->trial);
  h->no_memory = true;
  return OPENED_NONE;
}

void case_close(Case *c) { trial_close(&c->trial); }

Failure case_end(const Case *c) {
  uint32_t inputs = c->trial.residual.inputs;
  Failure failure = {.present = true, .fate = FATE_FAILS, .component = -1, .inputs = inputs};
  memcpy(failure.x, c->trial.x, inputs * sizeof *failure.x);
  (void)snprintf(failure.error, sizeof failure.error, "%s", c->ended);
  return failure;
}
