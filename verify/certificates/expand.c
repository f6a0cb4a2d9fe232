/* A sum is 0 or t + rest, its monomials ascending; a term t is c m of an integer c that is
 * not 0; a monomial m is 1 or v m' of an input v, inputs ascending.  Each function below
 * answers an equation whose right side has that form, and writes the steps that prove it. */
#include "verify/certificates/expand.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS (4u * EXPAND_MOST_NODES)
#define FEW_SLOTS 1024u /* most programs are small, and these stay near */
#define MOST_DEPTH 4000u

bool expansion_init(Expansion *e) {
  *e = (Expansion){0};
  e->code = malloc(EXPAND_MOST_NODES * sizeof *e->code);
  e->number = malloc(EXPAND_MOST_NUMBERS * sizeof *e->number);
  e->step = malloc(EXPAND_MOST_STEPS * sizeof *e->step);
  e->sum = malloc(EXPAND_MOST_NODES * sizeof *e->sum);
  e->slot = calloc(SLOTS, sizeof *e->slot);
  if (e->code != NULL && e->number != NULL && e->step != NULL && e->sum != NULL && e->slot != NULL) return true;
  expansion_free(e);
  return false;
}

void expansion_free(Expansion *e) {
  free(e->code);
  free(e->number);
  free(e->step);
  free(e->sum);
  free(e->slot);
  *e = (Expansion){0};
}

static uint32_t slot_of(const Expansion *e, StraightCode code, uint32_t a, uint32_t b) {
  uint64_t hash = (((uint64_t)a << 32 | b) ^ (uint64_t)code << 60) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 40) & (e->slots - 1);
}

void expansion_begin(Expansion *e) {
  e->slots = FEW_SLOTS;
  memset(e->slot, 0, e->slots * sizeof *e->slot);
  e->nodes = e->constants = e->steps = e->given = e->depth = e->cancels = e->zero = e->one = 0;
  e->full = false;
}

void expansion_given(Expansion *e, uint32_t nodes) {
  for (e->nodes = 0; e->nodes < nodes; e->nodes++) e->sum[e->nodes] = (Equality){e->nodes, e->nodes, EXPAND_NO_STEP};
}

uint32_t expansion_number(Expansion *e, int64_t number) {
  for (uint32_t i = 0; i < e->constants; i++) {
    if (e->number[i] == number) return i;
  }
  if (e->constants == EXPAND_MOST_NUMBERS || number < INT32_MIN || number > INT32_MAX) e->full = true;
  if (e->full) return 0;
  e->number[e->constants] = number;
  return e->constants++;
}

uint32_t expansion_push(Expansion *e, StraightCode code, uint32_t a, uint32_t b) {
  if (e->nodes == EXPAND_MOST_NODES) {
    e->full = true;
    return 0;
  }
  e->code[e->nodes] = (StraightNode){code, a, b};
  e->sum[e->nodes] = (Equality){e->nodes, e->nodes, EXPAND_NO_STEP};
  return e->nodes++;
}

/* Those made here are the nodes above the caller's. */
static void grow_slots(Expansion *e) {
  e->slots *= 4;
  memset(e->slot, 0, e->slots * sizeof *e->slot);
  for (uint32_t k = e->given; k < e->nodes; k++) {
    uint32_t s = slot_of(e, e->code[k].code, e->code[k].a, e->code[k].b);
    while (e->slot[s] != 0) s = (s + 1) & (e->slots - 1);
    e->slot[s] = k;
  }
}

/* The free slot is its place. */
static uint32_t make_at(Expansion *e, uint32_t s, StraightCode code, uint32_t a, uint32_t b) {
  uint32_t made = expansion_push(e, code, a, b);
  if (!e->full) e->slot[s] = made;
  if (2 * (e->nodes - e->given) > e->slots && e->slots < SLOTS) grow_slots(e);
  return made;
}

/* The node made like this one, or a new one. */
static inline uint32_t make(Expansion *e, StraightCode code, uint32_t a, uint32_t b) {
  uint32_t s = slot_of(e, code, a, b);
  for (uint32_t k; (k = e->slot[s]) != 0; s = (s + 1) & (e->slots - 1)) {
    const StraightNode *node = &e->code[k];
    if (node->a == a && node->b == b && node->code == code) return k;
  }
  return make_at(e, s, code, a, b);
}

