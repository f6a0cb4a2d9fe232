/* The part of JSON Schema that the form of a report needs: type, const, enum, pattern,
 * minimum, minItems, maxItems, items, required, properties, additionalProperties: false,
 * and $ref to a definition.  A word that is not known here accepts nothing. */
#include "verify/campaign/schema.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the file itself, as the assembler reads it */
__asm__(".section .rodata\n"
        ".global report_schema\n"
        "report_schema: .incbin \"verify/campaign/report.schema.json\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char report_schema[];

#define PLACE 200

typedef struct Check {
  const json_t *definitions;
  char place[PLACE]; /* "scopes[0].laws" */
  char *error;
  size_t size;
} Check;

static bool accepts(Check *check, const json_t *schema, const json_t *value);

static bool complain(const Check *check, const char *what, const char *detail) {
  (void)snprintf(check->error, check->size, "it is no report of this form: %s: %s%s",
                 check->place[0] == '\0' ? "the whole" : check->place, what, detail);
  return false;
}

/* ------------------------------------------------------------ scalar words -- */

static bool has_type(const json_t *value, const char *type) {
  static const struct {
    const char *name;
    json_type first, second;
  } types[] = {{"object", JSON_OBJECT, JSON_OBJECT}, {"array", JSON_ARRAY, JSON_ARRAY},
               {"string", JSON_STRING, JSON_STRING}, {"integer", JSON_INTEGER, JSON_INTEGER},
               {"number", JSON_INTEGER, JSON_REAL},  {"boolean", JSON_TRUE, JSON_FALSE},
               {"null", JSON_NULL, JSON_NULL}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    json_type own = json_typeof(value);
    if (strcmp(types[i].name, type) == 0 && (own == types[i].first || own == types[i].second)) return true;
  }
  return false;
}

static bool accepts_type(Check *check, const json_t *types, const json_t *value) {
  if (json_is_string(types))
    return has_type(value, json_string_value(types)) || complain(check, "not of type ", json_string_value(types));
  for (size_t i = 0; i < json_array_size(types); i++) {
    if (has_type(value, json_string_value(json_array_get(types, i)))) return true;
  }
  return complain(check, "not of any of its types", "");
}

static bool accepts_enum(Check *check, const json_t *values, const json_t *value) {
  for (size_t i = 0; i < json_array_size(values); i++) {
    if (json_equal(json_array_get(values, i), value)) return true;
  }
  return complain(check, "none of the words that may stand there", "");
}

/* Of regular expressions what the schema asks: anchored alternatives ^...$|^...$ of characters, `.` and classes, with
 * +, * and {n}, of which none takes what the next could begin with.  The C library's own regcomp frees twice when
 * memory ends. */
static bool item_holds(const char *item, char c) {
  if (*item != '[') return *item == '.' || *item == c;
  for (item++; *item != ']'; item += item[1] == '-' ? 3 : 1) {
    if (item[1] == '-' ? item[0] <= c && c <= item[2] : item[0] == c) return true;
  }
  return false;
}

static bool matches_from(const char *pattern, const char *text) {
  if (*pattern == '$' || *pattern == '\0') return *text == '\0';
  const char *next = (*pattern == '[' ? strchr(pattern, ']') : pattern) + 1;
  size_t least = 1, most = 1, n = 0;
  if (*next == '+' || *next == '*') {
    least = *next++ == '+';
    most = SIZE_MAX;
  } else if (*next == '{') {
    least = most = strtoul(next + 1, NULL, 10);
    next = strchr(next, '}') + 1;
  }
  while (n < most && text[n] != '\0' && item_holds(pattern, text[n])) n++;
  return n >= least && matches_from(next, text + n);
}

static bool matches(const char *pattern, const char *text) {
  for (; pattern != NULL; pattern = strchr(pattern, '|')) {
    pattern += strspn(pattern, "|^");
    if (matches_from(pattern, text)) return true;
  }
  return false;
}

static bool accepts_pattern(Check *check, const char *pattern, const json_t *value) {
  const char *text = json_string_value(value);
  if (text == NULL) return true; /* the type says so */
  bool whole = strlen(text) == json_string_length(value);
  return (whole && matches(pattern, text)) || complain(check, "not of the form ", pattern);
}

/* ---------------------------------------------------------- composed words -- */

/* Goes down to a part, and back. */
static bool accepts_part(Check *check, const json_t *schema, const json_t *value, const char *form, const char *key,
                         size_t index) {
  size_t length = strlen(check->place);
  if (key != NULL)
    (void)snprintf(check->place + length, PLACE - length, form, key);
  else
    (void)snprintf(check->place + length, PLACE - length, form, index);
  bool good = accepts(check, schema, value);
  check->place[length] = '\0';
  return good;
}

static bool accepts_items(Check *check, const json_t *schema, const json_t *value) {
  for (size_t i = 0; i < json_array_size(value); i++) {
    if (!accepts_part(check, schema, json_array_get(value, i), "[%zu]", NULL, i)) return false;
  }
  return true;
}

static bool accepts_required(Check *check, const json_t *keys, const json_t *value) {
  for (size_t i = 0; i < json_array_size(keys); i++) {
    const char *key = json_string_value(json_array_get(keys, i));
    if (json_object_get(value, key) == NULL) return complain(check, "it lacks ", key);
  }
  return true;
}

static bool accepts_properties(Check *check, const json_t *properties, const json_t *value) {
  const char *key;
  json_t *part;
  json_object_foreach((json_t *)value, key, part) {
    const json_t *schema = json_object_get(properties, key);
    if (schema == NULL) return complain(check, "unknown key ", key);
    if (!accepts_part(check, schema, part, check->place[0] == '\0' ? "%s" : ".%s", key, 0)) return false;
  }
  return true;
}

static bool accepts_reference(Check *check, const char *reference, const json_t *value) {
  static const char prefix[] = "#/$defs/";
  const json_t *schema = strncmp(reference, prefix, strlen(prefix)) == 0
                             ? json_object_get(check->definitions, reference + strlen(prefix))
                             : NULL;
  return schema != NULL ? accepts(check, schema, value) : complain(check, "no definition ", reference);
}

static bool accepts_word(Check *check, const char *word, const json_t *rule, const json_t *value) {
  json_int_t number = json_integer_value(rule);
  bool is_array = json_is_array(value);
  if (strcmp(word, "type") == 0) return accepts_type(check, rule, value);
  if (strcmp(word, "const") == 0) return json_equal(rule, value) || complain(check, "another word is asked", "");
  if (strcmp(word, "enum") == 0) return accepts_enum(check, rule, value);
  if (strcmp(word, "pattern") == 0) return accepts_pattern(check, json_string_value(rule), value);
  if (strcmp(word, "$ref") == 0) return accepts_reference(check, json_string_value(rule), value);
  if (strcmp(word, "items") == 0) return accepts_items(check, rule, value);
  if (strcmp(word, "required") == 0) return accepts_required(check, rule, value);
  if (strcmp(word, "properties") == 0) return accepts_properties(check, rule, value);
  if (strcmp(word, "minimum") == 0)
    return !json_is_number(value) || json_number_value(value) >= (double)number || complain(check, "too small", "");
  if (strcmp(word, "minItems") == 0)
    return !is_array || json_array_size(value) >= (size_t)number || complain(check, "too few items", "");
  if (strcmp(word, "maxItems") == 0)
    return !is_array || json_array_size(value) <= (size_t)number || complain(check, "too many items", "");
  if (word[0] == '$' || strcmp(word, "title") == 0 || strcmp(word, "additionalProperties") == 0) return true;
  return complain(check, "the form asks what is not known: ", word);
}

static bool accepts(Check *check, const json_t *schema, const json_t *value) {
  const char *word;
  json_t *rule;
  const json_t *type = json_object_get(schema, "type");
  if (type != NULL && !accepts_type(check, type, value)) return false; /* first: it says most */
  json_object_foreach((json_t *)schema, word, rule) {
    if (!accepts_word(check, word, rule, value)) return false;
  }
  return true;
}

bool schema_accepts(const json_t *report, char *error, size_t size) {
  json_t *schema = json_loads(report_schema, 0, NULL);
  Check check = {.definitions = json_object_get(schema, "$defs"), .error = error, .size = size};
  bool good = schema != NULL ? accepts(&check, schema, report) : complain(&check, "limit: out of memory", "");
  json_decref(schema);
  return good;
}
