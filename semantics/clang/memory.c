/* Objects, their cells, and what two ways through a function leave in them. */
#include "semantics/clang/runner.h"

#include <string.h>

#define LOST_TEST "its value depends on a test of reals"

uint32_t object_new(Runner *m, const char *name, uint32_t count) {
  Memory *memory = &m->memory;
  if (memory->count == memory->room) {
    uint32_t room = memory->room == 0 ? 64 : 2 * memory->room;
    Object *grown = runner_alloc(m, room, sizeof *grown);
    if (memory->count > 0) memcpy(grown, memory->object, memory->count * sizeof *grown);
    memory->object = grown;
    memory->room = room;
  }
  memory->object[memory->count] = (Object){name, runner_alloc(m, count, sizeof(Cell)), count, count, -1};
  return memory->count++;
}

/* A pointer argument is as long as it is used. */
static void grow(Runner *m, Object *object, uint32_t count) {
  if (count > object->room) {
    uint32_t room = 2 * count;
    Cell *grown = runner_alloc(m, room, sizeof *grown);
    if (object->count > 0) memcpy(grown, object->cell, object->count * sizeof *grown);
    object->cell = grown;
    object->room = room;
  }
  for (; object->count < count; object->count++) object->cell[object->count] = (Cell){.value = {.kind = VALUE_INPUT}};
  Input *input = &m->inputs[object->input];
  if (input->count < count) input->count = count;
}

/* NULL, having refused it, outside of the object. */
static Cell *cell_find(Runner *m, CXCursor at, uint32_t index, long long offset) {
  if (is_refused(m)) return NULL;
  if (index >= m->memory.count) {
    (void)REFUSE(m, at, "this points to a variable that is gone");
    return NULL;
  }
  Object *object = &m->memory.object[index];
  bool open = object->input >= 0 && m->inputs[object->input].open;
  if (offset < 0 || offset >= (open ? (long long)CELLS_MOST : (long long)object->count)) {
    if (open)
      (void)REFUSE(m, at, "%s is used at %lld here", object->name, offset);
    else if (object->count == 0)
      (void)REFUSE(m, at, "this points to %s, which is gone", object->name);
    else
      (void)REFUSE(m, at, "%s has %u scalars, and %lld is not one of them", object->name, object->count, offset);
    return NULL;
  }
  if (open && offset >= object->count) grow(m, object, (uint32_t)offset + 1);
  return &object->cell[offset];
}

/* What a cell of an argument is called. */
static const char *input_name(Runner *m, int index, uint32_t cell) {
  Input *input = &m->inputs[index];
  input->read = true;
  if (input->cell[cell] != NULL) return input->cell[cell];
  return input->cell[cell] = input->pointer ? name_take(m, runner_text(m, "%s_%u", input->name, cell)) : input->target;
}

static Value load(Runner *m, Object *object, uint32_t cell) {
  Value *value = &object->cell[cell].value;
  if (value->kind == VALUE_INPUT) *value = value_real(input_name(m, object->input, cell));
  return *value;
}

Value cell_load(Runner *m, CXCursor at, uint32_t index, long long offset) {
  if (cell_find(m, at, index, offset) == NULL) return (Value){.kind = VALUE_NONE};
  Object *object = &m->memory.object[index];
  Value value = load(m, object, (uint32_t)offset);
  if (value.kind != VALUE_NONE) return value;
  const char *what = object->name[0] == '\0' ? "the result" : object->name;
  if (value.term == NULL) return REFUSE(m, at, "%s is read before it has a value", what);
  return REFUSE(m, at, "%s is read here, and %s", what, value.term);
}

void cell_store(Runner *m, CXCursor at, uint32_t index, long long offset, Value value) {
  if (cell_find(m, at, index, offset) == NULL) return;
  Object *object = &m->memory.object[index];
  const char *name = object->name[0] == '\0' ? "r" : object->name;
  if (object->count > 1 || (object->input >= 0 && m->inputs[object->input].subscripted))
    name = runner_text(m, "%s_%lld", name, offset);
  if (value.kind == VALUE_REAL) value.term = let_write(m, name, value.term);
  if (object->input >= 0) m->inputs[object->input].written = true;
  object->cell[offset] = (Cell){value, {place_of(at)}};
}

Memory memory_copy(Runner *m, const Memory *memory) {
  Memory copy = {runner_alloc(m, memory->count, sizeof(Object)), memory->count, memory->count};
  memcpy(copy.object, memory->object, memory->count * sizeof(Object));
  for (uint32_t i = 0; i < copy.count; i++) {
    Object *object = &copy.object[i];
    object->cell = runner_alloc(m, object->count, sizeof(Cell));
    object->room = object->count;
    if (object->count > 0) memcpy(object->cell, memory->object[i].cell, object->count * sizeof(Cell));
  }
  return copy;
}

/* ------------------------------------------------------------------ merging -- */

static bool is_same(const Value *a, const Value *b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case VALUE_NONE:
  case VALUE_INPUT: return true;
  case VALUE_REAL: return strcmp(a->term, b->term) == 0;
  case VALUE_WHOLE: return a->number == b->number;
  case VALUE_POINTER: return a->object == b->object && a->offset == b->offset;
  }
  return false;
}

