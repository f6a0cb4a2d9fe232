/* Definitions of the language from those of caddie whose types were found. */
#include "semantics/cad/cad.h"
#include "semantics/cad/translation.h"

#include <string.h>

#define SIZE_DEFAULT "3" /* of a length that is open */

/* The definition that is being written. */
typedef struct Writing {
  Cad *cad;
  Importer *importer;
  const CadFunction *function;
  const CadTerm *zero; /* whose type is written */
} Writing;

static const char *term_text(Writing *to, const CadTerm *term);

/* -------------------------------------------------------------------- types -- */

/* A number, or a size of this definition; NULL where it is open. */
static const char *length_text(const Writing *to, CadType *length) {
  length = cad_type_is(length);
  return length->kind == CAD_LENGTH || length->owner == to->function ? length->text : NULL;
}

/* What is open is real. */
static const char *type_text(Writing *to, CadType *type) {
  const char *out = "real";
  type = cad_type_is(type);
  if (!cad_works(to->cad)) return "";
  if (type->kind == CAD_ARRAY)
    return compose(to->importer, "(%s^%s)", type_text(to, type->part[0]), length_text(to, type->part[1]));
  if (type->kind != CAD_TUPLE) return out;
  for (uint32_t k = type->count; k-- > 0;) {
    const char *part = type_text(to, type->part[k]);
    out = k + 1 == type->count ? part : compose(to->importer, "(%s * %s)", part, out);
  }
  return out;
}

/* Makes open lengths of the argument sizes, which are written. */
static bool put_sizes(Writing *to, CadType *type, uint32_t *count) {
  type = cad_type_is(type);
  if (!cad_works(to->cad)) return false;
  for (uint32_t k = 0; k < type->count; k++) {
    CadType *part = cad_type_is(type->part[k]);
    bool length = type->kind == CAD_ARRAY && k == 1;
    if (!length && !put_sizes(to, part, count)) return false;
    if (!length || length_text(to, part) != NULL) continue;
    const char *stem =
        compose(to->importer, "n_%.*s", (int)to->function->argument.name->length, to->function->argument.name->text);
    part->text = name_invent(to->importer, stem, (uint32_t)strlen(stem));
    part->owner = to->function;
    if (part->text == NULL) return false;
    put(to->importer, "%s%s = " SIZE_DEFAULT, (*count)++ == 0 ? " {" : ", ", part->text);
  }
  return true;
}

/* ----------------------------------------------------------------- structure -- */

static bool is_real(CadType *type) { return type->kind == CAD_REAL || type->kind == CAD_OPEN; }

/* Of a type that the operations + - .* of the language take. */
static bool is_flat(CadType *type) {
  return is_real(type) || (type->kind == CAD_ARRAY && is_real(cad_type_is(type->part[0])));
}

static const char *each_text(Writing *to, CadTermKind kind, CadType *type, const char *a, const char *b);

static const char *each_part(Writing *to, CadTermKind kind, const CadType *type, const char *a, const char *b) {
  Importer *importer = to->importer;
  const char **parts = reader_alloc(&importer->reader, (type->count + 1) * sizeof *parts);
  for (uint32_t k = 0; parts != NULL && k < type->count; k++) {
    const char *left = kind == CAD_SCALE || kind == CAD_ZERO ? a : part_text(importer, a, k + 1, type->count);
    const char *right = kind == CAD_ZERO ? b : part_text(importer, b, k + 1, type->count);
    parts[k] = each_text(to, kind, type->part[k], left, right);
  }
  return parts == NULL ? "" : pair_text(importer, parts, type->count);
}

