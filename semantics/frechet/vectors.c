/* Building and looking into formal vectors. */
#include "semantics/frechet/vectors.h"
#include "semantics/memory/try.h"

const HilVector hil_zero = {.kind = HIL_ZERO};
const HilVector hil_one = {.kind = HIL_INTEGER, .n = 1};
const HilVector hil_minus_one = {.kind = HIL_INTEGER, .n = -1};

static bool has_parts(const HilVector *v) {
  switch (v->kind) {
  case HIL_INJECT:
  case HIL_SCALE: return v->a != NULL;
  case HIL_TENSOR: return v->a != NULL && v->b != NULL;
  case HIL_TUPLE:
  case HIL_SUM: return v->parts != NULL || v->n == 0;
  case HIL_ZERO:
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR:
  case HIL_REALS: return true;
  }
  return true;
}

const HilVector *hil_keep(Machine *machine, HilVector v) {
  if (!has_parts(&v)) return NULL;
  HilVector *kept = arena_alloc(machine->arena, sizeof *kept);
  if (kept != NULL) *kept = v;
  return kept;
}

Status hil_tensor(Machine *machine, const HilVector *a, const HilVector *b, HilVector *out) {
  const HilVector *left = hil_keep(machine, *a), *right = hil_keep(machine, *b);
  if (left == NULL || right == NULL) return STATUS_LIMIT;
  *out = (HilVector){.kind = HIL_TENSOR, .a = left, .b = right};
  return STATUS_OK;
}

Status hil_inject(Machine *machine, uint32_t x, const HilVector *a, HilVector *out) {
  const HilVector *kept = hil_keep(machine, *a);
  if (kept == NULL) return STATUS_LIMIT;
  *out = (HilVector){.kind = HIL_INJECT, .n = x, .a = kept};
  return STATUS_OK;
}

/* ---------------------------------------------------------------- factors -- */

HilFactor hil_factor(Scalar scalar) { return (HilFactor){HIL_FACTOR_SCALAR, scalar}; }

HilFactor hil_factor_mul(Ring *ring, HilFactor a, HilFactor b) {
  if (a.kind == HIL_FACTOR_ZERO || b.kind == HIL_FACTOR_ONE) return a;
  if (b.kind == HIL_FACTOR_ZERO || a.kind == HIL_FACTOR_ONE) return b;
  return hil_factor(ring_mul(ring, a.scalar, b.scalar));
}

static Scalar factor_scalar(Ring *ring, HilFactor a) {
  if (a.kind == HIL_FACTOR_SCALAR) return a.scalar;
  return ring_integer(ring, a.kind == HIL_FACTOR_ONE ? 1 : 0);
}

HilFactor hil_factor_add(Ring *ring, HilFactor a, HilFactor b) {
  if (a.kind == HIL_FACTOR_ZERO) return b;
  if (b.kind == HIL_FACTOR_ZERO) return a;
  return hil_factor(ring_add(ring, factor_scalar(ring, a), factor_scalar(ring, b)));
}

Status hil_scale(Machine *machine, HilFactor k, const HilVector *v, HilVector *out) {
  if (k.kind == HIL_FACTOR_ZERO) {
    *out = hil_zero;
    return STATUS_OK;
  }
  if (k.kind == HIL_FACTOR_ONE || v->kind == HIL_ZERO) {
    *out = *v;
    return STATUS_OK;
  }
  const HilVector *kept = v;
  if (v->kind == HIL_SCALE) { /* k·(l·w) = (k l)·w */
    k = hil_factor_mul(machine->ring, k, hil_factor(v->scalar));
    kept = v->a;
  } else {
    kept = hil_keep(machine, *v);
  }
  if (kept == NULL) return STATUS_LIMIT;
  *out = (HilVector){.kind = HIL_SCALE, .scalar = k.scalar, .a = kept};
  return STATUS_OK;
}

static HilFactor integer_factor(Ring *ring, int64_t n) {
  if (n == 0 || n == 1) return (HilFactor){.kind = n == 0 ? HIL_FACTOR_ZERO : HIL_FACTOR_ONE};
  return hil_factor(ring_integer(ring, n));
}

static HilFactor constant_factor(Machine *machine, const HilVector *v) {
  const Constant *c = constant_get(&machine->store->constants, v->constant);
  uint32_t i = c->length == 1 ? 0 : (uint32_t)v->n;
  if (mpq_sgn(c->exact[i]) == 0) return integer_factor(machine->ring, 0);
  if (mpq_cmp_si(c->exact[i], 1, 1) == 0) return integer_factor(machine->ring, 1);
  return hil_factor(ring_constant(machine->ring, c, i));
}

static Status real_of_sum(Machine *machine, const HilVector *v, HilFactor *out) {
  HilFactor part;
  *out = (HilFactor){.kind = HIL_FACTOR_ZERO};
  for (int64_t i = 0; i < v->n; i++) {
    TRY(hil_real(machine, &v->parts[i], &part));
    *out = hil_factor_add(machine->ring, *out, part);
  }
  return STATUS_OK;
}

