/* Descriptions of spaces: fields, lists, types, constructors, and back.
 *
 *   description ::= preset (sep field)* | field (sep field)*     sep ::= , | ;
 *   field ::= size=N | binders=N | contexts=CONTEXT|CONTEXT... | types=T,...
 *           | results=T,... | terms=let,unit,... | ops=OP,...
 *
 * A comma ends a field only when a field's name and = follow it.  An empty
 * context is nothing between the bars.  The types of contexts and results, and
 * the components of all types, belong to the space without being listed. */
#include "verify/enumerate/description.h"

#include "semantics/text/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum FieldKey {
  FIELD_SIZE,
  FIELD_BINDERS,
  FIELD_CONTEXTS,
  FIELD_TYPES,
  FIELD_RESULTS,
  FIELD_TERMS,
  FIELD_OPS,
  FIELD_COUNT
} FieldKey;

static const char *const field_names[FIELD_COUNT] = {"size", "binders", "contexts", "types", "results", "terms", "ops"};

static const struct {
  const char *name;
  TermChoice choice;
} term_choices[] = {
    {"let", CHOICE_LET},         {"unit", CHOICE_UNIT},         {"pair", CHOICE_PAIR},       {"fst", CHOICE_FST},
    {"snd", CHOICE_SND},         {"lam", CHOICE_LAM},           {"app", CHOICE_APP},         {"map", CHOICE_MAP},
    {"zipWith", CHOICE_ZIPWITH}, {"build", CHOICE_BUILD},       {"index", CHOICE_INDEX},     {"inl", CHOICE_INL},
    {"inr", CHOICE_INR},         {"case", CHOICE_CASE},         {"iterate", CHOICE_ITERATE}, {"while", CHOICE_WHILE},
    {"fold", CHOICE_FOLD},       {"scan", CHOICE_SCAN},         {"total", CHOICE_TOTAL},     {"gather", CHOICE_GATHER},
    {"scatter", CHOICE_SCATTER}, {"vbuild", CHOICE_VBUILD},     {"length", CHOICE_LENGTH},   {"filter", CHOICE_FILTER},
    {"append", CHOICE_APPEND},   {"vscatter", CHOICE_VSCATTER}, {"letrec", CHOICE_LETREC},   {"roll", CHOICE_ROLL},
    {"unroll", CHOICE_UNROLL}};
#define TERM_CHOICES (sizeof term_choices / sizeof term_choices[0])
/* Without a field `terms`: the constructors of Fig. 3. */
#define TERMS_DEFAULT                                                                                                  \
  ((unsigned)(CHOICE_LET | CHOICE_UNIT | CHOICE_PAIR | CHOICE_FST | CHOICE_SND | CHOICE_LAM | CHOICE_APP))

static const struct {
  const char *name, *purpose, *description;
} presets[] = {
#define PRESET(name, purpose, description) {name, purpose, description},
#include "verify/enumerate/presets.def"
#undef PRESET
};
#define PRESETS (sizeof presets / sizeof presets[0])

typedef struct Fields {
  Slice preset;
  Slice value[FIELD_COUNT];
  bool given[FIELD_COUNT]; /* in the description itself, not by its preset */
} Fields;

bool spec_fail(Reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(reader->error, reader->error_size, format, arguments);
  va_end(arguments);
  return false;
}

typedef struct Out {
  char *buffer;
  size_t size, length;
} Out;

__attribute__((format(printf, 2, 3))) static void put(Out *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t used = out->length < out->size ? out->length : out->size;
  int added = vsnprintf(out->buffer == NULL ? NULL : out->buffer + used, out->size - used, format, arguments);
  va_end(arguments);
  if (added > 0) out->length += (size_t)added;
}

/* -------------------------------------------------------------- slices -- */

static Slice slice_trim(Slice s) {
  while (s.length > 0 && *s.text == ' ') s.text++, s.length--;
  while (s.length > 0 && s.text[s.length - 1] == ' ') s.length--;
  return s;
}

