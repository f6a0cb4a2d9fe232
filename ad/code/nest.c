/* The parts of nests: loops, Ints, arrays and what is done in them. */
#include "ad/code/nest.h"

static uint32_t fail(Nest *nest, const char *missing) {
  if (missing == NULL)
    ring_fail(&nest->record.ring, STATUS_LIMIT);
  else
    (void)record_refuse(&nest->record.ring, missing);
  return 0;
}

/* ------------------------------------------------------------------- loops -- */

static uint32_t new_loop(Nest *nest, NestLoop loop) {
  if (nest->loops == NEST_LOOPS) return fail(nest, NULL);
  nest->loop[nest->loops] = loop;
  return nest->loops++;
}

uint32_t nest_loop(Nest *nest, uint32_t size, uint32_t depth) {
  for (uint32_t k = 0; k < nest->loops; k++) {
    const NestLoop *loop = &nest->loop[k];
    if (!loop->sequential && loop->size == size && loop->depth == depth) return k;
  }
  return new_loop(nest, (NestLoop){size, depth, false});
}

uint32_t nest_open(Nest *nest, uint32_t size, bool sequential) {
  uint32_t k = sequential ? new_loop(nest, (NestLoop){size, nest->depth, true}) : nest_loop(nest, size, nest->depth);
  if (nest->depth == NEST_LOOPS) return fail(nest, NULL);
  nest->open[nest->depth++] = k;
  return k;
}

void nest_close(Nest *nest) { nest->depth--; }

uint32_t nest_from_depth(const Nest *nest, NestPath path, uint32_t depth) {
  uint32_t found = NEST_NONE;
  for (uint32_t k = 0; k < nest->loops; k++) {
    if ((path & nest_bit(k)) == 0 || nest->loop[k].depth < depth) continue;
    if (found == NEST_NONE || nest->loop[k].depth < nest->loop[found].depth) found = k;
  }
  return found;
}

uint32_t nest_loops(const Nest *nest, NestPath path, uint32_t *loop) {
  uint32_t n = 0;
  for (uint32_t k = nest_from_depth(nest, path, 0); k != NEST_NONE;
       k = nest_from_depth(nest, path, nest->loop[k].depth + 1))
    loop[n++] = k;
  return n;
}

/* Of a node whose operands have theirs. */
unsigned nest_operands(const TapeNode *node, uint32_t operand[2]) {
  operand[0] = operand[1] = node->a;
  switch (node->op) {
  case TAPE_ANY_OTHER: return 0;
  case TAPE_NEGATIVE:
  case TAPE_INVERSE:
  case TAPE_FUNCTION: return 1;
  case TAPE_PLUS:
  case TAPE_MINUS:
  case TAPE_TIMES: operand[0] = node->b; return 2;
  }
  return 0;
}

static NestPath find_path(const Nest *nest, const TapeNode *node) {
  uint32_t operand[2];
  NestPath path = 0;
  if (node->op == TAPE_ENTRY) return nest->array[node->a].path | nest_subscript_path(nest, node->b);
  if (node->op == TAPE_SUM) return nest->path[node->a] & ~nest->set[node->b];
  if (node->op == TAPE_ACCUMULATOR) return nest->integer[node->a].path;
  for (unsigned n = nest_operands(node, operand); n > 0; n--) path |= nest->path[operand[n - 1]];
  return path;
}

NestPath nest_path(Nest *nest, uint32_t node) {
  for (; nest->placed < nest->record.count; nest->placed++)
    nest->path[nest->placed] = find_path(nest, nest_node(nest, nest->placed));
  return nest->path[node];
}

/* -------------------------------------------------------------------- Ints -- */

static uint32_t put_integer(Nest *nest, NestInt node) {
  for (uint32_t k = 0; k < nest->integers; k++) {
    const NestInt *x = &nest->integer[k];
    if (x->op == node.op && x->a == node.a && x->b == node.b && (x->op != NEST_NUMBER || x->low == node.low)) return k;
  }
  if (nest->integers == NEST_MOST) return fail(nest, NULL);
  nest->integer[nest->integers] = node;
  return nest->integers++;
}

uint32_t nest_integer(Nest *nest, int64_t n) {
  return put_integer(nest, (NestInt){.op = NEST_NUMBER, .low = n, .high = n});
}

