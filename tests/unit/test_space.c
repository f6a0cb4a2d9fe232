/* Spaces of programs: counts against a brute-force generator and published
 * numbers; unranking against ranking; descriptions; random indices. */
#include "semantics/source/typing.h"
#include "tests/unit/programs.h"
#include "tests/unit/rank.h"

#include <stdio.h>
#include <stdlib.h>

#define TERM_LIMIT ((uint32_t)1 << 22)
#define ERROR_SIZE 1024

/* Counts programs of exactly `size` nodes; their sum over sizes is the count. */
static Rank space_count_size(const Space *space, uint32_t size) {
  return size <= SPACE_MAX_SIZE ? space->by_size[size] : 0;
}

static Space *open_space(Store *store, const char *description) {
  char error[ERROR_SIZE];
  Space *space = space_open(store, description, error, sizeof error);
  if (space == NULL) fail_msg("%s: %s", description, error);
  return space;
}

/* ------------------------------------------------------------ published -- */

/* Terms over one variable: with a binary operation, binary trees (Catalan
 * numbers, A000108, at odd sizes); with a unary one besides, unary-binary trees
 * (Motzkin numbers, A001006); with `let` alone over one type, the sequence
 * a(v, n) = v [n = 1] + sum a(v, i) a(v + 1, n - 1 - i) summed by hand. */
static void test_published_counts(void **state) {
  (void)state;
  const uint64_t catalan[] = {1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862};
  const uint64_t motzkin[] = {1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798};
  const uint64_t lets[] = {1, 0, 2, 0, 10, 0, 74};
  Store *store = store_new(TERM_LIMIT);
  Space *space = open_space(store, "size=19;contexts=real;types=real;results=real;terms=;ops=+");
  for (uint32_t k = 0; k < 10; k++) {
    assert_int_equal((uint64_t)space_count_size(space, 2 * k + 1), catalan[k]);
    assert_int_equal((uint64_t)space_count_size(space, 2 * k + 2), 0);
  }
  space_close(space);
  space = open_space(store, "size=12;contexts=real;types=real;terms=;ops=+,neg");
  for (uint32_t n = 1; n <= 12; n++) assert_int_equal((uint64_t)space_count_size(space, n), motzkin[n - 1]);
  space_close(space);
  space = open_space(store, "size=7;contexts=real;types=real;terms=let;ops=");
  /* a(v,1) = v, a(v,3) = v(v+1), a(v,5) = v a(v+1,3) + a(v,3)(v+1) = v(v+1)(2v+3),
   * a(v,7) = v a(v+1,5) + a(v,3) a(v+1,3) + a(v,5)(v+1): at v = 1, 42 + 12 + 20 */
  for (uint32_t n = 1; n <= 7; n++) assert_int_equal((uint64_t)space_count_size(space, n), lets[n - 1]);
  space_close(space);
  store_free(store);
}

/* ---------------------------------------------------------- brute force -- */

#define BRUTE_SIZE 6u
#define BRUTE_SCOPE 16u
#define BRUTE_HEADS 24u

/* All terms, typed or not, over an alphabet: by scope length and size. */
typedef struct List {
  TermId *terms;
  size_t count, capacity;
} List;

typedef struct Brute {
  Store *store;
  struct {
    TermKind kind;
    uint32_t payload, arity;
  } heads[BRUTE_HEADS];
  uint32_t head_count, size;
  List lists[BRUTE_SCOPE][BRUTE_SIZE + 1];
} Brute;

static void alphabet_add(Brute *b, TermKind kind, uint32_t payload) {
  uint32_t arity = 0;
  while (arity < TERM_KIDS && term_info(kind)->modes[arity] != '-') arity++;
  if (kind == TERM_OP) arity = op_node(&b->store->ops, (OpId){payload})->arity;
  assert_true(b->head_count < BRUTE_HEADS);
  b->heads[b->head_count].kind = kind;
  b->heads[b->head_count].payload = payload;
  b->heads[b->head_count++].arity = arity;
}

static void list_add(List *list, TermId t) {
  assert_int_not_equal(t.id, 0);
  if (list->count == list->capacity) {
    list->capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
    list->terms = realloc(list->terms, list->capacity * sizeof *list->terms);
    assert_non_null(list->terms);
  }
  list->terms[list->count++] = t;
}

static const List *brute_list(Brute *b, uint32_t scope, uint32_t size);