bool slice_is(Slice s, const char *text) { return strlen(text) == s.length && memcmp(s.text, text, s.length) == 0; }

/* Takes the next item of a list; false at its end.  The empty list has none. */
static bool slice_next(Slice *rest, char separator, Slice *item) {
  if (rest->text == NULL) return false;
  size_t end = 0;
  while (end < rest->length && rest->text[end] != separator) end++;
  *item = slice_trim((Slice){rest->text, end});
  if (end == rest->length)
    rest->text = NULL;
  else
    *rest = (Slice){rest->text + end + 1, rest->length - end - 1};
  return true;
}

static Slice list_of(Slice s) {
  s = slice_trim(s);
  if (s.length == 0) s.text = NULL;
  return s;
}

bool slice_number(Slice s, uint32_t *number) {
  uint64_t value = 0;
  if (s.length == 0 || s.length > 9) return false;
  for (size_t i = 0; i < s.length; i++) {
    if (s.text[i] < '0' || s.text[i] > '9') return false;
    value = value * 10 + (uint64_t)(s.text[i] - '0');
  }
  *number = (uint32_t)value;
  return true;
}

/* -------------------------------------------------------------- fields -- */

/* The field whose name and = stand at the beginning, or FIELD_COUNT. */
static FieldKey field_at(const char *text) {
  while (*text == ' ') text++;
  for (int key = 0; key < FIELD_COUNT; key++) {
    size_t length = strlen(field_names[key]);
    if (strncmp(text, field_names[key], length) == 0 && text[length] == '=') return (FieldKey)key;
  }
  return FIELD_COUNT;
}

static bool read_fields(Reader *reader, const char *text, Fields *fields, bool given) {
  bool seen[FIELD_COUNT] = {false};
  while (*text != '\0') {
    FieldKey key = field_at(text);
    size_t end = 0;
    while (text[end] != '\0' && text[end] != ';' && !(text[end] == ',' && field_at(text + end + 1) != FIELD_COUNT)) {
      end++;
    }
    if (key == FIELD_COUNT) return spec_fail(reader, "not a field of a space: '%.*s'", (int)end, text);
    if (seen[key]) return spec_fail(reader, "field '%s' twice", field_names[key]);
    const char *value = strchr(text, '=') + 1;
    fields->value[key] = (Slice){value, (size_t)(text + end - value)};
    fields->given[key] = given;
    seen[key] = true;
    text += end;
    if (*text != '\0') text++;
  }
  return true;
}

/* A first word without = names a preset, whose fields come first. */
static bool read_preset(Reader *reader, const char **description, Fields *fields) {
  size_t end = strcspn(*description, ",;=");
  if ((*description)[end] == '=' || **description == '\0') return true;
  Slice name = slice_trim((Slice){*description, end});
  for (size_t i = 0; i < PRESETS; i++) {
    if (!slice_is(name, presets[i].name)) continue;
    fields->preset = name;
    *description += end + ((*description)[end] != '\0');
    return read_fields(reader, presets[i].description, fields, false);
  }
  char names[200] = "";
  for (size_t i = 0, used = 0; i < PRESETS && used + 32 < sizeof names; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, " %s", presets[i].name);
  return spec_fail(reader, "no preset space is called '%.*s'; there are%s", (int)name.length, name.text, names);
}

/* --------------------------------------------------------------- types -- */

static bool read_type(Reader *reader, Slice item, TypeId *type) {
  TextError error = {.message = ""};
  Status status = text_read_type(reader->store, item.text, item.length, type, &error);
  if (status != STATUS_OK) return spec_fail(reader, "not a type: '%.*s'", (int)item.length, item.text);
  return true;
}

static bool has_type(const TypeId *list, uint32_t count, TypeId type) {
  for (uint32_t i = 0; i < count; i++) {
    if (type_equal(list[i], type)) return true;
  }
  return false;
}

static bool add_type(Reader *reader, SpaceSpec *spec, TypeId type) {
  if (has_type(spec->types, spec->type_count, type)) return true;
  if (spec->type_count == SPACE_MAX_TYPES) return spec_fail(reader, "more than %u types", SPACE_MAX_TYPES);
  spec->types[spec->type_count++] = type;
  return true;
}

