/* ->D and <-D of data.
 *
 * A value of mu a. T is a tree of nodes, so CHAD's exponentials give its (co)tangents
 * as they give those of a vector: for each node one of T[1/a], whose parts at a are
 * those of other nodes.  A node is named by the path to it, a list of the places at
 * which a stands in T: () is the root, and (j, p) node p of the part at place j.  A node
 * that a value has not has (co)tangent 0, or one that nothing looks at, so that no
 * zero needs a value's form. */
#include "ad/chad/transform.h"
#include "semantics/tables/rules.h"

/* mu a. T, and where the term is built. */
typedef struct Data {
  Chad *chad;
  TypeId mu, body;
  TypeId node;    /* D(T[1/a])2 */
  uint32_t slots; /* r */
} Data;

/* How often a stands in T, which has it under sums and products alone (types.c). */
static uint32_t count_slots(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  if (node->free == 0) return 0;
  if (node->kind == TYPE_SELF) return 1;
  return count_slots(types, node->a) + count_slots(types, node->b);
}

static Data data_of(Chad *chad, TypeId mu) {
  const TypeTable *types = &chad->store->types;
  Data data = {.chad = chad, .mu = mu, .body = type_node(types, mu)->a};
  data.node = type_node(types, chad_type2(chad, mu))->b;
  if (chad->status == STATUS_OK) data.slots = count_slots(types, data.body);
  return data;
}

/* ------------------------------------------------------------------- paths -- */

static TermId whole(const Data *data, uint32_t value) {
  Store *s = data->chad->store;
  return term_op(s, op_make_int(&s->ops, &s->types, value), TERM_NONE_ID, TERM_NONE_ID);
}

static TypeId path_type(const Data *data) { return chad_path_type(&data->chad->store->types); }

static TermId path_root(const Data *data) {
  Store *s = data->chad->store;
  TypeId steps = type_unroll(&s->types, path_type(data));
  return term_roll(s, path_type(data), term_inl(s, steps, term_unit(s)));
}

/* (j, p), p the innermost identifier */
static TermId path_below(const Data *data, uint32_t j) {
  Store *s = data->chad->store;
  TypeId steps = type_unroll(&s->types, path_type(data));
  return term_roll(s, path_type(data), term_inr(s, steps, term_pair(s, whole(data, j), term_var(s, 0))));
}

/* p, the innermost identifier being (j, p) */
static TermId path_above(const Data *data) { return term_snd(data->chad->store, term_var(data->chad->store, 0)); }

/* if i == j then t else s, the innermost identifier being (i, p); of one place there is no question. */
static TermId if_place(const Data *data, uint32_t j, TermId t, TermId s) {
  Store *store = data->chad->store;
  if (data->slots == 1) return t;
  OpId equal = op_make(&store->ops, &store->types, OP_IEQUAL, 0, 0);
  TermId place = term_fst(store, term_var(store, 0));
  return term_if(store, term_op(store, equal, place, whole(data, j)), t, s);
}

/* case p of { () -> t; (j, p) -> s }; where a does not stand there is no other node. */
static TermId if_root(const Data *data, TermId t, TermId s) {
  Store *store = data->chad->store;
  if (data->slots == 0) return t;
  return term_match(store, name_make(store, "u", 1), name_make(store, "p", 1), term_unroll(store, term_var(store, 0)),
                    t, s);
}

/* ------------------------------------------------------------------- nodes -- */

/* N(t) : D(T[1/a])2, for t : D(T[mu a. T/a])2: 0_ at each a. */
static TermId node_of(const Data *data, TypeId type, TermId t) {
  Store *s = data->chad->store;
  const TypeNode node = *type_node(&s->types, type);
  if (node.free == 0) return t;
  if (node.kind == TYPE_SELF) return term_zero(s, type_linear_unit(&s->types));
  return term_pair(s, node_of(data, node.a, term_fst(s, t)), node_of(data, node.b, term_snd(s, t)));
}

/* The part of t : D(T[mu a. T/a])2 at place j. */
static TermId slot_of(const Data *data, TypeId type, uint32_t j, TermId t) {
  Store *s = data->chad->store;
  const TypeNode node = *type_node(&s->types, type);
  if (node.kind == TYPE_SELF) return t;
  uint32_t left = count_slots(&s->types, node.a);
  if (j < left) return slot_of(data, node.a, j, term_fst(s, t));
  return slot_of(data, node.b, j - left, term_snd(s, t));
}

typedef TermId Slot(const Data *data, uint32_t j);

/* W(t; slot) : D(T[mu a. T/a])2, from the node t and its places, numbered from j on.  An absent t is 0_. */
static TermId with_slots(const Data *data, TypeId type, TermId t, Slot *slot, uint32_t j) {
  Store *s = data->chad->store;
  const TypeNode node = *type_node(&s->types, type);
  if (node.kind == TYPE_SELF) return slot(data, j);
  if (node.free == 0) return t.id != 0 ? t : term_zero(s, chad_type2(data->chad, type));
  TermId first = t.id == 0 ? t : term_fst(s, t), second = t.id == 0 ? t : term_snd(s, t);
  TermId left = with_slots(data, node.a, first, slot, j);
  return term_pair(s, left, with_slots(data, node.b, second, slot, j + count_slots(&s->types, node.a)));
}

