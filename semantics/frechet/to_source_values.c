/* Vectors of Hilbert spaces as terms of the source language. */
#include <stdio.h> /* before gmp.h */

#include "semantics/frechet/to_source.h"

#include <stdlib.h>
#include <string.h>

static const HilSpaceNode *node_of(const HilWriting *to, HilSpace v) { return hil_space(&to->terms->spaces, v); }
static HilTerm whole(const char *text) { return (HilTerm){.text = text}; }

uint32_t hil_few(const HilWriting *to, uint64_t numbers) {
  if (numbers <= HIL_NUMBERS_MOST) return (uint32_t)numbers;
  reader_fail(&to->importer->reader, STATUS_LIMIT, to->at, "limit: a space of more than %llu dimensions",
              (unsigned long long)HIL_NUMBERS_MOST);
  return 0;
}

uint32_t hil_dim(const HilWriting *to, HilSpace v) { return hil_few(to, node_of(to, v)->dim); }

HilTerm *hil_terms_room(HilWriting *to, uint32_t count) {
  HilTerm *room = reader_alloc(&to->importer->reader, ((size_t)count + 1) * sizeof *room);
  for (uint32_t i = 0; room != NULL && i < count; i++) room[i] = whole("");
  return room;
}

/* ------------------------------------------------------------------- types -- */

static bool is_real(const char *type) { return strcmp(type, "real") == 0; }

static const char *reals_text(HilWriting *to, uint32_t n) {
  return n == 1 ? "real" : compose(to->importer, "real^%u", n);
}

const char *hil_type_text(HilWriting *to, HilSpace v) {
  const HilSpaceNode *node = node_of(to, v);
  if (node->dim == 0) return "1";
  if (node->kind == HIL_SPACE_REAL) return "real";
  if (node->kind == HIL_SPACE_TENSOR) return reals_text(to, hil_dim(to, v));
  uint32_t n = hil_width(&to->terms->spaces, v);
  if (node->uniform) {
    const char *part = hil_type_text(to, node->a);
    return is_real(part) ? reals_text(to, n) : compose(to->importer, "(%s)^%u", part, n);
  }
  const char *out = "";
  for (uint32_t k = n; k-- > 0;) {
    const char *part = hil_type_text(to, hil_part(&to->terms->spaces, v, k));
    out = k + 1 == n ? part : compose(to->importer, "(%s * %s)", part, out);
  }
  return out;
}

/* An array of more than one number, or of other entries. */
static bool is_array(HilWriting *to, HilSpace v) {
  const HilSpaceNode *node = node_of(to, v);
  if (node->kind == HIL_SPACE_TENSOR) return node->dim != 1;
  return node->uniform && (hil_width(&to->terms->spaces, v) != 1 || !is_real(hil_type_text(to, node->a)));
}

/* ------------------------------------------------------------------- parts -- */

static HilTerm entry(HilWriting *to, HilSpace v, const char *text, uint32_t k) {
  return whole(is_array(to, v) ? compose(to->importer, "(%s ! %u)", text, k) : text);
}

HilTerm hil_term_part(HilWriting *to, HilSpace v, HilTerm x, uint32_t k) {
  const HilSpaceNode *node = node_of(to, v);
  HilSpace part = hil_part(&to->terms->spaces, v, k);
  if (hil_dim(to, part) == 0) return whole("()");
  if (x.parts != NULL) return x.parts[k];
  if (node->uniform) return entry(to, v, x.text, k);
  return whole(part_text(to->importer, x.text, k + 1, hil_width(&to->terms->spaces, v)));
}

static const char *array_text(HilWriting *to, bool reals, uint32_t n, const char *const *parts) {
  const char *text = "";
  for (uint32_t k = 0; k < n; k++) {
    if (reals)
      text = compose(to->importer, "%s%s%s", text, k == 0 ? "" : ", ", parts[k]);
    else if (k + 1 == n)
      text = compose(to->importer, "%s%s", text, parts[k]);
    else
      text = compose(to->importer, "%sif k' == %u then %s else ", text, k, parts[k]);
  }
  return reals ? compose(to->importer, "[%s]", text) : compose(to->importer, "(build %u (k'. %s))", n, text);
}

