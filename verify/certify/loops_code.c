/* NAME.c with a loop: its values are computed again on the way back, so that no array is stored; but what a fold has
 * before each entry, which waits where the gradient by that entry will be. */
#include "verify/certify/loops.h"

static const char *cell(const Tape *tape, uint32_t input) {
  static const char *const cells[] = {[EXTENT_ROWS] = "i", [EXTENT_COLUMNS] = "j", [EXTENT_AREA] = "k"};
  return cells[tape->extent[input]];
}

static void entry_statement(const Contract *to, uint32_t k) {
  uint32_t a = to->tape->nodes[k].a;
  fprintf(to->out, "  const double v%u = p%u[%s];\n", k, a, cell(to->tape, a));
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
static void body_values(const Contract *to, uint32_t depth) {
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
  fprintf(to->out, "  double v%u = 0.0;\n  /*@ loop invariant range: 0 <= %s <= %s;\n      loop invariant sum_%u: ", k,
          i, n, k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  loops_partial(to, SUM_VALUE, k, AT_X, i);
  fprintf(to->out,
          ";\n      loop assigns %s, v%u;\n      loop variant %s - %s; */\n  for (int %s = 0; %s < %s; %s++) {\n", i, k,
          n, i, i, i, n, i);
  body_values(to, depth + 1);
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
  if (depth > 0) assert_value(to, k);
}

static void kept(const Contract *to) {
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
static uint32_t waiting_in(const Tape *tape) {
  uint32_t k = 0;
  while (!loops_array(tape, k)) k++;
  return k;
}

static uint32_t accumulator(const Tape *tape) {
  uint32_t j = 0;
  while (tape->nodes[j].op != TAPE_ACCUMULATOR) j++;
  return j;
}

static void accumulator_statement(const Contract *to, const char *from, uint32_t k) {
  uint32_t j = accumulator(to->tape);
  fprintf(to->out, "  const double v%u = %s%u%s;\n", j, from, k, from[0] == 'g' ? "[i]" : "");
  assert_value(to, j);
}

static void waiting(const Contract *to, uint32_t k, const char *range) {
  fputs("      loop invariant waiting: ", to->out);
  loops_any(to, false, NULL);
  fprintf(to->out, "(\\forall integer j; %s ==> g%u[j] == ", range, waiting_in(to->tape));
  loops_partial(to, SUM_VALUE, k, AT_X, "j");
  fputs(");\n", to->out);
}

static void fold_values(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  uint32_t wait = waiting_in(to->tape);
  fprintf(to->out, "  double r%u = ", k);
  code_operand(to, node->b);
  fputs(";\n  /*@ loop invariant range: 0 <= i <= n;\n", to->out);
  kept(to);
  waiting(to, k, "0 <= j < i");
  fprintf(to->out, "      loop invariant fold_%u: ", k);
  loops_any(to, false, NULL);
  fprintf(to->out, "r%u == ", k);
  loops_partial(to, SUM_VALUE, k, AT_X, "i");
  fprintf(to->out,
          ";\n      loop assigns i, r%u, g%u[0 .. n - 1];\n      loop variant n - i; */\n"
          "  for (int i = 0; i < n; i++) {\n",
          k, wait);
  accumulator_statement(to, "r", k);
  body_values(to, 1);
  fprintf(to->out, "  g%u[i] = r%u;\n  r%u = ", wait, k, k);
  code_operand(to, node->a);
  fprintf(to->out, ";\n  }\n  const double v%u = r%u;\n", k, k);
  assert_value(to, k);
}

static void values(const Contract *to) {
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

/* ---------------------------------------------------------------- adjoints -- */

/* Whether the node stands outside of the loop, and an operation in it uses it. */
static bool is_outer(const Tape *tape, uint32_t j) {
  if (tape->nodes[j].depth > 0 || !tape->nodes[j].active) return false;
  for (uint32_t k = j + 1; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    bool two = node->op == TAPE_PLUS || node->op == TAPE_MINUS || node->op == TAPE_TIMES;
    bool reads = node->op != TAPE_ENTRY && node->op != TAPE_ACCUMULATOR;
    if (node->used && node->depth > 0 && reads && (node->a == j || (two && node->b == j))) return true;
  }
  return false;
}

/* What the loop over i is of: a sum, a fold, or an array, the result. */
static uint32_t outer_of(const Tape *tape) {
  uint32_t k = tape->output[0];
  for (uint32_t s = 0; s < tape->count && !tape->each; s++) {
    const TapeNode *node = &tape->nodes[s];
    if ((node->op == TAPE_SUM || node->op == TAPE_FOLD) && node->used && node->depth == 0) k = s;
  }
  return k;
}

/* The sum over j in it. */
static uint32_t inner_of(const Tape *tape) {
  uint32_t k = 0;
  while (tape->nodes[k].op != TAPE_SUM || tape->nodes[k].depth == 0 || !tape->nodes[k].used) k++;
  return k;
}

/* One of the loops, on the way back. */
typedef struct Loop {
  const Contract *to;
  uint32_t k;     /* what it is of */
  uint32_t depth; /* of its body: 2 of that over j */
  bool each;      /* its rounds have weights of their own, ti */
  const char *index, *next;
} Loop;

static Loop loop_of(const Contract *to, uint32_t depth) {
  bool inner = depth > 1;
  return (Loop){.to = to,
                .k = inner ? inner_of(to->tape) : outer_of(to->tape),
                .depth = depth,
                .each = to->tape->each && !inner,
                .index = inner ? "j" : "i",
                .next = inner ? "j + 1" : "i + 1"};
}

/* The body's result, and what it is multiplied by. */
static uint32_t loop_result(const Loop *loop) { return loop->each ? loop->k : loop->to->tape->nodes[loop->k].a; }

static void derivative_so_far(const Loop *loop, const char *taken) {
  if (loop->each) {
    loops_weighted(loop->to, taken);
  } else {
    fprintf(loop->to->out, "t%u * ", loop->k);
    loops_partial(loop->to, SUM_DERIVATIVE, loop->k, AT_X, taken);
  }
}

static void derivative_here(const Loop *loop) {
  if (loop->each)
    fputs("ti * ", loop->to->out);
  else
    fprintf(loop->to->out, "t%u * ", loop->k);
  contract_tangent(loop->to, loop_result(loop));
}

static void gradients(const Contract *to, const char *taken) {
  fputs("0.0", to->out);
  loops_gradients(to, taken, false);
}

static void outer_terms(const Contract *to, const char *letter) {
  for (uint32_t j = 0; j < to->tape->count; j++) {
    if (!is_outer(to->tape, j)) continue;
    fprintf(to->out, " + %s%u * ", letter, j);
    contract_tangent(to, j);
  }
}

/* A product of up to two factors and a derivative: "a3 * v4 * d", with nothing for those that are absent. */
static void product(const Contract *to, const char *sign, uint32_t adjoint, uint32_t factor, uint32_t tangent) {
  fputs(sign, to->out);
  if (adjoint != TAPE_MOST) fprintf(to->out, "a%u * ", adjoint);
  if (factor != TAPE_MOST) code_operand(to, factor), fputs(" * ", to->out);
  contract_tangent(to, tangent);
}

/* The derivative of the node by those of its operands, in the values that the code has; times its adjoint, where there
 * is one. */
static void spread(const Contract *to, uint32_t k, uint32_t adjoint) {
  const TapeNode *node = &to->tape->nodes[k];
  bool times = node->op == TAPE_TIMES;
  if (node->op == TAPE_FUNCTION || node->op == TAPE_INVERSE) {
    if (adjoint != TAPE_MOST) fprintf(to->out, "a%u * ", adjoint);
    fprintf(to->out, node->op == TAPE_FUNCTION ? "s%u * " : "(-(v%u * v%u)) * ", k, k);
    contract_tangent(to, node->a);
    return;
  }
  product(to, node->op == TAPE_NEGATIVE ? "-" : "", adjoint, times ? node->b : TAPE_MOST, node->a);
  if (node->op == TAPE_NEGATIVE) return;
  product(to, node->op == TAPE_MINUS ? " - " : " + ", adjoint, times ? node->a : TAPE_MOST, node->b);
}

void loops_steps(const Contract *to, uint32_t k) {
  fprintf(to->out, "  /*@ assert chain_%u: ", k);
  loops_any(to, true, NULL);
  contract_tangent(to, k);
  fputs(" == ", to->out);
  spread(to, k, TAPE_MOST);
  fprintf(to->out, "; */\n  /*@ assert by_%u: ", k);
  loops_any(to, true, NULL);
  fprintf(to->out, "times(a%u, ", k);
  contract_tangent(to, k);
  fprintf(to->out, ") == times(a%u, ", k);
  spread(to, k, TAPE_MOST);
  fprintf(to->out, "); */\n  /*@ assert spread_%u: ", k);
  loops_any(to, true, NULL);
  fprintf(to->out, "a%u * ", k);
  contract_tangent(to, k);
  fputs(" == ", to->out);
  spread(to, k, k);
  fputs("; */\n", to->out);
}

void loops_invariant(const Sweep *sweep, const char *name, uint32_t below) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  fprintf(to->out, "  /*@ assert %s_%u: ", name, below);
  loops_any(to, true, sweep->looped ? "n" : NULL);
  if (sweep->depth > 0) {
    fputs("0.0 + ", to->out);
    const Loop loop = loop_of(to, sweep->depth);
    derivative_here(&loop);
  } else {
    fputs("0.0 + w * ", to->out);
    contract_tangent(to, tape->output[0]);
  }
  fputs(" == ", to->out);
  if (sweep->looped)
    gradients(to, "n");
  else
    fputs("0.0", to->out);
  for (uint32_t k = 0; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    bool ends = node->op == TAPE_INPUT || node->op == TAPE_ENTRY || node->op == TAPE_ACCUMULATOR ||
                (node->op == TAPE_SUM && node->depth > 0);
    if (sweep->contributed[k] && sweep->depth > 0) fprintf(to->out, " + c%u * ", k), contract_tangent(to, k);
    if (!sweep->begun[k] || (k >= below && !ends) || node->depth != sweep->depth) continue;
    fprintf(to->out, " + a%u * ", k);
    contract_tangent(to, k);
  }
  fputs("; */\n", to->out);
}

static void assigned(const Loop *loop) {
  const Contract *to = loop->to;
  const Tape *tape = to->tape;
  for (uint32_t j = 0; j < tape->count; j++)
    if (loop->depth == 1 && is_outer(tape, j)) fprintf(to->out, ", b%u", j);
  for (uint32_t j = 0; j < tape->inputs; j++) {
    if (!loops_array(tape, j) || (loop->depth > 1 && tape->extent[j] == EXTENT_ROWS)) continue;
    fprintf(to->out, ", g%u[0 .. ", j);
    loops_cells(to, j, "n");
    fputs(" - 1]", to->out);
  }
}

/* What the gradients have of `entries` entries is the derivative of so many terms. */
typedef struct Balance {
  const char *entries, *terms;
  bool before; /* what is added to in this round is taken without that */
  bool here;   /* one term more */
  bool inner;  /* what the loop over j, which stands in this one, gives */
} Balance;

static void balance(const Loop *loop, const Balance *of) {
  FILE *out = loop->to->out;
  const Loop outer = loop_of(loop->to, 1);
  fputs("0.0", out);
  loops_gradients(loop->to, of->entries, of->before);
  outer_terms(loop->to, "b");
  fputs(" == ", out);
  if (loop->depth > 1) derivative_so_far(&outer, "i"), fputs(" + ", out);
  derivative_so_far(loop, of->terms);
  if (of->here) fputs(" + ", out), derivative_here(loop);
  if (of->inner)
    fprintf(out, " + a%u * ", inner_of(loop->to->tape)), contract_tangent(loop->to, inner_of(loop->to->tape));
}

/* The balance as a predicate: what a round has shown is, as it stands, what the next begins with. */
static const char *balance_name(const Loop *loop) { return loop->depth > 1 ? "columns" : "rows"; }

/* What it depends on, each with its type where `types`. */
static void balance_arguments(const Loop *loop, bool types) {
  const Contract *to = loop->to;
  const char *pointer = types ? "double *" : "", *real = types ? "real " : "", *before = "";
  for (uint32_t j = 0; j < to->tape->inputs; j++, before = ", ") {
    if (loops_array(to->tape, j))
      fprintf(to->out, "%s%sp%u, %sg%u", before, pointer, j, pointer, j);
    else
      fprintf(to->out, "%s%sx%u", before, real, j);
  }
  if (to->tape->each)
    fprintf(to->out, ", %sw", pointer);
  else
    fprintf(to->out, ", %st%u", real, outer_of(to->tape));
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (is_outer(to->tape, j)) fprintf(to->out, ", %sb%u", real, j);
  if (loop->depth > 1) fprintf(to->out, ", %st%u", real, loop->k);
  contract_sizes(to, loop->depth - 1, types ? "integer " : "");
}

/* Before the function. */
static void balance_predicate(const Contract *to, uint32_t depth) {
  Contract other = *to;
  other.labels = true;
  const Loop loop = loop_of(&other, depth);
  fprintf(to->out, "/*@ predicate %s_%s{P, L}(", to->name, balance_name(&loop));
  balance_arguments(&loop, true);
  fprintf(to->out, ", integer %s) =\n      ", loop.index);
  loops_any(&other, true, loop.index);
  balance(&loop, &(Balance){.entries = loop.index, .terms = loop.index});
  fputs("; */\n", to->out);
}

static void balance_holds(const Loop *loop, const char *taken) {
  fprintf(loop->to->out, "%s_%s{Pre, Here}(", loop->to->name, balance_name(loop));
  balance_arguments(loop, false);
  fprintf(loop->to->out, ", %s)", taken);
}

static void entries_so_far(const Contract *to, uint32_t k) {
  Contract other = *to;
  other.index = "j";
  fputs("      loop invariant values: ", to->out);
  loops_any(to, false, NULL);
  fputs("(\\forall integer j; 0 <= j < i ==> y[j] == ", to->out);
  contract_value(&other, k, AT_X);
  fputs(");\n", to->out);
}

static void loop_head(const Loop *loop) {
  const Contract *to = loop->to;
  const char *i = loop->index, *n = loop->depth > 1 ? "m" : "n";
  fprintf(to->out, "  /*@ loop invariant range: 0 <= %s <= %s;\n", i, n);
  kept(to);
  if (loop->each) entries_so_far(to, loop->k);
  fputs("      loop invariant adjoints: ", to->out);
  balance_holds(loop, i);
  fprintf(to->out, ";\n      loop assigns %s", i);
  if (loop->each) fputs(", y[0 .. n - 1]", to->out);
  assigned(loop);
  fprintf(to->out, ";\n      loop variant %s - %s; */\n  for (%s; %s < %s; %s++) {\n", n, i,
          loop->depth > 1 ? "" : "int i = 0", i, n, i);
}

/* The sum of one term more, and that times its adjoint. */
static void one_more(const Loop *loop) {
  const Contract *to = loop->to;
  if (to->tape->nodes[loop->k].op == TAPE_SUM) {
    loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, loop->index);
    fputs(" + ", to->out);
  }
  contract_tangent(to, loop_result(loop));
}

static void sum_steps(const Loop *loop) {
  const Contract *to = loop->to;
  fputs("  /*@ assert one: ", to->out);
  loops_any(to, true, NULL);
  loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, loop->next);
  fputs(" == ", to->out);
  one_more(loop);
  fprintf(to->out, "; */\n  /*@ assert by_one: ");
  loops_any(to, true, NULL);
  fprintf(to->out, "times(t%u, ", loop->k);
  loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, loop->next);
  fprintf(to->out, ") == times(t%u, ", loop->k);
  one_more(loop);
  fputs("); */\n", to->out);
}

