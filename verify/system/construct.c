#include "verify/system/construct.h"

static const struct {
  const char *name;
  uint32_t operands;
} constructs[] = {
#define CONSTRUCT(code, name, operands) {name, operands},
#include "verify/system/constructs.def"
#undef CONSTRUCT
};

static const FunctionInfo *function_of(Construct c) {
  return function_info((FunctionCode)((int)c - CONSTRUCT_COUNT - 1));
}

const char *construct_name(Construct c) { return c < CONSTRUCT_COUNT ? constructs[c].name : function_of(c)->name; }

uint32_t construct_operands(Construct c) {
  return c < CONSTRUCT_COUNT ? constructs[c].operands : function_of(c)->operands;
}

Construct construct_of_function(RingFunction f) {
  static const Construct of[] = {
      [RING_SIN] = CONSTRUCT_SIN,   [RING_COS] = CONSTRUCT_COS,         [RING_TAN] = CONSTRUCT_TAN,
      [RING_EXP] = CONSTRUCT_EXP,   [RING_LOG] = CONSTRUCT_LOG,         [RING_SQRT] = CONSTRUCT_SQRT,
      [RING_TANH] = CONSTRUCT_TANH, [RING_SIGMOID] = CONSTRUCT_SIGMOID, [RING_ABS] = CONSTRUCT_ABS,
      [RING_SIGN] = CONSTRUCT_SIGN};
  return of[f];
}

Construct construct_of_test(RingTest test) {
  return test == RING_LESS ? CONSTRUCT_LESS : test == RING_LESS_EQUAL ? CONSTRUCT_LESS_EQUAL : CONSTRUCT_EQUAL;
}
