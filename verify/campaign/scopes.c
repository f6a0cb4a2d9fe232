#include "verify/campaign/scopes.h"

#include "semantics/memory/growing.h"
#include "verify/campaign/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- corpus -- */

static bool corpus_room(Corpus *corpus) {
  CorpusEntry *entries = heap_room(corpus->entries, corpus->count, &corpus->capacity, 32, sizeof *entries);
  if (entries != NULL) corpus->entries = entries;
  return entries != NULL;
}

bool corpus_put(Corpus *corpus, CorpusEntry entry) {
  if (!corpus_room(corpus)) return false;
  corpus->entries[corpus->count++] = entry;
  return true;
}

bool corpus_add(Corpus *corpus, const Store *store, const char *file, const Module *module, const char *name) {
  corpus->store = store;
  for (uint32_t i = 0; i < module->count; i++) {
    const Definition *definition = &module->definitions[i];
    if (name != NULL && strcmp(name_text(store, definition->name), name) != 0) continue;
    if (!corpus_put(corpus, (CorpusEntry){definition, file, name_text(store, definition->name)})) return false;
  }
  return true;
}

void corpus_free(Corpus *corpus) {
  free(corpus->entries);
  *corpus = (Corpus){0};
}

static Status make_definition(void *state, Rank index, SpaceCase *out) {
  const Corpus *corpus = state;
  if (index >= corpus->count) return STATUS_LIMIT;
  out->program = corpus->entries[index].definition->program;
  return STATUS_OK;
}

static const char *file_of(void *state, Rank index) {
  const Corpus *corpus = state;
  return index < corpus->count ? corpus->entries[index].file : "";
}

static const char *title_of(void *state, Rank index) {
  const Corpus *corpus = state;
  return index < corpus->count ? corpus->entries[index].title : "";
}

/* "x", or "x!2" for a part of an argument of several scalars. */
static void input_of(void *state, Rank index, uint32_t flat, char *out, size_t size) {
  const Corpus *corpus = state;
  (void)snprintf(out, size, "x%u", flat);
  if (index >= corpus->count) return;
  const Definition *definition = corpus->entries[index].definition;
  for (uint32_t i = 0; i < definition->program.length; i++) {
    uint32_t dim = type_node(&corpus->store->types, definition->program.context[i])->dim;
    const char *name = name_text(corpus->store, definition->arguments[i]);
    if (flat < dim) {
      (void)snprintf(out, size, dim == 1 ? "%s" : "%s!%u", name, flat);
      return;
    }
    flat -= dim;
  }
}

static const Definition *definition_of(void *state, Rank index) {
  const Corpus *corpus = state;
  return index < corpus->count ? corpus->entries[index].definition : NULL;
}

/* Of the programs as they are printed. */
static uint64_t hash_of(Store *store, const Corpus *corpus) {
  uint64_t hash = HASH_START;
  for (uint32_t i = 0; i < corpus->count; i++) {
    char *text =
        text_print_definition(store, corpus->entries[i].definition, (PrintStyle){.unicode = false, .width = 0});
    if (text != NULL) hash = hash_bytes(hash, text, strlen(text) + 1);
    free(text);
  }
  return hash;
}

Scope scope_corpus(Store *store, Corpus *corpus, BatteryOptions options) {
  return (Scope){.name = "programs of files",
                 .space = "",
                 .count = corpus->count,
                 .make = make_definition,
                 .label = file_of,
                 .title = title_of,
                 .input = input_of,
                 .definition = definition_of,
                 .state = corpus,
                 .source = hash_of(store, corpus),
                 .not_read = corpus->not_read,
                 .options = options};
}

/* -------------------------------------------------------------- spaces -- */

static Status make_ranked(void *state, Rank index, SpaceCase *out) { return space_unrank(state, index, out); }

static Scope space_scope(Space *space, const char *name, BatteryOptions options) {
  Scope scope = {.name = name, .space = space_description(space), .make = make_ranked, .options = options};
  (void)space_describe(space, scope.details, sizeof scope.details);
  return scope;
}

Rank shard_first(Rank count, uint32_t shard, uint32_t shards) {
  return count / shards * (shard - 1) + count % shards * (shard - 1) / shards;
}

static void take_shard(Scope *scope, Rank count, uint32_t shard, uint32_t shards) {
  scope->first = shard_first(count, shard, shards);
  scope->count = shard_first(count, shard + 1, shards) - scope->first;
  scope->total = count;
  scope->shard = shard;
  scope->shards = shards;
}

Scope scope_space(Space *space, const char *name, uint32_t shard, uint32_t shards, BatteryOptions options) {
  Scope scope = space_scope(space, name, options);
  take_shard(&scope, space_count(space), shard, shards);
  scope.state = scope.walked = space;
  return scope;
}

Scope scope_case(Space *space, const char *name, Rank index, BatteryOptions options) {
  Scope scope = scope_space(space, name, 1, 1, options);
  scope.first = index;
  scope.count = 1;
  scope.shard = scope.shards = 0;
  scope.walked = NULL;
  return scope;
}

static Rank random_index(void *state, Rank k) {
  const Sample *sample = state;
  return space_random(sample->space, sample->seed, (uint64_t)k);
}

static Status make_sampled(void *state, Rank index, SpaceCase *out) {
  const Sample *sample = state;
  return space_unrank(sample->space, index, out);
}

Scope scope_sample(Sample *sample, const char *name, uint64_t count, uint32_t shard, uint32_t shards,
                   BatteryOptions options) {
  Scope scope = space_scope(sample->space, name, options);
  take_shard(&scope, count, shard, shards);
  scope.index = random_index;
  scope.make = make_sampled;
  scope.state = sample;
  return scope;
}