static bool is_entry_of(const Loop *loop, uint32_t j) {
  const TapeNode *node = &loop->to->tape->nodes[j];
  return node->op == TAPE_ENTRY && node->depth == loop->depth;
}

/* Whether a cell of the gradient by that input is added to in each row; others are set once. */
static bool is_added(const Tape *tape, uint32_t input) { return tape->extent[input] == EXTENT_COLUMNS; }

/* The cells of gradients that are stored, as vectors have them. */
static void stores(const Loop *loop) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->count; j++) {
    uint32_t a = to->tape->nodes[j].a;
    if (!is_entry_of(loop, j)) continue;
    if (is_added(to->tape, a))
      fprintf(to->out, "  const double u%u = g%u[j];\n  g%u[j] = u%u + a%u;\n", a, a, a, a, j);
    else
      fprintf(to->out, "  g%u[%s] = a%u;\n", a, cell(to->tape, a), j);
  }
}

/* What a cell that is stored is, what it adds, times any direction, and that as a product. */
static void cells(const Loop *loop, const char *holds, const char *range) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->count; j++) {
    uint32_t a = to->tape->nodes[j].a;
    if (!is_entry_of(loop, j)) continue;
    bool added = is_added(to->tape, a);
    for (int step = 0; step < 3; step++) {
      static const char *const names[] = {"cell", "cells", "stored"};
      fprintf(to->out, "  /*@ assert %s_%u: \\forall vector G%s; %s(G, g%u, ", names[step], j, step > 0 ? ", d" : "",
              holds, a);
      loops_cells(to, a, range);
      fputs(step > 0 ? ") ==> times(" : ") ==> ", to->out);
      if (step > 0 && added) fputs("minus(", to->out);
      fputs("at(G, ", to->out);
      loops_cell(to, a);
      fputc(')', to->out);
      if (step > 0 && added) fprintf(to->out, ", u%u)", a);
      if (step > 0) fputs(", at(d, ", to->out), loops_cell(to, a), fputs("))", to->out);
      fputs(step == 1 ? " == times(" : " == ", to->out);
      if (step == 0 && added) fprintf(to->out, "u%u + ", a);
      fprintf(to->out, "a%u", j);
      if (step > 0) fputs(step == 1 ? ", at(d, " : " * at(d, ", to->out), loops_cell(to, a), fputc(')', to->out);
      fputs(step == 1 ? "); */\n" : "; */\n", to->out);
    }
  }
}