static void brute_kids(Brute *b, uint32_t head, uint32_t scope, uint32_t size, uint32_t kid, TermId *kids, List *out) {
  uint32_t arity = b->heads[head].arity;
  if (kid == arity) {
    if (size != 0) return;
    list_add(out, term_make(b->store, b->heads[head].kind, b->heads[head].payload, NAME_NONE, kids[0], kids[1], kids[2],
                            TERM_NONE_ID));
    return;
  }
  uint32_t binders = (uint32_t)(term_info(b->heads[head].kind)->binders[kid] - '0');
  for (uint32_t n = 1; n <= size; n++) {
    const List *list = brute_list(b, scope + binders, n);
    for (size_t i = 0; i < list->count; i++) {
      kids[kid] = list->terms[i];
      brute_kids(b, head, scope, size - n, kid + 1, kids, out);
    }
  }
}

static const List *brute_list(Brute *b, uint32_t scope, uint32_t size) {
  assert_true(scope < BRUTE_SCOPE && size <= BRUTE_SIZE);
  List *list = &b->lists[scope][size];
  if (list->capacity != 0) return list;
  List made = {malloc(sizeof(TermId)), 0, 1};
  if (size == 1) {
    for (uint32_t i = 0; i < scope; i++) list_add(&made, term_var(b->store, i));
  }
  for (uint32_t head = 0; head < b->head_count; head++) {
    TermId kids[TERM_KIDS] = {{0}, {0}, {0}, {0}};
    brute_kids(b, head, scope, size - 1, 0, kids, &made);
  }
  *list = made;
  return list;
}

/* Whether every subterm has a type of the list, at most `binders` are bound
 * around each, and no array form is used at real as an array of one. */
typedef struct Filter {
  Store *store;
  const TypeId *types;
  uint32_t type_count, binders;
} Filter;

static bool is_listed(const TypeId *types, uint32_t count, TypeId type) {
  for (uint32_t i = 0; i < count; i++) {
    if (type_equal(types[i], type)) return true;
  }
  return false;
}

static bool accepts(const Filter *f, TypeId *context, uint32_t length, uint32_t bound, TermId t, TypeId *type) {
  TypeTable *types = &f->store->types;
  TypeId real = type_real(types, 1), kid_types[TERM_KIDS];
  if (source_infer(f->store, context, length, t, type) != STATUS_OK) return false;
  if (!is_listed(f->types, f->type_count, *type) || bound > f->binders) return false;
  const Term node = *term(f->store, t);
  for (uint32_t i = 0; i < TERM_KIDS && node.kid[i].id != 0; i++) {
    uint32_t binders = (uint32_t)(term_info(node.kind)->binders[i] - '0');
    for (uint32_t k = 0; k < binders; k++) {
      if (node.kind == TERM_LAM) context[length + k] = term_type_payload(&node);
      if (node.kind == TERM_LET) context[length + k] = kid_types[0];
      if (node.kind == TERM_BUILD || node.kind == TERM_VBUILD) context[length + k] = type_int(types);
      if (node.kind == TERM_FOLD || node.kind == TERM_SCAN)
        context[length + k] = k == 0 ? kid_types[0] : type_element(types, kid_types[1]);
      if (node.kind == TERM_FILTER || node.kind == TERM_MAP || node.kind == TERM_ZIPWITH)
        context[length + k] = type_element(types, kid_types[k]);
      if (!is_listed(f->types, f->type_count, context[length + k])) return false;
    }
    if (!accepts(f, context, length + binders, bound + binders, node.kid[i], &kid_types[i])) return false;
  }
  bool first = node.kind == TERM_MAP || node.kind == TERM_ZIPWITH || node.kind == TERM_TOTAL;
  bool second = node.kind == TERM_INDEX || node.kind == TERM_FOLD || node.kind == TERM_SCAN || node.kind == TERM_GATHER;
  bool of_real = (first || second) && type_equal(kid_types[first ? 0 : 1], real);
  return !of_real && !(node.kind == TERM_BUILD && node.payload == 1 && type_equal(*type, real));
}

/* The programs that the filter lets through are as many as the space counts at
 * each size, each has its own index in the space, and there are no more. */
