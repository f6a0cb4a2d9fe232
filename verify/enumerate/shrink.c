/* The shrinker's loop, and what makes it end: the measure. */
#include "verify/enumerate/shrinker.h"

#include "semantics/source/typing.h"

#include <stdlib.h>

/* ------------------------------------------------------------- measure -- */

#define TYPE_FUEL 4096u
#define FIRST_BOUND 256u

/* Nodes and lengths of a type; a type of more than TYPE_FUEL nodes is as large
 * as that. */
static uint64_t type_weight(const TypeTable *types, TypeId type, uint32_t *fuel) {
  if (type.id == 0 || *fuel == 0) return 0;
  (*fuel)--;
  const TypeNode *node = type_node(types, type);
  return 1 + node->n + type_weight(types, node->a, fuel) + type_weight(types, node->b, fuel);
}

static uint64_t weight_of_type(const Store *store, TypeId type) {
  uint32_t fuel = TYPE_FUEL;
  return type_weight(&store->types, type, &fuel);
}

/* 0, 1 and 2 are the simplest; then by digits, before the point: an edit that leaves the fraction out halves the
 * numerator.  A vector is worse than a scalar. */
static uint64_t weight_of_constant(const Constant *c) {
  uint64_t weight = c->length > 1 ? c->length : 0;
  for (uint32_t i = 0; i < c->length; i++) {
    mpz_srcptr numerator = mpq_numref(c->exact[i]), denominator = mpq_denref(c->exact[i]);
    bool simple = mpz_sgn(numerator) >= 0 && mpz_cmp_ui(numerator, 2) <= 0 && mpz_cmp_ui(denominator, 1) == 0;
    weight += simple ? mpz_get_ui(numerator) : 2 * mpz_sizeinbase(numerator, 2) + 2 + (mpz_sgn(numerator) < 0);
  }
  return weight;
}

static uint64_t weight_of_int(int64_t n) {
  uint64_t magnitude = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n, bits = 0;
  if (n >= 0 && n <= 2) return magnitude;
  for (; magnitude != 0; magnitude >>= 1) bits++;
  return 2 * bits + 2 + (n < 0);
}

static void measure_op(const Store *store, const OpNode *op, Measure *m) {
  m->part[2] += op->n + (uint64_t)op->m;
  if (op->constant.id != 0) m->part[3] += weight_of_constant(constant_get(&store->constants, op->constant));
  m->part[3] += weight_of_int(op->integer);
  m->part[4] += (uint64_t)op->code;
}

/* In a scope of so many identifiers.  At most `depth` deep; a term that is deeper
 * is refused by shrink_take_apart. */
static void measure_term(const Store *store, TermId t, uint32_t scope, uint32_t depth, Measure *m) {
  if (t.id == 0 || depth == 0) return;
  const Term *node = term(store, t);
  m->part[0]++;
  if (node->kind == TERM_OP) measure_op(store, op_node(&store->ops, term_op_payload(node)), m);
  if (node->kind == TERM_BUILD) m->part[2] += node->payload;
  if (node->kind == TERM_LAM) m->part[2] += weight_of_type(store, term_type_payload(node));
  if (node->kind == TERM_VAR) m->part[5] += scope - 1 - node->payload;
  const char *binders = term_info(node->kind)->binders;
  for (int i = 0; i < TERM_KIDS; i++) {
    measure_term(store, node->kid[i], scope + (uint32_t)(binders[i] - '0'), depth - 1, m);
  }
}

static Measure shrink_measure(const Store *store, TermId t, const TypeId *context, uint32_t length) {
  Measure m = {{0, length, 0, 0, 0, 0}};
  measure_term(store, t, length, SHRINK_MAX_SITES, &m);
  for (uint32_t i = 0; i < length; i++) m.part[2] += weight_of_type(store, context[i]);
  return m;
}

static bool is_smaller(const Measure *a, const Measure *b) {
  int i = 0;
  while (i < MEASURE_PARTS && a->part[i] == b->part[i]) i++;
  return i < MEASURE_PARTS && a->part[i] < b->part[i];
}

/* --------------------------------------------------------------- sites -- */

