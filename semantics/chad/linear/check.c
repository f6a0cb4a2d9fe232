/* The types of canonical values: SEM-SUBJ. */
#include "semantics/chad/linear/operational.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/chad/linear/values.h"
#include "semantics/memory/try.h"

static TypeTable *types_of(const Run *run) { return &run->machine->store->types; }

/* A type constructor's answer: its arguments are types of the right sort or the
 * value is not canonical. */
static Status made(TypeId candidate, TypeId *type) {
  *type = candidate;
  return type_is_none(candidate) ? STATUS_ILL_TYPED : STATUS_OK;
}

/* ------------------------------------------------------------ what is captured -- */

static Status identifier_type(Run *run, Environment *env) {
  if (!type_is_none(env->type)) return STATUS_OK;
  return canonical_type(run, &env->value, &env->type);
}

static Status linear_type(Run *run, Linear *v) {
  if (!type_is_none(v->type)) return STATUS_OK;
  return canonical_type(run, &v->value, &v->type);
}

/* The context that an environment stands for, and `bound` more identifiers. */
static Status context_of(Run *run, Environment *env, const TypeId *more, uint32_t bound, TypeId **context,
                         uint32_t *length) {
  uint32_t captured = 0;
  for (Environment *e = env; e != NULL; e = e->outer) captured++;
  *length = captured + bound;
  *context = arena_array(run->machine->arena, *length, sizeof **context);
  if (*context == NULL) return STATUS_LIMIT;
  for (Environment *e = env; e != NULL; e = e->outer) {
    TRY(identifier_type(run, e));
    (*context)[--captured] = e->type;
  }
  for (uint32_t i = 0; i < bound; i++) (*context)[*length - bound + i] = more[i];
  return STATUS_OK;
}

Status canonical_infer(Run *run, Environment *env, const TypeId *more, uint32_t bound, Linear *v, TermId t,
                       TypeId *type) {
  TypeId *context;
  uint32_t length;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = context_of(run, env, more, bound, &context, &length);
  if (status == STATUS_OK && v != NULL) status = linear_type(run, v);
  run->machine->depth++;
  if (status != STATUS_OK) return status;
  Store *store = run->machine->store;
  if (v == NULL) return linear_infer_cartesian(store, context, length, t, type);
  return linear_infer_linear(store, context, length, v->type, t, type);
}

/* ----------------------------------------------------------------- by form -- */

static Status pair_type(Run *run, const Value *value, TypeId *type) {
  TypeId first, second;
  TRY(canonical_type(run, &value_parts(value)[0], &first));
  TRY(canonical_type(run, &value_parts(value)[1], &second));
  if (value->kind == VALUE_PAIR) return made(type_prod(types_of(run), first, second), type);
  return made(type_linear_prod(types_of(run), first, second), type);
}

