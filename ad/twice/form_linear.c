/* The linear judgement: G; v:T_ |- t : S_ becomes G', v:T_' |- t' : S_'. */
#include "ad/twice/form.h"
#include "semantics/tables/cases.h"

/* A part that is the whole of an identifier. */
static Path whole(uint32_t level) { return (Path){NULL, PATH_ROOT, level}; }

/* t under one more Cartesian identifier of that type. */
static Status linear_under(Form *form, const Scope *scope, const Scope *v, TypeId type, TermId t, Formed *out) {
  Scope inner = {scope, type, form_open(form)};
  TRY(form_linear(form, &inner, v, t, out));
  form_close(form, 1);
  return STATUS_OK;
}

static Status linear_let(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed bound;
  TRY(form_cartesian(form, scope, t->kid[0], &bound));
  TRY(linear_under(form, scope, v, bound.type, t->kid[1], out));
  out->term = term_let(form->store, t->name, bound.term, out->term);
  return STATUS_OK;
}

/* A linear term under an identifier that takes the place of v. */
static Status linear_rebound(Form *form, const Scope *scope, TypeId type, TermId t, Formed *out) {
  Scope v = {NULL, type, form_open(form)};
  TRY(form_linear(form, scope, &v, t, out));
  form_close(form, 1);
  return STATUS_OK;
}

static Status linear_letv(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed bound;
  TRY(form_linear(form, scope, v, t->kid[0], &bound));
  TRY(linear_rebound(form, scope, bound.type, t->kid[1], out));
  out->term = term_let(form->store, NAME_NONE, bound.term, out->term);
  return STATUS_OK;
}

/* let x = t1' in let y = t2' in let v = s' in lop(x, y; v)' */
static Status linear_lop(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  LopId lop = term_lop_payload(t);
  const LopNode node = *lop_node(&form->store->ops, lop);
  Formed operand[OP_MAX_ARITY], argument;
  uint32_t level[OP_MAX_ARITY] = {0, 0};
  for (uint32_t i = 0; i < node.arity; i++) {
    TRY(form_cartesian(form, scope, t->kid[i], &operand[i]));
    level[i] = form_open(form);
  }
  TRY(form_linear(form, scope, v, t->kid[3], &argument));
  uint32_t seed = form_open(form);
  TRY(form_lop(form, lop, level, seed, &out->term));
  form_close(form, node.arity + 1);
  out->term = term_let(form->store, NAME_NONE, argument.term, out->term);
  for (uint32_t i = node.arity; i-- > 0;) out->term = term_let(form->store, NAME_NONE, operand[i].term, out->term);
  out->type = node.cdom;
  return STATUS_OK;
}

static Status linear_pair(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed a, b;
  TRY(form_linear(form, scope, v, t->kid[0], &a));
  TRY(form_linear(form, scope, v, t->kid[1], &b));
  *out = (Formed){term_pair(form->store, a.term, b.term), type_linear_prod(&form->store->types, a.type, b.type)};
  return STATUS_OK;
}

static Status linear_part(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed pair;
  TRY(form_linear(form, scope, v, t->kid[0], &pair));
  const TypeNode *node = type_node(&form->store->types, pair.type);
  bool first = t->kind == TERM_FST;
  if (node->kind != TYPE_LPROD) return STATUS_ILL_TYPED;
  *out =
      (Formed){first ? term_fst(form->store, pair.term) : term_snd(form->store, pair.term), first ? node->a : node->b};
  return STATUS_OK;
}

static Status linear_lam(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  TypeId domain = term_type_payload(t), source;
  TRY(form_type(form, domain, &source));
  TRY(linear_under(form, scope, v, domain, t->kid[0], out));
  *out =
      (Formed){term_lam(form->store, t->name, source, out->term), type_power(&form->store->types, domain, out->type)};
  return STATUS_OK;
}

static Status linear_app(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed power, key;
  TRY(form_linear(form, scope, v, t->kid[0], &power));
  TRY(form_cartesian(form, scope, t->kid[1], &key));
  const TypeNode *node = type_node(&form->store->types, power.type);
  if (node->kind != TYPE_POWER) return STATUS_ILL_TYPED;
  *out = (Formed){term_app(form->store, power.term, key.term), node->b};
  return STATUS_OK;
}

