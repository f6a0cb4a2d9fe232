/* The first-order language of the notes with linear maps: types, terms, programs.
 *
 * Everything lives in one arena and is never changed once made.  Building is
 * total: a builder given NULL, or that finds no memory, answers NULL and sets
 * the builder's status.  A term carries its type; linmap_check is the judgement
 * that says whether it is right. */
#ifndef ADJUDGE_LINMAP_LANGUAGE_H
#define ADJUDGE_LINMAP_LANGUAGE_H

#include "semantics/evaluator.h"

#include <stdio.h>

/* ------------------------------------------------------------------- types -- */

typedef enum LmTypeKind {
  LM_TYPE_NAT,
  LM_TYPE_BOOL,
  LM_TYPE_REAL,
  LM_TYPE_TUPLE, /* n parts; no part is the unit */
  LM_TYPE_VEC,   /* Vec t of n entries: sizes are static, or 0 .R r had no length */
  LM_TYPE_MAP    /* s -o t: from ds to dt */
} LmTypeKind;

typedef struct LmType LmType;
struct LmType {
  LmTypeKind kind;
  uint32_t n;
  uint32_t dim;     /* scalars of a tangent vector; for a map, 0 */
  uint32_t nesting; /* levels */
  const LmType *const *part;
};

/* How deep types and terms may nest; deeper is LIMIT. */
#define LM_DEPTH 3000u

/* A variable: 4 times a number, plus what is made from it. */
typedef uint32_t LmSymbol;
enum { LM_PLAIN, LM_TANGENT, LM_TUPLED, LM_AUXILIARY };
static inline LmSymbol linmap_derived(LmSymbol x, uint32_t tag) { return (x & ~(LmSymbol)3) + tag; }

#define LM_SIZE_MAX ((uint64_t)1 << 40)

/* ------------------------------------------------------------------- terms -- */

typedef enum LmKind {
#define LM_TERM(kind, name, kids, binders, formula) LM_##kind,
#include "semantics/linmap/terms.def"
#undef LM_TERM
  LM_KIND_COUNT
} LmKind;

typedef enum LmPrim {
#define LM_PRIM(prim, name, operands, derivative) LM_PRIM_##prim,
#include "semantics/linmap/primitives.def"
#undef LM_PRIM
  LM_PRIM_COUNT
} LmPrim;

typedef struct LmInfo {
  const char *name, *kids, *binders;
} LmInfo;
const LmInfo *linmap_info(LmKind kind);
const char *linmap_prim_name(LmPrim prim);

typedef struct LmTerm LmTerm;
struct LmTerm {
  LmKind kind;
  LmPrim prim;         /* PRIM */
  uint32_t n;          /* CALL: the definition; BUILD, LAMBDA: length; PI: which; OUTER: how often; DELTA: length */
  LmSymbol x, y;       /* VAR: itself; binders */
  int64_t integer;     /* NAT; GIVEN: the operation */
  ConstantId constant; /* REAL, POW */
  const LmType *type;
  uint32_t count; /* children */
  uint32_t depth; /* nesting */
  uint64_t size;  /* nodes of the tree; saturates */
  const LmTerm *const *kid;
};

/* f(x) = body */
typedef struct LmDefinition {
  NameId name;
  LmSymbol x;
  const LmType *from;
  const LmTerm *body;
} LmDefinition;

/* Definitions call earlier ones only; the last is what is run. */
#define LM_DEFINITIONS 4096u
typedef struct LmProgram {
  LmDefinition *definitions;
  uint32_t count, capacity;
  uint32_t symbols; /* numbers of variables in use */
} LmProgram;

typedef struct LmBuilder {
  Store *store; /* constants and operations */
  Arena *arena;
  Status status;
  uint32_t fresh; /* the next number of a variable */
  NameId *names;  /* what to call it, by number; the first `named` have one */
  uint32_t named, names_capacity;
} LmBuilder;

/* ----------------------------------------------------------- types, making -- */

const LmType *lm_nat(LmBuilder *b);
const LmType *lm_bool(LmBuilder *b);
const LmType *lm_real(LmBuilder *b);
const LmType *lm_tuple_type(LmBuilder *b, const LmType *const *parts, uint32_t n);
const LmType *lm_pair_type(LmBuilder *b, const LmType *s, const LmType *t);
const LmType *lm_vec_type(LmBuilder *b, const LmType *element, uint32_t n);
const LmType *lm_map_type(LmBuilder *b, const LmType *from, const LmType *to);
/* dT: N and B become (), else the same. */
const LmType *lm_tangent(LmBuilder *b, const LmType *type);
bool linmap_type_equal(const LmType *a, const LmType *b);
/* A type without maps. */
bool linmap_type_plain(const LmType *type);

/* ----------------------------------------------------------- terms, making -- */

LmSymbol lm_fresh(LmBuilder *b);
LmSymbol lm_fresh_named(LmBuilder *b, NameId name);
/* A term as given, copied: `kids` are `count` children; its type is as stated. */
const LmTerm *lm_make(LmBuilder *b, const LmTerm *shape, const LmTerm *const *kids, uint32_t count, const LmType *type);

