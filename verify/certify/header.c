/* NAME.h: the page that a reviewer reads. */
#include "verify/certify/contract.h"

/* "real x0, real x1" */
static void parameters(const Contract *to, const char *letter) { contract_list(to, "real ", letter); }

static bool tape_uses(const Tape *tape, RingFunction f) {
  for (uint32_t k = 0; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    if (node->used && node->op == TAPE_FUNCTION && node->f == f) return true;
  }
  return false;
}

static bool uses(const Contract *to, RingFunction f) {
  return tape_uses(to->tape, f) || (to->theirs != NULL && tape_uses(to->theirs, f));
}

/* The slopes of sin and cos are each other. */
static bool needs(const Contract *to, RingFunction f) {
  return uses(to, f) || (f == RING_SIN && uses(to, RING_COS)) || (f == RING_COS && uses(to, RING_SIN));
}

#define FACT(name, text) static const char FACT_##name[] = text;
#include "verify/certify/facts.def"

static void slope_and_bound(const Contract *to, const ProvedFunction *f) {
  bool everywhere = f->inside[0] == '\0';
  fprintf(to->out, FACT_QUOTIENTS, f->logic, f->slope, f->logic);
  fprintf(to->out, FACT_SLOPE, f->c, everywhere ? "" : "u > 0 && t > 0 ==> ", f->logic, f->logic, f->logic, f->logic);
  fprintf(to->out, FACT_BOUND, f->c, everywhere ? "" : "u > 0 && t > 0 ==> (", f->bound, everywhere ? "" : ")");
}

/* What is assumed of the elementary functions. */
static void facts(const Contract *to) {
  const RingFunction all[] = {RING_SIN, RING_COS, RING_EXP, RING_LOG, RING_SQRT, RING_TANH};
  const size_t count = sizeof all / sizeof all[0];
  bool any = false;
  for (size_t i = 0; i < count; i++) any = any || uses(to, all[i]);
  if (!any) return;
  fputs("/* Assumed: the slopes of these functions, as second(v, vh, u, t, slope, quotient) of increments.h, with a\n"
        "   bound of the quotient. */\n",
        to->out);
  fputs(FACT_OPEN, to->out);
  for (size_t i = 0; i < count; i++)
    if (needs(to, all[i])) fprintf(to->out, FACT_FUNCTION, proved_function(all[i])->logic);
  for (size_t i = 0; i < count; i++)
    if (uses(to, all[i])) slope_and_bound(to, proved_function(all[i]));
  fputs("    }\n*/\n#ifdef __FRAMAC__\n", to->out);
  for (size_t i = 0; i < count; i++) {
    const ProvedFunction *f = proved_function(all[i]);
    if (needs(to, all[i]))
      fprintf(to->out,
              "/*@ " CONTRACT_RETURNS
              " assigns \\nothing; ensures \\result == %s(u); */\nextern double %s(double u);\n",
              f->logic, f->c);
  }
  fputs("#else\n#include <math.h>\n#endif\n\n", to->out);
}

/* plus(a, b), of values, tangents or rests. */
typedef void Part(const Contract *to, uint32_t k);
static void value_at_x(const Contract *to, uint32_t k) { contract_value(to, k, AT_X); }

static void pair(const Contract *to, const char *operation, const TapeNode *node, Part *part) {
  fprintf(to->out, "%s(", operation);
  part(to, node->a);
  fputs(", ", to->out);
  part(to, node->b);
  fputc(')', to->out);
}

static void single(const Contract *to, const char *operation, const TapeNode *node, Part *part) {
  fprintf(to->out, "%s(", operation);
  part(to, node->a);
  fputc(')', to->out);
}

static void meaning(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (contract_recursive(node)) {
    loops_meaning(to, k);
    return;
  }
  fprintf(to->out, "    logic real %s_v%u", to->name, k);
  if (node->active) {
    fputc('(', to->out);
    parameters(to, "x");
    contract_sizes(to, node->depth, "integer ");
    fputc(')', to->out);
  } else if (node->sized) {
    contract_sizes_alone(to, "integer ");
  }
  fputs(" = ", to->out);
  switch (node->op) {
  case TAPE_PLUS: pair(to, "plus", node, value_at_x); break;
  case TAPE_MINUS: pair(to, "minus", node, value_at_x); break;
  case TAPE_TIMES: pair(to, "times", node, value_at_x); break;
  case TAPE_NEGATIVE: single(to, "negative", node, value_at_x); break;
  case TAPE_INVERSE: single(to, "inverse", node, value_at_x); break;
  case TAPE_FUNCTION: single(to, proved_function(node->f)->logic, node, value_at_x); break;
  case TAPE_ANY_OTHER: break;
  }
  fputs(";\n", to->out);
}