static uint32_t make_number(Expansion *e, int64_t number) {
  uint32_t place = expansion_number(e, number);
  return make(e, STRAIGHT_CONSTANT, place, 0);
}

static int64_t number_of(const Expansion *e, uint32_t k) { return e->number[e->code[k].a]; }
static uint32_t zero(Expansion *e) { return e->zero != 0 ? e->zero : (e->zero = make_number(e, 0)); }
static uint32_t one(Expansion *e) { return e->one != 0 ? e->one : (e->one = make_number(e, 1)); }
static bool is_number(const Expansion *e, uint32_t k) { return e->code[k].code == STRAIGHT_CONSTANT; }

/* ---------------------------------------------------------------- steps -- */

static Equality itself(uint32_t node) { return (Equality){node, node, EXPAND_NO_STEP}; }

static Equality follows(Expansion *e, StepRule rule, uint32_t left, uint32_t right, uint32_t p, uint32_t q) {
  if (e->steps == EXPAND_MOST_STEPS) e->full = true;
  if (e->full) return itself(0);
  e->step[e->steps] = (Step){rule, left, right, p, q};
  return (Equality){left, right, e->steps++};
}

static Equality axiom(Expansion *e, StepRule rule, uint32_t left, uint32_t right) {
  return follows(e, rule, left, right, 0, 0);
}

static uint32_t step_of(Expansion *e, Equality a) {
  return a.step != EXPAND_NO_STEP ? a.step : axiom(e, STEP_SAME, a.left, a.right).step;
}

static Equality turn(Expansion *e, Equality a) {
  if (a.step == EXPAND_NO_STEP) return a;
  return follows(e, STEP_SYMMETRY, a.right, a.left, a.step, 0);
}

static Equality then(Expansion *e, Equality a, Equality b) {
  if (a.step == EXPAND_NO_STEP) return b;
  if (b.step == EXPAND_NO_STEP) return a;
  return follows(e, STEP_TRANSITIVITY, a.left, b.right, a.step, b.step);
}

/* Sums, or products, of equals. */
static Equality both(Expansion *e, StraightCode op, Equality a, Equality b) {
  uint32_t left = make(e, op, a.left, b.left), right = make(e, op, a.right, b.right);
  if (left == right) return itself(left);
  uint32_t p = step_of(e, a), q = step_of(e, b);
  return follows(e, op == STRAIGHT_ADD ? STEP_ADD : STEP_MUL, left, right, p, q);
}

static Equality commute(Expansion *e, StraightCode op, uint32_t a, uint32_t b) {
  StepRule rule = op == STRAIGHT_ADD ? STEP_ADD_COMMUTES : STEP_MUL_COMMUTES;
  uint32_t left = make(e, op, a, b), right = make(e, op, b, a);
  return axiom(e, rule, left, right);
}

/* (a b) c = a (b c) */
static Equality associate(Expansion *e, StraightCode op, uint32_t a, uint32_t b, uint32_t c) {
  StepRule rule = op == STRAIGHT_ADD ? STEP_ADD_ASSOCIATES : STEP_MUL_ASSOCIATES;
  uint32_t left = make(e, op, make(e, op, a, b), c), right = make(e, op, a, make(e, op, b, c));
  return axiom(e, rule, left, right);
}

/* (a + b) c = a c + b c */
static Equality distribute(Expansion *e, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t left = make(e, STRAIGHT_MUL, make(e, STRAIGHT_ADD, a, b), c);
  uint32_t first = make(e, STRAIGHT_MUL, a, c), second = make(e, STRAIGHT_MUL, b, c);
  return axiom(e, STEP_DISTRIBUTES, left, make(e, STRAIGHT_ADD, first, second));
}

/* a + 0 = a;  0 + a = a;  1 a = a;  a 1 = a */
static Equality without_zero(Expansion *e, uint32_t a) {
  return axiom(e, STEP_ADD_ZERO, make(e, STRAIGHT_ADD, a, zero(e)), a);
}
static Equality after_zero(Expansion *e, uint32_t a) {
  Equality commuted = commute(e, STRAIGHT_ADD, zero(e), a);
  return then(e, commuted, without_zero(e, a));
}
static Equality after_one(Expansion *e, uint32_t a) {
  return axiom(e, STEP_MUL_ONE, make(e, STRAIGHT_MUL, one(e), a), a);
}
static Equality without_one(Expansion *e, uint32_t a) {
  Equality commuted = commute(e, STRAIGHT_MUL, a, one(e));
  return then(e, commuted, after_one(e, a));
}

