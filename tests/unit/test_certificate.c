/* The checker of certificates (T-CERT): each rule accepts what it states and nothing like it, a right certificate
 * is accepted, and of certificates changed at random none is accepted that claims what is not so. */
#include "tests/unit/claims_so.h"
#include "verify/certificates/asked.h"
#include "verify/certificates/file.h"
#include "verify/kernel/certificate.h"
#include "verify/kernel/derive.h"
#include "verify/kernel/equation.h"
#include "verify/kernel/formed.h"
#include "verify/kernel/gate_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define IN STRAIGHT_INPUT
#define NUM STRAIGHT_CONSTANT
#define ADD STRAIGHT_ADD
#define SUB STRAIGHT_SUB
#define MUL STRAIGHT_MUL
#define NEG STRAIGHT_NEG

/* ------------------------------------------------------------ the rules -- */

static const int64_t numbers[] = {0, 1, -1, 2, 3, 5, 6};
/* nodes 0 x, 1 y, 2 z, then the numbers */
enum { X, Y, Z, ZERO, ONE, MINUS, TWO, THREE, FIVE, SIX, FIRST };
#define BASE                                                                                                           \
  {IN, 0, 0}, {IN, 1, 0}, {IN, 2, 0}, {NUM, 0, 0}, {NUM, 1, 0}, {NUM, 2, 0}, {NUM, 3, 0}, {NUM, 4, 0}, {NUM, 5, 0}, {  \
    NUM, 6, 0                                                                                                          \
  }

static const StraightNode nodes[] = {
    BASE,
    {ADD, X, Y},
    {ADD, Y, X}, /* 10, 11 */
    {MUL, X, Y},
    {MUL, Y, X}, /* 12, 13 */
    {ADD, 10, Z},
    {ADD, Y, Z},
    {ADD, X, 15}, /* 14: (x+y)+z, 16: x+(y+z) */
    {MUL, 12, Z},
    {MUL, Y, Z},
    {MUL, X, 18}, /* 17: (xy)z, 19: x(yz) */
    {MUL, 10, Z},
    {MUL, X, Z},
    {ADD, 21, 18}, /* 20: (x+y)z, 22: xz+yz */
    {SUB, X, Y},
    {NEG, Y, 0},
    {ADD, X, 24}, /* 23: x-y, 25: x+(-y) */
    {ADD, X, ZERO},
    {NEG, X, 0},
    {ADD, X, 27}, /* 26, 28: x+(-x) */
    {MUL, ONE, X},
    {MUL, ZERO, X},
    {MUL, MINUS, X}, /* 29, 30, 31 */
    {ADD, TWO, THREE},
    {MUL, TWO, THREE},
    {NEG, 29, 0}, /* 32, 33, 34 */
    {ADD, 29, Y},
    {MUL, 29, Y},
    {ADD, X, Y}, /* 35, 36, 37: 10 again */
    {ADD, THREE, TWO},
    {MUL, X, ONE},
    {SUB, Y, X}, /* 38, 39, 40 */
};
#define NODES (sizeof nodes / sizeof *nodes)

