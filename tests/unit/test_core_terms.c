/* The functions on terms: shifting, substitution, counting and building, by their
 * laws on random terms of every constructor and by hand; and names. */
#include "semantics/tables/store.h"
#include "tests/unit/random.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint32_t random_below(uint32_t bound) { return (uint32_t)(random_next() % bound); }

static Store *store;
static TypeTable *types;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  if (store == NULL) return 1;
  types = &store->types;
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  store_free(store);
  return 0;
}

/* --------------------------------------------------------------- terms -- */

/* A random term by the modes of terms.def: linear ones under G; v, Cartesian
 * ones under G, with identifiers below `scope`.  No types: these laws need none. */
static TermId random_term(bool linear, uint32_t scope, uint32_t depth) {
  if (depth == 0 || random_below(15) == 0) {
    if (!linear) return scope > 0 ? term_var(store, random_below(scope)) : term_unit(store);
    return random_below(3) > 0 ? term_lvar(store) : term_zero(store, type_linear_real(types, 1));
  }
  TermKind kind = (TermKind)(random_below(TERM_KIND_COUNT - 1) + 1);
  bool cartesian_only = kind == TERM_VAR || kind == TERM_LLAM ||
                        (strchr(term_info(kind)->modes, 'c') != NULL && strpbrk(term_info(kind)->modes, "slr") == NULL);
  bool linear_only = term_info(kind)->target && kind != TERM_LLAM;
  if ((linear && cartesian_only) || (!linear && linear_only) || kind == TERM_VAR) {
    return random_term(linear, scope, depth - 1);
  }
  TermId kid[TERM_KIDS] = {{0}};
  for (int i = 0; i < TERM_KIDS; i++) {
    char mode = term_info(kind)->modes[i];
    if (mode == '-') continue;
    bool kid_linear = mode == 'l' || mode == 'r' || (mode == 's' && linear);
    uint32_t binders = (uint32_t)(term_info(kind)->binders[i] - '0');
    kid[i] = random_term(kid_linear, scope + binders, depth - 1);
  }
  uint32_t payload = kind == TERM_LVAR || kind == TERM_UNIT ? 0 : random_below(5);
  return term_make(store, kind, payload, NAME_NONE, kid[0], kid[1], kid[2], kid[3]);
}

static uint64_t size(TermId t) { return term_size(store, t); }
static uint64_t occurrences(TermId t, uint32_t index) { return term_occurrences(store, t, index); }
static bool same(TermId a, TermId b) { return term_equal(store, a, b); }
static TermId subst(TermId t, uint32_t index, TermId s) { return term_subst(store, t, index, s); }
static TermId shift(TermId t, uint32_t cutoff, int32_t by) { return term_shift(store, t, cutoff, by); }

#define SCOPE 4u

static void shifting_laws(void **state) {
  (void)state;
  random_state = 1;
  for (int k = 0; k < 3000; k++) {
    uint32_t mark = store_mark(store), cutoff = random_below(SCOPE + 1);
    TermId t = random_term(k % 2 == 0, SCOPE, 5);
    int32_t a = (int32_t)random_below(4), b = (int32_t)random_below(4);
    TermId moved = shift(t, cutoff, a);
    assert_int_equal(size(moved), size(t));
    assert_true(same(shift(moved, cutoff, b), shift(t, cutoff, a + b)));
    assert_true(same(shift(moved, cutoff, -a), t));
    assert_true(same(shift(t, SCOPE, 7), t)); /* nothing is free above the scope */
    for (uint32_t i = 0; i < SCOPE; i++) {
      assert_int_equal(occurrences(moved, i < cutoff ? i : i + (uint32_t)a), occurrences(t, i));
    }
    if (a > 0) assert_int_equal(occurrences(moved, cutoff), 0);
    assert_int_equal(store_take_status(store), STATUS_OK);
    store_release(store, mark);
  }
}

static void substitution_laws(void **state) {
  (void)state;
  random_state = 2;
  uint64_t replaced = 0;
  for (int k = 0; k < 3000; k++) {
    uint32_t mark = store_mark(store);
    TermId t = random_term(k % 2 == 0, SCOPE + 2, 9), s = random_term(false, SCOPE + 1, 3);
    TermId r = random_term(false, SCOPE, 3), once = subst(t, 0, s);
    uint64_t n = occurrences(t, 0);
    replaced += n;
    assert_int_equal(size(once), size(t) + n * (size(s) - 1));
    for (uint32_t i = 0; i <= SCOPE; i++) {
      assert_int_equal(occurrences(once, i), occurrences(t, i + 1) + n * occurrences(s, i));
    }
    /* a term without the identifier only loses a place; x[s/x] = s */
    assert_true(same(subst(shift(t, 0, 1), 0, s), t));
    assert_true(same(subst(term_var(store, 0), 0, s), s));
    /* renaming the innermost identifier to itself */
    assert_true(same(subst(shift(t, 1, 1), 0, term_var(store, 0)), t));
    /* t[s/x][r/y] = t[r/y][s[r/y]/x] */
    assert_true(same(subst(once, 0, r), subst(subst(t, 1, shift(r, 0, 1)), 0, subst(s, 0, r))));
    assert_int_equal(store_take_status(store), STATUS_OK);
    store_release(store, mark);
  }
  assert_true(replaced > 2000);
}

