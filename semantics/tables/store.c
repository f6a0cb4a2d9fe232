#include "semantics/tables/store.h"
#include "semantics/tables/kept.h"

#include <stdlib.h>
#include <string.h>

/* How deep the recursive functions on terms go before they report LIMIT. */
#define MAX_DEPTH 20000u

const char *status_name(Status status) {
  switch (status) {
  case STATUS_OK: return "ok";
  case STATUS_ILL_TYPED: return "ill-typed";
  case STATUS_STUCK: return "stuck";
  case STATUS_DOMAIN: return "outside the domain";
  case STATUS_UNABLE: return "not available in this ring";
  case STATUS_LIMIT: return "limit";
  }
  return "unknown";
}

const TermInfo *term_info(TermKind kind) {
  enum { SOURCE = 0, TARGET = 1 };
  static const TermInfo infos[TERM_KIND_COUNT] = {
      [TERM_NONE] = {"none", "----", "0000", false},
#define TERM(kind, name, modes, binders, payload, level, formula)                                                      \
  [TERM_##kind] = {name, modes, binders, level == TARGET},
#include "semantics/tables/terms.def"
#undef TERM
  };
  return &infos[kind];
}

bool term_has_type_payload(TermKind kind) {
  static const char *const payloads[TERM_KIND_COUNT] = {
      [TERM_NONE] = "",
#define TERM(kind, name, modes, binders, payload, level, formula) [TERM_##kind] = payload,
#include "semantics/tables/terms.def"
#undef TERM
  };
  return strstr(payloads[kind], "TypeId") != NULL;
}

/* --------------------------------------------------------------- store -- */

/* The store is the first part: where it is, the whole is. */
typedef struct Kept {
  Store store;
  StoreKept beside;
} Kept;

StoreKept *store_kept(Store *store) { return &((Kept *)store)->beside; }

Store *store_new(uint32_t term_limit) {
  Kept *whole = calloc(1, sizeof *whole);
  if (whole == NULL) return NULL;
  Store *store = &whole->store;
  bool types = type_table_init(&store->types), constants = constant_table_init(&store->constants);
  bool ops = op_table_init(&store->ops), terms = term_table_init(&store->terms, term_limit);
  bool names = name_table_init(&store->names);
  if (!types || !constants || !ops || !terms || !names) {
    store_free(store);
    return NULL;
  }
  store->formed_working = store->formed_definitions = 1;
  return store;
}

void store_free(Store *store) {
  if (store == NULL) return;
  StoreKept *kept = store_kept(store);
  if (kept->release != NULL) kept->release(kept->kept);
  type_table_free(&store->types);
  constant_table_free(&store->constants);
  op_table_free(&store->ops);
  term_table_free(&store->terms);
  name_table_free(&store->names);
  free(store->bodies);
  free(store->parts);
  free(store);
}

NameId name_make(Store *store, const char *text, size_t length) { return name_intern(&store->names, text, length); }

const char *name_text(const Store *store, NameId name) { return name_get(&store->names, name); }

Status store_take_status(Store *store) {
  Status status = store_judged(store, store->status);
  store->status = STATUS_OK;
  store->types.exhausted = false;
  return status;
}

static void store_fail(Store *store, Status status) {
  if (store->status == STATUS_OK) store->status = status;
}

StoreTables store_mark_tables(const Store *store) {
  return (StoreTables){store->constants.count, store->ops.op_count, store->ops.lop_count,
                       store->terms.definitions.count};
}

void store_release_tables(Store *store, StoreTables mark) {
  if (store->terms.definitions.count != mark.definitions) return;
  op_table_release(&store->ops, mark.ops, mark.lops);
  constant_table_release(&store->constants, mark.constants);
  store->formed_working = 1;
}

/* --------------------------------------------------------------- terms -- */

TermId term_make(Store *store, TermKind kind, uint32_t payload, NameId name, TermId k0, TermId k1, TermId k2,
                 TermId k3) {
  Term node = {.kind = kind, .kid = {k0, k1, k2, k3}, .payload = payload, .name = name};
  TermId made = term_add(&store->terms, node);
  if (made.id == 0) store_fail(store, term_kids_known(&store->terms, node) ? STATUS_LIMIT : STATUS_ILL_TYPED);
  return made;
}

/* A term whose children must all be terms. */
static TermId make1(Store *store, TermKind kind, uint32_t payload, NameId name, TermId a) {
  if (a.id == 0) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, kind, payload, name, a, TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId make2(Store *store, TermKind kind, uint32_t payload, NameId name, TermId a, TermId b) {
  if (a.id == 0 || b.id == 0) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, kind, payload, name, a, b, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId make3(Store *store, TermKind kind, uint32_t payload, NameId name, TermId a, TermId b, TermId c) {
  if (a.id == 0 || b.id == 0 || c.id == 0) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, kind, payload, name, a, b, c, TERM_NONE_ID);
}

static TermId make4(Store *store, TermKind kind, NameId name, TermId a, TermId b, TermId c, TermId d) {
  if (a.id == 0 || b.id == 0 || c.id == 0 || d.id == 0) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, kind, 0, name, a, b, c, d);
}

static TermId make0(Store *store, TermKind kind, uint32_t payload) {
  return term_make(store, kind, payload, NAME_NONE, TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID, TERM_NONE_ID);
}

TermId term_var(Store *store, uint32_t index) { return make0(store, TERM_VAR, index); }
TermId term_let(Store *store, NameId x, TermId t, TermId s) { return make2(store, TERM_LET, 0, x, t, s); }
TermId term_unit(Store *store) { return make0(store, TERM_UNIT, 0); }
TermId term_pair(Store *store, TermId t, TermId s) { return make2(store, TERM_PAIR, 0, NAME_NONE, t, s); }
TermId term_fst(Store *store, TermId t) { return make1(store, TERM_FST, 0, NAME_NONE, t); }
TermId term_snd(Store *store, TermId t) { return make1(store, TERM_SND, 0, NAME_NONE, t); }
TermId term_app(Store *store, TermId t, TermId s) { return make2(store, TERM_APP, 0, NAME_NONE, t, s); }
TermId term_lvar(Store *store) { return make0(store, TERM_LVAR, 0); }
TermId term_letv(Store *store, TermId t, TermId s) { return make2(store, TERM_LETV, 0, NAME_NONE, t, s); }
TermId term_copower(Store *store, TermId t, TermId s) { return make2(store, TERM_COPOWER, 0, NAME_NONE, t, s); }
TermId term_lapp(Store *store, TermId t, TermId s) { return make2(store, TERM_LAPP, 0, NAME_NONE, t, s); }
TermId term_plus(Store *store, TermId t, TermId s) { return make2(store, TERM_PLUS, 0, NAME_NONE, t, s); }
TermId term_lsum(Store *store, TermId t) { return make1(store, TERM_LSUM, 0, NAME_NONE, t); }

TermId term_op(Store *store, OpId op, TermId x, TermId y) {
  uint32_t arity = op_node(&store->ops, op)->arity, given = (x.id != 0) + (uint32_t)(y.id != 0);
  if (op.id == 0 || arity != given) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, TERM_OP, op.id, NAME_NONE, x, y, TERM_NONE_ID, TERM_NONE_ID);
}

