/* The linear judgement of the translation: G; v:S_ |- t : R_ becomes a term of
 * LFun(S_^T, R_^T).  `domain` is S_ throughout. */
#include "semantics/chad/applied/translate.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/tables/cases.h"

static OWN_FRAME Status linear_lvar(Translator *tr, TypeId domain, Judged *out) {
  TRY(applied_make_typed(tr, APPLIED_LID, (AppliedTermId){0}, domain, &out->term));
  out->type = domain;
  return STATUS_OK;
}

static OWN_FRAME Status linear_letv(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged first, second;
  TRY(applied_linear(tr, domain, t->kid[0], &first));
  TRY(applied_linear(tr, first.type, t->kid[1], &second));
  out->type = second.type;
  return applied_make_seq(tr, first.term, second.term, &out->term);
}

static OWN_FRAME Status linear_let(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged bound, body;
  TRY(applied_cartesian(tr, t->kid[0], &bound));
  TRY(applied_push(tr, bound.type));
  TRY(applied_linear(tr, domain, t->kid[1], &body));
  applied_pop(tr);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LET, .kid = {bound.term, body.term}}, body.type, out);
}

/* operands(op); v : LDom |- body : CDom, translated in a context of its own. */
static OWN_FRAME Status body_translate(Translator *tr, LopId lop, AppliedTermId *out) {
  TermId body;
  TRY(lop_body(tr->store, lop, &body));
  Binding *context = tr->context;
  uint32_t length = tr->length, capacity = tr->capacity, level = tr->level;
  Binding operands[OP_MAX_ARITY];
  tr->context = operands;
  tr->capacity = OP_MAX_ARITY;
  tr->length = tr->level = 0;
  LopNode node = *lop_node(&tr->store->ops, lop);
  for (uint32_t i = 0; i < node.arity; i++) TRY(applied_push(tr, node.operand[i]));
  Judged judged;
  TRY(applied_linear(tr, node.ldom, body, &judged));
  if (!type_equal(judged.type, node.cdom)) return STATUS_ILL_TYPED;
  tr->context = context;
  tr->length = length;
  tr->capacity = capacity;
  tr->level = level;
  *out = judged.term;
  return STATUS_OK;
}

/* Translated once for each Dop and Dop^t of the program. */
static OWN_FRAME Status body_find(Translator *tr, LopId lop, AppliedTermId *out) {
  for (const LopBody *known = tr->bodies; known != NULL; known = known->next) {
    if (known->lop.id != lop.id) continue;
    *out = known->term;
    return STATUS_OK;
  }
  TRY(body_translate(tr, lop, out));
  LopBody *entry = arena_alloc(tr->tables->arena, sizeof *entry);
  if (entry == NULL) return STATUS_LIMIT;
  *entry = (LopBody){lop, *out, tr->bodies};
  tr->bodies = entry;
  return STATUS_OK;
}

static OWN_FRAME Status linear_lop(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  LopId lop = term_lop_payload(t);
  LopNode node = *lop_node(&tr->store->ops, lop);
  AppliedTerm term = {.kind = APPLIED_LOP, .payload = lop.id};
  for (uint32_t i = 0; i < node.arity; i++) {
    Judged operand;
    TRY(applied_cartesian(tr, t->kid[i], &operand));
    if (!type_equal(operand.type, node.operand[i])) return STATUS_ILL_TYPED;
    term.kid[i] = operand.term;
  }
  Judged argument;
  TRY(applied_linear(tr, domain, t->kid[3], &argument));
  if (!type_equal(argument.type, node.ldom)) return STATUS_ILL_TYPED;
  if (node.code == LOP_DERIVATIVE || node.code == LOP_TRANSPOSE) TRY(body_find(tr, lop, &term.kid[2]));
  AppliedTermId lop_term;
  TRY(applied_make(tr, term, &lop_term));
  out->type = node.cdom;
  return applied_make_seq(tr, argument.term, lop_term, &out->term);
}

/* 0_{LFun(domain, type)} */
static OWN_FRAME Status linear_zero(Translator *tr, TypeId domain, TypeId type, Judged *out) {
  out->type = type;
  return applied_make_typed(tr, APPLIED_ZERO, (AppliedTermId){0}, type_lfun(&tr->store->types, domain, type),
                            &out->term);
}

