/* Interleave: inputs become dual numbers, each scalar with the linear function
 * that puts its cotangent into its place (or, with collectors, with its ID). */
#include "ad/dualnum/transform.h"

bool dual_has_path(DualStage stage) { return stage <= DUAL_CAYLEY || stage == DUAL_VECTORISED; }

DualTermId dual_injection(Dualnum *d) {
  DualTypeId c = d->context;
  if (d->stage == DUAL_VECTORISED) return t_int(d, 0);     /* the place of the first scalar */
  if (d->stage == DUAL_NAIVE) return t_llam(d, c, t_z(d)); /* id */
  if (d->stage == DUAL_CAYLEY) c = dual_type_endo(d->table, c);
  return t_llam(d, c, t_one(d, DUAL_TERM_SCOTAN, t_z(d))); /* SCotan */
}

/* The place `further` scalars after the one at the level. */
static DualTermId place_after(Dualnum *d, uint32_t path, DualTermId further) {
  return t_op(d, op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0), t_var(d, path), further);
}

static DualTermId through_path(Dualnum *d, uint32_t path, DualTypeId domain, DualTermId body) {
  return t_llam(d, domain, t_make(d, DUAL_TERM_LAPP, t_var(d, path), body));
}

/* \_z. d (z, 0), \_z. d (0, z); D3: d . (\f. \(v, w). (f v, w)) and the other; forward: a component;
 * vectorised: the place of its first scalar. */
static DualTermId component_path(Dualnum *d, uint32_t path, bool first, DualTypeId a, DualTypeId b) {
  DualTypeId own = first ? a : b, other = first ? b : a;
  if (d->stage == DUAL_FORWARD) return t_one(d, first ? DUAL_TERM_FST : DUAL_TERM_SND, t_var(d, path));
  if (d->stage == DUAL_VECTORISED)
    return first ? t_var(d, path) : place_after(d, path, t_int(d, dual_reals(d->table, a)));
  if (d->stage == DUAL_CAYLEY) {
    DualTermKind kind = first ? DUAL_TERM_ENDO_FST : DUAL_TERM_ENDO_SND;
    DualTermId inside = t_typed(d, kind, 0, other, t_z(d), (DualTermId){0});
    return through_path(d, path, dual_type_endo(d->table, own), inside);
  }
  DualTermId zero = t_zero(d, other);
  return through_path(d, path, own, first ? t_pair(d, t_z(d), zero) : t_pair(d, zero, t_z(d)));
}

/* \_z. d (onehot n j z); D3: d acting on entry j; forward: the entry. */
static DualTermId entry_path(Dualnum *d, uint32_t path, uint32_t j, uint32_t n, DualTypeId element) {
  if (d->stage == DUAL_FORWARD) return t_index(d, t_var(d, j), t_var(d, path));
  if (d->stage == DUAL_VECTORISED) {
    OpId times = op_make(&d->store->ops, &d->store->types, OP_IMUL, 0, 0);
    return place_after(d, path, t_op(d, times, t_var(d, j), t_int(d, dual_reals(d->table, element))));
  }
  bool cayley = d->stage == DUAL_CAYLEY;
  DualTermKind kind = cayley ? DUAL_TERM_ENDO_AT : DUAL_TERM_ONEHOT;
  DualTypeId domain = cayley ? dual_type_endo(d->table, element) : element;
  return through_path(d, path, domain, t_typed(d, kind, n, element, t_var(d, j), t_z(d)));
}

/* ((x, (i, f)), i + 1) */
static DualTermId numbered(Dualnum *d, DualTermId x, DualTermId f) {
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  DualTermId number = t_pair(d, x, t_pair(d, t_var(d, d->id), f));
  return t_pair(d, number, t_op(d, add, t_var(d, d->id), t_int(d, 1)));
}

/* (x, onehot n i 1) */
static DualTermId along_own(Dualnum *d, DualTermId x, uint32_t place) {
  RULE(DN_INTERLEAVE_VECTORISED);
  DualTypeId real = dual_type_real(d->table);
  uint32_t n = dual_reals(d->table, d->context);
  return t_pair(d, x, t_typed(d, DUAL_TERM_ONEHOT, n, real, t_var(d, place), t_real(d, 1)));
}

