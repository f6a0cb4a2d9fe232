#include "verify/rewrite/rewrite.h"

#include "verify/rewrite/instances.h"

#include <stdlib.h>
#include <string.h>

const EquationInfo *equation_info(EquationId equation) {
  static const EquationInfo infos[EQUATION_COUNT] = {
#define EQUATION(id, law, figure, formula)                                                                             \
  [EQUATION_##id] = {law, figure, formula, EQUATION_##id >= EQUATION_LETV_BETA, figure[0] == 'C'},
#include "verify/rewrite/equations.def"
#undef EQUATION
  };
  return &infos[equation];
}

/* One way to use an equation at one position. */
typedef struct Place {
  uint32_t position;
  uint16_t equation, way;
} Place;

struct Rewriter {
  Store *store;
  Program program;
  bool target;
  Positions positions;
  Place *met; /* as the walk meets them: those of a position together, children first */
  uint32_t met_count, met_capacity;
  Place *places; /* by equation, then in preorder, then by way */
  uint32_t places_capacity;
  uint32_t first[EQUATION_COUNT + 1]; /* of each equation, into places */
};

/* The equations of Fig. 4 come first. */
#define SOURCE_EQUATIONS (EQUATION_BIT(EQUATION_LETV_BETA) - 1u)

/* The most places that are held. */
#define PLACES_MAX (2 * POSITIONS_MAX)

/* ----------------------------------------------------------- surveying -- */

static bool reserve(Place **places, uint32_t *capacity, uint32_t count) {
  uint32_t wanted = *capacity == 0 ? 1024 : *capacity;
  while (wanted < count) wanted *= 2;
  if (wanted == *capacity) return true;
  if (wanted > PLACES_MAX) return false;
  Place *grown = realloc(*places, wanted * sizeof *grown);
  if (grown == NULL) return false;
  *places = grown;
  *capacity = wanted;
  return true;
}

static Site site_make(Positions *positions, uint32_t position, TermId t, TypeId domain, const TypeId *kids) {
  return (Site){.store = positions->store,
                .t = t,
                .node = *term(positions->store, t),
                .type = positions->at[position].type,
                .domain = domain,
                .kids = kids,
                .context = positions->context,
                .length = positions->length};
}

/* Notes the places of one position: each equation is asked to pass by all. */
static bool survey(void *visitor, Positions *positions, uint32_t position, TermId t, TypeId domain,
                   const TypeId *kids) {
  Rewriter *r = visitor;
  Site site = site_make(positions, position, t, domain, kids);
  positions->at[position].note = r->met_count;
  EquationSet left = instance_equations(&site) & (r->target ? ~(EquationSet)0 : SOURCE_EQUATIONS);
  for (; left != 0; left &= left - 1) {
    uint32_t e = (uint32_t)__builtin_ctzll(left); /* the lowest bit */
    site.place = UINT32_MAX;
    (void)instance_at(&site, (EquationId)e);
    uint32_t ways = UINT32_MAX - site.place;
    if (!reserve(&r->met, &r->met_capacity, r->met_count + ways)) return false;
    for (uint32_t w = 0; w < ways; w++) r->met[r->met_count++] = (Place){position, (uint16_t)e, (uint16_t)w};
    r->first[e + 1] += ways;
  }
  return true;
}

/* Brings the places met into the order of `places`. */
static bool sort_places(Rewriter *r) {
  uint32_t next[EQUATION_COUNT];
  if (!reserve(&r->places, &r->places_capacity, r->met_count)) return false;
  for (uint32_t e = 0; e < EQUATION_COUNT; e++) {
    next[e] = r->first[e];
    r->first[e + 1] += r->first[e];
  }
  for (uint32_t position = 0; position < r->positions.count; position++) {
    for (uint32_t m = r->positions.at[position].note; m < r->met_count && r->met[m].position == position; m++) {
      r->places[next[r->met[m].equation]++] = r->met[m];
    }
  }
  return true;
}

Rewriter *rewriter_new(void) {
  Rewriter *r = calloc(1, sizeof *r);
  if (r != NULL) r->positions = positions_make(survey, r);
  return r;
}

void rewriter_free(Rewriter *r) {
  if (r == NULL) return;
  positions_free(&r->positions);
  free(r->met);
  free(r->places);
  free(r);
}

Status rewriter_open(Rewriter *r, Store *store, const Program *program, bool target) {
  r->store = store;
  r->program = *program;
  r->target = target;
  r->met_count = 0;
  memset(r->first, 0, sizeof r->first);
  Status status = positions_type(&r->positions, store, program, target);
  if (status == STATUS_OK && !sort_places(r)) status = STATUS_LIMIT;
  if (status != STATUS_OK) memset(r->first, 0, sizeof r->first);
  return status;
}

uint32_t rewriter_places(const Rewriter *r, EquationId equation) { return r->first[equation + 1] - r->first[equation]; }

/* ----------------------------------------------------------- rewriting -- */

/* The types of the children of the node at `here`. */
static void kid_types(const Rewriter *r, const Term *node, uint32_t here, TypeId *types) {
  const unsigned char *order = positions_order(node->kind);
  uint32_t position = here + 1;
  for (int i = 0; i < TERM_KIDS; i++) {
    types[order[i]] = (TypeId){0};
    if (node->kid[order[i]].id == 0) continue;
    types[order[i]] = r->positions.at[position].type;
    position = r->positions.at[position].end;
  }
}

/* The subterm t, which stands at `here` and holds the place, rewritten there.
 * The survey has bounded the depth. */
static TermId rewrite_in(Rewriter *r, TermId t, uint32_t here, TypeId domain, const Place *place) {
  TypeId types[TERM_KIDS];
  Term node = *term(r->store, t);
  kid_types(r, &node, here, types);
  if (here == place->position) {
    Site site = site_make(&r->positions, here, t, domain, types);
    site.place = place->way;
    return instance_at(&site, (EquationId)place->equation);
  }
  const unsigned char *order = positions_order(node.kind);
  uint32_t position = here + 1;
  int i = 0, kid = order[0];
  for (; node.kid[kid].id == 0 || r->positions.at[position].end <= place->position; kid = order[++i]) {
    if (node.kid[kid].id != 0) position = r->positions.at[position].end;
  }
  Entry entry = positions_enter(&r->positions, &node, domain, kid, types);
  if (!positions_push(&r->positions, &entry)) return TERM_NONE_ID; /* there was room in the survey */
  TermId image = rewrite_in(r, node.kid[kid], position, entry.domain, place);
  positions_pop(&r->positions, &entry);
  if (image.id == 0) return image;
  node.kid[kid] = image;
  return term_make(r->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
}

Status rewriter_at(Rewriter *r, EquationId equation, uint32_t place, TermId *result) {
  *result = TERM_NONE_ID;
  if (place >= rewriter_places(r, equation)) return STATUS_OK;
  uint32_t mark = store_mark(r->store);
  *result = rewrite_in(r, r->program.term, 0, (TypeId){0}, &r->places[r->first[equation] + place]);
  Status status = store_take_status(r->store);
  if (status == STATUS_OK) return status;
  *result = TERM_NONE_ID;
  store_release(r->store, mark);
  return status;
}

/* ------------------------------------------------------------ exposing -- */

#define EXPOSE_SIZE 2000u

/* One beta step at the first redex, a let only if there is no other. */
static Status reduce(Rewriter *r, TermId *result) {
  static const EquationId betas[] = {EQUATION_FST_BETA,     EQUATION_SND_BETA,  EQUATION_FUN_BETA, EQUATION_LETV_BETA,
                                     EQUATION_COPOWER_BETA, EQUATION_LFUN_BETA, EQUATION_CASE_BETA};
  EquationId first = EQUATION_LET_BETA;
  uint32_t position = UINT32_MAX;
  for (size_t i = 0; i < sizeof betas / sizeof *betas; i++) {
    const Place *place = &r->places[r->first[betas[i]]];
    if (rewriter_places(r, betas[i]) == 0 || place->position >= position) continue;
    first = betas[i];
    position = place->position;
  }
  return rewriter_at(r, first, 0, result);
}

static Status expose(Rewriter *r, Store *store, const Program *program, bool target, EquationId equation,
                     uint32_t steps, TermId *result) {
  Program reached = *program;
  for (uint32_t step = 0;; step++) {
    Status status = rewriter_open(r, store, &reached, target);
    if (status != STATUS_OK) return status;
    bool found = rewriter_places(r, equation) > 0;
    if (found) *result = reached.term;
    if (found || step == steps || term_size(store, reached.term) > EXPOSE_SIZE) return STATUS_OK;
    TermId next;
    status = reduce(r, &next);
    if (status != STATUS_OK || next.id == 0) return status;
    reached.term = next;
  }
}

Status rewrite_expose(Store *store, const Program *program, bool target, EquationId equation, uint32_t steps,
                      TermId *result) {
  Rewriter *r = rewriter_new();
  *result = TERM_NONE_ID;
  Status status = r == NULL ? STATUS_LIMIT : expose(r, store, program, target, equation, steps, result);
  rewriter_free(r);
  return status;
}
