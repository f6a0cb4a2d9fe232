/* Certificates of random polynomial programs: of the derivatives that dual numbers and the reverse
 * sweep give the checker accepts one, of a wrong derivative there is none. */
#include "semantics/dualnum/gradient.h"
#include "semantics/rings/functions.h"
#include "semantics/straight/ring_straight.h"
#include "tests/unit/claims_so.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/certificates/slopes.h"
#include "verify/kernel/certificate.h"
#include "verify/kernel/gate_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { INPUTS = 3, OUTPUTS = 2, NODES = 12, MOST = 4096 };

static Ring *straight;
static Emitter emitter;
static uint64_t drawn;
static uint32_t below(uint32_t n) { return (uint32_t)(random_word(20, 2, drawn++) % n); }

static int set_up(void **state) {
  (void)state;
  straight = ring_straight_new(MOST);
  return straight == NULL || !emitter_init(&emitter);
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(straight);
  emitter_free(&emitter);
  return 0;
}

typedef struct Source {
  StraightNode code[NODES];
  StraightConstant constant[NODES];
  Scalar output[OUTPUTS];
} Source;

/* Sums and products twice as often as the others. */
static Source random_source(void) {
  static const StraightCode kind[] = {STRAIGHT_ADD, STRAIGHT_MUL, STRAIGHT_ADD,     STRAIGHT_MUL,
                                      STRAIGHT_SUB, STRAIGHT_NEG, STRAIGHT_CONSTANT};
  Source s = {.code = {{STRAIGHT_INPUT, 0, 0}}};
  for (uint32_t k = 0; k < NODES; k++) {
    s.constant[k] = (StraightConstant){NULL, 0, (int64_t)below(7) - 3};
    StraightCode code = k < INPUTS ? STRAIGHT_INPUT : kind[below(7)];
    uint32_t a = k < INPUTS || code == STRAIGHT_CONSTANT ? k : below(k);
    s.code[k] = (StraightNode){code, a, k < INPUTS || code == STRAIGHT_CONSTANT ? 0 : below(k)};
  }
  s.output[0] = (Scalar){NODES - 1};
  s.output[1] = (Scalar){below(NODES)};
  return s;
}

static Recording recorded_source(const Source *s) {
  return (Recording){
      .program = {s->code, NODES, s->constant, NODES}, .inputs = INPUTS, .primal = s->output, .outputs = OUTPUTS};
}

/* By dual numbers, run over the ring that records. */
static Recording forward(const Source *s, Scalar *primal, Scalar *image) {
  Scalar constant[NODES], x[2 * INPUTS];
  Dual w[NODES];
  straight_begin(straight, 2 * INPUTS);
  for (uint32_t i = 0; i < 2 * INPUTS; i++) x[i] = (Scalar){i};
  const StraightProgram program = {s->code, NODES, s->constant, NODES};
  assert_int_equal(straight_constants(straight, &program, constant), STATUS_OK);
  straight_duals(straight, s->code, NODES, constant, x, x + INPUTS, w);
  for (uint32_t o = 0; o < OUTPUTS; o++) {
    primal[o] = w[s->output[o].word].real;
    image[o] = w[s->output[o].word].epsilon;
  }
  assert_int_equal(ring_take_status(straight), STATUS_OK);
  return (Recording){.program = straight_recorded(straight),
                     .inputs = 2 * INPUTS,
                     .primal = primal,
                     .image = image,
                     .outputs = OUTPUTS,
                     .images = OUTPUTS};
}

/* By the reverse sweep of each output, times its cotangent. */
static Recording reverse(const Source *s, Scalar *primal, Scalar *image) {
  Scalar constant[NODES], x[INPUTS], w[NODES], adjoint[NODES];
  straight_begin(straight, INPUTS + OUTPUTS);
  for (uint32_t i = 0; i < INPUTS; i++) x[i] = (Scalar){i};
  const StraightProgram program = {s->code, NODES, s->constant, NODES};
  assert_int_equal(straight_constants(straight, &program, constant), STATUS_OK);
  straight_values(straight, s->code, NODES, constant, x, w);
  for (uint32_t o = 0; o < OUTPUTS; o++) {
    primal[o] = w[s->output[o].word];
    straight_gradient(straight, s->code, INPUTS, NODES, w, (uint32_t)s->output[o].word, adjoint);
    for (uint32_t i = 0; i < INPUTS; i++) {
      Scalar part = ring_mul(straight, (Scalar){INPUTS + o}, adjoint[i]);
      image[i] = o == 0 ? part : ring_add(straight, image[i], part);
    }
  }
  assert_int_equal(ring_take_status(straight), STATUS_OK);
  return (Recording){.program = straight_recorded(straight),
                     .inputs = INPUTS + OUTPUTS,
                     .primal = primal,
                     .image = image,
                     .outputs = OUTPUTS,
                     .images = INPUTS};
}

