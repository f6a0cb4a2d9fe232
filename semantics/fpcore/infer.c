/* The shapes of expressions, and what each name is. */
#include "semantics/fpcore/importer.h"

#include <string.h>

static const Operator operators[] = {
#define OPERATOR(name, operands, meaning) {name, operands, meaning},
#include "semantics/fpcore/operators.def"
};

const Operator *operator_find(const Sexpr *word) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (sexpr_is(word, operators[i].name)) return &operators[i];
  }
  return NULL;
}

const Core *core_find(const Importer *importer, const Sexpr *word) {
  const Core *core = importer->programs;
  while (core != NULL &&
         (core->name == NULL || core->length != word->length || memcmp(core->name, word->text, word->length) != 0))
    core = core->before;
  return core;
}

const char *comparison_of(const Sexpr *word) {
  static const char *const words[] = {"<", "<=", ">", ">=", "==", "!="};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (sexpr_is(word, words[i])) return words[i];
  }
  return NULL;
}

/* -------------------------------------------------------------- shapes -- */

static const char *sort_name(Sort sort) {
  switch (sort) {
  case SORT_NONE: break;
  case SORT_REAL:
  case SORT_LITERAL: return "a number";
  case SORT_WHOLE: return "a whole number";
  case SORT_TEST: return "a test";
  case SORT_ARRAY: return "an array";
  }
  return "nothing";
}

static bool is_number(Shape shape) {
  return shape.sort == SORT_REAL || shape.sort == SORT_LITERAL || shape.sort == SORT_WHOLE;
}

static bool same_shape(Shape a, Shape b) {
  if (a.sort != b.sort || a.rank != b.rank) return false;
  for (uint32_t k = 0; k < a.rank; k++) {
    if (strcmp(a.dim[k], b.dim[k]) != 0) return false;
  }
  return true;
}

static Shape shape_of(Sort sort) { return (Shape){.sort = sort}; }

/* Of a name that is bound to it: a number that is written out is a real. */
static Shape settled(Shape shape) { return shape.sort == SORT_LITERAL ? shape_of(SORT_REAL) : shape; }

bool is_written_whole(const Sexpr *s) {
  if (s->kind == SEXPR_NUMBER) return number_is_whole(s);
  for (const Sexpr *part = s->kind == SEXPR_LIST ? s->first->next : NULL; part != NULL; part = part->next) {
    if (part->shape.sort == SORT_LITERAL && !is_written_whole(part)) return false;
  }
  return true;
}

static bool require(Importer *importer, const Sexpr *s, Sort sort) {
  bool good = sort == SORT_REAL ? is_number(s->shape)
              : sort == SORT_WHOLE
                  ? s->shape.sort == SORT_WHOLE || (s->shape.sort == SORT_LITERAL && is_written_whole(s))
                  : s->shape.sort == sort;
  return good || REFUSE(importer, s, "this is %s, but %s is expected here", sort_name(s->shape.sort), sort_name(sort));
}

bool infer_as(Importer *importer, Sexpr *s, Variable *scope, Sort sort) {
  return infer(importer, s, scope) && require(importer, s, sort);
}

static bool counts(Importer *importer, const Sexpr *s, uint32_t least, uint32_t most) {
  uint32_t count = sexpr_count(s) - 1;
  if (count >= least && count <= most) return true;
  const Sexpr *head = s->first;
  if (least == most) return REFUSE(importer, s, "'%.*s' takes %u, not %u", (int)head->length, head->text, least, count);
  return REFUSE(importer, s, "'%.*s' takes at least %u, not %u", (int)head->length, head->text, least, count);
}

/* ------------------------------------------------------------ operators -- */

static bool infer_all(Importer *importer, Sexpr *first, Variable *scope, Sort sort) {
  for (Sexpr *s = first; s != NULL; s = s->next) {
    if (!infer_as(importer, s, scope, sort)) return false;
  }
  return true;
}

