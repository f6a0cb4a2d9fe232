/* Types, the Cartesian judgement, and whole programs. */
#include "ad/twice/form.h"
#include "semantics/tables/cases.h"

/* Where the rules of a type constructor of one component, or of two, go on. */
static Status form_two(Form *form, const TypeNode *node, TypeId (*make)(TypeTable *, TypeId, TypeId), TypeId *out) {
  TypeId a, b;
  TRY(form_type(form, node->a, &a));
  TRY(form_type(form, node->b, &b));
  *out = make(&form->store->types, a, b);
  return STATUS_OK;
}

static Status form_elements(Form *form, const TypeNode *node, TypeId *out) {
  TypeId element;
  TRY(form_type(form, node->a, &element));
  *out = type_array(&form->store->types, element, node->n);
  return STATUS_OK;
}

static Status type_rules(Form *form, const TypeNode *node, TypeId *out) {
  TypeTable *types = &form->store->types;
  switch (node->kind) {
  /* (real_^n)' = real^n */
  case TYPE_LREAL:
    RULE(SF_TYPE_REAL);
    *out = type_real(types, node->n);
    return STATUS_OK;
  /* (1_)' = 1 */
  case TYPE_LUNIT:
    RULE(SF_TYPE_UNIT);
    *out = type_unit(types);
    return STATUS_OK;
  /* (T_ * S_)' = T_' * S_' */
  case TYPE_LPROD: RULE(SF_TYPE_PROD); return form_two(form, node, type_prod, out);
  /* (T -> S_)' = T' -> S_' */
  case TYPE_POWER: RULE(SF_TYPE_POWER); return form_two(form, node, type_fun, out);
  /* (T_ -o S_)' = T_' -> S_' */
  case TYPE_LFUN: RULE(SF_TYPE_LFUN); return form_two(form, node, type_fun, out);
  /* (T_^n)' = (T_')^n */
  case TYPE_LARRAY: RULE(SF_TYPE_ARRAY); return form_elements(form, node, out);
  case TYPE_COPOWER:
  case TYPE_MU:
  case TYPE_SELF: return STATUS_UNABLE;
  case TYPE_REAL: *out = type_real(types, node->n); return STATUS_OK;
  case TYPE_UNIT: *out = type_unit(types); return STATUS_OK;
  case TYPE_INT: *out = type_int(types); return STATUS_OK;
  case TYPE_PROD: return form_two(form, node, type_prod, out);
  case TYPE_SUM: return form_two(form, node, type_sum, out);
  case TYPE_FUN: return form_two(form, node, type_fun, out);
  case TYPE_VEC:
  case TYPE_ARRAY: return form_elements(form, node, out);
  case TYPE_NONE: break;
  }
  return STATUS_ILL_TYPED;
}

Status form_type(Form *form, TypeId type, TypeId *out) {
  const TypeNode node = *type_node(&form->store->types, type); /* a copy: types are made below */
  if (form->nesting == 0) return STATUS_LIMIT;
  form->nesting--;
  Status status = type_rules(form, &node, out);
  form->nesting++;
  if (status == STATUS_OK && type_is_none(*out)) status = STATUS_LIMIT;
  return status;
}

/* ------------------------------------------------- Cartesian judgement -- */

static Status look_up(const Form *form, const Scope *scope, uint32_t index, Formed *out) {
  for (; index > 0 && scope != NULL; index--) scope = scope->outer;
  if (scope == NULL) return STATUS_ILL_TYPED;
  *out = (Formed){form_var(form, scope->level), scope->type};
  return STATUS_OK;
}

Status form_under(Form *form, const Scope *scope, TypeId type, TermId t, Formed *out) {
  Scope inner = {scope, type, form_open(form)};
  TRY(form_cartesian(form, &inner, t, out));
  form_close(form, 1);
  return STATUS_OK;
}

static Status cartesian_let(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed bound;
  TRY(form_cartesian(form, scope, t->kid[0], &bound));
  TRY(form_under(form, scope, bound.type, t->kid[1], out));
  out->term = term_let(form->store, t->name, bound.term, out->term);
  return STATUS_OK;
}

