/* The way back through a loop that is a sum or an array: before each round and after it a balance holds. */
#include "verify/certify/loops_back.h"

/* What the gradients have of `entries` entries is the derivative of so many terms. */
typedef struct Balance {
  const char *entries, *terms;
  bool before; /* what is added to in this round is taken without that */
  bool here;   /* one term more */
  bool inner;  /* what the loop over j, which stands in this one, gives */
  bool cells;  /* and the cells of this round */
} Balance;

static void balance(const Loop *loop, const Balance *of) {
  FILE *out = loop->to->out;
  const Loop outer = loops_loop(loop->to, 1);
  fputs("0.0", out);
  loops_gradients(loop->to, of->entries, of->before);
  loops_outer_terms(loop->to, "b");
  if (of->cells) fputs(" + (0.0", out), loops_cells_here(loop), fputc(')', out);
  fputs(" == ", out);
  if (loop->depth > 1) loops_derivative_so_far(&outer, "i"), fputs(" + ", out);
  loops_derivative_so_far(loop, of->terms);
  if (of->here) fputs(" + ", out), loops_derivative_here(loop);
  if (of->inner)
    fprintf(out, " + a%u * ", loops_inner_of(loop->to->tape)),
        contract_tangent(loop->to, loops_inner_of(loop->to->tape));
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
    fprintf(to->out, ", %st%u", real, loops_outer_of(to->tape));
  for (uint32_t j = 0; j < to->tape->count; j++)
    if (loops_is_outer(to->tape, j)) fprintf(to->out, ", %sb%u", real, j);
  if (loop->depth > 1) fprintf(to->out, ", %st%u", real, loop->k);
  contract_sizes(to, loop->depth - 1, types ? "integer " : "");
}

/* Before the function. */
void loops_balance_predicate(const Contract *to, uint32_t depth) {
  Contract other = *to;
  other.labels = true;
  const Loop loop = loops_loop(&other, depth);
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
  const char *first = loop->depth > 1 ? "" : loops_first(to, i);
  fprintf(to->out, "  /*@ loop invariant range: 0 <= %s <= %s;\n", i, n);
  loops_kept(to);
  if (loops_factor(loop))
    fprintf(to->out, "      loop invariant factor_%u: same(t%u, a%u);\n", loop->k, loop->k, loop->k);
  if (loop->each) entries_so_far(to, loop->k);
  fputs("      loop invariant adjoints: ", to->out);
  balance_holds(loop, i);
  fprintf(to->out, ";\n      loop assigns %s", i);
  if (loop->each) fputs(", y[0 .. n - 1]", to->out);
  loops_assigned(loop);
  fprintf(to->out, ";\n      loop variant %s - %s; */\n  for (%s; %s < %s; %s++) {\n", n, i, first, i, n, i);
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
  loops_stores(loop);
  assert_balance(loop, "before", next,
                 (Balance){.entries = inner ? "m" : i, .terms = i, .before = loop->depth > 1, .inner = inner});
  if (!loop->each) loops_sum_steps(loop);
  fputs("  /*@ assert more: ", to->out);
  loops_any(to, true, NULL);
  loops_derivative_so_far(loop, next);
  fputs(" == ", to->out);
  loops_derivative_so_far(loop, i);
  fputs(" + ", to->out);
  loops_derivative_here(loop);
  fputs("; */\n", to->out);
  loops_stored_cells(loop, "holds", next);
  loops_part(loop, next);
  if (loop->depth == 1) loops_add_contributions(to);
  if (loop->depth > 1) {
    loops_grown(loop);
    assert_balance(loop, "summed", next,
                   (Balance){.entries = i, .terms = i, .before = true, .here = true, .cells = true});
  }
  assert_balance(loop, "both", next, (Balance){.entries = next, .terms = i, .here = true});
  fputs("  /*@ assert after: ", to->out);
  balance_holds(loop, next);
  fputs("; */\n  }\n", to->out);
}

/* The loop over j, when the adjoint of its sum is complete. */
static void inner_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loops_loop(to, 2);
  fprintf(to->out, "  double t%u = a%u;\n  int j = 0;\n", loop.k, loop.k);
  loop_head(&loop);
  loops_body_values(to, 2);
  fprintf(to->out, "  (void)v%u;\n", loops_result(&loop));
  loops_body_adjoints(sweep, &loop);
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
  const char *first = loops_first(to, "j");
  fputs("  /*@ loop invariant range: 0 <= j <= m;\n", to->out);
  loops_kept(to);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (loops_is_added(to->tape, k))
      fprintf(to->out,
              "      loop invariant none_%u: \\forall vector a, b; holds(a, g%u, j) ==> inner(a, b, j) == 0.0;\n", k,
              k);
  fputs("      loop assigns j", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (loops_is_added(to->tape, k)) fprintf(to->out, ", g%u[0 .. m - 1]", k);
  fprintf(to->out, ";\n      loop variant m - j; */\n  for (%s; j < m; j++) {\n", first);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    if (loops_is_added(to->tape, k)) fprintf(to->out, "  g%u[j] = 0.0;\n", k);
  fputs("  }\n", to->out);
  loops_last(to, "j", "m");
  fputs("  /*@ ghost change(m); */\n", to->out);
}

void loops_sum_adjoint(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Loop loop = loops_loop(to, 1);
  loops_begin(to);
  if (!loop.each) fprintf(to->out, "  %sdouble t%u = a%u;\n", loops_factor(&loop) ? "" : "const ", loop.k, loop.k);
  if (to->tape->nested) zeros(to);
  loop_head(&loop);
  loops_body_values(to, 1);
  if (loop.each) {
    fputs("  y[i] = ", to->out);
    code_operand(to, loop.k);
    fputs(";\n  const double ti = w[i];\n", to->out);
  } else {
    fprintf(to->out, "  (void)v%u;\n", loops_result(&loop));
  }
  loops_body_adjoints(sweep, &loop);
  if (to->tape->nested) inner_adjoint(sweep);
  round_end(&loop);
  if (to->tape->nested) {
    loops_last(to, "i", "n");
    fputs("  /*@ assert whole: ", to->out);
    balance_holds(&loop, "n");
    fputs("; */\n", to->out);
  }
  loops_end(sweep);
  if (!loop.each) loops_invariant(sweep, "adjoint", loop.k);
}
