/* Data types: data list a = nil | cons a (list a) is the type mu l. 1 + a * l of
 * each type a, a constructor a function of its fields, and a match the cases of
 * the unrolled value.  Alternatives nest to the right, fields to the left. */
#include "semantics/text/elaborate.h"

/* Whether types may name it. */
static bool is_before(const Elaborator *e, const SyntaxData *data) {
  return e->data_end == NULL || data->span.start < e->data_end->span.start;
}

const SyntaxData *elaborate_find_data(const Elaborator *e, NameId name) {
  const SyntaxData *d = name.id >= e->names ? NULL : e->named[name.id].data;
  return d != NULL && is_before(e, d) ? d : NULL;
}

const SyntaxConstructor *elaborate_find_constructor(const Elaborator *e, NameId name) {
  const SyntaxConstructor *c = name.id >= e->names ? NULL : e->named[name.id].constructor;
  return c != NULL && is_before(e, c->data) ? c : NULL;
}

/* ------------------------------------------------------------------- types -- */

/* The product of a constructor's fields, 1 if it has none. */
static Mono *fields_type(Elaborator *e, const SyntaxConstructor *c) {
  Mono *product = NULL;
  for (const SyntaxConstructorField *field = c->fields; field != NULL; field = field->next) {
    Mono *type = elaborate_type(e, NULL, field->type, false);
    if (type == NULL) return NULL;
    product = product == NULL ? type : mono_make(&e->unifier, TYPE_PROD, product, type, NULL);
  }
  return product != NULL ? product : mono_make(&e->unifier, TYPE_UNIT, NULL, NULL, NULL);
}

static Mono *alternatives_type(Elaborator *e, const SyntaxConstructor *c) {
  if (e->depth == 0) {
    reader_fail(e->reader, STATUS_LIMIT, c->span, "the data type has too many constructors");
    return NULL;
  }
  e->depth--;
  Mono *first = fields_type(e, c), *rest = first == NULL || c->next == NULL ? NULL : alternatives_type(e, c->next);
  e->depth++;
  if (c->next == NULL || first == NULL) return first;
  return rest == NULL ? NULL : mono_make(&e->unifier, TYPE_SUM, first, rest, NULL);
}

/* Types that use one another, d1 = T1 with d2 = T2 with ..: within d1 the type d2 is mu d2. T2, which knows d1; by
 * itself it is that with d1 for its variable, so that d1, unrolled, has d2 in it (Bekic).
 *
 * mu d. T, those before it being in scope. */
static Mono *member_type(Elaborator *e, const SyntaxData *data) {
  const TypeBinding *outer = e->type_names, *scope = outer;
  const SyntaxData *member = e->member;
  uint32_t i = 0;
  for (const SyntaxConstructorField *p = data->parameters; p != NULL; p = p->next, i++) {
    TypeBinding *binding = reader_alloc(e->reader, sizeof *binding);
    if (binding == NULL) return NULL;
    *binding = (TypeBinding){p->name, e->arguments[i], e->argument_mus, NULL, scope};
    scope = binding;
  }
  const TypeBinding self = {data->name, NULL, e->mus, data, scope};
  e->type_names = &self;
  e->member = data;
  e->mus++;
  Mono *body = alternatives_type(e, data->constructors);
  e->mus--;
  e->member = member;
  e->type_names = outer;
  return body == NULL ? NULL : mono_make(&e->unifier, TYPE_MU, body, NULL, NULL);
}

/* The type, from `from` on, which the scope does not have yet. */
static Mono *type_from(Elaborator *e, const SyntaxData *from, const SyntaxData *data) {
  const TypeBinding *outer = e->type_names;
  Mono *type = member_type(e, from);
  for (; type != NULL && from != data; type = member_type(e, from)) {
    TypeBinding *binding = reader_alloc(e->reader, sizeof *binding);
    if (binding == NULL) return NULL;
    *binding = (TypeBinding){from->name, type, e->mus, from, e->type_names};
    e->type_names = binding;
    from = from->next;
  }
  e->type_names = outer;
  return type;
}

