/* Vectors that are written out: literals, of no ring yet. */
#include <stdio.h> /* before gmp.h */

#include "semantics/frechet/elaborate.h"
#include "semantics/memory/text_stream.h"
#include "semantics/rings/rings.h"

#include <stdlib.h>
#include <string.h>

static const HilSpace no_space = {0};

const char *hil_space_text(HilReading *reading, HilSpace v) {
  char *text = NULL, *kept = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  if (out != NULL) {
    hil_space_write(&reading->terms->spaces, v, out);
    if (fclose(out) == 0) kept = reader_alloc(reading->reader, size + 1);
    if (kept != NULL) memcpy(kept, text, size);
  }
  free(text);
  return kept == NULL ? "" : kept;
}

/* Memory that lives as long as the terms; NULL, which they know, without. */
static void *term_alloc(HilReading *reading, size_t size) {
  void *memory = arena_alloc(reading->terms->arena, size);
  if (memory == NULL) hil_terms_fail(reading->terms, STATUS_LIMIT);
  return memory;
}

static const HilVector *keep(HilReading *reading, HilVector v) {
  HilVector *kept = term_alloc(reading, sizeof *kept);
  if (kept != NULL) *kept = v;
  return kept;
}

/* ----------------------------------------------------------------- numbers -- */

/* A literal of that number; NULL at a limit. */
static const HilVector *literal(HilReading *reading, const mpq_t value) {
  if (mpq_sgn(value) == 0) return &hil_zero;
  bool whole = mpz_cmp_ui(mpq_denref(value), 1) == 0 && mpz_fits_slong_p(mpq_numref(value)) != 0;
  if (whole) return keep(reading, (HilVector){.kind = HIL_INTEGER, .n = mpz_get_si(mpq_numref(value))});
  mpq_t one[1];
  mpq_init(one[0]);
  mpq_set(one[0], value);
  ConstantId constant = constant_intern(&reading->machine.store->constants, one, 1);
  mpq_clear(one[0]);
  if (constant.id == 0) return (void)term_alloc(reading, SIZE_MAX), NULL;
  return keep(reading, (HilVector){.kind = HIL_CONSTANT, .constant = constant});
}

/* 2, 2.5, 1/3, -2; false, refused, for n/0 */
bool hil_number(HilReading *reading, const Sexpr *word, mpq_t out) {
  char *digits = reader_alloc(reading->reader, word->length + 1);
  uint32_t places = 0, used = 0;
  bool point = false;
  if (digits == NULL) return false;
  for (uint32_t i = 0; i < word->length; i++) {
    places += point ? 1 : 0;
    if (word->text[i] == '.')
      point = true;
    else
      digits[used++] = word->text[i];
  }
  if (mpq_set_str(out, digits, 10) != 0 || mpz_sgn(mpq_denref(out)) == 0)
    return HIL_REFUSE(reading, word->span, "this is no number");
  if (point) mpz_ui_pow_ui(mpq_denref(out), 10, places);
  mpq_canonicalize(out);
  return true;
}

/* ------------------------------------------------------ literals of scalars -- */

static const HilVector *scaled(HilReading *reading, const mpq_t k, const HilVector *v);

static const HilVector *scaled_parts(HilReading *reading, const mpq_t k, HilVector v) {
  HilVector *parts = v.n == 0 ? NULL : term_alloc(reading, (size_t)v.n * sizeof *parts);
  if (parts == NULL && v.n != 0) return NULL;
  for (int64_t i = 0; i < v.n; i++) {
    HilVector part = v.kind == HIL_REALS ? hil_scalar(v.scalars[i]) : v.parts[i];
    const HilVector *there = scaled(reading, k, &part);
    if (there == NULL) return NULL;
    parts[i] = *there;
  }
  return keep(reading, (HilVector){.kind = v.kind == HIL_SUM ? HIL_SUM : HIL_TUPLE, .n = v.n, .parts = parts});
}

