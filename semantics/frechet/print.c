/* Functions and linear functions as the paper writes them. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/frechet/terms.h"

#define PRINT_DEPTH 200u

typedef struct Printer {
  const HilTerms *terms;
  const Store *store;
  Machine *machine; /* prints scalars of its ring; NULL: there are none */
  FILE *out;
} Printer;

static void print_constant(const Printer *to, const HilVector *v) {
  const Constant *c = constant_get(&to->store->constants, v->constant);
  gmp_fprintf(to->out, "%Qd", c->exact[c->length == 1 ? 0 : v->n]);
}

static void print_scalar(const Printer *to, Scalar a) {
  char text[256];
  if (to->machine == NULL) {
    fputs("?", to->out);
    return;
  }
  ring_print(to->machine->ring, a, text, sizeof text);
  fputs(text, to->out);
}

static void print_vector(const Printer *to, const HilVector *v, uint32_t depth) {
  FILE *out = to->out;
  if (depth == 0) {
    fputs("...", out);
    return;
  }
  switch (v->kind) {
  case HIL_ZERO: fputc('0', out); return;
  case HIL_INTEGER: fprintf(out, "%lld", (long long)v->n); return;
  case HIL_CONSTANT: print_constant(to, v); return;
  case HIL_SCALAR: print_scalar(to, v->scalar); return;
  case HIL_REALS:
  case HIL_TUPLE:
    fputc('(', out);
    for (int64_t i = 0; i < v->n; i++) {
      if (i > 0) fputs(", ", out);
      if (v->kind == HIL_REALS)
        print_scalar(to, v->scalars[i]);
      else
        print_vector(to, &v->parts[i], depth - 1);
    }
    fputc(')', out);
    return;
  case HIL_INJECT:
    fprintf(out, "ι%lld ", (long long)v->n + 1);
    print_vector(to, v->a, depth - 1);
    return;
  case HIL_SCALE:
    print_scalar(to, v->scalar);
    fputs("·", out);
    print_vector(to, v->a, depth - 1);
    return;
  case HIL_SUM:
    fputc('(', out);
    for (int64_t i = 0; i < v->n; i++) {
      if (i > 0) fputs(" + ", out);
      print_vector(to, &v->parts[i], depth - 1);
    }
    fputc(')', out);
    return;
  case HIL_TENSOR:
    fputc('(', out);
    print_vector(to, v->a, depth - 1);
    fputs("⊗", out);
    print_vector(to, v->b, depth - 1);
    fputc(')', out);
    return;
  }
}

static void print_map(const Printer *to, HilMapId id, uint32_t depth);

static void print_maps(const Printer *to, const HilMap *m, const char *open, const char *shut, uint32_t depth) {
  fputs(open, to->out);
  for (uint32_t x = 0; x < m->n; x++) {
    if (x > 0) fputs(", ", to->out);
    print_map(to, hil_map_member(to->terms, m, x), depth);
  }
  fputs(shut, to->out);
}

static void print_red(const Printer *to, const HilMap *m) {
  fputs("red_{", to->out);
  for (uint32_t i = 0; i < m->n && i < 9; i++) {
    fprintf(to->out, "%s(%u,%u)", i > 0 ? "," : "", (unsigned)m->pairs[i].x + 1, (unsigned)m->pairs[i].y + 1);
  }
  fputs(m->n > 9 ? ",...}" : "}", to->out);
}

/* k of (k·) = |_| . ((1(x)k)*) . (1(x)_); NULL if it is no such thing. */
static const HilVector *multiple_of(const HilTerms *terms, const HilMap *m) {
  const HilMap *rest = hil_map(terms, m->b);
  if (hil_map(terms, m->a)->kind != HILMAP_UNIT_L_INV || rest->kind != HILMAP_COMP) return NULL;
  const HilVector *w = hil_map(terms, rest->a)->w;
  if (hil_map(terms, rest->a)->kind != HILMAP_LEFT || hil_map(terms, rest->b)->kind != HILMAP_UNIT_L) return NULL;
  bool one = w->kind == HIL_TENSOR && w->a->kind == HIL_INTEGER && w->a->n == 1;
  return one ? w->b : NULL;
}

/* Compositions and sums without the brackets that associativity spares. */
static void print_infix(const Printer *to, const HilMap *m, uint32_t depth) {
  const HilMapKind kind = m->kind;
  const HilVector *k = kind == HILMAP_COMP ? multiple_of(to->terms, m) : NULL;
  fputc('(', to->out);
  if (k != NULL) {
    print_vector(to, k, depth);
    fputs("·)", to->out);
    return;
  }
  print_map(to, m->a, depth);
  for (const HilMap *rest = hil_map(to->terms, m->b);; rest = hil_map(to->terms, m->b)) {
    fputs(kind == HILMAP_COMP ? " • " : " + ", to->out);
    if (rest->kind != kind || (kind == HILMAP_COMP && multiple_of(to->terms, rest) != NULL)) break;
    print_map(to, rest->a, depth);
    m = rest;
  }
  print_map(to, m->b, depth);
  fputc(')', to->out);
}

