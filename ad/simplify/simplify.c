#include "ad/simplify/simplify.h"
#include "ad/simplify/equation.h"
#include "ad/simplify/rewriter.h"

#include <stdlib.h>
#include <string.h>

typedef struct SimplifyInfo {
  const char *name, *formula;
} SimplifyInfo;

static const SimplifyInfo infos[SIMPLIFY_COUNT] = {
#define SIMPLIFY(rule, name, formula) {name, formula},
#include "ad/simplify/simplify.def"
#undef SIMPLIFY
};

const char *simplify_name(SimplifyRule rule) { return rule < SIMPLIFY_COUNT ? infos[rule].name : ""; }
const char *simplify_formula(SimplifyRule rule) { return rule < SIMPLIFY_COUNT ? infos[rule].formula : ""; }

SimplifyRule simplify_find(const char *name) {
  uint32_t rule = 0;
  while (rule < SIMPLIFY_COUNT && strcmp(infos[rule].name, name) != 0) rule++;
  return (SimplifyRule)rule;
}

/* The order in which rules are tried at a node: first what makes terms smaller,
 * then what brings lets outward, then what splits them; inlining comes before
 * splitting, since splitting makes two of one. */
typedef struct Rule {
  SimplifyRule rule;
  RuleFunction *function; /* NULL: its formula is run */
} Rule;

static TermId use(Simplifier *s, const Rule *rule, const Term *t) {
  return rule->function != NULL ? rule->function(s, t) : equations_apply(s->equations[rule->rule], s, t);
}

static const Rule order[SIMPLIFY_COUNT] = {
    {SIMPLIFY_PAIR_PROJ1, NULL},
    {SIMPLIFY_PAIR_PROJ2, NULL},
    {SIMPLIFY_PLUS_ZERO1, NULL},
    {SIMPLIFY_PLUS_ZERO2, NULL},
    {SIMPLIFY_ALGEBRA, rule_algebra},
    {SIMPLIFY_ZERO_LINEAR, rule_zero_linear},
    {SIMPLIFY_MAP_ZERO, rule_map_zero},
    {SIMPLIFY_SUM_ZERO, rule_sum_zero},
    {SIMPLIFY_SUM_SINGLETON, NULL},
    {SIMPLIFY_PAIR_ETA, NULL},
    {SIMPLIFY_PLUS_PAIR, NULL},
    {SIMPLIFY_SUM_ZIP, NULL},
    {SIMPLIFY_LAM_APP_LET, NULL},
    {SIMPLIFY_LAPP_LLAM, NULL},
    {SIMPLIFY_LET_ROTATE, NULL},
    {SIMPLIFY_LET_PROJ1, NULL},
    {SIMPLIFY_LET_PROJ2, NULL},
    {SIMPLIFY_PLUS_LET1, NULL},
    {SIMPLIFY_PLUS_LET2, NULL},
    {SIMPLIFY_LET_INLINE, rule_let_inline},
    {SIMPLIFY_LETV_INLINE, rule_letv_inline},
    {SIMPLIFY_LET_PAIR_SPLIT, rule_let_pair_split},
    {SIMPLIFY_LET_LAM_PAIR_SPLIT, rule_let_lam_pair_split},
    {SIMPLIFY_MAP_PAIR_SPLIT, rule_map_pair_split},
    {SIMPLIFY_LOP_UNFOLD, rule_lop_unfold},
};

/* The rules that are text, STUCK where one cannot be read; equations are asked only at nodes that one of them begins
 * with. */
static void read_rules(Simplifier *s) {
  if (equations_fault() != NULL) s->status = STATUS_STUCK;
  for (uint32_t k = 0; k < SIMPLIFY_COUNT; k++) {
    SimplifyRule rule = order[k].rule;
    s->equations[rule] = equations_of(rule);
    uint64_t roots = order[k].function != NULL ? UINT64_MAX : equations_roots(s->equations[rule]);
    for (uint32_t kind = 0; kind < TERM_KIND_COUNT; kind++) s->fit[kind] |= (SimplifySet)(roots >> kind & 1) << rule;
  }
}

/* ----------------------------------------------------- known normal forms -- */

/* Terms never change, so a normal form stays one: what a rewrite leaves as it
 * was is not looked at again. */
static bool is_normal(const Simplifier *s, TermId t) {
  return t.id / 8 < s->normal_bytes && (s->normal[t.id / 8] >> (t.id % 8) & 1) != 0;
}

static void set_normal(Simplifier *s, TermId t) {
  if ((t.id & TERM_DEFINITION_BIT) != 0) return;
  size_t byte = t.id / 8;
  if (byte >= s->normal_bytes) {
    size_t bytes = 2 * byte + 1024;
    uint8_t *normal = realloc(s->normal, bytes);
    if (normal == NULL) return;
    memset(normal + s->normal_bytes, 0, bytes - s->normal_bytes);
    s->normal = normal;
    s->normal_bytes = bytes;
  }
  s->normal[byte] |= (uint8_t)(1u << (t.id % 8));
}

/* ------------------------------------------------------------- rewriting -- */

static void stop(Simplifier *s) {
  if (s->status == STATUS_OK) s->status = STATUS_LIMIT;
}

/* One step at the root by a rule of the set; id 0 when none applies. */
static TermId step(Simplifier *s, const Term *t, SimplifySet rules) {
  rules &= s->fit[t->kind];
  for (uint32_t k = 0; k < SIMPLIFY_COUNT; k++) {
    if ((rules >> order[k].rule & 1) == 0) continue;
    TermId result = use(s, &order[k], t);
    if (s->store->status != STATUS_OK || s->status != STATUS_OK) {
      stop(s);
      return TERM_NONE_ID;
    }
    if (result.id == 0) continue;
    if (s->steps_left == 0) {
      stop(s);
      return TERM_NONE_ID;
    }
    s->steps_left--;
    if (s->applied != NULL) s->applied[order[k].rule]++;
    return result;
  }
  return TERM_NONE_ID;
}