/* k times the vector, the factor in its numbers: of a tensor, in those of the first. */
static const HilVector *scaled_real(HilReading *reading, const mpq_t k, const HilVector *v) {
  mpq_t value;
  mpq_init(value);
  if (v->kind == HIL_SCALAR || v->kind == HIL_SCALE)
    rational_get(reading->machine.ring, v->scalar, value);
  else if (v->kind == HIL_INTEGER)
    mpq_set_si(value, v->n, 1);
  else {
    const Constant *c = constant_get(&reading->machine.store->constants, v->constant);
    mpq_set(value, c->exact[c->length == 1 ? 0 : v->n]);
  }
  mpq_mul(value, k, value);
  const HilVector *out = v->kind == HIL_SCALE ? scaled(reading, value, v->a) : literal(reading, value);
  mpq_clear(value);
  return out;
}

static const HilVector *scaled(HilReading *reading, const mpq_t k, const HilVector *v) {
  const HilVector *a;
  if (mpq_sgn(k) == 0) return &hil_zero;
  switch (v->kind) {
  case HIL_ZERO: return &hil_zero;
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALE:
  case HIL_SCALAR: return scaled_real(reading, k, v);
  case HIL_REALS:
  case HIL_TUPLE:
  case HIL_SUM: return scaled_parts(reading, k, *v);
  case HIL_INJECT:
  case HIL_TENSOR: break;
  }
  a = scaled(reading, k, v->a);
  if (a == NULL || v->kind == HIL_INJECT)
    return a == NULL ? a : keep(reading, (HilVector){.kind = v->kind, .n = v->n, .a = a});
  mpq_t one;
  mpq_init(one);
  mpq_set_ui(one, 1, 1);
  const HilVector *b = scaled(reading, one, v->b);
  mpq_clear(one);
  return b == NULL ? NULL : keep(reading, (HilVector){.kind = HIL_TENSOR, .a = a, .b = b});
}

const HilVector *hil_vector_literal(HilReading *reading, const HilVector *v) {
  mpq_t one;
  mpq_init(one);
  mpq_set_ui(one, 1, 1);
  const HilVector *out = scaled(reading, one, v);
  mpq_clear(one);
  return out;
}

/* ----------------------------------------------------------------- vectors -- */

static HilSpace list_space(HilReading *reading, const HilTree *tree) {
  HilSpace *parts = reader_alloc(reading->reader, (tree->count + 1) * sizeof *parts);
  uint32_t n = 0;
  if (parts == NULL) return no_space;
  for (const HilTree *part = tree->first; part != NULL; part = part->next, n++) {
    parts[n] = hil_vector_space(reading, part);
    if (parts[n].id == 0) return no_space;
  }
  return hil_space_direct(&reading->terms->spaces, hil_index_number(&reading->terms->spaces, n), parts);
}

HilSpace hil_vector_space(HilReading *reading, const HilTree *tree) {
  HilSpaces *spaces = &reading->terms->spaces;
  if (tree->kind == TREE_NUMBER) return hil_is_zero(tree->word) ? no_space : hil_space_real(spaces);
  if (tree->kind == TREE_LIST) return list_space(reading, tree);
  if (tree->kind != TREE_INFIX) return no_space;
  if (tree->mark == MARK_TIMES) return hil_vector_space(reading, tree_second(tree));
  HilSpace v = hil_vector_space(reading, tree->first), w = no_space;
  if (tree->mark != MARK_TENSOR) return v.id != 0 ? v : hil_vector_space(reading, tree_second(tree));
  if (v.id != 0) w = hil_vector_space(reading, tree_second(tree));
  return w.id == 0 ? w : hil_space_tensor(spaces, v, w);
}

static const HilVector *refuse(HilReading *reading, const HilTree *tree, HilSpace space) {
  (void)HIL_REFUSE(reading, tree->span, "this is no vector of %s", hil_space_text(reading, space));
  return NULL;
}

static const HilVector *list_vector(HilReading *reading, const HilTree *tree, HilSpace space) {
  const HilSpaces *spaces = &reading->terms->spaces;
  if (!hil_is_direct(spaces, space) || hil_width(spaces, space) != tree->count) return refuse(reading, tree, space);
  HilVector *parts = term_alloc(reading, tree->count * sizeof *parts);
  uint32_t x = 0;
  for (const HilTree *part = tree->first; parts != NULL && part != NULL; part = part->next, x++) {
    const HilVector *v = hil_elaborate_vector(reading, part, hil_part(spaces, space, x));
    if (v == NULL) return NULL;
    parts[x] = *v;
  }
  return parts == NULL ? NULL : keep(reading, (HilVector){.kind = HIL_TUPLE, .n = tree->count, .parts = parts});
}