static void print_map(const Printer *to, HilMapId id, uint32_t depth) {
  FILE *out = to->out;
  const HilMap *m = hil_map(to->terms, id);
  if (depth-- == 0) {
    fputs("...", out);
    return;
  }
  switch (m->kind) {
  case HILMAP_ID: fputs("id", out); return;
  case HILMAP_COMP:
  case HILMAP_PLUS: print_infix(to, m, depth); return;
  case HILMAP_ZERO: fputc('0', out); return;
  case HILMAP_INJ: fprintf(out, "ι%u", (unsigned)m->n + 1); return;
  case HILMAP_PROJ: fprintf(out, "π%u", (unsigned)m->n + 1); return;
  case HILMAP_PAR: print_maps(to, m, "Π(", ")", depth); return;
  case HILMAP_DELTA: print_maps(to, m, "Δ(", ")", depth); return;
  case HILMAP_TUPLE: print_maps(to, m, "⟨", "⟩", depth); return;
  case HILMAP_COTUPLE: print_maps(to, m, "[", "]", depth); return;
  case HILMAP_MAP:
    print_map(to, m->a, depth);
    fprintf(out, "^%u", (unsigned)hil_width(&to->terms->spaces, m->dom));
    return;
  case HILMAP_RED: print_red(to, m); return;
  case HILMAP_LEFT:
    fputc('(', out);
    print_vector(to, m->w, depth);
    fputs("∗)", out);
    return;
  case HILMAP_RIGHT:
    fputs("(∗", out);
    print_vector(to, m->w, depth);
    fputc(')', out);
    return;
  case HILMAP_UNIT_L: fputs("(1⊗)", out); return;
  case HILMAP_UNIT_R: fputs("(⊗1)", out); return;
  case HILMAP_UNIT_L_INV:
  case HILMAP_UNIT_R_INV: fputs("|_|", out); return;
  case HILMAP_TRANSPOSE: fputs("transpose", out); return;
  case HILMAP_ASSOC: fputs("assoc", out); return;
  case HILMAP_ASSOC_INV: fputs("assoc⁻¹", out); return;
  case HILMAP_DISTRIB: fputs("distrib", out); return;
  case HILMAP_DISTRIB_INV: fputs("distrib⁻¹", out); return;
  case HILMAP_ZIP: fputs("zip", out); return;
  case HILMAP_UNZIP: fputs("unzip", out); return;
  case HILMAP_CURRY: fputs("curry", out); return;
  case HILMAP_UNCURRY: fputs("uncurry", out); return;
  case HILMAP_KIND_COUNT: return;
  }
}

void hil_map_print(const HilTerms *terms, Machine *machine, const Store *store, HilMapId m, FILE *out) {
  Printer to = {terms, store, machine, out};
  print_map(&to, m, PRINT_DEPTH);
}

static void print_fun(const Printer *to, HilFunId id, uint32_t depth) {
  FILE *out = to->out;
  const HilFun *f = hil_fun(to->terms, id);
  HilBilinear b = to->terms->bilinears[f->bilinear.id];
  if (depth-- == 0) {
    fputs("...", out);
    return;
  }
  switch (f->kind) {
  case HILFUN_COMP:
    fputc('(', out);
    print_fun(to, f->a, depth);
    fputs(" ∘ ", out);
    print_fun(to, f->b, depth);
    fputc(')', out);
    return;
  case HILFUN_PAR:
    fputs("Π(", out);
    for (uint32_t x = 0; x < f->n; x++) {
      if (x > 0) fputs(", ", out);
      print_fun(to, hil_fun_member(to->terms, f, x), depth);
    }
    fputc(')', out);
    return;
  case HILFUN_MAP:
    print_fun(to, f->a, depth);
    fprintf(out, "^%u", (unsigned)hil_width(&to->terms->spaces, f->dom));
    return;
  case HILFUN_LINEAR: print_map(to, f->map, depth); return;
  case HILFUN_BILINEAR:
    fputc('(', out);
    print_map(to, b.h, depth);
    fputs(" • ∗ • (", out);
    print_map(to, b.g1, depth);
    fputs(" × ", out);
    print_map(to, b.g2, depth);
    fputs("))", out);
    return;
  case HILFUN_CONST:
    fputs("K ", out);
    print_vector(to, f->w, depth);
    return;
  case HILFUN_PRIM:
    fputs(op_info(f->op)->name, out);
    if (f->op == OP_POW) gmp_fprintf(out, "%Qd", constant_get(&to->store->constants, f->constant)->exact[0]);
    return;
  case HILFUN_GIVEN: fputs(op_name(&to->store->ops, op_node(&to->store->ops, f->given)), out); return;
  case HILFUN_IF:
    fputs("(if ", out);
    print_fun(to, f->a, depth);
    fputs(" < 0 then ", out);
    print_fun(to, f->b, depth);
    fputs(" else ", out);
    print_fun(to, f->c, depth);
    fputc(')', out);
    return;
  case HILFUN_KIND_COUNT: return;
  }
}

void hil_fun_print(const HilTerms *terms, Machine *machine, const Store *store, HilFunId f, FILE *out) {
  Printer to = {terms, store, machine, out};
  print_fun(&to, f, PRINT_DEPTH);
}
