#include "verify/certificates/file.h"
#include "verify/kernel/derive.h"

#include <stdlib.h>
#include <string.h>

typedef struct Output {
  uint8_t *bytes;
  size_t size;
} Output;

static void put(Output *out, uint64_t number, uint32_t width) {
  for (uint32_t i = 0; i < width; i++) out->bytes[out->size++] = (uint8_t)(number >> (8 * i));
}

static void put_nodes(Output *out, const StraightNode *code, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    put(out, code[k].code, 1);
    put(out, code[k].a, 4);
    put(out, code[k].b, 4);
  }
}

static void put_words(Output *out, uint32_t kind, const uint32_t *words, uint32_t count) {
  put(out, kind, 1);
  for (uint32_t i = 0; i < count; i++) put(out, words[i], 4);
}

uint8_t *certificate_write(const Certificate *c, size_t *size) {
  uint32_t below = value_node(c->inputs, c->nodes), above = c->total - below;
  size_t nodes = (size_t)c->nodes + above, rest = 8 * (size_t)c->constants + 17 * (size_t)c->steps;
  Output out = {malloc(48 + 9 * nodes + rest + 13 * (size_t)c->claims + 8 * (size_t)c->givens), 0};
  if (out.bytes == NULL) return NULL;
  static const uint8_t magic[8] = {'A', 'D', 'J', 'C', 'E', 'R', 'T', '2'};
  memcpy(out.bytes, magic, sizeof magic);
  out.size = sizeof magic;
  const uint32_t count[8] = {c->inputs, c->nodes, c->constants, c->zero, above, c->steps, c->claims, c->givens};
  for (uint32_t i = 0; i < 8; i++) put(&out, count[i], 4);
  put_nodes(&out, c->source, c->nodes);
  put_nodes(&out, c->code + below, above);
  for (uint32_t i = 0; i < c->constants; i++) put(&out, (uint64_t)c->number[i], 8);
  for (uint32_t i = 0; i < c->steps; i++) {
    const Step *s = &c->step[i];
    put_words(&out, s->rule, (uint32_t[]){s->left, s->right, s->p, s->q}, 4);
  }
  for (uint32_t i = 0; i < c->claims; i++) {
    const Claim *k = &c->claim[i];
    put_words(&out, k->kind, (uint32_t[]){k->node, k->source, k->step}, 3);
  }
  for (uint32_t i = 0; i < c->givens; i++) {
    put(&out, c->given[i].left, 4);
    put(&out, c->given[i].right, 4);
  }
  put(&out, certificate_digest(out.bytes, out.size), 8);
  *size = out.size;
  return out.bytes;
}
