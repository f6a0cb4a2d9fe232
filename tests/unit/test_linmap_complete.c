/* Do the laws define linear maps (working notes, section 2.8)?  All terms of 0, 1, S(k), S(l), o, (+), x, >< and ^T of
 * at most SIZE operators over R and (R, R): their meanings as matrices at scalars k and l of F_p drawn once, beside two
 * normal forms: what the laws say of images of basis vectors (LM-UNIQUE, LM-AT-*), and the map that the optimiser makes
 * by the laws between maps. */
#include "ad/linmap/optimise.h"
#include "semantics/linmap/meaning.h"
#include "tests/unit/build.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 7u
#endif
#define MISSED 12u /* pairs that are listed */
#define ENTRIES 4u /* of a matrix between spaces of at most two dimensions */

/* A term and what is known of it. */
typedef struct Map {
  const LmTerm *term;
  uint32_t from, to; /* dimensions: R or (R, R) */
  uint64_t meaning[ENTRIES], applied[ENTRIES];
  char *form;
} Map;

typedef struct Maps {
  Map *map;
  uint32_t count, room;
  uint32_t first[SIZE + 2]; /* of each size */
} Maps;

static Arena arena;
static Ring *field;
static LmBuilder builder;
static LmEnvironment scalars[2]; /* k, and l outside of it */
static Maps maps;

static int set_up(void **state) {
  (void)state;
  static const uint64_t drawn[2] = {0x123456789ABCDEFu, 0xFEDCBA987654321u};
  S = store_new(1u << 16);
  field = ring_field_new();
  arena_init(&arena, (size_t)512 << 20);
  builder = (LmBuilder){.store = S, .arena = &arena};
  for (int k = 2; k-- > 0;) {
    scalars[k] = (LmEnvironment){.outer = k == 0 ? &scalars[1] : NULL, .x = lm_fresh(&builder)};
    scalars[k].value = (LmValue){.kind = LM_VALUE_REAL, .scalar = {field_reduce(drawn[k])}};
  }
  return S == NULL || field == NULL;
}

static int tear_down(void **state) {
  (void)state;
  for (uint32_t k = 0; k < maps.count; k++) free(maps.map[k].form);
  free(maps.map);
  ring_destroy(field);
  arena_free(&arena);
  store_free(S);
  return 0;
}

/* -------------------------------------------------------------- enumeration -- */

static void put(const LmTerm *term) {
  assert_non_null(term);
  if (maps.count == maps.room) {
    maps.room = maps.room == 0 ? 1024 : 2 * maps.room;
    maps.map = realloc(maps.map, maps.room * sizeof *maps.map);
    assert_non_null(maps.map);
  }
  maps.map[maps.count++] = (Map){.term = term, .from = term->type->part[0]->dim, .to = term->type->part[1]->dim};
}

static void enumerate_leaves(void) {
  const LmType *real = lm_real(&builder), *space[2] = {real, lm_pair_type(&builder, real, real)};
  for (int s = 0; s < 2; s++) {
    for (int t = 0; t < 2; t++) put(lm_zero(&builder, space[s], space[t]));
    put(lm_one(&builder, space[s]));
    for (int k = 0; k < 2; k++) put(lm_scale(&builder, space[s], lm_var(&builder, scalars[k].x, real)));
  }
}

static void enumerate_both(uint32_t i, uint32_t j) {
  const Map m = maps.map[i], n = maps.map[j];
  if (m.from == n.to) put(lm_compose(&builder, m.term, n.term));
  if (m.from == n.from && m.to == n.to) put(lm_plus(&builder, m.term, n.term));
  if (m.from == n.from && m.to == 1 && n.to == 1) put(lm_vcat2(&builder, m.term, n.term));
  if (m.from == 1 && n.from == 1 && m.to == n.to) put(lm_hcat2(&builder, m.term, n.term));
}

/* first[s] .. first[s + 1] - 1 are those of size s. */
static void enumerate(void) {
  enumerate_leaves();
  maps.first[2] = maps.count;
  for (uint32_t size = 2; size <= SIZE; size++) {
    for (uint32_t i = maps.first[size - 1]; i < maps.first[size]; i++) put(lm_transpose(&builder, maps.map[i].term));
    for (uint32_t a = 1; a + 1 < size; a++) {
      for (uint32_t i = maps.first[a]; i < maps.first[a + 1]; i++) {
        for (uint32_t j = maps.first[size - 1 - a]; j < maps.first[size - a]; j++) enumerate_both(i, j);
      }
    }
    maps.first[size + 1] = maps.count;
  }
}

