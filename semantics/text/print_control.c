/* Sums, conditionals, iteration and array combinators to text. */
#include "semantics/text/printer.h"

/* How far print_is_bare looks. */
#define BARE_DEPTH 8u

bool print_is_truth(const Printer *printer, const Term *node) {
  const TypeNode *type = type_node(&printer->store->types, term_type_payload(node));
  bool unit = term(printer->store, node->kid[0])->kind == TERM_UNIT;
  return unit && type_kind(&printer->store->types, type->a) == TYPE_UNIT && type_equal(type->a, type->b);
}

/* true, inl t, or (inl t : T + S) where the text must tell the type. */
static void print_injection(Printer *printer, const Term *node, bool known) {
  if (print_is_truth(printer, node)) {
    print_text(printer, node->kind == TERM_INL ? "true" : "false");
    return;
  }
  if (!known) print_text(printer, "(");
  print_text(printer, node->kind == TERM_INL ? "inl " : "inr ");
  print_term(printer, node->kid[0], LEVEL_POSTFIX, true);
  if (known) return;
  print_text(printer, " : ");
  print_type(printer, term_type_payload(node));
  print_text(printer, ")");
}

/* roll t, or (roll t : mu a. T) where the text must tell the type. */
static void print_roll(Printer *printer, const Term *node, bool known) {
  print_text(printer, known ? "roll " : "(roll ");
  print_term(printer, node->kid[0], LEVEL_POSTFIX, true);
  if (known) return;
  print_text(printer, " : ");
  print_type(printer, term_type_payload(node));
  print_text(printer, ")");
}

/* Whether the term can be read back as if: a comparison decides, and neither
 * branch looks at the component. */
static bool is_if(const Printer *printer, const Term *node) {
  const Store *store = printer->store;
  const Term *r = term(store, node->kid[0]);
  if (r->kind != TERM_OP || !op_is_test(op_node(&store->ops, term_op_payload(r)))) return false;
  return term_occurrences(store, node->kid[1], 0) == 0 && term_occurrences(store, node->kid[2], 0) == 0;
}

static void print_branch(Printer *printer, const char *before, NameId name, const char *arrow, TermId t, bool known) {
  print_text(printer, before);
  const char *x = printer_bind(printer, name);
  if (arrow[0] != '\0') print_text(printer, x);
  print_text(printer, arrow);
  printer->indent += 2;
  print_break(printer);
  print_term(printer, t, LEVEL_TERM, known);
  printer->indent -= 2;
  printer_unbind(printer);
}

/* The branch that needs no annotation tells the type of the other. */
static void print_match(Printer *printer, const Term *node, bool known) {
  bool bare = print_is_bare(printer, node->kid[1], BARE_DEPTH);
  bool second = !known && bare && !print_is_bare(printer, node->kid[2], BARE_DEPTH);
  bool as_if = is_if(printer, node);
  const char *arrow = as_if ? "" : printer->style.unicode ? " \xE2\x86\x92" : " ->";
  NameId y = {node->payload};
  print_text(printer, as_if ? "if " : "case ");
  print_term(printer, node->kid[0], LEVEL_TERM, false);
  print_branch(printer, as_if ? " then" : " of {inl ", node->name, arrow, node->kid[1], known || second);
  if (!as_if) print_text(printer, ";");
  print_break(printer);
  print_branch(printer, as_if ? "else" : "inr ", y, arrow, node->kid[2], known || !second);
  if (!as_if) print_text(printer, "}");
}

static void print_space(Printer *printer, TermId t, bool known) {
  print_text(printer, " ");
  print_term(printer, t, LEVEL_POSTFIX, known);
}

/* (a x. t) s as */
static void print_fold(Printer *printer, const Term *node, bool known) {
  print_text(printer, node->kind == TERM_FOLD ? "fold (" : "scan (");
  print_text(printer, printer_bind(printer, node->name));
  print_text(printer, " ");
  print_text(printer, printer_bind(printer, (NameId){node->payload}));
  print_text(printer, ". ");
  print_term(printer, node->kid[2], LEVEL_TERM, true);
  print_text(printer, ")");
  printer_unbind(printer);
  printer_unbind(printer);
  print_space(printer, node->kid[0], known);
  /* the length of a scan may be that of what stands around it, found by default */
  bool exact = printer->exact;
  printer->exact = exact || node->kind == TERM_SCAN;
  print_space(printer, node->kid[1], false);
  printer->exact = exact;
}