static TermId slot_zero(const Data *data, uint32_t j) {
  (void)j;
  return term_zero(data->chad->store, chad_type2(data->chad, data->mu));
}

/* ------------------------------------------------------------------- rules -- */

static NameId path_name(const Data *data) { return name_make(data->chad->store, "p", 1); }

/* λp. v (j, p) */
static TermId slot_forward(const Data *data, uint32_t j) {
  Store *s = data->chad->store;
  TermId t = term_app(s, data->chad->v, path_below(data, j));
  return term_lam(s, path_name(data), path_type(data), t);
}

/* if i == j then !p ⊗ v else 0_, under (i, p) */
static TermId slot_reverse(const Data *data, uint32_t j) {
  TermId t = term_copower(data->chad->store, path_above(data), data->chad->v);
  return if_place(data, j, t, slot_zero(data, j));
}

/*   let v = u' • v in λp. case p of { () -> N(v); (j, p) -> v_j p } */
static TermId roll_forward(const Data *data, TermId applied) {
  Store *s = data->chad->store;
  TermId below = term_zero(s, data->node);
  for (uint32_t j = data->slots; j-- > 0;) {
    TermId part = term_app(s, slot_of(data, data->body, j, data->chad->v), path_above(data));
    below = if_place(data, j, part, below);
  }
  TermId body = if_root(data, node_of(data, data->body, data->chad->v), below);
  return term_letv(s, applied, term_lam(s, path_name(data), path_type(data), body));
}

/*   case v of !p ⊗ v -> case p of { () -> W(v; 0_); (i, p) -> W(0_; if i == j then !p ⊗ v else 0_) } */
static TermId roll_reverse(const Data *data, TypeId unrolled) {
  Store *s = data->chad->store;
  TermId root = with_slots(data, data->body, data->chad->v, slot_zero, 0);
  TermId below = with_slots(data, data->body, TERM_NONE_ID, slot_reverse, 0);
  return term_case(s, path_name(data), chad_type2(data->chad, unrolled), data->chad->v, if_root(data, root, below));
}

/*   let v = u' • v in W(v (); λp. v (j, p)) */
static TermId unroll_forward(const Data *data, TermId applied) {
  TermId root = term_app(data->chad->store, data->chad->v, path_root(data));
  return term_letv(data->chad->store, applied, with_slots(data, data->body, root, slot_forward, 0));
}

/*   !() ⊗ N(v) + case v_j of !p ⊗ v -> !(j, p) ⊗ v, summed over j */
static TermId unroll_reverse(const Data *data) {
  Store *s = data->chad->store;
  TermId sum = term_copower(s, path_root(data), node_of(data, data->body, data->chad->v));
  for (uint32_t j = 0; j < data->slots; j++) {
    TermId below = term_copower(s, path_below(data, j), data->chad->v);
    TermId part = slot_of(data, data->body, j, data->chad->v);
    sum = term_plus(s, sum, term_case(s, path_name(data), chad_type2(data->chad, data->mu), part, below));
  }
  return sum;
}

/*   D(roll t) = let ⟨u,u'⟩ = D(t) in ⟨roll u, λ_v. ..⟩ */
static Dual derive_roll(Chad *chad, const Gamma *gamma, Dual inner, TypeId mu) {
  Store *s = chad->store;
  bool forward = chad->mode == CHAD_FORWARD;
  const Data data = data_of(chad, mu);
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  TermId linear;
  if (forward) {
    RULE(FWD_ROLL);
    linear = roll_forward(&data, chad_linear_of(chad, chad->v));
  } else {
    RULE(REV_ROLL);
    linear = chad_linear_of(chad, roll_reverse(&data, inner.type));
  }
  return chad_conclude(chad, gamma, inner, term_roll(s, chad_type1(chad, mu), chad_primal_of(chad)), linear, mu);
}

/*   D(unroll t) = let ⟨u,u'⟩ = D(t) in ⟨unroll u, λ_v. ..⟩ */
static Dual derive_unroll(Chad *chad, const Gamma *gamma, Dual inner) {
  Store *s = chad->store;
  const Data data = data_of(chad, inner.type);
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  TermId linear;
  if (chad->mode == CHAD_FORWARD) {
    RULE(FWD_UNROLL);
    linear = unroll_forward(&data, chad_linear_of(chad, chad->v));
  } else {
    RULE(REV_UNROLL);
    linear = chad_linear_of(chad, unroll_reverse(&data));
  }
  TypeId unrolled = type_unroll(&s->types, inner.type);
  return chad_conclude(chad, gamma, inner, term_unroll(s, chad_primal_of(chad)), linear, unrolled);
}

Dual chad_roll(Chad *chad, const Gamma *gamma, const Term *t) {
  Dual inner = chad_term(chad, gamma, t->kid[0]);
  if (chad->status != STATUS_OK) return chad_fail(chad, chad->status);
  TypeId mu = t->kind == TERM_ROLL ? term_type_payload(t) : inner.type;
  if (type_kind(&chad->store->types, mu) != TYPE_MU) return chad_fail(chad, STATUS_ILL_TYPED);
  return t->kind == TERM_ROLL ? derive_roll(chad, gamma, inner, mu) : derive_unroll(chad, gamma, inner);
}