/* Entries of one type that, but for Vec, is not the scalar's: those are REALS or MATRIX. */
static Status array_type(Run *run, const Value *value, TypeId *type) {
  bool is_linear = value->kind == VALUE_LINEAR_ARRAY;
  TypeId element = {0}, other;
  for (uint32_t k = 0; k < value->n; k++) {
    TRY(canonical_type(run, &value_parts(value)[k], &other));
    if (k > 0 && !type_equal(element, other)) return STATUS_ILL_TYPED;
    element = other;
  }
  if (value->n == 0) return made((TypeId){(uint32_t)value->scalar.word}, type);
  TypeTable *types = types_of(run);
  if (value->kind == VALUE_VEC) return made(type_vec(types, element), type);
  Status status =
      made(is_linear ? type_linear_array(types, element, value->n) : type_array(types, element, value->n), type);
  if (status != STATUS_OK) return status;
  return type_kind(types, *type) == (is_linear ? TYPE_LARRAY : TYPE_ARRAY) ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status copower_type(Run *run, const Value *value, TypeId *type) {
  *type = (TypeId){(uint32_t)value->scalar.word};
  if (value->n == 0) return made(*type, type);
  uint32_t n = 0;
  TypeId first = {0}, key, weight, whole;
  for (const Cell *cell = value_cells(value); cell != NULL; cell = cell->next, n++) {
    TRY(canonical_type(run, &cell->key, &key));
    TRY(canonical_type(run, &cell->weight, &weight));
    TRY(made(type_copower(types_of(run), key, weight), &whole));
    if (n > 0 && !type_equal(first, whole)) return STATUS_ILL_TYPED;
    first = whole;
  }
  *type = first;
  return n == value->n ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status power_sum_type(Run *run, const Value *value, TypeId *type) {
  TypeId second;
  TRY(canonical_type(run, &value_parts(value)[0], type));
  TRY(canonical_type(run, &value_parts(value)[1], &second));
  return type_equal(*type, second) && type_kind(types_of(run), *type) == TYPE_POWER ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status power_type(Run *run, const Value *value, TypeId *type) {
  const Closure *closure = value->data;
  Status status = canonical_infer(run, closure->env, NULL, 0, closure->v, (TermId){value->n}, type);
  return status == STATUS_OK && type_kind(types_of(run), *type) != TYPE_POWER ? STATUS_ILL_TYPED : status;
}

/* The component is of its part of the sum's type. */
static Status sum_type(Run *run, const Value *value, TypeId *type) {
  TypeId component;
  *type = (TypeId){(uint32_t)value->scalar.word};
  TRY(canonical_type(run, &value_parts(value)[0], &component));
  const TypeNode *sum = type_node(types_of(run), *type);
  if (sum->kind != TYPE_SUM) return STATUS_ILL_TYPED;
  return type_equal(component, value->kind == VALUE_INL ? sum->a : sum->b) ? STATUS_OK : STATUS_ILL_TYPED;
}

/* The component is of the mu's unrolled type. */
static Status roll_type(Run *run, const Value *value, TypeId *type) {
  TypeId component;
  *type = (TypeId){(uint32_t)value->scalar.word};
  TRY(canonical_type(run, &value_parts(value)[0], &component));
  return type_equal(component, type_unroll(types_of(run), *type)) ? STATUS_OK : STATUS_ILL_TYPED;
}

/* A recursive function says its type; its body is typed where it stands. */
static Status function_type(Run *run, const Value *value, TypeId *type) {
  const Term *t = term(run->machine->store, (TermId){value->n});
  if (t->kind != TERM_LETREC) return canonical_infer(run, value->data, NULL, 0, NULL, (TermId){value->n}, type);
  return made(term_type_payload(t), type);
}

static Status type_by_form(Run *run, const Value *value, TypeId *type) {
  TypeTable *types = types_of(run);
  switch (value->kind) {
  case VALUE_UNIT: return made(type_unit(types), type);
  case VALUE_INT: return made(type_int(types), type);
  case VALUE_REALS: return made(type_real(types, value->n), type);
  case VALUE_LINEAR_UNIT: return made(type_linear_unit(types), type);
  case VALUE_MATRIX:
    if (value->scalar.word != run->columns) return STATUS_ILL_TYPED;
    return made(type_linear_real(types, value->n), type);
  case VALUE_PAIR:
  case VALUE_LINEAR_PAIR: return pair_type(run, value, type);
  case VALUE_ARRAY:
  case VALUE_VEC:
  case VALUE_LINEAR_ARRAY: return array_type(run, value, type);
  case VALUE_INL:
  case VALUE_INR: return sum_type(run, value, type);
  case VALUE_ROLL: return roll_type(run, value, type);
  case VALUE_FUNCTION:
  case VALUE_LINEAR_FUNCTION: return function_type(run, value, type);
  case VALUE_POWER: return power_type(run, value, type);
  case VALUE_POWER_ZERO: return made((TypeId){value->n}, type);
  case VALUE_POWER_SUM: return power_sum_type(run, value, type);
  case VALUE_COPOWER: return copower_type(run, value, type);
  }
  return STATUS_ILL_TYPED;
}

Status canonical_type(Run *run, const Value *value, TypeId *type) {
  Machine *machine = run->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = type_by_form(run, value, type);
  machine->depth++;
  return status;
}

/* ---------------------------------------------------------------- SEM-SUBJ -- */

/* The linear functions that the value has as components, run at the identity. */
static Status check_results(Run *run, const Value *value, TypeId type, bool *canonical) {
  Machine *machine = run->machine;
  const TypeNode node = *type_node(types_of(run), type);
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  if (node.kind == TYPE_PROD) {
    status = check_results(run, &value_parts(value)[0], node.a, canonical);
    if (status == STATUS_OK) status = check_results(run, &value_parts(value)[1], node.b, canonical);
  } else if (node.kind == TYPE_LFUN && type_node(types_of(run), node.a)->dim != TYPE_NOT_FLAT) {
    Value result;
    TypeId found = {0};
    status = operational_apply_identity(run, value, node.a, &result);
    if (status == STATUS_OK) status = canonical_type(run, &result, &found);
    *canonical = *canonical && status == STATUS_OK && type_equal(found, node.b);
  }
  machine->depth++;
  return status;
}

Status operational_check_subject(Machine *machine, const Program *program, const Scalar *input, bool *canonical) {
  Run run = {machine, 0};
  Environment *env;
  Value value;
  TypeId type = {0};
  *canonical = false;
  TRY(operational_run(&run, program, input, &env, &value));
  Status status = canonical_type(&run, &value, &type);
  if (status == STATUS_ILL_TYPED) return STATUS_OK;
  if (status != STATUS_OK || !type_equal(type, program->type)) return status;
  *canonical = true;
  status = check_results(&run, &value, type, canonical);
  return status == STATUS_ILL_TYPED ? STATUS_OK : status;
}