static void print_letrec(Printer *printer, const Term *node, bool known) {
  const TypeNode function = *type_node(&printer->store->types, term_type_payload(node));
  print_text(printer, "letrec ");
  print_text(printer, printer_bind(printer, node->name));
  print_text(printer, " (");
  print_text(printer, printer_bind(printer, NAME_NONE));
  print_text(printer, " : ");
  print_type(printer, function.a);
  print_text(printer, ") : ");
  print_type(printer, function.b);
  print_text(printer, " =");
  printer->indent += 2;
  print_break(printer);
  print_term(printer, node->kid[0], LEVEL_TERM, true);
  printer->indent -= 2;
  printer_unbind(printer);
  print_text(printer, " in");
  print_break(printer);
  print_term(printer, node->kid[1], LEVEL_TERM, known);
  printer_unbind(printer);
}

/* word k (x. t) s */
static void print_counted(Printer *printer, const char *word, const Term *node, bool known) {
  print_text(printer, word);
  print_space(printer, node->kid[0], true);
  print_text(printer, " ");
  bool has_start = node->kind != TERM_BIGSUM;
  print_binder(printer, node->name, node->kid[has_start ? 2 : 1], has_start || known);
  if (has_start) print_space(printer, node->kid[1], known);
}

void print_control(Printer *printer, const Term *node, bool known) {
  switch ((int)node->kind) {
  case TERM_INL:
  case TERM_INR: print_injection(printer, node, known); return;
  case TERM_MATCH: print_match(printer, node, known); return;
  case TERM_ITERATE: print_counted(printer, "iterate", node, known); return;
  case TERM_BIGSUM: print_counted(printer, "bigsum", node, known); return;
  case TERM_LITER: print_counted(printer, "liter", node, known); return;
  case TERM_WHILE:
    print_text(printer, "while ");
    print_binder(printer, node->name, node->kid[1], true);
    print_text(printer, " ");
    print_binder(printer, node->name, node->kid[2], true);
    print_space(printer, node->kid[0], known);
    return;
  case TERM_TOTAL:
    print_text(printer, "total");
    print_space(printer, node->kid[0], false);
    return;
  case TERM_SCATTER:
    print_text(printer, "scatter ");
    print_number(printer, type_node(&printer->store->types, term_type_payload(node))->n);
    print_space(printer, node->kid[0], false);
    print_space(printer, node->kid[1], false);
    return;
  case TERM_GATHER:
    print_text(printer, "gather");
    print_space(printer, node->kid[0], false);
    print_space(printer, node->kid[1], false);
    return;
  case TERM_VBUILD:
    print_text(printer, "vbuild");
    print_space(printer, node->kid[0], true);
    print_text(printer, " ");
    print_binder(printer, node->name, node->kid[1], known);
    return;
  case TERM_FILTER:
    print_text(printer, "filter ");
    print_binder(printer, node->name, node->kid[1], true);
    print_space(printer, node->kid[0], known);
    return;
  case TERM_LENGTH:
    print_text(printer, "length");
    print_space(printer, node->kid[0], false);
    return;
  case TERM_APPEND:
    print_text(printer, "append");
    print_space(printer, node->kid[0], known);
    print_space(printer, node->kid[1], true);
    return;
  case TERM_VSCATTER:
    print_text(printer, "vscatter");
    print_space(printer, node->kid[0], true);
    print_space(printer, node->kid[1], true);
    print_space(printer, node->kid[2], false);
    return;
  case TERM_ROLL: print_roll(printer, node, known); return;
  case TERM_UNROLL:
    print_text(printer, "unroll ");
    print_term(printer, node->kid[0], LEVEL_POSTFIX, false);
    return;
  case TERM_LETREC: print_letrec(printer, node, known); return;
  default: print_fold(printer, node, known);
  }
}
