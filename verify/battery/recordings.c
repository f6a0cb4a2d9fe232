#include "verify/battery/recordings.h"

#include "semantics/memory/arena.h"
#include "semantics/memory/growing.h"
#include "semantics/straight/ring_straight.h"

#include <stdlib.h>
#include <string.h>

/* Room for recordings: some hundred thousand of a few dozen nodes. */
#define RECORDINGS_ROOM ((size_t)64 << 20)
#define RECORDINGS_TRIM ((size_t)48 << 20)
#define FIRST_SLOTS 1024u /* a power of two */

typedef struct Pair {
  uint32_t source, derivative; /* 0: a free slot */
  bool reverse;
  RecordedFacts facts;
} Pair;

typedef struct Kept {
  Recording recording;
  uint64_t hash;
} Kept;

struct Recordings {
  Arena arena;
  Kept *kept; /* number 0 is none */
  uint32_t count, capacity;
  uint32_t *slot; /* numbers by hash, open addressing */
  uint32_t slots;
  Pair *pair;
  uint32_t pairs, pair_slots;
  StraightConstant *constant; /* of the recording at hand, as integers */
  uint32_t constants;
};

Recordings *recordings_new(void) {
  Recordings *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  arena_init(&r->arena, RECORDINGS_ROOM);
  r->slots = r->pair_slots = FIRST_SLOTS;
  r->slot = calloc(r->slots, sizeof *r->slot);
  r->pair = calloc(r->pair_slots, sizeof *r->pair);
  r->count = 1;
  if (r->slot != NULL && r->pair != NULL) return r;
  recordings_free(r);
  return NULL;
}

void recordings_free(Recordings *r) {
  if (r == NULL) return;
  arena_free(&r->arena);
  free(r->kept);
  free(r->slot);
  free(r->pair);
  free(r->constant);
  free(r);
}

void recordings_trim(Recordings *r) {
  size_t bytes = r->arena.held + (size_t)r->pair_slots * sizeof *r->pair;
  if (bytes <= RECORDINGS_TRIM) return;
  arena_free(&r->arena);
  arena_init(&r->arena, RECORDINGS_ROOM);
  memset(r->slot, 0, r->slots * sizeof *r->slot);
  memset(r->pair, 0, r->pair_slots * sizeof *r->pair);
  r->count = 1;
  r->pairs = 0;
}

/* --------------------------------------------------------------- hashes -- */

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static uint64_t hash_of(const Recording *r) {
  uint64_t hash = mix(r->inputs, (uint64_t)r->outputs << 32 | r->images);
  for (uint32_t k = r->inputs; k < r->program.nodes; k++) {
    StraightNode node = r->program.code[k];
    if (node.code == STRAIGHT_CONSTANT)
      hash = mix(hash, (uint64_t)r->program.constant[node.a].integer << 3 | (uint64_t)node.code);
    else
      hash = mix(hash, ((uint64_t)node.a << 32 | node.b) << 3 ^ (uint64_t)node.code);
  }
  for (uint32_t i = 0; i < r->outputs; i++) hash = mix(hash, r->primal[i].word);
  for (uint32_t i = 0; i < r->images; i++) hash = mix(hash, r->image[i].word);
  for (uint32_t i = 0; i < r->symbols; i++) hash = mix(hash, (uint64_t)r->symbol[i].what << 32 | r->symbol[i].of);
  return hash;
}

/* ----------------------------------------------------------- recordings -- */

Recording straight_recording(const Ring *straight, uint32_t inputs, uint32_t outputs) {
  Recording recording = {.program = straight_recorded(straight),
                         .inputs = inputs + STRAIGHT_SYMBOLS,
                         .outputs = outputs,
                         .room = STRAIGHT_SYMBOLS};
  recording.symbols = straight_symbols(straight, &recording.symbol);
  return recording;
}

/* The recording with its constants as integers, in memory that the next one takes. */
static bool with_integers(Recordings *r, Recording *recording) {
  uint32_t count = recording->program.constants;
  if (count > r->constants) {
    StraightConstant *more = realloc(r->constant, 2 * (size_t)count * sizeof *more);
    if (more == NULL) return false;
    r->constant = more;
    r->constants = 2 * count;
  }
  for (uint32_t i = 0; i < count; i++) {
    int64_t number;
    if (!recorded_integer(&recording->program.constant[i], &number)) return false;
    r->constant[i] = (StraightConstant){NULL, 0, number};
  }
  recording->program.constant = r->constant;
  return true;
}

