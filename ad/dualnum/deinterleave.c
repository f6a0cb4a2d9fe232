/* Deinterleave: a result of dual numbers apart into the result and one linear
 * function (in forward mode, one tangent); and the gradient from it. */
#include "ad/dualnum/transform.h"

static DualTermId lapp(Dualnum *d, DualTermId f, DualTermId b) { return t_make(d, DUAL_TERM_LAPP, f, b); }

/* (x, \_z. build n (j. v!j z)), v the tangents of the number */
static DualTermId scaled(Dualnum *d, uint32_t y) {
  RULE(DN_DEINTERLEAVE_VECTORISED);
  OpId times = op_make(&d->store->ops, &d->store->types, OP_MUL, 1, 0);
  if (times.id == 0) return dual_fail(d, STATUS_LIMIT);
  DualTermId j = t_var(d, dual_open(d)), entry = t_index(d, j, t_snd(d, t_var(d, y)));
  DualTermId product = dual_term(d->table, DUAL_TERM_PARTIAL, times.id, (DualTypeId){0}, entry, entry, t_z(d));
  dual_close(d);
  DualTermId all = t_build(d, dual_reals(d->table, d->context), product);
  return t_pair(d, t_fst(d, t_var(d, y)), t_llam(d, dual_type_real(d->table), all));
}

/* (x, (i, f)) to (x, \_z. SCall (i, f) z): f itself is never called twice. */
static DualTermId deinterleave_real(Dualnum *d, uint32_t y) {
  if (d->stage == DUAL_VECTORISED) return scaled(d, y);
  RULE(DN_DEINTERLEAVE);
  if (!in_monad(d)) return t_var(d, y);
  DualTermId body = number_plain(d, t_var(d, y));
  if (d->stage == DUAL_DEFUNCTIONALISED) body = t_make(d, DUAL_TERM_ENTRY, t_snd(d, t_var(d, y)), t_z(d));
  return t_pair(d, t_fst(d, t_var(d, y)), t_llam(d, dual_type_real(d->table), body));
}

/* () and Int: no cotangent */
static DualTermId deinterleave_nothing(Dualnum *d, uint32_t y) {
  DualTermId second = t_leaf(d, DUAL_TERM_UNIT);
  if (d->stage != DUAL_FORWARD) second = t_llam(d, dual_type_unit(d->table), number_zero(d));
  return t_pair(d, t_var(d, y), second);
}

static DualTermId deinterleave_pair(Dualnum *d, uint32_t y, const TypeNode *type) {
  DualBound part[2][2];
  for (int k = 0; k < 2; k++) {
    part[k][0] = dual_let(d, k == 0 ? t_fst(d, t_var(d, y)) : t_snd(d, t_var(d, y)));
    part[k][1] = dual_let(d, dual_deinterleave(d, part[k][0].level, k == 0 ? type->a : type->b));
  }
  DualTermId a = t_var(d, part[0][1].level), b = t_var(d, part[1][1].level);
  DualTermId first = t_pair(d, t_fst(d, a), t_fst(d, b)), second = t_pair(d, t_snd(d, a), t_snd(d, b));
  if (d->stage != DUAL_FORWARD) {
    DualTypeId left = dual_cotangent(d->table, type->a), right = dual_cotangent(d->table, type->b);
    DualTermId sum = number_plus(d, lapp(d, t_snd(d, a), t_fst(d, t_z(d))), lapp(d, t_snd(d, b), t_snd(d, t_z(d))));
    second = t_llam(d, dual_type_prod(d->table, left, right), sum);
  }
  DualTermId both = t_pair(d, first, second);
  for (int k = 2; k-- > 0;) both = dual_in(d, &part[k][0], dual_in(d, &part[k][1], both));
  return both;
}

static DualTermId deinterleave_array(Dualnum *d, uint32_t y, TypeId array) {
  uint32_t n = type_node(&d->store->types, array)->n, j = dual_open(d);
  DualBound at = dual_let(d, t_index(d, t_var(d, j), t_var(d, y)));
  TypeId element = type_element(&d->store->types, array);
  DualTermId body = dual_in(d, &at, dual_deinterleave(d, at.level, element));
  dual_close(d);
  DualBound ys = dual_let(d, t_build(d, n, body));
  j = dual_open(d);
  DualTermId entry = t_index(d, t_var(d, j), t_var(d, ys.level));
  DualTermId first = t_build(d, n, t_fst(d, entry)), second = t_build(d, n, t_snd(d, entry));
  if (d->stage != DUAL_FORWARD) {
    DualTermId image = lapp(d, t_snd(d, entry), t_index(d, t_var(d, j), t_z(d)));
    second = t_llam(d, dual_cotangent(d->table, array), number_sum(d, n, image));
  }
  dual_close(d);
  return dual_in(d, &ys, t_pair(d, first, second));
}