static void compare_brute(Brute *b, const Filter *f, Space *space, TypeId contexts[][2], const uint32_t *lengths,
                          uint32_t context_count, TypeId result) {
  size_t total = (size_t)space_count(space), found = 0;
  bool *seen = calloc(total, sizeof *seen);
  assert_non_null(seen);
  for (uint32_t size = 1; size <= b->size; size++) {
    size_t of_size = 0;
    for (uint32_t c = 0; c < context_count; c++) {
      const List *list = brute_list(b, lengths[c], size);
      for (size_t i = 0; i < list->count; i++) {
        TypeId context[BRUTE_SCOPE], type;
        memcpy(context, contexts[c], lengths[c] * sizeof *context);
        if (!accepts(f, context, lengths[c], 0, list->terms[i], &type) || !type_equal(type, result)) continue;
        Rank index;
        Program program = {list->terms[i], contexts[c], lengths[c], type};
        assert_true(space_rank(space, &program, &index));
        assert_true(index < total && !seen[(size_t)index]);
        seen[(size_t)index] = true;
        of_size++;
      }
    }
    assert_int_equal((uint64_t)space_count_size(space, size), of_size);
    found += of_size;
  }
  assert_int_equal(found, total);
  free(seen);
  for (uint32_t i = 0; i < BRUTE_SCOPE; i++) {
    for (uint32_t k = 0; k <= BRUTE_SIZE; k++) free(b->lists[i][k].terms);
  }
}

static void test_brute_force_lambda(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId real = type_real(t, 1), unit = type_unit(t), pair = type_prod(t, real, unit), fun = type_fun(t, real, real);
  const TypeId types[] = {real, unit, pair, fun};
  Space *space =
      open_space(store, "size=5;contexts=real|real*1,real;types=real,1,real*1,real->real;results=real;ops=+,2");
  Brute b = {.store = store, .size = 5};
  alphabet_add(&b, TERM_LET, 0);
  alphabet_add(&b, TERM_UNIT, 0);
  alphabet_add(&b, TERM_PAIR, 0);
  alphabet_add(&b, TERM_FST, 0);
  alphabet_add(&b, TERM_SND, 0);
  alphabet_add(&b, TERM_APP, 0);
  for (int i = 0; i < 4; i++) alphabet_add(&b, TERM_LAM, types[i].id);
  alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_ADD, 1, 0).id);
  alphabet_add(&b, TERM_OP, op_make_constant(&store->ops, t, 1, constant_from_ratio(&store->constants, 2, 1)).id);
  Filter f = {store, types, 4, UINT32_MAX};
  compare_brute(&b, &f, space, (TypeId[][2]){{real, real}, {pair, real}}, (uint32_t[]){1, 2}, 2, real);
  space_close(space);
  store_free(store);
}

static void brute_force_arrays(const char *description, uint32_t binders) {
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId real = type_real(t, 1), vector = type_real(t, 2), integer = type_int(t), matrix = type_array(t, vector, 2);
  const TypeId types[] = {real, vector, integer, matrix};
  Space *space = open_space(store, description);
  Brute b = {.store = store, .size = 5};
  alphabet_add(&b, TERM_LET, 0);
  alphabet_add(&b, TERM_MAP, 0);
  alphabet_add(&b, TERM_ZIPWITH, 0);
  alphabet_add(&b, TERM_BUILD, 1);
  alphabet_add(&b, TERM_BUILD, 2);
  alphabet_add(&b, TERM_INDEX, 0);
  for (uint32_t n = 1; n <= 2; n++) alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_MUL, n, 0).id);
  alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_SUM, 2, 0).id);
  alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_TOREAL, 0, 0).id);
  alphabet_add(&b, TERM_OP, op_make_int(&store->ops, t, 1).id);
  Filter f = {store, types, 4, binders};
  compare_brute(&b, &f, space, (TypeId[][2]){{vector, real}}, (uint32_t[]){2}, 1, vector);
  space_close(space);
  store_free(store);
}

static void test_brute_force_arrays(void **state) {
  (void)state;
  brute_force_arrays("size=5;contexts=real^2,real;types=(real^2)^2,Int;results=real^2;"
                     "terms=let,map,zipWith,build,index;ops=*,sum,toReal,#1",
                     UINT32_MAX);
}