static Status linear_lapp(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed function, argument;
  TRY(form_cartesian(form, scope, t->kid[0], &function));
  TRY(form_linear(form, scope, v, t->kid[1], &argument));
  const TypeNode *node = type_node(&form->store->types, function.type);
  if (node->kind != TYPE_LFUN) return STATUS_ILL_TYPED;
  *out = (Formed){term_app(form->store, function.term, argument.term), node->b};
  return STATUS_OK;
}

/* let a = t' in let b = s' in a + b */
static Status linear_plus(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed first, second;
  TRY(form_linear(form, scope, v, t->kid[0], &first));
  Path a = whole(form_open(form));
  TRY(form_linear(form, scope, v, t->kid[1], &second));
  Path b = whole(form_open(form));
  TRY(form_plus(form, first.type, &a, &b, &out->term));
  form_close(form, 2);
  out->term = term_let(form->store, NAME_NONE, second.term, out->term);
  out->term = term_let(form->store, NAME_NONE, first.term, out->term);
  out->type = first.type;
  return STATUS_OK;
}

/* -------------------------------------------------------------- arrays -- */

static Status linear_build(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  TRY(linear_under(form, scope, v, type_int(&form->store->types), t->kid[0], out));
  *out = (Formed){term_build(form->store, t->name, t->payload, out->term),
                  type_linear_array(&form->store->types, out->type, t->payload)};
  return STATUS_OK;
}

static Status linear_index(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed index, array;
  TRY(form_cartesian(form, scope, t->kid[0], &index));
  TRY(form_linear(form, scope, v, t->kid[1], &array));
  *out = (Formed){term_index(form->store, index.term, array.term), type_element(&form->store->types, array.type)};
  return STATUS_OK;
}

/* let a = t' in sum over i of a ! i */
static Status linear_sum(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed array;
  TRY(form_linear(form, scope, v, t->kid[0], &array));
  uint32_t n = type_node(&form->store->types, array.type)->n;
  out->type = type_element(&form->store->types, array.type);
  Path a = whole(form_open(form)), at = {&a, PATH_INDEX, 0};
  TRY(form_sum(form, out->type, n, &at, &at, &out->term));
  form_close(form, 1);
  out->term = term_let(form->store, NAME_NONE, array.term, out->term);
  return STATUS_OK;
}

/* 1 if i = k, else 0: toReal (1 - imin(1, imax(i - k, k - i))) */
static TermId kronecker_delta(Form *form, uint32_t i, uint32_t k) {
  TermId above = form_op(form, OP_ISUB, 0, 0, form_var(form, i), form_var(form, k));
  TermId below = form_op(form, OP_ISUB, 0, 0, form_var(form, k), form_var(form, i));
  TermId distance = form_op(form, OP_IMAX, 0, 0, above, below);
  TermId least = form_op(form, OP_IMIN, 0, 0, form_int(form, 1), distance);
  return form_op(form, OP_TOREAL, 0, 0, form_op(form, OP_ISUB, 0, 0, form_int(form, 1), least), TERM_NONE_ID);
}

/* let i = i' in let a = t' in build n (k. let d = delta_ik in d a) */
static Status linear_onehot(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Store *s = form->store;
  Formed index, element;
  TRY(form_cartesian(form, scope, t->kid[0], &index));
  uint32_t i = form_open(form);
  TRY(form_linear(form, scope, v, t->kid[1], &element));
  Path a = whole(form_open(form));
  uint32_t k = form_open(form);
  TermId delta = kronecker_delta(form, i, k);
  uint32_t d = form_open(form);
  TRY(form_scaled(form, element.type, d, &a, &out->term));
  form_close(form, 4);
  out->term = term_build(s, NAME_NONE, t->payload, term_let(s, NAME_NONE, delta, out->term));
  out->term = term_let(s, NAME_NONE, index.term, term_let(s, NAME_NONE, element.term, out->term));
  out->type = type_linear_array(&s->types, element.type, t->payload);
  return STATUS_OK;
}

/* The array s' and the argument u', bound; the result is closed by close_map. */
typedef struct MapForm {
  Formed array, argument;
  uint32_t s, u;
} MapForm;

static Status open_map(Form *form, const Scope *scope, const Scope *v, const Term *t, MapForm *map) {
  TRY(form_cartesian(form, scope, t->kid[0], &map->array));
  map->s = form_open(form);
  TRY(form_linear(form, scope, v, t->kid[3], &map->argument));
  map->u = form_open(form);
  return STATUS_OK;
}