/* What follows by one rule; p and q are steps of `before`: 0 is 1 x = x, 1 is y = y, 2 is x = 1 x. */
static const Step before[] = {{STEP_MUL_ONE, 29, X, 0, 0}, {STEP_SAME, Y, Y, 0, 0}, {STEP_SYMMETRY, X, 29, 0, 0}};
#define BEFORE 3u
static const Step rules[] = {
    {STEP_SAME, 10, 37, 0, 0},
    {STEP_SYMMETRY, X, 29, 0, 0},
    {STEP_TRANSITIVITY, 29, 29, 0, 2},
    {STEP_ADD, 35, 10, 0, 1},
    {STEP_MUL, 36, 12, 0, 1},
    {STEP_NEG, 34, 27, 0, 0},
    {STEP_SUB, 23, 25, 0, 0},
    {STEP_ADD_COMMUTES, 10, 11, 0, 0},
    {STEP_MUL_COMMUTES, 12, 13, 0, 0},
    {STEP_ADD_ASSOCIATES, 14, 16, 0, 0},
    {STEP_MUL_ASSOCIATES, 17, 19, 0, 0},
    {STEP_DISTRIBUTES, 20, 22, 0, 0},
    {STEP_ADD_ZERO, 26, X, 0, 0},
    {STEP_ADD_OPPOSITE, 28, ZERO, 0, 0},
    {STEP_MUL_ONE, 29, X, 0, 0},
    {STEP_MUL_ZERO, 30, ZERO, 0, 0},
    {STEP_NEG_SCALES, 27, 31, 0, 0},
    {STEP_NUMBERS_ADD, 32, FIVE, 0, 0},
    {STEP_NUMBERS_MUL, 33, SIX, 0, 0},
    {STEP_GIVEN, 11, 37, 0, 0},
};
#define RULES (sizeof rules / sizeof *rules)

static bool accepts(Step step) {
  Step steps[BEFORE + 1];
  memcpy(steps, before, sizeof before);
  steps[BEFORE] = step;
  static const Given given = {11, 37}; /* y + x = x + y */
  const NumberedProgram program = {nodes, numbers, &given, NODES, sizeof numbers / sizeof *numbers, 1};
  return equation_steps(program, steps, BEFORE + 1);
}

static void each_rule_accepts(void **state) {
  (void)state;
  assert_true(straight_formed(nodes, 3, sizeof numbers / sizeof *numbers, NODES));
  assert_int_equal(RULES, STEP_COUNT); /* every rule has its line */
  for (size_t i = 0; i < RULES; i++) {
    assert_int_equal(rules[i].rule, i);
    assert_true(accepts(rules[i]));
  }
}

static uint64_t random_state;
static uint64_t random_next(void) { return random_word(20, 1, random_state++); }
static uint32_t below(uint32_t n) { return (uint32_t)(random_next() % n); }

/* Values of all nodes at random inputs and constants that are the numbers, modulo p. */
static void values_of(Ring *field, const StraightNode *code, uint32_t count, const int64_t *number, uint32_t constants,
                      const Scalar *x, Scalar *out) {
  Scalar constant[16];
  assert_true(constants <= 16);
  for (uint32_t i = 0; i < constants; i++) constant[i] = ring_integer(field, number[i]);
  straight_values(field, code, count, constant, x, out);
}

/* Every rule on every pair of nodes and steps: what is accepted is so. */
static void no_rule_accepts_more(void **state) {
  (void)state;
  Ring *field = ring_field_new();
  Scalar value[NODES], x[3];
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 3; i++) x[i] = (Scalar){random_next() % FIELD_P};
  values_of(field, nodes, NODES, numbers, sizeof numbers / sizeof *numbers, x, value);
  for (uint32_t rule = 0; rule <= STEP_COUNT; rule++) {
    bool rests = rule >= STEP_SYMMETRY && rule <= STEP_NEG;
    for (uint32_t pair = 0; pair < (NODES + 1) * (NODES + 1); pair++) {
      for (uint32_t pq = 0; pq < (rests ? (BEFORE + 1) * (BEFORE + 1) : 1); pq++) {
        Step step = {(StepRule)rule, pair / (NODES + 1), pair % (NODES + 1), pq / (BEFORE + 1), pq % (BEFORE + 1)};
        if (!accepts(step)) continue;
        accepted++;
        assert_true(step.left < NODES && step.right < NODES);
        assert_true(ring_equal(field, value[step.left], value[step.right]));
      }
    }
  }
  assert_true(accepted > NODES + RULES);
  ring_destroy(field);
}

/* ------------------------------------------------------- a certificate -- */

/* f(x, y) = x y + 3, of which somebody says that its derivative is y dx + x dy */
enum { SOURCE = 5, TOTAL = 20, STEPS = 5, CLAIMS = 2, CONSTANTS = 2 };
typedef struct Held {
  StraightNode source[SOURCE], code[TOTAL];
  int64_t number[CONSTANTS];
  Step step[STEPS];
  Claim claim[CLAIMS];
  Given given[1];
  uint32_t inputs, zero, nodes, total, steps, claims, givens;
} Held;