static Equality compute(Expansion *e, StraightCode op, uint32_t a, uint32_t b) {
  int64_t m = number_of(e, a), n = number_of(e, b); /* of 32 bits */
  uint32_t left = make(e, op, a, b), right = make_number(e, op == STRAIGHT_ADD ? m + n : m * n);
  return axiom(e, op == STRAIGHT_ADD ? STEP_NUMBERS_ADD : STEP_NUMBERS_MUL, left, right);
}

/* --------------------------------------------------------- sums of terms -- */

/* Inputs by their places, 1 last. */
static int compare_monomials(const Expansion *e, uint32_t m, uint32_t n) {
  while (m != n) {
    if (is_number(e, m)) return 1;
    if (is_number(e, n)) return -1;
    StraightNode a = e->code[m], b = e->code[n];
    if (a.a != b.a) return a.a < b.a ? -1 : 1;
    m = a.b;
    n = b.b;
  }
  return 0;
}

/* c m + d m + rest, being (c m) + ((d m) + rest) */
static Equality join(Expansion *e, uint32_t s, uint32_t t, uint32_t rest) {
  uint32_t c = e->code[s].a, d = e->code[t].a, m = e->code[s].b;
  Equality apart = turn(e, associate(e, STRAIGHT_ADD, s, t, rest));
  Equality factored = turn(e, distribute(e, c, d, m)), number = compute(e, STRAIGHT_ADD, c, d);
  Equality term = then(e, factored, both(e, STRAIGHT_MUL, number, itself(m)));
  bool none = !e->full && number_of(e, number.right) == 0;
  if (none) term = then(e, term, axiom(e, STEP_MUL_ZERO, term.right, zero(e)));
  Equality sum = then(e, apart, both(e, STRAIGHT_ADD, term, itself(rest)));
  return none ? then(e, sum, after_zero(e, rest)) : sum;
}

/* The sum of two sums. */
static Equality add(Expansion *e, uint32_t p, uint32_t q) {
  if (e->full || ++e->depth > MOST_DEPTH) {
    e->full = true;
    return itself(0);
  }
  Equality result;
  bool p_none = is_number(e, p), q_none = is_number(e, q);
  uint32_t s = e->code[p].a, t = e->code[q].a;
  int order = p_none || q_none ? 0 : compare_monomials(e, e->code[s].b, e->code[t].b);
  if (q_none) {
    result = without_zero(e, p);
  } else if (p_none) {
    result = after_zero(e, q);
  } else if (order > 0) {
    Equality commuted = commute(e, STRAIGHT_ADD, p, q);
    result = then(e, commuted, add(e, q, p));
  } else if (order < 0) {
    Equality first = associate(e, STRAIGHT_ADD, s, e->code[p].b, q), rest = add(e, e->code[p].b, q);
    result = then(e, first, both(e, STRAIGHT_ADD, itself(s), rest));
  } else { /* (s + p') + (t + q') = s + (p' + (t + q')) = s + ((t + q') + p') = s + (t + (q' + p')) */
    uint32_t p_rest = e->code[p].b, q_rest = e->code[q].b;
    Equality first = associate(e, STRAIGHT_ADD, s, p_rest, q), second = commute(e, STRAIGHT_ADD, p_rest, q);
    Equality third = associate(e, STRAIGHT_ADD, t, q_rest, p_rest), rest = add(e, q_rest, p_rest);
    Equality inner = then(e, second, third);
    inner = then(e, inner, both(e, STRAIGHT_ADD, itself(t), rest));
    result = then(e, first, both(e, STRAIGHT_ADD, itself(s), inner));
    result = then(e, result, join(e, s, t, rest.right));
  }
  e->depth--;
  return result;
}

/* ------------------------------------------------------------- products -- */

static Equality multiply_monomials(Expansion *e, uint32_t m, uint32_t n) {
  if (e->full || ++e->depth > MOST_DEPTH) {
    e->full = true;
    return itself(0);
  }
  Equality result;
  if (is_number(e, m)) {
    result = after_one(e, n);
  } else if (is_number(e, n)) {
    result = without_one(e, m);
  } else if (e->code[m].a > e->code[n].a) {
    Equality commuted = commute(e, STRAIGHT_MUL, m, n);
    result = then(e, commuted, multiply_monomials(e, n, m));
  } else {
    uint32_t v = e->code[m].a, rest = e->code[m].b;
    Equality first = associate(e, STRAIGHT_MUL, v, rest, n), product = multiply_monomials(e, rest, n);
    result = then(e, first, both(e, STRAIGHT_MUL, itself(v), product));
  }
  e->depth--;
  return result;
}

