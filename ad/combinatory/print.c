/* Residual terms as straight-line let code. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "ad/combinatory/residual.h"

typedef struct Printing {
  const Residual *residual;
  const ResidualNames *names;
  FILE *out;
} Printing;

static void print_node(const Printing *to, uint32_t a, ResidualPlace place, uint32_t depth);
static void print_block(const Printing *to, uint32_t block, uint32_t from, uint32_t indent, uint32_t depth);

static const ResidualNode *node_of(const Printing *to, uint32_t a) { return &to->residual->nodes[a]; }

static bool is_leaf(const ResidualNode *node) {
  return node->name != 0 || (node->kind != RESIDUAL_UNARY && node->kind != RESIDUAL_BINARY);
}

/* Negative numbers have a ~. */
static void print_rational(const Printing *to, const mpq_t number, ResidualPlace place) {
  mpq_t magnitude;
  mpq_init(magnitude);
  mpq_abs(magnitude, number);
  bool fraction = place != RESIDUAL_ALONE && mpz_cmp_ui(mpq_denref(number), 1) != 0;
  gmp_fprintf(to->out, fraction ? "(%s%Qd)" : "%s%Qd", mpq_sgn(number) < 0 ? "~" : "", magnitude);
  mpq_clear(magnitude);
}

static void print_function(const Printing *to, const ResidualNode *node, ResidualPlace place, uint32_t depth) {
  bool leaf = is_leaf(node_of(to, node->a));
  if (place == RESIDUAL_ARGUMENT) fputc('(', to->out);
  if (node->op == OP_POW) {
    fputs("pow(", to->out);
    print_rational(to, constant_get(&to->residual->store->constants, node->constant)->exact[0], RESIDUAL_ALONE);
    fputc(')', to->out);
  } else {
    fputs(node->op == OP_NEG ? "~" : node->op == OP_LOG ? "ln" : op_info(node->op)->name, to->out);
    for (uint32_t k = 0; k < op_parameters(node->op); k++)
      gmp_fprintf(to->out, " %Qd", constant_get(&to->residual->store->constants, node->constant)->exact[k]);
  }
  if (leaf && node->op != OP_NEG) fputc(' ', to->out);
  print_node(to, node->a, RESIDUAL_ARGUMENT, depth);
  if (place == RESIDUAL_ARGUMENT) fputc(')', to->out);
}

static void print_operator(const Printing *to, const ResidualNode *node, ResidualPlace place, uint32_t depth) {
  bool tight = node->op == OP_MUL && is_leaf(node_of(to, node->a)) && is_leaf(node_of(to, node->b));
  bool enclosed = node->op == OP_MUL ? place >= RESIDUAL_OPERAND : place != RESIDUAL_ALONE;
  ResidualPlace around = node->op == OP_MUL ? RESIDUAL_OPERAND : RESIDUAL_TERM;
  if (enclosed) fputc('(', to->out);
  print_node(to, node->a, around, depth);
  fprintf(to->out, tight ? "%s" : " %s ", node->op == OP_MUL ? "*" : node->op == OP_ADD ? "+" : "-");
  print_node(to, node->b, around, depth);
  if (enclosed) fputc(')', to->out);
}

static void print_given(const Printing *to, const ResidualNode *node) {
  const OpTable *ops = &to->residual->store->ops;
  const OpNode *op = op_node(ops, node->given);
  fprintf(to->out, "%s%s", op_name(ops, op), op->code == OP_SLOPE ? "'" : "");
  fprintf(to->out, op_is_function(op->code) ? "(" : "[%u](", node->k);
  uint32_t n = 0;
  for (uint32_t k = 0; k < op->arity; k++) n += type_node(&to->residual->store->types, op->operand[k])->n;
  for (uint32_t i = 0; i < n; i++) {
    fputs(i == 0 ? "" : ", ", to->out);
    print_node(to, to->residual->arguments[node->a + i], RESIDUAL_ALONE, RESIDUAL_DEPTH);
  }
  fputc(')', to->out);
}

