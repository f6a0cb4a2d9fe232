/* Programs before a system, one after the other: each that it answers wrongly is made small on the system itself, and
 * those that come to the same smallest program are one finding. */
#ifndef ADJUDGE_VERIFY_HUNT_H
#define ADJUDGE_VERIFY_HUNT_H

#include "verify/campaign/account.h"
#include "verify/system/part.h"

/* What the system was found to do wrong. */
typedef struct Find {
  Mode mode;
  Fate fate;
  bool ended;        /* it hung, died or babbled: failure.error says how */
  char *program;     /* the smallest, as a definition */
  uint64_t size;     /* its nodes */
  char *first;       /* where it was found first: "poly,size=4:17" */
  uint64_t programs; /* that came to it */
  Failure failure;   /* of the smallest */
  char *code;        /* a program in the system's own language that shows it; NULL: none */
  bool has[CONSTRUCT_ALL];
} Find;

typedef struct HuntReport {
  Counts counts;
  uint64_t unshrunk; /* failing programs beyond the limit of --findings: in no finding */
  Failure differs[MODE_COUNT];
  char *differs_in[MODE_COUNT]; /* the first program of which an answer differs */
  Find *find;
  uint32_t finds;
  bool interrupted, lost; /* lost: the system could not be started again, or a worker died */
} HuntReport;

typedef struct HuntOptions {
  uint64_t seed;
  uint32_t batch, shrinks; /* programs at a time; failing programs of a mode that are made small */
  uint32_t jobs;           /* systems that are asked at a time; more than one: by workers */
  bool wanted[MODE_COUNT];
  void (*progress)(void *state, uint64_t done, uint64_t of, uint32_t finds);
  void *state;
} HuntOptions;

/* The system has been started; it is started again whenever a program ends it.  Programs are made small one after the
 * other, in their order: the report is the same for any number of jobs.  False without memory; what was established
 * stands in the report, which is to be freed in either case. */
bool hunt(System *system, Store *store, const Scope *scope, const HuntOptions *options, HuntReport *report);
void hunt_free(HuntReport *report);

/* What was not done or not decided, and whether something was refuted. */
Account hunt_account(const HuntReport *report);

#endif
