/* The translation from the linear target language to the applied one
 * ("Translation", CHAD section 9; the paper leaves it to the reader).
 *
 *   G |- t : T               becomes   G^T |- t^T : T^T
 *   G; v:S_ |- t : R_        becomes   G^T |- t^T : LFun(S_^T, R_^T)
 *
 * 0, +, lid and the projections carry their type, so the translation follows
 * the typing of its argument: each case gives the term and its type. */
#include "semantics/chad/applied/translate.h"
#include "semantics/memory/growing.h"
#include "semantics/tables/cases.h"

/* ------------------------------------------------------------- context -- */

Status applied_push(Translator *tr, TypeId type) {
  if (tr->length == tr->capacity) {
    Binding *context =
        arena_doubled(tr->tables->arena, tr->context, &tr->capacity, UINT32_MAX / 2 + 1, sizeof *context);
    if (context == NULL) return STATUS_LIMIT;
    tr->context = context;
  }
  tr->context[tr->length++] = (Binding){type, tr->level++};
  return STATUS_OK;
}

void applied_pop(Translator *tr) {
  tr->length--;
  tr->level--;
}

/* -------------------------------------------------------------- making -- */

Status applied_give(Translator *tr, AppliedTerm term, TypeId type, Judged *out) {
  out->term = applied_term_make(tr->tables, term);
  out->type = type;
  return out->term.id == 0 || type.id == 0 ? STATUS_LIMIT : STATUS_OK;
}

Status applied_make(Translator *tr, AppliedTerm term, AppliedTermId *out) {
  *out = applied_term_make(tr->tables, term);
  return out->id == 0 ? STATUS_LIMIT : STATUS_OK;
}

Status applied_make_typed(Translator *tr, AppliedKind kind, AppliedTermId kid, TypeId type, AppliedTermId *out) {
  AppliedTypeId annotation = applied_translate_type(tr->tables, tr->store, type);
  if (annotation.id == 0) return STATUS_LIMIT;
  return applied_make(tr, (AppliedTerm){.kind = kind, .kid = {kid}, .type = annotation}, out);
}

Status applied_make_seq(Translator *tr, AppliedTermId t, AppliedTermId s, AppliedTermId *out) {
  return applied_make(tr, (AppliedTerm){.kind = APPLIED_LSEQ, .kid = {t, s}}, out);
}

/* The parts of a type of that kind; ILL_TYPED if it is of another kind. */
Status applied_expect(const Translator *tr, TypeId type, TypeKind kind, TypeId *a, TypeId *b) {
  const TypeNode *node = type_node(&tr->store->types, type);
  if (node->kind != kind) return STATUS_ILL_TYPED;
  *a = node->a;
  *b = node->b;
  return STATUS_OK;
}

Status applied_expect_array(Translator *tr, TypeId type, TypeId *element, uint32_t *n) {
  *element = type_element(&tr->store->types, type);
  if (element->id == 0) return STATUS_ILL_TYPED;
  *n = type_node(&tr->store->types, type)->n;
  return STATUS_OK;
}

/* ----------------------------------------------- the Cartesian judgement -- */

/* Both judgements share the shape of let: G |- t : T and G,x:T |- s : S. */
static OWN_FRAME Status translate_let(Translator *tr, const Term *t, Judged *out) {
  Judged bound, body;
  TRY(applied_cartesian(tr, t->kid[0], &bound));
  TRY(applied_push(tr, bound.type));
  TRY(applied_cartesian(tr, t->kid[1], &body));
  applied_pop(tr);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LET, .kid = {bound.term, body.term}}, body.type, out);
}

static OWN_FRAME Status translate_op(Translator *tr, const Term *t, Judged *out) {
  OpId op = term_op_payload(t);
  Judged operand[OP_MAX_ARITY] = {{{0}, {0}}, {{0}, {0}}};
  uint32_t arity = op_node(&tr->store->ops, op)->arity;
  for (uint32_t i = 0; i < arity; i++) {
    TRY(applied_cartesian(tr, t->kid[i], &operand[i]));
    if (!type_equal(operand[i].type, op_node(&tr->store->ops, op)->operand[i])) return STATUS_ILL_TYPED;
  }
  AppliedTerm term = {.kind = APPLIED_OP, .kid = {operand[0].term, operand[1].term}, .payload = op.id};
  return applied_give(tr, term, op_node(&tr->store->ops, op)->result, out);
}

static OWN_FRAME Status translate_pair(Translator *tr, const Term *t, Judged *out) {
  Judged first, second;
  TRY(applied_cartesian(tr, t->kid[0], &first));
  TRY(applied_cartesian(tr, t->kid[1], &second));
  TypeId type = type_prod(&tr->store->types, first.type, second.type);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_PAIR, .kid = {first.term, second.term}}, type, out);
}

