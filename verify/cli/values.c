#include "verify/cli/values.h"
#include "semantics/tables/cases.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Bare words (numbers among them) of the text; strings are passed over. */
static bool is_bare(char c) { return isalnum((unsigned char)c) || strchr("+-./_'", c) != NULL; }

/* The text with every bare word in quotes: Jansson would round a number to
 * double, and 0.1 is to be read exactly.  NULL without memory. */
static char *quote_words(const char *text, size_t length, size_t *quoted_length) {
  char *quoted = malloc(3 * length + 1);
  size_t used = 0;
  bool in_string = false, in_word = false;
  for (size_t i = 0; quoted != NULL && i < length; i++) {
    char c = text[i];
    bool bare = !in_string && c != '\0' && is_bare(c);
    if (bare != in_word) quoted[used++] = '"';
    in_word = bare;
    quoted[used++] = c;
    if (in_string && c == '\\' && i + 1 < length)
      quoted[used++] = text[++i];
    else if (c == '"')
      in_string = !in_string;
  }
  if (in_word) quoted[used++] = '"';
  *quoted_length = used;
  return quoted;
}

json_t *value_parse(const char *text, size_t length, char *error, size_t error_size) {
  size_t quoted_length;
  char *quoted = quote_words(text, length, &quoted_length);
  if (quoted == NULL) {
    snprintf(error, error_size, "limit: out of memory");
    return NULL;
  }
  json_error_t fault;
  json_t *json = json_loadb(quoted, quoted_length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &fault);
  free(quoted);
  if (json == NULL) snprintf(error, error_size, "not JSON: line %d: %s", fault.line, fault.text);
  return json;
}

static const char *json_kind(const json_t *json) {
  switch (json_typeof(json)) {
  case JSON_OBJECT: return "an object";
  case JSON_ARRAY: return "an array";
  case JSON_STRING: return "a number";
  case JSON_INTEGER:
  case JSON_REAL: return "a number";
  case JSON_TRUE:
  case JSON_FALSE: return "a Boolean";
  case JSON_NULL: return "null";
  }
  return "nothing";
}