/* 4 inputs x y dx dy; 4 .. 15 the nodes of xy, 3 and xy+3; then those of the certificate */
static const Held right = {
    .source = {{IN, 0, 0}, {IN, 1, 0}, {MUL, 0, 1}, {NUM, 1, 0}, {ADD, 2, 3}},
    .code = {[16] = {MUL, 1, 2}, [17] = {MUL, 0, 3}, [18] = {ADD, 16, 17}, [19] = {ADD, 18, 11}},
    .number = {0, 3},
    .step = {{STEP_MUL_COMMUTES, 16, 5, 0, 0},
             {STEP_SAME, 17, 6, 0, 0},
             {STEP_ADD, 18, 7, 0, 1},
             {STEP_SAME, 11, 11, 0, 0},
             {STEP_ADD, 19, 15, 2, 3}},
    .claim = {{CLAIM_DERIVATIVE, 18, 2, 2}, {CLAIM_DERIVATIVE, 19, 4, 4}},
    .inputs = 2,
    .zero = 0,
    .nodes = SOURCE,
    .total = TOTAL,
    .steps = STEPS,
    .claims = CLAIMS,
};

static Certificate certificate(Held *h) {
  return (Certificate){h->source, h->inputs, h->nodes, h->number, CONSTANTS, h->zero,  h->given,
                       h->givens, h->code,   h->total, h->step,   h->steps,  h->claim, h->claims};
}

static bool held(Held *h) { return certificate_holds(certificate(h)); }

static void right_certificate(void **state) {
  (void)state;
  Held h = right;
  assert_true(held(&h));
  h = right;
  h.code[18].code = STRAIGHT_SUB; /* y dx - x dy */
  assert_false(held(&h));
  h = right;
  h.claim[0].kind = CLAIM_VALUE;
  assert_false(held(&h));
  h = right;
  h.zero = 1;
  assert_false(held(&h));
  h = right;
  h.number[1] = 4; /* of x y + 4 it is the derivative too */
  assert_true(held(&h));
}

/* x dy + dx y is claimed to be the derivative of x y without a step but one that a hypothesis gives. */
static void given_certificate(void **state) {
  (void)state;
  Held h = right;
  h.given[0] = (Given){18, 7};
  h.givens = 1;
  h.steps = h.claims = 1;
  h.step[0] = (Step){STEP_GIVEN, 18, 7, 0, 0};
  h.claim[0].step = 0;
  assert_true(held(&h));
  for (int change = 0; change < 5; change++) {
    Held other = h;
    switch (change) {
    case 0: other.givens = 0; break;
    case 1: other.given[0].left = 17; break;
    case 2: other.given[0].right = 6; break;
    case 3: other.given[0] = (Given){7, 18}; break;
    default: other.step[0].p = 1; break;
    }
    assert_false(held(&other));
  }
}

