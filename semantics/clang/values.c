/* Types of C, conversions between them, and operators on known numbers and on terms. */
#include "semantics/clang/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Value value_whole(long long number) { return (Value){.kind = VALUE_WHOLE, .number = number}; }
Value value_real(const char *term) { return (Value){.kind = VALUE_REAL, .term = term}; }

bool type_is_real(CXType type) {
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind == CXType_Float || kind == CXType_Double || kind == CXType_LongDouble;
}

bool type_is_whole(CXType type) {
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return (kind >= CXType_Bool && kind <= CXType_LongLong && kind != CXType_UInt128) || kind == CXType_Enum;
}

bool type_is_array(CXType type) {
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
}

bool type_is_constant(CXType type) {
  CXType canonical = clang_getCanonicalType(type);
  if (clang_isConstQualifiedType(type) || clang_isConstQualifiedType(canonical)) return true;
  return type_is_array(canonical) && type_is_constant(clang_getArrayElementType(canonical));
}

CXType type_pointee(CXType type) {
  CXType canonical = clang_getCanonicalType(type);
  return type_is_array(canonical) ? clang_getArrayElementType(canonical) : clang_getPointeeType(canonical);
}

uint32_t type_cells(Runner *m, CXCursor at, CXType type) {
  CXType canonical = clang_getCanonicalType(type);
  if (clang_isVolatileQualifiedType(canonical)) {
    (void)REFUSE(m, at, "what is volatile may change at any time");
    return 0;
  }
  if (type_is_real(canonical) || type_is_whole(canonical) || canonical.kind == CXType_Pointer) return 1;
  if (canonical.kind == CXType_ConstantArray) {
    long long length = clang_getArraySize(canonical);
    uint64_t cells = (uint64_t)length * type_cells(m, at, clang_getArrayElementType(canonical));
    if (length >= 0 && cells <= CELLS_MOST) return (uint32_t)cells;
    (void)REFUSE(m, at, "limit: an array of more than %u scalars", CELLS_MOST);
    return 0;
  }
  (void)REFUSE(m, at, "the type '%s' is not read: scalars, arrays of them and pointers to them are",
               runner_keep(m, clang_getTypeSpelling(type)));
  return 0;
}

/* Into the range of the type: unsigned numbers wrap, others are refused. */
static Value fit(Runner *m, CXCursor at, __int128 number, CXType type) {
  CXType canonical = clang_getCanonicalType(type);
  if (canonical.kind == CXType_Enum)
    canonical = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));
  enum CXTypeKind kind = canonical.kind;
  long long size = clang_Type_getSizeOf(canonical);
  unsigned bits = size > 0 && size <= 8 ? 8 * (unsigned)size : 32;
  if (kind == CXType_Bool) return value_whole(number != 0);
  bool is_unsigned = kind == CXType_Char_U || kind == CXType_UChar || kind == CXType_UShort || kind == CXType_UInt ||
                     kind == CXType_ULong || kind == CXType_ULongLong;
  __int128 one = 1, span = one << bits;
  if (is_unsigned) {
    number = ((number % span) + span) % span;
    if (bits < 64 || number < span / 2) return value_whole((long long)number);
    return REFUSE(m, at, "limit: a number of %u bits", bits);
  }
  if (number >= -(span / 2) && number < span / 2) return value_whole((long long)number);
  return REFUSE(m, at, "this overflows %s", runner_keep(m, clang_getTypeSpelling(type)));
}

bool type_counts(CXType type) {
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong;
}

bool value_count(Runner *m, Value *value) {
  if (value->kind == VALUE_CHOICE && choice_most(value) <= COUNTS_MOST) {
    long long most = choice_most(value);
    *value = value_real(choice_term(m, value));
    value->counts = true;
    value->most = most;
  }
  if (value->kind == VALUE_WHOLE && value->number <= COUNTS_MOST && value->number >= -COUNTS_MOST) {
    long long number = value->number;
    *value = value_real(runner_text(m, number < 0 ? "(%lld)" : "%lld", number));
    value->counts = true;
    value->most = number < 0 ? -number : number;
  }
  return value->kind == VALUE_REAL && value->counts;
}

