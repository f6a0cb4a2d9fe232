/* Operations of the source language: numbers, infix forms, named operations. */
#include "semantics/text/elaborate.h"

#include <string.h>

static bool need_cartesian(Elaborator *e, const Place *place, const Syntax *s, const char *what) {
  if (!place_is_linear(place)) return true;
  return elaborate_fail(e, s->span, "%s is Cartesian, but a linear term is needed here", what);
}

/* --------------------------------------------------------------- numbers -- */

static bool is_whole(Elaborator *e, ConstantId constant) {
  const Constant *c = constant_get(&e->store->constants, constant);
  return mpz_cmp_ui(mpq_denref(c->exact[0]), 1) == 0;
}

static Draft *constant_draft(Elaborator *e, const Syntax *s, ConstantId constant, Mono *type) {
  Draft *draft = draft_make(e, TERM_OP, s, NULL, NULL);
  if (draft == NULL) return NULL;
  draft->op = OP_CONST;
  draft->constant = constant;
  draft->type = type;
  return draft;
}

/* A whole number is Int or real^n, any other real^n; real when nothing says. */
Draft *elaborate_number(Elaborator *e, const Place *place, const Syntax *s, ConstantId constant, Mono *expected) {
  if (!need_cartesian(e, place, s, "a number")) return NULL;
  Mono *type = mono_numeric(&e->unifier, true);
  if (!is_whole(e, constant)) {
    Size *n = size_meta(&e->unifier);
    n->literal = true;
    type = mono_real(&e->unifier, n);
  }
  if (!elaborate_expect(e, s->span, type, expected)) return NULL;
  return constant_draft(e, s, constant, type);
}

/* The longest literal with terms in it; it is written out with as many vectors
 * of its length. */
#define MAX_ELEMENTS 64u

/* The i-th unit vector of real^n. */
static ConstantId unit_vector(Elaborator *e, uint32_t i, uint32_t n) {
  mpq_t values[MAX_ELEMENTS];
  for (uint32_t k = 0; k < n; k++) {
    mpq_init(values[k]);
    mpq_set_ui(values[k], k == i, 1);
  }
  ConstantId id = constant_intern(&e->store->constants, (const mpq_t *)values, n);
  for (uint32_t k = 0; k < n; k++) mpq_clear(values[k]);
  if (id.id == 0) reader_exhausted(e->reader);
  return id;
}

/* An entry of a literal: a real. */
static Draft *elaborate_entry(Elaborator *e, const Place *place, const Syntax *s) {
  Mono *type = mono_meta(&e->unifier), *real = mono_real(&e->unifier, size_known(&e->unifier, 1));
  Draft *t = elaborate(e, place, s, type);
  if (t == NULL || mono_unify(&e->unifier, type, real)) return t;
  char is[256];
  mono_print(&e->unifier, type, is, sizeof is);
  elaborate_fail(e, s->span, "this is %s, but the entries of [t, s, ...] are real; build makes other arrays", is);
  return NULL;
}

/* t .* e_i, and both operands' sum, all of real^n */
static Draft *binary_draft(Elaborator *e, const Syntax *s, OpCode code, Size *n, Draft *x, Draft *y) {
  Draft *draft = y == NULL ? NULL : draft_make(e, TERM_OP, s, x, y);
  if (draft == NULL) return NULL;
  draft->op = code;
  draft->n = n;
  return draft;
}

/* [t1, ..., tn] = t1 .* e1 + ... + tn .* en.  The core has no array of given
 * terms; this sum is equal to it in every ring, costs n^2 operations, and has the
 * derivatives of .* and +. */
