/* The survey of a program's places against asking every equation at every
 * position: on all programs of small spaces and on their derivatives. */
#include "ad/chad/chad.h"
#include "tests/unit/simplify_once.h"
#include "verify/enumerate/space.h"
#include "verify/rewrite/instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define WAYS_MOST 64u

static Store *S;
static Rewriter *R;

static int set_up(void **state) {
  (void)state;
  S = store_new(TERM_LIMIT);
  R = rewriter_new();
  return S == NULL || R == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  rewriter_free(R);
  store_free(S);
  return 0;
}

/* --------------------------------------------- asking at every position -- */

/* What one equation makes of one position, for all ways: in the order of the
 * walk, children first. */
typedef struct Answer {
  uint32_t position, ways;
  TermId image[WAYS_MOST];
} Answer;

typedef struct Asking {
  EquationId equation;
  Answer *answers;
  uint32_t count, capacity;
} Asking;

static bool ask(void *visitor, Positions *positions, uint32_t position, TermId t, TypeId domain, const TypeId *kids) {
  Asking *asking = visitor;
  Answer answer = {.position = position};
  for (;;) {
    Site site = {.store = S,
                 .t = t,
                 .node = *term(S, t),
                 .type = positions->at[position].type,
                 .domain = domain,
                 .kids = kids,
                 .context = positions->context,
                 .length = positions->length,
                 .place = answer.ways};
    TermId image = instance_at(&site, asking->equation);
    if (!site.found) break;
    assert_true(answer.ways < WAYS_MOST && image.id != 0);
    answer.image[answer.ways++] = image;
  }
  if (answer.ways == 0) return true;
  if (asking->count == asking->capacity) {
    asking->capacity = asking->capacity == 0 ? 64 : 2 * asking->capacity;
    asking->answers = realloc(asking->answers, asking->capacity * sizeof *asking->answers);
    assert_non_null(asking->answers);
  }
  asking->answers[asking->count++] = answer;
  return true;
}

static int by_position(const void *a, const void *b) {
  uint32_t first = ((const Answer *)a)->position, second = ((const Answer *)b)->position;
  return first < second ? -1 : first > second;
}

/* The subterm at a position, in the order of the positions. */
static TermId subterm(TermId t, uint32_t *position) {
  if (t.id == 0) return t;
  if (*position == 0) return t;
  *position -= 1;
  const Term node = *term(S, t);
  const unsigned char *order = positions_order(node.kind);
  for (int i = 0; i < TERM_KIDS; i++) {
    TermId found = subterm(node.kid[order[i]], position);
    if (found.id != 0) return found;
  }
  return TERM_NONE_ID;
}

static void same_places(const Program *program, bool target, uint64_t *places) {
  static Asking asking;
  Positions positions = positions_make(ask, &asking);
  assert_int_equal(rewriter_open(R, S, program, target), STATUS_OK);
  for (uint32_t e = 0; e < EQUATION_COUNT; e++) {
    asking.equation = (EquationId)e;
    asking.count = 0;
    uint32_t mark = store_mark(S), place = 0;
    if (!target && equation_info(asking.equation)->target) {
      assert_int_equal(rewriter_places(R, asking.equation), 0);
      continue;
    }
    assert_int_equal(positions_type(&positions, S, program, target), STATUS_OK);
    if (asking.count > 1) qsort(asking.answers, asking.count, sizeof *asking.answers, by_position);
    for (uint32_t a = 0; a < asking.count; a++) {
      for (uint32_t w = 0; w < asking.answers[a].ways; w++) {
        uint32_t at = asking.answers[a].position;
        TermId whole;
        assert_int_equal(rewriter_at(R, asking.equation, place++, &whole), STATUS_OK);
        assert_true(term_equal(S, subterm(whole, &at), asking.answers[a].image[w]));
      }
    }
    assert_int_equal(rewriter_places(R, asking.equation), place);
    places[e] += place;
    store_release(S, mark);
  }
  positions_free(&positions);
  free(asking.answers);
  asking = (Asking){.answers = NULL};
}

/* ------------------------------------------------------------- the spaces -- */

