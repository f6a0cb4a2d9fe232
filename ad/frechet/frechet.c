/* The engines: a program as a function on Hilbert spaces; at a point, its affine
 * interpretation, a term that is checked and then applied. */
#include "ad/frechet/frechet.h"
#include "semantics/memory/try.h"

static Status make(Store *store, Arena *arena, const Program *source, bool reverse, Frechet *out,
                   const char **missing) {
  PfTable table;
  PfId p;
  TypeId dom, cod;
  TRY(pf_table_init(&table, store, arena));
  TRY(pf_translate(&table, source, &p, missing));
  TRY(pf_check(&table, p, &dom, &cod));
  TRY(hil_terms_init(&out->terms, arena));
  TRY(hil_translate(&out->terms, &table, p, &out->f));
  TRY(hil_fun_check(&out->terms, out->f));
  const HilFun *f = hil_fun(&out->terms, out->f);
  HilSpace from = hil_space_of(&out->terms, &store->types, dom), to = hil_space_of(&out->terms, &store->types, cod);
  if (!hil_same(f->dom, from) || !hil_same(f->cod, to) || !type_equal(cod, source->type)) return STATUS_ILL_TYPED;
  out->inputs = (uint32_t)hil_space(&out->terms.spaces, from)->dim;
  out->outputs = (uint32_t)hil_space(&out->terms.spaces, to)->dim;
  out->reverse = reverse;
  return hil_terms_status(&out->terms);
}

static Status derive(Store *store, Arena *arena, const Program *source, bool reverse, const void **derivative,
                     const char **missing) {
  Frechet *made = arena_alloc(arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *derivative = made;
  return make(store, arena, source, reverse, made, missing);
}

static Status derive_forward(Store *store, Arena *arena, const Program *source, const void **derivative,
                             const char **missing) {
  return derive(store, arena, source, false, derivative, missing);
}

static Status derive_reverse(Store *store, Arena *arena, const Program *source, const void **derivative,
                             const char **missing) {
  return derive(store, arena, source, true, derivative, missing);
}

/* The term at one seed. */
static Status run_seed(Machine *machine, const HilTerms *terms, HilMapId m, const Scalar *seed, Scalar *image) {
  HilVector v, w;
  HilSpace dom = hil_map(terms, m)->dom, cod = hil_map(terms, m)->cod;
  TRY(hil_read(machine, &terms->spaces, dom, &seed, &v));
  TRY(hil_apply(machine, terms, m, &v, &w));
  return hil_write(machine, &terms->spaces, cod, &w, image);
}

static Status run(Machine *machine, const Program *source, const void *opaque, const Scalar *input, uint32_t seeds,
                  const Scalar *seed, Scalar *primal, Scalar *image) {
  const Frechet *derivative = opaque;
  HilTerms terms;
  HilVector x, fx;
  HilMapId m;
  (void)source;
  Status status = hil_terms_copy(&derivative->terms, machine->arena, &terms);
  if (status != STATUS_OK) return status;
  HilSpace dom = hil_fun(&terms, derivative->f)->dom, cod = hil_fun(&terms, derivative->f)->cod;
  status = hil_read(machine, &terms.spaces, dom, &input, &x);
  if (status == STATUS_OK) {
    status = derivative->reverse ? frechet_affine_adjoint(machine, &terms, derivative->f, &x, &fx, &m)
                                 : frechet_affine(machine, &terms, derivative->f, &x, &fx, &m);
  }
  if (status == STATUS_OK) status = hil_map_check(&terms, m);
  if (status == STATUS_OK) status = hil_write(machine, &terms.spaces, cod, &fx, primal);
  if (status != STATUS_OK) return status;
  HilSpace from = derivative->reverse ? cod : dom, to = derivative->reverse ? dom : cod;
  if (!hil_same(hil_map(&terms, m)->dom, from) || !hil_same(hil_map(&terms, m)->cod, to)) return STATUS_ILL_TYPED;
  uint32_t width = derivative->reverse ? derivative->outputs : derivative->inputs;
  uint32_t height = derivative->reverse ? derivative->inputs : derivative->outputs;
  for (uint32_t k = 0; k < seeds && status == STATUS_OK; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    status = run_seed(machine, &terms, m, seed + (size_t)k * width, image + (size_t)k * height);
    arena_release(machine->arena, mark);
  }
  return status;
}

static void print(const Store *store, const void *opaque, FILE *out) { frechet_print(opaque, store, out); }

static uint64_t size(const Store *store, const void *opaque) {
  (void)store;
  return frechet_size(opaque);
}

#define SYSTEM "Frechet derivatives on Hilbert spaces: affine interpretation, adjoints, formal tensors"
const Engine frechet_forward = {
    .name = "frechet-forward", .system = SYSTEM, .derive = derive_forward, .run = run, .size = size, .print = print};
const Engine frechet_reverse = {.name = "frechet-reverse",
                                .system = SYSTEM,
                                .reverse = true,
                                .derive = derive_reverse,
                                .run = run,
                                .size = size,
                                .print = print};
