/* The stack of Tapenade's reverse mode: pushReal8(x), popReal8(&x), pushControl1b(1), pushReal8Array(x, n) ... */
#include "semantics/clang/runner.h"

#include <string.h>
#include <strings.h>

typedef struct Kind {
  const char *what;
  unsigned bits;
} Kind;

static const Kind kinds[] = {
#define STACK(what, type, bits) {what, bits},
#include "semantics/clang/stack.def"
};

const char *const stack_header =
#define STACK(what, type, bits)                                                                                        \
  "void push" what "(" type "); void pop" what "(" type " *);\n"                                                       \
  "void push" what "Array(" type " *, int); void pop" what "Array(" type " *, int);\n"
#include "semantics/clang/stack.def"
    ;

static uint32_t value_ways(const Runner *m, const Value *v) {
  if (v->kind == VALUE_REAL) return term_ways(m, v->term);
  if (v->kind != VALUE_CHOICE) return 0;
  uint32_t most = term_ways(m, v->choice->test), yes = value_ways(m, &v->choice->yes);
  uint32_t no = value_ways(m, &v->choice->no);
  if (yes > most) most = yes;
  return no > most ? no : most;
}

Pushed *stack_push(Runner *m, Pushed pushed) {
  Pushed *top = runner_alloc(m, 1, sizeof *top);
  *top = pushed;
  top->moved_at = 0;
  top->ways = value_ways(m, &top->value);
  if (top->below != NULL && top->below->ways > top->ways) top->ways = top->below->ways;
  return top;
}

Pushed *stack_choice(Runner *m, const char *test, Pushed *yes, Pushed *no, Place by) {
  if (yes == no) return yes;
  Pushed *top = runner_alloc(m, 1, sizeof *top);
  *top = (Pushed){.what = "", .by = by, .test = test, .below = yes, .otherwise = no, .ways = term_ways(m, test)};
  if (yes != NULL && yes->ways > top->ways) top->ways = yes->ways;
  if (no != NULL && no->ways > top->ways) top->ways = no->ways;
  return top;
}

Pushed *stack_resolve(const Runner *m, Pushed *stack) {
  while (stack != NULL && stack->test != NULL) {
    int known = test_assumed(m, stack->test);
    if (known == 0) break;
    stack = known > 0 ? stack->below : stack->otherwise;
  }
  return stack;
}

/* The value on top, which must have been pushed as that; *stack becomes what is below. */
static Value pop(Runner *m, CXCursor at, const char *what, Pushed **stack) {
  const Value none = {.kind = VALUE_NONE};
  Pushed *top = stack_resolve(m, *stack);
  if (top == NULL) return REFUSE(m, at, "nothing that was pushed is left to be popped");
  if (m->depth == DEPTH_MOST) return REFUSE(m, at, "limit: nested deeper than %u", DEPTH_MOST);
  if (top->test == NULL) {
    *stack = top->below;
    if (strcasecmp(top->what, what) == 0) return choice_resolve(m, top->value);
    return REFUSE(m, at, "%s is popped here, and %s, pushed at %u:%u, is on top", what, top->what, top->by.line,
                  top->by.column);
  }
  Pushed *yes = top->below, *no = top->otherwise;
  m->depth++;
  Value a = pop(m, at, what, &yes), b = pop(m, at, what, &no);
  m->depth--;
  if (is_refused(m)) return none;
  *stack = stack_choice(m, top->test, yes, no, top->by);
  if (value_is_whole(&a) && value_is_whole(&b) && choice_leaves(&a) + choice_leaves(&b) <= LEAVES_MOST)
    return choice_new(m, top->test, a, b);
  if (a.kind != VALUE_REAL || b.kind != VALUE_REAL || a.counts || b.counts)
    return REFUSE(m, at, "which of too many values is popped here depends on tests of reals");
  return value_real(runner_text(m, "(if %s then %s else %s)", top->test, a.term, b.term));
}

