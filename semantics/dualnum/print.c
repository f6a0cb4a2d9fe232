/* The dual-numbers languages as text, for people. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/dualnum/dual.h"

#include <string.h>

typedef struct Printer {
  const DualTable *table;
  FILE *out;
  uint32_t depth; /* nested terms left */
  uint32_t level; /* identifiers in scope */
  bool lines;     /* a let is a line */
  bool begun;     /* this line has something but blanks */
  uint32_t indent;
} Printer;

#define INDENT_MOST 80u

static void append(char *buffer, size_t size, const char *text) {
  size_t used = strlen(buffer);
  if (used + 1 < size) (void)snprintf(buffer + used, size - used, "%s", text);
}

static void type_text(const DualTable *table, DualTypeId type, char *buffer, size_t size, uint32_t depth) {
  static const char *const names[] = {"?",   "real", "1",    "Int",     " * ",     " -> ",  "^",       " + ",
                                      "mu ", "#",    " -o ", "Staged ", "Collect", "Endo ", "Contrib", " ->R "};
  const DualTypeNode *node = dual_type_node(table, type);
  bool binary = node->kind == DUAL_PROD || node->kind == DUAL_FUN || node->kind == DUAL_SUM ||
                node->kind == DUAL_LFUN || node->kind == DUAL_RFUN;
  if (depth == 0) {
    append(buffer, size, "...");
    return;
  }
  if (binary || node->kind == DUAL_ARRAY) append(buffer, size, "(");
  if (!binary && node->kind != DUAL_ARRAY) append(buffer, size, names[node->kind]);
  if (node->a.id != 0) type_text(table, node->a, buffer, size, depth - 1);
  if (node->kind == DUAL_ARRAY || node->kind == DUAL_SELF) {
    char length[16];
    (void)snprintf(length, sizeof length, node->kind == DUAL_ARRAY ? ")^%u" : "%u", node->n);
    if (node->kind == DUAL_ARRAY && node->n == TYPE_DYNAMIC) (void)snprintf(length, sizeof length, ")^*");
    append(buffer, size, length);
  }
  if (!binary) return;
  append(buffer, size, names[node->kind]);
  type_text(table, node->b, buffer, size, depth - 1);
  append(buffer, size, ")");
}

void dual_print_type(const DualTable *table, DualTypeId type, char *buffer, size_t size) {
  if (size == 0) return;
  buffer[0] = '\0';
  type_text(table, type, buffer, size, 64);
}

static void print_term(Printer *printer, DualTermId id);

static void print_under(Printer *printer, DualTermId id, uint32_t binders) {
  printer->level += binders;
  print_term(printer, id);
  printer->level -= binders;
}

static void print_type_of(Printer *printer, DualTypeId type) {
  char text[256];
  dual_print_type(printer->table, type, text, sizeof text);
  (void)fputs(text, printer->out);
}

/* A literal, or in brackets what an operation has: p/q, exactly. */
static void print_constant(Printer *printer, const Constant *constant, bool literal) {
  bool bare = literal && constant->length == 1;
  for (uint32_t i = 0; i < constant->length; i++) {
    (void)fputs(bare ? "" : i == 0 ? "[" : ",", printer->out);
    (void)gmp_fprintf(printer->out, "%Qd", constant->exact[i]);
  }
  if (!bare) (void)fputs("]", printer->out);
}

static void print_op(Printer *printer, const DualTerm *t) {
  const Store *store = printer->table->store;
  const OpNode *op = op_node(&store->ops, (OpId){t->payload});
  if (t->kind == DUAL_TERM_PARTIAL) (void)fprintf(printer->out, "d%u", t->type.id + 1);
  if (op->code == OP_INT)
    (void)fprintf(printer->out, "%lld", (long long)op->integer);
  else if (op->code != OP_CONST)
    (void)fputs(op_info(op->code)->name, printer->out);
  if (op->constant.id != 0)
    print_constant(printer, constant_get(&store->constants, op->constant), op->code == OP_CONST);
}

/* name kid kid kid, each kid in parentheses */
static void print_kids(Printer *printer, const DualTerm *t) {
  for (int k = 0; k < 3 && t->kid[k].id != 0; k++) {
    (void)fputs(k == 0 ? "(" : ", ", printer->out);
    print_term(printer, t->kid[k]);
  }
  if (t->kid[0].id != 0) (void)fputs(")", printer->out);
}

/* riterate (n) (x. f) (r) */
static void print_iterated(Printer *printer, const DualTerm *t) {
  (void)fputs("riterate (", printer->out);
  if (t->kid[2].id == 0)
    (void)fprintf(printer->out, "%u", t->payload);
  else
    print_term(printer, t->kid[2]);
  (void)fprintf(printer->out, ") (x%u. ", printer->level);
  print_under(printer, t->kid[0], 1);
  (void)fputs(") (", printer->out);
  print_term(printer, t->kid[1]);
  (void)fputs(")", printer->out);
}

static void new_line(Printer *printer) {
  uint32_t columns = printer->indent < INDENT_MOST ? printer->indent : INDENT_MOST;
  if (printer->lines) (void)fprintf(printer->out, "\n%*s", (int)columns, "");
  printer->begun = false;
}

