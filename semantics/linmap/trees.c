/* Linear maps as syntax trees that are interpreted when applied.
 *
 * Reverse application adds into an accumulator in ds that whoever asks owns, so
 * that a composition with 1 x m, the shape of a threaded let, hands the same
 * accumulator on: then a program's reverse pass costs what its forward pass does. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/meaning.h"
#include "semantics/tables/rules.h"

typedef struct Tree {
  LmMap head;
  LmSpec spec;
} Tree;

static const Tree *tree_of(const LmMap *map) { return (const Tree *)(const void *)map; }
static const Tree *nth(const Tree *m, uint32_t k) { return tree_of(m->spec.maps[k].map); }

static Status make(LmEval *eval, const LmSpec *spec, const LmMap **out) {
  Tree *m = arena_alloc(eval->machine->arena, sizeof *m);
  if (m == NULL) return STATUS_LIMIT;
  *m = (Tree){{&linmap_trees, spec->from, spec->to}, *spec};
  *out = &m->head;
  return STATUS_OK;
}

/* Map k of x, V or L. */
static Status child(LmEval *eval, const Tree *m, uint32_t k, const Tree **out) {
  LmValue map;
  if (m->spec.family == NULL) {
    *out = nth(m, k);
    return STATUS_OK;
  }
  Status status = m->spec.family->at(eval, m->spec.family, k, &map);
  if (status == STATUS_OK) *out = tree_of(map.map);
  return status;
}

static Status forward(LmEval *eval, const Tree *m, const LmValue *x, LmValue *out);
static Status backward(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc);

/* ----------------------------------------------------------------- forward -- */

static Status forward_each(LmEval *eval, const Tree *m, const LmValue *x, LmValueKind kind, LmValue *out) {
  LmValue images;
  const Tree *each = NULL;
  Status status = lm_value_parts(eval, kind, m->spec.n, &images);
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = child(eval, m, k, &each);
    if (status == STATUS_OK) status = forward(eval, each, x, &images.part[k]);
  }
  *out = images;
  return status;
}

/* Maps that are 0 add nothing. */
static Status forward_sum(LmEval *eval, const Tree *m, const LmValue *x, LmValue *out) {
  LmValue sum, image;
  const Tree *each = NULL;
  bool some = false;
  Status status = STATUS_OK;
  if (x->n != m->spec.n) return STATUS_STUCK;
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = child(eval, m, k, &each);
    if (status != STATUS_OK || each->spec.kind == LM_ZERO) continue;
    status = forward(eval, each, &x->part[k], some ? &image : &sum);
    if (status == STATUS_OK && some) status = lm_value_add(eval, &sum, &image, &sum);
    some = true;
  }
  if (status == STATUS_OK && !some) return lm_value_zero(eval, m->spec.to, out);
  *out = sum;
  return status;
}

/* FFold: each step's map is made, applied and given back. */
static Status forward_fold(LmEval *eval, const Tree *m, const LmValue *x, LmValue *out) {
  const LmSteps *steps = m->spec.steps;
  Arena *arena = eval->machine->arena;
  const LmType *a = m->spec.to;
  Scalar *room = arena_array(arena, linmap_slots(a) + a->dim + 1, sizeof *room);
  LmValue state[2] = {steps->acc, x->part[1].part[0]}, t, d, map;
  Status status = room == NULL ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t k = 0; k < steps->v.n && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(arena);
    status = lm_value_pair(eval, &state[0], &steps->v.part[k], &t);
    if (status == STATUS_OK) status = steps->derivative(eval, steps, &t, &map);
    if (status == STATUS_OK) status = lm_value_pair(eval, &state[1], &x->part[1].part[1].part[k], &d);
    if (status == STATUS_OK) status = lm_value_pair(eval, &x->part[0], &d, &d);
    if (status == STATUS_OK) status = forward(eval, tree_of(map.map), &d, &state[1]);
    if (status == STATUS_OK) status = steps->primal(eval, steps, &t, &state[0]);
    if (status != STATUS_OK) return status;
    Scalar *end = room;
    lm_value_write(&state[0], &end);
    lm_value_write(&state[1], &end);
    arena_release(arena, mark);
    const Scalar *read = room;
    status = lm_value_read(eval, a, &read, &state[0]);
    if (status == STATUS_OK) status = lm_tangent_read(eval, a, &read, &state[1]);
  }
  *out = state[1];
  return status;
}

