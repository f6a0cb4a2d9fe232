#include "verify/campaign/scopes.h"

#include <stdlib.h>

/* -------------------------------------------------------------- corpus -- */

bool corpus_add(Corpus *corpus, const char *file, const Module *module) {
  for (uint32_t i = 0; i < module->count; i++) {
    if (corpus->count == corpus->capacity) {
      uint32_t capacity = corpus->capacity == 0 ? 32 : 2 * corpus->capacity;
      const Definition **definitions = realloc(corpus->definitions, capacity * sizeof *definitions);
      if (definitions == NULL) return false;
      corpus->definitions = definitions;
      const char **files = realloc(corpus->files, capacity * sizeof *files);
      if (files == NULL) return false;
      corpus->files = files;
      corpus->capacity = capacity;
    }
    corpus->definitions[corpus->count] = &module->definitions[i];
    corpus->files[corpus->count++] = file;
  }
  return true;
}

void corpus_free(Corpus *corpus) {
  free(corpus->definitions);
  free(corpus->files);
  *corpus = (Corpus){NULL, NULL, 0, 0};
}

static Status make_definition(void *state, Rank index, SpaceCase *out) {
  const Corpus *corpus = state;
  if (index >= corpus->count) return STATUS_LIMIT;
  out->program = corpus->definitions[index]->program;
  return STATUS_OK;
}

static const char *file_of(void *state, Rank index) {
  const Corpus *corpus = state;
  return index < corpus->count ? corpus->files[index] : "";
}

Scope scope_corpus(Corpus *corpus, BatteryOptions options) {
  return (Scope){.name = "programs of files",
                 .space = "",
                 .count = corpus->count,
                 .make = make_definition,
                 .label = file_of,
                 .state = corpus,
                 .options = options};
}

/* -------------------------------------------------------------- spaces -- */

static Status make_ranked(void *state, Rank index, SpaceCase *out) { return space_unrank(state, index, out); }

static Scope space_scope(Space *space, const char *name, BatteryOptions options) {
  Scope scope = {.name = name, .space = space_description(space), .make = make_ranked, .options = options};
  (void)space_describe(space, scope.details, sizeof scope.details);
  return scope;
}

Scope scope_space(Space *space, const char *name, uint32_t shard, uint32_t shards, BatteryOptions options) {
  Rank count = space_count(space), first = count / shards * (shard - 1);
  Rank last = shard == shards ? count : count / shards * shard;
  Scope scope = space_scope(space, name, options);
  scope.first = first;
  scope.count = last - first;
  scope.state = space;
  return scope;
}

Scope scope_case(Space *space, const char *name, Rank index, BatteryOptions options) {
  Scope scope = scope_space(space, name, 1, 1, options);
  scope.first = index;
  scope.count = 1;
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

Scope scope_sample(Sample *sample, const char *name, uint64_t count, BatteryOptions options) {
  Scope scope = space_scope(sample->space, name, options);
  scope.count = count;
  scope.index = random_index;
  scope.make = make_sampled;
  scope.state = sample;
  return scope;
}