static void test_brute_force_vectors(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  TypeId real = type_real(t, 1), reals = type_vec(t, real), integer = type_int(t), truth = type_bool(t);
  const TypeId types[] = {real, reals, integer, type_vec(t, integer), truth, type_unit(t)};
  Space *space = open_space(store, "size=5;contexts=real,Vec real;types=real,Vec real,Int,Vec Int;results=real;"
                                   "terms=vbuild,length,filter,append,vscatter,gather,index,map,fold,scan,total;"
                                   "ops=+,<,#1");
  Brute b = {.store = store, .size = 5};
  static const TermKind kinds[] = {TERM_VBUILD, TERM_LENGTH, TERM_FILTER, TERM_APPEND, TERM_GATHER,
                                   TERM_INDEX,  TERM_MAP,    TERM_FOLD,   TERM_SCAN};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) alphabet_add(&b, kinds[i], 0);
  alphabet_add(&b, TERM_VSCATTER, real.id);
  alphabet_add(&b, TERM_TOTAL, real.id);
  alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_ADD, 1, 0).id);
  alphabet_add(&b, TERM_OP, op_make(&store->ops, t, OP_LESS, 0, 0).id);
  alphabet_add(&b, TERM_OP, op_make_int(&store->ops, t, 1).id);
  Filter f = {store, types, 6, UINT32_MAX};
  compare_brute(&b, &f, space, (TypeId[][2]){{real, reals}}, (uint32_t[]){2}, 1, real);
  space_close(space);
  store_free(store);
}

static void test_brute_force_binders(void **state) {
  (void)state;
  brute_force_arrays("size=5;binders=1;contexts=real^2,real;types=(real^2)^2,Int;results=real^2;"
                     "terms=let,map,zipWith,build,index;ops=*,sum,toReal,#1",
                     1);
}

/* ----------------------------------------------------- rank and unrank -- */

/* A recursion is one production, written out as several nodes. */
static bool has_kind(const Store *store, TermId t, TermKind kind) {
  if (t.id == 0) return false;
  const Term *node = term(store, t);
  bool found = node->kind == kind;
  for (int i = 0; i < TERM_KIDS && !found; i++) found = has_kind(store, node->kid[i], kind);
  return found;
}

/* Program `index` is well typed at its type, of the size its place says, and
 * ranks back to `index`, so that no two indices give one program. */
static void check_index(Store *store, Space *space, Rank index) {
  SpaceCase c;
  TypeId type;
  Rank back;
  uint32_t mark = store_mark(store);
  assert_int_equal(space_unrank(space, index, &c), STATUS_OK);
  assert_int_equal(source_infer(store, c.program.context, c.program.length, c.program.term, &type), STATUS_OK);
  assert_true(type_equal(type, c.program.type));
  assert_true(space_rank(space, &c.program, &back));
  assert_true(back == index);
  Rank below = 0;
  uint32_t size = 1;
  while (below + space_count_size(space, size) <= index) below += space_count_size(space, size++);
  if (!has_kind(store, c.program.term, TERM_LETREC)) assert_int_equal(term_size(store, c.program.term), size);
  store_release(store, mark);
}

static void test_all_programs(void **state) {
  (void)state;
  const char *spaces[] = {"poly,size=6",     "division,size=6", "array,size=6", "higher,size=7",
                          "analytic,size=4", "vectors,size=6",  "mixed,size=4", "everything,size=3"};
  for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
    Store *store = store_new(TERM_LIMIT);
    Space *space = open_space(store, spaces[i]);
    for (Rank k = 0; k < space_count(space); k++) check_index(store, space, k);
    SpaceCase c;
    assert_int_equal(space_unrank(space, space_count(space), &c), STATUS_LIMIT);
    space_close(space);
    store_free(store);
  }
}

/* Lists and recursive functions: indices, and a letrec that is none of the space. */
static void test_recursion(void **state) {
  (void)state;
  const char *spaces[] = {"recursion,size=6", "data,size=10"};
  for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
    Store *store = store_new(TERM_LIMIT);
    Space *space = open_space(store, spaces[i]);
    uint32_t recursive = 0, data = 0;
    for (Rank k = 0; k < space_count(space); k++) {
      SpaceCase c;
      uint32_t mark = store_mark(store);
      check_index(store, space, k);
      assert_int_equal(space_unrank(space, k, &c), STATUS_OK);
      recursive += has_kind(store, c.program.term, TERM_LETREC);
      data += has_kind(store, c.program.term, TERM_UNROLL);
      store_release(store, mark);
    }
    assert_true(recursive > 400 && (i == 0 || data > 100));
    TypeId real = type_real(&store->types, 1), integer = type_int(&store->types);
    TypeId function = type_fun(&store->types, integer, real);
    TermId endless = term_app(store, term_var(store, 1), term_var(store, 0));
    Program none = {term_letrec(store, NAME_NONE, function, endless, term_var(store, 1)), &real, 1, real};
    Rank index;
    assert_false(space_rank(space, &none, &index));
    space_close(space);
    store_free(store);
  }
}

