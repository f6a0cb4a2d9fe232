/* The lines of a program with rules, from a pipe instead of the program: its description, then answers to calls. */
#include "verify/primitive/rule_process.c"

#include "tests/fuzz/readers.h"

#include <fcntl.h>
#include <unistd.h>

#define PIPE_ROOM 60000u
static const char specification[] = "primitive f (x : real) (y : real^2) (k : Int) : real^2\n"
                                    "value = x .* y\n";

/* One line each for the description and for calls of every kind. */
static void read_lines(ProcessRule *self) {
  double out[16];
  json_t *request = json_object();
  bool good = describe(self);
  for (int what = 0; what < RULE_CALLS && good; what++) {
    self->id = what + 2;
    json_t *answer = ask(self, request);
    const json_t *list = json_object_get(answer, "answers");
    for (size_t k = 0; k < json_array_size(list); k++)
      (void)take_answer(self, (RuleCall)what, json_array_get(list, k), out);
    good = answer != NULL;
    json_decref(answer);
  }
  json_decref(request);
}

void read_answers(Store *store, const char *text, size_t length) {
  Primitive primitive;
  TextError error;
  int ends[2];
  if (primitive_read(store, "f", specification, sizeof specification - 1, NULL, 0, &primitive, &error) != STATUS_OK ||
      pipe(ends) != 0)
    abort();
  bool all = length < PIPE_ROOM && write(ends[1], text, length) == (ssize_t)length;
  (void)close(ends[1]);
  /* no child: waiting for it says so at once */
  ProcessRule self = {.primitive = &primitive, .rule = {.timeout = 1}};
  self.child = (Child){.pid = getpid(), .from = ends[0], .to = open("/dev/null", O_WRONLY)};
  if (all) read_lines(&self);
  (void)close(self.child.to);
  (void)close(ends[0]);
  free(self.child.buffer);
  primitive_free(&primitive);
}
