/* All straight-line programs of one or two inputs and up to two nodes more, and of some of three. */
#ifndef ADJUDGE_PROOFS_EACSL_PROGRAMS_H
#define ADJUDGE_PROOFS_EACSL_PROGRAMS_H

#define NODES 5
#define CONSTANTS 2

/* How many programs there are of so many nodes; of many, how many are looked at. */
static uint64_t programs(uint32_t inputs, uint32_t nodes) {
  uint64_t count = 1;
  for (uint32_t k = inputs; k < nodes; k++) count *= CONSTANTS + 3 * k * k + k;
  return count < 4000 ? count : 4000;
}

/* The program of this number; the digits that are left. */
static uint64_t program(StraightNode *code, uint32_t inputs, uint32_t nodes, uint64_t number) {
  for (uint32_t k = 0; k < NODES; k++) {
    StraightNode none = {STRAIGHT_INPUT, k, 0};
    code[k] = none;
    if (k < inputs || k >= nodes) continue;
    uint64_t all = CONSTANTS + 3 * k * k + k, digit = number % all;
    number /= all;
    if (digit < CONSTANTS) {
      code[k].code = STRAIGHT_CONSTANT;
      code[k].a = (uint32_t)digit;
      continue;
    }
    digit -= CONSTANTS;
    code[k].code = digit < k              ? STRAIGHT_NEG
                   : (digit - k) % 3 == 0 ? STRAIGHT_ADD
                   : (digit - k) % 3 == 1 ? STRAIGHT_SUB
                                          : STRAIGHT_MUL;
    code[k].a = (uint32_t)(digit < k ? digit : (digit - k) / 3 % k);
    code[k].b = (uint32_t)(digit < k ? 0 : (digit - k) / 3 / k);
  }
  return number;
}

#endif
