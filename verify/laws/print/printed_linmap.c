/* Programs of the notes' language of linear maps: calls, let, and infix operators, of which each has brackets that is
 * an operand of another. */
#include "semantics/memory/try.h"
#include "verify/laws/print/printed_tree.h"

#include <string.h>

#define TEXT 64

/* --------------------------------------------------------------- reading -- */

/* In brackets, or none. */
static Tree *read_list(TreeReader *r, Tree *of) { return tree_accept(r, ")") ? of : tree_list(r, of); }

static Tree *read_function(TreeReader *r) {
  Tree *function = tree_make(r, "\\", 1);
  tree_add(function, tree_word(r, ". "));
  tree_expect(r, ". ");
  tree_add(function, tree_term(r));
  return function;
}

static Tree *operand(TreeReader *r) {
  if (tree_accept(r, "(")) {
    Tree *list = read_list(r, tree_make(r, ",", 1));
    return list->kids == 1 ? list->kid : list;
  }
  Tree *word = tree_word(r, "(),{}");
  return *r->at == '(' ? (r->at++, read_list(r, word)) : word;
}

/* One operator at most: those of its operands are in brackets. */
static Tree *read_infix(TreeReader *r) {
  Tree *left = operand(r);
  if (r->status != STATUS_OK || *r->at != ' ' || r->at[1] == '}') return left;
  Tree *infix = tree_make(r, " ", 1);
  tree_add(infix, tree_word(r, ""));
  tree_add(infix, left);
  tree_add(infix, operand(r));
  return infix;
}

static Tree *read_one(TreeReader *r) {
  if (tree_accept(r, "let {")) return tree_let(r, "}");
  return tree_accept(r, "\\") ? read_function(r) : read_infix(r);
}

/* ------------------------------------------------------------- comparing -- */

typedef struct Comparing {
  const Store *store;
  const LmProgram *program;
  PrintedScope scope;
} Comparing;

static bool same(Comparing *c, const Tree *tree, const LmTerm *t);

static bool same_kids(Comparing *c, const Tree *tree, const LmTerm *t) {
  if (tree->kids != t->count) return false;
  for (uint32_t k = 0; k < t->count; k++)
    if (!same(c, tree_kid(tree, k), t->kid[k])) return false;
  return true;
}

static bool same_under(Comparing *c, const Tree *name, LmSymbol x, const Tree *tree, const LmTerm *t) {
  if (!scope_push(&c->scope, name, x)) return false;
  bool good = same(c, tree, t);
  c->scope.count--;
  return good;
}

/* The operators of two operands; those of naturals are written as those of reals. */
static const char *operator_of(LmPrim prim) {
  switch ((int)prim) {
  case LM_PRIM_ADD:
  case LM_PRIM_NADD: return "+";
  case LM_PRIM_SUB:
  case LM_PRIM_NSUB: return "-";
  case LM_PRIM_MUL:
  case LM_PRIM_NMUL:
  case LM_PRIM_TIMES: return "*";
  case LM_PRIM_DIV: return "/";
  default: return linmap_prim_name(prim);
  }
}

/* The name of a function of the library with its parameters, or of a declared operation, or of its derivative. */
static bool is_given(const Comparing *c, const Tree *tree, OpId id) {
  const OpNode *op = op_node(&c->store->ops, id);
  const char *name = op_name(&c->store->ops, op);
  size_t length = strlen(name);
  char part[PARAMETERS_ROOM];
  if (!printed_parameters(c->store, op->code, op->constant, part, sizeof part)) return true; /* too long to compare */
  if (op->code == OP_SLOPE) (void)snprintf(part, sizeof part, "'%u", op->n + 1);
  return tree->length == length + strlen(part) && memcmp(tree->word, name, length) == 0 &&
         memcmp(tree->word + length, part, tree->length - length) == 0;
}

static bool is_prim(const Comparing *c, const Tree *tree, const LmTerm *t) {
  char text[TEXT] = "", part[TEXT] = "";
  if (t->prim == LM_PRIM_GIVEN) return is_given(c, tree, (OpId){(uint32_t)t->integer});
  if (t->prim == LM_PRIM_PI) (void)snprintf(part, sizeof part, "%u", t->n + 1);
  if (t->prim == LM_PRIM_DELTA) (void)snprintf(part, sizeof part, "[%u]", t->n);
  if (t->prim == LM_PRIM_POW &&
      !printed_constant(constant_get(&c->store->constants, t->constant), false, part, sizeof part))
    return false;
  (void)snprintf(text, sizeof text, "%s%s", linmap_prim_name(t->prim), part);
  return tree_is(tree, text);
}