const LmTerm *lm_var(LmBuilder *b, LmSymbol x, const LmType *type);
const LmTerm *lm_constant(LmBuilder *b, ConstantId constant);
const LmTerm *lm_number(LmBuilder *b, int64_t numerator);
const LmTerm *lm_natural(LmBuilder *b, int64_t k);
const LmTerm *lm_call(LmBuilder *b, uint32_t definition, const LmType *result, const LmTerm *e);
const LmTerm *lm_tuple(LmBuilder *b, const LmTerm *const *parts, uint32_t n);
const LmTerm *lm_pair(LmBuilder *b, const LmTerm *s, const LmTerm *t);
const LmTerm *lm_let(LmBuilder *b, LmSymbol x, const LmTerm *bound, const LmTerm *body);
const LmTerm *lm_if(LmBuilder *b, const LmTerm *test, const LmTerm *yes, const LmTerm *no);
const LmTerm *lm_build(LmBuilder *b, LmSymbol i, const LmTerm *size, uint32_t n, const LmTerm *body);
const LmTerm *lm_fold(LmBuilder *b, LmSymbol t, const LmTerm *body, const LmTerm *acc, const LmTerm *v);

/* Built-in functions: the operand is a pair where there are two. */
const LmTerm *lm_prim(LmBuilder *b, LmPrim prim, const LmTerm *e);
const LmTerm *lm_prim2(LmBuilder *b, LmPrim prim, const LmTerm *s, const LmTerm *t);
const LmTerm *lm_pi(LmBuilder *b, uint32_t k, const LmTerm *e);
const LmTerm *lm_pow(LmBuilder *b, ConstantId exponent, const LmTerm *e);
/* A GIVEN or SLOPE of the table of operations, whose id is the term's `integer`. */
const LmTerm *lm_given(LmBuilder *b, OpId op, const LmTerm *e);
const LmTerm *lm_delta(LmBuilder *b, uint32_t n, const LmTerm *i, const LmTerm *e);

const LmTerm *lm_null(LmBuilder *b, const LmType *space);
const LmTerm *lm_zero(LmBuilder *b, const LmType *from, const LmType *to);
const LmTerm *lm_one(LmBuilder *b, const LmType *space);
const LmTerm *lm_scale(LmBuilder *b, const LmType *space, const LmTerm *k);
const LmTerm *lm_diag(LmBuilder *b, const LmTerm *k);
const LmTerm *lm_compose(LmBuilder *b, const LmTerm *m1, const LmTerm *m2);
const LmTerm *lm_plus(LmBuilder *b, const LmTerm *m1, const LmTerm *m2);
const LmTerm *lm_vcat(LmBuilder *b, const LmTerm *const *maps, uint32_t n, const LmType *from);
const LmTerm *lm_vcat2(LmBuilder *b, const LmTerm *m1, const LmTerm *m2);
const LmTerm *lm_hcat(LmBuilder *b, const LmTerm *const *maps, uint32_t n, const LmType *to);
const LmTerm *lm_hcat2(LmBuilder *b, const LmTerm *m1, const LmTerm *m2);
const LmTerm *lm_vcatv(LmBuilder *b, const LmTerm *maps);
const LmTerm *lm_hcatv(LmBuilder *b, const LmTerm *maps);
const LmTerm *lm_lambda(LmBuilder *b, LmSymbol i, uint32_t n, const LmTerm *map);
const LmTerm *lm_tlambda(LmBuilder *b, LmSymbol i, uint32_t n, const LmTerm *map);
const LmTerm *lm_transpose(LmBuilder *b, const LmTerm *m);
const LmTerm *lm_pick(LmBuilder *b, const LmTerm *i, const LmType *vector);
const LmTerm *lm_outer(LmBuilder *b, uint32_t n, const LmType *context);
const LmTerm *lm_lmfold(LmBuilder *b, LmSymbol t, const LmTerm *body, const LmTerm *map, const LmTerm *acc,
                        const LmTerm *v);
const LmTerm *lm_apply(LmBuilder *b, const LmTerm *m, const LmTerm *dx);
const LmTerm *lm_rapply(LmBuilder *b, const LmTerm *dr, const LmTerm *m);

/* Adds f(x) = body; its number, or UINT32_MAX at a limit. */
uint32_t lm_define(LmBuilder *b, LmProgram *program, NameId name, LmSymbol x, const LmType *from, const LmTerm *body);

/* ---------------------------------------------------------- looking at terms -- */

/* Whether child k is under x, or under y. */
bool linmap_binds_x(const LmTerm *t, uint32_t k);
bool linmap_binds_y(const LmTerm *t, uint32_t k);
/* Whether x occurs free. */
bool linmap_occurs(const LmTerm *t, LmSymbol x);
/* Same tree. */
bool linmap_equal(const LmTerm *a, const LmTerm *b);

/* ------------------------------------------------------- the shared language -- */

/* A first-order source program as a program of this language, of one argument: the
 * tuple of its context, or the one thing in it.  A binder takes the name of the
 * variable around it where that is not needed, so that shadowing is met; (\x. t) s
 * becomes a call of a definition, dot a fold and abs a conditional.  UNABLE, with
 * *missing a string literal, for a function that is not applied where it stands. */
MUST_CHECK Status linmap_from_source(LmBuilder *b, const Program *source, LmProgram *out, const char **missing);
/* The built-in function of the same meaning as an operation, or COUNT. */
LmPrim linmap_prim_of(OpCode code);

/* As the notes print it in section 9, from the definition `first` on. */
void linmap_print_from(const LmBuilder *b, const LmProgram *program, uint32_t first, FILE *out);
void linmap_print_type(const LmType *type, FILE *out);

/* The judgement: every definition has the type that its body is said to have,
 * and so have all subterms.  ILL_TYPED or LIMIT. */
MUST_CHECK Status linmap_check(LmBuilder *b, const LmProgram *program);

#endif
