#include "verify/campaign/host_writer.h"

static const char c_modular[] =
    "#include <inttypes.h>\n#include <stdio.h>\n\n"
    "#define P ((UINT64_C(1) << 61) - 1)\n\n"
    "/* Numbers modulo P with a derivative: dual numbers. */\n"
    "typedef struct { uint64_t value, slope; } D;\n"
    "static uint64_t plus(uint64_t a, uint64_t b) { return (a + b) % P; }\n"
    "static uint64_t times(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b % P); }\n"
    "static D add(D a, D b) { return (D){plus(a.value, b.value), plus(a.slope, b.slope)}; }\n"
    "static D neg(D a) { return (D){(P - a.value) % P, (P - a.slope) % P}; }\n"
    "static D sub(D a, D b) { return add(a, neg(b)); }\n"
    "static D mul(D a, D b) {\n"
    "  return (D){times(a.value, b.value), plus(times(a.value, b.slope), times(a.slope, b.value))};\n}\n"
    "static D div(D a, D b) { /* by Fermat */\n"
    "  uint64_t r = 1, s = b.value;\n"
    "  for (uint64_t e = P - 2; e > 0; e >>= 1, s = times(s, s)) r = e & 1 ? times(r, s) : r;\n"
    "  uint64_t q = times(a.value, r);\n"
    "  return (D){q, times(plus(a.slope, P - times(q, b.slope)), r)};\n}\n";

static const char c_end_modular[] = "static void derivative(const uint64_t *v, uint64_t *d) {\n"
                                    "  D at[N], y[M];\n"
                                    "  for (int i = 0; i < N; i++) at[i] = (D){x0[i], v[i]};\n"
                                    "  f(at, y);\n"
                                    "  for (int j = 0; j < M; j++) d[j] = y[j].slope;\n}\n\n"
                                    "static void value(uint64_t *d) {\n"
                                    "  D at[N], y[M];\n"
                                    "  for (int i = 0; i < N; i++) at[i] = (D){x0[i], 0};\n"
                                    "  f(at, y);\n"
                                    "  for (int j = 0; j < M; j++) d[j] = y[j].value;\n}\n\n"
                                    "static void show(const char *what, const uint64_t *d, int n) {\n"
                                    "  printf(\"%s\", what);\n"
                                    "  for (int j = 0; j < n; j++) printf(\" %\" PRIu64, d[j]);\n"
                                    "  puts(\"\");\n}\n";
static const char c_end_real[] = "static void derivative(const double *v, double *d) {\n"
                                 "  const double h = 1e-6;\n"
                                 "  double up[N], down[N], a[M], b[M];\n"
                                 "  for (int i = 0; i < N; i++) up[i] = x0[i] + h * v[i], down[i] = x0[i] - h * v[i];\n"
                                 "  f(up, a), f(down, b);\n"
                                 "  for (int j = 0; j < M; j++) d[j] = (a[j] - b[j]) / (2 * h);\n}\n\n"
                                 "static void value(double *d) { f(x0, d); }\n\n"
                                 "static void show(const char *what, const double *d, int n) {\n"
                                 "  printf(\"%s\", what);\n"
                                 "  for (int j = 0; j < n; j++) printf(\" %.8g\", d[j]);\n"
                                 "  puts(\"\");\n}\n";

static void write_c_head(const HostWriter *w) {
  FILE *out = w->out;
  const char *number = w->modular ? "D" : "double", *scalar = w->modular ? "uint64_t" : "double";
  (void)fputs(w->modular ? c_modular : "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n", out);
  (void)fprintf(out, "\nenum { N = %u, M = %u };\n\nstatic void f(const %s *x, %s *y) {\n", w->inputs, w->outputs,
                number, number);
  host_steps(w);
  for (uint32_t i = 0; i < w->outputs; i++) {
    char from[24];
    host_name(w, (uint32_t)w->result[i].word, from);
    (void)fprintf(out, "  y[%u] = %s;\n", i, from);
  }
  (void)fprintf(out, "}\n\nstatic const %s x0[N] = {", scalar);
  host_numbers(w, w->x, w->inputs);
  (void)fputs("};\n\n", out);
  (void)fputs(w->modular ? c_end_modular : c_end_real, out);
}

/* The products with w: sums of residues are taken one at a time. */
static void write_c_products(const HostWriter *w, const char *scalar, bool along) {
  FILE *out = w->out;
  const char *more = w->modular ? "plus(sum, times(w[j], d[j]))" : "sum + w[j] * d[j]";
  (void)fprintf(out, "  const %s w[M] = {", scalar);
  host_numbers(w, w->w, w->outputs);
  (void)fprintf(out,
                "};\n  %s g[N];\n  for (int i = 0; i < N; i++) {\n    %s e[N] = {0}, sum = 0;\n    e[i] = 1;\n"
                "    derivative(e, d);\n    for (int j = 0; j < M; j++) sum = %s;\n    g[i] = sum;\n  }\n"
                "  show(\"gradient of <f, w>:\", g, N);\n",
                scalar, scalar, more);
  if (along)
    (void)fprintf(out,
                  "  %s sum = 0;\n  derivative(v, d);\n  for (int j = 0; j < M; j++) sum = %s;\n"
                  "  show(\"<derivative along v, w>:\", &sum, 1);\n",
                  scalar, more);
}

void host_c(const HostWriter *w) {
  FILE *out = w->out;
  const char *scalar = w->modular ? "uint64_t" : "double";
  bool along = w->directions == w->inputs;
  write_c_head(w);
  (void)fprintf(out, "\nint main(void) {\n  %s d[M];\n  value(d);\n  show(\"value:\", d, M);\n", scalar);
  if (along) {
    (void)fprintf(out, "  const %s v[N] = {", scalar);
    host_numbers(w, w->v, w->inputs);
    (void)fputs("};\n  derivative(v, d);\n  show(\"derivative along v:\", d, M);\n", out);
  }
  if (w->weights == w->outputs) write_c_products(w, scalar, along);
  (void)fputs("  return 0;\n}\n", out);
}