static bool same_prim(Comparing *c, const Tree *tree, const LmTerm *t) {
  const LmTerm *e = t->kid[0];
  if (tree_is(tree, " "))
    return e->kind == LM_TUPLE && e->count == 2 && tree_is(tree_kid(tree, 0), operator_of(t->prim)) &&
           same(c, tree_kid(tree, 1), e->kid[0]) && same(c, tree_kid(tree, 2), e->kid[1]);
  if (!is_prim(c, tree, t)) return false;
  return e->kind == LM_TUPLE ? same_kids(c, tree, e) : tree->kids == 1 && same(c, tree_kid(tree, 0), e);
}

static bool same_let(Comparing *c, const Tree *tree, const LmTerm *t) {
  return tree_is(tree, "let") && tree->kids == 3 && same(c, tree_kid(tree, 1), t->kid[0]) &&
         same_under(c, tree_kid(tree, 0), t->x, tree_kid(tree, 2), t->kid[1]);
}

static bool is_number(const Comparing *c, const Tree *tree, const LmTerm *t) {
  char text[4 * TEXT];
  if (t->kind == LM_NAT)
    (void)snprintf(text, sizeof text, "%lld", (long long)t->integer);
  else if (!printed_constant(constant_get(&c->store->constants, t->constant), true, text, sizeof text))
    return true; /* too long to compare */
  return tree->kids == 0 && tree_is(tree, text);
}

static bool same_call(Comparing *c, const Tree *tree, const LmTerm *t) {
  char text[TEXT];
  NameId name = t->kind == LM_CALL ? c->program->definitions[t->n].name : NAME_NONE;
  if (name.id != 0 && !tree_is(tree, name_text(c->store, name))) return false;
  if (t->kind == LM_CALL)
    (void)snprintf(text, sizeof text, "f%u", t->n + 1);
  else
    (void)snprintf(text, sizeof text, t->kind == LM_OUTER ? "%s[%u]" : "%s", linmap_info(t->kind)->name, t->n);
  if ((name.id == 0 && !tree_is(tree, text)) || tree->kids != t->count) return false;
  for (uint32_t k = 0; k < t->count; k++) {
    const Tree *kid = tree_kid(tree, k);
    bool x = linmap_binds_x(t, k), y = linmap_binds_y(t, k), function = tree_is(kid, "\\");
    if ((x || y) != function) return false;
    if (function ? !same_under(c, tree_kid(kid, 0), x ? t->x : t->y, tree_kid(kid, 1), t->kid[k])
                 : !same(c, kid, t->kid[k]))
      return false;
  }
  return true;
}

static bool same(Comparing *c, const Tree *tree, const LmTerm *t) {
  switch ((int)t->kind) {
  case LM_VAR: return tree->kids == 0 && scope_is(&c->scope, tree, t->x);
  case LM_REAL:
  case LM_NAT: return is_number(c, tree, t);
  case LM_PRIM: return same_prim(c, tree, t);
  case LM_TUPLE: return t->count == 1 ? same(c, tree, t->kid[0]) : tree_is(tree, ",") && same_kids(c, tree, t);
  case LM_LET: return same_let(c, tree, t);
  default: return same_call(c, tree, t);
  }
}

/* ----------------------------------------------------------- definitions -- */

static void expect_type(TreeReader *r, const LmType *type) {
  static const char *const scalars[] = {[LM_TYPE_NAT] = "N", [LM_TYPE_BOOL] = "B", [LM_TYPE_REAL] = "R"};
  switch (type->kind) {
  case LM_TYPE_NAT:
  case LM_TYPE_BOOL:
  case LM_TYPE_REAL: tree_expect(r, scalars[type->kind]); return;
  case LM_TYPE_VEC:
    tree_expect_number(r, "Vec ", type->n, " ");
    expect_type(r, type->part[0]);
    return;
  case LM_TYPE_TUPLE:
  case LM_TYPE_MAP: break;
  }
  tree_expect(r, "(");
  for (uint32_t k = 0; k < (type->kind == LM_TYPE_MAP ? 2 : type->n) && r->status == STATUS_OK; k++) {
    if (k != 0) tree_expect(r, type->kind == LM_TYPE_MAP ? "-o " : ",");
    expect_type(r, type->part[k]);
  }
  tree_expect(r, ")");
}