static const Matching none = {{0}, {0}};

/* Whether the certificate is asked of these recordings, with the claims that it makes. */
static bool is_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool back) {
  Question q;
  if (!certificate_asked(c, source, derivative, back, &none, &q)) return false;
  return gate_check(*c, (Asked){q.claim, q.claims, q.given, q.givens}).by_certificate;
}

static bool certified(const Source *s, bool back, bool wrong, uint32_t *steps) {
  Scalar primal[OUTPUTS], image[INPUTS];
  Recording source = recorded_source(s);
  Certificate certificate;
  Recording derivative = back ? reverse(s, primal, image) : forward(s, primal, image);
  if (wrong) {
    uint32_t which = below(back ? INPUTS : OUTPUTS);
    image[which] = ring_add(straight, image[which], primal[0]);
    image[which] = ring_add(straight, image[which], ring_integer(straight, 1000000));
    derivative.program = straight_recorded(straight);
  }
  if (!emit_certificate(&emitter, &source, &derivative, back, &none, &certificate)) return false;
  *steps = certificate.steps;
  assert_true(certificate.claims == (back ? OUTPUTS + 1 : 2 * OUTPUTS));
  assert_true(certificate_holds(certificate));
  assert_true(is_asked(&certificate, &source, &derivative, back));
  return true;
}

/* Whether the derivative with another node is told apart. */
static bool told_apart(const Certificate *c, const Recording *source, const Recording *derivative, bool back) {
  uint32_t end = derivative->program.nodes, inputs = derivative->inputs;
  StraightNode *code = calloc(end, sizeof *code);
  memcpy(code, derivative->program.code, end * sizeof *code);
  Recording moved = *derivative;
  moved.program.code = code;
  bool same = recorded_same(&moved, derivative) && is_asked(c, source, &moved, back);
  StraightNode *node = &code[inputs + below(end - inputs)];
  if (node->code == STRAIGHT_CONSTANT)
    *node = (StraightNode){STRAIGHT_ADD, 0, 0};
  else
    node->code = node->code == STRAIGHT_ADD ? STRAIGHT_MUL : STRAIGHT_ADD;
  bool other = !recorded_same(&moved, derivative) && !is_asked(c, source, &moved, back);
  free(code);
  return same && other;
}

/* A certificate is of its own program and its own derivative: with one node of either recording, one output, or
 * one constant changed it is not what is asked. */
static void asked_of_its_recordings(void **state) {
  (void)state;
  uint32_t changed = 0;
  for (uint32_t k = 0; k < 200; k++) {
    Source s = random_source(), other;
    Scalar primal[OUTPUTS], image[INPUTS], kept;
    bool back = k % 2 == 1;
    Recording source = recorded_source(&s), another = recorded_source(&other);
    Certificate c;
    Recording derivative = back ? reverse(&s, primal, image) : forward(&s, primal, image);
    if (!emit_certificate(&emitter, &source, &derivative, back, &none, &c)) continue;
    assert_true(is_asked(&c, &source, &derivative, back));
    assert_false(is_asked(&c, &source, &derivative, !back));
    uint32_t which = INPUTS + below(NODES - INPUTS), end = derivative.program.nodes;
    other = s;
    if (s.code[which].code == STRAIGHT_CONSTANT)
      other.constant[which].integer += 1;
    else
      other.code[which].code = s.code[which].code == STRAIGHT_SUB ? STRAIGHT_ADD : STRAIGHT_SUB;
    assert_false(is_asked(&c, &another, &derivative, back));
    other = s;
    other.output[1] = (Scalar){(s.output[1].word + 1) % NODES};
    assert_false(is_asked(&c, &another, &derivative, back));
    kept = image[0];
    image[0] = (Scalar){(kept.word + 1) % end};
    assert_false(is_asked(&c, &source, &derivative, back));
    image[0] = kept;
    kept = primal[1];
    primal[1] = (Scalar){(kept.word + 1) % end};
    assert_false(is_asked(&c, &source, &derivative, back));
    primal[1] = kept;
    assert_true(told_apart(&c, &source, &derivative, back));
    changed++;
  }
  assert_true(changed > 150);
}

