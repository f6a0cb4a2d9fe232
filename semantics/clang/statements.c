/* Statements, one after the other; a test of reals parts the way. */
#include "semantics/clang/runner.h"

static const Work *work_new(Runner *m, Work work) {
  Work *kept = runner_alloc(m, 1, sizeof *kept);
  *kept = work;
  return kept;
}

static const Work *then(Runner *m, CXCursor statement, const Work *next) {
  CXCursor *one = runner_alloc(m, 1, sizeof *one);
  *one = statement;
  return work_new(m, (Work){WORK_STATEMENTS, one, 1, NULL, next});
}

/* ------------------------------------------------------------- declarations -- */

static void fill(Runner *m, CXCursor init, CXType type, uint32_t object, long long offset);

static void fill_zero(Runner *m, CXCursor at, CXType type, uint32_t object, long long offset) {
  uint32_t cells = type_cells(m, at, type);
  while (type_is_array(type)) type = clang_getArrayElementType(clang_getCanonicalType(type));
  for (uint32_t k = 0; k < cells && !is_refused(m); k++)
    pointer_store(m, at, (Value){.kind = VALUE_POINTER, .object = object, .offset = offset + k},
                  value_convert(m, at, value_whole(0), type));
}

static void fill_array(Runner *m, CXCursor init, CXType type, uint32_t object, long long offset) {
  CXType element = clang_getArrayElementType(clang_getCanonicalType(type));
  long long length = clang_getArraySize(clang_getCanonicalType(type));
  Children c = children_of(m, init);
  uint32_t step = type_cells(m, init, element), from = effects_mark(m);
  for (uint32_t k = 0; k < (uint32_t)length && !is_refused(m); k++) {
    long long at = offset + (long long)k * step;
    uint32_t middle = effects_mark(m);
    if (k < c.count)
      fill(m, c.child[k], element, object, at);
    else
      fill_zero(m, init, element, object, at);
    effects_unordered(m, from, middle); /* elements in any order */
  }
}

static void fill(Runner *m, CXCursor init, CXType type, uint32_t object, long long offset) {
  const char *text = spelled(m, init);
  bool list = clang_getCursorKind(init) == CXCursor_InitListExpr;
  bool digit = text[0] == '.' && text[1] >= '0' && text[1] <= '9';
  if (text[0] == '[' || (text[0] == '.' && !digit)) {
    (void)REFUSE(m, init, "designated initialisers are not read");
  } else if (list && type_is_array(type)) {
    fill_array(m, init, type, object, offset);
  } else if (list || type_is_array(type)) {
    (void)REFUSE(m, init, "this initialiser is not read: the braces of each array are");
  } else {
    Value value = value_convert(m, init, expression(m, init), type);
    const Value cell = {.kind = VALUE_POINTER, .object = object, .offset = offset};
    if (value.kind != VALUE_NONE) pointer_store(m, init, cell, value);
  }
}

/* An array whose length is a size, as a term. */
static void declare_vector(Runner *m, CXCursor variable, const Index *length) {
  const char *name = runner_keep(m, clang_getCursorSpelling(variable));
  uint32_t object = 0;
  const Binding *b = m->now->bindings;
  while (b != NULL && !clang_equalCursors(b->declaration, variable)) b = b->outer;
  if (b == NULL) {
    Binding *binding = runner_alloc(m, 1, sizeof *binding);
    *binding = (Binding){variable, object_new(m, name, 0), m->now->bindings};
    m->now->bindings = binding;
    b = binding;
  }
  object = b->object;
  m->memory.object[object].is_vector = true;
  m->memory.object[object].vector = (Vector){NULL, length, NULL};
  if (!index_is_size(m, length)) (void)REFUSE(m, variable, "the length of this array is not read for any size");
}

/* The length of T x[n]. */
static uint32_t variable_length(Runner *m, CXCursor variable, CXType type) {
  Children c = children_of(m, variable);
  CXType element = clang_getArrayElementType(clang_getCanonicalType(type));
  if (type_is_array(element) && clang_getCanonicalType(element).kind == CXType_VariableArray)
    (void)REFUSE(m, variable, "an array of arrays whose lengths are no constants is not read");
  for (uint32_t k = 0; k < c.count && !is_refused(m); k++) {
    if (!clang_isExpression(clang_getCursorKind(c.child[k]))) continue;
    Value length = expression(m, c.child[k]);
    uint32_t step = type_cells(m, variable, element);
    if (length.kind == VALUE_INDEX && type_is_real(element)) {
      declare_vector(m, variable, length.index);
      return 0;
    }
    if (length.kind == VALUE_WHOLE && length.number > 0 && length.number * step <= CELLS_MOST)
      return (uint32_t)length.number * step;
    (void)REFUSE(m, variable, "the length of this array is not read");
  }
  (void)REFUSE(m, variable, "the length of this array is not read");
  return 0;
}