/* The file of a certificate, every number of it another than its neighbours, is read as what it is. */
static void files_are_read_as_written(void **state) {
  (void)state;
  static const uint8_t begin[] = {'A', 'D', 'J', 'C', 'E', 'R', 'T', '2', 2, 0, 0, 0, SOURCE, 0, 0, 0, CONSTANTS, 0};
  Held h = right;
  Certificate again;
  size_t size = 0;
  h.number[0] = -0x123456789ABCDEF0, h.number[1] = INT64_MAX;
  h.source[2] = (StraightNode){MUL, 0x01020304, 0xF5060708};
  h.step[3] = (Step){STEP_COUNT - 1, 0x11121314, 0x15161718, 0x191A1B1C, 0xFD1E1F20};
  h.claim[1] = (Claim){CLAIM_COUNT - 1, 0x21222324, 0x25262728, 0x292A2B2C};
  h.given[0] = (Given){0x31323334, 0x35363738};
  h.givens = 1, h.zero = 1;
  const Certificate written = certificate(&h);
  uint8_t *bytes = certificate_write(&written, &size);
  assert_int_equal(size, 40 + 9 * (SOURCE + 4) + 8 * CONSTANTS + 17 * STEPS + 13 * CLAIMS + 8 + 8);
  assert_memory_equal(bytes, begin, sizeof begin);
  assert_null(certificate_read(bytes, size, &again));
  assert_true(again.inputs == 2 && again.nodes == SOURCE && again.constants == CONSTANTS && again.zero == 1);
  assert_true(again.total == TOTAL && again.steps == STEPS && again.claims == CLAIMS && again.givens == 1);
  for (int k = 0; k < SOURCE; k++) {
    const StraightNode *a = &again.source[k], *b = &h.source[k];
    assert_true(a->code == b->code && a->a == b->a && a->b == b->b);
  }
  for (int k = 16; k < TOTAL; k++) {
    const StraightNode *a = &again.code[k], *b = &h.code[k];
    assert_true(a->code == b->code && a->a == b->a && a->b == b->b);
  }
  assert_memory_equal(again.number, h.number, sizeof h.number);
  for (int k = 0; k < STEPS; k++) {
    const Step *a = &again.step[k], *b = &h.step[k];
    assert_true(a->rule == b->rule && a->left == b->left && a->right == b->right && a->p == b->p && a->q == b->q);
  }
  for (int k = 0; k < CLAIMS; k++) {
    const Claim *a = &again.claim[k], *b = &h.claim[k];
    assert_true(a->kind == b->kind && a->node == b->node && a->source == b->source && a->step == b->step);
  }
  assert_true(again.given[0].left == h.given[0].left && again.given[0].right == h.given[0].right);
  certificate_free(&again);
  free(bytes);
}

/* What is wrong with a file of which that byte is another; the digest is right in all but two. */
static void files_that_are_none(void **state) {
  (void)state;
  enum { NODES_AT = 40, ABOVE = NODES_AT + 9 * SOURCE, NUMBERS = ABOVE + 9 * 4, STEPS_AT = NUMBERS + 8 * CONSTANTS };
  enum { CLAIMS_AT = STEPS_AT + 17 * STEPS, END = CLAIMS_AT + 13 * CLAIMS };
  static const char magic[] = "no certificate: it does not begin with ADJCERT2", over[] = "a count is over 2^24";
  static const char length[] = "it is not as long as its counts say", node[] = "a node of no kind";
  static const char step[] = "a step of no rule", claim[] = "a claim of no kind", other[] = "its digest is another";
  static const struct {
    int at, byte;
    bool digested;
    const char *wrong; /* or NULL */
  } table[] = {
      {0, 'B', true, magic},
      {7, '1', true, magic},
      {11, 1, true, over},
      {39, 2, true, over},
      {39, 1, true, length},   /* 2^24 */
      {38, 1, true, length},   /* 2^16 hypotheses */
      {8, SOURCE, true, NULL}, /* as many inputs as nodes */
      {8, SOURCE + 1, true, "there are more inputs than nodes"},
      {12, SOURCE + 1, true, length},
      {16, CONSTANTS + 1, true, length},
      {24, 5, true, length},
      {28, STEPS - 1, true, length},
      {32, CLAIMS - 1, true, length},
      {20, 77, true, NULL}, /* which constant is 0 */
      {NODES_AT, STRAIGHT_NEG + 1, true, node},
      {ABOVE - 9, STRAIGHT_NEG + 1, true, node},
      {ABOVE, STRAIGHT_NEG + 1, true, node},
      {NUMBERS - 9, STRAIGHT_NEG + 1, true, node},
      {NODES_AT, STRAIGHT_NEG, true, NULL},
      {STEPS_AT, STEP_COUNT, true, step},
      {CLAIMS_AT - 17, STEP_COUNT, true, step},
      {CLAIMS_AT, CLAIM_COUNT, true, claim},
      {END - 13, CLAIM_COUNT, true, claim},
      {NUMBERS, 99, true, NULL},
      {NUMBERS, 99, false, other},
      {END, 99, false, other},
  };
  Held h = right;
  const Certificate written = certificate(&h);
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t size = 0;
    uint8_t *bytes = certificate_write(&written, &size);
    Certificate again;
    assert_int_equal(size, END + 8);
    bytes[table[k].at] = (uint8_t)table[k].byte;
    uint64_t digest = certificate_digest(bytes, END);
    for (int i = 0; i < 8 && table[k].digested; i++) bytes[END + i] = (uint8_t)(digest >> (8 * i));
    const char *wrong = certificate_read(bytes, size, &again);
    if ((wrong == NULL) != (table[k].wrong == NULL) || (wrong != NULL && strcmp(wrong, table[k].wrong) != 0))
      fail_msg("row %zu: %s", k, wrong == NULL ? "it is read" : wrong);
    if (wrong == NULL) certificate_free(&again);
    assert_string_equal(certificate_read(bytes, 47, &again), magic);
    free(bytes);
  }
}

