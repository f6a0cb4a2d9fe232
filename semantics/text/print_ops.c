/* Operations of the source language and linear operations. */
#include "semantics/text/printer.h"

#include <string.h>

/* How far print_is_bare looks. */
#define BARE_DEPTH 16u

static const OpNode *op_of(const Printer *printer, OpId op) { return op_node(&printer->store->ops, op); }

/* The sign between the operands, or NULL for a named operation. */
static const char *infix_sign(OpCode code) {
  if (code == OP_ADD || code == OP_IADD) return " + ";
  if (code == OP_SUB || code == OP_ISUB) return " - ";
  if (code == OP_MUL || code == OP_IMUL) return " * ";
  if (code == OP_DIV) return " / ";
  if (code == OP_LESS || code == OP_ILESS) return " < ";
  if (code == OP_LESSEQ || code == OP_ILESSEQ) return " <= ";
  if (code == OP_EQUAL || code == OP_IEQUAL) return " == ";
  return code == OP_SCALE ? " .* " : NULL;
}

static bool is_constant(const Printer *printer, TermId t) {
  const Term *node = term(printer->store, t);
  if (node->kind != TERM_OP) return false;
  OpCode code = op_of(printer, term_op_payload(node))->code;
  return code == OP_CONST || code == OP_INT;
}

uint32_t print_op_level(const Printer *printer, const Term *node) {
  const OpNode *op = op_of(printer, term_op_payload(node));
  const char *sign = infix_sign(op->code);
  if (op_is_test(op)) return LEVEL_TEST;
  if (sign != NULL) return strchr(sign, '+') != NULL || strchr(sign, '-') != NULL ? LEVEL_SUM : LEVEL_PRODUCT;
  if (op->code == OP_NEG) return is_constant(printer, node->kid[0]) ? LEVEL_APPLICATION : LEVEL_NEGATION;
  if (op->code == OP_POW) return LEVEL_POWER;
  return op->code == OP_CONST || op->code == OP_INT ? LEVEL_ATOM : LEVEL_APPLICATION;
}

/* ------------------------------------------------------------ annotations -- */

static bool op_is_bare(const Printer *printer, const Term *node, uint32_t depth) {
  const OpNode *op = op_of(printer, term_op_payload(node));
  const Constant *constant = constant_get(&printer->store->constants, op->constant);
  if (op->code == OP_CONST) return constant->length == 1;
  if (op->code == OP_INT || op->code == OP_REPLICATE) return true;
  OpShape shape = op_info(op->code)->shape;
  if (shape == SHAPE_EACH) return print_is_bare(printer, node->kid[0], depth);
  if (shape == SHAPE_SCALE) return print_is_bare(printer, node->kid[1], depth);
  bool two = shape == SHAPE_EACH2 || (shape == SHAPE_INT2 && infix_sign(op->code) != NULL);
  return two && print_is_bare(printer, node->kid[0], depth) && print_is_bare(printer, node->kid[1], depth);
}

bool print_is_bare(const Printer *printer, TermId t, uint32_t depth) {
  const Term *node = term(printer->store, t);
  if (depth == 0) return false;
  if (node->kind == TERM_ZERO) return true;
  if (node->kind == TERM_OP) return op_is_bare(printer, node, depth - 1);
  if (node->kind == TERM_PLUS || node->kind == TERM_PAIR)
    return print_is_bare(printer, node->kid[0], depth - 1) && print_is_bare(printer, node->kid[1], depth - 1);
  return false;
}

/* The operand that needs no annotation tells the type of the other. */
void print_two(Printer *printer, TermId a, uint32_t a_level, const char *between, TermId b, uint32_t b_level,
               bool known) {
  bool second = !known && print_is_bare(printer, a, BARE_DEPTH) && !print_is_bare(printer, b, BARE_DEPTH);
  print_term(printer, a, a_level, known || second);
  print_text(printer, between);
  print_term(printer, b, b_level, known || !second);
}

/* -------------------------------------------------------------- operations -- */

static void print_sizes(Printer *printer, const char *space, uint32_t n, uint32_t m) {
  print_text(printer, space);
  print_text(printer, "{n = ");
  print_number(printer, n);
  print_text(printer, ", m = ");
  print_number(printer, m);
  print_text(printer, "}");
}

static void print_replicate_size(Printer *printer, const char *space, uint32_t n) {
  print_text(printer, space);
  print_text(printer, "{");
  print_number(printer, n);
  print_text(printer, "}");
}

/* The parameters of a function, with what stands before the first, between and after the last. */
static void print_parameters(Printer *printer, const OpNode *op, const char *before, const char *between,
                             const char *after) {
  uint32_t count = op_parameters(op->code);
  for (uint32_t k = 0; k < count; k++) {
    print_text(printer, k == 0 ? before : between);
    print_part(printer, op->constant, k);
    print_text(printer, k + 1 == count ? after : "");
  }
}

static void print_named(Printer *printer, const OpNode *op, const Term *node, bool known) {
  OpShape shape = op_info(op->code)->shape;
  print_text(printer, op_info(op->code)->name);
  print_parameters(printer, op, " ", " ", "");
  if (shape == SHAPE_REPLICATE && !known) print_replicate_size(printer, " ", op->n);
  if (shape == SHAPE_MATVEC && op->n == 0) print_sizes(printer, " ", op->n, op->m);
  print_text(printer, " ");
  bool given = shape == SHAPE_REPLICATE || shape == SHAPE_TOREAL || shape == SHAPE_INT2;
  bool result = shape == SHAPE_EACH || shape == SHAPE_EACH2;
  if (shape == SHAPE_DOT || shape == SHAPE_EACH2) {
    print_two(printer, node->kid[0], LEVEL_POSTFIX, " ", node->kid[1], LEVEL_POSTFIX, result && known);
    return;
  }
  bool exact = printer->exact; /* of an operand that is left to a default the other, or the result, may take another */
  printer->exact = exact || shape == SHAPE_MATVEC;
  print_term(printer, node->kid[0], LEVEL_POSTFIX, given || (result && known));
  if (node->kid[1].id != 0) {
    print_text(printer, " ");
    print_term(printer, node->kid[1], LEVEL_POSTFIX, given);
  }
  printer->exact = exact;
}

