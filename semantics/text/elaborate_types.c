/* Types and sizes as written, over the sizes in scope. */
#include "semantics/text/elaborate.h"

const SizeBinding *size_lookup(const SizeBinding *sizes, NameId name) {
  while (sizes != NULL && sizes->name.id != name.id) sizes = sizes->outer;
  return sizes;
}

const SizeBinding *size_bind(Elaborator *e, const SizeBinding *outer, NameId name, Size *size) {
  SizeBinding *binding = reader_alloc(e->reader, sizeof *binding);
  if (binding == NULL) return outer;
  *binding = (SizeBinding){name, size, outer};
  return binding;
}

Size *elaborate_size(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  if (s->kind == SYNTAX_SIZE) return size_known(&e->unifier, s->code);
  if (s->kind == SYNTAX_SIZE_NAME) {
    const SizeBinding *binding = size_lookup(sizes, s->name);
    if (binding != NULL) return binding->size;
    elaborate_fail(e, s->span,
                   "there is no size '%.40s'; sizes are named before the arguments: def f {n = 3} (x : real^n)",
                   name_text(e->store, s->name));
    return NULL;
  }
  if (e->depth == 0) {
    reader_fail(e->reader, STATUS_LIMIT, s->span, "the size is nested too deep");
    return NULL;
  }
  e->depth--;
  Size *a = elaborate_size(e, sizes, s->kid[0]);
  Size *b = a == NULL ? NULL : elaborate_size(e, sizes, s->kid[1]);
  e->depth++;
  if (b == NULL) return NULL;
  Size *result = elaborate_needed_size(e);
  if (s->code == OP_IDIV)
    size_equation(&e->unifier, OP_IMUL, a, result, b, s); /* exact: a = result * b */
  else
    size_equation(&e->unifier, (OpCode)s->code, result, a, b, s);
  if (size_find(a)->known && size_find(b)->known && unify_solve(&e->unifier) != NULL) {
    elaborate_fail(e, s->span, "this size is negative or too large, or does not fit the others");
    return NULL;
  }
  return result;
}

Size *elaborate_needed_size(Elaborator *e) {
  Size *size = size_meta(&e->unifier);
  size->needed = true;
  return size;
}

static bool is_linear_kind(TypeKind kind) {
  return kind == TYPE_LREAL || kind == TYPE_LUNIT || kind == TYPE_LPROD || kind == TYPE_POWER || kind == TYPE_COPOWER ||
         kind == TYPE_LARRAY;
}

static Mono *type_at(Elaborator *e, const SizeBinding *sizes, const Syntax *s);

/* A part of the sort that its place in the type asks for. */
static Mono *part(Elaborator *e, const SizeBinding *sizes, const Syntax *s, bool linear) {
  Mono *type = type_at(e, sizes, s);
  if (type == NULL || is_linear_kind(type->kind) == linear) return type;
  elaborate_fail(e, s->span, linear ? "a linear type is needed here, like real_^n" : "a Cartesian type is needed here");
  return NULL;
}

static Mono *type_pair(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  Unifier *u = &e->unifier;
  if (s->kind == SYNTAX_LOLLI || s->kind == SYNTAX_TENSOR) {
    Mono *left = part(e, sizes, s->kid[0], s->kind == SYNTAX_LOLLI);
    Mono *right = left == NULL ? NULL : part(e, sizes, s->kid[1], true);
    return right == NULL ? NULL : mono_make(u, s->kind == SYNTAX_LOLLI ? TYPE_LFUN : TYPE_COPOWER, left, right, NULL);
  }
  bool sum = s->kind == SYNTAX_PLUS, product = s->kind == SYNTAX_TIMES;
  Mono *right = sum ? part(e, sizes, s->kid[1], false) : type_at(e, sizes, s->kid[1]);
  if (right == NULL) return NULL;
  bool linear = is_linear_kind(right->kind);
  Mono *left = part(e, sizes, s->kid[0], product && linear);
  TypeKind kind = sum ? TYPE_SUM : product ? (linear ? TYPE_LPROD : TYPE_PROD) : linear ? TYPE_POWER : TYPE_FUN;
  return left == NULL ? NULL : mono_make(u, kind, left, right, NULL);
}

static Mono *type_array_of(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  Mono *element = type_at(e, sizes, s->kid[0]);
  Size *n = element == NULL ? NULL : elaborate_size(e, sizes, s->kid[1]);
  if (n == NULL) return NULL;
  bool scalar = s->kid[0]->kind == SYNTAX_REAL;
  if (scalar) return mono_make(&e->unifier, element->kind, NULL, NULL, n);
  TypeKind kind = is_linear_kind(element->kind) ? TYPE_LARRAY : TYPE_ARRAY;
  return mono_make(&e->unifier, kind, element, NULL, n);
}

/* G, a |- T  =>  mu a. T */
static Mono *type_mu_of(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  const TypeBinding self = {s->name, NULL, e->mus, NULL, e->type_names};
  e->type_names = &self;
  e->mus++;
  Mono *body = part(e, sizes, s->kid[0], false);
  e->mus--;
  e->type_names = self.outer;
  if (body == NULL) return NULL;
  uint32_t inner = 0;
  const Mono *at = mono_find(body);
  for (; at->kind == TYPE_MU; inner++) at = mono_find(at->a);
  if (at->kind == TYPE_SELF && at->index <= inner) {
    elaborate_fail(e, s->span, "no data are of this type: it is nothing but its own variable");
    return NULL;
  }
  return mono_make(&e->unifier, TYPE_MU, body, NULL, NULL);
}