static OWN_FRAME Status linear_pair(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged first, second;
  TRY(applied_linear(tr, domain, t->kid[0], &first));
  TRY(applied_linear(tr, domain, t->kid[1], &second));
  TypeId type = type_linear_prod(&tr->store->types, first.type, second.type);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LPAIR, .kid = {first.term, second.term}}, type, out);
}

static OWN_FRAME Status linear_projection(Translator *tr, TypeId domain, const Term *t, AppliedKind kind, Judged *out) {
  Judged pair;
  AppliedTermId projection;
  TypeId a, b;
  TRY(applied_linear(tr, domain, t->kid[0], &pair));
  TRY(applied_expect(tr, pair.type, TYPE_LPROD, &a, &b));
  TRY(applied_make_typed(tr, kind, (AppliedTermId){0}, pair.type, &projection));
  out->type = kind == APPLIED_LFST ? a : b;
  return applied_make_seq(tr, pair.term, projection, &out->term);
}

/* \y:type. t^T, a function to LFun, for swap, fold and build. */
static OWN_FRAME Status linear_function(Translator *tr, TypeId type, TypeId domain, TermId t, Judged *out) {
  Judged body;
  TRY(applied_push(tr, type));
  TRY(applied_linear(tr, domain, t, &body));
  applied_pop(tr);
  out->type = body.type;
  return applied_make_typed(tr, APPLIED_LAM, body.term, type, &out->term);
}

static OWN_FRAME Status linear_lam(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged function;
  TRY(linear_function(tr, term_type_payload(t), domain, t->kid[0], &function));
  TypeId type = type_power(&tr->store->types, term_type_payload(t), function.type);
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_LSWAP, .kid = {function.term}}, type, out);
}

static OWN_FRAME Status linear_app(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged power, key;
  AppliedTermId eval;
  TypeId a, b;
  TRY(applied_linear(tr, domain, t->kid[0], &power));
  TRY(applied_cartesian(tr, t->kid[1], &key));
  TRY(applied_expect(tr, power.type, TYPE_POWER, &a, &b));
  if (!type_equal(a, key.type)) return STATUS_ILL_TYPED;
  TRY(applied_make_typed(tr, APPLIED_LEVAL, key.term, power.type, &eval));
  out->type = b;
  return applied_make_seq(tr, power.term, eval, &out->term);
}

static OWN_FRAME Status linear_copower(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged key, element;
  AppliedTermId single;
  TRY(applied_cartesian(tr, t->kid[0], &key));
  TRY(applied_linear(tr, domain, t->kid[1], &element));
  out->type = type_copower(&tr->store->types, key.type, element.type);
  TRY(applied_make_typed(tr, APPLIED_LSINGLE, key.term, out->type, &single));
  return applied_make_seq(tr, element.term, single, &out->term);
}

static OWN_FRAME Status linear_case(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged copower, function;
  AppliedTermId fold;
  TypeId key, element;
  TRY(applied_linear(tr, domain, t->kid[0], &copower));
  TRY(applied_expect(tr, copower.type, TYPE_COPOWER, &key, &element));
  TRY(linear_function(tr, key, element, t->kid[1], &function));
  if (!type_equal(function.type, term_type_payload(t))) return STATUS_ILL_TYPED;
  TRY(applied_make_typed(tr, APPLIED_LFOLD, function.term, function.type, &fold));
  out->type = function.type;
  return applied_make_seq(tr, copower.term, fold, &out->term);
}

static OWN_FRAME Status linear_lapp(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged function, argument;
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], &function));
  TRY(applied_linear(tr, domain, t->kid[1], &argument));
  TRY(applied_expect(tr, function.type, TYPE_LFUN, &a, &b));
  if (!type_equal(a, argument.type)) return STATUS_ILL_TYPED;
  out->type = b;
  return applied_make_seq(tr, argument.term, function.term, &out->term);
}