static Status cartesian_op(Form *form, const Scope *scope, const Term *t, Formed *out) {
  OpId op = term_op_payload(t);
  const OpNode node = *op_node(&form->store->ops, op);
  Formed operand[OP_MAX_ARITY] = {{TERM_NONE_ID, {0}}, {TERM_NONE_ID, {0}}};
  for (uint32_t i = 0; i < node.arity; i++) TRY(form_cartesian(form, scope, t->kid[i], &operand[i]));
  *out = (Formed){term_op(form->store, op, operand[0].term, operand[1].term), node.result};
  return STATUS_OK;
}

static Status cartesian_pair(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed a, b;
  TRY(form_cartesian(form, scope, t->kid[0], &a));
  TRY(form_cartesian(form, scope, t->kid[1], &b));
  *out = (Formed){term_pair(form->store, a.term, b.term), type_prod(&form->store->types, a.type, b.type)};
  return STATUS_OK;
}

static Status cartesian_part(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed pair;
  TRY(form_cartesian(form, scope, t->kid[0], &pair));
  const TypeNode *node = type_node(&form->store->types, pair.type);
  bool first = t->kind == TERM_FST;
  if (node->kind != TYPE_PROD) return STATUS_ILL_TYPED;
  *out =
      (Formed){first ? term_fst(form->store, pair.term) : term_snd(form->store, pair.term), first ? node->a : node->b};
  return STATUS_OK;
}

static Status cartesian_lam(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TypeId domain = term_type_payload(t), source;
  TRY(form_type(form, domain, &source));
  TRY(form_under(form, scope, domain, t->kid[0], out));
  *out = (Formed){term_lam(form->store, t->name, source, out->term), type_fun(&form->store->types, domain, out->type)};
  return STATUS_OK;
}

static Status cartesian_app(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed function, argument;
  TRY(form_cartesian(form, scope, t->kid[0], &function));
  TRY(form_cartesian(form, scope, t->kid[1], &argument));
  const TypeNode *node = type_node(&form->store->types, function.type);
  if (node->kind != TYPE_FUN) return STATUS_ILL_TYPED;
  *out = (Formed){term_app(form->store, function.term, argument.term), node->b};
  return STATUS_OK;
}

static Status cartesian_map(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed array, body;
  TRY(form_cartesian(form, scope, t->kid[0], &array));
  uint32_t n = type_node(&form->store->types, array.type)->n;
  TRY(form_under(form, scope, type_element(&form->store->types, array.type), t->kid[1], &body));
  *out = (Formed){term_map(form->store, t->name, body.term, array.term), type_array(&form->store->types, body.type, n)};
  return STATUS_OK;
}

static Status cartesian_zipwith(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed a, b, body;
  TRY(form_cartesian(form, scope, t->kid[0], &a));
  TRY(form_cartesian(form, scope, t->kid[1], &b));
  uint32_t n = type_node(&form->store->types, a.type)->n;
  Scope x = {scope, type_element(&form->store->types, a.type), form_open(form)};
  TRY(form_under(form, &x, type_element(&form->store->types, b.type), t->kid[2], &body));
  form_close(form, 1);
  *out = (Formed){term_zipwith(form->store, t->name, (NameId){t->payload}, body.term, a.term, b.term),
                  type_array(&form->store->types, body.type, n)};
  return STATUS_OK;
}

static Status cartesian_build(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TRY(form_under(form, scope, type_int(&form->store->types), t->kid[0], out));
  *out = (Formed){term_build(form->store, t->name, t->payload, out->term),
                  type_array(&form->store->types, out->type, t->payload)};
  return STATUS_OK;
}

static Status cartesian_index(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed index, array;
  TRY(form_cartesian(form, scope, t->kid[0], &index));
  TRY(form_cartesian(form, scope, t->kid[1], &array));
  *out = (Formed){term_index(form->store, index.term, array.term), type_element(&form->store->types, array.type)};
  return STATUS_OK;
}

