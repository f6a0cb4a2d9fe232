/* What is merged: meanings, and classes of programs against the meaning of each program from itself. */
#include "semantics/rings/rings.h"
#include "verify/campaign/merging.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TERM_LIMIT ((uint32_t)1 << 22)

/* --------------------------------------------------------------- meanings -- */

typedef struct World {
  MeaningOracle oracle;
  Space *space;
  Battery *battery;
} World;

static World world_of(const char *description) {
  char error[512];
  World world = {.oracle.store = store_new(TERM_LIMIT)};
  world.space = space_open(world.oracle.store, description, error, sizeof error);
  if (world.space == NULL) fail_msg("%s: %s", description, error);
  world.battery = battery_new(world.oracle.store);
  world.oracle.meanings = meanings_new(world.battery, space_indices(world.space));
  assert_non_null(world.oracle.meanings);
  return world;
}

static void world_end(World *world) {
  meanings_free(world->oracle.meanings);
  battery_free(world->battery);
  space_close(world->space);
  store_free(world->oracle.store);
}

/* Programs that follow, and those of them that have not the meaning which their parts gave them. */
static void audit_all(World *world, const Classes *classes, uint64_t *follow, uint64_t *apart) {
  *follow = *apart = 0;
  for (Rank i = 0; i < classes->count; i++) {
    SpaceCase made;
    const void *key;
    size_t length;
    uint32_t mark, terms = store_mark(world->oracle.store);
    if (classes->follows[i] == 0) continue;
    const ClassFact *fact = &classes->fact[classes->follows[i]];
    assert_int_equal(space_unrank(world->space, i, &made), STATUS_OK);
    bool decided = merging_meaning(&world->oracle, &made.program, &key, &length, &mark);
    ++*follow;
    *apart += !decided || mark != fact->mark || class_digest(key, length) != fact->digest;
    store_release(world->oracle.store, terms);
  }
}

/* Of each space every program that follows: the walk's order is that of indices, and parts decide. */
static void programs_mean_what_their_parts_do(void **state) {
  (void)state;
  static const struct {
    const char *space;
    uint64_t least; /* at least so many follow */
  } cases[] = {{"poly,size=5", 1800},    {"array,size=5", 1900},  {"division,size=5", 2600},
               {"control,size=5", 1400}, {"vectors,size=6", 200}, {"loops,size=4", 39},
               {"analytic,size=4", 80},  {"higher,size=6", 300},  {"sums,size=5", 50}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    World world = world_of(cases[k].space);
    ClassOracle oracle = {&world.oracle, merging_meaning, 1};
    Classes classes;
    uint64_t follow, apart;
    assert_true(classes_make(world.space, &oracle, &classes));
    audit_all(&world, &classes, &follow, &apart);
    if (apart != 0 || follow < cases[k].least)
      fail_msg("%s: %llu follow, %llu of them apart", cases[k].space, (unsigned long long)follow,
               (unsigned long long)apart);
    classes_free(&classes);
    world_end(&world);
  }
}

/* Of recursive functions, and where what may be bound is counted, nothing follows. */
static void spaces_without_classes(void **state) {
  (void)state;
  static const char *const spaces[] = {"recursion,size=4", "poly,size=4;binders=2"};
  for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
    World world = world_of(spaces[k]);
    ClassOracle oracle = {&world.oracle, merging_meaning, 1};
    Classes classes;
    assert_false(classes_make(world.space, &oracle, &classes));
    assert_null(classes.follows);
    world_end(&world);
  }
}

/* An engine may refuse a term for an Int in its scope, and have the program that binds the Int: what it would do with
 * the term is not known then, and the term has no class but its own. */
static void engines_that_refuse_for_the_scope(void **state) {
  (void)state;
  World world = world_of("poly,size=4");
  Store *store = world.oracle.store;
  TypeId real = type_real(&store->types, 1), scope[2] = {real, type_int(&store->types)};
  TermId two =
      term_op(store, op_make_constant(&store->ops, &store->types, 1, constant_from_ratio(&store->constants, 2, 1)),
              TERM_NONE_ID, TERM_NONE_ID);
  Program bound = {two, scope, 1, real}, open = {two, scope, 2, real};
  Meaning meaning;
  assert_true(meaning_decide(world.oracle.meanings, &bound, &meaning));
  assert_int_equal(meaning.engines, ((uint32_t)1 << 25) - 1);
  assert_false(meaning_decide(world.oracle.meanings, &open, &meaning));
  assert_int_not_equal(meaning.engines, ((uint32_t)1 << 25) - 1);
  world_end(&world);
}

