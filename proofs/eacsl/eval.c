/* T-EVAL, run: the source interpreter on all small first-order terms, well typed or not, in an environment of a pair
 * and a real. */
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/eacsl/eval.acsl"
#include "semantics/memory/arena.h"
// clang-format on

/* What the arena has made since it was last emptied: each a block of its own. */
#define MADE 64
static void *campaign_place[MADE];
static size_t campaign_size[MADE];
static unsigned campaign_made;

static void *campaign_alloc(Arena *arena, size_t size) {
  (void)arena;
  if (campaign_made == MADE) return NULL;
  void *place = malloc(size);
  if (place == NULL) return NULL;
  campaign_place[campaign_made] = place;
  campaign_size[campaign_made++] = size;
  return place;
}
static void campaign_empty(void) {
  while (campaign_made > 0) free(campaign_place[--campaign_made]);
}
#define arena_alloc campaign_alloc

// clang-format off
#include "proofs/laws/eval.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

/* No other constructor is run. */
Step source_step(Machine *machine, const Term *t, const Environment *env) {
  (void)machine, (void)t, (void)env;
  Step step = {{STATUS_STUCK, {VALUE_UNIT, 0, {0}, NULL}}, {0}, NULL};
  return step;
}

/* The terms of up to MOST nodes; of those of MOST, one in STRIDE.  Leaves of odd payload are definitions. */
#define MOST 6
#define STRIDE 151
#define LEAVES 6
#define ONES 4
#define TWOS 6
static Term working[MOST + 2], definitions[MOST + 2];
static double nearest[3] = {0, 2, -1};
static uint64_t residue[3] = {0, 2, FIELD_P - 1};
static Constant constants[3] = {{.length = 1, .nearest = &nearest[0], .residue = &residue[0], .has_residue = true},
                                {.length = 1, .nearest = &nearest[1], .residue = &residue[1], .has_residue = true},
                                {.length = 1, .nearest = &nearest[2], .residue = &residue[2], .has_residue = true}};
static OpNode ops[9] = {{OP_CONST, 1, 0, {1}, 0, 0, {{0}}, {0}}, {OP_CONST, 1, 0, {2}, 0, 0, {{0}}, {0}},
                        {OP_NEG, 1, 0, {0}, 0, 1, {{0}}, {0}},   {OP_ADD, 1, 0, {0}, 0, 2, {{0}}, {0}},
                        {OP_SUB, 1, 0, {0}, 0, 2, {{0}}, {0}},   {OP_MUL, 1, 0, {0}, 0, 2, {{0}}, {0}},
                        {OP_CONST, 2, 0, {1}, 0, 0, {{0}}, {0}}, {OP_ABS, 1, 0, {0}, 0, 1, {{0}}, {0}},
                        {OP_MAX, 1, 0, {0}, 0, 2, {{0}}, {0}}};
static Store store;

static uint64_t count(uint32_t size) {
  if (size == 1) return LEAVES;
  uint64_t all = ONES * count(size - 1);
  for (uint32_t i = 1; i + 1 < size; i++) all += TWOS * count(i) * count(size - 1 - i);
  return all;
}

static TermId add(TermKind kind, TermId a, TermId b, uint32_t payload) {
  TermRegion *region = a.id == 0 && b.id == 0 && payload % 2 == 1 ? &store.terms.definitions : &store.terms.working;
  Term term = {kind, {a, b, {0}, {0}}, payload, {0}};
  region->terms[region->count] = term;
  TermId id = {region->count++ + (region == &store.terms.definitions ? TERM_DEFINITION_BIT : 0)};
  return id;
}

/* The term of so many nodes of this number. */
static TermId build(uint32_t size, uint64_t number) {
  TermId none = {0};
  if (size == 1) {
    if (number < 3) return add(TERM_VAR, none, none, (uint32_t)number);
    if (number < 5) return add(TERM_OP, none, none, (uint32_t)number - 3);
    return add(TERM_UNIT, none, none, 0);
  }
  uint64_t ones = ONES * count(size - 1);
  if (number < ones) {
    TermId kid = build(size - 1, number / ONES);
    if (number % ONES >= 2) return add(TERM_OP, kid, none, number % ONES == 2 ? 2 : 7);
    return add(number % ONES == 0 ? TERM_FST : TERM_SND, kid, none, 0);
  }
  number -= ones;
  uint32_t first = 1;
  for (uint64_t all; number >= (all = TWOS * count(first) * count(size - 1 - first)); first++) number -= all;
  uint64_t which = number % TWOS;
  number /= TWOS;
  TermId a = build(first, number / count(size - 1 - first)),
         b = build(size - 1 - first, number % count(size - 1 - first));
  if (which < 2) return add(which == 0 ? TERM_LET : TERM_PAIR, a, b, 0);
  return add(TERM_OP, a, b, which == 5 ? 8 : (uint32_t)which + 1);
}

static Value real(Ring *ring, int64_t n) {
  Value value = {VALUE_REAL, 1, ring_integer(ring, n), NULL};
  return value;
}

static Environment *identifier(Value value, const Environment *outer) {
  Environment *env = campaign_alloc(NULL, sizeof *env);
  if (env == NULL) abort();
  env->value = value;
  env->outer = outer;
  return env;
}

/* (3, ()), -2: the pair is the outermost. */
static const Environment *environment(Ring *ring) {
  Value *parts = campaign_alloc(NULL, 2 * sizeof *parts);
  if (parts == NULL) abort();
  Value unit = {VALUE_UNIT, 0, {0}, NULL}, pair = {VALUE_PAIR, 0, {0}, parts};
  parts[0] = real(ring, 3);
  parts[1] = unit;
  return identifier(real(ring, -2), identifier(pair, NULL));
}

static unsigned long answers;

static void run(Ring *ring, uint32_t size, uint64_t number) {
  store.terms.working.count = store.terms.definitions.count = 1;
  TermId t = build(size, number);
  /* with enough of everything, without enough fuel, and without enough depth */
  uint64_t fuel[3] = {100, 2, 100};
  uint32_t depth[3] = {100, 100, 2};
  for (int i = 0; i < (number % 16 == 0 ? 3 : 1); i++) {
    Machine machine = {&store, ring, NULL, fuel[i], depth[i], NULL};
    Result result = source_result(&machine, t, environment(ring));
    if (result.status == STATUS_OK) answers++;
    campaign_empty();
  }
}

static void begin(void) {
  store.terms.working.terms = working;
  store.terms.definitions.terms = definitions;
  store.constants.entries = constants;
  store.constants.count = 3;
  store.ops.ops = ops;
  store.ops.op_count = 9;
}

static void forbidden(Ring *ring) {
  begin();
  store.terms.working.count = store.terms.definitions.count = 1;
  TermId t = build(1, 0);
  store.terms.working.terms[1].kind = TERM_FST;
  store.terms.working.terms[1].kid[0] = t; /* a projection of itself */
  Machine machine = {&store, ring, NULL, 9, 9, NULL};
  (void)source_result(&machine, t, NULL);
}

static void campaign(Ring *ring) {
  begin();
  for (uint32_t size = 1; size <= MOST; size++) {
    uint64_t all = count(size);
    for (uint64_t number = 0; number < all; number += size == MOST ? STRIDE : 1) run(ring, size, number);
  }
  (void)printf("%lu answers\n", answers);
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
