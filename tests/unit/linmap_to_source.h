/* Back to the shared source language: symbols become indices, calls become lets, a
 * fold over n entries becomes the source's fold. */
#ifndef ADJUDGE_TESTS_LINMAP_TO_SOURCE_H
#define ADJUDGE_TESTS_LINMAP_TO_SOURCE_H

#include "semantics/linmap/cases.h"
#include "semantics/linmap/language.h"

/* E: which level (the outermost is 0) a variable is bound at. */
typedef struct Scope {
  const struct Scope *outer;
  LmSymbol x;
  uint32_t level;
} Scope;

typedef struct Back {
  LmBuilder *b;
  const LmProgram *program;
  const char *missing;
  uint32_t depth;   /* identifiers in scope */
  uint32_t nesting; /* nested calls left */
} Back;

static TermId translate(Back *back, const Scope *scope, const LmTerm *t);

static TermId refuse(Back *back, const char *what) {
  if (back->b->status == STATUS_OK) {
    back->b->status = STATUS_UNABLE;
    back->missing = what;
  }
  return TERM_NONE_ID;
}

static TypeId back_type(Back *back, const LmType *type) {
  TypeTable *types = &back->b->store->types;
  switch (type->kind) {
  case LM_TYPE_NAT: return type_int(types);
  case LM_TYPE_BOOL: return type_bool(types);
  case LM_TYPE_REAL: return type_real(types, 1);
  case LM_TYPE_TUPLE:
    if (type->n == 0) return type_unit(types);
    if (type->n == 2) return type_prod(types, back_type(back, type->part[0]), back_type(back, type->part[1]));
    (void)refuse(back, "tuples of more than two");
    return (TypeId){0};
  case LM_TYPE_VEC: return type_array(types, back_type(back, type->part[0]), type->n);
  case LM_TYPE_MAP: (void)refuse(back, "linear maps"); return (TypeId){0};
  }
  return (TypeId){0};
}

static TermId variable(Back *back, uint32_t level) { return term_var(back->b->store, back->depth - 1 - level); }

/* A body under one more identifier, the variable x. */
static TermId under(Back *back, const Scope *scope, LmSymbol x, const LmTerm *body) {
  Scope inner = {scope, x, back->depth++};
  TermId t = translate(back, &inner, body);
  back->depth--;
  return t;
}

/* -------------------------------------------------------------- operations -- */

/* The operation of the same meaning on real^n; on Ints and tests n is not used. */
static OpCode same_op(LmPrim prim, bool nats) {
  switch (prim) {
  case LM_PRIM_ADD: return OP_ADD;
  case LM_PRIM_SUB: return OP_SUB;
  case LM_PRIM_MUL: return OP_MUL;
  case LM_PRIM_DIV: return OP_DIV;
  case LM_PRIM_MAX: return OP_MAX;
  case LM_PRIM_MIN: return OP_MIN;
  case LM_PRIM_NEG: return OP_NEG;
  case LM_PRIM_SIN: return OP_SIN;
  case LM_PRIM_COS: return OP_COS;
  case LM_PRIM_TAN: return OP_TAN;
  case LM_PRIM_EXP: return OP_EXP;
  case LM_PRIM_LOG: return OP_LOG;
  case LM_PRIM_SQRT: return OP_SQRT;
  case LM_PRIM_TANH: return OP_TANH;
  case LM_PRIM_SIGMOID: return OP_SIGMOID;
  case LM_PRIM_SIGN: return OP_SIGN;
  case LM_PRIM_TIMES: return OP_SCALE;
  case LM_PRIM_NADD: return OP_IADD;
  case LM_PRIM_NSUB: return OP_ISUB;
  case LM_PRIM_NMUL: return OP_IMUL;
  case LM_PRIM_NDIV: return OP_IDIV;
  case LM_PRIM_NMOD: return OP_IMOD;
  case LM_PRIM_NMIN: return OP_IMIN;
  case LM_PRIM_NMAX: return OP_IMAX;
  case LM_PRIM_TOREAL: return OP_TOREAL;
  case LM_PRIM_LT: return nats ? OP_ILESS : OP_LESS;
  case LM_PRIM_LE: return nats ? OP_ILESSEQ : OP_LESSEQ;
  case LM_PRIM_EQ: return nats ? OP_IEQUAL : OP_EQUAL;
  case LM_PRIM_POW:
  case LM_PRIM_PI:
  case LM_PRIM_IX:
  case LM_PRIM_SUM:
  case LM_PRIM_SZ:
  case LM_PRIM_GIVEN:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: return OP_CODE_COUNT;
  }
  return OP_CODE_COUNT;
}

