/* The engines: from a source program to its derivative, and its meaning. */
#include "ad/combinatory/combinatory.h"

#include "ad/frechet/frechet.h"
#include "semantics/frechet/text.h"
#include "semantics/memory/try.h"

#include <string.h>

#define ARENA_BYTES ((size_t)1 << 28)

static Status flat_value(const CombinatoryDerivative *derivative, Arena *arena, const PfValue *value, Scalar **flat) {
  Scalar *end = *flat = arena_array(arena, derivative->outputs, sizeof **flat);
  if (end == NULL) return STATUS_LIMIT;
  return pf_write_flat(&derivative->terms.store->types, derivative->cod, value, &end);
}

/* The inputs x as residual terms, then D p x. */
static Status differentiate(CombinatoryDerivative *out, Arena *arena, CombinatoryBinding binding) {
  TypeTable *types = &out->terms.store->types;
  out->inputs = type_node(types, out->dom)->dim;
  out->outputs = type_node(types, out->cod)->dim;
  out->input = arena_array(arena, out->inputs, sizeof *out->input);
  if (out->input == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < out->inputs; k++) out->input[k] = residual_input(&out->residual, k);
  out->residual.counted = 0;
  const Scalar *flat = out->input;
  PfValue x, y;
  Combinatory d = {&out->residual.domain, arena, &out->terms, &out->maps, binding, PF_DEPTH};
  Status status = pf_read_flat(arena, types, out->dom, &flat, &x);
  if (status == STATUS_OK) status = combinatory_derive(&d, out->p, &x, &y, &out->map);
  if (status == STATUS_OK) status = flat_value(out, arena, &y, &out->value);
  if (status == STATUS_OK && out->reverse) status = combinatory_adjoint(&out->maps, out->map, &out->map);
  return status;
}

/* By the judgements: p : A -> B, and the map A |-> B, or B |-> A in reverse. */
static Status check(CombinatoryDerivative *out) {
  TypeId dom, cod;
  TRY(pfmap_check(&out->maps, out->map, &dom, &cod));
  bool fits =
      type_equal(dom, out->reverse ? out->cod : out->dom) && type_equal(cod, out->reverse ? out->dom : out->cod);
  return fits ? STATUS_OK : STATUS_ILL_TYPED;
}

Status combinatory_make_term(CombinatoryDerivative *out, Arena *arena, PfId p, bool reverse,
                             CombinatoryBinding binding) {
  Store *store = out->terms.store;
  out->p = p;
  out->reverse = reverse;
  TRY(pf_check(&out->terms, p, &out->dom, &out->cod));
  TRY(pfmap_table_init(&out->maps, store, arena));
  TRY(residual_init(&out->residual, store, arena));
  TRY(differentiate(out, arena, binding));
  return check(out);
}

Status combinatory_make(Store *store, Arena *arena, const Program *source, bool reverse, CombinatoryBinding binding,
                        CombinatoryDerivative *out, const char **missing) {
  *out = (CombinatoryDerivative){.length = source->length};
  TypeId *context = arena_array(arena, source->length, sizeof *context);
  if (context == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < source->length; i++) context[i] = source->context[i];
  out->context = context;
  PfId p;
  Status status = pf_table_init(&out->terms, store, arena);
  if (status == STATUS_OK) status = pf_translate(&out->terms, source, &p, missing);
  if (status == STATUS_OK) status = combinatory_make_term(out, arena, p, reverse, binding);
  return status != STATUS_OK || type_equal(out->cod, source->type) ? status : STATUS_ILL_TYPED;
}

Status combinatory_apply(const CombinatoryDerivative *derivative, Arena *arena, const Scalar *seed, Residual *code,
                         Scalar **image) {
  TypeTable *types = &derivative->terms.store->types;
  TypeId dom = derivative->reverse ? derivative->cod : derivative->dom;
  TypeId cod = derivative->reverse ? derivative->dom : derivative->cod;
  uint32_t n = type_node(types, dom)->dim;
  Scalar *flat = arena_array(arena, n, sizeof *flat), *end;
  *image = end = arena_array(arena, type_node(types, cod)->dim, sizeof **image);
  if (flat == NULL || end == NULL) return STATUS_LIMIT;
  Status status = residual_copy(&derivative->residual, arena, code);
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) flat[k] = seed != NULL ? seed[k] : residual_seed(code, k);
  const Scalar *next = flat;
  PfValue x, y;
  if (status == STATUS_OK) status = pf_read_flat(arena, types, dom, &next, &x);
  if (status == STATUS_OK) {
    status = pfmap_apply(&code->domain, arena, &derivative->maps, derivative->map, &x, PF_DEPTH, &y);
  }
  return status == STATUS_OK ? pf_write_flat(types, cod, &y, &end) : status;
}

