/* Data types and what takes data apart:
 *
 *   data  := 'data' one ('with' one)*
 *   one   := name name* '=' constructor ('|' constructor)*
 *   constructor := name type-atom* | name '{' name ':' type (',' name ':' type)* '}'
 *   match := 'match' term 'with' ['|'] branch ('|' branch)*
 *   branch := name name* '->' term                                            */
#include "semantics/text/syntax.h"

/* Each is written out within those before it. */
#define DATA_TOGETHER_MOST 8u

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

/* {x : real, y : real^2}, each of which is a function of the constructor's data */
static bool parse_named_fields(Reader *reader, SyntaxConstructor *made) {
  SyntaxConstructorField **last = &made->fields;
  do {
    *last = reader_alloc(reader, sizeof **last);
    if (*last == NULL || !parser_binder(reader, &(*last)->name, &(*last)->span)) return false;
    if (!parser_expect(reader, TOKEN_COLON, "':'") || ((*last)->type = parse_type(reader)) == NULL) return false;
    made->field_count++;
    last = &(*last)->next;
  } while (parser_accept(reader, TOKEN_COMMA));
  return parser_expect(reader, TOKEN_RBRACE, "'}'");
}

static SyntaxConstructor *parse_constructor(Reader *reader, const SyntaxData *data) {
  SyntaxConstructor *made = reader_alloc(reader, sizeof *made);
  if (made == NULL || !parser_binder(reader, &made->name, &made->span)) return NULL;
  made->data = data;
  made->index = data->constructor_count;
  if (parser_accept(reader, TOKEN_LBRACE)) return parse_named_fields(reader, made) ? made : NULL;
  for (SyntaxConstructorField **last = &made->fields; parse_at_type_atom(reader); last = &(*last)->next) {
    *last = reader_alloc(reader, sizeof **last);
    if (*last == NULL || ((*last)->type = parse_type_atom(reader)) == NULL) return NULL;
    made->field_count++;
  }
  return made;
}

static SyntaxData *parse_one(Reader *reader) {
  SyntaxData *data = reader_alloc(reader, sizeof *data);
  if (data == NULL) return NULL;
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

/* Another name than those that its parameters, and the types beside it, have. */
static bool check_group(Reader *reader, const SyntaxData *first) {
  uint32_t count = 0;
  for (const SyntaxData *d = first; d != NULL; d = d->next, count++) {
    if (count == DATA_TOGETHER_MOST) {
      reader_fail(reader, STATUS_LIMIT, d->span, "more than %u data types that use one another", DATA_TOGETHER_MOST);
      return false;
    }
    if (d->parameter_count != first->parameter_count) {
      reader_fail(reader, STATUS_ILL_TYPED, d->span,
                  "'%.40s' has %u arguments, but '%.40s', beside which it stands, %u",
                  name_text(reader->store, d->name), d->parameter_count, name_text(reader->store, first->name),
                  first->parameter_count);
      return false;
    }
    for (const SyntaxConstructorField *p = d->parameters; p != NULL; p = p->next) {
      for (const SyntaxData *other = first; other != NULL; other = other->next) {
        if (other->name.id != p->name.id) continue;
        reader_fail(reader, STATUS_ILL_TYPED, p->span, "the argument '%.40s' has the name of a data type beside it",
                    name_text(reader->store, p->name));
        return false;
      }
    }
  }
  return true;
}

SyntaxData *parse_data(Reader *reader) {
  if (!parser_expect(reader, TOKEN_DATA, "'data'")) return NULL;
  SyntaxData *first = parse_one(reader);
  for (SyntaxData *last = first; last != NULL; last = last->next) {
    last->first = first;
    last->more = parser_accept(reader, TOKEN_WITH);
    if (!last->more) return check_group(reader, first) ? first : NULL;
    last->next = parse_one(reader);
  }
  return NULL;
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