static bool is_reals(const LmType *type) {
  return type->kind == LM_TYPE_REAL || (type->kind == LM_TYPE_VEC && type->part[0]->kind == LM_TYPE_REAL);
}
static uint32_t reals(const LmType *type) { return type->kind == LM_TYPE_REAL ? 1 : type->n; }

static OpId op_of(Back *back, const LmTerm *t, const LmType *operand) {
  Store *store = back->b->store;
  bool nats = operand->kind == LM_TYPE_NAT ||
              (operand->kind == LM_TYPE_TUPLE && operand->n == 2 && operand->part[0]->kind == LM_TYPE_NAT);
  OpCode code = same_op(t->prim, nats);
  OpId given = {t->prim == LM_PRIM_GIVEN ? (uint32_t)t->integer : 0};
  if (given.id != 0 && op_is_function(op_node(&store->ops, given)->code)) return given;
  if (code == OP_CODE_COUNT) return (OpId){0};
  OpShape shape = op_info(code)->shape;
  bool sized = shape == SHAPE_EACH || shape == SHAPE_EACH2 || shape == SHAPE_SCALE;
  if (sized && !is_reals(t->type)) return (OpId){0};
  return op_make(&store->ops, &store->types, code, sized ? reals(t->type) : 0, 0);
}

static TermId int_literal(Back *back, int64_t k) {
  Store *store = back->b->store;
  return term_op(store, op_make_int(&store->ops, &store->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

/* let z = e in op(fst z, snd z), or the parts of a pair that stands there. */
static TermId apply_op(Back *back, const Scope *scope, OpId op, const LmTerm *e, bool two) {
  Store *store = back->b->store;
  if (op.id == 0) return refuse(back, "a built-in function at this type");
  if (!two) return term_op(store, op, translate(back, scope, e), TERM_NONE_ID);
  if (e->kind == LM_TUPLE) {
    TermId x = translate(back, scope, e->kid[0]);
    return term_op(store, op, x, translate(back, scope, e->kid[1]));
  }
  TermId bound = translate(back, scope, e), z = term_var(store, 0);
  return term_let(store, NAME_NONE, bound, term_op(store, op, term_fst(store, z), term_snd(store, z)));
}

static TermId translate_index(Back *back, const Scope *scope, const LmTerm *e) {
  Store *store = back->b->store;
  if (e->kind == LM_TUPLE) {
    TermId i = translate(back, scope, e->kid[0]);
    return term_index(store, i, translate(back, scope, e->kid[1]));
  }
  TermId bound = translate(back, scope, e), z = term_var(store, 0);
  return term_let(store, NAME_NONE, bound, term_index(store, term_fst(store, z), term_snd(store, z)));
}

static TermId translate_prim(Back *back, const Scope *scope, const LmTerm *t) {
  Store *store = back->b->store;
  const LmTerm *e = t->kid[0];
  if (t->prim == LM_PRIM_PI) {
    if (e->type->n != 2) return refuse(back, "tuples of more than two");
    TermId pair = translate(back, scope, e);
    return t->n == 0 ? term_fst(store, pair) : term_snd(store, pair);
  }
  if (t->prim == LM_PRIM_SZ) return int_literal(back, e->type->n);
  if (t->prim == LM_PRIM_IX) return translate_index(back, scope, e);
  if (t->prim == LM_PRIM_SUM) return term_total(store, back_type(back, t->type), translate(back, scope, e));
  if (t->prim == LM_PRIM_DELTA) return refuse(back, "deltaVec");
  if (t->prim == LM_PRIM_POW) {
    if (!is_reals(t->type)) return refuse(back, "powers of tuples");
    OpId power = op_make_power(&store->ops, &store->types, reals(t->type), t->constant);
    return apply_op(back, scope, power, e, false);
  }
  OpId op = op_of(back, t, e->type);
  return apply_op(back, scope, op, e, op.id != 0 && op_node(&store->ops, op)->arity == 2);
}

/* ------------------------------------------------------------------- rules -- */

static TermId translate_tuple(Back *back, const Scope *scope, const LmTerm *t) {
  if (t->count == 0) return term_unit(back->b->store);
  if (t->count != 2) return refuse(back, "tuples of more than two");
  TermId first = translate(back, scope, t->kid[0]);
  return term_pair(back->b->store, first, translate(back, scope, t->kid[1]));
}

/* let x = e in the body of f, which sees x alone. */
static TermId translate_call(Back *back, const Scope *scope, const LmTerm *t) {
  const LmDefinition *f = &back->program->definitions[t->n];
  TermId argument = translate(back, scope, t->kid[0]);
  return term_let(back->b->store, NAME_NONE, argument, under(back, NULL, f->x, f->body));
}

/* fold (a x. let t = (a, x) in e) acc v */
static TermId translate_fold(Back *back, const Scope *scope, const LmTerm *t) {
  Store *store = back->b->store;
  TermId acc = translate(back, scope, t->kid[1]), v = translate(back, scope, t->kid[2]);
  back->depth += 2;
  TermId step = term_pair(store, term_var(store, 1), term_var(store, 0));
  TermId body = term_let(store, NAME_NONE, step, under(back, scope, t->x, t->kid[0]));
  back->depth -= 2;
  return term_fold(store, NAME_NONE, NAME_NONE, body, acc, v);
}

static TermId translate_constant(Back *back, const LmTerm *t) {
  Store *store = back->b->store;
  return term_op(store, op_make_constant(&store->ops, &store->types, 1, t->constant), TERM_NONE_ID, TERM_NONE_ID);
}

static TermId translate_rule(Back *back, const Scope *scope, const LmTerm *t) {
  Store *store = back->b->store;
  TermId first, second;
  switch (t->kind) {
  case LM_VAR:
    while (scope != NULL && scope->x != t->x) scope = scope->outer;
    return scope == NULL ? refuse(back, "a variable that is not in scope") : variable(back, scope->level);
  case LM_REAL: return translate_constant(back, t);
  case LM_NAT: return int_literal(back, t->integer);
  case LM_CALL: return translate_call(back, scope, t);
  case LM_PRIM: return translate_prim(back, scope, t);
  case LM_TUPLE: return translate_tuple(back, scope, t);
  case LM_LET:
    first = translate(back, scope, t->kid[0]);
    return term_let(store, NAME_NONE, first, under(back, scope, t->x, t->kid[1]));
  case LM_IF:
    first = translate(back, scope, t->kid[0]);
    second = translate(back, scope, t->kid[1]);
    return term_if(store, first, second, translate(back, scope, t->kid[2]));
  case LM_BUILD: return term_build(store, NAME_NONE, t->n, under(back, scope, t->x, t->kid[1]));
  case LM_FOLD: return translate_fold(back, scope, t);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED:
  case LM_NULL: return refuse(back, "linear maps and what is made from them");
  }
  return TERM_NONE_ID;
}

static TermId translate(Back *back, const Scope *scope, const LmTerm *t) {
  if (back->nesting == 0 && back->b->status == STATUS_OK) back->b->status = STATUS_LIMIT;
  if (back->b->status != STATUS_OK) return TERM_NONE_ID;
  back->nesting--;
  TermId result = translate_rule(back, scope, t);
  back->nesting++;
  return result;
}

/* The last definition: calls are lets.  The context is the argument alone, put into
 * `context`, which out->context points to.  UNABLE for linear maps, what is made from them,
 * and tuples of more than two. */
static Status linmap_to_source(LmBuilder *b, const LmProgram *program, TypeId *context, Program *out,
                               const char **missing) {
  Back back = {.b = b, .program = program, .missing = "", .nesting = LM_DEPTH};
  const LmDefinition *f = &program->definitions[program->count - 1];
  back.depth = 1;
  Scope argument = {NULL, f->x, 0};
  context[0] = back_type(&back, f->from);
  TermId t = translate(&back, &argument, f->body);
  *out = (Program){t, context, 1, b->status == STATUS_OK ? back_type(&back, f->body->type) : (TypeId){0}};
  *missing = back.missing;
  return b->status != STATUS_OK ? b->status : store_take_status(b->store);
}

#endif
