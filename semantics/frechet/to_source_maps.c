/* Linear functions as terms of the source language, each by its definition. */
#include "semantics/frechet/to_source.h"

#include <string.h>

static const HilSpaceNode *node_of(const HilWriting *to, HilSpace v) { return hil_space(&to->terms->spaces, v); }
static HilSpace part_of(const HilWriting *to, HilSpace v, uint32_t k) { return hil_part(&to->terms->spaces, v, k); }
static uint32_t width_of(const HilWriting *to, HilSpace v) { return hil_width(&to->terms->spaces, v); }
static HilTerm of_parts(const HilTerm *parts) {
  if (parts == NULL) return (HilTerm){.text = ""};
  return (HilTerm){.parts = parts};
}

/* ----------------------------------------------------------------- products -- */

/* a b, nothing for what 0 or 1 makes of it. */
static const char *product_text(HilWriting *to, const char *a, const char *b) {
  if (strcmp(a, "0") == 0 || strcmp(b, "0") == 0) return "0";
  if (strcmp(a, "1") == 0) return b;
  return strcmp(b, "1") == 0 ? a : compose(to->importer, "%s * %s", a, b);
}

/* sum_j a_(i j) b_(j k), a of m x n numbers and b of n x l */
static HilTerm *products(HilWriting *to, uint32_t m, uint32_t n, uint32_t l, const HilTerm *a, const HilTerm *b) {
  uint32_t count = hil_few(to, (uint64_t)m * l);
  HilTerm *out = hil_terms_room(to, count);
  for (uint32_t i = 0; out != NULL && a != NULL && b != NULL && i < count; i++) {
    const char *sum = "0";
    for (uint32_t j = 0; j < n; j++) {
      const char *term = product_text(to, a[i / l * n + j].text, b[j * l + i % l].text);
      if (strcmp(term, "0") != 0) sum = strcmp(sum, "0") == 0 ? term : compose(to->importer, "%s + %s", sum, term);
    }
    out[i] = strpbrk(sum, "+*") == NULL ? (HilTerm){.text = sum} : hil_named(to, sum);
  }
  return out;
}

/* w ∗ x of numbers, as a vector of W ⊗ U */
static HilTerm contracted(HilWriting *to, HilSpace w_space, HilSpace x_space, const HilTerm *w, const HilTerm *x) {
  uint32_t m = hil_dim(to, node_of(to, w_space)->a), n = hil_dim(to, node_of(to, w_space)->b);
  uint32_t l = hil_dim(to, node_of(to, x_space)->b);
  if (!reader_ok(&to->importer->reader)) return (HilTerm){.text = ""}; /* of a limit, there are no numbers */
  return of_parts(products(to, m, n, l, w, x));
}

HilTerm hil_write_product(HilWriting *to, HilSpace w_space, HilSpace x_space, HilTerm w, HilTerm x) {
  return contracted(to, w_space, x_space, hil_numbers(to, w_space, w), hil_numbers(to, x_space, x));
}

static HilTerm section(HilWriting *to, const HilMap *m, HilTerm x) {
  HilTerm *literal = hil_literal_numbers(to, m->space, m->w), *given = hil_numbers(to, m->dom, x);
  if (m->kind == HILMAP_LEFT) return contracted(to, m->space, m->dom, literal, given);
  return contracted(to, m->dom, m->space, given, literal);
}

/* -------------------------------------------------------------- direct sums -- */

static HilTerm injection(HilWriting *to, const HilMap *m, HilTerm x) {
  HilTerm *parts = hil_terms_room(to, width_of(to, m->cod));
  for (uint32_t k = 0; parts != NULL && k < width_of(to, m->cod); k++)
    parts[k] = k == m->n ? x : hil_term_zero(to, part_of(to, m->cod, k));
  return of_parts(parts);
}

static HilTerm body_of_map(HilWriting *to, uint32_t id, HilTerm x) { return hil_write_map(to, (HilMapId){id}, x); }

