#include "semantics/ks/translation.h"

#include <string.h>

#define NODES_MOST 500u /* of a type */

static KsType *new_type(Importer *importer, KsKind kind, const KsType *const *parts, uint32_t count) {
  KsType *type = reader_alloc(&importer->reader, sizeof *type);
  const KsType **part = reader_alloc(&importer->reader, (count + 1) * sizeof *part);
  if (type == NULL || part == NULL) return NULL;
  *type = (KsType){.kind = kind, .count = count, .part = part, .nodes = 1};
  for (uint32_t k = 0; k < count; k++) {
    if (parts[k] == NULL) return NULL;
    part[k] = parts[k];
    type->nodes += parts[k]->nodes;
  }
  if (type->nodes <= NODES_MOST) return type;
  reader_fail(&importer->reader, STATUS_ILL_TYPED, importer->program, "limit: a type of more than %u parts",
              NODES_MOST);
  return NULL;
}

const KsType *ks_type(Importer *importer, KsKind kind) { return new_type(importer, kind, NULL, 0); }

const KsType *ks_tuple(Importer *importer, const KsType *const *parts, uint32_t count) {
  return new_type(importer, KS_TUPLE, parts, count);
}

const KsType *ks_tensor(Importer *importer, const KsType *entry, const char *const *lengths, uint32_t rank) {
  KsType *type = new_type(importer, KS_TENSOR, &entry, 1);
  if (type == NULL) return NULL;
  type->count = rank;
  for (uint32_t k = 0; k < rank; k++) type->length[k] = lengths[k];
  return type;
}

/* -------------------------------------------------------------- reading -- */

/* Types up to the end of the list, as parts of a tuple. */
static const KsType *read_tuple(Importer *importer, const Sexpr *first) {
  uint32_t count = 0;
  for (const Sexpr *s = first; s != NULL; s = s->next) count++;
  const KsType **parts = reader_alloc(&importer->reader, (count + 1) * sizeof *parts);
  if (parts == NULL) return NULL;
  count = 0;
  for (const Sexpr *s = first; s != NULL; s = s->next, count++) {
    parts[count] = ks_type_read(importer, s);
    if (parts[count] == NULL) return NULL;
  }
  return ks_tuple(importer, parts, count);
}

/* Vec T, Tensor 2 T */
static const KsType *read_tensor(Importer *importer, const Sexpr *head) {
  static const char *const open[KS_RANK] = {NULL};
  const Sexpr *entry = head->next;
  uint32_t rank = 1;
  if (sexpr_is(head, "Tensor") && entry != NULL) {
    bool digit = entry->kind == SEXPR_NUMBER && entry->length == 1;
    rank = digit ? (uint32_t)(entry->text[0] - '0') : 0;
    if (rank < 1 || rank > KS_RANK) {
      (void)REFUSE(importer, entry, "limit: a rank is one of 1 to %u", KS_RANK);
      return NULL;
    }
    entry = entry->next;
  }
  if (entry == NULL || entry->next != NULL) {
    (void)REFUSE(importer, head, "one type of entries is expected after this word");
    return NULL;
  }
  const KsType *type = ks_type_read(importer, entry);
  return type == NULL ? NULL : ks_tensor(importer, type, open, rank);
}

const KsType *ks_type_words(Importer *importer, const Sexpr *first) {
  if (sexpr_is(first, "Tuple")) return read_tuple(importer, first->next);
  if (sexpr_is(first, "Vec") || sexpr_is(first, "Tensor")) return read_tensor(importer, first);
  const KsType *type = ks_type_read(importer, first);
  if (type == NULL || first->next == NULL) return type;
  (void)REFUSE(importer, first->next, "one type is expected here");
  return NULL;
}

const KsType *ks_type_read(Importer *importer, const Sexpr *s) {
  if (s->kind == SEXPR_LIST && s->first != NULL) return ks_type_words(importer, s->first);
  if (sexpr_is(s, "Float")) return ks_type(importer, KS_FLOAT);
  if (sexpr_is(s, "Integer")) return ks_type(importer, KS_INTEGER);
  if (sexpr_is(s, "Bool")) return ks_type(importer, KS_BOOL);
  if (s->kind == SEXPR_WORD)
    (void)REFUSE(importer, s, "the language has no type '%.*s'", (int)s->length, s->text);
  else
    (void)REFUSE(importer, s, "a type is expected here: Float, Integer, Bool, (Vec T), (Tensor 2 T), (Tuple T ...)");
  return NULL;
}

/* -------------------------------------------------------------- lengths -- */

/* The type with other parts and lengths. */
static const KsType *rebuilt(Importer *importer, const KsType *type, const KsType *const *parts,
                             const char *const *lengths) {
  return type->kind == KS_TENSOR ? ks_tensor(importer, parts[0], lengths, type->count)
                                 : ks_tuple(importer, parts, type->count);
}

static uint32_t part_count(const KsType *type) { return type->kind == KS_TENSOR ? 1 : type->count; }