static Draft *elaborate_entries(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  uint32_t count = s->code, i = 0;
  if (count > MAX_ELEMENTS) {
    reader_fail(e->reader, STATUS_LIMIT, s->span, "[t, s, ...] has at most %u entries; use build", MAX_ELEMENTS);
    return NULL;
  }
  Size *n = size_known(&e->unifier, count);
  Mono *type = mono_real(&e->unifier, n);
  if (!elaborate_expect(e, s->span, type, expected)) return NULL;
  if (count == 1) return elaborate_entry(e, place, s->kid[0]->kid[0]);
  Draft *sum = NULL;
  for (const Syntax *entry = s->kid[0]; entry != NULL; entry = entry->kid[1], i++) {
    ConstantId unit = unit_vector(e, i, count);
    Draft *t = unit.id == 0 ? NULL : elaborate_entry(e, place, entry->kid[0]);
    Draft *vector = t == NULL ? NULL : constant_draft(e, s, unit, type);
    Draft *scaled = binary_draft(e, entry, OP_SCALE, n, t, vector);
    if (scaled == NULL) return NULL;
    sum = sum == NULL ? scaled : binary_draft(e, s, OP_ADD, n, sum, scaled);
  }
  return sum;
}

/* [a1, ..., an] : real^n; of numbers [a] : real^n is a at every index. */
Draft *elaborate_vector(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (!need_cartesian(e, place, s, "a vector")) return NULL;
  if (s->constant.id == 0) return elaborate_entries(e, place, s, expected);
  uint32_t length = constant_get(&e->store->constants, s->constant)->length;
  Size *n = length == 1 ? size_meta(&e->unifier) : size_known(&e->unifier, length);
  n->literal = true;
  Mono *type = mono_real(&e->unifier, n);
  if (!elaborate_expect(e, s->span, type, expected)) return NULL;
  return constant_draft(e, s, s->constant, type);
}

static Draft *one_draft(Elaborator *e, const Syntax *s, int64_t value, Mono *type) {
  ConstantId id = constant_from_ratio(&e->store->constants, value, 1);
  if (id.id == 0) return reader_exhausted(e->reader), NULL;
  return constant_draft(e, s, id, type);
}

/* e = exp 1 and pi = 4 * atan 1, exactly; of real^n as numbers are. */
Draft *elaborate_known_number(Elaborator *e, const Place *place, const Syntax *s, bool pi, Mono *expected) {
  if (!need_cartesian(e, place, s, "a number")) return NULL;
  Size *n = size_meta(&e->unifier);
  n->literal = true;
  Mono *type = mono_real(&e->unifier, n);
  if (!elaborate_expect(e, s->span, type, expected)) return NULL;
  Draft *one = one_draft(e, s, 1, type), *value = one == NULL ? NULL : draft_make(e, TERM_OP, s, one, NULL);
  if (value == NULL) return NULL;
  value->op = pi ? op_of_function(FUNCTION_ATAN) : OP_EXP;
  value->n = n;
  if (!pi) return value;
  Draft *four = one_draft(e, s, 4, type), *product = four == NULL ? NULL : draft_make(e, TERM_OP, s, four, value);
  if (product == NULL) return NULL;
  product->op = OP_MUL;
  product->type = type;
  return product;
}

static ConstantId negated(Elaborator *e, ConstantId constant) {
  mpq_t value;
  mpq_init(value);
  mpq_neg(value, constant_get(&e->store->constants, constant)->exact[0]);
  ConstantId id = constant_intern(&e->store->constants, (const mpq_t *)&value, 1);
  mpq_clear(value);
  if (id.id == 0) reader_exhausted(e->reader);
  return id;
}

/* ------------------------------------------------------------ signatures -- */

uint32_t op_arity(OpCode code) {
  switch (op_info(code)->shape) {
  case SHAPE_CONST:
  case SHAPE_INT: return 0;
  case SHAPE_EACH:
  case SHAPE_SUM:
  case SHAPE_REPLICATE:
  case SHAPE_TOREAL: return 1;
  case SHAPE_EACH2:
  case SHAPE_DOT:
  case SHAPE_SCALE:
  case SHAPE_MATVEC:
  case SHAPE_TEST:
  case SHAPE_INTTEST:
  case SHAPE_INT2: return 2;
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: return 0; /* they have no name in programs */
  }
  return 0;
}

static Mono *real_of(Elaborator *e, Size *n) { return mono_real(&e->unifier, n); }

