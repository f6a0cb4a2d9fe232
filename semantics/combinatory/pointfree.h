/* The point-free language of combinatory AD: terms, typing, meaning, and the
 * translation from the source language (rules/combinatory; caddie).
 *
 * Every node carries its domain and codomain, types of the source language
 * without functions and Int; the constructors take them from what they are
 * given, and the judgement (pf_check) looks at every node. */
#ifndef ADJUDGE_POINTFREE_H
#define ADJUDGE_POINTFREE_H

#include "semantics/combinatory/value.h"
#include "semantics/evaluator.h"

#include <stdio.h>

typedef enum PfKind {
#define PF(kind, form, type) PF_##kind,
#include "semantics/combinatory/terms.def"
#undef PF
  PF_KIND_COUNT
} PfKind;

typedef enum PfBilinear {
#define BILINEAR(id, symbol, left, right, result) BILINEAR_##id,
#include "semantics/combinatory/bilinear.def"
#undef BILINEAR
  BILINEAR_COUNT
} PfBilinear;

typedef struct PfId {
  uint32_t id; /* 0 is no term */
} PfId;

typedef struct PfTerm {
  PfKind kind;
  TypeId dom, cod;
  PfId a, b, c;        /* c: only of IF, whose condition is a */
  OpCode op;           /* UNARY: which; POW has its exponent in `constant` */
  ConstantId constant; /* CONST of a real^n: the value */
  PfBilinear bilinear; /* BINARY: which, with sizes n and m */
  uint32_t n, m;       /* MAP, FAMILY, REPL, SUM, ZIP, AT: the length n */
  uint32_t k;          /* AT: the place; FAMILY: its first member in `members`; GIVEN: the OpId */
} PfTerm;

/* Terms and lists of members, in the caller's arena.  A failure of building is
 * sticky: id 0 is answered from then on. */
typedef struct PfTable {
  Store *store;
  Arena *arena;
  PfTerm *terms; /* terms[0] is no term; children stand below their parents */
  uint32_t count, capacity;
  PfId *members;
  uint32_t member_count, member_capacity;
  Status status; /* the first failure: LIMIT, or ILL_TYPED for kids that do not fit */
} PfTable;

MUST_CHECK Status pf_table_init(PfTable *table, Store *store, Arena *arena);
static inline const PfTerm *pf_term(const PfTable *table, PfId p) { return &table->terms[p.id]; }

/* One constructor for each line of terms.def. */
PfId pf_comp(PfTable *table, PfId p, PfId q);
PfId pf_fst(PfTable *table, TypeId a, TypeId b);
PfId pf_snd(PfTable *table, TypeId a, TypeId b);
PfId pf_const(PfTable *table, TypeId a, uint32_t n, ConstantId value);
PfId pf_const_unit(PfTable *table, TypeId a); /* K () : A -> 1 */
PfId pf_identity(PfTable *table, TypeId v);
PfId pf_unary(PfTable *table, OpCode op, uint32_t n, ConstantId exponent);
PfId pf_given(PfTable *table, OpId op);
PfId pf_neg(PfTable *table, uint32_t n);
PfId pf_add(PfTable *table, TypeId v);
PfId pf_sub(PfTable *table, TypeId v);
PfId pf_binary(PfTable *table, PfBilinear bilinear, uint32_t n, uint32_t m);
PfId pf_if(PfTable *table, PfId condition, PfId p, PfId q);
PfId pf_map(PfTable *table, uint32_t n, PfId p);
/* <p1,...,pn> : V^n -> W^n; the types serve n = 0. */
PfId pf_family(PfTable *table, TypeId v, TypeId w, uint32_t n, const PfId *members);
PfId pf_repl(PfTable *table, uint32_t n, TypeId v);
PfId pf_sum(PfTable *table, uint32_t n, TypeId v);
PfId pf_zip(PfTable *table, uint32_t n, TypeId v, TypeId w);
PfId pf_at(PfTable *table, uint32_t n, uint32_t k, TypeId v);

/* (p x q) o Delta : V -> A*B */
PfId pf_tuple(PfTable *table, PfId p, PfId q);

static inline PfId pf_member(const PfTable *table, const PfTerm *family, uint32_t i) {
  return table->members[family->k + i];
}

/* The unary primitives rho: which operations of core/ops.def they are. */
bool pf_is_unary(OpCode op);

/* The operands and the result of a bilinear primitive; none for sizes that are
 * not its own (unused sizes are 0). */
typedef struct PfBilinearType {
  TypeId left, right, result;
} PfBilinearType;
PfBilinearType pf_bilinear_type(TypeTable *types, PfBilinear bilinear, uint32_t n, uint32_t m);
const char *pf_bilinear_symbol(PfBilinear bilinear);

/* What the typing judgements state. */
typedef struct PfArrow {
  TypeId dom, cod;
} PfArrow;
/* The element type V of V^n, where the length is that; else none. */
TypeId pf_element_type(TypeTable *types, TypeId array, uint32_t n);
bool pf_is_product(const TypeTable *types, TypeId type, TypeId *a, TypeId *b);

#define PF_DEPTH 8000u /* nesting of terms; deeper is LIMIT */

/* p : V -> W, with the types that its nodes say. */
MUST_CHECK Status pf_check(PfTable *table, PfId p, TypeId *dom, TypeId *cod);

/* [[p]] over the machine's ring.  The value lives in the machine's arena.  A
 * condition needs an ordered ring, else UNABLE. */
MUST_CHECK Status pf_eval(Machine *machine, const PfTable *table, PfId p, const PfValue *x, PfValue *out);

/* |e|d for a well-typed source program x1:T1,...,xn:Tn |- e : T, a term
 * T1 * (T2 * ... * Tn) -> T (1 -> T for n = 0).  The flat scalars of that domain are those of the
 * context in order.  Array sizes are static, and so is every Int: it is computed
 * here, and functions are inlined.  UNABLE: *missing names the construct
 * that the point-free language lacks. */
MUST_CHECK Status pf_translate(PfTable *table, const Program *source, PfId *p, const char **missing);

/* As the paper writes it: ln ○ ((*) ○ ((π1 × (cos ○ π2)) ○ Δ)). */
void pf_print(const PfTable *table, PfId p, FILE *out);

#endif
