/* Terms of the source and the linear target language, in one flat table.
 *
 * A term is a record with its children's ids, each below its own, so a table
 * holds no cycle.  Cartesian identifiers are de Bruijn indices; the linear
 * identifier needs no name, since exactly one is in scope.  Terms may share
 * subterms.  Id 0 is no term.
 *
 * There are two regions: working terms, released by mark and release, and
 * definitions (the bodies of Dop and Dop^t), which stay. */
#ifndef ADJUDGE_TABLES_TERMS_H
#define ADJUDGE_TABLES_TERMS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum TermKind {
  TERM_NONE = 0,
#define TERM(kind, name, modes, binders, payload, level, formula) TERM_##kind,
#include "semantics/tables/terms.def"
#undef TERM
  TERM_KIND_COUNT
} TermKind;

#define TERM_KIDS 4

typedef struct TermInfo {
  const char *name, *modes, *binders;
  bool target; /* of the linear target language only */
} TermInfo;

const TermInfo *term_info(TermKind kind);

typedef struct TermId {
  uint32_t id;
} TermId;

#define TERM_NONE_ID ((TermId){0})

/* A hint for the printer: the name of the identifier a term binds; 0 is none. */
typedef struct NameId {
  uint32_t id;
} NameId;

typedef struct Term {
  TermKind kind;
  TermId kid[TERM_KIDS];
  uint32_t payload; /* by kind: see terms.def */
  NameId name;
} Term;

#define TERM_DEFINITION_BIT ((uint32_t)1 << 31)

typedef struct TermRegion {
  Term *terms; /* terms[0] is no term */
  uint32_t count, capacity;
} TermRegion;

typedef struct TermTable {
  TermRegion working, definitions;
  bool defining;  /* new terms are definitions */
  uint32_t limit; /* the most working terms */
} TermTable;

bool term_table_init(TermTable *table, uint32_t limit);
void term_table_free(TermTable *table);
/* Whether the node's kids are no terms, or terms that the table has; definitions, while these are made. */
bool term_kids_known(const TermTable *table, Term node);
/* The id of a new node: a working term, or a definition while these are made.  None if its kids are not known, without
 * memory and beyond the limit; then nothing is changed. */
TermId term_add(TermTable *table, Term node);
/* Forgets the working terms from `mark` on. */
void term_table_release(TermTable *table, uint32_t mark);
/* Whether new terms are definitions from now on. */
void term_table_define(TermTable *table, bool defining);

/*@ requires read: t.id >= TERM_DEFINITION_BIT ?
      \valid_read(table) && \valid_read(table->definitions.terms + (t.id - TERM_DEFINITION_BIT)) :
      \valid_read(table) && \valid_read(table->working.terms + t.id);
    assigns \nothing;
    ensures definition: t.id >= TERM_DEFINITION_BIT ==>
      \result == table->definitions.terms + (t.id - TERM_DEFINITION_BIT);
    ensures working: t.id < TERM_DEFINITION_BIT ==> \result == table->working.terms + t.id; */
static inline const Term *term_get(const TermTable *table, TermId t) {
  if (t.id >= TERM_DEFINITION_BIT) return &table->definitions.terms[t.id - TERM_DEFINITION_BIT];
  return &table->working.terms[t.id];
}

#endif
