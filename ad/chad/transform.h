/* What the rules of ->D and <-D are written with.
 *
 * Target terms are built from the leaves, while the rules bind from the outside
 * in.  So a rule opens its binders (chad_let_dual, chad_let, chad_bind), builds
 * the body with identifiers named by LEVEL (the outermost is 0), and closes
 * them in reverse order (chad_in_dual, chad_in, chad_unbind).  A level does not
 * change when more binders are opened; chad_var turns it into an index. */
#ifndef ADJUDGE_AD_CHAD_TRANSFORM_H
#define ADJUDGE_AD_CHAD_TRANSFORM_H

#include "ad/chad/chad.h"

/* One transformation under way. */
typedef struct Chad {
  Store *store;
  ChadMode mode;
  const Program *source;
  TermId v;         /* the linear identifier */
  uint32_t depth;   /* Cartesian identifiers of the target in scope */
  uint32_t nesting; /* nested calls left */
  Status status;    /* the first failure */
  struct {
    NameId x, dx, y, dy, z, dz, ys, i, pair;
  } names;
} Chad;

/* An identifier of the source that a subterm is under. */
typedef struct Scope {
  const struct Scope *outer;
  TypeId type;
  uint32_t level; /* of its primal in the target */
  bool closed;    /* a recursive function that captures nothing real: its (co)tangent is 0_ */
} Scope;

/* G: the program's context, extended by `scope`; its i-th identifier is at
 * level i of the target. */
typedef struct Gamma {
  const Scope *scope;
  TypeId tangent; /* D(G)2 */
} Gamma;

/* D(t), and the source type of t. */
typedef struct Dual {
  TermId term;
  TypeId type;
} Dual;

/* An open `let z = D(t) in let x = fst z in let x' = snd z in ...`.  At type Int
 * an operand keeps only its primal: `let x = fst D(t) in ...`. */
typedef struct DualLet {
  Dual bound;
  uint32_t primal, linear; /* levels of x and x' */
  NameId x, dx;
  bool primal_only;
} DualLet;

/* An open `let x = t in ...`. */
typedef struct Let {
  TermId bound;
  uint32_t level;
  NameId x;
} Let;

DualLet chad_let_dual(Chad *chad, Dual dual, NameId x, NameId dx);
DualLet chad_let_primal(Chad *chad, Dual dual, NameId x);
TermId chad_in_dual(Chad *chad, const DualLet *x, TermId body);
Let chad_let(Chad *chad, NameId x, TermId bound);
TermId chad_in(Chad *chad, const Let *x, TermId body);

/* Opens a binder that is no let; answers its level. */
static inline uint32_t chad_bind(Chad *chad) { return chad->depth++; }
static inline void chad_unbind(Chad *chad, uint32_t count) { chad->depth -= count; }

static inline TermId chad_var(const Chad *chad, uint32_t level) {
  return term_var(chad->store, chad->depth - 1 - level);
}
/* x, and x' @ t, of an open let. */
static inline TermId chad_x(const Chad *chad, const DualLet *x) { return chad_var(chad, x->primal); }
static inline TermId chad_dx(const Chad *chad, const DualLet *x, TermId t) {
  return term_lapp(chad->store, chad_var(chad, x->linear), t);
}

/* G, x:T, with x at that level; the scope is storage of the caller. */
Gamma chad_extend(Chad *chad, const Gamma *gamma, Scope *scope, TypeId type, uint32_t level);
/* The source identifier of that index; false when there is none. */
bool chad_lookup(Chad *chad, const Gamma *gamma, uint32_t index, Scope *found);
/* proj_x(t) and coproj_x(t) for the source identifier of that index. */
TermId chad_proj(Chad *chad, uint32_t index, TermId t);
TermId chad_coproj(Chad *chad, TypeId context_tangent, uint32_t index, TermId t);

/* D(T)1 and D(T)2 in the mode at hand; the transformation is UNABLE to where T holds data. */
TypeId chad_type1(Chad *chad, TypeId type);
TypeId chad_type2(Chad *chad, TypeId type);

/* The name x', for x. */
NameId chad_prime(Chad *chad, NameId x, NameId otherwise);
static inline NameId chad_name(NameId x, NameId otherwise) { return x.id != 0 ? x : otherwise; }

/* Failure of the transformation. */
Dual chad_fail(Chad *chad, Status status);

