#include "semantics/fpcore/importer.h"

#include <string.h>

Variable *variable_bind(Importer *importer, Sexpr *word, Shape shape, Variable *outer) {
  if (word == NULL || word->kind != SEXPR_WORD) {
    Span at = word == NULL ? (Span){0, 0} : word->span;
    reader_fail(&importer->reader, STATUS_ILL_TYPED, at, "a name is expected here");
    return NULL;
  }
  Variable *variable = reader_alloc(&importer->reader, sizeof *variable);
  const char *target = variable == NULL ? NULL : name_invent(importer, word->text, word->length);
  if (target == NULL) return NULL;
  *variable = (Variable){word->text, word->length, target, shape, outer, false};
  word->variable = variable;
  return variable;
}

Variable *variable_find(Variable *scope, const Sexpr *word) {
  while (scope != NULL && (scope->length != word->length || memcmp(scope->name, word->text, word->length) != 0))
    scope = scope->outer;
  return scope;
}