/* Each rule alone gives what it gives among all; *next is one of the results. */
static bool same_simplifications(const Program *program, uint64_t *uses, uint32_t turn, TermId *next) {
  TermId results[SIMPLIFY_COUNT], alone, found[SIMPLIFY_COUNT];
  uint32_t count = 0;
  assert_int_equal(simplify_each(S, program, SIMPLIFY_ALL, results), STATUS_OK);
  for (uint32_t r = 0; r < SIMPLIFY_COUNT; r++) {
    assert_int_equal(simplify_once(S, program, (SimplifyRule)r, &alone), STATUS_OK);
    assert_int_equal(alone.id == 0, results[r].id == 0);
    if (alone.id == 0) continue;
    assert_true(term_equal(S, alone, results[r]));
    uses[r]++;
    found[count++] = alone;
  }
  if (count > 0) *next = found[turn % count];
  return count > 0;
}

static void same_in_space(const char *description, uint64_t *places, uint64_t *uses) {
  static const Engine *const pair[] = {&chad_forward, &chad_reverse};
  char error[256];
  Space *space = space_open(S, description, error, sizeof error);
  assert_non_null(space);
  Rank stride = space_count(space) / 60 + 1;
  for (Rank index = 0; index < space_count(space); index += stride) {
    SpaceCase c;
    uint32_t mark = store_mark(S);
    assert_int_equal(space_unrank(space, index, &c), STATUS_OK);
    same_places(&c.program, false, places);
    for (int e = 0; e < 2; e++) {
      TypeId context[SPACE_MAX_CONTEXT];
      Program derivative;
      assert_int_equal(pair[e]->transform(S, &c.program, context, &derivative), STATUS_OK);
      for (uint32_t step = 0; step < 20; step++) {
        if (step % 6 == 0) same_places(&derivative, true, places);
        if (!same_simplifications(&derivative, uses, step, &derivative.term)) break;
      }
    }
    store_release(S, mark);
  }
  space_close(space);
}

static void the_survey_is_the_enumeration(void **state) {
  (void)state;
  uint64_t places[EQUATION_COUNT] = {0}, uses[SIMPLIFY_COUNT] = {0};
  same_in_space("poly,size=6", places, uses);
  same_in_space("higher,size=7", places, uses);
  same_in_space("array,size=6", places, uses);
  uint32_t equations = 0, rules = 0;
  for (uint32_t e = 0; e < EQUATION_COUNT; e++) equations += places[e] > 0;
  for (uint32_t r = 0; r < SIMPLIFY_COUNT; r++) rules += uses[r] > 0;
  (void)printf("%u equations and %u simplifications had places\n", equations, rules);
  assert_true(equations >= 17 && rules >= 14);
}

/* A program that cannot be typed, or is nested too deep, has no places; the
 * rewriter serves the next one as before. */
static void a_failure_leaves_no_places(void **state) {
  (void)state;
  TypeId real = type_real(&S->types, 1), context[] = {real};
  TermId x = term_var(S, 0), deep = x, result;
  Program good = {term_let(S, NAME_NONE, x, x), context, 1, real}, wrong = good;
  assert_int_equal(rewriter_open(R, S, &good, false), STATUS_OK);
  assert_int_equal(rewriter_places(R, EQUATION_LET_BETA), 1);
  assert_int_equal(rewriter_at(R, EQUATION_LET_BETA, 0, &result), STATUS_OK);
  assert_true(term_equal(S, result, x));
  assert_int_equal(rewriter_at(R, EQUATION_LET_BETA, 1, &result), STATUS_OK);
  assert_int_equal(result.id, 0);
  wrong.term = term_let(S, NAME_NONE, good.term, term_fst(S, x));
  for (int i = 0; i < 2; i++) {
    assert_int_equal(rewriter_open(R, S, &wrong, false), i == 0 ? STATUS_ILL_TYPED : STATUS_LIMIT);
    assert_int_equal(rewriter_places(R, EQUATION_LET_BETA), 0);
    assert_int_equal(rewriter_at(R, EQUATION_LET_BETA, 0, &result), STATUS_OK);
    assert_int_equal(result.id, 0);
    for (uint32_t k = 0; k <= POSITIONS_DEPTH; k++) deep = term_let(S, NAME_NONE, x, deep);
    wrong.term = deep;
  }
  assert_int_equal(rewriter_open(R, S, &good, false), STATUS_OK);
  assert_int_equal(rewriter_places(R, EQUATION_LET_BETA), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_survey_is_the_enumeration),
                                     cmocka_unit_test(a_failure_leaves_no_places)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