/* An independent look: programs of one class have one value at a point of F_p, and are undefined at the same points
 * where an input is 0. */
static void check_values(const char *space) {
  static const uint64_t points[3][2] = {{0x123456789abcdef, 0xfedcba987654321}, {0, 5}, {7, 0}};
  World world = world_of(space);
  ClassOracle oracle = {&world.oracle, merging_meaning, 1};
  Classes classes;
  assert_true(classes_make(world.space, &oracle, &classes));
  uint64_t(*seen)[3][2] = calloc(classes.facts + 1, sizeof *seen);
  Ring *field = ring_field_new();
  Arena arena;
  arena_init(&arena, (size_t)1 << 24);
  for (Rank i = 0; i < classes.count; i++) {
    SpaceCase made;
    uint32_t terms = store_mark(world.oracle.store), fact = classes.follows[i];
    ArenaMark values = arena_mark(&arena);
    if (fact == 0) continue;
    assert_int_equal(space_unrank(world.space, i, &made), STATUS_OK);
    Machine machine = machine_make(world.oracle.store, field, &arena);
    for (int p = 0; p < 3; p++) {
      Scalar input[2] = {{points[p][0]}, {points[p][1]}}, output[2] = {{0}, {0}};
      Status status = source_evaluator.eval(&machine, &made.program, input, output), left = ring_take_status(field);
      if (status == STATUS_OK) status = left;
      assert_true(status == STATUS_OK || (p > 0 && status == STATUS_DOMAIN));
      for (int k = 0; k < 2; k++) {
        uint64_t found = status == STATUS_OK ? output[k].word + 1 : UINT64_MAX;
        if (seen[fact][p][k] == 0) seen[fact][p][k] = found;
        assert_int_equal(seen[fact][p][k], found);
      }
    }
    arena_release(&arena, values);
    store_release(world.oracle.store, terms);
  }
  arena_free(&arena);
  ring_destroy(field);
  free(seen);
  classes_free(&classes);
  world_end(&world);
}

static void classes_have_one_value(void **state) {
  (void)state;
  check_values("poly,size=5");
  check_values("division,size=5");
}

/* What decides wrongly merges wrongly, and the audit says so: here by the value at one point alone. */
static bool ask_at_a_point(void *state, const Program *program, const void **key, size_t *length, uint32_t *mark) {
  static uint64_t value;
  MeaningOracle *oracle = state;
  bool decided = merging_meaning(oracle, program, key, length, mark);
  if (!decided) return false;
  Scalar input[8] = {{2}, {2}, {2}, {2}, {2}, {2}, {2}, {2}}, output[4] = {{0}};
  Ring *field = ring_field_new();
  Arena arena;
  arena_init(&arena, (size_t)1 << 20);
  Machine machine = machine_make(oracle->store, field, &arena);
  decided = source_evaluator.eval(&machine, program, input, output) == STATUS_OK;
  value = output[0].word; /* x + x, x x and 2 x are one at 2 */
  *key = &value;
  *length = sizeof value;
  arena_free(&arena);
  ring_destroy(field);
  return decided;
}

static void wrong_merges_are_found(void **state) {
  (void)state;
  World world = world_of("size=5;contexts=real;types=real;terms=let;ops=+,*,2");
  ClassOracle oracle = {&world.oracle, ask_at_a_point, 1};
  Classes classes;
  uint64_t follow, apart;
  assert_true(classes_make(world.space, &oracle, &classes));
  for (uint32_t f = 1; f <= classes.facts; f++) classes.fact[f].digest = 0;
  /* each class gets the meaning of its first program that follows; others of it must then have another */
  uint64_t different = 0;
  for (Rank i = 0; i < classes.count; i++) {
    SpaceCase made;
    const void *key;
    size_t length;
    uint32_t mark;
    if (classes.follows[i] == 0) continue;
    ClassFact *fact = &classes.fact[classes.follows[i]];
    assert_int_equal(space_unrank(world.space, i, &made), STATUS_OK);
    assert_true(merging_meaning(&world.oracle, &made.program, &key, &length, &mark));
    if (fact->digest == 0) fact->digest = class_digest(key, length);
    different += fact->digest != class_digest(key, length);
  }
  assert_true(different > 0);
  audit_all(&world, &classes, &follow, &apart);
  assert_int_equal(apart, different);
  classes_free(&classes);
  world_end(&world);
}

