/* Laws by family and engines by system, for pages. */
#ifndef ADJUDGE_VERIFY_FAMILIES_H
#define ADJUDGE_VERIFY_FAMILIES_H

#include "verify/battery/laws.h"

typedef struct Family {
  const char *title; /* what its laws are about */
  const char *laws;  /* names and patterns, apart by spaces */
} Family;

/* NULL beyond the last. */
const Family *family_at(uint32_t k);
/* Which family the law is of. */
uint32_t family_of(LawId law);

/* Systems of engines by number, 0 being no engine: the first word of their engines'
 * names, in the order of `engines`. */
#define FAMILIES_MOST 32u
#define SYSTEMS_MOST 8u
uint32_t system_count(void); /* without system 0 */
/* The system of a slot of Tally.count. */
uint32_t system_of(int slot);
/* Its name, as many letters as *length. */
const char *system_name(uint32_t system, int *length);

/* What one cell of a page says of the counts in it. */
typedef enum Mark {
  MARK_NONE,    /* no instance */
  MARK_SKIPPED, /* skips alone */
  MARK_OPEN,    /* nothing decided */
  MARK_PART,    /* some instances are decided or hold, some are undecided or at a limit */
  MARK_HOLDS,   /* all hold where tried */
  MARK_MIXED,   /* some for all inputs, the others hold where tried */
  MARK_DECIDED, /* all for all inputs */
  MARK_PROVED,  /* all for all inputs, by certificates */
  MARK_DIFFERS,
  MARK_REFUTED,
  MARK_COUNT
} Mark;

typedef struct MarkInfo {
  char symbol;
  const char *word, *meaning;
} MarkInfo;

Mark mark_of(const uint64_t counts[OUTCOME_COUNT]);
const MarkInfo *mark_info(Mark mark);

#endif
