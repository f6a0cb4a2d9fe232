/* Calls of definitions and of the functions of the prelude. */
#include "semantics/ks/translation.h"

#include <string.h>

typedef struct Operator {
  const char *name, *operands;
  char result;
  const char *meaning;
  bool is_size;
} Operator;

static const Operator operators[] = {
#define OPERATOR(name, operands, result, meaning) {name, operands, result, meaning, false},
#define SIZE(name, meaning) {name, "II", 'I', meaning, true},
#include "semantics/ks/operators.def"
};

#define OPERANDS_MOST 3u /* of an operator */

static bool is_derivative(const Sexpr *word) {
  static const char *const words[] = {"fwd",        "rev",    "D",     "Dt", "suffwdpass",
                                      "sufrevpass", "sufrev", "shape", "CL", "R"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (sexpr_is(word, words[i])) return true;
  }
  return false;
}

const Sexpr *ks_function_name(Importer *importer, const Sexpr *s, const KsType **argument) {
  *argument = NULL;
  if (s->kind == SEXPR_WORD) return s;
  const Sexpr *word = s->kind == SEXPR_LIST && s->first != NULL && sexpr_count(s) == 2 ? s->first : NULL;
  if (word == NULL || word->kind != SEXPR_WORD)
    (void)REFUSE(importer, s, "the name of a function is expected here: f, or [f (Tuple Float Float)]");
  else if (is_derivative(word))
    (void)REFUSE(importer, s, "a derivative of ksc's own, '%.*s', is not read", (int)word->length, word->text);
  else
    *argument = ks_type_read(importer, word->next);
  return *argument == NULL ? NULL : word;
}

/* What is given to a call: one operand, or as one the tuple of all. */
typedef struct Operands {
  Value *value;
  uint32_t count;
  const KsType *type; /* as one */
} Operands;

static bool read_operands(Importer *importer, const Sexpr *s, const Binding *scope, Operands *out) {
  uint32_t k = 0;
  out->count = sexpr_count(s) - 1;
  out->value = reader_alloc(&importer->reader, (out->count + 1) * sizeof *out->value);
  const KsType **types = reader_alloc(&importer->reader, (out->count + 1) * sizeof *types);
  if (out->value == NULL || types == NULL) return false;
  for (const Sexpr *operand = s->first->next; operand != NULL; operand = operand->next, k++) {
    if (!ks_term(importer, operand, scope, &out->value[k])) return false;
    types[k] = out->value[k].type;
  }
  out->type = k == 1 ? types[0] : ks_tuple(importer, types, k);
  return out->type != NULL;
}

/* The parts of a tuple that is the only operand, with what names them in front of the call. */
static const char *spread(Importer *importer, Operands *operands) {
  const Value whole = operands->value[0];
  const KsType *type = whole.type;
  Value *part = reader_alloc(&importer->reader, (type->count + 1) * sizeof *part);
  const char **names = reader_alloc(&importer->reader, (type->count + 1) * sizeof *names);
  if (part == NULL || names == NULL) return "";
  for (uint32_t k = 0; k < type->count; k++) {
    names[k] = compose(importer, "p%u'", k + 1);
    part[k] = (Value){type->part[k], names[k], whole.sizes == NULL ? NULL : whole.sizes + k};
  }
  *operands = (Operands){part, type->count, type};
  if (type->count == 0) return "";
  const char *pattern = pair_text(importer, names, type->count);
  return compose(importer, "let %s = (%s : %s) in ", pattern, whole.text, ks_type_text(importer, type));
}

static const char *as_one(Importer *importer, const Operands *operands) {
  const char **text = reader_alloc(&importer->reader, (operands->count + 1) * sizeof *text);
  for (uint32_t k = 0; text != NULL && k < operands->count; k++) text[k] = operands->value[k].text;
  return text == NULL ? "" : pair_text(importer, text, operands->count);
}

/* ------------------------------------------------------------ definitions -- */

static KsFunction *definition_find(const Importer *importer, const Sexpr *word, const KsType *argument) {
  KsFunction *function = importer->programs;
  while (function != NULL &&
         (function->length != word->length || memcmp(function->name, word->text, word->length) != 0 ||
          (function->argument != NULL && argument != NULL && !ks_type_fits(function->argument, argument))))
    function = function->before;
  return function;
}

