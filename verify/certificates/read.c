/* The reader of certificates: any bytes give a certificate or a sentence. */
#include "verify/certificates/file.h"
#include "verify/kernel/derive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 40u
#define NODE 9u
#define NUMBER 8u
#define STEP 17u
#define CLAIM 13u
#define GIVEN 8u
#define DIGEST 8u

static uint64_t digest_on(uint64_t hash, const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

uint64_t certificate_digest(const uint8_t *bytes, size_t size) { return digest_on(0xcbf29ce484222325u, bytes, size); }

uint64_t certificate_text_digest(const uint8_t *bytes, size_t size, const char *text, size_t length) {
  return digest_on(certificate_digest(bytes, size), (const uint8_t *)text, length);
}

bool certificate_text_goes(const uint8_t *bytes, size_t size, const char *text, size_t length) {
  static const char mark[] = "digest: 0123456789abcdef\n";
  char wanted[sizeof mark];
  if (length < sizeof mark - 1) return false;
  size_t before = length - (sizeof mark - 1);
  (void)snprintf(wanted, sizeof wanted, "digest: %016llx\n",
                 (unsigned long long)certificate_text_digest(bytes, size, text, before));
  return memcmp(text + before, wanted, sizeof mark - 1) == 0;
}

static uint64_t number_at(const uint8_t *bytes, uint32_t width) {
  uint64_t number = 0;
  for (uint32_t i = width; i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

static uint32_t word_at(const uint8_t *bytes) { return (uint32_t)number_at(bytes, 4); }

static bool read_nodes(const uint8_t *bytes, uint32_t count, StraightNode *out) {
  for (uint32_t k = 0; k < count; k++, bytes += NODE) {
    if (bytes[0] > STRAIGHT_NEG) return false;
    out[k] = (StraightNode){(StraightCode)bytes[0], word_at(bytes + 1), word_at(bytes + 5)};
  }
  return true;
}

static bool read_steps(const uint8_t *bytes, uint32_t count, Step *out) {
  for (uint32_t k = 0; k < count; k++, bytes += STEP) {
    if (bytes[0] >= STEP_COUNT) return false;
    out[k] =
        (Step){(StepRule)bytes[0], word_at(bytes + 1), word_at(bytes + 5), word_at(bytes + 9), word_at(bytes + 13)};
  }
  return true;
}

static bool read_claims(const uint8_t *bytes, uint32_t count, Claim *out) {
  for (uint32_t k = 0; k < count; k++, bytes += CLAIM) {
    if (bytes[0] >= CLAIM_COUNT) return false;
    out[k] = (Claim){(ClaimKind)bytes[0], word_at(bytes + 1), word_at(bytes + 5), word_at(bytes + 9)};
  }
  return true;
}

static void read_givens(const uint8_t *bytes, uint32_t count, Given *out) {
  for (uint32_t k = 0; k < count; k++, bytes += GIVEN) out[k] = (Given){word_at(bytes), word_at(bytes + 4)};
}

/* The counts; what is wrong with them, or with how long the file is. */
static const char *read_counts(const uint8_t *bytes, size_t size, Certificate *c, uint32_t *above) {
  if (size < HEADER + DIGEST || memcmp(bytes, "ADJCERT2", 8) != 0)
    return "no certificate: it does not begin with ADJCERT2";
  uint32_t count[8];
  for (uint32_t i = 0; i < 8; i++) {
    count[i] = word_at(bytes + 8 + 4 * (size_t)i);
    if (count[i] > CERTIFICATE_MOST) return "a count is over 2^24";
  }
  c->inputs = count[0], c->nodes = count[1], c->constants = count[2], c->zero = count[3];
  *above = count[4], c->steps = count[5], c->claims = count[6];
  c->givens = count[7];
  if (c->inputs > c->nodes) return "there are more inputs than nodes";
  uint64_t nodes = (uint64_t)c->nodes + *above, length = HEADER + DIGEST + NODE * nodes;
  length += NUMBER * (uint64_t)c->constants + STEP * (uint64_t)c->steps + CLAIM * (uint64_t)c->claims +
            GIVEN * (uint64_t)c->givens;
  if (length != size) return "it is not as long as its counts say";
  if (number_at(bytes + size - DIGEST, 8) != certificate_digest(bytes, size - DIGEST)) return "its digest is another";
  return NULL;
}

static void *room(size_t count, size_t size) { return calloc(count + 1, size); }

void certificate_free(Certificate *c) {
  free((void *)c->source);
  free((void *)c->number);
  free(c->code);
  free((void *)c->step);
  free((void *)c->claim);
  free((void *)c->given);
  *c = (Certificate){0};
}

const char *certificate_read(const uint8_t *bytes, size_t size, Certificate *out) {
  uint32_t above = 0;
  *out = (Certificate){0};
  const char *wrong = read_counts(bytes, size, out, &above);
  if (wrong != NULL) return wrong;
  uint32_t below = value_node(out->inputs, out->nodes);
  out->total = below + above;
  StraightNode *source = room(out->nodes, sizeof *source);
  int64_t *number = room(out->constants, sizeof *number);
  Step *step = room(out->steps, sizeof *step);
  Claim *claim = room(out->claims, sizeof *claim);
  Given *given = room(out->givens, sizeof *given);
  out->code = room(out->total, sizeof *out->code);
  out->source = source, out->number = number, out->step = step, out->claim = claim, out->given = given;
  if (source == NULL || number == NULL || step == NULL || claim == NULL || given == NULL || out->code == NULL) {
    certificate_free(out);
    return "no memory";
  }
  const uint8_t *nodes = bytes + HEADER, *over = nodes + NODE * (size_t)out->nodes,
                *numbers = over + NODE * (size_t)above;
  const uint8_t *steps = numbers + NUMBER * (size_t)out->constants, *claims = steps + STEP * (size_t)out->steps;
  for (uint32_t i = 0; i < out->constants; i++) number[i] = (int64_t)number_at(numbers + NUMBER * (size_t)i, NUMBER);
  read_givens(claims + CLAIM * (size_t)out->claims, out->givens, given);
  if (!read_nodes(nodes, out->nodes, source) || !read_nodes(over, above, out->code + below))
    wrong = "a node of no kind";
  else if (!read_steps(steps, out->steps, step))
    wrong = "a step of no rule";
  else if (!read_claims(claims, out->claims, claim))
    wrong = "a claim of no kind";
  if (wrong != NULL) certificate_free(out);
  return wrong;
}
