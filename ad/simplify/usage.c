/* How often a bound term is evaluated: the side conditions of inlining. */
#include "ad/simplify/rewriter.h"
#include "semantics/tables/cases.h"

/* Whether the child is evaluated any number of times for one of its parent. */
static bool usage_repeats(TermKind kind, int kid) {
  switch (kind) {
  case TERM_LAM:
  case TERM_LLAM:
  case TERM_BUILD: return kid == 0;
  case TERM_MAP:
  case TERM_CASE: return kid == 1;
  case TERM_VBUILD:
  case TERM_FILTER: return kid == 1;
  case TERM_LETREC: return kid == 0;
  case TERM_BIGSUM: return kid == 1;
  case TERM_WHILE: return kid == 1 || kid == 2;
  case TERM_ITERATE:
  case TERM_FOLD:
  case TERM_SCAN:
  case TERM_LITER:
  case TERM_ZIPWITH: return kid == 2;
  case TERM_DMAP:
  case TERM_DMAPT: return kid == 1 || kid == 2;
  case TERM_ANY_UNBINDING:
  case TERM_LET:
  case TERM_MATCH: return false;
  }
  return false;
}

bool usage_is_cheap(const Store *store, TermId t) {
  const Term *node = term(store, t);
  while (node->kind == TERM_FST || node->kind == TERM_SND) node = term(store, node->kid[0]);
  if (node->kind == TERM_OP) return op_node(&store->ops, term_op_payload(node))->arity == 0;
  return node->kind == TERM_VAR || node->kind == TERM_LVAR || node->kind == TERM_UNIT || node->kind == TERM_ZERO;
}

static bool is_value(const Store *store, TermId t, uint32_t depth) {
  if (depth == 0) return false;
  const Term *node = term(store, t);
  if (node->kind == TERM_LAM || node->kind == TERM_LLAM) return true;
  if (node->kind == TERM_PAIR) {
    return is_value(store, node->kid[0], depth - 1) && is_value(store, node->kid[1], depth - 1);
  }
  return usage_is_cheap(store, t);
}

bool usage_is_value(const Store *store, TermId t) { return is_value(store, t, SIMPLIFY_DEPTH); }

/* A term too deep to be looked at counts as using everything, repeatedly. */
static const Usage any_usage = {USAGE_MOST, true};

/* Counts a node looked at; false when no more may be. */
static bool look(Simplifier *s, uint32_t depth) {
  if (s->looks == 0 && s->status == STATUS_OK) s->status = STATUS_LIMIT;
  if (depth == 0 || s->looks == 0) return false;
  s->looks--;
  return true;
}

static void usage_at(Simplifier *s, TermId t, uint32_t index, bool repeated, uint32_t depth, Usage *usage) {
  if (t.id == 0 || usage->count >= USAGE_MOST) return;
  if (!look(s, depth)) {
    *usage = any_usage;
    return;
  }
  const Term *node = term(s->store, t);
  if (node->kind == TERM_VAR) {
    if (node->payload != index) return;
    usage->count++;
    usage->repeated = usage->repeated || repeated;
    return;
  }
  const char *binders = term_info(node->kind)->binders;
  for (int i = 0; i < TERM_KIDS; i++) {
    bool again = repeated || usage_repeats(node->kind, i);
    usage_at(s, node->kid[i], index + (uint32_t)(binders[i] - '0'), again, depth - 1, usage);
  }
}

Usage usage_of(Simplifier *s, TermId t, uint32_t index) {
  Usage usage = {0, false};
  usage_at(s, t, index, false, SIMPLIFY_DEPTH, &usage);
  return usage;
}

/* ------------------------------------------------- the linear identifier -- */

/* A chain of projections from a pair tree: bit k of `bits` is 1 where the k-th
 * projection, counted from the root, is snd. */
#define MAX_PATH 32u
typedef struct Path {
  uint32_t bits, length;
} Path;

static Path path_extend(Path path, bool second) {
  if (path.length >= MAX_PATH) return path;
  return (Path){path.bits | (uint32_t)second << path.length, path.length + 1};
}

/* Whether the parts at the two paths have something in common. */
static bool path_overlaps(Path a, Path b) {
  uint32_t common = a.length < b.length ? a.length : b.length;
  uint32_t mask = common >= MAX_PATH ? UINT32_MAX : ((uint32_t)1 << common) - 1;
  return (a.bits & mask) == (b.bits & mask);
}

static bool is_projection(const Term *t) { return t->kind == TERM_FST || t->kind == TERM_SND; }

/* The projections applied to v in t = p1 (p2 (... v)), innermost first; false if
 * t has another form. */
static bool path_of(const Store *store, TermId t, Path *path, uint32_t depth) {
  const Term *node = term(store, t);
  if (node->kind == TERM_LVAR) {
    *path = (Path){0, 0};
    return true;
  }
  if (depth == 0 || !is_projection(node) || !path_of(store, node->kid[0], path, depth - 1)) return false;
  *path = path_extend(*path, node->kind == TERM_SND);
  return true;
}

static void linear_usage_at(Simplifier *s, TermId t, Path part, bool repeated, uint32_t depth, Usage *usage) {
  if (t.id == 0 || usage->count >= USAGE_MOST) return;
  if (!look(s, depth)) {
    *usage = any_usage;
    return;
  }
  Path path;
  const Term *node = term(s->store, t);
  if ((is_projection(node) || node->kind == TERM_LVAR) && path_of(s->store, t, &path, SIMPLIFY_DEPTH)) {
    if (!path_overlaps(path, part)) return;
    usage->count++;
    usage->repeated = usage->repeated || repeated;
    return;
  }
  const char *modes = term_info(node->kind)->modes;
  for (int i = 0; i < TERM_KIDS; i++) {
    if (modes[i] != 's' && modes[i] != 'l') continue;
    linear_usage_at(s, node->kid[i], part, repeated || usage_repeats(node->kind, i), depth - 1, usage);
  }
}

static bool part_once(Simplifier *s, TermId bound, Path part, TermId t) {
  const Term *node = term(s->store, bound);
  if (node->kind == TERM_PAIR && part.length < MAX_PATH) {
    return part_once(s, node->kid[0], path_extend(part, false), t) &&
           part_once(s, node->kid[1], path_extend(part, true), t);
  }
  if (usage_is_cheap(s->store, bound)) return true;
  Usage usage = {0, false};
  linear_usage_at(s, t, part, false, SIMPLIFY_DEPTH, &usage);
  return usage.count <= 1 && !usage.repeated;
}

bool usage_linear_once(Simplifier *s, TermId bound, TermId t) { return part_once(s, bound, (Path){0, 0}, t); }