static void print_inside(const Printing *to, const ResidualNode *node, ResidualPlace place, uint32_t depth) {
  switch (node->kind) {
  case RESIDUAL_INPUT: to->names->input(to->names->state, node->k, to->out); break;
  case RESIDUAL_SEED: to->names->seed(to->names->state, node->k, to->out); break;
  case RESIDUAL_INTEGER: fprintf(to->out, "%lld", (long long)node->integer); break; /* 0 or 1 */
  case RESIDUAL_CONSTANT:
    print_rational(to, constant_get(&to->residual->store->constants, node->constant)->exact[node->k], place);
    break;
  case RESIDUAL_UNARY: print_function(to, node, place, depth); break;
  case RESIDUAL_BINARY: print_operator(to, node, place, depth); break;
  case RESIDUAL_GIVEN: print_given(to, node); break;
  case RESIDUAL_JOIN: fputs("join", to->out); break; /* always named */
  }
}

static void print_node(const Printing *to, uint32_t a, ResidualPlace place, uint32_t depth) {
  const ResidualNode *node = node_of(to, a);
  if (depth == 0)
    fputs("...", to->out);
  else if (node->name != 0)
    fprintf(to->out, "v%u", node->name);
  else
    print_inside(to, node, place, depth - 1);
}

static void indented(const Printing *to, uint32_t indent) { fprintf(to->out, "%*s", (int)indent, ""); }

/* The results of one branch, as a tuple under its bindings. */
static void print_branch(const Printing *to, uint32_t first, uint32_t count, int side, uint32_t indent,
                         uint32_t depth) {
  const ResidualBranch *branch = &to->residual->branches[node_of(to, first)->k];
  print_block(to, branch->block[side], 1, indent, depth);
  indented(to, indent);
  fputs(count == 1 ? "in " : "in (", to->out);
  for (uint32_t i = 0; i < count; i++) {
    const ResidualNode *join = node_of(to, first + i);
    if (i != 0) fputs(", ", to->out);
    print_node(to, side == 0 ? join->a : join->b, RESIDUAL_ALONE, depth);
  }
  fputs(count == 1 ? "\n" : ")\n", to->out);
}

/* let (v1, v2) = if e < 0 then ... else ...; the nodes of one join stand together. */
static uint32_t print_join(const Printing *to, uint32_t first, uint32_t indent, uint32_t depth) {
  uint32_t branch = node_of(to, first)->k, count = 1;
  for (; first + count < to->residual->count; count++) {
    const ResidualNode *node = node_of(to, first + count);
    if (node->kind != RESIDUAL_JOIN || node->k != branch) break;
  }
  indented(to, indent);
  fputs(count == 1 ? "let " : "let (", to->out);
  for (uint32_t i = 0; i < count; i++) fprintf(to->out, "%sv%u", i == 0 ? "" : ", ", node_of(to, first + i)->name);
  fputs(count == 1 ? " = if " : ") = if ", to->out);
  print_node(to, to->residual->branches[branch].condition, RESIDUAL_OPERAND, depth);
  fputs(" < 0 then\n", to->out);
  print_branch(to, first, count, 0, indent + 4, depth);
  indented(to, indent + 2);
  fputs("else\n", to->out);
  print_branch(to, first, count, 1, indent + 4, depth);
  return count;
}

static void print_block(const Printing *to, uint32_t block, uint32_t from, uint32_t indent, uint32_t depth) {
  const Residual *residual = to->residual;
  if (depth == 0) return;
  if (residual->blocks[block].again != 0) print_block(to, residual->blocks[block].again, 1, indent, depth - 1);
  for (uint32_t i = from; i < residual->count; i++) {
    const ResidualNode *node = &residual->nodes[i];
    if (node->block != block || node->name == 0) continue;
    if (node->kind == RESIDUAL_JOIN) {
      i += print_join(to, i, indent, depth - 1) - 1;
      continue;
    }
    indented(to, indent);
    fprintf(to->out, "let v%u = ", node->name);
    print_inside(to, node, RESIDUAL_ALONE, depth - 1);
    fputc('\n', to->out);
  }
}

void residual_print(const Residual *residual, const ResidualNames *names, Scalar a, ResidualPlace place, FILE *out) {
  Printing to = {residual, names, out};
  print_node(&to, (uint32_t)a.word, place, RESIDUAL_DEPTH);
}

void residual_print_lets(const Residual *residual, const ResidualNames *names, uint32_t block, uint32_t from,
                         uint32_t indent, FILE *out) {
  Printing to = {residual, names, out};
  print_block(&to, block, from, indent, RESIDUAL_DEPTH);
}
