/* NAME_increment.c with a loop. */
#include "verify/certify/loops.h"

static void contract(const Contract *to) {
  fprintf(to->out, "/*@ requires size: 0 <= n%s;\n    requires inside: %s_inside(",
          to->tape->nested ? " && 0 <= m && n * m <= 2147483647" : "", to->name);
  contract_list(to, "", "x");
  contract_sizes(to, 0, "");
  fprintf(to->out, ") && %s_inside(", to->name);
  contract_list(to, "", "X");
  contract_sizes(to, 0, "");
  fputs(");\n    requires shifted: \\true", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++) {
    bool array = loops_array(to->tape, k);
    if (array) fputs(" && (\\forall integer i; 0 <= i < ", to->out), loops_cells(to, k, "n");
    fprintf(to->out, array ? " ==> at(X%u, i) == at(x%u, i) + h * at(d%u, i))" : " && X%u == x%u + h * d%u", k, k, k);
  }
  fprintf(to->out, ";\n    assigns \\nothing;\n    ensures increment_0: %sincrement(",
          to->tape->each ? "\\forall integer i; 0 <= i < n ==> " : "");
  increment_terms(to, to->tape->output[0]);
  fputs(", h);\n*/\n", to->out);
}

static void partial_terms(const Contract *to, uint32_t k, const char *taken) {
  loops_partial(to, SUM_VALUE, k, AT_X, taken);
  fputs(", ", to->out);
  loops_partial(to, SUM_DERIVATIVE, k, AT_X, taken);
  fputs(", ", to->out);
  loops_partial(to, SUM_REST, k, AT_X, taken);
  fputs(", ", to->out);
  loops_partial(to, SUM_VALUE, k, AT_SHIFTED, taken);
}

static void recursion(const Contract *to, uint32_t k);

/* What stands so deep in loops. */
static void body(const Contract *to, uint32_t depth) {
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (node->depth != depth) continue;
    if (node->op == TAPE_SUM && node->used)
      recursion(to, k);
    else
      increment_node(to, k);
  }
}

static void loop_begin(const Contract *to, uint32_t depth) {
  const char *i = depth > 0 ? "j" : "i", *n = depth > 0 ? "m" : "n";
  fprintf(to->out, ";\n      loop assigns %s;\n      loop variant %s - %s; */\n  for (int %s = 0; %s < %s; %s++) {\n",
          i, n, i, i, i, n, i);
  if (depth == 0 && to->tape->nested) loops_rows(to);
}

/* A sum, or a fold. */
static void recursion(const Contract *to, uint32_t k) {
  const uint32_t depth = to->tape->nodes[k].depth;
  const char *index = depth > 0 ? "j" : "i";
  fprintf(to->out, "  /*@ loop invariant range: 0 <= %s <= %s;\n      loop invariant sum_%u: increment(", index,
          depth > 0 ? "m" : "n", k);
  partial_terms(to, k, index);
  fputs(", h)", to->out);
  loop_begin(to, depth);
  body(to, depth + 1);
  if (to->tape->nodes[k].op == TAPE_SUM) {
    fprintf(to->out, "  /*@ assert step_%u: plus_step(", k);
    partial_terms(to, k, index);
    fputs(", ", to->out);
    increment_terms(to, to->tape->nodes[k].a);
    fputs(", h); */\n", to->out);
  }
  fprintf(to->out, "  /*@ assert next_%u: increment(", k);
  partial_terms(to, k, depth > 0 ? "(j + 1)" : "(i + 1)");
  fputs(", h); */\n  }\n", to->out);
  fprintf(to->out, "  /*@ assert at_%u: increment(", k);
  increment_terms(to, k);
  fputs(", h); */\n", to->out);
}

static void each(const Contract *to) {
  Contract other = *to;
  other.index = "j";
  fputs("  /*@ loop invariant range: 0 <= i <= n;\n      loop invariant each: \\forall integer j; 0 <= j < i ==> "
        "increment(",
        to->out);
  increment_terms(&other, to->tape->output[0]);
  fputs(", h)", to->out);
  loop_begin(to, 0);
  body(to, 1);
  fputs("  }\n", to->out);
}

void loops_increment(const Contract *to) {
  fprintf(to->out,
          "/* That the derivative in %s.h is one: nothing here is run. */\n#include \"%s.h\"\n\n#ifdef __FRAMAC__\n",
          to->name, to->name);
  loops_constants(to);
  contract(to);
  fprintf(to->out, "void %s_increment(int n, %sdouble h) {\n", to->name, to->tape->nested ? "int m, " : "");
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (contract_recursive(node) && node->depth == 0 && node->used)
      recursion(to, k);
    else if (node->depth == 0)
      increment_node(to, k);
  }
  if (to->tape->each) each(to);
  fputs("}\n#endif\n", to->out);
}