static void test_samples(void **state) {
  (void)state;
  const char *spaces[] = {"poly",
                          "division",
                          "array",
                          "higher",
                          "analytic",
                          "vectors",
                          "mixed",
                          "everything",
                          "mixed,size=28,binders=2",
                          "recursion,size=24",
                          "data,size=24"};
  for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
    Store *store = store_new(TERM_LIMIT);
    Space *space = open_space(store, spaces[i]);
    for (uint64_t k = 0; k < 5000; k++) check_index(store, space, space_random(space, 7, k));
    check_index(store, space, 0);
    check_index(store, space, space_count(space) - 1);
    space_close(space);
    store_free(store);
  }
}

/* The term of a program is that of its text. */
static void check_text(Store *store, const SpaceCase *c) {
  NameId names[4];
  static const char *const letters[4] = {"x", "y", "z", "w"};
  for (uint32_t i = 0; i < c->program.length; i++) names[i] = name_make(store, letters[i], 1);
  Definition definition = {name_make(store, "f", 1), c->program, names, 1, 1};
  char *text = text_print_definition(store, &definition, (PrintStyle){.width = 0});
  assert_non_null(text);
  Module module = module_read(store, text);
  if (!term_equal(store, module.definitions[0].program.term, c->program.term))
    fail_msg("read as another term: %s", text);
  text_free_module(&module);
  free(text);
}

static void test_texts(void **state) {
  (void)state;
  const char *spaces[] = {"poly",    "division", "array",      "higher",    "analytic", "control",
                          "vectors", "loops",    "everything", "recursion", "data",     "mixed"};
  for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
    Store *store = store_new(TERM_LIMIT);
    Space *space = open_space(store, spaces[i]);
    for (uint64_t k = 0; k < 1000; k++) {
      SpaceCase c;
      uint32_t mark = store_mark(store);
      assert_int_equal(space_unrank(space, k % 2 == 0 ? k : space_random(space, 11, k), &c), STATUS_OK);
      check_text(store, &c);
      store_release(store, mark);
    }
    space_close(space);
    store_free(store);
  }
}

static void test_outside(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  TypeTable *t = &store->types;
  Space *space = open_space(store, "size=3;contexts=real;types=real,real*real;results=real;terms=pair,fst;ops=+");
  TypeId real = type_real(t, 1), context[2] = {real, real}, pair = type_prod(t, real, real);
  OpId plus = op_make(&store->ops, t, OP_ADD, 1, 0), times = op_make(&store->ops, t, OP_MUL, 1, 0);
  TermId x = term_var(store, 0), sum = term_op(store, plus, x, x);
  Rank index;
  assert_true(space_rank(space, &(Program){sum, context, 1, real}, &index));
  assert_false(space_rank(space, &(Program){sum, context, 2, real}, &index));                         /* context */
  assert_false(space_rank(space, &(Program){sum, context, 1, pair}, &index));                         /* type */
  assert_false(space_rank(space, &(Program){term_pair(store, x, x), context, 1, pair}, &index));      /* result */
  assert_false(space_rank(space, &(Program){term_op(store, times, x, x), context, 1, real}, &index)); /* operation */
  assert_false(space_rank(space, &(Program){term_let(store, NAME_NONE, x, x), context, 1, real}, &index));
  assert_false(space_rank(space, &(Program){term_op(store, plus, sum, x), context, 1, real}, &index)); /* size */
  assert_false(space_rank(space, &(Program){term_var(store, 5), context, 1, real}, &index));
  assert_false(space_rank(space, &(Program){term_zero(store, real), context, 1, real}, &index));
  assert_false(space_rank(space, &(Program){TERM_NONE_ID, context, 1, real}, &index));
  space_close(space);
  store_free(store);
}

/* --------------------------------------------------------- descriptions -- */

static void test_preset_counts(void **state) {
  (void)state;
  const char *counts[][2] = {{"poly", "1191984"},
                             {"division", "1376914"},
                             {"array", "981025"},
                             {"higher", "1167799"},
                             {"analytic", "540474"},
                             {"control", "1082991"},
                             {"vectors", "420649"},
                             {"loops", "46823"},
                             {"while", "966"},
                             {"everything", "787463498783"},
                             {"mixed", "13858468130451465236883190496913"}};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    char text[48];
    Store *store = store_new(TERM_LIMIT);
    Space *space = open_space(store, counts[i][0]);
    (void)rank_print(space_count(space), text, sizeof text);
    assert_string_equal(text, counts[i][1]);
    space_close(space);
    store_free(store);
  }
}