/* Another node: by what it does, or by an operand. */
static void change_number(StraightNode *node, uint32_t k) {
  bool number = node->code == STRAIGHT_CONSTANT;
  if (k == 0)
    node->code = number || node->code == STRAIGHT_MUL ? STRAIGHT_ADD : STRAIGHT_MUL;
  else if (k == 1)
    node->a++;
  else if (!number)
    node->b++;
  else
    node->code = STRAIGHT_NEG;
}

/* A certificate whose program, or whose nodes below those of its own steps, are others in one number is not asked. */
static void assert_each_number_asked(const Certificate *c, const Recording *source, const Recording *derivative,
                                     bool back, const Matching *matching) {
  Layout l;
  Question q;
  assert_true(layout_make(source, derivative, back, matching, &l));
  uint32_t end = l.pulled + (back ? 2 * (l.point + l.outputs) - 1 : 0);
  StraightNode *program = calloc(l.nodes, sizeof *program), *code = calloc(end, sizeof *code);
  assert_true(program != NULL && code != NULL && c->total >= end);
  memcpy(program, c->source, l.nodes * sizeof *program);
  memcpy(code, c->code, end * sizeof *code);
  Certificate other = *c;
  other.source = program, other.code = code, other.total = end;
  assert_true(certificate_asked(&other, source, derivative, back, matching, &q));
  for (uint32_t i = l.inputs; i < l.nodes + end - l.below; i++) {
    StraightNode *node = i < l.nodes ? &program[i] : &code[i - l.nodes + l.below], kept = *node;
    for (uint32_t k = 0; k < 3; k++, *node = kept) {
      change_number(node, k);
      if (certificate_asked(&other, source, derivative, back, matching, &q)) fail_msg("node %u, number %u", i, k);
    }
  }
  uint32_t *const counts[] = {&other.total, &other.inputs, &other.nodes};
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
    --*counts[k];
    assert_false(certificate_asked(&other, source, derivative, back, matching, &q));
    ++*counts[k];
  }
  free(program);
  free(code);
}

/* Forwards and back, of what is recorded and of what is put beside it. */
static void each_number_is_asked(void **state) {
  (void)state;
  for (uint32_t k = 0; k < 20; k++) {
    Source s = random_source();
    Scalar primal[OUTPUTS], image[INPUTS];
    bool back = k % 2 == 1;
    Recording source = recorded_source(&s), derivative = back ? reverse(&s, primal, image) : forward(&s, primal, image);
    Certificate c;
    if (emit_certificate(&emitter, &source, &derivative, back, &none, &c))
      assert_each_number_asked(&c, &source, &derivative, back, &none);
  }
}

static void random_programs(void **state) {
  (void)state;
  uint32_t made = 0, most = 0, wrong = 0;
  uint64_t all = 0;
  for (uint32_t k = 0; k < 400; k++) {
    Source s = random_source();
    for (int back = 0; back < 2; back++) {
      uint32_t steps = 0;
      made += certified(&s, back == 1, false, &steps);
      wrong += certified(&s, back == 1, true, &(uint32_t){0});
      all += steps;
      most = steps > most ? steps : most;
    }
  }
  print_message("%u of 800 derivatives certified, by %llu steps on average, %u at most\n", made,
                (unsigned long long)(all / 800), most);
  assert_int_equal(wrong, 0);
  assert_true(made >= 760);
}