static Status forward_rule(LmEval *eval, const Tree *m, const LmValue *x, LmValue *out) {
  LmValue y, z;
  Status status;
  switch (m->spec.kind) {
  /* 0 . x = 0                                                               */
  case LM_ZERO: RULE(LMM_ZERO); return lm_value_zero(eval, m->spec.to, out);
  /* 1 . x = x                                                               */
  case LM_ONE:
    RULE(LMM_ONE);
    *out = *x;
    return STATUS_OK;
  /* S(k) . x = k * x                                                        */
  case LM_SCALE: RULE(LMM_SCALE); return lm_value_times(eval, m->spec.k.scalar, x, out);
  /* D(k) . x = k * x, entry by entry                                        */
  case LM_DIAG: RULE(LMM_DIAG); return lm_value_multiply(eval, &m->spec.k, x, out);
  /* (m1 o m2) . x = m1 . (m2 . x)                                           */
  case LM_COMPOSE:
    RULE(LMM_COMPOSE);
    status = forward(eval, nth(m, 1), x, &y);
    return status == STATUS_OK ? forward(eval, nth(m, 0), &y, out) : status;
  /* (m1 (+) m2) . x = m1 . x + m2 . x                                       */
  case LM_PLUS:
    RULE(LMM_PLUS);
    status = forward(eval, nth(m, 0), x, &y);
    if (status == STATUS_OK) status = forward(eval, nth(m, 1), x, &z);
    return status == STATUS_OK ? lm_value_add(eval, &y, &z, out) : status;
  /* (m1 x m2) . x = (m1 . x, m2 . x)                                        */
  case LM_VCAT: RULE(LMM_VCAT); return forward_each(eval, m, x, LM_VALUE_TUPLE, out);
  /* V(v) . x = build(sz v, \i. v[i] . x)                                    */
  case LM_VCATV: RULE(LMM_VCATV); return forward_each(eval, m, x, LM_VALUE_VEC, out);
  /* L(f) . x = \i. (f i) . x                                                */
  case LM_LAMBDA: RULE(LMM_LAMBDA); return forward_each(eval, m, x, LM_VALUE_VEC, out);
  /* (m1 >< m2) . (x1,x2) = m1 . x1 + m2 . x2                                */
  case LM_HCAT: RULE(LMM_HCAT); return forward_sum(eval, m, x, out);
  /* H(v) . x = Sum_i v[i] . x[i]                                            */
  case LM_HCATV: RULE(LMM_HCATV); return forward_sum(eval, m, x, out);
  /* L'(f) . g = Sum_i (f i) . g(i)                                          */
  case LM_TLAMBDA: RULE(LMM_TLAMBDA); return forward_sum(eval, m, x, out);
  /* m^T . x = x .R m                                                        */
  case LM_TRANSPOSE:
    RULE(LMM_TRANSPOSE);
    status = lm_value_zero(eval, m->spec.to, out);
    return status == STATUS_OK ? backward(eval, nth(m, 0), x, out) : status;
  /* P_i . x = x[i]                                                          */
  case LM_PICK:
    RULE(LMM_PICK);
    *out = x->part[m->spec.index];
    return STATUS_OK;
  /* (1 >< 0) . (x,y) = x, n times                                           */
  case LM_OUTER:
    RULE(LMM_OUTER);
    for (uint32_t k = 0; k < m->spec.n; k++) x = &x->part[0];
    *out = *x;
    return STATUS_OK;
  /* lmFold . dx = FFold                                                     */
  case LM_LMFOLD: RULE(LMM_LMFOLD); return forward_fold(eval, m, x, out);
  case LM_ANY_PLAIN:
  case LM_LET:
  case LM_IF: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* Interpreting nests as deep as the tree, which the machine's depth bounds. */
static Status forward(LmEval *eval, const Tree *m, const LmValue *x, LmValue *out) {
  Machine *machine = eval->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = forward_rule(eval, m, x, out);
  machine->depth++;
  Status left = ring_take_status(machine->ring);
  return status != STATUS_OK ? status : left;
}

/* ---------------------------------------------------------------- backward -- */

static bool is_threaded(const Tree *m) {
  return m->spec.kind == LM_VCAT && m->spec.n == 2 && nth(m, 0)->spec.kind == LM_ONE;
}

/* acc += r .R (m1 o (1 x m2)): (acc, 0) is the accumulator of m1, and what it has
 * gathered for m2 goes back through m2. */
static Status backward_threaded(LmEval *eval, const Tree *m1, const Tree *m2, const LmValue *r, LmValue *acc) {
  LmValue inner, zero;
  Status status = lm_value_zero(eval, m2->spec.to, &zero);
  if (status == STATUS_OK) status = lm_value_pair(eval, acc, &zero, &inner);
  if (status == STATUS_OK) status = backward(eval, m1, r, &inner);
  if (status != STATUS_OK) return status;
  *acc = inner.part[0];
  return backward(eval, m2, &inner.part[1], acc);
}

static Status backward_compose(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  const Tree *m1 = nth(m, 0), *m2 = nth(m, 1);
  if (is_threaded(m2)) return backward_threaded(eval, m1, nth(m2, 1), r, acc);
  if (m2->spec.kind == LM_OUTER) { /* straight into the part of the accumulator that (1 >< 0) o ... leads to */
    for (uint32_t k = 0; k < m2->spec.n; k++) acc = &acc->part[0];
    return backward(eval, m1, r, acc);
  }
  LmValue middle;
  Status status = lm_value_zero(eval, m2->spec.to, &middle);
  if (status == STATUS_OK) status = backward(eval, m1, r, &middle);
  return status == STATUS_OK ? backward(eval, m2, &middle, acc) : status;
}

/* Sum over the parts of r, into one accumulator. */
static Status backward_each(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  const Tree *each = NULL;
  Status status = r->n == m->spec.n ? STATUS_OK : STATUS_STUCK;
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = child(eval, m, k, &each);
    if (status == STATUS_OK) status = backward(eval, each, &r->part[k], acc);
  }
  return status;
}

/* r into each part of the accumulator. */
static Status backward_parts(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  const Tree *each = NULL;
  Status status = acc->n == m->spec.n ? STATUS_OK : STATUS_STUCK;
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = child(eval, m, k, &each);
    if (status == STATUS_OK) status = backward(eval, each, r, &acc->part[k]);
  }
  return status;
}