/* w / k of monomials; false if k does not divide w. */
static bool divide_monomials(Expansion *e, uint32_t w, uint32_t k, uint32_t *quotient) {
  *quotient = w;
  if (is_number(e, k)) return true;
  if (is_number(e, w) || e->code[w].a > e->code[k].a) return false;
  if (e->code[w].a == e->code[k].a) return divide_monomials(e, e->code[w].b, e->code[k].b, quotient);
  uint32_t v = e->code[w].a, rest;
  if (!divide_monomials(e, e->code[w].b, k, &rest)) return false;
  *quotient = make(e, STRAIGHT_MUL, v, rest);
  return true;
}

/* A monomial less what is 1: w = k w' = 1 w' = w' */
static Equality cancelled(Expansion *e, Equality product) {
  for (uint32_t i = 0; i < e->cancels && !e->full;) {
    uint32_t rest;
    Equality cancel = e->cancel[i];
    if (!divide_monomials(e, product.right, cancel.left, &rest)) {
      i++;
      continue;
    }
    product = then(e, product, turn(e, multiply_monomials(e, cancel.left, rest)));
    product = then(e, product, both(e, STRAIGHT_MUL, cancel, itself(rest)));
    product = then(e, product, after_one(e, rest));
    i = 0;
  }
  return product;
}

/* (c m) (d n) = c (m (d n)) = c ((d n) m) = c (d (n m)) = (c d) (n m) */
static Equality multiply_terms(Expansion *e, uint32_t s, uint32_t t) {
  uint32_t c = e->code[s].a, m = e->code[s].b, d = e->code[t].a, n = e->code[t].b;
  Equality first = associate(e, STRAIGHT_MUL, c, m, t);
  Equality inner = commute(e, STRAIGHT_MUL, m, t);
  inner = then(e, inner, associate(e, STRAIGHT_MUL, d, n, m));
  Equality result = then(e, first, both(e, STRAIGHT_MUL, itself(c), inner));
  result = then(e, result, turn(e, associate(e, STRAIGHT_MUL, c, d, make(e, STRAIGHT_MUL, n, m))));
  Equality number = compute(e, STRAIGHT_MUL, c, d);
  return then(e, result, both(e, STRAIGHT_MUL, number, cancelled(e, multiply_monomials(e, n, m))));
}

/* Whether the sum is t + 0. */
static bool is_one_term(const Expansion *e, uint32_t p) { return !is_number(e, p) && is_number(e, e->code[p].b); }

/* (s + 0) (t + 0) = s t = s t + 0 */
static Equality multiply_one_terms(Expansion *e, uint32_t p, uint32_t q) {
  uint32_t s = e->code[p].a, t = e->code[q].a;
  Equality terms = both(e, STRAIGHT_MUL, without_zero(e, s), without_zero(e, t));
  Equality product = then(e, terms, multiply_terms(e, s, t));
  return then(e, product, turn(e, without_zero(e, product.right)));
}

/* p t of a sum p and a term t: (s + p') t = s t + p' t */
static Equality multiply_by_term(Expansion *e, uint32_t p, uint32_t t) {
  if (e->full || ++e->depth > MOST_DEPTH) {
    e->full = true;
    return itself(0);
  }
  Equality result;
  if (is_number(e, p)) {
    result = axiom(e, STEP_MUL_ZERO, make(e, STRAIGHT_MUL, p, t), p);
  } else if (is_one_term(e, p)) {
    Equality term = both(e, STRAIGHT_MUL, without_zero(e, e->code[p].a), itself(t));
    result = then(e, term, multiply_terms(e, e->code[p].a, t));
    result = then(e, result, turn(e, without_zero(e, result.right)));
  } else {
    Equality apart = distribute(e, e->code[p].a, e->code[p].b, t);
    Equality first = multiply_terms(e, e->code[p].a, t);
    first = then(e, first, turn(e, without_zero(e, first.right)));
    Equality rest = multiply_by_term(e, e->code[p].b, t);
    result = then(e, apart, both(e, STRAIGHT_ADD, first, rest));
    result = then(e, result, add(e, first.right, rest.right));
  }
  e->depth--;
  return result;
}

