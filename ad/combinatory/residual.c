/* Residual terms as a value domain, and their values over a ring. */
#include "ad/combinatory/residual.h"

#include "semantics/memory/growing.h"

#include <string.h>

#define FIRST_NODES 64u
#define FIRST_BLOCKS 8u
#define MAX_ENTRIES ((uint32_t)1 << 24)

static Residual *residual_of(PfDomain *domain) { return (Residual *)(void *)domain; }

static uint32_t add_node(Residual *residual, ResidualNode node) {
  if (residual->domain.status != STATUS_OK) return 0;
  if (residual->count == residual->capacity) {
    ResidualNode *nodes =
        arena_doubled(residual->arena, residual->nodes, &residual->capacity, MAX_ENTRIES, sizeof *nodes);
    if (nodes == NULL) {
      pf_domain_fail(&residual->domain, STATUS_LIMIT);
      return 0;
    }
    residual->nodes = nodes;
  }
  node.block = residual->block;
  residual->nodes[residual->count] = node;
  if (residual->muted == 0) residual->counted++;
  return residual->count++;
}

/* Names what can be named where it stands; else it is written out again. */
static void give_name(Residual *residual, uint32_t a) {
  ResidualNode *node = &residual->nodes[a];
  if (node->name != 0 || (node->kind != RESIDUAL_UNARY && node->kind != RESIDUAL_BINARY)) return;
  if (node->block == residual->block) node->name = ++residual->names;
}

/* The height of a tree with this operand, which is named before it grows too high. */
static uint32_t height_over(Residual *residual, uint32_t a) {
  if (residual->nodes[a].height >= RESIDUAL_HEIGHT) give_name(residual, a);
  return residual->nodes[a].name != 0 ? 1 : residual->nodes[a].height + 1;
}

static Scalar made(Residual *residual, ResidualNode node) { return (Scalar){add_node(residual, node)}; }

Scalar residual_input(Residual *residual, uint32_t k) {
  return made(residual, (ResidualNode){.kind = RESIDUAL_INPUT, .k = k});
}

Scalar residual_seed(Residual *residual, uint32_t k) {
  return made(residual, (ResidualNode){.kind = RESIDUAL_SEED, .k = k});
}

/* ------------------------------------------------------------- operations -- */

/* 0 and 1 are made once, in the outermost block. */
static Scalar residual_integer(PfDomain *domain, int64_t n) {
  Residual *residual = residual_of(domain);
  if (n == 0) return (Scalar){residual->zero};
  if (n == 1) return (Scalar){residual->one};
  return made(residual, (ResidualNode){.kind = RESIDUAL_INTEGER, .integer = n});
}

static Scalar residual_constant(PfDomain *domain, ConstantId constant, uint32_t i) {
  Residual *residual = residual_of(domain);
  uint32_t length = constant_get(&residual->store->constants, constant)->length;
  return made(residual, (ResidualNode){.kind = RESIDUAL_CONSTANT, .constant = constant, .k = length == 1 ? 0 : i});
}

static Scalar residual_unary(PfDomain *domain, OpCode op, ConstantId exponent, Scalar a) {
  ResidualNode node = {.kind = RESIDUAL_UNARY, .op = op, .a = (uint32_t)a.word, .constant = exponent};
  node.height = height_over(residual_of(domain), node.a);
  return made(residual_of(domain), node);
}

/* 0 + v = v = v + 0 and 1 v = v = v 1 for the 0 and 1 that rules write. */
static Scalar residual_binary(PfDomain *domain, OpCode op, Scalar a, Scalar b) {
  Residual *residual = residual_of(domain);
  if (op == OP_ADD && a.word == residual->zero) return b;
  if (op == OP_ADD && b.word == residual->zero) return a;
  if (op == OP_MUL && a.word == residual->one) return b;
  if (op == OP_MUL && b.word == residual->one) return a;
  ResidualNode node = {.kind = RESIDUAL_BINARY, .op = op, .a = (uint32_t)a.word, .b = (uint32_t)b.word};
  uint32_t left = height_over(residual, node.a), right = height_over(residual, node.b);
  node.height = left > right ? left : right;
  return made(residual, node);
}

static uint32_t length_of(const Residual *residual, TypeId type) { return type_node(&residual->store->types, type)->n; }