/* " + times(at(G0, i), at(d0, i))" of each array that has cells in the round. */
static void cells_here(const Loop *loop) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->inputs; j++) {
    bool row = to->tape->extent[j] == EXTENT_ROWS, added = is_added(to->tape, j);
    if (!loops_array(to->tape, j) || row != (loop->depth == 1)) continue;
    fprintf(to->out, " + times(%sat(G%u, ", added ? "minus(" : "", j);
    loops_cell(to, j);
    if (added) fprintf(to->out, "), u%u", j);
    fprintf(to->out, "), at(d%u, ", j);
    loops_cell(to, j);
    fputs("))", to->out);
  }
}

/* What this round adds, and how sums over entries go on. */
static void part(const Loop *loop, const char *range) {
  const Contract *to = loop->to;
  const Tape *tape = to->tape;
  bool inner = tape->nested && loop->depth == 1;
  fputs("  /*@ assert part: ", to->out);
  loops_any(to, true, range);
  fputs("0.0", to->out);
  cells_here(loop);
  if (loop->depth == 1) outer_terms(to, "c");
  if (tape->nodes[loop->k].op == TAPE_FOLD) {
    fprintf(to->out, " + a%u * ", accumulator(tape));
    loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, "i");
  }
  if (inner) fprintf(to->out, " + a%u * ", inner_of(tape)), contract_tangent(to, inner_of(tape));
  fputs(" == ", to->out);
  derivative_here(loop);
  const char *cells = loop->depth > 1 ? "i * m + " : "", *index = loop->index;
  fprintf(
      to->out,
      "; */\n  /*@ assert next: \\forall vector a, b; inner(a, b, %s%s + 1) == inner(a, b, %s%s) + times(at(a, %s%s), "
      "at(b, %s%s)); */\n",
      cells, index, cells, index, cells, index, cells, index);
}

