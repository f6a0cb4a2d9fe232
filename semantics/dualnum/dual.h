/* The target languages of dual-numbers AD: types, terms, and their judgement.
 *
 * One language serves all stages but the tape; each stage uses its part.  Linear
 * functions T -o S are monoid homomorphisms, their bodies a judgement of their
 * own; so are those of resource-linear functions T ->R S, which use what they take
 * exactly once.  The ID monad is explicit: terms pass an Int along. */
#ifndef ADJUDGE_DUAL_DUAL_H
#define ADJUDGE_DUAL_DUAL_H

#include "semantics/evaluator.h"

#include <stdio.h>

typedef enum DualStage {
  DUAL_FORWARD,
  DUAL_NAIVE,
  DUAL_STAGED,
  DUAL_CAYLEY,
  DUAL_MAP,
  DUAL_ARRAYS,
  DUAL_DEFUNCTIONALISED,
  DUAL_TAPE,
  DUAL_RESOURCE,   /* the arrays of DUAL_ARRAYS by resource-linear functions, appendix A */
  DUAL_VECTORISED, /* section 12.2: forward, along all directions at once */
  DUAL_STAGE_COUNT
} DualStage;

typedef enum DualTypeKind {
  DUAL_NO_TYPE = 0,
  DUAL_REAL,
  DUAL_UNIT,
  DUAL_INT,
  DUAL_PROD,     /* a * b */
  DUAL_FUN,      /* a -> b */
  DUAL_ARRAY,    /* a^n; Vec a where n is TYPE_DYNAMIC */
  DUAL_SUM,      /* a + b */
  DUAL_MU,       /* mu x. a */
  DUAL_SELF,     /* x: n is its de Bruijn index */
  DUAL_LFUN,     /* a -o b */
  DUAL_STAGED_T, /* Staged a: a cotangent and calls delayed */
  DUAL_COLLECT,  /* the same with cotangents collected by input */
  DUAL_ENDO,     /* a -> a as a monoid: id and composition */
  DUAL_CONTRIB,  /* lists of (Int, Contrib, real) */
  DUAL_RFUN      /* a ->R b: resource-linear functions, which use their argument once */
} DualTypeKind;

typedef struct DualTypeId {
  uint32_t id; /* 0 is no type */
} DualTypeId;

typedef struct DualTypeNode {
  DualTypeKind kind;
  DualTypeId a, b;
  uint32_t n;
  uint32_t free; /* how many enclosing mus its variables need */
} DualTypeNode;

typedef enum DualTermKind {
  DUAL_TERM_NONE = 0,
#define DUAL_TERM(kind, name, cartesian, linear, formula) DUAL_TERM_##kind,
#include "semantics/dualnum/terms.def"
#undef DUAL_TERM
  DUAL_TERM_COUNT
} DualTermKind;

typedef struct DualTermId {
  uint32_t id; /* 0 is no term */
} DualTermId;

typedef struct DualTerm {
  DualTermKind kind;
  DualTermId kid[3]; /* each below its own id; PARTIAL: x, y, b */
  uint32_t payload;
  DualTypeId type; /* LAM, LLAM: of the identifier; ZERO, SUM: of the result */
} DualTerm;

/* Types and terms of one derivative, in an arena.  Building is total: id 0 in
 * gives id 0 out, and `full` is set when a limit is hit. */
#define DUAL_RECENT 64u

typedef struct DualTable {
  Arena *arena;
  const Store *store; /* of the operations */
  DualTypeNode *types;
  DualTerm *terms;
  uint32_t type_count, type_capacity, term_count, term_capacity;
  uint32_t recent[DUAL_RECENT]; /* types by what they are, each the last that was asked for there */
  bool full;
} DualTable;

/* A derivative: `wrap` is
 *   x : S |- (y, d) : T * (T_ -o S_)                        in reverse,
 *   x : S, dx : S_ |- (y, dy) : T * T_                      forward,
 * with S the tuple of the source's context, x at level 0, and Ints without
 * (co)tangent; `body` is D[t] in it. */
typedef struct DualProgram {
  DualStage stage;
  DualTable table;
  DualTypeId input, input_linear, output, output_linear; /* S, S_, T, T_ */
  DualTermId wrap, body;
} DualProgram;

