/* Functions and linear functions as the paper writes them; and so that they are read again (text.h), which is typed:
 * what a reader that knows the domain does not find is written beside a term. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/frechet/text.h"
#include "semantics/tables/parameters.h"

#include <stdlib.h>

#define PRINT_DEPTH 200u

typedef struct Printer {
  const HilTerms *terms;
  const Store *store;
  Machine *machine; /* prints scalars of its ring; NULL: there are none */
  FILE *out;
  bool typed;
} Printer;

static void print_constant(const Printer *to, const HilVector *v) {
  const Constant *c = constant_get(&to->store->constants, v->constant);
  gmp_fprintf(to->out, "%Qd", c->exact[c->length == 1 ? 0 : v->n]);
}

static void print_scalar(const Printer *to, Scalar a) {
  char small[256], *text = small;
  if (to->machine == NULL) {
    fputs("?", to->out);
    return;
  }
  int length = ring_print(to->machine->ring, a, small, sizeof small);
  if (length >= (int)sizeof small) text = malloc((size_t)length + 1);
  if (text != NULL && text != small) (void)ring_print(to->machine->ring, a, text, (size_t)length + 1);
  fputs(text == NULL ? "..." : text, to->out);
  if (text != small) free(text);
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
    fputs(to->typed && v->n == 1 ? ",)" : ")", out); /* (u) is u */
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
    if (v->n == 0) {
      fputc('0', out);
      return;
    }
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

/* ------------------------------------------------------------------- typed -- */

/* Whether a vector that is written out tells its space. */
static bool tells(const Printer *to, HilSpace space, const HilVector *v) {
  const HilSpaces *spaces = &to->terms->spaces;
  const HilSpaceNode *node = hil_space(spaces, space);
  const Constant *c = constant_get(&to->store->constants, v->constant);
  switch (v->kind) {
  case HIL_INTEGER: return v->n != 0;
  case HIL_CONSTANT: return mpq_sgn(c->exact[c->length == 1 ? 0 : v->n]) != 0;
  case HIL_TUPLE:
    for (int64_t i = 0; i < v->n; i++)
      if (!tells(to, hil_part(spaces, space, (uint32_t)i), &v->parts[i])) return false;
    return hil_index(spaces, node->index)->kind == HIL_INDEX_NUMBER;
  case HIL_TENSOR: return tells(to, node->a, v->a) && tells(to, node->b, v->b);
  case HIL_SUM: return v->n > 0 && tells(to, space, &v->parts[0]);
  case HIL_ZERO:
  case HIL_INJECT:
  case HIL_SCALAR:
  case HIL_REALS:
  case HIL_SCALE: return false;
  }
  return false;
}

/* Whether its domain tells where a linear function leads, but for what its members tell. */
static bool leads(const Printer *to, const HilMap *m) {
  const HilSpaces *spaces = &to->terms->spaces;
  switch ((int)m->kind) {
  case HILMAP_ZERO:
  case HILMAP_INJ:
  case HILMAP_RED:
  case HILMAP_ZIP:
  case HILMAP_UNZIP:
  case HILMAP_DISTRIB_INV: return false;
  case HILMAP_COTUPLE: return m->n > 0;
  case HILMAP_TUPLE: return hil_index(spaces, hil_space(spaces, m->cod)->index)->kind == HIL_INDEX_NUMBER;
  case HILMAP_LEFT:
  case HILMAP_RIGHT: return tells(to, m->space, m->w);
  default: return true;
  }
}

static void print_typed(const Printer *to, HilSpace dom, HilSpace cod, bool linear) {
  fputs(" : ", to->out);
  hil_space_write(&to->terms->spaces, dom, to->out);
  fputs(linear ? " ⊸ " : " → ", to->out);
  hil_space_write(&to->terms->spaces, cod, to->out);
  fputc(')', to->out);
}

/* -------------------------------------------------------- linear functions -- */

/* `told`: where it leads is known to a reader. */
static void print_map(const Printer *to, HilMapId id, uint32_t depth, bool told);

static void print_maps(const Printer *to, const HilMap *m, const char *open, const char *shut, uint32_t depth,
                       bool told) {
  fputs(open, to->out);
  for (uint32_t x = 0; x < m->n; x++) {
    if (x > 0) fputs(", ", to->out);
    print_map(to, hil_map_member(to->terms, m, x), depth, told || (m->kind == HILMAP_COTUPLE && x > 0));
  }
  fputs(shut, to->out);
}

static void print_red(const Printer *to, const HilMap *m) {
  uint32_t most = to->typed ? UINT32_MAX : 9;
  fputs("red_{", to->out);
  for (uint32_t i = 0; i < m->n && i < most; i++) {
    fprintf(to->out, "%s(%u,%u)", i > 0 ? "," : "", (unsigned)m->pairs[i].x + 1, (unsigned)m->pairs[i].y + 1);
  }
  fputs(m->n > most ? ",...}" : "}", to->out);
}

static void print_index(const HilSpaces *spaces, HilIndex x, FILE *out) {
  const HilIndexNode *node = hil_index(spaces, x);
  if (node->kind == HIL_INDEX_NUMBER || node->kind == HIL_INDEX_NATURALS) {
    fprintf(out, "%s%u", node->kind == HIL_INDEX_NUMBER ? "" : "ℕ_", (unsigned)node->size);
    return;
  }
  fputc('{', out);
  print_index(spaces, node->a, out);
  fputs(node->kind == HIL_INDEX_TIMES ? " × " : " + ", out);
  print_index(spaces, node->b, out);
  fputc('}', out);
}

static void print_power(const Printer *to, HilSpace power) {
  const HilSpaces *spaces = &to->terms->spaces;
  fputc('^', to->out);
  if (to->typed)
    print_index(spaces, hil_space(spaces, power)->index, to->out);
  else
    fprintf(to->out, "%u", (unsigned)hil_width(spaces, power));
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

/* Compositions and sums without the brackets that associativity spares; typed, where reading finds them again. */
static void print_infix(const Printer *to, const HilMap *m, uint32_t depth, bool told) {
  const HilMapKind kind = m->kind;
  const HilVector *k = kind == HILMAP_COMP ? multiple_of(to->terms, m) : NULL;
  fputc('(', to->out);
  if (k != NULL) {
    print_vector(to, k, depth);
    fputs("·)", to->out);
    return;
  }
  print_map(to, m->a, depth, told);
  told = kind == HILMAP_PLUS;
  for (const HilMap *rest = hil_map(to->terms, m->b);; rest = hil_map(to->terms, m->b)) {
    fputs(kind == HILMAP_COMP ? " • " : " + ", to->out);
    if (rest->kind != kind || (kind == HILMAP_COMP && multiple_of(to->terms, rest) != NULL)) break;
    if (to->typed && kind == HILMAP_PLUS) break;
    print_map(to, rest->a, depth, told);
    m = rest;
  }
  print_map(to, m->b, depth, told);
  fputc(')', to->out);
}

/* |k ⊗ v| and |v ⊗ k|; of ℝ ⊗ ℝ a reader would take the first. */
static void print_unit(const Printer *to, const HilMap *m) {
  const HilSpaces *spaces = &to->terms->spaces;
  bool both = hil_space(spaces, hil_space(spaces, m->dom)->a)->kind == HIL_SPACE_REAL;
  fputs(to->typed && both && m->kind == HILMAP_UNIT_R_INV ? "|_⊗1|" : "|_|", to->out);
}

static void print_rule(const Printer *to, const HilMap *m, uint32_t depth, bool told) {
  FILE *out = to->out;
  switch (m->kind) {
  case HILMAP_ID: fputs("id", out); return;
  case HILMAP_COMP:
  case HILMAP_PLUS: print_infix(to, m, depth, told); return;
  case HILMAP_ZERO: fputc('0', out); return;
  case HILMAP_INJ: fprintf(out, "ι%u", (unsigned)m->n + 1); return;
  case HILMAP_PROJ: fprintf(out, "π%u", (unsigned)m->n + 1); return;
  case HILMAP_PAR: print_maps(to, m, "Π(", ")", depth, told); return;
  case HILMAP_DELTA: print_maps(to, m, "Δ(", ")", depth, told); return;
  case HILMAP_TUPLE: print_maps(to, m, "⟨", "⟩", depth, told); return;
  case HILMAP_COTUPLE: print_maps(to, m, "[", "]", depth, told); return;
  case HILMAP_MAP:
    print_map(to, m->a, depth, told);
    print_power(to, m->dom);
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
  case HILMAP_UNIT_R_INV: print_unit(to, m); return;
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

static void print_map(const Printer *to, HilMapId id, uint32_t depth, bool told) {
  const HilMap *m = hil_map(to->terms, id);
  if (depth == 0) {
    fputs("...", to->out);
    return;
  }
  bool beside = to->typed && !told && !leads(to, m);
  if (beside) fputc('(', to->out);
  print_rule(to, m, depth - 1, told || beside);
  if (beside) print_typed(to, m->dom, m->cod, true);
}

void hil_map_print(const HilTerms *terms, Machine *machine, const Store *store, HilMapId m, FILE *out) {
  Printer to = {terms, store, machine, out, false};
  print_map(&to, m, PRINT_DEPTH, true);
}

/* --------------------------------------------------------------- functions -- */

static void print_fun(const Printer *to, HilFunId id, uint32_t depth, bool told);

/* What a reader would take for a combination of functions is said to be linear. */
static void print_linear(const Printer *to, const HilFun *f, uint32_t depth, bool told) {
  HilMapKind kind = hil_map(to->terms, f->map)->kind;
  bool beside = to->typed && (kind == HILMAP_PAR || kind == HILMAP_MAP || kind == HILMAP_TUPLE || kind == HILMAP_PLUS);
  if (beside) fputc('(', to->out);
  print_map(to, f->map, depth, told || beside);
  if (beside) print_typed(to, f->dom, f->cod, true);
}

static void print_bilinear(const Printer *to, const HilFun *f, uint32_t depth, bool told) {
  HilBilinear b = to->terms->bilinears[f->bilinear.id];
  fputc('(', to->out);
  print_map(to, b.h, depth, told);
  fputs(" • ∗ • (", to->out);
  print_map(to, b.g1, depth, false);
  fputs(" × ", to->out);
  print_map(to, b.g2, depth, false);
  fputs("))", to->out);
}

static void print_const(const Printer *to, const HilFun *f, uint32_t depth, bool told) {
  bool beside = to->typed && !told && !tells(to, f->cod, f->w);
  fputs(beside ? "(K " : "K ", to->out);
  print_vector(to, f->w, depth);
  if (beside) print_typed(to, f->dom, f->cod, false);
}

static void print_prim(const Printer *to, const HilFun *f) {
  bool power = f->op == OP_POW;
  fputs(power && to->typed ? "_^" : op_info(f->op)->name, to->out);
  if (power) gmp_fprintf(to->out, "%Qd", constant_get(&to->store->constants, f->constant)->exact[0]);
  op_write_parameters(to->store, f->op, f->constant, to->out);
}

static void print_if(const Printer *to, const HilFun *f, uint32_t depth, bool told) {
  fputs("(if ", to->out);
  print_fun(to, f->a, depth, true);
  fputs(" < 0 then ", to->out);
  print_fun(to, f->b, depth, told);
  fputs(" else ", to->out);
  print_fun(to, f->c, depth, true);
  fputc(')', to->out);
}

static void print_fun(const Printer *to, HilFunId id, uint32_t depth, bool told) {
  FILE *out = to->out;
  const HilFun *f = hil_fun(to->terms, id);
  if (depth-- == 0) {
    fputs("...", out);
    return;
  }
  switch (f->kind) {
  case HILFUN_COMP:
    fputc('(', out);
    print_fun(to, f->a, depth, told);
    fputs(" ∘ ", out);
    print_fun(to, f->b, depth, false);
    fputc(')', out);
    return;
  case HILFUN_PAR:
    fputs("Π(", out);
    for (uint32_t x = 0; x < f->n; x++) {
      if (x > 0) fputs(", ", out);
      print_fun(to, hil_fun_member(to->terms, f, x), depth, told);
    }
    fputc(')', out);
    return;
  case HILFUN_MAP:
    print_fun(to, f->a, depth, told);
    print_power(to, f->dom);
    return;
  case HILFUN_LINEAR: print_linear(to, f, depth, told); return;
  case HILFUN_BILINEAR: print_bilinear(to, f, depth, told); return;
  case HILFUN_CONST: print_const(to, f, depth, told); return;
  case HILFUN_PRIM: print_prim(to, f); return;
  case HILFUN_GIVEN: fputs(op_name(&to->store->ops, op_node(&to->store->ops, f->given)), out); return;
  case HILFUN_IF: print_if(to, f, depth, told); return;
  case HILFUN_KIND_COUNT: return;
  }
}

void hil_fun_print(const HilTerms *terms, Machine *machine, const Store *store, HilFunId f, FILE *out) {
  Printer to = {terms, store, machine, out, false};
  print_fun(&to, f, PRINT_DEPTH, true);
}

void hil_fun_write(const HilTerms *terms, const Store *store, HilFunId f, FILE *out) {
  Printer to = {terms, store, NULL, out, true};
  print_fun(&to, f, HIL_DEPTH, true);
}

/* ------------------------------------------------------------------ spaces -- */

/* Within: 0 a sum, 1 a tensor product's first factor, 2 what needs brackets around all but atoms. */
static void print_space(const HilSpaces *spaces, HilSpace v, int within, FILE *out);

static void print_direct(const HilSpaces *spaces, HilSpace v, int within, FILE *out) {
  const HilSpaceNode *node = hil_space(spaces, v);
  bool infix = hil_index(spaces, node->index)->kind == HIL_INDEX_NUMBER;
  if (!infix) {
    fputs("⊕", out);
    print_index(spaces, node->index, out);
  }
  fputs(!infix || within > 0 ? "(" : "", out);
  for (uint32_t x = 0; x < hil_width(spaces, v); x++) {
    fputs(x == 0 ? "" : infix ? " × " : ", ", out);
    print_space(spaces, hil_part(spaces, v, x), infix ? 1 : 0, out);
  }
  fputs(!infix || within > 0 ? ")" : "", out);
}

static void print_space(const HilSpaces *spaces, HilSpace v, int within, FILE *out) {
  const HilSpaceNode *node = hil_space(spaces, v);
  switch (node->kind) {
  case HIL_SPACE_NONE:
  case HIL_SPACE_ZERO: fputc('0', out); return;
  case HIL_SPACE_REAL: fputs("ℝ", out); return;
  case HIL_SPACE_TENSOR:
    fputs(within > 1 ? "(" : "", out);
    print_space(spaces, node->a, 1, out);
    fputs(" ⊗ ", out);
    print_space(spaces, node->b, 2, out);
    fputs(within > 1 ? ")" : "", out);
    return;
  case HIL_SPACE_DIRECT: break;
  }
  if (!node->uniform) {
    print_direct(spaces, v, within, out);
    return;
  }
  if (node->a.id == 0)
    fputc('0', out);
  else
    print_space(spaces, node->a, 2, out);
  fputc('^', out);
  print_index(spaces, node->index, out);
}

void hil_space_write(const HilSpaces *spaces, HilSpace v, FILE *out) { print_space(spaces, v, 0, out); }
