#include "semantics/straight/ring_straight.h"

#include "semantics/rings/ring_pool.h"
#include "semantics/straight/recorder.h"
#include "semantics/straight/straight_path.h"
#include "semantics/straight/straight_residues.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW_SLOTS 256u /* most recordings are short, and these stay near */

#define POWER_MOST INT32_MAX /* of the whole part of an exponent */

typedef struct StraightRing {
  Ring ring;
  StraightRecorder recorder;
  StraightSymbol symbol[STRAIGHT_SYMBOLS]; /* that inputs from `first` on stand for */
  uint32_t first, room, symbols;
  bool once;                       /* each node is made once, and none for 0 + a and 1 a */
  uint32_t *slot, slots, capacity; /* nodes by what they are, if so; node 0 is an input */
  uint64_t *residue;               /* of each node, if so */
  uint32_t residues;               /* room for so many */
  uint32_t point, drawn;           /* the residues of so many inputs are there, of which these are the point */
  StraightPath *path;
  bool program; /* and no derivative, which has directions or cotangents besides the point */
} StraightRing;

static StraightRing *self(const Ring *ring) { return (StraightRing *)ring; }

/* Room for the residue of one more node. */
static bool room_for_residue(StraightRing *s, uint32_t node) {
  if (node < s->residues) return true;
  uint32_t room = 2 * node + 64;
  uint64_t *residue = realloc(s->residue, room * sizeof *residue);
  if (residue == NULL) return false;
  s->residue = residue;
  s->residues = room;
  return true;
}

/* The scalar of a node that the recorder made. */
static Scalar recorded(Ring *ring, uint32_t node) {
  StraightRing *s = self(ring);
  if (node != RECORDER_NONE && (s->room == 0 || room_for_residue(s, node))) {
    const StraightNode *made = &s->recorder.code[node];
    if (s->room > 0 && made->code != STRAIGHT_INPUT)
      s->residue[node] = residue_of_node(made, s->recorder.constant, s->residue);
    return (Scalar){node};
  }
  ring_fail(ring, STATUS_LIMIT);
  return RING_POOL_ZERO;
}

/* ---------------------------------------------------- nodes that are made once -- */

static int64_t number_of(const StraightRing *s, uint32_t node) {
  return s->recorder.constant[s->recorder.code[node].a].integer;
}

/* Whether the node is an integer of the recording. */
static bool is_number(const StraightRing *s, uint32_t node) {
  StraightNode code = s->recorder.code[node];
  return code.code == STRAIGHT_CONSTANT && s->recorder.constant[code.a].constant == NULL;
}

static bool is_the_number(const StraightRing *s, uint64_t node, int64_t number) {
  return is_number(s, (uint32_t)node) && number_of(s, (uint32_t)node) == number;
}

static uint32_t hash_of(StraightCode code, uint64_t a, uint64_t b) {
  uint64_t hash = ((a << 32 ^ b) << 3 ^ (uint64_t)code) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(hash >> 32);
}

static uint32_t hash_of_node(const StraightRing *s, uint32_t node) {
  StraightNode code = s->recorder.code[node];
  if (code.code == STRAIGHT_CONSTANT) return hash_of(code.code, (uint64_t)number_of(s, node), 0);
  return hash_of(code.code, code.a, code.b);
}

/* Forgets all; without memory nodes are made as often as they are asked for. */
static void open_slots(StraightRing *s, uint32_t slots) {
  if (slots > s->capacity) {
    uint32_t *slot = realloc(s->slot, slots * sizeof *slot);
    s->once = slot != NULL;
    if (slot == NULL) return;
    s->slot = slot;
    s->capacity = slots;
  }
  s->slots = slots;
  memset(s->slot, 0, slots * sizeof *s->slot);
}

static void put(StraightRing *s, uint32_t node) {
  uint32_t at = hash_of_node(s, node);
  while (s->slot[at & (s->slots - 1)] != 0) at++;
  s->slot[at & (s->slots - 1)] = node;
}

