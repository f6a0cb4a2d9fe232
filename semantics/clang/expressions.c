/* Expressions: what they are worth, which cells they name, and tests. */
#include "semantics/clang/runner.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Value none = {.kind = VALUE_NONE};

static bool is_comparison(const char *op) {
  static const char *const all[] = {"<", "<=", ">", ">=", "==", "!="};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(all[i], op) == 0) return true;
  }
  return false;
}

/* ----------------------------------------------------------------- literals -- */

/* An expression that clang knows the number of. */
static bool evaluate(CXCursor cursor, long long *whole, double *real) {
  CXEvalResult result = clang_Cursor_Evaluate(cursor);
  if (result == NULL) return false;
  CXEvalResultKind kind = clang_EvalResult_getKind(result);
  if (kind == CXEval_Int) *whole = clang_EvalResult_getAsLongLong(result);
  if (kind == CXEval_Float) *real = clang_EvalResult_getAsDouble(result);
  clang_EvalResult_dispose(result);
  return kind == CXEval_Int || kind == CXEval_Float;
}

static Value whole_literal(Runner *m, CXCursor cursor) {
  long long whole = 0;
  double real = 0;
  const char *text = spelled(m, cursor);
  char *end = NULL;
  if (evaluate(cursor, &whole, &real)) return value_convert(m, cursor, value_whole(whole), clang_getCursorType(cursor));
  if (isdigit((unsigned char)text[0])) whole = (long long)strtoull(text, &end, 0);
  if (end == NULL || end[strspn(end, "uUlL")] != '\0') return REFUSE(m, cursor, "this number is not read");
  return value_convert(m, cursor, value_whole(whole), clang_getCursorType(cursor));
}

/* digits [. digits] [e digits], as the language writes it: with a digit first, and no suffix. */
static const char *decimal(Runner *m, const char *text) {
  const char *point = text + strspn(text, "0123456789");
  const char *fraction = *point == '.' ? point + 1 : point, *end = fraction + strspn(fraction, "0123456789");
  long exponent = 0;
  char *rest = (char *)end;
  if (point == text && end == fraction) return NULL;
  if (*end == 'e' || *end == 'E') exponent = strtol(end + 1, &rest, 10);
  if (rest[strspn(rest, "fFlL")] != '\0') return NULL;
  const char *whole = point == text ? "0" : runner_text(m, "%.*s", (int)(point - text), text);
  if (end > fraction) whole = runner_text(m, "%s.%.*s", whole, (int)(end - fraction), fraction);
  return exponent == 0 ? whole : runner_text(m, "%se%ld", whole, exponent);
}

/* Whether all digits before the exponent are 0: 0.0e5, 0x0p3. */
static bool is_zero(const char *text) {
  bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hexadecimal) text += 2;
  text += strspn(text, "0.");
  return hexadecimal ? !isxdigit((unsigned char)*text) : !isdigit((unsigned char)*text);
}

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-6 * fabs(b) || a == b; }

/* The macro of that name, if it is that number rounded: a file may have its own, 3.14159. */
static const char *constant(const char *name, double number) {
  static const struct {
    const char *name;
    double number;
    const char *meaning;
  } all[] = {
#define CONSTANT(macro, number, meaning) {macro, number, meaning},
#include "semantics/clang/constants.def"
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    bool rounded = number == all[i].number || number == (double)(float)all[i].number;
    if (strcmp(all[i].name, name) == 0 && rounded) return all[i].meaning;
  }
  return NULL;
}

/* As it is written, exactly; of a macro the number that it is.  What is written is held against the number that clang
 * has: a float's is near it. */
static Value real_literal(Runner *m, CXCursor cursor) {
  long long whole = 0;
  double real = 0;
  if (!evaluate(cursor, &whole, &real)) return REFUSE(m, cursor, "this number is not read");
  const char *text = spelled(m, cursor), *meaning = constant(text, real), *number = decimal(m, text);
  if (!isfinite(real) || (real == 0 && !is_zero(text))) return REFUSE(m, cursor, "a double cannot hold this number");
  value_note(m, cursor, clang_getCursorType(cursor));
  if (meaning != NULL) return value_real(runner_text(m, "(%s)", meaning));
  if (number != NULL && is_near(strtod(number, NULL), real)) return value_real(number);
  for (int digits = 1; digits <= 17; digits++) { /* the shortest that is read as this double */
    const char *shortest = runner_text(m, "%.*e", digits - 1, real);
    if (strtod(shortest, NULL) != real) continue;
    number = decimal(m, shortest);
    return number != NULL ? value_real(number) : REFUSE(m, cursor, "this number is not read");
  }
  return REFUSE(m, cursor, "this number is not read");
}

