/* Names and applications: variables, sizes, definitions, operations. */
#include "semantics/text/elaborate.h"
#include "semantics/text/suggest.h"

#include <string.h>

/* A head with its arguments, outermost application last. */
typedef struct Spine {
  const Syntax *head;
  uint32_t count;
  const Syntax **arguments;
  const Syntax **applications; /* applications[i] has arguments 0..i */
} Spine;

static bool spine_read(Elaborator *e, const Syntax *s, Spine *spine) {
  const Syntax *at = s;
  spine->count = 0;
  for (; at->kind == SYNTAX_APP; at = at->kid[0]) spine->count++;
  spine->head = at;
  spine->arguments = reader_alloc(e->reader, (spine->count + 1) * sizeof *spine->arguments);
  spine->applications = reader_alloc(e->reader, (spine->count + 1) * sizeof *spine->applications);
  if (spine->arguments == NULL || spine->applications == NULL) return false;
  at = s;
  for (uint32_t i = spine->count; i-- > 0; at = at->kid[0]) {
    spine->arguments[i] = at->kid[1];
    spine->applications[i] = at;
  }
  return true;
}

/* What remains of a spine once its head stands for `from` arguments. */
typedef struct Applied {
  Draft *draft;
  Mono *type;
} Applied;

static const Syntax *spine_upto(const Spine *spine, uint32_t from) {
  return from == 0 ? spine->head : spine->applications[from - 1];
}

/* G; |- t : T -> S   G |- s : T  =>  t s : S, in either judgement */
static Draft *apply_rest(Elaborator *e, const Place *place, const Spine *spine, uint32_t from, Applied head,
                         Mono *expected) {
  Place cartesian = place_cartesian(place);
  TypeKind kind = place_is_linear(place) ? TYPE_POWER : TYPE_FUN;
  for (uint32_t i = from; head.draft != NULL && i < spine->count; i++) {
    Mono *domain = NULL, *codomain = NULL;
    if (!mono_split(e, kind, head.type, &domain, &codomain)) {
      char is[256];
      elaborate_describe(e, head.type, is, sizeof is);
      elaborate_fail(e, spine_upto(spine, i)->span, "this is %s, not a function, but it is applied", is);
      return NULL;
    }
    if (i + 1 == spine->count && !elaborate_expect(e, spine->applications[i]->span, codomain, expected)) return NULL;
    Draft *argument = elaborate(e, &cartesian, spine->arguments[i], domain);
    if (argument == NULL) return NULL;
    head.draft = draft_make(e, TERM_APP, spine->applications[i], head.draft, argument);
    head.type = codomain;
  }
  return head.draft;
}

/* \x. t x, for an operation that lacks arguments. */
static Draft *eta_expand(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  NameId name = syntax_hidden(e->reader);
  Syntax *x = syntax_name(e->reader, name, s->span);
  Syntax *t = (Syntax *)(uintptr_t)s; // NOLINT(performance-no-int-to-ptr): drops const
  Syntax *body = x == NULL ? NULL : syntax_make(e->reader, SYNTAX_APP, s->span, t, x);
  Syntax *lambda = body == NULL ? NULL : syntax_make(e->reader, SYNTAX_LAM, s->span, NULL, body);
  if (lambda == NULL) return NULL;
  lambda->name = name;
  lambda->name_span = s->span;
  return elaborate(e, place, lambda, expected);
}

/* --------------------------------------------------------------- variables -- */

static const Binding *scope_find(const Place *place, NameId name) {
  const Binding *binding = place->scope;
  while (binding != NULL && binding->name.id != name.id) binding = binding->outer;
  return binding;
}

static Draft *spine_variable(Elaborator *e, const Place *place, const Spine *spine, const Binding *binding,
                             Mono *expected) {
  const Syntax *head = spine->head;
  if (place_is_linear(place)) {
    elaborate_fail(e, head->span, "'%.40s' is Cartesian, but a linear term is needed here",
                   elaborate_name(e, head->name));
    return NULL;
  }
  if (spine->count == 0 && !elaborate_expect(e, head->span, binding->type, expected)) return NULL;
  Draft *variable = draft_make(e, TERM_VAR, head, NULL, NULL);
  if (variable == NULL) return NULL;
  variable->index = place->depth - 1 - binding->level;
  return apply_rest(e, place, spine, 0, (Applied){variable, binding->type}, expected);
}