static OWN_FRAME Status linear_plus(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged first, second;
  TRY(applied_linear(tr, domain, t->kid[0], &first));
  TRY(applied_linear(tr, domain, t->kid[1], &second));
  if (!type_equal(first.type, second.type)) return STATUS_ILL_TYPED;
  AppliedTypeId type = applied_translate_type(tr->tables, tr->store, type_lfun(&tr->store->types, domain, first.type));
  if (type.id == 0) return STATUS_LIMIT;
  AppliedTerm term = {.kind = APPLIED_PLUS, .kid = {first.term, second.term}, .type = type};
  return applied_give(tr, term, first.type, out);
}

/* -------------------------------------------------------------- arrays -- */

static OWN_FRAME Status linear_build(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged function;
  TRY(linear_function(tr, type_int(&tr->store->types), domain, t->kid[0], &function));
  out->type = type_linear_array(&tr->store->types, function.type, t->payload);
  return applied_make_typed(tr, APPLIED_LBUILD, function.term, out->type, &out->term);
}

static OWN_FRAME Status linear_index(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged index, array;
  AppliedTermId projection;
  uint32_t n;
  TRY(applied_cartesian(tr, t->kid[0], &index));
  TRY(applied_linear(tr, domain, t->kid[1], &array));
  if (type_kind(&tr->store->types, index.type) != TYPE_INT) return STATUS_ILL_TYPED;
  TRY(applied_expect_array(tr, array.type, &out->type, &n));
  TRY(applied_make_typed(tr, APPLIED_LINDEX, index.term, array.type, &projection));
  return applied_make_seq(tr, array.term, projection, &out->term);
}

static OWN_FRAME Status linear_sum(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged array;
  AppliedTermId sum;
  uint32_t n;
  TRY(applied_linear(tr, domain, t->kid[0], &array));
  TRY(applied_expect_array(tr, array.type, &out->type, &n));
  TRY(applied_make_typed(tr, APPLIED_LSUM, (AppliedTermId){0}, array.type, &sum));
  return applied_make_seq(tr, array.term, sum, &out->term);
}

static OWN_FRAME Status linear_onehot(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged index, element;
  AppliedTermId injection;
  TRY(applied_cartesian(tr, t->kid[0], &index));
  TRY(applied_linear(tr, domain, t->kid[1], &element));
  if (type_kind(&tr->store->types, index.type) != TYPE_INT) return STATUS_ILL_TYPED;
  out->type = type_linear_array(&tr->store->types, element.type, t->payload);
  TRY(applied_make_typed(tr, APPLIED_LONEHOT, index.term, out->type, &injection));
  return applied_make_seq(tr, element.term, injection, &out->term);
}

/* ------------------------------------------------------ Dmap and Dmap^t -- */

/* \i. prefix ;l (let x = index i a in t^T), where a was bound at `s_level` and
 * `prefix` may mention i.  Gives the function, and the type of t. */
static OWN_FRAME Status map_body(Translator *tr, TypeId scalar, TypeId domain, TermId t, uint32_t s_level,
                                 AppliedTermId prefix, Judged *out) {
  AppliedTermId i, s, element, body;
  Judged judged;
  tr->level++; /* i */
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_VAR, .payload = 0}, &i));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_VAR, .payload = tr->level - 1 - s_level}, &s));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_INDEX, .kid = {i, s}}, &element));
  TRY(applied_push(tr, scalar));
  TRY(applied_linear(tr, domain, t, &judged));
  applied_pop(tr);
  tr->level--;
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_LET, .kid = {element, judged.term}}, &body));
  TRY(applied_make_seq(tr, prefix, body, &body));
  out->type = judged.type;
  return applied_make_typed(tr, APPLIED_LAM, body, type_int(&tr->store->types), &out->term);
}

/* lindex i, i the innermost identifier, after `prefix` if there is one. */
static Status indexed(Translator *tr, AppliedTermId prefix, TypeId array, AppliedTermId *out) {
  AppliedTermId i;
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_VAR, .payload = 0}, &i));
  TRY(applied_make_typed(tr, APPLIED_LINDEX, i, array, out));
  return prefix.id == 0 ? STATUS_OK : applied_make_seq(tr, prefix, *out, out);
}

/* The operands s : real^n and u, which both rules have. */
static OWN_FRAME Status map_operands(Translator *tr, TypeId domain, const Term *t, Judged *s, Judged *u, uint32_t *n) {
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], s));
  TRY(applied_expect(tr, s->type, TYPE_REAL, &a, &b));
  *n = type_node(&tr->store->types, s->type)->n;
  return applied_linear(tr, domain, t->kid[3], u);
}

