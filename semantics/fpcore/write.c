/* Expressions with shapes, as terms of the language. */
#include "semantics/fpcore/importer.h"

#include <string.h>

/* Goes on only as long as nothing has failed. */
static bool is_done(const Importer *importer) { return !reader_ok(&importer->reader); }

/* a op b op ... */
static void write_between(Importer *importer, const Sexpr *first, const char *op, Sort sort) {
  put(importer, "(");
  for (const Sexpr *s = first; s != NULL; s = s->next) {
    write_term(importer, s, sort);
    if (s->next != NULL) put(importer, " %s ", op);
  }
  put(importer, ")");
}

static void write_arithmetic(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *first = s->first->next;
  if (first->next == NULL && sexpr_is(s->first, "-")) {
    put(importer, sort == SORT_WHOLE ? "(0 - " : "(-");
    write_term(importer, first, sort);
    put(importer, ")");
  } else {
    char op[2] = {s->first->text[0], '\0'};
    write_between(importer, first, op, sort);
  }
}

static bool is_arithmetic(const Sexpr *s) {
  return sexpr_is(s, "+") || sexpr_is(s, "-") || sexpr_is(s, "*") || sexpr_is(s, "/");
}

/* A number with a digit other than 0 before its exponent: by it may be divided. */
static bool is_divisor(const Sexpr *s) {
  if (s->kind != SEXPR_NUMBER) return false;
  for (uint32_t i = 0; i < s->length && s->text[i] != 'e' && s->text[i] != 'E'; i++) {
    if (s->text[i] >= '1' && s->text[i] <= '9') return true;
  }
  return false;
}

/* A constant exponent is one of the language: 3, (- 3), (/ 1 3); what is divided by 0 is none. */
static bool is_constant(const Sexpr *s) {
  if (s->kind != SEXPR_LIST) return s->kind == SEXPR_NUMBER;
  if (s->first == NULL || !is_arithmetic(s->first) || s->first->next == NULL) return false;
  for (const Sexpr *k = s->first->next; k != NULL; k = k->next) {
    bool divides = sexpr_is(s->first, "/") && k != s->first->next;
    if (divides ? !is_divisor(k) : !is_constant(k)) return false;
  }
  return true;
}

static void write_power(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *base = s->first->next, *exponent = base->next;
  bool constant = is_constant(exponent);
  (void)sort;
  put(importer, constant ? "(" : "(pow ");
  write_term(importer, base, SORT_REAL);
  put(importer, constant ? "^" : " ");
  write_term(importer, exponent, SORT_REAL);
  put(importer, ")");
}

/* -------------------------------------------------------------------- tests -- */

static bool may_be_whole(const Sexpr *s) {
  return s->shape.sort == SORT_WHOLE || (s->shape.sort == SORT_LITERAL && is_written_whole(s));
}

/* Of numbers alone reals are compared. */
static bool are_whole(const Sexpr *a, const Sexpr *b) {
  bool whole = a->shape.sort == SORT_WHOLE || b->shape.sort == SORT_WHOLE;
  return whole && may_be_whole(a) && may_be_whole(b);
}

static void write_pair(Importer *importer, const Sexpr *a, const char *op, const Sexpr *b) {
  Sort sort = are_whole(a, b) ? SORT_WHOLE : SORT_REAL;
  write_term(importer, a, sort);
  put(importer, " %s ", op);
  write_term(importer, b, sort);
}

static const char *opposite(const char *op) {
  static const char *const pairs[][2] = {{"<", ">="}, {"<=", ">"},  {">", "<="},
                                         {">=", "<"}, {"==", "!="}, {"!=", "=="}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (strcmp(op, pairs[i][0]) == 0) return pairs[i][1];
  }
  return op;
}

/* The inside of what it says: of a <= b, a < b. */
static const char *strictly(const char *op) { return strcmp(op, "<=") == 0 ? "<" : strcmp(op, ">=") == 0 ? ">" : op; }