static void sign_matvec(Elaborator *e, Signature *s, const Syntax *at) {
  Size *area = elaborate_needed_size(e);
  s->n = elaborate_needed_size(e);
  s->m = elaborate_needed_size(e);
  size_equation(&e->unifier, OP_IMUL, area, s->m, s->n, at);
  s->operand[0] = real_of(e, area);
  s->operand[1] = real_of(e, s->n);
  s->result = real_of(e, s->m);
}

Signature op_signature(Elaborator *e, OpCode code, const Syntax *at) {
  Signature s = {NULL, NULL, {NULL, NULL}, NULL};
  Mono *real = real_of(e, size_known(&e->unifier, 1)), *integer = mono_make(&e->unifier, TYPE_INT, NULL, NULL, NULL);
  OpShape shape = op_info(code)->shape;
  bool elementwise = shape == SHAPE_CONST || shape == SHAPE_EACH || shape == SHAPE_EACH2 || shape == SHAPE_SCALE;
  bool sizeless = shape == SHAPE_INT || shape == SHAPE_INT2 || shape == SHAPE_TOREAL || shape == SHAPE_TEST ||
                  shape == SHAPE_INTTEST;
  if (shape != SHAPE_MATVEC && !sizeless) s.n = elementwise ? size_meta(&e->unifier) : elaborate_needed_size(e);
  Mono *vector = s.n == NULL ? NULL : real_of(e, s.n);
  switch (shape) {
  case SHAPE_CONST: s.result = vector; break;
  case SHAPE_EACH: s.operand[0] = s.result = vector; break;
  case SHAPE_EACH2: s.operand[0] = s.operand[1] = s.result = vector; break;
  case SHAPE_SUM:
    s.operand[0] = vector;
    s.result = real;
    break;
  case SHAPE_DOT:
    s.operand[0] = s.operand[1] = vector;
    s.result = real;
    break;
  case SHAPE_SCALE:
    s.operand[0] = real;
    s.operand[1] = s.result = vector;
    break;
  case SHAPE_MATVEC: sign_matvec(e, &s, at); break;
  case SHAPE_REPLICATE:
    s.operand[0] = real;
    s.result = vector;
    break;
  case SHAPE_INT: s.result = integer; break;
  case SHAPE_INT2: s.operand[0] = s.operand[1] = s.result = integer; break;
  case SHAPE_TOREAL:
    s.operand[0] = integer;
    s.result = real;
    break;
  case SHAPE_TEST:
  case SHAPE_INTTEST:
    s.operand[0] = s.operand[1] = shape == SHAPE_TEST ? real : integer;
    s.result = mono_bool(&e->unifier);
    break;
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: break;
  }
  return s;
}

/* {3}, {n = 3}, {n = 3, m = 2} */
bool apply_sizes(Elaborator *e, const Place *place, const Syntax *sizes, Signature *signature) {
  for (; sizes != NULL; sizes = sizes->kid[1]) {
    const char *name = sizes->name.id == 0 ? "n" : name_text(e->store, sizes->name);
    Size *size = strcmp(name, "n") == 0 ? signature->n : strcmp(name, "m") == 0 ? signature->m : NULL;
    Size *given = elaborate_size(e, place->sizes, sizes->kid[0]);
    if (given == NULL) return false;
    if (size == NULL) return elaborate_fail(e, sizes->span, "this operation has no size '%.40s'", name);
    if (!size_unify(size, given)) return elaborate_fail(e, sizes->span, "the size '%.40s' is given twice", name);
  }
  return true;
}

/* ---------------------------------------------------------- applications -- */

static Draft *op_draft(Elaborator *e, const Syntax *s, OpCode code, const Signature *signature, Draft *x, Draft *y) {
  Draft *draft = draft_make(e, TERM_OP, s, x, y);
  if (draft == NULL) return NULL;
  draft->op = code;
  draft->n = signature->n;
  draft->m = signature->m;
  return draft;
}

