/* Linear maps m : V |-> W: terms, typing, meaning.
 *
 * Sections hold a value of a value domain; a map with sections of residual terms
 * is code, one with numbers is a map at a point. */
#ifndef ADJUDGE_POINTFREE_MAPS_H
#define ADJUDGE_POINTFREE_MAPS_H

#include "semantics/combinatory/domain.h"
#include "semantics/combinatory/pointfree.h"

typedef enum PfMapKind {
#define PFMAP(kind, form, type) PFMAP_##kind,
#include "semantics/combinatory/maps.def"
#undef PFMAP
  PFMAP_KIND_COUNT
} PfMapKind;

typedef struct PfMapId {
  uint32_t id; /* 0 is no map */
} PfMapId;

typedef struct PfMap {
  PfMapKind kind;
  TypeId dom, cod;
  PfMapId a, b;
  PfBilinear bilinear; /* LEFT, RIGHT: which, with sizes n and m */
  uint32_t n, m;       /* FAMILY, REPL, SUM, ZIP, UNZIP, AT, PUT: the length n */
  uint32_t k;          /* AT, PUT: the place; FAMILY: its first member in `members` */
  PfValue value;       /* LEFT, RIGHT: e */
  Scalar condition;    /* IF */
  uint32_t block[2];   /* IF: the bindings of the branches in the value domain, 0 for none */
} PfMap;

typedef struct PfMapTable {
  Store *store;
  Arena *arena;
  PfMap *maps; /* maps[0] is no map; children stand below their parents */
  uint32_t count, capacity;
  PfMapId *members;
  uint32_t member_count, member_capacity;
  Status status; /* the first failure: LIMIT, or ILL_TYPED for kids that do not fit */
} PfMapTable;

MUST_CHECK Status pfmap_table_init(PfMapTable *table, Store *store, Arena *arena);
static inline const PfMap *pfmap_get(const PfMapTable *table, PfMapId m) { return &table->maps[m.id]; }
static inline PfMapId pfmap_member(const PfMapTable *table, const PfMap *family, uint32_t i) {
  return table->members[family->k + i];
}

/* One constructor for each line of maps.def. */
PfMapId pfmap_zero(PfMapTable *table, TypeId v, TypeId w);
PfMapId pfmap_identity(PfMapTable *table, TypeId v);
PfMapId pfmap_dup(PfMapTable *table, TypeId v);
PfMapId pfmap_add(PfMapTable *table, TypeId v);
PfMapId pfmap_neg(PfMapTable *table, TypeId v);
PfMapId pfmap_fst(PfMapTable *table, TypeId a, TypeId b);
PfMapId pfmap_snd(PfMapTable *table, TypeId a, TypeId b);
PfMapId pfmap_par(PfMapTable *table, PfMapId m1, PfMapId m2);
PfMapId pfmap_comp(PfMapTable *table, PfMapId m1, PfMapId m2);
PfMapId pfmap_left(PfMapTable *table, PfBilinear bilinear, uint32_t n, uint32_t m, const PfValue *e);
PfMapId pfmap_right(PfMapTable *table, PfBilinear bilinear, uint32_t n, uint32_t m, const PfValue *e);
PfMapId pfmap_if(PfMapTable *table, Scalar condition, const uint32_t block[2], PfMapId m1, PfMapId m2);
PfMapId pfmap_family(PfMapTable *table, TypeId v, TypeId w, uint32_t n, const PfMapId *members);
PfMapId pfmap_repl(PfMapTable *table, uint32_t n, TypeId v);
PfMapId pfmap_sum(PfMapTable *table, uint32_t n, TypeId v);
PfMapId pfmap_zip(PfMapTable *table, uint32_t n, TypeId v, TypeId w);
PfMapId pfmap_unzip(PfMapTable *table, uint32_t n, TypeId v, TypeId w);
PfMapId pfmap_at(PfMapTable *table, uint32_t n, uint32_t k, TypeId v);
PfMapId pfmap_put(PfMapTable *table, uint32_t n, uint32_t k, TypeId v);

/* m : V |-> W, with the types that its nodes say. */
MUST_CHECK Status pfmap_check(PfMapTable *table, PfMapId m, TypeId *dom, TypeId *cod);

/* m x, in the domain of x; `depth` nested calls are left.  The value lives in
 * the arena. */
MUST_CHECK Status pfmap_apply(PfDomain *domain, Arena *arena, const PfMapTable *table, PfMapId m, const PfValue *x,
                              uint32_t depth, PfValue *out);

/* The bilinear primitive at two values, componentwise in the domain. */
MUST_CHECK Status pf_bilinear_value(PfDomain *domain, Arena *arena, PfBilinear bilinear, uint32_t n, uint32_t m,
                                    const PfValue *x, const PfValue *y, PfValue *out);
/* x + y or x - y (ADD, SUB) in a domain; x and y of one type. */
MUST_CHECK Status pf_sum_values(PfDomain *domain, Arena *arena, OpCode op, const PfValue *x, const PfValue *y,
                                uint32_t depth, PfValue *out);
/* x with every scalar named. */
MUST_CHECK Status pf_name_value(PfDomain *domain, Arena *arena, const PfValue *x, uint32_t depth, PfValue *out);

/* Nodes of the map, what is alike at each index of an array counted once, and so
 * is a chain of projections (proj_x), or of their adjoints (coproj_x). */
uint64_t pfmap_size(const PfMapTable *table, PfMapId m);

/* Prints a map; `scalar` prints a scalar of a section, and in the second form
 * (`atom`) so that it stands beside an operator. */
typedef struct PfScalarPrinter {
  void *state;
  void (*scalar)(void *state, Scalar a, bool atom, FILE *out);
  void (*block)(void *state, uint32_t block, FILE *out); /* the bindings of a branch */
} PfScalarPrinter;
void pfmap_print(const PfMapTable *table, PfMapId m, const PfScalarPrinter *printer, FILE *out);

#endif
