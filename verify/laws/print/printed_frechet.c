/* Functions and linear functions on Hilbert spaces, and the affine interpretations of Figs. 1 and 2 unfolded at x: the
 * text is followed along the function that is run, rule by rule. */
#include <stdio.h> /* before gmp.h, which then has gmp_snprintf */

#include "semantics/frechet/text.h"
#include "semantics/memory/text_stream.h"
#include "semantics/memory/try.h"
#include "verify/laws/print/frechet_same.h"
#include "verify/laws/print/printed_tree.h"

#include <stdlib.h>
#include <string.h>

#define TEXT 256 /* more than a name of derivative.c */
#define PAIRS_SHOWN 9u

typedef struct Following {
  TreeReader r;
  HilTerms terms; /* a copy: adjoints are added */
  const Store *store;
  bool reverse;
  uint32_t last; /* the largest number of a name */
} Following;

/* The numbers of the value's name y and of the linear part's d. */
typedef struct Named {
  uint32_t y, d;
} Named;

static void expect(Following *to, const char *text) { tree_expect(&to->r, text); }

static void expect_number(Following *to, const char *before, uint32_t n, const char *after) {
  tree_expect_number(&to->r, before, n, after);
}

/* --------------------------------------------------------------- vectors -- */

static void follow_vector(Following *to, const HilVector *v) {
  char text[TEXT];
  const Constant *constant;
  if (tree_is_over(&to->r)) return;
  switch (v->kind) {
  case HIL_ZERO: expect(to, "0"); return;
  case HIL_INTEGER:
    (void)snprintf(text, sizeof text, "%lld", (long long)v->n);
    expect(to, text);
    return;
  case HIL_CONSTANT:
    constant = constant_get(&to->store->constants, v->constant);
    if (gmp_snprintf(text, sizeof text, "%Qd", constant->exact[constant->length == 1 ? 0 : v->n]) >= (int)sizeof text)
      (void)tree_fail(&to->r, STATUS_LIMIT);
    expect(to, text);
    return;
  case HIL_TUPLE:
  case HIL_SUM:
    expect(to, "(");
    for (int64_t i = 0; i < v->n; i++) {
      if (i > 0) expect(to, v->kind == HIL_SUM ? "+" : ",");
      follow_vector(to, &v->parts[i]);
    }
    expect(to, ")");
    return;
  case HIL_INJECT:
    expect_number(to, "ι", (uint32_t)v->n + 1, " ");
    follow_vector(to, v->a);
    return;
  case HIL_TENSOR:
    expect(to, "(");
    follow_vector(to, v->a);
    expect(to, "⊗");
    follow_vector(to, v->b);
    expect(to, ")");
    return;
  case HIL_SCALAR:
  case HIL_REALS:
  case HIL_SCALE: break; /* of a ring: in no function of a program */
  }
  (void)tree_fail(&to->r, STATUS_ILL_TYPED);
}

/* ------------------------------------------------------ linear functions -- */

static void follow_map(Following *to, HilMapId id);

/* k of (k·), which stands for |_| . ((1(x)k)*) . (1(x)_), or NULL. */
static const HilVector *factor_of(const Following *to, const HilMap *m) {
  const HilMap *last = hil_map(&to->terms, m->a), *rest = hil_map(&to->terms, m->b);
  if (m->kind != HILMAP_COMP || last->kind != HILMAP_UNIT_L_INV || rest->kind != HILMAP_COMP) return NULL;
  const HilMap *left = hil_map(&to->terms, rest->a), *first = hil_map(&to->terms, rest->b);
  if (left->kind != HILMAP_LEFT || first->kind != HILMAP_UNIT_L || left->w->kind != HIL_TENSOR) return NULL;
  return left->w->a->kind == HIL_INTEGER && left->w->a->n == 1 ? left->w->b : NULL;
}

static void follow_members(Following *to, const HilMap *m, const char *open, const char *shut) {
  expect(to, open);
  for (uint32_t x = 0; x < m->n; x++) {
    if (x > 0) expect(to, ",");
    follow_map(to, hil_map_member(&to->terms, m, x));
  }
  expect(to, shut);
}