/* Sums, differences and comparisons of whole numbers, of which at least one is a term; *a and *b become terms. */
static bool operate_counts(Runner *m, const char *op, Value *a, Value *b) {
  static const char *const all[] = {"+", "-", "<", "<=", ">", ">=", "==", "!="};
  bool known = false;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) known = known || strcmp(all[i], op) == 0;
  return known && value_count(m, a) && value_count(m, b);
}

/* Each of the numbers. */
static Value convert_choice(Runner *m, CXCursor at, const Value *value, CXType type) {
  if (type_is_real(type)) return (Value){.kind = VALUE_REAL, .term = choice_term(m, value), .choice = value->choice};
  if (!type_is_whole(type)) return REFUSE(m, at, "a whole number that depends on a test of reals becomes a pointer");
  Value yes = value_convert(m, at, value->choice->yes, type), no = value_convert(m, at, value->choice->no, type);
  if (is_refused(m)) return (Value){.kind = VALUE_NONE};
  return choice_new(m, value->choice->test, yes, no);
}

Value value_convert(Runner *m, CXCursor at, Value value, CXType type) {
  if (is_refused(m) || value.kind == VALUE_NONE) return (Value){.kind = VALUE_NONE};
  if (type_is_real(type)) value_note(m, at, type);
  if (value.kind == VALUE_CHOICE) return convert_choice(m, at, &value, type);
  if (value.kind == VALUE_INDEX) return index_convert(m, at, value, type);
  if (type_is_real(type) && value.kind == VALUE_WHOLE)
    return value_real(value.number < 0 ? runner_text(m, "(-%lld)", -value.number)
                                       : runner_text(m, "%lld", value.number));
  if (type_is_whole(type) && value.kind == VALUE_WHOLE) return fit(m, at, value.number, type);
  if (type_is_whole(type) && value.kind == VALUE_REAL && !(value.counts && type_counts(type)))
    return REFUSE(m, at,
                  value.counts ? "a whole number that depends on a test of reals becomes one of this type"
                               : "a real becomes a whole number here");
  if (type_is_whole(type) && value.kind == VALUE_POINTER) return REFUSE(m, at, "a pointer becomes a whole number here");
  value.counts = value.counts && type_is_whole(type);
  return value;
}

void value_note(Runner *m, CXCursor at, CXType type) {
  if (m->narrow.line != 0 || clang_getCanonicalType(type).kind == CXType_Double) return;
  m->narrow = place_of(at);
  m->narrow_type = runner_keep(m, clang_getTypeSpelling(clang_getCanonicalType(type)));
}

/* What scalars an array, or what is pointed to, is made of in the end. */
static CXType scalar_of(CXType type) {
  type = clang_getCanonicalType(type);
  while (type_is_array(type) || type.kind == CXType_Pointer) type = clang_getCanonicalType(type_pointee(type));
  return type;
}

Value pointer_convert(Runner *m, CXCursor at, Value value, CXType from, CXType to) {
  CXType a = scalar_of(from), b = scalar_of(to);
  bool is_pointer = clang_getCanonicalType(to).kind == CXType_Pointer || type_is_array(to); /* T x[3], an argument */
  if (is_pointer && a.kind == b.kind && a.kind != CXType_Void && a.kind != CXType_Invalid) return value;
  return REFUSE(m, at, "a pointer becomes one of type '%s' here", runner_keep(m, clang_getTypeSpelling(to)));
}

/* Which of the operators it is; -1 for none. */
static int find_operator(const char *op) {
  static const char *const names[] = {
#define OPERATOR(name, reals, wholes) name,
#include "semantics/clang/operators.def"
  };
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    if (strcmp(names[i], op) == 0) return i;
  }
  return -1;
}

/* What C leaves undefined, or to the machine, of divisions and shifts. */
static bool is_defined(Runner *m, CXCursor at, int op, __int128 a, __int128 b, CXType type) {
  bool divides = op == find_operator("/") || op == find_operator("%");
  bool left = op == find_operator("<<"), shifts = left || op == find_operator(">>");
  long long size = clang_Type_getSizeOf(clang_getCanonicalType(type));
  if (divides && b == 0) (void)REFUSE(m, at, "a whole number is divided by 0");
  if (divides && b == -1) (void)fit(m, at, -a, type);
  if (shifts && a < 0) (void)REFUSE(m, at, "a number below 0 is shifted");
  if (shifts && (b < 0 || b >= 8 * (size < 4 ? 4 : size))) (void)REFUSE(m, at, "a shift by %lld bits", (long long)b);
  return !is_refused(m);
}