static const HilVector *number_vector(HilReading *reading, const HilTree *tree, HilSpace space) {
  mpq_t value;
  if (hil_is_zero(tree->word)) return &hil_zero;
  if (hil_space(&reading->terms->spaces, space)->kind != HIL_SPACE_REAL) return refuse(reading, tree, space);
  mpq_init(value);
  const HilVector *v = hil_number(reading, tree->word, value) ? literal(reading, value) : NULL;
  mpq_clear(value);
  return v;
}

/* k · u */
static const HilVector *multiple(HilReading *reading, const HilTree *tree, HilSpace space) {
  mpq_t k;
  if (tree->first->kind != TREE_NUMBER) return refuse(reading, tree->first, hil_space_real(&reading->terms->spaces));
  const HilVector *v = hil_elaborate_vector(reading, tree_second(tree), space);
  mpq_init(k);
  bool good = v != NULL && hil_number(reading, tree->first->word, k);
  v = good ? scaled(reading, k, v) : NULL;
  mpq_clear(k);
  return v;
}

static const HilVector *sum_vector(HilReading *reading, const HilTree *tree, HilSpace space) {
  const HilVector *u = hil_elaborate_vector(reading, tree->first, space);
  const HilVector *v = u == NULL ? NULL : hil_elaborate_vector(reading, tree_second(tree), space);
  mpq_t minus;
  if (v == NULL) return NULL;
  mpq_init(minus);
  mpq_set_si(minus, -1, 1);
  if (tree->mark == MARK_MINUS) v = scaled(reading, minus, v);
  mpq_clear(minus);
  bool longer = tree->first->kind == TREE_INFIX && !tree->first->brackets && u->kind == HIL_SUM; /* u1 + u2 + v */
  uint32_t n = longer ? (uint32_t)u->n : 1;
  HilVector *parts = v == NULL ? NULL : term_alloc(reading, (n + 1) * sizeof *parts);
  if (parts == NULL) return NULL;
  for (uint32_t i = 0; i < n; i++) parts[i] = longer ? u->parts[i] : *u;
  parts[n] = *v;
  return keep(reading, (HilVector){.kind = HIL_SUM, .n = n + 1, .parts = parts});
}

static const HilVector *tensor_vector(HilReading *reading, const HilTree *tree, HilSpace space) {
  HilSpaceNode node = *hil_space(&reading->terms->spaces, space);
  if (node.kind != HIL_SPACE_TENSOR) return refuse(reading, tree, space);
  const HilVector *a = hil_elaborate_vector(reading, tree->first, node.a);
  const HilVector *b = a == NULL ? NULL : hil_elaborate_vector(reading, tree_second(tree), node.b);
  return b == NULL ? NULL : keep(reading, (HilVector){.kind = HIL_TENSOR, .a = a, .b = b});
}

static const HilVector *injected(HilReading *reading, const HilTree *tree, HilSpace space) {
  const HilSpaces *spaces = &reading->terms->spaces;
  bool there = tree->count == 1 && hil_is_direct(spaces, space) && tree->n < hil_width(spaces, space);
  if (!there) return refuse(reading, tree, space);
  const HilVector *v = hil_elaborate_vector(reading, tree->first, hil_part(spaces, space, tree->n));
  return v == NULL ? NULL : keep(reading, (HilVector){.kind = HIL_INJECT, .n = tree->n, .a = v});
}

const HilVector *hil_elaborate_vector(HilReading *reading, const HilTree *tree, HilSpace space) {
  if (tree->kind == TREE_NUMBER) return number_vector(reading, tree, space);
  if (tree->kind == TREE_LIST) return list_vector(reading, tree, space);
  if (tree->kind == TREE_INJ) return injected(reading, tree, space);
  if (tree->kind != TREE_INFIX) return refuse(reading, tree, space);
  switch ((int)tree->mark) {
  case MARK_TIMES: return multiple(reading, tree, space);
  case MARK_TENSOR: return tensor_vector(reading, tree, space);
  case MARK_PLUS:
  case MARK_MINUS: return sum_vector(reading, tree, space);
  default: return refuse(reading, tree, space);
  }
}
