/* NAME.c with a loop: its values are computed again on the way back, so that no array is stored. */
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

static void values(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (!node->used || node->indexed) continue;
    if (node->op == TAPE_SUM)
      sum_values(to, k);
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
    if (node->used && node->indexed && node->op != TAPE_ENTRY && (node->a == j || (two && node->b == j))) return true;
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
      if (tape->nodes[s].op == TAPE_SUM && tape->nodes[s].used) k = s;
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
    bool ends = node->op == TAPE_INPUT || node->op == TAPE_ENTRY;
    if (sweep->contributed[k] && sweep->inside) fprintf(to->out, " + c%u * ", k), contract_tangent(to, k);
    if (!sweep->begun[k] || (k >= below && !ends) || node->indexed != sweep->inside) continue;
    fprintf(to->out, " + a%u * ", k);
    contract_tangent(to, k);
  }
  fputs("; */\n", to->out);
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
  gradients(to, "i");
  outer_terms(to, "b");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i");
  fputs(";\n      loop assigns i", to->out);
  if (tape->each) fputs(", y[0 .. n - 1]", to->out);
  for (uint32_t j = 0; j < tape->count; j++)
    if (is_outer(tape, j)) fprintf(to->out, ", b%u", j);
  for (uint32_t j = 0; j < tape->inputs; j++)
    if (tape->is_array[j]) fprintf(to->out, ", g%u[0 .. n - 1]", j);
  fputs(";\n      loop variant n - i; */\n  for (int i = 0; i < n; i++) {\n", to->out);
}

/* The sum of one term more, and that times its adjoint. */
static void sum_steps(const Contract *to, uint32_t k) {
  fputs("  /*@ assert one: ", to->out);
  loops_any(to, true, NULL);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fputs(" == ", to->out);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i");
  fputs(" + ", to->out);
  contract_tangent(to, loop_result(to->tape, k));
  fprintf(to->out, "; */\n  /*@ assert by_one: ");
  loops_any(to, true, NULL);
  fprintf(to->out, "times(t%u, ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fprintf(to->out, ") == times(t%u, ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i");
  fputs(" + ", to->out);
  contract_tangent(to, loop_result(to->tape, k));
  fputs("); */\n", to->out);
}

/* What was stored and added in this round, and in all so far: a step of algebra each. */
static void round_end(const Contract *to, uint32_t k) {
  const Tape *tape = to->tape;
  for (uint32_t j = 0; j < tape->count; j++)
    if (tape->nodes[j].op == TAPE_ENTRY) fprintf(to->out, "  g%u[i] = a%u;\n", tape->nodes[j].a, j);
  fputs("  /*@ assert before: ", to->out);
  loops_any(to, true, "i + 1");
  gradients(to, "i");
  outer_terms(to, "b");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i");
  fputs("; */\n", to->out);
  if (!tape->each) sum_steps(to, k);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  derivative_so_far(to, k, "i + 1");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i");
  fputs(" + ", to->out);
  derivative_here(to, k);
  fputs("; */\n", to->out);
  for (uint32_t j = 0; j < tape->count; j++) {
    uint32_t a = tape->nodes[j].a;
    if (tape->nodes[j].op != TAPE_ENTRY) continue;
    fprintf(
        to->out,
        "  /*@ assert cell_%u: \\forall vector G; holds(G, g%u, i + 1) ==> at(G, i) == a%u; */\n"
        "  /*@ assert cells_%u: \\forall vector G, d; holds(G, g%u, i + 1) ==> times(at(G, i), at(d, i)) == times(a%u, "
        "at(d, i)); */\n"
        "  /*@ assert stored_%u: \\forall vector G, d; holds(G, g%u, i + 1) ==> times(at(G, i), at(d, i)) == a%u * "
        "at(d, i); */\n",
        j, a, j, j, a, j, j, a, j);
  }
  fputs("  /*@ assert part: ", to->out);
  loops_any(to, true, "i + 1");
  fputs("0.0", to->out);
  for (uint32_t j = 0; j < tape->inputs; j++)
    if (tape->is_array[j]) fprintf(to->out, " + times(at(G%u, i), at(d%u, i))", j, j);
  outer_terms(to, "c");
  fputs(" == ", to->out);
  derivative_here(to, k);
  fputs("; */\n  /*@ assert next: \\forall vector a, b; inner(a, b, i + 1) == inner(a, b, i) + times(at(a, i), at(b, "
        "i)); */\n",
        to->out);
  for (uint32_t j = 0; j < tape->count; j++)
    if (is_outer(tape, j)) fprintf(to->out, "  b%u += c%u;\n", j, j);
  fputs("  /*@ assert both: ", to->out);
  loops_any(to, true, "i + 1");
  gradients(to, "i + 1");
  outer_terms(to, "b");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i");
  fputs(" + ", to->out);
  derivative_here(to, k);
  fputs("; */\n", to->out);
  fputs("  /*@ assert after: ", to->out);
  loops_any(to, true, "i + 1");
  gradients(to, "i + 1");
  outer_terms(to, "b");
  fputs(" == ", to->out);
  derivative_so_far(to, k, "i + 1");
  fputs("; */\n  }\n", to->out);
}

static void loop_adjoint(Sweep *sweep, uint32_t k) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  for (uint32_t j = 0; j < tape->count; j++)
    if (is_outer(tape, j)) fprintf(to->out, "  double b%u = 0.0;\n", j);
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
  code_add_to(sweep, loop_result(tape, k), false);
  fprintf(to->out, tape->each ? "ti;\n" : "t%u;\n", k);
  for (uint32_t j = tape->count; j-- > 0;)
    if (sweep->begun[j] && tape->nodes[j].indexed && contract_names(tape, j)) code_adjoint(sweep, j);
  round_end(to, k);
  sweep->inside = false;
  sweep->looped = true;
  for (uint32_t j = 0; j < tape->count; j++) {
    if (!is_outer(tape, j)) continue;
    code_add_to(sweep, j, false);
    fprintf(to->out, "b%u;\n", j);
  }
  if (!tape->each) loops_invariant(sweep, "adjoint", k);
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