const KsType *ks_type_sized(Importer *importer, const KsType *type, const Sexpr *name, const char **sizes,
                            uint32_t *count) {
  const char *lengths[KS_RANK] = {NULL};
  if (type->kind != KS_TENSOR && type->kind != KS_TUPLE) return type;
  const KsType **parts = reader_alloc(&importer->reader, (type->count + 1) * sizeof *parts);
  const char *stem = compose(importer, "n_%.*s", (int)(name->length < 50 ? name->length : 50), name->text);
  for (uint32_t k = 0; type->kind == KS_TENSOR && k < type->count; k++) {
    sizes[*count] = name_invent(importer, stem, (uint32_t)strlen(stem));
    lengths[k] = sizes[*count];
    if (sizes[(*count)++] == NULL) return NULL;
  }
  for (uint32_t k = 0; parts != NULL && k < part_count(type); k++) {
    parts[k] = ks_type_sized(importer, type->part[k], name, sizes, count);
    if (parts[k] == NULL) return NULL;
  }
  return parts == NULL ? NULL : rebuilt(importer, type, parts, lengths);
}

/* The length with each name that stands for another text. */
static const char *replaced(Importer *importer, const char *length, const char *const *from, const char *const *to,
                            uint32_t count) {
  const char *out = "";
  while (*length != '\0' && reader_ok(&importer->reader)) {
    size_t n = 1;
    const char *now = NULL;
    if (is_letter(*length))
      while (is_letter(length[n]) || (length[n] >= '0' && length[n] <= '9')) n++;
    for (uint32_t k = 0; k < count && now == NULL; k++) {
      if (strlen(from[k]) == n && memcmp(from[k], length, n) == 0) now = to[k];
    }
    out = now == NULL ? compose(importer, "%s%.*s", out, (int)n, length) : compose(importer, "%s%s", out, now);
    length += n;
  }
  return out;
}

const KsType *ks_type_replaced(Importer *importer, const KsType *type, const char *const *from, const char *const *to,
                               uint32_t count) {
  const char *lengths[KS_RANK] = {NULL};
  if (type->kind != KS_TENSOR && type->kind != KS_TUPLE) return type;
  const KsType **parts = reader_alloc(&importer->reader, (type->count + 1) * sizeof *parts);
  for (uint32_t k = 0; type->kind == KS_TENSOR && k < type->count; k++)
    lengths[k] = type->length[k] == NULL ? NULL : replaced(importer, type->length[k], from, to, count);
  for (uint32_t k = 0; parts != NULL && k < part_count(type); k++)
    parts[k] = ks_type_replaced(importer, type->part[k], from, to, count);
  return parts == NULL ? NULL : rebuilt(importer, type, parts, lengths);
}

static bool same_length(const char *a, const char *b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

static bool agree(const KsType *a, const KsType *b, bool lengths) {
  if (a == b) return true;
  if (a == NULL || b == NULL || a->kind != b->kind || a->count != b->count) return false;
  for (uint32_t k = 0; lengths && a->kind == KS_TENSOR && k < a->count; k++) {
    if (!same_length(a->length[k], b->length[k])) return false;
  }
  for (uint32_t k = 0; k < part_count(a); k++) {
    if (!agree(a->part[k], b->part[k], lengths)) return false;
  }
  return true;
}

bool ks_type_fits(const KsType *a, const KsType *b) { return agree(a, b, false); }

bool ks_type_same(const KsType *a, const KsType *b) { return agree(a, b, true); }

bool ks_type_has(const KsType *type, KsKind kind) {
  if (type->kind == kind) return true;
  for (uint32_t k = 0; k < part_count(type); k++) {
    if (ks_type_has(type->part[k], kind)) return true;
  }
  return false;
}

bool ks_type_fixed(const KsType *type) { return type->length[0] != NULL; }

/* -------------------------------------------------------------- writing -- */

static const char *tensor_text(Importer *importer, const KsType *type) {
  const char *text = ks_type_text(importer, type->part[0]);
  if (!ks_type_fixed(type)) return compose(importer, "(Vec %s)", text);
  for (uint32_t k = type->count; k-- > 0;) text = compose(importer, "(%s^%s)", text, type->length[k]);
  return text;
}

const char *ks_type_text(Importer *importer, const KsType *type) {
  const char *text = "1";
  switch (type->kind) {
  case KS_FLOAT: return "real";
  case KS_INTEGER: return "Int";
  case KS_BOOL: return "bool";
  case KS_TENSOR: return tensor_text(importer, type);
  case KS_TUPLE: break;
  }
  for (uint32_t k = type->count; k-- > 0;) {
    const char *part = ks_type_text(importer, type->part[k]);
    text = k + 1 == type->count ? part : compose(importer, "(%s * %s)", part, text);
  }
  return text;
}

const char *ks_type_name(Importer *importer, const KsType *type) {
  const char *text = "(Tuple";
  switch (type->kind) {
  case KS_FLOAT: return "Float";
  case KS_INTEGER: return "Integer";
  case KS_BOOL: return "Bool";
  case KS_TENSOR:
    text = ks_type_name(importer, type->part[0]);
    return type->count == 1 ? compose(importer, "(Vec %s)", text)
                            : compose(importer, "(Tensor %u %s)", type->count, text);
  case KS_TUPLE: break;
  }
  for (uint32_t k = 0; k < type->count; k++)
    text = compose(importer, "%s %s", text, ks_type_name(importer, type->part[k]));
  return compose(importer, "%s)", text);
}
