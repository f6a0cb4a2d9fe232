/* Every text of LENGTH symbols after "def f (x : real) = ", and every text of `patterns`
 * with each of those symbols at its hole, is read, and what it defines is evaluated
 * over F_p at 3, by the product's own parser, typing and interpreter. */
#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/source/interpreter.h"
#include "semantics/text/text.h"

#include <string.h>

#ifndef LENGTH
#define LENGTH 1
#endif
#ifndef BEYOND /* planted: so many bytes more than there are */
#define BEYOND 0
#endif
#define SYMBOLS 8

static const char prefix[] = "def f (x : real) = ";
static const char symbols[SYMBOLS + 1] = "x2+*(),.";

/* One for each kind of construct; _ is the hole. */
#ifdef PATTERNS
static const char patterns[][32] = {
    "let y = x * _ in y + y",   "snd (x, _)",
    "if x < _ then x else 2",   "[x, _, 2] ! 1",
    "sum (build 2 (i. x * _))", "fold (a c. a * c + _) 0 [x, x]",
};
#endif

static void evaluate(Store *store, Ring *ring, const Program *program) {
  Arena arena;
  Scalar input[1], output[4];
  arena_init(&arena, 1 << 20);
  Machine machine = machine_make(store, ring, &arena);
  input[0] = ring_integer(ring, 3);
  if (type_node(&store->types, program->type)->dim <= 4) (void)source_evaluator.eval(&machine, program, input, output);
  arena_free(&arena);
}

static void read_and_evaluate(const char *text) {
  Store *store = store_new(64);
  Ring *ring = ring_field_new();
  TextError error;
  Module module;
  if (store == NULL || ring == NULL) return;
  if (text_read_module(store, "text", text, strlen(text) + BEYOND, NULL, 0, &module, &error) == STATUS_OK) {
    evaluate(store, ring, &module.definitions[0].program);
    text_free_module(&module);
  }
  ring_destroy(ring);
  store_free(store);
}

static void read_texts(void) {
  char text[sizeof prefix + LENGTH];
  unsigned count = 1;
  for (int i = 0; i < LENGTH; i++) count *= SYMBOLS;
  for (unsigned number = 0; number < count; number++) {
    memcpy(text, prefix, sizeof prefix - 1);
    unsigned rest = number;
    for (int i = 0; i < LENGTH; i++) {
      text[sizeof prefix - 1 + i] = symbols[rest % SYMBOLS];
      rest /= SYMBOLS;
    }
    text[sizeof prefix - 1 + LENGTH] = '\0';
    read_and_evaluate(text);
  }
}

#ifdef PATTERNS
static void read_patterns(void) {
  char text[sizeof prefix + sizeof *patterns];
  memcpy(text, prefix, sizeof prefix - 1);
  for (unsigned number = 0; number < SYMBOLS * (sizeof patterns / sizeof *patterns); number++) {
    const char *pattern = patterns[number / SYMBOLS];
    for (unsigned i = 0; i < sizeof *patterns; i++)
      text[sizeof prefix - 1 + i] = pattern[i] == '_' ? symbols[number % SYMBOLS] : pattern[i];
    read_and_evaluate(text);
  }
}
#endif

int main(void) {
  read_texts();
#ifdef PATTERNS
  read_patterns();
#endif
  return 0;
}
