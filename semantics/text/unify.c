#include "semantics/text/unify.h"

#include <string.h>

/* How deep types may nest. */
#define MAX_DEPTH 4000u
/* How often the size equations are gone through. */
#define MAX_ROUNDS 1000u

void unify_open(Unifier *unifier, TypeTable *types, Arena *arena) {
  *unifier = (Unifier){.types = types, .arena = arena, .depth = MAX_DEPTH};
}

static void *take(Unifier *unifier, size_t size) {
  void *memory = arena_alloc(unifier->arena, size);
  if (memory == NULL) {
    unifier->exhausted = true;
    return NULL;
  }
  return memset(memory, 0, size);
}

/* ----------------------------------------------------------------- sizes -- */

static Size *size_new(Unifier *unifier) {
  Size *size = take(unifier, sizeof *size);
  if (size == NULL) {
    unifier->spare_size = (Size){.known = true, .value = 1};
    return &unifier->spare_size;
  }
  return size;
}

Size *size_known(Unifier *unifier, uint32_t value) {
  Size *size = size_new(unifier);
  size->known = true;
  size->value = value;
  return size;
}

Size *size_meta(Unifier *unifier) {
  Size *size = size_new(unifier);
  if (size == &unifier->spare_size) return size;
  size->next = unifier->sizes;
  size->order = size->next == NULL ? 0 : size->next->order + 1;
  unifier->sizes = size;
  return size;
}

Size *size_find(Size *size) {
  while (size->link != NULL) {
    if (size->link->link != NULL) size->link = size->link->link;
    size = size->link;
  }
  return size;
}

/* Marks that were made of one size hold of the other. */
static void size_link(Size *from, Size *to) {
  from->link = to;
  to->literal = to->literal || from->literal;
  to->needed = to->needed || from->needed;
  if (to->known || to->has_default || !from->has_default) return;
  to->has_default = true;
  to->value = from->value;
}

bool size_unify(Size *a, Size *b) {
  a = size_find(a);
  b = size_find(b);
  if (a == b) return true;
  if (a->known && b->known) return a->value == b->value;
  /* The older of two unknown sizes stays: a definition's own default goes before
   * that of one that it calls. */
  if (a->known || (!b->known && a->order < b->order))
    size_link(b, a);
  else
    size_link(a, b);
  return true;
}

static void size_set(Size *size, uint32_t value) {
  size = size_find(size);
  size->known = true;
  size->value = value;
}

/* ----------------------------------------------------------- constructors -- */

static Mono *mono_new(Unifier *unifier) {
  Mono *type = take(unifier, sizeof *type);
  if (type != NULL) return type;
  unifier->spare = (Mono){.kind = TYPE_UNIT};
  return &unifier->spare;
}

Mono *mono_make(Unifier *unifier, TypeKind kind, Mono *a, Mono *b, Size *n) {
  Mono *type = mono_new(unifier);
  if (type == &unifier->spare) return type;
  type->kind = kind;
  type->a = a;
  type->b = b;
  type->n = n;
  return type;
}

Mono *mono_real(Unifier *unifier, Size *n) { return mono_make(unifier, TYPE_REAL, NULL, NULL, n); }

Mono *mono_bool(Unifier *unifier) {
  Mono *unit = mono_make(unifier, TYPE_UNIT, NULL, NULL, NULL);
  return mono_make(unifier, TYPE_SUM, unit, unit, NULL);
}

Mono *mono_meta(Unifier *unifier) {
  Mono *type = mono_make(unifier, TYPE_NONE, NULL, NULL, NULL);
  if (type == &unifier->spare) return type;
  type->next = unifier->metas;
  unifier->metas = type;
  return type;
}

Mono *mono_numeric(Unifier *unifier, bool literal) {
  Mono *type = mono_meta(unifier);
  type->numeric = true;
  type->literal = literal;
  return type;
}

Mono *mono_find(Mono *type) {
  while (type->link != NULL) {
    if (type->link->link != NULL) type->link = type->link->link;
    type = type->link;
  }
  return type;
}

Mono *mono_of_type(Unifier *unifier, TypeId id) {
  const TypeNode *node = type_node(unifier->types, id);
  if (unifier->depth == 0) {
    unifier->exhausted = true;
    return mono_make(unifier, TYPE_UNIT, NULL, NULL, NULL);
  }
  unifier->depth--;
  TypeNode parts = *node;
  Mono *a = type_is_none(parts.a) ? NULL : mono_of_type(unifier, parts.a);
  Mono *b = type_is_none(parts.b) ? NULL : type_equal(parts.a, parts.b) ? a : mono_of_type(unifier, parts.b);
  unifier->depth++;
  if (parts.kind == TYPE_VEC) parts.kind = TYPE_ARRAY;
  bool sized =
      parts.kind == TYPE_REAL || parts.kind == TYPE_LREAL || parts.kind == TYPE_ARRAY || parts.kind == TYPE_LARRAY;
  Mono *type = mono_make(unifier, parts.kind, a, b, sized ? size_known(unifier, parts.n) : NULL);
  type->index = parts.kind == TYPE_SELF ? parts.n : 0;
  type->made = id;
  return type;
}