static const char *in_language(const char *op) { return strcmp(op, "!=") == 0 ? "/=" : op; }

/* a < b < c: each with the next, of != each with each; `negated`: one of them not. */
static void write_chain(Importer *importer, const Sexpr *s, const char *op, bool negated, bool inside) {
  bool each = strcmp(op, "!=") == 0, first = true;
  const char *used = negated ? opposite(op) : op;
  used = in_language(inside ? strictly(used) : used);
  bool several = sexpr_count(s) > 3;
  put(importer, several ? "((" : "(");
  for (const Sexpr *a = s->first->next; a != NULL; a = a->next) {
    for (const Sexpr *b = a->next; b != NULL && !is_done(importer); b = each ? b->next : NULL) {
      if (!first) put(importer, negated ? ") or (" : ") and (");
      write_pair(importer, a, used, b);
      first = false;
    }
  }
  if (first) put(importer, negated ? "0 < 0" : "0 == 0");
  put(importer, several ? "))" : ")");
}

static void write_comparison(Importer *importer, const Sexpr *s) {
  write_chain(importer, s, comparison_of(s->first), false, false);
}

static void write_connective(Importer *importer, const Sexpr *s, Sort sort) {
  bool both = sexpr_is(s->first, "and");
  if (s->first->next == NULL)
    put(importer, both ? "(0 == 0)" : "(0 < 0)");
  else
    write_between(importer, s->first->next, both ? "and" : "or", sort);
}

static void write_not(Importer *importer, const Sexpr *s, Sort sort) {
  put(importer, "(not ");
  write_term(importer, s->first->next, sort);
  put(importer, ")");
}

static void write_implies(Importer *importer, const Sexpr *s, Sort sort) {
  put(importer, "((not ");
  write_term(importer, s->first->next, sort);
  put(importer, ") or ");
  write_term(importer, s->first->next->next, sort);
  put(importer, ")");
}

/* Parts of a condition, by "and" or "or". */
static void write_parts_inside(Importer *importer, const Sexpr *first, bool both, bool negated) {
  put(importer, "(");
  for (const Sexpr *part = first; part != NULL && !is_done(importer); part = part->next) {
    write_inside(importer, part, negated);
    if (part->next != NULL) put(importer, both != negated ? " and " : " or ");
  }
  put(importer, ")");
}

void write_inside(Importer *importer, const Sexpr *s, bool negated) {
  if (s == NULL) return;
  const Sexpr *head = s->kind == SEXPR_LIST ? s->first : NULL;
  const char *op = head == NULL ? NULL : comparison_of(head);
  bool both = sexpr_is(head, "and"), either = sexpr_is(head, "or");
  if (op != NULL)
    write_chain(importer, s, op, negated, true);
  else if (head != NULL && (both || either) && head->next != NULL)
    write_parts_inside(importer, head->next, both, negated);
  else if (head != NULL && sexpr_is(head, "not"))
    write_inside(importer, head->next, !negated);
  else if (head != NULL && sexpr_is(head, "=>")) {
    put(importer, "(");
    write_inside(importer, head->next, !negated);
    put(importer, negated ? " and " : " or ");
    write_inside(importer, sexpr_at(s, 2), negated);
    put(importer, ")");
  } else {
    put(importer, negated ? "(not " : "(");
    write_term(importer, s, SORT_TEST);
    put(importer, ")");
  }
}

static void write_if(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *test = s->first->next;
  put(importer, "(if ");
  write_term(importer, test, SORT_TEST);
  put(importer, " then ");
  write_term(importer, test->next, sort);
  put(importer, " else ");
  write_term(importer, test->next->next, sort);
  put(importer, ")");
}

/* ------------------------------------------------------------------ binders -- */

static Sort as_bound(const Sexpr *name) { return name->variable->shape.sort; }