static Value operate_wholes(Runner *m, CXCursor at, int op, __int128 a, __int128 b, CXType type) {
  int k = 0;
  __int128 result = 0;
  if (!is_defined(m, at, op, a, b, type)) return (Value){.kind = VALUE_NONE};
#define OPERATOR(name, reals, wholes)                                                                                  \
  if (op == k++) result = (wholes);
#include "semantics/clang/operators.def"
  return fit(m, at, result, type);
}

/* The operator for each of the numbers, where their tests do not exclude one another. */
static Value operate_choices(Runner *m, CXCursor at, int op, Value a, Value b, CXType type) {
  const Value none = {.kind = VALUE_NONE};
  a = choice_resolve(m, a);
  b = choice_resolve(m, b);
  if (is_refused(m)) return none;
  if (a.kind == VALUE_WHOLE && b.kind == VALUE_WHOLE) return operate_wholes(m, at, op, a.number, b.number, type);
  const Choice *c = a.kind == VALUE_CHOICE ? a.choice : b.choice;
  Assumption here = {c->test, true, m->assumed};
  m->assumed = &here;
  Value yes = operate_choices(m, at, op, a, b, type);
  here.holds = false;
  Value no = operate_choices(m, at, op, a, b, type);
  m->assumed = here.outer;
  return is_refused(m) ? none : choice_new(m, c->test, yes, no);
}

Value pointer_move(Runner *m, CXCursor at, Value pointer, Value steps, CXType pointee, int sign) {
  const Index *offset = index_times(m, value_as_index(m, &steps), index_number(m, type_cells(m, at, pointee)));
  const Index *before = pointer.index == NULL ? index_number(m, 0) : pointer.index;
  pointer.index = index_add(m, before, offset, sign);
  return pointer.index != NULL ? pointer : REFUSE(m, at, "this subscript is not read for any size");
}

/* Only differences, within one object, and a number of steps. */
static Value operate_pointers(Runner *m, CXCursor at, const char *op, Value a, Value b, CXType type) {
  bool pointers = a.kind == VALUE_POINTER && b.kind == VALUE_POINTER;
  if (pointers && a.object != b.object) return REFUSE(m, at, "pointers to different objects are compared");
  if (pointers && (a.index != NULL || b.index != NULL))
    return REFUSE(m, at, "pointers that depend on a size are compared");
  if (pointers && strcmp(op, "-") != 0) return operate_wholes(m, at, find_operator(op), a.offset, b.offset, type);
  CXType pointee = type_pointee(type);
  if (pointers || pointee.kind == CXType_Invalid) return REFUSE(m, at, "'%s' of pointers is not read", op);
  long long step = type_cells(m, at, pointee);
  bool less = strcmp(op, "-") == 0, more = strcmp(op, "+") == 0;
  if (b.kind == VALUE_POINTER) {
    Value swapped = a;
    a = b;
    b = swapped;
  }
  if ((less || more) && b.kind == VALUE_INDEX) return pointer_move(m, at, a, b, pointee, less ? -1 : 1);
  if ((!less && !more) || b.kind != VALUE_WHOLE || b.number > CELLS_MOST || b.number < -(long long)CELLS_MOST)
    return REFUSE(m, at, "'%s' of a pointer is not read", op);
  a.offset += (less ? -b.number : b.number) * step;
  return a;
}

#define CONSTANT_MOST 262144.0
#define CONSTANT_PLACES 10u /* a 1024th has ten */

/* A term that is a number, of 1024ths: there a decimal is the double that C makes of it. */
static bool constant_term(const char *term, double *number) {
  bool negative = term[0] == '(';
  const char *point = strchr(term, '.');
  if (!term_is_number(term) || (point != NULL && strspn(point + 1, "0123456789") > CONSTANT_PLACES)) return false;
  *number = (negative ? -1 : 1) * strtod(term + (negative ? 2 : 0), NULL);
  return fabs(*number) <= CONSTANT_MOST && 1024 * *number == trunc(1024 * *number);
}

