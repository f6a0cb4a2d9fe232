/* Types of the notes' language. */
#include "semantics/notes/translation.h"

#include <string.h>

#define SIZE_MOST 10000u
#define NAME_MOST 40u /* parts of a type that is named */

NotesType *notes_type(Importer *importer, NotesKind kind) {
  NotesType *type = reader_alloc(&importer->reader, sizeof *type);
  if (type != NULL) *type = (NotesType){.kind = kind, .size = 1};
  return type;
}

NotesType *notes_tuple(Importer *importer, NotesType *const *part, uint32_t count) {
  NotesType *type = notes_type(importer, NOTES_TUPLE);
  NotesType **parts = reader_alloc(&importer->reader, ((size_t)count + 1) * sizeof *parts);
  if (type == NULL || parts == NULL) return NULL;
  for (uint32_t k = 0; k < count; k++) {
    if (part[k] == NULL) return NULL;
    parts[k] = part[k];
    type->size += notes_is(part[k])->size;
  }
  if (type->size > SIZE_MOST) {
    reader_fail(&importer->reader, STATUS_ILL_TYPED, importer->program, "limit: a type of more than %u parts",
                SIZE_MOST);
    return NULL;
  }
  type->count = count;
  type->part = parts;
  return type;
}

NotesType *notes_vector(Importer *importer, NotesType *entry, const char *length) {
  NotesType *type = notes_tuple(importer, &entry, 1);
  if (type == NULL) return NULL;
  type->kind = NOTES_VECTOR;
  type->length = length;
  return type;
}

NotesType *notes_is(NotesType *type) {
  while (type->is != NULL) type = type->is;
  return type;
}

static bool is_scalar(const NotesType *type) { return type->kind == NOTES_REAL || type->kind == NOTES_WHOLE; }

bool notes_same(NotesType *a, NotesType *b) {
  if (a == NULL || b == NULL) return false;
  a = notes_is(a);
  b = notes_is(b);
  if (a == b) return true;
  if (a->kind == NOTES_NUMBER && (b->kind == NOTES_NUMBER || is_scalar(b))) {
    a->is = b;
    return true;
  }
  if (b->kind == NOTES_NUMBER) return notes_same(b, a);
  if (a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == NOTES_VECTOR && strcmp(a->length, b->length) != 0) return false;
  for (uint32_t k = 0; k < a->count; k++) {
    if (!notes_same(a->part[k], b->part[k])) return false;
  }
  return true;
}

bool notes_flat(NotesType *type) {
  static NotesType real = {.kind = NOTES_REAL};
  type = notes_is(type);
  return notes_same(type->kind == NOTES_VECTOR ? type->part[0] : type, &real);
}

const char *notes_type_name(Importer *importer, NotesType *type) {
  const char *text = "";
  type = notes_is(type);
  if (type->size > NAME_MOST) return "...";
  switch (type->kind) {
  case NOTES_NUMBER:
  case NOTES_REAL: return "R";
  case NOTES_WHOLE: return "N";
  case NOTES_TEST: return "B";
  case NOTES_VECTOR: return compose(importer, "Vec %s %s", type->length, notes_type_name(importer, type->part[0]));
  case NOTES_TUPLE: break;
  }
  for (uint32_t k = 0; k < type->count; k++)
    text = compose(importer, "%s%s%s", text, k == 0 ? "" : ", ", notes_type_name(importer, type->part[k]));
  return compose(importer, "(%s)", text);
}

const char *notes_type_text(Importer *importer, NotesType *type) {
  const char *text = "1";
  type = notes_is(type);
  switch (type->kind) {
  case NOTES_NUMBER:
  case NOTES_REAL: return "real";
  case NOTES_WHOLE: return "Int";
  case NOTES_TEST: return "bool";
  case NOTES_VECTOR: return compose(importer, "(%s^%s)", notes_type_text(importer, type->part[0]), type->length);
  case NOTES_TUPLE: break;
  }
  for (uint32_t k = type->count; k-- > 0;) {
    const char *part = notes_type_text(importer, type->part[k]);
    text = k + 1 == type->count ? part : compose(importer, "(%s * %s)", part, text);
  }
  return text;
}

static const char *length_with(const char *length, uint32_t count, const char *const *name, const char *const *text) {
  for (uint32_t k = 0; k < count; k++) {
    if (strcmp(length, name[k]) == 0 && text[k] != NULL) return text[k];
  }
  return length;
}

NotesType *notes_with_lengths(Importer *importer, NotesType *type, uint32_t count, const char *const *name,
                              const char *const *text) {
  if (type == NULL) return NULL;
  type = notes_is(type);
  if (type->count == 0) return type;
  NotesType *out = notes_tuple(importer, type->part, type->count);
  if (out == NULL) return NULL;
  out->kind = type->kind;
  if (type->kind == NOTES_VECTOR) out->length = length_with(type->length, count, name, text);
  for (uint32_t k = 0; k < out->count; k++) {
    out->part[k] = notes_with_lengths(importer, out->part[k], count, name, text);
    if (out->part[k] == NULL) return NULL;
  }
  return out;
}

bool notes_find_lengths(NotesType *type, NotesType *given, uint32_t count, const char *const *name, const char **text) {
  type = notes_is(type);
  given = notes_is(given);
  if (type->count == 0) return notes_same(type, given);
  if (type->kind != given->kind || type->count != given->count) return false;
  for (uint32_t k = 0; k < count && type->kind == NOTES_VECTOR; k++) {
    if (strcmp(type->length, name[k]) == 0 && text[k] == NULL) text[k] = given->length;
  }
  if (type->kind == NOTES_VECTOR && strcmp(length_with(type->length, count, name, text), given->length) != 0)
    return false;
  for (uint32_t k = 0; k < type->count; k++) {
    if (!notes_find_lengths(type->part[k], given->part[k], count, name, text)) return false;
  }
  return true;
}
