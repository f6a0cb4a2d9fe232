/* Sums, names and bilinear primitives at values of any domain. */
#include "semantics/combinatory/maps.h"
#include "semantics/memory/try.h"

static void each(PfDomain *domain, uint32_t i) { domain->ops->component(domain, i); }

/* After n components. */
static void done(PfDomain *domain, uint32_t n) {
  if (n > 1) domain->ops->component(domain, UINT32_MAX);
}

Status pf_sum_values(PfDomain *domain, Arena *arena, OpCode op, const PfValue *x, const PfValue *y, uint32_t depth,
                     PfValue *out) {
  if (x->n != y->n || (x->parts == NULL) != (y->parts == NULL)) return STATUS_STUCK;
  if (x->parts == NULL) {
    Scalar *sums = arena_array(arena, x->n, sizeof *sums);
    if (sums == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < x->n; i++) {
      each(domain, i);
      sums[i] = domain->ops->binary(domain, op, x->scalars[i], y->scalars[i]);
    }
    done(domain, x->n);
    *out = pf_vector(x->n, sums);
    return domain->status;
  }
  PfValue *parts = arena_array(arena, x->n, sizeof *parts);
  if (parts == NULL || depth == 0) return STATUS_LIMIT;
  for (uint32_t k = 0; k < x->n; k++) {
    TRY(pf_sum_values(domain, arena, op, &x->parts[k], &y->parts[k], depth - 1, &parts[k]));
  }
  *out = (PfValue){x->n, NULL, parts};
  return STATUS_OK;
}

Status pf_name_value(PfDomain *domain, Arena *arena, const PfValue *x, uint32_t depth, PfValue *out) {
  if (x->parts == NULL) {
    Scalar *names = arena_array(arena, x->n, sizeof *names);
    if (names == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < x->n; i++) {
      each(domain, i);
      names[i] = domain->ops->name(domain, x->scalars[i]);
    }
    done(domain, x->n);
    *out = x->scalars == NULL ? *x : pf_vector(x->n, names);
    return domain->status;
  }
  PfValue *parts = arena_array(arena, x->n, sizeof *parts);
  if (parts == NULL || depth == 0) return STATUS_LIMIT;
  for (uint32_t k = 0; k < x->n; k++) {
    TRY(pf_name_value(domain, arena, &x->parts[k], depth - 1, &parts[k]));
  }
  *out = (PfValue){x->n, NULL, parts};
  return STATUS_OK;
}

static Scalar times(PfDomain *domain, Scalar a, Scalar b) { return domain->ops->binary(domain, OP_MUL, a, b); }

/* sum_i x_i y_i */
static Scalar dot(PfDomain *domain, uint32_t n, const Scalar *x, const Scalar *y) {
  if (n == 0) return domain->ops->integer(domain, 0);
  Scalar sum = times(domain, x[0], y[0]);
  for (uint32_t i = 1; i < n; i++) {
    each(domain, i);
    sum = domain->ops->binary(domain, OP_ADD, sum, times(domain, x[i], y[i]));
  }
  done(domain, n);
  return sum;
}

static Scalar cross(PfDomain *domain, uint32_t i, const Scalar *x, const Scalar *y) {
  uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
  return domain->ops->binary(domain, OP_SUB, times(domain, x[j], y[k]), times(domain, x[k], y[j]));
}

Status pf_bilinear_value(PfDomain *domain, Arena *arena, PfBilinear bilinear, uint32_t n, uint32_t m, const PfValue *x,
                         const PfValue *y, PfValue *out) {
  uint32_t length = bilinear == BILINEAR_DOT      ? 1
                    : bilinear == BILINEAR_MATVEC ? m
                    : bilinear == BILINEAR_OUTER  ? n * m
                                                  : n;
  Scalar *result = arena_array(arena, length, sizeof *result);
  const Scalar *a = x->scalars, *b = y->scalars;
  if (result == NULL) return STATUS_LIMIT;
  if (x->parts != NULL || y->parts != NULL) return STATUS_STUCK;
  for (uint32_t i = 0; i < length; i++) {
    each(domain, i);
    switch (bilinear) {
    case BILINEAR_TIMES: result[i] = times(domain, a[i], b[i]); break;
    case BILINEAR_DOT: result[i] = dot(domain, n, a, b); break;
    case BILINEAR_SCALE: result[i] = times(domain, a[0], b[i]); break;
    case BILINEAR_CROSS: result[i] = cross(domain, i, a, b); break;
    case BILINEAR_MATVEC: result[i] = dot(domain, n, a + (size_t)i * n, b); break;
    case BILINEAR_OUTER: result[i] = times(domain, a[i / n], b[i % n]); break;
    case BILINEAR_COUNT: return STATUS_STUCK;
    }
  }
  done(domain, length);
  *out = pf_vector(length, result);
  return domain->status;
}
