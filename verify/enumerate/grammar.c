/* From the types, constructors and operations of a space to its productions. */
#include "verify/enumerate/grammar.h"
#include "semantics/memory/growing.h"

#include <stdlib.h>
#include <string.h>

typedef struct Production {
  uint32_t type;
  Shape shape;
  Head head;
  bool taken;
} Production;

typedef struct Productions {
  Store *store;
  const SpaceSpec *spec;
  Grammar *grammar;
  Production *list;
  uint32_t count, capacity;
  bool failed;
} Productions;

uint32_t grammar_type(const Grammar *grammar, TypeId type) {
  for (uint32_t i = 0; i < grammar->type_count; i++) {
    if (type_equal(grammar->types[i], type)) return i;
  }
  return SPACE_MAX_TYPES;
}

static void add(Productions *all, TypeId result, TermKind kind, uint32_t payload, uint32_t arity, const Kid *kids) {
  Production production = {.type = grammar_type(all->grammar, result), .head = {kind, payload}};
  if (production.type == SPACE_MAX_TYPES) return;
  production.shape.arity = arity;
  for (uint32_t i = 0; i < arity; i++) {
    if (kids[i].type == SPACE_MAX_TYPES) return;
    for (uint32_t k = 0; k < kids[i].binders; k++) {
      if (kids[i].bound[k] == SPACE_MAX_TYPES) return;
    }
    production.shape.kid[i] = kids[i];
  }
  Production *list = heap_room(all->list, all->count, &all->capacity, 64, sizeof *list);
  if (list == NULL) {
    all->failed = true;
    return;
  }
  all->list = list;
  all->list[all->count++] = production;
}

static Kid kid(const Productions *all, TypeId type) { return (Kid){.type = grammar_type(all->grammar, type)}; }

static Kid kid_under(const Productions *all, TypeId bound, TypeId type) {
  return (Kid){grammar_type(all->grammar, type), 1, {grammar_type(all->grammar, bound), 0}};
}

static Kid kid_under_two(const Productions *all, TypeId outer, TypeId inner, TypeId type) {
  const Grammar *grammar = all->grammar;
  return (Kid){grammar_type(grammar, type), 2, {grammar_type(grammar, outer), grammar_type(grammar, inner)}};
}

/* Arrays of static length and Vec; but real is real^1, and arrays of one real are left out of the array forms:
 * `index i x` at x : real would only repeat x. */
static bool is_array(const Store *store, TypeId type) {
  const TypeNode *node = type_node(&store->types, type);
  return node->kind == TYPE_VEC || node->kind == TYPE_ARRAY || (node->kind == TYPE_REAL && node->n != 1);
}

/* Constructors at which the other type of the rule, `other`, is free:
 *   G |- t : S   G,S |- s : T       G |- t : S->T   G |- s : S
 *   -------------------------       --------------------------
 *   G |- let x = t in s : T         G |- t s : T
 *   G |- t : T*S     G |- t : S*T
 *   --------------   -------------
 *   G |- fst t : T   G |- snd t : T                                       */
static void add_eliminations(Productions *all, TypeId type, TypeId other) {
  unsigned terms = all->spec->terms;
  const TypeNode node = *type_node(&all->store->types, other);
  if ((terms & CHOICE_LET) != 0) {
    add(all, type, TERM_LET, 0, 2, (Kid[]){kid(all, other), kid_under(all, other, type)});
  }
  if ((terms & CHOICE_APP) != 0 && node.kind == TYPE_FUN && type_equal(node.b, type)) {
    add(all, type, TERM_APP, 0, 2, (Kid[]){kid(all, other), kid(all, node.a)});
  }
  if ((terms & CHOICE_FST) != 0 && node.kind == TYPE_PROD && type_equal(node.a, type)) {
    add(all, type, TERM_FST, 0, 1, (Kid[]){kid(all, other)});
  }
  if ((terms & CHOICE_SND) != 0 && node.kind == TYPE_PROD && type_equal(node.b, type)) {
    add(all, type, TERM_SND, 0, 1, (Kid[]){kid(all, other)});
  }
  if ((terms & CHOICE_LENGTH) != 0 && node.kind == TYPE_VEC && type_equal(type, type_int(&all->store->types))) {
    add(all, type, TERM_LENGTH, 0, 1, (Kid[]){kid(all, other)});
  }
  if ((terms & CHOICE_INDEX) != 0 && is_array(all->store, other) &&
      type_equal(type_element(&all->store->types, other), type)) {
    add(all, type, TERM_INDEX, 0, 2, (Kid[]){kid(all, type_int(&all->store->types)), kid(all, other)});
  }
}

