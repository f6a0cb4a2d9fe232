#include "verify/campaign/artist.h"

#include "verify/campaign/picture.h"

#include <string.h>

#define MEMORY ((size_t)64 << 20)
#define INPUTS_MOST 64u
#define CELLS 40u
#define STEPS 20000u /* of an evaluation */
#define DIGITS 6
#define BITS 128
#define RADIUS 3
#define GERMS 12

bool artist_open(Artist *artist, Store *store) {
  memset(artist, 0, sizeof *artist);
  artist->store = store;
  arena_init(&artist->arena, MEMORY);
  artist->truth = truth_new(store);
  artist->certified = artist->truth == NULL ? NULL : certified_new(artist->truth);
  return artist->certified != NULL;
}

void artist_close(Artist *artist) {
  certified_free(artist->certified);
  truth_free(artist->truth);
  arena_free(&artist->arena);
}

/* "1/2, 3" into `count` numbers; false when it is something else. */
static bool read_numbers(const char *text, mpq_t *x, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    char number[128];
    size_t length = strcspn(text, ",");
    if (length == 0 || length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (mpq_set_str(x[i], number, 10) != 0 || mpz_sgn(mpq_denref(x[i])) == 0) return false;
    mpq_canonicalize(x[i]);
    text += length + strspn(text + length, ", ");
  }
  return *text == '\0';
}

static bool has_one_real_result(const Artist *artist, const Program *program) {
  const TypeNode *result = type_node(&artist->store->types, program->type);
  return result->kind == TYPE_REAL && result->dim == 1;
}

static bool draw(Artist *artist, const CurveOf *of, const char *variable, bool marked, FILE *out) {
  Curve curve;
  mpq_t low, high, radius;
  mpq_inits(low, high, radius, NULL);
  mpq_set_si(radius, RADIUS, 1);
  PictureMark mark = {marked, mpq_get_d(of->x[of->slot])};
  if (marked) mpq_set(low, of->x[of->slot]);
  mpq_add(high, low, radius);
  mpq_sub(low, low, radius);
  ArenaMark memory = arena_mark(&artist->arena);
  bool good = curve_follow(of, low, high, CELLS, &curve) && picture_write(out, &curve, variable, mark);
  arena_release(&artist->arena, memory);
  curve_free(&curve);
  mpq_clears(low, high, radius, NULL);
  return good;
}

bool artist_draw(Artist *artist, const Program *program, const InputNames *names, const char *point, FILE *out) {
  mpq_t x[INPUTS_MOST];
  bool is_int[INPUTS_MOST], good = false;
  uint32_t count = names->count, slot = 0;
  if (count == 0 || count > INPUTS_MOST || !has_one_real_result(artist, program)) return false;
  if (certified_input_ints(artist->certified, program, is_int) != STATUS_OK) return false;
  while (slot < count && is_int[slot]) slot++;
  for (uint32_t i = 0; i < count; i++) {
    mpq_init(x[i]);
    mpq_set_si(x[i], 1, 1);
  }
  if (slot < count && (point == NULL || read_numbers(point, x, count))) {
    Machine machine = machine_make(artist->store, NULL, &artist->arena);
    machine.fuel = STEPS;
    CurveOf of = {machine, artist->certified, {1, DIGITS, BITS}, program, x, is_int, count, slot, GERMS};
    good = draw(artist, &of, names->names[slot], point != NULL, out);
  }
  for (uint32_t i = 0; i < count; i++) mpq_clear(x[i]);
  return good;
}
