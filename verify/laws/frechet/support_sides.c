/* FR-RED by a rule between index sets of which some are the naturals: which pairs there are, what is refused and what
 * red_R and its adjoint do with functions with finite support, read off the rule at all values of its variables. */
#include "verify/laws/frechet/sides.h"

#define TRIES 24u
#define MOST 9u    /* elements of a side within its bounds */
#define VALUES 12u /* of a variable: from here on each place in which it stands is beyond 3 */

typedef struct Ruled {
  HilIndex set[2][2]; /* by side and place */
  HilIndex side[2];
  HilRule rule;
  bool pair[MOST][MOST];
  uint32_t pairs;
  bool endless, dropped;
} Ruled;

static HilSpaces *spaces_of(FrSides *s) { return &sides_terms(s)->spaces; }

/* A sum of up to two variables, times at most 2 each. */
static HilSum draw_sum(Draw *d, uint32_t variables) {
  HilSum out = {.constant = (int64_t)draw_choice(d, 4) - 1};
  for (uint32_t v = 0; v < variables; v++) out.times[v] = draw_choice(d, 4) % 3;
  return out;
}

static void draw_rule(FrSides *s, Ruled *out) {
  Draw *d = &s->draw;
  *out = (Ruled){.rule = {.variables = draw_choice(d, 3)}};
  for (int side = 0; side < 2; side++) {
    uint32_t places = out->rule.places[side] = 1 + draw_choice(d, 3) / 2;
    for (uint32_t i = 0; i < places; i++) {
      uint32_t size = 1 + draw_choice(d, 3);
      out->set[side][i] =
          draw_choice(d, 4) == 0 ? hil_index_number(spaces_of(s), size) : hil_index_naturals(spaces_of(s), size);
      out->rule.sums[side][i] = draw_sum(d, out->rule.variables);
    }
    out->side[side] =
        places == 1 ? out->set[side][0] : hil_index_times(spaces_of(s), out->set[side][0], out->set[side][1]);
  }
}

/* Whether nothing keeps the variable from growing where that side is given. */
static bool grows(FrSides *s, const Ruled *r, uint32_t variable, uint32_t given) {
  for (uint32_t side = 0; side < 2; side++)
    for (uint32_t i = 0; i < r->rule.places[side]; i++) {
      bool bounds = side == given || !hil_index(spaces_of(s), r->set[side][i])->endless;
      if (bounds && r->rule.sums[side][i].times[variable] != 0) return false;
    }
  return true;
}

/* Of a side at (i, j): whether it is in the index set; where, MOST if it is beyond a bound. */
static bool stands(FrSides *s, const Ruled *r, uint32_t side, uint32_t i, uint32_t j, uint32_t *where) {
  *where = 0;
  for (uint32_t k = 0; k < r->rule.places[side]; k++) {
    const HilIndexNode *set = hil_index(spaces_of(s), r->set[side][k]);
    const HilSum *sum = &r->rule.sums[side][k];
    int64_t n = sum->constant + (int64_t)(sum->times[0] * i) + (int64_t)(sum->times[1] * j);
    if (n < 1 || (n > set->size && !set->endless)) return false;
    *where = n > set->size || *where == MOST ? MOST : *where * set->size + (uint32_t)n - 1;
  }
  return true;
}

static void read_off(FrSides *s, Ruled *r) {
  uint32_t x, y, variables = r->rule.variables;
  for (uint32_t v = 0; v < variables; v++) r->endless = r->endless || grows(s, r, v, 0) || grows(s, r, v, 1);
  for (uint32_t i = 1; i <= (variables > 0 ? VALUES : 1); i++) {
    for (uint32_t j = 1; j <= (variables > 1 ? VALUES : 1); j++) {
      if (!stands(s, r, 0, i, j, &x) || !stands(s, r, 1, i, j, &y) || x == MOST) continue;
      r->dropped = r->dropped || y == MOST;
      if (y != MOST && !r->pair[x][y]) r->pairs++;
      if (y != MOST) r->pair[x][y] = true;
    }
  }
}

/* Both directions at arguments with all coordinates. */
static Status compare(FrSides *s, const Ruled *r, const HilRelation *relation) {
  Ring *ring = s->draw.machine.ring;
  HilSpace real = hil_space_real(spaces_of(s));
  uint32_t nx = hil_index(spaces_of(s), r->side[0])->size, ny = hil_index(spaces_of(s), r->side[1])->size;
  Scalar to[MOST], from[MOST], *found, *back;
  FrArgument v, w;
  HilMapId adjoint;
  for (uint32_t i = 0; i < MOST; i++) to[i] = from[i] = ring_integer(ring, 0);
  TRY(sides_argument(s, hil_space_power(spaces_of(s), r->side[0], real), &v));
  TRY(sides_argument(s, hil_space_power(spaces_of(s), r->side[1], real), &w));
  for (uint32_t i = 0; i < nx * ny; i++) {
    uint32_t x = i / ny, y = i % ny;
    if (!r->pair[x][y]) continue;
    to[y] = ring_add(ring, to[y], v.flat[x]);
    from[x] = ring_add(ring, from[x], w.flat[y]);
  }
  s->map = hilmap_red(sides_terms(s), real, r->side[0], r->side[1], relation->count, relation->pairs);
  TRY(hil_terms_status(sides_terms(s)));
  TRY(hil_map_check(sides_terms(s), s->map));
  TRY(sides_apply(s, s->map, &v.vector, &found));
  TRY(sides_adjoint(s, s->map, &adjoint));
  TRY(sides_apply(s, adjoint, &w.vector, &back));
  TRY(sides_compare(s, ny, to, found));
  return sides_compare(s, nx, from, back);
}

/* Rules until one has pairs, each of them judged. */
Status frechet_ruled_relation(FrSides *s) {
  for (uint32_t k = 0; k < TRIES; k++) {
    Ruled r;
    HilRelation relation = {.count = 0};
    draw_rule(s, &r);
    TRY(hil_terms_status(sides_terms(s)));
    read_off(s, &r);
    Status status = hil_relation(sides_terms(s), r.side[0], r.side[1], &r.rule, &relation);
    TRY(hil_terms_status(sides_terms(s)));
    Status expected = r.endless ? STATUS_UNABLE : r.dropped ? STATUS_LIMIT : STATUS_OK;
    if (status != expected || (status == STATUS_LIMIT && !relation.dropped)) s->outcome = FR_DIFFERENT;
    if (s->outcome == FR_DIFFERENT) return STATUS_OK;
    if (status == STATUS_OK && r.pairs != 0) return compare(s, &r, &relation);
  }
  return STATUS_OK;
}
