#include "verify/kernel/equation.h"

/* Whether node k is that operation; its operands are then below it. */
/*@ requires program: numbered_program(c, inputs);
    requires operation: STRAIGHT_ADD <= op <= STRAIGHT_NEG;
    requires node: k < c.nodes;
    assigns \nothing;
    ensures operation: \result <==> c.code[k].code == op;
    ensures first: \result ==> c.code[k].a < k;
    ensures second: \result && op != STRAIGHT_NEG ==> c.code[k].b < k;
    ensures add: \result && op == STRAIGHT_ADD ==> \forall Scalar *constant, *x; ev(c.code, constant, x, k) ==
        radd(ev(c.code, constant, x, c.code[k].a), ev(c.code, constant, x, c.code[k].b));
    ensures sub: \result && op == STRAIGHT_SUB ==> \forall Scalar *constant, *x; ev(c.code, constant, x, k) ==
        radd(ev(c.code, constant, x, c.code[k].a), rneg(ev(c.code, constant, x, c.code[k].b)));
    ensures mul: \result && op == STRAIGHT_MUL ==> \forall Scalar *constant, *x; ev(c.code, constant, x, k) ==
        rmul(ev(c.code, constant, x, c.code[k].a), ev(c.code, constant, x, c.code[k].b));
    ensures neg: \result && op == STRAIGHT_NEG ==> \forall Scalar *constant, *x; ev(c.code, constant, x, k) ==
        rneg(ev(c.code, constant, x, c.code[k].a)); */
static inline bool is_op(NumberedProgram c, uint32_t k, StraightCode op) /*@ ghost (uint32_t inputs) */
{
  /*@ assert node: straight_node(c.code, inputs, c.constants, k); */
  return c.code[k].code == op;
}

/* Whether node k is an integer of 32 bits. */
/*@ requires program: numbered_program(c, inputs);
    requires node: k < c.nodes;
    assigns \nothing;
    ensures constant: \result ==> c.code[k].code == STRAIGHT_CONSTANT && c.code[k].a < c.constants;
    ensures small: \result ==> INT32_MIN <= c.number[c.code[k].a] <= INT32_MAX;
    ensures number: \result ==> \forall Scalar *constant, *x; numbers_meant(c.number, constant, c.constants) ==>
      ev(c.code, constant, x, k) == rint(c.number[c.code[k].a]); */
static inline bool is_number(NumberedProgram c, uint32_t k) /*@ ghost (uint32_t inputs) */
{
  /*@ assert node: straight_node(c.code, inputs, c.constants, k); */
  if (c.code[k].code != STRAIGHT_CONSTANT) return false;
  int64_t number = c.number[c.code[k].a];
  return INT32_MIN <= number && number <= INT32_MAX;
}

/* Whether node k is the integer n. */
/*@ requires program: numbered_program(c, inputs);
    requires node: k < c.nodes;
    assigns \nothing;
    ensures number: \result ==> \forall Scalar *constant, *x; numbers_meant(c.number, constant, c.constants) ==>
      ev(c.code, constant, x, k) == rint(n); */
static inline bool is_the_number(NumberedProgram c, uint32_t k, int64_t n) /*@ ghost (uint32_t inputs) */
{
  bool number = is_number(c, k) /*@ ghost (inputs) */;
  return number && c.number[c.code[k].a] == n;
}

/* a = a, and nodes made alike. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool same(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  if (l == r) return true;
  /*@ assert left: straight_node(c.code, inputs, c.constants, l); */
  /*@ assert right: straight_node(c.code, inputs, c.constants, r); */
  StraightNode a = c.code[l], b = c.code[r];
  if (a.code != b.code || a.a != b.a) return false;
  return a.code == STRAIGHT_CONSTANT || a.code == STRAIGHT_NEG || a.b == b.b;
}

/* a + b = b + a, or a b = b a. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    requires operation: op == STRAIGHT_ADD || op == STRAIGHT_MUL;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool commutes(NumberedProgram c, StraightCode op, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, op) /*@ ghost (inputs) */, right = is_op(c, r, op) /*@ ghost (inputs) */;
  return left && right && c.code[l].a == c.code[r].b && c.code[l].b == c.code[r].a;
}

