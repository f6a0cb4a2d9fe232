/* Linear maps as pairs of functions: m . x by the equations of Fig. 4, and
 * r .R m by those of Fig. 5.  The transpose of a map is the map with its two
 * functions exchanged. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/meaning.h"
#include "semantics/tables/rules.h"

typedef struct Closure Closure;
typedef Status (*Function)(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out);
struct Closure {
  LmMap head;
  Function apply, reverse;
  LmSpec spec; /* what the functions close over */
};

static const Closure *closure_of(const LmMap *map) { return (const Closure *)(const void *)map; }
static const Closure *nth(const Closure *m, uint32_t k) { return closure_of(m->spec.maps[k].map); }

/* Calls one of the two functions, which may nest as deep as maps were composed. */
static Status call(LmEval *eval, const Closure *m, bool reverse, const LmValue *x, LmValue *out) {
  Machine *machine = eval->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = (reverse ? m->reverse : m->apply)(eval, m, x, out);
  machine->depth++;
  Status left = ring_take_status(machine->ring);
  return status != STATUS_OK ? status : left;
}

/* ---------------------------------------------------------- 0, 1, S, D and P -- */

static Status zero_to(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  (void)x;
  return lm_value_zero(eval, m->spec.to, out);
}
static Status zero_from(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  (void)x;
  return lm_value_zero(eval, m->spec.from, out);
}
static Status identity(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  (void)eval, (void)m;
  *out = *x;
  return STATUS_OK;
}
static Status times(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return lm_value_times(eval, m->spec.k.scalar, x, out);
}
static Status entrywise(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return lm_value_multiply(eval, &m->spec.k, x, out);
}
static Status pick(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  (void)eval;
  *out = x->part[m->spec.index];
  return STATUS_OK;
}
static Status place(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  Status status = lm_value_zero(eval, m->spec.from, out);
  if (status == STATUS_OK) out->part[m->spec.index] = *x;
  return status;
}
static Status outer(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  (void)eval;
  for (uint32_t k = 0; k < m->spec.n; k++) x = &x->part[0];
  *out = *x;
  return STATUS_OK;
}
static Status outer_back(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  LmValue *place = out;
  Status status = lm_value_zero(eval, m->spec.from, out);
  if (status != STATUS_OK) return status;
  for (uint32_t k = 0; k < m->spec.n; k++) place = &place->part[0];
  *place = *x;
  return STATUS_OK;
}

/* -------------------------------------------------------------- o, (+) and ^T -- */

static Status compose(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  LmValue y;
  Status status = call(eval, nth(m, 1), false, x, &y);
  return status == STATUS_OK ? call(eval, nth(m, 0), false, &y, out) : status;
}
static Status compose_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  LmValue y;
  Status status = call(eval, nth(m, 0), true, r, &y);
  return status == STATUS_OK ? call(eval, nth(m, 1), true, &y, out) : status;
}
static Status plus_by(LmEval *eval, const Closure *m, bool reverse, const LmValue *x, LmValue *out) {
  LmValue a, b;
  Status status = call(eval, nth(m, 0), reverse, x, &a);
  if (status == STATUS_OK) status = call(eval, nth(m, 1), reverse, x, &b);
  return status == STATUS_OK ? lm_value_add(eval, &a, &b, out) : status;
}
static Status plus(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return plus_by(eval, m, false, x, out);
}
static Status plus_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  return plus_by(eval, m, true, r, out);
}
static Status transpose(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return call(eval, nth(m, 0), true, x, out);
}
static Status transpose_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  return call(eval, nth(m, 0), false, r, out);
}

/* ------------------------------------------- x, V and L; ><, H and L' -- */

static Status member(LmEval *eval, const Closure *m, uint32_t k, const Closure **out) {
  LmValue map;
  if (m->spec.family == NULL) {
    *out = nth(m, k);
    return STATUS_OK;
  }
  Status status = m->spec.family->at(eval, m->spec.family, k, &map);
  if (status == STATUS_OK) *out = closure_of(map.map);
  return status;
}

