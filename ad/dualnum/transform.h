/* What the rules of D are written with.  Private to ad/dualnum.
 *
 * D is one homomorphism for all stages: pairs, functions, let and arrays do not
 * look at scalars.  A stage says what a dual number is (number.c) and whether
 * terms are in the ID monad, where D[t] is written for a given Int identifier i
 * and has type D[T] * Int: `bind` opens a let of D[t] and takes the pair apart,
 * `give` makes one.  In the other stages they are let and nothing. */
#ifndef ADJUDGE_DUALNUM_TRANSFORM_H
#define ADJUDGE_DUALNUM_TRANSFORM_H

#include "ad/dualnum/dualnum.h"
#include "semantics/tables/rules.h"

typedef struct Dualnum {
  Store *store;
  DualTable *table;
  DualStage stage;
  DualTypeId context; /* c: the cotangents of the context */
  uint32_t depth;     /* identifiers in scope: the next one's level */
  uint32_t id;        /* the level of the Int that is the next free ID */
  uint32_t nesting;   /* nested calls left */
  Status status;      /* the first failure */
} Dualnum;

/* An identifier of the source, and its level in the target. */
typedef struct DualScope {
  const struct DualScope *outer;
  TypeId type; /* in the source */
  uint32_t level;
} DualScope;

/* An open `let x = t in`, and in the monad what it took. */
typedef struct DualBound {
  DualTermId term;
  uint32_t level; /* of x */
  uint32_t outer; /* the ID before */
  bool threaded;
} DualBound;

static inline bool in_monad(const Dualnum *d) { return dual_has_ids(d->stage); }

/* Terms, short. */
static inline DualTermId t_make(Dualnum *d, DualTermKind kind, DualTermId a, DualTermId b) {
  return dual_term(d->table, kind, 0, (DualTypeId){0}, a, b, (DualTermId){0});
}
static inline DualTermId t_one(Dualnum *d, DualTermKind kind, DualTermId a) {
  return t_make(d, kind, a, (DualTermId){0});
}
static inline DualTermId t_leaf(Dualnum *d, DualTermKind kind) { return t_one(d, kind, (DualTermId){0}); }
static inline DualTermId t_typed(Dualnum *d, DualTermKind kind, uint32_t payload, DualTypeId type, DualTermId a,
                                 DualTermId b) {
  return dual_term(d->table, kind, payload, type, a, b, (DualTermId){0});
}
static inline DualTermId t_var(Dualnum *d, uint32_t level) {
  return dual_term(d->table, DUAL_TERM_VAR, level, (DualTypeId){0}, (DualTermId){0}, (DualTermId){0}, (DualTermId){0});
}
static inline DualTermId t_z(Dualnum *d) { return t_leaf(d, DUAL_TERM_Z); }
static inline DualTermId t_fst(Dualnum *d, DualTermId t) { return t_one(d, DUAL_TERM_FST, t); }
static inline DualTermId t_snd(Dualnum *d, DualTermId t) { return t_one(d, DUAL_TERM_SND, t); }
static inline DualTermId t_pair(Dualnum *d, DualTermId a, DualTermId b) { return t_make(d, DUAL_TERM_PAIR, a, b); }
static inline DualTermId t_zero(Dualnum *d, DualTypeId type) {
  return t_typed(d, DUAL_TERM_ZERO, 0, type, (DualTermId){0}, (DualTermId){0});
}
static inline DualTermId t_index(Dualnum *d, DualTermId i, DualTermId array) {
  return t_make(d, DUAL_TERM_INDEX, i, array);
}
static inline DualTermId t_llam(Dualnum *d, DualTypeId type, DualTermId body) {
  return t_typed(d, DUAL_TERM_LLAM, 0, type, body, (DualTermId){0});
}
/* \_R s. r, s and f r. */
static inline DualTermId t_rlam(Dualnum *d, DualTermId r) {
  DualTypeId staged = dual_type(d->table, DUAL_COLLECT, (DualTypeId){0}, (DualTypeId){0}, 0);
  return t_typed(d, DUAL_TERM_RLAM, 0, staged, r, (DualTermId){0});
}
static inline DualTermId t_s(Dualnum *d) { return t_leaf(d, DUAL_TERM_RES); }
static inline DualTermId t_rapp(Dualnum *d, DualTermId f, DualTermId r) { return t_make(d, DUAL_TERM_RAPP, f, r); }
DualTermId t_op(Dualnum *d, OpId op, DualTermId x, DualTermId y);
DualTermId t_int(Dualnum *d, int64_t n);
DualTermId t_real(Dualnum *d, int64_t n);
/* build n (j. t): t was made between dual_open and this. */
DualTermId t_build(Dualnum *d, uint32_t n, DualTermId body);
DualTermId t_sum(Dualnum *d, uint32_t n, DualTypeId type, DualTermId body);
/* The same for as many as the Int says. */
DualTermId t_sum_to(Dualnum *d, DualTermId count, DualTypeId type, DualTermId body);

