/* NAME.c with a loop: its values are computed again on the way back, so that no array is stored; but what a fold has
 * before each entry, which waits where the gradient by that entry will be. */
#include "verify/certify/loops.h"

static void value_statement(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_ENTRY) {
    fprintf(to->out, "  const double v%u = p%u[i];\n", k, node->a);
    return;
  }
  if (!contract_names(to->tape, k)) return;
  fprintf(to->out, "  const double v%u = ", k);
  code_expression(to, k);
  fprintf(to->out, ";\n  /*@ assert value_%u: ", k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  contract_value(to, k, AT_X);
  fputs("; */\n", to->out);
}

static void body_values(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++)
    if (to->tape->nodes[k].indexed && to->tape->nodes[k].used) value_statement(to, k);
}

static void sum_values(const Contract *to, uint32_t k) {
  fprintf(to->out, "  double v%u = 0.0;\n  /*@ loop invariant range: 0 <= i <= n;\n      loop invariant sum_%u: ", k,
          k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  loops_partial(to, SUM_VALUE, k, AT_X, "i");
  fprintf(to->out, ";\n      loop assigns i, v%u;\n      loop variant n - i; */\n  for (int i = 0; i < n; i++) {\n", k);
  body_values(to);
  fprintf(to->out, "  v%u += ", k);
  code_operand(to, to->tape->nodes[k].a);
  fputs(";\n  }\n", to->out);
}

static void kept(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (to->tape->is_array[k])
      fprintf(to->out,
              "      loop invariant kept_%u: \\forall integer k; 0 <= k < n ==> p%u[k] == \\at(p%u[k], Pre);\n", k, k,
              k);
  if (to->tape->each)
    fputs("      loop invariant kept: \\forall integer k; 0 <= k < n ==> w[k] == \\at(w[k], Pre);\n", to->out);
}

/* The first array: in the cells of its gradient the values of the accumulator wait. */
static uint32_t waiting_in(const Tape *tape) {
  uint32_t k = 0;
  while (!tape->is_array[k]) k++;
  return k;
}

static uint32_t accumulator(const Tape *tape) {
  uint32_t j = 0;
  while (tape->nodes[j].op != TAPE_ACCUMULATOR) j++;
  return j;
}

static void accumulator_statement(const Contract *to, const char *from, uint32_t k) {
  uint32_t j = accumulator(to->tape);
  fprintf(to->out, "  const double v%u = %s%u%s;\n  /*@ assert value_%u: ", j, from, k, from[0] == 'g' ? "[i]" : "", j);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", j);
  contract_value(to, j, AT_X);
  fputs("; */\n", to->out);
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
  body_values(to);
  fprintf(to->out, "  g%u[i] = r%u;\n  r%u = ", wait, k, k);
  code_operand(to, node->a);
  fprintf(to->out, ";\n  }\n  const double v%u = r%u;\n  /*@ assert value_%u: ", k, k, k);
  loops_any(to, false, NULL);
  fprintf(to->out, "v%u == ", k);
  contract_value(to, k, AT_X);
  fputs("; */\n", to->out);
}

static void values(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (!node->used || node->indexed) continue;
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
  if (tape->nodes[j].indexed || !tape->nodes[j].active) return false;
  for (uint32_t k = j + 1; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    bool two = node->op == TAPE_PLUS || node->op == TAPE_MINUS || node->op == TAPE_TIMES;
    bool reads = node->op != TAPE_ENTRY && node->op != TAPE_ACCUMULATOR;
    if (node->used && node->indexed && reads && (node->a == j || (two && node->b == j))) return true;
  }
  return false;
}

/* The body's result, and what it is multiplied by. */
static uint32_t loop_result(const Tape *tape, uint32_t k) { return tape->each ? k : tape->nodes[k].a; }

static void derivative_so_far(const Contract *to, uint32_t k, const char *taken) {
  if (to->tape->each) {
    loops_weighted(to, taken);
  } else {
    fprintf(to->out, "t%u * ", k);
    loops_partial(to, SUM_DERIVATIVE, k, AT_X, taken);
  }
}

static void derivative_here(const Contract *to, uint32_t k) {
  fputs(to->tape->each ? "ti * " : "", to->out);
  if (!to->tape->each) fprintf(to->out, "t%u * ", k);
  contract_tangent(to, loop_result(to->tape, k));
}

static void gradients(const Contract *to, const char *taken) {
  fputs("0.0", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (to->tape->is_array[k]) fprintf(to->out, " + inner(G%u, d%u, %s)", k, k, taken);
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
  if (sweep->inside) {
    fputs("0.0 + ", to->out);
    uint32_t k = tape->output[0];
    for (uint32_t s = 0; s < tape->count; s++)
      if ((tape->nodes[s].op == TAPE_SUM || tape->nodes[s].op == TAPE_FOLD) && tape->nodes[s].used) k = s;
    derivative_here(to, k);
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
    bool ends = node->op == TAPE_INPUT || node->op == TAPE_ENTRY || node->op == TAPE_ACCUMULATOR;
    if (sweep->contributed[k] && sweep->inside) fprintf(to->out, " + c%u * ", k), contract_tangent(to, k);
    if (!sweep->begun[k] || (k >= below && !ends) || node->indexed != sweep->inside) continue;
    fprintf(to->out, " + a%u * ", k);
    contract_tangent(to, k);
  }
  fputs("; */\n", to->out);
}

static void assigned(const Contract *to) {
  const Tape *tape = to->tape;
  for (uint32_t j = 0; j < tape->count; j++)
    if (is_outer(tape, j)) fprintf(to->out, ", b%u", j);
  for (uint32_t j = 0; j < tape->inputs; j++)
    if (tape->is_array[j]) fprintf(to->out, ", g%u[0 .. n - 1]", j);
}

/* What the gradients have of `entries` entries is the derivative of so many terms, and of one more of them with `here`.
 */
static void balance(const Contract *to, uint32_t k, const char *entries, const char *terms, bool here) {
  gradients(to, entries);
  outer_terms(to, "b");
  fputs(" == ", to->out);
  derivative_so_far(to, k, terms);
  if (here) fputs(" + ", to->out), derivative_here(to, k);
}

static void loop_head(const Contract *to, uint32_t k) {
  const Tape *tape = to->tape;
  fputs("  /*@ loop invariant range: 0 <= i <= n;\n", to->out);
  kept(to);
  if (tape->each) {
    fputs("      loop invariant values: ", to->out);
    loops_any(to, false, NULL);
    Contract other = *to;
    other.index = "j";
    fputs("(\\forall integer j; 0 <= j < i ==> y[j] == ", to->out);
    contract_value(&other, k, AT_X);
    fputs(");\n", to->out);
  }
  fputs("      loop invariant adjoints: ", to->out);
  loops_any(to, true, "i");
  balance(to, k, "i", "i", false);
  fputs(";\n      loop assigns i", to->out);
  if (tape->each) fputs(", y[0 .. n - 1]", to->out);
  assigned(to);
  fputs(";\n      loop variant n - i; */\n  for (int i = 0; i < n; i++) {\n", to->out);
}

/* The sum of one term more, and that times its adjoint. */
static void one_more(const Contract *to, uint32_t k) {
  if (to->tape->nodes[k].op == TAPE_SUM) loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i"), fputs(" + ", to->out);
  contract_tangent(to, loop_result(to->tape, k));
}

static void sum_steps(const Contract *to, uint32_t k) {
  fputs("  /*@ assert one: ", to->out);
  loops_any(to, true, NULL);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fputs(" == ", to->out);
  one_more(to, k);
  fprintf(to->out, "; */\n  /*@ assert by_one: ");
  loops_any(to, true, NULL);
  fprintf(to->out, "times(t%u, ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fprintf(to->out, ") == times(t%u, ", k);
  one_more(to, k);
  fputs("); */\n", to->out);
}

/* The cells of gradients that are stored, as vectors have them. */
static void stores(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (to->tape->nodes[j].op == TAPE_ENTRY) fprintf(to->out, "  g%u[i] = a%u;\n", to->tape->nodes[j].a, j);
}

static void cells(const Contract *to, const char *holds, const char *range) {
  for (uint32_t j = 0; j < to->tape->count; j++) {
    uint32_t a = to->tape->nodes[j].a;
    if (to->tape->nodes[j].op != TAPE_ENTRY) continue;
    fprintf(to->out,
            "  /*@ assert cell_%u: \\forall vector G; %s(G, g%u, %s) ==> at(G, i) == a%u; */\n"
            "  /*@ assert cells_%u: \\forall vector G, d; %s(G, g%u, %s) ==> times(at(G, i), at(d, i)) == times(a%u, "
            "at(d, i)); */\n"
            "  /*@ assert stored_%u: \\forall vector G, d; %s(G, g%u, %s) ==> times(at(G, i), at(d, i)) == a%u * "
            "at(d, i); */\n",
            j, holds, a, range, j, j, holds, a, range, j, j, holds, a, range, j);
  }
}

/* What this round adds, and how sums over entries go on. */
static void part(const Contract *to, uint32_t k, const char *range) {
  const Tape *tape = to->tape;
  fputs("  /*@ assert part: ", to->out);
  loops_any(to, true, range);
  fputs("0.0", to->out);
  for (uint32_t j = 0; j < tape->inputs; j++)
    if (tape->is_array[j]) fprintf(to->out, " + times(at(G%u, i), at(d%u, i))", j, j);
  outer_terms(to, "c");
  if (tape->nodes[k].op == TAPE_FOLD) {
    fprintf(to->out, " + a%u * ", accumulator(tape));
    loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i");
  }
  fputs(" == ", to->out);
  derivative_here(to, k);
  fputs("; */\n  /*@ assert next: \\forall vector a, b; inner(a, b, i + 1) == inner(a, b, i) + times(at(a, i), at(b, "
        "i)); */\n",
        to->out);
}

static void add_contributions(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (is_outer(to->tape, j)) fprintf(to->out, "  b%u += c%u;\n", j, j);
}

/* balance, of gradients that hold what is stored with this round. */
static void assert_balance(const Contract *to, const char *name, uint32_t k, const char *entries, const char *terms,
                           bool here) {
  fprintf(to->out, "  /*@ assert %s: ", name);
  loops_any(to, true, "i + 1");
  balance(to, k, entries, terms, here);
  fputs("; */\n", to->out);
}

/* What was stored and added in this round, and in all so far: a step of algebra each. */
static void round_end(const Contract *to, uint32_t k) {
  stores(to);
  assert_balance(to, "before", k, "i", "i", false);
  if (!to->tape->each) sum_steps(to, k);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  derivative_so_far(to, k, "i + 1");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i");
  fputs(" + ", to->out);
  derivative_here(to, k);
  fputs("; */\n", to->out);
  cells(to, "holds", "i + 1");
  part(to, k, "i + 1");
  add_contributions(to);
  assert_balance(to, "both", k, "i + 1", "i", true);
  assert_balance(to, "after", k, "i + 1", "i + 1", false);
  fputs("  }\n", to->out);
}

static void loop_begin(const Contract *to) {
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (is_outer(to->tape, j)) fprintf(to->out, "  double b%u = 0.0;\n", j);
}

static void body_adjoints(Sweep *sweep, uint32_t k) {
  const Tape *tape = sweep->to->tape;
  code_add_to(sweep, loop_result(tape, k), false);
  fprintf(sweep->to->out, tape->each ? "ti;\n" : "t%u;\n", k);
  for (uint32_t j = tape->count; j-- > 0;)
    if (sweep->begun[j] && tape->nodes[j].indexed && contract_names(tape, j)) code_adjoint(sweep, j);
}

/* What the loop gives to what is outside of it. */
static void loop_end(Sweep *sweep) {
  sweep->inside = false;
  sweep->looped = true;
  for (uint32_t j = 0; j < sweep->to->tape->count; j++) {
    if (!is_outer(sweep->to->tape, j)) continue;
    code_add_to(sweep, j, false);
    fprintf(sweep->to->out, "b%u;\n", j);
  }
}

static void loop_adjoint(Sweep *sweep, uint32_t k) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  loop_begin(to);
  if (!tape->each) fprintf(to->out, "  const double t%u = a%u;\n", k, k);
  loop_head(to, k);
  body_values(to);
  sweep->inside = true;
  if (tape->each) {
    fputs("  y[i] = ", to->out);
    code_operand(to, k);
    fputs(";\n  const double ti = w[i];\n", to->out);
  } else {
    fprintf(to->out, "  (void)v%u;\n", loop_result(tape, k));
  }
  body_adjoints(sweep, k);
  round_end(to, k);
  loop_end(sweep);
  if (!tape->each) loops_invariant(sweep, "adjoint", k);
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

static void fold_head(const Contract *to, uint32_t k) {
  fputs("  /*@ loop invariant range: -1 <= i < n;\n", to->out);
  kept(to);
  waiting(to, k, "0 <= j <= i");
  fputs("      loop invariant adjoints: ", to->out);
  loops_any(to, true, "i + 1, n");
  fold_balance(to, k, "q", k, "i + 1");
  fprintf(to->out, ";\n      loop assigns i, q%u", k);
  assigned(to);
  fputs(";\n      loop variant i + 1; */\n  for (int i = n - 1; i >= 0; i--) {\n", to->out);
}

static void assert_fold_balance(const Contract *to, const char *name, const char *range, uint32_t k,
                                const char *adjoint, uint32_t of, const char *taken) {
  fprintf(to->out, "  /*@ assert %s: ", name);
  loops_any(to, true, range);
  fold_balance(to, k, adjoint, of, taken);
}

static void fold_round_end(const Contract *to, uint32_t k) {
  uint32_t j = accumulator(to->tape);
  stores(to);
  assert_fold_balance(to, "before", "i, n", k, "t", k, "i + 1");
  fputs("; */\n", to->out);
  sum_steps(to, k);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  fprintf(to->out, "t%u * ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fputs(" == ", to->out);
  derivative_here(to, k);
  fputs("; */\n", to->out);
  cells(to, "holds_from", "i, n");
  part(to, k, "i, n");
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

static void fold_adjoint(Sweep *sweep, uint32_t k) {
  const Contract *to = sweep->to;
  loop_begin(to);
  fprintf(to->out, "  double q%u = a%u;\n", k, k);
  fold_head(to, k);
  fprintf(to->out, "  const double t%u = q%u;\n", k, k);
  accumulator_statement(to, "g", waiting_in(to->tape));
  body_values(to);
  sweep->inside = true;
  fprintf(to->out, "  (void)v%u;\n", loop_result(to->tape, k));
  body_adjoints(sweep, k);
  fold_round_end(to, k);
  loop_end(sweep);
  fold_end(sweep, k);
  loops_invariant(sweep, "adjoint", k);
}

static void adjoints(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  uint32_t out = tape->output[0];
  if (tape->each) {
    loop_adjoint(sweep, out);
  } else {
    code_add_to(sweep, out, false);
    fputs("w;\n", to->out);
    loops_invariant(sweep, "seed", tape->count);
  }
  for (uint32_t k = tape->count; k-- > 0;) {
    if (!sweep->begun[k] || tape->nodes[k].indexed) continue;
    if (tape->nodes[k].op == TAPE_SUM)
      loop_adjoint(sweep, k);
    else if (tape->nodes[k].op == TAPE_FOLD)
      fold_adjoint(sweep, k);
    else if (contract_names(tape, k))
      code_adjoint(sweep, k);
  }
}

void loops_code(const Contract *to) {
  const Tape *tape = to->tape;
  Sweep sweep = {.to = to};
  fprintf(to->out, "#include \"%s.h\"\n\n", to->name);
  loops_declaration(to);
  fputs(" {\n", to->out);
  for (uint32_t k = 0; k < tape->count; k++)
    if (tape->nodes[k].op == TAPE_INPUT && !tape->nodes[k].used) fprintf(to->out, "  (void)x%u;\n", tape->nodes[k].a);
  values(to);
  adjoints(&sweep);
  if (!tape->each) fprintf(to->out, "  y[0] = v%u;\n", tape->output[0]);
  for (uint32_t k = 0; k < tape->inputs; k++) {
    if (tape->is_array[k]) continue;
    uint32_t node = 0;
    while (tape->nodes[node].op != TAPE_INPUT || tape->nodes[node].a != k) node++;
    fprintf(to->out, "  g%u[0] = ", k);
    fprintf(to->out, sweep.begun[node] ? "a%u;\n" : "0.0;\n", node);
  }
  fputs("}\n", to->out);
}
