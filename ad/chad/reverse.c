/* <-D on terms: CHAD 7.5.  D is <-D throughout, and g the context. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(x) = ⟨x, λ_v. coproj_x(v)⟩ */
static Dual reverse_var(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_VAR);
  Store *s = chad->store;
  Scope x;
  if (!chad_lookup(chad, g, t->payload, &x)) return chad_fail(chad, STATUS_ILL_TYPED);
  TermId linear = term_llam(s, chad_type2(chad, x.type), chad_coproj(chad, g->tangent, t->payload, chad->v));
  return (Dual){term_pair(s, chad_var(chad, x.level), linear), x.type};
}

/*   D(let x = t in s) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D_{G,x}(s) in
 *                       ⟨y, λ_v. let v = y'•v in fst v + x'•(snd v)⟩ */
static Dual reverse_let(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_LET);
  Store *s = chad->store;
  TermId v = chad->v;
  Scope scope;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad_name(t->name, chad->names.x),
                            chad_prime(chad, t->name, chad->names.dx));
  Gamma g_x = chad_extend(chad, g, &scope, x.bound.type, x.primal);
  DualLet y = chad_let_dual(chad, reverse_term(chad, &g_x, t->kid[1]), chad->names.y, chad->names.dy);
  TermId sum = term_plus(s, term_fst(s, v), chad_dx(chad, &x, term_snd(s, v)));
  TermId linear = term_letv(s, chad_dx(chad, &y, v), sum);
  TermId body = term_pair(s, chad_x(chad, &y), term_llam(s, chad_type2(chad, y.bound.type), linear));
  body = chad_in_dual(chad, &y, body);
  return (Dual){chad_in_dual(chad, &x, body), y.bound.type};
}

/* The sum x1'•(proj_1 v) + … + xk'•(proj_k v) over the real operands; none if
 * there are none. */
static TermId operand_cotangents(Chad *chad, const DualLet *x, uint32_t arity) {
  Store *s = chad->store;
  uint32_t first = arity, reals = 0;
  for (uint32_t i = arity; i-- > 0;) {
    if (x[i].primal_only) continue;
    first = i;
    reals++;
  }
  if (reals == 0) return TERM_NONE_ID;
  if (reals == 1) return chad_dx(chad, &x[first], chad->v);
  return term_plus(s, chad_dx(chad, &x[0], term_fst(s, chad->v)), chad_dx(chad, &x[1], term_snd(s, chad->v)));
}

/*   D(op(t1..tk)) = let ⟨x1,x1'⟩ = D(t1) in … let ⟨xk,xk'⟩ = D(tk) in
 *                   ⟨op(x1..xk), λ_v. let v = Dopᵗ(x1..xk; v) in x1'•(proj_1 v) + … + xk'•(proj_k v)⟩
 *   and ⟨op(x1..xk), λ_v. 0_⟩ when no operand is real */
static Dual reverse_op(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  OpId op = term_op_payload(t);
  const OpNode node = *op_node(&s->ops, op);
  DualLet x[OP_MAX_ARITY] = {0};
  TermId operand[OP_MAX_ARITY] = {{0}};
  NameId names[OP_MAX_ARITY] = {chad->names.x, chad->names.y}, primes[OP_MAX_ARITY] = {chad->names.dx, chad->names.dy};
  for (uint32_t i = 0; i < node.arity && i < OP_MAX_ARITY; i++) {
    bool real = op_operand_is_real(&s->ops, &s->types, op, i);
    Dual operand_dual = reverse_term(chad, g, t->kid[i]);
    x[i] =
        real ? chad_let_dual(chad, operand_dual, names[i], primes[i]) : chad_let_primal(chad, operand_dual, names[i]);
  }
  for (uint32_t i = 0; i < node.arity; i++) operand[i] = chad_x(chad, &x[i]);
  TermId linear = operand_cotangents(chad, x, node.arity);
  if (linear.id != 0) {
    RULE(REV_OP);
    LopId transpose = lop_transpose(&s->ops, &s->types, op);
    linear = term_letv(s, term_lop(s, transpose, operand[0], operand[1], chad->v), linear);
  } else {
    RULE(REV_CONST);
    linear = term_zero(s, g->tangent);
  }
  TermId map = term_llam(s, chad_type2(chad, node.result), linear);
  TermId body = term_pair(s, term_op(s, op, operand[0], operand[1]), map);
  for (uint32_t i = node.arity; i-- > 0;) body = chad_in_dual(chad, &x[i], body);
  return (Dual){body, node.result};
}