/* Adds the components of types, and theirs; the list grows as it is read. */
static bool close_types(Reader *reader, SpaceSpec *spec) {
  TypeTable *types = &reader->store->types;
  const unsigned with_int =
      CHOICE_BUILD | CHOICE_INDEX | CHOICE_ITERATE | CHOICE_VBUILD | CHOICE_LENGTH | CHOICE_VSCATTER | CHOICE_LETREC;
  if ((spec->terms & with_int) != 0 && !add_type(reader, spec, type_int(types))) return false;
  if ((spec->terms & (CHOICE_WHILE | CHOICE_FILTER)) != 0 && !add_type(reader, spec, type_bool(types))) return false;
  for (uint32_t i = 0; i < spec->type_count; i++) {
    const TypeNode node = *type_node(types, spec->types[i]);
    if (node.kind == TYPE_MU) {
      if (!add_type(reader, spec, type_unroll(types, spec->types[i]))) return false;
      continue;
    }
    if (node.kind == TYPE_LFUN || node.linear) return spec_fail(reader, "a type of the target language");
    if (node.a.id != 0 && !add_type(reader, spec, node.a)) return false;
    if (node.b.id != 0 && !add_type(reader, spec, node.b)) return false;
    if (node.kind == TYPE_REAL && !add_type(reader, spec, type_real(types, 1))) return false;
  }
  return true;
}

static bool read_types(Reader *reader, Slice field, SpaceSpec *spec) {
  Slice rest = list_of(field), item;
  while (slice_next(&rest, ',', &item)) {
    TypeId type;
    if (!read_type(reader, item, &type)) return false;
    if (has_type(spec->types, spec->type_count, type)) {
      return spec_fail(reader, "type '%.*s' twice", (int)item.length, item.text);
    }
    if (!add_type(reader, spec, type)) return false;
  }
  return true;
}

/* Without a field `results`: the first-order types of `types` and `contexts`. */
static bool read_results(Reader *reader, Slice field, SpaceSpec *spec) {
  if (field.text == NULL) {
    for (uint32_t i = 0; i < spec->type_count; i++) {
      if (type_node(&reader->store->types, spec->types[i])->dim == TYPE_NOT_FLAT) continue;
      spec->results[spec->result_count++] = spec->types[i];
    }
    return true;
  }
  Slice rest = list_of(field), item;
  while (slice_next(&rest, ',', &item)) {
    TypeId type;
    if (!read_type(reader, item, &type) || !add_type(reader, spec, type)) return false;
    if (has_type(spec->results, spec->result_count, type)) {
      return spec_fail(reader, "result type '%.*s' twice", (int)item.length, item.text);
    }
    spec->results[spec->result_count++] = type;
  }
  return true;
}

static bool read_context(Reader *reader, Slice text, SpaceSpec *spec) {
  if (spec->start_count == SPACE_MAX_STARTS) return spec_fail(reader, "more than %u contexts", SPACE_MAX_STARTS);
  uint32_t length = 0;
  TypeId *types = spec->starts[spec->start_count].types;
  Slice rest = list_of(text), item;
  while (slice_next(&rest, ',', &item)) {
    if (length == SPACE_MAX_CONTEXT) return spec_fail(reader, "a context of more than %d types", SPACE_MAX_CONTEXT);
    if (!read_type(reader, item, &types[length]) || !add_type(reader, spec, types[length])) return false;
    length++;
  }
  for (uint32_t i = 0; i < spec->start_count; i++) {
    if (spec->starts[i].length == length && memcmp(spec->starts[i].types, types, length * sizeof *types) == 0) {
      return spec_fail(reader, "context '%.*s' twice", (int)text.length, text.text);
    }
  }
  spec->starts[spec->start_count++].length = length;
  return true;
}

