/* The interpreter of the applied language and its evaluator, CHAD section 9.2. */
#include "semantics/chad/applied/value.h"

Status env_bind(Interpreter *in, const Value *value, const Env *outer, const Env **out) {
  Env *env = arena_alloc(in->machine->arena, sizeof *env);
  if (env == NULL) return STATUS_LIMIT;
  *env = (Env){value, outer};
  *out = env;
  return STATUS_OK;
}

static OWN_FRAME Status eval_var(const Env *env, uint32_t index, const Value **out) {
  for (; index > 0 && env != NULL; index--) env = env->outer;
  if (env == NULL) return STATUS_STUCK;
  *out = env->value;
  return STATUS_OK;
}

static OWN_FRAME Status eval_let(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *bound;
  AppliedTermId body = t->kid[1];
  TRY(applied_eval_term(in, t->kid[0], env, &bound));
  TRY(env_bind(in, bound, env, &env));
  return applied_eval_term(in, body, env, out);
}

/* The scalars of an operand of that type. */
static Status operand_scalars(const Store *store, TypeId type, const Value *value, const Scalar **scalars) {
  const TypeNode *node = type_node(&store->types, type);
  bool fits = node->kind == TYPE_INT ? value->kind == VALUE_INT : value->kind == VALUE_REAL && value->count == node->n;
  *scalars = value_scalars(value);
  return fits ? STATUS_OK : STATUS_STUCK;
}

static OWN_FRAME Status eval_operation(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  Store *store = in->machine->store;
  OpId id = {t->payload};
  const OpNode *op = op_node(&store->ops, id);
  const Scalar *operand[OP_MAX_ARITY] = {NULL, NULL};
  for (uint32_t i = 0; i < op->arity; i++) {
    const Value *value;
    TRY(applied_eval_term(in, t->kid[i], env, &value));
    TRY(operand_scalars(store, op->operand[i], value, &operand[i]));
  }
  if (op_is_test(op)) {
    Scalar holds;
    TRY(op_value(&store->ops, &store->constants, in->machine->ring, id, operand[0], operand[1], &holds));
    return value_truth(in, scalar_to_int(holds) != 0, out);
  }
  bool is_int = type_kind(&store->types, op->result) == TYPE_INT;
  Scalar *result, integer;
  if (is_int) {
    TRY(op_value(&store->ops, &store->constants, in->machine->ring, id, operand[0], operand[1], &integer));
    return value_int(in, scalar_to_int(integer), out);
  }
  TRY(value_real(in, type_node(&store->types, op->result)->n, &result, out));
  return op_value(&store->ops, &store->constants, in->machine->ring, id, operand[0], operand[1], result);
}

/* What has one value in all environments is made once for each place in the program. */
static const Value **kept(Interpreter *in, const AppliedTerm *t) {
  return &in->tables->terms[t - in->tables->terms].value;
}

static OWN_FRAME Status eval_op(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  Elsewhere back;
  if (t->kid[0].id != 0) return eval_operation(in, t, env, out);
  if (t->value == NULL) {
    scratch_keep(in, &back);
    Status status = eval_operation(in, t, env, out);
    scratch_kept(in, &back);
    TRY(status);
    *kept(in, t) = *out;
  }
  *out = t->value;
  return STATUS_OK;
}

static OWN_FRAME Status eval_pair(Interpreter *in, const AppliedTerm *t, const Env *env, ValueKind kind,
                                  const Value **out) {
  const Value *a, *b;
  TRY(applied_eval_term(in, t->kid[0], env, &a));
  TRY(applied_eval_term(in, t->kid[1], env, &b));
  return value_make(in, (Value){.kind = kind, .type = t->type, .a = a, .b = b}, out);
}

static OWN_FRAME Status eval_projection(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *pair;
  bool first = t->kind == APPLIED_FST;
  TRY(applied_eval_term(in, t->kid[0], env, &pair));
  if (pair->kind != VALUE_PAIR) return STATUS_STUCK;
  *out = first ? pair->a : pair->b;
  return STATUS_OK;
}

static OWN_FRAME Status eval_app(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *function, *argument;
  TRY(applied_eval_term(in, t->kid[0], env, &function));
  TRY(applied_eval_term(in, t->kid[1], env, &argument));
  return value_apply(in, function, argument, out);
}

/* -------------------------------------------------------------- arrays -- */

