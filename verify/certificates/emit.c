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

typedef struct Emission {
  Emitter *emitter;
  Expansion *e;
  const Recording *source, *derivative;
  const Matching *matching;
  Layout at;
  bool reverse;
  uint32_t claims, pulled_end; /* the last node of the pairing with tangents */
} Emission;

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

/* Of the program while it is made, and of the certificate's nodes after that. */
typedef uint32_t Putting(Emission *s, StraightCode code, uint32_t a, uint32_t b);
typedef uint32_t Placing(const Layout *l, const Recording *recording, uint64_t node);

static uint32_t put_source(Emission *s, StraightCode code, uint32_t a, uint32_t b) {
  s->emitter->source[s->emitter->nodes] = (StraightNode){code, a, b};
  return s->emitter->nodes++;
}

static uint32_t put_node(Emission *s, StraightCode code, uint32_t a, uint32_t b) {
  return expansion_push(s->e, code, a, b);
}

static bool copy(Emission *s, const Recording *recording, Putting *put, Placing *place) {
  uint32_t *number = take_numbers(s->e, &recording->program);
  if (number == NULL) return false;
  for (uint32_t k = recording->inputs; k < recording->program.nodes; k++) {
    StraightNode node = recording->program.code[k];
    bool constant = node.code == STRAIGHT_CONSTANT, one = constant || node.code == STRAIGHT_NEG;
    uint32_t a = constant ? number[node.a] : place(&s->at, recording, node.a);
    (void)put(s, node.code, a, one ? 0 : place(&s->at, recording, node.b));
  }
  free(number);
  return !s->e->full;
}

static void put_pairing(Emission *s, Putting *put, const uint32_t *a, const uint32_t *b, uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t product = put(s, STRAIGHT_MUL, a[i], b[i]);
    sum = i == 0 ? product : put(s, STRAIGHT_ADD, sum, product);
  }
}

static uint32_t output(const Emission *s, uint32_t o) {
  return layout_source(&s->at, s->source, s->source->primal[o].word);
}
static uint32_t primal(const Emission *s, uint32_t o) {
  return layout_derivative(&s->at, s->derivative, s->derivative->primal[o].word);
}
static uint32_t image(const Emission *s, uint32_t i) {
  return layout_derivative(&s->at, s->derivative, s->derivative->image[i].word);
}
/* The node of the program that symbol i is of. */
static uint32_t symbol_of(const Emission *s, uint32_t i) {
  return layout_source(&s->at, s->source, s->source->symbol[i].of);
}

/* The program: as recorded, products, pairing; its derivative; products. */
static bool put_program(Emission *s) {
  const Layout *l = &s->at;
  const Matching *matching = s->matching;
  uint32_t cotangent[ASKED_MOST], tangent[ASKED_MOST], factor[ASKED_MOST];
  if (l->nodes > MOST_SOURCE) return false;
  for (uint32_t i = 0; i < l->inputs; i++) (void)put_source(s, STRAIGHT_INPUT, i, 0);
  if (!copy(s, s->source, put_source, layout_source)) return false;
  for (uint32_t j = 0; j < s->derivative->symbols; j++) {
    if (matching->second[j] == ASKED_NONE) continue;
    (void)put_source(s, STRAIGHT_MUL, symbol_of(s, matching->first[j]), symbol_of(s, matching->second[j]));
  }
  layout_pairing(l, cotangent, tangent);
  for (uint32_t o = 0; o < l->outputs; o++) factor[o] = output(s, o);
  if (s->reverse) put_pairing(s, put_source, cotangent, factor, l->outputs);
  uint32_t zero = expansion_number(s->e, 0);
  if (s->e->full) return false;
  derive(s->emitter->source, l->inputs, l->nodes, zero, s->e->code);
  expansion_given(s->e, l->below);
  for (uint32_t j = 0; j < s->derivative->symbols; j++) {
    if (matching->second[j] == ASKED_NONE) continue;
    (void)put_node(s, STRAIGHT_MUL, l->point + matching->first[j], l->point + matching->second[j]);
  }
  return true;
}

/* What is so of symbols, taken into the sums to come: inverses first, since slopes may hold products that are 1. */
static void put_hypotheses(Emission *s) {
  Hypotheses *hypotheses = &s->emitter->hypotheses;
  layout_hypotheses(&s->at, s->source, expansion_number(s->e, 1), hypotheses);
  for (uint32_t k = 0; k < hypotheses->nodes; k++)
    (void)put_node(s, hypotheses->node[k].code, hypotheses->node[k].a, hypotheses->node[k].b);
}

