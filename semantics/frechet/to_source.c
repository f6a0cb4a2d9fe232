/* Functions of Frechet's language as definitions of the source language. */
#include <stdio.h> /* before gmp.h */

#include "semantics/frechet/reading.h"
#include "semantics/frechet/to_source.h"
#include "semantics/memory/text_stream.h"

#include <stdlib.h>
#include <string.h>

HilTerm hil_named(HilWriting *to, const char *text) {
  const char *name = compose(to->importer, "t%u'", ++to->names);
  size_t length = strlen(text) + strlen(name) + 16;
  to->importer->written += length;
  if (to->importer->written > TEXT_MOST)
    reader_fail(&to->importer->reader, STATUS_ILL_TYPED, to->at, "limit: a definition of more than %zu bytes",
                TEXT_MOST);
  else
    (void)fprintf(to->out, "let %s = %s in ", name, text);
  return (HilTerm){.text = name};
}

const char *hil_write_scope(HilWriting *to, HilSpace cod, HilTerm (*body)(HilWriting *, uint32_t, HilTerm), uint32_t id,
                            const char *x) {
  FILE *outer = to->out;
  char *text = NULL;
  const char *kept = "";
  size_t size = 0;
  to->out = text_stream_open(&text, &size);
  if (to->out == NULL) {
    to->out = outer;
    return reader_exhausted(&to->importer->reader), kept;
  }
  const char *result = hil_term_text(to, cod, body(to, id, (HilTerm){.text = x}));
  bool good = fputs(result, to->out) >= 0;
  if (fclose(to->out) == 0 && good)
    kept = compose(to->importer, "%s", text);
  else
    reader_exhausted(&to->importer->reader);
  to->out = outer;
  free(text);
  return kept;
}

static HilTerm body_of_fun(HilWriting *to, uint32_t id, HilTerm x) { return hil_write_fun(to, (HilFunId){id}, x); }

static HilTerm members(HilWriting *to, const HilFun *f, HilTerm x) {
  uint32_t n = hil_width(&to->terms->spaces, f->cod);
  HilTerm *parts = hil_terms_room(to, n);
  for (uint32_t k = 0; parts != NULL && k < n; k++) {
    HilFunId member = f->kind == HILFUN_MAP ? f->a : hil_fun_member(to->terms, f, k);
    parts[k] = hil_write_fun(to, member, hil_term_part(to, f->dom, x, k));
  }
  return parts == NULL ? (HilTerm){.text = ""} : (HilTerm){.parts = parts};
}

/* A map of the language, but of one number. */
static HilTerm mapped(HilWriting *to, const HilFun *f, HilTerm x) {
  if (hil_width(&to->terms->spaces, f->cod) < 2 || hil_dim(to, f->cod) == 0 || hil_dim(to, f->dom) == 0)
    return members(to, f, x);
  const char *given = hil_term_text(to, f->dom, x), *name = compose(to->importer, "y%u'", ++to->names);
  const char *body = hil_write_scope(to, hil_fun(to->terms, f->a)->cod, body_of_fun, f->a.id, name);
  return hil_named(to, compose(to->importer, "map (%s. %s) %s", name, body, given));
}

/* h (g1 u ∗ g2 v) */
static HilTerm bilinear(HilWriting *to, const HilFun *f, HilTerm x) {
  HilBilinear b = to->terms->bilinears[f->bilinear.id];
  HilTerm u = hil_write_map(to, b.g1, hil_term_part(to, f->dom, x, 0));
  HilTerm v = hil_write_map(to, b.g2, hil_term_part(to, f->dom, x, 1));
  HilSpace w_space = hil_map(to->terms, b.g1)->cod, x_space = hil_map(to->terms, b.g2)->cod;
  return hil_write_map(to, b.h, hil_write_product(to, w_space, x_space, u, v));
}

static HilTerm primitive(HilWriting *to, const HilFun *f, HilTerm x) {
  if (f->op != OP_POW) return hil_named(to, compose(to->importer, "%s %s", op_info(f->op)->name, x.text));
  const mpq_t *r = constant_get(&to->store->constants, f->constant)->exact;
  char *text = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return reader_exhausted(&to->importer->reader), x;
  gmp_fprintf(out, "%Qd", r[0]);
  HilTerm power = fclose(out) == 0 ? hil_named(to, compose(to->importer, "%s ^ (%s)", x.text, text)) : x;
  free(text);
  return power;
}

/* A function of two reals, or at each index of two arrays. */
static HilTerm library(HilWriting *to, const HilFun *f, HilTerm x) {
  HilTerm u = hil_term_part(to, f->dom, x, 0), v = hil_term_part(to, f->dom, x, 1);
  const char *a = hil_term_text(to, f->cod, u), *b = hil_term_text(to, f->cod, v);
  const char *name = op_name(&to->store->ops, op_node(&to->store->ops, f->given));
  return hil_named(to, compose(to->importer, "%s %s %s", name, a, b));
}