/* ---------------------------------------------------------------- variables -- */

static bool is_global(CXCursor declaration) {
  return clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_TranslationUnit ||
         clang_Cursor_getStorageClass(declaration) == CX_SC_Static;
}

/* A constant table becomes an object when it is first read. */
static Value global(Runner *m, CXCursor cursor, CXCursor declaration) {
  const char *name = runner_keep(m, clang_getCursorSpelling(declaration));
  CXCursor definition = clang_getCursorDefinition(declaration);
  if (!type_is_constant(clang_getCursorType(declaration)) || clang_Cursor_isNull(definition))
    return REFUSE(m, cursor, "%s is a global variable that may change", name);
  declare(m, definition);
  return (Value){.kind = VALUE_POINTER, .object = m->now->bindings->object};
}

/* Reads a cell, and notes that it does; `from`: where the evaluation began that has found it. */
static Value read_cell(Runner *m, CXCursor cursor, uint32_t from, Value at) {
  effect_add(m, cursor, from, at, false);
  return pointer_load(m, cursor, at);
}

static Value variable(Runner *m, CXCursor cursor) {
  CXCursor declaration = clang_getCursorReferenced(cursor);
  for (const Binding *b = m->now->bindings; b != NULL; b = b->outer) {
    if (!clang_equalCursors(b->declaration, declaration)) continue;
    /* an argument T x[3] is a pointer, though it does not look like one */
    bool pointer =
        clang_getCursorKind(declaration) == CXCursor_ParmDecl && type_is_array(clang_getCursorType(declaration));
    Value at = {.kind = VALUE_POINTER, .object = b->object};
    return pointer ? read_cell(m, cursor, effects_mark(m), at) : at;
  }
  if (clang_getCursorKind(declaration) == CXCursor_VarDecl && is_global(declaration))
    return global(m, cursor, declaration);
  return REFUSE(m, cursor, "'%s' is no variable of the function", spelled(m, cursor));
}

/* Within an array of an array C knows no cells of the next one, though they stand there. */
static void check_row(Runner *m, CXCursor cursor, CXCursor base, long long index, bool addressed) {
  Children c = children_of(m, base);
  if (c.count != 1 || clang_getCursorKind(c.child[0]) == CXCursor_DeclRefExpr) return;
  CXType type = clang_getCanonicalType(clang_getCursorType(c.child[0]));
  if (type.kind != CXType_ConstantArray) return;
  long long length = clang_getArraySize(type);
  if (index < 0 || index > length || (index == length && !addressed))
    (void)REFUSE(m, cursor, "this array has %lld elements, and %lld is not one of them", length, index);
}

/* addressed: only where it stands is asked, which may be behind the last one. */
static Value subscript(Runner *m, CXCursor cursor, bool addressed) {
  Children c = children_of(m, cursor);
  uint32_t from = effects_mark(m);
  if (c.count != 2) return REFUSE(m, cursor, "this subscript is not read");
  Value base = expression(m, c.child[0]);
  uint32_t middle = effects_mark(m);
  Value index = expression(m, c.child[1]);
  effects_unordered(m, from, middle);
  if (value_is_count(&base) && index.kind == VALUE_POINTER) {
    Value swapped = base;
    base = index;
    index = swapped;
  }
  if (is_refused(m)) return none;
  if (base.kind != VALUE_POINTER || !value_is_count(&index)) return REFUSE(m, cursor, "this subscript is not known");
  int input = base.object < m->memory.count ? m->memory.object[base.object].input : -1;
  if (input >= 0) m->inputs[input].subscripted = true;
  if (index.kind == VALUE_INDEX) return pointer_move(m, cursor, base, index, clang_getCursorType(cursor), 1);
  if (index.number > CELLS_MOST || index.number < -(long long)CELLS_MOST)
    return REFUSE(m, cursor, "limit: a subscript of %lld", index.number);
  check_row(m, cursor, c.child[0], index.number, addressed);
  base.offset += index.number * type_cells(m, cursor, clang_getCursorType(cursor));
  return base;
}