static Status real_of(Machine *machine, const HilVector *v, HilFactor *out) {
  Status status;
  switch (v->kind) {
  case HIL_ZERO: *out = integer_factor(machine->ring, 0); return STATUS_OK;
  case HIL_INTEGER: *out = integer_factor(machine->ring, v->n); return STATUS_OK;
  case HIL_CONSTANT: *out = constant_factor(machine, v); return ring_take_status(machine->ring);
  case HIL_SCALAR: *out = hil_factor(v->scalar); return STATUS_OK;
  case HIL_SCALE:
    status = hil_real(machine, v->a, out);
    if (status == STATUS_OK) *out = hil_factor_mul(machine->ring, hil_factor(v->scalar), *out);
    return status;
  case HIL_SUM: return real_of_sum(machine, v, out);
  case HIL_REALS:
  case HIL_TUPLE:
  case HIL_INJECT:
  case HIL_TENSOR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status hil_real(Machine *machine, const HilVector *v, HilFactor *out) {
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = real_of(machine, v, out);
  machine->depth++;
  return status;
}

/* ------------------------------------------------------------ coordinates -- */

static Status sum_of_coordinates(Machine *machine, const HilVector *v, uint32_t n, uint32_t x, HilVector *out) {
  HilVector *parts = arena_array(machine->arena, (size_t)v->n, sizeof *parts);
  uint32_t count = 0;
  if (parts == NULL) return STATUS_LIMIT;
  for (int64_t i = 0; i < v->n; i++) {
    TRY(hil_coordinate(machine, &v->parts[i], n, x, &parts[count]));
    if (parts[count].kind != HIL_ZERO) count++;
  }
  if (count == 0)
    *out = hil_zero;
  else if (count == 1)
    *out = parts[0];
  else
    *out = (HilVector){.kind = HIL_SUM, .n = count, .parts = parts};
  return STATUS_OK;
}

static Status coordinate(Machine *machine, const HilVector *v, uint32_t n, uint32_t x, HilVector *out) {
  HilVector part;
  switch (v->kind) {
  case HIL_ZERO: *out = hil_zero; return STATUS_OK;
  case HIL_REALS:
    if (x >= v->n || v->n != n) return STATUS_STUCK;
    *out = hil_scalar(v->scalars[x]);
    return STATUS_OK;
  case HIL_TUPLE:
    if (x >= v->n || v->n != n) return STATUS_STUCK;
    *out = v->parts[x];
    return STATUS_OK;
  case HIL_INJECT: *out = v->n == x ? *v->a : hil_zero; return STATUS_OK;
  case HIL_SCALE:
    TRY(hil_coordinate(machine, v->a, n, x, &part));
    return hil_scale(machine, hil_factor(v->scalar), &part, out);
  case HIL_SUM: return sum_of_coordinates(machine, v, n, x, out);
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR:
  case HIL_TENSOR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status hil_coordinate(Machine *machine, const HilVector *v, uint32_t n, uint32_t x, HilVector *out) {
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = coordinate(machine, v, n, x, out);
  machine->depth++;
  return status;
}

Status hil_tuple(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *parts, HilVector *out) {
  uint32_t n = hil_width(spaces, space);
  *out = (HilVector){.kind = HIL_TUPLE, .n = n, .parts = parts};
  const HilSpaceNode *node = hil_space(spaces, space);
  if (!node->uniform || hil_space(spaces, node->a)->kind != HIL_SPACE_REAL) return STATUS_OK;
  Scalar *scalars = arena_array(machine->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < n; x++) {
    HilFactor real;
    TRY(hil_real(machine, &parts[x], &real));
    scalars[x] = factor_scalar(machine->ring, real);
  }
  *out = hil_reals(n, scalars);
  return STATUS_OK;
}

Status hil_sum(Machine *machine, const HilSpaces *spaces, HilSpace space, uint32_t n, const HilVector *parts,
               HilVector *out) {
  HilVector *kept = arena_array(machine->arena, n, sizeof *kept);
  uint32_t count = 0;
  if (kept == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    if (parts[i].kind != HIL_ZERO) kept[count++] = parts[i];
  }
  HilVector sum = {.kind = HIL_SUM, .n = count, .parts = kept};
  if (count == 0) sum = hil_zero;
  if (count == 1) sum = kept[0];
  *out = sum;
  const HilSpaceNode *node = hil_space(spaces, space);
  if (count < 2 || !node->dense) return STATUS_OK;
  Scalar *flat = arena_array(machine->arena, (size_t)node->dim, sizeof *flat);
  if (flat == NULL) return STATUS_LIMIT;
  Status status = hil_write(machine, spaces, space, &sum, flat);
  const Scalar *next = flat;
  return status == STATUS_OK ? hil_read(machine, spaces, space, &next, out) : status;
}
