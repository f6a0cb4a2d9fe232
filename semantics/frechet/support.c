/* What keeps supports finite over infinite index sets: relations by a rule, and functions that are 0 at 0. */
#include <stdio.h> /* before gmp.h */

#include "semantics/frechet/terms.h"

#define FIRST 16u
#define TRIED ((uint64_t)1 << 22) /* assignments of a rule's variables */

/* The sets of which an index set is the product, with the places of a rule in them. */
typedef struct Places {
  const HilIndexNode *set[HIL_RULE_PLACES];
  uint32_t count;
} Places;

static Status places_of(const HilSpaces *spaces, HilIndex x, Places *out) {
  const HilIndexNode *node = hil_index(spaces, x);
  if (node->kind == HIL_INDEX_TIMES) {
    Status status = places_of(spaces, node->a, out);
    return status != STATUS_OK ? status : places_of(spaces, node->b, out);
  }
  if (node->kind == HIL_INDEX_PLUS || out->count == HIL_RULE_PLACES) return STATUS_ILL_TYPED;
  out->set[out->count++] = node;
  return STATUS_OK;
}

/* One side of a pair: whether it is in the index set, whether beyond a bound, and its number from 0. */
typedef struct Place {
  bool in, beyond;
  uint64_t number;
} Place;

static int64_t value(const HilSum *sum, uint32_t variables, const uint32_t *at) {
  int64_t out = sum->constant;
  for (uint32_t v = 0; v < variables; v++) out += (int64_t)sum->times[v] * at[v];
  return out;
}

static Place place(const Places *places, const HilSum *sums, uint32_t variables, const uint32_t *at) {
  Place out = {.in = true};
  for (uint32_t i = 0; i < places->count; i++) {
    int64_t one = value(&sums[i], variables, at);
    bool within = one <= (int64_t)places->set[i]->size, endless = places->set[i]->kind == HIL_INDEX_NATURALS;
    out.in = out.in && one >= 1 && (within || endless);
    out.beyond = out.beyond || !within;
    out.number = out.number * places->set[i]->size + (uint64_t)(within && one >= 1 ? one - 1 : 0);
  }
  return out;
}

/* The most that a variable may be where x is within its bounds and y in its index set, if `bounded` is 0; where y is
 * within its own and x in its index set, if it is 1; UINT64_MAX where there is no most. */
static uint64_t most(const HilRule *rule, const Places sides[2], uint32_t bounded, uint32_t variable) {
  uint64_t out = UINT64_MAX;
  for (uint32_t side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < sides[side].count; i++) {
      const HilSum *sum = &rule->sums[side][i];
      int64_t room = (int64_t)sides[side].set[i]->size - sum->constant;
      if (sum->times[variable] == 0) continue;
      if (side != bounded && sides[side].set[i]->kind == HIL_INDEX_NATURALS) continue;
      uint64_t here = room < 0 ? 0 : (uint64_t)room / sum->times[variable];
      out = here < out ? here : out;
    }
  }
  return out;
}

/* Goes on to the next assignment, each from 1 to its most; false behind the last. */
static bool next(uint32_t variables, const uint64_t *most_of, uint32_t *at) {
  for (uint32_t v = 0; v < variables; v++) {
    if (at[v] < most_of[v]) return at[v]++, true;
    at[v] = 1;
  }
  return false;
}

bool hil_relation_add(HilTerms *terms, HilRelation *relation, HilPair pair) {
  if (relation->capacity == 0) {
    relation->pairs = arena_array(terms->arena, FIRST, sizeof *relation->pairs);
    relation->capacity = FIRST;
  }
  HilPair *pairs = relation->pairs == NULL ? NULL
                                           : hil_grown(terms->arena, relation->pairs, relation->count,
                                                       &relation->capacity, 1, sizeof *pairs);
  if (pairs == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return false;
  }
  relation->pairs = pairs;
  pairs[relation->count++] = pair;
  return true;
}