static const char *each_entry(Writing *to, CadTermKind kind, const CadType *type, const char *a, const char *b) {
  const char *entry = each_text(to, kind, type->part[0], kind == CAD_SCALE ? a : "a'", "b'");
  if (kind == CAD_SCALE) return compose(to->importer, "(map (b'. %s) %s)", entry, b);
  if (kind != CAD_ZERO) return compose(to->importer, "(zipWith (a' b'. %s) %s %s)", entry, a, b);
  const char *length = length_text(to, type->part[1]);
  if (length != NULL) return compose(to->importer, "(build %s (k'. %s))", length, entry);
  (void)REFUSE(to->importer, to->zero, "this 0 is an array of a length that nothing says");
  return "";
}

/* What is made of each real of a type: a + b, a - b, r * b where a is the real r, or 0; a and b are names or parts of
 * them. */
static const char *each_text(Writing *to, CadTermKind kind, CadType *type, const char *a, const char *b) {
  type = cad_type_is(type);
  if (!cad_works(to->cad)) return "";
  if (kind == CAD_ZERO && is_real(type)) return "0";
  if (kind != CAD_ZERO && is_flat(type)) {
    const char *mark = kind == CAD_ADD ? "+" : kind == CAD_SUB ? "-" : is_real(type) ? "*" : ".*";
    return compose(to->importer, "(%s %s %s)", a, mark, b);
  }
  return type->kind == CAD_ARRAY ? each_entry(to, kind, type, a, b) : each_part(to, kind, type, a, b);
}

/* -------------------------------------------------------------------- terms -- */

/* Of two operands: names for those that stand more than once. */
static const char *two_text(Writing *to, const CadTerm *term) {
  Importer *importer = to->importer;
  const char *a = term_text(to, term->first), *b = term_text(to, term->last);
  CadType *type = cad_type_is(term->type);
  if (is_flat(type)) return each_text(to, term->kind == CAD_MUL ? CAD_SCALE : term->kind, type, a, b);
  const char *first = term->kind == CAD_SCALE ? "r'" : "a'";
  return compose(importer, "(let %s = %s in let b' = %s in %s)", first, a, b,
                 each_text(to, term->kind, type, first, "b'"));
}

/* 2, 2.5, -2.5; a point that ends a number is left out. */
static const char *number_text(Writing *to, const Sexpr *number) {
  bool negative = number->text[0] == '-';
  uint32_t sign = negative || number->text[0] == '+' ? 1 : 0, length = number->length - sign;
  const char *text = number->text + sign;
  if (text[length - 1] == '.') length--;
  return compose(to->importer, negative ? "(-%.*s)" : "%.*s", (int)length, text);
}

static const char *call_text(Writing *to, const CadTerm *term) {
  const char *given = term_text(to, term->first);
  if (term->primitive == NULL) {
    if (term->function->target == NULL)
      (void)REFUSE(to->importer, term, "'%.*s' is a definition that is not read", (int)term->word->length,
                   term->word->text);
    return compose(to->importer, "(%s %s)", term->function->target, given);
  }
  const char *operands = term->primitive->operands, *meaning = term->primitive->meaning;
  if (operands[1] == '\0') return compose(to->importer, "(%s %s)", meaning, given);
  bool three = strcmp(operands, "TT") == 0;
  return compose(to->importer, "(let %s = %s in %s)", three ? "((a1', (a2', a3')), (b1', (b2', b3')))" : "(a', b')",
                 given, meaning);
}

/* [e, ...]; where entries are more than reals, by their places. */
static const char *list_text(Writing *to, const CadTerm *term) {
  bool flat = is_flat(cad_type_is(term->type));
  const char *text = "";
  uint32_t k = 0;
  for (const CadTerm *part = term->first; part != NULL; part = part->next, k++) {
    const char *entry = term_text(to, part);
    if (flat)
      text = compose(to->importer, "%s%s%s", text, k == 0 ? "" : ", ", entry);
    else if (part->next == NULL)
      text = compose(to->importer, "%s%s", text, entry);
    else
      text = compose(to->importer, "%sif k' == %u then %s else ", text, k, entry);
  }
  return flat ? compose(to->importer, "[%s]", text) : compose(to->importer, "(build %u (k'. %s))", k, text);
}