/* The lengths that arrays of a type have, in order; NULL where one is a value. */
static void list_lengths(const KsType *type, const char **out, uint32_t *count) {
  if (type->kind == KS_TENSOR) {
    for (uint32_t k = 0; k < type->count; k++) out[(*count)++] = type->length[k];
    list_lengths(type->part[0], out, count);
  } else if (type->kind == KS_TUPLE)
    for (uint32_t k = 0; k < type->count; k++) list_lengths(type->part[k], out, count);
}

/* A function that calls itself is known by two primes while it is read. */
static bool call_itself(Importer *importer, const Sexpr *s, KsFunction *function, const Operands *operands,
                        Value *out) {
  if (ks_type_has(function->result, KS_TENSOR))
    return REFUSE(importer, s, "limit: a function that calls itself and gives arrays");
  if (!ks_type_same(function->argument, operands->type))
    return REFUSE(importer, s, "a function that calls itself keeps the lengths of its arrays");
  function->recursive = true;
  *out = (Value){function->result, compose(importer, "(%s'' %s)", function->target, as_one(importer, operands)), NULL};
  return true;
}

static bool call_function(Importer *importer, const Sexpr *s, const KsFunction *function, Operands *operands,
                          Value *out) {
  const char **lengths = reader_alloc(&importer->reader, (function->size_count + 1) * sizeof *lengths), *before = "";
  uint32_t count = 0;
  if (lengths == NULL) return false;
  list_lengths(operands->type, lengths, &count);
  for (uint32_t k = 0; k < count; k++) {
    if (lengths[k] == NULL)
      return REFUSE(importer, s, "limit: this array is of no size that is known before the program runs");
  }
  if (function->arguments != operands->count && operands->count == 1) before = spread(importer, operands);
  const char *text = compose(importer, "%s%s", before, function->target);
  for (uint32_t k = 0; k < operands->count && function->arguments == operands->count; k++)
    text = compose(importer, "%s %s", text, operands->value[k].text);
  if (function->arguments != operands->count) text = compose(importer, "%s %s", text, as_one(importer, operands));
  const KsType *result = ks_type_replaced(importer, function->result, function->sizes, lengths, count);
  *out = (Value){result, compose(importer, "(%s)", text), NULL};
  return result != NULL;
}

/* ------------------------------------------------------------- the prelude -- */

static bool is_of(const KsType *type, char letter) {
  switch (letter) {
  case 'F': return type->kind == KS_FLOAT;
  case 'I': return type->kind == KS_INTEGER;
  case 'B': return type->kind == KS_BOOL;
  default: return type->kind == KS_TENSOR && type->count == 1 && type->part[0]->kind == KS_FLOAT;
  }
}

/* The operator of that name and of these operands; NULL if there is none. */
static const Operator *operator_find(const Sexpr *word, const Value *value, uint32_t count) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    bool good = sexpr_is(word, operators[i].name) && strlen(operators[i].operands) == count;
    for (uint32_t k = 0; good && k < count; k++) good = is_of(value[k].type, operators[i].operands[k]);
    if (good) return &operators[i];
  }
  return NULL;
}

/* The same array as a Vec. */
static Value loosened(Importer *importer, Value value) {
  static const char *const open[1] = {NULL};
  const char *text = compose(importer, "(let v' = %s in vbuild %s (k'. v' ! k'))", value.text, value.type->length[0]);
  return (Value){ks_tensor(importer, value.type->part[0], open, 1), text, NULL};
}

/* The array with a length of another name, where both are the same number; else it has no entries. */
static Value renamed(Importer *importer, Value value, const char *const *length) {
  const char *is = value.type->length[0];
  const char *text = compose(importer, "(let v' = %s in build %s (k'. v' ! (if %s == %s then k' else %s)))", value.text,
                             *length, *length, is, is);
  return (Value){ks_tensor(importer, value.type->part[0], length, 1), text, NULL};
}