/* + - *: whole where all is, and a number that is written out where all are. */
static bool infer_arithmetic(Importer *importer, Sexpr *s, Variable *scope) {
  Sexpr *first = s->first->next;
  if (!counts(importer, s, 1, UINT32_MAX) || !infer_all(importer, first, scope, SORT_REAL)) return false;
  bool literal = true, whole = true;
  for (Sexpr *part = first; part != NULL; part = part->next) {
    literal = literal && part->shape.sort == SORT_LITERAL;
    whole = whole && (part->shape.sort == SORT_WHOLE || (part->shape.sort == SORT_LITERAL && is_written_whole(part)));
  }
  s->shape = shape_of(literal ? SORT_LITERAL : whole ? SORT_WHOLE : SORT_REAL);
  return true;
}

static bool infer_real(Importer *importer, Sexpr *s, Variable *scope) {
  s->shape = shape_of(SORT_REAL);
  return counts(importer, s, 2, 2) && infer_all(importer, s->first->next, scope, SORT_REAL);
}

static bool infer_comparison(Importer *importer, Sexpr *s, Variable *scope) {
  s->shape = shape_of(SORT_TEST);
  return counts(importer, s, 1, UINT32_MAX) && infer_all(importer, s->first->next, scope, SORT_REAL);
}

static bool infer_connective(Importer *importer, Sexpr *s, Variable *scope) {
  s->shape = shape_of(SORT_TEST);
  return infer_all(importer, s->first->next, scope, SORT_TEST);
}

static bool infer_not(Importer *importer, Sexpr *s, Variable *scope) {
  return counts(importer, s, 1, 1) && infer_connective(importer, s, scope);
}

static bool infer_implies(Importer *importer, Sexpr *s, Variable *scope) {
  return counts(importer, s, 2, 2) && infer_connective(importer, s, scope);
}

static bool infer_if(Importer *importer, Sexpr *s, Variable *scope) {
  Sexpr *test = s->first->next, *yes = test == NULL ? NULL : test->next, *no = yes == NULL ? NULL : yes->next;
  if (!counts(importer, s, 3, 3) || !infer_as(importer, test, scope, SORT_TEST)) return false;
  if (!infer(importer, yes, scope) || !infer(importer, no, scope)) return false;
  bool numbers = is_number(yes->shape) && is_number(no->shape);
  s->shape = same_shape(yes->shape, no->shape) ? yes->shape : shape_of(numbers ? SORT_REAL : SORT_NONE);
  return s->shape.sort != SORT_NONE ||
         REFUSE(importer, s, "the branches differ: %s and %s", sort_name(yes->shape.sort), sort_name(no->shape.sort));
}

/* ---------------------------------------------------------------- binders -- */

/* Bindings that are made at once bind each name once. */
static bool are_distinct(Importer *importer, const Sexpr *list) {
  for (const Sexpr *b = list->first; b != NULL; b = b->next) {
    for (const Sexpr *other = list->first; other != b; other = other->next) {
      if (b->first->kind == SEXPR_WORD && sexpr_same(other->first, b->first))
        return REFUSE(importer, b->first, "this name is bound twice here");
    }
  }
  return true;
}

/* The list of bindings in front of the body, each of `parts` entries. */
static Sexpr *bindings_of(Importer *importer, Sexpr *list, uint32_t parts) {
  bool good = list != NULL && list->kind == SEXPR_LIST;
  for (const Sexpr *s = good ? list->first : NULL; s != NULL && good; s = s->next)
    good = s->kind == SEXPR_LIST && sexpr_count(s) == parts;
  if (good) return list;
  if (list != NULL)
    (void)REFUSE(importer, list,
                 parts == 2 ? "bindings are expected here: ([x e] ...)"
                            : "bindings are expected here: ([x first next] ...)");
  return NULL;
}

