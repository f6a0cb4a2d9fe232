/* How often the parts of h are used by f: putting them into f must not compute any twice. */
#include "ad/frechet/optimiser.h"

#define LEAVES 64u
#define FACTORS 32u
#define NESTING 40u

typedef struct Uses {
  const Optimising *o;
  uint32_t count[LEAVES]; /* of the parts of h, tuplings in it taken apart */
  bool known;
} Uses;

static bool is_family(HilMapKind kind) { return kind == HILMAP_TUPLE || kind == HILMAP_PAR || kind == HILMAP_DELTA; }

/* Projections, injections, and what is made of them alone: no scalar operation. */
static bool is_free(const Optimising *o, HilMapId m, uint32_t depth) {
  const HilMap f = frechet_at(o, m);
  if (depth == 0) return false;
  if (f.kind == HILMAP_ID || f.kind == HILMAP_ZERO || f.kind == HILMAP_PROJ || f.kind == HILMAP_INJ) return true;
  if (f.kind == HILMAP_COMP) return is_free(o, f.a, depth - 1) && is_free(o, f.b, depth - 1);
  if (f.kind != HILMAP_TUPLE) return false;
  for (uint32_t x = 0; x < f.n; x++) {
    if (!is_free(o, hil_map_member(o->terms, &f, x), depth - 1)) return false;
  }
  return true;
}

/* The number of leaves of h: parts of tuplings, and of the outermost parallel function.
 * f . Pi h_x uses h_x where f projects to x. */
static uint32_t leaves(const Optimising *o, HilMapId h, bool outermost, uint32_t depth) {
  const HilMap m = frechet_at(o, h);
  uint32_t sum = 0;
  if (depth == 0 || !(outermost ? is_family(m.kind) : m.kind == HILMAP_TUPLE)) return 1;
  for (uint32_t x = 0; x < m.n && sum <= LEAVES; x++) {
    sum += leaves(o, hil_map_member(o->terms, &m, x), false, depth - 1);
  }
  return sum;
}

/* A part of h, none for h below a leaf, and its first leaf. */
typedef struct Part {
  HilMapId h;
  bool outermost;
  uint32_t first;
} Part;

static bool is_leaf(const Uses *uses, Part part) {
  HilMapKind kind = frechet_at(uses->o, part.h).kind;
  return !(part.outermost ? is_family(kind) : kind == HILMAP_TUPLE);
}

static Part part_at(const Uses *uses, Part part, uint32_t x) {
  const HilMap m = frechet_at(uses->o, part.h);
  Part out = {hil_map_member(uses->o->terms, &m, x), false, part.first};
  for (uint32_t i = 0; i < x; i++) out.first += leaves(uses->o, hil_map_member(uses->o->terms, &m, i), false, NESTING);
  return out;
}

static void use_all(Uses *uses, Part part) {
  uint32_t n = leaves(uses->o, part.h, part.outermost, NESTING);
  if (part.first + n > LEAVES) uses->known = false;
  for (uint32_t i = part.first; uses->known && i < part.first + n; i++) uses->count[i]++;
}

static void use(Uses *uses, HilMapId f, Part part, uint32_t depth);

static void use_last(Uses *uses, HilMapId f, Part part, uint32_t depth) {
  const Optimising *o = uses->o;
  const HilMap m = frechet_at(o, f);
  if (m.kind == HILMAP_ZERO) return;
  if (m.kind == HILMAP_PLUS) {
    use(uses, m.a, part, depth);
    use(uses, m.b, part, depth);
    return;
  }
  bool members = m.kind == HILMAP_COTUPLE && !is_leaf(uses, part);
  if (m.kind != HILMAP_TUPLE && !members) {
    use_all(uses, part);
    return;
  }
  for (uint32_t x = 0; x < m.n; x++) {
    use(uses, hil_map_member(o->terms, &m, x), members ? part_at(uses, part, x) : part, depth);
  }
}

/* f's last factors project; what comes before them uses the part. */
static void use(Uses *uses, HilMapId f, Part part, uint32_t depth) {
  HilMapId factors[FACTORS];
  uint32_t n = 0;
  if (depth == 0) uses->known = false;
  while (n < FACTORS - 1 && frechet_is(uses->o, f, HILMAP_COMP)) {
    factors[n++] = frechet_at(uses->o, f).a;
    f = frechet_at(uses->o, f).b;
  }
  factors[n++] = f;
  if (frechet_is(uses->o, f, HILMAP_COMP)) uses->known = false;
  while (n > 0 && uses->known && !is_leaf(uses, part) && frechet_is(uses->o, factors[n - 1], HILMAP_PROJ))
    part = part_at(uses, part, frechet_at(uses->o, factors[--n]).n);
  if (!uses->known) return;
  if (n == 0)
    use_all(uses, part);
  else
    use_last(uses, factors[n - 1], part, depth - 1);
}

static bool shared(const Uses *uses, Part part, uint32_t depth) {
  if (depth == 0) return true;
  if (is_leaf(uses, part)) return uses->count[part.first] > 1 && !is_free(uses->o, part.h, NESTING);
  const HilMap m = frechet_at(uses->o, part.h);
  for (uint32_t x = 0; x < m.n; x++) {
    if (shared(uses, part_at(uses, part, x), depth - 1)) return true;
  }
  return false;
}

bool frechet_once(const Optimising *o, HilMapId f, HilMapId h) {
  Uses uses = {.o = o, .known = true};
  Part whole = {h, true, 0};
  if (leaves(o, h, true, NESTING) > LEAVES) return false;
  use(&uses, f, whole, NESTING);
  return uses.known && !shared(&uses, whole, NESTING);
}