static const Kind *find_kind(const char *what, size_t length) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strlen(kinds[i].what) == length && strncasecmp(kinds[i].what, what, length) == 0) return &kinds[i];
  }
  return NULL;
}

static void push_value(Runner *m, CXCursor at, const Kind *kind, Value value) {
  if (is_refused(m)) return;
  if (kind->bits > 0 && (!value_is_whole(&value) || choice_most(&value) >> kind->bits != 0)) {
    (void)REFUSE(m, at, "what is pushed here is no number of %u bits", kind->bits);
    return;
  }
  if (value.kind != VALUE_REAL && !value_is_whole(&value)) {
    (void)REFUSE(m, at, "what is pushed here is no number");
    return;
  }
  if (value.kind == VALUE_REAL) value.term = let_write(m, "pushed", value.term);
  value.choice = value.kind == VALUE_REAL ? NULL : value.choice; /* its tests end with this way */
  m->memory.stack =
      stack_push(m, (Pushed){.what = kind->what, .value = value, .by = place_of(at), .below = m->memory.stack});
}

/* Into the cell that a pointer points to, of that type. */
static void pop_value(Runner *m, CXCursor at, const Kind *kind, Value cell, CXType type) {
  if (is_refused(m)) return;
  Value value = value_convert(m, at, pop(m, at, kind->what, &m->memory.stack), type);
  if (is_refused(m)) return;
  effect_add(m, at, effects_mark(m), cell, true);
  cell_store(m, at, cell.object, cell.offset, value);
}

/* pushReal8Array(x, n): x[0] first; what is popped fills x from its end. */
static void each(Runner *m, CXCursor at, const Kind *kind, bool pushes, Value pointer, long long length, CXType type) {
  for (long long k = 0; k < length && !is_refused(m); k++) {
    Value cell = pointer;
    cell.offset += pushes ? k : length - 1 - k;
    if (!pushes) {
      pop_value(m, at, kind, cell, type);
      continue;
    }
    effect_add(m, at, effects_mark(m), cell, false);
    push_value(m, at, kind, cell_load(m, at, cell.object, cell.offset));
  }
}

/* The type that is pointed to by what is given, and not by what the prototype says. */
static CXType pointed_to(CXCursor argument) {
  CXType type = type_pointee(clang_getCursorType(argument));
  while (type_is_array(type)) type = type_pointee(type);
  return type;
}

static void run_call(Runner *m, CXCursor cursor, const Kind *kind, bool pushes, bool array) {
  CXCursor argument = clang_Cursor_getArgument(cursor, 0);
  uint32_t from = effects_mark(m);
  Value first = expression(m, argument), length = {.kind = VALUE_WHOLE, .number = 1};
  uint32_t middle = effects_mark(m);
  if (array) length = expression(m, clang_Cursor_getArgument(cursor, 1));
  effects_unordered(m, from, middle);
  effects_sequence(m, from);
  if (is_refused(m)) return;
  if (pushes && !array) {
    push_value(m, cursor, kind, first);
  } else if (first.kind != VALUE_POINTER || length.kind != VALUE_WHOLE) {
    (void)REFUSE(m, cursor, "this use of the stack is not read");
  } else if (array) {
    each(m, cursor, kind, pushes, first, length.number, pointed_to(argument));
  } else {
    pop_value(m, cursor, kind, first, pointed_to(argument));
  }
}

bool stack_call(Runner *m, CXCursor cursor, const char *name, uint32_t count) {
  bool pushes = strncasecmp(name, "push", 4) == 0;
  if (!pushes && strncasecmp(name, "pop", 3) != 0) return false;
  const char *what = name + (pushes ? 4 : 3);
  size_t length = strlen(what);
  bool array = length > 5 && strcasecmp(what + length - 5, "Array") == 0;
  const Kind *kind = find_kind(what, array ? length - 5 : length);
  if (kind == NULL || count != (array ? 2 : 1)) return false;
  run_call(m, cursor, kind, pushes, array);
  return true;
}
