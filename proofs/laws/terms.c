/* T-ARENA, for the table of terms: what is added is what was asked for, and every kid of a node is a node below it. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/tables/terms.h"
#include "proofs/logic/term_table.acsl"
#include "semantics/tables/term_table.c"
// clang-format on

/* The id that term_add answers denotes the node that it was given. */
/*@ requires sound: terms_sound(table);
    ensures asked: \result != \null ==> term_is(\result, node); */
static const Term *added_term(TermTable *table, Term node) {
  TermId t = term_add(table, node);
  if (t.id == 0) return NULL;
  const Term *named = term_get(table, t);
  return named;
}
