/* Types of caddie's language, found by unification, and lengths of arrays as if they were types. */
#include "semantics/cad/translation.h"

#include <string.h>

#define WORK_MOST 4000000u /* steps on types, in a file */
#define NAME_LENGTH 160u

struct CadFound {
  CadType *type;
  CadFound *before;
};

bool cad_works(Cad *cad) {
  if (cad->work++ < WORK_MOST) return reader_ok(&cad->importer->reader);
  reader_fail(&cad->importer->reader, STATUS_LIMIT, (Span){0, 0}, "limit: types of more than %u parts", WORK_MOST);
  return false;
}

/* ------------------------------------------------------------------- making -- */

CadType *cad_type(Cad *cad, CadKind kind) {
  CadType *type = reader_alloc(&cad->importer->reader, sizeof *type);
  if (type != NULL) type->kind = kind;
  return type;
}

static CadType *new_type(Cad *cad, CadKind kind, uint32_t count) {
  CadType *type = cad_type(cad, kind);
  CadType **part = reader_alloc(&cad->importer->reader, (count + 1) * sizeof(CadType *));
  if (type == NULL || part == NULL) return NULL;
  type->count = count;
  type->part = part;
  return type;
}

CadType *cad_tuple(Cad *cad, CadType *const *parts, uint32_t count) {
  CadType *type = new_type(cad, CAD_TUPLE, count);
  for (uint32_t k = 0; type != NULL && k < count; k++) {
    if (parts[k] == NULL) return NULL;
    type->part[k] = parts[k];
  }
  return type;
}

CadType *cad_tuple_open(Cad *cad, uint32_t count) {
  CadType *type = new_type(cad, CAD_TUPLE, count);
  for (uint32_t k = 0; type != NULL && k < count; k++) {
    type->part[k] = cad_type(cad, CAD_OPEN);
    if (type->part[k] == NULL) return NULL;
  }
  if (type != NULL) type->more = true;
  return type;
}

CadType *cad_array(Cad *cad, CadType *entry, CadType *length) {
  CadType *type = entry == NULL || length == NULL ? NULL : new_type(cad, CAD_ARRAY, 2);
  if (type == NULL) return NULL;
  type->part[0] = entry;
  type->part[1] = length;
  return type;
}

CadType *cad_length(Cad *cad, uint32_t length) {
  CadType *type = cad_type(cad, CAD_LENGTH);
  if (type != NULL) type->text = compose(cad->importer, "%u", length);
  return type;
}

CadType *cad_type_is(CadType *type) {
  while (type->is != NULL) type = type->is;
  return type;
}

/* ----------------------------------------------------------------- printing -- */

/* As caddie prints it, as far as there is room: *used counts. */
static void print_type(CadType *type, char *out, uint32_t *used) {
  static const char *const words[] = {"'a", "real", "(", "[]", ""};
  type = cad_type_is(type);
  const char *word = type->kind == CAD_LENGTH ? type->text : words[type->kind];
  for (; *word != '\0' && *used < NAME_LENGTH; word++) out[(*used)++] = *word;
  if (type->kind == CAD_ARRAY) print_type(type->part[0], out, used);
  for (uint32_t k = 0; type->kind == CAD_TUPLE && k < type->count && *used < NAME_LENGTH; k++) {
    if (k > 0) *used += (uint32_t)snprintf(out + *used, 4, " * ");
    print_type(type->part[k], out, used);
  }
  if (type->kind == CAD_TUPLE && *used < NAME_LENGTH)
    *used += (uint32_t)snprintf(out + *used, 8, type->more ? " * ...)" : ")");
}

static void type_name(CadType *type, char out[NAME_LENGTH + 16]) {
  uint32_t used = 0;
  print_type(type, out, &used);
  (void)snprintf(out + used, 8, used >= NAME_LENGTH ? "..." : "");
}

/* ---------------------------------------------------------------- unifying -- */

static bool set_found(Cad *cad, CadType *type, CadType *is) {
  CadFound *found = reader_alloc(&cad->importer->reader, sizeof *found);
  if (found == NULL) return false;
  *found = (CadFound){type, cad->found};
  cad->found = found;
  type->is = is;
  return true;
}

void cad_forget(Cad *cad) {
  for (; cad->found != NULL; cad->found = cad->found->before) cad->found->type->is = NULL;
}

/* Whether the type is part of another; true also at a limit. */
static bool occurs(Cad *cad, const CadType *type, CadType *in) {
  in = cad_type_is(in);
  if (in == type || !cad_works(cad)) return true;
  for (uint32_t k = 0; k < in->count; k++) {
    if (occurs(cad, type, in->part[k])) return true;
  }
  return false;
}

static bool unify(Cad *cad, CadType *a, CadType *b);