static Status record_steps(LmEval *eval, const LmSteps *steps, LmValue *ts) {
  LmValue acc = steps->acc;
  Status status = lm_value_parts(eval, LM_VALUE_VEC, steps->v.n, ts);
  for (uint32_t k = 0; k < ts->n && status == STATUS_OK; k++) {
    status = lm_value_pair(eval, &acc, &steps->v.part[k], &ts->part[k]);
    if (status == STATUS_OK) status = steps->primal(eval, steps, &ts->part[k], &acc);
  }
  return status;
}

/* RFold: acc = (ds, (dacc, dv)).  da, the cotangent of the accumulator, is kept in
 * `room` over the release of what a step has made. */
static Status backward_fold(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  const LmSteps *steps = m->spec.steps;
  Arena *arena = eval->machine->arena;
  const LmType *a = m->spec.to;
  Scalar *room = arena_array(arena, (size_t)a->dim + 1, sizeof *room);
  LmValue ts, da = *r, zero, inner, map, *ds = &acc->part[0], *dv = &acc->part[1].part[1];
  Status status = room == NULL ? STATUS_LIMIT : record_steps(eval, steps, &ts);
  for (uint32_t k = steps->v.n; status == STATUS_OK && k-- > 0;) {
    ArenaMark mark = arena_mark(arena);
    status = steps->derivative(eval, steps, &ts.part[k], &map);
    if (status == STATUS_OK) status = lm_value_zero(eval, a, &zero);
    if (status == STATUS_OK) status = lm_value_pair(eval, &zero, &dv->part[k], &inner);
    if (status == STATUS_OK) status = lm_value_pair(eval, ds, &inner, &inner);
    if (status == STATUS_OK) status = backward(eval, tree_of(map.map), &da, &inner);
    if (status != STATUS_OK) return status;
    *ds = inner.part[0];
    dv->part[k] = inner.part[1].part[1];
    Scalar *end = room;
    const Scalar *read = room;
    lm_value_write(&inner.part[1].part[0], &end);
    arena_release(arena, mark);
    status = lm_tangent_read(eval, a, &read, &da);
  }
  return status == STATUS_OK ? lm_value_accumulate(eval, &acc->part[1].part[0], &da) : status;
}

