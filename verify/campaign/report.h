/* Reports of campaigns: a table for people and report.json for machines. */
#ifndef ADJUDGE_VERIFY_REPORT_H
#define ADJUDGE_VERIFY_REPORT_H

#include "verify/campaign/campaign.h"

#include <stdio.h>

/* A refutation made ready for reading: the shrunk program with its sides. */
typedef struct Refutation {
  Witness witness; /* as found */
  Witness shrunk;  /* of the shrunk program; present if it still fails */
  char *program;   /* printed, malloc'ed; may be NULL */
  char *shrunk_program;
  uint64_t shrunk_size;
  char certified[2 * WITNESS_TEXT]; /* the truth at the witness shown, see certify.h */
  char replay[SPACE_ID_SIZE + 64];  /* arguments of adjudge that show it again */
  char rules[2 * WITNESS_TEXT];     /* the engine's rules applied to the program shown, with figures */
} Refutation;

typedef struct ReportScope {
  Scope scope;
  ScopeResult result;
  Refutation *refutations;
  uint32_t refutation_count;
} ReportScope;

typedef struct Report {
  const char *command; /* what was run */
  uint64_t seed;
  ReportScope *scopes;
  uint32_t count;
} Report;

/* 0 all held, 1 something refuted (or a worker died), 3 nothing refuted but
 * something undecided, at a limit, interrupted, or nothing decided at all.  With
 * `allow_undecided` single instances may be undecided or at a limit. */
int report_exit_code(const Report *report, bool allow_undecided);
/* The table; `full` gives each BE-* and SIMP-* its own row. */
void report_print(const Report *report, FILE *out, bool full);
/* Keys of counts in the JSON report: of Tally.regions, .boundaries, .solver, .by_size. */
extern const char *const report_regions[4], *const report_boundaries[5], *const report_solver[4];
extern const char *const report_verdicts[SIZE_VERDICTS];
/* Writes the JSON report, the same bytes for the same seed and scopes; false
 * with errno set when the file cannot be written. */
bool report_write_json(const Report *report, const char *path);
/* The same as JUnit XML, for CI systems, and as one HTML page. */
bool report_write_junit(const Report *report, const char *path);
bool report_write_html(const Report *report, const char *path);
void report_free(Report *report);

/* Shrinks and prints the refutations of a finished scope. */
bool report_refutations(Store *store, ReportScope *scope);

#endif