/* FNV-1a of 64 bits, by what is published of it; a text goes with the bytes whose digest, on into it, is its last line.
 */
static void digests(void **state) {
  (void)state;
  static const uint8_t bytes[] = "foobar";
  static const struct {
    size_t size; /* of the bytes that come before the text */
    const char *text;
    bool goes;
  } table[] = {
      {0, "foobardigest: 85944171f73967e8\n", true}, {3, "bardigest: 85944171f73967e8\n", true},
      {6, "digest: 85944171f73967e8\n", true},       {0, "digest: cbf29ce484222325\n", true},
      {3, "bardigest: 85944171f73967e9\n", false},   {3, "bardigest: 85944171f73967e8 ", false},
      {3, "barDigest: 85944171f73967e8\n", false},   {2, "bardigest: 85944171f73967e8\n", false},
      {3, "bbrdigest: 85944171f73967e8\n", false},   {6, "igest: 85944171f73967e8\n", false},
      {6, "digest: 85944171f73967e8\n\n", false},    {6, "", false},
      {3, "bardigest: 85944171f73967e8\n\n", false}, {0, "f", false},
  };
  assert_true(certificate_digest(bytes, 0) == 0xcbf29ce484222325u);
  assert_true(certificate_digest((const uint8_t *)"a", 1) == 0xaf63dc4c8601ec8cu);
  assert_true(certificate_digest(bytes, 6) == 0x85944171f73967e8u);
  assert_true(certificate_text_digest(bytes, 2, "obar", 4) == 0x85944171f73967e8u);
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    const char *text = table[k].text;
    assert_int_equal(certificate_text_goes(bytes, table[k].size, text, strlen(text)), table[k].goes);
  }
}

/* A token is for what is asked, no more and no less, under no other hypotheses. */
static void token_for_what_is_asked(void **state) {
  (void)state;
  Held h = right;
  assert_true(gate_check(certificate(&h), (Asked){right.claim, CLAIMS, NULL, 0}).by_certificate);
  assert_false(gate_check(certificate(&h), (Asked){right.claim, CLAIMS - 1, NULL, 0}).by_certificate);
  assert_false(gate_check(certificate(&h), (Asked){right.claim, CLAIMS, &(Given){18, 7}, 1}).by_certificate);
  h.claims = 0;
  assert_true(held(&h)); /* it claims nothing */
  assert_false(gate_check(certificate(&h), (Asked){right.claim, 0, NULL, 0}).by_certificate);
  h = right;
  h.given[0] = (Given){18, 7};
  h.givens = 1;
  assert_true(held(&h));
  assert_false(gate_check(certificate(&h), (Asked){right.claim, CLAIMS, NULL, 0}).by_certificate);
  assert_true(gate_check(certificate(&h), (Asked){right.claim, CLAIMS, &(Given){18, 7}, 1}).by_certificate);
  assert_int_equal(gate_outcome((ProofToken){0}), OUTCOME_DECIDED);
}

