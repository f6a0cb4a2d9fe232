/* The way back through a fold, from its last entry to its first. */
#include "verify/certify/loops_back.h"

/* The derivative of all of the fold, and what the gradients have of it from an entry on: the rest of it is q times the
 * derivative of what the fold has before that entry. */
static void fold_balance(const Contract *to, uint32_t k, const char *adjoint, uint32_t of, const char *taken) {
  fprintf(to->out, "a%u * ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "n");
  fputs(" + ", to->out);
  loops_gradients_so_far(to, taken);
  fprintf(to->out, " == %s%u * ", adjoint, of);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, taken);
  fputs(" + ", to->out);
  loops_gradients_so_far(to, "n");
  loops_outer_terms(to, "b");
}

static void fold_head(const Loop *loop) {
  const Contract *to = loop->to;
  const uint32_t k = loop->k;
  fputs("  /*@ loop invariant range: -1 <= i < n;\n", to->out);
  loops_kept(to);
  loops_waiting(to, k, "0 <= j <= i");
  fputs("      loop invariant adjoints: ", to->out);
  loops_any(to, true, "i + 1, n");
  fold_balance(to, k, "q", k, "i + 1");
  fprintf(to->out, ";\n      loop assigns i, q%u", k);
  loops_assigned(loop);
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
  const uint32_t k = loop->k, j = loops_accumulator(to->tape);
  loops_stores(loop);
  assert_fold_balance(to, "before", "i, n", k, "t", k, "i + 1");
  fputs("; */\n", to->out);
  loops_sum_steps(loop);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  fprintf(to->out, "t%u * ", k);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, "i + 1");
  fputs(" == ", to->out);
  loops_derivative_here(loop);
  fputs("; */\n", to->out);
  loops_stored_cells(loop, "holds_from", "i, n");
  loops_part(loop, "i, n");
  assert_fold_balance(to, "both", "i, n", k, "a", j, "i");
  loops_outer_terms(to, "c");
  fputs("; */\n", to->out);
  loops_add_contributions(to);
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
  loops_gradients_so_far(to, "n");
  fprintf(to->out, " + q%u * ", k);
  contract_tangent(to, start);
  loops_outer_terms(to, "b");
  fputs("; */\n", to->out);
  if (to->tape->nodes[start].active) code_add_to(sweep, start, false), fprintf(to->out, "q%u;\n", k);
}

void loops_fold_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loops_loop(to, 1);
  const uint32_t k = loop.k;
  loops_begin(to);
  fprintf(to->out, "  double q%u = a%u;\n", k, k);
  fold_head(&loop);
  fprintf(to->out, "  const double t%u = q%u;\n", k, k);
  loops_accumulator_statement(to, "g", loops_waiting_in(to->tape));
  loops_body_values(to, 1);
  fprintf(to->out, "  (void)v%u;\n", loops_result(&loop));
  loops_body_adjoints(sweep, &loop);
  fold_round_end(&loop);
  loops_end(sweep);
  fold_end(sweep, k);
  loops_invariant(sweep, "adjoint", k);
}