static void add_contributions(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (is_outer(to->tape, j)) fprintf(to->out, "  b%u += c%u;\n", j, j);
}

/* balance, of gradients that hold what is stored so far. */
static void assert_balance(const Loop *loop, const char *name, const char *range, Balance of) {
  fprintf(loop->to->out, "  /*@ assert %s: ", name);
  loops_any(loop->to, true, range);
  balance(loop, &of);
  fputs("; */\n", loop->to->out);
}

/* What was stored and added in this round, and in all so far: a step of algebra each. */
static void round_end(const Loop *loop) {
  const Contract *to = loop->to;
  const char *i = loop->index, *next = loop->next;
  bool inner = to->tape->nested && loop->depth == 1;
  if (inner) assert_balance(loop, "row_done", "m", (Balance){.entries = "m", .terms = i, .inner = true});
  stores(loop);
  assert_balance(loop, "before", next,
                 (Balance){.entries = inner ? "m" : i, .terms = i, .before = loop->depth > 1, .inner = inner});
  if (!loop->each) sum_steps(loop);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  derivative_so_far(loop, next);
  fputs(" == ", to->out);
  derivative_so_far(loop, i);
  fputs(" + ", to->out);
  derivative_here(loop);
  fputs("; */\n", to->out);
  cells(loop, "holds", next);
  part(loop, next);
  if (loop->depth == 1) add_contributions(to);
  assert_balance(loop, "both", next, (Balance){.entries = next, .terms = i, .here = true});
  fputs("  /*@ assert after: ", to->out);
  balance_holds(loop, next);
  fputs("; */\n  }\n", to->out);
}