/* A certificate is asked for where both were recorded along one path: each sign of the derivative is one of the
 * program's. */
static void recorded_along_one_path(void **state) {
  (void)state;
  const Scalar x[] = {{0}}, v[] = {{1}};
  const StraightSign positive = {.node = 0, .negative = false, .is = 0}, negative = {.node = 0, .negative = true};
  const StraightSign beyond[] = {{.node = 0, .is = 1}, positive};
  const Matching none = {{0}, {0}};
  Layout layout;
  Recording source = {.inputs = 1, .outputs = 1, .primal = x, .sign = beyond, .signs = 1};
  Recording derivative = {.inputs = 2, .outputs = 1, .images = 1, .primal = x, .image = v};
  assert_true(layout_make(&source, &derivative, false, &none, &layout));
  derivative.signs = 1;
  derivative.sign = &positive;
  assert_true(layout_make(&source, &derivative, false, &none, &layout));
  derivative.sign = &negative;
  assert_false(layout_make(&source, &derivative, false, &none, &layout));
  derivative.sign = beyond;
  assert_false(layout_make(&source, &derivative, false, &none, &layout));
}

/* Of as many symbols, signs, results and inputs as a certificate has room for, and of one more. */
static void recorded_within_limits(void **state) {
  (void)state;
  enum { MOST = (ASKED_MOST - STRAIGHT_SYMBOLS - STRAIGHT_SIGNS) / 2 };
  const Recording one = {
      .program = {.nodes = ASKED_MOST}, .inputs = STRAIGHT_SYMBOLS + 1, .outputs = 1, .room = STRAIGHT_SYMBOLS};
  const Recording of_one = {.inputs = STRAIGHT_SYMBOLS + 2, .outputs = 1, .images = 1, .room = STRAIGHT_SYMBOLS};
  StraightSymbol symbol[STRAIGHT_SYMBOLS + 1];
  static const StraightSign sign[STRAIGHT_SIGNS + 1];
  Matching matching;
  Layout l;
  for (uint32_t k = 0; k <= STRAIGHT_SYMBOLS; k++) symbol[k] = (StraightSymbol){STRAIGHT_INVERSE, 0, 1};
  for (uint32_t k = 0; k < STRAIGHT_SYMBOLS; k++) matching.first[k] = 0, matching.second[k] = ASKED_NONE;
  for (uint32_t more = 0; more < 2; more++) {
    for (int side = 0; side < 2; side++) {
      Recording source = one, derivative = of_one, *changed = side == 0 ? &source : &derivative;
      source.symbol = derivative.symbol = symbol;
      source.symbols = 1;
      changed->symbols = STRAIGHT_SYMBOLS + more;
      assert_int_equal(layout_make(&source, &derivative, false, &matching, &l), more == 0);
      source = one, derivative = of_one;
      source.sign = derivative.sign = sign;
      source.signs = 1;
      changed->signs = STRAIGHT_SIGNS + more;
      assert_int_equal(layout_make(&source, &derivative, false, &matching, &l), more == 0);
      source = one, derivative = of_one;
      changed->program.nodes = DERIVE_MOST_NODES / 8 - 1 + more;
      if (side == 0) source.program.nodes += STRAIGHT_SYMBOLS; /* of which the certificate has none */
      assert_int_equal(layout_make(&source, &derivative, false, &matching, &l), more == 0);
    }
    Recording source = one, derivative = of_one;
    source.outputs = derivative.outputs = derivative.images = MOST + more;
    assert_int_equal(layout_make(&source, &derivative, false, &matching, &l), more == 0);
    /* x and dx, and room for symbols */
    uint32_t inputs = (ASKED_MOST - STRAIGHT_SYMBOLS) / 2 + more;
    source = one, derivative = of_one;
    source.inputs = STRAIGHT_SYMBOLS + inputs, derivative.inputs = STRAIGHT_SYMBOLS + 2 * inputs;
    assert_int_equal(layout_make(&source, &derivative, false, &matching, &l), more == 0);
  }
}