/* How often v itself stands in the term: not the v that is bound inside. */
static uint64_t linear_occurrences(TermId t) {
  const Term *node = term(store, t);
  if (node->kind == TERM_LVAR) return 1;
  uint64_t count = 0;
  for (int i = 0; i < TERM_KIDS; i++) {
    char mode = term_info(node->kind)->modes[i];
    if (mode == 'l' || mode == 's') count += linear_occurrences(node->kid[i]);
  }
  return count;
}

static void linear_substitution_laws(void **state) {
  (void)state;
  random_state = 3;
  uint64_t replaced = 0;
  for (int k = 0; k < 5000; k++) {
    uint32_t mark = store_mark(store);
    TermId t = random_term(true, SCOPE, 9), s = random_term(true, SCOPE, 3), r = random_term(true, SCOPE, 3);
    TermId v = term_lvar(store), once = term_subst_linear(store, t, s), c = random_term(false, SCOPE - 1, 3);
    uint64_t n = linear_occurrences(t);
    replaced += n;
    assert_int_equal(size(once), size(t) + n * (size(s) - 1));
    assert_true(same(term_subst_linear(store, t, v), t));
    assert_true(same(term_subst_linear(store, v, s), s));
    /* t[s/v][r/v] = t[s[r/v]/v] */
    TermId sr = term_subst_linear(store, s, r);
    assert_true(same(term_subst_linear(store, once, r), term_subst_linear(store, t, sr)));
    /* v and Cartesian identifiers do not meet: t[s/v][c/x] = t[c/x][s[c/x]/v] */
    TermId left = subst(once, 0, c), right = term_subst_linear(store, subst(t, 0, c), subst(s, 0, c));
    assert_true(same(left, right));
    assert_int_equal(store_take_status(store), STATUS_OK);
    store_release(store, mark);
  }
  assert_true(replaced > 2000);
}

/* Golden: under binders, and where v is bound again. */
static void substitution_by_hand(void **state) {
  (void)state;
  TypeId real = type_real(types, 1), lreal = type_linear_real(types, 1);
  TermId x = term_var(store, 0), y = term_var(store, 1), v = term_lvar(store);
  /* (\z. (z, x))[y/x], y the next identifier: \z. (z, y) with y moved under z */
  TermId t = term_lam(store, NAME_NONE, real, term_pair(store, x, y));
  TermId u = term_lam(store, NAME_NONE, real, term_pair(store, x, term_var(store, 4)));
  assert_true(same(subst(t, 0, term_var(store, 3)), u));
  /* (let v = v in v)[0/v] = let v = 0 in v; (\y. v)[!x >< v / v] moves x */
  TermId zero = term_zero(store, lreal);
  assert_true(same(term_subst_linear(store, term_letv(store, v, v), zero), term_letv(store, zero, v)));
  TermId under = term_lam(store, NAME_NONE, real, v), copower = term_copower(store, x, v);
  TermId expected = term_lam(store, NAME_NONE, real, term_copower(store, y, v));
  assert_true(same(term_subst_linear(store, under, copower), expected));
  /* names are hints */
  NameId a = name_make(store, "a", 1), b = name_make(store, "b", 1);
  assert_int_equal(name_make(store, "ab", 1).id, a.id);
  assert_string_equal(name_text(store, b), "b");
  assert_string_equal(name_text(store, NAME_NONE), "");
  assert_true(same(term_lam(store, a, real, x), term_lam(store, b, real, x)));
  assert_true(same(term_zipwith(store, a, b, x, y, y), term_zipwith(store, b, a, x, y, y)));
  assert_false(same(term_lam(store, a, real, x), term_lam(store, a, type_unit(types), x)));
  assert_false(same(term_fst(store, x), term_snd(store, x)));
}

/* As many names as need several growths, then again: each keeps its id and its text, so that no two share one. */
static void names_are_interned(void **state) {
  (void)state;
  enum { NAMES = 100000 };
  static uint32_t ids[NAMES];
  static const char *texts[NAMES];
  char text[16];
  for (uint32_t round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < NAMES; i++) {
      int length = snprintf(text, sizeof text, "x%" PRIu32, i); /* one begins as the other: x1, x10, x100 */
      NameId name = name_make(store, text, (size_t)length);
      assert_int_not_equal(name.id, 0);
      if (round == 0) texts[i] = name_text(store, name);
      if (round == 0) ids[i] = name.id;
      assert_int_equal(name.id, ids[i]);
      assert_ptr_equal(name_text(store, name), texts[i]);
      assert_string_equal(texts[i], text);
    }
  }
  /* the empty name is a name, and part of a text one of its own */
  NameId empty = name_make(store, text, 0), part = name_make(store, "x10", 2);
  assert_int_not_equal(empty.id, 0);
  assert_string_equal(name_text(store, empty), "");
  assert_int_equal(name_make(store, "", 0).id, empty.id);
  assert_int_equal(part.id, ids[1]);
  /* any bytes: a 0 among them ends no name */
  NameId zero = name_make(store, "a\0b", 3), other = name_make(store, "a\0c", 3), a = name_make(store, "a", 1);
  assert_int_not_equal(zero.id, other.id);
  assert_int_not_equal(zero.id, a.id);
  assert_int_equal(name_make(store, "a\0b", 3).id, zero.id);
  assert_int_equal(name_make(store, "\xff", 1).id, name_make(store, "\xff", 1).id);
}