/* u^T ;l let a = s^T in lpair(lid, r^T) ;l
 *   lbuild n (\i. lpair(lfst, lsnd ;l lindex i) ;l let x = index i a in t^T) */
static OWN_FRAME Status linear_dmap(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  const AppliedTermId none = {0};
  Judged s, u, r, body;
  uint32_t n = 0, s_level = tr->level;
  AppliedTermId identity, both, left, right, build, sequence;
  TRY(map_operands(tr, domain, t, &s, &u, &n));
  tr->level++; /* a */
  TRY(applied_linear(tr, u.type, t->kid[2], &r));
  TypeId vector = type_linear_real(types, n), scalar = type_linear_real(types, 1);
  TypeId pair = type_linear_prod(types, u.type, vector);
  if (!type_equal(r.type, vector)) return STATUS_ILL_TYPED;
  TRY(applied_make_typed(tr, APPLIED_LID, none, u.type, &identity));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_LPAIR, .kid = {identity, r.term}}, &both));
  TRY(applied_make_typed(tr, APPLIED_LFST, none, pair, &left));
  TRY(applied_make_typed(tr, APPLIED_LSND, none, pair, &right));
  TRY(indexed(tr, right, vector, &right));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_LPAIR, .kid = {left, right}}, &left));
  TRY(map_body(tr, type_real(types, 1), type_linear_prod(types, u.type, scalar), t->kid[1], s_level, left, &body));
  if (!type_equal(body.type, scalar)) return STATUS_ILL_TYPED;
  tr->level--;
  TRY(applied_make_typed(tr, APPLIED_LBUILD, body.term, vector, &build));
  TRY(applied_make_seq(tr, both, build, &sequence));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_LET, .kid = {s.term, sequence}}, &sequence));
  out->type = vector;
  return applied_make_seq(tr, u.term, sequence, &out->term);
}

/* lbuild n (\i. lindex i ;l projection) on arrays of pairs */
static OWN_FRAME Status build_projection(Translator *tr, AppliedKind kind, TypeId pair, TypeId pairs, TypeId result,
                                         AppliedTermId *out) {
  AppliedTermId projection, element, body, function;
  TRY(applied_make_typed(tr, kind, (AppliedTermId){0}, pair, &projection));
  TRY(indexed(tr, (AppliedTermId){0}, pairs, &element));
  TRY(applied_make_seq(tr, element, projection, &body));
  TRY(applied_make_typed(tr, APPLIED_LAM, body, type_int(&tr->store->types), &function));
  return applied_make_typed(tr, APPLIED_LBUILD, function, result, out);
}

/* (lbuild n (\i. lindex i ;l lfst) ;l lsum) + (lbuild n (\i. lindex i ;l lsnd) ;l r^T), on arrays of pairs */
static OWN_FRAME Status gather(Translator *tr, TypeId pair, uint32_t n, AppliedTermId r, AppliedTermId *out) {
  TypeTable *types = &tr->store->types;
  TypeNode parts = *type_node(types, pair);
  TypeId pairs = type_linear_array(types, pair, n), firsts = type_linear_array(types, parts.a, n);
  AppliedTermId left, right, sum;
  TRY(build_projection(tr, APPLIED_LFST, pair, pairs, firsts, &left));
  TRY(applied_make_typed(tr, APPLIED_LSUM, (AppliedTermId){0}, firsts, &sum));
  TRY(applied_make_seq(tr, left, sum, &left));
  TRY(build_projection(tr, APPLIED_LSND, pair, pairs, type_linear_real(types, n), &right));
  TRY(applied_make_seq(tr, right, r, &right));
  AppliedTypeId type = applied_translate_type(tr->tables, tr->store, type_lfun(types, pairs, parts.a));
  if (type.id == 0) return STATUS_LIMIT;
  return applied_make(tr, (AppliedTerm){.kind = APPLIED_PLUS, .kid = {left, right}, .type = type}, out);
}