const char *hil_term_text(HilWriting *to, HilSpace v, HilTerm x) {
  const HilSpaceNode *node = node_of(to, v);
  if (node->dim == 0) return "()";
  if (x.text != NULL || x.parts == NULL) return x.text == NULL ? "" : x.text;
  bool tensor = node->kind == HIL_SPACE_TENSOR;
  uint32_t n = tensor ? hil_dim(to, v) : hil_width(&to->terms->spaces, v);
  const char **parts = reader_alloc(&to->importer->reader, ((size_t)n + 1) * sizeof *parts);
  if (parts == NULL) return "";
  for (uint32_t k = 0; k < n; k++)
    parts[k] = tensor ? x.parts[k].text : hil_term_text(to, hil_part(&to->terms->spaces, v, k), x.parts[k]);
  if (!tensor && !node->uniform) return hil_named(to, pair_text(to->importer, parts, n)).text;
  if (!is_array(to, v)) return parts[0];
  bool reals = tensor || is_real(hil_type_text(to, node->a));
  return hil_named(to, array_text(to, reals, n, parts)).text;
}

/* ----------------------------------------------------------------- numbers -- */

static void put_numbers(HilWriting *to, HilSpace v, HilTerm x, HilTerm **next) {
  const HilSpaceNode *node = node_of(to, v);
  uint32_t n = hil_dim(to, v);
  if (n == 0) return;
  if (node->kind == HIL_SPACE_REAL) {
    *(*next)++ = x;
    return;
  }
  if (node->kind == HIL_SPACE_TENSOR) {
    for (uint32_t k = 0; k < n; k++) *(*next)++ = x.parts != NULL ? x.parts[k] : entry(to, v, x.text, k);
    return;
  }
  for (uint32_t k = 0; k < hil_width(&to->terms->spaces, v); k++)
    put_numbers(to, hil_part(&to->terms->spaces, v, k), hil_term_part(to, v, x, k), next);
}

HilTerm *hil_numbers(HilWriting *to, HilSpace v, HilTerm x) {
  HilTerm *numbers = hil_terms_room(to, hil_dim(to, v)), *next = numbers;
  if (numbers != NULL) put_numbers(to, v, x, &next);
  return numbers;
}

static HilTerm take_numbers(HilWriting *to, HilSpace v, const HilTerm **next) {
  const HilSpaceNode *node = node_of(to, v);
  uint32_t n = hil_dim(to, v);
  if (n == 0) return whole("()");
  if (node->kind == HIL_SPACE_REAL) return *(*next)++;
  if (node->kind == HIL_SPACE_TENSOR) {
    *next += n;
    return (HilTerm){.parts = *next - n};
  }
  uint32_t width = hil_width(&to->terms->spaces, v);
  HilTerm *parts = hil_terms_room(to, width);
  for (uint32_t k = 0; parts != NULL && k < width; k++)
    parts[k] = take_numbers(to, hil_part(&to->terms->spaces, v, k), next);
  return parts == NULL ? whole("") : (HilTerm){.parts = parts};
}

HilTerm hil_of_numbers(HilWriting *to, HilSpace v, const HilTerm *numbers) {
  return numbers == NULL ? whole("") : take_numbers(to, v, &numbers);
}

HilTerm hil_term_zero(HilWriting *to, HilSpace v) {
  HilTerm *numbers = hil_terms_room(to, hil_dim(to, v));
  for (uint32_t k = 0; numbers != NULL && k < hil_dim(to, v); k++) numbers[k] = whole("0");
  return hil_of_numbers(to, v, numbers);
}

static HilTerm sum_of_numbers(HilWriting *to, HilTerm x, HilTerm y) {
  if (strcmp(x.text, "0") == 0) return y;
  return strcmp(y.text, "0") == 0 ? x : hil_named(to, compose(to->importer, "%s + %s", x.text, y.text));
}

HilTerm hil_term_sum(HilWriting *to, HilSpace v, HilTerm x, HilTerm y) {
  const char *type = hil_type_text(to, v);
  bool reals = strncmp(type, "real", 4) == 0 && strchr(type, '*') == NULL;
  if (reals && x.text != NULL && y.text != NULL) return sum_of_numbers(to, x, y);
  HilTerm *a = hil_numbers(to, v, x), *b = hil_numbers(to, v, y);
  if (a == NULL || b == NULL) return whole("");
  for (uint32_t k = 0; k < hil_dim(to, v); k++) a[k] = sum_of_numbers(to, a[k], b[k]);
  return hil_of_numbers(to, v, a);
}

/* ---------------------------------------------------------------- literals -- */

static void literal_number(const HilWriting *to, const HilVector *w, mpq_t out) {
  const Constant *c = constant_get(&to->store->constants, w->constant);
  if (w->kind == HIL_INTEGER)
    mpq_set_si(out, w->n, 1);
  else
    mpq_set(out, c->exact[c->length == 1 ? 0 : w->n]);
}

