/* The derivative of a program in writing: explained, as let code, and as C. */
#include "ad/combinatory/combinatory.h"

#define WRITE_LIMIT ((size_t)256 << 20)

/* x1, x2, ... for arguments that are real, and x3[k] for the k-th scalar of others;
 * x1[k] where there is no context. */
static void print_input(const void *state, uint32_t k, FILE *out) {
  const CombinatoryDerivative *derivative = state;
  const TypeTable *types = &derivative->terms.store->types;
  uint32_t i = 0, dim = derivative->length == 0 ? UINT32_MAX : type_node(types, derivative->context[0])->dim;
  while (k >= dim) {
    k -= dim;
    dim = type_node(types, derivative->context[++i])->dim;
  }
  fprintf(out, dim == 1 ? "x%u" : "x%u[%u]", i + 1, k);
}

static void print_seed(const void *state, uint32_t k, FILE *out) {
  (void)state;
  fprintf(out, "w%u", k + 1);
}

typedef struct Writing {
  const CombinatoryDerivative *derivative;
  ResidualNames names;
  const Residual *code;
  FILE *out;
} Writing;

static void print_scalar(void *state, Scalar a, bool atom, FILE *out) {
  const Writing *to = state;
  residual_print(to->code, &to->names, a, atom ? RESIDUAL_OPERAND : RESIDUAL_ALONE, out);
}

static void print_bindings(void *state, uint32_t block, FILE *out) {
  const Writing *to = state;
  fputc('\n', out);
  residual_print_lets(to->code, &to->names, block, 1, 8, out);
  fputs("      in ", out);
}

static void write_tuple(const Writing *to, uint32_t n, const Scalar *scalars) {
  if (n != 1) fputc('(', to->out);
  for (uint32_t i = 0; i < n; i++) {
    if (i != 0) fputs(", ", to->out);
    residual_print(to->code, &to->names, scalars[i], RESIDUAL_ALONE, to->out);
  }
  if (n != 1) fputc(')', to->out);
}

/* f = p;  D f x = let ... in (value, map) */
static void write_explained(Writing *to) {
  const CombinatoryDerivative *derivative = to->derivative;
  PfScalarPrinter printer = {to, print_scalar, print_bindings};
  fputs("f = ", to->out);
  pf_print(&derivative->terms, derivative->p, to->out);
  fputs(derivative->reverse ? "\n\n(f, f^) x =\n" : "\n\nD f x =\n", to->out);
  residual_print_lets(&derivative->residual, &to->names, 1, 1, 2, to->out);
  fputs("  in (", to->out);
  write_tuple(to, derivative->outputs, derivative->value);
  fputs(",\n      ", to->out);
  pfmap_print(&derivative->maps, derivative->map, &printer, to->out);
  fputs(")\n", to->out);
}

/* f x w = let ... in (value, image) */
static void write_lets(const Writing *to, const char *name, uint32_t images, const Scalar *image) {
  fprintf(to->out, "%s x w =\n", name);
  residual_print_lets(to->code, &to->names, 1, 1, 2, to->out);
  fputs("  in (", to->out);
  write_tuple(to, to->derivative->outputs, to->derivative->value);
  fputs(",\n      ", to->out);
  write_tuple(to, images, image);
  fputs(")\n", to->out);
}

/* The functions that are formulas, which are expressions of C too. */
static void write_meanings(const Residual *code, FILE *out) {
  for (FunctionCode f = 0; f < FUNCTION_COUNT; f++) {
    if (function_meaning(f) == NULL || !residual_uses(code, op_of_function(f))) continue;
    bool two = function_info(f)->operands == 2;
    fprintf(out, "static double %s(double x%s) { return %s; }\n\n", function_info(f)->name, two ? ", double y" : "",
            function_meaning(f));
  }
}

static void write_c(const Writing *to, const char *name, uint32_t images, const Scalar *image) {
  const CombinatoryDerivative *derivative = to->derivative;
  FILE *out = to->out;
  fputs("#include <math.h>\n\n", out);
  if (residual_uses(to->code, OP_SIGN)) fputs("static double sign(double a) { return (a > 0) - (a < 0); }\n\n", out);
  if (residual_uses(to->code, OP_SIGMOID)) {
    fputs("static double sigmoid(double a) { return 1 / (1 + exp(-a)); }\n\n", out);
  }
  write_meanings(to->code, out);
  fprintf(out, "/* x: %u scalars of input; w: %u of the %s; y: %u of the value; z: %u of the %s. */\n",
          derivative->inputs, derivative->reverse ? derivative->outputs : derivative->inputs,
          derivative->reverse ? "cotangent" : "tangent", derivative->outputs, images,
          derivative->reverse ? "gradient" : "image");
  fprintf(out, "void %s(const double *x, const double *w, double *y, double *z) {\n", name);
  fputs("  (void)x, (void)w, (void)y, (void)z;\n", out);
  residual_emit_block(to->code, 1, 2, out);
  for (uint32_t i = 0; i < derivative->outputs; i++) {
    fprintf(out, "  y[%u] = ", i);
    residual_emit(to->code, derivative->value[i], out);
    fputs(";\n", out);
  }
  for (uint32_t i = 0; i < images; i++) {
    fprintf(out, "  z[%u] = ", i);
    residual_emit(to->code, image[i], out);
    fputs(";\n", out);
  }
  fputs("}\n", out);
}

Status combinatory_write(const CombinatoryDerivative *derivative, CombinatoryForm form, const char *name, FILE *out) {
  Arena arena;
  Residual code;
  Scalar *image;
  arena_init(&arena, WRITE_LIMIT);
  Status status = combinatory_apply(derivative, &arena, NULL, &code, &image);
  Writing to = {derivative, {derivative, print_input, print_seed}, &code, out};
  uint32_t images = derivative->reverse ? derivative->inputs : derivative->outputs;
  if (status == STATUS_OK) {
    switch (form) {
    case COMBINATORY_EXPLAINED: /* whatever its name, f */
      to.code = &derivative->residual;
      write_explained(&to);
      fputc('\n', out);
      to.code = &code;
      write_lets(&to, derivative->reverse ? "f^" : "f'", images, image);
      break;
    case COMBINATORY_LET: write_lets(&to, name, images, image); break;
    case COMBINATORY_C: write_c(&to, name, images, image); break;
    }
  }
  arena_free(&arena);
  return status;
}
