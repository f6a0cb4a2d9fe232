/* Campaigns: the battery over many programs, by several workers.
 *
 * The result depends on the scope and the seed alone: workers take blocks of
 * indices in any order, counts are added, and of several refutations of a law
 * the one with the lowest index is kept (witness_before). */
#ifndef ADJUDGE_VERIFY_CAMPAIGN_H
#define ADJUDGE_VERIFY_CAMPAIGN_H

#include "semantics/text/text.h"
#include "verify/battery/battery.h"

/* One scope: programs 0..count-1, made on demand. */
typedef struct Scope {
  const char *name;       /* "exhaustive poly,size=6", "corpus", ... */
  const char *space;      /* the canonical description, for replay; "" for files */
  Rank first, count;      /* cases first .. first+count-1 */
  Rank total;             /* of the whole space or sample, of which this may be a part; 0 for files */
  uint32_t shard, shards; /* that part by its number, of so many; 0 for files and single programs */
  /* The index of case k (for samples, a random one); NULL: k itself. */
  Rank (*index)(void *state, Rank k);
  bool drawn; /* the indices are: a sample, read from a report */
  /* Makes the program of an index in the store (working terms). */
  Status (*make)(void *state, Rank index, SpaceCase *out);
  /* For files: the file of a program, for reports; NULL for spaces. */
  const char *(*label)(void *state, Rank index);
  /* And the name of its definition, of its flat inputs, and the definition itself. */
  const char *(*title)(void *state, Rank index);
  void (*input)(void *state, Rank index, uint32_t flat, char *out, size_t size);
  const Definition *(*definition)(void *state, Rank index);
  void *state;
  Space *walked;     /* the whole space that it is a part of, index by index; NULL: there is none */
  uint64_t source;   /* of files: a hash of their programs */
  uint32_t not_read; /* programs of files of other languages that this one cannot say */
  BatteryOptions options;
  char details[1024]; /* what the space holds, for people; "" for files */
} Scope;

typedef struct ScopeResult {
  Tally tally;
  Witness witness[LAW_COUNT];
  ProgramVerdict *programs; /* of files: of each, in order; malloc'ed, NULL for spaces */
  Rank done;                /* programs finished */
  bool interrupted;         /* stopped by the user before the end */
  uint32_t deaths;          /* of workers, for people: their programs were checked by others, or are lost */
  uint64_t lost;            /* programs that could not be made, or at which workers died */
  double seconds;           /* wall clock: for people, never in the report file */
  double cpu_seconds;       /* of all workers */
} ScopeResult;

/* Where the blocks of a scope are kept; without a journal nowhere. */
typedef struct Journal Journal;
typedef struct CampaignJournal {
  Journal *journal;
  uint32_t scope; /* its number in the run */
} CampaignJournal;

/* Runs a scope with `jobs` workers, but for what the journal has.  Progress goes to
 * stderr when `progress`: a bar on a terminal, else a line every few seconds.  False
 * when workers could not be started. */
bool campaign_run(Store *store, const Scope *scope, uint32_t jobs, bool progress, CampaignJournal journal,
                  ScopeResult *result);

/* SIGINT, SIGTERM and, unless it is ignored as nohup asks, SIGHUP tell running campaigns to stop and keep what is
 * established. */
void campaign_handle_signals(void);
bool campaign_interrupted(void);

#endif
