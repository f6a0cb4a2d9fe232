/* Derivatives of iterations of many steps, at a depth that does not grow with them. */
#ifndef ADJUDGE_TEST_LONG_CHAINS_H
#define ADJUDGE_TEST_LONG_CHAINS_H

#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* An iteration's derivative, a linear function of the one before in each step: as a
 * summand, in a pair, composed, and at a power.  The depth does not grow with the steps. */
static inline void check_long_chains(Store *store, const Evaluator *evaluator) {
  static const struct {
    const char *step;
    double image;
  } chains[] = {{"v + snd d @ v", 20000 * 3.0},
                {"snd d @ v + v", 20000 * 3.0},
                {"let v = (snd d @ v, v) in fst v + snd v", 20000 * 3.0},
                {"let v = (v, snd d @ v) in fst v + snd v", 20000 * 3.0},
                {"v + snd d @ scalar(x1; v)", 3 * (2 - 1.0 / 4294967296.0)},
                {"v + (\\(y : real). snd d @ scalar(y; v)) x1", 3 * (2 - 1.0 / 4294967296.0)}};
  Ring *ring = ring_double_new();
  Arena values;
  arena_init(&values, (size_t)1 << 30);
  TypeId context = type_real(&store->types, 1);
  for (size_t k = 0; k < sizeof chains / sizeof *chains; k++) {
    char text[512];
    TextError error;
    int steps = k < 4 ? 20000 : 33;
    (void)snprintf(text, sizeof text, "iterate (%d : Int) (d. (fst d + x1, \\v : real_. %s)) (0, \\v : real_. 0_)",
                   steps, chains[k].step);
    TermText source = {.text = text,
                       .length = strlen(text),
                       .origin = "test",
                       .context = &context,
                       .context_length = 1,
                       .target = true};
    Program program = {.context = &context, .length = 1};
    if (text_read_term(store, &source, &program.term, &program.type, &error) != STATUS_OK)
      fail_msg("%s", error.message);
    ArenaMark mark = arena_mark(&values);
    Machine machine = machine_make(store, ring, &values);
    machine.depth = 200;
    Scalar x = scalar_from_double(0.5), seed = scalar_from_double(3), primal, image;
    assert_int_equal(evaluator->eval_linear(&machine, &program, &x, 1, &seed, &primal, &image), STATUS_OK);
    assert_int_equal(machine.depth, 200);
    assert_true(scalar_to_double(image) == chains[k].image);
    arena_release(&values, mark);
  }
  ring_destroy(ring);
  arena_free(&values);
}

#endif