/*   G |- r : S+R   G,S |- t : T   G,R |- s : T         G |- s : T   G |- as : S^n   G,T,S |- t : T
 *   ------------------------------------------         -----------------------------------------
 *   G |- case r of {inl x -> t; inr y -> s} : T        G |- fold (a x. t) s as : T
 *   G |- as : T^n          G |- s : S   G |- as : R^n   G,S,R |- t : S
 *   ----------------       -------------------------------------------
 *   G |- total as : T      G |- scan (a x. t) s as : S^(n+1) = T              */
static void add_control(Productions *all, TypeId type, TypeId other) {
  TypeTable *types = &all->store->types;
  unsigned terms = all->spec->terms;
  const TypeNode node = *type_node(types, other), own = *type_node(types, type);
  if ((terms & CHOICE_CASE) != 0 && node.kind == TYPE_SUM) {
    Kid left = kid_under(all, node.a, type), right = kid_under(all, node.b, type);
    add(all, type, TERM_MATCH, 0, 3, (Kid[]){kid(all, other), left, right});
  }
  if ((terms & CHOICE_UNROLL) != 0 && node.kind == TYPE_MU && type_equal(type_unroll(types, other), type)) {
    add(all, type, TERM_UNROLL, 0, 1, (Kid[]){kid(all, other)});
  }
  if (!is_array(all->store, other)) return;
  TypeId element = type_element(types, other);
  if ((terms & CHOICE_FOLD) != 0) {
    Kid step = kid_under_two(all, type, element, type);
    add(all, type, TERM_FOLD, 0, 3, (Kid[]){kid(all, type), kid(all, other), step});
  }
  if ((terms & CHOICE_TOTAL) != 0 && type_equal(element, type) && type_is_additive(types, type)) {
    add(all, type, TERM_TOTAL, type.id, 1, (Kid[]){kid(all, other)});
  }
  if ((terms & CHOICE_SCAN) != 0 && is_array(all->store, type) && own.n == type_length_after(node.n)) {
    TypeId state = type_element(types, type);
    Kid step = kid_under_two(all, state, element, state);
    add(all, type, TERM_SCAN, 0, 3, (Kid[]){kid(all, state), kid(all, other), step});
  }
}

/*   G |- is : Int^m   G |- as : S^n         G |- is : Int^m   G |- as : S^m
 *   -------------------------------         --------------------------------
 *   G |- gather is as : S^m = T             G |- scatter n is as : S^n = T     */
static void add_indexed(Productions *all, TypeId type, TypeId other) {
  TypeTable *types = &all->store->types;
  unsigned terms = all->spec->terms;
  TypeId element = type_element(types, type), integer = type_int(types);
  if (!is_array(all->store, type) || !is_array(all->store, other)) return;
  if (!type_equal(type_element(types, other), element)) return;
  uint32_t own = type_node(types, type)->n, from = type_node(types, other)->n;
  if ((own == TYPE_DYNAMIC) != (from == TYPE_DYNAMIC)) return;
  if ((terms & CHOICE_GATHER) != 0) {
    add(all, type, TERM_GATHER, 0, 2, (Kid[]){kid(all, type_array(types, integer, own)), kid(all, other)});
  }
  if ((terms & CHOICE_SCATTER) != 0 && own != TYPE_DYNAMIC && type_is_additive(types, element)) {
    Kid indices = kid(all, type_array(types, integer, from));
    add(all, type, TERM_SCATTER, type.id, 2, (Kid[]){indices, kid(all, other)});
  }
}

/* G, x:S |- t : T   G |- s : S^n        and zipWith alike with two arrays
 * ------------------------------
 * G |- map (x. t) s : T^n                                                 */
