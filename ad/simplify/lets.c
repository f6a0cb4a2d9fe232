/* Rules on let, and on the linear let where they make sense there. */
#include "ad/simplify/rewriter.h"

#include <string.h>

#define NAME_ROOM 64

NameId name_prime(Simplifier *s, NameId x) {
  char buffer[NAME_ROOM];
  size_t length = strlen(name_text(s->store, x));
  if (length == 0 || length + 1 > sizeof buffer) return x;
  memcpy(buffer, name_text(s->store, x), length);
  buffer[length] = '\'';
  return name_make(s->store, buffer, length + 1);
}

/* Names for the halves of x: those of `let y = fst x in let y' = snd x in ...`,
 * when the body begins so. */
static void names_of_halves(const Simplifier *s, const Term *let, NameId *first, NameId *second) {
  *first = *second = let->name;
  const Term *body = term(s->store, let->kid[1]), *bound = term(s->store, body->kid[0]);
  if (body->kind != TERM_LET || bound->kind != TERM_FST) return;
  const Term *x = term(s->store, bound->kid[0]);
  if (x->kind != TERM_VAR || x->payload != 0) return;
  *first = body->name;
  body = term(s->store, body->kid[1]);
  bound = term(s->store, body->kid[0]);
  if (body->kind == TERM_LET && bound->kind == TERM_SND) *second = body->name;
}

/*   let x = ⟨a,b⟩ in e ⇝ let x1 = a in let x2 = b in e[⟨x1,x2⟩/x] */
TermId rule_let_pair_split(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_LET) return TERM_NONE_ID;
  const Term bound = *term(store, t->kid[0]);
  if (bound.kind != TERM_PAIR) return TERM_NONE_ID;
  TermId pair = term_pair(store, term_var(store, 1), term_var(store, 0));
  TermId body = term_replace(store, t->kid[1], 0, 2, pair);
  NameId first, second;
  names_of_halves(s, t, &first, &second);
  return term_let(store, first, bound.kid[0], term_let(store, second, shift1(s, bound.kid[1]), body));
}

/*   let x = a in e ⇝ e[a/x]
 * when a is cheap; or x occurs at most once, and a is an abstraction or x stands
 * where it is evaluated at most once.  Dropping an unused a drops its domain
 * too: meaning is kept where a has a value. */
TermId rule_let_inline(Simplifier *s, const Term *t) {
  if (t->kind != TERM_LET) return TERM_NONE_ID;
  if (!usage_is_cheap(s->store, t->kid[0])) {
    Usage usage = usage_of(s, t->kid[1], 0);
    if (usage.count > 1 || (usage.repeated && !usage_is_value(s->store, t->kid[0]))) return TERM_NONE_ID;
  }
  return term_subst(s->store, t->kid[1], 0, t->kid[0]);
}

/*   let f = λx.⟨a,b⟩ in e ⇝ let f1 = λx.a in let f2 = λx.b in e[λx.⟨f1 x, f2 x⟩/f] */
TermId rule_let_lam_pair_split(Simplifier *s, const Term *t) {
  Store *store = s->store;
  if (t->kind != TERM_LET) return TERM_NONE_ID;
  const Term lam = *term(store, t->kid[0]);
  if (lam.kind != TERM_LAM) return TERM_NONE_ID;
  const Term pair = *term(store, lam.kid[0]);
  if (pair.kind != TERM_PAIR) return TERM_NONE_ID;
  TypeId type = term_type_payload(&lam);
  TermId x = term_var(store, 0);
  TermId both = term_pair(store, term_app(store, term_var(store, 2), x), term_app(store, term_var(store, 1), x));
  TermId function = term_lam(store, lam.name, type, both);
  TermId body = term_replace(store, t->kid[1], 0, 2, function);
  TermId second = shift1(s, term_lam(store, lam.name, type, pair.kid[1]));
  body = term_let(store, name_prime(s, t->name), second, body);
  return term_let(store, t->name, term_lam(store, lam.name, type, pair.kid[0]), body);
}