typedef struct DualTermInfo {
  const char *name;
  bool cartesian, linear;
} DualTermInfo;
const DualTermInfo *dual_term_info(DualTermKind kind);

/* Empty tables; false at the arena's limit. */
bool dual_table_init(DualTable *table, Arena *arena, const Store *store);

/* Types.  An array of one scalar is that scalar, as real^1 is real; and so is one
 * of a dual number, which is a pair whose first component is real. */
DualTypeId dual_type(DualTable *table, DualTypeKind kind, DualTypeId a, DualTypeId b, uint32_t n);
static inline DualTypeId dual_type_real(DualTable *t) {
  return dual_type(t, DUAL_REAL, (DualTypeId){0}, (DualTypeId){0}, 0);
}
static inline DualTypeId dual_type_unit(DualTable *t) {
  return dual_type(t, DUAL_UNIT, (DualTypeId){0}, (DualTypeId){0}, 0);
}
static inline DualTypeId dual_type_int(DualTable *t) {
  return dual_type(t, DUAL_INT, (DualTypeId){0}, (DualTypeId){0}, 0);
}
static inline DualTypeId dual_type_prod(DualTable *t, DualTypeId a, DualTypeId b) {
  return dual_type(t, DUAL_PROD, a, b, 0);
}
static inline DualTypeId dual_type_fun(DualTable *t, DualTypeId a, DualTypeId b) {
  return dual_type(t, DUAL_FUN, a, b, 0);
}
static inline DualTypeId dual_type_lfun(DualTable *t, DualTypeId a, DualTypeId b) {
  return dual_type(t, DUAL_LFUN, a, b, 0);
}
static inline DualTypeId dual_type_endo(DualTable *t, DualTypeId a) {
  return dual_type(t, DUAL_ENDO, a, (DualTypeId){0}, 0);
}
/* Staged ->R Staged, for COLLECT as Staged: what changes the two arrays in place. */
static inline DualTypeId dual_type_update(DualTable *t) {
  DualTypeId staged = dual_type(t, DUAL_COLLECT, (DualTypeId){0}, (DualTypeId){0}, 0);
  return dual_type(t, DUAL_RFUN, staged, staged, 0);
}
/* The real scalars of a type of (co)tangents. */
uint32_t dual_reals(const DualTable *table, DualTypeId type);
/* T[mu x. T/x] for a closed mu x. T; none for other types. */
DualTypeId dual_type_unroll(DualTable *table, DualTypeId mu);
DualTypeId dual_type_array(DualTable *table, DualTypeId element, uint32_t n);
static inline const DualTypeNode *dual_type_node(const DualTable *table, DualTypeId type) {
  return &table->types[type.id];
}
/* real^n and plain arrays: the type of the source as it is, and that of its
 * (co)tangents, where Int is 1.  None for types that are not first-order. */
DualTypeId dual_plain(DualTable *table, TypeId source);
DualTypeId dual_cotangent(DualTable *table, TypeId source);

/* Terms. */
DualTermId dual_term(DualTable *table, DualTermKind kind, uint32_t payload, DualTypeId type, DualTermId a, DualTermId b,
                     DualTermId c);
static inline const DualTerm *dual_get(const DualTable *table, DualTermId t) { return &table->terms[t.id]; }
/* Nodes of the tree; saturates. */
uint64_t dual_size(const DualTable *table, DualTermId t);

/* G |- t : *type, the i-th of `context` being level i.  ILL_TYPED, or LIMIT. */
MUST_CHECK Status dual_infer(DualTable *table, const DualTypeId *context, uint32_t length, DualTermId t,
                             DualTypeId *type);
/* That `wrap` has the type stated above. */
MUST_CHECK Status dual_check(DualProgram *program);

/* A term under `level` identifiers, x0 the outermost; then a line's end. */
void dual_print_at(const DualTable *table, DualTermId t, uint32_t level, FILE *out);
/* The same with a line for each let. */
void dual_print_lines(const DualTable *table, DualTermId t, uint32_t level, FILE *out);
/* Writes the concrete form, always terminated. */
void dual_print_type(const DualTable *table, DualTypeId type, char *buffer, size_t size);

#define DUAL_DEPTH ((uint32_t)8000)

#endif
