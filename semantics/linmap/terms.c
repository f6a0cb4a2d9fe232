/* Terms of the language, in the builder's arena. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/language.h"
#include "semantics/memory/growing.h"

#include <string.h>

const LmInfo *linmap_info(LmKind kind) {
  static const LmInfo infos[LM_KIND_COUNT] = {
#define LM_TERM(kind, name, kids, binders, formula) [LM_##kind] = {name, kids, binders},
#include "semantics/linmap/terms.def"
#undef LM_TERM
  };
  return &infos[kind];
}

const char *linmap_prim_name(LmPrim prim) {
  static const char *const names[LM_PRIM_COUNT] = {
#define LM_PRIM(prim, name, operands, derivative) [LM_PRIM_##prim] = name,
#include "semantics/linmap/primitives.def"
#undef LM_PRIM
  };
  return names[prim];
}

LmSymbol lm_fresh(LmBuilder *b) { return lm_fresh_named(b, NAME_NONE); }

LmSymbol lm_fresh_named(LmBuilder *b, NameId name) {
  if (b->fresh == UINT32_MAX / 8) b->status = STATUS_LIMIT;
  if (b->fresh >= b->names_capacity) {
    uint32_t capacity = b->fresh < 16 ? 32 : 2 * b->fresh;
    NameId *grown = arena_array(b->arena, capacity, sizeof *grown);
    if (grown == NULL) {
      b->status = STATUS_LIMIT;
      return 0;
    }
    if (b->named != 0) memcpy(grown, b->names, b->named * sizeof *grown);
    b->names = grown;
    b->names_capacity = capacity;
  }
  b->names[b->fresh] = name;
  b->named = b->fresh + 1;
  return 4 * b->fresh++;
}

const LmTerm *lm_make(LmBuilder *b, const LmTerm *shape, const LmTerm *const *kids, uint32_t count,
                      const LmType *type) {
  if (b->status != STATUS_OK) return NULL;
  LmTerm *t = arena_alloc(b->arena, sizeof *t);
  const LmTerm **copy = count == 0 ? NULL : arena_array(b->arena, count, sizeof *copy);
  if (t == NULL || type == NULL || (count != 0 && copy == NULL)) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  *t = *shape;
  t->kid = copy;
  t->count = count;
  t->type = type;
  t->depth = 1;
  t->size = 1;
  for (uint32_t k = 0; k < count; k++) {
    copy[k] = kids[k];
    if (kids[k] == NULL) return NULL;
    if (kids[k]->depth >= t->depth) t->depth = kids[k]->depth + 1;
    t->size = t->size + kids[k]->size > LM_SIZE_MAX ? LM_SIZE_MAX : t->size + kids[k]->size;
  }
  if (t->depth <= LM_DEPTH) return t;
  b->status = STATUS_LIMIT;
  return NULL;
}

/* The type of a child that is there; NULL for none. */
static const LmType *of(const LmTerm *t) { return t == NULL ? NULL : t->type; }
static const LmType *part(const LmType *type, uint32_t k) {
  return type == NULL || type->part == NULL ? NULL : type->part[k];
}

static const LmTerm *make0(LmBuilder *b, LmTerm shape, const LmType *type) { return lm_make(b, &shape, NULL, 0, type); }
static const LmTerm *make1(LmBuilder *b, LmTerm shape, const LmTerm *s, const LmType *type) {
  return lm_make(b, &shape, &s, 1, type);
}
static const LmTerm *make2(LmBuilder *b, LmTerm shape, const LmTerm *s, const LmTerm *t, const LmType *type) {
  return lm_make(b, &shape, (const LmTerm *const[]){s, t}, 2, type);
}

const LmTerm *lm_var(LmBuilder *b, LmSymbol x, const LmType *type) {
  return make0(b, (LmTerm){.kind = LM_VAR, .x = x}, type);
}
const LmTerm *lm_constant(LmBuilder *b, ConstantId constant) {
  if (constant.id == 0) b->status = STATUS_LIMIT;
  return make0(b, (LmTerm){.kind = LM_REAL, .constant = constant}, lm_real(b));
}
const LmTerm *lm_number(LmBuilder *b, int64_t numerator) {
  return lm_constant(b, constant_from_ratio(&b->store->constants, numerator, 1));
}
const LmTerm *lm_natural(LmBuilder *b, int64_t k) {
  return make0(b, (LmTerm){.kind = LM_NAT, .integer = k}, lm_nat(b));
}
const LmTerm *lm_call(LmBuilder *b, uint32_t definition, const LmType *result, const LmTerm *e) {
  return make1(b, (LmTerm){.kind = LM_CALL, .n = definition}, e, result);
}

