/* Homomorphisms at elements. */
#include "semantics/chad/monoid/analysis.h"
#include "semantics/chad/monoid/table.h"

Status hom_new(Machine *machine, Hom hom, const Hom **out) {
  static const Hom identity = {.kind = HOM_IDENTITY}, first = {.kind = HOM_FST}, second = {.kind = HOM_SND};
  if (hom.kind == HOM_IDENTITY || hom.kind == HOM_FST || hom.kind == HOM_SND) {
    *out = hom.kind == HOM_IDENTITY ? &identity : hom.kind == HOM_FST ? &first : &second;
    return STATUS_OK;
  }
  Hom *made = arena_alloc(machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = hom;
  *out = made;
  return STATUS_OK;
}

Status hom_compose(Machine *machine, const Hom *f, const Hom *g, const Hom **out) {
  *out = f->kind == HOM_IDENTITY ? g : f;
  if (f->kind == HOM_IDENTITY || g->kind == HOM_IDENTITY) return STATUS_OK;
  return hom_new(machine, (Hom){.kind = HOM_COMPOSITE, .a = f, .b = g}, out);
}

/* ------------------------------------------- elementary linear operations -- */

/* A matrix given by its entries: row-major, or its transpose. */
static void matrix_times(Ring *ring, const Scalar *entry, uint32_t rows, uint32_t columns, bool transposed,
                         const Scalar *v, Scalar *w) {
  for (uint32_t j = 0; j < rows; j++) {
    w[j] = ring_integer(ring, 0);
    for (uint32_t i = 0; i < columns; i++) {
      size_t at = transposed ? (size_t)i * rows + j : (size_t)j * columns + i;
      Scalar product = ring_mul(ring, entry[at], v[i]);
      w[j] = i == 0 ? product : ring_add(ring, w[j], product);
    }
  }
}

static Status lop_value(Ring *ring, const LopNode *lop, const Scalar *x, const Scalar *v, Scalar *w) {
  switch (lop->code) {
  /* w = -v,  w_i = x_i v_i,  w = x v,  w = v x */
  case LOP_NEG:
  case LOP_SCALE:
  case LOP_SCALAR:
  case LOP_ALONG:
    for (uint32_t i = 0; i < lop->n; i++) {
      if (lop->code == LOP_NEG)
        w[i] = ring_neg(ring, v[i]);
      else
        w[i] = ring_mul(ring, x[lop->code == LOP_SCALAR ? 0 : i], v[lop->code == LOP_ALONG ? 0 : i]);
    }
    break;
  /* w = x . v is the matrix of one row x; w = x v, w = x^t v, w = v x */
  case LOP_DOT: matrix_times(ring, x, 1, lop->n, false, v, w); break;
  case LOP_MATVEC: matrix_times(ring, x, lop->m, lop->n, false, v, w); break;
  case LOP_MATVEC_T: matrix_times(ring, x, lop->n, lop->m, true, v, w); break;
  case LOP_APPLY: matrix_times(ring, v, lop->m, lop->n, false, x, w); break;
  /* w_ji = v_j x_i */
  case LOP_OUTER:
    for (size_t k = 0; k < (size_t)lop->m * lop->n; k++) w[k] = ring_mul(ring, v[k / lop->n], x[k % lop->n]);
    break;
  case LOP_DERIVATIVE:
  case LOP_TRANSPOSE:
  case LOP_CODE_COUNT: return STATUS_STUCK;
  }
  return ring_take_status(ring);
}

static OWN_FRAME Status lop_apply(Machine *machine, const Hom *hom, const MonoidElement *v, const MonoidElement **out) {
  const TypeTable *types = &machine->store->types;
  const LopNode *lop = lop_node(&machine->store->ops, (LopId){hom->number});
  const MonoidElement *x = hom->a;
  Scalar *w;
  if (v->kind != ELEMENT_VECTOR || v->count != type_node(types, lop->ldom)->n) return STATUS_STUCK;
  if (lop->arity > 0 && (x == NULL || x->kind != ELEMENT_VECTOR || x->count != type_node(types, lop->operand[0])->n))
    return STATUS_STUCK;
  TRY(element_vector(machine, type_node(types, lop->cdom)->n, &w, out));
  return lop_value(machine->ring, lop, lop->arity > 0 ? x->scalars : v->scalars, v->scalars, w);
}

/* ------------------------------------------------------- constructions -- */

static OWN_FRAME Status apply_projection(const MonoidElement *pair, int component, const MonoidElement **out) {
  if (pair->kind != ELEMENT_PAIR) return STATUS_STUCK;
  *out = pair->parts[component];
  return STATUS_OK;
}

/* Phi^-1(f)(sum_i !k_i (x) y_i) = sum_i f(k_i)(y_i) */
static OWN_FRAME Status apply_elimination(Machine *machine, const Hom *hom, const MonoidElement *sum,
                                          const MonoidElement **out) {
  if (sum->kind != ELEMENT_FINITE_MAP && sum->kind != ELEMENT_FORMAL_SUM) return STATUS_STUCK;
  if (sum->count == 0) return monoid_zero(machine, hom->codomain, out);
  Family family = hom_family(hom);
  for (uint32_t i = 0; i < sum->count; i++) {
    const Hom *at_key;
    const MonoidElement *image;
    TRY(family_hom(machine, &family, sum->parts[2 * (size_t)i], &at_key));
    TRY(hom_apply(machine, at_key, sum->parts[2 * (size_t)i + 1], &image));
    if (i == 0)
      *out = image;
    else
      TRY(monoid_plus(machine, hom->codomain, *out, image, out));
  }
  return STATUS_OK;
}

static OWN_FRAME Status apply_abstraction(Machine *machine, const Hom *hom, const MonoidElement *y,
                                          const MonoidElement **out) {
  const MonoidElement **parts;
  TRY(element_parts(machine, 1, &parts));
  parts[0] = y;
  MonoidElement power = {.kind = ELEMENT_POWER_IMAGE, .count = 1, .parts = parts};
  return element_function(machine, (FunctionElement){power, NULL, hom_family(hom)}, out);
}

/* -------------------------------------------------------------- arrays -- */

static OWN_FRAME Status apply_tuple(Machine *machine, const Hom *hom, const MonoidElement *y,
                                    const MonoidElement **out) {
  const MonoidElement **parts;
  TRY(element_parts(machine, hom->number, &parts));
  for (uint32_t i = 0; i < hom->number; i++) TRY(hom_apply(machine, hom_tuple(hom)[i], y, &parts[i]));
  return element_array(machine, hom->codomain, hom->number, parts, out);
}

static OWN_FRAME Status apply_array_sum(Machine *machine, const Hom *hom, const MonoidElement *array,
                                        const MonoidElement **out) {
  const MonoidElement *entry;
  if (array->kind != ELEMENT_VECTOR && array->kind != ELEMENT_ARRAY) return STATUS_STUCK;
  TRY(monoid_zero(machine, hom->codomain, out));
  for (uint32_t i = 0; i < array->count; i++) {
    TRY(element_entry(machine, array, i, &entry));
    if (i == 0)
      *out = entry;
    else
      TRY(monoid_plus(machine, hom->codomain, *out, entry, out));
  }
  return STATUS_OK;
}

/* Into real_^n: y at `index`, and zeros. */
static OWN_FRAME Status inject_scalar(Machine *machine, uint32_t n, uint32_t index, const MonoidElement *y,
                                      const MonoidElement **out) {
  Ring *ring = analysis_ring(machine);
  Scalar *scalars, zero = ring_integer(ring, 0);
  if (y->kind != ELEMENT_VECTOR || y->count != 1) return STATUS_STUCK;
  TRY(element_vector(machine, n, &scalars, out));
  for (uint32_t i = 0; i < n; i++) scalars[i] = zero;
  scalars[index] = y->scalars[0];
  return ring_take_status(ring);
}

static OWN_FRAME Status apply_injection(Machine *machine, const Hom *hom, const MonoidElement *y,
                                        const MonoidElement **out) {
  const MonoidElement **parts, *zero;
  TypeNode array = *type_node(&machine->store->types, hom->codomain);
  int64_t index = hom_index(hom);
  if (index < 0 || index >= (int64_t)array.n) return monoid_zero(machine, hom->codomain, out);
  if (array.kind == TYPE_LREAL) return inject_scalar(machine, array.n, (uint32_t)index, y, out);
  TRY(monoid_zero(machine, array.a, &zero));
  TRY(element_parts(machine, array.n, &parts));
  for (uint32_t i = 0; i < array.n; i++) parts[i] = index == (int64_t)i ? y : zero;
  return element_array(machine, hom->codomain, array.n, parts, out);
}

/* (y, z) |-> f_i(y, z_i) */
static OWN_FRAME Status apply_map(Machine *machine, const Hom *hom, const MonoidElement *y, const MonoidElement **out) {
  const MonoidElement **parts, *left, *right;
  TRY(apply_projection(y, 0, &left));
  TRY(apply_projection(y, 1, &right));
  TRY(element_parts(machine, hom->number, &parts));
  for (uint32_t i = 0; i < hom->number; i++) {
    const MonoidElement *entry, *argument;
    TRY(element_entry(machine, right, i, &entry));
    TRY(element_pair(machine, left, entry, &argument));
    TRY(hom_apply(machine, hom_tuple(hom)[i], argument, &parts[i]));
  }
  return element_array(machine, hom->codomain, hom->number, parts, out);
}

/* z |-> sum_i fst f_i(z_i) + g((snd f_i(z_i))_i) */
static OWN_FRAME Status apply_map_dual(Machine *machine, const Hom *hom, const MonoidElement *z,
                                       const MonoidElement **out) {
  Scalar *scalars;
  const MonoidElement *seconds, *entry, *image;
  TRY(element_vector(machine, hom->number, &scalars, &seconds));
  TRY(monoid_zero(machine, hom->codomain, out));
  for (uint32_t i = 0; i < hom->number; i++) {
    TRY(element_entry(machine, z, i, &entry));
    TRY(hom_apply(machine, hom_tuple(hom)[i], entry, &image));
    if (image->kind != ELEMENT_PAIR || image->parts[1]->count != 1) return STATUS_STUCK;
    scalars[i] = image->parts[1]->scalars[0];
    TRY(monoid_plus(machine, hom->codomain, *out, image->parts[0], out));
  }
  TRY(hom_apply(machine, hom->b, seconds, &image));
  return monoid_plus(machine, hom->codomain, *out, image, out);
}

static OWN_FRAME Status apply_big_sum(Machine *machine, const Hom *hom, const MonoidElement *y,
                                      const MonoidElement **out) {
  const MonoidElement *image;
  if (hom->number == 0) return monoid_zero(machine, hom->codomain, out);
  TRY(hom_apply(machine, hom_tuple(hom)[0], y, out));
  for (uint32_t i = 1; i < hom->number; i++) {
    TRY(hom_apply(machine, hom_tuple(hom)[i], y, &image));
    TRY(monoid_plus(machine, hom->codomain, *out, image, out));
  }
  return STATUS_OK;
}

static OWN_FRAME Status apply_chain(Machine *machine, const Hom *hom, const MonoidElement *y,
                                    const MonoidElement **out) {
  *out = y;
  for (uint32_t i = 0; i < hom->number; i++) TRY(hom_apply(machine, hom_tuple(hom)[i], *out, out));
  return STATUS_OK;
}

/* --------------------------------------------------------- application -- */

/* A homomorphism that is not made of two. */
static Status apply_one(Machine *machine, const Hom *hom, const MonoidElement *y, const MonoidElement **out) {
  switch (hom->kind) {
  case HOM_IDENTITY: *out = y; return STATUS_OK;
  case HOM_ZERO: return monoid_zero(machine, hom->codomain, out);
  case HOM_FST: return apply_projection(y, 0, out);
  case HOM_SND: return apply_projection(y, 1, out);
  case HOM_TENSOR: return map_singleton(machine, hom->codomain, hom->a, y, out);
  case HOM_ELIMINATION: return apply_elimination(machine, hom, y, out);
  case HOM_ABSTRACTION: return apply_abstraction(machine, hom, y, out);
  case HOM_EVALUATION: return element_at(machine, y, hom->a, out);
  case HOM_LOP: return lop_apply(machine, hom, y, out);
  case HOM_TABLE: return table_apply(machine, hom, y, out);
  case HOM_TUPLE: return apply_tuple(machine, hom, y, out);
  case HOM_ENTRY: return element_entry(machine, y, hom_index(hom), out);
  case HOM_ARRAY_SUM: return apply_array_sum(machine, hom, y, out);
  case HOM_INJECTION: return apply_injection(machine, hom, y, out);
  case HOM_BIG_SUM: return apply_big_sum(machine, hom, y, out);
  case HOM_CHAIN: return apply_chain(machine, hom, y, out);
  case HOM_MAP: return apply_map(machine, hom, y, out);
  case HOM_MAP_DUAL: return apply_map_dual(machine, hom, y, out);
  case HOM_UNDEFINED: return hom->status;
  case HOM_COMPOSITE:
  case HOM_SUM:
  case HOM_PAIRING: return STATUS_STUCK; /* of two, which hom_apply takes apart */
  }
  return STATUS_STUCK;
}

/* g after f, f + g or (f, g), of which f, and then g, is being applied. */
typedef struct Pending {
  const Hom *hom;
  const MonoidElement *at; /* where to apply g; then the value of f */
  bool at_g;
  struct Pending *outer;
} Pending;

/* As many are nested as an iteration has steps: beyond a few they are in the arena. */
#define PENDING_NEAR 4u

typedef struct Nest {
  Pending near[PENDING_NEAR];
  Pending *innermost, *spare;
} Nest;

static bool is_of_two(const Hom *hom) {
  return hom->kind == HOM_COMPOSITE || hom->kind == HOM_SUM || hom->kind == HOM_PAIRING;
}

static Status begin_of_two(Machine *machine, Nest *nest, const Hom *hom, const MonoidElement *y) {
  Pending *made = nest->spare;
  if (made != NULL)
    nest->spare = made->outer;
  else
    made = arena_alloc(machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = (Pending){hom, y, false, nest->innermost};
  nest->innermost = made;
  return STATUS_OK;
}

/* With the value of one: *hom is what to apply next, and to what; NULL when all is done. */
static Status end_of_one(Machine *machine, Nest *nest, const Hom **hom, const MonoidElement **y) {
  for (*hom = NULL; nest->innermost != NULL;) {
    Pending *pending = nest->innermost;
    const Hom *two = pending->hom;
    if (!pending->at_g && two->kind != HOM_COMPOSITE) {
      const MonoidElement *value = *y;
      *y = pending->at;
      *hom = two->b;
      pending->at = value;
      pending->at_g = true;
      return STATUS_OK;
    }
    nest->innermost = pending->outer;
    pending->outer = nest->spare;
    nest->spare = pending;
    if (two->kind == HOM_COMPOSITE) return *hom = two->b, STATUS_OK;
    if (two->kind == HOM_PAIRING)
      TRY(element_pair(machine, pending->at, *y, y));
    else
      TRY(monoid_plus(machine, two->codomain, pending->at, *y, y));
  }
  return STATUS_OK;
}

static Status apply_all(Machine *machine, const Hom *hom, const MonoidElement **y) {
  Nest nest = {.innermost = NULL, .spare = NULL};
  for (uint32_t k = 0; k < PENDING_NEAR; k++) {
    nest.near[k].outer = nest.spare;
    nest.spare = &nest.near[k];
  }
  for (;;) {
    for (; is_of_two(hom); hom = hom->a) {
      if (machine->fuel == 0) return STATUS_LIMIT;
      machine->fuel--;
      TRY(begin_of_two(machine, &nest, hom, *y));
    }
    TRY(apply_one(machine, hom, *y, y));
    TRY(end_of_one(machine, &nest, &hom, y));
    if (hom == NULL) return STATUS_OK;
    if (machine->fuel == 0) return STATUS_LIMIT;
    machine->fuel--;
  }
}

Status hom_apply(Machine *machine, const Hom *hom, const MonoidElement *element, const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = is_of_two(hom) ? apply_all(machine, hom, &element) : apply_one(machine, hom, element, &element);
  machine_leave(machine);
  *out = element;
  return status;
}
