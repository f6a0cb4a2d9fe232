/* Workers: processes that judge the parts of a scope, each before a system that it has started itself.  Parts are given
 * in their order, whatever worker has judged them and when, so that the report does not depend on how many there are.
 */
#ifndef ADJUDGE_VERIFY_CREW_H
#define ADJUDGE_VERIFY_CREW_H

#include "verify/system/part.h"

typedef struct CrewTask {
  const System *system; /* what the workers' own are started like */
  Store *store;
  const Scope *scope;
  uint64_t seed;
  const bool *wanted;  /* modes */
  uint32_t jobs, each; /* programs of a part */
} CrewTask;

typedef struct Crew Crew;
/* NULL when no worker could be started; the task stays where it is. */
Crew *crew_start(const CrewTask *task);
/* The next part, which stays until it is taken; NULL when it was interrupted, or a worker died. */
const Part *crew_next(Crew *crew);
void crew_take(Crew *crew);
/* Ends the workers and their systems. */
void crew_end(Crew *crew);

#endif