static void follow_pairs(Following *to, const HilMap *m) {
  char text[TEXT];
  expect(to, "red_{");
  for (uint32_t i = 0; i < m->n && i < PAIRS_SHOWN; i++) {
    (void)snprintf(text, sizeof text, "%s(%u,%u)", i > 0 ? "," : "", m->pairs[i].x + 1, m->pairs[i].y + 1);
    expect(to, text);
  }
  if (m->n > PAIRS_SHOWN) (void)tree_fail(&to->r, STATUS_LIMIT);
  expect(to, "}");
}

/* g . f . e and g + f + e, in one pair of brackets: what associates to the right. */
static void follow_chain(Following *to, const HilMap *m) {
  const HilVector *k = factor_of(to, m);
  HilMapKind kind = m->kind;
  expect(to, "(");
  if (k != NULL) {
    follow_vector(to, k);
    expect(to, "·)");
    return;
  }
  HilMapId rest = m->b;
  follow_map(to, m->a);
  expect(to, kind == HILMAP_COMP ? "•" : "+");
  while (hil_map(&to->terms, rest)->kind == kind && factor_of(to, hil_map(&to->terms, rest)) == NULL) {
    follow_map(to, hil_map(&to->terms, rest)->a);
    expect(to, kind == HILMAP_COMP ? "•" : "+");
    rest = hil_map(&to->terms, rest)->b;
  }
  follow_map(to, rest);
  expect(to, ")");
}

/* Those of one word. */
static const char *const words[HILMAP_KIND_COUNT] = {
    [HILMAP_ID] = "id",
    [HILMAP_ZERO] = "0",
    [HILMAP_UNIT_L] = "(1⊗)",
    [HILMAP_UNIT_R] = "(⊗1)",
    [HILMAP_UNIT_L_INV] = "|_|",
    [HILMAP_UNIT_R_INV] = "|_|",
    [HILMAP_TRANSPOSE] = "transpose",
    [HILMAP_ASSOC] = "assoc",
    [HILMAP_ASSOC_INV] = "assoc⁻¹",
    [HILMAP_DISTRIB] = "distrib",
    [HILMAP_DISTRIB_INV] = "distrib⁻¹",
    [HILMAP_ZIP] = "zip",
    [HILMAP_UNZIP] = "unzip",
    [HILMAP_CURRY] = "curry",
    [HILMAP_UNCURRY] = "uncurry",
};

static void follow_power(Following *to, HilSpace of) { expect_number(to, "^", hil_width(&to->terms.spaces, of), ""); }

static void follow_map(Following *to, HilMapId id) {
  const HilMap *m = hil_map(&to->terms, id);
  if (tree_is_over(&to->r)) return;
  switch ((int)m->kind) {
  case HILMAP_COMP:
  case HILMAP_PLUS: follow_chain(to, m); return;
  case HILMAP_INJ: expect_number(to, "ι", m->n + 1, ""); return;
  case HILMAP_PROJ: expect_number(to, "π", m->n + 1, ""); return;
  case HILMAP_PAR: follow_members(to, m, "Π(", ")"); return;
  case HILMAP_DELTA: follow_members(to, m, "Δ(", ")"); return;
  case HILMAP_TUPLE: follow_members(to, m, "⟨", "⟩"); return;
  case HILMAP_COTUPLE: follow_members(to, m, "[", "]"); return;
  case HILMAP_MAP:
    follow_map(to, m->a);
    follow_power(to, m->dom);
    return;
  case HILMAP_RED: follow_pairs(to, m); return;
  case HILMAP_LEFT:
  case HILMAP_RIGHT:
    expect(to, m->kind == HILMAP_LEFT ? "(" : "(∗");
    follow_vector(to, m->w);
    expect(to, m->kind == HILMAP_LEFT ? "∗)" : ")");
    return;
  default: expect(to, words[m->kind]); return;
  }
}

/* m, in reverse m*. */
static void follow_turned(Following *to, HilMapId m) {
  HilMapId turned = m;
  Status status = to->reverse ? frechet_adjoint(&to->terms, m, &turned) : STATUS_OK;
  if (status != STATUS_OK)
    (void)tree_fail(&to->r, status);
  else
    follow_map(to, turned);
}

/* ------------------------------------------------------------- functions -- */

static void follow_fun(Following *to, HilFunId id);

static void follow_bilinear(Following *to, const HilFun *f) {
  const HilBilinear b = to->terms.bilinears[f->bilinear.id];
  expect(to, "(");
  follow_map(to, b.h);
  expect(to, "• ∗ • (");
  follow_map(to, b.g1);
  expect(to, "×");
  follow_map(to, b.g2);
  expect(to, "))");
}