/* Adds k times the literal to the numbers; of a tensor, each of the first with each of the second. */
static bool add_literal(const HilWriting *to, HilSpace v, const HilVector *w, mpq_t *out);

static bool add_tensor(const HilWriting *to, HilSpace v, const HilVector *w, mpq_t *out) {
  const HilSpaceNode *node = node_of(to, v);
  if (node->dim == 0) return true;
  uint32_t m = hil_dim(to, node->a), n = hil_dim(to, node->b);
  mpq_t *a = malloc(((size_t)m + n + 1) * sizeof *a), *b = a == NULL ? NULL : a + m, product;
  if (a == NULL) return false;
  for (uint32_t i = 0; i < m + n; i++) mpq_init(a[i]);
  bool good = add_literal(to, node->a, w->a, a) && add_literal(to, node->b, w->b, b);
  mpq_init(product);
  for (uint32_t i = 0; good && i < m; i++)
    for (uint32_t j = 0; j < n; j++) {
      mpq_mul(product, a[i], b[j]);
      mpq_add(out[(size_t)i * n + j], out[(size_t)i * n + j], product);
    }
  mpq_clear(product);
  for (uint32_t i = 0; i < m + n; i++) mpq_clear(a[i]);
  free(a);
  return good;
}

/* Where the numbers of part k begin. */
static uint32_t place_of(const HilWriting *to, HilSpace v, int64_t k) {
  uint32_t place = 0;
  for (uint32_t i = 0; i < (uint32_t)k; i++) place += hil_dim(to, hil_part(&to->terms->spaces, v, i));
  return place;
}

static bool add_parts(const HilWriting *to, HilSpace v, const HilVector *w, mpq_t *out) {
  bool good = true;
  for (int64_t k = 0; good && k < w->n; k++) {
    bool sum = w->kind == HIL_SUM;
    HilSpace part = sum ? v : hil_part(&to->terms->spaces, v, (uint32_t)k);
    good = add_literal(to, part, &w->parts[k], sum ? out : out + place_of(to, v, k));
  }
  return good;
}

static bool add_literal(const HilWriting *to, HilSpace v, const HilVector *w, mpq_t *out) {
  mpq_t number;
  switch (w->kind) {
  case HIL_ZERO: return true;
  case HIL_INTEGER:
  case HIL_CONSTANT:
    mpq_init(number);
    literal_number(to, w, number);
    mpq_add(out[0], out[0], number);
    mpq_clear(number);
    return true;
  case HIL_SUM:
  case HIL_TUPLE: return add_parts(to, v, w, out);
  case HIL_INJECT:
    return add_literal(to, hil_part(&to->terms->spaces, v, (uint32_t)w->n), w->a, out + place_of(to, v, w->n));
  case HIL_TENSOR: return add_tensor(to, v, w, out);
  case HIL_SCALAR:
  case HIL_REALS:
  case HIL_SCALE: return false; /* of a ring */
  }
  return false;
}

/* 2, (-2), (1 / 3) */
static const char *number_text(HilWriting *to, const mpq_t value) {
  char *text = mpq_get_str(NULL, 10, value), *slash = text == NULL ? NULL : strchr(text, '/');
  void (*release)(void *, size_t);
  const char *out = "";
  if (slash != NULL) *slash = '\0';
  if (text != NULL)
    out = slash != NULL        ? compose(to->importer, "(%s / %s)", text, slash + 1)
          : mpq_sgn(value) < 0 ? compose(to->importer, "(%s)", text)
                               : compose(to->importer, "%s", text);
  if (slash != NULL) *slash = '/';
  mp_get_memory_functions(NULL, NULL, &release);
  if (text != NULL) release(text, strlen(text) + 1);
  return out;
}

HilTerm *hil_literal_numbers(HilWriting *to, HilSpace v, const HilVector *w) {
  uint32_t n = hil_dim(to, v);
  if (!reader_ok(&to->importer->reader)) return NULL;
  mpq_t *numbers = malloc(((size_t)n + 1) * sizeof *numbers);
  HilTerm *out = hil_terms_room(to, n);
  for (uint32_t k = 0; numbers != NULL && k < n; k++) mpq_init(numbers[k]);
  if (numbers == NULL || out == NULL || !add_literal(to, v, w, numbers)) reader_exhausted(&to->importer->reader);
  for (uint32_t k = 0; numbers != NULL && k < n; k++) {
    if (out != NULL) out[k] = whole(number_text(to, numbers[k]));
    mpq_clear(numbers[k]);
  }
  free(numbers);
  return out;
}