static Value dereference(Runner *m, CXCursor cursor, CXCursor operand) {
  Value pointer = expression(m, operand);
  if (is_refused(m) || pointer.kind == VALUE_POINTER) return pointer;
  return REFUSE(m, cursor, "what this points to is not known");
}

Value location(Runner *m, CXCursor cursor) {
  Children c;
  Value value = none;
  if (is_refused(m)) return none;
  if (m->depth == DEPTH_MOST) return REFUSE(m, cursor, "limit: nested deeper than %u", DEPTH_MOST);
  m->depth++;
  switch ((int)clang_getCursorKind(cursor)) {
  case CXCursor_DeclRefExpr: value = variable(m, cursor); break;
  case CXCursor_ArraySubscriptExpr: value = subscript(m, cursor, false); break;
  case CXCursor_ParenExpr:
    c = children_of(m, cursor);
    value = c.count == 1 ? location(m, c.child[0]) : none;
    break;
  case CXCursor_UnaryOperator:
    c = children_of(m, cursor);
    if (c.count == 1 && strcmp(operator_before(m, cursor, c.child[0]), "*") == 0)
      value = dereference(m, cursor, c.child[0]);
    else
      value = REFUSE(m, cursor, "this is not read as a variable");
    break;
  default:
    value = REFUSE(m, cursor, "%s is not read as a variable",
                   runner_keep(m, clang_getCursorKindSpelling(clang_getCursorKind(cursor))));
  }
  m->depth--;
  return value;
}

/* What stands there; of an array a pointer to its first cell. */
static Value load(Runner *m, CXCursor cursor) {
  uint32_t from = effects_mark(m);
  Value at = location(m, cursor);
  if (at.kind != VALUE_POINTER || type_is_array(clang_getCursorType(cursor))) return at;
  return read_cell(m, cursor, from, at);
}

/* -------------------------------------------------------------- assignments -- */

/* `from`: where the evaluation of both sides began. */
static Value assign(Runner *m, CXCursor cursor, uint32_t from, CXType type, Value at, Value value) {
  value = value_convert(m, cursor, value, type);
  if (is_refused(m) || at.kind != VALUE_POINTER || value.kind == VALUE_NONE) return none;
  effect_add(m, cursor, from, at, true);
  pointer_store(m, cursor, at, value);
  return is_refused(m) ? none : pointer_load(m, cursor, at);
}

/* What a OP= b is written as; `computed` is the type in which C computes a OP b. */
typedef struct Update {
  const char *op;
  CXCursor left;
  Value right;
  CXType computed;
  uint32_t from, middle; /* where the effects of the right side stand */
} Update;

/* a OP= b, whose left side is evaluated once; *before is its old value. */
static Value assign_by(Runner *m, CXCursor cursor, const Update *u, Value *before) {
  Value at = location(m, u->left), right = u->right;
  CXType of_left = clang_getCursorType(u->left);
  if (at.kind != VALUE_POINTER) return none;
  Value old = *before = read_cell(m, u->left, u->middle, at);
  effects_unordered(m, u->from, u->middle);
  if (old.kind == VALUE_POINTER)
    return assign(m, cursor, u->from, of_left, at, value_operate(m, cursor, u->op, old, right, of_left));
  old = value_convert(m, cursor, old, u->computed);
  if (type_is_real(u->computed)) right = value_convert(m, cursor, right, u->computed);
  Value value = value_operate(m, cursor, u->op, old, right, u->computed);
  return assign(m, cursor, u->from, of_left, at, value);
}

/* Clang has converted the right side to the type in which it computes, but that of a shift. */
static Value compound_assign(Runner *m, CXCursor cursor, const Children *c) {
  const char *op = operator_between(m, c->child[0], c->child[1]);
  size_t length = strlen(op);
  if (length < 2 || op[length - 1] != '=') return REFUSE(m, cursor, "an operator inside of a macro is not read");
  Update u = {runner_text(m, "%.*s", (int)length - 1, op),
              c->child[0],
              none,
              clang_getCursorType(c->child[1]),
              effects_mark(m),
              0};
  Value before = none;
  if (op[0] == op[1]) u.computed = clang_getCursorType(c->child[0]);
  u.right = expression(m, c->child[1]);
  u.middle = effects_mark(m);
  return assign_by(m, cursor, &u, &before);
}

