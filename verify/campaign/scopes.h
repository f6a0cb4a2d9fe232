/* The scopes a report is made of: programs of files, of whole spaces, and
 * random samples of spaces. */
#ifndef ADJUDGE_VERIFY_SCOPES_H
#define ADJUDGE_VERIFY_SCOPES_H

#include "semantics/text/text.h"
#include "verify/campaign/report.h"

typedef struct CorpusEntry {
  const Definition *definition;
  const char *file, *title; /* of the store's names, or as long as it */
} CorpusEntry;

/* Every definition of some modules, in order. */
typedef struct Corpus {
  const Store *store;
  CorpusEntry *entries;
  uint32_t count, capacity;
  uint32_t not_read; /* programs that were asked for, and could not be read */
} Corpus;

/* Adds the definitions of a module of the store, which must outlive the corpus; with a name, those of that name. */
bool corpus_add(Corpus *corpus, const Store *store, const char *file, const Module *module, const char *name);
bool corpus_put(Corpus *corpus, CorpusEntry entry);
void corpus_free(Corpus *corpus);
Scope scope_corpus(Store *store, Corpus *corpus, BatteryOptions options);

/* Where the k-th of n parts of so many programs, equal but for one, begins, k from 1. */
Rank shard_first(Rank count, uint32_t shard, uint32_t shards);

/* The k-th of n equal shards of a space, k from 1. */
Scope scope_space(Space *space, const char *name, uint32_t shard, uint32_t shards, BatteryOptions options);

/* `count` uniformly random programs of a space: the k-th of n equal shards of them. */
typedef struct Sample {
  Space *space;
  uint64_t seed;
} Sample;
Scope scope_sample(Sample *sample, const char *name, uint64_t count, uint32_t shard, uint32_t shards,
                   BatteryOptions options);

/* One program of a space. */
Scope scope_case(Space *space, const char *name, Rank index, BatteryOptions options);

#endif