/* ------------------------------------------------------------ unification -- */

/* Whether the metavariable occurs in the type; each node is visited once. */
static bool occurs(Unifier *unifier, const Mono *meta, Mono *type) {
  type = mono_find(type);
  if (type == meta) return true;
  if (type->kind == TYPE_NONE || type->stamp == unifier->stamp) return false;
  if (unifier->depth == 0) {
    unifier->exhausted = true;
    return true;
  }
  type->stamp = unifier->stamp;
  unifier->depth--;
  bool found =
      (type->a != NULL && occurs(unifier, meta, type->a)) || (type->b != NULL && occurs(unifier, meta, type->b));
  unifier->depth++;
  return found;
}

bool mono_is_vec(Mono *type) {
  type = mono_find(type);
  if (type->n == NULL) return false;
  const Size *n = size_find(type->n);
  return n->known && n->value == TYPE_DYNAMIC;
}

/* Makes the type Int or real^n; false if it is neither. */
static bool mono_restrict_numeric(Unifier *unifier, Mono *type, bool literal) {
  type = mono_find(type);
  if (type->kind == TYPE_NONE) {
    type->numeric = true;
    type->literal = type->literal || literal;
    return true;
  }
  if (type->kind == TYPE_INT) return true;
  if (type->kind != TYPE_REAL && type->kind != TYPE_ARRAY) return false;
  Mono *scalar = type->kind == TYPE_REAL ? NULL : mono_real(unifier, size_known(unifier, 1));
  if (scalar != NULL && !mono_unify(unifier, type->a, scalar)) return false;
  Size *n = size_find(type->n);
  n->literal = n->literal || literal;
  return true;
}

/* T = T^n, and through more arrays: its one solution is T = real and n = 1. */
static bool bind_to_scalar(Unifier *unifier, Mono *meta, Mono *type) {
  TypeKind kind = type->kind;
  if (kind != TYPE_ARRAY && kind != TYPE_LARRAY) return false;
  Mono *at = type;
  for (; at->kind == kind; at = mono_find(at->a)) {
    if (!size_unify(at->n, size_known(unifier, 1))) return false;
  }
  if (at == meta)
    meta->link = mono_make(unifier, kind == TYPE_ARRAY ? TYPE_REAL : TYPE_LREAL, NULL, NULL, size_known(unifier, 1));
  return at == meta;
}

static bool bind(Unifier *unifier, Mono *meta, Mono *type) {
  if (unifier->mus > 0 && mono_is_open(unifier, type)) return false;
  if (type->kind == TYPE_NONE) {
    type->numeric = type->numeric || meta->numeric;
    type->literal = type->literal || meta->literal;
  } else {
    unifier->stamp++;
    if (occurs(unifier, meta, type)) {
      if (bind_to_scalar(unifier, meta, type)) return true;
      unifier->infinite = true;
      return false;
    }
    if (meta->numeric && !mono_restrict_numeric(unifier, type, meta->literal)) return false;
  }
  meta->link = type;
  return true;
}

/* An array of n elements and a real^k, either way of the sort. */
static bool unify_vector(Unifier *unifier, Mono *array, Mono *vector) {
  Mono *scalar = mono_make(unifier, vector->kind, NULL, NULL, size_known(unifier, 1));
  return size_unify(array->n, vector->n) && mono_unify(unifier, array->a, scalar);
}

static bool meets_vector(TypeKind array, TypeKind vector) {
  return (array == TYPE_ARRAY && vector == TYPE_REAL) || (array == TYPE_LARRAY && vector == TYPE_LREAL);
}

static bool unify_parts(Unifier *unifier, Mono *a, Mono *b) {
  if (a->kind == TYPE_SELF || b->kind == TYPE_SELF)
    return a->kind == b->kind && a->index == b->index && a->rigid == NULL && b->rigid == NULL;
  if (a->kind == TYPE_MU && b->kind == TYPE_MU) {
    unifier->mus++;
    bool same = mono_unify(unifier, a->a, b->a);
    unifier->mus--;
    return same;
  }
  if (a->kind == b->kind) {
    return (a->n == NULL || size_unify(a->n, b->n)) && (a->a == NULL || mono_unify(unifier, a->a, b->a)) &&
           (a->b == NULL || mono_unify(unifier, a->b, b->b));
  }
  if (meets_vector(a->kind, b->kind)) return unify_vector(unifier, a, b);
  return meets_vector(b->kind, a->kind) && unify_vector(unifier, b, a);
}