const LmTerm *lm_tuple(LmBuilder *b, const LmTerm *const *parts, uint32_t n) {
  const LmType **types = n == 0 ? NULL : arena_array(b->arena, n, sizeof *types);
  if (n != 0 && types == NULL) b->status = STATUS_LIMIT;
  for (uint32_t k = 0; types != NULL && k < n; k++) types[k] = of(parts[k]);
  return lm_make(b, &(LmTerm){.kind = LM_TUPLE}, parts, n, lm_tuple_type(b, types, n));
}
const LmTerm *lm_pair(LmBuilder *b, const LmTerm *s, const LmTerm *t) {
  return lm_tuple(b, (const LmTerm *const[]){s, t}, 2);
}

const LmTerm *lm_let(LmBuilder *b, LmSymbol x, const LmTerm *bound, const LmTerm *body) {
  return make2(b, (LmTerm){.kind = LM_LET, .x = x}, bound, body, of(body));
}
const LmTerm *lm_if(LmBuilder *b, const LmTerm *test, const LmTerm *yes, const LmTerm *no) {
  return lm_make(b, &(LmTerm){.kind = LM_IF}, (const LmTerm *const[]){test, yes, no}, 3, of(yes));
}
const LmTerm *lm_build(LmBuilder *b, LmSymbol i, const LmTerm *size, uint32_t n, const LmTerm *body) {
  return make2(b, (LmTerm){.kind = LM_BUILD, .x = i, .n = n}, size, body, lm_vec_type(b, of(body), n));
}
const LmTerm *lm_fold(LmBuilder *b, LmSymbol t, const LmTerm *body, const LmTerm *acc, const LmTerm *v) {
  return lm_make(b, &(LmTerm){.kind = LM_FOLD, .x = t}, (const LmTerm *const[]){body, acc, v}, 3, of(acc));
}

/* ------------------------------------------------------------- primitives -- */

static const LmType *prim_type(LmBuilder *b, LmPrim prim, uint32_t n, const LmType *from) {
  switch (prim) {
  case LM_PRIM_ANY_OF_TWO: return part(from, 0);
  case LM_PRIM_ANY_FUNCTION:
  case LM_PRIM_NEG:
  case LM_PRIM_SIGN: return from;
  case LM_PRIM_PI: return part(from, n);
  case LM_PRIM_IX: return part(part(from, 1), 0);
  case LM_PRIM_SUM: return part(from, 0);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_SZ: return lm_nat(b);
  case LM_PRIM_TOREAL: return lm_real(b);
  case LM_PRIM_ANY_TEST: return lm_bool(b);
  case LM_PRIM_TIMES: return part(from, 1);
  case LM_PRIM_DELTA: return lm_vec_type(b, part(from, 1), n);
  case LM_PRIM_GIVEN: /* see lm_given */
  case LM_PRIM_COUNT: return NULL;
  }
  return NULL;
}

static const LmTerm *prim_of(LmBuilder *b, LmPrim prim, uint32_t n, ConstantId constant, const LmTerm *e) {
  LmTerm shape = {.kind = LM_PRIM, .prim = prim, .n = n, .constant = constant};
  return make1(b, shape, e, prim_type(b, prim, n, of(e)));
}
const LmTerm *lm_prim(LmBuilder *b, LmPrim prim, const LmTerm *e) { return prim_of(b, prim, 0, (ConstantId){0}, e); }
const LmTerm *lm_prim2(LmBuilder *b, LmPrim prim, const LmTerm *s, const LmTerm *t) {
  return lm_prim(b, prim, lm_pair(b, s, t));
}
const LmTerm *lm_given(LmBuilder *b, OpId op, const LmTerm *e) {
  if (op.id == 0) b->status = STATUS_LIMIT;
  uint32_t n = type_node(&b->store->types, op_node(&b->store->ops, op)->result)->n;
  const LmTerm shape = {.kind = LM_PRIM, .prim = LM_PRIM_GIVEN, .integer = op.id};
  return make1(b, shape, e, n == 1 ? lm_real(b) : lm_vec_type(b, lm_real(b), n));
}
const LmTerm *lm_pi(LmBuilder *b, uint32_t k, const LmTerm *e) { return prim_of(b, LM_PRIM_PI, k, (ConstantId){0}, e); }
const LmTerm *lm_pow(LmBuilder *b, ConstantId exponent, const LmTerm *e) {
  return prim_of(b, LM_PRIM_POW, 0, exponent, e);
}
const LmTerm *lm_delta(LmBuilder *b, uint32_t n, const LmTerm *i, const LmTerm *e) {
  return prim_of(b, LM_PRIM_DELTA, n, (ConstantId){0}, lm_pair(b, i, e));
}

