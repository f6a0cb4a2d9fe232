/* Definitions: def name {size = 3, a : type, ...} (arg : type) ... [: type] = term, and data types */
#include "semantics/text/syntax.h"

/* A list that grows in the reader's memory by doubling. */
static void *grow(Reader *reader, void *items, uint32_t count, uint32_t *capacity, size_t size) {
  if (count < *capacity) return items;
  uint32_t wanted = *capacity == 0 ? 4 : 2 * *capacity;
  unsigned char *larger = reader_alloc(reader, wanted * size);
  if (larger == NULL) return NULL;
  for (size_t i = 0; i < count * size; i++) larger[i] = ((unsigned char *)items)[i];
  *capacity = wanted;
  return larger;
}

/* a : type [= real], the name being next */
static bool parse_type_parameter(Reader *reader, SyntaxDefinition *definition, uint32_t *capacity) {
  Parameter *types = grow(reader, definition->types, definition->type_count, capacity, sizeof *types);
  if (types == NULL) return false;
  definition->types = types;
  Parameter *type = &types[definition->type_count++];
  if (!parser_binder(reader, &type->name, &type->span)) return false;
  for (uint32_t i = 0; i + 1 < definition->type_count; i++) {
    if (types[i].name.id != type->name.id) continue;
    reader_fail(reader, STATUS_ILL_TYPED, type->span, "two types have the name '%.40s'",
                name_text(reader->store, type->name));
    return false;
  }
  (void)parser_take(reader);
  if (!parser_word_is(reader, parser_peek(reader, 0), "type")) return parser_fail_here(reader, "'type'"), false;
  (void)parser_take(reader);
  return !parser_accept(reader, TOKEN_EQUALS) || (type->type = parse_type(reader)) != NULL;
}

static bool parse_sizes(Reader *reader, SyntaxDefinition *definition) {
  uint32_t capacity = 0, type_capacity = 0;
  do {
    if (parser_peek(reader, 1)->kind == TOKEN_COLON) {
      if (!parse_type_parameter(reader, definition, &type_capacity)) return false;
      continue;
    }
    SizeParameter *sizes = grow(reader, definition->sizes, definition->size_count, &capacity, sizeof *sizes);
    if (sizes == NULL) return false;
    definition->sizes = sizes;
    SizeParameter *size = &sizes[definition->size_count++];
    if (!parser_binder(reader, &size->name, &size->span)) return false;
    for (uint32_t i = 0; i + 1 < definition->size_count; i++) {
      if (sizes[i].name.id != size->name.id) continue;
      reader_fail(reader, STATUS_ILL_TYPED, size->span, "two sizes have the name '%.40s'",
                  name_text(reader->store, size->name));
      return false;
    }
    if (!parser_accept(reader, TOKEN_EQUALS)) continue;
    Syntax *value = parser_kind(reader) == TOKEN_NUMBER ? parse_size_atom(reader) : NULL;
    if (value == NULL) return parser_fail_here(reader, "a number"), false;
    size->has_value = true;
    size->value = value->code;
  } while (parser_accept(reader, TOKEN_COMMA));
  return parser_expect(reader, TOKEN_RBRACE, "'}'");
}

/* x, or (x y ... : type) */
static bool parse_parameters(Reader *reader, SyntaxDefinition *definition) {
  uint32_t capacity = 0;
  while (parser_kind(reader) == TOKEN_LPAREN || parser_kind(reader) == TOKEN_NAME) {
    bool bracket = parser_accept(reader, TOKEN_LPAREN);
    uint32_t first = definition->parameter_count;
    do {
      Parameter *list = grow(reader, definition->parameters, definition->parameter_count, &capacity, sizeof *list);
      if (list == NULL) return false;
      definition->parameters = list;
      Parameter *parameter = &list[definition->parameter_count++];
      if (!parser_binder(reader, &parameter->name, &parameter->span)) return false;
    } while (bracket && parser_kind(reader) == TOKEN_NAME);
    if (!bracket) continue;
    if (parser_accept(reader, TOKEN_COLON)) {
      Syntax *type = parse_type(reader);
      if (type == NULL) return false;
      for (uint32_t i = first; i < definition->parameter_count; i++) definition->parameters[i].type = type;
    }
    if (!parser_expect(reader, TOKEN_RPAREN, "')'")) return false;
  }
  return true;
}

static SyntaxDefinition *parse_definition(Reader *reader) {
  SyntaxDefinition *definition = reader_alloc(reader, sizeof *definition);
  if (definition == NULL || !parser_expect(reader, TOKEN_DEF, "'def'")) return NULL;
  if (!parser_binder(reader, &definition->name, &definition->span)) return NULL;
  if (parser_accept(reader, TOKEN_LBRACE) && !parse_sizes(reader, definition)) return NULL;
  if (!parse_parameters(reader, definition)) return NULL;
  if (parser_accept(reader, TOKEN_COLON) && (definition->result = parse_type(reader)) == NULL) return NULL;
  if (!parser_expect(reader, TOKEN_EQUALS, "'='")) return NULL;
  definition->body = parse_term(reader);
  return definition->body == NULL ? NULL : definition;
}

bool parse_file(Reader *reader, SyntaxDefinition **first, SyntaxData **data) {
  SyntaxDefinition **last = first;
  *first = NULL;
  *data = NULL;
  while (parser_kind(reader) != TOKEN_END) {
    if (parser_kind(reader) == TOKEN_DATA) {
      if ((*data = parse_data(reader)) == NULL) return false;
      while (*data != NULL) data = &(*data)->next;
      continue;
    }
    SyntaxDefinition *definition = parse_definition(reader);
    if (definition == NULL) return false;
    *last = definition;
    last = &definition->next;
  }
  return true;
}
