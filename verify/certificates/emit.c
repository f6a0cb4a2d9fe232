#include "verify/certificates/emit.h"

#include "verify/kernel/derive.h"

#include <stdlib.h>

#define MOST_SOURCE (EXPAND_MOST_NODES / 8)

bool emitter_init(Emitter *emitter) {
  emitter->source = malloc(MOST_SOURCE * sizeof *emitter->source);
  return expansion_init(&emitter->expansion) && emitter->source != NULL;
}

void emitter_free(Emitter *emitter) {
  expansion_free(&emitter->expansion);
  free(emitter->source);
  emitter->source = NULL;
}

/* The places of the constants as integers; NULL if one is none, and at a limit. */
static uint32_t *take_numbers(Expansion *e, const StraightProgram *program) {
  uint32_t *places = calloc((size_t)program->constants + 1, sizeof *places);
  for (uint32_t i = 0; i < program->constants && places != NULL; i++) {
    int64_t number;
    if (!recorded_integer(&program->constant[i], &number)) e->full = true;
    places[i] = expansion_number(e, number);
  }
  if (!e->full) return places;
  free(places);
  return NULL;
}

/* A node of a recording, its inputs kept, its other nodes moved up. */
static StraightNode moved(StraightNode node, const uint32_t *number, uint32_t inputs, uint32_t up) {
  if (node.code == STRAIGHT_INPUT) return node;
  if (node.code == STRAIGHT_CONSTANT) return (StraightNode){node.code, number[node.a], 0};
  node.a = node.a < inputs ? node.a : node.a + up;
  node.b = node.code == STRAIGHT_NEG ? 0 : node.b < inputs ? node.b : node.b + up;
  return node;
}

static uint32_t place(Scalar node, uint32_t inputs, uint32_t up) {
  return (uint32_t)node.word < inputs ? (uint32_t)node.word : (uint32_t)node.word + up;
}

static uint32_t put(Emission *s, StraightCode code, uint32_t a, uint32_t b) {
  s->emitter->source[s->nodes] = (StraightNode){code, a, b};
  return s->nodes++;
}

static void copy_source(Emission *s, const Recording *source, const uint32_t *number) {
  uint32_t up = s->inputs - s->point;
  for (uint32_t i = 0; i < s->inputs; i++) (void)put(s, STRAIGHT_INPUT, i, 0);
  for (uint32_t k = s->point; k < source->program.nodes; k++) {
    StraightNode node = moved(source->program.code[k], number, s->point, up);
    (void)put(s, node.code, node.a, node.b);
  }
  for (uint32_t o = 0; o < s->outputs; o++) s->output[o] = place(source->primal[o], s->point, up);
  for (uint32_t o = 0; o < s->outputs && s->reverse; o++) {
    uint32_t product = put(s, STRAIGHT_MUL, s->point + o, s->output[o]);
    s->pairing = o == 0 ? product : put(s, STRAIGHT_ADD, s->pairing, product);
  }
}

bool emit_source(Emitter *emitter, const Recording *source, bool reverse, Emission *s) {
  Expansion *e = &emitter->expansion;
  uint32_t more = reverse ? source->outputs : 0;
  expansion_begin(e);
  *s = (Emission){.emitter = emitter, .reverse = reverse, .point = source->inputs, .outputs = source->outputs};
  s->inputs = s->point + more;
  if (source->outputs == 0 || source->outputs > EMIT_MOST_CLAIMS / 2) return false;
  if (source->program.nodes > MOST_SOURCE - 3 * EMIT_MOST_CLAIMS || source->inputs > EMIT_MOST_CLAIMS) return false;
  uint32_t *number = take_numbers(e, &source->program);
  if (number == NULL) return false;
  copy_source(s, source, number);
  free(number);
  s->zero = expansion_number(e, 0);
  if (e->full) return false;
  derive(emitter->source, s->inputs, s->nodes, s->zero, e->code);
  expansion_given(e, value_node(s->inputs, s->nodes));
  return true;
}

/* The derivative's nodes above those of the source's derivative; false at a limit. */
static bool copy_derivative(Emission *s, const Recording *derivative, uint32_t *up) {
  Expansion *e = &s->emitter->expansion;
  uint32_t inputs = derivative->inputs, *number = take_numbers(e, &derivative->program);
  if (number == NULL) return false;
  *up = e->nodes - inputs;
  for (uint32_t k = inputs; k < derivative->program.nodes; k++) {
    StraightNode node = moved(derivative->program.code[k], number, inputs, *up);
    (void)expansion_push(e, node.code, node.a, node.b);
  }
  free(number);
  return !e->full;
}

/* sum_i x'_i image_i + sum_o w'_o primal_o */
static uint32_t pull_back(Emission *s, const uint32_t *image, const uint32_t *primal) {
  Expansion *e = &s->emitter->expansion;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < s->inputs; i++) {
    uint32_t factor = i < s->point ? image[i] : primal[i - s->point];
    uint32_t product = expansion_push(e, STRAIGHT_MUL, s->inputs + i, factor);
    sum = i == 0 ? product : expansion_push(e, STRAIGHT_ADD, sum, product);
  }
  return sum;
}

static bool claim(Emission *s, ClaimKind kind, uint32_t node, uint32_t source, uint32_t *claims) {
  uint32_t truth = kind == CLAIM_VALUE ? value_node(s->inputs, source) : slope_node(s->inputs, source);
  uint32_t step = expansion_prove(&s->emitter->expansion, node, truth);
  s->emitter->claim[(*claims)++] = (Claim){kind, node, source, step};
  return step != EXPAND_NO_STEP;
}

static bool make_claims(Emission *s, const uint32_t *primal, const uint32_t *image, uint32_t *claims) {
  uint32_t paired = s->reverse ? pull_back(s, image, primal) : 0;
  for (uint32_t o = 0; o < s->outputs; o++) {
    if (!claim(s, CLAIM_VALUE, primal[o], s->output[o], claims)) return false;
    if (!s->reverse && !claim(s, CLAIM_DERIVATIVE, image[o], s->output[o], claims)) return false;
  }
  return !s->reverse || claim(s, CLAIM_DERIVATIVE, paired, s->pairing, claims);
}

bool emit_derivative(Emission *s, const Recording *derivative, Certificate *out) {
  Expansion *e = &s->emitter->expansion;
  uint32_t primal[EMIT_MOST_CLAIMS], image[EMIT_MOST_CLAIMS], up = 0, claims = 0;
  if (derivative->outputs != s->outputs || derivative->images > EMIT_MOST_CLAIMS) return false;
  if (derivative->images != (s->reverse ? s->point : s->outputs)) return false;
  if (derivative->inputs != (s->reverse ? s->inputs : 2 * s->inputs)) return false;
  if (!copy_derivative(s, derivative, &up)) return false;
  for (uint32_t o = 0; o < s->outputs; o++) primal[o] = place(derivative->primal[o], derivative->inputs, up);
  for (uint32_t i = 0; i < derivative->images; i++) image[i] = place(derivative->image[i], derivative->inputs, up);
  if (!make_claims(s, primal, image, &claims) || e->full) return false;
  *out = (Certificate){.source = s->emitter->source, .inputs = s->inputs, .nodes = s->nodes, .number = e->number};
  out->constants = e->constants;
  out->zero = s->zero;
  out->code = e->code;
  out->total = e->nodes;
  out->step = e->step;
  out->steps = e->steps;
  out->claim = s->emitter->claim;
  out->claims = claims;
  return true;
}