/* ------------------------------------------------------------ linear maps -- */

static const LmType *from_of(const LmTerm *m) { return part(of(m), 0); }
static const LmType *to_of(const LmTerm *m) { return part(of(m), 1); }

const LmTerm *lm_null(LmBuilder *b, const LmType *space) {
  return make0(b, (LmTerm){.kind = LM_NULL}, lm_tangent(b, space));
}
const LmTerm *lm_zero(LmBuilder *b, const LmType *from, const LmType *to) {
  return make0(b, (LmTerm){.kind = LM_ZERO}, lm_map_type(b, from, to));
}
const LmTerm *lm_one(LmBuilder *b, const LmType *space) {
  return make0(b, (LmTerm){.kind = LM_ONE}, lm_map_type(b, space, space));
}
const LmTerm *lm_scale(LmBuilder *b, const LmType *space, const LmTerm *k) {
  return make1(b, (LmTerm){.kind = LM_SCALE}, k, lm_map_type(b, space, space));
}
const LmTerm *lm_diag(LmBuilder *b, const LmTerm *k) {
  return make1(b, (LmTerm){.kind = LM_DIAG}, k, lm_map_type(b, of(k), of(k)));
}
const LmTerm *lm_compose(LmBuilder *b, const LmTerm *m1, const LmTerm *m2) {
  return make2(b, (LmTerm){.kind = LM_COMPOSE}, m1, m2, lm_map_type(b, from_of(m2), to_of(m1)));
}
const LmTerm *lm_plus(LmBuilder *b, const LmTerm *m1, const LmTerm *m2) {
  return make2(b, (LmTerm){.kind = LM_PLUS}, m1, m2, of(m1));
}

static const LmType *ends(LmBuilder *b, const LmTerm *const *maps, uint32_t n, bool to) {
  const LmType **parts = n == 0 ? NULL : arena_array(b->arena, n, sizeof *parts);
  if (n != 0 && parts == NULL) b->status = STATUS_LIMIT;
  for (uint32_t k = 0; parts != NULL && k < n; k++) parts[k] = to ? to_of(maps[k]) : from_of(maps[k]);
  return lm_tuple_type(b, parts, n);
}
const LmTerm *lm_vcat(LmBuilder *b, const LmTerm *const *maps, uint32_t n, const LmType *from) {
  return lm_make(b, &(LmTerm){.kind = LM_VCAT}, maps, n, lm_map_type(b, from, ends(b, maps, n, true)));
}
const LmTerm *lm_vcat2(LmBuilder *b, const LmTerm *m1, const LmTerm *m2) {
  return lm_vcat(b, (const LmTerm *const[]){m1, m2}, 2, from_of(m1));
}
const LmTerm *lm_hcat(LmBuilder *b, const LmTerm *const *maps, uint32_t n, const LmType *to) {
  return lm_make(b, &(LmTerm){.kind = LM_HCAT}, maps, n, lm_map_type(b, ends(b, maps, n, false), to));
}
const LmTerm *lm_hcat2(LmBuilder *b, const LmTerm *m1, const LmTerm *m2) {
  return lm_hcat(b, (const LmTerm *const[]){m1, m2}, 2, to_of(m1));
}

/* The s and t of a Vec (s -o t), and its length. */
static const LmType *element_end(const LmTerm *maps, uint32_t end) { return part(part(of(maps), 0), end); }
static uint32_t length_of(const LmTerm *v) { return v == NULL ? 0 : v->type->n; }

