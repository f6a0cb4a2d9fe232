/* Terms to text.  `known` says that the reader will know the type of the term
 * from what stands around it; else the text alone must determine it. */
#include "semantics/tables/cases.h"
#include "semantics/text/printer.h"

static uint32_t level_of(const Printer *printer, const Term *node) {
  switch (node->kind) {
  case TERM_LET:
  case TERM_LAM:
  case TERM_LETV:
  case TERM_LLAM:
  case TERM_MATCH:
  case TERM_LETREC:
  case TERM_CASE: return LEVEL_TERM;
  case TERM_INL:
  case TERM_INR: return print_is_truth(printer, node) ? LEVEL_ATOM : LEVEL_APPLICATION;
  case TERM_COPOWER: return LEVEL_TENSOR;
  case TERM_PLUS: return LEVEL_SUM;
  case TERM_OP: return print_op_level(printer, node);
  case TERM_LAPP: return LEVEL_LAPPLY;
  case TERM_FST:
  case TERM_SND:
  case TERM_APP:
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_BUILD:
  case TERM_LSUM:
  case TERM_ITERATE:
  case TERM_WHILE:
  case TERM_FOLD:
  case TERM_SCAN:
  case TERM_TOTAL:
  case TERM_GATHER:
  case TERM_SCATTER:
  case TERM_ANY_VEC:
  case TERM_BIGSUM:
  case TERM_LITER:
  case TERM_ROLL:
  case TERM_UNROLL:
  case TERM_ONEHOT: return LEVEL_APPLICATION;
  case TERM_INDEX: return LEVEL_POSTFIX;
  case TERM_VAR:
  case TERM_UNIT:
  case TERM_PAIR:
  case TERM_LVAR:
  case TERM_LOP:
  case TERM_ZERO:
  case TERM_DMAP:
  case TERM_DMAPT: return LEVEL_ATOM;
  case TERM_NONE:
  case TERM_KIND_COUNT: break;
  }
  return LEVEL_ATOM;
}

/* Forms that are laid out on several lines when they do not fit on one. */
static bool breaks(TermKind kind) {
  return kind == TERM_LET || kind == TERM_LETV || kind == TERM_LAM || kind == TERM_LLAM || kind == TERM_CASE ||
         kind == TERM_PAIR || kind == TERM_PLUS || kind == TERM_MATCH || kind == TERM_LETREC;
}

static void print_kind(Printer *printer, const Term *node, uint32_t level, bool known);

/* Whether the term fits on the rest of the line; prints nothing. */
static bool fits(Printer *printer, const Term *node, uint32_t level, bool known) {
  Printer saved = *printer;
  printer->measuring = true;
  printer->room = printer->style.width > printer->column ? printer->style.width - printer->column : 0;
  print_kind(printer, node, level, known);
  bool fit = !printer->failed;
  /* what measuring may have grown stays; unwinding an overflow leaves no scope */
  saved.scope = printer->scope;
  saved.scope_capacity = printer->scope_capacity;
  saved.arena = printer->arena;
  while (printer->scope_length > saved.scope_length) printer_unbind(printer);
  *printer = saved;
  return fit;
}

/* Breaks the line and indents, for a part that does not fit. */
static void print_indented(Printer *printer, TermId t, bool known) {
  printer->indent += 2;
  print_break(printer);
  print_term(printer, t, LEVEL_TERM, known);
  printer->indent -= 2;
}

/* A body after a binder: on its own line unless all is flat. */
static void print_bound(Printer *printer, TermId bound) {
  const Term *node = term(printer->store, bound);
  bool own_line = !printer->flat && !printer->measuring && breaks(node->kind) &&
                  level_of(printer, node) == LEVEL_TERM && !fits(printer, node, LEVEL_TERM, false);
  if (!own_line) {
    print_text(printer, " ");
    print_term(printer, bound, LEVEL_TERM, false);
    print_text(printer, " in");
    return;
  }
  print_indented(printer, bound, false);
  print_break(printer);
  print_text(printer, "in");
}

/* The body of a let: of a chain of lets, all are on their lines or none. */
static void print_body(Printer *printer, TermId body, bool known) {
  const Term *node = term(printer->store, body);
  print_break(printer);
  printer->broken = !printer->flat && !printer->measuring && (node->kind == TERM_LET || node->kind == TERM_LETV);
  print_term(printer, body, LEVEL_TERM, known);
}

