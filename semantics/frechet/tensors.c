/* Formal tensors as sums of simple ones, inner products, dense images. */
#include "semantics/frechet/vectors.h"
#include "semantics/memory/growing.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* --------------------------------------------------------- simple tensors -- */

static Status put_simple(Machine *machine, HilSimples *to, HilFactor factor, const HilVector *v) {
  if (to->count == HIL_MAX_INDEX) return STATUS_LIMIT;
  HilSimple *terms = arena_room(machine->arena, to->terms, to->count, &to->capacity, 4, sizeof *terms);
  if (terms == NULL) return STATUS_LIMIT;
  to->terms = terms;
  to->terms[to->count++] = (HilSimple){factor, v->a, v->b};
  return STATUS_OK;
}

static Status simples(Machine *machine, HilFactor factor, const HilVector *v, HilSimples *to) {
  Status status = STATUS_OK;
  switch (v->kind) {
  case HIL_ZERO: return STATUS_OK;
  case HIL_TENSOR: return put_simple(machine, to, factor, v);
  case HIL_SCALE:
    factor = hil_factor_mul(machine->ring, factor, hil_factor(v->scalar));
    if (machine->depth == 0) return STATUS_LIMIT;
    machine->depth--;
    status = simples(machine, factor, v->a, to);
    machine->depth++;
    return status;
  case HIL_SUM:
    if (machine->depth == 0) return STATUS_LIMIT;
    machine->depth--;
    for (int64_t i = 0; i < v->n && status == STATUS_OK; i++) status = simples(machine, factor, &v->parts[i], to);
    machine->depth++;
    return status;
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR:
  case HIL_REALS:
  case HIL_TUPLE:
  case HIL_INJECT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status hil_simples(Machine *machine, const HilVector *v, HilSimples *out) {
  *out = (HilSimples){NULL, 0, 0};
  return simples(machine, (HilFactor){.kind = HIL_FACTOR_ONE}, v, out);
}

/* --------------------------------------------------------- inner products -- */

/*   (u1(x)v1) (.) (u2(x)v2) = (u1 (.) u2)·(v1 (.) v2) */
static Status inner_of_tensors(Machine *machine, const HilSpaces *spaces, const HilSpaceNode *node, const HilVector *v,
                               const HilVector *w, HilFactor *out) {
  RULE(HIL_INNER_TENSOR);
  HilSimples left, right;
  HilFactor first, second;
  TRY(hil_simples(machine, v, &left));
  TRY(hil_simples(machine, w, &right));
  for (uint32_t i = 0; i < left.count; i++) {
    for (uint32_t j = 0; j < right.count; j++) {
      const HilSimple *s = &left.terms[i], *t = &right.terms[j];
      TRY(hil_inner(machine, spaces, node->a, s->a, t->a, &first));
      TRY(hil_inner(machine, spaces, node->b, s->b, t->b, &second));
      HilFactor factor = hil_factor_mul(machine->ring, s->factor, t->factor);
      factor = hil_factor_mul(machine->ring, factor, hil_factor_mul(machine->ring, first, second));
      *out = hil_factor_add(machine->ring, *out, factor);
    }
  }
  return STATUS_OK;
}

static Status inner_at(Machine *machine, const HilSpaces *spaces, HilSpace space, uint32_t x, const HilVector *v,
                       const HilVector *w, HilFactor *out) {
  uint32_t n = hil_width(spaces, space);
  HilVector a, b;
  HilFactor part;
  Status status = hil_coordinate(machine, v, n, x, &a);
  if (status == STATUS_OK) status = hil_coordinate(machine, w, n, x, &b);
  if (status == STATUS_OK) status = hil_inner(machine, spaces, hil_part(spaces, space, x), &a, &b, &part);
  if (status == STATUS_OK) *out = hil_factor_add(machine->ring, *out, part);
  return status;
}

/*   v (.) w = sum_x v_x (.) w_x */
static Status inner_of_direct(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v,
                              const HilVector *w, HilFactor *out) {
  RULE(HIL_INNER);
  uint32_t n = hil_width(spaces, space);
  if (v->kind == HIL_REALS && w->kind == HIL_REALS) {
    if (v->n != n || w->n != n) return STATUS_STUCK;
    for (uint32_t x = 0; x < n; x++) {
      *out = hil_factor_add(machine->ring, *out, hil_factor(ring_mul(machine->ring, v->scalars[x], w->scalars[x])));
    }
    return ring_take_status(machine->ring);
  }
  if (v->kind == HIL_INJECT) return inner_at(machine, spaces, space, (uint32_t)v->n, v, w, out);
  if (w->kind == HIL_INJECT) return inner_at(machine, spaces, space, (uint32_t)w->n, v, w, out);
  Status status = STATUS_OK;
  for (uint32_t x = 0; x < n && status == STATUS_OK; x++) status = inner_at(machine, spaces, space, x, v, w, out);
  return status;
}

static Status inner(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v, const HilVector *w,
                    HilFactor *out) {
  const HilSpaceNode *node = hil_space(spaces, space);
  HilFactor other;
  Status status;
  *out = (HilFactor){.kind = HIL_FACTOR_ZERO};
  if (v->kind == HIL_ZERO || w->kind == HIL_ZERO || node->kind == HIL_SPACE_ZERO) return STATUS_OK;
  if (node->kind == HIL_SPACE_TENSOR) return inner_of_tensors(machine, spaces, node, v, w, out);
  if (node->kind == HIL_SPACE_REAL) {
    status = hil_real(machine, v, out);
    if (status == STATUS_OK) status = hil_real(machine, w, &other);
    if (status == STATUS_OK) *out = hil_factor_mul(machine->ring, *out, other);
    return status;
  }
  if (node->kind == HIL_SPACE_NONE) return STATUS_STUCK;
  if (v->kind == HIL_SCALE || w->kind == HIL_SCALE) { /* (k·v) (.) w = k (v (.) w) */
    bool left = v->kind == HIL_SCALE;
    status = hil_inner(machine, spaces, space, left ? v->a : v, left ? w : w->a, out);
    *out = hil_factor_mul(machine->ring, hil_factor(left ? v->scalar : w->scalar), *out);
    return status;
  }
  return inner_of_direct(machine, spaces, space, v, w, out);
}

Status hil_inner(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v, const HilVector *w,
                 HilFactor *out) {
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = inner(machine, spaces, space, v, w, out);
  machine->depth++;
  return status;
}

/* ----------------------------------------------------------- dense images -- */

/* Writes factor·v, or adds it to what is there. */
typedef struct Writer {
  Machine *machine;
  const HilSpaces *spaces;
} Writer;

static Status image(Writer *to, HilSpace space, HilFactor factor, const HilVector *v, bool add, Scalar *out);

static void put(Writer *to, HilFactor factor, bool add, Scalar *out) {
  Ring *ring = to->machine->ring;
  if (add) {
    HilFactor sum = hil_factor_add(ring, hil_factor(*out), factor);
    if (sum.kind == HIL_FACTOR_SCALAR) *out = sum.scalar;
    return;
  }
  *out = factor.kind == HIL_FACTOR_SCALAR ? factor.scalar : ring_integer(ring, factor.kind == HIL_FACTOR_ONE ? 1 : 0);
}

static void image_of_zero(Writer *to, uint64_t dim, bool add, Scalar *out) {
  if (add) return;
  Scalar zero = ring_integer(to->machine->ring, 0);
  for (uint64_t i = 0; i < dim; i++) out[i] = zero;
}

static Status image_of_parts(Writer *to, HilSpace space, HilFactor factor, const HilVector *v, bool add, Scalar *out) {
  uint32_t n = hil_width(to->spaces, space);
  if (v->n != n) return STATUS_STUCK;
  for (uint32_t x = 0; x < n; x++) {
    HilSpace part = hil_part(to->spaces, space, x);
    TRY(image(to, part, factor, &v->parts[x], add, out));
    out += hil_space(to->spaces, part)->dim;
  }
  return STATUS_OK;
}

static Status image_of_injection(Writer *to, HilSpace space, HilFactor factor, const HilVector *v, bool add,
                                 Scalar *out) {
  uint32_t n = hil_width(to->spaces, space);
  if (v->n >= n) return STATUS_STUCK;
  for (uint32_t x = 0; x < n; x++) {
    HilSpace part = hil_part(to->spaces, space, x);
    TRY(image(to, part, factor, x == v->n ? v->a : &hil_zero, add, out));
    out += hil_space(to->spaces, part)->dim;
  }
  return STATUS_OK;
}

static Status image_of_simple(Writer *to, const HilSpaceNode *node, HilFactor factor, const HilVector *v, bool add,
                              Scalar *out) {
  uint64_t m = hil_space(to->spaces, node->a)->dim, n = hil_space(to->spaces, node->b)->dim;
  Scalar *a = arena_array(to->machine->arena, (size_t)m, sizeof *a);
  Scalar *b = arena_array(to->machine->arena, (size_t)n, sizeof *b);
  if (a == NULL || b == NULL) return STATUS_LIMIT;
  TRY(image(to, node->a, factor, v->a, false, a));
  TRY(image(to, node->b, (HilFactor){.kind = HIL_FACTOR_ONE}, v->b, false, b));
  for (uint64_t i = 0; i < m; i++) {
    for (uint64_t j = 0; j < n; j++) {
      put(to, hil_factor(ring_mul(to->machine->ring, a[i], b[j])), add, &out[i * n + j]);
    }
  }
  return STATUS_OK;
}

static Status image_rule(Writer *to, HilSpace space, HilFactor factor, const HilVector *v, bool add, Scalar *out) {
  const HilSpaceNode *node = hil_space(to->spaces, space);
  Ring *ring = to->machine->ring;
  HilFactor real;
  Status status = STATUS_OK;
  switch (v->kind) {
  case HIL_ZERO: image_of_zero(to, node->dim, add, out); return STATUS_OK;
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR:
    status = hil_real(to->machine, v, &real);
    if (status == STATUS_OK) put(to, hil_factor_mul(ring, factor, real), add, out);
    return status;
  case HIL_REALS:
    if ((uint64_t)v->n != node->dim) return STATUS_STUCK;
    for (int64_t i = 0; i < v->n; i++) put(to, hil_factor_mul(ring, factor, hil_factor(v->scalars[i])), add, &out[i]);
    return STATUS_OK;
  case HIL_TUPLE:
    return hil_is_direct(to->spaces, space) ? image_of_parts(to, space, factor, v, add, out) : STATUS_STUCK;
  case HIL_INJECT:
    return hil_is_direct(to->spaces, space) ? image_of_injection(to, space, factor, v, add, out) : STATUS_STUCK;
  case HIL_SCALE: return image(to, space, hil_factor_mul(ring, factor, hil_factor(v->scalar)), v->a, add, out);
  case HIL_SUM:
    if (v->n == 0) image_of_zero(to, node->dim, add, out);
    for (int64_t i = 0; i < v->n && status == STATUS_OK; i++) {
      status = image(to, space, factor, &v->parts[i], add || i > 0, out);
    }
    return status;
  case HIL_TENSOR: return image_of_simple(to, node, factor, v, add, out);
  }
  return STATUS_STUCK;
}

static Status image(Writer *to, HilSpace space, HilFactor factor, const HilVector *v, bool add, Scalar *out) {
  if (to->machine->depth == 0) return STATUS_LIMIT;
  to->machine->depth--;
  Status status = image_rule(to, space, factor, v, add, out);
  to->machine->depth++;
  return status;
}

Status hil_write(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v, Scalar *out) {
  Writer to = {machine, spaces};
  TRY(image(&to, space, (HilFactor){.kind = HIL_FACTOR_ONE}, v, false, out));
  return ring_take_status(machine->ring);
}

Status hil_read(Machine *machine, const HilSpaces *spaces, HilSpace space, const Scalar **flat, HilVector *out) {
  const HilSpaceNode *node = hil_space(spaces, space);
  if (node->kind == HIL_SPACE_ZERO) {
    *out = hil_zero;
    return STATUS_OK;
  }
  if (node->kind == HIL_SPACE_REAL) {
    *out = hil_scalar(*(*flat)++);
    return STATUS_OK;
  }
  if (node->kind != HIL_SPACE_DIRECT) return STATUS_ILL_TYPED;
  uint32_t n = hil_width(spaces, space);
  if (node->uniform && hil_space(spaces, node->a)->kind == HIL_SPACE_REAL) {
    *out = hil_reals(n, *flat);
    *flat += n;
    return STATUS_OK;
  }
  HilVector *parts = arena_array(machine->arena, n, sizeof *parts);
  if (parts == NULL || machine->depth == 0) return STATUS_LIMIT;
  *out = (HilVector){.kind = HIL_TUPLE, .n = n, .parts = parts};
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t x = 0; x < n && status == STATUS_OK; x++) {
    status = hil_read(machine, spaces, hil_part(spaces, space, x), flat, &parts[x]);
  }
  machine->depth++;
  return status;
}