/* ++ and --, whose value is the old one behind the operand. */
static Value step(Runner *m, CXCursor cursor, CXCursor operand, char op, bool behind) {
  const char text[2] = {op, '\0'};
  uint32_t from = effects_mark(m);
  const Update u = {text, operand, value_whole(1), clang_getCursorType(operand), from, from};
  Value before = none;
  Value now = assign_by(m, cursor, &u, &before);
  return behind ? before : now;
}

/* -------------------------------------------------------------------- tests -- */

/* Tables that were first read where lets, or values, may not last are made again where they are read next. */
static void drop_objects(Runner *m, Binding *bindings, uint32_t count) {
  m->now->bindings = bindings;
  m->memory.count = count;
}

/* Not more than is evaluated in C: an open test is no place for an assignment, nor for a call that has lets. */
static Test connect(Runner *m, CXCursor left, CXCursor right, bool both) {
  uint32_t from = effects_mark(m);
  Test a = test_of(m, left);
  effects_sequence(m, from);
  if (a.known) return a.holds == both ? test_of(m, right) : a;
  Memory before = memory_copy(m, &m->memory);
  Binding *bindings = m->now->bindings;
  size_t length = m->out->length;
  Test b = test_of(m, right);
  if (!is_refused(m) && (m->out->length != length || !memory_kept(&before, &m->memory))) {
    (void)REFUSE(m, right, "an assignment or a call under '%s' is not read", both ? "&&" : "||");
    return test_known(false);
  }
  drop_objects(m, bindings, before.count);
  if (b.known) return b.holds == both ? a : b;
  return test_open(m, runner_text(m, "(%s %s %s)", a.term, both ? "and" : "or", b.term));
}

static Test worth(Runner *m, CXCursor cursor, Value value) {
  if (value_is_whole(&value)) return test_whole(m, value);
  if (value.kind == VALUE_REAL) return test_open(m, runner_text(m, "(%s /= 0)", value.term));
  if (value.kind == VALUE_INDEX) return test_open(m, runner_text(m, "(%s /= 0)", index_term(m, value.index)));
  if (!is_refused(m)) (void)REFUSE(m, cursor, "this test is not read");
  return test_known(false);
}

/* Both operands, in whichever order, and the operator. */
static Value operate(Runner *m, CXCursor cursor, const Children *c, const char *op) {
  uint32_t from = effects_mark(m);
  Value a = expression(m, c->child[0]);
  uint32_t middle = effects_mark(m);
  Value b = expression(m, c->child[1]);
  effects_unordered(m, from, middle);
  return value_operate(m, cursor, op, a, b, clang_getCursorType(cursor));
}

static Test compare(Runner *m, CXCursor cursor, const Children *c, const char *op) {
  Value value = operate(m, cursor, c, op);
  if (value.kind == VALUE_REAL) return test_open(m, value.term);
  return worth(m, cursor, value);
}

/* A conversion that is not written stands where its operand stands; clang has other expressions without a name. */
static bool is_implicit(CXCursor cursor, const Children *c) {
  return c->count == 1 && place_of(cursor).offset == place_of(c->child[0]).offset &&
         place_end(cursor).offset == place_end(c->child[0]).offset;
}

static Test test_here(Runner *m, CXCursor cursor) {
  Children c = children_of(m, cursor);
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  if ((kind == CXCursor_ParenExpr || (kind == CXCursor_UnexposedExpr && is_implicit(cursor, &c))) && c.count == 1 &&
      type_is_whole(clang_getCursorType(c.child[0])))
    return test_of(m, c.child[0]);
  if (kind == CXCursor_UnaryOperator && c.count == 1 && strcmp(operator_before(m, cursor, c.child[0]), "!") == 0)
    return test_not(m, test_of(m, c.child[0]));
  if (kind == CXCursor_BinaryOperator && c.count == 2) {
    const char *op = operator_between(m, c.child[0], c.child[1]);
    if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0) return connect(m, c.child[0], c.child[1], op[0] == '&');
    if (is_comparison(op)) return compare(m, cursor, &c, op);
  }
  return worth(m, cursor, expression(m, cursor));
}

Test test_of(Runner *m, CXCursor cursor) {
  if (is_refused(m)) return test_known(false);
  if (m->depth == DEPTH_MOST) {
    (void)REFUSE(m, cursor, "limit: nested deeper than %u", DEPTH_MOST);
    return test_known(false);
  }
  m->depth++;
  Test test = test_here(m, cursor);
  m->depth--;
  return test;
}