static Status accumulate_times(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  LmValue product;
  Status status = m->spec.kind == LM_SCALE ? lm_value_times(eval, m->spec.k.scalar, r, &product)
                                           : lm_value_multiply(eval, &m->spec.k, r, &product);
  return status == STATUS_OK ? lm_value_accumulate(eval, acc, &product) : status;
}

/* acc += r .R m */
static Status backward_rule(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  LmValue image;
  Status status;
  switch (m->spec.kind) {
  /* r .R 0 = 0                                                              */
  case LM_ZERO: RULE(LMR_ZERO); return STATUS_OK;
  /* r .R 1 = r                                                              */
  case LM_ONE: RULE(LMR_ONE); return lm_value_accumulate(eval, acc, r);
  /* r .R S(k) = k * r                                                       */
  case LM_SCALE: RULE(LMR_SCALE); return accumulate_times(eval, m, r, acc);
  /* r .R D(k) = k * r, entry by entry                                       */
  case LM_DIAG: RULE(LMR_DIAG); return accumulate_times(eval, m, r, acc);
  /* r .R (m1 o m2) = (r .R m1) .R m2                                        */
  case LM_COMPOSE: RULE(LMR_COMPOSE); return backward_compose(eval, m, r, acc);
  /* r .R (m1 (+) m2) = (r .R m1) + (r .R m2)                                */
  case LM_PLUS:
    RULE(LMR_PLUS);
    status = backward(eval, nth(m, 0), r, acc);
    return status == STATUS_OK ? backward(eval, nth(m, 1), r, acc) : status;
  /* (r1,r2) .R (m1 x m2) = (r1 .R m1) + (r2 .R m2)                          */
  case LM_VCAT: RULE(LMR_VCAT); return backward_each(eval, m, r, acc);
  /* r .R V(v) = Sum_i r[i] .R v[i]                                          */
  case LM_VCATV: RULE(LMR_VCATV); return backward_each(eval, m, r, acc);
  case LM_LAMBDA: RULE(LMR_LAMBDA); return backward_each(eval, m, r, acc);
  /* r .R (m1 >< m2) = (r .R m1, r .R m2)                                    */
  case LM_HCAT: RULE(LMR_HCAT); return backward_parts(eval, m, r, acc);
  /* r .R H(v) = build(sz v, \i. r .R v[i])                                  */
  case LM_HCATV: RULE(LMR_HCATV); return backward_parts(eval, m, r, acc);
  case LM_TLAMBDA: RULE(LMR_TLAMBDA); return backward_parts(eval, m, r, acc);
  /* r .R m^T = m . r                                                        */
  case LM_TRANSPOSE:
    RULE(LMR_TRANSPOSE);
    status = forward(eval, nth(m, 0), r, &image);
    return status == STATUS_OK ? lm_value_accumulate(eval, acc, &image) : status;
  /* r .R P_i = deltaVec n i r                                               */
  case LM_PICK: RULE(LMR_PICK); return lm_value_accumulate(eval, &acc->part[m->spec.index], r);
  /* r .R (1 >< 0) = (r, 0), n times                                         */
  case LM_OUTER:
    RULE(LMR_OUTER);
    for (uint32_t k = 0; k < m->spec.n; k++) acc = &acc->part[0];
    return lm_value_accumulate(eval, acc, r);
  /* dr .R lmFold = RFold                                                    */
  case LM_LMFOLD: RULE(LMR_LMFOLD); return backward_fold(eval, m, r, acc);
  case LM_ANY_PLAIN:
  case LM_LET:
  case LM_IF: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status backward(LmEval *eval, const Tree *m, const LmValue *r, LmValue *acc) {
  Machine *machine = eval->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = backward_rule(eval, m, r, acc);
  machine->depth++;
  Status left = ring_take_status(machine->ring);
  return status != STATUS_OK ? status : left;
}

static Status apply(LmEval *eval, const LmMap *m, const LmValue *x, LmValue *out) {
  return forward(eval, tree_of(m), x, out);
}
static Status reverse(LmEval *eval, const LmValue *r, const LmMap *m, LmValue *out) {
  Status status = lm_value_zero(eval, m->from, out);
  return status == STATUS_OK ? backward(eval, tree_of(m), r, out) : status;
}

const LmRep linmap_trees = {"tree", make, apply, reverse};
