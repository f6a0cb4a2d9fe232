#include "verify/campaign/host_writer.h"

static const char python_modular[] = "P = 2**61 - 1\n\n\n"
                                     "# Numbers modulo P with a derivative: dual numbers.\n"
                                     "def add(a, b): return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)\n"
                                     "def sub(a, b): return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)\n"
                                     "def neg(a): return (-a[0] % P, -a[1] % P)\n"
                                     "def mul(a, b): return (a[0] * b[0] % P, (a[0] * b[1] + a[1] * b[0]) % P)\n"
                                     "def div(a, b):\n"
                                     "    r = pow(b[0], -1, P)\n"
                                     "    q = a[0] * r % P\n"
                                     "    return (q, (a[1] - q * b[1]) * r % P)\n";

static const char python_end_modular[] =
    "def value(): return [t[0] for t in f([(a, 0) for a in x])]\n\n\n"
    "def derivative(v): return [t[1] for t in f([(a, b) for a, b in zip(x, v)])]\n\n\n"
    "def show(what, numbers): print(what, *[t % P for t in numbers])\n\n\n";
static const char python_end_real[] =
    "def value(): return f(x)\n\n\n"
    "def derivative(v, h=1e-6):\n"
    "    up, down = f([a + h * b for a, b in zip(x, v)]), f([a - h * b for a, b in zip(x, v)])\n"
    "    return [(a - b) / (2 * h) for a, b in zip(up, down)]\n\n\n"
    "def show(what, numbers): print(what, *['%.8g' % t for t in numbers])\n\n\n";
static const char python_gradient[] =
    "units = [[int(i == j) for j in range(len(x))] for i in range(len(x))]\n"
    "show('gradient of <f, w>:', [sum(a * b for a, b in zip(w, derivative(e))) for e in units])\n";
static const char python_product[] =
    "show('<derivative along v, w>:', [sum(a * b for a, b in zip(w, derivative(v)))])\n";

void host_python(const HostWriter *w) {
  FILE *out = w->out;
  (void)fputs(w->modular ? python_modular : "import math\n", out);
  (void)fputs("\n\ndef f(x):\n    (", out);
  for (uint32_t i = 0; i < w->inputs; i++) (void)fprintf(out, "t%u,%s", i, i + 1 < w->inputs ? " " : ") = x\n");
  host_steps(w);
  (void)fputs("    return [", out);
  for (uint32_t i = 0; i < w->outputs; i++) (void)fprintf(out, "%st%u", i > 0 ? ", " : "", (uint32_t)w->result[i].word);
  (void)fputs("]\n\n\nx = [", out);
  host_numbers(w, w->x, w->inputs);
  (void)fputs("]\n\n\n", out);
  (void)fputs(w->modular ? python_end_modular : python_end_real, out);
  (void)fputs("show('value:', value())\n", out);
  if (w->directions == w->inputs) {
    (void)fputs("v = [", out);
    host_numbers(w, w->v, w->inputs);
    (void)fputs("]\nshow('derivative along v:', derivative(v))\n", out);
  }
  if (w->weights == w->outputs) {
    (void)fputs("w = [", out);
    host_numbers(w, w->w, w->outputs);
    (void)fputs("]\n", out);
    (void)fputs(python_gradient, out);
    if (w->directions == w->inputs) (void)fputs(python_product, out);
  }
}