static OWN_FRAME Status translate_projection(Translator *tr, const Term *t, AppliedKind kind, Judged *out) {
  Judged pair;
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], &pair));
  TRY(applied_expect(tr, pair.type, TYPE_PROD, &a, &b));
  return applied_give(tr, (AppliedTerm){.kind = kind, .kid = {pair.term}}, kind == APPLIED_FST ? a : b, out);
}

static OWN_FRAME Status translate_lam(Translator *tr, const Term *t, Judged *out) {
  TypeId domain = term_type_payload(t);
  AppliedTypeId annotation = applied_translate_type(tr->tables, tr->store, domain);
  Judged body;
  if (annotation.id == 0) return STATUS_LIMIT;
  TRY(applied_push(tr, domain));
  TRY(applied_cartesian(tr, t->kid[0], &body));
  applied_pop(tr);
  TypeId type = type_fun(&tr->store->types, domain, body.type);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LAM, .kid = {body.term}, .type = annotation}, type, out);
}

static OWN_FRAME Status translate_app(Translator *tr, const Term *t, Judged *out) {
  Judged function, argument;
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], &function));
  TRY(applied_cartesian(tr, t->kid[1], &argument));
  TRY(applied_expect(tr, function.type, TYPE_FUN, &a, &b));
  if (!type_equal(a, argument.type)) return STATUS_ILL_TYPED;
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_APP, .kid = {function.term, argument.term}}, b, out);
}

/* map, zipWith and build share: the result is an array, annotated. */
static OWN_FRAME Status give_array(Translator *tr, AppliedTerm term, TypeId element, uint32_t n, Judged *out) {
  TypeId type = type_array(&tr->store->types, element, n);
  if (type.id == 0) return STATUS_ILL_TYPED;
  term.type = applied_translate_type(tr->tables, tr->store, type);
  if (term.type.id == 0) return STATUS_LIMIT;
  return applied_give(tr, term, type, out);
}

static OWN_FRAME Status translate_map(Translator *tr, const Term *t, Judged *out) {
  Judged array, body;
  TypeId element;
  uint32_t n;
  TRY(applied_cartesian(tr, t->kid[0], &array));
  TRY(applied_expect_array(tr, array.type, &element, &n));
  TRY(applied_push(tr, element));
  TRY(applied_cartesian(tr, t->kid[1], &body));
  applied_pop(tr);
  return give_array(tr, (AppliedTerm){.kind = APPLIED_MAP, .kid = {array.term, body.term}}, body.type, n, out);
}

static OWN_FRAME Status translate_zipwith(Translator *tr, const Term *t, Judged *out) {
  Judged a, b, body;
  TypeId first, second;
  uint32_t n, m;
  TRY(applied_cartesian(tr, t->kid[0], &a));
  TRY(applied_cartesian(tr, t->kid[1], &b));
  TRY(applied_expect_array(tr, a.type, &first, &n));
  TRY(applied_expect_array(tr, b.type, &second, &m));
  if (n != m) return STATUS_ILL_TYPED;
  TRY(applied_push(tr, first));
  TRY(applied_push(tr, second));
  TRY(applied_cartesian(tr, t->kid[2], &body));
  applied_pop(tr);
  applied_pop(tr);
  AppliedTerm term = {.kind = APPLIED_ZIPWITH, .kid = {a.term, b.term, body.term}};
  return give_array(tr, term, body.type, n, out);
}

static OWN_FRAME Status translate_build(Translator *tr, const Term *t, Judged *out) {
  Judged body;
  TRY(applied_push(tr, type_int(&tr->store->types)));
  TRY(applied_cartesian(tr, t->kid[0], &body));
  applied_pop(tr);
  return give_array(tr, (AppliedTerm){.kind = APPLIED_BUILD, .kid = {body.term}}, body.type, t->payload, out);
}

static OWN_FRAME Status translate_index(Translator *tr, const Term *t, Judged *out) {
  Judged index, array;
  TypeId element;
  uint32_t n;
  TRY(applied_cartesian(tr, t->kid[0], &index));
  TRY(applied_cartesian(tr, t->kid[1], &array));
  if (type_kind(&tr->store->types, index.type) != TYPE_INT) return STATUS_ILL_TYPED;
  TRY(applied_expect_array(tr, array.type, &element, &n));
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_INDEX, .kid = {index.term, array.term}}, element, out);
}

