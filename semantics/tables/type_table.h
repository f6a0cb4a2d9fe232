/* Under types.c, which says what types there are: the table in which each node
 * stands once, proved (T-ARENA, proofs/laws/types.c), and what follows for a node
 * from its parts. */
#ifndef ADJUDGE_TABLES_TYPE_TABLE_H
#define ADJUDGE_TABLES_TYPE_TABLE_H

#include "semantics/tables/types.h"

/* The most types that a table keeps. */
#define TYPE_TABLE_LIMIT ((uint32_t)1 << 22)

/* The node with the rest filled in from its kind, its parts and n; of kind TYPE_NONE if the type is too large. */
/*@ requires table: \valid_read(table) && \valid_read(table->nodes + (0 .. table->count - 1));
    requires parts: node.a.id < table->count && node.b.id < table->count;
    assigns \nothing;
    ensures same: \result.kind == TYPE_NONE || \result.kind == node.kind;
    ensures parts: \result.a.id == node.a.id && \result.b.id == node.b.id && \result.n == node.n; */
TypeNode type_measure(const TypeTable *table, TypeNode node);

/* The one node of this kind, these parts and this n; added if the table does not have it.  None, and the table is
 * exhausted, at a limit. */
/*@ requires table: type_sound(table);
    requires parts: a.id < table->count && b.id < table->count;
    ensures table: type_sound(table);
    ensures grown: \old(table->count) <= table->count;
    ensures asked: \result.id != 0 ==> \result.id < table->count && type_at(table, \result.id, kind, a.id, b.id, n);
    ensures none: \result.id == 0 ==> table->exhausted && table->count == \old(table->count);
    ensures kept: type_kept{Pre, Here}(table, \old(table->count)); */
TypeId type_intern(TypeTable *table, TypeKind kind, TypeId a, TypeId b, uint32_t n);

#endif