static void write_let(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *list = s->first->next;
  put(importer, "(");
  for (const Sexpr *b = list->first; b != NULL && !is_done(importer); b = b->next) {
    put(importer, "let %s = ", b->first->variable->target);
    write_term(importer, b->first->next, as_bound(b->first));
    put(importer, " in ");
  }
  write_term(importer, list->next, sort);
  put(importer, ")");
}

/* x, or (x, (y, z)): the variables that go round. */
static void write_names(Importer *importer, const Sexpr *binding) {
  put(importer, binding->next == NULL ? "%s" : "(%s, ", binding->first->variable->target);
  if (binding->next == NULL) return;
  write_names(importer, binding->next);
  put(importer, ")");
}

/* Their first values, or the next ones. */
static void write_values(Importer *importer, const Sexpr *binding, uint32_t which) {
  if (binding->next != NULL) put(importer, "(");
  write_term(importer, sexpr_at(binding, which), as_bound(binding->first));
  if (binding->next == NULL) return;
  put(importer, ", ");
  write_values(importer, binding->next, which);
  put(importer, ")");
}

/* The same, each seeing those before it. */
static void write_in_turn(Importer *importer, const Sexpr *list, uint32_t which) {
  for (const Sexpr *b = list->first; b != NULL && !is_done(importer); b = b->next) {
    put(importer, "let %s = ", b->first->variable->target);
    write_term(importer, sexpr_at(b, which), as_bound(b->first));
    put(importer, " in ");
  }
  write_names(importer, list->first);
}

static void write_state(Importer *importer, const Sexpr *list, bool sequential, uint32_t which) {
  if (sequential)
    write_in_turn(importer, list, which);
  else
    write_values(importer, list->first, which);
}

/* "let (x, y) = s in", or nothing where s is x. */
static void write_unpacking(Importer *importer, const Sexpr *list, const char *state) {
  if (list->first->next == NULL) return;
  put(importer, "let ");
  write_names(importer, list->first);
  put(importer, " = %s in ", state);
}

static const char *state_name(Importer *importer, const Sexpr *list) {
  const char *single = list->first->first->variable->target;
  const char *name = list->first->next == NULL ? single : name_invent(importer, "s", 1);
  return name == NULL ? "" : name;
}

static void write_while(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *test = s->first->next, *list = test->next;
  bool sequential = sexpr_is(s->first, "while*");
  const char *state = state_name(importer, list);
  put(importer, "(let ");
  write_names(importer, list->first);
  put(importer, " = while (%s. ", state);
  write_unpacking(importer, list, state);
  write_term(importer, test, SORT_TEST);
  put(importer, ") (%s. ", state);
  write_unpacking(importer, list, state);
  write_state(importer, list, sequential, 2);
  put(importer, ") (");
  write_state(importer, list, sequential, 1);
  put(importer, ") in ");
  write_term(importer, list->next, sort);
  put(importer, ")");
}

/* A fold over the indices for each length, the last the innermost. */
static void write_folds(Importer *importer, const Sexpr *index, const Sexpr *list, bool sequential, const char *state,
                        bool outermost) {
  put(importer, "fold (%s %s. ", state, index->first->variable->target);
  if (index->next != NULL)
    write_folds(importer, index->next, list, sequential, state, false);
  else {
    write_unpacking(importer, list, state);
    write_state(importer, list, sequential, 2);
  }
  put(importer, ") ");
  if (outermost) {
    put(importer, "(");
    write_state(importer, list, sequential, 1);
    put(importer, ")");
  } else
    put(importer, "%s", state);
  put(importer, " (build ");
  write_term(importer, index->first->next, SORT_WHOLE);
  put(importer, " (k. k))");
}

static void write_for(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *over = s->first->next, *list = over->next;
  put(importer, "(let ");
  write_names(importer, list->first);
  put(importer, " = ");
  write_folds(importer, over->first, list, sexpr_is(s->first, "for*"), state_name(importer, list), true);
  put(importer, " in ");
  write_term(importer, list->next, sort);
  put(importer, ")");
}