static bool infer_let(Importer *importer, Sexpr *s, Variable *scope) {
  bool sequential = sexpr_is(s->first, "let*");
  Sexpr *list = counts(importer, s, 2, 2) ? bindings_of(importer, s->first->next, 2) : NULL;
  Variable *inner = scope;
  if (list != NULL && !sequential && !are_distinct(importer, list)) return false;
  for (Sexpr *b = list == NULL ? NULL : list->first; b != NULL; b = b->next) {
    Sexpr *value = b->first->next;
    if (!infer(importer, value, sequential ? inner : scope)) return false;
    inner = variable_bind(importer, b->first, settled(value->shape), inner);
    if (inner == NULL) return false;
  }
  if (list == NULL || !infer(importer, list->next, inner)) return false;
  s->shape = list->next->shape;
  return true;
}

/* What goes round: [x first next].  A number that goes round is real. */
static bool infer_state(Importer *importer, Sexpr *list, bool sequential, Variable **scope) {
  Variable *inner = *scope;
  if (!are_distinct(importer, list)) return false;
  for (Sexpr *b = list->first; b != NULL; b = b->next) {
    Sexpr *first = b->first->next;
    if (!infer(importer, first, sequential ? inner : *scope)) return false;
    inner = variable_bind(importer, b->first, is_number(first->shape) ? shape_of(SORT_REAL) : first->shape, inner);
    if (inner == NULL) return false;
  }
  *scope = inner;
  return list->first != NULL || REFUSE(importer, list, "a loop without variables does nothing");
}

static bool infer_steps(Importer *importer, Sexpr *list, Variable *scope) {
  for (Sexpr *b = list->first; b != NULL; b = b->next) {
    Sexpr *next = b->first->next->next;
    Shape shape = b->first->variable->shape;
    if (!infer(importer, next, scope)) return false;
    if (shape.sort == SORT_REAL ? !is_number(next->shape) : !same_shape(next->shape, shape))
      return REFUSE(importer, next, "this is %s, and the variable is %s at first", sort_name(next->shape.sort),
                    sort_name(shape.sort));
  }
  return true;
}

static bool infer_while(Importer *importer, Sexpr *s, Variable *scope) {
  if (!counts(importer, s, 3, 3)) return false;
  Sexpr *test = s->first->next, *list = bindings_of(importer, test->next, 3), *body = test->next->next;
  bool good = list != NULL && infer_state(importer, list, sexpr_is(s->first, "while*"), &scope) &&
              infer_as(importer, test, scope, SORT_TEST) && infer_steps(importer, list, scope) &&
              infer(importer, body, scope);
  s->shape = body->shape;
  return good;
}

bool infer_length(Importer *importer, Sexpr *s, Variable *scope, const char **out) {
  Variable *size = s->kind == SEXPR_WORD ? variable_find(scope, s) : NULL;
  if (s->kind == SEXPR_NUMBER && number_is_whole(s) && s->text[0] != '-' && s->text[0] != '+') {
    char *digits = reader_alloc(&importer->reader, s->length + 1);
    if (digits == NULL) return false;
    memcpy(digits, s->text, s->length);
    s->shape = shape_of(SORT_LITERAL);
    *out = digits;
    return true;
  }
  if (size == NULL || !size->is_size)
    return REFUSE(importer, s, "a number, or a size of an argument, is expected here");
  s->variable = size;
  *out = size->target;
  return true;
}

/* ([i n] ...): indices below the lengths. */
static bool infer_indices(Importer *importer, Sexpr *list, Variable **scope, Shape *shape) {
  Variable *inner = *scope;
  *shape = shape_of(SORT_ARRAY);
  if (!are_distinct(importer, list)) return false;
  for (Sexpr *b = list->first; b != NULL; b = b->next) {
    if (shape->rank == SHAPE_RANK) return REFUSE(importer, b, "limit: more than %u indices", SHAPE_RANK);
    if (!infer_length(importer, b->first->next, *scope, &shape->dim[shape->rank++])) return false;
    inner = variable_bind(importer, b->first, shape_of(SORT_WHOLE), inner);
    if (inner == NULL) return false;
  }
  *scope = inner;
  return list->first != NULL || REFUSE(importer, list, "at least one index is expected here");
}