bool mono_unify(Unifier *unifier, Mono *a, Mono *b) {
  a = mono_find(a);
  b = mono_find(b);
  if (a == b) return true;
  if (a->kind == TYPE_NONE) return bind(unifier, a, b);
  if (b->kind == TYPE_NONE) return bind(unifier, b, a);
  if (unifier->depth == 0) {
    unifier->exhausted = true;
    return false;
  }
  unifier->depth--;
  bool same = unify_parts(unifier, a, b);
  unifier->depth++;
  /* real^n is kept of the two forms, since sizes were made equal */
  if (same && (a->kind == TYPE_ARRAY || a->kind == TYPE_LARRAY))
    a->link = b;
  else if (same)
    b->link = a;
  return same;
}

/* --------------------------------------------------------- size equations -- */

static bool compute(OpCode op, uint32_t a, uint32_t b, uint32_t *result) {
  int64_t x = a, y = b, value = op == OP_IADD ? x + y : op == OP_ISUB ? x - y : x * y;
  *result = (uint32_t)value;
  return value >= 0 && value <= (int64_t)TYPE_MAX_LENGTH;
}

typedef enum Progress { STILL_OPEN, SOLVED, IMPOSSIBLE } Progress;

/* One known operand and the result: the other operand. */
static Progress solve_operand(const SizeEquation *e, const Size *result, const Size *known, Size *unknown, bool left) {
  int64_t r = result->value, k = known->value, value = 0;
  if (e->op == OP_IMUL) {
    if (k == 0) return r == 0 ? STILL_OPEN : IMPOSSIBLE;
    if (r % k != 0) return IMPOSSIBLE;
    value = r / k;
  } else if (e->op == OP_IADD) {
    value = r - k;
  } else {
    value = left ? r + k : k - r; /* the left operand is sought, or the right one */
  }
  if (value < 0 || value > (int64_t)TYPE_MAX_LENGTH) return IMPOSSIBLE;
  size_set(unknown, (uint32_t)value);
  return SOLVED;
}

static bool is_dynamic(const Size *size) { return size->known && size->value == TYPE_DYNAMIC; }

/* A Vec with entries before it is a Vec; nothing else is computed with its length. */
static Progress solve_dynamic(const SizeEquation *e) {
  bool added = e->op == OP_IADD && size_find(e->b)->known && !is_dynamic(size_find(e->b));
  return added && size_unify(e->result, e->a) ? SOLVED : IMPOSSIBLE;
}

static Progress solve_one(const SizeEquation *e) {
  Size *result = size_find(e->result), *a = size_find(e->a), *b = size_find(e->b);
  uint32_t value = 0;
  if (is_dynamic(result) || is_dynamic(a) || is_dynamic(b)) return solve_dynamic(e);
  if (a->known && b->known) {
    if (!compute(e->op, a->value, b->value, &value)) return IMPOSSIBLE;
    if (result->known) return result->value == value ? SOLVED : IMPOSSIBLE;
    size_set(result, value);
    return SOLVED;
  }
  if (!result->known) return STILL_OPEN;
  if (a->known) return solve_operand(e, result, a, b, false);
  return b->known ? solve_operand(e, result, b, a, true) : STILL_OPEN;
}

void size_equation(Unifier *unifier, OpCode op, Size *result, Size *a, Size *b, const void *place) {
  SizeEquation *equation = take(unifier, sizeof *equation);
  if (equation == NULL) return;
  *equation = (SizeEquation){op, result, a, b, place, unifier->equations};
  unifier->equations = equation;
}

const SizeEquation *unify_solve(Unifier *unifier) {
  bool progress = true;
  for (uint32_t round = 0; progress; round++) {
    progress = false;
    if (round == MAX_ROUNDS) {
      unifier->exhausted = true;
      return NULL;
    }
    for (SizeEquation **at = &unifier->equations; *at != NULL;) {
      Progress result = solve_one(*at);
      if (result == IMPOSSIBLE) return *at;
      progress = progress || result == SOLVED;
      if (result == SOLVED)
        *at = (*at)->next;
      else
        at = &(*at)->next;
    }
  }
  return NULL;
}