/* Binders: the level of what is bound. */
static inline uint32_t dual_open(Dualnum *d) { return d->depth++; }
static inline void dual_close(Dualnum *d) { d->depth--; }
/* let x = t in ..., outside the monad */
DualBound dual_let(Dualnum *d, DualTermId t);
/* let (x, i) = t in ... in the monad; let x = t in ... else */
DualBound dual_bind(Dualnum *d, DualTermId t);
DualTermId dual_in(Dualnum *d, const DualBound *bound, DualTermId body);
/* (t, i), or t */
DualTermId dual_give(Dualnum *d, DualTermId t);
/* One element after another: build or thread n (j. body), in the monad given the ID. */
typedef struct DualEach {
  uint32_t j, outer;
} DualEach;
DualEach dual_each(Dualnum *d);
DualTermId dual_all(Dualnum *d, const DualEach *each, uint32_t n, DualTermId body);

DualTermId dual_fail(Dualnum *d, Status status);

/* ---- transform.c: D[t], and the source type of t */
DualTermId dual_transform(Dualnum *d, const DualScope *scope, TermId t, TypeId *type);

/* ---- extensions.c */
DualTermId dual_inject(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_match(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_roll(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_iterate(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_while(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_letrec(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_fold(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_gather(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);

/* An open body of `iterate k (p. ...) s` or `while`: the state at a level, in the monad with the ID beside it. */
typedef struct DualLoop {
  DualBound state, id;
  uint32_t outer;
} DualLoop;
DualLoop dual_loop_open(Dualnum *d);
/* The whole iterate, of p. body. */
DualTermId dual_loop_close(Dualnum *d, const DualLoop *loop, DualTermId count, DualTermId start, DualTermId body);

/* ---- vectors.c: dynamic arrays */
static inline bool dual_is_vec(const Dualnum *d, TypeId type) { return type_kind(&d->store->types, type) == TYPE_VEC; }
static inline DualTermId t_length(Dualnum *d, DualTermId t) { return t_one(d, DUAL_TERM_LENGTH, t); }
DualTermId dual_vbuild(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_length(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_filter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_append(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_scan(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_vscatter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
/* map, zipWith and gather, their operands being bound. */
DualTermId dual_vec_map(Dualnum *d, const DualScope *scope, TermId body, const DualBound *xs, TypeId a,
                        const DualBound *ys, TypeId b, TypeId *type);
DualTermId dual_vec_gather(Dualnum *d, const DualBound *is, const DualBound *xs, TypeId type);

/* ---- sums.c: sums of numbers, at any type that can be added */
DualTermId dual_total(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
DualTermId dual_scatter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type);
/* group k is m */
DualTermId t_group(Dualnum *d, DualTermId k, DualTermId is, DualTermId m);
/* One entry of a scatter, given: the sum of what the array at a level has at the indices
 * in the Vec at the level `picked`. */
DualTermId dual_scattered(Dualnum *d, uint32_t array, uint32_t picked, TypeId type);

/* ---- types.c */
DualTypeId dual_contrib(DualTable *table);
/* M: what backpropagators give: c, Staged c, ...; in forward mode a tangent */
DualTypeId dual_codomain(DualTable *table, DualStage stage, DualTypeId context);

/* ---- number.c: what a dual number is
 * (value, body): as the stage says; given, in the monad, with the next ID. */
DualTermId number_make(Dualnum *d, DualTermId value, DualTermId body);
/* What is added to the body for operand x: through d_k op(x, y), and plainly. */
DualTermId number_through(Dualnum *d, DualTermId number, OpId op, uint32_t k, DualTermId x, DualTermId y);
DualTermId number_plain(Dualnum *d, DualTermId number);
DualTermId number_zero(Dualnum *d);
DualTermId number_plus(Dualnum *d, DualTermId a, DualTermId b);
DualTermId number_sum(Dualnum *d, uint32_t n, DualTermId body);
DualTermId number_sum_to(Dualnum *d, DualTermId count, DualTermId body);

/* ---- operations.c: D[op(x, y)] for operands at these levels */
DualTermId dual_operation(Dualnum *d, OpId op, const uint32_t *level);

/* ---- interleave.c, deinterleave.c */
/* D[x] for x : T of the source, given; `path` is the level of the linear function
 * that puts a cotangent of x into its place (stages with such), of dx forward, and of
 * the Int that is the place of x among the inputs' scalars, vectorised. */
DualTermId dual_interleave(Dualnum *d, DualTermId x, TypeId type, uint32_t path);
/* The function that Interleave begins with. */
DualTermId dual_injection(Dualnum *d);
bool dual_has_path(DualStage stage);
/* (y, dy) of y : D[T] at the level. */
DualTermId dual_deinterleave(Dualnum *d, uint32_t level, TypeId type);
/* The body z : T_ -o c of the derivative, from `call` : M, cotangents collected. */
DualTermId dual_collect_gradient(Dualnum *d, TypeId context, DualTermId call);

#endif