static void building_is_total(void **state) {
  (void)state;
  Store *small = store_new(5000);
  TermId x = term_var(small, 0), none = TERM_NONE_ID;
  assert_int_equal(term_pair(small, x, none).id, 0);
  assert_int_equal(store_take_status(small), STATUS_ILL_TYPED);
  assert_int_equal(store_take_status(small), STATUS_OK);
  OpId sine = op_make(&small->ops, &small->types, OP_SIN, 1, 0);
  assert_int_equal(term_op(small, sine, x, x).id, 0);
  assert_int_equal(term_op(small, sine, none, none).id, 0);
  assert_int_equal(term_op(small, (OpId){0}, none, none).id, 0);
  assert_int_equal(term_lop(small, (LopId){0}, none, none, x).id, 0);
  assert_int_equal(term_lam(small, NAME_NONE, (TypeId){0}, x).id, 0);
  assert_int_equal(term_zero(small, (TypeId){0}).id, 0);
  assert_int_equal(store_take_status(small), STATUS_ILL_TYPED);
  uint32_t mark = store_mark(small);
  TermId t = x;
  while (t.id != 0) {
    TermId next = term_fst(small, t);
    assert_true(next.id == 0 || next.id > t.id); /* children come first */
    t = next;
  }
  assert_int_equal(store_take_status(small), STATUS_LIMIT);
  store_release(small, mark);
  assert_int_not_equal(term_fst(small, x).id, 0);
  /* definitions stay when working terms are released */
  store_begin_definition(small);
  TermId definition = term_fst(small, term_lvar(small));
  store_end_definition(small);
  store_release(small, mark);
  (void)term_unit(small);
  assert_int_equal(term(small, definition)->kind, TERM_FST);
  assert_int_equal(term_size(small, definition), 2);
  store_free(small);
}

/* A node has the kids that the store has before it, and a definition has definitions. */
static void kids_are_known(void **state) {
  (void)state;
  const TermId none = TERM_NONE_ID, none_of_definitions = {TERM_DEFINITION_BIT};
  uint32_t mark = store_mark(store), definitions = store->terms.definitions.count;
  TermId x = term_var(store, 0), y = term_fst(store, x);
  const TermId next = {y.id + 1}, next_definition = {TERM_DEFINITION_BIT + definitions};
  const TermId unknown[] = {next, none_of_definitions, next_definition, {UINT32_MAX}};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    for (int k = 0; k < TERM_KIDS; k++) {
      TermId kid[TERM_KIDS] = {x, x, y, none};
      kid[k] = unknown[i];
      assert_int_equal(term_make(store, TERM_DMAP, 0, NAME_NONE, kid[0], kid[1], kid[2], kid[3]).id, 0);
      assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
    }
  }
  assert_int_equal(store_mark(store), y.id + 1);
  store_begin_definition(store);
  TermId definition = term_lvar(store);
  assert_int_equal(definition.id, next_definition.id);
  assert_int_equal(term_fst(store, x).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  assert_int_equal(term_fst(store, definition).id, next_definition.id + 1);
  store_end_definition(store);
  assert_int_equal(store->terms.definitions.count, definitions + 2);
  TermId pair = term_pair(store, y, definition);
  const Term *node = term(store, pair);
  assert_int_equal(node->kid[0].id, y.id);
  assert_int_equal(node->kid[1].id, definition.id);
  /* what was released is no kid any more, and a mark that is not one releases nothing */
  store_release(store, y.id);
  assert_int_equal(term_snd(store, y).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  store_release(store, y.id + 5);
  store_release(store, 0);
  assert_int_equal(store_mark(store), y.id);
  store_release(store, mark);
}

/* Terms too deep to walk give LIMIT, not a crash. */
static void deep_terms(void **state) {
  (void)state;
  uint32_t mark = store_mark(store);
  TermId t = term_var(store, 0);
  for (int i = 0; i < 30000; i++) t = term_fst(store, t);
  assert_int_equal(subst(t, 0, term_unit(store)).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  assert_int_equal(shift(t, 0, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  assert_true(size(t) >= 20000);
  assert_true(occurrences(t, 0) >= 1);
  store_release(store, mark);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shifting_laws),
      cmocka_unit_test(substitution_laws),
      cmocka_unit_test(linear_substitution_laws),
      cmocka_unit_test(substitution_by_hand),
      cmocka_unit_test(names_are_interned),
      cmocka_unit_test(building_is_total),
      cmocka_unit_test(kids_are_known),
      cmocka_unit_test(deep_terms),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