/* (a + b) + c = a + (b + c), or (a b) c = a (b c). */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    requires operation: op == STRAIGHT_ADD || op == STRAIGHT_MUL;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool associates(NumberedProgram c, StraightCode op, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  const StraightNode *code = c.code;
  bool left = is_op(c, l, op) /*@ ghost (inputs) */, right = is_op(c, r, op) /*@ ghost (inputs) */;
  if (!left || !right) return false;
  uint32_t s = code[l].a, t = code[r].b;
  bool first = is_op(c, s, op) /*@ ghost (inputs) */, second = is_op(c, t, op) /*@ ghost (inputs) */;
  if (!first || !second) return false;
  return code[s].a == code[r].a && code[s].b == code[t].a && code[l].b == code[t].b;
}

/* (a + b) c = a c + b c. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool distributes(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  const StraightNode *code = c.code;
  bool left = is_op(c, l, STRAIGHT_MUL) /*@ ghost (inputs) */, right = is_op(c, r, STRAIGHT_ADD) /*@ ghost (inputs) */;
  if (!left || !right) return false;
  uint32_t s = code[l].a, p = code[r].a, q = code[r].b;
  bool sum = is_op(c, s, STRAIGHT_ADD) /*@ ghost (inputs) */, first = is_op(c, p, STRAIGHT_MUL) /*@ ghost (inputs) */;
  bool second = is_op(c, q, STRAIGHT_MUL) /*@ ghost (inputs) */;
  if (!sum || !first || !second || code[p].a != code[s].a || code[q].a != code[s].b) return false;
  return code[p].b == code[l].b && code[q].b == code[l].b;
}

/* a - b = a + (- b). */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool subtracts(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_SUB) /*@ ghost (inputs) */, right = is_op(c, r, STRAIGHT_ADD) /*@ ghost (inputs) */;
  if (!left || !right || c.code[l].a != c.code[r].a) return false;
  uint32_t t = c.code[r].b;
  bool opposite = is_op(c, t, STRAIGHT_NEG) /*@ ghost (inputs) */;
  return opposite && c.code[t].a == c.code[l].b;
}

/* a + 0 = a. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool adds_zero(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_ADD) /*@ ghost (inputs) */;
  if (!left || c.code[l].a != r) return false;
  bool zero = is_the_number(c, c.code[l].b, 0) /*@ ghost (inputs) */;
  return zero;
}

/* a + (- a) = 0. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool cancels(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_ADD) /*@ ghost (inputs) */, zero = is_the_number(c, r, 0) /*@ ghost (inputs) */;
  if (!left || !zero) return false;
  uint32_t t = c.code[l].b;
  bool opposite = is_op(c, t, STRAIGHT_NEG) /*@ ghost (inputs) */;
  return opposite && c.code[t].a == c.code[l].a;
}

/* 1 a = a. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool multiplies_by_one(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_MUL) /*@ ghost (inputs) */;
  if (!left || c.code[l].b != r) return false;
  bool one = is_the_number(c, c.code[l].a, 1) /*@ ghost (inputs) */;
  return one;
}

/* 0 a = 0. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool multiplies_by_zero(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_MUL) /*@ ghost (inputs) */, right = is_the_number(c, r, 0) /*@ ghost (inputs) */;
  if (!left || !right) return false;
  bool zero = is_the_number(c, c.code[l].a, 0) /*@ ghost (inputs) */;
  return zero;
}

/*@ ghost
  /@ assigns \nothing;
     ensures scales: \forall ELEMENT a; rmul(rint(-1), a) == rneg(a); @/
  void minus_one(void) {
    /@ assert one: radd(rint(1), rint(-1)) == rzero; @/
    /@ assert sum: \forall ELEMENT a; radd(a, rmul(rint(-1), a)) == rmul(radd(rint(1), rint(-1)), a); @/
    /@ assert zero: \forall ELEMENT a; radd(a, rmul(rint(-1), a)) == rzero; @/
    /@ assert unique: \forall ELEMENT a, b; radd(a, b) == rzero ==> radd(radd(rneg(a), a), b) == rneg(a); @/
    /@ assert opposite: \forall ELEMENT a, b; radd(a, b) == rzero ==> b == rneg(a); @/
  }
*/

/* - a = (-1) a. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool scales(NumberedProgram c, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, STRAIGHT_NEG) /*@ ghost (inputs) */, right = is_op(c, r, STRAIGHT_MUL) /*@ ghost (inputs) */;
  if (!left || !right || c.code[l].a != c.code[r].b) return false;
  bool minus = is_the_number(c, c.code[r].a, -1) /*@ ghost (inputs) */;
  //@ ghost minus_one();
  return minus;
}