static void print_let(Printer *printer, const Term *node, bool known) {
  /* the name is chosen first, in the scope of the body, but is not in scope in
   * the bound term */
  const char *name = printer_bind(printer, node->name);
  print_text(printer, "let ");
  print_text(printer, name);
  print_text(printer, " =");
  printer_unbind(printer);
  print_bound(printer, node->kid[0]);
  (void)printer_bind(printer, node->name);
  print_body(printer, node->kid[1], known);
  printer_unbind(printer);
}

static void print_letv(Printer *printer, const Term *node, bool known) {
  print_text(printer, "let v =");
  print_bound(printer, node->kid[0]);
  print_body(printer, node->kid[1], known);
}

static void print_lam(Printer *printer, const Term *node, bool known) {
  const char *name = printer_bind(printer, node->name);
  print_sign(printer, "\\(", "\xCE\xBB(");
  print_text(printer, name);
  print_text(printer, " : ");
  print_type(printer, term_type_payload(node));
  print_text(printer, ").");
  printer->indent += 2;
  print_break(printer);
  print_term(printer, node->kid[0], LEVEL_TERM, known);
  printer->indent -= 2;
  printer_unbind(printer);
}

static void print_llam(Printer *printer, const Term *node, bool known) {
  print_sign(printer, "\\v : ", "\xCE\xBBv : ");
  print_type(printer, term_type_payload(node));
  print_text(printer, ".");
  printer->indent += 2;
  print_break(printer);
  print_term(printer, node->kid[0], LEVEL_TERM, known);
  printer->indent -= 2;
}

static void print_tensor(Printer *printer) { print_sign(printer, " >< ", " \xE2\x8A\x97 "); }

static void print_case(Printer *printer, const Term *node, bool known) {
  print_text(printer, "case ");
  print_term(printer, node->kid[0], LEVEL_TERM, false);
  print_text(printer, " of !");
  print_text(printer, printer_bind(printer, node->name));
  print_tensor(printer);
  print_sign(printer, "v ->", "v \xE2\x86\x92");
  printer->indent += 2;
  print_break(printer);
  print_term(printer, node->kid[1], LEVEL_TERM, known);
  printer->indent -= 2;
  printer_unbind(printer);
}

static void print_pair(Printer *printer, const Term *node, bool known) {
  print_text(printer, "(");
  printer->indent += 1;
  print_term(printer, node->kid[0], LEVEL_TERM, known);
  print_text(printer, ",");
  print_break(printer);
  print_term(printer, node->kid[1], LEVEL_TERM, known);
  printer->indent -= 1;
  print_text(printer, ")");
}

static void print_plus(Printer *printer, const Term *node, bool known) {
  bool second = !known && print_is_bare(printer, node->kid[0], 8) && !print_is_bare(printer, node->kid[1], 8);
  print_term(printer, node->kid[0], LEVEL_SUM, known || second);
  print_break(printer);
  print_text(printer, "+ ");
  print_term(printer, node->kid[1], LEVEL_PRODUCT, known || !second);
}

static void print_prefix(Printer *printer, const char *word, TermId t) {
  print_text(printer, word);
  print_text(printer, " ");
  print_term(printer, t, LEVEL_POSTFIX, false);
}

/* ---------------------------------------------------------------- arrays -- */

void print_binder(Printer *printer, NameId name, TermId body, bool known) {
  print_text(printer, "(");
  print_text(printer, printer_bind(printer, name));
  print_text(printer, ". ");
  print_term(printer, body, LEVEL_TERM, known);
  print_text(printer, ")");
  printer_unbind(printer);
}

static void print_map(Printer *printer, const Term *node, bool known) {
  print_text(printer, "map ");
  print_binder(printer, node->name, node->kid[1], known);
  print_text(printer, " ");
  print_term(printer, node->kid[0], LEVEL_POSTFIX, false);
}