Mono *elaborate_later_data(Elaborator *e, const Syntax *s) {
  if (!elaborate_own_arguments(e, s)) return NULL;
  return type_from(e, e->member->next, e->named[s->name.id].data);
}

/* With the arguments for the parameters; in it the types before it are known, and those beside it. */
Mono *elaborate_data_type(Elaborator *e, const SyntaxData *data, Mono *const *arguments) {
  const TypeBinding *outer = e->type_names;
  const SyntaxData *end = e->data_end, *member = e->member;
  Mono *const *outer_arguments = e->arguments;
  uint32_t outer_mus = e->argument_mus;
  e->type_names = NULL;
  e->data_end = data->first;
  e->member = NULL;
  e->arguments = arguments;
  e->argument_mus = e->mus;
  Mono *type = type_from(e, data->first, data);
  e->type_names = outer;
  e->data_end = end;
  e->member = member;
  e->arguments = outer_arguments;
  e->argument_mus = outer_mus;
  return type;
}

/* The data type at new types for its parameters. */
static Mono *data_instance(Elaborator *e, const SyntaxData *data) {
  Mono **arguments = reader_alloc(e->reader, (data->parameter_count + 1) * sizeof(Mono *));
  if (arguments == NULL) return NULL;
  for (uint32_t i = 0; i < data->parameter_count; i++) arguments[i] = mono_meta(&e->unifier);
  return elaborate_data_type(e, data, arguments);
}

bool elaborate_check_data(Elaborator *e, const SyntaxData *data) {
  Mono *type = data_instance(e, data);
  if (type == NULL) return false;
  const Mono *body = mono_find(type);
  while (body->kind == TYPE_MU) body = mono_find(body->a);
  if (body->kind != TYPE_SELF || body->rigid != NULL) return true;
  return elaborate_fail(e, data->span, "no data are of the type '%.40s': it is nothing but itself",
                        name_text(e->store, data->name));
}

/* ------------------------------------------------------------ constructors -- */

/* Field i of n of a product that nests to the left. */
static Mono *field_type(Mono *product, uint32_t i, uint32_t n) {
  product = mono_find(product);
  for (uint32_t last = n - 1; last > i; last--) product = mono_find(product->a);
  return i == 0 ? product : mono_find(product->b);
}

/* (t1, ..., tn) of the product, () for none. */
static Draft *fields_draft(Elaborator *e, const Place *place, const Syntax *s, const Syntax *const *arguments,
                           uint32_t count, Mono *product) {
  Draft *tuple = NULL;
  for (uint32_t i = 0; i < count; i++) {
    Draft *t = elaborate(e, place, arguments[i], field_type(product, i, count));
    if (t == NULL) return NULL;
    tuple = i == 0 ? t : draft_make(e, TERM_PAIR, s, tuple, t);
  }
  return count == 0 ? draft_make(e, TERM_UNIT, s, NULL, NULL) : tuple;
}

static Draft *typed_draft(Elaborator *e, TermKind kind, const Syntax *s, Draft *t, Mono *type) {
  Draft *draft = t == NULL ? NULL : draft_make(e, kind, s, t, NULL);
  if (draft != NULL) draft->type = type;
  return draft;
}

/* Alternative k of those from `sum` on, c being the first of them. */
static Draft *alternative_draft(Elaborator *e, const Place *place, const Syntax *s, const SyntaxConstructor *wanted,
                                const SyntaxConstructor *c, const Syntax *const *arguments, Mono *sum) {
  sum = mono_find(sum);
  if (e->depth == 0) return NULL;
  if (c->next == NULL) return fields_draft(e, place, s, arguments, wanted->field_count, sum);
  if (c == wanted) {
    Draft *fields = fields_draft(e, place, s, arguments, wanted->field_count, sum->a);
    return typed_draft(e, TERM_INL, s, fields, sum);
  }
  e->depth--;
  Draft *rest = alternative_draft(e, place, s, wanted, c->next, arguments, sum->b);
  e->depth++;
  return typed_draft(e, TERM_INR, s, rest, sum);
}

