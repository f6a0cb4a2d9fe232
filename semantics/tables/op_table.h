/* Under ops.c, which says what operations there are and of which types: the two arrays
 * in which each stands once, proved (T-ARENA, proofs/laws/operations.c).  Operations are
 * told apart by code, n, m, constant and integer, linear ones by code, n, m and op; the
 * types that are filled in are kept as they come. */
#ifndef ADJUDGE_TABLES_OP_TABLE_H
#define ADJUDGE_TABLES_OP_TABLE_H

#include "semantics/tables/op_nodes.h"

/* The operation of the table that is told from this one by nothing; id 0 if there is none. */
/*@ requires table: operations_sound(table);
    assigns \nothing;
    ensures found: \result.id < table->op_count &&
      (\result.id != 0 ==> op_at(table->ops, \result.id, op.code, op.n, op.m, op.constant.id, op.integer));
    ensures absent: \result.id == 0 ==>
      op_absent(table->ops, table->op_count, op.code, op.n, op.m, op.constant.id, op.integer); */
OpId op_find(const OpTable *table, OpNode op);
/*@ requires table: operations_sound(table);
    assigns \nothing;
    ensures found: \result.id < table->lop_count &&
      (\result.id != 0 ==> lop_at(table->lops, \result.id, lop.code, lop.n, lop.m, lop.op.id));
    ensures absent: \result.id == 0 ==>
      lop_absent(table->lops, table->lop_count, lop.code, lop.n, lop.m, lop.op.id); */
LopId lop_find(const OpTable *table, LopNode lop);

/* The same, and added if there is none; id 0, and nothing is added, at a limit and without memory. */
/*@ requires table: operations_sound(table);
    ensures table: operations_sound(table);
    ensures asked: \result.id != 0 ==> \result.id < table->op_count &&
      op_at(table->ops, \result.id, op.code, op.n, op.m, op.constant.id, op.integer);
    ensures count: table->op_count == \old(table->op_count) ||
      \result.id == \old(table->op_count) && table->op_count == \old(table->op_count) + 1;
    ensures others: table->lop_count == \old(table->lop_count);
    ensures kept: operations_kept{Pre, Here}(table, \old(table->op_count), \old(table->lop_count)); */
OpId op_intern(OpTable *table, OpNode op);
/*@ requires table: operations_sound(table);
    ensures table: operations_sound(table);
    ensures asked: \result.id != 0 ==> \result.id < table->lop_count &&
      lop_at(table->lops, \result.id, lop.code, lop.n, lop.m, lop.op.id);
    ensures count: table->lop_count == \old(table->lop_count) ||
      \result.id == \old(table->lop_count) && table->lop_count == \old(table->lop_count) + 1;
    ensures others: table->op_count == \old(table->op_count);
    ensures kept: operations_kept{Pre, Here}(table, \old(table->op_count), \old(table->lop_count)); */
LopId lop_intern(OpTable *table, LopNode lop);

#endif