static void expect_primitive(Following *to, const HilFun *f) {
  char text[TEXT];
  const Store *store = to->store;
  if (f->op == OP_POW)
    (void)gmp_snprintf(text, sizeof text, "%s%Qd", op_info(f->op)->name,
                       constant_get(&store->constants, f->constant)->exact[0]);
  else
    (void)snprintf(text, sizeof text, "%s", op_info(f->op)->name);
  expect(to, text);
  tree_expect_parameters(&to->r, to->store, f->op, f->constant);
}

static void follow_fun(Following *to, HilFunId id) {
  const HilFun *f = hil_fun(&to->terms, id);
  if (tree_is_over(&to->r)) return;
  switch (f->kind) {
  case HILFUN_COMP:
    expect(to, "(");
    follow_fun(to, f->a);
    expect(to, "∘");
    follow_fun(to, f->b);
    expect(to, ")");
    return;
  case HILFUN_PAR:
    expect(to, "Π(");
    for (uint32_t x = 0; x < f->n; x++) {
      if (x > 0) expect(to, ",");
      follow_fun(to, hil_fun_member(&to->terms, f, x));
    }
    expect(to, ")");
    return;
  case HILFUN_MAP:
    follow_fun(to, f->a);
    follow_power(to, f->dom);
    return;
  case HILFUN_LINEAR: follow_map(to, f->map); return;
  case HILFUN_BILINEAR: follow_bilinear(to, f); return;
  case HILFUN_CONST:
    expect(to, "K ");
    follow_vector(to, f->w);
    return;
  case HILFUN_PRIM: expect_primitive(to, f); return;
  case HILFUN_GIVEN: expect(to, op_name(&to->store->ops, op_node(&to->store->ops, f->given))); return;
  case HILFUN_IF:
    expect(to, "(if ");
    follow_fun(to, f->a);
    expect(to, "< 0 then ");
    follow_fun(to, f->b);
    expect(to, "else ");
    follow_fun(to, f->c);
    expect(to, ")");
    return;
  case HILFUN_KIND_COUNT: return;
  }
}

/* ------------------------------------------------ affine interpretations -- */

static Named follow_affine(Following *to, HilFunId id, const char *x);

/* The number of a new name: larger than all before, so that it is nobody else's. */
static uint32_t fresh(Following *to) {
  uint32_t n = 0;
  for (; *to->r.at >= '0' && *to->r.at <= '9' && n < UINT32_MAX / 100; to->r.at++)
    n = 10 * n + (uint32_t)(*to->r.at - '0');
  if (n <= to->last) (void)tree_fail(&to->r, STATUS_ILL_TYPED);
  to->last = n;
  return n;
}

/*   let (y, d) = */
static Named follow_let(Following *to) {
  expect(to, "let (y");
  uint32_t n = fresh(to);
  expect_number(to, ", d", n, ") = ");
  return (Named){n, n};
}

/*   let d = */
static uint32_t follow_linear_let(Following *to) {
  expect(to, "let d");
  uint32_t n = fresh(to);
  expect(to, "= ");
  return n;
}

static void follow_block(Following *to, HilFunId f, const char *x) {
  Named inner = follow_affine(to, f, x);
  expect_number(to, "(y", inner.y, ", ");
  expect_number(to, "d", inner.d, ")");
}

static Named follow_comp(Following *to, const HilFun *f, const char *x) {
  char middle[TEXT];
  Named inner = follow_affine(to, f->b, x);
  (void)snprintf(middle, sizeof middle, "y%u", inner.y);
  Named outer = follow_affine(to, f->a, middle);
  uint32_t d = follow_linear_let(to);
  expect_number(to, "d", to->reverse ? inner.d : outer.d, " • ");
  expect_number(to, "d", to->reverse ? outer.d : inner.d, " in");
  return (Named){outer.y, d};
}

