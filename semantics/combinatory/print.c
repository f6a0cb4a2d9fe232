/* Point-free terms and linear maps as the paper writes them. */
#include <stdio.h> /* before gmp.h, which then has gmp_fprintf */

#include "semantics/combinatory/maps.h"
#include "semantics/tables/parameters.h"

#define PRINT_DEPTH 400u

/* How tightly a term binds: composition below families and atoms. */
typedef enum Level { LEVEL_ANY, LEVEL_OPERAND } Level;

static void print_constant(const PfTable *table, const PfTerm *t, FILE *out) {
  if (t->constant.id == 0) {
    fputs("K ()", out);
    return;
  }
  const Constant *c = constant_get(&table->store->constants, t->constant);
  fputs(c->length == 1 ? "K " : "K [", out);
  for (uint32_t i = 0; i < c->length; i++) gmp_fprintf(out, i == 0 ? "%Qd" : ", %Qd", c->exact[i]);
  if (c->length != 1) fputc(']', out);
}

static const char *unary_name(OpCode op) { return op == OP_LOG ? "ln" : op_info(op)->name; }

static void print_unary(const PfTable *table, const PfTerm *t, FILE *out) {
  if (t->op != OP_POW) {
    fputs(unary_name(t->op), out);
    op_write_parameters(table->store, t->op, t->constant, out);
    return;
  }
  const Constant *c = constant_get(&table->store->constants, t->constant);
  mpq_t magnitude;
  mpq_init(magnitude);
  mpq_abs(magnitude, c->exact[0]);
  gmp_fprintf(out, "pow(%s%Qd)", mpq_sgn(c->exact[0]) < 0 ? "~" : "", magnitude);
  mpq_clear(magnitude);
}

static void print_term(const PfTable *table, PfId p, Level level, uint32_t depth, FILE *out);

static void print_two(const PfTable *table, const PfTerm *t, const char *between, Level level, uint32_t depth,
                      FILE *out) {
  if (level != LEVEL_ANY) fputc('(', out);
  print_term(table, t->a, LEVEL_OPERAND, depth, out);
  fputs(between, out);
  print_term(table, t->b, LEVEL_OPERAND, depth, out);
  if (level != LEVEL_ANY) fputc(')', out);
}

static void print_if(const PfTable *table, const PfTerm *t, uint32_t depth, FILE *out) {
  fputs("(if ", out);
  print_term(table, t->a, LEVEL_ANY, depth, out);
  fputs(" then ", out);
  print_term(table, t->b, LEVEL_ANY, depth, out);
  fputs(" else ", out);
  print_term(table, t->c, LEVEL_ANY, depth, out);
  fputc(')', out);
}

static void print_family(const PfTable *table, const PfTerm *t, uint32_t depth, FILE *out) {
  fputs("⟨", out);
  for (uint32_t i = 0; i < t->n; i++) {
    if (i != 0) fputs(", ", out);
    print_term(table, pf_member(table, t, i), LEVEL_ANY, depth, out);
  }
  fputs("⟩", out);
}

static const char *given_name(const PfTable *table, const PfTerm *t) {
  const OpTable *ops = &table->store->ops;
  return op_name(ops, op_node(ops, (OpId){t->k}));
}

static void print_term(const PfTable *table, PfId p, Level level, uint32_t depth, FILE *out) {
  const PfTerm *t = pf_term(table, p);
  if (depth == 0) {
    fputs("...", out);
    return;
  }
  depth--;
  switch (t->kind) {
  case PF_COMP: print_two(table, t, " ○ ", level, depth, out); break;
  case PF_PAR: print_two(table, t, " × ", level, depth, out); break;
  case PF_FST: fputs("π1", out); break;
  case PF_SND: fputs("π2", out); break;
  case PF_CONST: print_constant(table, t, out); break;
  case PF_DUP: fputs("Δ", out); break;
  case PF_ID: fputs("Id", out); break;
  case PF_UNARY: print_unary(table, t, out); break;
  case PF_GIVEN: fputs(given_name(table, t), out); break;
  case PF_NEG: fputc('~', out); break;
  case PF_ADD: fputs("(+)", out); break;
  case PF_SUB: fputs("(-)", out); break;
  case PF_BINARY:
    fprintf(out, t->bilinear == BILINEAR_CROSS ? "cross" : "(%s)", pf_bilinear_symbol(t->bilinear));
    break;
  case PF_IF: print_if(table, t, depth, out); break;
  case PF_MAP:
    fputs("map ", out);
    print_term(table, t->a, LEVEL_OPERAND, depth, out);
    break;
  case PF_FAMILY: print_family(table, t, depth, out); break;
  case PF_REPL: fprintf(out, "repl %u", t->n); break;
  case PF_SUM: fprintf(out, "sum %u", t->n); break;
  case PF_ZIP: fputs("zip", out); break;
  case PF_AT: fprintf(out, "at %u", t->k); break;
  case PF_KIND_COUNT: break;
  }
}

void pf_print(const PfTable *table, PfId p, FILE *out) { print_term(table, p, LEVEL_ANY, PRINT_DEPTH, out); }