/* (\v. t)' = \v. t', a function */
static Status cartesian_llam(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TypeId domain = term_type_payload(t), source;
  TRY(form_type(form, domain, &source));
  Scope v = {NULL, domain, form_open(form)};
  TRY(form_linear(form, scope, &v, t->kid[0], out));
  form_close(form, 1);
  *out =
      (Formed){term_lam(form->store, NAME_NONE, source, out->term), type_lfun(&form->store->types, domain, out->type)};
  return STATUS_OK;
}

static Status cartesian_rules(Form *form, const Scope *scope, const Term *t, Formed *out) {
  switch (t->kind) {
  case TERM_VAR: return look_up(form, scope, t->payload, out);
  case TERM_LET: return cartesian_let(form, scope, t, out);
  case TERM_OP: return cartesian_op(form, scope, t, out);
  case TERM_UNIT: *out = (Formed){term_unit(form->store), type_unit(&form->store->types)}; return STATUS_OK;
  case TERM_PAIR: return cartesian_pair(form, scope, t, out);
  case TERM_FST:
  case TERM_SND: return cartesian_part(form, scope, t, out);
  case TERM_LAM: return cartesian_lam(form, scope, t, out);
  case TERM_APP: return cartesian_app(form, scope, t, out);
  case TERM_MAP: return cartesian_map(form, scope, t, out);
  case TERM_ZIPWITH: return cartesian_zipwith(form, scope, t, out);
  case TERM_BUILD: return cartesian_build(form, scope, t, out);
  case TERM_INDEX: return cartesian_index(form, scope, t, out);
  /* (\v. t)' = \v. t' */
  case TERM_LLAM: RULE(SF_LLAM); return cartesian_llam(form, scope, t, out);
  case TERM_ANY_VEC:
  case TERM_ANY_CONTROL: return form_control(form, scope, t, out);
  case TERM_ROLL:
  case TERM_UNROLL: return STATUS_UNABLE;
  case TERM_ANY_LINEAR: break;
  }
  return STATUS_ILL_TYPED;
}

Status form_cartesian(Form *form, const Scope *scope, TermId t, Formed *out) {
  const Term node = *term(form->store, t); /* a copy: terms are made below */
  if (form->nesting == 0) return STATUS_LIMIT;
  form->nesting--;
  Status status = cartesian_rules(form, scope, &node, out);
  form->nesting++;
  return status;
}

/* ------------------------------------------------------------ programs -- */

static Status open_context(Form *form, const Program *derivative, Scope *scopes, TypeId *context) {
  for (uint32_t i = 0; i < derivative->length; i++) {
    scopes[i] = (Scope){i == 0 ? NULL : &scopes[i - 1], derivative->context[i], form_open(form)};
    TRY(form_type(form, derivative->context[i], &context[i]));
  }
  return STATUS_OK;
}

static Status form_program(Form *form, const Program *derivative, Scope *scopes, TypeId *context, Program *out) {
  const TypeTable *types = &form->store->types;
  uint32_t length = derivative->length;
  TypeId linear = type_node(types, derivative->type)->b;
  if (type_kind(types, derivative->type) != TYPE_PROD || type_kind(types, linear) != TYPE_LFUN) return STATUS_ILL_TYPED;
  const TypeNode function = *type_node(types, linear);
  Formed dual;
  TypeId result;
  TRY(open_context(form, derivative, scopes, context));
  TRY(form_type(form, function.a, &context[length]));
  TRY(form_type(form, function.b, &result));
  uint32_t seed = form_open(form);
  TRY(form_cartesian(form, length == 0 ? NULL : &scopes[length - 1], derivative->term, &dual));
  TermId image = term_app(form->store, term_snd(form->store, dual.term), form_var(form, seed));
  *out = (Program){image, context, length + 1, result};
  return store_take_status(form->store);
}

#define FORM_CONTEXT 256u

Status source_form(Store *store, const Program *derivative, TypeId *context, Program *form) {
  Form state = {store, 0, FORM_DEPTH};
  Scope scopes[FORM_CONTEXT];
  if (derivative->length > FORM_CONTEXT) return STATUS_LIMIT;
  Status status = form_program(&state, derivative, scopes, context, form);
  if (status == STATUS_OK) return status;
  Status building = store_take_status(store);
  return building != STATUS_OK && status == STATUS_ILL_TYPED ? building : status;
}
