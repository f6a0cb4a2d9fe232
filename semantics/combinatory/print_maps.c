/* Linear maps as the paper writes them: • binds tighter than ⊕. */
#include "semantics/combinatory/maps.h"

#define PRINT_DEPTH 400u

typedef enum Level { LEVEL_ANY, LEVEL_SUM, LEVEL_PRODUCT } Level;

typedef struct Printing {
  const PfMapTable *table;
  const PfScalarPrinter *printer;
  FILE *out;
} Printing;

static void print_map(const Printing *to, PfMapId m, Level level, uint32_t depth);

static void print_value(const Printing *to, const PfValue *e) {
  bool real = e->n == 1;
  if (!real) fputc('[', to->out);
  for (uint32_t i = 0; i < e->n; i++) {
    if (i != 0) fputs(", ", to->out);
    to->printer->scalar(to->printer->state, e->scalars[i], real, to->out);
  }
  if (!real) fputc(']', to->out);
}

static void print_section(const Printing *to, const PfMap *m) {
  bool left = m->kind == PFMAP_LEFT;
  fputc('(', to->out);
  if (left) print_value(to, &m->value);
  fputs(pf_bilinear_symbol(m->bilinear), to->out);
  if (!left) print_value(to, &m->value);
  fputc(')', to->out);
}

/* Composition is associative: it is written without parentheses. */
static void print_comp(const Printing *to, const PfMap *m, uint32_t depth) {
  print_map(to, m->a, LEVEL_PRODUCT, depth);
  fputs(" • ", to->out);
  print_map(to, m->b, LEVEL_PRODUCT, depth);
}

static void print_par(const Printing *to, const PfMap *m, Level level, uint32_t depth) {
  if (level != LEVEL_ANY) fputc('(', to->out);
  print_map(to, m->a, LEVEL_SUM, depth);
  fputs(" ⊕ ", to->out);
  print_map(to, m->b, LEVEL_SUM, depth);
  if (level != LEVEL_ANY) fputc(')', to->out);
}

static void print_branch(const Printing *to, uint32_t block, PfMapId m, uint32_t depth) {
  if (to->printer->block != NULL && block != 0) to->printer->block(to->printer->state, block, to->out);
  print_map(to, m, LEVEL_ANY, depth);
}

static void print_if(const Printing *to, const PfMap *m, uint32_t depth) {
  fputs("(if ", to->out);
  to->printer->scalar(to->printer->state, m->condition, true, to->out);
  fputs(" < 0 then ", to->out);
  print_branch(to, m->block[0], m->a, depth);
  fputs(" else ", to->out);
  print_branch(to, m->block[1], m->b, depth);
  fputc(')', to->out);
}

static void print_family(const Printing *to, const PfMap *m, uint32_t depth) {
  fputs("⟨", to->out);
  for (uint32_t i = 0; i < m->n; i++) {
    if (i != 0) fputs(", ", to->out);
    print_map(to, pfmap_member(to->table, m, i), LEVEL_ANY, depth);
  }
  fputs("⟩", to->out);
}

static void print_map(const Printing *to, PfMapId id, Level level, uint32_t depth) {
  const PfMap *m = pfmap_get(to->table, id);
  if (depth == 0) {
    fputs("...", to->out);
    return;
  }
  depth--;
  switch (m->kind) {
  case PFMAP_ZERO: fputc('0', to->out); break;
  case PFMAP_ID: fputs("Id", to->out); break;
  case PFMAP_DUP: fputs("Δ", to->out); break;
  case PFMAP_ADD: fputs("(+)", to->out); break;
  case PFMAP_NEG: fputc('~', to->out); break;
  case PFMAP_FST: fputs("π1", to->out); break;
  case PFMAP_SND: fputs("π2", to->out); break;
  case PFMAP_PAR: print_par(to, m, level, depth); break;
  case PFMAP_COMP: print_comp(to, m, depth); break;
  case PFMAP_LEFT:
  case PFMAP_RIGHT: print_section(to, m); break;
  case PFMAP_IF: print_if(to, m, depth); break;
  case PFMAP_FAMILY: print_family(to, m, depth); break;
  case PFMAP_REPL: fprintf(to->out, "repl %u", m->n); break;
  case PFMAP_SUM: fprintf(to->out, "sum %u", m->n); break;
  case PFMAP_ZIP: fputs("zip", to->out); break;
  case PFMAP_UNZIP: fputs("unzip", to->out); break;
  case PFMAP_AT: fprintf(to->out, "at %u", m->k); break;
  case PFMAP_PUT: fprintf(to->out, "put %u", m->k); break;
  case PFMAP_KIND_COUNT: break;
  }
}

void pfmap_print(const PfMapTable *table, PfMapId m, const PfScalarPrinter *printer, FILE *out) {
  Printing to = {table, printer, out};
  print_map(&to, m, LEVEL_ANY, PRINT_DEPTH);
}