static void both(const Contract *to, const char *operation, const TapeNode *node, bool rest) {
  const uint32_t operand[2] = {node->a, node->b};
  fprintf(to->out, "%s(", operation);
  for (int i = 0; i < 2; i++) {
    if (i > 0) fputs(", ", to->out);
    contract_value(to, operand[i], AT_X);
    fputs(", ", to->out);
    contract_tangent(to, operand[i]);
    if (rest) fputs(", ", to->out), contract_rest(to, operand[i]);
  }
  fputs(rest ? ", h)" : ")", to->out);
}

static void derivative(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (contract_recursive(node)) {
    loops_derivative(to, k);
    return;
  }
  fprintf(to->out, "    logic real %s_d%u(", to->name, k);
  parameters(to, "x");
  fputs(", ", to->out);
  parameters(to, "d");
  contract_sizes(to, node->depth, "integer ");
  fputs(") = ", to->out);
  switch (node->op) {
  case TAPE_PLUS: pair(to, "plus", node, contract_tangent); break;
  case TAPE_MINUS: pair(to, "minus", node, contract_tangent); break;
  case TAPE_TIMES: both(to, "times_d", node, false); break;
  case TAPE_NEGATIVE: single(to, "negative", node, contract_tangent); break;
  case TAPE_INVERSE:
  case TAPE_FUNCTION:
    contract_slope(to, k);
    fputs(" * ", to->out);
    contract_tangent(to, node->a);
    break;
  case TAPE_ANY_OTHER: break;
  }
  fputs(";\n", to->out);
}

static void rest(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (contract_recursive(node)) {
    loops_rest(to, k);
    return;
  }
  fprintf(to->out, "    logic real %s_r%u(", to->name, k);
  parameters(to, "x");
  fputs(", ", to->out);
  parameters(to, "X");
  fputs(", ", to->out);
  parameters(to, "d");
  fputs(", real h", to->out);
  contract_sizes(to, node->depth, "integer ");
  fputs(") = ", to->out);
  switch (node->op) {
  case TAPE_PLUS: pair(to, "plus", node, contract_rest); break;
  case TAPE_MINUS: pair(to, "minus", node, contract_rest); break;
  case TAPE_TIMES: both(to, "times_r", node, true); break;
  case TAPE_NEGATIVE: single(to, "negative", node, contract_rest); break;
  case TAPE_INVERSE:
  case TAPE_FUNCTION:
    fputs("of_r(", to->out);
    contract_slope(to, k);
    fputs(", ", to->out);
    contract_second(to, k);
    fputs(", ", to->out);
    contract_tangent(to, node->a);
    fputs(", ", to->out);
    contract_rest(to, node->a);
    fputs(", h)", to->out);
    break;
  case TAPE_ANY_OTHER: break;
  }
  fputs(";\n", to->out);
}

static void each(const Contract *to, bool active, Part *part) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    bool named = contract_names(to->tape, k) || (node->op == TAPE_ACCUMULATOR && node->used);
    if (named && (!active || node->active)) part(to, k);
  }
}

static bool is_partial(const TapeNode *node) {
  return node->op == TAPE_INVERSE || (node->op == TAPE_FUNCTION && proved_function(node->f)->inside[0] != '\0');
}

/* Where divisors are not 0, and logarithms and roots are of positive numbers. */
static void inside(const Contract *to) {
  fprintf(to->out, "    predicate %s_inside(", to->name);
  parameters(to, "x");
  contract_sizes(to, 0, "integer ");
  fputs(") = \\true", to->out);
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (!node->used || !is_partial(node)) continue;
    static const char *const each[] = {"", "(\\forall integer i; 0 <= i < n ==> ",
                                       "(\\forall integer i, j; 0 <= i < n && 0 <= j < m ==> "};
    const uint32_t depth = to->tape->nodes[node->a].depth;
    fprintf(to->out, " &&\n      %s", each[depth]);
    contract_value(to, node->a, AT_X);
    fputs(node->op == TAPE_INVERSE ? " != 0" : " > 0", to->out);
    if (depth > 0) fputc(')', to->out);
  }
  fputs(";\n", to->out);
}

/* A contract of reals gives 0 * (1 / 0) a value: that somebody else's function divides by no 0, and takes no logarithm
 * or root of what has none, is a goal of its own. */