/* The name of a size, as an Int. */
static Draft *spine_size(Elaborator *e, const Place *place, const Spine *spine, Size *size, Mono *expected) {
  Mono *type = mono_make(&e->unifier, TYPE_INT, NULL, NULL, NULL);
  if (place_is_linear(place)) {
    elaborate_fail(e, spine->head->span, "a size is Cartesian, but a linear term is needed here");
    return NULL;
  }
  if (spine->count == 0 && !elaborate_expect(e, spine->head->span, type, expected)) return NULL;
  Draft *draft = draft_make(e, TERM_OP, spine->head, NULL, NULL);
  if (draft == NULL) return NULL;
  draft->op = OP_INT;
  draft->n = size;
  return apply_rest(e, place, spine, 0, (Applied){draft, type}, expected);
}

/* ------------------------------------------------ operations, projections -- */

/* The constants that stand before the operands; id 0 with an error where they are none. */
static ConstantId spine_parameters(Elaborator *e, const Spine *spine, OpCode code) {
  FunctionCode f = op_function(code);
  uint32_t count = op_parameters(code);
  mpq_t values[FUNCTION_MAX_PARAMETERS];
  ConstantId id = {0};
  if (spine->count < count) {
    elaborate_fail(e, spine->head->span, "'%s' needs its parameter%s here, numbers", op_info(code)->name,
                   count == 1 ? "" : "s");
    return id;
  }
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_init(values[k]);
  bool good = true;
  for (uint32_t k = 0; k < count && good; k++) {
    id = parse_constant(e->reader, spine->arguments[k]);
    good = id.id != 0;
    if (good) mpq_set(values[k], constant_get(&e->store->constants, id)->exact[0]);
  }
  const char *wanted = good ? function_parameters_refused(f, (const mpq_t *)values) : NULL;
  if (wanted != NULL)
    good = elaborate_fail(e, spine->arguments[0]->span, "the parameter of '%s' is %s", op_info(code)->name, wanted);
  id = good ? constant_intern(&e->store->constants, (const mpq_t *)values, count) : (ConstantId){0};
  if (good && id.id == 0) reader_exhausted(e->reader);
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_clear(values[k]);
  return id;
}

static Draft *spine_op(Elaborator *e, const Place *place, const Spine *spine, const Syntax *s, OpCode code,
                       Mono *expected) {
  uint32_t arity = op_arity(code);
  const Syntax *sizes = spine->head->kind == SYNTAX_SIZED ? spine->head->kid[0] : NULL;
  if (code == OP_SUM && place_is_linear(place) && spine->count > 0) {
    Mono *type = spine->count == 1 ? expected : mono_meta(&e->unifier);
    Draft *sum = elaborate_lsum(e, place, spine->applications[0], spine->arguments[0], type);
    return apply_rest(e, place, spine, 1, (Applied){sum, type}, expected);
  }
  if (place_is_linear(place)) {
    elaborate_fail(e, spine->head->span, "'%s' is not linear", op_info(code)->name);
    return NULL;
  }
  uint32_t first = op_parameters(code), all = first + arity;
  ConstantId parameters = {0};
  if (first > 0 && (parameters = spine_parameters(e, spine, code)).id == 0) return NULL;
  if (spine->count < all) return eta_expand(e, place, s, expected);
  Mono *type = spine->count == all ? expected : mono_meta(&e->unifier);
  Draft *op = elaborate_op(e, place, spine_upto(spine, all), code, spine->arguments + first, sizes, type);
  if (op != NULL) op->constant = parameters;
  return apply_rest(e, place, spine, all, (Applied){op, type}, expected);
}