/* Operands one after another; the first's place. */
static bool put_arguments(Residual *residual, uint32_t n, const Scalar *x) {
  for (uint32_t i = 0; i < n; i++) {
    if (residual->argument_count == residual->argument_capacity) {
      uint32_t *grown =
          arena_doubled(residual->arena, residual->arguments, &residual->argument_capacity, MAX_ENTRIES, sizeof *grown);
      if (grown == NULL) return false;
      residual->arguments = grown;
    }
    give_name(residual, (uint32_t)x[i].word);
    residual->arguments[residual->argument_count++] = (uint32_t)x[i].word;
  }
  return true;
}

/* A node a component, side by side: the first computes them all. */
static void residual_given(PfDomain *domain, OpId op, const Scalar *x, const Scalar *y, Scalar *out) {
  Residual *residual = residual_of(domain);
  const OpNode node = *op_node(&residual->store->ops, op);
  uint32_t first = residual->argument_count, n = length_of(residual, node.result);
  for (uint32_t i = 0; i < n; i++) out[i] = (Scalar){0};
  if (domain->status != STATUS_OK) return;
  bool good = put_arguments(residual, length_of(residual, node.operand[0]), x) &&
              (node.arity == 1 || put_arguments(residual, length_of(residual, node.operand[1]), y));
  if (!good) pf_domain_fail(domain, STATUS_LIMIT);
  for (uint32_t i = 0; i < n; i++) {
    out[i] = made(residual, (ResidualNode){.kind = RESIDUAL_GIVEN, .given = op, .a = first, .k = i});
    if (domain->status == STATUS_OK) residual->nodes[out[i].word].name = ++residual->names;
  }
}

/* What is no operation needs no name. */
static Scalar residual_name(PfDomain *domain, Scalar a) {
  if (domain->status == STATUS_OK) give_name(residual_of(domain), (uint32_t)a.word);
  return a;
}

static Scalar residual_load(PfDomain *domain, Scalar a) {
  (void)domain;
  return a;
}

/* ------------------------------------------------------------- conditions -- */

static PfChoice residual_choose(PfDomain *domain, Scalar condition) {
  (void)domain, (void)condition;
  return PF_BOTH;
}

static uint32_t residual_open(PfDomain *domain, uint32_t again) {
  Residual *residual = residual_of(domain);
  if (residual->block_count == residual->block_capacity) {
    ResidualBlock *blocks =
        arena_doubled(residual->arena, residual->blocks, &residual->block_capacity, MAX_ENTRIES, sizeof *blocks);
    if (blocks == NULL) {
      pf_domain_fail(domain, STATUS_LIMIT);
      return 0;
    }
    residual->blocks = blocks;
  }
  residual->blocks[residual->block_count] = (ResidualBlock){.outer = residual->block, .again = again};
  residual->block = residual->block_count;
  return residual->block_count++;
}

static void residual_close(PfDomain *domain) {
  Residual *residual = residual_of(domain);
  residual->block = residual->blocks[residual->block].outer;
}

static void residual_join(PfDomain *domain, Scalar condition, const uint32_t block[2], uint32_t n, const Scalar *first,
                          const Scalar *second, Scalar *out) {
  Residual *residual = residual_of(domain);
  for (uint32_t i = 0; i < n; i++) out[i] = (Scalar){0};
  if (domain->status != STATUS_OK) return;
  if (residual->branch_count == residual->branch_capacity) {
    ResidualBranch *branches =
        arena_doubled(residual->arena, residual->branches, &residual->branch_capacity, MAX_ENTRIES, sizeof *branches);
    if (branches == NULL) {
      pf_domain_fail(domain, STATUS_LIMIT);
      return;
    }
    residual->branches = branches;
  }
  uint32_t branch = residual->branch_count++;
  residual->branches[branch] = (ResidualBranch){(uint32_t)condition.word, {block[0], block[1]}};
  for (int k = 0; k < 2; k++) {
    residual->blocks[block[k]].branch = branch;
    residual->blocks[block[k]].first = k == 0;
  }
  for (uint32_t i = 0; i < n; i++) {
    ResidualNode node = {
        .kind = RESIDUAL_JOIN, .a = (uint32_t)first[i].word, .b = (uint32_t)second[i].word, .k = branch};
    out[i] = made(residual, node);
    if (domain->status == STATUS_OK) residual->nodes[out[i].word].name = ++residual->names;
  }
}

