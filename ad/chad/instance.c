/* ->D and <-D on terms: the rule whose types fit, run on the derivatives of the parts. */
#include "ad/chad/transform.h"

#include <stdlib.h>

/* The most rules of one constructor. */
#define INSTANCE_ALTERNATIVES 6

/* A rule at a source term, as far as it is known. */
typedef struct Instance {
  const Scheme *scheme;
  TypeId meta[METAS]; /* of the source; none: not met yet */
  uint32_t n, m;      /* 0: not met yet */
} Instance;

/* --------------------------------------------------------------- matching -- */

static uint32_t length_of(const Instance *instance, uint32_t n) {
  if (!length_is_meta(n)) return n;
  if (n == LENGTH_M) return instance->m;
  return instance->n == TYPE_DYNAMIC ? TYPE_DYNAMIC : instance->n + n - LENGTH_N;
}

static bool match_length(uint32_t *known, uint32_t n) {
  if (*known != 0 && *known != n) return false;
  *known = n;
  return true;
}

static bool match(const Chad *chad, Instance *instance, uint32_t pattern, TypeId type);

/* T^n, and real^n, which is an array of reals too. */
static bool match_array(const Chad *chad, Instance *instance, const Shape *shape, TypeId type) {
  const TypeNode *node = type_node(&chad->store->types, type);
  if (node->kind != TYPE_ARRAY && node->kind != TYPE_REAL) return false;
  if (shape->n == LENGTH_N || shape->n == LENGTH_M) {
    if (!match_length(shape->n == LENGTH_N ? &instance->n : &instance->m, node->n)) return false;
  } else if (shape->n != node->n) {
    return false;
  }
  if (shape->kind == TYPE_REAL) return node->kind == TYPE_REAL;
  return match(chad, instance, shape->a, type_element(&chad->store->types, type));
}

static bool match(const Chad *chad, Instance *instance, uint32_t pattern, TypeId type) {
  const Shape *shape = &instance->scheme->shape[pattern];
  if (pattern == 0 || type_is_none(type)) return pattern == 0 && type_is_none(type);
  if (shape->meta != META_NONE) {
    TypeId *meta = &instance->meta[shape->meta];
    if (type_is_none(*meta)) *meta = type;
    return type_equal(*meta, type);
  }
  if (shape->kind == TYPE_REAL || shape->kind == TYPE_ARRAY) return match_array(chad, instance, shape, type);
  const TypeNode *node = type_node(&chad->store->types, type);
  return shape->kind == node->kind && match(chad, instance, shape->a, node->a) &&
         match(chad, instance, shape->b, node->b);
}

/* ---------------------------------------------------------------- filling -- */

/* The type that the shape is here: of the source as a pattern of the judgement, else of the target. */
typedef struct Filling {
  Chad *chad;
  const Gamma *gamma;
  const Instance *instance;
  bool source;
} Filling;

static TypeId fill(const Filling *filling, uint32_t at) {
  TypeTable *types = &filling->chad->store->types;
  const Instance *instance = filling->instance;
  const Shape *shape = &instance->scheme->shape[at];
  if (at == 0) return (TypeId){0};
  if (shape->meta == META_G) return filling->gamma->tangent;
  if (shape->meta != META_NONE) {
    TypeId meta = instance->meta[shape->meta];
    if (filling->source) return meta;
    return shape->kind == TYPE_REAL ? chad_type1(filling->chad, meta) : chad_type2(filling->chad, meta);
  }
  TypeId a = fill(filling, shape->a), b = fill(filling, shape->b);
  uint32_t n = length_of(instance, shape->n);
  switch (shape->kind) {
  case TYPE_REAL: return type_real(types, n);
  case TYPE_LREAL: return type_linear_real(types, n);
  case TYPE_UNIT: return type_unit(types);
  case TYPE_LUNIT: return type_linear_unit(types);
  case TYPE_INT: return type_int(types);
  case TYPE_PROD: return type_prod(types, a, b);
  case TYPE_SUM: return type_sum(types, a, b);
  case TYPE_FUN: return type_fun(types, a, b);
  case TYPE_LPROD: return type_linear_prod(types, a, b);
  case TYPE_LFUN: return type_lfun(types, a, b);
  case TYPE_POWER: return type_power(types, a, b);
  case TYPE_COPOWER: return type_copower(types, a, b);
  case TYPE_ARRAY: return type_array(types, a, n);
  case TYPE_LARRAY: return type_linear_array(types, a, n);
  case TYPE_VEC: return type_vec(types, a);
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE: break;
  }
  return (TypeId){0};
}

/* --------------------------------------------------------------- building -- */

/* A rule's right side on its way to a term. */
typedef struct Building {
  Filling filling;
  const Term *t;
  const Dual *dual;           /* of the parts */
  uint32_t level;             /* of the identifier t */
  TypeId made[SCHEME_SHAPES]; /* types filled so far */
} Building;

