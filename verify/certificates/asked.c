#include "verify/certificates/asked.h"

#include "verify/kernel/derive.h"

bool recorded_integer(const StraightConstant *constant, int64_t *number) {
  *number = constant->integer;
  if (constant->constant == NULL) return true;
  const mpq_t *exact = &constant->constant->exact[constant->constant->length == 1 ? 0 : constant->index];
  if (mpz_cmp_ui(mpq_denref(*exact), 1) != 0 || !mpz_fits_slong_p(mpq_numref(*exact))) return false;
  *number = mpz_get_si(mpq_numref(*exact));
  return true;
}

static bool same_constant(const StraightConstant *a, const StraightConstant *b) {
  return a->constant == b->constant && a->index == b->index && a->integer == b->integer;
}

static bool same_scalars(const Scalar *a, const Scalar *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (a[i].word != b[i].word) return false;
  }
  return true;
}

static bool same_signs(const Recording *a, const Recording *b) {
  for (uint32_t j = 0; a->signs == b->signs && j < a->signs; j++) {
    if (a->sign[j].node != b->sign[j].node || a->sign[j].negative != b->sign[j].negative) return false;
  }
  return a->signs == b->signs;
}

bool recorded_same(const Recording *a, const Recording *b) {
  const StraightProgram *p = &a->program, *q = &b->program;
  if (p->nodes != q->nodes || a->inputs != b->inputs || a->outputs != b->outputs || a->images != b->images)
    return false;
  for (uint32_t k = 0; k < p->nodes; k++) {
    StraightNode x = p->code[k], y = q->code[k];
    if (x.code != y.code || (x.code != STRAIGHT_CONSTANT && (x.a != y.a || x.b != y.b))) return false;
    if (x.code == STRAIGHT_CONSTANT && !same_constant(&p->constant[x.a], &q->constant[y.a])) return false;
  }
  if (a->room != b->room || a->symbols != b->symbols) return false;
  for (uint32_t j = 0; j < a->symbols; j++) {
    if (a->symbol[j].what != b->symbol[j].what || a->symbol[j].of != b->symbol[j].of) return false;
    if (a->slope != NULL && b->slope != NULL && a->slope[j] != b->slope[j]) return false;
  }
  if (!same_signs(a, b)) return false;
  return same_scalars(a->primal, b->primal, a->outputs) && same_scalars(a->image, b->image, a->images);
}

/* ------------------------------------------------------ where things stand -- */

static uint32_t products_of(const Recording *derivative, const Matching *matching) {
  uint32_t count = 0;
  for (uint32_t j = 0; j < derivative->symbols; j++) count += matching->second[j] != ASKED_NONE;
  return count;
}

/* Whether symbol k of the program is of the kind. */
static bool is_kind(const Recording *source, uint32_t k, uint32_t what) {
  return k < source->symbols && source->symbol[k].what == what;
}

static bool matching_fits(const Recording *source, const Recording *derivative, const Matching *matching) {
  if (source->symbols > STRAIGHT_SYMBOLS || derivative->symbols > STRAIGHT_SYMBOLS) return false;
  for (uint32_t j = 0; j < derivative->symbols; j++) {
    uint32_t what = derivative->symbol[j].what, second = matching->second[j];
    if (!is_kind(source, matching->first[j], what)) return false;
    if (second != ASKED_NONE && (what != STRAIGHT_INVERSE || !is_kind(source, second, what))) return false;
  }
  return true;
}

/* Whether the derivative has the signs of the program. */
static bool signs_fit(const Recording *source, const Recording *derivative) {
  if (source->signs > STRAIGHT_SIGNS || derivative->signs > STRAIGHT_SIGNS) return false;
  for (uint32_t j = 0; j < derivative->signs; j++) {
    uint32_t is = derivative->sign[j].is;
    if (is >= source->signs || source->sign[is].negative != derivative->sign[j].negative) return false;
  }
  return true;
}

