/* Rules on arrays and on copowers. */
#include "ad/simplify/rewriter.h"

/* ------------------------------------------------------- mapPairSplit -- */

/* The reads fst (index i ys) and snd (index i ys) of an array of pairs, ys being
 * a Cartesian identifier or v, become reads of two arrays. */
typedef struct Reads {
  bool linear;
  uint32_t index; /* of ys, when it is Cartesian */
  bool only;      /* no other use was seen */
} Reads;

static bool is_ys(const Store *store, TermId t, const Reads *reads, uint32_t binders) {
  const Term *node = term(store, t);
  if (reads->linear) return node->kind == TERM_LVAR;
  return node->kind == TERM_VAR && node->payload == reads->index + binders;
}

/* The two arrays that stand for ys: y1 and y2, in place of it, or fst v, snd v. */
static TermId part(Store *store, const Reads *reads, TermKind projection, uint32_t binders) {
  if (!reads->linear) return term_var(store, reads->index + binders + (projection == TERM_FST ? 1 : 0));
  TermId v = term_lvar(store);
  return projection == TERM_FST ? term_fst(store, v) : term_snd(store, v);
}

static bool is_read(const Store *store, const Term *t, const Reads *reads, uint32_t binders) {
  if (t->kind != TERM_FST && t->kind != TERM_SND) return false;
  const Term *index = term(store, t->kid[0]);
  return index->kind == TERM_INDEX && is_ys(store, index->kid[1], reads, binders);
}

static TermId split_reads(Store *store, TermId t, Reads *reads, uint32_t binders, uint32_t depth) {
  if (t.id == 0 || !reads->only) return t;
  if (depth == 0 || is_ys(store, t, reads, binders)) {
    reads->only = false;
    return t;
  }
  Term node = *term(store, t);
  if (is_read(store, &node, reads, binders)) {
    TermId i = split_reads(store, term(store, node.kid[0])->kid[0], reads, binders, depth - 1);
    return term_index(store, i, part(store, reads, node.kind, binders));
  }
  /* under one identifier more than before: y1 and y2 in place of ys */
  if (node.kind == TERM_VAR && !reads->linear && node.payload > reads->index + binders) {
    return term_var(store, node.payload + 1);
  }
  const TermInfo *info = term_info(node.kind);
  bool changed = false;
  for (int k = 0; k < TERM_KIDS; k++) {
    if (reads->linear && info->modes[k] != 's' && info->modes[k] != 'l') continue;
    TermId kid = split_reads(store, node.kid[k], reads, binders + (uint32_t)(info->binders[k] - '0'), depth - 1);
    changed = changed || kid.id != node.kid[k].id;
    node.kid[k] = kid;
  }
  if (!changed) return t;
  return term_make(store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

/* The array-making term `maker` with another body. */
static TermId with_body(Store *store, const Term *maker, TermId body) {
  if (maker->kind == TERM_BUILD) return term_build(store, maker->name, maker->payload, body);
  if (maker->kind == TERM_MAP) return term_map(store, maker->name, body, maker->kid[0]);
  return term_zipwith(store, maker->name, (NameId){maker->payload}, body, maker->kid[0], maker->kid[1]);
}

static TermId body_of(const Term *maker) {
  if (maker->kind == TERM_BUILD) return maker->kid[0];
  if (maker->kind == TERM_MAP) return maker->kid[1];
  return maker->kind == TERM_ZIPWITH ? maker->kid[2] : TERM_NONE_ID;
}

/* Replaces the arrays that a map or zipWith goes over by identifiers, so that
 * they are computed once; answers how many lets that takes. */
static uint32_t share_arrays(Store *store, Term *maker, TermId *arrays) {
  uint32_t count = maker->kind == TERM_MAP ? 1 : maker->kind == TERM_ZIPWITH ? 2 : 0;
  for (uint32_t k = 0; k < count; k++) {
    arrays[k] = term_shift(store, maker->kid[k], 0, (int32_t)k);
    maker->kid[k] = term_var(store, count - 1 - k);
  }
  uint32_t body = count; /* the body is the child after the arrays, under as many identifiers */
  maker->kid[body] = term_shift(store, maker->kid[body], count == 0 ? 1 : count, (int32_t)count);
  return count;
}

/*   let ys = map (x. ⟨b,c⟩) a in e ⇝ let a' = a in let y1 = map (x. b) a' in let y2 = map (x. c) a' in e
 * where e has ys only as fst (index i ys), now index i y1, and snd (index i ys);
 * zipWith and build alike. */
static TermId split_let(Simplifier *s, const Term *t) {
  Store *store = s->store;
  Term maker = *term(store, t->kid[0]);
  TermId body = body_of(&maker), arrays[2] = {{0}};
  if (body.id == 0 || kind_of(s, body) != TERM_PAIR) return TERM_NONE_ID;
  Reads reads = {.linear = false, .index = 0, .only = true};
  TermId rest = split_reads(store, t->kid[1], &reads, 0, SIMPLIFY_DEPTH);
  if (!reads.only) return TERM_NONE_ID;
  uint32_t shared = share_arrays(store, &maker, arrays);
  const Term pair = *term(store, body_of(&maker));
  TermId first = with_body(store, &maker, pair.kid[0]), second = shift1(s, with_body(store, &maker, pair.kid[1]));
  rest = term_shift(store, rest, 2, (int32_t)shared);
  TermId result = term_let(store, t->name, first, term_let(store, name_prime(s, t->name), second, rest));
  while (shared-- > 0) result = term_let(store, NAME_NONE, arrays[shared], result);
  return result;
}

/*   let v = build n (i. ⟨b,c⟩) in e ⇝ let v = ⟨build n (i.b), build n (i.c)⟩ in e
 * where e has v only as fst (index i v), now index i (fst v), and snd (index i v) */
static TermId split_letv(Simplifier *s, const Term *t) {
  Store *store = s->store;
  const Term build = *term(store, t->kid[0]);
  if (build.kind != TERM_BUILD || kind_of(s, build.kid[0]) != TERM_PAIR) return TERM_NONE_ID;
  Reads reads = {.linear = true, .only = true};
  TermId rest = split_reads(store, t->kid[1], &reads, 0, SIMPLIFY_DEPTH);
  if (!reads.only) return TERM_NONE_ID;
  const Term pair = *term(store, build.kid[0]);
  TermId first = with_body(store, &build, pair.kid[0]), second = with_body(store, &build, pair.kid[1]);
  return term_letv(store, term_pair(store, first, second), rest);
}

TermId rule_map_pair_split(Simplifier *s, const Term *t) {
  if (t->kind == TERM_LET) return split_let(s, t);
  return t->kind == TERM_LETV ? split_letv(s, t) : TERM_NONE_ID;
}

/* ------------------------------------------------------------- the rest -- */

/*   build n (i. 0_) ⇝ 0_ */
TermId rule_map_zero(Simplifier *s, const Term *t) {
  if (t->kind != TERM_BUILD || kind_of(s, t->kid[0]) != TERM_ZERO) return TERM_NONE_ID;
  TypeId element = term_type_payload(term(s->store, t->kid[0]));
  return term_zero(s->store, type_linear_array(&s->store->types, element, t->payload));
}

/*   sum 0_ ⇝ 0_ */
TermId rule_sum_zero(Simplifier *s, const Term *t) {
  if (t->kind != TERM_LSUM || kind_of(s, t->kid[0]) != TERM_ZERO) return TERM_NONE_ID;
  TypeId array = term_type_payload(term(s->store, t->kid[0]));
  return term_zero(s->store, type_element(&s->store->types, array));
}