/* All pairs whose x is within its bounds. */
static Status pairs_within(HilTerms *terms, const HilRule *rule, const Places sides[2], const uint64_t *most_of,
                           HilRelation *out) {
  uint32_t at[HIL_RULE_VARIABLES];
  for (uint32_t v = 0; v < rule->variables; v++) at[v] = 1;
  do {
    Place x = place(&sides[0], rule->sums[0], rule->variables, at);
    Place y = place(&sides[1], rule->sums[1], rule->variables, at);
    if (!x.in || !y.in || x.beyond) continue;
    out->dropped = out->dropped || y.beyond;
    if (out->dropped) return STATUS_LIMIT;
    if (!hil_relation_add(terms, out, (HilPair){(uint32_t)x.number, (uint32_t)y.number})) return STATUS_LIMIT;
  } while (next(rule->variables, most_of, at));
  return STATUS_OK;
}

Status hil_relation(HilTerms *terms, HilIndex x, HilIndex y, const HilRule *rule, HilRelation *out) {
  Places sides[2] = {{.count = 0}, {.count = 0}};
  Status status = places_of(&terms->spaces, x, &sides[0]);
  if (status == STATUS_OK) status = places_of(&terms->spaces, y, &sides[1]);
  if (status != STATUS_OK) return status;
  if (sides[0].count != rule->places[0] || sides[1].count != rule->places[1]) return STATUS_ILL_TYPED;
  uint64_t most_of[HIL_RULE_VARIABLES], tried = 1;
  for (uint32_t v = 0; v < rule->variables; v++) {
    most_of[v] = most(rule, sides, 0, v);
    if (most_of[v] == UINT64_MAX || most(rule, sides, 1, v) == UINT64_MAX) return STATUS_UNABLE;
  }
  for (uint32_t v = 0; v < rule->variables; v++) {
    if (most_of[v] == 0) return STATUS_OK;
    if (most_of[v] > TRIED / tried) return STATUS_LIMIT;
    tried *= most_of[v];
  }
  return pairs_within(terms, rule, sides, most_of, out);
}

/* ------------------------------------------------------------------- at 0 -- */

static bool primitive_keeps_zero(const Store *store, const HilFun *f) {
  if (f->op == OP_POW) return mpq_sgn(constant_get(&store->constants, f->constant)->exact[0]) > 0;
  return f->op == OP_SIN || f->op == OP_TAN || f->op == OP_TANH || f->op == OP_ABS || f->op == OP_SIGN;
}

/* Of a function, from what is known of its parts. */
static bool keeps_zero(const HilTerms *terms, const Store *store, const HilFun *f, const bool *parts) {
  bool all = true;
  switch (f->kind) {
  case HILFUN_COMP: return parts[f->a.id] && parts[f->b.id];
  case HILFUN_PAR:
    for (uint32_t x = 0; x < f->n; x++) all = all && parts[hil_fun_member(terms, f, x).id];
    return all;
  case HILFUN_MAP: return parts[f->a.id];
  case HILFUN_LINEAR:
  case HILFUN_BILINEAR: return true;
  case HILFUN_CONST: return f->w->kind == HIL_ZERO;
  case HILFUN_PRIM: return primitive_keeps_zero(store, f);
  case HILFUN_IF: return parts[f->b.id] && parts[f->c.id];
  case HILFUN_GIVEN:
  case HILFUN_KIND_COUNT: return false;
  }
  return false;
}

bool hil_fun_keeps_zero(const HilTerms *terms, const Store *store, HilFunId f) {
  ArenaMark mark = arena_mark(terms->arena);
  bool *known = arena_array(terms->arena, (size_t)f.id + 1, sizeof *known);
  for (uint32_t i = 0; known != NULL && i <= f.id; i++)
    known[i] = i != 0 && keeps_zero(terms, store, &terms->functions[i], known);
  bool keeps = known != NULL && known[f.id];
  arena_release(terms->arena, mark);
  return keeps;
}