/* name : type, of a part of the argument, which the body begins with, or of all of it. */
static bool same_argument(TreeReader *r, Comparing *c, LmSymbol x, const LmType *type) {
  const Tree *name = tree_word(r, " :");
  tree_expect(r, ": ");
  expect_type(r, type);
  return r->status == STATUS_OK && scope_push(&c->scope, name, x);
}

static bool names_part(const LmTerm *t, uint32_t k, LmSymbol argument) {
  if (t->kind != LM_LET || t->kid[0]->kind != LM_PRIM || t->kid[0]->prim != LM_PRIM_PI) return false;
  const LmTerm *of = t->kid[0]->kid[0];
  return t->kid[0]->n == k && of->kind == LM_VAR && of->x == argument;
}

/* fun f(x : S, y : T) = e stands for f(z) = let x = pi1 z in let y = pi2 z in e, where e has no z. */
static Status same_definition(TreeReader *r, Comparing *c, uint32_t k) {
  const LmDefinition *f = &c->program->definitions[k];
  const LmTerm *body = f->body;
  char text[TEXT];
  uint32_t parts = f->from->kind == LM_TYPE_TUPLE ? f->from->n : 0, named = 0;
  const LmTerm *rest = body;
  for (; named < parts && names_part(rest, named, f->x); rest = rest->kid[1]) named++;
  (void)snprintf(text, sizeof text, "f%u", k + 1);
  c->scope.count = 0;
  tree_expect(r, "fun ");
  tree_expect(r, f->name.id != 0 ? name_text(c->store, f->name) : text);
  tree_expect(r, "(");
  bool whole = named == 0 || named < parts || linmap_occurs(rest, f->x),
       good = !whole || same_argument(r, c, f->x, f->from);
  for (uint32_t j = 0; !whole && good && j < parts; j++, body = body->kid[1]) {
    if (j != 0) tree_expect(r, ",");
    good = same_argument(r, c, body->x, f->from->part[j]);
  }
  tree_expect(r, ")");
  tree_expect(r, "=");
  const Tree *tree = good ? tree_term(r) : NULL;
  if (r->status != STATUS_OK) return r->status;
  return tree != NULL && same(c, tree, body) ? STATUS_OK : STATUS_ILL_TYPED;
}

/* What is recorded for the way back: X of each definition. */
static void expect_record(TreeReader *r, const SplitType *type) {
  if (type->kind == SPLIT_VALUE)
    expect_type(r, type->type);
  else if (type->kind == SPLIT_VEC) {
    tree_expect_number(r, "Vec ", type->n, " ");
    expect_record(r, type->part[0]);
  } else {
    tree_expect(r, "(");
    for (uint32_t k = 0; k < type->n && r->status == STATUS_OK; k++) {
      if (k != 0) tree_expect(r, type->kind == SPLIT_EITHER ? "+" : ",");
      expect_record(r, type->part[k]);
    }
    tree_expect(r, ")");
  }
}

static void expect_records(TreeReader *r, const LinmapShown *shown) {
  char text[TEXT];
  for (uint32_t k = 0; shown->split != NULL && k < shown->program->count; k++) {
    (void)snprintf(text, sizeof text, "revf$f%u records X = ", k + 1);
    tree_expect(r, text);
    expect_record(r, shown->split->record[k]);
  }
}

Status printed_linmap(const char *text, Arena *arena, const LinmapShown *shown) {
  TreeReader r = tree_reader(text, arena, read_one);
  Comparing *c = arena_array(arena, 1, sizeof *c);
  if (c == NULL) return STATUS_LIMIT;
  *c = (Comparing){.store = shown->builder->store, .program = shown->program};
  for (uint32_t k = shown->first; k < shown->program->count && r.status == STATUS_OK; k++)
    TRY(same_definition(&r, c, k));
  expect_records(&r, shown);
  return tree_end(&r);
}