static void print_zipwith(Printer *printer, const Term *node, bool known) {
  print_text(printer, "zipWith (");
  print_text(printer, printer_bind(printer, node->name));
  print_text(printer, " ");
  print_text(printer, printer_bind(printer, (NameId){node->payload}));
  print_text(printer, ". ");
  print_term(printer, node->kid[2], LEVEL_TERM, known);
  print_text(printer, ") ");
  printer_unbind(printer);
  printer_unbind(printer);
  print_term(printer, node->kid[0], LEVEL_POSTFIX, false);
  print_text(printer, " ");
  print_term(printer, node->kid[1], LEVEL_POSTFIX, false);
}

static void print_build(Printer *printer, const Term *node, bool known) {
  print_text(printer, "build ");
  print_number(printer, node->payload);
  print_text(printer, " ");
  print_binder(printer, node->name, node->kid[0], known);
}

static void print_index(Printer *printer, const Term *node) {
  print_term(printer, node->kid[1], LEVEL_POSTFIX, false);
  print_text(printer, "!");
  print_term(printer, node->kid[0], LEVEL_ATOM, true);
}

static void print_onehot(Printer *printer, const Term *node, bool known) {
  print_text(printer, "onehot ");
  print_number(printer, node->payload);
  print_text(printer, " ");
  print_term(printer, node->kid[0], LEVEL_POSTFIX, true);
  print_text(printer, " ");
  print_term(printer, node->kid[1], LEVEL_POSTFIX, known);
}

/* Dmap(x. t, s, v. r; u) */
static void print_dmap(Printer *printer, const Term *node, bool known) {
  bool transpose = node->kind == TERM_DMAPT;
  print_text(printer, transpose ? "Dmap^t(" : "Dmap(");
  print_text(printer, printer_bind(printer, node->name));
  print_text(printer, ". ");
  print_term(printer, node->kid[1], LEVEL_TERM, !transpose || known);
  printer_unbind(printer);
  print_text(printer, ", ");
  print_term(printer, node->kid[0], LEVEL_TERM, false);
  print_text(printer, ", v. ");
  print_term(printer, node->kid[2], LEVEL_TERM, true);
  print_text(printer, "; ");
  print_term(printer, node->kid[3], LEVEL_TERM, transpose);
  print_text(printer, ")");
}

/* ----------------------------------------------------------------- terms -- */

static void print_zero(Printer *printer, const Term *node, bool known) {
  if (known) {
    print_text(printer, "0_");
    return;
  }
  print_text(printer, "(0_ : ");
  print_type(printer, term_type_payload(node));
  print_text(printer, ")");
}

static void print_copower(Printer *printer, const Term *node, bool known) {
  print_text(printer, "!");
  print_term(printer, node->kid[0], LEVEL_SUM, known);
  print_tensor(printer);
  print_term(printer, node->kid[1], LEVEL_TENSOR, known);
}

static void print_app(Printer *printer, const Term *node) {
  print_term(printer, node->kid[0], LEVEL_APPLICATION, false);
  print_text(printer, " ");
  print_term(printer, node->kid[1], LEVEL_POSTFIX, true);
}

static void print_lapp(Printer *printer, const Term *node) {
  print_term(printer, node->kid[0], LEVEL_APPLICATION, false);
  print_sign(printer, " @ ", " \xE2\x80\xA2 ");
  print_term(printer, node->kid[1], LEVEL_LAPPLY, true);
}

static void print_kind(Printer *printer, const Term *node, uint32_t level, bool known) {
  switch (node->kind) {
  case TERM_VAR: print_variable(printer, node->payload); return;
  case TERM_LET: print_let(printer, node, known); return;
  case TERM_OP: print_op(printer, node, level, known); return;
  case TERM_UNIT: print_text(printer, "()"); return;
  case TERM_PAIR: print_pair(printer, node, known); return;
  case TERM_FST: print_prefix(printer, "fst", node->kid[0]); return;
  case TERM_SND: print_prefix(printer, "snd", node->kid[0]); return;
  case TERM_LAM: print_lam(printer, node, known); return;
  case TERM_APP: print_app(printer, node); return;
  case TERM_MAP: print_map(printer, node, known); return;
  case TERM_ZIPWITH: print_zipwith(printer, node, known); return;
  case TERM_BUILD: print_build(printer, node, known); return;
  case TERM_INDEX: print_index(printer, node); return;
  case TERM_ANY_EXTENSION:
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_LITER: print_control(printer, node, known); return;
  case TERM_LVAR: print_text(printer, "v"); return;
  case TERM_LETV: print_letv(printer, node, known); return;
  case TERM_LOP: print_lop(printer, node, known); return;
  case TERM_COPOWER: print_copower(printer, node, known); return;
  case TERM_CASE: print_case(printer, node, known); return;
  case TERM_LLAM: print_llam(printer, node, known); return;
  case TERM_LAPP: print_lapp(printer, node); return;
  case TERM_ZERO: print_zero(printer, node, known); return;
  case TERM_PLUS: print_plus(printer, node, known); return;
  case TERM_LSUM: print_prefix(printer, "sum", node->kid[0]); return;
  case TERM_ONEHOT: print_onehot(printer, node, known); return;
  case TERM_DMAP:
  case TERM_DMAPT: print_dmap(printer, node, known); return;
  case TERM_NONE:
  case TERM_KIND_COUNT: break;
  }
  printer->failed = true;
}

