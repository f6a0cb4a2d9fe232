/* The store: types, constants, operations, names and terms of one session.
 *
 * Building is total: a constructor given id 0, or that hits a limit, answers
 * id 0 and sets the store's sticky status; whoever builds a term looks at
 * store_take_status once, when it is finished. */
#ifndef ADJUDGE_TABLES_STORE_H
#define ADJUDGE_TABLES_STORE_H

#include "semantics/rings/constants.h"
#include "semantics/tables/ops.h"
#include "semantics/tables/types.h"

#include "semantics/tables/names.h"
#include "semantics/tables/terms.h"

typedef struct Store {
  TypeTable types;
  ConstantTable constants;
  OpTable ops;
  TermTable terms;
  NameTable names;
  Status status;
  /* Cache of the bodies of Dop and Dop^t by LopId; see linear/derivatives.h. */
  TermId *bodies;
  uint32_t body_capacity;
  TermId *parts; /* the same of the parts of rules that are constant; see ad/chad/scheme.h */
  /* Terms below these counts have been found to be formed; see source/formed.h. */
  uint32_t formed_working, formed_definitions;
} Store;

/* A new store for at most `term_limit` working terms; NULL without memory. */
Store *store_new(uint32_t term_limit);
void store_free(Store *store);
/* The first failure of building since the last call. */
MUST_CHECK Status store_take_status(Store *store);
/* A judgement that met a type refused for its size has reached a limit: what it
 * judged is not ill typed.  `types.exhausted` is cleared before the judgement. */
static inline Status store_judged(const Store *store, Status status) {
  return status == STATUS_ILL_TYPED && store->types.exhausted ? STATUS_LIMIT : status;
}

/* Working terms made after the mark are forgotten on release. */
static inline uint32_t store_mark(const Store *store) { return store->terms.working.count; }
static inline void store_release(Store *store, uint32_t mark) {
  term_table_release(&store->terms, mark);
  if (store->formed_working > store->terms.working.count) store->formed_working = store->terms.working.count;
}
/* Constants and operations made after this mark are forgotten on release, with
 * the terms that name them, unless definitions were made since: those may name
 * them too, and then all stay. */
typedef struct StoreTables {
  uint32_t constants, ops, lops, definitions;
} StoreTables;
StoreTables store_mark_tables(const Store *store);
void store_release_tables(Store *store, StoreTables mark);
/* Between these two calls new terms are definitions, which are never released. */
static inline void store_begin_definition(Store *store) { term_table_define(&store->terms, true); }
static inline void store_end_definition(Store *store) { term_table_define(&store->terms, false); }

/* Names: hints for the printer, interned. */
NameId name_make(Store *store, const char *text, size_t length);
const char *name_text(const Store *store, NameId name); /* "" for none */

static inline const Term *term(const Store *store, TermId t) { return term_get(&store->terms, t); }

/* A term of any kind; the checks are the caller's (see the typing judgements). */
TermId term_make(Store *store, TermKind kind, uint32_t payload, NameId name, TermId k0, TermId k1, TermId k2,
                 TermId k3);