DualTermId dual_deinterleave(Dualnum *d, uint32_t y, TypeId type) {
  if (d->nesting == 0) return dual_fail(d, STATUS_LIMIT);
  const TypeNode node = *type_node(&d->store->types, type);
  DualTermId result;
  d->nesting--;
  if (node.kind == TYPE_REAL && node.n == 1)
    result = deinterleave_real(d, y);
  else if (node.kind == TYPE_PROD)
    result = deinterleave_pair(d, y, &node);
  else if (node.kind == TYPE_REAL || node.kind == TYPE_ARRAY)
    result = deinterleave_array(d, y, type);
  else
    result = deinterleave_nothing(d, y);
  d->nesting++;
  return result;
}

/* ---------------------------------------------------------------- gradient -- */

static DualTermId plus_int(Dualnum *d, DualTermId a, DualTermId b) {
  return t_op(d, op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0), a, b);
}

static uint32_t reals(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  if (node->kind == TYPE_REAL) return node->n;
  if (node->kind == TYPE_PROD) return reals(types, node->a) + reals(types, node->b);
  return node->kind == TYPE_ARRAY ? node->n * reals(types, node->a) : 0;
}

static DualTermId rebuild(Dualnum *d, TypeId type, DualTermId at);

/* The same for a component, with `at` bound if there is more than one scalar. */
static DualTermId rebuild_component(Dualnum *d, TypeId type, DualTermId at) {
  if (type_node(&d->store->types, type)->dim <= 1) return rebuild(d, type, at);
  DualBound bound = dual_let(d, at);
  return dual_in(d, &bound, rebuild(d, type, t_var(d, bound.level)));
}

/* The cotangent of the type from the gradient z : real^n, its scalars from `at` on. */
static DualTermId rebuild(Dualnum *d, TypeId type, DualTermId at) {
  if (d->nesting == 0) return dual_fail(d, STATUS_LIMIT);
  const TypeNode node = *type_node(&d->store->types, type);
  DualTermId result;
  d->nesting--;
  if (node.kind == TYPE_REAL && node.n == 1)
    result = t_index(d, at, t_z(d));
  else if (node.kind == TYPE_PROD) {
    DualTermId after = plus_int(d, at, t_int(d, reals(&d->store->types, node.a)));
    result = rebuild(d, node.a, at);
    result = t_pair(d, result, rebuild_component(d, node.b, after));
  } else if (node.kind == TYPE_REAL || node.kind == TYPE_ARRAY) {
    TypeId element = type_element(&d->store->types, type);
    OpId times = op_make(&d->store->ops, &d->store->types, OP_IMUL, 0, 0);
    DualTermId j = t_var(d, dual_open(d)), stride = t_int(d, reals(&d->store->types, element));
    result = rebuild_component(d, element, plus_int(d, at, t_op(d, times, j, stride)));
    dual_close(d);
    result = t_build(d, node.n, result);
  } else
    result = t_leaf(d, DUAL_TERM_UNIT);
  d->nesting++;
  return result;
}

DualTermId dual_collect_gradient(Dualnum *d, TypeId context, DualTermId call) {
  uint32_t n = reals(&d->store->types, context);
  DualTermId gathered, after = in_monad(d) ? t_var(d, d->id) : (DualTermId){0};
  switch (d->stage) {
  case DUAL_STAGED:
  case DUAL_CAYLEY: return t_typed(d, DUAL_TERM_SRESOLVE, 0, d->context, call, (DualTermId){0});
  case DUAL_MAP: gathered = t_typed(d, DUAL_TERM_GATHER_MAP, n, (DualTypeId){0}, call, (DualTermId){0}); break;
  case DUAL_ARRAYS: gathered = t_typed(d, DUAL_TERM_GATHER_ARRAY, n, (DualTypeId){0}, after, call); break;
  case DUAL_DEFUNCTIONALISED: gathered = t_typed(d, DUAL_TERM_SWEEP, n, (DualTypeId){0}, after, call); break;
  /* SAlloc n i (\_R s. freeze (SResolve i (call s))) */
  case DUAL_RESOURCE: {
    DualTermId frozen = t_typed(d, DUAL_TERM_SFREEZE, n, (DualTypeId){0}, after, t_rapp(d, call, t_s(d)));
    gathered = t_typed(d, DUAL_TERM_SALLOC, n, (DualTypeId){0}, after, t_rlam(d, frozen));
    break;
  }
  case DUAL_VECTORISED: gathered = call; break;
  case DUAL_FORWARD:
  case DUAL_NAIVE:
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: return call;
  }
  DualTypeId gradient = dual_type_array(d->table, dual_type_real(d->table), n);
  return lapp(d, t_llam(d, gradient, rebuild(d, context, t_int(d, 0))), gathered);
}