/* let x = t in s: on lines of its own, two columns in from what it is a part of. */
static void print_let(Printer *printer, const DualTerm *t) {
  FILE *out = printer->out;
  uint32_t before = printer->indent;
  if (printer->begun && printer->lines) {
    printer->indent += 2;
    new_line(printer);
  }
  (void)fprintf(out, "let x%u = ", printer->level);
  printer->begun = true;
  print_term(printer, t->kid[0]);
  (void)fputs(printer->lines ? " in" : " in ", out);
  new_line(printer);
  print_under(printer, t->kid[1], 1);
  printer->indent = before;
}

/* What is bound or has a form of its own; false otherwise. */
static bool print_binder(Printer *printer, const DualTerm *t) {
  FILE *out = printer->out;
  if (t->kind != DUAL_TERM_LET) printer->begun = true;
  if (t->kind == DUAL_TERM_LET) {
    print_let(printer, t);
  } else if (t->kind == DUAL_TERM_LAM || t->kind == DUAL_TERM_LLAM || t->kind == DUAL_TERM_RLAM) {
    bool levels = t->kind == DUAL_TERM_LAM;
    if (levels)
      (void)fprintf(out, "\\x%u : ", printer->level);
    else
      (void)fputs(t->kind == DUAL_TERM_LLAM ? "\\_z : " : "\\_R s : ", out);
    print_type_of(printer, t->type);
    (void)fputs(". ", out);
    print_under(printer, t->kid[0], levels ? 1 : 0);
  } else if (t->kind == DUAL_TERM_BUILD || t->kind == DUAL_TERM_SUM) {
    (void)fprintf(out, "%s ", dual_term_info(t->kind)->name);
    if (t->kid[1].id == 0)
      (void)fprintf(out, "%u", t->payload);
    else
      print_term(printer, t->kid[1]);
    (void)fprintf(out, " (x%u. ", printer->level);
    print_under(printer, t->kid[0], 1);
    (void)fputs(")", out);
  } else if (t->kind == DUAL_TERM_THREAD) {
    (void)fprintf(out, "thread %u (x%u x%u. ", t->payload, printer->level, printer->level + 1);
    print_under(printer, t->kid[0], 2);
    (void)fputs(") ", out);
    print_term(printer, t->kid[1]);
  } else if (t->kind == DUAL_TERM_POINTWISE) {
    bool threaded = t->kid[2].id != 0;
    (void)fprintf(out, threaded ? "pointwise (x%u x%u. " : "pointwise (x%u. ", printer->level, printer->level + 1);
    print_under(printer, t->kid[1], threaded ? 2 : 1);
    (void)fputs(") (", out);
    print_term(printer, t->kid[0]);
    (void)fputs(")", out);
    if (threaded) print_kids(printer, &(DualTerm){.kid = {t->kid[2]}});
  } else if (t->kind == DUAL_TERM_WHILE) {
    (void)fprintf(out, "while (x%u. ", printer->level);
    print_under(printer, t->kid[1], 1);
    (void)fprintf(out, ") (x%u. ", printer->level);
    print_under(printer, t->kid[2], 1);
    (void)fputs(") (", out);
    print_term(printer, t->kid[0]);
    (void)fputs(")", out);
  } else if (t->kind == DUAL_TERM_CASE || t->kind == DUAL_TERM_ITERATE) {
    bool branches = t->kind == DUAL_TERM_CASE;
    (void)fprintf(out, "%s (", dual_term_info(t->kind)->name);
    print_term(printer, t->kid[0]);
    (void)fputs(") (", out);
    if (branches) (void)fprintf(out, "x%u. ", printer->level);
    print_under(printer, t->kid[1], branches ? 1 : 0);
    (void)fprintf(out, ") (x%u. ", printer->level);
    print_under(printer, t->kid[2], 1);
    (void)fputs(")", out);
  } else if (t->kind == DUAL_TERM_LETREC) {
    (void)fprintf(out, "letrec (x%u x%u. ", printer->level, printer->level + 1);
    print_under(printer, t->kid[0], 2);
    (void)fprintf(out, ") (x%u. ", printer->level);
    print_under(printer, t->kid[1], 1);
    (void)fputs(")", out);
  } else if (t->kind == DUAL_TERM_RITERATE)
    print_iterated(printer, t);
  else
    return false;
  return true;
}

static void print_term(Printer *printer, DualTermId id) {
  const DualTerm *t = dual_get(printer->table, id);
  if (printer->depth == 0) {
    (void)fputs("...", printer->out);
    return;
  }
  printer->depth--;
  if (t->kind == DUAL_TERM_VAR)
    (void)fprintf(printer->out, "x%u", t->payload);
  else if (!print_binder(printer, t)) {
    if (t->kind == DUAL_TERM_OP || t->kind == DUAL_TERM_PARTIAL)
      print_op(printer, t);
    else if (t->kind == DUAL_TERM_UNIT)
      (void)fputs("()", printer->out);
    else if (t->kind != DUAL_TERM_PAIR)
      (void)fputs(dual_term_info(t->kind)->name, printer->out);
    print_kids(printer, t);
  }
  printer->depth++;
}

void dual_print_at(const DualTable *table, DualTermId t, uint32_t level, FILE *out) {
  Printer printer = {.table = table, .out = out, .depth = DUAL_DEPTH, .level = level};
  print_term(&printer, t);
  (void)fputs("\n", out);
}

void dual_print_lines(const DualTable *table, DualTermId t, uint32_t level, FILE *out) {
  Printer printer = {.table = table, .out = out, .depth = DUAL_DEPTH, .level = level, .lines = true};
  print_term(&printer, t);
  (void)fputs("\n", out);
}