/*   D(⟨⟩) = ⟨⟨⟩, λ_v. 0_⟩ */
static Dual reverse_unit(Chad *chad, const Gamma *g) {
  RULE(REV_UNIT);
  Store *s = chad->store;
  TermId linear = term_llam(s, type_linear_unit(&s->types), term_zero(s, g->tangent));
  return (Dual){term_pair(s, term_unit(s), linear), type_unit(&s->types)};
}

/*   D(⟨t,s⟩) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D(s) in ⟨⟨x,y⟩, λ_v. x'•(fst v) + y'•(snd v)⟩ */
static Dual reverse_pair(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_PAIR);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet y = chad_let_dual(chad, reverse_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  TypeId type = type_prod(&s->types, x.bound.type, y.bound.type);
  TermId left = chad_dx(chad, &x, term_fst(s, chad->v)), right = chad_dx(chad, &y, term_snd(s, chad->v));
  TermId linear = term_llam(s, chad_type2(chad, type), term_plus(s, left, right));
  TermId body = term_pair(s, term_pair(s, chad_x(chad, &x), chad_x(chad, &y)), linear);
  body = chad_in_dual(chad, &y, body);
  return (Dual){chad_in_dual(chad, &x, body), type};
}

/*   D(fst t) = let ⟨x,x'⟩ = D(t) in ⟨fst x, λ_v. x' • ⟨v, 0_⟩⟩ */
static Dual reverse_fst(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_FST);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  const TypeNode product = *type_node(&s->types, x.bound.type);
  TermId zero = term_zero(s, chad_type2(chad, product.b));
  TermId linear = chad_dx(chad, &x, term_pair(s, chad->v, zero));
  TermId body = term_pair(s, term_fst(s, chad_x(chad, &x)), term_llam(s, chad_type2(chad, product.a), linear));
  return (Dual){chad_in_dual(chad, &x, body), product.a};
}

/*   D(snd t) = let ⟨x,x'⟩ = D(t) in ⟨snd x, λ_v. x' • ⟨0_, v⟩⟩ */
static Dual reverse_snd(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_SND);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  const TypeNode product = *type_node(&s->types, x.bound.type);
  TermId zero = term_zero(s, chad_type2(chad, product.a));
  TermId linear = chad_dx(chad, &x, term_pair(s, zero, chad->v));
  TermId body = term_pair(s, term_snd(s, chad_x(chad, &x)), term_llam(s, chad_type2(chad, product.b), linear));
  return (Dual){chad_in_dual(chad, &x, body), product.b};
}

/*   D(λx.t) = let y = λx. D_{G,x}(t) in
 *     ⟨λx. let ⟨z,z'⟩ = y x in ⟨z, λ_v. snd (z'•v)⟩, λ_v. case v of !x⊗v → fst ((snd (y x)) • v)⟩ */
static Dual reverse_lam(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_LAM);
  Store *s = chad->store;
  TypeId type = term_type_payload(t), primal = chad_type1(chad, type);
  NameId name = chad_name(t->name, chad->names.x);
  Scope scope;
  uint32_t x = chad_bind(chad);
  Gamma g_x = chad_extend(chad, g, &scope, type, x);
  Dual inner = reverse_term(chad, &g_x, t->kid[0]);
  chad_unbind(chad, 1);
  Let y = chad_let(chad, chad->names.y, term_lam(s, name, primal, inner.term));

  x = chad_bind(chad);
  TermId y_x = term_app(s, chad_var(chad, y.level), chad_var(chad, x));
  TermId context_half = term_fst(s, term_lapp(s, term_snd(s, y_x), chad->v));
  DualLet z = chad_let_dual(chad, (Dual){y_x, inner.type}, chad->names.z, chad->names.dz);
  TermId argument_half = term_snd(s, chad_dx(chad, &z, chad->v));
  TermId function = term_pair(s, chad_x(chad, &z), term_llam(s, chad_type2(chad, inner.type), argument_half));
  function = term_lam(s, name, primal, chad_in_dual(chad, &z, function));
  chad_unbind(chad, 1);

  TypeId result = type_fun(&s->types, type, inner.type);
  TermId fold = term_case(s, name, g->tangent, chad->v, context_half);
  TermId body = term_pair(s, function, term_llam(s, chad_type2(chad, result), fold));
  return (Dual){chad_in(chad, &y, body), result};
}