/* C t1 ... tn  =>  roll (the alternative of C with the tuple of the fields) */
Draft *elaborate_constructor(Elaborator *e, const Place *place, const Syntax *s, const SyntaxConstructor *c,
                             const Syntax *const *arguments, Mono *expected) {
  Mono *mu = data_instance(e, c->data);
  if (mu == NULL || !elaborate_expect(e, s->span, mu, expected)) return NULL;
  mu = mono_find(mu);
  Draft *t = alternative_draft(e, place, s, c, c->data->constructors, arguments, mono_unroll(&e->unifier, mu));
  return typed_draft(e, TERM_ROLL, s, t, mu);
}

/* px t of data point = point {px : real, py : real}: the field of unroll t */
Draft *elaborate_field(Elaborator *e, const Place *place, const Syntax *s, const Named *field, const Syntax *argument,
                       Mono *expected) {
  const SyntaxConstructor *c = field->record;
  Mono *mu = data_instance(e, c->data);
  if (mu == NULL) return NULL;
  Mono *product = mono_unroll(&e->unifier, mu);
  Draft *t = elaborate(e, place, argument, mu);
  if (t == NULL || !elaborate_expect(e, s->span, field_type(product, field->field, c->field_count), expected))
    return NULL;
  Draft *draft = draft_make(e, TERM_UNROLL, s, t, NULL);
  for (uint32_t last = c->field_count - 1; draft != NULL && last > field->field; last--)
    draft = draft_make(e, TERM_FST, s, draft, NULL);
  return draft == NULL || field->field == 0 ? draft : draft_make(e, TERM_SND, s, draft, NULL);
}

/* ------------------------------------------------------------------- match -- */

/* What all branches of a match have. */
typedef struct DataMatch {
  const Syntax *match;
  Mono *expected;
} DataMatch;

static Draft *variable_draft(Elaborator *e, const Syntax *s, uint32_t index) {
  Draft *draft = draft_make(e, TERM_VAR, s, NULL, NULL);
  if (draft != NULL) draft->index = index;
  return draft;
}

/* let x = field i of z in the rest, z being the identifier `i` outside */
static Draft *fields_bound(Elaborator *e, const Place *place, const Syntax *branch, const Syntax *x, uint32_t i,
                           Mono *product, Mono *expected) {
  if (x == NULL) return elaborate(e, place, branch->kid[1], expected);
  uint32_t n = branch->code;
  Draft *bound = variable_draft(e, x, i);
  for (uint32_t last = n - 1; bound != NULL && last > i; last--) bound = draft_make(e, TERM_FST, x, bound, NULL);
  if (bound != NULL && i > 0) bound = draft_make(e, TERM_SND, x, bound, NULL);
  if (bound == NULL || e->depth == 0) return NULL;
  Place inner = place_bind(e, place, x->name, field_type(product, i, n));
  e->depth--;
  Draft *body = fields_bound(e, &inner, branch, x->kid[1], i + 1, product, expected);
  e->depth++;
  Draft *let = body == NULL ? NULL : draft_make(e, TERM_LET, x, bound, body);
  if (let != NULL) let->name = x->name;
  return let;
}

/* The name that the alternative is bound to: of its one field, else hidden. */
static NameId alternative_name(Elaborator *e, const Syntax *branch) {
  return branch->code == 1 ? branch->kid[0]->name : syntax_hidden(e->reader);
}

/* The body, place being under the alternative's name. */
static Draft *branch_body(Elaborator *e, const Place *place, const Syntax *branch, Mono *product, Mono *expected) {
  if (branch->code == 1) return elaborate(e, place, branch->kid[1], expected);
  return fields_bound(e, place, branch, branch->kid[0], 0, product, expected);
}

