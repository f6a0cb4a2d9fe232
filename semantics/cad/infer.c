/* Types as caddie finds them: definition by definition, each seeing those before it, whose types later ones may narrow
 * as long as they are open. */
#include "semantics/cad/translation.h"

#include <string.h>

static const CadPrimitive primitives[] = {
#define FUNCTION(name, operands, result, meaning) {name, operands, result, meaning},
#include "semantics/cad/functions.def"
};

#define LENGTH_MOST 100000u /* of an array that is written out, and of iota */

static CadType *infer(Cad *cad, CadTerm *term, const CadBinding *scope);

static const CadFunction *definition_find(const Cad *cad, const Sexpr *name) {
  const CadFunction *function = cad->functions;
  while (function != NULL && !sexpr_same(function->name, name)) function = function->before;
  return function;
}

static const CadPrimitive *primitive_find(const Sexpr *name) {
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
    if (sexpr_is(name, primitives[i].name)) return &primitives[i];
  }
  return NULL;
}

static CadBinding *binding_find(const CadBinding *scope, const Sexpr *name) {
  while (scope != NULL && !sexpr_same(scope->name, name)) scope = scope->outer;
  return (CadBinding *)scope; /* which is not changed here, but when it is written */
}

static CadBinding *bind(Cad *cad, CadTerm *term, CadType *type, const CadBinding *outer) {
  CadBinding *binding = type == NULL ? NULL : reader_alloc(&cad->importer->reader, sizeof *binding);
  if (binding != NULL) *binding = (CadBinding){term->word, type, NULL, outer};
  return term->binding = binding;
}

/* Always NULL. */
static CadType *refuse(Cad *cad, const CadTerm *term, const char *what) {
  (void)REFUSE(cad->importer, term, "'%.*s' %s", (int)(term->word->length < 60 ? term->word->length : 60),
               term->word->text, what);
  return NULL;
}

/* ------------------------------------------------------------------- names -- */

static CadType *infer_name(Cad *cad, CadTerm *term, const CadBinding *scope) {
  term->binding = binding_find(scope, term->word);
  if (term->binding != NULL) return term->binding->type;
  if (definition_find(cad, term->word) != NULL) return refuse(cad, term, "is a function, which is no value in caddie");
  if (sexpr_is(term->word, "pi")) return cad_type(cad, CAD_REAL);
  return refuse(cad, term,
                primitive_find(term->word) != NULL ? "is a function, which is no value in caddie"
                                                   : "is not bound here");
}

/* The type of an operand or result of a primitive; arrays of it have that length. */
static CadType *letter_type(Cad *cad, char letter, CadType *length) {
  CadType *real = cad_type(cad, CAD_REAL), *three[] = {real, real, real};
  switch (letter) {
  case 'T': return cad_tuple(cad, three, 3);
  case 'V': return cad_array(cad, real, length);
  case 'W': return cad_array(cad, real, cad_length(cad, 3));
  default: return real;
  }
}

static bool primitive_types(Cad *cad, const CadPrimitive *primitive, CadType **argument, CadType **result) {
  CadType *length = cad_type(cad, CAD_OPEN), *operands[2] = {NULL, NULL};
  uint32_t count = (uint32_t)strlen(primitive->operands);
  for (uint32_t k = 0; k < count; k++) operands[k] = letter_type(cad, primitive->operands[k], length);
  *argument = count == 1 ? operands[0] : cad_tuple(cad, operands, count);
  *result = letter_type(cad, primitive->result, length);
  return *argument != NULL && *result != NULL;
}

static CadType *infer_call(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *argument = NULL, *result = NULL, *given = infer(cad, term->first, scope);
  if (given == NULL) return NULL;
  if (binding_find(scope, term->word) != NULL) return refuse(cad, term, "is no function");
  term->function = definition_find(cad, term->word);
  if (term->function == NULL) {
    term->primitive = primitive_find(term->word);
    if (term->primitive == NULL)
      return refuse(cad, term, "is no function of caddie, and no definition before is called so");
    if (!primitive_types(cad, term->primitive, &argument, &result)) return NULL;
  } else {
    if (term->function->refusal != NULL) return refuse(cad, term, "is a definition that is not read");
    argument = term->function->argument.type;
    result = term->function->result;
    if (!cad_instance(cad, term->first->span, given, &argument, &result)) return NULL;
  }
  return cad_unify(cad, term->first->span, given, argument) ? result : NULL;
}

/* -------------------------------------------------------------------- terms -- */

static CadType *infer_let(Cad *cad, CadTerm *term, const CadBinding *scope) {
  const CadBinding *inner = bind(cad, term, infer(cad, term->first, scope), scope);
  return inner == NULL ? NULL : infer(cad, term->last, inner);
}

/* e + e, e - e of one type; e * e of reals; e *> e of a real and any type */
static CadType *infer_two(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *a = infer(cad, term->first, scope), *b = a == NULL ? NULL : infer(cad, term->last, scope);
  if (b == NULL) return NULL;
  bool adds = term->kind == CAD_ADD || term->kind == CAD_SUB;
  if (!adds && !cad_unify(cad, term->first->span, a, cad_type(cad, CAD_REAL))) return NULL;
  if (term->kind == CAD_SCALE) return b;
  return cad_unify(cad, term->last->span, b, a) ? a : NULL;
}