/* u^T ;l let a = s^T in lbuild n (\i. lindex i ;l let x = index i a in t^T) ;l gather */
static OWN_FRAME Status linear_dmapt(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  Judged s, u, r, body;
  uint32_t n = 0, s_level = tr->level;
  AppliedTermId element, build, rest, sequence;
  TypeId result, second;
  TRY(map_operands(tr, domain, t, &s, &u, &n));
  TypeId vector = type_linear_real(types, n), scalar = type_linear_real(types, 1);
  tr->level++; /* a */
  TRY(applied_linear(tr, vector, t->kid[2], &r));
  TRY(indexed(tr, (AppliedTermId){0}, vector, &element));
  TRY(map_body(tr, type_real(types, 1), scalar, t->kid[1], s_level, element, &body));
  tr->level--;
  TRY(applied_expect(tr, body.type, TYPE_LPROD, &result, &second));
  if (!type_equal(second, scalar) || !type_equal(result, r.type) || !type_equal(u.type, vector))
    return STATUS_ILL_TYPED;
  TRY(applied_make_typed(tr, APPLIED_LBUILD, body.term, type_linear_array(types, body.type, n), &build));
  TRY(gather(tr, body.type, n, r.term, &rest));
  TRY(applied_make_seq(tr, build, rest, &sequence));
  TRY(applied_make(tr, (AppliedTerm){.kind = APPLIED_LET, .kid = {s.term, sequence}}, &sequence));
  out->type = result;
  return applied_make_seq(tr, u.term, sequence, &out->term);
}

/* ------------------------------------------------------- sums and iteration -- */

static OWN_FRAME Status linear_branch(Translator *tr, TypeId bound, TypeId domain, TermId t, Judged *out) {
  TRY(applied_push(tr, bound));
  TRY(applied_linear(tr, domain, t, out));
  applied_pop(tr);
  return STATUS_OK;
}

static OWN_FRAME Status linear_match(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged sum, left, right;
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], &sum));
  TRY(applied_expect(tr, sum.type, TYPE_SUM, &a, &b));
  TRY(linear_branch(tr, a, domain, t->kid[1], &left));
  TRY(linear_branch(tr, b, domain, t->kid[2], &right));
  if (!type_equal(left.type, right.type)) return STATUS_ILL_TYPED;
  AppliedTerm term = {.kind = APPLIED_MATCH, .kid = {sum.term, left.term, right.term}};
  return applied_give(tr, term, left.type, out);
}

/* k^T and \i. t^T under an annotation. */
static OWN_FRAME Status linear_counted(Translator *tr, AppliedKind kind, TypeId domain, TermId k, TermId t,
                                       Judged *out) {
  Judged count, function;
  TRY(applied_cartesian(tr, k, &count));
  if (type_kind(&tr->store->types, count.type) != TYPE_INT) return STATUS_ILL_TYPED;
  TRY(linear_function(tr, type_int(&tr->store->types), domain, t, &function));
  AppliedTypeId annotation = applied_translate_type(tr->tables, tr->store, function.type);
  if (annotation.id == 0) return STATUS_LIMIT;
  AppliedTerm term = {.kind = kind, .kid = {count.term, function.term}, .type = annotation};
  return applied_give(tr, term, function.type, out);
}

static OWN_FRAME Status linear_bigsum(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  TRY(linear_counted(tr, APPLIED_LBIGSUM, domain, t->kid[0], t->kid[1], out));
  return type_equal(out->type, term_type_payload(t)) ? STATUS_OK : STATUS_ILL_TYPED;
}

static OWN_FRAME Status linear_liter(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  Judged start;
  TRY(applied_linear(tr, domain, t->kid[1], &start));
  TRY(linear_counted(tr, APPLIED_LITER, start.type, t->kid[0], t->kid[2], out));
  if (!type_equal(out->type, start.type)) return STATUS_ILL_TYPED;
  return applied_make_seq(tr, start.term, out->term, &out->term);
}

/* ------------------------------------------------------- the judgement -- */