/* A new node is one of those that are made once. */
static Scalar enter(Ring *ring, uint32_t node) {
  StraightRing *s = self(ring);
  if (node == RECORDER_NONE || !s->once) return recorded(ring, node);
  if (2 * (node - s->recorder.inputs) < s->slots) {
    put(s, node);
    return recorded(ring, node);
  }
  open_slots(s, 4 * s->slots);
  for (uint32_t k = s->recorder.inputs; k <= node && s->once; k++) {
    if (s->recorder.code[k].code != STRAIGHT_CONSTANT || is_number(s, k)) put(s, k);
  }
  return recorded(ring, node);
}

static Scalar integer_node(Ring *ring, int64_t n) {
  StraightRing *s = self(ring);
  for (uint32_t at = hash_of(STRAIGHT_CONSTANT, (uint64_t)n, 0); s->once; at++) {
    uint32_t node = s->slot[at & (s->slots - 1)];
    if (node == 0) break;
    if (is_the_number(s, node, n)) return (Scalar){node};
  }
  return enter(ring, recorder_constant(&s->recorder, (StraightConstant){NULL, 0, n}));
}

static Scalar operation_node(Ring *ring, StraightCode code, uint64_t a, uint64_t b) {
  StraightRing *s = self(ring);
  for (uint32_t at = hash_of(code, a, b); s->once; at++) {
    uint32_t node = s->slot[at & (s->slots - 1)];
    if (node == 0) break;
    StraightNode found = s->recorder.code[node];
    if (found.code == code && found.a == a && found.b == b) return (Scalar){node};
  }
  return enter(ring, recorder_operation(&s->recorder, code, a, b));
}

/* What 0 + a, a - 0, 0 a and 1 a are, by the laws of rings: one of the operands. */
static bool is_operand(const StraightRing *s, StraightCode code, uint64_t a, uint64_t b, uint64_t *node) {
  bool first = false, second = false; /* the result is */
  switch (code) {
  case STRAIGHT_ADD:
    first = is_the_number(s, b, 0);
    second = is_the_number(s, a, 0);
    break;
  case STRAIGHT_SUB: first = is_the_number(s, b, 0); break;
  case STRAIGHT_MUL:
    first = is_the_number(s, a, 0) || is_the_number(s, b, 1);
    second = is_the_number(s, b, 0) || is_the_number(s, a, 1);
    break;
  case STRAIGHT_NEG: first = is_the_number(s, a, 0); break;
  case STRAIGHT_INPUT:
  case STRAIGHT_CONSTANT: break;
  }
  *node = first ? a : b;
  return first || second;
}

/* The number that an operation on two numbers is, if it has 32 bits. */
static bool is_computed(const StraightRing *s, StraightCode code, uint64_t a, uint64_t b, int64_t *number) {
  if (!is_number(s, (uint32_t)a) || (code != STRAIGHT_NEG && !is_number(s, (uint32_t)b))) return false;
  int64_t m = number_of(s, (uint32_t)a), n = code == STRAIGHT_NEG ? 0 : number_of(s, (uint32_t)b);
  bool over = m < INT32_MIN || m > INT32_MAX || n < INT32_MIN || n > INT32_MAX;
  if (over) return false;
  *number = code == STRAIGHT_ADD ? m + n : code == STRAIGHT_SUB ? m - n : code == STRAIGHT_MUL ? m * n : -m;
  return *number >= INT32_MIN && *number <= INT32_MAX;
}

static Scalar operation(Ring *ring, StraightCode code, Scalar a, Scalar b) {
  StraightRing *s = self(ring);
  uint32_t nodes = s->recorder.nodes;
  uint64_t operand;
  if (!s->once || a.word >= nodes || b.word >= nodes)
    return recorded(ring, recorder_operation(&s->recorder, code, a.word, b.word));
  if (is_operand(s, code, a.word, b.word, &operand)) return (Scalar){operand};
  int64_t number;
  if (is_computed(s, code, a.word, b.word, &number)) return integer_node(ring, number);
  bool turned = (code == STRAIGHT_ADD || code == STRAIGHT_MUL) && a.word > b.word;
  return turned ? operation_node(ring, code, b.word, a.word) : operation_node(ring, code, a.word, b.word);
}