/* One image of x by each member. */
static Status fan_out(LmEval *eval, const Closure *m, bool reverse, const LmValue *x, LmValueKind kind, LmValue *out) {
  LmValue images;
  const Closure *each = NULL;
  Status status = lm_value_parts(eval, kind, m->spec.n, &images);
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = member(eval, m, k, &each);
    if (status == STATUS_OK) status = call(eval, each, reverse, x, &images.part[k]);
  }
  *out = images;
  return status;
}

/* The sum of the image of each part of x by its member. */
static Status fan_in(LmEval *eval, const Closure *m, bool reverse, const LmValue *x, const LmType *to, LmValue *out) {
  LmValue sum, image;
  const Closure *each = NULL;
  if (x->n != m->spec.n) return STATUS_STUCK;
  Status status = lm_value_zero(eval, to, &sum);
  for (uint32_t k = 0; k < m->spec.n && status == STATUS_OK; k++) {
    status = member(eval, m, k, &each);
    if (status == STATUS_OK) status = call(eval, each, reverse, &x->part[k], &image);
    if (status == STATUS_OK) status = lm_value_add(eval, &sum, &image, &sum);
  }
  *out = sum;
  return status;
}

static LmValueKind bundle(const LmSpec *spec) {
  return spec->kind == LM_VCAT || spec->kind == LM_HCAT ? LM_VALUE_TUPLE : LM_VALUE_VEC;
}
static Status vertical(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return fan_out(eval, m, false, x, bundle(&m->spec), out);
}
static Status vertical_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  return fan_in(eval, m, true, r, m->spec.from, out);
}
static Status horizontal(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  return fan_in(eval, m, false, x, m->spec.to, out);
}
static Status horizontal_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  return fan_out(eval, m, true, r, bundle(&m->spec), out);
}

/* ------------------------------------------------------------------ lmFold -- */

/* x = (ds, (dacc, dv)) */
static Status fold(LmEval *eval, const Closure *m, const LmValue *x, LmValue *out) {
  const LmSteps *steps = m->spec.steps;
  const LmValue *ds = &x->part[0], *dv = &x->part[1].part[1];
  LmValue acc = steps->acc, dacc = x->part[1].part[0], t, d, map;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < steps->v.n && status == STATUS_OK; k++) {
    status = lm_value_pair(eval, &acc, &steps->v.part[k], &t);
    if (status == STATUS_OK) status = steps->derivative(eval, steps, &t, &map);
    if (status == STATUS_OK) status = lm_value_pair(eval, &dacc, &dv->part[k], &d);
    if (status == STATUS_OK) status = lm_value_pair(eval, ds, &d, &d);
    if (status == STATUS_OK) status = call(eval, closure_of(map.map), false, &d, &dacc);
    if (status == STATUS_OK) status = steps->primal(eval, steps, &t, &acc);
  }
  *out = dacc;
  return status;
}

static Status fold_back(LmEval *eval, const Closure *m, const LmValue *r, LmValue *out) {
  const LmSteps *steps = m->spec.steps;
  uint32_t n = steps->v.n;
  LmValue acc = steps->acc, da = *r, ts, ds, dvs, map, d;
  Status status = lm_value_parts(eval, LM_VALUE_VEC, n, &ts);
  if (status == STATUS_OK) status = lm_value_parts(eval, LM_VALUE_VEC, n, &dvs);
  if (status == STATUS_OK) status = lm_value_zero(eval, m->spec.from->part[0], &ds);
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = lm_value_pair(eval, &acc, &steps->v.part[k], &ts.part[k]);
    if (status == STATUS_OK) status = steps->primal(eval, steps, &ts.part[k], &acc);
  }
  for (uint32_t k = n; status == STATUS_OK && k-- > 0;) {
    status = steps->derivative(eval, steps, &ts.part[k], &map);
    if (status == STATUS_OK) status = call(eval, closure_of(map.map), true, &da, &d);
    if (status != STATUS_OK) break;
    status = lm_value_add(eval, &ds, &d.part[0], &ds);
    da = d.part[1].part[0];
    dvs.part[k] = d.part[1].part[1];
  }
  if (status == STATUS_OK) status = lm_value_pair(eval, &da, &dvs, &d);
  return status == STATUS_OK ? lm_value_pair(eval, &ds, &d, out) : status;
}