/* C t1 ... tn, or a function of the fields that are not there */
static Draft *spine_constructor(Elaborator *e, const Place *place, const Spine *spine, const Syntax *s,
                                const SyntaxConstructor *c, Mono *expected) {
  uint32_t arity = c->field_count;
  if (place_is_linear(place)) {
    elaborate_fail(e, spine->head->span, "'%.40s' is Cartesian, but a linear term is needed here",
                   name_text(e->store, c->name));
    return NULL;
  }
  if (spine->count < arity) return eta_expand(e, place, s, expected);
  Mono *type = spine->count == arity ? expected : mono_meta(&e->unifier);
  Draft *data = elaborate_constructor(e, place, spine_upto(spine, arity), c, spine->arguments, type);
  return data == NULL ? NULL : apply_rest(e, place, spine, arity, (Applied){data, type}, expected);
}

/* t : T * S  =>  fst t : T, in either judgement */
static Draft *spine_projection(Elaborator *e, const Place *place, const Spine *spine, const Syntax *s, Mono *expected) {
  bool second = spine->head->code == 1;
  if (spine->count == 0 && place_is_linear(place)) {
    elaborate_fail(e, s->span, "'%s' needs an argument here", second ? "snd" : "fst");
    return NULL;
  }
  if (spine->count == 0) return eta_expand(e, place, s, expected);
  Mono *type = spine->count == 1 ? expected : mono_meta(&e->unifier), *other = mono_meta(&e->unifier);
  TypeKind kind = place_is_linear(place) ? TYPE_LPROD : TYPE_PROD;
  Mono *pair = mono_make(&e->unifier, kind, second ? other : type, second ? type : other, NULL);
  Draft *t = elaborate(e, place, spine->arguments[0], pair);
  Draft *draft = t == NULL ? NULL : draft_make(e, second ? TERM_SND : TERM_FST, spine->applications[0], t, NULL);
  return apply_rest(e, place, spine, 1, (Applied){draft, type}, expected);
}

/* ------------------------------------------------------------ definitions -- */

static const SyntaxDefinition *elaborate_find(const Elaborator *e, NameId name) {
  const SyntaxDefinition *d = e->definition == NULL || name.id >= e->names ? NULL : e->named[name.id].definition;
  return d != NULL && d->span.start < e->definition->span.start ? d : NULL;
}

static void record_use(Elaborator *e, const SyntaxDefinition *d, const SizeParameter *parameter, Size *size,
                       const Syntax *call) {
  SizeUse *use = reader_alloc(e->reader, sizeof *use);
  if (use == NULL) return;
  *use = (SizeUse){size, parameter->name, d, call == NULL ? parameter->span : call->span, call != NULL, e->uses};
  e->uses = use;
}

/* New sizes for one use, with their defaults or as --size has them; `call` is NULL for the definition
 * by itself. */
static const SizeBinding *instance_sizes(Elaborator *e, const SyntaxDefinition *d, const Syntax *call) {
  const SizeBinding *sizes = NULL;
  for (uint32_t i = 0; i < d->size_count; i++) {
    const SizeParameter *parameter = &d->sizes[i];
    Size *size = size_meta(&e->unifier);
    size->needed = true;
    size->has_default = parameter->has_value;
    size->value = parameter->value;
    for (uint32_t k = 0; k < e->override_count; k++) {
      if (strcmp(e->overrides[k].name, name_text(e->store, parameter->name)) != 0) continue;
      size->has_default = true;
      size->value = e->overrides[k].value;
    }
    /* of a definition by itself the size is that; a call may determine another */
    if (call == NULL && size->has_default) size->known = true;
    sizes = size_bind(e, sizes, parameter->name, size);
    record_use(e, d, parameter, size, call);
  }
  return sizes;
}

