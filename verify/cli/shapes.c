#include "verify/cli/shapes.h"

#define LONGEST 400u /* list that is shown */

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

/* What a record's value holds: the type under a mu that does not use itself; none of another type. */
static TypeId fields_of(const TypeTable *types, TypeId type) {
  const TypeId none = {0};
  return type_kind(types, type) == TYPE_MU && type_node(types, type_node(types, type)->a)->free == 0
             ? type_node(types, type)->a
             : none;
}

/* Of [a, b], or [a, b, c] for a pair of a pair and c, as it is read (value_read). */
static TypeId shape_of_pair(Store *store, TypeId type, const json_t *value) {
  TypeNode node = *type_node(&store->types, type);
  const TypeId none = {0};
  size_t n = json_array_size(value);
  if (n < 2) return none;
  json_t *before = n == 2 ? json_incref(json_array_get(value, 0)) : json_array();
  for (size_t k = 0; n > 2 && k + 1 < n; k++) (void)json_array_append(before, json_array_get(value, k));
  TypeId first = shape_of(store, node.a, before), second = shape_of(store, node.b, json_array_get(value, n - 1));
  json_decref(before);
  return type_is_none(first) || type_is_none(second) ? none : type_prod(&store->types, first, second);
}

TypeId shape_of(Store *store, TypeId type, const json_t *value) {
  TypeTable *types = &store->types;
  const TypeId none = {0};
  if (type_node(types, type)->dim != TYPE_NOT_FLAT) return type;
  if (!type_is_none(fields_of(types, type))) return shape_of(store, fields_of(types, type), value);
  if (type_kind(types, type) == TYPE_PROD) return shape_of_pair(store, type, value);
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
  TypeId fields = fields_of(types, type);
  if (!type_is_none(fields)) return term_roll(store, type, value_of(store, fields, flat, x));
  if (type_kind(types, type) == TYPE_MU) return list_of(store, type, flat, x);
  if (type_kind(types, type) == TYPE_PROD) {
    TypeNode given = *type_node(types, type), numbers = *type_node(types, flat);
    return term_pair(store, value_of(store, given.a, numbers.a, term_fst(store, x)),
                     value_of(store, given.b, numbers.b, term_snd(store, x)));
  }
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

/* ----------------------------------------------------------------- results -- */

/* The skeleton of a list's first entry and its rest, NULL of the empty list. */
static const Skeleton *cell_of(const Skeleton *list) {
  return list->part[0]->kind == SKELETON_INR ? list->part[0]->part[0] : NULL;
}

static TypeId shape_of_skeleton(Store *store, const Skeleton *s) {
  TypeTable *types = &store->types;
  const TypeId none = {0};
  if (s->kind == SKELETON_FLAT) return s->type;
  TypeId first = none, rest;
  uint32_t n = s->n;
  switch (s->kind) {
  case SKELETON_PAIR:
    first = shape_of_skeleton(store, s->part[0]);
    rest = type_is_none(first) ? none : shape_of_skeleton(store, s->part[1]);
    return type_is_none(rest) ? none : type_prod(types, first, rest);
  case SKELETON_VEC:
  case SKELETON_ARRAY: first = shape_of_skeleton(store, s->part[0]); break;
  case SKELETON_ROLL:
    if (!type_is_none(fields_of(types, s->type))) return shape_of_skeleton(store, s->part[0]);
    if (type_is_none(element_of(types, s->type))) return none;
    if (cell_of(s) == NULL) return type_unit(types);
    first = shape_of_skeleton(store, cell_of(s)->part[0]);
    for (n = 0; cell_of(s) != NULL; s = cell_of(s)->part[1], n++)
      if (n == LONGEST || !type_equal(shape_of_skeleton(store, cell_of(s)->part[0]), first)) return none;
    break;
  case SKELETON_FLAT:
  case SKELETON_INL:
  case SKELETON_INR: return none;
  }
  return type_is_none(first) ? none : type_array(types, first, n);
}

static TermId entries_of(Store *store, const Skeleton *s, TermId numbers);

/* if i == k then the cell's entry else if i == k + 1 ..., the last without a question */
static TermId entry_from(Store *store, const Skeleton *cell, TermId numbers, uint32_t k, uint32_t n) {
  OpId equal = op_make(&store->ops, &store->types, OP_IEQUAL, 0, 0);
  TermId entry = entries_of(store, cell->part[0], skeleton_part_numbers(store, cell, 0, numbers));
  if (k + 1 == n) return entry;
  TermId rest = entry_from(store, cell_of(cell->part[1]), skeleton_part_numbers(store, cell, 1, numbers), k + 1, n);
  return term_if(store, term_op(store, equal, term_var(store, 0), whole(store, k)), entry, rest);
}

/* build n (i. ...), of the list's n > 0 entries */
static TermId entries_of_list(Store *store, const Skeleton *list, TermId numbers) {
  uint32_t n = 0;
  for (const Skeleton *cell = cell_of(list); cell != NULL; cell = cell_of(cell->part[1])) n++;
  TermId entry = entry_from(store, cell_of(list), term_shift(store, numbers, 0, 1), 0, n);
  return term_build(store, name_make(store, "i", 1), n, entry);
}

/* The value of the type of shape_of_skeleton that has those numbers, of which parts are taken again. */
static TermId entries_of(Store *store, const Skeleton *s, TermId numbers) {
  switch (s->kind) {
  case SKELETON_PAIR:
    return term_pair(store, entries_of(store, s->part[0], skeleton_part_numbers(store, s, 0, numbers)),
                     entries_of(store, s->part[1], skeleton_part_numbers(store, s, 1, numbers)));
  case SKELETON_VEC:
  case SKELETON_ARRAY: {
    TermId entry = term_index(store, term_var(store, 0), term_shift(store, numbers, 0, 1));
    return term_build(store, name_make(store, "i", 1), s->n, entries_of(store, s->part[0], entry));
  }
  case SKELETON_ROLL:
    if (!type_is_none(fields_of(&store->types, s->type))) return entries_of(store, s->part[0], numbers);
    return cell_of(s) == NULL ? term_unit(store) : entries_of_list(store, s, numbers);
  case SKELETON_FLAT:
  case SKELETON_INL:
  case SKELETON_INR: break;
  }
  return numbers;
}

bool shape_result(Store *store, Program *program, const Skeleton *skeleton) {
  TypeId type = shape_of_skeleton(store, skeleton);
  if (type_is_none(type)) return false;
  TermId numbers = skeleton_numbers(store, skeleton, term_var(store, 0));
  TermId entries = entries_of(store, skeleton, term_var(store, 0));
  TermId body = term_let(store, name_make(store, "n", 1), numbers, entries);
  program->term = term_let(store, name_make(store, "r", 1), program->term, body);
  program->type = type;
  return true;
}