static const char *parts_text(Writing *to, const CadTerm *term) {
  uint32_t k = 0;
  const char **parts = reader_alloc(&to->importer->reader, (term->count + 1) * sizeof *parts);
  for (const CadTerm *part = term->first; parts != NULL && part != NULL; part = part->next)
    parts[k++] = term_text(to, part);
  return parts == NULL ? "" : pair_text(to->importer, parts, term->count);
}

/* Names what a let or map binds; "" at a limit. */
static const char *name_bound(Writing *to, const CadTerm *term) {
  const char *name = name_invent(to->importer, term->word->text, term->word->length);
  term->binding->target = name;
  return name == NULL ? "" : name;
}

static const char *binder_text(Writing *to, const CadTerm *term) {
  bool is_let = term->kind == CAD_LET;
  const char *of = term_text(to, is_let ? term->first : term->last), *name = name_bound(to, term);
  const char *body = term_text(to, is_let ? term->last : term->first);
  if (is_let) return compose(to->importer, "(let %s = %s in %s)", name, of, body);
  return compose(to->importer, "(map (%s. %s) %s)", name, body, of);
}

static const char *term_text(Writing *to, const CadTerm *term) {
  Importer *importer = to->importer;
  if (!reader_ok(&importer->reader)) return "";
  switch (term->kind) {
  case CAD_NUMBER: return number_text(to, term->word);
  case CAD_ZERO: to->zero = term; return each_text(to, CAD_ZERO, term->type, "", "");
  case CAD_NAME: return term->binding == NULL ? "(4 * atan 1)" : term->binding->target;
  case CAD_LET:
  case CAD_MAP: return binder_text(to, term);
  case CAD_ADD:
  case CAD_SUB:
  case CAD_MUL:
  case CAD_SCALE: return two_text(to, term);
  case CAD_CALL: return call_text(to, term);
  case CAD_PARTS: return parts_text(to, term);
  case CAD_PROJECT:
    return part_text(importer, term_text(to, term->first), term->count, cad_type_is(term->first->type)->count);
  case CAD_IOTA: return compose(importer, "(build %u (k'. toReal k'))", term->count);
  case CAD_POWER: return compose(importer, "(%s^%s)", term_text(to, term->first), number_text(to, term->word));
  case CAD_LIST: break;
  }
  return list_text(to, term);
}

/* -------------------------------------------------------------- definitions -- */

static bool write_function(Writing *to, CadFunction *function) {
  uint32_t sizes = 0;
  CadBinding *argument = &function->argument;
  const char *target = name_invent(to->importer, function->name->text, function->name->length);
  argument->target = name_invent(to->importer, argument->name->text, argument->name->length);
  if (target == NULL || argument->target == NULL) return false;
  put(to->importer, "def %s", target);
  if (!put_sizes(to, argument->type, &sizes)) return false;
  put(to->importer, "%s (%s : %s) = ", sizes == 0 ? "" : "}", argument->target, type_text(to, argument->type));
  put(to->importer, "%s\n", term_text(to, function->body));
  if (reader_ok(&to->importer->reader)) function->target = target;
  return function->target != NULL;
}

static bool write_program(Importer *importer, Sexpr *list, ImportLayout layout, const char **name) {
  (void)list;
  (void)layout;
  Cad *cad = importer->programs;
  CadFunction *function = cad->to_write;
  Writing to = {.cad = cad, .importer = importer, .function = function};
  cad->to_write = function->after;
  if (function->refusal != NULL) {
    *importer->reader.error = *function->refusal;
    importer->reader.status = STATUS_ILL_TYPED;
    return false;
  }
  if (!write_function(&to, function)) return false;
  *name = function->target;
  return true;
}

Status cad_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout, Import *out,
                  TextError *error) {
  static const ImportLanguage cad = {
      .read = cad_read, .prepare = cad_infer, .program = write_program, .example = "fun f x = x * x"};
  return import_text(&cad, store, file, text, length, layout, out, error);
}
