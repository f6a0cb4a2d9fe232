/* The denotation of dynamic arrays: [[Vec T]] is the set of finite sequences over [[T]]. */
#include "semantics/chad/monoid/element.h"
#include "semantics/tables/rules.h"

/* Within the limit, and 0 below it. */
static OWN_FRAME Status denote_count(Machine *machine, const Derivation *d, const Environment *e, uint32_t *n) {
  const MonoidElement *count;
  TRY(denote_cartesian(machine, d, e, &count));
  int64_t k = scalar_to_int(count->scalars[0]);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  *n = k < 0 ? 0 : (uint32_t)k;
  return STATUS_OK;
}

static OWN_FRAME Status denote_vbuild(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  const MonoidElement *index, **parts;
  Family body = {d->kid[1], e};
  uint32_t n;
  TRY(denote_count(machine, d->kid[0], e, &n));
  TRY(element_parts(machine, n, &parts));
  for (uint32_t i = 0; i < n; i++) {
    TRY(element_int(machine, i, &index));
    TRY(family_element(machine, &body, index, &parts[i]));
  }
  return element_array(machine, d->type, n, parts, out);
}

static OWN_FRAME Status denote_filter(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  const MonoidElement *all, *holds, **kept;
  Family test = {d->kid[1], e};
  uint32_t count = 0;
  TRY(denote_cartesian(machine, d->kid[0], e, &all));
  TRY(element_parts(machine, all->count, &kept));
  for (uint32_t i = 0; i < all->count; i++) {
    TRY(family_element(machine, &test, all->parts[i], &holds));
    if (holds->kind == ELEMENT_INL) kept[count++] = all->parts[i];
  }
  return element_array(machine, d->type, count, kept, out);
}

static OWN_FRAME Status denote_append(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  const MonoidElement *a, *b, **parts;
  TRY(denote_cartesian(machine, d->kid[0], e, &a));
  TRY(denote_cartesian(machine, d->kid[1], e, &b));
  if (a->count > TYPE_MAX_LENGTH - b->count) return STATUS_LIMIT;
  TRY(element_parts(machine, (size_t)a->count + b->count, &parts));
  for (uint32_t i = 0; i < a->count; i++) parts[i] = a->parts[i];
  for (uint32_t i = 0; i < b->count; i++) parts[a->count + i] = b->parts[i];
  return element_array(machine, d->type, a->count + b->count, parts, out);
}

static OWN_FRAME Status denote_vscatter(Machine *machine, const Derivation *d, const Environment *e,
                                        const MonoidElement **out) {
  const MonoidElement *indices, *array, **sums;
  uint32_t n;
  TRY(denote_count(machine, d->kid[0], e, &n));
  TRY(denote_cartesian(machine, d->kid[1], e, &indices));
  TRY(denote_cartesian(machine, d->kid[2], e, &array));
  if (indices->count != array->count) return STATUS_DOMAIN;
  TRY(denote_scattered(machine, type_element(&machine->store->types, d->type), n, indices, array, &sums));
  return element_array(machine, d->type, n, sums, out);
}

static OWN_FRAME Status denote_length(Machine *machine, const Derivation *d, const Environment *e,
                                      const MonoidElement **out) {
  const MonoidElement *array;
  TRY(denote_cartesian(machine, d->kid[0], e, &array));
  return element_int(machine, array->count, out);
}

Status denote_vec(Machine *machine, const Derivation *d, const Environment *e, const MonoidElement **out) {
  switch ((int)d->kind) {
  /* [[vbuild k (i. t)]]e = ([[t]](e, 0), ..., [[t]](e, [[k]]e - 1)), empty for k <= 0 */
  case TERM_VBUILD: RULE(MON_VBUILD); return denote_vbuild(machine, d, e, out);
  /* [[length t]]e = n for [[t]]e = (w_0, ..., w_(n-1)) */
  case TERM_LENGTH: RULE(MON_LENGTH); return denote_length(machine, d, e, out);
  /* [[filter (x. b) t]]e: the w_i of [[t]]e with [[b]](e, w_i) = inl () */
  case TERM_FILTER: RULE(MON_FILTER); return denote_filter(machine, d, e, out);
  /* [[append t s]]e = [[t]]e [[s]]e, one after the other */
  case TERM_APPEND: RULE(MON_APPEND); return denote_append(machine, d, e, out);
  /* [[vscatter k is as]]e = (sum over is_j = i of as_j)_i, i < [[k]]e */
  default: RULE(MON_VSCATTER); return denote_vscatter(machine, d, e, out);
  }
}