static Scalar straight_integer(Ring *ring, int64_t n) {
  if (self(ring)->once) return integer_node(ring, n);
  return recorded(ring, recorder_constant(&self(ring)->recorder, (StraightConstant){NULL, 0, n}));
}

static bool same_number(const StraightRecorder *recorder, uint32_t a, uint32_t b) {
  StraightNode x = recorder->code[a], y = recorder->code[b];
  if (x.code != STRAIGHT_CONSTANT || y.code != STRAIGHT_CONSTANT) return false;
  StraightConstant c = recorder->constant[x.a], d = recorder->constant[y.a];
  return c.constant == d.constant && c.index == d.index && c.integer == d.integer;
}

/* The input that stands for the inverse, or the function, of a node. */
static Scalar symbol(Ring *ring, uint32_t what, Scalar of) {
  StraightRing *straight = self(ring);
  uint32_t i = 0, node = (uint32_t)of.word;
  for (; i < straight->symbols; i++) {
    const StraightSymbol *s = &straight->symbol[i];
    if (s->what == what && (s->of == node || same_number(&straight->recorder, s->of, node))) break;
  }
  if (i == straight->room) return recorded(ring, RECORDER_NONE);
  if (i == straight->symbols) {
    uint64_t residue = residue_of_symbol(what, straight->residue[node]);
    straight->symbol[straight->symbols++] = (StraightSymbol){what, node, residue};
    straight->residue[straight->first + i] = residue;
  }
  return (Scalar){straight->first + i};
}

static Scalar straight_div(Ring *ring, Scalar a, Scalar b) {
  StraightRing *s = self(ring);
  if (s->room == 0) return ring_order_unable(ring, a, b);
  bool numbers = ring->status == STATUS_OK && is_number(s, (uint32_t)a.word) && is_number(s, (uint32_t)b.word);
  int64_t m = numbers ? number_of(s, (uint32_t)a.word) : 0, n = numbers ? number_of(s, (uint32_t)b.word) : 0;
  if (n > 0 && m % n == 0) {
    if (s->program) (void)symbol(ring, STRAIGHT_INVERSE, b); /* its derivative divides by it all the same */
    return integer_node(ring, m / n);
  }
  return operation(ring, STRAIGHT_MUL, a, symbol(ring, STRAIGHT_INVERSE, b));
}

/* ----------------------------------------------------------------- signs -- */

/* Along another path the opposite of the node may be there in its place. */
static int sign_on_path(Ring *ring, Scalar a) {
  StraightRing *s = self(ring);
  int sign = 0;
  if (s->path == NULL || ring->status != STATUS_OK) return ring_fail(ring, STATUS_UNABLE), 0;
  Status status = path_sign(s->path, (uint32_t)a.word, s->residue[a.word], &sign);
  if (status == STATUS_UNABLE && s->path->like != NULL) {
    Scalar opposite = operation(ring, STRAIGHT_NEG, a, (Scalar){0});
    status = path_sign(s->path, (uint32_t)opposite.word, s->residue[opposite.word], &sign);
    sign = -sign;
  }
  if (status == STATUS_OK) return sign;
  ring_fail(ring, status);
  return 0;
}

/* Of a number its sign; of - a, and of b - a with a made before b, the opposite of that of a, and of a - b. */
static int sign_of(Ring *ring, Scalar a) {
  StraightRing *s = self(ring);
  if (a.word >= s->recorder.nodes) return 0;
  StraightNode node = s->recorder.code[a.word];
  if (is_number(s, (uint32_t)a.word))
    return (number_of(s, (uint32_t)a.word) > 0) - (number_of(s, (uint32_t)a.word) < 0);
  if (node.code == STRAIGHT_NEG) return -sign_of(ring, (Scalar){node.a});
  if (node.code == STRAIGHT_SUB && is_the_number(s, node.a, 0)) return -sign_of(ring, (Scalar){node.b});
  if (node.code == STRAIGHT_SUB && node.a > node.b)
    return -sign_on_path(ring, operation(ring, STRAIGHT_SUB, (Scalar){node.b}, (Scalar){node.a}));
  return sign_on_path(ring, a);
}

