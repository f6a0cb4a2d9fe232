/* ->D on terms: CHAD 7.4.  D is ->D throughout, and g the context. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(x) = ⟨x, λ_v. proj_x(v)⟩ */
static Dual forward_var(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_VAR);
  Store *s = chad->store;
  Scope x;
  if (!chad_lookup(chad, g, t->payload, &x)) return chad_fail(chad, STATUS_ILL_TYPED);
  TermId linear = term_llam(s, g->tangent, chad_proj(chad, t->payload, chad->v));
  return (Dual){term_pair(s, chad_var(chad, x.level), linear), x.type};
}

/*   D(let x = t in s) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D_{G,x}(s) in ⟨y, λ_v. y' • ⟨v, x'•v⟩⟩ */
static Dual forward_let(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_LET);
  Store *s = chad->store;
  Scope scope;
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad_name(t->name, chad->names.x),
                            chad_prime(chad, t->name, chad->names.dx));
  Gamma g_x = chad_extend(chad, g, &scope, x.bound.type, x.primal);
  DualLet y = chad_let_dual(chad, forward_term(chad, &g_x, t->kid[1]), chad->names.y, chad->names.dy);
  TermId linear = chad_dx(chad, &y, term_pair(s, chad->v, chad_dx(chad, &x, chad->v)));
  TermId body = term_pair(s, chad_x(chad, &y), term_llam(s, g->tangent, linear));
  body = chad_in_dual(chad, &y, body);
  return (Dual){chad_in_dual(chad, &x, body), y.bound.type};
}

/*   D(op(t1..tk)) = let ⟨x1,x1'⟩ = D(t1) in … let ⟨xk,xk'⟩ = D(tk) in
 *                   ⟨op(x1..xk), λ_v. Dop(x1..xk; ⟨x1'•v,…,xk'•v⟩)⟩
 *   and ⟨op(x1..xk), λ_v. 0_⟩ when no operand is real */
static Dual forward_op(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  OpId op = term_op_payload(t);
  const OpNode node = *op_node(&s->ops, op);
  DualLet x[OP_MAX_ARITY] = {0};
  TermId operand[OP_MAX_ARITY] = {{0}}, argument = TERM_NONE_ID;
  NameId names[OP_MAX_ARITY] = {chad->names.x, chad->names.y}, primes[OP_MAX_ARITY] = {chad->names.dx, chad->names.dy};
  for (uint32_t i = 0; i < node.arity && i < OP_MAX_ARITY; i++) {
    bool real = op_operand_is_real(&s->ops, &s->types, op, i);
    Dual operand_dual = forward_term(chad, g, t->kid[i]);
    x[i] =
        real ? chad_let_dual(chad, operand_dual, names[i], primes[i]) : chad_let_primal(chad, operand_dual, names[i]);
  }
  for (uint32_t i = 0; i < node.arity; i++) {
    operand[i] = chad_x(chad, &x[i]);
    if (x[i].primal_only) continue;
    TermId tangent = chad_dx(chad, &x[i], chad->v);
    argument = argument.id == 0 ? tangent : term_pair(s, argument, tangent);
  }
  TermId linear;
  if (argument.id != 0) {
    RULE(FWD_OP);
    linear = term_lop(s, lop_derivative(&s->ops, &s->types, op), operand[0], operand[1], argument);
  } else {
    RULE(FWD_CONST);
    linear = term_zero(s, chad_type2(chad, node.result));
  }
  TermId body = term_pair(s, term_op(s, op, operand[0], operand[1]), term_llam(s, g->tangent, linear));
  for (uint32_t i = node.arity; i-- > 0;) body = chad_in_dual(chad, &x[i], body);
  return (Dual){body, node.result};
}

/*   D(⟨⟩) = ⟨⟨⟩, λ_v. ⟨⟩⟩ */
static Dual forward_unit(Chad *chad, const Gamma *g) {
  RULE(FWD_UNIT);
  Store *s = chad->store;
  return (Dual){term_pair(s, term_unit(s), term_llam(s, g->tangent, term_unit(s))), type_unit(&s->types)};
}

