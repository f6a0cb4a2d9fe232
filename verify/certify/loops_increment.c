/* NAME_increment.c with a loop. */
#include "verify/certify/loops.h"

static void contract(const Contract *to) {
  fprintf(to->out, "/*@ requires size: 0 <= n;\n    requires inside: %s_inside(", to->name);
  contract_list(to, "", "x");
  fprintf(to->out, ", n) && %s_inside(", to->name);
  contract_list(to, "", "X");
  fputs(", n);\n    requires shifted: \\true", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    fprintf(to->out,
            to->tape->is_array[k] ? " && (\\forall integer i; 0 <= i < n ==> at(X%u, i) == at(x%u, i) + h * at(d%u, i))"
                                  : " && X%u == x%u + h * d%u",
            k, k, k);
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

static void body(const Contract *to) {
  for (uint32_t k = 0; k < to->tape->count; k++)
    if (to->tape->nodes[k].indexed) increment_node(to, k);
}

static void loop_begin(const Contract *to) {
  fputs(";\n      loop assigns i;\n      loop variant n - i; */\n  for (int i = 0; i < n; i++) {\n", to->out);
}

/* A sum, or a fold. */
static void recursion(const Contract *to, uint32_t k) {
  fprintf(to->out, "  /*@ loop invariant range: 0 <= i <= n;\n      loop invariant sum_%u: increment(", k);
  partial_terms(to, k, "i");
  fputs(", h)", to->out);
  loop_begin(to);
  body(to);
  if (to->tape->nodes[k].op == TAPE_SUM) {
    fprintf(to->out, "  /*@ assert step_%u: plus_step(", k);
    partial_terms(to, k, "i");
    fputs(", ", to->out);
    increment_terms(to, to->tape->nodes[k].a);
    fputs(", h); */\n", to->out);
  }
  fprintf(to->out, "  /*@ assert next_%u: increment(", k);
  partial_terms(to, k, "(i + 1)");
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
  loop_begin(to);
  body(to);
  fputs("  }\n", to->out);
}

void loops_increment(const Contract *to) {
  fprintf(to->out,
          "/* That the derivative in %s.h is one: nothing here is run. */\n#include \"%s.h\"\n\n#ifdef __FRAMAC__\n",
          to->name, to->name);
  loops_constants(to);
  contract(to);
  fprintf(to->out, "void %s_increment(int n, double h) {\n", to->name);
  for (uint32_t k = 0; k < to->tape->count; k++) {
    const TapeNode *node = &to->tape->nodes[k];
    if (contract_recursive(node) && !node->indexed && node->used)
      recursion(to, k);
    else if (!node->indexed)
      increment_node(to, k);
  }
  if (to->tape->each) each(to);
  fputs("}\n#endif\n", to->out);
}