/* The body at entry i: of a build, at i; of arrays, at their entries. */
static OWN_FRAME Status eval_entry(Interpreter *in, AppliedTermId body, uint32_t i, uint32_t arrays,
                                   const Value *const *array, const Env *env, const Value **out) {
  const Value *item;
  if (arrays == 0) {
    TRY(value_int(in, i, &item));
    TRY(env_bind(in, item, env, &env));
  }
  for (uint32_t a = 0; a < arrays; a++) {
    TRY(value_index(in, array[a], i, &item));
    TRY(env_bind(in, item, env, &env));
  }
  return applied_eval_term(in, body, env, out);
}

/* map, zipWith and build: the body in an environment of one or two more.  Two Vec
 * of different lengths are outside the domain. */
static OWN_FRAME Status eval_array(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  AppliedKind kind = t->kind;
  uint32_t n = applied_type(in->tables, t->type)->n, arrays = kind == APPLIED_BUILD ? 0 : kind == APPLIED_MAP ? 1 : 2;
  const Value *array[2] = {NULL, NULL}, *item;
  Making making;
  bool dynamic = n == TYPE_DYNAMIC;
  for (uint32_t a = 0; a < arrays; a++) {
    TRY(applied_eval_term(in, t->kid[a], env, &array[a]));
    if (dynamic && a == 0) n = array[0]->count;
    if (array[a]->count != n) return dynamic ? STATUS_DOMAIN : STATUS_STUCK;
  }
  TRY(making_begin(in, t->type, n, &making));
  for (uint32_t i = 0; i < n; i++) {
    making_entry(in, &making);
    TRY(eval_entry(in, t->kid[arrays], i, arrays, array, env, &item));
    TRY(making_put(in, &making, i, item));
  }
  return making_end(in, &making, out);
}

static OWN_FRAME Status eval_index(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *index, *array;
  TRY(applied_eval_term(in, t->kid[0], env, &index));
  TRY(applied_eval_term(in, t->kid[1], env, &array));
  if (index->kind != VALUE_INT) return STATUS_STUCK;
  return value_index(in, array, scalar_to_int(value_scalars(index)[0]), out);
}

/* ------------------------------------------------------------- the API -- */

/* lop(t): an elementary operation with its operand, or the body of Dop or
 * Dop^t in the environment of the operands. */
static OWN_FRAME Status eval_lop(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *operand = NULL;
  const Env *operands = NULL;
  for (uint32_t i = 0; i < OP_MAX_ARITY && t->kid[i].id != 0; i++) {
    TRY(applied_eval_term(in, t->kid[i], env, &operand));
    TRY(env_bind(in, operand, operands, &operands));
  }
  if (t->kid[2].id != 0) return applied_eval_term(in, t->kid[2], operands, out);
  return value_make(in, (Value){.kind = VALUE_LOP, .id = t->payload, .a = operand}, out);
}

static OWN_FRAME Status eval_delayed(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  return value_forceable(in, (Value){.kind = VALUE_DELAYED, .id = t->kid[0].id, .a = env}, out);
}

/* A constant of the API with one operand, and its annotation. */
static OWN_FRAME Status eval_constant(Interpreter *in, const AppliedTerm *t, const Env *env, ValueKind kind,
                                      const Value **out) {
  const Value *operand;
  TRY(applied_eval_term(in, t->kid[0], env, &operand));
  if ((kind == VALUE_LINDEX || kind == VALUE_LONEHOT) && operand->kind != VALUE_INT) return STATUS_STUCK;
  return value_make(in, (Value){.kind = kind, .type = t->type, .a = operand}, out);
}

/* Without operands. */
static OWN_FRAME Status eval_plain(Interpreter *in, const AppliedTerm *t, ValueKind kind, const Value **out) {
  if (t->value == NULL) {
    Elsewhere back;
    scratch_keep(in, &back);
    Status status = value_make(in, (Value){.kind = kind, .type = t->type}, kept(in, t));
    scratch_kept(in, &back);
    TRY(status);
  }
  *out = t->value;
  return STATUS_OK;
}

static OWN_FRAME Status eval_plus(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  const Value *a, *b;
  TRY(applied_eval_term(in, t->kid[0], env, &a));
  TRY(applied_eval_term(in, t->kid[1], env, &b));
  return value_plus(in, t->type, a, b, out);
}

