/* Linear functions, bilinear functions and functions on Hilbert spaces: terms,
 * typing, meaning (rules/frechet). */
#ifndef ADJUDGE_HILBERT_TERMS_H
#define ADJUDGE_HILBERT_TERMS_H

#include "semantics/frechet/vectors.h"

typedef enum HilMapKind {
#define HILMAP(kind, form, type) HILMAP_##kind,
#include "semantics/frechet/maps.def"
#undef HILMAP
  HILMAP_KIND_COUNT
} HilMapKind;

typedef enum HilFunKind {
#define HILFUN(kind, form, type) HILFUN_##kind,
#include "semantics/frechet/functions.def"
#undef HILFUN
  HILFUN_KIND_COUNT
} HilFunKind;

typedef struct HilMapId {
  uint32_t id; /* 0 is none */
} HilMapId;
typedef struct HilFunId {
  uint32_t id; /* 0 is none */
} HilFunId;
typedef struct HilBilinearId {
  uint32_t id; /* 0 is none */
} HilBilinearId;

/* A relation R, a set of pairs (x, y) sorted and each there once. */
typedef struct HilPair {
  uint32_t x, y;
} HilPair;

/* A relation by a rule: all (x, y) of sums of variables, each a natural number from 1 on, that are in X x Y.  Of a
 * product a place is one sum for each set of it. */
#define HIL_RULE_VARIABLES 4u
#define HIL_RULE_PLACES 4u
typedef struct HilSum {
  int64_t constant;
  uint32_t times[HIL_RULE_VARIABLES];
} HilSum;
typedef struct HilRule {
  uint32_t variables, places[2]; /* of x, of y */
  HilSum sums[2][HIL_RULE_PLACES];
} HilRule;
/* Pairs in an arena; whether one was met that a bound would drop. */
typedef struct HilRelation {
  HilPair *pairs;
  uint32_t count, capacity;
  bool dropped;
} HilRelation;

typedef struct HilMap {
  HilMapKind kind;
  HilSpace dom, cod;
  HilMapId a, b;        /* COMP g . f: g, f; MAP: f; PLUS: f, g */
  uint32_t n;           /* PAR, DELTA, TUPLE, COTUPLE: how many members; RED: how many pairs; INJ, PROJ: x */
  uint32_t first;       /* the first member in `members` */
  const HilPair *pairs; /* RED */
  const HilVector *w;   /* LEFT, RIGHT */
  HilSpace space;       /* of w */
} HilMap;

/* u <> v = h (g1 u * g2 v), with * the contraction (W(x)V) x (V(x)U) -> W(x)U. */
typedef struct HilBilinear {
  HilMapId h, g1, g2;
} HilBilinear;

typedef struct HilFun {
  HilFunKind kind;
  HilSpace dom, cod;
  HilFunId a, b, c;       /* COMP g o f: g, f; MAP: f; IF: c, f, g */
  uint32_t n, first;      /* PAR: members */
  HilMapId map;           /* LINEAR */
  HilBilinearId bilinear; /* BILINEAR */
  const HilVector *w;     /* CONST, with literals only */
  OpId given;             /* GIVEN */
  OpCode op;              /* PRIM: the operation of core/ops.def, of one real */
  ConstantId constant;    /* PRIM: the exponent of POW */
} HilFun;

/* Terms in an arena; entry 0 of each table is none, children stand below their
 * parents.  Failures of building are sticky. */
typedef struct HilTerms {
  HilSpaces spaces;
  Arena *arena;
  HilMap *maps;
  uint32_t map_count, map_capacity;
  HilBilinear *bilinears;
  uint32_t bilinear_count, bilinear_capacity;
  HilFun *functions;
  uint32_t function_count, function_capacity;
  uint32_t *members; /* ids of maps or functions */
  uint32_t member_count, member_capacity;
  Status status;
} HilTerms;

MUST_CHECK Status hil_terms_init(HilTerms *terms, Arena *arena);
/* A copy to be added to, with storage in `arena`. */
MUST_CHECK Status hil_terms_copy(const HilTerms *from, Arena *arena, HilTerms *to);
/* The first failure of building terms or spaces. */
static inline Status hil_terms_status(const HilTerms *terms) {
  return terms->status != STATUS_OK ? terms->status : terms->spaces.status;
}