static bool unify_parts(Cad *cad, const CadType *a, const CadType *b) {
  for (uint32_t k = 0; k < a->count && k < b->count; k++) {
    if (!unify(cad, a->part[k], b->part[k])) return false;
  }
  return true;
}

/* One to which parts may be added becomes the other. */
static bool unify_tuples(Cad *cad, CadType *a, CadType *b) {
  bool a_grows = a->more && (!b->more || a->count <= b->count);
  CadType *from = a_grows ? a : b, *to = a_grows ? b : a;
  if (from->more ? from->count > to->count : from->count != to->count) return false;
  if (!unify_parts(cad, a, b)) return false;
  if (!from->more || cad_type_is(from) == cad_type_is(to)) return true;
  return from->is == NULL && !occurs(cad, from, to) && set_found(cad, from, to);
}

static bool unify(Cad *cad, CadType *a, CadType *b) {
  a = cad_type_is(a), b = cad_type_is(b);
  if (a == b) return true;
  if (!cad_works(cad)) return false;
  if (a->kind != CAD_OPEN && b->kind == CAD_OPEN) {
    CadType *swap = a;
    a = b, b = swap;
  }
  if (a->kind == CAD_OPEN) return !occurs(cad, a, b) && set_found(cad, a, b);
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case CAD_TUPLE: return unify_tuples(cad, a, b);
  case CAD_ARRAY: return unify_parts(cad, a, b);
  case CAD_LENGTH: return strcmp(a->text, b->text) == 0;
  case CAD_OPEN:
  case CAD_REAL: break;
  }
  return true;
}

bool cad_unify(Cad *cad, Span at, CadType *type, CadType *expected) {
  char is[NAME_LENGTH + 16], other[NAME_LENGTH + 16];
  if (type == NULL || expected == NULL) return false;
  if (unify(cad, type, expected)) return true;
  type_name(type, is);
  type_name(expected, other);
  reader_fail(&cad->importer->reader, STATUS_ILL_TYPED, at,
              strcmp(is, other) == 0 ? "this is %s of another length than the %s that is expected here"
                                     : "this is %s, but %s is expected here",
              is, other);
  return false;
}

/* ---------------------------------------------------------------- instances -- */

/* Lengths and what stands for them. */
typedef struct Lengths {
  CadType *from, *to;
  struct Lengths *before;
} Lengths;

static bool has_open(Cad *cad, CadType *type) {
  type = cad_type_is(type);
  if (type->kind == CAD_OPEN || type->more || !cad_works(cad)) return true;
  if (type->kind == CAD_ARRAY) return has_open(cad, type->part[0]);
  for (uint32_t k = 0; k < type->count; k++) {
    if (has_open(cad, type->part[k])) return true;
  }
  return false;
}

static CadType *copy_length(Cad *cad, CadType *length, Lengths **lengths) {
  length = cad_type_is(length);
  if (lengths == NULL) return cad_type(cad, CAD_OPEN);
  if (length->kind == CAD_LENGTH) return length;
  for (const Lengths *known = *lengths; known != NULL; known = known->before) {
    if (known->from == length) return known->to;
  }
  Lengths *known = reader_alloc(&cad->importer->reader, sizeof *known);
  if (known == NULL) return NULL;
  *known = (Lengths){length, cad_type(cad, CAD_OPEN), *lengths};
  *lengths = known;
  return known->to;
}

/* Without lengths, each is another and open. */
static CadType *copy(Cad *cad, CadType *type, Lengths **lengths) {
  type = cad_type_is(type);
  if (!cad_works(cad)) return NULL;
  if (type->kind == CAD_REAL) return type;
  CadType *out = new_type(cad, type->kind, type->count);
  for (uint32_t k = 0; out != NULL && k < type->count; k++) {
    bool length = type->kind == CAD_ARRAY && k == 1;
    out->part[k] = length ? copy_length(cad, type->part[k], lengths) : copy(cad, type->part[k], lengths);
    if (out->part[k] == NULL) return NULL;
  }
  return out;
}

bool cad_instance(Cad *cad, Span at, CadType *given, CadType **argument, CadType **result) {
  Lengths *lengths = NULL;
  bool open = has_open(cad, *argument) || has_open(cad, *result);
  if (open && has_open(cad, given)) return reader_ok(&cad->importer->reader);
  if (open && !cad_unify(cad, at, copy(cad, given, NULL), *argument)) return false;
  if (open && (has_open(cad, *argument) || has_open(cad, *result))) return reader_ok(&cad->importer->reader);
  *argument = copy(cad, *argument, &lengths);
  *result = *argument == NULL ? NULL : copy(cad, *result, &lengths);
  return *result != NULL;
}