/* A test as a number of C's. */
static Value test_value(Runner *m, CXCursor cursor) {
  Test test = test_here(m, cursor);
  if (is_refused(m)) return none;
  return test.tree;
}

/* One arm of ?: with the lets that it needs, or none where it assigns. */
static Value arm(Runner *m, CXCursor cursor) {
  Text *out = m->out, *own = text_new(m);
  Memory before = memory_copy(m, &m->memory);
  Binding *bindings = m->now->bindings;
  m->out = own;
  m->ways++;
  Value value = expression(m, cursor);
  m->ways--;
  m->out = out;
  drop_objects(m, bindings, before.count);
  if (!is_refused(m) && !memory_kept(&before, &m->memory))
    return REFUSE(m, cursor, "an assignment in an arm of ?: is not read");
  if (value.kind == VALUE_CHOICE && own->length > 0) (void)value_count(m, &value);
  if (value.kind == VALUE_REAL && own->length > 0) {
    value.term = runner_text(m, "(%s%s)", own->bytes, value.term);
    value.choice = NULL;
  }
  return value;
}

static Value conditional(Runner *m, CXCursor cursor) {
  Children c = children_of(m, cursor);
  if (c.count != 3) return REFUSE(m, cursor, "this is not read");
  uint32_t from = effects_mark(m);
  Test test = test_of(m, c.child[0]);
  effects_sequence(m, from);
  if (is_refused(m)) return none;
  if (test.known) return expression(m, c.child[test.holds ? 1 : 2]);
  Value yes = arm(m, c.child[1]), no = arm(m, c.child[2]);
  if (is_refused(m)) return none;
  if (value_is_whole(&yes) && value_is_whole(&no) && choice_leaves(&test.tree) * choice_leaves(&yes) <= LEAVES_MOST &&
      choice_leaves(&test.tree) * choice_leaves(&no) <= LEAVES_MOST)
    return choice_by(m, &test.tree, yes, no);
  bool counts = type_counts(clang_getCursorType(cursor));
  if (counts ? !value_count(m, &yes) || !value_count(m, &no) : yes.kind != VALUE_REAL || no.kind != VALUE_REAL)
    return REFUSE(m, cursor, "a large whole number or a pointer that depends on a test of reals");
  Value value = value_real(runner_text(m, "(if %s then %s else %s)", test.term, yes.term, no.term));
  value.counts = counts;
  value.most = yes.most > no.most ? yes.most : no.most;
  return value;
}

/* ---------------------------------------------------------------- operators -- */

static Value binary(Runner *m, CXCursor cursor) {
  Children c = children_of(m, cursor);
  if (c.count != 2) return REFUSE(m, cursor, "this is not read");
  if (clang_getCursorKind(cursor) == CXCursor_CompoundAssignOperator) return compound_assign(m, cursor, &c);
  const char *op = operator_between(m, c.child[0], c.child[1]);
  uint32_t from = effects_mark(m);
  if (strcmp(op, "=") == 0) {
    Value right = expression(m, c.child[1]);
    uint32_t middle = effects_mark(m);
    Value left = location(m, c.child[0]);
    effects_unordered(m, from, middle);
    return assign(m, cursor, from, clang_getCursorType(c.child[0]), left, right);
  }
  if (strcmp(op, ",") == 0) {
    (void)expression(m, c.child[0]);
    effects_sequence(m, from);
    return expression(m, c.child[1]);
  }
  if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0 || is_comparison(op)) return test_value(m, cursor);
  return operate(m, cursor, &c, op);
}

static Value address(Runner *m, CXCursor operand) {
  if (clang_getCursorKind(operand) == CXCursor_ArraySubscriptExpr) return subscript(m, operand, true);
  return location(m, operand);
}

/* ~a is -1 - a. */
static Value complement(Runner *m, CXCursor cursor, CXCursor operand) {
  CXType type = clang_getCursorType(cursor);
  Value value = expression(m, operand);
  if (!is_refused(m) && !value_is_whole(&value)) return REFUSE(m, cursor, "'~' of this is not read");
  return value_operate(m, cursor, "-", value_whole(-1), value, type);
}