static bool printer_enter(Printer *printer, TermId t) {
  if (t.id == 0 || printer->depth == 0 || (!printer->measuring && ++printer->nodes > PRINTER_NODES))
    printer->failed = true;
  return !printer->failed;
}

void print_term(Printer *printer, TermId t, uint32_t level, bool known) {
  if (printer->failed || !printer_enter(printer, t)) return;
  const Term node = *term(printer->store, t);
  bool bracket = level_of(printer, &node) < level, flat = printer->flat, broken = printer->broken;
  printer->broken = false;
  printer->depth--;
  if (bracket) print_text(printer, "(");
  printer->indent += bracket;
  if (!flat && !broken && !printer->measuring && breaks(node.kind) && fits(printer, &node, level, known))
    printer->flat = true;
  print_kind(printer, &node, level, known);
  printer->flat = flat;
  printer->indent -= bracket;
  if (bracket) print_text(printer, ")");
  printer->depth++;
}

/* -------------------------------------------------------------- programs -- */

/* Whether the term has a constructor of the target language; false beyond the
 * limit, where printing fails anyhow. */
static bool is_target(const Store *store, TermId t, uint32_t depth, uint32_t *budget) {
  if (t.id == 0 || depth == 0 || *budget == 0) return false;
  const Term *node = term(store, t);
  (*budget)--;
  if (term_info(node->kind)->target) return true;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (is_target(store, node->kid[i], depth - 1, budget)) return true;
  }
  return false;
}

static void bind_context(Printer *printer, const Program *program, const NameId *names) {
  for (uint32_t i = 0; i < program->length; i++)
    printer_bind_given(printer, names == NULL ? text_context_name(printer->store, i) : names[i]);
}

char *text_print_term(Store *store, const Program *program, const NameId *names, TypeId domain, PrintStyle style) {
  Printer printer;
  uint32_t budget = PRINTER_NODES;
  if (!printer_open(&printer, store, style)) return NULL;
  printer.target = !type_is_none(domain) || is_target(store, program->term, PRINTER_DEPTH, &budget);
  bind_context(&printer, program, names);
  printer.target = true; /* names that either reader takes */
  print_term(&printer, program->term, LEVEL_TERM, false);
  return printer_close(&printer);
}

char *text_print_definition(Store *store, const Definition *definition, PrintStyle style) {
  Printer printer;
  uint32_t budget = PRINTER_NODES;
  const Program *program = &definition->program;
  if (!printer_open(&printer, store, style)) return NULL;
  printer.target = is_target(store, program->term, PRINTER_DEPTH, &budget);
  print_text(&printer, "def ");
  print_text(&printer, name_text(store, definition->name));
  bind_context(&printer, program, definition->arguments);
  for (uint32_t i = 0; i < program->length; i++) {
    print_text(&printer, " (");
    print_text(&printer, name_text(store, definition->arguments[i]));
    print_text(&printer, " : ");
    print_type(&printer, program->context[i]);
    print_text(&printer, ")");
  }
  print_text(&printer, " : ");
  print_type(&printer, program->type);
  print_text(&printer, " =");
  printer.indent = 2;
  print_break(&printer);
  print_term(&printer, program->term, LEVEL_TERM, true);
  return printer_close(&printer);
}