static void theirs_defined(const Contract *to) {
  char name[256];
  Contract theirs = *to;
  bool total = true;
  for (uint32_t k = 0; to->theirs != NULL && k < to->theirs->count; k++)
    total = total && !(to->theirs->nodes[k].used && is_partial(&to->theirs->nodes[k]));
  if (total) return;
  (void)snprintf(name, sizeof name, "%s_theirs", to->name);
  theirs.tape = to->theirs, theirs.name = name;
  fprintf(to->out, "/* What %s computes, and that it is defined where the program is. */\n/*@\n",
          to->signature->function);
  each(&theirs, false, meaning);
  inside(&theirs);
  fputs(FACT_THEIRS, to->out);
  parameters(&theirs, "x");
  for (uint32_t i = 0; i < to->tape->inputs; i++)
    fprintf(to->out, "%sreal z%u", i > 0 || theirs.tape->inputs > 0 ? ", " : "", i);
  fprintf(to->out, ";\n      %s_inside(", to->name);
  for (uint32_t i = 0; i < to->tape->inputs; i++) {
    uint32_t k = 0;
    while (k < theirs.tape->inputs && to->given[k] != i) k++;
    bool taken = k < theirs.tape->inputs;
    fprintf(to->out, "%s%s%u", i > 0 ? ", " : "", taken ? "x" : "z", taken ? k : i);
  }
  fprintf(to->out, ") ==> %s_inside(", name);
  contract_list(&theirs, "", "x");
  fputs(");\n*/\n\n", to->out);
}

static void increment_contract(const Contract *to) {
  const Tape *tape = to->tape;
  fprintf(to->out,
          "/* That these are the derivatives: %s_increment.c proves it of all reals. */\n#ifdef __FRAMAC__\n/*@ "
          "requires inside: %s_inside(",
          to->name, to->name);
  contract_list(to, "", "x");
  fprintf(to->out, ") && %s_inside(", to->name);
  contract_list(to, "", "X");
  fputs(");\n    requires shifted: \\true", to->out);
  for (uint32_t i = 0; i < tape->inputs; i++) fprintf(to->out, " && X%u == x%u + h * d%u", i, i, i);
  fputs(";\n    assigns \\nothing;\n", to->out);
  for (uint32_t j = 0; j < tape->outputs; j++) {
    uint32_t k = tape->output[j];
    fprintf(to->out, "    ensures increment_%u: ", j);
    contract_value(to, k, AT_SHIFTED);
    fputs(" ==\n      ", to->out);
    contract_value(to, k, AT_X);
    fputs(" + h * ", to->out);
    contract_tangent(to, k);
    fputs(" + h * h * ", to->out);
    contract_rest(to, k);
    fputs(";\n", to->out);
  }
  fprintf(to->out, "*/\nvoid %s_increment(", to->name);
  contract_list(to, "double ", "x");
  fputs(", ", to->out);
  contract_list(to, "double ", "X");
  fputs(", ", to->out);
  contract_list(to, "double ", "d");
  fputs(", double h);\n#endif\n\n", to->out);
}

void contract_header(const Contract *to) {
  fprintf(to->out, "/* %s: value and gradient, and what they are.\n\n", to->name);
  fputs(to->source, to->out);
  fprintf(to->out, "\n\n   x0, x1, ... are the %s in order; d is a direction, X = x + h d.\n",
          contract_loops(to) ? "arguments" : "scalars of the arguments");
  fputs("   The derivative of a value v along d is what makes, with an r that stays bounded,\n\n"
        "     v(X) = v(x) + h d(x, d) + h h r(x, d, h)  for all x, d and h, where it is defined. */\n",
        to->out);
  fprintf(to->out, "#ifndef CERTIFIED_%s_H\n#define CERTIFIED_%s_H\n\n#include \"increments.h\"\n\n", to->name,
          to->name);
  if (contract_loops(to)) fprintf(to->out, "#include \"%s.h\"\n\n", to->tape->nested ? "matrices" : "vectors");
  facts(to);
  fputs("/* The meaning, node by node. */\n/*@\n", to->out);
  each(to, false, meaning);
  inside(to);
  bool moves = false;
  for (uint32_t k = 0; k < to->tape->count; k++)
    moves = moves || (contract_names(to->tape, k) && to->tape->nodes[k].active);
  fputs("*/\n\n/* The derivative along d, and r, the rest of the increment. */\n", to->out);
  if (moves) fputs("/*@\n", to->out);
  each(to, true, derivative);
  each(to, true, rest);
  if (moves) fputs("*/\n", to->out);
  fputs("\n", to->out);
  theirs_defined(to);
  if (!contract_loops(to)) increment_contract(to);
  if (contract_loops(to))
    loops_contract(to);
  else
    signature_contract(to);
  fputs("\n#endif\n", to->out);
}