static uint32_t hypotheses_of(const Recording *source) {
  uint32_t inverses = 0;
  for (uint32_t i = 0; i < source->symbols; i++) inverses += source->symbol[i].what == STRAIGHT_INVERSE;
  return (inverses > 0 ? 1 + 4 * inverses : 0) + (source->symbols - inverses);
}

/* The inputs of the recordings: x; symbols of the program; x, seeds, and symbols of the derivative. */
static void place_inputs(Layout *l, const Recording *source, const Recording *derivative, bool reverse,
                         const Matching *matching) {
  uint32_t seeds = derivative->inputs - derivative->room - l->point, product = l->below;
  for (uint32_t i = 0; i < source->inputs; i++) l->source_input[i] = i < l->point + l->symbols ? i : 0;
  for (uint32_t i = 0; i < l->point; i++) l->derivative_input[i] = i;
  for (uint32_t i = 0; i < seeds; i++)
    l->derivative_input[l->point + i] = (reverse ? l->point + l->symbols : l->inputs) + i;
  for (uint32_t j = 0; j < derivative->room; j++) {
    bool used = j < derivative->symbols, one = used && matching->second[j] == ASKED_NONE;
    uint32_t *input = &l->derivative_input[l->point + seeds + j];
    *input = one ? l->point + matching->first[j] : used ? product++ : 0;
  }
}

bool layout_make(const Recording *source, const Recording *derivative, bool reverse, const Matching *matching,
                 Layout *l) {
  uint32_t n = source->inputs - source->room, m = source->outputs, seeds = reverse ? m : n;
  if (m == 0 || 2 * m + STRAIGHT_SYMBOLS + STRAIGHT_SIGNS > ASKED_MOST || source->inputs > ASKED_MOST) return false;
  if (derivative->inputs > ASKED_MOST || derivative->inputs != n + seeds + derivative->room) return false;
  if (derivative->outputs != m || derivative->images != (reverse ? n : m)) return false;
  if (!matching_fits(source, derivative, matching) || !signs_fit(source, derivative)) return false;
  uint32_t products = products_of(derivative, matching);
  *l = (Layout){.point = n, .symbols = source->symbols, .outputs = m};
  l->inputs = n + source->symbols + (reverse ? m : 0);
  if (l->inputs > ASKED_MOST) return false;
  l->source_up = l->inputs - source->inputs;
  l->products = source->program.nodes + l->source_up;
  l->pairing = l->products + products;
  l->nodes = l->pairing + (reverse ? 2 * m - 1 : 0);
  if (l->nodes >= DERIVE_MOST_NODES / 8 || derivative->program.nodes >= DERIVE_MOST_NODES / 8) return false;
  l->below = value_node(l->inputs, l->nodes);
  l->derivative = l->below + products;
  l->derivative_up = l->derivative - derivative->inputs;
  l->hypotheses = derivative->program.nodes + l->derivative_up;
  l->pulled = l->hypotheses + hypotheses_of(source);
  place_inputs(l, source, derivative, reverse, matching);
  return true;
}

uint32_t layout_source(const Layout *l, const Recording *source, uint64_t node) {
  return node < source->inputs ? l->source_input[node] : (uint32_t)node + l->source_up;
}

uint32_t layout_derivative(const Layout *l, const Recording *derivative, uint64_t node) {
  return node < derivative->inputs ? l->derivative_input[node] : (uint32_t)node + l->derivative_up;
}

/* The inputs that outputs are paired with, and those that x and w are moved along. */
void layout_pairing(const Layout *l, uint32_t *cotangent, uint32_t *tangent) {
  uint32_t first = l->point + l->symbols;
  for (uint32_t o = 0; o < l->outputs; o++) cotangent[o] = first + o;
  for (uint32_t i = 0; i < l->point; i++) tangent[i] = l->inputs + i;
  for (uint32_t o = 0; o < l->outputs; o++) tangent[l->point + o] = l->inputs + first + o;
}

/* ------------------------------------------------------- nodes as recorded -- */

static bool is_node(StraightNode found, StraightCode code, uint32_t a, uint32_t b) {
  return found.code == code && found.a == a && found.b == b;
}

