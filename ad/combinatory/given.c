/* D of a primitive that is declared from outside: its derivative is the map of the
 * matrices that are claimed of it. */
#include "ad/combinatory/combinatory.h"

/* (p'_k *), the claimed matrix at the point */
static Status section(Combinatory *d, OpId op, uint32_t k, const Scalar *x, const Scalar *y, PfMapId *m) {
  Store *store = d->maps->store;
  OpId slope = op_make_slope(&store->ops, &store->types, op, k);
  if (slope.id == 0) return STATUS_LIMIT;
  const OpNode node = *op_node(&store->ops, slope);
  uint32_t rows = type_node(&store->types, op_node(&store->ops, op)->result)->n;
  uint32_t columns = type_node(&store->types, node.operand[k])->n, size = rows * columns;
  Scalar *entries = arena_array(d->arena, size, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  d->domain->ops->given(d->domain, slope, x, y, entries);
  PfValue matrix = pf_vector(size, entries);
  *m = pfmap_left(d->maps, BILINEAR_MATVEC, columns, rows, &matrix);
  return d->maps->status;
}

/*   D p x = (p x, (p'(x) *))   D p (x, y) = (p (x, y), (+) . ((p'_1(x, y) *) (+) (p'_2(x, y) *))) */
Status combinatory_given(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  Store *store = d->maps->store;
  const OpId op = {t->k};
  if (op_is_function(op_node(&store->ops, op)->code)) return combinatory_function(d, t, x, y, m);
  bool two = op_node(&store->ops, op)->arity == 2;
  PfValue named;
  if (two && (x->parts == NULL || x->n != 2)) return STATUS_STUCK;
  Status status = pf_name_value(d->domain, d->arena, x, d->depth, &named);
  if (status != STATUS_OK) return status;
  const Scalar *first = two ? named.parts[0].scalars : named.scalars, *second = two ? named.parts[1].scalars : NULL;
  uint32_t n = type_node(&store->types, t->cod)->n;
  Scalar *values = arena_array(d->arena, n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  d->domain->ops->given(d->domain, op, first, second, values);
  *y = pf_vector(n, values);
  if (m == NULL || d->domain->status != STATUS_OK) return d->domain->status;
  PfMapId left, right;
  status = section(d, op, 0, first, second, two ? &left : m);
  if (status != STATUS_OK || !two) return status;
  status = section(d, op, 1, first, second, &right);
  if (status != STATUS_OK) return status;
  *m = pfmap_comp(d->maps, pfmap_add(d->maps, t->cod), pfmap_par(d->maps, left, right));
  return d->maps->status;
}
