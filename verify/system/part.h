/* What came of some consecutive programs of a scope before a system: plain memory, that one process hands another. */
#ifndef ADJUDGE_VERIFY_PART_H
#define ADJUDGE_VERIFY_PART_H

#include "verify/campaign/campaign.h"
#include "verify/system/inquiry.h"

typedef struct Counts {
  uint64_t programs, judged, not_real, too_long, restarts;
  uint64_t refused[CONSTRUCT_ALL];               /* by the construct that the system lacks */
  uint64_t answers[MODE_COUNT][FATES];           /* components of answers */
  uint64_t held[CONSTRUCT_ALL][MODE_COUNT];      /* programs with the construct that hold somewhere and fail nowhere */
  uint64_t undecided[CONSTRUCT_ALL][MODE_COUNT]; /* and those of which nothing was decided */
  uint64_t failing[MODE_COUNT];                  /* programs */
} Counts;
void counts_add(Counts *to, const Counts *more);

/* A program, and the first of its answers of some fate. */
typedef struct Noted {
  Rank k;
  Mode mode;
  bool ended; /* the system ended on it: failure.error says how */
  Failure failure;
} Noted;

typedef struct Part {
  Counts counts;
  bool whole;           /* or else interrupted, or: */
  bool lost, no_memory; /* as of an inquiry */
  Noted differs[MODE_COUNT];
  uint32_t failing;
  Noted fail[INQUIRY_MOST * MODE_COUNT]; /* in the order of programs */
} Part;

/* The k-th program of the scope, of working terms. */
Status part_program(const Scope *scope, Rank k, SpaceCase *out);
/* Asks about `count` programs from the k-th on, at most INQUIRY_MOST; `cases` has room for as many. */
void part_judge(Inquiry *inquiry, const Scope *scope, Rank k, uint32_t count, Case *cases, Part *part);

#endif
