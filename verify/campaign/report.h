/* Reports of campaigns: a table for people and report.json for machines. */
#ifndef ADJUDGE_VERIFY_REPORT_H
#define ADJUDGE_VERIFY_REPORT_H

#include "verify/campaign/account.h"
#include "verify/campaign/campaign.h"

#include <stdio.h>

/* What shows a refutation besides its numbers: an SVG element, and code of other languages that computes them again
 * (reproduce.h).  malloc'ed; NULL: none. */
enum { REPRODUCED_PICTURE, REPRODUCED_PYTHON, REPRODUCED_C, REPRODUCTIONS };
typedef struct Reproduction {
  char *text[REPRODUCTIONS];
} Reproduction;

#define REPLAY_TEXT 4224u

/* A refutation, or a difference, made ready for reading: the shrunk program with its sides. */
typedef struct Refutation {
  Witness witness; /* as found */
  Witness shrunk;  /* of the shrunk program; present if it still fails */
  char *program;   /* printed, malloc'ed; may be NULL */
  char *shrunk_program;
  uint64_t shrunk_size;
  char certified[2 * WITNESS_TEXT]; /* the truth at the witness shown, see certify.h */
  char replay[REPLAY_TEXT];         /* arguments of adjudge that show it again; "" where they are too long */
  char rules[2 * WITNESS_TEXT];     /* the engine's rules applied to the program shown, with figures */
  Reproduction again;
} Refutation;

typedef struct ReportScope {
  Scope scope;
  ScopeResult result;
  Refutation *refutations; /* and differences, by law */
  uint32_t refutation_count;
  uint32_t as_found; /* of these: an interruption left them as large as they were found */
  char missing[160]; /* which parts a merged report lacks, as --shard takes them; "" for none, or not known */
  char **page;       /* of files: HTML about each program (program_pages.h); NULL: none was made */
} ReportScope;

typedef struct Report {
  const char *command; /* what was run */
  uint64_t seed;
  BatteryOptions options;
  const char *const *asked; /* laws by name or pattern; none: all that apply */
  uint32_t asked_count;
  ReportScope *scopes;
  uint32_t count;
  const char *plots;  /* HTML (plots.h); NULL: none */
  bool page_lacks;    /* parts of the page that was asked for were not made */
  bool journal_lacks; /* nor was all written to the journal that was */
} Report;

/* What the exit code lets pass. */
typedef struct ReportGate {
  bool allow_undecided; /* single instances undecided or at a limit */
  bool strict;          /* no difference from the derivative of the function */
} ReportGate;

/* What is missing: programs that were not checked.  What is undecided: single instances,
 * unless they are allowed; a scope, or a law asked, in which nothing was decided. */
Account report_account(const Report *report, ReportGate gate);
/* Of one scope: the programs that were not checked, if any. */
void report_account_programs(Account *account, const ReportScope *scope);
/* Whether it tells of a difference, not of a refutation; the witness to show; and how
 * many differences a scope shows. */
bool report_differs(const Refutation *refutation);
const Witness *report_witness(const Refutation *refutation);
uint32_t report_differences(const ReportScope *scope);
/* The page for people; with `full` also a table of each scope, a row for each law and
 * engine.  False without memory. */
bool report_print(const Report *report, FILE *out, bool full);
/* Keys of counts in the JSON report: of Tally.regions, .boundaries, .solver, .by_size. */
extern const char *const report_regions[4], *const report_boundaries[5], *const report_solver[4],
                                                                             *const report_certificates[2];
extern const char *const report_verdicts[SIZE_VERDICTS];
/* Writes the JSON report, the same bytes for the same seed and scopes; false without
 * memory.  Its form is report.schema.json. */
bool report_write_json(const Report *report, FILE *out);
/* The same as JUnit XML, for CI systems, and as one HTML page. */
void report_write_junit(const Report *report, FILE *out);
bool report_write_html(const Report *report, FILE *out);
/* As SARIF, for code hosts; false without memory. */
bool report_write_sarif(const Report *report, FILE *out);
void report_free(Report *report);
/* Shrinks and prints the refutations of a finished scope. */
bool report_refutations(Store *store, ReportScope *scope);

#endif