static bool read_contexts(Reader *reader, Slice field, SpaceSpec *spec) {
  if (field.text == NULL) return spec_fail(reader, "no field 'contexts'");
  Slice rest = field, item;
  while (slice_next(&rest, '|', &item)) {
    if (!read_context(reader, item, spec)) return false;
  }
  return true;
}

/* ----------------------------------------------- sizes and constructors -- */

static bool read_numbers(Reader *reader, const Fields *fields, SpaceSpec *spec) {
  Slice size = slice_trim(fields->value[FIELD_SIZE]), binders = slice_trim(fields->value[FIELD_BINDERS]);
  if (size.text == NULL) return spec_fail(reader, "no field 'size'");
  if (!slice_number(size, &spec->size) || spec->size == 0 || spec->size > SPACE_MAX_SIZE) {
    return spec_fail(reader, "size is '%.*s', not a number from 1 to %u", (int)size.length, size.text, SPACE_MAX_SIZE);
  }
  spec->binders = UINT32_MAX;
  if (binders.text != NULL && (!slice_number(binders, &spec->binders) || spec->binders > 2 * SPACE_MAX_SIZE)) {
    return spec_fail(reader, "binders is '%.*s', not a number up to %u", (int)binders.length, binders.text,
                     2 * SPACE_MAX_SIZE);
  }
  /* Each binder is a node, of which zipWith binds two: a limit as high as this is none. */
  if (spec->binders >= 2 * spec->size) spec->binders = UINT32_MAX;
  return true;
}

static bool read_terms(Reader *reader, Slice field, SpaceSpec *spec) {
  spec->terms = field.text == NULL ? TERMS_DEFAULT : 0;
  Slice rest = list_of(field), item;
  while (slice_next(&rest, ',', &item)) {
    size_t i = 0;
    while (i < TERM_CHOICES && !slice_is(item, term_choices[i].name)) i++;
    if (i == TERM_CHOICES) return spec_fail(reader, "not a term constructor: '%.*s'", (int)item.length, item.text);
    if ((spec->terms & (unsigned)term_choices[i].choice) != 0) {
      return spec_fail(reader, "term constructor '%s' twice", term_choices[i].name);
    }
    spec->terms |= (unsigned)term_choices[i].choice;
  }
  return true;
}

static bool read_ops(Reader *reader, Slice field, SpaceSpec *spec) {
  Slice rest = list_of(field), item;
  Out out = {spec->op_words, sizeof spec->op_words, 0};
  while (slice_next(&rest, ',', &item)) {
    if (!spec_read_op(reader, item, spec)) return false;
    put(&out, "%s%.*s", out.length == 0 ? "" : ",", (int)item.length, item.text);
  }
  if (out.length >= sizeof spec->op_words) return spec_fail(reader, "the list of operations is too long");
  return true;
}

/* ------------------------------------------------------------- writing -- */

static bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/* A type without spaces but those between words and the one after Vec. */
static void put_type(Out *out, const Store *store, TypeId type) {
  char text[SPACE_ID_SIZE];
  (void)type_print(&store->types, type, text, (int)sizeof text);
  size_t kept = 0;
  for (size_t i = 0; text[i] != '\0'; i++) {
    bool needed = kept >= 3 && memcmp(text + kept - 3, "Vec", 3) == 0;
    bool between = kept > 0 && in_word(text[kept - 1]) && in_word(text[i + 1]);
    if (text[i] != ' ' || needed || between) text[kept++] = text[i];
  }
  text[kept] = '\0';
  put(out, "%s", text);
}

static void put_types(Out *out, const Store *store, const TypeId *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) put(out, ",");
    put_type(out, store, types[i]);
  }
}

static void put_terms(Out *out, unsigned terms) {
  const char *comma = "";
  for (size_t i = 0; i < TERM_CHOICES; i++) {
    if ((terms & (unsigned)term_choices[i].choice) == 0) continue;
    put(out, "%s%s", comma, term_choices[i].name);
    comma = ",";
  }
}

