#include "verify/certificates/asked.h"

#include "semantics/core/constants.h"
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

bool recorded_same(const Recording *a, const Recording *b) {
  const StraightProgram *p = &a->program, *q = &b->program;
  if (p->nodes != q->nodes || a->inputs != b->inputs || a->outputs != b->outputs || a->images != b->images)
    return false;
  for (uint32_t k = 0; k < p->nodes; k++) {
    StraightNode x = p->code[k], y = q->code[k];
    if (x.code != y.code || (x.code != STRAIGHT_CONSTANT && (x.a != y.a || x.b != y.b))) return false;
    if (x.code == STRAIGHT_CONSTANT && !same_constant(&p->constant[x.a], &q->constant[y.a])) return false;
  }
  return same_scalars(a->primal, b->primal, a->outputs) && same_scalars(a->image, b->image, a->images);
}

/* ------------------------------------------------------ nodes as recorded -- */

/* A place of the recording, in a program where the nodes above the inputs are `up` higher. */
static uint32_t place(uint64_t node, uint32_t inputs, uint32_t up) {
  return (uint32_t)node < inputs ? (uint32_t)node : (uint32_t)node + up;
}

static bool is_node(StraightNode found, StraightCode code, uint32_t a, uint32_t b) {
  return found.code == code && found.a == a && found.b == b;
}

/* Whether the nodes of the recording above its inputs stand in `code`, `up` higher. */
static bool stands(const Certificate *c, const StraightNode *code, uint32_t nodes, const Recording *recording,
                   uint32_t up) {
  const StraightProgram *program = &recording->program;
  uint32_t inputs = recording->inputs;
  if (program->nodes > nodes || up > nodes - program->nodes) return false;
  for (uint32_t k = inputs; k < program->nodes; k++) {
    StraightNode node = program->code[k], found = code[k + up];
    if (node.code == STRAIGHT_CONSTANT) {
      int64_t number;
      if (found.code != STRAIGHT_CONSTANT || found.a >= c->constants) return false;
      if (!recorded_integer(&program->constant[node.a], &number) || c->number[found.a] != number) return false;
      continue;
    }
    uint32_t b = node.code == STRAIGHT_NEG ? 0 : place(node.b, inputs, up);
    if (!is_node(found, node.code, place(node.a, inputs, up), b)) return false;
  }
  return true;
}

/* sum_i (first + i) factor_i, its nodes one after another from `at` on. */
static bool is_pairing(const StraightNode *code, uint32_t nodes, uint32_t at, uint32_t first, const uint32_t *factor,
                       uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t sum = at - 1, product = at++;
    if (product >= nodes || !is_node(code[product], STRAIGHT_MUL, first + i, factor[i])) return false;
    if (i == 0) continue;
    if (at >= nodes || !is_node(code[at++], STRAIGHT_ADD, sum, product)) return false;
  }
  return true;
}

static uint32_t last_of_pairing(uint32_t at, uint32_t count) { return at + 2 * count - 2; }

bool certificate_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool reverse,
                       Claim *asked, uint32_t *count) {
  uint32_t n = source->inputs, m = source->outputs, inputs = reverse ? n + m : n, given = reverse ? inputs : 2 * n;
  uint32_t output[ASKED_MOST], factor[ASKED_MOST], made = 0;
  if (m == 0 || 2 * m > ASKED_MOST || inputs > ASKED_MOST || derivative->outputs != m) return false;
  if (derivative->images != (reverse ? n : m) || derivative->inputs != given) return false;
  uint32_t up = inputs - n, end = source->program.nodes + up, nodes = end + (reverse ? 2 * m - 1 : 0);
  if (c->inputs != inputs || c->nodes != nodes || nodes >= DERIVE_MOST_NODES) return false;
  uint32_t below = value_node(inputs, nodes), high = below - given, over = derivative->program.nodes + high;
  if (below < given || !stands(c, c->source, c->nodes, source, up)) return false;
  if (!stands(c, c->code, c->total, derivative, high)) return false;
  for (uint32_t o = 0; o < m; o++) output[o] = place(source->primal[o].word, n, up);
  for (uint32_t i = 0; i < derivative->images; i++) factor[i] = place(derivative->image[i].word, given, high);
  for (uint32_t o = 0; o < m; o++) {
    uint32_t primal = place(derivative->primal[o].word, given, high);
    asked[made++] = (Claim){CLAIM_VALUE, primal, output[o], 0};
    if (!reverse) asked[made++] = (Claim){CLAIM_DERIVATIVE, factor[o], output[o], 0};
    if (reverse) factor[n + o] = primal;
  }
  *count = made;
  if (!reverse) return true;
  asked[(*count)++] = (Claim){CLAIM_DERIVATIVE, last_of_pairing(over, inputs), last_of_pairing(end, m), 0};
  return is_pairing(c->source, nodes, end, n, output, m) && is_pairing(c->code, c->total, over, inputs, factor, inputs);
}