static bool complain(ValueReader *reader, TypeId type, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool complain(ValueReader *reader, TypeId type, const char *format, ...) {
  char name[200], what[200];
  va_list values;
  va_start(values, format);
  vsnprintf(what, sizeof what, format, values);
  va_end(values);
  type_print(&reader->store->types, type, name, sizeof name);
  snprintf(reader->error, sizeof reader->error, "%s: expected %s, found %s", reader->path, name, what);
  return false;
}

/* Appends [k] to the path and answers where it began. */
static size_t path_enter(ValueReader *reader, uint32_t k) {
  size_t end = strlen(reader->path);
  snprintf(reader->path + end, sizeof reader->path - end, "[%u]", k);
  return end;
}

static bool read_number(ValueReader *reader, TypeId type, const json_t *json, Scalar *out) {
  if (!json_is_string(json)) return complain(reader, type, "%s", json_kind(json));
  const char *text = json_string_value(json);
  bool integer = type_kind(&reader->store->types, type) == TYPE_INT;
  int64_t whole = 0;
  NumberFault fault = integer ? number_read_int(text, &whole)
                              : number_read(&reader->store->constants, reader->ring, reader->choice, text, out);
  if (integer) *out = scalar_from_int(whole);
  switch (fault) {
  case NUMBER_FINE: return true;
  case NUMBER_MALFORMED: return complain(reader, type, "'%.100s', which is not a number", text);
  case NUMBER_TOO_LONG: return complain(reader, type, "a number beyond the limit of %d digits", NUMBER_MAX_DIGITS);
  case NUMBER_NOT_IN_RING: break;
  }
  return complain(reader, type, "'%.100s', which the ring %s does not have", text, reader->ring->ops->name);
}

static bool read_value(ValueReader *reader, TypeId type, const json_t *json, Scalar *out, uint32_t depth);

/* real^n: an array of numbers; a real^1 may also stand bare. */
static bool read_reals(ValueReader *reader, TypeId type, TypeNode node, const json_t *json, Scalar *out) {
  TypeTable *types = &reader->store->types;
  TypeId real = node.linear ? type_linear_real(types, 1) : type_real(types, 1);
  if (node.n == 1 && !json_is_array(json)) return read_number(reader, type, json, out);
  if (!json_is_array(json)) return complain(reader, type, "%s", json_kind(json));
  if (json_array_size(json) != node.n) return complain(reader, type, "an array of %zu", json_array_size(json));
  for (uint32_t k = 0; k < node.n; k++) {
    size_t end = path_enter(reader, k);
    if (!read_number(reader, real, json_array_get(json, k), out + k)) return false;
    reader->path[end] = '\0';
  }
  return true;
}

/* n elements of one type. */
static bool read_array(ValueReader *reader, TypeId type, TypeId element, uint32_t n, const json_t *json, Scalar *out,
                       uint32_t depth) {
  if (!json_is_array(json)) return complain(reader, type, "%s", json_kind(json));
  if (json_array_size(json) != n) return complain(reader, type, "an array of %zu", json_array_size(json));
  uint32_t dim = type_node(&reader->store->types, element)->dim;
  for (uint32_t k = 0; k < n; k++) {
    size_t end = path_enter(reader, k);
    if (!read_value(reader, element, json_array_get(json, k), out + (size_t)k * dim, depth)) return false;
    reader->path[end] = '\0';
  }
  return true;
}

/* ((a, b), c) is [a, b, c]: components from the last to the first. */
static bool read_tuple(ValueReader *reader, TypeId type, const json_t *json, Scalar *out, uint32_t depth) {
  const TypeTable *types = &reader->store->types;
  TypeKind kind = type_kind(types, type);
  uint32_t count = 1;
  for (TypeId at = type; type_kind(types, at) == kind; at = type_node(types, at)->a) count++;
  if (!json_is_array(json)) return complain(reader, type, "%s", json_kind(json));
  if (json_array_size(json) != count) return complain(reader, type, "an array of %zu", json_array_size(json));
  for (TypeId at = type; count-- > 0;) {
    bool first = count == 0;
    TypeNode node = *type_node(types, at);
    size_t end = path_enter(reader, count);
    Scalar *place = first ? out : out + type_node(types, node.a)->dim;
    if (!read_value(reader, first ? at : node.b, json_array_get(json, count), place, depth)) return false;
    reader->path[end] = '\0';
    at = node.a;
  }
  return true;
}

static bool read_value(ValueReader *reader, TypeId type, const json_t *json, Scalar *out, uint32_t depth) {
  if (depth == 0) {
    snprintf(reader->error, sizeof reader->error, "%.200s: limit: nested too deeply", reader->path);
    return false;
  }
  TypeNode node = *type_node(&reader->store->types, type);
  switch (node.kind) {
  case TYPE_REAL:
  case TYPE_LREAL: return read_reals(reader, type, node, json, out);
  case TYPE_INT: return read_number(reader, type, json, out);
  case TYPE_UNIT:
  case TYPE_LUNIT: return read_array(reader, type, type, 0, json, out, depth - 1);
  case TYPE_PROD:
  case TYPE_LPROD: return read_tuple(reader, type, json, out, depth - 1);
  case TYPE_ARRAY:
  case TYPE_LARRAY: return read_array(reader, type, node.a, node.n, json, out, depth - 1);
  case TYPE_ANY_UNSIZED:
  case TYPE_POWER:
  case TYPE_COPOWER: break;
  }
  return complain(reader, type, "a value; only first-order types have values in files");
}

bool value_read(ValueReader *reader, const char *name, TypeId type, const json_t *json, Scalar *out) {
  snprintf(reader->path, sizeof reader->path, "%.100s", name);
  return read_value(reader, type, json, out, VALUE_MAX_NESTING);
}

static bool write_value(const ValueWriter *writer, TypeId type, const Scalar *value, uint32_t depth);

static bool write_elements(const ValueWriter *writer, TypeId element, uint32_t n, const Scalar *value, uint32_t depth) {
  uint32_t dim = type_node(writer->types, element)->dim;
  fputc('[', writer->out);
  for (uint32_t k = 0; k < n; k++) {
    if (k != 0) fputs(", ", writer->out);
    if (!write_value(writer, element, value + (size_t)k * dim, depth)) return false;
  }
  fputc(']', writer->out);
  return true;
}

static void write_reals(const ValueWriter *writer, uint32_t n, const Scalar *value) {
  if (n != 1) fputc('[', writer->out);
  for (uint32_t k = 0; k < n; k++) {
    if (k != 0) fputs(", ", writer->out);
    number_write(writer->out, writer->ring, writer->choice, value[k], writer->format);
  }
  if (n != 1) fputc(']', writer->out);
}

/* The components of ((a, b), c), from the left: the k-th is found from the right. */
static bool write_components(const ValueWriter *writer, TypeId type, const Scalar *value, uint32_t depth) {
  const TypeTable *types = writer->types;
  TypeKind kind = type_kind(types, type);
  uint32_t left = 0;
  for (TypeId at = type; type_kind(types, at) == kind; at = type_node(types, at)->a) left++;
  TypeId part = type;
  for (uint32_t i = 0; i < left; i++) part = type_node(types, part)->a;
  for (; write_value(writer, part, value, depth); left--) {
    if (left == 0) return true;
    value += type_node(types, part)->dim;
    TypeId at = type;
    for (uint32_t i = 1; i < left; i++) at = type_node(types, at)->a;
    part = type_node(types, at)->b;
    fputs(", ", writer->out);
  }
  return false;
}

static bool write_value(const ValueWriter *writer, TypeId type, const Scalar *value, uint32_t depth) {
  if (depth == 0) return false;
  const TypeNode *node = type_node(writer->types, type);
  const bool json = writer->format == OUTPUT_JSON;
  switch (node->kind) {
  case TYPE_REAL:
  case TYPE_LREAL: write_reals(writer, node->n, value); return true;
  case TYPE_INT: fprintf(writer->out, "%lld", (long long)scalar_to_int(*value)); return true;
  case TYPE_UNIT:
  case TYPE_LUNIT: fputs(json ? "[]" : "()", writer->out); return true;
  case TYPE_PROD:
  case TYPE_LPROD:
    fputc(json ? '[' : '(', writer->out);
    if (!write_components(writer, type, value, depth - 1)) return false;
    fputc(json ? ']' : ')', writer->out);
    return true;
  case TYPE_ARRAY:
  case TYPE_LARRAY: return write_elements(writer, node->a, node->n, value, depth - 1);
  case TYPE_ANY_UNSIZED:
  case TYPE_POWER:
  case TYPE_COPOWER: break;
  }
  return false;
}

bool value_write(const ValueWriter *writer, TypeId type, const Scalar *value) {
  return write_value(writer, type, value, VALUE_MAX_NESTING);
}

void json_write_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c < 0x20)
      fprintf(out, "\\u%04x", c);
    else
      fputc(c, out);
  }
  fputc('"', out);
}
