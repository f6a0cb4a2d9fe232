/* Residual terms as C on doubles: the input is x, the seed w. */
#include "ad/combinatory/residual.h"

#include <math.h>
#include <string.h>

typedef struct Emission {
  const Residual *residual;
  FILE *out;
} Emission;

static void emit_node(const Emission *to, uint32_t a, uint32_t depth);
static void emit_block(const Emission *to, uint32_t block, uint32_t indent, uint32_t depth);

static const char *function_name(OpCode op) {
  return op == OP_NEG ? "-" : op == OP_LOG ? "log" : op == OP_ABS ? "fabs" : op_info(op)->name;
}

/* A double so that C reads it back; one literal, or two for an infinity. */
static void emit_double(const Emission *to, double value) {
  char text[40];
  if (isinf(value)) {
    fputs(value < 0 ? "(-HUGE_VAL)" : "HUGE_VAL", to->out);
    return;
  }
  (void)snprintf(text, sizeof text, "%.17g", value);
  bool whole = strpbrk(text, ".e") == NULL;
  fprintf(to->out, value < 0 ? "(%s%s)" : "%s%s", text, whole ? ".0" : "");
}

static void emit_unary(const Emission *to, const ResidualNode *node, uint32_t depth) {
  if (node->op == OP_POW) {
    fputs("pow(", to->out);
    emit_node(to, node->a, depth);
    fputs(", ", to->out);
    emit_double(to, constant_get(&to->residual->store->constants, node->constant)->nearest[0]);
    fputc(')', to->out);
    return;
  }
  fprintf(to->out, node->op == OP_NEG ? "(%s" : "%s(", function_name(node->op));
  for (uint32_t k = 0; k < op_parameters(node->op); k++) {
    emit_double(to, constant_get(&to->residual->store->constants, node->constant)->nearest[k]);
    fputs(", ", to->out);
  }
  emit_node(to, node->a, depth);
  fputc(')', to->out);
}

/* A function of that name, of the place and all operands: whoever compiles it has one. */
static void emit_given(const Emission *to, const ResidualNode *node) {
  const OpTable *ops = &to->residual->store->ops;
  const OpNode *op = op_node(ops, node->given);
  bool function = op_is_function(op->code); /* of math.h, but for the special ones */
  fprintf(to->out, "%s%s(", op_name(ops, op), op->code == OP_SLOPE ? "_slope" : "");
  if (!function) fprintf(to->out, "%u", node->k);
  uint32_t n = 0;
  for (uint32_t k = 0; k < op->arity; k++) n += type_node(&to->residual->store->types, op->operand[k])->n;
  for (uint32_t i = 0; i < n; i++) {
    fputs(function && i == 0 ? "" : ", ", to->out);
    emit_node(to, to->residual->arguments[node->a + i], RESIDUAL_DEPTH);
  }
  fputc(')', to->out);
}

static void emit_inside(const Emission *to, const ResidualNode *node, uint32_t depth) {
  switch (node->kind) {
  case RESIDUAL_INPUT: fprintf(to->out, "x[%u]", node->k); break;
  case RESIDUAL_SEED: fprintf(to->out, "w[%u]", node->k); break;
  case RESIDUAL_INTEGER: emit_double(to, (double)node->integer); break;
  case RESIDUAL_CONSTANT:
    emit_double(to, constant_get(&to->residual->store->constants, node->constant)->nearest[node->k]);
    break;
  case RESIDUAL_UNARY: emit_unary(to, node, depth); break;
  case RESIDUAL_BINARY:
    fputc('(', to->out);
    emit_node(to, node->a, depth);
    fprintf(to->out, " %s ", op_info(node->op)->name);
    emit_node(to, node->b, depth);
    fputc(')', to->out);
    break;
  case RESIDUAL_GIVEN: emit_given(to, node); break;
  case RESIDUAL_JOIN: fputs("join", to->out); break; /* always named */
  }
}

static void emit_node(const Emission *to, uint32_t a, uint32_t depth) {
  const ResidualNode *node = &to->residual->nodes[a];
  if (depth == 0)
    fputs("...", to->out);
  else if (node->name != 0)
    fprintf(to->out, "v%u", node->name);
  else
    emit_inside(to, node, depth - 1);
}

static void emit_branch(const Emission *to, uint32_t first, uint32_t count, int side, uint32_t indent, uint32_t depth) {
  const ResidualNode *nodes = to->residual->nodes;
  emit_block(to, to->residual->branches[nodes[first].k].block[side], indent, depth);
  for (uint32_t i = 0; i < count; i++) {
    fprintf(to->out, "%*sv%u = ", (int)indent, "", nodes[first + i].name);
    emit_node(to, side == 0 ? nodes[first + i].a : nodes[first + i].b, depth);
    fputs(";\n", to->out);
  }
}

/* The nodes of one join stand together. */
static uint32_t emit_join(const Emission *to, uint32_t first, uint32_t indent, uint32_t depth) {
  const ResidualNode *nodes = to->residual->nodes;
  uint32_t branch = nodes[first].k, count = 0;
  fprintf(to->out, "%*sdouble ", (int)indent, "");
  for (; first + count < to->residual->count; count++) {
    const ResidualNode *node = &nodes[first + count];
    if (node->kind != RESIDUAL_JOIN || node->k != branch) break;
    fprintf(to->out, "%sv%u", count == 0 ? "" : ", ", node->name);
  }
  fprintf(to->out, ";\n%*sif (", (int)indent, "");
  emit_node(to, to->residual->branches[branch].condition, depth);
  fputs(" < 0) {\n", to->out);
  emit_branch(to, first, count, 0, indent + 2, depth);
  fprintf(to->out, "%*s} else {\n", (int)indent, "");
  emit_branch(to, first, count, 1, indent + 2, depth);
  fprintf(to->out, "%*s}\n", (int)indent, "");
  return count;
}

static void emit_block(const Emission *to, uint32_t block, uint32_t indent, uint32_t depth) {
  const Residual *residual = to->residual;
  if (depth == 0) return;
  if (residual->blocks[block].again != 0) emit_block(to, residual->blocks[block].again, indent, depth - 1);
  for (uint32_t i = 1; i < residual->count; i++) {
    const ResidualNode *node = &residual->nodes[i];
    if (node->block != block || node->name == 0) continue;
    if (node->kind == RESIDUAL_JOIN) {
      i += emit_join(to, i, indent, depth - 1) - 1;
      continue;
    }
    fprintf(to->out, "%*sconst double v%u = ", (int)indent, "", node->name);
    emit_inside(to, node, depth - 1);
    fputs(";\n", to->out);
  }
}

void residual_emit(const Residual *residual, Scalar a, FILE *out) {
  Emission to = {residual, out};
  emit_node(&to, (uint32_t)a.word, RESIDUAL_DEPTH);
}

void residual_emit_block(const Residual *residual, uint32_t block, uint32_t indent, FILE *out) {
  Emission to = {residual, out};
  emit_block(&to, block, indent, RESIDUAL_DEPTH);
}
