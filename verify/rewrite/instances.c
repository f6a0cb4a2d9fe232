#include "verify/rewrite/instances.h"

bool instance_here(Site *site) {
  if (site->place > 0) {
    site->place--;
    return false;
  }
  return site->found = true;
}

static bool here(Site *site) { return instance_here(site); }

static bool is_linear(const Site *site) { return !type_is_none(site->domain); }
static bool kid_is(const Site *site, int kid, TermKind kind) {
  return site->node.kid[kid].id != 0 && term(site->store, site->node.kid[kid])->kind == kind;
}
static TypeKind kind_of(const Site *site, TypeId type) { return type_kind(&site->store->types, type); }
static TermId kid_of(const Site *site, TermId t, int kid) { return term(site->store, t)->kid[kid]; }
static TermId lifted(const Site *site, TermId t) { return term_shift(site->store, t, 0, 1); }

/* The site's term with another child. */
static TermId with_kid(const Site *site, int kid, TermId image) {
  Term node = site->node;
  if (image.id == 0) return image;
  node.kid[kid] = image;
  return term_make(site->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

/* ------------------------------------------------------- CHAD Fig. 4 -- */

/* let x = t in s = s[t/x] */
static TermId let_beta(Site *site) {
  if (site->node.kind != TERM_LET || !here(site)) return TERM_NONE_ID;
  return term_subst(site->store, site->node.kid[1], 0, site->node.kid[0]);
}

/* t = ()  (t : 1), from left to right; and from () to another t : 1 at hand */
static TermId unit_eta(Site *site) {
  TypeKind kind = kind_of(site, site->type);
  if (kind != TYPE_UNIT && kind != TYPE_LUNIT) return TERM_NONE_ID;
  if (site->node.kind != TERM_UNIT) return here(site) ? term_unit(site->store) : TERM_NONE_ID;
  if (is_linear(site)) {
    if (!here(site)) return TERM_NONE_ID;
    bool own = type_equal(site->domain, site->type);
    return own ? term_lvar(site->store) : term_zero(site->store, site->type);
  }
  for (uint32_t i = 0; i < site->length; i++) {
    if (!type_equal(site->context[site->length - 1 - i], site->type)) continue;
    return here(site) ? term_var(site->store, i) : TERM_NONE_ID;
  }
  return TERM_NONE_ID;
}

/* fst (t, s) = t    snd (t, s) = s */
static TermId projection_beta(Site *site, TermKind projection) {
  if (site->node.kind != projection || !kid_is(site, 0, TERM_PAIR) || !here(site)) return TERM_NONE_ID;
  return kid_of(site, site->node.kid[0], projection == TERM_FST ? 0 : 1);
}

/* t = (fst t, snd t) */
static TermId pair_eta(Site *site) {
  TypeKind kind = kind_of(site, site->type);
  if ((kind != TYPE_PROD && kind != TYPE_LPROD) || !here(site)) return TERM_NONE_ID;
  return term_pair(site->store, term_fst(site->store, site->t), term_snd(site->store, site->t));
}

/* (\x. t) s = t[s/x] */
static TermId fun_beta(Site *site) {
  if (site->node.kind != TERM_APP || !kid_is(site, 0, TERM_LAM) || !here(site)) return TERM_NONE_ID;
  return term_subst(site->store, kid_of(site, site->node.kid[0], 0), 0, site->node.kid[1]);
}

/* case inl t of {inl x -> s; inr y -> r} = s[t/x], and of inr t = r[t/y] */
static TermId case_beta(Site *site) {
  bool left = kid_is(site, 0, TERM_INL);
  if (site->node.kind != TERM_MATCH || (!left && !kid_is(site, 0, TERM_INR)) || !here(site)) return TERM_NONE_ID;
  return term_subst(site->store, site->node.kid[left ? 1 : 2], 0, kid_of(site, site->node.kid[0], 0));
}

/* t = case t of {inl x -> inl x; inr y -> inr y}  (t : T + S) */
static TermId case_eta(Site *site) {
  Store *s = site->store;
  if (kind_of(site, site->type) != TYPE_SUM || !here(site)) return TERM_NONE_ID;
  TermId left = term_inl(s, site->type, term_var(s, 0)), right = term_inr(s, site->type, term_var(s, 0));
  return term_match(s, NAME_NONE, NAME_NONE, site->t, left, right);
}

/* unroll (roll t) = t */
static TermId roll_beta(Site *site) {
  if (site->node.kind != TERM_UNROLL || !kid_is(site, 0, TERM_ROLL) || !here(site)) return TERM_NONE_ID;
  return kid_of(site, site->node.kid[0], 0);
}

/* t = roll (unroll t)  (t : mu a. T) */
static TermId roll_eta(Site *site) {
  if (kind_of(site, site->type) != TYPE_MU || !here(site)) return TERM_NONE_ID;
  return term_roll(site->store, site->type, term_unroll(site->store, site->t));
}

/* letrec f = \x. s in t = let f = (letrec f = \x. s in \x. s) in t */
static TermId letrec_unfolded(Site *site) {
  Store *s = site->store;
  if (site->node.kind != TERM_LETREC || !here(site)) return TERM_NONE_ID;
  TypeId function = term_type_payload(&site->node);
  TermId once = term_lam(s, NAME_NONE, type_node(&s->types, function)->a, site->node.kid[0]);
  return term_let(s, site->node.name, term_letrec(s, site->node.name, function, site->node.kid[0], once),
                  site->node.kid[1]);
}

/* ------------------------------------ iteration and array combinators -- */

/* iterate k (x. t) s = iterate (k-1) (x. t) (let x = s in t), and s for k <= 0, k a literal */
static TermId iterate_step(Site *site) {
  Store *s = site->store;
  if (site->node.kind != TERM_ITERATE || !kid_is(site, 0, TERM_OP)) return TERM_NONE_ID;
  const OpNode *op = op_node(&s->ops, term_op_payload(term(s, site->node.kid[0])));
  int64_t k = op->integer;
  if (op->code != OP_INT || !here(site)) return TERM_NONE_ID;
  if (k <= 0) return site->node.kid[1];
  TermId step = let_in(site, site->node.kid[1], site->node.kid[2]);
  return term_iterate(s, NAME_NONE, integer(site, k - 1), site->node.kid[2], step);
}

/* while (x. b) (x. t) s = let x = s in if b then while (x. b) (x. t) t else x */
static TermId while_step(Site *site) {
  Store *s = site->store;
  if (site->node.kind != TERM_WHILE || !here(site)) return TERM_NONE_ID;
  TermId test = term_shift(s, site->node.kid[1], 1, 1), step = term_shift(s, site->node.kid[2], 1, 1);
  TermId rest = term_while(s, NAME_NONE, test, step, site->node.kid[2]);
  return let_in(site, site->node.kid[0], term_if(s, site->node.kid[1], rest, term_var(s, 0)));
}

/* Under z and `below` states, the last at 0: let x = z_i in t at that state. */
static TermId unrolled_step(const Site *site, uint32_t i, uint32_t below) {
  TermId t = term_shift(site->store, site->node.kid[2], 2, (int32_t)below);
  return let_in(site, term_index(site->store, integer(site, i), term_var(site->store, below)), t);
}

/* let z = as in let a_0 = s in let a_1 = t[a_0/a, z_0/x] in ... `last`, which is under z and a_0..a_n. */
static TermId unrolled(const Site *site, uint32_t n, TermId last) {
  for (uint32_t i = n; i-- > 0;) last = let_in(site, unrolled_step(site, i, i + 1), last);
  last = let_in(site, lifted(site, site->node.kid[0]), last);
  return let_in(site, site->node.kid[1], last);
}

static TermId fold_unrolled(Site *site) {
  if (site->node.kind != TERM_FOLD || length_of(site, 1) > UNROLL_MAX || !here(site)) return TERM_NONE_ID;
  return unrolled(site, length_of(site, 1), term_var(site->store, 0));
}

TermId instance_if_index(const Site *site, TermId t, TermId k, TermId a, TermId b) {
  Store *s = site->store;
  return term_if(s, term_op(s, op_make(&s->ops, &s->types, OP_IEQUAL, 0, 0), t, k), a, b);
}

static TermId scan_unrolled(Site *site) {
  Store *s = site->store;
  if (site->node.kind != TERM_SCAN || length_of(site, 1) > UNROLL_MAX || !here(site)) return TERM_NONE_ID;
  uint32_t n = length_of(site, 1);
  TermId entry = term_var(s, 1); /* a_n, under the index */
  for (uint32_t i = n; i-- > 0;)
    entry = instance_if_index(site, term_var(s, 0), integer(site, i), term_var(s, n - i + 1), entry);
  return unrolled(site, n, term_build(s, NAME_NONE, n + 1, entry));
}

TermId instance_zero(const Site *site, uint32_t n) {
  Store *s = site->store;
  OpId zero = op_make_constant(&s->ops, &s->types, n, constant_from_ratio(&s->constants, 0, 1));
  return term_op(s, zero, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId total_unrolled(Site *site) {
  Store *s = site->store;
  const TypeNode element = *type_node(&s->types, site->type);
  if (site->node.kind != TERM_TOTAL || element.kind != TYPE_REAL || length_of(site, 0) > UNROLL_MAX)
    return TERM_NONE_ID;
  if (!here(site)) return TERM_NONE_ID;
  uint32_t n = length_of(site, 0);
  OpId plus = op_make(&s->ops, &s->types, OP_ADD, element.n, 0);
  TermId sum = n == 0 ? instance_zero(site, element.n) : term_index(s, integer(site, 0), term_var(s, 0));
  for (uint32_t i = 1; i < n; i++) sum = term_op(s, plus, sum, term_index(s, integer(site, i), term_var(s, 0)));
  return let_in(site, site->node.kid[0], sum);
}

/* let ks = is in let z = as in body */
static TermId with_operands(const Site *site, TermId body) {
  return let_in(site, site->node.kid[0], let_in(site, lifted(site, site->node.kid[1]), body));
}

static TermId gather_built(Site *site) {
  Store *s = site->store;
  if (site->node.kind != TERM_GATHER || !here(site)) return TERM_NONE_ID;
  TermId at = term_index(s, term_var(s, 0), term_var(s, 2));
  if (length_of(site, 0) == TYPE_DYNAMIC) {
    TermId length = term_length(s, term_var(s, 1)), entry = term_index(s, at, term_var(s, 1));
    return with_operands(site, term_vbuild(s, NAME_NONE, length, entry));
  }
  return with_operands(site, term_build(s, NAME_NONE, length_of(site, 0), term_index(s, at, term_var(s, 1))));
}

static TermId scatter_built(Site *site) {
  Store *s = site->store;
  TypeId element = type_element(&s->types, site->type);
  const TypeNode node = *type_node(&s->types, element);
  if (site->node.kind != TERM_SCATTER || node.kind != TYPE_REAL || !here(site)) return TERM_NONE_ID;
  uint32_t n = type_node(&s->types, site->type)->n;
  TermId at = term_index(s, term_var(s, 0), term_var(s, 3)), value = term_index(s, term_var(s, 0), term_var(s, 2));
  TermId summand = instance_if_index(site, at, term_var(s, 1), value, instance_zero(site, node.n));
  TermId sum = term_total(s, element, term_build(s, NAME_NONE, length_of(site, 0), summand));
  return with_operands(site, term_build(s, NAME_NONE, n, sum));
}

/* t = \x. t x  (x fresh) */
static TermId fun_eta(Site *site) {
  const TypeNode *type = type_node(&site->store->types, site->type);
  TypeId argument = type->a;
  if ((type->kind != TYPE_FUN && type->kind != TYPE_POWER) || !here(site)) return TERM_NONE_ID;
  TermId body = term_app(site->store, lifted(site, site->t), term_var(site->store, 0));
  return term_lam(site->store, NAME_NONE, argument, body);
}

/* ------------------------------------------------------- CHAD Fig. 6 -- */

/* let v = t in s = s[t/v] */
static TermId letv_beta(Site *site) {
  if (site->node.kind != TERM_LETV || !here(site)) return TERM_NONE_ID;
  return term_subst_linear(site->store, site->node.kid[1], site->node.kid[0]);
}

/* case !t >< s of !x >< v -> r = r[t/x, s/v] */
static TermId copower_beta(Site *site) {
  if (site->node.kind != TERM_CASE || !kid_is(site, 0, TERM_COPOWER) || !here(site)) return TERM_NONE_ID;
  TermId t = kid_of(site, site->node.kid[0], 0), s = kid_of(site, site->node.kid[0], 1);
  TermId body = term_subst_linear(site->store, site->node.kid[1], lifted(site, s));
  return body.id == 0 ? body : term_subst(site->store, body, 0, t);
}

/* !y >< v, as it stands in the branch of a case. */
static TermId family(const Site *site) {
  return term_copower(site->store, term_var(site->store, 0), term_lvar(site->store));
}

/* The number of children that share the site's v; *kid is the last of them. */
static int linear_kids(const Site *site, int *kid) {
  const char *modes = term_info(site->node.kind)->modes;
  int count = 0;
  if (!is_linear(site)) return 0;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (site->node.kid[i].id == 0 || (modes[i] != 's' && modes[i] != 'l')) continue;
    count++;
    *kid = i;
  }
  return count;
}

/* Whether the site is r(s): one child s shares its v, and is under no binder.
 * Then r(v) is a linear term of its own, and r(s) = r(v)[s/v]. */
static bool is_context(const Site *site, int *kid) {
  return linear_kids(site, kid) == 1 && term_info(site->node.kind)->binders[*kid] == '0';
}

/* t[s/x] = case s of !y >< v -> t[!y >< v/x] */
static TermId copower_eta(Site *site) {
  Store *store = site->store;
  if (is_linear(site) && kind_of(site, site->type) == TYPE_COPOWER && here(site)) {
    return term_case(store, NAME_NONE, site->type, site->t, family(site));
  }
  int kid = 0;
  if (!site->found && is_context(site, &kid) && kind_of(site, site->kids[kid]) == TYPE_COPOWER && here(site)) {
    Site moved = *site;
    TermId frame = lifted(site, with_kid(site, kid, term_lvar(store)));
    if (frame.id == 0) return frame;
    moved.node = *term(store, frame);
    return term_case(store, NAME_NONE, site->type, site->node.kid[kid], with_kid(&moved, kid, family(site)));
  }
  if (site->found || site->node.kind != TERM_LLAM) return TERM_NONE_ID;
  TypeId domain = term_type_payload(&site->node), codomain = type_node(&store->types, site->type)->b;
  if (kind_of(site, domain) != TYPE_COPOWER || !here(site)) return TERM_NONE_ID;
  TermId body = lifted(site, site->node.kid[0]);
  if (body.id != 0) body = term_subst_linear(store, body, family(site));
  return term_llam(store, domain, term_case(store, NAME_NONE, codomain, term_lvar(store), body));
}

/* (\v. t) @ s = t[s/v] */
static TermId lfun_beta(Site *site) {
  if (site->node.kind != TERM_LAPP || !kid_is(site, 0, TERM_LLAM) || !here(site)) return TERM_NONE_ID;
  return term_subst_linear(site->store, kid_of(site, site->node.kid[0], 0), site->node.kid[1]);
}

/* t = \v. t @ v */
static TermId lfun_eta(Site *site) {
  const TypeNode *type = type_node(&site->store->types, site->type);
  TypeId domain = type->a;
  if (type->kind != TYPE_LFUN || !here(site)) return TERM_NONE_ID;
  return term_llam(site->store, domain, term_lapp(site->store, site->t, term_lvar(site->store)));
}

/* t + 0_ = t  (zero = 1)    0_ + t = t  (zero = 0) */
static TermId unit_law(Site *site, int zero) {
  if (!is_linear(site)) return TERM_NONE_ID;
  if (site->node.kind == TERM_PLUS && kid_is(site, zero, TERM_ZERO) && here(site)) return site->node.kid[1 - zero];
  if (site->found || !here(site)) return TERM_NONE_ID;
  TermId nothing = term_zero(site->store, site->type);
  return zero == 1 ? term_plus(site->store, site->t, nothing) : term_plus(site->store, nothing, site->t);
}

/* (t + s) + r = t + (s + r) */
static TermId plus_assoc(Site *site) {
  Store *store = site->store;
  if (site->node.kind != TERM_PLUS) return TERM_NONE_ID;
  TermId left = site->node.kid[0], right = site->node.kid[1];
  if (kid_is(site, 0, TERM_PLUS) && here(site)) {
    return term_plus(store, kid_of(site, left, 0), term_plus(store, kid_of(site, left, 1), right));
  }
  if (!site->found && kid_is(site, 1, TERM_PLUS) && here(site)) {
    TermId first = kid_of(site, right, 0), second = kid_of(site, right, 1);
    return term_plus(store, term_plus(store, left, first), second);
  }
  return TERM_NONE_ID;
}

/* t + s = s + t */
static TermId plus_comm(Site *site) {
  if (site->node.kind != TERM_PLUS || !here(site)) return TERM_NONE_ID;
  return term_plus(site->store, site->node.kid[1], site->node.kid[0]);
}

/* Whether the site's constructor, at v = 0_, is the site's term. */
static bool is_at_zero(const Site *site) {
  const char *modes = term_info(site->node.kind)->modes;
  int kid = 0, zeros = 0, count = linear_kids(site, &kid);
  if (!is_linear(site) || (count == 0 && site->node.kind != TERM_UNIT)) return false;
  for (int i = 0; i < TERM_KIDS; i++) zeros += (modes[i] == 's' || modes[i] == 'l') && kid_is(site, i, TERM_ZERO);
  return zeros == count;
}

/* t[0_/v] = 0_ */
static TermId linear_zero(Site *site) {
  Store *store = site->store;
  if (is_at_zero(site) && here(site)) return term_zero(store, site->type);
  if (site->found || site->node.kind != TERM_LLAM || !here(site)) return TERM_NONE_ID;
  TermId t = site->node.kid[0], nothing = term_zero(store, term_type_payload(&site->node));
  return with_kid(site, 0, term_plus(store, t, term_subst_linear(store, t, nothing)));
}

/* \v. t with v split in two summands. */
static TermId split_domain(const Site *site) {
  Store *store = site->store;
  TypeId domain = term_type_payload(&site->node);
  TypeNode type = *type_node(&store->types, domain);
  TermId t = site->node.kid[0], v = term_lvar(store);
  if (type.kind != TYPE_LPROD) {
    TermId first = term_letv(store, v, t), second = term_letv(store, term_zero(store, domain), t);
    return with_kid(site, 0, term_plus(store, first, second));
  }
  TermId first = term_pair(store, term_fst(store, v), term_zero(store, type.b));
  TermId second = term_pair(store, term_zero(store, type.a), term_snd(store, v));
  if (first.id == 0 || second.id == 0) return TERM_NONE_ID;
  TermId left = term_subst_linear(store, t, first), right = term_subst_linear(store, t, second);
  return with_kid(site, 0, term_plus(store, left, right));
}

/* t[s+r/v] = t[s/v] + t[r/v] */
static TermId linear_plus(Site *site) {
  int kid = 0;
  if (is_context(site, &kid) && kid_is(site, kid, TERM_PLUS) && here(site)) {
    TermId s = kid_of(site, site->node.kid[kid], 0), r = kid_of(site, site->node.kid[kid], 1);
    return term_plus(site->store, with_kid(site, kid, s), with_kid(site, kid, r));
  }
  if (site->found || site->node.kind != TERM_LLAM || !here(site)) return TERM_NONE_ID;
  return split_domain(site);
}

/* ------------------------------------------------------- which of them -- */

/* The equations on the constructor. */
static EquationSet of_constructor(TermKind kind) {
  switch (kind) {
  case TERM_LET: return EQUATION_BIT(EQUATION_LET_BETA);
  case TERM_FST: return EQUATION_BIT(EQUATION_FST_BETA);
  case TERM_SND: return EQUATION_BIT(EQUATION_SND_BETA);
  case TERM_APP: return EQUATION_BIT(EQUATION_FUN_BETA);
  case TERM_MATCH: return EQUATION_BIT(EQUATION_CASE_BETA);
  case TERM_UNROLL: return EQUATION_BIT(EQUATION_ROLL_BETA);
  case TERM_LETREC: return EQUATION_BIT(EQUATION_LETREC);
  case TERM_ITERATE: return EQUATION_BIT(EQUATION_ITERATE);
  case TERM_WHILE: return EQUATION_BIT(EQUATION_WHILE);
  case TERM_MAP: return EQUATION_BIT(EQUATION_MAP);
  case TERM_ZIPWITH: return EQUATION_BIT(EQUATION_ZIPWITH);
  case TERM_BUILD: return EQUATION_BIT(EQUATION_BUILD);
  case TERM_INDEX: return EQUATION_BIT(EQUATION_INDEX);
  case TERM_FOLD: return EQUATION_BIT(EQUATION_FOLD);
  case TERM_SCAN: return EQUATION_BIT(EQUATION_SCAN);
  case TERM_TOTAL: return EQUATION_BIT(EQUATION_TOTAL);
  case TERM_GATHER: return EQUATION_BIT(EQUATION_GATHER);
  case TERM_SCATTER: return EQUATION_BIT(EQUATION_SCATTER);
  case TERM_VBUILD: return EQUATION_BIT(EQUATION_VBUILD);
  case TERM_LENGTH: return EQUATION_BIT(EQUATION_LENGTH);
  case TERM_FILTER: return EQUATION_BIT(EQUATION_FILTER);
  case TERM_APPEND: return EQUATION_BIT(EQUATION_APPEND);
  case TERM_VSCATTER: return EQUATION_BIT(EQUATION_VSCATTER);
  case TERM_LETV: return EQUATION_BIT(EQUATION_LETV_BETA);
  case TERM_CASE: return EQUATION_BIT(EQUATION_COPOWER_BETA);
  case TERM_LAPP: return EQUATION_BIT(EQUATION_LFUN_BETA);
  case TERM_PLUS: return EQUATION_BIT(EQUATION_PLUS_ASSOC) | EQUATION_BIT(EQUATION_PLUS_COMM);
  case TERM_LLAM:
    return EQUATION_BIT(EQUATION_COPOWER_ETA) | EQUATION_BIT(EQUATION_LINEAR_ZERO) | EQUATION_BIT(EQUATION_LINEAR_PLUS);
  case TERM_NONE:
  case TERM_VAR:
  case TERM_OP:
  case TERM_UNIT:
  case TERM_PAIR:
  case TERM_LAM:
  case TERM_LVAR:
  case TERM_LOP:
  case TERM_COPOWER:
  case TERM_ZERO:
  case TERM_LSUM:
  case TERM_ONEHOT:
  case TERM_DMAP:
  case TERM_DMAPT:
  case TERM_INL:
  case TERM_INR:
  case TERM_ROLL:
  case TERM_BIGSUM:
  case TERM_LITER:
  case TERM_KIND_COUNT: break;
  }
  return 0;
}

/* The equations on all terms of the type. */
static EquationSet of_type(TypeKind kind) {
  switch (kind) {
  case TYPE_UNIT:
  case TYPE_LUNIT: return EQUATION_BIT(EQUATION_UNIT_ETA);
  case TYPE_PROD:
  case TYPE_LPROD: return EQUATION_BIT(EQUATION_PAIR_ETA);
  case TYPE_FUN:
  case TYPE_POWER: return EQUATION_BIT(EQUATION_FUN_ETA);
  case TYPE_LFUN: return EQUATION_BIT(EQUATION_LFUN_ETA);
  case TYPE_MU: return EQUATION_BIT(EQUATION_ROLL_ETA);
  case TYPE_SUM: return EQUATION_BIT(EQUATION_CASE_ETA);
  case TYPE_SELF:
  case TYPE_NONE:
  case TYPE_REAL:
  case TYPE_INT:
  case TYPE_ARRAY:
  case TYPE_VEC:
  case TYPE_LREAL:
  case TYPE_COPOWER:
  case TYPE_LARRAY: break;
  }
  return 0;
}

EquationSet instance_equations(const Site *site) {
  const EquationSet of_linear = EQUATION_BIT(EQUATION_PLUS_ZERO) | EQUATION_BIT(EQUATION_ZERO_PLUS) |
                                EQUATION_BIT(EQUATION_COPOWER_ETA) | EQUATION_BIT(EQUATION_LINEAR_ZERO) |
                                EQUATION_BIT(EQUATION_LINEAR_PLUS);
  return of_constructor(site->node.kind) | of_type(kind_of(site, site->type)) | (is_linear(site) ? of_linear : 0);
}

TermId instance_at(Site *site, EquationId equation) {
  switch (equation) {
  case EQUATION_LET_BETA: return let_beta(site);
  case EQUATION_UNIT_ETA: return unit_eta(site);
  case EQUATION_FST_BETA: return projection_beta(site, TERM_FST);
  case EQUATION_SND_BETA: return projection_beta(site, TERM_SND);
  case EQUATION_PAIR_ETA: return pair_eta(site);
  case EQUATION_FUN_BETA: return fun_beta(site);
  case EQUATION_CASE_BETA: return case_beta(site);
  case EQUATION_ROLL_BETA: return roll_beta(site);
  case EQUATION_ROLL_ETA: return roll_eta(site);
  case EQUATION_LETREC: return letrec_unfolded(site);
  case EQUATION_ITERATE: return iterate_step(site);
  case EQUATION_FOLD: return fold_unrolled(site);
  case EQUATION_SCAN: return scan_unrolled(site);
  case EQUATION_TOTAL: return total_unrolled(site);
  case EQUATION_GATHER: return gather_built(site);
  case EQUATION_SCATTER: return scatter_built(site);
  case EQUATION_VBUILD:
  case EQUATION_LENGTH:
  case EQUATION_FILTER:
  case EQUATION_APPEND:
  case EQUATION_VSCATTER:
  case EQUATION_MAP:
  case EQUATION_ZIPWITH:
  case EQUATION_BUILD:
  case EQUATION_INDEX: return instance_array(site, equation);
  case EQUATION_CASE_ETA: return case_eta(site);
  case EQUATION_WHILE: return while_step(site);
  case EQUATION_FUN_ETA: return fun_eta(site);
  case EQUATION_LETV_BETA: return letv_beta(site);
  case EQUATION_COPOWER_BETA: return copower_beta(site);
  case EQUATION_COPOWER_ETA: return copower_eta(site);
  case EQUATION_LFUN_BETA: return lfun_beta(site);
  case EQUATION_LFUN_ETA: return lfun_eta(site);
  case EQUATION_PLUS_ZERO: return unit_law(site, 1);
  case EQUATION_ZERO_PLUS: return unit_law(site, 0);
  case EQUATION_PLUS_ASSOC: return plus_assoc(site);
  case EQUATION_PLUS_COMM: return plus_comm(site);
  case EQUATION_LINEAR_ZERO: return linear_zero(site);
  case EQUATION_LINEAR_PLUS: return linear_plus(site);
  case EQUATION_COUNT: break;
  }
  return TERM_NONE_ID;
}
