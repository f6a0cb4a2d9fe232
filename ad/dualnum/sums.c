/* D on sums of arrays: total, and scatter, which adds up what goes to one place.
 * The sum of n dual numbers is one operation with n operands; at any other type that
 * can be added it is that at each of its numbers, which the target says in one term
 * whatever the type. */
#include "ad/dualnum/transform.h"

#define NONE ((DualTermId){0})

/* let n = length ys in (sum_j y_j, sum_j dy_j), given, for the numbers ys at a level */
static DualTermId sum_of_numbers(Dualnum *d, uint32_t ys) {
  RULE(DN_TOTAL);
  DualBound count = dual_let(d, t_length(d, t_var(d, ys)));
  uint32_t j = dual_open(d);
  DualTermId number = t_index(d, t_var(d, j), t_var(d, ys));
  DualTermId value = t_fst(d, number), body = number_plain(d, number);
  dual_close(d);
  value = t_sum_to(d, t_var(d, count.level), dual_type_real(d->table), value);
  return dual_in(d, &count, number_make(d, value, number_sum_to(d, t_var(d, count.level), body)));
}

/* pointwise (ys. sum of ys) as, given, for an array of the type */
static DualTermId add_up(Dualnum *d, DualTermId array, TypeId type) {
  DualTypeId target = dualnum_type(d->table, d->stage, d->context, type);
  DualTypeId number = dualnum_type(d->table, d->stage, d->context, type_real(&d->store->types, 1));
  uint32_t ys = dual_open(d), outer = d->id;
  if (in_monad(d)) d->id = dual_open(d);
  DualTermId body = sum_of_numbers(d, ys);
  d->id = outer;
  d->depth = ys;
  DualTermId id = in_monad(d) ? t_var(d, d->id) : NONE;
  return dual_term(d->table, DUAL_TERM_POINTWISE, target.id, number, array, body, id);
}

/* D[total t] */
DualTermId dual_total(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId array;
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[0], &array));
  *type = term_type_payload(t);
  return dual_in(d, &xs, add_up(d, t_var(d, xs.level), *type));
}

DualTermId t_group(Dualnum *d, DualTermId k, DualTermId is, DualTermId m) {
  return dual_term(d->table, DUAL_TERM_GROUP, 0, (DualTypeId){0}, k, is, m);
}

/* let n = length js in add up vbuild n (l. as!(js!l)) */
DualTermId dual_scattered(Dualnum *d, uint32_t array, uint32_t picked, TypeId type) {
  RULE(DN_SCATTER);
  uint32_t l = dual_open(d);
  DualTermId at = t_index(d, t_var(d, l), t_var(d, picked));
  DualTermId addend = t_index(d, at, t_var(d, array));
  dual_close(d);
  DualTermId count = t_length(d, t_var(d, picked));
  return add_up(d, t_typed(d, DUAL_TERM_BUILD, 0, (DualTypeId){0}, addend, count), type);
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
