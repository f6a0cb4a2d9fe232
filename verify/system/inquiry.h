/* Programs before a system, some at a time: opened, asked in every mode, and asked again without the one that ended it.
 */
#ifndef ADJUDGE_VERIFY_INQUIRY_H
#define ADJUDGE_VERIFY_INQUIRY_H

#include "verify/enumerate/space.h"
#include "verify/system/trial.h"

#define INQUIRY_MOST 256u /* programs at a time */

typedef struct Inquiry {
  System *system;
  Store *store;
  uint64_t seed;
  bool only[MODE_COUNT]; /* modes that are asked */
  uint64_t restarts;
  bool lost; /* the system could not be started again */
  bool no_memory;
  bool used; /* the system was asked before, since it was started */
  Arena arena;
  Truth *truth;
  Certified *certified; /* of all programs, since its solver takes long to start */
} Inquiry;

/* Before a system that has been started.  False without memory; to be closed in either case. */
bool inquiry_open(Inquiry *inquiry, System *system, Store *store, uint64_t seed, const bool only[MODE_COUNT]);
void inquiry_close(Inquiry *inquiry);
/* Whether there is nothing more to be asked: interrupted, lost, or without memory. */
bool inquiry_is_over(const Inquiry *inquiry);

/* A program that is asked, whose context is kept here. */
typedef struct Case {
  SpaceCase program;
  Rank k;
  Trial trial;
  char loaded[SYSTEM_TEXT];
  char ended[CHILD_MESSAGE]; /* how the system ended on it alone; "": it did not */
} Case;

typedef enum Opened {
  OPENED,         /* to be closed by case_close */
  OPENED_LACKING, /* the system lacks a construct of it */
  OPENED_UNREAL,  /* its inputs or results are no reals */
  OPENED_LONG,
  OPENED_NONE /* no memory */
} Opened;
/* Whether c->program is one for the system; *lacking is the construct. */
Opened case_open(Inquiry *inquiry, Case *c, const char **lacking);
void case_close(Case *c);

/* Asks all of them.  Where they end the system it is started again, and asked about the one that it said it was at and
 * about the others, or about the halves, until one is left that ends it alone: when it is the first that the system is
 * asked, lest it be blamed for what others used up.  False where there is nothing more to be asked. */
bool inquiry_ask(Inquiry *inquiry, Case *const *cases, uint32_t count);

/* Of a program that ended the system: how, and the first of the points that it was asked at. */
Failure case_end(const Case *c);

#endif