/*   D(t s) = let ⟨x,x'ctx⟩ = D(t) in let ⟨y,y'⟩ = D(s) in let ⟨z,x'arg⟩ = x y in
 *            ⟨z, λ_v. x'ctx • (!y ⊗ v) + y' • (x'arg • v)⟩ */
static Dual reverse_app(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_APP);
  Store *s = chad->store;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet y = chad_let_dual(chad, reverse_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  TypeId result = type_node(&s->types, x.bound.type)->b;
  TermId x_y = term_app(s, chad_x(chad, &x), chad_x(chad, &y));
  DualLet z = chad_let_dual(chad, (Dual){x_y, result}, chad->names.z, chad->names.dz);
  TermId context_half = chad_dx(chad, &x, term_copower(s, chad_x(chad, &y), chad->v));
  TermId argument_half = chad_dx(chad, &y, chad_dx(chad, &z, chad->v));
  TermId linear = term_llam(s, chad_type2(chad, result), term_plus(s, context_half, argument_half));
  TermId body = chad_in_dual(chad, &z, term_pair(s, chad_x(chad, &z), linear));
  body = chad_in_dual(chad, &y, body);
  return (Dual){chad_in_dual(chad, &x, body), result};
}

static Dual reverse_rule(Chad *chad, const Gamma *g, const Term *t) {
  switch (t->kind) {
  case TERM_VAR: return reverse_var(chad, g, t);
  case TERM_LET: return reverse_let(chad, g, t);
  case TERM_OP: return reverse_op(chad, g, t);
  case TERM_UNIT: return reverse_unit(chad, g);
  case TERM_PAIR: return reverse_pair(chad, g, t);
  case TERM_FST: return reverse_fst(chad, g, t);
  case TERM_SND: return reverse_snd(chad, g, t);
  case TERM_LAM: return reverse_lam(chad, g, t);
  case TERM_APP: return reverse_app(chad, g, t);
  case TERM_MAP: return reverse_map(chad, g, t);
  case TERM_ZIPWITH: return reverse_zipwith(chad, g, t);
  case TERM_BUILD: return reverse_build(chad, g, t);
  case TERM_INDEX: return reverse_index(chad, g, t);
  case TERM_INL: return reverse_inl(chad, g, t);
  case TERM_INR: return reverse_inr(chad, g, t);
  case TERM_MATCH: return reverse_match(chad, g, t);
  case TERM_ITERATE: return reverse_iterate(chad, g, t);
  case TERM_WHILE: return reverse_while(chad, g, t);
  case TERM_FOLD: return reverse_fold(chad, g, t);
  case TERM_SCAN: return reverse_scan(chad, g, t);
  case TERM_TOTAL: return reverse_total(chad, g, t);
  case TERM_GATHER: return reverse_gather(chad, g, t);
  case TERM_SCATTER: return reverse_scatter(chad, g, t);
  case TERM_VBUILD: return reverse_vbuild(chad, g, t);
  case TERM_LENGTH: return reverse_length(chad, g, t);
  case TERM_FILTER: return reverse_filter(chad, g, t);
  case TERM_APPEND: return reverse_append(chad, g, t);
  case TERM_VSCATTER: return reverse_vscatter(chad, g, t);
  case TERM_LETREC: return reverse_letrec(chad, g, t);
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

Dual reverse_term(Chad *chad, const Gamma *gamma, TermId t) {
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  if (chad->nesting == 0) return chad_fail(chad, STATUS_LIMIT);
  const Term node = *term(chad->store, t); /* a copy: the table moves as it grows */
  chad->nesting--;
  Dual dual = reverse_rule(chad, gamma, &node);
  chad->nesting++;
  return dual;
}