static pid_t first_process;

/* In a process that is not the one that began: each seventh question ends it. */
static bool ask_or_end(void *state, const Program *program, const void **key, size_t *length, uint32_t *mark) {
  static uint32_t asked;
  if (getpid() != first_process && ++asked % 7 == 0) _exit(1);
  return merging_meaning(state, program, key, length, mark);
}

/* Several processes find the classes that one finds, also where they end before they have answered. */
static void processes_find_what_one_does(void **state) {
  (void)state;
  Classes by[3];
  first_process = getpid();
  for (uint32_t k = 0; k < 3; k++) {
    World world = world_of("poly,size=5");
    ClassOracle oracle = {&world.oracle, k == 2 ? ask_or_end : merging_meaning, k == 0 ? 1 : 3};
    assert_true(classes_make(world.space, &oracle, &by[k]));
    world_end(&world);
  }
  for (uint32_t k = 1; k < 3; k++) {
    assert_int_equal(by[k].facts, by[0].facts);
    assert_int_equal(by[k].asked, by[0].asked);
    assert_memory_equal(by[k].follows, by[0].follows, (size_t)by[0].count * sizeof *by[0].follows);
    for (uint32_t f = 1; f <= by[0].facts; f++) assert_int_equal(by[k].fact[f].digest, by[0].fact[f].digest);
  }
  for (uint32_t k = 0; k < 3; k++) classes_free(&by[k]);
}

/* Ints in scope are known where they are literals and indices alone. */
static void ints_in_scope(void **state) {
  (void)state;
  static const struct {
    const char *space;
    uint32_t indices;
  } cases[] = {{"poly,size=4", 2},
               {"array,size=4", 2},
               {"loops,size=3", 0},   /* Int^2 comes in */
               {"vectors,size=4", 0}, /* length */
               {"recursion,size=4", 0},
               {"size=3;contexts=real;types=real,real^2,Int;terms=build;ops=#0,#-2", 0},
               {"size=3;contexts=real;types=real,real^2,Int;terms=build;ops=#0,#5,#+", 0},
               {"size=3;contexts=real;types=real,real^2,Int;terms=build;ops=#0,#5", 6}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char error[512];
    Store *store = store_new(TERM_LIMIT);
    Space *space = space_open(store, cases[k].space, error, sizeof error);
    if (space == NULL) fail_msg("%s: %s", cases[k].space, error);
    assert_int_equal(space_indices(space), cases[k].indices);
    space_close(space);
    store_free(store);
  }
}

/* The laws that follow are those that the meaning decides, of engines that have the program. */
static void laws_that_follow(void **state) {
  (void)state;
  assert_true(meaning_gives(LAW_AD_FWD, 1, 1));
  assert_false(meaning_gives(LAW_AD_FWD, 1, 2)); /* not in its language */
  assert_false(meaning_gives(LAW_AD_FWD, 2, 3)); /* a reverse engine */
  assert_true(meaning_gives(LAW_AD_REV, 2, 3));
  assert_true(meaning_gives(LAW_XENG, 3, 7));
  assert_false(meaning_gives(LAW_XENG, 1, 7));
  assert_true(meaning_gives(LAW_SEM_ADEQ, 0, 0));
  for (int law = 0; law < LAW_COUNT; law++) {
    bool any = false;
    for (int slot = 0; slot <= 25; slot++) any = any || meaning_gives((LawId)law, slot, UINT32_MAX);
    assert_int_equal(any, meaning_gives_any((LawId)law));
  }
  assert_false(meaning_gives_any(LAW_TYP_PRES) || meaning_gives_any(LAW_COST_SIZE) || meaning_gives_any(LAW_PRINT) ||
               meaning_gives_any(LAW_SEM_SUBJ) || meaning_gives_any(LAW_SEM_DET) || meaning_gives_any(LAW_AD_TWICE));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(programs_mean_what_their_parts_do),
                                     cmocka_unit_test(spaces_without_classes),
                                     cmocka_unit_test(engines_that_refuse_for_the_scope),
                                     cmocka_unit_test(classes_have_one_value),
                                     cmocka_unit_test(wrong_merges_are_found),
                                     cmocka_unit_test(processes_find_what_one_does),
                                     cmocka_unit_test(ints_in_scope),
                                     cmocka_unit_test(laws_that_follow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
