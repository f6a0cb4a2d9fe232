/* The affine interpretations of Figs. 1 and 2 unfolded at a variable x, as a term: what
 * `adjudge derive` shows, and how large it is.  Every value and every linear part is
 * named once, by a let, so that the term is linear in the function. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "ad/frechet/frechet.h"
#include "semantics/tables/parameters.h"

#include <string.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define TEXT 256u /* of the name of a point: x2.1.3 */
#define DEPTH 200u

typedef struct Writer {
  HilTerms terms; /* a copy: adjoints are added */
  const Store *store;
  FILE *out;
  bool reverse;
  uint32_t names, indent;
} Writer;

/* The numbers of the value's name y and of the linear part's d. */
typedef struct Named {
  uint32_t y, d;
} Named;

static void write(Writer *to, HilFunId f, const char *x, uint32_t depth, Named *out);

static void line(const Writer *to) {
  fputc('\n', to->out);
  for (uint32_t i = 0; i < to->indent; i++) fputs("  ", to->out);
}

static Named fresh(Writer *to) {
  to->names++;
  return (Named){to->names, to->names};
}

static void map(const Writer *to, HilMapId m) { hil_map_print(&to->terms, NULL, to->store, m, to->out); }

/* m, in reverse m* */
static void adjoint(Writer *to, HilMapId m) {
  HilMapId turned;
  if (!to->reverse)
    map(to, m);
  else if (frechet_adjoint(&to->terms, m, &turned) == STATUS_OK)
    map(to, turned);
  else
    fputs("...", to->out);
}

/*   let (y, d) = */
static Named open_let(Writer *to) {
  Named out = fresh(to);
  line(to);
  fprintf(to->out, "let (y%u, d%u) = ", out.y, out.d);
  return out;
}

/* f^[1] x for a part of a function, as a block of its own. */
static void block(Writer *to, HilFunId f, const char *x, uint32_t depth) {
  Named inner;
  to->indent++;
  write(to, f, x, depth, &inner);
  line(to);
  fprintf(to->out, "(y%u, d%u)", inner.y, inner.d);
  to->indent--;
}

/*   (g o f)^[1](x) = let (fx,f'x) = f^[1] x; (gfx,g'fx) = g^[1] fx in (gfx, g'fx . f'x) */
static Named write_comp(Writer *to, const HilFun *f, const char *x, uint32_t depth) {
  Named inner, outer;
  char middle[TEXT];
  write(to, f->b, x, depth, &inner);
  (void)snprintf(middle, sizeof middle, "y%u", inner.y);
  write(to, f->a, middle, depth, &outer);
  Named out = {outer.y, fresh(to).d};
  line(to);
  fprintf(to->out, "let d%u = d%u • d%u in", out.d, to->reverse ? inner.d : outer.d, to->reverse ? outer.d : inner.d);
  return out;
}

/*   (Pi f_y)^[1](x) = let (w,d) = unzip ((Pi f_y^[1]) x) in (w, Delta d) */
static Named write_par(Writer *to, const HilFun *f, const char *x, uint32_t depth) {
  char part[TEXT];
  Named *members = arena_array(to->terms.arena, f->n, sizeof *members);
  for (uint32_t i = 0; i < f->n && members != NULL; i++) {
    int length = snprintf(part, sizeof part, "%s.%u", x, i + 1);
    if (length < 0 || (size_t)length >= sizeof part) memcpy(part, "...", 4); /* too deep to be printed */
    write(to, hil_fun_member(&to->terms, f, i), part, depth, &members[i]);
  }
  Named out = open_let(to);
  fputs("((", to->out);
  for (uint32_t i = 0; i < f->n && members != NULL; i++) fprintf(to->out, "%sy%u", i > 0 ? ", " : "", members[i].y);
  fputs("), Δ(", to->out);
  for (uint32_t i = 0; i < f->n && members != NULL; i++) fprintf(to->out, "%sd%u", i > 0 ? ", " : "", members[i].d);
  fputs(members == NULL ? "...)) in" : ")) in", to->out);
  return out;
}

/*   the same with one f: the data-parallel map is kept */
static Named write_map(Writer *to, const HilFun *f, const char *x, uint32_t depth) {
  char element[TEXT];
  Named all = open_let(to);
  (void)snprintf(element, sizeof element, "x%u", all.y);
  fprintf(to->out, "unzip (map (λ%s.", element);
  block(to, f->a, element, depth);
  fprintf(to->out, ") %s) in", x);
  Named out = {all.y, fresh(to).d};
  line(to);
  fprintf(to->out, "let d%u = Δ d%u in", out.d, all.d);
  return out;
}