/* Each time that it is declared a variable has no value. */
static uint32_t object_for(Runner *m, CXCursor variable, uint32_t cells) {
  const char *name = runner_keep(m, clang_getCursorSpelling(variable));
  for (const Binding *b = m->now->bindings; b != NULL; b = b->outer) {
    if (!clang_equalCursors(b->declaration, variable)) continue;
    Object *object = &m->memory.object[b->object];
    object->cell = runner_alloc(m, cells, sizeof(Cell));
    object->count = object->room = cells;
    return b->object;
  }
  Binding *binding = runner_alloc(m, 1, sizeof *binding);
  *binding = (Binding){variable, object_new(m, name, cells), m->now->bindings};
  m->now->bindings = binding;
  return binding->object;
}

void declare(Runner *m, CXCursor variable) {
  CXType type = clang_getCursorType(variable);
  if (is_refused(m)) return;
  if (clang_getCanonicalType(type).kind == CXType_VariableArray) {
    uint32_t cells = variable_length(m, variable, type);
    if (!is_refused(m) && cells > 0) (void)object_for(m, variable, cells);
    return;
  }
  if (clang_Cursor_getStorageClass(variable) == CX_SC_Static && !type_is_constant(type)) {
    (void)REFUSE(m, variable, "a static variable keeps its value between calls");
    return;
  }
  uint32_t cells = type_cells(m, variable, type);
  if (is_refused(m)) return;
  uint32_t object = object_for(m, variable, cells);
  m->memory.object[object].declared = place_of(variable);
  if (is_vector(m, place_of(variable))) declare_vector(m, variable, index_number(m, cells));
  CXCursor init = clang_Cursor_getVarDeclInitializer(variable);
  if (!clang_Cursor_isNull(init)) fill(m, init, type, object, 0);
}

static void declare_all(Runner *m, CXCursor statement) {
  Children c = children_of(m, statement);
  for (uint32_t k = 0; k < c.count && !is_refused(m); k++) {
    enum CXCursorKind kind = clang_getCursorKind(c.child[k]);
    if (kind == CXCursor_VarDecl)
      declare(m, c.child[k]);
    else if (kind != CXCursor_TypedefDecl && kind != CXCursor_EnumDecl)
      (void)REFUSE(m, c.child[k], "%s is not read", runner_keep(m, clang_getCursorKindSpelling(kind)));
  }
}

/* ------------------------------------------------------------------- choices -- */