bool memory_kept(const Memory *before, const Memory *after) {
  for (uint32_t i = 0; i < before->count; i++) {
    const Object *a = &before->object[i], *b = &after->object[i];
    for (uint32_t k = 0; k < a->count; k++) {
      /* a cell of an input that was read now has its name */
      bool was_read = a->cell[k].value.kind == VALUE_INPUT && b->cell[k].by[0].line == 0;
      if (!was_read && !is_same(&a->cell[k].value, &b->cell[k].value)) return false;
    }
    for (uint32_t k = a->count; k < b->count; k++) {
      if (b->cell[k].by[0].line != 0) return false;
    }
  }
  return true;
}

/* A cell whose value the test chooses. */
typedef struct Chosen {
  const char *name, *yes, *no;
} Chosen;

typedef struct Choice {
  Chosen *chosen;
  uint32_t count, room;
} Choice;

static void choose(Runner *m, Choice *choice, Chosen chosen) {
  if (choice->count == choice->room) {
    uint32_t room = choice->room == 0 ? 8 : 2 * choice->room;
    Chosen *grown = runner_alloc(m, room, sizeof *grown);
    if (choice->count > 0) memcpy(grown, choice->chosen, choice->count * sizeof *grown);
    choice->chosen = grown;
    choice->room = room;
  }
  choice->chosen[choice->count++] = chosen;
}

static void add_place(Cell *cell, Place place) {
  for (int k = 0; k < PLACES_MOST; k++) {
    if (cell->by[k].line != 0 && cell->by[k].offset != place.offset) continue;
    cell->by[k] = place;
    return;
  }
}

static void merge_cell(Runner *m, Choice *choice, Object *yes, Object *no, uint32_t k) {
  Cell *cell = &yes->cell[k];
  const Cell *other = &no->cell[k];
  if (is_same(&cell->value, &other->value)) return;
  Value a = cell->value.kind == VALUE_INPUT ? load(m, yes, k) : cell->value;
  Value b = other->value.kind == VALUE_INPUT ? load(m, no, k) : other->value;
  if (is_same(&a, &b)) return; /* an input that was read on one way */
  for (int n = 0; n < PLACES_MOST && other->by[n].line != 0; n++) add_place(cell, other->by[n]);
  cell->value = (Value){.kind = VALUE_NONE, .term = LOST_TEST};
  if (a.kind == VALUE_NONE || b.kind == VALUE_NONE) cell->value.term = "not on every way to here it has a value";
  if (a.kind == VALUE_POINTER || b.kind == VALUE_POINTER) cell->value.term = "what it points to depends on a test";
  if (a.counts && b.kind == VALUE_WHOLE) (void)value_count(m, &b);
  if (b.counts && a.kind == VALUE_WHOLE) (void)value_count(m, &a);
  if (a.kind != VALUE_REAL || b.kind != VALUE_REAL || a.counts != b.counts) return;
  const char *like = yes->name[0] == '\0' ? "r" : yes->name;
  if (yes->count > 1) like = runner_text(m, "%s_%u", like, k);
  const char *name = name_take(m, like);
  choose(m, choice, (Chosen){name, a.term, b.term});
  cell->value = value_real(name);
  cell->value.counts = a.counts;
  cell->value.most = a.most > b.most ? a.most : b.most;
}

/* a, or (a, (b, c)) */
static void write_names(Runner *m, const Choice *choice, int which) {
  for (uint32_t k = 0; k < choice->count; k++) {
    const Chosen *c = &choice->chosen[k];
    text_add(m, m->out, "%s%s%s", k > 0 ? ", " : "", k + 1 < choice->count ? "(" : "",
             which == 0   ? c->name
             : which == 1 ? c->yes
                          : c->no);
  }
  for (uint32_t k = 1; k < choice->count; k++) text_add(m, m->out, ")");
}

static const char *text_of(const Text *text) { return text->length == 0 ? "" : text->bytes; }

void memory_merge(Runner *m, const char *test, uint32_t count, const Run *yes, const Run *no) {
  Choice choice = {NULL, 0, 0};
  m->memory = yes->memory;
  m->memory.count = count; /* what each way has made is of calls and blocks that it has left */
  for (uint32_t i = 0; i < m->memory.count && !is_refused(m); i++) {
    Object *a = &m->memory.object[i], *b = &no->memory.object[i];
    if (a->input >= 0 && a->count < b->count) grow(m, a, b->count);
    if (a->input >= 0 && b->count < a->count) grow(m, b, a->count);
    if (a->count != b->count) { /* an array whose length the ways have chosen */
      *a = (Object){.name = a->name, .input = -1};
      continue;
    }
    for (uint32_t k = 0; k < a->count && !is_refused(m); k++) merge_cell(m, &choice, a, b, k);
  }
  if (choice.count == 0) return;
  text_add(m, m->out, "let ");
  write_names(m, &choice, 0);
  text_add(m, m->out, " = if %s\nthen %s", test, text_of(yes->lets));
  write_names(m, &choice, 1);
  text_add(m, m->out, "\nelse %s", text_of(no->lets));
  write_names(m, &choice, 2);
  text_add(m, m->out, " in\n");
}