/* Arrays are all of sizes, those of the first, or all Vec. */
static bool agree_on_lengths(Importer *importer, const Operator *op, Value *value) {
  bool open = false;
  const KsType *first = NULL;
  for (uint32_t k = 0; op->operands[k] != '\0'; k++)
    open = open || (op->operands[k] == 'V' && !ks_type_fixed(value[k].type));
  for (uint32_t k = 0; op->operands[k] != '\0'; k++) {
    if (op->operands[k] != 'V') continue;
    if (open && ks_type_fixed(value[k].type))
      value[k] = loosened(importer, value[k]);
    else if (first != NULL && !ks_type_same(first, value[k].type))
      value[k] = renamed(importer, value[k], first->length);
    first = value[k].type;
    if (first == NULL) return false;
  }
  return true;
}

/* The meaning with texts, or sizes, of operands. */
static const char *filled(Importer *importer, const Operator *op, const Value *value, bool sizes) {
  const char *out = "(";
  for (const char *c = op->meaning; *c != '\0';) {
    size_t plain = strcspn(c, "$");
    out = compose(importer, "%s%.*s", out, (int)plain, c);
    c += plain;
    if (*c == '\0') break;
    const Value *operand = &value[c[1] - '1'];
    out = compose(importer, "%s%s", out, sizes ? operand->sizes[0] : operand->text);
    c += 2;
  }
  return compose(importer, "%s)", out);
}

/* x^3: an exponent that is written out is a constant of the language. */
static bool is_power(const Operator *op, const Sexpr *s) {
  const Sexpr *exponent = sexpr_at(s, 2);
  return strcmp(op->name, "pow") == 0 && exponent != NULL && exponent->kind == SEXPR_NUMBER;
}

static const char *power_text(Importer *importer, const Sexpr *exponent, const Value *value) {
  const char *text = exponent->text;
  uint32_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  return compose(importer, text[0] == '-' ? "(%s^(-%.*s))" : "(%s^%.*s)", value[0].text, (int)(exponent->length - sign),
                 text + sign);
}

static bool call_operator(Importer *importer, const Sexpr *s, const Operator *op, const char *before, Value *value,
                          Value *out) {
  if (!agree_on_lengths(importer, op, value)) return false;
  const KsType *type = op->result == '1'   ? value[0].type
                       : op->result == '2' ? value[1].type
                       : op->result == 'F' ? ks_type(importer, KS_FLOAT)
                       : op->result == 'I' ? ks_type(importer, KS_INTEGER)
                                           : ks_type(importer, KS_BOOL);
  const char *text = is_power(op, s) ? power_text(importer, sexpr_at(s, 2), value) : filled(importer, op, value, false);
  *out = (Value){type, before[0] == '\0' ? text : compose(importer, "(%s%s)", before, text), NULL};
  if (op->is_size && value[0].sizes != NULL && value[1].sizes != NULL)
    out->sizes = ks_one_size(importer, filled(importer, op, value, true));
  return type != NULL;
}

static bool has_operator(const Sexpr *word) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (sexpr_is(word, operators[i].name)) return true;
  }
  return false;
}

bool ks_call(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  const KsType *given;
  const char *before = "";
  Operands operands;
  const Sexpr *word = ks_function_name(importer, s->first, &given);
  if (word == NULL) return false;
  if (!has_operator(word) && definition_find(importer, word, NULL) == NULL)
    return REFUSE(importer, word, "the language has no '%.*s', and no definition before is called so",
                  (int)word->length, word->text);
  if (!read_operands(importer, s, scope, &operands)) return false;
  if (given != NULL && !ks_type_fits(given, operands.type))
    return REFUSE(importer, s, "these operands are %s", ks_type_name(importer, operands.type));
  KsFunction *function = definition_find(importer, word, operands.type);
  if (function != NULL && function->refused) return REFUSE(importer, word, "this definition is not read");
  if (function != NULL && function->open) return call_itself(importer, s, function, &operands, out);
  if (function != NULL) return call_function(importer, s, function, &operands, out);
  const KsType *of = operands.type;
  const Operator *op = operator_find(word, operands.value, operands.count);
  if (op == NULL && operands.count == 1 && of->kind == KS_TUPLE && of->count <= OPERANDS_MOST) {
    before = spread(importer, &operands);
    op = operator_find(word, operands.value, operands.count);
  }
  if (op != NULL) return call_operator(importer, s, op, before, operands.value, out);
  return REFUSE(importer, s, "there is no '%.*s' of %s", (int)word->length, word->text, ks_type_name(importer, of));
}