static int order_of(Ring *ring, Scalar a, Scalar b) {
  return a.word == b.word ? 0 : sign_of(ring, operation(ring, STRAIGHT_SUB, a, b));
}

static Scalar straight_max(Ring *ring, Scalar a, Scalar b) { return order_of(ring, a, b) >= 0 ? a : b; }
static Scalar straight_min(Ring *ring, Scalar a, Scalar b) { return order_of(ring, a, b) <= 0 ? a : b; }

static bool straight_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  int order = order_of(ring, a, b);
  return ring->status == STATUS_OK && ring_test_order(test, order);
}

static Scalar straight_function(Ring *ring, RingFunction function, Scalar a) {
  if (self(ring)->room == 0) return ring_function_unable(ring, function, a);
  if (function == RING_SIGN) return straight_integer(ring, sign_of(ring, a));
  if (function == RING_ABS) return sign_of(ring, a) >= 0 ? a : operation(ring, STRAIGHT_NEG, a, (Scalar){0});
  return symbol(ring, STRAIGHT_FUNCTION(function), a);
}

static Scalar straight_call(Ring *ring, const RingCall *call, Scalar a, Scalar b) {
  const FunctionInfo *info = function_info((FunctionCode)call->function);
  bool smooth = info->operands == 1 && info->parameters == 0 && info->edges[0] == '\0';
  if (self(ring)->room == 0 || !smooth) return ring_order_unable(ring, a, b);
  return symbol(ring, STRAIGHT_LIBRARY(call->function), a);
}

/* Of a number that is no integer the quotient of two, where there are quotients. */
static Scalar straight_constant(Ring *ring, const Constant *constant, uint32_t index) {
  const mpq_t *exact = &constant->exact[constant->length == 1 ? 0 : index];
  bool whole = mpz_cmp_ui(mpq_denref(*exact), 1) == 0;
  bool fits = mpz_fits_slong_p(mpq_numref(*exact)) && mpz_fits_slong_p(mpq_denref(*exact));
  if (self(ring)->once && whole && fits) return straight_integer(ring, mpz_get_si(mpq_numref(*exact)));
  if (self(ring)->room == 0 || whole || !fits)
    return recorded(ring, recorder_constant(&self(ring)->recorder, (StraightConstant){constant, index, 0}));
  Scalar above = straight_integer(ring, mpz_get_si(mpq_numref(*exact)));
  return straight_div(ring, above, straight_integer(ring, mpz_get_si(mpq_denref(*exact))));
}

/* The exponent as a whole number and a fraction between 0 and 1; false at a limit. */
static bool split_exponent(const mpq_t exponent, int64_t *whole, uint32_t *above, uint32_t *below) {
  mpz_t floor, rest;
  mpz_inits(floor, rest, NULL);
  mpz_fdiv_qr(floor, rest, mpq_numref(exponent), mpq_denref(exponent));
  bool small = mpz_cmpabs_ui(floor, POWER_MOST) <= 0 && mpz_cmp_ui(mpq_denref(exponent), STRAIGHT_POWER_MOST) <= 0;
  *whole = small ? mpz_get_si(floor) : 0;
  *above = small ? (uint32_t)mpz_get_ui(rest) : 0;
  *below = small ? (uint32_t)mpz_get_ui(mpq_denref(exponent)) : 1;
  mpz_clears(floor, rest, NULL);
  return small;
}

/* a^c = a^n a^r with c = n + r and 0 <= r < 1, and a^-n = (1 / a)^n. */
static Scalar straight_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t whole;
  uint32_t above, below;
  if (self(ring)->room == 0) return ring_power_or_unable(ring, a, exponent);
  if (!split_exponent(exponent->exact[0], &whole, &above, &below)) return recorded(ring, RECORDER_NONE);
  Scalar base = whole < 0 ? symbol(ring, STRAIGHT_INVERSE, a) : a;
  Scalar root = above > 0 ? symbol(ring, STRAIGHT_POWER(above, below), a) : straight_integer(ring, 1);
  if (whole == 0) return root;
  Scalar power = ring_integer_power(ring, base, whole < 0 ? -whole : whole);
  return above > 0 ? operation(ring, STRAIGHT_MUL, power, root) : power;
}

