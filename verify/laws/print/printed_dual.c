/* Terms of the languages of dual numbers: names with what they are applied to in brackets, and forms that bind. */
#include "verify/laws/print/printed_tree.h"

#include <string.h>

#define TEXT 512

/* How a form is printed, two letters a part: how many identifiers a kid in brackets is under, and which it is; n# the
 * length, a number or kid 1; p# the payload; t# kid # without brackets. */
static const struct {
  DualTermKind kind;
  const char *parts;
} forms[] = {{DUAL_TERM_BUILD, "n110"},   {DUAL_TERM_SUM, "n110"},      {DUAL_TERM_THREAD, "p020t1"},
             {DUAL_TERM_WHILE, "111200"}, {DUAL_TERM_CASE, "001112"},   {DUAL_TERM_ITERATE, "000112"},
             {DUAL_TERM_LETREC, "2011"},  {DUAL_TERM_POINTWISE, "1100"}};
#define THREADED "210002" /* POINTWISE with kid 2 */

/* --------------------------------------------------------------- reading -- */

static const char *form_of(DualTermKind kind) {
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
    if (forms[k].kind == kind) return forms[k].parts;
  return NULL;
}

static bool is_form(const Tree *word) {
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
    if (tree_is(word, dual_term_info(forms[k].kind)->name)) return true;
  return false;
}

static bool begins_binder(const char *at) {
  while (*at == 'x' || *at == ' ' || (*at >= '0' && *at <= '9')) at++;
  return *at == '.';
}

/* (t), or (x. t) and (x y. t), with the names first. */
static Tree *bracketed(TreeReader *r) {
  Tree *group = tree_make(r, ".", 1);
  if (begins_binder(r->at))
    while (r->status == STATUS_OK && !tree_accept(r, ".")) tree_add(group, tree_word(r, "()., "));
  tree_add(group, tree_term(r));
  tree_expect(r, ")");
  return group;
}

/* What follows the word of a form: kids in brackets, and one without, before or after them. */
static Tree *read_form(TreeReader *r, Tree *form) {
  bool bare =
           tree_is(form, dual_term_info(DUAL_TERM_BUILD)->name) || tree_is(form, dual_term_info(DUAL_TERM_SUM)->name),
       threaded = tree_is(form, dual_term_info(DUAL_TERM_THREAD)->name);
  if (bare || threaded) tree_add(form, tree_term(r));
  while (tree_accept(r, "(")) {
    tree_add(form, bracketed(r));
    if (bare || threaded) break;
  }
  if (threaded) tree_add(form, tree_term(r));
  return form;
}

static Tree *read_function(TreeReader *r) {
  Tree *function = tree_make(r, "\\", 1);
  tree_add(function, tree_word(r, ": "));
  tree_expect(r, ": ");
  size_t length = strcspn(r->at, ".");
  tree_add(function, tree_make(r, r->at, length));
  r->at += length;
  tree_expect(r, ". ");
  tree_add(function, tree_term(r));
  return function;
}

static Tree *read_one(TreeReader *r) {
  if (tree_accept(r, "...")) return tree_fail(r, STATUS_LIMIT); /* too deep to be printed */
  if (tree_accept(r, "let ")) return tree_let(r, "in");
  if (tree_accept(r, "\\")) return read_function(r);
  if (tree_accept(r, "()")) return tree_make(r, "()", 2);
  if (tree_accept(r, "(")) return tree_list(r, tree_make(r, ",", 1));
  tree_skip(r);
  Tree *word = *r->at == '[' ? tree_make(r, r->at, 0) : tree_word(r, "() ,[");
  if (*r->at == '[') { /* the constant of an operation */
    const char *end = strchr(r->at, ']');
    if (end == NULL) return tree_fail(r, STATUS_ILL_TYPED);
    word->length += (uint32_t)(end + 1 - r->at);
    r->at = end + 1;
  }
  if (is_form(word)) return read_form(r, word);
  return *r->at == '(' ? (r->at++, tree_list(r, word)) : word;
}

/* ------------------------------------------------------------- comparing -- */

typedef struct Comparing {
  const DualTable *table;
  PrintedScope scope; /* symbols are levels */
} Comparing;

static bool same(Comparing *c, const Tree *tree, DualTermId id);

static bool is_number(const Tree *tree, uint32_t n) {
  char text[16];
  (void)snprintf(text, sizeof text, "%u", n);
  return tree->kids == 0 && tree_is(tree, text);
}

static bool is_type(const Comparing *c, const Tree *tree, DualTypeId type) {
  char text[256]; /* as much as is printed */
  dual_print_type(c->table, type, text, sizeof text);
  return tree_is(tree, text);
}

/* The kid under the names before it. */
static bool same_under(Comparing *c, const Tree *group, uint32_t binders, DualTermId id) {
  uint32_t count = c->scope.count;
  if (!tree_is(group, ".") || group->kids != binders + 1) return false;
  for (uint32_t k = 0; k < binders; k++)
    if (!scope_push(&c->scope, tree_kid(group, k), count + k)) return false;
  bool good = same(c, tree_kid(group, binders), id);
  c->scope.count = count;
  return good;
}

