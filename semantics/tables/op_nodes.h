/* The nodes of primitive operations and elementary linear operations, and their tables.
 *
 * An OpId is an interned instance of a line of ops.def (its sizes and constant
 * parameter fixed), a LopId one of lops.def. */
#ifndef ADJUDGE_TABLES_OP_NODES_H
#define ADJUDGE_TABLES_OP_NODES_H

#include "semantics/rings/constants.h"
#include "semantics/tables/types.h"

typedef enum OpCode {
#define OP(code, name, shape, derivative, transpose, domain, kinks) OP_##code,
#include "semantics/tables/ops.def"
#undef OP
  OP_CODE_COUNT
} OpCode;

typedef enum LopCode {
#define LOP(code, name, cartesian, ldom, cdom, formula) LOP_##code,
#include "semantics/tables/lops.def"
#undef LOP
  LOP_CODE_COUNT
} LopCode;

typedef struct OpId {
  uint32_t id; /* 0 is no operation */
} OpId;
typedef struct LopId {
  uint32_t id;
} LopId;

#define OP_MAX_ARITY 2

typedef struct OpNode {
  OpCode code;
  uint32_t n, m;       /* sizes as in ops.def; SLOPE: n is the operand that moves */
  ConstantId constant; /* CONST: the value; POW: the exponent */
  int64_t integer;     /* INT: the value; GIVEN, SLOPE: which of OpTable.given */
  uint32_t arity;
  TypeId operand[OP_MAX_ARITY], result;
} OpNode;

typedef struct LopNode {
  LopCode code;
  uint32_t n, m;
  OpId op;        /* DERIVATIVE, TRANSPOSE: of which operation */
  uint32_t arity; /* Cartesian operands */
  TypeId operand[OP_MAX_ARITY], ldom, cdom;
} LopNode;

/* An operation that is declared while a store lives: see ops.h. */
typedef struct OpGiven OpGiven;

/* The index of an array: see op_links.h.  No node has words of this type, which keeps what is
 * proved of nodes apart from what is written to links. */
typedef struct OpLink {
  uint64_t hash;  /* of the entry */
  uint64_t next;  /* the entry before it whose hash leaves the same remainder by the capacity; 0: none */
  uint64_t first; /* the last entry whose hash leaves this link's index */
} OpLink;

/* The most operations of either kind that a table keeps. */
#define OP_TABLE_LIMIT ((uint32_t)1 << 22)

typedef struct OpTable {
  OpNode *ops; /* ops[0] is no operation */
  uint32_t op_count;
  LopNode *lops; /* lops[0] is none */
  uint32_t lop_count;
  uint32_t capacity; /* of either array */
  OpLink *op_links, *lop_links;
  OpGiven *given;
  uint32_t given_count;
} OpTable;

bool op_table_init(OpTable *table);
void op_table_free(OpTable *table);

/* Forgets all instances but the first `ops` and `lops` (as counted by the table). */
void op_table_release(OpTable *table, uint32_t ops, uint32_t lops);

static inline const OpNode *op_node(const OpTable *table, OpId op) { return &table->ops[op.id]; }
static inline const LopNode *lop_node(const OpTable *table, LopId lop) { return &table->lops[lop.id]; }

#endif