static bool is_loop(enum CXCursorKind kind) {
  return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

/* Whether it may go on elsewhere than behind itself: returns, and what leaves a loop around it. */
static bool leaves(Runner *m, CXCursor statement, bool in_loop, bool in_switch) {
  enum CXCursorKind kind = clang_getCursorKind(statement);
  if (kind == CXCursor_ReturnStmt) return true;
  if (kind == CXCursor_BreakStmt) return !in_loop && !in_switch;
  if (kind == CXCursor_ContinueStmt) return !in_loop;
  if (!clang_isStatement(kind)) return false;
  Children c = children_of(m, statement);
  for (uint32_t k = 0; k < c.count; k++) {
    if (leaves(m, c.child[k], in_loop || is_loop(kind), in_switch || kind == CXCursor_SwitchStmt)) return true;
  }
  return false;
}

static const Work *part(Runner *m, const Children *c, const Value *tree, const Work *rest);

/* Where a tree of tests leads to. */
static const Work *follow(Runner *m, const Children *c, const Value *tree, const Work *rest) {
  if (tree->kind == VALUE_CHOICE) return part(m, c, tree, rest);
  if (tree->number != 0) return then(m, c->child[1], rest);
  return c->count > 2 ? then(m, c->child[2], rest) : rest;
}

/* One way of a test, from the memory as it was, with lets of its own. */
static Run run_way(Runner *m, const Memory *before, const Children *c, const Choice *choice, bool holds,
                   const Work *rest) {
  Binding *bindings = m->now->bindings;
  const Assumption here = {choice->test, holds, m->assumed};
  m->memory = memory_copy(m, before);
  m->out = text_new(m);
  m->assumed = &here;
  m->ways++;
  run(m, follow(m, c, holds ? &choice->yes : &choice->no, rest));
  m->ways--;
  m->assumed = here.outer;
  m->now->bindings = bindings;
  return (Run){m->memory, m->out};
}

/* What the function calls its own is gone when it has returned. */
static void forget(const Runner *m, Run *way) {
  for (const Binding *b = m->now->bindings; b != NULL; b = b->outer) {
    if (b->object < way->memory.count) way->memory.object[b->object].count = 0;
  }
}

/* Both ways; where one of them returns, or leaves a loop, each goes on to the end. */
static const Work *part(Runner *m, const Children *c, const Value *tree, const Work *rest) {
  bool jumps = leaves(m, c->child[1], false, false) || (c->count > 2 && leaves(m, c->child[2], false, false));
  const Work *after = jumps ? rest : NULL;
  Text *out = m->out;
  if (m->depth == DEPTH_MOST) (void)REFUSE(m, c->child[0], "limit: nested deeper than %u", DEPTH_MOST);
  if (is_refused(m)) return NULL;
  m->depth++;
  m->now->within += !jumps;
  Memory before = memory_copy(m, &m->memory);
  Run yes = run_way(m, &before, c, tree->choice, true, after);
  Run no = run_way(m, &before, c, tree->choice, false, after);
  m->depth--;
  m->now->within -= !jumps;
  m->out = out;
  if (jumps && m->now->within == 0) forget(m, &yes), forget(m, &no);
  if (!is_refused(m)) memory_merge(m, tree->choice->test, before.count, &yes, &no);
  return jumps ? NULL : rest;
}

static const Work *choose(Runner *m, CXCursor statement, const Work *rest) {
  Children c = children_of(m, statement);
  if (c.count < 2) {
    (void)REFUSE(m, statement, "this is not read");
    return NULL;
  }
  Test test = test_of(m, c.child[0]);
  if (is_refused(m)) return NULL;
  return follow(m, &c, &test.tree, rest);
}

/* --------------------------------------------------------------------- loops -- */

/* Which child is which: by the semicolons of the header, as each may be missing. */
static const Work *enter_for(Runner *m, CXCursor statement, const Work *rest) {
  Children c = children_of(m, statement);
  unsigned semicolon[2], close;
  Loop *loop = runner_alloc(m, 1, sizeof *loop);
  if (c.count == 0 || !for_header(m, statement, semicolon, &close)) {
    (void)REFUSE(m, statement, "this loop is not read");
    return NULL;
  }
  loop->statement = statement;
  loop->body = c.child[c.count - 1];
  const Work *work = work_new(m, (Work){WORK_TEST, NULL, 0, loop, rest});
  for (uint32_t k = 0; k + 1 < c.count; k++) {
    unsigned at = place_of(c.child[k]).offset;
    if (at <= semicolon[0])
      work = then(m, c.child[k], work);
    else if (at <= semicolon[1])
      loop->test = c.child[k], loop->has_test = true;
    else if (at < close)
      loop->step = c.child[k], loop->has_step = true;
  }
  return work;
}

static const Work *enter_while(Runner *m, CXCursor statement, const Work *rest) {
  Children c = children_of(m, statement);
  bool after = clang_getCursorKind(statement) == CXCursor_DoStmt;
  Loop *loop = runner_alloc(m, 1, sizeof *loop);
  if (c.count != 2) {
    (void)REFUSE(m, statement, "this loop is not read");
    return NULL;
  }
  *loop = (Loop){.statement = statement, .test = c.child[after], .body = c.child[!after], .has_test = true};
  if (after) return then(m, loop->body, work_new(m, (Work){WORK_TEST, NULL, 0, loop, rest}));
  return work_new(m, (Work){WORK_TEST, NULL, 0, loop, rest});
}

static const Work *go_round(Runner *m, const Work *work) {
  const Loop *loop = work->loop;
  Test test = loop->has_test ? test_of(m, loop->test) : test_known(true);
  if (is_refused(m)) return NULL;
  if (!test.known && m->general != NULL) {
    rounds(m, loop);
    return work->next;
  }
  if (!test.known) {
    (void)REFUSE(m, loop->test, "how often this loop goes round depends on reals");
    return NULL;
  }
  if (!test.holds) return work->next;
  return then(m, loop->body, work_new(m, (Work){WORK_STEP, NULL, 0, loop, work->next}));
}

static const Work *go_on(Runner *m, const Work *work) {
  if (work->loop->has_step) (void)expression(m, work->loop->step);
  return work_new(m, (Work){WORK_TEST, NULL, 0, work->loop, work->next});
}

static bool declares(const Children *c) {
  for (uint32_t k = 0; k < c->count; k++) {
    if (clang_getCursorKind(c->child[k]) == CXCursor_DeclStmt) return true;
  }
  return false;
}

/* The variables of a block end with it, and what points to them points to nothing. */
static void close_block(Runner *m, const Work *block) {
  for (uint32_t k = 0; k < block->count; k++) {
    if (clang_getCursorKind(block->statement[k]) != CXCursor_DeclStmt) continue;
    Children c = children_of(m, block->statement[k]);
    for (uint32_t i = 0; i < c.count; i++) {
      for (const Binding *b = m->now->bindings; b != NULL; b = b->outer) {
        bool stays = clang_Cursor_getStorageClass(c.child[i]) == CX_SC_Static;
        if (!stays && b->object < m->memory.count && clang_equalCursors(b->declaration, c.child[i]))
          m->memory.object[b->object].count = 0;
      }
    }
  }
}

/* What is left of the loop around: nothing, or that it goes on. */
static const Work *leave(Runner *m, const Work *rest, bool goes_on) {
  for (; rest != NULL; rest = rest->next) {
    if (rest->kind == WORK_CLOSED)
      close_block(m, rest);
    else if (rest->kind != WORK_STATEMENTS && !(goes_on && rest->kind == WORK_SWITCHED))
      break;
  }
  return rest == NULL || goes_on ? rest : rest->next;
}

/* ------------------------------------------------------------------ switches -- */

static bool is_label(CXCursor statement) {
  enum CXCursorKind kind = clang_getCursorKind(statement);
  return kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

/* Labels of the switch stand in its block, not deeper, and no variable between them, which a label would jump over. */
static bool check_labels(Runner *m, CXCursor statement, bool in_block) {
  enum CXCursorKind kind = clang_getCursorKind(statement);
  if (is_label(statement) && !in_block) (void)REFUSE(m, statement, "this label stands within another statement");
  if (in_block && kind == CXCursor_DeclStmt) (void)REFUSE(m, statement, "a variable between the labels of a switch");
  if (is_refused(m) || !clang_isStatement(kind) || kind == CXCursor_SwitchStmt) return !is_refused(m);
  Children c = children_of(m, statement);
  bool chain = in_block && is_label(statement);
  for (uint32_t k = 0; k < c.count; k++) {
    if (!check_labels(m, c.child[k], chain)) return false;
  }
  return true;
}

/* Whether one of the labels before a statement is that number, or the default. */
static bool has_label(Runner *m, CXCursor statement, CXType type, const Value *number, bool *is_default) {
  bool found = false;
  while (is_label(statement) && !is_refused(m)) {
    Children c = children_of(m, statement);
    bool one = clang_getCursorKind(statement) == CXCursor_CaseStmt;
    if (c.count != (one ? 2 : 1)) {
      (void)REFUSE(m, statement, "this label is not read");
      return false;
    }
    Value label = one ? value_convert(m, c.child[0], expression(m, c.child[0]), type) : *number;
    if (!one) *is_default = true;
    if (one && !is_refused(m) && label.kind == VALUE_WHOLE && label.number == number->number) found = true;
    statement = c.child[c.count - 1];
  }
  return found;
}

static const Work *enter_switch(Runner *m, CXCursor cursor, const Work *rest) {
  Children c = children_of(m, cursor), block = {NULL, 0};
  if (c.count == 2 && clang_getCursorKind(c.child[1]) == CXCursor_CompoundStmt) block = children_of(m, c.child[1]);
  if (c.count != 2 || clang_getCursorKind(c.child[1]) != CXCursor_CompoundStmt) {
    (void)REFUSE(m, cursor, "this switch is not read");
    return NULL;
  }
  Value number = expression(m, c.child[0]);
  if (!is_refused(m) && number.kind != VALUE_WHOLE)
    (void)REFUSE(m, c.child[0], "where this switch goes to depends on reals");
  uint32_t first = block.count, other = block.count;
  for (uint32_t k = 0; k < block.count && !is_refused(m); k++) {
    bool is_default = false;
    if (!check_labels(m, block.child[k], true)) return NULL;
    bool found = has_label(m, block.child[k], clang_getCursorType(c.child[0]), &number, &is_default);
    if (found && first == block.count) first = k;
    if (is_default) other = k;
  }
  if (first == block.count) first = other;
  if (is_refused(m) || first == block.count) return rest;
  return work_new(m, (Work){WORK_STATEMENTS, block.child + first, block.count - first, NULL,
                            work_new(m, (Work){WORK_SWITCHED, NULL, 0, NULL, rest})});
}

/* What stands behind its labels. */
static const Work *behind_label(Runner *m, CXCursor cursor, const Work *rest) {
  Children c = children_of(m, cursor);
  return c.count == 0 ? rest : then(m, c.child[c.count - 1], rest);
}

/* ---------------------------------------------------------------- statements -- */

static const Work *give_back(Runner *m, CXCursor statement) {
  Children c = children_of(m, statement);
  if (c.count == 0) return NULL;
  Value value = expression(m, c.child[0]);
  if (!is_refused(m) && value.kind != VALUE_NONE) cell_store(m, statement, m->now->result, 0, value);
  return NULL;
}

static const Work *statement(Runner *m, CXCursor cursor, const Work *rest) {
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  Children c;
  switch ((int)kind) {
  case CXCursor_CompoundStmt:
    c = children_of(m, cursor);
    if (c.count == 0) return rest;
    if (declares(&c)) rest = work_new(m, (Work){WORK_CLOSED, c.child, c.count, NULL, rest});
    return work_new(m, (Work){WORK_STATEMENTS, c.child, c.count, NULL, rest});
  case CXCursor_DeclStmt: declare_all(m, cursor); return rest;
  case CXCursor_IfStmt: return choose(m, cursor, rest);
  case CXCursor_ForStmt: return enter_for(m, cursor, rest);
  case CXCursor_WhileStmt:
  case CXCursor_DoStmt: return enter_while(m, cursor, rest);
  case CXCursor_SwitchStmt: return enter_switch(m, cursor, rest);
  case CXCursor_CaseStmt:
  case CXCursor_DefaultStmt: return behind_label(m, cursor, rest);
  case CXCursor_ReturnStmt: return give_back(m, cursor);
  case CXCursor_BreakStmt: return leave(m, rest, false);
  case CXCursor_ContinueStmt: return leave(m, rest, true);
  case CXCursor_NullStmt: return rest;
  default: break;
  }
  if (clang_isExpression(kind))
    (void)expression(m, cursor);
  else
    (void)REFUSE(m, cursor, "%s is not read", runner_keep(m, clang_getCursorKindSpelling(kind)));
  return rest;
}

void run(Runner *m, const Work *work) {
  while (work != NULL && !is_refused(m)) {
    if (++m->steps > STEPS_MOST) {
      Place at = work->kind == WORK_STATEMENTS ? place_of(work->statement[0])
                 : work->loop != NULL          ? place_of(work->loop->statement)
                                               : (Place){1, 1, 0, NULL};
      (void)refuse_at(m, at, "limit: more than %u statements are run", STEPS_MOST);
      return;
    }
    if (m->now->depth == 0) effects_forget(m);
    switch (work->kind) {
    case WORK_STATEMENTS: {
      const Work *rest =
          work->count == 1
              ? work->next
              : work_new(m, (Work){WORK_STATEMENTS, work->statement + 1, work->count - 1, NULL, work->next});
      work = statement(m, work->statement[0], rest);
      break;
    }
    case WORK_TEST: work = go_round(m, work); break;
    case WORK_STEP: work = go_on(m, work); break;
    case WORK_SWITCHED: work = work->next; break;
    case WORK_CLOSED:
      close_block(m, work);
      work = work->next;
      break;
    }
  }
}

bool statement_leaves(Runner *m, CXCursor statement) { return leaves(m, statement, false, false); }

void run_one(Runner *m, CXCursor statement) { run(m, then(m, statement, NULL)); }

void run_body(Runner *m, CXCursor function) {
  Children c = children_of(m, function);
  for (uint32_t k = 0; k < c.count; k++) {
    if (clang_getCursorKind(c.child[k]) != CXCursor_CompoundStmt) continue;
    run(m, then(m, c.child[k], NULL));
    return;
  }
  (void)REFUSE(m, function, "this function has no body");
}
