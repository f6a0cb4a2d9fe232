/* Inference against a published count: closed simply typable lambda-terms of
 * size n, a lambda and an application being 1 and a variable 0, are OEIS
 * A220471; all closed terms of that size are A220894. */
#include "semantics/text/elaborate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MAX_SIZE 8u

/* Terms of size n over k variables; numbers of identifiers only are used. */
static uint64_t counts[MAX_SIZE + 1][MAX_SIZE + 2];

static uint64_t count_applications(uint32_t n, uint32_t k, uint32_t left) {
  return counts[left][k] * counts[n - 1 - left][k];
}

/* S(0, k) = k;  S(n, k) = S(n-1, k+1) + sum of S(i, k) S(n-1-i, k) */
static void fill_counts(void) {
  for (uint32_t n = 0; n <= MAX_SIZE; n++) {
    for (uint32_t k = 0; k + n <= MAX_SIZE + 1; k++) {
      counts[n][k] = n == 0 ? k : counts[n - 1][k + 1];
      for (uint32_t i = 0; i < n; i++) counts[n][k] += count_applications(n, k, i);
    }
  }
}

/* The identifier bound by the lambda that `level` others are outside of. */
static NameId identifier(uint32_t level) { return (NameId){NAME_HIDDEN | level}; }

static Syntax *unrank(Reader *reader, uint32_t n, uint32_t k, uint64_t rank) {
  const Span nowhere = {0, 0};
  if (n == 0) return syntax_name(reader, identifier((uint32_t)rank), nowhere);
  if (rank < counts[n - 1][k + 1]) {
    Syntax *body = unrank(reader, n - 1, k + 1, rank), *lambda = syntax_make(reader, SYNTAX_LAM, nowhere, NULL, body);
    lambda->name = identifier(k);
    return lambda;
  }
  rank -= counts[n - 1][k + 1];
  uint32_t left = 0;
  for (; rank >= count_applications(n, k, left); left++) rank -= count_applications(n, k, left);
  uint64_t rights = counts[n - 1 - left][k];
  Syntax *f = unrank(reader, left, k, rank / rights), *x = unrank(reader, n - 1 - left, k, rank % rights);
  return syntax_make(reader, SYNTAX_APP, nowhere, f, x);
}

/* Whether the elaborator finds a type, however general. */
static bool has_type(Reader *reader, const Syntax *s) {
  Elaborator e;
  const Place place = {NULL, 0, NULL, NULL};
  elaborate_open(&e, reader);
  bool found = elaborate(&e, &place, s, mono_meta(&e.unifier)) != NULL;
  assert_int_not_equal(reader->status, STATUS_LIMIT);
  reader->status = STATUS_OK;
  reader->drafts = 0;
  return found;
}

static uint64_t count_typable(Reader *reader, uint32_t n) {
  uint64_t typable = 0;
  for (uint64_t rank = 0; rank < counts[n][0]; rank++) {
    ArenaMark mark = arena_mark(&reader->arena);
    typable += has_type(reader, unrank(reader, n, 0, rank));
    arena_release(&reader->arena, mark);
  }
  return typable;
}

static void typable_terms_are_as_many_as_published(void **state) {
  (void)state;
  static const uint64_t closed[] = {0, 1, 3, 14, 82, 579, 4741, 43977, 454283};
  static const uint64_t typable[] = {0, 1, 2, 9, 40, 238, 1564, 11807, 98529};
  Store *store = store_new(1u << 10);
  Reader reader;
  TextError error;
  assert_true(reader_open(&reader, store, "A220471", "", 0, false, &error));
  fill_counts();
  for (uint32_t n = 1; n <= MAX_SIZE; n++) {
    assert_int_equal(counts[n][0], closed[n]);
    assert_int_equal(count_typable(&reader, n), typable[n]);
  }
  reader_close(&reader);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(typable_terms_are_as_many_as_published)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