/* f at each index: a map of the language, but of one number */
static HilTerm mapped(HilWriting *to, const HilMap *m, HilTerm x) {
  uint32_t n = width_of(to, m->cod);
  if (n > 1 && hil_dim(to, m->cod) != 0 && hil_dim(to, m->dom) != 0) {
    const char *given = hil_term_text(to, m->dom, x), *name = compose(to->importer, "y%u'", ++to->names);
    const char *body = hil_write_scope(to, hil_map(to->terms, m->a)->cod, body_of_map, m->a.id, name);
    return strcmp(body, name) == 0 ? (HilTerm){.text = given}
                                   : hil_named(to, compose(to->importer, "map (%s. %s) %s", name, body, given));
  }
  HilTerm *parts = hil_terms_room(to, n);
  for (uint32_t k = 0; parts != NULL && k < n; k++) parts[k] = hil_write_map(to, m->a, hil_term_part(to, m->dom, x, k));
  return of_parts(parts);
}

static HilTerm members(HilWriting *to, const HilMap *m, HilTerm x) {
  HilTerm *parts = hil_terms_room(to, m->n);
  for (uint32_t k = 0; parts != NULL && k < m->n; k++)
    parts[k] = hil_write_map(to, hil_map_member(to->terms, m, k),
                             m->kind == HILMAP_TUPLE ? x : hil_term_part(to, m->dom, x, k));
  return of_parts(parts);
}

static HilTerm cotuple(HilWriting *to, const HilMap *m, HilTerm x) {
  HilTerm sum = hil_term_zero(to, m->cod);
  for (uint32_t k = 0; k < m->n; k++) {
    HilTerm image = hil_write_map(to, hil_map_member(to->terms, m, k), hil_term_part(to, m->dom, x, k));
    sum = k == 0 ? image : hil_term_sum(to, m->cod, sum, image);
  }
  return sum;
}

static HilTerm reduction(HilWriting *to, const HilMap *m, HilTerm x) {
  uint32_t n = width_of(to, m->cod);
  HilTerm *sums = hil_terms_room(to, n);
  bool *there = reader_alloc(&to->importer->reader, (size_t)n + 1);
  if (sums == NULL || there == NULL) return (HilTerm){.text = ""};
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t y = m->pairs[i].y;
    HilTerm term = hil_term_part(to, m->dom, x, m->pairs[i].x);
    sums[y] = there[y] ? hil_term_sum(to, part_of(to, m->cod, y), sums[y], term) : term;
    there[y] = true;
  }
  for (uint32_t y = 0; y < n; y++)
    if (!there[y]) sums[y] = hil_term_zero(to, part_of(to, m->cod, y));
  return of_parts(sums);
}

/* ---------------------------------------------------------- unitary operators -- */

/* Number i of the result is number place(i) of what is given. */
static HilTerm moved(HilWriting *to, const HilMap *m, HilTerm x,
                     uint32_t (*place)(const HilWriting *, const HilMap *, uint32_t)) {
  uint32_t n = hil_dim(to, m->cod);
  HilTerm *from = hil_numbers(to, m->dom, x), *out = hil_terms_room(to, n);
  for (uint32_t i = 0; from != NULL && out != NULL && i < n; i++) out[i] = from[place(to, m, i)];
  return hil_of_numbers(to, m->cod, from == NULL ? NULL : out);
}

/* Units, assoc and distrib leave numbers where they are. */
static uint32_t same_place(const HilWriting *to, const HilMap *m, uint32_t i) {
  (void)to;
  (void)m;
  return i;
}

/* w_j v_i of v_i w_j */
static uint32_t transposed_place(const HilWriting *to, const HilMap *m, uint32_t i) {
  uint32_t columns = hil_dim(to, node_of(to, m->dom)->b), rows = hil_dim(to, node_of(to, m->dom)->a);
  return i % rows * columns + i / rows;
}

