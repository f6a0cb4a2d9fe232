/* Bounded spaces of well-typed programs, by counting and unranking.
 *
 * A space is an index range 0..N-1 in which each index is one distinct
 * well-typed source program (context, term, type).  Exhaustive runs, uniform
 * random samples, shards and the replay of one case are one mechanism. */
#ifndef ADJUDGE_VERIFY_SPACE_H
#define ADJUDGE_VERIFY_SPACE_H

#include "semantics/evaluator.h"

/* Index of a program in its space. */
__extension__ typedef unsigned __int128 Rank;

#define SPACE_MAX_CONTEXT 8
#define SPACE_ID_SIZE 512

typedef struct Space Space;

/* Opens a space from its description, e.g. "poly" (a preset), "poly,size=6",
 * or in full "size=5;contexts=real|real,real^2;types=real,real*real,real->real;
 * ops=+,*,2".  The fields are written in description.c, the words of `ops` in
 * description.h, the presets in presets.def.  On a bad description, or a space
 * too large to count, answers NULL and writes an error of one line.  The store
 * must outlive the space; a space and its store belong to one thread. */
Space *space_open(Store *store, const char *description, char *error, size_t error_size);
void space_close(Space *space);
/* The canonical description: space_open of it gives the same space. */
const char *space_description(const Space *space);
/* Lines for a report: contexts, types, constructors and operations, sizes. */
int space_describe(const Space *space, char *buffer, size_t size);
Rank space_count(const Space *space);

/* A program of the space with its context's types. */
typedef struct SpaceCase {
  Program program; /* program.context points at `context` */
  TypeId context[SPACE_MAX_CONTEXT];
} SpaceCase;

/* The program of that index, built in working terms; LIMIT out of range. */
MUST_CHECK Status space_unrank(Space *space, Rank index, SpaceCase *out);
/* The nodes of the program of that index, which must be in range; terms of recursion have more. */
uint32_t space_size(const Space *space, Rank index);
/* A uniformly random index, a function of (seed, k) alone. */
Rank space_random(const Space *space, uint64_t seed, uint64_t k);

/* Rank to decimal and back. */
int rank_print(Rank rank, char *buffer, size_t size);
bool rank_parse(const char *text, Rank *rank);

/* Deterministic random words for points and seeds: splitmix64. */
uint64_t random_word(uint64_t seed, uint64_t stream, uint64_t index);

#endif