const LmTerm *lm_vcatv(LmBuilder *b, const LmTerm *maps) {
  const LmType *to = lm_vec_type(b, element_end(maps, 1), length_of(maps));
  return make1(b, (LmTerm){.kind = LM_VCATV}, maps, lm_map_type(b, element_end(maps, 0), to));
}
const LmTerm *lm_hcatv(LmBuilder *b, const LmTerm *maps) {
  const LmType *from = lm_vec_type(b, element_end(maps, 0), length_of(maps));
  return make1(b, (LmTerm){.kind = LM_HCATV}, maps, lm_map_type(b, from, element_end(maps, 1)));
}
const LmTerm *lm_lambda(LmBuilder *b, LmSymbol i, uint32_t n, const LmTerm *map) {
  LmTerm shape = {.kind = LM_LAMBDA, .x = i, .n = n};
  return make1(b, shape, map, lm_map_type(b, from_of(map), lm_vec_type(b, to_of(map), n)));
}
const LmTerm *lm_tlambda(LmBuilder *b, LmSymbol i, uint32_t n, const LmTerm *map) {
  LmTerm shape = {.kind = LM_TLAMBDA, .x = i, .n = n};
  return make1(b, shape, map, lm_map_type(b, lm_vec_type(b, from_of(map), n), to_of(map)));
}
const LmTerm *lm_transpose(LmBuilder *b, const LmTerm *m) {
  return make1(b, (LmTerm){.kind = LM_TRANSPOSE}, m, lm_map_type(b, to_of(m), from_of(m)));
}
const LmTerm *lm_pick(LmBuilder *b, const LmTerm *i, const LmType *vector) {
  return make1(b, (LmTerm){.kind = LM_PICK}, i, lm_map_type(b, vector, part(vector, 0)));
}
const LmTerm *lm_outer(LmBuilder *b, uint32_t n, const LmType *context) {
  const LmType *to = context;
  for (uint32_t k = 0; k < n; k++) to = part(to, 0);
  return make0(b, (LmTerm){.kind = LM_OUTER, .n = n}, lm_map_type(b, context, to));
}
const LmTerm *lm_lmfold(LmBuilder *b, LmSymbol t, const LmTerm *body, const LmTerm *map, const LmTerm *acc,
                        const LmTerm *v) {
  const LmType *s = part(from_of(map), 0);
  const LmType *from = lm_pair_type(b, s, lm_pair_type(b, of(acc), of(v)));
  return lm_make(b, &(LmTerm){.kind = LM_LMFOLD, .x = t}, (const LmTerm *const[]){body, map, acc, v}, 4,
                 lm_map_type(b, from, of(acc)));
}
const LmTerm *lm_apply(LmBuilder *b, const LmTerm *m, const LmTerm *dx) {
  return make2(b, (LmTerm){.kind = LM_APPLY}, m, dx, lm_tangent(b, to_of(m)));
}
const LmTerm *lm_rapply(LmBuilder *b, const LmTerm *dr, const LmTerm *m) {
  return make2(b, (LmTerm){.kind = LM_RAPPLY}, dr, m, lm_tangent(b, from_of(m)));
}

/* ------------------------------------------------------------- definitions -- */

uint32_t lm_define(LmBuilder *b, LmProgram *program, NameId name, LmSymbol x, const LmType *from, const LmTerm *body) {
  if (body == NULL || from == NULL || program->count == LM_DEFINITIONS) {
    if (b->status == STATUS_OK) b->status = STATUS_LIMIT;
    return UINT32_MAX;
  }
  LmDefinition *grown =
      arena_room(b->arena, program->definitions, program->count, &program->capacity, 4, sizeof *grown);
  if (grown == NULL) {
    b->status = STATUS_LIMIT;
    return UINT32_MAX;
  }
  program->definitions = grown;
  program->definitions[program->count] = (LmDefinition){name, x, from, body};
  if (b->fresh > program->symbols) program->symbols = b->fresh;
  return program->count++;
}

/* ---------------------------------------------------------- looking at terms -- */

static bool binds(const LmTerm *t, uint32_t k, char binder) {
  const char *binders = linmap_info(t->kind)->binders;
  uint32_t last = (uint32_t)strlen(binders) - 1;
  return binders[k < last ? k : last] == binder;
}
bool linmap_binds_x(const LmTerm *t, uint32_t k) { return binds(t, k, 'x'); }
bool linmap_binds_y(const LmTerm *t, uint32_t k) { return binds(t, k, 'y'); }

bool linmap_occurs(const LmTerm *t, LmSymbol x) {
  if (t->kind == LM_VAR) return t->x == x;
  for (uint32_t k = 0; k < t->count; k++) {
    bool bound = (linmap_binds_x(t, k) && t->x == x) || (linmap_binds_y(t, k) && t->y == x);
    if (!bound && linmap_occurs(t->kid[k], x)) return true;
  }
  return false;
}

bool linmap_equal(const LmTerm *a, const LmTerm *b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->prim != b->prim || a->n != b->n || a->x != b->x || a->y != b->y ||
      a->integer != b->integer || a->constant.id != b->constant.id || a->count != b->count || a->size != b->size) {
    return false;
  }
  for (uint32_t k = 0; k < a->count; k++)
    if (!linmap_equal(a->kid[k], b->kid[k])) return false;
  return linmap_type_equal(a->type, b->type);
}