/* ------------------------------------------------------- meaning and normal forms -- */

static LmValue value_of(const LmTerm *t) {
  Machine machine = machine_make(S, field, &arena);
  LmEval eval = {&machine, &linmap_matrices, NULL};
  LmValue value;
  assert_int_equal(linmap_eval(&eval, t, &scalars[0], &value), STATUS_OK);
  return value;
}

/* The image of the vector, as words. */
static void write_words(const LmValue *value, uint64_t *words, uint32_t n) {
  Scalar flat[ENTRIES], *end = flat;
  lm_value_write(value, &end);
  assert_true(end == flat + n);
  for (uint32_t k = 0; k < n; k++) words[k] = flat[k].word;
}

/* e_j of R or (R, R). */
static const LmTerm *basis(LmBuilder *b, uint32_t dimension, uint32_t j) {
  if (dimension == 1) return lm_number(b, 1);
  return lm_pair(b, lm_number(b, j == 0), lm_number(b, j == 1));
}

static void give_meaning(Map *m) {
  Machine machine = machine_make(S, field, &arena);
  LmEval eval = {&machine, &linmap_matrices, NULL};
  LmValue matrix = value_of(m->term), image;
  for (uint32_t j = 0; j < m->from; j++) {
    LmBuilder b = builder;
    LmValue e = value_of(basis(&b, m->from, j));
    assert_int_equal(eval.rep->apply(&eval, matrix.map, &e, &image), STATUS_OK);
    write_words(&image, m->meaning + (size_t)j * m->to, m->to);
  }
}

/* m . e_j by the laws of images, without a map. */
static void apply_by_laws(Map *m) {
  LmProgram none = {0};
  for (uint32_t j = 0; j < m->from; j++) {
    LmBuilder b = builder;
    Optimiser o = {&b, &none, LINMAP_ALL, LINMAP_OPTIMISER_FUEL};
    const LmTerm *image = linmap_optimise(&o, lm_apply(&b, m->term, basis(&b, m->from, j)));
    assert_non_null(image);
    assert_false(linmap_has_maps(image));
    LmValue value = value_of(image);
    write_words(&value, m->applied + (size_t)j * m->to, m->to);
  }
}

/* As the notes write it; scalars by their values in F_p when `by_value`. */
static void write_map(const LmTerm *t, bool by_value, FILE *out) {
  static const char *const between[LM_KIND_COUNT] = {
      [LM_COMPOSE] = " o ", [LM_PLUS] = " (+) ", [LM_VCAT] = " x ", [LM_HCAT] = " >< "};
  const char *symbol = between[t->kind];
  if (t->kind == LM_ZERO || t->kind == LM_ONE) {
    fputs(t->kind == LM_ZERO ? "0" : "1", out);
    if (by_value) fprintf(out, "[%u,%u]", t->type->part[0]->dim, t->type->part[1]->dim);
  } else if (t->kind == LM_SCALE && by_value) {
    fprintf(out, "S%u(%llx)", t->type->part[0]->dim, (unsigned long long)value_of(t->kid[0]).scalar.word);
  } else if (t->kind == LM_SCALE) {
    fputs(t->kid[0]->x == scalars[0].x ? "S(k)" : "S(l)", out);
  } else if (t->kind == LM_TRANSPOSE) {
    write_map(t->kid[0], by_value, out);
    fputs("^T", out);
  } else {
    assert_non_null(symbol);
    for (uint32_t k = 0; k < t->count; k++) {
      fputs(k == 0 ? "(" : symbol, out);
      write_map(t->kid[k], by_value, out);
    }
    fputc(')', out);
  }
}

