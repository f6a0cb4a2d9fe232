/* NAME.c: the values, then the adjoints statement by statement.  After each node the sum of adjoint times tangent over
 * the nodes that wait is w times the derivative. */
#include "verify/certify/loops.h"

void code_operand(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_NUMBER)
    contract_number(to, node);
  else if (node->op == TAPE_SIZE)
    fprintf(to->out, "(double)%s", contract_size(node));
  else if (node->op == TAPE_INPUT)
    fprintf(to->out, "x%u", node->a);
  else
    fprintf(to->out, "v%u", k);
}

/* %u is the operand, %v the value. */
static void slope_in_c(const Contract *to, uint32_t k) {
  for (const char *c = proved_function(to->tape->nodes[k].f)->c_slope; *c != '\0'; c++) {
    if (*c != '%')
      fputc(*c, to->out);
    else
      code_operand(to, *++c == 'u' ? to->tape->nodes[k].a : k);
  }
}

void code_expression(const Contract *to, uint32_t k) {
  static const char *const sign[] = {[TAPE_PLUS] = " + ", [TAPE_MINUS] = " - ", [TAPE_TIMES] = " * "};
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_NEGATIVE) fputs("-", to->out);
  if (node->op == TAPE_INVERSE) fputs("1.0 / ", to->out);
  if (node->op == TAPE_FUNCTION) fprintf(to->out, "%s(", proved_function(node->f)->c);
  code_operand(to, node->a);
  if (node->op == TAPE_FUNCTION) fputc(')', to->out);
  if (node->op != TAPE_PLUS && node->op != TAPE_MINUS && node->op != TAPE_TIMES) return;
  fputs(sign[node->op], to->out);
  code_operand(to, node->b);
}

static void values(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    if (!contract_names(to->tape, k)) continue;
    fprintf(to->out, "  const double v%u = ", k);
    code_expression(to, k);
    fprintf(to->out, ";\n  /*@ assert value_%u: v%u == ", k, k);
    contract_value(to, k, AT_X);
    fputs("; */\n", to->out);
  }
}

void code_add_to(Sweep *sweep, uint32_t k, bool minus) {
  bool outer = sweep->to->tape->nodes[k].depth < sweep->depth;
  bool *begun = outer ? &sweep->contributed[k] : &sweep->begun[k];
  const char letter = outer ? 'c' : 'a';
  if (*begun)
    fprintf(sweep->to->out, "  %c%u %c= ", letter, k, minus ? '-' : '+');
  else
    fprintf(sweep->to->out, "  double %c%u = %s", letter, k, minus ? "-" : "");
  *begun = true;
}

static void assert_invariant(const Sweep *sweep, const char *name, uint32_t below) {
  const Contract *to = sweep->to;
  if (contract_loops(to)) {
    loops_invariant(sweep, name, below);
    return;
  }
  fprintf(to->out, "  /*@ assert %s_%u: \\forall real ", name, below);
  contract_list(to, "", "d");
  fputs("; 0.0", to->out);
  for (uint32_t j = 0; j < to->tape->outputs; j++) {
    fprintf(to->out, " + w%u * ", j);
    contract_tangent(to, to->tape->output[j]);
  }
  fputs(" == 0.0", to->out);
  for (uint32_t k = 0; k < to->tape->count; k++) {
    if (!sweep->begun[k] || (k >= below && to->tape->nodes[k].op != TAPE_INPUT)) continue;
    fprintf(to->out, " + a%u * ", k);
    contract_tangent(to, k);
  }
  fputs("; */\n", to->out);
}

/* An operand of the node gets its adjoint times a factor, if it depends on an input. */
static void hand_on(Sweep *sweep, uint32_t to, uint32_t k, bool minus, uint32_t factor) {
  FILE *out = sweep->to->out;
  if (!sweep->to->tape->nodes[to].active) return;
  code_add_to(sweep, to, minus);
  fprintf(out, "a%u", k);
  if (factor != TAPE_MOST) fputs(" * ", out), code_operand(sweep->to, factor);
  fputs(";\n", out);
}

