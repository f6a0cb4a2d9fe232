/* red_R* = red_(R^t), every relation between small index sets.
 *
 * V is R; both sides are linear, so that equality at the vectors of a basis is equality
 * at all.  What red_R and red_(R^t) are is read off the bits of R. */
#include "ad/frechet/frechet.h"
#include "verify/laws/frechet/equations.h"

#include "semantics/rings/rings.h"

#define ARENA_BYTES ((size_t)16 << 20)
#define MOST FR_MOST_RELATION

FrRelation frechet_relation(uint64_t k) {
  uint64_t all = 0;
  for (uint32_t sizes = 0; sizes < (MOST + 1) * (MOST + 1); sizes++)
    all += 1u << (sizes / (MOST + 1) * (sizes % (MOST + 1)));
  k %= all;
  for (uint32_t nx = 0; nx <= MOST; nx++) {
    for (uint32_t ny = 0; ny <= MOST; ny++) {
      if (k < 1u << (nx * ny)) return (FrRelation){nx, ny, (uint32_t)k};
      k -= 1u << (nx * ny);
    }
  }
  return (FrRelation){.nx = 0};
}

typedef struct Relations {
  Machine machine; /* over F_p: sums are of at most 4 ones */
  HilTerms terms;
  FrRelation r;
} Relations;

/* Whether column `from` of m is that of R, or of R^t. */
static Status column(Relations *at, HilMapId m, uint32_t from, bool turned, bool *equal) {
  Ring *ring = at->machine.ring;
  Scalar basis[MOST], entry[MOST];
  uint32_t rows = turned ? at->r.nx : at->r.ny, columns = turned ? at->r.ny : at->r.nx;
  for (uint32_t i = 0; i < columns; i++) basis[i] = ring_integer(ring, i == from);
  HilVector e = hil_reals(columns, basis), image;
  Status status = hil_apply(&at->machine, &at->terms, m, &e, &image);
  if (status == STATUS_OK)
    status = hil_write(&at->machine, &at->terms.spaces, hil_map(&at->terms, m)->cod, &image, entry);
  for (uint32_t i = 0; i < rows && status == STATUS_OK; i++) {
    uint32_t bit = turned ? i * at->r.ny + from : from * at->r.ny + i;
    *equal = *equal && entry[i].word == ring_integer(ring, at->r.bits >> bit & 1).word;
  }
  return status;
}

static Status check(Relations *at, HilIndex x, HilIndex y, bool *equal) {
  HilPair pairs[MOST * MOST];
  uint32_t count = 0, nx = at->r.nx, ny = at->r.ny;
  HilMapId adjoint;
  for (uint32_t i = 0; i < nx * ny; i++) {
    if ((at->r.bits >> i & 1) != 0) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  HilMapId red = hilmap_red(&at->terms, hil_space_real(&at->terms.spaces), x, y, count, pairs);
  Status status = hil_terms_status(&at->terms);
  if (status == STATUS_OK) status = frechet_adjoint(&at->terms, red, &adjoint);
  if (status == STATUS_OK) status = hil_map_check(&at->terms, adjoint);
  if (status != STATUS_OK) return status;
  *equal = hil_same(hil_map(&at->terms, adjoint)->dom, hil_map(&at->terms, red)->cod) &&
           hil_same(hil_map(&at->terms, adjoint)->cod, hil_map(&at->terms, red)->dom);
  for (uint32_t i = 0; i < nx && *equal && status == STATUS_OK; i++) status = column(at, red, i, false, equal);
  for (uint32_t i = 0; i < ny && *equal && status == STATUS_OK; i++) status = column(at, adjoint, i, true, equal);
  return status;
}

static Status check_sizes(Relations *at, uint32_t nx, uint32_t ny, FrRelations *out) {
  HilIndex x = hil_index_number(&at->terms.spaces, nx), y = hil_index_number(&at->terms.spaces, ny);
  HilSpace real = hil_space_real(&at->terms.spaces); /* so that spaces stand before the mark */
  (void)hil_space_power(&at->terms.spaces, x, real);
  (void)hil_space_power(&at->terms.spaces, y, real);
  HilTerms empty = at->terms;
  ArenaMark mark = arena_mark(at->machine.arena);
  for (uint32_t bits = 0; bits < 1u << (nx * ny); bits++) {
    bool equal = false;
    at->r = (FrRelation){nx, ny, bits};
    Status status = check(at, x, y, &equal);
    if (status == STATUS_LIMIT) return status;
    out->relations++;
    if ((status != STATUS_OK || !equal) && out->refuted++ == 0) out->first = at->r;
    arena_release(at->machine.arena, mark);
    at->terms = empty;
  }
  return hil_terms_status(&at->terms);
}

Status frechet_relations_check(Store *store, uint32_t most, FrRelations *out) {
  Arena arena;
  arena_init(&arena, ARENA_BYTES);
  Relations at = {.machine = machine_make(store, ring_field_new(), &arena)};
  *out = (FrRelations){.relations = 0};
  Status status = at.machine.ring == NULL || most > MOST ? STATUS_LIMIT : hil_terms_init(&at.terms, &arena);
  for (uint32_t nx = 0; nx <= most && status == STATUS_OK; nx++) {
    for (uint32_t ny = 0; ny <= most && status == STATUS_OK; ny++) status = check_sizes(&at, nx, ny, out);
  }
  if (at.machine.ring != NULL) ring_destroy(at.machine.ring);
  arena_free(&arena);
  return status;
}