/* Numbers of 32 bits are added and multiplied within 64; of c x, with a larger c, there is no certificate. */
static void numbers_of_32_bits(void **state) {
  (void)state;
  static const int64_t numbers[] = {INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1, (int64_t)INT32_MIN - 1};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    static const StraightNode code[] = {{STRAIGHT_INPUT, 0, 0}, {STRAIGHT_CONSTANT, 0, 0}, {STRAIGHT_MUL, 1, 0}};
    static const StraightNode slope[] = {{STRAIGHT_INPUT, 0, 0},
                                         {STRAIGHT_INPUT, 1, 0},
                                         {STRAIGHT_CONSTANT, 0, 0},
                                         {STRAIGHT_MUL, 2, 0},
                                         {STRAIGHT_MUL, 2, 1}};
    const StraightConstant constant = {NULL, 0, numbers[k]};
    const Scalar output = {2}, primal = {3}, image = {4};
    Recording source = {.program = {code, 3, &constant, 1}, .inputs = 1, .primal = &output, .outputs = 1};
    Recording derivative = {.program = {slope, 5, &constant, 1}, .inputs = 2, .primal = &primal, .image = &image};
    derivative.outputs = derivative.images = 1;
    Certificate c;
    assert_int_equal(emit_certificate(&emitter, &source, &derivative, false, &none, &c), k < 2);
    if (k < 2) assert_true(is_asked(&c, &source, &derivative, false));
  }
}

/* ---------------------------------------------------------------- quotients -- */

static Recording recorded(uint32_t inputs, const Scalar *primal, const Scalar *image) {
  Recording r = {.program = straight_recorded(straight),
                 .inputs = inputs + STRAIGHT_SYMBOLS,
                 .primal = primal,
                 .image = image,
                 .outputs = 1,
                 .images = image == NULL ? 0 : 1,
                 .room = STRAIGHT_SYMBOLS};
  r.symbols = straight_symbols(straight, &r.symbol);
  assert_int_equal(ring_take_status(straight), STATUS_OK);
  return r;
}

/* f = (x + 1/2) / (y y), whose recording is kept. */
static Recording quotient(StraightNode *code, StraightConstant *constant, StraightSymbol *symbol, Scalar *output) {
  Scalar x = {0}, y = {1};
  straight_begin_symbols(straight, 2, 0, STRAIGHT_SYMBOLS);
  Scalar half = ring_div(straight, ring_integer(straight, 1), ring_integer(straight, 2));
  output[0] = ring_div(straight, ring_add(straight, x, half), ring_mul(straight, y, y));
  Recording r = recorded(2, output, NULL);
  memcpy(code, r.program.code, r.program.nodes * sizeof *code);
  memcpy(constant, r.program.constant, r.program.constants * sizeof *constant);
  memcpy(symbol, r.symbol, r.symbols * sizeof *symbol);
  r.program.code = code, r.program.constant = constant, r.symbol = symbol;
  return r;
}

/* 1/x and 1/y have one code, and are told apart by what is inverted. */
static void inverses_told_apart(void **state) {
  (void)state;
  StraightNode code[64];
  StraightConstant constant[64];
  StraightSymbol symbol[STRAIGHT_SYMBOLS];
  for (uint64_t k = 0; k < 2; k++) {
    Scalar first, again;
    straight_begin_symbols(straight, 2, 0, STRAIGHT_SYMBOLS);
    first = ring_div(straight, ring_integer(straight, 1), (Scalar){k});
    Recording kept = recorded(2, &first, NULL);
    memcpy(code, kept.program.code, kept.program.nodes * sizeof *code);
    memcpy(constant, kept.program.constant, kept.program.constants * sizeof *constant);
    memcpy(symbol, kept.symbol, kept.symbols * sizeof *symbol);
    kept.program.code = code, kept.program.constant = constant, kept.symbol = symbol;
    for (uint64_t j = 0; j < 2; j++) {
      straight_begin_symbols(straight, 2, 0, STRAIGHT_SYMBOLS);
      again = ring_div(straight, ring_integer(straight, 1), (Scalar){j});
      Recording now = recorded(2, &again, NULL);
      assert_int_equal(now.program.nodes, kept.program.nodes);
      assert_true(recorded_same(&kept, &now) == (j == k));
    }
  }
}