static const Syntax *branch_of(const Syntax *match, NameId constructor) {
  const Syntax *branch = match->kid[1];
  while (branch != NULL && branch->name.id != constructor.id) branch = branch->kid[2];
  return branch;
}

/* The cases of a value r of the type, from constructor c on. */
static Draft *cases_draft(Elaborator *e, const Place *place, const DataMatch *m, const SyntaxConstructor *c, Draft *r,
                          Mono *type) {
  const Syntax *branch = branch_of(m->match, c->name);
  type = mono_find(type);
  bool last = c->next == NULL;
  if (r == NULL || e->depth == 0) return NULL;
  NameId x = alternative_name(e, branch);
  Place inner = place_bind(e, place, x, last ? type : type->a);
  Draft *body = branch_body(e, &inner, branch, last ? type : type->a, m->expected);
  if (body == NULL || last) {
    Draft *let = body == NULL ? NULL : draft_make(e, TERM_LET, branch, r, body);
    if (let != NULL) let->name = x;
    return let;
  }
  NameId y = syntax_hidden(e->reader);
  const Syntax *next = branch_of(m->match, c->next->name);
  bool final = c->next->next == NULL;
  if (final) y = alternative_name(e, next);
  Place others = place_bind(e, place, y, type->b);
  e->depth--;
  Draft *rest = final ? branch_body(e, &others, next, type->b, m->expected)
                      : cases_draft(e, &others, m, c->next, variable_draft(e, branch, 0), type->b);
  e->depth++;
  Draft *cases = rest == NULL ? NULL : draft_make(e, TERM_MATCH, m->match, r, body);
  if (cases == NULL) return NULL;
  cases->kid[2] = rest;
  cases->name = x;
  cases->name2 = y;
  return cases;
}

/* Each constructor has one branch, with a name for each of its fields. */
static bool check_branches(Elaborator *e, const Syntax *match, const SyntaxData *data) {
  for (const Syntax *branch = match->kid[1]; branch != NULL; branch = branch->kid[2]) {
    const char *name = name_text(e->store, branch->name), *of = name_text(e->store, data->name);
    const SyntaxConstructor *c = data->constructors;
    while (c != NULL && c->name.id != branch->name.id) c = c->next;
    if (c == NULL) return elaborate_fail(e, branch->span, "'%.40s' is no constructor of '%.40s'", name, of);
    if (branch_of(match, branch->name) != branch)
      return elaborate_fail(e, branch->span, "the case of '%.40s' is there twice", name);
    if (branch->code != c->field_count)
      return elaborate_fail(e, branch->span, "'%.40s' has %u fields, but %u are named here", name, c->field_count,
                            branch->code);
  }
  for (const SyntaxConstructor *c = data->constructors; c != NULL; c = c->next) {
    if (branch_of(match, c->name) == NULL)
      return elaborate_fail(e, match->span, "the case of '%.40s' is missing", name_text(e->store, c->name));
  }
  return true;
}

/* G |- r : mu d. T, and each branch : R under its fields  =>  match r with ... : R, in either judgement */
Draft *elaborate_data_match(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  const Syntax *first = s->kid[1];
  const SyntaxConstructor *c = elaborate_find_constructor(e, first->name);
  if (c == NULL) {
    elaborate_fail(e, first->span, "there is no constructor '%.40s'", name_text(e->store, first->name));
    return NULL;
  }
  Mono *mu = check_branches(e, s, c->data) ? data_instance(e, c->data) : NULL;
  if (mu == NULL) return NULL;
  Place cartesian = place_cartesian(place);
  Draft *t = elaborate(e, &cartesian, s->kid[0], mu);
  Draft *unrolled = t == NULL ? NULL : draft_make(e, TERM_UNROLL, s, t, NULL);
  DataMatch m = {s, expected};
  return cases_draft(e, place, &m, c->data->constructors, unrolled, mono_unroll(&e->unifier, mu));
}
