/* Reading canonical values back to closed terms: SEM-SOUND. */
#include "semantics/chad/linear/cases.h"
#include "semantics/chad/linear/operational.h"
#include "semantics/chad/linear/values.h"
#include "semantics/memory/try.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Status read_cartesian(Run *run, const Value *value, TermId *t);
static Status read_linear(Run *run, TypeId domain, const Value *value, TermId *t);

/* A term just built: id 0 only at the store's limits. */
static Status built(Run *run, TermId made, TermId *t) {
  Status status = store_take_status(run->machine->store);
  *t = made;
  return status == STATUS_OK && made.id == 0 ? STATUS_LIMIT : status;
}

/* ----------------------------------------------------------------- constants -- */

static Status rational_of(Ring *ring, Scalar scalar, mpq_t out) {
  if (ring->is_field_p) {
    mpz_import(mpq_numref(out), 1, 1, sizeof scalar.word, 0, 0, &scalar.word);
    return STATUS_OK;
  }
  if (strcmp(ring->ops->name, "binary64") == 0) {
    double x = scalar_to_double(scalar);
    if (!isfinite(x)) return STATUS_UNABLE;
    mpq_set_d(out, x);
    return STATUS_OK;
  }
  if (strcmp(ring->ops->name, "Q") != 0) return STATUS_UNABLE;
  rational_get(ring, scalar, out);
  return STATUS_OK;
}

/* The constant of real^n with these scalars. */
static Status read_scalars(Run *run, const Scalar *scalars, uint32_t n, TermId *t) {
  Store *store = run->machine->store;
  uint32_t length = n == 0 ? 1 : n;
  mpq_t *exact = malloc(length * sizeof *exact);
  if (exact == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < length; i++) mpq_init(exact[i]);
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
    status = rational_of(run->machine->ring, scalars[i], exact[i]);
  }
  if (status == STATUS_OK) {
    ConstantId constant = constant_intern(&store->constants, (const mpq_t *)exact, length);
    OpId op = op_make_constant(&store->ops, &store->types, n, constant);
    status = op.id == 0 ? STATUS_LIMIT : built(run, term_op(store, op, TERM_NONE_ID, TERM_NONE_ID), t);
  }
  for (uint32_t i = 0; i < length; i++) mpq_clear(exact[i]);
  free(exact);
  return status;
}