static inline void hil_terms_fail(HilTerms *terms, Status status) {
  if (hil_terms_status(terms) == STATUS_OK) terms->status = status;
}

static inline const HilMap *hil_map(const HilTerms *terms, HilMapId m) { return &terms->maps[m.id]; }
static inline const HilFun *hil_fun(const HilTerms *terms, HilFunId f) { return &terms->functions[f.id]; }
static inline HilMapId hil_map_member(const HilTerms *terms, const HilMap *m, uint32_t x) {
  return (HilMapId){terms->members[m->first + x]};
}
static inline HilFunId hil_fun_member(const HilTerms *terms, const HilFun *f, uint32_t x) {
  return (HilFunId){terms->members[f->first + x]};
}

/* --------------------------------------------------------- linear functions -- */
HilMapId hilmap_id(HilTerms *terms, HilSpace v);
HilMapId hilmap_comp(HilTerms *terms, HilMapId g, HilMapId f);
HilMapId hilmap_zero(HilTerms *terms, HilSpace v, HilSpace w);
HilMapId hilmap_inj(HilTerms *terms, HilSpace sum, uint32_t x);
HilMapId hilmap_proj(HilTerms *terms, HilSpace sum, uint32_t x);
/* Pi (PAR), Delta, over X of |X| members. */
HilMapId hilmap_par(HilTerms *terms, HilMapKind kind, HilIndex x, const HilMapId *members);
HilMapId hilmap_map(HilTerms *terms, HilIndex x, HilMapId f);
/* The domain serves an empty X; so does the codomain of a cotupling. */
HilMapId hilmap_tuple(HilTerms *terms, HilSpace dom, HilIndex x, const HilMapId *members);
HilMapId hilmap_cotuple(HilTerms *terms, HilSpace cod, HilIndex x, const HilMapId *members);
HilMapId hilmap_plus(HilTerms *terms, HilMapId f, HilMapId g);
/* `pairs` are copied, sorted, and each kept once. */
HilMapId hilmap_red(HilTerms *terms, HilSpace v, HilIndex x, HilIndex y, uint32_t count, const HilPair *pairs);
/* Adds the pairs of the rule of which x is within the bounds of X.  LIMIT, `dropped`: of one of them y is beyond a
 * bound of Y, so that red_R would lose what leads there.  UNABLE: a variable has endlessly many values where one side
 * of the pair is given, so that red_R or its adjoint is no function between functions with finite support.  ILL_TYPED:
 * index sets that are no products of numbers and naturals, or of other widths. */
MUST_CHECK Status hil_relation(HilTerms *terms, HilIndex x, HilIndex y, const HilRule *rule, HilRelation *out);
/* One more; false, with a failure of the terms, at a limit. */
bool hil_relation_add(HilTerms *terms, HilRelation *relation, HilPair pair);
/* (w*) on V(x)U for w : space = W(x)V;  (*w) on W(x)V for w : V(x)U.  `other` is U, W. */
HilMapId hilmap_left(HilTerms *terms, HilSpace space, const HilVector *w, HilSpace other);
HilMapId hilmap_right(HilTerms *terms, HilSpace space, const HilVector *w, HilSpace other);
/* A unitary operator from its domain. */
HilMapId hilmap_unitary(HilTerms *terms, HilMapKind kind, HilSpace dom);
/* The same where the domain does not tell the codomain: distrib' at an empty sum, zip
 * of parts over an index set of two elements that is not 2. */
HilMapId hilmap_unitary_between(HilTerms *terms, HilMapKind kind, HilSpace dom, HilSpace cod);
/* Derived: (+)_Y V -o V; V -o V^Y; (k·) for a literal or a scalar k. */
HilMapId hilmap_sum(HilTerms *terms, HilIndex y, HilSpace v);
HilMapId hilmap_rep(HilTerms *terms, HilIndex y, HilSpace v);
HilMapId hilmap_multiple(HilTerms *terms, const HilVector *k, HilSpace v);