static TermId close_map(Form *form, const MapForm *map, TermId body) {
  Store *s = form->store;
  form_close(form, 2);
  return term_let(s, NAME_NONE, map->array.term, term_let(s, NAME_NONE, map->argument.term, body));
}

/* let x = s ! i in let v = bound in t', under i. */
static Status map_body(Form *form, const Scope *scope, const MapForm *map, const Term *t, uint32_t i, TypeId type,
                       TermId (*bound)(const Form *, const MapForm *, uint32_t r, uint32_t i), uint32_t r,
                       Formed *out) {
  Store *s = form->store;
  TermId element = term_index(s, form_var(form, i), form_var(form, map->s));
  Scope x = {scope, type_real(&s->types, 1), form_open(form)};
  TermId argument = bound(form, map, r, i);
  TRY(linear_rebound(form, &x, type, t->kid[1], out));
  form_close(form, 1);
  out->term = term_let(s, t->name, element, term_let(s, NAME_NONE, argument, out->term));
  return STATUS_OK;
}

static TermId state_and_row(const Form *form, const MapForm *map, uint32_t r, uint32_t i) {
  TermId row = term_index(form->store, form_var(form, i), form_var(form, r));
  return term_pair(form->store, form_var(form, map->u), row);
}

static TermId row_alone(const Form *form, const MapForm *map, uint32_t r, uint32_t i) {
  (void)r;
  return term_index(form->store, form_var(form, i), form_var(form, map->u));
}

/* let r = r'[u/v] in build n (i. let x = s ! i in let v = (u, r ! i) in t') */
static Status linear_dmap(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Store *s = form->store;
  MapForm map;
  Formed rows, body;
  TRY(open_map(form, scope, v, t, &map));
  Scope u = {NULL, map.argument.type, map.u};
  TRY(form_linear(form, scope, &u, t->kid[2], &rows));
  uint32_t r = form_open(form), i = form_open(form), n = type_node(&s->types, map.array.type)->n;
  TypeId pair = type_linear_prod(&s->types, map.argument.type, type_linear_real(&s->types, 1));
  TRY(map_body(form, scope, &map, t, i, pair, state_and_row, r, &body));
  form_close(form, 2);
  TermId built = term_build(s, NAME_NONE, n, body.term);
  *out = (Formed){close_map(form, &map, term_let(s, NAME_NONE, rows.term, built)), type_linear_real(&s->types, n)};
  return STATUS_OK;
}

/* let p = build n (i. let x = s ! i in let v = u ! i in t') in
 * let a = sum over i of fst (p ! i) in
 * let b = r'[build n (i. snd (p ! i))/v] in a + b */
static Status linear_dmapt(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Store *s = form->store;
  MapForm map;
  Formed body, rest;
  TermId states, sum;
  TRY(open_map(form, scope, v, t, &map));
  uint32_t i = form_open(form), n = type_node(&s->types, map.array.type)->n;
  TRY(map_body(form, scope, &map, t, i, type_linear_real(&s->types, 1), row_alone, 0, &body));
  form_close(form, 1);
  TypeId state = type_node(&s->types, body.type)->a;
  Path p = whole(form_open(form)), at = {&p, PATH_INDEX, 0}, part = {&at, PATH_FST, 0};
  TRY(form_sum(form, state, n, &at, &part, &states));
  Path a = whole(form_open(form));
  uint32_t k = form_open(form);
  TermId row = term_snd(s, term_index(s, form_var(form, k), form_var(form, p.level)));
  form_close(form, 1);
  TermId rows = term_build(s, NAME_NONE, n, row);
  TRY(linear_rebound(form, scope, type_linear_real(&s->types, n), t->kid[2], &rest));
  Path b = whole(form_open(form));
  TRY(form_plus(form, state, &a, &b, &sum));
  form_close(form, 3);
  sum = term_let(s, NAME_NONE, term_let(s, NAME_NONE, rows, rest.term), sum);
  sum = term_let(s, NAME_NONE, term_build(s, NAME_NONE, n, body.term), term_let(s, NAME_NONE, states, sum));
  *out = (Formed){close_map(form, &map, sum), state};
  return STATUS_OK;
}

