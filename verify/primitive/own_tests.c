#include "verify/primitive/own_tests.h"

#include "semantics/source/typing.h"

#define VISITS_MOST 4096u
#define DEPTH_MOST 200u
#define TURNS 3u

/* What the variables stand for that are bound around a subterm, the innermost first. */
typedef struct Scope {
  const struct Scope *outer;
  TermId is;
} Scope;

typedef struct Search {
  const Primitive *primitive;
  Condition *out;
  uint32_t count, most, visits;
  uint32_t turn; /* of loops, and element of arrays: from 0 */
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

static TermId int_of(Store *store, uint32_t k) {
  return term_op(store, op_make_int(&store->ops, &store->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

static TermId element_of(Store *store, TermId array, uint32_t k) { return term_index(store, int_of(store, k), array); }

/* The element of an array of this type that is looked at: the last one where it is shorter, as far as types tell. */
static uint32_t element_looked_at(const Search *s, TypeId array) {
  const TypeNode *type = type_node(&s->primitive->store->types, array);
  bool counted = (type->kind == TYPE_REAL || type->kind == TYPE_ARRAY) && type->n > 0;
  return counted && type->n <= s->turn ? type->n - 1 : s->turn;
}

/* Of an operation on arrays at one element. */
static void note(Search *s, const Scope *scope, TermId left, TermId right) {
  Store *store = s->primitive->store;
  left = closed(store, scope, left);
  right = closed(store, scope, right);
  TypeId type = type_of(s->primitive, left);
  if (type_node(&store->types, type)->kind != TYPE_REAL || !type_equal(type, type_of(s->primitive, right))) return;
  if (type_node(&store->types, type)->n != 1) {
    left = element_of(store, left, element_looked_at(s, type));
    right = element_of(store, right, element_looked_at(s, type));
    type = type_of(s->primitive, left);
  }
  if (type_is_none(type) || term_equal(store, left, right) || is_known(s, left, right)) return;
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
    uint32_t n = op_node(&store->ops, (OpId){t->payload})->n;
    OpId zero = op_make_constant(&store->ops, &store->types, n, constant_from_ratio(&store->constants, 0, 1));
    note(s, scope, t->kid[0], term_op(store, zero, TERM_NONE_ID, TERM_NONE_ID));
    break;
  }
  default: break;
  }
}

/* What a loop goes on with after this many turns, in the context of the loop. */
static TermId after_turns(Store *store, TermId start, TermId body, uint32_t turns) {
  for (uint32_t k = 0; k < turns; k++) start = term_let(store, NAME_NONE, start, body);
  return start;
}

/* The same of what a fold has gathered. */
static TermId after_elements(Store *store, TermId start, TermId array, TermId body, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    TermId element = term_shift(store, element_of(store, array, k), 0, 1);
    start = term_let(store, NAME_NONE, start, term_let(store, NAME_NONE, element, body));
  }
  return start;
}

/* What the variables stand for that are bound over a child, the outer first, each in the context of those before it:
 * an element of an array, what a loop has come to, () for what a `case` takes apart.  How many there are; 0 where
 * nothing is known of them. */
static uint32_t bound_over(const Search *s, const Scope *scope, const Term *t, TermId is[2]) {
  Store *store = s->primitive->store;
  uint32_t k = s->turn;
  switch ((int)t->kind) {
  case TERM_LET: is[0] = t->kid[0]; return 1;
  case TERM_WHILE: is[0] = after_turns(store, t->kid[0], t->kid[2], k); return 1;
  case TERM_ITERATE: is[0] = after_turns(store, t->kid[1], t->kid[2], k); return 1;
  case TERM_MATCH: is[0] = term_unit(store); return 1;
  case TERM_MAP:
  case TERM_FILTER:
  case TERM_DMAP:
  case TERM_DMAPT:
    is[0] = element_of(store, t->kid[0], element_looked_at(s, type_of(s->primitive, closed(store, scope, t->kid[0]))));
    return 1;
  case TERM_BUILD:
  case TERM_VBUILD:
  case TERM_BIGSUM:
  case TERM_LITER:
    if (t->kind == TERM_BUILD && t->payload <= k) k = t->payload - 1;
    is[0] = int_of(store, k);
    return 1;
  case TERM_ZIPWITH:
  case TERM_FOLD:
  case TERM_SCAN:
    k = element_looked_at(s, type_of(s->primitive, closed(store, scope, t->kid[1])));
    is[0] = t->kind == TERM_ZIPWITH ? element_of(store, t->kid[0], k)
                                    : after_elements(store, t->kid[0], t->kid[1], t->kid[2], k);
    is[1] = term_shift(store, element_of(store, t->kid[1], k), 0, 1);
    return 2;
  default: return 0;
  }
}

static void search(Search *s, const Scope *scope, TermId id, uint32_t depth) {
  if (id.id == 0 || s->count == s->most || depth == DEPTH_MOST || s->visits++ == VISITS_MOST) return;
  Store *store = s->primitive->store;
  const Term t = *term(store, id); /* what is built moves terms */
  TermId is[2] = {TERM_NONE_ID, TERM_NONE_ID};
  if (t.kind == TERM_OP) note_operation(s, scope, &t);
  uint32_t bound = bound_over(s, scope, &t, is);
  const Scope first = {scope, is[0]}, second = {&first, is[1]};
  for (int k = 0; k < TERM_KIDS; k++) {
    bool under = term_info(t.kind)->binders[k] != '0';
    if (!under || bound > 0) search(s, !under ? scope : bound == 1 ? &first : &second, t.kid[k], depth + 1);
  }
}

uint32_t own_tests(const Primitive *primitive, Condition *out, uint32_t most) {
  const TermId text[] = {primitive->definition->program.term, primitive->forward.term, primitive->reverse.term};
  const size_t texts = sizeof text / sizeof *text;
  Search s = {.primitive = primitive, .out = out, .most = most};
  for (size_t k = 0; k < TURNS * texts; k++) {
    s.turn = (uint32_t)(k / texts);
    s.visits = 0;
    search(&s, NULL, text[k % texts], 0);
  }
  return s.count;
}