/* Its derivative by the rule of quotients, (dx y y - (x + 1/2) (dy y + y dy)) / ((y y) (y y)), or with another sign. */
static Recording of_quotient(bool wrong, Scalar *primal, Scalar *image) {
  Ring *r = straight;
  Scalar x = {0}, y = {1}, dx = {2}, dy = {3};
  straight_begin_symbols(r, 2, 2, STRAIGHT_SYMBOLS);
  Scalar above = ring_add(r, x, ring_div(r, ring_integer(r, 1), ring_integer(r, 2))), below = ring_mul(r, y, y);
  Scalar slope = ring_add(r, ring_mul(r, dy, y), ring_mul(r, y, dy));
  Scalar first = ring_mul(r, dx, below), second = ring_mul(r, above, slope);
  primal[0] = ring_div(r, above, below);
  image[0] = ring_div(r, (wrong ? ring_add : ring_sub)(r, first, second), ring_mul(r, below, below));
  return recorded(4, primal, image);
}

static void quotients(void **state) {
  (void)state;
  StraightNode code[64];
  StraightConstant constant[64];
  StraightSymbol symbol[STRAIGHT_SYMBOLS];
  Scalar output[1], primal[1], image[1];
  Matching matching;
  Certificate c;
  Question q;
  Recording source = quotient(code, constant, symbol, output), derivative = of_quotient(true, primal, image);
  assert_int_equal(source.symbols, 2);
  assert_true(matching_guess(&source, &derivative, &matching));
  assert_false(emit_certificate(&emitter, &source, &derivative, false, &matching, &c));
  derivative = of_quotient(false, primal, image);
  assert_int_equal(derivative.symbols, 3);
  assert_true(matching_guess(&source, &derivative, &matching));
  assert_true(emit_certificate(&emitter, &source, &derivative, false, &matching, &c));
  assert_true(certificate_asked(&c, &source, &derivative, false, &matching, &q));
  assert_int_equal(q.givens, 4); /* 2 q = 1 and (y y) q = 1, and what dq is */
  assert_int_equal(q.claims, 2 + 3);
  const Asked asked = {q.claim, q.claims, q.given, q.givens};
  assert_true(gate_check(c, asked).by_certificate);
  assert_each_number_asked(&c, &source, &derivative, false, &matching);
  /* under fewer hypotheses, or others, it proves nothing */
  for (uint32_t h = 0; h < q.givens; h++) {
    Question other = q;
    other.given[h].left = c.total - 1;
    Certificate changed = c;
    changed.given = other.given;
    assert_false(gate_check(c, (Asked){other.claim, other.claims, other.given, other.givens}).by_certificate);
    assert_false(gate_check(changed, asked).by_certificate);
  }
  c.givens = 0;
  assert_false(gate_check(c, (Asked){q.claim, q.claims, NULL, 0}).by_certificate);
  /* that 1 / ((y y) (y y)) is 1 / (y y) */
  assert_true(emit_certificate(&emitter, &source, &derivative, false, &matching, &c));
  assert_int_not_equal(matching.second[2], ASKED_NONE);
  matching.second[2] = ASKED_NONE;
  assert_false(certificate_asked(&c, &source, &derivative, false, &matching, &q));
  assert_false(emit_certificate(&emitter, &source, &derivative, false, &matching, &c));
}

/* ---------------------------------------------------------------- functions -- */

/* Functions of one operand, and powers x^(p/q). */
static const uint32_t functions[] = {
    STRAIGHT_FUNCTION(RING_SIN),     STRAIGHT_FUNCTION(RING_COS),      STRAIGHT_FUNCTION(RING_TAN),
    STRAIGHT_FUNCTION(RING_EXP),     STRAIGHT_FUNCTION(RING_LOG),      STRAIGHT_FUNCTION(RING_SQRT),
    STRAIGHT_FUNCTION(RING_TANH),    STRAIGHT_FUNCTION(RING_SIGMOID),  STRAIGHT_LIBRARY(FUNCTION_SINH),
    STRAIGHT_LIBRARY(FUNCTION_ATAN), STRAIGHT_LIBRARY(FUNCTION_LOG1P), STRAIGHT_POWER(1u, 2u),
    STRAIGHT_POWER(2u, 3u)};
#define FUNCTIONS (sizeof functions / sizeof functions[0])

static Scalar power_of(Ring *ring, Scalar x, int64_t above, int64_t below) {
  mpq_t exact;
  mpq_init(exact);
  mpq_set_si(exact, above, (unsigned long)below);
  double nearest = mpq_get_d(exact);
  uint64_t residue = 0;
  const Constant exponent = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
  Scalar power = ring_power(ring, x, &exponent);
  mpq_clear(exact);
  return power;
}