/* c = c 1 + 0, or 0 */
static Equality sum_of_number(Expansion *e, int64_t number) {
  uint32_t c = make_number(e, number);
  if (e->full || number == 0) return itself(c);
  if (e->sum[c].step != EXPAND_NO_STEP) return e->sum[c];
  Equality term = turn(e, without_one(e, c));
  return e->sum[c] = then(e, term, turn(e, without_zero(e, term.right)));
}

/* p q where one of them is 0, or 1: what most products in derivatives are. */
static bool multiply_by_unit(Expansion *e, uint32_t p, uint32_t q, Equality *result) {
  Equality unit = sum_of_number(e, 1);
  if (is_number(e, p) || p == unit.right) {
    if (is_number(e, p)) {
      *result = axiom(e, STEP_MUL_ZERO, make(e, STRAIGHT_MUL, p, q), p);
      return true;
    }
    Equality one_times = both(e, STRAIGHT_MUL, turn(e, unit), itself(q));
    *result = then(e, one_times, after_one(e, q));
    return true;
  }
  if (!is_number(e, q) && q != unit.right) return false;
  Equality commuted = commute(e, STRAIGHT_MUL, p, q), product;
  if (!multiply_by_unit(e, q, p, &product)) return false;
  *result = then(e, commuted, product);
  return true;
}

/* p q of sums: (t + p') q = t q + p' q */
static Equality multiply(Expansion *e, uint32_t p, uint32_t q) {
  if (e->full || ++e->depth > MOST_DEPTH) {
    e->full = true;
    return itself(0);
  }
  Equality result;
  bool unit = multiply_by_unit(e, p, q, &result);
  if (!unit && is_one_term(e, p) && is_one_term(e, q)) {
    result = multiply_one_terms(e, p, q);
  } else if (!unit) {
    Equality apart = distribute(e, e->code[p].a, e->code[p].b, q);
    Equality first = commute(e, STRAIGHT_MUL, e->code[p].a, q);
    first = then(e, first, multiply_by_term(e, q, e->code[p].a));
    Equality rest = multiply(e, e->code[p].b, q);
    result = then(e, apart, both(e, STRAIGHT_ADD, first, rest));
    result = then(e, result, add(e, first.right, rest.right));
  }
  e->depth--;
  return result;
}

/* ----------------------------------------------------------------- nodes -- */

/* x = 1 (x 1) + 0 */
static Equality sum_of_input(Expansion *e, uint32_t x) {
  Equality monomial = turn(e, without_one(e, x));
  Equality term = then(e, monomial, turn(e, after_one(e, monomial.right)));
  return then(e, term, turn(e, without_zero(e, term.right)));
}

/* - p = (-1) p */
static Equality negate(Expansion *e, uint32_t p) {
  uint32_t minus = make_number(e, -1), opposite = make(e, STRAIGHT_NEG, p, 0);
  Equality product = axiom(e, STEP_NEG_SCALES, opposite, make(e, STRAIGHT_MUL, minus, p));
  Equality number = sum_of_number(e, -1);
  product = then(e, product, both(e, STRAIGHT_MUL, number, itself(p)));
  return then(e, product, multiply(e, number.right, p));
}

static Equality sum_of_opposite(Expansion *e, uint32_t k) {
  Equality operand = e->sum[e->code[k].a];
  uint32_t opposite = make(e, STRAIGHT_NEG, operand.right, 0), p = step_of(e, operand);
  Equality inner = follows(e, STEP_NEG, k, opposite, p, 0);
  return then(e, inner, negate(e, operand.right));
}

/* a - b = a + (- b), then the sum */
static Equality sum_of_difference(Expansion *e, uint32_t k) {
  uint32_t a = e->code[k].a, b = e->code[k].b, opposite = make(e, STRAIGHT_NEG, b, 0);
  Equality difference = axiom(e, STEP_SUB, k, make(e, STRAIGHT_ADD, a, opposite));
  Equality first = e->sum[a], second = sum_of_opposite(e, opposite);
  difference = then(e, difference, both(e, STRAIGHT_ADD, first, second));
  return then(e, difference, add(e, first.right, second.right));
}