/*   D(⟨t,s⟩) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D(s) in ⟨⟨x,y⟩, λ_v. ⟨x'•v, y'•v⟩⟩ */
static Dual forward_pair(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_PAIR);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet y = chad_let_dual(chad, forward_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  TermId primal = term_pair(s, chad_x(chad, &x), chad_x(chad, &y));
  TermId linear = term_pair(s, chad_dx(chad, &x, chad->v), chad_dx(chad, &y, chad->v));
  TermId body = chad_in_dual(chad, &y, term_pair(s, primal, term_llam(s, g->tangent, linear)));
  return (Dual){chad_in_dual(chad, &x, body), type_prod(&s->types, x.bound.type, y.bound.type)};
}

/*   D(fst t) = let ⟨x,x'⟩ = D(t) in ⟨fst x, λ_v. fst (x'•v)⟩ */
static Dual forward_fst(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_FST);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId linear = term_llam(s, g->tangent, term_fst(s, chad_dx(chad, &x, chad->v)));
  TermId body = term_pair(s, term_fst(s, chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, body), type_node(&s->types, x.bound.type)->a};
}

/*   D(snd t) = let ⟨x,x'⟩ = D(t) in ⟨snd x, λ_v. snd (x'•v)⟩ */
static Dual forward_snd(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_SND);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId linear = term_llam(s, g->tangent, term_snd(s, chad_dx(chad, &x, chad->v)));
  TermId body = term_pair(s, term_snd(s, chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, body), type_node(&s->types, x.bound.type)->b};
}

/*   D(λx.t) = let y = λx. D_{G,x}(t) in
 *             ⟨λx. let ⟨z,z'⟩ = y x in ⟨z, λ_v. z' • ⟨0_, v⟩⟩, λ_v. λx. (snd (y x)) • ⟨v, 0_⟩⟩ */
static Dual forward_lam(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_LAM);
  Store *s = chad->store;
  TypeId type = term_type_payload(t), primal = chad_type1(chad, type), tangent = chad_type2(chad, type);
  NameId name = chad_name(t->name, chad->names.x);
  Scope scope;
  uint32_t x = chad_bind(chad);
  Gamma g_x = chad_extend(chad, g, &scope, type, x);
  Dual inner = forward_term(chad, &g_x, t->kid[0]);
  chad_unbind(chad, 1);
  Let y = chad_let(chad, chad->names.y, term_lam(s, name, primal, inner.term));

  x = chad_bind(chad);
  TermId y_x = term_app(s, chad_var(chad, y.level), chad_var(chad, x));
  TermId context_half = term_lapp(s, term_snd(s, y_x), term_pair(s, chad->v, term_zero(s, tangent)));
  DualLet z = chad_let_dual(chad, (Dual){y_x, inner.type}, chad->names.z, chad->names.dz);
  TermId argument_half = chad_dx(chad, &z, term_pair(s, term_zero(s, g->tangent), chad->v));
  TermId function = term_pair(s, chad_x(chad, &z), term_llam(s, tangent, argument_half));
  function = term_lam(s, name, primal, chad_in_dual(chad, &z, function));
  chad_unbind(chad, 1);

  TermId linear = term_llam(s, g->tangent, term_lam(s, name, primal, context_half));
  return (Dual){chad_in(chad, &y, term_pair(s, function, linear)), type_fun(&s->types, type, inner.type)};
}

/*   D(t s) = let ⟨x,x'ctx⟩ = D(t) in let ⟨y,y'⟩ = D(s) in let ⟨z,x'arg⟩ = x y in
 *            ⟨z, λ_v. (x'ctx • v) y + x'arg • (y' • v)⟩ */