static Scalar function_of(Ring *ring, uint32_t what, Scalar x) {
  if (what >= STRAIGHT_POWER(0u, 0u)) return power_of(ring, x, what >> 12 & 0xfff, what & 0xfff);
  if (what < STRAIGHT_LIBRARY(0)) return ring_function(ring, (RingFunction)(what - STRAIGHT_FUNCTION(0)), x);
  const RingCall call = {what - STRAIGHT_LIBRARY(0), NULL};
  return ring_call(ring, &call, x, x);
}

/* What is taken for granted, by dual numbers, which have formulas of their own. */
static void slopes_of_functions(void **state) {
  (void)state;
  Ring *real = ring_double_new(), *dual = ring_dual_new(real);
  for (size_t k = 0; k <= FUNCTIONS; k++) {
    uint32_t what = k < FUNCTIONS ? functions[k] : STRAIGHT_LIBRARY(0); /* asin */
    for (double at = 0.25; at < (k < FUNCTIONS ? 4 : 1); at += 0.5) {
      Scalar x = scalar_from_double(at), y = function_of(real, what, x);
      double slope = scalar_to_double(certified_slope(real, what, x, y));
      Scalar moved = function_of(dual, what, dual_make(dual, x, ring_integer(real, 1)));
      double truth = scalar_to_double(dual_epsilon(dual, moved));
      if (!(fabs(slope - truth) <= 1e-12 * (1 + fabs(truth)))) fail_msg("%zu at %g: %g, not %g", k, at, slope, truth);
    }
  }
  ring_destroy(dual);
  ring_destroy(real);
}

/* y f(x y), with the nodes of slopes; `code` and the others are its memory. */
static Recording of_function(uint32_t what, StraightNode *code, StraightConstant *constant, StraightSymbol *symbol,
                             uint32_t *slope, Scalar *output) {
  Ring *r = straight;
  Scalar x = {0}, y = {1};
  straight_begin_symbols(r, 2, 0, STRAIGHT_SYMBOLS);
  output[0] = ring_mul(r, y, function_of(r, what, ring_mul(r, x, y)));
  assert_int_equal(record_slopes(r, slope), STATUS_OK);
  Recording recording = recorded(2, output, NULL);
  memcpy(code, recording.program.code, recording.program.nodes * sizeof *code);
  memcpy(constant, recording.program.constant, recording.program.constants * sizeof *constant);
  memcpy(symbol, recording.symbol, recording.symbols * sizeof *symbol);
  recording.program.code = code, recording.program.constant = constant, recording.symbol = symbol;
  recording.slope = slope;
  return recording;
}

/* dy f(x y) + y f'(x y) (dx y + x dy), of f the function or another. */
static Recording derivative_of_function(uint32_t what, uint32_t other, Scalar *primal, Scalar *image) {
  Ring *r = straight;
  Scalar x = {0}, y = {1}, dx = {2}, dy = {3};
  straight_begin_symbols(r, 2, 2, STRAIGHT_SYMBOLS);
  Scalar at = ring_mul(r, y, x), value = function_of(r, what, at), outer = function_of(r, other, at);
  Scalar moved = ring_add(r, ring_mul(r, dx, y), ring_mul(r, x, dy));
  Scalar slope = ring_mul(r, certified_slope(r, other, at, outer), moved);
  primal[0] = ring_mul(r, y, value);
  image[0] = ring_add(r, ring_mul(r, dy, value), ring_mul(r, y, slope));
  return recorded(4, primal, image);
}

static bool is_certified(const Recording *source, const Recording *derivative) {
  Matching matching;
  Certificate c;
  Question q;
  if (!matching_guess(source, derivative, &matching) ||
      !emit_certificate(&emitter, source, derivative, false, &matching, &c) ||
      !certificate_asked(&c, source, derivative, false, &matching, &q))
    return false;
  assert_true(gate_check(c, (Asked){q.claim, q.claims, q.given, q.givens}).by_certificate);
  for (uint32_t h = 0; h < q.givens; h++) { /* under other hypotheses it proves nothing */
    Question other = q;
    other.given[h].right = c.total - 1;
    assert_false(gate_check(c, (Asked){other.claim, other.claims, other.given, other.givens}).by_certificate);
  }
  return true;
}