static TermId rebuild(Simplifier *s, TermId t, const Term *node, bool changed) {
  if (!changed) return t;
  TermId result = term_make(s->store, node->kind, node->payload, node->name, node->kid[0], node->kid[1], node->kid[2],
                            node->kid[3]);
  if (result.id == 0) stop(s);
  return result.id == 0 ? t : result;
}

/* What a let is split by before its body is looked at, while the body still
 * begins by naming the halves. */
#define BEFORE_BODY ((SimplifySet)1 << SIMPLIFY_LET_ROTATE | (SimplifySet)1 << SIMPLIFY_LET_PAIR_SPLIT)

/* The normal form of t: its children's first, then steps at the root, each
 * contractum normalised in turn.  After a failure, t as far as it was taken. */
static TermId normalise(Simplifier *s, TermId t) {
  if (s->nesting == 0) stop(s);
  s->nesting--;
  while (s->status == STATUS_OK && !is_normal(s, t)) {
    Term node = *term(s->store, t);
    TermId next = TERM_NONE_ID;
    bool changed = false;
    for (int i = 0; i < TERM_KIDS && next.id == 0; i++) {
      if (node.kid[i].id == 0) continue;
      ScopeMark mark = scope_enter(s, &node, i);
      TermId kid = normalise(s, node.kid[i]);
      scope_leave(s, mark);
      changed = changed || kid.id != node.kid[i].id;
      node.kid[i] = kid;
      if (node.kind == TERM_LET && i == 0 && s->status == STATUS_OK) next = step(s, &node, s->rules & BEFORE_BODY);
    }
    t = rebuild(s, t, &node, changed);
    if (s->status != STATUS_OK) break;
    if (next.id == 0) next = step(s, &node, s->rules);
    if (next.id != 0) t = next;
    if (next.id == 0 && s->status == STATUS_OK) set_normal(s, t);
    if (next.id == 0) break;
  }
  s->nesting++;
  return t;
}

Status simplify(Store *store, const Program *program, SimplifySet rules, uint64_t step_limit, TermId *result,
                uint64_t *applied) {
  Simplifier s = {.store = store, .rules = rules, .steps_left = step_limit, .applied = applied};
  s.nesting = SIMPLIFY_DEPTH;
  s.looks = SIMPLIFY_LOOKS;
  read_rules(&s);
  if (applied != NULL) memset(applied, 0, SIMPLIFY_COUNT * sizeof *applied);
  *result = program->term;
  if (scope_start(&s, program)) *result = normalise(&s, program->term);
  scope_end(&s);
  free(s.normal);
  Status building = store_take_status(store);
  return s.status != STATUS_OK ? s.status : building;
}

/* ------------------------------------------------------------- one use -- */

/* The rules that are asked for, and t with one use of each (by rule). */
typedef struct Uses {
  Rule rule[SIMPLIFY_COUNT];
  uint32_t count;
  TermId *results;
} Uses;

/* Each of `rules` at its first place in t, in preorder.  Answers those that have
 * a place in t. */
static SimplifySet rewrite_first(Simplifier *s, TermId t, SimplifySet rules, Uses *uses) {
  TermId *results = uses->results;
  if (s->nesting == 0) stop(s);
  if (s->status != STATUS_OK) return 0;
  Term node = *term(s->store, t);
  SimplifySet found = 0;
  for (uint32_t k = 0; k < uses->count; k++) {
    SimplifyRule rule = uses->rule[k].rule;
    if ((rules & s->fit[node.kind] & (SimplifySet)1 << rule) == 0) continue;
    results[rule] = use(s, &uses->rule[k], &node);
    if (results[rule].id != 0) found |= (SimplifySet)1 << rule;
  }
  s->nesting--;
  for (int i = 0; (rules & ~found) != 0 && i < TERM_KIDS; i++) {
    if (node.kid[i].id == 0) continue;
    ScopeMark mark = scope_enter(s, &node, i);
    SimplifySet below = rewrite_first(s, node.kid[i], rules & ~found, uses);
    scope_leave(s, mark);
    found |= below;
    for (uint32_t rule = 0; below != 0; rule++, below >>= 1) {
      if ((below & 1) == 0) continue;
      Term image = node;
      image.kid[i] = results[rule];
      results[rule] = rebuild(s, TERM_NONE_ID, &image, true);
    }
  }
  s->nesting++;
  return found;
}

Status simplify_each(Store *store, const Program *program, SimplifySet rules, TermId results[SIMPLIFY_COUNT]) {
  Simplifier s = {.store = store, .rules = SIMPLIFY_ALL, .nesting = SIMPLIFY_DEPTH, .looks = SIMPLIFY_LOOKS};
  Uses uses = {.results = results};
  read_rules(&s);
  for (uint32_t k = 0; k < SIMPLIFY_COUNT; k++) {
    if ((rules >> order[k].rule & 1) != 0) uses.rule[uses.count++] = order[k];
  }
  memset(results, 0, SIMPLIFY_COUNT * sizeof *results);
  if (scope_start(&s, program)) (void)rewrite_first(&s, program->term, rules & SIMPLIFY_ALL, &uses);
  scope_end(&s);
  Status building = store_take_status(store), status = s.status != STATUS_OK ? s.status : building;
  if (status != STATUS_OK) memset(results, 0, SIMPLIFY_COUNT * sizeof *results);
  return status;
}
