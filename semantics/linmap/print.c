/* Programs as the notes print them in section 9. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/linmap/language.h"
#include "semantics/tables/parameters.h"

#include <stdlib.h>
#include <string.h>

typedef struct Printer {
  const LmBuilder *b;
  const LmProgram *program;
  FILE *out;
  bool *shown;   /* variables, by number, that occur in what is printed */
  char **labels; /* what those are called that have a name */
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

static bool has_name(const Printer *p, uint32_t number) { return number < p->b->named && p->b->names[number].id != 0; }

/* D x for what is made from x, or xt for the tupled x. */
static void print_symbol(const Printer *p, LmSymbol x) {
  uint32_t number = x / 4;
  if (x % 4 == LM_TANGENT) fputc('D', p->out);
  if (has_name(p, number))
    fputs(p->labels[number], p->out);
  else
    fprintf(p->out, "x%u", number);
  if (x % 4 == LM_TUPLED) fputc('t', p->out);
  if (x % 4 == LM_AUXILIARY) fputc('\'', p->out);
}

static void print_term(const Printer *p, const LmTerm *t, int indent, bool inside);

static bool is_infix(const LmTerm *t) {
  if (t->kind != LM_PRIM || t->kid[0]->kind != LM_TUPLE || t->kid[0]->count != 2) return false;
  return t->prim != LM_PRIM_IX && t->prim != LM_PRIM_DELTA && t->prim != LM_PRIM_MAX && t->prim != LM_PRIM_MIN &&
         t->prim != LM_PRIM_PI && t->prim != LM_PRIM_NEG && t->prim != LM_PRIM_GIVEN;
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

/* betainc[2][3], or f'1 for the claimed derivative by the first operand. */
static void print_given(const Printer *p, const LmTerm *t) {
  const Store *store = p->b->store;
  const OpNode *op = op_node(&store->ops, (OpId){(uint32_t)t->integer});
  fputs(op_name(&store->ops, op), p->out);
  if (op->code == OP_SLOPE) fprintf(p->out, "'%u", op->n + 1);
  op_write_parameters(store, op->code, op->constant, p->out);
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
  if (t->prim == LM_PRIM_GIVEN)
    print_given(p, t);
  else
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

/* Binders too: what one hides is not what it binds. */
static void mark(const Printer *p, const LmTerm *t) {
  for (uint32_t k = 0; k < t->count; k++) {
    if (linmap_binds_x(t, k) && t->x / 4 < p->b->named) p->shown[t->x / 4] = true;
    if (linmap_binds_y(t, k) && t->y / 4 < p->b->named) p->shown[t->y / 4] = true;
    mark(p, t->kid[k]);
  }
  if ((t->kind == LM_VAR || t->kind == LM_LET) && t->x / 4 < p->b->named) p->shown[t->x / 4] = true;
}

/* A name without the letters that print_symbol adds: of two that differ in it, nothing that is made of them is the
 * same. */
typedef struct Core {
  const char *text;
  size_t length;
} Core;

static Core core_of(const char *text) {
  Core core = {text + strspn(text, "D"), 0};
  core.length = strlen(core.text);
  while (core.length > 0 && strchr("t'", core.text[core.length - 1]) != NULL) core.length--;
  return core;
}

/* x5, as variable 5 is called, which has no name, and is shown. */
static bool is_nameless(const Printer *p, Core core) {
  if (core.length < 2 || core.length > 10 || core.text[0] != 'x' ||
      strspn(core.text + 1, "0123456789") < core.length - 1)
    return false;
  uint64_t number = strtoull(core.text + 1, NULL, 10);
  return number < p->b->named && p->shown[number] && !has_name(p, (uint32_t)number);
}

static bool is_taken(const Printer *p, uint32_t number, const char *text) {
  Core core = core_of(text);
  bool taken = is_nameless(p, core);
  for (uint32_t k = 0; !taken && k < number; k++) {
    if (!p->shown[k] || p->labels[k] == NULL) continue;
    Core other = core_of(p->labels[k]);
    taken = other.length == core.length && memcmp(other.text, core.text, core.length) == 0;
  }
  return taken;
}

/* The variable's own name, or with its number, or with _ between: the first that no other has. */
static char *label(const Printer *p, uint32_t number) {
  enum { DIGITS = 12 };
  const char *name = name_text(p->b->store, p->b->names[number]);
  size_t length = strlen(name), room = length + DIGITS + p->b->named;
  char *text = malloc(room);
  if (text == NULL) return NULL;
  memcpy(text, name, length + 1);
  for (size_t at = length; is_taken(p, number, text); at++) {
    if (at > length) text[at - 1] = '_';
    (void)snprintf(text + at, room - at, "%u", number);
  }
  return text;
}

void linmap_print_from(const LmBuilder *b, const LmProgram *program, uint32_t first, FILE *out) {
  Printer printer = {b, program, out, calloc((size_t)b->named + 1, sizeof(bool)),
                     calloc((size_t)b->named + 1, sizeof(char *))};
  bool made = printer.shown != NULL && printer.labels != NULL;
  for (uint32_t k = first; made && k < program->count; k++) mark(&printer, program->definitions[k].body);
  for (uint32_t k = 0; made && k < b->named; k++) {
    if (has_name(&printer, k)) made = (printer.labels[k] = label(&printer, k)) != NULL;
  }
  for (uint32_t k = first; made && k < program->count; k++) print_definition(&printer, k);
  for (uint32_t k = 0; printer.labels != NULL && k < b->named; k++) free(printer.labels[k]);
  free(printer.labels);
  free(printer.shown);
}