static Scalar straight_add(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_ADD, a, b); }
static Scalar straight_sub(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_SUB, a, b); }
static Scalar straight_mul(Ring *ring, Scalar a, Scalar b) { return operation(ring, STRAIGHT_MUL, a, b); }
static Scalar straight_neg(Ring *ring, Scalar a) { return operation(ring, STRAIGHT_NEG, a, (Scalar){0}); }

/* By the order of creation: nothing is known of values. */
static int straight_compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return (a.word > b.word) - (a.word < b.word);
}

static int straight_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "node %u", (uint32_t)a.word);
}

static void straight_destroy(Ring *ring) {
  recorder_free(&self(ring)->recorder);
  free(self(ring)->slot);
  free(self(ring)->residue);
  free(self(ring));
}

Ring *ring_straight_new(uint32_t limit) {
  static const RingOps ops = {.name = "straight-line programs",
                              .traits = 0,
                              RING_ARITHMETIC(straight_),
                              RING_FUNCTIONS(straight_),
                              RING_NO_STACK};
  StraightRing *straight = calloc(1, sizeof *straight);
  if (straight == NULL) return NULL;
  straight->ring.ops = &ops;
  if (limit == RECORDER_NONE || !recorder_init(&straight->recorder, limit)) {
    free(straight);
    return NULL;
  }
  return &straight->ring;
}

/* Of the inputs below `first`: those above are written over. */
static void draw_residues(StraightRing *s, uint32_t point) {
  if (s->point != point) s->drawn = 0;
  for (uint32_t i = s->drawn; i < s->first; i++) s->residue[i] = residue_of_input(i, point);
  s->point = point;
  s->drawn = s->first;
}

void straight_begin_symbols(Ring *ring, uint32_t point, uint32_t others, uint32_t room) {
  StraightRing *straight = self(ring);
  straight->first = point + others;
  straight->program = others == 0;
  straight_begin(ring, straight->first + room);
  straight->room = room <= STRAIGHT_SYMBOLS ? room : STRAIGHT_SYMBOLS;
  if (room > 0 && !room_for_residue(straight, straight->first + room))
    ring_fail(ring, STATUS_LIMIT), straight->room = 0;
  if (straight->room > 0) draw_residues(straight, point);
  if (straight->path != NULL) straight->path->signs = 0;
  straight->once = room > 0;
  if (straight->once) open_slots(straight, FEW_SLOTS);
}

void straight_follow(Ring *ring, StraightPath *path) { self(ring)->path = path; }

Scalar straight_symbol(const Ring *ring, uint32_t i) { return (Scalar){self(ring)->first + i}; }

uint32_t straight_symbols(const Ring *ring, const StraightSymbol **symbols) {
  *symbols = self(ring)->symbol;
  return self(ring)->symbols;
}

void straight_begin(Ring *ring, uint32_t inputs) {
  self(ring)->room = self(ring)->symbols = 0;
  self(ring)->once = false;
  recorder_begin(&self(ring)->recorder);
  (void)ring_take_status(ring);
  for (uint32_t i = 0; i < inputs; i++) (void)recorded(ring, recorder_input(&self(ring)->recorder));
}

StraightProgram straight_recorded(const Ring *ring) {
  const StraightRecorder *recorder = &self(ring)->recorder;
  return (StraightProgram){recorder->code, recorder->nodes, recorder->constant, recorder->constants};
}

Status straight_constants(Ring *ring, const StraightProgram *program, Scalar *out) {
  for (uint32_t i = 0; i < program->constants; i++) {
    const StraightConstant *c = &program->constant[i];
    out[i] = c->constant == NULL ? ring_integer(ring, c->integer) : ring_constant(ring, c->constant, c->index);
  }
  return ring_take_status(ring);
}
