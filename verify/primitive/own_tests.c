#include "verify/primitive/own_tests.h"

#include "semantics/source/typing.h"

#define VISITS_MOST 4096u
#define DEPTH_MOST 200u

/* What the variables stand for that are bound around a subterm, the innermost first. */
typedef struct Scope {
  const struct Scope *outer;
  TermId is;
} Scope;

typedef struct Search {
  const Primitive *primitive;
  Condition *out;
  uint32_t count, most, visits;
} Search;

static bool is_same(const Store *store, const Condition *c, TermId left, TermId right) {
  TermId l = c->left.term, r = c->right.term;
  return (term_equal(store, l, left) && term_equal(store, r, right)) ||
         (term_equal(store, l, right) && term_equal(store, r, left));
}

static bool is_among(const Store *store, const Condition *c, uint32_t count, TermId left, TermId right) {
  for (uint32_t k = 0; k < count; k++) {
    if (is_same(store, &c[k], left, right)) return true;
  }
  return false;
}

static bool is_known(const Search *s, TermId left, TermId right) {
  const Primitive *p = s->primitive;
  for (uint32_t k = 0; k < p->kink_count; k++) {
    if (is_same(p->store, &p->kink[k].where, left, right)) return true;
  }
  return is_among(p->store, s->out, s->count, left, right) ||
         is_among(p->store, p->domain, p->domain_count, left, right) ||
         is_among(p->store, p->branch, p->branch_count, left, right) ||
         is_among(p->store, p->removable, p->removable_count, left, right);
}

/* Of the term in the context of the arguments; none where it has no type, as of what uses the variable of a `case`,
 * for which () stands. */
static TypeId type_of(const Primitive *p, TermId t) {
  const Program *value = &p->definition->program;
  TypeId type = {0};
  Status status = source_infer(p->store, value->context, value->length, t, &type);
  return store_take_status(p->store) == STATUS_OK && status == STATUS_OK ? type : (TypeId){0};
}

static TermId closed(Store *store, const Scope *scope, TermId t) {
  for (; scope != NULL; scope = scope->outer) t = term_let(store, NAME_NONE, scope->is, t);
  return t;
}

static void note(Search *s, const Scope *scope, TermId left, TermId right) {
  Store *store = s->primitive->store;
  left = closed(store, scope, left);
  right = closed(store, scope, right);
  if (is_known(s, left, right)) return;
  TypeId type = type_of(s->primitive, left);
  const TypeNode *node = type_node(&store->types, type);
  if (node->kind != TYPE_REAL || node->n != 1 || !type_equal(type, type_of(s->primitive, right))) return;
  Condition *c = &s->out[s->count++];
  *c = (Condition){.relation = RELATION_EQUAL};
  c->left = c->right = s->primitive->definition->program;
  c->left.term = left;
  c->right.term = right;
  c->left.type = c->right.type = type;
}

static void note_operation(Search *s, const Scope *scope, const Term *t) {
  Store *store = s->primitive->store;
  switch ((int)op_node(&store->ops, (OpId){t->payload})->code) {
  case OP_LESS:
  case OP_LESSEQ:
  case OP_EQUAL:
  case OP_MAX:
  case OP_MIN: note(s, scope, t->kid[0], t->kid[1]); break;
  case OP_ABS:
  case OP_SIGN: {
    OpId zero = op_make_constant(&store->ops, &store->types, 1, constant_from_ratio(&store->constants, 0, 1));
    note(s, scope, t->kid[0], term_op(store, zero, TERM_NONE_ID, TERM_NONE_ID));
    break;
  }
  default: break;
  }
}

static void search(Search *s, const Scope *scope, TermId id, uint32_t depth) {
  if (id.id == 0 || s->count == s->most || depth == DEPTH_MOST || s->visits++ == VISITS_MOST) return;
  Store *store = s->primitive->store;
  const Term t = *term(store, id); /* what is built moves terms */
  if (t.kind == TERM_OP) note_operation(s, scope, &t);
  bool chosen = t.kind == TERM_MATCH;
  TermId bound = chosen ? term_unit(store) : t.kid[0];
  for (int k = 0; k < TERM_KIDS; k++) {
    bool under = term_info(t.kind)->binders[k] != '0';
    const Scope inner = {scope, bound};
    if (!under)
      search(s, scope, t.kid[k], depth + 1);
    else if (chosen || t.kind == TERM_LET)
      search(s, &inner, t.kid[k], depth + 1);
  }
}

uint32_t own_tests(const Primitive *primitive, Condition *out, uint32_t most) {
  const TermId text[] = {primitive->definition->program.term, primitive->forward.term, primitive->reverse.term};
  Search s = {.primitive = primitive, .out = out, .most = most};
  for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
    s.visits = 0;
    search(&s, NULL, text[k], 0);
  }
  return s.count;
}