/* -------------------------------------------------- functions and bilinears -- */
HilBilinearId hil_bilinear(HilTerms *terms, HilMapId h, HilMapId g1, HilMapId g2);
/* The vocabulary: k·v, u (.) v, M * x for M in R^(mn), the cross product on R^3. */
HilBilinearId hil_bilinear_multiple(HilTerms *terms, HilSpace v);
HilBilinearId hil_bilinear_inner(HilTerms *terms, HilSpace v);
HilBilinearId hil_bilinear_matrix(HilTerms *terms, uint32_t m, uint32_t n);
HilBilinearId hil_bilinear_cross(HilTerms *terms);
/* (u<>) and (<>v) at a point: linear functions. */
HilMapId hil_section_left(HilTerms *terms, Machine *machine, HilBilinearId bilinear, const HilVector *u);
HilMapId hil_section_right(HilTerms *terms, Machine *machine, HilBilinearId bilinear, const HilVector *v);

HilFunId hilfun_comp(HilTerms *terms, HilFunId g, HilFunId f);
HilFunId hilfun_par(HilTerms *terms, HilIndex x, uint32_t n, const HilFunId *members); /* |x| = n of them */
HilFunId hilfun_map(HilTerms *terms, HilIndex x, HilFunId f);
HilFunId hilfun_linear(HilTerms *terms, HilMapId h);
HilFunId hilfun_bilinear(HilTerms *terms, HilBilinearId bilinear);
HilFunId hilfun_const(HilTerms *terms, HilSpace dom, HilSpace cod, const HilVector *w);
HilFunId hilfun_prim(HilTerms *terms, OpCode op, ConstantId exponent);
HilFunId hilfun_given(HilTerms *terms, HilSpace dom, HilSpace cod, OpId op);
HilFunId hilfun_if(HilTerms *terms, HilFunId c, HilFunId f, HilFunId g);
/* <f, g> = (f x g) o rep_2 */
HilFunId hilfun_tuple2(HilTerms *terms, HilFunId f, HilFunId g);

/* --------------------------------------------------------- typing, meaning -- */
/* f : V -o W with the spaces that its nodes say; f : V -> W likewise. */
MUST_CHECK Status hil_map_check(const HilTerms *terms, HilMapId m);
MUST_CHECK Status hil_fun_check(const HilTerms *terms, HilFunId f);
/* [[f]] at a vector, over the machine's ring. */
MUST_CHECK Status hil_apply(Machine *machine, const HilTerms *terms, HilMapId m, const HilVector *v, HilVector *out);
/* w * x : W(x)U for w : W(x)V and x : V(x)U, formally. */
MUST_CHECK Status hil_contract(Machine *machine, const HilSpaces *spaces, HilSpace w_space, HilSpace x_space,
                               const HilVector *w, const HilVector *x, HilVector *out);
MUST_CHECK Status hil_unitary(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v,
                              HilVector *out);
MUST_CHECK Status hil_eval(Machine *machine, const HilTerms *terms, HilFunId f, const HilVector *x, HilVector *out);
/* p a for a primitive. */
MUST_CHECK Status hil_primitive(Machine *machine, OpCode op, ConstantId exponent, Scalar a, Scalar *out);

/* Whether f 0 = 0 is known by its constructs, so that f^X of a function with finite support has one too; false too at
 * the arena's limit. */
bool hil_fun_keeps_zero(const HilTerms *terms, const Store *store, HilFunId f);
/* Nodes of every tree, by id, what is alike at each index counted once; at most
 * UINT32_MAX each.  NULL at the arena's limit. */
uint64_t *hil_map_sizes(const HilTerms *terms, Arena *arena);
uint64_t *hil_fun_sizes(const HilTerms *terms, Arena *arena);
/* The depth of each, 1 of a leaf. */
uint64_t *hil_fun_depths(const HilTerms *terms, Arena *arena);
/* `machine` prints scalars of its ring; NULL where there are none. */
void hil_map_print(const HilTerms *terms, Machine *machine, const Store *store, HilMapId m, FILE *out);
void hil_fun_print(const HilTerms *terms, Machine *machine, const Store *store, HilFunId f, FILE *out);

#endif