static Status linear_rules(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  switch (t->kind) {
  /* v' = v */
  case TERM_LVAR:
    RULE(SF_LVAR);
    *out = (Formed){form_var(form, v->level), v->type};
    return STATUS_OK;
  /* (let x = t in s)' = let x = t' in s' */
  case TERM_LET: RULE(SF_LET); return linear_let(form, scope, v, t, out);
  /* (let v = t in s)' = let v = t' in s' */
  case TERM_LETV: RULE(SF_LETV); return linear_letv(form, scope, v, t, out);
  /* lop(t; s)' = let x = t' in let v = s' in lop(x; v)', see the elementary ones */
  case TERM_LOP: RULE(SF_LOP); return linear_lop(form, scope, v, t, out);
  /* ()' = () */
  case TERM_UNIT:
    RULE(SF_UNIT);
    *out = (Formed){term_unit(form->store), type_linear_unit(&form->store->types)};
    return STATUS_OK;
  /* (t, s)' = (t', s') */
  case TERM_PAIR: RULE(SF_PAIR); return linear_pair(form, scope, v, t, out);
  /* (fst t)' = fst t' */
  case TERM_FST: RULE(SF_FST); return linear_part(form, scope, v, t, out);
  /* (snd t)' = snd t' */
  case TERM_SND: RULE(SF_SND); return linear_part(form, scope, v, t, out);
  /* (\y. t)' = \y. t' */
  case TERM_LAM: RULE(SF_LAM); return linear_lam(form, scope, v, t, out);
  /* (t s)' = t' s' */
  case TERM_APP: RULE(SF_APP); return linear_app(form, scope, v, t, out);
  /* (t @ s)' = t' s' */
  case TERM_LAPP: RULE(SF_LAPP); return linear_lapp(form, scope, v, t, out);
  /* 0_' = 0 of the type */
  case TERM_ZERO:
    RULE(SF_ZERO);
    out->type = term_type_payload(t);
    return form_zero(form, out->type, &out->term);
  /* (t + s)' = let a = t' in let b = s' in a + b of the type */
  case TERM_PLUS: RULE(SF_PLUS); return linear_plus(form, scope, v, t, out);
  /* (build n (i. t))' = build n (i. t') */
  case TERM_BUILD: RULE(SF_BUILD); return linear_build(form, scope, v, t, out);
  /* (index i t)' = index i' t' */
  case TERM_INDEX: RULE(SF_INDEX); return linear_index(form, scope, v, t, out);
  /* (sum t)' = let a = t' in sum over i of a ! i, of the type */
  case TERM_LSUM: RULE(SF_LSUM); return linear_sum(form, scope, v, t, out);
  /* (onehot n i t)' = let a = t' in build n (k. delta_ik a) */
  case TERM_ONEHOT: RULE(SF_ONEHOT); return linear_onehot(form, scope, v, t, out);
  /* Dmap(x.t, s, v.r; u)' = build n (i. t'[s'!i/x, (u', r'[u']!i)/v]) */
  case TERM_DMAP: RULE(SF_DMAP); return linear_dmap(form, scope, v, t, out);
  /* Dmap^t(x.t, s, v.r; u)' = sum over i of fst p_i + r'[build n (i. snd p_i)], p_i = t'[s'!i/x, u'!i/v] */
  case TERM_DMAPT: RULE(SF_DMAPT); return linear_dmapt(form, scope, v, t, out);
  case TERM_COPOWER:
  case TERM_CASE:
    return STATUS_UNABLE; /* a list */
  /* (case r of {inl x -> t; inr y -> s})' = case r' of {inl x -> t'; inr y -> s'} */
  case TERM_MATCH: RULE(SF_MATCH); return form_linear_match(form, scope, v, t, out);
  /* (bigsum k (i. t))' = snd (iterate k ((i, w). (i + 1, w + t')) (0, 0)) */
  case TERM_BIGSUM: RULE(SF_BIGSUM); return form_linear_bigsum(form, scope, v, t, out);
  /* (liter k (i. t) s)' = snd (iterate k ((i, v). (i + 1, t')) (0, s')) */
  case TERM_LITER: RULE(SF_LITER); return form_linear_iterate(form, scope, v, t, out);
  case TERM_ANY_CARTESIAN: break;
  }
  return STATUS_ILL_TYPED;
}

Status form_linear(Form *form, const Scope *scope, const Scope *v, TermId t, Formed *out) {
  const Term node = *term(form->store, t); /* a copy: terms are made below */
  if (form->nesting == 0) return STATUS_LIMIT;
  form->nesting--;
  Status status = linear_rules(form, scope, v, &node, out);
  form->nesting++;
  return status;
}