/* Adds the types of the identifiers bound around a site: those around its
 * parent, then those that the parent binds. */
static bool add_bound(Shrinker *s, const Site *parent, TypeId *types, uint32_t count, Site *site) {
  uint32_t inherited = parent == NULL ? 0 : parent->bound;
  if (s->bound_count + inherited + count > s->bound_capacity) {
    uint32_t capacity = 2 * (s->bound_count + inherited + count) + 64;
    TypeId *bound = capacity > ((uint32_t)1 << 26) ? NULL : realloc(s->bound, capacity * sizeof *bound);
    if (bound == NULL) return false;
    s->bound = bound;
    s->bound_capacity = capacity;
  }
  site->first = s->bound_count;
  site->bound = inherited + count;
  for (uint32_t i = 0; i < inherited; i++) s->bound[s->bound_count++] = s->bound[parent->first + i];
  for (uint32_t i = 0; i < count; i++) s->bound[s->bound_count++] = types[i];
  return true;
}

/* The types that the term binds in its kid, the sites of earlier kids being known. */
static uint32_t binder_types(Shrinker *s, uint32_t site, uint32_t kid, TypeId *out) {
  const Term *node = term(s->store, s->sites[site].t);
  uint32_t count = (uint32_t)(term_info(node->kind)->binders[kid] - '0');
  uint32_t before = site + 1; /* the site of kid i */
  for (uint32_t i = 0; i < count; i++) {
    if (node->kind == TERM_LAM) out[i] = term_type_payload(node);
    if (node->kind == TERM_LET) out[i] = s->sites[before].type;
    if (node->kind == TERM_BUILD || node->kind == TERM_VBUILD) out[i] = type_int(&s->store->types);
    if (node->kind == TERM_FILTER || node->kind == TERM_MAP || node->kind == TERM_ZIPWITH) {
      out[i] = type_element(&s->store->types, s->sites[before].type);
      before = s->sites[before].end;
    }
    if (node->kind == TERM_MATCH) {
      const TypeNode *sum = type_node(&s->store->types, s->sites[before].type);
      out[i] = kid == 1 ? sum->a : sum->b;
    }
    if (node->kind == TERM_ITERATE) out[i] = s->sites[s->sites[before].end].type;
    if (node->kind == TERM_WHILE) out[i] = s->sites[before].type;
    if (node->kind == TERM_FOLD || node->kind == TERM_SCAN) {
      out[i] = i == 0 ? s->sites[before].type : type_element(&s->store->types, s->sites[before].type);
      before = s->sites[before].end;
    }
    if (node->kind == TERM_LETREC) {
      out[i] = i == 0 ? term_type_payload(node) : type_node(&s->store->types, term_type_payload(node))->a;
    }
  }
  return count;
}

static bool take_apart_at(Shrinker *s, TermId t, uint32_t parent, uint32_t kid, bool root) {
  if (s->site_count == SHRINK_MAX_SITES) return false;
  uint32_t here = s->site_count++;
  Site site = {.t = t, .parent = parent, .kid = kid};
  TypeId types[2] = {{0}, {0}};
  uint32_t count = root ? 0 : binder_types(s, parent, kid, types);
  if (!add_bound(s, root ? NULL : &s->sites[parent], types, count, &site)) return false;
  shrink_copy(s->scope, s->context, s->length);
  shrink_copy(s->scope + s->length, s->bound + site.first, site.bound);
  if (source_infer(s->store, s->scope, s->length + site.bound, t, &site.type) != STATUS_OK) return false;
  s->sites[here] = site;
  const Term node = *term(s->store, t);
  for (uint32_t i = 0; i < TERM_KIDS && node.kid[i].id != 0; i++) {
    if (!take_apart_at(s, node.kid[i], here, i, false)) return false;
  }
  s->sites[here].end = s->site_count;
  return true;
}

/* Takes the current program apart; false, with the status set, at a limit. */
static bool shrink_take_apart(Shrinker *s) {
  s->site_count = 0;
  s->bound_count = 0;
  if (s->length < SHRINK_MAX_SITES && take_apart_at(s, s->term, 0, 0, true)) return true;
  s->status = STATUS_LIMIT;
  s->site_count = 0;
  return false;
}