typedef uint32_t Placing(const Layout *l, const Recording *recording, uint64_t node);

/* Whether the nodes of the recording above its inputs stand in `code` from `at` on. */
static bool stands(const Certificate *c, const StraightNode *code, uint32_t at, const Recording *recording,
                   const Layout *l, Placing *place) {
  const StraightProgram *program = &recording->program;
  for (uint32_t k = recording->inputs; k < program->nodes; k++) {
    StraightNode node = program->code[k], found = code[at++];
    if (node.code == STRAIGHT_CONSTANT) {
      int64_t number;
      if (found.code != STRAIGHT_CONSTANT || found.a >= c->constants) return false;
      if (!recorded_integer(&program->constant[node.a], &number) || c->number[found.a] != number) return false;
      continue;
    }
    uint32_t b = node.code == STRAIGHT_NEG ? 0 : place(l, recording, node.b);
    if (!is_node(found, node.code, place(l, recording, node.a), b)) return false;
  }
  return true;
}

/* sum_i a_i b_i, its nodes one after another from `at` on. */
static bool is_pairing(const StraightNode *code, uint32_t at, const uint32_t *a, const uint32_t *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t sum = at - 1, product = at++;
    if (!is_node(code[product], STRAIGHT_MUL, a[i], b[i])) return false;
    if (i > 0 && !is_node(code[at++], STRAIGHT_ADD, sum, product)) return false;
  }
  return true;
}

static uint32_t last_of_pairing(uint32_t at, uint32_t count) { return at + 2 * count - 2; }

/* -------------------------------------------------------------- hypotheses -- */

static uint32_t put(Hypotheses *out, const Layout *l, StraightCode code, uint32_t a, uint32_t b) {
  out->node[out->nodes] = (StraightNode){code, a, b};
  return l->hypotheses + out->nodes++;
}

static void assume(Hypotheses *out, uint32_t left, uint32_t right) { out->given[out->givens++] = (Given){left, right}; }

/* q = 1 / b: b q = 1, and dq = - ((q q) db) */
static void put_inverse(Hypotheses *out, const Layout *l, uint32_t q, uint32_t b, uint32_t one) {
  uint32_t product = put(out, l, STRAIGHT_MUL, value_node(l->inputs, b), q), square = put(out, l, STRAIGHT_MUL, q, q);
  uint32_t slope = put(out, l, STRAIGHT_MUL, square, slope_node(l->inputs, b));
  assume(out, product, one);
  assume(out, l->inputs + q, put(out, l, STRAIGHT_NEG, slope, 0));
}

/* y = f(b): dy = f'(b) db */
static void put_function(Hypotheses *out, const Layout *l, uint32_t y, uint32_t b, uint32_t slope) {
  assume(out, l->inputs + y, put(out, l, STRAIGHT_MUL, value_node(l->inputs, slope), slope_node(l->inputs, b)));
}

void layout_hypotheses(const Layout *l, const Recording *source, uint32_t one, Hypotheses *out) {
  out->nodes = out->givens = 0;
  bool inverses = hypotheses_of(source) > source->symbols;
  uint32_t unit = inverses ? put(out, l, STRAIGHT_CONSTANT, one, 0) : 0;
  for (uint32_t i = 0; i < l->symbols; i++) {
    uint32_t b = layout_source(l, source, source->symbol[i].of);
    if (source->symbol[i].what == STRAIGHT_INVERSE)
      put_inverse(out, l, l->point + i, b, unit);
    else
      put_function(out, l, l->point + i, b, layout_source(l, source, source->slope[i]));
  }
}