static void assume_hypotheses(Emission *s) {
  const Hypotheses *hypotheses = &s->emitter->hypotheses;
  for (int slopes = 0; slopes < 2; slopes++) {
    for (uint32_t h = 0; h < hypotheses->givens && !s->e->full; h++) {
      bool slope = s->e->code[hypotheses->given[h].left].code == STRAIGHT_INPUT;
      if (slope && slopes == 1) expansion_substitute(s->e, hypotheses->given, h);
      if (!slope && slopes == 0) expansion_cancel(s->e, hypotheses->given, h);
    }
  }
}

static void put_pulled(Emission *s) {
  const Layout *l = &s->at;
  uint32_t cotangent[ASKED_MOST], tangent[ASKED_MOST], factor[ASKED_MOST];
  layout_pairing(l, cotangent, tangent);
  for (uint32_t i = 0; i < l->point; i++) factor[i] = image(s, i);
  for (uint32_t o = 0; o < l->outputs; o++) factor[l->point + o] = primal(s, o);
  put_pairing(s, put_node, tangent, factor, l->point + l->outputs);
}

static bool claim(Emission *s, ClaimKind kind, uint32_t node, uint32_t source) {
  uint32_t inputs = s->at.inputs;
  uint32_t truth = kind == CLAIM_VALUE ? value_node(inputs, source) : slope_node(inputs, source);
  uint32_t step = expansion_prove(s->e, node, truth);
  s->emitter->claim[s->claims++] = (Claim){kind, node, source, step};
  return step != EXPAND_NO_STEP;
}

static bool make_claims(Emission *s) {
  const Layout *l = &s->at;
  const Recording *derivative = s->derivative;
  uint32_t product = 0;
  for (uint32_t o = 0; o < l->outputs; o++) {
    if (!claim(s, CLAIM_VALUE, primal(s, o), output(s, o))) return false;
    if (!s->reverse && !claim(s, CLAIM_DERIVATIVE, image(s, o), output(s, o))) return false;
  }
  for (uint32_t j = 0; j < derivative->symbols; j++) {
    bool one = s->matching->second[j] == ASKED_NONE;
    uint32_t of = one ? symbol_of(s, s->matching->first[j]) : l->products + product++;
    if (!claim(s, CLAIM_VALUE, layout_derivative(l, derivative, derivative->symbol[j].of), of)) return false;
  }
  for (uint32_t j = 0; j < derivative->signs; j++) {
    uint32_t of = layout_source(l, s->source, s->source->sign[derivative->sign[j].is].node);
    if (!claim(s, CLAIM_VALUE, layout_derivative(l, derivative, derivative->sign[j].node), of)) return false;
  }
  return !s->reverse || claim(s, CLAIM_DERIVATIVE, s->pulled_end, l->nodes - 1);
}

bool emit_certificate(Emitter *emitter, const Recording *source, const Recording *derivative, bool reverse,
                      const Matching *matching, Certificate *out) {
  Expansion *e = &emitter->expansion;
  Emission s = {.emitter = emitter, .e = e, .source = source, .derivative = derivative, .matching = matching};
  s.reverse = reverse;
  emitter->nodes = 0;
  expansion_begin(e);
  if (!layout_make(source, derivative, reverse, matching, &s.at) || !put_program(&s)) return false;
  if (!copy(&s, derivative, put_node, layout_derivative)) return false;
  put_hypotheses(&s);
  if (reverse) put_pulled(&s);
  s.pulled_end = e->nodes - 1;
  assume_hypotheses(&s);
  if (e->full || !make_claims(&s) || e->full) return false;
  *out = (Certificate){.source = emitter->source, .inputs = s.at.inputs, .nodes = s.at.nodes, .number = e->number};
  out->constants = e->constants;
  out->zero = expansion_number(e, 0);
  out->given = emitter->hypotheses.given;
  out->givens = emitter->hypotheses.givens;
  out->code = e->code;
  out->total = e->nodes;
  out->step = e->step;
  out->steps = e->steps;
  out->claim = emitter->claim;
  out->claims = s.claims;
  return true;
}