uint32_t nest_index(Nest *nest, uint32_t loop) {
  return put_integer(
      nest, (NestInt){.op = NEST_INDEX, .a = loop, .high = (int64_t)nest->loop[loop].size - 1, .path = nest_bit(loop)});
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t apply(NestIntOp op, int64_t a, int64_t b) {
  switch (op) {
  case NEST_PLUS: return a + b;
  case NEST_MINUS: return a - b;
  case NEST_TIMES: return a * b;
  case NEST_DIV: return floor_div(a, b);
  case NEST_MIN: return least(a, b);
  case NEST_MAX: return most(a, b);
  case NEST_NUMBER:
  case NEST_INDEX: break;
  }
  return 0;
}

/* Ints of C hold what is written: all that stands in an expression is below this. */
#define INT_BOUND ((int64_t)1 << 30)

/* The bounds of what the operation makes of those of its operands: at corners, as each is monotone in each. */
static bool bound(const Nest *nest, NestInt *node) {
  const NestInt *x = &nest->integer[node->a], *y = &nest->integer[node->b];
  int64_t lower = node->op == NEST_MINUS ? y->high : y->low, upper = node->op == NEST_MINUS ? y->low : y->high;
  int64_t corner[4] = {apply(node->op, x->low, lower), apply(node->op, x->high, upper), apply(node->op, x->low, upper),
                       apply(node->op, x->high, lower)};
  node->low = node->high = corner[0];
  for (int k = 1; k < 4; k++) {
    node->low = least(node->low, corner[k]);
    node->high = most(node->high, corner[k]);
  }
  return node->low > -INT_BOUND && node->high < INT_BOUND;
}

static bool is_integer(const Nest *nest, uint32_t k, int64_t n) {
  return nest->integer[k].op == NEST_NUMBER && nest->integer[k].low == n;
}

/* What 0 and 1 make trivial, NEST_NONE else. */
static uint32_t neutral(const Nest *nest, NestIntOp op, uint32_t a, uint32_t b) {
  bool plus = op == NEST_PLUS, times = op == NEST_TIMES;
  if ((plus || op == NEST_MINUS) && is_integer(nest, b, 0)) return a;
  if (plus && is_integer(nest, a, 0)) return b;
  if (times && (is_integer(nest, a, 0) || is_integer(nest, b, 1))) return a;
  if (times && (is_integer(nest, b, 0) || is_integer(nest, a, 1))) return b;
  return op == NEST_DIV && is_integer(nest, b, 1) ? a : NEST_NONE;
}

uint32_t nest_arithmetic(Nest *nest, NestIntOp op, uint32_t a, uint32_t b) {
  const NestInt *x = &nest->integer[a], *y = &nest->integer[b];
  if (op == NEST_DIV && y->low <= 0) return fail(nest, "a division of Ints by what may not be positive");
  uint32_t known = neutral(nest, op, a, b);
  if (known != NEST_NONE) return known;
  NestInt node = {.op = op, .a = a, .b = b, .path = x->path | y->path};
  if (!bound(nest, &node)) return fail(nest, "an Int of more than 30 bits");
  return node.low == node.high ? nest_integer(nest, node.low) : put_integer(nest, node);
}

int64_t nest_evaluate(const Nest *nest, uint32_t k, const int64_t *index) {
  const NestInt *node = &nest->integer[k];
  if (node->op == NEST_NUMBER) return node->low;
  if (node->op == NEST_INDEX) return index[node->a];
  return apply(node->op, nest_evaluate(nest, node->a, index), nest_evaluate(nest, node->b, index));
}

#define INDICES_MOST ((uint64_t)1 << 20)
/* Whether the Int is below the size at all indices of its loops: by its bounds, or else one by one. */
static bool stays_below(const Nest *nest, uint32_t k, uint32_t size) {
  const NestInt *node = &nest->integer[k];
  if (node->low >= 0 && node->high < size) return true;
  uint32_t loop[NEST_LOOPS], n = nest_loops(nest, node->path, loop);
  int64_t index[NEST_LOOPS] = {0};
  uint64_t all = 1;
  for (uint32_t j = 0; j < n && all <= INDICES_MOST; j++) all *= nest->loop[loop[j]].size;
  if (all > INDICES_MOST) return false;
  for (uint64_t i = 0; i < all; i++) {
    uint64_t rest = i;
    for (uint32_t j = 0; j < n; j++, rest /= nest->loop[loop[j - 1]].size)
      index[loop[j]] = (int64_t)(rest % nest->loop[loop[j]].size);
    int64_t value = nest_evaluate(nest, k, index);
    if (value < 0 || value >= size) return false;
  }
  return true;
}

/* ------------------------------------------------------------------ arrays -- */

uint32_t nest_subscript(Nest *nest, const uint32_t *at, uint32_t n) {
  NestSubscript made = {.n = n};
  for (uint32_t k = 0; k < n; k++) made.at[k] = at[k];
  for (uint32_t k = 0; k < nest->subscripts; k++) {
    const NestSubscript *x = &nest->subscript[k];
    bool same = x->n == n;
    for (uint32_t j = 0; same && j < n; j++) same = x->at[j] == at[j];
    if (same) return k;
  }
  if (nest->subscripts == NEST_MOST) return fail(nest, NULL);
  nest->subscript[nest->subscripts] = made;
  return nest->subscripts++;
}

NestPath nest_subscript_path(const Nest *nest, uint32_t subscript) {
  NestPath path = 0;
  for (uint32_t k = 0; k < nest->subscript[subscript].n; k++)
    path |= nest->integer[nest->subscript[subscript].at[k]].path;
  return path;
}

uint32_t nest_array(Nest *nest, const NestArray *array) {
  if (nest->arrays == NEST_MOST) return fail(nest, NULL);
  nest->array[nest->arrays] = *array;
  nest->array[nest->arrays].adjoint = NEST_NONE;
  return nest->arrays++;
}

uint32_t nest_entry(Nest *nest, uint32_t k, const uint32_t *at) {
  const NestArray *array = &nest->array[k];
  bool own = array->memory == NEST_STORED;
  for (uint32_t j = 0; j < array->dimensions; j++) {
    own = own && at[j] == nest_index(nest, array->loop[j]);
    if (!stays_below(nest, at[j], array->size[j])) return fail(nest, "an index that may be outside its array");
  }
  if (own) return array->body;
  if (array->memory == NEST_TABLE && nest->integer[at[0]].op == NEST_NUMBER)
    return (uint32_t)ring_constant(&nest->record.ring, constant_get(&nest->store->constants, array->constant),
                                   (uint32_t)nest->integer[at[0]].low)
        .word;
  return nest_put(nest, TAPE_ENTRY, k, nest_subscript(nest, at, array->dimensions));
}

/* ------------------------------------------------------------------- nodes -- */

uint32_t nest_put(Nest *nest, TapeOp op, uint32_t a, uint32_t b) {
  return (uint32_t)record_put(&nest->record.ring, (TapeNode){.op = op, .a = a, .b = b}).word;
}

uint32_t nest_multiply(Nest *nest, uint32_t a, uint32_t b) {
  return (uint32_t)ring_mul(&nest->record.ring, nest_scalar(a), nest_scalar(b)).word;
}

uint32_t nest_add(Nest *nest, uint32_t a, uint32_t b) {
  return (uint32_t)ring_add(&nest->record.ring, nest_scalar(a), nest_scalar(b)).word;
}

uint32_t nest_negative(Nest *nest, uint32_t a) { return (uint32_t)ring_neg(&nest->record.ring, nest_scalar(a)).word; }

static uint32_t number(Nest *nest, int64_t n, int64_t d) {
  return (uint32_t)record_put(&nest->record.ring, (TapeNode){.op = TAPE_NUMBER, .numerator = n, .denominator = d}).word;
}

static uint32_t function(Nest *nest, RingFunction f, uint32_t a) {
  return (uint32_t)ring_function(&nest->record.ring, f, nest_scalar(a)).word;
}

uint32_t nest_slope(Nest *nest, RingFunction f, uint32_t a, uint32_t y) {
  switch (f) {
  case RING_SIN: return function(nest, RING_COS, a);
  case RING_COS: return nest_negative(nest, function(nest, RING_SIN, a));
  case RING_EXP: return y;
  case RING_LOG: return nest_put(nest, TAPE_INVERSE, a, 0);
  case RING_SQRT:
    return nest_multiply(nest, number(nest, 1, 2), nest_put(nest, TAPE_INVERSE, y, 0)); /* 1 / y may be there */
  case RING_TANH: return nest_add(nest, number(nest, 1, 1), nest_negative(nest, nest_multiply(nest, y, y)));
  case RING_TAN:
  case RING_SIGMOID:
  case RING_ABS:
  case RING_SIGN: break; /* made of others, or refused */
  }
  return number(nest, 0, 1);
}

/* What is the same in all steps of a loop is multiplied by their number. */
uint32_t nest_sum(Nest *nest, NestPath loops, uint32_t body) {
  uint32_t loop[NEST_LOOPS], n = nest_loops(nest, loops & ~nest_path(nest, body), loop);
  for (uint32_t k = 0; k < n; k++)
    body = nest_multiply(nest, (uint32_t)ring_integer(&nest->record.ring, nest->loop[loop[k]].size).word, body);
  loops &= nest_path(nest, body);
  if (loops == 0 || nest_failed(nest)) return body;
  uint32_t set = 0;
  while (set < nest->sets && nest->set[set] != loops) set++;
  if (set == NEST_MOST) return fail(nest, NULL);
  if (set == nest->sets) nest->set[nest->sets++] = loops;
  return nest_put(nest, TAPE_SUM, body, set);
}

void nest_effect(Nest *nest, const NestEffect *effect) {
  if (nest->effects == NEST_MOST)
    (void)fail(nest, NULL);
  else
    nest->effect[nest->effects++] = *effect;
}