/* ---------------------------------------------------------- candidates -- */

TermId shrink_replace(Shrinker *s, uint32_t site, TermId t) {
  while (site != 0 && t.id != 0) {
    const Site *at = &s->sites[site];
    Term node = *term(s->store, s->sites[at->parent].t);
    node.kid[at->kid] = t;
    t = term_make(s->store, node.kind, node.payload, node.name, node.kid[0], node.kid[1], node.kid[2], node.kid[3]);
    site = at->parent;
  }
  return t;
}

bool shrink_attempt(Shrinker *s, uint32_t mark, TermId t, const TypeId *context, uint32_t length) {
  TypeId type = {0};
  bool made = store_take_status(s->store) == STATUS_OK && t.id != 0 && length <= s->room && s->status == STATUS_OK;
  Measure measure = s->measure;
  if (made) measure = shrink_measure(s->store, t, context, length);
  bool worth =
      made && is_smaller(&measure, &s->measure) && source_infer(s->store, context, length, t, &type) == STATUS_OK;
  if (worth && s->tried >= s->budget) {
    s->exhausted = true;
    worth = false;
  }
  if (worth) {
    Program candidate = {t, context, length, type};
    s->tried++;
    worth = s->test(s->state, &candidate);
  }
  if (!worth) {
    store_release(s->store, mark);
    return false;
  }
  shrink_copy(s->context, context, length);
  s->length = length;
  s->term = t;
  s->type = type;
  s->measure = measure;
  return shrink_take_apart(s);
}

/* ---------------------------------------------------------------- loop -- */

/* One round of all edits, largest first; an edit that was taken is tried again
 * at the same site. */
static bool shrink_round(Shrinker *s) {
  bool progress = false;
  for (uint32_t i = 1; i < s->site_count && !s->exhausted;) {
    bool taken = shrink_hoist(s, i);
    progress = progress || taken;
    i = taken ? 1 : i + 1;
  }
  for (uint32_t i = 0; i < s->site_count && !s->exhausted;) {
    bool taken = shrink_at_site(s, i);
    progress = progress || taken;
    if (!taken) i++;
  }
  while (!s->exhausted && shrink_context(s)) progress = true;
  while (!s->exhausted && shrink_lengths(s)) progress = true;
  for (uint32_t i = 0; i < s->site_count && !s->exhausted;) {
    bool taken = shrink_head(s, i);
    progress = progress || taken;
    if (!taken) i++;
  }
  return progress;
}

Status shrink_program(Store *store, const Program *failing, ShrinkTest test, void *state, uint64_t budget,
                      TypeId *contexts, ShrinkResult *result) {
  Shrinker s = {.store = store, .test = test, .state = state, .budget = budget};
  s.term = failing->term;
  s.type = failing->type;
  s.context = contexts;
  s.length = s.room = failing->length;
  shrink_copy(contexts, failing->context, failing->length);
  s.sites = calloc(SHRINK_MAX_SITES, sizeof *s.sites);
  s.bound_capacity = FIRST_BOUND;
  s.bound = calloc(FIRST_BOUND, sizeof *s.bound);
  s.scope = calloc(SHRINK_SCOPE, sizeof *s.scope);
  s.image = calloc(SHRINK_MAX_SITES, sizeof *s.image);
  if (s.sites == NULL || s.bound == NULL || s.scope == NULL || s.image == NULL || failing->length >= SHRINK_MAX_SITES) {
    s.status = STATUS_LIMIT;
  } else if (source_infer(store, contexts, s.length, s.term, &s.type) != STATUS_OK) {
    s.status = STATUS_ILL_TYPED;
  } else if (shrink_take_apart(&s)) {
    s.measure = shrink_measure(store, s.term, contexts, s.length);
    while (shrink_round(&s) && !s.exhausted && s.status == STATUS_OK) {
    }
  }
  free(s.sites);
  free(s.bound);
  free(s.scope);
  free(s.image);
  *result = (ShrinkResult){{s.term, contexts, s.length, s.type}, s.tried, s.exhausted};
  return s.status;
}
