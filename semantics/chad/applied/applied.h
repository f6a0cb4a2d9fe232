/* The applied target language, CHAD section 9: linear types as abstract types.
 *
 * Its types are Cartesian: LFun(T, S) and Copower(T, S) stand for linear
 * functions and copowers, real^n for both real^n and real_^n.  Types and terms
 * are flat records by id in tables of an arena; a child's id is below its
 * parent's.  A translation lives as long as the arena's contents. */
#ifndef ADJUDGE_APPLIED_APPLIED_H
#define ADJUDGE_APPLIED_APPLIED_H

#include "semantics/evaluator.h"

/* What a level of recursion here takes of the machine's depth, which is made
 * for smaller frames: with it 8 MB of stack suffice. */
#define APPLIED_LEVEL 3u

/* For the function of one rule of a recursive judgement: kept out of the
 * judgement's frame, which else would hold the locals of all rules. */
#define OWN_FRAME __attribute__((noinline))

typedef enum AppliedTypeKind {
  APPLIED_TYPE_NONE = 0,
  APPLIED_TYPE_REAL, /* real^n */
  APPLIED_TYPE_UNIT,
  APPLIED_TYPE_PROD,
  APPLIED_TYPE_SUM,
  APPLIED_TYPE_FUN,
  APPLIED_TYPE_INT,
  APPLIED_TYPE_ARRAY, /* a^n, a not the scalar; Vec a, of every a, where n is TYPE_DYNAMIC */
  APPLIED_TYPE_MU,    /* data: n is the TypeId of mu a. T */
  APPLIED_TYPE_LFUN,
  APPLIED_TYPE_COPOWER
} AppliedTypeKind;

typedef struct AppliedTypeId {
  uint32_t id; /* 0 is no type */
} AppliedTypeId;

/* Arrays of so many entries make each in memory of its own, given back when the entry's value is copied out of it;
 * tests lower it. */
#define APPLIED_SCRATCH_FROM 64u
extern uint32_t applied_scratch_from;

struct AppliedValue;

typedef struct AppliedType {
  AppliedTypeKind kind;
  AppliedTypeId a, b;
  uint32_t n;
  const struct AppliedValue *zero; /* 0 at this type, once the interpreter needed it */
} AppliedType;

typedef enum AppliedKind {
  APPLIED_NONE = 0,
#define APPLIED(kind, name, kids, annotation, formula) APPLIED_##kind,
#include "semantics/chad/applied/terms.def"
#undef APPLIED
  APPLIED_KIND_COUNT
} AppliedKind;

typedef struct AppliedTermId {
  uint32_t id; /* 0 is no term */
} AppliedTermId;

#define APPLIED_KIDS 3

typedef struct AppliedTerm {
  AppliedKind kind;
  AppliedTermId kid[APPLIED_KIDS];
  uint32_t payload; /* VAR: index; OP: OpId; LOP: LopId */
  AppliedTypeId type;
  const struct AppliedValue *value; /* of a constant, once the interpreter needed it */
} AppliedTerm;

/* From TypeId to its translation, and from a type's parts to its id. */
typedef struct AppliedSlots {
  uint32_t *keys, *values; /* key 0 is free */
  uint32_t count, capacity;
} AppliedSlots;

typedef struct AppliedTables {
  Arena *arena;
  AppliedTerm *terms; /* terms[0] is no term */
  uint32_t term_count, term_capacity;
  AppliedType *types;
  uint32_t type_count, type_capacity;
  AppliedSlots interned, translated;
} AppliedTables;

MUST_CHECK Status applied_tables_init(AppliedTables *tables, Arena *arena);

/* The type with these parts; none if a part is none or memory is exhausted.
 * An array of the scalar is real^n. */
AppliedTypeId applied_type_make(AppliedTables *tables, AppliedTypeKind kind, AppliedTypeId a, AppliedTypeId b,
                                uint32_t n);
AppliedTypeId applied_type_lfun(AppliedTables *tables, AppliedTypeId a, AppliedTypeId b);
static inline const AppliedType *applied_type(const AppliedTables *tables, AppliedTypeId type) {
  return &tables->types[type.id];
}
static inline bool applied_type_equal(AppliedTypeId a, AppliedTypeId b) { return a.id == b.id; }
/* The element type of real^n or of an array; none otherwise. */
AppliedTypeId applied_type_element(AppliedTables *tables, AppliedTypeId array);

/* The term with these parts; none if memory is exhausted. */
AppliedTermId applied_term_make(AppliedTables *tables, AppliedTerm term);
static inline const AppliedTerm *applied_term(const AppliedTables *tables, AppliedTermId t) {
  return &tables->terms[t.id];
}

/* T^T, the translation of a type; none when memory is exhausted. */
AppliedTypeId applied_translate_type(AppliedTables *tables, const Store *store, TypeId type);
/* t^T of a program of the linear target language (or of the source), with its
 * type there.  ILL_TYPED where a premise that the translation needs fails. */
MUST_CHECK Status applied_translate(Machine *machine, AppliedTables *tables, const Program *program,
                                    AppliedTermId *term, TypeId *type);

/* context |- t : *type in the applied language; context[length-1] is index 0. */
MUST_CHECK Status applied_infer(Machine *machine, AppliedTables *tables, const AppliedTypeId *context, uint32_t length,
                                AppliedTermId t, AppliedTypeId *type);
/* Whether the program's translation has the translated type in the translated
 * context: ILL_TYPED if not (law TYP-PRES). */
MUST_CHECK Status applied_check(Machine *machine, const Program *program);

#endif