static Draft *finish_op(Elaborator *e, const Place *place, const Syntax *s, OpCode code, const Signature *signature,
                        const Syntax *const *arguments) {
  Draft *operand[OP_MAX_ARITY] = {NULL, NULL};
  for (uint32_t i = 0; i < op_arity(code) && i < OP_MAX_ARITY; i++) {
    operand[i] = elaborate(e, place, arguments[i], signature->operand[i]);
    if (operand[i] == NULL) return NULL;
  }
  return op_draft(e, s, code, signature, operand[0], operand[1]);
}

Draft *elaborate_op(Elaborator *e, const Place *place, const Syntax *s, OpCode code, const Syntax *const *arguments,
                    const Syntax *sizes, Mono *expected) {
  if (!need_cartesian(e, place, s, "an operation")) return NULL;
  Signature signature = op_signature(e, code, s);
  if (!apply_sizes(e, place, sizes, &signature)) return NULL;
  if (!elaborate_expect(e, s->span, signature.result, expected)) return NULL;
  return finish_op(e, place, s, code, &signature, arguments);
}

static bool is_test(OpCode op) { return op == OP_LESS || op == OP_LESSEQ || op == OP_EQUAL; }

/* t + s : T, T being Int or real^n; t < s : 1 + 1, t and s being Int or real */
static Draft *elaborate_overloaded(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  Mono *type = mono_numeric(&e->unifier, false);
  if (!elaborate_expect(e, s->span, is_test(s->op) ? mono_bool(&e->unifier) : type, expected)) return NULL;
  Draft *x = elaborate(e, place, s->kid[0], type);
  Draft *y = x == NULL ? NULL : elaborate(e, place, s->kid[1], type);
  bool turned = s->code == 1; /* t > s is s < t */
  Draft *draft = y == NULL ? NULL : draft_make(e, TERM_OP, s, turned ? y : x, turned ? x : y);
  if (draft == NULL) return NULL;
  draft->op = s->op;
  draft->type = type;
  return draft;
}

static Draft *elaborate_plus(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (s->op != OP_ADD) {
    elaborate_fail(e, s->span, "linear terms have + only; write neg(; t) and scale(x; t)");
    return NULL;
  }
  Draft *t = elaborate(e, place, s->kid[0], expected);
  Draft *u = t == NULL ? NULL : elaborate(e, place, s->kid[1], expected);
  return u == NULL ? NULL : draft_make(e, TERM_PLUS, s, t, u);
}

Draft *elaborate_binary(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (place_is_linear(place)) return elaborate_plus(e, place, s, expected);
  if (s->op == OP_ADD || s->op == OP_SUB || s->op == OP_MUL || is_test(s->op))
    return elaborate_overloaded(e, place, s, expected);
  const Syntax *operands[] = {s->kid[0], s->kid[1]};
  return elaborate_op(e, place, s, s->op, operands, NULL, expected);
}

/* The minus of a number is part of it. */
Draft *elaborate_negate(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (place_is_linear(place)) {
    elaborate_fail(e, s->span, "there is no minus in linear terms; write neg(; t)");
    return NULL;
  }
  if (s->kid[0]->kind == SYNTAX_NUMBER) {
    ConstantId constant = negated(e, s->kid[0]->constant);
    return constant.id == 0 ? NULL : elaborate_number(e, place, s, constant, expected);
  }
  const Syntax *operand = s->kid[0];
  return elaborate_op(e, place, s, OP_NEG, &operand, NULL, expected);
}

Draft *elaborate_power(Elaborator *e, const Place *place, const Syntax *s, Mono *expected) {
  if (s->constant.id == 0) {
    const Syntax *operands[] = {s->kid[0], s->kid[1]};
    return elaborate_op(e, place, s, op_of_function(FUNCTION_POW), operands, NULL, expected);
  }
  const Syntax *operand = s->kid[0];
  Draft *draft = elaborate_op(e, place, s, OP_POW, &operand, NULL, expected);
  if (draft != NULL) draft->constant = s->constant;
  return draft;
}
