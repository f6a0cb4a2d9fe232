/* The routes by dual numbers: over F_p, the rationals and enclosures. */
#include "verify/truth/truth_internal.h"

#include <stdlib.h>

static void slot_clear(DualSlot *slot) {
  if (slot->dual != NULL) ring_destroy(slot->dual);
  *slot = (DualSlot){0};
}

void truth_free_duals(Truth *truth) {
  slot_clear(&truth->field_dual);
  slot_clear(&truth->rational_dual);
  slot_clear(&truth->enclosure_dual);
  for (size_t i = 0; i < truth->kept_count; i++) mpq_clear(truth->kept[i]);
  free(truth->kept);
  truth->kept = NULL;
  truth->kept_count = 0;
}

static Ring *slot_dual(DualSlot *slot, Ring *base) {
  if (slot->base == base) return slot->dual;
  slot_clear(slot);
  slot->dual = ring_dual_new(base);
  if (slot->dual != NULL) slot->base = base;
  return slot->dual;
}

/* Runs at x + v eps; writes real and infinitesimal parts, scalars of the base
 * that live until the base is released.  Int outputs are words, derivative 0. */
static Status run_dual(Truth *truth, Ring *dual, const Program *program, const Layout *layout, const Scalar *x,
                       const Scalar *v, Scalar *value, Scalar *derivative) {
  for (size_t i = 0; i < layout->inputs; i++) {
    layout->input[i] = layout->input_is_int[i] ? x[i] : dual_make(dual, x[i], v[i]);
  }
  Status status = truth_run(truth, dual, program, layout);
  for (size_t i = 0; i < layout->outputs && status == STATUS_OK; i++) {
    Scalar result = layout->output[i];
    value[i] = layout->output_is_int[i] ? result : dual_real(dual, result);
    derivative[i] = layout->output_is_int[i] ? scalar_from_int(0) : dual_epsilon(dual, result);
  }
  return status;
}

Status truth_field_dual(Truth *truth, const Program *program, const Scalar *x, const Scalar *v, Scalar *value,
                        Scalar *derivative) {
  Ring *dual = slot_dual(&truth->field_dual, truth->field);
  if (dual == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&truth->arena);
  size_t dual_mark = ring_mark(dual);
  Layout layout;
  Status status = truth_layout(truth, program, &layout);
  if (status == STATUS_OK) status = run_dual(truth, dual, program, &layout, x, v, value, derivative);
  ring_release(dual, dual_mark);
  arena_release(&truth->arena, mark);
  return status;
}

/* ------------------------------------------------------------- rationals -- */

static bool keep_room(Truth *truth, size_t count) {
  if (count <= truth->kept_count) return true;
  mpq_t *kept = realloc(truth->kept, count * sizeof *kept);
  if (kept == NULL) return false;
  truth->kept = kept;
  for (size_t i = truth->kept_count; i < count; i++) mpq_init(kept[i]);
  truth->kept_count = count;
  return true;
}

/* Forgets all that was made in the base since the marks, but the results. */
static Status keep_rationals(Truth *truth, Ring *dual, size_t dual_mark, Ring *base, size_t base_mark,
                             const Layout *layout, Scalar *value, Scalar *derivative) {
  if (!keep_room(truth, 2 * layout->outputs)) return STATUS_LIMIT;
  for (size_t i = 0; i < layout->outputs; i++) {
    if (layout->output_is_int[i]) continue;
    rational_get(base, value[i], truth->kept[2 * i]);
    rational_get(base, derivative[i], truth->kept[2 * i + 1]);
  }
  ring_release(dual, dual_mark);
  ring_release(base, base_mark);
  for (size_t i = 0; i < layout->outputs; i++) {
    if (layout->output_is_int[i]) continue;
    value[i] = rational_make(base, truth->kept[2 * i]);
    derivative[i] = rational_make(base, truth->kept[2 * i + 1]);
  }
  return ring_take_status(base);
}

