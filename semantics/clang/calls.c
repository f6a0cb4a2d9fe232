/* Calls: of functions of the file, which are entered, and of math.h. */
#include "semantics/clang/runner.h"

#include <stdlib.h>
#include <string.h>

#define OPERANDS_MOST 3u
#define CHOSEN_MOST 1000u /* bytes of a base that is written once for each exponent */

typedef struct MathFunction {
  const char *name;
  uint32_t operands;
  bool partial;
  const char *meaning; /* NULL: the function of that name */
} MathFunction;

enum { TOTAL = false, PARTIAL = true };

static const MathFunction functions[] = {
#define MATH(name, operands, partial, meaning) {name, operands, partial, meaning},
#define SAME(name, operands, partial) {name, operands, partial, NULL},
#include "semantics/clang/math.def"
};

/* `sin`, `sinf`, `sinl`, and clang's own `__builtin_sin`. */
static bool is_called(const char *name, const char *function) {
  size_t length = strlen(function);
  if (strncmp(name, "__builtin_", 10) == 0) name += 10;
  if (strncmp(name, function, length) != 0) return false;
  const char *rest = name + length;
  return *rest == '\0' || ((*rest == 'f' || *rest == 'l') && rest[1] == '\0');
}

/* The meaning with its operands. */
static Value apply(Runner *m, const MathFunction *f, const Value *operand) {
  Text *text = text_new(m);
  text_add(m, text, "(%s", f->meaning == NULL ? f->name : "");
  for (uint32_t k = 0; f->meaning == NULL && k < f->operands; k++) text_add(m, text, " %s", operand[k].term);
  for (const char *c = f->meaning; c != NULL && *c != '\0'; c++) {
    if (*c == '$')
      text_add(m, text, "%s", operand[*++c - '1'].term);
    else
      text_add(m, text, "%c", *c);
  }
  text_add(m, text, ")");
  if (text->length == 0) return (Value){.kind = VALUE_NONE};
  return value_real(text->bytes);
}

/* 0, 1, 2, ... */
static bool is_plain(const char *term) { return strspn(term, "0123456789") == strlen(term); }

/* A number above 0. */
static bool is_positive(const char *term) { return strtod(term, NULL) > 0 && term_is_number(term); }

/* Of a whole exponent that tests choose, each power with its own. */
static const char *chosen_power(Runner *m, const char *base, const Choice *choice) {
  const Value *way[] = {&choice->yes, &choice->no};
  const char *power[2];
  for (int k = 0; k < 2; k++)
    power[k] = way[k]->kind == VALUE_CHOICE ? chosen_power(m, base, way[k]->choice)
                                            : runner_text(m, "(%s^(%lld))", base, way[k]->number);
  return runner_text(m, "(if %s then %s else %s)", choice->test, power[0], power[1]);
}

/* A constant exponent is one of the language: it may stand on what is not positive.  Of another one C has values there
 * too, where it is whole. */
static Value power(Runner *m, CXCursor cursor, const Value *operand) {
  if (strncmp(operand[1].term, "(toReal", 7) == 0) return REFUSE(m, cursor, "a power whose exponent is a size");
  bool constant = term_is_constant(operand[1].term);
  const Choice *choice = operand[1].choice;
  if (choice != NULL && strlen(operand[0].term) * choice->leaves < CHOSEN_MOST) {
    m->partial = true;
    return value_real(chosen_power(m, operand[0].term, choice));
  }
  const char *form = constant ? "(%s^%s)" : "(pow %s %s)";
  if (!constant && !is_positive(operand[0].term) && m->power.line == 0) m->power = place_of(cursor);
  m->partial = m->partial || !is_plain(operand[1].term);
  return value_real(runner_text(m, form, operand[0].term, operand[1].term));
}

