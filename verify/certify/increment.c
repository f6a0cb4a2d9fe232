/* NAME_increment.c: one rule of increments.h a node. */
#include "verify/certify/increment.h"

void increment_terms(const Contract *to, uint32_t k) {
  contract_value(to, k, AT_X);
  fputs(", ", to->out);
  contract_tangent(to, k);
  fputs(", ", to->out);
  contract_rest(to, k);
  fputs(", ", to->out);
  contract_value(to, k, AT_SHIFTED);
}

static void assert_pair(const Contract *to, uint32_t k, const char *step) {
  const TapeNode *node = &to->tape->nodes[k];
  fprintf(to->out, "  /*@ assert step_%u: %s(", k, step);
  increment_terms(to, node->a);
  fputs(", ", to->out);
  increment_terms(to, node->b);
  fputs(", h); */\n", to->out);
}

static void assert_negative(const Contract *to, uint32_t k) {
  fprintf(to->out, "  /*@ assert step_%u: negative_step(", k);
  increment_terms(to, to->tape->nodes[k].a);
  fputs(", h); */\n", to->out);
}

/* Values and slopes of a function, or of an inverse, of one operand. */
static void assert_of(const Contract *to, uint32_t k) {
  uint32_t a = to->tape->nodes[k].a;
  for (int step = 0; step < 2; step++) {
    fprintf(to->out, "  /*@ assert %s_%u: %s(", step == 0 ? "second" : "step", k, step == 0 ? "second" : "of_step");
    contract_value(to, k, AT_X);
    fputs(", ", to->out);
    contract_value(to, k, AT_SHIFTED);
    fputs(", ", to->out);
    if (step == 0) {
      contract_value(to, a, AT_X);
      fputs(", ", to->out);
      contract_value(to, a, AT_SHIFTED);
      fputs(", ", to->out);
    }
    contract_slope(to, k);
    fputs(", ", to->out);
    contract_second(to, k);
    if (step == 1) fputs(", ", to->out), increment_terms(to, a), fputs(", h", to->out);
    fputs("); */\n", to->out);
  }
}

void increment_node(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (!node->used) return;
  switch (node->active ? node->op : TAPE_NUMBER) {
  case TAPE_PLUS: assert_pair(to, k, "plus_step"); break;
  case TAPE_MINUS: assert_pair(to, k, "minus_step"); break;
  case TAPE_TIMES: assert_pair(to, k, "times_step"); break;
  case TAPE_NEGATIVE: assert_negative(to, k); break;
  case TAPE_INVERSE:
  case TAPE_FUNCTION: assert_of(to, k); break;
  case TAPE_ANY_OTHER: break;
  }
  fprintf(to->out, "  /*@ assert at_%u: increment(", k);
  increment_terms(to, k);
  fputs(", h); */\n", to->out);
}

void contract_increment(const Contract *to) {
  if (contract_loops(to)) {
    loops_increment(to);
    return;
  }
  fprintf(to->out, "/* That the derivative in %s.h is one: nothing here is run. */\n#include \"%s.h\"\n\n", to->name,
          to->name);
  fprintf(to->out, "#ifdef __FRAMAC__\nvoid %s_increment(", to->name);
  contract_list(to, "double ", "x");
  fputs(", ", to->out);
  contract_list(to, "double ", "X");
  fputs(", ", to->out);
  contract_list(to, "double ", "d");
  fputs(", double h) {\n", to->out);
  for (uint32_t k = 0; k < to->tape->count; k++) increment_node(to, k);
  fputs("}\n#endif\n", to->out);
}