static Named follow_par(Following *to, const HilFun *f, const char *x) {
  char part[TEXT];
  Named *members = arena_array(to->r.arena, (size_t)f->n + 1, sizeof *members);
  if (members == NULL) {
    (void)tree_fail(&to->r, STATUS_LIMIT);
    return (Named){0, 0};
  }
  for (uint32_t i = 0; i < f->n && to->r.status == STATUS_OK; i++) {
    int length = snprintf(part, sizeof part, "%s.%u", x, i + 1);
    if (length < 0 || (size_t)length >= sizeof part) (void)tree_fail(&to->r, STATUS_LIMIT);
    members[i] = follow_affine(to, hil_fun_member(&to->terms, f, i), part);
  }
  Named out = follow_let(to);
  expect(to, "((");
  for (uint32_t i = 0; i < f->n && to->r.status == STATUS_OK; i++)
    expect_number(to, i > 0 ? ", y" : "y", members[i].y, "");
  expect(to, "), Δ(");
  for (uint32_t i = 0; i < f->n && to->r.status == STATUS_OK; i++)
    expect_number(to, i > 0 ? ", d" : "d", members[i].d, "");
  expect(to, ")) in");
  return out;
}

static Named follow_map_of(Following *to, const HilFun *f, const char *x) {
  char element[TEXT];
  Named all = follow_let(to);
  (void)snprintf(element, sizeof element, "x%u", all.y);
  expect(to, "unzip (map (λ");
  expect(to, element);
  expect(to, ".");
  follow_block(to, f->a, element);
  expect(to, ") ");
  expect(to, x);
  expect(to, ") in");
  uint32_t d = follow_linear_let(to);
  expect_number(to, "Δ d", all.d, " in");
  return (Named){all.y, d};
}

/*   (u<>) = h . (g1 u *) . g2 and (<>v) = h . (* g2 v) . g1; in reverse g2* . ((g1 u)^t *) . h* and the other */
static void follow_section(Following *to, const HilBilinear *b, bool left, uint32_t n) {
  HilMapId of = left ? b->g1 : b->g2, operand = left ? b->g2 : b->g1;
  follow_turned(to, to->reverse ? operand : b->h);
  expect(to, left ? "• (" : "• (∗ ");
  if (to->reverse) expect(to, "(");
  follow_map(to, of);
  expect_number(to, left ? "u" : "v", n, "");
  if (to->reverse) expect(to, ")ᵀ");
  expect(to, left ? "∗)" : ")");
  expect(to, "•");
  follow_turned(to, to->reverse ? b->h : operand);
}

static Named follow_product(Following *to, const HilFun *f, const char *x) {
  const HilBilinear b = to->terms.bilinears[f->bilinear.id];
  expect(to, "let (u");
  uint32_t n = fresh(to);
  expect_number(to, ", v", n, ") = ");
  expect(to, x);
  expect(to, "in");
  expect_number(to, "let (y", n, "");
  expect_number(to, ", d", n, ") = (");
  follow_map(to, b.h);
  expect(to, "(");
  follow_map(to, b.g1);
  expect_number(to, "u", n, " ∗ ");
  follow_map(to, b.g2);
  expect_number(to, "v", n, "), ");
  for (uint32_t side = 0; side < 2; side++) {
    if (side == 1) expect(to, "+");
    if (to->reverse) expect_number(to, "ι", 2 - side, " • ");
    follow_section(to, &b, side == 0, n);
    if (!to->reverse) expect_number(to, "• π", 2 - side, "");
  }
  expect(to, ") in");
  return (Named){n, n};
}

static Named follow_if(Following *to, const HilFun *f, const char *x) {
  Named out = follow_let(to);
  expect(to, "if ");
  follow_fun(to, f->a);
  expect(to, x);
  expect(to, "< 0 then");
  follow_block(to, f->b, x);
  expect(to, "else");
  follow_block(to, f->c, x);
  expect(to, "in");
  return out;
}

/* p'x as the table of derivatives has it, # being x. */
static void expect_slope(Following *to, const HilFun *f, const char *x) {
  const char *slope = NULL;
  char text[2 * TEXT];
  mpq_t less;
  switch ((int)f->op) {
  case OP_SIN: slope = "cos #"; break;
  case OP_COS: slope = "−sin #"; break;
  case OP_EXP: slope = "exp #"; break;
  case OP_LOG: slope = "1/#"; break;
  case OP_TAN: slope = "1 + tan² #"; break;
  case OP_TANH: slope = "1 − tanh² #"; break;
  case OP_SIGMOID: slope = "sigmoid' #"; break;
  case OP_ABS: slope = "sign #"; break;
  case OP_SIGN: slope = "0 #"; break;
  case OP_POW: break;
  default:
    expect(to, op_info(f->op)->name);
    tree_expect_parameters(&to->r, to->store, f->op, f->constant);
    slope = "' #";
  }
  if (slope != NULL) {
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(slope, "#"), slope);
    expect(to, text);
    expect(to, x);
    return;
  }
  const mpq_t *r = constant_get(&to->store->constants, f->constant)->exact;
  mpq_init(less);
  mpq_set_si(less, 1, 1);
  mpq_sub(less, r[0], less);
  if (mpq_sgn(r[0]) == 0)
    (void)snprintf(text, sizeof text, "0");
  else if (gmp_snprintf(text, sizeof text, "%Qd %s^%Qd", r[0], x, less) >= (int)sizeof text)
    (void)tree_fail(&to->r, STATUS_LIMIT);
  mpq_clear(less);
  expect(to, text);
}