static CadType *infer_parts(Cad *cad, CadTerm *term, const CadBinding *scope) {
  uint32_t k = 0;
  CadType **types = reader_alloc(&cad->importer->reader, (term->count + 1) * sizeof(CadType *));
  for (CadTerm *part = term->first; types != NULL && part != NULL; part = part->next) {
    types[k] = infer(cad, part, scope);
    if (types[k++] == NULL) return NULL;
  }
  return types == NULL ? NULL : cad_tuple(cad, types, k);
}

static CadType *infer_list(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *entry = cad_type(cad, CAD_OPEN);
  for (CadTerm *part = term->first; entry != NULL && part != NULL; part = part->next) {
    CadType *type = infer(cad, part, scope);
    if (type == NULL || !cad_unify(cad, part->span, type, entry)) return NULL;
  }
  return cad_array(cad, entry, cad_length(cad, term->count));
}

/* A whole number without sign from 1 on; 0 where it is none. */
static uint32_t count_of(const Sexpr *number, uint32_t most) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < number->length && n <= most; k++) {
    if (number->text[k] < '0' || number->text[k] > '9') return 0;
    n = 10 * n + (uint32_t)(number->text[k] - '0');
  }
  return n <= most ? n : 0;
}

static CadType *infer_project(Cad *cad, CadTerm *term, const CadBinding *scope) {
  term->count = count_of(term->word, CAD_PART_MOST);
  if (term->count == 0) return refuse(cad, term, "is no part of a tuple, or beyond the limit of 99");
  CadType *tuple = infer(cad, term->first, scope);
  CadType *expected = cad_tuple_open(cad, term->count < 2 ? 2 : term->count);
  return cad_unify(cad, term->first->span, tuple, expected) ? expected->part[term->count - 1] : NULL;
}

static CadType *infer_map(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *entry = cad_type(cad, CAD_OPEN), *length = cad_type(cad, CAD_OPEN), *of = infer(cad, term->last, scope);
  if (!cad_unify(cad, term->last->span, of, cad_array(cad, entry, length))) return NULL;
  const CadBinding *inner = bind(cad, term, entry, scope);
  return inner == NULL ? NULL : cad_array(cad, infer(cad, term->first, inner), length);
}

static CadType *infer_iota(Cad *cad, CadTerm *term) {
  term->count = count_of(term->word, LENGTH_MOST);
  if (term->count == 0) return refuse(cad, term, "is no length of an array, from 1 on, or beyond a limit");
  return cad_array(cad, cad_type(cad, CAD_REAL), cad_length(cad, term->count));
}

static CadType *infer_power(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *type = infer(cad, term->first, scope), *real = cad_type(cad, CAD_REAL);
  return cad_unify(cad, term->first->span, type, real) ? real : NULL;
}

static CadType *infer(Cad *cad, CadTerm *term, const CadBinding *scope) {
  CadType *type = NULL;
  switch (term->kind) {
  case CAD_NUMBER: type = cad_type(cad, CAD_REAL); break;
  case CAD_ZERO: type = cad_type(cad, CAD_OPEN); break;
  case CAD_NAME: type = infer_name(cad, term, scope); break;
  case CAD_LET: type = infer_let(cad, term, scope); break;
  case CAD_ADD:
  case CAD_SUB:
  case CAD_MUL:
  case CAD_SCALE: type = infer_two(cad, term, scope); break;
  case CAD_CALL: type = infer_call(cad, term, scope); break;
  case CAD_PARTS: type = infer_parts(cad, term, scope); break;
  case CAD_PROJECT: type = infer_project(cad, term, scope); break;
  case CAD_MAP: type = infer_map(cad, term, scope); break;
  case CAD_IOTA: type = infer_iota(cad, term); break;
  case CAD_POWER: type = infer_power(cad, term, scope); break;
  case CAD_LIST: type = infer_list(cad, term, scope); break;
  }
  return term->type = type;
}

/* -------------------------------------------------------------- definitions -- */

static bool infer_function(Cad *cad, CadFunction *function) {
  cad->found = NULL;
  function->argument.type = cad_type(cad, CAD_OPEN);
  if (function->argument.type == NULL || !cad_parse(cad->importer, function)) return false;
  function->result = infer(cad, function->body, &function->argument);
  return function->result != NULL;
}

/* What was refused is said when the definition's turn comes to be written, and what it found of others is forgotten. */
static void keep_refusal(Cad *cad, CadFunction *function) {
  Reader *reader = &cad->importer->reader;
  if (reader->status != STATUS_ILL_TYPED) {
    reader_exhausted(reader);
    return;
  }
  cad_forget(cad);
  function->refusal = reader_alloc(reader, sizeof *function->refusal);
  if (function->refusal == NULL) return;
  *function->refusal = *reader->error;
  reader->status = STATUS_OK;
  *reader->error = (TextError){.line = 0};
}

bool cad_infer(Importer *importer, const Sexpr *programs) {
  Cad *cad = reader_alloc(&importer->reader, sizeof *cad);
  if (cad == NULL) return false;
  *cad = (Cad){.importer = importer};
  importer->programs = cad;
  CadFunction **next = &cad->to_write;
  for (const Sexpr *list = programs; list != NULL && reader_ok(&importer->reader); list = list->next) {
    CadFunction *function = reader_alloc(&importer->reader, sizeof *function);
    if (function == NULL) return false;
    function->list = list;
    if (!infer_function(cad, function)) keep_refusal(cad, function);
    if (function->name != NULL) {
      function->before = cad->functions;
      cad->functions = function;
    }
    *next = function;
    next = &function->after;
  }
  return reader_ok(&importer->reader);
}
