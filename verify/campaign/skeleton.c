#include "verify/campaign/skeleton.h"

#include "semantics/tables/cases.h"

#include <string.h>

static const Skeleton *keep(Arena *arena, Skeleton made) {
  Skeleton *kept = type_is_none(made.flat) ? NULL : arena_alloc(arena, sizeof *kept);
  if (kept != NULL) *kept = made;
  return kept;
}

static bool is_nothing(const Store *store, const Skeleton *skeleton) {
  return type_kind(&store->types, skeleton->flat) == TYPE_UNIT;
}

const Skeleton *skeleton_flat(Arena *arena, Store *store, TypeId type) {
  if (type_node(&store->types, type)->dim == TYPE_NOT_FLAT) return NULL;
  return keep(arena, (Skeleton){SKELETON_FLAT, type, type, 0, {NULL, NULL}});
}

const Skeleton *skeleton_pair(Arena *arena, Store *store, const Skeleton *a, const Skeleton *b) {
  if (a == NULL || b == NULL) return NULL;
  TypeId type = type_prod(&store->types, a->type, b->type);
  TypeId flat = is_nothing(store, a)   ? b->flat
                : is_nothing(store, b) ? a->flat
                                       : type_prod(&store->types, a->flat, b->flat);
  return keep(arena, (Skeleton){SKELETON_PAIR, type, flat, 0, {a, b}});
}

const Skeleton *skeleton_of(Arena *arena, Store *store, SkeletonKind kind, TypeId type, uint32_t n,
                            const Skeleton *part) {
  if (part == NULL) return NULL;
  bool many = kind == SKELETON_ARRAY || kind == SKELETON_VEC;
  TypeId flat = many ? type_array(&store->types, part->flat, n) : part->flat;
  return keep(arena, (Skeleton){kind, type, flat, n, {part, NULL}});
}

/* ---------------------------------------------------------------- terms -- */

static TermId whole(Store *store, uint32_t value) {
  return term_op(store, op_make_int(&store->ops, &store->types, value), TERM_NONE_ID, TERM_NONE_ID);
}

static NameId named(Store *store, const char *text) { return name_make(store, text, strlen(text)); }

TermId skeleton_part_numbers(Store *store, const Skeleton *pair, int k, TermId numbers) {
  if (is_nothing(store, pair->part[k])) return term_unit(store);
  if (is_nothing(store, pair->part[1 - k])) return numbers;
  return k == 0 ? term_fst(store, numbers) : term_snd(store, numbers);
}

TermId skeleton_value(Store *store, const Skeleton *s, TermId numbers) {
  switch (s->kind) {
  case SKELETON_FLAT: return numbers;
  case SKELETON_PAIR:
    return term_pair(store, skeleton_value(store, s->part[0], skeleton_part_numbers(store, s, 0, numbers)),
                     skeleton_value(store, s->part[1], skeleton_part_numbers(store, s, 1, numbers)));
  case SKELETON_INL: return term_inl(store, s->type, skeleton_value(store, s->part[0], numbers));
  case SKELETON_INR: return term_inr(store, s->type, skeleton_value(store, s->part[0], numbers));
  case SKELETON_ROLL: return term_roll(store, s->type, skeleton_value(store, s->part[0], numbers));
  case SKELETON_ARRAY:
  case SKELETON_VEC: break;
  }
  TermId entry = term_index(store, term_var(store, 0), term_shift(store, numbers, 0, 1));
  TermId value = skeleton_value(store, s->part[0], entry);
  return s->kind == SKELETON_VEC ? term_vbuild(store, named(store, "i"), whole(store, s->n), value)
                                 : term_build(store, named(store, "i"), s->n, value);
}

/* A number of the first-order type; 1 / 0, of whatever type, is no value. */
static TermId some_number(Store *store, TypeId type) {
  TypeNode node = *type_node(&store->types, type);
  ConstantId one = constant_from_ratio(&store->constants, 1, 1);
  switch (node.kind) {
  case TYPE_REAL:
    return term_op(store, op_make_constant(&store->ops, &store->types, node.n, one), TERM_NONE_ID, TERM_NONE_ID);
  case TYPE_INT: return whole(store, 0);
  case TYPE_PROD: return term_pair(store, some_number(store, node.a), some_number(store, node.b));
  case TYPE_ARRAY: return term_build(store, named(store, "i"), node.n, some_number(store, node.a));
  case TYPE_UNIT:
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR: break;
  }
  return term_unit(store);
}

static TermId no_value(Store *store, TypeId type) {
  TypeTable *types = &store->types;
  TermId one = some_number(store, type_real(types, 1));
  OpId zero = op_make_constant(&store->ops, types, 1, constant_from_ratio(&store->constants, 0, 1));
  TermId quotient =
      term_op(store, op_make(&store->ops, types, OP_DIV, 1, 0), one, term_op(store, zero, TERM_NONE_ID, TERM_NONE_ID));
  return term_let(store, named(store, "none"), quotient, some_number(store, type));
}