/*   h^[1](x) = (h x, h), in reverse (h x, h*);  K_w^[1](x) = (w, 0);  p^[1](x) = (p x, (p'x ·)) */
static Named follow_leaf(Following *to, HilFunId id, const HilFun *f, const char *x) {
  Named out = follow_let(to);
  expect(to, "(");
  follow_fun(to, id);
  if (f->kind != HILFUN_CONST) expect(to, x);
  expect(to, ", ");
  if (f->kind == HILFUN_LINEAR)
    follow_turned(to, f->map);
  else if (f->kind == HILFUN_CONST)
    expect(to, "0");
  else if (f->kind == HILFUN_PRIM) {
    expect(to, "(");
    expect_slope(to, f, x);
    expect(to, "·)");
  } else { /* the matrices that are claimed */
    follow_fun(to, id);
    expect(to, "' ");
    expect(to, x);
    if (to->reverse) expect(to, "transposed");
  }
  expect(to, ") in");
  return out;
}

static Named follow_affine(Following *to, HilFunId id, const char *x) {
  const HilFun f = *hil_fun(&to->terms, id);
  if (tree_is_over(&to->r)) return (Named){0, 0};
  switch (f.kind) {
  case HILFUN_COMP: return follow_comp(to, &f, x);
  case HILFUN_PAR: return follow_par(to, &f, x);
  case HILFUN_MAP: return follow_map_of(to, &f, x);
  case HILFUN_BILINEAR: return follow_product(to, &f, x);
  case HILFUN_IF: return follow_if(to, &f, x);
  case HILFUN_LINEAR:
  case HILFUN_CONST:
  case HILFUN_GIVEN:
  case HILFUN_PRIM: return follow_leaf(to, id, &f, x);
  case HILFUN_KIND_COUNT: break;
  }
  return (Named){0, 0};
}

/* --------------------------------------------------------- text that is read -- */

/* The function is written, and what is read of that is the function.  OK where nothing was read, for want of names or
 * at a limit of the reader. */
static Status read_again(Store *store, Arena *arena, const Frechet *derivative) {
  char *text = NULL;
  size_t size = 0;
  HilTerms terms;
  HilFunId f;
  TextError error;
  FILE *out =
      hil_fun_readable(&derivative->terms, store, derivative->f) == STATUS_OK ? text_stream_open(&text, &size) : NULL;
  if (out == NULL) return STATUS_OK;
  frechet_write(derivative, store, "f", out);
  Status status = fclose(out) == 0 ? hil_text_read(store, text, size, arena, &terms, &f, &error) : STATUS_LIMIT;
  free(text);
  if (status == STATUS_LIMIT) return STATUS_OK;
  const FrechetPair pair = {store, &derivative->terms, &terms};
  return status == STATUS_OK && hil_fun_same(&pair, derivative->f, f) ? STATUS_OK : STATUS_ILL_TYPED;
}

Status printed_frechet(const char *text, Arena *arena, Store *store, const Frechet *derivative) {
  Following *to = arena_array(arena, 1, sizeof *to);
  if (to == NULL) return STATUS_LIMIT;
  *to = (Following){.r = tree_reader(text, arena, NULL), .store = store, .reverse = derivative->reverse};
  TRY(hil_terms_copy(&derivative->terms, arena, &to->terms));
  expect(to, "f = ");
  follow_fun(to, derivative->f);
  expect(to, derivative->reverse ? "f^[1r](x) =" : "f^[1](x) =");
  follow_block(to, derivative->f, "x");
  TRY(tree_end(&to->r));
  return read_again(store, arena, derivative);
}