static char *text_of(const LmTerm *t, bool by_value) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  write_map(t, by_value, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* The map by the laws between maps, as the optimiser uses them. */
static void optimise(Map *m) {
  LmBuilder b = builder;
  LmProgram none = {0};
  Optimiser o = {&b, &none, LINMAP_ALL, LINMAP_OPTIMISER_FUEL};
  const LmTerm *form = linmap_optimise(&o, m->term);
  for (const LmTerm *again = form; again != NULL; form = again) {
    again = linmap_optimise(&o, form);
    if (again == NULL || again->size >= form->size) break;
  }
  assert_non_null(form);
  m->form = text_of(form, true);
}

/* ----------------------------------------------------------------- comparing -- */

static int by_meaning(const Map *a, const Map *b) {
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return a->to != b->to ? (a->to < b->to ? -1 : 1) : memcmp(a->meaning, b->meaning, sizeof a->meaning);
}
static int compare_meanings(const void *a, const void *b) { return by_meaning(a, b); }
static int compare_forms(const void *a, const void *b) {
  int meaning = by_meaning(a, b);
  return meaning != 0 ? meaning : strcmp(((const Map *)a)->form, ((const Map *)b)->form);
}
static int compare_texts(const void *a, const void *b) {
  return strcmp(((const Map *)a)->form, ((const Map *)b)->form);
}

typedef struct Classes {
  uint64_t classes, pairs;
} Classes;

/* Classes of a copy of all maps, and the pairs in one class. */
static Classes classes_of(int (*compare)(const void *, const void *)) {
  Classes found = {0, 0};
  Map *sorted = calloc(maps.count, sizeof *sorted);
  assert_non_null(sorted);
  memcpy(sorted, maps.map, maps.count * sizeof *sorted);
  qsort(sorted, maps.count, sizeof *sorted, compare);
  for (uint32_t k = 0, start = 0; k < maps.count; k++) {
    if (k == 0 || compare(&sorted[k - 1], &sorted[k]) != 0) {
      found.classes++;
      start = k;
    }
    found.pairs += k - start;
  }
  free(sorted);
  return found;
}

/* The first, in order of size, that means what one before means and has another form than any such; one a meaning. */
static void list_missed(FILE *out, uint32_t most) {
  uint32_t listed[MISSED], count = 0;
  for (uint32_t k = 0; k < maps.count && count < most; k++) {
    const Map *m = &maps.map[k], *same = NULL;
    bool met = false;
    for (uint32_t j = 0; j < count; j++) met = met || by_meaning(&maps.map[listed[j]], m) == 0;
    for (uint32_t j = 0; j < k && !met; j++) {
      if (by_meaning(&maps.map[j], m) != 0) continue;
      if (same == NULL) same = &maps.map[j];
      met = strcmp(maps.map[j].form, m->form) == 0;
    }
    if (met || same == NULL) continue;
    char *left = text_of(same->term, false), *right = text_of(m->term, false);
    fprintf(out, "%s = %s : %s -o %s\n", left, right, m->from == 1 ? "R" : "(R,R)", m->to == 1 ? "R" : "(R,R)");
    free(left);
    free(right);
    listed[count++] = k;
  }
}

/* ad/README.md states what was found. */
static void assert_page(const Classes *meanings, const Classes *forms, const char *missed) {
  static char page[1 << 16], numbers[256];
  FILE *file = fopen("ad/README.md", "rb");
  assert_non_null(file);
  page[fread(page, 1, sizeof page - 1, file)] = '\0';
  (void)fclose(file);
  (void)snprintf(numbers, sizeof numbers, "| %u | %llu | %llu | %llu | %llu |", maps.count,
                 (unsigned long long)meanings->classes, (unsigned long long)meanings->pairs,
                 (unsigned long long)forms->classes, (unsigned long long)forms->pairs);
  if (strstr(page, numbers) == NULL) fail_msg("ad/README.md has not the line %s", numbers);
  if (strstr(page, missed) == NULL) fail_msg("ad/README.md has not the list\n%s", missed);
}

static void test_normal_forms(void **state) {
  (void)state;
  enumerate();
  for (uint32_t k = 0; k < maps.count; k++) {
    Map *m = &maps.map[k];
    ArenaMark mark = arena_mark(&arena);
    give_meaning(m);
    apply_by_laws(m);
    optimise(m);
    arena_release(&arena, mark);
    /* Images of basis vectors, by laws, decide equality: they are the matrix. */
    if (memcmp(m->meaning, m->applied, sizeof m->meaning) != 0) fail_msg("%s", text_of(m->term, false));
  }
  Classes meanings = classes_of(compare_meanings), forms = classes_of(compare_forms), texts = classes_of(compare_texts);
  print_message("%u maps: %llu meanings, %llu forms; %llu pairs equal in meaning, %llu of one form\n", maps.count,
                (unsigned long long)meanings.classes, (unsigned long long)forms.classes,
                (unsigned long long)meanings.pairs, (unsigned long long)forms.pairs);
  assert_int_equal(forms.classes, texts.classes); /* what has one form has one meaning */
  char *missed = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&missed, &size);
  assert_non_null(out);
  list_missed(out, MISSED);
  assert_int_equal(fclose(out), 0);
  if (SIZE == 7) assert_page(&meanings, &forms, missed);
  free(missed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_normal_forms)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