TermId term_lop(Store *store, LopId lop, TermId x, TermId y, TermId s) {
  uint32_t arity = lop_node(&store->ops, lop)->arity, given = (x.id != 0) + (uint32_t)(y.id != 0);
  if (lop.id == 0 || arity != given || s.id == 0) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return term_make(store, TERM_LOP, lop.id, NAME_NONE, x, y, TERM_NONE_ID, s);
}

TermId term_lam(Store *store, NameId x, TypeId type, TermId t) {
  if (type_is_none(type)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_LAM, type.id, x, t);
}

TermId term_llam(Store *store, TypeId type, TermId t) {
  if (type_is_none(type)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_LLAM, type.id, NAME_NONE, t);
}

TermId term_zero(Store *store, TypeId type) {
  if (type_is_none(type)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make0(store, TERM_ZERO, type.id);
}

TermId term_case(Store *store, NameId y, TypeId result, TermId t, TermId s) {
  if (type_is_none(result)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make2(store, TERM_CASE, result.id, y, t, s);
}

TermId term_map(Store *store, NameId x, TermId body, TermId array) { return make2(store, TERM_MAP, 0, x, array, body); }
TermId term_zipwith(Store *store, NameId x, NameId y, TermId body, TermId a, TermId b) {
  return make3(store, TERM_ZIPWITH, y.id, x, a, b, body);
}
TermId term_build(Store *store, NameId i, uint32_t n, TermId body) { return make1(store, TERM_BUILD, n, i, body); }
TermId term_index(Store *store, TermId i, TermId array) { return make2(store, TERM_INDEX, 0, NAME_NONE, i, array); }
TermId term_onehot(Store *store, uint32_t n, TermId i, TermId t) {
  return make2(store, TERM_ONEHOT, n, NAME_NONE, i, t);
}
TermId term_inl(Store *store, TypeId sum, TermId t) {
  if (type_is_none(sum)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_INL, sum.id, NAME_NONE, t);
}
TermId term_inr(Store *store, TypeId sum, TermId t) {
  if (type_is_none(sum)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_INR, sum.id, NAME_NONE, t);
}
TermId term_match(Store *store, NameId x, NameId y, TermId r, TermId t, TermId s) {
  return make3(store, TERM_MATCH, y.id, x, r, t, s);
}
TermId term_if(Store *store, TermId b, TermId t, TermId s) {
  return term_match(store, NAME_NONE, NAME_NONE, b, term_shift(store, t, 0, 1), term_shift(store, s, 0, 1));
}
TermId term_iterate(Store *store, NameId x, TermId k, TermId t, TermId s) {
  return make3(store, TERM_ITERATE, 0, x, k, s, t);
}
TermId term_while(Store *store, NameId x, TermId b, TermId t, TermId s) {
  return make3(store, TERM_WHILE, 0, x, s, b, t);
}
TermId term_fold(Store *store, NameId a, NameId x, TermId t, TermId s, TermId array) {
  return make3(store, TERM_FOLD, x.id, a, s, array, t);
}
TermId term_scan(Store *store, NameId a, NameId x, TermId t, TermId s, TermId array) {
  return make3(store, TERM_SCAN, x.id, a, s, array, t);
}
TermId term_total(Store *store, TypeId element, TermId t) {
  if (type_is_none(element)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_TOTAL, element.id, NAME_NONE, t);
}
TermId term_gather(Store *store, TermId indices, TermId array) {
  return make2(store, TERM_GATHER, 0, NAME_NONE, indices, array);
}
TermId term_scatter(Store *store, TypeId result, TermId indices, TermId array) {
  if (type_is_none(result)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make2(store, TERM_SCATTER, result.id, NAME_NONE, indices, array);
}
TermId term_vbuild(Store *store, NameId i, TermId k, TermId t) { return make2(store, TERM_VBUILD, 0, i, k, t); }
TermId term_length(Store *store, TermId t) { return make1(store, TERM_LENGTH, 0, NAME_NONE, t); }
TermId term_filter(Store *store, NameId x, TermId b, TermId t) { return make2(store, TERM_FILTER, 0, x, t, b); }
TermId term_append(Store *store, TermId t, TermId s) { return make2(store, TERM_APPEND, 0, NAME_NONE, t, s); }
TermId term_vscatter(Store *store, TypeId element, TermId k, TermId indices, TermId array) {
  if (type_is_none(element)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make3(store, TERM_VSCATTER, element.id, NAME_NONE, k, indices, array);
}
TermId term_letrec(Store *store, NameId f, TypeId type, TermId s, TermId t) {
  if (type_is_none(type)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make2(store, TERM_LETREC, type.id, f, s, t);
}
TermId term_roll(Store *store, TypeId mu, TermId t) {
  if (type_is_none(mu)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make1(store, TERM_ROLL, mu.id, NAME_NONE, t);
}
TermId term_unroll(Store *store, TermId t) { return make1(store, TERM_UNROLL, 0, NAME_NONE, t); }
TermId term_bigsum(Store *store, NameId i, TypeId result, TermId k, TermId t) {
  if (type_is_none(result)) return store_fail(store, STATUS_ILL_TYPED), TERM_NONE_ID;
  return make2(store, TERM_BIGSUM, result.id, i, k, t);
}
TermId term_liter(Store *store, NameId i, TermId k, TermId t, TermId s) {
  return make3(store, TERM_LITER, 0, i, k, s, t);
}
TermId term_dmap(Store *store, NameId x, TermId t, TermId s, TermId r, TermId u) {
  return make4(store, TERM_DMAP, x, s, t, r, u);
}
TermId term_dmapt(Store *store, NameId x, TermId t, TermId s, TermId r, TermId u) {
  return make4(store, TERM_DMAPT, x, s, t, r, u);
}

/* ---------------------------------------------------- functions on terms -- */

/* Adds the nodes of t to *size, stopping at TERM_SIZE_MAX: a term that shares
 * its subterms may be exponentially larger than its table. */
static void add_size(const Store *store, TermId t, uint32_t depth, uint64_t *size) {
  if (t.id == 0 || *size >= TERM_SIZE_MAX) return;
  if (depth == 0) {
    *size = TERM_SIZE_MAX;
    return;
  }
  const Term *node = term(store, t);
  ++*size;
  for (int i = 0; i < TERM_KIDS; i++) add_size(store, node->kid[i], depth - 1, size);
}

uint64_t term_size(const Store *store, TermId t) {
  uint64_t size = 0;
  add_size(store, t, MAX_DEPTH, &size);
  return size;
}

/* What a payload means decides how it is compared: names are hints. */
static bool payload_is_name(TermKind kind) {
  return kind == TERM_ZIPWITH || kind == TERM_MATCH || kind == TERM_FOLD || kind == TERM_SCAN;
}

static bool equal_at(const Store *store, TermId a, TermId b, uint32_t depth, uint64_t *budget) {
  if (a.id == b.id) return true;
  if (a.id == 0 || b.id == 0 || depth == 0 || *budget == 0) return false;
  --*budget;
  const Term *s = term(store, a), *t = term(store, b);
  if (s->kind != t->kind || (s->payload != t->payload && !payload_is_name(s->kind))) return false;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (!equal_at(store, s->kid[i], t->kid[i], depth - 1, budget)) return false;
  }
  return true;
}

bool term_equal(const Store *store, TermId a, TermId b) {
  uint64_t budget = TERM_SIZE_MAX;
  return equal_at(store, a, b, MAX_DEPTH, &budget);
}

static uint32_t binders_of(const Term *node, int kid) { return (uint32_t)(term_info(node->kind)->binders[kid] - '0'); }

static uint64_t occurrences_at(const Store *store, TermId t, uint32_t index, uint32_t depth, uint64_t *budget) {
  if (t.id == 0) return 0;
  if (depth == 0 || *budget == 0) return UINT32_MAX;
  --*budget;
  const Term *node = term(store, t);
  if (node->kind == TERM_VAR) return node->payload == index;
  uint64_t count = 0;
  for (int i = 0; i < TERM_KIDS; i++) {
    count += occurrences_at(store, node->kid[i], index + binders_of(node, i), depth - 1, budget);
  }
  return count;
}

uint32_t term_occurrences(const Store *store, TermId t, uint32_t index) {
  uint64_t budget = TERM_SIZE_MAX, count = occurrences_at(store, t, index, MAX_DEPTH, &budget);
  return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

/* A replacement of free identifiers: `at(index, binders)` gives the term for a
 * free identifier under so many binders, or id 0 to keep it. */
typedef struct Renaming {
  enum { SHIFT, SUBSTITUTE } what;
  uint32_t index; /* the cutoff, or the identifier replaced */
  int32_t by;     /* how far what is above moves */
  TermId image;   /* SUBSTITUTE */
  uint64_t *budget;
} Renaming;

static TermId shift_at(Store *store, TermId t, uint32_t cutoff, int32_t by, uint32_t depth, uint64_t *budget);

static TermId rename_var(Store *store, TermId t, uint32_t variable, const Renaming *renaming, uint32_t binders,
                         uint32_t depth) {
  uint32_t index = renaming->index + binders;
  if (variable < index) return t;
  if (renaming->what == SHIFT || variable > index) return term_var(store, (uint32_t)((int64_t)variable + renaming->by));
  return binders == 0 ? renaming->image
                      : shift_at(store, renaming->image, 0, (int32_t)binders, depth, renaming->budget);
}

/* Rebuilds only what changes, so closed subterms stay shared. */
static TermId rename_at(Store *store, TermId t, const Renaming *renaming, uint32_t binders, uint32_t depth) {
  if (t.id == 0) return t;
  if (depth == 0 || *renaming->budget == 0) return store_fail(store, STATUS_LIMIT), TERM_NONE_ID;
  --*renaming->budget;
  Term node = *term(store, t);
  if (node.kind == TERM_VAR) return rename_var(store, t, node.payload, renaming, binders, depth);
  bool changed = false;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node.kid[i].id == 0) continue;
    TermId kid = rename_at(store, node.kid[i], renaming, binders + binders_of(&node, i), depth - 1);
    if (kid.id == 0) return TERM_NONE_ID;
    changed = changed || kid.id != node.kid[i].id;
    node.kid[i] = kid;
  }
  if (!changed) return t;
  return term_make(store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

static TermId shift_at(Store *store, TermId t, uint32_t cutoff, int32_t by, uint32_t depth, uint64_t *budget) {
  Renaming renaming = {.what = SHIFT, .index = cutoff, .by = by, .budget = budget};
  return by == 0 ? t : rename_at(store, t, &renaming, 0, depth);
}

TermId term_shift(Store *store, TermId t, uint32_t cutoff, int32_t by) {
  uint64_t budget = TERM_SIZE_MAX;
  return shift_at(store, t, cutoff, by, MAX_DEPTH, &budget);
}

TermId term_replace(Store *store, TermId t, uint32_t index, uint32_t binders, TermId s) {
  uint64_t budget = TERM_SIZE_MAX;
  Renaming renaming = {.what = SUBSTITUTE, .index = index, .by = (int32_t)binders - 1, .image = s, .budget = &budget};
  return rename_at(store, t, &renaming, 0, MAX_DEPTH);
}

TermId term_subst(Store *store, TermId t, uint32_t index, TermId s) { return term_replace(store, t, index, 0, s); }

/* `linear`: t stands in a linear judgement whose identifier is the one replaced. */
static TermId subst_linear_at(Store *store, TermId t, TermId s, uint32_t binders, uint32_t depth, uint64_t *budget) {
  if (depth == 0 || *budget == 0) return store_fail(store, STATUS_LIMIT), TERM_NONE_ID;
  --*budget;
  Term node = *term(store, t);
  if (node.kind == TERM_LVAR) return shift_at(store, s, 0, (int32_t)binders, MAX_DEPTH, budget);
  const char *modes = term_info(node.kind)->modes;
  bool changed = false;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node.kid[i].id == 0 || (modes[i] != 's' && modes[i] != 'l')) continue;
    TermId kid = subst_linear_at(store, node.kid[i], s, binders + binders_of(&node, i), depth - 1, budget);
    if (kid.id == 0) return TERM_NONE_ID;
    changed = changed || kid.id != node.kid[i].id;
    node.kid[i] = kid;
  }
  if (!changed) return t;
  return term_make(store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

TermId term_subst_linear(Store *store, TermId t, TermId s) {
  uint64_t budget = TERM_SIZE_MAX;
  return subst_linear_at(store, t, s, 0, MAX_DEPTH, &budget);
}