static void put_field(Out *out, const Store *store, const SpaceSpec *spec, FieldKey key) {
  switch (key) {
  case FIELD_SIZE: put(out, "%" PRIu32, spec->size); break;
  case FIELD_BINDERS: put(out, "%" PRIu32, spec->binders == UINT32_MAX ? 2 * spec->size : spec->binders); break;
  case FIELD_CONTEXTS:
    for (uint32_t i = 0; i < spec->start_count; i++) {
      if (i > 0) put(out, "|");
      put_types(out, store, spec->starts[i].types, spec->starts[i].length);
    }
    break;
  case FIELD_TYPES: put_types(out, store, spec->types, spec->type_count); break;
  case FIELD_RESULTS: put_types(out, store, spec->results, spec->result_count); break;
  case FIELD_TERMS: put_terms(out, spec->terms); break;
  case FIELD_OPS: put(out, "%s", spec->op_words); break;
  case FIELD_COUNT: break;
  }
}

/* The preset with the fields that it was given, or all fields. */
static bool write_id(Reader *reader, const Fields *fields, SpaceSpec *spec) {
  Out out = {spec->id, sizeof spec->id, 0};
  bool preset = fields->preset.text != NULL, first = true;
  if (preset) put(&out, "%.*s", (int)fields->preset.length, fields->preset.text);
  for (int key = 0; key < FIELD_COUNT; key++) {
    bool wanted = key == FIELD_SIZE || (preset ? fields->given[key] : key != FIELD_BINDERS);
    if (!wanted && !(key == FIELD_BINDERS && spec->binders != UINT32_MAX && !preset)) continue;
    put(&out, "%s%s=", preset ? "," : first ? "" : ";", field_names[key]);
    put_field(&out, reader->store, spec, (FieldKey)key);
    first = false;
  }
  if (out.length >= sizeof spec->id) return spec_fail(reader, "a description of more than %d bytes", SPACE_ID_SIZE);
  return true;
}

/* ------------------------------------------------------------- reading -- */

static bool read_spec(Reader *reader, const char *description, SpaceSpec *spec) {
  Fields fields;
  memset(&fields, 0, sizeof fields);
  if (!read_preset(reader, &description, &fields) || !read_fields(reader, description, &fields, true)) return false;
  return read_numbers(reader, &fields, spec) && read_terms(reader, fields.value[FIELD_TERMS], spec) &&
         read_types(reader, fields.value[FIELD_TYPES], spec) &&
         read_contexts(reader, fields.value[FIELD_CONTEXTS], spec) &&
         read_results(reader, fields.value[FIELD_RESULTS], spec) && close_types(reader, spec) &&
         read_ops(reader, fields.value[FIELD_OPS], spec) && write_id(reader, &fields, spec);
}

bool spec_read(Store *store, const char *description, SpaceSpec *spec, char *error, size_t error_size) {
  Reader reader = {store, error, error_size};
  memset(spec, 0, sizeof *spec);
  if (error_size > 0) error[0] = '\0';
  if (read_spec(&reader, description, spec)) return true;
  for (char *c = error; error_size > 0 && *c != '\0'; c++) {
    if (*c < ' ' || *c > '~') *c = '?';
  }
  spec_free(spec);
  return false;
}

void spec_free(SpaceSpec *spec) {
  free(spec->ops);
  spec->ops = NULL;
}

int spec_describe(const Store *store, const SpaceSpec *spec, char *buffer, size_t size) {
  Out out = {buffer, size, 0};
  put(&out, "space %s\n", spec->id);
  for (size_t i = 0; i < PRESETS; i++) {
    size_t length = strlen(presets[i].name);
    if (strncmp(spec->id, presets[i].name, length) == 0 && spec->id[length] == ',') {
      put(&out, "  %s\n", presets[i].purpose);
    }
  }
  for (int key = 0; key < FIELD_COUNT; key++) {
    if (key == FIELD_BINDERS && spec->binders == UINT32_MAX) continue;
    put(&out, "  %s: ", field_names[key]);
    put_field(&out, store, spec, (FieldKey)key);
    put(&out, "\n");
  }
  return (int)out.length;
}