static bool has_second_name(TermKind kind) {
  return kind == TERM_MATCH || kind == TERM_ZIPWITH || kind == TERM_FOLD || kind == TERM_SCAN;
}

static NameId name_of(const Building *building, PartName name) {
  Chad *chad = building->filling.chad;
  NameId hint = chad_hint(chad, name.hint);
  if (name.binder == 0) return hint;
  bool second = (name.binder == 2 || name.binder == -2) && has_second_name(building->t->kind);
  NameId x = {second ? building->t->payload : building->t->name.id};
  return name.binder > 0 ? chad_name(x, hint) : chad_prime(chad, x, hint);
}

static uint32_t payload_of(Building *building, const Part *part) {
  const Filling *filling = &building->filling;
  Store *s = filling->chad->store;
  switch (part->payload_kind) {
  case PAYLOAD_NUMBER: break;
  case PAYLOAD_LENGTH: return length_of(filling->instance, part->payload);
  case PAYLOAD_SHAPE: {
    TypeId *made = &building->made[part->payload];
    if (type_is_none(*made)) *made = fill(filling, part->payload);
    return made->id;
  }
  case PAYLOAD_INT: {
    bool meta = length_is_meta(part->payload);
    int64_t value = meta ? (int64_t)length_of(filling->instance, part->payload) : (int64_t)(int32_t)part->payload;
    return op_make_int(&s->ops, &s->types, value).id;
  }
  case PAYLOAD_INT_OP: return op_make(&s->ops, &s->types, (OpCode)part->payload, 0, 0).id;
  case PAYLOAD_NAME: return name_of(building, part->second).id;
  }
  return part->payload;
}

static TermId build(Building *building, uint32_t at);

/* proj_x(t) or coproj_x(t) */
static TermId build_projection(Building *building, const Part *part) {
  Chad *chad = building->filling.chad;
  TermId t = build(building, part->linear);
  if (chad->mode == CHAD_FORWARD) return chad_proj(chad, building->t->payload, t);
  return chad_coproj(chad, building->filling.gamma->tangent, building->t->payload, t);
}

/* Dop(x, y; t), or Dop^t */
static TermId build_lop(Building *building, const Part *part) {
  const Chad *chad = building->filling.chad;
  Store *s = chad->store;
  OpId op = term_op_payload(building->t);
  TermId x = build(building, part->kid[0]), y = part->kids < 2 ? TERM_NONE_ID : build(building, part->kid[1]);
  TermId t = build(building, part->linear);
  bool forward = chad->mode == CHAD_FORWARD;
  LopId lop = forward ? lop_derivative(&s->ops, &s->types, op) : lop_transpose(&s->ops, &s->types, op);
  return term_lop(s, lop, x, y, t);
}

static TermId build_term(Building *building, const Part *part) {
  const Chad *chad = building->filling.chad;
  TermId kid[TERM_KIDS] = {TERM_NONE_ID};
  if (part->kind == TERM_VAR) return term_var(chad->store, part->payload);
  if (part->kind == TERM_LVAR) return term_lvar(chad->store);
  for (uint32_t k = 0; k < part->kids; k++) kid[k] = build(building, part->kid[k]);
  if (part->part == PART_OP) return term_op(chad->store, term_op_payload(building->t), kid[0], kid[1]);
  uint32_t payload = part->payload_kind == PAYLOAD_NUMBER ? part->payload : payload_of(building, part);
  NameId name = part->name.hint == 0 ? NAME_NONE : name_of(building, part->name);
  return term_make(chad->store, part->kind, payload, name, kid[0], kid[1], kid[2], kid[3]);
}

/* A constant part, made at its first use in the store, as a definition. */
static TermId build_constant(Building *building, const Part *part) {
  Store *s = building->filling.chad->store;
  bool shared = building->filling.chad->schemes->shared;
  if (shared && s->parts == NULL) s->parts = calloc(SCHEMES_CONSTANTS, sizeof *s->parts);
  if (!shared || s->parts == NULL) return build_term(building, part);
  TermId *made = &s->parts[part->constant];
  if (made->id != 0) return *made;
  bool defining = s->terms.defining;
  store_begin_definition(s);
  *made = build_term(building, part);
  if (!defining) store_end_definition(s);
  return *made;
}

static TermId build(Building *building, uint32_t at) {
  const Part *part = &building->filling.instance->scheme->part[at];
  if (part->constant != 0) return build_constant(building, part);
  switch (part->part) {
  case PART_TERM:
  case PART_OP: return build_term(building, part);
  case PART_HOLE: return building->dual[part->payload].term;
  case PART_IDENTIFIER: return chad_var(building->filling.chad, building->level);
  case PART_LOP: return build_lop(building, part);
  case PART_PROJECTION: break;
  }
  return build_projection(building, part);
}