static bool infer_for(Importer *importer, Sexpr *s, Variable *scope) {
  Shape indices;
  if (!counts(importer, s, 3, 3)) return false;
  Sexpr *over = bindings_of(importer, s->first->next, 2);
  Sexpr *list = over == NULL ? NULL : bindings_of(importer, over->next, 3);
  if (list == NULL) return false;
  Variable *state = scope;
  if (!infer_state(importer, list, sexpr_is(s->first, "for*"), &state)) return false;
  Variable *inner = state;
  bool good = infer_indices(importer, over, &inner, &indices) && infer_steps(importer, list, inner) &&
              infer(importer, list->next, state);
  s->shape = list->next->shape;
  return good;
}

/* Appends the lengths of an entry to those of what holds it. */
static bool nest(Importer *importer, const Sexpr *s, Shape *shape, Shape entry) {
  if (shape->rank + entry.rank > SHAPE_RANK) return REFUSE(importer, s, "limit: arrays of rank over %u", SHAPE_RANK);
  for (uint32_t k = 0; k < entry.rank; k++) shape->dim[shape->rank++] = entry.dim[k];
  return true;
}

static bool infer_tensor(Importer *importer, Sexpr *s, Variable *scope) {
  Sexpr *list = counts(importer, s, 2, 2) ? bindings_of(importer, s->first->next, 2) : NULL;
  if (list == NULL || !infer_indices(importer, list, &scope, &s->shape)) return false;
  Sexpr *entry = list->next;
  if (!infer(importer, entry, scope)) return false;
  if (entry->shape.sort == SORT_ARRAY) return nest(importer, s, &s->shape, entry->shape);
  return require(importer, entry, SORT_REAL);
}

/* ----------------------------------------------------------------- arrays -- */

static bool infer_array(Importer *importer, Sexpr *s, Variable *scope) {
  char digits[16];
  if (!counts(importer, s, 1, UINT32_MAX)) return false;
  for (Sexpr *entry = s->first->next; entry != NULL; entry = entry->next) {
    if (!infer(importer, entry, scope)) return false;
    if (!is_number(entry->shape))
      return REFUSE(importer, entry, "an array that is written out has numbers, and this is %s",
                    sort_name(entry->shape.sort));
  }
  (void)snprintf(digits, sizeof digits, "%u", sexpr_count(s) - 1);
  char *length = reader_alloc(&importer->reader, strlen(digits) + 1);
  if (length == NULL) return false;
  memcpy(length, digits, strlen(digits) + 1);
  s->shape = (Shape){.sort = SORT_ARRAY, .rank = 1, .dim = {length}};
  return true;
}

static bool infer_ref(Importer *importer, Sexpr *s, Variable *scope) {
  if (!counts(importer, s, 2, SHAPE_RANK + 1)) return false;
  Sexpr *array = s->first->next;
  if (!infer_as(importer, array, scope, SORT_ARRAY) || !infer_all(importer, array->next, scope, SORT_WHOLE))
    return false;
  uint32_t indices = sexpr_count(s) - 2;
  if (indices > array->shape.rank)
    return REFUSE(importer, s, "%u indices of an array of rank %u", indices, array->shape.rank);
  s->shape = shape_of(indices == array->shape.rank ? SORT_REAL : SORT_ARRAY);
  for (uint32_t k = indices; k < array->shape.rank; k++) s->shape.dim[s->shape.rank++] = array->shape.dim[k];
  return true;
}

/* ----------------------------------------------------------------- others -- */

/* Over the reals, what stands last. */
static bool infer_last(Importer *importer, Sexpr *s, Sexpr *body, Variable *scope) {
  bool good = infer(importer, body, scope);
  s->shape = body->shape;
  return good;
}

