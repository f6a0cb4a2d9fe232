/* The left side of a rule: its typing rule, and the constructor that it is about. */
#include "ad/chad/scheme_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The vectors that stand for T, S, R and G, longer than any in a rule. */
static const uint32_t meta_length[METAS] = {0, 503, 509, 521, 523};

static Meta meta_of(uint32_t length) {
  for (int meta = META_T; meta < METAS; meta++)
    if (meta_length[meta] == length) return (Meta)meta;
  return META_NONE;
}

static TypeId meta_type(const Reading *reading, Meta meta) {
  TypeTable *types = &reading->store->types;
  TypeId vector = type_real(types, meta_length[meta]), other = type_real(types, 3);
  switch (reading->instance) {
  case AT_VECTORS: return vector;
  case AT_FUNCTIONS: return type_fun(types, vector, other);
  case AT_PAIRS: break;
  }
  return type_prod(types, vector, other);
}

TypeId reading_context_tangent(const Reading *reading) {
  return chad_tangent(reading->store, reading->schemes->mode, meta_type(reading, META_G));
}

/* ------------------------------------------------------------------ types -- */

/* n, m, (n+1), after ^ */
static uint32_t length_of(const char **at) {
  uint32_t length = **at == 'm' ? LENGTH_M : LENGTH_N;
  if (strncmp(*at, "(n+1)", 5) == 0) {
    *at += 5;
    return LENGTH_N + 1;
  }
  *at += 1;
  return length;
}

/* The text with types for metavariables and numbers for lengths. */
static bool stand_in(const Reading *reading, const char *text, size_t length, char *out, size_t size) {
  static const char metas[] = " TSR";
  size_t used = 0;
  for (const char *at = text, *end = text + length; at < end && used + 64 < size;) {
    const char *meta = strchr(metas + 1, *at);
    bool word = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (meta != NULL && !word && !isalnum((unsigned char)at[1])) {
      int wrote = type_print(&reading->store->types, meta_type(reading, (Meta)(meta - metas)), out + used + 1, 60);
      out[used] = '(';
      used += (size_t)wrote + 1;
      out[used++] = ')';
      at++;
    } else if (at > text && at[-1] == '^' && (*at == 'n' || *at == 'm' || *at == '(')) {
      used += (size_t)snprintf(out + used, size - used, "%u", length_of(&at));
    } else {
      out[used++] = *at++;
    }
  }
  out[used] = '\0';
  return used + 64 < size;
}

static bool read_type(Reading *reading, const char *text, size_t length, TypeId *type) {
  char lowered[512];
  TextError error = {.message = ""};
  if (!stand_in(reading, text, length, lowered, sizeof lowered)) return reading_fails(reading, "a long type");
  if (text_read_type(reading->store, lowered, strlen(lowered), type, &error) == STATUS_OK) return true;
  return reading_fails(reading, "%s", error.message);
}

/* The lengths of a type's node that stand for others. */
static uint32_t add_shape(Reading *reading, Shape shape) {
  Scheme *scheme = reading->scheme;
  for (uint32_t i = 1; i <= scheme->shapes; i++)
    if (memcmp(&scheme->shape[i], &shape, sizeof shape) == 0) return i;
  if (scheme->shapes + 1 == SCHEME_SHAPES) {
    (void)reading_fails(reading, "too many types");
    return 0;
  }
  scheme->shape[++scheme->shapes] = shape;
  return scheme->shapes;
}

uint32_t reading_shape(Reading *reading, TypeId type) {
  if (type_is_none(type)) return 0;
  const TypeNode node = *type_node(&reading->store->types, type);
  bool vector = node.kind == TYPE_REAL || node.kind == TYPE_LREAL;
  Shape shape;
  memset(&shape, 0, sizeof shape); /* compared as bytes */
  shape.kind = node.kind;
  shape.meta = vector ? meta_of(node.n) : META_NONE;
  if (shape.meta == META_NONE) {
    shape.n = node.n;
    shape.a = reading_shape(reading, node.a);
    shape.b = reading_shape(reading, node.b);
  }
  return add_shape(reading, shape);
}

/* -------------------------------------------------------------- judgement -- */

static const char *skip(const char *at) {
  while (*at == ' ') at++;
  return at;
}

static const char *trim(const char *from, const char *end) {
  while (end > from && end[-1] == ' ') end--;
  return end;
}

/* The text up to one of the characters, or to its end. */
static size_t until(const char *from, const char *end, const char *stops) {
  size_t length = strcspn(from, stops);
  return length < (size_t)(end - from) ? length : (size_t)(end - from);
}

static bool copy_name(Reading *reading, const char *from, size_t length, char name[READING_NAME]) {
  length = (size_t)(trim(from, from + length) - from);
  if (length == 0 || length >= READING_NAME) return reading_fails(reading, "a name in the judgement");
  memcpy(name, from, length);
  name[length] = '\0';
  return true;
}

/* name : type, up to `stops`. */
static bool read_typed(Reading *reading, const char **at, const char *end, const char *stops, char *name,
                       TypeId *type) {
  const char *from = skip(*at);
  size_t colon = until(from, end, ":");
  if (from + colon == end) return reading_fails(reading, "the judgement lacks a type");
  if (!copy_name(reading, from, colon, name)) return false;
  from = skip(from + colon + 1);
  size_t length = until(from, end, stops);
  *at = from + length;
  return read_type(reading, from, (size_t)(trim(from, *at) - from), type);
}

/* The word at the end of the premise, after its type: the premise loses it. */
static bool take_word(const char *from, const char **end, const char *word) {
  size_t length = strlen(word);
  const char *at = trim(from, *end);
  if ((size_t)(at - from) <= length || memcmp(at - length, word, length) != 0) return false;
  at = trim(from, at - length);
  if (at == from || at[-1] == ':') return false; /* the word is the type */
  *end = at;
  return true;
}