static void add_maps(Productions *all, TypeId array, TypeId element, uint32_t n) {
  const Grammar *grammar = all->grammar;
  for (uint32_t i = 0; i < grammar->type_count; i++) {
    TypeId s = grammar->types[i];
    TypeId from = type_array(&all->store->types, s, n);
    if (type_is_none(from) || grammar_type(grammar, from) == SPACE_MAX_TYPES) continue;
    if ((all->spec->terms & CHOICE_MAP) != 0) {
      add(all, array, TERM_MAP, 0, 2, (Kid[]){kid(all, from), kid_under(all, s, element)});
    }
    for (uint32_t j = 0; (all->spec->terms & CHOICE_ZIPWITH) != 0 && j < grammar->type_count; j++) {
      TypeId r = grammar->types[j], with = type_array(&all->store->types, r, n);
      if (type_is_none(with) || grammar_type(grammar, with) == SPACE_MAX_TYPES) continue;
      Kid body = {grammar_type(grammar, element), 2, {i, j}};
      add(all, array, TERM_ZIPWITH, 0, 3, (Kid[]){kid(all, from), kid(all, with), body});
    }
  }
}

/*   G |- k : Int   G,i:Int |- t : T      G |- t : Vec T   G,x:T |- b : 1+1      G |- t, s : Vec T
 *   -------------------------------      ---------------------------------      ----------------------
 *   G |- vbuild k (i. t) : Vec T         G |- filter (x. b) t : Vec T           G |- append t s : Vec T
 * and vscatter k is as : Vec T */
static void add_vectors(Productions *all, TypeId vec, TypeId element) {
  TypeTable *types = &all->store->types;
  unsigned terms = all->spec->terms;
  TypeId integer = type_int(types);
  if ((terms & CHOICE_VBUILD) != 0) {
    add(all, vec, TERM_VBUILD, 0, 2, (Kid[]){kid(all, integer), kid_under(all, integer, element)});
  }
  if ((terms & CHOICE_FILTER) != 0) {
    add(all, vec, TERM_FILTER, 0, 2, (Kid[]){kid(all, vec), kid_under(all, element, type_bool(types))});
  }
  if ((terms & CHOICE_APPEND) != 0) add(all, vec, TERM_APPEND, 0, 2, (Kid[]){kid(all, vec), kid(all, vec)});
  if ((terms & CHOICE_VSCATTER) != 0 && type_is_additive(types, element)) {
    Kid indices = kid(all, type_vec(types, integer));
    add(all, vec, TERM_VSCATTER, element.id, 3, (Kid[]){kid(all, integer), indices, kid(all, vec)});
  }
}

static void add_introductions(Productions *all, TypeId type) {
  unsigned terms = all->spec->terms;
  const TypeNode node = *type_node(&all->store->types, type);
  if (node.kind == TYPE_UNIT && (terms & CHOICE_UNIT) != 0) add(all, type, TERM_UNIT, 0, 0, NULL);
  if (node.kind == TYPE_PROD && (terms & CHOICE_PAIR) != 0) {
    add(all, type, TERM_PAIR, 0, 2, (Kid[]){kid(all, node.a), kid(all, node.b)});
  }
  if (node.kind == TYPE_FUN && (terms & CHOICE_LAM) != 0) {
    add(all, type, TERM_LAM, node.a.id, 1, (Kid[]){kid_under(all, node.a, node.b)});
  }
  if (node.kind == TYPE_SUM && (terms & CHOICE_INL) != 0) {
    add(all, type, TERM_INL, type.id, 1, (Kid[]){kid(all, node.a)});
  }
  if (node.kind == TYPE_SUM && (terms & CHOICE_INR) != 0) {
    add(all, type, TERM_INR, type.id, 1, (Kid[]){kid(all, node.b)});
  }
  if ((terms & CHOICE_ITERATE) != 0) {
    Kid count = kid(all, type_int(&all->store->types));
    add(all, type, TERM_ITERATE, 0, 3, (Kid[]){count, kid(all, type), kid_under(all, type, type)});
  }
  if ((terms & CHOICE_WHILE) != 0) {
    Kid guard = kid_under(all, type, type_bool(&all->store->types));
    add(all, type, TERM_WHILE, 0, 3, (Kid[]){kid(all, type), guard, kid_under(all, type, type)});
  }
  if ((terms & CHOICE_ROLL) != 0 && node.kind == TYPE_MU) {
    add(all, type, TERM_ROLL, type.id, 1, (Kid[]){kid(all, type_unroll(&all->store->types, type))});
  }
  if ((terms & CHOICE_LETREC) != 0) {
    TypeId integer = type_int(&all->store->types);
    Kid step = kid_under_two(all, integer, type, type);
    uint32_t function = type_fun(&all->store->types, integer, type).id;
    add(all, type, TERM_LETREC, function, 3, (Kid[]){kid(all, integer), kid(all, type), step});
  }
  if (!is_array(all->store, type)) return;
  TypeId element = type_element(&all->store->types, type);
  if (node.kind == TYPE_VEC) add_vectors(all, type, element);
  if ((terms & CHOICE_BUILD) != 0 && node.kind != TYPE_VEC) {
    add(all, type, TERM_BUILD, node.n, 1, (Kid[]){kid_under(all, type_int(&all->store->types), element)});
  }
  add_maps(all, type, element, node.n);
}

