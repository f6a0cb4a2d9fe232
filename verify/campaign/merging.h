/* Programs of a space that need not be looked at, because others of their meaning are.
 *
 * Of the programs of one class (verify/enumerate/classes.h), that is, whose meaning is decided
 * (verify/battery/meaning.h) to be the same, the first is looked at by the whole battery, and of the smaller ones the
 * first of each composite; for the others the laws about meanings follow, if D and the meanings are compositional. That
 * is audited: of them 1 in MERGING_AUDIT, chosen by the seed, is looked at by the whole battery all the same, and its
 * meaning decided from itself, not from its parts.  A difference is a finding, and the run begins anew without merging.
 * What follows is counted apart from what was evaluated, and is never PROVED. */
#ifndef ADJUDGE_VERIFY_MERGING_H
#define ADJUDGE_VERIFY_MERGING_H

#include "verify/battery/meaning.h"
#include "verify/enumerate/classes.h"

#define MERGING_AUDIT 64u

/* What tells classes apart by meanings (ClassOracle); the terms made for it are released. */
typedef struct MeaningOracle {
  Store *store;
  Meanings *meanings;
} MeaningOracle;
bool merging_meaning(void *oracle, const Program *program, const void **key, size_t *length, uint32_t *mark);

typedef struct Merging Merging;

/* Of all programs of the space, by so many processes.  NULL: without memory, or where the space is one that has no
 * classes. */
Merging *merging_new(Store *store, Space *space, uint64_t seed, uint32_t jobs);
void merging_free(Merging *merging);

/* Whether the program is of another's meaning, and whether it is to be looked at all the same. */
bool merging_follows(const Merging *merging, Rank index);
bool merging_audits(const Merging *merging, Rank index);
/* Counts a program that is not looked at. */
void merging_count(const Merging *merging, Rank index, const LawSet *laws, Tally *tally);

/* What decides the meanings of programs that are looked at: each worker has one; NULL without memory. */
Meanings *merging_auditor(const Merging *merging, Battery *battery);
/* Whether the program has the meaning that its parts gave it. */
bool merging_bears_out(const Merging *merging, Meanings *auditor, Rank index, const Program *program);

#endif