/* (! :property value ... e) */
static bool infer_annotated(Importer *importer, Sexpr *s, Variable *scope) {
  Sexpr *body = s->first->next;
  while (body != NULL && body->kind == SEXPR_WORD && body->text[0] == ':') {
    if (body->next == NULL) return REFUSE(importer, body, "this property has no value");
    body = body->next->next;
  }
  if (body == NULL) return REFUSE(importer, s, "an expression is expected here");
  if (body->next != NULL) return REFUSE(importer, body->next, "one expression is expected after the properties");
  return infer_last(importer, s, body, scope);
}

/* (cast e) */
static bool infer_cast(Importer *importer, Sexpr *s, Variable *scope) {
  return counts(importer, s, 1, 1) && infer_last(importer, s, s->first->next, scope);
}

static bool infer_call(Importer *importer, Sexpr *s, const Core *core, Variable *scope) {
  Sexpr *operand = s->first->next;
  if (!core->read) return REFUSE(importer, s->first, "this program is not read");
  if (!counts(importer, s, core->arguments, core->arguments)) return false;
  for (uint32_t k = 0; k < core->arguments; k++, operand = operand->next) {
    if (!infer_as(importer, operand, scope, core->shape[k].sort)) return false;
    if (core->shape[k].sort == SORT_ARRAY && !same_shape(core->shape[k], operand->shape))
      return REFUSE(importer, operand, "an array of another shape is expected here");
  }
  s->shape = core->result;
  return true;
}

typedef struct Form {
  const char *name;
  bool (*infer)(Importer *importer, Sexpr *s, Variable *scope);
} Form;

static const Form forms[] = {
#define FORM(name, infer, write) {name, infer_##infer},
#include "semantics/fpcore/forms.def"
};

static bool infer_list(Importer *importer, Sexpr *s, Variable *scope) {
  Sexpr *head = s->first;
  if (head == NULL || head->kind != SEXPR_WORD)
    return REFUSE(importer, s, "an operator is expected after this bracket");
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (sexpr_is(head, forms[i].name)) return forms[i].infer(importer, s, scope);
  }
  if (comparison_of(head) != NULL) return infer_comparison(importer, s, scope);
  const Operator *op = operator_find(head);
  const Core *core = op == NULL ? core_find(importer, head) : NULL;
  if (core != NULL) return infer_call(importer, s, core, scope);
  if (op == NULL) return REFUSE(importer, head, "the language has no '%.*s'", (int)head->length, head->text);
  s->shape = shape_of(SORT_REAL);
  return counts(importer, s, op->operands, op->operands) && infer_all(importer, head->next, scope, SORT_REAL);
}

static bool infer_word(Importer *importer, Sexpr *s, Variable *scope) {
  const Operator *constant = operator_find(s);
  s->variable = variable_find(scope, s);
  if (s->variable != NULL)
    s->shape = s->variable->shape;
  else if (sexpr_is(s, "TRUE") || sexpr_is(s, "FALSE"))
    s->shape = shape_of(SORT_TEST);
  else if (constant != NULL && constant->operands == 0)
    s->shape = shape_of(SORT_REAL);
  else if (sexpr_is(s, "INFINITY") || sexpr_is(s, "NAN"))
    return REFUSE(importer, s, "the reals have no %.*s", (int)s->length, s->text);
  else
    return REFUSE(importer, s, "nothing is called '%.*s' here", (int)s->length, s->text);
  return true;
}

bool infer(Importer *importer, Sexpr *s, Variable *scope) {
  if (s == NULL) return false; /* which a list of the right length has not */
  switch (s->kind) {
  case SEXPR_NUMBER: s->shape = shape_of(SORT_LITERAL); return true;
  case SEXPR_WORD: return infer_word(importer, s, scope);
  case SEXPR_STRING: return REFUSE(importer, s, "a text has no value");
  case SEXPR_LIST: return infer_list(importer, s, scope);
  }
  return false;
}