static void add_ops(Productions *all) {
  for (uint32_t i = 0; i < all->spec->op_count; i++) {
    const OpNode op = *op_node(&all->store->ops, all->spec->ops[i]);
    Kid kids[OP_MAX_ARITY];
    for (uint32_t k = 0; k < op.arity; k++) kids[k] = kid(all, op.operand[k]);
    add(all, op.result, TERM_OP, all->spec->ops[i].id, op.arity, kids);
  }
}

static bool same_kids(const Shape *a, const Shape *b) {
  if (a->arity != b->arity) return false;
  for (uint32_t i = 0; i < a->arity; i++) {
    const Kid *s = &a->kid[i], *t = &b->kid[i];
    if (s->type != t->type || s->binders != t->binders) return false;
    for (uint32_t k = 0; k < s->binders; k++) {
      if (s->bound[k] != t->bound[k]) return false;
    }
  }
  return true;
}

/* Gathers productions of equal kids into shapes, in the order of the list. */
static void gather(Productions *all, Grammar *grammar) {
  uint32_t shapes = 0, heads = 0;
  for (uint32_t type = 0; type < grammar->type_count; type++) {
    grammar->first[type] = shapes;
    for (uint32_t i = 0; i < all->count; i++) {
      if (all->list[i].type != type || all->list[i].taken) continue;
      Shape *shape = &grammar->shapes[shapes++];
      *shape = all->list[i].shape;
      shape->head = heads;
      for (uint32_t k = i; k < all->count; k++) {
        Production *other = &all->list[k];
        if (other->type != type || other->taken || !same_kids(shape, &other->shape)) continue;
        grammar->heads[heads++] = other->head;
        other->taken = true;
      }
      shape->head_count = heads - shape->head;
    }
  }
  grammar->first[grammar->type_count] = shapes;
}

bool grammar_make(Store *store, const SpaceSpec *spec, Grammar *grammar) {
  memset(grammar, 0, sizeof *grammar);
  grammar->type_count = spec->type_count;
  memcpy(grammar->types, spec->types, sizeof grammar->types);
  Productions all = {.store = store, .spec = spec, .grammar = grammar};
  add_ops(&all);
  for (uint32_t i = 0; i < spec->type_count; i++) {
    add_introductions(&all, spec->types[i]);
    for (uint32_t k = 0; k < spec->type_count; k++) {
      add_eliminations(&all, spec->types[i], spec->types[k]);
      add_control(&all, spec->types[i], spec->types[k]);
      add_indexed(&all, spec->types[i], spec->types[k]);
    }
  }
  grammar->shapes = calloc(all.count + 1, sizeof *grammar->shapes);
  grammar->heads = calloc(all.count + 1, sizeof *grammar->heads);
  bool made = !all.failed && grammar->shapes != NULL && grammar->heads != NULL;
  if (made) gather(&all, grammar);
  free(all.list);
  if (!made) grammar_free(grammar);
  return made;
}

void grammar_free(Grammar *grammar) {
  free(grammar->shapes);
  free(grammar->heads);
  grammar->shapes = NULL;
  grammar->heads = NULL;
}