/* Of a sum or a product. */
static Equality sum_of_operation(Expansion *e, uint32_t k) {
  StraightNode node = e->code[k];
  Equality a = e->sum[node.a], b = e->sum[node.b];
  uint32_t operands = make(e, node.code, a.right, b.right), p = step_of(e, a), q = step_of(e, b);
  Equality first = follows(e, node.code == STRAIGHT_ADD ? STEP_ADD : STEP_MUL, k, operands, p, q);
  if (e->full) return itself(k);
  Equality result = e->sum[operands]; /* of other nodes too */
  if (result.step == EXPAND_NO_STEP)
    result = node.code == STRAIGHT_ADD ? add(e, a.right, b.right) : multiply(e, a.right, b.right);
  e->sum[operands] = result;
  return then(e, first, result);
}

/* Node k, those below it having theirs. */
static Equality sum_of(Expansion *e, uint32_t k) {
  switch (e->code[k].code) {
  case STRAIGHT_INPUT: return sum_of_input(e, k);
  case STRAIGHT_CONSTANT: {
    Equality sum = sum_of_number(e, number_of(e, k));
    uint32_t same = make_number(e, number_of(e, k));
    return same == k ? sum : then(e, axiom(e, STEP_SAME, k, same), sum);
  }
  case STRAIGHT_ADD:
  case STRAIGHT_MUL: return sum_of_operation(e, k);
  case STRAIGHT_SUB: return sum_of_difference(e, k);
  case STRAIGHT_NEG: return sum_of_opposite(e, k);
  }
  return itself(k);
}

/* Marks the nodes up to `top` that it rests on, by sums that are not known yet. */
static void expand_below(Expansion *e, uint32_t top) {
  bool *needed = calloc((size_t)top + 1, sizeof *needed);
  if (needed == NULL) {
    e->full = true;
    return;
  }
  needed[top] = true;
  for (uint32_t k = top + 1; k-- > 0;) {
    StraightNode node = e->code[k];
    needed[k] = needed[k] && e->sum[k].step == EXPAND_NO_STEP;
    if (!needed[k] || node.code == STRAIGHT_INPUT || node.code == STRAIGHT_CONSTANT) continue;
    needed[node.a] = true;
    if (node.code != STRAIGHT_NEG) needed[node.b] = true;
  }
  for (uint32_t k = 0; k <= top && !e->full; k++) {
    if (needed[k]) e->sum[k] = sum_of(e, k);
  }
  free(needed);
}

/* A product whose sum is one monomial k, k = 1 k = 1 k + 0 = the product = 1. */
void expansion_cancel(Expansion *e, const Given *given, uint32_t h) {
  e->given = e->given == 0 ? e->nodes : e->given;
  expand_below(e, given[h].left);
  if (e->full || e->cancels == EXPAND_MOST_CANCELS) return;
  Equality sum = e->sum[given[h].left];
  if (is_number(e, sum.right) || !is_number(e, e->code[sum.right].b)) return;
  uint32_t term = e->code[sum.right].a, k = e->code[term].b;
  if (number_of(e, e->code[term].a) != 1 || is_number(e, k)) return;
  Equality whole = turn(e, after_one(e, k));
  whole = then(e, whole, turn(e, without_zero(e, term)));
  whole = then(e, whole, turn(e, sum));
  whole = then(e, whole, follows(e, STEP_GIVEN, given[h].left, given[h].right, h, 0));
  uint32_t unit = one(e);
  if (unit != given[h].right) whole = then(e, whole, axiom(e, STEP_SAME, given[h].right, unit));
  e->cancel[e->cancels++] = whole;
  /* sums that were found without it are found anew */
  for (k = e->given; k < e->nodes; k++) e->sum[k] = itself(k);
}

void expansion_substitute(Expansion *e, const Given *given, uint32_t h) {
  e->given = e->given == 0 ? e->nodes : e->given;
  expand_below(e, given[h].right);
  if (e->full) return;
  Equality slope = follows(e, STEP_GIVEN, given[h].left, given[h].right, h, 0);
  e->sum[given[h].left] = then(e, slope, e->sum[given[h].right]);
}

uint32_t expansion_prove(Expansion *e, uint32_t left, uint32_t right) {
  e->given = e->given == 0 ? e->nodes : e->given;
  if (left == right) return axiom(e, STEP_SAME, left, right).step;
  expand_below(e, left);
  expand_below(e, right);
  if (e->full || e->sum[left].right != e->sum[right].right) return EXPAND_NO_STEP;
  Equality turned = turn(e, e->sum[right]);
  uint32_t step = step_of(e, then(e, e->sum[left], turned));
  return e->full ? EXPAND_NO_STEP : step;
}
