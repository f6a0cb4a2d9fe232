/* Reports for tests: a scope with a refutation, one with a difference, and what is written of a report. */
#ifndef ADJUDGE_TESTS_REPORTS_H
#define ADJUDGE_TESTS_REPORTS_H

#include "verify/campaign/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What is written of a report, to be freed. */
static inline char *text_of(const Report *report, bool (*write)(const Report *report, FILE *out)) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  assert_true(write(report, out));
  (void)fclose(out);
  return text;
}

static inline char *json_of(const Report *report) { return text_of(report, report_write_json); }

static inline ReportScope *scope_new(void) {
  ReportScope *scope = calloc(1, sizeof *scope);
  assert_non_null(scope);
  scope->scope = (Scope){.name = "a <b>scope</b> & more", .space = "", .count = 12};
  (void)snprintf(scope->scope.details, sizeof scope->scope.details, "types: <script>alert(1)</script>");
  scope->result.done = 12;
  Tally *tally = &scope->result.tally;
  tally->programs = 12;
  tally->by_size[1][SIZE_PROVED] = 4;
  tally->by_size[2][SIZE_HOLDS] = 7;
  tally->by_size[tally_size_row(100)][SIZE_REFUTED] = 1;
  tally->count[LAW_AD_FWD][1][OUTCOME_HOLDS] = tally->instances[OUTCOME_HOLDS] = 123;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = tally->instances[OUTCOME_REFUTED] = 1;
  return scope;
}

static inline void expect_all(const char *text, const char *const *there) {
  for (; *there != NULL; there++) {
    if (strstr(text, *there) == NULL) fail_msg("not there: %s\nin %s", *there, text);
  }
}

static inline void fill_difference(Refutation *difference) {
  static char program[] = "def f (x : real) = relu (relu x) - relu x";
  memset(difference, 0, sizeof *difference);
  Witness *w = &difference->witness;
  w->present = true;
  w->outcome = OUTCOME_DIFFERS;
  w->law = LAW_KINK;
  w->engine = 1;
  w->index = 5;
  difference->program = program;
  (void)snprintf(w->input, sizeof w->input, "0");
  (void)snprintf(w->expected, sizeof w->expected, "0");
  (void)snprintf(w->found, sizeof w->found, "-1/4");
}

/* A space with a difference, and nothing refuted. */
static inline ReportScope *scope_with(Refutation *difference) {
  ReportScope *scope = scope_new();
  Tally *tally = &scope->result.tally;
  scope->scope.name = scope->scope.space = "poly,size=2";
  scope->scope.total = 12;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = tally->instances[OUTCOME_REFUTED] = 0;
  tally->count[LAW_KINK][1][OUTCOME_DIFFERS] = tally->instances[OUTCOME_DIFFERS] = 2;
  tally->count[LAW_KINK][1][OUTCOME_HOLDS] = 3;
  memset(tally->by_size[tally_size_row(100)], 0, sizeof tally->by_size[0]);
  tally->by_size[3][SIZE_DIFFERS] = 1;
  tally->by_size[4][SIZE_OUTSIDE] = 6;
  tally->programs = 18;
  tally->for_all[FOR_ALL_ALMOST] = 6;
  tally->for_all[FOR_ALL_DECIDED] = 4;
  for (uint32_t k = 0; k < 16; k++) tally->degree[k] = k + 1;
  tally->widest = 0x1p-30;
  scope->result.done = scope->scope.count = scope->scope.total = 18;
  fill_difference(difference);
  scope->refutations = difference;
  scope->refutation_count = 1;
  return scope;
}

#endif