static HilTerm conditional(HilWriting *to, const HilFun *f, HilTerm x) {
  const char *given = hil_term_text(to, f->dom, x);
  HilTerm c = hil_write_fun(to, f->a, (HilTerm){.text = given});
  const char *then = hil_write_scope(to, f->cod, body_of_fun, f->b.id, given);
  const char *other = hil_write_scope(to, f->cod, body_of_fun, f->c.id, given);
  return hil_named(to, compose(to->importer, "(if %s < 0 then %s else %s)", c.text, then, other));
}

HilTerm hil_write_fun(HilWriting *to, HilFunId id, HilTerm x) {
  const HilFun *f = hil_fun(to->terms, id);
  if (!reader_ok(&to->importer->reader)) return (HilTerm){.text = ""};
  switch (f->kind) {
  case HILFUN_COMP: return hil_write_fun(to, f->a, hil_write_fun(to, f->b, x));
  case HILFUN_PAR: return members(to, f, x);
  case HILFUN_MAP: return mapped(to, f, x);
  case HILFUN_LINEAR: return hil_write_map(to, f->map, x);
  case HILFUN_BILINEAR: return bilinear(to, f, x);
  case HILFUN_CONST: return hil_of_numbers(to, f->cod, hil_literal_numbers(to, f->cod, f->w));
  case HILFUN_PRIM: return primitive(to, f, x);
  case HILFUN_IF: return conditional(to, f, x);
  case HILFUN_GIVEN: return library(to, f, x);
  case HILFUN_KIND_COUNT: break;
  }
  return (HilTerm){.text = ""};
}

/* ------------------------------------------------------------- definitions -- */

/* def f (x : real) ... : real = ; the arguments are the parts of the domain. */
static HilTerm write_arguments(HilWriting *to, const HilDefined *defined) {
  uint32_t count = defined->count == 0 ? 1 : defined->count;
  HilTerm *parts = hil_terms_room(to, count);
  for (uint32_t k = 0; parts != NULL && k < count; k++) {
    const Sexpr *word = defined->count == 0 ? NULL : defined->arguments[k];
    const char *name =
        word == NULL ? name_invent(to->importer, "x", 1) : name_invent(to->importer, word->text, word->length);
    if (name == NULL) return (HilTerm){.text = ""};
    HilSpace space = defined->count == 0 ? defined->dom : defined->spaces[k];
    put(to->importer, " (%s : %s)", name, hil_type_text(to, space));
    parts[k] = (HilTerm){.text = name};
  }
  if (parts == NULL) return (HilTerm){.text = ""};
  return count == 1 ? parts[0] : (HilTerm){.parts = parts};
}

static bool write_definition(Importer *importer, const HilReading *reading, const HilDefined *defined,
                             const char **name) {
  HilWriting to = {.importer = importer,
                   .terms = reading->terms,
                   .store = reading->machine.store,
                   .out = importer->out,
                   .at = defined->name->span};
  const char *target = name_invent(importer, defined->name->text, defined->name->length);
  if (target == NULL) return false;
  put(importer, "def %s", target);
  HilTerm x = write_arguments(&to, defined);
  put(importer, " : %s = ", hil_type_text(&to, defined->cod));
  const char *result = hil_term_text(&to, defined->cod, hil_write_fun(&to, defined->f, x));
  put(importer, "%s\n", result);
  *name = target;
  return reader_ok(&importer->reader);
}

static bool prepare(Importer *importer, const Sexpr *programs) {
  (void)programs;
  HilTerms *terms = reader_alloc(&importer->reader, sizeof *terms);
  importer->programs = hil_reading_new(&importer->reader, &importer->reader.arena, terms);
  return importer->programs != NULL;
}

static bool program(Importer *importer, Sexpr *list, ImportLayout layout, const char **name) {
  HilReading *reading = importer->programs;
  HilDefined *defined = reader_alloc(&importer->reader, sizeof *defined);
  if (defined == NULL) return false;
  defined->list = list;
  if (!hil_define(reading, defined)) return false;
  if (!hil_is_program(reading, defined)) return true;
  if (layout == IMPORT_FOR_READING) put_comment(importer, "", list);
  return write_definition(importer, reading, defined, name);
}

Status hil_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout, Import *out,
                  TextError *error) {
  static const ImportLanguage frechet = {
      .read = hil_words, .prepare = prepare, .program = program, .example = "def f (x : R) : R = ln o sin"};
  return import_text(&frechet, store, file, text, length, layout, out, error);
}