/* A whole number; NULL for others. */
static const char *whole_text(Runner *m, double number) {
  if (isnan(number) || number != trunc(number)) return NULL;
  return runner_text(m, number < 0 ? "(-%.0f)" : "%.0f", fabs(number));
}

/* a OP b of two numbers, if it is a whole one: an exponent that is computed so is a constant one.  NULL else. */
static const char *operate_constants(Runner *m, const char *op, const char *a, const char *b) {
  double x, y, result = NAN;
  if (!constant_term(a, &x) || !constant_term(b, &y)) return NULL;
  if (strcmp(op, "+") == 0) result = x + y;
  if (strcmp(op, "-") == 0) result = x - y;
  if (strcmp(op, "*") == 0) result = x * y;
  if (strcmp(op, "/") == 0 && y != 0 && fmod(x, y) == 0) result = x / y;
  return whole_text(m, result);
}

const char *function_constant(Runner *m, const char *name, const char *a) {
  static const struct {
    const char *name;
    double (*of)(double);
  } functions[] = {{"fabs", fabs},   {"floor", floor}, {"ceil", ceil},
                   {"trunc", trunc}, {"round", round}, {"sqrt", sqrt}};
  double x;
  if (!constant_term(a, &x)) return NULL;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (strcmp(name, functions[i].name) != 0) continue;
    double result = functions[i].of(x);
    return functions[i].of == sqrt && result * result != x ? NULL : whole_text(m, result);
  }
  return NULL;
}

Value value_operate(Runner *m, CXCursor at, const char *op, Value a, Value b, CXType type) {
  static const char *const reals[] = {
#define OPERATOR(name, of_reals, wholes) of_reals,
#include "semantics/clang/operators.def"
  };
  if (is_refused(m) || a.kind == VALUE_NONE || b.kind == VALUE_NONE) return (Value){.kind = VALUE_NONE};
  int which = find_operator(op);
  if (which < 0)
    return REFUSE(m, at, op[0] == '\0' ? "an operator inside of a macro is not read%s" : "'%s' is not read", op);
  if (a.kind == VALUE_POINTER || b.kind == VALUE_POINTER) return operate_pointers(m, at, op, a, b, type);
  if (a.kind == VALUE_WHOLE && b.kind == VALUE_WHOLE) return operate_wholes(m, at, which, a.number, b.number, type);
  if (value_is_count(&a) && value_is_count(&b)) return index_operate(m, at, op, a, b, type);
  bool sums = a.kind == VALUE_CHOICE && b.kind == VALUE_CHOICE && (strcmp(op, "+") == 0 || strcmp(op, "-") == 0);
  if (value_is_whole(&a) && value_is_whole(&b) && choice_is_small(&a, &b) && !(sums && type_counts(type)))
    return operate_choices(m, at, which, a, b, type);
  bool counts = a.counts || b.counts || a.kind == VALUE_CHOICE || b.kind == VALUE_CHOICE;
  if ((counts && !(type_counts(type) && operate_counts(m, op, &a, &b))) || a.kind != VALUE_REAL ||
      b.kind != VALUE_REAL || reals[which] == NULL)
    return REFUSE(m, at, "'%s' of these operands is not read", op);
  if (type_is_real(type)) value_note(m, at, type);
  long long most = a.most + b.most;
  if (counts && most > COUNTS_MOST) return REFUSE(m, at, "limit: this sum may overflow");
  const char *constant = counts || !type_is_real(type) ? NULL : operate_constants(m, op, a.term, b.term);
  if (constant != NULL) return value_real(constant);
  bool by_number = b.term[strspn(b.term, "0123456789.")] == '\0' && strspn(b.term, "0.") != strlen(b.term);
  m->partial = m->partial || (strcmp(op, "/") == 0 && !by_number);
  return (Value){.kind = VALUE_REAL,
                 .term = runner_text(m, "(%s %s %s)", a.term, reals[which], b.term),
                 .counts = counts,
                 .most = most};
}
