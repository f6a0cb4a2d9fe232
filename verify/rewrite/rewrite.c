#include "verify/rewrite/rewrite.h"

#include "verify/rewrite/instances.h"

const EquationInfo *equation_info(EquationId equation) {
  static const EquationInfo infos[EQUATION_COUNT] = {
#define EQUATION(id, law, figure, formula)                                                                             \
  [EQUATION_##id] = {law, figure, formula, EQUATION_##id >= EQUATION_LETV_BETA},
#include "verify/rewrite/equations.def"
#undef EQUATION
  };
  return &infos[equation];
}

typedef uint32_t EquationSet; /* bit e: equation e */
_Static_assert(EQUATION_COUNT <= 32, "an EquationSet holds every equation");
#define ONLY(equation) ((EquationSet)1 << (equation))

/* A walk over the program in the order of its positions, for a place of any of
 * the equations (of one position, in the order of their table). */
typedef struct Rewriting {
  Store *store;
  Positions positions;
  EquationSet equations;
  uint32_t place; /* places still to be passed by */
  uint32_t next;  /* the position that the walk meets next */
  bool found;
} Rewriting;

/* The types of the children of the node at `here`. */
static void kid_types(const Rewriting *r, const Term *node, uint32_t here, TypeId *types) {
  const unsigned char *order = positions_order(node->kind);
  uint32_t position = here + 1;
  for (int i = 0; i < TERM_KIDS; i++) {
    types[order[i]] = (TypeId){0};
    if (node->kid[order[i]].id == 0) continue;
    types[order[i]] = r->positions.at[position].type;
    position = r->positions.at[position].end;
  }
}

static TermId rewrite_kids(Rewriting *r, Term node, TypeId domain, const TypeId *types);

/* The subterm t rewritten if the place sought is in it, otherwise t itself.
 * positions_init has bounded the depth, the size and the kinds met here. */
static TermId rewrite_in(Rewriting *r, TermId t, TypeId domain) {
  uint32_t here = r->next++;
  TypeId types[TERM_KIDS];
  Site site = {.store = r->store, .t = t, .node = *term(r->store, t), .domain = domain, .kids = types};
  kid_types(r, &site.node, here, types);
  site.type = r->positions.at[here].type;
  site.context = r->positions.context;
  site.length = r->positions.length;
  site.place = r->place;
  TermId image = TERM_NONE_ID;
  EquationSet left = r->equations;
  for (uint32_t e = 0; left != 0 && !site.found; e++, left >>= 1) {
    if ((left & 1) != 0) image = instance_at(&site, (EquationId)e);
  }
  r->place = site.place;
  r->found = site.found;
  if (r->found) return image;
  TermId result = rewrite_kids(r, site.node, domain, types);
  return r->found ? result : t;
}

static TermId rewrite_kids(Rewriting *r, Term node, TypeId domain, const TypeId *types) {
  const unsigned char *order = positions_order(node.kind);
  for (int i = 0; i < TERM_KIDS; i++) {
    int kid = order[i];
    if (node.kid[kid].id == 0) continue;
    Entry entry = positions_enter(&r->positions, &node, domain, kid, types);
    if (!positions_push(&r->positions, &entry)) return TERM_NONE_ID; /* there was room in the first pass */
    TermId image = rewrite_in(r, node.kid[kid], entry.domain);
    positions_pop(&r->positions, &entry);
    if (!r->found) continue;
    if (image.id == 0) return image;
    node.kid[kid] = image;
    return term_make(r->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
  }
  return TERM_NONE_ID;
}

/* Seeks the place; `passed` counts the places passed by.  *result may be the
 * program's own term: it is written last. */
static Status seek(Store *store, const Program *program, bool target, EquationSet equations, uint32_t place,
                   TermId *result, uint32_t *passed) {
  Rewriting r = {.store = store, .equations = equations, .place = place};
  TermId image = TERM_NONE_ID;
  uint32_t mark = store_mark(store);
  Status status = positions_init(&r.positions, store, program, target);
  if (status == STATUS_OK) image = rewrite_in(&r, program->term, (TypeId){0});
  positions_free(&r.positions);
  if (r.found) status = store_take_status(store);
  if (!r.found || status != STATUS_OK) {
    image = TERM_NONE_ID;
    store_release(store, mark);
  }
  *passed = place - r.place;
  *result = image;
  return status;
}

/* Whether the equation is one of the language. */
static bool is_of(EquationId equation, bool target) { return target || !equation_info(equation)->target; }

Status rewrite_at(Store *store, const Program *program, bool target, EquationId equation, uint32_t place,
                  TermId *result) {
  uint32_t passed;
  return seek(store, program, target, is_of(equation, target) ? ONLY(equation) : 0, place, result, &passed);
}

Status rewrite_places(Store *store, const Program *program, bool target, EquationId equation, uint32_t *count) {
  TermId result;
  return seek(store, program, target, is_of(equation, target) ? ONLY(equation) : 0, UINT32_MAX, &result, count);
}

/* ------------------------------------------------------------ exposing -- */

#define EXPOSE_SIZE 2000u

/* One beta step at the first redex, a let only if there is no other. */
static Status reduce(Store *store, const Program *program, bool target, TermId *result) {
  const EquationSet source = ONLY(EQUATION_FST_BETA) | ONLY(EQUATION_SND_BETA) | ONLY(EQUATION_FUN_BETA);
  const EquationSet linear = ONLY(EQUATION_LETV_BETA) | ONLY(EQUATION_COPOWER_BETA) | ONLY(EQUATION_LFUN_BETA);
  uint32_t passed;
  Status status = seek(store, program, target, target ? source | linear : source, 0, result, &passed);
  if (status != STATUS_OK || result->id != 0) return status;
  return rewrite_at(store, program, target, EQUATION_LET_BETA, 0, result);
}

Status rewrite_expose(Store *store, const Program *program, bool target, EquationId equation, uint32_t steps,
                      TermId *result) {
  Program reached = *program;
  *result = TERM_NONE_ID;
  for (uint32_t step = 0;; step++) {
    uint32_t count;
    Status status = rewrite_places(store, &reached, target, equation, &count);
    if (status != STATUS_OK) return status;
    if (count > 0) *result = reached.term;
    if (count > 0 || step == steps || term_size(store, reached.term) > EXPOSE_SIZE) return STATUS_OK;
    TermId next;
    status = reduce(store, &reached, target, &next);
    if (status != STATUS_OK || next.id == 0) return status;
    reached.term = next;
  }
}
