/* The operations of one run of a program as a list: straight-line code, which can be written in another language.
 *
 * Tests are answered by scalars of another ring that go along, and are listed with their answers: the list is the
 * program's wherever they have these. */
#ifndef ADJUDGE_VERIFY_RING_LISTING_H
#define ADJUDGE_VERIFY_RING_LISTING_H

#include "semantics/rings/ring.h"

typedef enum StepCode {
  STEP_INPUT,
  STEP_NUMBER, /* of the base: `number`, and as a residue `base` */
  STEP_ADD,
  STEP_SUB,
  STEP_MUL,
  STEP_DIV,
  STEP_NEG,
  STEP_FUNCTION, /* a RingFunction */
  STEP_POWER,    /* to `number` */
  STEP_CALL,     /* a FunctionCode, of one operand or two */
  STEP_MAX,
  STEP_MIN,
  STEP_TEST /* a RingTest, and its answer */
} StepCode;

typedef struct Step {
  StepCode code;
  uint32_t what; /* function, call or test */
  uint32_t a, b; /* steps */
  bool answer;
  double number;
  Scalar base;
} Step;

#define LISTING_MOST 400u /* steps; longer runs end in LIMIT */

/* Over a base that is not owned; NULL without memory. */
Ring *ring_listing_new(Ring *base);
Scalar listing_input(Ring *ring, Scalar base);
const Step *listing_steps(const Ring *ring, uint32_t *count);

#endif
