/* D on sums of arrays: total, and scatter, which adds up what goes to one place.
 * The sum of n dual numbers is one operation with n operands, and at any other type
 * that can be added the sums of its components, each taken out of all addends first:
 * so time is linear in the scalars, however deep the type. */
#include "ad/dualnum/transform.h"

/* What is added: index j of the array at a level, for each j; or for each j in the Vec
 * at the level `picked`; and of that the entry at a level. */
typedef struct Addends {
  uint32_t array, picked, entry;
  bool has_picked, has_entry;
  DualTermId count; /* how many, an Int */
} Addends;

/* Addend j. */
static DualTermId addend(Dualnum *d, const Addends *addends, uint32_t j) {
  DualTermId at = t_var(d, j);
  if (addends->has_picked) at = t_index(d, at, t_var(d, addends->picked));
  DualTermId whole = t_index(d, at, t_var(d, addends->array));
  return addends->has_entry ? t_index(d, t_var(d, addends->entry), whole) : whole;
}

/* (sum_j x_j, sum_j dx_j) */
static DualTermId sum_of_numbers(Dualnum *d, const Addends *addends) {
  RULE(DN_TOTAL);
  uint32_t j = dual_open(d);
  DualTermId number = addend(d, addends, j);
  DualTermId value = t_fst(d, number), body = number_plain(d, number);
  dual_close(d);
  value = t_sum_to(d, addends->count, dual_type_real(d->table), value);
  return number_make(d, value, number_sum_to(d, addends->count, body));
}

/* fst, snd or entry k of all addends: a Vec, so that what lies deep in the type is not
 * sought from the top for each scalar. */
static DualBound take_out(Dualnum *d, const Addends *addends, DualTermKind kind, uint32_t k) {
  uint32_t j = dual_open(d);
  DualTermId whole = addend(d, addends, j);
  DualTermId component = kind == DUAL_TERM_INDEX ? t_index(d, t_var(d, k), whole) : t_one(d, kind, whole);
  dual_close(d);
  return dual_let(d, t_typed(d, DUAL_TERM_BUILD, 0, (DualTypeId){0}, component, addends->count));
}

static DualTermId add_up(Dualnum *d, const Addends *addends, TypeId type);

static DualTermId add_up_pair(Dualnum *d, const Addends *addends, const TypeNode *type) {
  DualBound taken[2], sum[2];
  for (int k = 0; k < 2; k++) {
    taken[k] = take_out(d, addends, k == 0 ? DUAL_TERM_FST : DUAL_TERM_SND, 0);
    Addends components = {.array = taken[k].level, .count = addends->count};
    sum[k] = dual_bind(d, add_up(d, &components, k == 0 ? type->a : type->b));
  }
  DualTermId both = dual_give(d, t_pair(d, t_var(d, sum[0].level), t_var(d, sum[1].level)));
  for (int k = 2; k-- > 0;) both = dual_in(d, &taken[k], dual_in(d, &sum[k], both));
  return both;
}

static DualTermId add_up_entries(Dualnum *d, const Addends *addends, TypeId array) {
  const TypeNode node = *type_node(&d->store->types, array);
  DualEach each = dual_each(d);
  Addends entries = *addends;
  entries.entry = each.j;
  entries.has_entry = true;
  if (node.kind == TYPE_REAL) return dual_all(d, &each, node.n, sum_of_numbers(d, &entries));
  DualBound taken = take_out(d, addends, DUAL_TERM_INDEX, each.j);
  Addends components = {.array = taken.level, .count = addends->count};
  return dual_all(d, &each, node.n, dual_in(d, &taken, add_up(d, &components, node.a)));
}

/* Their sum, given. */
static DualTermId add_up(Dualnum *d, const Addends *addends, TypeId type) {
  if (d->nesting == 0) return dual_fail(d, STATUS_LIMIT);
  const TypeNode node = *type_node(&d->store->types, type);
  DualTermId result;
  d->nesting--;
  if (node.kind == TYPE_REAL && node.n == 1)
    result = sum_of_numbers(d, addends);
  else if (node.kind == TYPE_PROD)
    result = add_up_pair(d, addends, &node);
  else if (node.kind == TYPE_REAL || node.kind == TYPE_ARRAY)
    result = add_up_entries(d, addends, type);
  else /* 1 */
    result = dual_give(d, t_leaf(d, DUAL_TERM_UNIT));
  d->nesting++;
  return result;
}

/* The same, of so many. */
static DualTermId add_up_all(Dualnum *d, Addends *addends, DualTermId count, TypeId type) {
  DualBound bound = dual_let(d, count);
  addends->count = t_var(d, bound.level);
  return dual_in(d, &bound, add_up(d, addends, type));
}

/* D[total t] */
DualTermId dual_total(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId array;
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[0], &array));
  DualTermId count = t_int(d, type_node(&d->store->types, array)->n);
  if (dual_is_vec(d, array)) count = t_length(d, t_var(d, xs.level));
  *type = term_type_payload(t);
  Addends addends = {.array = xs.level};
  return dual_in(d, &xs, add_up_all(d, &addends, count, *type));
}

DualTermId t_group(Dualnum *d, DualTermId k, DualTermId is, DualTermId m) {
  return dual_term(d->table, DUAL_TERM_GROUP, 0, (DualTypeId){0}, k, is, m);
}

DualTermId dual_scattered(Dualnum *d, uint32_t array, uint32_t picked, TypeId type) {
  RULE(DN_SCATTER);
  Addends addends = {.array = array, .picked = picked, .has_picked = true};
  return add_up_all(d, &addends, t_length(d, t_var(d, picked)), type);
}

/* D[scatter n is as]: the places of each k < n among the indices, then a sum for each. */
DualTermId dual_scatter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId indices, array;
  DualBound is = dual_bind(d, dual_transform(d, scope, t->kid[0], &indices));
  DualBound as = dual_bind(d, dual_transform(d, scope, t->kid[1], &array));
  *type = term_type_payload(t);
  uint32_t n = type_node(&d->store->types, *type)->n, m = type_node(&d->store->types, indices)->n;
  DualBound groups = dual_let(d, t_group(d, t_int(d, n), t_var(d, is.level), t_int(d, m)));
  DualEach each = dual_each(d);
  DualBound picked = dual_let(d, t_index(d, t_var(d, each.j), t_var(d, groups.level)));
  DualTermId body = dual_scattered(d, as.level, picked.level, type_element(&d->store->types, *type));
  body = dual_all(d, &each, n, dual_in(d, &picked, body));
  return dual_in(d, &is, dual_in(d, &as, dual_in(d, &groups, body)));
}