/* From the second component on, until the last, nodes are like those counted. */
static void residual_component(PfDomain *domain, uint32_t i) {
  Residual *residual = residual_of(domain);
  if (i == 1) residual->muted++;
  if (i == UINT32_MAX) residual->muted--;
}

static const PfDomainOps residual_ops = {residual_integer, residual_constant, residual_unary, residual_binary,
                                         residual_given,   residual_name,     residual_load,  residual_choose,
                                         residual_open,    residual_close,    residual_join,  residual_component};

/* ----------------------------------------------------------------- tables -- */

Status residual_init(Residual *residual, Store *store, Arena *arena) {
  *residual = (Residual){.domain = {&residual_ops, STATUS_OK}, .store = store, .arena = arena};
  residual->capacity = FIRST_NODES;
  residual->block_capacity = residual->branch_capacity = residual->argument_capacity = FIRST_BLOCKS;
  residual->arguments = arena_array(arena, FIRST_BLOCKS, sizeof *residual->arguments);
  residual->nodes = arena_array(arena, FIRST_NODES, sizeof *residual->nodes);
  residual->blocks = arena_array(arena, FIRST_BLOCKS, sizeof *residual->blocks);
  residual->branches = arena_array(arena, FIRST_BLOCKS, sizeof *residual->branches);
  if (residual->nodes == NULL || residual->blocks == NULL || residual->branches == NULL) return STATUS_LIMIT;
  if (residual->arguments == NULL) return STATUS_LIMIT;
  memset(residual->nodes, 0, sizeof *residual->nodes);
  memset(residual->blocks, 0, 2 * sizeof *residual->blocks);
  memset(residual->branches, 0, sizeof *residual->branches);
  residual->count = residual->branch_count = residual->block = 1;
  residual->block_count = 2;
  residual->zero = add_node(residual, (ResidualNode){.kind = RESIDUAL_INTEGER, .integer = 0});
  residual->one = add_node(residual, (ResidualNode){.kind = RESIDUAL_INTEGER, .integer = 1});
  residual->counted = 0;
  return STATUS_OK;
}

Status residual_copy(const Residual *from, Arena *arena, Residual *to) {
  *to = *from;
  to->arena = arena;
  to->nodes = arena_array(arena, from->capacity, sizeof *to->nodes);
  to->blocks = arena_array(arena, from->block_capacity, sizeof *to->blocks);
  to->branches = arena_array(arena, from->branch_capacity, sizeof *to->branches);
  to->arguments = arena_array(arena, from->argument_capacity, sizeof *to->arguments);
  if (to->nodes == NULL || to->blocks == NULL || to->branches == NULL || to->arguments == NULL) return STATUS_LIMIT;
  memcpy(to->arguments, from->arguments, from->argument_count * sizeof *to->arguments);
  memcpy(to->nodes, from->nodes, from->count * sizeof *to->nodes);
  memcpy(to->blocks, from->blocks, from->block_count * sizeof *to->blocks);
  memcpy(to->branches, from->branches, from->branch_count * sizeof *to->branches);
  return STATUS_OK;
}

bool residual_uses(const Residual *residual, OpCode op) {
  for (uint32_t i = 1; i < residual->count; i++) {
    if (residual->nodes[i].kind == RESIDUAL_UNARY && residual->nodes[i].op == op) return true;
  }
  return false;
}

/* ----------------------------------------------------------------- values -- */

typedef enum Liveness { UNKNOWN, LIVE, DEAD } Liveness;

typedef struct Evaluation {
  const Residual *residual;
  Machine *machine;
  const Scalar *input, *seed;
  Scalar *values;
  unsigned char *live;     /* Liveness of each block */
  unsigned char *negative; /* of each branch: 0 unknown, 1 negative, 2 not */
} Evaluation;

static Status is_negative(Evaluation *to, uint32_t branch, bool *negative) {
  Status status = STATUS_OK;
  if (to->negative[branch] == 0) {
    status = pf_negative(to->machine->ring, to->values[to->residual->branches[branch].condition], negative);
    if (status == STATUS_OK) to->negative[branch] = *negative ? 1 : 2;
  }
  *negative = to->negative[branch] == 1;
  return status;
}