static Status translate_linear_node(Translator *tr, TypeId domain, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  switch (t->kind) {
  /* v^T = lid */
  case TERM_LVAR: RULE(APPT_LVAR); return linear_lvar(tr, domain, out);
  /* (let v = t in s)^T = t^T ;l s^T */
  case TERM_LETV: RULE(APPT_LETV); return linear_letv(tr, domain, t, out);
  /* (let x = t in s)^T = let x = t^T in s^T */
  case TERM_LET: RULE(APPT_LLET); return linear_let(tr, domain, t, out);
  /* lop(t; s)^T = s^T ;l lop(t^T) */
  case TERM_LOP: RULE(APPT_LOP); return linear_lop(tr, domain, t, out);
  /* ()^T = 0_{LFun(T, 1)} */
  case TERM_UNIT: RULE(APPT_LUNIT); return linear_zero(tr, domain, type_linear_unit(types), out);
  /* (t, s)^T = lpair(t^T, s^T) */
  case TERM_PAIR: RULE(APPT_LPAIR); return linear_pair(tr, domain, t, out);
  /* (fst t)^T = t^T ;l lfst,  (snd t)^T = t^T ;l lsnd */
  case TERM_FST: RULE(APPT_LFST); return linear_projection(tr, domain, t, APPLIED_LFST, out);
  case TERM_SND: RULE(APPT_LSND); return linear_projection(tr, domain, t, APPLIED_LSND, out);
  /* (\y. t)^T = lswap(\y. t^T) */
  case TERM_LAM: RULE(APPT_LSWAP); return linear_lam(tr, domain, t, out);
  /* (t s)^T = t^T ;l leval_{s^T} */
  case TERM_APP: RULE(APPT_LEVAL); return linear_app(tr, domain, t, out);
  /* (!t (x) s)^T = s^T ;l {(t^T, -)} */
  case TERM_COPOWER: RULE(APPT_LSINGLE); return linear_copower(tr, domain, t, out);
  /* (case t of !y (x) v -> s)^T = t^T ;l lcopowfold(\y. s^T) */
  case TERM_CASE: RULE(APPT_LFOLD); return linear_case(tr, domain, t, out);
  /* (t . s)^T = s^T ;l t^T */
  case TERM_LAPP: RULE(APPT_LAPP); return linear_lapp(tr, domain, t, out);
  /* (0_)^T = 0_LFun */
  case TERM_ZERO: RULE(APPT_ZERO); return linear_zero(tr, domain, term_type_payload(t), out);
  /* (t + s)^T = t^T +_LFun s^T */
  case TERM_PLUS: RULE(APPT_PLUS); return linear_plus(tr, domain, t, out);
  /* (build n (i. t))^T = lbuild n (\i. t^T) */
  case TERM_BUILD: RULE(APPT_LBUILD); return linear_build(tr, domain, t, out);
  /* (index i t)^T = t^T ;l lindex i^T */
  case TERM_INDEX: RULE(APPT_LINDEX); return linear_index(tr, domain, t, out);
  /* (sum t)^T = t^T ;l lsum */
  case TERM_LSUM: RULE(APPT_LSUM); return linear_sum(tr, domain, t, out);
  /* (onehot n i t)^T = t^T ;l lonehot i^T */
  case TERM_ONEHOT: RULE(APPT_LONEHOT); return linear_onehot(tr, domain, t, out);
  /* Dmap(x.t, s, v.r; u)^T and Dmap^t(x.t, s, v.r; u)^T: at their functions */
  case TERM_DMAP: RULE(APPT_DMAP); return linear_dmap(tr, domain, t, out);
  case TERM_DMAPT: RULE(APPT_DMAPT); return linear_dmapt(tr, domain, t, out);
  /* (case r of {inl x -> t; inr y -> s})^T = case r^T of {inl x -> t^T; inr y -> s^T} */
  case TERM_MATCH: RULE(APPT_LMATCH); return linear_match(tr, domain, t, out);
  /* (bigsum k (i. t))^T = lbigsum k^T (\i. t^T) */
  case TERM_BIGSUM: RULE(APPT_LBIGSUM); return linear_bigsum(tr, domain, t, out);
  /* (liter k (i. t) s)^T = s^T ;l liter k^T (\i. t^T) */
  case TERM_LITER: RULE(APPT_LITER); return linear_liter(tr, domain, t, out);
  case TERM_ANY_CARTESIAN: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status applied_linear(Translator *tr, TypeId domain, TermId t, Judged *out) {
  TRY(applied_enter(tr));
  Term node = *term(tr->store, t);
  Status status = translate_linear_node(tr, domain, &node, out);
  applied_leave(tr);
  return status;
}
