/* Certificates of random polynomial programs: of the derivatives that dual numbers and the reverse
 * sweep give the checker accepts one, of a wrong derivative there is none. */
#include "semantics/dual/gradient.h"
#include "tests/unit/claims_so.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/kernel/certificate.h"
#include "verify/kernel/gate_check.h"

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
  return (Recording){{s->code, NODES, s->constant, NODES}, INPUTS, s->output, NULL, OUTPUTS, 0};
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
  return (Recording){straight_recorded(straight), 2 * INPUTS, primal, image, OUTPUTS, OUTPUTS};
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
  return (Recording){straight_recorded(straight), INPUTS + OUTPUTS, primal, image, OUTPUTS, INPUTS};
}

/* Whether the certificate is asked of these recordings, with the claims that it makes. */
static bool is_asked(const Certificate *c, const Recording *source, const Recording *derivative, bool back) {
  Claim asked[ASKED_MOST];
  uint32_t count;
  if (!certificate_asked(c, source, derivative, back, asked, &count)) return false;
  return gate_check(*c, (Asked){asked, count, NULL, 0}).by_certificate;
}

static bool certified(const Source *s, bool back, bool wrong, uint32_t *steps) {
  Scalar primal[OUTPUTS], image[INPUTS];
  Recording source = recorded_source(s);
  Emission emission;
  Certificate certificate;
  assert_true(emit_source(&emitter, &source, back, &emission));
  Recording derivative = back ? reverse(s, primal, image) : forward(s, primal, image);
  if (wrong) {
    uint32_t which = below(back ? INPUTS : OUTPUTS);
    image[which] = ring_add(straight, image[which], primal[0]);
    image[which] = ring_add(straight, image[which], ring_integer(straight, 1000000));
    derivative.program = straight_recorded(straight);
  }
  if (!emit_derivative(&emission, &derivative, &certificate)) return false;
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
    Emission emission;
    Certificate c;
    assert_true(emit_source(&emitter, &source, back, &emission));
    Recording derivative = back ? reverse(&s, primal, image) : forward(&s, primal, image);
    if (!emit_derivative(&emission, &derivative, &c)) continue;
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

/* A program small enough that each byte of its file can be changed: f(x, y, z) = (x y, 0) */
static Certificate small_certificate(void) {
  Source s = {.code = {{STRAIGHT_INPUT, 0, 0}, {STRAIGHT_INPUT, 1, 0}, {STRAIGHT_INPUT, 2, 0}, {STRAIGHT_MUL, 0, 1}}};
  for (uint32_t k = 4; k < NODES; k++) s.code[k] = (StraightNode){STRAIGHT_CONSTANT, k, 0};
  s.output[0] = (Scalar){3};
  s.output[1] = (Scalar){NODES - 1};
  Scalar primal[OUTPUTS], image[INPUTS];
  Recording source = recorded_source(&s);
  Emission emission;
  Certificate certificate;
  assert_true(emit_source(&emitter, &source, false, &emission));
  Recording derivative = forward(&s, primal, image);
  assert_true(emit_derivative(&emission, &derivative, &certificate));
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs), cmocka_unit_test(asked_of_its_recordings),
                                     cmocka_unit_test(file_is_read_again), cmocka_unit_test(changed_files),
                                     cmocka_unit_test(any_bytes)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