static TermId int_term(Store *store, int64_t k) {
  return term_op(store, op_make_int(&store->ops, &store->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

/* -------------------------------------------------------------------- arrays -- */

static Status table_entry(Run *run, TypeId type, TermId table, TermId base, TermId *t);

/* base + by, for Int terms. */
static TermId moved(Store *store, TermId base, TermId by) {
  return term_op(store, op_make(&store->ops, &store->types, OP_IADD, 0, 0), base, by);
}

/* build n (i. the entry of the type at base + i*dim) */
static Status table_array(Run *run, TypeId element, uint32_t n, TermId table, TermId base, TermId *t) {
  Store *store = run->machine->store;
  uint32_t dim = type_node(&store->types, element)->dim;
  TermId stride = int_term(store, dim), shifted = term_shift(store, base, 0, 1);
  OpId times = op_make(&store->ops, &store->types, OP_IMUL, 0, 0);
  TermId at = moved(store, shifted, term_op(store, times, term_var(store, 0), stride)), body;
  TRY(table_entry(run, element, table, at, &body));
  return built(run, term_build(store, NAME_NONE, n, body), t);
}

/* The term whose value is that of the first-order type, without Int, with its
 * scalars in the closed `table` from index `base` on. */
static Status table_entry_of(Run *run, TypeId type, TermId table, TermId base, TermId *t) {
  Store *store = run->machine->store;
  const TypeNode node = *type_node(&store->types, type);
  TermId first, second;
  Status status;
  switch (node.kind) {
  case TYPE_UNIT: return built(run, term_unit(store), t);
  case TYPE_REAL:
    if (node.n == 1) return built(run, term_index(store, base, table), t);
    return table_array(run, type_real(&store->types, 1), node.n, table, base, t);
  case TYPE_ARRAY: return table_array(run, node.a, node.n, table, base, t);
  case TYPE_PROD:
    status = table_entry(run, node.a, table, base, &first);
    base = moved(store, base, int_term(store, type_node(&store->types, node.a)->dim));
    if (status == STATUS_OK) status = table_entry(run, node.b, table, base, &second);
    return status == STATUS_OK ? built(run, term_pair(store, first, second), t) : status;
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR:
  case TYPE_INT: return STATUS_UNABLE;
  }
  return STATUS_UNABLE;
}

static Status table_entry(Run *run, TypeId type, TermId table, TermId base, TermId *t) {
  Machine *machine = run->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = table_entry_of(run, type, table, base, t);
  machine->depth++;
  return status;
}

static Status read_array(Run *run, const Value *value, TermId *t) {
  Machine *machine = run->machine;
  TypeId type;
  TRY(canonical_type(run, value, &type));
  uint32_t dim = type_node(&machine->store->types, type)->dim;
  if (dim == TYPE_NOT_FLAT) return STATUS_UNABLE;
  Scalar *scalars = arena_array(machine->arena, dim, sizeof *scalars), *next = scalars;
  if (scalars == NULL) return STATUS_LIMIT;
  TermId table;
  TRY(canonical_write(machine, type, value, &next));
  TRY(read_scalars(run, scalars, dim, &table));
  return table_entry(run, type, table, int_term(machine->store, 0), t);
}

/* ------------------------------------------------------------------ closures -- */

/* t with what it captured put in its place; nothing is read back that is not used. */
static Status close_term(Run *run, TermId t, Environment *env, TermId *closed) {
  Store *store = run->machine->store;
  Status status = STATUS_OK;
  for (; env != NULL && status == STATUS_OK; env = env->outer) {
    TermId image = TERM_NONE_ID;
    if (term_occurrences(store, t, 0) == 0)
      status = built(run, term_unit(store), &image);
    else if (env->term.id != 0)
      image = env->term;
    else {
      status = read_cartesian(run, &env->value, &image);
      env->term = image;
    }
    if (status == STATUS_OK) status = built(run, term_subst(store, t, 0, image), &t);
  }
  *closed = t;
  return status;
}

/* \x. t of a power, with the value of its v put in its place. */
static Status read_power(Run *run, TypeId domain, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  const Closure *closure = value->data;
  Linear *v = closure->v;
  TermId lambda;
  Status status = close_term(run, (TermId){value->n}, closure->env, &lambda);
  if (status == STATUS_OK && v->term.id == 0) status = read_linear(run, domain, &v->value, &v->term);
  return status == STATUS_OK ? built(run, term_subst_linear(store, lambda, v->term), t) : status;
}

static Status read_power_sum(Run *run, TypeId domain, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  TermId first, second;
  TRY(read_linear(run, domain, &value_parts(value)[0], &first));
  TRY(read_linear(run, domain, &value_parts(value)[1], &second));
  const Term f = *term(store, first), g = *term(store, second);
  TermId sum = term_plus(store, f.kid[0], g.kid[0]);
  return built(run, term_lam(store, f.name, term_type_payload(&f), sum), t);
}

/* -------------------------------------------------------------- linear values -- */

/* Columns *offset .. *offset + n - 1 of the matrix, at `path` of real_^n, on top
 * of the sum so far (id 0: none). */
static Status add_block(Run *run, const Value *matrix, uint32_t n, uint32_t *offset, TermId path, TermId *sum) {
  Store *store = run->machine->store;
  uint32_t first = *offset;
  *offset += n;
  if (n == 0 || matrix->n == 0) return STATUS_OK;
  Scalar *block = arena_array(run->machine->arena, (size_t)matrix->n * n, sizeof *block), *next = block;
  if (block == NULL) return STATUS_LIMIT;
  for (uint32_t r = 0; r < matrix->n; r++) {
    for (uint32_t j = 0; j < n; j++) *next++ = value_scalars(matrix)[(size_t)r * run->columns + first + j];
  }
  LopId lop = lop_make(&store->ops, &store->types, LOP_MATVEC, n, matrix->n);
  if (lop.id == 0) return STATUS_LIMIT;
  TermId constant;
  TRY(read_scalars(run, block, matrix->n * n, &constant));
  TermId image = term_lop(store, lop, constant, TERM_NONE_ID, path);
  return built(run, sum->id == 0 ? image : term_plus(store, *sum, image), sum);
}

/* The matrix applied to v : P_, block by block of P_. */
static Status add_blocks(Run *run, TypeId domain, const Value *matrix, uint32_t *offset, TermId path, TermId *sum) {
  Store *store = run->machine->store;
  const TypeNode node = *type_node(&store->types, domain);
  if (node.kind == TYPE_LREAL) return add_block(run, matrix, node.n, offset, path, sum);
  if (node.kind != TYPE_LPROD && node.kind != TYPE_LARRAY) return STATUS_OK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (node.kind == TYPE_LPROD ? 2 : node.n) && status == STATUS_OK; k++) {
    TermId part = node.kind == TYPE_LARRAY ? term_index(store, int_term(store, k), path)
                  : k == 0                 ? term_fst(store, path)
                                           : term_snd(store, path);
    TypeId type = node.kind == TYPE_LPROD && k == 1 ? node.b : node.a;
    status = add_blocks(run, type, matrix, offset, part, sum);
  }
  run->machine->depth++;
  return status;
}

static Status read_matrix(Run *run, TypeId domain, const Value *matrix, TermId *t) {
  Store *store = run->machine->store;
  uint32_t offset = 0;
  TermId sum = TERM_NONE_ID;
  Status status = add_blocks(run, domain, matrix, &offset, term_lvar(store), &sum);
  if (status != STATUS_OK || sum.id != 0) {
    *t = sum;
    return status;
  }
  return built(run, term_zero(store, type_linear_real(&store->types, matrix->n)), t);
}

/* !v1 >< w1 + (... + !vn >< wn), n >= 1 */
static Status read_cells(Run *run, TypeId domain, const Cell *cell, TermId *t) {
  Store *store = run->machine->store;
  TermId key, weight, sum = TERM_NONE_ID;
  Status status = STATUS_OK;
  for (; cell != NULL && status == STATUS_OK; cell = cell->next) {
    status = read_cartesian(run, &cell->key, &key);
    if (status == STATUS_OK) status = read_linear(run, domain, &cell->weight, &weight);
    if (status != STATUS_OK) return status;
    TermId entry = term_copower(store, key, weight);
    status = built(run, sum.id == 0 ? entry : term_plus(store, sum, entry), &sum);
  }
  *t = sum;
  return status;
}

/* onehot n 0 w0 + onehot n 1 w1 + ..., n >= 1 */
static Status read_linear_array(Run *run, TypeId domain, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  TermId entry, sum = TERM_NONE_ID;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < value->n && status == STATUS_OK; k++) {
    TRY(read_linear(run, domain, &value_parts(value)[k], &entry));
    TermId at = term_onehot(store, value->n, int_term(store, k), entry);
    status = built(run, sum.id == 0 ? at : term_plus(store, sum, at), &sum);
  }
  *t = sum;
  return status;
}

static Status read_pair(Run *run, TypeId domain, const Value *value, TermId *t) {
  TermId first, second;
  const Value *parts = value_parts(value);
  bool is_linear = value->kind == VALUE_LINEAR_PAIR;
  TRY(is_linear ? read_linear(run, domain, &parts[0], &first) : read_cartesian(run, &parts[0], &first));
  TRY(is_linear ? read_linear(run, domain, &parts[1], &second) : read_cartesian(run, &parts[1], &second));
  return built(run, term_pair(run->machine->store, first, second), t);
}

static Status linear_by_form(Run *run, TypeId domain, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  switch (value->kind) {
  case VALUE_MATRIX: return read_matrix(run, domain, value, t);
  case VALUE_LINEAR_UNIT: return built(run, term_unit(store), t);
  case VALUE_LINEAR_PAIR: return read_pair(run, domain, value, t);
  case VALUE_LINEAR_ARRAY:
    if (value->n > 0) return read_linear_array(run, domain, value, t);
    return built(run, term_zero(store, (TypeId){(uint32_t)value->scalar.word}), t);
  case VALUE_POWER: return read_power(run, domain, value, t);
  case VALUE_POWER_ZERO: {
    const TypeNode power = *type_node(&store->types, (TypeId){value->n});
    return built(run, term_lam(store, NAME_NONE, power.a, term_zero(store, power.b)), t);
  }
  case VALUE_POWER_SUM: return read_power_sum(run, domain, value, t);
  case VALUE_COPOWER:
    if (value->n > 0) return read_cells(run, domain, value_cells(value), t);
    return built(run, term_zero(store, (TypeId){(uint32_t)value->scalar.word}), t);
  case VALUE_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* A value of the linear judgement ·; v:domain, as a term of it. */
static Status read_linear(Run *run, TypeId domain, const Value *value, TermId *t) {
  Machine *machine = run->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = linear_by_form(run, domain, value, t);
  machine->depth++;
  return status;
}

/* ----------------------------------------------------------- Cartesian values -- */

/* inl w, inr w, roll w */
static Status read_injection(Run *run, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  TypeId type = {(uint32_t)value->scalar.word};
  TermId component;
  TRY(read_cartesian(run, &value_parts(value)[0], &component));
  if (value->kind == VALUE_ROLL) return built(run, term_roll(store, type, component), t);
  bool left = value->kind == VALUE_INL;
  return built(run, left ? term_inl(store, type, component) : term_inr(store, type, component), t);
}

/* \x. t closed, or letrec f = \x. t in f. */
static Status read_function(Run *run, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  const Term node = *term(store, (TermId){value->n});
  Environment *env = value->data;
  if (node.kind != TERM_LETREC) return close_term(run, (TermId){value->n}, env, t);
  TermId alone;
  Status status =
      built(run, term_letrec(store, node.name, term_type_payload(&node), node.kid[0], term_var(store, 0)), &alone);
  return status == STATUS_OK ? close_term(run, alone, env->outer, t) : status;
}

/* vbuild 1 (i. w0), and append (vbuild 1 (i. w0)) (append ...), n >= 1 */
static Status read_vec(Run *run, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  TermId entry, all = TERM_NONE_ID;
  Status status = STATUS_OK;
  for (uint32_t k = value->n; k-- > 0 && status == STATUS_OK;) {
    TRY(read_cartesian(run, &value_parts(value)[k], &entry));
    TermId one = term_vbuild(store, NAME_NONE, int_term(store, 1), entry); /* closed: nothing to shift */
    status = built(run, all.id == 0 ? one : term_append(store, one, all), &all);
  }
  *t = all;
  return status;
}

/* vbuild 0 (i. f i): of every type T there is a recursive function f : Int -> T, which is not applied here. */
static Status read_empty(Run *run, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  TypeId element = type_element(&store->types, (TypeId){(uint32_t)value->scalar.word});
  TypeId function = type_fun(&store->types, type_int(&store->types), element);
  TermId call = term_app(store, term_var(store, 1), term_var(store, 0)); /* f x, under f and x */
  TermId f = term_letrec(store, NAME_NONE, function, call, term_var(store, 0));
  TermId body = term_app(store, f, term_var(store, 0));
  return built(run, term_vbuild(store, NAME_NONE, int_term(store, 0), body), t);
}

static Status cartesian_by_form(Run *run, const Value *value, TermId *t) {
  Store *store = run->machine->store;
  switch (value->kind) {
  case VALUE_UNIT: return built(run, term_unit(store), t);
  case VALUE_INT: return built(run, int_term(store, scalar_to_int(value->scalar)), t);
  case VALUE_REALS: return read_scalars(run, value_scalars(value), value->n, t);
  case VALUE_PAIR: return read_pair(run, (TypeId){0}, value, t);
  case VALUE_ARRAY: return read_array(run, value, t);
  case VALUE_VEC: return value->n > 0 ? read_vec(run, value, t) : read_empty(run, value, t);
  case VALUE_INL:
  case VALUE_INR:
  case VALUE_ROLL: return read_injection(run, value, t);
  case VALUE_FUNCTION:
  case VALUE_LINEAR_FUNCTION: return read_function(run, value, t);
  case VALUE_ANY_LINEAR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status read_cartesian(Run *run, const Value *value, TermId *t) {
  Machine *machine = run->machine;
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  Status status = cartesian_by_form(run, value, t);
  machine->depth++;
  return status;
}

/* \v.r with first-order domain, with r run. */
static Status read_result(Run *run, const Value *value, TypeId domain, TermId *t) {
  Store *store = run->machine->store;
  Value result;
  TermId body;
  TRY(operational_apply_identity(run, value, domain, &result));
  TRY(read_linear(run, domain, &result, &body));
  return built(run, term_llam(store, domain, body), t);
}

/* A value of the program, of the type given: its linear functions are run. */
static Status read_component(Run *run, const Value *value, TypeId type, TermId *t) {
  Store *store = run->machine->store;
  const TypeNode node = *type_node(&store->types, type);
  if (node.kind == TYPE_LFUN && type_node(&store->types, node.a)->dim != TYPE_NOT_FLAT) {
    return read_result(run, value, node.a, t);
  }
  if (node.kind != TYPE_PROD) return read_cartesian(run, value, t);
  if (value->kind != VALUE_PAIR) return STATUS_STUCK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  TermId first, second;
  Status status = read_component(run, &value_parts(value)[0], node.a, &first);
  if (status == STATUS_OK) status = read_component(run, &value_parts(value)[1], node.b, &second);
  run->machine->depth++;
  return status == STATUS_OK ? built(run, term_pair(store, first, second), t) : status;
}

Status operational_readback(Machine *machine, const Program *program, const Scalar *input, TermId *value_term) {
  Run run = {machine, 0};
  Environment *env;
  Value value;
  TRY(operational_run(&run, program, input, &env, &value));
  return read_component(&run, &value, program->type, value_term);
}