Status truth_rational_dual(Truth *truth, Ring *rational, const Program *program, const Scalar *x, const Scalar *v,
                           Scalar *value, Scalar *derivative) {
  Ring *dual = slot_dual(&truth->rational_dual, rational);
  if (dual == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&truth->arena);
  size_t dual_mark = ring_mark(dual), base_mark = ring_mark(rational);
  Layout layout;
  Status status = truth_layout(truth, program, &layout);
  if (status == STATUS_OK) status = run_dual(truth, dual, program, &layout, x, v, value, derivative);
  if (status == STATUS_OK)
    status = keep_rationals(truth, dual, dual_mark, rational, base_mark, &layout, value, derivative);
  if (status != STATUS_OK) {
    ring_release(dual, dual_mark);
    ring_release(rational, base_mark);
  }
  arena_release(&truth->arena, mark);
  return status;
}

/* ------------------------------------------------------------ enclosures -- */

typedef struct Kept {
  double value, bound;
} Kept;

static Status keep_enclosures(Truth *truth, Ring *dual, size_t dual_mark, Ring *base, size_t base_mark,
                              const Layout *layout, Scalar *value, Scalar *derivative) {
  Kept *kept = arena_array(&truth->arena, 2 * layout->outputs, sizeof *kept);
  if (kept == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < layout->outputs; i++) {
    if (layout->output_is_int[i]) continue;
    kept[2 * i] = (Kept){enclosure_value(base, value[i]), enclosure_bound(base, value[i])};
    kept[2 * i + 1] = (Kept){enclosure_value(base, derivative[i]), enclosure_bound(base, derivative[i])};
  }
  ring_release(dual, dual_mark);
  ring_release(base, base_mark);
  for (size_t i = 0; i < layout->outputs; i++) {
    if (layout->output_is_int[i]) continue;
    value[i] = enclosure_make(base, kept[2 * i].value, kept[2 * i].bound);
    derivative[i] = enclosure_make(base, kept[2 * i + 1].value, kept[2 * i + 1].bound);
  }
  return ring_take_status(base);
}

/* An Int input given as a double: false when that is no integer in range. */
static bool int_of_double(double x, Scalar *word) {
  const double end = 9223372036854775808.0; /* 2^63 */
  bool fits = x >= -end && x < end && (double)(int64_t)x == x;
  *word = scalar_from_int(fits ? (int64_t)x : 0);
  return fits;
}

/* Exact doubles as enclosures of bound 0; Int inputs are words. */
static Status enclose_inputs(Truth *truth, Ring *enclosure, const Layout *layout, const double *x, const double *v,
                             Scalar **real, Scalar **epsilon) {
  *real = arena_array(&truth->arena, layout->inputs, sizeof **real);
  *epsilon = arena_array(&truth->arena, layout->inputs, sizeof **epsilon);
  if (*real == NULL || *epsilon == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < layout->inputs; i++) {
    (*epsilon)[i] = scalar_from_int(0);
    if (layout->input_is_int[i]) {
      if (!int_of_double(x[i], &(*real)[i])) return STATUS_DOMAIN;
      continue;
    }
    (*real)[i] = enclosure_make(enclosure, x[i], 0);
    (*epsilon)[i] = enclosure_make(enclosure, v[i], 0);
  }
  return STATUS_OK;
}

Status truth_enclosure_dual(Truth *truth, Ring *enclosure, const Program *program, const double *x, const double *v,
                            Scalar *value, Scalar *derivative) {
  Ring *dual = slot_dual(&truth->enclosure_dual, enclosure);
  if (dual == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&truth->arena);
  size_t dual_mark = ring_mark(dual), base_mark = ring_mark(enclosure);
  Layout layout;
  Scalar *real = NULL, *epsilon = NULL;
  Status status = truth_layout(truth, program, &layout);
  if (status == STATUS_OK) status = enclose_inputs(truth, enclosure, &layout, x, v, &real, &epsilon);
  if (status == STATUS_OK) status = run_dual(truth, dual, program, &layout, real, epsilon, value, derivative);
  if (status == STATUS_OK)
    status = keep_enclosures(truth, dual, dual_mark, enclosure, base_mark, &layout, value, derivative);
  if (status != STATUS_OK) {
    ring_release(dual, dual_mark);
    ring_release(enclosure, base_mark);
  }
  arena_release(&truth->arena, mark);
  return status;
}