static void test_description_round_trip(void **state) {
  (void)state;
  const char *descriptions[][2] = {
      {"poly", "poly,size=8"},
      {"poly,size=5", "poly,size=5"},
      {" poly ; size = 5", NULL},
      {"poly;size=2;", "poly,size=2"},
      {"poly,", "poly,size=8"},
      {"size=100;contexts=real;terms=;ops=neg", "size=100;contexts=real;types=real;results=real;terms=;ops=neg"},
      {"size=000000002;binders=200;contexts=real;terms=let;ops=-1/2",
       "size=2;contexts=real;types=real;results=real;terms=let;ops=-1/2"},
      {"size=2;binders=3;contexts=real;terms=let;ops=",
       "size=2;binders=3;contexts=real;types=real;results=real;terms=let;ops="},
      {"size=2;binders=4;contexts=real;terms=let;ops=", "size=2;contexts=real;types=real;results=real;terms=let;ops="},
      {"size=2,contexts=real,real^2,types=real,ops=^-2,123456789,sum@1,matvec@1x2,2@2",
       "size=2;contexts=real,real^2;types=real,real^2;results=real,real^2;terms=let,unit,pair,fst,snd,lam,app;"
       "ops=^-2,123456789,sum@1,matvec@1x2,2@2"},
      {"size=2;contexts=|real|real^2|real^3|real^4|real^5|real^6|real^7|real^8|real^9|real^10|real^11|real^12|real^13|"
       "real^14|real^15;types=;results=real;terms=;ops=",
       "size=2;contexts=|real|real^2|real^3|real^4|real^5|real^6|real^7|real^8|real^9|real^10|real^11|real^12|real^13|"
       "real^14|real^15;types=real,real^2,real^3,real^4,real^5,real^6,real^7,real^8,real^9,real^10,real^11,real^12,"
       "real^13,real^14,real^15;results=real;terms=;ops="},
      {"mixed,size=3,binders=1", "mixed,size=3,binders=1"},
      {"poly,ops=+, * ,size=4", "poly,size=4,ops=+,*"},
      {"vectors,size=3,types=Vec real,Vec (real * Vec Int)",
       "vectors,size=3,types=Vec real,Vec (real*Vec Int),real,Int,1+1,real*Vec Int,1,Vec Int"},
      {"size=3;contexts=|real;types=real,(real -> real) -> real;ops=+,2,1/2,^-1,neg@1",
       "size=3;contexts=|real;types=real,(real->real)->real,real->real;results=real;"
       "terms=let,unit,pair,fst,snd,lam,app;ops=+,2,1/2,^-1,neg@1"},
      {"size=4;contexts=real;types=real,mu a. 1 + real * a;results=real;terms=case,roll,unroll;ops=+",
       "size=4;contexts=real;types=real,mu a.1+real*a,1+real*(mu a.1+real*a),1,real*(mu a.1+real*a);results=real;"
       "terms=case,roll,unroll;ops=+"},
      {"size=3;contexts=real^4,real^2;types=(real * real)^2;terms=index;ops=matvec@2x2,#0,#-1,#+,toReal",
       "size=3;contexts=real^4,real^2;types=(real*real)^2,real^4,real^2,Int,real*real,real;results=(real*real)^2,real^"
       "4,real^2;"
       "terms=index;ops=matvec@2x2,#0,#-1,#+,toReal"}};
  for (size_t i = 0; i < sizeof descriptions / sizeof descriptions[0]; i++) {
    char first[4096], second[4096], error[ERROR_SIZE];
    Store *store = store_new(TERM_LIMIT), *other = store_new(TERM_LIMIT);
    Space *space = space_open(store, descriptions[i][0], error, sizeof error);
    if (descriptions[i][1] == NULL) {
      assert_null(space);
    } else {
      assert_non_null(space);
      assert_string_equal(space_description(space), descriptions[i][1]);
      Space *again = open_space(other, space_description(space));
      assert_string_equal(space_description(again), space_description(space));
      assert_true(space_count(again) == space_count(space));
      int length = space_describe(space, first, sizeof first);
      assert_int_equal(length, strlen(first));
      (void)space_describe(again, second, sizeof second);
      assert_string_equal(first, second);
      space_close(again);
    }
    space_close(space);
    store_free(store);
    store_free(other);
  }
}

