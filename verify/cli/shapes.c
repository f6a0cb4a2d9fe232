#include "verify/cli/shapes.h"

/* What a list or a Vec is of; none of another type. */
static TypeId element_of(TypeTable *types, TypeId type) {
  const TypeId none = {0};
  if (type_kind(types, type) == TYPE_VEC) return type_element(types, type);
  if (type_kind(types, type) != TYPE_MU) return none;
  const TypeNode *sum = type_node(types, type_node(types, type)->a); /* 1 + T * a */
  if (sum->kind != TYPE_SUM || type_kind(types, sum->a) != TYPE_UNIT) return none;
  const TypeNode *cell = type_node(types, sum->b);
  if (cell->kind != TYPE_PROD || type_node(types, cell->a)->free > 0) return none;
  return type_kind(types, cell->b) == TYPE_SELF ? cell->a : none;
}

TypeId shape_of(Store *store, TypeId type, const json_t *value) {
  TypeTable *types = &store->types;
  const TypeId none = {0};
  if (type_node(types, type)->dim != TYPE_NOT_FLAT) return type;
  TypeId element = element_of(types, type);
  size_t n = json_array_size(value); /* 0 of what is no array */
  if (type_is_none(element) || !json_is_array(value) || n > TYPE_MAX_LENGTH) return none;
  if (n == 0) return type_kind(types, type) == TYPE_VEC ? none : type_unit(types);
  TypeId first = shape_of(store, element, json_array_get(value, 0));
  for (size_t k = 1; k < n; k++)
    if (!type_equal(shape_of(store, element, json_array_get(value, k)), first)) return none;
  return type_is_none(first) ? none : type_array(types, first, (uint32_t)n);
}

static TermId whole(Store *store, uint32_t value) {
  OpId op = op_make_int(&store->ops, &store->types, value);
  return term_op(store, op, TERM_NONE_ID, TERM_NONE_ID);
}

/* build n (i. x ! (n - 1 - i)) */
static TermId reversed(Store *store, uint32_t n, TermId x) {
  OpId minus = op_make(&store->ops, &store->types, OP_ISUB, 0, 0);
  TermId index = term_op(store, minus, whole(store, n - 1), term_var(store, 0));
  return term_build(store, name_make(store, "i", 1), n, term_index(store, index, term_shift(store, x, 0, 1)));
}

/* The term of the type that x, of the type that shape_of gave, is the value of. */
static TermId value_of(Store *store, TypeId type, TypeId flat, TermId x);

/* fold (l y. cons y l) nil (reversed x) */
static TermId list_of(Store *store, TypeId type, TypeId flat, TermId x) {
  TypeId sum = type_unroll(&store->types, type), element = element_of(&store->types, type);
  TermId nil = term_roll(store, type, term_inl(store, sum, term_unit(store)));
  if (type_kind(&store->types, flat) == TYPE_UNIT) return nil;
  TermId head = value_of(store, element, type_element(&store->types, flat), term_var(store, 0));
  TermId cell = term_roll(store, type, term_inr(store, sum, term_pair(store, head, term_var(store, 1))));
  TermId array = reversed(store, type_node(&store->types, flat)->n, x);
  return term_fold(store, name_make(store, "l", 1), name_make(store, "y", 1), cell, nil, array);
}

static TermId value_of(Store *store, TypeId type, TypeId flat, TermId x) {
  TypeTable *types = &store->types;
  if (type_equal(type, flat)) return x;
  if (type_kind(types, type) == TYPE_MU) return list_of(store, type, flat, x);
  TermId entry = term_index(store, term_var(store, 0), term_shift(store, x, 0, 1));
  TermId part = value_of(store, type_element(types, type), type_element(types, flat), entry);
  return term_vbuild(store, name_make(store, "i", 1), whole(store, type_node(types, flat)->n), part);
}

TermId shape_argument(Store *store, const Program *program, uint32_t k, NameId name, TypeId flat) {
  uint32_t index = program->length - 1 - k; /* of the argument; below the list it is one more */
  TermId list = value_of(store, program->context[k], flat, term_var(store, index));
  TermId t = term_shift(store, term_shift(store, program->term, index + 1, 1), 0, 1);
  return term_let(store, name, list, term_subst(store, t, index + 1, term_var(store, 0)));
}