/* 2 + 3 = 5, or 2 3 = 6. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    requires operation: op == STRAIGHT_ADD || op == STRAIGHT_MUL;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool computes(NumberedProgram c, StraightCode op, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool left = is_op(c, l, op) /*@ ghost (inputs) */;
  if (!left) return false;
  uint32_t s = c.code[l].a, t = c.code[l].b;
  bool first = is_number(c, s) /*@ ghost (inputs) */, second = is_number(c, t) /*@ ghost (inputs) */;
  if (!first || !second) return false;
  int64_t m = c.number[c.code[s].a], n = c.number[c.code[t].a];
  /*@ assert product: -0x4000000000000000 <= m * n <= 0x4000000000000000; */
  int64_t value = op == STRAIGHT_ADD ? m + n : m * n;
  bool right = is_the_number(c, r, value) /*@ ghost (inputs) */;
  return right;
}

/* The rules that rest on no other step. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: l < c.nodes && r < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, l, r); */
static bool axiom_holds(NumberedProgram c, StepRule rule, uint32_t l, uint32_t r) /*@ ghost (uint32_t inputs) */
{
  bool ok = false;
  switch (rule) {
  case STEP_SAME: ok = same(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_SUB: ok = subtracts(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_ADD_COMMUTES: ok = commutes(c, STRAIGHT_ADD, l, r) /*@ ghost (inputs) */; break;
  case STEP_MUL_COMMUTES: ok = commutes(c, STRAIGHT_MUL, l, r) /*@ ghost (inputs) */; break;
  case STEP_ADD_ASSOCIATES: ok = associates(c, STRAIGHT_ADD, l, r) /*@ ghost (inputs) */; break;
  case STEP_MUL_ASSOCIATES: ok = associates(c, STRAIGHT_MUL, l, r) /*@ ghost (inputs) */; break;
  case STEP_DISTRIBUTES: ok = distributes(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_ADD_ZERO: ok = adds_zero(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_ADD_OPPOSITE: ok = cancels(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_MUL_ONE: ok = multiplies_by_one(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_MUL_ZERO: ok = multiplies_by_zero(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_NEG_SCALES: ok = scales(c, l, r) /*@ ghost (inputs) */; break;
  case STEP_NUMBERS_ADD: ok = computes(c, STRAIGHT_ADD, l, r) /*@ ghost (inputs) */; break;
  case STEP_NUMBERS_MUL: ok = computes(c, STRAIGHT_MUL, l, r) /*@ ghost (inputs) */; break;
  case STEP_SYMMETRY:
  case STEP_TRANSITIVITY:
  case STEP_ADD:
  case STEP_MUL:
  case STEP_NEG:
  case STEP_GIVEN:
  case STEP_COUNT: break;
  }
  return ok;
}

/* a = b gives b = a. */
/*@ requires steps: \valid_read(step + (0 .. k));
    requires before: steps_hold(c, step, k);
    requires nodes: step[k].left < c.nodes && step[k].right < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, step[k].left, step[k].right); */
static bool turns(const Step *step, uint32_t k) /*@ ghost (NumberedProgram c) */
{
  Step s = step[k];
  if (s.p >= k || step[s.p].left != s.right || step[s.p].right != s.left) return false;
  /*@ assert turned: equal_nodes(c, s.right, s.left); */
  return true;
}

/* a = b and b = c give a = c. */
/*@ requires steps: \valid_read(step + (0 .. k));
    requires before: steps_hold(c, step, k);
    requires nodes: step[k].left < c.nodes && step[k].right < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, step[k].left, step[k].right); */
static bool chains(const Step *step, uint32_t k) /*@ ghost (NumberedProgram c) */
{
  Step s = step[k];
  if (s.p >= k || s.q >= k) return false;
  uint32_t middle = step[s.p].right;
  if (step[s.p].left != s.left || step[s.q].left != middle || step[s.q].right != s.right) return false;
  /*@ assert first: equal_nodes(c, s.left, middle); */
  /*@ assert second: equal_nodes(c, middle, s.right); */
  return true;
}

/* a = c and b = d give a + b = c + d, and a b = c d. */
/*@ requires program: numbered_program(c, inputs);
    requires steps: \valid_read(step + (0 .. k));
    requires before: steps_hold(c, step, k);
    requires nodes: step[k].left < c.nodes && step[k].right < c.nodes;
    requires operation: op == STRAIGHT_ADD || op == STRAIGHT_MUL;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, step[k].left, step[k].right); */
static bool operands_equal(NumberedProgram c, StraightCode op, const Step *step, uint32_t k)
/*@ ghost (uint32_t inputs) */
{
  Step s = step[k];
  bool left = is_op(c, s.left, op) /*@ ghost (inputs) */, right = is_op(c, s.right, op) /*@ ghost (inputs) */;
  if (!left || !right || s.p >= k || s.q >= k) return false;
  uint32_t la = c.code[s.left].a, lb = c.code[s.left].b, ra = c.code[s.right].a, rb = c.code[s.right].b;
  if (step[s.p].left != la || step[s.p].right != ra || step[s.q].left != lb || step[s.q].right != rb) return false;
  /*@ assert first: equal_nodes(c, la, ra); */
  /*@ assert second: equal_nodes(c, lb, rb); */
  return true;
}

/* a = b gives - a = - b. */
/*@ requires program: numbered_program(c, inputs);
    requires steps: \valid_read(step + (0 .. k));
    requires before: steps_hold(c, step, k);
    requires nodes: step[k].left < c.nodes && step[k].right < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, step[k].left, step[k].right); */
static bool operand_equal(NumberedProgram c, const Step *step, uint32_t k) /*@ ghost (uint32_t inputs) */
{
  Step s = step[k];
  bool left = is_op(c, s.left, STRAIGHT_NEG) /*@ ghost (inputs) */;
  bool right = is_op(c, s.right, STRAIGHT_NEG) /*@ ghost (inputs) */;
  if (!left || !right || s.p >= k) return false;
  uint32_t la = c.code[s.left].a, ra = c.code[s.right].a;
  if (step[s.p].left != la || step[s.p].right != ra) return false;
  /*@ assert first: equal_nodes(c, la, ra); */
  return true;
}

/* A hypothesis. */
/*@ requires program: numbered_program(c, inputs);
    requires nodes: s.left < c.nodes && s.right < c.nodes;
    assigns \nothing;
    ensures equal: \result ==> equal_nodes(c, s.left, s.right); */
static bool is_given(NumberedProgram c, Step s) /*@ ghost (uint32_t inputs) */
{
  if (s.p >= c.givens) return false;
  Given given = c.given[s.p];
  return given.left == s.left && given.right == s.right;
}

/* Step k, those before it being so. */
/*@ requires program: numbered_program(c, inputs);
    requires steps: \valid_read(step + (0 .. k));
    requires before: steps_hold(c, step, k);
    assigns \nothing;
    ensures holds: \result ==> step_holds(c, step, k); */
static bool step_follows(NumberedProgram c, const Step *step, uint32_t k) /*@ ghost (uint32_t inputs) */
{
  Step s = step[k];
  bool ok = false;
  if (s.left >= c.nodes || s.right >= c.nodes) return false;
  if (s.rule == STEP_SYMMETRY)
    ok = turns(step, k) /*@ ghost (c) */;
  else if (s.rule == STEP_TRANSITIVITY)
    ok = chains(step, k) /*@ ghost (c) */;
  else if (s.rule == STEP_ADD)
    ok = operands_equal(c, STRAIGHT_ADD, step, k) /*@ ghost (inputs) */;
  else if (s.rule == STEP_MUL)
    ok = operands_equal(c, STRAIGHT_MUL, step, k) /*@ ghost (inputs) */;
  else if (s.rule == STEP_NEG)
    ok = operand_equal(c, step, k) /*@ ghost (inputs) */;
  else if (s.rule == STEP_GIVEN)
    ok = is_given(c, s) /*@ ghost (inputs) */;
  else
    ok = axiom_holds(c, s.rule, s.left, s.right) /*@ ghost (inputs) */;
  return ok;
}

bool equation_steps(NumberedProgram c, const Step *step, uint32_t count) /*@ ghost (uint32_t inputs) */
{
  /*@ loop invariant range: 0 <= k <= count;
      loop invariant proved: steps_hold(c, step, k);
      loop assigns k;
      loop variant count - k; */
  for (uint32_t k = 0; k < count; k++) {
    bool follows = step_follows(c, step, k) /*@ ghost (inputs) */;
    if (!follows) return false;
  }
  return true;
}