/* ---------------------------------------------------------------- engines -- */

static Status derive(Store *store, Arena *arena, const Program *source, bool reverse, const void **derivative,
                     const char **missing) {
  CombinatoryDerivative *made = arena_alloc(arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *derivative = made;
  return combinatory_make(store, arena, source, reverse, COMBINATORY_FULL, made, missing);
}

static Status derive_forward(Store *store, Arena *arena, const Program *source, const void **derivative,
                             const char **missing) {
  return derive(store, arena, source, false, derivative, missing);
}

static Status derive_reverse(Store *store, Arena *arena, const Program *source, const void **derivative,
                             const char **missing) {
  return derive(store, arena, source, true, derivative, missing);
}

/* The map at the point, where residual terms have these values, at one seed. */
static Status run_seed(Machine *machine, const CombinatoryDerivative *derivative, const Scalar *values,
                       const Scalar *seed, Scalar *image) {
  TypeTable *types = &machine->store->types;
  TypeId dom = derivative->reverse ? derivative->cod : derivative->dom;
  TypeId cod = derivative->reverse ? derivative->dom : derivative->cod;
  PfNumbers numbers = pf_numbers(machine->store, machine->ring, values);
  PfValue x, y;
  Status status = pf_read_flat(machine->arena, types, dom, &seed, &x);
  if (status == STATUS_OK) {
    uint32_t depth = machine->depth < PF_DEPTH ? machine->depth : PF_DEPTH;
    status = pfmap_apply(&numbers.domain, machine->arena, &derivative->maps, derivative->map, &x, depth, &y);
  }
  return status == STATUS_OK ? pf_write_flat(types, cod, &y, &image) : status;
}

static Status run(Machine *machine, const Program *source, const void *opaque, const Scalar *input, uint32_t seeds,
                  const Scalar *seed, Scalar *primal, Scalar *image) {
  const CombinatoryDerivative *derivative = opaque;
  (void)source;
  uint32_t from = derivative->reverse ? derivative->outputs : derivative->inputs;
  uint32_t to = derivative->reverse ? derivative->inputs : derivative->outputs;
  Scalar *values = arena_array(machine->arena, derivative->residual.count, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  Status status = residual_evaluate(machine, &derivative->residual, input, NULL, values);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < derivative->outputs; i++) primal[i] = values[derivative->value[i].word];
  for (uint32_t k = 0; k < seeds && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    status = run_seed(machine, derivative, values, seed + (size_t)k * from, image + (size_t)k * to);
    arena_release(machine->arena, mark);
  }
  return status;
}

/* Residual terms and the map; what is alike at each index of an array counts once. */
static uint64_t size(const Store *store, const void *opaque) {
  const CombinatoryDerivative *derivative = opaque;
  (void)store;
  return derivative->residual.counted + pfmap_size(&derivative->maps, derivative->map);
}

static void print(const Store *store, const void *opaque, FILE *out) {
  (void)store;
  if (combinatory_write(opaque, COMBINATORY_EXPLAINED, "f", out) != STATUS_OK)
    fputs("limit: too large to print\n", out);
}

/* The point-free form as text that is read again, by the language of Frechet derivatives. */
static Status emit_text(const CombinatoryDerivative *derivative, const char *name, FILE *out) {
  Arena arena;
  Frechet function = {.store = derivative->terms.store};
  arena_init(&arena, ARENA_BYTES);
  Status status = hil_terms_init(&function.terms, &arena);
  if (status == STATUS_OK) status = hil_translate(&function.terms, &derivative->terms, derivative->p, &function.f);
  if (status == STATUS_OK) status = hil_fun_readable(&function.terms, function.store, function.f);
  if (status == STATUS_OK) frechet_write(&function, function.store, name, out);
  arena_free(&arena);
  return status;
}

static Status emit(const void *opaque, const char *form, const char *name, FILE *out) {
  if (strcmp(form, "frechet") == 0) return emit_text(opaque, name, out);
  if (strcmp(form, "let") == 0) return combinatory_write(opaque, COMBINATORY_LET, name, out);
  if (strcmp(form, "c") == 0) return combinatory_write(opaque, COMBINATORY_C, name, out);
  return STATUS_UNABLE;
}

#define SYSTEM "combinatory AD (caddie): point-free form, D in a let monad, linear maps"
const Engine combinatory_forward = {.name = "combinatory-forward",
                                    .system = SYSTEM,
                                    .derive = derive_forward,
                                    .run = run,
                                    .size = size,
                                    .print = print,
                                    .emit = emit};
const Engine combinatory_reverse = {.name = "combinatory-reverse",
                                    .system = SYSTEM,
                                    .reverse = true,
                                    .derive = derive_reverse,
                                    .run = run,
                                    .size = size,
                                    .print = print,
                                    .emit = emit};
