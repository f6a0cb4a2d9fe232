/* The optimiser: a term bottom up, each node once, through constructors that keep normal
 * forms. */
#include "ad/frechet/optimiser.h"

#include <string.h>

#define FUEL ((uint64_t)10000000)
#define DEPTH 4000u

const char *frechet_rule_name(FrechetRule rule) {
  static const char *const names[FRECHET_RULE_COUNT] = {
#define FRECHET_RULE(id, name, formula) [FRECHET_RULE_##id] = name,
#include "ad/frechet/optimise.def"
#undef FRECHET_RULE
  };
  return names[rule];
}

const char *frechet_rule_formula(FrechetRule rule) {
  static const char *const formulas[FRECHET_RULE_COUNT] = {
#define FRECHET_RULE(id, name, formula) [FRECHET_RULE_##id] = formula,
#include "ad/frechet/optimise.def"
#undef FRECHET_RULE
  };
  return formulas[rule];
}

FrechetRule frechet_rule_find(const char *name, size_t length) {
  int rule = 0;
  while (rule < FRECHET_RULE_COUNT) {
    const char *known = frechet_rule_name((FrechetRule)rule);
    if (strlen(known) == length && strncmp(known, name, length) == 0) break;
    rule++;
  }
  return (FrechetRule)rule;
}

HilMapId frechet_fail(Optimising *o, Status status) {
  if (o->status == STATUS_OK) o->status = status;
  return (HilMapId){0};
}

static bool failed(const Optimising *o) { return o->status != STATUS_OK || hil_terms_status(o->terms) != STATUS_OK; }

bool frechet_may(Optimising *o, FrechetRule rule) {
  if ((o->rules >> rule & 1) == 0 || failed(o)) return false;
  if (o->fuel == 0) {
    (void)frechet_fail(o, STATUS_LIMIT);
    return false;
  }
  o->fuel--;
  if (o->applied != NULL) o->applied[rule]++;
  return true;
}

bool frechet_enter(Optimising *o) {
  if (failed(o)) return false;
  if (o->depth == 0) {
    (void)frechet_fail(o, STATUS_LIMIT);
    return false;
  }
  o->depth--;
  return true;
}

bool frechet_is_parallel(HilMapKind kind) { return kind == HILMAP_PAR || kind == HILMAP_DELTA || kind == HILMAP_MAP; }

HilMapId frechet_member(const Optimising *o, const HilMap *m, uint32_t x) {
  return m->kind == HILMAP_MAP ? m->a : hil_map_member(o->terms, m, x);
}

HilMapId *frechet_members_new(Optimising *o, uint32_t n) {
  HilMapId *members = failed(o) ? NULL : arena_array(o->terms->arena, n, sizeof *members);
  if (members == NULL) (void)frechet_fail(o, STATUS_LIMIT);
  return members;
}

static bool has_members(HilMapKind kind) {
  return kind == HILMAP_PAR || kind == HILMAP_DELTA || kind == HILMAP_TUPLE || kind == HILMAP_COTUPLE;
}

bool frechet_same(const Optimising *o, HilMapId f, HilMapId g, uint32_t depth) {
  if (f.id == g.id) return true;
  if (depth == 0 || f.id == 0 || g.id == 0) return false;
  const HilMap a = frechet_at(o, f), b = frechet_at(o, g);
  if (a.kind != b.kind || !hil_same(a.dom, b.dom) || !hil_same(a.cod, b.cod)) return false;
  if (a.n != b.n || a.w != b.w || !hil_same(a.space, b.space)) return false;
  if (!frechet_same(o, a.a, b.a, depth - 1) || !frechet_same(o, a.b, b.b, depth - 1)) return false;
  for (uint32_t i = 0; a.kind == HILMAP_RED && i < a.n; i++) {
    if (a.pairs[i].x != b.pairs[i].x || a.pairs[i].y != b.pairs[i].y) return false;
  }
  for (uint32_t x = 0; has_members(a.kind) && x < a.n; x++) {
    if (!frechet_same(o, hil_map_member(o->terms, &a, x), hil_map_member(o->terms, &b, x), depth - 1)) return false;
  }
  return true;
}

/* -------------------------------------------------------------- bottom up -- */

static HilMapId rebuild_members(Optimising *o, const HilMap *m, const HilMapId *image) {
  HilMapId *members = frechet_members_new(o, m->n);
  if (members == NULL) return (HilMapId){0};
  for (uint32_t x = 0; x < m->n; x++) members[x] = image[hil_map_member(o->terms, m, x).id];
  if (m->kind == HILMAP_TUPLE) return frechet_tuple(o, m->dom, m->cod, members);
  if (m->kind == HILMAP_COTUPLE) return frechet_cotuple(o, m->dom, m->cod, members);
  return frechet_parallel(o, m->kind, m->dom, m->cod, members);
}

/* The node with optimised children. */
static HilMapId rebuild(Optimising *o, HilMapId id, const HilMapId *image) {
  const HilMap m = frechet_at(o, id);
  if (has_members(m.kind)) return rebuild_members(o, &m, image);
  if (m.kind == HILMAP_COMP) return frechet_compose(o, image[m.a.id], image[m.b.id]);
  if (m.kind == HILMAP_PLUS) return frechet_plus(o, image[m.a.id], image[m.b.id]);
  if (m.kind == HILMAP_MAP) return frechet_map(o, m.dom, image[m.a.id]);
  if (m.kind == HILMAP_RED) return frechet_red(o, id);
  if (m.kind == HILMAP_LEFT || m.kind == HILMAP_RIGHT) return frechet_section(o, id);
  return id;
}

static void mark_children(const HilTerms *terms, uint32_t i, HilMapId *image) {
  const HilMap *m = &terms->maps[i];
  image[m->a.id].id = image[m->b.id].id = 1;
  for (uint32_t x = 0; has_members(m->kind) && x < m->n; x++) image[hil_map_member(terms, m, x).id].id = 1;
}

/* Nodes below `m`, children first: the table holds them below their parents. */
static HilMapId bottom_up(Optimising *o, HilMapId m) {
  HilMapId *image = frechet_members_new(o, m.id + 1);
  if (image == NULL) return (HilMapId){0};
  memset(image, 0, ((size_t)m.id + 1) * sizeof *image);
  image[m.id].id = 1;
  for (uint32_t i = m.id; i > 0; i--) {
    if (image[i].id != 0) mark_children(o->terms, i, image);
  }
  image[0].id = 0;
  for (uint32_t i = 1; i <= m.id && !failed(o); i++) {
    if (image[i].id != 0) image[i] = rebuild(o, (HilMapId){i}, image);
  }
  return image[m.id];
}

Status frechet_optimise(Machine *machine, HilTerms *terms, FrechetRules rules, HilMapId m, HilMapId *out,
                        uint64_t *applied) {
  Optimising o = {
      .machine = *machine, .terms = terms, .rules = rules, .applied = applied, .fuel = FUEL, .depth = DEPTH};
  o.machine.arena = terms->arena;
  if (applied != NULL) memset(applied, 0, FRECHET_RULE_COUNT * sizeof *applied);
  if (m.id == 0) return STATUS_ILL_TYPED;
  *out = bottom_up(&o, m);
  machine->fuel = o.machine.fuel;
  return o.status != STATUS_OK ? o.status : hil_terms_status(terms);
}
