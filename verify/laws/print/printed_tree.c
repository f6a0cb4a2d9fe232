#include <stdio.h> /* before gmp.h, which then has gmp_snprintf */

#include "verify/laws/print/printed_tree.h"

#include <ctype.h>
#include <string.h>

#define DEPTH 2000u

TreeReader tree_reader(const char *text, Arena *arena, Tree *(*one)(TreeReader *r)) {
  return (TreeReader){.at = text, .arena = arena, .one = one, .depth = DEPTH};
}

Tree *tree_term(TreeReader *r) {
  if (r->status != STATUS_OK || r->depth == 0) return tree_fail(r, STATUS_LIMIT);
  r->depth--;
  Tree *read = r->one(r);
  r->depth++;
  return read;
}

Tree *tree_list(TreeReader *r, Tree *of) {
  do tree_add(of, tree_term(r));
  while (tree_accept(r, ","));
  tree_expect(r, ")");
  return of;
}

Tree *tree_let(TreeReader *r, const char *between) {
  Tree *let = tree_make(r, "let", 3);
  tree_add(let, tree_word(r, "=(){}"));
  tree_expect(r, "= ");
  tree_add(let, tree_term(r));
  tree_expect(r, between);
  if (r->status == STATUS_OK && !isspace((unsigned char)*r->at)) return tree_fail(r, STATUS_ILL_TYPED);
  tree_add(let, tree_term(r));
  return let;
}

Status tree_end(TreeReader *r) {
  tree_skip(r);
  return r->status == STATUS_OK && *r->at != '\0' ? STATUS_ILL_TYPED : r->status;
}

Tree *tree_make(TreeReader *r, const char *word, size_t length) {
  static Tree none;
  Tree *tree = arena_array(r->arena, 1, sizeof *tree);
  if (tree == NULL) {
    r->status = STATUS_LIMIT;
    return &none;
  }
  *tree = (Tree){.word = word, .length = (uint32_t)length};
  return tree;
}

void tree_add(Tree *tree, Tree *kid) {
  Tree **last = &tree->kid;
  while (*last != NULL) last = &(*last)->next;
  *last = kid;
  tree->kids++;
}

Tree *tree_fail(TreeReader *r, Status status) {
  if (r->status == STATUS_OK) r->status = status;
  return tree_make(r, "", 0);
}

void tree_skip(TreeReader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

bool tree_accept(TreeReader *r, const char *text) {
  size_t length = strlen(text);
  tree_skip(r);
  if (r->status != STATUS_OK || strncmp(r->at, text, length) != 0) return false;
  r->at += length;
  return true;
}

void tree_expect(TreeReader *r, const char *text) {
  if (!tree_accept(r, text)) (void)tree_fail(r, STATUS_ILL_TYPED);
}

void tree_expect_number(TreeReader *r, const char *before, uint32_t n, const char *after) {
  char text[64];
  (void)snprintf(text, sizeof text, "%s%u%s", before, n, after);
  tree_expect(r, text);
  if (after[0] == '\0' && isdigit((unsigned char)*r->at)) (void)tree_fail(r, STATUS_ILL_TYPED);
}

void tree_expect_parameters(TreeReader *r, const Store *store, OpCode code, ConstantId parameters) {
  char text[PARAMETERS_ROOM];
  if (printed_parameters(store, code, parameters, text, sizeof text))
    tree_expect(r, text);
  else
    (void)tree_fail(r, STATUS_LIMIT);
}

bool tree_is_over(TreeReader *r) {
  if (tree_accept(r, "...")) (void)tree_fail(r, STATUS_LIMIT);
  return r->status != STATUS_OK;
}

Tree *tree_word(TreeReader *r, const char *ends) {
  tree_skip(r);
  size_t length = 0;
  while (r->at[length] != '\0' && !isspace((unsigned char)r->at[length]) && strchr(ends, r->at[length]) == NULL)
    length++;
  if (length == 0) return tree_fail(r, STATUS_ILL_TYPED);
  Tree *word = tree_make(r, r->at, length);
  r->at += length;
  return word;
}

bool tree_is(const Tree *tree, const char *word) {
  return tree->length == strlen(word) && strncmp(tree->word, word, tree->length) == 0;
}

const Tree *tree_kid(const Tree *tree, uint32_t k) {
  const Tree *kid = tree->kid;
  while (k-- > 0) kid = kid->next;
  return kid;
}

bool scope_push(PrintedScope *scope, const Tree *name, uint32_t symbol) {
  if (scope->count == SCOPE_ROOM) return false;
  scope->name[scope->count] = name;
  scope->symbol[scope->count++] = symbol;
  return true;
}

bool scope_is(const PrintedScope *scope, const Tree *name, uint32_t symbol) {
  for (uint32_t k = scope->count; k-- > 0;) {
    const Tree *other = scope->name[k];
    if (other->length == name->length && strncmp(other->word, name->word, name->length) == 0)
      return scope->symbol[k] == symbol;
  }
  return false;
}

bool printed_parameters(const Store *store, OpCode code, ConstantId parameters, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (uint32_t k = 0; k < op_parameters(code) && used < size; k++)
    used +=
        (size_t)gmp_snprintf(text + used, size - used, "[%Qd]", constant_get(&store->constants, parameters)->exact[k]);
  return used < size;
}

bool printed_constant(const Constant *constant, bool bare, char *text, size_t size) {
  size_t used = 0;
  for (uint32_t i = 0; i < constant->length && used < size; i++) {
    const char *before = bare ? "" : i == 0 ? "[" : ",";
    used += (size_t)gmp_snprintf(text + used, size - used, "%s%Qd", before, constant->exact[i]);
  }
  if (!bare && used < size) used += (size_t)gmp_snprintf(text + used, size - used, "]");
  return used < size;
}