/* Whether the nodes stand there; then their hypotheses are what may be taken. */
static bool ask_given(const Certificate *c, const Recording *source, const Layout *l, Question *out) {
  Hypotheses hypotheses;
  if (l->symbols == 0) return true;
  uint32_t one = c->code[l->hypotheses].a;
  layout_hypotheses(l, source, one, &hypotheses);
  for (uint32_t k = 0; k < hypotheses.nodes; k++) {
    StraightNode node = hypotheses.node[k];
    bool number = node.code == STRAIGHT_CONSTANT;
    if (!is_node(c->code[l->hypotheses + k], node.code, node.a, node.b)) return false;
    if (number && (node.a >= c->constants || c->number[node.a] != 1)) return false;
  }
  for (out->givens = 0; out->givens < hypotheses.givens; out->givens++)
    out->given[out->givens] = hypotheses.given[out->givens];
  return true;
}

/* What the symbols of the derivative are of: a node of the program, or a product of two. */
static bool ask_symbols(const Certificate *c, const Recording *source, const Recording *derivative, const Layout *l,
                        const Matching *matching, Question *out) {
  uint32_t product = 0;
  for (uint32_t j = 0; j < derivative->symbols; j++) {
    uint32_t first = matching->first[j], second = matching->second[j];
    uint32_t node = layout_derivative(l, derivative, derivative->symbol[j].of);
    uint32_t of = layout_source(l, source, source->symbol[first].of);
    if (second != ASKED_NONE) {
      uint32_t other = layout_source(l, source, source->symbol[second].of);
      if (!is_node(c->source[l->products + product], STRAIGHT_MUL, of, other)) return false;
      if (!is_node(c->code[l->below + product], STRAIGHT_MUL, l->point + first, l->point + second)) return false;
      of = l->products + product++;
    }
    out->claim[out->claims++] = (Claim){CLAIM_VALUE, node, of, 0};
  }
  return true;
}

/* That a node whose sign is asked for is that of the program. */
static void ask_signs(const Recording *source, const Recording *derivative, const Layout *l, Question *out) {
  for (uint32_t j = 0; j < derivative->signs; j++) {
    uint32_t node = layout_derivative(l, derivative, derivative->sign[j].node);
    uint32_t known = layout_source(l, source, source->sign[derivative->sign[j].is].node);
    out->claim[out->claims++] = (Claim){CLAIM_VALUE, node, known, 0};
  }
}

bool certificate_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool reverse,
                       const Matching *matching, Question *out) {
  Layout l;
  uint32_t output[ASKED_MOST], factor[ASKED_MOST];
  out->claims = out->givens = 0;
  if (!layout_make(source, derivative, reverse, matching, &l)) return false;
  uint32_t n = l.point, m = l.outputs;
  if (c->inputs != l.inputs || c->nodes != l.nodes || c->total < l.pulled + (reverse ? 2 * (n + m) - 1 : 0))
    return false;
  if (!stands(c, c->source, l.inputs, source, &l, layout_source)) return false;
  if (!stands(c, c->code, l.derivative, derivative, &l, layout_derivative)) return false;
  for (uint32_t o = 0; o < m; o++) output[o] = layout_source(&l, source, source->primal[o].word);
  for (uint32_t i = 0; i < derivative->images; i++)
    factor[i] = layout_derivative(&l, derivative, derivative->image[i].word);
  for (uint32_t o = 0; o < m; o++) {
    uint32_t primal = layout_derivative(&l, derivative, derivative->primal[o].word);
    out->claim[out->claims++] = (Claim){CLAIM_VALUE, primal, output[o], 0};
    if (!reverse) out->claim[out->claims++] = (Claim){CLAIM_DERIVATIVE, factor[o], output[o], 0};
    if (reverse) factor[n + o] = primal;
  }
  if (!ask_given(c, source, &l, out) || !ask_symbols(c, source, derivative, &l, matching, out)) return false;
  ask_signs(source, derivative, &l, out);
  if (!reverse) return true;
  uint32_t cotangent[ASKED_MOST], tangent[ASKED_MOST];
  layout_pairing(&l, cotangent, tangent);
  out->claim[out->claims++] =
      (Claim){CLAIM_DERIVATIVE, last_of_pairing(l.pulled, n + m), last_of_pairing(l.pairing, m), 0};
  return is_pairing(c->source, l.pairing, cotangent, output, m) &&
         is_pairing(c->code, l.pulled, tangent, factor, n + m);
}
