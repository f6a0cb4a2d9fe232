/* Programs as the notes print them in section 9. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/linmap/language.h"

#include <stdlib.h>
#include <string.h>

typedef struct Printer {
  const LmBuilder *b;
  const LmProgram *program;
  FILE *out;
  bool *shown; /* variables, by number, that occur in what is printed */
} Printer;

void linmap_print_type(const LmType *type, FILE *out) {
  switch (type->kind) {
  case LM_TYPE_NAT: fputs("N", out); return;
  case LM_TYPE_BOOL: fputs("B", out); return;
  case LM_TYPE_REAL: fputs("R", out); return;
  case LM_TYPE_TUPLE:
    fputc('(', out);
    for (uint32_t k = 0; k < type->n; k++) {
      if (k != 0) fputs(", ", out);
      linmap_print_type(type->part[k], out);
    }
    fputc(')', out);
    return;
  case LM_TYPE_VEC:
    fprintf(out, "Vec %u ", type->n);
    linmap_print_type(type->part[0], out);
    return;
  case LM_TYPE_MAP:
    fputc('(', out);
    linmap_print_type(type->part[0], out);
    fputs(" -o ", out);
    linmap_print_type(type->part[1], out);
    fputc(')', out);
    return;
  }
}

/* D x for what is made from x, or xt for the tupled x. */
static void print_symbol(const Printer *p, LmSymbol x) {
  uint32_t number = x / 4;
  NameId name = number < p->b->named ? p->b->names[number] : NAME_NONE;
  bool first = name.id != 0;
  for (uint32_t k = 0; first && k < number; k++) first = !p->shown[k] || p->b->names[k].id != name.id;
  if (x % 4 == LM_TANGENT) fputc('D', p->out);
  if (name.id == 0)
    fprintf(p->out, "x%u", number);
  else if (first)
    fputs(name_text(p->b->store, name), p->out);
  else
    fprintf(p->out, "%s%u", name_text(p->b->store, name), number);
  if (x % 4 == LM_TUPLED) fputc('t', p->out);
  if (x % 4 == LM_AUXILIARY) fputc('\'', p->out);
}

static void print_term(const Printer *p, const LmTerm *t, int indent, bool inside);

static bool is_infix(const LmTerm *t) {
  if (t->kind != LM_PRIM || t->kid[0]->kind != LM_TUPLE || t->kid[0]->count != 2) return false;
  return t->prim != LM_PRIM_IX && t->prim != LM_PRIM_DELTA && t->prim != LM_PRIM_MAX && t->prim != LM_PRIM_MIN &&
         t->prim != LM_PRIM_PI && t->prim != LM_PRIM_NEG;
}

static void print_operator(const Printer *p, LmPrim prim) {
  char symbol[8] = {0};
  const char *name = linmap_prim_name(prim);
  for (int k = 0; k < 7 && name[k] != '\0' && name[k] != 'N' && name[k] != '.'; k++) symbol[k] = name[k];
  fprintf(p->out, " %s ", symbol);
}

static void print_list(const Printer *p, const LmTerm *t, uint32_t from, int indent) {
  fputc('(', p->out);
  for (uint32_t k = from; k < t->count; k++) {
    if (k != from) fputs(", ", p->out);
    print_term(p, t->kid[k], indent, false);
  }
  fputc(')', p->out);
}

static void print_prim(const Printer *p, const LmTerm *t, int indent, bool inside) {
  const LmTerm *e = t->kid[0];
  if (is_infix(t)) {
    if (inside) fputc('(', p->out);
    print_term(p, e->kid[0], indent, true);
    print_operator(p, t->prim);
    print_term(p, e->kid[1], indent, true);
    if (inside) fputc(')', p->out);
    return;
  }
  fputs(linmap_prim_name(t->prim), p->out);
  if (t->prim == LM_PRIM_PI) fprintf(p->out, "%u", t->n + 1);
  if (t->prim == LM_PRIM_DELTA) fprintf(p->out, "[%u]", t->n);
  if (t->prim == LM_PRIM_POW)
    gmp_fprintf(p->out, "[%Qd]", constant_get(&p->b->store->constants, t->constant)->exact[0]);
  if (e->kind == LM_TUPLE) {
    print_term(p, e, indent, false);
    return;
  }
  fputc('(', p->out);
  print_term(p, e, indent, false);
  fputc(')', p->out);
}

static void print_let(const Printer *p, const LmTerm *t, int indent, bool inside) {
  if (inside) fputc('(', p->out);
  fputs("let { ", p->out);
  print_symbol(p, t->x);
  fputs(" = ", p->out);
  print_term(p, t->kid[0], indent + 2, false);
  fprintf(p->out, " }\n%*s", indent, "");
  print_term(p, t->kid[1], indent, false);
  if (inside) fputc(')', p->out);
}

