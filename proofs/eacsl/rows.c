/* T-TRANSPOSE with rows, run: tapes of up to two inputs and three entries, edges or rows of up to two scalars. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/rows.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

#define NODES 5
#define WIDTH 2
#define EDGES 6

typedef struct Small {
  uint32_t end[NODES], source[EDGES], ids[NODES][2 * WIDTH];
  Scalar partial[EDGES], given[NODES][2 * WIDTH];
  TapeRow rows[NODES];
  uint32_t edges, count;
} Small;

/* The node k as a row: its second operand and its partial derivatives may be missing, and some ids are constants. */
static void make_row(Ring *ring, Small *small, uint32_t k, uint64_t code) {
  TapeRow *row = &small->rows[small->count++];
  for (uint32_t i = 0; i < 2 * WIDTH; i++) {
    small->ids[k][i] = (code + i) % 4 == 3 ? TAPE_CONSTANT : (uint32_t)((code + i) % k);
    small->given[k][i] = ring_integer(ring, (int64_t)((code / 3 + i) % 4) - 1);
  }
  row->node = k;
  row->n = (uint32_t)(code % (WIDTH + 1));
  row->x = small->ids[k];
  row->b = code % 2 == 0 ? small->given[k] : NULL;
  row->y = code % 5 < 3 ? small->ids[k] + WIDTH : NULL;
  row->a = small->given[k] + WIDTH;
}

static Scalar operand_tangent(Ring *ring, const uint32_t *ids, const Scalar *partial, uint32_t n, const Scalar *x) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; ids != NULL && i < n; i++) {
    if (ids[i] == TAPE_CONSTANT) continue;
    sum = ring_add(ring, sum, partial == NULL ? x[ids[i]] : ring_mul(ring, partial[i], x[ids[i]]));
  }
  return sum;
}

static void sweep(Ring *ring, uint32_t inputs, uint32_t nodes, uint64_t code) {
  Small small = {.edges = 0};
  Scalar x[NODES], adjoint[NODES];
  code = campaign_draw(ring, x, NODES, inputs, code);
  (void)campaign_draw(ring, adjoint, NODES, nodes, code * 5 + 3);
  (void)campaign_draw(ring, small.partial, EDGES, EDGES, code * 7 + 1);
  for (uint32_t k = inputs; k < nodes; k++, code = code / 12) {
    uint32_t first = small.edges;
    if (code % 12 < 8)
      make_row(ring, &small, k, code);
    else
      for (uint64_t more = code % 12 - 8; more > 0 && small.edges < EDGES; more--)
        small.source[small.edges++] = (uint32_t)((code + more) % k);
    small.end[k] = small.edges;
    x[k] = ring_integer(ring, 0);
    for (uint32_t e = first; e < small.edges; e++)
      x[k] = ring_add(ring, x[k], ring_mul(ring, small.partial[e], x[small.source[e]]));
    if (small.count == 0 || small.rows[small.count - 1].node != k) continue;
    const TapeRow *row = &small.rows[small.count - 1];
    x[k] = ring_add(ring, operand_tangent(ring, row->x, row->b, row->n, x),
                    operand_tangent(ring, row->y, row->a, row->n, x));
  }
  Edges tape = {small.end, small.source, small.partial};
  sweep_rows(ring, tape, small.rows, small.count, inputs, nodes, adjoint, x);
}

static void forbidden(Ring *ring) {
  uint32_t end[2] = {0, 0}, source[1] = {0}, ids[1] = {1};
  Scalar one = ring_integer(ring, 1), partial[1] = {one}, x[2] = {one, one}, adjoint[2] = {one, one};
  TapeRow row = {.node = 1, .n = 1, .x = ids};
  Edges tape = {end, source, partial};
  sweep_rows(ring, tape, &row, 1, 1, 2, adjoint, x); /* a row of its own node */
}

static void campaign(Ring *ring) {
  for (uint32_t inputs = 1; inputs <= 2; inputs++) {
    for (uint32_t nodes = inputs; nodes <= inputs + 3; nodes++) {
      for (uint64_t code = 0; code < 2500; code++) sweep(ring, inputs, nodes, code * 97);
    }
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