static OWN_FRAME Status translate_var(Translator *tr, const Term *t, Judged *out) {
  if (t->payload >= tr->length) return STATUS_ILL_TYPED;
  Binding binding = tr->context[tr->length - 1 - t->payload];
  /* Binders that the translation itself introduces lie between: the index is
   * taken by level. */
  AppliedTerm term = {.kind = APPLIED_VAR, .payload = tr->level - 1 - binding.level};
  return applied_give(tr, term, binding.type, out);
}

/* G; v:T_ |- t : S_  becomes a function of the environment alone. */
static OWN_FRAME Status translate_llam(Translator *tr, const Term *t, Judged *out) {
  TypeId domain = term_type_payload(t);
  Judged body;
  TRY(applied_linear(tr, domain, t->kid[0], &body));
  TypeId type = type_lfun(&tr->store->types, domain, body.type);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LFUN, .kid = {body.term}}, type, out);
}

static Status translate_cartesian_node(Translator *tr, const Term *t, Judged *out) {
  switch (t->kind) {
  /* x, let, op, (), pairs, projections, lambda, application and arrays are
   * translated to themselves: (t s)^T = t^T s^T and so on. */
  case TERM_VAR: RULE(APPT_VAR); return translate_var(tr, t, out);
  /* (let x = t in s)^T = let x = t^T in s^T */
  case TERM_LET: RULE(APPT_LET); return translate_let(tr, t, out);
  /* op(t1,...,tk)^T = op(t1^T,...,tk^T) */
  case TERM_OP: RULE(APPT_OP); return translate_op(tr, t, out);
  /* ()^T = () */
  case TERM_UNIT:
    RULE(APPT_UNIT);
    return applied_give(tr, (AppliedTerm){.kind = APPLIED_UNIT}, type_unit(&tr->store->types), out);
  /* (t, s)^T = (t^T, s^T) */
  case TERM_PAIR: RULE(APPT_PAIR); return translate_pair(tr, t, out);
  /* (fst t)^T = fst t^T,  (snd t)^T = snd t^T */
  case TERM_FST: RULE(APPT_FST); return translate_projection(tr, t, APPLIED_FST, out);
  case TERM_SND: RULE(APPT_SND); return translate_projection(tr, t, APPLIED_SND, out);
  /* (\x:T. t)^T = \x:T^T. t^T */
  case TERM_LAM: RULE(APPT_LAM); return translate_lam(tr, t, out);
  /* (t s)^T = t^T s^T */
  case TERM_APP: RULE(APPT_APP); return translate_app(tr, t, out);
  /* map(x.t, s)^T = map(x.t^T, s^T);  zipWith and build alike */
  case TERM_MAP: RULE(APPT_MAP); return translate_map(tr, t, out);
  case TERM_ZIPWITH: RULE(APPT_ZIPWITH); return translate_zipwith(tr, t, out);
  case TERM_BUILD: RULE(APPT_BUILD); return translate_build(tr, t, out);
  /* (index i t)^T = index i^T t^T */
  case TERM_INDEX: RULE(APPT_INDEX); return translate_index(tr, t, out);
  /* (\v. t)^T = t^T, as a function */
  case TERM_LLAM: RULE(APPT_LLAM); return translate_llam(tr, t, out);
  case TERM_ANY_EXTENSION:
  case TERM_MATCH: return applied_control(tr, t, out);
  case TERM_ANY_LINEAR: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status applied_enter(Translator *tr) {
  if (tr->machine->depth < APPLIED_LEVEL || tr->machine->fuel == 0) return STATUS_LIMIT;
  tr->machine->depth -= APPLIED_LEVEL;
  tr->machine->fuel--;
  return STATUS_OK;
}

void applied_leave(Translator *tr) { tr->machine->depth += APPLIED_LEVEL; }

Status applied_cartesian(Translator *tr, TermId t, Judged *out) {
  TRY(applied_enter(tr));
  /* A copy: working terms may move when lop_body defines a term. */
  Term node = *term(tr->store, t);
  Status status = translate_cartesian_node(tr, &node, out);
  applied_leave(tr);
  return status;
}

/* ------------------------------------------------------------- programs -- */

Status applied_translate(Machine *machine, AppliedTables *tables, const Program *program, AppliedTermId *out,
                         TypeId *type) {
  Translator tr = {.machine = machine, .store = machine->store, .tables = tables, .capacity = program->length + 16};
  uint32_t depth = machine->depth;
  tr.context = arena_array(tables->arena, tr.capacity, sizeof *tr.context);
  if (tr.context == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < program->length; i++) TRY(applied_push(&tr, program->context[i]));
  Judged judged = {{0}, {0}};
  tr.store->types.exhausted = false;
  Status status = store_judged(tr.store, applied_cartesian(&tr, program->term, &judged));
  machine->depth = depth;
  *out = judged.term;
  *type = judged.type;
  return status;
}