static void functions_as_symbols(void **state) {
  (void)state;
  StraightNode code[128];
  StraightConstant constant[128];
  StraightSymbol symbol[STRAIGHT_SYMBOLS];
  uint32_t slope[STRAIGHT_SYMBOLS];
  Scalar output[1], primal[1], image[1];
  for (size_t k = 0; k < FUNCTIONS; k++) {
    Recording source = of_function(functions[k], code, constant, symbol, slope, output);
    for (size_t other = 0; other < FUNCTIONS; other++) {
      Recording derivative = derivative_of_function(functions[k], functions[other], primal, image);
      bool found = is_certified(&source, &derivative);
      if (found != (k == other)) fail_msg("function %zu with the slope of %zu: %d", k, other, found);
    }
  }
}

/* What would be right of exp is not of tanh, whoever says that they are one. */
static void functions_of_other_kinds(void **state) {
  (void)state;
  StraightNode code[128];
  StraightConstant constant[128];
  StraightSymbol symbol[STRAIGHT_SYMBOLS];
  uint32_t slope[STRAIGHT_SYMBOLS];
  Scalar output[1], primal[1], image[1], x = {0}, dx = {2}, y = {1}, dy = {3};
  static const RingFunction kinds[] = {RING_EXP, RING_TANH};
  Recording source = of_function(STRAIGHT_FUNCTION(RING_EXP), code, constant, symbol, slope, output);
  for (int k = 0; k < 2; k++) {
    Ring *r = straight;
    Matching matching = {.second[0] = ASKED_NONE};
    Certificate c;
    straight_begin_symbols(r, 2, 2, STRAIGHT_SYMBOLS);
    Scalar value = ring_function(r, kinds[k], ring_mul(r, y, x));
    Scalar moved = ring_add(r, ring_mul(r, dx, y), ring_mul(r, x, dy));
    primal[0] = ring_mul(r, y, value);
    image[0] = ring_add(r, ring_mul(r, dy, value), ring_mul(r, y, ring_mul(r, value, moved)));
    Recording derivative = recorded(4, primal, image);
    assert_int_equal(emit_certificate(&emitter, &source, &derivative, false, &matching, &c), k == 0);
  }
}

/* x^(5/3) is x x^(2/3), x^-3 is three times 1/x; and of what jumps or has a kink there is no symbol. */
static void powers_are_recorded(void **state) {
  (void)state;
  const StraightSymbol *symbol;
  const RingCall floor = {FUNCTION_FLOOR, NULL};
  Scalar x = {0};
  straight_begin_symbols(straight, 1, 0, STRAIGHT_SYMBOLS);
  (void)power_of(straight, x, 5, 3), (void)power_of(straight, x, -1, 3), (void)power_of(straight, x, -3, 1);
  assert_int_equal(ring_take_status(straight), STATUS_OK);
  assert_int_equal(straight_symbols(straight, &symbol), 2);
  assert_int_equal(symbol[0].what, STRAIGHT_POWER(2u, 3u));
  assert_int_equal(symbol[1].what, STRAIGHT_INVERSE);
  StraightProgram program = straight_recorded(straight);
  uint32_t products = 0;
  for (uint32_t k = 0; k < program.nodes; k++) products += program.code[k].code == STRAIGHT_MUL;
  assert_int_equal(products, 1 + 1 + 2);
  (void)ring_function(straight, RING_ABS, x);
  assert_int_equal(ring_take_status(straight), STATUS_UNABLE);
  (void)ring_call(straight, &floor, x, x);
  assert_int_equal(ring_take_status(straight), STATUS_UNABLE);
}

/* A program small enough that each byte of its file can be changed: f(x, y, z) = (x y, 0) */
static Certificate small_certificate(void) {
  Source s = {.code = {{STRAIGHT_INPUT, 0, 0}, {STRAIGHT_INPUT, 1, 0}, {STRAIGHT_INPUT, 2, 0}, {STRAIGHT_MUL, 0, 1}}};
  for (uint32_t k = 4; k < NODES; k++) s.code[k] = (StraightNode){STRAIGHT_CONSTANT, k, 0};
  s.output[0] = (Scalar){3};
  s.output[1] = (Scalar){NODES - 1};
  Scalar primal[OUTPUTS], image[INPUTS];
  Recording source = recorded_source(&s);
  Certificate certificate;
  Recording derivative = forward(&s, primal, image);
  assert_true(emit_certificate(&emitter, &source, &derivative, false, &none, &certificate));
  return certificate;
}