/* x:T, y:S |- t : R real */
static bool read_premise(Reading *reading, const char *from, const char *end) {
  WrittenPremise *premise = &reading->premise[reading->premises];
  *premise = (WrittenPremise){.sort = SORT_ANY};
  if (reading->premises++ == TERM_KIDS) return reading_fails(reading, "too many premises");
  if (take_word(from, &end, " real")) premise->sort = SORT_REAL;
  if (take_word(from, &end, " plain")) premise->sort = SORT_PLAIN;
  const char *turnstile = strstr(from, "|-");
  while (turnstile != NULL && turnstile < end && from < turnstile) {
    if (premise->binders == 2) return reading_fails(reading, "more than two identifiers");
    uint32_t k = premise->binders++;
    if (!read_typed(reading, &from, turnstile, ",", premise->binder_name[k], &premise->binder[k])) return false;
    from++;
  }
  if (turnstile != NULL && turnstile < end) from = turnstile + 2;
  return read_typed(reading, &from, end, ";", premise->name, &premise->type);
}

bool reading_judgement(Reading *reading) {
  const char *text = reading->text->judgement, *end = strrchr(text, '/');
  reading->premises = 0;
  if (end == NULL) return reading_fails(reading, "the judgement has no conclusion");
  for (const char *at = skip(text); at < end;) {
    size_t length = until(at, end, ";");
    if (!read_premise(reading, at, at + length)) return false;
    at = at + length < end ? skip(at + length + 1) : end;
  }
  const char *result = skip(end + 1);
  return read_type(reading, result, strlen(result), &reading->result);
}

/* -------------------------------------------------------------- left side -- */

static WrittenPremise *find_premise(Reading *reading, const char *name) {
  for (uint32_t i = 0; i < reading->premises; i++)
    if (strcmp(reading->premise[i].name, name) == 0) return &reading->premise[i];
  return NULL;
}

/* The premises in the order of the constructor's parts. */
static bool order_premises(Reading *reading, const Term *left) {
  WrittenPremise ordered[TERM_KIDS] = {{.name = ""}};
  uint32_t count = 0;
  for (int k = 0; k < TERM_KIDS && left->kid[k].id != 0; k++, count++) {
    const Term part = *term(reading->store, left->kid[k]);
    uint32_t binders = (uint32_t)(term_info(left->kind)->binders[k] - '0'), index = part.payload - binders;
    if (part.kind != TERM_VAR || part.payload < binders || index >= reading->length)
      return reading_fails(reading, "a part of the left side is no premise");
    NameId name = reading->name[reading->length - 1 - index];
    const WrittenPremise *premise = find_premise(reading, name_text(reading->store, name));
    if (premise == NULL || premise->binders != binders)
      return reading_fails(reading, "the left side binds another number of identifiers than the judgement");
    ordered[count] = *premise;
  }
  if (count != reading->premises) return reading_fails(reading, "the left side has not all the premises");
  memcpy(reading->premise, ordered, sizeof ordered);
  return true;
}

/* op(t, s), in the order of the premises; and x alone. */
static bool read_special(Reading *reading, const char *text, size_t length, bool *special) {
  bool operation = strncmp(text, "op(", 3) == 0;
  *special = operation || (length == 1 && reading->premises == 1 && reading->premise[0].name[0] == text[0]);
  reading->scheme->kind = operation ? TERM_OP : TERM_VAR;
  if (*special && !operation) reading->premises = 0;
  return true;
}

static bool read_source(Reading *reading, const char *text, size_t length, TermId *t) {
  Store *store = reading->store;
  const SizeOverride sizes[] = {{"n", LENGTH_N}, {"m", LENGTH_M}};
  reading->length = 0;
  for (uint32_t i = 0; i < reading->premises; i++) {
    const char *name = reading->premise[i].name;
    reading->name[reading->length] = name_make(store, name, strlen(name));
    reading->context[reading->length++] = reading->premise[i].type;
  }
  TermText source = {.text = text,
                     .length = length,
                     .origin = "left side",
                     .context = reading->context,
                     .names = reading->name,
                     .context_length = reading->length,
                     .expected = reading->result,
                     .sizes = sizes,
                     .size_count = 2};
  TypeId type;
  TextError error = {.message = ""};
  return text_read_term(store, &source, t, &type, &error) == STATUS_OK || reading_fails(reading, "%s", error.message);
}

bool reading_left(Reading *reading, const char *text, size_t length) {
  Scheme *scheme = reading->scheme;
  bool special = false;
  TermId t;
  if (!read_special(reading, text, length, &special)) return false;
  if (!special) {
    if (!read_source(reading, text, length, &t)) return false;
    const Term left = *term(reading->store, t);
    scheme->kind = left.kind;
    if (!order_premises(reading, &left)) return false;
    if (term_has_type_payload(left.kind)) scheme->payload = reading_shape(reading, term_type_payload(&left));
    scheme->payload_n = left.kind == TERM_BUILD;
  }
  scheme->premises = reading->premises;
  for (uint32_t i = 0; i < reading->premises; i++) {
    const WrittenPremise *written = &reading->premise[i];
    Premise *premise = &scheme->premise[i];
    *premise = (Premise){.binders = written->binders, .sort = written->sort};
    premise->type = reading_shape(reading, written->type);
    for (uint32_t b = 0; b < written->binders; b++) premise->binder[b] = reading_shape(reading, written->binder[b]);
  }
  scheme->result = reading_shape(reading, reading->result);
  return true;
}
