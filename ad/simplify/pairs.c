/* Rules on pairs, projections and sums. */
#include "ad/simplify/rewriter.h"

/* p ⟨a,b⟩ ⇝ a or b. */
static TermId project_pair(Simplifier *s, const Term *t, TermKind projection) {
  if (t->kind != projection || kind_of(s, t->kid[0]) != TERM_PAIR) return TERM_NONE_ID;
  return term(s->store, t->kid[0])->kid[projection == TERM_FST ? 0 : 1];
}

/*   fst ⟨a,b⟩ ⇝ a */
TermId rule_pair_proj1(Simplifier *s, const Term *t) { return project_pair(s, t, TERM_FST); }

/*   snd ⟨a,b⟩ ⇝ b */
TermId rule_pair_proj2(Simplifier *s, const Term *t) { return project_pair(s, t, TERM_SND); }

/*   ⟨fst a, snd a⟩ ⇝ a */
TermId rule_pair_eta(Simplifier *s, const Term *t) {
  if (t->kind != TERM_PAIR) return TERM_NONE_ID;
  if (kind_of(s, t->kid[0]) != TERM_FST || kind_of(s, t->kid[1]) != TERM_SND) return TERM_NONE_ID;
  TermId a = term(s->store, t->kid[0])->kid[0], b = term(s->store, t->kid[1])->kid[0];
  return term_equal(s->store, a, b) ? a : TERM_NONE_ID;
}

/*   0_ + a ⇝ a */
TermId rule_plus_zero1(Simplifier *s, const Term *t) {
  return t->kind == TERM_PLUS && kind_of(s, t->kid[0]) == TERM_ZERO ? t->kid[1] : TERM_NONE_ID;
}

/*   a + 0_ ⇝ a */
TermId rule_plus_zero2(Simplifier *s, const Term *t) {
  return t->kind == TERM_PLUS && kind_of(s, t->kid[1]) == TERM_ZERO ? t->kid[0] : TERM_NONE_ID;
}

/*   ⟨a,b⟩ + ⟨c,d⟩ ⇝ ⟨a+c, b+d⟩ */
TermId rule_plus_pair(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_PLUS) return TERM_NONE_ID;
  const Term left = *term(store, t->kid[0]), right = *term(store, t->kid[1]);
  if (left.kind != TERM_PAIR || right.kind != TERM_PAIR) return TERM_NONE_ID;
  TermId first = term_plus(store, left.kid[0], right.kid[0]);
  return term_pair(store, first, term_plus(store, left.kid[1], right.kid[1]));
}

static TermId subst_projection(Simplifier *s, TermId t, TermKind projection) {
  TermId v = term_lvar(s->store);
  return term_subst_linear(s->store, t, projection == TERM_FST ? term_fst(s->store, v) : term_snd(s->store, v));
}

/*   (let x = e in a) + b ⇝ let x = e in a + b                             (x not free in b: b is shifted)
 *   (let v = e in a) + b ⇝ let v = ⟨e,v⟩ in a[fst v/v] + b[snd v/v] */
TermId rule_plus_let1(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_PLUS) return TERM_NONE_ID;
  const Term let = *term(store, t->kid[0]);
  if (let.kind == TERM_LET) {
    return term_let(store, let.name, let.kid[0], term_plus(store, let.kid[1], shift1(s, t->kid[1])));
  }
  if (let.kind != TERM_LETV) return TERM_NONE_ID;
  TermId a = subst_projection(s, let.kid[1], TERM_FST), b = subst_projection(s, t->kid[1], TERM_SND);
  return term_letv(store, term_pair(store, let.kid[0], term_lvar(store)), term_plus(store, a, b));
}

/*   a + (let x = e in b) ⇝ let x = e in a + b                             (x not free in a: a is shifted)
 *   a + (let v = e in b) ⇝ let v = ⟨v,e⟩ in a[fst v/v] + b[snd v/v] */
TermId rule_plus_let2(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_PLUS) return TERM_NONE_ID;
  const Term let = *term(store, t->kid[1]);
  if (let.kind == TERM_LET) {
    return term_let(store, let.name, let.kid[0], term_plus(store, shift1(s, t->kid[0]), let.kid[1]));
  }
  if (let.kind != TERM_LETV) return TERM_NONE_ID;
  TermId a = subst_projection(s, t->kid[0], TERM_FST), b = subst_projection(s, let.kid[1], TERM_SND);
  return term_letv(store, term_pair(store, term_lvar(store), let.kid[0]), term_plus(store, a, b));
}