void code_adjoint(Sweep *sweep, uint32_t k) {
  const Contract *to = sweep->to;
  const TapeNode *node = &to->tape->nodes[k];
  switch (node->op) {
  case TAPE_PLUS:
  case TAPE_MINUS:
    hand_on(sweep, node->a, k, false, TAPE_MOST);
    hand_on(sweep, node->b, k, node->op == TAPE_MINUS, TAPE_MOST);
    break;
  case TAPE_TIMES:
    hand_on(sweep, node->a, k, false, node->b);
    hand_on(sweep, node->b, k, false, node->a);
    break;
  case TAPE_NEGATIVE: hand_on(sweep, node->a, k, true, TAPE_MOST); break;
  case TAPE_INVERSE:
    fprintf(to->out, "  /*@ assert slope_%u: ", k);
    if (contract_loops(to)) loops_any(to, false, NULL);
    fprintf(to->out, "-(v%u * v%u) == ", k, k);
    contract_slope(to, k);
    fputs("; */\n", to->out);
    code_add_to(sweep, node->a, true);
    fprintf(to->out, "a%u * (v%u * v%u);\n", k, k, k);
    break;
  case TAPE_FUNCTION:
    fprintf(to->out, "  const double s%u = ", k);
    slope_in_c(to, k);
    fprintf(to->out, ";\n  /*@ assert slope_%u: ", k);
    if (contract_loops(to)) loops_any(to, false, NULL);
    fprintf(to->out, "s%u == ", k);
    contract_slope(to, k);
    fputs("; */\n", to->out);
    code_add_to(sweep, node->a, false);
    fprintf(to->out, "a%u * s%u;\n", k, k);
    break;
  case TAPE_ANY_OTHER: break;
  }
  if (contract_loops(to)) loops_steps(to, k);
  assert_invariant(sweep, "adjoint", k);
}

static void adjoints(Sweep *sweep) {
  const Tape *tape = sweep->to->tape;
  for (uint32_t j = 0; j < tape->outputs; j++) {
    if (!tape->nodes[tape->output[j]].active) continue;
    code_add_to(sweep, tape->output[j], false);
    fprintf(sweep->to->out, "w%u;\n", j);
  }
  assert_invariant(sweep, "seed", tape->count);
  for (uint32_t k = tape->count; k-- > 0;)
    if (sweep->begun[k] && contract_names(tape, k)) code_adjoint(sweep, k);
}

/* The results do not lie over what was read. */
static void kept(const Contract *to) {
  fputs("  /*@ assert kept: \\true", to->out);
  for (uint32_t i = 0; i < to->tape->inputs; i++) fprintf(to->out, " && x[%u] == x%u", i, i);
  for (uint32_t j = 0; j < to->tape->outputs; j++) fprintf(to->out, " && w[%u] == w%u", j, j);
  fputs("; */\n", to->out);
}

/* The result as it stands in memory. */
static void stored(const Sweep *sweep) {
  const Contract *to = sweep->to;
  fputs("  /*@ assert stored: \\true", to->out);
  for (uint32_t i = 0; i < to->tape->inputs; i++)
    if (sweep->begun[i]) fprintf(to->out, " && g[%u] == a%u", i, i);
  fputs("; */\n", to->out);
}

void contract_code(const Contract *to) {
  if (contract_loops(to)) {
    loops_code(to);
    return;
  }
  const Tape *tape = to->tape;
  Sweep sweep = {.to = to};
  fprintf(to->out, "#include \"%s.h\"\n\nvoid %s_gradient(const double *x, const double *w, double *y, double *g) {\n",
          to->name, to->name);
  for (uint32_t i = 0; i < tape->inputs; i++) fprintf(to->out, "  const double x%u = x[%u];\n", i, i);
  for (uint32_t i = 0; i < tape->inputs; i++)
    if (!tape->nodes[i].used) fprintf(to->out, "  (void)x%u;\n", i);
  for (uint32_t j = 0; j < tape->outputs; j++) {
    fprintf(to->out, "  const double w%u = w[%u];\n", j, j);
    if (!tape->nodes[tape->output[j]].active) fprintf(to->out, "  (void)w%u;\n", j);
  }
  values(to);
  adjoints(&sweep);
  for (uint32_t j = 0; j < tape->outputs; j++) {
    fprintf(to->out, "  y[%u] = ", j);
    code_operand(to, tape->output[j]);
    fputs(";\n", to->out);
  }
  for (uint32_t i = 0; i < tape->inputs; i++) {
    fprintf(to->out, "  g[%u] = ", i);
    if (sweep.begun[i])
      fprintf(to->out, "a%u;\n", i);
    else
      fputs("0.0;\n", to->out);
  }
  kept(to);
  stored(&sweep);
  fputs("}\n", to->out);
}