/*   (u<>) = h . (g1 u *) . g2, in reverse g2* . ((g1 u)^t *) . h* */
static void write_section(Writer *to, const HilBilinear *b, bool left, uint32_t u) {
  HilMapId first = to->reverse ? (left ? b->g2 : b->g1) : b->h, last = to->reverse ? b->h : (left ? b->g2 : b->g1);
  adjoint(to, first);
  fputs(left ? " • (" : " • (∗ ", to->out);
  if (to->reverse) fputc('(', to->out);
  map(to, left ? b->g1 : b->g2);
  fprintf(to->out, " %c%u%s%s • ", left ? 'u' : 'v', u, to->reverse ? ")ᵀ" : "", left ? " ∗)" : ")");
  adjoint(to, last);
}

/*   <>^[1](x) = let (u,v) = x in (u <> v, (u<>) . pi2 + (<>v) . pi1); in reverse
 *   iota2 . (u<>)* + iota1 . (<>v)* */
static Named write_bilinear(Writer *to, const HilFun *f, const char *x) {
  const HilBilinear b = to->terms.bilinears[f->bilinear.id];
  Named out = fresh(to);
  FILE *text = to->out;
  line(to);
  fprintf(text, "let (u%u, v%u) = %s in", out.y, out.y, x);
  line(to);
  fprintf(text, "let (y%u, d%u) = (", out.y, out.d);
  map(to, b.h);
  fputs(" (", text);
  map(to, b.g1);
  fprintf(text, " u%u ∗ ", out.y);
  map(to, b.g2);
  fprintf(text, " v%u), ", out.y);
  for (int side = 0; side < 2; side++) {
    fputs(side == 0 ? "" : " + ", text);
    if (to->reverse) fprintf(text, "ι%d • ", 2 - side);
    write_section(to, &b, side == 0, out.y);
    if (!to->reverse) fprintf(text, " • π%d", 2 - side);
  }
  fputs(") in", text);
  return out;
}

/* p'x */
static void slope(const Writer *to, const HilFun *f, const char *x) {
  static const struct {
    OpCode op;
    const char *before;
  } slopes[] = {{OP_SIN, "cos "},      {OP_COS, "−sin "},       {OP_EXP, "exp "},          {OP_LOG, "1/"},
                {OP_TAN, "1 + tan² "}, {OP_TANH, "1 − tanh² "}, {OP_SIGMOID, "sigmoid' "}, {OP_ABS, "sign "},
                {OP_SIGN, "0 "}};
  for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
    if (slopes[i].op == f->op) fprintf(to->out, "%s%s", slopes[i].before, x);
  }
  if (op_is_function(f->op)) {
    fputs(op_info(f->op)->name, to->out);
    op_write_parameters(to->store, f->op, f->constant, to->out);
    fprintf(to->out, "' %s", x);
  }
  if (f->op != OP_POW) return;
  const mpq_t *r = constant_get(&to->store->constants, f->constant)->exact;
  mpq_t less;
  mpq_init(less);
  mpq_set_si(less, -1, 1);
  mpq_add(less, less, r[0]);
  if (mpq_sgn(r[0]) == 0)
    fputc('0', to->out);
  else
    gmp_fprintf(to->out, "%Qd %s^%Qd", r[0], x, less);
  mpq_clear(less);
}

/*   (if c then f else g)^[1](x): the branch taken at x */
static Named write_if(Writer *to, const HilFun *f, const char *x, uint32_t depth) {
  Named out = open_let(to);
  fputs("if ", to->out);
  hil_fun_print(&to->terms, NULL, to->store, f->a, to->out);
  fprintf(to->out, " %s < 0 then", x);
  block(to, f->b, x, depth);
  line(to);
  fputs("else", to->out);
  block(to, f->c, x, depth);
  fputs(" in", to->out);
  return out;
}