/* The types that one use is for, in scope of what is around. */
static const TypeBinding *instance_types(Elaborator *e, const SyntaxDefinition *d, const SizeBinding *sizes,
                                         TypeUse use) {
  const TypeBinding *types = NULL;
  for (uint32_t i = 0; i < d->type_count; i++) {
    const Parameter *parameter = &d->types[i];
    TypeBinding *binding = reader_alloc(e->reader, sizeof *binding);
    if (binding == NULL) return NULL;
    Mono *type = NULL;
    if (use == TYPES_CALLED) type = mono_meta(&e->unifier);
    if (use == TYPES_RIGID) type = mono_rigid(&e->unifier, name_text(e->store, parameter->name));
    if (use == TYPES_GIVEN && parameter->type == NULL) type = mono_real(&e->unifier, size_known(&e->unifier, 1));
    if (use == TYPES_GIVEN && parameter->type != NULL) type = elaborate_type(e, sizes, parameter->type, false);
    if (type == NULL) return NULL;
    *binding = (TypeBinding){parameter->name, type, e->mus, NULL, types};
    types = binding;
  }
  return types;
}

static bool instance_parameters(Elaborator *e, const SyntaxDefinition *d, const SizeBinding *sizes, Mono **parameters) {
  for (uint32_t i = 0; i < d->parameter_count; i++) {
    const Syntax *type = d->parameters[i].type;
    parameters[i] = type == NULL ? mono_meta(&e->unifier) : elaborate_type(e, sizes, type, false);
    if (parameters[i] == NULL) return false;
  }
  return true;
}

static Mono *instance_result(Elaborator *e, const SyntaxDefinition *d, const SizeBinding *sizes) {
  return d->result == NULL ? mono_meta(&e->unifier) : elaborate_type(e, sizes, d->result, false);
}

/* The body in the scope of its parameters alone, under `depth` others; `call`
 * is NULL for the definition by itself. */
static Draft *instance_body(Elaborator *e, const SyntaxDefinition *d, const SizeBinding *sizes, uint32_t depth,
                            Mono **parameters, Mono *result, const Syntax *call) {
  Place place = {NULL, depth, sizes, NULL};
  for (uint32_t i = 0; i < d->parameter_count; i++) place = place_bind(e, &place, d->parameters[i].name, parameters[i]);
  const SyntaxDefinition *outer = e->definition;
  const Syntax *outer_call = e->call;
  e->definition = d;
  if (e->call == NULL) e->call = call;
  Draft *body = elaborate(e, &place, d->body, result);
  e->definition = outer;
  e->call = outer_call;
  return body;
}

Draft *elaborate_definition(Elaborator *e, const SyntaxDefinition *d, TypeUse types, Mono **parameters, Mono **result) {
  const SizeBinding *sizes = instance_sizes(e, d, NULL);
  e->type_names = instance_types(e, d, sizes, types);
  if (d->type_count > 0 && e->type_names == NULL) return NULL;
  if (!instance_parameters(e, d, sizes, parameters) || (*result = instance_result(e, d, sizes)) == NULL) return NULL;
  return instance_body(e, d, sizes, 0, parameters, *result, NULL);
}

/* f {n = 3, ...} or f {3} */
static bool give_sizes(Elaborator *e, const Place *place, const SyntaxDefinition *d, const SizeBinding *sizes,
                       const Syntax *given) {
  for (uint32_t position = 0; given != NULL; given = given->kid[1], position++) {
    NameId name = given->name;
    if (name.id == 0 && position < d->size_count) name = d->sizes[position].name;
    const SizeBinding *binding = name.id == 0 ? NULL : size_lookup(sizes, name);
    if (binding == NULL)
      return elaborate_fail(e, given->span, "'%.40s' has no such size", name_text(e->store, d->name));
    Size *size = elaborate_size(e, place->sizes, given->kid[0]);
    if (size == NULL) return false;
    if (!size_unify(binding->size, size))
      return elaborate_fail(e, given->span, "the size '%.40s' is given twice", name_text(e->store, name));
  }
  return true;
}

/* The lets (for arguments given) and lambdas (for the others) of one call. */
static Draft *wrap_call(Elaborator *e, const Spine *spine, const SyntaxDefinition *d, Draft **given, uint32_t count,
                        Mono **parameters, Draft *body) {
  for (uint32_t i = d->parameter_count; body != NULL && i-- > 0;) {
    bool let = i < count;
    body = let ? draft_make(e, TERM_LET, spine->applications[i], given[i], body)
               : draft_make(e, TERM_LAM, spine->head, body, NULL);
    if (body == NULL) return NULL;
    body->name = d->parameters[i].name;
    body->type = let ? NULL : parameters[i];
  }
  return body;
}

