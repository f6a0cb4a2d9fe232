/* Every text of LENGTH symbols after "def f (x : real) = " is read, and what it defines
 * is evaluated over F_p at 3, by the product's own parser, typing and interpreter. */
#include "semantics/core/evaluator.h"
#include "semantics/core/rings.h"
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

int main(void) {
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
  return 0;
}