static Status eval_node(Interpreter *in, const AppliedTerm *t, const Env *env, const Value **out) {
  switch (t->kind) {
  /* Call by value, with environments and closures. */
  case APPLIED_VAR: RULE(APPE_CARTESIAN); return eval_var(env, t->payload, out);
  case APPLIED_LET: return eval_let(in, t, env, out);
  case APPLIED_OP: return eval_op(in, t, env, out);
  case APPLIED_UNIT: return value_make(in, (Value){.kind = VALUE_UNIT}, out);
  case APPLIED_PAIR: return eval_pair(in, t, env, VALUE_PAIR, out);
  case APPLIED_FST:
  case APPLIED_SND: return eval_projection(in, t, env, out);
  case APPLIED_LAM: return value_make(in, (Value){.kind = VALUE_CLOSURE, .id = t->kid[0].id, .a = env}, out);
  case APPLIED_APP: return eval_app(in, t, env, out);
  case APPLIED_MAP:
  case APPLIED_ZIPWITH:
  case APPLIED_BUILD: return eval_array(in, t, env, out);
  case APPLIED_INDEX: return eval_index(in, t, env, out);
  case APPLIED_INL:
  case APPLIED_INR:
  case APPLIED_MATCH:
  case APPLIED_ITERATE:
  case APPLIED_WHILE:
  case APPLIED_FOLD:
  case APPLIED_SCAN:
  case APPLIED_TOTAL:
  case APPLIED_GATHER:
  case APPLIED_SCATTER:
  case APPLIED_LETREC: return applied_eval_control(in, t, env, out);
  /* Data are what they are made of. */
  case APPLIED_ROLL:
  case APPLIED_UNROLL: return applied_eval_term(in, t->kid[0], env, out);
  case APPLIED_VBUILD:
  case APPLIED_LENGTH:
  case APPLIED_FILTER:
  case APPLIED_APPEND:
  case APPLIED_VSCATTER: return applied_eval_vec(in, t, env, out);
  /* 0_T and t +_T s, by recursion on T */
  case APPLIED_ZERO: return value_zero(in, t->type, out);
  case APPLIED_PLUS: return eval_plus(in, t, env, out);
  /* The API makes functions; value_apply is what they do. */
  case APPLIED_LOP: return eval_lop(in, t, env, out);
  case APPLIED_LFUN: return eval_delayed(in, t, env, out);
  case APPLIED_LSEQ: return eval_pair(in, t, env, VALUE_LSEQ, out);
  case APPLIED_LPAIR: return eval_pair(in, t, env, VALUE_LPAIR, out);
  case APPLIED_LBIGSUM: return eval_pair(in, t, env, VALUE_LBIGSUM, out);
  case APPLIED_LITER: return eval_pair(in, t, env, VALUE_LITER, out);
  case APPLIED_LID: return eval_plain(in, t, VALUE_LID, out);
  case APPLIED_LSWAP: return eval_constant(in, t, env, VALUE_LSWAP, out);
  case APPLIED_LEVAL: return eval_constant(in, t, env, VALUE_LEVAL, out);
  case APPLIED_LSINGLE: return eval_constant(in, t, env, VALUE_LSINGLE, out);
  case APPLIED_LFOLD: return eval_constant(in, t, env, VALUE_LFOLD, out);
  case APPLIED_LFST: return eval_plain(in, t, VALUE_LFST, out);
  case APPLIED_LSND: return eval_plain(in, t, VALUE_LSND, out);
  case APPLIED_LBUILD: return eval_constant(in, t, env, VALUE_LBUILD, out);
  case APPLIED_LINDEX: return eval_constant(in, t, env, VALUE_LINDEX, out);
  case APPLIED_LSUM: return eval_plain(in, t, VALUE_LSUM, out);
  case APPLIED_LONEHOT: return eval_constant(in, t, env, VALUE_LONEHOT, out);
  case APPLIED_NONE:
  case APPLIED_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status applied_eval_term(Interpreter *in, AppliedTermId t, const Env *env, const Value **out) {
  TRY(interpreter_enter(in));
  /* The table of terms does not change while it is interpreted. */
  Status status = eval_node(in, applied_term(in->tables, t), env, out);
  interpreter_leave(in);
  return status;
}

/* ----------------------------------------------------------- evaluator -- */

/* Translates the program and evaluates it at the flat input. */
static Status applied_run(Interpreter *in, const Program *program, const Scalar *input, TypeId *type,
                          const Value **out) {
  AppliedTermId term;
  const Env *env = NULL;
  const Value *value;
  TRY(applied_translate(in->machine, in->tables, program, &term, type));
  for (uint32_t i = 0; i < program->length; i++) {
    AppliedTypeId context = applied_translate_type(in->tables, in->machine->store, program->context[i]);
    if (context.id == 0) return STATUS_LIMIT;
    TRY(value_from_flat(in, context, &input, &value));
    TRY(env_bind(in, value, env, &env));
  }
  return applied_eval_term(in, term, env, out);
}

static Status give_flat(Interpreter *in, TypeId type, const Value *value, Scalar *output) {
  TRY(evaluator_crosses(&in->machine->store->types, type));
  uint32_t dim = type_node(&in->machine->store->types, type)->dim;
  Scalar *end = dim == 0 ? output : output + dim; /* of no numbers there may be no place */
  TRY(value_to_flat(in, value, &output, end));
  return output == end ? STATUS_OK : STATUS_STUCK;
}

static OWN_FRAME Status eval_first_order(Interpreter *in, const Program *program, const Scalar *input, Scalar *output) {
  TypeId type;
  const Value *value;
  TRY(applied_run(in, program, input, &type, &value));
  if (!type_equal(type, program->type)) return STATUS_ILL_TYPED;
  return give_flat(in, type, value, output);
}

static OWN_FRAME Status eval_images(Interpreter *in, const Program *program, const Scalar *input, uint32_t seeds,
                                    const Scalar *seed, Scalar *primal, Scalar *image) {
  const TypeTable *types = &in->machine->store->types;
  TypeId type;
  const Value *result, *v, *w;
  TRY(applied_run(in, program, input, &type, &result));
  if (!type_equal(type, program->type) || type_kind(types, type) != TYPE_PROD || result->kind != VALUE_PAIR)
    return STATUS_ILL_TYPED;
  TypeId value = type_node(types, type)->a, linear = type_node(types, type)->b;
  if (type_kind(types, linear) != TYPE_LFUN) return STATUS_ILL_TYPED;
  TypeId domain = type_node(types, linear)->a, codomain = type_node(types, linear)->b;
  TRY(give_flat(in, value, result->a, primal));
  TRY(evaluator_crosses(types, domain));
  AppliedTypeId translated = applied_translate_type(in->tables, in->machine->store, domain);
  if (translated.id == 0) return STATUS_LIMIT;
  uint32_t dim = type_node(types, codomain)->dim;
  for (uint32_t k = 0; k < seeds; k++) {
    TRY(value_from_flat(in, translated, &seed, &v));
    TRY(value_apply(in, result->b, v, &w));
    TRY(give_flat(in, codomain, w, image + (size_t)k * dim));
  }
  return STATUS_OK;
}

/* What an evaluation changes of the machine but for fuel, given back by interpreter_close. */
static Status interpreter_open(Interpreter *in, Machine *machine, AppliedTables *tables) {
  in->machine = machine;
  in->tables = tables;
  in->spare = NULL;
  scratch_open(in);
  return applied_tables_init(tables, machine->arena);
}

static void interpreter_close(Interpreter *in, uint32_t depth, Arena *arena) {
  in->machine->depth = depth;
  in->machine->arena = arena;
  scratch_close(in);
}

static Status evaluate(Machine *machine, const Program *program, const Scalar *input, Scalar *output) {
  AppliedTables tables;
  Interpreter in;
  uint32_t depth = machine->depth;
  Arena *arena = machine->arena;
  Status status = interpreter_open(&in, machine, &tables);
  if (status == STATUS_OK) status = eval_first_order(&in, program, input, output);
  interpreter_close(&in, depth, arena);
  return status;
}

static Status evaluate_linear(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                              const Scalar *seed, Scalar *primal, Scalar *image) {
  AppliedTables tables;
  Interpreter in;
  uint32_t depth = machine->depth;
  Arena *arena = machine->arena;
  Status status = interpreter_open(&in, machine, &tables);
  if (status == STATUS_OK) status = eval_images(&in, program, input, seeds, seed, primal, image);
  interpreter_close(&in, depth, arena);
  return status;
}

const Evaluator applied_evaluator = {"applied", true, evaluate, evaluate_linear};
