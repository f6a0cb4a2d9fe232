/* Wrap: the derivative of a program, from Interleave, D and Deinterleave. */
#include "ad/dualnum/transform.h"

#include "semantics/dualnum/dual_eval.h"
#include "semantics/dualnum/tape_run.h"

/* The tuple of the context: (..(T1 * T2)..) * Tn, 1 if there is none. */
static TypeId tuple_type(Store *store, const Program *source) {
  if (source->length == 0) return type_unit(&store->types);
  TypeId tuple = source->context[0];
  for (uint32_t k = 1; k < source->length; k++) tuple = type_prod(&store->types, tuple, source->context[k]);
  return tuple;
}

/* Lets that take the tuple at `level` apart; the identifiers of the source. */
static DualScope *open_context(Dualnum *d, const Program *source, uint32_t level, DualBound *lets) {
  uint32_t n = source->length;
  DualScope *scope = arena_array(d->table->arena, n, sizeof *scope);
  if (scope == NULL) return NULL;
  for (uint32_t k = n; k-- > 1;) {
    lets[2 * k] = dual_let(d, t_snd(d, t_var(d, level)));
    lets[2 * k + 1] = dual_let(d, t_fst(d, t_var(d, level)));
    scope[k] = (DualScope){&scope[k - 1], source->context[k], lets[2 * k].level};
    level = lets[2 * k + 1].level;
  }
  if (n > 0) scope[0] = (DualScope){NULL, source->context[0], level};
  return scope;
}

static DualTermId close_context(Dualnum *d, uint32_t n, const DualBound *lets, DualTermId body) {
  for (uint32_t k = 1; k < n; k++) body = dual_in(d, &lets[2 * k], dual_in(d, &lets[2 * k + 1], body));
  return body;
}

/* let y = D[t] in let (y, dy) = Deinterleave(y) in (y, gradient from dy) */
static DualTermId wrap_body(Dualnum *d, const DualScope *scope, const Program *source, TypeId tuple, DualTermId *body) {
  TypeId type;
  *body = dual_transform(d, scope, source->term, &type);
  DualBound y = dual_bind(d, *body);
  DualBound both = dual_let(d, dual_deinterleave(d, y.level, source->type));
  DualTermId result = t_var(d, both.level);
  if (in_monad(d) || d->stage == DUAL_VECTORISED) {
    DualTermId call = t_make(d, DUAL_TERM_LAPP, t_snd(d, result), t_z(d));
    DualTermId gradient = dual_collect_gradient(d, tuple, call);
    result = t_pair(d, t_fst(d, result), t_llam(d, dual_cotangent(d->table, source->type), gradient));
  }
  return dual_in(d, &y, dual_in(d, &both, result));
}

/* Wrap[\x. t] = \x. let x = Interleave x in Deinterleave(D[t]) */
static DualTermId wrap(Dualnum *d, const Program *source, TypeId tuple, DualTermId *body) {
  RULE(DN_WRAP);
  bool forward = d->stage == DUAL_FORWARD, injects = dual_has_path(d->stage) && !forward;
  DualBound *lets = arena_array(d->table->arena, 2 * (size_t)source->length, sizeof *lets), first = {.level = 0};
  DualBound injection = {.level = 1}; /* in forward mode: dx */
  if (lets == NULL) return dual_fail(d, STATUS_LIMIT);
  d->depth = forward ? 2 : 1;
  if (in_monad(d)) {
    first = dual_let(d, t_int(d, 0));
    d->id = first.level;
  }
  if (injects) injection = dual_let(d, dual_injection(d));
  DualBound x = dual_bind(d, dual_interleave(d, t_var(d, 0), tuple, injection.level));
  DualScope *scope = open_context(d, source, x.level, lets);
  if (scope == NULL) return dual_fail(d, STATUS_LIMIT);
  DualTermId result = wrap_body(d, source->length == 0 ? NULL : &scope[source->length - 1], source, tuple, body);
  result = dual_in(d, &x, close_context(d, source->length, lets, result));
  if (injects) result = dual_in(d, &injection, result);
  return in_monad(d) ? dual_in(d, &first, result) : result;
}

/* Wrap is not defined at function types, and scalars of sums have no fixed place. */
static bool is_flat(const Store *store, const Program *source) {
  for (uint32_t k = 0; k < source->length; k++) {
    if (type_node(&store->types, source->context[k])->dim == TYPE_NOT_FLAT) return false;
  }
  return type_node(&store->types, source->type)->dim != TYPE_NOT_FLAT;
}

Status dualnum_derive(Store *store, Arena *arena, DualStage stage, const Program *source,
                      const DualProgram **derivative, const char **missing) {
  *missing = is_flat(store, source) ? NULL : "functions or sums in context or type";
  if (*missing != NULL) return STATUS_UNABLE;
  DualProgram *program = arena_alloc(arena, sizeof *program);
  if (program == NULL) return STATUS_LIMIT;
  *program = (DualProgram){.stage = stage};
  *derivative = program;
  if (stage == DUAL_TAPE) return STATUS_OK;
  DualTable *table = &program->table;
  if (!dual_table_init(table, arena, store)) return STATUS_LIMIT;
  TypeId tuple = tuple_type(store, source);
  program->input = dual_plain(table, tuple);
  program->input_linear = dual_cotangent(table, tuple);
  program->output = dual_plain(table, source->type);
  program->output_linear = dual_cotangent(table, source->type);
  Dualnum d = {.store = store, .table = table, .stage = stage, .context = program->input_linear, .nesting = DUAL_DEPTH};
  program->wrap = wrap(&d, source, tuple, &program->body);
  if (d.status != STATUS_OK) return d.status;
  return table->full ? STATUS_LIMIT : dual_check(program);
}

Status dualnum_run(Machine *machine, const Program *source, const DualProgram *derivative, const Scalar *input,
                   uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image, CostMeter *meter) {
  if (derivative->stage == DUAL_TAPE) return tape_gradient(machine, source, input, seeds, seed, primal, image, meter);
  return dual_run(machine, derivative, input, seeds, seed, primal, image, meter);
}