bool elaborate_own_arguments(Elaborator *e, const Syntax *s) {
  const Syntax *argument = s->kid[0];
  const SyntaxConstructorField *p = e->member == NULL ? NULL : e->member->parameters;
  for (; p != NULL && argument != NULL; p = p->next, argument = argument->kid[1]) {
    const Syntax *type = argument->kid[0];
    if (type->kind != SYNTAX_TYPE_NAME || type->kid[0] != NULL || type->name.id != p->name.id) break;
  }
  if (p == NULL && argument == NULL) return true;
  return elaborate_fail(e, s->span, "'%.40s' stands here with other arguments than in its own declaration",
                        name_text(e->store, s->name));
}

/* list a in the declaration of list a, or of what is declared with it */
static Mono *type_self_of(Elaborator *e, const Syntax *s, const TypeBinding *binding) {
  if (binding->data == NULL && s->kid[0] != NULL) {
    elaborate_fail(e, s->span, "'%.40s' takes no arguments", name_text(e->store, s->name));
    return NULL;
  }
  if (binding->data != NULL && !elaborate_own_arguments(e, s)) return NULL;
  if (binding->type == NULL) return mono_self(&e->unifier, e->mus - 1 - binding->mus);
  return mono_shift(&e->unifier, binding->type, e->mus - binding->mus);
}

/* A data type at its arguments. */
static Mono *type_of_data(Elaborator *e, const SizeBinding *sizes, const Syntax *s, const SyntaxData *data) {
  Mono **arguments = reader_alloc(e->reader, (data->parameter_count + 1) * sizeof(Mono *));
  uint32_t count = 0;
  if (arguments == NULL) return NULL;
  for (const Syntax *argument = s->kid[0]; argument != NULL; argument = argument->kid[1], count++) {
    if (count == data->parameter_count) break;
    if ((arguments[count] = part(e, sizes, argument->kid[0], false)) == NULL) return NULL;
    if (argument->kid[1] == NULL && count + 1 == data->parameter_count) return elaborate_data_type(e, data, arguments);
  }
  if (data->parameter_count == 0 && s->kid[0] == NULL) return elaborate_data_type(e, data, arguments);
  elaborate_fail(e, s->span, "the data type '%.40s' has %u arguments", name_text(e->store, s->name),
                 data->parameter_count);
  return NULL;
}

static Mono *type_named(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  const TypeBinding *binding = e->type_names;
  while (binding != NULL && binding->name.id != s->name.id) binding = binding->outer;
  if (binding != NULL && (binding->type == NULL || binding->data != NULL)) return type_self_of(e, s, binding);
  if (binding != NULL && s->kid[0] == NULL) return mono_shift(&e->unifier, binding->type, e->mus - binding->mus);
  const SyntaxData *data = binding != NULL ? NULL : elaborate_find_data(e, s->name);
  if (data != NULL) return type_of_data(e, sizes, s, data);
  if (binding == NULL && e->member != NULL && s->name.id < e->names && e->named[s->name.id].data != NULL &&
      e->named[s->name.id].data->first == e->member->first)
    return elaborate_later_data(e, s);
  if (binding != NULL)
    elaborate_fail(e, s->span, "'%.40s' takes no arguments", name_text(e->store, s->name));
  else
    elaborate_fail(e, s->span, "there is no type '%.40s'; types are real^n, Int, bool, 1, Vec, *, +, ->",
                   name_text(e->store, s->name));
  return NULL;
}

static Mono *type_kind_of(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  Unifier *u = &e->unifier;
  if (s->kind == SYNTAX_REAL) return mono_make(u, s->code == 0 ? TYPE_REAL : TYPE_LREAL, NULL, NULL, size_known(u, 1));
  if (s->kind == SYNTAX_ONE) return mono_make(u, s->code == 0 ? TYPE_UNIT : TYPE_LUNIT, NULL, NULL, NULL);
  if (s->kind == SYNTAX_INT) return mono_make(u, TYPE_INT, NULL, NULL, NULL);
  if (s->kind == SYNTAX_BOOL) return mono_bool(u);
  if (s->kind == SYNTAX_MU) return type_mu_of(e, sizes, s);
  if (s->kind == SYNTAX_TYPE_NAME) return type_named(e, sizes, s);
  if (s->kind == SYNTAX_ARRAY) return type_array_of(e, sizes, s);
  if (s->kind == SYNTAX_VEC) {
    Mono *element = part(e, sizes, s->kid[0], false);
    return element == NULL ? NULL : elaborate_vec_type(e, element);
  }
  return type_pair(e, sizes, s);
}

static Mono *type_at(Elaborator *e, const SizeBinding *sizes, const Syntax *s) {
  if (e->depth == 0) {
    reader_fail(e->reader, STATUS_LIMIT, s->span, "the type is nested too deep");
    return NULL;
  }
  e->depth--;
  Mono *type = type_kind_of(e, sizes, s);
  e->depth++;
  return type;
}

Mono *elaborate_type(Elaborator *e, const SizeBinding *sizes, const Syntax *s, bool linear) {
  return part(e, sizes, s, linear);
}

Mono *elaborate_any_type(Elaborator *e, const Syntax *s) { return type_at(e, NULL, s); }
