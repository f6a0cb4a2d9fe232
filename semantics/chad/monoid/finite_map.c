/* Copowers in normal form: finite maps from keys to elements other than 0, as
 * arrays of entries sorted by key (CHAD section 5.2).
 *
 * Where equality of keys is not decided an element is a formal sum, in the
 * order of summation: at keys that hold functions, and over rings that are not
 * exact.  There one scalar stands for several numbers (enclosures, degrees), so
 * that to join entries at equal scalars, or to drop what compares as 0, would
 * be unsound. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/chad/monoid/element.h"
#include "semantics/chad/monoid/merge.h"

#include <string.h>

static bool is_exact(const Machine *machine) { return (machine->ring->ops->traits & RING_EXACT) != 0; }

static bool has_normal_form(const Machine *machine, TypeId copower) {
  const TypeTable *types = &machine->store->types;
  return is_exact(machine) && type_node(types, type_node(types, copower)->a)->dim != TYPE_NOT_FLAT;
}

/* --------------------------------------------------------------- order -- */

static int compare_count(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static OWN_FRAME Status compare_scalars(Machine *machine, const MonoidElement *a, const MonoidElement *b, int *order) {
  *order = compare_count(a->count, b->count);
  for (uint32_t i = 0; i < a->count && *order == 0; i++)
    *order = ring_compare(machine->ring, a->scalars[i], b->scalars[i]);
  return ring_take_status(machine->ring);
}

static OWN_FRAME Status compare_parts(Machine *machine, const MonoidElement *a, const MonoidElement *b, size_t each,
                                      int *order) {
  *order = compare_count(a->count, b->count);
  for (size_t i = 0; i < each * a->count && *order == 0; i++)
    TRY(element_compare(machine, a->parts[i], b->parts[i], order));
  return STATUS_OK;
}

static Status compare_node(Machine *machine, const MonoidElement *a, const MonoidElement *b, int *order) {
  *order = 0;
  if (a->kind != b->kind) {
    *order = a->kind == ELEMENT_INL ? -1 : 1;
    bool sums =
        (a->kind == ELEMENT_INL && b->kind == ELEMENT_INR) || (a->kind == ELEMENT_INR && b->kind == ELEMENT_INL);
    return sums ? STATUS_OK : STATUS_STUCK;
  }
  switch (a->kind) {
  case ELEMENT_VECTOR: return compare_scalars(machine, a, b, order);
  case ELEMENT_UNIT: return STATUS_OK;
  case ELEMENT_INT: {
    int64_t m = scalar_to_int(a->scalars[0]), n = scalar_to_int(b->scalars[0]);
    *order = m < n ? -1 : m > n;
    return STATUS_OK;
  }
  case ELEMENT_INL:
  case ELEMENT_INR:
  case ELEMENT_PAIR:
  case ELEMENT_ARRAY: return compare_parts(machine, a, b, 1, order);
  case ELEMENT_FINITE_MAP: return compare_parts(machine, a, b, 2, order);
  case ELEMENT_FUNCTION:
  case ELEMENT_HOM:
  case ELEMENT_POWER_ZERO:
  case ELEMENT_POWER_PLUS:
  case ELEMENT_POWER_IMAGE:
  case ELEMENT_FORMAL_SUM: return STATUS_UNABLE;
  }
  return STATUS_STUCK;
}

Status element_compare(Machine *machine, const MonoidElement *a, const MonoidElement *b, int *order) {
  TRY(machine_enter(machine));
  Status status = compare_node(machine, a, b, order);
  machine_leave(machine);
  return status;
}

/* ---------------------------------------------------------------- zero -- */

static Status element_is_zero(Machine *machine, const MonoidElement *element, bool *zero);

static Status is_zero_node(Machine *machine, const MonoidElement *element, bool *zero) {
  *zero = true;
  switch (element->kind) {
  case ELEMENT_VECTOR: {
    Ring *ring = analysis_ring(machine);
    *zero = (ring->ops->traits & RING_EXACT) != 0 || element->count == 0;
    Scalar nought = ring_integer(ring, 0);
    for (uint32_t i = 0; i < element->count && *zero; i++) *zero = ring_equal(ring, element->scalars[i], nought);
    return ring_take_status(ring);
  }
  case ELEMENT_UNIT:
  case ELEMENT_POWER_ZERO: return STATUS_OK;
  case ELEMENT_PAIR:
  case ELEMENT_ARRAY:
    for (uint32_t i = 0; i < element->count && *zero; i++) TRY(element_is_zero(machine, element->parts[i], zero));
    return STATUS_OK;
  case ELEMENT_FINITE_MAP:
  case ELEMENT_FORMAL_SUM: *zero = element->count == 0; return STATUS_OK;
  /* Whether such a power is 0 everywhere is not decided. */
  case ELEMENT_POWER_PLUS:
  case ELEMENT_POWER_IMAGE: *zero = false; return STATUS_OK;
  case ELEMENT_INT:
  case ELEMENT_INL:
  case ELEMENT_INR:
  case ELEMENT_FUNCTION:
  case ELEMENT_HOM: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status element_is_zero(Machine *machine, const MonoidElement *element, bool *zero) {
  TRY(machine_enter(machine));
  Status status = is_zero_node(machine, element, zero);
  machine_leave(machine);
  return status;
}

/* ------------------------------------------------------------ the monoid -- */

static Status map_new(Machine *machine, TypeId copower, uint32_t count, const MonoidElement **parts,
                      const MonoidElement **out) {
  ElementKind kind = has_normal_form(machine, copower) ? ELEMENT_FINITE_MAP : ELEMENT_FORMAL_SUM;
  return element_new(machine, (MonoidElement){.kind = kind, .count = count, .type = copower, .parts = parts}, out);
}

Status map_zero(Machine *machine, TypeId copower, const MonoidElement **out) {
  return map_new(machine, copower, 0, NULL, out);
}

/* !k (x) 0 = 0 */
Status map_singleton(Machine *machine, TypeId copower, const MonoidElement *key, const MonoidElement *element,
                     const MonoidElement **out) {
  const MonoidElement **parts;
  bool zero;
  TRY(element_is_zero(machine, element, &zero));
  if (zero) return map_zero(machine, copower, out);
  TRY(element_parts(machine, 2, &parts));
  parts[0] = key;
  parts[1] = element;
  return map_new(machine, copower, 1, parts, out);
}

OWN_FRAME Status element_sum(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                             const MonoidElement **sum, bool *zero) {
  TRY(monoid_plus(machine, type, a, b, sum));
  return element_is_zero(machine, *sum, zero);
}

/* Entries of a, then those of b: formal sums. */
static void append_entries(const MonoidElement *a, const MonoidElement *b, const MonoidElement **parts) {
  memcpy(parts, a->parts, 2 * (size_t)a->count * sizeof *parts);
  memcpy(parts + 2 * (size_t)a->count, b->parts, 2 * (size_t)b->count * sizeof *parts);
}

Status map_plus(Machine *machine, TypeId copower, const MonoidElement *a, const MonoidElement *b,
                const MonoidElement **out) {
  ElementKind kind = has_normal_form(machine, copower) ? ELEMENT_FINITE_MAP : ELEMENT_FORMAL_SUM;
  if (a->kind != kind || b->kind != kind) return STATUS_STUCK;
  *out = a->count == 0 ? b : a;
  if (a->count == 0 || b->count == 0) return STATUS_OK;
  if (a->count > UINT32_MAX - b->count) return STATUS_LIMIT;
  const MonoidElement **parts;
  uint32_t count = a->count + b->count;
  TRY(element_parts(machine, 2 * (size_t)count, &parts));
  TypeId type = type_node(&machine->store->types, copower)->b;
  if (kind == ELEMENT_FINITE_MAP)
    TRY(merge_maps(machine, type, a->parts, a->count, b->parts, b->count, parts, &count));
  else
    append_entries(a, b, parts);
  return map_new(machine, copower, count, parts, out);
}