/* Where the Vec has n entries. */
static TermId numbers_of_vec(Store *store, const Skeleton *s, TermId value, TermId entries) {
  OpId equal = op_make(&store->ops, &store->types, OP_IEQUAL, 0, 0);
  TermId test = term_op(store, equal, term_length(store, value), whole(store, s->n));
  return term_if(store, test, entries, no_value(store, s->flat));
}

TermId skeleton_numbers(Store *store, const Skeleton *s, TermId value) {
  bool left = s->kind == SKELETON_INL;
  NameId x = named(store, "x"), y = named(store, "y");
  switch (s->kind) {
  case SKELETON_FLAT: return value;
  case SKELETON_PAIR: {
    TermId a = skeleton_numbers(store, s->part[0], term_fst(store, value));
    TermId b = skeleton_numbers(store, s->part[1], term_snd(store, value));
    if (is_nothing(store, s->part[0]) && s->part[0]->kind == SKELETON_FLAT) return b;
    if (is_nothing(store, s->part[0])) return term_let(store, x, a, term_shift(store, b, 0, 1));
    return is_nothing(store, s->part[1]) ? term_let(store, x, b, term_shift(store, a, 0, 1)) : term_pair(store, a, b);
  }
  case SKELETON_INL:
  case SKELETON_INR: {
    TermId there = skeleton_numbers(store, s->part[0], term_var(store, 0)), none = no_value(store, s->flat);
    return term_match(store, x, y, value, left ? there : none, left ? none : there);
  }
  case SKELETON_ROLL: return skeleton_numbers(store, s->part[0], term_unroll(store, value));
  case SKELETON_ARRAY:
  case SKELETON_VEC: break;
  }
  TermId entry = term_index(store, term_var(store, 0), term_shift(store, value, 0, 1));
  TermId entries = term_build(store, named(store, "i"), s->n, skeleton_numbers(store, s->part[0], entry));
  return s->kind == SKELETON_VEC ? numbers_of_vec(store, s, value, entries) : entries;
}

/* --------------------------------------------------------------- printed -- */

typedef struct Printed {
  const Store *store;
  char *out;
  size_t size, used;
} Printed;

static void put(Printed *p, const char *text) {
  size_t length = strlen(text), room = p->size - 1 - p->used;
  if (length > room) length = room;
  memcpy(p->out + p->used, text, length);
  p->used += length;
  p->out[p->used] = '\0';
}

static void print_skeleton(Printed *p, const Skeleton *s);

/* The rest of a list, a ROLL of the type: whether it is one. */
static const Skeleton *cell_of(const Skeleton *s, TypeId list) {
  const Skeleton *pair = s->part[0]->kind == SKELETON_INR ? s->part[0]->part[0] : NULL;
  return pair != NULL && pair->kind == SKELETON_PAIR && type_equal(pair->part[1]->type, list) ? pair : NULL;
}

static bool is_list(const Printed *p, const Skeleton *s) {
  for (const Skeleton *cell; (cell = cell_of(s, s->type)) != NULL;) s = cell->part[1];
  return s->part[0]->kind == SKELETON_INL && type_kind(&p->store->types, s->part[0]->part[0]->type) == TYPE_UNIT;
}

static void print_list(Printed *p, const Skeleton *s) {
  const char *before = "[";
  for (const Skeleton *cell; (cell = cell_of(s, s->type)) != NULL; s = cell->part[1], before = ", ") {
    put(p, before);
    print_skeleton(p, cell->part[0]);
  }
  put(p, *before == '[' ? "[]" : "]");
}

static void print_skeleton(Printed *p, const Skeleton *s) {
  switch (s->kind) {
  case SKELETON_FLAT: put(p, is_nothing(p->store, s) ? "()" : "_"); break;
  case SKELETON_PAIR:
    put(p, "(");
    print_skeleton(p, s->part[0]);
    put(p, ", ");
    print_skeleton(p, s->part[1]);
    put(p, ")");
    break;
  case SKELETON_INL:
  case SKELETON_INR:
    put(p, s->kind == SKELETON_INL ? "inl " : "inr ");
    print_skeleton(p, s->part[0]);
    break;
  case SKELETON_ROLL:
    if (is_list(p, s))
      print_list(p, s);
    else
      print_skeleton(p, s->part[0]);
    break;
  case SKELETON_ARRAY:
  case SKELETON_VEC:
    put(p, "[");
    for (uint32_t k = 0; k < s->n; k++) put(p, k == 0 ? "" : ", "), print_skeleton(p, s->part[0]);
    put(p, "]");
    break;
  }
}

void skeleton_print(const Store *store, const Skeleton *skeleton, char *out, size_t size) {
  Printed printed = {store, out, size, 0};
  out[0] = '\0';
  print_skeleton(&printed, skeleton);
}