/* What a call is before its arguments are looked at: T1 -> ... -> T, after the
 * arguments given. */
static Mono *call_type(Elaborator *e, const SyntaxDefinition *d, uint32_t count, Mono **parameters, Mono *result) {
  for (uint32_t i = d->parameter_count; i-- > count;)
    result = mono_make(&e->unifier, TYPE_FUN, parameters[i], result, NULL);
  return result;
}

static Draft *call_body(Elaborator *e, const Place *place, const Spine *spine, const SyntaxDefinition *d,
                        const SizeBinding *sizes, const TypeBinding *types, Mono **parameters, Mono *result) {
  uint32_t count = spine->count < d->parameter_count ? spine->count : d->parameter_count;
  Draft **given = reader_alloc(e->reader, (count + 1) * sizeof(Draft *));
  if (given == NULL) return NULL;
  Place outer = *place;
  for (uint32_t i = 0; i < count; i++) {
    given[i] = elaborate(e, &outer, spine->arguments[i], parameters[i]);
    if (given[i] == NULL) return NULL;
    outer = place_bind(e, &outer, syntax_hidden(e->reader), parameters[i]);
  }
  const TypeBinding *outer_types = e->type_names;
  e->type_names = types;
  Draft *body = instance_body(e, d, sizes, place->depth, parameters, result, spine->head);
  e->type_names = outer_types;
  return wrap_call(e, spine, d, given, count, parameters, body);
}

static Draft *spine_call(Elaborator *e, const Place *place, const Spine *spine, const SyntaxDefinition *d,
                         Mono *expected) {
  const char *name = name_text(e->store, d->name);
  if (place_is_linear(place)) {
    elaborate_fail(e, spine->head->span, "'%.40s' is Cartesian, but a linear term is needed here", name);
    return NULL;
  }
  const SizeBinding *sizes = instance_sizes(e, d, spine->head);
  Mono **parameters = reader_alloc(e->reader, (d->parameter_count + 1) * sizeof(Mono *));
  const Syntax *given = spine->head->kind == SYNTAX_SIZED ? spine->head->kid[0] : NULL;
  if (parameters == NULL || !give_sizes(e, place, d, sizes, given)) return NULL;
  const TypeBinding *outer = e->type_names, *types = instance_types(e, d, sizes, TYPES_CALLED);
  e->type_names = types;
  Mono *result = instance_parameters(e, d, sizes, parameters) ? instance_result(e, d, sizes) : NULL;
  e->type_names = outer;
  if (result == NULL) return NULL;
  uint32_t count = spine->count < d->parameter_count ? spine->count : d->parameter_count;
  Mono *type = call_type(e, d, count, parameters, result);
  if (count == spine->count && !elaborate_expect(e, spine_upto(spine, count)->span, type, expected)) return NULL;
  Draft *call = call_body(e, place, spine, d, sizes, types, parameters, result);
  return apply_rest(e, place, spine, count, (Applied){call, type}, expected);
}

/* --------------------------------------------------------------- spellings -- */

static Draft *fail_unknown(Elaborator *e, const Place *place, const Syntax *head) {
  Suggestion s = suggestion_of(name_text(e->store, head->name));
  char nearest[64];
  for (const Binding *b = place->scope; b != NULL; b = b->outer) {
    if (b->name.id < NAME_HIDDEN) suggest(&s, name_text(e->store, b->name));
  }
  for (const SyntaxDefinition *d = e->definitions; d != NULL && d != e->definition; d = d->next)
    suggest(&s, name_text(e->store, d->name));
  for (const SyntaxData *d = e->data; d != NULL; d = d->next)
    for (const SyntaxConstructor *c = d->constructors; c != NULL; c = c->next)
      suggest(&s, name_text(e->store, c->name));
  for (OpCode code = 0; code < OP_CODE_COUNT; code++) {
    if (lexer_is_name(op_info(code)->name, strlen(op_info(code)->name)) && code != OP_CONST && code != OP_INT)
      suggest(&s, op_info(code)->name);
  }
  for (FunctionCode f = 0; f < FUNCTION_COUNT; f++) suggest(&s, function_info(f)->name);
  elaborate_fail(e, head->span, "there is no '%.40s' here%s", s.wanted,
                 suggestion_text(&s, "", nearest, sizeof nearest));
  return NULL;
}