/* `count` elements in the arena, of which there is room for one more than are asked. */
static void *copied(Recordings *r, const void *from, size_t count, size_t size) {
  void *to = arena_array(&r->arena, count + 1, size);
  if (to != NULL && count > 0) memcpy(to, from, count * size);
  return to;
}

static bool copy(Recordings *r, const Recording *from, Recording *to) {
  *to = *from;
  to->program.code = copied(r, from->program.code, from->program.nodes, sizeof *from->program.code);
  to->program.constant = copied(r, from->program.constant, from->program.constants, sizeof *from->program.constant);
  to->primal = copied(r, from->primal, from->outputs, sizeof *from->primal);
  to->image = copied(r, from->image, from->images, sizeof *from->image);
  to->symbol = copied(r, from->symbol, from->symbols, sizeof *from->symbol);
  to->slope = from->slope == NULL ? NULL : copied(r, from->slope, from->symbols, sizeof *from->slope);
  return (from->slope == NULL) == (to->slope == NULL) && to->program.code != NULL && to->program.constant != NULL &&
         to->primal != NULL && to->image != NULL && to->symbol != NULL;
}

/* A larger table of slots, with all numbers in it. */
static bool widen_slots(Recordings *r) {
  uint32_t slots = 2 * r->slots;
  uint32_t *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) return false;
  for (uint32_t number = 1; number < r->count; number++) {
    uint64_t at = r->kept[number].hash;
    while (slot[at % slots] != 0) at++;
    slot[at % slots] = number;
  }
  free(r->slot);
  r->slot = slot;
  r->slots = slots;
  return true;
}

static bool room_for_one(Recordings *r) {
  if (2 * r->count >= r->slots && !widen_slots(r)) return false;
  Kept *kept = heap_room(r->kept, r->count, &r->capacity, 256, sizeof *kept);
  if (kept != NULL) r->kept = kept;
  return kept != NULL;
}

uint32_t recordings_keep(Recordings *r, const Recording *recording) {
  Recording wanted = *recording;
  if (!with_integers(r, &wanted) || !room_for_one(r)) return RECORDING_NONE;
  uint64_t hash = hash_of(&wanted), at = hash;
  for (uint32_t number; (number = r->slot[at % r->slots]) != 0; at++) {
    const Kept *kept = &r->kept[number];
    if (kept->hash == hash && recorded_same(&kept->recording, &wanted)) return number;
  }
  Kept *kept = &r->kept[r->count];
  kept->hash = hash;
  if (!copy(r, &wanted, &kept->recording)) return RECORDING_NONE;
  r->slot[at % r->slots] = r->count;
  return r->count++;
}

Recording recordings_get(const Recordings *r, uint32_t number) { return r->kept[number].recording; }

/* ----------------------------------------------------------------- pairs -- */

static uint64_t pair_hash(uint32_t source, uint32_t derivative, bool reverse) {
  return mix(mix((uint64_t)source << 1 | (uint64_t)reverse, derivative), 0);
}

/* Where the pair is, or the free slot where it would be. */
static Pair *find(Pair *pair, uint32_t slots, uint32_t source, uint32_t derivative, bool reverse) {
  uint64_t at = pair_hash(source, derivative, reverse);
  for (;; at++) {
    Pair *here = &pair[at % slots];
    bool same = here->source == source && here->derivative == derivative && here->reverse == reverse;
    if (same || here->derivative == 0) return here;
  }
}

static bool widen_pairs(Recordings *r) {
  uint32_t slots = 2 * r->pair_slots;
  Pair *pair = calloc(slots, sizeof *pair);
  if (pair == NULL) return false;
  for (uint32_t i = 0; i < r->pair_slots; i++) {
    const Pair *old = &r->pair[i];
    if (old->derivative != 0) *find(pair, slots, old->source, old->derivative, old->reverse) = *old;
  }
  free(r->pair);
  r->pair = pair;
  r->pair_slots = slots;
  return true;
}

RecordedFacts *recordings_facts(Recordings *r, uint32_t source, uint32_t derivative, bool reverse) {
  if (2 * r->pairs >= r->pair_slots && !widen_pairs(r)) return NULL;
  Pair *pair = find(r->pair, r->pair_slots, source, derivative, reverse);
  if (pair->derivative == 0) {
    *pair = (Pair){.source = source, .derivative = derivative, .reverse = reverse};
    r->pairs++;
  }
  return &pair->facts;
}