static bool same_claims(const Held *h) {
  bool same = h->claims == CLAIMS && h->givens == 0;
  for (uint32_t i = 0; same && i < CLAIMS; i++) {
    const Claim *one = &h->claim[i], *other = &right.claim[i];
    same = one->kind == other->kind && one->node == other->node && one->source == other->source;
  }
  return same;
}

static void mutate_node(StraightNode *node) {
  switch (below(3)) {
  case 0: node->code = (StraightCode)below(7); break;
  case 1: node->a = below(TOTAL + 1); break;
  default: node->b = below(TOTAL + 1); break;
  }
}

static void mutate_step(Step *step) {
  uint32_t *word[] = {&step->left, &step->right, &step->p, &step->q};
  uint32_t which = below(5);
  if (which == 4)
    step->rule = (StepRule)below(STEP_COUNT + 1);
  else
    *word[which] = below(which < 2 ? TOTAL + 1 : STEPS + 1);
}

static void mutate_claim(Claim *claim) {
  uint32_t *word[] = {&claim->node, &claim->source, &claim->step};
  uint32_t which = below(4);
  if (which == 3)
    claim->kind = (ClaimKind)below(3);
  else
    *word[which] = below(which == 0 ? TOTAL + 1 : which == 1 ? SOURCE + 1 : STEPS + 1);
}

static void mutate(Held *h) {
  uint32_t *word[] = {&h->inputs, &h->zero, &h->nodes, &h->total, &h->steps, &h->claims};
  const uint32_t most[] = {4, CONSTANTS, SOURCE, TOTAL, STEPS, CLAIMS};
  uint32_t which = below(6);
  switch (below(8)) {
  case 0:
  case 1: mutate_node(&h->source[below(SOURCE)]); break;
  case 2:
  case 3: mutate_node(&h->code[16 + below(4)]); break;
  case 4:
  case 5: mutate_step(&h->step[below(STEPS)]); break;
  case 6: mutate_claim(&h->claim[below(CLAIMS)]); break;
  default: *word[which] = below(most[which] + 1); break;
  }
}

/* One to three changes. */
static void changed_certificates(void **state) {
  (void)state;
  Ring *field = ring_field_new();
  uint32_t accepted = 0, other = 0, tokens = 0;
  uint64_t drawn = 0;
  for (uint32_t k = 0; k < 100000; k++) {
    Held h = right;
    for (uint32_t changes = 1 + below(3); changes > 0; changes--) mutate(&h);
    bool holds = held(&h), token = gate_check(certificate(&h), (Asked){right.claim, CLAIMS, NULL, 0}).by_certificate;
    assert_int_equal(token, holds && same_claims(&h));
    tokens += token;
    if (!holds) continue;
    accepted++;
    other += memcmp(h.source, right.source, sizeof h.source) != 0 ||
             memcmp(h.code + 16, right.code + 16, sizeof h.code - 16 * sizeof *h.code) != 0;
    const Certificate c = certificate(&h);
    assert_true(claims_so(field, &c, &drawn));
  }
  assert_true(accepted > other && accepted < 50000); /* most change something that matters */
  assert_true(tokens > 0 && tokens < accepted);
  print_message(
      "%u of 100000 accepted, %u of them with other nodes, %u with the claims that are asked; all of them so\n",
      accepted, other, tokens);
  ring_destroy(field);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_rule_accepts),
      cmocka_unit_test(no_rule_accepts_more),
      cmocka_unit_test(right_certificate),
      cmocka_unit_test(given_certificate),
      cmocka_unit_test(files_are_read_as_written),
      cmocka_unit_test(files_that_are_none),
      cmocka_unit_test(digests),
      cmocka_unit_test(token_for_what_is_asked),
      cmocka_unit_test(recorded_along_one_path),
      cmocka_unit_test(recorded_within_limits),
      cmocka_unit_test(changed_certificates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