static void loop_begin(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (is_outer(to->tape, j)) fprintf(to->out, "  double b%u = 0.0;\n", j);
}

static void body_adjoints(Sweep *sweep, const Loop *loop) {
  const Tape *tape = sweep->to->tape;
  sweep->depth = loop->depth;
  code_add_to(sweep, loop_result(loop), false);
  fprintf(sweep->to->out, loop->each ? "ti;\n" : "t%u;\n", loop->k);
  for (uint32_t j = tape->count; j-- > 0;) {
    const TapeNode *node = &tape->nodes[j];
    if (sweep->begun[j] && node->depth == loop->depth && node->op != TAPE_SUM && contract_names(tape, j))
      code_adjoint(sweep, j);
  }
}

/* What the loop gives to what is outside of it. */
static void loop_end(Sweep *sweep) {
  sweep->depth = 0;
  sweep->looped = true;
  for (uint32_t j = 0; j < sweep->to->tape->count; j++) {
    if (!is_outer(sweep->to->tape, j)) continue;
    code_add_to(sweep, j, false);
    fprintf(sweep->to->out, "b%u;\n", j);
  }
}

/* The loop over j, when the adjoint of its sum is complete. */
static void inner_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loop_of(to, 2);
  fprintf(to->out, "  const double t%u = a%u;\n  int j = 0;\n", loop.k, loop.k);
  loop_head(&loop);
  body_values(to, 2);
  fprintf(to->out, "  (void)v%u;\n", loop_result(&loop));
  body_adjoints(sweep, &loop);
  round_end(&loop);
  fputs("  /*@ assert row_end: j == m; */\n  /*@ assert row_sum: ", to->out);
  loops_any(to, true, NULL);
  loops_partial(to, SUM_DERIVATIVE, loop.k, AT_X, "m");
  fputs(" == ", to->out);
  contract_tangent(to, loop.k);
  fputs("; */\n", to->out);
}