static void write_tensor(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *list = s->first->next, *entry = list->next;
  uint32_t open = 0;
  (void)sort;
  for (const Sexpr *index = list->first; index != NULL; index = index->next, open++) {
    put(importer, "(build ");
    write_term(importer, index->first->next, SORT_WHOLE);
    put(importer, " (%s. ", index->first->variable->target);
  }
  write_term(importer, entry, entry->shape.sort == SORT_ARRAY ? SORT_ARRAY : SORT_REAL);
  while (open-- > 0) put(importer, "))");
}

/* ------------------------------------------------------------------- others -- */

static void write_array(Importer *importer, const Sexpr *s, Sort sort) {
  (void)sort;
  put(importer, "[");
  for (const Sexpr *entry = s->first->next; entry != NULL; entry = entry->next) {
    write_term(importer, entry, SORT_REAL);
    if (entry->next != NULL) put(importer, ", ");
  }
  put(importer, "]");
}

static void write_ref(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *array = s->first->next;
  (void)sort;
  put(importer, "(");
  write_term(importer, array, SORT_ARRAY);
  for (const Sexpr *index = array->next; index != NULL; index = index->next) {
    put(importer, " ! ");
    write_term(importer, index, SORT_WHOLE);
  }
  put(importer, ")");
}

static void write_last(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *body = s->first;
  while (body->next != NULL) body = body->next;
  write_term(importer, body, sort);
}

static void write_call(Importer *importer, const Sexpr *s, const Core *core) {
  uint32_t k = 0;
  put(importer, "(%s", core->target);
  for (const Sexpr *operand = s->first->next; operand != NULL; operand = operand->next) {
    put(importer, " ");
    write_term(importer, operand, core->shape[k++].sort);
  }
  put(importer, ")");
}

static void write_operator(Importer *importer, const Sexpr *s, const Operator *op) {
  put(importer, "(");
  if (op->meaning == NULL) put(importer, "%s", op->name);
  for (uint32_t k = 1; op->meaning == NULL && k <= op->operands; k++) {
    put(importer, " ");
    write_term(importer, sexpr_at(s, k), SORT_REAL);
  }
  for (const char *c = op->meaning; c != NULL && *c != '\0'; c++) {
    if (*c == '$')
      write_term(importer, sexpr_at(s, (uint32_t)(*++c - '0')), SORT_REAL);
    else
      put(importer, "%c", *c);
  }
  put(importer, ")");
}

typedef struct Writer {
  const char *name;
  void (*write)(Importer *importer, const Sexpr *s, Sort sort);
} Writer;

static const Writer writers[] = {
#define FORM(name, infer, write) {name, write_##write},
#include "semantics/fpcore/forms.def"
};

static void write_list(Importer *importer, const Sexpr *s, Sort sort) {
  const Sexpr *head = s->first;
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    if (!sexpr_is(head, writers[i].name)) continue;
    writers[i].write(importer, s, sort);
    return;
  }
  const Operator *op = operator_find(head);
  if (comparison_of(head) != NULL)
    write_comparison(importer, s);
  else if (op != NULL)
    write_operator(importer, s, op);
  else
    write_call(importer, s, core_find(importer, head));
}

static void write_word(Importer *importer, const Sexpr *s, Sort sort) {
  if (s->variable == NULL && s->shape.sort == SORT_TEST)
    put(importer, sexpr_is(s, "TRUE") ? "(0 == 0)" : "(0 < 0)");
  else if (s->variable == NULL)
    put(importer, "(%s)", operator_find(s)->meaning);
  else
    put(importer, sort == SORT_REAL && s->shape.sort == SORT_WHOLE ? "(toReal %s)" : "%s", s->variable->target);
}

void write_term(Importer *importer, const Sexpr *s, Sort sort) {
  if (is_done(importer)) return;
  if (s->kind == SEXPR_NUMBER)
    write_number(importer, s);
  else if (s->kind == SEXPR_WORD)
    write_word(importer, s, sort);
  else
    write_list(importer, s, sort);
}