/* A block is run where its outer block is and its branch is taken.  Outer blocks
 * stand before inner ones. */
static Status find_live(Evaluation *to, uint32_t block, bool *live) {
  if (to->live[block] == UNKNOWN) {
    const ResidualBlock *b = &to->residual->blocks[block];
    bool negative = false;
    Status status = STATUS_OK;
    if (to->machine->depth == 0) return STATUS_LIMIT;
    to->machine->depth--;
    status = find_live(to, b->outer, live);
    to->machine->depth++;
    if (status == STATUS_OK && *live) {
      status = is_negative(to, b->branch, &negative);
      *live = negative == b->first;
    }
    if (status != STATUS_OK) return status;
    to->live[block] = *live ? LIVE : DEAD;
  }
  *live = to->live[block] == LIVE;
  return STATUS_OK;
}

/* All components at the first of them, whose places follow each other. */
static Status evaluate_given(Evaluation *to, PfNumbers *numbers, const ResidualNode *node, Scalar *out) {
  const Residual *residual = to->residual;
  if (node->k > 0) return STATUS_OK;
  const OpNode op = *op_node(&residual->store->ops, node->given);
  uint32_t n = length_of(residual, op.operand[0]), all = n + (op.arity == 1 ? 0 : length_of(residual, op.operand[1]));
  Scalar *x = arena_array(to->machine->arena, all, sizeof *x);
  if (x == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < all; i++) x[i] = to->values[residual->arguments[node->a + i]];
  numbers->domain.ops->given(&numbers->domain, node->given, x, x + n, out);
  return numbers->domain.status;
}

static Status evaluate_node(Evaluation *to, PfNumbers *numbers, const ResidualNode *node, Scalar *out) {
  PfDomain *domain = &numbers->domain;
  bool negative;
  Status status;
  switch (node->kind) {
  case RESIDUAL_INPUT: *out = to->input[node->k]; return STATUS_OK;
  case RESIDUAL_SEED: *out = to->seed[node->k]; return STATUS_OK;
  case RESIDUAL_INTEGER: *out = domain->ops->integer(domain, node->integer); return STATUS_OK;
  case RESIDUAL_CONSTANT: *out = domain->ops->constant(domain, node->constant, node->k); return STATUS_OK;
  case RESIDUAL_UNARY: *out = domain->ops->unary(domain, node->op, node->constant, to->values[node->a]); break;
  case RESIDUAL_BINARY:
    *out = domain->ops->binary(domain, node->op, to->values[node->a], to->values[node->b]);
    return STATUS_OK;
  case RESIDUAL_GIVEN: return evaluate_given(to, numbers, node, out);
  case RESIDUAL_JOIN:
    status = is_negative(to, node->k, &negative);
    *out = to->values[negative ? node->a : node->b];
    return status;
  }
  return domain->status;
}

static Status evaluate_nodes(Evaluation *to) {
  const Residual *residual = to->residual;
  PfNumbers numbers = pf_numbers(to->machine->store, to->machine->ring, NULL);
  for (uint32_t i = 1; i < residual->count; i++) {
    const ResidualNode *node = &residual->nodes[i];
    bool live = true;
    Status status = node->block == 1 ? STATUS_OK : find_live(to, node->block, &live);
    bool follows = node->kind == RESIDUAL_GIVEN && node->k > 0;
    if (!follows) to->values[i] = to->values[0];
    if (status == STATUS_OK && live) status = evaluate_node(to, &numbers, node, &to->values[i]);
    if (status != STATUS_OK) return status;
  }
  numbers.domain.ops->component(&numbers.domain, 0);
  return numbers.domain.status;
}

Status residual_evaluate(Machine *machine, const Residual *residual, const Scalar *input, const Scalar *seed,
                         Scalar *values) {
  Evaluation to = {residual, machine, input, seed, values, NULL, NULL};
  to.live = arena_alloc(machine->arena, residual->block_count);
  to.negative = arena_alloc(machine->arena, residual->branch_count);
  if (to.live == NULL || to.negative == NULL) return STATUS_LIMIT;
  memset(to.live, UNKNOWN, residual->block_count);
  memset(to.negative, 0, residual->branch_count);
  to.live[1] = LIVE;
  values[0] = ring_integer(machine->ring, 0);
  return evaluate_nodes(&to);
}