/* Gradients that are added to begin with zeros. */
static void zeros(const Contract *to) {
  fputs("  /*@ loop invariant range: 0 <= j <= m;\n", to->out);
  kept(to);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (is_added(to->tape, k))
      fprintf(to->out,
              "      loop invariant none_%u: \\forall vector a, b; holds(a, g%u, j) ==> inner(a, b, j) == 0.0;\n", k,
              k);
  fputs("      loop assigns j", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (is_added(to->tape, k)) fprintf(to->out, ", g%u[0 .. m - 1]", k);
  fputs(";\n      loop variant m - j; */\n  for (int j = 0; j < m; j++) {\n", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (is_added(to->tape, k)) fprintf(to->out, "  g%u[j] = 0.0;\n", k);
  fputs("  }\n  /*@ ghost change(m); */\n", to->out);
}

static void loop_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loop_of(to, 1);
  loop_begin(to);
  if (!loop.each) fprintf(to->out, "  const double t%u = a%u;\n", loop.k, loop.k);
  if (to->tape->nested) zeros(to);
  loop_head(&loop);
  body_values(to, 1);
  if (loop.each) {
    fputs("  y[i] = ", to->out);
    code_operand(to, loop.k);
    fputs(";\n  const double ti = w[i];\n", to->out);
  } else {
    fprintf(to->out, "  (void)v%u;\n", loop_result(&loop));
  }
  body_adjoints(sweep, &loop);
  if (to->tape->nested) inner_adjoint(sweep);
  round_end(&loop);
  loop_end(sweep);
  if (!loop.each) loops_invariant(sweep, "adjoint", loop.k);
}

/* ------------------------------------------------------------------- folds -- */

/* The derivative of all of the fold, and what the gradients have of it from an entry on: the rest of it is q times the
 * derivative of what the fold has before that entry. */
static void fold_balance(const Contract *to, uint32_t k, const char *adjoint, uint32_t of, const char *taken) {
  fprintf(to->out, "a%u * ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "n");
  fputs(" + ", to->out);
  gradients(to, taken);
  fprintf(to->out, " == %s%u * ", adjoint, of);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, taken);
  fputs(" + ", to->out);
  gradients(to, "n");
  outer_terms(to, "b");
}

static void fold_head(const Loop *loop) {
  const Contract *to = loop->to;
  const uint32_t k = loop->k;
  fputs("  /*@ loop invariant range: -1 <= i < n;\n", to->out);
  kept(to);
  waiting(to, k, "0 <= j <= i");
  fputs("      loop invariant adjoints: ", to->out);
  loops_any(to, true, "i + 1, n");
  fold_balance(to, k, "q", k, "i + 1");
  fprintf(to->out, ";\n      loop assigns i, q%u", k);
  assigned(loop);
  fputs(";\n      loop variant i + 1; */\n  for (int i = n - 1; i >= 0; i--) {\n", to->out);
}

static void assert_fold_balance(const Contract *to, const char *name, const char *range, uint32_t k,
                                const char *adjoint, uint32_t of, const char *taken) {
  fprintf(to->out, "  /*@ assert %s: ", name);
  loops_any(to, true, range);
  fold_balance(to, k, adjoint, of, taken);
}

static void fold_round_end(const Loop *loop) {
  const Contract *to = loop->to;
  const uint32_t k = loop->k, j = accumulator(to->tape);
  stores(loop);
  assert_fold_balance(to, "before", "i, n", k, "t", k, "i + 1");
  fputs("; */\n", to->out);
  sum_steps(loop);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  fprintf(to->out, "t%u * ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fputs(" == ", to->out);
  derivative_here(loop);
  fputs("; */\n", to->out);
  cells(loop, "holds_from", "i, n");
  part(loop, "i, n");
  assert_fold_balance(to, "both", "i, n", k, "a", j, "i");
  outer_terms(to, "c");
  fputs("; */\n", to->out);
  add_contributions(to);
  fprintf(to->out, "  q%u = a%u;\n", k, j);
  assert_fold_balance(to, "after", "i, n", k, "q", k, "i");
  fputs("; */\n  }\n", to->out);
}

/* What is left is the adjoint of what the fold begins with. */
static void fold_end(Sweep *sweep, uint32_t k) {
  const Contract *to = sweep->to;
  uint32_t start = to->tape->nodes[k].b;
  fputs("  /*@ assert start: ", to->out);
  loops_any(to, true, NULL);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "0");
  fputs(" == ", to->out);
  contract_tangent(to, start);
  fputs("; */\n  /*@ assert none: \\forall vector a, b; inner(a, b, 0) == 0.0; */\n", to->out);
  assert_fold_balance(to, "whole", "n", k, "q", k, "0");
  fputs("; */\n  /*@ assert all: ", to->out);
  loops_any(to, true, "n");
  fprintf(to->out, "a%u * ", k);
  contract_tangent(to, k);
  fputs(" == ", to->out);
  gradients(to, "n");
  fprintf(to->out, " + q%u * ", k);
  contract_tangent(to, start);
  outer_terms(to, "b");
  fputs("; */\n", to->out);
  if (to->tape->nodes[start].active) code_add_to(sweep, start, false), fprintf(to->out, "q%u;\n", k);
}

static void fold_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loop_of(to, 1);
  const uint32_t k = loop.k;
  loop_begin(to);
  fprintf(to->out, "  double q%u = a%u;\n", k, k);
  fold_head(&loop);
  fprintf(to->out, "  const double t%u = q%u;\n", k, k);
  accumulator_statement(to, "g", waiting_in(to->tape));
  body_values(to, 1);
  fprintf(to->out, "  (void)v%u;\n", loop_result(&loop));
  body_adjoints(sweep, &loop);
  fold_round_end(&loop);
  loop_end(sweep);
  fold_end(sweep, k);
  loops_invariant(sweep, "adjoint", k);
}