/* One constructor for each line of terms.def. */
TermId term_var(Store *store, uint32_t index);
TermId term_let(Store *store, NameId x, TermId t, TermId s);
TermId term_op(Store *store, OpId op, TermId x, TermId y);
TermId term_unit(Store *store);
TermId term_pair(Store *store, TermId t, TermId s);
TermId term_fst(Store *store, TermId t);
TermId term_snd(Store *store, TermId t);
TermId term_lam(Store *store, NameId x, TypeId type, TermId t);
TermId term_app(Store *store, TermId t, TermId s);
TermId term_map(Store *store, NameId x, TermId body, TermId array);
TermId term_zipwith(Store *store, NameId x, NameId y, TermId body, TermId a, TermId b);
TermId term_build(Store *store, NameId i, uint32_t n, TermId body);
TermId term_index(Store *store, TermId i, TermId array);
/* inl t and inr t at the type `sum`. */
TermId term_inl(Store *store, TypeId sum, TermId t);
TermId term_inr(Store *store, TypeId sum, TermId t);
TermId term_match(Store *store, NameId x, NameId y, TermId r, TermId t, TermId s);
/* if b then t else s, t and s under no identifier more than b. */
TermId term_if(Store *store, TermId b, TermId t, TermId s);
TermId term_iterate(Store *store, NameId x, TermId k, TermId t, TermId s);
TermId term_while(Store *store, NameId x, TermId b, TermId t, TermId s);
TermId term_fold(Store *store, NameId a, NameId x, TermId t, TermId s, TermId array);
TermId term_scan(Store *store, NameId a, NameId x, TermId t, TermId s, TermId array);
/* total t : element, of an array of that element. */
TermId term_total(Store *store, TypeId element, TermId t);
TermId term_gather(Store *store, TermId indices, TermId array);
/* scatter n is as : result, an array of length n. */
TermId term_scatter(Store *store, TypeId result, TermId indices, TermId array);
/* Dynamic arrays: vbuild k (i. t), and filter (x. b) t. */
TermId term_vbuild(Store *store, NameId i, TermId k, TermId t);
TermId term_length(Store *store, TermId t);
TermId term_filter(Store *store, NameId x, TermId b, TermId t);
TermId term_append(Store *store, TermId t, TermId s);
/* vscatter k indices array : Vec of the element. */
TermId term_vscatter(Store *store, TypeId element, TermId k, TermId indices, TermId array);
TermId term_letrec(Store *store, NameId f, TypeId type, TermId s, TermId t);
/* roll t : mu, and unroll t. */
TermId term_roll(Store *store, TypeId mu, TermId t);
TermId term_unroll(Store *store, TermId t);
TermId term_lvar(Store *store);
TermId term_letv(Store *store, TermId t, TermId s);
TermId term_lop(Store *store, LopId lop, TermId x, TermId y, TermId s);
TermId term_copower(Store *store, TermId t, TermId s);
TermId term_case(Store *store, NameId y, TypeId result, TermId t, TermId s);
TermId term_llam(Store *store, TypeId type, TermId t);
TermId term_lapp(Store *store, TermId t, TermId s);
TermId term_zero(Store *store, TypeId type);
TermId term_plus(Store *store, TermId t, TermId s);
TermId term_lsum(Store *store, TermId t);
TermId term_onehot(Store *store, uint32_t n, TermId i, TermId t);
TermId term_bigsum(Store *store, NameId i, TypeId result, TermId k, TermId t);
TermId term_liter(Store *store, NameId i, TermId k, TermId t, TermId s);
TermId term_dmap(Store *store, NameId x, TermId t, TermId s, TermId r, TermId u);
TermId term_dmapt(Store *store, NameId x, TermId t, TermId s, TermId r, TermId u);

static inline TypeId term_type_payload(const Term *t) { return (TypeId){t->payload}; }
static inline OpId term_op_payload(const Term *t) { return (OpId){t->payload}; }
static inline LopId term_lop_payload(const Term *t) { return (LopId){t->payload}; }

/* Whether the payload is a type: terms.def says "TypeId". */
bool term_has_type_payload(TermKind kind);

/* Nodes of the tree (shared subterms counted at each place); at most
 * TERM_SIZE_MAX, which means that many or more, or nesting beyond limits. */
#define TERM_SIZE_MAX ((uint64_t)1 << 26)
uint64_t term_size(const Store *store, TermId t);
/* The functions below look at TERM_SIZE_MAX nodes at most. */
/* Same tree up to name hints; "no" beyond limits. */
bool term_equal(const Store *store, TermId a, TermId b);
/* Whether the identifier `index` occurs free, and how often (saturating;
 * UINT32_MAX beyond limits). */
uint32_t term_occurrences(const Store *store, TermId t, uint32_t index);
/* t with every free identifier >= cutoff moved by `by`; here and below, id 0 and
 * LIMIT beyond limits. */
TermId term_shift(Store *store, TermId t, uint32_t cutoff, int32_t by);
/* t[s/x] for the identifier `index`, and the identifiers above it moved down
 * by one: the contractum of `let x = s in t` at index 0. */
TermId term_subst(Store *store, TermId t, uint32_t index, TermId s);
/* t[s/x], s under as many more binders, which take x's place: of let x = .. in t that of let x1 = .. in let x2 = .. in
 * t[s/x] with 2. */
TermId term_replace(Store *store, TermId t, uint32_t index, uint32_t binders, TermId s);
/* t[s/v] for a linear term t: enters neither the bodies of \v, of let v, of
 * case of a copower, of liter, nor of Dmap. */
TermId term_subst_linear(Store *store, TermId t, TermId s);

#endif
