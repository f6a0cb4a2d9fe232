/* The table of engines by constructs: complete, and nothing in it is wrong. */
#include "tests/unit/programs.h"
#include "verify/cli/matrix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Seen {
  bool kind[TERM_KIND_COUNT];
  bool op[OP_CODE_COUNT];
} Seen;

static void see(const Store *store, TermId t, Seen *seen) {
  if (t.id == 0) return;
  const Term *node = term(store, t);
  seen->kind[node->kind] = true;
  OpCode code = node->kind == TERM_OP ? op_node(&store->ops, term_op_payload(node))->code : OP_CODE_COUNT;
  if (code < OP_CODE_COUNT) seen->op[code] = true; /* of functions: test_functions.c */
  for (int i = 0; i < TERM_KIDS; i++) see(store, node->kid[i], seen);
}

static void look_at(const Construct *c, Seen *seen) {
  Store *store = store_new(1u << 16);
  Module module = module_read(store, c->program);
  see(store, text_find(store, &module, NULL)->program.term, seen);
  text_free_module(&module);
  store_free(store);
}

/* Every constructor of the source language and every operation has a row. */
static void test_every_construct_is_there(void **state) {
  (void)state;
  static const bool source[TERM_KIND_COUNT] = {
#define IS_SOURCE true
#define IS_TARGET false
#define TERM(kind, name, modes, binders, payload, level, formula) [TERM_##kind] = IS_##level,
#include "semantics/tables/terms.def"
#undef TERM
  };
  Seen *seen = calloc(1, sizeof *seen);
  assert_non_null(seen);
  for (const Construct *c = constructs; c->name != NULL; c++) look_at(c, seen);
  for (int kind = 1; kind < TERM_KIND_COUNT; kind++) {
    if (source[kind] && !seen->kind[kind]) fail_msg("no row has the constructor %s", term_info((TermKind)kind)->name);
  }
  for (int op = 0; op < OP_GIVEN; op++) {
    if (!seen->op[op]) fail_msg("no row has the operation %s", op_info((OpCode)op)->name);
  }
  free(seen);
}

/* CHAD and dual numbers have all of it; no engine has something
 * wrong, and none leaves a gap unsaid. */
static void test_no_silent_gap(void **state) {
  (void)state;
  for (const Construct *c = constructs; c->name != NULL; c++) {
    Support support[LAW_ENGINES];
    char error[512];
    if (!construct_support(c, support, error, sizeof error)) fail_msg("%s: %s", c->name, error);
    for (int e = 0; engines[e] != NULL; e++) {
      if (support[e] == SUPPORT_WRONG) fail_msg("%s: %s is refuted", c->name, engines[e]->name);
      if (support[e] == SUPPORT_UNKNOWN) fail_msg("%s: %s is not decided", c->name, engines[e]->name);
      if (support[e] == SUPPORT_REFUSED && strncmp(engines[e]->name, "dual-", 5) == 0)
        fail_msg("%s refuses %s", engines[e]->name, c->name);
    }
    if (support[0] == SUPPORT_REFUSED || support[1] == SUPPORT_REFUSED) fail_msg("CHAD refuses %s", c->name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_construct_is_there),
      cmocka_unit_test(test_no_silent_gap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