static void adjoints(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  uint32_t out = tape->output[0];
  if (tape->each) {
    loop_adjoint(sweep);
  } else {
    code_add_to(sweep, out, false);
    fputs("w;\n", to->out);
    loops_invariant(sweep, "seed", tape->count);
  }
  for (uint32_t k = tape->count; k-- > 0;) {
    if (!sweep->begun[k] || tape->nodes[k].depth > 0) continue;
    if (tape->nodes[k].op == TAPE_SUM)
      loop_adjoint(sweep);
    else if (tape->nodes[k].op == TAPE_FOLD)
      fold_adjoint(sweep);
    else if (contract_names(tape, k))
      code_adjoint(sweep, k);
  }
}

void loops_code(const Contract *to) {
  const Tape *tape = to->tape;
  Sweep sweep = {.to = to};
  fprintf(to->out, "#include \"%s.h\"\n\n", to->name);
  if (tape->nodes[outer_of(tape)].op != TAPE_FOLD) {
    balance_predicate(to, 1);
    if (tape->nested) balance_predicate(to, 2);
    fputc('\n', to->out);
  }
  loops_declaration(to);
  fputs(" {\n", to->out);
  for (uint32_t k = 0; k < tape->count; k++)
    if (tape->nodes[k].op == TAPE_INPUT && !tape->nodes[k].used) fprintf(to->out, "  (void)x%u;\n", tape->nodes[k].a);
  values(to);
  if (!tape->each) fprintf(to->out, "  y[0] = v%u;\n", tape->output[0]);
  adjoints(&sweep);
  for (uint32_t k = 0; k < tape->inputs; k++) {
    if (loops_array(tape, k)) continue;
    uint32_t node = 0;
    while (tape->nodes[node].op != TAPE_INPUT || tape->nodes[node].a != k) node++;
    fprintf(to->out, "  g%u[0] = ", k);
    fprintf(to->out, sweep.begun[node] ? "a%u;\n" : "0.0;\n", node);
  }
  fputs("}\n", to->out);
}