/* ---------------------------------------------------------------- the maps -- */

static void choose(Closure *m, Function forward, Function backward) {
  m->apply = forward;
  m->reverse = backward;
}

/* The equations are those of Figs. 4 and 5, stated in rules.def. */
static Status close_over(Closure *m) {
  switch (m->spec.kind) {
  case LM_ZERO:
    RULE(LMM_ZERO);
    choose(m, zero_to, zero_from);
    return STATUS_OK;
  case LM_ONE:
    RULE(LMM_ONE);
    choose(m, identity, identity);
    return STATUS_OK;
  case LM_SCALE:
    RULE(LMM_SCALE);
    choose(m, times, times);
    return STATUS_OK;
  case LM_DIAG:
    RULE(LMM_DIAG);
    choose(m, entrywise, entrywise);
    return STATUS_OK;
  case LM_COMPOSE:
    RULE(LMM_COMPOSE);
    choose(m, compose, compose_back);
    return STATUS_OK;
  case LM_PLUS:
    RULE(LMM_PLUS);
    choose(m, plus, plus_back);
    return STATUS_OK;
  case LM_VCAT:
    RULE(LMM_VCAT);
    choose(m, vertical, vertical_back);
    return STATUS_OK;
  case LM_VCATV:
    RULE(LMM_VCATV);
    choose(m, vertical, vertical_back);
    return STATUS_OK;
  case LM_LAMBDA:
    RULE(LMM_LAMBDA);
    choose(m, vertical, vertical_back);
    return STATUS_OK;
  case LM_HCAT:
    RULE(LMM_HCAT);
    choose(m, horizontal, horizontal_back);
    return STATUS_OK;
  case LM_HCATV:
    RULE(LMM_HCATV);
    choose(m, horizontal, horizontal_back);
    return STATUS_OK;
  case LM_TLAMBDA:
    RULE(LMM_TLAMBDA);
    choose(m, horizontal, horizontal_back);
    return STATUS_OK;
  case LM_TRANSPOSE:
    RULE(LMM_TRANSPOSE);
    choose(m, transpose, transpose_back);
    return STATUS_OK;
  case LM_PICK:
    RULE(LMM_PICK);
    choose(m, pick, place);
    return STATUS_OK;
  case LM_OUTER:
    RULE(LMM_OUTER);
    choose(m, outer, outer_back);
    return STATUS_OK;
  case LM_LMFOLD:
    RULE(LMM_LMFOLD);
    choose(m, fold, fold_back);
    return STATUS_OK;
  case LM_ANY_PLAIN:
  case LM_LET:
  case LM_IF: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status make(LmEval *eval, const LmSpec *spec, const LmMap **out) {
  Closure *m = arena_alloc(eval->machine->arena, sizeof *m);
  if (m == NULL) return STATUS_LIMIT;
  m->head = (LmMap){&linmap_closures, spec->from, spec->to};
  m->spec = *spec;
  *out = &m->head;
  return close_over(m);
}

static Status apply(LmEval *eval, const LmMap *m, const LmValue *x, LmValue *out) {
  return call(eval, closure_of(m), false, x, out);
}
static Status reverse(LmEval *eval, const LmValue *r, const LmMap *m, LmValue *out) {
  return call(eval, closure_of(m), true, r, out);
}

const LmRep linmap_closures = {"closure", make, apply, reverse};