static bool file_holds(const uint8_t *bytes, size_t size, Certificate *c) {
  if (certificate_read(bytes, size, c) != NULL) return false;
  if (certificate_holds(*c)) return true;
  certificate_free(c);
  return false;
}

static void set_digest(uint8_t *bytes, size_t size) {
  uint64_t digest = certificate_digest(bytes, size - 8);
  for (uint32_t i = 0; i < 8; i++) bytes[size - 8 + i] = (uint8_t)(digest >> (8 * i));
}

static void file_is_read_again(void **state) {
  (void)state;
  Certificate c = small_certificate(), again;
  size_t size = 0, other = 0;
  uint8_t *bytes = certificate_write(&c, &size);
  assert_non_null(bytes);
  assert_true(file_holds(bytes, size, &again));
  uint8_t *same = certificate_write(&again, &other);
  assert_int_equal(size, other);
  assert_memory_equal(bytes, same, size);
  certificate_free(&again);
  for (size_t cut = 0; cut < size; cut++) assert_non_null(certificate_read(bytes, cut, &again));
  free(bytes);
  free(same);
}

/* Each byte changed in 8 ways: the file is refused; and with the digest of the changed bytes it is
 * refused, or what it claims is so. */
static void changed_files(void **state) {
  (void)state;
  Ring *field = ring_field_new();
  Certificate c = small_certificate(), again;
  size_t size = 0;
  uint64_t where = 0;
  uint32_t accepted = 0, tried = 0;
  uint8_t *bytes = certificate_write(&c, &size);
  for (size_t k = 0; k < size - 8; k++) {
    for (uint32_t bit = 0; bit < 8; bit++, tried++) {
      bytes[k] = (uint8_t)(bytes[k] ^ (1u << bit));
      assert_false(file_holds(bytes, size, &again));
      set_digest(bytes, size);
      if (file_holds(bytes, size, &again)) {
        accepted++;
        assert_true(claims_so(field, &again, &where));
        certificate_free(&again);
      }
      bytes[k] = (uint8_t)(bytes[k] ^ (1u << bit));
      set_digest(bytes, size);
    }
  }
  assert_true(file_holds(bytes, size, &again));
  certificate_free(&again);
  print_message("%zu bytes, %u changes: each refused; with the digest set right %u accepted, all of them so\n", size,
                tried, accepted);
  assert_true(accepted < tried / 2);
  free(bytes);
  ring_destroy(field);
}

/* Bytes drawn at random after a right beginning. */
static void any_bytes(void **state) {
  (void)state;
  Certificate c;
  uint8_t bytes[256] = "ADJCERT1";
  for (uint32_t k = 0; k < 20000; k++) {
    for (uint32_t i = 8; i < sizeof bytes; i++)
      bytes[i] = (uint8_t)(below(4) == 0 ? below(256) : i < 40 && i % 4 ? 0 : below(3));
    size_t size = below(sizeof bytes + 1);
    if (size >= 48) set_digest(bytes, size);
    if (certificate_read(bytes, size, &c) != NULL) continue;
    (void)certificate_holds(c); /* whatever it holds: no memory that is not its own, by the sanitizer */
    certificate_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs),
                                     cmocka_unit_test(numbers_of_32_bits),
                                     cmocka_unit_test(asked_of_its_recordings),
                                     cmocka_unit_test(each_number_is_asked),
                                     cmocka_unit_test(inverses_told_apart),
                                     cmocka_unit_test(quotients),
                                     cmocka_unit_test(slopes_of_functions),
                                     cmocka_unit_test(functions_as_symbols),
                                     cmocka_unit_test(functions_of_other_kinds),
                                     cmocka_unit_test(powers_are_recorded),
                                     cmocka_unit_test(file_is_read_again),
                                     cmocka_unit_test(changed_files),
                                     cmocka_unit_test(any_bytes)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