static Dual forward_app(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_APP);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet y = chad_let_dual(chad, forward_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  TypeId result = type_node(&s->types, x.bound.type)->b;
  TermId x_y = term_app(s, chad_x(chad, &x), chad_x(chad, &y));
  DualLet z = chad_let_dual(chad, (Dual){x_y, result}, chad->names.z, chad->names.dz);
  TermId context_half = term_app(s, chad_dx(chad, &x, chad->v), chad_x(chad, &y));
  TermId argument_half = chad_dx(chad, &z, chad_dx(chad, &y, chad->v));
  TermId linear = term_llam(s, g->tangent, term_plus(s, context_half, argument_half));
  TermId body = chad_in_dual(chad, &z, term_pair(s, chad_x(chad, &z), linear));
  body = chad_in_dual(chad, &y, body);
  return (Dual){chad_in_dual(chad, &x, body), result};
}

static Dual forward_rule(Chad *chad, const Gamma *g, const Term *t) {
  switch (t->kind) {
  case TERM_VAR: return forward_var(chad, g, t);
  case TERM_LET: return forward_let(chad, g, t);
  case TERM_OP: return forward_op(chad, g, t);
  case TERM_UNIT: return forward_unit(chad, g);
  case TERM_PAIR: return forward_pair(chad, g, t);
  case TERM_FST: return forward_fst(chad, g, t);
  case TERM_SND: return forward_snd(chad, g, t);
  case TERM_LAM: return forward_lam(chad, g, t);
  case TERM_APP: return forward_app(chad, g, t);
  case TERM_MAP: return forward_map(chad, g, t);
  case TERM_ZIPWITH: return forward_zipwith(chad, g, t);
  case TERM_BUILD: return forward_build(chad, g, t);
  case TERM_INDEX: return forward_index(chad, g, t);
  case TERM_INL: return forward_inl(chad, g, t);
  case TERM_INR: return forward_inr(chad, g, t);
  case TERM_MATCH: return forward_match(chad, g, t);
  case TERM_ITERATE: return forward_iterate(chad, g, t);
  case TERM_WHILE: return forward_while(chad, g, t);
  case TERM_FOLD: return forward_fold(chad, g, t);
  case TERM_SCAN: return forward_scan(chad, g, t);
  case TERM_TOTAL: return forward_total(chad, g, t);
  case TERM_GATHER: return forward_gather(chad, g, t);
  case TERM_SCATTER: return forward_scatter(chad, g, t);
  case TERM_VBUILD: return forward_vbuild(chad, g, t);
  case TERM_LENGTH: return forward_length(chad, g, t);
  case TERM_FILTER: return forward_filter(chad, g, t);
  case TERM_APPEND: return forward_append(chad, g, t);
  case TERM_VSCATTER: return forward_vscatter(chad, g, t);
  case TERM_LETREC: return forward_letrec(chad, g, t);
  case TERM_ROLL:
  case TERM_UNROLL: return chad_fail(chad, STATUS_UNABLE);
  case TERM_NONE:
  case TERM_LVAR:
  case TERM_LETV:
  case TERM_LOP:
  case TERM_COPOWER:
  case TERM_CASE:
  case TERM_LLAM:
  case TERM_LAPP:
  case TERM_ZERO:
  case TERM_PLUS:
  case TERM_LSUM:
  case TERM_ONEHOT:
  case TERM_BIGSUM:
  case TERM_LITER:
  case TERM_DMAP:
  case TERM_DMAPT:
  case TERM_KIND_COUNT: return chad_fail(chad, STATUS_ILL_TYPED);
  }
  return chad_fail(chad, STATUS_ILL_TYPED);
}

Dual forward_term(Chad *chad, const Gamma *gamma, TermId t) {
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  if (chad->nesting == 0) return chad_fail(chad, STATUS_LIMIT);
  const Term node = *term(chad->store, t); /* a copy: the table moves as it grows */
  chad->nesting--;
  Dual dual = forward_rule(chad, gamma, &node);
  chad->nesting++;
  return dual;
}
