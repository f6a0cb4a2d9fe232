/* What each round of a loop does on the way back: adjoints, what is stored, and the steps by which a prover follows. */
#include "verify/certify/loops_back.h"

/* Whether the node stands outside of the loop, and an operation in it uses it. */
bool loops_is_outer(const Tape *tape, uint32_t j) {
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
uint32_t loops_outer_of(const Tape *tape) {
  uint32_t k = tape->output[0];
  for (uint32_t s = 0; s < tape->count && !tape->each; s++) {
    const TapeNode *node = &tape->nodes[s];
    if ((node->op == TAPE_SUM || node->op == TAPE_FOLD) && node->used && node->depth == 0) k = s;
  }
  return k;
}

/* The sum over j in it. */
uint32_t loops_inner_of(const Tape *tape) {
  uint32_t k = 0;
  while (tape->nodes[k].op != TAPE_SUM || tape->nodes[k].depth == 0 || !tape->nodes[k].used) k++;
  return k;
}

Loop loops_loop(const Contract *to, uint32_t depth) {
  bool inner = depth > 1;
  return (Loop){.to = to,
                .k = inner ? loops_inner_of(to->tape) : loops_outer_of(to->tape),
                .depth = depth,
                .each = to->tape->each && !inner,
                .index = inner ? "j" : "i",
                .next = inner ? "j + 1" : "i + 1"};
}

/* Whether what the rounds are multiplied by is a number of which the proof knows no more than that: else it is written
 * out in each of its terms. */
bool loops_factor(const Loop *loop) { return loop->to->tape->nested && !loop->each; }

/* The body's result, and what it is multiplied by. */
uint32_t loops_result(const Loop *loop) { return loop->each ? loop->k : loop->to->tape->nodes[loop->k].a; }

void loops_derivative_so_far(const Loop *loop, const char *taken) {
  if (loop->each) {
    loops_weighted(loop->to, taken);
  } else {
    fprintf(loop->to->out, "t%u * ", loop->k);
    loops_partial(loop->to, SUM_DERIVATIVE, loop->k, AT_X, taken);
  }
}

void loops_derivative_here(const Loop *loop) {
  if (loop->each)
    fputs("ti * ", loop->to->out);
  else
    fprintf(loop->to->out, "t%u * ", loop->k);
  contract_tangent(loop->to, loops_result(loop));
}

void loops_gradients_so_far(const Contract *to, const char *taken) {
  fputs("0.0", to->out);
  loops_gradients(to, taken, false);
}

void loops_outer_terms(const Contract *to, const char *letter) {
  for (uint32_t j = 0; j < to->tape->count; j++) {
    if (!loops_is_outer(to->tape, j)) continue;
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
    const Loop loop = loops_loop(to, sweep->depth);
    loops_derivative_here(&loop);
  } else {
    fputs("0.0 + ", to->out);
    loops_whole_derivative(to);
  }
  fputs(" == ", to->out);
  if (sweep->looped)
    loops_gradients_so_far(to, "n");
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

void loops_assigned(const Loop *loop) {
  const Contract *to = loop->to;
  const Tape *tape = to->tape;
  for (uint32_t j = 0; j < tape->count; j++)
    if (loop->depth == 1 && loops_is_outer(tape, j)) fprintf(to->out, ", b%u", j);
  if (loops_factor(loop)) fprintf(to->out, ", t%u", loop->k);
  for (uint32_t j = 0; j < tape->inputs; j++) {
    if (!loops_array(tape, j) || (loop->depth > 1 && tape->extent[j] == EXTENT_ROWS)) continue;
    fprintf(to->out, ", g%u[0 .. ", j);
    loops_cells(to, j, "n");
    fputs(" - 1]", to->out);
  }
}

/* The sum of one term more, and that times its adjoint. */
static void one_more(const Loop *loop) {
  const Contract *to = loop->to;
  if (to->tape->nodes[loop->k].op == TAPE_SUM) {
    loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, loop->index);
    fputs(" + ", to->out);
  }
  contract_tangent(to, loops_result(loop));
}

void loops_sum_steps(const Loop *loop) {
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
bool loops_is_added(const Tape *tape, uint32_t input) { return tape->extent[input] == EXTENT_COLUMNS; }

/* The cells of gradients that are stored, as vectors have them. */
void loops_stores(const Loop *loop) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->count; j++) {
    uint32_t a = to->tape->nodes[j].a;
    if (!is_entry_of(loop, j)) continue;
    if (loops_is_added(to->tape, a))
      fprintf(to->out, "  const double u%u = g%u[j];\n  g%u[j] = u%u + a%u;\n", a, a, a, a, j);
    else
      fprintf(to->out, "  g%u[%s] = a%u;\n", a, loops_place(to->tape, a), j);
  }
}

