/* NAME_test.c: the function at points where value and gradient are certified. */
#include "verify/certify/contract.h"

static void numbers(const Contract *to, const char *name, const double *values, uint32_t columns) {
  fprintf(to->out, "static const double certified_%s[%u][%u] = {\n", name, to->rows->count, columns);
  for (uint32_t k = 0; k < to->rows->count; k++) {
    for (uint32_t i = 0; i < columns; i++)
      fprintf(to->out, "%s%.17g", i > 0 ? ", " : "  {", values[(size_t)k * columns + i]);
    fputs("},\n", to->out);
  }
  fputs("};\n", to->out);
}

/* What is never written stays no number, and differs. */
static void call(const Contract *to) {
  const Signature *signature = to->signature;
  static const char letter[] = {[ROLE_INPUTS] = 'x', [ROLE_SEEDS] = 'w', [ROLE_VALUES] = 'y', [ROLE_GRADIENT] = 'g'};
  fprintf(to->out, "    %s%s(", signature->returns_value ? "y[0] = " : "", signature->function);
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    fprintf(to->out, p->pointer ? "%s%c + %u" : "%s%c[%u]", k > 0 ? ", " : "", letter[p->role], p->first);
  }
  fputs(");\n", to->out);
}

static void comparisons(const Contract *to) {
  const Signature *signature = to->signature;
  if (signature->returns_value) fputs("    wrong += differs(k, \"value\", \"0\", y[0], certified_y[k][0]);\n", to->out);
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    for (uint32_t i = p->first; p->role == ROLE_VALUES && i < p->first + p->count; i++)
      fprintf(to->out, "    wrong += differs(k, \"value\", \"%u\", y[%u], certified_y[k][%u]);\n", i, i, i);
    for (uint32_t i = p->first; p->role == ROLE_GRADIENT && i < p->first + p->count; i++)
      fprintf(to->out, "    wrong += differs(k, \"gradient\", \"%s\", g[%u], certified_g[k][%u]);\n", to->component[i],
              i, i);
  }
}

static void differs(const Contract *to) {
  fputs("static int differs(int k, const char *what, const char *name, double found, double certified) {\n"
        "  if (fabs(found - certified) <= 1e-9 * fmax(1.0, fabs(certified))) return 0;\n"
        "  printf(\"  wrong: %s_%s = %.17g, certified %.17g, at\", what, name, found, certified);\n",
        to->out);
  for (uint32_t i = 0; i < to->tape->inputs; i++)
    fprintf(to->out, "  printf(\"%s %s = %%.17g\", certified_x[k][%u]);\n", i > 0 ? "," : "", to->component[i], i);
  fputs("  printf(\"\\n\");\n  return 1;\n}\n\n", to->out);
}

static void run_rows(const Contract *to) {
  const Tape *tape = to->tape;
  fprintf(to->out,
          "int main(void) {\n  int wrong = 0;\n  for (int k = 0; k < %u; k++) {\n"
          "    double x[%u], w[%u], y[%u], g[%u];\n"
          "    for (int i = 0; i < %u; i++) x[i] = certified_x[k][i], g[i] = NAN;\n"
          "    for (int j = 0; j < %u; j++) w[j] = certified_w[k][j], y[j] = NAN;\n",
          to->rows->count, tape->inputs, tape->outputs, tape->outputs, tape->inputs, tape->inputs, tape->outputs);
  fputs("    (void)w, (void)y;\n", to->out);
  call(to);
  comparisons(to);
  fprintf(to->out, "  }\n  printf(\"%s: %%d wrong, at %u certified point%s\\n\", wrong);\n  return wrong > 0;\n}\n",
          to->signature->function, to->rows->count, to->rows->count == 1 ? "" : "s");
}

void contract_test(const Contract *to) {
  fprintf(to->out, "/* %s beside certified values and gradients: exit code 0 if all agree to 9 digits. */\n",
          to->signature->function);
  fprintf(to->out, "#include \"%s.c\"\n#include <math.h>\n#include <stdio.h>\n\n", to->name);
  if (to->rows->count == 0) {
    fputs("int main(void) {\n  puts(\"no point was found at which the gradient is certified\");\n  return 2;\n}\n",
          to->out);
    return;
  }
  numbers(to, "x", to->rows->x, to->tape->inputs);
  numbers(to, "w", to->rows->w, to->tape->outputs);
  numbers(to, "y", to->rows->y, to->tape->outputs);
  numbers(to, "g", to->rows->g, to->tape->inputs);
  fputs("\n", to->out);
  differs(to);
  run_rows(to);
}