/* Oldest first, so that the outermost size decides. */
static Size *oldest_first(Size *sizes) {
  Size *reversed = NULL;
  while (sizes != NULL) {
    Size *next = sizes->next;
    sizes->next = reversed;
    reversed = sizes;
    sizes = next;
  }
  return reversed;
}

typedef enum DefaultStage { DEFAULT_DECLARED, DEFAULT_LITERAL, DEFAULT_ELEMENTWISE } DefaultStage;

static const SizeEquation *default_sizes(Unifier *unifier, DefaultStage stage) {
  for (Size *size = unifier->sizes; size != NULL; size = size->next) {
    if (size->link != NULL || size->known) continue;
    if (stage == DEFAULT_DECLARED && !size->has_default) continue;
    if (stage == DEFAULT_LITERAL && !size->literal) continue;
    if (stage == DEFAULT_ELEMENTWISE && size->needed) continue;
    size_set(size, stage == DEFAULT_DECLARED ? size->value : 1);
    const SizeEquation *wrong = unify_solve(unifier);
    if (wrong != NULL || unifier->exhausted) return wrong;
  }
  return NULL;
}

const SizeEquation *unify_default(Unifier *unifier) {
  const SizeEquation *wrong = unify_solve(unifier);
  unifier->sizes = oldest_first(unifier->sizes);
  if (wrong == NULL) wrong = default_sizes(unifier, DEFAULT_DECLARED);
  for (Mono *meta = unifier->metas; meta != NULL; meta = meta->next) {
    if (meta->link == NULL && meta->numeric) meta->link = mono_real(unifier, size_known(unifier, 1));
  }
  if (wrong == NULL) wrong = default_sizes(unifier, DEFAULT_LITERAL);
  if (wrong == NULL) wrong = default_sizes(unifier, DEFAULT_ELEMENTWISE);
  unifier->sizes = NULL;
  unifier->metas = NULL;
  return wrong;
}

/* --------------------------------------------------------------- results -- */

static TypeId build_type(Unifier *unifier, const Mono *type, TypeId a, TypeId b, uint32_t n) {
  TypeTable *types = unifier->types;
  switch (type->kind) {
  case TYPE_NONE: return (TypeId){0};
  case TYPE_REAL: return type_array(types, type_real(types, 1), n);
  case TYPE_UNIT: return type_unit(types);
  case TYPE_PROD: return type_prod(types, a, b);
  case TYPE_FUN: return type_fun(types, a, b);
  case TYPE_SUM: return type_sum(types, a, b);
  case TYPE_MU: return type_mu(types, a);
  case TYPE_SELF: return type->rigid != NULL ? (TypeId){0} : type_self(types, type->index);
  case TYPE_INT: return type_int(types);
  case TYPE_VEC:
  case TYPE_ARRAY: return type_array(types, a, n);
  case TYPE_LFUN: return type_lfun(types, a, b);
  case TYPE_LREAL: return type_linear_real(types, n);
  case TYPE_LUNIT: return type_linear_unit(types);
  case TYPE_LPROD: return type_linear_prod(types, a, b);
  case TYPE_POWER: return type_power(types, a, b);
  case TYPE_COPOWER: return type_copower(types, a, b);
  case TYPE_LARRAY: return type_linear_array(types, a, n);
  }
  return (TypeId){0};
}

TypeId mono_type(Unifier *unifier, Mono *type) {
  const TypeId none = {0};
  type = mono_find(type);
  if (type->tried || !type_is_none(type->made)) return type->made;
  Size *n = type->n == NULL ? NULL : size_find(type->n);
  if (n != NULL && !n->known) return none;
  if (unifier->depth == 0) {
    unifier->exhausted = true;
    return none;
  }
  type->tried = true;
  unifier->depth--;
  TypeId a = type->a == NULL ? none : mono_type(unifier, type->a);
  TypeId b = type->b == NULL ? none : mono_type(unifier, type->b);
  unifier->depth++;
  type->made = build_type(unifier, type, a, b, n == NULL ? 0 : n->value);
  return type->made;
}

static bool known_at(Unifier *unifier, Mono *type) {
  type = mono_find(type);
  if (type->kind == TYPE_NONE || (type->n != NULL && !size_find(type->n)->known)) return false;
  if (type->stamp == unifier->stamp || unifier->depth == 0) return true;
  type->stamp = unifier->stamp;
  unifier->depth--;
  bool known = (type->a == NULL || known_at(unifier, type->a)) && (type->b == NULL || known_at(unifier, type->b));
  unifier->depth++;
  return known;
}

bool mono_is_known(Unifier *unifier, Mono *type) {
  unifier->stamp++;
  return known_at(unifier, type);
}