static bool has_sizes(const Tape *tape) {
  for (uint32_t k = 0; k < tape->count; k++) {
    if (tape->nodes[k].used && tape->nodes[k].op == TAPE_SIZE) return true;
  }
  return false;
}

/* What a cell that is stored is, what it adds, times any direction, and that as a product.  Where sizes are numbers an
 * adjoint may be w / n, in goals of n and of i, which are one number behind the loop: its products are said alone
 * before. */
void loops_stored_cells(const Loop *loop, const char *holds, const char *range) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->count; j++) {
    uint32_t a = to->tape->nodes[j].a;
    if (!is_entry_of(loop, j)) continue;
    bool added = loops_is_added(to->tape, a);
    if (has_sizes(to->tape))
      fprintf(to->out, "  /*@ assert product_%u: \\forall real d; times(a%u, d) == a%u * d; */\n", a, j, j);
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

void loops_cells_here(const Loop *loop) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->inputs; j++) {
    bool row = to->tape->extent[j] == EXTENT_ROWS, added = loops_is_added(to->tape, j);
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
void loops_part(const Loop *loop, const char *range) {
  const Contract *to = loop->to;
  const Tape *tape = to->tape;
  bool inner = tape->nested && loop->depth == 1;
  fputs("  /*@ assert part: ", to->out);
  loops_any(to, true, range);
  fputs("0.0", to->out);
  loops_cells_here(loop);
  if (loop->depth == 1) loops_outer_terms(to, "c");
  if (tape->nodes[loop->k].op == TAPE_FOLD) {
    fprintf(to->out, " + a%u * ", loops_accumulator(tape));
    loops_partial(to, SUM_DERIVATIVE, loop->k, AT_X, "i");
  }
  if (inner) fprintf(to->out, " + a%u * ", loops_inner_of(tape)), contract_tangent(to, loops_inner_of(tape));
  fputs(" == ", to->out);
  loops_derivative_here(loop);
  const char *cells = loop->depth > 1 ? "i * m + " : "", *index = loop->index;
  fprintf(
      to->out,
      "; */\n  /*@ assert next: \\forall vector a, b; inner(a, b, %s%s + 1) == inner(a, b, %s%s) + times(at(a, %s%s), "
      "at(b, %s%s)); */\n",
      cells, index, cells, index, cells, index, cells, index);
}

void loops_grown(const Loop *loop) {
  const Contract *to = loop->to;
  for (uint32_t j = 0; j < to->tape->inputs; j++)
    if (loops_is_added(to->tape, j))
      fprintf(to->out,
              "  /*@ assert other_%u: \\forall vector a, b; inner(a, b, m) == inner(put(a, j, u%u), b, m) + "
              "times(minus(at(a, j), u%u), at(b, j)); */\n",
              j, j, j);
  const char *before = "\\forall vector";
  fputs("  /*@ assert grown: ", to->out);
  for (uint32_t j = 0; j < to->tape->inputs; j++, before = ",")
    if (loops_array(to->tape, j)) fprintf(to->out, "%s d%u, G%u", before, j, j);
  fputs("; 0.0", to->out);
  loops_gradients(to, loop->next, false);
  fputs(" == 0.0", to->out);
  loops_gradients(to, loop->index, true);
  fputs(" + (0.0", to->out);
  loops_cells_here(loop);
  fputs("); */\n", to->out);
}

void loops_add_contributions(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (loops_is_outer(to->tape, j)) fprintf(to->out, "  b%u += c%u;\n", j, j);
}

void loops_begin(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (loops_is_outer(to->tape, j)) fprintf(to->out, "  double b%u = 0.0;\n", j);
}

void loops_body_adjoints(Sweep *sweep, const Loop *loop) {
  const Tape *tape = sweep->to->tape;
  sweep->depth = loop->depth;
  code_add_to(sweep, loops_result(loop), false);
  fprintf(sweep->to->out, loop->each ? "ti;\n" : "t%u;\n", loop->k);
  for (uint32_t j = tape->count; j-- > 0;) {
    const TapeNode *node = &tape->nodes[j];
    if (sweep->begun[j] && node->depth == loop->depth && node->op != TAPE_SUM && contract_names(tape, j))
      code_adjoint(sweep, j);
  }
}

/* What the loop gives to what is outside of it. */
void loops_end(Sweep *sweep) {
  sweep->depth = 0;
  sweep->looped = true;
  for (uint32_t j = 0; j < sweep->to->tape->count; j++) {
    if (!loops_is_outer(sweep->to->tape, j)) continue;
    code_add_to(sweep, j, false);
    fprintf(sweep->to->out, "b%u;\n", j);
  }
}