static DualTermId interleave_real(Dualnum *d, DualTermId x, uint32_t path) {
  DualTypeId real = dual_type_real(d->table);
  switch (d->stage) {
  case DUAL_FORWARD:
  case DUAL_NAIVE: RULE(DN_INTERLEAVE); return t_pair(d, x, t_var(d, path));
  case DUAL_STAGED: RULE(DN_INTERLEAVE_STAGED); return numbered(d, x, t_var(d, path));
  case DUAL_CAYLEY:
    RULE(DN_INTERLEAVE_CAYLEY);
    return numbered(d, x, through_path(d, path, real, t_one(d, DUAL_TERM_ADDER, t_z(d))));
  case DUAL_MAP:
  case DUAL_ARRAYS:
    RULE(DN_INTERLEAVE_ONEHOT);
    return numbered(d, x, t_llam(d, real, t_make(d, DUAL_TERM_SONEHOT, t_var(d, d->id), t_z(d))));
  case DUAL_RESOURCE: {
    RULE(DN_INTERLEAVE_ONEHOT);
    DualTypeId update = dual_type_update(d->table);
    return numbered(d, x, t_llam(d, real, t_typed(d, DUAL_TERM_SONEHOT, 0, update, t_var(d, d->id), t_z(d))));
  }
  case DUAL_VECTORISED: return along_own(d, x, path);
  case DUAL_DEFUNCTIONALISED: RULE(DN_INTERLEAVE_CONTRIB); return numbered(d, x, t_zero(d, dual_contrib(d->table)));
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: break;
  }
  return dual_fail(d, STATUS_STUCK);
}

/* Interleave a component, which is bound if it is taken apart further: it is not to be
 * sought from the top for each of its scalars. */
static DualTermId interleave_component(Dualnum *d, DualTermId x, TypeId type, uint32_t path) {
  const TypeNode *node = type_node(&d->store->types, type);
  if (node->dim <= 1 && node->kind != TYPE_ARRAY && node->kind != TYPE_PROD) return dual_interleave(d, x, type, path);
  DualBound bound = dual_let(d, x);
  return dual_in(d, &bound, dual_interleave(d, t_var(d, bound.level), type, path));
}

static DualTermId interleave_pair(Dualnum *d, DualTermId x, const TypeNode *type, uint32_t path) {
  bool has_path = dual_has_path(d->stage);
  DualTypeId a = dual_cotangent(d->table, type->a), b = dual_cotangent(d->table, type->b);
  DualBound part[2], paths[2] = {{.level = path}, {.level = path}};
  for (int k = 0; k < 2; k++) {
    if (has_path) paths[k] = dual_let(d, component_path(d, path, k == 0, a, b));
    DualTermId component = k == 0 ? t_fst(d, x) : t_snd(d, x);
    part[k] = dual_bind(d, interleave_component(d, component, k == 0 ? type->a : type->b, paths[k].level));
  }
  DualTermId both = dual_give(d, t_pair(d, t_var(d, part[0].level), t_var(d, part[1].level)));
  for (int k = 2; k-- > 0;) {
    both = dual_in(d, &part[k], both);
    if (has_path) both = dual_in(d, &paths[k], both);
  }
  return both;
}

static DualTermId interleave_array(Dualnum *d, DualTermId x, TypeId array, uint32_t path) {
  bool has_path = dual_has_path(d->stage);
  uint32_t n = type_node(&d->store->types, array)->n;
  TypeId element = type_element(&d->store->types, array);
  DualBound at = {.level = path};
  DualEach each = dual_each(d);
  if (has_path) at = dual_let(d, entry_path(d, path, each.j, n, dual_cotangent(d->table, element)));
  DualTermId body = interleave_component(d, t_index(d, t_var(d, each.j), x), element, at.level);
  if (has_path) body = dual_in(d, &at, body);
  return dual_all(d, &each, n, body);
}

DualTermId dual_interleave(Dualnum *d, DualTermId x, TypeId type, uint32_t path) {
  if (d->nesting == 0) return dual_fail(d, STATUS_LIMIT);
  const TypeNode node = *type_node(&d->store->types, type);
  DualTermId result;
  d->nesting--;
  if (node.kind == TYPE_REAL && node.n == 1)
    result = interleave_real(d, x, path);
  else if (node.kind == TYPE_PROD)
    result = interleave_pair(d, x, &node, path);
  else if (node.kind == TYPE_REAL || node.kind == TYPE_ARRAY)
    result = interleave_array(d, x, type, path);
  else /* 1, Int */
    result = dual_give(d, x);
  d->nesting++;
  return result;
}