/* The right side, at the depth of the rule's place. */
static Dual conclude(Chad *chad, const Gamma *gamma, const Term *t, Instance *instance, const Dual *dual) {
  const Scheme *scheme = instance->scheme;
  Building building = {.filling = {chad, gamma, instance, true}, .t = t, .dual = dual};
  TypeId result;
  if (t->kind == TERM_VAR) {
    Scope x;
    if (!chad_lookup(chad, gamma, t->payload, &x)) return chad_fail(chad, STATUS_ILL_TYPED);
    building.level = x.level;
    result = x.type;
    (void)match(chad, instance, scheme->result, result);
  } else if (t->kind == TERM_OP) {
    result = op_node(&chad->store->ops, term_op_payload(t))->result;
    (void)match(chad, instance, scheme->result, result);
  } else {
    result = fill(&building.filling, scheme->result);
  }
  rule_hit(scheme->rule);
  building.filling.source = false;
  TermId term = build(&building, scheme->root);
  return chad->status == STATUS_OK ? (Dual){term, result} : chad_fail(chad, chad->status);
}

/* ------------------------------------------------------------------- rule -- */

static bool sort_fits(const Chad *chad, const Instance *instance, const Term *t, uint32_t k) {
  Sort sort = instance->scheme->premise[k].sort;
  if (sort == SORT_ANY) return true;
  return op_operand_is_real(&chad->store->ops, &chad->store->types, term_op_payload(t), k) == (sort == SORT_REAL);
}

/* The rules that the term's own payload leaves. */
static uint32_t alternatives(const Chad *chad, const Term *t, uint32_t kids, Instance left[INSTANCE_ALTERNATIVES]) {
  const Schemes *schemes = chad->schemes;
  uint32_t count = 0;
  for (uint32_t k = schemes->first[t->kind]; k < schemes->last[t->kind] && count < INSTANCE_ALTERNATIVES; k++) {
    const Scheme *scheme = schemes->scheme[k];
    Instance *instance = &left[count];
    *instance = (Instance){.scheme = scheme, .n = scheme->payload_n ? t->payload : 0};
    if (scheme->premises != kids || (kids > 0 && !sort_fits(chad, instance, t, 0))) continue;
    if (scheme->payload == 0 || match(chad, instance, scheme->payload, term_type_payload(t))) count++;
  }
  return count;
}

/* D of part k, where the rule wants it. */
static Dual derive_part(Chad *chad, const Gamma *gamma, const Term *t, const Instance *instance, uint32_t k) {
  const Premise *premise = &instance->scheme->premise[k];
  Scope scope[2];
  Gamma under = *gamma;
  uint32_t depth = chad->depth;
  for (uint32_t b = 0; b < premise->binders; b++) {
    Filling filling = {chad, gamma, instance, true};
    under = chad_extend(chad, &under, &scope[b], fill(&filling, premise->binder[b]), depth + premise->level[b]);
  }
  chad->depth = depth + premise->offset;
  Dual dual = chad_term(chad, &under, t->kid[k]);
  chad->depth = depth;
  return dual;
}

/* The parts are derived one after the other, each where the first rule left wants
 * it; a rule that the part's type does not fit drops out. */
static Dual apply(Chad *chad, const Gamma *gamma, const Term *t) {
  Instance left[INSTANCE_ALTERNATIVES];
  Dual dual[TERM_KIDS];
  uint32_t kids = 0, offset[TERM_KIDS];
  while (kids < TERM_KIDS && t->kid[kids].id != 0) kids++;
  uint32_t count = alternatives(chad, t, kids, left);
  for (uint32_t i = 0; i < kids && count > 0; i++) {
    offset[i] = left[0].scheme->premise[i].offset;
    dual[i] = derive_part(chad, gamma, t, &left[0], i);
    if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
      if (sort_fits(chad, &left[k], t, i) && match(chad, &left[k], left[k].scheme->premise[i].type, dual[i].type))
        left[kept++] = left[k];
    count = kept;
  }
  if (count == 0) return chad_fail(chad, STATUS_ILL_TYPED);
  for (uint32_t i = 0; i < kids; i++) {
    const Premise *premise = &left[0].scheme->premise[i];
    int32_t by = (int32_t)premise->offset - (int32_t)offset[i];
    if (by != 0) dual[i].term = term_shift(chad->store, dual[i].term, premise->binders, by);
  }
  return conclude(chad, gamma, t, &left[0], dual);
}

static Dual derive(Chad *chad, const Gamma *gamma, const Term *t) {
  if (t->kind == TERM_LETREC) return chad_letrec(chad, gamma, t);
  if (t->kind == TERM_ROLL || t->kind == TERM_UNROLL) return chad_roll(chad, gamma, t);
  return apply(chad, gamma, t);
}

Dual chad_term(Chad *chad, const Gamma *gamma, TermId t) {
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  if (chad->nesting == 0) return chad_fail(chad, STATUS_LIMIT);
  const Term node = *term(chad->store, t); /* a copy: the table moves as it grows */
  chad->nesting--;
  Dual dual = derive(chad, gamma, &node);
  chad->nesting++;
  return dual;
}