/* ((x, i), (y, j)) of V^X ⊗ W^Y, for ((x, y), (i, j)) */
static uint32_t split_place(const HilWriting *to, HilSpace tensor, uint32_t k) {
  HilSpace a = node_of(to, tensor)->a, b = node_of(to, tensor)->b;
  uint32_t columns = hil_dim(to, b), ys = width_of(to, b);
  uint32_t v = hil_dim(to, a) / width_of(to, a), w = columns / ys;
  uint32_t x = k / (ys * v * w), y = k / (v * w) % ys, i = k / w % v, j = k % w;
  return (x * v + i) * columns + y * w + j;
}
static uint32_t curried_place(const HilWriting *to, const HilMap *m, uint32_t i) { return split_place(to, m->dom, i); }

static uint32_t uncurried_place(const HilWriting *to, const HilMap *m, uint32_t i) {
  HilSpace a = node_of(to, m->cod)->a, b = node_of(to, m->cod)->b;
  uint32_t columns = hil_dim(to, b), ys = width_of(to, b);
  uint32_t v = hil_dim(to, a) / width_of(to, a), w = columns / ys, row = i / columns, column = i % columns;
  return ((row / v * ys + column / w) * v + row % v) * w + column % w;
}

/* (v_x, w_x) at x, and back */
static HilTerm zipped(HilWriting *to, const HilMap *m, HilTerm x) {
  bool inverse = m->kind == HILMAP_UNZIP;
  uint32_t n = width_of(to, m->cod);
  HilTerm *parts = hil_terms_room(to, n);
  for (uint32_t k = 0; parts != NULL && k < n; k++) {
    HilSpace part = part_of(to, m->cod, k);
    HilTerm *inner = hil_terms_room(to, width_of(to, part));
    for (uint32_t i = 0; inner != NULL && i < width_of(to, part); i++) {
      uint32_t outer = inverse ? i : k, other = inverse ? k : i;
      HilTerm from = hil_term_part(to, m->dom, x, inverse ? outer : other);
      inner[i] = hil_term_part(to, part_of(to, m->dom, inverse ? outer : other), from, inverse ? other : outer);
    }
    parts[k] = of_parts(inner);
  }
  return of_parts(parts);
}

static HilTerm sum(HilWriting *to, const HilMap *m, HilTerm x) {
  HilTerm left = hil_write_map(to, m->a, x), right = hil_write_map(to, m->b, x);
  return hil_term_sum(to, m->cod, left, right);
}

HilTerm hil_write_map(HilWriting *to, HilMapId id, HilTerm x) {
  const HilMap *m = hil_map(to->terms, id);
  if (!reader_ok(&to->importer->reader)) return (HilTerm){.text = ""};
  switch (m->kind) {
  case HILMAP_ID: return x;
  case HILMAP_COMP: return hil_write_map(to, m->a, hil_write_map(to, m->b, x));
  case HILMAP_ZERO: return hil_term_zero(to, m->cod);
  case HILMAP_INJ: return injection(to, m, x);
  case HILMAP_PROJ: return hil_term_part(to, m->dom, x, m->n);
  case HILMAP_MAP: return mapped(to, m, x);
  case HILMAP_PAR:
  case HILMAP_DELTA:
  case HILMAP_TUPLE: return members(to, m, x);
  case HILMAP_COTUPLE: return cotuple(to, m, x);
  case HILMAP_PLUS: return sum(to, m, x);
  case HILMAP_RED: return reduction(to, m, x);
  case HILMAP_LEFT:
  case HILMAP_RIGHT: return section(to, m, x);
  case HILMAP_TRANSPOSE: return moved(to, m, x, transposed_place);
  case HILMAP_CURRY: return moved(to, m, x, curried_place);
  case HILMAP_UNCURRY: return moved(to, m, x, uncurried_place);
  case HILMAP_ZIP:
  case HILMAP_UNZIP: return zipped(to, m, x);
  case HILMAP_UNIT_L:
  case HILMAP_UNIT_L_INV:
  case HILMAP_UNIT_R:
  case HILMAP_UNIT_R_INV:
  case HILMAP_ASSOC:
  case HILMAP_ASSOC_INV:
  case HILMAP_DISTRIB:
  case HILMAP_DISTRIB_INV: return moved(to, m, x, same_place);
  case HILMAP_KIND_COUNT: break;
  }
  return (HilTerm){.text = ""};
}