static void test_bad_descriptions(void **state) {
  (void)state;
  const char *bad[][2] = {
      {"", "no field 'size'"},
      {"nothing", "no preset space is called 'nothing'; there are poly division array higher analytic sums loops while "
                  "control vectors recursion data mixed everything"},
      {"poly,size=0", "size is '0', not a number from 1 to 100"},
      {"poly,size=101", "size is '101', not a number from 1 to 100"},
      {"poly,size=0000000001", "size is '0000000001', not a number from 1 to 100"},
      {"poly,size=1:", "size is '1:', not a number from 1 to 100"},
      {"poly,size=1/", "size is '1/', not a number from 1 to 100"},
      {"poly=3", "not a field of a space: 'poly=3'"},
      {"size=4;;contexts=real;ops=+", "not a field of a space: ''"},
      {"poly,size=1000", "size is '1000', not a number from 1 to 100"},
      {"poly,size=-1", "size is '-1', not a number from 1 to 100"},
      {"poly,size=", "size is '', not a number from 1 to 100"},
      {"poly,size=5,size=6", "field 'size' twice"},
      {"poly,colour=5", "not a field of a space: 'colour=5'"},
      {"size=4", "no field 'contexts'"},
      {"size=4;contexts=real|real;ops=+", "context 'real' twice"},
      {"size=4;contexts=reel;ops=+", "not a type: 'reel'"},
      {"size=4;contexts=re\x7f\nel~ ;ops=+", "not a type: 're??el~'"},
      {"size=4;contexts=real;types=real_;ops=+", "a type of the target language"},
      {"size=4;contexts=real;results=real,real;ops=+", "result type 'real' twice"},
      {"size=4;contexts=real;results=;ops=+", "space 'size=4;contexts=real;types=real;results=;"
                                              "terms=let,unit,pair,fst,snd,lam,app;ops=+': it has no programs"},
      {"size=4;contexts=|real|real^2|real^3|real^4|real^5|real^6|real^7|real^8|real^9|real^10|real^11|real^12|real^13|"
       "real^14|real^15|Int;ops=+",
       "more than 16 contexts"},
      {"size=4;contexts=real;types=real^2,real^3,real^4,real^5,real^6,real^7,real^8,real^9,real^10,real^11,real^12,"
       "real^13,real^14,real^15,real^16,real^17,real^18,real^19,real^20,real^21,real^22,real^23,real^24,real^25,"
       "real^26,real^27,real^28,real^29,real^30,real^31,real^32,real^33;ops=+",
       "more than 32 types"},
      {"size=4;contexts=real,,real;ops=+", "not a type: ''"},
      {"size=4;contexts=real;types=real,real;ops=+", "type 'real' twice"},
      {"size=4;contexts=real;ops=+,+", "operation '+' twice"},
      {"size=4;contexts=real;ops=+,+@1", "operation '+@1' twice"},
      {"size=4;contexts=real;ops=plus", "not an operation: 'plus'"},
      {"size=4;contexts=real;ops=dot", "operation 'dot' has no instance at the types of the space"},
      {"size=4;contexts=real;ops=matvec@2", "not an operation: 'matvec@2'"},
      {"size=4;contexts=real;ops=+@x", "not a size: '+@x'"},
      {"size=4;contexts=real;ops=+@", "not a size: '+@'"},
      {"size=4;contexts=real;ops=+@0x1", "not a size: '+@0x1'"},
      {"size=4;contexts=real,real^2;ops=matvec@x2", "not a size: 'matvec@x2'"},
      {"size=4;contexts=real,real^2;ops=matvec@2x", "not a size: 'matvec@2x'"},
      {"size=4;contexts=real,real^2;ops=matvec@0x2", "not a size: 'matvec@0x2'"},
      {"size=4;contexts=real,real^2;ops=+@2x2", "not an operation: '+@2x2'"},
      {"size=4;contexts=real,real^2;ops=2@3", "operation '2@3' has no instance at the types of the space"},
      {"size=4;contexts=real,real^2;ops=+@0", "operation '+@0' has no instance at the types of the space"},
      {"size=4;contexts=Int;ops=#1@1", "'#1@1' has no size"},
      {"size=4;contexts=Int;ops=#", "not an operation: '#'"},
      {"size=4;contexts=Int;ops=#--1", "not an operation: '#--1'"},
      {"size=4;contexts=Int;ops=#<", "operation '#<' has no instance at the types of the space"},
      {"size=4;contexts=real;ops=^", "not an operation: '^'"},
      {"size=4;contexts=real;ops=^x", "not an operation: '^x'"},
      {"size=4;contexts=real;ops=1/2/3", "not an operation: '1/2/3'"},
      {"size=4;contexts=real;ops=1/", "not an operation: '1/'"},
      {"size=4;contexts=real;ops=1/-2", "not an operation: '1/-2'"},
      {"size=4;contexts=real;ops=--1", "not an operation: '--1'"},
      {"size=4;contexts=real;ops=1234567890", "not an operation: '1234567890'"},
      {"size=4;contexts=real;ops=,", "not an operation: ''"},
      {"size=4;contexts=real;ops=polygamma", "not an operation: 'polygamma'"},
      {"size=4;contexts=real;ops=1/0", "not an operation: '1/0'"},
      {"size=4;contexts=real;ops=toReal@1", "'toReal@1' has no size"},
      {"size=4;contexts=real;terms=lambda;ops=+", "not a term constructor: 'lambda'"},
      {"size=4;contexts=real;terms=let,let;ops=+", "term constructor 'let' twice"},
      {"size=4;binders=x;contexts=real;ops=+", "binders is 'x', not a number up to 200"},
      {"size=4;binders=201;contexts=real;ops=+", "binders is '201', not a number up to 200"},
      {"size=4;binders=;contexts=real;ops=+", "binders is '', not a number up to 200"},
      {"size=4;contexts=real,real,real,real,real,real,real,real,real;ops=+", "a context of more than 8 types"},
      {"size=1;contexts=;results=real;ops=", "space 'size=1;contexts=;types=real;results=real;"
                                             "terms=let,unit,pair,fst,snd,lam,app;ops=': it has no programs"},
      {"analytic,size=100", "space 'analytic,size=100': it has 2^128 programs or more"}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char error[ERROR_SIZE];
    Store *store = store_new(TERM_LIMIT);
    assert_null(space_open(store, bad[i][0], error, sizeof error));
    assert_string_equal(error, bad[i][1]);
    assert_null(space_open(store, bad[i][0], error, 8)); /* short buffers are respected */
    assert_null(space_open(store, bad[i][0], NULL, 0));
    store_free(store);
  }
}