static Value math(Runner *m, CXCursor cursor, const char *name, uint32_t count) {
  Value operand[OPERANDS_MOST] = {{.kind = VALUE_NONE}};
  const MathFunction *found = NULL;
  static const MathFunction pow = {"pow", 2, TOTAL, NULL};
  for (size_t i = 0; i < sizeof functions / sizeof *functions && found == NULL; i++) {
    if (is_called(name, functions[i].name)) found = &functions[i];
  }
  if (found == NULL && is_called(name, pow.name)) found = &pow;
  if (found == NULL || found->operands != count)
    return REFUSE(m, cursor, "'%s' has no body in this file, and is no function of math.h that is read", name);
  m->partial = m->partial || found->partial;
  uint32_t from = effects_mark(m);
  value_note(m, cursor, clang_getCursorType(cursor));
  for (uint32_t k = 0; k < count; k++) {
    CXCursor argument = clang_Cursor_getArgument(cursor, k);
    uint32_t middle = effects_mark(m);
    operand[k] = expression(m, argument);
    effects_unordered(m, from, middle);
    if (value_is_whole(&operand[k]) || operand[k].kind == VALUE_INDEX)
      operand[k] = value_convert(m, argument, operand[k], clang_getCursorType(cursor));
    if (is_refused(m)) return (Value){.kind = VALUE_NONE};
    if (operand[k].kind != VALUE_REAL) return REFUSE(m, argument, "an argument of '%s' is no real", name);
  }
  effects_sequence(m, from);
  const char *constant = count == 1 ? function_constant(m, found->name, operand[0].term) : NULL;
  if (constant != NULL) return value_real(constant);
  return found == &pow ? power(m, cursor, operand) : apply(m, found, operand);
}

/* Arguments are evaluated by the caller, in any order, and are variables of the function that is called. */
static bool pass(Runner *m, CXCursor cursor, CXCursor function, uint32_t count, Activation *called) {
  uint32_t from = effects_mark(m);
  for (uint32_t k = 0; k < count; k++) {
    CXCursor parameter = clang_Cursor_getArgument(function, k), argument = clang_Cursor_getArgument(cursor, k);
    uint32_t middle = effects_mark(m);
    Value value = expression(m, argument);
    effects_unordered(m, from, middle);
    if (is_refused(m) || value.kind == VALUE_NONE) return false;
    Binding *binding = runner_alloc(m, 1, sizeof *binding);
    *binding =
        (Binding){parameter, object_new(m, runner_keep(m, clang_getCursorSpelling(parameter)), 1), called->bindings};
    called->bindings = binding;
    cell_store(m, argument, binding->object, 0, value);
  }
  effects_sequence(m, from);
  return !is_refused(m);
}

/* Its variables end with it, and what points to them points to nothing. */
static void end_variables(Runner *m, const Activation *called) {
  for (const Binding *b = called->bindings; b != NULL; b = b->outer) {
    bool stays = clang_Cursor_getStorageClass(b->declaration) == CX_SC_Static;
    if (!stays && b->object < m->memory.count) m->memory.object[b->object].count = 0;
  }
}

static Value enter(Runner *m, CXCursor cursor, CXCursor function, uint32_t count) {
  Activation *caller = m->now;
  Activation *called = runner_alloc(m, 1, sizeof *called);
  uint32_t objects = m->memory.count;
  called->depth = caller->depth + 1;
  if (called->depth > CALLS_MOST) return REFUSE(m, cursor, "limit: more than %u calls within one another", CALLS_MOST);
  if (clang_Cursor_getNumArguments(function) != (int)count) return REFUSE(m, cursor, "this call is not read");
  if (!pass(m, cursor, function, count, called)) return (Value){.kind = VALUE_NONE};
  uint32_t from = effects_mark(m);
  CXType result = clang_getCursorResultType(function);
  bool none = clang_getCanonicalType(result).kind == CXType_Void;
  called->result = object_new(m, "", 1);
  m->now = called;
  run_body(m, function);
  m->now = caller;
  effects_leave(m, cursor, from, objects);
  Value value = {.kind = VALUE_NONE};
  if (!none && !is_refused(m)) value = cell_load(m, cursor, called->result, 0);
  end_variables(m, called);
  return value;
}

Value call(Runner *m, CXCursor cursor) {
  CXCursor function = clang_getCursorReferenced(cursor);
  int count = clang_Cursor_getNumArguments(cursor);
  if (clang_Cursor_isNull(function) || clang_getCursorKind(function) != CXCursor_FunctionDecl || count < 0)
    return REFUSE(m, cursor, "what is called here is not known");
  CXCursor definition = clang_getCursorDefinition(function);
  if (!clang_Cursor_isNull(definition)) return enter(m, cursor, definition, (uint32_t)count);
  const char *name = runner_keep(m, clang_getCursorSpelling(function));
  if (stack_call(m, cursor, name, (uint32_t)count)) return (Value){.kind = VALUE_NONE};
  return math(m, cursor, name, (uint32_t)count);
}
