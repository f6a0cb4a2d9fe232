/* Data types and what takes data apart:
 *
 *   data  := 'data' name name* '=' constructor ('|' constructor)*
 *   constructor := name type-atom*
 *   match := 'match' term 'with' ['|'] branch ('|' branch)*
 *   branch := name name* '->' term                                            */
#include "semantics/text/syntax.h"

static bool parse_parameters(Reader *reader, SyntaxData *data) {
  for (SyntaxConstructorField **last = &data->parameters; parser_kind(reader) == TOKEN_NAME; last = &(*last)->next) {
    *last = reader_alloc(reader, sizeof **last);
    if (*last == NULL || !parser_binder(reader, &(*last)->name, &(*last)->span)) return false;
    for (const SyntaxConstructorField *other = data->parameters; other != *last; other = other->next) {
      if (other->name.id != (*last)->name.id) continue;
      reader_fail(reader, STATUS_ILL_TYPED, (*last)->span, "two arguments have the name '%.40s'",
                  name_text(reader->store, other->name));
      return false;
    }
    data->parameter_count++;
  }
  return true;
}

static SyntaxConstructor *parse_constructor(Reader *reader, const SyntaxData *data) {
  SyntaxConstructor *made = reader_alloc(reader, sizeof *made);
  if (made == NULL || !parser_binder(reader, &made->name, &made->span)) return NULL;
  made->data = data;
  made->index = data->constructor_count;
  for (SyntaxConstructorField **last = &made->fields; parse_at_type_atom(reader); last = &(*last)->next) {
    *last = reader_alloc(reader, sizeof **last);
    if (*last == NULL || ((*last)->type = parse_type_atom(reader)) == NULL) return NULL;
    made->field_count++;
  }
  return made;
}

SyntaxData *parse_data(Reader *reader) {
  SyntaxData *data = reader_alloc(reader, sizeof *data);
  if (data == NULL || !parser_expect(reader, TOKEN_DATA, "'data'")) return NULL;
  if (!parser_binder(reader, &data->name, &data->span) || !parse_parameters(reader, data)) return NULL;
  if (!parser_expect(reader, TOKEN_EQUALS, "'='")) return NULL;
  SyntaxConstructor **last = &data->constructors;
  do {
    if ((*last = parse_constructor(reader, data)) == NULL) return NULL;
    last = &(*last)->next;
    data->constructor_count++;
  } while (parser_accept(reader, TOKEN_BAR));
  return data;
}

/* C x y -> term */
static Syntax *parse_data_branch(Reader *reader) {
  Syntax *branch = syntax_make(reader, SYNTAX_DATA_BRANCH, parser_peek(reader, 0)->span, NULL, NULL);
  if (branch == NULL || !parser_binder(reader, &branch->name, &branch->name_span)) return NULL;
  for (Syntax **last = &branch->kid[0]; parser_kind(reader) == TOKEN_NAME; last = &(*last)->kid[1]) {
    NameId name;
    Span span;
    if (!parser_binder(reader, &name, &span) || (*last = syntax_name(reader, name, span)) == NULL) return NULL;
    branch->code++;
  }
  if (!parser_expect(reader, TOKEN_ARROW, "'->'")) return NULL;
  branch->kid[1] = parse_term(reader);
  return branch->kid[1] == NULL ? NULL : branch;
}

Syntax *parse_data_match(Reader *reader) {
  Syntax *match = syntax_make(reader, SYNTAX_DATA_MATCH, parser_take(reader), NULL, NULL);
  if (match == NULL || (match->kid[0] = parse_term(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_WITH, "'with'")) return NULL;
  (void)parser_accept(reader, TOKEN_BAR);
  Syntax **last = &match->kid[1];
  do {
    if ((*last = parse_data_branch(reader)) == NULL) return NULL;
    last = &(*last)->kid[2];
  } while (parser_accept(reader, TOKEN_BAR));
  match->span.end = parser_last_end(reader);
  return match;
}