/* ------------------------------------------------------------------ heads -- */

static bool is_parameter(const Elaborator *e, NameId name) {
  return e->reader->has_parameter && strcmp(name_text(e->store, name), "c") == 0;
}

static Draft *spine_parameter(Elaborator *e, const Place *place, const Syntax *head, Mono *expected) {
  ConstantId id = constant_intern(&e->store->constants, (const mpq_t *)e->reader->parameter.exact, 1);
  if (id.id == 0) return reader_exhausted(e->reader), NULL;
  return elaborate_number(e, place, head, id, expected);
}

/* px t, or the function px */
static Draft *spine_field(Elaborator *e, const Place *place, const Spine *spine, const Syntax *s, const Named *field,
                          Mono *expected) {
  if (place_is_linear(place)) {
    elaborate_fail(e, spine->head->span, "'%.40s' is Cartesian, but a linear term is needed here",
                   name_text(e->store, spine->head->name));
    return NULL;
  }
  if (spine->count == 0) return eta_expand(e, place, s, expected);
  Mono *type = spine->count == 1 ? expected : mono_meta(&e->unifier);
  Draft *draft = elaborate_field(e, place, spine->applications[0], field, spine->arguments[0], type);
  return draft == NULL ? NULL : apply_rest(e, place, spine, 1, (Applied){draft, type}, expected);
}

static Draft *spine_name(Elaborator *e, const Place *place, const Spine *spine, const Syntax *s, Mono *expected) {
  NameId name = spine->head->name;
  const Binding *binding = scope_find(place, name);
  if (binding != NULL) return spine_variable(e, place, spine, binding, expected);
  const SizeBinding *size = size_lookup(place->sizes, name);
  if (size != NULL) return spine_size(e, place, spine, size->size, expected);
  if (spine->count == 0 && is_parameter(e, name)) return spine_parameter(e, place, spine->head, expected);
  const SyntaxDefinition *definition = elaborate_find(e, name);
  if (definition != NULL) return spine_call(e, place, spine, definition, expected);
  const SyntaxConstructor *constructor = elaborate_find_constructor(e, name);
  if (constructor != NULL) return spine_constructor(e, place, spine, s, constructor, expected);
  const Named *field = name.id < e->names && e->named[name.id].record != NULL ? &e->named[name.id] : NULL;
  if (field != NULL && elaborate_find_constructor(e, field->record->name) != NULL)
    return spine_field(e, place, spine, s, field, expected);
  const char *text = name_text(e->store, name);
  OpCode code = name.id >= NAME_HIDDEN ? OP_CODE_COUNT : syntax_operation(text, strlen(text));
  if (code != OP_CODE_COUNT) return spine_op(e, place, spine, s, code, expected);
  bool pi = strcmp(text, "pi") == 0;
  if (spine->count == 0 && (pi || strcmp(text, "e") == 0))
    return elaborate_known_number(e, place, spine->head, pi, expected);
  return fail_unknown(e, place, spine->head);
}

Draft *elaborate_spine(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Spine spine;
  if (!spine_read(e, s, &spine)) return NULL;
  if (spine.head->kind == SYNTAX_NAME || spine.head->kind == SYNTAX_SIZED)
    return spine_name(e, place, &spine, s, expected);
  if (spine.head->kind == SYNTAX_PROJECTION) return spine_projection(e, place, &spine, s, expected);
  Mono *type = mono_meta(&e->unifier);
  Draft *head = elaborate(e, place, spine.head, type);
  return apply_rest(e, place, &spine, 0, (Applied){head, type}, expected);
}
