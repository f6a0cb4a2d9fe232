/* NAME.c with a loop: values, then adjoints. */
#include "verify/certify/loops_back.h"

static void adjoints(Sweep *sweep) {
  const Contract *to = sweep->to;
  const Tape *tape = to->tape;
  uint32_t out = tape->output[0];
  if (tape->each) {
    loops_sum_adjoint(sweep);
  } else {
    code_add_to(sweep, out, false);
    fputs("w;\n", to->out);
    loops_invariant(sweep, "seed", tape->count);
  }
  for (uint32_t k = tape->count; k-- > 0;) {
    if (!sweep->begun[k] || tape->nodes[k].depth > 0) continue;
    if (tape->nodes[k].op == TAPE_SUM)
      loops_sum_adjoint(sweep);
    else if (tape->nodes[k].op == TAPE_FOLD)
      loops_fold_adjoint(sweep);
    else if (contract_names(tape, k))
      code_adjoint(sweep, k);
  }
}

void loops_code(const Contract *to) {
  const Tape *tape = to->tape;
  Sweep sweep = {.to = to};
  fprintf(to->out, "#include \"%s.h\"\n\n", to->name);
  if (tape->nodes[loops_outer_of(tape)].op != TAPE_FOLD) {
    loops_balance_predicate(to, 1);
    if (tape->nested) loops_balance_predicate(to, 2);
    fputc('\n', to->out);
  }
  loops_declaration(to);
  fputs(" {\n", to->out);
  for (uint32_t k = 0; k < tape->count; k++)
    if (tape->nodes[k].op == TAPE_INPUT && !tape->nodes[k].used) fprintf(to->out, "  (void)x%u;\n", tape->nodes[k].a);
  loops_values(to);
  if (!tape->each) fprintf(to->out, "  y[0] = v%u;\n", tape->output[0]);
  adjoints(&sweep);
  for (uint32_t k = 0; k < tape->inputs; k++) {
    if (loops_array(tape, k)) continue;
    uint32_t node = 0;
    while (tape->nodes[node].op != TAPE_INPUT || tape->nodes[node].a != k) node++;
    fprintf(to->out, "  g%u[0] = ", k);
    fprintf(to->out, sweep.begun[node] ? "a%u;\n" : "0.0;\n", node);
  }
  fputs("}\n", to->out);
}