/* \x. e for what stands under a binder, the children in order. */
static void print_call(const Printer *p, const LmTerm *t, int indent) {
  fputs(linmap_info(t->kind)->name, p->out);
  if (t->kind == LM_OUTER) fprintf(p->out, "[%u]", t->n);
  fputc('(', p->out);
  for (uint32_t k = 0; k < t->count; k++) {
    bool x = linmap_binds_x(t, k), y = linmap_binds_y(t, k);
    if (k != 0) fputs(", ", p->out);
    if (x || y) fputc('\\', p->out);
    if (x || y) print_symbol(p, x ? t->x : t->y);
    if (x || y) fputs(". ", p->out);
    print_term(p, t->kid[k], indent, false);
  }
  fputc(')', p->out);
}

static void print_constant(const Printer *p, const LmTerm *t) {
  char *text = mpq_get_str(NULL, 10, constant_get(&p->b->store->constants, t->constant)->exact[0]);
  void (*release)(void *, size_t) = NULL;
  fputs(text == NULL ? "?" : text, p->out);
  mp_get_memory_functions(NULL, NULL, &release);
  if (text != NULL) release(text, strlen(text) + 1);
}

static void print_name(const Printer *p, uint32_t definition) {
  NameId name = p->program->definitions[definition].name;
  if (name.id != 0)
    fputs(name_text(p->b->store, name), p->out);
  else
    fprintf(p->out, "f%u", definition + 1);
}

static void print_term(const Printer *p, const LmTerm *t, int indent, bool inside) {
  if (t->kind == LM_VAR)
    print_symbol(p, t->x);
  else if (t->kind == LM_REAL)
    print_constant(p, t);
  else if (t->kind == LM_NAT)
    fprintf(p->out, "%lld", (long long)t->integer);
  else if (t->kind == LM_PRIM)
    print_prim(p, t, indent, inside);
  else if (t->kind == LM_TUPLE)
    print_list(p, t, 0, indent);
  else if (t->kind == LM_LET)
    print_let(p, t, indent, inside);
  else if (t->kind == LM_CALL) {
    print_name(p, t->n);
    print_list(p, t, 0, indent);
  } else
    print_call(p, t, indent);
}

/* let x = pi k z in ..: a part of the argument z that has a name. */
static bool is_part(const LmTerm *t, uint32_t k, LmSymbol z) {
  if (t->kind != LM_LET || t->kid[0]->kind != LM_PRIM || t->kid[0]->prim != LM_PRIM_PI || t->kid[0]->n != k)
    return false;
  const LmTerm *of = t->kid[0]->kid[0];
  return of->kind == LM_VAR && of->x == z;
}

/* f(z) = let x = pi1 z in let y = pi2 z in e is printed as f(x, y) = e, unless e has z. */
static void print_definition(const Printer *p, uint32_t k) {
  const LmDefinition *f = &p->program->definitions[k];
  const LmTerm *body = f->body;
  uint32_t parts = f->from->kind == LM_TYPE_TUPLE ? f->from->n : 0, found = 0;
  const LmTerm *rest = body;
  for (; found < parts && is_part(rest, found, f->x); rest = rest->kid[1]) found++;
  bool whole = found == 0 || found < parts || linmap_occurs(rest, f->x);
  fputs("fun ", p->out);
  print_name(p, k);
  fputc('(', p->out);
  if (whole) {
    print_symbol(p, f->x);
    fputs(" : ", p->out);
    linmap_print_type(f->from, p->out);
  } else {
    for (uint32_t j = 0; j < parts; j++, body = body->kid[1]) {
      if (j != 0) fputs(", ", p->out);
      print_symbol(p, body->x);
      fputs(" : ", p->out);
      linmap_print_type(f->from->part[j], p->out);
    }
  }
  fputs(")\n  = ", p->out);
  print_term(p, body, 4, false);
  fputc('\n', p->out);
}

static void mark(const Printer *p, const LmTerm *t) {
  if ((t->kind == LM_VAR || t->kind == LM_LET) && t->x / 4 < p->b->named) p->shown[t->x / 4] = true;
  for (uint32_t k = 0; k < t->count; k++) mark(p, t->kid[k]);
}

void linmap_print_from(const LmBuilder *b, const LmProgram *program, uint32_t first, FILE *out) {
  bool *shown = calloc((size_t)b->named + 1, sizeof *shown);
  Printer printer = {b, program, out, shown};
  for (uint32_t k = first; k < program->count && shown != NULL; k++) {
    mark(&printer, program->definitions[k].body);
    print_definition(&printer, k);
  }
  free(shown);
}
