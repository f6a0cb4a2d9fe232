/* The engines: a program as a function on Hilbert spaces; at a point, its affine
 * interpretation, a term that is checked and then applied. */
#include "ad/frechet/frechet.h"
#include "semantics/frechet/text.h"
#include "semantics/memory/try.h"

#include <string.h>

static uint32_t flat(const Store *store, const Program *source) {
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < source->length; i++) inputs += type_node(&store->types, source->context[i])->dim;
  return inputs;
}

/* A program that was written for a function of this language: that function, as it was read. */
static Status take(const Store *store, Arena *arena, const Program *source, const HilTerms *terms, HilFunId f,
                   Frechet *out) {
  TRY(hil_terms_copy(terms, arena, &out->terms));
  TRY(hil_fun_check(&out->terms, f));
  const HilSpaces *spaces = &out->terms.spaces;
  const HilSpaceNode *from = hil_space(spaces, hil_fun(&out->terms, f)->dom);
  const HilSpaceNode *to = hil_space(spaces, hil_fun(&out->terms, f)->cod);
  out->f = f;
  out->inputs = (uint32_t)from->dim;
  out->outputs = (uint32_t)to->dim;
  bool same = from->dim == flat(store, source) && to->dim == type_node(&store->types, source->type)->dim;
  return same && from->dense && to->dense ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status make(Store *store, Arena *arena, const Program *source, bool reverse, Frechet *out,
                   const char **missing) {
  const HilTerms *terms;
  HilFunId text = hil_text_of(store, source, &terms);
  out->reverse = reverse;
  out->store = store;
  if (text.id != 0) return take(store, arena, source, terms, text, out);
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
  TRY(hil_terms_copy(&derivative->terms, machine->arena, &terms));
  HilSpace dom = hil_fun(&terms, derivative->f)->dom, cod = hil_fun(&terms, derivative->f)->cod;
  Status status = hil_read(machine, &terms.spaces, dom, &input, &x);
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

void frechet_write(const Frechet *derivative, const Store *store, const char *name, FILE *out) {
  const HilFun *f = hil_fun(&derivative->terms, derivative->f);
  fputs("def ", out);
  hil_name_write(name, out);
  fputs(" : ", out);
  hil_space_write(&derivative->terms.spaces, f->dom, out);
  fputs(" → ", out);
  hil_space_write(&derivative->terms.spaces, f->cod, out);
  fputs(" = ", out);
  hil_fun_write(&derivative->terms, store, derivative->f, out);
  fputc('\n', out);
}

static Status emit(const void *opaque, const char *form, const char *name, FILE *out) {
  const Frechet *derivative = opaque;
  if (strcmp(form, "frechet") != 0) return STATUS_UNABLE;
  TRY(hil_fun_readable(&derivative->terms, derivative->store, derivative->f));
  frechet_write(derivative, derivative->store, name, out);
  return STATUS_OK;
}

static uint64_t size(const Store *store, const void *opaque) {
  (void)store;
  return frechet_size(opaque);
}

#define SYSTEM "Frechet derivatives on Hilbert spaces: affine interpretation, adjoints, formal tensors"
const Engine frechet_forward = {.name = "frechet-forward",
                                .system = SYSTEM,
                                .derive = derive_forward,
                                .run = run,
                                .size = size,
                                .print = print,
                                .emit = emit};
const Engine frechet_reverse = {.name = "frechet-reverse",
                                .system = SYSTEM,
                                .reverse = true,
                                .derive = derive_reverse,
                                .run = run,
                                .size = size,
                                .print = print,
                                .emit = emit};
