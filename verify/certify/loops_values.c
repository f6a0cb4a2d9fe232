/* The values of C with loops, before the gradient.  They are computed again on the way back, so that no array is
 * stored; but what a fold has before each entry, which waits where the gradient by that entry will be. */
#include "verify/certify/loops_back.h"

const char *loops_place(const Tape *tape, uint32_t input) {
  static const char *const cells[] = {[EXTENT_ROWS] = "i", [EXTENT_COLUMNS] = "j", [EXTENT_AREA] = "k"};
  return cells[tape->extent[input]];
}

static void entry_statement(const Contract *to, uint32_t k) {
  uint32_t a = to->tape->nodes[k].a;
  fprintf(to->out, "  const double v%u = p%u[%s];\n", k, a, loops_place(to->tape, a));
}

static void assert_value(const Contract *to, uint32_t k) {
  fprintf(to->out, "  /*@ assert value_%u: ", k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  contract_value(to, k, AT_X);
  fputs("; */\n", to->out);
}

static void value_statement(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_ENTRY) {
    entry_statement(to, k);
    return;
  }
  if (!contract_names(to->tape, k)) return;
  fprintf(to->out, "  const double v%u = ", k);
  code_expression(to, k);
  fputs(";\n", to->out);
  assert_value(to, k);
}

static void sum_values(const Contract *to, uint32_t k);

/* What stands so deep in loops, at the beginning of a round. */
void loops_body_values(const Contract *to, uint32_t depth) {
  if (depth == 1 && to->tape->nested) loops_rows(to);
  if (depth == 2) fputs("  const int k = i * m + j;\n", to->out);
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (node->depth == depth && node->used) (node->op == TAPE_SUM ? sum_values : value_statement)(to, k);
  }
}

static void sum_values(const Contract *to, uint32_t k) {
  const uint32_t depth = to->tape->nodes[k].depth;
  const char *i = depth > 0 ? "j" : "i", *n = depth > 0 ? "m" : "n";
  fprintf(to->out, "  double v%u = 0.0;\n", k);
  const char *first = loops_first(to, i);
  fprintf(to->out, "  /*@ loop invariant range: 0 <= %s <= %s;\n      loop invariant sum_%u: ", i, n, k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  loops_partial(to, SUM_VALUE, k, AT_X, i);
  fprintf(to->out, ";\n      loop assigns %s, v%u;\n      loop variant %s - %s; */\n  for (%s; %s < %s; %s++) {\n", i,
          k, n, i, first, i, n, i);
  loops_body_values(to, depth + 1);
  if (depth > 0) {
    fprintf(to->out, "  /*@ assert one_%u: ", k);
    loops_any(to, false, NULL);
    loops_partial(to, SUM_VALUE, k, AT_X, "j + 1");
    fputs(" == ", to->out);
    loops_partial(to, SUM_VALUE, k, AT_X, "j");
    fputs(" + ", to->out);
    contract_value(to, to->tape->nodes[k].a, AT_X);
    fputs("; */\n", to->out);
  }
  fprintf(to->out, "  v%u += ", k);
  code_operand(to, to->tape->nodes[k].a);
  fputs(";\n  }\n", to->out);
  loops_last(to, i, n);
  if (depth > 0) assert_value(to, k);
}

/* Where loops stand in loops, what ends one says that its index is the size: of two numbers of which neither is below
 * the other provers know late that they are one. */
const char *loops_first(const Contract *to, const char *index) {
  if (to->tape->nested) fprintf(to->out, "  {\n  int %s = 0;\n", index);
  return to->tape->nested ? "" : "int i = 0";
}

void loops_last(const Contract *to, const char *index, const char *size) {
  if (to->tape->nested) fprintf(to->out, "  /*@ assert end: %s == %s; */\n  }\n", index, size);
}

void loops_kept(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->inputs; k++) {
    if (!loops_array(to->tape, k)) continue;
    fprintf(to->out, "      loop invariant kept_%u: \\forall integer k; 0 <= k < ", k);
    loops_cells(to, k, "n");
    fprintf(to->out, " ==> p%u[k] == \\at(p%u[k], Pre);\n", k, k);
  }
  if (to->tape->each)
    fputs("      loop invariant kept: \\forall integer k; 0 <= k < n ==> w[k] == \\at(w[k], Pre);\n", to->out);
}

/* The first array: in the cells of its gradient the values of the accumulator wait. */
uint32_t loops_waiting_in(const Tape *tape) {
  uint32_t k = 0;
  while (!loops_array(tape, k)) k++;
  return k;
}

uint32_t loops_accumulator(const Tape *tape) {
  uint32_t j = 0;
  while (tape->nodes[j].op != TAPE_ACCUMULATOR) j++;
  return j;
}

void loops_accumulator_statement(const Contract *to, const char *from, uint32_t k) {
  uint32_t j = loops_accumulator(to->tape);
  fprintf(to->out, "  const double v%u = %s%u%s;\n", j, from, k, from[0] == 'g' ? "[i]" : "");
  assert_value(to, j);
}

void loops_waiting(const Contract *to, uint32_t k, const char *range) {
  fputs("      loop invariant waiting: ", to->out);
  loops_any(to, false, NULL);
  fprintf(to->out, "(\\forall integer j; %s ==> g%u[j] == ", range, loops_waiting_in(to->tape));
  loops_partial(to, SUM_VALUE, k, AT_X, "j");
  fputs(");\n", to->out);
}

static void fold_values(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  uint32_t wait = loops_waiting_in(to->tape);
  fprintf(to->out, "  double r%u = ", k);
  code_operand(to, node->b);
  fputs(";\n  /*@ loop invariant range: 0 <= i <= n;\n", to->out);
  loops_kept(to);
  loops_waiting(to, k, "0 <= j < i");
  fprintf(to->out, "      loop invariant fold_%u: ", k);
  loops_any(to, false, NULL);
  fprintf(to->out, "r%u == ", k);
  loops_partial(to, SUM_VALUE, k, AT_X, "i");
  fprintf(to->out,
          ";\n      loop assigns i, r%u, g%u[0 .. n - 1];\n      loop variant n - i; */\n"
          "  for (int i = 0; i < n; i++) {\n",
          k, wait);
  loops_accumulator_statement(to, "r", k);
  loops_body_values(to, 1);
  fprintf(to->out, "  g%u[i] = r%u;\n  r%u = ", wait, k, k);
  code_operand(to, node->a);
  fprintf(to->out, ";\n  }\n  const double v%u = r%u;\n", k, k);
  assert_value(to, k);
}

void loops_values(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (!node->used || node->depth > 0) continue;
    if (node->op == TAPE_SUM)
      sum_values(to, k);
    else if (node->op == TAPE_FOLD)
      fold_values(to, k);
    else
      value_statement(to, k);
  }
}