static void print_infix(Printer *printer, const OpNode *op, const Term *node, bool known) {
  const char *sign = infix_sign(op->code);
  uint32_t own = print_op_level(printer, node);
  if (op_is_test(op)) {
    print_two(printer, node->kid[0], LEVEL_SUM, sign, node->kid[1], LEVEL_SUM, op->code < OP_ILESS);
    return;
  }
  if (op->code != OP_SCALE) {
    print_two(printer, node->kid[0], own, sign, node->kid[1], own + 1, known);
    return;
  }
  print_term(printer, node->kid[0], own, true);
  print_text(printer, sign);
  print_term(printer, node->kid[1], own + 1, known);
}

void print_op(Printer *printer, const Term *node, uint32_t level, bool known) {
  const OpNode op = *op_of(printer, term_op_payload(node));
  if (op.code == OP_CONST) {
    print_constant(printer, op.constant, op.n, known, level);
  } else if (op.code == OP_INT) {
    print_integer(printer, op.integer, known, level);
  } else if (op.code == OP_POW) {
    print_term(printer, node->kid[0], LEVEL_POWER, known);
    print_text(printer, "^");
    print_exponent(printer, op.constant);
  } else if (op.code == OP_NEG && !is_constant(printer, node->kid[0])) {
    print_text(printer, "-");
    print_term(printer, node->kid[0], LEVEL_POWER, known);
  } else if (infix_sign(op.code) != NULL) {
    print_infix(printer, &op, node, known);
  } else {
    print_named(printer, &op, node, known);
  }
}

/* ------------------------------------------------------- linear operations -- */

/* D+, Dsin, D^[2], with ^t for the transpose and sizes where no operand has them. */
static void print_derivative_name(Printer *printer, const OpNode *op, bool transpose) {
  print_text(printer, "D");
  print_text(printer, op_info(op->code)->name);
  if (op->code == OP_POW) {
    print_text(printer, "[");
    print_exponent(printer, op->constant);
    print_text(printer, "]");
  }
  print_parameters(printer, op, "[", ", ", "]");
  print_text(printer, transpose ? "^t" : "");
  if (op->code == OP_REPLICATE) print_replicate_size(printer, "", op->n);
  if (op->code == OP_MATVEC && op->n == 0) print_sizes(printer, "", op->n, op->m);
}

static void print_derivative(Printer *printer, const LopNode *lop, const Term *node) {
  const OpNode op = *op_of(printer, lop->op);
  OpShape shape = op_info(op.code)->shape;
  print_derivative_name(printer, &op, lop->code == LOP_TRANSPOSE);
  print_text(printer, "(");
  if (shape == SHAPE_EACH2 || shape == SHAPE_DOT) {
    print_two(printer, node->kid[0], LEVEL_TERM, ", ", node->kid[1], LEVEL_TERM, false);
  } else {
    bool scalar = shape == SHAPE_SCALE || shape == SHAPE_REPLICATE;
    print_term(printer, node->kid[0], LEVEL_TERM, scalar);
    if (node->kid[1].id != 0) print_text(printer, ", "), print_term(printer, node->kid[1], LEVEL_TERM, false);
  }
  print_text(printer, "; ");
  print_term(printer, node->kid[3], LEVEL_TERM, true);
  print_text(printer, ")");
}

/* Whether the sizes of a matrix operation cannot be had by dividing lengths. */
static bool needs_sizes(const LopNode *lop) {
  if (lop->code == LOP_MATVEC || lop->code == LOP_APPLY) return lop->n == 0;
  return lop->code == LOP_MATVEC_T && lop->m == 0;
}

/* What the reader knows of the operands, when the result's type is known or not. */
static void print_elementary_operands(Printer *printer, const LopNode *lop, const Term *node, bool known) {
  bool matrix = lop->code >= LOP_MATVEC, one = lop->arity == 1, x_known = false, s_known = !matrix;
  if (lop->code == LOP_NEG) s_known = known;
  if (lop->code == LOP_SCALAR) {
    x_known = true;
    s_known = known;
  }
  if (lop->code == LOP_ALONG || lop->code == LOP_SCALE) x_known = known;
  if (lop->code == LOP_SCALE || lop->code == LOP_DOT) {
    print_two(printer, node->kid[0], LEVEL_TERM, "; ", node->kid[3], LEVEL_TERM, x_known);
    return;
  }
  if (one) print_term(printer, node->kid[0], LEVEL_TERM, x_known);
  print_text(printer, "; ");
  print_term(printer, node->kid[3], LEVEL_TERM, s_known);
}

void print_lop(Printer *printer, const Term *node, bool known) {
  const LopNode lop = *lop_node(&printer->store->ops, term_lop_payload(node));
  if (lop.code == LOP_DERIVATIVE || lop.code == LOP_TRANSPOSE) {
    print_derivative(printer, &lop, node);
    return;
  }
  print_text(printer, lop_info(lop.code)->name);
  if (needs_sizes(&lop)) print_sizes(printer, "", lop.n, lop.m);
  print_text(printer, "(");
  print_elementary_operands(printer, &lop, node, known);
  print_text(printer, ")");
}