/* --------------------------------------------------------------- random -- */

/* Chi-square over all programs of a small space, 40 draws each: the statistic
 * has mean N - 1 and variance 2(N - 1); five standard deviations on both sides. */
static void test_random_is_uniform(void **state) {
  (void)state;
  Store *store = store_new(TERM_LIMIT);
  Space *space = open_space(store, "poly,size=5");
  size_t n = (size_t)space_count(space), draws = 40 * n;
  uint32_t *hits = calloc(n, sizeof *hits);
  assert_non_null(hits);
  for (size_t k = 0; k < draws; k++) hits[(size_t)space_random(space, 2024, k)]++;
  double statistic = 0;
  for (size_t i = 0; i < n; i++) statistic += ((double)hits[i] - 40) * ((double)hits[i] - 40) / 40;
  double degrees = (double)n - 1, distance = statistic - degrees;
  assert_true(distance * distance < 25 * 2 * degrees);
  assert_true(space_random(space, 1, 0) == space_random(space, 1, 0));
  assert_true(space_random(space, 1, 0) != space_random(space, 2, 0));
  free(hits);
  space_close(space);
  store_free(store);
}

static void test_rank_text(void **state) {
  (void)state;
  const char *numbers[] = {"0", "7", "18446744073709551616", "340282366920938463463374607431768211455"};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    char text[48];
    Rank rank;
    assert_true(rank_parse(numbers[i], &rank));
    assert_int_equal(rank_print(rank, text, sizeof text), strlen(numbers[i]));
    assert_string_equal(text, numbers[i]);
  }
  Rank rank;
  assert_false(rank_parse("", &rank));
  assert_false(rank_parse("12x", &rank));
  assert_false(rank_parse("-1", &rank));
  assert_false(rank_parse("340282366920938463463374607431768211456", &rank));
  char small[3];
  assert_int_equal(rank_print(12345, small, sizeof small), 5);
  assert_string_equal(small, "12");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_counts),
                                     cmocka_unit_test(test_brute_force_lambda),
                                     cmocka_unit_test(test_brute_force_arrays),
                                     cmocka_unit_test(test_brute_force_vectors),
                                     cmocka_unit_test(test_brute_force_binders),
                                     cmocka_unit_test(test_all_programs),
                                     cmocka_unit_test(test_recursion),
                                     cmocka_unit_test(test_samples),
                                     cmocka_unit_test(test_texts),
                                     cmocka_unit_test(test_outside),
                                     cmocka_unit_test(test_preset_counts),
                                     cmocka_unit_test(test_description_round_trip),
                                     cmocka_unit_test(test_bad_descriptions),
                                     cmocka_unit_test(test_random_is_uniform),
                                     cmocka_unit_test(test_rank_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