static bool same_form(Comparing *c, const Tree *tree, const DualTerm *t, const char *parts) {
  if (t->kind == DUAL_TERM_POINTWISE && t->kid[2].id != 0) parts = THREADED;
  if (!tree_is(tree, dual_term_info(t->kind)->name) || tree->kids != strlen(parts) / 2) return false;
  for (uint32_t k = 0; k < tree->kids; k++) {
    const Tree *part = tree_kid(tree, k);
    DualTermId kid = t->kid[parts[2 * k + 1] - '0'];
    bool number = parts[2 * k] == 'p' || (parts[2 * k] == 'n' && kid.id == 0), bare = parts[2 * k] > '9';
    if (number ? !is_number(part, t->payload)
        : bare ? !same(c, part, kid)
               : !same_under(c, part, (uint32_t)(parts[2 * k] - '0'), kid))
      return false;
  }
  return true;
}

/* let x = t in s, and \x : T. t, where the linear identifier has no level. */
static bool same_binder(Comparing *c, const Tree *tree, const DualTerm *t) {
  bool let = t->kind == DUAL_TERM_LET, linear = t->kind == DUAL_TERM_LLAM;
  uint32_t count = c->scope.count;
  if (!tree_is(tree, let ? "let" : "\\") || tree->kids != 3) return false;
  if (linear && !tree_is(tree_kid(tree, 0), "_z")) return false;
  if (let ? !same(c, tree_kid(tree, 1), t->kid[0]) : !is_type(c, tree_kid(tree, 1), t->type)) return false;
  if (!linear && !scope_push(&c->scope, tree_kid(tree, 0), count)) return false;
  bool good = same(c, tree_kid(tree, 2), t->kid[let ? 1 : 0]);
  c->scope.count = count;
  return good;
}

static bool is_operation(const Comparing *c, const Tree *tree, const DualTerm *t) {
  const Store *store = c->table->store;
  const OpNode *op = op_node(&store->ops, (OpId){t->payload});
  const Constant *constant = constant_get(&store->constants, op->constant);
  char text[TEXT] = "";
  if (t->kind == DUAL_TERM_PARTIAL) (void)snprintf(text, sizeof text, "d%u", t->type.id + 1);
  size_t used = strlen(text);
  if (op->code == OP_INT)
    (void)snprintf(text + used, sizeof text - used, "%lld", (long long)op->integer);
  else if (op->code != OP_CONST)
    (void)snprintf(text + used, sizeof text - used, "%s", op_info(op->code)->name);
  used = strlen(text);
  if (op->constant.id != 0 &&
      !printed_constant(constant, op->code == OP_CONST && constant->length == 1, text + used, sizeof text - used))
    return true; /* too long to compare */
  return tree_is(tree, text);
}

static bool same_word(const Comparing *c, const Tree *tree, const DualTerm *t) {
  if (t->kind == DUAL_TERM_VAR) return scope_is(&c->scope, tree, t->payload);
  if (t->kind == DUAL_TERM_OP || t->kind == DUAL_TERM_PARTIAL) return is_operation(c, tree, t);
  const char *word = t->kind == DUAL_TERM_UNIT ? "()" : t->kind == DUAL_TERM_PAIR ? "," : dual_term_info(t->kind)->name;
  return tree_is(tree, word);
}

static bool same(Comparing *c, const Tree *tree, DualTermId id) {
  const DualTerm *t = dual_get(c->table, id);
  uint32_t kids = 0;
  if (t->kind == DUAL_TERM_LET || t->kind == DUAL_TERM_LAM || t->kind == DUAL_TERM_LLAM) return same_binder(c, tree, t);
  if (form_of(t->kind) != NULL) return same_form(c, tree, t, form_of(t->kind));
  while (kids < 3 && t->kid[kids].id != 0) kids++;
  if (tree->kids != kids || !same_word(c, tree, t)) return false;
  for (uint32_t k = 0; k < kids; k++)
    if (!same(c, tree_kid(tree, k), t->kid[k])) return false;
  return true;
}

Status printed_dual(const char *text, Arena *arena, const DualProgram *program) {
  static const char *const inputs[] = {"x0", "x1"};
  TreeReader r = tree_reader(text, arena, read_one);
  Comparing *c = arena_array(arena, 1, sizeof *c);
  if (c == NULL) return STATUS_LIMIT;
  *c = (Comparing){.table = &program->table};
  for (uint32_t k = 0; k < (program->stage == DUAL_FORWARD ? 2 : 1); k++)
    (void)scope_push(&c->scope, tree_make(&r, inputs[k], 2), k);
  const Tree *tree = tree_term(&r);
  Status status = tree_end(&r);
  return status == STATUS_OK && !same(c, tree, program->wrap) ? STATUS_ILL_TYPED : status;
}
