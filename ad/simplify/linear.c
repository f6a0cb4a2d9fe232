/* Rules of the linear target language that Table 1, on the concrete language,
 * has no need of. */
#include "ad/simplify/rewriter.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/tables/cases.h"

static bool is_projection(const Term *t) { return t->kind == TERM_FST || t->kind == TERM_SND; }

/* t[s/v] for t = p1 (p2 (... v)), with the projections of pairs of s taken; id 0
 * if t has another form. */
static TermId project_into(Store *store, TermId t, TermId s, uint32_t depth) {
  const Term node = *term(store, t);
  if (node.kind == TERM_LVAR) return s;
  if (depth == 0 || !is_projection(&node)) return TERM_NONE_ID;
  TermId inner = project_into(store, node.kid[0], s, depth - 1);
  if (inner.id == 0) return inner;
  const Term *pair = term(store, inner);
  if (pair->kind == TERM_PAIR) return pair->kid[node.kind == TERM_FST ? 0 : 1];
  return node.kind == TERM_FST ? term_fst(store, inner) : term_snd(store, inner);
}

/* As term_subst_linear, but a part of s that is projected from is not copied
 * beside the part that is wanted. */
static TermId subst_parts(Store *store, TermId t, TermId s, uint32_t binders, uint32_t depth) {
  Term node = *term(store, t);
  if (depth == 0) return TERM_NONE_ID;
  if (node.kind == TERM_LVAR || is_projection(&node)) {
    TermId part = project_into(store, t, s, SIMPLIFY_DEPTH);
    if (part.id != 0) return term_shift(store, part, 0, (int32_t)binders);
  }
  const TermInfo *info = term_info(node.kind);
  bool changed = false;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (node.kid[i].id == 0 || (info->modes[i] != 's' && info->modes[i] != 'l')) continue;
    TermId kid = subst_parts(store, node.kid[i], s, binders + (uint32_t)(info->binders[i] - '0'), depth - 1);
    if (kid.id == 0) return TERM_NONE_ID;
    changed = changed || kid.id != node.kid[i].id;
    node.kid[i] = kid;
  }
  if (!changed) return t;
  return term_make(store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

/*   let v = s in t ⇝ t[s/v]
 * when each leaf of the pairs that s is made of is cheap, or is used at most
 * once, by projecting, and where it is evaluated at most once. */
TermId rule_letv_inline(Simplifier *s, const Term *t) {
  if (t->kind != TERM_LETV || !usage_linear_once(s, t->kid[0], t->kid[1])) return TERM_NONE_ID;
  return subst_parts(s->store, t->kid[1], t->kid[0], 0, SIMPLIFY_DEPTH);
}

/* ----------------------------------------------------------- zeroLinear -- */

static bool is_zero(const Simplifier *s, TermId t) { return t.id != 0 && kind_of(s, t) == TERM_ZERO; }
static TypeId zero_type(const Simplifier *s, TermId t) { return term_type_payload(term(s->store, t)); }
static TermId zero(Simplifier *s, TypeId type) { return type_is_none(type) ? TERM_NONE_ID : term_zero(s->store, type); }

/* 0_ at the type of the whole node, which has no v in it. */
static TermId zero_of_node(Simplifier *s, const Term *t) {
  TermId whole = term_make(s->store, t->kind, t->payload, t->name, t->kid[0], t->kid[1], t->kid[2], t->kid[3]);
  return whole.id == 0 ? whole : zero(s, scope_linear_type(s, whole));
}

/* Component 0 or 1 of the type of 0_. */
static TermId zero_part(Simplifier *s, TermId t, int component) {
  const TypeNode *node = type_node(&s->store->types, zero_type(s, t));
  return zero(s, component == 0 ? node->a : node->b);
}

/* ⟨0_,0_⟩ ⇝ 0_ */
static TermId zero_pair(Simplifier *s, const Term *t) {
  if (!is_zero(s, t->kid[0]) || !is_zero(s, t->kid[1])) return TERM_NONE_ID;
  TypeId a = zero_type(s, t->kid[0]), b = zero_type(s, t->kid[1]);
  return zero(s, type_linear_prod(&s->store->types, a, b));
}

/* Every construction of the linear language sends 0_ to 0_. */
TermId rule_zero_linear(Simplifier *s, const Term *t) {
  TypeTable *types = &s->store->types;
  switch (t->kind) {
  /* fst 0_ ⇝ 0_   snd 0_ ⇝ 0_ */
  case TERM_FST: return is_zero(s, t->kid[0]) ? zero_part(s, t->kid[0], 0) : TERM_NONE_ID;
  case TERM_SND: return is_zero(s, t->kid[0]) ? zero_part(s, t->kid[0], 1) : TERM_NONE_ID;
  /* 0_ a ⇝ 0_   λx. 0_ ⇝ 0_ */
  case TERM_APP: return is_zero(s, t->kid[0]) ? zero_part(s, t->kid[0], 1) : TERM_NONE_ID;
  case TERM_LAM:
    if (!is_zero(s, t->kid[0])) return TERM_NONE_ID;
    return zero(s, type_power(types, term_type_payload(t), zero_type(s, t->kid[0])));
  case TERM_PAIR: return zero_pair(s, t);
  /* index i 0_ ⇝ 0_   onehot n i 0_ ⇝ 0_ */
  case TERM_INDEX: return is_zero(s, t->kid[1]) ? zero(s, type_element(types, zero_type(s, t->kid[1]))) : TERM_NONE_ID;
  case TERM_ONEHOT:
    if (!is_zero(s, t->kid[1])) return TERM_NONE_ID;
    return zero(s, type_linear_array(types, zero_type(s, t->kid[1]), t->payload));
  /* lop(t; 0_) ⇝ 0_ */
  case TERM_LOP:
    if (!is_zero(s, t->kid[3])) return TERM_NONE_ID;
    return zero(s, lop_node(&s->store->ops, term_lop_payload(t))->cdom);
  /* case 0_ of !y⊗v → s ⇝ 0_   case t of !y⊗v → 0_ ⇝ 0_ */
  case TERM_CASE: return is_zero(s, t->kid[0]) || is_zero(s, t->kid[1]) ? zero(s, term_type_payload(t)) : TERM_NONE_ID;
  /* t • 0_ ⇝ 0_   !t⊗0_ ⇝ 0_ */
  case TERM_LAPP:
  case TERM_COPOWER: return is_zero(s, t->kid[1]) ? zero_of_node(s, t) : TERM_NONE_ID;
  /* Dmap(x.t, s, v.r; 0_) ⇝ 0_ */
  case TERM_DMAP:
  case TERM_DMAPT: return is_zero(s, t->kid[3]) ? zero_of_node(s, t) : TERM_NONE_ID;
  case TERM_ANY_EXTENSION:
  case TERM_NONE:
  case TERM_VAR:
  case TERM_LET:
  case TERM_OP:
  case TERM_UNIT:
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_LITER:
  case TERM_BUILD: /* mapZero */
  case TERM_LVAR:
  case TERM_LETV: /* letvInline */
  case TERM_LLAM:
  case TERM_ZERO:
  case TERM_PLUS: /* plusZero1, plusZero2 */
  case TERM_LSUM: /* sumZero */
  case TERM_KIND_COUNT: return TERM_NONE_ID;
  }
  return TERM_NONE_ID;
}

/* ------------------------------------------------------------ lopUnfold -- */

/*   Dop(t1,t2; s) ⇝ let x = t1 in let y = t2 in let v = s in body,   and Dopᵗ alike */
TermId rule_lop_unfold(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_LOP) return TERM_NONE_ID;
  LopId lop = term_lop_payload(t);
  const LopNode node = *lop_node(&store->ops, lop);
  if (node.code != LOP_DERIVATIVE && node.code != LOP_TRANSPOSE) return TERM_NONE_ID;
  TermId body;
  if (lop_body(store, lop, &body) != STATUS_OK) return TERM_NONE_ID;
  TermId result = term_letv(store, term_shift(store, t->kid[3], 0, (int32_t)node.arity), body);
  for (uint32_t i = node.arity; i-- > 0;) {
    result = term_let(store, NAME_NONE, term_shift(store, t->kid[i], 0, (int32_t)i), result);
  }
  return result;
}