/* index i ys and d_i = snd (index i ys), for the array of D-pairs. */
static inline TermId chad_entry(const Chad *chad, uint32_t ys, uint32_t i) {
  return term_index(chad->store, chad_var(chad, i), chad_var(chad, ys));
}
static inline TermId chad_d(const Chad *chad, uint32_t ys, uint32_t i, TermId t) {
  return term_lapp(chad->store, term_snd(chad->store, chad_entry(chad, ys, i)), t);
}
/* build n (i. fst (index i ys)), or map (p. fst p) ys of a Vec */
TermId chad_primals(Chad *chad, uint32_t ys, uint32_t n);
/* build n (i. path (index i v)), where the path is applied from the inside */
TermId chad_unzip(Chad *chad, uint32_t n, const TermKind *path, uint32_t length);
/* The length of an array type, TYPE_DYNAMIC of a Vec; 0 if it is none. */
uint32_t chad_length(const Chad *chad, TypeId array);

/* The parts of map(x.t, s).  Which rule applies depends on their types, and
 * where they stand on the rule: D(s) is built under one identifier (the y of
 * the rule of section 10), D(t) under x alone.  The rule for other types moves
 * them by chad_map_move. */
typedef struct MapParts {
  Dual array, body;
  NameId x;
  bool real; /* a real array and a real body: the form of section 10 */
} MapParts;
typedef Dual (*ChadTransform)(Chad *chad, const Gamma *gamma, TermId t);
MapParts chad_map_parts(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
/* To D(s) under nothing, and D(t) under z, z's halves and x. */
void chad_map_move(Chad *chad, MapParts *parts);

/* D(t) under the x and y of zipWith(x y.t, a, b), at the arrays' types. */
typedef struct ZipBody {
  Dual body;
  NameId x, y;
} ZipBody;
ZipBody chad_zip_body(Chad *chad, const Gamma *gamma, const Term *t, TypeId a, TypeId b, ChadTransform transform);
/* D(t) under the i of build n (i.t). */
Dual chad_build_body(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);

/* The parts that the rules of sums, iteration and folds have in common, with the
 * halves of both modes: control.c. */
/* The branch of a case under its identifier, D_{G,x}(t), open as ⟨u,u'⟩: the
 * caller closes u and one identifier. */
DualLet chad_branch(Chad *chad, const Gamma *gamma, Scope *scope, TypeId bound, TermId t, ChadTransform transform);
/* iterate k (p.step) D(s) and while (p. fst D_{G,x}(b)) (p.step) D(s); `step`
 * makes the linear half from x' and z'. */
typedef TermId (*ChadStep)(Chad *chad, const Gamma *gamma, TermId dx, const DualLet *z);
Dual chad_iterate(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform, ChadStep step);
Dual chad_while(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform, ChadStep step);
/* The open parts of fold and scan: ⟨s,s'⟩ = D(s), ⟨z,z'⟩ = D(as) and
 *   ys = scan (p x. let a = fst p in D_{G,a,x}(t)) ⟨s, λ_v. 0_⟩ z,  e_i = snd (index (i+1) ys). */
typedef struct ChadFold {
  DualLet start, array;
  Let ys;
  uint32_t n;
  TypeId state, element; /* of the source */
} ChadFold;
ChadFold chad_fold_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
/* ⟨primal, linear⟩ with what was opened closed: the fold's last state, or all. */
Dual chad_fold_close(Chad *chad, const Gamma *gamma, const ChadFold *fold, bool scan, TermId linear);
/* e_i • t, i an Int term. */
TermId chad_fold_step(Chad *chad, const ChadFold *fold, TermId i, TermId t);
/* k, and t + k, of Int. */
TermId chad_int(Chad *chad, int64_t k);
TermId chad_int_plus(Chad *chad, TermId t, int64_t k);
/* letrec: recursion.c.  Both modes are one rule but for the linear halves. */
Dual chad_letrec(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
/* The number of elements, n or length z, as an Int term. */
TermId chad_fold_count(Chad *chad, const ChadFold *fold);
/* The operands of gather and scatter, the indices' primal alone. */
typedef struct ChadIndexed {
  DualLet indices, array;
  uint32_t m, n; /* lengths of the indices and of the array indexed */
  TypeId type;   /* of the result */
} ChadIndexed;
ChadIndexed chad_indexed_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
Dual chad_indexed_close(Chad *chad, const Gamma *gamma, const ChadIndexed *open, TermKind kind, TermId linear);
/* build m (j. index is_j v), \j. v is_j of Vec; and sum (build m (j. onehot n is_j (index j v))) */
TermId chad_read_at(Chad *chad, const ChadIndexed *open);
TermId chad_add_at(Chad *chad, const ChadIndexed *open);
/* fst and snd of v along a path, the outermost first: "fs" is fst (snd v). */
TermId chad_part(Chad *chad, const char *path);

/* vectors.c: (co)tangents of arrays of static length n and, where n is TYPE_DYNAMIC,
 * of Vec, forward a function of the index and in reverse a copower on indices. */
/* Entry i of t, of the type: index i t; t i; case t of !q (x) v -> if q == i then v else 0_. */
TermId chad_at(Chad *chad, uint32_t n, TermId i, TermId t, TypeId type);
/* t, of the type, at i and 0_ elsewhere: onehot n i t; \q. if q == i then t else 0_; !i (x) t. */
TermId chad_delta(Chad *chad, uint32_t n, TermId i, TermId t, TypeId type);
/* Forward: build n (i. t) or \i. t, from t under i. */
TermId chad_tabulate(Chad *chad, uint32_t n, TermId t);
/* The open parts of filter (x. b) as: z of D(as), and the indices kept
 *   ks = filter (i. let x = index i z in fst D_{G,x}(b)) (vbuild (length z) (i. i)). */
typedef struct ChadFilter {
  DualLet array;
  Let kept;
} ChadFilter;
ChadFilter chad_filter_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
Dual chad_filter_close(Chad *chad, const Gamma *gamma, const ChadFilter *filter, TermId linear);
/* The open parts of vscatter k is as. */
typedef struct ChadScatter {
  DualLet count, indices, array;
} ChadScatter;
ChadScatter chad_scatter_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
Dual chad_scatter_close(Chad *chad, const Gamma *gamma, const ChadScatter *scatter, const Term *t, TermId linear);
/* bigsum (length is) (j. if is_j == i then t else 0_) of the type, from t under j, whose
 * binder is closed. */
TermId chad_where_index(Chad *chad, const ChadScatter *scatter, uint32_t i, uint32_t j, TermId t, TypeId type);
/* The open parts of vbuild k (i. t): k, and ys = vbuild k (i. D_{G,i}(t)). */
typedef struct ChadBuild {
  DualLet count;
  Let ys;
  TypeId type;
} ChadBuild;
ChadBuild chad_vbuild_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform);
Dual chad_vbuild_close(Chad *chad, const Gamma *gamma, const ChadBuild *build, TermId linear);
/* i < j and i == j of Ints, i - j. */
TermId chad_int_op(Chad *chad, OpCode code, TermId i, TermId j);

/* The two transformations of a term; the array rules of each. */
Dual forward_term(Chad *chad, const Gamma *gamma, TermId t);
Dual forward_map(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_zipwith(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_build(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_index(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_term(Chad *chad, const Gamma *gamma, TermId t);
Dual reverse_map(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_zipwith(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_build(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_index(Chad *chad, const Gamma *gamma, const Term *t);
/* Sums, iteration and array combinators. */
Dual forward_inl(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_inr(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_match(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_iterate(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_while(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_fold(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_scan(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_total(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_gather(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_scatter(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_letrec(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_inl(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_inr(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_match(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_iterate(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_while(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_fold(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_scan(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_total(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_gather(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_scatter(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_letrec(Chad *chad, const Gamma *gamma, const Term *t);

/* Dynamic arrays; of map, zipWith and gather the linear half alone. */
Dual forward_vbuild(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_length(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_filter(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_append(Chad *chad, const Gamma *gamma, const Term *t);
Dual forward_vscatter(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_vbuild(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_length(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_filter(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_append(Chad *chad, const Gamma *gamma, const Term *t);
Dual reverse_vscatter(Chad *chad, const Gamma *gamma, const Term *t);
TermId reverse_vec_map(Chad *chad, const Gamma *gamma, const DualLet *z, uint32_t ys);
TermId reverse_vec_zipwith(Chad *chad, const Gamma *gamma, const DualLet *a, const DualLet *b, uint32_t ys);
TermId reverse_vec_gather(Chad *chad, const ChadIndexed *open);

#endif