static Value negated(Runner *m, CXCursor cursor, Value value) {
  if (value_is_whole(&value) || value.kind == VALUE_INDEX)
    return value_operate(m, cursor, "-", value_whole(0), value, clang_getCursorType(cursor));
  if (value.kind == VALUE_REAL) {
    value.term = runner_text(m, "(-%s)", value.term);
    value.choice = NULL;
    return value;
  }
  return is_refused(m) ? none : REFUSE(m, cursor, "'-' of this is not read");
}

static Value unary(Runner *m, CXCursor cursor) {
  Children c = children_of(m, cursor);
  if (c.count != 1) return REFUSE(m, cursor, "this is not read");
  const char *before = operator_before(m, cursor, c.child[0]), *behind = operator_behind(m, cursor, c.child[0]);
  if (strcmp(before, "++") == 0 || strcmp(before, "--") == 0) return step(m, cursor, c.child[0], before[0], false);
  if (strcmp(behind, "++") == 0 || strcmp(behind, "--") == 0) return step(m, cursor, c.child[0], behind[0], true);
  if (strcmp(before, "*") == 0) return load(m, cursor);
  if (strcmp(before, "&") == 0) return address(m, c.child[0]);
  if (strcmp(before, "~") == 0) return complement(m, cursor, c.child[0]);
  if (strcmp(before, "!") == 0) return test_value(m, cursor);
  if (strcmp(before, "+") == 0) return expression(m, c.child[0]);
  if (strcmp(before, "-") == 0) return negated(m, cursor, expression(m, c.child[0]));
  if (before[0] == '\0') return REFUSE(m, cursor, "an operator inside of a macro is not read");
  return REFUSE(m, cursor, "'%s' is not read", before);
}

/* The last child is what is converted; types may stand before it. */
static Value converted(Runner *m, CXCursor cursor) {
  Children c = children_of(m, cursor);
  if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr && !is_implicit(cursor, &c))
    return REFUSE(m, cursor, "'%s' is not read", spelled(m, cursor));
  if (c.count == 0) return REFUSE(m, cursor, "this is not read");
  CXCursor last = c.child[c.count - 1];
  CXType from = clang_getCursorType(last), type = clang_getCursorType(cursor);
  Value value = expression(m, last);
  if (value.kind == VALUE_POINTER) return pointer_convert(m, cursor, value, from, type);
  return value_convert(m, cursor, value, type);
}

static Value reference(Runner *m, CXCursor cursor) {
  CXCursor declaration = clang_getCursorReferenced(cursor);
  if (clang_getCursorKind(declaration) == CXCursor_EnumConstantDecl)
    return value_whole(clang_getEnumConstantDeclValue(declaration));
  return load(m, cursor);
}

static Value evaluated(Runner *m, CXCursor cursor) {
  long long whole = 0;
  double real = 0;
  if (evaluate(cursor, &whole, &real) && type_is_whole(clang_getCursorType(cursor))) return value_whole(whole);
  return REFUSE(m, cursor, "this is not read");
}

static Value expression_here(Runner *m, CXCursor cursor) {
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  switch ((int)kind) {
  case CXCursor_IntegerLiteral:
  case CXCursor_CharacterLiteral: return whole_literal(m, cursor);
  case CXCursor_FloatingLiteral: return real_literal(m, cursor);
  case CXCursor_DeclRefExpr: return reference(m, cursor);
  case CXCursor_ArraySubscriptExpr: return load(m, cursor);
  case CXCursor_ParenExpr:
  case CXCursor_UnexposedExpr:
  case CXCursor_CStyleCastExpr: return converted(m, cursor);
  case CXCursor_UnaryOperator: return unary(m, cursor);
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator: return binary(m, cursor);
  case CXCursor_ConditionalOperator: return conditional(m, cursor);
  case CXCursor_CallExpr: return call(m, cursor);
  case CXCursor_UnaryExpr: return evaluated(m, cursor); /* sizeof */
  default: return REFUSE(m, cursor, "%s is not read", runner_keep(m, clang_getCursorKindSpelling(kind)));
  }
}

Value expression(Runner *m, CXCursor cursor) {
  if (is_refused(m)) return none;
  if (m->depth == DEPTH_MOST) return REFUSE(m, cursor, "limit: nested deeper than %u", DEPTH_MOST);
  m->depth++;
  Value value = expression_here(m, cursor);
  m->depth--;
  return value;
}