/*   h^[1](x) = (h x, h), in reverse (h x, h*);  K_w^[1](x) = (w, 0);  p^[1](x) = (p x, (p'x ·)) */
static Named write_leaf(Writer *to, HilFunId id, const HilFun *f, const char *x) {
  Named out = open_let(to);
  fputc('(', to->out);
  hil_fun_print(&to->terms, NULL, to->store, id, to->out);
  if (f->kind != HILFUN_CONST) fprintf(to->out, " %s", x);
  fputs(", ", to->out);
  if (f->kind == HILFUN_LINEAR) adjoint(to, f->map);
  if (f->kind == HILFUN_CONST) fputc('0', to->out);
  if (f->kind == HILFUN_PRIM) {
    fputc('(', to->out);
    slope(to, f, x);
    fputs(" ·)", to->out);
  }
  if (f->kind == HILFUN_GIVEN) { /* the matrices that are claimed */
    hil_fun_print(&to->terms, NULL, to->store, id, to->out);
    fprintf(to->out, "' %s%s", x, to->reverse ? " transposed" : "");
  }
  fputs(") in", to->out);
  return out;
}

static void write(Writer *to, HilFunId id, const char *x, uint32_t depth, Named *out) {
  const HilFun f = *hil_fun(&to->terms, id); /* the table may move */
  *out = (Named){0, 0};
  if (depth-- == 0) {
    line(to);
    fputs("...", to->out);
    return;
  }
  switch (f.kind) {
  case HILFUN_COMP: *out = write_comp(to, &f, x, depth); return;
  case HILFUN_PAR: *out = write_par(to, &f, x, depth); return;
  case HILFUN_MAP: *out = write_map(to, &f, x, depth); return;
  case HILFUN_BILINEAR: *out = write_bilinear(to, &f, x); return;
  case HILFUN_IF: *out = write_if(to, &f, x, depth); return;
  case HILFUN_LINEAR:
  case HILFUN_CONST:
  case HILFUN_GIVEN:
  case HILFUN_PRIM: *out = write_leaf(to, id, &f, x); return;
  case HILFUN_KIND_COUNT: return;
  }
}

void frechet_print(const Frechet *derivative, const Store *store, FILE *out) {
  Arena arena;
  arena_init(&arena, ARENA_BYTES);
  Writer to = {.store = store, .out = out, .reverse = derivative->reverse};
  if (hil_terms_copy(&derivative->terms, &arena, &to.terms) == STATUS_OK) {
    fputs("f = ", out);
    hil_fun_print(&to.terms, NULL, store, derivative->f, out);
    fprintf(out, "\nf^[1%s](x) =", derivative->reverse ? "r" : "");
    block(&to, derivative->f, "x", DEPTH);
    fputc('\n', out);
  }
  arena_free(&arena);
}

/* ------------------------------------------------------------------- size -- */

static uint64_t capped(uint64_t n) { return n > UINT32_MAX ? UINT32_MAX : n; }

/* Nodes of what a function becomes: the constructors written above, parts of it and the
 * linear functions in them counted as often as they are written. */
static uint64_t written(const HilTerms *terms, const HilFun *f, const uint64_t *maps, const uint64_t *own,
                        const uint64_t *sizes) {
  const HilBilinear *b = &terms->bilinears[f->bilinear.id];
  uint64_t members = 0;
  switch (f->kind) {
  case HILFUN_COMP: return 2 + sizes[f->a.id] + sizes[f->b.id];
  case HILFUN_PAR:
    for (uint32_t x = 0; x < f->n; x++) members += 1 + sizes[hil_fun_member(terms, f, x).id];
    return 4 + members;
  case HILFUN_MAP: return 6 + sizes[f->a.id];
  case HILFUN_LINEAR: return 3 + 2 * maps[f->map.id];
  case HILFUN_BILINEAR: return 16 + 3 * maps[b->h.id] + 3 * maps[b->g1.id] + 3 * maps[b->g2.id];
  case HILFUN_CONST: return 4;
  case HILFUN_GIVEN:
  case HILFUN_PRIM: return 6;
  case HILFUN_IF: return 4 + own[f->a.id] + sizes[f->b.id] + sizes[f->c.id];
  case HILFUN_KIND_COUNT: return 0;
  }
  return 0;
}

uint64_t frechet_size(const Frechet *derivative) {
  const HilTerms *terms = &derivative->terms;
  Arena arena;
  arena_init(&arena, ARENA_BYTES);
  uint64_t *sizes = arena_array(&arena, terms->function_count, sizeof *sizes), size = UINT32_MAX;
  const uint64_t *maps = hil_map_sizes(terms, &arena), *own = hil_fun_sizes(terms, &arena);
  if (sizes != NULL && maps != NULL && own != NULL) {
    sizes[0] = 0;
    for (uint32_t i = 1; i < terms->function_count; i++)
      sizes[i] = capped(written(terms, &terms->functions[i], maps, own, sizes));
    size = sizes[derivative->f.id];
  }
  arena_free(&arena);
  return size;
}
